// Movers on ground that is steep or nearly so: what is too steep is not climbed, and the rest is.
#include "support/grounds.h"

#include <math.h>
#include <stdlib.h>

static double steep; // rise over run of the ground from column 60 on

static int steep_ramp(int x)
{
    double height = 380.0 - steep * (x > 60 ? x - 60 : 0);
    return height > 20.0 ? (int)height : 20;
}

// A ramp that rises from column 60 on, with a wall at its end.
static int ramp_to_wall(int x)
{
    return x < 200 ? steep_ramp(x) : 0;
}

// A wall at the end of ground that the mover may stand on is no part of its slope. A mover that walks against it reaches
// it, and stands there, also beside it after steps back, at any speed.
static void a_wall_at_the_end_of_a_slope_is_reached_on_foot(void **state)
{
    (void)state;
    test_random random = { 83 };
    int         rounds = case_count(60);
    rim_sprite *me_sprite = ball(9);
    for (int round = 0; round < rounds; round++)
    {
        float slope = random_float(&random, 0.5f, 1.5f);
        steep = slope * random_float(&random, 0.0f, 0.9f);
        ground      land;
        rim_world2  world = ground_make(&land, 260, 420, ramp_to_wall);
        rim_mover2  me = mover_of(round % 3, me_sprite, rim_vec2_make(100, 20));
        rim_walker2 walker = { .up = { 0, -1 }, .step = 4.0f, .slope = slope };
        rim_walk2   walk = rim_mover2_walk(&me, &walker, rim_vec2_make(0, 400), world);
        for (int frame = 0; frame < 300; frame++)
        {
            // 150 frames against the wall, then to and fro near it, and standing.
            float way = random_float(&random, 0.2f, 4.0f);
            if (frame >= 150) way *= (float)random_int(&random, -1, 1);
            float fall = frame % 2 ? 2.0f : 0.0f;
            walk = rim_mover2_walk(&walk.me, &walker, rim_vec2_make(way, fall), world);
            assert_true(walk.grounded && !walk.sliding);
            if (frame == 149) assert_near(rim_mover2_bounds(&walk.me).hi.x, 200.0, 1e-3);
        }
        rim_sprite_destroy(land.sprite);

        // Ground that is too steep stays so beside a wall: a mover that falls onto it slides down to its foot.
        steep = slope + 1.0;
        world = ground_make(&land, 260, 420, ramp_to_wall);
        me.at.x = 199.0f - random_float(&random, 5.0f, 12.0f);
        walker.grounded = false;
        walk.me = me;
        for (int frame = 0; frame < 400; frame++)
        {
            walk = rim_mover2_walk(&walk.me, &walker, rim_vec2_make(0, 3), world);
            assert_true(!walk.grounded || walk.me.at.x < 70.0f);
        }
        assert_true(walk.grounded);
        rim_sprite_destroy(land.sprite);
    }
    rim_sprite_destroy(me_sprite);
}

