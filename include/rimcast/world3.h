/// @file
/// A world of triangles, as those who walk in it see it: ask for what is near a box.
///
/// A mesh, a BSP, a list, or a game's own structure becomes a world by one function; a character
/// (character.h) or a camera (mover.h) knows nothing else of it.
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

/// Bits that tell which edges and corners of a triangle are inner: those over which the surface goes on flat
/// or bends towards the viewer, so that nothing can touch it there without touching a face more closely. A
/// contact there is a ghost. An edge or corner of a fan seen from its front and from its back are two
/// things: a valley on one side is a ridge on the other. Never set where the surface ends.
///
/// A world need not know: with all bits zero the character finds out by looking at the neighbours.
#define RIM_INNER_EDGE(i) (1u << (i)) ///< edge i, from vertex i to i + 1, seen from the front
#define RIM_INNER_VERTEX(i) (1u << (3 + (i)))      ///< vertex i, seen from the front
#define RIM_INNER_BACK_EDGE(i) (1u << (6 + (i)))   ///< seen from the back
#define RIM_INNER_BACK_VERTEX(i) (1u << (9 + (i))) ///< seen from the back

/// A triangle of a world.
typedef struct rim_world_triangle
{
    rim_triangle shape;
    int          id;    ///< whatever the world calls it; told in results as `item`, for velocity()
    uint32_t     inner; ///< RIM_INNER_ bits
} rim_world_triangle;

/// A world: a context and what it answers. A small value, to be passed on; it borrows the context.
typedef struct rim_world3
{
    const void *context;

    /// Writes the triangles that have a point in the box (its faces count) to out[0 .. capacity - 1], in any
    /// order, each once, and returns how many there are. If there are more than capacity, the first
    /// `capacity` are written. Others may be among them (those whose boxes meet it, say): that costs time and
    /// changes nothing. The same box must give the same triangles as long as the world does not change.
    /// capacity may be 0, and out NULL then. Must not be NULL itself.
    int (*gather)(const void *context, rim_box3 box, rim_world_triangle *out, int capacity);

    /// The velocity, in units a second, with which triangle `id` moves at a point of it: a lift, a turning
    /// disc. NULL if nothing moves.
    rim_vec3 (*velocity)(const void *context, int id, rim_vec3 point);
} rim_world3;

/// Triangles in a row, borrowed.
typedef struct rim_triangle_list
{
    const rim_triangle *triangles;
    int                 count;
} rim_triangle_list;

/// A world that looks at every triangle of the list whenever it is asked: fine for tests and for a few
/// hundred, slow for more. id is the index, no inner bits are set. Borrows the list. A triangle with a
/// coordinate that is not finite is not there.
RIM_API rim_world3 rim_triangle_list_world(const rim_triangle_list *list);

#ifdef __cplusplus
}
#endif

#endif
