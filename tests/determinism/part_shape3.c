// The shapes of the solid world: at rest, in motion, lines and rays, pushing out.
#include "determinism/bits.h"

typedef struct shapes
{
    rim_sphere   ball;
    rim_capsule  rod;
    rim_triangle triangle;
    rim_vec3     corners[6];
    rim_polygon3 polygon;
    rim_box3     box;
    rim_obox     turned;
    rim_plane    plane;
    rim_vec3     delta;
    rim_side     side;
} shapes;

// A planar convex polygon on a circle, exact enough for what asks about polygons.
static void make_polygon(test_random *random, shapes *s, float size)
{
    rim_xform3 pose = any_pose3(random, size);
    int        n = random_int(random, 0, 6);
    for (int i = 0; i < n; i++)
    {
        rim_rot2 turn = rim_rot2_degrees(360.0 * i / n);
        s->corners[i] = rim_xform3_apply(pose, rim_vec3_make(size * turn.c, size * turn.s, 0.0f));
    }
    s->polygon.points = s->corners;
    s->polygon.count = n;
}

static void make_shapes(test_random *random, shapes *s)
{
    float size = any_size(random);
    s->ball.center = any_vec3(random, size);
    s->ball.radius = random_float(random, 0.0f, size);
    s->rod.a = any_vec3(random, size);
    s->rod.b = any_bool(random, 16) ? s->rod.a : any_vec3(random, size);
    s->rod.radius = any_bool(random, 8) ? 0.0f : random_float(random, 0.0f, 0.5f * size);
    s->triangle.a = any_vec3(random, size);
    s->triangle.b = any_vec3(random, size);
    s->triangle.c = any_vec3(random, size);
    make_polygon(random, s, size);
    rim_vec3 p = any_vec3(random, size), q = any_vec3(random, size);
    s->box = rim_box3_make(rim_vec3_min(p, q), rim_vec3_max(p, q));
    s->turned.pose = any_pose3(random, size);
    q = any_vec3(random, 0.5f * size);
    s->turned.half = rim_vec3_max(q, rim_vec3_negate(q));
    p = any_vec3(random, size);
    s->plane = rim_plane_through(p, any_vec3(random, 1.0f));
    s->delta = any_vec3(random, 3.0f * size);
    s->side = (rim_side)random_int(random, 0, 2);
}

// --- at rest ----------------------------------------------------------------------------------------------

static void round_at_rest(bits *b, const shapes *s, const shapes *t)
{
    BITS(b, rim_sphere_distance_triangle(s->ball, &t->triangle));
    BITS(b, rim_sphere_distance_polygon3(s->ball, t->polygon));
    BITS(b, rim_capsule_distance_triangle(s->rod, &t->triangle));
    BITS(b, rim_capsule_distance_polygon3(s->rod, t->polygon));
    BITS(b, rim_sphere_contact_triangle(s->ball, &t->triangle));
    BITS(b, rim_sphere_contact_polygon3(s->ball, t->polygon));
    BITS(b, rim_capsule_contact_triangle(s->rod, &t->triangle));
    BITS(b, rim_capsule_contact_polygon3(s->rod, t->polygon));
}

static void at_rest(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        shapes s, t;
        make_shapes(random, &s);
        make_shapes(random, &t);
        round_at_rest(b, &s, any_bool(random, 2) ? &s : &t);
        any_bool(random, 2);
    }
}

// --- in motion ----------------------------------------------------------------------------------------------

static void in_motion(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        shapes s, t;
        make_shapes(random, &s);
        make_shapes(random, &t);
        rim_vec3 v = s.delta;
        BITS(b, rim_sphere_sweep_triangle(s.ball, v, &t.triangle, s.side));
        BITS(b, rim_capsule_sweep_triangle(s.rod, v, &t.triangle, s.side));
        BITS(b, rim_sphere_sweep_polygon3(s.ball, v, t.polygon, s.side));
        BITS(b, rim_capsule_sweep_polygon3(s.rod, v, t.polygon, s.side));
    }
}

static void rays(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        shapes s;
        make_shapes(random, &s);
        rim_vec3 from = any_vec3(random, 2.0f * s.ball.radius + 1.0f);
        rim_ray3 ray = { from, any_bool(random, 2) ? rim_vec3_sub(s.triangle.a, from) : s.delta };
        BITS(b, rim_triangle_raycast(&s.triangle, ray, s.side));
        BITS(b, rim_polygon3_raycast(s.polygon, ray, s.side));
        BITS(b, rim_polygon3_locate(s.polygon, from));
        rim_plane_crossing x =
            rim_segment3_cross_plane((rim_segment3){ s.rod.a, s.rod.b }, s.plane);
        FROM(b, rim_segment3_cross_plane);
        BITS(b, x.kind);
        BITS(b, x.t);
        BITS(b, x.point);
        BITS(b, x.distance_a);
    }
}

