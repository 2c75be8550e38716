// The solid area inside an outline.
//
// By Green's theorem the area is the integral along the outline of  S(x, y) dy,  with S(x, y) the solid length of row y to
// the left of x. A side is cut at the grid lines that it crosses. Within a pixel S is linear or constant, so the integral
// over a piece is the value of S in the piece's middle, times dy.
//
// Corners are in the order of their rays, so the outline turns once around the anchor and no two sides cross, except one
// side across a gap of more than half a turn, which passes the anchor on the other side. That side cuts the outline at its
// crossings into simple loops. The area inside is the sum of the loops' absolute areas, by the even-odd and the non-zero
// rule.
#include "flat/outline/outline.h"

#include "base/float.h"
#include "flat/mask/bits.h"

#include <math.h>

typedef struct area_point
{
    double x, y; // mask coordinates
} area_point;

// Returns the number of solid pixels in columns 0 .. column - 1 of a row. Requires a row inside the mask and
// column >= 0; `column` may be beyond the width.
static int solid_before(const rim_mask *mask, int row, int column)
{
    int count = 0;
    if (column > mask->width) column = mask->width;
    for (int s = 0; 64 * s < column; s++)
        count += bits_count(mask_word(mask, s, row) & mask_low_bits(column - 64 * s));
    return count;
}

// Returns the integral of S dy along a line from a to b. Requires that no grid line of the mask is between them; the pixel
// is found by the line's middle. S is 0 to the left of the mask and beside rows outside of it.
static double integral_in_pixel(const rim_mask *mask, area_point a, area_point b)
{
    double x = 0.5 * (a.x + b.x), y = 0.5 * (a.y + b.y);
    int    column = float_floor_int(x), row = float_floor_int(y);
    if (row < 0 || row >= mask->height || column < 0) return 0.0;
    double left = solid_before(mask, row, column);
    if (mask_solid(mask, column, row)) left += x - column;
    return left * (b.y - a.y);
}

// Iterates over the values of t at which a coordinate, from + t d, is one of the whole numbers 0 .. last. Between those
// outside, S does not change.
typedef struct grid_steps
{
    double from, d;
    double next; // the whole number not yet crossed
    double step; // +1 or -1
    double last;
} grid_steps;

// Returns the steps from a coordinate on in direction d, which may be 0. If `from` is itself a whole number, the first
// step is to the one after it.
static grid_steps steps_from(double from, double d, int last)
{
    int        floor = float_floor_int(from);
    double     below = floor == from ? floor - 1.0 : floor, above = floor + 1.0;
    grid_steps steps = {
        .from = from,
        .d = d,
        .next = d > 0.0 ? fmax(above, 0.0) : fmin(below, last),
        .step = d > 0.0 ? 1.0 : -1.0,
        .last = last,
    };
    return steps;
}

// Returns the t at which the coordinate reaches the next whole number, but at most 1; 1 if there is none.
static double next_t(const grid_steps *g)
{
    if (g->d == 0.0 || g->next < 0.0 || g->next > g->last) return 1.0;
    double t = (g->next - g->from) / g->d;
    return t < 1.0 ? t : 1.0;
}

// Returns the integral of S dy along a line from a to b, as the sum over its pieces between grid lines. The grid lines
// that it crosses are visited in order of t: tx and ty are the t of the next vertical and the next horizontal one.
static double integral(const rim_mask *mask, area_point a, area_point b)
{
    double     dx = b.x - a.x, dy = b.y - a.y, sum = 0.0, t = 0.0;
    grid_steps gx = steps_from(a.x, dx, mask->width), gy = steps_from(a.y, dy, mask->height);
    area_point p = a;
    while (t < 1.0 && dy != 0.0)
    {
        double tx = next_t(&gx), ty = next_t(&gy);
        t = tx < ty ? tx : ty;
        area_point q = { a.x + t * dx, a.y + t * dy };
        if (t >= 1.0) q = b;
        if (tx <= ty) gx.next += gx.step;
        if (ty <= tx) gy.next += gy.step;
        sum += integral_in_pixel(mask, p, q);
        p = q;
    }
    return sum;
}

// Computes where the segments a b and c d cross and stores the point in *at. Returns false if they don't cross; *at may
// change all the same. side_a and side_b are the distances of a and b from the line through c and d, times |d - c|. The
// segment a b crosses this line if they have different signs, where 0 counts as positive. The crossing must lie
// strictly between c and d.
static bool outline_area_crossing(area_point a, area_point b, area_point c, area_point d,
                                  area_point *at)
{
    double ex = d.x - c.x, ey = d.y - c.y;
    double side_a = ex * (a.y - c.y) - ey * (a.x - c.x);
    double side_b = ex * (b.y - c.y) - ey * (b.x - c.x);
    if ((side_a < 0.0) == (side_b < 0.0)) return false;
    double t = side_a / (side_a - side_b);
    at->x = a.x + t * (b.x - a.x);
    at->y = a.y + t * (b.y - a.y);
    double along = (at->x - c.x) * ex + (at->y - c.y) * ey;
    return along > 0.0 && along < ex * ex + ey * ey;
}

// Returns corner i modulo count of the polygon, in mask coordinates. Requires i >= 0.
static area_point outline_area_corner(const point_polygon *p, double ax, double ay, int i)
{
    area_point at = { p->x[i % p->count] + ax, p->y[i % p->count] + ay };
    return at;
}

// Returns the side whose end is more than half a turn clockwise from its begin, as seen from the anchor; the last side
// if there is none. There is at most one. Corners run clockwise on the screen around the anchor, the origin. So the
// cross product of a side's ends is negative only for such a side. Requires a corner.
static int widest_side(const point_polygon *p)
{
    for (int i = 0; i < p->count; i++)
    {
        int next = (i + 1) % p->count;
        if (p->x[i] * p->y[next] - p->y[i] * p->x[next] < 0.0) return i;
    }
    return p->count - 1;
}

// Returns the solid area inside the polygon; (ax, ay) is the anchor in mask coordinates. The widest side is the closing
// side: the path along the other sides starts at its end and ends at its begin. Where a side of the path crosses the
// closing side, a simple loop ends, which the closing side closes, and the next loop begins. `loop` is the integral
// along the present loop, whose first corner is loop_start.
double outline_area_inside(const rim_mask *mask, double ax, double ay, const point_polygon *polygon)
{
    if (polygon->count < 3) return 0.0;
    int        closing = widest_side(polygon);
    area_point closing_begin = outline_area_corner(polygon, ax, ay, closing);
    area_point closing_end = outline_area_corner(polygon, ax, ay, closing + 1);
    area_point loop_start = closing_end, from = closing_end;
    double     area = 0.0, loop = 0.0;
    for (int i = 1; i < polygon->count; i++)
    {
        area_point to = outline_area_corner(polygon, ax, ay, closing + 1 + i), cut;
        // The first and the last of these sides share an end with the closing side and don't cross it.
        bool       may_cross = i > 1 && i < polygon->count - 1;
        if (may_cross && outline_area_crossing(from, to, closing_begin, closing_end, &cut))
        {
            loop += integral(mask, from, cut) + integral(mask, cut, loop_start);
            area += fabs(loop);
            loop = 0.0;
            loop_start = cut;
            from = cut;
        }
        loop += integral(mask, from, to);
        from = to;
    }
    loop += integral(mask, from, loop_start);
    return area + fabs(loop);
}
