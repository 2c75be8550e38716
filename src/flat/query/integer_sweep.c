// Sweeps and offsets of upright sprites, by the bits of their masks.
#include "flat/query/sweep.h"

#include "base/float.h"
#include "flat/query/traversal.h"
#include "flat/sprite/data.h"
#include "simd/f64x2.h"

#include <math.h>

// In pixels. Offsets are fine numbers (flat/sprite/data.h) below INTEGER_MAX_OFFSET, so they have at most 51 bits, and
// their differences from whole numbers are exact. Along an axis, a motion is 0 or its size is between
// INTEGER_MIN_MOTION and INTEGER_MAX_MOTION. Then positions on the path, which are below MASK_FAR, have rounding errors
// far below MASK_PATH_ERROR.
enum
{
    INTEGER_MAX_OFFSET = 1 << 20
};
#define INTEGER_MAX_MOTION 0x1p30
#define INTEGER_MIN_MOTION 0x1p-30

// --- conditions ----------------------------------------------------------------------------------------

// The axes along which the pixels of two sprites run whose poses are upright and have one matrix.
typedef struct alike_axes
{
    bool   is_quarter; // columns run along the world's y and rows along x, else the other way round
    double scale;
    f64x2  inverse; // of the scales of columns and rows, with the signs of their directions
} alike_axes;

// Stores the axes of two upright sprites with one matrix. Returns false for other sprites. The scale of the rows is that
// of the columns or its negative.
static inline bool alike_axes_init(alike_axes *axes, const rim_posed *a, const rim_posed *b)
{
    const rim_xform2 *m = &a->pose;
    if (!sprite_all_true(f32x4_equal(f32x4_load(&m->a), f32x4_load(&b->pose.a)))) return false;
    if (!sprite_pose_is_upright(m)) return false;
    axes->is_quarter = m->a == 0.0f;
    double columns = axes->is_quarter ? m->b : m->a, rows = axes->is_quarter ? m->c : m->d;
    double per_column = 1.0 / columns;
    axes->scale = fabs(columns);
    axes->inverse = f64x2_set(per_column, columns == rows ? per_column : -per_column);
    return true;
}

// Returns a vector of the world in pixels, along the columns and along the rows.
static inline f64x2 along_axes(const alike_axes *axes, float x, float y)
{
    f64x2 v = axes->is_quarter ? f64x2_set(y, x) : f64x2_set(x, y);
    return f64x2_mul(v, axes->inverse);
}

// Returns true if the sprite can be swept by its masks: it is not empty, and small enough.
static bool integer_sweep_is_usable(const rim_sprite *sprite)
{
    return sprite->size.x <= MASK_SWEPT_SIDE && sprite->size.y <= MASK_SWEPT_SIDE &&
           !rim_rect_is_empty(sprite->bounds);
}

// Computes a + b. Returns the lanes in which the sum is exact. The larger number can be subtracted from the sum without
// rounding (T. J. Dekker, 1971). So the sum is exact if that leaves the smaller one; and then each leaves the other.
static inline f64x2_truth sum_is_exact(f64x2 a, f64x2 b, f64x2 *sum)
{
    *sum = f64x2_add(a, b);
    return f64x2_both(f64x2_equal(f64x2_sub(*sum, a), b), f64x2_equal(f64x2_sub(*sum, b), a));
}

// Computes a's corner in b's pixels, where ta and tb are the translations along_axes:
//
//      ta - tb + anchor_b - anchor_a
//
// Returns false if the sum is not exact in double, is not a fine number, or is INTEGER_MAX_OFFSET or more.
static inline bool offset_of(const alike_axes *axes, const rim_posed *a, const rim_posed *b,
                             f64x2 *offset)
{
    const f64x2 none = f64x2_all(0.0), to_fine = f64x2_all(SPRITE_TO_FINE);
    rim_vec2    na = a->sprite->anchor, nb = b->sprite->anchor;
    f64x2       ta = along_axes(axes, a->pose.tx, a->pose.ty), apart, plus_b;
    f64x2       tb = along_axes(axes, b->pose.tx, b->pose.ty);
    f64x2_truth good = sum_is_exact(ta, f64x2_sub(none, tb), &apart);
    good = f64x2_both(good, sum_is_exact(apart, f64x2_set(nb.x, nb.y), &plus_b));
    good = f64x2_both(good, sum_is_exact(plus_b, f64x2_set(-na.x, -na.y), offset));
    // Up to 2^20, the fine numbers are those that lose no bit in this sum.
    f64x2 rounded = f64x2_sub(f64x2_add(*offset, to_fine), to_fine);
    f64x2 square = f64x2_mul(*offset, *offset), most = f64x2_all(INTEGER_MAX_OFFSET);
    good = f64x2_both(good, f64x2_equal(rounded, *offset));
    good = f64x2_both(good, f64x2_less(square, f64x2_mul(most, most)));
    return f64x2_truth_bits(good) == 3;
}

