/// @file
/// The interface through which characters and movers read a world of triangles: the function gather lists the triangles
/// near a box, and the optional function velocity returns the velocity of a triangle.
///
/// rim_mesh_world returns a world of a mesh, and rim_triangle_list_world returns one of a list of triangles. A game can
/// write a world for its own data. Characters (character.h) and moving spheres (mover.h) read a world only through its
/// functions gather and velocity.
///
///      rim_triangle_list room = { triangles, count };
///      rim_world3        world = rim_triangle_list_world(&room);
#ifndef RIMCAST_WORLD3_H
#define RIMCAST_WORLD3_H

#include "rimcast/base.h"
#include "rimcast/vec3.h"
#include "rimcast/shape3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bits that mark the internal edges and corners of a triangle. An edge or corner is internal if the neighboring
/// surface continues flat there or bends towards the side from which the triangle is seen. A shape that touches such an
/// edge or corner is at least as close to a neighboring face as to the edge or corner. A contact with the edge or
/// corner itself is therefore a ghost contact, which should be ignored. The front and the back of a triangle have
/// separate bits, because a valley on one side is a ridge on the other. The bits are never set at the border of a
/// surface.
///
/// A world may leave all bits zero. Characters and moving spheres do not use the bits yet: they examine the neighboring
/// triangles instead.
#define RIM_INNER_EDGE(i) (1u << (i)) ///< edge i, from vertex i to (i + 1) % 3, seen from the front
#define RIM_INNER_VERTEX(i) (1u << (3 + (i)))      ///< vertex i, seen from the front
#define RIM_INNER_BACK_EDGE(i) (1u << (6 + (i)))   ///< edge i, seen from the back
#define RIM_INNER_BACK_VERTEX(i) (1u << (9 + (i))) ///< vertex i, seen from the back

/// A triangle of a world.
typedef struct rim_world_triangle
{
    rim_triangle shape;
    int          id;    ///< the world's own number for the triangle. Results contain it, and
                        ///< velocity is called with it
    uint32_t     inner; ///< RIM_INNER_ bits
} rim_world_triangle;

/// A world: two functions, and the context that they are called with. It is passed by value and borrows the context.
typedef struct rim_world3
{
    const void *context;

    /// Writes the triangles that have a point in the box to out[0 .. capacity - 1], in any order, each once. The faces
    /// of the box belong to it. The list may also contain triangles outside of the box, for example those whose
    /// bounding boxes overlap it. They cost time and change no result. Returns the number of all triangles of the list,
    /// which may exceed capacity. In that case only `capacity` triangles are written. The same box must give the same
    /// triangles as long as the world does not change. capacity may be 0, and out may then be NULL. gather must not be
    /// NULL.
    int (*gather)(const void *context, rim_box3 box, rim_world_triangle *out, int capacity);

    /// Returns the velocity, in units of length per second, of a point that moves with triangle `id`, for example with
    /// a lift or a rotating disc. Characters pass their own position as the point. velocity may be NULL if nothing
    /// moves.
    rim_vec3 (*velocity)(const void *context, int id, rim_vec3 point);
} rim_world3;

/// An array of triangles, borrowed.
typedef struct rim_triangle_list
{
    const rim_triangle *triangles;
    int                 count;
} rim_triangle_list;

/// Returns a world of a list of triangles. The world borrows the list. Each query tests every triangle, so use a mesh
/// for more than a few dozen triangles. id is the index of the triangle in the list, and no RIM_INNER_ bits are set.
/// Triangles with a non-finite coordinate are left out.
RIM_API rim_world3 rim_triangle_list_world(const rim_triangle_list *list);

#ifdef __cplusplus
}
#endif

#endif