// Whatever way it goes, in pieces of any length: who began below a slope that is steeper than its own by an angle comes
// no higher than where a step, and what the way straight up pays, are used up. On pixels the slope begins up
// to a stair later or earlier.
static void no_way_to_and_fro_climbs_higher_than_the_way_straight_up(void **state)
{
    (void)state;
    test_random random = { 78 };
    rim_sprite *me_sprite = ball(9);
    int         high = 0, tried = 0, rounds = case_count(30);
    for (int round = 0; round < rounds; round++)
    {
        int    kind = round % 3;
        double degrees = 1.0 + round % 10;
        double angle = random_float(&random, 20.0f, 55.0f) * 3.14159265 / 180.0;
        steep = tan(angle + degrees * 3.14159265 / 180.0);
        float       slope = (float)tan(angle), step = random_float(&random, 1.5f, 5.0f);
        ground      land;
        rim_world2  world = ground_make(&land, 700, 400, steep_ramp);
        rim_mover2  me = mover_of(kind, me_sprite, rim_vec2_make(30, 360));
        rim_walker2 walker = { .up = { 0, -1 }, .step = step, .slope = slope };
        rim_walk2   walk = rim_mover2_walk(&me, &walker, rim_vec2_make(0, 100), world);
        float       longest = random_float(&random, 0.3f, 9.0f), top = 0.0f;
        rim_vec2    delta = rim_vec2_make(1.0f, 0.5f);
        for (int i = 0; i < 2000; i++)
        {
            if (random_int(&random, 0, 2) == 0) delta.x = random_float(&random, -longest, longest);
            if (random_int(&random, 0, 1) == 0) delta.y = random_float(&random, 0.0f, 2.0f);
            if (walk.me.at.x < 30.0f) delta.x = fabsf(delta.x);
            // More often up than down.
            if (random_int(&random, 0, 5) == 0) delta.x = fabsf(delta.x);
            walk = rim_mover2_walk(&walk.me, &walker, delta, world);
            assert_false(walk.stuck);
            top = fmaxf(top, 380.0f - rim_mover2_bounds(&walk.me).hi.y);
        }
        double most = (step + 1.0 + slope) * steep / (steep - slope) + steep + 1.0;
        tried += most < 300.0;
        high += top > 0.25 * most;
        if (!(top <= most))
            fail_msg("kind %d, %g degrees above slope %g, step %g: came %g high of %g", kind,
                     degrees, (double)slope, (double)step, (double)top, most);
        rim_sprite_destroy(land.sprite);
    }
    assert_true(tried > rounds / 2 && high > rounds / 3);
    rim_sprite_destroy(me_sprite);
}

// Nor does it keep anyone from climbing what he may: a slope less steep than his own by an angle.
static void going_to_and_fro_first_keeps_nobody_down(void **state)
{
    (void)state;
    test_random random = { 79 };
    rim_sprite *me_sprite = ball(9);
    for (int round = 0; round < case_count(20); round++)
    {
        double angle = random_float(&random, 20.0f, 55.0f) * 3.14159265 / 180.0;
        steep = tan(angle);
        ground      land;
        rim_world2  world = ground_make(&land, 700, 400, steep_ramp);
        rim_mover2  me = mover_of(round % 3, me_sprite, rim_vec2_make(30, 360));
        rim_walker2 walker = { .up = { 0, -1 }, .step = 5.0f };
        walker.slope = (float)tan(angle + (1.0 + round % 10) * 3.14159265 / 180.0);
        rim_walk2 walk = rim_mover2_walk(&me, &walker, rim_vec2_make(0, 100), world);
        rim_vec2  delta = rim_vec2_make(1.0f, 0.5f);
        for (int i = 0; i < 1000; i++)
        {
            if (i % 3 == 0) delta.x = random_float(&random, -3.0f, 4.0f);
            if (walk.me.at.x < 30.0f) delta.x = fabsf(delta.x);
            if (walk.me.at.x > 670.0f) delta.x = -fabsf(delta.x);
            walk = rim_mover2_walk(&walk.me, &walker, delta, world);
        }
        while (walk.me.at.x < 670.0f)
        {
            walk = rim_mover2_walk(&walk.me, &walker, rim_vec2_make(3.0f, 1.0f), world);
            assert_true(walk.grounded && !walk.wall);
        }
        rim_sprite_destroy(land.sprite);
    }
    rim_sprite_destroy(me_sprite);
}

// --- steep landscapes -------------------------------------------------------------------------------------------

enum
{
    STEEP_WIDTH = 160,
    STEEP_HEIGHT = 420,
    STEEP_FOOT = 60, // level columns before the steep ones
    STEEP_FLOOR = 400,
    STEEP_STEPS = 10000
};

// Rises at random, in ledges of one or two columns, so that all runs of `run` columns, 4 or more, are steep.
static void make_steep_line(test_random *random, int line[STEEP_WIDTH], int run, double slope,
                            bool mirrored)
{
    int y = STEEP_FLOOR, left = 0;
    for (int x = 0; x < STEEP_WIDTH; x++)
    {
        if (x >= STEEP_FOOT && left-- == 0)
        {
            y -= (int)(slope * run + 1.0) / (run / 2) + random_int(random, 1, 4);
            left = random_int(random, 0, 1);
        }
        line[x] = y > 0 ? y : 0;
    }
    for (int x = 0; mirrored && x < STEEP_WIDTH / 2; x++)
    {
        int swap = line[x];
        line[x] = line[STEEP_WIDTH - 1 - x];
        line[STEEP_WIDTH - 1 - x] = swap;
    }
}

