/// @file
/// The SDL adapter, which is a separate library. Its functions create masks from surfaces, paint masks into surfaces
/// and textures, compute poses from the arguments of SDL_RenderCopyExF, and draw masks and outlines for debugging.
///
/// There are two libraries with the same functions: rimcast-sdl for SDL2 and rimcast-sdl3 for SDL3. Programs for SDL3
/// define RIM_SDL3, as the pkg-config file of rimcast-sdl3 does. This page names the functions of SDL2. In SDL3, other
/// functions replace them. For example, SDL_RenderTextureRotated replaces SDL_RenderCopyExF.
///
/// The conventions are those of rimcast/vec2.h and of SDL: x points right, y points down, and positive angles turn
/// clockwise. Link with rimcast-sdl, rimcast and SDL2, or with rimcast-sdl3, rimcast and SDL3.
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

/// Creates a mask from a surface of any format: indexed with 1, 4 or 8 bits, or packed with 8 to 32 bits, with or
/// without alpha. The surface may be locked, and it may use RLE. A pixel is solid if
///
///      alpha >= threshold   and   its color is not the surface's color key, if there is one.
///
/// alpha is the alpha of the pixel, or of its palette entry on an indexed surface, scaled to 0 .. 255 and rounded to
/// nearest. It is 255 if the format has no alpha. The color key is compared as in SDL's blits: by index on an indexed
/// surface, and otherwise by color without alpha. The surface's alpha modulation, blend mode and clip rectangle are
/// ignored.
///
/// The function locks the surface for reading if necessary, and unlocks it afterwards. Returns RIM_ERR_ARGUMENT for a
/// NULL surface and for a surface that cannot be locked, RIM_ERR_SIZE for a side longer than RIM_MASK_MAX_SIDE, and
/// RIM_ERR_MEMORY if memory runs out. On failure `*out` is NULL. The result of IMG_Load can be passed without a check.
/// If it is NULL, SDL_GetError returns the message of IMG_Load.
RIM_API rim_status rim_sdl_mask_create(rim_mask **out, SDL_Surface *surface, int threshold,
                                       const rim_allocator *from);

/// Creates a sprite from a surface. Calls rim_sdl_mask_create and then rim_sprite_create, both with the allocator of
/// the options, and returns their errors.
RIM_API rim_status rim_sdl_sprite_create(rim_sprite **out, SDL_Surface *surface, int threshold,
                                         const rim_sprite_options *options);

/// Creates a sheet from the frames of a surface. Calls rim_sdl_mask_create for the whole surface and then
/// rim_sheet_create_from_masks, both with the allocator of the options, and returns their errors. The trimmed parts of
/// frames are empty at every threshold.
RIM_API rim_status rim_sdl_sheet_create(rim_sheet **out, SDL_Surface *surface, int threshold,
                                        const rim_frame *frames, int count,
                                        const rim_sheet_options *options);

// --- masks as pictures ------------------------------------------------------------------------------

/// Creates a surface of the mask's size, painted in two colors, with 32 bits per pixel (SDL_PIXELFORMAT_ARGB8888). On
/// failure, sets SDL's error and returns NULL. In some versions of SDL, the function fails for a mask of width or
/// height 0. Free the surface with SDL_FreeSurface, or with SDL_DestroySurface in SDL3.
RIM_API SDL_Surface *rim_sdl_surface_create(const rim_mask *mask, SDL_Color solid, SDL_Color empty);

/// Repaints the pixels of a surface in the rectangle `changed`. Pixel (x, y) of the surface shows pixel (x, y) of the
/// mask. Pixels outside of the mask are not painted. The surface may have any format with 32 bits per pixel and no
/// palette. Returns 0 on success. On failure, sets SDL's error and returns -1.
RIM_API int rim_sdl_surface_update(SDL_Surface *surface, const rim_mask *mask, rim_rect changed,
                                   SDL_Color solid, SDL_Color empty);

/// Creates a streaming texture of the mask's size, painted in two colors, with format SDL_PIXELFORMAT_ARGB8888 and
/// blend mode SDL_BLENDMODE_BLEND. On failure, sets SDL's error and returns NULL. Free the texture with
/// SDL_DestroyTexture.
RIM_API SDL_Texture *rim_sdl_texture_create(SDL_Renderer *renderer, const rim_mask *mask,
                                            SDL_Color solid, SDL_Color empty);

/// Repaints the pixels of a streaming texture in the rectangle `changed`, as rim_sdl_surface_update does. Only that
/// rectangle is locked and uploaded, so the time is proportional to its area. Returns 0 on success. On failure, sets
/// SDL's error and returns -1. The function fails if the texture is not streaming or if its format is not ARGB8888,
/// ABGR8888, RGBA8888 or BGRA8888.
RIM_API int rim_sdl_texture_update(SDL_Texture *texture, const rim_mask *mask, rim_rect changed,
                                   SDL_Color solid, SDL_Color empty);

// --- poses ------------------------------------------------------------------------------------------

