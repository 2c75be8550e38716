# Makes doxygen understand headers and guides as they are:
#
#   awk -f scripts/doxygen-filter.awk include/rimcast/mask.h
#
# Our comments carry no tags. The comment at a header's top becomes the text of its topic (docs/topics.txt
# has its world and its noun), the one over a declaration belongs to that declaration and to those that
# follow it without an empty line, one behind a member to that member, and "// --- rays ---" begins a part.
# Within a comment, lines that stand far in are code or a table, "Term     text" is a list of terms, and `x` is
# code.

BEGIN {
    while ((getline row < "docs/topics.txt") > 0) {
        if (row !~ /^[a-z]/) continue
        split(row, cell, " ")
        listed[cell[2]] = 1
    }
    # Functions, whose names become links wherever they are named.
    while (("sed -n 's/^[a-z].*[ *]\\(rim_[a-z0-9_]*\\)(.*/\\1/p' include/rimcast/*.h" | getline row) > 0)
        is_function[functions[++function_count] = row] = 1
}

# A guide: names of functions in `...` become links, except in whole pieces of code.
FILENAME ~ /\.md$/ {
    if (/^```/) fenced = !fenced
    if (fenced || /^```/) {
        print
        next
    }
    count = split($0, part, "`")
    line = part[1]
    for (i = 2; i <= count; i++) {
        if (i % 2 == 0 && part[i] in is_function) line = line "<code>" link(part[i]) "</code>"
        else if (i % 2 == 0) line = line "`" part[i] "`"
        else line = line part[i]
    }
    print line
    next
}

