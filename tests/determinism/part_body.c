// Obstacles, bodies that fall alone, bodies that fall together.
#include "support/obstacles.h"
#include "determinism/bits.h"

static void fill_room(test_random *random, rim_obstacles *room, int spheres)
{
    rim_plane floor = (rim_plane){ rim_vec3_make(0.0f, 1.0f, 0.0f), 0.0f };
    no_error(obstacles_add_plane(room, floor, NULL));
    for (int i = 0; i < spheres; i++)
    {
        rim_vec3   p = any_vec3(random, 4.0f);
        rim_sphere ball = { p, random_float(random, 0.25f, 1.0f) };
        no_error(obstacles_add_sphere(room, ball, NULL));
        rim_capsule rod = { any_vec3(random, 4.0f), p, 0.25f };
        no_error(obstacles_add_capsule(room, rod, NULL));
        rim_obox box = { any_pose3(random, 4.0f), rim_vec3_make(0.5f, 0.25f, 1.0f) };
        no_error(obstacles_add_box(room, box, NULL));
    }
}

static void bits_handle(bits *b, rim_handle handle)
{
    BITS(b, (int)(handle.slot & ~RIM_OBSTACLE_SLOT));
    BITS(b, (int)handle.generation);
}

static rim_body any_crate(test_random *random, float height)
{
    rim_vec3 half;
    half.x = random_float(random, 0.125f, 0.75f);
    half.y = random_float(random, 0.125f, 0.75f);
    half.z = random_float(random, 0.125f, 0.75f);
    rim_body body = rim_body_box(half, 8.0f * half.x * half.y * half.z);
    body.pose = any_pose3(random, 3.0f);
    body.pose.position.y += height;
    body.velocity = any_vec3(random, 4.0f);
    body.spin = any_vec3(random, 4.0f);
    body.restitution = random_float(random, 0.0f, 1.0f);
    body.friction = random_float(random, 0.0f, 1.0f);
    return body;
}

static void collisions(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        rim_body       body = any_crate(random, 0.0f);
        rim_body_touch touches[RIM_BODY_TOUCHES] = { { .impulse = 0.0 } };
        int            n = random_int(random, 1, RIM_BODY_TOUCHES);
        for (int k = 0; k < n; k++)
        {
            touches[k].arm = any_vec3(random, 1.0f);
            touches[k].normal = rim_vec3_normalize(any_vec3(random, 1.0f));
        }
        float e = random_float(random, 0.0f, 1.0f);
        BITS(b, rim_body_collide(&body, touches, n, e, (rim_impulses)random_int(random, 0, 1)));
        FROM(b, rim_body_collide);
        BITS(b, rim_body_energy(&body));
        bits_body(b, &body);
    }
}

// Steps of heaps, thirty crates each.
static void heaps(bits *b, test_random *random, int count)
{
    rim_bodies        *world = NULL;
    rim_bodies_options options = { { 0.0f, -10.0f, 0.0f }, 0.0f, 0.0f, 0, NULL };
    for (int i = 0; i < count; i++)
    {
        if (i % 200 == 0)
        {
            rim_bodies_destroy(world);
            no_error(rim_bodies_create(&world, &options));
            fill_room(random, rim_bodies_obstacles(world), random_int(random, 0, 2));
            for (int k = 0; k < 30; k++)
            {
                rim_body crate = any_crate(random, 4.0f + 0.25f * (float)k);
                no_error(rim_bodies_add(world, &crate, NULL));
            }
        }
        no_error(rim_bodies_step(world, 1.0f / 64.0f));
        FROM(b, rim_bodies_read);
        for (int k = 0; k < 30; k++) bits_body(b, bodies_at(world, k));
        rim_bodies_touch touches[32];
        int              n = rim_bodies_touches(world, touches, 32);
        FROM(b, rim_bodies_touches);
        for (int k = 0; k < n && k < 32; k++)
        {
            bits_handle(b, touches[k].a);
            bits_handle(b, touches[k].b);
            BITS(b, touches[k].point);
            BITS(b, touches[k].normal);
            BITS(b, touches[k].impulse);
        }
    }
    rim_bodies_destroy(world);
}

