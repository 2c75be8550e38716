// One number of the arguments is NaN or infinite: queries of the flat world hit nothing. Each number is tried
// in turn, so that none is forgotten.
#include "support/spoiled.h"

#include "rimcast/rimcast.h"

#include "flat/mover/data.h"

#include <float.h>
#include <math.h>
#include <string.h>

// Arguments of all kinds, arranged so that every query hits: everything lies about (10, 10).
typedef struct things
{
    rim_xform2   a, b;
    rim_segment2 segment;
    rim_circle2  circle;
    rim_box2     box;
    rim_vec2     corners[3];
    rim_ray2     ray;
    rim_vec2     delta, other_delta, point;
} things;

static const things plain = {
    .a = { 1.0f, 0.25f, -0.25f, 1.0f, 10.0f, 10.0f },
    .b = { 0.75f, 0.0f, 0.125f, 1.0f, 12.0f, 9.0f },
    .segment = { { 4.0f, 9.5f }, { 16.0f, 10.5f } },
    .circle = { { 11.0f, 10.0f }, 3.0f },
    .box = { { 9.0f, 9.0f }, { 12.0f, 12.5f } },
    .corners = { { 8.0f, 8.0f }, { 13.0f, 9.0f }, { 10.0f, 13.0f } },
    .ray = { { 0.0f, 10.0f }, { 20.0f, 0.5f } },
    .delta = { 1.0f, 0.5f },
    .other_delta = { -1.0f, 0.0f },
    .point = { 10.5f, 10.25f },
};

typedef struct scene
{
    rim_sprite *sprite, *ring;
    rim_stage  *stage, *boxes;
    rim_field  *field;
} scene;

#define QUERY(name, call)                                                                          \
    static bool name(const void *objects, const void *numbers)                                     \
    {                                                                                              \
        const scene  *s = objects;                                                                 \
        const things *t = numbers;                                                                 \
        rim_posed     a = { s->sprite, t->a }, b = { s->ring, t->b };                              \
        (void)s, (void)a, (void)b;                                                                 \
        return (call);                                                                             \
    }

static rim_polygon2 triangle(const things *t)
{
    return (rim_polygon2){ t->corners, 3 };
}

static rim_mover2 mover_of_circle(const things *t)
{
    return (rim_mover2){ .kind = RIM_MOVER2_CIRCLE,
                         .at = t->circle.center,
                         .circle.radius = t->circle.radius };
}

static rim_mover2 mover_of_box(const things *t)
{
    return (rim_mover2){ .kind = RIM_MOVER2_BOX, .at = rim_vec2_make(0.0f, 0.0f), .box = t->box };
}

static bool sweeps(rim_mover2 me, rim_vec2 delta, const rim_posed *what)
{
    rim_posed_list list = { what, 1 };
    return mover2_sweep(me, delta, rim_posed_list_world(&list), NULL).hit;
}

static bool overlaps(rim_mover2 me, const rim_posed *what)
{
    rim_posed_list list = { what, 1 };
    return mover2_overlaps(me, rim_posed_list_world(&list));
}

QUERY(contains, rim_sprite_contains(a, t->point))
QUERY(outline_first, rim_sprite_outline_first(a, b) >= 0)
QUERY(outline_hits, rim_sprite_outline_all(a, b, NULL, 0) > 0)
QUERY(pair_overlaps, rim_sprite_overlaps(a, b))
QUERY(pair_area, rim_sprite_overlap_area(a, b) > 0.0)
QUERY(pair_grid, rim_sprite_overlaps_on_grid(a, b))
QUERY(pair_contact, rim_sprite_contact(a, b).hit)
QUERY(pair_separate, rim_sprite_separate(a, b).hit)
QUERY(pair_sweep, rim_sprite_sweep(a, t->delta, b).hit)
QUERY(pair_sweep_both, rim_sprite_sweep_both(a, t->delta, b, t->other_delta).hit)
QUERY(over_segment,
      rim_sprite_overlaps_polygon(a,
                                  (rim_polygon2){ (rim_vec2[]){ t->segment.a, t->segment.b }, 2 }))
QUERY(over_circle, rim_sprite_overlaps_circle(a, t->circle))
QUERY(over_box, rim_sprite_overlaps_box(a, t->box))
QUERY(over_polygon, rim_sprite_overlaps_polygon(a, triangle(t)))
QUERY(ray, rim_sprite_raycast(a, t->ray).hit)
QUERY(sweep_segment,
      rim_polygon2_sweep_sprite((rim_polygon2){ (rim_vec2[]){ t->segment.a, t->segment.b }, 2 },
                                t->delta, a)
          .hit)
