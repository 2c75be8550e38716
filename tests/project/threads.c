// Many threads ask the same const objects at once and get what one alone gets. make tsan runs this under the
// thread sanitizer, which sees a race even where the answer happens to be right.
#include "support/meshes.h"
#include "support/pairs.h"
#include "support/lists.h"
#include "support/support.h"

#include "rimcast/rimcast.h"

#include <pthread.h>
#include <string.h>

enum
{
    THREADS = 4,
    QUESTIONS = 400,
    SIDE = 24
};

// Everything that is shared. Nobody changes it once the threads run.
typedef struct world
{
    rim_sprite   *sprites[2];
    rim_stage    *stage;
    rim_mesh     *mesh;
    rim_hull     *hull;
    rim_field    *field;
    rim_contours *contours;
    rim_bsp      *bsp;
} world;

static rim_sprite *blob(test_random *random)
{
    rim_mask   *mask;
    rim_sprite *sprite;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 60, 50, NULL));
    for (int i = 0; i < 5; i++)
        rim_mask_draw_circle(
            mask, rim_vec2_make(random_float(random, 10, 50), random_float(random, 10, 40)),
            random_float(random, 3, 12), true);
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, NULL));
    rim_mask_destroy(mask);
    return sprite;
}

// A bar along the left edge, outside the old bounds.
static void build_up(rim_sprite *sprite)
{
    rim_mask *mask;
    rim_rect  bar = rim_rect_make(0, 0, 3, 50);
    assert_int_equal(RIM_OK, rim_mask_create_copy(&mask, rim_sprite_mask(sprite), NULL));
    rim_mask_draw_rect(mask, bar, true);
    assert_int_equal(RIM_OK, rim_sprite_update(sprite, mask, bar));
    rim_mask_destroy(mask);
}

static void make_hills(world *w, test_random *random)
{
    rim_vec3 points[SIDE * SIDE];
    int      indices[6 * SIDE * SIDE];
    int      count = 0;
    for (int i = 0; i < SIDE * SIDE; i++)
        points[i] = rim_vec3_make((float)(i % SIDE), random_float(random, 0, 1), (float)(i / SIDE));
    for (int i = 0; i < SIDE * SIDE; i++)
    {
        if (i % SIDE == SIDE - 1 || i / SIDE == SIDE - 1) continue;
        int corners[6] = { i, i + SIDE, i + 1, i + 1, i + SIDE, i + SIDE + 1 };
        memcpy(indices + 3 * count, corners, sizeof corners);
        count += 2;
    }
    assert_int_equal(RIM_OK, rim_mesh_create(&w->mesh, points, SIDE * SIDE, indices, count, NULL));
    assert_int_equal(RIM_OK, rim_bsp_create(&w->bsp, points, SIDE * SIDE, indices, count, NULL));
}

static void make_world(world *w)
{
    test_random       random = { 1 };
    rim_vec3          points[20];
    rim_field_options about = { 4, NULL };
    for (int i = 0; i < 2; i++) w->sprites[i] = blob(&random);
    assert_int_equal(RIM_OK, rim_stage_create(&w->stage, NULL));
    for (int i = 0; i < 40; i++)
    {
        rim_vec2   at = rim_vec2_make(random_float(&random, 0, 300), random_float(&random, 0, 300));
        rim_posed  posed = { w->sprites[i % 2], rim_xform2_translation(at) };
        rim_handle who;
        assert_int_equal(RIM_OK,
                         rim_stage_add(w->stage, &(rim_stage_item){ .posed = posed }, &who));
    }
    build_up(w->sprites[0]);
    const rim_mask *mask = rim_sprite_mask(w->sprites[0]);
    assert_int_equal(RIM_OK, rim_field_create(&w->field, mask, &about));
    assert_int_equal(RIM_OK, rim_contours_create(&w->contours, mask, RIM_TOUCH_CORNERS, NULL));
    for (int i = 0; i < 20; i++)
        points[i] = rim_vec3_make(random_float(&random, -1, 1), random_float(&random, -1, 1),
                                  random_float(&random, -1, 1));
    assert_int_equal(RIM_OK, rim_hull_create(&w->hull, points, 20, NULL));
    make_hills(w, &random);
}

