/// @file
/// Time travel: the states of a stage, of masks and of a game's own memory, saved tick by tick and restored to the
/// same bits. For rollback, replays, and queries about an earlier tick.
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
/// Everything that is added must outlive the history, and so must all sprites that were on the stage in a tick that is kept.
/// Sprites themselves are not saved, except those added with their masks.
#ifndef RIMCAST_HISTORY_H
#define RIMCAST_HISTORY_H

#include "rimcast/stage.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_history rim_history;

/// Zero means: 128 ticks, malloc.
typedef struct rim_history_options
{
    int                  ticks; ///< kept at most, 2 or more; a save beyond forgets the oldest
    const rim_allocator *allocator;
} rim_history_options;

/// Creates an empty history. NULL options are all zero. RIM_ERR_SIZE for a number of ticks that is negative or 1.
/// On failure `*out` is NULL.
RIM_API rim_status rim_history_create(rim_history **out, const rim_history_options *options);

/// Destroys a history. NULL is allowed. Everything that was added stays as it is.
RIM_API void rim_history_destroy(rim_history *history);

/// @{
/// Add an object whose state is saved and restored from now on. Earlier saves are forgotten. RIM_ERR_MEMORY,
/// or RIM_ERR_SIZE for more than 2^30 bytes; then nothing is changed.
///
/// Of a stage: its sprites with handles, poses, filters and pointers (parts of figures that change are saved as memory), and the pairs of the last
/// rim_stage_update. The same edits after a restore give the same handles and the same changes as the first time.
RIM_API rim_status rim_history_add_stage(rim_history *history, rim_stage *stage);

/// Of a mask: its pixels. Where they differ on a restore, the sprite, if it isn't NULL, is updated
/// (rim_sprite_update): it must have been made from this mask, and be updated whenever that is changed.
RIM_API rim_status rim_history_add_mask(rim_history *history, rim_mask *mask, rim_sprite *sprite);

/// Any bytes: structures of a game, pointers in them included, as long as the objects pointed to stay at their addresses.
RIM_API rim_status rim_history_add_memory(rim_history *history, void *memory, size_t bytes);
/// @}

/// Saves all states under a tick's number, which must be larger than that of the present tick (RIM_ERR_ARGUMENT).
/// The present is the tick saved or restored last; ticks after it are forgotten. On RIM_ERR_MEMORY nothing is
/// changed.
RIM_API rim_status rim_history_save(rim_history *history, int64_t tick);

/// Restores all states of a tick, whatever they are now. Returns false, and does nothing, for a tick that is not kept. Later
/// ticks are kept until the next save. Does not allocate. Lists that rim_stage_update returned before become invalid.
RIM_API bool rim_history_restore(rim_history *history, int64_t tick);

/// The ticks that are kept, and their memory.
typedef struct rim_history_span
{
    int     count; ///< of ticks; if it is 0, the other members are 0 too
    int64_t oldest, present, latest;
    size_t  bytes; ///< of the changes between these ticks
} rim_history_span;

RIM_API rim_history_span rim_history_kept(const rim_history *history);

#ifdef __cplusplus
}
#endif

#endif
