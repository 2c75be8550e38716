#!/bin/sh
# Prints a linker version script: every function that a public header declares (not the inline ones,
# not the SDL adapter's), and nothing else.
set -eu
cd "$(dirname "$0")/.."
echo '{ global:'
for header in include/rimcast/*.h; do
    [ "$header" = include/rimcast/sdl.h ] && continue
    sed 's://.*::' "$header" | grep -E '^[a-z]' | grep -vE '^(static|typedef|extern)' |
        grep -oE 'rim_[a-z0-9_]+\(' | tr '(' ';' || true
done | sort -u
echo 'local: *; };'
