#include "flat/query/convex_edges.h"

#include "base/exact.h"
#include "flat/query/tolerances.h"

#include <math.h>

// Returns (q - p) x v, rounded once, so its sign is exact. The coordinates of v must be floats, so that products are
// exact.
static double exact_cross(rim_vec2 p, rim_vec2 q, double vx, double vy)
{
    exact_sum cross;
    exact_sum_clear(&cross);
    exact_sum_add(&cross, q.x * vy);
    exact_sum_add(&cross, -(double)p.x * vy);
    exact_sum_add(&cross, -(double)q.y * vx);
    exact_sum_add(&cross, (double)p.y * vx);
    return exact_sum_value(&cross);
}

// Returns orientation * (q - p) x v, with the exact sign. The coordinates of v must be floats. If both products are 0,
// as of a box's side along a row of pixels, the rounded value 0 is exact: a product is 0 only if a factor is, as no
// product of such numbers underflows.
static double cross_of(const convex_pixels *c, const convex_edge *e, double vx, double vy)
{
    double xy = e->ex * vy, yx = e->ey * vx;
    double value = xy - yx;
    if (fabs(value) >= CONVEX_CROSS_ERROR * (fabs(xy) + fabs(yx))) return value;
    return c->orientation * exact_cross(e->p, e->q, vx, vy);
}

void convex_edge_move(const convex_pixels *c, convex_edge *e)
{
    e->speed = cross_of(c, e, c->delta.x, c->delta.y);
    double size = fabs(e->ex * c->delta.y) + fabs(e->ey * c->delta.x);
    e->speed_error = e->speed != 0.0 ? CONVEX_CROSS_ERROR * (1.0 + size / fabs(e->speed)) : 0.0;
}

// Computes edge i but for its motion. A step by a column adds orientation * (q - p) x step to the value of a corner. So
// the corners on the right are farther on the inner side if this is positive, and those below alike for a step by a
// row. If the step is along the edge, is_right_inner (is_below_inner) is false.
void convex_edge_init(const convex_pixels *c, int i, convex_edge *e)
{
    rim_xform2 m = c->shape.grid->pose;
    e->p = c->polygon.points[i];
    e->q = c->polygon.points[i + 1 < c->polygon.count ? i + 1 : 0];
    e->ex = c->orientation * ((double)e->q.x - e->p.x);
    e->ey = c->orientation * ((double)e->q.y - e->p.y);
    e->error = CONVEX_EDGE_ERROR * (fabs(e->ex) + fabs(e->ey)) * c->reach;
    double per_column = cross_of(c, e, m.a, m.b), per_row = cross_of(c, e, m.c, m.d);
    e->is_right_inner = per_column > 0.0;
    e->is_below_inner = per_row > 0.0;
    e->is_along_axis = per_column == 0.0 || per_row == 0.0;
}

// Multiplies the exact coordinates of q - p by those of w - p, with w the corner in the world.
void convex_edge_numerator(const convex_pixels *c, const convex_edge *e, int x, int y,
                           exact_list *out)
{
    // w - p
    exact_list wx, wy;
    exact_list_clear(&wx);
    exact_list_clear(&wy);
    posed_pixels_add_corner(c->shape.grid, x, y, &wx, &wy);
    exact_list_add(&wx, -(double)e->p.x);
    exact_list_add(&wy, -(double)e->p.y);

    // q - p
    exact_list ex, ey;
    exact_list_clear(&ex);
    exact_list_clear(&ey);
    exact_list_add(&ex, e->q.x);
    exact_list_add(&ex, -(double)e->p.x);
    exact_list_add(&ey, e->q.y);
    exact_list_add(&ey, -(double)e->p.y);

    exact_list_clear(out);
    exact_list_add_lists(out, &ex, &wy, c->orientation);
    exact_list_add_lists(out, &ey, &wx, -c->orientation);
}

// Computes orientation * ((q - p) x (w - p)) with pairs of doubles, or exactly if it is small beside its terms.
double convex_edge_exact_value(const convex_pixels *c, const convex_edge *e, int x, int y)
{
    // w - p, q - p, and their cross product.
    rim_xform2 m = c->shape.grid->pose;
    double     ax = c->shape.grid->anchor.x, ay = c->shape.grid->anchor.y, size_x, size_y;
    double     wx[6] = { m.a * (double)x, m.c * (double)y, m.tx, -m.a * ax, -m.c * ay, -e->p.x };
    double     wy[6] = { m.b * (double)x, m.d * (double)y, m.ty, -m.b * ax, -m.d * ay, -e->p.y };
    exact_pair ex = exact_add(e->q.x, -(double)e->p.x), ey = exact_add(e->q.y, -(double)e->p.y);
    exact_pair xy = exact_pair_mul(ex, exact_pair_sum(wy, 6, &size_y));
    exact_pair yx = exact_pair_mul(ey, exact_pair_sum(wx, 6, &size_x));
    exact_pair minus_yx = { -yx.head, -yx.tail };
    exact_pair cross = exact_pair_add(xy, minus_yx);

    // The error is at most VALUE_PRECISION of the cross product if that is large enough.
    double size = fabs(ex.head) * size_y + fabs(ey.head) * size_x;
    if (fabs(cross.head) >= CONVEX_VALUE_CLEAR * size) return c->orientation * cross.head;
    exact_list exact;
    convex_edge_numerator(c, e, x, y, &exact);
    return exact_list_value(&exact);
}
