// One number of the arguments is NaN or infinite: queries of the solid world hit nothing, and what is made of
// such arguments is refused. Each number is tried in turn, so that none is forgotten.
#include "support/translation.h"
#include "support/obstacles.h"
#include "support/meshes.h"
#include "solid/query/gjk.h"
#include "support/pairs.h"
#include "support/spoiled.h"

#include "rimcast/rimcast.h"

#include <math.h>
#include <string.h>

// --- queries of shapes --------------------------------------------------------------------------------

// Arguments of all kinds, arranged so that every query hits: everything is about the origin, which the ray and
// the motion run through.
typedef struct things
{
    rim_sphere   ball, other;
    rim_capsule  rod, post;
    rim_triangle face;
    rim_vec3     corners[4];
    rim_box3     box;
    rim_obox     turned, block;
    rim_plane    plane;
    rim_ray3     ray;
    rim_vec3     delta;
} things;

static const things plain = {
    .ball = { { 0.0f, 0.5f, 0.0f }, 1.0f },
    .other = { { 0.25f, -0.5f, 0.0f }, 1.0f },
    .rod = { { -1.0f, 0.5f, 0.0f }, { 1.0f, 0.5f, 0.0f }, 1.0f },
    .post = { { 0.0f, -1.0f, 0.0f }, { 0.0f, 0.25f, 0.0f }, 0.5f },
    .face = { { -2.0f, 0.0f, 2.0f }, { 2.0f, 0.0f, 2.0f }, { 0.0f, 0.0f, -2.0f } },
    .corners = { { -2.0f, 0.0f, 2.0f },
                 { 2.0f, 0.0f, 2.0f },
                 { 2.0f, 0.0f, -2.0f },
                 { -2.0f, 0.0f, -2.0f } },
    .box = { { -1.0f, -1.0f, -1.0f }, { 1.0f, 0.25f, 1.0f } },
    .turned = { { { 0.0f, -0.5f, 0.0f }, { 0.0f, 0.5f, 0.0f, 0.75f } }, { 1.0f, 0.75f, 1.0f } },
    .block = { { { 0.125f, 0.25f, 0.0f }, { 0.25f, 0.5f, 0.0f, 0.75f } }, { 1.0f, 0.75f, 1.0f } },
    .plane = { { 0.0f, 1.0f, 0.0f }, 0.125f },
    .ray = { { 0.0f, 4.0f, 0.0f }, { 0.0f, -8.0f, 0.0f } },
    .delta = { 0.125f, -1.0f, 0.0f },
};

static rim_polygon3 square(const things *t)
{
    return (rim_polygon3){ t->corners, 4 };
}

// A query's name, and how it is asked.
#define QUERY(name, call)                                                                          \
    static bool name(const void *objects, const void *numbers)                                     \
    {                                                                                              \
        const things *t = numbers;                                                                 \
        (void)objects;                                                                             \
        return (call).hit;                                                                         \
    }
#define OVERLAP(name, call)                                                                        \
    static bool name(const void *objects, const void *numbers)                                     \
    {                                                                                              \
        const things *t = numbers;                                                                 \
        (void)objects;                                                                             \
        return (call);                                                                             \
    }

