/// @file
/// Stages: collections of many posed sprites and figures, with queries over all of them. A stage lists the pairs that
/// collide, and the pairs that began or ceased to collide since the last update. It also lists the objects under a
/// point, in a box, along a ray and in the path of a motion.
///
/// Results are those of rim_sprite_overlaps, _contains, _raycast and _sweep, which test the solid pixels exactly.
/// Bounding boxes only select the objects to test, unless the option boxes_only is set. The stage borrows the sprites.
/// A sprite must not be destroyed while it is on the stage.
///
/// A sprite may be updated (rim_sprite_update) while it is on a stage, if no other thread uses the sprite or the stage
/// at that time. All later queries then use the sprite's new pixels. It is not necessary to call rim_stage_set.
///
/// Figures (figure.h) can be on a stage as well. The stage borrows their parts, which may be changed while the figure
/// is on the stage, if no other thread uses the stage at that time. rim_stage_pairs and rim_stage_update detect the
/// change. Before any other query, call rim_stage_move for the figure. For queries that return handles only,
/// rim_figure_contains and similar functions find the part that was hit. A sprite counts as a figure of one part.
///
/// Method: To find pairs, the stage divides the boxes into bands that are a few boxes high, sorts the boxes along the
/// axis on which they are spread farthest, and sweeps them, sixteen at a time (D. Baraff, "Dynamic simulation of
/// non-penetrating rigid bodies", 1992, chapter 2). Small numbers of boxes are compared pairwise. Unrotated sprites at
/// whole pixels are compared by the bits of their masks, hundreds of pairs at a time. Other queries test all boxes,
/// sixteen at a time, which takes some tenths of a nanosecond per box.
///
/// Several threads may call functions of a const stage at the same time. While a function runs whose stage is not
/// const, such as rim_stage_pairs, no other thread may use the stage.
///
/// After the creation, only rim_stage_add and rim_stage_update allocate memory. If one of them returns RIM_ERR_MEMORY,
/// nothing has changed.
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

/// The options of a stage. With zeroed options, pixels decide the results, and memory comes from malloc.
typedef struct rim_stage_options
{
    /// true: bounding boxes (rim_sprite_bounds, rim_figure_bounds), not pixels, decide pairs, rim_stage_contains, and
    /// overlaps with sprites, figures and boxes. Pixels still decide overlaps with circles and polygons, and
    /// the hits of rays and sweeps
    bool                 boxes_only;
    const rim_allocator *allocator;
} rim_stage_options;

/// An object on a stage: a sprite or a figure. The sprite and the parts are borrowed.
typedef struct rim_stage_item
{
    rim_posed  posed; ///< the posed sprite; for a figure, the sprite is NULL and the pose is that
                      ///< of the figure
    rim_filter filter;
    void      *user;              ///< the game's own pointer, returned by rim_stage_get
    const rim_figure_part *parts; ///< the figure's parts; NULL for a sprite
    int                    part_count;
} rim_stage_item;

/// Creates an empty stage. options may be NULL, which means zeroed options. On RIM_ERR_MEMORY `*out` is NULL.
RIM_API rim_status rim_stage_create(rim_stage **out, const rim_stage_options *options);

/// Destroys a stage, but not its sprites. NULL is allowed.
RIM_API void rim_stage_destroy(rim_stage *stage);

/// Adds a copy of the item and writes its handle to *out if out is not NULL. Returns RIM_ERR_SIZE beyond 2^30 objects,
/// RIM_ERR_ARGUMENT for an item with neither a sprite nor parts, and RIM_ERR_MEMORY if memory runs out. On failure
/// `*out` is zeroed.
RIM_API rim_status rim_stage_add(rim_stage *stage, const rim_stage_item *item, rim_handle *out);

/// @{
/// Change the pose of an object, or its whole item. Return false, and change nothing, if the handle is not on the stage
/// or if the item has neither a sprite nor parts.
RIM_API bool rim_stage_move(rim_stage *stage, rim_handle who, rim_xform2 pose);
RIM_API bool rim_stage_set(rim_stage *stage, rim_handle who, const rim_stage_item *item);
/// @}

/// Removes an object. Returns false if the handle is not on the stage.
RIM_API bool rim_stage_remove(rim_stage *stage, rim_handle who);

/// Returns the item of an object. If the handle is not on the stage, for example because its object was removed,
/// returns a zeroed item.
RIM_API rim_stage_item rim_stage_get(const rim_stage *stage, rim_handle who);

// --- pairs -------------------------------------------------------------------------------------------

/// Lists all pairs that collide. Writes at most capacity of them and returns how many there are, which may exceed
/// capacity. out may be NULL if capacity is 0. The order depends only on the current objects and poses, not on earlier
/// changes. The stage is not const, because the function sorts the stage's boxes. The sorting does not change the
/// results of queries.
RIM_API int rim_stage_pairs(rim_stage *stage, rim_pair *out, int capacity);

/// Returns the index of the first part of a that shares area with b, and the index of the first part of b that shares
/// area with this part of a. The index of a sprite is 0. Both are -1 if a and b share no area or a handle is not on the
/// stage. Filters are ignored.
RIM_API rim_parts rim_stage_parts(const rim_stage *stage, rim_handle a, rim_handle b);

// --- changes of pairs ----------------------------------------------------------------------------------

/// The result of an update: lists of pairs, sorted by the slot of a, then by the slot of b. The stage owns the lists.
/// They are valid until the stage's next update.
typedef struct rim_stage_changes
{
    const rim_pair *touching, *entered, *left; ///< touching: all pairs that collide; entered: those
                                               ///< that began to collide; left: those that ceased
                                               ///< to collide
    int             touching_count, entered_count, left_count;
} rim_stage_changes;

