// Platforms that hold who comes from above, platforms that carry, belts.
#include "support/support.h"

#include "rimcast/rimcast.h"

#include <math.h>
#include <string.h>

enum
{
    MOST = 40
};

static rim_sprite *slab(int width, int height)
{
    rim_mask          *mask;
    rim_sprite        *sprite;
    rim_sprite_options options = { .has_anchor = true };
    assert_int_equal(RIM_OK, rim_mask_create(&mask, width, height, NULL));
    rim_mask_draw_rect(mask, rim_rect_make(0, 0, width, height), true);
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
    rim_mask_destroy(mask);
    return sprite;
}

static rim_posed put(const rim_sprite *sprite, float x, float y)
{
    return rim_posed_make(sprite, rim_xform2_translation(rim_vec2_make(x, y)));
}

// Kind 0 a sprite, 1 a box, 2 a circle; 8 wide and high, `at` in the middle.
static rim_mover2 mover_of(int kind, const rim_sprite *square, float x, float y)
{
    rim_mover2 me = { .kind = (rim_mover2_kind)kind, .at = { x, y } };
    me.sprite = rim_posed_make(square, rim_xform2_translation(rim_vec2_make(-4, -4)));
    me.box = rim_box2_make(rim_vec2_make(-4, -4), rim_vec2_make(4, 4));
    me.circle.radius = 4;
    return me;
}

static rim_world2 list_world(rim_posed_list *list, const rim_posed *sprites, int count)
{
    *list = (rim_posed_list){ sprites, count };
    return rim_posed_list_world(list);
}

// --- one way ------------------------------------------------------------------------------------------

// A box among turned platforms: a rectangle from its feet up to the platform's top must share no area with the platform,
// and one down to its bottom must, unless all of the platform is below.
static void platforms_count_where_they_are_below(void **state)
{
    (void)state;
    test_random random = { 31 };
    rim_sprite *plank = slab(30, 3), *square = slab(8, 8);
    int         below = 0, above = 0, beside = 0, lower = 0;
    for (int i = 0; i < case_count(4000); i++)
    {
        rim_rot2 turn =
            rim_rot2_degrees(random_int(&random, 0, 3) ? random_float(&random, -50, 50) : 0);
        rim_vec2 at =
            rim_vec2_make((float)random_int(&random, -40, 20), (float)random_int(&random, -25, 25));
        rim_posed      platform = { plank, rim_xform2_pose(at, turn, rim_vec2_make(1, 1)) };
        rim_one_way2   way = { .me =
                                   mover_of(1 - i % 2, square, (float)random_int(&random, -3, 3), 0),
                               .up = { 0, -1 } };
        rim_posed_list none = { NULL, 0 }, list = { &platform, 1 };
        rim_posed      found[2];
        way.solid = rim_posed_list_world(&none);
        way.platforms = rim_posed_list_world(&list);
        rim_world2 world = rim_one_way2_world(&way);
        rim_box2   all = { { -1e4f, -1e4f }, { 1e4f, 1e4f } }, p = rim_sprite_bounds(platform),
                 me = rim_mover2_bounds(&way.me);
        me.lo.y -= 1, me.hi.y -= 1; // lifted by a pixel
        int count = world.gather(world.context, all, 0, found, 2);

        bool     all_below = p.lo.y >= me.hi.y;
        rim_box2 up = { { me.lo.x, fminf(p.lo.y, me.lo.y) }, me.hi },
                 down = { me.lo, { me.hi.x, fmaxf(p.hi.y, me.hi.y) } };
        bool hits_up = rim_sprite_overlaps_box(platform, up),
             hits_down = rim_sprite_overlaps_box(platform, down);
        assert_int_equal(count, all_below || (!hits_up && hits_down));
        lower += all_below;
        below += !all_below && count;
        above += hits_up;
        beside += !all_below && !hits_up && !hits_down;
    }
    int enough = case_count(100);
    assert_true(below > enough / 4 && above > enough && beside > enough && lower > enough);
    rim_sprite_destroy(plank);
    rim_sprite_destroy(square);
}

