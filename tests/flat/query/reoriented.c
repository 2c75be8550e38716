// Two upright sprites that are not turned alike, against sprites of masks that were turned pixel by pixel.

#include "support/sprites.h"

#include "flat/mask/bits.h"
#include "flat/shape/box2.h"
#include "rimcast/sprite_query.h"

#include <math.h>

// One of the tables of kernels that the processor can run.
static const mask_kernels *any_kernels(test_random *random)
{
    const mask_kernels *const *all = mask_kernels_all();
    const mask_kernels        *usable[8];
    int                        count = 0;
    for (int k = 0; all[k]; k++)
        if (all[k]->usable()) usable[count++] = all[k];
    return usable[random_int(random, 0, count - 1)];
}

static rim_mask *random_shape(test_random *random, int most)
{
    rim_mask *mask;
    int       w = random_int(random, 1, most), h = random_int(random, 1, most);
    int       kind = random_int(random, 0, 3), cx = random_int(random, 0, w);
    assert_int_equal(RIM_OK, mask_create_with(&mask, w, h, NULL, any_kernels(random)));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
        {
            bool solid = kind == 0   ? random_int(random, 0, 40) == 0
                         : kind == 1 ? 2 * x + 3 * y < w + h + cx
                         : kind == 2 ? (x - cx) * (x - cx) + 4 * y * y < w * w
                                     : x % 11 < 4 && y % 7 > 1;
            rim_mask_set(mask, x, y, solid);
        }
    return mask;
}

// Of the eight ways to lay a square on itself: columns and rows change places, then each may be counted from the other end.
typedef struct way
{
    bool crosses, flips_x, flips_y;
} way;

static rim_xform2 pose_of(way to, float scale)
{
    float x = to.flips_x ? -scale : scale, y = to.flips_y ? -scale : scale;
    if (to.crosses) return (rim_xform2){ 0.0f, y, x, 0.0f, 0.0f, 0.0f };
    return (rim_xform2){ x, 0.0f, 0.0f, y, 0.0f, 0.0f };
}

// An upright sprite that looks as the other one does when it is laid so.
static rim_sprite *laid(const rim_sprite *sprite, way to)
{
    const rim_mask    *from = rim_sprite_mask(sprite);
    int                w = rim_mask_width(from), h = rim_mask_height(from);
    int                width = to.crosses ? h : w, height = to.crosses ? w : h;
    rim_vec2           at = rim_sprite_anchor(sprite);
    rim_sprite_options options = { .has_anchor = true };
    rim_mask          *mask;
    rim_sprite        *out;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, width, height, NULL));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
        {
            int u = to.crosses ? y : x, v = to.crosses ? x : y;
            u = to.flips_x ? width - 1 - u : u, v = to.flips_y ? height - 1 - v : v;
            rim_mask_set(mask, u, v, rim_mask_get(from, x, y));
        }
    options.anchor = to.crosses ? rim_vec2_make(at.y, at.x) : at;
    if (to.flips_x) options.anchor.x = (float)width - options.anchor.x;
    if (to.flips_y) options.anchor.y = (float)height - options.anchor.y;
    assert_int_equal(RIM_OK, rim_sprite_create(&out, mask, &options));
    rim_mask_destroy(mask);
    return out;
}

static rim_pixel pixel_laid(const rim_sprite *laid_sprite, way to, int x, int y)
{
    const rim_mask *mask = rim_sprite_mask(laid_sprite);
    int             u = to.crosses ? y : x, v = to.crosses ? x : y;
    return (rim_pixel){ to.flips_x ? rim_mask_width(mask) - 1 - u : u,
                        to.flips_y ? rim_mask_height(mask) - 1 - v : v };
}

static rim_sprite *random_sprite_up_to(test_random *random, int most)
{
    rim_mask          *mask = random_shape(random, most);
    rim_sprite_options options = { .has_anchor = true };
    rim_sprite        *sprite;
    options.anchor.x = 0.25f * (float)random_int(random, -80, 400);
    options.anchor.y = 0.25f * (float)random_int(random, -80, 400);
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
    rim_mask_destroy(mask);
    return sprite;
}

