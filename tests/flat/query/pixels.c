// One shared pixel of two posed sprites, and posed sprites drawn into masks: against every pixel in whole numbers.
#include "support/pixels.h"
#include "support/sprites.h"

#include "rimcast/sprite_query.h"

#include <math.h>

// --- one shared pixel ---------------------------------------------------------------------------------------

enum
{
    BITS = 10
};

static bool rings_share(const ring *a, const ring *b)
{
    fraction ignored;
    return rings_touch(a, b, 0, 0, &ignored);
}

static bool pixels_share(rim_posed a, rim_pixel p, rim_posed b, rim_pixel q)
{
    pixel_grid ga = pixel_grid_of(a, BITS), gb = pixel_grid_of(b, BITS);
    ring       ra = pixel_ring(&ga, p.x, p.y, p.x + 1, p.y + 1);
    ring       rb = pixel_ring(&gb, q.x, q.y, q.x + 1, q.y + 1);
    return rings_share(&ra, &rb);
}

static bool slow_partner(rim_posed a, rim_pixel p, rim_posed b, rim_pixel *q)
{
    const rim_mask *mask = rim_sprite_mask(b.sprite);
    for (q->y = 0; q->y < rim_mask_height(mask); q->y++)
        for (q->x = 0; q->x < rim_mask_width(mask); q->x++)
            if (rim_mask_get(mask, q->x, q->y) && pixels_share(a, p, b, *q)) return true;
    return false;
}

static bool slow_shared(rim_posed a, rim_posed b, rim_pixel *p, rim_pixel *q)
{
    const rim_mask *mask = rim_sprite_mask(a.sprite);
    if (rim_xform2_determinant(a.pose) == 0.0 || rim_xform2_determinant(b.pose) == 0.0)
        return false;
    for (p->y = 0; p->y < rim_mask_height(mask); p->y++)
        for (p->x = 0; p->x < rim_mask_width(mask); p->x++)
            if (rim_mask_get(mask, p->x, p->y) && slow_partner(a, *p, b, q)) return true;
    return false;
}

static void check_shared(rim_posed a, rim_posed b, int *hits)
{
    rim_pixel        p, q;
    bool             hit = slow_shared(a, b, &p, &q);
    rim_shared_pixel first = rim_sprite_shared_pixel(a, b, RIM_PICK_FIRST);
    rim_shared_pixel any = rim_sprite_shared_pixel(a, b, RIM_PICK_ANY);
    assert_int_equal(hit, first.hit);
    assert_int_equal(hit, any.hit);
    assert_int_equal(hit, rim_sprite_overlaps(a, b));
    *hits += hit;
    if (!hit)
    {
        assert_true(first.a.x == 0 && first.b.y == 0 && any.a.y == 0 && any.b.x == 0);
        return;
    }
    assert_int_equal(p.x, first.a.x);
    assert_int_equal(p.y, first.a.y);
    assert_int_equal(q.x, first.b.x);
    assert_int_equal(q.y, first.b.y);
    assert_true(rim_mask_get(rim_sprite_mask(a.sprite), any.a.x, any.a.y));
    assert_true(rim_mask_get(rim_sprite_mask(b.sprite), any.b.x, any.b.y));
    assert_true(pixels_share(a, any.a, b, any.b));
}

static void the_shared_pixel_of_any_two_poses(void **state)
{
    (void)state;
    test_random random = { 1 };
    int         hits = 0;
    for (int i = 0; i < case_count(3000); i++)
    {
        rim_posed a = random_posed(&random, 11), b = random_posed(&random, 11);
        // Now and then the same pose, a whole number of pixels away.
        if (i % 4 == 0)
        {
            float tx = a.pose.tx, ty = a.pose.ty;
            b.pose = a.pose;
            b.pose.tx = tx + (float)random_int(&random, -9, 9);
            b.pose.ty = ty + (float)random_int(&random, -9, 9);
        }
        check_shared(a, b, &hits);
        end_posed(a);
        end_posed(b);
    }
    assert_true(hits > case_count(3000) / 6 && hits < case_count(3000) * 9 / 10);
}

static void large_sprites_share_the_first_pixel_too(void **state)
{
    (void)state;
    test_random random = { 2 };
    int         hits = 0;
    for (int i = 0; i < case_count(240); i++)
    {
        rim_posed a = random_posed(&random, 70), b = random_posed(&random, 5);
        // Far enough apart that it is a few pixels that are shared, if any are.
        a.pose.tx += (float)random_int(&random, -40, 40);
        b.pose.ty += (float)random_int(&random, -40, 40);
        if (i % 2)
            check_shared(a, b, &hits);
        else
            check_shared(b, a, &hits);
        end_posed(a);
        end_posed(b);
    }
    assert_true(hits > case_count(240) / 20);
}

