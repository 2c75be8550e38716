#!/bin/sh
# check-docs.sh syntax            what README.md and docs/*.md show in C compiles, names that exist, links that lead somewhere
# check-docs.sh run BUILD         their programs and commands, the manual's and --help's run and say what the page says
#
# BUILD is where the program and the libraries are, build/release. What is checked:
#
#   ```c       pieces of a page are compiled together, after rimcast/rimcast.h; a block with a main() is a program
#              of its own and is run
#   ```sh      is run, in a folder with the pictures and meshes that the pages talk of
#   ```text    right behind one of these: exactly what it prints
#   rimcast .. in indented blocks, the manual's examples and --help: ends with status 0 and writes something
#   make ..    in indented blocks and `...`: the Makefile has such a target
set -u
pages="README.md CONTRIBUTING.md $(ls docs/*.md)"
scratch=build/check-docs
bad=0
checked=0

complain() {
    echo "  $1" >&2
    bad=1
}

# blocks PAGE FOLDER: writes each fenced block as FOLDER/NUMBER.LANGUAGE, and its number and language, in order.
blocks() {
    awk -v folder="$2" '
        /^```[a-z]+$/ && !file { file = sprintf("%s/%03d.%s", folder, ++count, substr($0, 4)); printf "" > file; next }
        /^```$/ { if (file) close(file); file = ""; next }
        file { print > file }' "$1"
}

is_program() { grep -q '^int main(' "$1"; }
sdl_of() { if grep -q 'SDL_\|rimcast/sdl.h' "$@"; then echo '#include "rimcast/sdl.h"'; fi; }

check_syntax() {
    for page in $pages; do
        place=$scratch/$(basename "$page" .md)
        rm -rf "$place" && mkdir -p "$place"
        blocks "$page" "$place"
        pieces= whole=
        for block in "$place"/*.c; do
            [ -e "$block" ] || continue
            if is_program "$block"; then whole="$whole $block"; else pieces="$pieces $block"; fi
        done
        if [ -n "$pieces" ]; then
            { echo '#include "rimcast/rimcast.h"'; sdl_of $pieces; cat $pieces; } > "$place/pieces.h"
            whole="$whole $place/pieces.h"
        fi
        for source in $whole; do
            checked=$((checked + 1))
            flags=$(grep -q 'rimcast/sdl.h' "$source" && pkg-config --cflags sdl2)
            cc -std=c11 -Wall -Wextra -Werror -Wno-unused-function -Iinclude $flags -xc -fsyntax-only "$source" ||
                complain "$page: a piece of C does not compile"
        done
    done
    [ $checked -ge 5 ] || complain "only $checked pieces of C were found"
}

# list WHAT: the lines of the input, each once; none at all is a fault of the check itself.
list() {
    sort -u > "$scratch/list"
    [ -s "$scratch/list" ] || { complain "no $1 was found"; touch "$scratch/none"; } # in a subshell
    cat "$scratch/list"
}

check_names() {
    for name in $(cat $pages | grep -o 'rim_[a-z0-9_]*[a-z0-9]' | list name); do
        grep -qw "$name" include/rimcast/*.h || [ -e "docs/pictures/$name.svg" ] ||
            grep -q "$name" docs/examples/* || complain "the docs name $name, and no header does"
    done
    # In a table the names of a row are in the headers of that row.
    cat $pages | grep '^|' | grep '\.h`' | list row > "$scratch/rows"
    while IFS= read -r row; do
        headers=$(echo "$row" | grep -o '[a-z0-9_]*\.h' | sed 's|^|include/rimcast/|')
        for name in $(echo "$row" | grep -o 'rim_[a-z0-9_]*[a-z0-9]'); do
            grep -qw "$name" $headers || complain "the docs look for $name in another header than it is in"
        done
    done < "$scratch/rows"
    for header in $(cat $pages | grep -o '`[a-z_0-9]*\.h`' | tr -d '`' | list header); do
        [ -e "include/rimcast/$header" ] || [ -n "$(find src demos tests bench -name "$header")" ] ||
            complain "the docs name $header, which is not there"
    done
}

check_links() {
    for page in $pages; do
        for link in $(grep -o '](\([^)#: ]*\)' "$page" | sed 's/^](//'); do
            [ -e "$(dirname "$page")/$link" ] || complain "$page links to $link, which is not there"
        done
        for path in $(grep -oE '`(src|include|docs|scripts|tests|demos|assets|bench)/[a-zA-Z0-9_/.-]*`' "$page" | tr -d '`'); do
            [ -e "$path" ] || complain "$page names $path, which is not there"
        done
    done
}

check_targets() {
    for target in $(cat $pages | grep -oE '(^    |`)make [a-z][a-z-]*' | sed 's/.*make //' | list target); do
        grep -qE "^([a-z /%-]* )?$target( [a-z -]*)?:" Makefile */*.mk || complain "the docs name 'make $target', which the Makefile does not know"
    done
}

