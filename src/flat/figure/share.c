// The area that two figures share, its centroid, and its gradient with respect to the position of one of them.
//
// Areas, moments and gradients of pairs of parts add up if the parts of each figure do not overlap each other: the
// borders between two parts cancel in the sum of the gradients. So if all parts involved are sprites and none overlaps
// another one of its figure, each pair is measured as two sprites are. Otherwise the parts are cut into pieces
// (pieces.c).
#include "flat/figure/pieces.h"

#include "base/float.h"
#include "flat/mask/bits.h"
#include "flat/query/contact.h"
#include "flat/query/sweep.h"
#include "flat/shape/box2.h"
#include "flat/sprite/data.h"

#include <math.h>

// --- two sprites -------------------------------------------------------------------------------------------

// Computes the shared area of two sprites at a whole offset, by sums of integers. Returns false, and leaves *out, if
// integer_offset_init does not accept the poses. (o.x, o.y) is the offset of a's top left corner in b's pixels. The
// mask functions move their second argument, so this is a's mask. The moments are sums of a's columns and rows, and a
// pixel's center is 0.5 beyond its column and row.
//
// A pixel has the side s in the world, so a count of pixels has s^2 times that area. The gradient along an axis is half
// the difference of the areas after a moves by one pixel forward and by one pixel back, divided by the pixel's side.
// With counts instead of areas:
//
//      gradient = (s^2 forward - s^2 back) / (2 s) = s/2 (forward - back).
static bool figure_share_whole(shared_area *out, const rim_posed *a, const rim_posed *b)
{
    integer_offset o;
    if (!integer_offset_init(&o, a, b)) return false;
    mask_moments m = mask_overlap_moments(o.b->mask, o.a->mask, o.x, o.y);
    double       s = o.scale, count = (double)m.count;
    *out = (shared_area){ .area = s * s * count };
    if (m.count > 0)
    {
        out->x = s * ((double)m.x / count + 0.5 - a->sprite->anchor.x) + a->pose.tx;
        out->y = s * ((double)m.y / count + 0.5 - a->sprite->anchor.y) + a->pose.ty;
    }
    else
    {
        // The moments of no pixel lack the counts after a motion by one pixel, but sprites that touch have a gradient.
        m.right_less_left = rim_mask_overlap_area(o.b->mask, o.a->mask, o.x + 1, o.y) -
                            rim_mask_overlap_area(o.b->mask, o.a->mask, o.x - 1, o.y);
        m.down_less_up = rim_mask_overlap_area(o.b->mask, o.a->mask, o.x, o.y + 1) -
                         rim_mask_overlap_area(o.b->mask, o.a->mask, o.x, o.y - 1);
    }
    out->gx = 0.5 * s * (double)m.right_less_left;
    out->gy = 0.5 * s * (double)m.down_less_up;
    return true;
}

// Computes the shared area of two sprites after a has moved by (x, y). Without a motion, an exact test decides whether
// the area is 0. Sprites that only touch keep their gradient, because it is a part of the gradient of their figures.
//
// The traversal moves the sprite with the smaller pixels over the coarse sprite: a by (x, y), or, if the sprites are
// swapped, b by (-x, -y). The shift is the inverse of the coarse sprite's matrix times this motion.
static void figure_share_sprites(shared_area *out, const rim_posed *a, const rim_posed *b, double x,
                                 double y)
{
    traversal view;
    *out = (shared_area){ 0 };
    if (x == 0.0 && y == 0.0 && figure_share_whole(out, a, b)) return;
    if (!traversal_init(&view, *a, *b)) return;
    rim_xform2 m = view.coarse_posed.pose;
    double     scale = (view.swapped ? -1.0 : 1.0) / rim_xform2_determinant(m);
    view.shift_u = scale * (m.d * x - m.c * y);
    view.shift_v = scale * (m.a * y - m.b * x);
    shared_area_measure(out, &view);
    if (x == 0.0 && y == 0.0 && !traversal_overlaps(&view)) out->area = 0.0;
    if (!view.swapped) return;
    // b was moved by (-x, -y) in place of a. So the gradient is with respect to b's position, the opposite of a's, and
    // the centroid must be moved by (x, y).
    out->gx = -out->gx;
    out->gy = -out->gy;
    out->x += x;
    out->y += y;
}

