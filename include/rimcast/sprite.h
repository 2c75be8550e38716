/// @file
/// Sprites: masks with an anchor, an outline and precomputed data for fast queries.
///
/// Sprite space has its origin at the anchor, x to the right, y down, and one unit per pixel. A posed sprite is a
/// sprite together with its pose, the affine map from sprite space to the world. The map may translate, rotate, scale,
/// reflect and shear. A sprite whose pose cannot be inverted (such as a scale of 0) has no area and hits nothing.
///
/// ### Sheets
///
/// A sheet is a set of sprites: one for each frame of an image, or one for each frame and each layer (rim_layer).
///
/// A frame is one picture of an animation, stored in a rectangle of the image. To save space, packing programs trim a
/// frame's empty borders and rotate its pixels. rim_frame therefore also contains the size of the untrimmed frame, the
/// position of the stored pixels in it, and whether they are rotated. Masks, outlines and anchors are those of the
/// untrimmed frame. So an animation does not jump if one frame was trimmed more than the next. Pixels outside of the
/// rectangle `place` are not read.
///
/// The sheet owns the sprites. The library does not play animations: the game selects the sprite of the current frame.
#ifndef RIMCAST_SPRITE_H
#define RIMCAST_SPRITE_H

#include "rimcast/base.h"
#include "rimcast/mask.h"
#include "rimcast/outline.h"
#include "rimcast/shape2.h"
#include "rimcast/vec2.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_sprite rim_sprite;

/// The options of a sprite. With zeroed options, the anchor is in the center (width / 2, height / 2), the outline has
/// 36 rays, and memory comes from malloc.
typedef struct rim_sprite_options
{
    bool                 has_anchor;
    rim_vec2             anchor; ///< in pixels from the mask's top left corner; used if has_anchor
    int                  rays;   ///< the number of rays of the outline (outline.h), at most
                                 ///< RIM_OUTLINE_MAX_RAYS; 0 means 36
    const rim_allocator *allocator;
} rim_sprite_options;

/// A sprite and its pose, passed by value.
typedef struct rim_posed
{
    const rim_sprite *sprite;
    rim_xform2        pose; ///< sprite space to the world
} rim_posed;

/// Returns a posed sprite, which borrows the sprite.
static inline rim_posed rim_posed_make(const rim_sprite *sprite, rim_xform2 pose)
{
    rim_posed posed;
    posed.sprite = sprite;
    posed.pose = pose;
    return posed;
}

/// Creates a sprite from a mask and computes the data that queries need. The mask is copied. options may be NULL, which
/// means zeroed options. Returns RIM_ERR_ARGUMENT for a non-finite anchor or a number of rays out of range, and
/// RIM_ERR_MEMORY if memory runs out. On failure `*out` is NULL.
RIM_API rim_status rim_sprite_create(rim_sprite **out, const rim_mask *mask,
                                     const rim_sprite_options *options);

/// Copies the mask's pixels inside the rectangle `changed` to the sprite and recomputes all data that depends on them.
/// Call it, for example, after a part of a terrain was dug away. Pixels outside of the rectangle are not read.
/// Afterwards the sprite equals the one that rim_sprite_create would create from its new pixels. Returns RIM_ERR_SIZE,
/// and changes nothing, if the mask does not have the size of the sprite's mask. Does not allocate. The time depends on
/// the size of the rectangle, not on that of the mask; 42 by 42 pixels take about 4 microseconds. Only an edit that
/// clears outermost solid pixels takes longer, because the sprite's pixels are then searched for its new bounds.
RIM_API rim_status rim_sprite_update(rim_sprite *sprite, const rim_mask *mask, rim_rect changed);

/// Moves the origin of sprite space to another point of the image, in pixels from the mask's top left corner.
/// Afterwards the sprite equals the one that rim_sprite_create would create with this anchor; only the outline is
/// computed again, because its rays run towards the anchor. Poses are not changed, so posed sprites move in the world.
/// To leave a posed sprite where it is, set tx and ty of its pose to rim_xform2_apply(pose, anchor - old anchor). A
/// stage detects the change in the next call of rim_stage_pairs or rim_stage_update, and in rim_stage_move and
/// rim_stage_set for the object that is passed. Until then, its other queries may use the old position. Returns
/// RIM_ERR_ARGUMENT, and changes nothing, for a non-finite anchor. Does not allocate.
RIM_API rim_status rim_sprite_set_anchor(rim_sprite *sprite, rim_vec2 anchor);

