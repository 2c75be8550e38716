// Sheets, atlases and folders on the command line: a frame is outlined as if it were an image of its own.
#define _XOPEN_SOURCE 700

#include "support/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum
{
    SIDE = 90, // of the sheet
    WIDTH = 24,
    HEIGHT = 16
};

// What is drawn in frame k: another blob each, the last one empty. All of it lies inside the trim.
static const int trim[4] = { 3, 2, 20, 13 }; // x0 y0 x1 y1

static unsigned char alpha_of(int frame, int x, int y)
{
    if (x < trim[0] || y < trim[1] || x >= trim[2] || y >= trim[3] || frame == 3) return 0;
    return (x * 7 + y * 5 + frame * 11) % (frame + 3) == 0 ? 40 : 250;
}

// Opaque where no frame is. Frames 0 .. 3 stand whole in a grid with margin 2 and spacing 3 in the upper
// half; below they are trimmed, and 1 and 3 are turned.
static const int stored[4][4] = {
    { 0, 45, 17, 56 }, { 20, 45, 31, 62 }, { 40, 45, 57, 56 }, { 79, 73, 90, 90 }
};

static void write_sheet(void)
{
    static unsigned char alpha[SIDE * SIDE];
    memset(alpha, 255, sizeof alpha);
    for (int k = 0; k < 4; k++)
    {
        int left = 2 + k % 3 * (WIDTH + 3), top = 2 + k / 3 * (HEIGHT + 3);
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++) alpha[(top + y) * SIDE + left + x] = alpha_of(k, x, y);
        const int *s = stored[k];
        for (int y = s[1]; y < s[3]; y++)
            for (int x = s[0]; x < s[2]; x++)
            {
                int ux = k % 2 ? y - s[1] : x - s[0], uy = k % 2 ? s[2] - 1 - x : y - s[1];
                alpha[y * SIDE + x] = alpha_of(k, trim[0] + ux, trim[1] + uy);
            }
    }
    write_png("sheet.png", SIDE, SIDE, alpha);
    mkdir(program_path("sub"), 0777);
    write_png("sub/sheet.png", SIDE, SIDE, alpha);
}

static void write_frames(void)
{
    for (int k = 0; k < 4; k++)
    {
        unsigned char alpha[WIDTH * HEIGHT];
        char          name[32];
        for (int i = 0; i < WIDTH * HEIGHT; i++) alpha[i] = alpha_of(k, i % WIDTH, i / WIDTH);
        snprintf(name, sizeof name, "frame%d.png", k);
        write_png(name, WIDTH, HEIGHT, alpha);
    }
}

static void write_text(const char *name, const char *text)
{
    write_bytes(name, text, strlen(text));
}

// A frame as TexturePacker writes it: the place's width and height are those before turning.
static json_t *packed_frame(int k)
{
    return json_pack(
        "{s:{s:i,s:i,s:i,s:i}, s:b, s:b, s:{s:i,s:i,s:i,s:i}, s:{s:i,s:i}, s:{s:f,s:f}}", "frame",
        "x", stored[k][0], "y", stored[k][1], "w", trim[2] - trim[0], "h", trim[3] - trim[1],
        "rotated", k % 2, "trimmed", 1, "spriteSourceSize", "x", trim[0], "y", trim[1], "w",
        trim[2] - trim[0], "h", trim[3] - trim[1], "sourceSize", "w", WIDTH, "h", HEIGHT, "pivot",
        "x", 0.25, "y", 1.0);
}

static void write_json(const char *name, json_t *json)
{
    char *text = json_dumps(json, JSON_INDENT(1));
    write_text(name, text);
    free(text);
    json_decref(json);
}

