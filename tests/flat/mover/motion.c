// Movers in the flat world: a mover that starts free ends free, nothing is passed through, nothing catches.
#include "support/support.h"

#include "rimcast/vec2.h"
#include "rimcast/sprite_query.h"
#include "rimcast/mask.h"
#include "rimcast/mover2.h"

#include "flat/mover/data.h"

#include <math.h>
#include <stdlib.h>

// --- scenery ----------------------------------------------------------------------------------------

static rim_sprite *sprite_of(rim_mask *mask, bool corner)
{
    rim_sprite        *sprite;
    rim_sprite_options options = { .has_anchor = corner, .rays = 8 };
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
    rim_mask_destroy(mask);
    return sprite;
}

static rim_mask *blank(int width, int height)
{
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, width, height, NULL));
    return mask;
}

static rim_mask *blank_filled(int width, int height)
{
    rim_mask *mask = blank(width, height);
    rim_mask_draw_rect(mask, rim_rect_make(0, 0, width, height), true);
    return mask;
}

// Solid below height[x].
typedef int ground_line(int x);

static rim_sprite *landscape(int width, int height, ground_line *line)
{
    rim_mask *mask = blank(width, height);
    for (int x = 0; x < width; x++)
        rim_mask_draw_rect(mask, rim_rect_make(x, line(x), x + 1, height), true);
    return sprite_of(mask, true);
}

static rim_posed at_origin(const rim_sprite *sprite)
{
    return rim_posed_make(sprite, rim_xform2_identity());
}

// A landscape alone in the world.
typedef struct ground
{
    rim_sprite    *sprite;
    rim_posed      posed;
    rim_posed_list list;
} ground;

static rim_world2 ground_make(ground *g, int width, int height, ground_line *line)
{
    g->sprite = landscape(width, height, line);
    g->posed = at_origin(g->sprite);
    g->list = (rim_posed_list){ &g->posed, 1 };
    return rim_posed_list_world(&g->list);
}

static rim_box2 box_of(float half_width, float half_height)
{
    return rim_box2_make(rim_vec2_make(-half_width, -half_height),
                         rim_vec2_make(half_width, half_height));
}

static rim_sprite *ball(int side)
{
    rim_mask *mask = blank(side, side);
    float     middle = 0.5f * (float)side;
    rim_mask_draw_circle(mask, rim_vec2_make(middle, middle), middle, true);
    return sprite_of(mask, false);
}

// Kind 0 a sprite, 1 a box, 2 a circle; all 8 to 10 wide.
static rim_mover2 mover_of(int kind, const rim_sprite *sprite, rim_vec2 at)
{
    if (kind == 1)
        return (rim_mover2){ .kind = RIM_MOVER2_BOX, .at = at, .box = box_of(4.0f, 5.0f) };
    if (kind == 2)
        return (rim_mover2){ .kind = RIM_MOVER2_CIRCLE, .at = at, .circle.radius = 4.3f };
    return (rim_mover2){ .at = at, .sprite = rim_posed_make(sprite, rim_xform2_identity()) };
}

// --- ends free, stays in -----------------------------------------------------------------------------

enum
{
    ROOM = 160
};

// A room with walls of one pixel and random blobs.
static rim_sprite *random_room(test_random *random)
{
    rim_mask *mask = blank(ROOM, ROOM);
    for (int i = 0; i < 8; i++)
        rim_mask_draw_circle(
            mask, rim_vec2_make(random_float(random, 0, ROOM), random_float(random, 0, ROOM)),
            random_float(random, 1, 16), true);
    for (int i = 0; i < 3; i++)
        rim_mask_draw_circle(
            mask, rim_vec2_make(random_float(random, 0, ROOM), random_float(random, 0, ROOM)),
            random_float(random, 8, 30), false);
    rim_mask_draw_rect(mask, rim_rect_make(60, 60, 90, 90), false); // somewhere to start
    rim_mask_draw_rect(mask, rim_rect_make(0, 0, ROOM, 1), true);
    rim_mask_draw_rect(mask, rim_rect_make(0, 0, 1, ROOM), true);
    rim_mask_draw_rect(mask, rim_rect_make(0, ROOM - 1, ROOM, ROOM), true);
    rim_mask_draw_rect(mask, rim_rect_make(ROOM - 1, 0, ROOM, ROOM), true);
    return sprite_of(mask, true);
}

