// The outer edge of a mask: a flood fill of the pixels outside, then the sides between these and solid pixels.
#include "flat/outline/outline.h"

#include "base/memory.h"
#include "flat/mask/bits.h"

// A flood fill of the outside. It covers the rows with solid pixels, in words of 64 columns with one bit for each pixel
// that is reached from outside. Everything beyond these rows and words is outside.
typedef struct flood
{
    const rim_mask *mask;
    int             y0, rows, strips;
    size_t          words;   // rows times strips
    uint64_t       *outside; // strips words a row
    // The words into which the outside must be extended: their numbers, and for each word whether it is one of them.
    uint32_t       *stack;
    uint8_t        *is_waiting;
    size_t          waiting;
    rim_allocator   allocator;
} flood;

// Returns the solid pixels of a word. Requires a row of the flood, 0 .. rows - 1.
static uint64_t solid_word(const flood *f, int row, int strip)
{
    return mask_strip(f->mask, strip)[f->y0 + row];
}

// Returns the pixels of a word that are known to be outside. Beyond the flood's rows and strips these are all.
static uint64_t outside_word(const flood *f, int row, int strip)
{
    if (row < 0 || row >= f->rows || strip < 0 || strip >= f->strips) return UINT64_MAX;
    return f->outside[(size_t)row * (size_t)f->strips + (size_t)strip];
}

// Returns `bits` and all bits that they reach towards higher columns, to the right, through free pixels. Requires that
// all of `bits` are free. Each step doubles the distance: before the step with `step`, `free` has the pixels that are
// free, like the step - 1 pixels to their left.
static uint64_t spread_right(uint64_t bits, uint64_t free)
{
    for (int step = 1; step < 64; step *= 2)
    {
        bits |= free & bits << step;
        free &= free << step;
    }
    return bits;
}

// As spread_right, to the left.
static uint64_t spread_left(uint64_t bits, uint64_t free)
{
    for (int step = 1; step < 64; step *= 2)
    {
        bits |= free & bits >> step;
        free &= free >> step;
    }
    return bits;
}

// Extends the outside into one word: to the runs of free pixels with a pixel that is outside, or next to an outside
// pixel above, below, on the left or on the right. Returns true if the word changed.
static bool flow_into_word(flood *f, int row, int strip)
{
    uint64_t *word = &f->outside[(size_t)row * (size_t)f->strips + (size_t)strip], before = *word;
    uint64_t  free = ~solid_word(f, row, strip);
    uint64_t beside = outside_word(f, row, strip - 1) >> 63 | outside_word(f, row, strip + 1) << 63;
    uint64_t above = outside_word(f, row - 1, strip), below = outside_word(f, row + 1, strip);
    *word = spread_right((before | above | below | beside) & free, free);
    *word = spread_left(*word, free);
    return *word != before;
}

// Puts a word on the stack of those into which the outside must be extended, unless it is there. Does nothing beyond
// the flood's rows and strips.
static void flood_push(flood *f, int row, int strip)
{
    if (row < 0 || row >= f->rows || strip < 0 || strip >= f->strips) return;
    uint32_t at = (uint32_t)row * (uint32_t)f->strips + (uint32_t)strip;
    if (f->is_waiting[at]) return;
    f->is_waiting[at] = 1;
    f->stack[f->waiting++] = at;
}

// Extends the outside over all words until nothing changes: into each word, the first one first, and again into the
// neighbors of each word that changes. A word changes at most once for each of its runs of free pixels.
static void flow(flood *f)
{
    for (int row = f->rows - 1; row >= 0; row--)
        for (int strip = f->strips - 1; strip >= 0; strip--) flood_push(f, row, strip);
    while (f->waiting > 0)
    {
        uint32_t at = f->stack[--f->waiting];
        int      row = (int)(at / (uint32_t)f->strips), strip = (int)(at % (uint32_t)f->strips);
        f->is_waiting[at] = 0;
        if (!flow_into_word(f, row, strip)) continue;
        flood_push(f, row, strip - 1);
        flood_push(f, row, strip + 1);
        flood_push(f, row - 1, strip);
        flood_push(f, row + 1, strip);
    }
}

// Finds the outside. Returns RIM_ERR_MEMORY if there is no memory; the caller releases f->outside in any case.
static rim_status flood_run(flood *f)
{
    f->words = memory_size_product((size_t)f->rows, (size_t)f->strips);
    f->outside = memory_allocate_zeroed(&f->allocator, f->words, sizeof *f->outside);
    f->is_waiting = memory_allocate_zeroed(&f->allocator, f->words, sizeof *f->is_waiting);
    f->stack = memory_allocate(&f->allocator, f->words, sizeof *f->stack);
    bool has_memory = f->outside && f->is_waiting && f->stack;
    if (has_memory) flow(f);
    memory_release(&f->allocator, f->is_waiting, f->words, sizeof *f->is_waiting);
    memory_release(&f->allocator, f->stack, f->words, sizeof *f->stack);
    return has_memory ? RIM_OK : RIM_ERR_MEMORY;
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
    OUTER_EDGE_TOP,
    OUTER_EDGE_BOTTOM,
    OUTER_EDGE_LEFT,
    OUTER_EDGE_RIGHT
} outer_edge_side;

