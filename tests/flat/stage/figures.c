// Figures on a stage, among sprites: every question against all of them asked one by one.
#include "rimcast/rimcast.h"
#include "support/sprites.h"

#include <math.h>
#include <string.h>

enum
{
    CREW = 24,
    PARTS = 3
};

typedef struct crew
{
    rim_stage      *stage;
    rim_sprite     *sprites[CREW];
    rim_figure_part parts[CREW][PARTS];
    rim_figure      figures[CREW]; // a sprite is a figure of one part here
    bool            is_figure[CREW];
    rim_handle      who[CREW];
} crew;

static rim_xform2 any_pose(test_random *random, float range)
{
    rim_vec2 at = { random_float(random, -range, range), random_float(random, -range, range) };
    rim_vec2 one = { 1.0f, random_int(random, 0, 1) ? 1.0f : -1.0f };
    if (random_int(random, 0, 1)) return rim_xform2_translation(random_point(random, (int)range));
    return rim_xform2_pose(at, rim_rot2_degrees(random_float(random, -180, 180)), one);
}

static void make_figure(crew *c, test_random *random, int i)
{
    int count = c->is_figure[i] ? random_int(random, 1, PARTS) : 1;
    for (int k = 0; k < count; k++)
    {
        rim_figure_part *p = &c->parts[i][k];
        *p = (rim_figure_part){ .pose = rim_xform2_identity(), .sprite = c->sprites[i] };
        if (!c->is_figure[i]) continue;
        p->kind = (rim_part_kind)random_int(random, 0, RIM_PART_CIRCLE);
        p->pose = any_pose(random, 9.0f);
        p->box = (rim_box2){ { -5, -3 }, { 6, 2 } };
        p->circle.radius = random_float(random, 1, 7);
    }
    c->figures[i] = (rim_figure){ c->parts[i], count, any_pose(random, 70.0f) };
}

static rim_stage_item item_of(const crew *c, int i)
{
    rim_stage_item item = { .posed.pose = c->figures[i].pose };
    if (c->is_figure[i])
        item.parts = c->figures[i].parts, item.part_count = c->figures[i].count;
    else
        item.posed.sprite = c->sprites[i];
    return item;
}

static void make(crew *c, test_random *random)
{
    memset(c, 0, sizeof *c);
    assert_int_equal(RIM_OK, rim_stage_create(&c->stage, NULL));
    for (int i = 0; i < CREW; i++)
    {
        c->sprites[i] = random_sprite(random, 16);
        c->is_figure[i] = random_int(random, 0, 2) > 0;
        make_figure(c, random, i);
        rim_stage_item item = item_of(c, i);
        assert_int_equal(RIM_OK, rim_stage_add(c->stage, &item, &c->who[i]));
    }
}

static void end(crew *c)
{
    rim_stage_destroy(c->stage);
    for (int i = 0; i < CREW; i++) rim_sprite_destroy(c->sprites[i]);
}

static void change(crew *c, test_random *random)
{
    for (int i = 0; i < CREW; i += 3)
    {
        make_figure(c, random, i);
        rim_stage_item item = item_of(c, i);
        assert_true(rim_stage_set(c->stage, c->who[i], &item));
        c->figures[i + 1].pose = any_pose(random, 70.0f);
        assert_true(rim_stage_move(c->stage, c->who[i + 1], c->figures[i + 1].pose));
    }
    rim_stage_item item = rim_stage_get(c->stage, c->who[0]), wanted = item_of(c, 0);
    assert_true(item.parts == wanted.parts && item.part_count == wanted.part_count);
    assert_true(item.posed.sprite == wanted.posed.sprite);
}

// Does the list hold just those?
static void is_list(const rim_handle *list, int count, const crew *c, const bool wanted[CREW])
{
    int all = 0;
    for (int i = 0; i < CREW; i++)
    {
        if (!wanted[i]) continue;
        assert_true(all < count);
        assert_int_equal(list[all].slot, c->who[i].slot);
        all++;
    }
    assert_int_equal(all, count);
}

