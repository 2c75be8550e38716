# Reads what ctags prints of src/ as "kind name file line end". Complains about names at file scope that two files
# define, functions of more than 80 lines, and words that are never right in an identifier.
#
# Kernels are compiled once for every processor: files that differ in the ending that names it count as one, and so do
# the parameters of their common text.
BEGIN {
    FS = "\t"
    parameter = "^(CUT_(NAME|TARGET|LANES)|FEW_NAME|(EIGHT_|F32XN_)?NAME|SIMD_(NAME|INLINE|TARGET|TIER|FEATURES|AVX512)|FARTHEST_OF_MANY|REACH_OF_MANY|TARGET|WIDTH|" \
                "WALK_(NAME|USABLE)|EIGHT_AVX512|_XOPEN_SOURCE)$"
    never = "(^|_)(storey|door|gates?|spokes?|hubs?|pierce|pierces|rouse|lull|scrap|spoiled|todo)(_|$)"
}
$1 == "variable" && $3 ~ /\.h$/ { next }
$1 ~ /^(prototype|externvar|member|local|parameter)$/ { next }
$1 == "function" && $5 - $4 >= 80 { complain($2 " has " $5 - $4 + 1 " lines; 80 are the limit") }
tolower($2) ~ never { complain("'" $2 "' has a word that scripts/names.awk forbids") }
$2 !~ parameter {
    home = $3
    sub(/_(plain|plane|scalar|sse2|avx2|avx512|wide)\.[ch]$/, "", home)
    if ($2 in first && first[$2] != home) complain("'" $2 "' is defined in " place[$2] " as well")
    first[$2] = home
    place[$2] = $3 ":" $4
}
{ names++ }
function complain(text) { print $3 ":" $4 ": " text; bad = 1 }
END { exit bad || names < 100 } # too few: something is wrong with this check
