# Checks the rules of the public interface that can be read off its declarations; see "The public interface" in
# CONTRIBUTING.md. Reads the headers in any order.
#   awk -f scripts/interface.awk include/rimcast/*.h
function bad(rule) { print "  " name ": " rule | "sort"; wrong = 1 }

# text is one declaration, without comments and line ends, up to its ; or {.
function check(text,    returns, arguments, at) {
    sub(/^(RIM_API|static inline) +/, "", text)
    if (!match(text, /rim_[a-z0-9_]+\(/)) return
    name = substr(text, RSTART, RLENGTH - 1)
    returns = substr(text, 1, RSTART - 1)
    arguments = substr(text, RSTART + RLENGTH)
    count++
    if (name ~ /_create(_|$)/ && name !~ /^rim_sdl_(surface|texture)_/) {
        if (arguments !~ /^rim_[a-z0-9_]+ \*\*out[,)]/) bad("the first argument of a creation is its out")
        if (returns !~ /^rim_status $/) bad("a creation returns a rim_status")
    }
    if (name ~ /_create$/) created[substr(name, 1, length(name) - 7)]
    if (name ~ /_destroy$/) {
        destroyed[substr(name, 1, length(name) - 8)]
        if (returns !~ /^void $/ || arguments ~ /,/) bad("destroy takes the object alone and returns nothing")
    }
    if (arguments ~ /(int|int64_t|size_t) capacity[,)]/ && returns !~ /^(int|int64_t|size_t) $/)
        bad("what fills an array with a capacity returns the true count")
    if (name ~ /_all$/ && arguments !~ / capacity[,)]/) bad("_all fills a list, so it needs a capacity")
    if (name ~ /_first$/ && arguments ~ / capacity[,)]/) bad("_first gives one, so it needs no capacity")
    if (name ~ /_make$/ && name !~ /^rim_(vec[23]|box[23]|rect|xform3|posed)_make$/)
        bad("_make is for vectors, boxes and poses; write others with braces")
    if (name ~ /_get_/) bad("no get_: name what is returned")
    if (name ~ /_(intersects|collides|hits|cast_ray|nearest|perimeter|inside)(_|$)/)
        bad("use the verbs of the rules: overlaps, raycast, closest, contains")
}

FNR == 1 { text = "" }
/^(RIM_API|static inline) / { text = " " }
text != "" {
    line = $0
    sub(/\/\/.*/, "", line)
    gsub(/[ \t]+/, " ", line)
    text = text line " "
    if (match(text, /[;{]/)) {
        declaration = substr(text, 2, RSTART - 2)
        gsub(/ +/, " ", declaration)
        sub(/^ /, "", declaration)
        text = ""
        check(declaration)
    }
}
END {
    for (name in created) if (!(name in destroyed) && name !~ /^rim_sdl_/) bad("created, but never destroyed")
    close("sort")
    if (count > 460) { print "  " count " functions, of 460 at most"; wrong = 1 }
    if (count < 300) { print "  only " count " functions found"; wrong = 1 }
    exit wrong
}
