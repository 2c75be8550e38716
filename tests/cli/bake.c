// rimcast bake and what rimcast info says of its files, judged by shapes that the test makes of the same pixels.
#define _XOPEN_SOURCE 700

#include "support/program.h"
#include "support/shapes.h"

#include "rimcast/rimcast.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum
{
    WIDTH = 30,
    HEIGHT = 22,
    KINDS = 4
};

// A blob with a hole, scattered dots, a bar, nothing.
static unsigned char alpha_of(int kind, int x, int y)
{
    int dx = 2 * x - WIDTH, dy = 2 * y - HEIGHT, d = dx * dx + dy * dy;
    if (kind == 0) return d < 400 && d > 40 ? 255 : 0;
    if (kind == 1) return (x * 7 + y * 5) % 6 == 0 ? 200 : 90;
    return kind == 2 && y > 5 && y < 9 && x > 1 ? 128 : 0;
}

static void write_image(const char *name, int kind)
{
    unsigned char alpha[WIDTH * HEIGHT];
    for (int i = 0; i < WIDTH * HEIGHT; i++) alpha[i] = alpha_of(kind, i % WIDTH, i / WIDTH);
    write_png(name, WIDTH, HEIGHT, alpha);
}

static void write_text(const char *name, const char *text)
{
    write_bytes(name, text, strlen(text));
}

// Two frames of 30 x 22 beside each other; tags that overlap, and slices with pivots that move.
static const char ATLAS[] =
    "{\"frames\":[{\"filename\":\"run 0.ase\",\"frame\":{\"x\":0,\"y\":0,\"w\":30,\"h\":22}},"
    "{\"filename\":\"run 1.ase\",\"frame\":{\"x\":30,\"y\":0,\"w\":30,\"h\":22}},"
    "{\"filename\":\"idle\",\"frame\":{\"x\":0,\"y\":0,\"w\":30,\"h\":22}}],"
    "\"meta\":{\"image\":\"sheet.png\",\"frameTags\":[{\"name\":\"run\",\"from\":0,\"to\":1},"
    "{\"name\":\"all\",\"from\":1,\"to\":9}],\"slices\":["
    "{\"name\":\"body\",\"keys\":[{\"frame\":0,\"bounds\":{\"x\":1,\"y\":2,\"w\":9,\"h\":9},"
    "\"pivot\":{\"x\":3,\"y\":4}}]},"
    "{\"name\":\"hand\",\"keys\":[{\"frame\":1,\"bounds\":{\"x\":10,\"y\":0,\"w\":5,\"h\":5},"
    "\"pivot\":{\"x\":1,\"y\":1}},{\"frame\":2,\"bounds\":{\"x\":20,\"y\":0,\"w\":5,\"h\":5},"
    "\"pivot\":{\"x\":2,\"y\":2}}]},"
    "{\"name\":\"plain\",\"keys\":[{\"frame\":0,\"bounds\":{\"x\":0,\"y\":0,\"w\":5,\"h\":5}}]}]}}";

static char root[1024]; // the project's folder

static int set_up(void **state)
{
    (void)state;
    if (!getcwd(root, sizeof root)) return -1;
    unsigned char sheet[HEIGHT * 2 * WIDTH];
    program_enter("test_cli_bake");
    mkdir(program_path("art"), 0777);
    mkdir(program_path("art/enemies"), 0777);
    mkdir(program_path("other"), 0777);
    write_image("art/hero.v2.png", 0);
    write_image("art/enemies/bat.png", 1);
    write_image("art/enemies/hero.png", 2);
    write_image("other/bat.png", 2);
    write_image("nothing.png", 3);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < 2 * WIDTH; x++)
            sheet[y * 2 * WIDTH + x] = alpha_of(x / WIDTH, x % WIDTH, y);
    write_png("sheet.png", 2 * WIDTH, HEIGHT, sheet);
    write_text("sheet.json", ATLAS);
    return 0;
}

// --- what a file holds ---------------------------------------------------------------------------------

static rim_shapes *load(const char *name)
{
    size_t      size;
    char       *bytes = read_file(program_path(name), &size);
    rim_shapes *shapes;
    assert_int_equal(RIM_OK, rim_shapes_load(&shapes, bytes, size, NULL));
    free(bytes);
    return shapes;
}

static void bake(const char *arguments)
{
    ran r = run(arguments);
    if (r.status != 0 || r.out[0])
        fail_msg("%s: status %d: %s%s", arguments, r.status, r.out, r.err);
    ran_end(&r);
}

