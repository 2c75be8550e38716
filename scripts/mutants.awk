# Lists the faults that can be planted in C files, one line each, tab-separated: folder, place in the draw, file,
# line, kind, the line with the fault.
#
#     awk -f scripts/mutants.awk -v seed=1 tests/mutants.accepted FILES...
#
# The operators are the usual ones (DeMillo, Lipton, Sayward 1978; Offutt et al. 1996). The draw is a hash of the seed
# and the line's text: a change to one line leaves the faults of the others what they were. Faults named in
# tests/mutants.accepted are left out; an entry that fits no line is an error. The format that `make lint` keeps is
# assumed: blanks around binary operators, one statement a line.
BEGIN {
    for (i = 1; i < 256; i++) code[sprintf("%c", i)] = i
    count = split("< <= <= < > >= >= > == != != == < > > < && || || && + - - + * / / * % * += -= -= += << >> >> << | & & |", swap, " ")
}

function hash(text,    i, h) # 31 bits, every step exact in a double
{
    h = 5381
    for (i = 1; i <= length(text); i++) h = (h * 33 + code[substr(text, i, 1)]) % 2147483647
    for (i = 0; i < 4; i++) h = (h * 16807 + 12345) % 2147483647
    return h
}

function trimmed(text) { sub(/^ +/, "", text); gsub(/ +/, " ", text); return text } # alignment does not matter

function plant(kind, mutated,    entry, any, text)
{
    any = FILENAME ": " trimmed($0) " ---> *"
    entry = FILENAME ": " trimmed($0) " ---> " trimmed(mutated)
    if (any in accepted) accepted[any]++
    if (entry in accepted) accepted[entry]++
    if (mutated == $0 || any in accepted || entry in accepted) return
    text = FILENAME "\t" $0 "\t" mutated
    printf "%s\t%010d\t%s\t%d\t%s\t%s\n", folder, hash(seed "\t" text "\t" ++seen[text]), FILENAME, FNR, kind, mutated
}

# Puts text in place of n characters at column i.
function splice(kind, i, n, text) { plant(kind, substr($0, 1, i - 1) text substr($0, i + n)) }

function operators(    i, at, from, to)
{
    for (i = 1; i < count; i += 2) {
        from = " " swap[i] " "
        to = " " swap[i + 1] " "
        for (at = 1; index(substr(m, at), from); at += length(from)) {
            at += index(substr(m, at), from) - 1
            splice("operator", at, length(from), to)
        }
    }
}

function constants(    at, text)
{
    for (at = 1; match(substr(m, at), /[^A-Za-z0-9_.][0-9][0-9A-Fa-fxX.]*([ep][-+]?[0-9]+)?[fuUlL]*/); at += RLENGTH - 1) {
        at += RSTART
        text = substr(m, at, RLENGTH - 1)
        if (text ~ /^[01](\.0*)?[fuUlL]*$/) splice("constant", at, 1, 1 - substr(text, 1, 1))
        else splice("constant", at, length(text), "(" text " + 1)")
    }
}

# The column of the bracket that closes the one at column i; 0 if that is not on this line.
function closing(i,    depth, c)
{
    for (depth = 0; i <= length(m); i++) {
        c = substr(m, i, 1)
        if (c == "(") depth++
        if (c == ")" && --depth == 0) return i
    }
    return 0
}

function statements(    at, value, text)
{
    if (match(m, /(if|while) \(/) && (value = closing(at = RSTART + RLENGTH - 1)))
        splice("condition", at, value - at + 1, "(!" substr($0, at, value - at + 1) ")")
    text = m
    sub(/^ +/, "", text)
    at = length(m) - length(text) + 1
    if (match(m, /return (true|false);/)) splice("return", RSTART + 7, RLENGTH - 8, substr(m, RSTART + 7, 4) == "true" ? "false" : "true")
    # `while (0)` before a statement drops it, however many lines it has.
    if (before ~ /[;{})]$|else$/ && (text ~ /^[A-Za-z_][A-Za-z0-9_]*\(/ || text ~ /^[A-Za-z_*(][^ ]* [-+*\/%|&^]?= / || text ~ /^[^ ]*(\+\+|--);/) && text !~ /^assert/)
        splice("statement", at, 0, "while (0) ")
    if (match(m, /_(min|max)\(/)) splice("minmax", RSTART + 1, 3, substr(m, RSTART + 1, 3) == "min" ? "max" : "min")
}

FILENAME ~ /\.accepted$/ { if (!/^(#|$)/) accepted[trimmed($0)] = 0; next }

FNR == 1 { folder = FILENAME; sub(/^src\//, "", folder); sub(/\/[^\/]*$/, "", folder); directive = 0; before = "" }

# Only lines of functions: indented, without preprocessor lines, comments, texts.
{
    m = $0
    sub(/ *\/\/.*/, "", m)
    if (directive || m ~ /^ *#/) { directive = m ~ /\\$/; next }
    if (m ~ /^ *$/) next
    if (m ~ /^    / && m !~ /["']|assert\(/) { operators(); constants(); statements() }
    before = m
}

END {
    for (entry in accepted)
        if (!accepted[entry]) { print "mutants: no line fits this entry: " entry > "/dev/stderr"; stale = 1 }
    exit stale
}