static rim_vec2 random_motion(test_random *random, double scale)
{
    static const float speeds[] = { 0.01f, 1.0f, 7.0f, 100.0f, 1e6f };
    float              speed = (float)scale * speeds[random_int(random, 0, 4)];
    rim_vec2           motion =
        rim_vec2_make(random_float(random, -speed, speed), random_float(random, -speed, speed));
    if (random_int(random, 0, 3) == 0) motion.x = 0.0f;
    if (random_int(random, 0, 3) == 0) motion.y = 0.0f;
    return motion;
}

static void nobody_leaves_a_room_or_ends_in_its_walls(void **state)
{
    (void)state;
    test_random random = { 1 };
    rim_sprite *me_sprite = ball(9);
    int         moves = 0, touches = 0, grounded = 0;
    for (int i = 0; i < case_count(60); i++)
    {
        // Turned and scaled, the walls are anything but on the grid; scaled much, floats are coarse.
        rim_sprite *room = random_room(&random);
        float       scale = i % 3 == 2 ? 0.37f : 1.0f;
        rim_rot2    turn =
            i % 2 ? rim_rot2_degrees(random_float(&random, 0, 360)) : rim_rot2_degrees(0);
        rim_vec2  shift = rim_vec2_make(i % 5 == 4 ? 3e4f : 0.0f, i % 5 == 3 ? -7e3f : 0.0f);
        rim_posed walls =
            rim_posed_make(room, rim_xform2_pose(shift, turn, rim_vec2_make(scale, scale)));
        rim_posed_list list = { &walls, 1 };
        rim_world2     world = rim_posed_list_world(&list);
        rim_vec2       start = rim_xform2_apply(walls.pose, rim_vec2_make(75, 75));
        rim_mover2     me = mover_of(i % 3, me_sprite, start);
        rim_xform2     back = rim_xform2_inverse(walls.pose).xform;
        if (i % 3 == 0 && scale != 1.0f) continue;
        assert_false(mover2_overlaps(me, world));
        rim_walker2 walker = { .up = { 0, -1 }, .step = 5.0f, .slope = 1.0f };
        for (int k = 0; k < 60; k++, moves++)
        {
            rim_vec2 motion = random_motion(&random, 1.0);
            if (i % 4 < 2)
            {
                rim_slide2 slide = rim_mover2_slide(&me, motion, world);
                assert_false(slide.stuck);
                touches += slide.hit;
                me = slide.me;
            }
            else
            {
                rim_walk2 walk = rim_mover2_walk(&me, &walker, motion, world);
                assert_false(walk.stuck);
                touches += walk.wall || walk.ceiling;
                grounded += walk.grounded;
                me = walk.me;
            }
            assert_false(mover2_overlaps(me, world));
            rim_vec2 inside = rim_xform2_apply(back, me.at);
            assert_true(inside.x > 0 && inside.y > 0 && inside.x < ROOM && inside.y < ROOM);
        }
        rim_sprite_destroy(room);
    }
    rim_sprite_destroy(me_sprite);
    assert_true(moves > case_count(60) * 40);
    assert_true(touches > moves / 4 && grounded > moves / 30);
}

// --- floors -------------------------------------------------------------------------------------------

static int level_ground(int x)
{
    (void)x;
    return 100;
}

