// Any polygon against a posed sprite.
//
// A pixel shares area with the polygon if an edge of the ring runs through its inside, or else if the ring
// winds around its middle. A square of the pyramid that no edge comes near lies wholly on one side, so its
// middle decides for all of its pixels.
#include "rimcast/sprite_query.h"

#include "base/exact.h"
#include "base/float.h"
#include "flat/mask/bits.h"
#include "flat/query/posed_pixels.h"

#include <math.h>

typedef struct polygon_query
{
    const posed_pixels *grid;
    rim_polygon2        ring;
    double reach;    // no coordinate in the world, of the ring or of a square's corner, is larger
    double error[2]; // an error bound of columns (axis 0) and rows (axis 1)
} polygon_query;

static rim_vec2 polygon_query_point_of(const polygon_query *w, int i)
{
    return w->ring.points[i < w->ring.count ? i : 0];
}

// --- around a middle -----------------------------------------------------------------------------------

// The middle of a square: a position with whole or half coordinates, which are exact in the sums of posed_pixels.h.
typedef struct polygon_query_middle
{
    double x, y;   // in pixels
    double wx, wy; // in the world, rounded
} polygon_query_middle;

// Returns the exact sign of the middle's y in the world minus the float y.
static int polygon_query_height_sign(const polygon_query *w, const polygon_query_middle *m, float y)
{
    double value = m->wy - y;
    if (fabs(value) > POLYGON_DIFFERENCE_ERROR * w->reach) return value > 0.0 ? 1 : -1;
    exact_list sx, sy; // the middle's coordinates; sx is not used
    exact_list_clear(&sx), exact_list_clear(&sy);
    posed_pixels_add_corner(w->grid, m->x, m->y, &sx, &sy);
    exact_list_add(&sy, -(double)y);
    double exact = exact_list_value(&sy);
    return (exact > 0.0) - (exact < 0.0);
}

// Returns the exact sign of the cross product (q - p) x (middle - p) in the world. Requires m->wx and m->wy.
static int side_sign(const polygon_query *w, const polygon_query_middle *m, rim_vec2 p, rim_vec2 q)
{
    double ex = (double)q.x - p.x, ey = (double)q.y - p.y;
    double value = ex * (m->wy - p.y) - ey * (m->wx - p.x);
    double error = POLYGON_CROSS_ERROR * (fabs(ex) + fabs(ey)) * w->reach;
    if (fabs(value) > error) return value > 0.0 ? 1 : -1;

    // middle - p
    exact_list mx, my;
    exact_list_clear(&mx);
    exact_list_clear(&my);
    posed_pixels_add_corner(w->grid, m->x, m->y, &mx, &my);
    exact_list_add(&mx, -(double)p.x);
    exact_list_add(&my, -(double)p.y);

    // q - p
    exact_list qx, qy;
    exact_list_clear(&qx);
    exact_list_clear(&qy);
    exact_list_add(&qx, q.x);
    exact_list_add(&qx, -(double)p.x);
    exact_list_add(&qy, q.y);
    exact_list_add(&qy, -(double)p.y);

    exact_list cross;
    exact_list_clear(&cross);
    exact_list_add_lists(&cross, &qx, &my, 1.0);
    exact_list_add_lists(&cross, &qy, &mx, -1.0);
    double exact = exact_list_value(&cross);
    return (exact > 0.0) - (exact < 0.0);
}

// Returns true if the ring winds around a point, given in the sprite's pixels. The winding number is the number of
// edges that cross the half-line from the point to the right downward (to larger y), minus those that cross it upward.
// An edge crosses the point's height if only one end is below it. It then crosses to the right of the point if
// side_sign is positive for a downward edge, or negative for an upward one.
static bool winds_around(const polygon_query *w, double x, double y)
{
    polygon_query_middle m = { .x = x, .y = y };
    int                  winding = 0;
    posed_pixels_corner(w->grid, x, y, &m.wx, &m.wy);
    for (int i = 0; i < w->ring.count; i++)
    {
        rim_vec2 p = polygon_query_point_of(w, i), q = polygon_query_point_of(w, i + 1);
        bool     p_is_below = polygon_query_height_sign(w, &m, p.y) < 0;
        bool     q_is_below = polygon_query_height_sign(w, &m, q.y) < 0;
        if (p_is_below == q_is_below) continue;
        int side = side_sign(w, &m, p, q);
        if (q_is_below && side > 0) winding++;
        if (p_is_below && side < 0) winding--;
    }
    return winding != 0;
}

// --- squares ---------------------------------------------------------------------------------------------

// Returns true if the edge from p to q, in the world, may cross square s of pixels: their boxes in columns and rows
// intersect, and the square's corners lie on both sides of the edge's line. Both tests allow for rounding, so false is
// certain.
static bool comes_near(const polygon_query *w, rim_vec2 p, rim_vec2 q, rim_rect s)
{
    for (int axis = 0; axis < 2; axis++)
    {
        double at_p = posed_pixels_axis(w->grid, axis, p.x, p.y);
        double at_q = posed_pixels_axis(w->grid, axis, q.x, q.y);
        double lo = (axis ? s.y0 : s.x0) - w->error[axis];
        double hi = (axis ? s.y1 : s.x1) + w->error[axis];
        if ((at_p < lo && at_q < lo) || (at_p > hi && at_q > hi)) return false;
    }
    double ex = (double)q.x - p.x, ey = (double)q.y - p.y;
    double error = POLYGON_CROSS_ERROR * (fabs(ex) + fabs(ey)) * w->reach;
    bool   has_negative_side = false, has_positive_side = false;
    for (int i = 0; i < 4; i++)
    {
        double x, y;
        posed_pixels_corner(w->grid, i & 1 ? s.x1 : s.x0, i & 2 ? s.y1 : s.y0, &x, &y);
        double cross = ex * (y - p.y) - ey * (x - p.x);
        if (cross <= error) has_negative_side = true;
        if (cross >= -error) has_positive_side = true;
    }
    return has_negative_side && has_positive_side;
}

