// Saved and restored games, judged by hashes of all that can be asked, taken when the ticks were first played.

#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rimcast/rimcast.h"

enum
{
    KINDS = 4,
    MOST = 60,
    LAND_WIDTH = 150,
    LAND_HEIGHT = 70
};

// What the game keeps in memory of its own. Its steps depend on nothing else, and on what is on its stage.
typedef struct memory
{
    test_random random;
    rim_mover2  mover;
    rim_handle  who[MOST];
    bool        present[MOST];
    uint64_t    changes; // hash of what the last update returned
    char        odd[3];  // so that the size may be no multiple of four
} memory;

typedef struct game
{
    rim_stage   *stage;
    rim_mask    *land;
    rim_sprite  *ground, *kinds[KINDS];
    rim_history *history;
    memory      *m;
    size_t       bytes; // of the memory that is saved
} game;

static uint64_t hash_bytes(uint64_t hash, const void *from, size_t bytes)
{
    const unsigned char *at = from;
    for (size_t i = 0; i < bytes; i++) hash = (hash ^ at[i]) * 0x100000001b3u;
    return hash;
}

static rim_sprite *some_sprite(test_random *random, int width, int height)
{
    rim_mask   *mask;
    rim_sprite *sprite;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, width, height, NULL));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) rim_mask_set(mask, x, y, random_int(random, 0, 2) > 0);
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, NULL));
    rim_mask_destroy(mask);
    return sprite;
}

static void game_begin(game *g, uint64_t seed, int ticks, const rim_allocator *from)
{
    test_random random = { seed };
    memset(g, 0, sizeof *g);
    rim_stage_options   stage = { false, from };
    rim_history_options history = { ticks, from };
    rim_sprite_options  ground = { true, { 0.0f, 0.0f }, 0, NULL };
    g->m = calloc(1, sizeof *g->m);
    assert_non_null(g->m);
    g->bytes = offsetof(memory, odd) + 3;
    g->m->random.state = seed;
    for (int k = 0; k < KINDS; k++) g->kinds[k] = some_sprite(&random, 9 + 3 * k, 14 - k);
    assert_int_equal(RIM_OK, rim_mask_create_filled(&g->land, LAND_WIDTH, LAND_HEIGHT, from));
    assert_int_equal(RIM_OK, rim_sprite_create(&g->ground, g->land, &ground));
    assert_int_equal(RIM_OK, rim_stage_create(&g->stage, &stage));
    assert_int_equal(RIM_OK, rim_history_create(&g->history, &history));
    assert_int_equal(RIM_OK, rim_history_add_stage(g->history, g->stage));
    assert_int_equal(RIM_OK, rim_history_add_mask(g->history, g->land, g->ground));
    assert_int_equal(RIM_OK, rim_history_add_memory(g->history, g->m, g->bytes));
    rim_stage_item item = { { g->ground, rim_xform2_identity() }, { 0, 0 }, NULL, NULL, 0 };
    assert_int_equal(RIM_OK, rim_stage_add(g->stage, &item, NULL));
}

static void game_end(game *g)
{
    rim_history_destroy(g->history);
    rim_stage_destroy(g->stage);
    rim_sprite_destroy(g->ground);
    for (int k = 0; k < KINDS; k++) rim_sprite_destroy(g->kinds[k]);
    rim_mask_destroy(g->land);
    free(g->m);
}

static rim_stage_item any_item(const game *g, test_random *random)
{
    rim_vec2 at = rim_vec2_make(random_float(random, -20, LAND_WIDTH),
                                random_float(random, -20, LAND_HEIGHT));
    rim_rot2 turn = rim_rot2_degrees(random_int(random, 0, 1) ? 0.0 : 360.0 * random_unit(random));
    if (random_int(random, 0, 1)) at = rim_vec2_make((float)(int)at.x, (float)(int)at.y);
    rim_xform2 pose = rim_xform2_pose(at, turn, rim_vec2_make(1.0f, 1.0f));
    rim_filter filter = { random_int(random, 0, 3) ? 0u : 2u, random_int(random, 0, 3) ? 0u : 1u };
    return (rim_stage_item){ { g->kinds[random_int(random, 0, KINDS - 1)], pose },
                             filter,
                             g->m->who + random_int(random, 0, MOST - 1),
                             NULL,
                             0 };
}