static bool same(rim_vec2 a, rim_vec2 b)
{
    return a.x == b.x && a.y == b.y;
}

typedef struct tally
{
    int hits, misses, sweeps, normals;
} tally;

// a and b, and the same laid so that nothing is turned.
static void compare(rim_posed a, rim_posed b, rim_posed plain_a, rim_posed plain_b, way way_a,
                    way way_b, rim_vec2 motion, tally *count)
{
    rim_contact2 c = rim_sprite_contact(a, b), plain = rim_sprite_contact(plain_a, plain_b);
    assert_int_equal(rim_sprite_overlaps(a, b), plain.hit);
    assert_true(rim_sprite_overlap_area(a, b) == plain.area);
    assert_true(c.hit == plain.hit && c.area == plain.area);
    // The mean of pixels' places may be rounded otherwise from the other end.
    assert_near(rim_vec2_distance(c.point, plain.point), 0.0, 1e-4 * plain_a.pose.a);
    // The way from middle to middle, where it is short, is mostly rounding.
    count->normals += same(c.normal, plain.normal);
    if (same(c.normal, plain.normal)) assert_near(c.depth, plain.depth, 2e-7 * plain.depth);
    rim_contact2 back = rim_sprite_contact(b, a);
    assert_true(back.hit == c.hit && back.area == c.area && same(back.point, c.point));
    bool is_up = c.normal.x == 0.0f && c.normal.y == -1.0f; // perhaps both, for want of another
    if (!is_up) assert_true(back.depth == c.depth && same(back.normal, vec2_negate(c.normal)));
    c.hit ? count->hits++ : count->misses++;

    rim_hit2 hit = rim_sprite_sweep(a, motion, b),
             other = rim_sprite_sweep(plain_a, motion, plain_b);
    assert_true(hit.hit == other.hit && hit.start_overlap == other.start_overlap);
    assert_true(hit.t == other.t);
    if (!hit.hit) return;
    if (hit.start_overlap)
        assert_near(rim_vec2_distance(hit.point, other.point), 0.0, 1e-4 * plain_a.pose.a);
    if (hit.start_overlap) return;
    // Where several edges are touched at the same time any of them may be told, and be the normal.
    if (!same(hit.normal, hit.edge_normal) && !same(other.normal, other.edge_normal))
        assert_near(rim_vec2_distance(hit.normal, other.normal), 0.0, 1e-6);
    // These pixels touch at that time.
    assert_true(rim_mask_get(rim_sprite_mask(a.sprite), hit.ax, hit.ay));
    assert_true(rim_mask_get(rim_sprite_mask(b.sprite), hit.bx, hit.by));
    rim_pixel pa = pixel_laid(plain_a.sprite, way_a, hit.ax, hit.ay);
    rim_pixel pb = pixel_laid(plain_b.sprite, way_b, hit.bx, hit.by);
    double    s = plain_a.pose.a;
    rim_vec2  na = rim_sprite_anchor(plain_a.sprite), nb = rim_sprite_anchor(plain_b.sprite);
    double    x =
        (plain_a.pose.tx + hit.t * motion.x - plain_b.pose.tx) / s - na.x + nb.x + pa.x - pb.x;
    double y =
        (plain_a.pose.ty + hit.t * motion.y - plain_b.pose.ty) / s - na.y + nb.y + pa.y - pb.y;
    assert_near(fabs(x) > fabs(y) ? fabs(x) : fabs(y), 1.0, 1e-6);
    count->sweeps++;
}

