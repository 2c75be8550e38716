#!/bin/sh
# Plants faults in each module of src/, one at a time, and counts those that the tests notice.
# Called by `make mutants`, which has built the library, the program and all tests before.
#
# 1. mutants.awk lists every fault the operators can plant and draws them in an order of its own.
# 2. Module by module the first MUTANTS of them are planted in a copy of the tree, and what includes the
#    changed file is compiled. What does not compile is passed over, as is what gives the same machine
#    code as before (Papadakis, Jia, Harman, Le Traon 2015): it is no fault.
# 3. For each the tests are linked with the changed objects before the library and run, the module's own
#    tests (test_<module>*) first, then others that use these objects, the quick ones first, as far as
#    BUDGET seconds last. A failure, a crash, or taking five times as long as usual is noticing.
#
# Everything lies in build/planted: MODULE.NUMBER/info is what was planted, log what the tests said to it.
set -u
budget=${BUDGET:-30}
least=90
only=${ONLY:-}
jobs=${JOBS:-$(nproc 2>/dev/null || echo 2)}
root=$(pwd)
out=$root/$OUT
place=$root/build/planted
tab=$(printf '\t')
program=$out/rimcast

rm -rf "$place"
mkdir -p "$place/plan" "$place/claims"
trap 'trap - TERM; kill 0; exit 1' INT TERM

# --- what is common to the workers ------------------------------------------------------------------

# share COMMAND THING...: several shells share the things; each is done by who claims it first.
share() {
    stage=$1
    shift
    worker=0
    while [ $worker -lt "$jobs" ]; do
        (
            tree=$place/tree.$worker
            [ -d "$tree" ] || { mkdir "$tree" && cp -R include src tests assets docs "$tree" && mkdir "$tree/build"; }
            cd "$tree" || exit 1
            exec 4>&2 2>>"$place/errors" # the shell's own remarks on what crashes
            for thing; do
                mkdir "$place/claims/$stage.$thing" 2>/dev/null && $stage "$thing"
            done
        ) &
        worker=$((worker + 1))
    done
    wait
}

# --- 2. planting ------------------------------------------------------------------------------------

# The sources that have this file in them; of many the first sixteen, as if the others had no fault. What
# only tests of the others would notice does not count then.
users_of() {
    case $1 in
    *.c) echo "$1" ;;
    *.h) (cd "$out" && grep -rl --include='*.d' " $1\\( \\|\$\\)" src | sed 's/d$/c/' | sort | head -n 16) ;;
    esac
}

compile() { # compile SOURCE OBJECT
    mkdir -p "${2%/*}"
    $COMPILE -c "$1" -o "$2" 2>/dev/null
}

# Plants a module's faults one after another until there are enough.
plant() {
    planted=0
    while [ $planted -lt "$MUTANTS" ] && IFS=$tab read -r module key file line kind text; do
        name=$module.$key
        here=$place/$name
        sources=$(users_of "$file")
        for source in $sources; do # the same, compiled from the same place with nothing planted
            sound=$place/sound/${source%.c}.o
            [ -e "$sound" ] || { compile "$source" "$sound.$$.$worker" && mv "$sound.$$.$worker" "$sound"; }
        done

        TEXT=$text awk -v line="$line" 'NR == line { print ENVIRON["TEXT"]; next } { print }' "$file" >changed &&
            mv changed "$file"
        compiles=yes differs=
        for source in $sources; do
            compile "$source" "$here/${source%.c}.o" || { compiles=; break; }
            cmp -s "$here/${source%.c}.o" "$place/sound/${source%.c}.o" && rm "$here/${source%.c}.o" || differs=yes
        done
        cp "$root/$file" "$file"

        if [ -z "$compiles" ] || [ -z "$differs" ]; then
            rm -rf "$here"
            continue
        fi
        planted=$((planted + 1))
        {
            echo "$file:$line: $kind"
            sed -n "${line}s/^ */    /p" "$root/$file"
            printf '%s\n' "$text" | sed 's/^ */    /'
        } >"$here/info"
        (cd "$here" && find src -name '*.o') >"$here/objects"
        echo "$name" >>"$place/names"
    done <"$place/plan/$1"
}

# --- 3. noticing ------------------------------------------------------------------------------------

# The tests that have one of the objects, in themselves or, if they run the program, in that.
tests_with() { # tests_with OBJECTS-FILE
    sed 's|.*/||; s|.*|(&)|' "$1" >members
    sed "s|^|$OUT/|" "$1" >paths
    with_program=
    grep -qF -f members "$program.map" && with_program=yes
    grep -qF -f paths "$program.map" && with_program=yes
    for test in $TESTS; do
        case $test in test_cli*) [ -n "$with_program" ] && echo "$test" && continue ;; esac
        grep -qF -f members "$out/tests/$test.map" && echo "$test"
    done
}

# How many seconds of a processor a test takes with nothing planted; kept beside the program.
measure() {
    seconds=$( (RIMCAST=$program "$out/tests/$1" >"$place/$1.log" 2>&1 || echo failed; times) |
        awk '/failed/ { bad = 1 } { split($0, t, /[ ms]+/) } END { print bad ? "failed" : t[1] * 60 + t[2] + t[3] * 60 + t[4] }')
    if [ "$seconds" = failed ]; then
        echo "mutants: $1 fails before anything is planted" >&4
        touch "$place/unsound"
        return 1
    fi
    echo "$(cksum <"$out/tests/$1") $seconds" >"$out/tests/$1.seconds"
}

