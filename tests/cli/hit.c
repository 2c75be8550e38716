// rimcast hit: the answer, the area, the points.
#define _XOPEN_SOURCE 700

#include "support/program.h"

#include <stdio.h>
#include <string.h>

static int set_up(void **state)
{
    (void)state;
    program_enter("test_cli_hit");
    return 0;
}

// --- hit ------------------------------------------------------------------------------------------

// The bar is 4 x 1 pixels, from (1, 1) to (5, 2) of 6 x 3, its anchor at (3, 1.5).
static void assert_hit(const char *options, int status, const char *area)
{
    char arguments[200], line[100];
    snprintf(arguments, sizeof arguments, "hit bar.png bar.png %s", options);
    snprintf(line, sizeof line, "overlap area    %s px^2\n", area);
    ran r = run(arguments);
    if (r.status != status || !strstr(r.out, line))
        fail_msg("%s: %d, '%s%s'", arguments, r.status, r.out, r.err);
    assert_string_equal(r.err, "");
    assert_int_equal(0, strncmp(r.out, status ? "no hit\n" : "hit\n", status ? 7 : 4));
    ran_end(&r);
}

static void a_hit_tells_yes_or_no_and_the_area(void **state)
{
    (void)state;
    assert_hit("--at 3,1.5", 0, "4");
    assert_hit("--at 4,1.5", 0, "3");
    assert_hit("--at 7,1.5", 1, "0"); // side by side
    assert_hit("--at 6.75,1.5", 0, "0.25");
    assert_hit("--at 3,2.5", 1, "0");
    assert_hit("--at 3,2.25", 0, "1");
    assert_hit("--at -1e6,1e6", 1, "0");
    assert_hit("--at 3,1.5 --rotate 90", 0, "1");
    assert_hit("--at 3,1.5 --rotate -270", 0, "1");
    assert_hit("--at 3,1.5 --rotate 180", 0, "4");
    assert_hit("--at 3,1.5 --scale 0.5", 0, "1");
    assert_hit("--at 3,1.5 --scale 100", 0, "4");
    assert_hit("--at 3,1.5 --flip h --anchor 1,1.5", 0, "2");
    assert_hit("--at 3,1.5 --anchor 1,1.5", 0, "2");
    assert_hit("--at 3,1.5 --flip v --anchor 3,1", 0, "2");
    assert_hit("--at 3,1.5 --flip v --rotate 90 --anchor 1,2", 0, "0.5");
}

// A sprite without an area would hit nothing.
static void a_scale_that_vanishes_is_refused(void **state)
{
    (void)state;
    assert_trouble("hit bar.png bar.png --at 3,1.5 --scale 1e-300",
                   "hit: --scale 1e-300 leaves nothing of B");
    assert_trouble("hit bar.png bar.png --at 3,1.5 --move 9,0 --scale 1e-46", "give a larger one");
    ran r = run("hit bar.png bar.png --at 3,1.5 --scale 1e-18");
    assert_int_equal(0, r.status);
    ran_end(&r);
}

// A square of 2 x 2 turned by 45 degrees about its middle, on one that is not: an octagon is shared, of
// area 8 (sqrt 2 - 1).
static void a_turned_overlap_has_its_exact_area(void **state)
{
    (void)state;
    static const unsigned char alpha[16] = { [5] = 255, [6] = 255, [9] = 255, [10] = 255 };
    write_png("square.png", 4, 4, alpha);
    ran    r = run("hit square.png square.png --at 2,2 --rotate 45");
    double area = 0.0;
    assert_int_equal(0, r.status);
    assert_int_equal(1, sscanf(r.out, "hit\noverlap area %lf px", &area));
    assert_near(area, 8.0 * (1.41421356237309515 - 1.0), 1e-6);
    ran_end(&r);
    // The corner of the turned square reaches sqrt 2 from its middle.
    r = run("hit square.png square.png --at 4.414,2 --rotate 45");
    assert_int_equal(0, r.status);
    ran_end(&r);
    r = run("hit square.png square.png --at 4.4143,2 --rotate 45");
    assert_int_equal(1, r.status);
    ran_end(&r);
    remove(program_path("square.png"));
}

static void the_outline_points_that_hit_are_told_in_the_pixels_of_a(void **state)
{
    (void)state;
    ran r = run("hit bar.png bar.png --at 4.5,1.5 --rays 4");
    assert_int_equal(0, r.status);
    // B's points are (6.5, 1.5), (4.5, 2), (2.5, 1.5), (4.5, 1); A is [1, 5) x [1, 2).
    assert_non_null(
        strstr(r.out, "outline points  2 of 4 hit\n  ray 2 at 2.5,1.5\n  ray 3 at 4.5,1\n"));
    ran_end(&r);
}

static void a_turned_sprite_hits_or_misses(void **state)
{
    (void)state;
    ran r = run("hit disc.png disc.png --at 30,20 --rotate 30");
    assert_int_equal(0, r.status);
    assert_int_equal(0, strncmp(r.out, "hit\n", 4));
    ran_end(&r);
    r = run("hit disc.png disc.png --at 60,20 --rotate 30");
    assert_int_equal(1, r.status);
    assert_int_equal(0, strncmp(r.out, "no hit\n", 7));
    ran_end(&r);
}

