/// @file
/// Time travel: the states of a stage, of masks and of a game's own memory, saved tick by tick and restored to the
/// same bits. For rollback, replays, and questions about an earlier tick.
///
///     rim_history_add_stage(history, stage);
///     rim_history_add_mask(history, land, land_sprite);
///     rim_history_add_memory(history, &game, sizeof game); // its movers, scores, random numbers
///     ...
///     step(&game); rim_history_save(history, ++game_tick);  // each tick
///     ...
///     rim_history_restore(history, game_tick - 7);          // all is as it was then
///
/// A save compares everything with the last save, at the speed of memcmp, and keeps what differs: 32 bytes for a sprite
/// that moved and turned, 16 for one that moved, 8 for a word of 64 pixels and 8 for a run of them. Ticks before the
/// present are walked back, later ones forward, in time that goes with what changed between, and with one more such
/// comparison. An earlier tick is asked by restoring it, asking, and restoring the present again.
///
/// What is added must outlive the history, and so must sprites that were on the stage in a tick that is kept. Not
/// saved are the sprites themselves, apart from those added with their masks.
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

/// A history of nothing yet. NULL options are all zero. RIM_ERR_SIZE for a number of ticks that is negative or 1.
/// On failure `*out` is NULL.
RIM_API rim_status rim_history_create(rim_history **out, const rim_history_options *options);

/// NULL is allowed. What was added is left as it is.
RIM_API void rim_history_destroy(rim_history *history);

/// @{
/// Adds something whose state is saved and restored from now on; what has been saved before is forgotten. RIM_ERR_MEMORY,
/// or RIM_ERR_SIZE for more than 2^30 bytes; then nothing is changed.
///
/// Of a stage: who is on it, with handles, poses, filters and pointers (parts of figures that change are saved as memory), and the pairs of the last
/// rim_stage_update. The same edits after a restore give the same handles and the same changes as the first time.
RIM_API rim_status rim_history_add_stage(rim_history *history, rim_stage *stage);

/// Of a mask: its pixels. Where they differ on a restore, the sprite, if it isn't NULL, is updated
/// (rim_sprite_update): it must have been made from this mask, and be updated whenever that is changed.
RIM_API rim_status rim_history_add_mask(rim_history *history, rim_mask *mask, rim_sprite *sprite);

/// Any bytes: structures of a game, pointers in them included, as long as what these point to stays in its place.
RIM_API rim_status rim_history_add_memory(rim_history *history, void *memory, size_t bytes);
/// @}

/// Saves the state of all under a tick's number, which must be larger than that of the present tick (RIM_ERR_ARGUMENT).
/// The present is the tick saved or restored last; ticks after it are forgotten. On RIM_ERR_MEMORY nothing is
/// changed.
RIM_API rim_status rim_history_save(rim_history *history, int64_t tick);

/// Gives everything the state it had when the tick was saved, whatever it is now. false, and nothing done, for a tick that
/// is not kept. Later ticks are kept until the next save. Asks for no memory. What rim_stage_update returned before is
/// not valid any more.
RIM_API bool rim_history_restore(rim_history *history, int64_t tick);

/// Which ticks are kept, and in how much memory.
typedef struct rim_history_span
{
    int     count; ///< of ticks; 0: none, and the others are 0, too
    int64_t oldest, present, latest;
    size_t  bytes; ///< of the changes between these ticks
} rim_history_span;

RIM_API rim_history_span rim_history_kept(const rim_history *history);

#ifdef __cplusplus
}
#endif

#endif