/// Destroys a sprite. NULL is allowed.
RIM_API void rim_sprite_destroy(rim_sprite *sprite);

/// Returns the sprite's mask as it was created or last updated. The sprite owns it.
RIM_API const rim_mask *rim_sprite_mask(const rim_sprite *sprite);
/// Returns the anchor, the origin of sprite space, in pixels from the mask's top left corner.
RIM_API rim_vec2        rim_sprite_anchor(const rim_sprite *sprite);

/// Returns the outline's points in sprite space, one per ray (see rim_outline_cast), and writes their number to *rays
/// if rays is not NULL. The sprite owns the array.
RIM_API const rim_edge_point *rim_sprite_outline(const rim_sprite *sprite, int *rays);

/// Returns the bounding box, in the world, of the posed rectangle that bounds the solid pixels in the mask, rounded
/// outward. For a rotated sprite, this box may be larger than that of the solid pixels. It is empty if there are no
/// solid pixels or the pose is singular or not finite.
RIM_API rim_box2 rim_sprite_bounds(rim_posed a);

/// Returns the result of rim_sprite_contains for a posed sprite that is passed by pointer. Copying the struct would
/// take longer than the query.
RIM_API bool rim_posed_contains(const rim_posed *a, rim_vec2 p);

/// Returns true if the world point p, mapped to sprite space, is in a solid pixel. A pixel contains its left and top
/// sides, but not its right and bottom sides. The result is exact for the float values of pose and point. A sprite
/// with a singular pose contains no point.
static inline bool rim_sprite_contains(rim_posed a, rim_vec2 p)
{
    return rim_posed_contains(&a, p);
}

/// Tests the points of the outline of `a` in the order of the rays, without rays that hit nothing. Returns the index of
/// the first ray whose point lies in a solid pixel of `b`, or -1 if there is none. The result is exact for the float
/// values of the points and of both poses: no position in the world is rounded. If either pose is singular or not
/// finite, the result is -1. Takes a few nanoseconds per point.
RIM_API int rim_sprite_outline_first(rim_posed a, rim_posed b);

/// Lists the indices of all rays of a's outline whose points lie in a solid pixel of b, in ascending order. Writes at
/// most capacity of them and returns how many there are, which may exceed capacity. rays may be NULL if capacity is 0.
RIM_API int rim_sprite_outline_all(rim_posed a, rim_posed b, int *rays, int capacity);

/// Returns true if a and b share a solid pixel when the top left corner of b's mask is at pixel (dx, dy) of a's mask.
/// The result is that of rim_mask_overlaps. This function finds it faster, with the sprites' precomputed data.
RIM_API bool rim_sprite_overlaps_at(const rim_sprite *a, const rim_sprite *b, int dx, int dy);

// --- sheets --------------------------------------------------------------------------------------------

typedef struct rim_sheet rim_sheet;

/// One frame of a sheet. A frame in which only `place` is set is untrimmed, not rotated, and has the anchor of the
/// sheet's options.
typedef struct rim_frame
{
    rim_rect place;  ///< the stored pixels in the sheet's image; not empty, inside the image
    bool     turned; ///< the stored pixels are rotated by 90 degrees clockwise
    /// the position, in the untrimmed frame, of the top left corner of the stored pixels after they are rotated back
    int      trim_x, trim_y;
    /// the size of the untrimmed frame; 0, 0 means the size of the stored pixels after rotating back
    int      width, height;
    bool     has_anchor;
    rim_vec2 anchor; ///< in pixels from the untrimmed frame's top left corner; used if has_anchor
} rim_frame;

/// A grid of cells of one size, as in most hand-made sheets.
typedef struct rim_grid
{
    int cell_width, cell_height; ///< in pixels; at least 1
    int margin;                  ///< pixels between the image's border and the cells
    int spacing;                 ///< pixels between neighboring cells
} rim_grid;