// Up through a platform from below, onto it, along it, and down through it, whatever its lean.
static void one_jumps_through_and_stands(void **state)
{
    (void)state;
    test_random random = { 32 };
    rim_sprite *plank = slab(120, 4), *floor = slab(400, 20), *square = slab(8, 8);
    int         landed = 0;
    for (int i = 0; i < case_count(90); i++)
    {
        float height = random_float(&random, 30, 50), lean = (float)random_int(&random, -20, 20);
        rim_posed      ground = put(floor, 0, 200);
        rim_posed      platform = { plank, rim_xform2_pose(rim_vec2_make(140, 200 - height),
                                                           rim_rot2_degrees((double)lean / 2),
                                                           rim_vec2_make(1, 1)) };
        rim_posed_list a, b;
        rim_one_way2   way = { list_world(&a, &ground, 1),
                               list_world(&b, &platform, 1),
                               mover_of(i % 3, square, 200, 196),
                               { 0, -1 } };
        rim_walker2    walker = { .up = { 0, -1 }, .step = 4, .slope = 1 };
        rim_walk2      walk = { .me = way.me };
        float          fall = 0;
        bool           was_above = false;
        for (int step = 0; step < 260; step++)
        {
            if (step == 20)
            {
                assert_true(walk.grounded && walk.ground.sprite == floor);
                fall = -7, walker.grounded = false;
            }
            fall += 0.3f;
            float wish = step < 120 ? 0.0f : step < 160 ? 0.6f : -0.3f;
            way.me = walk.me;
            rim_world2 world = step < 200 ? rim_one_way2_world(&way) : way.solid;
            walk = rim_mover2_walk(&walk.me, &walker, rim_vec2_make(wish, fall), world);
            assert_false(walk.ceiling || walk.stuck);
            if (walk.grounded) fall = 0;
            if (step < 199 && was_above) assert_ptr_equal(plank, walk.ground.sprite);
            was_above = was_above || (step > 20 && walk.grounded);
            landed += step == 199 && was_above;
            if (step == 200) assert_false(walk.grounded);
        }
        assert_true(was_above && walk.grounded && walk.ground.sprite == floor);
    }
    assert_int_equal(case_count(90), landed);
    rim_sprite_destroy(plank);
    rim_sprite_destroy(floor);
    rim_sprite_destroy(square);
}

// Both worlds' sprites come once, in pages of any size.
static void both_worlds_are_seen_whole(void **state)
{
    (void)state;
    rim_sprite *plank = slab(10, 2), *square = slab(8, 8);
    rim_posed   solids[MOST], platforms[MOST], all[2 * MOST], page[5];
    for (int i = 0; i < MOST; i++)
    {
        solids[i] = put(plank, (float)(12 * i), 50);
        platforms[i] = put(plank, (float)(12 * i), i % 2 ? 20.0f : -20.0f);
    }
    rim_posed_list a, b;
    rim_one_way2   way = { list_world(&a, solids, MOST),
                           list_world(&b, platforms, MOST),
                           mover_of(1, square, 100, 0),
                           { 0, -1 } };
    rim_world2     world = rim_one_way2_world(&way);
    rim_box2       box = { { -100, -100 }, { 1000, 100 } };
    int            count = world.gather(world.context, box, 0, all, 2 * MOST);
    assert_int_equal(MOST + MOST / 2, count);
    for (int first = 0; first < count; first += 5)
    {
        assert_int_equal(count, world.gather(world.context, box, first, page, 5));
        for (int k = 0; k < 5 && first + k < count; k++)
            assert_memory_equal(&page[k], &all[first + k], sizeof page[k]);
    }
    assert_int_equal(count, world.gather(world.context, box, 0, NULL, 0));
    rim_sprite_destroy(plank);
    rim_sprite_destroy(square);
}

// --- carried ------------------------------------------------------------------------------------------

// Who stands on a platform in any motion stays where it is on the platform.
static void riders_stay_where_they_stand(void **state)
{
    (void)state;
    test_random random = { 33 };
    rim_sprite *plank = slab(60, 6), *floor = slab(2000, 20), *square = slab(8, 8);
    for (int i = 0; i < case_count(30); i++)
    {
        float wide = random_float(&random, 0, 300), high = random_float(&random, 0, 120),
              pace = random_float(&random, 0.005f, 0.08f);
        rim_posed   solids[2] = { put(plank, 400, 200), put(floor, -500, 600) };
        rim_walker2 walker = { .up = { 0, -1 }, .step = 4, .slope = 1 };
        rim_walk2   walk = { .me = mover_of(i % 3, square, 425, 190) };
        float       fall = 0;
        for (int step = 0; step < 3000; step++)
        {
            rim_posed_list others, all;
            rim_xform2     before = solids[0].pose;
            double         phase = step < 30 ? 0.0 : (double)pace * (step - 30);
            solids[0].pose.tx = 400 + (float)(sin(phase) * (double)wide);
            solids[0].pose.ty = 200 + (float)(sin(1.7 * phase) * (double)high);
            if (walk.grounded)
                walk.me = rim_mover2_carry(&walk.me, before, solids[0].pose,
                                           list_world(&others, solids + 1, 1))
                              .me;
            fall += 0.3f;
            walk = rim_mover2_walk(&walk.me, &walker, rim_vec2_make(0, fall),
                                   list_world(&all, solids, 2));
            if (walk.grounded) fall = 0;
            if (step < 30) continue;
            assert_true(walk.grounded && walk.ground.sprite == plank && !walk.stuck);
            assert_near(walk.me.at.x - solids[0].pose.tx, 25.0, 0.02);
            assert_near(walk.me.at.y - solids[0].pose.ty, -4.0, 0.001);
        }
    }
    rim_sprite_destroy(plank);
    rim_sprite_destroy(floor);
    rim_sprite_destroy(square);
}

