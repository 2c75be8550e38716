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
    BITS(b, rim_sphere_distance_sphere(s->ball, t->ball));
    BITS(b, rim_sphere_distance_capsule(s->ball, t->rod));
    BITS(b, rim_capsule_distance_capsule(s->rod, t->rod));
    BITS(b, rim_sphere_contact_sphere(s->ball, t->ball));
    BITS(b, rim_sphere_contact_capsule(s->ball, t->rod));
    BITS(b, rim_capsule_contact_capsule(s->rod, t->rod));
    BITS(b, rim_sphere_distance_triangle(s->ball, &t->triangle));
    BITS(b, rim_sphere_distance_polygon3(s->ball, t->polygon));
    BITS(b, rim_capsule_distance_triangle(s->rod, &t->triangle));
    BITS(b, rim_capsule_distance_polygon3(s->rod, t->polygon));
    BITS(b, rim_sphere_contact_triangle(s->ball, &t->triangle));
    BITS(b, rim_sphere_contact_polygon3(s->ball, t->polygon));
    BITS(b, rim_capsule_contact_triangle(s->rod, &t->triangle));
    BITS(b, rim_capsule_contact_polygon3(s->rod, t->polygon));
}

static void boxes_at_rest(bits *b, const shapes *s, const shapes *t)
{
    BITS(b, rim_sphere_distance_box3(s->ball, t->box));
    BITS(b, rim_sphere_distance_obox(s->ball, t->turned));
    BITS(b, rim_capsule_distance_box3(s->rod, t->box));
    BITS(b, rim_capsule_distance_obox(s->rod, t->turned));
    BITS(b, rim_sphere_contact_box3(s->ball, t->box));
    BITS(b, rim_sphere_contact_obox(s->ball, t->turned));
    BITS(b, rim_capsule_contact_box3(s->rod, t->box));
    BITS(b, rim_capsule_contact_obox(s->rod, t->turned));
    BITS(b, rim_box3_overlaps_triangle(s->box, &t->triangle));
    BITS(b, rim_obox_overlaps_triangle(s->turned, &t->triangle));
    BITS(b, rim_obox_overlaps_obox(s->turned, t->turned));
    BITS(b, rim_sphere_distance_plane(s->ball, t->plane));
    BITS(b, rim_capsule_distance_plane(s->rod, t->plane));
    BITS(b, rim_sphere_contact_plane(s->ball, t->plane));
    BITS(b, rim_capsule_contact_plane(s->rod, t->plane));
    BITS(b, rim_triangle_contact_plane(&s->triangle, t->plane));
    BITS(b, rim_obox_contact_plane(s->turned, t->plane));
    BITS(b, rim_sphere_contact_sheet(s->ball, t->plane, s->side));
    BITS(b, rim_capsule_contact_sheet(s->rod, t->plane, s->side));
}

static void at_rest(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        shapes s, t;
        make_shapes(random, &s);
        make_shapes(random, &t);
        round_at_rest(b, &s, any_bool(random, 2) ? &s : &t);
        boxes_at_rest(b, &s, any_bool(random, 2) ? &s : &t);
    }
}

static void faces(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        shapes s, other;
        make_shapes(random, &s);
        make_shapes(random, &other);
        const shapes *t = any_bool(random, 4) ? &s : &other;
        BITS(b, rim_triangle_distance_triangle(&s.triangle, &t->triangle));
        BITS(b, rim_triangle_distance_polygon3(&s.triangle, t->polygon));
        BITS(b, rim_polygon3_distance_polygon3(s.polygon, t->polygon));
        BITS(b, rim_triangle_contact_triangle(&s.triangle, &t->triangle));
        BITS(b, rim_polygon3_contact_polygon3(s.polygon, t->polygon));
        BITS(b, rim_triangle_distance_box3(&s.triangle, t->box));
        BITS(b, rim_triangle_distance_obox(&s.triangle, t->turned));
        BITS(b, rim_polygon3_distance_obox(s.polygon, t->turned));
        BITS(b, rim_triangle_contact_box3(&s.triangle, t->box));
        BITS(b, rim_triangle_contact_obox(&s.triangle, t->turned));
        BITS(b, rim_polygon3_contact_obox(s.polygon, t->turned));
        BITS(b, rim_box3_distance_box3(s.box, t->box));
        BITS(b, rim_box3_distance_obox(s.box, t->turned));
        BITS(b, rim_obox_distance_obox(s.turned, t->turned));
        BITS(b, rim_box3_contact_box3(s.box, t->box));
        BITS(b, rim_obox_contact_obox(s.turned, t->turned));
        BITS(b, rim_polygon3_distance_plane(s.polygon, t->plane));
        BITS(b, rim_obox_distance_plane(s.turned, t->plane));
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
        BITS(b, rim_sphere_sweep_sphere(s.ball, v, t.ball));
        BITS(b, rim_sphere_sweep_capsule(s.ball, v, t.rod));
        BITS(b, rim_capsule_sweep_sphere(s.rod, v, t.ball));
        BITS(b, rim_capsule_sweep_capsule(s.rod, v, t.rod));
        BITS(b, rim_sphere_sweep_triangle(s.ball, v, &t.triangle, s.side));
        BITS(b, rim_capsule_sweep_triangle(s.rod, v, &t.triangle, s.side));
        BITS(b, rim_sphere_sweep_polygon3(s.ball, v, t.polygon, s.side));
        BITS(b, rim_capsule_sweep_polygon3(s.rod, v, t.polygon, s.side));
        BITS(b, rim_sphere_sweep_box3(s.ball, v, t.box));
        BITS(b, rim_sphere_sweep_obox(s.ball, v, t.turned));
        BITS(b, rim_capsule_sweep_box3(s.rod, v, t.box));
        BITS(b, rim_capsule_sweep_obox(s.rod, v, t.turned));
        BITS(b, rim_sphere_sweep_plane(s.ball, v, t.plane));
        BITS(b, rim_capsule_sweep_plane(s.rod, v, t.plane));
        BITS(b, rim_sphere_sweep_sheet(s.ball, v, t.plane, s.side));
        BITS(b, rim_capsule_sweep_sheet(s.rod, v, t.plane, s.side));
        BITS(b, rim_obox_sweep(s.turned, v, t.turned));
    }
}

