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
    snprintf(line, sizeof line, "overlap area    %s px\n", area);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hit_tells_yes_or_no_and_the_area),
        cmocka_unit_test(a_turned_overlap_has_its_exact_area),
        cmocka_unit_test(the_outline_points_that_hit_are_told_in_the_pixels_of_a),
        cmocka_unit_test(a_turned_sprite_hits_or_misses),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
