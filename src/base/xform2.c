#include "rimcast/xform2.h"

#include "base/exact.h"
#include "base/finite.h"
#include "base/round.h"

rim_xform2_inverted rim_xform2_inverse(rim_xform2 m)
{
    rim_xform2_inverted none = { { 0, 0, 0, 0, 0, 0 }, false };
    double              det = rim_xform2_determinant(m);
    if (!(det != 0.0) || !float_is_finite(det)) return none;

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
    return float_is_finite(sum) ? inverse : none;
}

// A sum of a few exact terms with what its rounding lost.
static exact_pair add_term(exact_pair sum, double term)
{
    exact_pair next = exact_add(sum.head, term);
    next.tail += sum.tail;
    return exact_add(next.head, next.tail);
}

// Adds the ends of the image of an interval under multiplication. The products are exact.
static void add_interval(double k, double lo, double hi, exact_pair *sum_lo, exact_pair *sum_hi)
{
    double p = k * lo, q = k * hi;
    *sum_lo = add_term(*sum_lo, p < q ? p : q);
    *sum_hi = add_term(*sum_hi, p < q ? q : p);
}

static float xform2_below(exact_pair sum)
{
    float f = float_below(sum.head);
    return (double)f == sum.head && sum.tail < 0.0 ? float_step(f, -1) : f;
}

static float above(exact_pair sum)
{
    float f = float_above(sum.head);
    return (double)f == sum.head && sum.tail > 0.0 ? float_step(f, +1) : f;
}

rim_box2 rim_xform2_bounds(rim_xform2 m, rim_box2 box)
{
    if (rim_box2_is_empty(box)) return rim_box2_empty();
    exact_pair x0 = { m.tx, 0.0 }, x1 = x0, y0 = { m.ty, 0.0 }, y1 = y0;
    add_interval(m.a, box.lo.x, box.hi.x, &x0, &x1);
    add_interval(m.c, box.lo.y, box.hi.y, &x0, &x1);
    add_interval(m.b, box.lo.x, box.hi.x, &y0, &y1);
    add_interval(m.d, box.lo.y, box.hi.y, &y0, &y1);
    return rim_box2_make(rim_vec2_make(xform2_below(x0), xform2_below(y0)),
                         rim_vec2_make(above(x1), above(y1)));
}
