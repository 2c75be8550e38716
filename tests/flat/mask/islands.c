#include "support/lists.h"
#include "support/support.h"

#include "rimcast/mask.h"

#include <limits.h>
#include <string.h>

// --- the oracle: flood fill over a byte a pixel, with a frame of one empty pixel ------------------------

enum
{
    SIDE = 150,
    WIDE = SIDE + 2
};

typedef struct picture
{
    int  width, height;
    char solid[WIDE * WIDE]; // pixel (x, y) at (x + 1, y + 1)
    int  part[WIDE * WIDE];  // 0: not reached
    int  stack[WIDE * WIDE];
} picture;

static picture shown;

static void fill(picture *p, int from, int number, bool corners)
{
    int depth = 0;
    p->part[from] = number;
    p->stack[depth++] = from;
    while (depth > 0)
    {
        int at = p->stack[--depth], x = at % WIDE, y = at / WIDE;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
            {
                int u = x + dx, v = y + dy, to = v * WIDE + u;
                if ((dx && dy && !corners) || u < 0 || v < 0) continue;
                if (u >= p->width + 2 || v >= p->height + 2) continue;
                if (p->part[to] || p->solid[to] != p->solid[from]) continue;
                p->part[to] = number;
                p->stack[depth++] = to;
            }
    }
}

// Numbers the parts of one kind 1, 2 ... in reading order and says how many there are.
static int number_parts(picture *p, bool solid, bool corners)
{
    int count = 0;
    memset(p->part, 0, sizeof p->part);
    for (int y = 0; y < p->height + 2; y++)
        for (int x = 0; x < p->width + 2; x++)
            if (!p->part[y * WIDE + x] && p->solid[y * WIDE + x] == solid)
                fill(p, y * WIDE + x, ++count, corners);
    return count;
}

// The facts of part number, its holes counted by erasing all else.
static rim_island oracle_island(const picture *p, int number, bool corners)
{
    static picture alone;
    rim_island     found = { { INT_MAX, INT_MAX, INT_MIN, INT_MIN }, 0, 0, 0, 0 };
    alone.width = p->width;
    alone.height = p->height;
    for (int i = 0; i < WIDE * WIDE; i++)
    {
        int x = i % WIDE - 1, y = i / WIDE - 1;
        alone.solid[i] = p->part[i] == number;
        if (p->part[i] != number) continue;
        if (found.area++ == 0) found.x = x, found.y = y;
        if (x < found.bounds.x0) found.bounds.x0 = x;
        if (y < found.bounds.y0) found.bounds.y0 = y;
        if (x + 1 > found.bounds.x1) found.bounds.x1 = x + 1;
        if (y + 1 > found.bounds.y1) found.bounds.y1 = y + 1;
    }
    found.holes = number_parts(&alone, false, !corners) - 1;
    return found;
}

static rim_mask *mask_of(const picture *p)
{
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, p->width, p->height, NULL));
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            rim_mask_set(mask, x, y, p->solid[(y + 1) * WIDE + x + 1]);
    return mask;
}

// Noise of any density, or discs and rings of it.
static void random_picture(picture *p, test_random *random, int side)
{
    memset(p->solid, 0, sizeof p->solid);
    p->width = random_int(random, 0, side);
    p->height = random_int(random, 0, side);
    int kind = random_int(random, 0, 2), percent = random_int(random, 0, 100);
    int ring = random_int(random, 2, 40);
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
        {
            int  far = (x - p->width / 2) * (x - p->width / 2) + (y - 20) * (y - 20);
            bool noise = random_int(random, 1, 100) <= percent;
            bool rings = far / (ring * ring) % 2 == 0;
            bool solid = kind == 0 ? noise : kind == 1 ? rings : rings != (noise && percent < 20);
            p->solid[(y + 1) * WIDE + x + 1] = solid;
        }
}

// --- against it -------------------------------------------------------------------------------------------

static int seen_islands, seen_holes;

static void check_counts(picture *p, const rim_mask *mask, rim_touch touch)
{
    bool    corners = touch == RIM_TOUCH_CORNERS;
    int64_t islands = -1, holes = -1;
    assert_int_equal(RIM_OK, rim_mask_count_islands(mask, touch, &islands, &holes, NULL));
    int empty = number_parts(p, false, !corners);
    assert_int_equal(number_parts(p, true, corners), islands);
    assert_int_equal(empty - 1, holes);
    seen_islands += (int)islands;
    seen_holes += (int)holes;
}

static void check_island(const picture *p, const rim_islands *islands, int index, bool corners)
{
    rim_island want = oracle_island(p, index + 1, corners),
               got = rim_islands_list(islands, NULL)[index];
    assert_int_equal(want.area, got.area);
    assert_int_equal(want.holes, got.holes);
    assert_int_equal(want.x, got.x);
    assert_int_equal(want.y, got.y);
    assert_memory_equal(&want.bounds, &got.bounds, sizeof got.bounds);
}

static void check_pixels(const picture *p, const rim_islands *islands)
{
    for (int y = -1; y <= p->height; y++)
        for (int x = -1; x <= p->width; x++)
        {
            int  part = p->part[(y + 1) * WIDE + x + 1];
            bool inside = x >= 0 && y >= 0 && x < p->width && y < p->height;
            assert_int_equal(inside ? part - 1 : -1, rim_islands_at(islands, x, y));
        }
}

static void check_islands(picture *p, const rim_mask *mask, rim_touch touch)
{
    bool         corners = touch == RIM_TOUCH_CORNERS;
    rim_islands *islands;
    assert_int_equal(RIM_OK, rim_islands_create(&islands, mask, touch, NULL));
    int count = number_parts(p, true, corners);
    assert_int_equal(count, island_count(islands));
    check_pixels(p, islands);
    for (int i = 0; i < count && i < 20; i++) check_island(p, islands, i, corners);
    if (count > 20) check_island(p, islands, count - 1, corners);
    rim_islands_destroy(islands);
}

