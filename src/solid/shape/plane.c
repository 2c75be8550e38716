// Half-spaces and sheets.
#include "rimcast/shape3_box.h"
#include "rimcast/shape3_faces.h"
#include "rimcast/shape3_ray.h"

#include "solid/shape/time_of_impact.h"
#include "solid/shape/closest.h"

// The plane in the frame: n . p == w for local p. The frame is about the asker, so w is its distance.
typedef struct flat
{
    core_frame frame;
    vec3d      n; // unit
    double     w;
} flat;

// False if there is no plane, or something is not finite.
static bool flat_of(flat *out, rim_plane plane, rim_vec3 origin, double reach)
{
    vec3d  n = v3d_from(plane.normal);
    double length = v3d_length(n), offset = plane.offset;
    if (!(length > 0.0 && length < INFINITY && fabs(offset) < INFINITY)) return false;
    out->frame = core_frame_at(origin, reach);
    out->n = v3d_scale(n, 1.0 / length);
    out->w = (offset - v3d_dot(n, v3d_from(origin))) / length * out->frame.scale;
    return out->frame.scale != 0.0;
}

// The axis against the half-space: the end that is lowest, or the middle of a level axis.
static core_touch touch_flat(const flat *plane, vec3d a, vec3d b)
{
    core_touch touch;
    double     ha = v3d_dot(plane->n, a) - plane->w, hb = v3d_dot(plane->n, b) - plane->w;
    bool       point = v3d_length2(v3d_sub(b, a)) == 0.0;
    bool       level = fabs(ha - hb) <= 0x1p-28 * v3d_length(v3d_sub(b, a));
    double     t = point ? 0.0 : level ? 0.5 : ha < hb ? 0.0 : 1.0;
    touch.distance = point ? ha : level ? 0.5 * (ha + hb) : ha < hb ? ha : hb;
    touch.normal = plane->n;
    touch.pair.x = core_lerp(a, b, t);
    touch.pair.y = v3d_along(touch.pair.x, plane->n, -touch.distance);
    touch.pair.square = touch.distance * touch.distance;
    touch.pair.fx = core_part(t);
    touch.pair.fy = core_feature(RIM_FEATURE_FACE, 0);
    touch.pair.letter = RIM_CASE_NONE;
    return touch;
}

static rim_capsule plane_query_round_point(rim_sphere s)
{
    rim_capsule capsule = { s.center, s.center, s.radius };
    return capsule;
}

// --- half-spaces ------------------------------------------------------------------------------------

rim_distance3 rim_sphere_distance_plane(rim_sphere a, rim_plane b)
{
    return rim_capsule_distance_plane(plane_query_round_point(a), b);
}

rim_distance3 rim_capsule_distance_plane(rim_capsule a, rim_plane b)
{
    flat plane;
    if (!flat_of(&plane, b, a.a, reach_capsule(a))) return core_no_distance();
    core_touch touch = touch_flat(&plane, v3d(0.0, 0.0, 0.0), core_in(&plane.frame, a.b));
    return core_distance(&plane.frame, &touch, a.radius * plane.frame.scale, 0.0);
}

// Deep in the half-space the witnesses are an axis point and the surface above it, not the cores' own.
static rim_contact3 contact_flat(const flat *plane, core_touch touch, double radius)
{
    rim_contact3 contact = core_contact(&plane->frame, &touch, radius, 0.0);
    if (contact.hit) contact.on_b = core_out(&plane->frame, touch.pair.y);
    return contact;
}

rim_contact3 rim_sphere_contact_plane(rim_sphere a, rim_plane b)
{
    return rim_capsule_contact_plane(plane_query_round_point(a), b);
}

rim_contact3 rim_capsule_contact_plane(rim_capsule a, rim_plane b)
{
    flat plane;
    if (!flat_of(&plane, b, a.a, reach_capsule(a))) return core_no_contact();
    core_touch touch = touch_flat(&plane, v3d(0.0, 0.0, 0.0), core_in(&plane.frame, a.b));
    return contact_flat(&plane, touch, a.radius * plane.frame.scale);
}

// The deepest of some corners, the first of equals.
static core_touch touch_corners(const flat *plane, const vec3d *corners, int count)
{
    core_touch touch = touch_flat(plane, corners[0], corners[0]);
    for (int i = 1; i < count; i++)
    {
        core_touch other = touch_flat(plane, corners[i], corners[i]);
        if (!(other.distance < touch.distance)) continue;
        touch = other;
        touch.pair.fx.index = i;
    }
    return touch;
}

