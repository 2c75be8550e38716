#include "rimcast/mask.h"

#include "base/float.h"
#include "base/memory.h"
#include "flat/outline/field.h"

#include <math.h>

struct rim_field
{
    // Of each pixel, row by row: the squared distance between its center and that of the nearest solid pixel, or, in solid
    // pixels, that of the nearest empty pixel with a negative sign.
    int32_t      *square;
    int           width, height; // of the field: the mask's with the margin on each side
    int           margin;
    bool          nowhere; // no solid pixel at all
    rim_allocator allocator;
};

// Stores squared distances to the nearest solid pixel, which are 0 in solid pixels.
static void put_outside(const field_sink *sink, int x, int y, const int32_t *squares, int count)
{
    int32_t *out = (int32_t *)sink->to + (ptrdiff_t)y * sink->stride + x;
    for (int i = 0; i < count; i++) out[i] = squares[i];
}

// Stores squared distances to the nearest empty pixel, with a negative sign, in solid pixels: over the zeros of
// put_outside. In empty pixels these squares are 0, and nothing is stored.
static void field_put_inside(const field_sink *sink, int x, int y, const int32_t *squares,
                             int count)
{
    int32_t *out = (int32_t *)sink->to + (ptrdiff_t)y * sink->stride + x;
    for (int i = 0; i < count; i++)
        if (squares[i]) out[i] = -squares[i];
}

// Computes the squares of a field whose size, margin, allocator and array are set. A field without pixels needs none.
static rim_status field_fill(rim_field *f, const rim_mask *mask, const field_kernel *kernel)
{
    field_sink outside = {
        .put = put_outside, .to = f->square, .stride = f->width, .kernel = kernel
    };
    field_sink inside = outside;
    inside.put = field_put_inside;
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
    int w = rim_mask_width(mask), h = rim_mask_height(mask), longer_side = w > h ? w : h;
    // The margin is tested by itself first, so that the sum below cannot overflow.
    if (options->margin > RIM_FIELD_MAX_SIDE) return RIM_ERR_SIZE;
    if (longer_side + 2 * options->margin > RIM_FIELD_MAX_SIDE) return RIM_ERR_SIZE;

    rim_allocator from = memory_allocator_or_default(options->allocator);
    rim_field    *f = memory_allocate_zeroed(&from, 1, sizeof *f);
    if (!f) return RIM_ERR_MEMORY;
    f->allocator = from;
    f->margin = options->margin;
    f->width = w + 2 * f->margin;
    f->height = h + 2 * f->margin;
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

// --- queries -------------------------------------------------------------------------------------------

// Returns x clamped to 0 .. most.
static size_t field_clamp(int64_t x, int most)
{
    return (size_t)(x < 0 ? 0 : x > most ? most : x);
}

// Returns the signed distance from the center of a pixel of the field to the border of the solid pixels: positive in
// empty pixels, negative in solid ones. Beyond the field returns the value of the field's nearest pixel. The square is
// that of the distance to the nearest center of the other kind. The border between two pixels is half a pixel from
// their centers, so half a pixel is subtracted. Requires a field with pixels.
static double field_value_at(const rim_field *f, int column, int row)
{
    size_t  x = field_clamp(column, f->width - 1), y = field_clamp(row, f->height - 1);
    int32_t square = f->square[y * (size_t)f->width + x];
    return square < 0 ? 0.5 - sqrt(-(double)square) : sqrt((double)square) - 0.5;
}

// Returns the signed distance and its gradient at a point of mask coordinates, interpolated bilinearly between the four
// pixel centers around it. With the values  a b  at the upper two centers and  c d  at the lower two, and the fractions
// s to the right and t down,
//
//     above = a + s (b - a)     below = c + s (d - c)     distance = above + t (below - above)
//
// The gradient is the derivative by s and t. A point beyond the outermost centers is first moved to the nearest point
// between them. The length of this move is added to the distance, and its direction is the gradient. A distance above
// FLT_MAX becomes FLT_MAX.
rim_field_sample rim_field_at(const rim_field *f, rim_vec2 p)
{
    rim_field_sample none = { FLT_MAX, { 0.0f, 0.0f } };
    if (f->nowhere || !vec2_is_finite(p)) return none;

    // (u, v) is the point where center (i, j) is at (i, j), and (cu, cv) the nearest point between the centers.
    double u = (double)p.x + f->margin - 0.5, v = (double)p.y + f->margin - 0.5;
    double last_u = f->width - 1, last_v = f->height - 1;
    double cu = u < 0.0 ? 0.0 : u, cv = v < 0.0 ? 0.0 : v;
    cu = cu > last_u ? last_u : cu;
    cv = cv > last_v ? last_v : cv;

    int    i = float_floor_int(cu), j = float_floor_int(cv);
    double s = cu - i, t = cv - j;
    double a = field_value_at(f, i, j), b = field_value_at(f, i + 1, j);
    double c = field_value_at(f, i, j + 1), d = field_value_at(f, i + 1, j + 1);
    double above = a + s * (b - a), below = c + s * (d - c);
    double gradient_u = (b - a) + t * ((d - c) - (b - a)), gradient_v = below - above;

    double move_u = u - cu, move_v = v - cv, moved = sqrt(move_u * move_u + move_v * move_v);
    if (moved > 0.0)
    {
        gradient_u = move_u / moved;
        gradient_v = move_v / moved;
    }
    rim_field_sample sample = { float_saturate(above + t * (below - above) + moved),
                                { (float)gradient_u, (float)gradient_v } };
    return sample;
}
