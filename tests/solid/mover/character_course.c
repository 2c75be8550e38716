// Characters in the demos' course: nobody gets out or into its walls, and the laws of symmetry, scale and rate.
#include "solid/mover/step.h"
#include "support/walkers.h"

#include <stdlib.h>
#include <string.h>

static bool in_course(const rim_character *c)
{
    rim_vec3 p = c->position;
    return p.x > 0.399f && p.x < 27.601f && p.z > 0.399f && p.z < 19.601f && p.y > 0.0f &&
           p.y + c->height < 6.0f;
}

// RIM_WALK_STEPS=10000000 for the long one.
static void nobody_walks_out_of_the_course_or_into_its_walls(void **state)
{
    (void)state;
    course level;
    course_open(&level);
    rim_world3    world = rim_mesh_world(level.mesh);
    const char   *wanted = getenv("RIM_WALK_STEPS");
    long          steps = wanted ? atol(wanted) : case_count(60000);
    test_random   random = { 31 };
    long          landed = 0, stepped = 0, walled = 0, looked = 0;
    rim_character c = person_at(14.0f, 0.01f, 10.0f);
    rim_vec3      wish = v3(0.0f, 0.0f, 0.0f);
    for (long i = 0; i < steps; i++)
    {
        if (i % 4000 == 0) // a new one, on one floor or the other, where nothing is
        {
            bool up = random_int(&random, 0, 1) == 1;
            c = i % 8000 == 0 ? person_at(14.0f, 0.01f, 10.0f) : boxer_at(14.0f, 0.01f, 10.0f);
            if (up) c.position = v3(22.0f, 2.01f, random_float(&random, 2.0f, 18.0f));
            if (i % 12000 == 0) c.kind = RIM_CHARACTER_CAPSULE, c.height = 0.8f;
        }
        if (i % 40 == 0) wish = any_wish(&random);
        if (c.grounded && random_int(&random, 0, 90) == 0) rim_character_jump(&c, 5.0f);
        float    dt = 1.0f / (float)random_int(&random, 30, 300);
        rim_walk walk = rim_character_step(&c, world, wish, dt);
        landed += walk.landed;
        stepped += walk.stepped;
        walled += walk.wall >= 0;
        assert_false(walk.stuck);
        if (!in_course(&c))
            print_message("step %ld, a %s of height %g: at %g %g %g, wish %g %g, dt %g\n", i,
                          c.kind ? "box" : "capsule", (double)c.height, (double)c.position.x,
                          (double)c.position.y, (double)c.position.z, (double)wish.x,
                          (double)wish.z, (double)dt);
        assert_true(in_course(&c));
        if (i % 7 != 0) continue;
        looked++;
        assert_true(depth_of(&c, level.triangles, level.count) <= c.skin);
    }
    print_message("landed %ld, stepped %ld, walled %ld of %ld\n", landed, stepped, walled, steps);
    assert_true(landed > steps / 2000 && stepped > steps / 2000 && walled > steps / 20);
    assert_true(looked >= steps / 7);
    course_close(&level);
}

// --- laws -----------------------------------------------------------------------------------------------

// A walk through the course: wishes change every half second.
static void walk_course(rim_character *c, rim_world3 world, const field_kernels *kernels,
                        float scale, uint64_t seed, int ticks)
{
    test_random random = { seed };
    rim_vec3    wish = v3(0.0f, 0.0f, 0.0f);
    for (int i = 0; i < ticks; i++)
    {
        if (i % 30 == 0) wish = any_wish(&random);
        if (c->grounded && random_int(&random, 0, 60) == 0) rim_character_jump(c, 5.0f * scale);
        character_step_with(c, world, rim_vec3_scale(wish, scale), 1.0f / 60.0f, kernels);
    }
}

