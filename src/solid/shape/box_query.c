// Spheres, capsules and rays against boxes.
#include "rimcast/shape3_box.h"
#include "rimcast/shape3_ray.h"

#include "solid/shape/box.h"
#include "solid/shape/time_of_impact.h"
#include "solid/shape/closest.h"

rim_obox rim_obox_of_box3(rim_box3 box)
{
    rim_obox obox;
    obox.pose = rim_xform3_translation(rim_box3_center(box));
    obox.half = rim_vec3_make(0.5f * box.hi.x - 0.5f * box.lo.x, 0.5f * box.hi.y - 0.5f * box.lo.y,
                              0.5f * box.hi.z - 0.5f * box.lo.z);
    return obox;
}

// --- at rest ----------------------------------------------------------------------------------------

// The round answers of a frame along the world's axes, turned with the box.
static rim_distance3 box_query_as_distance(const box3_local *box, core_touch touch, float radius)
{
    if (box->turned)
    {
        touch.pair.x = m3d_apply(box->turn, touch.pair.x);
        touch.pair.y = m3d_apply(box->turn, touch.pair.y);
        touch.normal = m3d_apply(box->turn, touch.normal);
    }
    return core_distance(&box->frame, &touch, radius * box->frame.scale, 0.0);
}

static rim_contact3 box_query_as_contact(const box3_local *box, core_touch touch, float radius)
{
    if (box->turned)
    {
        touch.pair.x = m3d_apply(box->turn, touch.pair.x);
        touch.pair.y = m3d_apply(box->turn, touch.pair.y);
        touch.normal = m3d_apply(box->turn, touch.normal);
    }
    return core_contact(&box->frame, &touch, radius * box->frame.scale, 0.0);
}

static core_touch touch_sphere(const box3_local *box, rim_sphere a)
{
    return core_touch_point_box(box, box3_local_in(box, a.center));
}

static core_touch touch_capsule(const box3_local *box, rim_capsule a)
{
    return core_touch_segment_box(box, box3_local_in(box, a.a), box3_local_in(box, a.b));
}

rim_distance3 rim_sphere_distance_box3(rim_sphere a, rim_box3 b)
{
    box3_local box = box3_local_of_box3(b, reach_sphere(a));
    if (box.frame.scale == 0.0) return core_no_distance();
    return box_query_as_distance(&box, touch_sphere(&box, a), a.radius);
}

rim_distance3 rim_sphere_distance_obox(rim_sphere a, rim_obox b)
{
    box3_local box = box3_local_of_obox(b, reach_sphere(a));
    if (box.frame.scale == 0.0) return core_no_distance();
    return box_query_as_distance(&box, touch_sphere(&box, a), a.radius);
}

rim_distance3 rim_capsule_distance_box3(rim_capsule a, rim_box3 b)
{
    box3_local box = box3_local_of_box3(b, reach_capsule(a));
    if (box.frame.scale == 0.0) return core_no_distance();
    return box_query_as_distance(&box, touch_capsule(&box, a), a.radius);
}

rim_distance3 rim_capsule_distance_obox(rim_capsule a, rim_obox b)
{
    box3_local box = box3_local_of_obox(b, reach_capsule(a));
    if (box.frame.scale == 0.0) return core_no_distance();
    return box_query_as_distance(&box, touch_capsule(&box, a), a.radius);
}

rim_contact3 rim_sphere_contact_box3(rim_sphere a, rim_box3 b)
{
    box3_local box = box3_local_of_box3(b, reach_sphere(a));
    if (box.frame.scale == 0.0) return core_no_contact();
    return box_query_as_contact(&box, touch_sphere(&box, a), a.radius);
}

rim_contact3 rim_sphere_contact_obox(rim_sphere a, rim_obox b)
{
    box3_local box = box3_local_of_obox(b, reach_sphere(a));
    if (box.frame.scale == 0.0) return core_no_contact();
    return box_query_as_contact(&box, touch_sphere(&box, a), a.radius);
}