// Returns the solid pixels of a word whose side of a kind borders an outside pixel; 0 above and below the flood's rows.
// The left neighbors of the word's pixels are the word shifted by one, with the last pixel of the strip before; the
// right neighbors are found likewise.
static uint64_t outer_edge_sides_of(const flood *f, outer_edge_side kind, int row, int strip)
{
    if (row < 0 || row >= f->rows) return 0;
    uint64_t solid = solid_word(f, row, strip), outside = outside_word(f, row, strip);
    switch (kind)
    {
    case OUTER_EDGE_TOP:
        return solid & outside_word(f, row - 1, strip);
    case OUTER_EDGE_BOTTOM:
        return solid & outside_word(f, row + 1, strip);
    case OUTER_EDGE_LEFT:
        return solid & (outside << 1 | outside_word(f, row, strip - 1) >> 63);
    default:
        return solid & (outside >> 1 | outside_word(f, row, strip + 1) << 63);
    }
}

// Returns true if the pixel in column x of a row has a side of a kind on the outer edge; x may be beyond the last strip.
static bool has_side(const flood *f, outer_edge_side kind, int row, int x)
{
    return x < 64 * f->strips && (outer_edge_sides_of(f, kind, row, x / 64) >> (x % 64) & 1);
}

// Adds the pieces along x of one row: runs of pixels whose top or bottom sides, by `kind`, are on the outer edge. A
// piece starts at a pixel with such a side, if the pixel to the left has none. Returns false without memory.
static bool outer_edge_add_row(outer_edge *edge, const flood *f, outer_edge_side kind, int row)
{
    int      y = f->y0 + (kind == OUTER_EDGE_BOTTOM ? row + 1 : row);
    uint64_t carry = 0; // 1 if the last pixel of the strip before has the side
    for (int strip = 0; strip < f->strips; strip++)
    {
        uint64_t sides = outer_edge_sides_of(f, kind, row, strip);
        uint64_t starts = sides & ~(sides << 1 | carry);
        carry = sides >> 63;
        for (; starts; starts &= starts - 1)
        {
            int x0 = 64 * strip + mask_lowest(starts), x1 = x0 + 1;
            while (has_side(f, kind, row, x1)) x1++;
            if (!outer_edge_add_piece(edge, x0, y, x1, y)) return false;
        }
    }
    return true;
}

// Adds the pieces along y that start in a row: columns of pixels whose left or right sides, by `kind`, are on the outer
// edge. A piece starts at a pixel with such a side, if the pixel above has none. Returns false without memory.
static bool add_columns(outer_edge *edge, const flood *f, outer_edge_side kind, int row)
{
    for (int strip = 0; strip < f->strips; strip++)
    {
        uint64_t above = outer_edge_sides_of(f, kind, row - 1, strip);
        uint64_t starts = outer_edge_sides_of(f, kind, row, strip) & ~above;
        for (; starts; starts &= starts - 1)
        {
            int column = 64 * strip + mask_lowest(starts), end = row + 1;
            int x = kind == OUTER_EDGE_RIGHT ? column + 1 : column;
            while (has_side(f, kind, end, column)) end++;
            if (!outer_edge_add_piece(edge, x, f->y0 + row, x, f->y0 + end)) return false;
        }
    }
    return true;
}

// Adds all pieces of the outer edge, row by row: top, bottom, left and right sides. Returns false without memory.
static bool outer_edge_collect(outer_edge *edge, const flood *f)
{
    for (int row = 0; row < f->rows; row++)
        if (!outer_edge_add_row(edge, f, OUTER_EDGE_TOP, row) ||
            !outer_edge_add_row(edge, f, OUTER_EDGE_BOTTOM, row) ||
            !add_columns(edge, f, OUTER_EDGE_LEFT, row) ||
            !add_columns(edge, f, OUTER_EDGE_RIGHT, row))
            return false;
    return true;
}

// Finds the outer edge: a flood fill of the empty pixels that are connected to the outside along edges, then the sides
// between these and solid pixels.
rim_status outer_edge_create(outer_edge *edge, const rim_mask *mask, const rim_allocator *from)
{
    outer_edge empty = { .allocator = memory_allocator_or_default(from) };
    *edge = empty;

    rim_rect   bounds = rim_mask_bounds(mask);
    flood      f = { .mask = mask,
                     .y0 = bounds.y0,
                     .rows = bounds.y1 - bounds.y0,
                     .strips = mask->strips,
                     .allocator = edge->allocator };
    rim_status status = flood_run(&f);
    if (status == RIM_OK && !outer_edge_collect(edge, &f)) status = RIM_ERR_MEMORY;
    memory_release(&f.allocator, f.outside, f.words, sizeof *f.outside);
    if (status) outer_edge_destroy(edge);
    return status;
}

void outer_edge_destroy(outer_edge *edge)
{
    memory_release(&edge->allocator, edge->pieces, edge->capacity, sizeof *edge->pieces);
    edge->pieces = NULL;
    edge->count = edge->capacity = 0;
}