static void every_kernel_and_every_order_of_triangles_gives_the_same_bits(void **state)
{
    (void)state;
    course level;
    course_open(&level);
    rim_triangle *shuffled = malloc((size_t)level.count * sizeof *shuffled);
    test_random   random = { 32 };
    memcpy(shuffled, level.triangles, (size_t)level.count * sizeof *shuffled);
    for (int i = level.count - 1; i > 0; i--)
    {
        int          k = random_int(&random, 0, i);
        rim_triangle swap = shuffled[i];
        shuffled[i] = shuffled[k];
        shuffled[k] = swap;
    }
    rim_triangle_list list = { level.triangles, level.count }, other = { shuffled, level.count };
    for (int kind = 0; kind < 2; kind++)
        for (uint64_t seed = 1; seed <= 6; seed++)
        {
            rim_character a = walker_at(kind, 14.0f, 0.01f, 10.0f);
            rim_character b = a, c = a;
            int           ticks = case_count(1500);
            walk_course(&a, rim_triangle_list_world(&list), &mover_field_plain, 1.0f, seed, ticks);
            walk_course(&b, rim_triangle_list_world(&list), motion_kernels(), 1.0f, seed, ticks);
            walk_course(&c, rim_triangle_list_world(&other), &mover_field_plain, 1.0f, seed, ticks);
            assert_memory_equal(&a.position, &b.position, sizeof a.position);
            assert_memory_equal(&a.fall, &b.fall, sizeof a.fall);
            assert_memory_equal(&a.position, &c.position, sizeof a.position);
            assert_memory_equal(&a.fall, &c.fall, sizeof a.fall);
        }
    free(shuffled);
    course_close(&level);
}

static void scaled(rim_character *c, float scale)
{
    c->radius *= scale;
    c->depth *= scale;
    c->height *= scale;
    c->step *= scale;
    c->snap *= scale;
    c->gravity *= scale;
    c->skin *= scale;
    c->position = rim_vec3_scale(c->position, scale);
}

static void a_course_of_another_size_is_walked_alike_bit_by_bit(void **state)
{
    (void)state;
    course level;
    course_open(&level);
    rim_triangle *large = malloc((size_t)level.count * sizeof *large);
    for (int sign = 0; sign < 2; sign++)
    {
        float scale = sign ? 1024.0f : 1.0f / 1024.0f;
        for (int i = 0; i < level.count; i++)
        {
            large[i].a = rim_vec3_scale(level.triangles[i].a, scale);
            large[i].b = rim_vec3_scale(level.triangles[i].b, scale);
            large[i].c = rim_vec3_scale(level.triangles[i].c, scale);
        }
        rim_triangle_list list = { level.triangles, level.count }, other = { large, level.count };
        for (int kind = 0; kind < 2; kind++)
        {
            rim_character a = walker_at(kind, 14.0f, 0.01f, 10.0f);
            rim_character b = a;
            scaled(&b, scale);
            walk_course(&a, rim_triangle_list_world(&list), motion_kernels(), 1.0f, 9,
                        case_count(3000));
            walk_course(&b, rim_triangle_list_world(&other), motion_kernels(), scale, 9,
                        case_count(3000));
            assert_same_bits(b.position.x, a.position.x * scale);
            assert_same_bits(b.position.y, a.position.y * scale);
            assert_same_bits(b.position.z, a.position.z * scale);
        }
    }
    free(large);
    course_close(&level);
}

// (x, z) -> (z, -x): a quarter turn about the upright axis.
static rim_vec3 turned(rim_vec3 v)
{
    return v3(v.z, v.y, -v.x);
}

static void a_turned_world_is_walked_alike(void **state)
{
    (void)state;
    course level;
    course_open(&level);
    rim_triangle *other = malloc((size_t)level.count * sizeof *other);
    for (int i = 0; i < level.count; i++)
    {
        other[i].a = turned(level.triangles[i].a);
        other[i].b = turned(level.triangles[i].b);
        other[i].c = turned(level.triangles[i].c);
    }
    rim_triangle_list list = { level.triangles, level.count }, list2 = { other, level.count };
    test_random       random = { 34 };
    for (int round = 0; round < 8; round++)
    {
        rim_character a = walker_at(round & 1, 14.0f, 0.01f, 10.0f);
        rim_character b = a;
        b.position = turned(b.position);
        for (int i = 0; i < 400; i++)
        {
            rim_vec3 wish = any_wish(&random);
            float    dt = 1.0f / 60.0f;
            // Rounding grows where a corner is met head-on, so they start every second together.
            if (i % 60 == 0)
            {
                b = a;
                b.position = turned(a.position);
                b.rest = turned(a.rest);
                b.fall = turned(a.fall);
            }
            rim_character_step(&a, rim_triangle_list_world(&list), wish, dt);
            rim_character_step(&b, rim_triangle_list_world(&list2), turned(wish), dt);
            assert_near(rim_vec3_distance(turned(a.position), b.position), 0.0, 1e-3);
        }
    }
    free(other);
    course_close(&level);
}