static bool is_length(double d)
{
    double size = fabs(d);
    return d == 0.0 || (size >= INTEGER_MIN_MOTION && size <= INTEGER_MAX_MOTION);
}

// Computes offset and motion of a relative to b in b's pixels. Returns false unless both are exact.
bool integer_sweep_init(integer_sweep *w, const rim_posed *a, rim_vec2 a_delta, const rim_posed *b,
                        rim_vec2 b_delta)
{
    alike_axes axes;
    f64x2      offset, motion;
    if (!integer_sweep_is_usable(a->sprite) || !integer_sweep_is_usable(b->sprite)) return false;
    if (!alike_axes_init(&axes, a, b) || !offset_of(&axes, a, b, &offset)) return false;
    f64x2 da = along_axes(&axes, a_delta.x, a_delta.y);
    f64x2 minus_db = along_axes(&axes, -b_delta.x, -b_delta.y);
    if (f64x2_truth_bits(sum_is_exact(da, minus_db, &motion)) != 3) return false;
    w->a = a->sprite;
    w->b = b->sprite;
    w->scale = axes.scale;
    w->x = f64x2_first(offset);
    w->y = f64x2_second(offset);
    w->dx = f64x2_first(motion);
    w->dy = f64x2_second(motion);
    return is_length(w->dx) && is_length(w->dy);
}

// --- at rest ------------------------------------------------------------------------------------------

// Stores the offset in pixels. Returns false unless both coordinates are whole numbers.
static bool put_offset(integer_offset *o, const rim_posed *a, const rim_posed *b, double scale,
                       double x, double y)
{
    o->a = a->sprite;
    o->b = b->sprite;
    o->scale = scale;
    o->x = (int)x;
    o->y = (int)y;
    return o->x == x && o->y == y;
}

// Stores the offset that offset_of computes. Returns false unless both coordinates are whole numbers.
static bool whole_offset_of(integer_offset *o, const rim_posed *a, const rim_posed *b)
{
    alike_axes axes;
    f64x2      offset;
    return alike_axes_init(&axes, a, b) && offset_of(&axes, a, b, &offset) &&
           put_offset(o, a, b, axes.scale, f64x2_first(offset), f64x2_second(offset));
}

// Computes the offset of a in b's pixels if it is a whole number, for unrotated poses of any power-of-two scale.
// Returns false otherwise.
bool integer_offset_init_far(integer_offset *o, const rim_posed *a, const rim_posed *b)
{
    return a->pose.a > 0.0f && a->pose.d > 0.0f && whole_offset_of(o, a, b);
}

// Computes the offset as integer_offset_init does, for poses that are both reflected alike or rotated by the same
// quarter turn. After a quarter turn the columns run along the world's y and the rows along x. The scale of the columns
// is the rows' or its negative.
bool integer_offset_init_turned(integer_offset *o, const rim_posed *a, const rim_posed *b)
{
    rim_xform2 m = a->pose, k = b->pose;
    bool       is_quarter = m.a == 0.0f;
    float      column_scale = is_quarter ? m.b : m.a, row_scale = is_quarter ? m.c : m.d;
    if (m.a != k.a || m.b != k.b || m.c != k.c || m.d != k.d || !sprite_pose_is_upright(&m))
        return false;
    rim_vec2 na = a->sprite->plain_anchor, nb = b->sprite->plain_anchor;
    f32x4    translations = sprite_translations(&m, &k);
    // Differences of plain numbers are exact; an anchor that is not plain is NaN.
    if (column_scale * column_scale != 1.0f || na.x - nb.x != na.x - nb.x ||
        !sprite_all_true(sprite_numbers_are_plain(translations)))
        return whole_offset_of(o, a, b);
    double x = (is_quarter ? m.ty - k.ty : m.tx - k.tx) * column_scale - (na.x - nb.x);
    double y = (is_quarter ? m.tx - k.tx : m.ty - k.ty) * row_scale - (na.y - nb.y);
    if (!(fabs(x) < INTEGER_MAX_OFFSET && fabs(y) < INTEGER_MAX_OFFSET)) return false;
    return put_offset(o, a, b, 1.0, x, y);
}