static void tell_line(bits *b, rim_line_hit3 h)
{
    BITS(b, h.hit + 2 * h.back);
    BITS(b, h.t_in);
    BITS(b, h.t_out);
    BITS(b, h.in);
    BITS(b, h.out);
    BITS(b, h.normal_in);
    BITS(b, h.normal_out);
    BITS(b, h.feature_in);
    BITS(b, h.feature_out);
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
        BITS(b, rim_plane_raycast(s.plane, ray));
        BITS(b, rim_sphere_raycast(s.ball, ray));
        BITS(b, rim_capsule_raycast(s.rod, ray));
        BITS(b, rim_box3_raycast(s.box, ray));
        BITS(b, rim_obox_raycast(s.turned, ray));
        BITS(b, rim_polygon3_locate(s.polygon, from));
        BITS(b, rim_polygon3_normal(s.polygon));
        rim_plane_crossing x =
            rim_segment3_cross_plane((rim_segment3){ s.rod.a, s.rod.b }, s.plane);
        FROM(b, rim_segment3_cross_plane);
        BITS(b, x.kind);
        BITS(b, x.t);
        BITS(b, x.point);
        BITS(b, x.distance_a);
        rim_line3 line = { from, s.delta };
        FROM(b, rim_line3_cross_triangle);
        tell_line(b, rim_line3_cross_triangle(line, &s.triangle));
        FROM(b, rim_line3_cross_polygon3);
        tell_line(b, rim_line3_cross_polygon3(line, s.polygon));
        FROM(b, rim_line3_cross_sphere);
        tell_line(b, rim_line3_cross_sphere(line, s.ball));
        FROM(b, rim_line3_cross_capsule);
        tell_line(b, rim_line3_cross_capsule(line, s.rod));
        FROM(b, rim_line3_cross_box3);
        tell_line(b, rim_line3_cross_box3(line, s.box));
        FROM(b, rim_line3_cross_obox);
        tell_line(b, rim_line3_cross_obox(line, s.turned));
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

// The questions that overlap others: yes or no only, and by pointer.
static void more_at_rest(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        shapes s, t;
        make_shapes(random, &s);
        make_shapes(random, &t);
        BITS(b, rim_sphere_overlaps_sphere(s.ball, t.ball));
        BITS(b, rim_sphere_overlaps_capsule(s.ball, t.rod));
        BITS(b, rim_sphere_overlaps_triangle(s.ball, &t.triangle));
        BITS(b, rim_sphere_overlaps_polygon3(s.ball, t.polygon));
        BITS(b, rim_capsule_overlaps_capsule(s.rod, t.rod));
        BITS(b, rim_capsule_overlaps_triangle(s.rod, &t.triangle));
        BITS(b, rim_capsule_overlaps_polygon3(s.rod, t.polygon));
        BITS(b, rim_triangle_overlaps_triangle(&s.triangle, &t.triangle));
        BITS(b, rim_triangle_overlaps_polygon3(&s.triangle, t.polygon));
        BITS(b, rim_polygon3_overlaps_polygon3(s.polygon, t.polygon));
        BITS(b, rim_polygon3_overlaps_box3(s.polygon, t.box));
        BITS(b, rim_polygon3_overlaps_obox(s.polygon, t.turned));
        BITS(b, rim_polygon3_overlaps_plane(s.polygon, t.plane));
        BITS(b, rim_sphere_distance_triangle_at(&s.ball, &t.triangle));
        BITS(b, rim_sphere_contact_triangle_at(&s.ball, &t.triangle));
        BITS(b, rim_sphere_sweep_triangle_at(&s.ball, s.delta, &t.triangle, s.side));
        BITS(b, rim_capsule_distance_triangle_at(&s.rod, &t.triangle));
        BITS(b, rim_capsule_contact_triangle_at(&s.rod, &t.triangle));
        BITS(b, rim_capsule_sweep_triangle_at(&s.rod, s.delta, &t.triangle, s.side));
        BITS(b, rim_triangle_distance_plane(&s.triangle, t.plane));
        BITS(b, rim_triangle_contact_polygon3(&s.triangle, t.polygon));
        BITS(b, rim_polygon3_contact_plane(s.polygon, t.plane));
        BITS(b, rim_polygon3_distance_box3(s.polygon, t.box));
        BITS(b, rim_polygon3_contact_box3(s.polygon, t.box));
        BITS(b, rim_box3_contact_obox(s.box, t.turned));
        rim_obox box = rim_obox_of_box3(s.box);
        FROM(b, rim_obox_of_box3);
        BITS(b, box.pose.position);
        BITS(b, box.half);
    }
}

const bits_part PARTS_SHAPE3[] = {
    { "shape3_more", more_at_rest, 3000 },
    { "shape3", at_rest, 10000 },
    { "shape3_faces", faces, 4000 },
    { "shape3_sweep", in_motion, 10000 },
    { "shape3_ray", rays, 8000 },
    { "shape3_push", pushes, 8000 },
    { NULL, NULL, 0 },
};