// --- rates ------------------------------------------------------------------------------------------------

// The same walk at 30, 60, 120, 144 and 300 ticks a second: the largest distance at common times.
static double rates_differ(rim_world3 world, rim_character c, const rim_vec3 *wishes, int count)
{
    static const int RATES[] = { 300, 144, 120, 60, 30 };
    double           most = 0.0;
    rim_character    walkers[5] = { c, c, c, c, c };
    for (int i = 0; i < count; i++)
    {
        for (int k = 0; k < 5; k++) walk_for(&walkers[k], world, wishes[i], 0.5f, RATES[k]);
        for (int k = 1; k < 5; k++)
            most = fmax(most, rim_vec3_distance(walkers[k].position, walkers[0].position));
    }
    return most;
}

static void the_path_is_the_same_at_every_rate(void **state)
{
    (void)state;
    course level;
    course_open(&level);
    rim_world3 world = rim_mesh_world(level.mesh);
    static const struct
    {
        float x, y, z, wx, wz;
        int   halves;
        float end; // the height there
    } WALKS[] = {
        { 15.0f, 0.01f, 2.5f, 3.0f, 0.0f, 6, 2.0f },   // up the stairs
        { 22.0f, 2.01f, 2.5f, -3.0f, 0.0f, 6, 0.0f },  // down the stairs
        { 15.0f, 0.01f, 6.5f, 3.0f, 0.1f, 6, 2.0f },   // up the ramp
        { 22.0f, 2.01f, 6.5f, -3.0f, 0.2f, 6, 0.0f },  // down the ramp
        { 15.0f, 0.01f, 14.5f, 3.0f, 0.7f, 6, 0.0f },  // along the ramp that is too steep
        { 13.5f, 0.01f, 5.0f, -2.5f, 0.0f, 6, 0.0f },  // over the step
        { 13.5f, 0.01f, 8.0f, -2.5f, 0.3f, 6, 0.0f },  // along the step that is too high
        { 10.5f, 0.01f, 19.0f, 0.5f, 3.0f, 4, 0.0f },  // along a wall
        { 9.5f, 0.01f, 18.45f, -3.0f, 0.0f, 6, 0.0f }, // through the passage
        { 14.0f, 0.01f, 10.5f, 0.3f, 3.0f, 8, 0.0f },  // into the sharp corner
        { 22.0f, 2.01f, 18.0f, -3.0f, 0.0f, 6, 0.0f }, // off the gallery
        { 2.2f, 0.01f, 1.2f, 1.0f, 2.0f, 8, 0.0f },    // between the pillars
        { 14.0f, 1.51f, 18.0f, 2.0f, -1.0f, 6, 0.0f }, // falling
    };
    double worst = 0.0;
    for (int i = 0; i < (int)(sizeof WALKS / sizeof *WALKS); i++)
        for (int kind = 0; kind < 2; kind++)
        {
            rim_vec3      wishes[8];
            rim_character c = walker_at(kind, WALKS[i].x, WALKS[i].y, WALKS[i].z);
            for (int k = 0; k < 8; k++) wishes[k] = v3(WALKS[i].wx, 0.0f, WALKS[i].wz);
            double differ = rates_differ(world, c, wishes, WALKS[i].halves);
            double bound = c.radius / 8.0 + 0.5 * rim_vec3_length(wishes[0]) / 30.0;
            if (differ > bound)
                print_message("walk %d, %s: paths differ by %g\n", i, kind ? "box" : "capsule",
                              differ);
            worst = fmax(worst, differ / bound);
            for (int k = 0; k < WALKS[i].halves; k++) walk_for(&c, world, wishes[k], 0.5f, 60);
            if (fabsf(c.position.y - WALKS[i].end) > 0.01f)
                print_message("walk %d, %s ends at height %g\n", i, kind ? "box" : "capsule",
                              (double)c.position.y);
            assert_near(c.position.y, WALKS[i].end, 0.01);
        }
    print_message("paths differ by at most %.2f of the bound\n", worst);
    assert_true(worst <= 1.0);
    course_close(&level);
}

