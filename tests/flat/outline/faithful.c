#include "support/support.h"

#include "rimcast/mask.h"
#include "rimcast/outline.h"

#include <math.h>
#include <stdlib.h>

static rim_mask *make_box(int width, int height, int x0, int y0, int x1, int y1)
{
    rim_mask *mask = NULL;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, width, height, NULL));
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++) rim_mask_set(mask, x, y, true);
    return mask;
}

// An 11 x 11 image with columns and rows 3 .. 7 solid, anchor (5.5, 5.5), radius 5.5. To the right the walk
// looks at x = 5.5, 4.5, 3.5, 2.5 (column line 8, just outside), 1.5: solid.
static void the_numbers_of_a_box_come_out_as_by_hand(void **state)
{
    (void)state;
    rim_mask            *mask = make_box(11, 11, 3, 3, 8, 8);
    rim_faithful_point   p[4];
    rim_faithful_options far_in = { { 100, 100 }, false };
    assert_int_equal(4, rim_outline_cast_faithful(mask, rim_vec2_make(5.5f, 5.5f), 4, &far_in, p));
    assert_near(p[0].x, 1.5, 0.0);
    assert_near(p[0].y, 0.0, 0.0);
    assert_near(p[1].y, 1.5, 0.0);
    assert_near(p[1].x, 0.0, 1e-13);
    assert_near(p[2].x, -2.5, 0.0); // the left edge belongs to the pixel
    assert_near(p[3].y, -2.5, 0.0);

    // Flash: right and top edges hit, left and bottom ones miss.
    far_in.flash_edge = true;
    assert_int_equal(4, rim_outline_cast_faithful(mask, rim_vec2_make(5.5f, 5.5f), 4, &far_in, p));
    assert_near(p[0].x, 2.5, 0.0);
    assert_near(p[1].y, 1.5, 0.0);
    assert_near(p[2].x, -1.5, 0.0);
    assert_near(p[3].y, -2.5, 0.0);
    rim_mask_destroy(mask);
}

// cos(270 degrees) comes out of radians as -1.8e-16, so at the stage's origin both coordinates are
// negative after the first step up.
static void the_walk_gives_up_where_both_stage_coordinates_are_negative(void **state)
{
    (void)state;
    rim_mask          *mask = make_box(11, 11, 3, 3, 8, 8);
    rim_faithful_point p[8];
    assert_int_equal(3, rim_outline_cast_faithful(mask, rim_vec2_make(5.5f, 5.5f), 4, NULL, p));
    assert_true(p[0].hit && p[1].hit && p[2].hit && !p[3].hit);
    assert_near(p[3].x, 0.0, 0.0);
    assert_near(p[3].y, 0.0, 0.0);

    // The rule looks after the step and before the shape: from (0.5, 0.5) the diagonal start at
    // stage (4.4, 4.4) up left walks through, the one from the upper left gives up at once.
    rim_faithful_options near_origin = { { 0.5f, 0.5f }, false };
    rim_outline_cast_faithful(mask, rim_vec2_make(5.5f, 5.5f), 8, &near_origin, p);
    assert_true(p[1].hit);
    assert_false(p[5].hit);
    rim_mask_destroy(mask);
}

static void a_start_inside_the_shape_is_kept(void **state)
{
    (void)state;
    rim_mask          *mask = make_box(20, 10, 0, 0, 20, 10);
    rim_faithful_point p[2];
    rim_outline_cast_faithful(mask, rim_vec2_make(5, 5), 2, NULL, p);
    assert_near(p[0].x, 10.0, 0.0); // (15, 5) is solid
    rim_mask_destroy(mask);
}

