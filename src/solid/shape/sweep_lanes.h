// Template: compiled by each file that includes it. Requires simd/f64x4.h to be included before.
//
// The first contact of a moving sphere or capsule with a face, by Newton's method.
//
// Along a translation the distance of two convex shapes is a convex function of time, and its derivative is the speed
// along the normal between the closest points. The tangent at a time before the contact lies below the function, so a
// step to the zero of the tangent never passes the contact. A step ends on a contact at a face or between two edges; at
// other contacts each step doubles the number of right digits.
#ifndef RIM_SOLID_SHAPE_SWEEP_LANES_H
#define RIM_SOLID_SHAPE_SWEEP_LANES_H

#include "solid/shape/distance_lanes.h"
#include "solid/shape/time_of_impact.h"

enum
{
    TOI_STEPS = 100 // a step goes at least half of the rest of the way, also at a graze
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

// Returns true if a mover that touches only grazes. With V the speed across the edge at which the two are closest, or
// the whole speed between two corners, their squared distance falls from d^2 to no less than  d^2 (1 - (speed / V)^2).
// Faces and pairs of edges are flat, so any speed enters.
SIMD_INLINE bool toi_grazes(const flat_face *face, const toi_mover *mover,
                            const shape_separation *at, double speed)
{
    bool   axis = at->pair.fx.kind == RIM_FEATURE_EDGE, edge = at->pair.fy.kind == RIM_FEATURE_EDGE;
    double V2 = v3d_length2(mover->v), rr = mover->r * mover->r, dd = at->distance * at->distance;
    if (at->pair.fy.kind == RIM_FEATURE_FACE || (axis && edge)) return false;
    if (axis || edge)
    {
        int   i = at->pair.fy.index, next = i + 1 < face->count ? i + 1 : 0;
        vec3d e = v3d_sub(flat_face_corner(face, next), flat_face_corner(face, i));
        vec3d along = axis ? mover->s : e;
        V2 = v3d_length2(v3d_cross(mover->v, along)) / v3d_length2(along);
    }
    return dd * (V2 - speed * speed) > (1.0 - TOI_GRAZE_FRACTION) * (rr * V2);
}

// Returns the first contact after time t, at which the separation is *now and the mover is apart or, with t > 0,
// touches. Each step goes to the zero of the tangent,  (distance - r) / speed  later. Overwrites *now.
SIMD_TARGET toi_hit SIMD_NAME(toi_advance)(const flat_face *face, const toi_mover *mover, double t,
                                           shape_separation *now)
{
    toi_hit          hit = toi_no_hit();
    shape_separation other, *before = now, *next = &other;
    double           r = mover->r, way = v3d_length(mover->v);
    double           size = r + v3d_length(mover->a) + v3d_length(mover->s) + way;
    double           last = TOI_LAST_STEP_FRACTION * r + TOI_ROUNDING * size;
    bool             thin = r <= SAME_POINT_FRACTION * size;
    if (t > 0.0) toi_separation(now, face, mover, t);
    for (int i = 0; i < TOI_STEPS; i++)
    {
        double gap = now->distance - r, speed = -v3d_dot(mover->v, now->normal);
        bool   touches = thin ? gap <= TOI_THIN_TOUCH_FRACTION * size : gap * way <= last * speed;
        if (!(touches && thin))
        {
            if (!(speed > 0.0) || (touches && toi_grazes(face, mover, now, speed))) return hit;
            if (!(gap <= (1.0 - t) * speed + TOI_ROUNDING * size)) return hit;
            t += gap / speed;
        }
        if (touches)
        {
            const shape_separation *at = thin ? before : now;
            t = t < 1.0 ? t : 1.0; // rounding may lead past the end or before the start
            toi_set_hit(&hit, t > 0.0 ? t : 0.0, now->pair.y, at->normal, at->pair.fx, at->pair.fy);
            return hit;
        }
        before = now;
        now = next;
        next = before;
        toi_separation(now, face, mover, t);
    }
    return hit;
}

#endif
