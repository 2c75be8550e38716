// Characters in made-up rooms: slopes, steps, ceilings, what is thin, what moves.
#include "support/walkers.h"

#include <string.h>

// --- speed and thinness -----------------------------------------------------------------------------------

static void its_shape_stands_where_it_stands(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++)
    {
        rim_character c = kind ? rim_character_box(v3(3.0f, 2.0f, 1.0f), v3(0.5f, 0.75f, 0.25f))
                               : rim_character_capsule(v3(3.0f, 2.0f, 1.0f), 0.5f, 1.5f);
        rim_shape3    shape = rim_character_shape(&c);
        assert_int_equal(shape.kind, kind ? RIM_SHAPE3_BOX : RIM_SHAPE3_CAPSULE);
        rim_box3 box = rim_shape3_bounds(&shape, rim_xform3_identity());
        float    deep = kind ? 0.25f : 0.5f;
        assert_near(box.lo.x, 2.5f, 1e-6f);
        assert_near(box.hi.x, 3.5f, 1e-6f);
        assert_near(box.lo.y, 2.0f, 1e-6f);
        assert_near(box.hi.y, 3.5f, 1e-6f);
        assert_near(box.lo.z, 1.0f - deep, 1e-6f);
        assert_near(box.hi.z, 1.0f + deep, 1e-6f);
    }
}

// Down a stair: what is set to the step and what follows it go alike; without it falls.
static void snap_follows_the_step_unless_it_is_set(void **state)
{
    (void)state;
    static room s;
    float       fell[3] = { 0.0f, 0.0f, 0.0f };
    float       path[3][120];
    for (int how = 0; how < 3; how++)
    {
        room_start(&s);
        room_floor(&s, -50.0f, 0.0f, 0.0f);
        room_floor(&s, 0.0f, 50.0f, -0.3f);
        rim_character c = rim_character_box(v3(-1.0f, 0.01f, 0.0f), v3(0.4f, 0.9f, 0.4f));
        if (how > 0) c.snap = how == 1 ? c.step : 0.0f;
        for (int i = 0; i < 120; i++)
        {
            rim_character_step(&c, s.world, v3(2.0f, 0.0f, 0.0f), 1.0f / 60.0f);
            path[how][i] = c.position.y;
            fell[how] += c.grounded ? 0.0f : 1.0f;
        }
    }
    assert_memory_equal(path[0], path[1], sizeof path[0]);
    assert_true(fell[2] > fell[0] + 5.0f);
}

// How far a character falls that walks off a ledge hardly depends on how the time is divided: a long step ends the walk
// where the ground ends, and the rest of its time is for falling.
static void a_ledge_is_left_where_it_ends(void **state)
{
    (void)state;
    static room s;
    for (int kind = 0; kind < 2; kind++)
    {
        float fine = 0.0f;
        for (int steps = 1024; steps >= 4; steps /= 2)
        {
            room_start(&s);
            room_floor(&s, -50.0f, 0.0f, 0.0f);
            rim_character c = walker_at(kind, -1.7f, 0.01f, 0.0f);
            for (int i = 0; i < steps; i++)
                rim_character_step(&c, s.world, v3(4.0f, 0.0f, 0.0f), 1.0f / (float)steps);
            if (steps == 1024) fine = c.position.y;
            assert_near(c.position.x, 2.3, 1e-3);
            assert_near(c.position.y, fine, 1e-3);
        }
        assert_true(fine < -1.0f);
    }
}

// A level of tilted triangles: a grid of squares, each of two triangles, whose normal leans by up to 30 degrees. Where
// the lowest corner of a box passes from one triangle to the next, neither has just one direction that separates it from
// the box.
static void a_box_stays_on_a_slope_of_many_triangles(void **state)
{
    (void)state;
    enum
    {
        RUNS = 400,
        SQUARES = 10
    };
    static rim_triangle slope[2 * SQUARES * SQUARES];
    test_random         random = { 77 };
    int                 ticks = 0;
    for (int run = 0; run < RUNS; run++)
    {
        rim_vec3 tilt =
            v3(random_float(&random, -0.5f, 0.5f), 0.0f, random_float(&random, -0.5f, 0.5f));
        rim_quat turn = rim_quat_axis_angle(tilt, random_float(&random, 0.05f, 0.55f));
        for (int i = 0; i < SQUARES * SQUARES; i++)
        {
            float    x = 2.0f * (float)(i % SQUARES - 5), z = 2.0f * (float)(i / SQUARES - 5);
            rim_vec3 a = rim_quat_apply(turn, v3(x, 0.0f, z));
            rim_vec3 b = rim_quat_apply(turn, v3(x, 0.0f, z + 2.0f));
            rim_vec3 c = rim_quat_apply(turn, v3(x + 2.0f, 0.0f, z + 2.0f));
            rim_vec3 d = rim_quat_apply(turn, v3(x + 2.0f, 0.0f, z));
            slope[2 * i] = (rim_triangle){ a, b, c };
            slope[2 * i + 1] = (rim_triangle){ a, c, d };
        }
        rim_triangle_list list = { slope, 2 * SQUARES * SQUARES };
        rim_vec3          start =
            v3(random_float(&random, -4.0f, 4.0f), 0.3f, random_float(&random, -4.0f, 4.0f));
        rim_character c = walker_at(1, 0.0f, 0.0f, 0.0f);
        c.position = rim_quat_apply(turn, start);
        float angle = random_float(&random, 0.0f, 6.28f);
        bool  landed = false;
        for (int i = 0; i < 90; i++)
        {
            rim_vec3 wish = v3(3.0f * cosf(angle), 0.0f, 3.0f * sinf(angle));
            rim_walk walk =
                rim_character_step(&c, rim_triangle_list_world(&list), wish, 1.0f / 30.0f);
            rim_vec3 at = rim_quat_apply(rim_quat_conjugate(turn), c.position);
            if (fabsf(at.x) > 7.0f || fabsf(at.z) > 7.0f) break;
            assert_true(walk.grounded || !landed);
            landed |= walk.grounded;
            ticks += landed;
        }
    }
    assert_true(ticks > 20000);
}

