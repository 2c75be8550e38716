/// @file
/// The SDL adapter, a library of its own: masks from surfaces, poses from what SDL_RenderCopyExF is told, masks as
/// surfaces and textures, pictures of masks and outlines for debugging.
///
/// There are two such libraries with the same calls: rimcast-sdl for SDL2, and rimcast-sdl3 for SDL3, whose programs define
/// RIM_SDL3 (its pkg-config file does). Where this page names SDL2's calls, SDL3's successors are meant there:
/// SDL_RenderTextureRotated for SDL_RenderCopyExF.
///
/// Everything here speaks the flat world's language (rimcast/vec2.h), which is SDL's as well: x right,
/// y down, clockwise turns. Link with rimcast-sdl, rimcast and SDL2, or
/// with rimcast-sdl3, rimcast and SDL3.
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

/// A mask of any surface: 1, 4 and 8 bits indexed, 8 to 32 bits packed, with or without alpha, locked
/// or not, RLE or not. A pixel is solid if
///
///      alpha >= threshold   and   it is not of the surface's colour key, if that is on.
///
/// alpha is the format's, widened to 0 .. 255; that of its palette entry on an indexed surface; 255
/// where the format has none. The key is compared as SDL's blits do: index with index, else colour with
/// colour and without alpha. The surface's alpha modulation, blend mode and clip rectangle fade or hide
/// a picture; they do not change its shape, and are not looked at.
///
/// The surface is locked while it is read if it must be, and left as it was.
/// RIM_ERR_ARGUMENT for NULL (so that IMG_Load's answer may be passed unseen; SDL_GetError tells more)
/// and for a surface that cannot be locked; RIM_ERR_SIZE beyond RIM_MASK_MAX_SIDE; RIM_ERR_MEMORY.
/// On failure `*out` is NULL.
RIM_API rim_status rim_sdl_mask_create(rim_mask **out, SDL_Surface *surface, int threshold,
                                       const rim_allocator *from);

/// Makes a sprite of a surface in one call: rim_sdl_mask_create, then rim_sprite_create, with the options' allocator.
RIM_API rim_status rim_sdl_sprite_create(rim_sprite **out, SDL_Surface *surface, int threshold,
                                         const rim_sprite_options *options);

/// A sheet of the surface's frames: rim_sdl_mask_create of the whole, cut as rim_sheet_create_from_masks does. What was
/// trimmed away is empty at every threshold. Errors of both.
RIM_API rim_status rim_sdl_sheet_create(rim_sheet **out, SDL_Surface *surface, int threshold,
                                        const rim_frame *frames, int count,
                                        const rim_sheet_options *options);

// --- masks as pictures ------------------------------------------------------------------------------

/// A new surface of the mask's size, 32 bits a pixel (SDL_PIXELFORMAT_ARGB8888), painted in two colours. NULL with SDL's
/// error set if SDL makes none; some versions make none without pixels. SDL_FreeSurface (SDL3: SDL_DestroySurface) ends it.
RIM_API SDL_Surface *rim_sdl_surface_create(const rim_mask *mask, SDL_Color solid, SDL_Color empty);

/// Paints again the part of a surface that lies in a rectangle of the mask, whose top left pixel is the surface's; outside
/// of either nothing is painted. Any format of 32 bits without a palette will do. 0, or -1 with SDL's error set.
RIM_API int rim_sdl_surface_update(SDL_Surface *surface, const rim_mask *mask, rim_rect changed,
                                   SDL_Color solid, SDL_Color empty);

/// A new texture of the mask's size, painted in two colours: streaming, SDL_PIXELFORMAT_ARGB8888, blended by alpha. NULL
/// with SDL's error set if SDL makes none. SDL_DestroyTexture ends it.
RIM_API SDL_Texture *rim_sdl_texture_create(SDL_Renderer *renderer, const rim_mask *mask,
                                            SDL_Color solid, SDL_Color empty);

