# Checks every #include against the storeys of the house: an arrow may only point down, the flat and
# the solid side never meet. Called with all sources and headers as arguments.
#
# A module is a file's name up to a part after an underscore: src/flat/mask_bits.h belongs to mask.

BEGIN {
    # module layer side; the side of both is "base"
    split("base 0 base,memory 0 base,angle 0 base,vec2 0 base,vec3 0 base,quat 0 base,mat3 0 base," \
          "xform2 0 base,xform3 0 base,box 0 base,plane 0 base,segment 0 base,round 0 base," \
          "exact 0 base,vec3d 0 base,sort 0 base,cpu 0 base,finite 0 base,tree 0.5 base," \
          "mask 1 flat,shape2 1 flat,polygon 1.2 flat,loops 1.5 flat," \
          "outline 2 flat,contour 2 flat,simplify 2.5 flat,partition 2.5 flat,field 2 flat," \
          "sprite 3 flat,sheet 3.5 flat,pair 4 flat,cast 4.5 flat,stage 5 flat,flash 6 flat," \
          "shape3 1 solid,world3 1.5 solid,hull 2 solid,distance 3 solid,contact 4 solid," \
          "sweep 4.5 solid,clip 4 solid," \
          "world2 3.5 flat,mover2 5 flat," \
          "mesh 5 solid,bsp 5 solid,mover 6 solid,character 7 solid,obstacles 6 solid,body 7 solid,bodies 8 solid," \
          "data 8 data", rows, ",")
    for (i in rows) {
        split(rows[i], cell, " ")
        layer[cell[1]] = cell[2]
        side[cell[1]] = cell[3]
    }
}

function module_of(path,    name) {
    name = path
    sub(/.*\//, "", name)
    sub(/\.[ch]$/, "", name)
    if (path ~ /(^|\/)data\//) return "data"
    while (!(name in layer) && name ~ /_/) sub(/_[^_]*$/, "", name)
    return name
}

function complain(text) {
    print FILENAME ":" FNR ": " text
    bad = 1
}

FNR == 1 {
    place = FILENAME ~ /^include\// || FILENAME ~ /^src\/(base|flat|solid|data)\// ? "core" : "program"
    if (FILENAME ~ /include\/rimcast\/(rimcast|sdl)\.h$/) place = "program"
    if (FILENAME ~ /^tests\// || FILENAME ~ /^bench\//) place = "tests"
    me = module_of(FILENAME)
    # Data modules are known by their public header too.
    if (place == "core" && FILENAME ~ /^include\// && system("ls src/data/" me "*.c >/dev/null 2>&1") == 0)
        me = "data"
    if (place == "core" && !(me in layer)) complain("module '" me "' has no storey in scripts/lint.awk")
}

/^[ \t]*#[ \t]*include/ {
    target = $0
    sub(/^[ \t]*#[ \t]*include[ \t]*/, "", target)
    system_header = target ~ /^</
    gsub(/[<>"]/, "", target)
    sub(/[ \t].*/, "", target)

    if (place == "tests") next
    if (place == "program") {
        if (!system_header && target !~ /^rimcast\// && FILENAME !~ /^(src\/cli|src\/sdl|demos)\//)
            complain("a program includes '" target "'")
        if (target ~ /^(base|flat|solid|data)\//) complain("programs and adapters may not reach into src/")
        next
    }

    if (target ~ /SDL|stb|stdio\.h|jansson/) complain("the core may not include " target)
    if (FILENAME ~ /^include\// && !system_header && target !~ /^rimcast\//)
        complain("a public header may not include src/")
    if (system_header) next
    if (target == "rimcast/sdl.h" || target == "rimcast/rimcast.h") {
        complain("the core may not include " target)
        next
    }

    it = module_of(target)
    if (target ~ /^rimcast\// && system("ls src/data/" it "*.c >/dev/null 2>&1") == 0) it = "data"
    if (it == me) next
    if (!(it in layer)) complain("'" target "' has no storey in scripts/lint.awk")
    else if (layer[it] > layer[me] || (layer[it] == layer[me] && layer[me] > 0))
        complain(me " (storey " layer[me] ") may not include " it " (storey " layer[it] ")")
    else if (side[it] != "base" && side[me] != "data" && side[it] != side[me])
        complain(me " (" side[me] ") may not include " it " (" side[it] ")")
}

END { exit bad }
