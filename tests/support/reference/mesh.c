// Reference kind of meshes: rays, first contacts, true contacts, slides.
#include "support/reference/run.h"
#include "support/support.h"

#include "rimcast/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void reference_mesh(reference_run *run, const reference_case *c);

enum
{
    MOST = 256
};

static rim_vec3 point_at(reference_run *run, char **words)
{
    return reference_point_at(run, reference_number(words[0]), reference_number(words[1]),
                              reference_number(words[2]));
}

static rim_vec3 vector_at(reference_run *run, char **words)
{
    return reference_vector_at(run, reference_number(words[0]), reference_number(words[1]),
                               reference_number(words[2]));
}

static vec3d direction_at(char **words)
{
    return v3d(reference_number(words[0]), reference_number(words[1]), reference_number(words[2]));
}

static bool listed(const char *list, int number)
{
    for (const char *at = list; at && *at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (atoi(at) == number) return true;
    return false;
}

// words: what is expected, from "hit", "graze" or "miss" on.
static void check_hit(reference_run *run, const rim_hit3 *hit, char **words, int count,
                      rim_vec3 delta)
{
    reference_answer(run, hit->t, 0);
    if (!strcmp(words[0], "miss"))
    {
        reference_check(run, !hit->hit && hit->t == 1.0f, "hit at %g", (double)hit->t);
        return;
    }
    // What passes where it grazes may hit something later.
    if (!strcmp(words[0], "graze") && (!hit->hit || hit->t > reference_number(words[1]) + 1e-3))
        return;
    if (!reference_check(run, hit->hit && !hit->start_overlap, "hit %d, overlap %d", hit->hit,
                         hit->start_overlap))
        return;
    reference_check_time(run, "t", hit->t, reference_number(words[1]), rim_vec3_length(delta));
    if (count < 5) return;
    if (!strcmp(words[2], "-"))
        reference_check(run, fabs((double)rim_vec3_length(hit->normal) - 1.0) < 1e-6,
                        "normal not unit");
    else
        reference_check_normal(run, "n", hit->normal, direction_at(words + 2), 0.05);
    if (count > 6)
        reference_check(run, listed(words[6], hit->item), "triangle %d, not %s", hit->item,
                        words[6]);
}

static void check_ray(reference_run *run, const rim_mesh *mesh, const reference_line *line)
{
    rim_ray3 ray = { point_at(run, line->words + 1), vector_at(run, line->words + 4) };
    REFERENCE_FROM(run, rim_mesh_raycast);
    rim_hit3 hit = rim_mesh_raycast(mesh, ray, RIM_SIDE_BOTH), all[MOST];
    check_hit(run, &hit, line->words + 7, line->count - 7, ray.delta);
    reference_check(run, rim_mesh_raycast_any(mesh, ray, RIM_SIDE_BOTH) == hit.hit,
                    "any says otherwise");
    int count = rim_mesh_raycast_all(mesh, ray, RIM_SIDE_BOTH, all, MOST);
    reference_check(run, (count > 0) == hit.hit && (!hit.hit || all[0].t == hit.t),
                    "all say otherwise");
}

// "sphere" and "slide": c v r and what is expected.
static void check_sphere(reference_run *run, const rim_mesh *mesh, const reference_line *line)
{
    rim_sphere sphere = { point_at(run, line->words + 1), 0.0f };
    rim_vec3   delta = vector_at(run, line->words + 4);
    sphere.radius = reference_length(run, reference_number(line->words[7]));
    reference_reach(run, sphere.center, delta);
    REFERENCE_FROM(run, rim_mesh_sweep);
    rim_hit3 hit =
        rim_mesh_sweep(mesh, &(rim_shape3){ .kind = RIM_SHAPE3_SPHERE, .sphere = sphere },
                       rim_xform3_identity(), delta, RIM_SIDE_BOTH);
    check_hit(run, &hit, line->words + 8, line->count - 8, delta);
}

static void check_capsule(reference_run *run, const rim_mesh *mesh, const reference_line *line)
{
    rim_capsule capsule = { point_at(run, line->words + 1), point_at(run, line->words + 4), 0.0f };
    rim_vec3    delta = vector_at(run, line->words + 7);
    capsule.radius = reference_length(run, reference_number(line->words[10]));
    reference_reach(run, capsule.a, delta);
    reference_reach(run, capsule.b, delta);
    REFERENCE_FROM(run, rim_mesh_sweep);
    rim_hit3 hit =
        rim_mesh_sweep(mesh, &(rim_shape3){ .kind = RIM_SHAPE3_CAPSULE, .capsule = capsule },
                       rim_xform3_identity(), delta, RIM_SIDE_BOTH);
    check_hit(run, &hit, line->words + 11, line->count - 11, delta);
}

// Each expected contact must be among those told, and no other.
static void check_contacts(reference_run *run, const rim_mesh *mesh, const reference_case *c,
                           int at)
{
    const reference_line *line = &c->lines[at];
    rim_sphere            sphere = { point_at(run, line->words + 1), 0.0f };
    sphere.radius = reference_length(run, reference_number(line->words[4]));
    int              expected = atoi(line->words[5]);
    rim_mesh_contact told[MOST];
    REFERENCE_FROM(run, rim_mesh_contacts);
    int count =
        rim_mesh_contacts(mesh, &(rim_shape3){ .kind = RIM_SHAPE3_SPHERE, .sphere = sphere },
                          rim_xform3_identity(), RIM_SIDE_BOTH, told, MOST);
    if (!reference_check(run, count == expected, "%d contacts, not %d", count, expected)) return;
    for (int i = 0; i < expected; i++)
    {
        char **words = c->lines[at + 1 + i].words;
        bool   any = !strcmp(words[5], "-");
        vec3d  n = direction_at(words + 5);
        int    best = 0;
        for (int k = 1; k < count; k++)
            if (v3d_dot(v3d_from(told[k].contact.normal), n) >
                v3d_dot(v3d_from(told[best].contact.normal), n))
                best = k;
        const rim_contact3 *found = &told[best].contact;
        vec3d               q = direction_at(words + 1);
        q = v3d_scale(v3d_add(q, v3d(run->shift, run->shift, run->shift)), run->scale);
        reference_check_point(run, "q", found->on_b, q);
        reference_check_length(run, "depth", found->depth, reference_number(words[4]) * run->scale);
        if (!any) reference_check_normal(run, "n", found->normal, n, 0.05);
    }
}

static void check_queries(reference_run *run, const rim_mesh *mesh, const reference_case *c)
{
    for (int i = 0; i < c->line_count; i++)
    {
        const reference_line *line = &c->lines[i];
        const char           *word = line->words[0];
        if (!strcmp(word, "ray"))
            check_ray(run, mesh, line);
        else if (!strcmp(word, "sphere") || !strcmp(word, "slide"))
            check_sphere(run, mesh, line);
        else if (!strcmp(word, "capsule"))
            check_capsule(run, mesh, line);
        else if (!strcmp(word, "contacts"))
            check_contacts(run, mesh, c, i);
    }
}

void reference_mesh(reference_run *run, const reference_case *c)
{
    rim_vec3 points[MOST];
    int      indices[3 * MOST], point_count = 0, count = 0;
    for (int i = 0; i < c->line_count; i++)
    {
        const reference_line *line = &c->lines[i];
        if (!strcmp(line->words[0], "v") && point_count < MOST)
            points[point_count++] = point_at(run, line->words + 1);
        if (!strcmp(line->words[0], "t") && count < MOST)
        {
            for (int k = 0; k < 3; k++) indices[3 * count + k] = atoi(line->words[1 + k]);
            count++;
        }
    }
    for (int form = 0; form < 2; form++)
    {
        rim_mesh_options options = { .form = (rim_mesh_form)form };
        rim_mesh        *mesh;
        rim_status status = rim_mesh_create(&mesh, points, point_count, indices, count, &options);
        if (!reference_check(run, status == RIM_OK, "%s", rim_status_text(status))) return;
        check_queries(run, mesh, c);
        rim_mesh_destroy(mesh);
    }
}
