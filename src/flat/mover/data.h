// Helpers of sliding and walking.
#ifndef RIM_FLAT_MOVER_DATA_H
#define RIM_FLAT_MOVER_DATA_H

#include "flat/figure/data.h"
#include "rimcast/mover2.h"

// Something solid in a world: a posed sprite, or a circle, a box or a polygon with its pose in the world.
typedef struct mover_solid
{
    rim_posed       posed; // its sprite is NULL for the others
    rim_figure_part part;
} mover_solid;

// A contact on the way.
typedef struct mover_contact
{
    bool        hit;
    double      t; // of the motion
    rim_vec2    normal, edge_normal;
    double      grain; // the size of a pixel there
    mover_solid what;
} mover_contact;

// Goes as far along delta as it can and ends free, if it starts free.
mover_contact mover_advance(rim_mover2 *me, rim_vec2 delta, rim_world2 world);

static inline rim_vec2 mover_share(rim_vec2 delta, double share)
{
    return rim_vec2_make((float)(delta.x * share), (float)(delta.y * share));
}

// Returns the distance from one position to another along a unit direction.
static inline double mover_way(rim_vec2 from, rim_vec2 to, rim_vec2 direction)
{
    return ((double)to.x - from.x) * direction.x + ((double)to.y - from.y) * direction.y;
}

// Returns true if the mover shares area with anything.
bool mover2_overlaps(rim_mover2 me, rim_world2 world);

// Returns the longer side of a pixel of what is solid; if that has none, what stands for one.
double mover2_pixel_size(const rim_mover2 *me, const mover_solid *solid);

// Returns the box in the world around what is solid; an empty one if it is not there.
rim_box2 mover_solid_bounds(const mover_solid *solid);

// Returns a length that rounding a place may make. A shorter way is what it has left over.
double mover_rounding_at(rim_vec2 at);

bool mover2_overlaps_one(const rim_mover2 *me, const mover_solid *solid);

// The mover against what is solid, as rim_sprite_sweep.
rim_hit2 mover2_sweep_one(const rim_mover2 *me, rim_vec2 delta, const mover_solid *solid);

// The first contact of a straight motion, as rim_sprite_sweep returns it; *what (may be NULL) is what is hit. The normal is
// by the borders of all that is within two pixels of the point, so that the seams of a floor do not show. A start in overlap
// returns the deepest one.
rim_hit2 mover2_sweep(rim_mover2 me, rim_vec2 delta, rim_world2 world, mover_solid *what);

// Adds the outward normals of the borders about a point, by their length: of a sprite's pixels within two of these, of a
// shape's border inside the disc with this radius. Where two pieces of a floor join, the borders between them cancel.
void mover_solid_add_normal(double sum[2], const mover_solid *solid, rim_vec2 point, double disc);

// --- all that is near -----------------------------------------------------------------------------------

enum
{
    SEARCH_SPRITES = 64, // gathered at a time
    SEARCH_PARTS = 16
};

// A search of a world for what is near a box, some at a time.
typedef struct solid_search
{
    rim_world2      world;
    rim_box2        box;
    bool            in_parts; // the sprites are done
    int             at, first, count;
    rim_posed       sprites[SEARCH_SPRITES];
    rim_figure_part parts[SEARCH_PARTS];
} solid_search;

void solid_search_start(solid_search *s, rim_world2 world, rim_box2 box);

// Returns false after the last one.
bool solid_search_next(solid_search *s, mover_solid *solid);

#endif