QUERY(ball_ball, sphere_contact_sphere(t->ball, t->other))
QUERY(ball_rod, sphere_contact_capsule(t->ball, t->rod))
QUERY(rod_rod, capsule_contact_capsule(t->rod, t->post))
QUERY(ball_face, rim_sphere_contact_triangle(t->ball, &t->face))
QUERY(rod_face, rim_capsule_contact_triangle(t->rod, &t->face))
QUERY(ball_square, rim_sphere_contact_polygon3(t->ball, square(t)))
QUERY(rod_square, rim_capsule_contact_polygon3(t->rod, square(t)))
QUERY(ball_box, sphere_contact_box3(t->ball, t->box))
QUERY(rod_box, capsule_contact_box3(t->rod, t->box))
QUERY(ball_turned, sphere_contact_obox(t->ball, t->turned))
QUERY(rod_turned, capsule_contact_obox(t->rod, t->turned))
QUERY(ball_plane, sphere_contact_plane(t->ball, t->plane))
QUERY(rod_plane, capsule_contact_plane(t->rod, t->plane))
QUERY(face_plane, triangle_contact_plane(&t->face, t->plane))
QUERY(square_plane, polygon3_contact_plane(square(t), t->plane))
QUERY(turned_plane, obox_contact_plane(t->turned, t->plane))
QUERY(face_square, triangle_contact_polygon3(&t->face, square(t)))
QUERY(face_box, triangle_contact_box3(&t->face, t->box))
QUERY(face_turned, triangle_contact_obox(&t->face, t->turned))
QUERY(square_box, polygon3_contact_box3(square(t), t->box))
QUERY(square_turned, polygon3_contact_obox(square(t), t->turned))
QUERY(box_turned, box3_contact_obox(t->box, t->turned))
QUERY(turned_block, obox_contact_obox(t->turned, t->block))
OVERLAP(box_over_face, box3_overlaps_triangle(t->box, &t->face))
OVERLAP(turned_over_face, obox_overlaps_triangle(t->turned, &t->face))
OVERLAP(turned_over_block, obox_overlaps_obox(t->turned, t->block))

QUERY(ray_ball, sphere_raycast(t->ball, t->ray))
QUERY(ray_rod, capsule_raycast(t->rod, t->ray))
QUERY(ray_box, box3_raycast(t->box, t->ray))
QUERY(ray_turned, obox_raycast(t->turned, t->ray))
QUERY(ray_face, rim_triangle_raycast(&t->face, t->ray, RIM_SIDE_BOTH))
QUERY(ray_square, rim_polygon3_raycast(square(t), t->ray, RIM_SIDE_BOTH))
QUERY(ray_plane, plane_raycast(t->plane, t->ray))

QUERY(sweep_ball_ball, sphere_sweep_sphere(t->ball, t->delta, t->other))
QUERY(sweep_ball_rod, sphere_sweep_capsule(t->ball, t->delta, t->rod))
QUERY(sweep_rod_ball, capsule_sweep_sphere(t->rod, t->delta, t->other))
QUERY(sweep_rod_rod, capsule_sweep_capsule(t->rod, t->delta, t->post))
QUERY(sweep_ball_face, rim_sphere_sweep_triangle(t->ball, t->delta, &t->face, RIM_SIDE_BOTH))
QUERY(sweep_rod_face, rim_capsule_sweep_triangle(t->rod, t->delta, &t->face, RIM_SIDE_BOTH))
QUERY(sweep_ball_square, rim_sphere_sweep_polygon3(t->ball, t->delta, square(t), RIM_SIDE_BOTH))
QUERY(sweep_rod_square, rim_capsule_sweep_polygon3(t->rod, t->delta, square(t), RIM_SIDE_BOTH))
QUERY(sweep_ball_box, sphere_sweep_box3(t->ball, t->delta, t->box))
QUERY(sweep_rod_box, capsule_sweep_box3(t->rod, t->delta, t->box))
QUERY(sweep_ball_turned, sphere_sweep_obox(t->ball, t->delta, t->turned))
QUERY(sweep_rod_turned, capsule_sweep_obox(t->rod, t->delta, t->turned))
QUERY(sweep_ball_plane, sphere_sweep_plane(t->ball, t->delta, t->plane))
QUERY(sweep_rod_plane, capsule_sweep_plane(t->rod, t->delta, t->plane))
QUERY(sweep_turned_block, obox_sweep_obox(t->turned, t->delta, t->block))

enum
{
    BALL = 4,
    ROD = 7,
    FACE = 9,
    SQUARE = 12,
    BOX = 6,
    TURNED = 10,
    PLANE = 4,
    RAY = 6,
    DELTA = 3
};

