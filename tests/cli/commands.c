// rimcast info, help, and what is said when something is wrong.
#define _XOPEN_SOURCE 700

#include "support/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static int set_up(void **state)
{
    (void)state;
    program_enter("test_cli");
    return 0;
}

// --- info -----------------------------------------------------------------------------------------

static void info_counts_pixels_islands_and_holes(void **state)
{
    (void)state;
    ran r = run("info ring.png clear.png");
    assert_int_equal(0, r.status);
    assert_string_equal(r.out, "ring.png\n"
                               "  size          7 x 5\n"
                               "  solid pixels  18 of 35 (51.4 %)\n"
                               "  bounds        x 0 .. 6, y 0 .. 4 (7 x 5)\n"
                               "  islands       3\n"
                               "  holes         1\n"
                               "clear.png\n"
                               "  size          3 x 2\n"
                               "  solid pixels  0 of 6 (0.0 %)\n"
                               "  bounds        none\n"
                               "  islands       0\n"
                               "  holes         0\n");
    ran_end(&r);
    r = run("info ring.png --threshold 100");
    assert_non_null(strstr(r.out, "solid pixels  19 of 35"));
    assert_non_null(strstr(r.out, "islands       4"));
    ran_end(&r);
    r = run("info ring.png --threshold 101");
    assert_non_null(strstr(r.out, "islands       3"));
    ran_end(&r);
}

// A name may hold any bytes but 0 and '/'; what is printed is UTF-8 on one line.
static void info_prints_any_name_as_utf8(void **state)
{
    (void)state;
    static const char *const NAMES[][2] = {
        { "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x9a\x80",
          "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x9a\x80" },
        { "\xff", "\xef\xbf\xbd" },                                 // never begins one
        { "\xc3", "\xef\xbf\xbd" },                                 // cut short
        { "\xc3z", "\xef\xbf\xbdz" },                               // cut short by a letter
        { "\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd" },                 // a longer form of '/'
        { "\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" }, // half a pair
        { "\xf4\x90\x80\x80",
          "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" }, // above U+10FFFF
        { "two\nlines", "two?lines" },
    };
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    {
        char name[40], arguments[60], head[60];
        snprintf(name, sizeof name, "%s.pgm", NAMES[i][0]);
        snprintf(arguments, sizeof arguments, "info '%s' 2>/dev/null", name);
        snprintf(head, sizeof head, "%s.pgm\n  size", NAMES[i][1]);
        write_bytes(name, "P5 2 1 255\nab", 13);
        ran r = run(arguments);
        assert_int_equal(0, r.status);
        if (strncmp(r.out, head, strlen(head)) != 0) fail_msg("%s: %s", head, r.out);
        ran_end(&r);
    }
}

static int slow_regions(const bool *solid, int width, int height, bool of, int reach)
{
    // Flood every region of like pixels by repeated passes; the frame of one pixel is empty.
    int  labels[22 * 22] = { 0 }, count = 0;
    bool grew = true;
    for (int start = 0; start < (width + 2) * (height + 2); start++)
    {
        int sx = start % (width + 2) - 1, sy = start / (width + 2) - 1;
#define IS(x, y) ((x) >= 0 && (y) >= 0 && (x) < width && (y) < height && solid[(y)*width + (x)])
        if (labels[start] || IS(sx, sy) != of) continue;
        labels[start] = ++count;
        for (grew = true; grew;)
        {
            grew = false;
            for (int y = -1; y <= height; y++)
                for (int x = -1; x <= width; x++)
                    for (int dy = -1; dy <= 1; dy++)
                        for (int dx = -1; dx <= 1; dx++)
                        {
                            int nx = x + dx, ny = y + dy, here = (y + 1) * (width + 2) + x + 1;
                            if (nx < -1 || ny < -1 || nx > width || ny > height ||
                                (dx && dy && !reach))
                                continue;
                            if (labels[here] || IS(x, y) != of) continue;
                            if (labels[(ny + 1) * (width + 2) + nx + 1] != count) continue;
                            labels[here] = count;
                            grew = true;
                        }
        }
    }
    return count;
}

