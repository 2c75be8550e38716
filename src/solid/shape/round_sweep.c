// First contacts of spheres and capsules with other shapes, computed in a frame about the shape that is hit, then
// rounded to the public struct.
//
// A capsule against a triangle goes through sweep_capsule_triangle:
//
//  1. A motion that is not finite hits nothing.
//  2. If the radius is less than a rounding error of the query's size (its position, axis and motion), sweep_thin finds
//     the contact by thin.c, whose decisions are exact.
//  3. Else toi_face does. It drops a motion that misses the slab of the triangle's plane. If the mover starts in the
//     slab, toi_start_contact decides whether the shapes overlap or touch at the start. If they are apart, toi_advance
//     finds the contact by Newton's method (triangle_lanes.h) on their distance, which toi_separation computes in closed
//     form.
//  4. sweep_face_hit determines the side of the triangle, and drops the hit if that side is excluded.
#include "solid/shape/round.h"
#include "solid/shape/time_of_impact.h"

// The kernels that any processor runs.
#include "simd/f64x4.h"
#include "solid/shape/triangle_lanes.h"

// Returns a hit rounded to the public struct, in the world; no hit if hit->t is INFINITY. *hit, the depth of an overlap
// at the start (else 0), and rb, the radius of the other shape about hit->y, are in the frame.
CPU_INLINE rim_hit3 sweep_round(const local_frame *frame, const toi_hit *hit, double depth,
                                double rb)
{
    if (hit->t == INFINITY) return shape_no_hit();
    rim_hit3 answer = { .hit = true, .letter = hit->letter };
    answer.start_overlap = depth > 0.0;
    answer.t = (float)hit->t;
    answer.point = local_frame_out(frame, v3d_along(hit->y, hit->normal, rb));
    answer.normal = v3d_round(hit->normal);
    answer.face_normal = v3d_round(hit->face_normal);
    answer.depth = float_saturate(depth * frame->unscale);
    answer.mover = hit->fx;
    answer.other = hit->fy;
    return answer;
}

// Returns the moving capsule in the frame.
CPU_INLINE toi_mover sweep_mover(const local_frame *frame, const rim_capsule *a, rim_vec3 delta)
{
    vec3d end = local_frame_in(frame, a->a);
    return (toi_mover){ .a = end,
                        .s = v3d_sub(local_frame_in(frame, a->b), end),
                        .v = v3d_scale(v3d_from(delta), frame->scale),
                        .r = a->radius * frame->scale };
}

// Returns the magnitude of a moving capsule, by which a frame is chosen.
static double motion_magnitude(rim_capsule a, rim_vec3 delta)
{
    return capsule_magnitude(a) + vec3_magnitude(delta);
}

// --- the start of a motion --------------------------------------------------------------------------

// See time_of_impact.h. An axis without length is a point.
void toi_separation_general(shape_separation *out, const flat_face *face, vec3d a, vec3d s)
{
    *out = v3d_length2(s) == 0.0 ? separation_point_face(face, a)
                                 : separation_segment_face(face, a, v3d_add(a, s));
}

// Decides a motion by the separation at its start. Returns true if the shapes touch or overlap there; *hit is then a
// hit at t = 0, and *depth the depth, 0 for a touch. But if they touch and the motion does not go in, *hit is no hit.
// Returns false if they are apart, with *depth = 0 and *hit unchanged. The gap is the distance less the radius. A gap
// from -least to least counts as touching: it may be rounding, as `least` is a fraction of the coordinates and the
// radius that it was computed from.
static bool toi_start_contact(toi_hit *hit, double *depth, const shape_separation *start,
                              const toi_mover *mover)
{
    double gap = start->distance - mover->r;
    double size = sqrt(v3d_length2(start->pair.x)) + sqrt(v3d_length2(start->pair.y)) + mover->r;
    double least = SAME_POINT_FRACTION * size;
    *depth = 0.0;
    if (gap > least) return false;
    *hit = toi_no_hit();
    bool   overlap = gap < -least;
    // Touching is a hit only if the motion goes in.
    double inward = -v3d_dot(mover->v, start->normal);
    if (!overlap && !(inward > SAME_POINT_FRACTION * v3d_length(mover->v))) return true;
    toi_set_hit(hit, 0.0, start->pair.y, start->normal, start->pair.fx, start->pair.fy);
    hit->letter = start->pair.letter;
    *depth = overlap ? -gap : 0.0;
    return true;
}

