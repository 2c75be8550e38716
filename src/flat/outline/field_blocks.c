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

// --- clearances -----------------------------------------------------------------------------------------
//
// Inside a tile, with d(x, y) the distance of square (x, y) to the nearest one that is not of its kind,
//
//      along(x, y) = min over i of (|i| if (x + i, y) is of another kind)           a row alone
//      d(x, y)     = min over j of max(|j|, along(x, y + j))                        all rows
//
// both for |i|, |j| <= FIELD_MAX_CLEARANCE. The loops have no order within a row, so that compilers make vectors of them.

enum
{
    TILE_SIDE = 48, // what a tile reads
    TILE_PAD = 4,   // of the longest step along a row
    TILE_INNER = TILE_SIDE - 2 * FIELD_MAX_CLEARANCE
};

// Stores FIELD_MAX_CLEARANCE where row y of the level has a square of this kind, 0 elsewhere, from column x on. Beyond the level's sides
// all is empty.
static void load_kind(uint8_t *out, const field_level *level, int x, int y, int width, int kind)
{
    int first = x < 0 ? -x : 0, end = level->width - x < width ? level->width - x : width;
    memset(out, kind == FIELD_EMPTY ? FIELD_MAX_CLEARANCE : 0, (size_t)width);
    for (int i = first; i < end; i++)
        out[i] =
            level->state[(ptrdiff_t)y * level->width + (x + i)] == kind ? FIELD_MAX_CLEARANCE : 0;
}

// Stores in `out` each value of `in`, lowered to `step` + the values `step` columns to its left and right. Requires `step`
// readable values on both sides, and a width of whole vectors of 16, which the mask of the loop tells the compiler.
static void lower_along(uint8_t *restrict out, const uint8_t *restrict in, int step, int width)
{
    for (int i = 0; i < (width & ~15); i++)
    {
        uint8_t left = in[i - step], right = in[i + step];
        uint8_t beside = (uint8_t)((left < right ? left : right) + step);
        out[i] = in[i] < beside ? in[i] : beside;
    }
}

// Makes `along` of row y of the level, from column x on. Any |i| <= 7 is a sum of some of 1, 2 and 4. What is beyond the
// tile counts as of the same kind.
static void measure_row(uint8_t along[TILE_SIDE], const field_level *level, int x, int y, int width,
                        int kind)
{
    if (y < 0 || y >= level->height)
    {
        memset(along, kind == FIELD_EMPTY ? FIELD_MAX_CLEARANCE : 0, (size_t)width);
        return;
    }
    uint8_t padded[2][TILE_PAD + TILE_SIDE + TILE_PAD], *one = padded[0] + TILE_PAD,
                                                        *two = padded[1] + TILE_PAD;
    for (int i = 0; i < 2; i++)
    {
        memset(padded[i], FIELD_MAX_CLEARANCE, TILE_PAD);
        memset(padded[i] + TILE_PAD + width, FIELD_MAX_CLEARANCE, TILE_PAD);
    }
    load_kind(one, level, x, y, width, kind);
    lower_along(two, one, 1, width);
    lower_along(one, two, 2, width);
    lower_along(along, one, 4, width);
}

// Computes the distances d of one row (see above). Requires `along` of this row, which is along[0], and of the
// FIELD_MAX_CLEARANCE rows above and below, and a width of whole vectors, which the mask of the loop tells the compiler.
static void measure_across_rows(uint8_t *restrict d, uint8_t (*along)[TILE_SIDE], int width)
{
    memcpy(d, along[0], (size_t)width);
    for (uint8_t j = 1; j <= FIELD_MAX_CLEARANCE; j++)
        for (int i = 0; i < (width & ~15); i++)
        {
            uint8_t above = along[-j][i], below = along[j][i];
            uint8_t least = above < below ? above : below, most = least > j ? least : j;
            d[i] = d[i] < most ? d[i] : most;
        }
}

// Computes the clearances of a part of a level that is at most TILE_INNER wide and high.
static void measure_tile(const field_level *level, rim_rect part)
{
    uint8_t along[2][TILE_SIDE][TILE_SIDE]; // to what is not empty, to what is not full
    int     height = part.y1 - part.y0 + 2 * FIELD_MAX_CLEARANCE;
    int     width = (part.x1 - part.x0 + 2 * FIELD_MAX_CLEARANCE + 15) & ~15; // whole vectors
    for (int y = 0; y < height; y++)
        for (int k = 0; k < 2; k++)
            measure_row(along[k][y], level, part.x0 - FIELD_MAX_CLEARANCE,
                        part.y0 - FIELD_MAX_CLEARANCE + y, width,
                        k == 0 ? FIELD_EMPTY : FIELD_FULL);
    for (int y = part.y0; y < part.y1; y++)
    {
        uint8_t to_solid[TILE_SIDE], to_empty[TILE_SIDE];
        measure_across_rows(to_solid, along[0] + FIELD_MAX_CLEARANCE + (y - part.y0), width);
        measure_across_rows(to_empty, along[1] + FIELD_MAX_CLEARANCE + (y - part.y0), width);
        int8_t *clearance = level->clearance + (ptrdiff_t)y * level->width;
        for (int x = part.x0; x < part.x1; x++)
        {
            int i = x - part.x0 + FIELD_MAX_CLEARANCE;
            clearance[x] = (int8_t)(to_solid[i] - to_empty[i]); // one of them is 0
        }
    }
}

