#include "rimcast/shape3_ray.h"

#include "base/float.h"
#include "solid/shape/ray.h"
#include "solid/shape/closest.h"
#include "solid/shape/contact.h"

static rim_hit3 ray3_no_hit(void)
{
    rim_hit3 none = { .t = 1.0f };
    return none;
}

// --- on which side of an edge does a ray pass? --------------------------------------------------------

// A value and what rounding took from it: high + low is right to about 2^-104.
typedef struct twofold
{
    double high, low;
} twofold;

static twofold two_sum(double a, double b)
{
    double  s = a + b, t = s - a;
    twofold sum = { s, (a - (s - t)) + (b - t) };
    return sum;
}

// Dekker's product; factors are below 2^500 here, so splitting does not overflow.
static twofold two_product(double a, double b)
{
    double  p = a * b, sa = 134217729.0 * a, sb = 134217729.0 * b;
    double  ah = sa - (sa - a), bh = sb - (sb - b), al = a - ah, bl = b - bh;
    twofold product = { p, al * bl - (((p - ah * bh) - al * bh) - ah * bl) };
    return product;
}

static twofold twofold_add(twofold a, twofold b)
{
    twofold s = two_sum(a.high, b.high);
    return two_sum(s.high, s.low + (a.low + b.low));
}

static twofold twofold_scale(twofold a, double b)
{
    twofold p = two_product(a.high, b);
    return two_sum(p.high, p.low + a.low * b);
}

static twofold ray3_minor(double a, double b, double c, double d)
{
    twofold minus = two_product(-c, b);
    return twofold_add(two_product(a, d), minus);
}

// d . (b x c), zero if it is zero as far as the inputs can say. Swapping b and c gives exactly the opposite
// value, so two faces that share an edge agree on which side of it the ray passes.
static double edge_side(vec3d d, vec3d b, vec3d c)
{
    vec3d  n = v3d_cross(b, c);
    double value = v3d_dot(d, n);
    double size = fabs(d.x) * (fabs(b.y * c.z) + fabs(b.z * c.y)) +
                  fabs(d.y) * (fabs(b.z * c.x) + fabs(b.x * c.z)) +
                  fabs(d.z) * (fabs(b.x * c.y) + fabs(b.y * c.x));
    if (fabs(value) > 0x1p-48 * size) return value;
    twofold sum = twofold_add(twofold_add(twofold_scale(ray3_minor(b.y, b.z, c.y, c.z), d.x),
                                          twofold_scale(ray3_minor(b.z, b.x, c.z, c.x), d.y)),
                              twofold_scale(ray3_minor(b.x, b.y, c.x, c.y), d.z));
    return fabs(sum.high) > 0x1p-96 * size ? sum.high : 0.0;
}

// --- faces ------------------------------------------------------------------------------------------

// Does the line from the frame's origin along d pass through the face? front: it comes from there.
static bool passes(const core_frame *frame, const rim_vec3 *points, int count, vec3d d,
                   rim_feature *where, bool *front)
{
    int   above = 0, below = 0, zeros = 0, first = 0, last = 0;
    vec3d b = core_in(frame, points[0]);
    for (int i = 0; i < count; i++)
    {
        vec3d  c = core_in(frame, points[i + 1 < count ? i + 1 : 0]);
        double side = edge_side(d, b, c);
        above += side > 0.0;
        below += side < 0.0;
        if (above > 0 && below > 0) return false;
        if (side == 0.0)
        {
            first = zeros == 0 ? i : first;
            last = i;
            zeros++;
        }
        b = c;
    }
    if (above == below) return false;
    *front = below > 0;
    // Passing through two edges that follow each other is passing through the corner between them.
    *where = zeros == 0   ? core_feature(RIM_FEATURE_FACE, 0)
             : zeros == 1 ? core_feature(RIM_FEATURE_EDGE, last)
                          : core_feature(RIM_FEATURE_VERTEX, first == 0 && last > 1 ? 0 : last);
    return true;
}

