/// @file
/// A world of posed sprites, as those who move in it see it: ask for what is near a box.
///
/// A landscape, a list of platforms, a map of tiles or a game's own structure becomes a world by one
/// function; a mover (mover2.h) knows nothing else of it.
///
///      rim_posed_list room = { platforms, count };
///      rim_world2     world = rim_posed_list_world(&room);
#ifndef RIMCAST_WORLD2_H
#define RIMCAST_WORLD2_H

#include "rimcast/base.h"
#include "rimcast/box.h"
#include "rimcast/sprite.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A world: a context and what it answers. A small value, to be passed on; it borrows the context.
typedef struct rim_world2
{
    const void *context;

    /// Counts the sprites that have a point in the box, in an order that is the same for the same box as long
    /// as the world does not change, and writes those from number `first` on, at most capacity, to out.
    /// Returns how many there are in all. Others may be among them: that costs time and changes nothing. Must
    /// not be NULL; out may be if capacity is 0.
    int (*gather)(const void *context, rim_box2 box, int first, rim_posed *out, int capacity);
} rim_world2;

/// Sprites in a row, borrowed: a landscape, some platforms.
typedef struct rim_posed_list
{
    const rim_posed *sprites;
    int              count;
} rim_posed_list;

/// A world that looks at the bounds of each sprite of the list whenever it is asked: for some hundreds.
RIM_API rim_world2 rim_posed_list_world(const rim_posed_list *list);

/// A map of tiles, borrowed: cell (column, row), whose number stands in cells[row * columns + column], is 0
/// for empty, or k for sprite tiles[k - 1]. Its image's top left corner lies at origin + (column * width,
/// row * height). Tiles may reach out of their cell by `reach` world units at most, to any side.
typedef struct rim_tiles2
{
    const rim_sprite *const *tiles;
    const uint16_t          *cells;
    int                      columns, rows;
    rim_vec2                 origin;
    float                    width, height; ///< of a cell, above 0
    float                    reach;
} rim_tiles2;

/// A world that looks at the cells near the box only. Cells and tiles may be changed between two questions.
RIM_API rim_world2 rim_tiles2_world(const rim_tiles2 *map);

#ifdef __cplusplus
}
#endif

#endif
