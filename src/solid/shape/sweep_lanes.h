// Template: compiled by each file that includes it. Requires simd/f64x4.h to be included before.
//
// The first contact of a moving sphere or capsule with a face, by Newton's method with longer steps where they are safe.
//
// Along a translation the distance of two convex shapes is a convex function of time, and its derivative is the speed
// along the normal between the closest points. The tangent at a time before the contact lies below the function, so a
// step to the zero of the tangent never passes the contact. If the closest points stay on the same features, the time
// of the contact has a closed form; a step goes there, and is followed by the tangent's if it has passed the contact.
#ifndef RIM_SOLID_SHAPE_SWEEP_LANES_H
#define RIM_SOLID_SHAPE_SWEEP_LANES_H

#include "solid/shape/distance_lanes.h"
#include "solid/shape/time_of_impact.h"

enum
{
    TOI_STEPS = 200 // one of two steps goes at least half of the rest of the way, also at a graze
};

// Of the radius: the last step is at most this long. With half of a double's digits right before it, all are right
// behind it.
#define TOI_LAST_STEP_FRACTION 0x1p-32
// Of the lengths of a motion: the rounding of a gap. A motion that ends this little before the contact reaches it.
#define TOI_ROUNDING 0x1p-50
// The same without a radius, where closest points that touch show no direction any more.
#define TOI_THIN_TOUCH_FRACTION 0x1p-44

// A mover that passes at a squared distance of more than 1 - this times the squared radius only grazes, which is no hit.
#define TOI_GRAZE_FRACTION 0x1p-44

// Computes the separation of the cores of the mover, at time t, and of the face: in lanes if the face is a triangle
// that they can decide.
SIMD_INLINE void toi_separation(shape_separation *out, const flat_face *face,
                                const toi_mover *mover, double t)
{
    vec3d a = v3d_along(mover->a, mover->v, t);
    if (face->corners && face->count == 3 &&
        separation_in_lanes(out, face->corners, a, v3d_add(a, mover->s)))
        return;
    toi_separation_general(out, face, a, mover->s);
}

// Returns the square of the speed at which the closest points move past and towards each other, if they stay on their
// features: of the whole motion between two corners, of its part across an edge between an edge and a corner. Faces and
// pairs of edges are flat: the points only move towards each other, at `speed`.
SIMD_INLINE double toi_relative_speed2(const flat_face *face, const toi_mover *mover,
                                       const shape_separation *at, double speed)
{
    bool axis = at->pair.fx.kind == RIM_FEATURE_EDGE, edge = at->pair.fy.kind == RIM_FEATURE_EDGE;
    if (at->pair.fy.kind == RIM_FEATURE_FACE || (axis && edge)) return speed * speed;
    if (!axis && !edge) return v3d_length2(mover->v);
    int   i = at->pair.fy.index, next = i + 1 < face->count ? i + 1 : 0;
    vec3d e = v3d_sub(flat_face_corner(face, next), flat_face_corner(face, i));
    vec3d along = axis ? mover->s : e;
    return v3d_length2(v3d_cross(mover->v, along)) / v3d_length2(along);
}

// Returns the time from a distance d until the distance is r, if the closest points stay on their features. With V the
// relative speed and D = d speed, the squared distance after a time x is  d^2 - 2 D x + V^2 x^2,  so that
//
//     x = (d^2 - r^2) / (D + sqrt(D^2 - V^2 (d^2 - r^2)))
//
// Returns the time to the zero of the tangent,  (d - r) / speed,  if the features pass at more than r.
SIMD_INLINE double toi_feature_time(double d, double r, double speed, double V2)
{
    double fall = (d - r) * (d + r), D = d * speed, root = D * D - V2 * fall;
    return root >= 0.0 && V2 > speed * speed ? fall / (D + sqrt(root)) : (d - r) / speed;
}

// Returns true if a mover that touches only grazes: the squared distance d^2 falls to no less than  d^2 (1 - (speed / V)^2).
SIMD_INLINE bool toi_grazes(double d, double r, double speed, double V2)
{
    return d * d * (V2 - speed * speed) > (1.0 - TOI_GRAZE_FRACTION) * (r * r * V2);
}

// Returns the hit at a time, which rounding may have led past the end or before the start.
SIMD_INLINE toi_hit toi_hit_at(double t, const shape_separation *now, const shape_separation *at)
{
    toi_hit hit;
    t = t < 1.0 ? t : 1.0;
    toi_set_hit(&hit, t > 0.0 ? t : 0.0, now->pair.y, at->normal, at->pair.fx, at->pair.fy);
    return hit;
}

// Returns the first contact after time t, at which the separation is *now and the mover is apart or, with t > 0,
// touches. Each step goes to the time at which the closest features are r apart. If other features are closer there, the
// mover may have passed the contact, or moves away; the next step then goes to `tangent`, the zero of the last tangent.
// Overwrites *now.
SIMD_TARGET toi_hit SIMD_NAME(toi_advance)(const flat_face *face, const toi_mover *mover, double t,
                                           shape_separation *now)
{
    shape_separation other, *before = now, *next = &other;
    double           r = mover->r, way = v3d_length(mover->v), tangent = t;
    double           size = r + v3d_length(mover->a) + v3d_length(mover->s) + way;
    double           last = TOI_LAST_STEP_FRACTION * r + TOI_ROUNDING * size;
    bool             thin = r <= SAME_POINT_FRACTION * size;
    if (t > 0.0) toi_separation(now, face, mover, t);
    for (int i = 0; i < TOI_STEPS; i++)
    {
        double gap = now->distance - r, speed = -v3d_dot(mover->v, now->normal);
        bool   touches = thin ? gap <= TOI_THIN_TOUCH_FRACTION * size : gap * way <= last * speed;
        bool   passed = !(speed > 0.0 && gap * way >= -last * speed);
        if (touches && thin) return toi_hit_at(t, now, before);
        // The tangent's zero is not behind the contact, unless the mover misses or grazes.
        if (passed && !(t > tangent)) return toi_no_hit();
        if (!passed)
        {
            double V2 = toi_relative_speed2(face, mover, now, speed);
            if (touches && toi_grazes(now->distance, r, speed, V2)) return toi_no_hit();
            if (!(gap <= (1.0 - t) * speed + TOI_ROUNDING * size)) return toi_no_hit();
            tangent = t + gap / speed;
            if (touches) return toi_hit_at(tangent, now, now);
            t += toi_feature_time(now->distance, r, speed, V2);
        }
        if (passed || thin || t > 1.0) t = tangent;
        before = now;
        now = next;
        next = before;
        toi_separation(now, face, mover, t);
    }
    return toi_no_hit();
}

#endif
