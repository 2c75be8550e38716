/// @file
/// Lists of static obstacles with which bodies collide: shapes, half-spaces and meshes.
///
///     rim_obstacle floor = { .shape = { RIM_SHAPE3_PLANE, .plane = { rim_vec3_make(0, 1, 0), 0.0f } } };
///     rim_obstacles_add(rim_bodies_obstacles(world), &floor, NULL);
///
/// Obstacles of finite size are stored in a tree of boxes, so a query among thousands of obstacles takes about as long
/// as one among ten. A plane is a half-space, which has no bounds, so planes are tested one by one. Results depend on
/// the obstacles in the list and on their slots, but not on the order of earlier changes.
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

/// A list of obstacles. It belongs to a world of bodies, which creates and destroys it (bodies.h).
typedef struct rim_obstacles rim_obstacles;

/// This bit of a handle's slot is 1 for an obstacle and 0 for a body. The other bits are the index in the list.
#define RIM_OBSTACLE_SLOT 0x80000000u

/// One obstacle of a list. A zeroed pose is the identity.
typedef struct rim_obstacle
{
    rim_shape3      shape; ///< of any kind; polygons and hulls are borrowed
    rim_xform3      pose;
    /// If mesh is not NULL, the obstacle is this mesh, which is borrowed. shape and pose are then not used, and the
    /// points of the mesh are in the world frame. Every triangle is a separate obstacle with two sides and no inside. A
    /// contact at an edge is dropped if the body also touches the face of a neighboring triangle at that edge, so a
    /// floor of many triangles is as smooth as a single face. At most 256 triangles near a body are tested.
    /// After rim_mesh_refit, remove the obstacle and add it again: the list stores the bounds that the mesh had.
    const rim_mesh *mesh;
    rim_filter      filter; ///< selects the bodies that collide with the obstacle
    void           *user;   ///< the game's own pointer, returned by rim_obstacles_get
} rim_obstacle;

/// Adds a copy of the obstacle and writes its handle to *out if out is not NULL. The slot of the obstacle that was
/// removed last is reused first.
///
/// Returns RIM_ERR_ARGUMENT for an obstacle that has a non-finite number, no points or a negative size, and for a plane
/// whose normal's length differs from 1 by more than 1e-3. Returns RIM_ERR_MEMORY if memory runs out. On failure the
/// list is unchanged and `*out` is zeroed.
RIM_API rim_status rim_obstacles_add(rim_obstacles *list, const rim_obstacle *obstacle,
                                     rim_handle *out);

/// Removes an obstacle. Returns false for a handle that is not in the list.
RIM_API bool rim_obstacles_remove(rim_obstacles *list, rim_handle which);

/// Returns the obstacle of a handle, or NULL if the handle is not in the list. The pointer is valid until the next call
/// that changes the list.
RIM_API const rim_obstacle *rim_obstacles_get(const rim_obstacles *list, rim_handle which);

#ifdef __cplusplus
}
#endif

#endif
