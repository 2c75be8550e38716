// Shapes and sprites at rest and in motion against all on a stage, and the stage as a world, judged by loops over all of
// them. Sprites are edited, moved, added and removed all the while.

#include "support/support.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "rimcast/rimcast.h"

enum
{
    KINDS = 5,
    MOST = 160,
    RANGE = 70,
    CORNERS = 6
};

static const rim_handle nobody = { 0, 0 };

// Who should be there, beside the stage under test.
typedef struct crowd
{
    rim_stage  *stage;
    bool        boxes_only;
    rim_mask   *masks[KINDS];
    rim_sprite *sprites[KINDS];
    int         count;
    bool        present[MOST];
    rim_handle  who[MOST];
    rim_posed   posed[MOST];
    rim_filter  filter[MOST];
    rim_vec2    motion[MOST]; // by slot
} crowd;

// How many answers each query gave, and how many pairs of a mover and another moved towards each other.
typedef struct answers
{
    int circles, polygons, sprites, partners, sweeps, turning, gathered, walks;
} answers;

static rim_xform2 any_place(test_random *random, const rim_sprite *sprite)
{
    rim_vec2 at = rim_vec2_make((float)random_int(random, -RANGE, RANGE),
                                (float)random_int(random, -RANGE, RANGE));
    if (random_int(random, 0, 1))
        return rim_xform2_translation(rim_vec2_add(at, rim_sprite_anchor(sprite)));
    if (random_int(random, 0, 9) == 0) at.x = random_int(random, 0, 1) ? NAN : 1e30f;
    rim_rot2 turn = rim_rot2_degrees(random_float(random, 0.0f, 360.0f));
    return rim_xform2_pose(at, turn, rim_vec2_make(random_float(random, -2.0f, 2.0f), 1.0f));
}

static void join(test_random *random, crowd *c, int i)
{
    c->posed[i].sprite = c->sprites[random_int(random, 0, KINDS - 1)];
    c->posed[i].pose = any_place(random, c->posed[i].sprite);
    c->filter[i] = (rim_filter){ 0, 0 };
    if (random_int(random, 0, 2) == 0)
        c->filter[i] =
            (rim_filter){ 1u << random_int(random, 0, 2), (uint32_t)random_int(random, 0, 7) };
    rim_stage_item item = { c->posed[i], c->filter[i], NULL, NULL, 0 };
    assert_int_equal(RIM_OK, rim_stage_add(c->stage, &item, &c->who[i]));
    c->present[i] = true;
}

static void make_crowd(test_random *random, crowd *c, int count, bool boxes_only)
{
    memset(c, 0, sizeof *c);
    c->count = count;
    c->boxes_only = boxes_only;
    rim_stage_options options = { boxes_only, NULL };
    assert_int_equal(RIM_OK, rim_stage_create(&c->stage, &options));
    for (int k = 0; k < KINDS; k++)
    {
        assert_int_equal(RIM_OK, rim_mask_create(&c->masks[k], 14 + k, 18 - k, NULL));
        if (k) rim_mask_draw_circle(c->masks[k], rim_vec2_make(7, 8), (float)k, true);
        assert_int_equal(RIM_OK, rim_sprite_create(&c->sprites[k], c->masks[k], NULL));
    }
    for (int i = 0; i < count; i++) join(random, c, i);
}

static void end_crowd(crowd *c)
{
    rim_stage_destroy(c->stage);
    for (int k = 0; k < KINDS; k++)
    {
        rim_sprite_destroy(c->sprites[k]);
        rim_mask_destroy(c->masks[k]);
    }
}

// Draws into one of the sprites, or clears a part of it.
static void edit_one(test_random *random, crowd *c)
{
    int k = random_int(random, 0, KINDS - 1), x = random_int(random, -2, 14),
        y = random_int(random, -2, 18);
    rim_rect part = rim_rect_make(x, y, x + random_int(random, 1, 7), y + random_int(random, 1, 7));
    rim_mask_draw_rect(c->masks[k], part, random_int(random, 0, 1) == 0);
    assert_int_equal(RIM_OK, rim_sprite_update(c->sprites[k], c->masks[k], part));
}

