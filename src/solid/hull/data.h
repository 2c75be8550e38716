// The inside of a hull, for the modules that work on it. One block of memory; everything is const
// after creation. Indices are int32: corner, half-edge, edge, face.
//
// Half-edges are numbered as the face loops lie in memory: half-edge h starts at corner loops[h] and
// belongs to face faces_of[h]; the loop of face f is loops[starts[f] .. starts[f + 1] - 1].
//
//                left face of h
//        loops[h] ------ h ------> loops[next of h]
//                <--- twins[h] ----
//
// Frame: `corners` are the caller's floats. `center` is a point inside the bounding box whose
// coordinates are floats; the double arrays are relative to it where they say so, which keeps digits
// for hulls far from their origin (differences of floats are exact in double as a rule).
#ifndef RIM_SOLID_HULL_DATA_H
#define RIM_SOLID_HULL_DATA_H

#include "base/vec3d.h"
#include "rimcast/hull.h"

// Arrays that say "padded" hold a multiple of this many elements, so that scans need no remainder:
// corners are padded with copies of corner 0, planes with planes that cut nothing.
#define HULL_LANES 8

// dot(normal, p) <= offset inside; |normal| is 1 to double precision.
typedef struct hull_plane
{
    vec3d  normal;
    double offset;
} hull_plane;

// A place that is read and written whole, by one wide instruction. (A wide load of what narrow stores have just
// written would wait for them.)
typedef struct hull_place
{
    double x, y, z, unused;
} hull_place;

// See support.h.
typedef struct hull_vertex_neighbours
{
    int32_t first; // block of its neighbors
    float   stretch;
} hull_vertex_neighbours;

struct rim_hull
{
    rim_hull_kind kind;
    int32_t       corner_count, edge_count, face_count;
    int32_t       padded_corners; // corner_count rounded up to HULL_LANES; 0 if empty
    rim_convex    view; // handed out whole, or who reads it at once would wait for its parts

    // Corners.
    const rim_vec3 *corners;
    const float    *x, *y, *z;       // padded, 64-byte aligned, as given
    const double   *cx, *cy, *cz;    // padded, 64-byte aligned, corner - center
    const int32_t  *sources;         // index into the input, -1 for new corners
    const int32_t  *neighbor_starts; // corner_count + 1
    const int32_t  *neighbors;       // counter-clockwise seen from outside
    const int32_t  *neighbor_edges;  // the edge that leads to each neighbor

    // Of a solid's exact faces, from which faces may have been joined: three corners of each; and the
    // neighbors over their edges (else over all), along which a corner that is not highest has a higher one.
    int32_t        facet_count;
    const int32_t *facets; // 3 * facet_count
    const int32_t *climb_starts, *climb;

    // The same neighbors as they stand, of larger solids: see support.h. NULL: none.
    const hull_vertex_neighbours *hubs;   // corner_count + 1
    const float                  *spokes; // VERTEX_ADJACENCY_BLOCK to a block

    // Faces; a flat hull has two.
    const hull_plane *planes;          // in the hull's frame
    const int32_t    *starts;          // face_count + 1
    const int32_t    *loops;           // half_edge_count corners
    const int32_t    *twins;           // half_edge_count
    const int32_t    *faces_of;        // half_edge_count
    const int32_t    *edges_of;        // half_edge_count
    int32_t           half_edge_count; // 2 * edge_count, 0 on a line

    // Edges. edges[e].left is the face of its half-edge from a to b.
    const rim_hull_edge *edges;

    // The half-spaces whose intersection is the hull, relative to center, also for kinds without
    // volume (front and back, and the sides): dot((px, py, pz), p - center) <= pd. The first
    // face_count are the faces. Padded with zero normals and pd = 1.
    int32_t       space_count, padded_spaces;
    const double *px, *py, *pz, *pd;

    // The surface as a graph with three edges at every node, for cutting: a corner where d > 3 edges
    // meet is d - 2 nodes at the same place. Solids only.
    int32_t           node_count, padded_nodes;
    const hull_place *node_at;    // relative to center, padded
    const int32_t    *node_twins; // 4 * node_count, slot 3 unused
    const int32_t    *node_faces; // 4 * node_count
    const int32_t    *face_nodes; // 4 * some node of each face

    // The middle of the bounds relative to center, and half their sides, if the hull is a box along its axes; else 0.
    hull_place box_middle, box_half;

    // See support.h.
    int32_t         guess_side; // 0: no table
    const uint16_t *guess;
    double          guess_tilt; // the angle between one direction that is asked and another

    rim_vec3  center;
    double    radius;  // of a ball about center that contains the hull
    double    extent;  // the largest side of the bounds
    double    bend;    // no corner of a face is farther from its plane
    float     largest; // no corner has a larger coordinate
    rim_box3  bounds;
    rim_mass3 mass;

    rim_allocator allocator;
    size_t        block_size;
};

static inline vec3d hull_corner(const rim_hull *hull, int corner)
{
    return v3d_from(hull->corners[corner]);
}

// The half-edge behind h in its loop.
static inline int32_t hull_next(const rim_hull *hull, int32_t h)
{
    int32_t f = hull->faces_of[h];
    return h + 1 < hull->starts[f + 1] ? h + 1 : hull->starts[f];
}

#endif