bool integer_offset_sweeps(const integer_offset *o)
{
    return integer_sweep_is_usable(o->a) && integer_sweep_is_usable(o->b);
}

// Returns a coordinate of a motion, rounded to a multiple of INTEGER_MIN_MOTION, so that integer_sweep accepts it.
static double rounded_motion(double d)
{
    return (double)(int64_t)(d / INTEGER_MIN_MOTION + (d < 0.0 ? -0.5 : 0.5)) * INTEGER_MIN_MOTION;
}

// Returns the sum of the perimeters of the bounds of two sprites, in pixels.
static double way_back(const rim_sprite *a, const rim_sprite *b)
{
    rim_rect ra = a->bounds, rb = b->bounds;
    int      sides = ra.x1 - ra.x0 + ra.y1 - ra.y0 + rb.x1 - rb.x0 + rb.y1 - rb.y0;
    return 2.0 * sides;
}

// Returns a sweep that begins way_back away along n, where a is outside of b.
integer_sweep integer_offset_back(const integer_offset *o, rim_vec2 n)
{
    double way = way_back(o->a, o->b);
    double dx = rounded_motion(way * n.x), dy = rounded_motion(way * n.y);
    return (integer_sweep){ .a = o->a,
                            .b = o->b,
                            .scale = o->scale,
                            .x = o->x + dx,
                            .y = o->y + dy,
                            .dx = -dx,
                            .dy = -dy };
}

// The sweep ends at a whole offset, and the touch is where it crosses a whole row or column. So the rest of it is a whole
// number of rows or columns, which the time gives but for rounding. In lengths of n it is this number times  way / |d|.
double integer_sweep_rest(const integer_sweep *back)
{
    bool   is_row = false;
    double rest = 1.0 - integer_sweep_time(back, &is_row);
    if (!(rest > 0.0)) return 0.0;
    double d = fabs(is_row ? back->dy : back->dx), pixels = (double)(int)(rest * d + 0.5);
    return pixels * way_back(back->a, back->b) / d;
}

// --- where pixels are compared --------------------------------------------------------------------------

// The offsets at which pixels are compared, seen from the path.
//
// A touch is at an offset less than 1 from the path in x and in y. A window of 8 by 8 offsets is searched if one of
// them is that near to a part of the path where the bounds overlap, and its others are up to 7 from that one. Areas are
// measured PIXELS_AHEAD = 2 from the touch, at the whole offsets around a place, PAIR_ASIDE from it: less than 4 from
// the path. So all of them are less than 8 from the path, at a place less than 1 from an offset at which the bounds
// overlap. One more pixel each is more than the rounding of places on the path, which is below 2^-20.
#define OVERLAPPED_ASIDE 2.0

// Reduces the times *t0 .. *t1 to those at which p + t d is between lo and hi.
static void times_between(double p, double d, double lo, double hi, double *t0, double *t1)
{
    if (d == 0.0)
    {
        if (p < lo || p > hi) *t1 = -1.0;
        return;
    }
    double inverse = 1.0 / d, at_lo = (lo - p) * inverse, at_hi = (hi - p) * inverse;
    double first = d > 0.0 ? at_lo : at_hi, last = d > 0.0 ? at_hi : at_lo;
    *t0 = first > *t0 ? first : *t0;
    *t1 = last < *t1 ? last : *t1;
}