static int pairs_are_those_of_figures(crew *c)
{
    rim_pair pairs[CREW * CREW];
    bool     met[CREW][CREW] = { { false } };
    int      count = rim_stage_pairs(c->stage, pairs, CREW * CREW), all = 0;
    for (int k = 0; k < count; k++)
    {
        uint32_t  a = pairs[k].a.slot, b = pairs[k].b.slot;
        rim_parts which, parts = rim_stage_parts(c->stage, pairs[k].a, pairs[k].b);
        met[a][b] = met[b][a] = true;
        assert_true(rim_figure_overlaps(&c->figures[a], &c->figures[b], &which));
        assert_true(which.a == parts.a && which.b == parts.b);
    }
    for (int i = 0; i < CREW; i++)
    {
        rim_handle list[CREW];
        bool       wanted[CREW] = { false };
        for (int k = 0; k < CREW; k++)
        {
            wanted[k] = k != i && rim_figure_overlaps(&c->figures[i], &c->figures[k], NULL);
            assert_true(wanted[k] == met[i][k]);
            all += wanted[k];
        }
        is_list(list, rim_stage_overlaps(c->stage, c->who[i], list, CREW), c, wanted);
    }
    return all / 2;
}

static void lists_are_those_of_figures(crew *c, test_random *random)
{
    rim_handle  list[CREW], nobody = { 0, 0 };
    bool        points[CREW], boxes[CREW], circles[CREW], rings[CREW], figures[CREW];
    rim_vec2    at = random_point(random, 70), ring[8];
    rim_box2    box = { at, { at.x + random_float(random, 1, 30), at.y + 9.0f } };
    rim_circle2 circle = { at, random_float(random, 1, 30) };
    int         corners = 0;
    while (corners < 3) corners = random_convex(random, rim_xform2_identity(), ring);
    for (int k = 0; k < corners; k++) ring[k] = rim_vec2_add(ring[k], at);
    rim_figure_part parts[4] = {
        { .kind = RIM_PART_BOX, .pose = rim_xform2_identity(), .box = box },
        { .kind = RIM_PART_CIRCLE, .pose = rim_xform2_identity(), .circle = circle },
        { .kind = RIM_PART_POLYGON, .pose = rim_xform2_identity(), .polygon = { ring, corners } }
    };
    for (int i = 0; i < CREW; i++)
    {
        rim_figure one[3], both = { parts, 3, rim_xform2_identity() };
        for (int k = 0; k < 3; k++) one[k] = (rim_figure){ parts + k, 1, rim_xform2_identity() };
        points[i] = rim_figure_contains(&c->figures[i], at, NULL);
        boxes[i] = rim_figure_overlaps(&c->figures[i], &one[0], NULL);
        circles[i] = rim_figure_overlaps(&c->figures[i], &one[1], NULL);
        rings[i] = rim_figure_overlaps(&c->figures[i], &one[2], NULL);
        figures[i] = rim_figure_overlaps(&c->figures[i], &both, NULL);
    }
    rim_polygon2 polygon = { ring, corners };
    rim_figure   both = { parts, 3, rim_xform2_identity() };
    is_list(list, rim_stage_contains(c->stage, at, ~0u, list, CREW), c, points);
    is_list(list, rim_stage_overlaps_box(c->stage, box, ~0u, list, CREW), c, boxes);
    is_list(list, rim_stage_overlaps_circle(c->stage, circle, ~0u, list, CREW), c, circles);
    // A ring without an area overlaps like segments, as a part it is not there.
    if (rim_polygon2_area(polygon) != 0.0)
        is_list(list, rim_stage_overlaps_polygon(c->stage, polygon, ~0u, list, CREW), c, rings);
    is_list(list, rim_stage_overlaps_figure(c->stage, &both, ~0u, nobody, list, CREW), c, figures);
    rim_posed       posed = { c->sprites[0], rim_xform2_translation(at) };
    rim_figure_part sprite = { .pose = rim_xform2_identity(), .sprite = posed.sprite };
    rim_figure      other = { &sprite, 1, posed.pose };
    for (int i = 0; i < CREW; i++) figures[i] = rim_figure_overlaps(&c->figures[i], &other, NULL);
    is_list(list, rim_stage_overlaps_sprite(c->stage, posed, ~0u, nobody, list, CREW), c, figures);
}

