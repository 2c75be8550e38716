/* Rimcast's solid half by its public headers alone.
   Contestants:
     rimcast           everything; hull_penetration is the depth alone (one witness point, np = 1)
     rimcast_manifold  hull_penetration with rim_convex_manifold (up to four points)
     rimcast_compact   the mesh rows with RIM_MESH_COMPACT
   h3_pose, h3_cap, h3_tri, h3_box and h3_v3 lie in memory as Rimcast's own structs do (checked below), so they are
   looked at where they are; spheres and rays are made on the way. */
#include "h3d.h"

#include "rimcast/solid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAME(ours, theirs) _Static_assert(sizeof(ours) == sizeof(theirs), #ours " is " #theirs)
SAME(h3_v3, rim_vec3);
SAME(h3_pose, rim_xform3);
SAME(h3_cap, rim_capsule);
SAME(h3_tri, rim_triangle);
SAME(h3_box, rim_box3);
_Static_assert(offsetof(h3_pose, q) == offsetof(rim_xform3, rotation), "pose");
_Static_assert(offsetof(rim_quat, w) == 3 * sizeof(float), "w last");
_Static_assert(offsetof(h3_cap, r) == offsetof(rim_capsule, radius), "capsule");
_Static_assert(offsetof(h3_box, hi) == offsetof(rim_box3, hi), "box");
_Static_assert(offsetof(rim_triangle, c) == 2 * sizeof(rim_vec3), "triangle");

static rim_vec3 r3(h3_v3 v)
{
    return rim_vec3_make(v.x, v.y, v.z);
}

static h3_v3 h3(rim_vec3 v)
{
    h3_v3 o = { v.x, v.y, v.z };
    return o;
}

static h3_v3 h3_turned(rim_vec3 v)
{
    h3_v3 o = { -v.x, -v.y, -v.z };
    return o;
}

/* Poses, capsules and boxes where they lie, to be copied once into an argument, as a game's own are. If a function
   returned them, they would be copied twice, and the second copy waits for the first one. */
static const rim_xform3 *pose_of(const h3_pose *p)
{
    return (const rim_xform3 *)p;
}

static const rim_xform3 UNMOVED = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f, 1.0f } };

static const rim_capsule *capsule_of(const h3_cap *c)
{
    return (const rim_capsule *)c;
}

static const rim_box3 *box_of(const h3_box *b)
{
    return (const rim_box3 *)b;
}

static int is_sphere(const h3_cap *c)
{
    return c->a.x == c->b.x && c->a.y == c->b.y && c->a.z == c->b.z;
}

static rim_sphere sphere_of(const h3_cap *c)
{
    rim_sphere s = { r3(c->a), c->r };
    return s;
}

/* --- hulls ------------------------------------------------------------------------------------------------ */

typedef struct
{
    rim_hull  *hull;
    rim_convex view; /* made once, as Box3D's adapter keeps its proxy */
} body;

static void *hull_create(const h3_hull *h)
{
    body *x = calloc(1, sizeof *x);
    if (!x || rim_hull_create(&x->hull, (const rim_vec3 *)h->v, h->nv, NULL))
    {
        free(x);
        return NULL;
    }
    x->view = rim_hull_convex(x->hull);
    return x;
}

static void hull_destroy(void *p)
{
    body *x = p;
    rim_hull_destroy(x->hull);
    free(x);
}

static void put_distance(const rim_distance3 *d, h3_dist *out)
{
    out->dist = d->distance;
    out->a = h3(d->on_a);
    out->b = h3(d->on_b);
}

static void hull_distance(void *const *A, void *const *B, const h3_pose *pa, const h3_pose *pb,
                          int n, h3_dist *out)
{
    for (int i = 0; i < n; i++)
    {
        const body   *a = A[i], *b = B[i];
        rim_distance3 d =
            rim_convex_distance(a->view, *pose_of(pa + i), b->view, *pose_of(pb + i), NULL);
        put_distance(&d, out + i);
    }
}

