// Clips: where they are, their boxes, what they hit, their paths, dragging.
#include "support/flash/movies.h"

#include "flat/flash/data.h"
#include "rimcast/flash.h"

#include <limits.h>
#include <math.h>

// --- positions, matrices, boxes -------------------------------------------------------------------------

static void positions_are_twips_cut_towards_zero(void **state)
{
    (void)state;
    rim_flash      *movie = movie_of(RIM_FLASH_AS3);
    rim_flash_clip *clip = clip_in(rim_flash_root(movie), "clip", NULL, 0, 0);
    const double    cases[][2] = { { 33.333, 33.3 },
                                   { -33.333, -33.3 },
                                   { 0.049, 0 },
                                   { -0.049, 0 },
                                   { NAN, 0 },
                                   { -167772160, -107374182.4 },
                                   { 1e300, -107374182.4 },
                                   { INFINITY, -107374182.4 },
                                   { 107374182.35, 107374182.35 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        rim_flash_set(clip, RIM_FLASH_X, cases[i][0]);
        rim_flash_set(clip, RIM_FLASH_Y, cases[i][0]);
        assert_near(rim_flash_clip_state(clip).x, cases[i][1], 1e-9);
        assert_near(rim_flash_clip_state(clip).y, cases[i][1], 1e-9);
    }
    // Steps of 1/60 pixel up from -1.5 get to 0 and no further.
    rim_flash_set(clip, RIM_FLASH_X, -1.5);
    for (int i = 0; i < 200; i++)
        rim_flash_set(clip, RIM_FLASH_X, rim_flash_clip_state(clip).x + 1.0 / 60.0);
    assert_near(rim_flash_clip_state(clip).x, 0.0, 0.0);
    rim_flash_destroy(movie);
}

static void scales_and_rotation_come_back_out_of_a_matrix(void **state)
{
    (void)state;
    test_random     random = { 3 };
    rim_flash      *movie = movie_of(RIM_FLASH_AS2);
    rim_flash_clip *clip = clip_in(rim_flash_root(movie), "clip", NULL, 0, 0);
    for (int i = 0; i < 2000; i++)
    {
        double sx = random_float(&random, 1, 400), sy = random_float(&random, 1, 400);
        double degrees = random_float(&random, -179, 179);
        rim_flash_set(clip, RIM_FLASH_XSCALE, sx);
        rim_flash_set(clip, RIM_FLASH_YSCALE, sy);
        rim_flash_set(clip, RIM_FLASH_ROTATION, degrees + 360.0 * random_int(&random, -3, 3));
        assert_near(rim_flash_clip_state(clip).rotation, degrees, 1e-9);
        rim_flash_matrix m = rim_flash_clip_state(clip).matrix;
        double           turn = degrees * 3.14159265358979323846 / 180.0;
        assert_near(m.a, sx / 100.0 * cos(turn), 1e-12);
        assert_near(m.b, sx / 100.0 * sin(turn), 1e-12);
        assert_near(m.c, -sy / 100.0 * sin(turn), 1e-12);
        assert_near(m.d, sy / 100.0 * cos(turn), 1e-12);
        // Any matrix, skew too: taken apart and put together again it is the same.
        m.a = random_float(&random, -2, 2), m.b = random_float(&random, -2, 2);
        m.c = random_float(&random, -2, 2), m.d = random_float(&random, -2, 2);
        rim_flash_set_matrix(clip, m);
        assert_near(rim_flash_clip_state(clip).xscale, 100.0 * hypot(m.a, m.b), 1e-9);
        assert_near(rim_flash_clip_state(clip).yscale, 100.0 * hypot(m.c, m.d), 1e-9);
        rim_flash_set(clip, RIM_FLASH_ROTATION, rim_flash_clip_state(clip).rotation);
        rim_flash_matrix again = rim_flash_clip_state(clip).matrix;
        assert_near(again.a, m.a, 1e-12);
        assert_near(again.b, m.b, 1e-12);
        assert_near(again.c, m.c, 1e-12);
        assert_near(again.d, m.d, 1e-12);
        rim_flash_matrix none = { 1, 0, 0, 1, 0, 0 };
        rim_flash_set_matrix(clip, none);
    }
    // A flip reads as two scales of 100 and a half turn; a scale of 0 forgets nothing.
    rim_flash_matrix flip = { -1, 0, 0, 1, 0, 0 };
    rim_flash_set_matrix(clip, flip);
    assert_near(rim_flash_clip_state(clip).xscale, 100, 0);
    assert_near(rim_flash_clip_state(clip).rotation, 180, 1e-12);
    rim_flash_matrix one = { 1, 0, 0, 1, 0, 0 };
    rim_flash_set_matrix(clip, one);
    rim_flash_set(clip, RIM_FLASH_ROTATION, 90);
    rim_flash_set(clip, RIM_FLASH_XSCALE, 0);
    rim_flash_set(clip, RIM_FLASH_XSCALE, NAN);
    assert_near(rim_flash_clip_state(clip).xscale, 0, 0);
    assert_near(rim_flash_clip_state(clip).rotation, 90, 0);
    rim_flash_set(clip, RIM_FLASH_XSCALE, 100);
    assert_near(rim_flash_clip_state(clip).matrix.b, 1, 0);
    assert_near(rim_flash_clip_state(clip).matrix.a, 0, 0);
    rim_flash_destroy(movie);
}

// Percents were once stored as fractions of 1, and 29 read back as 28.999999999999996.
static void a_scale_reads_back_as_it_was_set(void **state)
{
    (void)state;
    rim_flash      *movie = movie_of(RIM_FLASH_AS2);
    rim_flash_clip *clip = clip_in(rim_flash_root(movie), "clip", NULL, 0, 0);
    for (int percent = -1000; percent <= 1000; percent++)
    {
        rim_flash_set(clip, RIM_FLASH_XSCALE, percent);
        rim_flash_set(clip, RIM_FLASH_YSCALE, percent + 0.3);
        rim_flash_set(clip, RIM_FLASH_ROTATION, percent);
        assert_true(rim_flash_clip_state(clip).xscale == percent);
        assert_true(rim_flash_clip_state(clip).yscale == percent + 0.3);
    }
    rim_flash_destroy(movie);
}

// 2 and 3 times as large and turned by 30 degrees; in it a square turned by 15. By hand: the child is put
// at no whole twip, and unrounded its box would be 127.25 by 155.6.
static void a_nested_place_is_rounded_to_a_twip(void **state)
{
    (void)state;
    rim_flash       *movie = movie_of(RIM_FLASH_AS2);
    rim_flash_shape *square = rectangle(400, 400, 1200, 1200);
    rim_flash_clip  *outer = clip_in(rim_flash_root(movie), "outer", NULL, 0, 0);
    rim_flash_clip  *inner = clip_in(outer, "inner", square, 0, 0);
    rim_flash_matrix large = { 1.7320508075688774, 1.0, -1.5, 2.598076211353316, 1000, 1200 };
    rim_flash_matrix turned = {
        0.9659258262890683, 0.25881904510252074, -0.25881904510252074, 0.9659258262890683, 100, 140
    };
    rim_flash_set_matrix(outer, large);
    rim_flash_set_matrix(inner, turned);
    assert_near(rim_flash_size(outer).x, 127.3, 0.01);
    assert_near(rim_flash_size(outer).y, 155.55, 0.01);
    rim_flash_shape_destroy(square);
    rim_flash_destroy(movie);
}

static void boxes_are_made_piece_by_piece_but_bounds_are_not(void **state)
{
    (void)state;
    rim_flash       *movie = movie_of(RIM_FLASH_AS2);
    rim_flash_shape *square = rectangle(0, 0, 2000, 2000);
    rim_flash_clip  *outer = clip_in(rim_flash_root(movie), "outer", NULL, 0, 0);
    clip_in(outer, "inner", square, 0, 0);
    rim_flash_clip *inner = rim_flash_find(outer, "inner");
    rim_flash_set(inner, RIM_FLASH_ROTATION, 45);
    rim_flash_set(outer, RIM_FLASH_ROTATION, 45);
    // Turned by 90 degrees in all, the square is a square again; its box's box is twice as large.
    assert_near(rim_flash_size(outer).x, 100, 0.051);
    assert_near(rim_flash_size(outer).y, 100, 0.051);
    rim_flash_rect loose = rim_flash_bounds(outer, rim_flash_root(movie), true);
    assert_near(loose.x_max - loose.x_min, 200, 0.11);
    rim_flash_rect own = rim_flash_bounds(outer, NULL, true);
    assert_near(own.x_min, -70.7, 0.051);
    assert_near(own.y_max, 141.4, 0.051);
    assert_true(rim_flash_hit_test_point(outer, -50, 50, false));
    assert_false(rim_flash_hit_test_point(outer, 20, 50, false));
    rim_flash_destroy(movie);
    rim_flash_shape_destroy(square);
}

static void a_clip_with_nothing_in_it_has_the_box_of_its_generation(void **state)
{
    (void)state;
    for (int generation = 0; generation < 2; generation++)
    {
        rim_flash       *movie = movie_of((rim_flash_generation)generation);
        rim_flash_shape *square = rectangle(0, 0, 2000, 2000);
        rim_flash_clip  *empty = clip_in(rim_flash_root(movie), "empty", NULL, 10, 10);
        rim_flash_clip  *full = clip_in(rim_flash_root(movie), "full", square, 0, 0);
        rim_flash_rect   own = rim_flash_bounds(empty, NULL, true);
        rim_flash_rect   other = rim_flash_bounds(empty, full, true);
        assert_near(own.x_min, generation ? 0 : 6710886.35, 1e-9);
        assert_near(own.y_max, generation ? 0 : 6710886.35, 1e-9);
        assert_near(other.x_max, generation ? 0 : 6710886.4, 1e-9);
        assert_near(rim_flash_size(empty).x, 0, 0);
        assert_false(rim_flash_hit_test_point(empty, 10, 10, false));
        assert_false(rim_flash_hit_test_object(empty, full));
        assert_false(rim_flash_hit_test_object(full, empty));
        assert_false(rim_flash_hit_test_object(empty, empty));
        assert_true(rim_flash_hit_test_object(full, full));
        assert_true(rim_flash_hit_test_object(full, rim_flash_root(movie)));
        assert_false(rim_flash_hit_test_object(full, NULL));
        rim_flash_destroy(movie);
        rim_flash_shape_destroy(square);
    }
}

static void boxes_that_touch_meet_and_a_twip_apart_they_do_not(void **state)
{
    (void)state;
    rim_flash       *movie = movie_of(RIM_FLASH_AS2);
    rim_flash_shape *square = rectangle(0, 0, 200, 200);
    rim_flash_clip  *a = clip_in(rim_flash_root(movie), "a", square, 0, 0);
    rim_flash_clip  *b = clip_in(rim_flash_root(movie), "b", square, 10, 10);
    assert_true(rim_flash_hit_test_object(a, b));
    rim_flash_set(b, RIM_FLASH_X, 10.05);
    assert_false(rim_flash_hit_test_object(a, b));
    const double places[4][2] = { { -10, 0 }, { 10, 0 }, { 0, -10 }, { 0, 10 } };
    for (int i = 0; i < 4; i++)
    {
        rim_flash_set(b, RIM_FLASH_X, places[i][0]), rim_flash_set(b, RIM_FLASH_Y, places[i][1]);
        assert_true(rim_flash_hit_test_object(a, b));
        assert_true(rim_flash_hit_test_object(b, a));
        rim_flash_set(b, RIM_FLASH_X, places[i][0] * 1.01),
            rim_flash_set(b, RIM_FLASH_Y, places[i][1] * 1.01);
        assert_false(rim_flash_hit_test_object(a, b));
        assert_false(rim_flash_hit_test_object(b, a));
    }
    rim_flash_destroy(movie);
    rim_flash_shape_destroy(square);
}

static void what_is_not_finite_hits_as_each_generation_says(void **state)
{
    (void)state;
    for (int generation = 0; generation < 2; generation++)
    {
        rim_flash       *movie = movie_of((rim_flash_generation)generation);
        rim_flash_shape *square = rectangle(-200, -200, 200, 200);
        rim_flash_clip  *clip = clip_in(rim_flash_root(movie), "clip", square, 0, 0);
        for (int shape = 0; shape < 2; shape++)
        {
            assert_int_equal(rim_flash_hit_test_point(clip, NAN, 0, shape), generation == 1);
            assert_false(rim_flash_hit_test_point(clip, INFINITY, 0, shape));
            assert_false(rim_flash_hit_test_point(clip, 0, -INFINITY, shape));
        }
        rim_flash_matrix strange = { NAN, 0, 0, INFINITY, 0, 0 };
        rim_flash_set_matrix(clip, strange);
        assert_false(rim_flash_hit_test_point(clip, 0, 0, true));
        assert_true(rim_flash_hit_test_point(clip, 0, 0, false));
        rim_flash_destroy(movie);
        rim_flash_shape_destroy(square);
    }
}

static void a_moved_root_moves_the_question_with_it(void **state)
{
    (void)state;
    rim_flash       *movie = movie_of(RIM_FLASH_AS3);
    rim_flash_shape *square = rectangle(0, 0, 200, 200);
    rim_flash_clip  *clip = clip_in(rim_flash_root(movie), "clip", square, 50, 50);
    rim_flash_set(rim_flash_root(movie), RIM_FLASH_X, 1000);
    rim_flash_set(rim_flash_root(movie), RIM_FLASH_XSCALE, 300);
    for (int shape = 0; shape < 2; shape++)
    {
        assert_true(rim_flash_hit_test_point(clip, 55, 55, shape));
        assert_false(rim_flash_hit_test_point(clip, 65, 55, shape));
        assert_true(flash_hit_test_point_on_stage(clip, 1165, 55, shape));
        assert_false(flash_hit_test_point_on_stage(clip, 55, 55, shape));
    }
    rim_flash_point p = { 3, 4 }, stage = rim_flash_local_to_global(clip, p);
    assert_near(stage.x, 1000 + 3 * 53, 1e-9);
    assert_near(stage.y, 54, 1e-9);
    p = rim_flash_global_to_local(clip, stage);
    assert_near(p.x, 3, 1e-9);
    assert_near(p.y, 4, 1e-9);
    rim_flash_set(clip, RIM_FLASH_XSCALE, 0);
    p = rim_flash_global_to_local(clip, stage);
    assert_near(p.x, stage.x, 0);
    rim_flash_destroy(movie);
    rim_flash_shape_destroy(square);
}

static void a_hairline_is_a_pixel_of_the_stage_at_every_scale(void **state)
{
    (void)state;
    rim_flash_edge     edge = { -20000, 0, 0, 0, 20000, 0, false };
    rim_flash_stroke   stroke = { 0, &edge, 1 };
    rim_flash_box      wide = { -30000, -30000, 30000, 30000 };
    rim_flash_outlines outlines = { NULL, 0, &stroke, 1, &wide, NULL };
    rim_flash_shape   *shape;
    rim_flash         *movie = movie_of(RIM_FLASH_AS3);
    assert_int_equal(rim_flash_shape_create(&shape, &outlines, NULL), RIM_OK);
    rim_flash_clip *clip = clip_in(rim_flash_root(movie), "clip", shape, 0, 0);
    const double    scales[] = { 100, 25, 400, -50 };
    for (int i = 0; i < 4; i++)
    {
        rim_flash_set(clip, RIM_FLASH_XSCALE, scales[i]);
        rim_flash_set(clip, RIM_FLASH_YSCALE, scales[i]);
        assert_true(rim_flash_hit_test_point(clip, 7, 0.5, true));
        assert_true(rim_flash_hit_test_point(clip, 7, -0.5, true));
        assert_false(rim_flash_hit_test_point(clip, 7, 0.55, true));
    }
    rim_flash_destroy(movie);
    rim_flash_shape_destroy(shape);
}

static void bitmaps_hit_over_their_rectangle_or_by_alpha(void **state)
{
    (void)state;
    uint8_t           alpha[6] = { 0, 0, 200, 0, 100, 0 };
    rim_image         image = { alpha, 3, 2, 0, RIM_PIXELS_ALPHA8, 0 };
    rim_flash_bitmap *bitmap;
    rim_flash        *movie = movie_of(RIM_FLASH_AS3);
    assert_int_equal(rim_flash_bitmap_create(&bitmap, &image, true, NULL), RIM_OK);
    rim_flash_clip *clip = clip_in(rim_flash_root(movie), "clip", NULL, 0, 0);
    rim_flash_set_bitmap(clip, bitmap, 0);
    for (int shape = 0; shape < 2; shape++)
    {
        assert_true(rim_flash_hit_test_point(clip, 0, 0, shape));
        assert_true(rim_flash_hit_test_point(clip, 3, 2, shape));
        assert_false(rim_flash_hit_test_point(clip, 3.05, 2, shape));
    }
    rim_flash_set_bitmap(clip, bitmap, 101);
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < 3; x++)
        {
            assert_int_equal(rim_flash_hit_test_point(clip, x, y, true), alpha[3 * y + x] > 100);
            assert_int_equal(rim_flash_hit_test_point(clip, x + 0.95, y + 0.95, true),
                             alpha[3 * y + x] > 100);
        }
    assert_false(rim_flash_hit_test_point(clip, 3, 0, true));
    assert_true(rim_flash_hit_test_point(clip, 0, 0, false));
    rim_flash_set_bitmap(clip, NULL, 0);
    assert_false(rim_flash_hit_test_point(clip, 0, 0, false));
    rim_flash_destroy(movie);
    rim_flash_bitmap_destroy(bitmap);
}

