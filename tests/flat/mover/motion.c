// Movers in the flat world: a mover that starts free ends free, nothing is passed through, nothing catches.
#include "support/grounds.h"

#include "flat/mover/data.h"

#include <math.h>
#include <stdlib.h>

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
        cmocka_unit_test(without_a_step_a_mover_keeps_its_ground),
        cmocka_unit_test(seams_of_tiles_catch_nobody),
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