// The sprite is what rim_sprite_create makes of the pixels.
static void assert_sprite(const rim_shapes *shapes, const char *name, int kind, int rays,
                          int threshold, rim_vec2 anchor)
{
    unsigned char alpha[WIDTH * HEIGHT];
    rim_image     image = { .pixels = alpha, .width = WIDTH, .height = HEIGHT };
    for (int i = 0; i < WIDTH * HEIGHT; i++) alpha[i] = alpha_of(kind, i % WIDTH, i / WIDTH);
    rim_mask          *mask;
    rim_sprite        *sprite;
    rim_sprite_options options = { .has_anchor = true, .anchor = anchor, .rays = rays };
    assert_int_equal(RIM_OK, rim_mask_create_from_image(&mask, &image, threshold, NULL));
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
    const rim_shapes_entry *found = rim_shapes_find(shapes, name);
    if (!found) fail_msg("%s is missing", name);
    rim_shapes_entry   expected = *found;
    rim_shapes_content one = { .entries = &expected, .entry_count = 1 },
                       other = { .entries = found, .entry_count = 1 };
    expected.sprite = sprite;
    assert_same_content(&one, &other);
    rim_sprite_destroy(sprite);
    rim_mask_destroy(mask);
}

static const rim_vec2 MIDDLE = { WIDTH / 2.0f, HEIGHT / 2.0f };

static void a_folder_becomes_a_file_of_its_images(void **state)
{
    (void)state;
    bake("bake art -o game.shapes");
    rim_shapes        *shapes = load("game.shapes");
    rim_shapes_content all = rim_shapes_read(shapes);
    assert_int_equal(3, all.entry_count); // in the order of their paths
    assert_string_equal("enemies/bat", all.entries[0].name);
    assert_string_equal("enemies/hero", all.entries[1].name);
    assert_string_equal("hero.v2", all.entries[2].name);
    assert_sprite(shapes, "hero.v2", 0, 36, 128, MIDDLE);
    assert_sprite(shapes, "enemies/bat", 1, 36, 128, MIDDLE);
    assert_sprite(shapes, "enemies/hero", 2, 36, 128, MIDDLE);
    for (int i = 0; i < 3; i++)
    {
        assert_string_equal("", all.entries[i].tag);
        assert_true(all.entries[i].piece_count > 0 && all.entries[i].point_count == 0);
    }
    rim_shapes_destroy(shapes);
}

static void the_same_images_give_the_same_bytes(void **state)
{
    (void)state;
    static const char *const ways[] = {
        "bake art// -o one.shapes",
        "bake ./art --output=one.shapes",
        "bake art --rays 36 --threshold 128 --tolerance 1 --convex 8 -oone.shapes",
        "bake art -o - > one.shapes",
    };
    size_t size, again_size;
    bake("bake art -o game.shapes");
    char *bytes = read_file(program_path("game.shapes"), &size);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    {
        bake(ways[i]);
        char *again = read_file(program_path("one.shapes"), &again_size);
        assert_int_equal(size, again_size);
        assert_memory_equal(bytes, again, size);
        free(again);
    }
    free(bytes);
}

static void options_reach_the_shapes(void **state)
{
    (void)state;
    bake("bake art/enemies/bat.png --rays 9 --threshold 80 --anchor 3,4.5 --tag enemy --no-pieces "
         "-o one.shapes");
    rim_shapes *shapes = load("one.shapes");
    assert_sprite(shapes, "bat", 1, 9, 80, rim_vec2_make(3.0f, 4.5f));
    assert_string_equal("enemy", rim_shapes_read(shapes).entries[0].tag);
    assert_int_equal(0, rim_shapes_read(shapes).entries[0].piece_count);
    rim_shapes_destroy(shapes);
    bake("bake nothing.png -q -o one.shapes");
    shapes = load("one.shapes");
    assert_sprite(shapes, "nothing", 3, 36, 128, MIDDLE);
    assert_int_equal(0, rim_shapes_read(shapes).entries[0].piece_count);
    rim_shapes_destroy(shapes);
}

// The empty text is a tag, too; it takes the place of the atlas's.
static void a_tag_may_be_any_text(void **state)
{
    (void)state;
    bake("bake --atlas sheet.json --tag '' -o one.shapes");
    rim_shapes        *shapes = load("one.shapes");
    rim_shapes_content all = rim_shapes_read(shapes);
    assert_int_equal(3, all.entry_count);
    for (int i = 0; i < 3; i++) assert_string_equal("", all.entries[i].tag);
    rim_shapes_destroy(shapes);
}

