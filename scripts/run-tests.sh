#!/bin/sh
# Runs test programs, prints one line for each when it ends, and closes with "N passed, N failed".
# What a failing program printed is shown; everything is kept in build/test-logs, or in TEST_LOGS.
# TEST_RUNNER=valgrind runs them under it.
set -u
logs=${TEST_LOGS:-build/test-logs}
rm -rf "$logs" && mkdir -p "$logs"
[ $# -gt 0 ] || { echo "no test matches"; exit 1; }

# On a terminal a line begins with the number of programs that have ended, and of all.
counter=
[ ! -t 1 ] || counter=$#
export counter

printf '%s\n' "$@" | xargs -P "$(nproc 2>/dev/null || echo 2)" -I{} sh -c '
    name=${1##*/tests/} skips=
    log=$2/$(echo "$name" | tr / -).log
    timeout 3600 ${TEST_RUNNER-} "$1" >"$log" 2>&1
    status=$?
    ran=$(sed -n "s/^\[==========\].* Running \([0-9]*\) test.*/\1/p" "$log" | awk "{ n += \$1 } END { print n + 0 }")
    good=$(grep -c "^\[       OK \]" "$log")
    # Those that say themselves that this machine cannot run them; cmocka lists them a second time below.
    skipped=$(sed "/^\[==========\].* run\.\$/q" "$log" | grep -c "^\[  SKIPPED \]")
    bad=$((ran - good - skipped))
    [ "$status" = 0 ] || [ "$bad" -gt 0 ] || bad=1   # crashed before or after its tests
    [ "$ran" -gt 0 ] || bad=1                         # ran nothing
    echo "$good $bad" >"${log%.log}.count"
    [ -z "$counter" ] || name="[$(ls "$2" | grep -c "count\$")/$counter] $name"
    if [ "$bad" -gt 0 ]; then
        { echo "FAILED  $name: $bad of $ran (exit status $status)"; sed "s/^/        /" "$log"; } >"${log%.log}.failed"
        cat "${log%.log}.failed"
    else
        [ "$skipped" = 0 ] || skips=", $skipped skipped"
        echo "ok      $name: $good$skips"
    fi
' sh {} "$logs"

# A program without a count was never run.
cat "$logs"/*.count 2>/dev/null | awk -v programs=$# '{ passed += $1; failed += $2 }
    END { failed += programs - NR; printf "%d passed, %d failed\n", passed, failed; exit failed != 0 }'