rim_contact3 rim_capsule_contact_box3(rim_capsule a, rim_box3 b)
{
    box3_local box = box3_local_of_box3(b, reach_capsule(a));
    if (box.frame.scale == 0.0) return core_no_contact();
    return box_query_as_contact(&box, touch_capsule(&box, a), a.radius);
}

rim_contact3 rim_capsule_contact_obox(rim_capsule a, rim_obox b)
{
    box3_local box = box3_local_of_obox(b, reach_capsule(a));
    if (box.frame.scale == 0.0) return core_no_contact();
    return box_query_as_contact(&box, touch_capsule(&box, a), a.radius);
}

// --- in motion --------------------------------------------------------------------------------------

static rim_hit3 box_query_no_hit(void)
{
    rim_hit3 none = { .t = 1.0f };
    return none;
}

// The window of times at which the moving core's box, grown by r, overlaps the box. False: never.
static bool box_window(const box3_local *box, vec3d a, vec3d b, vec3d v, double r)
{
    cast_window   window = { 0.0, 1.0 };
    const double *lo = &box->lo.x, *hi = &box->hi.x, *pa = &a.x, *pb = &b.x, *pv = &v.x;
    for (int k = 0; k < 3; k++)
    {
        double low = pa[k] < pb[k] ? pa[k] : pb[k], high = pa[k] < pb[k] ? pb[k] : pa[k];
        if (!cast_between(&window, low, pv[k], lo[k] - r - (high - low), hi[k] + r)) return false;
    }
    return true;
}

// From outside, the surface is met first on one of the six faces.
static rim_hit3 box_query_sweep(const box3_local *box, vec3d a, vec3d b, vec3d v, double r,
                                bool point)
{
    vec3d s = v3d_sub(b, a);
    if (!box_window(box, a, b, v, r)) return box_query_no_hit();
    core_touch start = point ? core_touch_point_box(box, a) : core_touch_segment_box(box, a, b);
    cast_hit   best = cast_nothing();
    double     depth;
    vec3d      face_normal = start.normal;
    if (!cast_start(&best, &depth, &start, v, r))
    {
        best = cast_nothing();
        for (int i = 0; i < 6; i++)
        {
            box_face side;
            box3_local_face(&side, box, i);
            cast_motion m = { v3d_sub(a, side.base), v };
            cast_hit    hit = point ? cast_plate(&side.face, &m, r, &depth)
                                    : cast_prism(&side.face, &m, s, r, &depth);
            if (!(hit.t < best.t)) continue;
            best = hit;
            best.y = v3d_add(hit.y, side.base);
            best.fy = box3_local_feature(i, hit.fy);
            face_normal = v3d_scale(v3d(i >> 1 == 0, i >> 1 == 1, i >> 1 == 2), i & 1 ? 1.0 : -1.0);
        }
        depth = 0.0;
    }
    if (best.t == INFINITY) return box_query_no_hit();
    rim_hit3 hit = { .hit = true, .letter = RIM_CASE_NONE };
    hit.start_overlap = depth > 0.0;
    hit.t = (float)best.t;
    hit.point = box3_local_out(box, best.y);
    hit.normal = box3_local_direction(box, best.normal);
    hit.face_normal = box3_local_direction(box, face_normal);
    hit.depth = core_float(depth * box->frame.back);
    hit.mover = best.fx;
    hit.other = best.fy;
    return hit;
}

static rim_hit3 box_query_sweep_sphere(const box3_local *box, rim_sphere a, rim_vec3 delta)
{
    if (box->frame.scale == 0.0) return box_query_no_hit();
    vec3d x = box3_local_in(box, a.center);
    return box_query_sweep(box, x, x, box3_local_turn_in(box, delta), a.radius * box->frame.scale,
                           true);
}

static rim_hit3 box_query_sweep_capsule(const box3_local *box, rim_capsule a, rim_vec3 delta)
{
    if (box->frame.scale == 0.0) return box_query_no_hit();
    return box_query_sweep(box, box3_local_in(box, a.a), box3_local_in(box, a.b),
                           box3_local_turn_in(box, delta), a.radius * box->frame.scale, false);
}

