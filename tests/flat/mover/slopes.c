// Movers on slopes and stairs: what they climb, follow and slide down, and what of it is booked.
#include "support/grounds.h"

#include "flat/mover/data.h"

#include <math.h>
#include <stdlib.h>

// --- slopes and stairs ----------------------------------------------------------------------------------

static int ramp_rise, ramp_run; // the ground rises so many pixels on so many columns

static int ramp(int x)
{
    int way = x > 60 ? x - 60 : 0;
    int height = 180 - (ramp_run ? way * ramp_rise / ramp_run : 0);
    return height > 20 ? height : 20;
}

// A mover is lifted over the pixels of a slope, but not left in the air.
static void who_slides_along_a_slope_stays_on_it(void **state)
{
    (void)state;
    rim_sprite      *me_sprite = ball(9);
    static const int ramps[][2] = { { 1, 5 }, { 1, 3 }, { 1, 2 }, { 2, 3 }, { 1, 1 }, { 3, 2 } };
    int              slides = 0;
    for (int kind = 0; kind < 3; kind++)
        for (size_t i = 0; i < sizeof ramps / sizeof ramps[0]; i++)
        {
            ramp_rise = ramps[i][0];
            ramp_run = ramps[i][1];
            ground     land;
            rim_world2 world = ground_make(&land, 400, 200, ramp);
            rim_mover2 me = mover_of(kind, me_sprite, rim_vec2_make(50, 150));
            me = rim_mover2_slide(&me, rim_vec2_make(0.0f, 60.0f), world).me;
            double most = 0.0; // how far above the ground
            for (int k = 0; k < 20; k++)
            {
                rim_slide2 slide = rim_mover2_slide(&me, rim_vec2_make(4.0f, 0.0f), world);
                rim_hit2   down = mover2_sweep(slide.me, rim_vec2_make(0, 32), world, NULL);
                most = fmax(most, 32.0 * down.t);
                me = slide.me;
                slides++;
            }
            assert_true(most < fmax(1.0, 1.25 * ramp_rise / ramp_run));
            rim_sprite_destroy(land.sprite);
        }
    assert_int_equal(slides, 3 * 6 * 20);
    rim_sprite_destroy(me_sprite);
}

// How high a walker of the given slope comes when it walks right for long, and whether it was stopped.
static float climb_ramp(int kind, const rim_sprite *me_sprite, float step, float slope, bool *wall)
{
    ground      land;
    rim_world2  world = ground_make(&land, 400, 200, ramp);
    rim_mover2  me = mover_of(kind, me_sprite, rim_vec2_make(30, 150));
    rim_walker2 walker = { .up = { 0, -1 }, .step = step, .slope = slope };
    rim_walk2   walk = rim_mover2_walk(&me, &walker, rim_vec2_make(0, 100), world);
    *wall = false;
    for (int i = 0; i < 200; i++)
    {
        walk = rim_mover2_walk(&walk.me, &walker, rim_vec2_make(1.6f, 0.7f), world);
        *wall = *wall || walk.wall;
    }
    float feet = rim_mover2_bounds(&walk.me).hi.y;
    rim_sprite_destroy(land.sprite);
    return 180.0f - feet;
}

static void slopes_are_climbed_up_to_the_limit(void **state)
{
    (void)state;
    rim_sprite      *me_sprite = ball(9);
    static const int ramps[][2] = { { 1, 4 }, { 1, 2 }, { 2, 3 }, { 1, 1 },
                                    { 3, 2 }, { 2, 1 }, { 4, 1 } };
    for (int kind = 0; kind < 3; kind++)
        for (size_t i = 0; i < sizeof ramps / sizeof ramps[0]; i++)
        {
            bool wall;
            ramp_rise = ramps[i][0];
            ramp_run = ramps[i][1];
            float steep = (float)ramp_rise / (float)ramp_run;
            float high = climb_ramp(kind, me_sprite, 5.0f, 1.2f * steep, &wall);
            assert_true(high > 0.9f * fminf(160.0f, 280.0f * steep) && !wall);
            // Too steep by a little: no farther up than a step and what the way pays back.
            float low = climb_ramp(kind, me_sprite, 5.0f, 0.7f * steep, &wall);
            if (low > 5.0f / 0.3f + 4.0f || !wall)
                fail_msg("kind %d, ramp %d/%d: came %g high", kind, ramp_rise, ramp_run, low);
        }
    rim_sprite_destroy(me_sprite);
}