static void masks_go_round_in_circles_without_harm(void **state)
{
    (void)state;
    rim_flash       *movie = movie_of(RIM_FLASH_AS2);
    rim_flash_shape *square = rectangle(0, 0, 200, 200);
    rim_flash_clip  *a = clip_in(rim_flash_root(movie), "a", square, 0, 0);
    rim_flash_clip  *b = clip_in(rim_flash_root(movie), "b", square, 0, 0);
    rim_flash_set_mask(a, b);
    assert_true(rim_flash_hit_test_point(a, 5, 5, true));
    assert_false(rim_flash_hit_test_point(b, 5, 5, true));
    assert_true(rim_flash_hit_test_point(b, 5, 5, false));
    rim_flash_set_mask(b, a);
    assert_false(rim_flash_hit_test_point(a, 5, 5, true));
    rim_flash_remove(b);
    assert_true(rim_flash_hit_test_point(a, 5, 5, true));
    rim_flash_destroy(movie);
    rim_flash_shape_destroy(square);
}

// The product of a singular matrix and a rotation is rounded, and so it may have a determinant.
static void nothing_in_a_singular_clip_is_hit(void **state)
{
    (void)state;
    rim_flash       *movie = movie_of(RIM_FLASH_AS3);
    rim_flash_shape *square = rectangle(-2000, -2000, 2000, 2000);
    rim_flash_clip  *root = rim_flash_root(movie), *flat = clip_in(root, "flat", NULL, 0, 0);
    rim_flash_clip  *inner = clip_in(flat, "inner", square, 0, 0);
    for (int k = 1; k <= 50; k++)
        for (int degrees = 0; degrees < 360; degrees += 7)
        {
            rim_flash_matrix line = { k, 3 * k, 5 * k, 15 * k, 0, 0 };
            rim_flash_point  p = { k, 3 * k };
            rim_flash_set_matrix(flat, line);
            rim_flash_set(inner, RIM_FLASH_ROTATION, degrees);
            assert_false(rim_flash_hit_test_point(flat, p.x, p.y, true));
            assert_false(rim_flash_hit_test_point(inner, p.x, p.y, true));
            assert_true(rim_flash_hit_test_point(flat, p.x, p.y, false));
            assert_int_equal(rim_flash_objects_under_point(root, p.x, p.y, NULL, 0), 0);
            rim_flash_point same = rim_flash_global_to_local(inner, p);
            assert_true(same.x == p.x && same.y == p.y);
        }
    rim_flash_destroy(movie);
    rim_flash_shape_destroy(square);
}

