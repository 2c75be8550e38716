#!/bin/sh
# portability.sh NATIVE PORTED: the programs in two folders print the same, byte for byte, write the same files and end
# with the same status. Programs for Windows are run by wine.
set -u
native=$1 ported=$2
place=build/ports/$(basename "$(dirname "$ported")")
rm -rf "$place" && mkdir -p "$place"

tell() { # tell PROGRAM ARGUMENTS...: what it prints, and its status
    echo "$*"
    program=$1
    shift
    timeout 300 $runner "$folder/$program$exe" "$@" >"$place/out" 2>"$place/err"
    echo "status $?"
    # How long something took may differ, and lines for a terminal end as the system likes.
    [ "$program" = rimcast ] || sed -i 's/\r$//' "$place/out"
    sed 's/\r$//' "$place/err" | cat "$place/out" - | grep -av ' ms$'
}

tell_all() { # tell_all FOLDER [EXE [RUNNER]]
    folder=$1 exe=${2-} runner=${3-}
    tell touch
    tell room
    for image in assets/*.png; do
        tell rimcast outline "$image"
        tell rimcast outline "$image" --faithful --rays 100
        tell rimcast outline "$image" --contour --holes --tolerance 1.5 --convex 7 --format svg
        tell rimcast outline "$image" --contour --triangles --format tiled
        tell rimcast info "$image"
        tell rimcast hit assets/ship.png "$image" --at 40,25.5 --rotate 33 --scale 0.7 --flip h
        tell rimcast hit assets/ship.png "$image" --at 0,400 --rotate 71 --move 3,-500
    done
    tell rimcast outline assets/ring.png --max-error 1.5 --format csv
    tell rimcast outline assets/ --format c
    tell rimcast mesh assets/rooms.raw --bsp --raycast 0.5,1.5,0.25 1,-0.25,0.125
    tell rimcast mesh assets/course.raw --weld 0.001 --compact
    tell rimcast --version
    tell rimcast outline no-such-file.png
    tell rimcast hit assets/ship.png
    tell rimcast mesh assets/rooms.raw --save "$place/rooms.mesh"
    tell rimcast outline assets/sword.png --picture "$place/sword.png"
    cksum "$place/rooms.mesh" "$place/sword.png" && rm "$place/rooms.mesh" "$place/sword.png" || exit 1
    # A quarter of a million answers from every part of the library, as hashes.
    ! ls "$ported/.."/determinism* >/dev/null 2>&1 || tell ../determinism short | awk '{ print $1, $2, $3 }'
}

if [ -e "$ported/touch.exe" ]; then
    # A prefix of its own, made without windows and without asking for Mono or Gecko.
    export WINEPREFIX="$PWD/build/ports/wine" WINEDEBUG=-all DISPLAY= WINEDLLOVERRIDES='mscoree,mshtml='
    # The script called wine has things to say about 32-bit programs.
    wine=$(ls /usr/lib/wine/wine64 2>/dev/null || echo wine)
    timeout 300 $wine "$ported/touch.exe" >/dev/null 2>&1 # makes the prefix
    tell_all "$ported" .exe $wine >"$place/ported.said"
else
    tell_all "$ported" >"$place/ported.said"
fi
tell_all "$native" >"$place/native.said"
count=$(grep -c '^status\|^rim_' "$place/native.said")
[ "$count" -gt 50 ] || { echo "portability: the native programs gave $count answers"; exit 1; }
diff -au "$place/native.said" "$place/ported.said" >"$place/diff" ||
    { echo "portability: $ported differs"; head -20 "$place/diff"; exit 1; }
echo "ok      $ported: $count answers as the native ones"
