// Figures of whole pixels against the picture that their parts make when they are painted one over the other.
#include "rimcast/rimcast.h"
#include "support/sprites.h"

#include <math.h>
#include <string.h>

enum
{
    SIDE = 48, // of a picture
    PARTS = 9,
    SPRITES = 6
};

typedef struct picture
{
    bool solid[SIDE][SIDE];
} picture;

// A figure and what it looks like: pixel (x, y) of the picture is the world's pixel `at` + (x, y).
typedef struct painted
{
    rim_figure_part parts[PARTS];
    rim_figure      figure;
    picture         look;
    rim_sprite     *whole; // of the picture, its anchor at the corner
    rim_posed       posed;
    rim_sprite     *sprites[PARTS];
} painted;

static rim_sprite *sprite_of_picture(const picture *look, int x0, int y0, int x1, int y1)
{
    rim_mask *mask;
    rim_vec2  corner = { 0.0f, 0.0f };
    assert_int_equal(RIM_OK, rim_mask_create(&mask, x1 - x0, y1 - y0, NULL));
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++)
            if (look->solid[y][x]) rim_mask_set(mask, x - x0, y - y0, true);
    return sprite_of(mask, &corner);
}

static void finish(painted *p, int count, rim_vec2 at)
{
    p->figure = (rim_figure){ p->parts, count, rim_xform2_translation(at) };
    p->whole = sprite_of_picture(&p->look, 0, 0, SIDE, SIDE);
    p->posed = rim_posed_make(p->whole, p->figure.pose);
}

static void end(painted *p)
{
    for (int i = 0; i < p->figure.count; i++) rim_sprite_destroy(p->sprites[i]);
    rim_sprite_destroy(p->whole);
}

static bool looks_solid(test_random *random, int kind, int x, int y)
{
    switch (kind)
    {
    case 0:
        return true;
    case 1:
        return random_int(random, 0, 3) != 0;
    case 2:
        return (x - 20) * (x - 20) + (y - 20) * (y - 20) < 300;
    default:
        return (x * 7 + y * 3) % 11 < 6;
    }
}

// A random picture cut into three columns and three rows of sprites: nine slices.
static void make_cut(painted *p, test_random *random, rim_vec2 at)
{
    memset(p, 0, sizeof *p);
    int kind = random_int(random, 0, 3), size = random_int(random, 8, SIDE - 1);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) p->look.solid[y][x] = looks_solid(random, kind, x, y);
    int x[4] = { 0, random_int(random, 1, size / 2), random_int(random, size / 2 + 1, size - 1),
                 size };
    int y[4] = { 0, random_int(random, 1, size / 2), random_int(random, size / 2 + 1, size - 1),
                 size };
    for (int i = 0; i < 9; i++)
    {
        int c = i % 3, r = i / 3;
        p->sprites[i] = sprite_of_picture(&p->look, x[c], y[r], x[c + 1], y[r + 1]);
        p->parts[i].sprite = p->sprites[i];
        p->parts[i].pose = rim_xform2_translation(rim_vec2_make((float)x[c], (float)y[r]));
    }
    finish(p, 9, at);
}

// Sprites flipped and turned, and boxes, one over the other.
static void make_heap(painted *p, test_random *random, rim_vec2 at)
{
    memset(p, 0, sizeof *p);
    int count = random_int(random, 2, 5);
    for (int i = 0; i < count; i++)
    {
        rim_figure_part *part = &p->parts[i];
        int              w = random_int(random, 1, 20), h = random_int(random, 1, 20);
        int              x = random_int(random, 0, SIDE - 21), y = random_int(random, 0, SIDE - 21);
        picture          look = { { { false } } };
        bool             is_box = random_int(random, 0, 3) == 0;
        int              kind = random_int(random, 0, 3);
        for (int v = 0; v < h; v++)
            for (int u = 0; u < w; u++)
                look.solid[v][u] = is_box || looks_solid(random, kind, u, v);
        p->sprites[i] = sprite_of_picture(&look, 0, 0, w, h);
        part->kind = is_box ? RIM_PART_BOX : RIM_PART_SPRITE;
        part->sprite = p->sprites[i];
        part->box = (rim_box2){ { 0, 0 }, { (float)w, (float)h } };
        bool swaps = random_int(random, 0, 1), flips_x = random_int(random, 0, 1),
             flips_y = random_int(random, 0, 1);
        float fx = flips_x ? -1.0f : 1.0f, fy = flips_y ? -1.0f : 1.0f;
        int   wide = swaps ? h : w, high = swaps ? w : h;
        part->pose = (rim_xform2){ swaps ? 0 : fx,
                                   swaps ? fy : 0,
                                   swaps ? fx : 0,
                                   swaps ? 0 : fy,
                                   (float)(x + (flips_x ? wide : 0)),
                                   (float)(y + (flips_y ? high : 0)) };
        for (int v = 0; v < h; v++)
            for (int u = 0; u < w; u++)
            {
                int px = swaps ? v : u, py = swaps ? u : v;
                px = flips_x ? wide - 1 - px : px, py = flips_y ? high - 1 - py : py;
                if (look.solid[v][u]) p->look.solid[y + py][x + px] = true;
            }
    }
    finish(p, count, at);
}

