/// @file
/// A list of fixed things that bodies run into: shapes, half-spaces, meshes.
///
///     rim_obstacles *room;
///     rim_obstacle   floor = { .shape = { RIM_SHAPE3_PLANE, .plane = { rim_vec3_make(0, 1, 0), 0.0f } } };
///     rim_obstacles_create(&room, NULL);
///     rim_obstacles_add(room, &floor, NULL);
///
/// What is finite stands in a tree of boxes, so that a list of thousands is asked as quickly as one of ten; planes have
/// no end and are asked one by one. Answers depend on what is in the list and on the slots it was given, not on what the
/// tree went through.
#ifndef RIMCAST_OBSTACLES_H
#define RIMCAST_OBSTACLES_H

#include "rimcast/base.h"
#include "rimcast/filter.h"
#include "rimcast/hull.h"
#include "rimcast/mesh.h"
#include "rimcast/shape3.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_obstacles rim_obstacles;

/// Set in the slot of every handle of an obstacle, so that it is told from a body's. The rest counts from 0.
#define RIM_OBSTACLE_SLOT 0x80000000u

/// What stands in a list. A zeroed pose is the identity.
typedef struct rim_obstacle
{
    rim_shape3      shape; ///< of any kind; polygons and hulls are borrowed
    rim_xform3      pose;
    /// If not NULL it stands instead of a shape, where its points are; the pose is not used. Every triangle is an
    /// obstacle of its own, with two sides and no inside. The mesh is borrowed. Where a body is nearest to an edge, and
    /// another triangle at that edge is met with its face, the edge is none: a floor of many triangles is as smooth as
    /// one. Of more than 256 triangles within reach of a body the others are not seen.
    const rim_mesh *mesh;
    rim_filter      filter; ///< bodies collide with it only if the filters of both let them
    void           *user;   ///< the game's own, handed back by rim_obstacles_get
} rim_obstacle;

/// An empty list. from may be NULL. On failure `*out` is NULL.
RIM_API rim_status rim_obstacles_create(rim_obstacles **out, const rim_allocator *from);

/// NULL is allowed.
RIM_API void rim_obstacles_destroy(rim_obstacles *list);

/// Adds a copy; out may be NULL. Slots of those removed are given again, the last removed first.
///
/// RIM_ERR_ARGUMENT for what is not finite, is nowhere or has a negative size, and for a plane whose normal is not unit
/// to 1e-3; RIM_ERR_MEMORY. On failure nothing is changed, and `*out` is nobody.
RIM_API rim_status rim_obstacles_add(rim_obstacles *list, const rim_obstacle *obstacle,
                                     rim_handle *out);

/// Takes one out. false for one that is not there.
RIM_API bool rim_obstacles_remove(rim_obstacles *list, rim_handle which);

/// NULL for one that is not there. Valid until the next call that changes the list.
RIM_API const rim_obstacle *rim_obstacles_get(const rim_obstacles *list, rim_handle which);

#ifdef __cplusplus
}
#endif

#endif