static void write_atlases(void)
{
    json_t *hash = json_object(), *array = json_array();
    for (int k = 0; k < 4; k++)
    {
        char name[32];
        snprintf(name, sizeof name, "walk/%d.png", k);
        json_object_set_new(hash, name, packed_frame(k));
        json_t *frame = packed_frame(k);
        json_object_set_new(frame, "filename", json_string(name));
        json_array_append_new(array, frame);
    }
    write_json("hash.json",
               json_pack("{s:O, s:{s:s}}", "frames", hash, "meta", "image", "sheet.png"));
    write_json("array.json",
               json_pack("{s:O, s:{s:s}}", "frames", array, "meta", "image", "sheet.png"));
    write_json("sub/hash.json",
               json_pack("{s:O, s:{s:s}}", "frames", hash, "meta", "image", "sheet.png"));
    write_json("multi.json",
               json_pack("{s:[{s:s,s:O},{s:s,s:O}]}", "textures", "image", "sheet.png", "frames",
                         array, "image", "sub/sheet.png", "frames", array));
    json_decref(hash);
    json_decref(array);
}

static int set_up(void **state)
{
    (void)state;
    program_enter("test_cli_sheet");
    write_sheet();
    write_frames();
    write_atlases();
    return 0;
}

// All that is told about an outline but where it came from.
static void assert_same_outline(json_t *frame, json_t *alone)
{
    static const char *const keys[] = { "width", "height", "threshold", "anchor",
                                        "kind",  "rays",   "error",     "points" };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (!json_equal(json_object_get(frame, keys[i]), json_object_get(alone, keys[i])))
            fail_msg("%s differs", keys[i]);
}

static void assert_frames(const char *command, const char *alone_options, size_t count,
                          const char *const *names)
{
    json_t *frames = json_of(command);
    assert_int_equal(count, json_array_size(frames));
    for (size_t k = 0; k < count; k++)
    {
        char alone[200];
        snprintf(alone, sizeof alone, "outline frame%d.png %s", (int)k % 4, alone_options);
        json_t *one = json_of(alone), *frame = json_array_get(frames, k);
        assert_same_outline(frame, one);
        assert_string_equal(names[k % 4], json_string_value(json_object_get(frame, "frame")));
        assert_null(json_object_get(one, "frame"));
        json_decref(one);
    }
    json_decref(frames);
}

static const char *const cells[] = { "0", "1", "2", "3" };
static const char *const walks[] = { "walk/0.png", "walk/1.png", "walk/2.png", "walk/3.png" };

static void a_cell_is_outlined_as_an_image_of_its_own(void **state)
{
    (void)state;
    json_t *all = json_of("outline sheet.png --sheet 24x16 --margin 2 --spacing 3");
    assert_int_equal(3 * 4, json_array_size(all));
    for (size_t k = 0; k < 4; k++)
    {
        char alone[200];
        snprintf(alone, sizeof alone, "outline frame%d.png", (int)k);
        json_t *one = json_of(alone);
        assert_same_outline(json_array_get(all, k), one);
        assert_string_equal(cells[k],
                            json_string_value(json_object_get(json_array_get(all, k), "frame")));
        json_decref(one);
    }
    json_decref(all);
}

static void a_packed_frame_is_outlined_as_before_it_was_packed(void **state)
{
    (void)state;
    assert_frames("outline --atlas hash.json", "--anchor 6,16", 4, walks);
    assert_frames("outline --atlas array.json", "--anchor 6,16", 4, walks);
    assert_frames("outline --atlas sub/hash.json --rays 7 --threshold 30",
                  "--anchor 6,16 --rays 7 --threshold 30", 4, walks);
    assert_frames("outline --atlas sub/hash.json --threshold 0", "--anchor 6,16 --threshold 0", 4,
                  walks);
    assert_frames("outline --atlas multi.json --anchor 1,2", "--anchor 1,2", 8, walks);
    assert_frames("outline --atlas hash.json sub/sheet.png", "--anchor 6,16", 4, walks);
}