// A slope a little steeper than the walker's takes of the account what the way does not pay. The way back
// gives just that, or else one would climb any slope by going to and fro. Each call goes four columns,
// which rise by five pixels wherever they begin.
static void going_to_and_fro_climbs_no_higher(void **state)
{
    (void)state;
    rim_sprite *me_sprite = ball(9);
    ramp_rise = 5;
    ramp_run = 4;
    ground     land;
    rim_world2 world = ground_make(&land, 400, 200, ramp);
    rim_vec2   on = rim_vec2_make(4.0f, 1.0f), back = rim_vec2_make(-4.0f, 1.0f);
    for (int kind = 0; kind < 3; kind++)
    {
        rim_mover2  me = mover_of(kind, me_sprite, rim_vec2_make(30, 150));
        rim_walker2 walker = { .up = { 0, -1 }, .step = 12.0f, .slope = 1.05f };
        rim_walk2   walk = rim_mover2_walk(&me, &walker, rim_vec2_make(0, 100), world);
        while (walk.me.at.x < 68.0f) walk = rim_mover2_walk(&walk.me, &walker, on, world);
        float before = walker.climbed, at = walk.me.at.x;
        for (int i = 0; i < 3; i++) walk = rim_mover2_walk(&walk.me, &walker, on, world);
        assert_near(walk.me.at.x - at, 12.0, 1e-3);
        assert_near(walker.climbed - before, 3 * (5.0 - 4.0 * 1.05), 1e-3);
        for (int i = 0; i < 3; i++) walk = rim_mover2_walk(&walk.me, &walker, back, world);
        assert_near(walk.me.at.x, at, 1e-3);
        assert_near(walker.climbed, before, 1e-3);

        for (int i = 0; i < 100; i++) walk = rim_mover2_walk(&walk.me, &walker, on, world);
        assert_true(walk.wall);
        float top = walk.me.at.y;
        for (int i = 0; i < 60; i++)
        {
            int way = 1 + i % 4;
            for (int k = 0; k < way; k++) walk = rim_mover2_walk(&walk.me, &walker, back, world);
            for (int k = 0; k < way + 2; k++) walk = rim_mover2_walk(&walk.me, &walker, on, world);
            assert_near(walk.me.at.y, top, 1e-2);
        }
    }
    rim_sprite_destroy(land.sprite);
    rim_sprite_destroy(me_sprite);
}

static int rough_ground[400];

static int rough(int x)
{
    return rough_ground[x];
}

// Where the walker last owed nothing, by what it remembers: x, and the height. As far as that is away, and as it
// owes, it has risen since.
static rim_vec2 counted_from(const rim_walker2 *w, rim_vec2 at)
{
    return rim_vec2_make(at.x - w->away, -at.y - w->climbed - w->slope * fabsf(w->away));
}

