// The data of a sprite, and the exact map from a point of the world to a pixel.
#ifndef RIM_FLAT_SPRITE_DATA_H
#define RIM_FLAT_SPRITE_DATA_H

#include "flat/outline/field_blocks.h"
#include "flat/sprite/occupancy.h"
#include "rimcast/sprite.h"
#include "simd/f32x4.h"

#include <math.h>
#include <string.h>

// A sprite. Stages read `solid` (the bounds as floats), `size` (the mask's) and `bounds_changes` (the number of changes
// of bounds and anchor).
struct rim_sprite
{
    sprite_occupancy occupancy; // of the mask
    field_blocks     blocks;    // of the mask
    rim_mask        *mask;
    rim_vec2         anchor;
    rim_vec2         plain_anchor; // the same if its numbers are plain (see below), else NaN
    rim_box2         solid;
    rim_vec2         size;
    rim_rect         bounds;        // of the solid pixels
    rim_box2         box;           // the bounds in sprite space, rounded outward
    double           radius_square; // of a circle around `box`, about the anchor
    uint64_t         bounds_changes;
    rim_edge_point  *outline;
    int              rays;

    // The outline's points whose rays hit, without gaps, and the largest absolute coordinate.
    float        *point_x, *point_y;
    int          *point_ray;
    int32_t      *cell_x, *cell_y; // the pixel of each one, in room for a multiple of 8
    rim_rect      cells;           // around those pixels
    int           points;
    double        reach;
    rim_allocator allocator;
};

// Bakes all but the outline, whose `rays` points are not set: the caller sets sprite->outline and packs the points.
// anchor must be finite, rays valid. The mask is taken over, and destroyed on failure, which is RIM_ERR_MEMORY; *out is
// then NULL.
rim_status sprite_create_without_outline(rim_sprite **out, rim_mask *mask, rim_vec2 anchor,
                                         int rays, const rim_allocator *from);

// Sets the bounds of the solid pixels: the members bounds, solid and box. Requires the anchor.
void sprite_put_bounds(rim_sprite *sprite, rim_rect bounds);

// Finds what follows from the outline's points. They must be finite.
void sprite_pack_points(rim_sprite *sprite);

// A position in the world. Each coordinate is the exact sum of three doubles.
typedef struct sprite_place
{
    double x[3], y[3];
} sprite_place;

// The map from the world to pixels. With p the point and (a b c d tx ty) the pose,
//
//      u = (d (px - tx) - c (py - ty)) / det + anchor.x,     det = a d - b c
//      v = (a (py - ty) - b (px - tx)) / det + anchor.y
//
// and the pixel is (floor u, floor v).
typedef struct sprite_map
{
    double          a, b, c, d, tx, ty;
    double          det; // rounded once; 0 if and only if the pose is singular
    double          anchor_x, anchor_y;
    int             width, height;
    const rim_mask *mask;
    bool            exists; // the pose is finite and not singular
} sprite_map;

sprite_map sprite_map_make(rim_posed a);

// Returns true if the position is in a solid pixel, exactly. Requires a finite position and an existing map.
bool sprite_map_is_solid(const sprite_map *map, const sprite_place *place);

// --- far away ---------------------------------------------------------------------------------------------
//
// Most pairs of a game are far apart. A test of circles about the translations of their poses shows this without a square
// root. Queries of rotated sprites begin with it, because their preparation takes about ten times as long.

// Returns the square of a distance from the pose's translation that no point of the posed sprite's bounds exceeds. The sum
// of the squares of the matrix is at least the square of its largest stretch.
static inline double sprite_reach_square(const rim_posed *a)
{
    double p = a->pose.a, q = a->pose.b, r = a->pose.c, s = a->pose.d;
    return a->sprite->radius_square * (p * p + q * q + r * r + s * s);
}

// Returns the square of a distance that no point exceeds on a straight way by (dx, dy), if none exceeds the given one at
// the start: (r + |d|)^2 <= 2 (r^2 + |d|^2). Rounded; sprite_is_far allows for it.
static inline double sprite_swept_square(double reach_square, double dx, double dy)
{
    double way = dx * dx + dy * dy;
    return way == 0.0 ? reach_square : 2.0 * (reach_square + way);
}

