/// @file
/// Sprites: masks with an anchor, an outline, and precomputed data for fast queries.
///
/// Sprite space has its origin at the anchor, x right, y down, and one unit per pixel. A posed sprite is a sprite
/// with the affine map that places it in the world. Any map is allowed: translation, rotation, scale, reflection,
/// shear. A sprite under a singular map has no area and hits nothing.
///
/// ### Sheets
///
/// A sheet is an image of many frames, with one sprite for each.
///
/// A frame is a rectangle of the image. Packing programs trim empty borders and rotate frames to save space. A frame
/// therefore also says where its stored pixels are in the whole frame, and whether they are rotated. Masks, outlines
/// and anchors are those of the whole frame, so an animation does not jump if one frame was trimmed more than the
/// next. Pixels outside of a frame's rectangle are never read.
///
/// The sheet owns the sprites. The game decides which frame is shown when.
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

/// The options of a sprite. Zeroed: anchor in the center (width / 2, height / 2), 36 rays, malloc.
typedef struct rim_sprite_options
{
    bool                 has_anchor;
    rim_vec2             anchor; ///< in pixels from the mask's top left corner; used if has_anchor
    int                  rays;   ///< of the outline, up to RIM_OUTLINE_MAX_RAYS; 0 means 36
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

/// Creates a sprite from a mask and bakes it: computes all that queries need. The mask is copied. NULL options are
/// all zero. RIM_ERR_ARGUMENT for a non-finite anchor or rays out of range. On failure `*out` is NULL.
RIM_API rim_status rim_sprite_create(rim_sprite **out, const rim_mask *mask,
                                     const rim_sprite_options *options);

/// Copies the mask's pixels inside the rectangle and bakes what depends on them, for example after digging into a
/// terrain. The mask must have the size of the sprite's own (else RIM_ERR_SIZE, and nothing is changed); its pixels
/// outside the rectangle are not read. Afterwards the sprite equals the one that rim_sprite_create would create.
/// Allocates nothing. The cost depends on the rectangle, not on the mask: about 10 microseconds for 42 by 42 pixels.
/// All of the mask is read only if the edit removes its outermost solid pixels.
RIM_API rim_status rim_sprite_update(rim_sprite *sprite, const rim_mask *mask, rim_rect changed);

/// Moves the origin of sprite space to another point of the image, in pixels from the mask's top left corner.
/// Afterwards the sprite equals the one that rim_sprite_create would create with this anchor; only the outline, whose
/// rays run towards the anchor, is computed again. Poses keep their numbers, so posed sprites move in the world. To
/// keep one where it is, set its pose's tx and ty to rim_xform2_apply(pose, anchor - old anchor). A stage takes over
/// the change in its next call that is not const; until then its const queries may use the old position.
/// RIM_ERR_ARGUMENT for a non-finite anchor; then nothing is changed. Allocates nothing.
RIM_API rim_status rim_sprite_set_anchor(rim_sprite *sprite, rim_vec2 anchor);

/// Destroys a sprite. NULL is allowed.
RIM_API void rim_sprite_destroy(rim_sprite *sprite);

/// Returns the sprite's own mask, as it was baked or last updated; owned by the sprite.
RIM_API const rim_mask *rim_sprite_mask(const rim_sprite *sprite);
/// Returns the anchor, the origin of sprite space, in pixels from the mask's top left corner.
RIM_API rim_vec2        rim_sprite_anchor(const rim_sprite *sprite);

/// Returns the outline's points in sprite space, one per ray, and writes their number to *rays. Owned by the sprite.
RIM_API const rim_edge_point *rim_sprite_outline(const rim_sprite *sprite, int *rays);

/// Returns the box in the world around the solid pixels, rounded outward. Empty for an empty mask.
RIM_API rim_box2 rim_sprite_bounds(rim_posed a);

/// As rim_sprite_contains, by pointer. For such short queries the copy of a struct would cost more than the result;
/// the version by value is inline and passes the address.
RIM_API bool rim_posed_contains(const rim_posed *a, rim_vec2 p);

/// Returns true if the world point p, mapped to sprite space, is in the half-open square of a solid pixel. Exact for
/// the float values of pose and point. Sprites with singular poses contain nothing.
static inline bool rim_sprite_contains(rim_posed a, rim_vec2 p)
{
    return rim_posed_contains(&a, p);
}

/// Returns the first ray, in order, whose outline point on a lies in b's shape, or -1. Exact for the float values of
/// the points and of both poses: no position in the world is rounded. A singular or non-finite pose of either hits
/// nothing. The cost is a few nanoseconds per point.
RIM_API int rim_sprite_outline_first(rim_posed a, rim_posed b);

/// Lists all of a's outline points that lie in b's shape: writes up to capacity rays in ascending order and returns
/// their true number. rays may be NULL if capacity is 0.
RIM_API int rim_sprite_outline_all(rim_posed a, rim_posed b, int *rays, int capacity);

/// Returns true if a and b share a solid pixel with the top left corner of b's image at pixel (dx, dy) of a's. The
/// result is that of rim_mask_overlaps, computed with the baked data.
RIM_API bool rim_sprite_overlaps_at(const rim_sprite *a, const rim_sprite *b, int dx, int dy);

// --- sheets --------------------------------------------------------------------------------------------

typedef struct rim_sheet rim_sheet;

/// One frame of a sheet. If all but the place is zero, it is an untrimmed frame with the sheet's anchor.
typedef struct rim_frame
{
    rim_rect place;  ///< the stored pixels in the sheet's image; not empty, inside the image
    bool     turned; ///< stored rotated by 90 degrees clockwise: place is as high as the frame's
                     ///< pixels are wide
    /// the top left corner of the stored pixels, rotated back, in the whole frame
    int      trim_x, trim_y;
    int      width, height; ///< of the whole frame; 0, 0: that of the stored pixels, rotated back
    bool     has_anchor;
    rim_vec2 anchor; ///< in pixels from the whole frame's top left corner; used if has_anchor
} rim_frame;

/// A grid of cells of one size, as in most hand-made sheets.
typedef struct rim_grid
{
    int cell_width, cell_height; ///< of a frame; at least 1
    int margin;                  ///< pixels around all cells
    int spacing;                 ///< pixels between two cells
} rim_grid;

/// The options of a sheet. Zeroed: the anchor in the center of each frame, 36 rays, malloc, no progress.
typedef struct rim_sheet_options
{
    bool     has_anchor;
    rim_vec2 anchor; ///< of all frames without their own, from the whole frame's top left corner
    int      rays;   ///< of the outlines; 0 means 36
    const rim_progress  *progress;
    const rim_allocator *allocator;
} rim_sheet_options;

/// Lists the frames of a grid, row after row: writes up to capacity of them and returns their true number. Cells that
/// reach out of the image are left out. Returns 0 if no cell fits, for a side below 1, and for a negative margin or
/// spacing. out may be NULL if capacity is 0.
RIM_API int rim_grid_frames(rim_grid grid, int image_width, int image_height, rim_frame *out,
                            int capacity);

/// Writes the size of the whole frame.
RIM_API void rim_frame_size(const rim_frame *frame, int *width, int *height);

/// Checks a frame against the size of its image. RIM_ERR_SIZE: its place is empty or not inside the image, its stored
/// pixels are not inside the whole frame, or that is larger than a mask may be. RIM_ERR_ARGUMENT: its anchor is not
/// finite.
RIM_API rim_status rim_frame_check(const rim_frame *frame, int image_width, int image_height);

/// Finds where pixel (x, y) of the whole frame is stored in the image. Returns false if it was trimmed or lies
/// outside of the frame. The frame must pass rim_frame_check.
RIM_API bool rim_frame_pixel(const rim_frame *frame, int x, int y, int *image_x, int *image_y);

/// Creates a sheet with one sprite for each frame. Image and frames are not kept. NULL options are all zero. A pixel
/// is solid if alpha >= threshold; trimmed pixels have an alpha of 0. RIM_ERR_SIZE for no frames; errors of
/// rim_frame_check, rim_mask_create_from_image and rim_sprite_create (call rim_frame_check to find the frame);
/// RIM_ERR_CANCELLED. On failure `*out` is NULL.
RIM_API rim_status rim_sheet_create(rim_sheet **out, const rim_image *image, int threshold,
                                    const rim_frame *frames, int count,
                                    const rim_sheet_options *options);

/// One of several masks of a sheet, each cut into the same frames: body, hit box, hurt box.
typedef struct rim_layer
{
    const char     *name; ///< copied; may be ""
    const rim_mask *mask; ///< of the sheet's whole image, made by alpha, by color or by drawing
} rim_layer;

/// Creates a sheet with one sprite for each frame and each layer. All sprites of a frame have the same size and
/// anchor, whatever their solid pixels are, so one pose serves all of them. Trimmed pixels are empty. RIM_ERR_SIZE
/// for no frames or no layers; otherwise as rim_sheet_create, with the frames checked against each mask. On failure
/// `*out` is NULL.
RIM_API rim_status rim_sheet_create_from_masks(rim_sheet **out, const rim_layer *layers,
                                               int layer_count, const rim_frame *frames, int count,
                                               const rim_sheet_options *options);

/// Destroys a sheet and its sprites. NULL is allowed.
RIM_API void rim_sheet_destroy(rim_sheet *sheet);

/// Returns the sprites of the layer with a name (of several the first), one per frame in the order of the frames, and
/// writes their number to *count, which may be NULL. Owned by the sheet. Returns NULL, and a count of 0, if there is
/// none. A NULL name means the first layer, which is the only one of a sheet created from an image; its name is "".
RIM_API const rim_sprite *const *rim_sheet_layer(const rim_sheet *sheet, const char *name,
                                                 int *count);

#ifdef __cplusplus
}
#endif

#endif
