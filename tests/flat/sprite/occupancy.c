#include "support/support.h"

#include "flat/mask/bits.h"
#include "flat/sprite/occupancy.h"

#include <limits.h>
#include <stdlib.h>

// The oracle asks pixel by pixel.
static bool share_a_pixel(const rim_mask *a, const rim_mask *b, int64_t dx, int64_t dy)
{
    for (int y = 0; y < rim_mask_height(b); y++)
        for (int x = 0; x < rim_mask_width(b); x++)
        {
            int64_t ax = x + dx, ay = y + dy;
            if (ax < 0 || ay < 0 || ax >= rim_mask_width(a) || ay >= rim_mask_height(a)) continue;
            if (rim_mask_get(b, x, y) && rim_mask_get(a, (int)ax, (int)ay)) return true;
        }
    return false;
}

static int usable_paths(const mask_kernels *paths[8])
{
    int count = 0;
    for (const mask_kernels *const *k = mask_kernels_all(); *k; k++)
        if ((*k)->usable()) paths[count++] = *k;
    return count;
}

static rim_mask *empty_mask(int width, int height, const mask_kernels *kernels)
{
    rim_mask *mask;
    assert_int_equal(RIM_OK, mask_create_with(&mask, width, height, NULL, kernels));
    return mask;
}

static sprite_occupancy baked(const rim_mask *mask)
{
    sprite_occupancy occupancy;
    assert_int_equal(RIM_OK, occupancy_bake(&occupancy, mask, NULL));
    return occupancy;
}

// Rings, dust, blots and full squares: shapes that are near each other without touching.
static void draw_something(rim_mask *mask, test_random *random)
{
    int w = rim_mask_width(mask), h = rim_mask_height(mask), kind = random_int(random, 0, 4);
    int cx = random_int(random, 0, w), cy = random_int(random, 0, h);
    int outer = random_int(random, 1, w + h + 1), inner = random_int(random, 0, outer);
    int dust = random_int(random, 1, 3) == 1 ? 400 : 40;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
        {
            int  far2 = 4 * (x - cx) * (x - cx) + 4 * (y - cy) * (y - cy);
            bool solid = kind == 0   ? random_int(random, 0, dust) == 0
                         : kind == 1 ? far2 < outer * outer && far2 >= inner * inner
                         : kind == 2 ? far2 < outer
                         : kind == 3 ? (x - cx) % 24 == 0 || (y - cy) % 24 == 0
                                     : true;
            rim_mask_set(mask, x, y, solid);
        }
}

static const int telling_sides[] = { 0,  1,  7,  8,   9,   15,  16,  17,  63,
                                     64, 65, 71, 127, 129, 200, 511, 513, 600 };

static int telling_side(test_random *random, int most)
{
    int side;
    do side = telling_sides[random_int(random, 0, 17)];
    while (side > most);
    return side;
}

static void baked_masks_overlap_as_their_pixels_do_on_every_path(void **state)
{
    (void)state;
    test_random         random = { 1 };
    const mask_kernels *paths[8];
    int                 path_count = usable_paths(paths), hits = 0, near = 0;
    for (int round = 0; round < case_count(2500); round++)
    {
        bool      large = round % 50 == 0;
        int       most = large ? 600 : 129;
        int       w = telling_side(&random, most), h = telling_side(&random, large ? 129 : most);
        int       v = telling_side(&random, most), g = telling_side(&random, large ? 129 : most);
        bool      turn = random_int(&random, 0, 1) == 0;
        rim_mask *a = empty_mask(turn ? h : w, turn ? w : h, paths[0]);
        rim_mask *b = empty_mask(v, g, paths[0]);
        draw_something(a, &random);
        draw_something(b, &random);
        int offsets[6][2];
        for (int k = 0; k < 6; k++)
        {
            offsets[k][0] = random_int(&random, -v - 1, rim_mask_width(a) + 1);
            offsets[k][1] = random_int(&random, -g - 1, rim_mask_height(a) + 1);
        }
        bool expected[6];
        for (int k = 0; k < 6; k++)
        {
            expected[k] = share_a_pixel(a, b, offsets[k][0], offsets[k][1]);
            expected[k] ? hits++ : near++;
        }
        for (int i = 0; i < path_count; i++)
        {
            a->kernels = b->kernels = paths[i];
            sprite_occupancy oa = baked(a), ob = baked(b);
            for (int k = 0; k < 6; k++)
            {
                int dx = offsets[k][0], dy = offsets[k][1];
                assert_int_equal(occupancy_overlaps(&oa, &ob, dx, dy), expected[k]);
                assert_int_equal(occupancy_overlaps(&ob, &oa, -dx, -dy), expected[k]);
            }
            occupancy_release(&oa);
            occupancy_release(&ob);
        }
        rim_mask_destroy(a);
        rim_mask_destroy(b);
    }
    assert_true(hits > case_count(2000) && near > case_count(2000));
}

