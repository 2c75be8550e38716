#include "flat/outline/field.h"

#include "base/memory.h"
#include "flat/mask/bits.h"

#include <math.h>
#include <string.h>

typedef struct field_measure_run
{
    const rim_mask   *mask;
    const field_sink *sink;
    uint64_t          flip; // all bits set to search for empty pixels, else 0
    int               x0, y0, width, height, rows, strips;
    field_columns     columns;
    int32_t *before; // of each row: from the strip's first column back to the nearest pixel
    int32_t *after;  // of each strip and row: from the next strip's first column on to the nearest
} field_measure_run;

// Returns the pixels that are searched for in 64 columns of a row. Row 0 lies above the rectangle.
static uint64_t field_measure_word_of(const field_measure_run *m, int strip, int row)
{
    return mask_span(m->mask, m->x0 + 64 * strip, m->y0 - 1 + row) ^ m->flip;
}

static int no_farther(int distance)
{
    return distance < FIELD_FAR ? distance : FIELD_FAR;
}

// For each row, stores in `after` the distance from the first column behind each strip to the nearest pixel of the kind
// from there on, and starts `before` at the left border. Goes from the last strip to the first.
static void look_ahead(field_measure_run *m)
{
    // Beyond the rectangle everything is empty.
    int beyond = m->flip ? 0 : FIELD_FAR;
    for (int row = 0; row < m->rows; row++)
    {
        int32_t *after = m->after + row;
        int      distance = beyond;
        for (int strip = m->strips - 1; strip >= 0; strip--)
        {
            after[(ptrdiff_t)strip * m->rows] = distance;
            uint64_t word = field_measure_word_of(m, strip, row);
            distance = word ? mask_lowest(word) : no_farther(distance + 64);
        }
        m->before[row] = m->flip ? 1 : FIELD_FAR;
    }
}

// Computes the distances along all rows in sixteen columns of a strip. Returns true if one of them is not 0.
static bool lay_rows(field_measure_run *m, int strip, int batch)
{
    const int32_t *after = m->after + (ptrdiff_t)strip * m->rows;
    unsigned       shift = 16u * (unsigned)batch;
    uint64_t       all = ~(uint64_t)0;
    for (int row = 0; row < m->rows; row++)
    {
        uint64_t word = field_measure_word_of(m, strip, row);
        uint64_t low = word & mask_low_bits((int)shift),
                 high = batch < 3 ? word >> (shift + 16) : 0;
        uint32_t bits = (uint32_t)(word >> shift) & 0xffff;
        int back = low ? (int)shift - mask_highest(low) : no_farther((int)shift + m->before[row]);
        int on = high ? 1 + mask_lowest(high) : no_farther(49 - (int)shift + after[row]);
        m->sink->kernel->along_row(&m->columns, row, bits, back, on);
        if (row > 0 && row < m->rows - 1) all &= bits;
    }
    return (all & 0xffff) != 0xffff;
}

// Advances `before` of each row past a strip: the distance from the next strip's first column to the nearest pixel of
// the kind to its left.
static void pass_strip(field_measure_run *m, int strip)
{
    for (int row = 0; row < m->rows; row++)
    {
        uint64_t word = field_measure_word_of(m, strip, row);
        m->before[row] = word ? 64 - mask_highest(word) : no_farther(m->before[row] + 64);
    }
}

// Computes the squared distances of sixteen columns and hands them to the sink, row by row.
static void measure_batch(field_measure_run *m, int strip, int batch)
{
    int x = 64 * strip + 16 * batch;
    int count = m->width - x < FIELD_LANES ? m->width - x : FIELD_LANES;
    if (count <= 0) return;
    if (lay_rows(m, strip, batch))
        m->sink->kernel->search(&m->columns);
    else
        memset(m->columns.nearest, 0, (size_t)m->rows * FIELD_LANES * sizeof(int32_t));
    for (int y = 0; y < m->height; y++)
        m->sink->put(m->sink, x, y, m->columns.nearest + (size_t)(y + 1) * FIELD_LANES, count);
}

// Hands FIELD_FAR_SQUARE to the sink for every pixel: there is no pixel to measure to.
static void put_nowhere(const field_measure_run *m)
{
    int32_t none[FIELD_LANES];
    for (int i = 0; i < FIELD_LANES; i++) none[i] = FIELD_FAR_SQUARE;
    for (int y = 0; y < m->height; y++)
        for (int x = 0; x < m->width; x += FIELD_LANES)
            m->sink->put(m->sink, x, y, none,
                         m->width - x < FIELD_LANES ? m->width - x : FIELD_LANES);
}

