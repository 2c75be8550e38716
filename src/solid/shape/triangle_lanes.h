// Template: compiled by each file that includes it; there is one file for each instruction set. Requires simd/f64x4.h to
// be included before, which chooses the instruction set. What the four lanes of a vector hold is said in
// distance_lanes.h.
//
// Spheres and capsules: distances, contacts and times of impact with triangles, and times of impact with any convex
// face. A sphere or capsule that translates is the mover. Its first contact is at the time of impact (toi).
//
// toi_first_contact finds a time of impact. Most times with triangles have closed forms: toi_face_contact is for the
// inside of a triangle, toi_border_contact for its edges and corners. toi_advance, Newton's method, finds the others:
//
//  - with faces that are not triangles, and with triangles without area,
//  - with narrow triangles, if a closed form finds no hit,
//  - of capsules whose axis is nearly parallel to the triangle, to one of its edges or to the motion,
//  - of motions that are nearly parallel to an edge,
//  - where rounding may choose between a hit and a miss, or between two edges or corners.
//
// The distance of two convex shapes along a translation is a convex function of time. Its derivative is the mover's
// velocity along the normal, which points to it from the closest point of the face: negative while they approach. Once
// it is not negative, there is no contact ahead. A tangent of a convex function is nowhere above the function. So a step
// to the zero of the tangent never goes beyond the contact. Each step of toi_advance tries to go farther: to the time at
// which the features (corners, edges or the inside) that are now closest would touch. If other features are in contact
// there, or the shapes move apart, that was beyond the contact, and the next step goes to the zero of the tangent at the
// previous time.
#ifndef RIM_SOLID_SHAPE_TRIANGLE_LANES_H
#define RIM_SOLID_SHAPE_TRIANGLE_LANES_H

#include "solid/shape/distance_lanes.h"
#include "solid/shape/time_of_impact.h"

enum
{
    // At least every second step goes half of the rest of the way, also at a graze: 100 halvings, more than a double
    // has bits.
    TOI_STEPS = 200
};

// Of the radius: the last step is at most this long, plus TOI_ROUNDING. If half of a double's digits are right before
// that step, all are right after it.
#define TOI_LAST_STEP_FRACTION 0x1p-32
// Of toi_size: the rounding of a gap. A motion that ends this little before the contact reaches it.
#define TOI_ROUNDING 0x1p-50
// Of toi_size: after a step to the contact, rounding has led at most this deep into it.
#define TOI_OVERSHOOT 0x1p-47
// Of toi_size: a mover without a radius touches at gaps up to this. Closer points would show no direction.
#define TOI_THIN_TOUCH_FRACTION 0x1p-44

// Up to this squared sine of a triangle's angle at corner 0, rounding turns the normal so much that the plane through
// corner 0 misses the other corners. Newton's method corrects the time by distances from corner 2.
#define TOI_NARROW_SINE_SQUARED 0x1p-8
// Of toi_size and the product of two edges: the height over the plane of a narrow face, times |normal|, rounds by less.
#define TOI_NARROW_ROUNDING 0x1p-49

// toi_border_contact increases the squared radius by these fractions of itself, of the squared distance from the
// farthest corner and of the squared length of the motion: by more than its formulas round. For radii below about 1/360
// of that distance, the increase is longer than a last step, and Newton's method takes over.
#define TOI_RADIUS_EXTRA 0x1p-40
#define TOI_OFFSET_EXTRA 0x1p-48
#define TOI_MOTION_EXTRA 0x1p-58
// Up to this squared sine of the angle between two of motion, axis and edge, its formulas round more, and the normal of
// axis and edge is not computed from their product.
#define TOI_PARALLEL_SINE_SQUARED 0x1p-12
// Of the speed: a mover that approaches more slowly may graze. Also a time: a contact this long after the end of the
// motion is not dropped yet, but decided by the distance at its end.
#define TOI_GRAZE_SPEED 0x1p-10

// A mover that passes at a squared distance of more than (1 - this) times the squared radius only grazes, which is no
// hit.
#define TOI_GRAZE_FRACTION 0x1p-44

