// What `make install` leaves behind, used as its users would: the examples built against it by make
// with pkg-config, by plain cc and by CMake, and run; then all of it taken away again.
//
// RIMCAST names the program; the libraries stand beside it.
#define _XOPEN_SOURCE 700

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char out[2048];    // where the build is
static char prefix[2048]; // where it is installed
static char place[2048];  // a folder for what is built here

// Runs a command line; fails the test with what it printed if its status is not the wanted one.
static void shell(int wanted, const char *format, ...)
{
    char    command[16384], whole[17000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    snprintf(whole, sizeof whole, "( %s ) >build/test_install.log 2>&1 </dev/null", command);
    int status = system(whole);
    if (WIFEXITED(status) && WEXITSTATUS(status) == wanted) return;
    fail_msg("%s\n%s", command, read_file("build/test_install.log", NULL));
}

static bool has_command(const char *name)
{
    char command[200];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", name);
    return system(command) == 0;
}

static void install(const char *what, const char *destdir, const char *where)
{
    shell(0, "sh scripts/install.sh %s '%s' '%s' '%s' %s", what, destdir, where, out,
          rim_version());
}

static int set_up(void **state)
{
    (void)state;
    const char *program = getenv("RIMCAST");
    char        here[1024], shared[4096];
    if (!getcwd(here, sizeof here)) return -1;
    snprintf(out, sizeof out, "%s", program ? program : "build/release/rimcast");
    *strrchr(out, '/') = 0;
    snprintf(shared, sizeof shared, "%s/librimcast.so.%s", out, rim_version());
    // A library built for a sanitizer is not one to install.
    if (strstr(out, "asan") || access(shared, R_OK) != 0) out[0] = 0;
    snprintf(prefix, sizeof prefix, "%s/build/test_install/prefix", here);
    snprintf(place, sizeof place, "%s/build/test_install/examples", here);
    if (system("rm -rf build/test_install && mkdir -p build/test_install") != 0) return -1;
    if (out[0]) install("install", "", prefix);
    return 0;
}

static bool is_installed(void)
{
    return out[0] != 0;
}

static void copy_examples(void)
{
    shell(0, "rm -rf '%s' && cp -r docs/examples '%s'", place, place);
}

// The examples say what they should.
static void run_examples(const char *folder)
{
    shell(0,
          "cd '%s' && test \"$(LD_LIBRARY_PATH='%s/lib' ./touch | tr '\\n' ,)\" = "
          "'ball at 100: no hit,ball at 110: no hit,ball at 120: hit,ball at 130: no hit,ball at "
          "140: no hit,'",
          folder, prefix);
    shell(0,
          "cd '%s' && LD_LIBRARY_PATH='%s/lib' ./room | grep -q 'triangle 0: 0.25 deep, push along "
          "0 1 -*0$'", // a minus zero is a zero
          folder, prefix);
    shell(0,
          "cd '%s' && test \"$(LD_LIBRARY_PATH='%s/lib' ./outline | sed -n '1p;2p;13p' | tr '\\n' "
          "';')\" = "
          "'file,ray,x,y;disc,0,20,0;disc,11,17.320509,-10;'",
          folder, prefix);
    // The program bakes, the game loads; without a file the game says how to make one.
    shell(
        0,
        "mkdir -p '%s/art' && cp assets/sword.png docs/examples/knight.figure.json '%s/art' && "
        "cd '%s' && rm -f game.shapes && export LD_LIBRARY_PATH='%s/lib' && "
        "! ./knight 2>said && grep -q 'make it: rimcast bake art/ -o game.shapes' said && "
        "'%s/bin/rimcast' bake art -o game.shapes && "
        "test \"$(./knight game.shapes | tr '\\n' ,)\" = 'an arrow at 150 hits nothing,an arrow at "
        "178 hits the head (2) at 94.0,an arrow at 190 hits the body (1) at 94.0,an arrow at 220 "
        "hits the legs (1) at 92.6,a sword lies from 111.6 to 147.0,'",
        folder, folder, folder, prefix, prefix);
}

static void the_examples_build_with_make_and_pkg_config(void **state)
{
    (void)state;
    if (!is_installed()) skip();
    copy_examples();
    shell(0,
          "unset MAKEFLAGS MFLAGS MAKELEVEL; cd '%s' && CFLAGS=-Wall "
          "PKG_CONFIG_PATH='%s/lib/pkgconfig' make",
          place, prefix);
    run_examples(place);
}

static void the_examples_build_with_plain_compilers(void **state)
{
    (void)state;
    if (!is_installed()) skip();
    copy_examples();
    shell(
        0,
        "cd '%s' && for name in touch room knight; do cc -std=c11 -Wall -Wextra -Wpedantic -Werror "
        "$name.c "
        "-I'%s/include' -ffp-contract=off '%s/lib/librimcast.a' -lm -o $name || exit 1; done",
        place, prefix, prefix);
    if (!has_command("c++")) return;
    shell(0,
          "cd '%s' && c++ -std=c++17 -Wall -Wextra -Wpedantic -Werror outline.cpp -I'%s/include' "
          "-ffp-contract=off -L'%s/lib' -lrimcast -o outline",
          place, prefix, prefix);
    run_examples(place);
}

static void the_examples_build_with_cmake(void **state)
{
    (void)state;
    if (!is_installed()) skip();
    if (!has_command("cmake")) return;
    copy_examples();
    shell(0,
          "unset MAKEFLAGS MFLAGS MAKELEVEL; cd '%s' && cmake -B built -DCMAKE_PREFIX_PATH='%s' && "
          "cmake --build built",
          place, prefix);
    char built[4096];
    snprintf(built, sizeof built, "%s/built", place);
    run_examples(built);
    // A version of another interface is refused.
    shell(0,
          "cd '%s' && sed -i 's/find_package(rimcast [0-9.]*/find_package(rimcast 7.1/' "
          "CMakeLists.txt "
          "&& "
          "! cmake -B refused -DCMAKE_PREFIX_PATH='%s'",
          place, prefix);
}

// The ship of the game flies until the ring's shape, not its box, stops it.
static void the_game_builds_with_the_sdl_adapter(void **state)
{
    (void)state;
    if (!is_installed()) skip();
    char adapter[4096];
    snprintf(adapter, sizeof adapter, "%s/lib/librimcast-sdl.a", prefix);
    if (access(adapter, R_OK) != 0) return;
    copy_examples();
    shell(0,
          "unset MAKEFLAGS MFLAGS MAKELEVEL; cd '%s' && CFLAGS=-Wall "
          "PKG_CONFIG_PATH='%s/lib/pkgconfig'${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH} make game",
          place, prefix);
    shell(0,
          "cd '%s' && SDL_VIDEODRIVER=dummy LD_LIBRARY_PATH='%s/lib' ./game 90 | "
          "grep -q 'ship at 252,200, blocked for 37 frames'",
          place, prefix);
    if (!has_command("cmake")) return;
    shell(0,
          "unset MAKEFLAGS MFLAGS MAKELEVEL; cd '%s' && cmake -B built -DCMAKE_PREFIX_PATH='%s' && "
          "cmake --build built --target game",
          place, prefix);
}

static void the_installed_program_runs(void **state)
{
    (void)state;
    if (!is_installed()) skip();
    shell(0, "test \"$('%s/bin/rimcast' --version)\" = 'rimcast %s'", prefix, rim_version());
    shell(0, "grep -q 'rimcast %s' '%s/share/man/man1/rimcast.1'", rim_version(), prefix);
    shell(0, "grep -q 'rimcast %s' '%s/share/man/man3/rimcast.3'", rim_version(), prefix);
    shell(0, "! grep -r @ '%s/lib/pkgconfig' && ! grep -rE '@[A-Z]+@' '%s/lib/cmake' '%s/share'",
          prefix, prefix, prefix);
    if (has_command("bash"))
        shell(0,
              "PATH=%s/bin:$PATH bash -c '. %s/share/bash-completion/completions/rimcast; "
              "COMP_WORDS=(rimcast "
              "outline --an); "
              "COMP_CWORD=2; _rimcast; test \"${COMPREPLY[*]}\" = --anchor'",
              prefix, prefix);
}

// What the completion offers is what `rimcast help` tells of, for every command.
static void the_completion_knows_every_option(void **state)
{
    (void)state;
    if (!is_installed()) skip();
    if (!has_command("bash")) skip();
    shell(0,
          "cat >'%s.sh' <<'END'\n"
          ". $1/share/bash-completion/completions/rimcast\n"
          "for command in outline hit bake info mesh; do\n"
          "    COMP_WORDS=($1/bin/rimcast $command --) COMP_CWORD=2; _rimcast\n"
          "    offered=$(printf '%%s\\n' \"${COMPREPLY[@]}\" | grep -vxe --help -e -o | sort)\n"
          "    told=$($1/bin/rimcast help $command | grep -oE -- '--[a-z][a-z-]+' | grep -vx -- "
          "--help"
          " | sort -u)\n"
          "    [ \"$told\" ] && [ \"$offered\" = \"$told\" ] || { echo $command; diff <(echo "
          "\"$offered\") "
          "<(echo \"$told\"); exit 1; }\n"
          "done\n"
          "END\n"
          "bash '%s.sh' '%s'",
          prefix, prefix, prefix);
}

// The names of both libraries are the functions that the public headers mark with RIM_API, each of them.
static void the_libraries_export_the_interface_and_no_more(void **state)
{
    (void)state;
    if (!is_installed()) skip();
    if (!has_command("nm") || !has_command("objcopy")) skip();
    shell(
        0,
        "cd '%s/include/rimcast' && cat $(ls *.h | grep -vx sdl.h) | tr '\\n' ' ' | grep -oE "
        "'RIM_API [^(]*\\(' | grep -oE 'rim_[a-z0-9_]+\\(' | tr -d '(' | sort -u >'%s.headers' && "
        "test $(wc -l <'%s.headers') -gt 300",
        prefix, prefix, prefix);
    shell(0,
          "nm -D --defined-only '%s/lib/librimcast.so' | awk '{ print $3 }' | sort | diff - "
          "'%s.headers'",
          prefix, prefix);
    shell(0,
          "nm -g --defined-only '%s/lib/librimcast.a' | awk 'NF == 3 { print $3 }' | sort | diff - "
          "'%s.headers'",
          prefix, prefix);
    if (has_command("readelf"))
        shell(0, "readelf -d '%s/lib/librimcast.so' | grep -q 'SONAME.*librimcast.so.%d]'", prefix,
              RIM_VERSION_MAJOR);
}

// A program's own functions may be named as those that are private in the libraries.
static void a_program_may_use_the_libraries_private_names(void **state)
{
    (void)state;
    if (!is_installed()) skip();
    if (!has_command("nm") || !has_command("objcopy")) skip();
    shell(
        0,
        "{ printf 'mesh_build\\ngjk_support\\nexact_add\\n'; nm -g --defined-only "
        "'%s/tests/librimcast.a' | awk '$2 == \"T\" { print $3 }'; } | sort -u | "
        "comm -23 - '%s.headers' | sed 's/.*/int &(void);\\nint &(void) { return 7; }/' >'%s.c' && "
        "test $(grep -c 'return 7' '%s.c') -gt 100",
        out, prefix, prefix, prefix);
    copy_examples();
    shell(0,
          "cd '%s' && cc touch.c '%s.c' -I'%s/include' '%s/lib/librimcast.a' -lm -o own && ./own | "
          "grep -q 'ball at 120: hit'",
          place, prefix, prefix, prefix);
    shell(0,
          "cd '%s' && cc touch.c '%s.c' -I'%s/include' -L'%s/lib' -lrimcast -o own && "
          "LD_LIBRARY_PATH='%s/lib' ./own | grep -q 'ball at 120: hit'",
          place, prefix, prefix, prefix, prefix);
    shell(0,
          "test ! -e '%s/lib/librimcast-sdl.a' || { cd '%s' && cc game.c '%s.c' -I'%s/include' "
          "'%s/lib/librimcast-sdl.a' '%s/lib/librimcast.a' $(pkg-config --cflags --libs sdl2 "
          "SDL2_image) "
          "-lm -o own && SDL_VIDEODRIVER=dummy ./own 90 | grep -q 'ship at 252,200'; }",
          prefix, place, prefix, prefix, prefix, prefix);
}

static void a_destination_folder_leaves_no_trace_in_the_files(void **state)
{
    (void)state;
    if (!is_installed()) skip();
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/../stage", prefix);
    install("install", folder, "/opt/rim");
    shell(0,
          "test -x '%s/opt/rim/bin/rimcast' && grep -q '^prefix=/opt/rim$' "
          "'%s/opt/rim/lib/pkgconfig/rimcast.pc'",
          folder, folder);
    shell(0,
          "! grep -r test_install '%s/opt/rim/lib/pkgconfig' '%s/opt/rim/lib/cmake' "
          "'%s/opt/rim/share'",
          folder, folder, folder);
    install("uninstall", folder, "/opt/rim");
    shell(0, "test -z \"$(find '%s' ! -type d)\"", folder);
    shell(2, "sh scripts/install.sh install '' relative/path '%s' %s", out, rim_version());
}

static void uninstalling_takes_everything_away(void **state)
{
    (void)state;
    if (!is_installed()) skip();
    shell(0, "touch '%s/lib/other.so'", prefix);
    install("uninstall", "", prefix);
    shell(0, "test \"$(find '%s' ! -type d)\" = '%s/lib/other.so'", prefix, prefix);
    shell(0, "test ! -e '%s/include/rimcast' && test ! -e '%s/lib/cmake'", prefix, prefix);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_examples_build_with_make_and_pkg_config),
        cmocka_unit_test(the_examples_build_with_plain_compilers),
        cmocka_unit_test(the_examples_build_with_cmake),
        cmocka_unit_test(the_game_builds_with_the_sdl_adapter),
        cmocka_unit_test(the_installed_program_runs),
        cmocka_unit_test(the_completion_knows_every_option),
        cmocka_unit_test(the_libraries_export_the_interface_and_no_more),
        cmocka_unit_test(a_program_may_use_the_libraries_private_names),
        cmocka_unit_test(a_destination_folder_leaves_no_trace_in_the_files),
        cmocka_unit_test(uninstalling_takes_everything_away),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
