# bash completion for rimcast
_rimcast()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} options=
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W 'outline hit info mesh help --help --version' -- "$word")
        return
    fi
    case $before in
        help) mapfile -t COMPREPLY < <(compgen -W 'outline hit info mesh' -- "$word"); return ;;
        --format) mapfile -t COMPREPLY < <(compgen -W 'json csv svg c plist tiled godot box2d' -- "$word"); return ;;
        --flip) mapfile -t COMPREPLY < <(compgen -W 'h v' -- "$word"); return ;;
        --rays|--max-error|--tolerance|--convex|--min-side|--sheet|--margin|--spacing|--threshold|--anchor|--stage|--at|--move|--rotate|--scale|--weld|--raycast) return ;;
    esac
    case ${COMP_WORDS[1]} in
        outline) options='--sheet --margin --spacing --atlas --rays --max-error --threshold --anchor --faithful --stage --flash-edge --contour --tolerance --contain --inside --holes --convex --triangles --min-side --format -o --picture --force --quiet --help' ;;
        hit) options='--at --move --rotate --scale --flip --anchor --threshold --rays --quiet --help' ;;
        info) options='--sheet --margin --spacing --atlas --threshold --quiet --help' ;;
        mesh) options='--weld --compact --bsp --raycast --save --force --help' ;;
    esac
    case $word in
        -*) mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word") ;;
        *) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    esac
}
complete -F _rimcast rimcast