static void change_some(test_random *random, crowd *c)
{
    for (int i = 0; i < c->count; i++)
    {
        int what = random_int(random, 0, 19);
        if (!c->present[i] && what < 8)
            join(random, c, i);
        else if (c->present[i] && what == 0)
        {
            assert_true(rim_stage_remove(c->stage, c->who[i]));
            c->present[i] = false;
        }
        else if (c->present[i] && what < 6)
        {
            c->posed[i].pose = any_place(random, c->posed[i].sprite);
            assert_true(rim_stage_move(c->stage, c->who[i], c->posed[i].pose));
        }
    }
    if (random_int(random, 0, 2) == 0) rim_stage_pairs(c->stage, NULL, 0); // bounds are renewed
}

static uint32_t layers_of(const crowd *c, int i)
{
    return c->filter[i].layers ? c->filter[i].layers : 1u;
}

static bool boxes_overlap(rim_posed a, rim_posed b)
{
    rim_box2 p = rim_sprite_bounds(a), q = rim_sprite_bounds(b);
    return p.lo.x < q.hi.x && q.lo.x < p.hi.x && p.lo.y < q.hi.y && q.lo.y < p.hi.y;
}

// A list by slot must hold those for which `wanted` is true. Returns their number.
static int check_list(const crowd *c, const bool *wanted, const rim_handle *list, int count)
{
    int expected = 0;
    for (int i = 0; i < c->count; i++)
    {
        expected += wanted[i];
        int times = 0;
        for (int k = 0; k < count; k++)
            times += list[k].slot == c->who[i].slot && list[k].generation == c->who[i].generation;
        assert_int_equal(times, wanted[i]);
    }
    assert_int_equal(expected, count);
    for (int k = 1; k < count; k++) assert_true(list[k - 1].slot < list[k].slot);
    return expected;
}

// --- at rest -------------------------------------------------------------------------------------------

static void check_shapes(test_random *random, const crowd *c, answers *sum)
{
    rim_handle  list[MOST];
    bool        wanted[MOST];
    uint32_t    layers = random_int(random, 0, 2) ? ~0u : 1u;
    rim_circle2 circle = { { random_float(random, -RANGE, RANGE),
                             random_float(random, -RANGE, RANGE) },
                           (float)random_int(random, 0, 12) };
    for (int i = 0; i < c->count; i++)
        wanted[i] = c->present[i] && (layers_of(c, i) & layers) &&
                    rim_sprite_overlaps_circle(c->posed[i], circle);
    int count = rim_stage_overlaps_circle(c->stage, circle, layers, list, MOST);
    assert_int_equal(count, rim_stage_overlaps_circle(c->stage, circle, layers, NULL, 0));
    sum->circles += check_list(c, wanted, list, count);

    // Rings of any shape: two corners are a segment, and sides may cross.
    rim_vec2     corners[CORNERS];
    rim_polygon2 ring = { corners, random_int(random, 2, CORNERS) };
    for (int k = 0; k < CORNERS; k++)
        corners[k] = rim_vec2_add(circle.center, rim_vec2_make(random_float(random, -15, 15),
                                                               random_float(random, -15, 15)));
    for (int i = 0; i < c->count; i++)
        wanted[i] = c->present[i] && (layers_of(c, i) & layers) &&
                    rim_sprite_overlaps_polygon(c->posed[i], ring);
    count = rim_stage_overlaps_polygon(c->stage, ring, layers, list, MOST);
    sum->polygons += check_list(c, wanted, list, count);
}

