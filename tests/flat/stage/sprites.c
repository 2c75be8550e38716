// Many sprites together, judged by loops over all of them.

#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "flat/stage/data.h"
#include "rimcast/rimcast.h"

#define KINDS 6
#define MOST 500

static const rim_handle nobody = { 0, 0 };
static const rim_filter usual = { 0, 0 };

static void make_sprites(test_random *random, rim_sprite *sprites[KINDS])
{
    for (int k = 0; k < KINDS; k++)
    {
        rim_mask *mask;
        int       w = random_int(random, 1, 20), h = random_int(random, 1, 20);
        assert_int_equal(RIM_OK, rim_mask_create(&mask, w, h, NULL));
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                if (k == 0 || random_int(random, 0, 2) == 0) rim_mask_set(mask, x, y, true);
        rim_sprite_options options = { .rays = 4 };
        assert_int_equal(RIM_OK, rim_sprite_create(&sprites[k], mask, &options));
        rim_mask_destroy(mask);
    }
}

// Half of them upright at whole pixels.
static rim_xform2 random_pose(test_random *random, const rim_sprite *sprite, int range)
{
    rim_vec2 at = rim_vec2_make((float)random_int(random, -range, range),
                                (float)random_int(random, -range, range));
    rim_vec2 anchor = rim_sprite_anchor(sprite);
    if (random_int(random, 0, 1)) return rim_xform2_translation(rim_vec2_add(at, anchor));
    rim_rot2 turn = rim_rot2_degrees(random_float(random, 0.0f, 360.0f));
    return rim_xform2_pose(at, turn, rim_vec2_make(random_float(random, -2.0f, 2.0f), 1.0f));
}

typedef struct cast
{
    rim_stage *stage;
    rim_handle who[MOST];
    rim_posed  posed[MOST];
    rim_filter filter[MOST];
    bool       present[MOST];
    int        count;
} cast;

static bool looks_for(rim_filter a, rim_filter b)
{
    uint32_t layers = b.layers ? b.layers : 1;
    return (~a.ignores & layers) != 0;
}

static int compare_pairs(const void *a, const void *b)
{
    const rim_pair *p = a, *q = b;
    if (p->a.slot != q->a.slot) return p->a.slot < q->a.slot ? -1 : 1;
    return p->b.slot < q->b.slot ? -1 : p->b.slot > q->b.slot;
}

// All pairs by a loop, in the order of the slots.
static int slow_pairs(const cast *c, rim_pair *out)
{
    int count = 0;
    for (int i = 0; i < c->count; i++)
        for (int j = 0; j < c->count; j++)
        {
            if (!c->present[i] || !c->present[j] || c->who[i].slot >= c->who[j].slot) continue;
            if (!looks_for(c->filter[i], c->filter[j]) || !looks_for(c->filter[j], c->filter[i]))
                continue;
            if (!rim_sprite_overlaps(c->posed[i], c->posed[j])) continue;
            out[count].a = c->who[i], out[count++].b = c->who[j];
        }
    qsort(out, (size_t)count, sizeof *out, compare_pairs);
    return count;
}

static void join(test_random *random, cast *c, rim_sprite *sprites[KINDS], int i, int range)
{
    c->posed[i].sprite = sprites[random_int(random, 0, KINDS - 1)];
    c->posed[i].pose = random_pose(random, c->posed[i].sprite, range);
    c->filter[i] = usual;
    if (random_int(random, 0, 3) == 0)
    {
        c->filter[i].layers = 1u << random_int(random, 0, 2);
        c->filter[i].ignores = (uint32_t)random_int(random, 0, 7);
    }
    assert_int_equal(
        RIM_OK, rim_stage_add(c->stage, &(rim_stage_item){ c->posed[i], c->filter[i], c, NULL, 0 },
                              &c->who[i]));
    c->present[i] = true;
}

static void change_some(test_random *random, cast *c, rim_sprite *sprites[KINDS], int range)
{
    for (int i = 0; i < c->count; i++)
    {
        int what = random_int(random, 0, 19);
        if (!c->present[i])
        {
            assert_false(rim_stage_move(c->stage, c->who[i], rim_xform2_identity()));
            assert_false(rim_stage_remove(c->stage, c->who[i]));
            if (what < 8) join(random, c, sprites, i, range);
        }
        else if (what == 0)
        {
            assert_true(rim_stage_remove(c->stage, c->who[i]));
            c->present[i] = false;
        }
        else if (what == 1)
        {
            c->posed[i].sprite = sprites[random_int(random, 0, KINDS - 1)];
            rim_stage_item item = { c->posed[i], c->filter[i], c, NULL, 0 };
            assert_true(rim_stage_set(c->stage, c->who[i], &item));
        }
        else if (what == 2)
        {
            c->filter[i].ignores = (uint32_t)random_int(random, 0, 7);
            rim_stage_item item = { c->posed[i], c->filter[i], c, NULL, 0 };
            assert_true(rim_stage_set(c->stage, c->who[i], &item));
        }
        else if (what < 12)
        {
            c->posed[i].pose = random_pose(random, c->posed[i].sprite, range);
            if (what == 11) c->posed[i].pose.tx = random_int(random, 0, 1) ? NAN : 1e30f;
            assert_true(rim_stage_move(c->stage, c->who[i], c->posed[i].pose));
        }
    }
}

