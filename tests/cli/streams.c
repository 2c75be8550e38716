// The program's inputs and outputs: standard input and output, pipes and devices, outputs over inputs, hints, and what
// takes too much.
#define _XOPEN_SOURCE 700

#include "support/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static int set_up(void **state)
{
    (void)state;
    alarm(600); // a program that waits for ever fails, too
    program_enter("test_cli_streams");
    return 0;
}

// What the programs that were run have taken of the processor: on a busy machine they only wait longer, up to the alarm.
static double seconds(void)
{
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

// --- standard input and output ------------------------------------------------------------------------

static void a_dash_is_standard_input(void **state)
{
    (void)state;
    ran named = run("outline disc.png --format csv"),
        piped = run("outline - --format csv <disc.png");
    assert_int_equal(0, piped.status);
    assert_string_equal(piped.err, "");
    assert_int_equal(0, strncmp(piped.out, "file,ray,x,y\nstdin,0,", 21));
    int lines = 0;
    for (const char *a = named.out, *b = piped.out; (a = strchr(a, ',')) && (b = strchr(b, ','));
         lines++)
    {
        assert_int_equal(strcspn(a, "\n"), strcspn(b, "\n"));
        assert_int_equal(0, strncmp(a, b, strcspn(a, "\n")));
        a += strcspn(a, "\n"), b += strcspn(b, "\n");
    }
    assert_true(lines == 37);
    ran_end(&named);
    ran_end(&piped);

    named = run("hit disc.png ring.png --at 9,9");
    piped = run("hit disc.png - --at 9,9 <ring.png");
    assert_string_equal(named.out, piped.out);
    assert_int_equal(named.status, piped.status);
    ran_end(&named);
    ran_end(&piped);
    piped = run("info - <ring.png");
    assert_int_equal(0, strncmp(piped.out, "stdin\n  size          7 x 5\n", 27));
    ran_end(&piped);
    piped = run("outline - --sheet 8x8 --format c <disc.png");
    assert_non_null(strstr(piped.out, "stdin_0_width = 8"));
    ran_end(&piped);
    assert_trouble("outline - - <disc.png", "can be read once");
    assert_trouble("outline - --atlas - <disc.png", "can be read once");
    assert_trouble("hit - - --at 1,1 <disc.png", "can be read once");
    assert_trouble("outline - <text.png", "stdin: is not an image");
    assert_trouble("outline - --sheet 99x99 <disc.png", "stdin: not one cell");
}

static void a_dash_is_standard_output(void **state)
{
    (void)state;
    ran plain = run("outline disc.png"), dashed = run("outline disc.png -o -");
    assert_string_equal(plain.out, dashed.out);
    assert_string_equal("", dashed.err);
    assert_false(program_left("-"));
    ran_end(&plain);
    ran_end(&dashed);
    ran r = run("outline disc.png -o text.json --picture look.png");
    ran_end(&r);
    r = run("outline disc.png -o again.json --picture - >piped.png && cmp look.png piped.png && "
            "cmp text.json again.json");
    assert_int_equal(0, r.status);
    ran_end(&r);
    assert_trouble("outline disc.png --picture -", "both go to standard output");
    assert_trouble("outline disc.png -o - --picture -", "name the same file");
}

static const char OBJ[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

static void meshes_go_through_pipes_too(void **state)
{
    (void)state;
    write_bytes("one.obj", OBJ, sizeof OBJ - 1);
    ran r = run("mesh - <one.obj");
    assert_int_equal(0, strncmp(r.out, "stdin\n  triangles       1\n", 26));
    ran_end(&r);
    r = run("mesh one.obj --save one.rim");
    ran_end(&r);
    r = run("mesh - --save - <one.obj | cmp - one.rim");
    assert_int_equal(0, r.status);
    ran_end(&r);
    r = run("mesh - <one.rim");
    assert_int_equal(0, strncmp(r.out, "stdin\n  triangles       1\n", 26));
    ran_end(&r);
}

// An atlas that names an image "-" means a file.
static void only_the_command_line_names_standard_input(void **state)
{
    (void)state;
    static const char atlas[] = "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":4,\"h\":4}}},"
                                "\"meta\":{\"image\":\"-\"}}";
    write_bytes("dash.json", atlas, sizeof atlas - 1);
    assert_trouble("outline --atlas dash.json <disc.png", "./-: cannot be opened");
    ran r = run("outline --atlas dash.json - --format csv --rays 1 <disc.png");
    assert_int_equal(0, r.status);
    ran_end(&r);
    remove(program_path("dash.json"));
}

// --- pipes and devices --------------------------------------------------------------------------------

static void pipes_and_devices_with_a_name_are_refused(void **state)
{
    (void)state;
    assert_int_equal(0, mkdir(program_path("art"), 0777));
    assert_int_equal(0, mkfifo(program_path("art/x.png"), 0666));
    assert_int_equal(0, mkfifo(program_path("m.obj"), 0666));
    double before = seconds();
    assert_trouble("outline art", "art/x.png: is a pipe");
    assert_trouble("info art/x.png", "art/x.png: is a pipe");
    assert_trouble("hit disc.png art/x.png --at 1,1", "is a pipe");
    assert_trouble("outline --atlas art/x.png", "is a pipe");
    assert_trouble("mesh m.obj", "m.obj: is a pipe");
    assert_trouble("info /dev/zero", "/dev/zero: is a device");
    assert_trouble("info /dev/null", "/dev/null: is a device");
    assert_true(seconds() - before < 30.0);
    char feed[4200];
    snprintf(feed, sizeof feed, "cat '%s' >'%s' &", program_path("disc.png"),
             program_path("art/x.png"));
    assert_int_equal(0, system(feed));
    ran r = run("info - <art/x.png");
    assert_int_equal(0, strncmp(r.out, "stdin\n  size          40 x 32\n", 30));
    ran_end(&r);
    remove(program_path("art/x.png"));
    remove(program_path("m.obj"));
}

// A file is neither created nor changed if the other output is a device that is full.
static void a_full_device_leaves_the_other_output_as_it_was(void **state)
{
    (void)state;
    static const char *const ways[] = {
        "mesh one.obj --save kept >/dev/full",
        "outline disc.png -o kept --picture - >/dev/full",
        "outline disc.png -o kept --picture /dev/full",
        "outline disc.png --picture kept >/dev/full",
        "outline disc.png -o /dev/full --picture kept",
    };
    if (access("/dev/full", W_OK) != 0) return;
    write_bytes("one.obj", OBJ, sizeof OBJ - 1);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    {
        remove(program_path("kept"));
        assert_trouble(ways[i], "cannot be written");
        if (program_left("kept")) fail_msg("%s: made a file", ways[i]);
        write_bytes("kept", "old", 3);
        assert_trouble(ways[i], "cannot be written");
        size_t size;
        char  *left = read_file(program_path("kept"), &size);
        if (size != 3 || memcmp(left, "old", 3) != 0) fail_msg("%s: changed a file", ways[i]);
        free(left);
    }
    remove(program_path("kept"));
}

static void a_full_device_leaves_standard_output_empty(void **state)
{
    (void)state;
    if (access("/dev/full", W_OK) != 0) return;
    write_bytes("one.obj", OBJ, sizeof OBJ - 1);
    assert_trouble("outline disc.png --picture /dev/full", "cannot be written");
    assert_trouble("outline disc.png -o /dev/full --picture -", "cannot be written");
    assert_trouble("mesh one.obj --save /dev/full", "cannot be written");
}

// The outline is longer than what a pipe holds, so the program is still writing when its reader has gone.
static void a_reader_that_goes_leaves_no_file(void **state)
{
    (void)state;
    remove(program_path("kept"));
    ran r = run("outline disc.png --rays 4096 --picture kept | :; ls -A | grep '^[.]rimcast-'");
    assert_string_equal("", r.out);
    assert_string_equal("", r.err);
    assert_false(program_left("kept"));
    ran_end(&r);
}

// --- outputs over inputs ------------------------------------------------------------------------------

static void assert_disc_is_whole(void)
{
    ran r = run("--version >/dev/null; cmp disc.png kept.png");
    if (r.status) fail_msg("disc.png was changed: %s", r.err);
    ran_end(&r);
}

static void inputs_are_not_overwritten(void **state)
{
    (void)state;
    static const char atlas[] = "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":9,\"h\":9}}},"
                                "\"meta\":{\"image\":\"disc.png\"}}";
    ran r = run("--version >/dev/null; cp disc.png kept.png; ln -s disc.png link.png; ln disc.png "
                "hard.png; "
                "mkdir -p sub; ln -s ../link.png sub/far.png");
    ran_end(&r);
    write_bytes("atlas.json", atlas, sizeof atlas - 1);
    static const char *const outputs[] = { "disc.png", "./disc.png", "folder/../disc.png",
                                           "link.png", "hard.png",   "sub/far.png" };
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++)
    {
        static const char *const ways[] = {
            "outline disc.png -o %s",          "outline disc.png --picture %s",
            "outline ring.png disc.png -o %s", "outline --atlas atlas.json -o %s",
            "bake ring.png disc.png -o %s",    "outline - -o %s <disc.png"
        };
        for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++)
        {
            char command[200];
            snprintf(command, sizeof command, ways[k], outputs[i]);
            assert_trouble(command, "would be overwritten; give another name, or add --force");
            assert_disc_is_whole();
        }
    }
    assert_trouble("outline link.png -o disc.png", "disc.png: is read as link.png");
    assert_trouble("outline --atlas atlas.json -o atlas.json", "atlas.json: is read as atlas.json");
    assert_trouble("outline ring.png -o same.json --picture ./same.json", "name the same file");
    assert_trouble("outline ring.png -o same.json --picture folder/../same.json",
                   "name the same file");
    assert_trouble("outline ring.png -o kept.png --picture folder/../kept.png",
                   "name the same file");
    write_bytes("one.obj", OBJ, sizeof OBJ - 1);
    assert_trouble("mesh one.obj --save one.obj", "one.obj: is read as one.obj");

    r = run("outline bar.png -o bar.png --force && grep -q '\"bar.png\"' bar.png");
    assert_int_equal(0, r.status);
    ran_end(&r);
    r = run("mesh one.obj --save one.obj --force");
    assert_int_equal(0, r.status);
    ran_end(&r);
    r = run("outline disc.png -o disc.png.json && outline disc.png -o /dev/null");
    ran_end(&r);
    r = run("outline disc.png -o /dev/null --picture other.png");
    assert_int_equal(0, r.status);
    ran_end(&r);
}

