#!/bin/sh
# check-docs.sh BUILD: what README.md, docs/*.md, the manual and --help show is true. BUILD has the program and the
# libraries. What is checked:
#
#   ```c       pieces of a page compile together, after rimcast/rimcast.h; a block with a main() is a program
#              of its own and is run, or, if its first line names a file, kept there for the ```sh behind it
#   ```python  is run where pygame is installed
#   ```sh      is run, in a folder with the pictures and meshes that the pages talk of
#   ```text    right behind one of these: exactly what it prints
#   rimcast .. in indented blocks, the manual's examples and --help: ends with status 0 and writes something
#   make ..    in indented blocks and `...`: the Makefile has such a target
#   names, headers, paths, links: there is such a thing
set -u
pages="README.md CONTRIBUTING.md $(ls docs/*.md)"
here=$PWD build=$1 program=$PWD/$1 scratch=build/check-docs files=$PWD/build/check-docs/files
rm -rf "$scratch" && mkdir -p "$files/art" "$files/sprites"
: > "$scratch/faults" > "$scratch/checked"

# Both are files, as parts of pipelines have variables of their own.
complain() { echo "  $1" | tee -a "$scratch/faults" >&2; }
count() { echo "$1" >> "$scratch/checked"; }

# every WHAT TEST: each line of the input passes a test, as $it; no line at all is a fault of the check itself.
every() {
    sort -u > "$scratch/every.$1"
    [ -s "$scratch/every.$1" ] || complain "no $1 was found"
    while read -r it; do
        eval "$2" || complain "the docs show the $1 '$it', which is wrong or not there"
    done < "$scratch/every.$1"
}

in_its_headers() { # in_its_headers ROW: the names in a row of a table are in the headers of that row
    headers=$(echo "$1" | grep -o '[a-z0-9_]*\.h' | sed 's|^|include/rimcast/|')
    for name in $(echo "$1" | grep -o 'rim_[a-z0-9_]*[a-z0-9]'); do
        grep -qw "$name" $headers || return 1
    done
}

check_names() {
    grep -ho 'rim_[a-z0-9_]*[a-z0-9]' $pages |
        every name 'grep -qw "$it" include/rimcast/*.h docs/examples/* || [ -e "docs/pictures/$it.svg" ]'
    grep -h '^|.*\.h`' $pages | every row 'in_its_headers "$it"'
    grep -ho '`[a-z_0-9]*\.h`' $pages | tr -d '`' | every header '[ -n "$(find include src demos tests bench -name "$it")" ]'
    for page in $pages; do
        grep -o '](\([^)#: ]*\)' "$page" | sed "s|^](|$(dirname "$page")/|"
        grep -oE '`(src|include|docs|scripts|tests|demos|assets|bench)/[a-zA-Z0-9_/.-]*`' "$page" | tr -d '`'
    done | every path '[ -e "$it" ]'
    grep -hoE '(^    |`)make [a-z][a-z0-9-]*' $pages | sed 's/.*make //' |
        every target 'grep -qE "^([a-z /%-]* )?$it( [a-z -]*)?:" Makefile */*.mk'
}

# The files that pages and manual talk of. (bullet.png and coin.png are gray pictures in PGM's format: solid all over.)
make_files() {
    cp assets/*.png "$files/art"
    cp assets/tree.png assets/word.png "$files/sprites"
    for copy in ship.png:hero.png crescent.png:rock.png ring.png:wall.png ring.png:walk.png rooms.raw:World.raw; do
        cp "assets/${copy%:*}" "$files/${copy#*:}"
    done
    # A checkout's own folders; `make` there has been run.
    ln -sfn "$here/assets" "$files/assets" && ln -sfn "$here/include" "$files/include"
    mkdir -p "$files/build" && ln -sfn "$here/$build" "$files/build/release"
    printf 'all:\n\t@:\n' > "$files/Makefile"
    cp assets/sword.png tests/project/docs/* "$files"
}

# in_files COMMAND: runs a command among these files.
sanitize=$(case $build in *asan*) echo -fsanitize=address,undefined ;; esac)
# The short programs that a page compiles itself leave freeing to their end.
in_files() {
    (cd "$files" && PATH="$program:$PATH" SDL_VIDEODRIVER=dummy MAKEFLAGS= \
        sh -ec "cc() { export ASAN_OPTIONS=detect_leaks=0; command cc $sanitize \"\$@\"; }; $1") </dev/null
}

obey() { # obey COMMAND: runs one documented line, which says something or writes the file that it names
    count command
    wanted=$(printf '%s\n' "$1" | sed -n 's/.* \(-o\|--picture\|--save\) \([^ ]*\).*/\2/p')
    rm -f "$files/${wanted:-none}"
    said=$(in_files "$1" 2>"$scratch/err") || complain "status $?: $1: $(cat "$scratch/err")"
    if [ -n "$wanted" ]; then [ -s "$files/$wanted" ]; else [ -n "$said" ]; fi
}

