// rimcast mesh: counts, rays, saved meshes, and files that are none.
#define _XOPEN_SOURCE 700

#include "support/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char BOX[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n"
                          "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";

static int set_up(void **state)
{
    (void)state;
    program_enter("test_cli_mesh");
    write_bytes("box.obj", BOX, sizeof BOX - 1);
    // Without the last face: a hole of four edges.
    write_bytes("open.OBJ", BOX, sizeof BOX - 1 - strlen("f 2 4 8 6\n"));
    static const char raw[] =
        "0 0 0\n1 0 0\n0 1 0\n\n1 0 0\n1 1 0\n0 1 0\n# a line\n0 0 0\n1 1 1\n2 2 2\n";
    write_bytes("two.raw", raw, sizeof raw - 1);
    static const char bad[] = "v 0 0 0\nv 1 0 zero\n";
    write_bytes("bad.obj", bad, sizeof bad - 1);
    return 0;
}

static void assert_says(const char *arguments, int status, const char *const *parts)
{
    ran r = run(arguments);
    if (r.status != status) fail_msg("%s: %d, '%s%s'", arguments, r.status, r.out, r.err);
    for (; *parts; parts++)
        if (!strstr(r.out, *parts)) fail_msg("%s: no '%s' in '%s'", arguments, *parts, r.out);
    assert_string_equal(r.err, "");
    ran_end(&r);
}

static void a_box_is_counted(void **state)
{
    (void)state;
    assert_says("mesh box.obj", 0,
                (const char *[]){
                    "box.obj\n", "triangles       12\n", "degenerate      0\n",
                    "points          8\n", "open edges      0\n", "12 convex, 6 flat, 0 concave\n",
                    "bounds          0, 0, 0 .. 1, 1, 1\n", "fast form", "built in ", NULL });
    assert_says(
        "mesh open.OBJ --compact", 0,
        (const char *[]){ "triangles       10\n", "open edges      4\n", "compact form", NULL });
}

static void a_soup_is_welded_and_its_line_counted(void **state)
{
    (void)state;
    assert_says("mesh two.raw", 0,
                (const char *[]){ "triangles       3\n", "degenerate      1\n",
                                  "open edges      7\n", "1 flat", NULL });
    assert_says("mesh two.raw --weld 0.001", 0, (const char *[]){ "points          6\n", NULL });
}

static void a_ray_tells_what_it_meets(void **state)
{
    (void)state;
    assert_says("mesh box.obj --raycast 0.25,5,0.5 0,-1,0", 0,
                (const char *[]){ "hit\n", "point           0.25, 1, 0.5\n",
                                  "normal          0, 1, 0\n", "distance        4\n", NULL });
    assert_says("mesh --raycast 3,0.5,0.25 -2,0,0 box.obj", 0,
                (const char *[]){ "hit\n", "point           1, 0.5, 0.25\n", NULL });
    assert_says("mesh box.obj --raycast 3,0.5,0.25 2,0,0", 1, (const char *[]){ "no hit\n", NULL });
    assert_says("mesh box.obj --raycast 0.5,0.25,0.5 -1,0,0", 0,
                (const char *[]){ "from behind\n", NULL });
    assert_trouble("mesh box.obj --raycast 0,5 0,-1,0", "0,5 0,-1,0");
    assert_trouble("mesh box.obj --raycast 0,5,0 0,0,0", "direction");
    assert_says("mesh box.obj --raycast '0.25,5,0.5  0,-1,0'", 0,
                (const char *[]){ "hit\n", NULL });
    assert_says("mesh box.obj --raycast=0.25,5,0.5 0,-1,0", 0,
                (const char *[]){ "hit\n", "distance        4\n", NULL });
    assert_says(
        "mesh --raycast '9,9,9 1,0,0' --raycast=9,9,9 -1,0,0 --raycast 0.25,5,0.5 0,-1,0 box.obj",
        0, (const char *[]){ "hit\n", "distance        4\n", NULL });
    assert_trouble("mesh box.obj --raycasts 0,5,0 0,-1,0", "did you mean --raycast?");
    assert_trouble("mesh box.obj --raycast 0,5,0 1,0,nan", "direction");
    assert_trouble("mesh box.obj --raycast 0,five,0 0,-1,0", "direction");
    assert_trouble("mesh box.obj --raycast 0,5e39,0 0,-1,0", "direction");
    assert_trouble("mesh box.obj --raycast 0,5,0, 0,-1,0", "direction");
    assert_trouble("mesh box.obj --raycast '0,5,0 0,-1,0 1'", "direction");
    assert_trouble("mesh box.obj --raycast '0,5,0'", "direction");
    assert_trouble("mesh box.obj --raycast ''", "a point and a direction");
}

