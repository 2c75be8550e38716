// Reference kinds of moving spheres and capsules.
#include "support/pairs.h"
#include "support/reference/run.h"

#define REFERENCE_KIND(kind) reference_check_function reference_##kind;
#include "support/reference/kinds.h"
#undef REFERENCE_KIND

#include <math.h>
#include <string.h>

// What must hold for every answer, and whether the status leaves a choice. True if the answer is a hit
// on the way whose time and normal are to be compared.
static bool check_status(reference_run *run, const char *status, const rim_hit3 *hit)
{
    reference_check(run, hit->t >= 0.0f && hit->t <= 1.0f, "t = %g", (double)hit->t);
    if (hit->hit)
        reference_check(run, fabs((double)rim_vec3_length(hit->normal) - 1.0) < 1e-6,
                        "normal not unit");
    if (!strcmp(status, "miss"))
        reference_check(run, !hit->hit && hit->t == 1.0f, "hit at %g", (double)hit->t);
    else if (!strcmp(status, "overlap"))
        reference_check(run, hit->hit && hit->start_overlap && hit->t == 0.0f && hit->depth > 0.0f,
                        "hit %d, overlap %d, t %g, depth %g", hit->hit, hit->start_overlap,
                        (double)hit->t, (double)hit->depth);
    else if (!strcmp(status, "touch0_recede") || !strcmp(status, "touch0_tangent"))
        reference_check(run, !hit->hit, "blocked at the start");
    else if (!strcmp(status, "touch0_approach"))
        reference_check(run, hit->hit && hit->t <= 1e-6f, "passes from touching");
    else if (!strcmp(status, "hit"))
        return reference_check(run, hit->hit && !hit->start_overlap, "hit %d, overlap %d", hit->hit,
                               hit->start_overlap);
    else if (!strcmp(status, "graze") || !strcmp(status, "end"))
        return hit->hit;
    else if (strcmp(status, "touch0") != 0)
        reference_check(run, false, "status %s", status);
    return false;
}

void reference_sphere_triangle_sweep(reference_run *run, const reference_case *c)
{
    rim_sphere s;
    s.center = reference_point(run, c, "c");
    s.radius = reference_length(run, reference_value(run, c, "r"));
    rim_vec3     v = reference_vector(run, c, "v");
    rim_triangle t;
    t.a = reference_point(run, c, "a");
    t.b = reference_point(run, c, "b");
    t.c = reference_point(run, c, "t");
    reference_reach(run, s.center, v);

    REFERENCE_FROM(run, rim_sphere_sweep_triangle);
    rim_hit3    hit = rim_sphere_sweep_triangle(s, v, &t, RIM_SIDE_BOTH);
    const char *status = reference_cell(run, c, "status");
    if (!check_status(run, status, &hit)) return;
    reference_check_time(run, "t", hit.t, reference_value(run, c, "toi"), rim_vec3_length(v));
    reference_check_point(run, "p", hit.point, reference_expected_point(run, c, "p"));
    reference_check_normal(run, "n", hit.normal, reference_direction(run, c, "n"), 0.05);
}

// The inside of a face or an edge may claim what happens on its border, where the normals are the same
// as well; in the cases made for a letter, only that letter will do.
static bool at_border(const rim_hit3 *hit, const char *tag)
{
    vec3d n = v3d_cross(v3d_from(hit->normal), v3d_from(hit->face_normal));
    if (tag[0] <= 'E' && tag[1] == '_') return false;
    return hit->letter == RIM_CASE_B || (hit->letter == RIM_CASE_A && v3d_length(n) < 1e-5);
}

void reference_capsule_triangle_sweep(reference_run *run, const reference_case *c)
{
    rim_capsule a;
    a.a = reference_point(run, c, "p");
    a.b = reference_point(run, c, "q");
    a.radius = reference_length(run, reference_value(run, c, "r"));
    rim_vec3     v = reference_vector(run, c, "v");
    rim_triangle t;
    t.a = reference_point(run, c, "a");
    t.b = reference_point(run, c, "b");
    t.c = reference_point(run, c, "t");
    reference_reach(run, a.a, v);
    reference_reach(run, a.b, v);

    REFERENCE_FROM(run, rim_capsule_sweep_triangle);
    rim_hit3    hit = rim_capsule_sweep_triangle(a, v, &t, RIM_SIDE_BOTH);
    const char *status = reference_cell(run, c, "status");
    if (!check_status(run, status, &hit)) return;
    reference_check_time(run, "t", hit.t, reference_value(run, c, "toi"), rim_vec3_length(v));
    reference_check_normal(run, "n", hit.normal, reference_direction(run, c, "n"), 0.05);
    if (reference_value(run, c, "unique") != 1.0) return;
    reference_check_point(run, "x", hit.point, reference_expected_point(run, c, "x"));
    const char *kind = reference_cell(run, c, "kind");
    reference_check(run, "-ABCDEX"[hit.letter] == kind[0] || at_border(&hit, c->tag),
                    "case %c instead of %s", "-ABCDEX"[hit.letter], kind);
}

void reference_round_sweep(reference_run *run, const reference_case *c)
{
    rim_capsule a, b;
    a.a = reference_point(run, c, "a");
    a.b = reference_point(run, c, "b");
    a.radius = reference_length(run, reference_value(run, c, "ra"));
    rim_vec3 v = reference_vector(run, c, "v");
    b.a = reference_point(run, c, "c");
    b.b = reference_point(run, c, "e");
    b.radius = reference_length(run, reference_value(run, c, "rb"));
    reference_reach(run, a.a, v);
    reference_reach(run, a.b, v);

    REFERENCE_FROM(run, rim_shape3_sweep);
    rim_hit3 hit = capsule_sweep_capsule(a, v, b);
    if (!check_status(run, reference_cell(run, c, "status"), &hit)) return;
    reference_check_time(run, "t", hit.t, reference_value(run, c, "toi"), rim_vec3_length(v));
    reference_check_normal(run, "n", hit.normal, reference_direction(run, c, "n"), 0.05);
}