static bool touch_polygon(flat *plane, core_touch *touch, rim_polygon3 a, rim_plane b)
{
    if (a.count < 1 || !flat_of(plane, b, a.points[0], reach_polygon(a))) return false;
    for (int i = 0; i < a.count; i++)
    {
        vec3d      corner = core_in(&plane->frame, a.points[i]);
        core_touch other = touch_flat(plane, corner, corner);
        if (i > 0 && !(other.distance < touch->distance)) continue;
        *touch = other;
        touch->pair.fx.index = i;
    }
    return true;
}

static bool touch_obox(flat *plane, core_touch *touch, rim_obox a, rim_plane b)
{
    rim_quat q = a.pose.rotation;
    double   turn = fabs((double)q.x) + fabs((double)q.y) + fabs((double)q.z) + fabs((double)q.w);
    double   reach = core_length1(a.pose.position) + core_length1(a.half);
    if (!flat_of(plane, b, a.pose.position, turn < INFINITY ? reach : turn)) return false;
    mat3d m = m3d_from_quat(q);
    vec3d half = v3d_scale(v3d_from(a.half), plane->frame.scale), corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] = m3d_apply(
            m, v3d(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z));
    *touch = touch_corners(plane, corners, 8);
    return true;
}

static rim_distance3 distance_flat(const flat *plane, core_touch touch)
{
    if (touch.distance <= 0.0) touch.pair.y = touch.pair.x;
    return core_distance(&plane->frame, &touch, 0.0, 0.0);
}

rim_distance3 rim_polygon3_distance_plane(rim_polygon3 a, rim_plane b)
{
    flat       plane;
    core_touch touch;
    return touch_polygon(&plane, &touch, a, b) ? distance_flat(&plane, touch) : core_no_distance();
}

rim_contact3 rim_polygon3_contact_plane(rim_polygon3 a, rim_plane b)
{
    flat       plane;
    core_touch touch;
    return touch_polygon(&plane, &touch, a, b) ? contact_flat(&plane, touch, 0.0)
                                               : core_no_contact();
}

rim_distance3 rim_triangle_distance_plane(const rim_triangle *a, rim_plane b)
{
    rim_vec3     points[3] = { a->a, a->b, a->c };
    rim_polygon3 polygon = { points, 3 };
    return rim_polygon3_distance_plane(polygon, b);
}

rim_contact3 rim_triangle_contact_plane(const rim_triangle *a, rim_plane b)
{
    rim_vec3     points[3] = { a->a, a->b, a->c };
    rim_polygon3 polygon = { points, 3 };
    return rim_polygon3_contact_plane(polygon, b);
}

rim_distance3 rim_obox_distance_plane(rim_obox a, rim_plane b)
{
    flat       plane;
    core_touch touch;
    return touch_obox(&plane, &touch, a, b) ? distance_flat(&plane, touch) : core_no_distance();
}

rim_contact3 rim_obox_contact_plane(rim_obox a, rim_plane b)
{
    flat       plane;
    core_touch touch;
    return touch_obox(&plane, &touch, a, b) ? contact_flat(&plane, touch, 0.0) : core_no_contact();
}

// --- motions ----------------------------------------------------------------------------------------

static rim_hit3 plane_query_no_hit(void)
{
    rim_hit3 none = { .t = 1.0f };
    return none;
}

static rim_hit3 plane_query_make_hit(const flat *plane, const cast_hit *hit, double depth,
                                     bool back)
{
    rim_hit3 answer = { .hit = true, .letter = RIM_CASE_NONE };
    answer.start_overlap = depth > 0.0;
    answer.t = (float)hit->t;
    answer.point = core_out(&plane->frame, hit->y);
    answer.normal = answer.face_normal = core_direction(hit->normal);
    answer.depth = core_float(depth * plane->frame.back);
    answer.back = back;
    answer.mover = hit->fx;
    answer.other = hit->fy;
    return answer;
}