// Returns true only if a posed sprite shares no point with what lies in a circle about (x, y), whose radius has the square
// reach_square. With the distance d and the two reaches r and s, tests  d^2 > 2 (r^2 + s^2),  which is at least
// (r + s)^2, and a little more for rounding. So it may return false up to d = 2.83 r for two equal, unrotated sprites.
// Returns false for NaN.
static inline bool sprite_is_far(const rim_posed *a, double x, double y, double reach_square)
{
    double dx = x - a->pose.tx, dy = y - a->pose.ty;
    return dx * dx + dy * dy > (2.0 + 0x1p-30) * (sprite_reach_square(a) + reach_square);
}

// Returns true only if two posed sprites share no point, as sprite_is_far.
static inline bool sprites_are_far(const rim_posed *a, const rim_posed *b)
{
    return sprite_is_far(a, b->pose.tx, b->pose.ty, sprite_reach_square(b));
}

// Returns true only if a posed sprite that moves by a_delta, and may rotate about its anchor, shares no point on its way
// with what lies in a circle about `at`, which moves by `delta` in the same time. As sprite_is_far.
static inline bool sprite_stays_far(const rim_posed *a, rim_vec2 a_delta, rim_vec2 at,
                                    double reach_square, rim_vec2 delta)
{
    double dx = (double)delta.x - a_delta.x, dy = (double)delta.y - a_delta.y;
    return sprite_is_far(a, at.x, at.y, sprite_swept_square(reach_square, dx, dy));
}

// The same for two posed sprites, both of which may move and rotate.
static inline bool sprites_stay_far(const rim_posed *a, rim_vec2 a_delta, const rim_posed *b,
                                    rim_vec2 b_delta)
{
    rim_vec2 at = rim_vec2_make(b->pose.tx, b->pose.ty);
    return sprite_stays_far(a, a_delta, at, sprite_reach_square(b), b_delta);
}

// --- ordinary places --------------------------------------------------------------------------------------
//
// Most sprites are unturned and stand on whole pixels or quarters of them, where sums of floats are exact.

// Plain numbers are multiples of a quarter, with a size below this. Sums and differences of up to four have at most
// 24 bits, so they are exact floats.
#define SPRITE_NEAR 0x1p20f
// 3/2 2^21. A sum of this and a number of a size below SPRITE_NEAR is between 2^21 and 2^22, where floats are multiples
// of a quarter.
#define SPRITE_TO_QUARTERS 0x1.8p21f

// Fine numbers are multiples of 2^-31. The sum of three of them is exact in double if each is at most 2^20. Fine numbers
// of a size below SPRITE_FINE_FAR have 52 bits, and their differences from corners of pixels are exact.
#define SPRITE_FINE_FAR 0x1p21
// 3/2 2^21 in double: between 2^21 and 2^22 doubles are fine numbers.
#define SPRITE_TO_FINE 0x1.8p21

// The exponents of the least and the largest scale of upright sprites. Squares and reciprocals of these powers of two are
// exact floats.
enum
{
    SPRITE_LEAST_POWER = -60,
    SPRITE_MOST_POWER = 60
};

// Returns which lanes of x are plain numbers. With r the constant SPRITE_TO_QUARTERS, these are the x with
//
//      x^2 < SPRITE_NEAR^2    and    (x + r) - r == x
//
// The sum x + r is rounded to a multiple of a quarter, so the second condition holds only for multiples of a quarter.
static inline f32x4_truth sprite_numbers_are_plain(f32x4 x)
{
    const f32x4 shift = f32x4_all(SPRITE_TO_QUARTERS);
    f32x4_truth near = f32x4_less(f32x4_mul(x, x), f32x4_all(SPRITE_NEAR * SPRITE_NEAR));
    return f32x4_both(near, f32x4_equal(f32x4_sub(f32x4_add(x, shift), shift), x));
}

// Returns the translations of two poses, x and y of the first one and of the second one. Each number is loaded alone: a
// caller has often just stored them, one by one, and a load of two numbers would wait for both stores.
static inline f32x4 sprite_translations(const rim_xform2 *m, const rim_xform2 *k)
{
    return f32x4_set(m->tx, m->ty, k->tx, k->ty);
}

// Returns true if all four lanes are true.
static inline bool sprite_all_true(f32x4_truth truth)
{
    return f32x4_truth_bits(truth) == 15;
}

// Returns lanes that are all true if the pose is a translation.
static inline f32x4_truth sprite_pose_is_translation(const rim_xform2 *m)
{
    static const float none[4] = { 1.0f, 0.0f, 0.0f, 1.0f };
    return f32x4_equal(f32x4_load_pairs(&m->a, &m->c), f32x4_load(none));
}

