// rimcast outline --contour: contours, convex pieces and triangles, in every format.
#define _XOPEN_SOURCE 700

#include "support/program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int set_up(void **state)
{
    (void)state;
    program_enter("test_cli_contour");
    return 0;
}

static double number(const json_t *json, const char *key)
{
    return json_number_value(json_object_get(json, key));
}

static const char *word(const json_t *json, const char *key)
{
    return json_string_value(json_object_get(json, key));
}

// The signed area of a list of points, positive clockwise.
static double area_of(const json_t *points)
{
    double twice = 0.0;
    size_t count = json_array_size(points);
    for (size_t k = 0; k < count; k++)
    {
        const json_t *a = json_array_get(points, k), *b = json_array_get(points, (k + 1) % count);
        twice += json_number_value(json_array_get(a, 0)) * json_number_value(json_array_get(b, 1)) -
                 json_number_value(json_array_get(a, 1)) * json_number_value(json_array_get(b, 0));
    }
    return 0.5 * twice;
}

static void a_bar_is_a_ring_of_four_points_from_the_anchor(void **state)
{
    (void)state;
    json_t *json = json_of("outline bar.png --contour");
    json_t *ring = json_array_get(json_object_get(json, "rings"), 0);
    assert_string_equal("contour", word(json, "kind"));
    assert_string_equal("near", word(json, "side"));
    assert_near(number(json, "tolerance"), 0.0, 0.0);
    assert_int_equal(1, json_array_size(json_object_get(json, "rings")));
    assert_near(number(ring, "area"), 4.0, 0.0);
    assert_true(json_is_null(json_object_get(ring, "parent")));
    json_t *first = json_array_get(json_object_get(ring, "points"), 0);
    assert_int_equal(4, json_array_size(json_object_get(ring, "points")));
    assert_near(json_number_value(json_array_get(first, 0)), 1.0 - 3.0, 0.0);
    assert_near(json_number_value(json_array_get(first, 1)), 1.0 - 1.5, 0.0);
    json_decref(json);
}

// ring.png: a ring with a dot in it, and two pixels beside it.
static void holes_are_rings_on_wish_and_filled_otherwise(void **state)
{
    (void)state;
    json_t *with = json_of("outline ring.png --contour --holes"),
           *without = json_of("outline ring.png --contour");
    json_t *rings = json_object_get(with, "rings"), *outer = json_object_get(without, "rings");
    double  area = 0.0, filled = 0.0;
    size_t  holes = 0, nested = 0;
    for (size_t i = 0; i < json_array_size(rings); i++)
    {
        const json_t *ring = json_array_get(rings, i);
        area += number(ring, "area");
        assert_near(number(ring, "area"), area_of(json_object_get(ring, "points")), 0.0);
        holes += number(ring, "area") < 0.0;
        nested += !json_is_null(json_object_get(ring, "parent"));
    }
    for (size_t i = 0; i < json_array_size(outer); i++)
    {
        filled += number(json_array_get(outer, i), "area");
        assert_true(json_is_null(json_object_get(json_array_get(outer, i), "parent")));
    }
    ran info = run("info ring.png");
    assert_int_equal(1, holes);
    assert_int_equal(2, nested);
    assert_true(filled > area && json_array_size(outer) + 2 == json_array_size(rings));
    assert_non_null(strstr(info.out, "hole"));
    ran_end(&info);
    json_decref(with);
    json_decref(without);
}

static size_t points_in(const char *arguments)
{
    json_t *json = json_of(arguments), *rings = json_object_get(json, "rings");
    size_t  points = 0;
    for (size_t i = 0; i < json_array_size(rings); i++)
        points += json_array_size(json_object_get(json_array_get(rings, i), "points"));
    json_decref(json);
    return points;
}

static double area_in(const char *arguments)
{
    json_t *json = json_of(arguments), *rings = json_object_get(json, "rings");
    double  area = 0.0;
    for (size_t i = 0; i < json_array_size(rings); i++)
        area += number(json_array_get(rings, i), "area");
    json_decref(json);
    return area;
}

