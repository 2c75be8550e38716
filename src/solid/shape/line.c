#include "rimcast/shape3_line.h"

#include "solid/shape/box.h"
#include "solid/shape/ray.h"
#include "solid/shape/closest.h"

static rim_line_hit3 line3_no_hit(void)
{
    rim_line_hit3 none = { .hit = false };
    return none;
}

static double reach_line(rim_line3 line)
{
    return core_length1(line.point) + core_length1(line.direction);
}

// --- faces ------------------------------------------------------------------------------------------

static rim_line_hit3 cross_face(rim_line3 line, const rim_vec3 *points, int count, double reach)
{
    ray_face face;
    if (!ray3_face(&face, points, count, line.point, line.direction, reach)) return line3_no_hit();
    rim_line_hit3 hit = { .hit = true, .t_in = face.t, .t_out = face.t, .back = !face.front };
    hit.in = hit.out = core_out(&face.frame, v3d_scale(face.delta, face.t));
    hit.normal_in = hit.normal_out = core_direction(face.normal);
    hit.feature_in = hit.feature_out = face.where;
    return hit;
}

rim_line_hit3 rim_line3_cross_triangle(rim_line3 line, const rim_triangle *triangle)
{
    rim_vec3 points[3] = { triangle->a, triangle->b, triangle->c };
    return cross_face(line, points, 3, reach_triangle(triangle));
}

rim_line_hit3 rim_line3_cross_polygon3(rim_line3 line, rim_polygon3 polygon)
{
    return cross_face(line, polygon.points, polygon.count, reach_polygon(polygon));
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
static void through_ball(line3_transform *line, vec3d center, double r)
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
    if (!(nn > CORE_PARALLEL * line->dd * uu)) return; // the balls at the ends tell it all
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
    through_ball(&in, v3d(0.0, 0.0, 0.0), r);
    if (v3d_length2(u) > 0.0)
    {
        through_ball(&in, u, r);
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

static rim_vec3 box_normal(const box3_local *box, int face)
{
    vec3d n = v3d(face >> 1 == 0, face >> 1 == 1, face >> 1 == 2);
    return box3_local_direction(box, v3d_scale(n, face & 1 ? 1.0 : -1.0));
}

// Between the last of three pairs of planes that the line enters and the first that it leaves (Kay and Kajiya,
// "Ray Tracing Complex Scenes", 1986).
static rim_line_hit3 cross_box(rim_line3 line, const box3_local *box)
{
    if (box->frame.scale == 0.0) return line3_no_hit();
    vec3d         x = box3_local_in(box, line.point), d = box3_local_turn_in(box, line.direction);
    const double *lo = &box->lo.x, *hi = &box->hi.x, *px = &x.x, *pd = &d.x;
    double        from = -INFINITY, to = INFINITY;
    int           entered = 0, left = 0;
    for (int k = 0; k < 3; k++)
    {
        if (pd[k] == 0.0)
        {
            if (px[k] < lo[k] || px[k] > hi[k]) return line3_no_hit();
            continue;
        }
        int    back = pd[k] < 0.0;
        double in = ((back ? hi[k] : lo[k]) - px[k]) / pd[k];
        double out = ((back ? lo[k] : hi[k]) - px[k]) / pd[k];
        if (in > from) from = in, entered = 2 * k + back;
        if (out < to) to = out, left = 2 * k + !back;
    }
    if (!(from <= to) || from == -INFINITY) return line3_no_hit();
    rim_line_hit3 hit = { .hit = true, .t_in = from, .t_out = to };
    hit.in = box3_local_out(box, v3d_along(x, d, from));
    hit.out = box3_local_out(box, v3d_along(x, d, to));
    hit.normal_in = box_normal(box, entered);
    hit.normal_out = box_normal(box, left);
    hit.feature_in = core_feature(RIM_FEATURE_FACE, entered);
    hit.feature_out = core_feature(RIM_FEATURE_FACE, left);
    return hit;
}

rim_line_hit3 rim_line3_cross_box3(rim_line3 line, rim_box3 box)
{
    box3_local core = box3_local_of_box3(box, reach_line(line));
    return cross_box(line, &core);
}

rim_line_hit3 rim_line3_cross_obox(rim_line3 line, rim_obox box)
{
    box3_local core = box3_local_of_obox(box, reach_line(line));
    return cross_box(line, &core);
}
