#include "rimcast/mat3.h"

#include "base/finite.h"

typedef struct cofactors
{
    double xx, xy, xz, yx, yy, yz, zx, zy,
        zz; // of the transposed matrix, so a row of the inverse each
} cofactors;

static cofactors cofactors_of(rim_mat3 m)
{
    double    ax = m.x.x, ay = m.x.y, az = m.x.z;
    double    bx = m.y.x, by = m.y.y, bz = m.y.z;
    double    cx = m.z.x, cy = m.z.y, cz = m.z.z;
    cofactors k = {
        by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx, // b x c
        cy * az - cz * ay, cz * ax - cx * az, cx * ay - cy * ax, // c x a
        ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx, // a x b
    };
    return k;
}

double rim_mat3_determinant(rim_mat3 m)
{
    cofactors k = cofactors_of(m);
    return m.x.x * k.xx + m.x.y * k.xy + m.x.z * k.xz;
}

rim_mat3_inverted rim_mat3_inverse(rim_mat3 m)
{
    rim_mat3_inverted none = { { { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } }, false };
    cofactors         k = cofactors_of(m);
    double            determinant = m.x.x * k.xx + m.x.y * k.xy + m.x.z * k.xz;

    // Divided, not multiplied by a reciprocal: 1 / determinant may overflow where the quotients do not.
    double            d = determinant;
    rim_mat3_inverted inverse = {
        {
            { (float)(k.xx / d), (float)(k.yx / d), (float)(k.zx / d) },
            { (float)(k.xy / d), (float)(k.yy / d), (float)(k.zy / d) },
            { (float)(k.xz / d), (float)(k.yz / d), (float)(k.zz / d) },
        },
        true,
    };
    // What was divided by zero, or was not finite before, is not finite now.
    const rim_mat3 *i = &inverse.matrix;
    return vec3_is_finite(i->x) && vec3_is_finite(i->y) && vec3_is_finite(i->z) ? inverse : none;
}

rim_mat3 rim_mat3_from_quat(rim_quat q)
{
    return rim_mat3_make(rim_quat_apply(q, rim_vec3_make(1.0f, 0.0f, 0.0f)),
                         rim_quat_apply(q, rim_vec3_make(0.0f, 1.0f, 0.0f)),
                         rim_quat_apply(q, rim_vec3_make(0.0f, 0.0f, 1.0f)));
}