// In pixels: a bound of the error of a gradient of two sprites. The gradient is the mean of two gradients, after
// motions of about 2^-20 pixels to opposite sides (PAIR_ASIDE). The two differ at a few corners.
#define FIGURE_GRADIENT_NOISE 0x1p-16

// The length of the motions to both sides after which the gradients of pieces are computed, as a fraction of the size
// of the box that both figures' bounds share. Coordinates are relative to the middle of this box. So the motions are
// about 2^19 times the rounding errors of coordinates.
#define FIGURE_SHARE_HAIR 0x1p-34
// A bound of the error of a gradient of pieces, as a multiple of that distance: the two sides differ at some corners.
#define FIGURE_SHARE_NOISE 64.0

// --- parts involved ---------------------------------------------------------------------------------

// Returns a box moved by (x, y), rounded outward.
static rim_box2 figure_box_moved(rim_box2 box, double x, double y)
{
    box.lo = rim_vec2_make(float_below(box.lo.x + x), float_below(box.lo.y + y));
    box.hi = rim_vec2_make(float_above(box.hi.x + x), float_above(box.hi.y + y));
    return box;
}

// Returns true if all parts of a figure whose bounds overlap `box` are sprites, and no two of these sprites share area.
// Then the areas that these parts share with parts of another figure can be added.
static bool figure_is_simple(const rim_figure *figure, rim_box2 box)
{
    figure_shape p, q;
    for (int i = 0; i < figure->count; i++)
    {
        if (!figure_shape_init(&p, figure, i) || !rim_box2_overlaps(p.bounds, box)) continue;
        if (!p.posed.sprite) return false;
        for (int k = 0; k < i; k++)
            if (figure_shape_init(&q, figure, k) && rim_box2_overlaps(q.bounds, box) &&
                figure_pair_overlaps(&p, &q))
                return false;
    }
    return true;
}

// --- sums --------------------------------------------------------------------------------------------------

// Adds the shared area *one of part i of a and part j of b to *all. Until all pairs are added, x and y of *all are
// moments: sums of areas times centroids, relative to the same origin as the centroid of *one. *most is the largest
// area of a pair so far, and all->most are the parts of this pair.
static void figure_share_add(figure_share *all, const shared_area *one, int i, int j, double *most)
{
    if (one->area > *most)
    {
        *most = one->area;
        all->most = (rim_parts){ i, j };
    }
    all->area += one->area;
    all->x += one->area * one->x;
    all->y += one->area * one->y;
    all->gx += one->gx;
    all->gy += one->gy;
}

// Computes by pieces the area that part i of a and part j of b share after a has moved by (x, y), without what earlier
// parts cover. The centroid is relative to the point `origin` of the world, and 0 if there is no area.
static void figure_share_pieces_at(shared_area *out, const rim_figure *a, int i,
                                   const rim_figure *b, int j, const double origin[2], double x,
                                   double y)
{
    figure_sums sums = { 0 };
    figure_pieces_measure(&sums, a, i, b, j, origin, x, y);
    *out = (shared_area){ .area = sums.area, .gx = sums.gx, .gy = sums.gy };
    if (sums.area > 0.0) out->x = sums.mx / sums.area, out->y = sums.my / sums.area;
}

