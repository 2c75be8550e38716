// Squares of distances of a rectangle of pixels that holds the whole mask.
#ifndef RIM_FLAT_OUTLINE_FIELD_MEASURE_H
#define RIM_FLAT_OUTLINE_FIELD_MEASURE_H

#include "flat/outline/field_columns.h"
#include "rimcast/field.h"

// Where answers go: FIELD_LANES or fewer squares at a time.
typedef struct field_sink
{
    void (*put)(const struct field_sink *sink, int x, int y, const int32_t *squares, int count);
    void               *to;
    ptrdiff_t           stride;
    const field_kernel *kernel;
} field_sink;

// Squares of distances to the nearest solid pixel go to `outside`, then those to the nearest empty one to
// `inside`, if there are such; of the mask's pixels and `margin` more on each side. x and y given to the
// sinks start at 0 there. Squares of at least FIELD_FAR_SQUARE mean that there is none.
rim_status field_measure_squares(const rim_mask *mask, int margin, const field_sink *outside,
                                 const field_sink *inside, const rim_allocator *from);

// As the public call, with a kernel of the caller's choice.
rim_status field_measure_with(const rim_mask *mask, rim_field_kind kind, float *out,
                              ptrdiff_t stride, const rim_allocator *from,
                              const field_kernel *kernel);
rim_status field_create_with(rim_field **out, const rim_mask *mask,
                             const rim_field_options *options, const field_kernel *kernel);

#endif
