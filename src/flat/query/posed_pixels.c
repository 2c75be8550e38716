#include "flat/query/posed_pixels.h"

#include <math.h>

static double posed_pixels_larger(double a, double b)
{
    return a > b ? a : b;
}

// Computes pose, adjugate and reach of the sprite's pixels. Returns false for an unusable pose or an empty mask. The
// adjugate of the matrix (a c, b d) is (d -c, -b a). Multiplied by it, pixel coordinates become polynomials of the
// floats, which are computed as exact sums.
bool posed_pixels_init(posed_pixels *g, rim_posed posed)
{
    if (!pair_pose_is_usable(posed.pose)) return false;
    rim_xform2 m = posed.pose;
    g->side = pair_side_of(posed.sprite);
    if (rim_rect_is_empty(g->side.solid)) return false;
    g->pose = m;
    g->anchor = rim_sprite_anchor(posed.sprite);
    double det = rim_xform2_determinant(m);
    g->det_sign = det < 0.0 ? -1.0 : 1.0;
    g->det = fabs(det);
    g->row_k[0] = g->det_sign * m.d;
    g->row_l[0] = -g->det_sign * m.c;
    g->row_k[1] = -g->det_sign * m.b;
    g->row_l[1] = g->det_sign * m.a;
    g->axis_anchor[0] = g->anchor.x;
    g->axis_anchor[1] = g->anchor.y;

    double w = rim_mask_width(g->side.mask) + fabs((double)g->anchor.x);
    double h = rim_mask_height(g->side.mask) + fabs((double)g->anchor.y);
    double reach_x = fabs((double)m.a) * w + fabs((double)m.c) * h + fabs((double)m.tx);
    double reach_y = fabs((double)m.b) * w + fabs((double)m.d) * h + fabs((double)m.ty);
    g->reach = posed_pixels_larger(reach_x, reach_y);
    return true;
}

// Adds the world position of corner (x, y) of the pixel grid, M ((x, y) - anchor) + t, as exact terms. Does not clear
// the lists. Requires x and y of at most 18 bits, whole or half numbers.
void posed_pixels_add_corner(const posed_pixels *g, double x, double y, exact_list *wx,
                             exact_list *wy)
{
    rim_xform2 m = g->pose;
    // Products of a float and a number of at most 18 bits, or of two floats, are exact.
    exact_list_add(wx, m.a * x);
    exact_list_add(wx, m.c * y);
    exact_list_add(wx, m.tx);
    exact_list_add(wx, -(double)m.a * g->anchor.x);
    exact_list_add(wx, -(double)m.c * g->anchor.y);

    exact_list_add(wy, m.b * x);
    exact_list_add(wy, m.d * y);
    exact_list_add(wy, m.ty);
    exact_list_add(wy, -(double)m.b * g->anchor.x);
    exact_list_add(wy, -(double)m.d * g->anchor.y);
}

// The error is relative to the size of the sum in posed_pixels_axis: that of its largest terms, in columns or rows, for
// positions up to the reach.
double posed_pixels_axis_error(const posed_pixels *g, int axis, double reach)
{
    double x = reach + fabs((double)g->pose.tx), y = reach + fabs((double)g->pose.ty);
    double size = (fabs(g->row_k[axis]) * x + fabs(g->row_l[axis]) * y) / g->det;
    return POSED_AXIS_ERROR * (size + fabs(g->axis_anchor[axis]));
}

// Stores the terms of  (k, l) . (p - t) + |det| (anchor - limit),  with (k, l) the axis's row of det_sign times the
// adjugate. |det| = ad - bc is the difference of two products of floats.
void posed_pixels_axis_numerator(const posed_pixels *g, int axis, rim_vec2 p, double limit,
                                 exact_list *out)
{
    double k = g->row_k[axis], l = g->row_l[axis];
    double ad = g->det_sign * g->pose.a * g->pose.d, bc = g->det_sign * g->pose.b * g->pose.c;
    exact_list_clear(out);
    exact_list_add(out, k * p.x);
    exact_list_add(out, -k * g->pose.tx);
    exact_list_add(out, l * p.y);
    exact_list_add(out, -l * g->pose.ty);
    exact_list_add_product(out, g->axis_anchor[axis], ad);
    exact_list_add_product(out, -g->axis_anchor[axis], bc);
    exact_list_add_product(out, -limit, ad);
    exact_list_add_product(out, limit, bc);
}

// Computes the sum of posed_pixels_axis_numerator with pairs of doubles. If that is small beside its terms, so that its
// error may matter, computes the exact sum.
double posed_pixels_axis_value(const posed_pixels *g, int axis, rim_vec2 p, double limit)
{
    double     k = g->row_k[axis], l = g->row_l[axis], size;
    double     ad = g->det_sign * g->pose.a * g->pose.d, bc = g->det_sign * g->pose.b * g->pose.c;
    double     terms[4] = { k * p.x, -k * g->pose.tx, l * p.y, -l * g->pose.ty };
    exact_pair from_origin = exact_pair_sum(terms, 4, &size);
    exact_pair det = exact_add(ad, -bc);
    exact_pair to_limit = exact_pair_mul(exact_add(g->axis_anchor[axis], -limit), det);
    exact_pair value = exact_pair_add(from_origin, to_limit);
    size += (fabs(g->axis_anchor[axis]) + fabs(limit)) * (fabs(ad) + fabs(bc));
    if (fabs(value.head) >= POSED_AXIS_CLEAR * size) return value.head;
    exact_list exact;
    posed_pixels_axis_numerator(g, axis, p, limit, &exact);
    return exact_list_value(&exact);
}