// Many at a time, in any number and order, some far apart.
static void many_meetings_are_answered_as_each_of_them_on_every_path(void **state)
{
    (void)state;
    enum
    {
        MASKS = 12
    };
    test_random         random = { 7 };
    const mask_kernels *paths[8];
    int                 path_count = usable_paths(paths), hits = 0, near = 0;
    for (int round = 0; round < case_count(300); round++)
    {
        rim_mask        *masks[MASKS];
        sprite_occupancy all[MASKS];
        for (int k = 0; k < MASKS; k++)
        {
            int w = telling_side(&random, 600), h = telling_side(&random, w > 129 ? 65 : 600);
            masks[k] = empty_mask(w, h, paths[round % path_count]);
            draw_something(masks[k], &random);
            all[k] = baked(masks[k]);
        }
        mask_meeting meetings[MASK_MEETINGS];
        bool         answers[MASK_MEETINGS + 1];
        int          of[MASK_MEETINGS][2], count = random_int(&random, 1, 20);
        if (round % 10 == 0) count = MASK_MEETINGS;
        for (int i = 0; i < count; i++)
        {
            int a = random_int(&random, 0, MASKS - 1), b = random_int(&random, 0, MASKS - 1);
            int dx = random_int(&random, -masks[b]->width - 1, masks[a]->width + 1);
            int dy = random_int(&random, -masks[b]->height - 1, masks[a]->height + 1);
            if (i % 16 == 5) dx = random_int(&random, 0, 1) ? 1 << 30 : -(1 << 30);
            mask_meeting meeting = { &all[a].blocks, &all[b].blocks, dx, dy };
            meetings[i] = meeting;
            of[i][0] = a, of[i][1] = b;
        }
        answers[count] = true;
        paths[round % path_count]->meetings_overlap(meetings, count, answers);
        assert_true(answers[count]);
        for (int i = 0; i < count; i++)
        {
            bool expected =
                share_a_pixel(masks[of[i][0]], masks[of[i][1]], meetings[i].dx, meetings[i].dy);
            assert_int_equal(expected, answers[i]);
            expected ? hits++ : near++;
        }
        for (int k = 0; k < MASKS; k++)
        {
            occupancy_release(&all[k]);
            rim_mask_destroy(masks[k]);
        }
    }
    assert_true(hits > case_count(1000) && near > case_count(1000));
}

static void two_single_pixels_meet_at_one_offset_only(void **state)
{
    (void)state;
    test_random         random = { 2 };
    const mask_kernels *paths[8];
    int                 path_count = usable_paths(paths);
    for (int round = 0; round < case_count(400); round++)
    {
        int       path = random_int(&random, 0, path_count - 1);
        rim_mask *a =
            empty_mask(random_int(&random, 1, 1200), random_int(&random, 1, 90), paths[path]);
        rim_mask *b =
            empty_mask(random_int(&random, 1, 1200), random_int(&random, 1, 90), paths[path]);
        int ax = random_int(&random, 0, a->width - 1);
        int ay = random_int(&random, 0, a->height - 1);
        int bx = random_int(&random, 0, b->width - 1);
        int by = random_int(&random, 0, b->height - 1);
        rim_mask_set(a, ax, ay, true);
        rim_mask_set(b, bx, by, true);
        sprite_occupancy oa = baked(a), ob = baked(b);
        for (int dy = -9; dy <= 9; dy++)
            for (int dx = -9; dx <= 9; dx++)
            {
                bool met = dx == 0 && dy == 0;
                int  x = ax - bx + dx, y = ay - by + dy;
                assert_int_equal(occupancy_overlaps(&oa, &ob, x, y), met);
                assert_int_equal(occupancy_overlaps(&ob, &oa, -x, -y), met);
            }
        occupancy_release(&oa);
        occupancy_release(&ob);
        rim_mask_destroy(a);
        rim_mask_destroy(b);
    }
}

static void offsets_at_the_ends_of_int_are_misses(void **state)
{
    (void)state;
    rim_mask *mask = empty_mask(30, 30, mask_kernels_best());
    for (int i = 0; i < 900; i++) rim_mask_set(mask, i % 30, i / 30, true);
    sprite_occupancy o = baked(mask);
    const int far[] = { INT_MIN, INT_MIN + 1, -65537, -65536, -30, 30, 65536, 65537, INT_MAX };
    for (int i = 0; i < 9; i++)
    {
        assert_false(occupancy_overlaps(&o, &o, far[i], 0));
        assert_false(occupancy_overlaps(&o, &o, 0, far[i]));
        assert_false(occupancy_overlaps(&o, &o, far[i], far[8 - i]));
        assert_false(occupancy_overlaps(&o, &o, far[i], far[i]));
    }
    assert_true(occupancy_overlaps(&o, &o, 29, -29));
    occupancy_release(&o);
    rim_mask_destroy(mask);
}

