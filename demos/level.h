// A world of triangles from a World.raw file, as the scenes of the solid world share it.
#ifndef DEMOS_LEVEL_H
#define DEMOS_LEVEL_H

#include "kit_3d.h"

typedef struct level
{
    rim_soup           *soup;
    const rim_triangle *triangles; // the soup's
    int                 count;
    rim_vec3           *normals; // one a triangle
    rim_bsp            *cells;   // for the order of drawing
    int                *order;   // of its pieces, as last drawn
    int                *ranks;   // of what lies on the triangles, as last drawn
    rim_sphere         *around;  // around each piece
    bool                tiled;   // floors are of tiles of two units, of two shades in turn
    bool               *inner;   // three a triangle: edge i is only a seam between coplanar ones
} level;

// Loads an asset; false after saying what is wrong, and in which line.
bool level_load(kit *k, level *l, const char *name);

// The same of triangles that a scene makes.
bool level_make(kit *k, level *l, const rim_triangle *triangles, int count);
void level_free(level *l);

// The box around a triangle overlaps the box: worth an exact test.
bool level_near(const level *l, int triangle, rim_box3 box);

// The triangles whose boxes overlap the box, as polygons; their numbers go to which. Writes at most
// capacity and returns how many it wrote.
int level_gather(const level *l, rim_box3 box, rim_polygon3 *out, int *which, int capacity);

// Draws it between kit_3d_begin and kit_3d_end: floors, walls and ceilings each in their colour and with these shadows
// on them, from back to front by ranks.
void level_draw(kit *k, const level *l, bool edges, const kit_shadow *shadows, int shadow_count);

// The rank (kit_3d_rank) of a thing within the sphere, seen by the same eye.
int level_rank(const kit *k, const level *l, rim_vec3 at, float radius);

#endif