static void check_sprites(test_random *random, const crowd *c, answers *sum)
{
    rim_handle list[MOST];
    bool       wanted[MOST];
    uint32_t   layers = random_int(random, 0, 2) ? ~0u : 1u;
    rim_posed  me = { c->sprites[random_int(random, 0, KINDS - 1)], rim_xform2_identity() };
    int        but = random_int(random, 0, c->count - 1);
    me.pose = any_place(random, me.sprite);
    if (random_int(random, 0, 1) && c->present[but]) me = c->posed[but];
    for (int i = 0; i < c->count; i++)
        wanted[i] =
            c->present[i] && i != but && (layers_of(c, i) & layers) &&
            (c->boxes_only ? boxes_overlap(me, c->posed[i]) : rim_sprite_overlaps(me, c->posed[i]));
    int count = rim_stage_overlaps_sprite(c->stage, me, layers, c->who[but], list, MOST);
    sum->sprites += check_list(c, wanted, list, count);

    for (int i = 0; i < c->count; i++)
        wanted[i] = c->present[i] && c->present[but] && i != but &&
                    (layers_of(c, i) & ~c->filter[but].ignores) &&
                    (layers_of(c, but) & ~c->filter[i].ignores) &&
                    (c->boxes_only ? boxes_overlap(c->posed[but], c->posed[i])
                                   : rim_sprite_overlaps(c->posed[but], c->posed[i]));
    count = rim_stage_overlaps(c->stage, c->who[but], list, MOST);
    sum->partners += check_list(c, wanted, list, count);
}

// --- in motion -----------------------------------------------------------------------------------------

static rim_vec2 any_motion(test_random *random)
{
    rim_vec2 way = rim_vec2_make((float)random_int(random, -60, 60), random_float(random, -60, 60));
    switch (random_int(random, 0, 11))
    {
    case 0:
        return rim_vec2_make(NAN, 1.0f);
    case 1:
        return rim_vec2_make(way.x, INFINITY);
    case 2:
        return rim_vec2_scale(way, 1e5f);
    case 3:
        return rim_vec2_make(0.0f, way.y);
    default:
        return way;
    }
}

static void check_sweeps(test_random *random, crowd *c, answers *sum)
{
    rim_stage_hit     hits[MOST], few[2];
    uint32_t          layers = random_int(random, 0, 2) ? ~0u : 1u;
    rim_posed         me = { c->sprites[random_int(random, 0, KINDS - 1)], rim_xform2_identity() };
    rim_vec2          delta = any_motion(random);
    int               moving = random_int(random, 0, c->count), expected = 0;
    rim_handle        but = random_int(random, 0, 1) ? c->who[0] : nobody;
    rim_stage_motions others = { c->motion, moving };
    me.pose = any_place(random, me.sprite);
    for (int slot = 0; slot < MOST; slot++) c->motion[slot] = any_motion(random);
    int count = rim_stage_sweep_both_all(c->stage, me, delta, others, layers, but, hits, MOST);
    for (int i = 0; i < c->count; i++)
    {
        if (!c->present[i] || !(layers_of(c, i) & layers)) continue;
        if (c->who[i].slot == but.slot && c->who[i].generation == but.generation) continue;
        int      slot = (int)c->who[i].slot;
        rim_vec2 motion = slot < moving ? c->motion[slot] : rim_vec2_make(0, 0);
        rim_hit2 hit = rim_sprite_sweep_both(me, delta, c->posed[i], motion);
        if (!hit.hit) continue;
        int k = 0;
        while (k < count && (int)hits[k].who.slot != slot) k++;
        assert_true(k < count && hits[k].hit.t == hit.t && hits[k].hit.point.x == hit.point.x &&
                    hits[k].hit.point.y == hit.point.y);
        expected++;
    }
    assert_int_equal(expected, count);
    for (int k = 1; k < count; k++)
        assert_true(hits[k - 1].hit.t < hits[k].hit.t || (hits[k - 1].hit.t == hits[k].hit.t &&
                                                          hits[k - 1].who.slot < hits[k].who.slot));
    assert_int_equal(count,
                     rim_stage_sweep_both_all(c->stage, me, delta, others, layers, but, few, 2));
    for (int k = 0; k < 2 && k < count; k++) assert_int_equal(few[k].who.slot, hits[k].who.slot);
    rim_stage_hit first = rim_stage_sweep_both_first(c->stage, me, delta, others, layers, but);
    assert_int_equal(first.hit.hit, count > 0);
    if (count) assert_true(first.hit.t == hits[0].hit.t && first.who.slot == hits[0].who.slot);
    sum->sweeps += count;
}

