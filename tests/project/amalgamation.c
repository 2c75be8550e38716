// The library as two files, used as in a game that has them among its own: no other file, the compiler's
// own flags.
#define _XOPEN_SOURCE 700

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define PLACE "build/test_amalgamation"
#define STRICT "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"

// Runs a command line in the folder; fails the test with what it printed if its status is not 0.
static void shell(const char *command)
{
    char whole[4000];
    snprintf(whole, sizeof whole, "cd " PLACE " && ( %s ) >log 2>&1 </dev/null", command);
    int status = system(whole);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
    fail_msg("%s\n%s", command, read_file(PLACE "/log", NULL));
}

static int set_up(void **state)
{
    (void)state;
    return system("rm -rf " PLACE " && mkdir -p " PLACE
                  " && cp build/amalgamation/rimcast*.[ch] " PLACE " && for name in touch.c "
                  "room.c swing.c outline.cpp; do for half in '' _flat _solid; do "
                  "sed \"s,<rimcast/rimcast.h>,\\\"rimcast$half.h\\\",\" docs/examples/$name "
                  ">" PLACE "/${name%.*}$half.${name#*.} || exit 1; done; done");
}

static void the_header_compiles_alone_as_c_and_as_cpp(void **state)
{
    (void)state;
    shell("echo '#include \"rimcast.h\"' >c.c && cc -std=c11 " STRICT " -fsyntax-only c.c");
    shell("cp c.c cpp.cpp && c++ -std=c++17 " STRICT " -fsyntax-only cpp.cpp");
    shell("for half in flat solid; do echo \"#include \\\"rimcast_$half.h\\\"\" >c.c && cp c.c "
          "cpp.cpp && "
          "cc -std=c11 " STRICT " -fsyntax-only c.c && c++ -std=c++17 " STRICT
          " -fsyntax-only cpp.cpp || exit 1; done");
    shell("! grep -n 'include \"' rimcast.h && test \"$(grep 'include \"' rimcast.c)\" = "
          "'#include \"rimcast.h\"'");
}

static void the_source_compiles_without_a_warning(void **state)
{
    (void)state;
    shell("for half in '' _flat _solid; do "
          "cc -std=c11 " STRICT " -O0 -c rimcast$half.c -o rimcast$half.o || exit 1; done");
}

static void the_examples_build_and_say_what_they_should(void **state)
{
    (void)state;
    shell("cc touch.c rimcast.o -lm -o touch && test \"$(./touch | grep -n ': hit')\" = "
          "'3:ball at 120: hit'");
    shell("cc room.c rimcast.o -lm -o room && ./room | grep -q 'triangle 0: 0.25 deep'");
    shell("cc swing.c rimcast.o -lm -o swing && test \"$(./swing | grep -c ' after ')\" = 4");
    shell("c++ -std=c++17 outline.cpp rimcast.o -o outline && test \"$(./outline | sed -n 13p)\" = "
          "'disc,11,17.320509,-10'");
}

// A game of sprites needs the flat half alone, a game of bodies the solid one.
static void a_half_is_enough_for_its_examples(void **state)
{
    (void)state;
    shell("cc touch_flat.c rimcast_flat.o -lm -o touch && test \"$(./touch | grep -n ': hit')\" = "
          "'3:ball at 120: hit'");
    shell(
        "cc room_solid.c rimcast_solid.o -lm -o room && ./room | grep -q 'triangle 0: 0.25 deep'");
    shell("c++ -std=c++17 outline_flat.cpp rimcast_flat.o -o outline && "
          "test \"$(./outline | sed -n 13p)\" = 'disc,11,17.320509,-10'");
}

// Its names for the linker are the functions that the public headers mark with RIM_API: a game may have functions
// named as private ones.
static void the_object_exports_the_interface_and_no_more(void **state)
{
    (void)state;
    shell("for half in '' _flat _solid; do "
          "nm -g --defined-only rimcast$half.o | awk '{ print $3 }' | sort >names && tr '\\n' ' ' "
          "<rimcast$half.h | "
          "grep -oE 'RIM_API [^(#]*\\(' | grep -oE 'rim_[a-z0-9_]+\\(' | tr -d '(' | sort -u | "
          "diff - names || exit 1; done");
    shell("for name in mesh_build gjk_support exact_add; do "
          "echo \"int $name(void); int $name(void) { return 7; }\"; done >own.c && "
          "cc touch.c own.c rimcast.o -lm -o own && ./own | grep -q 'ball at 120: hit'");
}

static void vector_instructions_are_chosen_at_run_time(void **state)
{
    (void)state;
#if defined(__x86_64__) && (!defined(RIM_SIMD) || RIM_SIMD > 2)
    shell("nm rimcast.o >names && grep -q '_avx512$' names && grep -q '_avx2$' names && grep -q "
          "'_sse2$' names");
#endif
}

// With nothing but -O2 and a processor that has it, compilers would fuse a * b + c.
static void products_and_sums_are_rounded_one_by_one_without_being_asked(void **state)
{
    (void)state;
#if defined(__x86_64__)
    shell("{ sed '/^#include \"rimcast.h\"/q' rimcast.c; echo 'double f(double a, double b, double "
          "c) "
          "{ return a * b + c; }'; } >one.c && cc -O2 -mfma -S one.c -o one.s && "
          "sed -n '/^f:/,$p' one.s | grep -q mulsd && ! grep -q fmadd one.s");
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_header_compiles_alone_as_c_and_as_cpp),
        cmocka_unit_test(the_source_compiles_without_a_warning),
        cmocka_unit_test(the_examples_build_and_say_what_they_should),
        cmocka_unit_test(a_half_is_enough_for_its_examples),
        cmocka_unit_test(the_object_exports_the_interface_and_no_more),
        cmocka_unit_test(vector_instructions_are_chosen_at_run_time),
        cmocka_unit_test(products_and_sums_are_rounded_one_by_one_without_being_asked),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