static bool has_pair(const rim_pair *list, int count, rim_pair pair)
{
    for (int i = 0; i < count; i++)
        if (memcmp(&list[i], &pair, sizeof pair) == 0) return true;
    return false;
}

static void check_events(const cast *c, const rim_pair *before, int old, const rim_pair *now,
                         int count)
{
    rim_stage_changes changes;
    assert_int_equal(RIM_OK, rim_stage_update(c->stage, &changes));
    int             entered = changes.entered_count, left = changes.left_count;
    int             touching = changes.touching_count;
    const rim_pair *in = changes.entered, *out = changes.left, *all = changes.touching;
    assert_int_equal(touching, count);
    for (int i = 0; i < count; i++) assert_memory_equal(&all[i], &now[i], sizeof now[i]);
    int came = 0, went = 0;
    for (int i = 0; i < count; i++)
        if (!has_pair(before, old, now[i]))
        {
            assert_true(came < entered && memcmp(&in[came], &now[i], sizeof now[i]) == 0);
            came++;
        }
    for (int i = 0; i < old; i++)
        if (!has_pair(now, count, before[i]))
        {
            assert_true(went < left && memcmp(&out[went], &before[i], sizeof before[i]) == 0);
            went++;
        }
    assert_int_equal(came, entered);
    assert_int_equal(went, left);
}

static void pairs_and_events_agree_with_a_loop_over_all(void **state)
{
    (void)state;
    test_random     random = { 61 };
    static rim_pair before[MOST * MOST / 2], now[MOST * MOST / 2], told[MOST * MOST / 2];
    static cast     c;
    rim_sprite     *sprites[KINDS];
    int             found = 0, sizes[3] = { 30, 150, 420 };
    make_sprites(&random, sprites);
    for (const stage_kernel *const *k = stage_kernel_all(); *k; k++)
    {
        if (!(*k)->usable()) continue;
        for (int run = 0; run < 3 + case_count(6); run++)
        {
            memset(&c, 0, sizeof c);
            c.count = sizes[run % 3];
            int range = run % 2 ? 60 : 200, old = 0;
            assert_int_equal(RIM_OK, stage_create_with(&c.stage, NULL, *k));
            for (int i = 0; i < c.count; i++) join(&random, &c, sprites, i, range);
            for (int step = 0; step < 6; step++)
            {
                int count = slow_pairs(&c, now);
                assert_int_equal(count, rim_stage_pairs(c.stage, told, MOST * MOST / 2));
                qsort(told, (size_t)count, sizeof *told, compare_pairs);
                assert_memory_equal(now, told, (size_t)count * sizeof *told);
                assert_int_equal(count, rim_stage_pairs(c.stage, NULL, 0));
                check_events(&c, before, old, now, count);
                memcpy(before, now, (size_t)count * sizeof *now);
                old = count;
                found += count;
                change_some(&random, &c, sprites, range);
            }
            for (int i = 0; i < c.count; i++)
            {
                rim_stage_item item = rim_stage_get(c.stage, c.who[i]);
                assert_ptr_equal(item.user, c.present[i] ? &c : NULL);
                if (c.present[i]) assert_int_equal(item.filter.ignores, c.filter[i].ignores);
            }
            rim_stage_destroy(c.stage);
        }
    }
    assert_true(found > case_count(500));
    for (int k = 0; k < KINDS; k++) rim_sprite_destroy(sprites[k]);
}

enum
{
    CROWD = 900,
    LAYOUTS = 6
};

// Where someone of a crowd may stand, and how large.
static rim_xform2 crowd_pose(test_random *random, int layout, int i)
{
    float x = random_float(random, -400, 400), y = random_float(random, -400, 400);
    float wide = 1.0f, high = 1.0f;
    if (layout == 1) y *= 10.0f;
    if (layout == 2 && i % 100 == 0) wide = random_float(random, 1, 90), high = 90.0f / wide;
    if (layout == 3) x *= 100.0f, high = 4.0f, y = i > 1 ? y / 250.0f : i ? 30000.0f : -30000.0f;
    if (layout == 4 && i % 200 < 3) x *= i % 2 ? 1e30f : 1e5f, y *= i % 3 ? 1e34f : 1e4f;
    if (layout == 5) x = floorf(x / 64.0f) * 64.0f, y = floorf(y / 64.0f) * 64.0f;
    return rim_xform2_pose(rim_vec2_make(x, y), rim_rot2_degrees(0.0f), rim_vec2_make(wide, high));
}

static bool share_area(rim_box2 a, rim_box2 b)
{
    return a.lo.x < b.hi.x && b.lo.x < a.hi.x && a.lo.y < b.hi.y && b.lo.y < a.hi.y;
}