// Does the ground rise by more than the slope and a pixel from column x on, over a run of columns to one side?
static bool column_is_steep(const int line[STEEP_WIDTH], int x, int run, double slope, int side)
{
    int end = x + side * run;
    return end >= 0 && end < STEEP_WIDTH && line[x] - line[end] > slope * run + 1.0;
}

static rim_sprite *sprite_of_line(const int line[STEEP_WIDTH])
{
    rim_mask *mask = blank(STEEP_WIDTH, STEEP_HEIGHT);
    for (int x = 0; x < STEEP_WIDTH; x++)
        rim_mask_draw_rect(mask, rim_rect_make(x, line[x], x + 1, STEEP_HEIGHT), true);
    return sprite_of(mask, true);
}

// Walks and, from where it stands, jumps at random for many steps. Returns the highest place where it stood, in pixels
// above the floor, and counts the steps in which it slid.
static double highest_stand(test_random *random, rim_mover2 me, rim_walker2 walker,
                            rim_world2 world, float scale, int *slides)
{
    double highest = 0.0;
    float  fall = 0.0f, wish = 0.0f, speed = random_float(random, 0.3f, 3.0f),
          top = random_float(random, 1.0f, 9.0f);
    for (int step = 0; step < STEEP_STEPS; step++)
    {
        if (random_int(random, 0, 9) == 0) wish = (float)random_int(random, -1, 1) * speed;
        if (walker.grounded && random_int(random, 0, 5) == 0)
            fall = -random_float(random, 1.0f, top);
        fall += 0.35f;
        rim_vec2  delta = rim_vec2_make(scale * wish, scale * fall);
        rim_walk2 walk = rim_mover2_walk(&me, &walker, delta, world);
        me = walk.me;
        if (me.at.x < 8.0f * scale) me.at.x = 8.0f * scale;
        if (me.at.x > (STEEP_WIDTH - 8.0f) * scale) me.at.x = (STEEP_WIDTH - 8.0f) * scale;
        if (walk.grounded || (walk.ceiling && fall < 0.0f)) fall = 0.0f;
        if (walk.sliding && fall > 3.0f) fall = 3.0f;
        *slides += walk.sliding;
        double stands = STEEP_FLOOR - (double)rim_mover2_bounds(&me).hi.y / scale;
        if (walk.grounded && stands > highest) highest = stands;
    }
    return highest;
}

static void nobody_climbs_steep_ground_by_walks_and_jumps(void **state)
{
    (void)state;
    test_random random = { 71 };
    rim_sprite *round = ball(9);
    int         slides = 0;
    for (int run = 0; run < case_count(5); run++)
    {
        int    line[STEEP_WIDTH], kind = run % 3;
        bool   mirrored = run / 3 % 2;
        float  scale = run % 4 == 3 ? 2.0f : 1.0f;
        double slope = (double)random_int(&random, 1, 4) / 2.0;
        make_steep_line(&random, line, 5, slope, mirrored);
        for (int x = 0; x < STEEP_WIDTH; x++)
        {
            int in = mirrored ? STEEP_WIDTH - 1 - x : x;
            if (in >= STEEP_FOOT && in < STEEP_WIDTH - 5 && line[x] > 60)
                assert_true(column_is_steep(line, x, 5, slope, mirrored ? -1 : 1));
        }
        rim_sprite    *land = sprite_of_line(line);
        rim_posed      posed = rim_posed_make(land, (rim_xform2){ scale, 0, 0, scale, 0, 0 });
        rim_posed_list list = { &posed, 1 };
        rim_vec2       at = rim_vec2_make((mirrored ? STEEP_WIDTH - 30.0f : 30.0f), 390.0f);
        rim_mover2     me = mover_of(kind, round, rim_vec2_scale(at, scale));
        if (kind == 0)
            me = (rim_mover2){ .at = me.at,
                               .sprite = rim_posed_make(round,
                                                        (rim_xform2){ scale, 0, 0, scale, 0, 0 }) };
        else if (scale > 1.0f)
            me = kind == 2
                     ? (rim_mover2){ .kind = RIM_MOVER2_CIRCLE, .at = me.at, .circle.radius = 8.6f }
                     : (rim_mover2){ .kind = RIM_MOVER2_BOX,
                                     .at = me.at,
                                     .box = box_of(8.0f, 10.0f) };
        rim_walker2 walker = { .up = { 0, -1 }, .step = scale * 4.0f, .slope = (float)slope };
        double      highest =
            highest_stand(&random, me, walker, rim_posed_list_world(&list), scale, &slides);
        assert_true(highest <= 4.0 + 1.0);
        rim_sprite_destroy(land);
    }
    assert_true(slides > case_count(1000));
    rim_sprite_destroy(round);
}