static void a_slice_gives_the_anchor_from_its_frame_on(void **state)
{
    (void)state;
    json_t *frames = json_array();
    for (int k = 0; k < 4; k++)
    {
        json_t *frame = json_pack("{s:s, s:{s:i,s:i,s:i,s:i}, s:b, s:i}", "filename",
                                  "hero 0.aseprite", "frame", "x", 2, "y", 2, "w", WIDTH, "h",
                                  HEIGHT, "rotated", 0, "duration", 100);
        json_array_append_new(frames, frame);
    }
    json_t *slices = json_loads(
        "[{\"name\":\"box\",\"keys\":[{\"frame\":0,\"bounds\":{\"x\":0,\"y\":0,\"w\":9,\"h\":9}}]},"
        " {\"name\":\"feet\",\"keys\":["
        "  {\"frame\":1,\"bounds\":{\"x\":3,\"y\":4,\"w\":9,\"h\":9},\"pivot\":{\"x\":2,\"y\":-1}},"
        "  "
        "{\"frame\":3,\"bounds\":{\"x\":9,\"y\":4,\"w\":9,\"h\":9},\"pivot\":{\"x\":2,\"y\":1}}]}]",
        0, NULL);
    write_json("sprite.json", json_pack("{s:o, s:{s:s,s:o}}", "frames", frames, "meta", "image",
                                        "sheet.png", "slices", slices));
    static const double expected[4][2] = { { 12, 8 }, { 5, 3 }, { 5, 3 }, { 11, 5 } };
    json_t             *all = json_of("outline --atlas sprite.json");
    for (size_t k = 0; k < 4; k++)
    {
        json_t *anchor = json_object_get(json_array_get(all, k), "anchor");
        assert_true(json_number_value(json_array_get(anchor, 0)) == expected[k][0]);
        assert_true(json_number_value(json_array_get(anchor, 1)) == expected[k][1]);
    }
    json_decref(all);
}

static void a_frame_keeps_its_own_pivot_beside_a_slice(void **state)
{
    (void)state;
    write_text(
        "own.json",
        "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":4,\"h\":8},"
        "\"pivot\":{\"x\":0.5,\"y\":1}},"
        "\"b\":{\"frame\":{\"x\":0,\"y\":0,\"w\":4,\"h\":8}}},\"meta\":{\"image\":\"disc.png\","
        "\"slices\":[{\"name\":\"s\",\"keys\":[{\"frame\":0,\"bounds\":{\"x\":1,\"y\":1},"
        "\"pivot\":{\"x\":2,\"y\":4}}]}]}}");
    static const double expected[2][2] = { { 2, 8 }, { 3, 5 } };
    json_t             *all = json_of("outline --atlas own.json -q");
    for (size_t k = 0; k < 2; k++)
    {
        json_t *anchor = json_object_get(json_array_get(all, k), "anchor");
        assert_true(json_number_value(json_array_get(anchor, 0)) == expected[k][0]);
        assert_true(json_number_value(json_array_get(anchor, 1)) == expected[k][1]);
    }
    json_decref(all);
}

static void every_format_names_the_frame(void **state)
{
    (void)state;
    ran r = run("outline --atlas hash.json --format csv --rays 3");
    assert_int_equal(0, strncmp(r.out, "file,frame,ray,x,y\nsheet.png,walk/0.png,0,", 41));
    ran_end(&r);
    r = run("outline --atlas hash.json --format c --rays 3");
    assert_non_null(strstr(r.out, "sheet_walk_0_width = 24,"));
    assert_non_null(strstr(r.out, "sheet_walk_3_points[3]"));
    ran_end(&r);
    r = run("outline --atlas hash.json --format svg --rays 3");
    assert_non_null(strstr(r.out, "<title>sheet.png walk/2.png</title>"));
    ran_end(&r);
    r = run("info --atlas hash.json");
    assert_int_equal(0, r.status);
    assert_non_null(strstr(r.out, "sheet.png frame walk/3.png\n  size          24 x 16\n"
                                  "  solid pixels  0 of 384"));
    ran_end(&r);
    r = run("outline disc.png --format csv --rays 3");
    assert_int_equal(0, strncmp(r.out, "file,ray,x,y\n", 13));
    ran_end(&r);
}