// Crowds wide and high, with giants, in a row along the border of two bands (where there is no room for all in
// both), with some far away.
static void every_pair_of_a_crowd_is_found_once(void **state)
{
    (void)state;
    test_random     random = { 66 };
    static rim_pair expected[CROWD * CROWD / 2], told[CROWD * CROWD / 2];
    static rim_box2 boxes[CROWD];
    rim_sprite     *sprites[KINDS];
    int             found[LAYOUTS] = { 0 }, kinds = 0, most_bands = 0;
    make_sprites(&random, sprites);
    const stage_kernel *const *kernels = stage_kernel_all();
    while (kernels[kinds] && kernels[kinds]->usable()) kinds++;
    for (int run = 0; run < LAYOUTS * (2 + case_count(4)); run++)
    {
        rim_stage        *stage;
        rim_stage_options options = { true, NULL };
        int               layout = run % LAYOUTS, count = 0;
        assert_int_equal(RIM_OK, stage_create_with(&stage, &options,
                                                   kernels[random_int(&random, 0, kinds - 1)]));
        assert_int_equal(RIM_OK, stage_reserve(stage, CROWD));
        for (int i = 0; i < CROWD; i++)
        {
            rim_posed posed = { sprites[layout == 3 ? 0 : i % KINDS],
                                crowd_pose(&random, layout, i) };
            boxes[i] = rim_sprite_bounds(posed);
            assert_int_equal(RIM_OK,
                             rim_stage_add(stage, &(rim_stage_item){ .posed = posed }, NULL));
        }
        for (uint32_t i = 0; i < CROWD; i++)
            for (uint32_t j = i + 1; j < CROWD; j++)
                if (share_area(boxes[i], boxes[j]))
                {
                    rim_pair pair = { { i, 1 }, { j, 1 } };
                    expected[count++] = pair;
                }
        assert_int_equal(count, rim_stage_pairs(stage, told, CROWD * CROWD / 2));
        qsort(told, (size_t)count, sizeof *told, compare_pairs);
        assert_memory_equal(expected, told, (size_t)count * sizeof *told);
        found[layout] += count;
        if (layout == 3) assert_int_equal(1, stage->band_count);
        most_bands = stage->band_count > most_bands ? stage->band_count : most_bands;
        rim_stage_destroy(stage);
    }
    for (int k = 0; k < LAYOUTS; k++) assert_true(found[k] > 50);
    assert_true(most_bands > 4);
    for (int k = 0; k < KINDS; k++) rim_sprite_destroy(sprites[k]);
}

static void questions_agree_with_a_loop_over_all(void **state)
{
    (void)state;
    test_random random = { 62 };
    static cast c;
    rim_sprite *sprites[KINDS];
    int         points = 0, boxes = 0, rays = 0, sweeps = 0;
    make_sprites(&random, sprites);
    const stage_kernel *const *kernels = stage_kernel_all();
    int                        kinds = 0;
    while (kernels[kinds]) kinds++;
    for (int run = 0; run < 2 + case_count(18); run++)
    {
        const stage_kernel *kernel = kernels[run % kinds];
        memset(&c, 0, sizeof c);
        c.count = run % 2 ? 40 : 300;
        assert_int_equal(RIM_OK,
                         stage_create_with(&c.stage, NULL, kernel->usable() ? kernel : kernels[0]));
        for (int i = 0; i < c.count; i++) join(&random, &c, sprites, i, 100);
        for (int k = 0; k < 60; k++)
        {
            static rim_handle    list[MOST];
            static rim_stage_hit hits[MOST];
            uint32_t             layers = random_int(&random, 0, 2) ? ~0u : 1u;
            rim_vec2             p = rim_vec2_make((float)random_int(&random, -100, 100),
                                                   (float)random_int(&random, -100, 100));
            rim_vec2             d = rim_vec2_make((float)random_int(&random, -200, 200),
                                                   (float)random_int(&random, -200, 200));
            rim_box2             box = rim_box2_make(p, rim_vec2_make(p.x + 12.0f, p.y + 9.0f));
            rim_posed mover = { sprites[k % KINDS], random_pose(&random, sprites[k % KINDS], 100) };
            int       under = rim_stage_contains(c.stage, p, layers, list, MOST), n = 0;
            for (int i = 0; i < c.count; i++)
                if ((c.filter[i].layers ? c.filter[i].layers : 1) & layers)
                    if (rim_sprite_contains(c.posed[i], p))
                        assert_int_equal(list[n++].slot, c.who[i].slot);
            assert_int_equal(n, under);
            points += n;

            int inside = rim_stage_overlaps_box(c.stage, box, layers, list, MOST);
            n = 0;
            for (int i = 0; i < c.count; i++)
                if ((c.filter[i].layers ? c.filter[i].layers : 1) & layers)
                    if (rim_sprite_overlaps_box(c.posed[i], box))
                        assert_int_equal(list[n++].slot, c.who[i].slot);
            assert_int_equal(n, inside);
            boxes += n;

            for (int sweep = 0; sweep < 2; sweep++)
            {
                rim_ray2   ray = { p, d };
                rim_handle but = c.who[k % c.count];
                int count = sweep ? rim_stage_sweep_all(c.stage, mover, d, layers, but, hits, MOST)
                                  : rim_stage_raycast_all(c.stage, ray, layers, hits, MOST);
                n = 0;
                for (int i = 0; i < c.count; i++)
                {
                    if (!((c.filter[i].layers ? c.filter[i].layers : 1) & layers)) continue;
                    if (sweep && c.who[i].slot == but.slot) continue;
                    rim_hit2 h = sweep ? rim_sprite_sweep(mover, d, c.posed[i])
                                       : rim_sprite_raycast(c.posed[i], ray);
                    if (!h.hit) continue;
                    n++;
                    bool told = false;
                    for (int j = 0; j < count; j++)
                        told = told || (hits[j].who.slot == c.who[i].slot && hits[j].hit.t == h.t);
                    assert_true(told);
                }
                assert_int_equal(n, count);
                for (int j = 1; j < count; j++) assert_true(hits[j - 1].hit.t <= hits[j].hit.t);
                rim_stage_hit few[2],
                    first = sweep ? rim_stage_sweep_first(c.stage, mover, d, layers, but)
                                  : rim_stage_raycast_first(c.stage, ray, layers);
                int again = sweep ? rim_stage_sweep_all(c.stage, mover, d, layers, but, few, 2)
                                  : rim_stage_raycast_all(c.stage, ray, layers, few, 2);
                assert_int_equal(again, count);
                for (int j = 0; j < 2 && j < count; j++)
                    assert_int_equal(few[j].who.slot, hits[j].who.slot);
                assert_int_equal(first.hit.hit, count > 0);
                if (count)
                    assert_true(first.hit.t == hits[0].hit.t && first.who.slot == hits[0].who.slot);
                *(sweep ? &sweeps : &rays) += count;
            }
        }
        rim_stage_destroy(c.stage);
    }
    int enough = case_count(100);
    assert_true(points > enough / 5 && boxes > enough / 2 && rays > enough && sweeps > enough);
    for (int k = 0; k < KINDS; k++) rim_sprite_destroy(sprites[k]);
}

