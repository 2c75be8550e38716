// First contacts of spheres and capsules with other shapes, computed in a frame about the shape that is hit, then
// rounded to the public struct.
//
// A capsule against a triangle goes through sweep_triangle, a kernel of triangle_lanes.h:
//
//  1. If a number of the capsule, its motion or the triangle is not finite, nothing is hit.
//  2. If the radius is at most a rounding error of the query's size (its position, axis and motion), sweep_thin finds
//     the contact by thin.c. Its decisions are exact, but the depth of an overlap at the start is not.
//  3. Else toi_first_contact finds it (triangle_lanes.h). A motion that misses the slab of the triangle's plane hits
//     nothing. If the mover starts in the slab, toi_start_contact decides whether the shapes overlap or touch at the
//     start. A mover that starts outside of the slab may hit the inside of the face (toi_face_contact), and any mover
//     that is apart at the start may hit the border (toi_border_contact): closed forms. What they cannot decide,
//     toi_advance finds by Newton's method on the distance, which toi_separation computes in closed form.
//  4. sweep_face_hit determines the side of the triangle, and drops the hit if that side is excluded.
#include "solid/shape/round.h"
#include "solid/shape/time_of_impact.h"

// The kernels that any processor runs.
#include "simd/f64x4.h"
#include "solid/shape/triangle_lanes.h"

void toi_separation_general(shape_separation *out, const flat_face *face, const vec3d *a,
                            const vec3d *s)
{
    *out = separation_segment_face(face, *a, v3d_add(*a, *s));
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
    hit = TRIANGLE_KERNEL(toi_face)(&axis, &mover, &depth);
    if (hit.fy.kind == RIM_FEATURE_EDGE) hit.fy.index = 0;
    hit.letter = RIM_CASE_NONE;
    return sweep_round(&frame, &hit, depth, rb);
}

// --- triangles --------------------------------------------------------------------------------------

// The axis is decided exactly by thin.c. If it crosses the triangle at the start, thin.c sets no hit, and
// toi_start_contact gives the depth, or decides as for a touch if the depth is a rounding error.
rim_hit3 sweep_thin(const local_frame *frame, const rim_capsule *a, rim_vec3 delta,
                    const rim_triangle *b, rim_side side, sweep_order *order)
{
    vec3d     corners[3];
    flat_face face = sweep_face_of(corners, frame, b);
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

rim_hit3 sweep_capsule_triangle(const rim_capsule *a, rim_vec3 delta, const rim_triangle *b,
                                rim_side side, sweep_order *order)
{
    return TRIANGLE_KERNEL(sweep_triangle)(a, delta, b, side, order);
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
    flat_face   face = flat_face_of_polygon(&frame, b);
    sweep_order order;
    double      depth;
    toi_mover   mover = sweep_mover(&frame, &a, delta);
    toi_hit     first = TRIANGLE_KERNEL(toi_face)(&face, &mover, &depth);
    rim_hit3 hit = sweep_face_hit(&frame, face.normal, face.square, v3d_dot(face.normal, mover.v),
                                  &first, depth, side, &order);
    thin_polygon k = { .axis = a, .delta = delta, .polygon = b, .frame = frame };
    // A motion without radius within the polygon's plane only touches. The set has count corners and two ends.
    if (hit.hit && !(a.radius > 0.0f) && sweep_in_one_plane(thin_polygon_vector, &k, b.count + 2))
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
// vector's length counted as 0; also if all are zero. Vector `count` is the motion, of which only the direction counts:
// it is given the length of the longest other vector. The plane is spanned by the longest vector and the one farthest
// from its line, so its normal is the longest of their cross products. If even that vector lies on the line, so do all,
// and a line is in a plane. Otherwise the height of each vector v over the plane is  normal . v / |normal|.  Requires
// vectors whose sixth powers neither overflow nor underflow.
bool sweep_in_one_plane(sweep_vector *vector, const void *set, int count)
{
    vec3d longest = v3d(0.0, 0.0, 0.0), normal = v3d(0.0, 0.0, 0.0);
    for (int i = 0; i < count; i++)
    {
        vec3d v = vector(set, i);
        if (v3d_length2(v) > v3d_length2(longest)) longest = v;
    }
    double length2 = v3d_length2(longest);
    vec3d  motion = v3d_scale(v3d_normalize(vector(set, count)), sqrt(length2));
    for (int i = 0; i <= count; i++)
    {
        vec3d n = v3d_cross(longest, i < count ? vector(set, i) : motion);
        if (v3d_length2(n) > v3d_length2(normal)) normal = n;
    }
    double normal2 = v3d_length2(normal), most = SWEEP_FLAT_HEIGHT * SWEEP_FLAT_HEIGHT * length2;
    bool   flat = true;
    for (int i = 0; i <= count && normal2 > most * length2; i++)
    {
        double height = v3d_dot(normal, i < count ? vector(set, i) : motion);
        flat = flat && height * height <= most * normal2;
    }
    return flat;
}