static void check_turning(test_random *random, crowd *c, answers *sum)
{
    rim_stage_hit hits[MOST], few[2];
    uint32_t      layers = random_int(random, 0, 2) ? ~0u : 1u;
    rim_posed     me = { c->sprites[random_int(random, 0, KINDS - 1)], rim_xform2_identity() };
    rim_motion2   motion = { any_motion(random), random_float(random, -4.0f, 4.0f) };
    rim_motion2   rest = { { 0.0f, 0.0f }, 0.0f };
    rim_handle    but = random_int(random, 0, 1) ? c->who[0] : nobody;
    int           expected = 0;
    if (random_int(random, 0, 4) == 0) motion.turn = 0.0f;
    me.pose = any_place(random, me.sprite);
    int count = rim_stage_sweep_turning_all(c->stage, me, motion, layers, but, hits, MOST);
    for (int i = 0; i < c->count; i++)
    {
        if (!c->present[i] || !(layers_of(c, i) & layers)) continue;
        if (c->who[i].slot == but.slot && c->who[i].generation == but.generation) continue;
        rim_hit2 hit = rim_sprite_sweep_turning(me, motion, c->posed[i], rest);
        if (!hit.hit) continue;
        int k = 0;
        while (k < count && hits[k].who.slot != c->who[i].slot) k++;
        assert_true(k < count && hits[k].hit.t == hit.t && hits[k].hit.point.x == hit.point.x &&
                    hits[k].hit.point.y == hit.point.y);
        expected++;
    }
    assert_int_equal(expected, count);
    for (int k = 1; k < count; k++) assert_true(hits[k - 1].hit.t <= hits[k].hit.t);
    assert_int_equal(count, rim_stage_sweep_turning_all(c->stage, me, motion, layers, but, few, 2));
    for (int k = 0; k < 2 && k < count; k++) assert_int_equal(few[k].who.slot, hits[k].who.slot);
    rim_stage_hit first = rim_stage_sweep_turning_first(c->stage, me, motion, layers, but);
    assert_int_equal(first.hit.hit, count > 0);
    if (count) assert_true(first.hit.t == hits[0].hit.t && first.who.slot == hits[0].who.slot);
    sum->turning += count;
}

// --- as a world ------------------------------------------------------------------------------------------

// Whatever has a point in the box must be among those gathered, once, whatever the page.
static void check_world(test_random *random, const crowd *c, answers *sum)
{
    rim_posed      all[MOST], page[7], listed[MOST];
    rim_stage_part part = { c->stage, random_int(random, 0, 2) ? ~0u : 1u, nobody };
    int            but = random_int(random, 0, c->count - 1), listed_count = 0;
    rim_vec2       lo = rim_vec2_make((float)random_int(random, -RANGE, RANGE),
                                      (float)random_int(random, -RANGE, RANGE));
    rim_box2       box = { lo, { lo.x + (float)random_int(random, 0, 40), lo.y + 20.0f } };
    if (c->present[but]) part.but = c->who[but];
    rim_world2 world = rim_stage_world(&part);
    int        count = world.gather(world.context, box, 0, all, MOST);
    assert_true(count <= MOST);
    for (int first = 0; first < count; first += 7)
    {
        assert_int_equal(count, world.gather(world.context, box, first, page, 7));
        for (int k = 0; k < 7 && first + k < count; k++)
            assert_memory_equal(&page[k].pose, &all[first + k].pose, sizeof page[k].pose);
    }
    for (int i = 0; i < c->count; i++)
    {
        if (!c->present[i] || i == but || !(layers_of(c, i) & part.layers)) continue;
        listed[listed_count++] = c->posed[i];
        if (!rim_box2_overlaps(rim_sprite_bounds(c->posed[i]), box)) continue;
        int k = 0;
        while (k < count && (all[k].sprite != c->posed[i].sprite ||
                             memcmp(&all[k].pose, &c->posed[i].pose, sizeof all[k].pose) != 0))
            k++;
        assert_true(k < count);
        sum->gathered++;
    }

    // One moves in it as among the same sprites in a list.
    rim_posed_list list = { listed, listed_count };
    rim_mover2     me = { .kind = RIM_MOVER2_BOX, .at = lo, .box = { { -3, -4 }, { 3, 4 } } };
    rim_vec2   delta = rim_vec2_make(random_float(random, -20, 20), random_float(random, -9, 9));
    rim_slide2 a = rim_mover2_slide(&me, delta, world),
               b = rim_mover2_slide(&me, delta, rim_posed_list_world(&list));
    assert_true(a.me.at.x == b.me.at.x && a.me.at.y == b.me.at.y);
    assert_true(a.hit == b.hit && a.stuck == b.stuck);
    sum->walks += a.hit;
}