// Motions and places of the largest sprite's size, or of an ordinary one's.
static rim_vec2 large_vector(test_random *random, float most)
{
    float size = random_int(random, 0, 1) ? most : 100.0f;
    return rim_vec2_make(random_float(random, -1.0f, 1.0f) * size,
                         random_float(random, -1.0f, 1.0f) * size);
}

static void check_first(const cast *c, const rim_stage_hit *first, const rim_stage_hit *all,
                        int count, const rim_hit2 *each)
{
    int n = 0;
    for (int i = 0; i < c->count; i++) n += each[i].hit;
    assert_int_equal(n, count);
    assert_int_equal(first->hit.hit, count > 0);
    for (int i = 0; i < c->count; i++)
        if (each[i].hit) assert_true(first->hit.t <= each[i].t);
    if (count) assert_true(first->hit.t == all[0].hit.t && first->who.slot == all[0].who.slot);
}

// The first of all by its own search, and of the list of all, among sprites of unlike scales, up to where images and ways
// leave the range of float.
static void the_first_is_the_first_of_all_however_large(void **state)
{
    (void)state;
    test_random random = { 67 };
    static cast c;
    rim_sprite *sprites[KINDS];
    int         rays = 0, sweeps = 0, rounds = case_count(400);
    // A corner is the anchor, so that near it there is nothing but that of a large sprite.
    for (int k = 0; k < KINDS; k++)
    {
        int                w = random_int(&random, 1, 6), h = random_int(&random, 1, 6);
        rim_sprite_options options = { .has_anchor = true, .rays = 4 };
        rim_mask          *mask;
        options.anchor = rim_vec2_make((float)(k & 1 ? w : 0), (float)(k & 2 ? h : 0));
        assert_int_equal(RIM_OK, rim_mask_create(&mask, w, h, NULL));
        for (int i = 0; i < w * h; i++) rim_mask_set(mask, i % w, i / w, true);
        assert_int_equal(RIM_OK, rim_sprite_create(&sprites[k], mask, &options));
        rim_mask_destroy(mask);
    }
    for (int round = 0; round < rounds; round++)
    {
        float large = round % 4 == 0   ? 2.5e37f
                      : round % 4 == 1 ? 1e30f
                      : round % 4 == 2 ? 3e12f
                                       : 7e5f;
        memset(&c, 0, sizeof c);
        c.count = 12;
        assert_int_equal(RIM_OK, rim_stage_create(&c.stage, NULL));
        for (int i = 0; i < c.count; i++)
        {
            float      scale = random_int(&random, 0, 1) ? large : 1.0f;
            rim_rot2   turn = rim_rot2_degrees(random_float(&random, 0.0f, 360.0f));
            rim_vec2   at = large_vector(&random, large * 10.0f);
            rim_xform2 pose = rim_xform2_pose(at, turn, rim_vec2_make(scale, scale));
            c.posed[i] = rim_posed_make(sprites[i % KINDS], pose);
            assert_int_equal(
                RIM_OK,
                rim_stage_add(c.stage, &(rim_stage_item){ .posed = c.posed[i] }, &c.who[i]));
        }
        for (int k = 0; k < 20; k++)
        {
            rim_stage_hit all[MOST];
            rim_hit2      each[MOST];
            rim_vec2      p = large_vector(&random, large * 8.0f),
                     d = large_vector(&random, large * 12.0f);
            rim_ray2 ray = { p, d };
            for (int i = 0; i < c.count; i++) each[i] = rim_sprite_raycast(c.posed[i], ray);
            int           count = rim_stage_raycast_all(c.stage, ray, ~0u, all, MOST);
            rim_stage_hit first = rim_stage_raycast_first(c.stage, ray, ~0u);
            check_first(&c, &first, all, count, each);
            rays += count > 1;

            float     scale = random_int(&random, 0, 1) ? large : 1.0f;
            rim_posed mover = { sprites[k % KINDS], { scale, 0.0f, 0.0f, scale, p.x, p.y } };
            for (int i = 0; i < c.count; i++) each[i] = rim_sprite_sweep(mover, d, c.posed[i]);
            count = rim_stage_sweep_all(c.stage, mover, d, ~0u, nobody, all, MOST);
            first = rim_stage_sweep_first(c.stage, mover, d, ~0u, nobody);
            check_first(&c, &first, all, count, each);
            sweeps += count > 1;
        }
        rim_stage_destroy(c.stage);
    }
    assert_true(rays > rounds && sweeps > rounds);
    for (int k = 0; k < KINDS; k++) rim_sprite_destroy(sprites[k]);
}

