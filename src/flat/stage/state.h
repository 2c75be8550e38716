// The state of a stage, saved and restored by histories: all that its results depend on, without what can be computed
// from the rest (boxes, and the order of sorted boxes).
#ifndef RIM_FLAT_STAGE_STATE_H
#define RIM_FLAT_STAGE_STATE_H

#include "flat/stage/data.h"

#include <stdint.h>

typedef struct stage_state
{
    int32_t slots;     // the number of slots, free ones included
    int32_t present;   // the number of objects
    int32_t free_slot; // the first free slot, or -1
} stage_state;

// The `next` of a slot that is not free.
#define STAGE_SLOT_TAKEN (-2)

// The state of a slot. Its padding is zero, so that equal states have equal bytes.
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

// Sets the numbers of a state. Requires that the stage had at least state.slots slots before, so that there is room.
// Then the caller calls stage_state_put_slot for each slot that the stage gains and for each slot that differs.
void stage_state_put(rim_stage *stage, stage_state state);
void stage_state_put_slot(rim_stage *stage, int slot, const stage_slot_state *state);

// Makes room for `count` pairs, so that stage_state_put_pairs does not allocate. Returns false if there is no memory.
bool stage_state_reserve_pairs(rim_stage *stage, int count);

// Sets the pairs of the last update. Requires stage_state_reserve_pairs for as many.
void stage_state_put_pairs(rim_stage *stage, const rim_pair *pairs, int count);

#endif
