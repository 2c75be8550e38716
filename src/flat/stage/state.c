// Saving and restoring the state of a stage, slot by slot.
#include "flat/stage/state.h"

#include "base/memory.h"

#include <string.h>

stage_state stage_state_get(const rim_stage *s)
{
    stage_state state = { s->boxes.count, s->present, s->free_slot };
    return state;
}

// Stores the state of a slot in *out. For a free slot only the generation and the next free slot are set, and all else
// is zero.
void stage_state_get_slot(const rim_stage *s, int slot, stage_slot_state *out)
{
    const stage_item *item = &s->items[slot];
    memset(out, 0, sizeof *out);
    out->generation = item->generation;
    out->next = item->present ? STAGE_SLOT_TAKEN : item->x;
    if (!item->present) return;
    out->posed = item->posed;
    out->user = s->users[slot];
    out->parts = s->parts[slot].list;
    out->part_count = s->parts[slot].count;
    out->layers = item->layers;
    out->ignores = item->ignores;
}

// Sets the numbers of the stage. Slots that the stage loses get empty boxes, which no search finds. The items
// of slots that it gains are zeroed, and the caller sets these slots by stage_state_put_slot.
void stage_state_put(rim_stage *s, stage_state state)
{
    for (int slot = state.slots; slot < s->boxes.count; slot++)
    {
        stage_clear_box(&s->boxes, slot);
        stage_clear_box(&s->images, slot);
    }
    // The caller writes these slots next, by stage_state_put_slot.
    for (int slot = s->boxes.count; slot < state.slots; slot++)
        memset(&s->items[slot], 0, sizeof s->items[slot]);
    s->boxes.count = s->images.count = state.slots;
    s->present = state.present;
    s->free_slot = state.free_slot;
}

// Restores the state of a slot and computes its boxes. A free slot gets empty boxes.
void stage_state_put_slot(rim_stage *s, int slot, const stage_slot_state *state)
{
    stage_item *item = &s->items[slot];
    item->generation = state->generation;
    item->present = state->next == STAGE_SLOT_TAKEN;
    if (!item->present)
    {
        item->x = state->next;
        stage_clear_box(&s->boxes, slot);
        stage_clear_box(&s->images, slot);
        return;
    }
    item->posed = state->posed;
    item->layers = state->layers;
    item->ignores = state->ignores;
    s->users[slot] = state->user;
    s->parts[slot] = (stage_parts){ state->parts, (int)state->part_count };
    stage_place(s, slot);
}

// Makes room in two lists, because an update exchanges s->touching and s->next.
bool stage_state_reserve_pairs(rim_stage *s, int count)
{
    stage_pairs *lists[2] = { &s->touching, &s->next };
    for (int i = 0; i < 2; i++)
        if (!memory_reserve(&s->allocator, (void **)&lists[i]->list, &lists[i]->capacity,
                            (size_t)count, sizeof(rim_pair)))
            return false;
    return true;
}

void stage_state_put_pairs(rim_stage *s, const rim_pair *pairs, int count)
{
    if (count) memcpy(s->touching.list, pairs, (size_t)count * sizeof *pairs);
    s->touching.count = count;
    s->entered.count = s->left.count = 0;
}
