// Any bytes as arguments of what is asked of solid objects: hulls and their likes, meshes, BSPs, walkers, bodies.
#include "support/translation.h"
#include "solid/hull/data.h"
#include "support/obstacles.h"
#include "support/meshes.h"
#include "solid/query/gjk.h"
#include "rimcast/rimcast.h"
#include "support/fuzz.h"

#include <stdlib.h>

enum
{
    POINTS = 16,
    TRIANGLES = 12
};

static rim_xform3 make_pose(fuzz_bytes *in)
{
    rim_vec3 at = fuzz_vec3(in), axis = fuzz_vec3(in);
    rim_quat turn = (rim_quat){ axis.x, axis.y, axis.z, fuzz_float(in) };
    if (fuzz_int(in, 0, 2) == 0) turn = rim_quat_identity();
    return rim_xform3_make(at, turn);
}

static rim_hull *make_hull(fuzz_bytes *in)
{
    static const float merges[3] = { 0x1p-10f, 0.0f, RIM_HULL_EXACT };
    rim_hull          *hull = NULL;
    rim_vec3           points[POINTS];
    int                count = fuzz_int(in, 0, POINTS);
    rim_hull_options   options = { .max_corners = fuzz_int(in, 0, 2) ? 0 : fuzz_int(in, 4, 16),
                                   .limit = (rim_hull_limit)fuzz_int(in, 0, 1),
                                   .merge = merges[fuzz_int(in, 0, 2)] };
    rim_vec3           size = { fuzz_positive(in), fuzz_positive(in), fuzz_positive(in) };
    rim_capsule        rod = { fuzz_vec3(in), fuzz_vec3(in), size.x };
    switch (fuzz_int(in, 0, 5))
    {
    case 0:
        (void)rim_hull_create_box(&hull, size, NULL);
        break;
    case 1:
        (void)rim_hull_create_cylinder(&hull, size.x, size.y, fuzz_int(in, 2, 12), NULL);
        break;
    case 2:
        (void)rim_hull_create_capsule(&hull, rod, fuzz_int(in, 2, 9), fuzz_int(in, 0, 4), NULL);
        break;
    default:
        for (int i = 0; i < count; i++) points[i] = fuzz_vec3(in);
        (void)rim_hull_create(&hull, points, count, &options);
        break;
    }
    if (!hull && rim_hull_create_box(&hull, rim_vec3_make(1.0f, 1.0f, 1.0f), NULL)) abort();
    return hull;
}

static void check_hit(const fuzz_bytes *in, rim_hit3 hit)
{
    fuzz_check(!(in->spoiled && hit.hit));
    fuzz_check(hit.t >= 0.0f && hit.t <= 1.0f && (hit.hit || hit.t == 1.0f));
    fuzz_point3(in, hit.point);
    fuzz_point3(in, hit.normal);
    fuzz_number(in, hit.depth);
}

static void try_hull(fuzz_bytes *in)
{
    rim_hull *hull = make_hull(in);
    in->spoiled = false;
    rim_mass3 mass = rim_hull_mass(hull);
    fuzz_number(in, mass.volume);
    fuzz_number(in, mass.x);
    fuzz_number(in, mass.xx);
    rim_vec3 p = fuzz_vec3(in);
    bool     inside = rim_hull_contains(hull, p);
    fuzz_check(!(inside && in->spoiled));
    rim_shape3 shape = { .kind = RIM_SHAPE3_HULL, .hull = hull };
    (void)rim_shape3_bounds(&shape, make_pose(in));
    rim_hull_destroy(hull);
}

