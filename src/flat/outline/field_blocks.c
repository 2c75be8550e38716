#include "flat/outline/field_blocks.h"

#include "base/memory.h"
#include "flat/mask/bits.h"

#include <string.h>

// Computes the states of the 16 blocks in a word of 64 columns and four rows. Bits 4i .. 4i + 3 are block i's columns: set
// in `any` if a column has a solid pixel, in `all` if all of its pixels are solid.
static void classify_words(uint64_t any, uint64_t all, uint8_t *state, int count)
{
    for (int i = 0; i < count; i++, any >>= 4, all >>= 4)
        state[i] = (uint8_t)((any & 15) == 0    ? FIELD_EMPTY
                             : (all & 15) == 15 ? FIELD_FULL
                                                : FIELD_MIXED);
}

// Computes the states of level 0 over a part of the mask, widened to whole words.
static void classify_blocks(const field_level *level, const rim_mask *mask, rim_rect part)
{
    int height = rim_mask_height(mask);
    for (int row = part.y0; row < part.y1; row++)
    {
        for (int column = part.x0 & ~15; column < part.x1; column += 16)
        {
            uint64_t any = 0, all = ~(uint64_t)0;
            for (int y = FIELD_BLOCK * row; y < FIELD_BLOCK * (row + 1); y++)
            {
                uint64_t word = y < height ? mask_word(mask, column / 16, y) : 0;
                any |= word;
                all &= word;
            }
            int count = level->width - column < 16 ? level->width - column : 16;
            classify_words(any, all, level->state + (size_t)row * (size_t)level->width + column,
                           count);
        }
    }
}

// Returns the state of a square from its four squares on the level below, fewer at the border. Outside the mask everything
// is empty, so a square that reaches outside is never full.
static uint8_t state_of_four(const field_level *lower, int x, int y)
{
    int lowest = FIELD_FULL, highest = FIELD_EMPTY;
    for (int i = 0; i < 4; i++)
    {
        int cx = 2 * x + (i & 1), cy = 2 * y + (i >> 1);
        int state = cx < lower->width && cy < lower->height
                        ? lower->state[(size_t)cy * (size_t)lower->width + (size_t)cx]
                        : FIELD_EMPTY;
        lowest = state < lowest ? state : lowest;
        highest = state > highest ? state : highest;
    }
    return (uint8_t)(highest == FIELD_EMPTY ? FIELD_EMPTY
                     : lowest == FIELD_FULL ? FIELD_FULL
                                            : FIELD_MIXED);
}

static void build_upper(const field_level *upper, const field_level *lower, rim_rect part)
{
    for (int y = part.y0; y < part.y1; y++)
        for (int x = part.x0; x < part.x1; x++)
            upper->state[(size_t)y * (size_t)upper->width + (size_t)x] = state_of_four(lower, x, y);
}

// Computes the states of all levels over a part of the mask.
static void classify(field_blocks *blocks, const rim_mask *mask, rim_rect part)
{
    classify_blocks(&blocks->levels[0], mask, part);
    for (int i = 1; i < blocks->level_count; i++)
    {
        part = rim_rect_make(part.x0 / 2, part.y0 / 2, (part.x1 + 1) / 2, (part.y1 + 1) / 2);
        build_upper(&blocks->levels[i], &blocks->levels[i - 1], part);
    }
}

static uint8_t min_plus_one(uint8_t own, uint8_t neighbour)
{
    uint8_t next = (uint8_t)(neighbour + 1);
    return own < next ? own : next;
}

// Lowers each value of a row to at most 1 + the least of its three neighbors in the row before. Iterations are independent,
// so the compiler can vectorize the loop.
static void spread_from_row(uint8_t *restrict row, const uint8_t *restrict before, int w,
                            uint8_t outside)
{
    for (int x = 1; x + 1 < w; x++)
    {
        uint8_t sides = before[x - 1] < before[x + 1] ? before[x - 1] : before[x + 1];
        uint8_t least = sides < before[x] ? sides : before[x];
        row[x] = min_plus_one(row[x], least);
    }
    for (int x = 0; x<w; x += w> 1 ? w - 1 : 1) // the ends
    {
        row[x] = min_plus_one(row[x], before[x]);
        row[x] = min_plus_one(row[x], x > 0 ? before[x - 1] : outside);
        row[x] = min_plus_one(row[x], x + 1 < w ? before[x + 1] : outside);
    }
}

