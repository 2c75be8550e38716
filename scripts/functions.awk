# Lists the headers' functions, each with the first sentence of its comment: docs/functions.md, by `make functions`.
BEGIN { print "# All public functions" }
FNR == 1 { n = split(FILENAME, part, "/"); heading = "\n## " part[n] "\n\n" }
/^\/\/\/ @/ { doc = ""; next }
/^\/\/\// { doc = (fresh ? "" : doc " ") (NF > 1 ? substr($0, 5) : "@"); fresh = 0; next }
/^(RIM_API|static inline) / {
    while ($0 !~ /[;)]/ && (getline more) > 0) $0 = $0 " " more
    said = match($0, /\/\/\/< /) ? substr($0, RSTART + 5) : doc
    sub(/([.:]( +[A-Z`]|$)| *@).*/, "", said)
    sub(/\(.*/, "")
    sub(/.*[ *]/, "")
    printf "%s- `%s`: %s\n", heading, $0, said
    heading = ""
}
{ fresh = 1 }