// The area of all pieces.
static double pieces_area(const char *name)
{
    rim_shapes             *shapes = load(name);
    const rim_shapes_entry *e = &rim_shapes_read(shapes).entries[0];
    double                  area = 0.0;
    for (int i = 0; i < e->piece_count; i++)
    {
        assert_true(rim_polygon2_is_convex(e->pieces[i]) && e->pieces[i].count <= 5);
        area += rim_polygon2_area(e->pieces[i]);
    }
    rim_shapes_destroy(shapes);
    return area;
}

static void pieces_cover_the_shape(void **state)
{
    (void)state;
    int solid = 0, hole = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++)
    {
        int x = i % WIDTH, y = i / WIDTH, dx = 2 * x - WIDTH, dy = 2 * y - HEIGHT;
        solid += alpha_of(0, x, y) > 0;
        hole += dx * dx + dy * dy <= 40;
    }
    bake("bake art/hero.v2.png --tolerance 0 --holes --convex 5 -o one.shapes");
    assert_near(pieces_area("one.shapes"), solid, 0.0);
    bake("bake art/hero.v2.png --tolerance 0 --convex 5 -o one.shapes");
    assert_near(pieces_area("one.shapes"), solid + hole, 0.0);
    bake("bake art/hero.v2.png --tolerance 2 --contain --convex 5 -o one.shapes");
    assert_true(pieces_area("one.shapes") > solid + hole);
    bake("bake art/hero.v2.png --tolerance 2 --inside --convex 5 -o one.shapes");
    assert_true(pieces_area("one.shapes") < solid + hole);
}

// Pieces are placed by the anchor: without a tolerance their corners reach as far as the solid pixels do.
static void pieces_are_seen_from_the_anchor(void **state)
{
    (void)state;
    rim_box2 expected = rim_box2_empty(), box = rim_box2_empty();
    for (int i = 0; i < WIDTH * HEIGHT; i++)
    {
        float    x = (float)(i % WIDTH) - 3.0f, y = (float)(i / WIDTH) - 4.5f;
        rim_box2 pixel = { { x, y }, { x + 1.0f, y + 1.0f } };
        if (alpha_of(2, i % WIDTH, i / WIDTH) >= 128) expected = rim_box2_union(expected, pixel);
    }
    bake("bake art/enemies/hero.png --tolerance 0 --anchor 3,4.5 -o one.shapes");
    rim_shapes             *shapes = load("one.shapes");
    const rim_shapes_entry *e = &rim_shapes_read(shapes).entries[0];
    assert_true(e->piece_count > 0);
    for (int i = 0; i < e->piece_count; i++)
        for (int k = 0; k < e->pieces[i].count; k++)
        {
            rim_vec2 corner = e->pieces[i].points[k];
            box = rim_box2_union(box, (rim_box2){ corner, corner });
        }
    assert_true(box.lo.x == expected.lo.x && box.lo.y == expected.lo.y);
    assert_true(box.hi.x == expected.hi.x && box.hi.y == expected.hi.y);
    rim_shapes_destroy(shapes);
}

static void cells_and_frames_are_shapes(void **state)
{
    (void)state;
    bake("bake sheet.png --sheet 30x22 -o one.shapes");
    rim_shapes *shapes = load("one.shapes");
    assert_int_equal(2, rim_shapes_read(shapes).entry_count);
    assert_sprite(shapes, "sheet_0", 0, 36, 128, MIDDLE);
    assert_sprite(shapes, "sheet_1", 1, 36, 128, MIDDLE);
    rim_shapes_destroy(shapes);

    bake("bake --atlas sheet.json -o one.shapes");
    shapes = load("one.shapes");
    rim_shapes_content all = rim_shapes_read(shapes);
    rim_vec2           anchor = { 4.0f, 6.0f };
    assert_int_equal(3, all.entry_count);
    assert_sprite(shapes, "run 0.ase", 0, 36, 128, anchor);
    assert_sprite(shapes, "run 1.ase", 1, 36, 128, anchor);
    assert_sprite(shapes, "idle", 0, 36, 128, anchor);
    assert_string_equal("run", all.entries[0].tag);
    assert_string_equal("run", all.entries[1].tag);
    assert_string_equal("all", all.entries[2].tag);
    static const int points[3] = { 1, 2, 2 }, hand_x[3] = { 0, 11, 22 }, hand_y[3] = { 0, 1, 2 };
    for (int i = 0; i < 3; i++)
    {
        assert_int_equal(points[i], all.entries[i].point_count);
        assert_string_equal("body", all.entries[i].points[0].name);
        assert_near(all.entries[i].points[0].at.x, 0.0, 0.0);
        if (i == 0) continue;
        assert_string_equal("hand", all.entries[i].points[1].name);
        assert_near(all.entries[i].points[1].at.x, hand_x[i] - 4, 0.0);
        assert_near(all.entries[i].points[1].at.y, hand_y[i] - 6, 0.0);
    }
    rim_shapes_destroy(shapes);
}