// Computes the chessboard distance transform in two passes (Rosenfeld and Pfaltz, "Distance functions on digital pictures",
// 1968): zeros stay, every other value becomes 1 + the least of its eight neighbors, at most 126. Outside the border
// everything is empty. Both transforms run together, as in each one a value depends on its left neighbor and would wait for
// it.
static void spread_distances(uint8_t *to_solid, uint8_t *to_empty, int w, int h)
{
    for (int pass = 0; pass < 2; pass++)
    {
        int step = pass ? -1 : 1;
        for (int j = 0; j < h; j++)
        {
            ptrdiff_t row = (ptrdiff_t)(pass ? h - 1 - j : j) * w,
                      before = row - (ptrdiff_t)step * w;
            if (j > 0) spread_from_row(to_solid + row, to_solid + before, w, 126);
            if (j > 0) spread_from_row(to_empty + row, to_empty + before, w, 0);
            for (int x = 0; x < w && j == 0; x++)
                to_empty[row + x] = min_plus_one(to_empty[row + x], 0);
            uint8_t solid = 126, empty = 0;
            for (int i = 0; i < w; i++)
            {
                ptrdiff_t x = row + (pass ? w - 1 - i : i);
                to_solid[x] = solid = min_plus_one(to_solid[x], solid);
                to_empty[x] = empty = min_plus_one(to_empty[x], empty);
            }
        }
    }
}

// Computes the clearance of all blocks. The distances to solid and to empty blocks are in `scratch`; of the two at a block,
// at most one is not zero, and it is the clearance.
static void measure_clearance(field_blocks *blocks, uint8_t *scratch)
{
    size_t         count = (size_t)blocks->columns * (size_t)blocks->rows;
    const uint8_t *state = blocks->levels[0].state;
    uint8_t       *to_solid = scratch, *to_empty = scratch + count;
    for (size_t i = 0; i < count; i++)
    {
        to_solid[i] = state[i] == FIELD_EMPTY ? 126 : 0;
        to_empty[i] = state[i] == FIELD_FULL ? 126 : 0;
    }
    spread_distances(to_solid, to_empty, blocks->columns, blocks->rows);
    for (size_t i = 0; i < count; i++) blocks->clearance[i] = (int8_t)(to_solid[i] - to_empty[i]);
}

static void field_blocks_lay_out(field_blocks *blocks, int width, int height)
{
    blocks->columns = (width + FIELD_BLOCK - 1) / FIELD_BLOCK;
    blocks->rows = (height + FIELD_BLOCK - 1) / FIELD_BLOCK;
    int w = blocks->columns, h = blocks->rows;
    blocks->bytes = (size_t)w * (size_t)h;
    for (int i = 0; i < FIELD_MAX_LEVELS; i++)
    {
        blocks->levels[i].width = w;
        blocks->levels[i].height = h;
        blocks->bytes += (size_t)w * (size_t)h;
        blocks->level_count = i + 1;
        if (w == 1 && h == 1) break;
        w = (w + 1) / 2;
        h = (h + 1) / 2;
    }
}