/// The options of a sheet. With zeroed options, the anchor is in the center of each frame, outlines have 36 rays,
/// memory comes from malloc, and there is no progress callback.
typedef struct rim_sheet_options
{
    bool has_anchor;
    rim_vec2
        anchor; ///< for frames without an anchor, in pixels from the untrimmed frame's top left
                ///< corner
    int rays;   ///< the number of rays of each outline; 0 means 36
    const rim_progress  *progress;
    const rim_allocator *allocator;
} rim_sheet_options;

/// Lists the frames of a grid, row after row. Writes at most capacity of them and returns how many there are, which may
/// exceed capacity. Cells that extend beyond the image, or into the margin at its right and bottom, are left out.
/// Returns 0 if no cell fits, if a side of the cells is below 1, or if margin or spacing is negative. out may be NULL
/// if capacity is 0.
RIM_API int rim_grid_frames(rim_grid grid, int image_width, int image_height, rim_frame *out,
                            int capacity);

/// Writes the size of the untrimmed frame to *width and *height.
RIM_API void rim_frame_size(const rim_frame *frame, int *width, int *height);

/// Checks a frame of an image of the given size. Returns RIM_ERR_SIZE if `place` is empty or not inside the image, if
/// the stored pixels are not inside the untrimmed frame, or if the untrimmed frame is larger than a mask may be.
/// Returns RIM_ERR_ARGUMENT if the anchor is not finite.
RIM_API rim_status rim_frame_check(const rim_frame *frame, int image_width, int image_height);

/// Finds where pixel (x, y) of the untrimmed frame is stored in the image. Returns false if the pixel was trimmed or
/// lies outside of the frame. The frame must pass rim_frame_check.
RIM_API bool rim_frame_pixel(const rim_frame *frame, int x, int y, int *image_x, int *image_y);

/// Creates a sheet with one sprite for each frame. The image and the frames are needed only during the call. options
/// may be NULL, which means zeroed options. A pixel is solid if its alpha >= threshold; trimmed pixels have an alpha of
/// 0. Returns RIM_ERR_SIZE if there are no frames, RIM_ERR_CANCELLED if `progress` cancels, and the errors of
/// rim_frame_check, rim_mask_create_from_image and rim_sprite_create. To find out which frame has an error, call
/// rim_frame_check for each. On failure `*out` is NULL.
RIM_API rim_status rim_sheet_create(rim_sheet **out, const rim_image *image, int threshold,
                                    const rim_frame *frames, int count,
                                    const rim_sheet_options *options);

/// A mask that is cut into the same frames as the other layers of a sheet, for example the mask of the body, of the hit
/// box or of the hurt box.
typedef struct rim_layer
{
    const char     *name; ///< copied; may be "", but not NULL
    const rim_mask *mask; ///< a mask of the sheet's whole image
} rim_layer;

/// Creates a sheet with one sprite for each frame and each layer. All sprites of a frame have the same size and anchor,
/// so one pose places all of them. Trimmed pixels are empty. Each frame must lie inside every mask. Returns
/// RIM_ERR_SIZE if there are no frames or no layers, and the errors of rim_sheet_create. On failure `*out` is NULL.
RIM_API rim_status rim_sheet_create_from_masks(rim_sheet **out, const rim_layer *layers,
                                               int layer_count, const rim_frame *frames, int count,
                                               const rim_sheet_options *options);

/// Destroys a sheet and its sprites. NULL is allowed.
RIM_API void rim_sheet_destroy(rim_sheet *sheet);

/// Returns the sprites of the first layer whose name equals `name`, one per frame in the order of the frames, and
/// writes their number to *count. If there is no such layer, returns NULL and writes 0. count may be NULL. If name is
/// NULL, the first layer is used. A sheet created from an image has one layer, whose name is "". The sheet owns the
/// array and the sprites.
RIM_API const rim_sprite *const *rim_sheet_layer(const rim_sheet *sheet, const char *name,
                                                 int *count);

#ifdef __cplusplus
}
#endif

#endif
