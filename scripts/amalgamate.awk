# Makes two files of the whole library: DIR/rimcast.h from the public headers, DIR/rimcast.c from the
# sources, to be compiled as they are.
#
#   awk -v dir=DIR -v version=0.1.0 -f scripts/amalgamate.awk LICENSE include/rimcast/*.h src/*/*.[ch]
#
# A unit is a source with the headers that are its own. Names at file scope that mean something else
# elsewhere get the unit's name behind them: `count` of src/flat/query/area.c becomes `count_in_pair_area`.
# Macros of a unit end with it.
#
# A header inside the library is either shared - written once, before the first unit that includes it - or
# taken into every unit afresh. The latter are those without a guard, those that define what another
# header defines, too, those that use macros of their includers, and those that include such headers.
# Functions and tables that units share are not static; they get the prefix rim_inner_.

BEGIN {
    split("auto break case char const continue default do double else enum extern float for goto if " \
          "inline int long register restrict return short signed sizeof static struct switch typedef " \
          "union unsigned void volatile while _Bool _Alignas _Alignof _Static_assert bool " \
          "__attribute__", words, " ")
    for (i in words) keyword[words[i]] = 1
}

FNR == 1 { file[++files] = FILENAME }
{ line[FILENAME, FNR] = $0; lines[FILENAME] = FNR }

END {
    for (i = 2; i <= files; i++) scan(file[i])
    sort_headers()
    write_header(dir "/rimcast.h")
    write_source(dir "/rimcast.c")
    close(dir "/rimcast.h")
    close(dir "/rimcast.c")
}

# --- words ------------------------------------------------------------------------------------------

