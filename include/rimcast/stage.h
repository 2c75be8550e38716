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
/// Figures (figure.h) can be on a stage like sprites. The stage borrows their parts. The parts may be changed while
/// the figure is on the stage, as long as no other thread queries: rim_stage_pairs and rim_stage_update notice the
/// change by themselves; before any other query, rim_stage_move must be called for the figure. Where a query returns
/// handles, rim_figure_contains and similar functions find the part. A sprite counts as a figure of one part.
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

/// The options of a stage. Zeroed: by pixels, malloc.
typedef struct rim_stage_options
{
    /// true: pairs, points, and overlaps of sprites, figures and boxes use the boxes around solid pixels
    /// (rim_sprite_bounds, rim_figure_bounds) instead of pixels. Circles, polygons, rays and sweeps still use pixels
    bool                 boxes_only;
    const rim_allocator *allocator;
} rim_stage_options;

/// An object on a stage: a sprite or a figure. Sprite and parts are borrowed.
typedef struct rim_stage_item
{
    rim_posed              posed; ///< for a figure: the sprite is NULL and the pose is the figure's
    rim_filter             filter;
    void                  *user;  ///< the game's own pointer, returned by rim_stage_get
    const rim_figure_part *parts; ///< the figure's parts; NULL for a sprite
    int                    part_count;
} rim_stage_item;

/// Creates an empty stage. NULL options are all zero. On failure `*out` is NULL.
RIM_API rim_status rim_stage_create(rim_stage **out, const rim_stage_options *options);

/// Destroys a stage, but not its sprites. NULL is allowed.
RIM_API void rim_stage_destroy(rim_stage *stage);

/// Adds a copy of the item and writes its handle to *out. RIM_ERR_MEMORY; RIM_ERR_SIZE beyond 2^30 objects;
/// RIM_ERR_ARGUMENT for an item with neither sprite nor parts. On failure `*out` is zero.
RIM_API rim_status rim_stage_add(rim_stage *stage, const rim_stage_item *item, rim_handle *out);

/// @{
/// Change the pose of an object, or its whole item. Return false, and do nothing, if the handle is not on the stage
/// or the item has neither sprite nor parts.
RIM_API bool rim_stage_move(rim_stage *stage, rim_handle who, rim_xform2 pose);
RIM_API bool rim_stage_set(rim_stage *stage, rim_handle who, const rim_stage_item *item);
/// @}

/// Removes an object. Returns false if the handle is not on the stage.
RIM_API bool rim_stage_remove(rim_stage *stage, rim_handle who);

/// Returns the item of an object. All zero for a zero handle and for that of a removed object, even if its slot is in
/// use again.
RIM_API rim_stage_item rim_stage_get(const rim_stage *stage, rim_handle who);

// --- pairs -------------------------------------------------------------------------------------------

/// Lists all colliding pairs: writes up to capacity of them and returns their true number. out may be NULL if
/// capacity is 0. The order depends on the present objects and poses only, not on earlier changes. The stage is not
/// const because it sorts; results of queries do not change.
RIM_API int rim_stage_pairs(rim_stage *stage, rim_pair *out, int capacity);

/// Returns the first part of a that shares area with b, and the first part of b that it shares area with; 0 for a
/// sprite. Both are -1 if they share none or a handle is not on the stage. Filters are ignored.
RIM_API rim_parts rim_stage_parts(const rim_stage *stage, rim_handle a, rim_handle b);

// --- coming and going ----------------------------------------------------------------------------------

/// The result of an update, sorted by the slot of a, then of b. Owned by the stage; valid until its next update.
typedef struct rim_stage_changes
{
    const rim_pair *touching, *entered, *left; ///< all pairs; those that began; those that ended
    int             touching_count, entered_count, left_count;
} rim_stage_changes;

/// Finds all pairs and compares them with those of the last update: which began, which ended. Pairs of a removed
/// object have ended; its handle in them is stale. changes may be NULL. On RIM_ERR_MEMORY nothing changes, and
/// `*changes` is that of the last update.
RIM_API rim_status rim_stage_update(rim_stage *stage, rim_stage_changes *changes);

// --- questions -----------------------------------------------------------------------------------------
//
// Queries test the objects on any of the given layers (~0u: all, 0: none). Lists are written up to capacity; the
// return value is their true number. out may be NULL if capacity is 0. Handles are in order of slots, unless stated
// otherwise. `but` is a handle to leave out, or zeroed.