static void a_floor_is_walked_without_a_tremble(void **state)
{
    (void)state;
    ground      land;
    rim_world2  world = ground_make(&land, 20, 110, level_ground);
    rim_sprite *me_sprite = ball(9);
    land.posed.pose.a = 1000.0f; // 20,000 wide
    for (int kind = 0; kind < 3; kind++)
    {
        rim_mover2  me = mover_of(kind, me_sprite, rim_vec2_make(100.3f, 40.0f));
        rim_walker2 walker = { .up = { 0, -1 }, .step = 5.0f, .slope = 1.0f };
        rim_walk2   walk = rim_mover2_walk(&me, &walker, rim_vec2_make(0, 200), world);
        assert_true(walk.grounded && !walk.wall);
        assert_near(walk.ground_normal.y, -1.0, 1e-6);
        assert_true(walk.ground.sprite == land.sprite);
        float feet = rim_mover2_bounds(&walk.me).hi.y;
        if (kind < 2) assert_true(feet == 100.0f);
        assert_near(feet, 100.0, 1e-4);
        float height = walk.me.at.y;
        for (int i = 0; i < 1000; i++)
        {
            float before = walk.me.at.x;
            walk = rim_mover2_walk(&walk.me, &walker, rim_vec2_make(11.25f, i % 3 ? 0.0f : 3.0f),
                                   world);
            assert_true(walk.grounded && !walk.wall && !walk.sliding);
            assert_true(walk.me.at.y == height);
            assert_near(walk.me.at.x, before + 11.25f, 2e-3);
        }
        assert_true(walk.me.at.x > 11000.0f);
    }
    rim_sprite_destroy(land.sprite);
    rim_sprite_destroy(me_sprite);
}

// A mover that climbs no stairs stands on the ground as well, also while it does not move and at a wall.
static int ground_before_a_wall(int x)
{
    return x < 40 ? 50 : 10;
}

static void without_a_step_a_mover_keeps_its_ground(void **state)
{
    (void)state;
    ground      land;
    rim_world2  world = ground_make(&land, 60, 60, ground_before_a_wall);
    rim_sprite *me_sprite = ball(9);
    for (int i = 0; i < 12; i++)
    {
        float       shift = i / 3 % 2 ? 4099.7f : 0.0f; // where coordinates are rounded
        rim_mover2  me = mover_of(i % 3, me_sprite, rim_vec2_make(20.3f + shift, 30.0f + shift));
        rim_walker2 walker = { .up = { 0, -1 }, .slope = i < 6 ? 0.0f : 1.0f };
        land.posed.pose = rim_xform2_translation(rim_vec2_make(shift, shift));
        me = rim_mover2_walk(&me, &walker, rim_vec2_make(0, 30), world).me;
        assert_true(walker.grounded);
        for (int k = 0; k < 20; k++)
        {
            rim_vec2  delta = rim_vec2_make(k % 2 ? 0.0f : 3.25f, 0.0f);
            rim_walk2 walk = rim_mover2_walk(&me, &walker, delta, world);
            me = walk.me;
            assert_true(walk.grounded && walk.ground.sprite == land.sprite);
            assert_true(walk.wall == (k % 2 == 0 && k >= 8));
        }
    }
    rim_sprite_destroy(land.sprite);
    rim_sprite_destroy(me_sprite);
}

static void seams_of_tiles_catch_nobody(void **state)
{
    (void)state;
    rim_mask *full = blank(16, 16);
    rim_mask_draw_rect(full, rim_rect_make(0, 0, 16, 16), true);
    rim_sprite       *tile = sprite_of(full, false), *me_sprite = ball(9);
    const rim_sprite *tiles[] = { tile };
    enum
    {
        COLUMNS = 700
    };
    static uint32_t cells[2 * COLUMNS];
    for (int i = 0; i < COLUMNS; i++) cells[COLUMNS + i] = 1;
    rim_tiles2 map = { tiles, cells, COLUMNS, 2, { -7.0f, 3.0f }, 16.0f, 16.0f, 0.0f };
    rim_world2 world = rim_tiles2_world(&map);
    for (int kind = 0; kind < 3; kind++)
    {
        rim_mover2  me = mover_of(kind, me_sprite, rim_vec2_make(20.0f, 5.0f));
        rim_walker2 walker = { .up = { 0, -1 }, .step = 0.0f, .slope = 0.0f };
        rim_walk2   walk = rim_mover2_walk(&me, &walker, rim_vec2_make(0, 50), world);
        assert_true(walk.grounded);
        float height = walk.me.at.y;
        assert_near(rim_mover2_bounds(&walk.me).hi.y, 19.0, 1e-5);
        for (int i = 0; i < 900; i++)
        {
            walk = rim_mover2_walk(&walk.me, &walker, rim_vec2_make(11.7f, 2.0f), world);
            assert_true(walk.grounded && !walk.wall && walk.me.at.y == height);
            assert_near(walk.ground_normal.y, -1.0, 1e-3);
        }
        assert_true(walk.me.at.x > 10500.0f);
        // Pressed down hard while sliding, all the same.
        rim_slide2 slide = rim_mover2_slide(&walk.me, rim_vec2_make(-9000.0f, 500.0f), world);
        assert_near(slide.me.at.x, walk.me.at.x - 9000.0f, 0.1);
        assert_true(slide.me.at.y == height);
    }
    rim_sprite_destroy(tile);
    rim_sprite_destroy(me_sprite);
}

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