check_commands() {
    # Indented in pages with an explanation far behind, in --help, and among the manual's examples.
    {
        sed -n 's/^    \(rimcast [^ ].*\)$/\1/p' $pages
        for command in "" outline hit bake info mesh; do
            "$program/rimcast" help $command | sed -n 's/^  \(rimcast .*\|if rimcast.*\)$/\1/p'
        done
        sed -n '/^.SH EXAMPLES/,$s/^\.B \(rimcast .*\|if .*\)$/\1/p' docs/rimcast.1 | sed 's/\\-/-/g'
    } | sed 's/   *.*//' | every command 'obey "$it"'
    # What needs the demos is run where they were built.
    [ ! -x build/rimcast-demos ] || sed -n 's/^    \(build\/rimcast-demos [^A-Z#]*\)\( *#.*\)*$/\1/p' $pages |
        every demo '[ -n "$(SDL_VIDEODRIVER=dummy sh -c "$it" 2>&1 </dev/null)" ]'
    # The manual and --help know the same options.
    for command in outline hit bake info mesh; do "$program/rimcast" help $command; done |
        grep -o '[-][-][a-z][a-z-]*' | every option true
    sed 's/\\-/-/g' docs/rimcast.1 | grep -o '[-][-][a-z][a-z-]*' | grep -v '^--version$' | sort -u |
        diff "$scratch/every.option" - >&2 || complain "rimcast.1 and --help tell of different options"
    # What the manual shows of their output.
    awk -v folder="$scratch" '
        { gsub(/\\-/, "-") }
        /^\.B.*"rimcast / { line = $0; sub(/^[^"]*"/, "", line); sub(/".*/, "", line) }
        /^\.nf/ { file = folder "/manual" ++count; print line > (file ".command"); printf "" > file; next }
        /^\.fi/ { file = "" }
        file { print > file }' docs/rimcast.1
    for shown in "$scratch"/manual?; do
        count output
        in_files "$(cat "$shown.command")" | diff "$shown" - >&2 || complain "rimcast.1: $(cat "$shown.command")"
    done
}

# compile SOURCE OPTIONS... [-o PROGRAM]: with SDL and its adapter if the source uses them.
compile() {
    sdl= libraries="$build/librimcast.a -lm"
    if grep -q 'SDL_\|rimcast/sdl.h' "$1"; then
        sdl="-include rimcast/sdl.h $(pkg-config --cflags sdl2 SDL2_image)"
        libraries="$build/librimcast-sdl.a $libraries $(pkg-config --libs sdl2 SDL2_image)"
    fi
    case $* in *-fsyntax-only*) libraries= ;; esac
    cc -std=c11 -Wall -Wextra -Werror $sanitize -Iinclude $sdl "$@" $libraries
}

# The blocks of a page between ``` and ```, one by one. What one prints is compared with the ```text behind it.
check_blocks() { # check_blocks PAGE
    place=$scratch/$(basename "$1" .md) last=
    mkdir -p "$place"
    awk -v folder="$place" '
        /^```[a-z]+$/ && !file { file = sprintf("%s/%03d.%s", folder, ++count, substr($0, 4)); printf "" > file; next }
        /^```$/ { if (file) close(file); file = ""; next }
        file { print > file }' "$1"
    for block in "$place"/[0-9]*; do
        previous=$last last=
        case $block in
        *.c)
            if ! grep -q '^int main(' "$block"; then cat "$block" >> "$place/pieces.c"; continue; fi
            last=$block
            name=$(sed -n '1s|^// \([a-z]*\.c\)$|\1|p' "$block")
            [ -z "$name" ] || { cp "$block" "$files/$name"; compile "$block" -fsyntax-only || complain "$1: $name"; continue; }
            { compile "$block" -o "$scratch/program" && in_files "$here/$scratch/program"; } > "$scratch/said" 2>&1 ;;
        *.python)
            # Programs for pygame are run where it is installed.
            python=/usr/bin/python3
            SDL_VIDEODRIVER=dummy $python -c 'import pygame' >/dev/null 2>&1 || continue
            last=$block
            PYGAME_HIDE_SUPPORT_PROMPT=1 $python "$block" > "$scratch/said" 2>&1 ;;
        *.sh)
            last=$block
            in_files ". $here/$block" > "$scratch/said" 2>&1 ;;
        *.text)
            [ -z "$previous" ] || diff "$scratch/said" "$block" >&2 ||
                complain "$1: $previous does not print what the page says"
            continue ;;
        *) continue ;;
        esac || { complain "$1: $block ends with status $?"; cat "$scratch/said" >&2; }
        count program
    done
    [ -e "$place/pieces.c" ] || return 0
    count pieces
    compile "$place/pieces.c" -Wno-unused-function -include rimcast/rimcast.h -fsyntax-only ||
        complain "$1: a piece of C does not compile"
}

check_names
make_files
check_commands
for page in $pages; do check_blocks "$page"; done
for least in command:30 pieces:3 program:10 output:3; do
    [ "$(grep -c "${least%:*}" "$scratch/checked")" -ge "${least#*:}" ] || complain "fewer than ${least#*:} of ${least%:*}"
done
[ ! -s "$scratch/faults" ] && echo "docs    $(wc -l < "$scratch/checked") checked"
