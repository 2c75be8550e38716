# Checks every #include against the layers: an arrow may only point down, the flat and the solid side never meet.
# Called with all sources and headers as arguments.
#
# A module is a folder below src/. A public header belongs to the module of its noun, listed here.

function module(name, height, nouns,    list, i) {
    layer[name] = height
    split(nouns, list, " ")
    for (i in list) noun[list[i]] = name
}

BEGIN {
    module("simd", 0)
    module("base", 1, "base angle filter vec2 vec3")
    module("flat/shape", 2, "shape2")
    module("flat/mask", 3, "mask")
    module("flat/outline", 4, "outline contour")
    module("flat/sprite", 5, "sprite")
    module("flat/query", 6, "sprite_query")
    module("flat/figure", 7, "figure")
    module("flat/stage", 8, "stage")
    module("flat/mover", 9, "mover2")
    module("flat/flash", 9, "flash")
    module("flat/history", 9, "history")
    module("solid/shape", 2, "shape3")
    module("solid/hull", 3, "hull")
    module("solid/query", 4, "world3 convex")
    module("solid/clip", 5, "clip")
    module("solid/mesh", 5, "mesh")
    module("solid/bsp", 5, "bsp")
    module("solid/mover", 6, "mover character")
    module("solid/dynamics", 7, "obstacles bodies")
    module("data", 9, "export soup shapes")
}

function module_of(path,    name) {
    name = path
    if (sub(/^(include\/)?rimcast\//, "", name)) {
        sub(/\.h$/, "", name)
        while (!(name in noun) && name ~ /_/) sub(/_[^_]*$/, "", name)
        return noun[name]
    }
    sub(/^src\//, "", name)
    sub(/\/[^\/]*$/, "", name)
    return name in layer ? name : ""
}

function complain(text) { print FILENAME ":" FNR ": " text; bad = 1 }

FNR == 1 {
    core = FILENAME ~ /^(include|src\/(base|simd|flat|solid|data))\// && FILENAME !~ /^include\/rimcast\/(rimcast|flat|solid|sdl)\.h$/
    me = module_of(FILENAME)
    files++
    if (core && me == "") complain("belongs to no module that scripts/lint.awk has a layer for")
}

/^[ \t]*#[ \t]*include/ {
    split($0, part, /[<>"]/)
    target = part[2]
    it = /</ ? me : module_of(target)

    if (!core) {
        if (target ~ /^(base|simd|flat|solid|data)\//) complain("programs and adapters may not reach into src/")
    } else if (target ~ /SDL|stb|stdio\.h|jansson|^rimcast\/(sdl|rimcast|flat|solid)\.h$/) {
        complain("the core may not include " target)
    } else if (FILENAME ~ /^include\// && !/</ && target !~ /^rimcast\//) {
        complain("a public header may not include src/")
    } else if (it == "") {
        complain("'" target "' belongs to no module that scripts/lint.awk has a layer for")
    } else if (it != me && layer[it] >= layer[me]) {
        complain(me " (layer " layer[me] ") may not include " it " (layer " layer[it] ")")
    } else if (me ~ /\// && it ~ /\// && substr(me, 1, 4) != substr(it, 1, 4)) {
        complain(me " may not include " it)
    }
}

END { exit bad || files < 100 } # too few: something is wrong with this check
