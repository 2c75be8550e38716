#!/bin/sh
# Opens the drag scene; without a display plays its recorded mouse track and says where the picture is.
set -u
cd "$(dirname "$0")/.."
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || [ "$(uname)" = Darwin ]; then
    build/rimcast-demos drag
    status=$?
    [ $status = 3 ] || exit $status # 3: the display cannot be reached after all
fi
echo "No display here: playing the recorded mouse; the picture of the last step will be build/drag.png"
sh scripts/play-scenes.sh build drag