// No depth is above INT_MAX, but a clip that is attached last is above all others.
static void a_clip_attached_above_the_highest_depth_is_topmost(void **state)
{
    (void)state;
    rim_flash       *movie = movie_of(RIM_FLASH_AS3);
    rim_flash_shape *square = rectangle(0, 0, 200, 200);
    rim_flash_clip  *root = rim_flash_root(movie), *clips[4], *under[4];
    for (int i = 0; i < 4; i++) clips[i] = clip_in(root, "clip", square, 0, 0);
    // With as many clips, the clips under a point are found by the tree.
    for (int i = 0; i < 100; i++) clip_in(root, "empty", NULL, 0, 0);
    rim_flash_swap_depths(clips[0], INT_MAX);
    for (int last = 1; last < 20; last++)
    {
        rim_flash_attach(root, clips[last % 4]);
        assert_int_equal(rim_flash_objects_under_point(root, 5, 5, under, 4), 4);
        assert_ptr_equal(under[3], clips[last % 4]);
        assert_int_equal(rim_flash_objects_under_point(root, 5, 5, under, 1), 4);
        assert_ptr_equal(under[0], clips[last % 4]);
    }
    rim_flash_destroy(movie);
    rim_flash_shape_destroy(square);
}

// --- paths ----------------------------------------------------------------------------------------------