static void what_is_not_finite_shares_no_pixel(void **state)
{
    (void)state;
    rim_sprite *sprite = solid_sprite(5, 5);
    float       bad[3] = { NAN, INFINITY, -INFINITY };
    rim_posed   sound = rim_posed_make(sprite, rim_xform2_identity());
    for (int i = 0; i < 18; i++)
    {
        rim_posed spoiled = sound;
        float    *number[6] = { &spoiled.pose.a, &spoiled.pose.b,  &spoiled.pose.c,
                                &spoiled.pose.d, &spoiled.pose.tx, &spoiled.pose.ty };
        *number[i % 6] = bad[i / 6];
        assert_false(rim_sprite_shared_pixel(spoiled, sound, RIM_PICK_FIRST).hit);
        assert_false(rim_sprite_shared_pixel(sound, spoiled, RIM_PICK_ANY).hit);
        rim_mask *mask;
        assert_int_equal(RIM_OK, rim_mask_create_filled(&mask, 9, 9, NULL));
        rim_mask_draw_sprite(mask, RIM_MASK_AND_NOT, spoiled);
        assert_int_equal(81, rim_mask_count(mask));
        rim_mask_draw_sprite(mask, RIM_MASK_AND, spoiled);
        assert_int_equal(0, rim_mask_count(mask));
        rim_mask_draw_sprite(mask, RIM_MASK_OR, spoiled);
        assert_int_equal(0, rim_mask_count(mask));
        rim_mask_destroy(mask);
    }
    rim_sprite_destroy(sprite);
}

// --- drawn into a mask ---------------------------------------------------------------------------------------

// Is the middle of the mask's pixel in a solid pixel's half-open square? In units of 2^-BITS: with P the middle, O the
// corner of the image and R, D the pixel's sides, the column is  (P - O) x D / (R x D), rounded down.
static int64_t floor_ratio(wide num, wide den)
{
    if (den < 0) num = -num, den = -den;
    wide q = num / den;
    return (int64_t)(q * den > num ? q - 1 : q);
}

static bool slow_shows(rim_posed a, int x, int y)
{
    pixel_grid grid = pixel_grid_of(a, BITS);
    wide       px = ((wide)x << BITS) + (1 << (BITS - 1)) - grid.origin.x;
    wide       py = ((wide)y << BITS) + (1 << (BITS - 1)) - grid.origin.y;
    wide       det = grid.right.x * grid.down.y - grid.right.y * grid.down.x;
    if (det == 0) return false;
    int64_t column = floor_ratio(px * grid.down.y - py * grid.down.x, det);
    int64_t row = floor_ratio(grid.right.x * py - grid.right.y * px, det);
    return column >= 0 && row >= 0 && column < 65536 && row < 65536 &&
           rim_mask_get(rim_sprite_mask(a.sprite), (int)column, (int)row);
}

static bool op_of(rim_mask_op op, bool a, bool b)
{
    return op == RIM_MASK_AND   ? a && b
           : op == RIM_MASK_OR  ? a || b
           : op == RIM_MASK_XOR ? a != b
                                : a && !b;
}

static void check_drawing(test_random *random, rim_posed sprite, int64_t *shown)
{
    rim_mask *mask, *before;
    int       w = random_int(random, 0, 90), h = random_int(random, 0, 40);
    assert_int_equal(RIM_OK, rim_mask_create(&mask, w, h, NULL));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) rim_mask_set(mask, x, y, random_int(random, 0, 1));
    assert_int_equal(RIM_OK, rim_mask_create_copy(&before, mask, NULL));
    rim_mask_op op = (rim_mask_op)random_int(random, 0, 3);
    rim_mask_draw_sprite(mask, op, sprite);
    int64_t count = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
        {
            bool shows = slow_shows(sprite, x, y);
            bool want = op_of(op, rim_mask_get(before, x, y), shows);
            assert_int_equal(want, rim_mask_get(mask, x, y));
            *shown += shows;
            count += want;
        }
    assert_int_equal(count, rim_mask_count(mask)); // no bit beyond the pixels
    rim_mask_destroy(mask);
    rim_mask_destroy(before);
}

