// The shortest way out of an overlap of two figures.
//
// Whole motions. If all parts are sprites of one map but for whole pixels, which are rectangles, the shortest motion is a
// whole one, as for two sprites (query/separate.c): motions of all lengths up to that of a way straight out are tried, each for all pairs.
//
// Other motions are tried straight along some directions: how far each of them leads until all parts have left for good.
#include "flat/figure/data.h"

#include "base/float.h"
#include "base/vec2d.h"
#include "flat/query/contact.h"
#include "flat/query/sweep.h"
#include "flat/shape/box2.h"

#include <math.h>

enum
{
    FIGURE_EVEN_WAYS = 16,
    FIGURE_SIDE_WAYS = 64,
    FIGURE_NUDGES = 16
};

// The number of offsets between pairs of parts that are computed once.
enum
{
    FIGURE_WHOLE_PAIRS = 256
};

// Two parts that are a whole number of pixels apart.
typedef struct figure_whole_pair
{
    const rim_sprite *a, *b;
    int               x, y; // of b's corner in a's pixels
} figure_whole_pair;

typedef struct figure_way_out
{
    const rim_figure *a, *b;
    double            length;
    double            x, y;
    rim_xform2        pixels;
    figure_whole_pair pair[FIGURE_WHOLE_PAIRS];
    int               pairs;
} figure_way_out;

static void figure_way_take(figure_way_out *w, double x, double y)
{
    double length = sqrt(x * x + y * y);
    if (!(length < w->length)) return;
    w->length = length;
    w->x = x, w->y = y;
}

// --- whole motions -----------------------------------------------------------------------------------------

static bool figure_same_pixels(rim_xform2 m, rim_xform2 n)
{
    return m.a == n.a && m.b == n.b && m.c == n.c && m.d == n.d;
}

// Computes the offset of two sprites in whole pixels. Returns false if it is not whole.
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

// Finds all pairs of parts. Returns false if one of them is not so placed, or if there are too many.
static bool figure_way_is_whole(figure_way_out *w)
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
    rim_xform2 m = w->pixels;
    return !first && (double)m.a * m.c + (double)m.b * m.d == 0.0;
}

// Tries the motion by (u, v) pixels, if it is shorter than the best so far: all pairs must be apart after it.
static void figure_way_try_whole(figure_way_out *w, int u, int v)
{
    rim_xform2 m = w->pixels;
    double     x = (double)m.a * u + (double)m.c * v, y = (double)m.b * u + (double)m.d * v;
    if (!(sqrt(x * x + y * y) < w->length)) return;
    for (int i = 0; i < w->pairs; i++)
    {
        const figure_whole_pair *pair = &w->pair[i];
        if (rim_sprite_overlaps_at(pair->a, pair->b, pair->x - u, pair->y - v)) return;
    }
    figure_way_take(w, x, y);
}

// Tries motions straight along the pixels first, until one is free; then all shorter ones, nearest columns first.
static void figure_way_search_whole(figure_way_out *w)
{
    rim_xform2 m = w->pixels;
    double     column = sqrt((double)m.a * m.a + (double)m.b * m.b);
    double     row = sqrt((double)m.c * m.c + (double)m.d * m.d);
    for (int n = 1; (column < row ? column : row) * n < w->length; n++)
    {
        figure_way_try_whole(w, n, 0);
        figure_way_try_whole(w, -n, 0);
        figure_way_try_whole(w, 0, n);
        figure_way_try_whole(w, 0, -n);
    }
    for (int u = 1; column * u < w->length; u++)
        for (int v = 1; row * v < w->length; v++)
        {
            figure_way_try_whole(w, u, v);
            figure_way_try_whole(w, u, -v);
            figure_way_try_whole(w, -u, v);
            figure_way_try_whole(w, -u, -v);
        }
}

// --- straight ways -----------------------------------------------------------------------------------------

// Tries the ways out along n and -n.
static void figure_way_try(figure_way_out *w, rim_vec2 n)
{
    for (int i = 0; i < 2; i++, n = vec2_negate(n))
    {
        double length = figure_exit(w->a, w->b, n);
        if (length > 0.0) figure_way_take(w, length * n.x, length * n.y);
    }
}

// Tries the ways out along the normals of the parts' sides. Returns the number of sides.
static int figure_way_try_sides(figure_way_out *w, const rim_figure *figure, int tried)
{
    figure_shape s;
    rim_box2     box = rim_figure_bounds(figure == w->a ? w->b : w->a);
    for (int i = 0; i < figure->count && tried < FIGURE_SIDE_WAYS; i++)
    {
        if (!figure_shape_init(&s, figure, i) || !figure_boxes_share_area(s.bounds, box)) continue;
        int sides = s.posed.sprite ? 2 : figure_shape_is_circle(&s) ? 0 : s.count;
        for (int k = 0; k < sides && tried < FIGURE_SIDE_WAYS; k++, tried++)
        {
            rim_vec2 e = rim_vec2_sub(s.corner[k + 1 < s.count ? k + 1 : 0], s.corner[k]);
            if (s.posed.sprite)
                figure_way_try(w, pair_edge_normal(s.posed.pose, k));
            else if (e.x != 0.0f || e.y != 0.0f)
                figure_way_try(w, rim_vec2_normalize(rim_vec2_make(e.y, -e.x)));
        }
    }
    return tried;
}

// Lengthens the way until no sliver of an overlap is left by rounding, starting with a unit in the last place.
static void figure_way_clear(figure_way_out *w)
{
    rim_box2 box = rim_box2_union(rim_figure_bounds(w->a), rim_figure_bounds(w->b));
    double   reach = fabs(box.lo.x) + fabs(box.lo.y) + fabs(box.hi.x) + fabs(box.hi.y);
    double   x = w->x, y = w->y, further = 0x1p-27 * reach / w->length;
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

// Tries the ways out along the contact's normal, along even directions, and along the parts' sides; then moves the best
// one clear of rounding.
static void figure_way_search(figure_way_out *w)
{
    const double step = 3.141592653589793238463 / (FIGURE_EVEN_WAYS / 2);
    figure_way_try(w, rim_figure_contact(w->a, w->b, NULL).normal);
    for (int i = 0; i < FIGURE_EVEN_WAYS / 2; i++)
    {
        rim_sincos_pair at = rim_sincos(step * i);
        figure_way_try(w, rim_vec2_make((float)at.cos, (float)at.sin));
    }
    figure_way_try_sides(w, w->b, figure_way_try_sides(w, w->a, 0));
    figure_way_clear(w);
}

rim_separation2 rim_figure_separate(const rim_figure *a, const rim_figure *b)
{
    rim_posed       p, q;
    rim_separation2 out = { 0 };
    figure_way_out  w = { .a = a, .b = b, .length = INFINITY };
    if (figure_is_sprite(a, &p) && figure_is_sprite(b, &q)) return rim_sprite_separate(p, q);
    if (!rim_figure_overlaps(a, b, NULL)) return out;
    out.hit = true;
    out.exact = figure_way_is_whole(&w);
    if (out.exact)
        figure_way_search_whole(&w);
    else
        figure_way_search(&w);
    out.move = rim_vec2_make((float)w.x, (float)w.y);
    out.length = w.length;
    return out;
}
