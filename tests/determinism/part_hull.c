// Hulls, distances, contacts, motions of convex things, clipping.
#include "solid/query/shape.h"
#include "support/translation.h"
#include "solid/hull/data.h"
#include "support/pairs.h"
#include "determinism/bits.h"

enum
{
    THINGS = 12,
    POINTS = 60
};

typedef struct things
{
    rim_hull    *hulls[THINGS];
    rim_capsule  rod;
    rim_sphere   ball;
    rim_triangle triangle;
} things;

static rim_hull *any_hull(test_random *random)
{
    rim_hull *hull = NULL;
    rim_vec3  points[POINTS], half = any_vec3(random, 1.0f);
    int       n = random_int(random, 1, POINTS), kind = random_int(random, 0, 5);
    for (int i = 0; i < n; i++) points[i] = any_vec3(random, 1.0f);
    int              corners[4] = { 0, 0, 8, 16 };
    rim_hull_options options = { .max_corners = corners[random_int(random, 0, 3)] };
    if (any_bool(random, 2)) options.limit = RIM_HULL_LIMIT_OUTSIDE;
    if (any_bool(random, 4)) options.merge = 1e-6f;
    if (kind == 0)
        no_error(rim_hull_create_box(&hull, rim_vec3_max(half, rim_vec3_negate(half)), NULL));
    else if (kind == 1)
        no_error(rim_hull_create_cylinder(&hull, 0.75f, 0.5f, 3 + n, NULL));
    else
        no_error(rim_hull_create(&hull, points, n, &options));
    return hull;
}

static void make_things(test_random *random, things *all)
{
    for (int i = 0; i < THINGS; i++) all->hulls[i] = any_hull(random);
    all->rod.a = any_vec3(random, 1.0f);
    all->rod.b = any_vec3(random, 1.0f);
    all->rod.radius = 0.25f;
    all->ball.center = any_vec3(random, 1.0f);
    all->ball.radius = 0.5f;
    all->triangle.a = any_vec3(random, 1.0f);
    all->triangle.b = any_vec3(random, 1.0f);
    all->triangle.c = any_vec3(random, 1.0f);
}

static void destroy_things(things *all)
{
    for (int i = 0; i < THINGS; i++) rim_hull_destroy(all->hulls[i]);
}

static void renew(test_random *random, things *all, int i)
{
    if (i % 200) return;
    if (i) destroy_things(all);
    make_things(random, all);
}

static rim_convex any_convex(test_random *random, const things *all)
{
    int k = random_int(random, 0, THINGS + 2);
    if (k == THINGS) return capsule_as_convex(&all->rod);
    if (k == THINGS + 1) return sphere_as_convex(&all->ball);
    if (k == THINGS + 2) return triangle_as_convex(&all->triangle);
    return rim_hull_convex(all->hulls[k]);
}

static void tell_hull(bits *b, const rim_hull *hull)
{
    BITS(b, rim_hull_read(hull).kind);
    BITS(b, rim_hull_mass(hull));
    for (int i = 0; i < rim_hull_read(hull).corner_count; i++)
    {
        BITS(b, rim_hull_read(hull).corners[i]);
        BITS(b, rim_hull_read(hull).sources[i]);
    }
    for (int i = 0; i < rim_hull_read(hull).face_count; i++)
    {
        rim_hull_face face = rim_hull_face_at(hull, i);
        FROM(b, rim_hull_face_at);
        for (int k = 0; k < face.count; k++) BITS(b, face.corners[k]);
    }
}

static void hulls(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        rim_hull *hull = any_hull(random);
        tell_hull(b, hull);
        rim_xform3 pose = any_pose3(random, 3.0f);
        for (int k = 0; k < 10; k++)
        {
            (void)any_vec3(random, 1.0f);
            BITS(b, rim_hull_contains(hull, any_vec3(random, 1.0f)));
        }
        (void)pose;
        rim_hull_destroy(hull);
    }
}