// Onto the half-space below the plane.
static rim_hit3 sweep_flat(const flat *plane, vec3d b, vec3d v, double r, bool back)
{
    core_touch touch = touch_flat(plane, v3d(0.0, 0.0, 0.0), b);
    cast_hit   hit;
    double     depth;
    if (cast_start(&hit, &depth, &touch, v, r))
        return hit.t == INFINITY ? plane_query_no_hit()
                                 : plane_query_make_hit(plane, &hit, depth, back);
    double speed = -v3d_dot(plane->n, v), gap = touch.distance - r;
    if (!(speed > 0.0) || gap > speed) return plane_query_no_hit();
    hit.t = gap / speed;
    hit.y = v3d_along(v3d_along(touch.pair.x, v, hit.t), plane->n, -r);
    hit.normal = plane->n;
    hit.fx = touch.pair.fx;
    hit.fy = touch.pair.fy;
    return plane_query_make_hit(plane, &hit, 0.0, back);
}

rim_hit3 rim_sphere_sweep_plane(rim_sphere a, rim_vec3 delta, rim_plane b)
{
    return rim_capsule_sweep_plane(plane_query_round_point(a), delta, b);
}

rim_hit3 rim_capsule_sweep_plane(rim_capsule a, rim_vec3 delta, rim_plane b)
{
    flat plane;
    if (!flat_of(&plane, b, a.a, reach_capsule(a) + core_length1(delta)))
        return plane_query_no_hit();
    vec3d v = v3d_scale(v3d_from(delta), plane.frame.scale);
    return sweep_flat(&plane, core_in(&plane.frame, a.b), v, a.radius * plane.frame.scale, false);
}

rim_hit3 rim_plane_raycast(rim_plane plane, rim_ray3 ray)
{
    rim_sphere point = { ray.origin, 0.0f };
    return rim_sphere_sweep_plane(point, ray.delta, plane);
}

// --- sheets -----------------------------------------------------------------------------------------

static flat turned_over(const flat *plane)
{
    flat other = { plane->frame, core_negate(plane->n), -plane->w };
    return other;
}

rim_contact3 rim_sphere_contact_sheet(rim_sphere a, rim_plane b, rim_side side)
{
    return rim_capsule_contact_sheet(plane_query_round_point(a), b, side);
}

rim_contact3 rim_capsule_contact_sheet(rim_capsule a, rim_plane b, rim_side side)
{
    flat plane;
    if (!flat_of(&plane, b, a.a, reach_capsule(a))) return core_no_contact();
    vec3d        zero = v3d(0.0, 0.0, 0.0), far = core_in(&plane.frame, a.b);
    double       r = a.radius * plane.frame.scale;
    flat         under = turned_over(&plane);
    rim_contact3 front = contact_flat(&plane, touch_flat(&plane, zero, far), r);
    rim_contact3 back = contact_flat(&under, touch_flat(&under, zero, far), r);
    // Out of contact with one half-space it is wholly on the other side.
    if (!front.hit || !back.hit) return core_no_contact();
    if (side == RIM_SIDE_FRONT) return front;
    if (side == RIM_SIDE_BACK) return back;
    return back.depth < front.depth ? back : front;
}

rim_hit3 rim_sphere_sweep_sheet(rim_sphere a, rim_vec3 delta, rim_plane b, rim_side side)
{
    return rim_capsule_sweep_sheet(plane_query_round_point(a), delta, b, side);
}

rim_hit3 rim_capsule_sweep_sheet(rim_capsule a, rim_vec3 delta, rim_plane b, rim_side side)
{
    flat plane;
    if (!flat_of(&plane, b, a.a, reach_capsule(a) + core_length1(delta)))
        return plane_query_no_hit();
    vec3d  v = v3d_scale(v3d_from(delta), plane.frame.scale), far = core_in(&plane.frame, a.b);
    double fall = v3d_dot(plane.n, v), r = a.radius * plane.frame.scale;
    flat   under = turned_over(&plane);
    double up = touch_flat(&plane, v3d(0.0, 0.0, 0.0), far).distance;
    double down = touch_flat(&under, v3d(0.0, 0.0, 0.0), far).distance;
    // The back is hit by motions along the normal; a motion along the sheet can only start in it.
    bool   back = fall > 0.0 || (fall == 0.0 && down > up);
    if (side != RIM_SIDE_BOTH && back != (side == RIM_SIDE_BACK)) return plane_query_no_hit();
    // Already through, on the side that it moves to.
    if ((back ? up : down) > r) return plane_query_no_hit();
    // What cuts the sheet is pushed out by the shorter way, whichever way it moves.
    if (up < r && down < r)
    {
        bool over = down > up;
        return sweep_flat(over ? &under : &plane, far, v, r, back);
    }
    return sweep_flat(back ? &under : &plane, far, v, r, back);
}
