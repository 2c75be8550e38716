/// @file
/// 3D vectors, rotations, poses, planes, segments, rays and boxes, and the conventions of all 3D headers.
///
///     Coordinates are right-handed, and y is up. Lengths are in the caller's unit: no tolerance depends
///     on it. Faces are counter-clockwise seen from outside, and normals point outward.
#ifndef RIMCAST_VEC3_H
#define RIMCAST_VEC3_H

#include "rimcast/base.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A point, a direction or a size, in the caller's unit of length.
typedef struct rim_vec3
{
    float x, y, z;
} rim_vec3;

/// Returns (x, y, z): (0, 1, 0) is up.
static inline rim_vec3 rim_vec3_make(float x, float y, float z)
{
    rim_vec3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

/// Returns a + b.
static inline rim_vec3 rim_vec3_add(rim_vec3 a, rim_vec3 b)
{
    return rim_vec3_make(a.x + b.x, a.y + b.y, a.z + b.z);
}

/// Returns a - b, the vector from b to a.
static inline rim_vec3 rim_vec3_sub(rim_vec3 a, rim_vec3 b)
{
    return rim_vec3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}

/// Returns s * v. A negative s reverses the direction.
static inline rim_vec3 rim_vec3_scale(rim_vec3 v, float s)
{
    return rim_vec3_make(v.x * s, v.y * s, v.z * s);
}

/// Returns -v.
static inline rim_vec3 rim_vec3_negate(rim_vec3 v)
{
    return rim_vec3_make(-v.x, -v.y, -v.z);
}

/// Returns v + s * d.
static inline rim_vec3 rim_vec3_along(rim_vec3 v, rim_vec3 d, float s)
{
    return rim_vec3_make(v.x + s * d.x, v.y + s * d.y, v.z + s * d.z);
}

/// Returns the point at fraction t of the way from a to b: exactly a at 0, exactly b at 1.
static inline rim_vec3 rim_vec3_lerp(rim_vec3 a, rim_vec3 b, float t)
{
    float s = 1.0f - t;
    return rim_vec3_make(s * a.x + t * b.x, s * a.y + t * b.y, s * a.z + t * b.z);
}

/// Returns the dot product: |a| |b| times the cosine of the angle between a and b.
static inline float rim_vec3_dot(rim_vec3 a, rim_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// Returns the cross product: a vector perpendicular to a and b, whose length is the area of their parallelogram. The
/// cross product of x and y is z. The computation is in float, so the result for nearly parallel vectors is inaccurate.
/// Use rim_triangle_normal for normals of triangles.
static inline rim_vec3 rim_vec3_cross(rim_vec3 a, rim_vec3 b)
{
    return rim_vec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/// Returns the length of v, computed in double, so that squares neither overflow nor underflow. Returns INFINITY for
/// a length above FLT_MAX.
static inline float rim_vec3_length(rim_vec3 v)
{
    return (float)sqrt((double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z);
}

/// Returns the distance of two points, computed in double. Returns INFINITY for a distance above FLT_MAX.
static inline float rim_vec3_distance(rim_vec3 a, rim_vec3 b)
{
    double x = (double)a.x - b.x, y = (double)a.y - b.y, z = (double)a.z - b.z;
    return (float)sqrt(x * x + y * y + z * z);
}

/// Returns the unit vector in the direction of v, or zero for a zero vector. The computation is in double, so v may
/// have any finite length above 0.
static inline rim_vec3 rim_vec3_normalize(rim_vec3 v)
{
    double length = sqrt((double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z);
    double inverse = length > 0.0 ? 1.0 / length : 0.0;
    return rim_vec3_make((float)(v.x * inverse), (float)(v.y * inverse), (float)(v.z * inverse));
}

/// Returns the component-wise minimum. If a component of a or b is NaN, the result has the component of b.
static inline rim_vec3 rim_vec3_min(rim_vec3 a, rim_vec3 b)
{
    return rim_vec3_make(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}

/// Returns the component-wise maximum. If a component of a or b is NaN, the result has the component of b.
static inline rim_vec3 rim_vec3_max(rim_vec3 a, rim_vec3 b)
{
    return rim_vec3_make(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}

/// Returns a unit vector perpendicular to v, or (1, 0, 0) for a zero vector. It is the normalized cross product of a
/// and v, where a is the unit vector along the coordinate axis on which v has the smallest magnitude (the first one of
/// several).
static inline rim_vec3 rim_vec3_perpendicular(rim_vec3 v)
{
    float    x = fabsf(v.x), y = fabsf(v.y), z = fabsf(v.z);
    rim_vec3 axis = rim_vec3_make(0.0f, 0.0f, 1.0f);
    if (x <= y && x <= z)
        axis = rim_vec3_make(1.0f, 0.0f, 0.0f);
    else if (y <= z)
        axis = rim_vec3_make(0.0f, 1.0f, 0.0f);
    if (x == 0.0f && y == 0.0f && z == 0.0f) return axis;
    return rim_vec3_normalize(rim_vec3_cross(axis, v));
}

// === Quaternions: rotations in 3D ===================================================================
//
// A quaternion is w + xi + yj + zk. Every function that rotates by a quaternion accepts one of any length; the length
// does not change the result. A zero quaternion counts as the identity. rim_quat_mul and rim_quat_conjugate do not
// normalize.

/// A rotation, as a quaternion of any length. w is the real part and the last member. A zeroed quaternion is treated
/// as the identity.
typedef struct rim_quat
{
    float x, y, z, w;
} rim_quat;

/// Returns the identity, (0, 0, 0, 1).
static inline rim_quat rim_quat_identity(void)
{
    rim_quat out = { 0.0f, 0.0f, 0.0f, 1.0f };
    return out;
}

/// Returns the conjugate of a quaternion, which is the inverse rotation and has the same length.
static inline rim_quat rim_quat_conjugate(rim_quat q)
{
    rim_quat out = { -q.x, -q.y, -q.z, q.w };
    return out;
}

/// Returns the rotation by b followed by the rotation by a: the Hamilton product a b, computed in double. If a factor
/// is zero, the product is zero. The length of the product is that of a times that of b, which must be in the range of
/// float.
static inline rim_quat rim_quat_mul(rim_quat a, rim_quat b)
{
    double   ax = a.x, ay = a.y, az = a.z, aw = a.w, bx = b.x, by = b.y, bz = b.z, bw = b.w;
    rim_quat out = { (float)(aw * bx + ax * bw + ay * bz - az * by),
                     (float)(aw * by - ax * bz + ay * bw + az * bx),
                     (float)(aw * bz + ax * by - ay * bx + az * bw),
                     (float)(aw * bw - ax * bx - ay * by - az * bz) };
    return out;
}

/// Returns the quaternion divided by its length, or the identity for a zero quaternion.
static inline rim_quat rim_quat_normalize(rim_quat q)
{
    double length =
        sqrt((double)q.x * q.x + (double)q.y * q.y + (double)q.z * q.z + (double)q.w * q.w);
    if (!(length > 0.0)) return rim_quat_identity();
    double   s = 1.0 / length;
    rim_quat out = { (float)(q.x * s), (float)(q.y * s), (float)(q.z * s), (float)(q.w * s) };
    return out;
}

/// Returns v rotated by q,
///
///      v' = v + s (w u x v + u x (u x v)),    u = (x, y, z), s = 2 / |q|^2
///
/// The computation is in double. The factor s makes the result independent of the length of q.
static inline rim_vec3 rim_quat_apply(rim_quat q, rim_vec3 v)
{
    double x = q.x, y = q.y, z = q.z, w = q.w;
    double square = x * x + y * y + z * z + w * w;
    if (!(square > 0.0)) return v;
    double s = 2.0 / square;
    double cx = y * v.z - z * v.y, cy = z * v.x - x * v.z, cz = x * v.y - y * v.x;
    return rim_vec3_make((float)(v.x + s * (w * cx + y * cz - z * cy)),
                         (float)(v.y + s * (w * cy + z * cx - x * cz)),
                         (float)(v.z + s * (w * cz + x * cy - y * cx)));
}

/// Returns the rotation by an angle about an axis of any length. Positive angles are counter-clockwise as seen from the
/// tip of the axis. For a zero axis or a non-finite angle, returns the identity.
RIM_API rim_quat rim_quat_axis_angle(rim_vec3 axis, double radians);

/// Returns the shortest rotation that takes the direction of `from` to that of `to`. For opposite directions, this is
/// half a turn about an axis perpendicular to `from`. If either vector is zero, returns the identity.
RIM_API rim_quat rim_quat_between(rim_vec3 from, rim_vec3 to);

// === Rigid poses: a rotation, then a translation ====================================================

/// A rigid pose, which takes p to (p rotated by `rotation`) + position. The quaternion may have any length, and a zero
/// quaternion counts as the identity. So a zeroed pose is the identity.
typedef struct rim_xform3
{
    rim_vec3 position;
    rim_quat rotation;
} rim_xform3;

/// Returns a pose. The quaternion may have any length.
static inline rim_xform3 rim_xform3_make(rim_vec3 position, rim_quat rotation)
{
    rim_xform3 m;
    m.position = position;
    m.rotation = rotation;
    return m;
}

/// Returns the identity, which leaves every point where it is.
static inline rim_xform3 rim_xform3_identity(void)
{
    return rim_xform3_make(rim_vec3_make(0.0f, 0.0f, 0.0f), rim_quat_identity());
}

/// Returns the translation by `position`.
static inline rim_xform3 rim_xform3_translation(rim_vec3 position)
{
    return rim_xform3_make(position, rim_quat_identity());
}

/// Returns a point of the posed frame in world coordinates. The rotated point is rounded to float, and then the
/// position is added in float.
static inline rim_vec3 rim_xform3_apply(rim_xform3 m, rim_vec3 p)
{
    return rim_vec3_add(rim_quat_apply(m.rotation, p), m.position);
}

/// Returns a direction of the posed frame in world coordinates, without the translation.
static inline rim_vec3 rim_xform3_turn(rim_xform3 m, rim_vec3 v)
{
    return rim_quat_apply(m.rotation, v);
}

/// Returns a world point in coordinates of the posed frame.
static inline rim_vec3 rim_xform3_unapply(rim_xform3 m, rim_vec3 p)
{
    return rim_quat_apply(rim_quat_conjugate(m.rotation), rim_vec3_sub(p, m.position));
}

/// Returns the pose that applies inner first, then outer.
static inline rim_xform3 rim_xform3_mul(rim_xform3 outer, rim_xform3 inner)
{
    const rim_quat none = rim_quat_identity(), a = outer.rotation, b = inner.rotation;
    bool           zero_a = a.x == 0.0f && a.y == 0.0f && a.z == 0.0f && a.w == 0.0f;
    bool           zero_b = b.x == 0.0f && b.y == 0.0f && b.z == 0.0f && b.w == 0.0f;
    return rim_xform3_make(rim_xform3_apply(outer, inner.position),
                           rim_quat_mul(zero_a ? none : a, zero_b ? none : b));
}

/// Returns the inverse pose, up to rounding. For a single point, rim_xform3_unapply is more accurate.
static inline rim_xform3 rim_xform3_inverse(rim_xform3 m)
{
    rim_quat back = rim_quat_conjugate(m.rotation);
    return rim_xform3_make(rim_quat_apply(back, rim_vec3_negate(m.position)), back);
}

// === Planes, which are half-spaces as well ==========================================================

/// A plane: the points with dot(normal, p) == offset. As a solid, it is the half-space of the points with dot(normal,
/// p) <= offset. The normal points out of the solid. Its length differs from 1 by at most 1e-6, except where a function
/// allows other lengths. A plane with a zero normal has no points. (In the form N.P + D = 0, D is -offset.)
typedef struct rim_plane
{
    rim_vec3 normal;
    float    offset; ///< signed distance of the plane from the origin, along the normal
} rim_plane;

/// Returns the signed distance of p from the plane: positive in front of it, negative behind it (inside the solid).
static inline float rim_plane_distance(rim_plane plane, rim_vec3 p)
{
    return (float)((double)plane.normal.x * p.x + (double)plane.normal.y * p.y +
                   (double)plane.normal.z * p.z - plane.offset);
}

/// Returns the plane through a point with a normal of any length. A zero normal gives a zero plane.
static inline rim_plane rim_plane_through(rim_vec3 point, rim_vec3 normal)
{
    rim_vec3  n = rim_vec3_normalize(normal);
    rim_plane plane;
    plane.normal = n;
    plane.offset = (float)((double)n.x * point.x + (double)n.y * point.y + (double)n.z * point.z);
    return plane;
}

/// Returns the unit normal of a triangle, on the side from which a, b, c are counter-clockwise. Returns zero for a
/// triangle without area. The cross product of the edges b - a and c - a is computed in double.
RIM_API rim_vec3 rim_triangle_normal(rim_vec3 a, rim_vec3 b, rim_vec3 c);

// === Segments and rays, as plain values =============================================================

/// A segment from a to b. If a equals b, the segment is a point, which every function allows.
typedef struct rim_segment3
{
    rim_vec3 a, b;
} rim_segment3;

/// A ray: the points origin + t * delta for t in [0, 1]. The ray ends at origin + delta. With a zero delta it is a
/// point.
typedef struct rim_ray3
{
    rim_vec3 origin, delta;
} rim_ray3;

/// A point on a segment.
typedef struct rim_on_segment3
{
    rim_vec3 point;
    float    t;        ///< fraction from a to b, in [0, 1]; 0 on a segment of no length
    float    distance; ///< the distance from the given point, >= 0
} rim_on_segment3;

/// Returns the point of the segment that is closest to p. For a segment of length 0, this is segment.a. The point
/// is at
///
///      t = (p - a) . (b - a) / |b - a|^2,  clamped to [0, 1]
///
/// The computation is in double. For non-finite input, distance is not finite.
RIM_API rim_on_segment3 rim_segment3_closest(rim_segment3 segment, rim_vec3 p);

// === Axis-aligned boxes =============================================================================
//
// Boxes are closed: a point on the border is inside, and boxes that touch overlap. A box with lo > hi on some axis is
// empty. Unions start from rim_box3_empty().

/// An axis-aligned box from lo to hi, including its border. A zeroed box is not empty: it contains the origin.
typedef struct rim_box3
{
    rim_vec3 lo, hi;
} rim_box3;

/// Returns the box from lo to hi. Coordinates are not swapped: if lo > hi on some axis, the box is empty.
static inline rim_box3 rim_box3_make(rim_vec3 lo, rim_vec3 hi)
{
    rim_box3 box;
    box.lo = lo;
    box.hi = hi;
    return box;
}

/// Returns the empty box from which unions start: lo is FLT_MAX, hi is -FLT_MAX.
static inline rim_box3 rim_box3_empty(void)
{
    return rim_box3_make(rim_vec3_make(FLT_MAX, FLT_MAX, FLT_MAX),
                         rim_vec3_make(-FLT_MAX, -FLT_MAX, -FLT_MAX));
}

/// Returns true if lo > hi on some axis or a coordinate is NaN.
static inline bool rim_box3_is_empty(rim_box3 box)
{
    return !(box.lo.x <= box.hi.x && box.lo.y <= box.hi.y && box.lo.z <= box.hi.z);
}

/// Returns true if p is in the box, including its border. Returns false if the box is empty or a coordinate is NaN.
static inline bool rim_box3_contains(rim_box3 box, rim_vec3 p)
{
    return box.lo.x <= p.x && p.x <= box.hi.x && box.lo.y <= p.y && p.y <= box.hi.y &&
           box.lo.z <= p.z && p.z <= box.hi.z;
}

/// Returns true if two boxes overlap or touch. An empty box overlaps nothing.
static inline bool rim_box3_overlaps(rim_box3 a, rim_box3 b)
{
    return a.lo.x <= b.hi.x && b.lo.x <= a.hi.x && a.lo.y <= b.hi.y && b.lo.y <= a.hi.y &&
           a.lo.z <= b.hi.z && b.lo.z <= a.hi.z && !rim_box3_is_empty(a) && !rim_box3_is_empty(b);
}

/// Returns the smallest box around two boxes. The union of a box with rim_box3_empty() is the box itself. The union
/// with another empty box may be larger.
static inline rim_box3 rim_box3_union(rim_box3 a, rim_box3 b)
{
    return rim_box3_make(rim_vec3_min(a.lo, b.lo), rim_vec3_max(a.hi, b.hi));
}

/// Returns the smallest box around a box and a point. If a coordinate of p is NaN, it replaces the box's coordinates on
/// that axis.
static inline rim_box3 rim_box3_add(rim_box3 box, rim_vec3 p)
{
    return rim_box3_make(rim_vec3_min(box.lo, p), rim_vec3_max(box.hi, p));
}

/// Returns the box with every side moved outward by margin. A negative margin shrinks the box and may make it empty.
static inline rim_box3 rim_box3_grow(rim_box3 box, float margin)
{
    rim_vec3 m = rim_vec3_make(margin, margin, margin);
    return rim_box3_make(rim_vec3_sub(box.lo, m), rim_vec3_add(box.hi, m));
}

/// Returns the center of a box, whose sides may be longer than FLT_MAX. For rim_box3_empty(), returns the origin.
static inline rim_vec3 rim_box3_center(rim_box3 box)
{
    return rim_vec3_make(0.5f * box.lo.x + 0.5f * box.hi.x, 0.5f * box.lo.y + 0.5f * box.hi.y,
                         0.5f * box.lo.z + 0.5f * box.hi.z);
}

#ifdef __cplusplus
}
#endif

#endif
