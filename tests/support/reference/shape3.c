// Reference kinds of points, segments, planes and rays.
#include "support/pairs.h"
#include "support/reference/run.h"

#define REFERENCE_KIND(kind) reference_check_function reference_##kind;
#include "support/reference/kinds.h"
#undef REFERENCE_KIND

#include "rimcast/vec3.h"

#include <math.h>
#include <string.h>

void reference_point_segment(reference_run *run, const reference_case *c)
{
    rim_vec3     p = reference_point(run, c, "p");
    rim_segment3 segment;
    segment.a = reference_point(run, c, "a");
    segment.b = reference_point(run, c, "b");

    REFERENCE_FROM(run, rim_segment3_closest);
    rim_on_segment3 on = rim_segment3_closest(segment, p);
    reference_check_point(run, "q", on.point, reference_expected_point(run, c, "q"));
    reference_check_length(run, "d", on.distance, reference_value(run, c, "d") * run->scale);
    double span = v3d_length(v3d_sub(v3d_from(segment.b), v3d_from(segment.a)));
    reference_check_time(run, "t", on.t, reference_value(run, c, "t_q"), span);
}

// --- features ---------------------------------------------------------------------------------------

// "F", "E2", "V0". A decision on the border may fall either way: then the neighbours are as good.
static bool same_feature(rim_feature feature, const char *text)
{
    if (text[0] == 'F') return feature.kind == RIM_FEATURE_FACE;
    rim_feature_kind kind = text[0] == 'E' ? RIM_FEATURE_EDGE : RIM_FEATURE_VERTEX;
    return feature.kind == kind && feature.index == text[1] - '0';
}

static rim_triangle triangle_of(reference_run *run, const reference_case *c)
{
    rim_triangle t;
    t.a = reference_point(run, c, "a");
    t.b = reference_point(run, c, "b");
    t.c = reference_point(run, c, "t");
    return t;
}

// --- at rest ----------------------------------------------------------------------------------------

void reference_segment_segment(reference_run *run, const reference_case *c)
{
    rim_segment3 a, b;
    a.a = reference_point(run, c, "a");
    a.b = reference_point(run, c, "b");
    b.a = reference_point(run, c, "c");
    b.b = reference_point(run, c, "e");
    REFERENCE_FROM(run, rim_shape3_distance);
    rim_distance3 d = segment3_distance_segment3(a, b);
    reference_check_length(run, "d", d.distance, reference_value(run, c, "d") * run->scale);
    if (reference_value(run, c, "unique") == 1.0)
    {
        reference_check_point(run, "p", d.on_a, reference_expected_point(run, c, "p"));
        reference_check_point(run, "q", d.on_b, reference_expected_point(run, c, "q"));
    }
    reference_check(run, fabs((double)rim_vec3_length(d.normal) - 1.0) < 1e-6, "normal not unit");
}

void reference_sphere_triangle(reference_run *run, const reference_case *c)
{
    rim_sphere s;
    s.center = reference_point(run, c, "c");
    s.radius = reference_length(run, reference_value(run, c, "r"));
    rim_triangle t = triangle_of(run, c);
    REFERENCE_FROM(run, rim_sphere_distance_triangle);
    rim_distance3 d = rim_sphere_distance_triangle((rim_sphere){ s.center, 0.0f }, &t);
    double        distance = reference_value(run, c, "d");
    reference_check_length(run, "d", d.distance, distance * run->scale);
    reference_check_point(run, "q", d.on_b, reference_expected_point(run, c, "q"));
    if (distance > 0.0)
        reference_check_normal(run, "n", d.normal, reference_direction(run, c, "n"), 0.05);
    // On a triangle folded into a segment, edges lie on each other.
    reference_check(run,
                    !strcmp(c->tag, "degenerate") ||
                        same_feature(d.feature_b, reference_cell(run, c, "feature")),
                    "feature %d %d instead of %s", d.feature_b.kind, d.feature_b.index,
                    reference_cell(run, c, "feature"));

    double      gap = reference_value(run, c, "sep") * run->scale;
    const char *rel = reference_cell(run, c, "rel");
    REFERENCE_FROM(run, rim_sphere_contact_triangle);
    rim_contact3 contact = rim_sphere_contact_triangle(s, &t);
    if (strcmp(rel, "touch") != 0) reference_check(run, contact.hit == (gap < 0.0), "hit");
    if (contact.hit) reference_check_length(run, "depth", contact.depth, gap < 0.0 ? -gap : 0.0);
    if (contact.hit && distance > 0.0)
        reference_check_normal(run, "way", contact.normal, reference_direction(run, c, "n"), 0.05);
    REFERENCE_FROM(run, rim_sphere_distance_triangle);
    d = rim_sphere_distance_triangle(s, &t);
    reference_check_length(run, "gap", d.distance, gap > 0.0 ? gap : 0.0);
}

void reference_capsule_triangle(reference_run *run, const reference_case *c)
{
    rim_capsule capsule;
    capsule.a = reference_point(run, c, "p");
    capsule.b = reference_point(run, c, "q");
    capsule.radius = reference_length(run, reference_value(run, c, "r"));
    rim_triangle t = triangle_of(run, c);
    rim_capsule  axis = { capsule.a, capsule.b, 0.0f };
    REFERENCE_FROM(run, rim_capsule_distance_triangle);
    rim_distance3 d = rim_capsule_distance_triangle(axis, &t);
    double        distance = reference_value(run, c, "d");
    reference_check_length(run, "d", d.distance, distance * run->scale);
    if (reference_value(run, c, "unique") == 1.0)
    {
        reference_check_point(run, "x", d.on_a, reference_expected_point(run, c, "x"));
        reference_check_point(run, "y", d.on_b, reference_expected_point(run, c, "y"));
        const char *kinds = reference_cell(run, c, "kinds");
        reference_check(run, strchr(kinds, "-ABCDEX"[d.letter]) != NULL, "case %c instead of %s",
                        "-ABCDEX"[d.letter], kinds);
    }
    double gap = reference_value(run, c, "sep") * run->scale;
    REFERENCE_FROM(run, rim_capsule_contact_triangle);
    rim_contact3 contact = rim_capsule_contact_triangle(capsule, &t);
    if (strcmp(reference_cell(run, c, "rel"), "touch") != 0)
        reference_check(run, contact.hit == (gap < 0.0), "hit %d", contact.hit);
    if (contact.hit && distance > 0.0)
        reference_check_length(run, "depth", contact.depth, gap < 0.0 ? -gap : 0.0);
    if (contact.hit && distance == 0.0)
        reference_check(run, contact.depth >= capsule.radius, "depth %g below the radius",
                        (double)contact.depth);
}
