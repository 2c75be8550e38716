/// @file
/// The SDL2 adapter, a library of its own (rimcast-sdl): masks from surfaces, poses from what
/// SDL_RenderCopyExF is told, pictures of masks and outlines for debugging.
///
/// Everything here speaks the flat world's language (rimcast/vec2.h), which is SDL's as well: x right,
/// y down, clockwise turns. Link with rimcast-sdl, rimcast and SDL2.
#ifndef RIMCAST_SDL_H
#define RIMCAST_SDL_H

#include "rimcast/mask.h"
#include "rimcast/sprite.h"
#include "rimcast/vec2.h"

#include <SDL.h>

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

/// The same and rim_sprite_create in one call, with the options' allocator.
RIM_API rim_status rim_sdl_sprite_create(rim_sprite **out, SDL_Surface *surface, int threshold,
                                         const rim_sprite_options *options);

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
                                double degrees, const SDL_FPoint *center, SDL_RendererFlip flip);

/// The pose in which SDL's software renderer shows it: with dst cut to whole numbers, and half a pixel right
/// and down in the picture's own axes unless degrees is a multiple of 90.
RIM_API rim_xform2 rim_sdl_software_pose(const rim_sprite *sprite, const SDL_Rect *src,
                                         const SDL_FRect *dst, double degrees,
                                         const SDL_FPoint *center, SDL_RendererFlip flip);

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
//        with rim_sdl_software_pose        -                          exact (1)
//      any turn at image size              exact (1)                  1 in 3 wrong, up to 0.75 px
//        with rim_sdl_software_pose        -                          1 in 200 wrong, up to 0.5 px
//      any turn and size, fractions        exact (1)                  1 in 4 wrong, up to 2 px
//        with rim_sdl_software_pose        -                          1 in 13 wrong, up to 0.75 px
//      rim_sdl_draw, image size or whole   exact                      exact
//        multiples, whole dst, quarters
//      rim_sdl_draw, upright, fractions    exact (1)                  as a copy with fractions
//      rim_sdl_draw, any pose              exact (1)                  2 in 5 wrong, up to a texel and
//                                                                       a pixel
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