static void jumps_end_at_ceilings_and_leave_the_ground(void **state)
{
    (void)state;
    rim_mask *mask = blank(100, 60);
    rim_mask_draw_rect(mask, rim_rect_make(0, 50, 100, 60), true);
    rim_mask_draw_rect(mask, rim_rect_make(0, 0, 100, 10), true);
    rim_sprite    *hall = sprite_of(mask, true);
    rim_posed      walls = at_origin(hall);
    rim_posed_list list = { &walls, 1 };
    rim_world2     world = rim_posed_list_world(&list);
    rim_mover2     me =
        (rim_mover2){ .kind = RIM_MOVER2_BOX, .at = rim_vec2_make(50, 30), .box = box_of(4, 5) };
    rim_walker2 walker = { .up = { 0, -1 }, .step = 3.0f, .slope = 1.0f };
    rim_walk2   walk = rim_mover2_walk(&me, &walker, rim_vec2_make(0, 30), world);
    assert_true(walk.grounded && walk.me.at.y == 45.0f);
    walk = rim_mover2_walk(&walk.me, &walker, rim_vec2_make(3, -10), world);
    assert_true(!walk.grounded && !walk.ceiling && walk.me.at.y == 35.0f && walk.me.at.x == 53.0f);
    walk = rim_mover2_walk(&walk.me, &walker, rim_vec2_make(0, -1e6f), world);
    assert_true(walk.ceiling && walk.me.at.y == 15.0f);
    rim_sprite_destroy(hall);
}

// --- starts in overlap -------------------------------------------------------------------------------------

static void a_start_in_overlap_is_pushed_out(void **state)
{
    (void)state;
    test_random random = { 5 };
    rim_sprite *me_sprite = ball(9);
    int         freed = 0, wedged = 0;
    for (int i = 0; i < case_count(300); i++)
    {
        rim_sprite    *room = random_room(&random);
        rim_posed      walls = at_origin(room);
        rim_posed_list list = { &walls, 1 };
        rim_world2     world = rim_posed_list_world(&list);
        rim_mover2     me =
            mover_of(i % 3, me_sprite,
                     rim_vec2_make(random_float(&random, 8, 152), random_float(&random, 8, 152)));
        if (!mover2_overlaps(me, world)) goto next;
        rim_mover2 before = me;
        if (rim_mover2_push_out(&me, world))
        {
            assert_false(mover2_overlaps(me, world));
            freed++;
        }
        else
        {
            wedged++;
            assert_true(me.at.x == before.at.x && me.at.y == before.at.y);
            assert_true(rim_mover2_slide(&me, rim_vec2_make(1, 1), world).stuck);
        }
    next:
        rim_sprite_destroy(room);
    }
    rim_sprite_destroy(me_sprite);
    assert_true(freed > case_count(300) / 10);
    assert_true(wedged < freed);
}

// --- laws ---------------------------------------------------------------------------------------------------

static rim_posed scaled_pose(const rim_sprite *sprite, rim_xform2 pose, float s)
{
    rim_xform2 m = { pose.a * s, pose.b * s, pose.c * s, pose.d * s, pose.tx * s, pose.ty * s };
    return rim_posed_make(sprite, m);
}