static void hull_distance_warm(void *A, void *B, const h3_pose *pa, const h3_pose *pb, int ns,
                               h3_dist *out)
{
    const body *a = A, *b = B;
    rim_warm    warm = { 0 };
    for (int i = 0; i < ns; i++)
    {
        rim_distance3 d =
            rim_convex_distance(a->view, *pose_of(pa + i), b->view, *pose_of(pb + i), &warm);
        put_distance(&d, out + i);
    }
}

/* Moving a by depth * normal parts them; so does moving B by -depth * normal. */
static void hull_penetration(void *const *A, void *const *B, const h3_pose *pa, const h3_pose *pb,
                             int n, h3_pen *out)
{
    for (int i = 0; i < n; i++)
    {
        const body  *a = A[i], *b = B[i];
        rim_contact3 c =
            rim_convex_contact(a->view, *pose_of(pa + i), b->view, *pose_of(pb + i), NULL);
        out[i].hit = c.hit;
        out[i].depth = c.depth;
        out[i].n = h3_turned(c.normal);
        out[i].np = c.hit;
    }
}

static void hull_manifold(void *const *A, void *const *B, const h3_pose *pa, const h3_pose *pb,
                          int n, h3_pen *out)
{
    for (int i = 0; i < n; i++)
    {
        const body   *a = A[i], *b = B[i];
        rim_manifold3 m =
            rim_convex_manifold(a->view, *pose_of(pa + i), b->view, *pose_of(pb + i), NULL, NULL);
        float depth = 0.0f;
        for (int k = 0; k < m.count; k++)
            depth = m.points[k].depth > depth ? m.points[k].depth : depth;
        out[i].hit = m.count > 0;
        out[i].depth = depth;
        out[i].n = h3_turned(m.normal);
        out[i].np = m.count;
    }
}

static void hull_volume(void *const *A, void *const *B, const h3_pose *pa, const h3_pose *pb, int n,
                        h3_vol *out)
{
    static rim_clip *clip; /* kept for the whole run */
    if (!clip && rim_clip_create(&clip, NULL)) return;
    for (int i = 0; i < n; i++)
    {
        const body *a = A[i], *b = B[i];
        out[i].vol = -1.0;
        if (rim_hull_clip(clip, a->hull, *pose_of(pa + i), b->hull, *pose_of(pb + i))) continue;
        out[i].vol = rim_clip_volume(clip);
        rim_clip_centroid(clip, out[i].c);
    }
}

/* --- one triangle ------------------------------------------------------------------------------------------ */

static void tri_distance(const h3_cap *c, const h3_tri *t, int n, h3_dist *out)
{
    for (int i = 0; i < n; i++)
    {
        const rim_triangle *face = (const rim_triangle *)(t + i);
        if (is_sphere(c + i))
            out[i].dist = rim_sphere_distance_triangle(sphere_of(c + i), face).distance;
        else
            out[i].dist = rim_capsule_distance_triangle(*capsule_of(c + i), face).distance;
    }
}

static void put_hit(const rim_hit3 *hit, h3_hit *out)
{
    out->hit = hit->hit;
    out->t = hit->t;
    out->n = h3(hit->normal);
    out->tri = hit->hit ? hit->item : -1;
}

static void tri_sweep(const h3_sweep *s, const h3_tri *t, int n, h3_hit *out)
{
    for (int i = 0; i < n; i++)
    {
        const rim_triangle *face = (const rim_triangle *)(t + i);
        rim_vec3            d = r3(s[i].d);
        rim_hit3            hit =
            is_sphere(&s[i].c)
                           ? rim_sphere_sweep_triangle(sphere_of(&s[i].c), d, face, RIM_SIDE_BOTH)
                           : rim_capsule_sweep_triangle(*capsule_of(&s[i].c), d, face, RIM_SIDE_BOTH);
        put_hit(&hit, out + i);
    }
}

/* --- meshes ------------------------------------------------------------------------------------------------ */

static void *mesh_make(const h3_mesh *m, size_t *bytes, rim_mesh_form form)
{
    rim_mesh_options options = { 0 };
    rim_mesh        *mesh;
    options.form = form;
    if (rim_mesh_create(&mesh, (const rim_vec3 *)m->v, m->nv, m->idx, m->nt, &options)) return NULL;
    *bytes = rim_mesh_read(mesh).bytes;
    return mesh;
}