// A figure that turns while the others move: each of them alone, in the order of time.
static void turns_are_those_of_figures(const crew *c, const rim_figure *mover, rim_motion2 motion,
                                       rim_stage_motions others)
{
    rim_handle    nobody = { 0, 0 };
    rim_stage_hit hits[CREW], few[2];
    int           found, count = 0;
    double        times[CREW], first = 1.0;
    found = rim_stage_sweep_figure_all(c->stage, mover, motion, others, ~0u, nobody, hits, CREW);
    for (int i = 0; i < CREW; i++)
    {
        rim_motion2 move = { others.of_slot[i], 0.0f };
        rim_parts   which;
        rim_hit2    hit = rim_figure_sweep_turning(mover, motion, &c->figures[i], move, &which);
        if (!hit.hit) continue;
        times[count++] = hit.t;
        first = hit.t < first ? hit.t : first;
    }
    assert_int_equal(found, count);
    for (int i = 0; i < found; i++)
    {
        int equal = 0;
        for (int k = 0; k < count; k++) equal += times[k] == hits[i].hit.t;
        assert_true(equal > 0 && (i == 0 || hits[i - 1].hit.t <= hits[i].hit.t));
    }
    assert_int_equal(
        found, rim_stage_sweep_figure_all(c->stage, mover, motion, others, ~0u, nobody, few, 2));
    for (int i = 0; i < found && i < 2; i++) assert_true(few[i].hit.t == hits[i].hit.t);
    rim_stage_hit one = rim_stage_sweep_figure_first(c->stage, mover, motion, others, ~0u, nobody);
    assert_true(one.hit.hit == (count > 0) && one.hit.t == first);
}