static void powers_of_two_and_the_order_change_no_bit(void **state)
{
    (void)state;
    test_random random = { 6 };
    rim_sprite *me_sprite = ball(9);
    int         hits = 0;
    for (int i = 0; i < case_count(150); i++)
    {
        rim_sprite *rooms[2] = { random_room(&random), random_room(&random) };
        rim_xform2  poses[2] = { rim_xform2_pose(rim_vec2_make(0, 0),
                                                 rim_rot2_degrees(i % 2 ? 17 : 0),
                                                 rim_vec2_make(1, 1)),
                                 rim_xform2_translation(rim_vec2_make(100, 40)) };
        rim_vec2 at = rim_vec2_make(random_float(&random, 20, 140), random_float(&random, 20, 140));
        rim_vec2 delta =
            rim_vec2_make(random_float(&random, -90, 90), random_float(&random, -90, 90));
        rim_slide2 slides[4];
        rim_walk2  walks[4];
        for (int v = 0; v < 4; v++) // plain, in the other order, smaller, larger
        {
            float          s = v == 2 ? 0x1p-10f : v == 3 ? 0x1p10f : 1.0f;
            rim_posed      items[2] = { scaled_pose(rooms[v == 1], poses[v == 1], s),
                                        scaled_pose(rooms[v != 1], poses[v != 1], s) };
            rim_posed_list list = { items, 2 };
            rim_world2     world = rim_posed_list_world(&list);
            rim_mover2     me = mover_of(0, me_sprite, rim_vec2_scale(at, s));
            me.sprite = scaled_pose(me_sprite, rim_xform2_identity(), s);
            if (i % 3 == 1)
                me = (rim_mover2){ .kind = RIM_MOVER2_BOX,
                                   .at = rim_vec2_scale(at, s),
                                   .box = box_of(4 * s, 5 * s) };
            rim_walker2 walker = {
                .up = { 0, -1 }, .step = 6 * s, .slope = 1.0f, .grounded = i % 2
            };
            slides[v] = rim_mover2_slide(&me, rim_vec2_scale(delta, s), world);
            walks[v] = rim_mover2_walk(&me, &walker, rim_vec2_scale(delta, s), world);
            assert_same_bits(slides[v].me.at.x, slides[0].me.at.x * s);
            assert_same_bits(slides[v].me.at.y, slides[0].me.at.y * s);
            assert_same_bits(walks[v].me.at.x, walks[0].me.at.x * s);
            assert_same_bits(walks[v].me.at.y, walks[0].me.at.y * s);
            assert_int_equal(walks[v].grounded, walks[0].grounded);
            hits += slides[v].hit;
        }
        rim_sprite_destroy(rooms[0]);
        rim_sprite_destroy(rooms[1]);
    }
    rim_sprite_destroy(me_sprite);
    assert_true(hits > case_count(150));
}

// Between two corners, only a place that is higher is free. Near the origin, floats are finer than the rounding of the
// circle's center, but the mover finds such a place there as well.
static void a_position_near_zero_is_rounded_like_its_shape(void **state)
{
    (void)state;
    test_random random = { 101 };
    rim_sprite *block = sprite_of(blank_filled(8, 8), true);
    for (int i = 0; i < case_count(300); i++)
    {
        float      half = (float)random_int(&random, 4, 24) / 16.0f;
        float      y = (float)(sqrt(9.0 - (double)half * half) - 4.0);
        float      x = i % 2 ? 0.0f : (float)random_int(&random, -90, 90);
        rim_mover2 me = { .kind = RIM_MOVER2_CIRCLE, .at = { x, -3 }, .circle = { { 0, -4 }, 3 } };
        rim_posed  both[2] = {
             rim_posed_make(block, rim_xform2_translation(rim_vec2_make(x - half - 8.0f, y))),
             rim_posed_make(block, rim_xform2_translation(rim_vec2_make(x + half, y))),
        };
        rim_posed_list list = { both, 2 };
        mover_contact  contact =
            mover_advance(&me, rim_vec2_make(0, 6), rim_posed_list_world(&list));
        assert_true(contact.hit && contact.t > 0.0);
        assert_near(me.at.y, 0.0, 1e-3);
    }
    rim_sprite_destroy(block);
}