// Computes the clearances that depend on a part of the states of a level.
static void measure(const field_level *level, rim_rect part)
{
    rim_rect all = rim_rect_make(0, 0, level->width, level->height);
    part = rim_rect_make(part.x0 - FIELD_MAX_CLEARANCE, part.y0 - FIELD_MAX_CLEARANCE,
                         part.x1 + FIELD_MAX_CLEARANCE, part.y1 + FIELD_MAX_CLEARANCE);
    part = rim_rect_intersect(part, all);
    for (int y = part.y0; y < part.y1; y += TILE_INNER)
        for (int x = part.x0; x < part.x1; x += TILE_INNER)
            measure_tile(level, rim_rect_intersect(
                                    part, rim_rect_make(x, y, x + TILE_INNER, y + TILE_INNER)));
}

// Computes all that depends on a part of the blocks.
static void classify(field_blocks *blocks, const rim_mask *mask, rim_rect part)
{
    classify_blocks(&blocks->levels[0], mask, part);
    measure(&blocks->levels[0], part);
    for (int i = 1; i < blocks->level_count; i++)
    {
        part = rim_rect_make(part.x0 / 2, part.y0 / 2, (part.x1 + 1) / 2, (part.y1 + 1) / 2);
        build_upper(&blocks->levels[i], &blocks->levels[i - 1], part);
        if (blocks->levels[i].clearance) measure(&blocks->levels[i], part);
    }
}

// Computes the sizes of all levels, and of their memory: a byte of state per square, and a byte of clearance where the
// level is measured. Each level has half the columns and rows of the one below, down to one square.
static void field_blocks_lay_out(field_blocks *blocks, int width, int height)
{
    blocks->columns = (width + FIELD_BLOCK - 1) / FIELD_BLOCK;
    blocks->rows = (height + FIELD_BLOCK - 1) / FIELD_BLOCK;
    int w = blocks->columns, h = blocks->rows;
    for (int i = 0; i < FIELD_MAX_LEVELS; i++)
    {
        blocks->levels[i].width = w;
        blocks->levels[i].height = h;
        bool measured = i == 0 || (i % FIELD_SCALE == 0 && (w >= 3 || h >= 3));
        if (measured) blocks->measured = i + 1;
        blocks->bytes += (size_t)w * (size_t)h * (measured ? 2 : 1);
        blocks->level_count = i + 1;
        if (w == 1 && h == 1) break;
        w = (w + 1) / 2;
        h = (h + 1) / 2;
    }
}

// Creates the levels in one block of memory and classifies all squares. A mask without pixels has no levels.
rim_status field_blocks_create(field_blocks *out, const rim_mask *mask, const rim_allocator *from)
{
    field_blocks blocks = { 0 }, none = { 0 };
    *out = none;
    if (rim_mask_width(mask) == 0 || rim_mask_height(mask) == 0) return RIM_OK;

    field_blocks_lay_out(&blocks, rim_mask_width(mask), rim_mask_height(mask));
    uint8_t *block = memory_allocate(from, blocks.bytes, 1);
    if (!block) return RIM_ERR_MEMORY;
    blocks.block = block;
    for (int i = 0; i < blocks.level_count; i++)
    {
        field_level *level = &blocks.levels[i];
        size_t       count = (size_t)level->width * (size_t)level->height;
        level->state = block;
        block += count;
        if (i % FIELD_SCALE != 0 || i >= blocks.measured) continue;
        level->clearance = (int8_t *)block;
        block += count;
    }
    classify(&blocks, mask, rim_rect_make(0, 0, blocks.columns, blocks.rows));
    *out = blocks;
    return RIM_OK;
}

// Classifies the squares that contain a changed pixel, and all that depends on them.
void field_blocks_update(field_blocks *blocks, const rim_mask *mask, rim_rect changed)
{
    rim_rect whole = rim_rect_make(0, 0, rim_mask_width(mask), rim_mask_height(mask));
    rim_rect part = rim_rect_intersect(changed, whole);
    if (rim_rect_is_empty(part)) return;
    part = rim_rect_make(part.x0 / FIELD_BLOCK, part.y0 / FIELD_BLOCK,
                         (part.x1 + FIELD_BLOCK - 1) / FIELD_BLOCK,
                         (part.y1 + FIELD_BLOCK - 1) / FIELD_BLOCK);
    classify(blocks, mask, part);
}

void field_blocks_destroy(field_blocks *blocks, const rim_allocator *from)
{
    memory_release(from, blocks->block, blocks->bytes, 1);
    field_blocks none = { 0 };
    *blocks = none;
}