// On the tip or the upper edge of an upright triangle: the triangle is the ground, and the direction of the contact its
// normal.
static void a_character_on_a_tip_has_a_ground(void **state)
{
    (void)state;
    static const rim_triangle tip = { { -1.0f, -2.0f, 0.0f },
                                      { 1.0f, -2.0f, 0.0f },
                                      { 0.0f, 0.0f, 0.0f } };
    static const rim_triangle edge = { { -1.0f, 0.0f, 0.0f },
                                       { 0.0f, -2.0f, 0.0f },
                                       { 1.0f, 0.0f, 0.0f } };
    for (int kind = 0; kind < 2; kind++)
        for (int i = 0; i < 2; i++)
        {
            rim_triangle_list list = { i ? &edge : &tip, 1 };
            rim_character     c = walker_at(kind, 0.01f, 0.005f, 0.01f);
            rim_walk          walk = rim_character_step(&c, rim_triangle_list_world(&list),
                                                        v3(0.0f, 0.0f, 0.0f), 1.0f / 30.0f);
            assert_true(walk.grounded);
            assert_int_equal(walk.ground, 0);
            assert_int_equal(c.ground, 0);
            assert_true(walk.ground_normal.y > 0.99f);
        }
}

static void nothing_is_too_fast_or_too_thin(void **state)
{
    (void)state;
    static room s;
    for (int kind = 0; kind < 2; kind++)
        for (int sign = -1; sign <= 1; sign += 2)
        {
            room_start(&s);
            room_floor(&s, -4000.0f, 4000.0f, 0.0f);
            // Two sheets a thousandth apart.
            room_wall(&s, 100.0f, -1.0f, 4.0f);
            room_wall(&s, 100.001f, -1.0f, 4.0f);
            rim_character c = walker_at(kind, 0.0f, 0.01f, 0.0f);
            if (sign < 0) c.position.x = 200.0f;
            for (int i = 0; i < 60; i++)
            {
                rim_walk walk = rim_character_step(&c, s.world, v3((float)sign * 1e5f, 0.0f, 0.0f),
                                                   1.0f / 60.0f);
                assert_false(walk.cut);
                assert_true(walk.gathered <= 2 * RIM_CHARACTER_PHASES);
                assert_true(sign > 0 ? c.position.x < 99.61f : c.position.x > 100.39f);
            }
            assert_near(c.position.x, sign > 0 ? 99.6f : 100.401f, 0.01);
            assert_true(c.grounded);
        }
}

static void a_fall_ends_on_the_thinnest_floor(void **state)
{
    (void)state;
    static room s;
    room_start(&s);
    room_floor(&s, -9.0f, 9.0f, 0.0f);
    rim_character c = person_at(0.0f, 3000.0f, 0.0f);
    c.fall.y = -1e5f;
    rim_walk walk = walk_for(&c, s.world, v3(0.0f, 0.0f, 0.0f), 0.1f, 30);
    assert_true(c.grounded && walk.ground >= 0);
    assert_near(c.position.y, 0.0, 0.01);
    assert_true(rim_vec3_length(c.fall) == 0.0f);
}

// --- no ghosts ---------------------------------------------------------------------------------------------

