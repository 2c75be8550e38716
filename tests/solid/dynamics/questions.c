// What a world is asked: who began to touch and who stopped, on which layers, and what rays, shapes and motions meet,
// against all things one by one.
#include "support/convex_brute.h"
#include "support/obstacles.h"
#include "support/support.h"

#include "rimcast/bodies.h"

#include <math.h>
#include <string.h>

#define DT (1.0f / 60.0f)

static rim_bodies *empty_world(float gravity)
{
    rim_bodies        *world;
    rim_bodies_options options = { { 0.0f, -gravity, 0.0f }, 0.0f, 0.0f, 0, NULL };
    assert_int_equal(rim_bodies_create(&world, &options), RIM_OK);
    return world;
}

static rim_handle add_floor(rim_bodies *world, rim_filter filter)
{
    rim_obstacle floor = { .shape = { RIM_SHAPE3_PLANE, .plane = { { 0.0f, 1.0f, 0.0f }, 0.0f } } };
    rim_handle   handle;
    floor.filter = filter;
    assert_int_equal(rim_obstacles_add(rim_bodies_obstacles(world), &floor, &handle), RIM_OK);
    return handle;
}

static rim_handle add_box(rim_bodies *world, float height, rim_filter filter)
{
    rim_body   body = rim_body_box(rim_vec3_make(0.5f, 0.5f, 0.5f), 1.0f);
    rim_handle handle;
    body.pose.position.y = height;
    body.filter = filter;
    assert_int_equal(rim_bodies_add(world, &body, &handle), RIM_OK);
    return handle;
}

static bool same(rim_handle a, rim_handle b)
{
    return a.slot == b.slot && a.generation == b.generation;
}

static const rim_filter usual = { 0, 0 };
static const rim_handle nobody = { 0, 0 };

// --- touches ---------------------------------------------------------------------------------------------

static void a_touch_begins_once_sleeps_on_and_ends(void **state)
{
    (void)state;
    rim_bodies *world = empty_world(10.0f);
    rim_handle  floor = add_floor(world, usual), low = add_box(world, 0.6f, usual),
               high = add_box(world, 3.0f, usual);
    int entered = 0, left = 0;
    for (int i = 0; i < 300; i++)
    {
        rim_bodies_step(world, DT);
        rim_bodies_state s = rim_bodies_read(world);
        for (int k = 0; k < s.entered_count; k++)
        {
            rim_pair expected = entered ? (rim_pair){ low, high } : (rim_pair){ low, floor };
            assert_true(same(s.entered[k].a, expected.a) && same(s.entered[k].b, expected.b));
            entered++;
        }
        left += s.left_count;
    }
    rim_bodies_state s = rim_bodies_read(world);
    assert_int_equal(entered, 2);
    assert_int_equal(left, 0);
    assert_true(s.bodies[0].asleep && s.bodies[1].asleep);
    assert_int_equal(s.touching_count, 2);
    assert_true(same(s.touching[0].b, high) && same(s.touching[1].b, floor));

    // Thrown up, it leaves; put away, its partner is told of it, by the stale handle.
    rim_body up = *rim_bodies_get(world, high);
    up.velocity.y = 5.0f;
    assert_int_equal(rim_bodies_set(world, high, &up), RIM_OK);
    for (int i = 0; i < 3; i++)
    {
        rim_bodies_step(world, DT);
        left += rim_bodies_read(world).left_count;
    }
    assert_int_equal(left, 1);
    assert_true(rim_bodies_remove(world, low));
    rim_bodies_step(world, DT);
    s = rim_bodies_read(world);
    assert_int_equal(s.left_count, 1);
    assert_true(same(s.left[0].a, low) && same(s.left[0].b, floor));
    assert_true(rim_bodies_remove(world, high));
    rim_bodies_step(world, DT);
    assert_int_equal(rim_bodies_read(world).touching_count, 0);
    rim_bodies_destroy(world);
}

