#!/bin/sh
# Opens the drag scene; without a display plays its recorded mouse track and says where the picture is.
set -u
cd "$(dirname "$0")/.."

demos=build/rimcast-demos
track=assets/tracks/drag.track
picture=build/drag.png

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || [ "$(uname)" = Darwin ]; then
    "$demos" drag
    status=$?
    [ $status = 3 ] || exit $status # 3: the display cannot be reached after all
fi

steps=$(sed -n 's/^\([0-9]*\) end$/\1/p' "$track")
echo "No display here: playing the recorded mouse of $track, $steps steps."
"$demos" drag --play "$track" --frames "$steps" --shot "$picture" || exit
echo "The picture of the last step is $picture"