// Returns the box around the part of the path near which the bounds overlap, grown by INTEGER_SWEEP_ASIDE, and by 1 for
// the conversion to int. The bounds overlap at the offsets o with  b.x0 - a.x1 < o < b.x1 - a.x0,  and in y alike.
rim_rect integer_sweep_offsets(const integer_sweep *w)
{
    const double aside = OVERLAPPED_ASIDE, margin = INTEGER_SWEEP_ASIDE + 1;
    rim_rect     a = w->a->bounds, b = w->b->bounds;
    double       t0 = 0.0, t1 = 1.0;
    times_between(w->x, w->dx, b.x0 - a.x1 - aside, b.x1 - a.x0 + aside, &t0, &t1);
    times_between(w->y, w->dy, b.y0 - a.y1 - aside, b.y1 - a.y0 + aside, &t0, &t1);
    if (t0 > t1) return rim_rect_make(0, 0, 0, 0);
    double x0 = w->x + t0 * w->dx, x1 = w->x + t1 * w->dx;
    double y0 = w->y + t0 * w->dy, y1 = w->y + t1 * w->dy;
    return rim_rect_make((int)((x0 < x1 ? x0 : x1) - margin), (int)((y0 < y1 ? y0 : y1) - margin),
                         (int)((x0 < x1 ? x1 : x0) + margin), (int)((y0 < y1 ? y1 : y0) + margin));
}

// --- at the start ---------------------------------------------------------------------------------------

// Returns true if the sprites overlap at the start. A fractional offset lies between up to four whole ones, and they
// overlap if their masks share a pixel at one of these.
bool integer_sweep_overlaps(const integer_sweep *w)
{
    int x0 = float_floor_int(w->x), y0 = float_floor_int(w->y);
    int x1 = x0 + (x0 < w->x), y1 = y0 + (y0 < w->y);
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++)
            if (rim_sprite_overlaps_at(w->b, w->a, x, y)) return true;
    return false;
}

// --- the area around a place ---------------------------------------------------------------------------

// Computes the areas, in pixels, that the masks share with a's corner at (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)
// of b's pixels. The kernel requires an offset in x >= 0 of its second mask in its first. For x < 0 the first mask is
// a, and the offsets of b in a are those of a in b times -1. The four begin at (-1 - x, -1 - y) then, and come in
// reverse order.
static void areas_at(const integer_sweep *w, int x, int y, double areas[4])
{
    const mask_blocks *a = &w->a->occupancy.blocks, *b = &w->b->occupancy.blocks;
    int64_t            counts[4];
    if (x < 0)
        a->kernels->four_areas(a, b, -1 - x, -1 - y, counts);
    else
        b->kernels->four_areas(b, a, x, y, counts);
    for (int i = 0; i < 4; i++) areas[i] = (double)counts[x < 0 ? 3 - i : i];
}

// Returns the shared area and its gradient by a's position, with a's corner at (x0 + fx, y0 + fy) of b's pixels.
// Between whole offsets the area is bilinear in the areas a, b, c, d at the four of them:
//
//      a (1 - fx) (1 - fy) + b fx (1 - fy) + c (1 - fx) fy + d fx fy
static integer_sweep_share share_about(const integer_sweep *w, int x0, int y0, double fx, double fy)
{
    double areas[4];
    areas_at(w, x0, y0, areas);
    double a = areas[0], b = areas[1], c = areas[2], d = areas[3];
    double top = a + fx * (b - a), bottom = c + fx * (d - c);

    integer_sweep_share share;
    share.area = top + fy * (bottom - top);
    share.gx = (b - a) + fy * ((d - c) - (b - a));
    share.gy = bottom - top;
    return share;
}

// Returns the area and its gradient at any offset.
static integer_sweep_share share_at(const integer_sweep *w, double x, double y)
{
    int x0 = float_floor_int(x), y0 = float_floor_int(y);
    return share_about(w, x0, y0, x - x0, y - y0);
}

// Returns the area and its gradient at (x, y). The gradient jumps where borders lie on each other. As in
// shared_area_measure, it is the mean of the gradients PAIR_ASIDE pixels to both sides, which differ only if a whole
// offset lies between them.
integer_sweep_share integer_sweep_measure(const integer_sweep *w, double x, double y)
{
    const double aside = PAIR_ASIDE;
    int          x0 = float_floor_int(x), y0 = float_floor_int(y);
    double       fx = x - x0, fy = y - y0;
    if (fx >= aside && fx < 1.0 - aside && fy >= aside && fy < 1.0 - aside)
        return share_about(w, x0, y0, fx, fy);
    integer_sweep_share before = share_at(w, x - aside, y - aside);
    integer_sweep_share after = share_at(w, x + aside, y + aside);
    return (integer_sweep_share){ .area = 0.5 * (before.area + after.area),
                                  .gx = 0.5 * (before.gx + after.gx),
                                  .gy = 0.5 * (before.gy + after.gy) };
}
