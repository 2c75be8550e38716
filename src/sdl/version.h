// SDL2 and SDL3 under one set of names: the sources of both adapters are the same files.
//
// SDL3 returns true where SDL2 returned 0. The functions of this header return 0, or set SDL's error and return -1.
#ifndef RIM_SDL_VERSION_H
#define RIM_SDL_VERSION_H

#include "rimcast/sdl.h"

// The format of a surface's pixels.
typedef struct surface_format
{
    int                bits, bytes; // of a pixel; 0 bytes for less than a whole one
    Uint32             alpha;       // its bits; 0: opaque
    const SDL_Palette *palette;     // NULL unless indexed
    bool               low_bits_first;
    bool               keyed;
    Uint32             key;
} surface_format;

// Sets SDL's error and returns -1. (SDL_SetError returns -1 in SDL2, and false in SDL3.)
static inline int sdl_error(const char *text)
{
    SDL_SetError("%s", text);
    return -1;
}

#ifdef RIM_SDL3

static inline int sdl_result(bool done)
{
    return done ? 0 : -1;
}

// Returns the surface's pixel format, palette and color key. A format with fewer than 8 bits a pixel has 0 bytes a
// pixel.
static inline surface_format sdl_surface_format(SDL_Surface *surface)
{
    const SDL_PixelFormatDetails *details = SDL_GetPixelFormatDetails(surface->format);
    surface_format                format = { 0 };
    format.bits = details->bits_per_pixel;
    format.bytes = details->bits_per_pixel < 8 ? 0 : details->bytes_per_pixel;
    format.alpha = details->Amask;
    format.palette = SDL_GetSurfacePalette(surface);
    format.low_bits_first = SDL_PIXELORDER(surface->format) == SDL_BITMAPORDER_4321;
    format.keyed = SDL_GetSurfaceColorKey(surface, &format.key);
    return format;
}

static inline int sdl_lock_surface(SDL_Surface *surface)
{
    return SDL_MUSTLOCK(surface) ? sdl_result(SDL_LockSurface(surface)) : 0;
}

static inline SDL_Surface *sdl_create_surface(int width, int height)
{
    return SDL_CreateSurface(width, height, SDL_PIXELFORMAT_ARGB8888);
}

static inline Uint32 sdl_map_surface(SDL_Surface *surface, SDL_Color c)
{
    return SDL_MapSurfaceRGBA(surface, c.r, c.g, c.b, c.a);
}

static inline int sdl_texture_size(SDL_Texture *texture, Uint32 *format, int *width, int *height)
{
    *format = texture->format;
    *width = texture->w;
    *height = texture->h;
    return 0;
}

static inline int sdl_lock_texture(SDL_Texture *texture, const SDL_Rect *part, void **pixels,
                                   int *pitch)
{
    return sdl_result(SDL_LockTexture(texture, part, pixels, pitch));
}

static inline bool sdl_intersect(const SDL_Rect *a, const SDL_Rect *b, SDL_Rect *shared)
{
    return SDL_GetRectIntersection(a, b, shared);
}

static inline SDL_Vertex sdl_vertex(rim_vec2 at, SDL_Color c, float u, float v)
{
    SDL_FColor color = { (float)c.r / 255.0f, (float)c.g / 255.0f, (float)c.b / 255.0f,
                         (float)c.a / 255.0f };
    SDL_Vertex vertex = { { at.x, at.y }, color, { u, v } };
    return vertex;
}

static inline int sdl_draw_triangles(SDL_Renderer *renderer, SDL_Texture *texture,
                                     const SDL_Vertex *corners, int count, const int *order,
                                     int order_count)
{
    return sdl_result(SDL_RenderGeometry(renderer, texture, corners, count, order, order_count));
}

static inline int sdl_draw_copy(SDL_Renderer *renderer, SDL_Texture *texture, const SDL_FRect *dst,
                                double degrees, const SDL_FPoint *center, rim_sdl_flip flip)
{
    return sdl_result(
        SDL_RenderTextureRotated(renderer, texture, NULL, dst, degrees, center, flip));
}

static inline bool sdl_is_software(SDL_Renderer *renderer)
{
    const char *name = SDL_GetRendererName(renderer);
    return name && SDL_strcmp(name, SDL_SOFTWARE_RENDERER) == 0;
}

// Returns true if the texture is scaled and rotated with interpolation between its pixels.
static inline bool sdl_is_smooth(SDL_Texture *texture)
{
    SDL_ScaleMode mode = SDL_SCALEMODE_NEAREST;
    SDL_GetTextureScaleMode(texture, &mode);
    return mode != SDL_SCALEMODE_NEAREST;
}

static inline int sdl_draw_line(SDL_Renderer *renderer, rim_vec2 a, rim_vec2 b)
{
    return sdl_result(SDL_RenderLine(renderer, a.x, a.y, b.x, b.y));
}

static inline int sdl_fill_rect(SDL_Renderer *renderer, const SDL_FRect *rect)
{
    return sdl_result(SDL_RenderFillRect(renderer, rect));
}

static inline int sdl_get_color(SDL_Renderer *renderer, SDL_Color *c)
{
    return sdl_result(SDL_GetRenderDrawColor(renderer, &c->r, &c->g, &c->b, &c->a));
}

