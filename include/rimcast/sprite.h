/// @file
/// Sprites: a mask with an anchor, an outline, and what makes queries fast, baked once.
///
/// Sprite space has its origin at the anchor, x right, y down, one unit a pixel. A posed sprite is a
/// sprite and the affine map that puts it into the world; any map will do: moved, turned, scaled,
/// flipped, sheared. A singular map leaves no area: it hits nothing.
///
/// ### Sheets
///
/// Sheets: many frames in one image, a sprite for each.
///
/// A frame is a rectangle of the image. Packers cut off empty borders and turn frames to save room, so
/// a frame also says where its stored pixels lie in the whole frame, and whether they are turned. Masks,
/// outlines and anchors are those of the whole frame: an animation does not jump because one frame was
/// trimmed more than the next. What lies outside a frame's rectangle is never read.
///
/// The sheet owns the sprites; which frame is shown when is the game's business.
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

/// Zero means: anchor in the centre (width / 2, height / 2), 36 rays, malloc.
typedef struct rim_sprite_options
{
    bool                 has_anchor;
    rim_vec2             anchor; ///< in pixels from the mask's top left corner; used if has_anchor
    int                  rays;   ///< of the outline, up to RIM_OUTLINE_MAX_RAYS; 0 means 36
    const rim_allocator *allocator;
} rim_sprite_options;

/// A sprite and where it is. Small enough to be passed by value.
typedef struct rim_posed
{
    const rim_sprite *sprite;
    rim_xform2        pose; ///< sprite space to the world
} rim_posed;

/// A value that borrows the sprite.
static inline rim_posed rim_posed_make(const rim_sprite *sprite, rim_xform2 pose)
{
    rim_posed posed;
    posed.sprite = sprite;
    posed.pose = pose;
    return posed;
}

/// Bakes a sprite of a mask: all that queries need is computed once. The mask is copied. NULL options are all zero.
/// RIM_ERR_ARGUMENT for a non-finite anchor or rays out of range. On failure `*out` is NULL.
RIM_API rim_status rim_sprite_create(rim_sprite **out, const rim_mask *mask,
                                     const rim_sprite_options *options);

/// Takes over the mask's pixels inside the rectangle and bakes again what follows from them: the way to
/// dig into a terrain or to burn a hole. The mask must have the size of the sprite's own (else
/// RIM_ERR_SIZE, and nothing is changed); outside the rectangle it is not looked at. Afterwards the sprite
/// is what rim_sprite_create would make of its pixels. Allocates nothing. The cost goes with the rectangle, not
/// with the mask: about 10 microseconds for 42 by 42 pixels. Only where the edit takes away the outermost pixels of the whole
/// mask is all of it looked at.
RIM_API rim_status rim_sprite_update(rim_sprite *sprite, const rim_mask *mask, rim_rect changed);

/// Moves the origin of sprite space to another point of the image, in pixels from the mask's top left corner. Afterwards
/// the sprite is what rim_sprite_create would make with this anchor; only the outline, whose rays start there, is cast
/// again. Poses keep their numbers, so what stands in the world moves: to leave it where it is, move each pose by the
/// anchor's way in sprite space, rim_xform2_apply(pose, anchor - old anchor) being its new tx and ty. A stage follows with its
/// next call that is not const; until then its const queries may look for the sprite where it was.
/// RIM_ERR_ARGUMENT for an anchor that is not finite; then nothing is changed. Allocates nothing.
RIM_API rim_status rim_sprite_set_anchor(rim_sprite *sprite, rim_vec2 anchor);

/// NULL is allowed.
RIM_API void rim_sprite_destroy(rim_sprite *sprite);

/// The sprite's own mask, as it was baked or last updated; owned by the sprite.
RIM_API const rim_mask *rim_sprite_mask(const rim_sprite *sprite);
/// In pixels from the mask's top left corner: where sprite space has its origin.
RIM_API rim_vec2        rim_sprite_anchor(const rim_sprite *sprite);

/// The outline's points in sprite space, one a ray, in ray order; owned by the sprite.
RIM_API const rim_edge_point *rim_sprite_outline(const rim_sprite *sprite, int *rays);

/// The box in the world around the solid pixels; never smaller than they are. Empty for an empty mask.
RIM_API rim_box2 rim_sprite_bounds(rim_posed a);

/// rim_sprite_contains of a posed sprite in memory. The shortest questions cost less than the copy of a value that has
/// just been made: the calls by value take its address while they are inlined.
RIM_API bool rim_posed_contains(const rim_posed *a, rim_vec2 p);

/// Is the world point in the shape, in a solid pixel's half-open square (mapped back to sprite space)?
/// Exact for the float values of the pose and the point. Singular poses contain nothing.
static inline bool rim_sprite_contains(rim_posed a, rim_vec2 p)
{
    return rim_posed_contains(&a, p);
}

/// The first of a's outline points, in ray order, that lies in b's shape: its ray, or -1. Exact for the
/// float values of the points and of both poses: nothing is rounded on the way through the world. A
/// singular or non-finite pose of either hits nothing. The cost is a few nanoseconds a point.
RIM_API int rim_sprite_outline_first(rim_posed a, rim_posed b);

