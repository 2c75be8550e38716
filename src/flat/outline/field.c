#include "rimcast/mask.h"

#include "base/float.h"
#include "base/memory.h"
#include "flat/outline/field.h"

#include <math.h>

struct rim_field
{
    int32_t      *square; // signed, row by row
    int           width, height, margin;
    bool          nowhere; // no solid pixel at all
    rim_allocator allocator;
};

static void put_outside(const field_sink *sink, int x, int y, const int32_t *squares, int count)
{
    int32_t *out = (int32_t *)sink->to + (ptrdiff_t)y * sink->stride + x;
    for (int i = 0; i < count; i++) out[i] = squares[i];
}

static void field_put_inside(const field_sink *sink, int x, int y, const int32_t *squares,
                             int count)
{
    int32_t *out = (int32_t *)sink->to + (ptrdiff_t)y * sink->stride + x;
    for (int i = 0; i < count; i++)
        if (squares[i]) out[i] = -squares[i];
}

static rim_status field_fill(rim_field *f, const rim_mask *mask, const field_kernel *kernel)
{
    field_sink outside = { put_outside, f->square, f->width, kernel };
    field_sink inside = { field_put_inside, f->square, f->width, kernel };
    if (f->width == 0 || f->height == 0) return RIM_OK;
    return field_measure_squares(mask, f->margin, &outside, &inside, &f->allocator);
}

// Creates a field with the given kernel. See rim_field_create.
rim_status field_create_with(rim_field **out, const rim_mask *mask,
                             const rim_field_options *options, const field_kernel *kernel)
{
    rim_field_options plain = { 0, NULL };
    RIM_ASSERT(out && mask, "out or the mask is NULL");
    if (!options) options = &plain;
    *out = NULL;
    if (options->margin < 0) return RIM_ERR_ARGUMENT;
    int w = rim_mask_width(mask), h = rim_mask_height(mask), most = w > h ? w : h;
    if (options->margin > RIM_FIELD_MAX_SIDE || most + 2 * options->margin > RIM_FIELD_MAX_SIDE)
        return RIM_ERR_SIZE;

    rim_allocator from = memory_allocator_or_default(options->allocator);
    rim_field    *f = memory_allocate_zeroed(&from, 1, sizeof *f);
    if (!f) return RIM_ERR_MEMORY;
    f->allocator = from;
    f->margin = options->margin;
    f->width = w + 2 * f->margin, f->height = h + 2 * f->margin;
    f->nowhere = rim_mask_count(mask) == 0;
    f->square = memory_allocate(&from, (size_t)f->width * (size_t)f->height, sizeof *f->square);
    rim_status status = f->square ? field_fill(f, mask, kernel) : RIM_ERR_MEMORY;
    if (status)
    {
        rim_field_destroy(f);
        return status;
    }
    *out = f;
    return RIM_OK;
}

rim_status rim_field_create(rim_field **out, const rim_mask *mask, const rim_field_options *options)
{
    return field_create_with(out, mask, options, field_kernel_best());
}

void rim_field_destroy(rim_field *field)
{
    if (!field) return;
    rim_allocator from = field->allocator;
    memory_release(&from, field->square, (size_t)field->width * (size_t)field->height,
                   sizeof *field->square);
    memory_release(&from, field, 1, sizeof *field);
}

// --- questions -----------------------------------------------------------------------------------------

static size_t field_clamp(int64_t x, int most)
{
    return (size_t)(x < 0 ? 0 : x > most ? most : x);
}

// Returns the value at a pixel's center.
static double field_value_at(const rim_field *f, int column, int row)
{
    int32_t square = f->square[field_clamp(row, f->height - 1) * (size_t)f->width +
                               field_clamp(column, f->width - 1)];
    return square < 0 ? 0.5 - sqrt(-(double)square) : sqrt((double)square) - 0.5;
}

rim_field_sample rim_field_at(const rim_field *f, rim_vec2 p)
{
    rim_field_sample none = { FLT_MAX, { 0.0f, 0.0f } };
    if (f->nowhere || !vec2_is_finite(p)) return none;
    // In coordinates in which center (i, j) is at (i, j). A point beyond the centers is clamped to them.
    double u = (double)p.x + f->margin - 0.5, v = (double)p.y + f->margin - 0.5;
    double cu = u < 0.0 ? 0.0 : u > f->width - 1 ? f->width - 1 : u;
    double cv = v < 0.0 ? 0.0 : v > f->height - 1 ? f->height - 1 : v;
    int    i = float_floor_int(cu), j = float_floor_int(cv);
    double s = cu - i, t = cv - j;
    double a = field_value_at(f, i, j), b = field_value_at(f, i + 1, j);
    double c = field_value_at(f, i, j + 1), d = field_value_at(f, i + 1, j + 1);

    double ou = u - cu, ov = v - cv, outside = sqrt(ou * ou + ov * ov);
    double above = a + s * (b - a), below = c + s * (d - c);
    double gu = (b - a) + t * ((d - c) - (b - a)), gv = below - above;
    if (outside > 0.0) gu = ou / outside, gv = ov / outside;
    rim_field_sample sample = { (float)(above + t * (below - above) + outside),
                                { (float)gu, (float)gv } };
    return sample;
}
