// rimcast bake: the shapes that are collected for a file, and their names.
#ifndef RIM_CLI_BAKE_H
#define RIM_CLI_BAKE_H

#include "atlas.h"
#include "options.h"

#include "rimcast/contour.h"
#include "rimcast/shapes.h"

// A shape and all of its data. The struct owns them, except for the path, the frame and the names of points.
typedef struct baked_entry
{
    const char      *path, *frame; // where it is from; frame may be NULL
    char            *name, *tag;
    rim_sprite      *sprite;
    rim_polygon2    *pieces;
    rim_vec2        *corners; // of all pieces
    rim_named_point *points;
    int              piece_count, point_count;
} baked_entry;

// A figure and all of its data. The struct owns them, except for the path and the sprites.
typedef struct baked_figure
{
    const char      *path;
    char            *name, *tag;
    rim_figure_part *parts; // the corners of those that are polygons are owned
    char           **part_names;
    int              count;
} baked_figure;

// All shapes and figures. A zeroed struct has none.
typedef struct baked
{
    baked_entry  *items;
    int           count, capacity;
    baked_entry **by_name; // all entries, sorted; NULL until then
    baked_figure *figures;
    int           figure_count, figure_capacity;
} baked;

// Adds a zeroed entry and returns it, or NULL if memory runs out.
baked_entry  *baked_next(baked *b);
baked_figure *baked_next_figure(baked *b);
void          baked_free(baked *b);

// Copies the pieces, relative to the anchor. Returns false if memory runs out.
bool baked_add_pieces(baked_entry *e, const rim_partition *pieces, rim_vec2 anchor);

// Copies the points of an atlas's frame, relative to the anchor; their names are borrowed.
bool baked_add_points(baked_entry *e, const named_frame *frame, rim_vec2 anchor);

// Returns the name of a shape, which the caller owns, or NULL if memory runs out. If by_frame is true, as for an atlas,
// it is the name of the frame. Otherwise it is the image's path without extension, relative to the folder that the user
// named, or without folders if the user named the image itself. For a cell, '_' and its number follow.
char *baked_name(arguments files, const char *path, const char *frame, bool by_frame);

// Sorts the entries by name. Prints an error and returns false if two names are equal, a name is empty or memory runs
// out. `source` is the name for messages of the atlas whose frames the entries are, or NULL.
bool baked_sort(baked *b, const char *source);

// Returns the entry of that name, or NULL. Requires sorted entries.
const baked_entry *baked_find(const baked *b, const char *name);

// Returns true if no two figures have the same name. Otherwise prints an error and returns false.
bool baked_figures_differ(const baked *b);

rim_status baked_save(const baked *b, rim_sink sink);

#endif