static void edit_one(game *g, test_random *random)
{
    int            i = random_int(random, 0, MOST - 1);
    rim_stage_item item = any_item(g, random);
    switch (random_int(random, 0, 9))
    {
    case 0:
        if (g->m->present[i]) assert_true(rim_stage_remove(g->stage, g->m->who[i]));
        g->m->present[i] = false;
        break;
    case 1:
        if (g->m->present[i]) assert_true(rim_stage_set(g->stage, g->m->who[i], &item));
        break;
    case 2:
    case 3:
        if (!g->m->present[i])
            assert_int_equal(RIM_OK, rim_stage_add(g->stage, &item, &g->m->who[i]));
        g->m->present[i] = true;
        break;
    default:
        if (g->m->present[i]) rim_stage_move(g->stage, g->m->who[i], item.posed.pose);
        break;
    }
}

static void dig(game *g, test_random *random)
{
    int      x = random_int(random, 0, LAND_WIDTH - 1), y = random_int(random, 0, LAND_HEIGHT - 1);
    int      r = random_int(random, 1, 9);
    rim_rect changed = { x - r - 1, y - r - 1, x + r + 2, y + r + 2 };
    rim_mask_draw_circle(g->land, rim_vec2_make((float)x, (float)y), (float)r,
                         random_int(random, 0, 3) == 0);
    assert_int_equal(RIM_OK, rim_sprite_update(g->ground, g->land, changed));
}

static void hash_pairs(uint64_t *hash, const rim_pair *pairs, int count)
{
    *hash = hash_bytes(*hash, &count, sizeof count);
    if (count) *hash = hash_bytes(*hash, pairs, (size_t)count * sizeof *pairs);
}

// Everything is drawn from the saved random numbers.
static void game_step(game *g)
{
    test_random *random = &g->m->random;
    int          edits = random_int(random, 0, 6);
    for (int k = 0; k < edits; k++) edit_one(g, random);
    if (random_int(random, 0, 2) == 0) dig(g, random);
    g->m->mover.at.x += random_float(random, -1.0f, 1.0f);
    g->m->odd[2]++;
    if (random_int(random, 0, 3) == 0) return; // no update in this tick
    rim_stage_changes changes;
    assert_int_equal(RIM_OK, rim_stage_update(g->stage, &changes));
    uint64_t hash = 1;
    hash_pairs(&hash, changes.touching, changes.touching_count);
    hash_pairs(&hash, changes.entered, changes.entered_count);
    hash_pairs(&hash, changes.left, changes.left_count);
    g->m->changes = hash;
}

// Of all that the game can ask.
static uint64_t game_hash(game *g)
{
    static rim_pair pairs[4096];
    uint64_t        hash = hash_bytes(7, g->m, g->bytes);
    int             count = rim_stage_pairs(g->stage, pairs, 4096);
    assert_true(count <= 4096);
    hash_pairs(&hash, pairs, count);
    for (uint32_t slot = 0; slot < MOST + 1; slot++)
        for (uint32_t generation = 0; generation < 9; generation++)
        {
            rim_stage_item item = rim_stage_get(g->stage, (rim_handle){ slot, generation });
            hash = hash_bytes(hash, &item.posed.sprite, sizeof item.posed.sprite);
            hash = hash_bytes(hash, &item.posed.pose, sizeof item.posed.pose);
            hash = hash_bytes(hash, &item.filter, sizeof item.filter);
            hash = hash_bytes(hash, &item.user, sizeof item.user);
        }
    rim_posed ground = { g->ground, rim_xform2_identity() };
    for (int y = 0; y < LAND_HEIGHT; y++)
        for (int x = 0; x < LAND_WIDTH; x++)
        {
            bool solid = rim_mask_get(g->land, x, y);
            assert_int_equal(solid, rim_sprite_contains(
                                        ground, rim_vec2_make((float)x + 0.5f, (float)y + 0.5f)));
            hash = hash * 3 + solid;
        }
    rim_vec2 from = { -10.0f, 3.0f };
    rim_hit2 hit = rim_sprite_raycast(ground, (rim_ray2){ from, { 200.0f, 50.0f } });
    rim_box2 bounds = rim_sprite_bounds(ground);
    rim_ray2 ray = { from, { 190.0f, 33.0f } };
    hash = hash_bytes(hash, &hit.t, sizeof hit.t);
    hash = hash_bytes(hash, &bounds, sizeof bounds);
    hit = rim_stage_raycast_first(g->stage, ray, ~0u).hit;
    return hash_bytes(hash, &hit.t, sizeof hit.t);
}

