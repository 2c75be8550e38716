#!/bin/sh
# Builds and runs the determinism program for every compiler and processor at hand, and compares its hashes
# with tests/determinism.txt:   determinism.sh [PART-OF-A-NAME]
# Or writes that file:          determinism.sh --record PROGRAM
set -u
unset MAKEFLAGS # each build is a make of its own
kept=tests/determinism.txt

if [ "${1-}" = --record ]; then
    export LC_ALL=C
    $2 >build/full.hashes && $2 short >build/short.hashes && [ -s build/full.hashes ] &&
        { sed -n '/^#/p' $kept; join -o 0,1.2,2.2 build/full.hashes build/short.hashes; } >build/kept &&
        mv build/kept $kept
    exit
fi

only=${1-} names= compared= failed= absent=
has() { command -v "$1" >/dev/null 2>&1; }

# one NAME COMPILER OPTIMIZATION [CPPFLAGS [LDFLAGS [RUNNER [EXE]]]]
one() {
    name=$1 compiler=$2 optimize=$3 flags=${4-} link=${5-} runner=${6-} exe=${7-}
    names="$names $name"
    case $name in *"$only"*) ;; *) return ;; esac
    for need in $compiler $runner; do
        case $need in -*) continue ;; esac
        has "$need" || { absent="$absent $name ($need)"; return; }
    done
    mode=bits-$name
    archiver=ar
    [ "$compiler" = emcc ] && archiver=emar
    printf '%-14s ' "$name"
    if ! make MODE="$mode" "OPTIMIZE_$mode=$optimize -DNDEBUG" CC="$compiler" AR=$archiver CPPFLAGS="$flags -w" \
        CFLAGS= LDFLAGS="$link" EXE="$exe" "build/$mode/determinism$exe" >"build/$mode.log" 2>&1; then
        echo "does not build; see build/$mode.log"
        failed="$failed $name"
    elif $runner "build/$mode/determinism$exe" $kept; then
        compared="$compared $name"
    else
        failed="$failed $name"
    fi
}

mkdir -p build
one gcc-O0 gcc -O0
one gcc-O2 gcc -O2
one gcc-O3 gcc -O3
one gcc-native gcc "-O3 -march=native"
one gcc-simd0 gcc -O2 -DRIM_SIMD=0
one gcc-simd1 gcc -O2 -DRIM_SIMD=1
one gcc-simd2 gcc -O2 -DRIM_SIMD=2
one clang-O0 clang -O0
one clang-O2 clang -O2
one clang-O3 clang -O3
one clang-native clang "-O3 -march=native"
one clang-simd0 clang -O2 -DRIM_SIMD=0
one musl musl-gcc -O2 "" -static
one i686-O0 i686-linux-gnu-gcc -O0 "-msse2 -mfpmath=sse" -static
one i686-O2 i686-linux-gnu-gcc -O2 "-msse2 -mfpmath=sse" -static
one arm64-O0 aarch64-linux-gnu-gcc -O0 "" -static qemu-aarch64-static
one arm64-O3 aarch64-linux-gnu-gcc -O3 "" -static qemu-aarch64-static

# Debian's emcc does not find its own optimizer without this. Its programs, where there is a fetch, take a file's
# path for an address.
export NODE_PATH="${NODE_PATH:-/usr/share/nodejs}"
wasm="-sNODERAWFS=1 -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=64MB -sTOTAL_STACK=16MB"
alone="node --no-experimental-fetch"
one wasm-O2 emcc -O2 "" "$wasm -O1" "$alone" .js
# Clang 14 packs scalars into WebAssembly's vectors wrongly (lanes are lost), so it must not.
one wasm-simd emcc "-O3 -msimd128 -fno-slp-vectorize" "" "$wasm -O1" "$alone" .js

echo "agree:${compared:- none}"
[ -z "$absent" ] || echo "left out, without their compiler or emulator:$absent"
[ -z "$failed" ] || echo "differ or do not build:$failed"
[ -n "$compared$failed$absent" ] || echo "no build's name contains '$only'; there are:$names"
[ -z "$failed" ] && [ -n "$compared" ]