/// Finds all pairs that collide and compares them with those of the last update. The pairs of a removed object are in
/// `left`, with a handle that is no longer valid. changes may be NULL. On RIM_ERR_MEMORY nothing changes, and
/// `*changes` is set to the result of the last update.
RIM_API rim_status rim_stage_update(rim_stage *stage, rim_stage_changes *changes);

// --- queries -------------------------------------------------------------------------------------------
//
// Queries test the objects that are on any of the given layers: ~0u means all layers, and 0 means none. Functions that
// list objects write at most capacity of them, in the order of slots unless stated otherwise. They return how many
// there are, which may exceed capacity. out may be NULL if capacity is 0. `but` is the handle of an object that is left
// out, or a zeroed handle.

/// Lists the objects that contain the world point p.
RIM_API int rim_stage_contains(const rim_stage *stage, rim_vec2 p, uint32_t layers, rim_handle *out,
                               int capacity);

/// Lists the objects that share area with a box.
RIM_API int rim_stage_overlaps_box(const rim_stage *stage, rim_box2 box, uint32_t layers,
                                   rim_handle *out, int capacity);

/// @{
/// List the objects that overlap a circle (for example an explosion), a polygon, a posed sprite or a figure. The tests
/// are those of rim_sprite_overlaps_circle, rim_sprite_overlaps_polygon, rim_sprite_overlaps and rim_figure_overlaps.
/// The sprite or figure need not be on the stage. If it is, pass its handle as `but`.
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

/// Lists the objects with which the object `who` collides: those that are in a pair with it in rim_stage_pairs.
/// Returns 0 if the handle is not on the stage.
RIM_API int rim_stage_overlaps(const rim_stage *stage, rim_handle who, rim_handle *out,
                               int capacity);

/// An object that was hit, and the hit.
typedef struct rim_stage_hit
{
    rim_handle who;
    rim_hit2   hit;
    /// the indices of the parts that touch: a is a part of the mover, and b is a part of the object that was hit. The
    /// index is 0 for a sprite or a ray, and -1 for a miss
    rim_parts  parts;
} rim_stage_hit;

/// Lists the objects that a ray hits, in order of t, then of slots. If there are more than capacity, those with the
/// lowest t are written.
RIM_API int rim_stage_raycast_all(const rim_stage *stage, rim_ray2 ray, uint32_t layers,
                                  rim_stage_hit *out, int capacity);

/// Lists the objects that a sprite hits while it moves by delta and all others rest, in order of t, then of slots. If
/// the mover is on the stage, pass its handle as `but`.
RIM_API int rim_stage_sweep_all(const rim_stage *stage, rim_posed mover, rim_vec2 delta,
                                uint32_t layers, rim_handle but, rim_stage_hit *out, int capacity);

/// @{
/// Return only the first hit of a ray, or of a sprite that moves by delta while all others rest. This is faster than a
/// list. If there is no hit, `who` is zeroed and hit.hit is false.
RIM_API rim_stage_hit rim_stage_raycast_first(const rim_stage *stage, rim_ray2 ray,
                                              uint32_t layers);
RIM_API rim_stage_hit rim_stage_sweep_first(const rim_stage *stage, rim_posed mover, rim_vec2 delta,
                                            uint32_t layers, rim_handle but);
/// @}

/// The motions of all objects but the mover. of_slot[slot] is the translation of the object whose handle has this slot.
/// Objects whose slot is at least `count` do not move. The array is needed only during the call.
typedef struct rim_stage_motions
{
    const rim_vec2 *of_slot;
    int             count;
} rim_stage_motions;

/// @{
/// List the objects that a sprite hits while it moves by delta and the others move as well, or return the first of
/// these hits. The results are those of rim_sprite_sweep_both, and the points are those at the time of the contact.
/// Objects with a non-finite motion are not hit. A call tests all objects whose distance from the mover's path is at
/// most the longest motion of any object. So one motion that is much longer than the others makes it slow.
RIM_API int rim_stage_sweep_both_all(const rim_stage *stage, rim_posed mover, rim_vec2 delta,
                                     rim_stage_motions others, uint32_t layers, rim_handle but,
                                     rim_stage_hit *out, int capacity);
RIM_API rim_stage_hit rim_stage_sweep_both_first(const rim_stage *stage, rim_posed mover,
                                                 rim_vec2 delta, rim_stage_motions others,
                                                 uint32_t layers, rim_handle but);
/// @}

/// @{
/// List the objects that a figure hits while it moves and rotates about the origin of its space and while the others
/// move as well, or return the first of these hits. Results are those of rim_figure_sweep_turning, or of
/// rim_figure_sweep if motion.turn is 0. If all others rest, pass { NULL, 0 } as `others`.
RIM_API int           rim_stage_sweep_figure_all(const rim_stage *stage, const rim_figure *mover,
                                                 rim_motion2 motion, rim_stage_motions others,
                                                 uint32_t layers, rim_handle but, rim_stage_hit *out,
                                                 int capacity);
RIM_API rim_stage_hit rim_stage_sweep_figure_first(const rim_stage *stage, const rim_figure *mover,
                                                   rim_motion2 motion, rim_stage_motions others,
                                                   uint32_t layers, rim_handle but);
/// @}

/// @{
/// List the objects that a sprite hits while it moves and rotates and all others rest, or return the first of these
/// hits. The results are those of rim_sprite_sweep_turning.
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