# Cuts a line into pieces: piece[1..n], kind[1..n] a letter: a(n identifier), n(umber), s(tring), c(omment),
# p(unctuation), b(lanks).
function cut(text,    n) {
    n = 0
    while (text != "") {
        n++
        RLENGTH = 1
        if (match(text, /^[ \t]+/)) kind[n] = "b"
        else if (match(text, /^[A-Za-z_][A-Za-z0-9_]*/)) kind[n] = "a"
        else if (match(text, /^\.?[0-9][A-Za-z0-9_.]*/)) kind[n] = "n"
        else if (match(text, /^\/\/.*/)) kind[n] = "c"
        else if (match(text, /^\/\*([^*]|\*[^\/])*\*\//)) kind[n] = "c"
        else if (match(text, /^"([^"\\]|\\.)*"/) || match(text, /^'([^'\\]|\\.)*'/)) kind[n] = "s"
        else {
            kind[n] = "p"
            RLENGTH = text ~ /^(->|##)/ ? 2 : 1
        }
        piece[n] = substr(text, 1, RLENGTH)
        text = substr(text, RLENGTH + 1)
    }
    return n
}

function is_directive(f, i) {
    return line[f, i] ~ /^[ \t]*#/ || (i > 1 && line[f, i - 1] ~ /\\$/ && directive[f, i - 1])
}

function included(text) { # the path that an #include names; "" for a system's
    if (text !~ /^[ \t]*#[ \t]*include[ \t]*"/) return ""
    gsub(/^[^"]*"|".*$/, "", text)
    return text ~ /^rimcast\// ? "include/" text : "src/" text
}

# --- what a file defines and uses -------------------------------------------------------------------

function define(f, name, what) {
    if ((f, name) in defines) return
    defines[f, name] = what # "function", "declaration", "macro" or "other"
    defined[f, ++defined_count[f]] = name
}

function share(f, name) {
    if (name !~ /^rim_/) shared[f, ++shared_count[f]] = name
}

function scan(f,    i, j, n, count, before) {
    count = 0
    for (i = 1; i <= lines[f]; i++) {
        directive[f, i] = is_directive(f, i)
        n = cut(line[f, i])
        before = ""
        if (included(line[f, i]) != "") includes[f, ++include_count[f]] = included(line[f, i])
        else if (line[f, i] ~ /^#ifndef RIM.*_H$/ && !(f in guard)) guard[f] = substr(line[f, i], 9)
        else if (directive[f, i] && line[f, i] ~ /^[ \t]*#[ \t]*define/) {
            split(line[f, i], words, /[^A-Za-z0-9_]+/)
            if (!(f in guard) || words[3] != guard[f]) {
                define(f, words[3], "macro")
                macro_in[words[3]] = macro_in[words[3]] " " f
            }
        }
        for (j = 1; j <= n; j++) {
            if (kind[j] == "b" || kind[j] == "c") continue
            if (kind[j] == "a") {
                any[f, piece[j]] = 1
                if (before != "." && before != "->") uses[f, piece[j]] = 1
                if (before == "struct") tags[f, piece[j]] = 1
            }
            before = piece[j]
            if (!directive[f, i]) {
                token[++count] = piece[j]
                word[count] = kind[j] == "a"
            }
        }
    }
    token[count + 1] = ""
    scan_scope(f, count)
}

# Walks through the declarations at file scope. `names` counts the words of the one at hand.
function scan_scope(f, count,    i, depth, parens, names, value, in_enum, is_body, is_static, t, what) {
    depth = parens = names = value = 0
    for (i = 1; i <= count; i++) {
        t = token[i]
        if (t == "{") {
            if (depth == 0 && token[i - 1] == "\"C\"") continue
            if (depth++ == 0) {
                in_enum = token[i - 1] == "enum" || token[i - 2] == "enum"
                is_body = parens == 0 && !value && token[i - 1] == ")"
            }
        } else if (t == "}") {
            if (depth > 0 && --depth == 0) {
                in_enum = 0
                if (is_body) names = 0
                names += !is_body
            }
        } else if (depth > 0) {
            if (in_enum && depth == 1 && word[i] && (token[i - 1] == "{" || token[i - 1] == ","))
                define(f, t, "other")
        } else if (t == "(" || t == "[") {
            parens++
        } else if (t == ")" || t == "]") {
            parens--
        } else if (t == ";") {
            names = value = 0
            is_static = 0
        } else if (t == "=") {
            value = 1
        } else if (word[i] && !value) {
            if (parens > 0) {
                if (parens == 1 && token[i - 1] == "*" && token[i - 2] == "(" && token[i + 1] == ")" && names)
                    define(f, t, "other")
                continue
            }
            if (names == 0) is_static = 0
            if (t == "static" || t == "typedef") is_static = 1
            if (t == "__attribute__" || t == "_Static_assert") continue
            if (t in keyword) { names++; continue }
            if (token[i - 1] == "struct" || token[i - 1] == "union" || token[i - 1] == "enum") {
                if (token[i + 1] == "{" || token[i + 1] == ";") define(f, t, "other")
            } else if (names && token[i + 1] == "(") {
                what = ends_with_body(i) ? "function" : "declaration"
                if (what == "declaration" && !is_static) share(f, t)
                define(f, t, what)
            } else if (names && token[i + 1] ~ /^[=;,\[]$/) {
                if (!is_static && names && token[i + 1] ~ /^[;,]$/) share(f, t)
                define(f, t, "other")
            }
            names++
        }
    }
}

function ends_with_body(i,    deep) {
    for (i++; token[i] != ""; i++) {
        deep += (token[i] == "(") - (token[i] == ")")
        if (deep == 0 && token[i + 1] != "__attribute__") break
    }
    return token[i + 1] == "{"
}

# --- which headers are shared ------------------------------------------------------------------------

function is_public(f) { return f ~ /^include\// }
function is_header(f) { return f ~ /\.h$/ && !is_public(f) }
function is_unit(f)   { return f ~ /\.c$/ }

# Everything that f includes, by whatever way.
function reach(f, got,    i, h) {
    for (i = 1; i <= include_count[f]; i++) {
        h = includes[f, i]
        if (h in got) continue
        got[h] = 1
        reach(h, got)
    }
}

function gets_macro(f, name,    got, n, where, i) {
    reach(f, got)
    got[f] = 1
    n = split(macro_in[name], where, " ")
    for (i = 1; i <= n; i++)
        if (where[i] in got) return 1
    return 0
}

function sort_headers(    i, j, f, name, at, key, first) {
    for (i = 2; i <= files; i++)
        if (is_header(file[i]) && !(file[i] in guard)) afresh[file[i]] = 1
    for (key in uses) {
        split(key, at, SUBSEP)
        if (is_header(at[1]) && (at[2] in macro_in) && !gets_macro(at[1], at[2])) afresh[at[1]] = 1
    }
    spread_afresh()
    for (i = 2; i <= files; i++) {
        f = file[i]
        if (!is_header(f) || (f in afresh)) continue
        for (j = 1; j <= defined_count[f]; j++) {
            name = defined[f, j]
            if (defines[f, name] == "declaration" || name ~ /^rim_/) continue
            if (name in first) afresh[f] = afresh[first[name]] = 1
            else first[name] = f
        }
    }
    spread_afresh()
}

# What includes such a header is one, too.
function spread_afresh(    i, j, f, changed) {
    do {
        changed = 0
        for (i = 2; i <= files; i++) {
            f = file[i]
            if (!is_header(f) || (f in afresh)) continue
            for (j = 1; j <= include_count[f]; j++)
                if (includes[f, j] in afresh) afresh[f] = changed = 1
        }
    } while (changed)
}

# Fills external[] with what f and the headers that it includes share with other units under names that do
# not begin as the library's do.
function find_externals(f,    got, h, j) {
    split("", external)
    reach(f, got)
    got[f] = 1
    for (h in got) {
        if (!is_header(h)) continue
        for (j = 1; j <= shared_count[h]; j++)
            if (!(shared[h, j] in macro_in)) external[shared[h, j]] = "rim_inner_" shared[h, j]
    }
}

# --- writing -----------------------------------------------------------------------------------------

function banner(out, text,    i) {
    print "// Rimcast " version ": " text > out
    print "//" > out
    for (i = 1; i <= lines[file[1]]; i++)
        print line[file[1], i] == "" ? "//" : "// " line[file[1], i] > out
    print "" > out
}

function title(f, out) {
    sub(/^include\//, "", f)
    printf "\n// === %s %s\n\n", f, substr("=====================================================" \
        "==============================================", 1, 92 - length(f)) > out
}

# System headers that files of one kind include under no condition, each once.
function write_system_includes(out, public,    i, k, f, deep, seen) {
    for (i = 2; i <= files; i++) {
        f = file[i]
        if (is_public(f) != public || (f in afresh)) continue
        deep = (f in guard) ? -1 : 0
        for (k = 1; k <= lines[f]; k++) {
            if (line[f, k] ~ /^#if/) deep++
            if (line[f, k] ~ /^#endif/) deep--
            if (line[f, k] !~ /^#include </) continue
            hoisted[f, k] = deep == 0
            if (deep || (line[f, k] in seen)) continue
            seen[line[f, k]] = 1
            print line[f, k] > out
        }
    }
}

function write_header(out,    i) {
    banner(out, "shape-accurate hits for sprites, and a small 3D collision core.")
    print "// All public headers in one, made by `make amalgamation`; rimcast.c is the rest.\n" > out
    print "#ifndef RIMCAST_RIMCAST_H\n#define RIMCAST_RIMCAST_H\n" > out
    write_system_includes(out, 1)
    for (i = 2; i <= files; i++)
        if (is_public(file[i]) && file[i] !~ /(rimcast|sdl)\.h$/) write_public(file[i], out)
    print "\n#endif" > out
}

function write_public(f, out,    i) {
    if (f in written) return
    written[f] = 1
    for (i = 1; i <= include_count[f]; i++) write_public(includes[f, i], out)
    title(f, out)
    write_lines(f, out)
}

# Without the includes, and without more than one empty line in their place.
function write_lines(f, out,    i, text, empty) {
    empty = 1
    for (i = 1; i <= lines[f]; i++) {
        text = line[f, i]
        if (text ~ /^[ \t]*#[ \t]*include/ && (included(text) != "" || hoisted[f, i])) continue
        if (text == "" && empty) continue
        empty = text == ""
        print renamed(f, i, text) > out
    }
}

function write_source(out,    i) {
    banner(out, "everything behind rimcast.h, made by `make amalgamation`.")
    write_pragmas(out)
    print "#include \"rimcast.h\"\n" > out
    write_system_includes(out, 0)
    for (i = 2; i <= files; i++)
        if (is_unit(file[i])) write_unit(file[i], out)
}

# For those who compile it with flags of their own.
function write_pragmas(out) {
    print "// The same bits everywhere need every a * b + c to round twice." > out
    print "#if defined(__clang__)" > out
    print "#pragma STDC FP_CONTRACT OFF" > out
    print "#pragma clang diagnostic ignored \"-Wunused-function\"" > out
    print "#elif defined(__GNUC__)" > out
    print "// Nor may gcc 12 take (double)(float)x for x, as it does in vectors of two." > out
    print "#pragma GCC optimize(\"fp-contract=off\", \"no-tree-slp-vectorize\")" > out
    print "#endif\n" > out
}

function write_unit(f, out,    i) {
    write_shared_of(f, out)
    find_externals(f)
    find_renames(f)
    split("", macros)
    macro_count = 0
    title(f, out)
    write_inside(f, out)
    if (macro_count) print "" > out
    for (i = 1; i <= macro_count; i++) print "#undef " macros[i] > out
}

# The shared headers that f needs and that were not written yet, those first that others need.
function write_shared_of(f, out,    i, h) {
    for (i = 1; i <= include_count[f]; i++) {
        h = includes[f, i]
        if (is_public(h) || (h in written)) continue
        if (!(h in afresh)) written[h] = 1
        write_shared_of(h, out)
        if (h in afresh) continue
        find_externals(h)
        find_header_renames(h)
        title(h, out)
        write_lines(h, out)
    }
}

# A unit's own file: headers taken afresh stand where they are included.
function write_inside(f, out,    i, text, h, n, parts) {
    for (i = 1; i <= lines[f]; i++) {
        text = line[f, i]
        h = included(text)
        if (h != "" && (h in afresh) && !(h in guard && (h in inside))) {
            inside[h] = 1
            write_inside(h, out)
        } else if (h == "" && !hoisted[f, i])
            print renamed(f, i, text) > out
        if (directive[f, i] && text ~ /^[ \t]*#[ \t]*define/) {
            split(text, parts, /[^A-Za-z0-9_]+/)
            if (!(parts[3] in macro_seen)) macros[++macro_count] = parts[3]
            macro_seen[parts[3]] = 1
        }
    }
}

# --- renaming ----------------------------------------------------------------------------------------

# Fills rename[] for a unit.
function find_renames(f,    got, own, h, i, j, k, name, suffix, g, elsewhere) {
    split("", rename)
    split("", inside)
    split("", macro_seen)
    reach(f, got)
    own[f] = 1
    for (h in got)
        if (h in afresh) own[h] = 1
    suffix = f
    gsub(/^src\/|\.c$/, "", suffix)
    gsub(/\//, "_", suffix)
    for (g in own)
        for (j = 1; j <= defined_count[g]; j++) {
            name = defined[g, j]
            if (name ~ /^rim_/ || (name in external) || is_macro_of(own, name)) continue
            elsewhere = 0
            for (k = 2; k <= files && !elsewhere; k++) {
                h = file[k]
                if (h == g || (h ~ /\.[ch]$/ && (h in own) && !(h in afresh))) continue
                if ((h in got) && !(h in afresh) && ((h, name) in defines)) { elsewhere = 0; break }
                elsewhere = ((h, name) in defines) || (defines[g, name] == "other" && ((h, name) in uses))
            }
            if (elsewhere || (g in afresh)) rename[name] = name "_in_" suffix
        }
    rename_strangers(own, got, suffix)
}

# The same for a shared header, whose own names are known to be the only ones.
function find_header_renames(h,    got, own, suffix) {
    split("", rename)
    reach(h, got)
    own[h] = 1
    suffix = h
    gsub(/^src\/|\.h$/, "", suffix)
    gsub(/\//, "_", suffix)
    rename_strangers(own, got, suffix)
}

# What shared headers define that is not seen here, where it means something else.
function rename_strangers(own, got, suffix,    i, j, g, h, name, seen) {
    for (g in own) got[g] = 1
    for (h in got)
        if (!is_public(h))
            for (j = 1; j <= defined_count[h]; j++) seen[defined[h, j]] = 1
    for (i = 2; i <= files; i++) {
        h = file[i]
        if (!is_header(h) || (h in got) || (h in afresh)) continue
        for (j = 1; j <= defined_count[h]; j++) {
            name = defined[h, j]
            if (defines[h, name] !~ /other|macro/ || name ~ /^rim_/ || (name in seen)) continue
            for (g in own)
                if (((g, name) in uses) && !((g, name) in tags) && !(name in rename)) rename[name] = name "_in_" suffix
        }
    }
}

function is_macro_of(own, name,    n, where, i) {
    if (!(name in macro_in)) return 0
    n = split(macro_in[name], where, " ")
    for (i = 1; i <= n; i++)
        if (where[i] in own) return 1
    return 0
}

# The members of a struct keep their names; what follows them is no type.
function renamed(f, i, text,    n, j, before, after, k, result, name) {
    if (is_public(f) || text ~ /^[ \t]*#[ \t]*pragma/) return text
    n = cut(text)
    before = last_of_line[f]
    result = ""
    for (j = 1; j <= n; j++) {
        name = piece[j]
        if (kind[j] == "a" && ((name in rename) || (name in external)) && before != "." && before != "->") {
            after = ""
            for (k = j + 1; k <= n && after == ""; k++)
                if (kind[k] != "b" && kind[k] != "c") after = piece[k]
            if (!is_member(f, i, before, after))
                name = (piece[j] in rename) ? rename[piece[j]] : external[piece[j]]
        }
        if (kind[j] != "b" && kind[j] != "c") {
            before = piece[j]
            if (!directive[f, i]) follow(f, before)
        }
        result = result name
    }
    return result
}

# Keeps account of braces: are we inside of a struct?
function follow(f, t) {
    if (t == "struct" || t == "union") struct_ahead = 1
    else if (t == ";" || t == ")" || t == "=") struct_ahead = 0
    if (t == "{") {
        in_struct[++brace_depth] = struct_ahead
        struct_ahead = 0
    } else if (t == "}" && brace_depth > 0) brace_depth--
}

function is_member(f, i, before, after) {
    if (directive[f, i] || brace_depth == 0 || !in_struct[brace_depth]) return 0
    return after ~ /^[;,\[:]$/ || (before == "*" && after == ")")
}