/// Paints again the part of such a texture that lies in a rectangle of the mask: only that part is locked and sent, so
/// the cost goes with what has changed. 0, or -1 with SDL's error set, as for a texture that is not streaming or of
/// another format than ARGB8888, ABGR8888, RGBA8888 or BGRA8888.
RIM_API int rim_sdl_texture_update(SDL_Texture *texture, const rim_mask *mask, rim_rect changed,
                                   SDL_Color solid, SDL_Color empty);

// --- poses ------------------------------------------------------------------------------------------

/// The pose in which the sprite is what SDL_RenderCopyExF(renderer, texture, src, dst, degrees, center,
/// flip) draws, for a texture of the sprite's size.
///
/// - src: the part of the image that is drawn, NULL for all of it; SDL clips it to the image and
///   stretches what is left over dst, and so does the pose. Solid pixels outside src are not
///   drawn but still collide: for frames of a sheet make a sprite of each frame and pass NULL.
/// - dst: where it goes; sizes may be fractions. NULL, SDL's "whole target", is not allowed.
/// - degrees: clockwise about center; multiples of 90 are exact.
/// - center: relative to dst's top left corner, NULL for its middle.
/// - flip: SDL_FLIP_NONE, _HORIZONTAL, _VERTICAL or both: about dst's middle, before the turn.
///
/// Each number of the pose is computed in double and rounded once. A src that is empty, or a dst of no
/// size, gives a singular pose, which hits nothing.
///
/// SDL_RenderCopyF has the same pose with no turn. SDL_RenderSetScale, a logical size and the viewport act on
/// picture and pose alike: leave them out of both.
RIM_API rim_xform2 rim_sdl_pose(const rim_sprite *sprite, const SDL_Rect *src, const SDL_FRect *dst,
                                double degrees, const SDL_FPoint *center, rim_sdl_flip flip);

/// The other way round: draws the texture, which shows the sprite's image, in any pose, shear included; the
/// texture's colour and alpha modulation count. As a copy if the pose keeps rectangles upright, else as
/// two triangles. What collides is what is drawn. 0, or -1 with SDL's error set.
RIM_API int rim_sdl_draw(SDL_Renderer *renderer, SDL_Texture *texture, rim_posed sprite);

// --- which renderer draws which way -----------------------------------------------------------------
//
// With nearest sampling a screen pixel should be coloured if the pose puts a solid image pixel under its
// centre (rim_sprite_contains), and two sprites be drawn over each other if and only if their poses overlap
// on the grid (rim_sprite_overlaps_on_grid). tests/sdl/render.c draws with every renderer that the
// machine has, compares all pixels and asserts this table, shares with some room (SDL 2.26; a wrong pixel is counted against the
// pixels that show the shape, and measured by how far its centre is from where it would be right):
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
// The software renderer cuts dst to whole numbers, towards 0, and shows a picture whose turn is no multiple of 90
// degrees half a pixel right and down in the picture's own axes.
//
// (1) but for pixels whose centre lies on the edge between two image pixels, within 1/64 px: these go one
// way or the other, at most 2 in 100 of all. Direct3D and Metal, not measured, have OpenGL's rules. The software
// renderer stretches sized and turned pictures in two steps, and textures by up to a texel over
// triangles: where that matters, keep to whole places and quarter turns, or use a renderer of the first
// column. With linear sampling edges fade over about a texel; what collides is the same.

// --- pictures for debugging ----------------------------------------------------------------------------

/// Fills the solid pixels, under the pose. 0, or -1 with SDL's error set; the blend mode is the
/// renderer's (SDL_SetRenderDrawBlendMode).
RIM_API int rim_sdl_draw_mask(SDL_Renderer *renderer, rim_posed sprite, SDL_Color color);

/// Draws the outline, the closed line through the points whose rays hit, and each point as a square of
/// point_size units of the screen (0: the line alone).
RIM_API int rim_sdl_draw_outline(SDL_Renderer *renderer, rim_posed sprite, SDL_Color color,
                                 float point_size);

#ifdef __cplusplus
}
#endif

#endif