// Heaps of all shapes on a floor and a few obstacles.
static void shapes(bits *b, test_random *random, int count)
{
    rim_bodies        *world;
    rim_bodies_options options = { { 0.0f, -10.0f, 0.0f }, 0.0f, 0.0f, 0, NULL };
    rim_hull          *hull;
    rim_vec3           corners[16];
    for (int i = 0; i < 16; i++) corners[i] = any_vec3(random, 0.5f);
    no_error(rim_hull_create(&hull, corners, 16, NULL));
    no_error(rim_bodies_create(&world, &options));
    fill_room(random, rim_bodies_obstacles(world), 3);
    for (int i = 0; i < 24; i++)
    {
        rim_sphere  ball = { any_vec3(random, 1.0f), random_float(random, 0.25f, 0.5f) };
        rim_capsule rod = { any_vec3(random, 0.5f), any_vec3(random, 0.5f), 0.25f };
        rim_shape3  shape = { RIM_SHAPE3_HULL, .hull = hull };
        if (i % 3 == 1) shape = (rim_shape3){ RIM_SHAPE3_SPHERE, .sphere = ball };
        if (i % 3 == 2) shape = (rim_shape3){ RIM_SHAPE3_CAPSULE, .capsule = rod };
        rim_body body = rim_body_from_shape(&shape, any_pose3(random, 3.0f), 1.0f);
        FROM(b, rim_body_from_shape);
        bits_body(b, &body);
        body.pose.position.y += 4.0f;
        body.swept = i % 2;
        no_error(rim_bodies_add(world, &body, NULL));
    }
    for (int i = 0; i < count; i++)
    {
        no_error(rim_bodies_step(world, 1.0f / 64.0f));
        FROM(b, rim_bodies_step);
        for (int k = 0; k < 24; k++) bits_body(b, bodies_at(world, k));
        FROM(b, rim_body_shape_pose);
        rim_xform3 stands = rim_body_shape_pose(bodies_at(world, i % 24));
        BITS(b, stands.position);
        BITS(b, stands.rotation);
    }
    rim_bodies_destroy(world);
    rim_hull_destroy(hull);
}

// Rays, motions and shapes among bodies and obstacles.
static void questions(bits *b, test_random *random, const rim_bodies *world)
{
    rim_bodies_hit hits[4];
    rim_handle     handles[4], nobody = { 0, 0 };
    rim_filter     filter = { 0, 0 };
    rim_ray3       ray = { any_vec3(random, 4.0f), any_vec3(random, 8.0f) };
    rim_shape3     ball = { RIM_SHAPE3_SPHERE, .sphere = { any_vec3(random, 3.0f), 0.5f } };
    rim_xform3     pose = any_pose3(random, 2.0f);
    int            count = rim_bodies_raycast_all(world, ray, filter, nobody, hits, 4);
    FROM(b, rim_bodies_raycast_all);
    BITS(b, count);
    for (int i = 0; i < count && i < 4; i++) BITS(b, hits[i].hit);
    for (int i = 0; i < count && i < 4; i++) bits_handle(b, hits[i].which);
    BITS(b, rim_bodies_raycast_first(world, ray, filter, nobody).hit);
    count = rim_bodies_sweep_all(world, &ball, pose, ray.delta, filter, nobody, hits, 4);
    FROM(b, rim_bodies_sweep_all);
    BITS(b, count);
    for (int i = 0; i < count && i < 4; i++) BITS(b, hits[i].hit);
    BITS(b, rim_bodies_sweep_first(world, &ball, pose, ray.delta, filter, nobody).hit);
    count = rim_bodies_overlaps(world, &ball, pose, filter, nobody, handles, 4);
    FROM(b, rim_bodies_overlaps);
    BITS(b, count);
    for (int i = 0; i < count && i < 4; i++) bits_handle(b, handles[i]);
}

static void more_bodies(bits *b, test_random *random, int count)
{
    rim_bodies        *world;
    rim_bodies_options options = { { 0.0f, -10.0f, 0.0f }, 0.0f, 0.0f, 0, NULL };
    no_error(rim_bodies_create(&world, &options));
    rim_obstacles *room = rim_bodies_obstacles(world);
    fill_room(random, room, 2);
    for (int i = 0; i < count; i++)
    {
        rim_body crate = any_crate(random, 2.0f);
        (void)any_vec3(random, 1.0f);
        BITS(b, rim_body_potential(&crate, any_vec3(random, 9.0f)));
        if (rim_bodies_read(world).count < 20) no_error(rim_bodies_add(world, &crate, NULL));
        no_error(rim_bodies_step(world, 1.0f / 64.0f));
        rim_bodies_state all = rim_bodies_read(world);
        FROM(b, rim_bodies_read);
        BITS(b, all.count);
        BITS(b, all.touching_count);
        BITS(b, all.entered_count);
        BITS(b, all.left_count);
        for (int k = 0; k < all.touching_count; k++) bits_handle(b, all.touching[k].b);
        questions(b, random, world);
        (void)random_int(random, 0, 1);
    }
    rim_bodies_destroy(world);
}

const bits_part PARTS_BODY[] = {
    { "bodies_more", more_bodies, 600 },
    { "impulses", collisions, 5000 },
    { "bodies", heaps, 2000 },
    { "bodies_shapes", shapes, 600 },
    { NULL, NULL, 0 },
};