static void the_longest_masks_meet_at_their_last_pixels(void **state)
{
    (void)state;
    int       last = RIM_MASK_MAX_SIDE - 1;
    rim_mask *row = empty_mask(RIM_MASK_MAX_SIDE, 1, mask_kernels_best());
    rim_mask *column = empty_mask(1, RIM_MASK_MAX_SIDE, mask_kernels_best());
    rim_mask_set(row, last, 0, true);
    rim_mask_set(column, 0, last, true);
    sprite_occupancy r = baked(row), c = baked(column);
    assert_true(occupancy_overlaps(&r, &c, last, -last));
    assert_false(occupancy_overlaps(&r, &c, last, -last - 1));
    assert_false(occupancy_overlaps(&r, &c, last + 1, -last));
    assert_true(occupancy_overlaps(&c, &r, -last, last));
    occupancy_release(&r);
    occupancy_release(&c);
    rim_mask_destroy(row);
    rim_mask_destroy(column);
}

// After edits a mask baked again must not differ from one baked from scratch: asked in all places, by
// a single pixel.
static void what_was_edited_and_baked_again_is_as_if_baked_from_scratch(void **state)
{
    (void)state;
    test_random random = { 3 };
    int         emptied = 0;
    rim_mask   *pixel = empty_mask(1, 1, mask_kernels_best());
    rim_mask_set(pixel, 0, 0, true);
    sprite_occupancy probe = baked(pixel);
    for (int round = 0; round < case_count(60); round++)
    {
        int       w = random_int(&random, 1, round % 6 ? 90 : 700), h = random_int(&random, 1, 90);
        rim_mask *mask = empty_mask(w, h, mask_kernels_best());
        draw_something(mask, &random);
        sprite_occupancy o = baked(mask);
        for (int edit = 0; edit < 6; edit++)
        {
            int      x0 = random_int(&random, -3, w), y0 = random_int(&random, -3, h);
            rim_rect part = rim_rect_make(x0, y0, x0 + random_int(&random, 0, 2 * w),
                                          y0 + random_int(&random, 0, 40));
            bool     solid = random_int(&random, 0, 2) == 0;
            for (int y = part.y0; y < part.y1; y++)
                for (int x = part.x0; x < part.x1; x++) rim_mask_set(mask, x, y, solid);
            occupancy_update(&o, part);
            rim_rect bounds = occupancy_bounds(&o), expected = rim_mask_bounds(mask);
            assert_memory_equal(&bounds, &expected, sizeof bounds);
            emptied += rim_rect_is_empty(bounds);
            for (int y = -1; y <= h; y++)
                for (int x = -1; x <= w; x++)
                    assert_int_equal(occupancy_overlaps(&o, &probe, x, y),
                                     rim_mask_get(mask, x, y));
        }
        occupancy_release(&o);
        rim_mask_destroy(mask);
    }
    assert_true(emptied > 0);
    occupancy_release(&probe);
    rim_mask_destroy(pixel);
}

static void refused_memory_is_reported_and_nothing_leaks(void **state)
{
    (void)state;
    test_heap        heap = { .budget = 0 };
    rim_allocator    from = test_heap_allocator(&heap);
    rim_mask        *mask = empty_mask(20, 20, mask_kernels_best());
    sprite_occupancy o;
    assert_int_equal(RIM_ERR_MEMORY, occupancy_bake(&o, mask, &from));
    occupancy_release(&o);
    assert_int_equal(heap.refused, 1);
    heap.budget = -1;
    assert_int_equal(RIM_OK, occupancy_bake(&o, mask, &from));
    occupancy_release(&o);
    occupancy_release(&o);
    assert_int_equal(heap.live_bytes, 0);
    rim_mask_destroy(mask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(baked_masks_overlap_as_their_pixels_do_on_every_path),
        cmocka_unit_test(many_meetings_are_answered_as_each_of_them_on_every_path),
        cmocka_unit_test(two_single_pixels_meet_at_one_offset_only),
        cmocka_unit_test(offsets_at_the_ends_of_int_are_misses),
        cmocka_unit_test(the_longest_masks_meet_at_their_last_pixels),
        cmocka_unit_test(what_was_edited_and_baked_again_is_as_if_baked_from_scratch),
        cmocka_unit_test(refused_memory_is_reported_and_nothing_leaks),
    };
    return cmocka_run_group_tests_name("occupancy", tests, NULL, NULL);
}