static void islands_and_holes_agree_with_flooding(void **state)
{
    (void)state;
    test_random random = { 41 };
    int         with_holes = 0;
    for (int i = 0; i < case_count(60); i++)
    {
        unsigned char alpha[400];
        bool          solid[400];
        int           width = random_int(&random, 1, 20), height = random_int(&random, 1, 20);
        int           share = random_int(&random, 1, 9);
        for (int k = 0; k < width * height; k++)
        {
            solid[k] = random_int(&random, 0, 9) < share;
            alpha[k] = solid[k] ? 255 : 0;
        }
        write_png("random.png", width, height, alpha);
        char expected[200];
        int  holes = slow_regions(solid, width, height, false, 0) - 1;
        snprintf(expected, sizeof expected, "  islands       %d\n  holes         %d\n",
                 slow_regions(solid, width, height, true, 1), holes);
        ran r = run("info random.png");
        if (!strstr(r.out, expected)) fail_msg("expected %s got %s", expected, r.out);
        ran_end(&r);
        with_holes += holes > 0;
    }
    assert_true(with_holes > 0);
    remove(program_path("random.png"));
}

// --- help and trouble -----------------------------------------------------------------------------

static void help_teaches_by_example(void **state)
{
    (void)state;
    static const char *const asked[][2] = {
        { "--help", "rimcast outline hero.png" },
        { "help", "rimcast hit hero.png rock.png" },
        { "-h", "rimcast info" },
        { "help help", "rimcast hit hero.png rock.png" },
        { "help outline", "--max-error 1.5" },
        { "outline --help", "--picture look.png" },
        { "outline nope.png --rays 0 --help", "--rays N" },
        { "help hit", "--rotate 30" },
        { "hit -h", "Exit status" },
        { "help info", "--threshold 1" },
        { "--version", "rimcast 0." },
    };
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++)
    {
        ran r = run(asked[i][0]);
        assert_int_equal(0, r.status);
        assert_string_equal(r.err, "");
        if (!strstr(r.out, asked[i][1])) fail_msg("%s: no '%s'", asked[i][0], asked[i][1]);
        ran_end(&r);
    }
}

// The manual is whole in the tree: nothing in it waits to be filled in, and it tells of every option.
static void the_manual_reads_from_the_tree(void **state)
{
    (void)state;
    char *page = read_file("docs/rimcast.1", NULL), *library = read_file("docs/rimcast.3", NULL);
    assert_null(strchr(page, '@'));
    assert_null(strchr(library, '@'));
    static const char *const told[] = { "\\-\\-force", "\\-\\-quiet", "px^2",
                                        "67108864",    "stdin",       "UTF-8" };
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++)
        if (!strstr(page, told[i])) fail_msg("the manual does not tell of %s", told[i]);
    free(page);
    free(library);
}

static void files_that_are_no_whole_image_are_refused(void **state)
{
    (void)state;
    assert_trouble("outline nope.png", "nope.png: cannot be opened");
    assert_trouble("outline ''", "cannot be opened");
    assert_trouble("outline folder", "folder: there is no image");
    assert_trouble("outline disc.png/x.png", "cannot be opened");
    assert_trouble("outline empty.png", "empty.png: is empty");
    assert_trouble("outline text.png", "text.png: is not an image");
    assert_trouble("outline cut.png", "cut.png: the image is damaged or cut off");
    assert_trouble("outline no-end.png", "cut off");
    assert_trouble("outline head.png", "cut off");
    assert_trouble("outline flipped.png", "checksum");
    assert_trouble("outline liar.png", "damaged or cut off");
    assert_trouble("outline zero.png", "damaged or cut off");
    assert_trouble("outline huge.png", "huge.png: is 100000 x 100000 pixels");
    assert_trouble("outline large.png", "large.png: is 60000 x 60000 pixels");
    assert_trouble("info huge.png", "65536 a side");
    assert_trouble("info cut.png disc.png", "cut.png");
    assert_trouble("hit disc.png cut.png --at 1,1", "cut.png");
    assert_trouble("hit folder disc.png --at 1,1", "is a directory");
    assert_trouble("hit folder/ disc.png --at 1,1", "for example folder/*.png");
    assert_trouble("outline -", "stdin: is empty");
    assert_trouble("outline ./-", "./-: cannot be opened");
    write_bytes("tiny.png", "?", 1);
    assert_trouble("outline tiny.png", "is not an image");
    write_bytes("other.png", "\x89PNG\r\n\x1a\n\0\0\0\0IDATnothing that is", 31);
    assert_trouble("outline other.png", "its header is not sound");
    write_bytes("high.pgm", "P5 1 70000 255\n", 15);
    assert_trouble("outline high.pgm", "65536 a side");
    if (access("/proc/self/mem", R_OK) == 0)
        assert_trouble("outline /proc/self/mem", "/proc/self/mem: cannot be read");
    assert_trouble("outline \"$(printf 'a\\177b')\"", "a?b: cannot be opened");
    assert_trouble("outline \"$(printf 'no\\nsuch\\033file')\"", "no?such?file");
}

