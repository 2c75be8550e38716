#include "shape.h"

#include "rimcast/sdl.h"

// Beyond the sides of a landscape, which has a `first`, its rock goes on; beyond those of a thing there is air.
static bool is_open(const shape *it, int x, int y)
{
    bool inside = x >= 0 && y >= 0 && x < rim_mask_width(it->mask) && y < rim_mask_height(it->mask);
    return inside ? !rim_mask_get(it->mask, x, y) : !it->first;
}

static bool is_near_air(const shape *it, int x, int y, int reach)
{
    for (int i = 0; i < 9; i++)
        if (is_open(it, x + (i % 3 - 1) * reach, y + (i / 3 - 1) * reach)) return true;
    return false;
}

// Rock is darker the farther from the air it is; what was rock is a shade of it.
static Uint8 density(const shape *it, int x, int y)
{
    if (!rim_mask_get(it->mask, x, y)) return it->first && rim_mask_get(it->first, x, y) ? 26 : 0;
    if (is_near_air(it, x, y, 1)) return 255;
    if (is_near_air(it, x, y, 2)) return 176;
    if (is_near_air(it, x, y, 5)) return 132;
    return (y + (int)(6.0f * SDL_sinf((float)x * 0.03f))) % 22 < 3 ? 104 : 96;
}

void shape_paint(const shape *it, rim_rect changed)
{
    enum
    {
        MOST = 64 // pixels at once
    };
    Uint32   row[MOST];
    rim_rect all = rim_rect_make(0, 0, rim_mask_width(it->mask), rim_mask_height(it->mask));
    changed = rim_rect_intersect(
        rim_rect_make(changed.x0 - 5, changed.y0 - 5, changed.x1 + 5, changed.y1 + 5), all);
    for (int y = changed.y0; y < changed.y1; y++)
        for (int x = changed.x0; x < changed.x1; x += MOST)
        {
            SDL_Rect piece = { x, y, SDL_min(MOST, changed.x1 - x), 1 };
            for (int i = 0; i < piece.w; i++)
                row[i] = 0x00ffffffu | (Uint32)density(it, x + i, y) << 24;
            SDL_UpdateTexture(it->texture, &piece, row, (int)sizeof row);
        }
}

bool shape_create(kit *k, shape *it, const rim_sprite_options *options)
{
    int        w = rim_mask_width(it->mask), h = rim_mask_height(it->mask);
    rim_status status = rim_sprite_create(&it->sprite, it->mask, options);
    if (status) return kit_fail(k, "a shape: %s", rim_status_text(status));
    it->texture = SDL_CreateTexture(kit_renderer(k), SDL_PIXELFORMAT_ARGB8888,
                                    SDL_TEXTUREACCESS_STATIC, w, h);
    if (!it->texture) return kit_fail(k, "a shape: %s", SDL_GetError());
    SDL_SetTextureBlendMode(it->texture, SDL_BLENDMODE_BLEND);
    SDL_SetTextureScaleMode(it->texture, SDL_ScaleModeNearest);
    shape_paint(it, rim_rect_make(0, 0, w, h));
    return true;
}

void shape_destroy(shape *it)
{
    SDL_DestroyTexture(it->texture);
    rim_sprite_destroy(it->sprite);
    rim_mask_destroy(it->first);
    rim_mask_destroy(it->mask);
}

void shape_draw(kit *k, const shape *it, rim_posed posed, SDL_Color ink)
{
    SDL_SetTextureColorMod(it->texture, ink.r, ink.g, ink.b);
    rim_sdl_draw(kit_renderer(k), it->texture, posed);
}