// Whatever it does, it is counted from where it was before, or from a place that could be reached from there on a slope
// that is no steeper than its own.
static void every_rise_is_booked(void **state)
{
    (void)state;
    test_random random = { 77 };
    rim_sprite *me_sprite = ball(9);
    int         kept = 0, renewed = 0, rises = 0, falls = 0, slid = 0, hills = case_count(60);
    if (hills < 12) hills = 12; // of fewer all may be gentle
    for (int i = 0; i < hills; i++)
    {
        int steepest = random_int(&random, 1, 3);
        for (int x = 0, y = 150; x < 400; x++)
        {
            y += random_int(&random, -steepest, steepest);
            if (random_int(&random, 0, 15) == 0) y += random_int(&random, -7, 7);
            rough_ground[x] = y = y < 40 ? 40 : y > 195 ? 195 : y;
        }
        ground      land;
        rim_world2  world = ground_make(&land, 400, 200, rough);
        rim_mover2  me = mover_of(i % 3, me_sprite, rim_vec2_make(200, 20));
        rim_walker2 walker = { .up = { 0, -1 }, .step = 9.0f, .slope = 0.5f };
        rim_walk2   walk = rim_mover2_walk(&me, &walker, rim_vec2_make(0, 200), world);
        for (int k = 0; k < 120; k++)
        {
            rim_vec2 at = walk.me.at, from = counted_from(&walker, at);
            bool     owed = walker.climbed > 0.0f;
            rim_vec2 delta = rim_vec2_make(random_float(&random, -9, 9), 1.0f);
            if (at.x < 20 || at.x > 380) delta.x = 5.0f * (at.x < 20 ? 1.0f : -1.0f);
            walk = rim_mover2_walk(&walk.me, &walker, delta, world);
            rim_vec2 now = counted_from(&walker, walk.me.at);
            bool     same = fabsf(now.x - from.x) < 1e-3f && fabsf(now.y - from.y) < 1e-3f;
            assert_true(same || now.y - from.y <= 0.5f * fabsf(now.x - from.x) + 1e-3f);
            kept += same && owed;
            renewed += !same;
            rises += walk.me.at.y < at.y;
            falls += walk.me.at.y > at.y;
            slid += walk.sliding;
            // On ground, half a pixel more if it has climbed one on the way back.
            assert_true(walker.climbed >= 0.0f);
            assert_true(!walk.grounded || walker.climbed <= 9.0f + 0.5f + 1e-3f);
            assert_true(walker.climbed > 0.0f || walker.away == 0.0f);
        }
        rim_sprite_destroy(land.sprite);
    }
    assert_true(kept > 20 * hills && renewed > 20 * hills);
    assert_true(rises > 20 * hills && falls > 30 * hills && slid > 3 * hills);
    rim_sprite_destroy(me_sprite);
}

static int one_step(int x)
{
    return x < 60 ? 180 : 180 - ramp_rise;
}

static void steps_are_climbed_up_to_their_height(void **state)
{
    (void)state;
    rim_sprite *me_sprite = ball(9);
    for (int kind = 0; kind < 3; kind++)
        for (int height = 1; height < 12; height++)
        {
            ramp_rise = height;
            ground      land;
            rim_world2  world = ground_make(&land, 200, 200, one_step);
            rim_walker2 walker = { .up = { 0, -1 }, .step = 6.0f, .slope = 0.2f };
            rim_mover2  start = mover_of(kind, me_sprite, rim_vec2_make(20, 150));
            rim_walk2   walk = rim_mover2_walk(&start, &walker, rim_vec2_make(0, 100), world);
            walk = rim_mover2_walk(&walk.me, &walker, rim_vec2_make(100, 1), world);
            bool stopped = walk.wall;
            for (int k = 0; k < 9; k++) // what hangs on the edge slides down again
                walk = rim_mover2_walk(&walk.me, &walker, rim_vec2_make(0, 3), world);
            walk.wall = stopped;
            bool over = kind == 1 ? height <= 6 : walk.me.at.x > 100.0f;
            assert_int_equal(over, !walk.wall);
            assert_true(walk.grounded);
            if (height <= 6) assert_near(walk.me.at.x, 120.0, 1e-3);
            if (height > 9) assert_true(walk.wall && walk.me.at.x < 60.0f);

            // And down again, on the ground all the way for what it can climb.
            if (!walk.wall)
            {
                walk = rim_mover2_walk(&walk.me, &walker, rim_vec2_make(-55, 0), world);
                walk = rim_mover2_walk(&walk.me, &walker, rim_vec2_make(-25, 0), world);
                assert_true(walk.grounded);
                assert_near(rim_mover2_bounds(&walk.me).hi.y, 180.0, 1e-3);
            }
            rim_sprite_destroy(land.sprite);
        }
    rim_sprite_destroy(me_sprite);
}

