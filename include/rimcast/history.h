/// @file
/// Saved states of a stage, of masks and of a game's own memory: saved tick by tick and restored bit for bit, for
/// rollback, replays, and queries about an earlier tick.
///
///     rim_history_add_stage(history, stage);
///     rim_history_add_mask(history, land, land_sprite);
///     rim_history_add_memory(history, &game, sizeof game); // its movers, scores, random numbers
///     ...
///     step(&game); rim_history_save(history, ++game_tick);  // each tick
///     ...
///     rim_history_restore(history, game_tick - 7);          // all is as it was then
///
/// A save compares everything with the last save, at the speed of memcmp, and stores the differences: 32 bytes for a sprite
/// that moved and turned, 16 for one that moved, 8 for a word of 64 pixels and 8 for a run of them. A restore applies the
/// changes of the ticks between, backwards or forwards, in time proportional to these changes and one more comparison. To
/// query an earlier tick, restore it, query, and restore the present again.
///
/// Every object that is added must outlive the history. So must all sprites that were on the stage in a tick that is
/// kept. The pixels of sprites are not saved, except of those added with their masks.
#ifndef RIMCAST_HISTORY_H
#define RIMCAST_HISTORY_H

#include "rimcast/stage.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_history rim_history;

/// The options of a history. Zeroed: 128 ticks, malloc.
typedef struct rim_history_options
{
    int                  ticks; ///< how many are kept at most, 2 or more; a further save drops the
                                ///< oldest
    const rim_allocator *allocator;
} rim_history_options;

/// Creates an empty history. NULL options are all zero. RIM_ERR_SIZE for a number of ticks that is negative or 1.
/// On failure `*out` is NULL.
RIM_API rim_status rim_history_create(rim_history **out, const rim_history_options *options);

/// Destroys a history. NULL is allowed. Everything that was added stays as it is.
RIM_API void rim_history_destroy(rim_history *history);

/// @{
/// Adds an object whose state is saved and restored from now on. Earlier saves are dropped. RIM_ERR_MEMORY, or
/// RIM_ERR_SIZE for more than 2^30 bytes; on failure nothing is changed.
///
/// Adds a stage: its sprites with handles, poses, filters and pointers, and the pairs of the last rim_stage_update.
/// Parts of figures that change are added separately, as memory. The same edits after a restore give the same handles
/// and the same changes as the first time.
RIM_API rim_status rim_history_add_stage(rim_history *history, rim_stage *stage);

/// Adds the pixels of a mask. sprite is NULL or the sprite that was created from this mask and is updated whenever
/// the mask changes; a restore that changes pixels updates it as well (rim_sprite_update).
RIM_API rim_status rim_history_add_mask(rim_history *history, rim_mask *mask, rim_sprite *sprite);

/// Adds any bytes, such as a structure of the game. Pointers in it are restored as they are, so the objects that they
/// point to must stay at their addresses.
RIM_API rim_status rim_history_add_memory(rim_history *history, void *memory, size_t bytes);
/// @}

/// Saves all states under a tick's number, which must be larger than that of the present tick (RIM_ERR_ARGUMENT). The
/// present is the tick saved or restored last; saves of later ticks are dropped. On RIM_ERR_MEMORY nothing is
/// changed.
RIM_API rim_status rim_history_save(rim_history *history, int64_t tick);

/// Restores all states of a tick from any present state. Returns false, and does nothing, for a tick that is not
/// kept. Later ticks are kept until the next save. Does not allocate. Lists that rim_stage_update returned before
/// become invalid.
RIM_API bool rim_history_restore(rim_history *history, int64_t tick);

/// The range of the ticks that are kept, and their memory.
typedef struct rim_history_span
{
    int     count; ///< the number of ticks; if it is 0, so are the other members
    int64_t oldest, present, latest;
    size_t  bytes; ///< the memory of the changes between these ticks
} rim_history_span;

/// Returns the range of the ticks that are kept.
RIM_API rim_history_span rim_history_kept(const rim_history *history);

#ifdef __cplusplus
}
#endif

#endif