static void make(painted *p, test_random *random, rim_vec2 at)
{
    random_int(random, 0, 1) ? make_cut(p, random, at) : make_heap(p, random, at);
}

// The pixel of the world.
static bool solid_at(const painted *p, int x, int y)
{
    x -= (int)p->figure.pose.tx, y -= (int)p->figure.pose.ty;
    return x >= 0 && x < SIDE && y >= 0 && y < SIDE && p->look.solid[y][x];
}

static int shared_pixels(const painted *a, const painted *b)
{
    int count = 0;
    for (int y = -2 * SIDE; y < 2 * SIDE; y++)
        for (int x = -2 * SIDE; x < 2 * SIDE; x++) count += solid_at(a, x, y) && solid_at(b, x, y);
    return count;
}

static rim_vec2 whole_point(test_random *random, int range)
{
    return rim_vec2_make((float)random_int(random, -range, range),
                         (float)random_int(random, -range, range));
}

static void is_near(rim_vec2 a, rim_vec2 b, double tolerance)
{
    assert_near(a.x, b.x, tolerance);
    assert_near(a.y, b.y, tolerance);
}

// --- at rest ---------------------------------------------------------------------------------------------

// The world's pixel that a part's pixel is.
static bool is_shown(const painted *p, int part, rim_pixel pixel, const painted *q)
{
    const rim_figure_part *it = &p->parts[part];
    rim_xform2             m = rim_xform2_mul(p->figure.pose, it->pose);
    rim_vec2               middle =
        rim_xform2_apply(m, rim_vec2_make((float)pixel.x + 0.5f,
                                          (float)pixel.y + 0.5f)); // anchors are at the corner
    int x = (int)floorf(middle.x), y = (int)floorf(middle.y);
    return rim_mask_get(rim_sprite_mask(it->sprite), pixel.x, pixel.y) && solid_at(q, x, y);
}

static void shared_pixels_are_in_both(const painted *a, const painted *b, int count,
                                      rim_parts first)
{
    rim_parts which;
    assert_true(rim_figure_overlaps_on_grid(&a->figure, &b->figure, &which) == (count > 0));
    assert_true(which.a == first.a && which.b == first.b);
    rim_parts found = { -1, -1 };
    for (int i = 0; i < a->figure.count && found.a < 0; i++)
        for (int j = 0; j < b->figure.count && found.a < 0; j++)
        {
            rim_figure one = { a->parts + i, 1, a->figure.pose };
            rim_figure two = { b->parts + j, 1, b->figure.pose };
            if (one.parts->kind || two.parts->kind) continue;
            if (rim_figure_overlaps(&one, &two, NULL)) found = (rim_parts){ i, j };
        }
    for (int pick = RIM_PICK_FIRST; pick <= RIM_PICK_ANY; pick++)
    {
        rim_shared_pixel pixel =
            rim_figure_shared_pixel(&a->figure, &b->figure, (rim_pick)pick, &which);
        assert_true(pixel.hit == (found.a >= 0) && which.a == found.a && which.b == found.b);
        if (!pixel.hit) continue;
        assert_true(is_shown(a, which.a, pixel.a, b) && is_shown(b, which.b, pixel.b, a));
    }
}

