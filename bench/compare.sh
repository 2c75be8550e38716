#!/bin/sh
# compare.sh COMMIT [ROW]: builds the library of a commit under build/old/, then each program of the bench in two
# copies, one for each library, and runs both copies in one process (bench/compare/compare.c).
#
# Both copies are compiled from today's rows. Where these do not compile against the old headers, the old copy is
# compiled from the commit's own rows, and rows of the same name are compared. Each copy is linked with its library
# into one object that shows nothing but its entry, so the same names may stand in both.
set -u
unset MAKEFLAGS # the old library is built by a make of its own
commit=$(git rev-parse --verify --quiet "$1^{commit}") || { echo "bench: no commit $1" >&2; exit 2; }
only=${2-} place=build/old/$commit tree=build/old/$commit/tree
mkdir -p "$place"

if [ ! -e "$place/built" ]; then
    echo "building the library of $commit"
    rm -rf "$tree" && mkdir "$tree" && git archive "$commit" | tar -x -C "$tree" &&
        make -C "$tree" MODE=release DEPS=no build/release/librimcast.a >"$place/log" 2>&1 && touch "$place/built" ||
        { echo "bench: it does not build; see $place/log" >&2; exit 1; }
fi

# copy SIDE PROGRAM ROWS INCLUDE LIBRARY: makes $place/SIDE-PROGRAM.o of the rows in a folder.
copy() {
    objects= out=$place/$1-$2
    rm -rf "$out" && mkdir "$out" || return 1
    for source in "$3/$2.c" $(ls "$3"/*.c | grep -v '/bench_') bench/compare/side.c; do
        object=$out/$(basename "$source" .c).o
        case $source in
        */kit.c) renamed= ;;
        *) renamed="-Dmain=$1_rows -Dbench_measure=side_measure -Dbench_print_head=side_head -Ddlopen=side_dlopen
                    -Dprintf=side_printf -Dside_offer=$1_offer" ;;
        esac
        $COMPILE -I"$4" -I"$3" -Ibench/compare $renamed -w -c "$source" -o "$object" || return 1
        objects="$objects $object"
    done
    ld -r $objects "$5" -o "$out.o" && objcopy --keep-global-symbol="$1_rows" "$out.o"
}

COMPILE=$(echo "$COMPILE" | sed 's/-Iinclude//')
compared=0
printf '%-46s %12s %12s   new/old: quartiles and median\n' row 'old ns' 'new ns'
for source in bench/bench_*.c; do
    program=$(basename "$source" .c)
    copy new "$program" bench include "$NEW" || exit 1
    if ! copy old "$program" bench "$tree/include" "$tree/build/release/librimcast.a" 2>"$place/$program.log"; then
        if ! copy old "$program" "$tree/bench" "$tree/include" "$tree/build/release/librimcast.a" 2>>"$place/$program.log"; then
            echo "$program: all rows left out, they do not compile against the old headers; see $place/$program.log"
            continue
        fi
        echo "$program: today's rows do not compile against the old headers, the old side has the commit's own"
    fi
    $COMPILE -Ibench/compare -c bench/compare/compare.c -o "$place/compare.o" &&
        $LINK "$place/compare.o" "$place/new-$program.o" "$place/old-$program.o" -o "$place/$program" -pthread -lm || exit 1
    "$place/$program" "$only" >"$place/$program.table" && compared=1
    grep -v 'does not match' "$place/$program.table"
done
[ $compared = 1 ] || { echo "bench: no row was compared; there are:"; sed -n 's/.*does not match/   /p' "$place"/*.table; exit 1; }
