// Rays, lines and points against shapes.
#include "rimcast/shape3_line.h"
#include "rimcast/shape3_ray.h"

#include "base/exact.h"
#include "base/float.h"
#include "solid/shape/time_of_impact.h"

static rim_line_hit3 line3_no_hit(void)
{
    rim_line_hit3 none = { .hit = false };
    return none;
}

static double reach_line(rim_line3 line)
{
    return core_length1(line.point) + core_length1(line.direction);
}

// --- on which side of an edge does a ray pass? --------------------------------------------------------

// Returns (a d - b c) factor, to about 2^-100.
static exact_pair scaled_minor(double a, double b, double c, double d, double factor)
{
    exact_pair minor = exact_pair_add(exact_mul(a, d), exact_mul(-c, b)), f = { factor, 0.0 };
    return exact_pair_mul(minor, f);
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
    exact_pair sum = exact_pair_add(exact_pair_add(scaled_minor(b.y, b.z, c.y, c.z, d.x),
                                                   scaled_minor(b.z, b.x, c.z, c.x, d.y)),
                                    scaled_minor(b.x, b.y, c.x, c.y, d.z));
    return fabs(sum.head) > 0x1p-96 * size ? sum.head : 0.0;
}

// --- faces ------------------------------------------------------------------------------------------

// Where a line passes through a face.
typedef struct ray_face
{
    core_frame  frame; // about the line's point
    vec3d       delta; // in the frame
    double      t;
    vec3d       normal; // unit, against the line
    rim_feature where;
    bool        front; // it comes from there
} ray_face;

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

// Returns false if the line passes beside the face or along it, or something is not finite. The fraction at the face's
// plane is normal . (corner - origin) / normal . delta.
static bool ray3_face(ray_face *out, rim_polygon3 polygon, rim_line3 line)
{
    out->frame = core_frame_at(line.point, reach_polygon(polygon) + reach_line(line));
    if (out->frame.scale == 0.0 || polygon.count < 3) return false;
    vec3d d = v3d_scale(v3d_from(line.direction), out->frame.scale);
    if (!passes(&out->frame, polygon.points, polygon.count, d, &out->where, &out->front))
        return false;
    core_frame own = { v3d_from(polygon.points[0]), out->frame.scale, out->frame.back };
    vec3d      normal = core_face_of_polygon(&own, polygon).normal;
    double     height = v3d_dot(normal, core_in(&out->frame, polygon.points[0]));
    double     fall = v3d_dot(normal, d), length = v3d_length(normal);
    if (!(length > 0.0) || fall == 0.0) return false;
    out->t = height / fall;
    out->delta = d;
    out->normal = v3d_scale(normal, out->front ? 1.0 / length : -1.0 / length);
    return true;
}

rim_hit3 rim_polygon3_raycast(rim_polygon3 polygon, rim_ray3 ray, rim_side side)
{
    ray_face  face;
    rim_line3 line = { ray.origin, ray.delta };
    if (!ray3_face(&face, polygon, line)) return core_no_hit();
    if (side != RIM_SIDE_BOTH && face.front != (side == RIM_SIDE_FRONT)) return core_no_hit();
    if (!(face.t >= 0.0 && face.t <= 1.0)) return core_no_hit();

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
    return rim_polygon3_raycast(core_triangle_polygon(triangle), ray, side);
}

rim_line_hit3 rim_line3_cross_polygon3(rim_line3 line, rim_polygon3 polygon)
{
    ray_face face;
    if (!ray3_face(&face, polygon, line)) return line3_no_hit();
    rim_line_hit3 hit = { .hit = true, .t_in = face.t, .t_out = face.t, .back = !face.front };
    hit.in = hit.out = core_out(&face.frame, v3d_scale(face.delta, face.t));
    hit.normal_in = hit.normal_out = core_direction(face.normal);
    hit.feature_in = hit.feature_out = face.where;
    return hit;
}

