// Where a moving convex polygon touches pixels, and what pixels and a polygon at rest have in common.
#include "flat/query/convex_edges.h"

#include <math.h>

// An interval of coordinates along a line; empty if lo > hi.
typedef struct interval
{
    double lo, hi;
} interval;

// Enlarges an interval so that it contains x.
static void interval_add(interval *i, double x)
{
    i->lo = x < i->lo ? x : i->lo;
    i->hi = x > i->hi ? x : i->hi;
}

// Returns the middle of the intersection of two intervals, or of the gap between them.
static double middle_of_both(interval a, interval b)
{
    double lo = a.lo > b.lo ? a.lo : b.lo, hi = a.hi < b.hi ? a.hi : b.hi;
    return 0.5 * (lo + hi);
}

// Computes the point of a touch of a side of the square by the polygon's foremost corners: the middle of what the side
// and the segment between these corners have in common. The side lies on a grid line of `axis` and extends along
// `along`.
static void place_on_side(const convex_pixels *c, const cast_touch *touch, double point[2])
{
    int                 axis = touch->kind, along = 1 - axis;
    const posed_pixels *g = c->shape.grid;

    // The interval of the foremost corners along the side, at the time of the touch.
    bool     moves_up = c->speed[axis] > 0.0; // to larger columns or rows
    double   foremost = moves_up ? c->hi[axis] : c->lo[axis];
    interval front = { INFINITY, -INFINITY };
    for (int i = 0; i < c->polygon.count; i++)
    {
        rim_vec2 p = c->polygon.points[i];
        double   behind = fabs(posed_pixels_axis(g, axis, p.x, p.y) - foremost);
        if (behind > 4.0 * c->error[axis]) continue; // not foremost, even with the errors of both
        double motion = touch->t * c->speed[along] / g->det;
        interval_add(&front, posed_pixels_axis(g, along, p.x, p.y) + motion);
    }

    rim_rect s = touch->square;
    interval square[2] = { { s.x0, s.x1 }, { s.y0, s.y1 } };
    double   position[2]; // in columns and rows
    position[axis] = moves_up ? square[axis].lo : square[axis].hi;
    position[along] = middle_of_both(front, square[along]);
    posed_pixels_corner(g, position[0], position[1], &point[0], &point[1]);
}

// Computes the point of a touch of an edge of the polygon by one or two corners of the square: the middle of what the
// square's side and the polygon's have in common. Positions along the edge are fractions s of it, p + s (q - p), at the
// time of the touch.
static void place_on_edge(const convex_pixels *c, const cast_touch *touch, double point[2])
{
    convex_edge        room;
    const convex_edge *e = convex_edge_at(c, touch->index, &room);
    double             px = e->p.x + touch->t * c->delta.x, py = e->p.y + touch->t * c->delta.y;
    double             qx = e->q.x + touch->t * c->delta.x, qy = e->q.y + touch->t * c->delta.y;
    double             wx = qx - px, wy = qy - py, length2 = wx * wx + wy * wy;

    // The corners of the square that are, within the error, as far on the inner side as the innermost one.
    rim_pixel corner = convex_edge_inner_corner(e, touch->square);
    double    innermost = convex_edge_value(c, e, corner.x, corner.y);
    interval  corners = { INFINITY, -INFINITY };
    for (int i = 0; i < 4; i++)
    {
        int    column = i & 1 ? touch->square.x1 : touch->square.x0;
        int    row = i & 2 ? touch->square.y1 : touch->square.y0;
        double kx, ky;
        if (convex_edge_value(c, e, column, row) < innermost - 2.0 * e->error) continue;
        posed_pixels_corner(c->shape.grid, column, row, &kx, &ky);
        interval_add(&corners, ((kx - px) * wx + (ky - py) * wy) / length2);
    }

    // The whole side of the polygon, which may consist of several edges on one line.
    interval side = { 0.0, 1.0 };
    for (int i = 0; i < c->polygon.count; i++)
    {
        double kx = (double)c->polygon.points[i].x - e->p.x;
        double ky = (double)c->polygon.points[i].y - e->p.y;
        if (fabs(e->ex * ky - e->ey * kx) > 2.0 * e->error) continue;
        interval_add(&side, (kx * wx + ky * wy) / length2);
    }

    double s = middle_of_both(corners, side);
    point[0] = px + s * wx;
    point[1] = py + s * wy;
}

