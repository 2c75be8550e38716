// Each allocation of the program is refused once, in turn: it says so and ends, or has done without, and never
// leaves half a file.
#define _XOPEN_SOURCE 700

#include "support/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char preload[600];

static const char BOX[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n"
                          "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";

static const char ATLAS[] =
    "{\"frames\":{\"a.png\":{\"frame\":{\"x\":0,\"y\":0,\"w\":9,\"h\":9},\"rotated\":false,"
    "\"trimmed\":true,\"spriteSourceSize\":{\"x\":1,\"y\":1,\"w\":9,\"h\":9},"
    "\"sourceSize\":{\"w\":12,\"h\":12},\"pivot\":{\"x\":0.5,\"y\":1}},"
    "\"b.png\":{\"frame\":{\"x\":9,\"y\":9,\"w\":12,\"h\":12}}},\"meta\":{\"image\":\"disc.png\"}}";

static const char TEXTURES[] =
    "{\"textures\":[{\"image\":\"disc.png\",\"frames\":[{\"filename\":\"a\",\"frame\":"
    "{\"x\":0,\"y\":0,\"w\":9,\"h\":9}},{\"filename\":\"b\",\"frame\":{\"x\":4,\"y\":4,\"w\":9,"
    "\"h\":9}}]}]}";

static const char SLICES[] =
    "{\"frames\":[{\"filename\":\"a\",\"frame\":{\"x\":0,\"y\":0,\"w\":9,\"h\":9}}],\"meta\":{"
    "\"image\":"
    "\"disc.png\",\"slices\":[{\"name\":\"s\",\"keys\":[{\"frame\":0,\"bounds\":{\"x\":1,\"y\":1,"
    "\"w\":4,\"h\":4},\"pivot\":{\"x\":2,\"y\":2}}]}],\"frameTags\":[{\"name\":\"t\",\"from\":0,"
    "\"to\":0}]}}";

static int set_up(void **state)
{
    (void)state;
    char here[300], command[1000];
    program_enter("test_cli_memory");
    write_bytes("box.obj", BOX, sizeof BOX - 1);
    write_bytes("atlas.json", ATLAS, sizeof ATLAS - 1);
    write_bytes("textures.json", TEXTURES, sizeof TEXTURES - 1);
    write_bytes("slices.json", SLICES, sizeof SLICES - 1);
    ran saved = run("mesh box.obj --save box.rim");
    ran_end(&saved);
    if (!getcwd(here, sizeof here)) return 1;
    snprintf(preload, sizeof preload, "%s/build/test_cli_memory/refuse.so", here);
    snprintf(command, sizeof command, "cd build/test_cli_memory && cp ring.png disc.png folder/");
    if (system(command)) return 1;
    snprintf(command, sizeof command,
             "cc -O1 -shared -fPIC tests/preload_refuse.c -o '%s' 2>/dev/null", preload);
    if (system(command)) preload[0] = 0;
    return 0;
}

// Does the shim work with the program as it was built?
static bool can_refuse(void)
{
#if defined(__SANITIZE_ADDRESS__) || !defined(__GLIBC__)
    return false;
#else
    return preload[0] != 0;
#endif
}

static void forget(const char *name)
{
    unlink(program_path(name));
}

// Runs with allocation number k refused; was there one?
static bool run_refused(const char *arguments, int k, ran *out)
{
    char number[20];
    snprintf(number, sizeof number, "%d", k);
    forget("refused");
    forget("made");
    forget("look.png");
    setenv("RIM_REFUSE", number, 1);
    setenv("LD_PRELOAD", preload, 1);
    setenv("RIM_REFUSED", "refused", 1);
    *out = run(arguments);
    unsetenv("LD_PRELOAD");
    unsetenv("RIM_REFUSE");
    return program_left("refused");
}

static bool same_lines(const char *a, const char *b)
{
    // Times differ from run to run.
    return strstr(b, "built in") ? strncmp(a, b, 20) == 0 : strcmp(a, b) == 0;
}

static bool has_draft(void)
{
    char command[700];
    snprintf(command, sizeof command, "ls -a '%s' | grep -q '^[.]rimcast'", program_path("."));
    return system(command) == 0;
}

static void check(const char *arguments, int k, const ran *r, const ran *plain)
{
    if (r->status == plain->status)
    {
        // What it could do without: the buffer of a stream, say.
        if (!same_lines(r->out, plain->out))
            fail_msg("%s: allocation %d refused: printed '%s'", arguments, k, r->out);
        return;
    }
    if (r->status != 2) fail_msg("%s: allocation %d refused: status %d", arguments, k, r->status);
    if (strncmp(r->err, "rimcast: ", 9) != 0)
        fail_msg("%s: allocation %d refused: said '%s'", arguments, k, r->err);
    if (program_left("made") || has_draft())
        fail_msg("%s: allocation %d refused: a file was left", arguments, k);
}

// Returns how many refusals made it end.
static int refuse_each(const char *arguments)
{
    ran plain = run(arguments), r;
    int count = 0, ended = 0;
    assert_int_not_equal(plain.status, 2);
    for (bool refused = true; refused; count++)
    {
        refused = run_refused(arguments, count, &r);
        if (refused) check(arguments, count, &r, &plain);
        ended += r.status == 2;
        ran_end(&r);
        if (count > 150) count += count / 16; // then only some of them
    }
    ran_end(&plain);
    if (ended == 0) fail_msg("%s: nothing was refused", arguments);
    return ended;
}

static void refuse_in(const char *const *commands)
{
    if (!can_refuse()) skip();
    int ended = 0;
    for (; *commands; commands++) ended += refuse_each(*commands);
    assert_true(ended > 40);
}

static void an_outline_says_when_there_is_no_memory(void **state)
{
    (void)state;
    refuse_in((const char *[]){
        "outline ring.png -o made", "outline bar.png disc.png --faithful --format csv",
        "outline ring.png --contour --format svg --picture look.png",
        "outline ring.png --convex 8 --format plist",
        "outline ring.png --contour --holes --contain",
        "outline ring.png --triangles --format godot", "outline bar.png --format c",
        "outline disc.png --max-error 9", "outline disc.png --max-error 9 --faithful", NULL });
}

static void cut_images_say_when_there_is_no_memory(void **state)
{
    (void)state;
    refuse_in((const char *[]){
        "outline --atlas atlas.json -o made", "outline --atlas textures.json",
        "outline --atlas slices.json", "outline folder bar.png",
        "outline disc.png --sheet 16x16 --format csv", "info disc.png --sheet 20x16", NULL });
}

static void shapes_say_when_there_is_no_memory(void **state)
{
    (void)state;
    ran baked = run("bake --atlas slices.json --tag any -o kept.shapes");
    ran_end(&baked);
    refuse_in((const char *[]){ "bake folder bar.png -o made", "bake --atlas slices.json -o made",
                                "bake disc.png --sheet 20x16 --no-pieces -o made",
                                "info kept.shapes", NULL });
}

static void hits_say_when_there_is_no_memory(void **state)
{
    (void)state;
    refuse_in((const char *[]){
        "hit bar.png ring.png --at 3,2", "hit bar.png ring.png --at 30,2 --rotate 20 --move=-40,0",
        "hit bar.png ring.png --at 3,2 --move 4,0", "info bar.png disc.png", NULL });
}

static void meshes_say_when_there_is_no_memory(void **state)
{
    (void)state;
    refuse_in((const char *[]){ "mesh box.obj --save made", "mesh box.rim",
                                "mesh box.obj --bsp --weld 0.001 --raycast 0.25,5,0.5 0,-1,0",
                                NULL });
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_outline_says_when_there_is_no_memory),
        cmocka_unit_test(cut_images_say_when_there_is_no_memory),
        cmocka_unit_test(shapes_say_when_there_is_no_memory),
        cmocka_unit_test(hits_say_when_there_is_no_memory),
        cmocka_unit_test(meshes_say_when_there_is_no_memory),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