static void queries_agree_with_loops_over_all(void **state)
{
    (void)state;
    test_random  random = { 91 };
    static crowd c;
    answers      sum = { 0 };
    for (int run = 0; run < 4 + case_count(12); run++)
    {
        make_crowd(&random, &c, run % 2 ? MOST : 30, run % 4 == 3);
        for (int step = 0; step < 40; step++)
        {
            edit_one(&random, &c);
            for (int k = 0; k < 3; k++)
            {
                check_shapes(&random, &c, &sum);
                check_sprites(&random, &c, &sum);
                check_sweeps(&random, &c, &sum);
                check_turning(&random, &c, &sum);
                check_world(&random, &c, &sum);
            }
            change_some(&random, &c);
        }
        end_crowd(&c);
    }
    int enough = case_count(500);
    assert_true(sum.circles > enough && sum.polygons > enough && sum.sprites > enough);
    assert_true(sum.partners > enough && sum.sweeps > enough && sum.gathered > enough);
    assert_true(sum.turning > enough && sum.walks > enough / 5);
}

// Powers of two scale every time's bits, and change no list.
static void powers_of_two_change_no_answer(void **state)
{
    (void)state;
    test_random  random = { 92 };
    static crowd c;
    int          hits = 0;
    make_crowd(&random, &c, 60, false);
    for (int k = 1; k < KINDS; k++)
        assert_int_equal(RIM_OK,
                         rim_sprite_update(c.sprites[k], c.masks[k], rim_rect_make(0, 0, 20, 20)));
    for (int exponent = -10; exponent <= 10; exponent += 20)
    {
        float      scale = exponent < 0 ? 0x1p-10f : 0x1p10f;
        rim_stage *scaled;
        assert_int_equal(RIM_OK, rim_stage_create(&scaled, NULL));
        for (int i = 0; i < c.count; i++)
        {
            rim_xform2     m = c.posed[i].pose;
            rim_stage_item item = { { c.posed[i].sprite,
                                      { m.a * scale, m.b * scale, m.c * scale, m.d * scale,
                                        m.tx * scale, m.ty * scale } },
                                    c.filter[i],
                                    NULL,
                                    NULL,
                                    0 };
            assert_int_equal(RIM_OK, rim_stage_add(scaled, &item, NULL));
        }
        for (int k = 0; k < case_count(200); k++)
        {
            rim_posed  me = { c.sprites[1 + k % 4], any_place(&random, c.sprites[1 + k % 4]) };
            rim_xform2 m = me.pose;
            rim_posed  large = { me.sprite,
                                 { m.a * scale, m.b * scale, m.c * scale, m.d * scale, m.tx * scale,
                                   m.ty * scale } };
            rim_vec2   by[MOST], by_large[MOST], delta = rim_vec2_make(20.5f, -31.0f);
            for (int i = 0; i < MOST; i++)
            {
                by[i] = rim_vec2_make(random_float(&random, -40, 40), (float)(k % 50) - 25.0f);
                by_large[i] = rim_vec2_scale(by[i], scale);
            }
            rim_stage_hit p = rim_stage_sweep_both_first(
                c.stage, me, delta, (rim_stage_motions){ by, MOST }, ~0u, nobody);
            rim_stage_hit q =
                rim_stage_sweep_both_first(scaled, large, rim_vec2_scale(delta, scale),
                                           (rim_stage_motions){ by_large, MOST }, ~0u, nobody);
            assert_true(p.hit.hit == q.hit.hit && p.hit.t == q.hit.t && p.who.slot == q.who.slot);
            hits += p.hit.hit;
            rim_circle2 circle = { { m.tx, m.ty }, 8.0f },
                        large_circle = { { m.tx * scale, m.ty * scale }, 8.0f * scale };
            assert_int_equal(rim_stage_overlaps_circle(c.stage, circle, ~0u, NULL, 0),
                             rim_stage_overlaps_circle(scaled, large_circle, ~0u, NULL, 0));
        }
        rim_stage_destroy(scaled);
    }
    assert_true(hits > case_count(50));
    end_crowd(&c);
}