static void try_clip(fuzz_bytes *in)
{
    rim_hull *a = make_hull(in), *b = make_hull(in), *made;
    rim_clip *clip, *front;
    in->spoiled = false;
    if (rim_clip_create(&clip, NULL) || rim_clip_create(&front, NULL)) abort();
    if (rim_hull_clip(clip, a, make_pose(in), b, make_pose(in)) == RIM_OK)
    {
        double at[3];
        fuzz_check(rim_clip_volume(clip) >= 0.0);
        rim_clip_centroid(clip, at);
        fuzz_number(in, at[0]);
        for (int i = 0; i < rim_clip_read(clip).face_count; i++)
            fuzz_check(rim_clip_face_at(clip, i).count >= 3);
        if (rim_hull_create_from_clip(&made, clip, NULL) == RIM_OK) rim_hull_destroy(made);
    }
    rim_plane plane = { fuzz_vec3(in), fuzz_float(in) };
    if (rim_hull_cut(clip, front, a, make_pose(in), plane) == RIM_OK)
        fuzz_check(rim_clip_volume(clip) >= 0.0 && rim_clip_volume(front) >= 0.0);
    rim_clip_destroy(clip);
    rim_clip_destroy(front);
    rim_hull_destroy(a);
    rim_hull_destroy(b);
}

// 0, or NaN if a number is not finite.
static double trouble(rim_vec3 v)
{
    return 0.0 * v.x + 0.0 * v.y + 0.0 * v.z;
}

static double turn_trouble(rim_quat q)
{
    return 0.0 * q.x + 0.0 * q.y + 0.0 * q.z + 0.0 * q.w;
}

static void try_convex(fuzz_bytes *in)
{
    rim_vec3  points[POINTS];
    rim_hull *hull = make_hull(in);
    in->spoiled = false;
    rim_convex a = rim_hull_convex(hull),
               b = { points, fuzz_int(in, 1, POINTS), fuzz_positive(in), NULL };
    if (b.radius != b.radius) b.radius = 0.0f;
    for (int i = 0; i < b.count; i++) points[i] = fuzz_vec3(in);
    rim_xform3 pa = make_pose(in), pb = make_pose(in);
    double     odd = trouble(pa.position) + trouble(pb.position) + turn_trouble(pa.rotation) +
                 turn_trouble(pb.rotation) + 0.0 * b.radius;
    for (int i = 0; i < b.count; i++) odd += trouble(points[i]);
    in->spoiled = odd != 0.0;
    rim_warm      warm = { 0 };
    rim_distance3 d = rim_convex_distance(a, pa, b, pb, &warm);
    fuzz_point3(in, d.on_a);
    fuzz_point3(in, d.normal);
    fuzz_number(in, d.distance);
    bool hit = gjk_overlaps(&a, &pa, &b, &pb);
    fuzz_check(!(hit && in->spoiled));
    rim_contact3 c = rim_convex_contact(a, pa, b, pb, &warm);
    fuzz_check(!(c.hit && in->spoiled));
    fuzz_point3(in, c.normal);
    fuzz_number(in, c.depth);
    rim_manifold3 m = rim_convex_manifold(a, pa, b, pb, NULL, NULL);
    fuzz_check(m.count >= 0 && m.count <= 4);
    for (int i = 0; i < m.count; i++) fuzz_number(in, m.points[i].depth);
    bool still = in->spoiled;
    check_hit(in, sweep_convex_translation(a, pa, fuzz_vec3(in), b, pb));
    in->spoiled = still; // the next motion is another
    rim_motion3 motion = { fuzz_vec3(in), fuzz_vec3(in), fuzz_float(in) };
    check_hit(in, sweep_convex_turning(a, pa, motion, b, pb));
    rim_plane plane = { fuzz_vec3(in), fuzz_float(in) };
    rim_hit3  on_plane = sweep_turning_over(a, pa, motion, plane);
    fuzz_check(on_plane.t >= 0.0f && on_plane.t <= 1.0f);
    rim_hull_destroy(hull);
}

// Triangles between random points, some of them without area.
typedef struct soup
{
    rim_vec3     points[POINTS];
    int          indices[3 * TRIANGLES], count;
    rim_triangle triangles[TRIANGLES];
} soup;

