#include "solid/shape/box.h"

#include "solid/shape/closest.h"

// Returns true if n separates the box from 0 to hi and the points.
static bool box_apart_along(vec3d hi, const vec3d p[3], vec3d n)
{
    double lo = 0.0 + (n.x > 0.0 ? 0.0 : n.x * hi.x) + (n.y > 0.0 ? 0.0 : n.y * hi.y) +
                (n.z > 0.0 ? 0.0 : n.z * hi.z);
    double up = 0.0 + (n.x > 0.0 ? n.x * hi.x : 0.0) + (n.y > 0.0 ? n.y * hi.y : 0.0) +
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

// Returns true if a box and a triangle share a point, by the separating axis test. The comparison of the bounding boxes, in
// floats, is exact.
bool shape_box3_overlaps_triangle(rim_box3 a, const rim_triangle *b)
{
    static const vec3d AXES[3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    rim_box3           its = { rim_vec3_min(rim_vec3_min(b->a, b->b), b->c),
                               rim_vec3_max(rim_vec3_max(b->a, b->b), b->c) };
    if (!rim_box3_overlaps(its, a)) return false;
    local_frame frame =
        local_frame_at(a.lo, vec3_magnitude(a.lo) + vec3_magnitude(a.hi) + triangle_magnitude(b));
    if (frame.scale == 0.0) return false;
    vec3d hi = local_frame_in(&frame, a.hi);
    vec3d p[3] = { local_frame_in(&frame, b->a), local_frame_in(&frame, b->b),
                   local_frame_in(&frame, b->c) };
    vec3d e[3] = { v3d_sub(p[1], p[0]), v3d_sub(p[2], p[1]), v3d_sub(p[0], p[2]) };
    vec3d normal = v3d_cross(e[0], e[1]);
    // A triangle without area has no normal.
    if (v3d_length2(normal) > 0.0 && box_apart_along(hi, p, normal)) return false;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
        {
            // Skips nearly parallel edges: their cross product is rounding noise, and a face normal covers that axis.
            vec3d n = v3d_cross(AXES[i], e[k]);
            if (v3d_length2(n) > PARALLEL_SINE_SQUARED * v3d_length2(e[k]) &&
                box_apart_along(hi, p, n))
                return false;
        }
    return true;
}