// Returns true if an edge may cross the square.
static bool polygon_query_is_near(const polygon_query *w, rim_rect s)
{
    for (int i = 0; i < w->ring.count; i++)
        if (comes_near(w, polygon_query_point_of(w, i), polygon_query_point_of(w, i + 1), s))
            return true;
    return false;
}

// Returns true if solid pixel (x, y) shares area with the polygon: an edge passes through its inside, or the ring winds
// around its center. An edge is a convex polygon of two corners at rest, whose touch test is exact.
static bool pixel_shares(const polygon_query *w, int x, int y)
{
    rim_rect pixel = rim_rect_make(x, y, x + 1, y + 1);
    for (int i = 0; i < w->ring.count; i++)
    {
        rim_vec2 ends[2] = { polygon_query_point_of(w, i), polygon_query_point_of(w, i + 1) };
        if (!comes_near(w, ends[0], ends[1], pixel)) continue;
        convex_pixels edge;
        cast_touch    touch = { .t = 1.0 };
        convex_pixels_init(&edge, w->grid, (rim_polygon2){ ends, 2 }, rim_vec2_make(0.0f, 0.0f), 0);
        if (edge.shape.touch(&edge.shape, pixel, &touch)) return true;
    }
    return winds_around(w, x + 0.5, y + 0.5);
}

// Returns true if one of the solid pixels of a block shares area with the polygon.
static bool block_shares(const polygon_query *w, rim_rect pixels)
{
    for (int y = pixels.y0; y < pixels.y1; y++)
        for (int x = pixels.x0; x < pixels.x1; x++)
            if (mask_solid(w->grid->side.mask, x, y) && pixel_shares(w, x, y)) return true;
    return false;
}

// Returns true if a solid pixel of a square of the pyramid shares area with the polygon. A square of level 0 has
// FIELD_BLOCK pixels a side, and each level doubles the side. If no edge is near, the whole square is on the same side
// of the ring as its middle. A square that is not FIELD_EMPTY has a solid pixel, so the middle decides then.
static bool square_shares(const polygon_query *w, int level, int column, int row)
{
    const field_level *squares = &w->grid->side.field->levels[level];
    if (column >= squares->width || row >= squares->height) return false;
    int state = squares->state[(size_t)row * (size_t)squares->width + (size_t)column];
    if (state == FIELD_EMPTY) return false;
    int      side = FIELD_BLOCK << level;
    rim_rect pixels = { column * side, row * side, column * side + side, row * side + side };
    if (!polygon_query_is_near(w, pixels))
        return winds_around(w, pixels.x0 + 0.5 * side, pixels.y0 + 0.5 * side);
    if (level == 0) return block_shares(w, pixels);
    for (int i = 0; i < 4; i++)
        if (square_shares(w, level - 1, 2 * column + (i & 1), 2 * row + (i >> 1))) return true;
    return false;
}

// Returns true if all corners lie on one line: that through the first corner p and the first corner q that differs from
// p. Requires at least one corner.
static bool polygon_query_is_flat(rim_polygon2 ring)
{
    rim_vec2 p = ring.points[0], q = p;
    for (int i = 1; i < ring.count; i++)
    {
        rim_vec2 r = ring.points[i];
        if (q.x == p.x && q.y == p.y)
            q = r;
        else if (exact_orient2(p.x, p.y, q.x, q.y, r.x, r.y) != 0)
            return false;
    }
    return true;
}

// Searches the pyramid of squares. A polygon whose corners lie on one line has no area, and overlaps if one of its
// edges does as a segment. With a single corner that is a segment without length.
bool rim_sprite_overlaps_polygon(rim_posed a, rim_polygon2 polygon)
{
    SPRITE_CHECK(a, false);
    posed_pixels  grid;
    polygon_query w = { .grid = &grid, .ring = polygon };
    for (int i = 0; i < polygon.count; i++)
    {
        double x = fabs((double)polygon.points[i].x), y = fabs((double)polygon.points[i].y);
        if (!float_is_finite(x) || !float_is_finite(y)) return false;
        w.reach = x > w.reach ? x : w.reach;
        w.reach = y > w.reach ? y : w.reach;
    }
    if (polygon.count < 1) return false;
    rim_vec2 first = polygon.points[0];
    if (sprite_is_far(&a, first.x, first.y, posed_pixels_ring_reach(polygon))) return false;
    if (!posed_pixels_init(&grid, a)) return false;
    w.reach += 2.0 * grid.reach; // squares may stick out of the mask by less than its size
    w.error[0] = posed_pixels_axis_error(&grid, 0, w.reach);
    w.error[1] = posed_pixels_axis_error(&grid, 1, w.reach);
    int top_level = grid.side.field->level_count - 1;
    if (!polygon_query_is_flat(polygon)) return square_shares(&w, top_level, 0, 0);
    for (int i = 0; i < polygon.count; i++)
        if (shape_query_overlaps_segment(a, (rim_segment2){ polygon_query_point_of(&w, i),
                                                            polygon_query_point_of(&w, i + 1) }))
            return true;
    return false;
}