// Returns edge i, from corner i to the next.
SIMD_INLINE vec3d toi_edge(const flat_face *face, int i)
{
    int next = i + 1 < face->count ? i + 1 : 0;
    return v3d_sub(flat_face_corner(face, next), flat_face_corner(face, i));
}

// Computes the separation of the cores of the mover, at time t, and of the face, all in the face's frame. The lanes
// compute it if the face is a triangle with corners in double and they can decide it; the closed forms of contact.h
// otherwise. The direction between close points rounds much, so the normal of the axis and an edge is that of their
// cross product, unless they are nearly parallel.
SIMD_INLINE void toi_separation(shape_separation *out, const flat_face *face,
                                const toi_mover *mover, double t)
{
    vec3d a = v3d_along(mover->a, mover->v, t);
    if (!face->corners || face->count != 3 ||
        !separation_in_lanes(out, face->corners, a, v3d_add(a, mover->s)))
        toi_separation_general(out, face, &a, &mover->s);
    if (out->pair.fx.kind != RIM_FEATURE_EDGE || out->pair.fy.kind != RIM_FEATURE_EDGE) return;
    vec3d  e = toi_edge(face, out->pair.fy.index), n = v3d_cross(mover->s, e);
    double nn = v3d_length2(n);
    if (nn > TOI_PARALLEL_SINE_SQUARED * v3d_length2(mover->s) * v3d_length2(e))
        out->normal = v3d_scale(n, copysign(1.0 / sqrt(nn), v3d_dot(n, out->normal)));
}