// --- figures -------------------------------------------------------------------------------------------

static const char FIGURE[] =
    "{\"tag\": \"player\", \"parts\": ["
    "{\"image\": \"hero\", \"name\": \"body\"},"
    "{\"image\": \"hero.v2\", \"at\": [10, -20], \"rotate\": 90, \"scale\": [2, 3], \"flip\": "
    "\"h\","
    " \"tag\": -7},"
    "{\"circle\": [1, -9, 7.5], \"name\": \"head\", \"at\": [0, 0.25], \"scale\": 0.5, \"flip\": "
    "\"hv\"},"
    "{\"box\": [-8, -20, 16, 30.5], \"flip\": \"v\"},"
    "{\"polygon\": [[0, 0], [8, 0], [4, 6]], \"matrix\": [1, 2, 3, 4, 5, 6]}]}";

static void assert_pose(rim_xform2 m, float a, float b, float c, float d, float tx, float ty)
{
    assert_true(m.a == a && m.b == b && m.c == c && m.d == d && m.tx == tx && m.ty == ty);
}

static void figures_are_read_from_beside_the_images(void **state)
{
    (void)state;
    write_text("art/enemies/boss.figure.json", FIGURE);
    bake("bake art -o one.shapes");
    rim_shapes *shapes = load("one.shapes");
    assert_int_equal(3, rim_shapes_read(shapes).entry_count);
    assert_int_equal(1, rim_shapes_read(shapes).figure_count);
    const rim_shapes_figure *f = rim_shapes_find_figure(shapes, "enemies/boss");
    assert_non_null(f);
    assert_string_equal("player", f->tag);
    assert_int_equal(5, f->part_count);
    static const char *const names[] = { "body", "", "head", "", "" };
    static const int kinds[] = { RIM_PART_SPRITE, RIM_PART_SPRITE, RIM_PART_CIRCLE, RIM_PART_BOX,
                                 RIM_PART_POLYGON };
    for (int i = 0; i < 5; i++)
    {
        assert_string_equal(names[i], f->part_names[i]);
        assert_int_equal(kinds[i], f->parts[i].kind);
        assert_int_equal(i == 1 ? -7 : 0, f->parts[i].tag);
    }
    // Its own folder comes first; what is not there is seen from the folder that was given.
    assert_ptr_equal(rim_shapes_find(shapes, "enemies/hero")->sprite, f->parts[0].sprite);
    assert_ptr_equal(rim_shapes_find(shapes, "hero.v2")->sprite, f->parts[1].sprite);
    assert_pose(f->parts[0].pose, 1, 0, 0, 1, 0, 0);
    // (1, 0) is mirrored, made twice as long and turned from right to down: (0, -2); (0, 1) goes to (-3, 0).
    assert_pose(f->parts[1].pose, 0, -2, -3, 0, 10, -20);
    assert_pose(f->parts[2].pose, -0.5f, 0, 0, -0.5f, 0, 0.25f);
    assert_pose(f->parts[3].pose, 1, 0, 0, -1, 0, 0);
    assert_pose(f->parts[4].pose, 1, 2, 3, 4, 5, 6);
    rim_circle2 c = f->parts[2].circle;
    assert_true(c.center.x == 1 && c.center.y == -9 && c.radius == 7.5f);
    rim_box2 box = f->parts[3].box;
    assert_true(box.lo.x == -8 && box.lo.y == -20 && box.hi.x == 8 && box.hi.y == 10.5f);
    assert_int_equal(3, f->parts[4].polygon.count);
    assert_true(f->parts[4].polygon.points[2].x == 4 && f->parts[4].polygon.points[2].y == 6);
    rim_shapes_destroy(shapes);
    unlink(program_path("art/enemies/boss.figure.json"));
}