// From there, all distances to the box round to one float.
static void a_ray_from_far_away_meets_the_near_side(void **state)
{
    (void)state;
    static const char *const top[] = { "hit\n  triangle        6\n",
                                       "point           0.25, 1, 0.5\n",
                                       "normal          0, 1, 0\n", NULL };
    assert_says("mesh box.obj --raycast 0.25,1e8,0.5 0,-1,0", 0, top);
    assert_says("mesh box.obj --raycast 0.25,1e9,0.5 0,-7,0", 0, top);
    assert_says("mesh box.obj --raycast 0.25,3e38,0.5 0,-1e-9,0", 0, top);
    assert_says("mesh box.obj --raycast 0.25,1e9,0.5 0,-1,0", 0,
                (const char *[]){ "distance        1000000000\n", NULL });
    assert_says("mesh box.obj --raycast 3e38,3e38,3e38 -1,-1,-1", 0,
                (const char *[]){ "hit\n", "point           1, 1, 1\n", "distance        5.1961524",
                                  NULL });
    assert_says("mesh box.obj --raycast 1e8,1e8,0.5 -1,-1,0", 0,
                (const char *[]){ "point           1, 1, 0.5\n", NULL });
    // The line crosses the plane of a side first, far from that side.
    assert_says("mesh box.obj --raycast -1,1e8,0.5 1.25,-1e8,0", 0,
                (const char *[]){ "point           0.24999999, 1, 0.5\n", NULL });
    assert_says("mesh box.obj --raycast 1e8,1.5,0.5 -1,0,0", 1,
                (const char *[]){ "no hit\n", NULL });
    assert_says("mesh box.obj --raycast 0.5,1e8,0.5 0,1,0", 1,
                (const char *[]){ "no hit\n", NULL });
    assert_says("mesh box.obj --raycast 0.5,1e8,0.5 1,0,0", 1,
                (const char *[]){ "no hit\n", NULL });
}

static void no_number_of_a_hit_is_minus_zero(void **state)
{
    (void)state;
    assert_says(
        "mesh box.obj --raycast 0.25,-3,0.5 0,1,0", 0,
        (const char *[]){ "point           0.25, 0, 0.5\n", "normal          0, -1, 0\n", NULL });
    assert_says("mesh box.obj --raycast -3,0.25,0.5 1,0,0", 0,
                (const char *[]){ "normal          -1, 0, 0\n", NULL });
    assert_says("mesh box.obj --raycast 0.25,0.5,-3 0,0,1", 0,
                (const char *[]){ "normal          0, 0, -1\n", NULL });
}

static void a_mesh_is_saved_and_read_again(void **state)
{
    (void)state;
    for (int compact = 0; compact < 2; compact++)
    {
        ran r =
            run(compact ? "mesh box.obj --save box.rim --compact" : "mesh box.obj --save box.rim");
        assert_int_equal(r.status, 0);
        ran_end(&r);
        assert_true(program_left("box.rim"));
        assert_says("mesh box.rim --raycast 0.25,5,0.5 0,-1,0", 0,
                    (const char *[]){ "triangles       12\n", compact ? "compact" : "fast",
                                      "point           0.25, 1, 0.5\n", NULL });
    }
    size_t size;
    char  *block = read_file(program_path("box.rim"), &size);
    block[size - 5] ^= 1;
    write_bytes("broken.rim", block, size);
    assert_trouble("mesh broken.rim", "broken.rim: data is damaged");
    write_bytes("cut.rim", block, size / 2);
    assert_trouble("mesh cut.rim", "cut.rim");
    assert_trouble("mesh box.rim --bsp", "is a saved mesh");
    assert_trouble("mesh box.rim --compact", "made of for --compact");
    assert_trouble("mesh box.rim --save other.rim --weld 0.01", "made of for --weld");
    free(block);
}