// Returns the bits of a float.
static inline uint32_t sprite_bits(const float *x)
{
    uint32_t bits;
    memcpy(&bits, x, sizeof bits);
    return bits;
}

// Returns true if the pose is upright: if it consists of flips, turns by right angles, a scale by a power of two from
// 2^-60 to 2^60, and a translation. Then the two numbers p and q of the matrix on one diagonal are +scale or -scale,
// and the two on the other diagonal are 0. The numbers are compared as bits. The low 23 are the mantissa, which is 0 for a
// power of two. The next 8 are the exponent plus 127. The highest is the sign, which a shift drops.
static inline bool sprite_pose_is_upright(const rim_xform2 *m)
{
    uint32_t a = sprite_bits(&m->a), b = sprite_bits(&m->b);
    uint32_t c = sprite_bits(&m->c), d = sprite_bits(&m->d);
    bool     is_quarter_turn = a << 1 == 0;
    uint32_t p = is_quarter_turn ? b : a, q = is_quarter_turn ? c : d;
    uint32_t zeros = is_quarter_turn ? a | d : b | c, exponent = p >> 23 & 255;
    return ((zeros | (p ^ q)) << 1 | (p & 0x007fffff)) == 0 &&
           exponent - (127 + SPRITE_LEAST_POWER) <= SPRITE_MOST_POWER - SPRITE_LEAST_POWER;
}

// Returns true if x loses no bit in the sum with SPRITE_TO_FINE. Up to a size of 2^20, these numbers are the fine ones.
// A number that is larger must be a multiple of the unit in the last place of the sum.
static inline bool sprite_number_is_fine(double x)
{
    return x + SPRITE_TO_FINE - SPRITE_TO_FINE == x;
}

// Stores in *u and *v the column and row of a position in the world, for an upright sprite. p and q are the numbers
// +scale or -scale of its matrix: p belongs to columns and q to rows. Returns false if the result may not be exact.
// Then the difference from the translation, the division by the scale, or the sum with the anchor may have been
// rounded.
static inline bool sprite_upright_place(const rim_posed *a, rim_vec2 place, double *u, double *v)
{
    const rim_xform2 *m = &a->pose;
    bool              is_quarter_turn = m->a == 0.0f; // columns go with y
    rim_vec2          anchor = a->sprite->anchor;
    double            p = is_quarter_turn ? m->b : m->a, q = is_quarter_turn ? m->c : m->d;
    double            scale = fabs(p);
    double            x = (double)place.x - m->tx, y = (double)place.y - m->ty;
    if (scale != 1.0)
    {
        x /= scale;
        y /= scale;
    }
    *u = (is_quarter_turn ? y : x) * (p < 0.0 ? -1.0 : 1.0) + anchor.x;
    *v = (is_quarter_turn ? x : y) * (q < 0.0 ? -1.0 : 1.0) + anchor.y;
    bool is_difference_exact = x * scale + m->tx == place.x && y * scale + m->ty == place.y;
    return is_difference_exact && sprite_number_is_fine(x) && sprite_number_is_fine(y) &&
           sprite_number_is_fine(anchor.x) && sprite_number_is_fine(anchor.y);
}

// Returns the box in the world around the whole image rectangle, solid or not.
rim_box2 sprite_image_bounds(rim_posed a);

// Creates the mask of a whole frame: alpha >= threshold. Trimmed pixels have alpha 0.
rim_status frame_mask(rim_mask **out, const rim_frame *frame, const rim_image *image, int threshold,
                      const rim_allocator *from);

// Asserts that the sprite is not NULL and the pose not all zero. Without assertions, returns `nothing` for a sprite
// that is NULL; a pose of zeros is singular.
#define SPRITE_CHECK(posed, nothing)                                                               \
    do                                                                                             \
    {                                                                                              \
        RIM_ASSERT((posed).sprite, "the sprite is NULL");                                          \
        RIM_ASSERT(sprite_pose_is_set(&(posed).pose), "a pose was never set");                     \
        if (!(posed).sprite) return nothing;                                                       \
    } while (0)

// Returns true if a number of the pose is not 0. NaN counts.
static inline bool sprite_pose_is_set(const rim_xform2 *m)
{
    return m->a != 0.0f || m->b != 0.0f || m->c != 0.0f || m->d != 0.0f || m->tx != 0.0f ||
           m->ty != 0.0f;
}

#endif
