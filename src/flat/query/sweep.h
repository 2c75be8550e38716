// The first time at which a moving sprite begins to share area with another.
#ifndef RIM_FLAT_QUERY_SWEEP_H
#define RIM_FLAT_QUERY_SWEEP_H

#include "flat/query/traversal.h"
#include "flat/sprite/data.h"
#include "rimcast/sprite_query.h"
#include "rimcast/sprite.h"

// --- any two poses -----------------------------------------------------------------------------------

// A motion in the world, plus - minus. The difference is not computed, as it could round.
typedef struct pair_motion
{
    rim_vec2 plus, minus;
} pair_motion;

typedef struct pair_sweep_touch
{
    bool   hit;
    double t;              // fraction of the motion, in [start_time, start_time + 1)
    int    fine_x, fine_y; // the two pixels that touch
    int    coarse_x, coarse_y;
    bool   edge_of_fine; // the touching edge belongs to the fine pixel, else to the coarse one
    bool   edge_is_row;  // it is a horizontal one in its sprite's pixels, else a vertical one
    double du, dv;       // the whole motion, in coarse pixels
    // A point of contact in the world, where the coarse sprite rests. Set by pair_sweep_place.
    double x, y;
} pair_sweep_touch;

// Finds the first touch from start_time to start_time + 1. The fine sprite moves by `motion`, the coarse one rests.
// start_time is 0, or -1 for the motion that ends in the present pose. Requires that they don't overlap at the start.
// Pixels whose interiors never intersect do not touch, however close they come.
void pair_sweep_first(pair_sweep_touch *out, traversal *view, pair_motion motion, int start_time);

// Computes touch->x and touch->y.
void pair_sweep_place(pair_sweep_touch *touch, const traversal *view);

// As rim_sprite_sweep_both.
rim_hit2 sprite_sweep_general(rim_posed a, rim_vec2 a_delta, rim_posed b, rim_vec2 b_delta);

// --- upright pixels of one size ----------------------------------------------------------------------
//
// Two moving sprites whose pixels have one size and are parallel: the common case in games.
//
// Nothing is turned, or both are flipped alike or turned by the same quarters; both are scaled alike by a power of two,
// and at the start a's corner is at o in b's pixels, at a whole offset or not. Let M be the set of whole offsets at
// which the masks share a pixel. On its path o + t d the sprite a shares area with b while it is less than 1 away, in x
// and in y, from an m in M. The path runs through unit cells between whole offsets, so it shares area while a corner of
// its cell is in M. The first touch is at the start, or where the path enters a cell with a new corner in M.
//
// Offsets are tested in windows of 8 by 8. If the blocks of the two masks do not overlap at any offset of a window, the
// window is skipped; else the pixels of the overlapping blocks are compared. For large masks windows of 64 by 64
// offsets are tested first, in the same way.

typedef struct integer_sweep
{
    const rim_sprite *a, *b;
    double            scale;  // a power of two
    double            x, y;   // of a's corner in b's pixels
    double            dx, dy; // a's motion relative to b, exactly, in pixels
} integer_sweep;

typedef struct integer_sweep_touch
{
    double t;      // fraction of the motion, in [0, 1)
    int    ax, ay; // the pixels that touch
    int    bx, by;
    bool   edge_is_row; // they touch along or at the end of a horizontal edge, else a vertical one
} integer_sweep_touch;

// The area that two sprites share, in pixels, and its gradient by a's position.
typedef struct integer_sweep_share
{
    double area, gx, gy;
} integer_sweep_share;

// Prepares the sweep during one unit of time. The deltas are in the world. Returns false if the poses are of another
// kind, if a number is too large, too small or not finite, or if an offset or motion in pixels is not exact in double.
bool integer_sweep_init(integer_sweep *w, const rim_posed *a, rim_vec2 a_delta, const rim_posed *b,
                        rim_vec2 b_delta);

// Returns true if they share area at the start.
bool integer_sweep_overlaps(const integer_sweep *w);

// Finds the first touch. Returns false if there is none. Requires that they don't overlap at the start.
bool integer_sweep_first(const integer_sweep *w, integer_sweep_touch *touch);

// Returns the time of the first touch; 1 if there is none. With a touch, *is_row becomes true if a's offset in b is a
// whole number of rows there, because the path crosses a row, and false if it is a whole number of columns.
double integer_sweep_time(const integer_sweep *w, bool *is_row);

enum
{
    // Pixels: offsets at which pixels are compared are closer to the path, in x and in y (integer_sweep.c).
    INTEGER_SWEEP_ASIDE = 9
};

