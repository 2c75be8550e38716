// The layout of a hull, for the modules that work on it. A hull is one block of memory and does not change after its
// creation. topology.c writes its arrays; create.c then clears the sources of a hull with limited corners. Indices of
// corners, half-edges, edges and faces are int32.
//
// Half-edges are numbered as the face loops lie in memory: half-edge h starts at corner loops[h] and
// belongs to face faces_of[h]; the loop of face f is loops[starts[f] .. starts[f + 1] - 1].
//
//                left face of h
//        loops[h] ------ h ------> loops[next of h]
//                <--- its twin ----
//
// Frame: `corners` are the caller's floats. `center` is a point inside the bounding box with float coordinates. Double
// arrays that are relative to it keep their precision for hulls far from their origin, because differences of floats
// are usually exact in double.
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

// A position, padded so that one wide instruction reads or writes it. (A wide load from memory that narrow stores have
// just written stalls.)
typedef struct hull_position
{
    double x, y, z, unused;
} hull_position;

// The members up to `cx` are what queries of distance, contact and motion read: a box made for one query
// (solid/query/shape.h) has no others, and all such boxes share those up to `bounds`.
struct rim_hull
{
    rim_convex view; // kept ready: reading a struct that was just written member by member stalls
    rim_hull_kind kind;
    int32_t       corner_count, edge_count, face_count;
    int32_t       padded_corners;  // corner_count rounded up to HULL_LANES; 0 if empty
    int32_t       half_edge_count; // 2 * edge_count, 0 on a line
    int32_t       space_count;     // see below; 0 of a box made for one query
    int32_t       hint_side;       // of the support hints, see below; 0: no table

    // Faces; a flat hull has two.
    hull_plane *planes;   // in the hull's frame; for offsets see hull_plane_offset
    int32_t    *starts;   // face_count + 1
    int32_t    *loops;    // half_edge_count corners
    int32_t    *faces_of; // half_edge_count
    int32_t    *edges_of; // half_edge_count
    int32_t    *twins;    // half_edge_count, none of a box made for one query

    // Edges. edges[e].left is the face of its half-edge from a to b.
    rim_hull_edge *edges;

    // Corners.
    int32_t *neighbor_starts; // corner_count + 1
    int32_t *neighbor_edges;  // of each corner, counter-clockwise seen from outside

    double   bend; // no corner of a face is farther from its plane
    // Of a box along the axes: its corners on the upper side of each, as bits; else 0.
    uint8_t  box_up[3];
    rim_vec3 center;

    rim_box3  bounds;
    float     largest; // no corner has a larger coordinate
    rim_vec3 *corners;
    float    *x, *y, *z; // padded, 64-byte aligned, as given

    double  *cx, *cy, *cz; // padded, 64-byte aligned, corner - center
    int32_t *sources;      // of each corner: index into the input, -1 for new corners

    // The solid's exact faces, before merging: three corners of each. None if `merge` of the options merged faces by a
    // distance, because three corners of a bent face may be nearly collinear.
    int32_t  facet_count;
    int32_t *facets; // 3 * facet_count

    // The half-spaces whose intersection is the hull, relative to center, also for kinds without
    // volume (front and back, and the sides): dot((px, py, pz), p - center) <= pd. The first
    // face_count are the faces. Padded with zero normals and pd = 1.
    int32_t padded_spaces;
    double *px, *py, *pz, *pd;

    // The surface as a graph with three edges at every node, for cutting: a corner where d > 3 edges
    // meet is d - 2 nodes at the same place. Solids only.
    int32_t        node_count, padded_nodes;
    hull_position *node_at;    // relative to center, padded
    int32_t       *node_twins; // 4 * padded_nodes, slot 3 unused
    int32_t       *node_faces; // 4 * padded_nodes
    int32_t       *face_nodes; // 4 * some node of each face

    // Support hints, see below.
    uint16_t *hints;
    double hint_angle; // radians; less than that between evenly spread corners, see HULL_HINT_ANGLE

    double    radius; // of a ball about center that contains the hull
    double    extent; // the largest side of the bounds
    rim_mass3 mass;

    rim_allocator allocator;
    size_t        block_size;
};

static inline vec3d hull_corner(const rim_hull *hull, int corner)
{
    return v3d_from(hull->corners[corner]);
}

// Returns a unit vector perpendicular to the unit vector d and to the coordinate axis that is most nearly perpendicular
// to d.
static inline vec3d hull_perpendicular(vec3d d)
{
    double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z);
    vec3d  axis = v3d(0.0, 0.0, 1.0);
    if (y <= z) axis = v3d(0.0, 1.0, 0.0);
    if (x <= y && x <= z) axis = v3d(1.0, 0.0, 0.0);
    return v3d_normalize(v3d_cross(axis, d));
}

// Returns the offset of a face's plane. All boxes made for one query share their planes.
static inline double hull_plane_offset(const rim_hull *hull, int face)
{
    return hull->space_count > 0 ? hull->planes[face].offset : (&hull->bounds.hi.x)[face / 2];
}

// Returns the corner at the other end of an edge of `corner`.
static inline int hull_edge_end(const rim_hull *hull, int edge, int corner)
{
    return hull->edges[edge].a == corner ? hull->edges[edge].b : hull->edges[edge].a;
}

// Returns the half-edge after h in its loop.
static inline int32_t hull_next(const rim_hull *hull, int32_t h)
{
    int32_t f = hull->faces_of[h];
    return h + 1 < hull->starts[f + 1] ? h + 1 : hull->starts[f];
}

// --- support hints ----------------------------------------------------------------------------------

// Support hints: a table over all directions that gives a corner near the farthest one, as the start of a search.
//
// Directions map to a square as an unfolded octahedron (Engelhardt and Dachsbacher, "Octahedron environment maps",
// 2008): with |x| + |y| + |z| = 1 the upper half is the diamond of (x, y), and each face of the lower half is mirrored
// at the diamond's edge into a corner of the square. The cells of the square cover similar solid angles. Each holds the
// corner that is farthest along the direction of its middle.

enum
{
    HINT_SIDE_STEP = 4,
    HINT_SIDE_MAX = 16, // cells along a side of the square
    HINT_CORNERS_MAX = 0xffff
};

// Returns the side of a table with about four cells per corner, at most the maximum; 0 for no table.
static inline int32_t support_hint_side(int32_t corner_count)
{
    if (corner_count < 1 || corner_count > HINT_CORNERS_MAX) return 0;
    int32_t side = HINT_SIDE_STEP;
    while (side < HINT_SIDE_MAX && side * side < 4 * corner_count) side += HINT_SIDE_STEP;
    return side;
}

// --- volume, centroid and inertia of closed surfaces, by the divergence theorem ------------------------

// Sums over tetrahedra from one origin: 6 times the volume, the centroid's numerator and the second moments. If the
// origin is inside a convex body, no term is negative and nothing cancels.
typedef struct mass_sum
{
    double volume6;
    vec3d  first;      // sum of det * (a + b + c)
    double xx, yy, zz; // sum of det * (a a^T + b b^T + c c^T + s s^T), s = a + b + c
    double xy, yz, zx;
    double area;
    vec3d  surface; // sum of area * (a + b + c)
} mass_sum;

// Adds the tetrahedron of the origin and the triangle a, b, c, counter-clockwise seen from outside.
void mass_add(mass_sum *sum, vec3d a, vec3d b, vec3d c);

// Returns the mass properties for sums about `origin`. Without volume these are the area and its centroid, which is the
// origin if there is no area either.
rim_mass3 mass_end(const mass_sum *sum, vec3d origin);

#endif
