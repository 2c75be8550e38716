/// @file
/// Convex hulls of points, with corners, edges and faces.
///
/// A hull is const after creation. Corners are the given floats: they are never moved, nor merged by a tolerance.
/// Everything derived from them (planes, masses) is in double.
///
/// - Order: rim_hull_create sorts corners by x, then y, then z, and faces and edges by their corners. The same set of
///   points in any order gives the same hull, bit for bit.
/// - Faces: loops of corners, counter-clockwise seen from outside. Neighboring faces are merged if they lie in one
///   plane, or if only the rounding of coordinates to float has bent them: if all their corners lie within 2^-22 of
///   the hull's largest extent of the plane that fits them, and within 2^-12 of the body's thickness (twice the
///   volume over the surface area). So a box that was rotated and rounded has 6 faces. Merging removes no corner, and
///   merged faces are convex in projection to their plane. Corners may lie that far in front of the plane of their
///   face, and the mass of a clip of the hull may be off accordingly: up to 2^-10 for a body thinner than 2^-10 of
///   its extent.
/// - Edges: each joins two corners a and b and is listed once. Seen from outside, walking from a to b, face `left` is
///   on the left and face `right` on the right.
/// - Exact: Which points are corners is decided without rounding errors (in double with error bounds first, then by
///   exact sums). With RIM_HULL_EXACT, so is which faces lie in one plane; the topology is then that of the floats.
///   Kind, corners, masses and rim_hull_contains are those of the exact hull whether faces were merged or not. The
///   number of corners is not limited.
/// - Flat: Points without volume give a hull of another kind; see rim_hull_kind.
#ifndef RIMCAST_HULL_H
#define RIMCAST_HULL_H

#include "rimcast/base.h"
#include "rimcast/vec3.h"
#include "rimcast/shape3.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_hull rim_hull;

/// The kind of a hull by what its points span. Every query takes every kind; hulls without volume have no inside.
typedef enum rim_hull_kind
{
    RIM_HULL_EMPTY = 0, ///< no points: nothing touches it
    RIM_HULL_POINT,     ///< 1 corner
    RIM_HULL_LINE,      ///< 2 corners, 1 edge, no faces
    RIM_HULL_FLAT,      ///< a convex polygon: 2 faces back to back, each edge between both
    RIM_HULL_SOLID
} rim_hull_kind;

/// How a limit on the number of corners is met. It applies to solid hulls; others keep all corners.
typedef enum rim_hull_limit
{
    RIM_HULL_LIMIT_INSIDE = 0, ///< a subset of the full hull's corners: the hull lies inside it
    RIM_HULL_LIMIT_OUTSIDE     ///< new corners: the hull contains every point (checked exactly)
} rim_hull_limit;

/// For rim_hull_options.merge.
#define RIM_HULL_EXACT (-1.0f)

/// Options of rim_hull_create. All zero: every corner is kept, faces that only rounding has bent are merged, the points are an
/// array of rim_vec3, and memory comes from malloc.
typedef struct rim_hull_options
{
    /// The largest number of corners of a solid, at least 4 (at least 8 with RIM_HULL_LIMIT_OUTSIDE). 0: no limit.
    int                  max_corners;
    /// On which side of the full hull a hull with fewer corners lies. Without max_corners it has no effect.
    rim_hull_limit       limit;
    /// Which neighboring faces of a solid are merged into one:
    ///
    /// - 0: those that the rounding of coordinates to float may have bent, see Faces above. No corner is removed.
    /// - RIM_HULL_EXACT: only those that lie exactly in one plane. No corner is removed.
    /// - m with 0 < m < 1: those whose corners all lie within m times the hull's largest extent of one plane. A corner that would
    ///   be left on a nearly straight edge is removed, so the hull may shrink by as much, also with RIM_HULL_LIMIT_OUTSIDE.
    ///   1e-6 suits points that were computed in floats, or rounded far from the origin, where floats are coarse.
    float                merge;
    const rim_allocator *allocator;
    /// Bytes from the start of one point to the start of the next, for positions inside larger structs such as vertices: pass the
    /// address of the first position, cast to const rim_vec3 *; it may have any alignment. 0: sizeof(rim_vec3). A number that is
    /// negative or less than sizeof(rim_vec3) gives RIM_ERR_ARGUMENT.
    int                  stride;
} rim_hull_options;