// One of two that sleep on each other is put elsewhere; the other one need not wake for that to be told.
static void a_sleeper_that_is_put_elsewhere_has_left(void **state)
{
    (void)state;
    rim_bodies *world = empty_world(10.0f);
    add_floor(world, usual);
    rim_handle low = add_box(world, 0.5f, usual), high = add_box(world, 1.5f, usual);
    for (int i = 0; i < 300; i++) rim_bodies_step(world, DT);
    rim_bodies_state s = rim_bodies_read(world);
    assert_true(s.bodies[0].asleep && s.bodies[1].asleep);
    assert_int_equal(s.touching_count, 2);
    rim_body away = *rim_bodies_get(world, high);
    away.pose.position.y += 50.0f;
    away.asleep = false;
    assert_int_equal(rim_bodies_set(world, high, &away), RIM_OK);
    rim_bodies_step(world, DT);
    s = rim_bodies_read(world);
    assert_int_equal(s.left_count, 1);
    assert_true(same(s.left[0].a, low) && same(s.left[0].b, high));
    rim_bodies_destroy(world);
}

// Bodies that lie on each other are one heap, also if they fell asleep at different times: none stays in the air.
static void sleepers_wake_with_what_they_lie_on(void **state)
{
    (void)state;
    for (int n = 0; n < 4; n++)
    {
        rim_bodies *world = empty_world(10.0f);
        rim_handle  all[5], spare = n % 2 ? add_box(world, 50.0f, usual) : nobody;
        add_floor(world, usual);
        for (int i = 0; i < 5; i++)
        {
            // In half of the worlds, the second box has the first slot.
            if (i == 1) assert_int_equal(rim_bodies_remove(world, spare), n % 2);
            float top = i ? rim_bodies_get(world, all[i - 1])->pose.position.y + 0.5f : 0.0f;
            all[i] = add_box(world, top + 0.5f, usual);
            for (int k = 0; k < 100; k++) rim_bodies_step(world, DT);
            for (int k = 0; k <= i; k++) assert_true(rim_bodies_get(world, all[k])->asleep);
        }
        rim_body away = *rim_bodies_get(world, all[1]);
        away.pose.position.x += 50.0f;
        if (n / 2)
            assert_true(rim_bodies_remove(world, all[1]));
        else
            assert_int_equal(rim_bodies_set(world, all[1], &away), RIM_OK);
        for (int i = 0; i < 5; i++)
            if (i != 1) assert_false(rim_bodies_get(world, all[i])->asleep);
        for (int k = 0; k < 200; k++) rim_bodies_step(world, DT);
        for (int i = 2; i < 5; i++)
            assert_near(rim_bodies_get(world, all[i])->pose.position.y, (double)i - 0.5, 0.02);
        rim_bodies_destroy(world);
    }
}

static bool has_pair(const rim_pair *list, int count, rim_pair pair)
{
    for (int i = 0; i < count; i++)
        if (memcmp(&list[i], &pair, sizeof pair) == 0) return true;
    return false;
}