// A lift that one may jump through: it counts as below its rider however it has been rounded.
static void riders_of_one_way_lifts_stay(void **state)
{
    (void)state;
    test_random random = { 35 };
    rim_sprite *plank = slab(60, 6), *floor = slab(2000, 20), *square = slab(8, 8);
    for (int i = 0; i < case_count(60); i++)
    {
        float wide = random_float(&random, 0, 300), high = random_float(&random, 0, 120),
              pace = random_float(&random, 0.005f, 0.08f), turn = i % 2 ? 0.0f : 10.0f;
        rim_posed   lift = put(plank, 400, 200), ground = put(floor, -500, 600);
        rim_walker2 walker = { .up = { 0, -1 }, .step = 4, .slope = 1 };
        rim_walk2   walk = { .me = mover_of(i % 3, square, 425, 180) };
        float       fall = 0;
        for (int step = 0; step < 3000; step++)
        {
            rim_posed_list others, lifts;
            rim_xform2     before = lift.pose;
            double         phase = step < 30 ? 0.0 : (double)pace * (step - 30);
            rim_vec2       at = rim_vec2_make(400 + (float)(sin(phase) * (double)wide),
                                              200 + (float)(sin(1.7 * phase) * (double)high));
            lift.pose = rim_xform2_pose(at, rim_rot2_degrees((double)turn * sin(phase)),
                                        rim_vec2_make(1, 1));
            rim_world2 solid = list_world(&others, &ground, 1);
            if (walk.grounded) walk.me = rim_mover2_carry(&walk.me, before, lift.pose, solid).me;
            fall += 0.3f;
            rim_one_way2 way = { solid, list_world(&lifts, &lift, 1), walk.me, walker.up };
            walk = rim_mover2_walk(&walk.me, &walker, rim_vec2_make(0, fall),
                                   rim_one_way2_world(&way));
            if (walk.grounded) fall = 0;
            if (step < 30) continue;
            assert_true(walk.grounded && walk.ground.sprite == plank && !walk.stuck);
        }
    }
    rim_sprite_destroy(plank);
    rim_sprite_destroy(floor);
    rim_sprite_destroy(square);
}

// On a platform that turns and grows, the place goes as the platform's point does. The oracle is a product of matrices.
static void riders_go_as_the_platform_does(void **state)
{
    (void)state;
    test_random    random = { 34 };
    rim_sprite    *square = slab(8, 8);
    rim_posed_list none = { NULL, 0 };
    rim_world2     empty = rim_posed_list_world(&none);
    for (int i = 0; i < case_count(2000); i++)
    {
        rim_vec2 size =
            rim_vec2_make(random_float(&random, 0.5f, 2), random_float(&random, -2, -0.5f));
        rim_vec2 from =
            rim_vec2_make(random_float(&random, -50, 50), random_float(&random, -50, 50));
        rim_vec2 to = rim_vec2_add(from, rim_vec2_make(random_float(&random, -9, 9), 3));
        double   angle = (double)random_float(&random, 0, 360),
               more = (double)random_float(&random, -9, 9);
        rim_xform2 before = rim_xform2_pose(from, rim_rot2_degrees(angle), size);
        rim_xform2 after = rim_xform2_pose(to, rim_rot2_degrees(angle + more), size);
        rim_mover2 me =
            mover_of(i % 3, square, random_float(&random, -60, 60), random_float(&random, -60, 60));
        rim_slide2 slide = rim_mover2_carry(&me, before, after, empty);
        rim_vec2   point = rim_vec2_sub(me.at, rim_vec2_make(before.tx, before.ty));
        // Turned by `more` about the platform's origin: its size is the same before and after.
        double     c = cos(more * 3.14159265358979 / 180), s = sin(more * 3.14159265358979 / 180);
        assert_near(slide.me.at.x, to.x + c * point.x - s * point.y, 2e-4);
        assert_near(slide.me.at.y, to.y + s * point.x + c * point.y, 2e-4);
    }
    rim_sprite_destroy(square);
}

