/// @file
/// A stage: many posed sprites and queries over all of them. Lists the pairs that collide, the sprites under a point, in a
/// box, along a ray and in the path of a motion, and the pairs that began or ended since the last update.
///
/// Results are those of rim_sprite_overlaps, _contains, _raycast and _sweep: by pixels, exact. Bounding boxes only select
/// the sprites to test. The stage borrows the sprites: each must outlive its time on the stage.
///
/// A sprite may be updated (rim_sprite_update) while it is on a stage, as long as no other thread queries either: from
/// then on every answer, of const queries too, is that of its new pixels. rim_stage_set need not be called.
///
/// Figures (figure.h) stand on a stage as sprites do. The stage borrows their parts, which may be changed while they are there,
/// by another thread no more than sprites may: pairs follow at once; before any other question, rim_stage_move tells where the figure is now. Where
/// a question returns handles, rim_figure_contains and its like name the part. A sprite that asks or moves is a figure
/// of one part.
///
/// Pairs are found by sorting the boxes along the axis on which they are spread farthest, in bands some boxes
/// high, and sweeping over each band, sixteen boxes at a time (D. Baraff, "Dynamic simulation of
/// non-penetrating rigid bodies", 1992, chapter 2). A small number of boxes is compared pairwise. Unturned sprites at whole
/// pixels are compared by their baked bit masks, hundreds of pairs at a time. Other queries test all boxes, sixteen at a
/// time, in some tenths of a nanosecond each. Several threads may query a stage as long as none changes it.
///
/// Only rim_stage_add and _update allocate memory. If they return RIM_ERR_MEMORY, nothing has changed.
#ifndef RIMCAST_STAGE_H
#define RIMCAST_STAGE_H

#include "rimcast/base.h"
#include "rimcast/filter.h"
#include "rimcast/figure.h"
#include "rimcast/sprite_query.h"
#include "rimcast/shape2.h"
#include "rimcast/sprite.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_stage rim_stage;

/// Zero means: by pixels, malloc.
typedef struct rim_stage_options
{
    bool
        /// sprites are as large as the boxes around their solid pixels (rim_sprite_bounds), and figures as rim_figure_bounds, for pairs,
        /// overlaps of sprites, figures and boxes, and points; circles, polygons, rays and sweeps go by pixels all the same
                         boxes_only;
    const rim_allocator *allocator;
} rim_stage_options;

/// What stands on a stage: a sprite, or a figure, whose parts are borrowed.
typedef struct rim_stage_item
{
    rim_posed  posed; ///< without a sprite, if it is a figure; then its pose is the figure's
    rim_filter filter;
    void      *user;              ///< the game's own, handed back by rim_stage_get
    const rim_figure_part *parts; ///< of a figure; else NULL
    int                    part_count;
} rim_stage_item;

/// An empty stage. NULL options are all zero. On failure `*out` is NULL.
RIM_API rim_status rim_stage_create(rim_stage **out, const rim_stage_options *options);

/// NULL is allowed. Sprites are left alone.
RIM_API void rim_stage_destroy(rim_stage *stage);

/// Adds a copy of the item. RIM_ERR_MEMORY, RIM_ERR_SIZE beyond 2^30 sprites, RIM_ERR_ARGUMENT for nothing; then zeroes `*out`.
RIM_API rim_status rim_stage_add(rim_stage *stage, const rim_stage_item *item, rim_handle *out);

/// @{
/// Gives someone another pose; another frame, filter or user with the pose. false, and nothing done, for someone who is
/// not there, and for an item with neither a sprite nor parts.
RIM_API bool rim_stage_move(rim_stage *stage, rim_handle who, rim_xform2 pose);
RIM_API bool rim_stage_set(rim_stage *stage, rim_handle who, const rim_stage_item *item);
/// @}

/// Takes someone off the stage. false for someone who is not there.
RIM_API bool rim_stage_remove(rim_stage *stage, rim_handle who);

/// The item of a sprite on the stage. For a zero handle and for one whose sprite left, even if its slot is in use again: all zero.
RIM_API rim_stage_item rim_stage_get(const rim_stage *stage, rim_handle who);

// --- pairs -------------------------------------------------------------------------------------------

/// All colliding pairs: writes up to capacity of them and returns how many there are. out may be NULL when
/// capacity is 0. Their order depends on who stands where, not on what came before; the same stage gives
/// the same order. Not const, because it sorts; it changes no answer.
RIM_API int rim_stage_pairs(rim_stage *stage, rim_pair *out, int capacity);

/// Which parts of two that are there share area: the first of a, and the first of b that it does so with; 0 of a sprite. Both -1
/// if they share none, or if someone is not there. Filters do not matter.
RIM_API rim_parts rim_stage_parts(const rim_stage *stage, rim_handle a, rim_handle b);

// --- coming and going ----------------------------------------------------------------------------------

/// What an update found, by slot of a, then of b; owned by the stage until its next update.
typedef struct rim_stage_changes
{
    const rim_pair *touching, *entered, *left; ///< all pairs; the new ones; those that ended
    int             touching_count, entered_count, left_count;
} rim_stage_changes;

/// Finds all pairs and compares them with those of the last update: who has come to collide, who has stopped. Pairs of
/// someone who was removed have stopped; their handles are stale. changes may be NULL. RIM_ERR_MEMORY: everything is as
/// before, and `*changes` is that of the last update.
RIM_API rim_status rim_stage_update(rim_stage *stage, rim_stage_changes *changes);

// --- questions -----------------------------------------------------------------------------------------
//
// These query the sprites on any of the given layers (~0u: all, 0: none). Lists are written up to capacity, and the number of
// all is returned; out may be NULL when capacity is 0.