static void broken_motions_do_not_move(void **state)
{
    (void)state;
    ground     land;
    rim_world2 world = ground_make(&land, 50, 110, level_ground);
    rim_mover2 me =
        (rim_mover2){ .kind = RIM_MOVER2_BOX, .at = rim_vec2_make(20, 50), .box = box_of(4, 5) };
    rim_walker2 walker = { .up = { 0, -1 }, .step = 6, .slope = 1 };
    const float bad[] = { NAN, INFINITY, -INFINITY };
    for (int i = 0; i < 3; i++)
    {
        assert_true(rim_mover2_slide(&me, rim_vec2_make(bad[i], 1), world).me.at.x == 20.0f);
        assert_true(rim_mover2_walk(&me, &walker, rim_vec2_make(1, bad[i]), world).me.at.y ==
                    50.0f);
        assert_false(mover2_sweep(me, rim_vec2_make(1, bad[i]), world, NULL).hit);
    }
    rim_slide2 far = rim_mover2_slide(&me, rim_vec2_make(3e38f, 0.0f), world);
    assert_true(isfinite(far.me.at.x) && far.me.at.y == 50.0f);
    rim_sprite_destroy(land.sprite);
}

// More sprites than a page has, and only one of them in the way.
static void worlds_of_any_size_are_seen_whole(void **state)
{
    (void)state;
    rim_mask *full = blank(2, 2);
    rim_mask_draw_rect(full, rim_rect_make(0, 0, 2, 2), true);
    rim_sprite *dot = sprite_of(full, false);
    enum
    {
        MANY = 300
    };
    rim_posed items[MANY];
    for (int i = 0; i < MANY; i++)
        items[i] = rim_posed_make(
            dot, rim_xform2_translation(rim_vec2_make(100.0f, (float)(i % 7) * 0.1f)));
    items[257].pose.tx = 50.0f;
    rim_posed_list list = { items, MANY };
    rim_world2     world = rim_posed_list_world(&list);
    rim_mover2     me =
        (rim_mover2){ .kind = RIM_MOVER2_BOX, .at = rim_vec2_make(0, 0), .box = box_of(4, 5) };
    mover_solid what;
    rim_hit2    hit = mover2_sweep(me, rim_vec2_make(200, 0), world, &what);
    assert_true(hit.hit && what.posed.pose.tx == 50.0f);
    assert_near(hit.t, 45.0 / 200.0, 1e-12);
    me.at.x = 50.0f;
    assert_true(mover2_overlaps(me, world));
    rim_sprite_destroy(dot);
}

static int gather_list_whole(const void *context, rim_box2 box, int first, rim_posed *out,
                             int capacity)
{
    const rim_posed_list *list = context;
    (void)box;
    for (int i = first; i < list->count && i - first < capacity; i++)
        out[i - first] = list->sprites[i];
    return list->count;
}

// A world may list sprites that are not near the box. They change nothing, even if their pixels are larger than those
// of the sprite that is touched.
static void far_sprites_in_the_list_change_nothing(void **state)
{
    (void)state;
    test_random random = { 99 };
    rim_sprite *round = ball(9);
    int         hits = 0;
    for (int i = 0; i < case_count(400); i++)
    {
        rim_posed items[24];
        for (int k = 0; k < 24; k++)
        {
            float      s = ldexpf(1.0f, random_int(&random, -2, 2));
            rim_xform2 pose = {
                s, 0, 0, s, random_float(&random, 0, 80), random_float(&random, 0, 80)
            };
            items[k] = rim_posed_make(round, pose);
        }
        rim_posed_list list = { items, 24 };
        rim_mover2 me = mover_of(i % 3, round, rim_vec2_make(-20, random_float(&random, 0, 80)));
        rim_vec2   delta = { random_float(&random, 20, 90), random_float(&random, -30, 30) };
        rim_slide2 near = rim_mover2_slide(&me, delta, rim_posed_list_world(&list));
        rim_slide2 all =
            rim_mover2_slide(&me, delta, (rim_world2){ &list, gather_list_whole, NULL });
        assert_same_bits(near.me.at.x, all.me.at.x);
        assert_same_bits(near.me.at.y, all.me.at.y);
        assert_same_bits(near.normal.x, all.normal.x);
        assert_same_bits(near.normal.y, all.normal.y);
        hits += near.hit;
    }
    assert_true(hits > case_count(200));
    rim_sprite_destroy(round);
}

