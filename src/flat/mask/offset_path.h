// The path of an offset: as mask b moves along a line, the whole-pixel offsets between the masks that it passes, window by
// window.
//
// A window is a square of 8 by 8 or 64 by 64 offsets whose corner is at multiples of its side. Offsets are indexed along
// the path: index n of x is offset x + n, or x - n where the path goes back; y likewise. An offset is near the path at a
// time if it is one of the up to four whole offsets around the exact one.
#ifndef RIM_FLAT_MASK_OFFSET_PATH_H
#define RIM_FLAT_MASK_OFFSET_PATH_H

#include "base/exact.h"

#include <stdbool.h>
#include <stdint.h>

// Iterates over the windows with offsets near the path, column by column. All ranges of indices include their last one.
typedef struct mask_path_window
{
    int x, y;           // the offset at indices 0
    int back_x, back_y; // -1 where the path goes back: offsets fall as indices rise; else 0
    int x_end;          // the last index of x to be tested
    int y_begin, y_end; // the first and the last index of y to be tested

    // While x is at indices m to n, the indices of y near the path are
    // (m - phase) slope + first .. (n - phase) slope + past, both rounded down.
    double phase, slope, first, past;

    // The current window: indices x0 .. x1 and y0 .. y1; `bottom` is the last index of y in its column of windows. Before
    // the first window x1 is the index before the first x, and y1 and bottom are equal.
    int x0, x1, y0, y1, bottom;
} mask_path_window;

// Returns the offset in x at index n: x + n, or x - n, computed as x + ~n + 1, where the path goes back.
static inline int mask_path_x(const mask_path_window *w, int n)
{
    return w->x + (n ^ w->back_x) - w->back_x;
}

// Returns the offset in y at index n.
static inline int mask_path_y(const mask_path_window *w, int n)
{
    return w->y + (n ^ w->back_y) - w->back_y;
}

// Returns the last index of the window that holds index n, but at most `last`. `offset` is the offset at index n,
// `back` is -1 where offsets fall and else 0, and `side_mask` is the window's side minus 1. Where offsets rise, the
// window ends before the next multiple of the side: ~offset & side_mask indices further on. Where offsets fall, it ends
// on a multiple of the side: offset & side_mask indices further on.
static inline int mask_path_window_end(int n, int offset, int back, int side_mask, int last)
{
    int end = n + ((offset ^ ~back) & side_mask);
    return end < last ? end : last;
}

// Moves to the next column of windows: stores its indices of x, and the indices of y near the path there, y1 + 1 .. bottom,
// of which there may be none. Returns false after the last column, and where the path has passed the last index of y.
static inline bool mask_path_window_next_column(mask_path_window *w, int side_mask)
{
    if (w->x1 >= w->x_end) return false;
    w->x0 = w->x1 + 1;
    w->x1 = mask_path_window_end(w->x0, mask_path_x(w, w->x0), w->back_x, side_mask, w->x_end);

    // Indices x0 .. x1 are near the path while x is between x0 - 1 and x1 + 1.
    double y_from = (w->x0 - 1 - w->phase) * w->slope + w->first;
    double y_to = (w->x1 + 1 - w->phase) * w->slope + w->past;
    if (y_from >= w->y_end + 1) return false;
    w->y1 = (y_from > w->y_begin ? (int)y_from : w->y_begin) - 1;
    w->bottom = y_to < w->y_end ? (int)y_to : w->y_end;
    return true;
}

// Moves to the next window; `side_mask` is its side minus 1, 7 or 63. Returns false after the last one. Goes column by
// column, so of two windows that the path enters at the same time the one in the earlier column comes first.
static inline bool mask_path_window_next(mask_path_window *w, int side_mask)
{
    while (w->y1 >= w->bottom)
        if (!mask_path_window_next_column(w, side_mask)) return false;
    w->y0 = w->y1 + 1;
    w->y1 = mask_path_window_end(w->y0, mask_path_y(w, w->y0), w->back_y, side_mask, w->bottom);
    return true;
}

// --- the path -------------------------------------------------------------------------------------------

enum
{
    MASK_REGIONS = 8,     // words of 64 regions each, see find_regions
    MASK_MAX_GROUPS = 96, // listed for a window; with more, the whole masks are compared
    MASK_FAR = 1 << 21    // beyond all indices of offsets
};

// In pixels: windows are widened by this, far more than the rounding of a position on the path (MASK_PATH_ERROR), and far
// less than a pixel.
#define MASK_SLACK 0x1p-10

// One coordinate of a path. At time t it is at index  phase + t length.
typedef struct mask_path_axis
{
    double phase;  // the start, 0 <= phase < 1
    double length; // >= 0
    double slope;  // how much the other coordinate changes with this one, if the length is not 0
    int    end;    // the first index >= phase + length
    int    beside; // 1 if the path has two indices on its sides, 0 if it runs along index 0
} mask_path_axis;

// A group of the right mask, 64 by 8 pixels, and the words of the left mask that lie under it, or up to 63 columns to
// the left of it, at the corner of a window.
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
    double t;         // 1 as long as there is none
    bool   is_row;    // the path enters a new row there, not a new column
    bool   is_corner; // it enters a new column and a new row at once, and the offset is new in both
    bool   is_new;    // set when a touch is stored
    bool   is_whole;  // the shared pixel may be anywhere; else it is in a row of a group
    mask_group shared; // that row; the left words under it are not shifted yet
    int        found_x, found_y;
} mask_path;

// In pixels: the error of a rounded position on the path. Positions are below MASK_FAR, 2^21, and the result of a product
// and a sum: a few roundings make less than 2^-29. A position that is as near as this to a whole number is compared with
// it exactly.
#define MASK_PATH_ERROR 0x1p-20

// Returns the exact sign of the coordinate `across`, where the path is at index n of `along`, minus `near`. Requires that
// the two are within MASK_PATH_ERROR of each other, and along.length > 0. Compares two products:
//
//     across.phase + (n - along.phase) across.length / along.length  <  near
//     <=>   (n - along.phase) across.length  <  (near - across.phase) along.length.
static inline int mask_path_compare(const mask_path_axis *along, const mask_path_axis *across,
                                    int n, int near)
{
    return exact_compare_products(across->length, n - along->phase, along->length,
                                  near - across->phase);
}

// Returns the coordinate `across` where the path is at index n of `along`, rounded down. `position` is this coordinate
// with an error below MASK_PATH_ERROR. Requires along.length > 0, and 0 <= position <= INT_MAX - 1. Compares exactly
// only where a whole number is within MASK_PATH_ERROR of the position.
static inline int mask_path_floor(const mask_path_axis *along, const mask_path_axis *across, int n,
                                  double position)
{
    int    floor = (int)position;
    double rest = position - floor;
    if (rest > MASK_PATH_ERROR && rest < 1.0 - MASK_PATH_ERROR) return floor;
    int near = rest < 0.5 ? floor : floor + 1;
    return mask_path_compare(along, across, n, near) < 0 ? near - 1 : near;
}

// Returns the last index that is near the path before time t, but at most `last`. The result may be too large by one,
// never too small. Index n is near from time (n - 1 - phase) / length on, so n <= t length + phase + 1.
static inline int mask_path_before(const mask_path_axis *axis, double t, int last)
{
    double index = t * axis->length + axis->phase + (1.0 + MASK_SLACK);
    return index < last ? (int)index : last;
}

#endif