// From the circle about the centre a ray that meets nothing runs on through the anchor and hits the
// other half from inside.
static void a_ray_runs_through_the_anchor(void **state)
{
    (void)state;
    rim_mask            *mask = make_box(21, 21, 2, 8, 5, 13);
    rim_faithful_point   p[4];
    rim_faithful_options options = { { 50, 50 }, false };
    assert_int_equal(2,
                     rim_outline_cast_faithful(mask, rim_vec2_make(10.5f, 10.5f), 4, &options, p));
    assert_true(p[0].hit && !p[1].hit && p[2].hit && !p[3].hit);
    assert_near(p[0].x, -6.5, 0.0); // 10.5, 9.5, ... -5.5 (column line 5), -6.5
    assert_near(p[2].x, -8.5, 0.0);
    rim_mask_destroy(mask);
}

// Unit steps jump over a thin diagonal: the exact rays see what the recipe misses.
static void unit_steps_jump_where_exact_rays_do_not(void **state)
{
    (void)state;
    rim_mask *mask = make_box(40, 40, 0, 0, 0, 0);
    for (int i = 0; i < 39; i++) rim_mask_set(mask, i, 38 - i, true);
    rim_faithful_point   p[360];
    rim_edge_point       q[360];
    rim_faithful_options options = { { 500, 500 }, false };
    int faithful = rim_outline_cast_faithful(mask, rim_vec2_make(30, 30), 360, &options, p);
    int exact = rim_outline_cast(mask, rim_vec2_make(5, 5), 360, q);
    assert_true(exact > 100 && faithful > 0);
    int inner = 0; // sampled points lie strictly inside pixels, up to a step from the edge
    for (int k = 0; k < 360; k++) inner += p[k].hit && p[k].x != floor(p[k].x);
    assert_true(inner > 0);
    rim_mask_destroy(mask);
}

// --- against the recipe as it was written --------------------------------------------------------------

static bool recipe_hits(const rim_mask *mask, double u, double v, bool flash_edge)
{
    for (int y = 0; y < rim_mask_height(mask); y++)
        for (int x = 0; x < rim_mask_width(mask); x++)
        {
            bool column = flash_edge ? x < u && u <= x + 1 : x <= u && u < x + 1;
            if (rim_mask_get(mask, x, y) && column && y <= v && v < y + 1) return true;
        }
    return false;
}

static int do_figure(const rim_mask *mask, rim_vec2 anchor, int num, rim_vec2 stage,
                     bool flash_edge, rim_faithful_point *point)
{
    double mx = fmax(rim_mask_width(mask), rim_mask_height(mask)) / 2;
    double inc = 360.0 / num, n = 0;
    int    hits = 0;
    for (int i = 0; i < num; i++, n += inc)
    {
        double xs = cos((n * 3.141592653589793) / 180), ys = sin((n * 3.141592653589793) / 180);
        double x = stage.x + (mx * xs), y = stage.y + (mx * ys);
        point[i].hit = true;
        int steps = 0;
        while (!recipe_hits(mask, x - stage.x + anchor.x, y - stage.y + anchor.y, flash_edge))
        {
            x -= xs;
            y -= ys;
            if ((x < 0 && y < 0) || ++steps > 500)
            {
                point[i].hit = false;
                break;
            }
        }
        point[i].x = point[i].hit ? x - stage.x : 0.0;
        point[i].y = point[i].hit ? y - stage.y : 0.0;
        hits += point[i].hit;
    }
    return hits;
}

static void the_recipe_as_written_gives_the_same_numbers(void **state)
{
    (void)state;
    test_random random = { 6 };
    int         hits = 0, misses = 0;
    for (int i = 0; i < case_count(400); i++)
    {
        int       w = random_int(&random, 1, 30), h = random_int(&random, 1, 30);
        rim_mask *mask = make_box(w, h, 0, 0, 0, 0);
        for (int k = random_int(&random, 0, w * h / 2); k > 0; k--)
            rim_mask_set(mask, random_int(&random, 0, w - 1), random_int(&random, 0, h - 1), true);
        rim_vec2             anchor = rim_vec2_make((float)w / 2 + 0.137f, (float)h / 2 - 0.219f);
        rim_faithful_options options = { { (float)random_int(&random, -40, 200) + 0.317f,
                                           (float)random_int(&random, -40, 200) + 0.411f },
                                         random_int(&random, 0, 1) == 1 };
        int                  rays = random_int(&random, 1, 37);
        rim_faithful_point   got[37], want[37];
        int                  n = rim_outline_cast_faithful(mask, anchor, rays, &options, got);
        assert_int_equal(do_figure(mask, anchor, rays, options.stage, options.flash_edge, want), n);
        for (int k = 0; k < rays; k++)
        {
            assert_int_equal(want[k].hit, got[k].hit);
            // The C library's sine may differ in the last place; forty steps add up.
            assert_near(got[k].x, want[k].x, 1e-12);
            assert_near(got[k].y, want[k].y, 1e-12);
        }
        hits += n, misses += rays - n;
        rim_mask_destroy(mask);
    }
    assert_true(hits > case_count(400) && misses > case_count(400));
}