static const spoiled_query queries[] = {
    ASKED(ball_ball, BALL + BALL),
    ASKED(ball_rod, BALL + ROD),
    ASKED(rod_rod, ROD + ROD),
    ASKED(ball_face, BALL + FACE),
    ASKED(rod_face, ROD + FACE),
    ASKED(ball_square, BALL + SQUARE),
    ASKED(rod_square, ROD + SQUARE),
    ASKED(ball_box, BALL + BOX),
    ASKED(rod_box, ROD + BOX),
    ASKED(ball_turned, BALL + TURNED),
    ASKED(rod_turned, ROD + TURNED),
    ASKED(ball_plane, BALL + PLANE),
    ASKED(rod_plane, ROD + PLANE),
    ASKED(face_plane, FACE + PLANE),
    ASKED(square_plane, SQUARE + PLANE),
    ASKED(turned_plane, TURNED + PLANE),
    ASKED(face_square, FACE + SQUARE),
    ASKED(face_box, FACE + BOX),
    ASKED(face_turned, FACE + TURNED),
    ASKED(square_box, SQUARE + BOX),
    ASKED(square_turned, SQUARE + TURNED),
    ASKED(box_turned, BOX + TURNED),
    ASKED(turned_block, TURNED + TURNED),
    ASKED(box_over_face, BOX + FACE),
    ASKED(turned_over_face, TURNED + FACE),
    ASKED(turned_over_block, TURNED + TURNED),
    ASKED(ray_ball, BALL + RAY),
    ASKED(ray_rod, ROD + RAY),
    ASKED(ray_box, BOX + RAY),
    ASKED(ray_turned, TURNED + RAY),
    ASKED(ray_face, FACE + RAY),
    ASKED(ray_square, SQUARE + RAY),
    ASKED(ray_plane, PLANE + RAY),
    ASKED(sweep_ball_ball, BALL + DELTA + BALL),
    ASKED(sweep_ball_rod, BALL + DELTA + ROD),
    ASKED(sweep_rod_ball, ROD + DELTA + BALL),
    ASKED(sweep_rod_rod, ROD + DELTA + ROD),
    ASKED(sweep_ball_face, BALL + DELTA + FACE),
    ASKED(sweep_rod_face, ROD + DELTA + FACE),
    ASKED(sweep_ball_square, BALL + DELTA + SQUARE),
    ASKED(sweep_rod_square, ROD + DELTA + SQUARE),
    ASKED(sweep_ball_box, BALL + DELTA + BOX),
    ASKED(sweep_rod_box, ROD + DELTA + BOX),
    ASKED(sweep_ball_turned, BALL + DELTA + TURNED),
    ASKED(sweep_rod_turned, ROD + DELTA + TURNED),
    ASKED(sweep_ball_plane, BALL + DELTA + PLANE),
    ASKED(sweep_rod_plane, ROD + DELTA + PLANE),
    ASKED(sweep_turned_block, TURNED + DELTA + TURNED),
};

static void one_odd_number_hits_nothing(void **state)
{
    (void)state;
    assert_spoiled_miss(queries, sizeof queries / sizeof queries[0], NULL, &plain, sizeof plain);
}

// --- queries of meshes, hulls and other objects ------------------------------------------------------------

typedef struct more_things
{
    rim_sphere  ball;
    rim_capsule rod;
    rim_ray3    ray;
    rim_vec3    delta, point;
    rim_box3    box;
    rim_xform3  pa, pb;
    rim_vec3    axis;
    float       angle;
    rim_vec3    corners[4]; // of a tetrahedron
} more_things;

static const more_things more = {
    .ball = { { 0.0f, 0.5f, 0.0f }, 1.0f },
    .rod = { { -1.0f, 0.5f, 0.0f }, { 1.0f, 0.5f, 0.0f }, 1.0f },
    .ray = { { 0.0f, 4.0f, 0.0f }, { 0.0f, -8.0f, 0.125f } },
    .delta = { 0.125f, -1.0f, 0.0f },
    .point = { 0.25f, 0.25f, 0.125f },
    .box = { { -1.0f, -1.0f, -1.0f }, { 1.0f, 0.25f, 1.0f } },
    .pa = { { 0.0f, 0.5f, 0.0f }, { 0.0f, 0.5f, 0.0f, 0.75f } },
    .pb = { { 0.125f, -0.25f, 0.0f }, { 0.25f, 0.5f, 0.0f, 0.75f } },
    .axis = { 0.0f, 1.0f, 0.5f },
    .angle = 0.25f,
    .corners = { { -1.0f, -1.0f, -1.0f },
                 { 1.0f, -1.0f, 0.0f },
                 { 0.0f, 1.0f, 0.0f },
                 { 0.0f, -1.0f, 1.0f } },
};

