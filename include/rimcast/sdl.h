// The SDL2 adapter, a library of its own (rimcast-sdl): masks from surfaces, poses from what
// SDL_RenderCopyExF is told, pictures of masks and outlines for debugging.
//
// Everything here speaks the flat world's language (rimcast/vec2.h), which is SDL's as well: x right,
// y down, clockwise turns. Link with rimcast-sdl, rimcast and SDL2.
#ifndef RIMCAST_SDL_H
#define RIMCAST_SDL_H

#include "rimcast/mask.h"
#include "rimcast/sprite.h"
#include "rimcast/xform2.h"

#include <SDL.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- masks from surfaces --------------------------------------------------------------------------

// A mask of any surface: 1, 4 and 8 bits indexed, 8 to 32 bits packed, with or without alpha, locked
// or not, RLE or not. A pixel is solid if
//
//      alpha >= threshold   and   it is not of the surface's colour key, if that is on.
//
// alpha is the format's, widened to 0 .. 255; that of its palette entry on an indexed surface; 255
// where the format has none. The key is compared as SDL's blits do: index with index, else colour with
// colour and without alpha. The surface's alpha modulation, blend mode and clip rectangle fade or hide
// a picture; they do not change its shape, and are not looked at.
//
// The surface is locked while it is read if it must be, and left as it was.
// RIM_ERR_ARGUMENT for NULL (so that IMG_Load's answer may be passed unseen; SDL_GetError tells more)
// and for a surface that cannot be locked; RIM_ERR_SIZE beyond RIM_MASK_MAX_SIDE; RIM_ERR_MEMORY.
// On failure *out is NULL.
rim_status rim_sdl_mask_create(rim_mask **out, SDL_Surface *surface, int threshold,
                               const rim_allocator *from);

// The same and rim_sprite_create in one call, with the options' allocator.
rim_status rim_sdl_sprite_create(rim_sprite **out, SDL_Surface *surface, int threshold,
                                 const rim_sprite_options *options);

// --- poses ------------------------------------------------------------------------------------------

// The pose in which the sprite is what SDL_RenderCopyExF(renderer, texture, src, dst, degrees, center,
// flip) draws, for a texture of the sprite's size.
//
// src      the part of the image that is drawn, NULL for all of it; SDL clips it to the image and
//          stretches what is left over dst, and so does the pose. Solid pixels outside src are not
//          drawn but still collide: for frames of a sheet make a sprite of each frame and pass NULL.
// dst      where it goes; sizes may be fractions. NULL, SDL's "whole target", is not allowed.
// degrees  clockwise about center; multiples of 90 are exact.
// center   relative to dst's top left corner, NULL for its middle.
// flip     SDL_FLIP_NONE, _HORIZONTAL, _VERTICAL or both: about dst's middle, before the turn.
//
// Each number of the pose is computed in double and rounded once. A src that is empty, or a dst of no
// size, gives a singular pose, which hits nothing.
//
// What is drawn: renderers that draw copies as textured quads (OpenGL, Direct3D, Metal) put the image
// exactly here, and with nearest sampling colour a screen pixel if the pose puts a solid image pixel
// under its centre. SDL's software renderer cuts dst down to whole pixels and turns the picture by
// its own integer steps: for whole-numbered dst and multiples of 90 degrees it agrees to the pixel,
// otherwise its edges may be off by a pixel or two. SDL_RenderCopyF has the same pose with no turn;
// SDL_RenderSetScale, a logical size and the viewport act on picture and pose alike: leave them out
// of both.
rim_xform2 rim_sdl_pose(const rim_sprite *sprite, const SDL_Rect *src, const SDL_FRect *dst,
                        double degrees, const SDL_FPoint *center, SDL_RendererFlip flip);

// The other way round: draws the texture, which shows the sprite's image, in any pose, shear
// included, as two textured triangles. What collides is what is drawn (the software renderer stretches
// textures by up to one texel over triangles). 0, or -1 with SDL's error set.
int rim_sdl_draw(SDL_Renderer *renderer, SDL_Texture *texture, rim_posed sprite);

// --- pictures for debugging ----------------------------------------------------------------------------

// Fills the solid pixels, under the pose. 0, or -1 with SDL's error set; the blend mode is the
// renderer's (SDL_SetRenderDrawBlendMode).
int rim_sdl_draw_mask(SDL_Renderer *renderer, rim_posed sprite, SDL_Color color);

// Draws the outline, the closed line through the points whose rays hit, and each point as a square of
// point_size units of the screen (0: the line alone).
int rim_sdl_draw_outline(SDL_Renderer *renderer, rim_posed sprite, SDL_Color color,
                         float point_size);

// Draws a box's border, as a box test sees it; an empty box is not drawn.
int rim_sdl_draw_box(SDL_Renderer *renderer, rim_box2 box, SDL_Color color);

#ifdef __cplusplus
}
#endif

#endif
