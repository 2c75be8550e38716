// A game whose ticks are saved: played straight on, then half of it taken back and played again. The two are alike.
#include "determinism/bits.h"

#include <string.h>

enum
{
    HISTORY_CREW = 40,
    HISTORY_TICKS = 120
};

typedef struct history_game
{
    rim_stage   *stage;
    rim_mask    *land;
    rim_sprite  *ground, *kind;
    rim_history *history;
    struct
    {
        test_random random;
        rim_handle  who[HISTORY_CREW];
        rim_mover2  mover;
        int         entered, left;
    } memory;
} history_game;

static void history_step(history_game *g)
{
    test_random *random = &g->memory.random;
    for (int i = 0; i < HISTORY_CREW; i++)
    {
        if (any_bool(random, 3)) rim_stage_move(g->stage, g->memory.who[i], any_pose2(random, 90));
        if (!any_bool(random, 40)) continue;
        rim_stage_item item = { { g->kind, any_pose2(random, 90) }, { 0, 0 }, NULL, NULL, 0 };
        rim_stage_remove(g->stage, g->memory.who[i]);
        no_error(rim_stage_add(g->stage, &item, &g->memory.who[i]));
    }
    int      x = random_int(random, 0, 199), y = random_int(random, 0, 99);
    rim_rect changed = { x - 9, y - 9, x + 9, y + 9 };
    rim_mask_draw_circle(g->land, rim_vec2_make((float)x, (float)y), 7.5f, any_bool(random, 3));
    no_error(rim_sprite_update(g->ground, g->land, changed));
    rim_posed      posed = { g->ground, rim_xform2_identity() };
    rim_posed_list list = { &posed, 1 };
    rim_vec2       delta = any_vec2(random, 9.0f);
    g->memory.mover = rim_mover2_slide(&g->memory.mover, delta, rim_posed_list_world(&list)).me;
    rim_stage_changes changes;
    no_error(rim_stage_update(g->stage, &changes));
    g->memory.entered += changes.entered_count;
    g->memory.left += changes.left_count;
}

static void history_tell(bits *b, history_game *g)
{
    BITS(b, g->land);
    for (int i = 0; i < HISTORY_CREW; i++)
    {
        rim_posed one = rim_stage_get(g->stage, g->memory.who[i]).posed;
        BITS(b, one.pose);
        bits_int(b, g->memory.who[i].generation);
    }
    BITS(b, g->memory.mover.at);
    bits_int(b, g->memory.entered);
    bits_int(b, g->memory.left);
    bits_int(b, rim_stage_pairs(g->stage, NULL, 0));
    bits_double(b, rim_sprite_raycast((rim_posed){ g->ground, rim_xform2_identity() },
                                      (rim_ray2){ { 100.0f, -50.0f }, { 3.0f, 200.0f } })
                       .t);
}

static uint64_t history_hash(history_game *g)
{
    static bits own;
    memset(&own, 0, sizeof own);
    FROM(&own, rim_history_restore);
    history_tell(&own, g);
    return own.lines[0].hash;
}

static void history(bits *b, test_random *random, int count)
{
    for (int run = 0; run < count; run++)
    {
        history_game       g = { .memory.random = *random };
        rim_sprite_options corner = { .has_anchor = true };
        rim_mask          *mask = any_mask(random, 30);
        no_error(rim_mask_create_filled(&g.land, 200, 100, NULL));
        no_error(rim_sprite_create(&g.ground, g.land, &corner));
        no_error(rim_sprite_create(&g.kind, mask, NULL));
        no_error(rim_stage_create(&g.stage, NULL));
        no_error(rim_history_create(&g.history, NULL));
        BITS(b, rim_history_add_stage(g.history, g.stage));
        BITS(b, rim_history_add_mask(g.history, g.land, g.ground));
        BITS(b, rim_history_add_memory(g.history, &g.memory, sizeof g.memory));
        g.memory.mover = (rim_mover2){ .kind = RIM_MOVER2_CIRCLE, .circle.radius = 6.0f };
        for (int i = 0; i < HISTORY_CREW; i++)
        {
            rim_stage_item item = { { g.kind, any_pose2(random, 90) }, { 0, 0 }, NULL, NULL, 0 };
            no_error(rim_stage_add(g.stage, &item, &g.memory.who[i]));
        }
        uint64_t straight[HISTORY_TICKS + 1] = { 0 };
        for (int tick = 0; tick <= HISTORY_TICKS; tick++)
        {
            if (tick) history_step(&g);
            straight[tick] = history_hash(&g);
            BITS(b, rim_history_save(g.history, tick));
        }
        FROM(b, rim_history_restore);
        history_tell(b, &g);
        for (int tick = HISTORY_TICKS - 1; tick >= HISTORY_TICKS / 2; tick--)
        {
            bits_int(b, rim_history_restore(g.history, tick));
            bits_int(b, history_hash(&g) == straight[tick]);
        }
        for (int tick = HISTORY_TICKS / 2 + 1; tick <= HISTORY_TICKS; tick++)
        {
            history_step(&g);
            bits_int(b, history_hash(&g) == straight[tick]);
            no_error(rim_history_save(g.history, tick));
        }
        history_tell(b, &g);
        FROM(b, rim_history_kept);
        bits_int(b, rim_history_kept(g.history).present);
        b->line->answers++;
        rim_history_destroy(g.history);
        rim_stage_destroy(g.stage);
        rim_sprite_destroy(g.ground);
        rim_sprite_destroy(g.kind);
        rim_mask_destroy(g.land);
        rim_mask_destroy(mask);
    }
}

const bits_part PARTS_HISTORY[] = {
    { "history", history, 40 },
    { NULL, NULL, 0 },
};
