# Lists the headers' functions, each with the first sentence of its comment: docs/functions.md, by `make functions`.
BEGIN { print "# All public functions" }
FNR == 1 { n = split(FILENAME, part, "/"); heading = "\n## " part[n] "\n\n" }
/^\/\/\/ @/ { doc = ""; next }
/^\/\/\// { doc = (fresh ? "" : doc " ") (NF > 1 ? substr($0, 5) : "@"); fresh = 0; next }
/^(RIM_API|static inline) / {
    while ($0 !~ /[;)]/ && (getline more) > 0) $0 = $0 " " more
    said = match($0, /\/\/\/< /) ? substr($0, RSTART + 5) : doc
    sub(/ *@.*/, "", said)
    if (match(said, /[^. ][.:]( +[A-Z`]|$)/)) said = substr(said, 1, RSTART) # "0 .. N" ends no sentence
    sub(/\(.*/, "")
    sub(/.*[ *]/, "")
    if (/_destroy$/ && said == "NULL is allowed") said = "Ends it and frees its memory; NULL is allowed"
    printf "%s- `%s`: %s\n", heading, $0, said
    heading = ""
}
{ fresh = 1 }