rim_status field_blocks_create(field_blocks *out, const rim_mask *mask, const rim_allocator *from)
{
    field_blocks blocks = { 0 }, none = { 0 };
    *out = none;
    if (rim_mask_width(mask) == 0 || rim_mask_height(mask) == 0) return RIM_OK;

    field_blocks_lay_out(&blocks, rim_mask_width(mask), rim_mask_height(mask));
    size_t   count = (size_t)blocks.columns * (size_t)blocks.rows;
    uint8_t *block = memory_allocate(from, blocks.bytes, 1);
    uint8_t *scratch = memory_allocate(from, 2 * count, 1);
    if (!block || !scratch)
    {
        memory_release(from, block, blocks.bytes, 1);
        memory_release(from, scratch, 2 * count, 1);
        return RIM_ERR_MEMORY;
    }

    blocks.clearance = (int8_t *)block;
    block += count;
    for (int i = 0; i < blocks.level_count; i++)
    {
        blocks.levels[i].state = block;
        block += (size_t)blocks.levels[i].width * (size_t)blocks.levels[i].height;
    }
    classify(&blocks, mask, rim_rect_make(0, 0, blocks.columns, blocks.rows));
    measure_clearance(&blocks, scratch);
    memory_release(from, scratch, 2 * count, 1);
    *out = blocks;
    return RIM_OK;
}

// --- after an edit --------------------------------------------------------------------------------
//
// Clearances are the one solution of: 0 at a mixed block; elsewhere 1 + the least of the eight
// neighbours' distances to the nearest block that is not of this one's kind, cut off at 126. (There is
// one only: going down from any block below 126 leads to a block of distance 0.) So if a window is made
// consistent and the blocks around it still are, all is as if computed from scratch; if they are not,
// the window was too small.

enum
{
    FAR = 126,
    FIRST_MARGIN = 2 // blocks around an edit
};

// Returns the distance to the nearest block of the other kind that block (x, y) offers to a neighbor of the given kind.
static int distance_in(const field_blocks *b, int x, int y, int kind)
{
    if (x < 0 || y < 0 || x >= b->columns || y >= b->rows) return kind == FIELD_FULL ? 0 : FAR;
    int clearance = b->clearance[(size_t)y * (size_t)b->columns + (size_t)x];
    int distance = kind == FIELD_FULL ? -clearance : clearance;
    return distance > 0 ? distance : 0;
}

// Returns the clearance of a block by its neighbors: those before it in reading order, those after it, or both.
static int clearance_from(const field_blocks *b, int x, int y, bool before, bool after)
{
    static const int around[8][2] = { { -1, -1 }, { 0, -1 }, { 1, -1 }, { -1, 0 },
                                      { 1, 0 },   { -1, 1 }, { 0, 1 },  { 1, 1 } };
    int              kind = b->levels[0].state[(size_t)y * (size_t)b->columns + (size_t)x];
    if (kind == FIELD_MIXED) return 0;
    int least = FAR;
    for (int i = before ? 0 : 4; i < (after ? 8 : 4); i++)
    {
        int distance = distance_in(b, x + around[i][0], y + around[i][1], kind) + 1;
        least = distance < least ? distance : least;
    }
    return kind == FIELD_FULL ? -least : least;
}

static int field_blocks_nearer(int a, int b)
{
    return (a < 0 ? -a : a) < (b < 0 ? -b : b) ? a : b;
}

// Makes one pass over `count` columns of a row that have neighbors on both sides. Step -1 compares with the row above and
// the left neighbor, step 1 with the row below and the right one.
//
// Special path: a crater in the ground below an open sky changes thousands of blocks (bench row "W14 dig").
static void measure_inner(int8_t *clearance, const uint8_t *state, ptrdiff_t row, int count,
                          int step)
{
    int beside = clearance[step], beside_sign = beside > 0 ? 1 : beside < 0 ? -1 : 0;
    beside *= beside_sign;
    for (int i = 0; i < count; i++, clearance -= step, state -= step)
    {
        int sign = *state == FIELD_FULL ? -1 : *state == FIELD_EMPTY ? 1 : 0;
        int least = sign * *clearance - 1;
        for (int k = -1; k <= 1; k++)
        {
            int distance = sign * clearance[step * row + k];
            distance = distance > 0 ? distance : 0;
            least = distance < least ? distance : least;
        }
        int same = sign == beside_sign ? beside : 0;
        beside = (same < least ? same : least) + 1;
        beside_sign = sign;
        *clearance = (int8_t)(sign * beside);
    }
}