// Who walks down a stair as high as its step stays on the ground, of pixels or of boxes. Only a circle that may not go
// down a slope, and does not pass the corner of the stair in one call, finds the ground there too steep, and falls.
static void stairs_down_of_exactly_a_step_are_followed(void **state)
{
    (void)state;
    rim_sprite *me_sprite = sprite_of(blank_filled(9, 9), false);
    for (int i = 0; i < 3 * 2 * 3 * 2 * 2; i++)
    {
        int kind = i % 3, slope = i / 3 % 2, height = 1 + i / 6 % 3, shift = i / 36;
        ramp_rise = height;
        ground          land;
        rim_world2      pixels = ground_make(&land, 200, 200, one_step);
        rim_figure_part boxes[2] = {
            { .kind = RIM_PART_BOX,
              .pose = rim_xform2_identity(),
              .box = { { 0, 180 }, { 200, 200 } } },
            { .kind = RIM_PART_BOX,
              .pose = rim_xform2_identity(),
              .box = { { 60, 180 - (float)height }, { 200, 200 } } },
        };
        rim_figure  figure = { boxes, 2, rim_xform2_identity() };
        rim_world2  world = i / 18 % 2 ? rim_figure_world(&figure) : pixels;
        rim_walker2 walker = { .up = { 0, -1 }, .step = (float)height, .slope = (float)slope };
        bool        is_steep = kind == 2 && slope == 0 && shift;
        rim_vec2    delta = { shift ? -1.3f : -7.0f, is_steep ? 1.0f : 0.0f };
        rim_mover2  start = mover_of(kind, me_sprite, rim_vec2_make(90, 150));
        rim_walk2   walk = rim_mover2_walk(&start, &walker, rim_vec2_make(0, 100), world);
        assert_near(rim_mover2_bounds(&walk.me).hi.y, 180.0 - height, 1e-3);
        for (int k = 0; k < 50; k++)
        {
            walk = rim_mover2_walk(&walk.me, &walker, delta, world);
            assert_true(walk.grounded || is_steep);
            if (walk.me.at.x < 30) break;
        }
        assert_near(rim_mover2_bounds(&walk.me).hi.y, 180.0, 1e-3);
        rim_sprite_destroy(land.sprite);
    }
    rim_sprite_destroy(me_sprite);
}

static void steep_ground_is_slid_down(void **state)
{
    (void)state;
    rim_sprite *me_sprite = ball(9);
    ramp_rise = 2;
    ramp_run = 1;
    ground     land;
    rim_world2 world = ground_make(&land, 400, 200, ramp);
    for (int kind = 0; kind < 3; kind++)
    {
        rim_mover2  me = mover_of(kind, me_sprite, rim_vec2_make(90, 60));
        rim_walker2 walker = { .up = { 0, -1 }, .step = 3.0f, .slope = 1.0f };
        int         slid = 0;
        rim_walk2   walk = { .me = me };
        for (int i = 0; i < 200; i++)
        {
            walk = rim_mover2_walk(&walk.me, &walker, rim_vec2_make(0, 3), world);
            slid += walk.sliding;
            assert_false(walk.sliding && walk.grounded);
        }
        assert_true(slid > 10);
        assert_true(walk.grounded);
        assert_near(rim_mover2_bounds(&walk.me).hi.y, 180.0,
                    2.1); // at the foot, perhaps in the corner
    }
    rim_sprite_destroy(land.sprite);
    rim_sprite_destroy(me_sprite);
}

static int groove(int x)
{
    int height = 180 - 2 * abs(x - 100);
    return height > 20 ? height : 20;
}