// The earliest of all, by slot if there are several.
static int motions_are_those_of_figures(crew *c, test_random *random)
{
    rim_ray2        ray = { random_point(random, 90), random_point(random, 150) };
    rim_vec2        delta = random_point(random, 120), moves[CREW];
    rim_figure_part parts[2] = {
        { .pose = rim_xform2_identity(), .sprite = c->sprites[0] },
        { .kind = RIM_PART_BOX, .pose = rim_xform2_identity(), .box = { { -9, 3 }, { 4, 8 } } }
    };
    rim_figure        sprite = { parts, 1, any_pose(random, 80.0f) }, both = sprite;
    rim_posed         posed = { c->sprites[0], sprite.pose };
    rim_motion2       turn = { delta, random_float(random, -1.5f, 1.5f) };
    rim_stage_motions others = { moves, CREW };
    rim_handle        nobody = { 0, 0 };
    double            first[4] = { 1, 1, 1, 1 };
    int               count[3] = { 0 }, part[4] = { -1, -1, -1, -1 }, found;
    both.count = 2;
    for (int i = 0; i < CREW; i++) moves[i] = random_point(random, 20);
    for (int i = 0; i < CREW; i++)
    {
        rim_vec2  rest = { 0.0f, 0.0f };
        rim_parts which[3];
        rim_hit2  h[3] = { rim_figure_raycast(&c->figures[i], ray, &which[0].b),
                           rim_figure_sweep(&sprite, delta, &c->figures[i], rest, &which[1]),
                           rim_figure_sweep(&both, delta, &c->figures[i], moves[i], &which[2]) };
        for (int k = 0; k < 3; k++)
        {
            count[k] += h[k].hit;
            if (h[k].hit && h[k].t < first[k]) first[k] = h[k].t, part[k] = which[k].b;
        }
    }
    rim_stage_hit hits[CREW];
    found = rim_stage_raycast_all(c->stage, ray, ~0u, hits, CREW);
    assert_int_equal(found, count[0]);
    if (found) assert_true(hits[0].hit.t == first[0] && hits[0].parts.b == part[0]);
    for (int i = 0; i < found; i++) assert_true(hits[i].parts.b >= 0 && hits[i].hit.hit);
    assert_true(rim_stage_raycast_first(c->stage, ray, ~0u).hit.t == first[0]);
    found = rim_stage_sweep_all(c->stage, posed, delta, ~0u, nobody, hits, CREW);
    assert_int_equal(found, count[1]);
    if (found) assert_true(hits[0].hit.t == first[1] && hits[0].parts.b == part[1]);
    rim_motion2   straight = { delta, 0.0f };
    rim_stage_hit hit =
        rim_stage_sweep_figure_first(c->stage, &both, straight, others, ~0u, nobody);
    assert_true(hit.hit.hit == (count[2] > 0) && hit.hit.t == first[2] && hit.parts.b == part[2]);
    found = rim_stage_sweep_figure_all(c->stage, &both, straight, others, ~0u, nobody, hits, CREW);
    assert_int_equal(found, count[2]);
    if (found) assert_true(hits[0].hit.t == first[2] && hits[0].parts.b == part[2]);
    turns_are_those_of_figures(c, &both, (rim_motion2){ delta, turn.turn }, others);

    // A turn is found no later than by small steps, each of which asks all figures.
    hit = rim_stage_sweep_turning_first(c->stage, posed, turn, ~0u, nobody);
    bool is_free = true;
    for (int k = 0; k <= 40 && is_free; k++)
    {
        rim_figure there = sprite;
        double     t = k / 40.0;
        if (hit.hit.hit && t > hit.hit.t - 1e-4) break;
        there.pose = rim_motion2_pose(turn, sprite.pose, t);
        for (int i = 0; i < CREW; i++)
            is_free = is_free && rim_figure_overlap_area(&there, &c->figures[i]) < 1e-3;
    }
    assert_true(is_free);
    return count[0] + count[1] + count[2];
}

static void stages_answer_as_figures_do(void **state)
{
    (void)state;
    test_random random = { 1 };
    int         pairs = 0, hits = 0;
    for (int i = 0; i < case_count(120); i++)
    {
        crew c;
        make(&c, &random);
        for (int k = 0; k < 3; k++)
        {
            pairs += pairs_are_those_of_figures(&c);
            lists_are_those_of_figures(&c, &random);
            hits += motions_are_those_of_figures(&c, &random);
            change(&c, &random);
        }
        end(&c);
    }
    assert_true(pairs > case_count(500) && hits > case_count(500));
}

// Pairs follow parts that change, and other questions after a move; who left is gone.
static void parts_may_change(void **state)
{
    (void)state;
    test_random random = { 2 };
    for (int i = 0; i < case_count(200); i++)
    {
        crew c;
        make(&c, &random);
        for (int k = 0; k < CREW; k++)
        {
            if (!c.is_figure[k]) continue;
            c.parts[k][0].pose = any_pose(&random, 30.0f);
            c.parts[k][0].circle.radius = 20.0f;
        }
        pairs_are_those_of_figures(&c);
        for (int k = 0; k < CREW; k++) rim_stage_move(c.stage, c.who[k], c.figures[k].pose);
        lists_are_those_of_figures(&c, &random);
        rim_stage_changes before, after;
        assert_int_equal(RIM_OK, rim_stage_update(c.stage, &before));
        assert_true(rim_stage_remove(c.stage, c.who[3]));
        rim_parts none = rim_stage_parts(c.stage, c.who[3], c.who[4]);
        assert_true(none.a == -1 && none.b == -1);
        assert_int_equal(RIM_OK, rim_stage_update(c.stage, &after));
        for (int k = 0; k < after.left_count; k++)
            assert_true(after.left[k].a.slot == c.who[3].slot ||
                        after.left[k].b.slot == c.who[3].slot);
        end(&c);
    }
}

