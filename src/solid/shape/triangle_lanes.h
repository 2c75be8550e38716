// Template: compiled by each file that includes it. Requires simd/f64x4.h to be included before.
//
// Distances, contacts and first contacts of spheres and capsules with triangles; and first contacts with any face, by
// Newton's method with longer steps where they are safe.
//
// Along a translation the distance of two convex shapes is a convex function of time, and its derivative is the speed
// along the normal between the closest points. The tangent at a time before the contact lies below the function, so a
// step to the zero of the tangent never passes the contact. If the closest points stay on the same features, the time
// of the contact has a closed form; a step goes there, and is followed by the tangent's if it has passed the contact.
#ifndef RIM_SOLID_SHAPE_TRIANGLE_LANES_H
#define RIM_SOLID_SHAPE_TRIANGLE_LANES_H

#include "solid/shape/distance_lanes.h"
#include "solid/shape/time_of_impact.h"

enum
{
    // One of two steps goes at least half of the rest of the way, also at a graze: 100 halvings, more than a double has
    // bits.
    TOI_STEPS = 200
};

// Of the radius: the last step is at most this long. With half of a double's digits right before it, all are right
// behind it.
#define TOI_LAST_STEP_FRACTION 0x1p-32
// Of the lengths of a motion: the rounding of a gap. A motion that ends this little before the contact reaches it.
#define TOI_ROUNDING 0x1p-50
// Of the lengths of a motion: after a step to the contact, rounding has led at most this deep into it.
#define TOI_OVERSHOOT 0x1p-47
// The same without a radius, where closest points that touch show no direction any more.
#define TOI_THIN_TOUCH_FRACTION 0x1p-44

// A mover that passes at a squared distance of more than 1 - this times the squared radius only grazes, which is no
// hit.
#define TOI_GRAZE_FRACTION 0x1p-44

// Computes the separation of the cores of the mover, at time t, and of the face, all in the face's frame. The lanes
// compute it if the face is a triangle with corners in double and they can decide it; the closed forms of contact.h
// otherwise.
SIMD_INLINE void toi_separation(shape_separation *out, const flat_face *face,
                                const toi_mover *mover, double t)
{
    vec3d a = v3d_along(mover->a, mover->v, t);
    if (face->corners && face->count == 3 &&
        separation_in_lanes(out, face->corners, a, v3d_add(a, mover->s)))
        return;
    toi_separation_general(out, face, a, mover->s);
}

// Returns V^2, the square of the relative speed of the closest points of the separation *at, if they stay on their
// features (toi_feature_time). `speed` is the speed along the normal. The mover's closest point is at an end of its
// axis or inside the axis, the face's is at a corner, inside an edge or inside the face:
//
//     V = speed            inside the face, or inside the axis and an edge. The points follow the motion sideways.
//     V = |v|              at an end and a corner. The points do not follow the motion.
//     V = |v x e| / |e|    inside the axis and at a corner, or at an end and inside an edge. A point follows the motion
//                          along the axis or edge e, so only the motion across it counts. e has a length.
SIMD_INLINE double toi_relative_speed2(const flat_face *face, const toi_mover *mover,
                                       const shape_separation *at, double speed)
{
    bool in_axis = at->pair.fx.kind == RIM_FEATURE_EDGE;
    bool in_edge = at->pair.fy.kind == RIM_FEATURE_EDGE;
    if (at->pair.fy.kind == RIM_FEATURE_FACE || (in_axis && in_edge)) return speed * speed;
    if (!in_axis && !in_edge) return v3d_length2(mover->v);
    int   i = at->pair.fy.index, next = i + 1 < face->count ? i + 1 : 0; // the edge from corner i
    vec3d edge = v3d_sub(flat_face_corner(face, next), flat_face_corner(face, i));
    vec3d e = in_axis ? mover->s : edge;
    return v3d_length2(v3d_cross(mover->v, e)) / v3d_length2(e);
}

// Returns the time from a distance d until the distance is r, if the closest points stay on their features. With V the
// relative speed and D = d speed, the squared distance after a time x is  d^2 - 2 D x + V^2 x^2.  It is r^2 at
//
//     x = (d^2 - r^2) / (D + sqrt(D^2 - V^2 (d^2 - r^2)))
//
// Returns the time to the zero of the tangent,  (d - r) / speed,  if the features pass at more than r (the root is not
// real), or if V is `speed`, for which it is the same time.
SIMD_INLINE double toi_feature_time(double d, double r, double speed, double V2)
{
    double fall = (d - r) * (d + r), D = d * speed, root = D * D - V2 * fall;
    return root >= 0.0 && V2 > speed * speed ? fall / (D + sqrt(root)) : (d - r) / speed;
}

// Returns true if a mover that touches only grazes. The arguments are those of toi_feature_time. The squared distance
// d^2 - 2 D x + V^2 x^2 there is least at x = D / V^2, where it is  d^2 (1 - speed^2 / V^2).  The mover grazes if
// this is nearly r^2 or more.
SIMD_INLINE bool toi_grazes(double d, double r, double speed, double V2)
{
    return d * d * (V2 - speed * speed) > (1.0 - TOI_GRAZE_FRACTION) * (r * r * V2);
}