static void paths_lead_where_actionscript_goes(void **state)
{
    (void)state;
    rim_flash      *movie = movie_of(RIM_FLASH_AS2);
    rim_flash_clip *root = rim_flash_root(movie);
    rim_flash_clip *car = clip_in(root, "car", NULL, 0, 0),
                   *road = clip_in(root, "road", NULL, 0, 0);
    rim_flash_clip *wheel = clip_in(car, "wheel", NULL, 0, 0);
    rim_flash_clip *tyre = clip_in(clip_in(wheel, NULL, NULL, 0, 0), "tyre", NULL, 0, 0);
    assert_ptr_equal(rim_flash_find(root, "car/wheel"), wheel);
    assert_ptr_equal(rim_flash_find(root, "car.wheel"), wheel);
    assert_ptr_equal(rim_flash_find(wheel, "../../road"), road);
    assert_ptr_equal(rim_flash_find(wheel, "_parent._parent.road"), road);
    assert_ptr_equal(rim_flash_find(wheel, "_root.road"), road);
    assert_ptr_equal(rim_flash_find(wheel, "/road"), road);
    assert_ptr_equal(rim_flash_find(wheel, "/"), root);
    assert_ptr_equal(rim_flash_find(wheel, "this"), wheel);
    assert_ptr_equal(rim_flash_find(wheel, ".."), car);
    assert_null(rim_flash_find(wheel, ""));
    assert_null(rim_flash_find(wheel, NULL));
    assert_null(rim_flash_find(wheel, "nowhere/wheel"));
    assert_null(rim_flash_find(root, ".."));
    assert_null(rim_flash_find(wheel, "..xwheel")); // two dots and a name without a separator
    char path[32];
    assert_int_equal(rim_flash_path(tyre, path, sizeof path), 15);
    assert_string_equal(path, "/car/wheel/tyre");
    assert_int_equal(rim_flash_path(root, path, sizeof path), 1);
    assert_string_equal(path, "/");
    assert_int_equal(rim_flash_path(tyre, path, 6), 15);
    assert_string_equal(path, "/car/");
    assert_int_equal(rim_flash_path(tyre, NULL, 0), 15);
    assert_string_equal(rim_flash_clip_state(wheel).name, "wheel");
    assert_string_equal(rim_flash_clip_state(rim_flash_clip_state(tyre).parent).name, "");
    assert_ptr_equal(rim_flash_clip_state(root).first, car);
    assert_ptr_equal(rim_flash_clip_state(car).next, road);
    rim_flash_clip *taken;
    assert_int_equal(rim_flash_add_at(&taken, root, "x", rim_flash_clip_state(car).depth),
                     RIM_ERR_ARGUMENT);
    assert_null(taken);
    rim_flash_destroy(movie);
}

