// An edited sprite is what a new one would be.
#include "support/support.h"

#include "flat/mask/bits.h"
#include "flat/sprite/data.h"
#include "rimcast/mask.h"
#include "rimcast/sprite_query.h"
#include "rimcast/sprite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t plane_words(const sprite_occupancy *o)
{
    return (size_t)o->blocks.strips * (size_t)o->blocks.pitch;
}

static void assert_same_blocks(const field_blocks *a, const field_blocks *b)
{
    assert_int_equal(a->bytes, b->bytes);
    if (a->bytes) assert_memory_equal(a->block, b->block, a->bytes);
}

static void assert_as_new(const rim_sprite *edited, const rim_mask *mask)
{
    rim_sprite        *fresh;
    rim_sprite_options options = { true, edited->anchor, edited->rays, NULL };
    assert_int_equal(RIM_OK, rim_sprite_create(&fresh, mask, &options));
    assert_same_blocks(&edited->blocks, &fresh->blocks);
    size_t words = plane_words(&edited->occupancy);
    assert_memory_equal(edited->occupancy.blocks.solid, fresh->occupancy.blocks.solid, 8 * words);
    assert_memory_equal(edited->occupancy.blocks.dilated, fresh->occupancy.blocks.dilated,
                        8 * words);
    const mask_blocks *own = &edited->occupancy.blocks, *other = &fresh->occupancy.blocks;
    size_t             dilated =
        own->dilated_pixels ? ((size_t)mask->strips + 1) * (size_t)own->dilated_pitch : 0;
    if (dilated)
        assert_memory_equal(own->dilated_pixels - MASK_GUARD, other->dilated_pixels - MASK_GUARD,
                            8 * dilated);
    if (own->square_rows)
    {
        assert_memory_equal(own->solid_squares, other->solid_squares, 8 * (size_t)own->square_rows);
        assert_memory_equal(own->dilated_squares, other->dilated_squares,
                            8 * ((size_t)own->square_rows + 1));
    }
    assert_memory_equal(&edited->bounds, &fresh->bounds, sizeof fresh->bounds);
    for (int y = 0; y < mask->height; y++)
        for (int x = 0; x < mask->strips; x++)
            assert_true(mask_word(edited->mask, x, y) == mask_word(mask, x, y));

    assert_int_equal(edited->points, fresh->points);
    assert_true(edited->reach == fresh->reach);
    for (int k = 0; k < fresh->rays; k++)
    {
        assert_int_equal(edited->outline[k].hit, fresh->outline[k].hit);
        assert_same_bits(edited->outline[k].at.x, fresh->outline[k].at.x);
        assert_same_bits(edited->outline[k].at.y, fresh->outline[k].at.y);
    }
    for (int k = 0; k < fresh->points; k++)
    {
        assert_int_equal(edited->cell_x[k], fresh->cell_x[k]);
        assert_int_equal(edited->cell_y[k], fresh->cell_y[k]);
        assert_int_equal(edited->point_ray[k], fresh->point_ray[k]);
    }
    rim_sprite_destroy(fresh);
}

static rim_rect random_part(test_random *random, int width, int height)
{
    int x0 = random_int(random, -5, width), y0 = random_int(random, -5, height);
    int most = random_bits(random) % 4 == 0 ? width + height : 20;
    return rim_rect_make(x0, y0, x0 + random_int(random, 0, most),
                         y0 + random_int(random, 0, most));
}

static void edit(rim_mask *mask, rim_rect part, test_random *random)
{
    bool     solid = random_bits(random) % 2, dust = random_bits(random) % 4 == 0;
    rim_rect whole = rim_rect_make(0, 0, mask->width, mask->height);
    rim_rect inside = rim_rect_intersect(part, whole);
    for (int y = inside.y0; y < inside.y1; y++)
        for (int x = inside.x0; x < inside.x1; x++)
            rim_mask_set(mask, x, y, dust ? random_bits(random) % 2 : solid);
}