static void make_soup(fuzz_bytes *in, soup *s)
{
    bool wild = in->wild;
    in->wild = false;
    s->count = fuzz_int(in, 0, TRIANGLES);
    for (int i = 0; i < POINTS; i++) s->points[i] = fuzz_vec3(in);
    for (int i = 0; i < 3 * s->count; i++) s->indices[i] = fuzz_int(in, 0, POINTS - 1);
    for (int i = 0; i < s->count; i++)
        s->triangles[i] =
            (rim_triangle){ s->points[s->indices[3 * i]], s->points[s->indices[3 * i + 1]],
                            s->points[s->indices[3 * i + 2]] };
    in->wild = wild;
    in->spoiled = false;
}

static void try_mesh(fuzz_bytes *in)
{
    soup                   s;
    rim_mesh              *mesh;
    rim_mesh_edges        *edges;
    rim_mesh_options       options = { .form = (rim_mesh_form)fuzz_int(in, 0, 1),
                                       .movable = fuzz_bool(in) };
    rim_mesh_edges_options weld = { .weld = fuzz_bool(in) ? 0.001f : 0.0f };
    make_soup(in, &s);
    if (rim_mesh_create(&mesh, s.points, POINTS, s.indices, s.count, &options)) abort();
    if (rim_mesh_edges_create(&edges, s.points, POINTS, s.indices, s.count, &weld)) abort();
    rim_mesh_edges_destroy(edges);
    rim_ray3 ray = { fuzz_vec3(in), fuzz_vec3(in) };
    check_hit(in, rim_mesh_raycast(mesh, ray, RIM_SIDE_BOTH));
    fuzz_check(rim_mesh_raycast_all(mesh, ray, RIM_SIDE_FRONT, NULL, 0) <= s.count);
    (void)rim_mesh_raycast_any(mesh, ray, RIM_SIDE_BACK);
    in->spoiled = false;
    rim_sphere ball = { fuzz_vec3(in), fuzz_positive(in) };
    fuzz_check(mesh_overlaps_sphere(mesh, ball, NULL, 0) <= s.count);
    check_hit(in, mesh_sweep_sphere(mesh, ball, fuzz_vec3(in), RIM_SIDE_BOTH));
    in->spoiled = false;
    rim_capsule rod = { fuzz_vec3(in), fuzz_vec3(in), fuzz_positive(in) };
    fuzz_check(mesh_contacts_capsule(mesh, &rod, RIM_SIDE_BOTH, NULL, 0) <= s.count);
    check_hit(in, mesh_sweep_capsule(mesh, &rod, fuzz_vec3(in), RIM_SIDE_FRONT));
    in->spoiled = false;
    rim_mesh_near near = rim_mesh_closest(mesh, fuzz_vec3(in), fuzz_positive(in));
    if (near.found) fuzz_number(in, near.distance.distance);
    (void)rim_mesh_gather(mesh, rim_box3_make(fuzz_vec3(in), fuzz_vec3(in)), NULL, NULL, 0);
    (void)rim_mesh_overlaps_mesh(mesh, make_pose(in), mesh, make_pose(in), NULL, 0);
    for (int i = 0; i < POINTS; i++) s.points[i] = fuzz_vec3(in);
    (void)rim_mesh_refit(mesh, s.points, POINTS, s.indices);
    rim_mesh_destroy(mesh);
}

static void try_bsp(fuzz_bytes *in)
{
    soup            s;
    rim_bsp        *bsp;
    rim_bsp_options options = { .depth = fuzz_int(in, 0, 20) };
    make_soup(in, &s);
    if (rim_bsp_create(&bsp, s.points, POINTS, s.indices, s.count, &options)) abort();
    rim_bsp_stats stats = rim_bsp_statistics(bsp);
    fuzz_check(rim_bsp_order(bsp, fuzz_vec3(in), NULL, 0) <= stats.pieces);
    rim_sphere ball = { fuzz_vec3(in), fuzz_positive(in) };
    (void)rim_bsp_place(bsp, fuzz_vec3(in), ball);
    (void)rim_bsp_gather_sphere(bsp, ball, fuzz_vec3(in), NULL, 0, NULL);
    rim_bsp_destroy(bsp);
}

