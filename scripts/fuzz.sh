#!/bin/sh
# fuzz.sh SECONDS PROGRAM...: runs each fuzzer for a while, JOBS of them at a time, and prints how many inputs each
# tried. Fails if one finds something or tries nothing. Those in build/fuzz are libFuzzer's.
set -u
[ $# -gt 1 ] || { echo "fuzz: no fuzzer" >&2; exit 1; }
export SECONDS_EACH="$1"
shift
printf '%s\n' "$@" | xargs -P "${JOBS:-1}" -I{} sh -c '
    name=$(basename "$1") log=$1.log
    case $1 in
    build/fuzz/*)
        mkdir -p "build/fuzz/inputs/$name"
        set -- "$1" -max_total_time="$SECONDS_EACH" -timeout=60 -max_len=400 -print_final_stats=1 \
            -artifact_prefix="build/fuzz/$name-" "build/fuzz/inputs/$name" ;;
    *) set -- "$1" "$SECONDS_EACH" ;;
    esac
    timeout $((SECONDS_EACH + 120)) "$@" >"$log" 2>&1
    status=$?
    tried=$(sed -n "s/^stat::number_of_executed_units: *//p; s/^[a-z0-9_]*: \([0-9]*\) inputs.*/\1/p" "$log")
    [ $status = 0 ] && [ "${tried:-0}" -gt 0 ] && echo "ok      $name: $tried inputs in $SECONDS_EACH s" && exit
    echo "FAILED  $name: status $status after ${tried:-no} inputs; see $log"
    tail -n 40 "$log"
    exit 1
' sh {}
