/// @file
/// Axis-aligned boxes of the solid world.
///
/// Boxes are closed: a point on the border is inside, boxes that touch overlap. A box with a lo above
/// its hi is empty; rim_box3_empty() is the one that any union starts from.
#ifndef RIMCAST_BOX_H
#define RIMCAST_BOX_H

#include "rimcast/base.h"
#include "rimcast/vec3.h"

#include <float.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// From lo to hi, borders included. Zeroed it is not empty: it holds the origin.
typedef struct rim_box3
{
    rim_vec3 lo, hi;
} rim_box3;

/// As given: nothing is swapped, and a lo above its hi makes it empty.
static inline rim_box3 rim_box3_make(rim_vec3 lo, rim_vec3 hi)
{
    rim_box3 box;
    box.lo = lo;
    box.hi = hi;
    return box;
}

/// The empty box that unions start from: lo is FLT_MAX, hi is -FLT_MAX.
static inline rim_box3 rim_box3_empty(void)
{
    return rim_box3_make(rim_vec3_make(FLT_MAX, FLT_MAX, FLT_MAX),
                         rim_vec3_make(-FLT_MAX, -FLT_MAX, -FLT_MAX));
}

/// True as well for a box with a NaN.
static inline bool rim_box3_is_empty(rim_box3 box)
{
    return !(box.lo.x <= box.hi.x && box.lo.y <= box.hi.y && box.lo.z <= box.hi.z);
}

/// The border is inside. Nothing is in an empty box, and a NaN in none.
static inline bool rim_box3_contains(rim_box3 box, rim_vec3 p)
{
    return box.lo.x <= p.x && p.x <= box.hi.x && box.lo.y <= p.y && p.y <= box.hi.y &&
           box.lo.z <= p.z && p.z <= box.hi.z;
}

/// Touching counts. An empty box overlaps nothing.
static inline bool rim_box3_overlaps(rim_box3 a, rim_box3 b)
{
    return a.lo.x <= b.hi.x && b.lo.x <= a.hi.x && a.lo.y <= b.hi.y && b.lo.y <= a.hi.y &&
           a.lo.z <= b.hi.z && b.lo.z <= a.hi.z && !rim_box3_is_empty(a) && !rim_box3_is_empty(b);
}

/// The smallest box around both; an empty one adds nothing if it came from rim_box3_empty().
static inline rim_box3 rim_box3_union(rim_box3 a, rim_box3 b)
{
    return rim_box3_make(rim_vec3_min(a.lo, b.lo), rim_vec3_max(a.hi, b.hi));
}

/// The smallest box around box and point. A NaN in p would lose what the box had on that axis.
static inline rim_box3 rim_box3_add(rim_box3 box, rim_vec3 p)
{
    return rim_box3_make(rim_vec3_min(box.lo, p), rim_vec3_max(box.hi, p));
}

/// What both share; empty when they are apart.
static inline rim_box3 rim_box3_intersect(rim_box3 a, rim_box3 b)
{
    return rim_box3_make(rim_vec3_max(a.lo, b.lo), rim_vec3_min(a.hi, b.hi));
}

/// Moved out by margin on every side; a negative margin may leave it empty.
static inline rim_box3 rim_box3_grow(rim_box3 box, float margin)
{
    rim_vec3 m = rim_vec3_make(margin, margin, margin);
    return rim_box3_make(rim_vec3_sub(box.lo, m), rim_vec3_add(box.hi, m));
}

/// The middle, also of boxes whose size is beyond float; the origin for rim_box3_empty().
static inline rim_vec3 rim_box3_center(rim_box3 box)
{
    return rim_vec3_make(0.5f * box.lo.x + 0.5f * box.hi.x, 0.5f * box.lo.y + 0.5f * box.hi.y,
                         0.5f * box.lo.z + 0.5f * box.hi.z);
}

#ifdef __cplusplus
}
#endif

#endif