// The pairs of each step are those of the one before, with those that began and without those that ended.
static void what_began_and_ended_is_the_difference(void **state)
{
    (void)state;
    enum
    {
        MOST = 1024
    };
    static rim_pair before[MOST];
    test_random     random = { 4401 };
    rim_bodies     *world = empty_world(10.0f);
    int             had = 0, began = 0, ended = 0, slept = 0;
    add_floor(world, usual);
    rim_obstacle ball = { .shape = { RIM_SHAPE3_SPHERE, .sphere = { { 0, 0, 0 }, 1 } } };
    rim_obstacles_add(rim_bodies_obstacles(world), &ball, NULL);
    for (int i = 0; i < 1200; i++)
    {
        if (i % 20 == 0 && rim_bodies_read(world).count < 60)
        {
            rim_shape3 shape = { RIM_SHAPE3_SPHERE, .sphere = { { 0, 0, 0 }, 0.3f } };
            rim_body   body = i % 3 ? rim_body_box(rim_vec3_make(0.4f, 0.3f, 0.2f), 1.0f)
                                    : rim_body_from_shape(&shape, rim_xform3_identity(), 0.5f);
            body.pose = random_pose(&random, 1.0f);
            body.pose.position.y += 4.0f;
            body.spin_damping = 1.0f;
            assert_int_equal(rim_bodies_add(world, &body, NULL), RIM_OK);
        }
        if (i % 50 == 49) bodies_remove_at(world, random_int(&random, 0, 20));
        rim_bodies_step(world, DT);
        rim_bodies_state s = rim_bodies_read(world);
        for (int k = 0; k < s.touching_count; k++)
            assert_true(has_pair(before, had, s.touching[k]) !=
                        has_pair(s.entered, s.entered_count, s.touching[k]));
        for (int k = 0; k < had; k++)
            assert_true(has_pair(s.touching, s.touching_count, before[k]) !=
                        has_pair(s.left, s.left_count, before[k]));
        assert_int_equal(s.touching_count, had + s.entered_count - s.left_count);
        for (int k = 1; k < s.touching_count; k++)
        {
            rim_pair p = s.touching[k - 1], q = s.touching[k];
            bool     first = p.b.slot >= RIM_OBSTACLE_SLOT, second = q.b.slot >= RIM_OBSTACLE_SLOT;
            assert_true(first == second
                            ? p.a.slot < q.a.slot || (p.a.slot == q.a.slot && p.b.slot < q.b.slot)
                            : second);
        }
        // What presses touches.
        rim_bodies_touch points[256];
        int              count = rim_bodies_touches(world, points, 256);
        for (int k = 0; k < count && k < 256; k++)
            assert_true(
                has_pair(s.touching, s.touching_count, (rim_pair){ points[k].a, points[k].b }));
        assert_true(s.touching_count <= MOST);
        had = s.touching_count;
        if (had) memcpy(before, s.touching, sizeof *before * (size_t)had);
        began += s.entered_count;
        ended += s.left_count;
        for (int k = 0; k < s.slots; k++) slept += s.bodies[k].mass > 0.0f && s.bodies[k].asleep;
    }
    assert_true(began > 100 && ended > 50 && slept > 0);
    rim_bodies_destroy(world);
}

// --- layers ----------------------------------------------------------------------------------------------

static float height_after(rim_filter floor, rim_filter low, rim_filter high, float *upper)
{
    rim_bodies *world = empty_world(10.0f);
    add_floor(world, floor);
    rim_handle a = add_box(world, 0.5f, low), b = add_box(world, 1.6f, high);
    for (int i = 0; i < 120; i++) rim_bodies_step(world, DT);
    float height = rim_bodies_get(world, a)->pose.position.y;
    *upper = rim_bodies_get(world, b)->pose.position.y;
    rim_bodies_destroy(world);
    return height;
}

static void layers_say_what_collides(void **state)
{
    (void)state;
    const rim_filter ghost = { 2, ~0u }, second = { 2, 0 }, not_second = { 1, 2 };
    float            upper;
    assert_near(height_after(usual, usual, usual, &upper), 0.5, 0.01);
    assert_near(upper, 1.5, 0.01);
    // A filter that hits nothing: it falls through all, and what it lay under falls to the floor.
    assert_true(height_after(usual, ghost, usual, &upper) < -10.0f);
    assert_near(upper, 0.5, 0.01);
    assert_near(height_after(usual, usual, ghost, &upper), 0.5, 0.01);
    assert_true(upper < -10.0f);
    // The floor is on layer 2, which the low one ignores.
    assert_true(height_after(second, not_second, usual, &upper) < -5.0f);
    assert_true(upper < -5.0f || fabsf(upper - 0.5f) < 0.01f);
    // The two ignore each other and both lie on the floor.
    assert_near(height_after(usual, second, not_second, &upper), 0.5, 0.01);
    assert_near(upper, 0.5, 0.01);
}

