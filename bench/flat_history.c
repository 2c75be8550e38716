#include "flat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- W16: frames that can be taken back -------------------------------------------------------------------------
//
// A thousand sprites on a stage move and turn, and a hole is dug into 960 x 540 pixels of land. An operation is a frame:
// its moves, its digging, and saving it; after 8 frames all 8 are taken back, one by one. `copies` keep every frame's
// poses and mask whole.

enum
{
    HISTORY_FRAMES = 8,
    HISTORY_CROWD = 1000,
    LAND_WIDTH = 960,
    LAND_HEIGHT = 540
};

typedef struct history_work
{
    rim_stage   *stage;
    rim_mask    *land, *copies[HISTORY_FRAMES + 1];
    rim_sprite  *ground;
    rim_history *history;
    rim_handle   who[HISTORY_CROWD];
    rim_xform2   poses[HISTORY_FRAMES + 1][HISTORY_CROWD];
    rim_xform2   kept[HISTORY_FRAMES + 1][HISTORY_CROWD];
    rim_vec2     holes[HISTORY_FRAMES + 1];
} history_work;

static void history_frame(const history_work *w, int frame)
{
    for (int i = 0; i < HISTORY_CROWD; i++) rim_stage_move(w->stage, w->who[i], w->poses[frame][i]);
    if (!frame) return;
    rim_vec2 at = w->holes[frame];
    int      x = (int)at.x, y = (int)at.y;
    rim_mask_draw_circle(w->land, at, 20.0f, false);
    rim_sprite_update(w->ground, w->land, rim_rect_make(x - 22, y - 22, x + 23, y + 23));
}

// What is left of the land, and where one of the crowd is.
static int64_t history_state(const history_work *w, int frame)
{
    rim_xform2 pose = rim_stage_get(w->stage, w->who[frame * 7]).posed.pose;
    return rim_mask_count(w->land) * 4096 + (int64_t)pose.tx;
}

static void w16_rimcast(const void *work, int64_t *answers)
{
    const history_work *w = work;
    int64_t             tick = rim_history_kept(w->history).present;
    for (int frame = 1; frame <= HISTORY_FRAMES; frame++)
    {
        history_frame(w, frame);
        rim_history_save(w->history, tick + frame);
    }
    for (int frame = HISTORY_FRAMES - 1; frame >= 0; frame--)
    {
        rim_history_restore(w->history, tick + frame);
        if (answers) answers[frame] = history_state(w, frame);
    }
}

static void copy_frame(history_work *w, int frame)
{
    for (int i = 0; i < HISTORY_CROWD; i++)
        w->kept[frame][i] = rim_stage_get(w->stage, w->who[i]).posed.pose;
    rim_mask_combine(w->copies[frame], RIM_MASK_AND_NOT, w->copies[frame], 0, 0);
    rim_mask_combine(w->copies[frame], RIM_MASK_OR, w->land, 0, 0);
}

static void w16_copies(const void *work, int64_t *answers)
{
    history_work *w = (history_work *)(uintptr_t)work;
    copy_frame(w, 0);
    for (int frame = 1; frame <= HISTORY_FRAMES; frame++)
        history_frame(w, frame), copy_frame(w, frame);
    for (int frame = HISTORY_FRAMES - 1; frame >= 0; frame--)
    {
        for (int i = 0; i < HISTORY_CROWD; i++)
            rim_stage_move(w->stage, w->who[i], w->kept[frame][i]);
        rim_mask_combine(w->land, RIM_MASK_OR, w->copies[frame], 0, 0);
        rim_sprite_update(w->ground, w->land, rim_rect_make(0, 0, LAND_WIDTH, LAND_HEIGHT));
        if (answers) answers[frame] = history_state(w, frame);
    }
}

static bool history_make(history_work *w, const flat_set *set)
{
    bench_random random = { 15 };
    if (rim_mask_create_filled(&w->land, LAND_WIDTH, LAND_HEIGHT, NULL) ||
        rim_sprite_create(&w->ground, w->land, NULL) || rim_stage_create(&w->stage, NULL) ||
        rim_history_create(&w->history, NULL) || rim_history_add_stage(w->history, w->stage) ||
        rim_history_add_mask(w->history, w->land, w->ground))
        return false;
    for (int frame = 0; frame <= HISTORY_FRAMES; frame++)
    {
        if (rim_mask_create(&w->copies[frame], LAND_WIDTH, LAND_HEIGHT, NULL)) return false;
        w->holes[frame] = rim_vec2_make((float)bench_int(&random, 0, LAND_WIDTH),
                                        (float)bench_int(&random, 0, LAND_HEIGHT));
        for (int i = 0; i < HISTORY_CROWD; i++)
        {
            rim_vec2 at = rim_vec2_make((float)bench_int(&random, 0, LAND_WIDTH),
                                        (float)bench_int(&random, 0, LAND_HEIGHT));
            w->poses[frame][i] = rim_xform2_pose(at, rim_rot2_degrees(360.0 * bench_unit(&random)),
                                                 rim_vec2_make(1.0f, 1.0f));
        }
    }
    for (int i = 0; i < HISTORY_CROWD; i++)
    {
        rim_stage_item item = {
            { set->baked[i % set->sprites->count], w->poses[0][i] }, { 0, 0 }, NULL, NULL, 0
        };
        if (rim_stage_add(w->stage, &item, &w->who[i])) return false;
    }
    return rim_history_save(w->history, 0) == RIM_OK;
}

bool flat_history(const bench_options *options, const flat_set *set)
{
    bench_case it = {
        .workload = "W16 rewind",
        .input = set->sprites->name,
        .oracle = w16_copies,
        .runs = { { "rimcast", w16_rimcast, 0.0, false }, { "copies", w16_copies, 1.0, false } },
        .run_count = 2,
        .operations = HISTORY_FRAMES,
    };
    if (!bench_wants(options, it.workload)) return true;
    history_work *w = calloc(1, sizeof *w);
    it.work = w;
    bool right = w && history_make(w, set) && bench_measure(options, &it);
    if (!w) return false;
    rim_history_destroy(w->history);
    rim_stage_destroy(w->stage);
    rim_sprite_destroy(w->ground);
    rim_mask_destroy(w->land);
    for (int frame = 0; frame <= HISTORY_FRAMES; frame++) rim_mask_destroy(w->copies[frame]);
    free(w);
    return right;
}
