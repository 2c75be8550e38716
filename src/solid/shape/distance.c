// Distances and contacts of spheres and capsules with each other and with faces. The separation of the cores is
// computed in a frame about the second shape, then rounded to the public struct.
#include "solid/shape/contact.h"
#include "solid/shape/round.h"

// Computes the separation of two axes, in the frame about b's first end, which it stores in *frame. Returns false if a
// number is not finite.
static bool separation_of_capsules(local_frame *frame, shape_separation *separation,
                                   const rim_capsule *a, const rim_capsule *b)
{
    *frame = local_frame_at(b->a, capsule_magnitude(*a) + capsule_magnitude(*b));
    if (frame->scale == 0.0) return false;
    *separation = separation_segments(local_frame_in(frame, a->a), local_frame_in(frame, a->b),
                                      local_frame_in(frame, b->b));
    return true;
}

// Computes the separation of an axis and a polygon, in the frame about the polygon's first corner, which it stores in
// *frame. Returns false if a number is not finite or the polygon has no corners.
static bool separation_from_polygon(local_frame *frame, shape_separation *separation,
                                    const rim_capsule *a, rim_polygon3 b)
{
    if (!polygon_has_points(b)) return false;
    *frame = local_frame_at(b.points[0], capsule_magnitude(*a) + polygon_magnitude(b));
    if (frame->scale == 0.0) return false;
    flat_face face = flat_face_of_polygon(frame, b);
    *separation =
        separation_segment_face(&face, local_frame_in(frame, a->a), local_frame_in(frame, a->b));
    return true;
}

// --- spheres and capsules ---------------------------------------------------------------------------

rim_distance3 round_distance(const rim_capsule *a, const rim_capsule *b)
{
    local_frame      frame;
    shape_separation separation;
    if (!separation_of_capsules(&frame, &separation, a, b))
        return (rim_distance3){ .distance = INFINITY };
    return separation_distance(&frame, &separation, a->radius * frame.scale,
                               b->radius * frame.scale);
}

rim_contact3 round_contact(const rim_capsule *a, const rim_capsule *b)
{
    local_frame      frame;
    shape_separation separation;
    if (!separation_of_capsules(&frame, &separation, a, b)) return (rim_contact3){ .hit = false };
    return separation_contact(&frame, &separation, a->radius * frame.scale,
                              b->radius * frame.scale);
}

// --- polygons ---------------------------------------------------------------------------------------

rim_distance3 rim_capsule_distance_polygon3(rim_capsule a, rim_polygon3 b)
{
    local_frame      frame;
    shape_separation separation;
    if (!separation_from_polygon(&frame, &separation, &a, b))
        return (rim_distance3){ .distance = INFINITY };
    return separation_distance(&frame, &separation, a.radius * frame.scale, 0.0);
}

rim_distance3 rim_sphere_distance_polygon3(rim_sphere a, rim_polygon3 b)
{
    return rim_capsule_distance_polygon3(capsule_of_sphere(a), b);
}

rim_contact3 rim_capsule_contact_polygon3(rim_capsule a, rim_polygon3 b)
{
    local_frame      frame;
    shape_separation separation;
    if (!separation_from_polygon(&frame, &separation, &a, b)) return (rim_contact3){ .hit = false };
    return separation_contact(&frame, &separation, a.radius * frame.scale, 0.0);
}

rim_contact3 rim_sphere_contact_polygon3(rim_sphere a, rim_polygon3 b)
{
    return rim_capsule_contact_polygon3(capsule_of_sphere(a), b);
}

// --- triangles --------------------------------------------------------------------------------------

rim_distance3 rim_capsule_distance_triangle(rim_capsule a, const rim_triangle *b)
{
    return TRIANGLE_KERNEL(distance_triangle)(&a, b);
}

rim_distance3 rim_sphere_distance_triangle(rim_sphere a, const rim_triangle *b)
{
    rim_capsule capsule = capsule_of_sphere(a);
    return TRIANGLE_KERNEL(distance_triangle)(&capsule, b);
}

rim_contact3 rim_capsule_contact_triangle(rim_capsule a, const rim_triangle *b)
{
    return TRIANGLE_KERNEL(contact_triangle)(&a, b);
}

rim_contact3 rim_sphere_contact_triangle(rim_sphere a, const rim_triangle *b)
{
    rim_capsule capsule = capsule_of_sphere(a);
    return TRIANGLE_KERNEL(contact_triangle)(&capsule, b);
}

// --- boxes and triangles ------------------------------------------------------------------------------

// Returns true if the projections on n of the box from 0 to hi, hi >= 0, and of the triangle p have a gap between them.
// The box projects to lo .. up: the sums of the negative and of the positive products n.x hi.x, n.y hi.y, n.z hi.z.
static bool box_apart_along(vec3d hi, const vec3d p[3], vec3d n)
{
    double lo = (n.x > 0.0 ? 0.0 : n.x * hi.x) + (n.y > 0.0 ? 0.0 : n.y * hi.y) +
                (n.z > 0.0 ? 0.0 : n.z * hi.z);
    double up = (n.x > 0.0 ? n.x * hi.x : 0.0) + (n.y > 0.0 ? n.y * hi.y : 0.0) +
                (n.z > 0.0 ? n.z * hi.z : 0.0);
    double least = INFINITY, most = -INFINITY;
    for (int i = 0; i < 3; i++)
    {
        double at = v3d_dot(n, p[i]);
        least = at < least ? at : least;
        most = at > most ? at : most;
    }
    return up < least || most < lo;
}

// Returns true if a box and a triangle share a point, by the separating axis test. The axes are the box's own axes, the
// triangle's normal, and the products of an axis of the box and an edge of the triangle. The box's own axes are tested by
// the comparison of the bounding boxes, which is exact in floats; the others in the frame about the box's lower corner.
bool shape_box3_overlaps_triangle(rim_box3 a, const rim_triangle *b)
{
    static const vec3d AXES[3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    if (!rim_box3_overlaps(shape_box_of_triangle(b), a)) return false;
    local_frame frame =
        local_frame_at(a.lo, vec3_magnitude(a.lo) + vec3_magnitude(a.hi) + triangle_magnitude(b));
    if (frame.scale == 0.0) return false;
    vec3d hi = local_frame_in(&frame, a.hi);
    vec3d p[3] = { local_frame_in(&frame, b->a), local_frame_in(&frame, b->b),
                   local_frame_in(&frame, b->c) };
    vec3d e[3] = { v3d_sub(p[1], p[0]), v3d_sub(p[2], p[1]), v3d_sub(p[0], p[2]) };
    vec3d normal = v3d_cross(e[0], e[1]);
    // A triangle without area has no normal. Any axis is a valid one, so a normal that is mostly rounding does no harm.
    if (v3d_length2(normal) > 0.0 && box_apart_along(hi, p, normal)) return false;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
        {
            // Skips an edge nearly parallel to an axis of the box: their cross product is rounding noise.
            vec3d n = v3d_cross(AXES[i], e[k]);
            if (v3d_length2(n) > PARALLEL_SINE_SQUARED * v3d_length2(e[k]) &&
                box_apart_along(hi, p, n))
                return false;
        }
    return true;
}
