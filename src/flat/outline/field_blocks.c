#include "flat/outline/field_blocks.h"

#include "base/memory.h"
#include "flat/mask/bits.h"

#include <string.h>

enum
{
    BYTES = 8 // of a word
};

// Returns eight bytes as a word, the first one lowest. Written out, so that compilers make one load of it.
static uint64_t load_bytes(const uint8_t *p)
{
    uint64_t low = p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24;
    return low | (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 |
           (uint64_t)p[7] << 56;
}

// Stores the eight bytes of a word, the lowest one first.
static void store_bytes(uint8_t *p, uint64_t bytes)
{
    p[0] = (uint8_t)bytes;
    p[1] = (uint8_t)(bytes >> 8);
    p[2] = (uint8_t)(bytes >> 16);
    p[3] = (uint8_t)(bytes >> 24);
    p[4] = (uint8_t)(bytes >> 32);
    p[5] = (uint8_t)(bytes >> 40);
    p[6] = (uint8_t)(bytes >> 48);
    p[7] = (uint8_t)(bytes >> 56);
}

// Stores the first `count` of the eight bytes of a word, all eight if count > 8.
static void store_some_bytes(uint8_t *p, uint64_t bytes, int count)
{
    if (count >= BYTES)
        store_bytes(p, bytes);
    else
        for (int i = 0; i < count; i++) p[i] = (uint8_t)(bytes >> 8 * i);
}

// Stores the first `count` of the eight bytes of a word, all eight if count > 8. Returns true if one of them differs
// from the byte that was there before.
static bool replace_bytes(uint8_t *p, uint64_t bytes, int count)
{
    uint64_t before = 0;
    if (count >= BYTES)
        before = load_bytes(p);
    else
        for (int i = 0; i < count; i++) before |= (uint64_t)p[i] << 8 * i;
    store_some_bytes(p, bytes, count);
    return before != (bytes & mask_low_bits(8 * count));
}

// Moves the position `at` of a loop over eight bytes at a time, so that the last eight of first .. end - 1 are eight
// bytes, too. If fewer than eight bytes are left, returns end - 8: the eight bytes then overlap those before. If
// first .. end - 1 are fewer than eight bytes, returns `at`.
static int last_eight(int at, int first, int end)
{
    return end - at < BYTES && end - BYTES >= first ? end - BYTES : at;
}

// Returns eight bytes, byte i with bits 4 i .. 4 i + 3 of the lower half of the word. Moves the two halves of that half
// apart, then the two bytes of each, then the two nibbles of each byte.
static uint64_t bytes_of_nibbles(uint64_t nibbles)
{
    nibbles = (nibbles & 0x0000ffffu) | (nibbles & 0xffff0000u) << 16;
    nibbles = (nibbles | nibbles << 8) & 0x00ff00ff00ff00ffu;
    return (nibbles | nibbles << 4) & 0x0f0f0f0f0f0f0f0fu;
}

enum
{
    WORD_BLOCKS = 64 / FIELD_BLOCK // in a word of 64 columns
};

// Computes the states of `count` blocks, of the 16 in a word of 64 columns and four rows; all 16 if count > 16. Bits 4
// i .. 4 i + 3 are block i's columns: set in `any` if a column has a solid pixel, in `all` if all of its pixels are
// solid. In each word combines a block's four bits in the lowest of them: by or in `any`, by and in `all`. The sum of
// the two bits is 0 for an empty block, 1 for a mixed one and 2 for a full one: FIELD_EMPTY, FIELD_MIXED, FIELD_FULL.
// Returns true if a state changes.
static bool classify_words(uint64_t any, uint64_t all, uint8_t *state, int count)
{
    const uint64_t lowest_of_four = 0x1111111111111111u;
    any |= any >> 1;
    any |= any >> 2;
    all &= all >> 1;
    all &= all >> 2;
    uint64_t states = (any & lowest_of_four) + (all & lowest_of_four);
    bool     differs = replace_bytes(state, bytes_of_nibbles(states), count);
    if (count > BYTES)
        differs |= replace_bytes(state + BYTES, bytes_of_nibbles(states >> 32), count - BYTES);
    return differs;
}

// Computes the states of level 0, the blocks, in a rectangle of blocks, widened to whole words. Pixels beyond the mask
// are empty. Returns the rectangle, reduced to the rows from the first to the last one in which a state changes, or in
// all rows if is_new. The rectangle is empty if no state changes.
static rim_rect classify_blocks(const field_level *level, const rim_mask *mask, rim_rect rect,
                                bool is_new)
{
    rim_rect changed = rim_rect_make(rect.x0, rect.y1, rect.x1, rect.y0);
    int      height = rim_mask_height(mask), first_column = rect.x0 - rect.x0 % WORD_BLOCKS;
    for (int row = rect.y0; row < rect.y1; row++)
    {
        bool differs = is_new;
        for (int column = first_column; column < rect.x1; column += WORD_BLOCKS)
        {
            uint64_t any = 0, all = ~(uint64_t)0;
            for (int y = FIELD_BLOCK * row; y < FIELD_BLOCK * (row + 1); y++)
            {
                uint64_t word = y < height ? mask_word(mask, column / WORD_BLOCKS, y) : 0;
                any |= word;
                all &= word;
            }
            uint8_t *state = level->state + (size_t)row * (size_t)level->width + column;
            differs |=
                classify_words(any, all, state, mask_min(level->width - column, WORD_BLOCKS));
        }
        if (!differs) continue;
        changed.y0 = mask_min(changed.y0, row);
        changed.y1 = row + 1;
    }
    return changed;
}

// Returns the state of square (x, y) from its four squares on the level below. At the right and lower border some of
// these do not exist; they lie outside the mask and are empty. So a square that reaches outside is never full.
static uint8_t state_of_four(const field_level *lower, int x, int y)
{
    bool           has_right = 2 * x + 1 < lower->width, has_below = 2 * y + 1 < lower->height;
    const uint8_t *upper_left = lower->state + (ptrdiff_t)(2 * y) * lower->width + 2 * x;
    const uint8_t *lower_left = upper_left + lower->width;
    int            a = upper_left[0], b = has_right ? upper_left[1] : FIELD_EMPTY;
    int            c = has_below ? lower_left[0] : FIELD_EMPTY;
    int            d = has_right && has_below ? lower_left[1] : FIELD_EMPTY;
    if ((a | b | c | d) == FIELD_EMPTY) return FIELD_EMPTY;
    return (a & b & c & d) == FIELD_FULL ? FIELD_FULL : FIELD_MIXED;
}

// Computes the states of a level in a rectangle of its squares, from those of the level below. Returns true if one of
// them differs from before. If is_new, there are no states before, and returns true.
static bool build_upper(const field_level *upper, const field_level *lower, rim_rect rect,
                        bool is_new)
{
    bool differs = is_new;
    for (int y = rect.y0; y < rect.y1; y++)
        for (int x = rect.x0; x < rect.x1; x++)
        {
            uint8_t *state = &upper->state[(size_t)y * (size_t)upper->width + (size_t)x];
            uint8_t  now = state_of_four(lower, x, y);
            differs = differs || *state != now;
            *state = now;
        }
    return differs;
}

// --- clearances -----------------------------------------------------------------------------------------
//
// A window of a level has a word for each row, with a bit for each square. Squares are of two kinds here, empty and full.
// An erosion keeps those bits of a kind whose eight neighbors are of that kind too. So the clearance of a square is how
// often its bit is set in the windows before and after FIELD_MAX_CLEARANCE - 1 erosions, one after the other. Each erosion
// makes one more row and column at the window's sides wrong.
//
// The first erosion needs a window for each kind. After it, squares of two kinds are never neighbors, as all neighbors of
// each are of its own kind. So one window for both kinds is enough for the other erosions.

enum
{
    WINDOW_SIDE = 64,                      // columns and rows
    WINDOW_EDGE = FIELD_MAX_CLEARANCE - 1, // of these at each side, which get wrong
    WINDOW_INNER = WINDOW_SIDE - 2 * WINDOW_EDGE,
    CLEARANCE_DIGITS = 3 // binary: FIELD_MAX_CLEARANCE is 7
};

#define LOW_BITS 0x0101010101010101u // the lowest bit of each byte

// Returns eight bits, bit i set if the lowest bit of byte i is. The factor has the bits 7, 14, .. 56. Its bit 7 (8 - i)
// moves bit 8 i to bit 8 i + 7 (8 - i) = 56 + i. No two of the moved bits meet, so nothing carries. The bits beyond 63
// are lost, and those below 56 are shifted out.
static unsigned bits_of_bytes(uint64_t bytes)
{
    return (unsigned)((bytes & LOW_BITS) * 0x0102040810204080u >> 56);
}

// Returns eight bytes, byte i 1 if bit i of `bits` is set, else 0. The product copies the eight bits to all bytes, of
// which byte i keeps bit i. The sum with 0x7f sets the highest bit of each byte that is not 0.
static uint64_t bytes_of_bits(unsigned bits)
{
    uint64_t own = (bits & 255u) * LOW_BITS & 0x8040201008040201u;
    return (own + 0x7f7f7f7f7f7f7f7fu) >> 7 & LOW_BITS; // no carry: a byte is at most 0x80 + 0x7f
}

// A row of a window: the squares that are empty and those that are full. Bit i is the window's column i.
typedef struct kind_row
{
    uint64_t empty, full;
} kind_row;

// Returns which squares x .. x + columns - 1 of row y of a level are empty, and which are full, in bits
// 0 .. columns - 1. Reads eight at a time. x and y may lie outside the level, where everything is empty. Bit 0 of a
// state is set for FIELD_MIXED and bit 1 for FIELD_FULL, so one of them is set for a square that has solid pixels.
// Requires columns <= 64.
static kind_row read_kinds(const field_level *level, int x, int y, int columns)
{
    uint64_t solid = 0, full = 0;
    if (y >= 0 && y < level->height)
    {
        const uint8_t *row = level->state + (ptrdiff_t)y * level->width;
        int            end = x + columns < level->width ? x + columns : level->width;
        int            first = x > 0 ? x : 0;
        for (int at = first; at < end; at += BYTES)
        {
            at = last_eight(at, first, end);
            uint64_t states = 0; // a byte each
            if (end - at >= BYTES)
                states = load_bytes(row + at);
            else
                for (int i = 0; i < end - at; i++) states |= (uint64_t)row[at + i] << 8 * i;
            solid |= (uint64_t)bits_of_bytes(states | states >> 1) << (at - x);
            full |= (uint64_t)bits_of_bytes(states >> 1) << (at - x);
        }
    }
    return (kind_row){ ~solid, full };
}

// Erodes rows from .. end - 1 of a window: keeps a bit if it and its eight neighbors are set. Combines the bits along
// the rows first, then across them. Reads rows from - 1 and end, too. The loops have no order, so that compilers make
// vectors of them.
static void erode(uint64_t *rows, int from, int end)
{
    uint64_t along[WINDOW_SIDE];
    for (int y = from - 1; y <= end; y++) along[y] = rows[y] & rows[y] << 1 & rows[y] >> 1;
    for (int y = from; y < end; y++) rows[y] = along[y - 1] & along[y] & along[y + 1];
}

// The sizes of a window's clearances as binary numbers, a bit for each square: bit i of digits[k][y] is digit k of the size
// of column i in row y.
typedef struct clearance_sizes
{
    uint64_t digits[CLEARANCE_DIGITS][WINDOW_SIDE];
} clearance_sizes;

// Adds 1 to the sizes of the squares whose bit is set in at_least_n; these sizes are n - 1 before. Requires calls for
// n = 1, 2, ... in this order. Leaves out the first and the last WINDOW_EDGE of the window's `rows` rows. From n - 1 to
// n, binary digit k changes if n is a multiple of 2^k.
static void count_to(clearance_sizes *sizes, int n, const uint64_t *at_least_n, int rows)
{
    for (int k = 0; k < CLEARANCE_DIGITS; k++)
    {
        if (n % (1 << k) != 0) break;
        for (int y = WINDOW_EDGE; y < rows - WINDOW_EDGE; y++) sizes->digits[k][y] ^= at_least_n[y];
    }
}

// Stores the clearances of row y of a window, from column WINDOW_EDGE on, for `count` squares, eight at a time. The
// size of a clearance is the sum of 2^k digit k. Its sign is negative if `negative` has the column's bit.
static void write_clearances(int8_t *out, int count, const clearance_sizes *sizes, int y,
                             uint64_t negative)
{
    for (int x = 0; x < count; x += BYTES)
    {
        x = last_eight(x, 0, count);
        int      column = x + WINDOW_EDGE;
        uint64_t bytes = 0;
        for (int k = 0; k < CLEARANCE_DIGITS; k++)
            bytes += bytes_of_bits((unsigned)(sizes->digits[k][y] >> column)) << k;

        // -n is ~n + 1 in each byte; no byte carries into the next, as a negative clearance is not 0.
        uint64_t minus = bytes_of_bits((unsigned)(negative >> column));
        bytes = (bytes ^ minus * 255) + minus;
        store_some_bytes((uint8_t *)out + x, bytes, count - x);
    }
}

// Computes the clearances of a rectangle of a level's squares, at most WINDOW_INNER wide and high, in a window that is
// WINDOW_EDGE squares wider on each side. Full squares get negative clearances. For each n, after n - 1 erosions,
// `both` has the bits of the squares, empty or full, whose clearance has at least the size n.
static void measure_window(const field_level *level, rim_rect rect)
{
    uint64_t        empty[WINDOW_SIDE], full[WINDOW_SIDE], both[WINDOW_SIDE], negative[WINDOW_SIDE];
    clearance_sizes sizes;
    int             x0 = rect.x0 - WINDOW_EDGE, y0 = rect.y0 - WINDOW_EDGE;
    int             columns = rect.x1 + WINDOW_EDGE - x0, rows = rect.y1 + WINDOW_EDGE - y0;
    for (int y = 0; y < rows; y++)
    {
        kind_row kinds = read_kinds(level, x0, y0 + y, columns);
        empty[y] = kinds.empty;
        full[y] = kinds.full;
        negative[y] = kinds.full;
        both[y] = kinds.empty | kinds.full;
        for (int k = 0; k < CLEARANCE_DIGITS; k++) sizes.digits[k][y] = 0;
    }
    count_to(&sizes, 1, both, rows);

    // The first erosion, of each kind by itself.
    erode(empty, 1, rows - 1);
    erode(full, 1, rows - 1);
    for (int y = 1; y < rows - 1; y++) both[y] = empty[y] | full[y];
    count_to(&sizes, 2, both, rows);

    // The others, of both kinds together.
    for (int erosions = 2; erosions < FIELD_MAX_CLEARANCE; erosions++)
    {
        erode(both, erosions, rows - erosions);
        count_to(&sizes, erosions + 1, both, rows);
    }
    for (int y = rect.y0; y < rect.y1; y++)
    {
        int8_t *out = level->clearance + ((ptrdiff_t)y * level->width + rect.x0);
        write_clearances(out, rect.x1 - rect.x0, &sizes, y - y0, negative[y - y0]);
    }
}

// Computes the clearances that depend on the states in a rectangle of a level's squares: of the squares up to
// WINDOW_EDGE farther on each side. Goes window by window.
static void measure_clearances(const field_level *level, rim_rect rect)
{
    rim_rect whole = rim_rect_make(0, 0, level->width, level->height);
    rim_rect wider = rim_rect_make(rect.x0 - WINDOW_EDGE, rect.y0 - WINDOW_EDGE,
                                   rect.x1 + WINDOW_EDGE, rect.y1 + WINDOW_EDGE);
    wider = rim_rect_intersect(wider, whole);
    for (int y = wider.y0; y < wider.y1; y += WINDOW_INNER)
        for (int x = wider.x0; x < wider.x1; x += WINDOW_INNER)
        {
            rim_rect inner = rim_rect_make(x, y, x + WINDOW_INNER, y + WINDOW_INNER);
            measure_window(level, rim_rect_intersect(wider, inner));
        }
}

// Computes the states and clearances of all levels that depend on the blocks of `rect`. On each level `rect` becomes
// the rectangle of the squares that hold it. If no state of a level changes, no state above it does, and the function
// ends. The clearances of a level depend on its states only.
static void classify(field_blocks *blocks, const rim_mask *mask, rim_rect rect, bool is_new)
{
    rect = classify_blocks(&blocks->levels[0], mask, rect, is_new);
    if (rim_rect_is_empty(rect)) return;
    measure_clearances(&blocks->levels[0], rect);
    for (int i = 1; i < blocks->level_count; i++)
    {
        const field_level *level = &blocks->levels[i];
        rect = rim_rect_make(rect.x0 / 2, rect.y0 / 2, (rect.x1 + 1) / 2, (rect.y1 + 1) / 2);
        if (!build_upper(level, level - 1, rect, is_new)) return;
        if (level->clearance) measure_clearances(level, rect);
    }
}

// Sets the sizes of all levels and of their memory: a byte of state for each square, and a byte of clearance on
// measured levels. Each level has half the columns and rows of the one below, rounded up, down to one square. Requires
// a zeroed *blocks and a mask with pixels.
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
    classify(&blocks, mask, rim_rect_make(0, 0, blocks.columns, blocks.rows), true);
    *out = blocks;
    return RIM_OK;
}

// Classifies the blocks that contain a changed pixel, and all that depends on them.
void field_blocks_update(field_blocks *blocks, const rim_mask *mask, rim_rect changed)
{
    rim_rect whole = rim_rect_make(0, 0, rim_mask_width(mask), rim_mask_height(mask));
    rim_rect part = rim_rect_intersect(changed, whole);
    if (rim_rect_is_empty(part)) return;
    // From pixels to blocks, rounded outwards.
    part = rim_rect_make(part.x0 / FIELD_BLOCK, part.y0 / FIELD_BLOCK,
                         (part.x1 + FIELD_BLOCK - 1) / FIELD_BLOCK,
                         (part.y1 + FIELD_BLOCK - 1) / FIELD_BLOCK);
    classify(blocks, mask, part, false);
}

void field_blocks_destroy(field_blocks *blocks, const rim_allocator *from)
{
    memory_release(from, blocks->block, blocks->bytes, 1);
    field_blocks none = { 0 };
    *blocks = none;
}
