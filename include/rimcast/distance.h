/// @file
/// How far apart any two convex things are, and where they are closest.
///
///     rim_capsule   hero = ...;
///     rim_distance3 gap = rim_convex_distance(rim_capsule_as_convex(&hero), rim_xform3_identity(),
///                                             rim_hull_convex(rock), rock_pose, NULL);
///
/// A thing is seen as a rim_convex: points, and a radius around their convex hull (its core). Point,
/// segment, triangle, polygon, box, hull, sphere and capsule are all of this kind; any two may meet.
///
/// The answer is that of the algorithm of Gilbert, Johnson and Keerthi (1988) on the cores. It stops
/// when no point of the shapes lies further along the search direction than those it already holds,
/// which on points and hulls is an exact test and needs no tolerance; the error is a few units in the
/// last place of a double, relative to the size of what is asked, before the result is rounded to float.
#ifndef RIMCAST_DISTANCE_H
#define RIMCAST_DISTANCE_H

#include "rimcast/hull.h"
#include "rimcast/shape3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What the last answer about a pair was found with. Zero it before first use; hand the same one to the
/// next question about the same pair, moved a little, and that is answered in a step or two. It changes
/// the speed, and of several equally close points which are reported; never the distance beyond rounding.
/// Anything else in it than what a query left there, or one from another pair, is harmless.
typedef struct rim_warm
{
    int count;      ///< 0 .. 4 pairs of points
    int a[4], b[4]; ///< their indices
} rim_warm;

// --- things seen as convex; each borrows what it is given (rim_hull_convex is in hull.h) ---------------

/// @{
/// The same set of points as the shape itself; what is pointed to must outlive the view.
RIM_API rim_convex rim_sphere_as_convex(const rim_sphere *sphere);
RIM_API rim_convex rim_segment_as_convex(const rim_segment3 *segment);
RIM_API rim_convex rim_capsule_as_convex(const rim_capsule *capsule);
RIM_API rim_convex rim_triangle_as_convex(const rim_triangle *triangle);
RIM_API rim_convex rim_polygon3_as_convex(rim_polygon3 polygon);
/// @}

/// The eight corners of a box about the origin, for its own pose: corner i has +x if i & 1, +y if i & 2,
/// +z if i & 4.
RIM_API rim_convex rim_obox_as_convex(rim_obox box, rim_vec3 corners[8]);

// --- questions -----------------------------------------------------------------------------------------

/// The distance of a, posed by pa, from b, posed by pb.
///
///     on_b + distance * normal == on_a up to rounding. If they touch or overlap, distance is 0, on_a and
///     on_b are one common point, and normal is a way to push a, but not the shortest if they are deep in
///     each other: that is what contact.h is for.
///
///     A feature is what the closest point lies on. On a hull it is named as hull.h does. On other points
///     a vertex is the point's index; of an edge or a face the smallest index of the points is told, so that
///     edge 0 and face 0 are right for segment, capsule and triangle (where edge 2 is between 2 and 0).
///
///     warm may be NULL. Non-finite input and empty hulls give an infinite distance. uncertainty is 0 unless rounding
///     ends the search early, which happens where needles are closer than a part in 10^7 of their length; or 100 steps
///     were not enough: no input is known that needs a quarter of that.
RIM_API rim_distance3 rim_convex_distance_at(const rim_convex *a, const rim_xform3 *pa,
                                             const rim_convex *b, const rim_xform3 *pb,
                                             rim_warm *warm);

/// The same for values. Inline, so that the arguments stay where they are: a compiler that copies a pose to the stack
/// writes it in pieces and reads others, and for that processors wait a tenth as long as the answer takes.
static inline rim_distance3 rim_convex_distance(rim_convex a, rim_xform3 pa, rim_convex b,
                                                rim_xform3 pb, rim_warm *warm)
{
    return rim_convex_distance_at(&a, &pa, &b, &pb, warm);
}

/// Do they overlap or touch? Cheaper than the distance: it ends at the first plane found between them.
/// False for non-finite input.
RIM_API bool rim_convex_overlaps(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb,
                                 rim_warm *warm);

#ifdef __cplusplus
}
#endif

#endif
