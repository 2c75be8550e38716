/// @file
/// Convex hulls: the solid world's bodies with corners, edges and faces.
///
/// A hull is made once and const from then on. Corners are the floats that were given (never moved,
/// never welded by a tolerance); everything derived from them - planes, masses - is in double.
///
/// - Corners: rim_hull_create lists them by rising x, then y, then z, faces and edges by their corners.
///   The same set of points in any order gives the same hull, bit for bit.
/// - Faces: loops of corners, counter-clockwise seen from outside. Neighbours are one face where they are
///   one plane, or where only the rounding of coordinates to float has bent them: when all their
///   corners lie within 2^-22 of the hull's largest extent of the plane that fits them, and
///   within 2^-12 of the body's thickness (twice the volume over the surface). So a box that
///   was turned and rounded has 6 faces. Corners are never lost by it; what is joined is convex
///   seen along its plane. Corners may lie that far in front of the plane of such a face, and a clip of
///   the hull may weigh as much more or less: up to 2^-10 of a body thinner than 2^-10 of its extent.
/// - Edges: each joins corners a and b, once. Going from a to b, face left is on the left hand seen
///   from outside, face right on the right.
/// - Exact: which points are corners is decided without rounding (error-bounded double first, expansions
///   where that cannot tell), and with RIM_HULL_EXACT so is which faces are one plane: then the
///   topology is that of the floats. Kind, corners, masses, and rim_hull_contains
///   are those of the exact hull whether faces were joined or not. There is no cap on the number
///   of corners.
/// - Flat: input without volume makes a hull as well, of another kind; see rim_hull_kind.
#ifndef RIMCAST_HULL_H
#define RIMCAST_HULL_H

#include "rimcast/base.h"
#include "rimcast/vec3.h"
#include "rimcast/shape3.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_hull rim_hull;

/// What the points span. Every kind may be given to every query; those without volume have no inside.
typedef enum rim_hull_kind
{
    RIM_HULL_EMPTY = 0, ///< no points: nothing touches it
    RIM_HULL_POINT,     ///< 1 corner
    RIM_HULL_LINE,      ///< 2 corners, 1 edge, no faces
    RIM_HULL_FLAT,      ///< a convex polygon: 2 faces back to back, each edge between both
    RIM_HULL_SOLID
} rim_hull_kind;

/// How a limit on the corners of a solid is kept. (Hulls of other kinds keep all corners.)
typedef enum rim_hull_limit
{
    RIM_HULL_LIMIT_INSIDE = 0, ///< corners are some of the full hull's: the hull lies inside it
    RIM_HULL_LIMIT_OUTSIDE     ///< the hull contains every point (checked exactly); corners are new
} rim_hull_limit;

/// For rim_hull_options.merge.
#define RIM_HULL_EXACT (-1.0f)

/// Zero means: all corners, faces joined where rounding can have bent them, packed points, malloc.
typedef struct rim_hull_options
{
    int                  max_corners; ///< 0: no limit; else at least 4 (8 with LIMIT_OUTSIDE)
    rim_hull_limit       limit;
    /// 0: faces are joined where rounding can have bent them; see Faces above. RIM_HULL_EXACT: only those that
    /// are exactly one plane. Above 0, below 1: neighbouring faces whose corners all lie within this
    /// fraction of the hull's largest extent of one plane; corners of edges that become nearly straight go
    /// then, so the hull may lose as little, also at a limit OUTSIDE. For points that were rounded
    /// far from the origin, where floats are coarser than 2^-24 of the extent, or computed in floats: 1e-6.
    float                merge;
    const rim_allocator *allocator;
    /// Bytes from one point to the next, as in the vertices of a game: points is then the first one's position (cast to
    /// const rim_vec3 *; it may have any alignment). 0: they follow each other. RIM_ERR_ARGUMENT: less than sizeof(rim_vec3).
    int                  stride;
} rim_hull_options;

/// A face as a loop of corners; see Faces above.
typedef struct rim_hull_face
{
    const int *corners; ///< counter-clockwise seen from outside; borrowed from the hull
    int        count;   ///< >= 3
    rim_plane  plane;   ///< its normal outward, rounded to float
} rim_hull_face;