static void try_walker(fuzz_bytes *in)
{
    soup s;
    make_soup(in, &s);
    rim_triangle_list list = { s.triangles, s.count };
    rim_world3        world = rim_triangle_list_world(&list);
    rim_plane         planes[6];
    for (int i = 0; i < 6; i++) planes[i] = (rim_plane){ fuzz_vec3(in), fuzz_float(in) };
    rim_move3 move = rim_mover_move(fuzz_vec3(in), planes, fuzz_int(in, 0, 6));
    fuzz_point3(in, move.motion);
    in->spoiled = false;
    rim_sphere ball = { fuzz_vec3(in), fuzz_positive(in) };
    rim_flight flight = rim_mover_fly(ball, fuzz_vec3(in), world, (rim_side)fuzz_int(in, 0, 2));
    fuzz_point3(in, flight.moved);
    if (in->spoiled) fuzz_check(flight.moved.x == 0.0f && flight.moved.y == 0.0f);
    in->spoiled = false;
    rim_vec3      feet = fuzz_vec3(in);
    float         wide = (float)fuzz_int(in, 1, 9) * in->unit;
    rim_character who = fuzz_bool(in) ? rim_character_capsule(feet, wide, 2.0f * wide)
                                      : rim_character_box(feet, rim_vec3_make(wide, wide, wide));
    for (int i = 0; i < 3; i++)
    {
        rim_walk walk = rim_character_step(&who, world, fuzz_vec3(in), fuzz_positive(in));
        fuzz_point3(in, walk.moved);
        fuzz_point3(in, who.position);
    }
}

static void try_bodies(fuzz_bytes *in)
{
    rim_bodies_options options = { .gravity = fuzz_vec3(in),
                                   .fade = fuzz_float(in),
                                   .parts = fuzz_int(in, 0, 6) };
    rim_bodies        *world;
    if (rim_bodies_create(&world, &options)) return;
    rim_obstacles *list = rim_bodies_obstacles(world);
    rim_plane      floor = { { 0.0f, 1.0f, 0.0f }, fuzz_float(in) };
    rim_capsule    rod = { fuzz_vec3(in), fuzz_vec3(in), fuzz_positive(in) };
    rim_obox block = { make_pose(in), { fuzz_positive(in), fuzz_positive(in), fuzz_positive(in) } };
    (void)obstacles_add_plane(list, floor, NULL);
    (void)obstacles_add_capsule(list, rod, NULL);
    (void)obstacles_add_box(list, block, NULL);
    for (int i = 0; i < 4; i++)
    {
        rim_body body = rim_body_box(rim_vec3_make(in->unit, in->unit, 0.5f * in->unit), 1.0f);
        if (fuzz_int(in, 0, 3) == 0)
            body =
                rim_body_box(rim_vec3_make(fuzz_positive(in), fuzz_positive(in), fuzz_positive(in)),
                             fuzz_positive(in));
        body.pose = make_pose(in);
        body.velocity = fuzz_vec3(in);
        body.spin = fuzz_vec3(in);
        body.restitution = (float)fuzz_int(in, 0, 4) / 4.0f;
        body.friction = fuzz_positive(in);
        (void)rim_bodies_add(world, &body, NULL);
    }
    for (int i = 0; i < 3; i++)
        if (rim_bodies_step(world, fuzz_positive(in)) == RIM_ERR_MEMORY) abort();
    for (int i = 0; i < rim_bodies_read(world).slots; i++)
    {
        const rim_body *body = bodies_at(world, i);
        if (!body) continue;
        rim_vec3 at = body->pose.position;
        fuzz_check(at.x == at.x && at.y == at.y && at.z == at.z);
    }
    rim_bodies_destroy(world);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const drivers[])(fuzz_bytes *) = { try_hull, try_clip,   try_convex, try_mesh,
                                                     try_bsp,  try_walker, try_bodies };
    fuzz_bytes in = fuzz_begin(data, size);
    drivers[fuzz_byte(&in) % (sizeof drivers / sizeof drivers[0])](&in);
    return 0;
}