// Returns the hit at time t, which rounding may have led past the end or before the start of the motion. The point is
// that of *now, the normal and the features are those of *at.
SIMD_INLINE toi_hit toi_hit_at(double t, const shape_separation *now, const shape_separation *at)
{
    toi_hit hit;
    t = t < 1.0 ? t : 1.0;
    toi_set_hit(&hit, t > 0.0 ? t : 0.0, now->pair.y, at->normal, at->pair.fx, at->pair.fy);
    return hit;
}

// Returns the first contact after time t. Requires the mover to be apart from the face at t or, if t > 0, apart or
// touching. If t is 0, *now must be the separation at the start; it is overwritten.
//
// With gap = distance - r and `speed` the speed along the normal, the tangent at t is zero after the time gap / speed.
// `way` is the length of the whole motion, so the way there is  gap way / speed  long.
//
// Each step goes from t to the time at which the closest features are r apart. If other features are closer there, the
// mover may have passed the contact, or moves away. The next step then goes back to `tangent`, the zero of the last
// tangent, which is not behind the contact because the distance is a convex function of time.
SIMD_TARGET toi_hit SIMD_NAME(toi_advance)(const flat_face *face, const toi_mover *mover, double t,
                                           shape_separation *now)
{
    shape_separation other, *before = now, *next = &other;
    double           r = mover->r, way = v3d_length(mover->v), tangent = t;
    double           size = r + v3d_length(mover->a) + v3d_length(mover->s) + way;
    double           last = TOI_LAST_STEP_FRACTION * r + TOI_ROUNDING * size;
    double           overshoot = TOI_OVERSHOOT * size;
    bool             thin = r <= SAME_POINT_FRACTION * size;
    if (t > 0.0) toi_separation(now, face, mover, t);
    for (int i = 0; i < TOI_STEPS; i++)
    {
        double gap = now->distance - r, speed = -v3d_dot(mover->v, now->normal);
        // With a positive speed: the way to the tangent's zero, gap way / speed, is at most `last`, or negative in
        // contact.
        bool   touches = thin ? gap <= TOI_THIN_TOUCH_FRACTION * size : gap * way <= last * speed;
        // True if the mover moves away, or has gone deeper into the contact than a step to the contact can lead it.
        bool   slow = !(speed > SAME_POINT_FRACTION * way);
        bool   passed = !(speed > 0.0 && gap * way >= -last * speed) && (slow || gap < -overshoot);
        // Without a radius, closest points that touch show no direction: the normal is that of the step before.
        if (touches && thin) return toi_hit_at(t, now, before);
        // The last step went to the tangent's zero at most, which is not behind a contact. So the mover misses or
        // grazes. But the corners of a polygon lie in one plane only up to the rounding of floats, by which the mover
        // may be too deep: that is a hit.
        if (passed && !(t > tangent))
            return gap < -overshoot ? toi_hit_at(t, now, before) : toi_no_hit();
        if (!passed)
        {
            double V2 = toi_relative_speed2(face, mover, now, speed);
            if (touches && toi_grazes(now->distance, r, speed, V2)) return toi_no_hit();
            // The tangent's zero is behind the end of the motion, and so is the contact.
            if (!(gap <= (1.0 - t) * speed + TOI_ROUNDING * size)) return toi_no_hit();
            tangent = t + gap / speed;
            if (touches) return toi_hit_at(tangent, now, now);
            t += toi_feature_time(now->distance, r, speed, V2);
        }
        // Go to the tangent's zero instead if the last step went past the contact, or if this step goes past the end of
        // the motion. Without a radius every step goes there: D^2 - V^2 d^2 of toi_feature_time is not positive, up to
        // rounding.
        if (passed || thin || t > 1.0) t = tangent;
        before = now;
        now = next;
        next = before;
        toi_separation(now, face, mover, t);
    }
    return toi_no_hit();
}

// --- distances and contacts -----------------------------------------------------------------------

// Computes the separation of a capsule's axis and a triangle, in the world. Returns false if the lanes cannot decide, as for
// numbers that are not finite. The kernels below then call the functions for polygons, which choose a frame.
SIMD_INLINE bool separation_from_triangle(shape_separation *separation, const rim_capsule *a,
                                          const rim_triangle *b)
{
    vec3d corners[3] = { v3d_from(b->a), v3d_from(b->b), v3d_from(b->c) };
    return fabsf(a->radius) < INFINITY &&
           separation_in_lanes(separation, corners, v3d_from(a->a), v3d_from(a->b));
}

SIMD_TARGET rim_distance3 SIMD_NAME(distance_triangle)(const rim_capsule *a, const rim_triangle *b)
{
    local_frame      world = { { 0.0, 0.0, 0.0 }, 1.0, 1.0 };
    shape_separation separation;
    if (!separation_from_triangle(&separation, a, b))
        return rim_capsule_distance_polygon3(*a, polygon_of_triangle(b));
    return separation_distance(&world, &separation, a->radius, 0.0);
}

SIMD_TARGET rim_contact3 SIMD_NAME(contact_triangle)(const rim_capsule *a, const rim_triangle *b)
{
    local_frame      world = { { 0.0, 0.0, 0.0 }, 1.0, 1.0 };
    shape_separation separation;
    if (!separation_from_triangle(&separation, a, b))
        return rim_capsule_contact_polygon3(*a, polygon_of_triangle(b));
    return separation_contact(&world, &separation, a->radius, 0.0);
}

#endif