static void sprites_laid_otherwise_are_as_their_turned_masks(void **state)
{
    (void)state;
    test_random random = { 301 };
    tally       count = { 0 };
    int         want = case_count(1200);
    for (int i = 0; i < want; i++)
    {
        rim_sprite *a = random_sprite_up_to(&random, i % 4 == 1 ? 400 : 90);
        rim_sprite *b = random_sprite_up_to(&random, i % 4 == 3 ? 400 : 250);
        float       scale = ldexpf(1.0f, i % 5 ? 0 : random_int(&random, -3, 3));
        for (int k = 0; k < 8; k++)
        {
            way         way_a = { random_int(&random, 0, 1), random_int(&random, 0, 1),
                                  random_int(&random, 0, 1) };
            way         way_b = { random_int(&random, 0, 1), random_int(&random, 0, 1),
                                  random_int(&random, 0, 1) };
            rim_sprite *laid_a = laid(a, way_a), *laid_b = laid(b, way_b);
            way         plain = { false, false, false };
            rim_posed   pa = { a, pose_of(way_a, scale) }, qa = { laid_a, pose_of(plain, scale) };
            rim_posed   pb = { b, pose_of(way_b, scale) }, qb = { laid_b, pose_of(plain, scale) };
            // a's corner around b's.
            rim_vec2    na = rim_sprite_anchor(laid_a), nb = rim_sprite_anchor(laid_b);
            int         x = random_int(&random, -rim_mask_width(rim_sprite_mask(laid_a)),
                                       rim_mask_width(rim_sprite_mask(laid_b)));
            int         y = random_int(&random, -rim_mask_height(rim_sprite_mask(laid_a)),
                                       rim_mask_height(rim_sprite_mask(laid_b)));
            pa.pose.tx = qa.pose.tx = scale * ((float)x + na.x - nb.x);
            pa.pose.ty = qa.pose.ty = scale * ((float)y + na.y - nb.y);
            rim_vec2 motion = { scale * (float)random_int(&random, -200, 200),
                                scale * random_float(&random, -200.0f, 200.0f) };
            compare(pa, pb, qa, qb, way_a, way_b, motion, &count);
            rim_sprite_destroy(laid_a);
            rim_sprite_destroy(laid_b);
        }
        rim_sprite_destroy(a);
        rim_sprite_destroy(b);
    }
    assert_true(count.hits > want && count.misses > want && count.sweeps > want);
    assert_true(count.normals > 19 * (count.hits + count.misses) / 20);
}

// --- parts that are drawn ------------------------------------------------------------------------------------
//
// Against an unturned sprite of no less area, a turned one is drawn in part, as the laid one, and all answers have the
// same bits.

// A mask that is full of pixels, has a few far from each other, or stripes that many groups of pixels share with others.
static rim_sprite *drawn_sprite(test_random *random, int width, int height)
{
    rim_mask          *mask;
    rim_sprite        *sprite;
    rim_sprite_options options = { .has_anchor = true };
    int                kind = random_int(random, 0, 4), period = random_int(random, 2, 9);
    assert_int_equal(RIM_OK, mask_create_with(&mask, width, height, NULL, any_kernels(random)));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
        {
            bool solid = kind == 0   ? true
                         : kind == 1 ? (x + y) % period == 0
                         : kind == 2 ? y % period == 0
                         : kind == 3 ? 4 * (x - width / 2) * (x - width / 2) +
                                               4 * (y - height / 2) * (y - height / 2) <
                                           width * height
                                     : false;
            rim_mask_set(mask, x, y, solid);
        }
    for (int i = 0; i < 3; i++)
        rim_mask_set(mask, random_int(random, 0, width - 1), random_int(random, 0, height - 1),
                     true);
    if (kind == 4) rim_mask_set(mask, width - 1, 0, true);
    options.anchor.x = 0.25f * (float)random_int(random, -80, 400);
    options.anchor.y = 0.25f * (float)random_int(random, -80, 400);
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
    rim_mask_destroy(mask);
    return sprite;
}

// A side that ends with a block or a strip of pixels, or beside it.
static int drawn_side(test_random *random)
{
    static const int sides[] = { 8, 64, 128, 192, 256 };
    int              kind = random_int(random, 0, 3);
    if (kind == 0) return random_int(random, 1, 256);
    int side = sides[random_int(random, 0, 4)] + random_int(random, -1, 1);
    return side < 256 ? side : 256;
}

