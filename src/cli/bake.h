// rimcast bake: the shapes on their way into a file, and their names.
#ifndef RIM_CLI_BAKE_H
#define RIM_CLI_BAKE_H

#include "atlas.h"
#include "options.h"

#include "rimcast/contour.h"
#include "rimcast/shapes.h"

// A shape with everything that it consists of, owned but for path, frame and the points' names.
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

// A figure with everything that it consists of, owned but for path and sprites.
typedef struct baked_figure
{
    const char      *path;
    char            *name, *tag;
    rim_figure_part *parts; // the corners of those that are polygons are owned
    char           **part_names;
    int              count;
} baked_figure;

// All zero is none.
typedef struct baked
{
    baked_entry  *items;
    int           count, capacity;
    baked_entry **by_name; // all entries, sorted; NULL until then
    baked_figure *figures;
    int           figure_count, figure_capacity;
} baked;

// A new entry, all zero; NULL when there is no memory.
baked_entry  *baked_next(baked *b);
baked_figure *baked_next_figure(baked *b);
void          baked_free(baked *b);

// Copies the pieces, relative to the anchor. Returns false without memory.
bool baked_add_pieces(baked_entry *e, const rim_partition *pieces, rim_vec2 anchor);

// Copies the points of an atlas's frame, relative to the anchor; their names are borrowed.
bool baked_add_points(baked_entry *e, const named_frame *frame, rim_vec2 anchor);

// The name of a shape, owned, or NULL when there is no memory: the frame alone if by_frame, as for an atlas; else the image's path
// without what is to the right of its last dot, seen from the folder that the user named, or without folders if the image
// itself was named; a cell's number follows behind '_'.
char *baked_name(arguments files, const char *path, const char *frame, bool by_frame);

// Sorts the entries by name. Returns false after a complaint if two names are equal, a name is empty or memory runs out.
bool baked_sort(baked *b);

// Returns the entry of that name, or NULL. They must be sorted.
const baked_entry *baked_find(const baked *b, const char *name);

// Returns true if no two figures have the same name; else it has complained.
bool baked_figures_differ(const baked *b);

rim_status baked_save(const baked *b, rim_sink sink);

#endif
