#!/bin/sh
# Plants faults in each folder of src/, one at a time, and counts those that the tests notice: called by `make mutants`.
#
# 1. mutants.awk lists every fault that can be planted and draws their order.
# 2. Folder by folder MUTANTS of them are planted in a copy of the project, build/planted/tree. A fault that does not
#    compile or that gives the same libraries and program (Papadakis, Jia, Harman, Le Traon 2015) does not count.
# 3. The tests of the same folder below tests/ are built and run, then those of tests/project named in LAST. A fault is
#    noticed if one fails, crashes, or takes far longer than usual.
set -u
least=90
jobs=${JOBS:-$(nproc 2>/dev/null || echo 2)}
place=$PWD/build/planted
tree=$place/tree
tab=$(printf '\t')

build() { # build PROGRAM...
    make -C "$tree" -s JOBS="$jobs" MODE=mutants DEPS=no ONLY= "$@"
}

run() { # run SECONDS PROGRAM... : the tests as they are built in the copy
    (cd "$tree" && limit=$1 && shift &&
        RIMCAST=build/mutants/rimcast CMOCKA_TEST_ABORT=1 timeout "$limit" sh scripts/run-tests.sh "$@")
}

made() { (cd "$tree/build/mutants" && cat librimcast.a librimcast-sdl.a rimcast | cksum); }

tests_of() { # tests_of FOLDER: its test programs
    (cd "$tree/tests" && find "$1" -maxdepth 1 -name '*.c' 2>/dev/null | sed 's|^|build/mutants/tests/|; s|\.c$||')
}

unset MAKEFLAGS # the copy is built by a make of its own
folders=$(find src -name '*.[ch]' | sed 's|^src/||; s|/[^/]*$||' | sort -u)
chosen=$(echo "$folders" | grep -F -- "$ONLY") ||
    { echo "mutants: no folder has '$ONLY' in its name; there are:" $folders >&2; exit 2; }
rm -rf "$place"
mkdir -p "$tree"
cp -R $(ls -d Makefile assets bench demos docs include scripts src tests web) "$tree"
awk -f scripts/mutants.awk -v seed="$SEED" tests/mutants.accepted $(find src -name '*.[ch]' | sort) >"$place/all" || exit 1

libraries="build/mutants/librimcast.a build/mutants/librimcast-sdl.a build/mutants/rimcast"
last=$(for name in $LAST; do echo "build/mutants/tests/project/$name"; done)
build $libraries $last || exit 1
sound=$(made)
printf '%-16s %8s %8s %8s\n' folder planted noticed survived

for folder in $chosen; do
    own=$(tests_of "$folder")
    planted=0 noticed=0 began=$(date +%s)
    build $own && run 3600 $own $last >"$place/sound.log" || { echo "mutants: the tests of $folder fail as they are" >&2; exit 1; }
    limit=$((5 * ($(date +%s) - began) + 20))
    awk -F "$tab" -v f="$folder" '$1 == f' "$place/all" | sort -t "$tab" -k 2,2n >"$place/plan"
    while [ $planted -lt "$MUTANTS" ] && IFS=$tab read -r same drawn file line kind text <&3; do
        TEXT=$text awk -v line="$line" 'NR == line { print ENVIRON["TEXT"]; next } { print }' "$file" >"$tree/$file"
        if build $libraries >"$place/log" 2>&1 && [ "$(made)" != "$sound" ]; then
            planted=$((planted + 1))
            if build $own $last >"$place/log" 2>&1 && { [ -z "$own" ] || run $limit $own >>"$place/log" 2>&1; } &&
                run $limit $last >>"$place/log" 2>&1; then
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
awk -v least=$least '{ planted += $2; noticed += $3 }
    END { print "noticed " noticed + 0 " of " planted + 0; exit !(planted && 100 * noticed >= least * planted) }' "$place/sums"