# The files that pages and manual talk of.
make_files() {
    rm -rf "$1" && mkdir -p "$1/art" "$1/sprites"
    cp assets/*.png "$1/art"
    cp assets/tree.png assets/word.png "$1/sprites"
    cp assets/ship.png "$1/hero.png"
    cp assets/crescent.png "$1/rock.png"
    cp assets/ring.png "$1/wall.png"
    cp assets/ring.png "$1/walk.png"
    cp assets/sword.png "$1/sword.png"
    # Images without alpha are solid all over. (What they are is seen from their bytes, not their names.)
    printf 'P5 8 4 255\n%s' 00000000000000000000000000000000 > "$1/bullet.png"
    printf 'P5 4 4 255\n%s' 0000000000000000 > "$1/coin.png"
    cat > "$1/walk.json" <<'END'
{ "frames": { "step-0": { "frame": { "x": 0, "y": 0, "w": 96, "h": 96 } },
              "step-1": { "frame": { "x": 96, "y": 0, "w": 96, "h": 96 } } },
  "meta": { "image": "walk.png" } }
END
    cat > "$1/level.obj" <<'END'
v -4 0 -4
v -4 0 4
v 4 0 4
v 4 0 -4
v 0 3 0
f 1 2 3 4
f 2 1 5
f 3 2 5
f 4 3 5
f 1 4 5
END
    cp assets/rooms.raw "$1/World.raw"
}

# obey COMMAND: runs one documented line in the folder of files.
obey() {
    checked=$((checked + 1))
    wanted=$(printf '%s\n' "$1" | sed -n 's/.* \(-o\|--picture\|--save\) \([^ ]*\).*/\2/p')
    [ -z "$wanted" ] || rm -f "$files/$wanted"
    said=$(cd "$files" && PATH="$program:$PATH" sh -c "$1" 2>said.err)
    status=$?
    if [ $status != 0 ]; then complain "status $status: $1: $(cat "$files/said.err")"
    elif [ -n "$wanted" ] && [ ! -s "$files/$wanted" ]; then complain "wrote no $wanted: $1"
    elif [ -z "$wanted" ] && [ -z "$said" ]; then complain "said nothing: $1"
    fi
}

