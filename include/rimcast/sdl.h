/// @file
/// The SDL adapter, a library of its own: masks from surfaces, masks as surfaces and textures, poses from the
/// arguments of SDL_RenderCopyExF, and drawing of masks and outlines for debugging.
///
/// There are two such libraries with the same functions: rimcast-sdl for SDL2, and rimcast-sdl3 for SDL3, whose
/// programs define RIM_SDL3 (its pkg-config file does). Where this page names functions of SDL2, those that replace
/// them in SDL3 are meant as well, such as SDL_RenderTextureRotated for SDL_RenderCopyExF.
///
/// Conventions are those of the flat half (rimcast/vec2.h) and of SDL: x right, y down, clockwise turns. Link with
/// rimcast-sdl, rimcast and SDL2, or with rimcast-sdl3, rimcast and SDL3.
#ifndef RIMCAST_SDL_H
#define RIMCAST_SDL_H

#include "rimcast/mask.h"
#include "rimcast/sprite.h"
#include "rimcast/vec2.h"

#ifdef RIM_SDL3
#include <SDL3/SDL.h>
typedef SDL_FlipMode rim_sdl_flip;
#else
#include <SDL.h>
typedef SDL_RendererFlip rim_sdl_flip;
#endif

#ifdef __cplusplus
extern "C" {
#endif

// --- masks from surfaces --------------------------------------------------------------------------

/// Creates a mask from a surface of any format: 1, 4 and 8 bits indexed, 8 to 32 bits packed, with or without alpha,
/// locked or not, RLE or not. A pixel is solid if
///
///      alpha >= threshold   and   it is not of the surface's color key, if that is on.
///
/// alpha is that of the pixel, scaled to 0 .. 255, or of its palette entry on an indexed surface; 255 where the
/// format has none. The key is compared as SDL's blits do: index with index, or color with color without alpha. The
/// surface's alpha modulation, blend mode and clip rectangle do not change the shape and are ignored.
///
/// The surface is locked for reading if necessary and left as it was. RIM_ERR_ARGUMENT for NULL and for a surface
/// that cannot be locked; RIM_ERR_SIZE beyond RIM_MASK_MAX_SIDE; RIM_ERR_MEMORY. On failure `*out` is NULL. The
/// result of IMG_Load can therefore be passed without a check; SDL_GetError has its message.
RIM_API rim_status rim_sdl_mask_create(rim_mask **out, SDL_Surface *surface, int threshold,
                                       const rim_allocator *from);

/// Creates a sprite from a surface in one call: rim_sdl_mask_create, then rim_sprite_create, with the options'
/// allocator.
RIM_API rim_status rim_sdl_sprite_create(rim_sprite **out, SDL_Surface *surface, int threshold,
                                         const rim_sprite_options *options);

/// Creates a sheet from the frames of a surface: rim_sdl_mask_create of the whole, cut as by
/// rim_sheet_create_from_masks. Trimmed parts are empty at every threshold. Errors of both functions.
RIM_API rim_status rim_sdl_sheet_create(rim_sheet **out, SDL_Surface *surface, int threshold,
                                        const rim_frame *frames, int count,
                                        const rim_sheet_options *options);

// --- masks as pictures ------------------------------------------------------------------------------

/// Creates a surface of the mask's size, painted in two colors, with 32 bits per pixel (SDL_PIXELFORMAT_ARGB8888). On
/// failure returns NULL with SDL's error set; some versions of SDL create no surface without pixels. Free it with
/// SDL_FreeSurface (SDL3: SDL_DestroySurface).
RIM_API SDL_Surface *rim_sdl_surface_create(const rim_mask *mask, SDL_Color solid, SDL_Color empty);

/// Repaints the part of a surface in a rectangle of the mask. The mask's top left pixel is the surface's; outside of
/// either, nothing is painted. The surface may have any format with 32 bits per pixel and no palette. Returns 0, or
/// -1 with SDL's error set.
RIM_API int rim_sdl_surface_update(SDL_Surface *surface, const rim_mask *mask, rim_rect changed,
                                   SDL_Color solid, SDL_Color empty);

/// Creates a texture of the mask's size, painted in two colors: streaming, SDL_PIXELFORMAT_ARGB8888, blended by
/// alpha. On failure returns NULL with SDL's error set. Free it with SDL_DestroyTexture.
RIM_API SDL_Texture *rim_sdl_texture_create(SDL_Renderer *renderer, const rim_mask *mask,
                                            SDL_Color solid, SDL_Color empty);

/// Repaints the part of such a texture in a rectangle of the mask. Only that part is locked and uploaded, so the cost
/// is proportional to its size. Returns 0, or -1 with SDL's error set, also for a texture that is not streaming or
/// has another format than ARGB8888, ABGR8888, RGBA8888 or BGRA8888.
RIM_API int rim_sdl_texture_update(SDL_Texture *texture, const rim_mask *mask, rim_rect changed,
                                   SDL_Color solid, SDL_Color empty);

// --- poses ------------------------------------------------------------------------------------------

/// Returns the pose in which the sprite covers what SDL_RenderCopyExF(renderer, texture, src, dst, degrees, center,
/// flip) draws of a texture of the sprite's size.
///
/// - src: the part of the image that is drawn, NULL for all of it. SDL clips it to the image and stretches the rest
///   over dst; the pose does the same. Solid pixels outside src are not drawn but still collide: for frames of a
///   sheet create one sprite per frame and pass NULL.
/// - dst: the target rectangle, which may have fractions. NULL, which SDL takes for the whole target, is not allowed.
/// - degrees: clockwise about center; multiples of 90 are exact.
/// - center: relative to dst's top left corner, NULL for its middle.
/// - flip: SDL_FLIP_NONE, _HORIZONTAL, _VERTICAL or both, about the middle of dst, before the rotation.
///
/// Each number of the pose is computed in double and rounded once. An empty src or dst gives a singular pose, which
/// hits nothing.
///
/// The pose for SDL_RenderCopyF is that without rotation. SDL_RenderSetScale, a logical size and the viewport change
/// the picture and would change the pose alike; do not include them.
RIM_API rim_xform2 rim_sdl_pose(const rim_sprite *sprite, const SDL_Rect *src, const SDL_FRect *dst,
                                double degrees, const SDL_FPoint *center, rim_sdl_flip flip);

/// Draws a texture of the sprite's image in any pose, shear included, with the texture's color and alpha modulation.
/// Poses that keep rectangles upright are drawn by a copy, others by two triangles. The drawn pixels are those that
/// collide; the table below lists the exceptions of some renderers. Returns 0, or -1 with SDL's error set.
RIM_API int rim_sdl_draw(SDL_Renderer *renderer, SDL_Texture *texture, rim_posed sprite);

// --- which renderer draws which way -----------------------------------------------------------------
//
// With nearest sampling a screen pixel should be colored if the pose puts a solid image pixel under its center
// (rim_sprite_contains), and two sprites should share a screen pixel if and only if their poses overlap on the grid
// (rim_sprite_overlaps_on_grid). tests/sdl/render.c draws with every renderer of the machine, compares all pixels and
// checks this table; the shares in it are rounded up (SDL 2.26). A wrong pixel counts relative to the pixels that
// show the shape; its distance is from its center to the nearest place where it would be right.
//
//                                          opengl, opengles2          software
//      image size, whole dst, any flip     exact                      exact
//      whole multiples of the image size   exact                      exact
//      quarter turns about a corner or     exact                      exact
//        the middle of a pixel
//      whole dst of another size           exact (1)                  exact (1)
//      dst with fractions                  exact (1)                  1 in 3 wrong, up to 2 px
//        as the software renderer has it   -                          exact (1)
//      any turn at image size              exact (1)                  1 in 3 wrong, up to 0.75 px
//        as the software renderer has it   -                          1 in 200 wrong, up to 0.5 px
//      any turn and size, fractions        exact (1)                  1 in 4 wrong, up to 2 px
//        as the software renderer has it   -                          1 in 13 wrong, up to 0.75 px
//      rim_sdl_draw, image size or whole   exact                      exact
//        multiples, whole dst, quarters
//      rim_sdl_draw, upright, fractions    exact (1)                  as a copy with fractions
//      rim_sdl_draw, any pose              exact (1)                  2 in 5 wrong, up to a texel and
//                                                                       a pixel
//
// The software renderer truncates dst to whole numbers. It shows a picture rotated by anything but a multiple of 90
// degrees half a pixel right and down along the picture's own axes.
//
// (1) except for pixels whose center lies within 1/64 px of the edge between two image pixels: these may go either
// way; they are at most 2 in 100 of all. Direct3D and Metal were not measured; they have OpenGL's rules. The software
// renderer stretches scaled and rotated pictures in two steps, and shifts textures on triangles by up to a texel:
// where that matters, use whole positions and quarter turns, or a renderer of the first column. With linear sampling
// edges fade over about a texel; collisions do not change.

// --- pictures for debugging ----------------------------------------------------------------------------

/// Fills the solid pixels of a posed sprite. Uses the renderer's blend mode (SDL_SetRenderDrawBlendMode). Returns 0,
/// or -1 with SDL's error set.
RIM_API int rim_sdl_draw_mask(SDL_Renderer *renderer, rim_posed sprite, SDL_Color color);

/// Draws the outline of a posed sprite: the closed line through the points whose rays hit, and each point as a square
/// of point_size screen units (0: the line alone). Returns 0, or -1 with SDL's error set.
RIM_API int rim_sdl_draw_outline(SDL_Renderer *renderer, rim_posed sprite, SDL_Color color,
                                 float point_size);

#ifdef __cplusplus
}
#endif

#endif