enum
{
    TICKS = 121
};

// Goes to random ticks, plays on from there, and finds every tick as it was the first time.
static void every_tick_is_as_it_was(void **state)
{
    (void)state;
    int restored = 0, played = 0;
    for (int run = 0; run < case_count(15); run++)
    {
        game        g;
        uint64_t    hash[TICKS];
        test_random jumps = { (uint64_t)run + 5 };
        game_begin(&g, (uint64_t)run + 900, 200, NULL);
        for (int tick = 0; tick < TICKS; tick++)
        {
            game_step(&g);
            hash[tick] = game_hash(&g);
            assert_int_equal(RIM_OK, rim_history_save(g.history, tick));
        }
        int latest = TICKS - 1;
        for (int k = 0; k < 60; k++)
        {
            // What was not saved is forgotten.
            for (int i = random_int(&jumps, 0, 2); i > 0; i--) game_step(&g);
            int tick = random_int(&jumps, 0, latest);
            assert_true(rim_history_restore(g.history, tick));
            assert_true(game_hash(&g) == hash[tick]);
            restored++;
            for (int more = random_int(&jumps, 0, 5); more > 0 && tick < TICKS - 1; more--)
            {
                game_step(&g);
                assert_true(game_hash(&g) == hash[++tick]);
                assert_int_equal(RIM_OK, rim_history_save(g.history, tick));
                latest = tick;
                played++;
            }
            rim_history_span kept = rim_history_kept(g.history);
            assert_int_equal(kept.present, tick);
            assert_int_equal(kept.latest, latest);
            if (latest < 30) // play to the end again
                for (; latest < TICKS - 1; played++)
                {
                    assert_true(rim_history_restore(g.history, latest));
                    game_step(&g);
                    assert_true(game_hash(&g) == hash[++latest]);
                    assert_int_equal(RIM_OK, rim_history_save(g.history, latest));
                }
        }
        game_end(&g);
    }
    assert_true(restored >= case_count(15) * 60 && played > case_count(15) * 60);
}

static void old_ticks_are_forgotten(void **state)
{
    (void)state;
    game     g;
    uint64_t hash[TICKS];
    game_begin(&g, 3, 10, NULL);
    assert_false(rim_history_restore(g.history, 0));
    assert_int_equal(0, rim_history_kept(g.history).count);
    for (int tick = 0; tick < TICKS; tick++)
    {
        game_step(&g);
        hash[tick] = game_hash(&g);
        assert_int_equal(RIM_OK, rim_history_save(g.history, 10 * tick));
        assert_int_equal(RIM_ERR_ARGUMENT, rim_history_save(g.history, 10 * tick));
        rim_history_span kept = rim_history_kept(g.history);
        int              first = tick < 10 ? 0 : tick - 9;
        assert_true(kept.count == tick - first + 1 && kept.oldest == 10 * first);
        assert_true(kept.present == 10 * tick && kept.latest == 10 * tick);
        assert_false(rim_history_restore(g.history, 10 * first - 10));
        assert_false(rim_history_restore(g.history, 10 * tick - 1));
        assert_true(rim_history_restore(g.history, 10 * first));
        assert_true(game_hash(&g) == hash[first]);
        assert_true(rim_history_restore(g.history, 10 * tick));
        assert_true(game_hash(&g) == hash[tick]);
    }
    // What is added makes a new beginning.
    int more = 5;
    assert_int_equal(RIM_OK, rim_history_add_memory(g.history, &more, sizeof more));
    assert_int_equal(0, rim_history_kept(g.history).count);
    assert_false(rim_history_restore(g.history, 10 * TICKS - 10));
    assert_int_equal(RIM_OK, rim_history_save(g.history, -3));
    more = 6;
    assert_true(rim_history_restore(g.history, -3));
    assert_int_equal(5, more);
    game_end(&g);
}

