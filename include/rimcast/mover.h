/// @file
/// Motion limited by planes: computes the allowed motion that is closest to a wanted one.
///
/// The game lists the planes near a moving object, the mover, and calls rim_mover_move once. The result is the motion
/// that is closest to the wanted one among all motions that the planes allow. A motion slides along the crease between
/// two planes and stops in the corner of three planes.
///
/// A plane in this header limits a motion, not a position. A mover at the distance g from a surface with the unit
/// normal n may make the motion x if dot(n, x) >= -g. To state this limit, pass
///
///      rim_plane limit = { n, -g };
///
/// If the mover overlaps the surface, g is negative. A normal may have any length L; the offset is then -g * L. A plane
/// with a zero normal or a non-finite number is ignored.
///
/// Two more functions move spheres: rim_mover_fly moves a sphere through a world, and rim_sphere_push moves a sphere
/// out of polygons.
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
    rim_vec3 motion; ///< the motion closest to the wanted one among those that the planes allow
    float    left;   ///< 0 if a motion satisfies all planes, else the least distance d such that a
                     ///< motion violates no plane by more than d
    bool     stuck;  ///< no motion satisfies all planes. `motion` is then the closest of those that
                     ///< violate none by more than `left`
} rim_move3;

/// Returns the allowed motion that is closest to the wanted one. Method: Seidel's algorithm ("Small-dimensional linear
/// programming and convex hulls made easy", 1991), applied to the planes that limit the motion, the most violated plane
/// first. The bits of the result do not depend on the order of the planes. If more than 64 planes limit the motion, the
/// result may violate some of them. A non-finite wanted motion gives zero.
RIM_API rim_move3 rim_mover_move(rim_vec3 wanted, const rim_plane *planes, int count);

/// Returns the velocity v that is closest to the wanted one, among those with dot(n, v) >= 0 for the normals n of all
/// planes. Offsets are not used. Such a velocity always exists. A non-finite wanted velocity gives zero.
RIM_API rim_vec3 rim_mover_velocity(rim_vec3 wanted, const rim_plane *planes, int count);

/// The result of rim_mover_fly.
typedef struct rim_flight
{
    rim_vec3 moved; ///< add it to the sphere's center
    /// the unit normal, towards the sphere, of the surface that the sphere touches at the end; of several, the normal
    /// most opposed to delta; zero if none opposes it
    rim_vec3 normal;
    int      item;  ///< the id of the triangle with that normal, or -1
    bool     stuck; ///< the sphere overlaps a surface and cannot be pushed out
    /// only part of the motion was made, because it passed too many triangles or needed too many slides
    bool     cut;
} rim_flight;

/// Moves a sphere, for example a camera in a room, by delta. The sphere first moves out of surfaces that it overlaps,
/// then to the first contact, and then along the surfaces that it touches. Once it is out of overlaps, its motion is
/// swept, so it passes through nothing, at any speed. The sphere keeps a gap of radius / 256 to surfaces. Far from the
/// origin, where floats are too coarse for that, the gap is 2^-20 (|x| + |y| + |z|), where (x, y, z) is the center.
/// side selects the sides of triangles that stop the sphere. Use RIM_SIDE_FRONT in a room whose triangles face inward.
/// With non-finite input or a radius of 0 the sphere does not move. Takes about 100 KB of stack.
RIM_API rim_flight rim_mover_fly(rim_sphere sphere, rim_vec3 delta, rim_world3 world,
                                 rim_side side);

// --- pushing a sphere out of polygons -----------------------------------------------------------------
//
// In each round, all contacts are gathered and solved together: the sphere moves by the shortest translation that
// satisfies all contacts, which does not depend on the order of the polygons. The offset is the sum of the
// translations. A contact pushes from the closest point of the polygon towards the center, or the opposite way if the
// center is behind a one-sided face. A contact at an edge or corner is left out if its point also belongs to another
// polygon that is closer to the center (an internal edge). So a floor of many polygons is as smooth as one.
//
// A push uses only the present position of the sphere. Sweep fast spheres first.

/// The options of a push. With zeroed options, the sphere is pushed out on the side of its center, there is no
/// softness, and there are at most 4 rounds.
typedef struct rim_push_options
{
    /// With RIM_SIDE_BOTH, a face pushes the sphere to the side of the sphere's center. With RIM_SIDE_FRONT, a face
    /// that the sphere intersects pushes it to the front, even if the center is behind the face; edges and corners push
    /// only if the center is in front. RIM_SIDE_BACK is the reverse of RIM_SIDE_FRONT.
    rim_side side;
    /// Edges and corners push as if the radius were (1 - softness) times the sphere's, so that a walker slips around
    /// corners. 0 is exact. Older collision tutorials use 0.5.
    float    softness; ///< 0 .. 1
    int      rounds;   ///< the largest number of rounds; 0 means 4
} rim_push_options;

/// The result of a push.
typedef struct rim_push3
{
    rim_vec3 offset;   ///< add it to the center
    int      contacts; ///< the number of contacts at the start, without those at internal edges
    float    deepest;  ///< the depth of the deepest contact
    float
        left; ///< the depth that is left after the offset; about 0 unless stuck or the rounds ran out
    bool stuck; ///< no offset satisfies all contacts; `offset` leaves the least depth
} rim_push3;

/// The largest number of contacts that are solved at once. If there are more, only the deepest are solved.
#define RIM_PUSH_MOST 64

/// Pushes a sphere out of planar, convex polygons. options may be NULL, which means zeroed options. A non-finite sphere
/// is not pushed, and a non-finite polygon does not push.
RIM_API rim_push3 rim_sphere_push(rim_sphere sphere, const rim_polygon3 *polygons, int count,
                                  const rim_push_options *options);

/// Lists the contacts with the polygons that the sphere overlaps or touches, without solving them. Writes them to out[0
/// .. capacity - 1], the deepest first. The order does not depend on the order of the polygons. In a contact, a is the
/// sphere and b the polygon. Contacts at internal edges are left out. If items is not NULL, items[i] is set to the
/// index of the polygon of out[i]. Returns the number of contacts, which is at most RIM_PUSH_MOST and may exceed
/// capacity.
RIM_API int rim_sphere_gather(rim_sphere sphere, const rim_polygon3 *polygons, int count,
                              const rim_push_options *options, rim_contact3 *out, int *items,
                              int capacity);

#ifdef __cplusplus
}
#endif

#endif