// A swept body passes what it ignores, and the exact step of one body obeys filters as well.
static void swept_and_single_bodies_obey_filters(void **state)
{
    (void)state;
    const rim_filter second = { 2, 0 }, not_second = { 1, 2 };
    for (int n = 0; n < 2; n++)
    {
        rim_bodies  *world = empty_world(0.0f);
        rim_obox     box = { rim_xform3_identity(), { 0.1f, 5.0f, 5.0f } };
        rim_obstacle wall = { .shape = { RIM_SHAPE3_BOX, .box = box }, .filter = second };
        rim_body     body = rim_body_box(rim_vec3_make(0.2f, 0.2f, 0.2f), 1.0f);
        rim_handle   handle;
        rim_obstacles_add(rim_bodies_obstacles(world), &wall, NULL);
        body.pose.position.x = -3.0f;
        body.velocity.x = 600.0f;
        body.swept = true;
        body.filter = n ? usual : not_second;
        rim_bodies_add(world, &body, &handle);
        rim_bodies_step(world, DT);
        assert_true((rim_bodies_get(world, handle)->pose.position.x < 0.0f) == (n == 1));
        rim_bodies_destroy(world);
    }
}

// --- questions -------------------------------------------------------------------------------------------

enum
{
    THINGS = 64,
    OBSTACLES = 12
};

// A world, and all that is in it in a plain list.
typedef struct zoo
{
    rim_bodies *world;
    rim_hull   *hull;
    rim_mesh   *mesh;
    struct
    {
        rim_shape3      shape;
        rim_xform3      pose;
        const rim_mesh *mesh;
        rim_filter      filter;
        rim_handle      handle;
    } all[THINGS];
    int count;
} zoo;

static rim_shape3 any_shape(test_random *random, const rim_hull *hull, int kind)
{
    static rim_vec3  square[4] = { { -1, 0, -1 }, { -1, 0, 1 }, { 1, 0, 1 }, { 1, 0, -1 } };
    rim_vec3         a = random_in_cube(random, 0.6f), b = random_in_cube(random, 0.6f);
    float            r = random_float(random, 0.1f, 0.5f);
    rim_obox         box = { random_pose(random, 0.2f), { r, 0.3f, 0.2f } };
    const rim_shape3 kinds[] = {
        { RIM_SHAPE3_SPHERE, .sphere = { a, r } },
        { RIM_SHAPE3_CAPSULE, .capsule = { a, b, 0.5f * r } },
        { RIM_SHAPE3_BOX, .box = box },
        { RIM_SHAPE3_HULL, .hull = hull },
        { RIM_SHAPE3_TRIANGLE, .triangle = { a, b, { 0.5f, 0.0f, 0.7f } } },
        { RIM_SHAPE3_POLYGON, .polygon = { square, 4 } },
    };
    return kinds[kind];
}

static rim_filter any_filter(test_random *random)
{
    rim_filter filter = { (uint32_t)random_int(random, 0, 3), 0 };
    if (random_int(random, 0, 3) == 0) filter.ignores = (uint32_t)random_int(random, 1, 3);
    return filter;
}

static void zoo_add(zoo *z, rim_shape3 shape, rim_xform3 pose, const rim_mesh *mesh,
                    rim_filter filter, rim_handle handle)
{
    z->all[z->count].shape = shape;
    z->all[z->count].pose = pose;
    z->all[z->count].mesh = mesh;
    z->all[z->count].filter = filter;
    z->all[z->count++].handle = handle;
}

static void zoo_add_bodies(zoo *z, test_random *random)
{
    rim_handle handle;
    for (int i = 0; i < 30; i++)
    {
        rim_shape3 shape = any_shape(random, z->hull, i % 4);
        rim_body   body = rim_body_from_shape(&shape, random_pose(random, 4.0f), 1.0f);
        body.velocity = random_in_cube(random, 4.0f);
        body.spin = random_in_cube(random, 4.0f);
        body.filter = any_filter(random);
        assert_int_equal(rim_bodies_add(z->world, &body, &handle), RIM_OK);
    }
    // So that they are where they went to, and a slot is free and one given again.
    for (int i = 0; i < 3; i++) rim_bodies_step(z->world, DT);
    bodies_remove_at(z->world, 4);
    bodies_remove_at(z->world, 17);
    rim_shape3 ball = any_shape(random, NULL, 0);
    rim_body   late = rim_body_from_shape(&ball, random_pose(random, 4.0f), 1.0f);
    rim_bodies_add(z->world, &late, &handle);
    rim_body moved = *bodies_at(z->world, 9);
    moved.pose = random_pose(random, 4.0f);
    rim_bodies_set(z->world, moved.handle, &moved);
    for (int i = 0; i < 30; i++)
    {
        const rim_body *body = bodies_at(z->world, i);
        if (!body) continue;
        rim_obox   own = { rim_xform3_identity(), body->half };
        rim_shape3 box = { RIM_SHAPE3_BOX, .box = own };
        zoo_add(z, body->shape.kind ? body->shape : box, rim_body_shape_pose(body), NULL,
                body->filter, body->handle);
    }
}

