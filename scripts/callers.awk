# Finds public functions that nothing but tests calls. Sources and pages come first, then the headers: the folder that
# defines a function does not count as its caller, nor does its own header; of pages the C counts.
#   awk -f scripts/callers.awk SOURCES PAGES include/rimcast/*.h
FILENAME ~ /\.md$/ {
    if (/^```/) { shown = $0 == "```c"; next }
    if (!shown) next
}
FNR == 1 {
    folder = FILENAME
    if (folder !~ /^include\//) sub(/\/[^\/]*$/, "", folder)
}
{
    line = $0
    sub(/^[ \t]*\/\/.*|[ \t]\/\/.*/, "", line)
    declares = folder ~ /^include\// && line ~ /^(RIM_API|static inline) /
    defines = folder ~ /^src\// && line ~ /^[a-z].*\(/ && line !~ /;/
    for (first = 1; match(line, /rim_[a-z0-9_]+/); first = 0) {
        name = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        if (declares && line ~ /^\(/) { home[name, folder]; header[name] = folder; declares = 0 }
        else if (defines && line ~ /^\(/) { home[name, folder]; defines = 0 }
        else if (!((name, folder) in used)) { used[name, folder]; users[name] = users[name] " " folder }
    }
}
END {
    for (name in header) {
        count++
        called = 0
        n = split(users[name], folders, " ")
        for (i = 1; i <= n; i++) if (!((name, folders[i]) in home)) called = 1
        if (!called) { print "  nothing calls " name " (" header[name] ")" | "sort"; bad = 1 }
    }
    close("sort")
    if (count < 300) { print "  only " count " functions found"; bad = 1 }
    exit bad
}