typedef struct object_set
{
    rim_mesh *mesh, *compact;
    rim_hull *a, *b;
    rim_bsp  *bsp;
} object_set;

#define ASK(name, call)                                                                            \
    static bool name(const void *objects, const void *numbers)                                     \
    {                                                                                              \
        const object_set  *o = objects;                                                            \
        const more_things *t = numbers;                                                            \
        (void)o;                                                                                   \
        return (call);                                                                             \
    }

static rim_convex body_of(const more_things *t)
{
    return (rim_convex){ t->corners, 4, 0.0f, NULL };
}

ASK(mesh_ray, rim_mesh_raycast(o->mesh, t->ray, RIM_SIDE_BOTH).hit)
ASK(mesh_ray_any, rim_mesh_raycast_any(o->mesh, t->ray, RIM_SIDE_BOTH))
ASK(mesh_ray_all, rim_mesh_raycast_all(o->mesh, t->ray, RIM_SIDE_BOTH, NULL, 0) > 0)
ASK(compact_ray, rim_mesh_raycast(o->compact, t->ray, RIM_SIDE_FRONT).hit)
static int overlaps_box(const rim_mesh *mesh, rim_box3 box)
{
    rim_shape3 shape = pairs_box3(box);
    return rim_mesh_overlaps(mesh, &shape, rim_xform3_identity(), NULL, 0);
}

ASK(mesh_box, overlaps_box(o->mesh, t->box) > 0)
ASK(mesh_ball, mesh_overlaps_sphere(o->mesh, t->ball, NULL, 0) > 0)
ASK(mesh_rod, mesh_overlaps_capsule(o->mesh, &t->rod, NULL, 0) > 0)
ASK(mesh_body, mesh_overlaps_convex(o->mesh, body_of(t), t->pa, NULL, 0) > 0)
ASK(mesh_contact_ball, mesh_contacts_sphere(o->mesh, t->ball, RIM_SIDE_BOTH, NULL, 0) > 0)
ASK(mesh_contact_rod, mesh_contacts_capsule(o->mesh, &t->rod, RIM_SIDE_BOTH, NULL, 0) > 0)
ASK(mesh_contact_body, mesh_contacts_convex(o->mesh, body_of(t), t->pa, RIM_SIDE_BOTH, NULL, 0) > 0)
ASK(mesh_sweep_ball, mesh_sweep_sphere(o->mesh, t->ball, t->delta, RIM_SIDE_BOTH).hit)
ASK(mesh_sweep_rod, mesh_sweep_capsule(o->mesh, &t->rod, t->delta, RIM_SIDE_BOTH).hit)
ASK(mesh_sweep_body, mesh_sweep_convex(o->mesh, body_of(t), t->pa, t->delta, RIM_SIDE_BOTH).hit)
ASK(mesh_closest, rim_mesh_closest(o->mesh, t->point, 9.0f).found)
ASK(mesh_mesh, rim_mesh_overlaps_mesh(o->mesh, t->pa, o->compact, t->pb, NULL, 0) > 0)
ASK(bsp_ball, rim_bsp_gather_sphere(o->bsp, t->ball, t->delta, NULL, 0, NULL) > 0)
ASK(hull_contact_of, hull_contact(o->a, t->pa, o->b, t->pb).hit)
ASK(hull_sweep_of, hull_sweep(o->a, t->pa, t->delta, o->b, t->pb).hit)
ASK(hull_contains, rim_hull_contains(o->a, t->point))
static bool convex_overlaps(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb)
{
    return gjk_overlaps(&a, &pa, &b, &pb);
}
ASK(body_overlaps, convex_overlaps(rim_hull_convex(o->a), t->pa, body_of(t), t->pb))
ASK(body_contact, rim_convex_contact(rim_hull_convex(o->a), t->pa, body_of(t), t->pb, NULL).hit)
ASK(body_sweep,
    sweep_convex_translation(rim_hull_convex(o->a), t->pa, t->delta, body_of(t), t->pb).hit)