/// An edge by what it joins and what it parts; see Edges above.
typedef struct rim_hull_edge
{
    int a, b;        ///< corners
    int left, right; ///< faces; -1 on a line
} rim_hull_edge;

/// The mass and the inertia of a homogeneous body of density 1.
typedef struct rim_mass3
{
    double volume, area;
    double x, y, z; ///< the centroid; of the polygon, segment or point when there is no volume
    /// Entries of the inertia tensor about the centroid: xx = integral of y^2 + z^2, xy = - integral
    /// of x y, and so on. Divide by the volume and multiply by a mass for a body of that mass.
    double xx, yy, zz, xy, yz, zx;
} rim_mass3;

// --- making --------------------------------------------------------------------------------------------

/// The convex hull of count points; duplicates and inner points are welcome. options may be NULL.
/// RIM_ERR_SIZE for a negative count, RIM_ERR_ARGUMENT for a point that is not finite or an option out
/// of range, RIM_ERR_MEMORY. On failure `*out` is NULL.
/// Quickhull (Barber, Dobkin, Huhdanpaa 1996) with exact predicates (Shewchuk 1997): O(n log n) usually.
RIM_API rim_status rim_hull_create(rim_hull **out, const rim_vec3 *points, int count,
                                   const rim_hull_options *options);

/// A box of half extents `half` about the origin. Corner i has x positive if bit 0 of i is set, y by
/// bit 1, z by bit 2; faces are -x, +x, -y, +y, -z, +z. A zero extent gives a flatter kind.
/// RIM_ERR_ARGUMENT for negative or non-finite sizes, and for too few sides (here and in the three below).
RIM_API rim_status rim_hull_create_box(rim_hull **out, rim_vec3 half, const rim_allocator *from);

/// A prism inscribed in the cylinder about the y axis from -half_height to half_height; sides >= 3.
RIM_API rim_status rim_hull_create_cylinder(rim_hull **out, float radius, float half_height,
                                            int sides, const rim_allocator *from);

/// A pyramid inscribed in the cone about the y axis, base at y = 0, tip at y = height; sides >= 3.
RIM_API rim_status rim_hull_create_cone(rim_hull **out, float radius, float height, int sides,
                                        const rim_allocator *from);

/// A hull inscribed in a capsule: sides >= 3 meridians, rings >= 1 circles on each half ball beside its
/// pole, the first of them at the equator. RIM_ERR_SIZE for more than 16384 of either.
RIM_API rim_status rim_hull_create_capsule(rim_hull **out, rim_capsule capsule, int sides,
                                           int rings, const rim_allocator *from);

/// NULL is allowed.
RIM_API void rim_hull_destroy(rim_hull *hull);

// --- reading -------------------------------------------------------------------------------------------

/// What a hull consists of; the arrays are borrowed from it.
typedef struct rim_hull_parts
{
    rim_hull_kind   kind;
    int             corner_count, edge_count, face_count;
    const rim_vec3 *corners;
    const int
        *sources; ///< the index of the input point that became the corner, the first of equal ones;
                  ///< -1 for new corners
    const rim_hull_edge *edges;
} rim_hull_parts;

/// Its kind, counts, corners and edges. Costs next to nothing.
RIM_API rim_hull_parts rim_hull_read(const rim_hull *hull);

/// A face by its number, 0 .. face_count - 1; all zero for another, which is a mistake.
RIM_API rim_hull_face rim_hull_face_at(const rim_hull *hull, int face);

/// A view for queries that take any convex shape; it borrows the corners. An empty hull has count 0.
RIM_API rim_convex rim_hull_convex(const rim_hull *hull);

/// Computed when the hull was made.
RIM_API rim_mass3 rim_hull_mass(const rim_hull *hull);

// --- asking --------------------------------------------------------------------------------------------

/// Is p, in the hull's frame, inside or on the border? Decided exactly for the hull of points, with all its
/// corners; else where faces are exactly plane. (They need not be with merge above 0, or when the faces were
/// given: what three corners of each decide then is right up to rounding.)
RIM_API bool rim_hull_contains(const rim_hull *hull, rim_vec3 p);

#ifdef __cplusplus
}
#endif

#endif
