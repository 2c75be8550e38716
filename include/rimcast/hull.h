/// @file
/// Convex hulls of points, with corners, edges and faces.
///
/// A hull is const after creation. The corners of a hull made by rim_hull_create are input points, with unchanged
/// coordinates; only RIM_HULL_LIMIT_OUTSIDE creates new corners. The planes and the mass properties of a hull are
/// computed and stored in double. rim_hull_face_at rounds planes to float.
///
/// - Order: rim_hull_create sorts corners by x, then y, then z, and sorts faces and edges by their corners. The same
///   points in another order give the same hull, bit for bit. Only `sources`, which contains indices of input points,
///   differs.
/// - Faces: A face is a loop of corners, counter-clockwise seen from outside.
/// - Merged faces: By default, neighboring faces are merged if they lie in one plane, or nearly so because their
///   coordinates were rounded to float. All their corners must be within a distance d of the plane of the face, whose
///   normal is that of the face's area vector, and which passes through the mean of its corners. d is
///   the smaller of 2^-22 times the hull's largest extent and 2^-12 times its thickness, which is 2 * volume / area. So
///   a box near the origin that was rotated and rounded has 6 faces, if its thinnest side is longer than about 1/1000
///   of its longest. This default rule removes no corner. The projection of a merged face onto its plane is convex. A
///   corner may lie in front of the plane of its face by up to d. The volume of a clip (clip.h) of a hull with merged
///   faces has an error of at most 2^-10 of the hull's volume. The member `merge` of the options changes the rule.
/// - Edges: An edge joins two corners a and b, and is listed once. To a viewer outside of the hull, face `left` is on
///   the left of the direction from a to b, and face `right` is on its right.
/// - Exactness: The corners of the hull are found without rounding errors: a test in double whose result is within its
///   error bound is repeated with exact sums. With RIM_HULL_EXACT, faces in one plane are found in the same way. If
///   max_corners and merge are 0, then kind, corners and rim_hull_contains are exact, and volume, area and inertia are
///   exact up to the rounding of double. The faces that are merged by default do not change this. The rounding of the
///   volume is relative to the cube of the hull's largest extent, that of the area to its square, and that of the
///   inertia to its fifth power. So the volume, centroid and inertia of a hull with a volume of less than about 2^-40
///   of that cube are inexact.
/// - Flat: Points that span no volume give a flat hull, a line or a point (see rim_hull_kind).
#ifndef RIMCAST_HULL_H
#define RIMCAST_HULL_H

#include "rimcast/base.h"
#include "rimcast/vec3.h"
#include "rimcast/shape3.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_hull rim_hull;

/// The kind of a hull: the dimension that its points span. Every query accepts hulls of every kind. Hulls without
/// volume have no interior.
typedef enum rim_hull_kind
{
    RIM_HULL_EMPTY = 0, ///< no points, so nothing touches the hull
    RIM_HULL_POINT,     ///< 1 corner
    RIM_HULL_LINE,      ///< 2 corners, 1 edge, no faces
    RIM_HULL_FLAT,      ///< a convex polygon: 2 faces back to back, each edge between both
    RIM_HULL_SOLID
} rim_hull_kind;

/// The way in which a solid hull with too many corners is replaced by one with fewer. Other kinds keep all corners.
typedef enum rim_hull_limit
{
    RIM_HULL_LIMIT_INSIDE =
        0,                 ///< keeps a subset of the corners, so the result lies inside the full
                           ///< hull
    RIM_HULL_LIMIT_OUTSIDE ///< creates new corners, so the result contains every point, which is
                           ///< checked exactly
} rim_hull_limit;

/// The value of rim_hull_options.merge with which only faces that lie exactly in one plane are merged.
#define RIM_HULL_EXACT (-1.0f)

/// The options of rim_hull_create. With zeroed options, every corner is kept, faces are merged as described above, the
/// points are an array of rim_vec3, and memory comes from malloc.
typedef struct rim_hull_options
{
    /// The largest number of corners of a solid: at least 4, or at least 8 with RIM_HULL_LIMIT_OUTSIDE. 0 means no
    /// limit.
    int                  max_corners;
    /// Whether a hull with fewer corners lies inside the full hull or contains it. It has no effect if max_corners is
    /// 0.
    rim_hull_limit       limit;
    /// The rule by which neighboring faces of a solid are merged. Two faces are not merged if the new face would have
    /// more than one common edge with another face.
    ///
    /// - 0: merges faces that lie in one plane up to the rounding of coordinates to float; see "Merged faces" above. No
    ///   corner is removed.
    /// - RIM_HULL_EXACT: merges only faces that lie exactly in one plane. No corner is removed.
    /// - 0 < m < 1: merges neighboring faces if all their corners are within a distance d of a common plane. d is m
    ///   times the hull's largest extent. A corner is removed if it would be left on a nearly straight edge. Faces stay
    ///   separate if a corner of the hull, even a removed one, would be more than d in front of the plane of a face, or
    ///   if a removed corner would be more than d away from an edge of faces more than 90 degrees apart. So the planes
    ///   of the faces may lie inside of the hull by up to d, even with RIM_HULL_LIMIT_OUTSIDE. 1e-6 suits points that
    ///   were computed in float, or rounded to float far from the origin.
    float                merge;
    const rim_allocator *allocator;
    /// Bytes from the start of one point to the start of the next; 0 means sizeof(rim_vec3). For positions inside
    /// larger structs such as vertices, pass the address of the first position, of any alignment, cast to const
    /// rim_vec3 *. A stride below sizeof(rim_vec3), other than 0, gives RIM_ERR_ARGUMENT.
    int                  stride;
} rim_hull_options;

