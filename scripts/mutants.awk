# Lists the faults that can be planted in C files, in the order of a draw:
#
#     awk -f scripts/mutants.awk -v seed=1 -v only="mesh bsp" tests/mutants.accepted FILES...
#
# One line each, tab-separated: module, place in the draw, file, line, what kind, the line as it shall
# read. The operators are the field's usual ones (DeMillo, Lipton, Sayward 1978; Offutt et al. 1996):
# relational, arithmetic and logical operators exchanged, conditions negated, constants shifted,
# returned values changed, statements dropped, minimum and maximum exchanged.
#
# The draw is a hash of the seed and the line's text, not of its number: a change to one line leaves
# the faults planted in the others what they were. What tests/mutants.accepted names is left out, and an
# entry that no longer fits any line is an error. All of it relies on the format that `make lint` keeps:
# binary operators have blanks around them, statements begin on a line of their own.

BEGIN {
    FS = "\n"
    for (i = 1; i < 256; i++) code[sprintf("%c", i)] = i

    swaps("relational", "<:<= <=:< >:>= >=:> ==:!= !=:==")
    swaps("arithmetic", "+:- -:+ *:/ /:* %:* +=:-= -=:+= *=:/= /=:*= <<:>> >>:<< |:& &:| ^:| |=:&= &=:|=")
    swaps("logical", "&&:|| ||:&&")
}

function swaps(kind, list,    pairs, n, i, two) {
    n = split(list, pairs, " ")
    for (i = 1; i <= n; i++) {
        split(pairs[i], two, ":")
        becomes[two[1]] = two[2]
        kind_of[two[1]] = kind
    }
}

