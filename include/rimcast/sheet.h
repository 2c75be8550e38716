/// @file
/// Sheets: many frames in one image, a sprite for each.
///
/// A frame is a rectangle of the image. Packers cut off empty borders and turn frames to save room, so
/// a frame also says where its stored pixels lie in the whole frame, and whether they are turned. Masks,
/// outlines and anchors are those of the whole frame: an animation does not jump because one frame was
/// trimmed more than the next. What lies outside a frame's rectangle is never read.
///
/// The sheet owns the sprites; which frame is shown when is the game's business.
#ifndef RIMCAST_SHEET_H
#define RIMCAST_SHEET_H

#include "rimcast/base.h"
#include "rimcast/box.h"
#include "rimcast/mask.h"
#include "rimcast/sprite.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/// @{
/// The size of a whole frame.
RIM_API int rim_frame_width(const rim_frame *frame);
RIM_API int rim_frame_height(const rim_frame *frame);
/// @}

/// Is the frame sound for an image of this size? RIM_ERR_SIZE: its place is empty or not inside the
/// image, its stored pixels are not inside the whole frame, or that is larger than a mask may be.
/// RIM_ERR_ARGUMENT: its anchor is not finite.
RIM_API rim_status rim_frame_check(const rim_frame *frame, int image_width, int image_height);

/// Where pixel (x, y) of the whole frame is stored in the image; false if it was trimmed away, or lies
/// outside the frame. The frame must be sound.
RIM_API bool rim_frame_pixel(const rim_frame *frame, int x, int y, int *image_x, int *image_y);

/// The mask of a whole frame: alpha >= threshold, where what was trimmed away has an alpha of 0.
/// Errors of rim_frame_check and of rim_mask_create_from_image. On failure `*out` is NULL.
RIM_API rim_status rim_frame_mask(rim_mask **out, const rim_frame *frame, const rim_image *image,
                                  int threshold, const rim_allocator *from);

/// Bakes a sprite for each frame. Nothing is kept of image and frames. NULL options are all zero.
/// RIM_ERR_SIZE for no frames. Errors of rim_frame_mask and rim_sprite_create; rim_frame_check tells
/// which frame it was. RIM_ERR_CANCELLED if progress says stop. On failure `*out` is NULL.
RIM_API rim_status rim_sheet_create(rim_sheet **out, const rim_image *image, int threshold,
                                    const rim_frame *frames, int count,
                                    const rim_sheet_options *options);

/// NULL is allowed.
RIM_API void rim_sheet_destroy(rim_sheet *sheet);

/// How many frames it has, a sprite each; at least 1.
RIM_API int rim_sheet_count(const rim_sheet *sheet);

/// The sprite of frame index, 0 .. count - 1; owned by the sheet.
RIM_API const rim_sprite *rim_sheet_sprite(const rim_sheet *sheet, int index);

#ifdef __cplusplus
}
#endif

#endif