// --- dragging -------------------------------------------------------------------------------------------

static void a_drag_keeps_the_grip_or_takes_the_mouse_within_limits(void **state)
{
    (void)state;
    rim_flash       *movie = movie_of(RIM_FLASH_AS3);
    rim_flash_clip  *clip = clip_in(rim_flash_root(movie), "clip", NULL, 100, 100);
    rim_flash_limits limits = { 150, 0, 90, NAN }; // reversed and broken on purpose
    rim_flash_mouse_move(movie, 110, 90);
    rim_flash_start_drag(clip, false, NULL);
    assert_near(rim_flash_clip_state(clip).x, 100, 0);
    rim_flash_mouse_move(movie, 80, 120);
    assert_near(rim_flash_clip_state(clip).x, 70, 0);
    assert_near(rim_flash_clip_state(clip).y, 130, 0);
    rim_flash_start_drag(clip, true, &limits);
    assert_near(rim_flash_clip_state(clip).x, 70, 0);
    rim_flash_stop_drag(movie);
    assert_near(rim_flash_clip_state(clip).x, 90, 0);
    assert_near(rim_flash_clip_state(clip).y, 0, 0);
    rim_flash_mouse_move(movie, 500, 500);
    assert_near(rim_flash_clip_state(clip).x, 90, 0);
    assert_null(rim_flash_dragged(movie));

    // Motion beyond the limits is not lost: the clip waits until the mouse is back.
    rim_flash_limits wide = { 0, 0, 200, 200 };
    rim_flash_set(clip, RIM_FLASH_X, 100), rim_flash_set(clip, RIM_FLASH_Y, 100);
    rim_flash_mouse_move(movie, 100, 100);
    rim_flash_start_drag(clip, false, &wide);
    rim_flash_mouse_move(movie, 900, 100);
    assert_near(rim_flash_clip_state(clip).x, 200, 0);
    rim_flash_mouse_move(movie, 250, 100);
    assert_near(rim_flash_clip_state(clip).x, 200, 0);
    rim_flash_mouse_move(movie, 190, 100);
    assert_near(rim_flash_clip_state(clip).x, 190, 0);

    // Dropped when it is removed; another drag replaces one under way.
    rim_flash_clip *other = clip_in(rim_flash_root(movie), "other", NULL, 0, 0);
    rim_flash_start_drag(other, true, NULL);
    assert_ptr_equal(rim_flash_dragged(movie), other);
    rim_flash_remove(other);
    assert_null(rim_flash_dragged(movie));
    rim_flash_mouse_move(movie, 7, 7);
    rim_flash_stop_drag(movie);
    rim_flash_destroy(movie);
}

