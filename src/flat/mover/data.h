// What sliding and walking are made of.
#ifndef RIM_FLAT_MOVER_DATA_H
#define RIM_FLAT_MOVER_DATA_H

#include "rimcast/mover2.h"

// A contact on the way.
typedef struct mover_contact
{
    bool      hit;
    double    t; // of the motion
    rim_vec2  normal, edge_normal;
    double    grain; // the size of a pixel there
    rim_posed what;
} mover_contact;

// Goes as far along delta as it can and ends free, if it starts free.
mover_contact mover_advance(rim_mover2 *me, rim_vec2 delta, rim_world2 world);

static inline rim_vec2 mover_share(rim_vec2 delta, double share)
{
    return rim_vec2_make((float)(delta.x * share), (float)(delta.y * share));
}

// How far it is from one place to another along a unit direction.
static inline double mover_way(rim_vec2 from, rim_vec2 to, rim_vec2 direction)
{
    return ((double)to.x - from.x) * direction.x + ((double)to.y - from.y) * direction.y;
}

// Does the mover share area with anything?
bool mover2_overlaps(rim_mover2 me, rim_world2 world);

// Returns the size of a pixel under a pose: its longer side.
double mover2_pixel_size(rim_xform2 m);

// The mover against one sprite, as rim_sprite_sweep.
rim_hit2 mover2_sweep_one(const rim_mover2 *me, rim_vec2 delta, rim_posed other);

// The first contact of a straight motion, as rim_sprite_sweep returns it; *what (may be NULL) is the sprite that is hit.
// The normal is by the edges of all that is within two pixels of the point, so that the seams of a floor do not show. A
// start in overlap returns the deepest one.
rim_hit2 mover2_sweep(rim_mover2 me, rim_vec2 delta, rim_world2 world, rim_posed *what);

#endif
