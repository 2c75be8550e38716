// What stands still is drawn once and kept as a texture, at the size in which it is on the screen.
#include "kit_inside.h"

void kit_still_forget(kit *k)
{
    SDL_DestroyTexture(k->still.picture);
    k->still.picture = NULL;
}

static bool is_kept(const kit *k, const still *wanted)
{
    const still *it = &k->still;
    return it->picture && it->version == wanted->version && it->width == wanted->width &&
           it->height == wanted->height && it->light == wanted->light;
}

static void show(kit *k)
{
    const still *it = &k->still;
    SDL_FRect    to = { 0, 0, (float)it->width / it->scale, (float)it->height / it->scale };
    SDL_RenderCopyF(k->renderer, it->picture, NULL, &to);
}

bool kit_still_begin(kit *k, int version)
{
    still it = { .version = version, .light = k->light };
    float y;
    // A picture for a file is drawn but once, and a hash wants to hear all of it.
    if (!k->window || k->listening) return true;
    SDL_RenderGetScale(k->renderer, &it.scale, &y);
    it.width = (int)(KIT_WIDTH * it.scale + 0.5f);
    it.height = (int)(KIT_HEIGHT * it.scale + 0.5f);
    if (is_kept(k, &it))
    {
        show(k);
        return false;
    }
    kit_still_forget(k);
    it.picture = SDL_CreateTexture(k->renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_TARGET,
                                   it.width, it.height);
    if (!it.picture || SDL_SetRenderTarget(k->renderer, it.picture) != 0)
    {
        SDL_DestroyTexture(it.picture);
        return true; // as if it moved
    }
    SDL_SetTextureBlendMode(it.picture, SDL_BLENDMODE_NONE);
    SDL_SetTextureScaleMode(it.picture, SDL_ScaleModeNearest);
    SDL_RenderSetScale(k->renderer, it.scale, it.scale);
    it.drawing = true;
    k->still = it;
    kit_page_ground(k);
    return true;
}

void kit_still_end(kit *k)
{
    if (!k->still.drawing) return;
    k->still.drawing = false;
    SDL_SetRenderTarget(k->renderer, NULL);
    show(k);
}
