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

only=${1-} names= agree= failed= absent=

# Some kernels do not run programs of 32 bits (126: not executable); an emulator does, in ten times the time.
run() { "$@" $kept || { [ $? = 126 ] && echo "by qemu" && qemu-i386-static "$@" $kept; }; }

# one NAME COMPILER OPTIMIZATION [CPPFLAGS [LDFLAGS [RUNNER [EXE]]]]
one() {
    names="$names $1"
    case $1 in *"$only"*) ;; *) return ;; esac
    runner=${6-} program=build/bits-$1/determinism${7-} log=build/bits-$1.log
    for need in $2 ${runner%% *}; do
        command -v "$need" >/dev/null 2>&1 || { absent="$absent $1 ($need)"; return; }
    done
    printf '%-14s ' "$1"
    make MODE="bits-$1" "OPTIMIZE_bits-$1=$3 -DNDEBUG" CC="$2" AR="$archiver" CPPFLAGS="${4-} -w" CFLAGS= \
        LDFLAGS="${5-}" EXE="${7-}" "$program" >"$log" 2>&1 || { echo "does not build; see $log"; false; } &&
        run $runner "$program" && agree="$agree $1" || failed="$failed $1"
}

mkdir -p build
archiver=ar
for compiler in gcc clang; do
    for level in O0 O2 O3; do one $compiler-$level $compiler -$level; done
    one $compiler-native $compiler "-O3 -march=native"
    one $compiler-simd0 $compiler -O2 -DRIM_SIMD=0
done
one gcc-simd1 gcc -O2 -DRIM_SIMD=1
one gcc-simd2 gcc -O2 -DRIM_SIMD=2
# A processor with AVX2, but not with all that the AVX2 kernels are compiled for.
one gcc-no-bmi gcc -O2 "" "" "qemu-x86_64-static -cpu max,-bmi1,-bmi2"
one musl musl-gcc -O2 "" -static
for level in O0 O2; do one i686-$level i686-linux-gnu-gcc -$level "-msse2 -mfpmath=sse" -static; done
for level in O0 O3; do one arm64-$level aarch64-linux-gnu-gcc -$level "" -static qemu-aarch64-static; done

# Debian's emcc does not find its own optimizer without this. Its programs, where there is a fetch, take a file's
# path for an address.
archiver=emar
export NODE_PATH="${NODE_PATH:-/usr/share/nodejs}"
wasm="-sNODERAWFS=1 -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=64MB -sTOTAL_STACK=16MB"
alone="node --no-experimental-fetch"
one wasm-O2 emcc -O2 "" "$wasm -O1" "$alone" .js
# Clang 14 packs scalars into WebAssembly's vectors wrongly (lanes are lost), so it must not.
one wasm-simd emcc "-O3 -msimd128 -fno-slp-vectorize" "" "$wasm -O1" "$alone" .js

echo "agree:${agree:- none}"
[ -z "$absent" ] || echo "left out, without their compiler or emulator:$absent"
[ -z "$failed" ] || echo "differ or do not build:$failed"
[ -n "$agree$failed$absent" ] || echo "no build's name contains '$only'; there are:$names"
[ -z "$failed" ] && [ -n "$agree" ]
