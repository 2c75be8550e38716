#include "flat/outline/field.h"

#include "base/memory.h"
#include "flat/mask/bits.h"

#include <math.h>
#include <string.h>

// The computation of distances to the targets, the solid pixels or the empty ones (field.h). The rectangle to be measured
// is the mask with a margin, in strips of 64 columns from its left side on. Its rows are numbered 1 .. rows - 2; one row is
// added above, number 0, and one below.
typedef struct field_measure_run
{
    const rim_mask   *mask;
    const field_sink *sink;
    uint64_t          flip;   // all bits set if empty pixels are the targets, else 0
    int               x0, y0; // the rectangle's corner in the mask
    int               width, height;
    int               rows, strips;
    field_columns     columns; // the batch of sixteen columns at work
    // before[row] is the distance from the present strip's first column to the nearest target on its left, and
    // after[strip * rows + row] that from the next strip's first column to the first target from there on. Both are at
    // most FIELD_FAR, which stands for none.
    int32_t          *before, *after;
} field_measure_run;

// Returns the targets in the 64 columns of a strip, bit i for its i-th column, in a row of 0 .. rows - 1.
static uint64_t field_measure_word_of(const field_measure_run *m, int strip, int row)
{
    return mask_span(m->mask, m->x0 + 64 * strip, m->y0 - 1 + row) ^ m->flip;
}

// Returns a distance, at most FIELD_FAR.
static int no_farther(int distance)
{
    return distance < FIELD_FAR ? distance : FIELD_FAR;
}

// Stores `after` of all strips and rows, from the last strip to the first, and `before` of the first strip. Requires
// that sink and flip are set. Beyond the rectangle all pixels are empty. If empty pixels are the targets, the nearest
// one to the right of the last strip is in the first column behind it (distance 0 from there), and the nearest one to
// the left of the first strip is in the column before it (distance 1).
static void start_strip_distances(field_measure_run *m)
{
    bool searches_empty = m->flip != 0;
    for (int row = 0; row < m->rows; row++)
    {
        int32_t *after = m->after + row;
        int      distance = searches_empty ? 0 : FIELD_FAR;
        for (int strip = m->strips - 1; strip >= 0; strip--)
        {
            after[(ptrdiff_t)strip * m->rows] = distance;
            uint64_t word = field_measure_word_of(m, strip, row);
            distance = word ? mask_lowest(word) : no_farther(distance + 64);
        }
        m->before[row] = searches_empty ? 1 : FIELD_FAR;
    }
}

// Computes the distances along all rows in sixteen columns of a strip, the batch number `batch`, 0 to 3. Returns false
// if all columns have targets in all rows of the rectangle, so that all distances are 0. Requires `before` and `after`
// of the strip.
//
// x is the batch's first column in the strip. The nearest target to the left of x is in the strip's bits below x, or
// else `before` columns left of the strip's first column. The nearest target to the right of the batch is in the
// strip's bits from x + 16 on, or else `after` columns further than the first column behind the strip.
static bool lay_rows(field_measure_run *m, int strip, int batch)
{
    const int32_t *after = m->after + (ptrdiff_t)strip * m->rows;
    int            x = FIELD_LANES * batch;
    int            to_strip_end = 64 - (x + FIELD_LANES - 1); // from the batch's last column
    uint64_t all = ~(uint64_t)0; // the batch's columns with targets in all rows of the rectangle
    for (int row = 0; row < m->rows; row++)
    {
        uint64_t word = field_measure_word_of(m, strip, row);
        uint64_t left_bits = word & mask_low_bits(x);
        uint64_t right_bits = batch < 3 ? word >> (x + FIELD_LANES) : 0;
        uint32_t bits = (uint32_t)(word >> x) & 0xffff;
        int      to_left = left_bits ? x - mask_highest(left_bits) : no_farther(x + m->before[row]);
        int      to_right =
            right_bits ? 1 + mask_lowest(right_bits) : no_farther(to_strip_end + after[row]);
        m->sink->kernel->along_row(&m->columns, row, bits, to_left, to_right);
        if (row > 0 && row < m->rows - 1) all &= bits;
    }
    return (all & 0xffff) != 0xffff;
}

// Moves `before` of each row from a strip's first column to that of the next strip.
static void pass_strip(field_measure_run *m, int strip)
{
    for (int row = 0; row < m->rows; row++)
    {
        uint64_t word = field_measure_word_of(m, strip, row);
        m->before[row] = word ? 64 - mask_highest(word) : no_farther(m->before[row] + 64);
    }
}

// Computes the squared distances of sixteen columns of a strip, number `batch`, and passes them to the sink, row by
// row. Columns beyond the rectangle's width are left out.
static void measure_batch(field_measure_run *m, int strip, int batch)
{
    int x = 64 * strip + FIELD_LANES * batch;
    int count = m->width - x < FIELD_LANES ? m->width - x : FIELD_LANES;
    if (count <= 0) return;
    if (lay_rows(m, strip, batch))
        m->sink->kernel->search(&m->columns);
    else // all distances are 0
        memset(m->columns.nearest, 0, (size_t)m->rows * FIELD_LANES * sizeof(int32_t));
    for (int y = 0; y < m->height; y++)
        m->sink->put(m->sink, x, y, m->columns.nearest + (size_t)(y + 1) * FIELD_LANES, count);
}

