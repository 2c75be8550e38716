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

// Ten seconds can be taken back. The bar with which one does it is so wide and stands here.
#define TICKS 600
#define BAR_X 60.0f
#define BAR_Y 700.0f
#define BAR_LENGTH 600.0f

typedef struct terrain
{
    shape       land;
    rim_mask   *hero_mask, *plank_mask;
    rim_sprite *hero_sprite, *plank_sprite, *lift_sprite;
    rim_posed   solids[SOLIDS]; // the land, a plank, a lift

    // Saved with the land after every step, from here to the line below.
    rim_mover2  me;
    rim_walker2 walker;
    rim_walk2   last; // the last step's answer
    rim_vec2    speed;
    bool        looks_left;
    long        coyote; // since it stood, in steps
    long        tick;
    rim_xform2  lift;
    rim_rect    dug; // since the tick before

    // Not saved.
    rim_history *history;
    rim_rect     digs;      // since the last tick
    bool         rewinding; // with the bar
    double       save_seconds;
    bool         digging, filling;
    rim_vec2     hand; // where the mouse was
    float        radius;
    rim_vec2     trail[TRAIL];
    int          trail_count;
    double       step_seconds, edit_seconds; // smoothed
    long         edits;
} terrain;

void terrain_draw(kit *k, const void *state);

#endif