static void end_world(world *w)
{
    rim_sprite_destroy(w->sprites[0]);
    rim_sprite_destroy(w->sprites[1]);
    rim_stage_destroy(w->stage);
    rim_mesh_destroy(w->mesh);
    rim_hull_destroy(w->hull);
    rim_field_destroy(w->field);
    rim_contours_destroy(w->contours);
    rim_bsp_destroy(w->bsp);
}

// --- questions ----------------------------------------------------------------------------------------

static uint64_t mix(uint64_t hash, double value)
{
    uint64_t bits;
    value += 0.0; // both zeros are one
    memcpy(&bits, &value, sizeof bits);
    return (hash ^ bits) * 0x100000001b3u;
}

static uint64_t ask_stage_at(const world *w, rim_vec2 there, rim_vec2 way, uint64_t hash)
{
    rim_handle   found[40], nobody = { 0, 0 }, who = { (uint32_t)(there.x / 8.0f), 1 };
    rim_posed    a = { w->sprites[0], rim_xform2_translation(there) };
    rim_circle2  circle = { there, 8.0f };
    rim_vec2     corners[3] = { there, rim_vec2_add(there, way), { there.x + 5.0f, there.y } };
    rim_polygon2 ring = { corners, 3 };
    hash = mix(hash, rim_stage_overlaps_circle(w->stage, circle, ~0u, found, 40));
    hash = mix(hash, rim_stage_overlaps_polygon(w->stage, ring, ~0u, found, 40));
    hash = mix(hash, rim_stage_overlaps_sprite(w->stage, a, ~0u, nobody, found, 40));
    hash = mix(hash, rim_stage_overlaps(w->stage, who, found, 40));
    rim_stage_motions others = { corners, 3 };
    rim_stage_hit     hit = rim_stage_sweep_both_first(w->stage, a, way, others, ~0u, who);
    hash = mix(hash, hit.hit.t);
    rim_stage_part part = { w->stage, ~0u, who };
    rim_mover2     me = { .kind = RIM_MOVER2_CIRCLE, .at = there, .circle.radius = 3.0f };
    return mix(hash, rim_mover2_slide(&me, way, rim_stage_world(&part)).me.at.x);
}

static uint64_t ask_flat(const world *w, test_random *random, uint64_t hash)
{
    rim_vec2   at = rim_vec2_make(random_float(random, -60, 60), random_float(random, -60, 60));
    rim_rot2   turn = rim_rot2_degrees(random_float(random, 0, 360));
    rim_posed  a = { w->sprites[0], rim_xform2_identity() };
    rim_posed  b = { w->sprites[1], rim_xform2_pose(at, turn, rim_vec2_make(1.5f, 0.7f)) };
    rim_vec2   way = rim_vec2_make(random_float(random, -99, 99), random_float(random, -99, 99));
    rim_handle found[40];
    hash = mix(hash, rim_sprite_overlaps(a, b));
    hash = mix(hash, rim_sprite_overlap_area(a, b));
    hash = mix(hash, rim_sprite_contact(a, b).depth);
    hash = mix(hash, rim_sprite_sweep(b, way, a).t);
    hash = mix(hash, rim_sprite_overlaps_at(a.sprite, b.sprite, (int)at.x, (int)at.y));
    hash = mix(hash, rim_sprite_outline_first(a, b));
    hash = mix(hash, rim_circle2_sweep_sprite((rim_circle2){ at, 5.0f }, way, a).t);
    hash = mix(hash, rim_sprite_closest(b, way).distance);
    hash = mix(hash, rim_field_at(w->field, at).distance);
    hash = mix(hash, (double)ring_count(w->contours));

    rim_vec2 there = rim_vec2_make(random_float(random, 0, 300), random_float(random, 0, 300));
    rim_box2 box = rim_box2_make(there, rim_vec2_make(there.x + 9.0f, there.y + 9.0f));
    hash = mix(hash, rim_stage_overlaps_box(w->stage, box, ~0u, found, 40));
    hash = mix(hash, rim_stage_raycast_first(w->stage, (rim_ray2){ there, way }, ~0u).hit.t);
    hash = mix(hash, rim_stage_contains(w->stage, there, ~0u, found, 40));
    return ask_stage_at(w, there, way, hash);
}