static void what_is_not_finite_or_not_there_meets_nobody(void **state)
{
    (void)state;
    test_random  random = { 93 };
    static crowd c;
    make_crowd(&random, &c, 40, false);
    rim_vec2    bad[3] = { { 0, 0 }, { NAN, 1 }, { 5, 5 } };
    rim_circle2 circles[3] = { { { 0, INFINITY }, 4 }, { { 0, 0 }, -1 }, { { 0, 0 }, NAN } };
    for (int i = 0; i < 3; i++)
        assert_int_equal(0, rim_stage_overlaps_circle(c.stage, circles[i], ~0u, NULL, 0));
    assert_int_equal(0,
                     rim_stage_overlaps_polygon(c.stage, (rim_polygon2){ bad, 3 }, ~0u, NULL, 0));
    assert_int_equal(0,
                     rim_stage_overlaps_polygon(c.stage, (rim_polygon2){ bad, 0 }, ~0u, NULL, 0));
    rim_posed lost = { c.sprites[2], { 1, 0, 0, 1, NAN, 0 } };
    assert_int_equal(0, rim_stage_overlaps_sprite(c.stage, lost, ~0u, nobody, NULL, 0));
    rim_stage_remove(c.stage, c.who[7]);
    assert_int_equal(0, rim_stage_overlaps(c.stage, c.who[7], NULL, 0));
    assert_int_equal(0, rim_stage_overlaps(c.stage, nobody, NULL, 0));
    rim_circle2 all = { { 0, 0 }, 1e6f };
    assert_true(rim_stage_overlaps_circle(c.stage, all, ~0u, NULL, 0) > 10);
    assert_int_equal(0, rim_stage_overlaps_circle(c.stage, all, 0u, NULL, 0));
    end_crowd(&c);
}