// Lists the pairs of some sprites, before and after `guests` more have come and gone.
static void check_order(test_random *random, rim_sprite *const sprites[KINDS], int count,
                        int guests)
{
    static rim_pair   before[MOST * MOST], after[MOST * MOST];
    static rim_handle who[MOST];
    rim_stage        *stage;
    assert_int_equal(RIM_OK, rim_stage_create(&stage, NULL));
    for (int i = 0; i < count + guests; i++)
    {
        const rim_sprite *sprite = sprites[random_int(random, 0, KINDS - 1)];
        rim_stage_item    item = { .posed = { sprite, random_pose(random, sprite, 60) } };
        if (i == count) assert_true(rim_stage_pairs(stage, before, MOST * MOST) > 1);
        assert_int_equal(RIM_OK, rim_stage_add(stage, &item, &who[i]));
    }
    for (int i = count; i < count + guests; i++) assert_true(rim_stage_remove(stage, who[i]));
    int pairs = rim_stage_pairs(stage, after, MOST * MOST);
    assert_true(pairs > 1);
    assert_memory_equal(before, after, (size_t)pairs * sizeof *before);
    rim_stage_destroy(stage);
}

static void guests_who_left_change_no_order_of_pairs(void **state)
{
    (void)state;
    test_random random = { 65 };
    rim_sprite *sprites[KINDS];
    make_sprites(&random, sprites);
    for (int i = 0; i < case_count(20); i++)
        check_order(&random, sprites, random_int(&random, 20, 220), random_int(&random, 1, 250));
    for (int k = 0; k < KINDS; k++) rim_sprite_destroy(sprites[k]);
}

static void handles_of_those_who_left_stay_stale(void **state)
{
    (void)state;
    test_random random = { 63 };
    rim_sprite *sprites[KINDS];
    rim_stage  *stage;
    rim_handle  a, b;
    make_sprites(&random, sprites);
    assert_int_equal(RIM_OK, rim_stage_create(&stage, NULL));
    rim_posed posed = { sprites[0], rim_xform2_identity() };
    assert_int_equal(RIM_OK, rim_stage_add(stage, &(rim_stage_item){ .posed = posed }, &a));
    assert_ptr_equal(rim_stage_get(stage, a).posed.sprite, sprites[0]);
    assert_null(rim_stage_get(stage, nobody).posed.sprite);
    assert_true(rim_stage_remove(stage, a));
    assert_int_equal(RIM_OK, rim_stage_add(stage, &(rim_stage_item){ .posed = posed }, &b));
    assert_int_equal(a.slot, b.slot);
    assert_false(rim_stage_move(stage, a, rim_xform2_identity()));
    assert_false(rim_stage_set(stage, a, &(rim_stage_item){ .posed = posed }));
    assert_null(rim_stage_get(stage, a).posed.sprite);
    assert_ptr_equal(rim_stage_get(stage, b).posed.sprite, sprites[0]);
    rim_filter nothing = { 0, ~0u };
    assert_int_equal(RIM_OK, rim_stage_add(stage, &(rim_stage_item){ .posed = posed }, NULL));
    assert_int_equal(1, rim_stage_pairs(stage, NULL, 0));
    assert_true(rim_stage_set(stage, b, &(rim_stage_item){ posed, nothing, NULL, NULL, 0 }));
    assert_int_equal(0, rim_stage_pairs(stage, NULL, 0));
    rim_stage_destroy(stage);
    rim_stage_destroy(NULL);

    // By boxes alone: two diagonals that pass each other share no pixel but their boxes do.
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 9, 9, NULL));
    for (int i = 0; i < 9; i++) rim_mask_set(mask, i, i, true);
    rim_sprite *thin;
    assert_int_equal(RIM_OK, rim_sprite_create(&thin, mask, NULL));
    for (int boxes = 0; boxes < 2; boxes++)
    {
        rim_stage_options options = { boxes != 0, NULL };
        assert_int_equal(RIM_OK, rim_stage_create(&stage, &options));
        for (int i = 0; i < 2; i++)
        {
            rim_posed p = { thin, rim_xform2_translation(rim_vec2_make(3.0f * (float)i, 0.0f)) };
            assert_int_equal(RIM_OK, rim_stage_add(stage, &(rim_stage_item){ .posed = p }, NULL));
        }
        assert_int_equal(boxes, rim_stage_pairs(stage, NULL, 0));
        assert_int_equal(boxes * 2,
                         rim_stage_contains(stage, rim_vec2_make(0.0f, 3.0f), ~0u, NULL, 0));
        rim_stage_destroy(stage);
    }
    rim_sprite_destroy(thin);
    rim_mask_destroy(mask);
    for (int k = 0; k < KINDS; k++) rim_sprite_destroy(sprites[k]);
}

