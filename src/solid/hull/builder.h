// A hull under construction: corners and face loops. hull_build_topology computes everything else from them.
//
//   points --hull_points_sort--> distinct, in order --hull_quickhull--> builder --hull_build_topology--> hull
#ifndef RIM_SOLID_HULL_BUILDER_H
#define RIM_SOLID_HULL_BUILDER_H

#include "base/memory.h"
#include "base/points.h"
#include "solid/hull/data.h"

typedef struct hull_measures
{
    rim_vec3  center; // the centroid, rounded: a good origin
    rim_box3  bounds;
    double    extent; // the largest side of the bounds
    rim_mass3 mass;
} hull_measures;

typedef struct hull_builder
{
    rim_allocator from;
    rim_hull_kind kind;

    rim_vec3 *corners;
    int32_t  *sources;
    size_t    corner_count, corner_room, source_room;

    // loops[starts[f] .. starts[f + 1] - 1]; starts has face_count + 1 entries once there is a face.
    int32_t *starts, *loops;
    size_t   face_count, start_room, loop_count, loop_room;

    // The exact body of these corners, before its faces were merged. Set by hull_merge_rounded.
    bool          is_measured;
    hull_measures exact;
    int32_t      *facets;      // three corners of each exact face
    size_t        facet_count; // 0 if no faces were merged
    size_t        facet_room;
} hull_builder;

hull_builder hull_builder_begin(const rim_allocator *from);
void         hull_builder_end(hull_builder *builder);
void         hull_builder_clear(hull_builder *builder); // keeps the memory

// Returns false when out of memory, as all functions of the builder do.
bool hull_builder_add_corner(hull_builder *builder, rim_vec3 corner, int32_t source);

// Adds corners to the loop of the current face, and closes it.
bool hull_builder_add_to_loop(hull_builder *builder, int32_t corner);
bool hull_builder_close_face(hull_builder *builder);

// Distinct points in ascending order of x, y, z. sources[i] is the lowest input index of point i.
typedef struct hull_points
{
    rim_vec3 *points;
    int32_t  *sources;
    int32_t   count;
    size_t    room;
} hull_points;

// Sets *out to the distinct points. Requires finite coordinates. Returns false, without memory to release, when out of
// memory.
bool hull_points_sort(hull_points *out, point_list points, int count, const rim_allocator *from);
void hull_points_end(hull_points *points, const rim_allocator *from);

// Fills an empty builder with the hull of the points: its kind, its corners in the order of the points, and its faces,
// exactly coplanar ones merged. A solid stops early, with the hull of some of the points, at max_corners corners (0: no
// limit; else at least 4). Returns false when out of memory; the builder then holds an unfinished hull.
bool hull_quickhull(hull_builder *builder, const hull_points *points, int max_corners);

// Merges neighboring faces of a solid that lie within `distance` of one plane; see simplify.c. RIM_ERR_MEMORY when out
// of memory.
rim_status hull_simplify(hull_builder *builder, double distance, bool keeps_corners);

// Merges faces of a solid that the rounding of coordinates may have bent, and sets builder->exact. Keeps all corners.
rim_status hull_merge_rounded(hull_builder *builder);

// Sorts the half-edges, as indices into builder->loops, by their lower and then their higher corner, so that the two of
// an edge are neighbors in sorted[]. Requires the face of half-edge h in faces[h], loop_count elements in `sorted` and
// `work`, and corner_count + 1 in `counts`.
void hull_sort_half_edges(const hull_builder *builder, const int32_t *faces, int32_t *sorted,
                          int32_t *work, int32_t *counts);

// Computes center, bounds, extent and mass. Requires faces that are plane up to rounding. A hull without points gets
// empty bounds, and 0 for everything else.
hull_measures hull_builder_measure(const hull_builder *builder);

// Creates the hull of the box of these bounds, numbered as in rim_hull_create_box.
rim_status hull_create_from_bounds(rim_hull **out, rim_box3 bounds, const rim_allocator *from);

// Starts each loop at its lowest corner and orders the faces by their loops. Returns false when out of memory.
bool hull_builder_order_faces(hull_builder *builder);

// Creates the hull of a builder, which keeps its contents. Returns RIM_ERR_FORMAT if the faces are not a closed
// surface, RIM_ERR_SIZE if there are too many corners or half-edges.
rim_status hull_build_topology(rim_hull **out, const hull_builder *builder);

#endif
