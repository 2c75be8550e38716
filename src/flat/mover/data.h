// Data and helpers of sliding and walking.
#ifndef RIM_FLAT_MOVER_DATA_H
#define RIM_FLAT_MOVER_DATA_H

#include "flat/figure/data.h"
#include "rimcast/mover2.h"

// A solid: something of a world that movers cannot enter. It is a posed sprite, or a part (circle, box or polygon)
// whose pose maps it to the world.
typedef struct mover_solid
{
    rim_posed posed; // the sprite is NULL for a part; the pose is that of the sprite or the part
    rim_figure_part part; // zeroed for a sprite
} mover_solid;

// The first contact of a motion.
typedef struct mover_contact
{
    bool        hit;
    double      t; // the fraction of the motion; 0 if no free position was found near its end
    // As in rim_hit2, but `normal` is the mean normal about the point, of all solids, if that faces the motion.
    rim_vec2    normal, edge_normal;
    double      pixel_size; // of the solid: mover2_pixel_size; 0 without a hit
    mover_solid what;       // the solid that is touched
} mover_contact;

// Moves the mover by delta, or up to the first contact. If it starts free of overlap, it ends free of it.
mover_contact mover_advance(rim_mover2 *me, rim_vec2 delta, rim_world2 world);

// Returns `factor` times a vector, computed in double and rounded once.
static inline rim_vec2 mover_scaled(rim_vec2 v, double factor)
{
    return rim_vec2_make((float)(v.x * factor), (float)(v.y * factor));
}

// Returns the signed distance from one position to another along a unit direction.
static inline double mover_distance_along(rim_vec2 from, rim_vec2 to, rim_vec2 direction)
{
    return ((double)to.x - from.x) * direction.x + ((double)to.y - from.y) * direction.y;
}

// Returns true if the mover shares area with any solid of the world.
bool mover2_overlaps(rim_mover2 me, rim_world2 world);

// Returns the longer side in the world of a pixel of the solid. For a part, which has no pixels, returns 1/16 of the
// smaller of the mover's width and height.
double mover2_pixel_size(const rim_mover2 *me, const mover_solid *solid);

// Returns the box in the world around a solid, or an empty one if it has no area.
rim_box2 mover_solid_bounds(const mover_solid *solid);

// Returns a length in world units: four units in the last place of the larger coordinate. A shorter distance may be a
// rounding error.
double mover_rounding_at(rim_vec2 at);

// Returns a length in world units: a mover that touches a solid is no farther from it than this, because mover_advance
// moves it to a free position near the contact.
double mover_largest_nudge(const rim_mover2 *me);

// Returns true if the mover shares area with a solid.
bool mover2_overlaps_one(const rim_mover2 *me, const mover_solid *solid);

// Returns the first contact of the mover, moving by delta, with a solid, as rim_sprite_sweep does.
rim_hit2 mover2_sweep_one(const rim_mover2 *me, rim_vec2 delta, const mover_solid *solid);

// Returns the first contact of the mover, moving by delta, with a world, as rim_sprite_sweep does. If the mover
// overlaps something at the start, returns the deepest overlap. *what (what may be NULL) becomes the solid that is hit,
// or is zeroed. The normal is the mean normal of all borders within two pixels of the point, whichever solid they
// belong to, so that the seams of a floor do not change it. If that does not face the motion, it is the edge's normal.
rim_hit2 mover2_sweep(rim_mover2 me, rim_vec2 delta, rim_world2 world, mover_solid *what);

// Adds the outward normals of a solid's border near a point, each times its length. Of a sprite, these are its pixel
// edges within two of its pixels. Of a part, it is its border inside the disc with radius `disc` about the point. Where
// two pieces of a floor join, the normals of the two borders between them cancel.
void mover_solid_add_normal(double sum[2], const mover_solid *solid, rim_vec2 point, double disc);

// --- a search for solids -----------------------------------------------------------------------------------

enum
{
    SEARCH_SPRITES = 64, // sprites that are gathered at a time
    SEARCH_PARTS = 16    // parts that are gathered at a time
};

// A search of a world for the solids near a box: first all sprites, then all parts, one page after the other.
typedef struct solid_search
{
    rim_world2      world;
    rim_box2        box;
    bool            in_parts; // false while sprites are listed, true while parts are
    int             at;       // the number of the next sprite or part
    int             first;    // the number of the first one of the present page
    int             count;    // the number of all sprites or parts near the box
    rim_posed       sprites[SEARCH_SPRITES];
    rim_figure_part parts[SEARCH_PARTS];
} solid_search;

// Starts a search.
void solid_search_start(solid_search *s, rim_world2 world, rim_box2 box);

// Writes the next solid to *solid. Returns false if there are no more.
bool solid_search_next(solid_search *s, mover_solid *solid);

#endif
