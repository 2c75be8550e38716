/// @file
/// Axis-aligned boxes of both worlds.
///
/// Boxes are closed: a point on the border is inside, boxes that touch overlap. A box with a lo above
/// its hi is empty; rim_box2_empty() is the one that any union starts from.
#ifndef RIMCAST_BOX_H
#define RIMCAST_BOX_H

#include "rimcast/vec2.h"
#include "rimcast/vec3.h"

#include <float.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// From lo to hi, borders included. Zeroed it is not empty: it holds the origin.
typedef struct rim_box2
{
    rim_vec2 lo, hi;
} rim_box2;

/// From lo to hi, borders included. Zeroed it is not empty: it holds the origin.
typedef struct rim_box3
{
    rim_vec3 lo, hi;
} rim_box3;

/// A rectangle of pixels: columns x0 .. x1 - 1, rows y0 .. y1 - 1. Empty when x1 <= x0 or y1 <= y0.
typedef struct rim_rect
{
    int x0, y0, x1, y1;
} rim_rect;

/// As given: nothing is swapped, and a lo above its hi makes it empty.
static inline rim_box2 rim_box2_make(rim_vec2 lo, rim_vec2 hi)
{
    rim_box2 box;
    box.lo = lo;
    box.hi = hi;
    return box;
}

/// As given: nothing is swapped, and a lo above its hi makes it empty.
static inline rim_box3 rim_box3_make(rim_vec3 lo, rim_vec3 hi)
{
    rim_box3 box;
    box.lo = lo;
    box.hi = hi;
    return box;
}

/// The empty box that unions start from: lo is FLT_MAX, hi is -FLT_MAX.
static inline rim_box2 rim_box2_empty(void)
{
    return rim_box2_make(rim_vec2_make(FLT_MAX, FLT_MAX), rim_vec2_make(-FLT_MAX, -FLT_MAX));
}

/// The empty box that unions start from: lo is FLT_MAX, hi is -FLT_MAX.
static inline rim_box3 rim_box3_empty(void)
{
    return rim_box3_make(rim_vec3_make(FLT_MAX, FLT_MAX, FLT_MAX),
                         rim_vec3_make(-FLT_MAX, -FLT_MAX, -FLT_MAX));
}

/// True as well for a box with a NaN.
static inline bool rim_box2_is_empty(rim_box2 box)
{
    return !(box.lo.x <= box.hi.x && box.lo.y <= box.hi.y);
}

/// True as well for a box with a NaN.
static inline bool rim_box3_is_empty(rim_box3 box)
{
    return !(box.lo.x <= box.hi.x && box.lo.y <= box.hi.y && box.lo.z <= box.hi.z);
}

/// The border is inside. Nothing is in an empty box, and a NaN in none.
static inline bool rim_box2_contains(rim_box2 box, rim_vec2 p)
{
    return box.lo.x <= p.x && p.x <= box.hi.x && box.lo.y <= p.y && p.y <= box.hi.y;
}

/// The border is inside. Nothing is in an empty box, and a NaN in none.
static inline bool rim_box3_contains(rim_box3 box, rim_vec3 p)
{
    return box.lo.x <= p.x && p.x <= box.hi.x && box.lo.y <= p.y && p.y <= box.hi.y &&
           box.lo.z <= p.z && p.z <= box.hi.z;
}

/// Touching counts. An empty box overlaps nothing.
static inline bool rim_box2_overlaps(rim_box2 a, rim_box2 b)
{
    return a.lo.x <= b.hi.x && b.lo.x <= a.hi.x && a.lo.y <= b.hi.y && b.lo.y <= a.hi.y &&
           !rim_box2_is_empty(a) && !rim_box2_is_empty(b);
}

/// Touching counts. An empty box overlaps nothing.
static inline bool rim_box3_overlaps(rim_box3 a, rim_box3 b)
{
    return a.lo.x <= b.hi.x && b.lo.x <= a.hi.x && a.lo.y <= b.hi.y && b.lo.y <= a.hi.y &&
           a.lo.z <= b.hi.z && b.lo.z <= a.hi.z && !rim_box3_is_empty(a) && !rim_box3_is_empty(b);
}