// What a demo loads is kept in the repository, and made again with the same bytes.
static void the_kept_file_is_what_would_be_baked(void **state)
{
    (void)state;
    char   arguments[4096], path[1200];
    size_t size, again_size;
    snprintf(arguments, sizeof arguments,
             "bake %s/assets/sword.png %s/assets/duel.figure.json --anchor 44,190 --no-pieces "
             "-o one.shapes",
             root, root);
    bake(arguments);
    snprintf(path, sizeof path, "%s/assets/duel.shapes", root);
    char *kept = read_file(path, &size),
         *again = read_file(program_path("one.shapes"), &again_size);
    assert_int_equal(size, again_size);
    assert_memory_equal(kept, again, size);
    free(kept);
    free(again);
}

static void figures_are_read_from_files_and_folders_of_their_own(void **state)
{
    (void)state;
    mkdir(program_path("figures"), 0777);
    write_text("figures/two.figure.json",
               "{\"figures\": {\"idle\": {\"parts\": [{\"image\": \"hero.v2\"}]},"
               "\"a/walk\": {\"tag\": \"t\", \"parts\": [{\"circle\": [0, 0, 1]}]}}}");
    static const char *const ways[] = {
        "bake art figures -o one.shapes",
        "bake figures/two.figure.json art/hero.v2.png -o one.shapes"
    };
    for (size_t i = 0; i < 2; i++)
    {
        bake(ways[i]);
        rim_shapes *shapes = load("one.shapes");
        assert_int_equal(2, rim_shapes_read(shapes).figure_count);
        assert_string_equal("two_idle", rim_shapes_read(shapes).figures[0].name);
        assert_string_equal("two_a/walk", rim_shapes_read(shapes).figures[1].name);
        assert_ptr_equal(rim_shapes_find(shapes, "hero.v2")->sprite,
                         rim_shapes_read(shapes).figures[0].parts[0].sprite);
        rim_shapes_destroy(shapes);
    }
    // An atlas's frames have their own names. No image is needed at all.
    write_text("figures/two.figure.json", "{\"parts\": [{\"image\": \"run 1.ase\"}]}");
    bake("bake --atlas sheet.json figures/two.figure.json -o one.shapes");
    write_text("figures/two.figure.json", "{\"parts\": [{\"box\": [1, 2, 3, 4]}]}");
    bake("bake figures -o one.shapes");
    ran r = run("info - < one.shapes");
    assert_string_equal("stdin: 0 shapes and 1 figure in 648 bytes\nfigure two\n"
                        "  parts[0]      box, x 1 .. 4, y 2 .. 6\n",
                        r.out);
    ran_end(&r);
    assert_trouble("outline figures", "there is no image in this folder");
    unlink(program_path("figures/two.figure.json"));
}