static void tolerance_and_side_reach_the_contour(void **state)
{
    (void)state;
    double solid = area_in("outline disc.png --contour");
    assert_true(points_in("outline disc.png --contour --tolerance 1") * 2 <
                points_in("outline disc.png --contour"));
    assert_true(points_in("outline disc.png --contour --tolerance 4") <
                points_in("outline disc.png --contour --tolerance 1"));
    assert_true(area_in("outline disc.png --contour --tolerance 1 --contain") > solid);
    assert_true(area_in("outline disc.png --contour --tolerance 1 --inside") < solid);
    json_t *json = json_of("outline disc.png --contour --tolerance 1.5 --inside");
    assert_string_equal("inside", word(json, "side"));
    assert_near(number(json, "tolerance"), 1.5, 0.0);
    json_decref(json);
    json = json_of("outline disc.png --contour --contain");
    assert_string_equal("contain", word(json, "side"));
    json_decref(json);
}

static void pieces_have_few_corners_and_the_whole_area(void **state)
{
    (void)state;
    static const char *const wishes[3] = { "--convex 5", "--triangles", "--convex 4" };
    static const size_t      most[3] = { 5, 3, 4 };
    double                   whole = area_in("outline disc.png --contour --holes --tolerance 1");
    for (int i = 0; i < 3; i++)
    {
        char arguments[128];
        snprintf(arguments, sizeof arguments, "outline disc.png --contour --holes --tolerance 1 %s",
                 wishes[i]);
        json_t *json = json_of(arguments), *pieces = json_object_get(json, "pieces");
        double  area = 0.0;
        assert_string_equal(i == 1 ? "triangles" : "convex", word(json, "kind"));
        for (size_t k = 0; k < json_array_size(pieces); k++)
        {
            assert_true(json_array_size(json_array_get(pieces, k)) <= most[i]);
            area += area_of(json_array_get(pieces, k));
        }
        assert_true(json_array_size(pieces) > 1);
        assert_near(area, whole, 1e-9);
        json_decref(json);
    }
}

static void short_sides_can_be_left_out(void **state)
{
    (void)state;
    json_t *json = json_of("outline disc.png --contour --convex 8 --min-side 2.5"),
           *pieces = json_object_get(json, "pieces");
    assert_true(json_array_size(pieces) > 0);
    for (size_t i = 0; i < json_array_size(pieces); i++)
    {
        const json_t *p = json_array_get(pieces, i);
        for (size_t k = 0; k < json_array_size(p); k++)
        {
            const json_t *a = json_array_get(p, k),
                         *b = json_array_get(p, (k + 1) % json_array_size(p));
            double x =
                json_number_value(json_array_get(a, 0)) - json_number_value(json_array_get(b, 0));
            double y =
                json_number_value(json_array_get(a, 1)) - json_number_value(json_array_get(b, 1));
            assert_true(sqrt(x * x + y * y) >= 2.5);
        }
    }
    json_decref(json);
}

static void an_empty_image_has_no_rings(void **state)
{
    (void)state;
    json_t *json = json_of("outline clear.png -q --contour --holes");
    assert_int_equal(0, json_array_size(json_object_get(json, "rings")));
    json_decref(json);
    json = json_of("outline clear.png -q --contour --convex 8");
    assert_int_equal(0, json_array_size(json_object_get(json, "pieces")));
    json_decref(json);
    ran r = run("outline clear.png --contour --format csv");
    assert_string_equal("file,ring,point,x,y\n", r.out);
    ran_end(&r);
}

static void csv_has_a_line_a_point(void **state)
{
    (void)state;
    ran r = run("outline bar.png --contour --format csv");
    assert_string_equal("file,ring,point,x,y\nbar.png,0,0,-2,-0.5\nbar.png,0,1,2,-0.5\n"
                        "bar.png,0,2,2,0.5\nbar.png,0,3,-2,0.5\n",
                        r.out);
    ran_end(&r);
    r = run("outline bar.png --contour --triangles --format csv");
    assert_non_null(strstr(r.out, "file,piece,point,x,y\nbar.png,0,0,"));
    assert_non_null(strstr(r.out, "\nbar.png,1,2,"));
    ran_end(&r);
    r = run("outline bar.png --sheet 6x3 --contour --format csv");
    assert_non_null(strstr(r.out, "file,frame,ring,point,x,y\nbar.png,0,0,0,-2,-0.5\n"));
    ran_end(&r);
}

