// Transforms of the plane: the functions that are too long for the public headers.
#include "rimcast/vec2.h"

#include "base/float.h"
#include "rimcast/angle.h"

// Returns the inverse of  (x, y) -> (a x + c y + tx, b x + d y + ty).  With det = a d - b c, the inverse has (d, -b,
// -c, a) / det in the place of (a, b, c, d). Its translation is this inverse matrix times (-tx, -ty). Computed in
// double. Returns zeros and false if the matrix is singular, or if a number of the inverse is beyond float.
rim_xform2_inverted rim_xform2_inverse(rim_xform2 m)
{
    rim_xform2_inverted none = { { 0, 0, 0, 0, 0, 0 }, false };
    double              det = rim_xform2_determinant(m);
    if (!(det != 0.0) || !float_is_finite(det)) return none;

    rim_xform2_inverted inverse = {
        {
            .a = (float)(m.d / det),
            .b = (float)(-m.b / det),
            .c = (float)(-m.c / det),
            .d = (float)(m.a / det),
            .tx = (float)(((double)m.c * m.ty - (double)m.d * m.tx) / det),
            .ty = (float)(((double)m.b * m.tx - (double)m.a * m.ty) / det),
        },
        true,
    };
    const rim_xform2 *i = &inverse.xform;
    float sum = fabsf(i->a) + fabsf(i->b) + fabsf(i->c) + fabsf(i->d) + fabsf(i->tx) + fabsf(i->ty);
    return float_is_finite(sum) ? inverse : none;
}

static rim_rot2 rot2_from(rim_sincos_pair pair)
{
    rim_rot2 turn = { (float)pair.cos, (float)pair.sin };
    return turn;
}

rim_rot2 rim_rot2_radians(double radians)
{
    return rot2_from(rim_sincos(radians));
}

rim_rot2 rim_rot2_degrees(double degrees)
{
    return rot2_from(rim_sincos_degrees(degrees));
}