FNR == 1 {
    header = FILENAME
    sub(/.*\//, "", header)
    name = header
    sub(/\.h$/, "", name)
    if (!(name in listed)) {
        print header " is missing in docs/topics.txt" > "/dev/stderr"
        missing = 1
        exit missing
    }
    place = "top"
}

# Text that doxygen shall print as it stands.
function plain(text,    out, i, part, count) {
    count = split(text, part, "`")
    out = ""
    for (i = 1; i <= count; i++) {
        gsub(/\\/, "\\\\", part[i])
        out = out (i % 2 ? escape(part[i]) : "<code>" escape(part[i]) "</code>")
    }
    return out
}

function escape(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    gsub(/@/, "\\@", text)
    gsub(/#/, "\\#", text)
    gsub(/%/, "\\%", text)
    gsub(/"/, "\\&quot;", text)
    gsub(/--/, "\\--", text)
    gsub(/\.\./, "\\&hellip;", text) # a dot would end the first sentence
    return links(stars(text))
}

# How an object of which a header tells no more than its name comes and goes.
function life(name,    out, i) {
    out = ""
    for (i = 1; i <= function_count; i++)
        if (index(functions[i], name "_create") == 1 || functions[i] == name "_load")
            out = out (out == "" ? "Opaque. Made by " : ", ") links(functions[i])
    if (out != "" && (name "_destroy") in is_function) out = out "; ended by " links(name "_destroy")
    return out == "" ? "Opaque." : out "."
}

function link(name) {
    return "@ref " name " \"" name "\""
}

function links(text,    out, name) {
    out = ""
    while (match(text, /rim_[a-z0-9_]+/)) {
        name = substr(text, RSTART, RLENGTH)
        out = out substr(text, 1, RSTART - 1) (name in is_function ? link(name) : name)
        text = substr(text, RSTART + RLENGTH)
    }
    return out text
}

# An asterisk before a word would begin emphasis: `*out`.
function stars(text,    out, lead) {
    out = ""
    while (match(text, /(^|[ (])\*[A-Za-z_]+/)) {
        lead = substr(text, RSTART, 1) == "*" ? "" : substr(text, RSTART, 1)
        out = out substr(text, 1, RSTART - 1) lead "<code>" \
              substr(text, RSTART + length(lead), RLENGTH - length(lead)) "</code>"
        text = substr(text, RSTART + RLENGTH)
    }
    return out text
}

# The lines of a comment without their slashes, lines[1 .. count], as the inside of a doc comment.
function render(count,    out, i, line, text, indent, column, inside, width, blank) {
    out = ""
    inside = ""   # "code", "term" or ""
    column = 0
    blank = 0
    for (i = 1; i <= count; i++) {
        line = lines[i]
        if (line ~ /^ *$/) {
            blank++
            continue
        }
        match(line, /^ */)
        indent = RLENGTH
        text = substr(line, indent + 1)
        if (inside == "term" && indent >= column) {
            out = out (blank ? "\n\n    " : "\n    ") plain(text)
        } else if (indent >= 3) {
            if (inside != "code") out = out "\n\n@verbatim\n"
            else while (blank-- > 0) out = out "\n"
            inside = "code"
            out = out substr(line, 4) "\n"
        } else {
            if (inside == "code") out = out "@endverbatim\n"
            if (blank || inside == "code" || (inside == "term")) out = out "\n"
            width = match(text, /^[A-Za-z][^ ]*( [^ ]+)?   */) ? RLENGTH : 0
            if (width && width + indent >= 6 && (inside == "term" || continues(i, indent + width))) {
                column = indent + width
                line = substr(text, 1, width)
                sub(/ +$/, "", line)
                out = out (inside == "term" ? "" : "\n") "- <b>" plain(line) "</b>: " plain(substr(text, width + 1))
                inside = "term"
            } else {
                if (inside == "term") out = out "\n"
                inside = ""
                out = out plain(text) "\n"
            }
        }
        blank = 0
    }
    if (inside == "code") out = out "@endverbatim\n"
    if (inside == "term") out = out "\n"
    return out
}

# Does line i of the comment have its text from a column on, as one of the lines after it has?
function continues(i, column,    next_indent) {
    if (!((i + 1) in lines) || lines[i + 1] ~ /^ *$/) return 0
    match(lines[i + 1], /^ */)
    next_indent = RLENGTH
    if (next_indent == column) return 1
    # Or a list of terms of one line each.
    match(lines[i + 1], /^ [A-Za-z][^ ]*( [^ ]+)?   */)
    return RSTART > 0 && RLENGTH == column
}

function forget_lines() {
    for (i in lines) delete lines[i]
    kept = 0
}

# A line whose comment may go on in the next one is held back.
function release() {
    if (held != "") print held " */"
    held = ""
}

# The comment at the top, and everything up to the end of the file within its topic.
place == "top" && /^\/\// {
    lines[++kept] = substr($0, 3)
    next
}
place == "top" {
    print "/** @addtogroup topic_" name
    printf "%s", render(kept)
    print ""
    print "<code>\\#include &quot;rimcast/" header "&quot;</code>"
    print "@{ */"
    forget_lines()
    place = "file"
}

# Bodies of inline functions stay as they are.
place == "body" {
    print
    if (/^}/) place = "file"
    next
}
place == "file" && /^{/ && !data_before {
    print
    place = "body"
    next
}

# "// --- rays ---": a part of the page.
place == "file" && /^\/\/ --- / {
    section = $0
    sub(/^\/\/ --- */, "", section)
    sub(/ *-+$/, "", section)
    if (in_part) print "/** @} */"
    in_part = 1
    part_open = 1
    forget_lines()
    last = ""
    next
}

# A comment over a declaration.
/^ *\/\/ ?/ && !trailing_column {
    text = $0
    sub(/^ *\/\//, "", text)
    lines[++kept] = text
    next
}

# A comment that goes on below the one behind a member.
/^ *\/\// && trailing_column {
    if (index($0, "//") == trailing_column) {
        text = $0
        sub(/^ *\/\//, "", text)
        held = held " " plain(text)
        next
    }
    release()
    trailing_column = 0
    text = $0
    sub(/^ *\/\//, "", text)
    lines[++kept] = text
    next
}

{ release() }

{
    if (part_open) {
        # Comment lines right below the rule are about the section.
        print "/** @name " toupper(substr(section, 1, 1)) substr(section, 2)
        if (kept && /^$/) {
            printf "%s", render(kept)
            forget_lines()
        }
        print "@{ */"
        part_open = 0
    }
    if (!kept && /^typedef struct rim_[a-z0-9_]+ rim_[a-z0-9_]+;$/) {
        print "/** " life(substr($4, 1, length($4) - 1)) " */"
    } else if (kept) {
        doc = render(kept)
        forget_lines()
        if (/^$/ && place == "file") doc = "" # a remark that belongs to nothing
        else print "/** " doc " */"
    } else if (/^[a-z].*;|^[a-z].*,$/ && doc != "" && !in_data && !unfinished && $0 !~ /^typedef/) {
        print "/** " doc " */"
    }
    if (/^$/) doc = ""
}

{
    trailing_column = 0
    at = index($0, "//")
    if (at > 1 && $0 !~ /"[^"]*\/\/[^"]*"/) {
        trailing_column = at
        text = substr($0, at + 2)
        held = substr($0, 1, at - 1) "/**< @brief" plain(text)
        code = substr($0, 1, at - 1)
    } else {
        print
        code = $0
    }
    sub(/ +$/, "", code)
    if (code ~ /^(typedef )?(struct|enum|union)/) data_before = 1
    else if (code ~ /^}/) data_before = 0
    else if (code !~ /^[{ ]/ && code != "") data_before = 0
    if (code ~ /^{/) in_data = data_before
    if (code ~ /^}/) { in_data = 0; data_before = 0 }
    unfinished = code ~ /[,(a-z_]$/ && code !~ /^#/ && code != ""
}

END {
    if (FILENAME ~ /\.md$/ || missing) exit missing
    release()
    if (in_part) print "/** @} */"
    print "/** @} */"
}
