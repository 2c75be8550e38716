#!/bin/sh
# Architecture, headers, format, warnings. Prints what it checks; fails on any finding.
set -u
bad=0
core=$(find src/base src/simd src/flat src/solid src/data -name '*.[ch]')
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Iinclude -fsyntax-only"
step() { echo "lint    $1"; }
fail() { bad=1; }

step "layers: every include points down"
awk -f scripts/lint.awk $(find include src demos -name '*.[ch]') || fail

step "names: each is defined once; functions of at most 80 lines; folders of at most 40 files"
ctags -R --languages=C --langmap=C:.c.h --kinds-C=defgstuv -x --_xformat='%K	%N	%F	%n	%e' src |
    awk -f scripts/names.awk || fail
find src tests -type f -not -path 'tests/reference*' | sed 's|/[^/]*$||' | sort | uniq -c |
    awk '$1 > 40 { print "  " $2 " has " $1 " files"; bad = 1 } END { exit bad || NR < 10 }' || fail

step "the public interface keeps its rules (see CONTRIBUTING.md): at most 460 functions in 32 headers besides umbrellas"
awk -f scripts/interface.awk include/rimcast/*.h || fail
[ "$(ls include/rimcast/*.h | grep -vcE '/(rimcast|flat|solid|sdl)\.h$')" -le 32 ] || { echo "  too many headers"; fail; }
awk -f scripts/asserts.awk $core src/sdl/*.[ch] || fail

step "every public header compiles alone, as C11 and as C++17"
for header in include/rimcast/*.h; do
    sdl=$([ "$header" != include/rimcast/sdl.h ] || pkg-config --cflags sdl2)
    for compiler in "gcc -std=c11 -xc" "clang -std=c11 -xc" "g++ -std=c++17 -xc++" "clang++ -std=c++17 -xc++"; do
        $compiler $warnings $sdl -include "$header" /dev/null || { echo "  $header with $compiler"; fail; }
    done
done

step "the list of functions is what the headers say"
awk -f scripts/functions.awk include/rimcast/*.h | cmp - docs/functions.md || { echo "  run make functions"; fail; }

step "every public function has a caller among modules, program, demos, examples, guides, adapters and the web module"
awk -f scripts/callers.awk $core src/sdl/*.[ch] src/cli/*.[ch] demos/*.[ch] docs/examples/*.c* \
    web/js/*.[ch] bench/harness/*.[ch] docs/*.md README.md include/rimcast/*.h || fail

step "no mutable variable at file scope, no malloc outside src/base/memory.c"
variable='(int|float|double|bool|char|size_t|u?int[0-9]+_t|rim_[a-z0-9_]+)( \**|\* *)[a-z_0-9]+(\[[^]]*\])*( =.*)?;'
grep -nE "^(static )?$variable" $core | grep -v const && fail
grep -nE '\b(malloc|calloc|realloc|free)\(' $core | grep -v '^src/base/memory.c' && fail

step "no libm beyond sqrt in the core (and float_is_finite in place of isfinite)"
grep -nE '\b(sin|cos|tan|isfinite|isnan|isinf|signbit|atan|atan2|asin|acos|exp|log|pow|fmod|remainder|hypot|cbrt|fma|floor|ceil|round|lround|rint|trunc)f?\(' \
    include/rimcast/*.h $core | grep -vE '^[^:]*:[0-9]*:[ \t]*//|//.*\b(sin|cos|tan|atan2|floor|ceil)' && fail

step "no intrinsics, targets of functions and builtins of vectors or bits outside src/simd"
grep -rnE '\b_mm[0-9]*_|\b__m(128|256|512)|mmintrin|\btarget\(|vector_size|__builtin_(ctz|clz|popcount|shuffle|convert)' src include |
    grep -v '^src/simd/' && fail

step "no word in a comment that plain sentences do not need (see Words in CONTRIBUTING.md)"
words='storeys?|seldom|whom|whoever|anew|afresh|lest|doubts?|doubted|spoil|spoils|spoiled|verdicts?|scraps?|todo|askers?|lull'
words="$words|rouses?|pry|honest|weighs|whence|mends?"
find include src tests demos bench web docs -name '*.[ch]' -print0 | xargs -0 grep -nHiE "//.*\b($words)\b" && fail

step "gcc and clang compile without a warning"
for compiler in gcc clang; do
    find src demos tests bench docs/figures docs/examples web -name '*.c' | xargs -P "$(nproc)" -n 4 $compiler -std=c11 -O1 $warnings \
        -ffp-contract=off -Isrc -Itests -Ibench -Ibench/compare -Idemos \
        $(pkg-config --cflags sdl2 SDL2_image cmocka jansson) || fail
done

step "clang-format is a fixpoint"
clang-format --dry-run -Werror $(find include src demos tests bench docs web -name '*.[ch]') || fail

[ $bad = 0 ] && echo "lint    clean"
exit $bad