ASK(body_turns,
    sweep_convex_turning(rim_hull_convex(o->a), t->pa, (rim_motion3){ t->delta, t->axis, t->angle },
                         body_of(t), t->pb)
        .hit)
ASK(body_manifold,
    rim_convex_manifold(rim_hull_convex(o->a), t->pa, body_of(t), t->pb, NULL, NULL).count > 0)

enum
{
    POINT = 3,
    POSE = 7,
    BODY = 12
};

static const spoiled_query object_queries[] = {
    ASKED(mesh_ray, RAY),
    ASKED(mesh_ray_any, RAY),
    ASKED(mesh_ray_all, RAY),
    ASKED(compact_ray, RAY),
    ASKED(mesh_box, BOX),
    ASKED(mesh_ball, BALL),
    ASKED(mesh_rod, ROD),
    ASKED(mesh_body, BODY + POSE),
    ASKED(mesh_contact_ball, BALL),
    ASKED(mesh_contact_rod, ROD),
    ASKED(mesh_contact_body, BODY + POSE),
    ASKED(mesh_sweep_ball, BALL + DELTA),
    ASKED(mesh_sweep_rod, ROD + DELTA),
    ASKED(mesh_sweep_body, BODY + POSE + DELTA),
    ASKED(mesh_closest, POINT),
    ASKED(mesh_mesh, POSE + POSE),
    ASKED(bsp_ball, BALL + DELTA),
    ASKED(hull_contact_of, POSE + POSE),
    ASKED(hull_sweep_of, POSE + DELTA + POSE),
    ASKED(hull_contains, POINT),
    ASKED(body_overlaps, POSE + BODY + POSE),
    ASKED(body_contact, POSE + BODY + POSE),
    ASKED(body_sweep, POSE + DELTA + BODY + POSE),
    ASKED(body_turns, POSE + DELTA + POINT + 1 + BODY + POSE),
    ASKED(body_manifold, POSE + BODY + POSE),
};

static void make_objects(object_set *o)
{
    static const rim_vec3 points[] = {
        { -2.0f, 0.0f, 2.0f }, { 2.0f, 0.0f, 2.0f }, { 2.0f, 0.0f, -2.0f }, { -2.0f, 0.0f, -2.0f }
    };
    static const int indices[] = { 0, 1, 2, 0, 2, 3 };
    rim_mesh_options compact = { .form = RIM_MESH_COMPACT };
    rim_vec3         half = { 1.0f, 0.75f, 1.0f };
    assert_int_equal(RIM_OK, rim_mesh_create(&o->mesh, points, 4, indices, 2, NULL));
    assert_int_equal(RIM_OK, rim_mesh_create(&o->compact, points, 4, indices, 2, &compact));
    assert_int_equal(RIM_OK, rim_bsp_create(&o->bsp, points, 4, indices, 2, NULL));
    assert_int_equal(RIM_OK, rim_hull_create_box(&o->a, half, NULL));
    assert_int_equal(RIM_OK, rim_hull_create_cylinder(&o->b, 1.0f, 1.0f, 7, NULL));
}

static void one_odd_number_hits_no_object(void **state)
{
    (void)state;
    object_set o;
    make_objects(&o);
    assert_spoiled_miss(object_queries, sizeof object_queries / sizeof object_queries[0], &o, &more,
                        sizeof more);
    rim_mesh_destroy(o.mesh);
    rim_mesh_destroy(o.compact);
    rim_bsp_destroy(o.bsp);
    rim_hull_destroy(o.a);
    rim_hull_destroy(o.b);
}

// --- what is made ---------------------------------------------------------------------------------------

