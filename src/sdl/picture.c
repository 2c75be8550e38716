// Masks as surfaces and textures.
#include "sdl/version.h"

// Returns the part of a rectangle that lies inside the mask and inside a picture of the given size.
static rim_rect picture_part(rim_rect changed, const rim_mask *mask, int width, int height)
{
    rim_rect whole = rim_rect_make(0, 0, rim_mask_width(mask), rim_mask_height(mask));
    rim_rect part = rim_rect_intersect(changed, whole);
    return rim_rect_intersect(part, rim_rect_make(0, 0, width, height));
}

static rim_rect whole_mask(const rim_mask *mask)
{
    return rim_rect_make(0, 0, rim_mask_width(mask), rim_mask_height(mask));
}

// Paints a part of a surface whose pixels are no aligned words. The part must lie inside the mask and the surface.
static void paint_unaligned(SDL_Surface *surface, const rim_mask *mask, rim_rect part, Uint32 on,
                            Uint32 off)
{
    for (int y = part.y0; y < part.y1; y++)
    {
        char *row = (char *)surface->pixels + (ptrdiff_t)y * surface->pitch;
        for (int x = part.x0; x < part.x1; x++)
            SDL_memcpy(row + (ptrdiff_t)x * 4, rim_mask_get(mask, x, y) ? &on : &off, sizeof on);
    }
}

int rim_sdl_surface_update(SDL_Surface *surface, const rim_mask *mask, rim_rect changed,
                           SDL_Color solid, SDL_Color empty)
{
    surface_format format = sdl_surface_format(surface);
    rim_rect       part = picture_part(changed, mask, surface->w, surface->h);
    if (format.bytes != 4 || format.palette)
    {
        SDL_SetError("the surface has no 32 bits a pixel");
        return -1;
    }
    if (rim_rect_is_empty(part)) return 0;
    if (sdl_lock_surface(surface) < 0) return -1;
    Uint32 on = sdl_map_surface(surface, solid), off = sdl_map_surface(surface, empty);
    char  *row = (char *)surface->pixels + (ptrdiff_t)part.y0 * surface->pitch;
    if (sdl_has_aligned_words(surface))
        rim_mask_paint(mask, part, &on, &off, (uint32_t *)(void *)row + part.x0, surface->pitch);
    else
        paint_unaligned(surface, mask, part, on, off);
    sdl_unlock_surface(surface);
    return 0;
}

SDL_Surface *rim_sdl_surface_create(const rim_mask *mask, SDL_Color solid, SDL_Color empty)
{
    SDL_Surface *surface = sdl_create_surface(rim_mask_width(mask), rim_mask_height(mask));
    if (surface) rim_sdl_surface_update(surface, mask, whole_mask(mask), solid, empty);
    return surface;
}

// Stores the lowest bits of red, green, blue and alpha in a pixel's word. Returns false unless the format is one of
// four with eight bits for each.
static bool texture_shifts(Uint32 format, int shifts[4])
{
    static const struct
    {
        Uint32 format;
        int    shifts[4];
    } known[] = { { SDL_PIXELFORMAT_ARGB8888, { 16, 8, 0, 24 } },
                  { SDL_PIXELFORMAT_ABGR8888, { 0, 8, 16, 24 } },
                  { SDL_PIXELFORMAT_RGBA8888, { 24, 16, 8, 0 } },
                  { SDL_PIXELFORMAT_BGRA8888, { 8, 16, 24, 0 } } };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].format == format)
        {
            SDL_memcpy(shifts, known[i].shifts, sizeof known[i].shifts);
            return true;
        }
    return false;
}

static Uint32 texture_word(const int shifts[4], SDL_Color c)
{
    return (Uint32)c.r << shifts[0] | (Uint32)c.g << shifts[1] | (Uint32)c.b << shifts[2] |
           (Uint32)c.a << shifts[3];
}

int rim_sdl_texture_update(SDL_Texture *texture, const rim_mask *mask, rim_rect changed,
                           SDL_Color solid, SDL_Color empty)
{
    Uint32 format;
    int    width, height, shifts[4], pitch;
    void  *pixels;
    if (sdl_texture_size(texture, &format, &width, &height) < 0) return -1;
    if (!texture_shifts(format, shifts))
    {
        SDL_SetError("the texture has another format than eight bits a channel");
        return -1;
    }
    rim_rect part = picture_part(changed, mask, width, height);
    SDL_Rect rect = { part.x0, part.y0, part.x1 - part.x0, part.y1 - part.y0 };
    if (rim_rect_is_empty(part)) return 0;
    if (sdl_lock_texture(texture, &rect, &pixels, &pitch) < 0) return -1;
    Uint32 on = texture_word(shifts, solid), off = texture_word(shifts, empty);
    rim_mask_paint(mask, part, &on, &off, pixels, pitch);
    SDL_UnlockTexture(texture);
    return 0;
}

SDL_Texture *rim_sdl_texture_create(SDL_Renderer *renderer, const rim_mask *mask, SDL_Color solid,
                                    SDL_Color empty)
{
    SDL_Texture *texture =
        SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STREAMING,
                          rim_mask_width(mask), rim_mask_height(mask));
    if (!texture) return NULL;
    SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_BLEND);
    if (rim_sdl_texture_update(texture, mask, whole_mask(mask), solid, empty) == 0) return texture;
    SDL_DestroyTexture(texture);
    return NULL;
}
