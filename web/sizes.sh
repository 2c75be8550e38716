#!/bin/sh
# sizes.sh FOLDER: how large each WebAssembly file and each script of the page is, raw and gzipped.
set -eu
find "$1" -name '*.wasm' -o -name '*.js' -o -name '*.mjs' -o -name '*.data' | sort | while read -r file; do
    printf '%-40s %8d bytes, gzipped %8d\n' "$file" "$(wc -c <"$file")" "$(gzip -9 -c "$file" | wc -c)"
done