// Computes the distances to solid pixels or, if inside, to empty ones, sixteen columns at a time from left to right.
static void measure_all(field_measure_run *m, const field_sink *sink, bool inside)
{
    rim_rect bounds = rim_mask_bounds(m->mask);
    m->sink = sink;
    m->flip = inside ? ~(uint64_t)0 : 0;
    m->columns.first = inside ? 0 : bounds.y0 - m->y0 + 1;
    m->columns.last = inside ? m->rows - 1 : bounds.y1 - m->y0;
    if (!inside && rim_rect_is_empty(bounds))
    {
        put_nowhere(m);
        return;
    }
    look_ahead(m);
    for (int strip = 0; strip < m->strips; strip++)
    {
        for (int batch = 0; batch < 4; batch++) measure_batch(m, strip, batch);
        pass_strip(m, strip);
    }
}

// Computes squared distances outside and inside of the mask, extended by a margin; either sink may be NULL. One row is
// added above and below the rectangle.
rim_status field_measure_squares(const rim_mask *mask, int margin, const field_sink *outside,
                                 const field_sink *inside, const rim_allocator *from)
{
    field_measure_run m = { .mask = mask, .x0 = -margin, .y0 = -margin };
    m.width = rim_mask_width(mask) + 2 * margin;
    m.height = rim_mask_height(mask) + 2 * margin;
    m.rows = m.height + 2;
    m.strips = (m.width + 63) / 64;
    m.columns.rows = m.rows;

    // One allocation holds two planes of sixteen lanes, aligned to 64 bytes, and the lists.
    size_t rows = (size_t)m.rows, plane = rows * FIELD_LANES * sizeof(int32_t);
    size_t lists = rows * sizeof(field_row) + rows * ((size_t)m.strips + 1) * sizeof(int32_t);
    size_t bytes = 64 + 2 * plane + lists;
    char  *block = memory_allocate(from, bytes, 1);
    if (!block) return RIM_ERR_MEMORY;
    char *aligned = (char *)(((uintptr_t)block + 63) & ~(uintptr_t)63);
    m.columns.squares = (int32_t *)aligned;
    m.columns.nearest = (int32_t *)(aligned + plane);
    m.columns.row = (field_row *)(aligned + 2 * plane);
    m.before = (int32_t *)(aligned + 2 * plane + rows * sizeof(field_row));
    m.after = m.before + rows;
    if (outside) measure_all(&m, outside, false);
    if (inside) measure_all(&m, inside, true);
    memory_release(from, block, bytes, 1);
    return RIM_OK;
}

// --- distances -----------------------------------------------------------------------------------------

// Writes the roots of up to sixteen squares; INFINITY if there is no pixel to measure to.
static void roots_of(const field_sink *sink, const int32_t *squares, int count, float *out)
{
    if (count == FIELD_LANES)
        sink->kernel->roots(squares, out);
    else
        for (int i = 0; i < count; i++) out[i] = sqrtf((float)squares[i]);
    if (squares[0] < FIELD_FAR_SQUARE) return;
    for (int i = 0; i < count; i++) out[i] = INFINITY; // none at all, or some for every pixel
}

static void put_distances(const field_sink *sink, int x, int y, const int32_t *squares, int count)
{
    roots_of(sink, squares, count, (float *)sink->to + (ptrdiff_t)y * sink->stride + x);
}

// Writes the distances inside, as negative numbers, over the distances outside, which are 0 in solid pixels.
static void field_measure_put_inside(const field_sink *sink, int x, int y, const int32_t *squares,
                                     int count)
{
    float *out = (float *)sink->to + (ptrdiff_t)y * sink->stride + x, inner[FIELD_LANES];
    roots_of(sink, squares, count, inner);
    for (int i = 0; i < count; i++) out[i] = squares[i] ? -inner[i] : out[i];
}

// Writes distances with the given kernel. See rim_field_measure.
rim_status field_measure_with(const rim_mask *mask, rim_field_kind kind, float *out,
                              ptrdiff_t stride, const rim_allocator *from,
                              const field_kernel *kernel)
{
    int w = rim_mask_width(mask), h = rim_mask_height(mask);
    if (kind != RIM_FIELD_OUTSIDE && kind != RIM_FIELD_INSIDE && kind != RIM_FIELD_SIGNED)
        return RIM_ERR_ARGUMENT;
    if (w > RIM_FIELD_MAX_SIDE || h > RIM_FIELD_MAX_SIDE) return RIM_ERR_SIZE;
    if (w == 0 || h == 0) return RIM_OK;
    rim_allocator owner = memory_allocator_or_default(from);
    field_sink    sink = { put_distances, out, stride ? stride : w, kernel };
    field_sink    over = { field_measure_put_inside, out, stride ? stride : w, kernel };
    if (kind == RIM_FIELD_OUTSIDE) return field_measure_squares(mask, 0, &sink, NULL, &owner);
    if (kind == RIM_FIELD_INSIDE) return field_measure_squares(mask, 0, NULL, &sink, &owner);
    return field_measure_squares(mask, 0, &sink, &over, &owner);
}

rim_status rim_field_measure(const rim_mask *mask, rim_field_kind kind, float *out,
                             ptrdiff_t stride, const rim_allocator *from)
{
    return field_measure_with(mask, kind, out, stride, from, field_kernel_best());
}