// Returns 1 if ground that rises by `lean` a pixel is steep over a run, 0 if not, -1 if pixels decide it.
static int is_steep_over(double run, double lean, double slope)
{
    double more = lean * run - (slope * run + 1.0);
    return more > 1.0 + lean ? 1 : more < -1.0 - lean ? 0 : -1;
}

static rim_mover2 wide_mover(int kind, const rim_sprite *sprite, float half, rim_vec2 at)
{
    if (kind == 1)
        return (rim_mover2){ .kind = RIM_MOVER2_BOX, .at = at, .box = box_of(half, 5.0f) };
    if (kind == 2)
        return (rim_mover2){ .kind = RIM_MOVER2_CIRCLE, .at = at, .circle.radius = half };
    return (rim_mover2){ .at = at, .sprite = rim_posed_make(sprite, rim_xform2_identity()) };
}

// A smooth side of a hill, from level ground to `high` pixels above it.
static void make_smooth_line(int line[STEEP_WIDTH], int shape, double wide, double high)
{
    for (int x = 0; x < STEEP_WIDTH; x++)
    {
        double t = fmin(fmax((x - STEEP_FOOT / 2) / wide, 0.0), 1.0);
        double rise = shape == 0   ? t * t * (3.0 - 2.0 * t)
                      : shape == 1 ? t * t
                                   : 1 - sqrt(1 - t * t);
        line[x] = (int)(STEEP_FLOOR - high * rise);
    }
}

// Returns the first column from which on all runs are steep until the ground is 60 pixels higher; -1 if there is none.
static int steep_hillside(const int line[STEEP_WIDTH], int run, double slope)
{
    for (int first = 0, end; first < STEEP_WIDTH; first = end + 1)
    {
        for (end = first; column_is_steep(line, end, run, slope, 1);) end++;
        if (line[first] - line[end < STEEP_WIDTH ? end : STEEP_WIDTH - 1] > 60) return first;
    }
    return -1;
}

// From the first touch of a steep hillside on nobody stands more than a step and a pixel above its beginning.
static void nobody_climbs_smooth_hillsides(void **state)
{
    (void)state;
    test_random random = { 72 };
    int         slides = 0, steep_ones = 0;
    for (int i = 0; steep_ones < case_count(6); i++)
    {
        int    line[STEEP_WIDTH], kind = i % 3, side = random_int(&random, 6, 24);
        float  half = 0.5f * (float)side, step = random_float(&random, 1.0f, 8.0f);
        int    run = side / 2 > RIM_MOVER2_STEEP ? side / 2 : RIM_MOVER2_STEEP;
        double slope = (double)random_float(&random, 0.3f, 2.0f);
        make_smooth_line(line, i % 3, (double)random_float(&random, 30, 100),
                         (double)random_float(&random, 150, 380));
        int first = steep_hillside(line, run, slope);
        if (first < 0) continue;
        rim_sprite    *land = sprite_of_line(line), *round = ball(side);
        rim_posed      posed = at_origin(land);
        rim_posed_list list = { &posed, 1 };
        rim_mover2     me = wide_mover(kind, round, half, rim_vec2_make(15, 350));
        rim_walker2    walker = { .up = { 0, -1 }, .step = step, .slope = (float)slope };
        double         highest =
            highest_stand(&random, me, walker, rim_posed_list_world(&list), 1, &slides);
        assert_true(highest <= STEEP_FLOOR - line[first] + (double)step + 1.0);
        steep_ones++;
        rim_sprite_destroy(land);
        rim_sprite_destroy(round);
    }
    assert_true(slides > 100 * steep_ones);
}