/// Returns the pose in which the sprite covers what SDL_RenderCopyExF(renderer, texture, src, dst, degrees, center,
/// flip) draws of a texture of the sprite's size.
///
/// - src: the part of the image that is drawn, or NULL for the whole image. Like SDL, the pose clips src to the image
///   and stretches the remaining part over dst. Solid pixels outside src are not drawn but still collide. For the
///   frames of a sheet, create one sprite per frame and pass NULL.
/// - dst: the target rectangle in the units of the renderer. For NULL, SDL draws to the whole target. Here NULL is not
///   allowed.
/// - degrees: the angle of the rotation about center, clockwise. Multiples of 90 are exact.
/// - center: the center of the rotation, relative to the top left corner of dst. NULL means the middle of dst.
/// - flip: SDL_FLIP_NONE, SDL_FLIP_HORIZONTAL, SDL_FLIP_VERTICAL or both. The image is flipped about the middle of
///   dst, before the rotation.
///
/// Each number of the pose is computed in double and rounded once to float. An empty src or dst gives a singular
/// pose, which hits nothing.
///
/// For SDL_RenderCopyF, pass 0 degrees and SDL_FLIP_NONE. The scale (SDL_RenderSetScale), the logical size and the
/// viewport of the renderer transform all sprites alike, so the pose leaves them out.
RIM_API rim_xform2 rim_sdl_pose(const rim_sprite *sprite, const SDL_Rect *src, const SDL_FRect *dst,
                                double degrees, const SDL_FPoint *center, rim_sdl_flip flip);

/// Draws a texture of the sprite's image in any pose, including shear, with the texture's color and alpha modulation.
/// If the image's sides stay horizontal and vertical in the pose, the function copies the texture. Otherwise it draws
/// two triangles. The software renderer is an exception: there, the function draws a rotated copy if the texture's
/// blend mode is SDL_BLENDMODE_BLEND or SDL_BLENDMODE_ADD, the pose has no shear, and the drawn picture has at most
/// 2^20 pixels. Such a copy is faster and more exact than triangles. The drawn pixels are those that collide, except on
/// some renderers, as the table below shows. Returns 0 on success. On failure, sets SDL's error and returns -1.
RIM_API int rim_sdl_draw(SDL_Renderer *renderer, SDL_Texture *texture, rim_posed sprite);

// --- how exactly renderers draw ---------------------------------------------------------------------
//
// With nearest sampling, a screen pixel should be colored if and only if its center lies in a solid pixel of the posed
// sprite (rim_sprite_contains). Two sprites then share a screen pixel if and only if they overlap on the grid
// (rim_sprite_overlaps_on_grid). tests/sdl/render.c draws with every renderer of the machine, compares all pixels and
// checks this table (SDL 2.26). The table lists the fraction of the shape's pixels that are wrong, rounded up, and
// their distance. The distance of a wrong pixel is that from its center to the nearest point at which its color would
// be right. A whole dst has whole numbers only.
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
//      rim_sdl_draw, any turn at image     exact (1)                  1 in 200 wrong, up to 0.5 px
//        size, fractions; blended
//      rim_sdl_draw, any turn and size,    exact (1)                  1 in 8 wrong, up to 0.75 px
//        fractions; blended
//      rim_sdl_draw, all other poses       exact (1)                  2 in 5 wrong, up to a texel and
//                                                                       a pixel
// "As the software renderer has it" compares with another pose: dst is truncated to whole numbers, and a picture
// rotated by anything but a multiple of 90 degrees is moved by half a pixel right and down along its own axes.
//
// (1) Exact, except that a pixel whose center lies within 1/64 px of the edge between two image pixels may be wrong. At
// most 2 in 100 of all pixels are such pixels.
//
// "Blended" means SDL_BLENDMODE_BLEND or SDL_BLENDMODE_ADD. Direct3D and Metal were not measured. The software renderer
// stretches scaled and rotated pictures in two steps, and shifts textures on triangles by up to a texel. If its wrong
// pixels matter, use whole positions and quarter turns, or a renderer of the first column. With linear sampling, edges
// fade over about a texel, and collisions do not change. The software renderer then fades turned pictures out at the
// image's border, too: leave one row of transparent pixels there.

// --- pictures for debugging ----------------------------------------------------------------------------

/// Fills the solid pixels of a posed sprite with a color, in the renderer's blend mode (SDL_SetRenderDrawBlendMode).
/// Returns 0 on success. On failure, sets SDL's error and returns -1.
RIM_API int rim_sdl_draw_mask(SDL_Renderer *renderer, rim_posed sprite, SDL_Color color);

/// Draws the radial outline of a posed sprite (rim_sprite_outline): the closed line through the points of the rays that
/// hit, and each of these points as a square with sides of point_size. If point_size is 0, no squares are drawn.
/// Returns 0 on success. On failure, sets SDL's error and returns -1.
RIM_API int rim_sdl_draw_outline(SDL_Renderer *renderer, rim_posed sprite, SDL_Color color,
                                 float point_size);

#ifdef __cplusplus
}
#endif

#endif