// What is wrong with a figure of one part, and what is said of it.
static void wrong_figures_are_told(void **state)
{
    (void)state;
    static const char *const parts[][2] = {
        { "\"image\": \"hero.v\"", "no shape is named 'hero.v'; did you mean 'hero.v2'?" },
        { "\"image\": \"nobody\"", "no shape is named 'nobody'; name an image that is baked" },
        { "\"imag\": \"hero\"", "there is no \"imag\"; did you mean \"image\"?" },
        { "\"xyzzy\": 1", "there is no \"xyzzy\"; there are name, tag, image" },
        { "\"name\": \"x\"", "does not say what it is; give" },
        { "\"box\": [1,2,3,4], \"image\": \"hero\"", "gives more than one of" },
        { "\"box\": [1,2,3]", "\"box\" is not 4 numbers in brackets" },
        { "\"box\": [1,2,3,\"4\"]", "\"box\" is not 4 numbers" },
        { "\"box\": [1,2,3,1e39]", "\"box\" is not 4 numbers" },
        { "\"box\": [1,2,3,0]", "\"box\" has no area" },
        { "\"box\": [1e9,2,1,1]", "\"box\" has no area" },
        { "\"box\": [3e38,2,3e38,1]", "\"box\" has no area" },
        { "\"circle\": [1,2,0]", "no radius above 0" },
        { "\"circle\": 3", "\"circle\" is not 3 numbers" },
        { "\"polygon\": [[0,0],[1,0]]", "has not 3 to 32 corners" },
        { "\"polygon\": [[0,0],[1,0],[1]]", "is not corners in brackets" },
        { "\"polygon\": [[0,0],[4,0],[1,1],[0,4]]", "has a dent or crosses itself" },
        { "\"polygon\": [[0,0],[4,0],[8,0]]", "has no area" },
        { "\"box\": [1,2,3,4], \"scale\": -1", "\"scale\" is not above 0" },
        { "\"box\": [1,2,3,4], \"scale\": [1,0]", "\"scale\" is not above 0" },
        { "\"box\": [1,2,3,4], \"scale\": true", "\"scale\" is not 2 numbers" },
        { "\"box\": [1,2,3,4], \"flip\": \"x\"", "\"flip\" is none of" },
        { "\"box\": [1,2,3,4], \"rotate\": \"90\"", "\"rotate\" is no number" },
        { "\"box\": [1,2,3,4], \"at\": [1]", "\"at\" is not 2 numbers" },
        { "\"box\": [1,2,3,4], \"matrix\": [1,2,2,4,0,0]", "a * d - b * c is not 0" },
        { "\"box\": [1,2,3,4], \"matrix\": [1,0,0,1,0,0], \"at\": [0,0]", "is the whole pose" },
        { "\"box\": [1,2,3,4], \"tag\": \"head\"", "is a whole number of 32 bits" },
        { "\"box\": [1,2,3,4], \"tag\": 2147483648", "is a whole number of 32 bits" },
        { "\"box\": [1,2,3,4], \"name\": 4", "\"name\" is no text" },
        { "\"box\": [1,2,3,4], \"box\": [1,2,3,4]", "line 1: is not valid JSON: duplicate" },
    };
    static const char *const files[][2] = {
        { "[]", "is no object" },
        { "{\"parts\": [{\"box\"\n: [1, 2", "line 2: is not valid JSON" },
        { "{\"parts\": []}", "has no parts" },
        { "{}", "has no parts" },
        { "{\"parts\": [3]}", "parts[0]: is no object" },
        { "{\"figures\": []}", "\"figures\" has no figure" },
        { "{\"figures\": {\"a\": 1}}", "figure 'bad_a': is no object" },
        { "{\"figures\": {}, \"tag\": \"x\"}", "there is no \"tag\"" },
        { "{\"tag\": 1, \"parts\": [{\"box\": [1,2,3,4]}]}", "\"tag\" is no text" },
    };
    char text[300];
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    {
        snprintf(text, sizeof text, "{\"parts\": [{\"circle\": [0, 0, 1]}, {%s}]}", parts[i][0]);
        write_text("art/bad.figure.json", text);
        assert_trouble("bake art -o new.shapes", parts[i][1]);
        if (!strstr(parts[i][1], "line"))
            assert_trouble("bake art -o new.shapes",
                           "art/bad.figure.json: figure 'bad', parts[1]: ");
    }
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    {
        write_text("art/bad.figure.json", files[i][0]);
        assert_trouble("bake art -o new.shapes", files[i][1]);
    }
    write_text("art/bad.figure.json", "{\"parts\": [{\"box\": [1, 2, 3, 4]}]}");
    assert_trouble("bake art -o art/bad.figure.json", "would be overwritten");
    assert_trouble("bake art art/bad.figure.json -o new.shapes", "both have a figure 'bad'");
    assert_false(program_left("new.shapes"));
    unlink(program_path("art/bad.figure.json"));
}

// --- what people are told ------------------------------------------------------------------------------

static void info_says_what_is_in_a_file(void **state)
{
    (void)state;
    bake("bake --atlas sheet.json --no-pieces --rays 4 -o one.shapes");
    ran  r = run("info one.shapes | tail -n +2 | head -13");
    char expected[600];
    int  solid[2] = { 0, 0 };
    for (int i = 0; i < 2 * WIDTH * HEIGHT; i++)
        solid[i / (WIDTH * HEIGHT)] +=
            alpha_of(i / (WIDTH * HEIGHT), i % WIDTH, i / WIDTH % HEIGHT) >= 128;
    snprintf(expected, sizeof expected,
             "run 0.ase\n  size          30 x 22\n  solid pixels  %d\n  anchor        4,6\n"
             "  outline       2 of 4 rays hit\n  tag           run\n  point         body at 0,0\n"
             "run 1.ase\n  size          30 x 22\n  solid pixels  %d\n  anchor        4,6\n"
             "  outline       4 of 4 rays hit\n  tag           run\n",
             solid[0], solid[1]);
    char *hit = strstr(r.out, " of 4 rays"); // how many is not this test's matter
    assert_non_null(hit);
    for (char *at = r.out; (at = strstr(at, " of 4 rays")) != NULL; at++) at[-1] = '#';
    for (char *at = expected; (at = strstr(at, " of 4 rays")) != NULL; at++) at[-1] = '#';
    assert_string_equal(expected, r.out);
    ran_end(&r);
    bake("bake art -o game.shapes");
    r = run("info one.shapes game.shapes | grep -c ' shapes in .* bytes'");
    assert_string_equal("2\n", r.out);
    ran_end(&r);
    bake("bake art/hero.v2.png -o one.shapes");
    r = run("info one.shapes");
    assert_non_null(strstr(r.out, "one.shapes: 1 shape in "));
    assert_non_null(strstr(r.out, "  pieces        "));
    ran_end(&r);
    r = run("info - < one.shapes");
    assert_non_null(strstr(r.out, "stdin: 1 shape in "));
    ran_end(&r);
    r = run("info - < art/hero.v2.png");
    assert_non_null(strstr(r.out, "stdin\n  size          30 x 22\n"));
    ran_end(&r);
    bake("bake nothing.png -q --rays 8 -o one.shapes");
    r = run("info one.shapes");
    assert_non_null(strstr(r.out, "  outline       0 of 8 rays hit\n"));
    ran_end(&r);
}

