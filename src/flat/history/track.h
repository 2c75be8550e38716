// Tracks: objects whose state a history saves as words and restores.
#ifndef RIM_FLAT_HISTORY_TRACK_H
#define RIM_FLAT_HISTORY_TRACK_H

#include "flat/stage/state.h"
#include "rimcast/mask.h"
#include "rimcast/sprite.h"

typedef enum track_kind
{
    TRACK_STAGE,
    TRACK_MASK,
    TRACK_MEMORY
} track_kind;

// The words of a state. Those from count to the capacity are zero, so that states of different lengths can be compared.
typedef struct track_words
{
    uint32_t *words;
    size_t    count, capacity;
} track_words;

typedef struct track
{
    track_kind  kind;
    rim_stage  *stage;  // of a TRACK_STAGE
    rim_mask   *mask;   // of a TRACK_MASK
    rim_sprite *sprite; // of a TRACK_MASK: the sprite that is updated with the mask, or NULL
    char       *memory; // of a TRACK_MEMORY
    size_t      bytes;  // of a TRACK_MEMORY: its size

    track_words saved; // the state at the history's present tick
    track_words fresh; // the state that history_track_read has read; otherwise an older one

    // Of a stage: the sorted pairs of its last update at the present tick, and room for another list.
    rim_pair *pairs, *other_pairs;
    int       pair_count;
    size_t    pairs_capacity, other_capacity;
} track;

// Returns the number of words of the object's current state.
size_t history_track_count(const track *t);

// Makes room for the object's current state in both lists of words and of pairs, so that neither a save of that size
// nor a restore allocates. Returns false if there is no memory.
bool history_track_reserve(track *t, const rim_allocator *from);

// Reads the object's current state into t->fresh. Words beyond its end become zero. Requires history_track_reserve.
void history_track_read(track *t);

// Restores the object from t->saved, and a stage from t->pairs as well.
void history_track_write(track *t);

// Frees the memory of a track.
void history_track_release(track *t, const rim_allocator *from);

#endif