// Saved and restored, a figure is there again.
static void figures_come_back_in_time(void **state)
{
    (void)state;
    test_random random = { 3 };
    crew        c;
    make(&c, &random);
    rim_history *history;
    assert_int_equal(RIM_OK, rim_history_create(&history, NULL));
    assert_int_equal(RIM_OK, rim_history_add_stage(history, c.stage));
    assert_int_equal(RIM_OK, rim_history_save(history, 1));
    int count = rim_stage_pairs(c.stage, NULL, 0);
    for (int i = 0; i < CREW; i++)
    {
        rim_stage_item sprite = { .posed = { c.sprites[i], any_pose(&random, 50.0f) } };
        assert_true(rim_stage_set(c.stage, c.who[i], &sprite));
    }
    assert_int_equal(RIM_OK, rim_history_save(history, 2));
    assert_true(rim_history_restore(history, 1));
    assert_int_equal(rim_stage_pairs(c.stage, NULL, 0), count);
    pairs_are_those_of_figures(&c);
    for (int i = 0; i < CREW; i++)
    {
        rim_stage_item now = rim_stage_get(c.stage, c.who[i]), wanted = item_of(&c, i);
        assert_true(now.parts == wanted.parts && now.part_count == wanted.part_count);
    }
    rim_history_destroy(history);
    end(&c);
}

static void every_refusal_leaves_the_stage_as_it_was(void **state)
{
    (void)state;
    test_random random = { 4 };
    crew        c;
    make(&c, &random);
    for (int budget = 0;; budget++)
    {
        test_heap         heap = { .budget = budget };
        rim_allocator     allocator = test_heap_allocator(&heap);
        rim_stage_options options = { .allocator = &allocator };
        rim_stage        *stage = NULL;
        int               added = 0;
        if (rim_stage_create(&stage, &options) == RIM_OK)
            for (int i = 0; i < CREW; i++)
            {
                rim_stage_item item = item_of(&c, i);
                rim_handle     who;
                rim_status     status = rim_stage_add(stage, &item, &who);
                assert_true(status == RIM_OK || status == RIM_ERR_MEMORY);
                if (status) break;
                added++;
                assert_true(rim_stage_get(stage, who).parts == item.parts);
            }
        rim_stage_destroy(stage);
        assert_int_equal(heap.live_bytes, 0);
        if (added == CREW) break;
        assert_true(heap.refused > 0);
    }
    end(&c);
}

// The side from (0.03, 0) to (1000000, 1000000) passes the circle's center at a distance of 0.7071. Its vector as
// floats would begin at (0, 0), or end 0.03 beside the corner, and pass at 0.69.
static void long_sides_of_polygons_are_not_rounded(void **state)
{
    (void)state;
    rim_vec2 triangle[] = { { 0.03f, 0 }, { 1e6f, 1e6f }, { 0, 1e6f } };
    for (int i = 0; i < 2; i++)
    {
        rim_stage      *stage;
        rim_handle      handle;
        rim_figure_part disc = { .kind = RIM_PART_CIRCLE, .pose = rim_xform2_identity() };
        disc.circle = (rim_circle2){ { 999991, 999990 }, i == 0 ? 0.7f : 0.71f };
        rim_stage_item item = { .posed.pose = rim_xform2_identity(),
                                .parts = &disc,
                                .part_count = 1 };
        assert_int_equal(RIM_OK, rim_stage_create(&stage, NULL));
        assert_int_equal(RIM_OK, rim_stage_add(stage, &item, &handle));
        assert_int_equal(
            rim_stage_overlaps_polygon(stage, (rim_polygon2){ triangle, 3 }, ~0u, &handle, 1), i);
        rim_stage_destroy(stage);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stages_answer_as_figures_do),
        cmocka_unit_test(parts_may_change),
        cmocka_unit_test(long_sides_of_polygons_are_not_rounded),
        cmocka_unit_test(figures_come_back_in_time),
        cmocka_unit_test(every_refusal_leaves_the_stage_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
