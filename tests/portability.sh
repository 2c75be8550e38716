#!/bin/sh
# portability.sh NATIVE PORTED: the programs in two folders print the same, byte for byte, and end with the same
# status. Programs for Windows are run by wine.
set -u
native=$1 ported=$2
place=build/ports/$(basename "$(dirname "$ported")")
rm -rf "$place" && mkdir -p "$place"
count=0

if [ -e "$ported/touch.exe" ]; then
    exe=.exe
    # A prefix of its own, made without windows and without asking for Mono or Gecko.
    WINEPREFIX=$PWD/build/ports/wine WINEDEBUG=-all DISPLAY= WINEDLLOVERRIDES='mscoree,mshtml='
    export WINEPREFIX WINEDEBUG DISPLAY WINEDLLOVERRIDES
    # The script called wine has things to say about 32-bit programs.
    wine=wine
    [ -x /usr/lib/wine/wine64 ] && wine=/usr/lib/wine/wine64
    under() { timeout 300 $wine "$@"; }
    under "$ported/touch.exe" >/dev/null 2>&1 # makes the prefix
else
    exe=
    under() { timeout 300 "$@"; }
fi

same() { # same PROGRAM ARGUMENTS...
    program=$1
    shift
    "$native/$program" "$@" >"$place/native.out" 2>"$place/native.err"
    expected=$?
    under "$ported/$program$exe" "$@" >"$place/ported.out" 2>"$place/ported.err"
    status=$?
    for stream in out err; do
        # How long something took may differ, and lines for a terminal end as the system likes.
        for side in native ported; do
            grep -av ' ms$' "$place/$side.$stream" >"$place/$side.kept"
        done
        [ "$program $stream" = 'rimcast out' ] || sed -i 's/\r$//' "$place/ported.kept"
        cmp -s "$place/native.kept" "$place/ported.kept" && continue
        echo "portability: $ported/$program $*: std$stream differs"
        diff "$place/native.kept" "$place/ported.kept" | head -5
        exit 1
    done
    [ $status = $expected ] || { echo "portability: $ported/$program $*: status $status, not $expected"; exit 1; }
    count=$((count + 1))
}

same touch
same room
for image in assets/*.png; do
    same rimcast outline "$image"
    same rimcast outline "$image" --faithful --rays 100
    same rimcast outline "$image" --contour --holes --tolerance 1.5 --convex 7 --format svg
    same rimcast outline "$image" --contour --triangles --format tiled
    same rimcast info "$image"
    same rimcast hit assets/ship.png "$image" --at 40,25.5 --rotate 33 --scale 0.7 --flip h
    same rimcast hit assets/ship.png "$image" --at 0,400 --rotate 71 --move 3,-500
done
same rimcast outline assets/ring.png --max-error 1.5 --format csv
same rimcast outline assets/ --format c
same rimcast mesh assets/rooms.raw --bsp --raycast 0.5,1.5,0.25 1,-0.25,0.125
same rimcast mesh assets/course.raw --weld 0.001 --compact
same rimcast --version
same rimcast outline no-such-file.png
same rimcast hit assets/ship.png
"$native/rimcast" mesh assets/rooms.raw --save "$place/native.mesh" >/dev/null
under "$ported/rimcast$exe" mesh assets/rooms.raw --save "$place/ported.mesh" >/dev/null
"$native/rimcast" outline assets/sword.png --picture "$place/native.png" >/dev/null
under "$ported/rimcast$exe" outline assets/sword.png --picture "$place/ported.png" >/dev/null
for file in mesh png; do
    cmp "$place/native.$file" "$place/ported.$file" || exit 1
    count=$((count + 1))
done
# A quarter of a million answers from every part of the library, as hashes.
if [ -e "$ported/../determinism$exe" ]; then
    "$native/../determinism" short | awk '{ print $1, $2, $3 }' >"$place/native.hashes"
    under "$ported/../determinism$exe" short | tr -d '\r' | awk '{ print $1, $2, $3 }' >"$place/ported.hashes"
    [ "$(wc -l <"$place/native.hashes")" -gt 20 ] || { echo "portability: no hashes"; exit 1; }
    diff "$place/native.hashes" "$place/ported.hashes" || exit 1
    count=$((count + $(wc -l <"$place/native.hashes")))
fi
echo "ok      $ported: $count answers as the native ones"
