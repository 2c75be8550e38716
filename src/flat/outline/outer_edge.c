#include "flat/outline/outline.h"

#include "base/memory.h"
#include "flat/mask/bits.h"

// A flood fill of the outside. It covers the rows with solid pixels, in words of 64 columns with one bit for each pixel
// that is reached from outside. Everything beyond these rows and words is outside.
typedef struct flood
{
    const rim_mask *mask;
    int             y0, rows, strips;
    uint64_t       *outside; // strips words a row
    rim_allocator   allocator;
} flood;

static uint64_t solid_word(const flood *f, int row, int strip)
{
    return mask_strip(f->mask, strip)[f->y0 + row];
}

static uint64_t outside_word(const flood *f, int row, int strip)
{
    if (row < 0 || row >= f->rows || strip < 0 || strip >= f->strips) return UINT64_MAX;
    return f->outside[(size_t)row * (size_t)f->strips + (size_t)strip];
}

// Returns the bits spread through free neighbors towards higher columns. Each step doubles the distance.
static uint64_t spread_right(uint64_t bits, uint64_t free)
{
    for (int step = 1; step < 64; step *= 2)
    {
        bits |= free & bits << step;
        free &= free << step;
    }
    return bits;
}

// As spread_right, towards lower columns.
static uint64_t spread_left(uint64_t bits, uint64_t free)
{
    for (int step = 1; step < 64; step *= 2)
    {
        bits |= free & bits >> step;
        free &= free >> step;
    }
    return bits;
}

// Extends the outside into one row from above, below and both ends. Returns true if the row changed.
static bool flow_into_row(flood *f, int row)
{
    uint64_t *words = f->outside + (size_t)row * (size_t)f->strips;
    bool      changed = false;
    uint64_t  carry = 1; // the column left of the strip is outside
    for (int s = 0; s < f->strips; s++)
    {
        uint64_t free = ~solid_word(f, row, s), before = words[s];
        uint64_t seed = before | outside_word(f, row - 1, s) | outside_word(f, row + 1, s) | carry;
        words[s] = spread_right(seed & free, free);
        carry = words[s] >> 63;
        changed |= words[s] != before;
    }
    carry = UINT64_C(1) << 63;
    for (int s = f->strips; s-- > 0;)
    {
        uint64_t free = ~solid_word(f, row, s), before = words[s];
        words[s] = spread_left((before | carry) & free, free);
        carry = words[s] << 63;
        changed |= words[s] != before;
    }
    return changed;
}

// Extends the outside down and up until nothing changes: one round for a simple shape, more for a spiral.
static void flow(flood *f)
{
    bool changed = true;
    while (changed)
    {
        changed = false;
        for (int row = 0; row < f->rows; row++) changed |= flow_into_row(f, row);
        for (int row = f->rows; row-- > 0;) changed |= flow_into_row(f, row);
    }
}

// Adds a piece from (x0, y0) to (x1, y1). Returns false without memory.
static bool outer_edge_add_piece(outer_edge *edge, int x0, int y0, int x1, int y1)
{
    void *block = edge->pieces;
    if (!memory_reserve(&edge->allocator, &block, &edge->capacity, edge->count + 1,
                        sizeof *edge->pieces))
        return false;
    edge->pieces = block;
    edge_piece piece = { x0, y0, x1, y1 };
    edge->pieces[edge->count++] = piece;
    return true;
}

// The side of a solid pixel that borders an outside pixel.
typedef enum outer_edge_side
{
    TOP,
    BOTTOM,
    OUTER_EDGE_LEFT,
    OUTER_EDGE_RIGHT
} outer_edge_side;

// Returns the pixels of a word whose side of a kind is on the outer edge.
static uint64_t outer_edge_sides_of(const flood *f, outer_edge_side kind, int row, int strip)
{
    if (row < 0 || row >= f->rows) return 0;
    uint64_t solid = solid_word(f, row, strip), here;
    switch (kind)
    {
    case TOP:
        return solid & outside_word(f, row - 1, strip);
    case BOTTOM:
        return solid & outside_word(f, row + 1, strip);
    case OUTER_EDGE_LEFT:
        here = outside_word(f, row, strip);
        return solid & (here << 1 | outside_word(f, row, strip - 1) >> 63);
    default:
        here = outside_word(f, row, strip);
        return solid & (here >> 1 | outside_word(f, row, strip + 1) << 63);
    }
}