// The run over which ground is judged is half the mover's width in whole pixels, if that is more than RIM_MOVER2_STEEP.
static void the_wide_slide_where_the_narrow_stand(void **state)
{
    (void)state;
    test_random random = { 83 };
    int         stood = 0, slid = 0, otherwise = 0; // over the shortest run
    for (int i = 0; i < case_count(600); i++)
    {
        int    kind = i % 3, side = random_int(&random, 4, 60);
        float  half = 0.5f * (float)side;
        double slope = random_float(&random, 0.5f, 2.0f), // ledges of two columns at most
            run = half < RIM_MOVER2_STEEP ? RIM_MOVER2_STEEP : floor(half);
        steep = fmax(0.5, slope + random_float(&random, -1.0f, 2.0f) * (2.0 + slope) / run);
        int expected = is_steep_over(run, steep, slope);
        if (expected < 0) continue;

        ground      land;
        rim_world2  world = ground_make(&land, 400, 400, steep_ramp);
        rim_sprite *round = ball(side);
        rim_mover2  me = wide_mover(kind, round, half, rim_vec2_make(130.0f, -20.0f));
        rim_walker2 walker = { .up = { 0, -1 }, .step = 3.0f, .slope = (float)slope };
        rim_walk2   walk = { .me = me };
        for (int k = 0; k < 300 && !walk.grounded && !walk.sliding; k++)
            walk = rim_mover2_walk(&walk.me, &walker, rim_vec2_make(0, 2), world);
        assert_int_equal(expected, walk.sliding);
        for (int k = 0; k < 10; k++)
        {
            assert_int_equal(!expected, walk.grounded);
            walk = rim_mover2_walk(&walk.me, &walker, rim_vec2_make(0, 2), world);
        }
        stood += !expected;
        slid += expected;
        bool short_run = steep * RIM_MOVER2_STEEP > slope * RIM_MOVER2_STEEP + 1.0;
        otherwise += short_run != expected;
        rim_sprite_destroy(land.sprite);
        rim_sprite_destroy(round);
    }
    assert_true(stood > case_count(30) && slid > case_count(30) && otherwise > case_count(30));
}

// Below a level ceiling that is lower than the rise over the run allows, ground is steep if there is no way uphill over
// the run.
static void ceilings_let_nobody_stand_on_steep_ground(void **state)
{
    (void)state;
    test_random random = { 84 };
    int         stood = 0, slid = 0, lower = 0;
    for (int i = 0; i < case_count(600); i++)
    {
        int    kind = i % 3, side = random_int(&random, 6, 40);
        float  half = 0.5f * (float)side, room = random_float(&random, 0.25f, 30.0f);
        double slope = random_float(&random, 0.5f, 2.0f), // ledges of two columns at most
            run = half < RIM_MOVER2_STEEP ? RIM_MOVER2_STEEP : floor(half),
               rise = fmin(slope * run + 1.0, room);
        steep = fmax(0.5, rise / run + random_float(&random, -1.0f, 2.0f) * (2.0 + slope) / run);
        double more = steep * run - rise;
        if (fabs(more) <= 1.0 + steep) continue; // pixels decide it
        bool expected = more > 0.0;

        ground      land;
        rim_world2  world = ground_make(&land, 400, 400, steep_ramp);
        rim_sprite *round = ball(side), *roof = sprite_of(blank_filled(400, 40), true);
        rim_mover2  me = wide_mover(kind, round, half, rim_vec2_make(130.0f, -20.0f));
        rim_walker2 walker = { .up = { 0, -1 }, .step = 3.0f, .slope = 100.0f };
        rim_walk2   walk = { .me = me };
        for (int k = 0; k < 300 && !walk.grounded; k++)
            walk = rim_mover2_walk(&walk.me, &walker, rim_vec2_make(0, 2), world);
        assert_true(walk.grounded);

        rim_vec2  above = { 0.0f, rim_mover2_bounds(&walk.me).lo.y - room - 40.0f };
        rim_posed both[2] = { land.posed, rim_posed_make(roof, rim_xform2_translation(above)) };
        rim_posed_list list = { both, 2 };
        walker.slope = (float)slope;
        float y = walk.me.at.y;
        for (int k = 0; k < (expected ? 1 : 10); k++) // sliding makes room
        {
            walk = rim_mover2_walk(&walk.me, &walker, rim_vec2_make(0, 2),
                                   rim_posed_list_world(&list));
            assert_int_equal(expected, walk.sliding);
            assert_int_equal(!expected, walk.grounded);
            assert_true(expected ? walk.me.at.y > y : fabsf(walk.me.at.y - y) < 1e-3f);
        }
        stood += !expected;
        slid += expected;
        lower += room < slope * run + 1.0;
        rim_sprite_destroy(land.sprite);
        rim_sprite_destroy(round);
        rim_sprite_destroy(roof);
    }
    assert_true(stood > case_count(30) && slid > case_count(30) && lower > case_count(100));
}