static void svg_is_one_path_with_holes_or_one_a_piece(void **state)
{
    (void)state;
    ran r = run("outline bar.png --contour --format svg");
    assert_non_null(strstr(r.out, "fill-rule=\"evenodd\""));
    assert_non_null(strstr(r.out, "d=\"M-2 -0.5L2 -0.5L2 0.5L-2 0.5Z\""));
    assert_non_null(strstr(r.out, "class=\"point\""));
    ran_end(&r);
    r = run("outline bar.png --contour --triangles --format svg");
    assert_non_null(strstr(strstr(r.out, "class=\"piece\"") + 1, "class=\"piece\""));
    ran_end(&r);
}

static void a_c_compiler_takes_the_header(void **state)
{
    (void)state;
    static const char *const runs[3] = {
        "outline bar.png ring.png clear.png --contour --holes --format c -o rings.h",
        "outline bar.png ring.png clear.png --contour --convex 8 --format c -o pieces.h",
        "outline disc.png --contour --tolerance 1 --triangles --format c -o triangles.h",
    };
    static const char source[] = "#include \"rings.h\"\n#undef OUTLINE_BAR_H\n"
                                 "int main(void) { return !(bar_rings == 1 && bar_ends[0] == 4 && "
                                 "bar_points[3][1] == 0.5f && "
                                 "bar_points[0][0] == -2.0f && clear_rings == 0 && ring_rings == 4 "
                                 "&& bar_anchor[0] == 3.0f &&\n"
                                 "clear_points[0][0] == 0.0f && clear_ends[0] == 0 && "
                                 "ring_points[0][0] < 0.0f && ring_ends[0] > 3 && "
                                 "ring_anchor[0] > 0.0f && clear_anchor[0] > 0.0f); }\n";
    for (int i = 0; i < 3; i++)
    {
        ran r = run(runs[i]);
        assert_int_equal(0, r.status);
        ran_end(&r);
    }
    write_bytes("use.c", source, sizeof source - 1);
    char command[1024];
    snprintf(command, sizeof command, "cc -std=c11 -Wall -Wextra -Werror -o %s %s && %s",
             program_path("use"), program_path("use.c"), program_path("use"));
    assert_int_equal(0, system(command));
    snprintf(command, sizeof command,
             "cc -std=c11 -Wno-unused -fsyntax-only -xc -include %s -include %s /dev/null",
             program_path("pieces.h"), program_path("triangles.h"));
    assert_int_equal(0, system(command));
}

static void the_picture_shows_the_rings(void **state)
{
    (void)state;
    size_t plain, ringed;
    ran    r = run("outline disc.png --rays 1 --picture plain.png -o a.json");
    ran_end(&r);
    r = run("outline disc.png --contour --triangles --picture ringed.png -o b.json");
    assert_int_equal(0, r.status);
    ran_end(&r);
    free(read_file(program_path("plain.png"), &plain));
    free(read_file(program_path("ringed.png"), &ringed));
    assert_true(ringed > plain + plain / 10);
}

static void options_that_do_not_go_together_are_named(void **state)
{
    (void)state;
    assert_trouble("outline disc.png --tolerance 1",
                   "--tolerance only means something with --contour");
    assert_trouble("outline disc.png --holes", "--holes only means something with --contour");
    assert_trouble("outline disc.png --convex 8", "--convex only means something with --contour");
    assert_trouble("outline disc.png --contour --min-side 1",
                   "--min-side only means something with --convex");
    assert_trouble("outline disc.png --contour --contain --inside", "exclude each other");
    assert_trouble("outline disc.png --contour --convex 8 --triangles", "exclude each other");
    assert_trouble("outline disc.png --contour --rays 8", "exclude each other");
    assert_trouble("outline disc.png --contour --faithful", "exclude each other");
    assert_trouble("outline disc.png --contour --convex 2", "out of range");
    assert_trouble("outline disc.png --contour --tolerance -1", "out of range");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bar_is_a_ring_of_four_points_from_the_anchor),
        cmocka_unit_test(holes_are_rings_on_wish_and_filled_otherwise),
        cmocka_unit_test(tolerance_and_side_reach_the_contour),
        cmocka_unit_test(pieces_have_few_corners_and_the_whole_area),
        cmocka_unit_test(short_sides_can_be_left_out),
        cmocka_unit_test(an_empty_image_has_no_rings),
        cmocka_unit_test(csv_has_a_line_a_point),
        cmocka_unit_test(svg_is_one_path_with_holes_or_one_a_piece),
        cmocka_unit_test(a_c_compiler_takes_the_header),
        cmocka_unit_test(the_picture_shows_the_rings),
        cmocka_unit_test(options_that_do_not_go_together_are_named),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