// Two headers of one image, and two of one name, can be included together; the same one twice, too.
static void headers_never_exclude_each_other(void **state)
{
    (void)state;
    ran r = run("--version >/dev/null; mkdir -p one two");
    ran_end(&r);
    r = run("outline disc.png ring.png --format c -o one/art.h");
    ran_end(&r);
    r = run("outline clear.png -q --format c -o two/art.h");
    assert_int_equal(0, r.status);
    ran_end(&r);
    r = run("outline disc.png --format c");
    assert_non_null(strstr(r.out, "#ifndef OUTLINE_DISC_"));
    ran_end(&r);
    static const char source[] =
        "#include \"one/art.h\"\n#include \"two/art.h\"\n#include \"one/art.h\"\n"
        "int sum[disc_rays + ring_rays + clear_rays];\n";
    write_bytes("both.c", source, sizeof source - 1);
    r = run("--version >/dev/null; grep -q 'ifndef OUTLINE_ART_' one/art.h && cc -std=c11 "
            "-fsyntax-only both.c");
    if (r.status) fail_msg("%s", r.err);
    ran_end(&r);
}

// A header kept in version control does not change with the machine on which it is made.
static void a_header_does_not_tell_where_its_images_are(void **state)
{
    (void)state;
    ran r = run("--version >/dev/null; cp disc.png one/disc.png");
    ran_end(&r);
    r = run("outline disc.png --format c -o one/art.h");
    ran_end(&r);
    static const char *const ways[] = {
        "outline one/disc.png --format c -o two/art.h",
        "outline \"$PWD/disc.png\" --format c -o \"$PWD/two/art.h\"",
        "outline one --format c -o two/art.h"
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    {
        char line[300];
        snprintf(line, sizeof line, "%s && cmp one/art.h two/art.h", ways[i]);
        r = run(line);
        if (r.status) fail_msg("%s: %s%s", ways[i], r.out, r.err);
        ran_end(&r);
    }
}

// --- hints --------------------------------------------------------------------------------------------

// A GIF of 2 x 2 pixels, the first of them transparent, with as many frames as asked for.
static void write_gif(const char *name, int frames)
{
    static const unsigned char head[] = { 'G',  'I', 'F', '8', '9', 'a', 2,   0,   2,  0,
                                          0x80, 0,   0,   0,   0,   0,   255, 255, 255 };
    static const unsigned char loop[] = { 0x21, 0xff, 11,  'N', 'E', 'T', 'S', 'C', 'A', 'P',
                                          'E',  '2',  '.', '0', 3,   1,   0,   0,   0 };
    static const unsigned char frame[] = { 0x21, 0xf9, 4, 1, 9, 0, 0, 0, 0x2c, 0,    0, 0,
                                           0,    2,    0, 2, 0, 0, 2, 2, 0x4c, 0x0a, 0 };
    unsigned char              file[300];
    size_t                     size = 0;
    memcpy(file, head, sizeof head), size += sizeof head;
    memcpy(file + size, loop, sizeof loop), size += sizeof loop;
    for (int i = 0; i < frames; i++) memcpy(file + size, frame, sizeof frame), size += sizeof frame;
    file[size++] = 0x3b;
    write_bytes(name, file, size);
}

static void assert_hint(const char *arguments, int status, const char *file, const char *text)
{
    char line[200];
    ran  r = run(arguments);
    snprintf(line, sizeof line, "rimcast: hint: %s: ", file);
    if (r.status != status) fail_msg("%s: status %d: %s", arguments, r.status, r.err);
    if (!strstr(r.err, line) || !strstr(r.err, text)) fail_msg("%s: said '%s'", arguments, r.err);
    assert_true(strlen(r.out) > 0);
    ran_end(&r);
}

static void assert_no_hint(const char *arguments)
{
    ran r = run(arguments);
    if (strstr(r.err, "hint")) fail_msg("%s: said '%s'", arguments, r.err);
    ran_end(&r);
}

static void opaque_empty_and_animated_images_get_a_hint(void **state)
{
    (void)state;
    write_bytes("full.pgm", "P5 4 2 255\n12345678", 19);
    write_gif("moving.gif", 2);
    write_gif("still.gif", 1);
    assert_hint("outline full.pgm", 0, "full.pgm", "every pixel is solid");
    assert_hint("info full.pgm", 0, "full.pgm", "rectangle");
    assert_hint("hit full.pgm ring.png --at 2,2", 0, "full.pgm", "every pixel is solid");
    assert_hint("outline - <full.pgm", 0, "stdin", "every pixel is solid");
    assert_hint("outline clear.png --contour", 0, "clear.png",
                "no pixel has an alpha of 128 or more");
    assert_hint("hit ring.png clear.png --at 2,2", 1, "clear.png", "lower --threshold");
    assert_hint("outline moving.gif", 0, "moving.gif", "only its first frame is used");
    assert_hint("info moving.gif", 0, "moving.gif", "--sheet");
    assert_no_hint("info still.gif");
    assert_no_hint("info disc.png ring.png bar.png");
    assert_no_hint("info ring.png --threshold 0"); // all solid on purpose
    assert_no_hint("info full.pgm clear.png moving.gif -q");
    assert_no_hint("outline full.pgm clear.png moving.gif --quiet");
    assert_no_hint("hit full.pgm clear.png --at 1,1 --quiet");
    assert_no_hint("outline full.pgm nope.png");
}

// One line for each kind, however many images; a cell that is full is usual in a sheet that has transparency.
static void hints_are_few(void **state)
{
    (void)state;
    ran r = run("outline full.pgm full.pgm clear.png moving.gif full.pgm clear.png");
    int lines = 0;
    for (const char *c = r.err; *c; c++) lines += *c == '\n';
    assert_int_equal(lines, 3);
    ran_end(&r);
    write_bytes("fuller.pgm", "P5 4 2 255\n12345678", 19);
    assert_hint("info full.pgm fuller.pgm", 0, "full.pgm and 1 more", "every pixel");
    assert_hint("info full.pgm --sheet 2x2", 0, "full.pgm", "every pixel");
    assert_no_hint("info disc.png --sheet 4x4 --threshold 0");
    r = run("info disc.png --sheet 8x8");
    assert_non_null(strstr(r.err, "rimcast: hint: disc.png frame 0 and "));
    assert_null(strstr(r.err, "every pixel"));
    ran_end(&r);
}

// --- what takes too much ------------------------------------------------------------------------------

// A few bytes of JSON claim 100 frames of 65536 x 4096 pixels.
static void atlases_are_refused_before_the_work(void **state)
{
    (void)state;
    char  *text = malloc(200000), *at = text;
    double before = seconds();
    for (int kind = 0; kind < 2; kind++)
    {
        at = text + sprintf(text, "{\"frames\":{");
        for (int i = 0; i < (kind ? 4 : 100); i++)
            at += sprintf(at,
                          "%s\"f%d\":{\"frame\":{\"x\":0,\"y\":0,\"w\":4,\"h\":4},"
                          "\"sourceSize\":{\"w\":65536,\"h\":4096}}",
                          i ? "," : "", i);
        at += sprintf(at, "},\"meta\":{\"image\":\"disc.png\"}}");
        write_bytes("bomb.json", text, (size_t)(at - text));
        if (kind == 0)
            assert_trouble(
                "outline --atlas bomb.json",
                "bomb.json: with frame 'f4' of 65536 x 4096 the frames have 1342177280 pixels when "
                "whole, and 1073741824 in all is the most");
    }
    assert_true(seconds() - before < 10.0);
    free(text);
    ran r = run("--version >/dev/null; truncate -s 65M large.json");
    ran_end(&r);
    assert_trouble("outline --atlas large.json", "large.json: is larger than 64 MiB");
    remove(program_path("large.json"));
}

// Appends 65536 frames of one pixel, which begin a file.
static char *put_frames(char *at)
{
    at += sprintf(at, "{\"frames\":{");
    for (int i = 0; i < 65536; i++)
        at +=
            sprintf(at, "%s\"f%d\":{\"frame\":{\"x\":0,\"y\":0,\"w\":1,\"h\":1}}", i ? "," : "", i);
    return at + sprintf(at, "},\"meta\":{\"image\":\"disc.png\",");
}

// The processor time of the programs that have ended; unlike that of a clock, it does not depend on other programs.
static double seconds_of_children(void)
{
    struct rusage used;
    assert_int_equal(0, getrusage(RUSAGE_CHILDREN, &used));
    return (double)used.ru_utime.tv_sec + 1e-6 * (double)used.ru_utime.tv_usec;
}

// All tags and keys are of nearly all frames. Each was set again for each frame, which took 14 seconds.
static void many_tags_and_keys_take_little_time(void **state)
{
    (void)state;
    enum
    {
        COUNT = 100000
    };
    char *text = malloc(32000000), *at = put_frames(text);
    for (int i = 0; i < COUNT; i++)
        at +=
            sprintf(at, "%s{\"name\":\"t\",\"from\":1,\"to\":99999}", i ? "," : "\"frameTags\":[");
    for (int i = 0; i < COUNT; i++)
        at +=
            sprintf(at, "%s{\"frame\":1,\"bounds\":{\"x\":0,\"y\":0},\"pivot\":{\"x\":%d,\"y\":0}}",
                    i ? "," : "],\"slices\":[{\"name\":\"s\",\"keys\":[", i);
    at += sprintf(at, "]}]}}");
    write_bytes("many.json", text, (size_t)(at - text));
    free(text);
    double before = seconds_of_children();
    ran    r = run("bake --atlas many.json --no-pieces --rays 1 -q -o many.shapes");
    assert_int_equal(0, r.status);
    ran_end(&r);
    assert_true(seconds_of_children() - before < 8.0);
    remove(program_path("many.json"));
    remove(program_path("many.shapes"));
}

static void write_grey(const char *name, int width, int height)
{
    char  *file = calloc(1, (size_t)width * (size_t)height + 40);
    size_t size = (size_t)sprintf(file, "P5 %d %d 255\n", width, height);
    write_bytes(name, file, size + (size_t)width * (size_t)height);
    free(file);
}

// A long thin image is a long thin picture, whatever its length; its margin does not grow with it.
static void pictures_are_no_larger_than_they_need_be(void **state)
{
    (void)state;
    write_grey("thin.pgm", 43524, 4);
    double before = seconds();
    ran    r = run("outline thin.pgm -q -o thin.json --picture thin.png");
    assert_int_equal(0, r.status);
    assert_true(seconds() - before < 8.0); // it took 10 to 30
    ran_end(&r);
    r = run("info thin.png");
    assert_non_null(strstr(r.out, "size          43588 x 68"));
    ran_end(&r);
    remove(program_path("thin.pgm"));

    write_grey("large.pgm", 9000, 9000);
    assert_trouble("outline large.pgm --picture look2.png", "67108864 in all is the most");
    remove(program_path("large.pgm"));
    // A hundred small ones still fit: they are shown smaller.
    r = run("outline disc.png --sheet 4x3 -q -o all.json --picture all.png && test -s all.png");
    assert_int_equal(0, r.status);
    ran_end(&r);
    r = run("info all.png");
    int width = 0, height = 0;
    assert_int_equal(2, sscanf(strstr(r.out, "size"), "size %d x %d", &width, &height));
    assert_true(width > 4000 && width < 9000 && height < 9000);
    ran_end(&r);
}

// Every other pixel of an 8-bit image with alpha: as many corners as can be.
static void write_noise(const char *name, int side)
{
    test_random    random = { 91 };
    size_t         size = 18 + (size_t)4 * (size_t)side * (size_t)side;
    unsigned char *tga = calloc(1, size);
    tga[2] = 2, tga[12] = tga[14] = (unsigned char)side,
    tga[13] = tga[15] = (unsigned char)(side >> 8);
    tga[16] = 32, tga[17] = 8;
    for (size_t i = 0; i < (size_t)side * (size_t)side; i++)
        tga[18 + 4 * i + 3] = random_int(&random, 0, 1) ? 255 : 0;
    write_bytes(name, tga, size);
    free(tga);
}

static void outlines_that_take_too_long_to_paint_are_refused(void **state)
{
    (void)state;
    write_noise("noise.tga", 2200);
    assert_trouble("outline noise.tga --contour --holes --picture noise.png", "raise --tolerance");
    // Each of these would do alone.
    write_noise("noise.tga", 1600);
    write_noise("less.tga", 900);
    assert_trouble("outline less.tga less.tga noise.tga --contour --holes --picture noise.png",
                   "with the outline of noise.tga, which has");
    remove(program_path("noise.tga"));
    remove(program_path("less.tga"));
}

static void outlines_of_too_many_points_are_refused(void **state)
{
    (void)state;
    write_grey("cells.pgm", 128, 64);
    assert_trouble("outline cells.pgm --sheet 1x1 --rays 4096 -o points.json",
                   "would have 33554432 points, and 4194304 in all is the most");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dash_is_standard_input),
        cmocka_unit_test(a_dash_is_standard_output),
        cmocka_unit_test(meshes_go_through_pipes_too),
        cmocka_unit_test(only_the_command_line_names_standard_input),
        cmocka_unit_test(pipes_and_devices_with_a_name_are_refused),
        cmocka_unit_test(a_full_device_leaves_the_other_output_as_it_was),
        cmocka_unit_test(a_full_device_leaves_standard_output_empty),
        cmocka_unit_test(a_reader_that_goes_leaves_no_file),
        cmocka_unit_test(inputs_are_not_overwritten),
        cmocka_unit_test(headers_never_exclude_each_other),
        cmocka_unit_test(a_header_does_not_tell_where_its_images_are),
        cmocka_unit_test(opaque_empty_and_animated_images_get_a_hint),
        cmocka_unit_test(hints_are_few),
        cmocka_unit_test(atlases_are_refused_before_the_work),
        cmocka_unit_test(many_tags_and_keys_take_little_time),
        cmocka_unit_test(pictures_are_no_larger_than_they_need_be),
        cmocka_unit_test(outlines_that_take_too_long_to_paint_are_refused),
        cmocka_unit_test(outlines_of_too_many_points_are_refused),
    };
    return cmocka_run_group_tests_name("cli_streams", tests, set_up, NULL);
}
