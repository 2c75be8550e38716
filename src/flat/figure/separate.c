// The shortest motion that ends an overlap of two figures.
//
// Motions by whole pixels: if all parts are sprites with rectangular pixels, and their poses differ by translations of
// whole pixels only, the shortest motion is of this kind, as for two sprites (query/separate_whole.c). All such motions
// that are shorter than the shortest one along a row or a column are tried.
//
// Otherwise motions along some directions are tried, each as far as it takes until all parts of a have left b for good.
#include "flat/figure/data.h"

#include "base/float.h"
#include "base/vec2d.h"
#include "flat/query/contact.h"
#include "flat/query/sweep.h"
#include "flat/shape/box2.h"

#include <math.h>

enum
{
    FIGURE_EVEN_DIRECTIONS = 16, // evenly spread directions that are tried
    FIGURE_SIDE_DIRECTIONS = 64, // the most normals of sides that are tried
    FIGURE_NUDGES = 16,          // how often figure_exit_clear lengthens a motion
    FIGURE_WHOLE_PAIRS = 256     // the most pairs of parts for a search of whole motions
};

// Two parts that are a whole number of pixels apart.
typedef struct figure_whole_pair
{
    const rim_sprite *a, *b;
    int               x, y; // the position of b's top left corner in a's pixels
} figure_whole_pair;

// A search for the shortest motion of a.
typedef struct figure_exit_search
{
    const rim_figure *a, *b;
    double            x, y; // the shortest motion of a so far after which the figures are apart
    double     length;      // of (x, y), which is in world units; INFINITY before the first motion
    // For whole motions: a pose with the common matrix of all parts, and all pairs of parts.
    rim_xform2 pixels;
    figure_whole_pair pair[FIGURE_WHOLE_PAIRS];
    int               pairs;
} figure_exit_search;

// Keeps the motion (x, y), after which the figures do not overlap, if it is shorter than the shortest one so far.
static void figure_exit_take(figure_exit_search *w, double x, double y)
{
    double length = sqrt(x * x + y * y);
    if (!(length < w->length)) return;
    w->length = length;
    w->x = x, w->y = y;
}

// --- whole motions -----------------------------------------------------------------------------------------

// Returns true if two poses differ only by their translations.
static bool figure_same_pixels(rim_xform2 m, rim_xform2 n)
{
    return m.a == n.a && m.b == n.b && m.c == n.c && m.d == n.d;
}

// Stores in *pair two sprites and the offset of q from p in p's pixels. Returns false if the offset is not whole. u and
// v map the corners of q's pixels to p's columns and rows. The offset is whole if corner (0, 0) of q lies exactly at
// the column and row of p that are found by rounding down. Requires poses with the same matrix.
static bool figure_whole_pair_init(figure_whole_pair *pair, const figure_shape *p,
                                   const figure_shape *q)
{
    relative_transform maps;
    relative_transform_init(&maps, pair_frame_of(q->posed), pair_frame_of(p->posed));
    pair_form *u = &maps.a_to_b.u, *v = &maps.a_to_b.v;
    pair->a = p->posed.sprite, pair->b = q->posed.sprite;
    pair->x = pair_form_floor(u, 0, 0), pair->y = pair_form_floor(v, 0, 0);
    return pair_form_sign(u, 0, 0, pair->x) == 0 && pair_form_sign(v, 0, 0, pair->y) == 0;
}

// Lists all pairs of parts in w->pair, and stores their common pixels in w->pixels. Requires w->pairs == 0. Returns
// false if whole motions cannot be searched: if a part is not a sprite, the matrices differ, an offset is not whole,
// the pixels are not rectangles, or there is no pair or more than FIGURE_WHOLE_PAIRS. Then the lists mean nothing.
static bool figure_exit_init_whole(figure_exit_search *w)
{
    figure_shape p, q;
    bool         first = true;
    for (int i = 0; i < w->a->count; i++)
    {
        if (!figure_shape_init(&p, w->a, i)) continue;
        for (int j = 0; j < w->b->count; j++)
        {
            if (!figure_shape_init(&q, w->b, j)) continue;
            if (!p.posed.sprite || !q.posed.sprite || w->pairs == FIGURE_WHOLE_PAIRS) return false;
            if (first) w->pixels = p.posed.pose;
            first = false;
            if (!figure_same_pixels(w->pixels, p.posed.pose) ||
                !figure_same_pixels(w->pixels, q.posed.pose) ||
                !figure_whole_pair_init(&w->pair[w->pairs++], &p, &q))
                return false;
        }
    }
    // The sides (a, b) and (c, d) of a rectangular pixel are perpendicular.
    rim_xform2 m = w->pixels;
    return !first && (double)m.a * m.c + (double)m.b * m.d == 0.0;
}

