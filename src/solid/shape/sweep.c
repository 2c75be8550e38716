// First contacts of spheres and capsules with other shapes, computed in a frame about the shape that is hit, then rounded to the
// public struct.
//
// A capsule against a triangle goes through sweep_capsule_triangle:
//
//  1. The kernels of sweep_lanes.h decide the common case: they test all faces, edges and corners of the rounded triangle at once.
//  2. sweep_triangle_general decides the rest. If the radius is less than a rounding error of the motion, it calls thin.c, where
//     all decisions are exact; otherwise toi_face of time_of_impact.c, with the same closed forms one after another.
//  3. sweep_face_hit determines the side of the triangle and drops the hit if that side is excluded.
#include "solid/shape/round.h"
#include "solid/shape/sweep.h"
#include "solid/shape/triangle.h"

// The kernels that any processor runs.
#include "simd/f64x4.h"
#include "solid/shape/sweep_lanes.h"

// Returns a hit rounded to the public struct. rb is the radius of the other shape about y.
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
    answer.depth = float_saturate(depth * frame->back);
    answer.mover = hit->fx;
    answer.other = hit->fy;
    return answer;
}

// Returns the moving capsule in the frame.
CPU_INLINE toi_mover sweep_mover(const local_frame *frame, const rim_capsule *a, rim_vec3 delta)
{
    vec3d x = local_frame_in(frame, a->a);
    return (toi_mover){ { x, v3d_scale(v3d_from(delta), frame->scale) },
                        v3d_sub(local_frame_in(frame, a->b), x),
                        a->radius * frame->scale };
}

// Returns the magnitude of a moving capsule, by which a frame is chosen.
static double motion_magnitude(rim_capsule a, rim_vec3 delta)
{
    return capsule_magnitude(a) + vec3_magnitude(delta);
}

// --- capsules ---------------------------------------------------------------------------------------

// Sweeps a against b, both spheres or capsules. Without radii the sweep is decided exactly (thin.c); otherwise a, with both
// radii, is swept against the axis of b.
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
    mover.r += rb;
    hit = toi_segment(local_frame_in(&frame, b->b), &mover, &depth);
    return sweep_round(&frame, &hit, depth, rb);
}

// --- triangles --------------------------------------------------------------------------------------

// Returns the hit with the side and the face normal set, or no hit if `side` excludes it. along has the sign of the motion along
// the face's normal.
CPU_INLINE rim_hit3 sweep_face_hit(const local_frame *frame, vec3d normal, double square,
                                   double along, toi_hit *hit, double depth, rim_side side,
                                   sweep_order *order)
{
    bool back = false;
    if (hit->t == INFINITY) return shape_no_hit();
    if (square > 0.0)
    {
        if (along == 0.0) along = -v3d_dot(normal, hit->normal);
        back = along > 0.0;
        if (side != RIM_SIDE_BOTH && back != (side == RIM_SIDE_BACK)) return shape_no_hit();
        double length = sqrt(square);
        hit->face_normal = v3d_scale(normal, back ? -1.0 / length : 1.0 / length);
    }
    order->t = hit->t;
    order->depth = depth * frame->back;
    rim_hit3 answer = sweep_round(frame, hit, depth, 0.0);
    answer.back = back;
    return answer;
}

// Returns the hit by the general closed form.
static rim_hit3 sweep_face(const local_frame *frame, const flat_face *face, const rim_capsule *a,
                           rim_vec3 delta, rim_side side, sweep_order *order)
{
    toi_mover mover = sweep_mover(frame, a, delta);
    double    depth;
    toi_hit   hit = toi_face(face, &mover, &depth);
    return sweep_face_hit(frame, face->normal, face->square, v3d_dot(face->normal, mover.m.v), &hit,
                          depth, side, order);
}

// Returns the hit of a capsule whose radius is less than a rounding error of the query's size, decided exactly.
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
        toi_mover        mover = sweep_mover(frame, a, delta);
        shape_separation separation =
            separation_segment_face(&face, mover.m.x, v3d_add(mover.m.x, mover.s));
        if (!toi_start_contact(&hit, &depth, &separation, mover.m.v, 0.0)) return shape_no_hit();
    }
    else if (k.count == 2)
        hit.fy.index = (k.first + (hit.fy.kind == RIM_FEATURE_VERTEX ? hit.fy.index : 0)) % 3;
    return sweep_face_hit(frame, face.normal, face.square, along, &hit, depth, side, order);
}