# A module is a file's name up to an underscore; the program and the SDL adapter are one each.
function module_of(path) {
    if (path ~ /\/cli\//) return "cli"
    if (path ~ /\/sdl\//) return "sdl"
    sub(/.*\//, "", path)
    sub(/[_.].*/, "", path)
    return path
}

# 31 bits, every step exact in a double.
function hash(text,    i, h) {
    h = 5381
    for (i = 1; i <= length(text); i++) h = (h * 33 + code[substr(text, i, 1)]) % 2147483647
    for (i = 0; i < 4; i++) h = (h * 16807 + 12345) % 2147483647 # spreads texts that end alike
    return h
}

# The line with comments and what stands in quotes blanked out; positions stay.
function masked(line,    i, c, out, quote) {
    out = ""
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        if (in_comment) {
            if (substr(line, i, 2) == "*/") { in_comment = 0; out = out " "; i++ }
            out = out " "
        } else if (quote != "") {
            if (c == "\\") { out = out "_"; i++ }
            else if (c == quote) quote = ""
            out = out "_"
        } else if (substr(line, i, 2) == "//") {
            break
        } else if (substr(line, i, 2) == "/*") {
            in_comment = 1; out = out "  "; i++
        } else {
            if (c == "\"" || c == "'") { quote = c; out = out "_" }
            else out = out c
        }
    }
    sub(/ +$/, "", out)
    return out
}

function trimmed(text) {
    sub(/^ +/, "", text)
    return text
}

# Entries read "file: line as it is ---> line as mutated", or "*" for whatever happens to the line.
function accepts(mutated,    entry, any) {
    entry = FILENAME ": " trimmed($0) " ---> "
    any = entry "*"
    entry = entry trimmed(mutated)
    if (any in accepted) accepted[any]++
    if (entry in accepted) accepted[entry]++
    return (any in accepted) || (entry in accepted)
}

function plant(kind, mutated,    text) {
    if (mutated == $0 || accepts(mutated)) return
    text = module "\t" FILENAME "\t" $0 "\t" mutated
    printf "%s\t%010d\t%s\t%d\t%s\t%s\n", module, hash(seed "\t" text "\t" ++seen[text]), FILENAME, FNR, kind, mutated
}

# Puts text in place of n characters at column i.
function splice(kind, i, n, text) { plant(kind, substr($0, 1, i - 1) text substr($0, i + n)) }

# The column of the bracket that closes the one at column i, 0 if that is not on this line.
function closing(m, i,    depth, c) {
    for (depth = 0; i <= length(m); i++) {
        c = substr(m, i, 1)
        if (c == "(") depth++
        if (c == ")" && --depth == 0) return i
    }
    return 0
}

# In `a < b ? a : b` equality makes no difference.
function picks(m, i, op,    left, right, rest) {
    left = substr(m, 1, i - 2)
    sub(/.*[ (](return|=) /, "", left)
    sub(/.*\(/, "", left)
    rest = substr(m, i + length(op) + 1)
    if (left == "" || rest !~ / \? .* : /) return 0
    right = rest
    sub(/ \? .*/, "", right)
    sub(/^[^?]* \? /, "", rest)
    sub(/[;,)].*/, "", rest)
    return rest == left " : " right || rest == right " : " left
}

function operators(m,    i, rest, op, at) {
    i = 1
    while (match(substr(m, i), / ([-+*\/%<>=!|&^]=?|<<|>>|&&|\|\|)( |$)/)) {
        at = i + RSTART
        op = substr(m, at)
        sub(/ .*/, "", op)
        i = at + length(op)
        if (!(op in becomes)) continue
        if (!(op ~ /^[<>]=?$/ && picks(m, at, op))) splice(kind_of[op], at, length(op), becomes[op])
        if (op ~ /^[<>]=?$/) splice("relational", at, 1, op ~ /</ ? ">" : "<")
    }
    # A `!` before a name or a bracket.
    for (i = 2; i < length(m); i++)
        if (substr(m, i, 1) == "!" && substr(m, i - 1, 1) ~ /[ (!]/ && substr(m, i + 1, 1) ~ /[A-Za-z_(!]/)
            splice("condition", i, 1, "")
}

# Not the size of an array: one more does no harm.
function constants(m,    i, rest, text, lead) {
    i = 1
    while (match(substr(m, i), /(^|[^A-Za-z0-9_.])[0-9][0-9a-fA-FxX.]*([ep][-+]?[0-9]+)?[fuUlL]*/)) {
        text = substr(m, i + RSTART - 1, RLENGTH)
        lead = text ~ /^[0-9]/ ? 0 : 1
        at = i + RSTART - 1 + lead
        text = substr(text, 1 + lead)
        i = at + length(text)
        if (substr(m, 1, at - 1) ~ /^ *(static |const )*[a-z][A-Za-z0-9_]* +[^=(]*\[$/) continue
        if (substr(m, at - 1, 1) == "[" && substr(m, i) ~ /^\](\[[^]]*\])* = \{/) continue
        if (text ~ /^0[uUlL]*$/) splice("constant", at, 1, "1")
        else if (text ~ /^1[uUlL]*$/) splice("constant", at, 1, "0")
        else if (text ~ /^0\.0*f?$/) splice("constant", at, 1, "1")
        else if (text ~ /^1\.0*f?$/) splice("constant", at, 1, "0")
        else splice("constant", at, length(text), "(" text " + 1)")
    }
}

function extremes(m,    i, name, at) {
    i = 1
    while (match(substr(m, i), /[A-Za-z0-9_]+\(/)) {
        at = i + RSTART - 1
        name = substr(m, at, RLENGTH - 1)
        i = at + RLENGTH
        if (match(name, /min/)) splice("minmax", at + RSTART - 1, 3, "max")
        else if (match(name, /max/)) splice("minmax", at + RSTART - 1, 3, "min")
    }
}

function conditions(m,    at, end) {
    if (!match(m, /(^|[ }])(if|while) \(/)) return
    at = RSTART + RLENGTH - 1
    end = closing(m, at)
    if (end) splice("condition", at, end - at + 1, "(!" substr($0, at, end - at + 1) ")")
}

function returns(m,    at, value) {
    if (!match(m, /(^| )return [^;]+;$/)) return
    at = RSTART + index(substr(m, RSTART), "return ") - 1
    value = substr($0, at + 7, length(m) - at - 7)
    if (result == "bool") {
        if (value == "true") value = "false"
        else if (value == "false") value = "true"
        else value = "!(" value ")"
    } else if (result ~ /^(int|double|float|size_t|unsigned|u?int[0-9]+_t)$/) value = "(" value ") + 1"
    else return
    splice("return", at + 7, length(m) - at - 7, value)
}

# `while (0)` before a statement drops it, however many lines it has, and leaves an else where it was.
function statements(m,    text, at) {
    if (before !~ /(^|[;{})])$|[ }]else$|^else$/ || m !~ /^    /) return
    text = m
    sub(/^ +/, "", text)
    at = length(m) - length(text) + 1
    if (text ~ /^(return|continue|break);/) { splice("statement", at, 0, "while (0) "); return }
    if (text ~ /^(if|for|while|switch|return|sizeof|do|else|case|default|goto|assert|static_assert)([ (;]|$)/) return
    if (text ~ /^[A-Za-z_][A-Za-z0-9_]*( +\**| \*)[A-Za-z_(]/) return # declares
    if (text ~ /^[A-Za-z_][A-Za-z0-9_]*\(/ || text ~ /^[*A-Za-z_(][^=]* ([-+*\/%|&^]|<<|>>)?= / || text ~ /^[^ ]*(\+\+|--);/)
        splice("statement", at, 0, "while (0) ")
}

FILENAME ~ /\.accepted$/ {
    if ($0 !~ /^(#|$)/) accepted[$0] = 0
    next
}

FNR == 1 {
    module = module_of(FILENAME)
    in_comment = 0
    directive = 0
    before = ""
    result = ""
    if (!index(" " only " ", " " module " ")) skipped = FILENAME
}

only != "" && FILENAME == skipped { next }

{
    m = masked($0)
    if (directive || m ~ /^ *#/) { directive = m ~ /\\$/; next }
    if (m ~ /^ *$/) next
    if (m ~ /^[a-z]/) { # a function's head: what does it return?
        result = m
        sub(/\(.*/, "", result)
        sub(/ *[a-zA-Z0-9_]+$/, "", result)
        sub(/.*(inline|static) /, "", result)
        sub(/^const /, "", result)
    } else if (m !~ /assert\(/) {
        operators(m)
        constants(m)
        extremes(m)
        conditions(m)
        returns(m)
        statements(m)
    }
    before = m
    sub(/^ +/, "", before)
}

END {
    for (entry in accepted)
        if (!accepted[entry] && only == "") {
            print "mutants: no line fits this entry any more: " entry > "/dev/stderr"
            stale = 1
        }
    exit stale
}