static void inner_edges_of_floors_and_walls_are_not_felt(void **state)
{
    (void)state;
    static room s;
    test_random random = { 41 };
    for (int round = 0; round < 4; round++)
    {
        room_start(&s);
        // A floor and a wall cut at random: strips of triangles with wild corners.
        float x = -2.0f;
        while (x < 30.0f)
        {
            float n = x + random_float(&random, 0.05f, 0.7f),
                  m = x + random_float(&random, 0.05f, 0.7f);
            n = n > m ? n : m;
            float z = random_float(&random, 0.1f, 0.9f), w = random_float(&random, 0.1f, 0.9f);
            room_quad(&s, v3(x, 0.0f, -2.0f), v3(x, 0.0f, z), v3(n, 0.0f, w), v3(n, 0.0f, -2.0f));
            room_quad(&s, v3(x, 0.0f, z), v3(x, 0.0f, 3.0f), v3(n, 0.0f, 3.0f), v3(n, 0.0f, w));
            room_quad(&s, v3(x, 0.0f, 1.0f), v3(x, z + 0.2f, 1.0f), v3(n, w, 1.0f),
                      v3(n, 0.0f, 1.0f));
            room_quad(&s, v3(x, z + 0.2f, 1.0f), v3(x, 3.0f, 1.0f), v3(n, 3.0f, 1.0f),
                      v3(n, w, 1.0f));
            x = n;
        }
        for (int kind = 0; kind < 2; kind++)
        {
            rim_character c = walker_at(kind, 0.0f, 0.005f, 0.0f);
            walk_for(&c, s.world, v3(0.0f, 0.0f, 3.0f), 0.5f, 60); // against the wall
            rim_vec3 from = c.position;
            for (int i = 0; i < 400; i++)
            {
                rim_walk walk = rim_character_step(&c, s.world, v3(4.0f, 0.0f, 2.0f), 1.0f / 60.0f);
                assert_true(walk.grounded && !walk.stepped);
                assert_near(walk.moved.x, 4.0 / 60.0, 2e-5);
                assert_near(c.position.y, from.y, 1e-5);
                assert_near(c.position.z, from.z, 1e-5);
            }
        }
    }
}

// --- slopes, steps, ceilings, wedges -----------------------------------------------------------------------

static void slopes_are_climbed_up_to_the_limit(void **state)
{
    (void)state;
    static room s;
    int         up = 0, stopped = 0;
    for (int degrees = 20; degrees <= 70; degrees += 1)
        for (int kind = 0; kind < 2; kind++)
        {
            float angle = (float)degrees * 3.14159265f / 180.0f;
            room_start(&s);
            room_floor(&s, -9.0f, 0.0f, 0.0f);
            room_quad(&s, v3(0.0f, 0.0f, -9.0f), v3(0.0f, 0.0f, 9.0f),
                      v3(9.0f, 9.0f * tanf(angle), 9.0f), v3(9.0f, 9.0f * tanf(angle), -9.0f));
            rim_character c = walker_at(kind, -3.0f, 0.01f, 0.0f);
            walk_for(&c, s.world, v3(3.0f, 0.0f, 0.0f), 2.0f, 60);
            assert_true(c.grounded);
            if (degrees <= 44) assert_true(c.position.y > 0.9f * (3.0f - 0.4f) * tanf(angle));
            if (degrees >= 46) assert_true(c.position.y < 0.02f);
            up += degrees <= 44;
            stopped += degrees >= 46;
            // And nobody slides while standing.
            rim_vec3 at = c.position;
            walk_for(&c, s.world, v3(0.0f, 0.0f, 0.0f), 1.0f, 60);
            assert_near(rim_vec3_distance(at, c.position), 0.0, 1e-5);
        }
    assert_true(up == 50 && stopped == 50);
}

// A ramp of one piece or of many, from x = 0 on.
// The unit normal of level ground, an area over itself, is not always 1 by rounding.
static void level_floors_of_all_sizes_are_ground_without_a_slope(void **state)
{
    (void)state;
    for (int i = 0; i < 200; i++)
    {
        float        a = 5.0f + 0.5f * (float)(i / 10), b = 5.0f + (float)(i % 10);
        rim_triangle floor = { v3(-1.0f, 0.0f, -1.0f), v3(-1.0f, 0.0f, b), v3(a, 0.0f, -1.0f) };
        rim_triangle_list list = { &floor, 1 };
        rim_world3        world = rim_triangle_list_world(&list);
        for (int kind = 0; kind < 2; kind++)
        {
            rim_character c = walker_at(kind, 0.0f, 0.01f, 0.0f);
            c.slope = 0.0f;
            for (int k = 0; k < 10; k++)
                rim_character_step(&c, world, v3(1.0f, 0.0f, 0.5f), 1.0f / 30.0f);
            assert_true(c.grounded && c.ground == 0);
            assert_near(c.position.x, 1.0 / 3.0, 1e-4);
        }
    }
}

static void ramp_of(room *s, test_random *random, double tangent, bool cut)
{
    room_start(s);
    room_floor(s, -9.0f, 0.0f, 0.0f);
    for (float x = 0.0f, end; x < 9.0f; x = end)
    {
        end = cut ? x + random_float(random, 0.1f, 0.8f) : 9.0f;
        float z = random_float(random, -1.0f, 1.0f), y = (float)(x * tangent);
        float top = (float)(end * tangent);
        room_quad(s, v3(x, y, -9.0f), v3(x, y, z), v3(end, top, z), v3(end, top, -9.0f));
        room_quad(s, v3(x, y, z), v3(x, y, 9.0f), v3(end, top, 9.0f), v3(end, top, z));
    }
}

