// The area that two figures share, its centroid, and its gradient by a motion of one of them.
//
// Areas, moments and gradients of parts that do not overlap within their figure add up, and the borders between them
// cancel in the sum of the gradients. So if all parts that take part are sprites, and none of them overlaps another one of
// its figure, each pair is measured as two sprites are. Otherwise all is cut into pieces.
#include "flat/figure/pieces.h"

#include "base/float.h"
#include "flat/mask/bits.h"
#include "flat/query/contact.h"
#include "flat/query/sweep.h"
#include "flat/shape/box2.h"
#include "flat/sprite/data.h"

#include <math.h>

// --- two sprites -------------------------------------------------------------------------------------------

// Measures sprites at a whole offset, by sums of integers. Returns false for others.
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
        // The moments leave out what is only beside each other.
        m.left = rim_mask_overlap_area(o.b->mask, o.a->mask, o.x - 1, o.y);
        m.right = rim_mask_overlap_area(o.b->mask, o.a->mask, o.x + 1, o.y);
        m.up = rim_mask_overlap_area(o.b->mask, o.a->mask, o.x, o.y - 1);
        m.down = rim_mask_overlap_area(o.b->mask, o.a->mask, o.x, o.y + 1);
    }
    out->gx = 0.5 * s * (double)(m.right - m.left);
    out->gy = 0.5 * s * (double)(m.down - m.up);
    return true;
}

// After a has moved by (x, y). Where it has not, an exact answer says whether there is any area at all: sprites that only
// touch have a gradient to one side, which is part of what their figures have.
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
    if (view.swapped) out->gx = -out->gx, out->gy = -out->gy;
    // The fine sprite was moved, in whose stead b moved the other way: the middle moved along.
    if (view.swapped) out->x += x, out->y += y;
}

// Bound of the noise of gradients, in pixels: each is the mean of those about 2^-20 pixels to both sides, which differ at
// a few corners.
#define FIGURE_ASIDE 0x1p-16

// --- which parts take part ---------------------------------------------------------------------------------

static rim_box2 figure_box_moved(rim_box2 box, double x, double y)
{
    box.lo = rim_vec2_make(float_below(box.lo.x + x), float_below(box.lo.y + y));
    box.hi = rim_vec2_make(float_above(box.hi.x + x), float_above(box.hi.y + y));
    return box;
}

// Returns true if all parts that reach into a box are sprites, and no two of them overlap.
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

// Adds the shared area of parts i and j, and remembers the pair with the largest one. Centroids become moments.
static void figure_share_add(figure_share *all, const shared_area *one, int i, int j, double *most)
{
    double area = all->area + one->area;
    if (one->area > *most)
    {
        *most = one->area;
        all->most = (rim_parts){ i, j };
    }
    // Moments for now.
    all->area = area;
    all->x += one->area * one->x;
    all->y += one->area * one->y;
    all->gx += one->gx;
    all->gy += one->gy;
}

// Measures the shared area of two parts at one offset, about an origin.
static void figure_share_pieces_at(shared_area *out, const rim_figure *a, int i,
                                   const rim_figure *b, int j, const double origin[2], double x,
                                   double y)
{
    figure_sums sums = { 0 };
    figure_pieces_measure(&sums, a, i, b, j, origin, x, y);
    *out = (shared_area){ sums.area, 0.0, 0.0, sums.gx, sums.gy };
    if (sums.area > 0.0) out->x = sums.mx / sums.area, out->y = sums.my / sums.area;
}

// Measures the shared area of two parts. Where borders coincide the gradient jumps; it is the mean of those slightly
// to both sides.
static void figure_share_pieces(shared_area *out, const rim_figure *a, int i, const rim_figure *b,
                                int j, const double origin[2], double x, double y, double hair)
{
    const double skew = 0.618; // few sides run this way
    shared_area  side[2];
    figure_share_pieces_at(out, a, i, b, j, origin, x, y);
    figure_share_pieces_at(&side[0], a, i, b, j, origin, x - hair, y - skew * hair);
    figure_share_pieces_at(&side[1], a, i, b, j, origin, x + hair, y + skew * hair);
    out->gx = 0.5 * (side[0].gx + side[1].gx);
    out->gy = 0.5 * (side[0].gy + side[1].gy);
}

// Measures what a, moved by (x, y), shares with b. If all parts involved are sprites and none overlaps another of its
// figure, pairs are added; otherwise pieces are cut so that nothing counts twice. Sums are relative to the middle of
// the shared bounds. share->noise bounds the rounding error of the gradient.
void figure_share_measure(figure_share *share, const rim_figure *a, const rim_figure *b, double x,
                          double y)
{
    figure_shape p, q;
    rim_box2     a_box = figure_box_moved(rim_figure_bounds(a), x, y), b_box = rim_figure_bounds(b);
    rim_box2     back = figure_box_moved(b_box, -x, -y);
    rim_vec2     lo = vec2_max(a_box.lo, b_box.lo), hi = vec2_min(a_box.hi, b_box.hi);
    bool         simple = figure_is_simple(a, back) && figure_is_simple(b, a_box);
    double       origin[2] = { 0.5 * ((double)lo.x + hi.x), 0.5 * ((double)lo.y + hi.y) };
    double       hair = 0x1p-34 * ((double)hi.x - lo.x + (double)hi.y - lo.y), most = 0.0;
    *share = (figure_share){ .noise = 64.0 * hair, .most = { -1, -1 } };
    for (int i = 0; i < a->count; i++)
    {
        if (!figure_shape_init(&p, a, i) || !rim_box2_overlaps(p.bounds, back)) continue;
        for (int j = 0; j < b->count; j++)
        {
            if (!figure_shape_init(&q, b, j)) continue;
            if (!rim_box2_overlaps(figure_box_moved(p.bounds, x, y), q.bounds)) continue;
            double pixel = FIGURE_ASIDE * (figure_pixel_size(&p) + figure_pixel_size(&q));
            share->noise = pixel > share->noise ? pixel : share->noise;
            shared_area one;
            if (simple)
                figure_share_sprites(&one, &p.posed, &q.posed, x, y);
            else
                figure_share_pieces(&one, a, i, b, j, origin, x, y, hair);
            if (simple) one.x -= origin[0], one.y -= origin[1];
            figure_share_add(share, &one, i, j, &most);
        }
    }
    if (share->area > 0.0) share->x /= share->area, share->y /= share->area;
    share->x += origin[0];
    share->y += origin[1];
}

// Returns the contact normal from a shared area's gradient; if it is noise, from the middle of b's bounds to a's.
rim_vec2 figure_normal(const rim_figure *a, const rim_figure *b, const figure_share *share)
{
    // Exactly along an axis if the other component is rounding noise, as a slightly different direction may have a
    // longer way out.
    double gx = fabs(share->gx) > share->noise ? share->gx : 0.0;
    double gy = fabs(share->gy) > share->noise ? share->gy : 0.0;
    double length = sqrt(gx * gx + gy * gy);
    if (length > GRADIENT_NOISE * sqrt(share->area) && float_is_finite(length))
        return rim_vec2_make((float)(-gx / length), (float)(-gy / length));
    rim_vec2 apart =
        rim_vec2_sub(box2_center(rim_figure_bounds(a)), box2_center(rim_figure_bounds(b)));
    float way = rim_vec2_length(apart);
    return way > 0.0f && float_is_finite(way) ? rim_vec2_normalize(apart)
                                              : rim_vec2_make(0.0f, -1.0f);
}