static void bodies_of_odd_numbers_are_refused(void **state)
{
    (void)state;
    rim_bodies *world;
    rim_body    body = rim_body_box(rim_vec3_make(1.0f, 2.0f, 3.0f), 4.0f);
    int         numbers = (int)(offsetof(rim_body, still) / sizeof(float));
    assert_int_equal(RIM_OK, rim_bodies_create(&world, NULL));
    assert_int_equal(RIM_OK, rim_bodies_add(world, &body, NULL));
    for (int k = 0; k < 3; k++)
        for (int at = 0; at < numbers; at++)
        {
            rim_body spoiled = body;
            memcpy((char *)&spoiled + (size_t)at * sizeof(float), &odd_floats[k], sizeof(float));
            if (rim_bodies_add(world, &spoiled, NULL) != RIM_ERR_ARGUMENT)
                fail_msg("number %d: %g was taken", at, (double)odd_floats[k]);
            assert_int_equal(RIM_ERR_ARGUMENT, bodies_set_at(world, 0, &spoiled));
        }
    // What must not be negative, or not 0.
    static const size_t positive[] = { offsetof(rim_body, half.x),    offsetof(rim_body, half.y),
                                       offsetof(rim_body, half.z),    offsetof(rim_body, mass),
                                       offsetof(rim_body, inertia.x), offsetof(rim_body, inertia.y),
                                       offsetof(rim_body, inertia.z) };
    static const size_t rest[] = { offsetof(rim_body, restitution), offsetof(rim_body, friction),
                                   offsetof(rim_body, damping), offsetof(rim_body, spin_damping) };
    float               zero = 0.0f, minus = -1.0f;
    for (size_t i = 0; i < sizeof positive / sizeof positive[0]; i++)
    {
        rim_body spoiled = body;
        memcpy((char *)&spoiled + positive[i], &zero, sizeof zero);
        assert_int_equal(RIM_ERR_ARGUMENT, rim_bodies_add(world, &spoiled, NULL));
    }
    for (size_t i = 0; i < sizeof rest / sizeof rest[0]; i++)
    {
        rim_body spoiled = body;
        memcpy((char *)&spoiled + rest[i], &minus, sizeof minus);
        assert_int_equal(RIM_ERR_ARGUMENT, rim_bodies_add(world, &spoiled, NULL));
    }
    assert_int_equal(RIM_ERR_ARGUMENT, bodies_set_at(world, 1, &body));
    assert_int_equal(1, rim_bodies_read(world).count);
    rim_bodies_destroy(world);
}

typedef struct obstacle_things
{
    rim_sphere  ball;
    rim_capsule rod;
    rim_obox    box;
    rim_plane   plane;
    rim_xform3  pose;
} obstacle_things;

static void obstacles_of_odd_numbers_are_refused(void **state)
{
    (void)state;
    rim_obstacles  *list;
    rim_hull       *hull;
    obstacle_things all = { plain.ball, plain.rod, plain.turned, plain.plane, plain.turned.pose };
    assert_int_equal(RIM_OK, obstacles_create(&list, NULL));
    assert_int_equal(RIM_OK, rim_hull_create_box(&hull, rim_vec3_make(1.0f, 1.0f, 1.0f), NULL));
    for (int k = 0; k < 3; k++)
    {
        int refused = 0;
        for (size_t at = 0; at < sizeof all / sizeof(float); at++)
        {
            obstacle_things t = all;
            memcpy((char *)&t + at * sizeof(float), &odd_floats[k], sizeof(float));
            refused += obstacles_add_sphere(list, t.ball, NULL) == RIM_ERR_ARGUMENT;
            refused += obstacles_add_capsule(list, t.rod, NULL) == RIM_ERR_ARGUMENT;
            refused += obstacles_add_box(list, t.box, NULL) == RIM_ERR_ARGUMENT;
            refused += obstacles_add_plane(list, t.plane, NULL) == RIM_ERR_ARGUMENT;
            refused += obstacles_add_hull(list, hull, t.pose, NULL) == RIM_ERR_ARGUMENT;
            obstacles_destroy(list);
            assert_int_equal(RIM_OK, obstacles_create(&list, NULL));
        }
        assert_int_equal(refused, sizeof all / sizeof(float));
    }
    rim_plane none = { { 0.0f, 0.0f, 0.0f }, 1.0f };
    assert_int_equal(RIM_ERR_ARGUMENT, obstacles_add_plane(list, none, NULL));
    obstacles_destroy(list);
    rim_hull_destroy(hull);
}

