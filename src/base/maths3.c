// Segments, planes and rotations in space: the functions that are too long for the public headers.
#include "rimcast/vec3.h"

#include "rimcast/angle.h"

// --- segments ----------------------------------------------------------------------------------------

static double clamp_unit(double t)
{
    return t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0; // NaN gives 0
}

// Returns the closest point a + t (b - a), with t = (p - a) . (b - a) / |b - a|^2 clamped to 0 .. 1, and its distance
// from p. If the ends are equal, returns a and t = 0. For t = 1 returns b itself, because the sum could round.
rim_on_segment3 rim_segment3_closest(rim_segment3 segment, rim_vec3 p)
{
    double dx = (double)segment.b.x - segment.a.x, dy = (double)segment.b.y - segment.a.y,
           dz = (double)segment.b.z - segment.a.z;
    double px = (double)p.x - segment.a.x, py = (double)p.y - segment.a.y,
           pz = (double)p.z - segment.a.z;
    double square = dx * dx + dy * dy + dz * dz;
    double t = square > 0.0 ? clamp_unit((px * dx + py * dy + pz * dz) / square) : 0.0;
    double ex = px - t * dx, ey = py - t * dy, ez = pz - t * dz;

    rim_on_segment3 on;
    on.point = t == 1.0
                   ? segment.b
                   : rim_vec3_make((float)(segment.a.x + t * dx), (float)(segment.a.y + t * dy),
                                   (float)(segment.a.z + t * dz));
    on.t = (float)t;
    on.distance = (float)sqrt(ex * ex + ey * ey + ez * ez);
    return on;
}

// --- planes and triangles ----------------------------------------------------------------------------

// Returns the unit vector in the direction of n = u x v, with u = b - a and v = c - a. Returns zero if the rounded n is
// zero, as it is for a triangle without area whose sides have no rounding errors, and if n is NaN.
rim_vec3 rim_triangle_normal(rim_vec3 a, rim_vec3 b, rim_vec3 c)
{
    double ux = (double)b.x - a.x, uy = (double)b.y - a.y, uz = (double)b.z - a.z;
    double vx = (double)c.x - a.x, vy = (double)c.y - a.y, vz = (double)c.z - a.z;
    double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;

    // Edges, which are differences of floats, reach 7e38, the cross product 1e78, and squares 1e156. The least ones
    // that are not 0 are 1e-45, 1e-90 and 1e-180. All of these are within double.
    double length = sqrt(nx * nx + ny * ny + nz * nz);
    if (!(length > 0.0)) return rim_vec3_make(0.0f, 0.0f, 0.0f);
    return rim_vec3_make((float)(nx / length), (float)(ny / length), (float)(nz / length));
}

// --- quaternions -------------------------------------------------------------------------------------

// Returns (sin(angle / 2) axis / |axis|, cos(angle / 2)), or the identity for an axis of no length.
rim_quat rim_quat_axis_angle(rim_vec3 axis, double radians)
{
    double length =
        sqrt((double)axis.x * axis.x + (double)axis.y * axis.y + (double)axis.z * axis.z);
    if (!(length > 0.0)) return rim_quat_identity();
    rim_sincos_pair half = rim_sincos(0.5 * radians);
    double          s = half.sin / length;
    return (rim_quat){ (float)(axis.x * s), (float)(axis.y * s), (float)(axis.z * s),
                       (float)half.cos };
}

// Vectors count as opposite if the quaternion (f x t, 1 + f . t) of rim_quat_between is shorter than this. Its rounding
// errors are some 2^-53. So at this length its direction has an error of 1e-8, and a much shorter quaternion may
// consist of rounding errors only.
#define QUAT_OPPOSITE 1e-7

// Returns the shortest rotation that takes `from` to the direction of `to`, or the identity if one of them has no
// length. Let f and t be their unit vectors, a the angle between f and t, and n the unit vector of f x t. Then the
// quaternion
//
//     (f x t, 1 + f . t) = (sin a n, 1 + cos a) = 2 cos(a / 2) (sin(a / 2) n, cos(a / 2))
//
// is, scaled to length 1, the rotation by a about n. Opposite vectors get half a turn about some axis at right angles
// to `from`.
rim_quat rim_quat_between(rim_vec3 from, rim_vec3 to)
{
    double f = sqrt((double)from.x * from.x + (double)from.y * from.y + (double)from.z * from.z);
    double t = sqrt((double)to.x * to.x + (double)to.y * to.y + (double)to.z * to.z);
    if (!(f > 0.0) || !(t > 0.0)) return rim_quat_identity();

    double fx = from.x / f, fy = from.y / f, fz = from.z / f;
    double tx = to.x / t, ty = to.y / t, tz = to.z / t;
    double x = fy * tz - fz * ty, y = fz * tx - fx * tz, z = fx * ty - fy * tx;
    double w = 1.0 + (fx * tx + fy * ty + fz * tz);
    double length = sqrt(x * x + y * y + z * z + w * w);
    if (length < QUAT_OPPOSITE)
    {
        rim_vec3 axis = rim_vec3_perpendicular(from);
        return (rim_quat){ axis.x, axis.y, axis.z, 0.0f };
    }
    return (rim_quat){ (float)(x / length), (float)(y / length), (float)(z / length),
                       (float)(w / length) };
}