// Between two steep sides a mover stands, whether it falls in this call or not. On one steep side it does not.
static void between_steep_sides_a_mover_rests(void **state)
{
    (void)state;
    rim_sprite *me_sprite = ball(9);
    ground      land;
    rim_world2  world = ground_make(&land, 200, 200, groove);
    for (int kind = 0; kind < 3; kind++)
    {
        rim_walker2 walker = { .up = { 0, -1 }, .step = 3.0f, .slope = 1.0f };
        rim_walk2   walk = { .me = mover_of(kind, me_sprite, rim_vec2_make(80.5f, 60)) };
        int         rested = 0;
        for (int i = 0; i < 100 && !walk.grounded; i++)
        {
            walk = rim_mover2_walk(&walk.me, &walker, rim_vec2_make(0, 3), world);
            rim_walker2 at_rest = walker;
            rim_walk2   rest = rim_mover2_walk(&walk.me, &at_rest, rim_vec2_make(0, 0), world);
            assert_true((rest.grounded || !walk.grounded) && !rest.sliding);
            rested += rest.grounded;
            assert_true(rest.moved.x == 0.0f && rest.moved.y == 0.0f);
        }
        assert_true(walk.grounded);
        assert_true(rested <= 2); // in the groove, where the last slide may have ended
    }
    rim_sprite_destroy(land.sprite);
    rim_sprite_destroy(me_sprite);
}

// Ever steeper, by ramp_rise in a thousand pixels more each pixel.
static int bowl(int x)
{
    int way = x > 60 ? x - 60 : 0;
    int height = 180 - way * way * ramp_rise / 2000;
    return height > 20 ? height : 20;
}

static void who_walks_against_ground_that_is_too_steep_comes_to_rest(void **state)
{
    (void)state;
    rim_sprite *me_sprite = ball(9);
    int         cases = 0;
    for (int kind = 0; kind < 3; kind++)
        for (ramp_rise = 10; ramp_rise <= 90; ramp_rise += 20)
            for (int pace = 1; pace <= 4; pace++)
            {
                ground      land;
                rim_world2  world = ground_make(&land, 400, 200, bowl);
                rim_walker2 walker = { .up = { 0, -1 }, .step = 7.0f, .slope = 1.0f };
                rim_vec2    delta = rim_vec2_make(0.7f * (float)pace, 0.21f);
                rim_walk2   walk = { .me = mover_of(kind, me_sprite, rim_vec2_make(30, 174)) };
                float       high = 1e9f, low = -1e9f;
                for (int i = 0; i < 600; i++)
                {
                    // It falls faster as long as it falls.
                    delta.y = walk.grounded ? 0.21f : delta.y + 0.21f;
                    walk = rim_mover2_walk(&walk.me, &walker, delta, world);
                    if (i < 400) continue;
                    high = fminf(high, walk.me.at.y);
                    low = fmaxf(low, walk.me.at.y);
                    assert_true(walk.grounded && walk.wall && !walk.sliding);
                }
                assert_true(high == low && walk.me.at.x > 60.0f);
                rim_sprite_destroy(land.sprite);
                cases++;
            }
    assert_int_equal(3 * 5 * 4, cases);
    rim_sprite_destroy(me_sprite);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_slides_along_a_slope_stays_on_it),
        cmocka_unit_test(slopes_are_climbed_up_to_the_limit),
        cmocka_unit_test(going_to_and_fro_climbs_no_higher),
        cmocka_unit_test(every_rise_is_booked),
        cmocka_unit_test(steps_are_climbed_up_to_their_height),
        cmocka_unit_test(stairs_down_of_exactly_a_step_are_followed),
        cmocka_unit_test(steep_ground_is_slid_down),
        cmocka_unit_test(between_steep_sides_a_mover_rests),
        cmocka_unit_test(who_walks_against_ground_that_is_too_steep_comes_to_rest),
    };
    return cmocka_run_group_tests_name("mover2 slopes", tests, NULL, NULL);
}