static void a_folder_stands_for_the_images_in_it(void **state)
{
    (void)state;
    char deep[1024];
    assert_int_equal(0, mkdir(program_path("art"), 0777));
    assert_int_equal(0, mkdir(program_path("art/b"), 0777));
    assert_int_equal(0, mkdir(program_path("art/.hidden"), 0777));
    snprintf(deep, sizeof deep, "%s", program_path("art/b/loop"));
    assert_int_equal(0, symlink("..", deep));
    unsigned char            alpha[4] = { 255, 255, 255, 255 };
    static const char *const made[] = { "art/z.png",          "art/b/2.PNG", "art/b/10.png",
                                        "art/.hidden/no.png", "art/.no.png", "art/a.png" };
    for (size_t i = 0; i < 6; i++) write_png(made[i], 2, 2, alpha);
    write_text("art/notes.txt", "no image");

    static const char *const expected[] = { "art/a.png", "art/b/10.png", "art/b/2.PNG", "art/z.png",
                                            "disc.png" };
    json_t                  *all = json_of("outline art disc.png");
    assert_int_equal(5, json_array_size(all));
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(expected[i],
                            json_string_value(json_object_get(json_array_get(all, i), "file")));
    json_decref(all);
    ran r = run("outline art/ --format csv --rays 1");
    assert_int_equal(0, strncmp(r.out, "file,ray,x,y\nart/a.png,0,", 25));
    ran_end(&r);
    write_text("art/broken.png", "no image either");
    assert_trouble("outline art", "art/broken.png: is not an image");
}

static void what_does_not_fit_together_is_said(void **state)
{
    (void)state;
    assert_trouble("outline folder", "folder: there is no image");
    assert_trouble("outline", "no image given");
    assert_trouble("outline --sheet 8x8", "no image given");
    assert_trouble("outline sheet.png --sheet 8", "'8' is not a size");
    assert_trouble("outline sheet.png --sheet 8x", "'8x' is not a size");
    assert_trouble("outline sheet.png --sheet 8x8x8", "is not a size");
    assert_trouble("outline sheet.png --sheet 0x8", "out of range");
    assert_trouble("outline sheet.png --sheet 8x99999999999999", "out of range");
    assert_trouble("outline sheet.png --sheet 91x8", "not one cell of 91 x 8");
    assert_trouble("outline sheet.png --sheet 8x8 --margin 45",
                   "with a margin of 45; give a smaller --margin");
    assert_trouble("outline sheet.png --margin 45", "only mean something with --sheet");
    assert_trouble("outline sheet.png --spacing 45", "only mean something with --sheet");
    assert_trouble("outline --atlas hash.json --sheet 8x8", "exclude each other");
    assert_trouble("outline --atlas hash.json disc.png ring.png", "takes one image at most");
    assert_trouble("outline --atlas multi.json disc.png", "has several images");
    assert_trouble("outline --atlas hash.json disc.png",
                   "hash.json: frame 'walk/0.png' (x 0 .. 16, y 45 .. 55) is not inside the image "
                   "disc.png of 40 x 32");
    assert_trouble("outline --atlas none.json", "none.json: cannot be opened");
    assert_trouble("outline disc.png -o same.png --picture same.png", "name the same file");
}

static char *put_text(char *to, const char *text)
{
    size_t size = strlen(text);
    memcpy(to, text, size + 1);
    return to + size;
}

static void too_many_frames_are_refused(void **state)
{
    (void)state;
    enum
    {
        HALF = 40000
    };
    static const char one[] = "{\"filename\":\"a\",\"frame\":{\"x\":0,\"y\":0,\"w\":1,\"h\":1}},";
    char *text = malloc(2 * HALF * sizeof one + 1000), *at = put_text(text, "{\"frames\":[");
    for (int i = 0; i < 2 * HALF; i++) at = put_text(at, "0,");
    put_text(at, "0]}");
    write_text("bad.json", text);
    assert_trouble("outline --atlas bad.json", "has 80001 frames");

    at = put_text(text, "{\"textures\":[");
    for (int k = 0; k < 2; k++)
    {
        at = put_text(at, k ? ",{\"image\":\"disc.png\",\"frames\":["
                            : "{\"image\":\"disc.png\",\"frames\":[");
        for (int i = 0; i < HALF; i++) at = put_text(at, one);
        at = put_text(at - 1, "]}");
    }
    put_text(at, "]}");
    write_text("bad.json", text);
    assert_trouble("outline --atlas bad.json", "has more than 65536 frames");

    at = put_text(text, "P5 300 300 255\n");
    memset(at, 'x', 300 * 300);
    write_bytes("fine.pgm", text, (size_t)(at - text) + 300 * 300);
    assert_trouble("outline fine.pgm --sheet 1x1", "would have 90000 cells");
    free(text);
}

