/// @file
/// Motion limited by planes: computes the allowed motion that is closest to a wanted one.
///
/// A mover lists the planes near it and calls rim_mover_move once. Of all motions that every plane allows, the result
/// is the closest to the wanted one. It does not depend on the order of the planes. It slides along the crease between
/// two planes and stops in the corner of three.
///
/// Here a plane limits the motion, not a position. A mover with the gap g to a surface of normal n may make a motion
/// x if
///
///      dot(n, x) >= -g        that is, rim_plane{ n, -g }
///
/// If it overlaps the surface, g is negative. Normals need not be unit; offsets scale with their length. A plane with
/// a zero normal or a non-finite number is ignored.
#ifndef RIMCAST_MOVER_H
#define RIMCAST_MOVER_H

#include "rimcast/vec3.h"
#include "rimcast/shape3.h"
#include "rimcast/world3.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The allowed part of a wanted motion.
typedef struct rim_move3
{
    rim_vec3 motion; ///< of all motions that the planes allow, the closest to the wanted one
    float    left;   ///< 0; if no motion satisfies all planes, the smallest possible violation
    bool stuck; ///< no motion satisfies all planes: motion is the one with the least violation, of
                ///< several the closest
} rim_move3;

/// Returns the motion closest to the wanted one that enters no plane. Seidel's method ("Small-dimensional linear
/// programming and convex hulls made easy", 1991), on the planes that limit the motion, the most violated first. The
/// bits do not depend on the order of the planes, unless more than 64 of them limit the motion. A non-finite motion
/// gives a zero motion.
RIM_API rim_move3 rim_mover_move(rim_vec3 wanted, const rim_plane *planes, int count);

/// Returns the velocity closest to the wanted one with dot(n, v) >= 0 for all planes; offsets are not used. It always
/// exists.
RIM_API rim_vec3 rim_mover_velocity(rim_vec3 wanted, const rim_plane *planes, int count);

/// The result of a flight.
typedef struct rim_flight
{
    rim_vec3 moved; ///< add it to the sphere's center
    /// of the surface most opposed to the motion at the end, towards the sphere; zero if there is none
    rim_vec3 normal;
    int      item;  ///< the id of that triangle, or -1
    bool     stuck; ///< it overlaps a surface and cannot be pushed out
    /// the path passes more triangles than fit; not all of the motion was made
    bool     cut;
} rim_flight;

/// Moves a sphere, for example a camera in a room, by delta: first out of surfaces that it overlaps, then to the first
/// contact, then along the surface. All of the motion is swept, so the sphere passes through nothing, at any speed. It
/// keeps a gap of radius / 256 to surfaces, or of 2^-20 of its distance from the origin where floats are coarser. side
/// selects the sides of triangles that stop it; use RIM_SIDE_FRONT in rooms that are seen from inside. With non-finite
/// input or a radius of 0 the sphere does not move. Takes about 100 KB of stack.
RIM_API rim_flight rim_mover_fly(rim_sphere sphere, rim_vec3 delta, rim_world3 world,
                                 rim_side side);

// --- pushing a sphere out of polygons -----------------------------------------------------------------
//
// All contacts are gathered first and solved together: the offset is the shortest that satisfies all of them, so the
// order of the polygons does not change a bit of it. Contacts that this offset creates are gathered and solved again,
// for a few rounds. Each contact pushes from the closest point of the polygon towards the center. A contact on an
// internal edge or corner, where another polygon is touched more closely, is left out, so a floor of many polygons is
// as smooth as one.
//
// Only the present position counts. Sweep fast spheres first.

/// The options of a push. Zeroed: out on the side of the center, no softness, 4 rounds.
typedef struct rim_push_options
{
    /// BOTH: out on the side of the center. FRONT: a face that the sphere intersects pushes to its front, also if the
    /// center is behind it; edges and corners push only a center in front. BACK: mirrored.
    rim_side side;
    /// Edges and corners push as if the radius were (1 - softness) times the sphere's, so that a walker slips around
    /// corners. 0: exact. Older collision tutorials use 0.5.
    float    softness; ///< 0 .. 1
    int      rounds;   ///< the largest number of rounds; 0 means 4
} rim_push_options;

/// The result of a push.
typedef struct rim_push3
{
    rim_vec3 offset;   ///< add it to the center
    int      contacts; ///< how many there were at the start, without internal edges
    float    deepest;  ///< the depth of the deepest one
    float    left;     ///< the depth left after the offset; 0 up to rounding unless stuck
    bool     stuck;    ///< no offset satisfies all contacts; the one that leaves the least depth
                       ///< was used
} rim_push3;

/// The most contacts that are solved at once: those nearest to the center.
#define RIM_PUSH_MOST 64

/// Pushes a sphere out of planar, convex polygons. options may be NULL: both sides, exact. A non-finite sphere is not
/// pushed, and a non-finite polygon does not push.
RIM_API rim_push3 rim_sphere_push(rim_sphere sphere, const rim_polygon3 *polygons, int count,
                                  const rim_push_options *options);

/// Lists the contacts alone: the polygons that the sphere overlaps or touches, in out[0 .. capacity - 1], deepest
/// first. The order does not depend on that of the polygons. items[i], if items is not NULL, is the number of the
/// polygon of out[i]. Returns their true number, at most RIM_PUSH_MOST.
RIM_API int rim_sphere_gather(rim_sphere sphere, const rim_polygon3 *polygons, int count,
                              const rim_push_options *options, rim_contact3 *out, int *items,
                              int capacity);

#ifdef __cplusplus
}
#endif

#endif