static void sprites_that_move_and_turn_take_little(void **state)
{
    (void)state;
    enum
    {
        CROWD = 1000
    };
    game              g;
    test_random       random = { 8 };
    static rim_handle who[CROWD];
    game_begin(&g, 4, 64, NULL);
    for (int i = 0; i < CROWD; i++)
    {
        rim_stage_item item = any_item(&g, &random);
        item.posed.pose.tx *= 10.0f, item.posed.pose.ty *= 10.0f;
        assert_int_equal(RIM_OK, rim_stage_add(g.stage, &item, &who[i]));
    }
    assert_int_equal(RIM_OK, rim_stage_update(g.stage, NULL));
    assert_int_equal(RIM_OK, rim_history_save(g.history, 0));
    assert_int_equal(RIM_OK, rim_history_save(g.history, 1));
    assert_int_equal(0, rim_history_kept(g.history).bytes); // nothing has changed
    for (int tick = 2; tick < 12; tick++)
    {
        for (int i = 0; i < CROWD; i++)
        {
            rim_xform2 pose = any_item(&g, &random).posed.pose;
            pose.tx *= 10.0f, pose.ty *= 10.0f;
            rim_stage_move(g.stage, who[i], pose);
        }
        assert_int_equal(RIM_OK, rim_stage_update(g.stage, NULL));
        assert_int_equal(RIM_OK, rim_history_save(g.history, tick));
    }
    size_t bytes = rim_history_kept(g.history).bytes;
    assert_true(bytes > 10 * CROWD * 16 && bytes <= 10 * CROWD * 64);
    game_end(&g);
}

static void memory_may_run_out_at_any_time(void **state)
{
    (void)state;
    test_heap     heap = { .budget = -1 };
    rim_allocator from = test_heap_allocator(&heap);
    int           refused = 0;
    for (int budget = 0; budget < 40; budget++)
    {
        game     g;
        uint64_t hash = 0;
        int64_t  present = -1;
        heap.budget = -1;
        game_begin(&g, 6, 5, &from);
        for (int tick = 0; tick < 40; tick++)
        {
            heap.budget = -1;
            game_step(&g);
            heap.budget = budget % 4;
            uint64_t   now = game_hash(&g);
            rim_status status = rim_history_save(g.history, tick);
            assert_true(status == RIM_OK || status == RIM_ERR_MEMORY);
            refused += status != RIM_OK;
            if (!status) hash = now, present = tick;
            assert_true(game_hash(&g) == now);
            if (present < 0) continue;
            assert_int_equal(present, rim_history_kept(g.history).present);
            heap.budget = 0;
            assert_true(rim_history_restore(g.history, present));
            assert_true(game_hash(&g) == hash);
        }
        heap.budget = 0;
        rim_history *none;
        assert_int_equal(RIM_ERR_MEMORY,
                         rim_history_create(&none, &(rim_history_options){ 0, &from }));
        assert_null(none);
        int more = 1;
        assert_int_equal(RIM_ERR_MEMORY, rim_history_add_memory(g.history, &more, sizeof more * 1));
        assert_int_equal(present >= 0, rim_history_kept(g.history).count > 0);
        game_end(&g);
        assert_int_equal(0, heap.live_bytes);
    }
    assert_true(refused > 20);
}

// Another history may restore fewer sprites between two saves. The next save after a restore once compared only as many
// slots as the save before had, and lost the others.
static void two_histories_share_a_stage(void **state)
{
    (void)state;
    test_random  random = { 5 };
    rim_sprite  *sprite = some_sprite(&random, 8, 8);
    rim_stage   *stage;
    rim_history *few, *many;
    rim_handle   who[10];
    assert_int_equal(RIM_OK, rim_stage_create(&stage, NULL));
    assert_int_equal(RIM_OK, rim_history_create(&few, NULL));
    assert_int_equal(RIM_OK, rim_history_create(&many, NULL));
    assert_int_equal(RIM_OK, rim_history_add_stage(few, stage));
    assert_int_equal(RIM_OK, rim_history_add_stage(many, stage));
    for (int i = 0; i < 10; i++)
    {
        rim_xform2     pose = rim_xform2_translation(rim_vec2_make((float)(20 * i), 3.0f));
        rim_stage_item item = { .posed = rim_posed_make(sprite, pose) };
        assert_int_equal(RIM_OK, rim_stage_add(stage, &item, &who[i]));
        if (i == 2 || i == 4) assert_int_equal(RIM_OK, rim_history_save(few, i + 1));
    }
    assert_int_equal(RIM_OK, rim_history_save(many, 1));
    assert_true(rim_history_restore(few, 5));
    assert_int_equal(RIM_OK, rim_history_save(many, 2));
    assert_true(rim_history_restore(many, 1));
    assert_true(rim_history_restore(few, 3));
    assert_int_equal(RIM_OK, rim_history_save(many, 2));
    assert_true(rim_history_restore(many, 1));
    for (int i = 0; i < 10; i++)
    {
        rim_stage_item item = rim_stage_get(stage, who[i]);
        assert_ptr_equal(sprite, item.posed.sprite);
        assert_float_equal(20.0f * (float)i, item.posed.pose.tx, 0.0f);
    }
    rim_history_destroy(few);
    rim_history_destroy(many);
    rim_stage_destroy(stage);
    rim_sprite_destroy(sprite);
}