QUERY(sweep_circle, rim_circle2_sweep_sprite(t->circle, t->delta, a).hit)
QUERY(sweep_polygon, rim_polygon2_sweep_sprite(triangle(t), t->delta, a).hit)
QUERY(closest, rim_sprite_closest(a, t->point).found)
QUERY(stage_point, rim_stage_contains(s->stage, t->point, ~0u, NULL, 0) > 0)
QUERY(stage_box, rim_stage_overlaps_box(s->stage, t->box, ~0u, NULL, 0) > 0)
QUERY(stage_ray, rim_stage_raycast_all(s->stage, t->ray, ~0u, NULL, 0) > 0)
QUERY(stage_ray_first, rim_stage_raycast_first(s->stage, t->ray, ~0u).hit.hit)
QUERY(stage_sweep,
      rim_stage_sweep_all(s->stage, a, t->delta, ~0u, (rim_handle){ 0, 0 }, NULL, 0) > 0)
QUERY(stage_sweep_first,
      rim_stage_sweep_first(s->stage, a, t->delta, ~0u, (rim_handle){ 0, 0 }).hit.hit)
QUERY(boxes_point, rim_stage_contains(s->boxes, t->point, ~0u, NULL, 0) > 0)
QUERY(boxes_box, rim_stage_overlaps_box(s->boxes, t->box, ~0u, NULL, 0) > 0)
QUERY(boxes_ray, rim_stage_raycast_all(s->boxes, t->ray, ~0u, NULL, 0) > 0)
QUERY(boxes_sweep,
      rim_stage_sweep_all(s->boxes, a, t->delta, ~0u, (rim_handle){ 0, 0 }, NULL, 0) > 0)
QUERY(field, rim_field_at(s->field, t->point).distance < FLT_MAX)
QUERY(circle_moves, sweeps(mover_of_circle(t), t->delta, &a))
QUERY(box_moves, sweeps(mover_of_box(t), t->delta, &a))
QUERY(sprite_moves, sweeps((rim_mover2){ .sprite = b }, t->delta, &a))
QUERY(circle_is_in, overlaps(mover_of_circle(t), &a))
QUERY(box_is_in, overlaps(mover_of_box(t), &a))
QUERY(sprite_is_in, overlaps((rim_mover2){ .sprite = b }, &a))

enum
{
    POSE = 6,
    POINT = 2,
    SEGMENT = 4,
    CIRCLE = 3,
    TRIANGLE = 6
};

static const spoiled_query queries[] = {
    ASKED(contains, POSE + POINT),
    ASKED(outline_first, POSE + POSE),
    ASKED(outline_hits, POSE + POSE),
    ASKED(pair_overlaps, POSE + POSE),
    ASKED(pair_area, POSE + POSE),
    ASKED(pair_grid, POSE + POSE),
    ASKED(pair_contact, POSE + POSE),
    ASKED(pair_separate, POSE + POSE),
    ASKED(pair_sweep, POSE + POINT + POSE),
    ASKED(pair_sweep_both, POSE + POINT + POSE + POINT),
    ASKED(over_segment, POSE + SEGMENT),
    ASKED(over_circle, POSE + CIRCLE),
    ASKED(over_box, POSE + SEGMENT),
    ASKED(over_polygon, POSE + TRIANGLE),
    ASKED(ray, POSE + SEGMENT),
    ASKED(sweep_segment, POSE + SEGMENT + POINT),
    ASKED(sweep_circle, POSE + CIRCLE + POINT),
    ASKED(sweep_polygon, POSE + TRIANGLE + POINT),
    ASKED(closest, POSE + POINT),
    ASKED(stage_point, POINT),
    ASKED(stage_box, SEGMENT),
    ASKED(stage_ray, SEGMENT),
    ASKED(stage_ray_first, SEGMENT),
    ASKED(stage_sweep, POSE + POINT),
    ASKED(stage_sweep_first, POSE + POINT),
    ASKED(boxes_point, POINT),
    ASKED(boxes_box, SEGMENT),
    ASKED(boxes_ray, SEGMENT),
    ASKED(boxes_sweep, POSE + POINT),
    ASKED(field, POINT),
    ASKED(circle_moves, CIRCLE + POINT + POSE),
    ASKED(box_moves, SEGMENT + POINT + POSE),
    ASKED(sprite_moves, POSE + POINT + POSE),
    ASKED(circle_is_in, CIRCLE + POSE),
    ASKED(box_is_in, SEGMENT + POSE),
    ASKED(sprite_is_in, POSE + POSE),
};

static rim_stage *stage_of(const rim_sprite *sprite, bool boxes_only)
{
    rim_stage        *stage;
    rim_stage_options options = { .boxes_only = boxes_only };
    assert_int_equal(RIM_OK, rim_stage_create(&stage, &options));
    for (int i = 0; i < 20; i++)
    {
        rim_posed posed = { sprite, plain.a };
        posed.pose.tx += (float)(i % 5), posed.pose.ty += (float)(i / 5);
        assert_int_equal(RIM_OK, rim_stage_add(stage, &(rim_stage_item){ .posed = posed }, NULL));
    }
    return stage;
}