// To and fro, across, by steps of any length: what is steeper than the limit is a wall.
static void no_way_to_and_fro_climbs_what_is_too_steep(void **state)
{
    (void)state;
    static room s;
    test_random random = { 43 };
    int         rounds = case_count(80), near = 0;
    for (int round = 0; round < rounds; round++)
    {
        double degrees = 45.0 + (round % 2 ? 1.0 + round / 2 % 10 : 0.03 * (1.0 + round / 2 % 10));
        ramp_of(&s, &random, tan(degrees * 3.14159265358979 / 180.0), round % 3);
        rim_character c = walker_at(round / 4 % 2, -1.0f, 0.002f, 0.0f);
        rim_vec3      wish = v3(1.0f, 0.0f, 0.0f);
        float         high = 0.0f, right = -9.0f;
        for (int i = 0; i < 800; i++)
        {
            if (random_int(&random, 0, 3) == 0)
            {
                float speed = random_float(&random, 0.0f, random_int(&random, 0, 1) ? 2.0f : 10.0f);
                float side = random_int(&random, 0, 2) ? 0.0f : random_float(&random, -1.0f, 1.0f);
                wish = v3(random_int(&random, 0, 1) ? speed : -speed, 0.0f, speed * side);
            }
            if (c.position.x < -2.0f) wish.x = 3.0f;
            if (fabsf(c.position.z) > 2.0f) wish.z = c.position.z > 0.0f ? -2.0f : 2.0f;
            float dt = random_float(&random, 1e-4f, random_int(&random, 0, 1) ? 0.02f : 0.1f);
            rim_character_step(&c, s.world, wish, dt);
            high = fmaxf(high, c.position.y);
            right = fmaxf(right, c.position.x);
        }
        assert_true(high <= 2.0f * c.skin);
        near += right > -0.45f;
    }
    assert_true(near > rounds * 9 / 10);
}

static void steps_are_climbed_up_to_their_height_at_any_rate_and_angle(void **state)
{
    (void)state;
    static room      s;
    static const int RATES[] = { 30, 60, 144, 300 };
    for (int height = 1; height <= 60; height += 2)
        for (int rate = 0; rate < 4; rate++)
            for (int kind = 0; kind < 2; kind++)
            {
                float h = 0.01f * (float)height;
                room_start(&s);
                room_floor(&s, -9.0f, 0.0f, 0.0f);
                room_wall(&s, 0.0f, 0.0f, h);
                room_floor(&s, 0.0f, 9.0f, h);
                rim_character c = walker_at(kind, -1.0f, 0.01f, 0.0f);
                walk_for(&c, s.world, v3(2.0f, 0.0f, 0.8f), 1.5f, RATES[rate]);
                assert_true(c.grounded);
                if (h < 0.355f) assert_near(c.position.y, h, 0.01);
                if (h < 0.355f) assert_near(c.position.x, 2.0, 0.01);
                if (h > 0.365f) assert_true(c.position.y < 0.2f && c.position.x < 0.0f);
            }
}

// A high wall beside the way, which reaches from x = -9 to 9.
static void wall_beside(room *s, float y0)
{
    room_quad(s, v3(-9.0f, y0, 1.0f), v3(9.0f, y0, 1.0f), v3(9.0f, 3.0f, 1.0f),
              v3(-9.0f, 3.0f, 1.0f));
}

static void steps_are_climbed_along_a_wall(void **state)
{
    (void)state;
    static room s;
    for (int kind = 0; kind < 2; kind++)
        for (int bevel = 0; bevel < 2; bevel++)
        {
            room_start(&s);
            room_floor(&s, -9.0f, 0.0f, 0.0f);
            room_quad(&s, v3(0.0f, 0.0f, -9.0f), v3(0.0f, 0.0f, 9.0f),
                      v3(0.1f * (float)bevel, 0.3f, 9.0f), v3(0.1f * (float)bevel, 0.3f, -9.0f));
            room_floor(&s, 0.1f * (float)bevel, 9.0f, 0.3f);
            wall_beside(&s, 0.0f);
            rim_character c = walker_at(kind, -1.0f, 0.01f, 0.5f);
            walk_for(&c, s.world, v3(2.0f, 0.0f, 0.8f), 1.5f, 60);
            assert_true(c.grounded);
            assert_near(c.position.y, 0.3, 0.01);
            assert_near(c.position.x, 2.0, 0.05);
        }
}

// A wall holds nobody, pressed against it as he may be.
static void who_walks_off_a_ledge_along_a_wall_falls(void **state)
{
    (void)state;
    static room s;
    for (int kind = 0; kind < 2; kind++)
    {
        room_start(&s);
        room_floor(&s, -9.0f, 0.0f, 0.0f);
        wall_beside(&s, -9.0f);
        rim_character c = walker_at(kind, -1.0f, 0.01f, 0.5f);
        rim_walk      walk = walk_for(&c, s.world, v3(2.0f, 0.0f, 0.8f), 1.0f, 60);
        assert_false(walk.grounded);
        assert_true(c.position.y < -0.2f);
        assert_near(c.position.x, 1.0, 0.05);
    }
}

