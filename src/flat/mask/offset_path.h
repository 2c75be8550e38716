// The way of an offset between two masks, window by window.
//
// Windows are squares of 8 by 8 or 64 by 64 offsets at multiples of their size. Offsets are counted along
// the way: number n of x is x + n, or x - n where the way goes back, and the same with y.
#ifndef RIM_FLAT_MASK_OFFSET_PATH_H
#define RIM_FLAT_MASK_OFFSET_PATH_H

#include "base/exact.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct mask_walk
{
    int    x, y;           // numbers 0
    int    back_x, back_y; // 0, or -1 where the way goes back
    int    x_end;          // the last number of x that is asked for
    int    y_begin, y_end; // and the first and the last one of y
    double phase,
        slope; // of the line along which y goes with x: the numbers of y that are near while x
    double first, past; // is from m to n are (m - phase) slope + first .. (n - phase) slope + past

    // The window at hand, and the last number of y in its column. Before the first one x1 is the number before
    // the first x, and y1 and bottom are equal.
    int x0, x1, y0, y1, bottom;
} mask_walk;

static inline int mask_walk_x(const mask_walk *w, int n)
{
    return w->x + (n ^ w->back_x) - w->back_x;
}

static inline int mask_walk_y(const mask_walk *w, int n)
{
    return w->y + (n ^ w->back_y) - w->back_y;
}

// To the next window, `last` being its side minus 1; false after the last one. Columns go first, so that of
// two windows that are reached at the same time the one in the earlier column is told first.
static inline bool mask_walk_next(mask_walk *w, int last)
{
    while (w->y1 >= w->bottom)
    {
        if (w->x1 >= w->x_end) return false;
        int x0 = w->x1 + 1, x1 = x0 + ((mask_walk_x(w, x0) ^ ~w->back_x) & last);
        w->x0 = x0;
        w->x1 = x1 < w->x_end ? x1 : w->x_end;
        double from = (x0 - 1 - w->phase) * w->slope + w->first;
        double to = (w->x1 + 1 - w->phase) * w->slope + w->past;
        if (from >= w->y_end + 1) return false;
        w->y1 = (from > w->y_begin ? (int)from : w->y_begin) - 1;
        w->bottom = to < w->y_end ? (int)to : w->y_end;
    }
    int y0 = w->y1 + 1, y1 = y0 + ((mask_walk_y(w, y0) ^ ~w->back_y) & last);
    w->y0 = y0;
    w->y1 = y1 < w->bottom ? y1 : w->bottom;
    return true;
}

// --- the way -------------------------------------------------------------------------------------------

enum
{
    MASK_REGIONS = 8,     // words for the squares that meet: 8 rows of 8 groups of 8 each
    MASK_MAX_GROUPS = 96, // of a window; if there are more, whole masks are compared
    MASK_FAR = 1 << 21    // beyond all numbers of offsets
};

// A bound of the error of a place on the way, in pixels.
#define MASK_SLACK 0x1p-10

// One coordinate of a motion, in offsets.
typedef struct mask_line
{
    double phase;  // where it starts, beyond number 0 and before number 1
    double length; // not negative
    double slope;  // of the other coordinate with this one, if the length is not 0
    int    end;    // the first number that it does not go beyond
    int    beside; // 1 if the way has two numbers on its sides, 0 if it runs along number 0
} mask_line;

// 64 by 8 pixels of a strip of a mask, and what of another one's strip lies over them, or some columns to the
// left of them, at the corner of a window.
typedef struct mask_group
{
    const uint64_t *own, *over; // the first row of each
} mask_group;

// From offset (walk.x, walk.y) of the right one in the left one. That lies to the left: x is never negative.
typedef struct mask_way
{
    const struct mask_blocks *left, *right;
    mask_walk                 walk;
    mask_line                 x, y;

    // The earliest touch so far; t is 1 as long as there is none.
    double     t;
    bool       is_row;   // of the lines crossed
    bool       is_whole; // some pixel is shared, else
    mask_group group;    // one of this group is
    int        found_x, found_y;
} mask_way;

// Where the way is in b when it is at n in a, rounded down; `near` is no more than a hair off.
static inline int mask_line_floor_exactly(const mask_line *a, const mask_line *b, int n, int near)
{
    // (n - a.phase) b.length / a.length against near - b.phase. The differences are exact.
    exact_pair p = exact_mul(b->length, n - a->phase), q = exact_mul(a->length, near - b->phase);
    bool       less = p.head < q.head || (p.head == q.head && p.tail < q.tail);
    return less ? near - 1 : near;
}

// The same from a rounded number, which must not be beyond int.
static inline int mask_line_floor(const mask_line *a, const mask_line *b, int n, double at)
{
    int    floor = (int)at;
    double rest = at - floor;
    if (rest > 0x1p-20 && rest < 1.0 - 0x1p-20) return floor;
    return mask_line_floor_exactly(a, b, n, rest < 0.5 ? floor : floor + 1);
}

// The last number that is near before time t, or `last`: number n is from (n - 1 - phase) / length on.
static inline int mask_line_before(const mask_line *a, double t, int last)
{
    double n = t * a->length + a->phase + (1.0 + MASK_SLACK);
    return n < last ? (int)n : last;
}

#endif
