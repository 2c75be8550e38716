// The limits of characters: the height of a step to within the skin, the slope to a tenth of a degree, and stairs on
// which a foot once came to rest on a rim for good.
#include "rimcast/character.h"
#include "support/walkers.h"

#include <math.h>

static const float RATES[] = { 30.0f, 60.0f, 72.0f, 120.0f, 144.0f, 240.0f, 300.0f };

static rim_character any_character(test_random *random, int kind)
{
    float r = random_float(random, 0.15f, 0.7f),
          height = 2.0f * r * random_float(random, 1.2f, 3.0f);
    rim_vec3      at = v3(-3.0f * r, 0.01f, 0.0f);
    rim_character c =
        kind ? rim_character_box(at, v3(r, 0.5f * height, r * random_float(random, 0.7f, 1.4f)))
             : rim_character_capsule(at, r, height);
    c.skin *= exp2f((float)random_int(random, -3, 2));
    c.step = c.snap = random_float(random, 0.02f, 0.5f) * 2.0f * r;
    return c;
}

// --- steps --------------------------------------------------------------------------------------------------

// A step of a height, met from the left: a block, or an open sheet.
static void build_step(room *s, float height, bool block)
{
    room_start(s);
    room_floor(s, -9.0f, block ? 0.0f : 9.0f, 0.0f);
    if (block) room_wall(s, 0.0f, 0.0f, height);
    room_floor(s, 0.0f, 9.0f, height);
}

// Walks against x = 0, straight, aslant, or to and fro. Returns how high it stood.
static float walk_against(rim_character *c, const room *s, test_random *random, float tangent)
{
    float high = -1.0f, speed = random_float(random, 0.5f, 6.0f),
          rate = RATES[random_int(random, 0, 6)];
    rim_vec3 wish = v3(speed, 0.0f, speed * tangent);
    for (int i = 0; i < (int)(rate * (6.0f * c->radius / speed + 0.5f)); i++)
    {
        rim_character_step(c, s->world, wish, 1.0f / rate);
        if (c->grounded) high = fmaxf(high, c->position.y);
    }
    return high;
}

static void steps_are_as_high_as_promised_to_within_the_skin(void **state)
{
    (void)state;
    static room s;
    test_random random = { 71 };
    int         cases = case_count(1500), climbed = 0, stopped = 0;
    for (int i = 0; i < cases; i++)
    {
        rim_character c = any_character(&random, i & 1);
        bool          higher = (i & 2) != 0;
        float         part = random_float(&random, 1.02f, i & 4 ? 1.5f : 20.0f) * c.skin;
        float         height = higher ? c.step + part : c.step - part;
        float tangent = random_int(&random, 0, 1) ? 0.0f : random_float(&random, -1.0f, 1.0f);
        if (height < 4.0f * c.skin) continue;
        build_step(&s, height, (i & 8) != 0);
        rim_character was = c;
        float         high = walk_against(&c, &s, &random, tangent);
        bool          over = c.position.x > 0.0f || high > 0.5f * height;
        if (over == higher)
            print_message("%s of radius %g, skin %g, step %g: %s %g, ends at %g %g\n",
                          i & 1 ? "box" : "capsule", (double)was.radius, (double)was.skin,
                          (double)was.step, over ? "climbs" : "does not climb", (double)height,
                          (double)c.position.x, (double)c.position.y);
        assert_int_equal(over, !higher);
        climbed += over;
        stopped += !over;
    }
    assert_true(climbed > cases / 3 && stopped > cases / 3);
}

// --- slopes -------------------------------------------------------------------------------------------------

// A ramp from x = 0 on, in pieces if `cut`.
static void build_ramp(room *s, test_random *random, double degrees, bool cut)
{
    double tangent = tan(degrees * 3.14159265358979 / 180.0);
    room_start(s);
    room_floor(s, -9.0f, 0.0f, 0.0f);
    for (float x = 0.0f, end; x < 9.0f; x = end)
    {
        end = cut ? x + random_float(random, 0.2f, 0.8f) : 9.0f;
        float z = cut ? random_float(random, -1.0f, 1.0f) : 9.0f, y = (float)(x * tangent),
              top = (float)(end * tangent);
        room_quad(s, v3(x, y, -9.0f), v3(x, y, z), v3(end, top, z), v3(end, top, -9.0f));
        if (z < 9.0f)
            room_quad(s, v3(x, y, z), v3(x, y, 9.0f), v3(end, top, 9.0f), v3(end, top, z));
    }
}

