# bash completion for rimcast: the options are those that `rimcast help` tells of
_rimcast()
{
    local commands='outline hit bake info mesh' words= word=${COMP_WORDS[COMP_CWORD]}
    case $COMP_CWORD,${COMP_WORDS[COMP_CWORD - 1]},$word in
        1,*) words="$commands help --help --version" ;;
        *,help,*) words=$commands ;;
        *,--format,*) words='json csv svg c plist tiled godot box2d defold phaser' ;;
        *,--flip,*) words='h v' ;;
        *,*,-*) words=$("${COMP_WORDS[0]}" help "${COMP_WORDS[1]}" 2>/dev/null | grep -oE -- '--[a-z][a-z-]+') ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word" | sort -u)
}
complete -o default -F _rimcast rimcast
