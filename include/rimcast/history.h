/// @file
/// Histories: the states of a stage, of masks and of a game's own memory, saved at each tick and restored bit for bit.
/// Histories serve rollback, replays and queries about an earlier tick.
///
///     rim_history_add_stage(history, stage);
///     rim_history_add_mask(history, land, land_sprite);
///     rim_history_add_memory(history, &game, sizeof game); // its movers, scores, random numbers
///     ...
///     step(&game); rim_history_save(history, ++game_tick);  // each tick
///     ...
///     rim_history_restore(history, game_tick - 7);          // everything is as it was at that tick
///
/// A save compares everything with the tick that was saved or restored last, at the speed of memcmp, and stores the
/// differences. They take 16 bytes for a sprite that moved, 32 bytes for a sprite that moved and rotated, and 16 bytes
/// for each pair of the stage that begins or ends. For a mask they take 8 bytes for each changed word of 64 pixels,
/// plus 8 bytes for each run of such words. A restore first applies the differences of the ticks in between, backwards
/// or forwards. Then it compares the result with the objects and writes what differs. The time of a restore is
/// proportional to the size of these differences plus the size of all objects. To query an earlier tick, restore that
/// tick, make the query, and restore the latest tick again.
///
/// Every object that is added must outlive the history. All sprites that were on the stage in a tick that is kept must
/// also outlive the history. The pixels of a sprite are saved only if its mask was added.
#ifndef RIMCAST_HISTORY_H
#define RIMCAST_HISTORY_H

#include "rimcast/stage.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_history rim_history;

/// The options of a history. With zeroed options, 128 ticks are kept, and memory comes from malloc.
typedef struct rim_history_options
{
    int                  ticks; ///< the largest number of ticks that are kept, >= 2; 0 means 128. A
                                ///< further save drops the oldest tick
    const rim_allocator *allocator;
} rim_history_options;

/// Creates an empty history. options may be NULL, which means zeroed options. Returns RIM_ERR_SIZE for a number of
/// ticks that is negative or 1, and RIM_ERR_MEMORY if memory runs out. On failure `*out` is NULL.
RIM_API rim_status rim_history_create(rim_history **out, const rim_history_options *options);

/// Destroys a history, but not the objects that were added to it. NULL is allowed.
RIM_API void rim_history_destroy(rim_history *history);

/// @{
/// Add an object whose state is saved and restored from now on. Earlier saves are dropped. Return RIM_ERR_MEMORY if
/// memory runs out. On failure nothing is changed.
///
/// Adds a stage: its sprites and figures with their handles, poses, filters and user pointers, and the pairs of the
/// last rim_stage_update. The parts of figures belong to the game. If they change, add them as memory. If a game
/// repeats the same changes of the stage after a restore, they give the same handles and the same lists of pairs.
RIM_API rim_status rim_history_add_stage(rim_history *history, rim_stage *stage);

/// Adds the pixels of a mask. sprite is NULL, or the sprite that was created from this mask and that the game updates
/// whenever the mask changes. A restore that changes pixels calls rim_sprite_update for this sprite. Returns
/// RIM_ERR_SIZE if the sprite does not have the size of the mask.
RIM_API rim_status rim_history_add_mask(rim_history *history, rim_mask *mask, rim_sprite *sprite);

/// Adds any bytes, such as a structure of the game. Pointers in them are restored as addresses, so the objects that
/// they point to must not move. Returns RIM_ERR_SIZE for more than 2^30 bytes.
RIM_API rim_status rim_history_add_memory(rim_history *history, void *memory, size_t bytes);
/// @}

/// Saves all states under the number `tick`. The present tick is the one that was saved or restored last. Saves of
/// ticks after the present one are dropped. Returns RIM_ERR_ARGUMENT if the number is not larger than that of the
/// present tick, and RIM_ERR_MEMORY if memory runs out. On failure nothing is changed.
RIM_API rim_status rim_history_save(rim_history *history, int64_t tick);

/// Restores all states of a tick, whatever has changed since the last save. Returns false, and changes nothing, if the
/// tick is not kept. Later ticks are kept until the next save. Lists that rim_stage_update returned earlier become
/// invalid. Does not allocate.
RIM_API bool rim_history_restore(rim_history *history, int64_t tick);

/// The range of the ticks that are kept, and the memory that they take.
typedef struct rim_history_span
{
    int     count; ///< the number of ticks; if it is 0, all other members are 0
    int64_t oldest, present, latest;
    size_t  bytes; ///< the memory that the differences between these ticks take
} rim_history_span;

/// Returns the range of the ticks that are kept.
RIM_API rim_history_span rim_history_kept(const rim_history *history);

#ifdef __cplusplus
}
#endif

#endif