static void a_drag_goes_through_the_parents_space(void **state)
{
    (void)state;
    rim_flash      *movie = movie_of(RIM_FLASH_AS2);
    rim_flash_clip *parent = clip_in(rim_flash_root(movie), "parent", NULL, 30, 40);
    rim_flash_clip *clip = clip_in(parent, "clip", NULL, 5, 5);
    rim_flash_set(parent, RIM_FLASH_ROTATION, 90);
    rim_flash_set(parent, RIM_FLASH_XSCALE, 200);
    rim_flash_mouse_move(movie, 0, 0);
    rim_flash_start_drag(clip, false, NULL);
    rim_flash_mouse_move(movie, 10, 20); // parent x is stage y, twice; parent y is stage -x
    assert_near(rim_flash_clip_state(clip).x, 5 + 10, 1e-9);
    assert_near(rim_flash_clip_state(clip).y, 5 - 10, 1e-9);
    rim_flash_start_drag(clip, true, NULL);
    rim_flash_mouse_move(movie, 30, 40);
    assert_near(rim_flash_clip_state(clip).x, 0, 1e-9);
    rim_flash_set(parent, RIM_FLASH_XSCALE, 0);
    rim_flash_mouse_move(movie, 30, 40);
    assert_near(rim_flash_clip_state(clip).x, 30, 1e-9);
    rim_flash_destroy(movie);
}

