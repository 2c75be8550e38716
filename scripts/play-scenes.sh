#!/bin/sh
# play-scenes.sh FOLDER [SCENE]: plays every scene, or one, from its recorded track, without a display, and keeps a
# picture of each in FOLDER. Fails if a scene fails, has no track, draws nothing, or if recording what
# is played gives another track. Where assets/tracks has SCENE.state, the numbers of the last step must be those.
set -u
cd "$(dirname "$0")/.."
mkdir -p "${1:?usage: play-scenes.sh FOLDER [SCENE]}" || exit 2

failed=0
scenes=${2-$(build/rimcast-demos --list | cut -d" " -f1)}
[ -n "$scenes" ] || { echo "play-scenes: build/rimcast-demos lists no scene" >&2; exit 1; }
for scene in $scenes; do
    track=assets/tracks/$scene.track
    steps=$(sed -n 's/^\([0-9]*\) end$/\1/p' "$track")
    if build/rimcast-demos "$scene" --play "$track" --frames "${steps:-0}" --shot "$1/$scene.png" \
           --record "$1/$scene.track" --state "$1/$scene.state" && cmp "$track" "$1/$scene.track" &&
       { [ ! -f "${track%track}state" ] || grep -v ^drawn "$1/$scene.state" | diff "${track%track}state" -; }; then
        echo "ok      scene $scene: $steps steps, $1/$scene.png"
    else
        echo "FAILED  scene $scene"
        failed=1
    fi
done
exit $failed