# For the order of tests those of an earlier build will do.
time_test() {
    [ -e "$out/tests/$1.seconds" ] || measure "$1"
}

# But what a test notices only counts if this very program passes with nothing planted.
is_sound() {
    case $(cat "$out/tests/$1.seconds") in "$(cksum <"$out/tests/$1") "*) return 0 ;; esac
    measure "$1"
}

# "seconds test", the module's own first, then the quickest.
in_order() { # in_order MODULE <tests
    while read -r test; do
        case $test in test_$1 | test_$1[_0-9]*) rank=0 ;; *) rank=1 ;; esac
        echo "$rank $(sed 's/.* //' "$out/tests/$test.seconds") $test"
    done | sort -k1,1n -k2,2n
}

link() { # link PROGRAM-OR-TEST MAP OBJECTS... : with those of the changed objects that it has
    target=$1 map=$2
    shift 2
    changed=
    while read -r object; do
        grep -qF -e "(${object##*/})" -e "$OUT/$object" "$map" && changed="$changed $here/$object"
    done <"$here/objects"
    $LINK "$@" $changed "$out/tests/libsupport.a" "$out/librimcast-sdl.a" "$out/librimcast.a" -o "$target" $LIBS
}

notice() {
    here=$place/$1
    module=${1%.*}
    spent=0 verdict=survived
    tests_with "$here/objects" >tests.here
    in_order "$module" <tests.here >tests.order
    mutant=$program
    if grep -q test_cli tests.here; then
        mutant=$here/rimcast
        rest=
        for object in "$out"/src/cli/*.o; do
            [ -e "$here/src/cli/${object##*/}" ] || rest="$rest $object"
        done
        link "$mutant" "$program.map" $rest >>"$here/log" 2>&1 || echo "cannot link" >>"$here/log"
    fi
    while read -r rank seconds test <&3; do
        spent=$(echo "$spent $seconds" | awk '{ print $1 + $2 }')
        [ "$rank" = 0 ] || echo "$spent $budget" | awk '{ exit !($1 <= $2) }' || break
        echo "--- $test" >>"$here/log"
        link "$here/test" "$out/tests/$test.map" "$out/tests/$test.o" >>"$here/log" 2>&1 || continue
        limit=$(echo "$seconds" | awk '{ print int(5 * $1) + 2 }')
        (
            ulimit -t "$limit"
            ulimit -v 8000000
            ulimit -c 0
            CMOCKA_TEST_ABORT=1 RIMCAST=$mutant timeout $((10 * limit + 20)) "$here/test"
        ) >>"$here/log" 2>&1 </dev/null || { is_sound "$test" && verdict="noticed by $test" && break; }
    done 3<tests.order
    rm -rf "$here/test" "$here/rimcast" "$here/src"
    echo "$verdict" >"$here/result"
    if [ "$verdict" = survived ]; then
        { echo "survived  $1"; sed 's/^/  /' "$here/info"; } >&4
    fi
}

# --- all of it --------------------------------------------------------------------------------------

sources=$(find src -name '*.[ch]' | sort)
awk -f scripts/mutants.awk -v seed="$SEED" -v only="$only" tests/mutants.accepted $sources >"$place/all" || exit 1
sort -t "$tab" -k1,1 -k2,2n "$place/all" | awk -F '\t' -v plan="$place/plan/" '{ print > (plan $1) }'
modules=$(ls "$place/plan")
[ -n "$modules" ] || { echo "mutants: no module '$only'" >&2; exit 2; }

echo "planting up to $MUTANTS faults in each of: $(echo $modules)" >&2
share plant $modules
[ -e "$place/names" ] || { echo "mutants: nothing could be planted" >&2; exit 2; }

# Time those tests that will be run, once.
for name in $(cat "$place/names"); do cat "$place/$name/objects"; done | sort -u >"$place/objects"
tests=$(cd "$place" && tests_with objects)
echo "planted $(wc -l <"$place/names"); timing $(echo $tests | wc -w) tests as they are" >&2
share time_test $tests
[ ! -e "$place/unsound" ] || exit 1

echo "running them with the faults" >&2
share notice $(sort "$place/names")
[ ! -e "$place/unsound" ] || exit 1

for name in $(sort "$place/names"); do
    echo "${name%.*} $(cat "$place/$name/result")"
done | awk -v least=$least '
    { planted[$1]++; all++; if ($2 == "noticed") { noticed[$1]++; good++ } if (!($1 in at)) { at[$1] = ++n; module[n] = $1 } }
    END {
        form = "%-12s %8s %8s %8s %6s\n"
        printf form, "module", "planted", "noticed", "survived", ""
        for (i = 1; i <= n; i++) {
            m = module[i]
            printf form, m, planted[m], noticed[m] + 0, planted[m] - noticed[m], int(100 * noticed[m] / planted[m]) " %"
        }
        printf form, "total", all, good + 0, all - good, int(100 * good / all) " %"
        exit 100 * good < least * all
    }'