// A figure stays where it is, and the game changes its part and moves it to the same pose. So the slot of the figure is
// the same in both ticks, and its box is not.
static void figures_follow_their_restored_parts(void **state)
{
    (void)state;
    const rim_xform2 still = rim_xform2_identity();
    rim_figure_part  part = { .kind = RIM_PART_BOX, .pose = still, .box = { { 0, 0 }, { 9, 9 } } };
    rim_stage_item   item = { .posed = { NULL, still }, .parts = &part, .part_count = 1 };
    const rim_vec2   here = { 5, 5 }, there = { 105, 5 };
    rim_stage       *stage;
    rim_history     *h;
    rim_handle       who;
    assert_int_equal(RIM_OK, rim_stage_create(&stage, NULL));
    assert_int_equal(RIM_OK, rim_history_create(&h, NULL));
    assert_int_equal(RIM_OK, rim_history_add_stage(h, stage));
    assert_int_equal(RIM_OK, rim_history_add_memory(h, &part, sizeof part));
    assert_int_equal(RIM_OK, rim_stage_add(stage, &item, &who));
    assert_int_equal(RIM_OK, rim_history_save(h, 1));
    part.box = rim_box2_make((rim_vec2){ 100, 0 }, (rim_vec2){ 109, 9 });
    assert_true(rim_stage_move(stage, who, still));
    assert_int_equal(RIM_OK, rim_history_save(h, 2));
    for (int tick = 1; tick <= 2; tick++)
    {
        assert_true(rim_history_restore(h, tick));
        assert_int_equal(tick == 1, rim_stage_contains(stage, here, ~0u, NULL, 0));
        assert_int_equal(tick == 2, rim_stage_contains(stage, there, ~0u, NULL, 0));
    }
    rim_history_destroy(h);
    rim_stage_destroy(stage);
}

static void sizes_are_checked(void **state)
{
    (void)state;
    rim_history *h;
    assert_int_equal(RIM_ERR_SIZE, rim_history_create(&h, &(rim_history_options){ 1, NULL }));
    assert_null(h);
    assert_int_equal(RIM_ERR_SIZE, rim_history_create(&h, &(rim_history_options){ -1, NULL }));
    assert_int_equal(RIM_OK, rim_history_create(&h, NULL));
    assert_int_equal(RIM_ERR_SIZE, rim_history_add_memory(h, &h, ((size_t)1 << 30) + 1));
    assert_int_equal(RIM_OK, rim_history_add_memory(h, &h, 0));
    rim_mask *empty;
    assert_int_equal(RIM_OK, rim_mask_create(&empty, 0, 0, NULL));
    assert_int_equal(RIM_OK, rim_history_add_mask(h, empty, NULL));
    test_random random = { 7 };
    rim_sprite *other = some_sprite(&random, 3, 2);
    assert_int_equal(RIM_ERR_SIZE, rim_history_add_mask(h, empty, other));
    rim_sprite_destroy(other);
    assert_int_equal(RIM_OK, rim_history_save(h, INT64_MIN));
    assert_int_equal(RIM_OK, rim_history_save(h, INT64_MAX));
    assert_true(rim_history_restore(h, INT64_MIN));
    rim_history_destroy(h);
    rim_history_destroy(NULL);
    rim_mask_destroy(empty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_tick_is_as_it_was),
        cmocka_unit_test(old_ticks_are_forgotten),
        cmocka_unit_test(sprites_that_move_and_turn_take_little),
        cmocka_unit_test(memory_may_run_out_at_any_time),
        cmocka_unit_test(two_histories_share_a_stage),
        cmocka_unit_test(figures_follow_their_restored_parts),
        cmocka_unit_test(sizes_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