// Computes the same as figure_share_pieces_at, but the gradient is the mean of the gradients after two more motions of
// about `hair` in opposite directions. The reason is that the gradient jumps where borders of the parts coincide.
static void figure_share_pieces(shared_area *out, const rim_figure *a, int i, const rim_figure *b,
                                int j, const double origin[2], double x, double y, double hair)
{
    // The slope of the additional motions. Few sides of parts have it, so the motions leave most coinciding borders.
    const double skew = 0.618;
    shared_area  side[2];
    figure_share_pieces_at(out, a, i, b, j, origin, x, y);
    figure_share_pieces_at(&side[0], a, i, b, j, origin, x - hair, y - skew * hair);
    figure_share_pieces_at(&side[1], a, i, b, j, origin, x + hair, y + skew * hair);
    out->gx = 0.5 * (side[0].gx + side[1].gx);
    out->gy = 0.5 * (side[0].gy + side[1].gy);
}

// Adds up all pairs of parts whose bounds overlap. Moments are relative to `origin`, the middle of the box that the
// bounds of both figures share. `size` is half the circumference of this box.
void figure_share_measure(figure_share *share, const rim_figure *a, const rim_figure *b, double x,
                          double y)
{
    figure_shape p, q;
    rim_box2     a_box = figure_box_moved(rim_figure_bounds(a), x, y), b_box = rim_figure_bounds(b);
    // b's bounds as they are relative to a before its motion.
    rim_box2     b_for_a = figure_box_moved(b_box, -x, -y);
    rim_vec2     lo = vec2_max(a_box.lo, b_box.lo), hi = vec2_min(a_box.hi, b_box.hi);
    bool         simple = figure_is_simple(a, b_for_a) && figure_is_simple(b, a_box);
    double       origin[2] = { 0.5 * ((double)lo.x + hi.x), 0.5 * ((double)lo.y + hi.y) };
    double       size = (double)hi.x - lo.x + (double)hi.y - lo.y;
    double       hair = FIGURE_SHARE_HAIR * size, most = 0.0;
    *share = (figure_share){ .noise = FIGURE_SHARE_NOISE * hair, .most = { -1, -1 } };
    for (int i = 0; i < a->count; i++)
    {
        if (!figure_shape_init(&p, a, i) || !rim_box2_overlaps(p.bounds, b_for_a)) continue;
        for (int j = 0; j < b->count; j++)
        {
            if (!figure_shape_init(&q, b, j)) continue;
            if (!rim_box2_overlaps(figure_box_moved(p.bounds, x, y), q.bounds)) continue;
            double noise = FIGURE_GRADIENT_NOISE * (figure_pixel_size(&p) + figure_pixel_size(&q));
            share->noise = noise > share->noise ? noise : share->noise;
            shared_area one;
            if (simple)
            {
                figure_share_sprites(&one, &p.posed, &q.posed, x, y);
                one.x -= origin[0];
                one.y -= origin[1];
            }
            else
                figure_share_pieces(&one, a, i, b, j, origin, x, y, hair);
            figure_share_add(share, &one, i, j, &most);
        }
    }
    if (share->area > 0.0) share->x /= share->area, share->y /= share->area;
    share->x += origin[0];
    share->y += origin[1];
}

bool figure_share_normal(const figure_share *share, rim_vec2 *normal)
{
    // A component that is noise becomes 0. It would turn the normal slightly away from an axis, and along such a normal
    // the distance out of the overlap may be much longer.
    double gx = fabs(share->gx) > share->noise ? share->gx : 0.0;
    double gy = fabs(share->gy) > share->noise ? share->gy : 0.0;
    double length = sqrt(gx * gx + gy * gy);
    if (!(length > GRADIENT_NOISE * sqrt(share->area)) || !float_is_finite(length)) return false;
    *normal = rim_vec2_make((float)(-gx / length), (float)(-gy / length));
    return true;
}

rim_vec2 figure_normal(const rim_figure *a, const rim_figure *b, const figure_share *share)
{
    rim_vec2 normal;
    if (figure_share_normal(share, &normal)) return normal;
    rim_vec2 apart =
        rim_vec2_sub(box2_center(rim_figure_bounds(a)), box2_center(rim_figure_bounds(b)));
    float distance = rim_vec2_length(apart);
    return distance > 0.0f && float_is_finite(distance) ? rim_vec2_normalize(apart)
                                                        : rim_vec2_make(0.0f, -1.0f);
}
