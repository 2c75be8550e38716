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

#include "rimcast/plane.h"
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

/// The closest point of a convex set bounded by planes, by Seidel's method ("Small-dimensional linear programming
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

#ifdef __cplusplus
}
#endif

#endif