static zoo zoo_create(test_random *random)
{
    zoo                  z = { .world = empty_world(5.0f) };
    rim_vec3             points[12];
    static const int32_t indices[12] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
    for (int i = 0; i < 12; i++) points[i] = random_in_cube(random, 0.6f);
    assert_int_equal(rim_hull_create(&z.hull, points, 12, NULL), RIM_OK);
    for (int i = 0; i < 12; i++)
        points[i] = rim_vec3_add(random_in_cube(random, 1.0f), rim_vec3_make(3.0f, 0.0f, 0.0f));
    assert_int_equal(rim_mesh_create(&z.mesh, points, 12, indices, 4, NULL), RIM_OK);
    zoo_add_bodies(&z, random);
    for (int i = 0; i < OBSTACLES; i++)
    {
        rim_obstacle it = { .filter = any_filter(random) };
        rim_handle   handle;
        if (i == 0)
            it.mesh = z.mesh;
        else if (i == 1)
            it.shape = (rim_shape3){ RIM_SHAPE3_PLANE, .plane = { { 0, 1, 0 }, -3.0f } };
        else
            it.shape = any_shape(random, z.hull, i % 6);
        it.pose = i < 2 ? rim_xform3_identity() : random_pose(random, 4.0f);
        assert_int_equal(rim_obstacles_add(rim_bodies_obstacles(z.world), &it, &handle), RIM_OK);
        zoo_add(&z, it.shape, it.pose, it.mesh, it.filter, handle);
    }
    return z;
}

static void zoo_destroy(zoo *z)
{
    rim_bodies_destroy(z->world);
    rim_hull_destroy(z->hull);
    rim_mesh_destroy(z->mesh);
}

static bool may_meet(rim_filter a, rim_filter b)
{
    uint32_t x = a.layers ? a.layers : 1, y = b.layers ? b.layers : 1;
    return (x & ~b.ignores) && (y & ~a.ignores);
}

// Asks all things one by one: a ray if shape is NULL, else a motion.
static int ask_all(const zoo *z, const rim_shape3 *shape, rim_xform3 pose, rim_vec3 way,
                   rim_filter filter, rim_handle but, rim_bodies_hit *out)
{
    int      count = 0;
    rim_ray3 ray = { pose.position, way };
    for (int i = 0; i < z->count; i++)
    {
        rim_bodies_hit  hit = { .which = z->all[i].handle };
        const rim_mesh *mesh = z->all[i].mesh;
        if (same(hit.which, but) || !may_meet(filter, z->all[i].filter)) continue;
        if (!shape)
            hit.hit = mesh ? rim_mesh_raycast(mesh, ray, RIM_SIDE_BOTH)
                           : rim_shape3_raycast(&z->all[i].shape, z->all[i].pose, ray);
        else
            hit.hit = mesh ? rim_mesh_sweep(mesh, shape, pose, way, RIM_SIDE_BOTH)
                           : rim_shape3_sweep(shape, pose, way, &z->all[i].shape, z->all[i].pose);
        if (!hit.hit.hit) continue;
        int at = count++;
        for (; at > 0 &&
               (hit.hit.t < out[at - 1].hit.t ||
                (hit.hit.t == out[at - 1].hit.t && hit.which.slot < out[at - 1].which.slot));
             at--)
            out[at] = out[at - 1];
        out[at] = hit;
    }
    return count;
}