static void a_sprite_is_drawn_where_the_middles_of_pixels_lie_in_it(void **state)
{
    (void)state;
    test_random random = { 3 };
    int64_t     shown = 0;
    for (int i = 0; i < case_count(2500); i++)
    {
        rim_posed sprite = random_posed(&random, 40);
        if (i % 4 == 0)
        {
            rim_xform2 unturned = { 1, 0, 0, 1, 0, 0 };
            unturned.tx = random_grid(&random, 50, random_int(&random, 0, 5));
            unturned.ty = random_grid(&random, 30, random_int(&random, 0, 5));
            sprite.pose = unturned;
        }
        else
        {
            sprite.pose.tx += (float)random_int(&random, -10, 90);
            sprite.pose.ty += (float)random_int(&random, -10, 40);
        }
        check_drawing(&random, sprite, &shown);
        end_posed(sprite);
    }
    assert_true(shown > 20 * case_count(2500));
}

// As rim_sprite_contains says, whatever the pose.
static void drawing_agrees_with_points_in_sprites(void **state)
{
    (void)state;
    test_random random = { 4 };
    int64_t     shown = 0;
    for (int i = 0; i < case_count(1500); i++)
    {
        rim_sprite *made = random_sprite(&random, 50);
        float    size = random_int(&random, 0, 5) ? 1.0f : ldexpf(1.0f, random_int(&random, -9, 6));
        rim_rot2 turn = rim_rot2_radians(random_float(&random, -4.0f, 4.0f));
        rim_vec2 at = { random_float(&random, -30.0f, 90.0f),
                        random_float(&random, -30.0f, 60.0f) };
        rim_vec2 scale = { size * random_float(&random, -2.0f, 2.0f),
                           size * random_float(&random, -2.0f, 2.0f) };
        rim_posed sprite = rim_posed_make(made, rim_xform2_pose(at, turn, scale));
        rim_mask *mask;
        assert_int_equal(RIM_OK, rim_mask_create(&mask, 80, 50, NULL));
        rim_mask_draw_sprite(mask, RIM_MASK_OR, sprite);
        for (int y = 0; y < 50; y++)
            for (int x = 0; x < 80; x++)
            {
                rim_vec2 middle = { (float)x + 0.5f, (float)y + 0.5f };
                bool     want = rim_sprite_contains(sprite, middle);
                assert_int_equal(want, rim_mask_get(mask, x, y));
                shown += want;
            }
        rim_mask_destroy(mask);
        rim_sprite_destroy(made);
    }
    assert_true(shown > 50 * case_count(1500));
}

// Far anchors and translations that cancel, and poses beyond all masks.
static void drawing_survives_far_and_tiny_poses(void **state)
{
    (void)state;
    test_random random = { 5 };
    for (int i = 0; i < case_count(3000); i++)
    {
        rim_mask *shape, *mask;
        assert_int_equal(RIM_OK, rim_mask_create_filled(&shape, 20, 20, NULL));
        float       far = ldexpf(random_float(&random, -1.0f, 1.0f), random_int(&random, 0, 100));
        rim_vec2    anchor = { i % 2 ? far : 3.0f, 4.0f };
        rim_sprite *made = sprite_of(shape, &anchor);
        rim_xform2  pose = { 1, 0, 0, 1, anchor.x + random_float(&random, -9.0f, 9.0f), 9 };
        if (i % 3 == 0)
        {
            pose.a = ldexpf(random_float(&random, -1.0f, 1.0f), random_int(&random, -60, 60));
            pose.b = ldexpf(random_float(&random, -1.0f, 1.0f), random_int(&random, -60, 60));
        }
        rim_posed sprite = rim_posed_make(made, pose);
        assert_int_equal(RIM_OK, rim_mask_create(&mask, 30, 20, NULL));
        rim_mask_draw_sprite(mask, RIM_MASK_OR, sprite);
        for (int y = 0; y < 20; y++)
            for (int x = 0; x < 30; x++)
            {
                rim_vec2 middle = { (float)x + 0.5f, (float)y + 0.5f };
                assert_int_equal(rim_sprite_contains(sprite, middle), rim_mask_get(mask, x, y));
            }
        rim_mask_destroy(mask);
        rim_sprite_destroy(made);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shared_pixel_of_any_two_poses),
        cmocka_unit_test(large_sprites_share_the_first_pixel_too),
        cmocka_unit_test(what_is_not_finite_shares_no_pixel),
        cmocka_unit_test(a_sprite_is_drawn_where_the_middles_of_pixels_lie_in_it),
        cmocka_unit_test(drawing_agrees_with_points_in_sprites),
        cmocka_unit_test(drawing_survives_far_and_tiny_poses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
