// Reference kinds of rays, planes, points in polygons and boxes.
#include "support/pairs.h"
#include "support/reference/run.h"

#define REFERENCE_KIND(kind) reference_check_function reference_##kind;
#include "support/reference/kinds.h"
#undef REFERENCE_KIND

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MOST_CORNERS = 64
};

static rim_ray3 ray_of(reference_run *run, const reference_case *c)
{
    rim_ray3 ray;
    ray.origin = reference_point(run, c, "o");
    ray.delta = reference_vector(run, c, "d");
    reference_reach(run, ray.origin, ray.delta);
    return ray;
}

// "F", "E2", "V0"; anything that is not asked for is "-".
static bool same_feature(rim_feature feature, const char *text)
{
    if (text[0] == 'F') return feature.kind == RIM_FEATURE_FACE;
    rim_feature_kind kind = text[0] == 'E' ? RIM_FEATURE_EDGE : RIM_FEATURE_VERTEX;
    return feature.kind == kind && feature.index == atoi(text + 1);
}

// What rays against triangles and polygons have in common.
static void check_face_hit(reference_run *run, const reference_case *c, const rim_hit3 *hit,
                           rim_ray3 ray)
{
    const char *status = reference_cell(run, c, "status");
    bool        expected = !strcmp(status, "hit");
    reference_check(run, hit->hit == expected, "hit %d for %s", hit->hit, status);
    if (!expected || !hit->hit) return;
    double t = reference_value(run, c, "t");
    reference_check_time(run, "t", hit->t, t, rim_vec3_length(ray.delta));
    vec3d at = v3d_along(v3d_from(ray.origin), v3d_from(ray.delta), t);
    reference_check_point(run, "point", hit->point, at);
    reference_check(run, hit->back == (reference_value(run, c, "side") < 0.0), "back %d",
                    hit->back);
    const char *where = reference_cell(run, c, "where");
    reference_check(run, same_feature(hit->other, where), "at %d %d instead of %s", hit->other.kind,
                    hit->other.index, where);
}

void reference_ray_triangle(reference_run *run, const reference_case *c)
{
    rim_ray3     ray = ray_of(run, c);
    rim_triangle t;
    t.a = reference_point(run, c, "a");
    t.b = reference_point(run, c, "b");
    t.c = reference_point(run, c, "t");
    REFERENCE_FROM(run, rim_triangle_raycast);
    rim_hit3 hit = rim_triangle_raycast(&t, ray, RIM_SIDE_BOTH);
    check_face_hit(run, c, &hit, ray);
    rim_hit3 front = rim_triangle_raycast(&t, ray, RIM_SIDE_FRONT);
    reference_check(run, front.hit == (hit.hit && !hit.back), "front %d", front.hit);
}

void reference_ray_polygon(reference_run *run, const reference_case *c)
{
    rim_ray3     ray = ray_of(run, c);
    rim_vec3     points[MOST_CORNERS];
    rim_polygon3 polygon = { points, reference_points(run, reference_cell(run, c, "verts"), points,
                                                      MOST_CORNERS) };
    REFERENCE_FROM(run, rim_polygon3_raycast);
    rim_hit3 hit = rim_polygon3_raycast(polygon, ray, RIM_SIDE_BOTH);
    check_face_hit(run, c, &hit, ray);
}

void reference_point_polygon(reference_run *run, const reference_case *c)
{
    rim_vec3     points[MOST_CORNERS], p = reference_point(run, c, "p");
    rim_polygon3 polygon = { points, reference_points(run, reference_cell(run, c, "verts"), points,
                                                      MOST_CORNERS) };
    const char  *rel = reference_cell(run, c, "rel");
    static const char *const NAMES[] = { "out", "vertex", "edge", "in" };
    rim_feature              where = rim_polygon3_locate(polygon, p);
    reference_check(run, !strcmp(NAMES[where.kind], rel), "%s instead of %s", NAMES[where.kind],
                    rel);
}