// Returns the time at which  f + g t  enters lo .. hi: 0 if it starts inside, INFINITY if it does not enter up to t =
// 1. From outside, `gap` is the way to the nearer bound, and `speed` the speed towards it. Requires lo <= hi.
static double toi_slab_entry(double f, double g, double lo, double hi)
{
    double gap = f > hi ? f - hi : lo - f, speed = f > hi ? -g : g;
    if (!(gap > 0.0)) return 0.0;
    return speed >= gap ? gap / speed : INFINITY;
}

// Returns the first contact with a face, and sets *depth to the overlap at the start, or 0.
//
// Nothing is hit before the mover reaches the plane of the face. All heights are times |normal|. With f the height of
// the end a, and f + tilt that of the other end, the mover is within the radius of the plane while
//
//      min(f, f + tilt) <= thickness  and  max(f, f + tilt) >= -thickness
//
//      that is   max(-tilt, 0) + thickness >= f >= min(-tilt, 0) - thickness
//
// f changes by g in the whole motion, so f enters this slab at a time t. A mover that starts outside of it is apart
// from the face. A face without area has no plane, and t is 0. `start` is only set if t is 0, when toi_advance reads
// it.
static toi_hit toi_face(const flat_face *face, const toi_mover *mover, double *depth)
{
    toi_hit          hit;
    shape_separation start;
    double tilt = v3d_dot(face->normal, mover->s), thickness = mover->r * sqrt(face->square);
    double f = v3d_dot(face->normal, mover->a), g = v3d_dot(face->normal, mover->v);
    double t = face->square > 0.0 ? toi_slab_entry(f, g, (tilt > 0.0 ? -tilt : 0.0) - thickness,
                                                   (tilt < 0.0 ? -tilt : 0.0) + thickness)
                                  : 0.0;
    *depth = 0.0;
    if (t > 1.0) return toi_no_hit();
    // Without a radius the entry may be the contact, where the closest points are equal and give no normal. Newton's method
    // then begins at the start of the motion.
    if (thickness == 0.0) t = 0.0;
    if (t == 0.0)
    {
        toi_separation(&start, face, mover, 0.0);
        if (toi_start_contact(&hit, depth, &start, mover)) return hit;
    }
    return TRIANGLE_KERNEL(toi_advance)(face, mover, t, &start);
}

// --- capsules ---------------------------------------------------------------------------------------

// Sweeps a against b, both spheres or capsules. Without radii the sweep is decided exactly (thin.c). Otherwise a, with both
// radii, is swept against the axis of b: a face of two corners and without area, whose edges 0 and 1 are both this axis.
rim_hit3 round_sweep(const rim_capsule *a, rim_vec3 delta, const rim_capsule *b)
{
    local_frame frame = local_frame_at(b->a, motion_magnitude(*a, delta) + capsule_magnitude(*b));
    toi_hit     hit;
    double      rb = b->radius * frame.scale, depth = 0.0;
    if (frame.scale == 0.0) return shape_no_hit();
    if (a->radius + b->radius == 0.0f)
    {
        thin_case k = {
            .a = a->a, .b = a->b, .delta = delta, .corners = { b->a, b->b }, .count = 2
        };
        int along;
        if (thin_sweep(&hit, &along, &frame, &k) != THIN_HIT) return shape_no_hit();
        hit.letter = RIM_CASE_NONE;
        return sweep_round(&frame, &hit, 0.0, 0.0);
    }
    toi_mover mover = sweep_mover(&frame, a, delta);
    vec3d     corners[2] = { { 0.0, 0.0, 0.0 }, local_frame_in(&frame, b->b) };
    flat_face axis = flat_face_of_corners(corners, 2);
    mover.r += rb;
    hit = toi_face(&axis, &mover, &depth);
    if (hit.fy.kind == RIM_FEATURE_EDGE) hit.fy.index = 0;
    hit.letter = RIM_CASE_NONE;
    return sweep_round(&frame, &hit, depth, rb);
}

// --- triangles --------------------------------------------------------------------------------------