typedef struct two
{
    rim_convex s, t;
    rim_xform3 ps, pt;
} two;

static two any_two(test_random *random, const things *all, float range_s, float range_t)
{
    two it;
    it.s = any_convex(random, all), it.t = any_convex(random, all);
    it.ps = any_pose3(random, range_s), it.pt = any_pose3(random, range_t);
    return it;
}

static void distances(bits *b, test_random *random, int count)
{
    things all;
    for (int i = 0; i < count; i++)
    {
        renew(random, &all, i);
        two      it = any_two(random, &all, 1.5f, 1.5f);
        rim_warm warm = { 0 };
        BITS(b, rim_convex_distance(it.s, it.ps, it.t, it.pt, &warm));
        it.ps.position = rim_vec3_add(it.ps.position, any_vec3(random, 0.01f));
        BITS(b, rim_convex_distance(it.s, it.ps, it.t, it.pt, &warm));
        BITS(b, warm.count);
    }
    destroy_things(&all);
}

static void contacts(bits *b, test_random *random, int count)
{
    things all;
    for (int i = 0; i < count; i++)
    {
        renew(random, &all, i);
        two it = any_two(random, &all, 0.75f, 0.75f);
        BITS(b, rim_convex_contact(it.s, it.ps, it.t, it.pt, NULL));
        rim_manifold3 m = rim_convex_manifold(it.s, it.ps, it.t, it.pt, NULL, NULL);
        FROM(b, rim_convex_manifold);
        BITS(b, m.count);
        BITS(b, m.normal);
        for (int k = 0; k < m.count; k++)
        {
            BITS(b, m.points[k].on_a);
            BITS(b, m.points[k].on_b);
            BITS(b, m.points[k].depth);
            BITS(b, m.points[k].key);
        }
    }
    destroy_things(&all);
}

static void motions(bits *b, test_random *random, int count)
{
    things all;
    for (int i = 0; i < count; i++)
    {
        renew(random, &all, i);
        two         it = any_two(random, &all, 3.0f, 1.0f);
        rim_vec3    delta = any_vec3(random, 6.0f);
        rim_motion3 motion = { delta, any_vec3(random, 1.0f), 0.0f };
        motion.angle = random_float(random, -4.0f, 4.0f);
        FROM(b, rim_shape3_sweep_turning);
        BITS(b, sweep_convex_turning(it.s, it.ps, motion, it.t, it.pt));
        rim_plane plane = rim_plane_through(it.pt.position, any_vec3(random, 1.0f));
        BITS(b, sweep_turning_over(it.s, it.ps, motion, plane));
    }
    destroy_things(&all);
}

static void tell_clip(bits *b, rim_clip *clip)
{
    BITS(b, rim_clip_read(clip).kind);
    BITS(b, rim_clip_volume(clip));
    BITS(b, rim_clip_mass(clip));
    BITS(b, rim_clip_read(clip).edge_count);
    for (int i = 0; i < rim_clip_read(clip).corner_count; i++)
    {
        double point[3];
        rim_clip_corner(clip, i, point);
        FROM(b, rim_clip_corner);
        for (int k = 0; k < 3; k++) BITS(b, point[k]);
    }
    for (int i = 0; i < rim_clip_read(clip).face_count; i++)
    {
        rim_clip_face face = rim_clip_face_at(clip, i);
        FROM(b, rim_clip_face_at);
        BITS(b, face.face * 4 + (int)face.source);
        for (int k = 0; k < face.count; k++) BITS(b, face.corners[k]);
    }
}

