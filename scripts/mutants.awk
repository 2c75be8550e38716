# Lists the faults that can be planted in C files, one line each, tab-separated: folder, line, kind, file, and the line
# with the fault:     awk -f scripts/mutants.awk tests/mutants.accepted FILES...
#
# The operators are the usual ones (DeMillo, Lipton, Sayward 1978; Offutt et al. 1996). Faults named in
# tests/mutants.accepted are left out; an entry that fits no line is an error. The format that `make lint` keeps is
# assumed: blanks around binary operators, one statement a line.
BEGIN {
    pairs = split("< <= < > <= < > >= > < >= > == != != == && || || && + - - + * / / * % * += -= -= += " \
                  "<< >> >> << | & & |", p)
    for (i = 1; i < pairs; i += 2) swaps[p[i]] = swaps[p[i]] " " p[i + 1]
    operator = " ([<>]=?|[!=]=|&&|\\|\\||[-+]=?|[*/%|&]|<<|>>) "
    constant = "[^A-Za-z0-9_.][0-9][0-9A-Fa-fxX.]*([ep][-+]?[0-9]+)?[fuUlL]*"
    token = "(if|while) \\(|_(min|max)\\(|return (true|false);|" operator "|" constant
}

function trimmed(text) { sub(/^ +/, "", text); gsub(/ +/, " ", text); return text } # alignment does not matter

function plant(kind, i, n, text,    mutated, entry) # `text` in place of n characters at column i
{
    mutated = substr($0, 1, i - 1) text substr($0, i + n)
    entry = FILENAME ": " trimmed($0) " ---> "
    if ((entry "*") in accepted) accepted[entry "*"]++
    else if ((entry trimmed(mutated)) in accepted) accepted[entry trimmed(mutated)]++
    else printf "%s\t%d\t%s\t%s\t%s\n", folder, FNR, kind, FILENAME, mutated
}

function mutate(found, i,    n, k, to, depth) # what stands at column i
{
    n = length(found)
    if (found ~ / $/) {
        for (k = split(swaps[trimmed(substr(found, 1, n - 1))], to); k > 0; k--) plant("operator", i, n, " " to[k] " ")
    } else if (found ~ /^return/) {
        plant("return", i + 7, n - 8, found ~ /true/ ? "false" : "true")
    } else if (found ~ /^_/) {
        plant("minmax", i + 1, 3, found ~ /min/ ? "max" : "min")
    } else if (found ~ /^[iw]/) { # as far as the bracket is closed on this line
        i += n - 1
        for (k = i; k <= length(m); k++) {
            depth += (substr(m, k, 1) == "(") - (substr(m, k, 1) == ")")
            if (depth == 0) { plant("condition", i, k - i + 1, "(!" substr(m, i, k - i + 1) ")"); break }
        }
    } else {
        found = substr(found, 2)
        if (found ~ /^[01](\.0*)?[fuUlL]*$/) plant("constant", i + 1, 1, 1 - substr(found, 1, 1))
        else plant("constant", i + 1, n - 1, "(" found " + 1)")
    }
}

FILENAME ~ /\.accepted$/ { if (!/^(#|$)/) accepted[trimmed($0)] = 0; next }

FNR == 1 { folder = FILENAME; gsub(/^src\/|\/[^\/]*$/, "", folder); directive = 0; before = "" }

# Only lines of functions: indented, without preprocessor lines, comments, texts.
{
    m = $0
    sub(/ *\/\/.*/, "", m)
    if (directive || m ~ /^ *#/) { directive = m ~ /\\$/; next }
    if (m ~ /^    / && m !~ /["']|assert\(/) {
        for (at = 1; match(substr(m, at), token); at += size - 1) {
            at += RSTART - 1
            mutate(substr(m, at, size = RLENGTH), at)
        }
        # `while (0)` before a statement drops it, however many lines it has.
        match(m, /^ */)
        if (before ~ /[;{})]$|else$/ && m ~ /^ *([A-Za-z_][A-Za-z0-9_]*\(|[A-Za-z_*(][^ ]* [-+*\/%|&^]?= |[^ ]*(\+\+|--);)/)
            plant("statement", RLENGTH + 1, 0, "while (0) ")
    }
    if (m !~ /^ *$/) before = m
}

END {
    for (entry in accepted)
        if (!accepted[entry]) { print "mutants: no line fits this entry: " entry > "/dev/stderr"; stale = 1 }
    exit stale
}