static void random_edits_leave_what_a_rebuild_gives(void **state)
{
    (void)state;
    test_random random = { 1 };
    int         edits = 0, seen_full = 0, seen_empty = 0;
    for (int i = 0; i < case_count(300); i++)
    {
        int       width = random_int(&random, 1, i % 10 ? 150 : 700);
        int       height = random_int(&random, 1, i % 10 ? 150 : 700);
        rim_mask *mask;
        assert_int_equal(RIM_OK, rim_mask_create(&mask, width, height, NULL));
        if (i % 2) rim_mask_draw_rect(mask, rim_rect_make(0, height / 3, width, height), true);
        rim_sprite        *sprite;
        rim_sprite_options options = { .rays = 9 };
        assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
        for (int k = 0; k < 12; k++, edits++)
        {
            rim_rect part = random_part(&random, width, height);
            edit(mask, part, &random);
            assert_int_equal(RIM_OK, rim_sprite_update(sprite, mask, part));
            assert_as_new(sprite, mask);
        }
        size_t blocks = (size_t)sprite->blocks.columns * (size_t)sprite->blocks.rows;
        for (size_t b = 0; b < blocks; b++)
        {
            seen_full += sprite->blocks.levels[0].clearance[b] < -3;
            seen_empty += sprite->blocks.levels[0].clearance[b] > 3;
        }
        rim_sprite_destroy(sprite);
        rim_mask_destroy(mask);
    }
    assert_int_equal(12 * case_count(300), edits);
    assert_true(seen_full > 100 && seen_empty > 100);
}

// A landscape below a sky, dug and filled at its surface and at the image's sides: bounds shrink and grow.
static void craters_leave_what_a_rebuild_gives(void **state)
{
    (void)state;
    test_random random = { 7 };
    int         bounds_changed = 0;
    for (int i = 0; i < case_count(8); i++)
    {
        int       width = random_int(&random, 500, 1400), height = random_int(&random, 100, 700);
        rim_mask *mask;
        assert_int_equal(RIM_OK, rim_mask_create(&mask, width, height, NULL));
        for (int x = 0; x < width; x++)
        {
            int top = (int)(0.5 * height + 0.2 * height * sin(0.01 * x));
            rim_mask_draw_rect(mask, rim_rect_make(x, top, x + 1, height - 20), true);
        }
        rim_sprite        *sprite;
        rim_sprite_options options = { .rays = random_int(&random, 1, 150),
                                       .has_anchor = i % 2,
                                       .anchor = { random_float(&random, -2000.0f, 2000.0f),
                                                   i % 4 == 1 ? 1e30f : -50.0f } };
        assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
        for (int k = 0; k < 60; k++)
        {
            int x = random_int(&random, -20, width), y = random_int(&random, height / 4, height);
            rim_rect crater = rim_rect_make(x, y, x + 42, y + 42), old = sprite->bounds;
            rim_mask_draw_rect(mask, crater, k % 3 == 0);
            assert_int_equal(RIM_OK, rim_sprite_update(sprite, mask, crater));
            assert_as_new(sprite, mask);
            bounds_changed += memcmp(&old, &sprite->bounds, sizeof old) != 0;
        }
        rim_sprite_destroy(sprite);
        rim_mask_destroy(mask);
    }
    assert_true(bounds_changed >= case_count(8));
}

// The nearest solid pixel can be farther than the clearance of a small square tells.
static void edits_reach_as_far_as_clearances_do(void **state)
{
    (void)state;
    rim_mask   *mask;
    rim_sprite *sprite;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 1300, 60, NULL));
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, NULL));
    for (int k = 0; k < 2; k++)
    {
        rim_rect dot = rim_rect_make(3, 30, 4, 31);
        rim_mask_draw_rect(mask, dot, k == 0);
        assert_int_equal(RIM_OK, rim_sprite_update(sprite, mask, dot));
        assert_as_new(sprite, mask);
        const field_blocks *blocks = &sprite->blocks;
        assert_int_equal(FIELD_MAX_CLEARANCE,
                         blocks->levels[0].clearance[15 * blocks->columns - 1]);
        double gap = field_blocks_gap(blocks, blocks->columns - 1, 14);
        assert_true(k == 0 ? gap >= 1024.0 && gap <= 1296.0 : gap >= 1024.0);
    }
    rim_mask_draw_rect(mask, rim_rect_make(0, 0, 1300, 60), true);
    assert_int_equal(RIM_OK, rim_sprite_update(sprite, mask, rim_rect_make(-9, -9, 9999, 9999)));
    assert_as_new(sprite, mask);
    rim_sprite_destroy(sprite);
    rim_mask_destroy(mask);
}