// `t` is the turned sprite of a pair, and `laid_t` the laid one; the other sprite is `o`, which is a if is_second.
// Overlaps at places between pixels are clipped, with other roundings, and are not compared.
static void compare_bits(rim_posed t, rim_posed laid_t, way to, rim_posed o, bool is_second,
                         rim_vec2 motion, tally *count)
{
    float        x = t.pose.tx - rim_sprite_anchor(laid_t.sprite).x + rim_sprite_anchor(o.sprite).x;
    float        y = t.pose.ty - rim_sprite_anchor(laid_t.sprite).y + rim_sprite_anchor(o.sprite).y;
    bool         is_whole = x == floorf(x) && y == floorf(y);
    rim_contact2 c = is_second ? rim_sprite_contact(o, t) : rim_sprite_contact(t, o);
    rim_contact2 d = is_second ? rim_sprite_contact(o, laid_t) : rim_sprite_contact(laid_t, o);
    assert_int_equal(c.hit, d.hit);
    if (is_whole)
    {
        assert_true(c.area == d.area && c.depth == d.depth && same(c.point, d.point));
        assert_true(same(c.normal, d.normal) && same(c.edge_normal, d.edge_normal));
    }
    c.hit ? count->hits++ : count->misses++;

    rim_hit2 hit = is_second ? rim_sprite_sweep(o, motion, t) : rim_sprite_sweep(t, motion, o);
    rim_hit2 laid_hit =
        is_second ? rim_sprite_sweep(o, motion, laid_t) : rim_sprite_sweep(laid_t, motion, o);
    assert_true(hit.hit == laid_hit.hit && hit.start_overlap == laid_hit.start_overlap);
    if (hit.start_overlap && !is_whole) return;
    assert_true(hit.t == laid_hit.t && hit.depth == laid_hit.depth);
    assert_true(same(hit.point, laid_hit.point) && same(hit.normal, laid_hit.normal));
    assert_true(same(hit.edge_normal, laid_hit.edge_normal));
    if (!hit.hit || hit.start_overlap) return;
    rim_pixel own = is_second ? pixel_laid(laid_t.sprite, to, hit.bx, hit.by)
                              : pixel_laid(laid_t.sprite, to, hit.ax, hit.ay);
    assert_int_equal(own.x, is_second ? laid_hit.bx : laid_hit.ax);
    assert_int_equal(own.y, is_second ? laid_hit.by : laid_hit.ay);
    assert_int_equal(is_second ? hit.ax : hit.bx, is_second ? laid_hit.ax : laid_hit.bx);
    assert_int_equal(is_second ? hit.ay : hit.by, is_second ? laid_hit.ay : laid_hit.by);
    count->sweeps++;
}

static void parts_that_are_drawn_answer_as_the_whole(void **state)
{
    (void)state;
    test_random random = { 304 };
    tally       count = { 0 };
    int         want = case_count(600);
    for (int i = 0; i < want; i++)
    {
        int         w = drawn_side(&random), h = drawn_side(&random), most = w > h ? w : h;
        rim_sprite *turned = drawn_sprite(&random, w, h);
        rim_sprite *other = drawn_sprite(&random, most + random_int(&random, 1, 200),
                                         most + random_int(&random, 1, 9));
        for (int k = 0; k < 8; k++)
        {
            way to = { random_int(&random, 0, 1), random_int(&random, 0, 1),
                       random_int(&random, 0, 1) };
            if (!to.crosses && !to.flips_x && !to.flips_y) continue;
            rim_sprite     *laid_turned = laid(turned, to);
            way             plain = { false, false, false };
            rim_posed       t = { turned, pose_of(to, 1.0f) }, o = { other, pose_of(plain, 1.0f) };
            rim_posed       laid_t = { laid_turned, pose_of(plain, 1.0f) };
            rim_vec2        na = rim_sprite_anchor(laid_turned), nb = rim_sprite_anchor(other);
            const rim_mask *m = rim_sprite_mask(laid_turned), *n = rim_sprite_mask(other);
            int             mw = rim_mask_width(m), mh = rim_mask_height(m);
            float           x = (float)random_int(&random, -mw - 20, rim_mask_width(n) + 20);
            float           y = (float)random_int(&random, -mh - 20, rim_mask_height(n) + 20);
            // Places between pixels, paths along rows, columns and diagonals, and paths that pass the other sprite.
            if (k % 4 == 1) x += 0.25f * (float)random_int(&random, 0, 3);
            if (k % 4 == 2) y += 0.5f;
            rim_vec2 motion = { (float)random_int(&random, -500, 500),
                                (float)random_int(&random, -500, 500) };
            if (k % 3 == 1) motion.x = (float)random_int(&random, -1, 1) * motion.y;
            if (k % 8 == 5) motion.y = random_float(&random, -0.1f, 0.1f);
            t.pose.tx = laid_t.pose.tx = x + na.x - nb.x;
            t.pose.ty = laid_t.pose.ty = y + na.y - nb.y;
            compare_bits(t, laid_t, to, o, random_int(&random, 0, 1), motion, &count);
            rim_sprite_destroy(laid_turned);
        }
        rim_sprite_destroy(turned);
        rim_sprite_destroy(other);
    }
    assert_true(count.hits > want / 2 && count.misses > want / 2 && count.sweeps > want / 2);
}