// Computes the point of a touch, and the unit normal of the edge or of the pixels' side that touches, towards the
// polygon: its edge's inner side, or against its motion across the grid line. The point of a polygon of one corner is
// that corner.
void convex_pixels_place(const convex_pixels *c, const cast_touch *touch, double point[2],
                         rim_vec2 *normal)
{
    double nx, ny;
    if (touch->kind == CONVEX_KIND_EDGE)
    {
        convex_edge        room;
        const convex_edge *e = convex_edge_at(c, touch->index, &room);
        nx = -e->ey, ny = e->ex; // to the inner side
        place_on_edge(c, touch, point);
    }
    else
    {
        double away = c->speed[touch->kind] > 0.0 ? -1.0 : 1.0;
        double u = touch->kind == 0 ? away : 0.0, v = touch->kind == 1 ? away : 0.0;
        posed_pixels_normal(c->shape.grid, u, v, &nx, &ny);
        place_on_side(c, touch, point);
    }
    if (c->polygon.count == 1)
    {
        point[0] = c->polygon.points[0].x + touch->t * c->delta.x;
        point[1] = c->polygon.points[0].y + touch->t * c->delta.y;
    }
    double length = sqrt(nx * nx + ny * ny);
    *normal = rim_vec2_make((float)(nx / length), (float)(ny / length));
}

// Clips the segment by the inner side of each edge. A value (convex_edge_value) is linear along the segment, so it is
// zero at the fraction value_from / (value_from - value_to).
void convex_pixels_cut(const convex_pixels *c, const double from[2], const double to[2], double *t0,
                       double *t1)
{
    for (int i = 0; i < convex_edge_count(c); i++)
    {
        convex_edge        room;
        const convex_edge *e = convex_edge_at(c, i, &room);
        double             value_from = e->ex * (from[1] - e->p.y) - e->ey * (from[0] - e->p.x);
        double             value_to = e->ex * (to[1] - e->p.y) - e->ey * (to[0] - e->p.x);
        bool               from_outside = value_from < 0.0, to_outside = value_to < 0.0;
        if (from_outside && to_outside) *t1 = -1.0;
        if (from_outside == to_outside) continue;
        double t = value_from / (value_from - value_to);
        if (from_outside)
            *t0 = t > *t0 ? t : *t0;
        else
            *t1 = t < *t1 ? t : *t1;
    }
}

// Computes the part of the segment from p to q inside a rectangle of pixels, as fractions of it. Returns false if there
// is none.
static bool cut_to_square(const posed_pixels *g, rim_vec2 p, rim_vec2 q, rim_rect square,
                          interval *part)
{
    *part = (interval){ 0.0, 1.0 };
    for (int axis = 0; axis < 2; axis++)
    {
        double a = posed_pixels_axis(g, axis, p.x, p.y), b = posed_pixels_axis(g, axis, q.x, q.y);
        double lo = axis ? square.y0 : square.x0, hi = axis ? square.y1 : square.x1;
        if ((a < lo && b < lo) || (a > hi && b > hi)) return false;
        if (a == b) continue;
        double t_lo = (lo - a) / (b - a), t_hi = (hi - a) / (b - a);
        double enter = t_lo < t_hi ? t_lo : t_hi, leave = t_lo < t_hi ? t_hi : t_lo;
        part->lo = enter > part->lo ? enter : part->lo;
        part->hi = leave < part->hi ? leave : part->hi;
    }
    return part->lo <= part->hi;
}

// Computes a point that the polygon and a rectangle of pixels have in common: the mean of the middles of the edges'
// parts inside the rectangle, or its center if no edge has one.
void convex_pixels_common(const convex_pixels *c, rim_rect square, double point[2])
{
    const posed_pixels *g = c->shape.grid;
    double              x = 0.0, y = 0.0;
    int                 found = 0, n = c->polygon.count;
    for (int i = 0; i < n; i++)
    {
        rim_vec2 p = c->polygon.points[i], q = c->polygon.points[i + 1 < n ? i + 1 : 0];
        interval part;
        if (!cut_to_square(g, p, q, square, &part)) continue;
        double t = 0.5 * (part.lo + part.hi);
        x += p.x + t * ((double)q.x - p.x);
        y += p.y + t * ((double)q.y - p.y);
        found++;
    }
    if (found)
    {
        point[0] = x / found;
        point[1] = y / found;
    }
    else
        posed_pixels_corner(g, 0.5 * (square.x0 + square.x1), 0.5 * (square.y0 + square.y1),
                            &point[0], &point[1]);
}
