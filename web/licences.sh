#!/bin/sh
# licences.sh CACHE: the licences of all that the pages are made of.
set -eu
part() { # part <what> <file> : the file may lie elsewhere, or its words be in the package alone
    printf '\n==== %s ====\n\n' "$1"
    if [ -f "$2" ]; then cat "$2"; else echo "See the package's own licence."; fi
}
echo "What these pages contain, and under which licences."
part "Rimcast" LICENSE
part "SDL2" "$1/sdl/LICENSE.txt"
part "SDL2_image; stb_image and stb_image_write are in the public domain" "$1/image/LICENSE.txt"
part "jansson" "$1/jansson/LICENSE"
part "letters of DejaVu Sans" /usr/share/doc/fonts-dejavu-core/copyright
part "the C library and the runtime of emscripten" /usr/share/doc/emscripten/copyright