// Tries the motion of a by u columns and v rows, if it is shorter than the shortest one so far: keeps it if no pair of
// parts overlaps after it. In a's pixels, a motion of a by (u, v) is a motion of b by (-u, -v). Requires
// figure_exit_init_whole.
static void figure_exit_try_whole(figure_exit_search *w, int u, int v)
{
    rim_xform2 m = w->pixels;
    double     x = (double)m.a * u + (double)m.c * v, y = (double)m.b * u + (double)m.d * v;
    if (!(sqrt(x * x + y * y) < w->length)) return;
    for (int i = 0; i < w->pairs; i++)
    {
        const figure_whole_pair *pair = &w->pair[i];
        if (rim_sprite_overlaps_at(pair->a, pair->b, pair->x - u, pair->y - v)) return;
    }
    figure_exit_take(w, x, y);
}

// Finds the shortest whole motion. Requires w->length == INFINITY. The first loop tries the motions along rows and
// columns, and the second loop all others that are shorter than the best one so far. The first loop ends, because after
// a motion by more than both figures' sizes nothing overlaps. This motion is kept, and w->length becomes finite.
static void figure_exit_find_whole(figure_exit_search *w)
{
    rim_xform2 m = w->pixels;
    double     column = sqrt((double)m.a * m.a + (double)m.b * m.b);
    double     row = sqrt((double)m.c * m.c + (double)m.d * m.d);
    for (int n = 1; (column < row ? column : row) * n < w->length; n++)
    {
        figure_exit_try_whole(w, n, 0);
        figure_exit_try_whole(w, -n, 0);
        figure_exit_try_whole(w, 0, n);
        figure_exit_try_whole(w, 0, -n);
    }
    for (int u = 1; column * u < w->length; u++)
        for (int v = 1; row * v < w->length; v++)
        {
            figure_exit_try_whole(w, u, v);
            figure_exit_try_whole(w, u, -v);
            figure_exit_try_whole(w, -u, v);
            figure_exit_try_whole(w, -u, -v);
        }
}

// --- motions along some directions --------------------------------------------------------------------------

// Tries the motions along the unit vectors n and -n, each as long as a takes to leave b for good. Requires that the
// figures overlap. A length of 0 is then an error of rounding and is skipped.
static void figure_exit_try(figure_exit_search *w, rim_vec2 n)
{
    for (int i = 0; i < 2; i++, n = vec2_negate(n))
    {
        double length = figure_exit(w->a, w->b, n);
        if (length > 0.0) figure_exit_take(w, length * n.x, length * n.y);
    }
}

// Stores the unit normal of side k of a sprite or a ring in *normal. A sprite has two sides, which are sides of its
// pixels: 0 between columns, 1 between rows. Side k of a ring begins at corner k. Its normal may point inward, because
// figure_exit_try tries the opposite normal as well. Returns false for a side without length.
static bool figure_side_normal(const figure_shape *s, int k, rim_vec2 *normal)
{
    if (s->posed.sprite)
    {
        *normal = pair_edge_normal(s->posed.pose, k == 1);
        return true;
    }
    rim_vec2 e = rim_vec2_sub(s->corner[k + 1 < s->count ? k + 1 : 0], s->corner[k]);
    *normal = rim_vec2_normalize(rim_vec2_make(e.y, -e.x));
    return e.x != 0.0f || e.y != 0.0f;
}