// Touches of a box with numbers that are not finite: there are none.
static void a_box_of_odd_numbers_touches_nothing(void **state)
{
    (void)state;
    rim_obstacles *list;
    obstacle_touch touches[4];
    rim_obox box = { { { 0.0f, 0.5f, 0.0f }, { 0.0f, 0.0f, 0.0f, 1.0f } }, { 1.0f, 1.0f, 1.0f } };
    assert_int_equal(RIM_OK, obstacles_create(&list, NULL));
    assert_int_equal(RIM_OK, obstacles_add_plane(list, plain.plane, NULL));
    assert_int_equal(RIM_OK, obstacles_add_sphere(list, plain.other, NULL));
    assert_true(box_touches(list, box, 0.0f, 0.0f, touches, 4) > 0);
    for (int k = 0; k < 3; k++)
    {
        for (int at = 0; at < 10; at++)
        {
            rim_obox spoiled = box;
            memcpy((char *)&spoiled + (size_t)at * sizeof(float), &odd_floats[k], sizeof(float));
            assert_int_equal(0, box_touches(list, spoiled, 0.0f, 0.0f, touches, 4));
        }
        assert_int_equal(0, box_touches(list, box, odd_floats[k], 0.0f, touches, 4));
    }
    obstacles_destroy(list);
}

static void hulls_of_odd_numbers_are_refused(void **state)
{
    (void)state;
    rim_hull   *hull, *box;
    rim_capsule rod = plain.rod;
    assert_int_equal(RIM_OK, rim_hull_create_box(&box, rim_vec3_make(1.0f, 1.0f, 1.0f), NULL));
    for (int k = 0; k < 4; k++)
    {
        float bad = k < 3 ? odd_floats[k] : -1.0f;
        for (int at = 0; at < 3; at++)
        {
            rim_vec3 half = { 1.0f, 1.0f, 1.0f };
            (&half.x)[at] = bad;
            assert_int_equal(RIM_ERR_ARGUMENT, rim_hull_create_box(&hull, half, NULL));
        }
        assert_int_equal(RIM_ERR_ARGUMENT, rim_hull_create_cylinder(&hull, bad, 1.0f, 8, NULL));
        assert_int_equal(RIM_ERR_ARGUMENT, rim_hull_create_cylinder(&hull, 1.0f, bad, 8, NULL));
        assert_int_equal(RIM_ERR_ARGUMENT, rim_hull_create_cone(&hull, bad, 1.0f, 8, NULL));
        assert_int_equal(RIM_ERR_ARGUMENT, rim_hull_create_cone(&hull, 1.0f, bad, 8, NULL));
        for (int at = k < 3 ? 0 : 6; at < 7; at++)
        {
            rim_capsule spoiled = rod;
            memcpy((char *)&spoiled + (size_t)at * sizeof(float), &bad, sizeof(float));
            assert_int_equal(RIM_ERR_ARGUMENT, rim_hull_create_capsule(&hull, spoiled, 8, 2, NULL));
        }
        assert_null(hull);
    }
    // Sides and rings out of range.
    static const struct
    {
        int        sides, rings;
        rim_status status;
    } counts[] = { { 2, 2, RIM_ERR_ARGUMENT },
                   { 8, 0, RIM_ERR_ARGUMENT },
                   { 16385, 2, RIM_ERR_SIZE },
                   { 8, 16385, RIM_ERR_SIZE },
                   { 16384, 16384, RIM_ERR_SIZE } };
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        assert_int_equal(counts[i].status, rim_hull_create_capsule(&hull, rod, counts[i].sides,
                                                                   counts[i].rings, NULL));
    assert_int_equal(RIM_ERR_ARGUMENT, rim_hull_create_cylinder(&hull, 1.0f, 1.0f, 2, NULL));
    assert_int_equal(RIM_ERR_ARGUMENT, rim_hull_create_cone(&hull, 1.0f, 1.0f, 2, NULL));
    rim_hull_destroy(box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_odd_number_hits_nothing),
        cmocka_unit_test(one_odd_number_hits_no_object),
        cmocka_unit_test(bodies_of_odd_numbers_are_refused),
        cmocka_unit_test(obstacles_of_odd_numbers_are_refused),
        cmocka_unit_test(a_box_of_odd_numbers_touches_nothing),
        cmocka_unit_test(hulls_of_odd_numbers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
