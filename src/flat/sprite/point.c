// The exact map from a point of the world to a pixel, in three stages:
//
//   1. rounded arithmetic with an error bound, which decides unless the point is next to a pixel's border
//   2. the same arithmetic with a test that nothing rounds, which decides points on a border under simple poses
//   3. exact sums, with bisection over the pixels that are left
#include "flat/sprite/data.h"

#include "base/exact.h"
#include "base/float.h"
#include "flat/mask/bits.h"

#include <math.h>

// Returns the map from the world to the sprite's pixels. map.exists is false for a singular or non-finite pose.
sprite_map sprite_map_make(rim_posed a)
{
    rim_xform2      m = a.pose;
    const rim_mask *mask = a.sprite->mask;
    sprite_map      map = {
             .a = m.a,
             .b = m.b,
             .c = m.c,
             .d = m.d,
             .tx = m.tx,
             .ty = m.ty,
             .det = rim_xform2_determinant(m),
             .anchor_x = a.sprite->anchor.x,
             .anchor_y = a.sprite->anchor.y,
             .width = mask->width,
             .height = mask->height,
             .mask = mask,
    };
    map.exists = xform2_is_finite(m) && map.det != 0.0;
    return map;
}

// One of the two coordinates of sprite_map,  (p (f - f0) - q (g - g0)) / det + anchor,  where f and g are the point's x
// and y in the world, for u, or its y and x, for v.
typedef struct coordinate
{
    double        p, q, f0, g0, anchor;
    const double *f, *g; // three terms each
    int           size;  // of the mask along this axis
} coordinate;

// An interval of pixels that contains the right one.
typedef struct pixel_range
{
    int lo, hi;
} pixel_range;

static double sum_of_sizes(const double *terms, double origin)
{
    return fabs(terms[0]) + fabs(terms[1]) + fabs(terms[2]) + fabs(origin);
}

// The error of a rounded coordinate, as a fraction of the sizes that are summed. The sum of terms takes three
// roundings, and the product, the difference, the determinant, the quotient and the last sum take one each.
#define SPRITE_POINT_ERROR (16.0 * DOUBLE_ROUNDING)

// Returns the pixels in which the exact coordinate may lie: those within the error bound of the rounded coordinate u.
// Pixels before the first one of the mask count as -1, and pixels after the last one as c->size. If all of them lie
// beyond one end of the mask, lo may be above hi. Then lo is outside the mask as well.
static pixel_range pixel_range_rounded(const sprite_map *map, const coordinate *c)
{
    double      f = c->f[0] + c->f[1] + c->f[2] - c->f0, g = c->g[0] + c->g[1] + c->g[2] - c->g0;
    double      quotient = (c->p * f - c->q * g) / map->det, u = quotient + c->anchor;
    double      f_size = fabs(c->p) * sum_of_sizes(c->f, c->f0);
    double      g_size = fabs(c->q) * sum_of_sizes(c->g, c->g0);
    double      size = (f_size + g_size) / fabs(map->det);
    double      error = SPRITE_POINT_ERROR * (size + fabs(quotient) + fabs(c->anchor));
    pixel_range pixels = { .lo = float_floor_int(u - error), .hi = float_floor_int(u + error) };
    if (pixels.lo < -1) pixels.lo = -1;
    if (pixels.hi > c->size) pixels.hi = c->size;
    return pixels;
}

// Returns a + b, rounded, and sets *exact to false if the sum is not exact. mul_if_exact does the same for a product,
// and sum_if_exact for the sum of three terms minus an origin.
static double add_if_exact(double a, double b, bool *exact)
{
    exact_pair sum = exact_add(a, b);
    if (sum.tail != 0.0) *exact = false;
    return sum.head;
}

static double mul_if_exact(double a, double b, bool *exact)
{
    exact_pair product = exact_mul(a, b);
    if (product.tail != 0.0) *exact = false;
    return product.head;
}

static double sum_if_exact(const double *terms, double origin, bool *exact)
{
    double sum = add_if_exact(terms[0], terms[1], exact);
    return add_if_exact(add_if_exact(sum, terms[2], exact), -origin, exact);
}

// Returns the coordinate, and sets *exact to false if an operation rounds. Products of two floats are exact in double.
// A quotient is exact if its product with the divisor is exactly the dividend.
static double coordinate_if_exact(const sprite_map *map, const coordinate *c, bool *exact)
{
    double det = add_if_exact(map->a * map->d, -(map->b * map->c), exact);
    double f = sum_if_exact(c->f, c->f0, exact), g = sum_if_exact(c->g, c->g0, exact);
    double pf = mul_if_exact(c->p, f, exact), qg = mul_if_exact(c->q, g, exact);
    double numerator = add_if_exact(pf, -qg, exact);
    double quotient = numerator / det;
    if (mul_if_exact(quotient, det, exact) != numerator) *exact = false;
    return add_if_exact(quotient, c->anchor, exact);
}