// Tries the motions along the normals of the sides of one of the two figures. Only parts whose bounds share area with
// the bounds of the other figure count. Returns `tried`, the number of sides that were tried before the call, plus the
// number of sides of this call. Stops when the sum is FIGURE_SIDE_DIRECTIONS.
static int figure_exit_try_sides(figure_exit_search *w, const rim_figure *figure, int tried)
{
    figure_shape s;
    rim_box2     box = rim_figure_bounds(figure == w->a ? w->b : w->a);
    for (int i = 0; i < figure->count && tried < FIGURE_SIDE_DIRECTIONS; i++)
    {
        if (!figure_shape_init(&s, figure, i) || !figure_boxes_share_area(s.bounds, box)) continue;
        int sides = s.posed.sprite ? 2 : figure_shape_is_circle(&s) ? 0 : s.count;
        for (int k = 0; k < sides && tried < FIGURE_SIDE_DIRECTIONS; k++, tried++)
        {
            rim_vec2 normal;
            if (figure_side_normal(&s, k, &normal)) figure_exit_try(w, normal);
        }
    }
    return tried;
}

// The first lengthening of a motion, as a fraction of the sum of the magnitudes of the bounds' four coordinates. The
// sum is at most four times the largest coordinate. A unit in the last place of this coordinate is about 2^-24 of it,
// so the first lengthening is at most about half such a unit.
#define FIGURE_FIRST_NUDGE 0x1p-27

// Lengthens the shortest motion until the figures do not overlap after it, although it is rounded to floats. The first
// lengthening is by FIGURE_FIRST_NUDGE. Each further one replaces it by one twice as long. There are at most
// FIGURE_NUDGES of them, after which an overlap may be left.
// (x, y) is the motion at the start, and `further` is the lengthening as a fraction of it. Requires w->length > 0.
static void figure_exit_clear(figure_exit_search *w)
{
    rim_box2 box = rim_box2_union(rim_figure_bounds(w->a), rim_figure_bounds(w->b));
    double   size = fabs(box.lo.x) + fabs(box.lo.y) + fabs(box.hi.x) + fabs(box.hi.y);
    double   x = w->x, y = w->y, further = FIGURE_FIRST_NUDGE * size / w->length;
    for (int i = 0; i < FIGURE_NUDGES; i++, further *= 2.0)
    {
        rim_figure moved = *w->a;
        moved.pose.tx += (float)w->x;
        moved.pose.ty += (float)w->y;
        if (!rim_figure_overlaps(&moved, w->b, NULL)) break;
        w->x = x + further * x;
        w->y = y + further * y;
    }
    w->length = sqrt(w->x * w->x + w->y * w->y);
}

// Finds a short motion that ends the overlap of the two figures. Tries the contact's normal, evenly spread directions
// and the normals of the parts' sides. Then lengthens the shortest of these motions as rounding requires.
static void figure_exit_find(figure_exit_search *w)
{
    figure_exit_try(w, rim_figure_contact(w->a, w->b, NULL).normal);
    // figure_exit_try tries the opposite directions, too. Those of the axes are exact: along a direction that is only
    // nearly an axis, the way out may be longer, because it meets parts that a motion along the axis only touches.
    for (int i = 0; i < FIGURE_EVEN_DIRECTIONS / 2; i++)
    {
        rim_sincos_pair at = rim_sincos_degrees(360.0 / FIGURE_EVEN_DIRECTIONS * i);
        figure_exit_try(w, rim_vec2_make((float)at.cos, (float)at.sin));
    }
    figure_exit_try_sides(w, w->b, figure_exit_try_sides(w, w->a, 0));
    figure_exit_clear(w);
}

rim_separation2 rim_figure_separate(const rim_figure *a, const rim_figure *b)
{
    rim_posed          p, q;
    rim_separation2    out = { 0 };
    figure_exit_search w = { .a = a, .b = b, .length = INFINITY };
    if (figure_only_sprites(a, &p, b, &q).a >= 0) return rim_sprite_separate(p, q);
    if (!rim_figure_overlaps(a, b, NULL)) return out;
    out.hit = true;
    out.exact = figure_exit_init_whole(&w);
    if (out.exact)
        figure_exit_find_whole(&w);
    else
        figure_exit_find(&w);
    out.move = rim_vec2_make((float)w.x, (float)w.y);
    out.length = w.length;
    return out;
}
