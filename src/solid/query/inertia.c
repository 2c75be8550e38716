// The center of mass, the principal axes and the inertia of spheres, capsules and hulls.
#include "base/quatd.h"
#include "solid/query/shape.h"

// The center of mass, and the inertia divided by the mass about this center, in the shape's frame.
typedef struct inertia_tensor
{
    vec3d  center;
    double entry[3][3];
} inertia_tensor;

// Returns the tensor of a capsule with the axis a b and the radius r. It consists of a cylinder of height h = |b - a|
// and of two half balls. `rod` and `ball` are their shares of the mass. Divided by the mass, their inertias are
//
//     about the axis     ball 2/5 r^2,    rod r^2 / 2
//     across the axis    ball (2/5 r^2 + h^2 / 4 + 3/8 h r),    rod (r^2 / 4 + h^2 / 12)
//
// The center of mass of a half ball is 3/8 r from its flat side, hence the terms of `ball` with h. With the unit axis
// u, the tensor is across 1 + (axial - across) u u^T.
static inertia_tensor capsule_inertia(rim_vec3 a, rim_vec3 b, double r)
{
    vec3d  along = v3d_sub(v3d_from(b), v3d_from(a));
    double h = v3d_length(along), all = h + 4.0 / 3.0 * r; // shares of the volume, by pi r^2
    double ball = 4.0 / 3.0 * r / all, rod = h / all, u[3] = { along.x, along.y, along.z };
    double axial = 0.4 * ball * r * r + 0.5 * rod * r * r;
    double across =
        ball * (0.4 * r * r + 0.25 * h * h + 0.375 * h * r) + rod * (0.25 * r * r + h * h / 12.0);
    inertia_tensor t = { v3d_scale(v3d_add(v3d_from(a), v3d_from(b)), 0.5), { { 0.0 } } };
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            t.entry[i][k] = (i == k ? across : 0.0) +
                            (h > 0.0 ? (axial - across) * (u[i] / h) * (u[k] / h) : 0.0);
    return t;
}

// Returns the tensor of a hull. The inertia of rim_hull_mass is for density 1, so it is divided by the volume. Without
// volume the result is not finite.
static inertia_tensor hull_inertia(const rim_hull *hull)
{
    rim_mass3      m = rim_hull_mass(hull);
    inertia_tensor t = { { m.x, m.y, m.z },
                         { { m.xx, m.xy, m.zx }, { m.xy, m.yy, m.yz }, { m.zx, m.yz, m.zz } } };
    for (int i = 0; i < 9; i++) t.entry[i / 3][i % 3] /= m.volume;
    return t;
}

enum
{
    JACOBI_SWEEPS = 12
};

// Makes the tensor diagonal by Jacobi's rotations, each of which makes one entry m[p][q] beside the diagonal zero.
// Returns the rotation from the principal axes to the old frame. A rotation by the angle t in the plane of p and q
// needs cot 2 t = theta. k is the tangent of t with |t| <= 45 degrees, c its cosine, and s its sine.
static quatd principal_axes(inertia_tensor *t)
{
    quatd turn = { 0.0, 0.0, 0.0, 1.0 };
    double(*m)[3] = t->entry;
    for (int n = 0; n < 3 * JACOBI_SWEEPS; n++)
    {
        int    p = n % 3, q = (p + 1) % 3, r = (p + 2) % 3;
        double off = m[p][q], size = fabs(m[p][p]) + fabs(m[q][q]);
        if (!(fabs(off) > 0x1p-60 * size)) continue;
        double theta = 0.5 * (m[q][q] - m[p][p]) / off;
        double k = (theta < 0.0 ? -1.0 : 1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
        double c = 1.0 / sqrt(k * k + 1.0), s = k * c, rp = m[r][p], rq = m[r][q];
        m[p][p] -= k * off;
        m[q][q] += k * off;
        m[p][q] = m[q][p] = 0.0;
        m[r][p] = m[p][r] = c * rp - s * rq;
        m[r][q] = m[q][r] = s * rp + c * rq;
        // The new axis p is  c p - s q:  a turn by -t about r. half is cos(t / 2), and sin(t / 2) = sin t / (2 half).
        double half = sqrt(0.5 * (1.0 + c)), axis[3] = { 0.0, 0.0, 0.0 };
        axis[r] = -0.5 * s / half;
        turn = quatd_mul(turn, (quatd){ axis[0], axis[1], axis[2], half });
    }
    return turn;
}

bool shape3_inertia_of(shape3_inertia *out, const rim_shape3 *shape)
{
    const rim_xform3 identity = rim_xform3_identity();
    inertia_tensor   t;
    if (shape->kind == RIM_SHAPE3_SPHERE || shape->kind == RIM_SHAPE3_CAPSULE)
    {
        rim_capsule        room;
        const rim_capsule *c = pose3_capsule(&room, shape, &identity);
        t = capsule_inertia(c->a, c->b, (double)c->radius);
    }
    else if (shape->kind == RIM_SHAPE3_HULL && shape->hull)
        t = hull_inertia(shape->hull);
    else
        return false;
    out->frame = (rim_xform3){ v3d_round(t.center), quatd_round(principal_axes(&t)) };
    out->inertia = v3d(t.entry[0][0], t.entry[1][1], t.entry[2][2]);
    return true;
}