static void what_figures_share_is_what_pictures_share(void **state)
{
    (void)state;
    test_random random = { 1 };
    int         hits = 0, misses = 0, grazes = 0;
    for (int i = 0; i < case_count(3000); i++)
    {
        painted a, b;
        make(&a, &random, whole_point(&random, 20));
        make(&b, &random, whole_point(&random, 20));
        int       count = shared_pixels(&a, &b);
        rim_parts which;
        assert_true(rim_figure_overlaps(&a.figure, &b.figure, &which) == (count > 0));
        assert_near(rim_figure_overlap_area(&a.figure, &b.figure), count, 1e-9 * count);
        assert_true((which.a >= 0) == (count > 0) && (which.b >= 0) == (count > 0));
        shared_pixels_are_in_both(&a, &b, count, which);
        if (count > 0)
        {
            rim_figure one = a.figure, other = b.figure;
            one.parts += which.a, one.count = 1;
            other.parts += which.b, other.count = 1;
            assert_true(rim_figure_overlaps(&one, &other, NULL));
            other.parts = b.parts, other.count = which.b;
            assert_false(rim_figure_overlaps(&one, &other, NULL));
            one.parts = a.parts, one.count = which.a;
            assert_false(rim_figure_overlaps(&one, &b.figure, NULL));
        }
        rim_contact2 contact = rim_figure_contact(&a.figure, &b.figure, &which);
        rim_contact2 whole = rim_sprite_contact(a.posed, b.posed);
        assert_true(contact.hit == (count > 0));
        if (contact.hit)
        {
            is_near(contact.point, whole.point, 1e-5);
            is_near(contact.normal, whole.normal, 2e-5);
            for (int k = 0; k < 2; k++)
            {
                float      way = contact.depth + (k ? 0.01f : -0.01f);
                rim_figure moved = a.figure;
                moved.pose.tx += way * contact.normal.x, moved.pose.ty += way * contact.normal.y;
                bool overlaps = rim_figure_overlaps(&moved, &b.figure, NULL);
                // Just before its end the way out may graze a corner by less than its rounding.
                if (k == 0 && !overlaps) grazes++;
                assert_false(k == 1 && overlaps);
            }
            if (contact.normal.x == whole.normal.x && contact.normal.y == whole.normal.y)
                assert_near(contact.depth, whole.depth, 2e-3);
            assert_near(contact.area, count, 1e-9 * count);
            assert_true(which.a >= 0 && which.a < a.figure.count && which.b >= 0);
        }
        count ? hits++ : misses++;
        end(&a);
        end(&b);
    }
    assert_true(hits >= case_count(250) && misses >= case_count(25) && grazes < 2 + hits / 200);
}

static void points_are_in_parts_where_pictures_are_solid(void **state)
{
    (void)state;
    test_random random = { 2 };
    int         inside = 0, outside = 0;
    for (int i = 0; i < case_count(300); i++)
    {
        painted p;
        make(&p, &random, whole_point(&random, 20));
        for (int y = -30; y < 70; y++)
            for (int x = -30; x < 70; x++)
            {
                rim_vec2 at = { (float)x + 0.5f, (float)y + 0.25f };
                int      part, first = -1;
                assert_true(rim_figure_contains(&p.figure, at, &part) == solid_at(&p, x, y));
                for (int k = p.figure.count - 1; k >= 0; k--)
                {
                    rim_figure one = { p.parts + k, 1, p.figure.pose };
                    if (solid_at(&p, x, y) && rim_figure_contains(&one, at, NULL)) first = k;
                }
                assert_int_equal(part, first);
                solid_at(&p, x, y) ? inside++ : outside++;
            }
        rim_box2 box = rim_figure_bounds(&p.figure), whole = rim_sprite_bounds(p.posed);
        assert_true(memcmp(&box, &whole, sizeof box) == 0);
        for (int k = 0; k < 20; k++)
        {
            rim_vec2     at = random_point(&random, 60);
            rim_closest2 c = rim_figure_closest(&p.figure, at, NULL);
            rim_closest2 w = rim_sprite_closest(p.posed, at);
            assert_true(c.found == w.found);
            assert_near(c.distance, w.distance, 1e-5);
            if (c.found) assert_near(rim_vec2_distance(c.point, at), w.distance, 1e-5);
        }
        end(&p);
    }
    assert_true(inside >= case_count(25000) && outside >= case_count(25000));
}

