/// @file
/// Distance fields: how far every pixel is from the shape's edge, exactly.
///
/// Distances are Euclidean and between pixels' middles, so their squares are whole numbers, and they are
/// exact: an empty pixel's is that to the nearest solid pixel, a solid one's that to the nearest empty
/// one, everything outside the mask being empty.
///
/// Method: D(x, y) = min over rows r of (y - r)^2 + g(x, r)^2, with g the distance to the nearest pixel in
/// the same row, which the mask's bits tell (A. Rosenfeld and J. L. Pfaltz, "Sequential operations in
/// digital picture processing", 1966; the split into rows and columns: A. Meijster, J. B. T. M. Roerdink
/// and W. H. Hesselink, "A general algorithm for computing distance transforms in linear time", 2000; the
/// minima as a lower envelope: P. F. Felzenszwalb and D. P. Huttenlocher, "Distance transforms of sampled
/// functions", 2012). The row r that is nearest never moves up as y goes down, so that the middle row's
/// bounds those of both halves; sixteen columns are searched side by side, in whole numbers.
#ifndef RIMCAST_FIELD_H
#define RIMCAST_FIELD_H

#include "rimcast/mask.h"
#include "rimcast/vec2.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The largest width and height of a field, so that squares fit in 32 bits.
#define RIM_FIELD_MAX_SIDE 23170

/// Which distances.
typedef enum rim_field_kind
{
    RIM_FIELD_OUTSIDE = 0, ///< of empty pixels to the nearest solid one; 0 in solid ones
    RIM_FIELD_INSIDE,      ///< of solid pixels to the nearest empty one; 0 in empty ones
    RIM_FIELD_SIGNED       ///< outside minus inside
} rim_field_kind;

/// Writes the distance of every pixel of the mask, row by row; row y starts at out + y * stride, counted in
/// elements, 0 meaning the mask's width. Rounded to within one unit in the last place. Where there is
/// nothing to be distant from (no solid pixel anywhere) it is INFINITY.
/// Works in scratch memory from the allocator, about 132 bytes for each row and 5 for each 64 pixels.
/// RIM_ERR_SIZE beyond RIM_FIELD_MAX_SIDE, RIM_ERR_ARGUMENT for an unknown kind, RIM_ERR_MEMORY; then
/// nothing is written.
RIM_API rim_status rim_field_measure(const rim_mask *mask, rim_field_kind kind, float *out,
                                     ptrdiff_t stride, const rim_allocator *from);

// --- a field to ask ----------------------------------------------------------------------------------

typedef struct rim_field rim_field;

/// Zero means: no margin, malloc.
typedef struct rim_field_options
{
    int                  margin; ///< how many pixels it reaches beyond the mask on each side; >= 0
    const rim_allocator *allocator;
} rim_field_options;

/// Measures a mask, 4 bytes a pixel, margin included; keeps no tie to the mask. NULL options are all zero.
/// RIM_ERR_SIZE if mask and margins exceed RIM_FIELD_MAX_SIDE, RIM_ERR_ARGUMENT for a negative margin,
/// RIM_ERR_MEMORY. On failure `*out` is NULL.
RIM_API rim_status rim_field_create(rim_field **out, const rim_mask *mask,
                                    const rim_field_options *options);

/// NULL is allowed.
RIM_API void rim_field_destroy(rim_field *field);

/// The margin it was made with, in pixels.
RIM_API int rim_field_margin(const rim_field *field);

/// What rim_field_square tells where there is no solid pixel at all.
#define RIM_FIELD_NOWHERE 0x7fffffff

/// The signed square of the distance of pixel (x, y) of the mask: positive if it is empty, negative if it is
/// solid, never 0. Outside the field, that of the nearest pixel in it.
RIM_API int32_t rim_field_square(const rim_field *field, int x, int y);

/// How far a point is from the edge, and which way that grows.
typedef struct rim_field_sample
{
    float    distance; ///< > 0 outside, < 0 inside
    rim_vec2 gradient; ///< of distance: away from the shape, about unit, shorter on ridges
} rim_field_sample;

/// The field at any point, in pixels from the mask's top left corner. Each pixel's middle has
///
///      distance to the nearest pixel of the other kind, less a half, negative if solid,
///
/// so that it is 0 on a straight edge between pixels; in between it is bilinear, and the gradient is that
/// of the bilinear surface. Beyond the outermost middles: the value at the nearest point of the rectangle
/// through them, plus the distance to that point (never less than the true distance by more than a pixel),
/// and the way from there. Where there is no solid pixel it is FLT_MAX with no gradient; so it is for a
/// point that is not finite.
RIM_API rim_field_sample rim_field_at(const rim_field *field, rim_vec2 p);

#ifdef __cplusplus
}
#endif

#endif