// --- in motion --------------------------------------------------------------------------------------

// The normal is a measured direction; all the rest of the answer is exact.
static void assert_motion(const char *options, const char *before, double nx, double ny,
                          const char *after)
{
    char  arguments[200];
    float x, y;
    snprintf(arguments, sizeof arguments, "hit bar.png bar.png %s", options);
    ran         r = run(arguments);
    const char *normal = strstr(r.out, "\nnormal          ");
    if (r.status != 0 || strncmp(r.out, "hit\n", 4) != 0 || !normal)
        fail_msg("%s: %d, '%s%s'", arguments, r.status, r.out, r.err);
    if (strncmp(r.out + 4, before, strlen(before)) != 0 ||
        strcmp(strchr(normal + 1, '\n') + 1, after) != 0)
        fail_msg("%s: '%s'", arguments, r.out);
    assert_int_equal(2, sscanf(normal, "\nnormal %f,%f", &x, &y));
    assert_near(x, nx, 2e-3);
    assert_near(y, ny, 2e-3);
    assert_string_equal(r.err, "");
    ran_end(&r);
}

static void assert_no_hit_on_the_way(const char *options, const char *anchor)
{
    char arguments[200], expected[100];
    snprintf(arguments, sizeof arguments, "hit bar.png bar.png %s", options);
    snprintf(expected, sizeof expected, "no hit\nmotion          1\nanchor          %s\n", anchor);
    ran r = run(arguments);
    assert_string_equal(r.out, expected);
    assert_int_equal(1, r.status);
    assert_string_equal(r.err, "");
    ran_end(&r);
}

// B's solid pixels lie 2 to either side of its anchor and 0.5 above and below; A's are [1, 5) x [1, 2).
static void a_motion_tells_when_and_where_it_first_touches(void **state)
{
    (void)state;
    assert_motion("--at 11,1.5 --move -8,0",
                  "motion          0.5\nanchor          7,1.5\npoint           5,1.5\n", 1, 0,
                  "edge normal     1,0\n");
    assert_motion("--at 3,-999.5 --move 0,4000",
                  "motion          0.25\nanchor          3,0.5\npoint           ", 0, -1,
                  "edge normal     0,-1\n");
    assert_motion("--at 11.5,1.5 --rotate 90 --move -12,0",
                  "motion          0.5\nanchor          5.5,1.5\npoint           ", 1, 0,
                  "edge normal     1,0\n");
}

static void a_motion_that_only_touches_is_no_hit(void **state)
{
    (void)state;
    // Short of it, up to it, along it, away from it.
    assert_no_hit_on_the_way("--at 11,1.5 --move -3,0", "8,1.5");
    assert_no_hit_on_the_way("--at 11,1.5 --move -4,0", "7,1.5");
    assert_no_hit_on_the_way("--at 11,2.5 --move -999,0", "-988,2.5");
    assert_no_hit_on_the_way("--at 7,1.5 --move 8,0", "15,1.5");
    assert_no_hit_on_the_way("--at 7,1.5 --move 0,0", "7,1.5");
}

static void a_motion_from_an_overlap_tells_its_depth(void **state)
{
    (void)state;
    static const char *const motions[] = { "50,1", "0,0", "-3,0.5" };
    for (int i = 0; i < 3; i++)
    {
        char  options[100];
        float depth;
        snprintf(options, sizeof options, "hit bar.png bar.png --at 3,1.25 --move %s", motions[i]);
        ran         r = run(options);
        const char *line = strstr(r.out, "\ndepth           ");
        assert_int_equal(0, r.status);
        assert_int_equal(0, strncmp(r.out, "hit\nmotion          0\nanchor          3,1.25\n", 43));
        assert_non_null(line);
        assert_int_equal(1, sscanf(line, "\ndepth %f px\n", &depth));
        assert_near(depth, 0.75, 1e-6);
        ran_end(&r);
    }
}

static void a_wrong_motion_is_said(void **state)
{
    (void)state;
    static const char *const wrong[] = { "--move",       "--move 3",     "--move 3,x",
                                         "--move nan,1", "--move 1,inf", "--move 1,2 --rays 8" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    {
        char arguments[200];
        snprintf(arguments, sizeof arguments, "hit bar.png bar.png --at 11,1.5 %s", wrong[i]);
        ran r = run(arguments);
        assert_int_equal(2, r.status);
        assert_string_equal(r.out, "");
        assert_non_null(strstr(r.err, "--move"));
        ran_end(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hit_tells_yes_or_no_and_the_area),
        cmocka_unit_test(a_scale_that_vanishes_is_refused),
        cmocka_unit_test(a_turned_overlap_has_its_exact_area),
        cmocka_unit_test(the_outline_points_that_hit_are_told_in_the_pixels_of_a),
        cmocka_unit_test(a_turned_sprite_hits_or_misses),
        cmocka_unit_test(a_motion_tells_when_and_where_it_first_touches),
        cmocka_unit_test(a_motion_that_only_touches_is_no_hit),
        cmocka_unit_test(a_motion_from_an_overlap_tells_its_depth),
        cmocka_unit_test(a_wrong_motion_is_said),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