/// The smallest box around both; an empty one adds nothing if it came from rim_box2_empty().
static inline rim_box2 rim_box2_union(rim_box2 a, rim_box2 b)
{
    return rim_box2_make(rim_vec2_min(a.lo, b.lo), rim_vec2_max(a.hi, b.hi));
}

/// The smallest box around both; an empty one adds nothing if it came from rim_box3_empty().
static inline rim_box3 rim_box3_union(rim_box3 a, rim_box3 b)
{
    return rim_box3_make(rim_vec3_min(a.lo, b.lo), rim_vec3_max(a.hi, b.hi));
}

/// The smallest box around box and point. A NaN in p would lose what the box had on that axis.
static inline rim_box2 rim_box2_add(rim_box2 box, rim_vec2 p)
{
    return rim_box2_make(rim_vec2_min(box.lo, p), rim_vec2_max(box.hi, p));
}

/// The smallest box around box and point. A NaN in p would lose what the box had on that axis.
static inline rim_box3 rim_box3_add(rim_box3 box, rim_vec3 p)
{
    return rim_box3_make(rim_vec3_min(box.lo, p), rim_vec3_max(box.hi, p));
}

/// What both share; empty when they are apart.
static inline rim_box2 rim_box2_intersect(rim_box2 a, rim_box2 b)
{
    return rim_box2_make(rim_vec2_max(a.lo, b.lo), rim_vec2_min(a.hi, b.hi));
}

/// What both share; empty when they are apart.
static inline rim_box3 rim_box3_intersect(rim_box3 a, rim_box3 b)
{
    return rim_box3_make(rim_vec3_max(a.lo, b.lo), rim_vec3_min(a.hi, b.hi));
}

/// Moved out by margin on every side; a negative margin may leave it empty.
static inline rim_box2 rim_box2_grow(rim_box2 box, float margin)
{
    rim_vec2 m = rim_vec2_make(margin, margin);
    return rim_box2_make(rim_vec2_sub(box.lo, m), rim_vec2_add(box.hi, m));
}

/// Moved out by margin on every side; a negative margin may leave it empty.
static inline rim_box3 rim_box3_grow(rim_box3 box, float margin)
{
    rim_vec3 m = rim_vec3_make(margin, margin, margin);
    return rim_box3_make(rim_vec3_sub(box.lo, m), rim_vec3_add(box.hi, m));
}

/// The middle, also of boxes whose size is beyond float; the origin for rim_box2_empty().
static inline rim_vec2 rim_box2_center(rim_box2 box)
{
    return rim_vec2_make(0.5f * box.lo.x + 0.5f * box.hi.x, 0.5f * box.lo.y + 0.5f * box.hi.y);
}

/// The middle, also of boxes whose size is beyond float; the origin for rim_box3_empty().
static inline rim_vec3 rim_box3_center(rim_box3 box)
{
    return rim_vec3_make(0.5f * box.lo.x + 0.5f * box.hi.x, 0.5f * box.lo.y + 0.5f * box.hi.y,
                         0.5f * box.lo.z + 0.5f * box.hi.z);
}

/// As given: x1 and y1 are the first column and row that are outside.
static inline rim_rect rim_rect_make(int x0, int y0, int x1, int y1)
{
    rim_rect rect;
    rect.x0 = x0;
    rect.y0 = y0;
    rect.x1 = x1;
    rect.y1 = y1;
    return rect;
}

/// True if it has no column or no row.
static inline bool rim_rect_is_empty(rim_rect rect)
{
    return rect.x1 <= rect.x0 || rect.y1 <= rect.y0;
}

/// Is pixel (x, y) one of its? Column x0 is inside, column x1 is not.
static inline bool rim_rect_contains(rim_rect rect, int x, int y)
{
    return rect.x0 <= x && x < rect.x1 && rect.y0 <= y && y < rect.y1;
}

/// The pixels of both; empty, but not all zero, when they share none.
static inline rim_rect rim_rect_intersect(rim_rect a, rim_rect b)
{
    return rim_rect_make(a.x0 > b.x0 ? a.x0 : b.x0, a.y0 > b.y0 ? a.y0 : b.y0,
                         a.x1 < b.x1 ? a.x1 : b.x1, a.y1 < b.y1 ? a.y1 : b.y1);
}

#ifdef __cplusplus
}
#endif

#endif
