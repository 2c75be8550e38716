#!/bin/sh
# fuzz.sh SECONDS PROGRAM...: runs each fuzzer for a while; a fuzzer prints how many inputs it tried
# and exits non-zero (or dies under the sanitizers) on a finding.
set -u
seconds=$1
shift
for fuzzer; do
    echo "fuzz    $(basename "$fuzzer") for $seconds s"
    timeout $((seconds + 120)) "$fuzzer" "$seconds" || { echo "FAILED  $fuzzer"; exit 1; }
done