static void broken_atlases_are_named_with_place_and_reason(void **state)
{
    (void)state;
    static const struct
    {
        const char *text, *part;
    } bad[] = {
        { "{\n\"frames\": {\n,", "bad.json: line 3: is not valid JSON" },
        { "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":4,\"h\":4}},\n"
          "\"a\":{\"frame\":{\"x\":4,\"y\":0,\"w\":4,\"h\":4}}},\"meta\":{\"image\":\"disc.png\"}}",
          "bad.json: line 2: is not valid JSON: duplicate object key" },
        { "", "bad.json: is empty" },
        { "[]", "has no \"frames\"" },
        { "{}", "has no \"frames\"" },
        { "{\"frames\":7}", "has no \"frames\"" },
        { "{\"frames\":{}}", "has no frame" },
        { "{\"frames\":[]}", "has no frame" },
        { "{\"textures\":[]}", "has no texture" },
        { "{\"textures\":[4]}", "has no \"frames\"" },
        { "{\"frames\":[{}]}", "frame 0 of the list has no \"filename\"" },
        { "{\"frames\":{\"a\":{}}}", "frame 'a': has no \"frame\"" },
        { "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":4}}}}", "frame.h is not a number" },
        { "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":4,\"h\":-4}}}}",
          "frame.h is not a whole" },
        { "{\"frames\":{\"a\":{\"frame\":{\"x\":0.5,\"y\":0,\"w\":4,\"h\":4}}}}",
          "frame.x is not a whole" },
        { "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":1e300,\"h\":4}}}}",
          "frame.w is not a whole" },
        { "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":4,\"h\":4}}}}",
          "does not name its image" },
        { "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":0,\"h\":4}}},"
          "\"meta\":{\"image\":\"disc.png\"}}",
          "bad.json: frame 'a' is empty, 0 x 4 pixels" },
        { "{\"frames\":{\"a\":{\"frame\":{\"x\":38,\"y\":0,\"w\":4,\"h\":4}}},"
          "\"meta\":{\"image\":\"disc.png\"}}",
          "bad.json: frame 'a' (x 38 .. 41, y 0 .. 3) is not inside the image disc.png of 40 x "
          "32" },
        { "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":4,\"h\":4},"
          "\"spriteSourceSize\":{\"x\":1,\"y\":0},\"sourceSize\":{\"w\":4,\"h\":4}}},"
          "\"meta\":{\"image\":\"disc.png\"}}",
          "bad.json: frame 'a': its pixels do not fit into its whole size" },
        { "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":4,\"h\":4},"
          "\"sourceSize\":{\"w\":65536,\"h\":65536}}},\"meta\":{\"image\":\"disc.png\"}}",
          "65536 x 65536 pixels when whole" },
        { "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":4,\"h\":4},"
          "\"pivot\":{\"x\":1e300,\"y\":0}}},\"meta\":{\"image\":\"disc.png\"}}",
          "bad.json: frame 'a': its pivot is out of range" },
        { "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":4,\"h\":4}}},"
          "\"meta\":{\"image\":\"none.png\"}}",
          "none.png: cannot be opened" },
        { "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":4,\"h\":4}}},\"meta\":{\"image\":"
          "\"disc.png\",\"slices\":[{\"keys\":[{\"frame\":0,\"pivot\":{\"x\":1,\"y\":1}}]}]}}",
          "slice '': bounds.x is not a number" },
        { "{\"textures\":7}", "has no \"frames\"" },
        { "{\"frames\":{\"a\":7}}", "frame 'a': has no \"frame\"" },
        { "{\"frames\":{\"a\":{\"frame\":{\"x\":70000,\"y\":0,\"w\":4,\"h\":4}}}}",
          "frame.x is not a whole" },
        { "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":4,\"h\":4},\"sourceSize\":{\"w\":4}"
          "}}}",
          "sourceSize.h is not a number" },
        { "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":4,\"h\":4}}},\"meta\":{\"image\":"
          "\"\"}}",
          "does not name its image" },
        { "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":4,\"h\":4}}},"
          "\"meta\":{\"image\":\"/none.png\"}}",
          "rimcast: /none.png: cannot be opened" },
        { "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":30,\"w\":4,\"h\":4}}},"
          "\"meta\":{\"image\":\"disc.png\"}}",
          "frame 'a' (x 0 .. 3, y 30 .. 33) is not inside" },
        { "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":4,\"h\":0}}},"
          "\"meta\":{\"image\":\"disc.png\"}}",
          "frame 'a' is empty, 4 x 0 pixels" },
        { "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":4,\"h\":4}}},\"meta\":{\"image\":"
          "\"disc.png\",\"slices\":[{\"name\":\"s\"},{\"keys\":[{\"frame\":1},{\"frame\":-1,"
          "\"bounds\":"
          "{\"x\":0,\"y\":1},\"pivot\":{\"x\":1}}]}]}}",
          "slice '': pivot.y is not a number" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    {
        write_text("bad.json", bad[i].text);
        assert_trouble("outline --atlas bad.json -o made.json", bad[i].part);
    }
    assert_true(sizeof bad / sizeof bad[0] > 20);
}

