// A hull under construction: corners and face loops. hull_build_topology computes everything else from them.
//
//   points --hull_points_sort--> distinct, in order --hull_quickhull--> builder --hull_build_topology--> hull
//   hull --hull_merge--> builder --hull_build_topology--> hull with fewer faces
#ifndef RIM_SOLID_HULL_BUILDER_H
#define RIM_SOLID_HULL_BUILDER_H

#include "base/memory.h"
#include "base/points.h"
#include "solid/hull/data.h"

// A point, and the index of the input point that it comes from, -1 for a new one.
typedef struct hull_point
{
    rim_vec3 at;
    int32_t  source;
} hull_point;

typedef struct hull_builder
{
    rim_allocator from;
    rim_hull_kind kind;
    hull_point   *corners;
    int32_t      *starts, *loops; // loops[starts[f] .. starts[f + 1] - 1] is face f
    size_t        corner_count, face_count, loop_count;
    size_t        corner_room, number_room; // of corners, and of starts and loops together
} hull_builder;

// Makes an empty builder without memory, and releases what a builder holds.
hull_builder hull_builder_begin(const rim_allocator *from);
void         hull_builder_end(hull_builder *builder);

// Makes room for all corners, faces and half-edges of a hull. Returns false when out of memory. Requires a builder
// without memory.
bool hull_builder_reserve(hull_builder *builder, rim_hull_kind kind, size_t corners, size_t faces,
                          size_t half_edges);

// Add a corner, a corner of the current face, and the end of this face. Require room.
void hull_builder_add_corner(hull_builder *builder, hull_point corner);
void hull_builder_add_to_loop(hull_builder *builder, int32_t corner);
void hull_builder_close_face(hull_builder *builder);

// The half-edge h of a surface leads from the corner origin[h] to origin[next[h]] along its face. No half-edge has the
// origin -1. Adds the faces of a surface with `count` half-edges. Each loop starts at its lowest corner, and the faces
// are in the order of their first two corners. Overwrites next[]. Requires room. Returns false when out of memory.
bool hull_builder_add_faces(hull_builder *builder, const int32_t *origin, int32_t *next,
                            size_t count);

// A half-edge, or an edge, with its two corners.
typedef struct hull_half_edge
{
    int32_t a, b, number;
} hull_half_edge;

// Sorts by a, then b, then number.
void hull_sort_half_edges(hull_half_edge *half_edges, size_t count);

// Stores the distinct points in ascending order of x, y, z in out[], which has room for `count`, and returns their
// number. The source of each is its lowest index in the input. Requires finite coordinates.
int32_t hull_points_sort(hull_point *out, point_list points, int count);

// Fills an empty builder with the hull of sorted, distinct points: its kind, its corners in the order of the points, and
// its faces, exactly coplanar ones merged. A solid stops early, with the hull of some of the points, at max_corners
// corners (0: no limit; else at least 4). Returns false when out of memory.
bool hull_quickhull(hull_builder *builder, const hull_point *points, int32_t count,
                    int max_corners);

// Creates the hull of a builder. It has the size and the mass of its own faces or, if `exact` is not NULL, those of that
// hull, whose corners are the same and whose faces were merged. Requires a closed surface of convex faces in which two
// faces share at most an edge. RIM_ERR_SIZE if there are too many corners or half-edges, RIM_ERR_MEMORY when out of
// memory.
rim_status hull_build_topology(rim_hull **out, const hull_builder *builder, const rim_hull *exact);

// Replaces a solid by one whose neighboring faces are merged if they are nearly one plane, by the rule of
// rim_hull_options.merge; see simplify.c. RIM_ERR_MEMORY when out of memory; the hull then stays as it is.
rim_status hull_merge(rim_hull **hull, float merge);

// Creates the hull of the box of these bounds, numbered as in rim_hull_create_box.
rim_status hull_create_from_bounds(rim_hull **out, rim_box3 bounds, const rim_allocator *from);

// Computes center, bounds, extent and mass from the corners and faces. Requires faces that are plane up to rounding. A
// hull without points gets empty bounds, and 0 for everything else.
void hull_measure(rim_hull *hull);

// Returns the corner farthest along d, by hill climbing from `corner`.
int32_t hull_climb(const rim_hull *hull, vec3d d, int32_t corner);

#endif