// The stage has not been changed since a sprite on it was updated: the threads query it with old bounds.
static void check_updated_stage(const world *w)
{
    int hits = 0;
    for (int y = 0; y < 300; y += 10)
        for (int x = 0; x < 300; x += 10)
        {
            rim_vec2 p = rim_vec2_make((float)x, (float)y);
            int      expected = 0;
            for (uint32_t slot = 0; slot < 40; slot++)
            {
                rim_handle handle = { slot, 1 };
                expected += rim_sprite_contains(rim_stage_get(w->stage, handle).posed, p);
            }
            assert_int_equal(expected, rim_stage_contains(w->stage, p, ~0u, NULL, 0));
            hits += expected;
        }
    assert_true(hits > 100);
}

static uint64_t ask_solid(const world *w, test_random *random, uint64_t hash)
{
    rim_vec3   at = rim_vec3_make(random_float(random, 0, SIDE), random_float(random, 0, 3),
                                  random_float(random, 0, SIDE));
    rim_vec3   way = rim_vec3_make(random_float(random, -5, 5), random_float(random, -5, 0),
                                   random_float(random, -5, 5));
    rim_ray3   ray = { at, way };
    rim_sphere ball = { at, 0.4f };
    rim_xform3 there = rim_xform3_translation(rim_vec3_scale(way, 0.3f));
    hash = mix(hash, rim_mesh_raycast(w->mesh, ray, RIM_SIDE_BOTH).t);
    hash = mix(hash, mesh_sweep_sphere(w->mesh, ball, way, RIM_SIDE_BOTH).t);
    hash = mix(hash, rim_bsp_place(w->bsp, at, ball));
    hash = mix(hash, hull_contact(w->hull, rim_xform3_identity(), w->hull, there).depth);
    rim_convex hull = rim_hull_convex(w->hull);
    return mix(hash, rim_convex_distance(hull, rim_xform3_identity(), hull, there, NULL).distance);
}

static uint64_t ask(const world *w, uint64_t seed)
{
    test_random random = { seed };
    uint64_t    hash = 0xcbf29ce484222325u;
    for (int i = 0; i < QUESTIONS; i++)
    {
        hash = ask_flat(w, &random, hash);
        hash = ask_solid(w, &random, hash);
    }
    return hash;
}

// --- threads ------------------------------------------------------------------------------------------

typedef struct asker
{
    const world *w;
    uint64_t     seed, answer;
} asker;

static void *run(void *context)
{
    asker *a = context;
    a->answer = ask(a->w, a->seed);
    return NULL;
}

static void const_objects_answer_many_threads_as_one(void **state)
{
    (void)state;
    world     w = { 0 };
    asker     askers[THREADS];
    pthread_t threads[THREADS];
    make_world(&w);
    for (int i = 0; i < THREADS; i++)
    {
        asker a = { &w, (uint64_t)(i / 2 + 1), 0 }; // two of them ask the same questions
        askers[i] = a;
        assert_int_equal(0, pthread_create(&threads[i], NULL, run, &askers[i]));
    }
    for (int i = 0; i < THREADS; i++) assert_int_equal(0, pthread_join(threads[i], NULL));
    for (int i = 0; i < THREADS; i++)
        assert_true(askers[i].answer == ask(&w, (uint64_t)(i / 2 + 1)));
    check_updated_stage(&w);
    assert_true(askers[0].answer == askers[1].answer);
    assert_true(askers[0].answer != askers[2].answer);
    end_world(&w);
}

// Objects of its own for each thread: nothing hidden is shared.
static void *run_alone(void *context)
{
    asker *a = context;
    world  w = { 0 };
    make_world(&w);
    a->answer = ask(&w, a->seed);
    end_world(&w);
    return NULL;
}

static void threads_with_their_own_objects_share_nothing(void **state)
{
    (void)state;
    asker     askers[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
    {
        asker a = { NULL, 7, 0 };
        askers[i] = a;
        assert_int_equal(0, pthread_create(&threads[i], NULL, run_alone, &askers[i]));
    }
    for (int i = 0; i < THREADS; i++) assert_int_equal(0, pthread_join(threads[i], NULL));
    for (int i = 1; i < THREADS; i++) assert_true(askers[i].answer == askers[0].answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(const_objects_answer_many_threads_as_one),
        cmocka_unit_test(threads_with_their_own_objects_share_nothing),
    };
    return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}
