// Windows of offsets: what sweeps ask of two baked masks, on every path.
#include "support/support.h"

#include "flat/mask_bits.h"
#include "flat/sprite_occupancy.h"

#include <string.h>

enum
{
    MOST_GROUPS = 4096
};

static int usable_paths(const mask_kernels *paths[8])
{
    int count = 0;
    for (const mask_kernels *const *k = mask_kernels_all(); *k; k++)
        if ((*k)->usable()) paths[count++] = *k;
    return count;
}

// Spots, lines and dust: few enough pixels that windows differ.
static rim_mask *something(test_random *random, int most, const mask_kernels *kernels)
{
    rim_mask *mask;
    int       w = random_int(random, 1, most), h = random_int(random, 1, most);
    assert_int_equal(RIM_OK, mask_create_with(&mask, w, h, NULL, kernels));
    for (int i = random_int(random, 0, 6); i >= 0; i--)
    {
        int x0 = random_int(random, 0, w - 1), y0 = random_int(random, 0, h - 1);
        int x1 = x0 + random_int(random, 1, 20), y1 = y0 + random_int(random, 1, 20);
        for (int y = y0; y < y1 && y < h; y++)
            for (int x = x0; x < x1 && x < w; x++)
                if (random_int(random, 0, 3) > 0) rim_mask_set(mask, x, y, true);
    }
    return mask;
}

static int64_t count_shared(const rim_mask *a, const rim_mask *b, int dx, int dy)
{
    int64_t shared = 0;
    for (int y = 0; y < rim_mask_height(b); y++)
        for (int x = 0; x < rim_mask_width(b); x++)
            shared += rim_mask_get(b, x, y) && x + dx >= 0 && y + dy >= 0 &&
                      x + dx < rim_mask_width(a) && y + dy < rim_mask_height(a) &&
                      rim_mask_get(a, x + dx, y + dy);
    return shared;
}

static bool shares_in_group(const rim_mask *a, const rim_mask *b, int dx, int dy, mask_group group)
{
    for (int y = 8 * group.row; y < 8 * group.row + 8 && y < rim_mask_height(b); y++)
        for (int x = 64 * group.strip; x < 64 * group.strip + 64 && x < rim_mask_width(b); x++)
            if (rim_mask_get(b, x, y) && x + dx >= 0 && y + dy >= 0 && x + dx < rim_mask_width(a) &&
                y + dy < rim_mask_height(a) && rim_mask_get(a, x + dx, y + dy))
                return true;
    return false;
}

// A multiple of 8 near an offset that brings some pixel over some other one.
static int corner_of(test_random *random, int a, int b, int least)
{
    int at = random_int(random, 0, a - 1) - random_int(random, 0, b - 1);
    at = at > least ? at : least;
    return at & ~7;
}

typedef struct tally
{
    int empty, full, shared, far, far_empty;
} tally;

// All places of one window, asked of the groups and of the pixels.
static void check_places(const rim_occupancy *oa, const rim_occupancy *ob, int x, int y,
                         const mask_group *groups, int count, tally *seen)
{
    const mask_kernels *k = oa->blocks.kernels;
    for (int dy = 0; dy < 8; dy++)
        for (int dx = 0; dx < 8; dx++)
        {
            mask_place at = { oa->blocks.word_pitch, dy, (x + dx) & 63 };
            int64_t    area = count_shared(oa->mask, ob->mask, x + dx, y + dy);
            int        first = k->first_group(at, groups, count);
            assert_int_equal(k->group_area(at, groups, count), area);
            assert_int_equal(first<count, area> 0);
            for (int i = 0; i <= first && i < count; i++)
                assert_int_equal(shares_in_group(oa->mask, ob->mask, x + dx, y + dy, groups[i]),
                                 i == first);
            seen->shared += area > 0;
            if (dx == 7 || dy == 7) continue;
            int64_t areas[4];
            k->group_areas(at, groups, count, areas);
            for (int i = 0; i < 4; i++)
            {
                mask_place there = at;
                there.shift += i & 1, there.down += i >> 1;
                assert_int_equal(areas[i], k->group_area(there, groups, count));
            }
        }
}

static int groups_of(const rim_occupancy *oa, const rim_occupancy *ob, int x, int y,
                     mask_group *groups, tally *seen)
{
    const mask_blocks *a = &oa->blocks, *b = &ob->blocks;
    int                count = a->kernels->find_groups(a, b, x, y, NULL, groups, MOST_GROUPS);
    assert_true(count <= MOST_GROUPS);
    assert_int_equal(a->kernels->find_groups(a, b, x, y, NULL, NULL, 0), count);
    count ? seen->full++ : seen->empty++;
    if (!a->far_rows || !b->far_rows) return count;

    static mask_group in_regions[MOST_GROUPS];
    uint64_t          regions[MASK_REGIONS];
    seen->far++;
    if (!a->kernels->find_regions(a, b, x & ~63, y & ~63, regions))
    {
        seen->far_empty++;
        assert_int_equal(count, 0);
        return count;
    }
    assert_int_equal(a->kernels->find_groups(a, b, x, y, regions, in_regions, MOST_GROUPS), count);
    assert_memory_equal(in_regions, groups, (size_t)count * sizeof *groups);
    return count;
}

