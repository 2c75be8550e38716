// For a tetrahedron with one corner at the origin and det = a . (b x c), s = a + b + c:
//
//      volume          = det / 6
//      integral x      = det / 24 s
//      integral x x^T  = det / 120 (a a^T + b b^T + c c^T + s s^T)
//
// and about the centroid g the second moments lose volume g g^T.
#include "solid/hull/mass.h"

void mass_add(mass_sum *sum, vec3d a, vec3d b, vec3d c)
{
    double det = v3d_dot(a, v3d_cross(b, c));
    vec3d  s = v3d_add(v3d_add(a, b), c);
    sum->volume6 += det;
    sum->first = v3d_along(sum->first, s, det);
    sum->xx += det * (a.x * a.x + b.x * b.x + c.x * c.x + s.x * s.x);
    sum->yy += det * (a.y * a.y + b.y * b.y + c.y * c.y + s.y * s.y);
    sum->zz += det * (a.z * a.z + b.z * b.z + c.z * c.z + s.z * s.z);
    sum->xy += det * (a.x * a.y + b.x * b.y + c.x * c.y + s.x * s.y);
    sum->yz += det * (a.y * a.z + b.y * b.z + c.y * c.z + s.y * s.z);
    sum->zx += det * (a.z * a.x + b.z * b.x + c.z * c.x + s.z * s.x);
    sum->area += 0.5 * v3d_length(v3d_cross(v3d_sub(b, a), v3d_sub(c, a)));
}

rim_mass3 mass_end(const mass_sum *sum, vec3d origin)
{
    rim_mass3 mass = { .volume = sum->volume6 / 6.0, .area = sum->area };
    mass.x = origin.x, mass.y = origin.y, mass.z = origin.z;
    if (!(mass.volume > 0.0)) return mass;

    vec3d  g = v3d_scale(sum->first, 1.0 / (4.0 * sum->volume6));
    double v = mass.volume;
    double xx = sum->xx / 120.0 - v * g.x * g.x, yy = sum->yy / 120.0 - v * g.y * g.y,
           zz = sum->zz / 120.0 - v * g.z * g.z;
    mass.xx = yy + zz;
    mass.yy = zz + xx;
    mass.zz = xx + yy;
    mass.xy = v * g.x * g.y - sum->xy / 120.0;
    mass.yz = v * g.y * g.z - sum->yz / 120.0;
    mass.zx = v * g.z * g.x - sum->zx / 120.0;
    mass.x += g.x, mass.y += g.y, mass.z += g.z;
    return mass;
}