static void a_mesh_of_nothing_is_told_of(void **state)
{
    (void)state;
    static const char *const names[] = { "none.raw", "hello.obj", "image.obj", "points.obj" };
    write_bytes("none.raw", "# nothing\n", 10);
    write_bytes("hello.obj", "hello world\n", 12);
    write_bytes("points.obj", "v 0 0 0\n", 8);
    size_t size;
    char  *image = read_file(program_path("disc.png"), &size);
    write_bytes("image.obj", image, size);
    free(image);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
        char arguments[100], line[100];
        snprintf(arguments, sizeof arguments, "mesh %s --bsp --raycast 0,1,0 0,-1,0", names[i]);
        snprintf(line, sizeof line, "rimcast: hint: %s: has no triangle", names[i]);
        ran r = run(arguments);
        assert_int_equal(1, r.status);
        assert_non_null(strstr(r.out, "triangles       0\n"));
        assert_non_null(strstr(r.out, "nodes"));
        assert_non_null(strstr(r.out, "no hit\n"));
        if (!strstr(r.err, line)) fail_msg("%s: said '%s'", names[i], r.err);
        ran_end(&r);
    }
}

// More triangles than spheres are tried: some are left out.
static void a_large_mesh_has_its_trees_compared(void **state)
{
    (void)state;
    static char text[40000];
    int         size = 0;
    for (int i = 0; i < 600; i++)
    {
        int x = i % 30, y = i / 30;
        size += snprintf(text + size, sizeof text - (size_t)size, "%d %d 0\n%d %d 0\n%d %d %d\n", x,
                         y, x + 1, y, x, y + 1, i % 7);
    }
    write_bytes("many.raw", text, (size_t)size);
    assert_says("mesh many.raw --bsp", 0,
                (const char *[]){ "triangles       600\n", "pieces", "looked at", NULL });
}

static void append_triangle(char *text, double x)
{
    sprintf(text + strlen(text), "%g 0 0\n%g 0 0\n%g 1 0\n", x, x + 1.0, x);
}

// A triangle all alone and eleven over each other: where the list begins makes no difference.
static void trees_are_compared_all_over_a_mesh(void **state)
{
    (void)state;
    static char text[2][2000];
    for (int last = 0; last < 2; last++)
    {
        if (!last) append_triangle(text[last], 500.0);
        for (int i = 0; i < 11; i++) append_triangle(text[last], i / 64.0);
        if (last) append_triangle(text[last], 500.0);
    }
    write_bytes("first.raw", text[0], strlen(text[0]));
    write_bytes("last.raw", text[1], strlen(text[1]));
    ran         first = run("mesh first.raw --bsp"), last = run("mesh last.raw --bsp");
    const char *one = strstr(first.out, "looked at"), *other = strstr(last.out, "looked at");
    assert_true(one && other);
    assert_string_equal(one, other);
    ran_end(&first);
    ran_end(&last);
}

static void what_is_no_mesh_is_told_by_place_and_reason(void **state)
{
    (void)state;
    assert_trouble("mesh bad.obj", "bad.obj:2:7: expected a decimal number");
    assert_trouble("mesh missing.obj", "missing.obj");
    assert_trouble("mesh text.png", "text.png: is not a mesh");
    assert_trouble("mesh empty.png", "give a mesh");
    write_bytes("t", "tiny", 4);
    assert_trouble("mesh t", "t: is not a mesh");
    assert_trouble("mesh -- box.obj box.obj", "2 files given");
    assert_trouble("mesh", "0 files given");
    assert_trouble("mesh box.obj box.obj", "2 files given");
    assert_trouble("mesh box.obj --weld 0.5", "--weld");
    assert_trouble("mesh box.obj --save no/such/place.rim", "no/such/place.rim");
}

static void help_is_given_by_example(void **state)
{
    (void)state;
    assert_says("help mesh", 0, (const char *[]){ "rimcast mesh level.obj\n", "--raycast", NULL });
    assert_says("mesh --help", 0, (const char *[]){ "Exit status", NULL });
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_is_counted),
        cmocka_unit_test(a_soup_is_welded_and_its_line_counted),
        cmocka_unit_test(a_ray_tells_what_it_meets),
        cmocka_unit_test(a_ray_from_far_away_meets_the_near_side),
        cmocka_unit_test(no_number_of_a_hit_is_minus_zero),
        cmocka_unit_test(a_mesh_is_saved_and_read_again),
        cmocka_unit_test(a_mesh_of_nothing_is_told_of),
        cmocka_unit_test(a_large_mesh_has_its_trees_compared),
        cmocka_unit_test(trees_are_compared_all_over_a_mesh),
        cmocka_unit_test(what_is_no_mesh_is_told_by_place_and_reason),
        cmocka_unit_test(help_is_given_by_example),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
