#!/bin/sh
# hide.sh FROM TO: a copy of the static library in which functions and tables that its files share, and that
# no public header declares, begin with rim_inner_: a program that links it may have names like theirs.
# Without nm and objcopy it is a plain copy.
set -eu
if command -v "${NM:-nm}" >/dev/null && command -v "${OBJCOPY:-objcopy}" >/dev/null; then
    "${NM:-nm}" -g --defined-only "$1" | awk 'NF == 3 && $3 !~ /^rim_/ { print $3, "rim_inner_" $3 }' |
        sort -u > "$2.names"
    "${OBJCOPY:-objcopy}" --redefine-syms="$2.names" "$1" "$2"
    rm -f "$2.names"
else
    cp "$1" "$2"
fi