// --- ways out, and the world's grid ------------------------------------------------------------------------

// A pose laid in any of the eight ways, with the corners of pixels at multiples of a quarter.
static rim_posed anywhere(test_random *random, const rim_sprite *sprite, float scale)
{
    way       to = { random_int(random, 0, 1), random_int(random, 0, 1), random_int(random, 0, 1) };
    rim_posed posed = { sprite, pose_of(to, scale) };
    posed.pose.tx = 0.25f * (float)random_int(random, -160, 160);
    posed.pose.ty = 0.25f * (float)random_int(random, -160, 160);
    return posed;
}

// Moves b by less than a pixel, so that its pixels lie on those of a.
static void put_on_pixels(rim_posed a, rim_posed *b, float scale)
{
    rim_vec2 corner = rim_xform2_apply(
        a.pose, rim_vec2_make(-rim_sprite_anchor(a.sprite).x, -rim_sprite_anchor(a.sprite).y));
    rim_vec2 other = rim_xform2_apply(
        b->pose, rim_vec2_make(-rim_sprite_anchor(b->sprite).x, -rim_sprite_anchor(b->sprite).y));
    float x = (other.x - corner.x) / scale, y = (other.y - corner.y) / scale;
    b->pose.tx -= scale * (x - floorf(x)), b->pose.ty -= scale * (y - floorf(y));
}

static bool shows(rim_posed a, rim_posed b)
{
    rim_box2 box = rim_sprite_bounds(a), other = rim_sprite_bounds(b);
    box.lo = vec2_max(box.lo, other.lo), box.hi = vec2_min(box.hi, other.hi);
    for (float y = floorf(box.lo.y); y <= box.hi.y; y += 1.0f)
        for (float x = floorf(box.lo.x); x <= box.hi.x; x += 1.0f)
        {
            rim_vec2 centre = { x + 0.5f, y + 0.5f };
            if (rim_sprite_contains(a, centre) && rim_sprite_contains(b, centre)) return true;
        }
    return false;
}

// On pixels' corners, edges and places between; beside those that claim no common centre though they overlap.
static void sprites_laid_otherwise_show_as_points_say(void **state)
{
    (void)state;
    test_random random = { 302 };
    int         hits = 0, misses = 0, slips = 0, want = case_count(6000);
    for (int i = 0; i < want; i++)
    {
        rim_sprite *sa = random_sprite_up_to(&random, i % 3 ? 12 : 40);
        rim_sprite *sb = random_sprite_up_to(&random, i % 3 ? 12 : 40);
        float       scale = i % 5 ? 1.0f : ldexpf(1.0f, random_int(&random, -2, 3));
        rim_posed   a = anywhere(&random, sa, scale), b = anywhere(&random, sb, scale);
        // Near each other; the corner and the anchor may be far apart.
        rim_vec2    apart =
            rim_vec2_sub(box2_center(rim_sprite_bounds(a)), box2_center(rim_sprite_bounds(b)));
        b.pose.tx += floorf(apart.x) + (float)random_int(&random, -8, 8);
        b.pose.ty += floorf(apart.y) + (float)random_int(&random, -8, 8);
        if (i % 7) put_on_pixels(a, &b, scale);
        bool expected = shows(a, b);
        assert_int_equal(expected, rim_sprite_overlaps_on_grid(a, b));
        assert_int_equal(expected, rim_sprite_overlaps_on_grid(b, a));
        expected ? hits++ : misses++;
        slips += !expected && rim_sprite_overlaps(a, b);
        rim_sprite_destroy(sa);
        rim_sprite_destroy(sb);
    }
    assert_true(hits > want / 8 && misses > want / 8 && slips > want / 200);
}