static void measure_block(field_blocks *b, int x, int y, bool before)
{
    int8_t *own = &b->clearance[(size_t)y * (size_t)b->columns + (size_t)x];
    *own = (int8_t)field_blocks_nearer(clearance_from(b, x, y, before, !before), *own);
}

// Makes the two passes of the distance transform inside a window. The values around the window stay.
static void measure_window(field_blocks *b, rim_rect w)
{
    for (int y = w.y0; y < w.y1; y++)
        for (int x = w.x0; x < w.x1; x++)
        {
            size_t i = (size_t)y * (size_t)b->columns + (size_t)x;
            int    kind = b->levels[0].state[i];
            b->clearance[i] = (int8_t)(kind == FIELD_MIXED ? 0 : kind == FIELD_FULL ? -FAR : FAR);
        }
    int lo = w.x0 > 1 ? w.x0 : 1, hi = w.x1 < b->columns ? w.x1 : b->columns - 1; // inner columns
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < w.y1 - w.y0; k++)
        {
            int    y = pass ? w.y1 - 1 - k : w.y0 + k, step = pass ? 1 : -1;
            int    first = pass ? w.x1 - 1 : w.x0, last = pass ? w.x0 : w.x1 - 1;
            bool   inner = y + step >= 0 && y + step < b->rows && lo < hi;
            size_t i = (size_t)y * (size_t)b->columns + (size_t)(pass ? hi - 1 : lo);
            for (int x = first; x != last - step; x -= step)
            {
                if (inner && x == (pass ? hi - 1 : lo))
                {
                    measure_inner(b->clearance + i, b->levels[0].state + i, b->columns, hi - lo,
                                  step);
                    x = pass ? lo : hi - 1;
                }
                else
                    measure_block(b, x, y, !pass);
            }
        }
}

static bool is_consistent(const field_blocks *b, int x, int y)
{
    if (x < 0 || y < 0 || x >= b->columns || y >= b->rows) return true;
    return b->clearance[(size_t)y * (size_t)b->columns + (size_t)x] ==
           clearance_from(b, x, y, true, true);
}

static bool surroundings_hold(const field_blocks *b, rim_rect w)
{
    for (int x = w.x0 - 1; x <= w.x1; x++)
        if (!is_consistent(b, x, w.y0 - 1) || !is_consistent(b, x, w.y1)) return false;
    for (int y = w.y0; y < w.y1; y++)
        if (!is_consistent(b, w.x0 - 1, y) || !is_consistent(b, w.x1, y)) return false;
    return true;
}

void field_blocks_update(field_blocks *blocks, const rim_mask *mask, rim_rect changed)
{
    rim_rect whole = rim_rect_make(0, 0, rim_mask_width(mask), rim_mask_height(mask));
    rim_rect part = rim_rect_intersect(changed, whole);
    if (rim_rect_is_empty(part)) return;
    part = rim_rect_make(part.x0 / FIELD_BLOCK, part.y0 / FIELD_BLOCK,
                         (part.x1 + FIELD_BLOCK - 1) / FIELD_BLOCK,
                         (part.y1 + FIELD_BLOCK - 1) / FIELD_BLOCK);
    classify(blocks, mask, part);

    whole = rim_rect_make(0, 0, blocks->columns, blocks->rows);
    for (int margin = FIRST_MARGIN;; margin *= 2)
    {
        rim_rect window =
            rim_rect_make(part.x0 - margin, part.y0 - margin, part.x1 + margin, part.y1 + margin);
        window = rim_rect_intersect(window, whole);
        measure_window(blocks, window);
        if (surroundings_hold(blocks, window)) return;
    }
}

void field_blocks_destroy(field_blocks *blocks, const rim_allocator *from)
{
    memory_release(from, blocks->clearance, blocks->bytes, 1);
    field_blocks none = { 0 };
    *blocks = none;
}