// --- work ---------------------------------------------------------------------------------------------------

// A world that remembers what it was asked for.
typedef struct watched
{
    rim_world3 world;
    rim_box3   asked;
    int        times;
} watched;

static int watch(const void *context, rim_box3 box, rim_world_triangle *out, int capacity)
{
    watched *w = *(watched *const *)context;
    w->asked = rim_box3_union(w->asked, box);
    w->times++;
    return w->world.gather(w->world.context, box, out, capacity);
}

// The world is asked once for an ordinary step, and for no more than what that may come near: the way to every
// side, half of it more where it slides up or down, steps, snaps, falls, and a few skins.
static void who_walks_looks_as_far_as_he_may_come_and_no_farther(void **state)
{
    (void)state;
    course level;
    course_open(&level);
    watched     watching = { .world = rim_mesh_world(level.mesh) }, *pointer = &watching;
    rim_world3  world = { &pointer, watch, NULL };
    test_random random = { 55 };
    int         steps[2] = { 0 }, asked[2] = { 0 }, walks = case_count(40);
    if (walks < 10) walks = 10; // of fewer too many may be the rare ones
    for (int i = 0; i < 2 * walks; i++)
    {
        int           kind = i % 2; // a capsule, a box
        rim_character c = walker_at(kind, 14.0f, 0.01f, 10.0f);
        rim_vec3      wish = any_wish(&random);
        float         dt = 1.0f / 60.0f;
        if (rim_vec3_length(wish) > 20.0f) wish = rim_vec3_scale(wish, 0.05f);
        for (int k = 0; k < 60; k++)
        {
            if (c.grounded && random_int(&random, 0, 30) == 0) rim_character_jump(&c, 5.0f);
            rim_character was = c;
            watching.asked = rim_box3_empty();
            watching.times = 0;
            rim_walk walk = rim_character_step(&c, world, wish, dt);
            assert_int_equal(walk.gathered, watching.times);
            steps[kind]++;
            asked[kind] += walk.gathered;
            if (walk.gathered != 1) continue;

            rim_box3 box = watching.asked;
            double   way = rim_vec3_length(wish) * dt, r = was.radius;
            double   fall = (fabs((double)was.fall.y) + (double)was.gravity * dt) * dt;
            double   skins = 3.1 * was.skin, sloping = 1.5 * way;
            double   rest = way + skins + r, below = was.step + fall + sloping + skins;
            double   above = was.height + was.step + sloping + skins;
            // In a dead end it makes sure that all is as it was where it looked for a way.
            double   dead = was.closed ? 2.0 * r + 4.0 * was.step : 0.0;
            rest += dead, below += dead, above += dead;
            assert_true(box.lo.x >= was.position.x - rest && box.hi.x <= was.position.x + rest);
            assert_true(box.lo.z >= was.position.z - rest && box.hi.z <= was.position.z + rest);
            assert_true(box.lo.y >= was.position.y - below && box.hi.y <= was.position.y + above);
        }
    }
    for (int kind = 0; kind < 2; kind++) assert_true(steps[kind] >= 60 * walks);
    assert_true(asked[0] < 1.02 * steps[0] && asked[1] < 1.02 * steps[1]);
    course_close(&level);
}

// --- dead ends ----------------------------------------------------------------------------------------------

