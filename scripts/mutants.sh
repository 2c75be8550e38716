#!/bin/sh
# Plants faults in each folder of src/, one at a time, and counts those that the tests notice: called by `make mutants`.
#
# Folder by folder MUTANTS of the faults that mutants.awk lists are drawn and planted in a copy of the project,
# build/planted/tree. A fault that does not compile or that gives the same libraries and program (Papadakis, Jia, Harman,
# Le Traon 2015) does not count. It is noticed if one of the tests of the same folder below tests/, or of those of
# tests/project named in LAST, fails, crashes, or takes far longer than usual. Fails below 90 % and if none was planted.
set -u
place=$PWD/build/planted
tree=$place/tree
tab=$(printf '\t')

build() { make -C "$tree" -s MODE=mutants DEPS=no ONLY= "$@" >"$place/log" 2>&1; }

run() { # run SECONDS PROGRAM... : the tests as they are built in the copy
    (cd "$tree" && limit=$1 && shift && [ $# -gt 0 ] || exit 0
        RIMCAST=build/mutants/rimcast CMOCKA_TEST_ABORT=1 timeout "$limit" sh scripts/run-tests.sh "$@"
    ) >"$place/log" 2>&1
}

made() { (cd "$tree/build/mutants" && cat librimcast.a librimcast-sdl.a rimcast | cksum); }

give_up() { echo "mutants: $1; see $place/log" >&2; exit 1; }

unset MAKEFLAGS # the copy is built by a make of its own
sources=$(find src -name '*.[ch]' | sort)
folders=$(echo "$sources" | sed 's|^src/||; s|/[^/]*$||' | sort -u)
chosen=$(echo "$folders" | grep -F -- "$ONLY") ||
    { echo "mutants: no folder has '$ONLY' in its name; there are:" $folders >&2; exit 2; }
rm -rf "$place"
mkdir -p "$tree"
cp -R Makefile assets bench demos docs include scripts src tests web "$tree"
awk -f scripts/mutants.awk tests/mutants.accepted $sources >"$place/all" || exit 1
printf '%-16d' "$SEED" >"$place/seed"

libraries="build/mutants/librimcast.a build/mutants/librimcast-sdl.a build/mutants/rimcast"
last=$(for name in $LAST; do echo "build/mutants/tests/project/$name"; done)
build $libraries $last || give_up "the copy does not build"
sound=$(made)
printf '%-16s %8s %8s %8s\n' folder planted noticed survived

for folder in $chosen; do
    own=$(cd "$tree" && find "tests/$folder" -maxdepth 1 -name '*.c' 2>/dev/null | sed 's|^|build/mutants/|; s|\.c$||')
    planted=0 noticed=0 began=$(date +%s)
    build $own && run 3600 $own $last || give_up "the tests of $folder fail as they are"
    limit=$((5 * ($(date +%s) - began) + 20))
    # The draw hashes the seed and the line with the fault: a change to one line leaves the order of the others' faults.
    grep "^$folder$tab" "$place/all" | sort -t "$tab" -k 4R --random-source="$place/seed" >"$place/plan"
    while [ $planted -lt "$MUTANTS" ] && IFS=$tab read -r same line kind file text <&3; do
        TEXT=$text awk -v line="$line" 'NR == line { print ENVIRON["TEXT"]; next } { print }' "$file" >"$tree/$file"
        if build $libraries && [ "$(made)" != "$sound" ]; then
            planted=$((planted + 1))
            if build $own $last && run $limit $own && run $limit $last; then
                echo "survived: $file:$line: $kind"
                { sed -n "${line}p" "$file"; printf '%s\n' "$text"; } | sed 's/^ */    /'
            else
                noticed=$((noticed + 1))
            fi
        fi
        cp "$file" "$tree/$file"
    done 3<"$place/plan"
    printf '%-16s %8d %8d %8d\n' "$folder" $planted $noticed $((planted - noticed)) | tee -a "$place/sums"
done
awk '{ planted += $2; noticed += $3 }
    END { print "noticed " noticed + 0 " of " planted + 0; exit !(planted && 10 * noticed >= 9 * planted) }' "$place/sums"