// Passes FIELD_FAR_SQUARE to the sink for every pixel: there is no target.
static void put_nowhere(const field_measure_run *m)
{
    int32_t none[FIELD_LANES];
    for (int i = 0; i < FIELD_LANES; i++) none[i] = FIELD_FAR_SQUARE;
    for (int y = 0; y < m->height; y++)
        for (int x = 0; x < m->width; x += FIELD_LANES)
        {
            int count = m->width - x < FIELD_LANES ? m->width - x : FIELD_LANES;
            m->sink->put(m->sink, x, y, none, count);
        }
}

// Computes the distances to solid pixels or, if to_empty, to empty ones, sixteen columns at a time from left to right,
// and passes them to the sink. Requires that the mask, the rectangle and the arrays of *m are set.
static void measure_all(field_measure_run *m, const field_sink *sink, bool to_empty)
{
    rim_rect bounds = rim_mask_bounds(m->mask);
    m->sink = sink;
    m->flip = to_empty ? ~(uint64_t)0 : 0;
    // The rows that may have targets. Row 0 of the columns is row m->y0 - 1 of the mask. All rows have empty pixels, at
    // least beyond the mask; only rows bounds.y0 .. bounds.y1 - 1 of the mask have solid ones.
    m->columns.first_row = to_empty ? 0 : bounds.y0 - m->y0 + 1;
    m->columns.last_row = to_empty ? m->rows - 1 : bounds.y1 - m->y0;
    if (!to_empty && rim_rect_is_empty(bounds))
    {
        put_nowhere(m);
        return;
    }
    start_strip_distances(m);
    for (int strip = 0; strip < m->strips; strip++)
    {
        for (int batch = 0; batch < 4; batch++) measure_batch(m, strip, batch);
        pass_strip(m, strip);
    }
}

// Computes squared distances of the mask, extended by a margin, and passes them to the sinks; either sink may be NULL.
// One allocation holds the two planes of a batch, `squares` and `nearest`, aligned to 64 bytes, and the lists behind
// them.
rim_status field_measure_squares(const rim_mask *mask, int margin, const field_sink *outside,
                                 const field_sink *inside, const rim_allocator *from)
{
    field_measure_run m = { .mask = mask, .x0 = -margin, .y0 = -margin };
    m.width = rim_mask_width(mask) + 2 * margin;
    m.height = rim_mask_height(mask) + 2 * margin;
    m.rows = m.height + 2;
    m.strips = (m.width + 63) / 64;
    m.columns.rows = m.rows;

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

// Stores the roots of up to sixteen squared distances, or INFINITY for each if there is no target. Requires count >= 1.
// Without targets every square is FIELD_FAR_SQUARE or more. With a target every square is less, as 2
// RIM_FIELD_MAX_SIDE^2 < FIELD_FAR_SQUARE. So the first square decides for all.
static void roots_of(const field_sink *sink, const int32_t *squares, int count, float *out)
{
    if (count == FIELD_LANES)
        sink->kernel->roots(squares, out);
    else
        for (int i = 0; i < count; i++) out[i] = sqrtf((float)squares[i]);
    if (squares[0] < FIELD_FAR_SQUARE) return;
    for (int i = 0; i < count; i++) out[i] = INFINITY;
}

static void put_distances(const field_sink *sink, int x, int y, const int32_t *squares, int count)
{
    roots_of(sink, squares, count, (float *)sink->to + (ptrdiff_t)y * sink->stride + x);
}

// Writes the distances to empty pixels, with a negative sign, in solid pixels: over the zeros of put_distances. Empty
// pixels, where these distances are 0, stay as they are.
static void field_measure_put_inside(const field_sink *sink, int x, int y, const int32_t *squares,
                                     int count)
{
    float *out = (float *)sink->to + (ptrdiff_t)y * sink->stride + x, inner[FIELD_LANES];
    roots_of(sink, squares, count, inner);
    for (int i = 0; i < count; i++) out[i] = squares[i] ? -inner[i] : out[i];
}

// Writes distances with the given kernel. See rim_field_measure. For RIM_FIELD_SIGNED first writes the distances to
// solid pixels, which are 0 in solid pixels, and then the distances to empty ones over the zeros, as negative numbers.
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
    field_sink    positive = {
           .put = put_distances, .to = out, .stride = stride ? stride : w, .kernel = kernel
    };
    if (kind == RIM_FIELD_OUTSIDE) return field_measure_squares(mask, 0, &positive, NULL, &owner);
    if (kind == RIM_FIELD_INSIDE) return field_measure_squares(mask, 0, NULL, &positive, &owner);
    field_sink negative = positive;
    negative.put = field_measure_put_inside;
    return field_measure_squares(mask, 0, &positive, &negative, &owner);
}

rim_status rim_field_measure(const rim_mask *mask, rim_field_kind kind, float *out,
                             ptrdiff_t stride, const rim_allocator *from)
{
    return field_measure_with(mask, kind, out, stride, from, field_kernel_best());
}