static void mistakes_are_told_and_nothing_is_written(void **state)
{
    (void)state;
    assert_trouble("bake art",
                   "no output given; name one, for example: rimcast bake art/ -o game.shapes");
    assert_trouble("bake -o new.shapes",
                   "no image given; give one, for example: rimcast bake hero.png -o hero.shapes");
    write_text("twins.json",
               "{\"frames\":[{\"filename\":\"a\",\"frame\":{\"x\":0,\"y\":0,\"w\":3,\"h\":2}},"
               "{\"filename\":\"a\",\"frame\":{\"x\":3,\"y\":0,\"w\":3,\"h\":2}}],"
               "\"meta\":{\"image\":\"sheet.png\"}}");
    assert_trouble("bake --atlas twins.json -o new.shapes",
                   "twins.json: two frames are named 'a'; rename one");
    write_text("twins.json",
               "{\"frames\":[{\"filename\":\"\",\"frame\":{\"x\":0,\"y\":0,\"w\":3,\"h\":2}}],"
               "\"meta\":{\"image\":\"sheet.png\"}}");
    assert_trouble("bake --atlas twins.json -o new.shapes", "twins.json: a frame has no name");
    write_text("far.json",
               "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":3,\"h\":2}}},"
               "\"meta\":{\"image\":\"sheet.png\",\"slices\":[{\"name\":\"hand\",\"keys\":[{"
               "\"frame\":0,\"bounds\":{\"x\":0,\"y\":0,\"w\":3,\"h\":2},"
               "\"pivot\":{\"x\":3e38,\"y\":0}}]}]}}");
    assert_trouble("bake --atlas far.json --anchor -3e38,0 -o new.shapes",
                   "sheet.png: frame 'a': its point 'hand' is too far from the anchor");
    write_text("art/enemies/.figure.json", "{\"parts\": [{\"box\": [1,2,3,4]}]}");
    assert_trouble("bake art/enemies/.figure.json -o new.shapes",
                   "art/enemies/.figure.json: gives its figure no name");
    assert_trouble("bake art art/enemies/.figure.json -o new.shapes",
                   "art/enemies/.figure.json: gives its figure no name");
    remove(program_path("art/enemies/.figure.json"));
    assert_trouble("bake art/enemies other -o new.shapes",
                   "both would be named 'bat'; bake the folder above");
    assert_trouble("bake art/enemies/bat.png other/bat.png -o new.shapes",
                   "both would be named 'bat'");
    assert_trouble("bake art cut.png -o new.shapes", "damaged or cut off");
    assert_trouble("bake art text.png -o new.shapes", "is not an image");
    assert_trouble("bake art --no-pieces --holes -o new.shapes",
                   "--no-pieces and --holes exclude each other");
    assert_trouble("bake art --contain --inside -o new.shapes", "exclude each other");
    assert_trouble("bake art -o other/none/new.shapes", "other/none/new.shapes");
    assert_trouble("bake art/hero.v2.png -o art/hero.v2.png",
                   "would be overwritten; give another name, or add --force");
    assert_trouble("bake art -o art/enemies/bat.png", "would be overwritten");
    assert_trouble("bake --atlas sheet.json -o sheet.json", "would be overwritten");
    assert_trouble("bake art --rays 5000 -o new.shapes", "--rays");
    assert_false(program_left("new.shapes"));
    bake("bake art -o good.shapes");
    assert_trouble("info good.shapes art/hero.v2.png", "is no file of shapes, as others here are");
    assert_trouble("info good.shapes nope.shapes", "nope.shapes: cannot be opened: ");
    assert_trouble("info good.shapes empty.png", "empty.png: is empty; give a file of shapes");
    assert_trouble("info - - < good.shapes", "can be read once");
    assert_trouble("info good.shapes - </dev/null", "stdin: is empty; give a file of shapes");
    assert_trouble("info good.shapes --threshold 7", "info: --threshold is for images");
    assert_trouble("info good.shapes --sheet 8x8", "info: --sheet is for images");
    assert_trouble("info good.shapes --atlas sheet.json", "info: --atlas is for images");
    size_t size;
    char  *bytes = read_file(program_path("good.shapes"), &size);
    write_bytes("short.shapes", bytes, size - 8);
    assert_trouble("info short.shapes", "short.shapes");
    bytes[300] ^= 1;
    write_bytes("bad.shapes", bytes, size);
    assert_trouble("info bad.shapes", "bake it again");
    assert_trouble("info - < bad.shapes", "stdin: ");
    assert_trouble("info - < /dev/null", "stdin: is empty");
    free(bytes);
}

