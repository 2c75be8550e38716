# The cost page, docs/cost.md, from the rows that build/release/bench/bench_cost prints: a table for each size and pose after
# the page's own words.
#
# A row: question, size/pose/case, who, ns, times as long as Rimcast.

function show(ns) { return ns < 999.5 ? sprintf("%.0f ns", ns) : ns < 999500 ? sprintf("%.1f µs", ns / 1e3) : sprintf("%.1f ms", ns / 1e6) }
function cell(key) { return show(ours[key]) " | " show(hand[key]) }

$3 == "rimcast" { ours[$1 "/" $2] = $4; if (!seen[$1]++) names[++count] = $1 }
$3 == "by-hand" { hand[$1 "/" $2] = $4 }

END {
    while ((getline line < page) > 0 && line !~ /^## /) text = text line "\n"
    sub(/\n+$/, "", text); print text
    split("48 256", sizes, " "); split("Unrotated Rotated", poses, " ")
    for (i = 1; i <= 2; i++) for (k = 1; k <= 2; k++) {
        print "\n## " poses[k] " sprites of " sizes[i] " pixels\n"
        print "| | hit | by hand | near miss | by hand | far apart | by hand |"
        print "|---|---:|---:|---:|---:|---:|---:|"
        for (n = 1; n <= count; n++) {
            key = names[n] "/" sizes[i] "/" tolower(poses[k]) "/"
            print "| `" names[n] "` | " cell(key "hit") " | " cell(key "near") " | " cell(key "far") " |"
        }
    }
}
