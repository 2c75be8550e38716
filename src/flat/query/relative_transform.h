// The transforms between the pixels of two posed sprites, with exact decisions.
//
// With the corner (x, y) of a sprite's pixels lying in the world at  M (x - anchor.x, y - anchor.y),
// the corner (x, y) of one sprite has in the other's pixel coordinates the column
//
//      u = (p x + q y + r) / d,        d = det M of the other,
//
// where p, q, r, d are sums of products of at most three of the poses' floats, and the row alike.
// Two parallelograms share area if and only if no normal of their four edge directions separates
// them, and those four normals are exactly the column and row directions of the two sprites: pixel a
// of A and pixel b of B share area if and only if
//
//      a's image in B's coordinates crosses b's column and b's row, and
//      b's image in A's coordinates crosses a's column and a's row,
//
// all four as open intervals. So every decision is the sign of
//
//      p x + q y + r - d k        for integers x, y, k.
//
// It is computed in double with an error bound; if the bound leaves it undecided, the exact sum decides. So pixels that
// only touch never count as overlapping, whatever the poses.
#ifndef RIM_FLAT_QUERY_RELATIVE_TRANSFORM_H
#define RIM_FLAT_QUERY_RELATIVE_TRANSFORM_H

#include "base/exact.h"
#include "flat/mask/bits.h"
#include "flat/query/tolerances.h"
#include "flat/sprite/data.h"

// A grid of unit cells under an affine map: the pixels of a posed sprite, or those of the world.
typedef struct pair_frame
{
    rim_xform2 pose;             // not singular, finite
    rim_vec2   anchor;           // the cell coordinates that the pose maps to (tx, ty)
    double     reach_x, reach_y; // the largest |coordinate| of a query
} pair_frame;

// The numerators as exact sums of doubles, computed when first needed.
typedef struct pair_exact
{
    bool   ready;      // all but `plain` is set
    bool   measured;   // `plain` is set
    bool   plain;      // p x + q y + r - d k in double is exact: no operation rounds
    double p, q, r, d; // the numerators, rounded
    // The exact p is the sum of terms_p; q, d and r alike.
    double terms_p[2], terms_q[2], terms_d[2], terms_r[16];
    int count_r; // of the terms of r: 16, or fewer with the same sum once pair_form_numerator was called
    // The exact p is head_p + rest_p, up to 2^-53 of rest_p, with 26 bits in head_p; q and d alike. The exact r is
    // r + rest_r.
    double head_p, head_q, head_d;
    double rest_p, rest_q, rest_d, rest_r;
    double size_r; // the sum of the absolute values of the terms of r
} pair_exact;

// A column or row of one sprite as an affine function of the other's pixel coordinates.
typedef struct pair_form
{
    double     p, q, r; // u = p x + q y + r, divided by d
    double     error;   // bound of |error| of u inside the masks
    bool       is_row;  // of the target sprite, else a column
    pair_frame from, to;
    pair_exact exact;
} pair_form;

// From the pixels of one sprite to those of the other: u is the column, v the row.
typedef struct pixel_map
{
    pair_form u, v;
} pixel_map;

typedef struct relative_transform
{
    pixel_map a_to_b, b_to_a;
} relative_transform;

// Returns true for a pose that is finite and not singular.
bool pair_pose_is_usable(rim_xform2 pose);

static inline pair_frame pair_frame_of(rim_posed a)
{
    const rim_mask *mask = a.sprite->mask;
    return (pair_frame){
        .pose = a.pose, .anchor = a.sprite->anchor, .reach_x = mask->width, .reach_y = mask->height
    };
}

void pixel_map_init(pixel_map *map, pair_frame from, pair_frame to);
void relative_transform_init(relative_transform *maps, pair_frame a, pair_frame b);

// Returns a bound of the error of the map at all points of a square with this side that begins within the reach. Such a
// square, as wide as the longer side of a mask, may reach far beyond the shorter one.
double pixel_map_square_error(const pixel_map *map, double side);

// Returns twice the side of the largest square of a sprite's pyramid, FIELD_BLOCK 2^(level_count - 1).
static inline double pair_squares_side(const rim_sprite *sprite)
{
    return FIELD_BLOCK << sprite->blocks.level_count;
}

// Returns the exact sign of u(x, y) - k: -1, 0 or +1.
int pair_form_sign(pair_form *form, int x, int y, int k);

// Computes d (u(x, y) - k) exactly, with d = |det| of the target's pose. *out need not be set before.
void pair_form_numerator(pair_form *form, int x, int y, int k, exact_list *out);

// Returns the number that pair_form_numerator computes, with an error of at most 0.6 units in the last place. So its
// sign is exact.
double pair_form_numerator_value(pair_form *form, int x, int y, int k);

// Computes the speed of u, times d, while the source moves by plus - minus in the world and the target rests: the sum
// of the four terms, exactly.
void pair_form_speed(const pair_form *form, rim_vec2 plus, rim_vec2 minus, double terms[4]);

// Replaces r by the quotient of its numerator and denominator, which are summed in pairs of doubles. Then the error of
// u(x, y) inside the masks is a few units in the last place of the masks' sizes, however far away the poses' origins
// and the anchors are.
void pair_form_make_precise(pair_form *form);

// Returns true if pixel (ax, ay) of A and pixel (bx, by) of B share area, exactly.
bool pair_pixels_overlap(relative_transform *maps, int ax, int ay, int bx, int by);

// Returns u(x, y) in double, with an error of at most form->error for points inside the mask.
static inline double pair_form_at(const pair_form *form, double x, double y)
{
    return form->p * x + form->q * y + form->r;
}

// Returns what pair_form_floor returns. pair_form_floor calls it where the rounded value is within the error bound of
// an integer, or far out.
int pair_form_floor_near(pair_form *form, int x, int y);

// Returns the integer k with k <= u(x, y) < k + 1, exactly, within the reach of the target.
static inline int pair_form_floor(pair_form *form, int x, int y)
{
    double u = pair_form_at(form, x, y);
    if (!(u > -PAIR_FAR_CELL && u < PAIR_FAR_CELL)) return pair_form_floor_near(form, x, y);
    int    k = (int)u - ((int)u > u);
    double rest = u - k;
    bool   sure = rest > form->error && rest < 1.0 - form->error;
    return sure ? k : pair_form_floor_near(form, x, y);
}

#endif