// Returns *hit in the world, with the side and the face normal set, or no hit if *hit is none or `side` excludes it.
// Stores the time and the depth in *order for a hit. `normal` is the face's, and `square` is |normal|^2. `along` has
// the sign of the motion along the normal: if it is positive, the back is hit. A motion within the plane (0) hits the
// side to which the hit's normal points. A face without area (square 0) has no sides.
CPU_INLINE rim_hit3 sweep_face_hit(const local_frame *frame, vec3d normal, double square,
                                   double along, toi_hit *hit, double depth, rim_side side,
                                   sweep_order *order)
{
    bool back = false;
    if (hit->t == INFINITY) return shape_no_hit();
    if (square > 0.0)
    {
        back = flat_face_is_hit_behind(normal, along, hit->normal);
        if (side != RIM_SIDE_BOTH && back != (side == RIM_SIDE_BACK)) return shape_no_hit();
        double length = sqrt(square);
        hit->face_normal = v3d_scale(normal, back ? -1.0 / length : 1.0 / length);
    }
    order->t = hit->t;
    order->depth = depth * frame->unscale;
    rim_hit3 answer = sweep_round(frame, hit, depth, 0.0);
    answer.back = back;
    return answer;
}

// Returns the hit with a face, by Newton's method.
static rim_hit3 sweep_face(const local_frame *frame, const flat_face *face, const toi_mover *mover,
                           rim_side side, sweep_order *order)
{
    double  depth;
    toi_hit hit = toi_face(face, mover, &depth);
    return sweep_face_hit(frame, face->normal, face->square, v3d_dot(face->normal, mover->v), &hit,
                          depth, side, order);
}

// Returns the hit of a capsule whose radius is at most SAME_POINT_FRACTION of the query's size. It is the hit of the
// capsule's axis, decided exactly by thin.c. If the axis crosses the triangle at the start, thin.c sets no hit, and the
// closed form gives the depth.
static rim_hit3 sweep_thin(const local_frame *frame, const rim_capsule *a, rim_vec3 delta,
                           const rim_triangle *b, rim_side side, sweep_order *order)
{
    flat_face face = flat_face_of_polygon(frame, polygon_of_triangle(b));
    thin_case k = { .a = a->a, .b = a->b, .delta = delta };
    toi_hit   hit;
    int       along = 0;
    double    depth = 0.0;
    thin_set_triangle(&k, b);
    thin_answer answer = thin_sweep(&hit, &along, frame, &k);
    if (answer == THIN_MISS) return shape_no_hit();
    if (answer == THIN_OVERLAP)
    {
        toi_mover mover = sweep_mover(frame, a, delta);
        mover.r = 0.0;
        shape_separation start = separation_segment_face(&face, mover.a, v3d_add(mover.a, mover.s));
        if (!toi_start_contact(&hit, &depth, &start, &mover)) return shape_no_hit();
    }
    else if (k.count == 2)
        // The triangle was replaced by its longest edge, from corner k.first to the next. Vertex 0 or 1 of this edge is
        // corner k.first or the next, and the edge is edge k.first.
        hit.fy.index = (k.first + (hit.fy.kind == RIM_FEATURE_VERTEX ? hit.fy.index : 0)) % 3;
    return sweep_face_hit(frame, face.normal, face.square, along, &hit, depth, side, order);
}

// Returns the hit of a capsule and a triangle; the steps are listed at the top of this file.
rim_hit3 sweep_capsule_triangle(const rim_capsule *a, rim_vec3 delta, const rim_triangle *b,
                                rim_side side, sweep_order *order)
{
    local_frame frame = local_frame_at(b->a, motion_magnitude(*a, delta) + triangle_magnitude(b));
    if (frame.scale == 0.0) return shape_no_hit();
    toi_mover mover = sweep_mover(&frame, a, delta);
    double    size2 = v3d_length2(mover.a) + v3d_length2(mover.s) + v3d_length2(mover.v);
    if (mover.r * mover.r <= SAME_POINT_FRACTION * SAME_POINT_FRACTION * size2)
        return sweep_thin(&frame, a, delta, b, side, order);
    vec3d     corners[3] = { { 0.0, 0.0, 0.0 },
                             local_frame_in(&frame, b->b),
                             local_frame_in(&frame, b->c) };
    flat_face face = flat_face_of_corners(corners, 3);
    return sweep_face(&frame, &face, &mover, side, order);
}

rim_hit3 rim_sphere_sweep_triangle(rim_sphere a, rim_vec3 delta, const rim_triangle *b,
                                   rim_side side)
{
    sweep_order order;
    rim_capsule capsule = capsule_of_sphere(a);
    return sweep_capsule_triangle(&capsule, delta, b, side, &order);
}