// Obstacles are put into the world when they are added, which rounds once.
static void same_hits(const rim_bodies_hit *a, const rim_bodies_hit *b, int count)
{
    for (int i = 0; i < count; i++)
    {
        assert_near(a[i].hit.t, b[i].hit.t, 1e-5);
        if (same(a[i].which, b[i].which))
            for (int k = 0; k < 3; k++)
                assert_near((&a[i].hit.point.x)[k], (&b[i].hit.point.x)[k], 2e-3);
        bool found = false;
        for (int k = 0; k < count; k++) found = found || same(a[k].which, b[i].which);
        assert_true(found);
    }
}

static void rays_and_motions_meet_what_all_do_one_by_one(void **state)
{
    (void)state;
    test_random random = { 4402 };
    int         hits = 0, several = 0, edges = 0;
    for (int n = 0; n < case_count(40); n++)
    {
        zoo z = zoo_create(&random);
        for (int i = 0; i < 100; i++)
        {
            rim_bodies_hit got[THINGS], wanted[THINGS];
            rim_shape3     shape = any_shape(&random, z.hull, i % 4);
            rim_xform3     pose = random_pose(&random, 6.0f);
            rim_vec3       way = random_in_cube(&random, i % 3 ? 9.0f : 1.0f);
            rim_filter     filter = i % 2 ? usual : any_filter(&random);
            rim_handle     but = i % 5 ? nobody : z.all[random_int(&random, 0, z.count - 1)].handle;
            bool           ray = i % 2 == 0;
            int count = ask_all(&z, ray ? NULL : &shape, pose, way, filter, but, wanted), found;
            if (ray)
                found = rim_bodies_raycast_all(z.world, (rim_ray3){ pose.position, way }, filter,
                                               but, got, THINGS);
            else
                found = rim_bodies_sweep_all(z.world, &shape, pose, way, filter, but, got, THINGS);
            // A graze may go the other way when rounded.
            edges += found != count;
            if (found != count) continue;
            same_hits(got, wanted, count);
            hits += count > 0;
            several += count > 1;
            rim_bodies_hit few[2] = { 0 }, first;
            if (ray)
            {
                rim_ray3 r = { pose.position, way };
                assert_int_equal(rim_bodies_raycast_all(z.world, r, filter, but, few, 2), count);
                assert_int_equal(rim_bodies_raycast_all(z.world, r, filter, but, NULL, 0), count);
                first = rim_bodies_raycast_first(z.world, r, filter, but);
            }
            else
            {
                assert_int_equal(
                    rim_bodies_sweep_all(z.world, &shape, pose, way, filter, but, few, 2), count);
                first = rim_bodies_sweep_first(z.world, &shape, pose, way, filter, but);
            }
            for (int k = 0; k < 2 && k < count; k++) assert_true(same(few[k].which, got[k].which));
            assert_int_equal(first.hit.hit, count > 0);
            assert_true(count > 0 ? same(first.which, got[0].which)
                                  : same(first.which, nobody) && first.hit.t == 1.0f);
        }
        zoo_destroy(&z);
    }
    assert_true(hits >= case_count(200) && several >= case_count(40) && edges <= case_count(4));
}