// Returns the hit for cases that the lane kernels do not decide, in a frame with a scale: exactly for radii below rounding,
// else by the closed forms of toi_face.
static CPU_COLD rim_hit3 sweep_triangle_general(const rim_capsule *a, rim_vec3 delta,
                                                const rim_triangle *b, rim_side side,
                                                sweep_order *order)
{
    local_frame frame = local_frame_at(b->a, motion_magnitude(*a, delta) + triangle_magnitude(b));
    if (frame.scale == 0.0) return shape_no_hit();
    toi_mover k = sweep_mover(&frame, a, delta);
    double    size2 = v3d_length2(k.m.x) + v3d_length2(k.s) + v3d_length2(k.m.v);
    if (k.r * k.r <= SAME_POINT_FRACTION * SAME_POINT_FRACTION * size2)
        return sweep_thin(&frame, a, delta, b, side, order);
    flat_face face = flat_face_of_polygon(&frame, polygon_of_triangle(b));
    return sweep_face(&frame, &face, a, delta, side, order);
}

// Calls the lane kernels first, in a frame without a scale. The bench row "sphere and capsule swept against triangle" needs them.
rim_hit3 sweep_capsule_triangle(const rim_capsule *a, rim_vec3 delta, const rim_triangle *b,
                                rim_side side, sweep_order *order)
{
    local_frame     frame = { v3d_from(b->a), 1.0, 1.0 };
    toi_hit         hit;
    triangle_motion k = { .b = local_frame_in(&frame, b->b), .c = local_frame_in(&frame, b->c) };
    k.mover = sweep_mover(&frame, a, delta);
    k.normal = v3d_cross(k.b, k.c);
    k.square = v3d_length2(k.normal);
    sweep_answer answer = capsule_is_sphere(a) ? TRIANGLE_KERNELS->sweep_point(&hit, &k)
                                               : TRIANGLE_KERNELS->sweep_segment(&hit, &k);
    if (answer == SWEEP_UNKNOWN) return sweep_triangle_general(a, delta, b, side, order);
    if (answer == SWEEP_MISS) return shape_no_hit();
    return sweep_face_hit(&frame, k.normal, k.square, v3d_dot(k.normal, k.mover.m.v), &hit, 0.0,
                          side, order);
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

// Returns vector i of a motion: a corner, an end of the axis, or the motion itself; see sweep_in_one_plane.
static vec3d thin_polygon_vector(const void *set, int i)
{
    const thin_polygon *k = set;
    if (i < k->polygon.count) return local_frame_in(&k->frame, k->polygon.points[i]);
    if (i < k->polygon.count + 2)
        return local_frame_in(&k->frame, i > k->polygon.count ? k->axis.a : k->axis.b);
    return v3d_scale(v3d_from(k->delta), k->frame.scale);
}

rim_hit3 round_sweep_polygon(const rim_capsule *a, rim_vec3 delta, rim_polygon3 b, rim_side side)
{
    if (!polygon_has_points(b)) return shape_no_hit();
    local_frame frame =
        local_frame_at(b.points[0], motion_magnitude(*a, delta) + polygon_magnitude(b));
    if (frame.scale == 0.0) return shape_no_hit();
    flat_face    face = flat_face_of_polygon(&frame, b);
    sweep_order  order;
    rim_hit3     hit = sweep_face(&frame, &face, a, delta, side, &order);
    thin_polygon k = { *a, delta, b, frame };
    // A motion without radius within the polygon's plane only touches.
    if (hit.hit && !(a->radius > 0.0f) && sweep_in_one_plane(thin_polygon_vector, &k, b.count + 3))
        return shape_no_hit();
    return hit;
}

rim_hit3 rim_capsule_sweep_polygon3(rim_capsule a, rim_vec3 delta, rim_polygon3 b, rim_side side)
{
    return round_sweep_polygon(&a, delta, b, side);
}

rim_hit3 rim_sphere_sweep_polygon3(rim_sphere a, rim_vec3 delta, rim_polygon3 b, rim_side side)
{
    rim_capsule capsule = capsule_of_sphere(a);
    return round_sweep_polygon(&capsule, delta, b, side);
}

// --- motions in one plane ---------------------------------------------------------------------------

// Vectors lie in one plane if the sines of their angles to it are at most this: 2^13 roundings of a double.
#define FLAT_SINE 0x1p-40

// Returns true if all vectors lie in one plane through 0. The longest vector and the one farthest from its line span the
// plane; the rest is compared with it.
bool sweep_in_one_plane(sweep_vector *vector, const void *set, int count)
{
    vec3d longest = v3d(0.0, 0.0, 0.0), normal = longest;
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
    if (normal2 <= FLAT_SINE * FLAT_SINE * length2 * length2) return true;
    for (int i = 0; i < count; i++)
    {
        double height = v3d_dot(normal, vector(set, i));
        if (height * height > FLAT_SINE * FLAT_SINE * normal2 * length2) return false;
    }
    return true;
}