static void *mesh_create(const h3_mesh *m, size_t *bytes)
{
    return mesh_make(m, bytes, RIM_MESH_FAST);
}

static void *mesh_create_compact(const h3_mesh *m, size_t *bytes)
{
    return mesh_make(m, bytes, RIM_MESH_COMPACT);
}

static void mesh_destroy(void *p)
{
    rim_mesh_destroy(p);
}

static void mesh_ray(void *p, const h3_ray *r, int n, h3_hit *out)
{
    for (int i = 0; i < n; i++)
    {
        rim_ray3 ray = { r3(r[i].o), rim_vec3_scale(r3(r[i].d), r[i].tmax) };
        rim_hit3 hit = rim_mesh_raycast(p, ray, RIM_SIDE_BOTH);
        put_hit(&hit, out + i);
        out[i].t = hit.t * r[i].tmax;
    }
}

static void mesh_box(void *p, const h3_box *q, int n, h3_list *out)
{
    for (int i = 0; i < n; i++)
        out[i].n = rim_mesh_gather(p, *box_of(q + i), out[i].tri, NULL, H3_CAP);
}

static void mesh_sphere(void *p, const h3_cap *q, int n, h3_list *out)
{
    for (int i = 0; i < n; i++)
    {
        rim_shape3 ball = (rim_shape3){ RIM_SHAPE3_SPHERE, .sphere = sphere_of(q + i) };
        out[i].n = rim_mesh_overlaps(p, &ball, UNMOVED, out[i].tri, H3_CAP);
    }
}

static void mesh_capsule(void *p, const h3_cap *q, int n, h3_list *out)
{
    for (int i = 0; i < n; i++)
    {
        rim_shape3 rod = (rim_shape3){ RIM_SHAPE3_CAPSULE, .capsule = *capsule_of(q + i) };
        out[i].n = rim_mesh_overlaps(p, &rod, UNMOVED, out[i].tri, H3_CAP);
    }
}

static void mesh_sweep(void *p, const h3_sweep *s, int n, h3_hit *out)
{
    for (int i = 0; i < n; i++)
    {
        rim_shape3 mover =
            is_sphere(&s[i].c)
                ? (rim_shape3){ RIM_SHAPE3_SPHERE, .sphere = sphere_of(&s[i].c) }
                : (rim_shape3){ RIM_SHAPE3_CAPSULE, .capsule = *capsule_of(&s[i].c) };
        rim_hit3 hit = rim_mesh_sweep(p, &mover, UNMOVED, r3(s[i].d), RIM_SIDE_BOTH);
        put_hit(&hit, out + i);
    }
}

/* --- characters -------------------------------------------------------------------------------------------- */

typedef struct
{
    rim_mesh      *mesh;
    rim_world3     world;
    rim_character *walkers;
    int            count;
    float          half; /* from the foot to the centre */
} walkers;

static void *char_create(const h3_mesh *m, const h3_charpar *k, int n, const h3_v3 *start)
{
    size_t   bytes;
    walkers *x = calloc(1, sizeof *x);
    x->mesh = mesh_create(m, &bytes);
    x->world = rim_mesh_world(x->mesh);
    x->walkers = calloc((size_t)n, sizeof *x->walkers);
    x->count = n;
    x->half = k->half_seg + k->radius;
    for (int i = 0; i < n; i++)
    {
        rim_vec3 foot = r3(start[i]);
        foot.y -= x->half;
        rim_character c = rim_character_capsule(foot, k->radius, 2.0f * x->half);
        c.step = k->step;
        c.slope = k->slope_deg * 0.017453293f;
        c.gravity = k->gravity;
        x->walkers[i] = c; /* skin: the library's own, radius / 256 */
    }
    return x;
}

static void char_step(void *p, const h3_v3 *wish, float dt)
{
    walkers *x = p;
    for (int i = 0; i < x->count; i++)
        rim_character_step(x->walkers + i, x->world, r3(wish[i]), dt);
}

static void char_get(void *p, h3_v3 *centre)
{
    const walkers *x = p;
    for (int i = 0; i < x->count; i++)
    {
        centre[i] = h3(x->walkers[i].position);
        centre[i].y += x->half;
    }
}

