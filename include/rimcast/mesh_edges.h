/// @file
/// Which triangles meet at which edges, and how: what is wrong with a mesh, and what is inner and outer in it.
///
/// Queries need none of this (mesh_query.h looks at the neighbours when it matters); level tools, importers and those
/// who walk over surfaces do. Made from the same arrays as a mesh, and independent of it.
///
///      rim_mesh_edges *edges;
///      rim_mesh_edges_create(&edges, points, point_count, indices, triangle_count, NULL);
///      if (rim_mesh_edges_survey(edges).open > 0) puts("this mesh has holes");
#ifndef RIMCAST_MESH_EDGES_H
#define RIMCAST_MESH_EDGES_H

#include "rimcast/base.h"
#include "rimcast/vec3.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_mesh_edges rim_mesh_edges;

/// Seen from the front of the triangle that is asked.
typedef enum rim_edge_kind
{
    RIM_EDGE_OPEN = 0,    ///< no other triangle has it
    RIM_EDGE_CONVEX,      ///< the neighbour falls off behind: a ridge
    RIM_EDGE_FLAT,        ///< the neighbour goes on
    RIM_EDGE_CONCAVE,     ///< the neighbour rises in front: a valley
    RIM_EDGE_FLIPPED,     ///< one neighbour, which faces the other way
    RIM_EDGE_NONMANIFOLD, ///< two neighbours or more
    RIM_EDGE_NONE         ///< it has no length: both ends are one point
} rim_edge_kind;

/// Zero means: only points in exactly one place are one, flat up to a sine of 1/1024, malloc.
typedef struct rim_mesh_edges_options
{
    /// Points closer than this part of the longest side of the box around all are one point: the one that comes
    /// first. 0: only points in exactly one place. At most 1/16. Which points are one depends on their order
    /// alone.
    float                weld;
    /// Neighbours are flat to each other up to an angle of this sine. 0 means 1/1024; negative: only where
    /// exactly flat.
    float                flat;
    const rim_allocator *allocator;
} rim_mesh_edges_options;

/// points, indices and counts as for rim_mesh_create; the points are not kept. RIM_ERR_ARGUMENT, RIM_ERR_SIZE
/// and RIM_ERR_MEMORY as there; RIM_ERR_ARGUMENT as well for a weld that is not in 0 .. 1/16.
RIM_API rim_status rim_mesh_edges_create(rim_mesh_edges **out, const rim_vec3 *points,
                                         int point_count, const int *indices, int triangle_count,
                                         const rim_mesh_edges_options *options);

/// NULL is allowed.
RIM_API void rim_mesh_edges_destroy(rim_mesh_edges *edges);

/// The corners of all triangles as indices of points, three a triangle, where points that are one have one index.
/// With these for indices rim_mesh_create makes the welded mesh.
RIM_API const int *rim_mesh_edges_indices(const rim_mesh_edges *edges);

/// Edge 0 runs from a triangle's first corner to its second, 1 to the third, 2 back to the first.
RIM_API rim_edge_kind rim_mesh_edges_kind(const rim_mesh_edges *edges, int triangle, int edge);

/// The triangle on the other side of an edge that two have; -1 for open and non-manifold ones.
RIM_API int rim_mesh_edges_neighbor(const rim_mesh_edges *edges, int triangle, int edge);

/// The triangles without area, by rising number: their corners, welded, lie on one line, which is decided
/// exactly. They have edges and neighbours like all others, but none that are convex or concave.
RIM_API const int *rim_mesh_edges_degenerate(const rim_mesh_edges *edges, int *count);

/// How many there are of each kind. An edge counts once, however many triangles have it.
typedef struct rim_mesh_survey
{
    int points; ///< in use, and not one with another
    int degenerate;
    int open, convex, flat, concave, flipped, nonmanifold;
} rim_mesh_survey;

/// Counted when the edges were made. Edges of no length are in none of the counts.
RIM_API rim_mesh_survey rim_mesh_edges_survey(const rim_mesh_edges *edges);

#ifdef __cplusplus
}
#endif

#endif
