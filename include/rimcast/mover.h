/// @file
/// Motions among planes: the move closest to the one wanted.
///
/// What moves gathers the planes that are near it, and asks once: how far of what I want may I go? The answer is
/// exact - the closest of all moves that every plane allows - so it depends on no order, needs no repetition,
/// runs along a crease of two planes and stops in the dead end of three.
///
/// A plane here bounds the motion, not a place: of a thing with the gap g to a surface of normal n the
/// motion x must satisfy
///
///      dot(n, x) >= -g        that is, rim_plane{ n, -g }
///
/// and an overlap is a negative gap. Normals need not be unit, offsets belong to them as they are; a plane
/// with a zero normal or with a number that is not finite is not there.
#ifndef RIMCAST_MOVER_H
#define RIMCAST_MOVER_H

#include "rimcast/vec3.h"
#include "rimcast/shape3.h"
#include "rimcast/world3.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What may be done of a wanted motion.
typedef struct rim_move3
{
    rim_vec3 motion; ///< of all that the planes allow, the closest to what was wanted
    float    left;   ///< 0; if no motion satisfies all, by how much some plane is missed at best
    bool stuck; ///< no motion satisfies all: then it is the one that misses the least, and of those
                ///< the closest
} rim_move3;

/// The motion closest to the wanted one that enters no plane, by Seidel's method ("Small-dimensional linear programming
/// and convex hulls made easy", 1991) on those planes that turn out to matter, worst first: the same bits in
/// whatever order the planes come, unless more than 64 matter. A motion that is not finite gives a zero motion.
RIM_API rim_move3 rim_mover_move(rim_vec3 wanted, const rim_plane *planes, int count);

/// The closest velocity that leads into none of the planes: dot(n, v) >= 0 for all; offsets are not looked at.
/// There always is one.
RIM_API rim_vec3 rim_mover_velocity(rim_vec3 wanted, const rim_plane *planes, int count);

/// What became of a flight.
typedef struct rim_flight
{
    rim_vec3 moved; ///< add it to the sphere's centre
    rim_vec3
        /// of what stands most in the way at the end, towards the sphere; zero if nothing does
         normal;
    int  item;  ///< the id of that triangle, or -1
    bool stuck; ///< it overlaps something that it cannot be pushed out of
    /// the way leads through more triangles than can be looked at; not all of it was made
    bool cut;
} rim_flight;

/// Flies a sphere - a camera in a room - by delta: out of what it overlaps first, then to the first contact, and
/// along it. All of the motion is swept, so nothing is too fast or too thin; a gap of radius / 256 is kept, or of
/// 2^-20 of the distance from the origin where floats are coarser than that.
/// side: which sides of triangles stop it; FRONT in rooms that are seen from inside. Input that is not
/// finite, or a radius of 0: it stays. Needs about 100 KB of stack.
RIM_API rim_flight rim_mover_fly(rim_sphere sphere, rim_vec3 delta, rim_world3 world,
                                 rim_side side);

// --- pushing a sphere out of polygons -----------------------------------------------------------------
//
// All contacts are gathered first and solved together: the offset is the shortest that satisfies every one
// of them, so the order of the polygons changes nothing, to the bit. What one push uncovers is gathered
// again, a few rounds at most. Each contact pushes along its true direction, from the closest point of the
// polygon to the centre; a contact on an inner edge or corner, whose point belongs to a polygon that is
// touched more closely elsewhere, is none: a floor of many polygons is as smooth as one.
//
// This sees only where the sphere is. What moves fast should be swept first.

/// Zero means: out on the side where the centre is, exact, 4 rounds.
typedef struct rim_push_options
{
    /// BOTH: out on the side where the centre is. FRONT: a face whose inside is cut pushes to its front, also
    /// when the centre is already behind; edges and corners push only a centre in front. BACK: mirrored.
    rim_side side;
    /// Corner softness: edges and corners push as if the sphere's radius were (1 - softness) times itself, so
    /// that a walker slips round corners. 0: exact. The old tutorials' rule is 0.5.
    float    softness; ///< 0 .. 1
    int      rounds;   ///< at most so many; 0 means 4
} rim_push_options;

/// What a push came to.
typedef struct rim_push3
{
    rim_vec3 offset;   ///< add it to the centre
    int      contacts; ///< how many overlapped or touched at the start, inner edges left out
    float    deepest;  ///< of them, in depth
    float    left;     ///< the depth that is left after the offset; 0, or a rounding, unless stuck
    bool     stuck;    ///< no offset satisfies all: the one with the smallest left depth was taken
} rim_push3;

/// How many of the contacts nearest to the centre are solved at once.
#define RIM_PUSH_MOST 64

/// Pushes a sphere out of planar, convex polygons. options may be NULL: both sides, exact. A sphere that is not finite
/// is not pushed, a polygon that is not finite does not push.
RIM_API rim_push3 rim_sphere_push(rim_sphere sphere, const rim_polygon3 *polygons, int count,
                                  const rim_push_options *options);

/// The contacts alone: those that overlap or touch, into out[0 .. capacity - 1], deepest first and in an
/// order that does not depend on that of the polygons; items[i], if not NULL, is the polygon of out[i].
/// Returns how many there are; at most RIM_PUSH_MOST are looked at.
RIM_API int rim_sphere_gather(rim_sphere sphere, const rim_polygon3 *polygons, int count,
                              const rim_push_options *options, rim_contact3 *out, int *items,
                              int capacity);

#ifdef __cplusplus
}
#endif

#endif