static void islands_and_holes_are_those_of_a_flood_fill(void **state)
{
    (void)state;
    test_random random = { 71 };
    seen_islands = seen_holes = 0;
    int cases = case_count(2000);
    for (int i = 0; i < cases; i++)
    {
        random_picture(&shown, &random, i % 8 ? 40 : SIDE);
        rim_mask *mask = mask_of(&shown);
        check_counts(&shown, mask, RIM_TOUCH_CORNERS);
        check_counts(&shown, mask, RIM_TOUCH_EDGES);
        rim_mask_destroy(mask);
    }
    assert_true(seen_islands > 5 * cases && seen_holes > 5 * cases);
}

static void each_island_has_its_rectangle_area_holes_and_pixels(void **state)
{
    (void)state;
    test_random random = { 72 };
    int         cases = case_count(200), checked = 0;
    for (int i = 0; i < cases; i++)
    {
        random_picture(&shown, &random, i % 4 ? 30 : SIDE);
        rim_mask *mask = mask_of(&shown);
        check_islands(&shown, mask, RIM_TOUCH_CORNERS);
        check_islands(&shown, mask, RIM_TOUCH_EDGES);
        checked += rim_mask_count(mask) > 0;
        rim_mask_destroy(mask);
    }
    assert_true(2 * checked > cases);
}

static void a_chessboard_is_one_island_or_as_many_as_its_pixels(void **state)
{
    (void)state;
    int64_t   islands, holes;
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 129, 67, NULL));
    for (int y = 0; y < 67; y++)
        for (int x = y & 1; x < 129; x += 2) rim_mask_set(mask, x, y, true);
    assert_int_equal(RIM_OK,
                     rim_mask_count_islands(mask, RIM_TOUCH_CORNERS, &islands, &holes, NULL));
    assert_int_equal(1, islands);
    // Every empty pixel that does not lie at the border is a hole.
    assert_int_equal((127 * 65 - 1) / 2, holes);
    assert_int_equal(RIM_OK, rim_mask_count_islands(mask, RIM_TOUCH_EDGES, &islands, NULL, NULL));
    assert_int_equal(rim_mask_count(mask), islands);
    assert_int_equal(RIM_OK, rim_mask_count_islands(mask, RIM_TOUCH_EDGES, NULL, &holes, NULL));
    assert_int_equal(0, holes);
    rim_mask_destroy(mask);
}

static void a_full_mask_is_one_island_without_holes_at_any_width(void **state)
{
    (void)state;
    for (int width = 1; width <= 200; width++)
    {
        int64_t   islands, holes;
        rim_mask *mask;
        assert_int_equal(RIM_OK, rim_mask_create(&mask, width, 3, NULL));
        for (int i = 0; i < 3 * width; i++) rim_mask_set(mask, i % width, i / width, true);
        assert_int_equal(RIM_OK,
                         rim_mask_count_islands(mask, RIM_TOUCH_EDGES, &islands, &holes, NULL));
        assert_int_equal(1, islands);
        assert_int_equal(0, holes);
        rim_mask_destroy(mask);
    }
}

// --- errors -------------------------------------------------------------------------------------------------

static void an_unknown_rule_is_refused(void **state)
{
    (void)state;
    rim_mask *mask;
    int64_t   count = 5;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 4, 4, NULL));
    rim_touch    wrong = (rim_touch)7;
    rim_islands *islands = (rim_islands *)&count;
    assert_int_equal(RIM_ERR_ARGUMENT, rim_mask_count_islands(mask, wrong, &count, NULL, NULL));
    assert_int_equal(5, count);
    assert_int_equal(RIM_ERR_ARGUMENT, rim_islands_create(&islands, mask, wrong, NULL));
    assert_null(islands);
    rim_islands_destroy(NULL);
    rim_mask_destroy(mask);
}

static bool try_both(const rim_mask *mask, int budget, bool *counted)
{
    test_heap     heap = { .budget = budget };
    rim_allocator from = test_heap_allocator(&heap);
    rim_islands  *islands;
    int64_t       count = -1;
    *counted = rim_mask_count_islands(mask, RIM_TOUCH_EDGES, &count, NULL, &from) == RIM_OK;
    assert_int_equal(*counted, count >= 0);
    assert_int_equal(0, heap.live_bytes);
    heap.budget = budget;
    rim_status status = rim_islands_create(&islands, mask, RIM_TOUCH_EDGES, &from);
    assert_true(status == RIM_OK ? islands != NULL : status == RIM_ERR_MEMORY && !islands);
    rim_islands_destroy(islands);
    assert_int_equal(0, heap.live_bytes);
    return status == RIM_OK;
}

static void refused_memory_leaves_nothing_behind(void **state)
{
    (void)state;
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 90, 40, NULL));
    for (int i = 0; i < 90 * 40; i += 3) rim_mask_set(mask, i % 90, i / 90, true);
    int  budget = 0;
    bool counted, created = false;
    for (; !created && budget < 100; budget++) created = try_both(mask, budget, &counted);
    assert_true(created && counted && budget > 6);
    rim_mask_destroy(mask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(islands_and_holes_are_those_of_a_flood_fill),
        cmocka_unit_test(each_island_has_its_rectangle_area_holes_and_pixels),
        cmocka_unit_test(a_chessboard_is_one_island_or_as_many_as_its_pixels),
        cmocka_unit_test(a_full_mask_is_one_island_without_holes_at_any_width),
        cmocka_unit_test(an_unknown_rule_is_refused),
        cmocka_unit_test(refused_memory_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