// Damage that the decoder itself does not see.
static void damage_of_other_formats_is_found(void **state)
{
    (void)state;
    write_bytes("deep.pgm", "P5 2 1 65535\n\xff\xff\xff\xff", 17);
    assert_trouble("info deep.pgm", "has 16 bits for a value");
    write_bytes("short.ppm", "P6 4 4 255\nabc", 14);
    assert_trouble("outline short.ppm --picture short.png", "ends in the middle, after 14 bytes");
    assert_false(program_left("short.png"));
    char cut[300] = "P6 100 100 255\n"; // longer than what the decoder reads ahead
    write_bytes("cut.ppm", cut, sizeof cut);
    assert_trouble("info cut.ppm", "ends in the middle, after 300 bytes");
    write_bytes("header.ppm", "P6\n3 ", 5);
    assert_trouble("info header.ppm", "its header is not sound");
    write_bytes("vast.pgm", "P5\n21474836480 2\n255\nab", 24);
    assert_trouble("info vast.pgm", "its header is not sound");
    write_bytes("whole.ppm", "P6\n# two by one\n2 1\n255\nabcdef", 30);
    ran r = run("info whole.ppm -q");
    assert_int_equal(0, r.status);
    ran_end(&r);

    unsigned char bmp[58] = { 66, 77, 58, 0, 0, 0, 0, 0, 0,  0, 54, 0, 0, 0, 40, 0, 0, 0, 1, 0,
                              0,  0,  1,  0, 0, 0, 1, 0, 32, 0, 0,  0, 0, 0, 0,  0, 0, 0, 0, 0,
                              0,  0,  0,  0, 0, 0, 0, 0, 0,  0, 0,  0, 0, 0, 1,  2, 3, 4 };
    write_bytes("short.bmp", bmp, sizeof bmp - 1);
    assert_trouble("info short.bmp", "ends in the middle, after 57 bytes");

    // A Huffman table of 4080 codes, where 256 is the most.
    unsigned char jpeg[4105] = { 0xff, 0xd8, 0xff, 0xc4, 0x10, 0x03 };
    memset(jpeg + 7, 0xff, 16);
    jpeg[4103] = 0xff, jpeg[4104] = 0xd9;
    write_bytes("codes.jpg", jpeg, sizeof jpeg);
    assert_trouble("info codes.jpg", "a table of codes is too long");
    write_bytes("light.hdr", "#?RADIANCE\n\n-Y 1 +X 1\n", 23);
    assert_trouble("info light.hdr", "is not an image");
}