static void the_drop_target_is_what_the_mouse_is_over(void **state)
{
    (void)state;
    rim_flash_shape *square = rectangle(0, 0, 2000, 2000);
    for (int generation = 0; generation < 2; generation++)
    {
        rim_flash      *movie = movie_of((rim_flash_generation)generation);
        rim_flash_clip *root = rim_flash_root(movie);
        rim_flash_clip *bin = clip_in(root, "bin", NULL, 0, 0),
                       *art = clip_in(bin, NULL, square, 0, 0);
        rim_flash_clip *hidden = clip_in(root, "hidden", square, 0, 0);
        rim_flash_clip *thing = clip_in(root, "thing", square, 500, 500);
        rim_flash_set(hidden, RIM_FLASH_VISIBLE, false);
        rim_flash_start_drag(thing, true, NULL);
        rim_flash_mouse_move(movie, 50, 50);
        assert_ptr_equal(rim_flash_drop_target(thing), generation ? art : bin);
        rim_flash_stop_drag(movie);
        rim_flash_mouse_move(movie, 400, 400);
        assert_ptr_equal(rim_flash_drop_target(thing), generation ? art : bin);
        rim_flash_start_drag(thing, true, NULL);
        assert_ptr_equal(rim_flash_drop_target(thing), generation ? art : bin);
        rim_flash_stop_drag(movie);
        assert_null(rim_flash_drop_target(thing));
        rim_flash_start_drag(thing, true, NULL);
        rim_flash_mouse_move(movie, 50, 50);
        rim_flash_remove(bin);
        assert_null(rim_flash_drop_target(thing));
        rim_flash_destroy(movie);
    }
    rim_flash_shape_destroy(square);
}