// Returns V^2, the square of the relative speed of the closest points of the separation *at, if they stay on their
// features (toi_feature_time). `speed` is the speed along the normal. The mover's closest point is at an end of its
// axis or inside the axis, the face's is at a corner, inside an edge or inside the face:
//
//     V = speed            inside the face, or inside the axis and an edge. The points follow the motion sideways.
//     V = |v|              at an end and a corner. The points do not follow the motion.
//     V = |v x e| / |e|    inside the axis and at a corner, at an end and inside an edge, or inside an axis and an edge
//                          that are parallel. A point follows the motion along the axis or edge e, so only the motion
//                          across it counts. e has a length.
SIMD_INLINE double toi_relative_speed2(const flat_face *face, const toi_mover *mover,
                                       const shape_separation *at, double speed)
{
    bool in_axis = at->pair.fx.kind == RIM_FEATURE_EDGE;
    bool in_edge = at->pair.fy.kind == RIM_FEATURE_EDGE;
    if (at->pair.fy.kind == RIM_FEATURE_FACE) return speed * speed;
    if (!in_axis && !in_edge) return v3d_length2(mover->v);
    vec3d e = in_edge ? toi_edge(face, at->pair.fy.index) : mover->s;
    if (in_axis && v3d_length2(v3d_cross(mover->s, e)) >
                       PARALLEL_SINE_SQUARED * v3d_length2(mover->s) * v3d_length2(e))
        return speed * speed;
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

// Returns the hit at time t. The point is that of *now, the normal and the features are those of *at.
SIMD_INLINE toi_hit toi_hit_at(double t, const shape_separation *now, const shape_separation *at)
{
    toi_hit hit;
    toi_set_hit(&hit, t, now->pair.y, at->normal, at->pair.fx, at->pair.fy);
    return hit;
}

// Returns the size of a sweep, in fractions of which it rounds.
SIMD_INLINE double toi_size(const flat_face *face, const toi_mover *mover)
{
    return mover->r + sqrt(v3d_length2(mover->a) + v3d_length2(mover->s) + v3d_length2(mover->v) +
                           face->reach2);
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
SIMD_INLINE toi_hit toi_advance(const flat_face *face, const toi_mover *mover, double t,
                                shape_separation *now)
{
    shape_separation other, *before = now, *next = &other;
    double           r = mover->r, way = v3d_length(mover->v), tangent = t;
    double           size = toi_size(face, mover);
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
        // True if the mover hardly approaches. It has passed the contact if it moves away, or if it has gone deeper into
        // the contact than a step to the contact can lead it.
        bool   slow = !(speed > SAME_POINT_FRACTION * way);
        bool   passed = !(speed > 0.0 && gap * way >= -last * speed) && (slow || gap < -overshoot);
        // Without a radius, closest points that touch show no direction: the normal is that of the step before. At the
        // start they are apart by so little that they count as touching, and a motion that does not go inward misses.
        if (touches && thin && (t > 0.0 || !slow)) return toi_hit_at(t, now, before);
        // The last step went to the tangent's zero at most, which is not behind a contact. So the mover misses or
        // grazes. But the corners of a polygon lie in one plane only up to the rounding of floats, by which the mover
        // may be too deep: that is a hit.
        if (passed && !(t > tangent))
            return gap < -overshoot ? toi_hit_at(t, now, before) : toi_no_hit();
        if (!passed)
        {
            double V2 = toi_relative_speed2(face, mover, now, speed);
            if (touches && (slow || toi_grazes(now->distance, r, speed, V2))) return toi_no_hit();
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

// Decides whether the contact is at the start of the motion, by the separation there. *depth is 0 if not said otherwise:
//
//     overlap     returns true; *hit is a hit at t = 0, and *depth the depth
//     touch       returns true; *hit is a hit at t = 0 if the motion leads into the face, else no hit
//     apart       returns false; *hit does not change
//
// The gap is the distance of the cores less the mover's radius. A gap from -least to least counts as a touch: it may be the
// rounding of the coordinates and the radius from which the gap was computed, and `least` is a fraction of these.
CPU_INLINE bool toi_start_contact(toi_hit *hit, double *depth, const shape_separation *start,
                                  const toi_mover *mover)
{
    double gap = start->distance - mover->r;
    double size = sqrt(v3d_length2(start->pair.x)) + sqrt(v3d_length2(start->pair.y)) + mover->r;
    double least = SAME_POINT_FRACTION * size;
    *depth = 0.0;
    if (gap > least) return false;
    *hit = toi_no_hit();
    bool   overlap = gap < -least;
    double inward = -v3d_dot(mover->v, start->normal);
    if (!overlap && !(inward > SAME_POINT_FRACTION * v3d_length(mover->v))) return true;
    toi_set_hit(hit, 0.0, start->pair.y, start->normal, start->pair.fx, start->pair.fy);
    hit->letter = start->pair.letter;
    *depth = overlap ? -gap : 0.0;
    return true;
}

// Returns the time at which  f + g t  enters -half .. half: 0 if it starts inside, INFINITY if it does not enter. From
// outside, `gap` is the way to the nearer bound, and `speed` the speed towards it. Requires half >= 0.
CPU_INLINE double toi_slab_entry(double f, double g, double half)
{
    double gap = fabs(f) - half, speed = -copysign(1.0, f) * g;
    if (!(gap > 0.0)) return 0.0;
    return speed > 0.0 ? gap / speed : INFINITY;
}

// The vectors from the corners of a triangle to a point, and the edges from these corners, in lanes 0 to 2. Lane 3 repeats
// lane 0.
typedef struct toi_corners
{
    vec3x4 x, edge;
} toi_corners;

SIMD_INLINE toi_corners toi_corners_of(const flat_face *face, vec3d point)
{
    const vec3d *c = face->corners;
    vec3x4       corner = vec3x4_set(c[0], c[1], c[2], c[0]);
    return (toi_corners){ vec3x4_sub(vec3x4_all(point), corner),
                          vec3x4_sub(VEC3X4_LANES(corner, 1, 2, 0, 1), corner) };
}

// Finds a contact with the inside of a triangle at time t, at which the mover enters the slab of its plane. The middle of
// the axis starts at the height `middle`, and the axis rises by `tilt`, both times |normal|. If the end next to the
// plane is inside of all edges, sets *hit and returns true. Requires that the axis is not parallel to the plane. A step
// along the unit normal reduces the rounding of t, so that triangles in one plane are mostly hit at exactly the same
// time.
SIMD_INLINE bool toi_face_contact(toi_hit *hit, const flat_face *face, const toi_mover *mover,
                                  double t, double middle, double tilt)
{
    bool        second = middle * tilt < 0.0; // the end next to the plane is the second one
    double      length = sqrt(face->square);
    vec3d       end = second ? v3d_add(mover->a, mover->s) : mover->a;
    vec3d       at = v3d_along(end, mover->v, t);
    double      signed_length = middle > 0.0 ? length : -length;
    vec3d       normal = v3d(face->normal.x / signed_length, face->normal.y / signed_length,
                             face->normal.z / signed_length);
    toi_corners k = toi_corners_of(face, at);
    f64x4       outside = vec3x4_dot(vec3x4_cross(k.x, k.edge), vec3x4_all(face->normal));
    if (f64x4_bits(f64x4_less(outside, f64x4_all(0.0))) != 15) return false;
    // The speed is that of toi_slab_entry, which is not 0.
    t += (v3d_dot(at, normal) - mover->r) * length / fabs(v3d_dot(face->normal, mover->v));
    toi_set_hit(hit, t, v3d_along(at, normal, -mover->r), normal,
                shape_feature(RIM_FEATURE_VERTEX, second), shape_feature(RIM_FEATURE_FACE, 0));
    return true;
}

// Returns the first times, in each lane, at which a point x that moves by v enters the cylinder of squared radius rr
// about the edge from 0 to e, but not its ends, and INFINITY if it does not. Sets *along to the place of the entry along
// the edge, times e^2. With X = x x e and V = v x e:
//
//     |X + t V|^2 = r^2 e^2      t = (X^2 - r^2 e^2) / (sqrt(e^2 (r^2 V^2 - (x . V)^2)) - X . V)
SIMD_INLINE f64x4 toi_cylinder_entry(vec3x4 x, vec3x4 v, vec3x4 e, f64x4 rr, f64x4 *along)
{
    f64x4  zero = f64x4_all(0.0);
    vec3x4 X = vec3x4_cross(x, e), V = vec3x4_cross(v, e);
    f64x4  ee = vec3x4_dot(e, e), xV = vec3x4_dot(x, V), XV = vec3x4_dot(X, V);
    f64x4  root = f64x4_sub(f64x4_mul(rr, vec3x4_dot(V, V)), f64x4_mul(xV, xV));
    f64x4  gap2 = f64x4_max(f64x4_sub(vec3x4_dot(X, X), f64x4_mul(rr, ee)), zero);
    f64x4  t = f64x4_div(gap2, f64x4_sub(f64x4_sqrt(f64x4_mul(ee, root)), XV));
    *along = f64x4_add(vec3x4_dot(x, e), f64x4_mul(t, vec3x4_dot(v, e)));
    f64x4_mask on_edge = f64x4_and(f64x4_less(zero, *along), f64x4_less(*along, ee));
    f64x4_mask enters = f64x4_and(f64x4_less(zero, root), f64x4_less(XV, zero));
    return f64x4_pick(f64x4_and(on_edge, enters), t, f64x4_all(INFINITY));
}

// The same for the ball of squared radius rr about 0. With n = x x v:
//
//     |x + t v|^2 = r^2          t = (x^2 - r^2) / (sqrt(r^2 v^2 - n^2) - x . v)
SIMD_INLINE f64x4 toi_ball_entry(vec3x4 x, vec3x4 v, f64x4 rr)
{
    f64x4      zero = f64x4_all(0.0), xv = vec3x4_dot(x, v);
    vec3x4     n = vec3x4_cross(x, v);
    f64x4      root = f64x4_sub(f64x4_mul(rr, vec3x4_dot(v, v)), vec3x4_dot(n, n));
    f64x4      gap2 = f64x4_max(f64x4_sub(vec3x4_dot(x, x), rr), zero);
    f64x4_mask enters = f64x4_and(f64x4_less(zero, root), f64x4_less(xv, zero));
    return f64x4_pick(enters, f64x4_div(gap2, f64x4_sub(f64x4_sqrt(root), xv)),
                      f64x4_all(INFINITY));
}

// The same for the insides of an axis, from x to x + s, and of the edge from 0 to e. They are closest along n = s x e,
// so the axis moves at the height x . n / |n|. At the contact, the closest points are at fractions between 0 and 1:
//
//     ((x + t v) . n)^2 = r^2 n^2     of the axis: -((x + t v) x e) . n / n^2     of the edge: -((x + t v) x s) . n / n^2
SIMD_INLINE f64x4 toi_crossing_entry(vec3x4 x, vec3x4 v, vec3x4 s, vec3x4 e, f64x4 rr)
{
    f64x4  zero = f64x4_all(0.0);
    vec3x4 n = vec3x4_cross(s, e);
    f64x4  nn = vec3x4_dot(n, n), h = vec3x4_dot(x, n), g = vec3x4_dot(v, n);
    f64x4  gap = f64x4_max(f64x4_sub(f64x4_abs(h), f64x4_sqrt(f64x4_mul(nn, rr))), zero);
    f64x4  t = f64x4_div(gap, f64x4_abs(g));
    vec3x4 back = vec3x4_sub(vec3x4_scale(v, f64x4_sub(zero, t)), x);
    f64x4  axis = vec3x4_dot(vec3x4_cross(back, e), n), edge = vec3x4_dot(vec3x4_cross(back, s), n);
    f64x4_mask inside =
        f64x4_and(f64x4_less(zero, f64x4_min(axis, edge)), f64x4_less(f64x4_max(axis, edge), nn));
    return f64x4_pick(f64x4_and(inside, f64x4_less(f64x4_mul(h, g), zero)), t, f64x4_all(INFINITY));
}

// Finds the first contact of a mover with the border of a triangle after time t in closed form. Its ends and its axis
// contact edges and corners when a point enters a cylinder, a ball or a slab, all with the mover's radius. Sets *hit to
// the contact, or to no hit. Returns false, with *hit unspecified, if rounding may decide: at a graze, if the motion is
// nearly, but not exactly, parallel to an edge, if the axis is parallel or nearly parallel to the motion or to an edge,
// or if the points that were found are not the closest ones or not near enough. Requires the mover to be outside of the
// slab of the triangle's plane before t or, if t is 0, to be apart from the triangle.
//
// A radius that is larger by more than these formulas round loses no contact. It must be the same for all: a larger
// cylinder about an edge would be entered behind its ends, outside of the balls about its corners. From there, a step to
// the zero of the tangent (toi_advance) gives the time of the contact.
//
// The mover may enter several of the larger shapes at nearly the same time. The points x and y of the axis and an edge
// that were found are the closest points of the axis and the triangle if no corner c is in front of the plane through y
// along the normal:  (c - y) . normal <= 0.  The ends of an edge are in this plane, and x is the point of the axis closest
// to y.
SIMD_INLINE bool toi_border_contact(toi_hit *hit, const flat_face *face, const toi_mover *mover,
                                    double t)
{
    double      r = mover->r;
    f64x4       zero = f64x4_all(0.0), along, unused;
    toi_corners k = toi_corners_of(face, v3d_along(mover->a, mover->v, t));
    vec3x4      x = k.x, e = k.edge, v = vec3x4_all(mover->v), s = vec3x4_all(mover->s);
    vec3x4      z = vec3x4_add(x, s), V = vec3x4_cross(v, e);
    f64x4       ee = vec3x4_dot(e, e), vv = vec3x4_dot(v, v), ss = vec3x4_dot(s, s);
    f64x4       VV = vec3x4_dot(V, V), sine2 = f64x4_all(TOI_PARALLEL_SINE_SQUARED);
    bool        axis = F64X4_LANE(ss, 0) > 0.0;
    f64x4       far2 = axis ? f64x4_max(vec3x4_dot(x, x), vec3x4_dot(z, z)) : vec3x4_dot(x, x);
    f64x4 rr = f64x4_all(r * r * (1.0 + TOI_RADIUS_EXTRA) + TOI_OFFSET_EXTRA * f64x4_highest(far2) +
                         TOI_MOTION_EXTRA * v3d_length2(mover->v));
    f64x4 edge = toi_cylinder_entry(x, v, e, rr, &along), corner = toi_ball_entry(x, v, rr);
    f64x4_mask parallel =
        f64x4_and(f64x4_less(zero, VV), f64x4_less(VV, f64x4_mul(sine2, f64x4_mul(ee, vv))));
    if (f64x4_bits(parallel)) return false;
    if (axis)
    {
        vec3x4 N = vec3x4_cross(s, e), W = vec3x4_cross(s, v),
               none = vec3x4_all(v3d(0.0, 0.0, 0.0));
        f64x4 least = f64x4_mul(sine2, ss);
        parallel = f64x4_less_equal(vec3x4_dot(N, N), f64x4_mul(least, ee));
        if (f64x4_bits(parallel)) return false;
        if (f64x4_bits(f64x4_less(vec3x4_dot(W, W), f64x4_mul(least, vv)))) return false;
        edge = f64x4_min(edge, toi_cylinder_entry(z, v, e, rr, &unused));
        edge = f64x4_min(edge, toi_crossing_entry(x, v, s, e, rr));
        corner = f64x4_min(corner, toi_ball_entry(z, v, rr));
        corner = f64x4_min(
            corner, toi_cylinder_entry(vec3x4_sub(none, x), vec3x4_sub(none, v), s, rr, &unused));
    }
    double first = f64x4_lowest(f64x4_min(edge, corner));
    *hit = toi_no_hit();
    if (!(t + first <= 1.0 + TOI_GRAZE_SPEED)) return true;
    unsigned edges = (unsigned)f64x4_bits(f64x4_equal(edge, f64x4_all(first)));
    unsigned corners = (unsigned)f64x4_bits(f64x4_equal(corner, f64x4_all(first)));
    int      i = bits_lowest(edges ? edges : corners);
    t += first;
    vec3d          a = v3d_along(mover->a, mover->v, t), c = face->corners[i];
    vec3d          next = face->corners[(i + 1) % 3], opposite = face->corners[(i + 2) % 3];
    vec3d          side = v3d_sub(next, c);
    segment_params at = { 0.0, edges ? F64X4_LANE(along, i) / F64X4_LANE(ee, i) : 0.0 };
    if (axis) at = closest_on_segments(a, mover->s, c, side);
    vec3d       y = v3d_along(c, side, at.t);
    vec3d       offset = v3d_sub(v3d_along(a, mover->s, at.s), y);
    rim_feature fx = segment_feature(at.s), fy = segment_feature(at.t);
    if (fy.kind == RIM_FEATURE_EDGE) next = opposite;
    fy.index = (fy.index + i) % 3;

    double distance = v3d_length(offset), gap = distance - r, way = v3d_length(mover->v);
    double size = toi_size(face, mover);
    vec3d  normal = v3d_scale(offset, 1.0 / distance);
    double speed = -v3d_dot(mover->v, normal);
    double last = TOI_LAST_STEP_FRACTION * r + TOI_ROUNDING * size;
    if (!(fabs(gap) * way <= last * speed && speed > TOI_GRAZE_SPEED * way)) return false;
    if (v3d_dot(v3d_sub(opposite, y), offset) > 0.0 || v3d_dot(v3d_sub(next, y), offset) > 0.0)
        return false;
    if (!(gap <= (1.0 - t) * speed + TOI_ROUNDING * size)) return true;
    toi_set_hit(hit, t + gap / speed, y, normal, fx, fy);
    return true;
}

// Returns the first contact with a face, and sets *depth to the overlap at the start, or 0: the kernel toi_face.
//
// Nothing is hit before the mover is within its radius of the face's plane. All heights are times |normal|. With f the height of
// the end a, and f + tilt that of the other end, the mover is within the radius of the plane while
//
//      min(f, f + tilt) <= thickness  and  max(f, f + tilt) >= -thickness
//
//      that is   max(-tilt, 0) + thickness >= f >= min(-tilt, 0) - thickness
//
// f changes by g in the whole motion, so f enters this slab at a time t. A mover that starts outside of it is apart
// from the face. The slab of a narrow face is thicker by the rounding of the heights. A face without area has no plane,
// and t is 0. `start` is only set if t is 0, when toi_advance reads it. The closed forms are for sweeps against triangles
// (Q4b in bench/README.md): with them, spheres take 0.68 and capsules 0.79 of the time. The one for the inside of a
// triangle is too inexact for narrow ones. A mover that misses the border of a narrow triangle may still hit its inside.
SIMD_INLINE toi_hit toi_first_contact(const flat_face *face, const toi_mover *mover, double *depth)
{
    toi_hit          hit;
    shape_separation start;
    double tilt = v3d_dot(face->normal, mover->s), thickness = mover->r * sqrt(face->square);
    double f = v3d_dot(face->normal, mover->a), g = v3d_dot(face->normal, mover->v);
    double middle = f + 0.5 * tilt, half = 0.5 * fabs(tilt) + thickness;
    bool   narrow = face->square <= TOI_NARROW_SINE_SQUARED * face->spread;
    if (narrow) half += TOI_NARROW_ROUNDING * sqrt(face->spread) * toi_size(face, mover);
    double t = face->square > 0.0 ? toi_slab_entry(middle, g, half) : 0.0;
    *depth = 0.0;
    if (t > 1.0)
    {
        // The motion ends before the slab, but reaches it within rounding.
        double length = sqrt(face->square), late = (t - 1.0) * fabs(g);
        bool   grazes = !(fabs(g) > TOI_GRAZE_SPEED * v3d_length(mover->v) * length);
        if (grazes || !(late <= TOI_ROUNDING * toi_size(face, mover) * length)) return toi_no_hit();
        t = 1.0;
    }
    // Without a radius the entry may be the contact, where the closest points are equal and give no normal. Newton's
    // method then begins at the start of the motion, as it does for a face without area.
    if (thickness == 0.0) t = 0.0;
    if (t == 0.0)
    {
        toi_separation(&start, face, mover, 0.0);
        if (toi_start_contact(&hit, depth, &start, mover)) return hit;
    }
    double ss = v3d_length2(mover->s);
    bool   level = ss > 0.0 && tilt * tilt <= PARALLEL_SINE_SQUARED * face->square * ss;
    if (thickness > 0.0 && !level && face->corners && face->count == 3)
    {
        if (t > 0.0 && !narrow && toi_face_contact(&hit, face, mover, t, middle, tilt)) return hit;
        if (toi_border_contact(&hit, face, mover, t) && (hit.t <= 1.0 || !narrow)) return hit;
    }
    return toi_advance(face, mover, t, &start);
}

SIMD_TARGET toi_hit SIMD_NAME(toi_face)(const flat_face *face, const toi_mover *mover,
                                        double *depth)
{
    return toi_first_contact(face, mover, depth);
}

// Returns the hit of a capsule and a triangle; round_sweep.c lists the steps at its top.
SIMD_TARGET rim_hit3 SIMD_NAME(sweep_triangle)(const rim_capsule *a, rim_vec3 delta,
                                               const rim_triangle *b, rim_side side,
                                               sweep_order *order)
{
    local_frame frame = local_frame_at(b->a, motion_magnitude(*a, delta) + triangle_magnitude(b));
    if (frame.scale == 0.0) return shape_no_hit();
    toi_mover mover = sweep_mover(&frame, a, delta);
    double    size2 = v3d_length2(mover.a) + v3d_length2(mover.s) + v3d_length2(mover.v);
    if (mover.r * mover.r <= SAME_POINT_FRACTION * SAME_POINT_FRACTION * size2)
        return sweep_thin(&frame, a, delta, b, side, order);
    vec3d     corners[3];
    flat_face face = sweep_face_of(corners, &frame, b);
    double    depth;
    toi_hit   hit = toi_first_contact(&face, &mover, &depth);
    return sweep_face_hit(&frame, face.normal, face.square, v3d_dot(face.normal, mover.v), &hit,
                          depth, side, order);
}

// --- distances and contacts -----------------------------------------------------------------------

// Computes the separation of a capsule's axis and a triangle, in the world. Returns false if the lanes cannot decide,
// as for numbers that are not finite. The kernels below then call the functions for polygons, which choose a frame.
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