rim_line_hit3 rim_line3_cross_triangle(rim_line3 line, const rim_triangle *triangle)
{
    return rim_line3_cross_polygon3(line, core_triangle_polygon(triangle));
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

// --- round things -----------------------------------------------------------------------------------

// The line x + t d and what of it is inside; nothing while from > to.
typedef struct line3_transform
{
    vec3d  x, d;
    double dd; // |d|^2
    double from, to;
} line3_transform;

static void line3_widen(line3_transform *line, double from, double to)
{
    if (!(from <= to)) return;
    line->from = from < line->from ? from : line->from;
    line->to = to > line->to ? to : line->to;
}

// |x x d|^2 / dd is how far the line passes, squared, without the cancellation of x.x - (x.d)^2 / dd.
static void through_sphere(line3_transform *line, vec3d center, double r)
{
    vec3d  x = v3d_sub(line->x, center), m = v3d_cross(x, line->d);
    double rest = r * r * line->dd - v3d_length2(m);
    if (!(rest >= 0.0)) return;
    double at = -v3d_dot(x, line->d) / line->dd, half = sqrt(rest) / line->dd;
    line3_widen(line, at - half, at + half);
}

// The tube of radius r around the segment 0 .. u: |(x + t d) x u|^2 == r^2 |u|^2, between its ends' planes.
static void through_tube(line3_transform *line, vec3d u, double r)
{
    vec3d  n = v3d_cross(line->d, u), w = v3d_cross(line->x, u);
    double uu = v3d_length2(u), nn = v3d_length2(n);
    if (!(nn > CORE_PARALLEL * line->dd * uu)) return; // the spheres at the ends are all
    double rest = r * r * uu * nn - v3d_length2(v3d_cross(w, n));
    if (!(rest >= 0.0)) return;
    double from = (-v3d_dot(w, n) - sqrt(rest)) / nn, to = (-v3d_dot(w, n) + sqrt(rest)) / nn;
    double start = v3d_dot(line->x, u), slope = v3d_dot(line->d, u);
    if (slope == 0.0)
    {
        if (start < 0.0 || start > uu) return;
    }
    else
    {
        double a = -start / slope, b = (uu - start) / slope;
        double lo = a < b ? a : b, hi = a < b ? b : a;
        from = from > lo ? from : lo;
        to = to < hi ? to : hi;
    }
    line3_widen(line, from, to);
}

// The normal at a point of the surface, and the part of the axis it is closest to.
static rim_vec3 round_normal(const line3_transform *line, vec3d at, vec3d u, rim_feature *part,
                             double sign)
{
    double uu = v3d_length2(u), s = uu > 0.0 ? core_clamp(v3d_dot(at, u) / uu) : 0.0;
    vec3d  n = v3d_normalize(v3d_along(at, u, -s));
    *part = core_part(s);
    // Without a radius there is no surface: against the line then.
    if (!(v3d_length2(n) > 0.0)) n = v3d_scale(line->d, sign / sqrt(line->dd));
    return core_direction(n);
}

static rim_line_hit3 cross_round(rim_line3 line, rim_capsule c)
{
    core_frame frame = core_frame_at(c.a, reach_capsule(c) + reach_line(line));
    if (frame.scale == 0.0) return line3_no_hit();
    vec3d           u = core_in(&frame, c.b);
    double          r = c.radius * frame.scale;
    line3_transform in = { core_in(&frame, line.point),
                           v3d_scale(v3d_from(line.direction), frame.scale), 0.0, INFINITY,
                           -INFINITY };
    in.dd = v3d_length2(in.d);
    if (!(in.dd > 0.0)) return line3_no_hit();
    through_sphere(&in, v3d(0.0, 0.0, 0.0), r);
    if (v3d_length2(u) > 0.0)
    {
        through_sphere(&in, u, r);
        through_tube(&in, u, r);
    }
    if (!(in.from <= in.to)) return line3_no_hit();
    rim_line_hit3 hit = { .hit = true, .t_in = in.from, .t_out = in.to };
    vec3d         from = v3d_along(in.x, in.d, in.from), to = v3d_along(in.x, in.d, in.to);
    hit.in = core_out(&frame, from);
    hit.out = core_out(&frame, to);
    hit.normal_in = round_normal(&in, from, u, &hit.feature_in, -1.0);
    hit.normal_out = round_normal(&in, to, u, &hit.feature_out, 1.0);
    return hit;
}

rim_line_hit3 rim_line3_cross_sphere(rim_line3 line, rim_sphere sphere)
{
    rim_capsule capsule = { sphere.center, sphere.center, sphere.radius };
    return cross_round(line, capsule);
}

rim_line_hit3 rim_line3_cross_capsule(rim_line3 line, rim_capsule capsule)
{
    return cross_round(line, capsule);
}

// --- boxes ------------------------------------------------------------------------------------------

// The part of a line in a box, and the faces at its ends.
typedef struct box_span
{
    vec3d  x, d; // the line, in the box's frame
    double from, to;
    int    entered, left;
} box_span;

// Computes what is between the last of three pairs of planes that the line enters and the first that it leaves (Kay
// and Kajiya, "Ray Tracing Complex Scenes", 1986). Returns false if it passes beside the box.
static bool box_span_of(box_span *span, const box3_local *box, rim_line3 line)
{
    if (box->frame.scale == 0.0) return false;
    *span = (box_span){ .from = -INFINITY, .to = INFINITY };
    span->x = box3_local_in(box, line.point);
    span->d = box3_local_vector_in(box, line.direction);
    const double *lo = &box->lo.x, *hi = &box->hi.x, *px = &span->x.x, *pd = &span->d.x;
    for (int k = 0; k < 3; k++)
    {
        if (pd[k] == 0.0)
        {
            if (px[k] < lo[k] || px[k] > hi[k]) return false;
            continue;
        }
        int    back = pd[k] < 0.0;
        double in = ((back ? hi[k] : lo[k]) - px[k]) / pd[k];
        double out = ((back ? lo[k] : hi[k]) - px[k]) / pd[k];
        if (in > span->from) span->from = in, span->entered = 2 * k + back;
        if (out < span->to) span->to = out, span->left = 2 * k + !back;
    }
    return span->from <= span->to;
}

static rim_line_hit3 cross_box(rim_line3 line, const box3_local *box)
{
    box_span span;
    if (!box_span_of(&span, box, line) || span.from == -INFINITY) return line3_no_hit();
    rim_line_hit3 hit = { .hit = true, .t_in = span.from, .t_out = span.to };
    hit.in = box3_local_out(box, v3d_along(span.x, span.d, span.from));
    hit.out = box3_local_out(box, v3d_along(span.x, span.d, span.to));
    hit.normal_in = box3_local_direction(box, box3_local_face_normal(span.entered));
    hit.normal_out = box3_local_direction(box, box3_local_face_normal(span.left));
    hit.feature_in = core_feature(RIM_FEATURE_FACE, span.entered);
    hit.feature_out = core_feature(RIM_FEATURE_FACE, span.left);
    return hit;
}

rim_line_hit3 rim_line3_cross_box3(rim_line3 line, rim_box3 box)
{
    box3_local core = box3_local_of_box3(box, reach_box3(box) + reach_line(line));
    return cross_box(line, &core);
}

rim_line_hit3 rim_line3_cross_obox(rim_line3 line, rim_obox box)
{
    box3_local core = box3_local_of_obox(box, reach_obox(box) + reach_line(line));
    return cross_box(line, &core);
}

static rim_hit3 box_raycast(const box3_local *box, rim_line3 ray)
{
    box_span span;
    cast_hit best = { .fx = core_feature(RIM_FEATURE_VERTEX, 0) };
    double   depth = 0.0;
    if (!box_span_of(&span, box, ray)) return core_no_hit();
    core_touch start = core_touch_point_box(box, span.x);
    if (!cast_start(&best, &depth, &start, span.d, 0.0))
    {
        if (!(span.from >= 0.0 && span.from <= 1.0)) return core_no_hit();
        best.t = span.from;
        best.y = v3d_along(span.x, span.d, span.from);
        best.normal = box3_local_face_normal(span.entered);
        best.fy = core_feature(RIM_FEATURE_FACE, span.entered);
    }
    if (best.t == INFINITY) return core_no_hit();
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
    rim_line3  line = { ray.origin, ray.delta };
    box3_local core = box3_local_of_box3(box, reach_box3(box) + reach_line(line));
    return box_raycast(&core, line);
}

rim_hit3 rim_obox_raycast(rim_obox box, rim_ray3 ray)
{
    rim_line3  line = { ray.origin, ray.delta };
    box3_local core = box3_local_of_obox(box, reach_obox(box) + reach_line(line));
    return box_raycast(&core, line);
}

// --- points and polygons ----------------------------------------------------------------------------

static vec3d newell(rim_polygon3 polygon)
{
    if (polygon.count < 3) return v3d(0.0, 0.0, 0.0);
    core_frame frame = core_frame_at(polygon.points[0], reach_polygon(polygon));
    if (frame.scale == 0.0) return v3d(0.0, 0.0, 0.0);
    return core_face_of_polygon(&frame, polygon).normal;
}

rim_vec3 rim_polygon3_normal(rim_polygon3 polygon)
{
    return v3d_round(v3d_normalize(newell(polygon)));
}

typedef struct flat_point
{
    float x, y;
} flat_point;

// Drops the coordinate along which the normal is longest.
static flat_point flatten(rim_vec3 p, int axis)
{
    flat_point flat = { axis == 0 ? p.y : p.x, axis == 2 ? p.y : p.z };
    return flat;
}

// Is p, which is on the line through a and b, between them?
static bool polygon3_between(flat_point a, flat_point b, flat_point p)
{
    return (p.x - a.x) * (double)(p.x - b.x) <= 0.0 && (p.y - a.y) * (double)(p.y - b.y) <= 0.0;
}

// A half-line from the point along +x crosses the border an odd number of times if the point is inside.
// Edges are half-open, so that a corner on the half-line counts once.
rim_feature rim_polygon3_locate(rim_polygon3 polygon, rim_vec3 point)
{
    rim_feature where = { RIM_FEATURE_NONE, 0 };
    vec3d       normal = newell(polygon);
    if (!(v3d_length2(normal) > 0.0) || !float_is_finite(core_length1(point))) return where;
    double x = fabs(normal.x), y = fabs(normal.y), z = fabs(normal.z);
    int    axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;

    flat_point p = flatten(point, axis), a = flatten(polygon.points[0], axis);
    bool       inside = false;
    for (int i = 0; i < polygon.count; i++)
    {
        int        next = i + 1 < polygon.count ? i + 1 : 0;
        flat_point b = flatten(polygon.points[next], axis);
        if (p.x == a.x && p.y == a.y) return core_feature(RIM_FEATURE_VERTEX, i);
        int side = exact_orient2(a.x, a.y, b.x, b.y, p.x, p.y);
        if (side == 0 && !(p.x == b.x && p.y == b.y) && polygon3_between(a, b, p))
            where = core_feature(RIM_FEATURE_EDGE, i);
        if ((a.y <= p.y) != (b.y <= p.y) && (side > 0) == (b.y > a.y)) inside = !inside;
        a = b;
    }
    if (where.kind == RIM_FEATURE_NONE && inside) return core_feature(RIM_FEATURE_FACE, 0);
    return where;
}