static bool has_side(const flood *f, outer_edge_side kind, int row, int x)
{
    return x < 64 * f->strips && (outer_edge_sides_of(f, kind, row, x / 64) >> (x % 64) & 1);
}

// Adds the pieces of one row along x. A piece starts where the pixel to the left has no such side. Returns false without
// memory.
static bool outer_edge_add_row(outer_edge *edge, const flood *f, outer_edge_side kind, int row)
{
    int      y = f->y0 + row + (kind == BOTTOM);
    uint64_t carry = 0;
    for (int s = 0; s < f->strips; s++)
    {
        uint64_t sides = outer_edge_sides_of(f, kind, row, s),
                 starts = sides & ~(sides << 1 | carry);
        carry = sides >> 63;
        for (; starts; starts &= starts - 1)
        {
            int x0 = 64 * s + mask_lowest(starts), x1 = x0 + 1;
            while (has_side(f, kind, row, x1)) x1++;
            if (!outer_edge_add_piece(edge, x0, y, x1, y)) return false;
        }
    }
    return true;
}

// Adds the pieces along y that start in a row, where the pixel above has no such side. Returns false without memory.
static bool add_columns(outer_edge *edge, const flood *f, outer_edge_side kind, int row)
{
    for (int s = 0; s < f->strips; s++)
    {
        uint64_t starts =
            outer_edge_sides_of(f, kind, row, s) & ~outer_edge_sides_of(f, kind, row - 1, s);
        for (; starts; starts &= starts - 1)
        {
            int column = 64 * s + mask_lowest(starts), end = row + 1;
            int x = column + (kind == OUTER_EDGE_RIGHT);
            while (has_side(f, kind, end, column)) end++;
            if (!outer_edge_add_piece(edge, x, f->y0 + row, x, f->y0 + end)) return false;
        }
    }
    return true;
}

// Adds the outer sides of all pixels, consecutive ones as one piece. Returns false without memory.
static bool outer_edge_collect(outer_edge *edge, const flood *f)
{
    for (int row = 0; row < f->rows; row++)
        if (!outer_edge_add_row(edge, f, TOP, row) || !outer_edge_add_row(edge, f, BOTTOM, row) ||
            !add_columns(edge, f, OUTER_EDGE_LEFT, row) ||
            !add_columns(edge, f, OUTER_EDGE_RIGHT, row))
            return false;
    return true;
}

// Finds the outer edge: a flood fill of the empty pixels that are connected to the outside along edges, then the sides
// between these and solid pixels.
rim_status outer_edge_create(outer_edge *edge, const rim_mask *mask, const rim_allocator *from)
{
    outer_edge empty = { NULL, 0, 0, memory_allocator_or_default(from) };
    *edge = empty;

    rim_rect bounds = rim_mask_bounds(mask);
    flood    f = { mask, bounds.y0, bounds.y1 - bounds.y0, mask->strips, NULL, edge->allocator };
    size_t   words = memory_size_product((size_t)f.rows, (size_t)f.strips);
    f.outside = memory_allocate_zeroed(&f.allocator, words, sizeof *f.outside);
    if (!f.outside) return RIM_ERR_MEMORY;

    flow(&f);
    bool complete = outer_edge_collect(edge, &f);
    memory_release(&f.allocator, f.outside, words, sizeof *f.outside);
    if (complete) return RIM_OK;
    outer_edge_destroy(edge);
    return RIM_ERR_MEMORY;
}

void outer_edge_destroy(outer_edge *edge)
{
    memory_release(&edge->allocator, edge->pieces, edge->capacity, sizeof *edge->pieces);
    edge->pieces = NULL;
    edge->count = edge->capacity = 0;
}