// Pixels that changed without being named stay as they were.
static void only_the_rectangle_is_taken_over(void **state)
{
    (void)state;
    test_random random = { 2 };
    for (int i = 0; i < case_count(200); i++)
    {
        int         width = random_int(&random, 1, 200), height = random_int(&random, 1, 40);
        rim_mask   *mask, *expected;
        rim_sprite *sprite;
        assert_int_equal(RIM_OK, rim_mask_create(&mask, width, height, NULL));
        assert_int_equal(RIM_OK, rim_mask_create(&expected, width, height, NULL));
        assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, NULL));
        rim_rect part = random_part(&random, width, height);
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
            {
                bool solid = random_bits(&random) % 2;
                rim_mask_set(mask, x, y, solid);
                if (part.x0 <= x && x < part.x1 && part.y0 <= y && y < part.y1)
                    rim_mask_set(expected, x, y, solid);
            }
        assert_int_equal(RIM_OK, rim_sprite_update(sprite, mask, part));
        assert_as_new(sprite, expected);
        rim_sprite_destroy(sprite);
        rim_mask_destroy(expected);
        rim_mask_destroy(mask);
    }
}

static void queries_see_the_edit(void **state)
{
    (void)state;
    rim_mask   *mask, *dot;
    rim_sprite *terrain, *ball;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 300, 200, NULL));
    rim_mask_draw_rect(mask, rim_rect_make(0, 100, 300, 200), true);
    assert_int_equal(RIM_OK, rim_mask_create(&dot, 20, 20, NULL));
    rim_mask_draw_circle(dot, rim_vec2_make(10, 10), 8.0f, true);
    assert_int_equal(RIM_OK, rim_sprite_create(&terrain, mask, NULL));
    assert_int_equal(RIM_OK, rim_sprite_create(&ball, dot, NULL));
    rim_xform2 here = rim_xform2_identity(), there = here;
    here.tx = -50.0f, here.ty = 20.0f;
    rim_posed ground = rim_posed_make(terrain, rim_xform2_identity()),
              me = rim_posed_make(ball, here);
    assert_true(rim_sprite_overlaps(me, ground));
    rim_mask_draw_circle(mask, rim_vec2_make(100, 120), 12.0f, false);
    assert_int_equal(RIM_OK, rim_sprite_update(terrain, mask, rim_rect_make(88, 108, 112, 132)));
    assert_false(rim_sprite_overlaps(me, ground));
    there.tx = 60.0f, there.ty = 20.0f;
    assert_true(rim_sprite_overlaps(rim_posed_make(ball, there), ground));
    rim_sprite_destroy(terrain);
    rim_sprite_destroy(ball);
    rim_mask_destroy(mask);
    rim_mask_destroy(dot);
}

static void another_size_is_refused_and_nothing_changed(void **state)
{
    (void)state;
    rim_mask   *mask, *other;
    rim_sprite *sprite;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 20, 10, NULL));
    assert_int_equal(RIM_OK, rim_mask_create(&other, 10, 20, NULL));
    rim_mask_draw_rect(other, rim_rect_make(0, 0, 20, 20), true);
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, NULL));
    assert_int_equal(RIM_ERR_SIZE, rim_sprite_update(sprite, other, rim_rect_make(0, 0, 9, 9)));
    assert_as_new(sprite, mask);
    rim_sprite_destroy(sprite);
    rim_mask_destroy(mask);
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 0, 0, NULL));
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, NULL));
    assert_int_equal(RIM_OK, rim_sprite_update(sprite, mask, rim_rect_make(0, 0, 9, 9)));
    rim_sprite_destroy(sprite);
    rim_mask_destroy(mask);
    rim_mask_destroy(other);
}

// --- anchors ------------------------------------------------------------------------------------------------

