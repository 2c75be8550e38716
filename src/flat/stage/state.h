// The state of a stage: all that its answers depend on, and nothing that follows from the rest.
#ifndef RIM_FLAT_STAGE_STATE_H
#define RIM_FLAT_STAGE_STATE_H

#include "flat/stage/data.h"

#include <stdint.h>

typedef struct stage_state
{
    int32_t slots, present, free_slot;
} stage_state;

// `next` of a slot in use.
#define STAGE_SLOT_TAKEN (-2)

// Its padding is zero, so that equal states have equal bytes.
typedef struct stage_slot_state
{
    rim_posed              posed;
    const rim_figure_part *parts; // of a figure; else NULL
    void                  *user;
    uint32_t               layers, ignores, generation;
    int32_t                next; // the next free slot, or STAGE_SLOT_TAKEN
    int64_t                part_count;
} stage_slot_state;

stage_state stage_state_get(const rim_stage *stage);
void        stage_state_get_slot(const rim_stage *stage, int slot, stage_slot_state *out);

// Changes the number of slots. Requires that the stage has had as many before. The slots that it gains must be
// written by stage_state_put_slot, and those that differ.
void stage_state_put(rim_stage *stage, stage_state state);
void stage_state_put_slot(rim_stage *stage, int slot, const stage_slot_state *state);

// Makes room for a list of pairs, so that stage_state_put_pairs can't fail with as many.
bool stage_state_reserve_pairs(rim_stage *stage, int count);

// The pairs of the last update.
void stage_state_put_pairs(rim_stage *stage, const rim_pair *pairs, int count);

#endif