static void slopes_are_as_steep_as_promised_to_a_tenth_of_a_degree(void **state)
{
    (void)state;
    static room s;
    test_random random = { 72 };
    int         cases = case_count(600), climbed = 0, stopped = 0;
    for (int i = 0; i < cases; i++)
    {
        rim_character c = any_character(&random, i & 1);
        bool          steeper = (i & 2) != 0;
        double        limit = random_float(&random, 15.0f, 65.0f),
               part = i & 4 ? 0.1 : random_float(&random, 0.1f, 5.0f);
        float speed = random_float(&random, 0.5f, 5.0f), rate = RATES[random_int(&random, 0, 6)];
        c.slope = (float)(limit * 3.14159265358979 / 180.0);
        build_ramp(&s, &random, limit + (steeper ? part : -part), (i & 8) != 0);
        rim_vec3 wish = v3(speed, 0.0f, random_int(&random, 0, 1) ? 0.0f : 0.3f * speed);
        for (int k = 0; k < (int)(rate * (6.0f * c.radius / speed)); k++)
            rim_character_step(&c, s.world, wish, 1.0f / rate);
        bool up = c.position.x > 0.5f * c.radius;
        if (up == steeper)
            print_message("%s of radius %g, step %g, limit %g, %g: ends at %g %g\n",
                          i & 1 ? "box" : "capsule", (double)c.radius, (double)c.step, limit,
                          steeper ? part : -part, (double)c.position.x, (double)c.position.y);
        assert_int_equal(up, !steeper);
        climbed += up;
        stopped += !up;
    }
    assert_true(climbed >= cases / 3 && stopped >= cases / 3);
}

// --- stairs -------------------------------------------------------------------------------------------------

// Ten steps down from x = 0, y = 5, with treads of 0.3.
static void build_stairs(room *s, float rise)
{
    room_start(s);
    room_floor(s, -20.0f, 0.0f, 5.0f);
    for (int i = 0; i < 10; i++)
    {
        float x = 0.3f * (float)i, y = 5.0f - rise * (float)i;
        room_wall(s, x, y - rise, y);
        room_floor(s, x, x + 0.3f, y - rise);
    }
    room_floor(s, 3.0f, 60.0f, 5.0f - 10.0f * rise);
}

// On steeper ones a foot of 0.4 rests between two rims, and the next one is higher over it than a step.
static void stairs_are_climbed_at_any_speed_and_rate(void **state)
{
    (void)state;
    static room        s;
    static const float SPEEDS[] = { 1.5f, 3.0f, 4.5f, 6.0f };
    int                runs = 0;
    for (int height = 3; height <= 34; height += case_count(20) > 1 ? 1 : 8)
        for (int k = 0; k < 4 * 7; k++)
        {
            float rise = 0.01f * (float)height, speed = SPEEDS[k % 4], rate = RATES[k / 4];
            build_stairs(&s, rise);
            rim_character c =
                rim_character_capsule(v3(5.0f, 5.01f - 10.0f * rise, 0.0f), 0.4f, 1.8f);
            walk_for(&c, s.world, v3(0.0f, 0.0f, 0.0f), 0.3f, (int)rate);
            walk_for(&c, s.world, v3(-speed, 0.0f, 0.0f), 7.0f / speed, (int)rate);
            assert_true(c.position.x < -1.5f && c.position.y > 4.9f);
            runs++;
        }
    assert_true(runs > 50 || case_count(20) == 1);
}

// The foot rests on a rim, its middle 12 mm outside, so that it is 0.8755 skins over the plane of the upper floor: the
// plane counted as free, and what the foot would roll over as an obstacle.
static void a_foot_leaves_the_rim_that_it_stands_on(void **state)
{
    (void)state;
    static room s;
    room_start(&s);
    room_floor(&s, -5.0f, 0.0f, 0.0f);
    room_floor(&s, 0.0f, 5.0f, -0.1f);
    room_wall(&s, 0.0f, -0.1f, 0.0f);
    rim_character c =
        rim_character_capsule(v3(0x1.99999ap-7f, 0.0f, 0.0f), 0x1.99999ap-2f, 0x1.ccccccp+0f);
    c.position.y = c.skin * 0x1.c04189p-1f;
    c.grounded = true;
    c.ground = 0;
    walk_for(&c, s.world, v3(-4.0f, 0.0f, 0.0f), 1.0f, 60);
    assert_near(c.position.x, 0.0125 - 4.0, 0.001);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_as_high_as_promised_to_within_the_skin),
        cmocka_unit_test(slopes_are_as_steep_as_promised_to_a_tenth_of_a_degree),
        cmocka_unit_test(stairs_are_climbed_at_any_speed_and_rate),
        cmocka_unit_test(a_foot_leaves_the_rim_that_it_stands_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
