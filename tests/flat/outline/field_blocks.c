// Coarse distances, judged by looking at every square from every square, and at every pixel from every block.
#include "support/support.h"

#include "base/memory.h"
#include "flat/outline/field_blocks.h"
#include "rimcast/rimcast.h"

#include <math.h>
#include <stdlib.h>

static rim_mask *blobs(test_random *random, int most)
{
    rim_mask *mask;
    int       w = random_int(random, 1, most), h = random_int(random, 1, most);
    bool      holes = random_int(random, 0, 1) == 1; // of empty pixels in a solid mask
    assert_int_equal(RIM_OK, rim_mask_create(&mask, w, h, NULL));
    rim_mask_draw_rect(mask, rim_rect_make(0, 0, w, h), holes);
    for (int k = random_int(random, 0, 4); k > 0; k--)
    {
        int x = random_int(random, 0, w), y = random_int(random, 0, h);
        rim_mask_draw_rect(
            mask, rim_rect_make(x, y, x + random_int(random, 1, 40), y + random_int(random, 1, 40)),
            !holes);
    }
    return mask;
}

static int slow_state(const rim_mask *mask, int x, int y, int side)
{
    int solid = 0;
    for (int v = y * side; v < (y + 1) * side; v++)
        for (int u = x * side; u < (x + 1) * side; u++) solid += rim_mask_get(mask, u, v);
    return solid == 0 ? FIELD_EMPTY : solid == side * side ? FIELD_FULL : FIELD_MIXED;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

// The clearance of a square by its definition. Outside of the level all is empty.
static int slow_clearance(const field_level *level, int x, int y)
{
    int own = level->state[y * level->width + x], least = FIELD_MAX_CLEARANCE;
    if (own == FIELD_MIXED) return 0;
    for (int v = y - FIELD_MAX_CLEARANCE; v <= y + FIELD_MAX_CLEARANCE; v++)
        for (int u = x - FIELD_MAX_CLEARANCE; u <= x + FIELD_MAX_CLEARANCE; u++)
        {
            bool inside = u >= 0 && v >= 0 && u < level->width && v < level->height;
            int  other = inside ? level->state[v * level->width + u] : FIELD_EMPTY;
            int  distance = larger(abs(u - x), abs(v - y));
            if (other != own && distance < least) least = distance;
        }
    return own == FIELD_FULL ? -least : least;
}

static void states_and_clearances_are_those_of_their_definition(void **state)
{
    (void)state;
    test_random random = { 1 };
    int         far = 0, near = 0, scales = 0;
    for (int i = 0; i < case_count(150); i++)
    {
        rim_mask     *mask = blobs(&random, i % 10 ? 150 : 500);
        field_blocks  blocks;
        rim_allocator from = memory_allocator_or_default(NULL);
        assert_int_equal(RIM_OK, field_blocks_create(&blocks, mask, &from));
        for (int k = 0; k < blocks.level_count; k++)
        {
            const field_level *level = &blocks.levels[k];
            bool               three = level->width >= 3 || level->height >= 3;
            assert_true((k == 0 || (k % FIELD_SCALE == 0 && three)) == (level->clearance != NULL));
            scales += k > 0 && level->clearance;
            for (int y = 0; y < level->height; y++)
                for (int x = 0; x < level->width; x++)
                {
                    int at = y * level->width + x;
                    assert_int_equal(slow_state(mask, x, y, FIELD_BLOCK << k), level->state[at]);
                    if (!level->clearance) continue;
                    int expected = slow_clearance(level, x, y);
                    assert_int_equal(expected, level->clearance[at]);
                    far += abs(expected) == FIELD_MAX_CLEARANCE;
                    near += expected != 0 && abs(expected) < FIELD_MAX_CLEARANCE;
                }
        }
        field_blocks_destroy(&blocks, &from);
        rim_mask_destroy(mask);
    }
    assert_true(far > case_count(150) && near > case_count(150) && scales > case_count(20));
}

// The Chebyshev distance from a block to the nearest pixel of a kind, none of which it holds; outside of the mask all
// is empty.
static int slow_distance(const rim_mask *mask, int column, int row, bool solid)
{
    int x0 = FIELD_BLOCK * column, y0 = FIELD_BLOCK * row, x1 = x0 + FIELD_BLOCK,
        y1 = y0 + FIELD_BLOCK;
    int w = rim_mask_width(mask), h = rim_mask_height(mask), least = 1 << 20;
    for (int y = -1; y <= h; y++)
        for (int x = -1; x <= w; x++)
        {
            if (rim_mask_get(mask, x, y) != solid) continue;
            int dx = x >= x1 ? x - x1 : x < x0 ? x0 - 1 - x : 0;
            int dy = y >= y1 ? y - y1 : y < y0 ? y0 - 1 - y : 0;
            if (larger(dx, dy) < least) least = larger(dx, dy);
        }
    return least;
}

static void gaps_and_depths_bound_the_pixels_distances(void **state)
{
    (void)state;
    test_random random = { 2 };
    int         long_gaps = 0, deep = 0, cases = 0;
    for (int i = 0; i < case_count(300); i++)
    {
        rim_mask     *mask = blobs(&random, i % 4 ? 200 : 500);
        field_blocks  blocks;
        rim_allocator from = memory_allocator_or_default(NULL);
        assert_int_equal(RIM_OK, field_blocks_create(&blocks, mask, &from));
        for (int k = 0; k < 10; k++, cases++)
        {
            int column = random_int(&random, 0, blocks.columns - 1),
                row = random_int(&random, 0, blocks.rows - 1);
            int    own = slow_state(mask, column, row, FIELD_BLOCK);
            double gap = field_blocks_gap(&blocks, column, row),
                   depth = field_blocks_depth(&blocks, column, row);
            int to_solid = slow_distance(mask, column, row, true),
                to_empty = slow_distance(mask, column, row, false);
            if (own == FIELD_MIXED) assert_true(gap == 0.0);
            if (own == FIELD_EMPTY) assert_true(gap >= 0.0 && gap <= to_solid && depth == -gap);
            // A point of the block is at most a block farther from that pixel's far side.
            if (own == FIELD_FULL)
                assert_true(gap <= 0.0 && -gap <= to_empty && depth >= to_empty + 1.0);
            // It tells at least a fifth of what is true.
            if (own == FIELD_EMPTY && to_solid < 500)
                assert_true(gap >= 0.2 * (to_solid - 2 * FIELD_BLOCK));
            if (own == FIELD_FULL) assert_true(-gap >= 0.2 * (to_empty - 2 * FIELD_BLOCK));
            long_gaps += own == FIELD_EMPTY && gap > FIELD_BLOCK * FIELD_MAX_CLEARANCE;
            deep += own == FIELD_FULL && depth > FIELD_BLOCK * (FIELD_MAX_CLEARANCE + 1);
        }
        field_blocks_destroy(&blocks, &from);
        rim_mask_destroy(mask);
    }
    assert_int_equal(10 * case_count(300), cases);
    assert_true(long_gaps > case_count(20) && deep > case_count(20));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_and_clearances_are_those_of_their_definition),
        cmocka_unit_test(gaps_and_depths_bound_the_pixels_distances),
    };
    return cmocka_run_group_tests_name("field_blocks", tests, NULL, NULL);
}