/// All of a's outline points that lie in b's shape: writes up to capacity rays in ascending order and
/// returns how many there are. points may be NULL when capacity is 0.
RIM_API int rim_sprite_outline_all(rim_posed a, rim_posed b, int *rays, int capacity);

/// Do a and b share a solid pixel when b's image has its top left corner at pixel (dx, dy) of a's?
/// The answer of rim_mask_overlaps, found through the baked hierarchy.
RIM_API bool rim_sprite_overlaps_at(const rim_sprite *a, const rim_sprite *b, int dx, int dy);

// --- sheets --------------------------------------------------------------------------------------------

typedef struct rim_sheet rim_sheet;

/// One frame. All zero but the place is an untrimmed frame with the sheet's anchor.
typedef struct rim_frame
{
    rim_rect place;  ///< the stored pixels in the sheet's image; not empty, inside the image
    bool     turned; ///< stored turned by 90 degrees clockwise: place is as high as they were wide
    /// the stored pixels' top left corner, turned back, in the whole frame
    int      trim_x, trim_y;
    int      width, height; ///< of the whole frame; 0, 0: that of the stored pixels, turned back
    bool     has_anchor;
    rim_vec2 anchor; ///< in pixels from the whole frame's top left corner; used if has_anchor
} rim_frame;

/// Cells of one size in rows, as most hand-made sheets have them.
typedef struct rim_grid
{
    int cell_width, cell_height; ///< of a frame; at least 1
    int margin;                  ///< pixels around all cells
    int spacing;                 ///< pixels between two cells
} rim_grid;

/// Zero means: the anchor in the centre of each frame, 36 rays, malloc, no progress.
typedef struct rim_sheet_options
{
    bool     has_anchor;
    rim_vec2 anchor; ///< of all frames that have none, from the whole frame's top left corner
    int      rays;   ///< of the outlines; 0 means 36
    const rim_progress  *progress;
    const rim_allocator *allocator;
} rim_sheet_options;

/// The frames of a grid, row after row: writes up to capacity of them and returns how many there are.
/// Cells that would reach out of the image are left out. 0 if not one cell fits, or for a side below 1,
/// a negative margin or spacing. out may be NULL when capacity is 0.
RIM_API int rim_grid_frames(rim_grid grid, int image_width, int image_height, rim_frame *out,
                            int capacity);

/// The size of a whole frame.
RIM_API void rim_frame_size(const rim_frame *frame, int *width, int *height);

/// Is the frame sound for an image of this size? RIM_ERR_SIZE: its place is empty or not inside the
/// image, its stored pixels are not inside the whole frame, or that is larger than a mask may be.
/// RIM_ERR_ARGUMENT: its anchor is not finite.
RIM_API rim_status rim_frame_check(const rim_frame *frame, int image_width, int image_height);

/// Where pixel (x, y) of the whole frame is stored in the image; false if it was trimmed away, or lies
/// outside the frame. The frame must be sound.
RIM_API bool rim_frame_pixel(const rim_frame *frame, int x, int y, int *image_x, int *image_y);

/// Bakes a sprite for each frame. Nothing is kept of image and frames. NULL options are all zero.
/// A pixel is solid if alpha >= threshold; what was trimmed away has an alpha of 0. RIM_ERR_SIZE for no frames. Errors of
/// rim_frame_check, rim_mask_create_from_image and rim_sprite_create; rim_frame_check tells
/// which frame it was. RIM_ERR_CANCELLED if progress says stop. On failure `*out` is NULL.
RIM_API rim_status rim_sheet_create(rim_sheet **out, const rim_image *image, int threshold,
                                    const rim_frame *frames, int count,
                                    const rim_sheet_options *options);

/// One of several masks that every frame has: body, hit box, hurt box.
typedef struct rim_layer
{
    const char *name; ///< copied; "" is a name, too
    const rim_mask
        *mask; ///< of the sheet's whole image, made in any way: by alpha, by colour, drawn
} rim_layer;

/// Bakes a sprite for each frame and each layer. A frame's sprites have the same size and anchor, whatever their solid
/// pixels are, so one pose serves all of them. What was trimmed away is empty. RIM_ERR_SIZE for no frames or no layers;
/// otherwise as rim_sheet_create, with the frames checked against each mask. On failure `*out` is NULL.
RIM_API rim_status rim_sheet_create_from_masks(rim_sheet **out, const rim_layer *layers,
                                               int layer_count, const rim_frame *frames, int count,
                                               const rim_sheet_options *options);

/// NULL is allowed.
RIM_API void rim_sheet_destroy(rim_sheet *sheet);

/// The sprites of the layer by that name, of several the first, one a frame in the order of the frames, and how many there
/// are; count may be NULL. Owned by the sheet. NULL, and a count of 0, if there is none. A name of NULL is the first layer:
/// the only one of a sheet that was made from an image, whose name is "".
RIM_API const rim_sprite *const *rim_sheet_layer(const rim_sheet *sheet, const char *name,
                                                 int *count);

#ifdef __cplusplus
}
#endif

#endif