static inline int sdl_set_color(SDL_Renderer *renderer, SDL_Color c)
{
    return sdl_result(SDL_SetRenderDrawColor(renderer, c.r, c.g, c.b, c.a));
}

#else

// Returns the surface's pixel format, palette and color key. A format with fewer than 8 bits a pixel has 0 bytes a
// pixel.
static inline surface_format sdl_surface_format(SDL_Surface *surface)
{
    surface_format format = { 0 };
    format.bits = surface->format->BitsPerPixel;
    format.bytes = format.bits < 8 ? 0 : surface->format->BytesPerPixel;
    format.alpha = surface->format->Amask;
    format.palette = surface->format->palette;
    format.low_bits_first = SDL_PIXELORDER(surface->format->format) == SDL_BITMAPORDER_4321;
    format.keyed = SDL_GetColorKey(surface, &format.key) == 0;
    return format;
}

static inline int sdl_lock_surface(SDL_Surface *surface)
{
    return SDL_MUSTLOCK(surface) ? SDL_LockSurface(surface) : 0;
}

static inline SDL_Surface *sdl_create_surface(int width, int height)
{
    return SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);
}

// Returns a channel's value 0 .. 255, scaled to its bits of a pixel and rounded to nearest; 0 if it has no bits.
static inline Uint32 sdl_map_channel(Uint8 value, Uint32 bits)
{
    if (!bits) return 0;
    Uint64 lowest = bits & (~bits + 1);
    Uint64 largest = bits / lowest;
    return (Uint32)((value * largest + 127) / 255 * lowest);
}

// Returns the word of a color. Requires 32 bits a pixel and no palette. SDL_MapRGBA of SDL2 gives wrong words if a
// channel has more than 8 bits, as in SDL_PIXELFORMAT_ARGB2101010.
static inline Uint32 sdl_map_surface(SDL_Surface *surface, SDL_Color c)
{
    const SDL_PixelFormat *format = surface->format;
    return sdl_map_channel(c.r, format->Rmask) | sdl_map_channel(c.g, format->Gmask) |
           sdl_map_channel(c.b, format->Bmask) | sdl_map_channel(c.a, format->Amask);
}

static inline int sdl_texture_size(SDL_Texture *texture, Uint32 *format, int *width, int *height)
{
    return SDL_QueryTexture(texture, format, NULL, width, height);
}

static inline int sdl_lock_texture(SDL_Texture *texture, const SDL_Rect *part, void **pixels,
                                   int *pitch)
{
    return SDL_LockTexture(texture, part, pixels, pitch);
}

static inline bool sdl_intersect(const SDL_Rect *a, const SDL_Rect *b, SDL_Rect *shared)
{
    return SDL_IntersectRect(a, b, shared);
}

static inline SDL_Vertex sdl_vertex(rim_vec2 at, SDL_Color c, float u, float v)
{
    SDL_Vertex vertex = { { at.x, at.y }, c, { u, v } };
    return vertex;
}

static inline int sdl_draw_triangles(SDL_Renderer *renderer, SDL_Texture *texture,
                                     const SDL_Vertex *corners, int count, const int *order,
                                     int order_count)
{
    return SDL_RenderGeometry(renderer, texture, corners, count, order, order_count);
}

static inline int sdl_draw_copy(SDL_Renderer *renderer, SDL_Texture *texture, const SDL_FRect *dst,
                                double degrees, const SDL_FPoint *center, rim_sdl_flip flip)
{
    return SDL_RenderCopyExF(renderer, texture, NULL, dst, degrees, center, flip);
}

static inline bool sdl_is_software(SDL_Renderer *renderer)
{
    SDL_RendererInfo info;
    return SDL_GetRendererInfo(renderer, &info) == 0 && (info.flags & SDL_RENDERER_SOFTWARE);
}

// Returns true if the texture is scaled and rotated with interpolation between its pixels.
static inline bool sdl_is_smooth(SDL_Texture *texture)
{
    SDL_ScaleMode mode = SDL_ScaleModeNearest;
    SDL_GetTextureScaleMode(texture, &mode);
    return mode != SDL_ScaleModeNearest;
}

static inline int sdl_draw_line(SDL_Renderer *renderer, rim_vec2 a, rim_vec2 b)
{
    return SDL_RenderDrawLineF(renderer, a.x, a.y, b.x, b.y);
}

static inline int sdl_fill_rect(SDL_Renderer *renderer, const SDL_FRect *rect)
{
    return SDL_RenderFillRectF(renderer, rect);
}

static inline int sdl_get_color(SDL_Renderer *renderer, SDL_Color *c)
{
    return SDL_GetRenderDrawColor(renderer, &c->r, &c->g, &c->b, &c->a);
}

static inline int sdl_set_color(SDL_Renderer *renderer, SDL_Color c)
{
    return SDL_SetRenderDrawColor(renderer, c.r, c.g, c.b, c.a);
}

#endif

// Returns true if every pixel of 32 bits of a locked surface is an aligned word.
static inline bool sdl_has_aligned_words(const SDL_Surface *surface)
{
    return ((uintptr_t)surface->pixels | (uintptr_t)surface->pitch) % sizeof(Uint32) == 0;
}

static inline void sdl_unlock_surface(SDL_Surface *surface)
{
    if (SDL_MUSTLOCK(surface)) SDL_UnlockSurface(surface);
}

#endif
