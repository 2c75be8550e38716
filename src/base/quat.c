#include "rimcast/quat.h"

#include "rimcast/angle.h"

rim_quat rim_quat_axis_angle(rim_vec3 axis, double radians)
{
    double length =
        sqrt((double)axis.x * axis.x + (double)axis.y * axis.y + (double)axis.z * axis.z);
    if (!(length > 0.0)) return rim_quat_identity();
    rim_sincos_pair half = rim_sincos(0.5 * radians);
    double          s = half.sin / length;
    return rim_quat_make((float)(axis.x * s), (float)(axis.y * s), (float)(axis.z * s),
                         (float)half.cos);
}

// With unit vectors f and t at the angle a, the quaternion (f x t, 1 + f . t) is
// (sin a n, 1 + cos a) = 2 cos(a/2) (sin(a/2) n, cos(a/2)): the half angle without any arc function.
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
    // Below this the cross product is all rounding: the directions are opposite.
    if (length < 1e-7)
    {
        rim_vec3 axis = rim_vec3_perpendicular(from);
        return rim_quat_make(axis.x, axis.y, axis.z, 0.0f);
    }
    return rim_quat_make((float)(x / length), (float)(y / length), (float)(z / length),
                         (float)(w / length));
}