static void low_ceilings_stop_walkers_and_jumpers(void **state)
{
    (void)state;
    static room s;
    for (int kind = 0; kind < 2; kind++)
    {
        room_start(&s);
        room_floor(&s, -9.0f, 9.0f, 0.0f);
        room_floor(&s, 1.0f, 9.0f, 1.7f);  // too low
        room_floor(&s, -9.0f, 1.0f, 2.5f); // to jump against
        room_wall(&s, 1.0f, 1.7f, 2.5f);
        rim_character c = walker_at(kind, -3.0f, 0.01f, 0.0f);
        walk_for(&c, s.world, v3(3.0f, 0.0f, 0.0f), 3.0f, 60);
        assert_true(c.grounded && c.position.x < 1.0f && c.position.y < 0.01f);
        rim_character_jump(&c, 20.0f);
        bool  touched = false;
        float top = 0.0f;
        for (int i = 0; i < 120; i++)
        {
            rim_walk walk = rim_character_step(&c, s.world, v3(0.0f, 0.0f, 0.0f), 1.0f / 60.0f);
            touched = touched || walk.ceiling;
            top = fmaxf(top, c.position.y);
        }
        assert_true(touched && c.grounded);
        assert_near(top, 0.7, 0.01);
    }
}

// A wall that leans back is as little in the way of a jump as an upright one, also while the character walks into it.
static void jumps_beside_a_wall_leave_the_ground(void **state)
{
    (void)state;
    static room s;
    for (int i = 0; i < 16; i++)
    {
        float lean = 0.125f * (float)(i / 2); // per height: 0 to 41 degrees off the upright
        room_start(&s);
        room_floor(&s, -9.0f, 9.0f, 0.0f);
        room_quad(&s, v3(2.0f, 0.0f, -9.0f), v3(2.0f, 0.0f, 9.0f),
                  v3(2.0f + 5.0f * lean, 5.0f, 9.0f), v3(2.0f + 5.0f * lean, 5.0f, -9.0f));
        rim_character c = walker_at(i % 2, 0.0f, 0.01f, 0.0f);
        for (int k = 0; k < 60; k++)
            rim_character_step(&c, s.world, v3(3.0f, 0.0f, 0.5f), 1.0f / 60.0f);
        assert_true(c.grounded);
        float from = c.position.y, top = from;
        rim_character_jump(&c, 4.0f);
        for (int k = 0; k < 40; k++)
        {
            rim_character_step(&c, s.world, v3(3.0f, 0.0f, 0.5f), 1.0f / 60.0f);
            top = fmaxf(top, c.position.y);
        }
        assert_near(top - from, 0.8, 0.05); // v^2 / 2g
    }
}

static void what_is_too_steep_is_slid_down_and_a_wedge_holds(void **state)
{
    (void)state;
    static room s;
    room_start(&s);
    room_floor(&s, 0.0f, 20.0f, 0.0f);
    room_quad(&s, v3(-10.0f, 20.0f, -9.0f), v3(-10.0f, 20.0f, 9.0f), v3(0.0f, 0.0f, 9.0f),
              v3(0.0f, 0.0f, -9.0f));
    rim_character c = person_at(-3.0f, 7.0f, 0.0f);
    rim_walk      walk = { 0 };
    int           ticks = 0;
    // Against the slope: that must not help.
    for (; ticks < 300 && !c.grounded; ticks++)
        walk = rim_character_step(&c, s.world, v3(-3.0f, 0.0f, 0.0f), 1.0f / 60.0f);
    assert_true(walk.grounded && ticks > 30 && ticks < 200);
    assert_true(c.position.y < 0.1f && c.position.x > -0.1f);

    room_start(&s); // two steep faces
    room_quad(&s, v3(-5.0f, 10.0f, -9.0f), v3(-5.0f, 10.0f, 9.0f), v3(0.0f, 0.0f, 9.0f),
              v3(0.0f, 0.0f, -9.0f));
    room_quad(&s, v3(0.0f, 0.0f, -9.0f), v3(0.0f, 0.0f, 9.0f), v3(5.0f, 10.0f, 9.0f),
              v3(5.0f, 10.0f, -9.0f));
    c = person_at(0.3f, 3.0f, 0.0f);
    walk_for(&c, s.world, v3(0.0f, 0.0f, 0.0f), 3.0f, 60);
    assert_true(c.grounded);
    assert_near(c.position.x, 0.0, 0.01);
    walk = walk_for(&c, s.world, v3(1.0f, 0.0f, 1.0f), 1.0f, 60); // along it
    assert_near(c.position.x, 0.0, 0.01);
    assert_near(c.position.z, 1.0, 0.02);
    assert_true(walk.grounded);
}

