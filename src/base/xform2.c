#include "rimcast/xform2.h"

#include "base/round.h"

rim_xform2_inverted rim_xform2_inverse(rim_xform2 m)
{
    rim_xform2_inverted none = { { 0, 0, 0, 0, 0, 0 }, false };
    double              det = rim_xform2_determinant(m);
    if (!(det != 0.0) || !isfinite(det)) return none;

    rim_xform2_inverted inverse = {
        {
            (float)(m.d / det),
            (float)(-m.b / det),
            (float)(-m.c / det),
            (float)(m.a / det),
            (float)(((double)m.c * m.ty - (double)m.d * m.tx) / det),
            (float)(((double)m.b * m.tx - (double)m.a * m.ty) / det),
        },
        true,
    };
    const rim_xform2 *i = &inverse.xform;
    float sum = fabsf(i->a) + fabsf(i->b) + fabsf(i->c) + fabsf(i->d) + fabsf(i->tx) + fabsf(i->ty);
    return isfinite(sum) ? inverse : none;
}

// The image of an interval under multiplication; 0 times infinity counts as 0.
static void add_interval(double k, double lo, double hi, double *sum_lo, double *sum_hi)
{
    if (k == 0.0) return;
    double p = k * lo, q = k * hi;
    *sum_lo += p < q ? p : q;
    *sum_hi += p < q ? q : p;
}

rim_box2 rim_xform2_bounds(rim_xform2 m, rim_box2 box)
{
    if (rim_box2_is_empty(box)) return rim_box2_empty();
    double x0 = m.tx, x1 = m.tx, y0 = m.ty, y1 = m.ty;
    add_interval(m.a, box.lo.x, box.hi.x, &x0, &x1);
    add_interval(m.c, box.lo.y, box.hi.y, &x0, &x1);
    add_interval(m.b, box.lo.x, box.hi.x, &y0, &y1);
    add_interval(m.d, box.lo.y, box.hi.y, &y0, &y1);
    return rim_box2_make(rim_vec2_make(rim_float_below(x0), rim_float_below(y0)),
                         rim_vec2_make(rim_float_above(x1), rim_float_above(y1)));
}