/// A face as a loop of corners; see Faces above.
typedef struct rim_hull_face
{
    const int *corners; ///< counter-clockwise seen from outside; borrowed from the hull
    int        count;   ///< >= 3
    rim_plane  plane;   ///< with the outward normal, rounded to float
} rim_hull_face;

/// An edge by its two corners and its two faces; see Edges above.
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

/// Creates the convex hull of count points, which may contain duplicates and inner points. options may be NULL.
/// RIM_ERR_SIZE for a negative count, RIM_ERR_ARGUMENT for a non-finite point or an option out of range,
/// RIM_ERR_MEMORY. On failure `*out` is NULL. Quickhull (Barber, Dobkin, Huhdanpaa 1996) with exact predicates
/// (Shewchuk 1997); usually O(n log n).
RIM_API rim_status rim_hull_create(rim_hull **out, const rim_vec3 *points, int count,
                                   const rim_hull_options *options);

/// Creates a box of half extents `half` about the origin. Corner i has positive x if bit 0 of i is set, positive y
/// for bit 1, positive z for bit 2. The faces are -x, +x, -y, +y, -z, +z. An extent of zero gives a hull of a flat
/// kind. RIM_ERR_ARGUMENT for a negative or non-finite size and, in the three functions below, for too few sides.
RIM_API rim_status rim_hull_create_box(rim_hull **out, rim_vec3 half, const rim_allocator *from);

/// Creates a prism inscribed in the cylinder about the y axis from -half_height to half_height; sides >= 3.
RIM_API rim_status rim_hull_create_cylinder(rim_hull **out, float radius, float half_height,
                                            int sides, const rim_allocator *from);

/// Creates a pyramid inscribed in the cone about the y axis with base at y = 0 and tip at y = height; sides >= 3.
RIM_API rim_status rim_hull_create_cone(rim_hull **out, float radius, float height, int sides,
                                        const rim_allocator *from);

/// Creates a hull inscribed in a capsule: sides >= 3 meridians, and on each hemisphere its pole and rings >= 1
/// circles, the first at the equator. RIM_ERR_SIZE for more than 16384 of either.
RIM_API rim_status rim_hull_create_capsule(rim_hull **out, rim_capsule capsule, int sides,
                                           int rings, const rim_allocator *from);

/// Destroys a hull. NULL is allowed.
RIM_API void rim_hull_destroy(rim_hull *hull);

// --- reading -------------------------------------------------------------------------------------------

/// Kind, counts, corners and edges of a hull. The arrays are borrowed from it.
typedef struct rim_hull_parts
{
    rim_hull_kind        kind;
    int                  corner_count, edge_count, face_count;
    const rim_vec3      *corners;
    /// the index of the input point that became the corner, the first of equal ones; -1 for new corners
    const int           *sources;
    const rim_hull_edge *edges;
} rim_hull_parts;

/// Returns kind, counts, corners and edges, in constant time.
RIM_API rim_hull_parts rim_hull_read(const rim_hull *hull);

/// Returns a face by its number, 0 .. face_count - 1. Any other number is a mistake and gives zeros.
RIM_API rim_hull_face rim_hull_face_at(const rim_hull *hull, int face);

/// Returns the hull as a rim_convex, which borrows its corners. That of an empty hull has count 0.
RIM_API rim_convex rim_hull_convex(const rim_hull *hull);

/// Returns mass and inertia for density 1, which were computed at creation.
RIM_API rim_mass3 rim_hull_mass(const rim_hull *hull);

// --- asking --------------------------------------------------------------------------------------------

/// Returns true if p, in the hull's frame, is inside or on the border. Exact for a hull that has all corners of its
/// points; otherwise exact where faces are exactly plane. They need not be if merge is above 0 or the faces were
/// given; three corners of each then decide, up to rounding.
RIM_API bool rim_hull_contains(const rim_hull *hull, rim_vec3 p);

#ifdef __cplusplus
}
#endif

#endif