static void a_ledge_is_left_and_stairs_are_followed_down(void **state)
{
    (void)state;
    static room s;
    room_start(&s);
    for (int i = 0; i < 10; i++)
    {
        room_floor(&s, 0.5f * (float)i, 0.5f * (float)(i + 1), -0.3f * (float)i);
        room_wall(&s, 0.5f * (float)(i + 1), -0.3f * (float)(i + 1), -0.3f * (float)i);
    }
    room_floor(&s, -5.0f, 0.0f, 0.0f);
    room_floor(&s, 5.0f, 9.0f, -3.0f);
    room_floor(&s, 9.0f, 30.0f, -6.0f);
    rim_character c = person_at(-1.0f, 0.01f, 0.0f);
    bool          fell = false;
    for (int i = 0; i < 60 * 4; i++)
    {
        rim_walk walk = rim_character_step(&c, s.world, v3(4.0f, 0.0f, 0.0f), 1.0f / 60.0f);
        if (c.position.x > 0.0f && c.position.x < 8.5f && i > 5) assert_true(walk.grounded);
        fell = fell || !walk.grounded;
    }
    assert_true(fell && c.grounded);
    assert_near(c.position.x, 15.0, 0.02);
    assert_near(c.position.y, -6.0, 0.01);
}

// --- what moves ---------------------------------------------------------------------------------------------

typedef struct lift
{
    room     s;
    rim_vec3 v;    // of the moving part
    int      from; // its first triangle
} lift;

static rim_vec3 lift_velocity(const void *context, int id, rim_vec3 point)
{
    (void)point;
    // The list is the first member of neither; the world's context is the lift.
    const lift *l = context;
    return id >= l->from ? l->v : v3(0.0f, 0.0f, 0.0f);
}

static int lift_gather(const void *context, rim_box3 box, rim_world_triangle *out, int capacity)
{
    const lift *l = context;
    return l->s.world.gather(l->s.world.context, box, out, capacity);
}

static void move_lift(lift *l, float dt)
{
    for (int i = l->from; i < l->s.list.count; i++)
    {
        rim_triangle *t = &l->s.triangles[i];
        t->a = rim_vec3_along(t->a, l->v, dt);
        t->b = rim_vec3_along(t->b, l->v, dt);
        t->c = rim_vec3_along(t->c, l->v, dt);
    }
}

static void lifts_carry_and_walls_that_move_push(void **state)
{
    (void)state;
    static lift      l;
    static const int WAYS[][3] = { { 0, 1, 0 }, { 0, -1, 0 }, { 1, 0, 0 }, { 1, 1, -1 } };
    for (int way = 0; way < 4; way++)
        for (int kind = 0; kind < 2; kind++)
        {
            room_start(&l.s);
            room_floor(&l.s, -50.0f, 50.0f, -30.0f);
            l.from = 2;
            room_floor(&l.s, -3.0f, 3.0f, 0.0f);
            rim_world3    world = { &l, lift_gather, lift_velocity };
            rim_character c = walker_at(kind, 0.0f, 0.01f, 0.0f);
            l.v = v3(0.0f, 0.0f, 0.0f);
            for (int i = 0; i < 10; i++)
                rim_character_step(&c, world, v3(0.0f, 0.0f, 0.0f), 1.0f / 60.0f);
            l.v = v3(2.0f * (float)WAYS[way][0], 2.0f * (float)WAYS[way][1],
                     2.0f * (float)WAYS[way][2]);
            rim_vec3 from = c.position;
            for (int i = 0; i < 60; i++)
            {
                move_lift(&l, 1.0f / 60.0f);
                rim_walk walk = rim_character_step(&c, world, v3(0.5f, 0.0f, 0.0f), 1.0f / 60.0f);
                assert_true(walk.grounded && !walk.stuck);
            }
            rim_vec3 moved = rim_vec3_sub(c.position, from);
            assert_near(moved.x, l.v.x + 0.5, 0.01);
            assert_near(moved.y, l.v.y, 0.01);
            assert_near(moved.z, l.v.z, 0.01);
            // A jump takes the lift's velocity along.
            rim_character_jump(&c, 3.0f);
            assert_near(c.fall.y, 3.0 + l.v.y, 1e-5);
            assert_near(c.fall.x, l.v.x, 1e-5);
        }

    room_start(&l.s);
    room_floor(&l.s, -50.0f, 50.0f, 0.0f);
    l.from = 2;
    room_wall(&l.s, -0.5f, 0.0f, 3.0f);
    l.v = v3(3.0f, 0.0f, 0.0f);
    rim_world3    world = { &l, lift_gather, lift_velocity };
    rim_character c = person_at(0.0f, 0.01f, 0.0f);
    for (int i = 0; i < 60; i++)
    {
        move_lift(&l, 1.0f / 60.0f);
        assert_false(rim_character_step(&c, world, v3(0.0f, 0.0f, 0.0f), 1.0f / 60.0f).stuck);
    }
    assert_near(c.position.x, 2.9, 0.01);
    // Between that wall and another there is no way out.
    room_quad(&l.s, v3(c.position.x + 0.4f, 0.0f, -9.0f), v3(c.position.x + 0.4f, 0.0f, 9.0f),
              v3(c.position.x + 0.4f, 3.0f, 9.0f), v3(c.position.x + 0.4f, 3.0f, -9.0f));
    bool stuck = false;
    for (int i = 0; i < 2; i++)
    {
        for (int k = 2; k < 4; k++)
        {
            l.s.triangles[k].a.x += 0.05f;
            l.s.triangles[k].b.x += 0.05f;
            l.s.triangles[k].c.x += 0.05f;
        }
        stuck = rim_character_step(&c, world, v3(1.0f, 0.0f, 0.0f), 1.0f / 60.0f).stuck;
    }
    assert_true(stuck);
}