static void shapes_overlap_what_all_do_one_by_one(void **state)
{
    (void)state;
    test_random random = { 4403 };
    int         met = 0, edges = 0;
    for (int n = 0; n < case_count(40); n++)
    {
        zoo z = zoo_create(&random);
        for (int i = 0; i < 100; i++)
        {
            rim_handle got[THINGS], few[1], wanted[THINGS];
            rim_shape3 shape = any_shape(&random, z.hull, i % 6);
            rim_xform3 pose = random_pose(&random, 4.0f);
            rim_filter filter = i % 2 ? usual : any_filter(&random);
            rim_handle but = i % 5 ? nobody : z.all[random_int(&random, 0, z.count - 1)].handle;
            int        count = 0;
            if (i % 4 == 3) shape = (rim_shape3){ RIM_SHAPE3_SPHERE, .sphere = { { 0 }, 2.0f } };
            for (int k = 0; k < z.count; k++)
            {
                if (same(z.all[k].handle, but) || !may_meet(filter, z.all[k].filter)) continue;
                const rim_mesh *mesh = z.all[k].mesh;
                bool            meets =
                    mesh ? rim_mesh_overlaps(mesh, &shape, pose, NULL, 0) > 0
                                    : rim_shape3_overlaps(&shape, pose, &z.all[k].shape, z.all[k].pose);
                if (meets) wanted[count++] = z.all[k].handle;
            }
            int found = rim_bodies_overlaps(z.world, &shape, pose, filter, but, got, THINGS);
            edges += found != count;
            if (found != count) continue;
            for (int k = 0; k < count; k++) assert_true(same(got[k], wanted[k]));
            assert_int_equal(rim_bodies_overlaps(z.world, &shape, pose, filter, but, few, 1),
                             count);
            if (count) assert_true(same(few[0], wanted[0]));
            met += count > 1;
        }
        zoo_destroy(&z);
    }
    assert_true(met >= case_count(60) && edges <= case_count(4));
}

static void odd_questions_meet_nothing(void **state)
{
    (void)state;
    rim_bodies *world = empty_world(10.0f);
    rim_shape3  ball = { RIM_SHAPE3_SPHERE, .sphere = { { 0, 0, 0 }, 1 } },
               none = { .kind = RIM_SHAPE3_NONE };
    rim_shape3 plane = { RIM_SHAPE3_PLANE, .plane = { { 0, 1, 0 }, 1.0f } };
    rim_xform3 here = rim_xform3_identity(), odd = here;
    rim_vec3   down = { 0.0f, -5.0f, 0.0f }, endless = { 0.0f, -INFINITY, 0.0f };
    rim_filter nothing = { ~0u, ~0u };
    add_floor(world, usual);
    add_box(world, 0.5f, usual);
    odd.position.x = NAN;
    assert_int_equal(rim_bodies_overlaps(world, &ball, here, usual, nobody, NULL, 0), 2);
    assert_int_equal(rim_bodies_overlaps(world, &ball, here, nothing, nobody, NULL, 0), 0);
    assert_int_equal(rim_bodies_overlaps(world, &ball, odd, usual, nobody, NULL, 0), 0);
    assert_int_equal(rim_bodies_overlaps(world, &none, here, usual, nobody, NULL, 0), 0);
    assert_int_equal(rim_bodies_overlaps(world, &plane, here, usual, nobody, NULL, 0), 1);
    assert_false(rim_bodies_sweep_first(world, &ball, odd, down, usual, nobody).hit.hit);
    assert_false(rim_bodies_sweep_first(world, &ball, here, endless, usual, nobody).hit.hit);
    rim_ray3 ray = { { 0.0f, 5.0f, 0.0f }, endless };
    assert_false(rim_bodies_raycast_first(world, ray, usual, nobody).hit.hit);
    ray.delta = down;
    assert_true(rim_bodies_raycast_first(world, ray, usual, nobody).hit.hit);
    ray.origin.y = NAN;
    assert_false(rim_bodies_raycast_first(world, ray, usual, nobody).hit.hit);
    rim_bodies_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_touch_begins_once_sleeps_on_and_ends),
        cmocka_unit_test(a_sleeper_that_is_put_elsewhere_has_left),
        cmocka_unit_test(sleepers_wake_with_what_they_lie_on),
        cmocka_unit_test(what_began_and_ended_is_the_difference),
        cmocka_unit_test(layers_say_what_collides),
        cmocka_unit_test(swept_and_single_bodies_obey_filters),
        cmocka_unit_test(rays_and_motions_meet_what_all_do_one_by_one),
        cmocka_unit_test(shapes_overlap_what_all_do_one_by_one),
        cmocka_unit_test(odd_questions_meet_nothing),
    };
    return cmocka_run_group_tests_name("questions", tests, NULL, NULL);
}
