#include "flat/outline/outline.h"

#include "base/memory.h"

#include <math.h>

enum
{
    POINT_POLYGON_ARRAYS = 5 // of doubles, in one block: x, y, dx, dy, inverse
};

// Allocates a polygon with room for `capacity` rays. On failure nothing is allocated.
rim_status point_polygon_create(point_polygon *polygon, int capacity, const rim_allocator *from)
{
    point_polygon p = { 0 };
    p.allocator = memory_allocator_or_default(from);
    p.capacity = capacity;
    size_t n = (size_t)capacity;
    p.block = memory_allocate(&p.allocator, POINT_POLYGON_ARRAYS * n, sizeof *p.block);
    p.of_ray = memory_allocate(&p.allocator, n, sizeof *p.of_ray);
    if (!p.block || !p.of_ray)
    {
        point_polygon_destroy(&p);
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

void point_polygon_destroy(point_polygon *polygon)
{
    size_t n = (size_t)polygon->capacity;
    memory_release(&polygon->allocator, polygon->block, POINT_POLYGON_ARRAYS * n,
                   sizeof *polygon->block);
    memory_release(&polygon->allocator, polygon->of_ray, n, sizeof *polygon->of_ray);
}

// Stores the points that hit as corners, in the order of their rays, and the vector and inverse squared length of each
// side. of_ray[k] becomes the first corner at or after ray k, and corner 0 for rays after the last corner. Requires
// rays <= capacity.
void point_polygon_set(point_polygon *polygon, const rim_edge_point *points, int rays)
{
    point_polygon *p = polygon;
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
    for (int k = 0; k < rays; k++)
        if (p->of_ray[k] == p->count) p->of_ray[k] = 0;

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

// Returns the squared distance from p to side i: to the point a + t d with  t = ((p - a) . d) / |d|^2  clamped to 0 .. 1.
static inline double square_to_side(const point_polygon *p, int i, double px, double py)
{
    double wx = px - p->x[i], wy = py - p->y[i];
    double t = (wx * p->dx[i] + wy * p->dy[i]) * p->inverse[i];
    t = t > 0.0 ? t : 0.0;
    t = t < 1.0 ? t : 1.0;
    double ex = wx - t * p->dx[i], ey = wy - t * p->dy[i];
    return ex * ex + ey * ey;
}

// Returns the squared distance of a point from the nearest side; INFINITY without sides.
double point_polygon_square(const point_polygon *polygon, double px, double py)
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
// Along a straight piece the distance to one side is a convex function, so over a stretch it is at most the larger of its
// values at the ends. The distance to the polygon is the least of all sides' distances, so it is at most the least of these
// bounds. A subset of the sides gives a bound too; the few sides around the one nearest to the middle give nearly the best.
// A stretch whose bound exceeds the greatest distance so far is halved, and the distance in its middle measured.

// A straight stretch of the edge, relative to the anchor.
typedef struct point_polygon_stretch
{
    double x0, y0, x1, y1;
    int    about; // a side of the polygon that is probably near
} point_polygon_stretch;

enum
{
    // Before and after a side, which are tested with it; only in polygons of more sides.
    POINT_POLYGON_NEAR = 2
};

// Returns i modulo the number of sides. Requires -count <= i < 2 count.
static int wrap(const point_polygon *p, int i)
{
    if (i < 0) i += p->count;
    return i < p->count ? i : i - p->count;
}

// The least squared distance to a few sides, and the side that has it.
typedef struct point_polygon_nearest
{
    double square;
    int    side;
} point_polygon_nearest;

// Returns the nearest to (x, y) of the sides about - POINT_POLYGON_NEAR .. about + POINT_POLYGON_NEAR, and its squared
// distance. In a polygon of at most POINT_POLYGON_NEAR sides tests none of them and returns side `about` with an
// infinite distance; the caller then tests all sides.
static point_polygon_nearest nearest_around(const point_polygon *p, int about, double x, double y)
{
    point_polygon_nearest n = { INFINITY, about };
    for (int k = -POINT_POLYGON_NEAR; k <= POINT_POLYGON_NEAR && p->count > POINT_POLYGON_NEAR; k++)
    {
        int    i = wrap(p, about + k);
        double square = square_to_side(p, i, x, y);
        if (!(square < n.square)) continue;
        n.square = square;
        n.side = i;
    }
    return n;
}

// Returns the nearest of all sides to (x, y), and its squared distance; side 0 and INFINITY without sides.
static point_polygon_nearest nearest_of_all(const point_polygon *p, double x, double y)
{
    point_polygon_nearest n = { INFINITY, 0 };
    for (int i = 0; i < p->count; i++)
    {
        double square = square_to_side(p, i, x, y);
        if (!(square < n.square)) continue;
        n.square = square;
        n.side = i;
    }
    return n;
}

// Returns an upper bound of the squared distance from the polygon of all points of a stretch. It is the least of the
// bounds that the sides around s->about give, or INFINITY in a polygon of at most POINT_POLYGON_NEAR sides. The
// distance from a side is convex, so along the stretch it is at most the larger of the distances at the stretch's two
// ends.
static double bound_around(const point_polygon *p, const point_polygon_stretch *s)
{
    double least = INFINITY;
    for (int k = -POINT_POLYGON_NEAR; k <= POINT_POLYGON_NEAR && p->count > POINT_POLYGON_NEAR; k++)
    {
        int    i = wrap(p, s->about + k);
        double at_begin = square_to_side(p, i, s->x0, s->y0);
        double at_end = square_to_side(p, i, s->x1, s->y1);
        double bound = at_begin > at_end ? at_begin : at_end;
        least = bound < least ? bound : least;
    }
    return least;
}

typedef struct point_polygon_search
{
    const point_polygon *polygon;
    outline_farthest     best; // its distance is squared until the end
} point_polygon_search;

// Stores a point of the edge as s->best if its distance from the polygon is greater than the best so far. Returns a
// side near the point, for the next search. If one of the sides around side `about` is no farther from the point than
// the best, so is the polygon, and the other sides need no test.
static int try_point(point_polygon_search *s, double x, double y, int about, bool is_corner)
{
    point_polygon_nearest nearest = nearest_around(s->polygon, about, x, y);
    if (nearest.square <= s->best.distance) return nearest.side;
    nearest = nearest_of_all(s->polygon, x, y);
    if (nearest.square > s->best.distance)
    {
        outline_farthest farthest = { nearest.square, x, y, is_corner };
        s->best = farthest;
    }
    return nearest.side;
}

enum
{
    // Stretches. Each halving adds one to the stack, so a mask's side of 2^16 pixels is halved to less than 2^-40
    // pixels.
    POINT_POLYGON_STACK = 64
};

// As a fraction of the greatest square so far: a stretch whose bound exceeds that square by no more is not halved
// further. Squares are rounded to some 2^-50, so halving would find nothing but other roundings.
#define POINT_POLYGON_SLACK 0x1p-44

// Finds the greatest distance along a stretch of the edge by bisection. Tests the middle of a stretch and, if the
// stretch's bound is above the best distance, its two halves. A stretch whose middle is rounded to one of its ends is
// not halved.
static void search_stretch(point_polygon_search *s, const point_polygon_stretch *whole)
{
    point_polygon_stretch stack[POINT_POLYGON_STACK];
    int                   depth = 0;
    stack[depth++] = *whole;
    while (depth > 0)
    {
        point_polygon_stretch now = stack[--depth];
        double                middle_x = 0.5 * (now.x0 + now.x1);
        double                middle_y = 0.5 * (now.y0 + now.y1);
        bool                  is_begin = middle_x == now.x0 && middle_y == now.y0;
        bool                  is_end = middle_x == now.x1 && middle_y == now.y1;
        if (is_begin || is_end) continue;

        now.about = try_point(s, middle_x, middle_y, now.about, false);
        if (bound_around(s->polygon, &now) <= s->best.distance * (1.0 + POINT_POLYGON_SLACK))
            continue;
        if (depth + 2 > POINT_POLYGON_STACK) continue; // such a short stretch is not halved
        point_polygon_stretch upper = { now.x0, now.y0, middle_x, middle_y, now.about };
        point_polygon_stretch lower = { middle_x, middle_y, now.x1, now.y1, now.about };
        stack[depth++] = upper;
        stack[depth++] = lower;
    }
}

// Returns the side of the polygon at an angle about the anchor, given as a fraction of a turn, 0 .. 1: the side that
// begins at the corner of the last ray at or before this angle. Requires a ray.
static int side_near(const point_polygon *p, double turn)
{
    int ray = (int)(turn * p->rays);
    return p->of_ray[ray < p->rays ? ray : p->rays - 1];
}

// Returns piece i of the outer edge, relative to the anchor, with the side of the polygon at its angle.
static point_polygon_stretch point_polygon_stretch_of(const outline_ruler *ruler,
                                                      const point_polygon *polygon, size_t i)
{
    const edge_piece     *e = ruler->edge.pieces + i;
    point_polygon_stretch s = { .x0 = e->x0 - ruler->ax,
                                .y0 = e->y0 - ruler->ay,
                                .x1 = e->x1 - ruler->ax,
                                .y1 = e->y1 - ruler->ay,
                                .about = side_near(polygon, ruler->turn[i]) };
    return s;
}

// Returns the point of the edge that is farthest from the polygon, or a point whose distance is at least `limit`.
// Without corners the distance is infinite. Tests the ends of all pieces first. Usually one of them has the greatest
// distance, and then the bounds of nearly all stretches between them end the search.
outline_farthest outline_ruler_measure(const outline_ruler *ruler, const point_polygon *polygon,
                                       double limit)
{
    point_polygon_search s = { polygon, { 0.0, 0.0, 0.0, true } };
    double               limit_square = limit * limit;
    if (polygon->count == 0) s.best.distance = INFINITY;
    for (size_t i = 0; i < ruler->edge.count && s.best.distance < limit_square; i++)
    {
        point_polygon_stretch piece = point_polygon_stretch_of(ruler, polygon, i);
        if (bound_around(polygon, &piece) <= s.best.distance) continue;
        try_point(&s, piece.x0, piece.y0, piece.about, true);
        try_point(&s, piece.x1, piece.y1, piece.about, true);
    }
    for (size_t i = 0; i < ruler->edge.count && s.best.distance < limit_square; i++)
    {
        point_polygon_stretch piece = point_polygon_stretch_of(ruler, polygon, i);
        if (bound_around(polygon, &piece) > s.best.distance) search_stretch(&s, &piece);
    }
    s.best.distance = sqrt(s.best.distance);
    return s.best;
}
