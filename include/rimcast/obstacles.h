/// @file
/// A list of fixed things that bodies run into: spheres, planes, boxes, capsules, hulls, meshes.
///
///     rim_obstacles *room;
///     rim_obstacles_create(&room, NULL);
///     rim_obstacles_add_plane(room, (rim_plane){ rim_vec3_make(0, 1, 0), 0.0f }, NULL);
///     rim_obstacles_add(room, &ball, rim_xform3_identity(), &ball_number);
///
/// What is finite stands in a tree of boxes (tree.h), so that a list of thousands is asked as quickly as one
/// of ten; planes have no end and are asked one by one. Answers depend on what is in the list and on the
/// numbers it was given, not on what the tree went through.
#ifndef RIMCAST_OBSTACLES_H
#define RIMCAST_OBSTACLES_H

#include "rimcast/base.h"
#include "rimcast/hull.h"
#include "rimcast/mesh.h"
#include "rimcast/shape3.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_obstacles rim_obstacles;

// --- the list ------------------------------------------------------------------------------------------

/// An empty list. from may be NULL. On failure `*out` is NULL.
RIM_API rim_status rim_obstacles_create(rim_obstacles **out, const rim_allocator *from);

/// NULL is allowed.
RIM_API void rim_obstacles_destroy(rim_obstacles *list);

/// Adds a shape in its pose and stores its number, unless number is NULL. Numbers count from 0; those of removed
/// things are given again, the last removed first. A hull is borrowed: it must outlive the list, or its place in it.
///
/// RIM_ERR_ARGUMENT for what is not finite, a negative size, a plane whose normal is not unit to 1e-3, a triangle or a
/// polygon (a mesh holds those); RIM_ERR_MEMORY. On failure nothing is changed.
RIM_API rim_status rim_obstacles_add(rim_obstacles *list, const rim_shape3 *shape, rim_xform3 pose,
                                     int *number);

/// The solid half-space behind the plane.
RIM_API rim_status rim_obstacles_add_plane(rim_obstacles *list, rim_plane plane, int *number);

/// Every triangle is an obstacle of its own, with two sides and no inside. The mesh is borrowed. Where a box
/// is nearest to an edge, and another triangle at that edge is met with its face, the edge is none: a floor of
/// many triangles is as smooth as one. Of more than 256 triangles within reach the others are not seen.
RIM_API rim_status rim_obstacles_add_mesh(rim_obstacles *list, const rim_mesh *mesh, int *number);

/// Takes one out; a number that is not in use is no harm.
RIM_API void rim_obstacles_remove(rim_obstacles *list, int number);

// --- touches -------------------------------------------------------------------------------------------

/// A place where a box is near an obstacle, or in it.
typedef struct rim_obstacle_touch
{
    rim_vec3 arm;      ///< from the box's centre to its point, world axes
    rim_vec3 normal;   ///< unit, from the obstacle towards the box
    float    gap;      ///< how far the two are apart along the normal; negative: how deep
    int      obstacle; ///< its number
    uint32_t key;      ///< names the touch among those with this obstacle; the same a moment later
} rim_obstacle_touch;

/// The touches of a box whose gap is at most `reach` (>= 0).
///
///     planes       every corner of the box
///     the rest     the one pair of closest points; but what is nearer than `flat` (<= reach) gives up to
///                  four, which hold a face on a face (convex.h tells how they are chosen)
///
/// Corners alone would miss a small sphere under a large box; closest points alone would let a box rock
/// on a plane. Up to `capacity` are written, those with the smallest gaps, by number of the obstacle and key;
/// returns how many there were. 0 for a box that is not finite.
RIM_API int rim_obstacles_touches(const rim_obstacles *list, rim_obox box, float reach, float flat,
                                  rim_obstacle_touch *out, int capacity);

#ifdef __cplusplus
}
#endif

#endif