static void pushes(bits *b, test_random *random, int count)
{
    enum
    {
        POLYGONS = 6
    };
    for (int i = 0; i < count; i++)
    {
        shapes       s[POLYGONS];
        rim_polygon3 list[POLYGONS];
        for (int k = 0; k < POLYGONS; k++)
        {
            make_shapes(random, &s[k]);
            list[k] = s[k].polygon;
        }
        rim_push_options options = { s[0].side, 0.25f * (float)random_int(random, 0, 4), 0 };
        rim_push3        push = rim_sphere_push(s[0].ball, list, POLYGONS, &options);
        FROM(b, rim_sphere_push);
        BITS(b, push.offset);
        BITS(b, push.deepest);
        BITS(b, push.left);
        BITS(b, push.contacts);
        rim_contact3 contacts[POLYGONS];
        int n = rim_sphere_gather(s[1].ball, list, POLYGONS, &options, contacts, NULL, POLYGONS);
        FROM(b, rim_sphere_gather);
        for (int k = 0; k < n && k < POLYGONS; k++) BITS(b, contacts[k]);
    }
}

static void any_shape(rim_shape3 *out, test_random *random, const shapes *s, const rim_hull *hull)
{
    switch (random_int(random, 0, 6))
    {
    case 0:
        *out = (rim_shape3){ RIM_SHAPE3_SPHERE, .sphere = s->ball };
        break;
    case 1:
        *out = (rim_shape3){ RIM_SHAPE3_CAPSULE, .capsule = s->rod };
        break;
    case 2:
        *out = (rim_shape3){ RIM_SHAPE3_BOX, .box = *(&s->turned) };
        break;
    case 3:
        *out = (rim_shape3){ RIM_SHAPE3_TRIANGLE, .triangle = *(&s->triangle) };
        break;
    case 4:
        *out = (rim_shape3){ RIM_SHAPE3_POLYGON, .polygon = s->polygon };
        break;
    case 5:
        *out = (rim_shape3){ RIM_SHAPE3_HULL, .hull = hull };
        break;
    default:
        *out = (rim_shape3){ RIM_SHAPE3_PLANE, .plane = s->plane };
        break;
    }
}

static void tell_manifold(bits *b, rim_manifold3 m)
{
    BITS(b, m.count);
    BITS(b, m.normal);
    for (int i = 0; i < m.count; i++)
    {
        BITS(b, m.points[i].on_a);
        BITS(b, m.points[i].on_b);
        BITS(b, m.points[i].depth);
        BITS(b, m.points[i].key);
    }
}

static void any_pairs(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        shapes     s, t;
        rim_shape3 x, y;
        rim_hull  *hull;
        make_shapes(random, &s);
        make_shapes(random, &t);
        rim_vec3 points[8];
        for (int k = 0; k < 8; k++) points[k] = any_vec3(random, s.ball.radius + 0.25f);
        if (rim_hull_create(&hull, points, 8, NULL)) continue;
        any_shape(&x, random, &s, hull);
        any_shape(&y, random, any_bool(random, 2) ? &s : &t, hull);
        bool       posed = any_bool(random, 2);
        rim_xform3 none = rim_xform3_identity();
        rim_xform3 px = posed ? any_pose3(random, s.ball.radius) : none;
        rim_xform3 py = posed && any_bool(random, 2) ? any_pose3(random, s.ball.radius) : none;
        rim_ray3   ray = { any_vec3(random, 2.0f * s.ball.radius + 1.0f), s.delta };
        BITS(b, rim_shape3_distance(&x, px, &y, py));
        BITS(b, rim_shape3_contact(&x, px, &y, py));
        BITS(b, rim_shape3_overlaps(&x, px, &y, py));
        FROM(b, rim_shape3_manifold);
        tell_manifold(b, rim_shape3_manifold(&x, px, &y, py, NULL));
        BITS(b, rim_shape3_sweep(&x, px, s.delta, &y, py));
        rim_motion3 motion = { s.delta, s.plane.normal, 1.0f };
        BITS(b, rim_shape3_sweep_turning(&x, px, motion, &y, py));
        BITS(b, rim_shape3_raycast(&x, px, ray));

        if (x.kind != RIM_SHAPE3_PLANE) BITS(b, rim_shape3_bounds(&x, px));
        rim_hull_destroy(hull);
    }
}

const bits_part PARTS_SHAPE3[] = {
    { "shape3", at_rest, 10000 },         { "shape3_any", any_pairs, 20000 },
    { "shape3_sweep", in_motion, 10000 }, { "shape3_ray", rays, 8000 },
    { "shape3_push", pushes, 8000 },      { NULL, NULL, 0 },
};