// A PNG of one pixel whose bytes unpack to 50 MB: in the one block of deflate with fixed codes (RFC 1951), a zero is
// followed by 200000 repeats of it, each of 258 bytes in 13 bits. The bits of a code go from the most significant one
// on. The four bytes before the checksum, which belong to zlib, are not tested by the decoder.
static void a_png_of_few_pixels_takes_little_memory(void **state)
{
    (void)state;
    enum
    {
        REPEATS = 200000,
        HEAD = 43,
        BITS = 3 + 8 + 13 * REPEATS + 7,
        SIZE = HEAD + (BITS + 7) / 8 + 4
    };
    static const unsigned char head[HEAD] = { 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00,
                                              0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00,
                                              0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00,
                                              0x00, 0x00, 0x1f, 0x15, 0xc4, 0x89, 0x00, 0x04, 0xf5,
                                              0x91, 0x49, 0x44, 0x41, 0x54, 0x78, 0x01 };
    static const unsigned char tail[] = { 0x70, 0x21, 0x82, 0x51, 0x00, 0x00, 0x00, 0x00,
                                          0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82 };
    static const char          repeat[] = "1100010100000";
    unsigned char             *file = calloc(1, SIZE + sizeof tail);
    memcpy(file, head, HEAD);
    memcpy(file + SIZE, tail, sizeof tail);
    file[HEAD] = 3 | 3 << 5; // the last block, of fixed codes, and the code 00110000 of a zero
    for (size_t i = 0; i < 13 * REPEATS; i++)
        if (repeat[i % 13] == '1') file[HEAD + (11 + i) / 8] |= (unsigned char)(1 << (11 + i) % 8);
    write_bytes("bomb.png", file, SIZE + sizeof tail);
    free(file);
    assert_trouble("info bomb.png", "it has more bytes than its pixels need");
    remove(program_path("bomb.png"));
}

static void a_long_line_is_cut(void **state)
{
    (void)state;
    ran r = run("outline $(printf '%05000d' 7)");
    assert_int_equal(2, r.status);
    assert_in_range(strlen(r.err), 1000, 3000);
    assert_non_null(strstr(r.err, "000...\n"));
    ran_end(&r);
}

static void every_wrong_image_is_named_and_nothing_printed(void **state)
{
    (void)state;
    ran r = run("outline disc.png nope.png ring.png cut.png");
    assert_int_equal(2, r.status);
    assert_string_equal(r.out, "");
    assert_non_null(strstr(r.err, "rimcast: nope.png: "));
    assert_non_null(strstr(r.err, "rimcast: cut.png: "));
    ran_end(&r);
}

static void wrong_numbers_are_refused(void **state)
{
    (void)state;
    assert_trouble("outline disc.png --rays 0", "--rays: 0 is out of range");
    assert_trouble("outline disc.png --rays -3", "out of range");
    assert_trouble("outline disc.png --rays 4097", "from 1 up to 4096");
    assert_trouble("outline disc.png --rays 99999999999999999999999", "out of range");
    assert_trouble("outline disc.png --rays 12abc", "'12abc' is not a whole number");
    assert_trouble("outline disc.png --rays 3.5", "whole number");
    assert_trouble("outline disc.png --rays ''", "whole number");
    assert_trouble("outline disc.png --rays nan", "whole number");
    assert_trouble("outline disc.png --rays", "needs a value");
    assert_trouble("outline disc.png --threshold 256", "from 0 up to 255");
    assert_trouble("outline disc.png --threshold -1", "out of range");
    assert_trouble("outline disc.png --max-error nan", "is not a number");
    assert_trouble("outline disc.png --max-error inf", "is not a number");
    assert_trouble("outline disc.png --max-error 1e999",
                   "'1e999' is not within the range of numbers");
    assert_trouble("hit disc.png disc.png --at 1,1 --rotate -1e999", "range of numbers");
    assert_trouble("outline disc.png --max-error -0.5", "from 0 up");
    assert_trouble("outline disc.png --max-error 1,5", "is not a number");
    assert_trouble("outline disc.png --anchor 5", "is not X,Y");
    assert_trouble("outline disc.png --anchor 5,", "is not X,Y");
    assert_trouble("outline disc.png --anchor ,5", "is not X,Y");
    assert_trouble("outline disc.png --anchor 5,6,7", "is not X,Y");
    assert_trouble("outline disc.png --anchor nan,0", "is not X,Y");
    assert_trouble("outline disc.png --anchor '5;6'", "is not X,Y");
    assert_trouble("outline disc.png --anchor 0,-1e39", "range of numbers");
    assert_trouble("outline disc.png --max-error ''", "is not a number");
    assert_trouble("outline disc.png --rays +0", "out of range");
    assert_trouble("hit disc.png disc.png --at 1,1 --scale 1e7", "above 0 up to 1000000");
    assert_trouble("outline disc.png --anchor 1e39,0", "range of numbers");
    assert_trouble("hit disc.png disc.png --at 1,1 --scale 0", "above 0");
    assert_trouble("hit disc.png disc.png --at 1,1 --scale -2", "above 0");
    assert_trouble("hit disc.png disc.png --at 1,1 --rotate 30deg", "is not a number");
}

