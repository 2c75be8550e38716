#!/bin/sh
# Runs test programs, one line for each, and closes with "N passed, N failed".
# What a failing program printed is shown; everything is kept in build/test-logs, or in TEST_LOGS.
# TEST_RUNNER=valgrind runs them under it.
set -u
logs=${TEST_LOGS:-build/test-logs}
rm -rf "$logs" && mkdir -p "$logs"
[ $# -gt 0 ] || { echo "no test matches"; exit 1; }

printf '%s\n' "$@" | xargs -P "$(nproc 2>/dev/null || echo 2)" -I{} sh -c '
    name=$(echo "${1##*/tests/}" | tr / -)
    timeout 3600 ${TEST_RUNNER-} "$1" >"$2/$name.log" 2>&1
    echo $? >"$2/$name.status"
' sh {} "$logs"

passed=0 failed=0
for program; do
    name=$(echo "${program##*/tests/}" | tr / -) skips=
    log=$logs/$name.log
    ran=$(sed -n 's/^\[==========\].* Running \([0-9]*\) test.*/\1/p' "$log" | awk '{ n += $1 } END { print n + 0 }')
    good=$(grep -c '^\[       OK \]' "$log")
    # Those that say themselves that this machine cannot run them; cmocka lists them a second time below.
    skipped=$(sed '/^\[==========\].* run\.$/q' "$log" | grep -c '^\[  SKIPPED \]')
    status=$(cat "$logs/$name.status")
    bad=$((ran - good - skipped))
    [ "$status" = 0 ] || [ "$bad" -gt 0 ] || bad=1   # crashed before or after its tests
    [ "$ran" -gt 0 ] || bad=1                         # ran nothing
    passed=$((passed + good)) failed=$((failed + bad))
    if [ "$bad" -gt 0 ]; then
        echo "FAILED  $name: $bad of $ran (exit status $status)"
        sed 's/^/        /' "$log"
    else
        [ "$skipped" = 0 ] || skips=", $skipped skipped"
        echo "ok      $name: $good tests$skips"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
