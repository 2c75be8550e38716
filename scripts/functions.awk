# Lists the headers' functions, each with the first sentence of its comment: docs/functions.md, by `make functions`.
# Functions that share a comment are listed together.
function flush() {
    if (names != "") printf "%s- %s: %s%s\n", heading, names, sentence, sentence ~ /[.]$/ ? "" : "."
    if (names != "") heading = ""
    names = ""
}
BEGIN {
    print "# All public functions\n"
    print "This page lists the functions of each header, with the first sentence of their comments. Functions that share a comment"
    print "are listed together. The headers contain the full descriptions."
}
END { flush() }
FNR == 1 { flush(); n = split(FILENAME, part, "/"); heading = "\n## " part[n] "\n\n" }
/^\/\/\/ @/ { doc = ""; next }
/^\/\/\// { doc = (fresh ? "" : doc " ") (NF > 1 ? substr($0, 5) : "@"); fresh = 0; next }
/^(RIM_API|static inline) / {
    while ($0 !~ /[;)]/ && (getline more) > 0) $0 = $0 " " more
    said = match($0, /\/\/\/< /) ? substr($0, RSTART + 5) : doc
    sub(/ *@.*/, "", said)
    if (match(said, /[^. ][.]( +[A-Za-z`*]|$)|[^. ]:( +[A-Z`]|$)/)) said = substr(said, 1, RSTART) # "0 .. N" ends no sentence
    sub(/\(.*/, "")
    sub(/.*[ *]/, "")
    if (/_destroy$/ && said == "NULL is allowed") said = "Destroys the object; NULL is allowed"
    if (said != sentence || doc == "" || fresh == 0) flush()
    names = names (names == "" ? "" : ", ") "`" $0 "`"
    sentence = said
}
{ fresh = 1 }