static void ways_out_are_those_of_the_pictures(void **state)
{
    (void)state;
    test_random random = { 3 };
    int         whole_ones = 0, others = 0;
    for (int i = 0; i < case_count(600); i++)
    {
        painted a, b;
        make(&a, &random, whole_point(&random, 12));
        random_int(&random, 0, 1) ? make_cut(&b, &random, whole_point(&random, 12))
                                  : make_heap(&b, &random, whole_point(&random, 12));
        rim_separation2 out = rim_figure_separate(&a.figure, &b.figure);
        rim_separation2 best = rim_sprite_separate(a.posed, b.posed);
        assert_true(out.hit == best.hit);
        assert_true(out.hit == rim_figure_overlaps(&a.figure, &b.figure, NULL));
        if (out.hit)
        {
            assert_true(out.length >= best.length * (1.0 - 1e-6));
            if (out.exact) assert_near(out.length, best.length, 1e-6 * best.length);
            assert_near(out.length, rim_vec2_length(out.move), 1e-5 * out.length);
            rim_figure moved = a.figure;
            moved.pose.tx += out.move.x, moved.pose.ty += out.move.y;
            assert_false(rim_figure_overlaps(&moved, &b.figure, NULL));
            assert_true(out.length <=
                        rim_figure_contact(&a.figure, &b.figure, NULL).depth * 1.001 + 1e-4);
            out.exact ? whole_ones++ : others++;
        }
        end(&a);
        end(&b);
    }
    assert_true(whole_ones >= case_count(12) && others >= case_count(12));
}

// --- in motion -------------------------------------------------------------------------------------------

static void rays_see_no_seams(void **state)
{
    (void)state;
    test_random random = { 4 };
    int         hits = 0, along = 0, inside = 0;
    for (int i = 0; i < case_count(1500); i++)
    {
        painted p;
        make(&p, &random, whole_point(&random, 20));
        for (int k = 0; k < 40; k++)
        {
            rim_ray2 ray = { whole_point(&random, 60), whole_point(&random, 60) };
            if (k < 20)
                ray.delta = random_int(&random, 0, 1) ? rim_vec2_make(ray.delta.x, 0.0f)
                                                      : rim_vec2_make(0.0f, ray.delta.y);
            if (k == 39) ray.delta = rim_vec2_make(0.0f, 0.0f);
            if (k > 20) ray.origin = random_point(&random, 60);
            int      part;
            rim_hit2 hit = rim_figure_raycast(&p.figure, ray, &part);
            rim_hit2 whole = rim_sprite_raycast(p.posed, ray);
            assert_true(hit.hit == whole.hit);
            assert_true((part >= 0) == hit.hit);
            assert_near(hit.t, whole.t, 1e-6);
            assert_true(hit.start_overlap == whole.start_overlap);
            if (!hit.hit) continue;
            is_near(hit.point, whole.point, 1e-4);
            hits++;
            along += k < 20;
            inside += hit.start_overlap;
        }
        end(&p);
    }
    assert_true(hits >= case_count(1000) && along >= case_count(375) && inside >= case_count(250));
}

static void motions_see_no_seams(void **state)
{
    (void)state;
    test_random random = { 5 };
    int         hits = 0, misses = 0, inside = 0;
    for (int i = 0; i < case_count(4000); i++)
    {
        painted a, b;
        make(&a, &random, whole_point(&random, 90));
        make(&b, &random, whole_point(&random, 20));
        rim_vec2 delta = { -a.figure.pose.tx + (float)random_int(&random, -30, 30),
                           -a.figure.pose.ty + (float)random_int(&random, -30, 30) };
        if (i % 4 == 0) delta.y = 0.0f;
        rim_parts which;
        rim_vec2  rest = { 0.0f, 0.0f };
        rim_hit2  hit = rim_figure_sweep(&a.figure, delta, &b.figure, rest, &which);
        rim_hit2  whole = rim_sprite_sweep(a.posed, delta, b.posed);
        assert_true(hit.hit == whole.hit && hit.start_overlap == whole.start_overlap);
        assert_near(hit.t, whole.t, 1e-15);
        assert_true((which.a >= 0) == hit.hit && (which.b >= 0) == hit.hit);
        // Two boxes are told by their own sides, and behind a thin wall it is the edge that counts.
        bool boxes = hit.hit && a.parts[which.a].kind == RIM_PART_BOX &&
                     b.parts[which.b].kind == RIM_PART_BOX;
        bool thin = memcmp(&whole.normal, &whole.edge_normal, sizeof whole.normal) == 0 ||
                    memcmp(&hit.normal, &hit.edge_normal, sizeof hit.normal) == 0 ||
                    rim_vec2_dot(whole.normal, delta) > -1e-3f * rim_vec2_length(delta);
        if (hit.hit && !hit.start_overlap && !boxes && !thin)
        {
            is_near(hit.normal, whole.normal, 1e-3);
            assert_true(rim_vec2_dot(hit.edge_normal, delta) <= 0.0f);
        }
        hit.start_overlap ? inside++ : hit.hit ? hits++ : misses++;
        end(&a);
        end(&b);
    }
    assert_true(hits >= case_count(250) && misses >= case_count(75) && inside >= case_count(50));
}

