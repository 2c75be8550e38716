// The test of circles that tells sprites far apart before anything else: whatever reaches a sprite's farthest corner is not
// far from it.
#include "support/sprites.h"

#include <math.h>

#include "rimcast/rimcast.h"

// A full sprite with an anchor at its left side, inside or far outside, in a pose that stretches it along one direction.
// Then the far corners are about as far from the translation as the test of circles assumes.
static rim_posed long_sprite(test_random *random)
{
    rim_mask *mask;
    int       w = random_int(random, 1, 40), h = random_int(random, 1, random_int(random, 1, 40));
    assert_int_equal(RIM_OK, rim_mask_create_filled(&mask, w, h, NULL));
    float    away = random_int(random, 0, 2) ? 0.0f : random_float(random, -60.0f, 90.0f);
    rim_vec2 anchor = rim_vec2_make(away, 0.5f * (float)h);
    float    flat = random_int(random, 0, 2) ? 0x1p-5f
                                             : (random_int(random, 0, 1) ? 1.0f : -1.0f) *
                                                random_float(random, 0.25f, 2.0f);
    float    scale = ldexpf(random_float(random, 0.5f, 1.0f), random_int(random, -60, 60));
    rim_rot2 turn = rim_rot2_degrees(random_float(random, 0.0f, 360.0f));
    rim_vec2 at = rim_vec2_make(scale * random_float(random, -50.0f, 50.0f),
                                scale * random_float(random, -50.0f, 50.0f));
    return rim_posed_make(sprite_of(mask, &anchor),
                          rim_xform2_pose(at, turn, rim_vec2_make(scale, scale * flat)));
}

// Returns a point inside the posed sprite near its corner that is the farthest from the translation.
static rim_vec2 far_point(rim_posed a)
{
    rim_vec2 size = rim_vec2_make((float)rim_mask_width(rim_sprite_mask(a.sprite)),
                                  (float)rim_mask_height(rim_sprite_mask(a.sprite)));
    rim_vec2 anchor = rim_sprite_anchor(a.sprite), best = { 0.0f, 0.0f };
    float    farthest = -1.0f;
    for (int i = 0; i < 4; i++)
    {
        float    u = (i & 1 ? 0.99f : 0.01f) * size.x, v = (i & 2 ? 0.99f : 0.01f) * size.y;
        rim_vec2 p = rim_xform2_turn(a.pose, rim_vec2_make(u - anchor.x, v - anchor.y));
        float    length = rim_vec2_length(p);
        if (length > farthest) farthest = length, best = p;
    }
    return rim_vec2_add(best, rim_vec2_make(a.pose.tx, a.pose.ty));
}

// The point moved on in the direction from the sprite's translation.
static rim_vec2 beyond(rim_posed a, rim_vec2 point, float length)
{
    rim_vec2 way = rim_vec2_sub(point, rim_vec2_make(a.pose.tx, a.pose.ty));
    return rim_vec2_add(point, rim_vec2_scale(rim_vec2_normalize(way), length));
}

static void sprites_that_share_far_corners_are_not_far(void **state)
{
    (void)state;
    test_random random = { 211 };
    int         want = case_count(3000), tight = 0;
    for (int i = 0; i < want; i++)
    {
        // Every other time b is a, turned by half a turn.
        rim_posed a = long_sprite(&random), b = a, other = { 0 };
        if (i % 2)
        {
            b = other = long_sprite(&random);
            b.pose = a.pose; // of the same size
        }
        else
            b.pose.a *= -1.0f, b.pose.b *= -1.0f, b.pose.c *= -1.0f, b.pose.d *= -1.0f;
        rim_vec2 p = far_point(a), q = far_point(b);
        b.pose.tx += p.x - q.x, b.pose.ty += p.y - q.y;
        double apart = hypot((double)a.pose.tx - b.pose.tx, (double)a.pose.ty - b.pose.ty);
        double ra = hypot((double)p.x - a.pose.tx, (double)p.y - a.pose.ty);
        tight += apart > 1.9 * ra;
        assert_true(rim_sprite_overlaps(a, b));
        assert_true(rim_sprite_overlap_area(a, b) > 0.0);
        assert_true(rim_sprite_contact(a, b).hit);
        assert_true(rim_sprite_shared_pixel(a, b, RIM_PICK_ANY).hit);
        // From beyond, by a motion about as long as the sprite.
        rim_vec2  from = beyond(a, rim_vec2_make(b.pose.tx, b.pose.ty), (float)ra);
        rim_posed start = b;
        rim_vec2  way = rim_vec2_sub(rim_vec2_make(b.pose.tx, b.pose.ty), from);
        start.pose.tx = from.x, start.pose.ty = from.y;
        assert_true(rim_sprite_sweep(start, way, a).hit);
        assert_true(rim_sprite_sweep(a, rim_vec2_scale(way, -1.0f), start).hit);
        rim_motion2 turning = { way, 1e-6f }, rest = { { 0.0f, 0.0f }, 1e-6f };
        assert_true(rim_sprite_sweep_turning(start, turning, a, rest).hit);
        rim_sprite_destroy((rim_sprite *)a.sprite);
        if (other.sprite) rim_sprite_destroy((rim_sprite *)other.sprite);
    }
    assert_true(tight > want / 8);
}

static void shapes_that_reach_a_far_corner_are_not_far(void **state)
{
    (void)state;
    test_random random = { 212 };
    int         want = case_count(3000);
    for (int i = 0; i < want; i++)
    {
        rim_posed   a = long_sprite(&random);
        rim_vec2    p = far_point(a), t = rim_vec2_make(a.pose.tx, a.pose.ty);
        float       reach = rim_vec2_length(rim_vec2_sub(p, t));
        rim_vec2    center = beyond(a, p, 0.99f * reach), far = beyond(a, p, 2.0f * reach);
        rim_circle2 circle = { center, reach };
        assert_true(rim_sprite_overlaps_circle(a, circle));
        rim_box2 box = rim_box2_union(rim_box2_make(p, p), rim_box2_make(center, center));
        assert_true(rim_sprite_overlaps_box(a, box));
        // The corner that the test begins at is the far one.
        rim_vec2 side = rim_vec2_scale(rim_vec2_sub(p, t), 0x1p-10f);
        rim_vec2 corners[3] = { center, p, rim_vec2_add(center, rim_vec2_make(-side.y, side.x)) };
        rim_polygon2 ring = { corners, 3 };
        assert_true(rim_sprite_overlaps_polygon(a, ring));

        rim_vec2    way = rim_vec2_sub(center, far);
        rim_motion2 rest = { { 0.0f, 0.0f }, 1e-6f };
        rim_circle2 far_circle = { far, reach };
        assert_true(rim_circle2_sweep_sprite(far_circle, way, a).hit);
        assert_true(rim_sprite_sweep_turning_circle(a, rest, far_circle, way).hit);
        assert_true(rim_sprite_raycast(a, (rim_ray2){ far, rim_vec2_sub(p, far) }).hit);
        for (int k = 0; k < 3; k++) corners[k] = rim_vec2_sub(corners[k], way);
        assert_true(rim_polygon2_sweep_sprite(ring, way, a).hit);
        assert_true(rim_sprite_sweep_turning_polygon(a, rest, ring, way).hit);
        rim_sprite_destroy((rim_sprite *)a.sprite);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sprites_that_share_far_corners_are_not_far),
        cmocka_unit_test(shapes_that_reach_a_far_corner_are_not_far),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