// Returns the offsets, from (x0, y0) to (x1, y1), included, at which the functions above and integer_sweep_measure, up to
// PIXELS_AHEAD pixels from a touch, compare pixels. Returns an empty rectangle if there are none. The start is not
// among them: integer_sweep_overlaps compares there.
rim_rect integer_sweep_offsets(const integer_sweep *w);

// Returns the shared area and its gradient with a's corner at (x, y) of b's pixels. Where borders lie on each other the
// gradient jumps, and the mean of both sides is returned.
integer_sweep_share integer_sweep_measure(const integer_sweep *w, double x, double y);

// --- at rest, whole pixels apart --------------------------------------------------------------------------

// Two upright sprites with pixels of one size and a whole offset.
typedef struct integer_offset
{
    const rim_sprite *a, *b;
    double            scale; // a power of two
    int               x, y;  // of a's corner in b's pixels
} integer_offset;

// Stores the offset of two sprites that are unturned, scaled alike by a power of two, and a whole number of their
// pixels apart. Returns false for other sprites, and for offsets of 2^20 pixels or more.
bool integer_offset_init_far(integer_offset *o, const rim_posed *a, const rim_posed *b);

// 3/2 2^23: between 2^23 and 2^24 floats are whole numbers, so sums with it are rounded to these.
#define SWEEP_TO_WHOLE 0x1.8p23f

// Returns true for sprites whose poses are plain translations and whose anchors are plain, a whole number of pixels
// apart, and stores the offset of a's corner in b's pixels. In lanes (a.x, a.y, b.x, b.y):
//
//      corner = translation - anchor
//      apart  = corner - (corner of the other sprite)       lanes 0 and 1 are the offset
//      whole:   (apart + r) - r == apart                    with r the constant SWEEP_TO_WHOLE
//
// An anchor that is not plain is NaN here, and not equal.
static inline bool integer_offset_init_plain(integer_offset *o, const rim_posed *a,
                                             const rim_posed *b)
{
    const f32x4 rounder = f32x4_all(SWEEP_TO_WHOLE);
    f32x4       translation = sprite_translations(&a->pose, &b->pose);
    f32x4       anchor = f32x4_load_pairs(&a->sprite->plain_anchor, &b->sprite->plain_anchor);
    f32x4       corner = f32x4_sub(translation, anchor);
    f32x4       apart = f32x4_sub(corner, f32x4_swap_pairs(corner));
    f32x4_truth whole = f32x4_equal(f32x4_sub(f32x4_add(apart, rounder), rounder), apart);
    f32x4_truth unturned =
        f32x4_both(sprite_pose_is_translation(&a->pose), sprite_pose_is_translation(&b->pose));
    f32x4_truth plain = sprite_numbers_are_plain(translation);
    if (!sprite_all_true(f32x4_both(f32x4_both(unturned, plain), whole))) return false;

    float offset[4];
    f32x4_store(offset, apart);
    o->a = a->sprite;
    o->b = b->sprite;
    o->scale = 1.0;
    o->x = (int)offset[0];
    o->y = (int)offset[1];
    return true;
}

// Stores the offset of two unturned sprites if they have the same scale, a power of two, and are a whole number of
// their pixels apart. Returns false for others. The first function takes the common case, scale 1 and small numbers,
// sooner.
static inline bool integer_offset_init(integer_offset *o, const rim_posed *a, const rim_posed *b)
{
    return integer_offset_init_plain(o, a, b) || integer_offset_init_far(o, a, b);
}

// As integer_offset_init, for two upright sprites that are flipped and turned alike. The offset is in their pixels,
// not along the world's axes. Returns false for all others.
bool integer_offset_init_turned(integer_offset *o, const rim_posed *a, const rim_posed *b);

// Returns true if integer_offset_back can be used: neither mask is too large or empty.
bool integer_offset_sweeps(const integer_offset *o);

// Returns the area that the two share, exactly.
double integer_offset_area(const integer_offset *o);

// Returns the sweep of a that begins outside of b, far away along the unit vector n, and comes back to its offset. n is
// given in columns and rows, which are those of both. The first touch on this way is where a motion of a along n leaves
// b for good. Requires integer_offset_sweeps, and that the bounds of the two overlap.
integer_sweep integer_offset_back(const integer_offset *o, rim_vec2 n);

// Returns the way of such a sweep from the first touch to its end, in lengths of n. A motion of a by that many n, in
// pixels, takes it out of b for good. Returns 0 without a touch. The result is that of the sweep's own motion, whose
// coordinates are rounded to 2^-30 pixels, rounded once.
double integer_sweep_rest(const integer_sweep *back);

#endif
