#include "flat/outline_polygon.h"

#include "base/memory.h"

#include <math.h>

enum
{
    ARRAYS = 5 // doubles a corner
};

rim_status outline_polygon_create(outline_polygon *polygon, int capacity, const rim_allocator *from)
{
    outline_polygon p = { 0 };
    p.allocator = rim_allocator_or_default(from);
    p.capacity = capacity;
    size_t n = (size_t)capacity;
    p.block = rim_allocate(&p.allocator, ARRAYS * n, sizeof *p.block);
    p.of_ray = rim_allocate(&p.allocator, n, sizeof *p.of_ray);
    if (!p.block || !p.of_ray)
    {
        outline_polygon_destroy(&p);
        return RIM_ERR_MEMORY;
    }
    p.x = p.block;
    p.y = p.x + n;
    p.dx = p.y + n;
    p.dy = p.dx + n;
    p.inverse = p.dy + n;
    *polygon = p;
    return RIM_OK;
}

void outline_polygon_destroy(outline_polygon *polygon)
{
    size_t n = (size_t)polygon->capacity;
    rim_release(&polygon->allocator, polygon->block, ARRAYS * n, sizeof *polygon->block);
    rim_release(&polygon->allocator, polygon->of_ray, n, sizeof *polygon->of_ray);
}

void outline_polygon_set(outline_polygon *polygon, const rim_edge_point *points, int rays)
{
    outline_polygon *p = polygon;
    p->rays = rays;
    p->count = 0;
    for (int k = 0; k < rays; k++)
    {
        p->of_ray[k] = p->count;
        if (!points[k].hit) continue;
        p->x[p->count] = points[k].at.x;
        p->y[p->count] = points[k].at.y;
        p->count++;
    }
    for (int k = rays; k-- > 0 && p->of_ray[k] == p->count;) p->of_ray[k] = 0;

    for (int i = 0; i < p->count; i++)
    {
        int    next = i + 1 < p->count ? i + 1 : 0;
        double dx = p->x[next] - p->x[i], dy = p->y[next] - p->y[i];
        double square = dx * dx + dy * dy;
        p->dx[i] = dx;
        p->dy[i] = dy;
        p->inverse[i] = square > 0.0 ? 1.0 / square : 0.0;
    }
}

// To one side: t = ((p - a) . d) / |d|^2, clamped to [0, 1].
static inline double square_to_side(const outline_polygon *p, int i, double px, double py)
{
    double wx = px - p->x[i], wy = py - p->y[i];
    double t = (wx * p->dx[i] + wy * p->dy[i]) * p->inverse[i];
    t = t > 0.0 ? t : 0.0;
    t = t < 1.0 ? t : 1.0;
    double ex = wx - t * p->dx[i], ey = wy - t * p->dy[i];
    return ex * ex + ey * ey;
}

double outline_polygon_square(const outline_polygon *polygon, double px, double py)
{
    double least = INFINITY;
    for (int i = 0; i < polygon->count; i++)
    {
        double square = square_to_side(polygon, i, px, py);
        least = square < least ? square : least;
    }
    return least;
}

// --- the greatest distance over a piece of the edge ---------------------------------------------------
//
// Along a straight piece the distance to one side is a convex function, so over a stretch it is at
// most the larger of its two values at the ends, and the distance to the polygon, the least of all sides', is
// at most the least of these. A stretch whose bound is above the greatest distance known so far is
// halved, after the distance in its middle is taken. Any subset of the sides gives a bound too: the
// few near the same direction seen from the anchor settle most stretches.

typedef struct stretch
{
    double x0, y0, x1, y1;
} stretch;

static double bound_by_side(const outline_polygon *p, int i, const stretch *s)
{
    double a = square_to_side(p, i, s->x0, s->y0), b = square_to_side(p, i, s->x1, s->y1);
    return a > b ? a : b;
}

static double bound(const outline_polygon *p, const stretch *s, double enough)
{
    double least = INFINITY;
    for (int i = 0; i < p->count && least > enough; i++)
    {
        double square = bound_by_side(p, i, s);
        least = square < least ? square : least;
    }
    return least;
}

