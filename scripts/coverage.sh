#!/bin/sh
# coverage.sh FOLDER: a table of the lines and branches that were run, from the counts under FOLDER/src, and
# the marked sources in FOLDER/html. What counts is told in tests/coverage.mk.
set -eu
counts=$1
mkdir -p "$counts/html"
# Without its assertions: one takes it amiss that a name stands for several functions of one file.
PYTHONOPTIMIZE=1 gcovr --root . --object-directory "$counts" --filter 'src/' \
    --csv "$counts/files.csv" --json "$counts/all.json" --html-details "$counts/html/index.html" "$counts/src"

awk -F, '
function share(a, b) { return b ? 100 * a / b : 100 }
function row(name, l, lr, b, br)
{
    printf "%-10s %8d %8d %7.2f%% %8d %8d %7.2f%%\n", name, l, lr, share(lr, l), b, br, share(br, b)
}
FNR > 1 {
    split($1, part, "/"); folder = part[1] "/" part[2]
    lines[folder] += $2; lines_run[folder] += $3; branches[folder] += $5; branches_run[folder] += $6
}
END {
    printf "%-10s %8s %8s %8s %8s %8s %8s\n", "folder", "lines", "run", "", "branches", "run", ""
    count = split("src/base src/flat src/solid src/data src/sdl src/cli", order, " ")
    for (i = 1; i <= count; i++) {
        f = order[i]
        row(f, lines[f], lines_run[f], branches[f], branches_run[f])
        l += lines[f]; lr += lines_run[f]; b += branches[f]; br += branches_run[f]
    }
    row("total", l, lr, b, br)
}' "$counts/files.csv"