static void who_starts_in_something_is_pushed_out(void **state)
{
    (void)state;
    static room s;
    test_random random = { 51 };
    int         pushed = 0;
    for (int round = 0; round < case_count(4000); round++)
    {
        room_start(&s);
        for (int x = -3; x < 3; x++) // a floor of many triangles, and a wall
            for (int z = -3; z < 3; z++)
                room_quad(&s, v3(0.7f * (float)x, 0.0f, 0.7f * (float)z),
                          v3(0.7f * (float)x, 0.0f, 0.7f * (float)(z + 1)),
                          v3(0.7f * (float)(x + 1), 0.0f, 0.7f * (float)(z + 1)),
                          v3(0.7f * (float)(x + 1), 0.0f, 0.7f * (float)z));
        room_wall(&s, 1.0f, -1.0f, 3.0f);
        float x = random_float(&random, -0.6f, 0.8f), y = random_float(&random, -0.3f, 0.0f);
        float z = random_float(&random, -0.5f, 0.5f);
        rim_character c = walker_at(round & 1, x, y, z);
        rim_walk      walk = rim_character_step(&c, s.world, v3(0.0f, 0.0f, 0.0f), 1.0f / 60.0f);
        assert_false(walk.stuck);
        assert_true(depth_of(&c, s.triangles, s.list.count) <= c.skin);
        // The shortest way: straight up, straight back.
        assert_near(c.position.y, 0.0, 0.004);
        assert_near(c.position.x, x < 0.598f ? x : 0.598f, 0.004);
        assert_near(c.position.z, z, 0.002);
        pushed++;
    }
    assert_true(pushed == case_count(4000));
}

static void one_sided_worlds_let_those_pass_who_come_from_behind(void **state)
{
    (void)state;
    static room s;
    room_start(&s);
    // Seen from +x: normal (1, 0, 0).
    room_quad(&s, v3(0.0f, 0.0f, 9.0f), v3(0.0f, 0.0f, -9.0f), v3(0.0f, 3.0f, -9.0f),
              v3(0.0f, 3.0f, 9.0f));
    room_floor(&s, -9.0f, 9.0f, 0.0f);
    for (int kind = 0; kind < 2; kind++)
        for (int side = 0; side < 3; side++)
        {
            rim_character c = walker_at(kind, 2.0f, 0.01f, 0.0f);
            c.side = (rim_side)side;
            if (side == RIM_SIDE_BACK) c.gravity = 0.0f; // the floor lets it through
            walk_for(&c, s.world, v3(-2.0f, 0.0f, 0.0f), 2.0f, 60);
            if (side == RIM_SIDE_BACK)
                assert_near(c.position.x, -2.0, 0.5);
            else
                assert_near(c.position.x, 0.4, 0.01);
            c = walker_at(kind, -2.0f, 0.01f, 0.0f);
            c.side = (rim_side)side;
            if (side == RIM_SIDE_BACK) c.gravity = 0.0f;
            walk_for(&c, s.world, v3(2.0f, 0.0f, 0.0f), 2.0f, 60);
            if (side == RIM_SIDE_FRONT)
                assert_true(c.position.x > 1.5f);
            else
                assert_near(c.position.x, -0.4, 0.01);
        }
}

// --- limits -------------------------------------------------------------------------------------------------

