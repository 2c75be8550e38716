# Makes two files of the library or of a half, FILE.h of the public headers and FILE.c of the sources:
#   awk -v file=DIR/rimcast_flat -v version=0.1.0 -f scripts/amalgamate.awk LICENSE include/rimcast/flat.h SOURCE...
#
# A header stands once, before the first source that needs it; one that begins with "// Template" stands wherever it
# is included. What sources share becomes static. Behind a source its macros are undefined, and if it has templates
# the names at file scope get its path behind them. The layout is clang-format's: file scope is the first column.

function included(text) { # the file of our own that a line includes, or ""
    if (text !~ /^ *# *include "/) return ""
    gsub(/^[^"]*"|".*/, "", text)
    return (text ~ /^rimcast\// ? "include/" : "src/") text
}

function name_of(text,    constant) { # what a line at file scope defines or declares, or ""
    if (text !~ /^([A-Za-z]|} [a-z])/ || text !~ /[(;=[]|^(typedef )?(struct|union|enum) /) return ""
    constant = text ~ /^static const [^(]*[;=[]/
    gsub(/ ?__attribute__\(\(.*\)\) ?/, "", text)
    sub(/([(;[]| =).*/, "", text)
    sub(/.*[ *]/, "", text)
    return constant || text ~ /^[a-z]/ ? text : ""
}

function collect(f, names, macros,    i, text, constants) { # of f and its templates
    for (i = 1; i < count[f]; i++) {
        text = line[f, i]
        if ((included(text) in template) && ++templates) collect(included(text), names, macros)
        if (name_of(text) != "") names[name_of(text)]
        constants = text ~ /^(typedef )?enum/ || (constants && text !~ /^}/)
        if (constants && match(text, /^    [A-Z][A-Z0-9_]*/)) names[substr(text, 5, RLENGTH - 4)]
        if (sub(/^ *# *define +/, "", text) && match(text, /^[A-Za-z0-9_]+/)) macros[substr(text, 1, RLENGTH)]
    }
}

function write(f, out,    i, text, shared_line) { # f and its templates
    shared_line = f ~ /\.h$/ && !(f in template) ? "^[a-z].*[(;]" : "^const .* = {"
    for (i = 1; i < count[f]; i++) {
        text = line[f, i]
        if (included(text) in template) write(included(text), out)
        if (included(text) != "") continue
        if (f ~ /^src/ && text ~ shared_line && text !~ /^(static|typedef|struct [a-z0-9_]+;)/)
            text = "static " (text ~ /^extern/ ? substr(text, 8) : text)
        print text > out
    }
}

function write_headers(f, out,    i, h) { # those that f and its templates include, the lowest first
    if (!(f in count)) while ((getline line[f, ++count[f]] < f) > 0) continue
    if (line[f, 1] ~ /^\/\/ Template/) template[f]
    for (; i < count[f]; i++) {
        if ((h = included(line[f, i])) == "" || (h in written)) continue
        write_headers(h, out)
        if (h in template) continue
        written[h]
        collect(h, shared, ignored)
        print "\n// === " h "\n" > out
        write(h, out)
    }
}

BEGIN {
    n = split(file, part, "/")
    while ((getline text < ARGV[1]) > 0) license = license "// " text "\n"
    print "// Rimcast " version ", the public headers.\n//\n" license > (out = file ".h")
    write_headers(ARGV[2], out)
    print "// Rimcast " version ", the sources.\n//\n" license "\n#ifdef __GNUC__ // functions for other processors, and " \
        "variables named as functions of another file\n#pragma GCC diagnostic ignored \"-Wunused-function\"\n" \
        "#pragma GCC diagnostic ignored \"-Wshadow\"\n#endif\n#if defined(__clang__) // a * b + c rounds twice\n" \
        "#pragma STDC FP_CONTRACT OFF\n#elif defined(__GNUC__)\n#pragma GCC optimize(\"fp-contract=off\", " \
        "\"no-tree-slp-vectorize\")\n#endif\n#include \"" part[n] ".h\"" > (out = file ".c")
    for (k = 3; k < ARGC; k++) {
        write_headers(f = ARGV[k], out)
        split("", names); split("", macros); templates = 0; collect(f, names, macros)
        suffix = substr(f, 4, length(f) - 5)
        gsub("/", "_", suffix)
        print "\n// === " f "\n" > out
        for (i in names) if (templates && !(i in shared)) print "#define " i " " i (macros[i] = suffix) > out
        write(f, out)
        for (i in macros) print "#undef " i > out
    }
}
