// The triangles of a partition, which its steps triangulate, flip and merge into convex pieces.
#ifndef RIM_FLAT_OUTLINE_PARTITION_MESH_H
#define RIM_FLAT_OUTLINE_PARTITION_MESH_H

#include "base/exact.h"
#include "rimcast/contour.h"

#define PARTITION_NONE UINT32_MAX

// A triangle: three points, clockwise on the screen or on one line.
typedef struct partition_triangle
{
    uint32_t corner[3];
} partition_triangle;

// A triangulation. Half side h = 3 t + i runs from corner i of triangle t to the next corner.
typedef struct partition_mesh
{
    rim_allocator       from;
    const rim_vec2     *points;
    size_t              point_count;
    partition_triangle *triangles;
    size_t              count, capacity;
    uint32_t *twins; // of each half side: the one that runs back; PARTITION_NONE on a ring
} partition_mesh;

static inline int partition_turn(const partition_mesh *mesh, uint32_t a, uint32_t b, uint32_t c)
{
    rim_vec2 p = mesh->points[a], q = mesh->points[b], r = mesh->points[c];
    return exact_orient2(p.x, p.y, q.x, q.y, r.x, r.y);
}

static inline uint32_t partition_next(uint32_t half)
{
    return half % 3 == 2 ? half - 2 : half + 1;
}

static inline uint32_t partition_start(const partition_mesh *mesh, uint32_t half)
{
    return mesh->triangles[half / 3].corner[half % 3];
}

// Returns the point opposite to a half side in its triangle.
static inline uint32_t partition_apex(const partition_mesh *mesh, uint32_t half)
{
    return partition_start(mesh, partition_next(partition_next(half)));
}

// Cuts the area inside rings into convex pieces. The rings may have any order and direction: a point is inside by the
// even-odd rule. Sides may touch but not cross or overlap; RIM_ERR_ARGUMENT if the sweep finds that they do (it does not
// find every crossing) or if a coordinate is not finite. RIM_ERR_SIZE for more than 2^30 points.
rim_status partition_create_from_rings(rim_partition **out, const rim_polygon2 *rings,
                                       int ring_count, const rim_partition_options *options,
                                       const rim_allocator *from);

// Triangulates the inside of rings over mesh->points; next[i] follows point i in its ring. Of equal points the triangles
// use one.
rim_status partition_sweep(partition_mesh *mesh, const uint32_t *next);

// Finds the twins, and flips sides until no triangle is flat and most are Delaunay's.
rim_status partition_flip(partition_mesh *mesh);

// Merges triangles into convex pieces. following[h] becomes the half side after half side h around its piece, or
// PARTITION_NONE if h lies inside a piece.
rim_status partition_merge(const partition_mesh *mesh, uint32_t *following,
                           const rim_partition_options *options);

#endif
