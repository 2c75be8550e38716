// The path of an offset: as mask b moves along a line, the whole-pixel offsets between the masks that it passes, window by
// window.
//
// A window is a square of 8 by 8 or 64 by 64 offsets whose corner is at multiples of its side. Offsets are numbered along the
// path: number n of x is offset x + n, or x - n where the path goes back; y likewise. An offset is near the path at a time if
// it is one of the up to four whole offsets around the exact one.
#ifndef RIM_FLAT_MASK_OFFSET_PATH_H
#define RIM_FLAT_MASK_OFFSET_PATH_H

#include "base/exact.h"

#include <stdbool.h>
#include <stdint.h>

// Iterates over the windows with offsets near the path, column by column. All ranges of numbers include their last one.
typedef struct mask_path_window
{
    int x, y;           // the offset at numbers 0
    int back_x, back_y; // -1 where the path goes back, else 0
    int x_end;          // the last number of x to be tested
    int y_begin, y_end; // the first and the last number of y to be tested

    // While x is at numbers m to n, the numbers of y near the path are
    // (m - phase) slope + first .. (n - phase) slope + past.
    double phase, slope, first, past;

    // The current window's numbers, and the last number of y in its column. Before the first window x1 is the number
    // before the first x, and y1 and bottom are equal.
    int x0, x1, y0, y1, bottom;
} mask_path_window;

// Returns the offset in x at number n: x + n, or x - n, computed as x + ~n + 1, where the path goes back.
static inline int mask_path_x(const mask_path_window *w, int n)
{
    return w->x + (n ^ w->back_x) - w->back_x;
}

// Returns the offset in y at number n.
static inline int mask_path_y(const mask_path_window *w, int n)
{
    return w->y + (n ^ w->back_y) - w->back_y;
}

// Moves to the next window; `side_mask` is its side minus 1, 7 or 63. Returns false after the last one. Goes column by column,
// so of two windows that the path enters at the same time the one in the earlier column comes first. A window's last offset
// is one less than a multiple of the side, ~offset & side_mask numbers on, or where offsets fall a multiple, offset &
// side_mask numbers on: both are (offset ^ ~back) & side_mask.
static inline bool mask_path_window_next(mask_path_window *w, int side_mask)
{
    while (w->y1 >= w->bottom)
    {
        if (w->x1 >= w->x_end) return false;
        int x0 = w->x1 + 1, x1 = x0 + ((mask_path_x(w, x0) ^ ~w->back_x) & side_mask);
        w->x0 = x0;
        w->x1 = x1 < w->x_end ? x1 : w->x_end;
        double y_from = (x0 - 1 - w->phase) * w->slope + w->first;
        double y_to = (w->x1 + 1 - w->phase) * w->slope + w->past;
        if (y_from >= w->y_end + 1) return false;
        w->y1 = (y_from > w->y_begin ? (int)y_from : w->y_begin) - 1;
        w->bottom = y_to < w->y_end ? (int)y_to : w->y_end;
    }
    int y0 = w->y1 + 1, y1 = y0 + ((mask_path_y(w, y0) ^ ~w->back_y) & side_mask);
    w->y0 = y0;
    w->y1 = y1 < w->bottom ? y1 : w->bottom;
    return true;
}

// --- the path -------------------------------------------------------------------------------------------

enum
{
    MASK_REGIONS = 8,     // words of 64 regions each, see find_regions
    MASK_MAX_GROUPS = 96, // listed for a window; with more, the whole masks are compared
    MASK_FAR = 1 << 21    // beyond all numbers of offsets
};

// An error bound of a position on the path, in pixels: far above the rounding of any, far below a pixel.
#define MASK_SLACK 0x1p-10

// One coordinate of a path. At time t it is at number  phase + t length.
typedef struct mask_path_axis
{
    double phase;  // the start, 0 <= phase < 1
    double length; // >= 0
    double slope;  // how much the other coordinate changes with this one, if the length is not 0
    int    end;    // the first number >= phase + length
    int    beside; // 1 if the path has two numbers on its sides, 0 if it runs along number 0
} mask_path_axis;

// A group of the right mask, 64 by 8 pixels, and the words of the left mask that lie over it, or up to 63 columns to the
// left of it, at the corner of a window.
typedef struct mask_group
{
    const uint64_t *right_words, *left_words; // those of the first row
} mask_group;

// A path of the right mask in the left one, from offset (window.x, window.y) on, and the earliest touch found on it.
// Offsets in x are never negative.
typedef struct mask_path
{
    const struct mask_blocks *left, *right;
    mask_path_window          window;
    mask_path_axis            x, y;

    // The earliest touch so far.
    double     t;        // 1 as long as there is none
    bool       is_row;   // the path enters a new row there, not a new column
    bool       is_whole; // the shared pixel may be anywhere; else it is in `group`
    mask_group group;
    int        found_x, found_y;
} mask_path;

// Returns b's coordinate where a's is n, rounded down: near or near - 1. Requires that the exact coordinate is within 2^-20 of
// `near`, and a.length > 0. Compares, exactly,
//
//     b.phase + (n - a.phase) b.length / a.length  <  near     <=>     (n - a.phase) b.length  <  (near - b.phase) a.length.
static inline int mask_path_floor_exactly(const mask_path_axis *a, const mask_path_axis *b, int n,
                                          int near)
{
    exact_pair change = exact_mul(b->length, n - a->phase),
               near_change = exact_mul(a->length, near - b->phase);
    bool less = change.head < near_change.head ||
                (change.head == near_change.head && change.tail < near_change.tail);
    return less ? near - 1 : near;
}

// Returns b's coordinate where a's is n, rounded down, from the rounded `position`. Requires 0 <= position, with an error below
// 2^-20, and that it fits an int. Compares exactly only where a whole number is as near as that.
static inline int mask_path_floor(const mask_path_axis *a, const mask_path_axis *b, int n,
                                  double position)
{
    int    floor = (int)position;
    double rest = position - floor;
    if (rest > 0x1p-20 && rest < 1.0 - 0x1p-20) return floor;
    return mask_path_floor_exactly(a, b, n, rest < 0.5 ? floor : floor + 1);
}

// Returns the last number near the path before time t, at most `last`; may be too large by one, never too small. Number n is
// near from time (n - 1 - phase) / length on, so n <= t length + phase + 1.
static inline int mask_path_before(const mask_path_axis *a, double t, int last)
{
    double n = t * a->length + a->phase + (1.0 + MASK_SLACK);
    return n < last ? (int)n : last;
}

#endif