// The plane as the file gives it: its normal is not unit.
static rim_plane plane_of(reference_run *run, const reference_case *c)
{
    vec3d     n = reference_direction(run, c, "n");
    double    offset = reference_value(run, c, "w") + run->shift * (n.x + n.y + n.z);
    rim_plane plane = { v3d_round(n), (float)(offset * run->scale) };
    if (plane.offset != offset * run->scale) run->inexact = true;
    return plane;
}

void reference_segment_plane(reference_run *run, const reference_case *c)
{
    rim_segment3 segment;
    segment.a = reference_point(run, c, "p");
    segment.b = reference_point(run, c, "q");
    REFERENCE_FROM(run, rim_segment3_cross_plane);
    rim_plane_crossing crossing = rim_segment3_cross_plane(segment, plane_of(run, c));

    static const char *const NAMES[] = { "same_side", "cross",    "touch_p",
                                         "touch_q",   "parallel", "in_plane" };
    const char              *status = reference_cell(run, c, "status");
    reference_check(run, !strcmp(NAMES[crossing.kind], status), "%s instead of %s",
                    NAMES[crossing.kind], status);
    reference_check_length(run, "dp", crossing.distance_a,
                           reference_value(run, c, "dp") * run->scale);
    reference_check_length(run, "dq", crossing.distance_b,
                           reference_value(run, c, "dq") * run->scale);
    double t = reference_value(run, c, "t");
    if (isnan(t)) return;
    reference_check_time(run, "t", (float)crossing.t, t,
                         v3d_length(v3d_sub(v3d_from(segment.b), v3d_from(segment.a))));
    reference_check_point(run, "x", crossing.point, reference_expected_point(run, c, "x"));
}

// depth along normal, or nothing, against the columns <name>x, y, z.
static void check_push(reference_run *run, const reference_case *c, const char *name,
                       const rim_contact3 *contact)
{
    rim_vec3 push = rim_vec3_scale(contact->normal, contact->hit ? contact->depth : 0.0f);
    vec3d    expected;
    char     column[16];
    double  *part[3] = { &expected.x, &expected.y, &expected.z };
    for (int i = 0; i < 3; i++)
    {
        strcpy(column, name);
        column[4] = "xyz"[i];
        column[5] = name[4];
        column[6] = 0;
        *part[i] = reference_value(run, c, column) * run->scale;
    }
    reference_check_point(run, name, push, expected);
}

void reference_sphere_plane(reference_run *run, const reference_case *c)
{
    rim_sphere s;
    s.center = reference_point(run, c, "c");
    s.radius = reference_length(run, reference_value(run, c, "r"));
    rim_plane plane = plane_of(run, c);
    double    dist = reference_value(run, c, "dist") * run->scale;
    const char *class = reference_cell(run, c, "cls");
    REFERENCE_FROM(run, rim_shape3_contact);
    // Cut by the plane itself: in contact with the half-spaces on both sides.
    rim_plane    under = { rim_vec3_negate(plane.normal), -plane.offset };
    rim_contact3 none = { .hit = false };
    rim_contact3 one = sphere_contact_plane(s, plane), back = sphere_contact_plane(s, under);
    if (!one.hit || !back.hit) one = back = none;
    rim_contact3 two = back.depth < one.depth ? back : one;
    if (strncmp(class, "touch", 5) != 0)
    {
        bool cut = !strcmp(class, "intersects");
        reference_check(run, one.hit == cut && two.hit == cut, "hit %d %d for %s", one.hit, two.hit,
                        class);
        check_push(run, c, "push1", &one);
        check_push(run, c, "push2", &two);
    }
    REFERENCE_FROM(run, rim_shape3_distance);
    rim_distance3 d = sphere_distance_plane(s, plane);
    double        gap = dist - s.radius;
    reference_check_length(run, "distance", d.distance, gap > 0.0 ? gap : 0.0);
    REFERENCE_FROM(run, rim_shape3_contact);
    rim_contact3 solid = sphere_contact_plane(s, plane);
    if (solid.hit) reference_check_length(run, "depth", solid.depth, gap < 0.0 ? -gap : 0.0);
}

// "a,b,c,...": lengths or coordinates.
static int numbers(const char *text, double *out, int capacity)
{
    int count = 0;
    while (*text && count < capacity)
    {
        char *end;
        out[count++] = strtod(text, &end);
        text = *end ? end + 1 : end;
    }
    return count;
}

