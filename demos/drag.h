// What the parts of the drag scene share: the sprites on the table, and what is known about them.
#ifndef DEMOS_DRAG_H
#define DEMOS_DRAG_H

#include "kit.h"

#define ACTORS 12
#define RAYS_MIN 3
#define RAYS_MAX 720

typedef enum mode
{
    BOXES,
    OUTLINES,
    PIXELS,
    MODES
} mode;

// A sprite as a game keeps it: picture, shape, place.
typedef struct actor
{
    char         name[32];
    SDL_Texture *texture;
    rim_mask    *mask;
    rim_sprite  *sprite;
    rim_vec2     at;
    float        degrees, scale;
    bool         flip_x, flip_y;

    bool hit[MODES];    // touches some other sprite, as this mode sees it
    bool lit[RAYS_MAX]; // this outline point lies in another sprite's shape
} actor;

typedef struct drag
{
    actor    actors[ACTORS]; // the last one is on top
    int      count, rays;
    mode     shown;
    bool     held;
    rim_vec2 grip; // where the top sprite is held, in its own space
    int      pairs[MODES], points;
    double   seconds[MODES]; // a test takes, smoothed
} drag;

rim_xform2 actor_pose(const actor *a);
rim_posed  actor_posed(const actor *a);

// Upright sprites keep to whole pixels, as pixel art does.
void actor_settle(actor *a);

// Loads a picture as a game would, and its shape; false with SDL's error set.
bool actor_load(kit *k, actor *a, const char *path, int rays);

// Gives its outline another number of rays.
rim_status actor_bake(actor *a, int rays);

void actor_discard(actor *a);

void drag_draw(kit *k, const void *state);

#endif