// A world of sprites that counts how often it is asked.
typedef struct counted_world
{
    rim_posed_list list;
    int           *calls;
} counted_world;

static int gather_counted(const void *context, rim_box2 box, int first, rim_posed *out,
                          int capacity)
{
    const counted_world *counted = context;
    rim_world2           world = rim_posed_list_world(&counted->list);
    ++*counted->calls;
    return world.gather(world.context, box, first, out, capacity);
}

// Between a ceiling and a floor that touch it, a mover with a tilted `up` comes down by no more than rounding. That is
// not a way down, which would take a million motions.
static void rounding_is_no_way_down(void **state)
{
    (void)state;
    rim_sprite *me_sprite = sprite_of(blank_filled(36, 12), true);
    rim_sprite *ledge = sprite_of(blank_filled(33, 24), true);
    rim_sprite *wall = sprite_of(blank_filled(20, 21), true);
    rim_sprite_set_anchor(me_sprite, rim_vec2_make(2.5f, 0));
    rim_sprite_set_anchor(ledge, rim_vec2_make(7.5f, 18));
    rim_sprite_set_anchor(wall, rim_vec2_make(1.5f, 10));
    rim_mover2  me = { .at = { 0x1.e19ba6p+5f, -0x1.ecfa98p+3f },
                       .sprite = { me_sprite, { 1, 0, 0, 1, 0x1.8acc52p+0f, 0x1.8ffadap+2f } } };
    rim_walker2 walker = { .up = { 0x1.ecdep-1f, -0x1.1550b6p-2f }, .slope = 1.0f };
    const float turned = 0x1.99bc5cp-27f; // as cosf gives a quarter turn
    rim_posed   both[2] = {
          { ledge, { turned, -1, 1, turned, 0x1.2b3136p+6f, 0x1.c5816cp+4f } },
          { wall, { 0, -1, 1, 0, 110, 1.5f } },
    };
    int           calls = 0;
    counted_world counted = { { both, 2 }, &calls };
    rim_walk2 walk = rim_mover2_walk(&me, &walker, (rim_vec2){ -0x1.6235a4p+0f, 0x1.3bc32ep+1f },
                                     (rim_world2){ &counted, gather_counted, NULL });
    assert_false(walk.stuck);
    assert_true(calls < 10000);
    rim_sprite_destroy(me_sprite);
    rim_sprite_destroy(ledge);
    rim_sprite_destroy(wall);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_way_to_and_fro_climbs_higher_than_the_way_straight_up),
        cmocka_unit_test(going_to_and_fro_first_keeps_nobody_down),
        cmocka_unit_test(a_wall_at_the_end_of_a_slope_is_reached_on_foot),
        cmocka_unit_test(nobody_climbs_steep_ground_by_walks_and_jumps),
        cmocka_unit_test(nobody_climbs_smooth_hillsides),
        cmocka_unit_test(the_wide_slide_where_the_narrow_stand),
        cmocka_unit_test(ceilings_let_nobody_stand_on_steep_ground),
        cmocka_unit_test(rounding_is_no_way_down),
    };
    return cmocka_run_group_tests_name("mover2 steep", tests, NULL, NULL);
}