/// Lists the objects whose shape contains a point.
RIM_API int rim_stage_contains(const rim_stage *stage, rim_vec2 p, uint32_t layers, rim_handle *out,
                               int capacity);

/// Lists the objects that share area with a box.
RIM_API int rim_stage_overlaps_box(const rim_stage *stage, rim_box2 box, uint32_t layers,
                                   rim_handle *out, int capacity);

/// @{
/// List the objects that overlap a circle (an explosion, for example), a polygon, a posed sprite or a figure, as
/// rim_sprite_overlaps_circle, _overlaps_polygon, rim_sprite_overlaps and rim_figure_overlaps. The sprite or figure
/// need not be on the stage; if it is, exclude it by `but`.
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

/// Lists the objects that one on the stage collides with: its partners in rim_stage_pairs, by the filters of both.
/// Returns 0 if the handle is not on the stage.
RIM_API int rim_stage_overlaps(const rim_stage *stage, rim_handle who, rim_handle *out,
                               int capacity);

/// An object that was hit, and the hit.
typedef struct rim_stage_hit
{
    rim_handle who;
    rim_hit2   hit;
    /// a of the mover, b of the object that was hit; 0 for a sprite or ray, -1 for a miss
    rim_parts  parts;
} rim_stage_hit;

/// Lists the objects that a ray hits, in order of t, then of slots. If there are more than capacity, the earliest are
/// written.
RIM_API int rim_stage_raycast_all(const rim_stage *stage, rim_ray2 ray, uint32_t layers,
                                  rim_stage_hit *out, int capacity);

/// Lists the objects that a sprite moving by delta hits while all others rest, in the same order. If the mover itself
/// is on the stage, exclude it by `but`.
RIM_API int rim_stage_sweep_all(const rim_stage *stage, rim_posed mover, rim_vec2 delta,
                                uint32_t layers, rim_handle but, rim_stage_hit *out, int capacity);

/// @{
/// Return only the first of these hits; a zero handle and a miss if there is none. Faster than the full list.
RIM_API rim_stage_hit rim_stage_raycast_first(const rim_stage *stage, rim_ray2 ray,
                                              uint32_t layers);
RIM_API rim_stage_hit rim_stage_sweep_first(const rim_stage *stage, rim_posed mover, rim_vec2 delta,
                                            uint32_t layers, rim_handle but);
/// @}

/// The motions of the other objects: of_slot[slot] is that of the object with this slot in its handle. Objects in
/// slots from `count` on rest. Borrowed for the call.
typedef struct rim_stage_motions
{
    const rim_vec2 *of_slot;
    int             count;
} rim_stage_motions;

/// @{
/// Lists the objects that a sprite moving by delta hits while the others move as well, as rim_sprite_sweep_both;
/// points are at the time of the touch. Objects with a non-finite motion are not hit. A call reads all motions and
/// tests all boxes within the longest one of the path: a motion much longer than the others makes it slow, not wrong.
RIM_API int rim_stage_sweep_both_all(const rim_stage *stage, rim_posed mover, rim_vec2 delta,
                                     rim_stage_motions others, uint32_t layers, rim_handle but,
                                     rim_stage_hit *out, int capacity);
RIM_API rim_stage_hit rim_stage_sweep_both_first(const rim_stage *stage, rim_posed mover,
                                                 rim_vec2 delta, rim_stage_motions others,
                                                 uint32_t layers, rim_handle but);
/// @}

/// @{
/// Lists the objects that a figure hits while it moves and rotates about the origin of its space, and the others move
/// as well: as rim_figure_sweep_turning, or rim_figure_sweep if motion.turn is 0. { NULL, 0 } if the others rest.
RIM_API int           rim_stage_sweep_figure_all(const rim_stage *stage, const rim_figure *mover,
                                                 rim_motion2 motion, rim_stage_motions others,
                                                 uint32_t layers, rim_handle but, rim_stage_hit *out,
                                                 int capacity);
RIM_API rim_stage_hit rim_stage_sweep_figure_first(const rim_stage *stage, const rim_figure *mover,
                                                   rim_motion2 motion, rim_stage_motions others,
                                                   uint32_t layers, rim_handle but);
/// @}

/// @{
/// Lists the objects that a moving and rotating sprite hits while all others rest, as rim_sprite_sweep_turning.
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
