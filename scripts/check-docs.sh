#!/bin/sh
# check-docs.sh BUILD: what README.md, docs/*.md, the manual and --help show is true. BUILD has the program and the
# libraries. What is checked:
#
#   ```c       pieces of a page compile together, after rimcast/rimcast.h; a block with a main() is a program
#              of its own and is run
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

# each WHAT: the lines of the input, each once; none at all is a fault of the check itself.
each() {
    sort -u > "$scratch/each.$1"
    [ -s "$scratch/each.$1" ] || complain "no $1 was found"
    cat "$scratch/each.$1"
}

check_names() {
    grep -ho 'rim_[a-z0-9_]*[a-z0-9]' $pages | each name | while read -r name; do
        grep -qw "$name" include/rimcast/*.h docs/examples/* || [ -e "docs/pictures/$name.svg" ] ||
            complain "the docs name $name, and no header does"
    done
    # In a table the names of a row are in the headers of that row.
    grep -h '^|.*\.h`' $pages | each row | while read -r row; do
        headers=$(echo "$row" | grep -o '[a-z0-9_]*\.h' | sed 's|^|include/rimcast/|')
        for name in $(echo "$row" | grep -o 'rim_[a-z0-9_]*[a-z0-9]'); do
            grep -qw "$name" $headers || complain "the docs look for $name in another header than it is in"
        done
    done
    grep -ho '`[a-z_0-9]*\.h`' $pages | tr -d '`' | each header | while read -r header; do
        [ -n "$(find include src demos tests bench -name "$header")" ] ||
            complain "the docs name $header, which is not there"
    done
    for page in $pages; do
        grep -o '](\([^)#: ]*\)' "$page" | sed "s|^](|$(dirname "$page")/|"
        grep -oE '`(src|include|docs|scripts|tests|demos|assets|bench)/[a-zA-Z0-9_/.-]*`' "$page" | tr -d '`'
    done | each path | while read -r path; do
        [ -e "$path" ] || complain "the docs name $path, which is not there"
    done
    grep -hoE '(^    |`)make [a-z][a-z-]*' $pages | sed 's/.*make //' | each target | while read -r target; do
        grep -qE "^([a-z /%-]* )?$target( [a-z -]*)?:" Makefile */*.mk ||
            complain "the docs name 'make $target', which the Makefile does not know"
    done
}

# The files that pages and manual talk of.
make_files() {
    cp assets/*.png "$files/art"
    cp assets/tree.png assets/word.png "$files/sprites"
    for copy in ship.png:hero.png crescent.png:rock.png ring.png:wall.png ring.png:walk.png sword.png:sword.png \
        rooms.raw:World.raw; do
        cp "assets/${copy%:*}" "$files/${copy#*:}"
    done
    cp tests/project/docs/* "$files"
    # Images without alpha are solid all over. (What they are is seen from their bytes, not their names.)
    printf 'P5 8 4 255\n%s' 00000000000000000000000000000000 > "$files/bullet.png"
    printf 'P5 4 4 255\n%s' 0000000000000000 > "$files/coin.png"
}

# in_files COMMAND: runs a command among these files.
in_files() { (cd "$files" && PATH="$program:$PATH" SDL_VIDEODRIVER=dummy sh -ec "$1") </dev/null; }

# obey COMMAND: runs one documented line.
obey() {
    count command
    wanted=$(printf '%s\n' "$1" | sed -n 's/.* \(-o\|--picture\|--save\) \([^ ]*\).*/\2/p')
    [ -z "$wanted" ] || rm -f "$files/$wanted"
    said=$(in_files "$1" 2>"$scratch/err") || complain "status $?: $1: $(cat "$scratch/err")"
    if [ -n "$wanted" ] && [ ! -s "$files/$wanted" ]; then complain "wrote no $wanted: $1"; fi
    if [ -z "$wanted$said" ]; then complain "said nothing: $1"; fi
}

check_commands() {
    # Indented in pages with an explanation far behind, in --help, and among the manual's examples.
    {
        sed -n 's/^    \(rimcast [^ ].*\)$/\1/p' $pages
        for command in "" outline hit info mesh; do
            "$program/rimcast" help $command | sed -n 's/^  \(rimcast .*\|if rimcast.*\)$/\1/p'
        done
        sed -n '/^.SH EXAMPLES/,$s/^\.B \(rimcast .*\|if .*\)$/\1/p' docs/rimcast.1 | sed 's/\\-/-/g'
    } | sed 's/   *.*//' | each command | while read -r line; do obey "$line"; done
    # What needs the demos is run where they were built.
    [ ! -x build/rimcast-demos ] || sed -n 's/^    \(build\/rimcast-demos [^A-Z#]*\)\( *#.*\)*$/\1/p' $pages |
        each demo | while read -r line; do
            [ -n "$(SDL_VIDEODRIVER=dummy sh -c "$line" 2>&1)" ] || complain "said nothing: $line"
        done
    # The manual and --help know the same options.
    for command in outline hit info mesh; do "$program/rimcast" help $command; done |
        grep -o '[-][-][a-z][a-z-]*' | each option > "$scratch/help.options"
    sed 's/\\-/-/g' docs/rimcast.1 | grep -o '[-][-][a-z][a-z-]*' | grep -v '^--version$' | sort -u |
        diff "$scratch/help.options" - >&2 || complain "rimcast.1 and --help tell of different options"
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

run_program() { # run_program SOURCE
    sdl=
    if grep -q 'SDL_\|rimcast/sdl.h' "$1"; then sdl="$build/librimcast-sdl.a"; fi
    sanitize=$(case $build in *asan*) echo -fsanitize=address,undefined ;; esac)
    cc -std=c11 -Wall -Wextra -Werror $sanitize -Iinclude "$1" $sdl "$build/librimcast.a" \
        ${sdl:+$(pkg-config --cflags --libs sdl2 SDL2_image)} -lm -o "$scratch/program" &&
        in_files "$here/$scratch/program"
}

check_pieces() { # check_pieces FILE
    count pieces
    sdl=
    if grep -q 'SDL_' "$1"; then sdl="-include rimcast/sdl.h $(pkg-config --cflags sdl2)"; fi
    cc -std=c11 -Wall -Wextra -Werror -Wno-unused-function -Iinclude -include rimcast/rimcast.h $sdl \
        -fsyntax-only "$1"
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
            run_program "$block" > "$scratch/said" 2>&1 ;;
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
    [ ! -e "$place/pieces.c" ] || check_pieces "$place/pieces.c" || complain "$1: a piece of C does not compile"
}

check_names
make_files
check_commands
for page in $pages; do check_blocks "$page"; done
for least in command:30 pieces:3 program:10 output:3; do
    [ "$(grep -c "${least%:*}" "$scratch/checked")" -ge "${least#*:}" ] || complain "fewer than ${least#*:} of ${least%:*}"
done
[ ! -s "$scratch/faults" ] && echo "docs    $(wc -l < "$scratch/checked") checked"