/// By slot: whose shape contains the point? The one drawn last is the last.
RIM_API int rim_stage_contains(const rim_stage *stage, rim_vec2 p, uint32_t layers, rim_handle *out,
                               int capacity);

/// By slot: whose shape shares area with the box?
RIM_API int rim_stage_overlaps_box(const rim_stage *stage, rim_box2 box, uint32_t layers,
                                   rim_handle *out, int capacity);

/// @{
/// By slot: whose shape overlaps the circle (an explosion), the polygon, the posed sprite, the figure? As
/// rim_sprite_overlaps_circle, _overlaps_polygon, rim_sprite_overlaps and rim_figure_overlaps. The sprite or figure need not be on the stage; if it is,
/// `but` leaves it out, else it is zeroed.
RIM_API int rim_stage_overlaps_circle(const rim_stage *stage, rim_circle2 circle, uint32_t layers,
                                      rim_handle *out, int capacity);
RIM_API int rim_stage_overlaps_polygon(const rim_stage *stage, rim_polygon2 polygon,
                                       uint32_t layers, rim_handle *out, int capacity);
RIM_API int rim_stage_overlaps_sprite(const rim_stage *stage, rim_posed posed, uint32_t layers,
                                      rim_handle but, rim_handle *out, int capacity);
RIM_API int rim_stage_overlaps_figure(const rim_stage *stage, const rim_figure *figure,
                                      uint32_t layers, rim_handle but, rim_handle *out,
                                      int capacity);
/// @}

/// Lists, by slot, the sprites that one on the stage collides with: its partners in rim_stage_pairs, by the filters of
/// both. 0 for someone who is not there.
RIM_API int rim_stage_overlaps(const rim_stage *stage, rim_handle who, rim_handle *out,
                               int capacity);

/// Who was met, and how.
typedef struct rim_stage_hit
{
    rim_handle who;
    rim_hit2   hit;
    rim_parts
        parts; ///< a of the mover, b of the one who was met; 0 of a sprite or ray, -1 for a miss
} rim_stage_hit;

/// Lists the sprites that a ray hits, the first one first (equal times by slot). If there are more than capacity, the
/// earliest are written.
RIM_API int rim_stage_raycast_all(const rim_stage *stage, rim_ray2 ray, uint32_t layers,
                                  rim_stage_hit *out, int capacity);

/// Lists the sprites that one moving by delta hits while all others rest, in the same order; `but` is left out (the mover
/// itself, if it is on the stage; or none).
RIM_API int rim_stage_sweep_all(const rim_stage *stage, rim_posed mover, rim_vec2 delta,
                                uint32_t layers, rim_handle but, rim_stage_hit *out, int capacity);

/// @{
/// Returns only the first of those; a zero handle and a miss if there is none. Faster than all of them.
RIM_API rim_stage_hit rim_stage_raycast_first(const rim_stage *stage, rim_ray2 ray,
                                              uint32_t layers);
RIM_API rim_stage_hit rim_stage_sweep_first(const rim_stage *stage, rim_posed mover, rim_vec2 delta,
                                            uint32_t layers, rim_handle but);
/// @}

/// How the others move meanwhile: of_slot[slot] is the motion of the one with that slot in its handle. Those in slots
/// from `count` on rest. Borrowed for the call.
typedef struct rim_stage_motions
{
    const rim_vec2 *of_slot;
    int             count;
} rim_stage_motions;

/// @{
/// Lists the sprites that one moving by delta hits while the others move as well, as rim_sprite_sweep_both: points are where
/// they touch at that time. Others whose motion is not finite are not met. A call reads all motions and
/// looks at all boxes near the way as long as the longest motion makes it: one that is far longer than the others
/// makes it slow, not wrong.
RIM_API int rim_stage_sweep_both_all(const rim_stage *stage, rim_posed mover, rim_vec2 delta,
                                     rim_stage_motions others, uint32_t layers, rim_handle but,
                                     rim_stage_hit *out, int capacity);
RIM_API rim_stage_hit rim_stage_sweep_both_first(const rim_stage *stage, rim_posed mover,
                                                 rim_vec2 delta, rim_stage_motions others,
                                                 uint32_t layers, rim_handle but);
/// @}

/// @{
/// Lists the sprites and figures that a figure hits which moves, and turns about the origin of its space, while the others move as
/// well: as rim_figure_sweep_turning, or rim_figure_sweep if motion.turn is 0. { NULL, 0 } for others that rest.
RIM_API int           rim_stage_sweep_figure_all(const rim_stage *stage, const rim_figure *mover,
                                                 rim_motion2 motion, rim_stage_motions others,
                                                 uint32_t layers, rim_handle but, rim_stage_hit *out,
                                                 int capacity);
RIM_API rim_stage_hit rim_stage_sweep_figure_first(const rim_stage *stage, const rim_figure *mover,
                                                   rim_motion2 motion, rim_stage_motions others,
                                                   uint32_t layers, rim_handle but);
/// @}

/// @{
/// Lists the sprites that one moving and turning hits while all others rest, as rim_sprite_sweep_turning.
RIM_API int rim_stage_sweep_turning_all(const rim_stage *stage, rim_posed mover, rim_motion2 motion,
                                        uint32_t layers, rim_handle but, rim_stage_hit *out,
                                        int capacity);
RIM_API rim_stage_hit rim_stage_sweep_turning_first(const rim_stage *stage, rim_posed mover,
                                                    rim_motion2 motion, uint32_t layers,
                                                    rim_handle but);
/// @}

#ifdef __cplusplus
}
#endif

#endif