static void walks_that_would_never_end_are_misses(void **state)
{
    (void)state;
    rim_mask            *mask = make_box(5, 5, 0, 0, 0, 0);
    rim_faithful_point   p[360];
    rim_faithful_options options = { { 100, 100 }, false };
    assert_int_equal(0, rim_outline_cast_faithful(mask, rim_vec2_make(2, 2), 360, &options, p));
    options.stage = rim_vec2_make(1e30f, -1e30f); // where a step changes nothing
    assert_int_equal(0, rim_outline_cast_faithful(mask, rim_vec2_make(2, 2), 360, &options, p));
    assert_int_equal(0, rim_outline_cast_faithful(mask, rim_vec2_make(1e30f, 2), 36, NULL, p));
    assert_int_equal(0, rim_outline_cast_faithful(mask, rim_vec2_make(NAN, 2), 36, NULL, p));
    options.stage = rim_vec2_make(0, INFINITY);
    assert_int_equal(0, rim_outline_cast_faithful(mask, rim_vec2_make(2, 2), 36, &options, p));
    assert_int_equal(0, rim_outline_cast_faithful(mask, rim_vec2_make(2, 2), 0, NULL, p));
    rim_mask_destroy(mask);
}

static void anchors_beyond_whole_numbers_hit_nothing(void **state)
{
    (void)state;
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 5, 4, NULL));
    rim_mask_draw_rect(mask, rim_rect_make(0, 0, 5, 4), true);
    for (int i = 0; i < 16; i++)
    {
        rim_vec2             far = { i & 1 ? -3e9f : 3e9f, i & 2 ? -1e30f : 1.0f };
        rim_faithful_options options = { { i & 4 ? 3e9f : 0.0f, 0.0f }, i & 8 };
        rim_faithful_point   points[4];
        assert_int_equal(0, rim_outline_cast_faithful(mask, far, 4, &options, points));
    }
    rim_mask_destroy(mask);
}

static void points_round_to_an_outline(void **state)
{
    (void)state;
    rim_faithful_point p[2] = { { 0.1, -2.7, true }, { 0, 0, false } };
    rim_edge_point     q[2];
    rim_outline_from_faithful(p, 2, q);
    assert_same_bits(q[0].at.x, 0.1f);
    assert_same_bits(q[0].at.y, -2.7f);
    assert_true(q[0].hit && !q[1].hit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_numbers_of_a_box_come_out_as_by_hand),
        cmocka_unit_test(the_walk_gives_up_where_both_stage_coordinates_are_negative),
        cmocka_unit_test(a_start_inside_the_shape_is_kept),
        cmocka_unit_test(a_ray_runs_through_the_anchor),
        cmocka_unit_test(unit_steps_jump_where_exact_rays_do_not),
        cmocka_unit_test(the_recipe_as_written_gives_the_same_numbers),
        cmocka_unit_test(walks_that_would_never_end_are_misses),
        cmocka_unit_test(anchors_beyond_whole_numbers_hit_nothing),
        cmocka_unit_test(points_round_to_an_outline),
    };
    return cmocka_run_group_tests_name("outline_faithful", tests, NULL, NULL);
}
