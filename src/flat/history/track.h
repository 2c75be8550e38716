// The saved state of one object as words, and its restoration.
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

// Words of a state. Those from count to the capacity are zero, so that a shorter state is one that ends with zeros.
typedef struct track_words
{
    uint32_t *words;
    size_t    count, capacity;
} track_words;

typedef struct track
{
    track_kind  kind;
    rim_stage  *stage;
    rim_mask   *mask;
    rim_sprite *sprite; // updated with the mask; may be NULL
    char       *memory;
    size_t      bytes;

    track_words saved; // at the history's present tick
    track_words fresh; // room for the object's state of now

    // Of a stage: the pairs of the last update at the present tick, sorted, and room for as many.
    rim_pair *pairs, *other_pairs;
    int       pair_count;
    size_t    pairs_capacity, other_capacity;
} track;

// Returns the number of words of the object's present state.
size_t history_track_count(const track *t);

// Makes room for the object's state of now, and for that a stage can take any saved state back without asking for
// memory.
bool history_track_reserve(track *t, const rim_allocator *from);

// Writes the object's state of now to fresh. Requires room.
void history_track_read(track *t);

// Writes what is saved back to the object.
void history_track_write(track *t);

void history_track_release(track *t, const rim_allocator *from);

#endif