// Returns true if the coordinate is at least k. By the definition of the coordinate, with the determinant det = a d - b
// c, it is if  p (f - f0) - q (g - g0) + (anchor - k) det  is 0 or has the sign of det. The sum is computed exactly. a
// d and b c are products of two floats, so they are exact in double.
static bool sprite_coordinate_at_least(const sprite_map *map, const coordinate *c, int k)
{
    double    ad = map->a * map->d, bc = map->b * map->c;
    exact_sum sum;
    exact_sum_clear(&sum);
    for (int i = 0; i < 3; i++)
    {
        exact_sum_add_product(&sum, c->p, c->f[i]);
        exact_sum_add_product(&sum, -c->q, c->g[i]);
    }
    exact_sum_add_product(&sum, -c->p, c->f0);
    exact_sum_add_product(&sum, c->q, c->g0);
    exact_sum_add_product(&sum, c->anchor, ad);
    exact_sum_add_product(&sum, -c->anchor, bc);
    exact_sum_add_product(&sum, -k, ad);
    exact_sum_add_product(&sum, k, bc);
    int sign = exact_sum_sign(&sum);
    return map->det > 0.0 ? sign >= 0 : sign <= 0;
}

// Returns the pixel of the coordinate along its axis, or a number outside 0 .. size - 1 if it lies outside the mask.
// Tries the three stages of the file in turn. The bisection keeps the right pixel in the range. The middle is above lo.
// It becomes lo if the coordinate is at least the middle, otherwise hi becomes the pixel before it.
static int pixel_of(const sprite_map *map, const coordinate *c)
{
    pixel_range pixels = pixel_range_rounded(map, c);
    if (pixels.lo >= pixels.hi) return pixels.lo;

    bool   exact = true;
    double u = coordinate_if_exact(map, c, &exact);
    if (exact) return float_floor_int(u);

    while (pixels.lo < pixels.hi)
    {
        int middle = pixels.lo + (pixels.hi - pixels.lo + 1) / 2;
        if (sprite_coordinate_at_least(map, c, middle))
            pixels.lo = middle;
        else
            pixels.hi = middle - 1;
    }
    return pixels.lo;
}

// Returns true if a place lies in a solid pixel, exactly. The column is the pixel of u, the row that of v (sprite_map):
//
//      u: p = d, q = c, f = x, g = y          v: p = a, q = b, f = y, g = x
//
// where f0 and g0 are the pose's translations along f and g. The row is computed only if the column is in the mask.
bool sprite_map_is_solid(const sprite_map *map, const sprite_place *place)
{
    coordinate u = {
        .p = map->d,
        .q = map->c,
        .f0 = map->tx,
        .g0 = map->ty,
        .anchor = map->anchor_x,
        .f = place->x,
        .g = place->y,
        .size = map->width,
    };
    coordinate v = {
        .p = map->a,
        .q = map->b,
        .f0 = map->ty,
        .g0 = map->tx,
        .anchor = map->anchor_y,
        .f = place->y,
        .g = place->x,
        .size = map->height,
    };
    int x = pixel_of(map, &u);
    if ((unsigned)x >= (unsigned)map->width) return false;
    return mask_solid(map->mask, x, pixel_of(map, &v));
}

// Stores in *answer whether a sprite contains p. Returns false, and stores nothing, unless the pose only translates and
// all numbers are plain (see data.h): the translation, p and the anchor. Then all sums of floats are exact. `numbers`
// are the translation and p, in two lanes each. The numbers with swapped pairs minus the numbers are p - translation in
// the first two lanes.
static inline bool contains_plain(const rim_posed *a, rim_vec2 p, bool *answer)
{
    f32x4       numbers = f32x4_set(a->pose.tx, a->pose.ty, p.x, p.y);
    f32x4_truth plain = sprite_numbers_are_plain(numbers);
    f32x4_truth unturned = sprite_pose_is_translation(&a->pose);
    float       differences[4];
    f32x4_store(differences, f32x4_sub(f32x4_swap_pairs(numbers), numbers));
    rim_vec2 anchor = a->sprite->plain_anchor; // NaN if the anchor is not plain
    float    x = differences[0] + anchor.x, y = differences[1] + anchor.y;
    bool     anchor_is_plain = x == x;
    if (!sprite_all_true(f32x4_both(plain, unturned)) || !anchor_is_plain) return false;
    *answer = x >= 0.0f && y >= 0.0f && mask_solid(a->sprite->mask, (int)x, (int)y);
    return true;
}

// Stores in *answer whether a sprite contains p. Returns false, and stores nothing, unless the sprite is upright
// (sprite_pose_is_upright) and the position of p in it is exact in double.
static bool contains_upright(const rim_posed *a, rim_vec2 p, bool *answer)
{
    double u, v;
    if (!sprite_pose_is_upright(&a->pose) || !sprite_upright_place(a, p, &u, &v)) return false;
    *answer = u >= 0.0 && v >= 0.0 && mask_solid(a->sprite->mask, (int)u, (int)v);
    return true;
}

// Returns true if p lies in a solid pixel: by float or double where these are exact, else by the exact map.
bool rim_posed_contains(const rim_posed *a, rim_vec2 p)
{
    SPRITE_CHECK(*a, false);
    bool answer;
    if (contains_plain(a, p, &answer) || contains_upright(a, p, &answer)) return answer;
    sprite_map map = sprite_map_make(*a);
    if (!map.exists || !vec2_is_finite(p)) return false;
    sprite_place place = { { p.x, 0.0, 0.0 }, { p.y, 0.0, 0.0 } };
    return sprite_map_is_solid(&map, &place);
}