static void movers_and_posed_sprites_are_each_other(void **state)
{
    (void)state;
    test_random random = { 97 };
    rim_sprite *round = ball(9);
    for (int i = 0; i < case_count(200); i++)
    {
        rim_xform2 pose = { random_float(&random, -2, 2),   random_float(&random, -2, 2),
                            random_float(&random, -2, 2),   random_float(&random, -2, 2),
                            random_float(&random, -99, 99), random_float(&random, -1e9f, 1e9f) };
        rim_posed  posed = rim_posed_make(round, pose);
        rim_mover2 me = rim_mover2_from_posed(posed);
        rim_posed  back = rim_mover2_posed(&me);
        assert_int_equal(RIM_MOVER2_SPRITE, me.kind);
        assert_true(me.at.x == pose.tx && me.at.y == pose.ty);
        assert_ptr_equal(round, back.sprite);
        assert_memory_equal(&pose, &back.pose, sizeof pose);
        me.kind = i % 2 ? RIM_MOVER2_BOX : RIM_MOVER2_CIRCLE; // as of a hero that rolls
        assert_null(rim_mover2_posed(&me).sprite);
    }
    rim_sprite_destroy(round);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_leaves_a_room_or_ends_in_its_walls),
        cmocka_unit_test(a_floor_is_walked_without_a_tremble),
        cmocka_unit_test(who_slides_along_a_slope_stays_on_it),
        cmocka_unit_test(without_a_step_a_mover_keeps_its_ground),
        cmocka_unit_test(seams_of_tiles_catch_nobody),
        cmocka_unit_test(slopes_are_climbed_up_to_the_limit),
        cmocka_unit_test(going_to_and_fro_climbs_no_higher),
        cmocka_unit_test(no_way_to_and_fro_climbs_higher_than_the_way_straight_up),
        cmocka_unit_test(going_to_and_fro_first_keeps_nobody_down),
        cmocka_unit_test(every_rise_is_booked),
        cmocka_unit_test(steps_are_climbed_up_to_their_height),
        cmocka_unit_test(stairs_down_of_exactly_a_step_are_followed),
        cmocka_unit_test(a_wall_at_the_end_of_a_slope_is_reached_on_foot),
        cmocka_unit_test(steep_ground_is_slid_down),
        cmocka_unit_test(between_steep_sides_a_mover_rests),
        cmocka_unit_test(who_walks_against_ground_that_is_too_steep_comes_to_rest),
        cmocka_unit_test(nobody_climbs_steep_ground_by_walks_and_jumps),
        cmocka_unit_test(nobody_climbs_smooth_hillsides),
        cmocka_unit_test(the_wide_slide_where_the_narrow_stand),
        cmocka_unit_test(ceilings_let_nobody_stand_on_steep_ground),
        cmocka_unit_test(rounding_is_no_way_down),
        cmocka_unit_test(jumps_end_at_ceilings_and_leave_the_ground),
        cmocka_unit_test(a_start_in_overlap_is_pushed_out),
        cmocka_unit_test(powers_of_two_and_the_order_change_no_bit),
        cmocka_unit_test(a_position_near_zero_is_rounded_like_its_shape),
        cmocka_unit_test(broken_motions_do_not_move),
        cmocka_unit_test(worlds_of_any_size_are_seen_whole),
        cmocka_unit_test(far_sprites_in_the_list_change_nothing),
        cmocka_unit_test(movers_and_posed_sprites_are_each_other),
    };
    return cmocka_run_group_tests_name("mover2", tests, NULL, NULL);
}