static void groups_of_a_window_hold_what_is_shared_at_every_place_in_it(void **state)
{
    (void)state;
    test_random         random = { 1 };
    tally               seen = { 0 };
    const mask_kernels *paths[8];
    int                 path_count = usable_paths(paths);
    static mask_group   groups[MOST_GROUPS];
    for (int round = 0; round < case_count(400); round++)
    {
        int       most = round % 20 == 0 ? 900 : 90;
        rim_mask *a = something(&random, most, paths[0]), *b = something(&random, most, paths[0]);
        int       x = corner_of(&random, a->width, b->width, 0);
        int       y = corner_of(&random, a->height, b->height, -9999);
        for (int i = 0; i < path_count; i++)
        {
            a->kernels = b->kernels = paths[i];
            rim_occupancy oa, ob;
            assert_int_equal(RIM_OK, rim_occupancy_bake(&oa, a, NULL));
            assert_int_equal(RIM_OK, rim_occupancy_bake(&ob, b, NULL));
            int count = groups_of(&oa, &ob, x, y, groups, &seen);
            if (most < 100) check_places(&oa, &ob, x, y, groups, count, &seen);
            rim_occupancy_release(&oa);
            rim_occupancy_release(&ob);
        }
        rim_mask_destroy(a);
        rim_mask_destroy(b);
    }
    assert_true(seen.full > case_count(200) && seen.empty > case_count(20));
    assert_true(seen.shared > case_count(2000));
}

// Two pixels of large masks: the squares find the one window, and nothing elsewhere.
static void far_squares_lose_nothing_and_skip_what_is_far(void **state)
{
    (void)state;
    test_random         random = { 2 };
    tally               seen = { 0 };
    const mask_kernels *paths[8];
    int                 path_count = usable_paths(paths), met = 0;
    mask_group          groups[4];
    for (int round = 0; round < case_count(300); round++)
    {
        rim_mask *mask[2];
        int       px[2], py[2];
        for (int i = 0; i < 2; i++)
        {
            int w = random_int(&random, 1, MASK_SWEPT_SIDE);
            int h = random_int(&random, 257, round % 10 ? 1100 : MASK_SWEPT_SIDE);
            assert_int_equal(RIM_OK,
                             mask_create_with(&mask[i], w, h, NULL, paths[round % path_count]));
            px[i] = random_int(&random, 0, w - 1), py[i] = random_int(&random, 0, h - 1);
            rim_mask_set(mask[i], px[i], py[i], true);
        }
        int           left = px[0] < px[1]; // the one that the other lies to the right of
        int           x = px[left] - px[!left], y = py[left] - py[!left];
        rim_occupancy oa, ob;
        assert_int_equal(RIM_OK, rim_occupancy_bake(&oa, mask[left], NULL));
        assert_int_equal(RIM_OK, rim_occupancy_bake(&ob, mask[!left], NULL));
        assert_true(oa.blocks.far_rows > 0 && ob.blocks.far_rows > 0);
        for (int dy = -2; dy <= 2; dy++)
            for (int dx = -2; dx <= 2; dx++)
            {
                int wx = (x & ~7) + 8 * dx * random_int(&random, 1, 20);
                int wy = (y & ~7) + 8 * dy * random_int(&random, 1, 20);
                if (wx < 0) continue;
                int count = groups_of(&oa, &ob, wx, wy, groups, &seen);
                assert_int_equal(count, wx == (x & ~7) && wy == (y & ~7));
                met += count;
            }
        rim_occupancy_release(&oa);
        rim_occupancy_release(&ob);
        rim_mask_destroy(mask[0]);
        rim_mask_destroy(mask[1]);
    }
    assert_true(met >= case_count(300) && seen.far_empty > case_count(500));
}

// The planes of masks that were edited and baked again, word for word those of fresh ones.
static void edits_leave_the_planes_as_a_fresh_bake_does(void **state)
{
    (void)state;
    test_random random = { 3 };
    for (int round = 0; round < case_count(100); round++)
    {
        rim_mask     *mask = something(&random, round % 10 ? 100 : 700, mask_kernels_best());
        int           w = mask->width, h = mask->height;
        rim_occupancy o, fresh;
        assert_int_equal(RIM_OK, rim_occupancy_bake(&o, mask, NULL));
        for (int edit = 0; edit < 5; edit++)
        {
            int      x0 = random_int(&random, -3, w), y0 = random_int(&random, -3, h);
            rim_rect part = rim_rect_make(x0, y0, x0 + random_int(&random, 0, w),
                                          y0 + random_int(&random, 0, 40));
            for (int y = part.y0; y < part.y1; y++)
                for (int x = part.x0; x < part.x1; x++)
                    rim_mask_set(mask, x, y, random_int(&random, 0, 3) == 0);
            rim_occupancy_update(&o, part);
            assert_int_equal(RIM_OK, rim_occupancy_bake(&fresh, mask, NULL));
            assert_int_equal(o.bytes, fresh.bytes);
            assert_memory_equal(o.blocks.some, fresh.blocks.some, o.bytes - 64);
            rim_occupancy_release(&fresh);
        }
        rim_occupancy_release(&o);
        rim_mask_destroy(mask);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_of_a_window_hold_what_is_shared_at_every_place_in_it),
        cmocka_unit_test(far_squares_lose_nothing_and_skip_what_is_far),
        cmocka_unit_test(edits_leave_the_planes_as_a_fresh_bake_does),
    };
    return cmocka_run_group_tests_name("occupancy windows", tests, NULL, NULL);
}