// The fraction at the face's plane: normal . (corner - origin) / normal . delta.
bool ray3_face(ray_face *out, const rim_vec3 *points, int count, rim_vec3 point, rim_vec3 delta,
               double reach)
{
    out->frame = core_frame_at(point, reach + core_length1(point) + core_length1(delta));
    if (out->frame.scale == 0.0 || count < 3) return false;
    vec3d d = v3d_scale(v3d_from(delta), out->frame.scale);
    if (!passes(&out->frame, points, count, d, &out->where, &out->front)) return false;

    vec3d a = core_in(&out->frame, points[0]);
    vec3d before = v3d_sub(core_in(&out->frame, points[1]), a);
    vec3d normal = v3d(0.0, 0.0, 0.0);
    for (int i = 2; i < count; i++)
    {
        vec3d corner = v3d_sub(core_in(&out->frame, points[i]), a);
        normal = v3d_add(normal, v3d_cross(before, corner));
        before = corner;
    }
    double height = v3d_dot(normal, a), fall = v3d_dot(normal, d);
    double length = v3d_length(normal);
    if (!(length > 0.0) || fall == 0.0) return false;
    out->t = height / fall;
    out->delta = d;
    out->normal = v3d_scale(normal, out->front ? 1.0 / length : -1.0 / length);
    return true;
}

static rim_hit3 ray3_raycast(const rim_vec3 *points, int count, rim_ray3 ray, rim_side side,
                             double reach)
{
    ray_face face;
    if (!ray3_face(&face, points, count, ray.origin, ray.delta, reach)) return ray3_no_hit();
    if (side != RIM_SIDE_BOTH && face.front != (side == RIM_SIDE_FRONT)) return ray3_no_hit();
    if (!(face.t >= 0.0 && face.t <= 1.0)) return ray3_no_hit();

    rim_hit3 hit = { .hit = true, .letter = RIM_CASE_NONE };
    hit.t = (float)face.t;
    hit.point = core_out(&face.frame, v3d_scale(face.delta, face.t));
    hit.normal = core_direction(face.normal);
    hit.face_normal = hit.normal;
    hit.back = !face.front;
    hit.mover = core_feature(RIM_FEATURE_VERTEX, 0);
    hit.other = face.where;
    return hit;
}

rim_hit3 rim_triangle_raycast(const rim_triangle *triangle, rim_ray3 ray, rim_side side)
{
    rim_vec3 points[3] = { triangle->a, triangle->b, triangle->c };
    return ray3_raycast(points, 3, ray, side, reach_triangle(triangle));
}

rim_hit3 rim_polygon3_raycast(rim_polygon3 polygon, rim_ray3 ray, rim_side side)
{
    return ray3_raycast(polygon.points, polygon.count, ray, side, reach_polygon(polygon));
}

// --- planes -----------------------------------------------------------------------------------------

rim_plane_crossing rim_segment3_cross_plane(rim_segment3 segment, rim_plane plane)
{
    rim_plane_crossing crossing = { .kind = RIM_CROSSING_NONE };
    vec3d              n = v3d_from(plane.normal), a = v3d_from(segment.a), b = v3d_from(segment.b);
    double             length = v3d_length(n);
    double             da = v3d_dot(n, a) - plane.offset, db = v3d_dot(n, b) - plane.offset;
    if (!float_is_finite(length) || !float_is_finite(da) || !float_is_finite(db)) return crossing;
    crossing.point = segment.a;
    if (!(length > 0.0)) return crossing;
    crossing.distance_a = core_float(da / length);
    crossing.distance_b = core_float(db / length);
    if (da == db)
    {
        crossing.kind = da == 0.0 ? RIM_CROSSING_INSIDE : RIM_CROSSING_PARALLEL;
        return crossing;
    }
    crossing.kind = da == 0.0                  ? RIM_CROSSING_TOUCH_A
                    : db == 0.0                ? RIM_CROSSING_TOUCH_B
                    : (da < 0.0) != (db < 0.0) ? RIM_CROSSING_ACROSS
                                               : RIM_CROSSING_NONE;
    crossing.t = da / (da - db);
    vec3d at = v3d_along(a, v3d_sub(b, a), crossing.t);
    crossing.point = rim_vec3_make(core_float(at.x), core_float(at.y), core_float(at.z));
    return crossing;
}

// --- solids: a ray is a sphere of radius 0 in motion ---------------------------------------------------

rim_hit3 rim_sphere_raycast(rim_sphere sphere, rim_ray3 ray)
{
    rim_sphere point = { ray.origin, 0.0f };
    return rim_sphere_sweep_sphere(point, ray.delta, sphere);
}

rim_hit3 rim_capsule_raycast(rim_capsule capsule, rim_ray3 ray)
{
    rim_sphere point = { ray.origin, 0.0f };
    return rim_sphere_sweep_capsule(point, ray.delta, capsule);
}