static void char_destroy(void *p)
{
    walkers *x = p;
    rim_mesh_destroy(x->mesh);
    free(x->walkers);
    free(x);
}

/* --- boxes and balls that fall ------------------------------------------------------------------------------- */

typedef struct
{
    rim_bodies *world;
    int         count;
} heap;

static void *rb_create(int n, const h3_pose *start, const h3_v3 *vel, int spheres)
{
    rim_bodies_options options = { 0 };
    heap              *x = calloc(1, sizeof *x);
    rim_shape3         ball = { RIM_SHAPE3_SPHERE, .sphere = { { 0.0f, 0.0f, 0.0f }, 0.5f } };
    rim_obstacle       ground = { .shape = { RIM_SHAPE3_PLANE, .plane = { { 0, 1, 0 }, 0 } } };
    options.gravity = rim_vec3_make(0.0f, -9.81f, 0.0f);
    options.sleep_after = -1.0f; /* never, as the peers */
    if (rim_bodies_create(&x->world, &options)) abort();
    if (rim_obstacles_add(rim_bodies_obstacles(x->world), &ground, NULL)) abort();
    x->count = n;
    for (int i = 0; i < n; i++)
    {
        rim_body b = spheres ? rim_body_from_shape(&ball, UNMOVED, 1.0f)
                             : rim_body_box(rim_vec3_make(0.5f, 0.5f, 0.5f), 1.0f);
        b.pose = *pose_of(start + i);
        b.velocity = r3(vel[i]);
        b.restitution = 0.3f;
        b.friction = 0.5f;
        if (rim_bodies_add(x->world, &b, NULL)) abort();
    }
    return x;
}

static void rb_step(void *p, float dt)
{
    heap *x = p;
    if (rim_bodies_step(x->world, dt)) abort();
}

static void rb_get(void *p, h3_v3 *pos)
{
    const heap     *x = p;
    const rim_body *bodies = rim_bodies_read(x->world).bodies;
    for (int i = 0; i < x->count; i++) pos[i] = h3(bodies[i].pose.position);
}

static void rb_destroy(void *p)
{
    heap *x = p;
    rim_bodies_destroy(x->world);
    free(x);
}

/* --- who takes part ---------------------------------------------------------------------------------------- */

static const h3_contestant rimcast = { .name = "rimcast",
                                       .info = "Rimcast, fast meshes; depth alone",
                                       .hull_create = hull_create,
                                       .hull_destroy = hull_destroy,
                                       .hull_distance = hull_distance,
                                       .hull_penetration = hull_penetration,
                                       .hull_volume = hull_volume,
                                       .hull_distance_warm = hull_distance_warm,
                                       .tri_distance = tri_distance,
                                       .tri_sweep = tri_sweep,
                                       .mesh_create = mesh_create,
                                       .mesh_destroy = mesh_destroy,
                                       .mesh_ray = mesh_ray,
                                       .mesh_box = mesh_box,
                                       .mesh_sphere = mesh_sphere,
                                       .mesh_capsule = mesh_capsule,
                                       .mesh_sweep = mesh_sweep,
                                       .char_create = char_create,
                                       .char_step = char_step,
                                       .char_get = char_get,
                                       .char_destroy = char_destroy,
                                       .rb_create = rb_create,
                                       .rb_step = rb_step,
                                       .rb_get = rb_get,
                                       .rb_destroy = rb_destroy };
H3_REGISTER(rimcast)

static const h3_contestant manifold = { .name = "rimcast_manifold",
                                        .info = "Rimcast, rim_convex_manifold",
                                        .hull_create = hull_create,
                                        .hull_destroy = hull_destroy,
                                        .hull_penetration = hull_manifold };
H3_REGISTER(manifold)

static const h3_contestant compact = { .name = "rimcast_compact",
                                       .info = "Rimcast, RIM_MESH_COMPACT",
                                       .mesh_create = mesh_create_compact,
                                       .mesh_destroy = mesh_destroy,
                                       .mesh_ray = mesh_ray,
                                       .mesh_box = mesh_box,
                                       .mesh_sphere = mesh_sphere,
                                       .mesh_capsule = mesh_capsule,
                                       .mesh_sweep = mesh_sweep };
H3_REGISTER(compact)