static void clips(bits *b, test_random *random, int count)
{
    things    all;
    rim_clip *clip, *rest;
    no_error(rim_clip_create(&clip, NULL));
    no_error(rim_clip_create(&rest, NULL));
    for (int i = 0; i < count; i++)
    {
        renew(random, &all, i);
        const rim_hull *s = all.hulls[random_int(random, 0, THINGS - 1)];
        const rim_hull *t = all.hulls[random_int(random, 0, THINGS - 1)];
        rim_xform3      ps = any_pose3(random, 0.5f), pt = any_pose3(random, 0.5f);
        no_error(rim_hull_clip(clip, s, ps, t, pt));
        tell_clip(b, clip);
        double volume;
        no_error(rim_hull_shared_volume(&volume, s, ps, t, pt, NULL));
        FROM(b, rim_hull_shared_volume);
        BITS(b, volume);
        rim_plane plane = rim_plane_through(pt.position, any_vec3(random, 1.0f));
        no_error(rim_hull_cut(clip, rest, s, ps, plane));
        tell_clip(b, clip);
        tell_clip(b, rest);
    }
    rim_clip_destroy(clip);
    rim_clip_destroy(rest);
    destroy_things(&all);
}

// Other makers, other views of the same.
static void more_of_hulls(bits *b, test_random *random, int count)
{
    things    all;
    rim_clip *clip;
    no_error(rim_clip_create(&clip, NULL));
    for (int i = 0; i < count; i++)
    {
        renew(random, &all, i);
        const rim_hull *s = all.hulls[random_int(random, 0, THINGS - 1)];
        const rim_hull *t = all.hulls[random_int(random, 0, THINGS - 1)];
        rim_xform3      ps = any_pose3(random, 0.5f), pt = any_pose3(random, 0.5f);
        BITS(b, rim_hull_read(s).edge_count);
        for (int k = 0; k < rim_hull_read(s).edge_count; k++)
        {
            rim_hull_edge edge = rim_hull_read(s).edges[k];
            FROM(b, rim_hull_read);
            BITS(b, edge.a + 65536 * edge.b);
            BITS(b, edge.left + 65536 * edge.right);
        }
        for (int k = 0; k < rim_hull_read(s).face_count; k++) BITS(b, rim_hull_face_at(s, k).plane);
        (void)any_vec3(random, 3.0f);
        no_error(rim_hull_clip(clip, s, ps, t, pt));
        BITS(b, rim_clip_read(clip).corner_count);
        BITS(b, rim_clip_read(clip).face_count);
        double middle[3];
        rim_clip_centroid(clip, middle);
        FROM(b, rim_clip_centroid);
        for (int k = 0; k < 3; k++) BITS(b, middle[k]);
    }
    rim_clip_destroy(clip);
    destroy_things(&all);
}

static void tell_made(bits *b, rim_hull *hull)
{
    for (int i = 0; i < rim_hull_read(hull).corner_count; i++)
        bits_vec3(b, rim_hull_read(hull).corners[i]);
    b->line->answers++;
    rim_hull_destroy(hull);
}

static void more_makers(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        rim_hull *hull = any_hull(random), *made = NULL;
        float     radius = random_float(random, 0.1f, 2.0f);
        int       sides = random_int(random, 3, 16);
        (void)random_float(random, 0.5f, 2.0f);
        no_error(rim_hull_create_cone(&made, radius, 1.0f, sides, NULL));
        FROM(b, rim_hull_create_cone);
        tell_made(b, made);
        rim_vec3    end = any_vec3(random, 1.0f);
        rim_capsule rod = { end, any_vec3(random, 1.0f), radius };
        no_error(rim_hull_create_capsule(&made, rod, sides, 3, NULL));
        FROM(b, rim_hull_create_capsule);
        tell_made(b, made);
        (void)any_vec3(random, 1.0f);
        rim_hull_destroy(hull);
    }
}

const bits_part PARTS_HULL[] = {
    { "hull_more", more_of_hulls, 1000 },
    { "hull_makers", more_makers, 100 },
    { "hull", hulls, 300 },
    { "distance", distances, 40000 },
    { "contact", contacts, 20000 },
    { "sweep3", motions, 20000 },
    { "clip", clips, 600 },
    { NULL, NULL, 0 },
};
