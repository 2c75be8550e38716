// Boxes of the plane: functions for queries, beside the public ones.
#ifndef RIM_FLAT_SHAPE_BOX2_H
#define RIM_FLAT_SHAPE_BOX2_H

#include "base/exact.h"
#include "base/float.h"
#include "rimcast/shape2.h"

#include <math.h>

// Returns the smallest box around box and point. p must not be NaN: that would lose the box's range on that axis.
static inline rim_box2 box2_add(rim_box2 box, rim_vec2 p)
{
    return rim_box2_make(vec2_min(box.lo, p), vec2_max(box.hi, p));
}

// Returns the box with its sides moved out by margin.
static inline rim_box2 box2_grow(rim_box2 box, float margin)
{
    rim_vec2 m = rim_vec2_make(margin, margin);
    return rim_box2_make(rim_vec2_sub(box.lo, m), rim_vec2_add(box.hi, m));
}

// Returns the center, also of boxes whose size is beyond float; the origin for rim_box2_empty().
static inline rim_vec2 box2_center(rim_box2 box)
{
    return rim_vec2_make(0.5f * box.lo.x + 0.5f * box.hi.x, 0.5f * box.lo.y + 0.5f * box.hi.y);
}

// Stores the four corners as a ring: lo, then clockwise on the screen.
static inline void box2_corners(rim_box2 box, rim_vec2 corners[4])
{
    corners[0] = box.lo;
    corners[1] = rim_vec2_make(box.hi.x, box.lo.y);
    corners[2] = box.hi;
    corners[3] = rim_vec2_make(box.lo.x, box.hi.y);
}

// The least and the greatest result of box2_separating_length. Both, and their products with parts of a unit vector, are
// floats without overflow or loss of bits.
#define BOX2_LEAST_LENGTH 0x1p-120
#define BOX2_MOST_LENGTH 0x1p120

// Returns the length of a motion that separates all points of two boxes in any direction: a power of two, at most
// BOX2_MOST_LENGTH. Twice the half perimeter of a box is longer than its diagonal by more than the rounding errors.
static inline float box2_separating_length(rim_box2 a, rim_box2 b)
{
    rim_box2 box = rim_box2_union(a, b);
    double   size = (double)box.hi.x - box.lo.x + box.hi.y - box.lo.y, length = BOX2_LEAST_LENGTH;
    while (length < 2.0 * size && length < BOX2_MOST_LENGTH) length *= 2.0;
    return (float)length;
}

// Of a time of a slab test: its widening, far more than the two roundings of the difference and the quotient.
#define SLAB_WIDENING 1e-12

// Restricts the times *enter .. *leave to those t with  lo <= speed t <= hi,  widened by SLAB_WIDENING: one axis of a slab
// test. Returns false if the speed is 0 and no time fulfills it. The interval may become empty (*enter > *leave).
static inline bool slab_clip(double lo, double hi, double speed, double *enter, double *leave)
{
    if (speed == 0.0) return !(lo > 0.0 || hi < 0.0);
    double a = lo / speed, b = hi / speed;
    double first = a < b ? a : b, last = a < b ? b : a;
    first -= SLAB_WIDENING * fabs(first);
    last += SLAB_WIDENING * fabs(last);
    *enter = first > *enter ? first : *enter;
    *leave = last < *leave ? last : *leave;
    return true;
}

// Returns the largest float that is not above a sum. If the head is a float itself, the sign of the tail tells on
// which side of it the sum lies.
static inline float box2_below_sum(exact_pair sum)
{
    float f = float_below(sum.head);
    return (double)f == sum.head && sum.tail < 0.0 ? float_step(f, -1) : f;
}

// Returns the smallest float that is not below a sum.
static inline float box2_above_sum(exact_pair sum)
{
    float f = float_above(sum.head);
    return (double)f == sum.head && sum.tail > 0.0 ? float_step(f, +1) : f;
}

// Return the smallest box, rounded outwards; empty for a negative radius, and without corners.
rim_box2 circle2_bounds(rim_circle2 circle);
rim_box2 polygon2_bounds(rim_polygon2 polygon);

// Returns the smallest box around a box's image, rounded outwards, so that the image of every point of the box is inside.
// Empty for an empty box.
rim_box2 xform2_bounds(rim_xform2 m, rim_box2 box);

#endif