static void an_input_is_overwritten_by_force_alone(void **state)
{
    (void)state;
    write_image("victim.png", 0);
    bake("bake victim.png -o victim.png --force");
    rim_shapes *shapes = load("victim.png");
    assert_sprite(shapes, "victim", 0, 36, 128, MIDDLE);
    rim_shapes_destroy(shapes);
}

static void hints_and_a_bar_are_shown(void **state)
{
    (void)state;
    ran r = run("bake nothing.png -o one.shapes");
    assert_int_equal(0, r.status);
    assert_non_null(strstr(r.err, "hint: nothing.png: no pixel has an alpha of 128 or more"));
    ran_end(&r);
    // Thousands of cells, each with pieces to be found, take long enough for a bar.
    static unsigned char alpha[98 * 98];
    for (int i = 0; i < 98 * 98; i++) alpha[i] = i % 7 ? 255 : 0;
    write_png("large.png", 98, 98, alpha);
    char *text = seen_on_terminal("bake large.png --sheet 1x1 --rays 4096 -q -o one.shapes");
    if (!text) return;
    assert_non_null(strstr(text, "\r[#"));
    assert_non_null(strstr(text, "% large.png"));
    assert_non_null(strstr(text, "\r\033[K"));
    free(text);
}

// A file of shapes has masks of 0 x 0 pixels, but none with one side of 0.
static void an_image_with_one_side_of_0_is_refused(void **state)
{
    (void)state;
    write_bytes("none.ppm", "P6 0 0 255\n", 11);
    ran r = run("bake none.ppm -o none.shapes");
    assert_int_equal(0, r.status);
    ran_end(&r);
    write_bytes("flat.ppm", "P6 5 0 255\n", 11);
    assert_trouble("bake flat.ppm -o flat.shapes", "flat.ppm: is 5 x 0 pixels");
    write_bytes("thin.ppm", "P6 0 5 255\n", 11);
    assert_trouble("bake none.ppm thin.ppm -o flat.shapes", "thin.ppm: is 0 x 5 pixels");
    remove(program_path("none.ppm"));
    remove(program_path("flat.ppm"));
    remove(program_path("thin.ppm"));
    remove(program_path("none.shapes"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folder_becomes_a_file_of_its_images),
        cmocka_unit_test(the_same_images_give_the_same_bytes),
        cmocka_unit_test(options_reach_the_shapes),
        cmocka_unit_test(a_tag_may_be_any_text),
        cmocka_unit_test(pieces_cover_the_shape),
        cmocka_unit_test(pieces_are_seen_from_the_anchor),
        cmocka_unit_test(cells_and_frames_are_shapes),
        cmocka_unit_test(figures_are_read_from_beside_the_images),
        cmocka_unit_test(the_kept_file_is_what_would_be_baked),
        cmocka_unit_test(figures_are_read_from_files_and_folders_of_their_own),
        cmocka_unit_test(wrong_figures_are_told),
        cmocka_unit_test(info_says_what_is_in_a_file),
        cmocka_unit_test(mistakes_are_told_and_nothing_is_written),
        cmocka_unit_test(an_image_with_one_side_of_0_is_refused),
        cmocka_unit_test(an_input_is_overwritten_by_force_alone),
        cmocka_unit_test(hints_and_a_bar_are_shown),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