static int set_up(void **state)
{
    static scene s;
    rim_mask    *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 16, 12, NULL));
    rim_mask_draw_rect(mask, rim_rect_make(1, 1, 15, 11), true);
    assert_int_equal(RIM_OK, rim_sprite_create(&s.sprite, mask, NULL));
    assert_int_equal(RIM_OK, rim_field_create(&s.field, mask, NULL));
    rim_mask_draw_rect(mask, rim_rect_make(7, 5, 9, 7), false);
    assert_int_equal(RIM_OK, rim_sprite_create(&s.ring, mask, NULL));
    rim_mask_destroy(mask);
    s.stage = stage_of(s.sprite, false);
    s.boxes = stage_of(s.sprite, true);
    *state = &s;
    return 0;
}

static int tear_down(void **state)
{
    scene *s = *state;
    rim_stage_destroy(s->stage);
    rim_stage_destroy(s->boxes);
    rim_field_destroy(s->field);
    rim_sprite_destroy(s->sprite);
    rim_sprite_destroy(s->ring);
    return 0;
}

static void one_odd_number_hits_nothing(void **state)
{
    assert_spoiled_miss(queries, sizeof queries / sizeof queries[0], *state, &plain, sizeof plain);
}

static void nothing_is_drawn_or_measured_for_odd_numbers(void **state)
{
    (void)state;
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 20, 20, NULL));
    for (int k = 0; k < 3; k++)
        for (int at = 0; at < 6; at++)
        {
            rim_circle2 circle = { { 10.0f, 10.0f }, 4.0f };
            rim_vec2    corners[3] = { { 1.0f, 1.0f }, { 18.0f, 2.0f }, { 9.0f, 19.0f } };
            memcpy((char *)&circle + (size_t)(at % 3) * sizeof(float), &odd_floats[k],
                   sizeof(float));
            memcpy((char *)corners + (size_t)at * sizeof(float), &odd_floats[k], sizeof(float));
            rim_mask_draw_circle(mask, circle.center, circle.radius, true);
            rim_mask_draw_polygon(mask, corners, 3, true);
            assert_int_equal(0, rim_mask_count(mask));

            rim_edge_point    points[8];
            rim_outline_error error;
            rim_vec2 anchor = { at & 1 ? 10.0f : odd_floats[k], at & 1 ? odd_floats[k] : 10.0f };
            assert_int_equal(0, rim_outline_cast(mask, anchor, 8, points));
            assert_int_equal(RIM_ERR_ARGUMENT,
                             rim_outline_measure(&error, mask, anchor, points, 8, NULL));
            rim_outline_choice choice;
            assert_int_equal(RIM_ERR_ARGUMENT,
                             rim_outline_choose(&choice, mask, anchor, 1.0, NULL, NULL));
            rim_sprite        *sprite;
            rim_sprite_options options = { .has_anchor = true, .anchor = anchor };
            assert_int_equal(RIM_ERR_ARGUMENT, rim_sprite_create(&sprite, mask, &options));
        }
    rim_mask_destroy(mask);
}

static void a_mover_of_odd_numbers_stays(void **state)
{
    const scene   *s = *state;
    rim_posed      floor = { s->sprite, { 1.0f, 0.0f, 0.0f, 1.0f, 0.0f, 20.0f } };
    rim_posed_list list = { &floor, 1 };
    rim_world2     world = rim_posed_list_world(&list);
    rim_mover2     me = (rim_mover2){ .kind = RIM_MOVER2_CIRCLE,
                                      .at = rim_vec2_make(0.0f, 0.0f),
                                      .circle.radius = 2.0f };
    rim_walker2    walker = { .up = { 0.0f, -1.0f }, .step = 2.0f, .slope = 1.0f };
    for (int k = 0; k < 3; k++)
        for (int at = 0; at < 2; at++)
        {
            rim_vec2   delta = { at ? 1.0f : odd_floats[k], at ? odd_floats[k] : 1.0f };
            rim_slide2 slide = rim_mover2_slide(&me, delta, world);
            rim_walk2  walk = rim_mover2_walk(&me, &walker, delta, world);
            assert_true(slide.me.at.x == 0.0f && slide.me.at.y == 0.0f);
            assert_true(walk.me.at.x == 0.0f && walk.me.at.y == 0.0f);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_odd_number_hits_nothing),
        cmocka_unit_test(nothing_is_drawn_or_measured_for_odd_numbers),
        cmocka_unit_test(a_mover_of_odd_numbers_stays),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