static void what_is_not_finite_does_nothing(void **state)
{
    (void)state;
    static room s;
    room_start(&s);
    room_floor(&s, -9.0f, 9.0f, 0.0f);
    rim_character c = person_at(0.0f, 0.01f, 0.0f), was = c;
    float         odd[] = { NAN, INFINITY, -INFINITY };
    for (int i = 0; i < 3; i++)
    {
        rim_character_step(&c, s.world, v3(odd[i], 0.0f, 0.0f), 0.1f);
        rim_character_step(&c, s.world, v3(1.0f, 0.0f, 0.0f), odd[i]);
        assert_memory_equal(&c, &was, sizeof c);
        rim_character d = was;
        d.position.y = odd[i];
        rim_walk walk = rim_character_step(&d, s.world, v3(1.0f, 0.0f, 0.0f), 0.1f);
        assert_true(rim_vec3_length(walk.moved) == 0.0f);
    }
    rim_character_step(&c, s.world, v3(1.0f, 0.0f, 0.0f), 0.0f);
    rim_character_step(&c, s.world, v3(1.0f, 0.0f, 0.0f), -1.0f);
    assert_memory_equal(&c, &was, sizeof c);
    // Nor does what has no size; whatever has one moves.
    static const float none[] = { 0.0f, -1.0f, NAN };
    for (int i = 0; i < 10; i++)
    {
        rim_character d = was;
        if (i / 3 == 0) d.radius = none[i];
        if (i / 3 == 1) d.height = none[i - 3];
        if (i / 3 == 2) d.skin = none[i - 6];
        rim_character before = d;
        rim_walk      walk = rim_character_step(&d, s.world, v3(1.0f, 0.0f, 0.0f), 0.1f);
        assert_int_equal(memcmp(&d, &before, sizeof d) == 0, i < 9);
        assert_int_equal(rim_vec3_length(walk.moved) == 0.0f, i < 9);
    }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 10; k++)
        {
            rim_character d = was;
            float        *members[] = { &d.slope,  &d.step,   &d.snap, &d.gravity,   &d.depth,
                                        &d.radius, &d.height, &d.skin, &d.carried.z, &d.depth };
            d.kind = k < 9 ? RIM_CHARACTER_CAPSULE : RIM_CHARACTER_BOX;
            *members[k] = k < 9 ? odd[i] : none[i];
            rim_character before = d;
            rim_character_step(&d, s.world, v3(1.0f, 0.0f, 0.0f), 0.1f);
            assert_memory_equal(&d, &before, sizeof d);
        }
    // Bounded, and no NaN, for what is merely absurd.
    rim_character_step(&c, s.world, v3(3e38f, 0.0f, 3e38f), 1.0f);
    assert_true(isfinite(c.position.x) && isfinite(c.position.y) && isfinite(c.position.z));
}

static void too_many_triangles_cut_the_way_and_let_nobody_out(void **state)
{
    (void)state;
    static room s;
    room_start(&s);
    for (int x = 0; x < 40; x++)
        for (int z = 0; z < 40; z++)
        {
            float a = 0.05f * (float)x, b = 0.05f * (float)z;
            room_quad(&s, v3(a, 0.0f, b), v3(a, 0.0f, b + 0.05f), v3(a + 0.05f, 0.0f, b + 0.05f),
                      v3(a + 0.05f, 0.0f, b));
        }
    rim_character c = person_at(1.0f, 0.5f, 1.0f);
    bool          cut = false;
    for (int i = 0; i < 60; i++)
    {
        rim_walk walk = rim_character_step(&c, s.world, v3(0.5f, 0.0f, 0.0f), 1.0f / 60.0f);
        cut = cut || walk.cut;
        assert_true(c.position.y > -0.001f);
        assert_true(walk.gathered < 4096);
    }
    assert_true(cut);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_shape_stands_where_it_stands),
        cmocka_unit_test(snap_follows_the_step_unless_it_is_set),
        cmocka_unit_test(a_ledge_is_left_where_it_ends),
        cmocka_unit_test(a_box_stays_on_a_slope_of_many_triangles),
        cmocka_unit_test(a_character_on_a_tip_has_a_ground),
        cmocka_unit_test(nothing_is_too_fast_or_too_thin),
        cmocka_unit_test(a_fall_ends_on_the_thinnest_floor),
        cmocka_unit_test(inner_edges_of_floors_and_walls_are_not_felt),
        cmocka_unit_test(slopes_are_climbed_up_to_the_limit),
        cmocka_unit_test(level_floors_of_all_sizes_are_ground_without_a_slope),
        cmocka_unit_test(no_way_to_and_fro_climbs_what_is_too_steep),
        cmocka_unit_test(steps_are_climbed_up_to_their_height_at_any_rate_and_angle),
        cmocka_unit_test(steps_are_climbed_along_a_wall),
        cmocka_unit_test(who_walks_off_a_ledge_along_a_wall_falls),
        cmocka_unit_test(low_ceilings_stop_walkers_and_jumpers),
        cmocka_unit_test(jumps_beside_a_wall_leave_the_ground),
        cmocka_unit_test(what_is_too_steep_is_slid_down_and_a_wedge_holds),
        cmocka_unit_test(a_ledge_is_left_and_stairs_are_followed_down),
        cmocka_unit_test(lifts_carry_and_walls_that_move_push),
        cmocka_unit_test(who_starts_in_something_is_pushed_out),
        cmocka_unit_test(one_sided_worlds_let_those_pass_who_come_from_behind),
        cmocka_unit_test(what_is_not_finite_does_nothing),
        cmocka_unit_test(too_many_triangles_cut_the_way_and_let_nobody_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