// The last of the lists ends where the block does.
static void a_full_stage_keeps_to_its_memory(void **state)
{
    (void)state;
    test_random       random = { 65 };
    test_heap         heap = { .budget = -1 };
    rim_allocator     from = test_heap_allocator(&heap);
    rim_stage_options options = { false, &from };
    rim_sprite       *sprites[KINDS];
    make_sprites(&random, sprites);
    for (int count = 1; count <= 512; count *= 2)
    {
        rim_stage *stage;
        rim_handle who;
        assert_int_equal(RIM_OK, rim_stage_create(&stage, &options));
        assert_int_equal(RIM_OK, stage_reserve(stage, count));
        for (int i = 0; i < count; i++)
        {
            rim_vec2 at =
                rim_vec2_make(random_float(&random, 0, 300), random_float(&random, 0, 300));
            rim_posed p = { sprites[i % KINDS], rim_xform2_translation(at) };
            assert_int_equal(RIM_OK, rim_stage_add(stage, &(rim_stage_item){ .posed = p }, &who));
        }
        assert_int_equal(RIM_OK, rim_stage_update(stage, NULL));
        rim_stage_destroy(stage); // the heap looks behind each block
        assert_int_equal(0, heap.live_bytes);
    }
    for (int k = 0; k < KINDS; k++) rim_sprite_destroy(sprites[k]);
}

static void memory_may_run_out_at_any_time(void **state)
{
    (void)state;
    test_random       random = { 64 };
    test_heap         heap = { .budget = -1 };
    rim_allocator     from = test_heap_allocator(&heap);
    rim_stage_options options = { false, &from };
    rim_sprite       *sprites[KINDS];
    int               refused = 0;
    make_sprites(&random, sprites);
    for (int budget = 0; budget < 40; budget++)
    {
        rim_stage *stage;
        heap.budget = budget;
        if (rim_stage_create(&stage, &options))
        {
            assert_null(stage);
            refused++;
            continue;
        }
        int pairs = 0;
        for (int i = 0; i < 60; i++)
        {
            rim_handle who;
            rim_posed  p = { sprites[0],
                             rim_xform2_translation(rim_vec2_make((float)(i % 9), (float)(i % 7))) };
            rim_status status = rim_stage_add(stage, &(rim_stage_item){ .posed = p }, &who);
            assert_true(status == RIM_OK || status == RIM_ERR_MEMORY);
            assert_int_equal(status == RIM_OK, rim_stage_get(stage, who).posed.sprite != NULL);
            refused += status != RIM_OK;
            if (i % 8) continue;
            int               now = rim_stage_pairs(stage, NULL, 0);
            rim_stage_changes changes;
            rim_status        update = rim_stage_update(stage, &changes);
            assert_int_equal(changes.touching_count, update ? pairs : now);
            if (!update) assert_int_equal(changes.entered_count, now - pairs);
            if (!update) pairs = now;
            refused += update != RIM_OK;
        }
        rim_stage_destroy(stage);
        assert_int_equal(0, heap.live_bytes);
    }
    assert_true(refused > 20);
    for (int k = 0; k < KINDS; k++) rim_sprite_destroy(sprites[k]);
}

// --- sprites updated while they stand on a stage ------------------------------------------------------------

// How often a query returned a sprite by pixels outside the bounds that it had when the stage last placed it.
typedef struct late_hits
{
    int points, boxes, rays, sweeps, pairs;
} late_hits;

static bool is_on(const cast *c, int i, uint32_t layers)
{
    return c->present[i] && ((c->filter[i].layers ? c->filter[i].layers : 1) & layers);
}

// Compares a list by slot with the sprites for which `wanted` is true, and counts those outside their old bounds.
static int check_list(const cast *c, const bool *wanted, const rim_handle *list, int count,
                      const rim_box2 *old, rim_box2 where)
{
    int expected = 0, late = 0, at = 0;
    for (int i = 0; i < c->count; i++)
    {
        expected += wanted[i];
        late += wanted[i] && !share_area(old[i], where);
    }
    assert_int_equal(expected, count);
    for (int k = 0; k < count; k++)
    {
        for (at = 0; at < c->count && memcmp(&c->who[at], &list[k], sizeof list[k]); at++)
        {
        }
        assert_true(at < c->count && wanted[at]);
        assert_true(k == 0 || list[k - 1].slot < list[k].slot);
    }
    return late;
}

static void check_areas(test_random *random, const cast *c, bool boxes_only, const rim_box2 *old,
                        late_hits *late)
{
    static rim_handle list[MOST];
    static bool       wanted[MOST];
    uint32_t          layers = random_int(random, 0, 2) ? ~0u : 1u;
    rim_vec2          p =
        rim_vec2_make((float)random_int(random, -60, 60), (float)random_int(random, -60, 60));
    rim_box2 box = rim_box2_make(p, rim_vec2_make(p.x + 5.0f, p.y + 3.0f)),
             pixel = { p, { p.x + 1.0f, p.y + 1.0f } };
    for (int i = 0; i < c->count; i++)
        wanted[i] = is_on(c, i, layers) &&
                    (boxes_only ? rim_box2_contains(rim_sprite_bounds(c->posed[i]), p)
                                : rim_sprite_contains(c->posed[i], p));
    late->points += check_list(c, wanted, list, rim_stage_contains(c->stage, p, layers, list, MOST),
                               old, pixel);
    for (int i = 0; i < c->count; i++)
        wanted[i] =
            is_on(c, i, layers) && (boxes_only ? share_area(rim_sprite_bounds(c->posed[i]), box)
                                               : rim_sprite_overlaps_box(c->posed[i], box));
    late->boxes += check_list(c, wanted, list,
                              rim_stage_overlaps_box(c->stage, box, layers, list, MOST), old, box);
}