static void wrong_options_are_refused(void **state)
{
    (void)state;
    assert_trouble("", "no command");
    assert_trouble("frobnicate", "no command 'frobnicate'");
    assert_trouble("outlines", "did you mean outline?");
    assert_trouble("help nothing", "no command 'nothing'");
    assert_trouble("outline", "no image given");
    assert_trouble("info", "no image given");
    assert_trouble("outline disc.png --ray 3", "did you mean --rays?");
    assert_trouble("outline disc.png --thing", "no option --thing");
    assert_trouble("outline disc.png -x", "no option -x; see: rimcast help outline\n");
    assert_trouble("outline -disc.png", "or give ./-disc.png if it is a file");
    assert_trouble("outline disc.png --rayses 3", "did you mean --rays?");
    assert_trouble("outline disc.png --rays-of-light-from-the-anchor-on 3", "see: rimcast help");
    assert_trouble("info disc.png --thresold 3", "did you mean --threshold?");
    assert_trouble("outline disc.png --contour --min-side 2", "with --convex or --triangles;");
    assert_trouble("outline disc.png --format tiled --max-error 1", "made of contours");
    assert_trouble("outline disc.png --format tiled --faithful", "made of contours");
    assert_trouble("outline disc.png --format xml",
                   "give json, csv, svg, c, plist, tiled, godot, box2d, defold or phaser");
    assert_trouble("outline disc.png --faithful=yes", "takes no value");
    assert_trouble("outline disc.png --rays 5 --max-error 1", "exclude each other");
    assert_trouble("outline disc.png --stage 1,1", "--faithful");
    assert_trouble("outline disc.png --flash-edge", "--faithful");
    assert_trouble("outline -- --rays", "--rays: cannot be opened");
    assert_trouble("hit disc.png --at 1,1", "1 image given");
    assert_trouble("hit --at 1,1", "0 images given");
    assert_trouble("hit disc.png disc.png disc.png --at 1,1", "3 images given");
    assert_trouble("hit disc.png disc.png", "--at 40,25");
    assert_trouble("hit disc.png disc.png --at 1,1 --flip x", "give h or v");
}

static void output_that_cannot_be_written_is_told(void **state)
{
    (void)state;
    assert_trouble("outline disc.png -o nowhere/out.json", "nowhere/out.json: cannot be written");
    assert_trouble("outline disc.png -o folder", "folder: is a directory");
    assert_trouble("outline disc.png -o ''", "not the name of a file");
    assert_trouble("outline disc.png --picture folder", "folder: is a directory");
    if (access("/dev/full", W_OK) != 0) return;
    assert_trouble("outline disc.png -o /dev/full", "/dev/full: cannot be written");
    ran r = run("outline disc.png --picture late.png >/dev/full && false; test $? = 2 && test ! -e "
                "late.png #");
    assert_int_equal(0, r.status);
    ran_end(&r);
}

// A file beyond the user's limit is told like a full disk, and no draft is left.
static void a_limit_on_file_sizes_leaves_nothing_behind(void **state)
{
    (void)state;
    struct rlimit before, tight;
    assert_int_equal(0, getrlimit(RLIMIT_FSIZE, &before));
    tight = before;
    tight.rlim_cur = 4096;
    assert_int_equal(0, setrlimit(RLIMIT_FSIZE, &tight));
    ran r = run("outline disc.png --rays 2000 -o big.json");
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(2, r.status);
    assert_non_null(strstr(r.err, "big.json: cannot be written"));
    assert_false(program_left("big.json"));
    ran_end(&r);
    r = run("--version >/dev/null; ! ls -A | grep '^[.]rimcast-' #");
    assert_int_equal(0, r.status);
    ran_end(&r);
}