static rim_hit3 cast_at_solid(reference_run *run, const reference_case *c, rim_ray3 ray)
{
    double      p[8] = { 0.0 };
    const char *shape = reference_cell(run, c, "shape");
    numbers(reference_cell(run, c, "params"), p, 8);
    if (!strcmp(shape, "sphere"))
    {
        rim_sphere s = { reference_point_at(run, p[0], p[1], p[2]), reference_length(run, p[3]) };
        REFERENCE_FROM(run, rim_shape3_raycast);
        return sphere_raycast(s, ray);
    }
    if (!strcmp(shape, "halfspace"))
    {
        double    offset = (p[3] + run->shift * (p[0] + p[1] + p[2])) * run->scale;
        rim_plane plane = { rim_vec3_make((float)p[0], (float)p[1], (float)p[2]), (float)offset };
        if (plane.offset != offset) run->inexact = true;
        REFERENCE_FROM(run, rim_shape3_raycast);
        return plane_raycast(plane, ray);
    }
    rim_vec3 a = reference_point_at(run, p[0], p[1], p[2]);
    rim_vec3 b = reference_point_at(run, p[3], p[4], p[5]);
    if (!strcmp(shape, "capsule"))
    {
        rim_capsule capsule = { a, b, reference_length(run, p[6]) };
        REFERENCE_FROM(run, rim_shape3_raycast);
        return capsule_raycast(capsule, ray);
    }
    reference_check(run, !strcmp(shape, "aabb"), "shape %s", shape);
    rim_box3 box = { a, b };
    REFERENCE_FROM(run, rim_shape3_raycast);
    rim_hit3 hit = box3_raycast(box, ray), other = obox_raycast(obox_of_box3(box), ray);
    if (strcmp(reference_cell(run, c, "status"), "graze") != 0 &&
        strcmp(reference_cell(run, c, "status"), "on") != 0 && run->shift == 0.0)
        reference_check(run, hit.hit == other.hit && fabsf(hit.t - other.t) < 1e-5f,
                        "as rim_box3 %d %g, as rim_obox %d %g", hit.hit, (double)hit.t, other.hit,
                        (double)other.t);
    return hit;
}

void reference_ray_solid(reference_run *run, const reference_case *c)
{
    rim_ray3    ray = ray_of(run, c);
    rim_hit3    hit = cast_at_solid(run, c, ray);
    const char *status = reference_cell(run, c, "status");
    if (!strcmp(status, "miss")) reference_check(run, !hit.hit, "hit at %g", (double)hit.t);
    if (!strcmp(status, "inside"))
        reference_check(run, hit.hit && hit.start_overlap && hit.t == 0.0f, "inside: %d %d",
                        hit.hit, hit.start_overlap);
    if (strcmp(status, "hit") != 0) return;
    if (!reference_check(run, hit.hit && !hit.start_overlap, "missed")) return;
    reference_check_time(run, "t", hit.t, reference_value(run, c, "t"), rim_vec3_length(ray.delta));
    vec3d n = reference_direction(run, c, "n");
    if (!isnan(n.x)) reference_check_normal(run, "n", hit.normal, n, 0.05);
}

void reference_aabb_triangle(reference_run *run, const reference_case *c)
{
    rim_box3 box;
    box.lo = reference_point(run, c, "lo");
    box.hi = reference_point(run, c, "hi");
    rim_triangle t;
    t.a = reference_point(run, c, "a");
    t.b = reference_point(run, c, "b");
    t.c = reference_point(run, c, "t");
    const char *rel = reference_cell(run, c, "rel");
    if (!strcmp(rel, "touch")) return;
    bool overlaps = box3_overlaps_triangle(box, &t);
    reference_check(run, overlaps == !strcmp(rel, "overlap"), "overlaps %d for %s", overlaps, rel);
    if (run->shift == 0.0)
        reference_check(run, overlaps == obox_overlaps_triangle(obox_of_box3(box), &t),
                        "an rim_obox says otherwise");
}