rim_hit3 rim_sphere_sweep_box3(rim_sphere a, rim_vec3 delta, rim_box3 b)
{
    box3_local box = box3_local_of_box3(b, reach_sphere(a) + core_length1(delta));
    return box_query_sweep_sphere(&box, a, delta);
}

rim_hit3 rim_sphere_sweep_obox(rim_sphere a, rim_vec3 delta, rim_obox b)
{
    box3_local box = box3_local_of_obox(b, reach_sphere(a) + core_length1(delta));
    return box_query_sweep_sphere(&box, a, delta);
}

rim_hit3 rim_capsule_sweep_box3(rim_capsule a, rim_vec3 delta, rim_box3 b)
{
    box3_local box = box3_local_of_box3(b, reach_capsule(a) + core_length1(delta));
    return box_query_sweep_capsule(&box, a, delta);
}

rim_hit3 rim_capsule_sweep_obox(rim_capsule a, rim_vec3 delta, rim_obox b)
{
    box3_local box = box3_local_of_obox(b, reach_capsule(a) + core_length1(delta));
    return box_query_sweep_capsule(&box, a, delta);
}

// --- rays -------------------------------------------------------------------------------------------

// Three pairs of planes; the ray is inside between the last one that it enters and the first that it
// leaves (Kay and Kajiya, "Ray Tracing Complex Scenes", 1986).
static rim_hit3 box_query_raycast(const box3_local *box, rim_ray3 ray)
{
    if (box->frame.scale == 0.0) return box_query_no_hit();
    vec3d       x = box3_local_in(box, ray.origin), v = box3_local_turn_in(box, ray.delta);
    core_touch  start = core_touch_point_box(box, x);
    cast_hit    best;
    cast_window window = { 0.0, 1.0 };
    double      depth;
    int         face = -1;
    if (!cast_start(&best, &depth, &start, v, 0.0))
    {
        const double *lo = &box->lo.x, *hi = &box->hi.x, *px = &x.x, *pv = &v.x;
        for (int k = 0; k < 3; k++)
        {
            double before = window.from;
            if (!cast_between(&window, px[k], pv[k], lo[k], hi[k])) return box_query_no_hit();
            if (window.from > before || (face < 0 && (px[k] < lo[k] || px[k] > hi[k])))
                face = 2 * k + (pv[k] < 0.0);
        }
        if (face < 0) return box_query_no_hit();
        best = cast_nothing();
        best.t = window.from;
        best.y = v3d_along(x, v, window.from);
        best.normal =
            v3d_scale(v3d(face >> 1 == 0, face >> 1 == 1, face >> 1 == 2), face & 1 ? 1.0 : -1.0);
        best.fy = core_feature(RIM_FEATURE_FACE, face);
        best.fx = core_feature(RIM_FEATURE_VERTEX, 0);
        depth = 0.0;
    }
    if (best.t == INFINITY) return box_query_no_hit();
    rim_hit3 hit = { .hit = true, .letter = RIM_CASE_NONE };
    hit.start_overlap = depth > 0.0;
    hit.t = (float)best.t;
    hit.point = box3_local_out(box, best.y);
    hit.normal = hit.face_normal = box3_local_direction(box, best.normal);
    hit.depth = core_float(depth * box->frame.back);
    hit.mover = best.fx;
    hit.other = best.fy;
    return hit;
}

rim_hit3 rim_box3_raycast(rim_box3 box, rim_ray3 ray)
{
    box3_local core = box3_local_of_box3(box, core_length1(ray.origin) + core_length1(ray.delta));
    return box_query_raycast(&core, ray);
}

rim_hit3 rim_obox_raycast(rim_obox box, rim_ray3 ray)
{
    box3_local core = box3_local_of_obox(box, core_length1(ray.origin) + core_length1(ray.delta));
    return box_query_raycast(&core, ray);
}