// A lift goes up under a ceiling, a raft along a wall: nobody is carried into either.
static void nobody_is_carried_into_what_is_in_the_way(void **state)
{
    (void)state;
    rim_sprite *wall = slab(20, 200), *square = slab(8, 8);
    for (int kind = 0; kind < 3; kind++)
    {
        rim_posed      block = put(wall, 100, -100);
        rim_posed_list list;
        rim_world2     world = list_world(&list, &block, 1);
        rim_mover2     me = mover_of(kind, square, 60, 0);
        rim_xform2     before = rim_xform2_identity(), after = before;
        after.tx = 500;
        rim_slide2 slide = rim_mover2_carry(&me, before, after, world);
        assert_true(slide.hit);
        assert_near(slide.me.at.x, 96.0, 1e-4);
        after.tx = 0, after.ty = -50;
        slide = rim_mover2_carry(&me, before, after, world);
        assert_true(!slide.hit && slide.me.at.y == -50.0f && slide.me.at.x == 60.0f);

        // Powers of two scale every bit.
        for (int exponent = -10; exponent <= 10; exponent += 20)
        {
            float      scale = exponent < 0 ? 0x1p-10f : 0x1p10f;
            rim_mover2 large = me;
            rim_xform2 from = { 0.8f, 0.6f, -0.6f, 0.8f, 3.3f, 7.7f },
                       to = { 1, 0, 0, 1, 9.1f, 2.2f };
            large.at = rim_vec2_scale(me.at, scale);
            large.kind = RIM_MOVER2_BOX;
            large.box.lo = rim_vec2_scale(me.box.lo, scale),
            large.box.hi = rim_vec2_scale(me.box.hi, scale);
            rim_posed      big = { wall, { scale, 0, 0, scale, 100 * scale, -100 * scale } };
            rim_posed_list big_list;
            rim_mover2     box = me;
            box.kind = RIM_MOVER2_BOX;
            rim_vec2 a = rim_mover2_carry(&box, from, to, world).me.at;
            from.tx *= scale, from.ty *= scale, to.tx *= scale, to.ty *= scale;
            rim_vec2 b = rim_mover2_carry(&large, from, to, list_world(&big_list, &big, 1)).me.at;
            assert_true(b.x == a.x * scale && b.y == a.y * scale);
        }

        rim_xform2 flat = { 0, 0, 0, 0, 0, 0 }, lost = before;
        lost.tx = NAN;
        for (int i = 0; i < 3; i++)
        {
            slide = rim_mover2_carry(&me,
                                     i == 0   ? flat
                                     : i == 1 ? lost
                                              : before,
                                     i == 2 ? lost : before, world);
            assert_true(slide.me.at.x == me.at.x && slide.me.at.y == me.at.y);
        }
    }
    rim_sprite_destroy(wall);
    rim_sprite_destroy(square);
}

// A belt's speed is added to the wish: who stands goes with it, who walks against it at its speed stays.
static void belts_move_who_stands_on_them(void **state)
{
    (void)state;
    rim_sprite *belt = slab(300, 10), *square = slab(8, 8);
    for (int kind = 0; kind < 3; kind++)
        for (int against = 0; against < 2; against++)
        {
            rim_posed      solid = put(belt, 0, 100);
            rim_posed_list list;
            rim_walker2    walker = { .up = { 0, -1 }, .step = 4, .slope = 1 };
            rim_walk2      walk = { .me = mover_of(kind, square, 20, 90) };
            float          fall = 0, from = 0;
            for (int step = 0; step < 120; step++)
            {
                float speed = walk.grounded && walk.ground.sprite == belt ? 1.25f : 0.0f;
                float wish = against && walk.grounded ? -1.25f : 0.0f;
                if (step == 20) from = walk.me.at.x;
                fall += 0.3f;
                walk = rim_mover2_walk(&walk.me, &walker, rim_vec2_make(wish + speed, fall),
                                       list_world(&list, &solid, 1));
                if (walk.grounded) fall = 0;
            }
            assert_true(walk.grounded);
            assert_near(walk.me.at.x - from, against ? 0.0 : 100 * 1.25, 1e-3);
        }
    rim_sprite_destroy(belt);
    rim_sprite_destroy(square);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(platforms_count_where_they_are_below),
        cmocka_unit_test(one_jumps_through_and_stands),
        cmocka_unit_test(both_worlds_are_seen_whole),
        cmocka_unit_test(riders_stay_where_they_stand),
        cmocka_unit_test(riders_of_one_way_lifts_stay),
        cmocka_unit_test(riders_go_as_the_platform_does),
        cmocka_unit_test(nobody_is_carried_into_what_is_in_the_way),
        cmocka_unit_test(belts_move_who_stands_on_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