rim_hit3 rim_capsule_sweep_triangle(rim_capsule a, rim_vec3 delta, const rim_triangle *b,
                                    rim_side side)
{
    sweep_order order;
    return sweep_capsule_triangle(&a, delta, b, side, &order);
}

// --- polygons ---------------------------------------------------------------------------------------

// An axis without a radius, a polygon, and the motion of the axis.
typedef struct thin_polygon
{
    rim_capsule  axis;
    rim_vec3     delta;
    rim_polygon3 polygon;
    local_frame  frame; // at the polygon's first corner
} thin_polygon;

// Returns vector i of a motion, in the frame: a corner, an end of the axis (from corner 0), or the motion itself. A motion
// without radius stays in the polygon's plane if all these vectors lie in one plane through 0 (sweep_in_one_plane).
static vec3d thin_polygon_vector(const void *set, int i)
{
    const thin_polygon *k = set;
    if (i < k->polygon.count) return local_frame_in(&k->frame, k->polygon.points[i]);
    if (i < k->polygon.count + 2)
        return local_frame_in(&k->frame, i > k->polygon.count ? k->axis.a : k->axis.b);
    return v3d_scale(v3d_from(k->delta), k->frame.scale);
}

// A triangle decides sweeps without a radius exactly (sweep_thin). A polygon does not: its corners, rounded to float,
// do not lie in one plane. Newton's method finds its contacts for all radii.
rim_hit3 rim_capsule_sweep_polygon3(rim_capsule a, rim_vec3 delta, rim_polygon3 b, rim_side side)
{
    if (!polygon_has_points(b)) return shape_no_hit();
    local_frame frame =
        local_frame_at(b.points[0], motion_magnitude(a, delta) + polygon_magnitude(b));
    if (frame.scale == 0.0) return shape_no_hit();
    flat_face    face = flat_face_of_polygon(&frame, b);
    sweep_order  order;
    toi_mover    mover = sweep_mover(&frame, &a, delta);
    rim_hit3     hit = sweep_face(&frame, &face, &mover, side, &order);
    thin_polygon k = { .axis = a, .delta = delta, .polygon = b, .frame = frame };
    // A motion without radius within the polygon's plane only touches. The set has count corners, two ends and the motion.
    if (hit.hit && !(a.radius > 0.0f) && sweep_in_one_plane(thin_polygon_vector, &k, b.count + 3))
        return shape_no_hit();
    return hit;
}

rim_hit3 rim_sphere_sweep_polygon3(rim_sphere a, rim_vec3 delta, rim_polygon3 b, rim_side side)
{
    return rim_capsule_sweep_polygon3(capsule_of_sphere(a), delta, b, side);
}

// --- motions in one plane ---------------------------------------------------------------------------

// Of the longest vector's length: vectors at most so high over a plane lie in it. 2^13 roundings of a double.
#define SWEEP_FLAT_HEIGHT 0x1p-40

// Returns true if all vectors lie in one plane through 0, with distances up to SWEEP_FLAT_HEIGHT times the longest
// vector's length counted as 0; also if all are zero. The plane is spanned by the longest vector and the one farthest
// from its line, so its normal is the longest of their cross products. If even that vector lies on the line, so do all,
// and a line is in a plane. Otherwise the height of each vector v over the plane is  normal . v / |normal|.  Requires
// vectors whose fourth powers neither overflow nor underflow.
bool sweep_in_one_plane(sweep_vector *vector, const void *set, int count)
{
    vec3d longest = v3d(0.0, 0.0, 0.0), normal = v3d(0.0, 0.0, 0.0);
    for (int i = 0; i < count; i++)
    {
        vec3d v = vector(set, i);
        if (v3d_length2(v) > v3d_length2(longest)) longest = v;
    }
    double length2 = v3d_length2(longest);
    for (int i = 0; i < count; i++)
    {
        vec3d n = v3d_cross(longest, vector(set, i));
        if (v3d_length2(n) > v3d_length2(normal)) normal = n;
    }
    double normal2 = v3d_length2(normal);
    if (normal2 <= SWEEP_FLAT_HEIGHT * SWEEP_FLAT_HEIGHT * length2 * length2) return true;
    for (int i = 0; i < count; i++)
    {
        double height = v3d_dot(normal, vector(set, i));
        if (height * height > SWEEP_FLAT_HEIGHT * SWEEP_FLAT_HEIGHT * normal2 * length2)
            return false;
    }
    return true;
}