// Boxes decide, but a sprite of scale 0 or with an infinite pose has none, like a figure of this sprite.
static void sprites_without_area_have_no_box(void **state)
{
    (void)state;
    const rim_stage_options options = { .boxes_only = true };
    const rim_xform2        poses[] = { { INFINITY, 0, 0, 1, 0, 0 }, { 0, 0, 0, 1, 0, 0 } };
    rim_mask               *mask;
    rim_sprite             *sprite;
    assert_int_equal(RIM_OK, rim_mask_create_filled(&mask, 8, 8, NULL));
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, NULL));
    for (int i = 0; i < 2; i++)
    {
        rim_stage     *stage;
        rim_handle     who, who_lost;
        rim_stage_item here = { .posed = rim_posed_make(sprite, rim_xform2_identity()) };
        rim_stage_item lost = { .posed = rim_posed_make(sprite, poses[i]) };
        assert_int_equal(RIM_OK, rim_stage_create(&stage, &options));
        assert_int_equal(RIM_OK, rim_stage_add(stage, &here, &who));
        assert_int_equal(RIM_OK, rim_stage_add(stage, &lost, &who_lost));
        assert_true(rim_box2_is_empty(rim_sprite_bounds(lost.posed)));
        assert_int_equal(0, rim_stage_pairs(stage, NULL, 0));
        assert_int_equal(0, rim_stage_overlaps(stage, who, NULL, 0));
        assert_int_equal(0, rim_stage_overlaps(stage, who_lost, NULL, 0));
        assert_int_equal(0, rim_stage_overlaps_sprite(stage, lost.posed, ~0u, nobody, NULL, 0));
        assert_int_equal(1, rim_stage_contains(stage, (rim_vec2){ 0, 0 }, ~0u, NULL, 0));
        rim_stage_destroy(stage);
    }
    rim_sprite_destroy(sprite);
    rim_mask_destroy(mask);
}

// A box of infinite sides, of the largest circle or of a sprite at the largest scale, has nobody in it who left, who
// has no place, or who was never there.
static void infinite_boxes_have_only_those_who_are_there(void **state)
{
    (void)state;
    enum
    {
        FEW = 5,
        MANY = 300 // enough for pairs to be found in sorted boxes
    };
    static rim_handle who[MANY];
    const rim_circle2 all = { { 0, 0 }, FLT_MAX };
    const rim_motion2 turn = { { 1, 1 }, 1 };
    rim_mask         *mask;
    rim_sprite       *sprite;
    assert_int_equal(RIM_OK, rim_mask_create_filled(&mask, 8, 8, NULL));
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, NULL));
    const rim_posed huge = { sprite, { FLT_MAX, 0, 0, FLT_MAX, 0, 0 } };
    const rim_posed lost = { sprite, { 1, 0, 0, 1, NAN, 0 } };
    for (int i = 0; i < 4; i++)
    {
        int               count = i & 1 ? MANY : FEW;
        rim_stage_options options = { .boxes_only = i >= 2 };
        rim_stage        *stage;
        rim_handle        found[4];
        rim_stage_hit     hits[4];
        assert_int_equal(RIM_OK, rim_stage_create(&stage, &options));
        for (int k = 0; k < count; k++)
        {
            rim_stage_item item = { .posed = { sprite, rim_xform2_translation(
                                                           (rim_vec2){ 9.0f * (float)k, 0.5f }) } };
            if (k == 1) item.posed = lost;
            assert_int_equal(RIM_OK, rim_stage_add(stage, &item, &who[k]));
        }
        assert_true(rim_stage_remove(stage, who[2]));
        assert_int_equal(count - 2, rim_stage_overlaps_circle(stage, all, ~0u, NULL, 0));
        assert_int_equal(count - 2, rim_stage_overlaps_sprite(stage, huge, ~0u, nobody, NULL, 0));
        assert_int_equal(count - 2,
                         rim_stage_sweep_turning_all(stage, huge, turn, ~0u, nobody, hits, 4));
        rim_stage_item item = { .posed = huge };
        assert_true(rim_stage_set(stage, who[0], &item));
        assert_int_equal(count - 3, rim_stage_pairs(stage, NULL, 0));
        assert_int_equal(count - 3, rim_stage_overlaps(stage, who[0], found, 4));
        assert_int_equal(who[3].slot, found[0].slot);
        rim_stage_destroy(stage);
    }
    rim_sprite_destroy(sprite);
    rim_mask_destroy(mask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_agree_with_loops_over_all),
        cmocka_unit_test(powers_of_two_change_no_answer),
        cmocka_unit_test(what_is_not_finite_or_not_there_meets_nobody),
        cmocka_unit_test(sprites_without_area_have_no_box),
        cmocka_unit_test(infinite_boxes_have_only_those_who_are_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
