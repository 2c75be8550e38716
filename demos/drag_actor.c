// A sprite of the drag scene: its picture, its shape, its place.
#include "drag.h"
#include "rimcast/sdl.h"

#include <SDL_image.h>

#include <string.h>

// Flip and scale along the sprite's own axes, then turn, then move: SDL_RenderCopyExF's order.
rim_xform2 actor_pose(const actor *a)
{
    rim_vec2 scale =
        rim_vec2_make(a->flip_x ? -a->scale : a->scale, a->flip_y ? -a->scale : a->scale);
    return rim_xform2_pose(a->at, rim_rot2_degrees((double)a->degrees), scale);
}

rim_posed actor_posed(const actor *a)
{
    return rim_posed_make(a->sprite, actor_pose(a));
}

static bool is_upright(const actor *a)
{
    return a->degrees == 0.0f && a->scale == 1.0f && !a->flip_x && !a->flip_y;
}

void actor_settle(actor *a)
{
    rim_vec2 anchor = rim_sprite_anchor(a->sprite);
    if (!is_upright(a)) return;
    a->at.x = SDL_floorf(a->at.x - anchor.x + 0.5f) + anchor.x;
    a->at.y = SDL_floorf(a->at.y - anchor.y + 0.5f) + anchor.y;
}

rim_status actor_bake(actor *a, int rays)
{
    rim_sprite        *sprite;
    rim_sprite_options options;
    memset(&options, 0, sizeof options);
    options.rays = rays;
    rim_status status = rim_sprite_create(&sprite, a->mask, &options);
    if (status) return status;
    rim_sprite_destroy(a->sprite);
    a->sprite = sprite;
    return RIM_OK;
}

void actor_discard(actor *a)
{
    SDL_DestroyTexture(a->texture);
    rim_sprite_destroy(a->sprite);
    rim_mask_destroy(a->mask);
    memset(a, 0, sizeof *a);
}

static void actor_name(actor *a, const char *path)
{
    const char *slash = strrchr(path, '/');
    SDL_strlcpy(a->name, slash ? slash + 1 : path, sizeof a->name);
    char *dot = strrchr(a->name, '.');
    if (dot) *dot = 0;
}

bool actor_load(kit *k, actor *a, const char *path, int rays)
{
    memset(a, 0, sizeof *a);
    a->scale = 1.0f;
    actor_name(a, path);
    SDL_Surface *surface = IMG_Load(path);
    if (!surface) return false;
    rim_status status = rim_sdl_mask_create(&a->mask, surface, RIM_ALPHA_HALF, NULL);
    if (!status) status = actor_bake(a, rays);
    if (!status) a->texture = SDL_CreateTextureFromSurface(kit_renderer(k), surface);
    SDL_FreeSurface(surface);
    if (a->texture) return true;
    if (status) SDL_SetError("%s", rim_status_text(status));
    actor_discard(a);
    return false;
}