/// A face as a loop of corners.
typedef struct rim_hull_face
{
    const int *corners; ///< counter-clockwise seen from outside; borrowed from the hull
    int        count;   ///< >= 3
    rim_plane  plane;   ///< in the hull's frame, rounded to float; the normal points outward
} rim_hull_face;

/// An edge with its two corners and its two faces.
typedef struct rim_hull_edge
{
    int a, b;        ///< indices of corners
    int left, right; ///< indices of faces; -1 on a line
} rim_hull_edge;

/// Volume, surface area, centroid and inertia of a homogeneous body of density 1, in the frame of its corners.
typedef struct rim_mass3
{
    double volume, area;
    double x, y, z; ///< the centroid; if there is no volume, that of the polygon, segment or point
    /// Entries of the inertia tensor about the centroid: xx = integral of y^2 + z^2, xy = - integral of x y, and so
    /// on. For a body of mass m, multiply them by m / volume.
    double xx, yy, zz, xy, yz, zx;
} rim_mass3;

// --- making --------------------------------------------------------------------------------------------

/// Creates the convex hull of count points, which may contain duplicates and inner points. options may be NULL, which
/// means zeroed options. Usually takes O(n log n) time for n points. Adding a point to a face with many
/// corners takes time in proportion to their number. Returns RIM_ERR_SIZE for a negative count and for a hull of more
/// than about 33 million corners or half-edges,
/// RIM_ERR_ARGUMENT for a non-finite point or an option out of range, and RIM_ERR_MEMORY if memory runs out. On failure
/// `*out` is NULL. Method: Quickhull (Barber, Dobkin, Huhdanpaa 1996) with exact predicates (Shewchuk 1997).
RIM_API rim_status rim_hull_create(rim_hull **out, const rim_vec3 *points, int count,
                                   const rim_hull_options *options);

/// Creates a box of half extents `half` about the origin. Corner i has positive x if bit 0 of i is set, positive y if
/// bit 1 is set, and positive z if bit 2 is set. The faces are -x, +x, -y, +y, -z, +z. If a half extent is 0, the hull
/// has no volume, and its corners and faces are those of rim_hull_create instead. This function and the next three
/// return RIM_ERR_ARGUMENT for a negative or non-finite size or a non-finite end of a capsule, and RIM_ERR_MEMORY if
/// memory runs out. On failure `*out` is NULL.
RIM_API rim_status rim_hull_create_box(rim_hull **out, rim_vec3 half, const rim_allocator *from);

/// Creates a prism of `sides` sides inscribed in the cylinder about the y axis from y = -half_height to y =
/// half_height. Corners that rounding to float moves inside the hull of the others are left out. Returns
/// RIM_ERR_ARGUMENT for fewer than 3 sides.
RIM_API rim_status rim_hull_create_cylinder(rim_hull **out, float radius, float half_height,
                                            int sides, const rim_allocator *from);

/// Creates a pyramid of `sides` sides inscribed in the cone about the y axis with its base at y = 0 and its tip at y =
/// height. Returns RIM_ERR_ARGUMENT for fewer than 3 sides.
RIM_API rim_status rim_hull_create_cone(rim_hull **out, float radius, float height, int sides,
                                        const rim_allocator *from);

/// Creates a hull inscribed in a capsule. Each hemisphere has a corner at its pole, and `sides` corners on each of
/// `rings` circles, which are at equal angles from the equator towards the pole. The equator is the first circle.
/// Corners that rounding to float moves inside the hull of the others are left out. Returns RIM_ERR_ARGUMENT for fewer
/// than 3 sides or no ring, and RIM_ERR_SIZE for more than 16384 sides or rings, or 2^28 or more corners.
RIM_API rim_status rim_hull_create_capsule(rim_hull **out, rim_capsule capsule, int sides,
                                           int rings, const rim_allocator *from);

/// Destroys a hull. NULL is allowed.
RIM_API void rim_hull_destroy(rim_hull *hull);

// --- reading -------------------------------------------------------------------------------------------

/// The kind, the counts, the corners and the edges of a hull. The hull owns the arrays.
typedef struct rim_hull_parts
{
    rim_hull_kind        kind;
    int                  corner_count, edge_count, face_count;
    const rim_vec3      *corners;
    /// for each corner, the index of its input point; the lowest index if several points are equal; -1 for a new corner
    const int           *sources;
    const rim_hull_edge *edges;
} rim_hull_parts;

/// Returns the kind, the counts, the corners and the edges of a hull, in constant time.
RIM_API rim_hull_parts rim_hull_read(const rim_hull *hull);

/// Returns the face with an index in 0 .. face_count - 1. Any other index fails an assertion or returns zeros.
RIM_API rim_hull_face rim_hull_face_at(const rim_hull *hull, int face);

/// Returns the hull as a rim_convex, which borrows the hull's corners. For an empty hull, its count is 0.
RIM_API rim_convex rim_hull_convex(const rim_hull *hull);

/// Returns the volume, area, centroid and inertia of the hull for a density of 1. They were computed at creation.
RIM_API rim_mass3 rim_hull_mass(const rim_hull *hull);

// --- queries -------------------------------------------------------------------------------------------

/// Returns true if p, in the hull's frame, is inside or on the border. The result is exact, unless faces were merged
/// because `merge` was larger than 0. For such hulls, the function tests the planes of the faces in double.
RIM_API bool rim_hull_contains(const rim_hull *hull, rim_vec3 p);

#ifdef __cplusplus
}
#endif

#endif