static void check_ways(test_random *random, const cast *c, rim_sprite *sprites[KINDS],
                       const rim_box2 *old, late_hits *late)
{
    static rim_stage_hit hits[MOST];
    uint32_t             layers = random_int(random, 0, 2) ? ~0u : 1u;
    rim_sprite          *sprite = sprites[random_int(random, 0, KINDS - 1)];
    rim_posed            mover = { sprite, random_pose(random, sprite, 60) };
    rim_ray2 ray = { { (float)random_int(random, -60, 60), (float)random_int(random, -60, 60) },
                     { (float)random_int(random, -60, 60), (float)random_int(random, -60, 60) } };
    for (int sweep = 0; sweep < 2; sweep++)
    {
        int count =
            sweep ? rim_stage_sweep_all(c->stage, mover, ray.delta, layers, nobody, hits, MOST)
                  : rim_stage_raycast_all(c->stage, ray, layers, hits, MOST);
        rim_stage_hit first =
            sweep ? rim_stage_sweep_first(c->stage, mover, ray.delta, layers, nobody)
                  : rim_stage_raycast_first(c->stage, ray, layers);
        int expected = 0;
        for (int i = 0; i < c->count; i++)
        {
            if (!is_on(c, i, layers)) continue;
            rim_hit2 hit = sweep ? rim_sprite_sweep(mover, ray.delta, c->posed[i])
                                 : rim_sprite_raycast(c->posed[i], ray);
            if (!hit.hit) continue;
            int k = 0;
            while (k < count && memcmp(&hits[k].who, &c->who[i], sizeof c->who[i]) != 0) k++;
            assert_true(k < count && hits[k].hit.t == hit.t);
            expected++;
            rim_box2 touched = { hit.point, hit.point };
            *(sweep ? &late->sweeps : &late->rays) += !rim_box2_overlaps(old[i], touched);
        }
        assert_int_equal(expected, count);
        assert_int_equal(first.hit.hit, count > 0);
        if (count) assert_true(first.hit.t == hits[0].hit.t && first.who.slot == hits[0].who.slot);
    }
}

static void check_pairs(const cast *c, bool boxes_only, const rim_box2 *old, late_hits *late)
{
    static rim_pair now[MOST * MOST / 2], found[MOST * MOST / 2];
    int             count = 0;
    for (int i = 0; i < c->count; i++)
        for (int j = 0; j < c->count; j++)
        {
            if (!c->present[i] || !c->present[j] || c->who[i].slot >= c->who[j].slot) continue;
            if (!looks_for(c->filter[i], c->filter[j]) || !looks_for(c->filter[j], c->filter[i]))
                continue;
            bool overlap = boxes_only ? share_area(rim_sprite_bounds(c->posed[i]),
                                                   rim_sprite_bounds(c->posed[j]))
                                      : rim_sprite_overlaps(c->posed[i], c->posed[j]);
            if (!overlap) continue;
            now[count].a = c->who[i], now[count++].b = c->who[j];
            late->pairs += !share_area(old[i], old[j]);
        }
    qsort(now, (size_t)count, sizeof *now, compare_pairs);
    assert_int_equal(count, rim_stage_pairs(c->stage, found, MOST * MOST / 2));
    qsort(found, (size_t)count, sizeof *found, compare_pairs);
    assert_memory_equal(now, found, (size_t)count * sizeof *now);
}

// Draws or clears a rectangle, mostly a small one, sometimes everything.
static void edit_sprite(test_random *random, rim_mask *mask, rim_sprite *sprite)
{
    int x = random_int(random, -2, rim_mask_width(mask)),
        y = random_int(random, -2, rim_mask_height(mask));
    rim_rect part = rim_rect_make(x, y, x + random_int(random, 1, 6), y + random_int(random, 1, 6));
    if (random_int(random, 0, 7) == 0)
        part = rim_rect_make(0, 0, rim_mask_width(mask), rim_mask_height(mask));
    rim_mask_draw_rect(mask, part, random_int(random, 0, 2) == 0 && part.x1 - part.x0 < 7);
    assert_int_equal(RIM_OK, rim_sprite_update(sprite, mask, part));
}

