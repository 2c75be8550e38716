// What the parts of the terrain scene share: a landscape that can be dug, platforms, and who walks there.
#ifndef DEMOS_TERRAIN_H
#define DEMOS_TERRAIN_H

#include "hero.h"
#include "shape.h"

// The landscape's pixels are this large on the page, which they fill.
#define LAND_PIXEL 2.0f
#define LAND_WIDTH 640
#define LAND_HEIGHT 400

enum
{
    LAND,
    PLANK,
    LIFT,
    SOLIDS
};

bool land_create(kit *k, shape *it); // false after kit_fail

// Digs or fills a disc, given in the land's pixels; the frame of the landscape stays, and so does what is
// open in `spare`. Only what changed is baked and painted again.
void land_edit(shape *it, rim_vec2 centre, float radius, bool solid, rim_rect spare);

#define TRAIL 600

typedef struct terrain
{
    shape       land;
    rim_mask   *hero_mask, *plank_mask;
    rim_sprite *hero_sprite, *plank_sprite, *lift_sprite;
    rim_posed   solids[SOLIDS]; // the land, a plank, a lift

    rim_mover2  me;
    rim_walker2 walker;
    rim_walk2   last; // the last step's answer
    rim_vec2    speed;
    bool        looks_left;
    long        coyote; // since it stood, in steps

    bool     digging, filling;
    rim_vec2 hand; // where the mouse was
    float    radius;
    rim_vec2 trail[TRAIL];
    int      trail_count;
    double   step_seconds, edit_seconds; // smoothed
    long     edits;
} terrain;

void terrain_draw(kit *k, const void *state);

#endif