enum
{
    NEAR_SIDES = 2 // before and after the side in the same direction
};

static double bound_nearby(const outline_polygon *p, const stretch *s, int about)
{
    if (p->count <= 2 * NEAR_SIDES) return INFINITY;
    double least = INFINITY;
    for (int k = -NEAR_SIDES; k <= NEAR_SIDES; k++)
    {
        int i = about + k;
        if (i < 0) i += p->count;
        if (i >= p->count) i -= p->count;
        double square = bound_by_side(p, i, s);
        least = square < least ? square : least;
    }
    return least;
}

typedef struct search
{
    const outline_polygon *polygon;
    outline_reach          best; // distance holds the square until the end
    double                 limit;
} search;

static void try_point(search *s, double x, double y, bool corner)
{
    double square = outline_polygon_square(s->polygon, x, y);
    if (!(square > s->best.distance)) return;
    outline_reach reach = { square, x, y, corner, square >= s->limit };
    s->best = reach;
}

enum
{
    DEEPEST = 60 // halvings; a double's bits are spent before
};

// Relative to the greatest square known, what no longer counts.
static const double slack = 1.0 + 0x1p-44;

static void search_stretch(search *s, const stretch *whole)
{
    stretch stack[DEEPEST];
    int     depth = 0;
    stack[depth++] = *whole;
    while (depth > 0 && !s->best.stopped)
    {
        stretch now = stack[--depth];
        double  enough = s->best.distance * slack;
        if (bound(s->polygon, &now, enough) <= enough) continue;
        double mx = 0.5 * (now.x0 + now.x1), my = 0.5 * (now.y0 + now.y1);
        if ((mx == now.x0 && my == now.y0) || (mx == now.x1 && my == now.y1)) continue;
        try_point(s, mx, my, false);
        stretch first = { now.x0, now.y0, mx, my }, second = { mx, my, now.x1, now.y1 };
        if (depth + 2 > DEEPEST) continue;
        stack[depth++] = first;
        stack[depth++] = second;
    }
}

static stretch stretch_of(const outline_ruler *ruler, size_t i)
{
    const edge_piece *e = ruler->edge.pieces + i;
    stretch s = { e->x0 - ruler->ax, e->y0 - ruler->ay, e->x1 - ruler->ax, e->y1 - ruler->ay };
    return s;
}

static bool settled(const search *s, const stretch *piece, int about)
{
    return bound_nearby(s->polygon, piece, about) <= s->best.distance;
}

static int corner_near(const outline_polygon *p, double turn)
{
    int ray = (int)(turn * p->rays);
    return p->of_ray[ray < p->rays ? ray : p->rays - 1];
}

// Corners first: most of the time the greatest distance is at one, and then the stretches between
// them are settled by the bound alone.
outline_reach outline_ruler_measure(const outline_ruler *ruler, const outline_polygon *polygon,
                                    double limit)
{
    search s = { polygon, { 0.0, 0.0, 0.0, true, false }, limit * limit };
    if (polygon->count == 0) s.best.distance = INFINITY;
    for (size_t i = 0; i < ruler->edge.count && polygon->count > 0 && !s.best.stopped; i++)
    {
        stretch piece = stretch_of(ruler, i), end = piece;
        int     about = corner_near(polygon, ruler->turn[i]);
        if (settled(&s, &piece, about)) continue;
        end.x1 = end.x0, end.y1 = end.y0;
        if (!settled(&s, &end, about)) try_point(&s, piece.x0, piece.y0, true);
        end.x0 = end.x1 = piece.x1, end.y0 = end.y1 = piece.y1;
        if (!settled(&s, &end, about)) try_point(&s, piece.x1, piece.y1, true);
    }
    for (size_t i = 0; i < ruler->edge.count && polygon->count > 0 && !s.best.stopped; i++)
    {
        stretch piece = stretch_of(ruler, i);
        if (!settled(&s, &piece, corner_near(polygon, ruler->turn[i]))) search_stretch(&s, &piece);
    }
    s.best.distance = sqrt(s.best.distance);
    return s.best;
}
