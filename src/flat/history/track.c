// Tracks: the states of stages, masks and memory as words, read and written back.
#include "flat/history/track.h"

#include "base/memory.h"
#include "flat/mask/bits.h"

#include <string.h>

enum
{
    TRACK_STATE_WORDS = sizeof(stage_state) / sizeof(uint32_t),
    TRACK_SLOT_WORDS = sizeof(stage_slot_state) / sizeof(uint32_t)
};

_Static_assert(sizeof(stage_state) % sizeof(uint32_t) == 0, "whole words");
_Static_assert(sizeof(stage_slot_state) % sizeof(uint32_t) == 0, "whole words");

// --- room ------------------------------------------------------------------------------------------------

// Returns the number of words of a mask: all strips with the guard rows between them.
static size_t mask_word_count(const rim_mask *mask)
{
    return mask->strips ? (size_t)(mask->strips - 1) * mask->pitch + (size_t)mask->height : 0;
}

size_t history_track_count(const track *t)
{
    switch (t->kind)
    {
    case TRACK_STAGE:
        return TRACK_STATE_WORDS + (size_t)t->stage->boxes.count * TRACK_SLOT_WORDS;
    case TRACK_MASK:
        return 2 * mask_word_count(t->mask); // a mask's words have 64 bits, those of a track 32
    case TRACK_MEMORY:
        break;
    }
    return (t->bytes + 3) / 4;
}

// Makes room for `count` words. Words that were never used are zero.
static bool reserve_words(track_words *w, size_t count, const rim_allocator *from)
{
    size_t before = w->capacity;
    if (!memory_reserve(from, (void **)&w->words, &w->capacity, count, sizeof *w->words))
        return false;
    if (w->capacity > before)
        memset(w->words + before, 0, (w->capacity - before) * sizeof *w->words);
    return true;
}

bool history_track_reserve(track *t, const rim_allocator *from)
{
    size_t count = history_track_count(t);
    if (!reserve_words(&t->saved, count, from) || !reserve_words(&t->fresh, count, from))
        return false;
    if (t->kind != TRACK_STAGE) return true;
    size_t pairs = (size_t)t->stage->touching.count;
    return stage_state_reserve_pairs(t->stage, (int)pairs) &&
           memory_reserve(from, (void **)&t->pairs, &t->pairs_capacity, pairs, sizeof(rim_pair)) &&
           memory_reserve(from, (void **)&t->other_pairs, &t->other_capacity, pairs,
                          sizeof(rim_pair));
}

void history_track_release(track *t, const rim_allocator *from)
{
    memory_release(from, t->saved.words, t->saved.capacity, sizeof(uint32_t));
    memory_release(from, t->fresh.words, t->fresh.capacity, sizeof(uint32_t));
    memory_release(from, t->pairs, t->pairs_capacity, sizeof(rim_pair));
    memory_release(from, t->other_pairs, t->other_capacity, sizeof(rim_pair));
}

// --- reading ---------------------------------------------------------------------------------------------

// Writes the state of the stage, then that of each slot, as words.
static void read_stage(const rim_stage *stage, uint32_t *words)
{
    stage_state state = stage_state_get(stage);
    memcpy(words, &state, sizeof state);
    words += TRACK_STATE_WORDS;
    for (int slot = 0; slot < state.slots; slot++, words += TRACK_SLOT_WORDS)
    {
        stage_slot_state one;
        stage_state_get_slot(stage, slot, &one);
        memcpy(words, &one, sizeof one);
    }
}

void history_track_read(track *t)
{
    size_t count = history_track_count(t), before = t->fresh.count;
    if (before > count) memset(t->fresh.words + count, 0, (before - count) * sizeof(uint32_t));
    t->fresh.count = count;
    if (!count) return;
    switch (t->kind)
    {
    case TRACK_STAGE:
        read_stage(t->stage, t->fresh.words);
        break;
    case TRACK_MASK:
        memcpy(t->fresh.words, t->mask->words, count * sizeof(uint32_t));
        break;
    case TRACK_MEMORY:
        t->fresh.words[count - 1] = 0; // the last word may be filled in part
        memcpy(t->fresh.words, t->memory, t->bytes);
        break;
    }
}

// --- writing ---------------------------------------------------------------------------------------------

// Restores a stage from t->saved and t->pairs. Slots whose state is the same already are skipped, which saves the time
// to compute their boxes. Those from `before` on are slots that stage_state_put has added, whose state is not set.
// Figures are never skipped: their parts, which may have been restored as memory, are not in the state of the slot.
static void write_stage(track *t)
{
    const uint32_t *words = t->saved.words;
    rim_stage      *stage = t->stage;
    int             before = stage->boxes.count;
    stage_state     state;
    memcpy(&state, words, sizeof state);
    stage_state_put(stage, state);
    words += TRACK_STATE_WORDS;
    for (int slot = 0; slot < state.slots; slot++, words += TRACK_SLOT_WORDS)
    {
        stage_slot_state now, wanted;
        memcpy(&wanted, words, sizeof wanted);
        if (slot < before)
        {
            stage_state_get_slot(stage, slot, &now);
            if (!wanted.parts && memcmp(&now, &wanted, sizeof now) == 0) continue;
        }
        stage_state_put_slot(stage, slot, &wanted);
    }
    stage_state_put_pairs(stage, t->pairs, t->pair_count);
}

// Restores a mask from t->saved: writes the words that differ, and updates the sprite in the rectangle around them. A word
// of the mask, 64 pixels of a strip's row, is two words of the state.
static void write_mask(const track *t)
{
    rim_mask *mask = t->mask;
    rim_rect  changed = { mask->width, mask->height, 0, 0 };
    for (int strip = 0; strip < mask->strips; strip++)
        for (int y = 0; y < mask->height; y++)
        {
            size_t   at = (size_t)strip * mask->pitch + (size_t)y;
            uint64_t wanted;
            memcpy(&wanted, t->saved.words + 2 * at, sizeof wanted);
            if (mask->words[at] == wanted) continue;
            mask->words[at] = wanted;
            if (64 * strip < changed.x0) changed.x0 = 64 * strip;
            if (64 * strip + 64 > changed.x1) changed.x1 = 64 * strip + 64;
            if (y < changed.y0) changed.y0 = y;
            if (y + 1 > changed.y1) changed.y1 = y + 1;
        }
    if (changed.x1 > mask->width) changed.x1 = mask->width;
    if (t->sprite && changed.x0 < changed.x1) rim_sprite_update(t->sprite, mask, changed);
}

void history_track_write(track *t)
{
    switch (t->kind)
    {
    case TRACK_STAGE:
        write_stage(t);
        break;
    case TRACK_MASK:
        write_mask(t);
        break;
    case TRACK_MEMORY:
        if (t->bytes) memcpy(t->memory, t->saved.words, t->bytes);
        break;
    }
}