// Pixels that are longer than wide: normals look two pixels ahead along the motion, as those of the whole sprite do.
static void long_pixels_look_as_the_whole_does(void **state)
{
    (void)state;
    test_random random = { 8 };
    int         hits = 0, cases = case_count(2000);
    for (int i = 0; i < cases; i++)
    {
        painted a, b;
        make_cut(&a, &random, whole_point(&random, 90));
        make_cut(&b, &random, whole_point(&random, 20));
        bool        wide = random_int(&random, 0, 1);
        rim_figure *both[2] = { &a.figure, &b.figure };
        for (int k = 0; k < 2; k++)
        {
            both[k]->pose.a = wide ? 4.0f : 1.0f, both[k]->pose.d = wide ? 1.0f : 4.0f;
            both[k]->pose.tx *= both[k]->pose.a, both[k]->pose.ty *= both[k]->pose.d;
        }
        a.posed.pose = a.figure.pose, b.posed.pose = b.figure.pose;
        rim_vec2 rest = { 0.0f, 0.0f };
        rim_vec2 delta = { -a.figure.pose.tx + (float)random_int(&random, -60, 60),
                           -a.figure.pose.ty + (float)random_int(&random, -60, 60) };
        rim_hit2 hit = rim_figure_sweep(&a.figure, delta, &b.figure, rest, NULL);
        rim_hit2 whole = rim_sprite_sweep(a.posed, delta, b.posed);
        assert_true(hit.hit == whole.hit && hit.start_overlap == whole.start_overlap);
        bool thin = memcmp(&whole.normal, &whole.edge_normal, sizeof whole.normal) == 0 ||
                    memcmp(&hit.normal, &hit.edge_normal, sizeof hit.normal) == 0 ||
                    rim_vec2_dot(whole.normal, delta) > -1e-3f * rim_vec2_length(delta);
        if (hit.hit && !hit.start_overlap && !thin)
        {
            is_near(hit.normal, whole.normal, 1e-3);
            hits++;
        }
        end(&a);
        end(&b);
    }
    assert_true(hits > cases / 10);
}

// A box slides and falls on a floor of tiles: only the floor's top is ever told.
static void floors_are_flat(void **state)
{
    (void)state;
    test_random     random = { 6 };
    rim_sprite     *tile = solid_sprite(16, 16), *box = solid_sprite(7, 7);
    rim_figure_part tiles[8] = { 0 }, me = { .pose = rim_xform2_identity(), .sprite = box };
    for (int i = 0; i < 8; i++)
    {
        tiles[i].sprite = tile;
        tiles[i].pose = rim_xform2_translation(rim_vec2_make(16.0f * (float)i, 0.0f));
        if (i % 3 == 2) tiles[i].kind = RIM_PART_BOX;
        tiles[i].box = (rim_box2){ { 0, 0 }, { 16, 16 } };
    }
    rim_figure floor = { tiles, 8, rim_xform2_identity() };
    rim_vec2   rest = { 0.0f, 0.0f };
    int        landed = 0;
    for (int i = 0; i < case_count(3000); i++)
    {
        float      y = i % 3 ? -7.0f : -20.0f;
        rim_figure mover = {
            &me, 1, rim_xform2_translation(rim_vec2_make((float)random_int(&random, 0, 110), y))
        };
        rim_vec2 delta = { (float)random_int(&random, -200, 200),
                           i % 3 == 1 ? 0.0f : (float)random_int(&random, 1, 40) };
        rim_hit2 hit = rim_figure_sweep(&mover, delta, &floor, rest, NULL);
        if (delta.y == 0.0f) assert_false(hit.hit);
        if (!hit.hit || hit.point.x < 16.0f || hit.point.x > 112.0f)
            continue; // the ends look round
        is_near(hit.normal, rim_vec2_make(0.0f, -1.0f), 1e-6);
        landed++;
    }
    assert_true(landed >= case_count(200));
    rim_sprite_destroy(tile);
    rim_sprite_destroy(box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_figures_share_is_what_pictures_share),
        cmocka_unit_test(points_are_in_parts_where_pictures_are_solid),
        cmocka_unit_test(ways_out_are_those_of_the_pictures),
        cmocka_unit_test(rays_see_no_seams),
        cmocka_unit_test(motions_see_no_seams),
        cmocka_unit_test(long_pixels_look_as_the_whole_does),
        cmocka_unit_test(floors_are_flat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