check_commands() {
    # Indented in pages with an explanation far behind, in --help, and among the manual's examples.
    {
        cat $pages | sed -n 's/^    \(rimcast [^ ].*\)$/\1/p'
        for command in "" outline hit info mesh; do
            "$program/rimcast" help $command | sed -n 's/^  \(rimcast .*\|if rimcast.*\)$/\1/p'
        done
        sed -n '/^.SH EXAMPLES/,$s/^\.B \(rimcast .*\|if .*\)$/\1/p' docs/rimcast.1 | sed 's/\\-/-/g'
    } | sed 's/   *.*//' | list command > "$scratch/lines"
    while read -r line; do obey "$line"; done < "$scratch/lines"
    # What needs the demos is run where they were built.
    for page in $pages; do
        [ -x build/rimcast-demos ] || break
        sed -n 's/^    \(build\/rimcast-demos [^A-Z#]*\)\( *#.*\)*$/\1/p' "$page" > "$scratch/lines"
        while read -r line; do
            checked=$((checked + 1))
            [ -n "$(SDL_VIDEODRIVER=dummy sh -c "$line" 2>&1)" ] || complain "$page: $line"
        done < "$scratch/lines"
    done
    # The manual and --help know the same options.
    for command in outline hit info mesh; do "$program/rimcast" help $command; done |
        grep -o '[-][-][a-z][a-z-]*' | sort -u > "$scratch/help.options"
    sed 's/\\-/-/g' docs/rimcast.1 | grep -o '[-][-][a-z][a-z-]*' | grep -v '^--version$' | sort -u > "$scratch/manual.options"
    diff "$scratch/help.options" "$scratch/manual.options" >&2 || complain "rimcast.1 and --help tell of different options"
    # What the manual shows of their output.
    awk -v folder="$scratch" '
        { gsub(/\\-/, "-") }
        /^\.B.*"rimcast / { line = $0; sub(/^[^"]*"/, "", line); sub(/".*/, "", line) }
        /^\.nf/ { count++; file = folder "/manual" count; print line > (file ".command"); printf "" > file; next }
        /^\.fi/ { file = "" }
        file { print > file }' docs/rimcast.1
    for shown in "$scratch"/manual?; do
        checked=$((checked + 1))
        command=$(cat "$shown.command")
        (cd "$files" && PATH="$program:$PATH" sh -c "$command") > "$shown.said"
        cmp -s "$shown" "$shown.said" || { complain "rimcast.1: $command"; diff "$shown" "$shown.said" >&2; }
    done
}

# Programs and scripts, and what they print.
check_programs() {
    case $build in
        *asan*) flags=-fsanitize=address,undefined ;;
        *) flags= ;;
    esac
    for page in $pages; do
        place=$scratch/$(basename "$page" .md)
        rm -rf "$place" && mkdir -p "$place"
        blocks "$page" "$place"
        last=
        for block in "$place"/[0-9]*; do
            [ -e "$block" ] || continue
            ran=
            case $block in
            *.c)
                is_program "$block" || continue
                sdl=
                [ -z "$(sdl_of "$block")" ] || sdl="$build/librimcast-sdl.a"
                cc -std=c11 -Wall -Wextra -Werror $flags -Iinclude "$block" $sdl "$build/librimcast.a" \
                    ${sdl:+$(pkg-config --cflags --libs sdl2 SDL2_image)} -lm -o "${block%.c}" &&
                    (cd "$files" && SDL_VIDEODRIVER=dummy "$here/${block%.c}") > "$block.said" 2>&1
                ran=$? ;;
            *.sh)
                (cd "$files" && PATH="$program:$PATH" sh -e "$here/$block") > "$block.said" 2>&1
                ran=$? ;;
            *.text)
                [ -z "$last" ] || cmp -s "$last.said" "$block" || {
                    complain "$page: $last does not print what the page says"
                    diff "$last.said" "$block" >&2
                } ;;
            *.said) continue ;;
            esac
            last=
            if [ -n "$ran" ]; then
                checked=$((checked + 1))
                last=$block
                [ "$ran" = 0 ] || { complain "$page: $block ends with status $ran"; cat "$block.said" >&2; }
            fi
        done
    done
}

mkdir -p "$scratch"
rm -f "$scratch/none"
case ${1-} in
syntax)
    check_syntax
    check_names
    check_links
    check_targets
    ;;
run)
    here=$PWD build=$2 program=$PWD/$2 files=$PWD/$scratch/files
    make_files "$files"
    check_commands
    check_programs
    [ $checked -ge 40 ] || complain "only $checked programs and commands were found"
    ;;
*)
    echo "usage: check-docs.sh syntax | run BUILD" >&2
    exit 2
    ;;
esac
[ ! -e "$scratch/none" ] || bad=1
[ $bad = 0 ] && echo "docs    $checked checked"
exit $bad