// Edits, moves, additions and removals in random order; every answer follows the pixels at once.
static void answers_follow_updates_of_sprites(void **state)
{
    (void)state;
    test_random     random = { 67 };
    static cast     c;
    static rim_box2 old[MOST];
    late_hits       late = { 0, 0, 0, 0, 0 };
    for (int run = 0; run < 4 + case_count(20); run++)
    {
        rim_stage_options options = { run % 4 == 3, NULL };
        rim_sprite       *sprites[KINDS];
        rim_mask         *masks[KINDS];
        for (int k = 0; k < KINDS; k++)
        {
            assert_int_equal(RIM_OK, rim_mask_create(&masks[k], 16 + k, 20 - k, NULL));
            if (k) rim_mask_draw_rect(masks[k], rim_rect_make(8, 8, 8 + k, 9), true);
            assert_int_equal(RIM_OK, rim_sprite_create(&sprites[k], masks[k], NULL));
        }
        memset(&c, 0, sizeof c);
        c.count = run % 2 ? 200 : 30;
        assert_int_equal(RIM_OK, rim_stage_create(&c.stage, &options));
        for (int i = 0; i < c.count; i++) join(&random, &c, sprites, i, 60);
        for (int step = 0; step < 30; step++)
        {
            for (int i = 0; i < c.count; i++)
                old[i] = c.present[i] ? rim_sprite_bounds(c.posed[i]) : rim_box2_empty();
            int k = random_int(&random, 0, KINDS - 1);
            edit_sprite(&random, masks[k], sprites[k]);
            if (step % 5 == 4) // const queries follow a new anchor once the stage has been told
            {
                float ax = (float)random_int(&random, -40, 40), ay = random_float(&random, 0, 9);
                if (options.boxes_only) ay = 0.5f * ax; // bounds are rounded outwards
                assert_int_equal(RIM_OK, rim_sprite_set_anchor(sprites[k], rim_vec2_make(ax, ay)));
                if (step % 2) assert_int_equal(RIM_OK, rim_stage_update(c.stage, NULL));
                check_pairs(&c, options.boxes_only, old, &late);
            }
            for (int query = 0; query < 4; query++)
            {
                check_areas(&random, &c, options.boxes_only, old, &late);
                check_ways(&random, &c, sprites, old, &late);
            }
            int what = random_int(&random, 0, 3);
            if (what == 0) check_pairs(&c, options.boxes_only, old, &late);
            if (what == 1) change_some(&random, &c, sprites, 60);
            if (what == 2) assert_int_equal(RIM_OK, rim_stage_update(c.stage, NULL));
        }
        rim_stage_destroy(c.stage);
        for (int i = 0; i < KINDS; i++) rim_sprite_destroy(sprites[i]), rim_mask_destroy(masks[i]);
    }
    int enough = case_count(20);
    assert_true(late.points > enough && late.boxes > enough && late.rays > enough &&
                late.sweeps > enough);
    assert_true(late.pairs > enough);
}

// A sprite's position is its translation minus its anchor. A part of it that doubles lose still decides whether two sprites
// that stand side by side overlap.
static void positions_count_beyond_the_precision_of_double(void **state)
{
    (void)state;
    const float tiny[] = { 0x1p-100f, 0.0f, -0x1p-100f, -0x1p-149f };
    int         overlaps = 0;
    rim_mask   *mask;
    assert_int_equal(RIM_OK, rim_mask_create_filled(&mask, 4, 4, NULL));
    for (int i = 0; i < 16; i++)
    {
        float              shift = tiny[i / 2 % 4];
        bool               across = i % 2 == 0;
        rim_vec2           at = i < 8 ? rim_vec2_make(0.0f, 0.0f) : rim_vec2_make(8.0f, 8.0f);
        rim_vec2           beside = across ? rim_vec2_make(4.0f, 0.0f) : rim_vec2_make(0.0f, 4.0f);
        rim_sprite_options options = { .has_anchor = true, .rays = 4 };
        rim_sprite        *moved, *still;
        assert_int_equal(RIM_OK, rim_sprite_create(&still, mask, &options));
        options.anchor = across ? rim_vec2_make(shift, 0.0f) : rim_vec2_make(0.0f, shift);
        assert_int_equal(RIM_OK, rim_sprite_create(&moved, mask, &options));
        rim_posed a = rim_posed_make(moved, rim_xform2_translation(at));
        rim_posed b = rim_posed_make(still, rim_xform2_translation(rim_vec2_add(at, beside)));

        rim_stage     *stage;
        rim_stage_item first = { .posed = a }, second = { .posed = b };
        rim_handle     who;
        assert_int_equal(RIM_OK, rim_stage_create(&stage, NULL));
        assert_int_equal(RIM_OK, rim_stage_add(stage, &first, &who));
        assert_int_equal(RIM_OK, rim_stage_add(stage, &second, NULL));
        bool expected = shift < 0.0f; // a negative anchor moves the sprite towards the other one
        assert_int_equal(expected, rim_sprite_overlaps(a, b));
        assert_int_equal(expected, rim_stage_pairs(stage, NULL, 0));
        assert_int_equal(expected, rim_stage_overlaps(stage, who, NULL, 0));
        overlaps += expected;
        rim_stage_destroy(stage);
        rim_sprite_destroy(moved);
        rim_sprite_destroy(still);
    }
    assert_int_equal(8, overlaps);
    rim_mask_destroy(mask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_and_events_agree_with_a_loop_over_all),
        cmocka_unit_test(every_pair_of_a_crowd_is_found_once),
        cmocka_unit_test(questions_agree_with_a_loop_over_all),
        cmocka_unit_test(answers_follow_updates_of_sprites),
        cmocka_unit_test(the_first_is_the_first_of_all_however_large),
        cmocka_unit_test(guests_who_left_change_no_order_of_pairs),
        cmocka_unit_test(handles_of_those_who_left_stay_stale),
        cmocka_unit_test(a_full_stage_keeps_to_its_memory),
        cmocka_unit_test(positions_count_beyond_the_precision_of_double),
        cmocka_unit_test(memory_may_run_out_at_any_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