// Four frames of 65536 x 4096 with 3 x 2 pixels of their own: their masks have 32 MiB each, their pixels 1 GiB.
static void what_a_frame_was_trimmed_of_takes_no_pixels(void **state)
{
    (void)state;
    json_t *frames = json_object();
    for (int i = 0; i < 4; i++)
    {
        char name[16];
        snprintf(name, sizeof name, "f%d", i);
        json_t *box = json_pack("{s:i,s:i,s:i,s:i}", "x", 15, "y", 10, "w", 3, "h", 2);
        json_t *place = json_pack("{s:i,s:i,s:i,s:i}", "x", 7, "y", 5, "w", 3, "h", 2);
        json_object_set_new(frames, name,
                            json_pack("{s:o,s:o,s:{s:i,s:i}}", "frame", box, "spriteSourceSize",
                                      place, "sourceSize", "w", 65536, "h", 4096));
    }
    write_json("vast.json",
               json_pack("{s:o,s:{s:s}}", "frames", frames, "meta", "image", "disc.png"));
    ran r = run("info --atlas vast.json -q");
    assert_int_equal(0, r.status);
    assert_non_null(strstr(r.out, "bounds        x 7 .. 9, y 5 .. 6 (3 x 2)"));
    ran_end(&r);
    struct rusage used;
    assert_int_equal(0, getrusage(RUSAGE_CHILDREN, &used));
    assert_true(used.ru_maxrss < 600 * 1024); // in KiB
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cell_is_outlined_as_an_image_of_its_own),
        cmocka_unit_test(a_packed_frame_is_outlined_as_before_it_was_packed),
        cmocka_unit_test(a_slice_gives_the_anchor_from_its_frame_on),
        cmocka_unit_test(a_frame_keeps_its_own_pivot_beside_a_slice),
        cmocka_unit_test(every_format_names_the_frame),
        cmocka_unit_test(a_folder_stands_for_the_images_in_it),
        cmocka_unit_test(what_does_not_fit_together_is_said),
        cmocka_unit_test(too_many_frames_are_refused),
        cmocka_unit_test(what_a_frame_was_trimmed_of_takes_no_pixels),
        cmocka_unit_test(broken_atlases_are_named_with_place_and_reason),
    };
    return cmocka_run_group_tests_name("cli_sheet", tests, set_up, NULL);
}