// Motions by whole pixels in all directions, the nearest first to be longer than any way out.
static double shortest_way(const rim_mask *a, const rim_mask *b, int dx, int dy)
{
    double best = INFINITY;
    int    reach = rim_mask_width(a) + rim_mask_width(b) + rim_mask_height(a) + rim_mask_height(b);
    for (int v = -reach; v <= reach; v++)
        for (int u = -reach; u <= reach; u++)
        {
            double length = sqrt((double)u * u + (double)v * v);
            if (length < best && !rim_mask_overlaps(a, b, dx - u, dy - v)) best = length;
        }
    return best;
}

static void sprites_laid_otherwise_part_by_the_shortest_way(void **state)
{
    (void)state;
    test_random random = { 303 };
    int         hits = 0, want = case_count(3000);
    for (int i = 0; i < want; i++)
    {
        rim_sprite *a = random_sprite_up_to(&random, i % 10 ? 16 : 60);
        rim_sprite *b = random_sprite_up_to(&random, i % 10 ? 16 : 60);
        float       scale = ldexpf(1.0f, i % 3 ? 0 : random_int(&random, -3, 3));
        way         way_a = { random_int(&random, 0, 1), random_int(&random, 0, 1),
                              random_int(&random, 0, 1) };
        way         way_b = { random_int(&random, 0, 1), random_int(&random, 0, 1),
                              random_int(&random, 0, 1) };
        rim_sprite *laid_a = laid(a, way_a), *laid_b = laid(b, way_b);
        rim_posed   pa = { a, pose_of(way_a, scale) }, pb = { b, pose_of(way_b, scale) };
        rim_vec2    na = rim_sprite_anchor(laid_a), nb = rim_sprite_anchor(laid_b);
        int         dx = random_int(&random, -6, 6), dy = random_int(&random, -6, 6);
        pb.pose.tx = scale * ((float)dx + nb.x - na.x),
        pb.pose.ty = scale * ((float)dy + nb.y - na.y);

        const rim_mask *ma = rim_sprite_mask(laid_a), *mb = rim_sprite_mask(laid_b);
        rim_separation2 out = rim_sprite_separate(pa, pb), back = rim_sprite_separate(pb, pa);
        assert_int_equal(rim_mask_overlaps(ma, mb, dx, dy), out.hit);
        assert_true(back.hit == out.hit && back.length == out.length);
        if (out.hit)
        {
            double best = scale * shortest_way(ma, mb, dx, dy);
            assert_true(out.exact);
            assert_near(out.length, best, 1e-12 * best);
            assert_near(rim_vec2_length(out.move), best, 1e-6 * best);
            pa.pose.tx += out.move.x, pa.pose.ty += out.move.y;
            assert_false(rim_sprite_overlaps(pa, pb));
            hits++;
        }
        rim_sprite_destroy(a), rim_sprite_destroy(b);
        rim_sprite_destroy(laid_a), rim_sprite_destroy(laid_b);
    }
    assert_true(hits > want / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sprites_laid_otherwise_are_as_their_turned_masks),
        cmocka_unit_test(parts_that_are_drawn_answer_as_the_whole),
        cmocka_unit_test(sprites_laid_otherwise_show_as_points_say),
        cmocka_unit_test(sprites_laid_otherwise_part_by_the_shortest_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