static bool same3(rim_vec3 a, rim_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool same_walk(rim_walk a, rim_walk b)
{
    a.gathered = b.gathered = 0;
    return same3(a.moved, b.moved) && same3(a.ground_normal, b.ground_normal) &&
           same3(a.wall_normal, b.wall_normal) && a.wall == b.wall && a.ground == b.ground &&
           a.grounded == b.grounded && a.landed == b.landed && a.stepped == b.stepped &&
           a.stuck == b.stuck && a.cut == b.cut && a.ceiling == b.ceiling;
}

// A character that forgets its dead ends walks as one that does not, bit by bit.
static void what_is_kept_of_a_dead_end_changes_nothing(void **state)
{
    (void)state;
    course level;
    course_open(&level);
    rim_world3  world = rim_mesh_world(level.mesh);
    test_random random = { 56 };
    int         kept = 0, walks = case_count(60);
    for (int i = 0; i < walks; i++)
    {
        rim_character c = walker_at(i % 2, random_float(&random, 2.0f, 26.0f), 0.01f,
                                    random_float(&random, 2.0f, 18.0f));
        rim_vec3      wish = any_wish(&random);
        if (rim_vec3_length(wish) > 20.0f) wish = rim_vec3_scale(wish, 0.05f);
        for (int k = 0; k < 90; k++)
        {
            rim_character forgetful = c;
            forgetful.closed = 0;
            kept += c.closed != 0;
            rim_walk walk = rim_character_step(&c, world, wish, 1.0f / 60.0f);
            rim_walk other = rim_character_step(&forgetful, world, wish, 1.0f / 60.0f);
            assert_true(same_walk(walk, other));
            assert_true(same3(c.position, forgetful.position) && same3(c.rest, forgetful.rest));
            assert_true(same3(c.fall, forgetful.fall) && c.grounded == forgetful.grounded);
        }
    }
    assert_true(kept > walks);
    course_close(&level);
}

// A world whose last triangles are a door.
typedef struct with_door
{
    rim_world_triangle triangles[16];
    int                count;
} with_door;

static int gather_all(const void *context, rim_box3 box, rim_world_triangle *out, int capacity)
{
    const with_door *w = context;
    (void)box;
    for (int i = 0; i < w->count && i < capacity; i++) out[i] = w->triangles[i];
    return w->count;
}

static void add_quad(with_door *w, rim_vec3 a, rim_vec3 b, rim_vec3 c, rim_vec3 d)
{
    const rim_triangle two[2] = { { a, b, c }, { a, c, d } };
    for (int i = 0; i < 2; i++, w->count++)
        w->triangles[w->count] = (rim_world_triangle){ .shape = two[i], .id = w->count };
}

static void a_dead_end_that_opens_is_left_at_once(void **state)
{
    (void)state;
    with_door w = { .count = 0 };
    add_quad(&w, v3(-9, 0, -9), v3(-9, 0, 9), v3(9, 0, 9), v3(9, 0, -9));
    add_quad(&w, v3(-9, 0, 1), v3(-9, 4, 1), v3(9, 4, 1), v3(9, 0, 1)); // walls of an alley
    add_quad(&w, v3(-9, 0, -1), v3(9, 0, -1), v3(9, 4, -1), v3(-9, 4, -1));
    int open = w.count;
    add_quad(&w, v3(2, 0, -1), v3(2, 4, -1), v3(2, 4, 1), v3(2, 0, 1));
    int           closed = w.count;
    rim_world3    world = { &w, gather_all, NULL };
    rim_character c = rim_character_capsule(v3(0, 0.01f, 0), 0.4f, 1.8f);
    for (int round = 0; round < 3; round++)
    {
        c.position = v3(0, 0.01f, 0);
        w.count = closed;
        rim_walk walk = { 0 };
        for (int i = 0; i < 90; i++)
            walk = rim_character_step(&c, world, v3(3, 0, 0), 1.0f / 60.0f);
        assert_true(walk.moved.x == 0.0f && c.closed != 0);
        w.count = open;
        walk = rim_character_step(&c, world, v3(3, 0, 0), 1.0f / 60.0f);
        assert_near(walk.moved.x, 0.05, 1e-3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_walks_out_of_the_course_or_into_its_walls),
        cmocka_unit_test(every_kernel_and_every_order_of_triangles_gives_the_same_bits),
        cmocka_unit_test(a_course_of_another_size_is_walked_alike_bit_by_bit),
        cmocka_unit_test(a_turned_world_is_walked_alike),
        cmocka_unit_test(the_path_is_the_same_at_every_rate),
        cmocka_unit_test(who_walks_looks_as_far_as_he_may_come_and_no_farther),
        cmocka_unit_test(what_is_kept_of_a_dead_end_changes_nothing),
        cmocka_unit_test(a_dead_end_that_opens_is_left_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