static void write_bar(const char *name, int width, int height)
{
    char file[9000];
    int  size = snprintf(file, sizeof file, "P5 %d %d 255\n", width, height);
    memset(file + size, 200, (size_t)(width * height));
    write_bytes(name, file, (size_t)(size + width * height));
}

static void a_picture_that_would_be_too_large_is_refused(void **state)
{
    (void)state;
    write_bar("wide.pgm", 8192, 1);
    write_bar("high.pgm", 1, 8192);
    assert_trouble("outline wide.pgm high.pgm wide.pgm --picture vast.png", "67108864 in all");
    assert_false(program_left("vast.png"));
}

// 0 x 0 is a legal image in which nothing is solid.
static void images_of_no_size_have_pictures_too(void **state)
{
    (void)state;
    static const char *const none[] = { "P6 0 0 255\n", "P6 0 5 255\n", "P6 5 0 255\n" };
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
    {
        write_bytes("none.ppm", none[i], strlen(none[i]));
        ran r = run("outline none.ppm --rays 3 --picture none.png -o /dev/null");
        assert_int_equal(0, r.status);
        assert_true(program_left("none.png"));
        ran_end(&r);
        remove(program_path("none.png"));
        r = run("hit none.ppm disc.png --at 1,1");
        assert_int_equal(1, r.status);
        ran_end(&r);
        r = run("info none.ppm");
        assert_int_equal(0, r.status);
        assert_non_null(strstr(r.out, "0 of 0 (0.0 %)"));
        ran_end(&r);
    }
}

// A BMP of one pixel; a negative height means rows from the top down, a negative width nothing.
static void a_bmp_may_be_upside_down_but_not_mirrored(void **state)
{
    (void)state;
    unsigned char file[58] = { 66, 77, 58, 0, 0, 0, 0, 0, 0,  0, 54, 0, 0, 0, 40, 0, 0, 0, 1, 0,
                               0,  0,  1,  0, 0, 0, 1, 0, 32, 0, 0,  0, 0, 0, 0,  0, 0, 0, 0, 0,
                               0,  0,  0,  0, 0, 0, 0, 0, 0,  0, 0,  0, 0, 0, 1,  2, 3, 4 };
    file[22] = file[23] = file[24] = file[25] = 255; // height -1
    write_bytes("down.bmp", file, sizeof file);
    ran r = run("info down.bmp");
    assert_int_equal(0, r.status);
    assert_non_null(strstr(r.out, "1 x 1"));
    ran_end(&r);
    file[18] = file[19] = file[20] = file[21] = 255;
    write_bytes("mirrored.bmp", file, sizeof file);
    assert_trouble("info mirrored.bmp", "damaged or cut off");
    file[18] = file[19] = file[20] = file[21] = 0;
    file[20] = 2; // width 131072
    write_bytes("long.bmp", file, sizeof file);
    assert_trouble("info long.bmp", "65536 a side");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(info_counts_pixels_islands_and_holes),
        cmocka_unit_test(info_prints_any_name_as_utf8),
        cmocka_unit_test(islands_and_holes_agree_with_flooding),
        cmocka_unit_test(help_teaches_by_example),
        cmocka_unit_test(the_manual_reads_from_the_tree),
        cmocka_unit_test(files_that_are_no_whole_image_are_refused),
        cmocka_unit_test(damage_of_other_formats_is_found),
        cmocka_unit_test(a_png_of_few_pixels_takes_little_memory),
        cmocka_unit_test(a_long_line_is_cut),
        cmocka_unit_test(every_wrong_image_is_named_and_nothing_printed),
        cmocka_unit_test(wrong_numbers_are_refused),
        cmocka_unit_test(wrong_options_are_refused),
        cmocka_unit_test(output_that_cannot_be_written_is_told),
        cmocka_unit_test(a_limit_on_file_sizes_leaves_nothing_behind),
        cmocka_unit_test(a_picture_that_would_be_too_large_is_refused),
        cmocka_unit_test(images_of_no_size_have_pictures_too),
        cmocka_unit_test(a_bmp_may_be_upside_down_but_not_mirrored),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