static void every_allocation_may_be_refused(void **state)
{
    (void)state;
    int refusals = 0;
    for (int budget = 0;; budget++)
    {
        test_heap     heap = { .budget = budget };
        rim_allocator from = test_heap_allocator(&heap);
        rim_flash    *movie;
        rim_status    status = rim_flash_create(&movie, RIM_FLASH_AS2, &from);
        int           made = 0;
        if (status) assert_null(movie);
        for (; status == RIM_OK && made < 40; made++)
        {
            rim_flash_clip *clip;
            status = rim_flash_add(&clip, rim_flash_root(movie), "clip");
            if (status) assert_null(clip);
        }
        if (movie) rim_flash_destroy(movie);
        assert_int_equal(heap.live_bytes, 0);
        if (status == RIM_OK) break;
        assert_int_equal(status, RIM_ERR_MEMORY);
        refusals++;
    }
    assert_true(refusals > 40);
    rim_flash_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_twips_cut_towards_zero),
        cmocka_unit_test(scales_and_rotation_come_back_out_of_a_matrix),
        cmocka_unit_test(a_scale_reads_back_as_it_was_set),
        cmocka_unit_test(a_nested_place_is_rounded_to_a_twip),
        cmocka_unit_test(boxes_are_made_piece_by_piece_but_bounds_are_not),
        cmocka_unit_test(a_clip_with_nothing_in_it_has_the_box_of_its_generation),
        cmocka_unit_test(boxes_that_touch_meet_and_a_twip_apart_they_do_not),
        cmocka_unit_test(what_is_not_finite_hits_as_each_generation_says),
        cmocka_unit_test(a_moved_root_moves_the_question_with_it),
        cmocka_unit_test(a_hairline_is_a_pixel_of_the_stage_at_every_scale),
        cmocka_unit_test(bitmaps_hit_over_their_rectangle_or_by_alpha),
        cmocka_unit_test(masks_go_round_in_circles_without_harm),
        cmocka_unit_test(nothing_in_a_singular_clip_is_hit),
        cmocka_unit_test(a_clip_attached_above_the_highest_depth_is_topmost),
        cmocka_unit_test(paths_lead_where_actionscript_goes),
        cmocka_unit_test(a_drag_keeps_the_grip_or_takes_the_mouse_within_limits),
        cmocka_unit_test(a_drag_goes_through_the_parents_space),
        cmocka_unit_test(the_drop_target_is_what_the_mouse_is_over),
        cmocka_unit_test(every_allocation_may_be_refused),
    };
    return cmocka_run_group_tests_name("flash", tests, NULL, NULL);
}