static void another_anchor_leaves_what_a_new_sprite_has(void **state)
{
    (void)state;
    test_random random = { 4 };
    int         hits = 0;
    for (int i = 0; i < case_count(400); i++)
    {
        int         width = random_int(&random, 0, 90), height = random_int(&random, 0, 90);
        rim_mask   *mask;
        rim_sprite *sprite, *fresh;
        assert_int_equal(RIM_OK, rim_mask_create(&mask, width, height, NULL));
        rim_mask_draw_rect(mask, rim_rect_make(0, height / 3, width, height), i % 2);
        edit(mask, random_part(&random, width, height), &random);
        edit(mask, random_part(&random, width, height), &random);
        rim_sprite_options options = { .rays = random_int(&random, 1, 40) };
        assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
        for (int k = 0; k < 4; k++)
        {
            options.has_anchor = true;
            options.anchor.x = random_float(&random, -50, 150);
            options.anchor.y = (float)random_int(&random, -50, 150) / (float)(k + 1);
            if (k == 0) options.anchor.x = (float)random_int(&random, 0, width);
            assert_int_equal(RIM_OK, rim_sprite_set_anchor(sprite, options.anchor));
            assert_as_new(sprite, mask);
            assert_int_equal(RIM_OK, rim_sprite_create(&fresh, mask, &options));
            assert_true(rim_sprite_anchor(sprite).x == options.anchor.x);
            rim_xform2 pose = {
                random_float(&random, -2, 2), 1, random_float(&random, -1, 1), 0.5f, 3, 4
            };
            if (k % 2) pose = rim_xform2_translation(rim_vec2_make(7.0f, -2.5f));
            rim_posed a = rim_posed_make(sprite, pose), b = rim_posed_make(fresh, pose);
            rim_box2  box = rim_sprite_bounds(a), same = rim_sprite_bounds(b);
            assert_memory_equal(&same, &box, sizeof box);
            for (int n = 0; n < 50; n++)
            {
                rim_vec2 image = { random_float(&random, -5, 95), random_float(&random, -5, 95) };
                rim_vec2 p = rim_xform2_apply(pose, rim_vec2_sub(image, options.anchor));
                assert_int_equal(rim_sprite_contains(b, p), rim_sprite_contains(a, p));
                hits += rim_sprite_contains(a, p);
            }
            rim_sprite_destroy(fresh);
        }
        rim_sprite_destroy(sprite);
        rim_mask_destroy(mask);
    }
    assert_true(hits > 5 * case_count(400));
}

// The header's recipe: the picture stays where it is.
static void a_pose_moved_by_the_anchors_way_leaves_the_picture(void **state)
{
    (void)state;
    test_random random = { 5 };
    rim_mask   *mask;
    rim_sprite *sprite;
    assert_int_equal(RIM_OK, rim_mask_create_filled(&mask, 20, 10, NULL));
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, NULL));
    for (int i = 0; i < 500; i++)
    {
        // Whole numbers: nothing rounds.
        rim_xform2 pose = {
            (float)random_int(&random, -3, 3),   2, -1, (float)random_int(&random, 1, 3),
            (float)random_int(&random, -99, 99), 5
        };
        rim_vec2 to = { (float)random_int(&random, -9, 30), (float)random_int(&random, -9, 30) };
        rim_box2 before = rim_sprite_bounds(rim_posed_make(sprite, pose));
        rim_vec2 at = rim_xform2_apply(pose, rim_vec2_sub(to, rim_sprite_anchor(sprite)));
        assert_int_equal(RIM_OK, rim_sprite_set_anchor(sprite, to));
        pose.tx = at.x;
        pose.ty = at.y;
        rim_box2 after = rim_sprite_bounds(rim_posed_make(sprite, pose));
        assert_memory_equal(&before, &after, sizeof before);
    }
    rim_vec2 bad = { NAN, 0.0f }, kept = rim_sprite_anchor(sprite);
    assert_int_equal(RIM_ERR_ARGUMENT, rim_sprite_set_anchor(sprite, bad));
    assert_true(kept.x == rim_sprite_anchor(sprite).x);
    rim_sprite_destroy(sprite);
    rim_mask_destroy(mask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_edits_leave_what_a_rebuild_gives),
        cmocka_unit_test(craters_leave_what_a_rebuild_gives),
        cmocka_unit_test(edits_reach_as_far_as_clearances_do),
        cmocka_unit_test(only_the_rectangle_is_taken_over),
        cmocka_unit_test(queries_see_the_edit),
        cmocka_unit_test(another_size_is_refused_and_nothing_changed),
        cmocka_unit_test(another_anchor_leaves_what_a_new_sprite_has),
        cmocka_unit_test(a_pose_moved_by_the_anchors_way_leaves_the_picture),
    };
    return cmocka_run_group_tests_name("sprite_update", tests, NULL, NULL);
}
