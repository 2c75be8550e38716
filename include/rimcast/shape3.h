/// @file
/// The shapes of the solid world, and the answers that queries about them give.
#ifndef RIMCAST_SHAPE3_H
#define RIMCAST_SHAPE3_H

#include "rimcast/base.h"
#include "rimcast/box.h"
#include "rimcast/plane.h"
#include "rimcast/segment.h"
#include "rimcast/vec3.h"
#include "rimcast/xform3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// All points within radius of center. radius >= 0.
typedef struct rim_sphere
{
    rim_vec3 center;
    float    radius;
} rim_sphere;

/// All points within radius of the segment from a to b. a == b is a sphere. radius >= 0.
typedef struct rim_capsule
{
    rim_vec3 a, b;
    float    radius;
} rim_capsule;

/// A box of half extents `half` (>= 0) about its pose's origin.
typedef struct rim_obox
{
    rim_xform3 pose;
    rim_vec3   half;
} rim_obox;

/// The face of a triangle looks at the viewer who sees a, b, c counter-clockwise. A triangle without
/// area is the segment or the point that it is.
typedef struct rim_triangle
{
    rim_vec3 a, b, c;
} rim_triangle;

/// A planar polygon: points[0 .. count - 1] counter-clockwise seen from its front. Borrowed.
typedef struct rim_polygon3
{
    const rim_vec3 *points;
    int             count;
} rim_polygon3;

struct rim_hull;

/// A convex shape, seen: all points within radius of the convex hull of points[0 .. count - 1].
/// A sphere is one point, a capsule two, a triangle three, a box eight. It borrows the points.
/// Start from a zeroed struct, so that hull is NULL unless the points are those of a hull.
typedef struct rim_convex
{
    const rim_vec3        *points;
    int                    count;  ///< >= 1
    float                  radius; ///< >= 0
    const struct rim_hull *hull;   ///< NULL, or the hull these points are of: makes queries faster
} rim_convex;

/// Which side of a surface answers.
typedef enum rim_side
{
    RIM_SIDE_BOTH = 0, ///< zero: both
    RIM_SIDE_FRONT,    ///< only what comes from the front, where the normal points
    RIM_SIDE_BACK      ///< only what comes from behind
} rim_side;

/// What part of a shape was met.
typedef enum rim_feature_kind
{
    RIM_FEATURE_NONE = 0,
    RIM_FEATURE_VERTEX,
    RIM_FEATURE_EDGE,
    RIM_FEATURE_FACE
} rim_feature_kind;

/// On a triangle or polygon edge i runs from vertex i to vertex i + 1; face 0 is the face itself.
/// On a segment or a capsule's axis vertex 0 is a, vertex 1 is b, edge 0 the inside; on a sphere vertex
/// 0 is the centre. On a box face 0 .. 5 is -x, +x, -y, +y, -z, +z; vertex i has x high if bit 0 of i is set, y by
/// bit 1, z by bit 2; edges 0 .. 3 run along x, 4 .. 7 along y, 8 .. 11 along z, each four in the order
/// of their vertices. The feature of a plane is face 0.
typedef struct rim_feature
{
    rim_feature_kind kind;
    int              index;
} rim_feature;

/// How a capsule (or a sphere, whose axis is a point) met a face, by the parts of the two that are closest.
typedef enum rim_case3
{
    RIM_CASE_NONE = 0,
    RIM_CASE_A, ///< an end of the axis, or all of an axis parallel to it, over the face
    RIM_CASE_B, ///< the axis between its ends and an edge between its ends
    RIM_CASE_C, ///< an end of the axis and an edge
    RIM_CASE_D, ///< the axis between its ends and a corner
    RIM_CASE_E, ///< an end of the axis and a corner
    RIM_CASE_X  ///< the axis pierces the face
} rim_case3;

/// The closest points of two things. "a" is always the first argument.
typedef struct rim_distance3
{
    /// world; when they overlap, a common point of both cores if there is one
    rim_vec3    on_a, on_b;
    /// unit, from b towards a: the way to push a. Never zero for finite input
    rim_vec3    normal;
    float       distance; ///< >= 0; 0 when they touch or overlap
    /// mostly 0; else the true value is in distance - uncertainty .. distance
    float       uncertainty;
    rim_feature feature_a, feature_b;
    rim_case3   letter; ///< a sphere or capsule and a face; else none
} rim_distance3;

/// How two things overlap or touch.
typedef struct rim_contact3
{
    bool        hit;         ///< they overlap or touch
    float       depth;       ///< >= 0: moving a by depth * normal makes them just touch
    float       uncertainty; ///< 0; after a cap the least depth is in depth - uncertainty .. depth
    rim_vec3    normal;      ///< unit, from b towards a
    rim_vec3    on_a, on_b;  ///< deepest points: on_b - on_a == depth * normal
    rim_feature feature_a, feature_b;
    rim_case3   letter; ///< as above
} rim_contact3;

/// The first contact of a motion, or of a ray.
typedef struct rim_hit3
{
    bool        hit;
    bool        start_overlap; ///< they overlapped at the start: t is 0 and depth is told
    float       t;             ///< fraction of the motion, 0 .. 1; 1 for a miss
    rim_vec3    point;         ///< where they touch, on the thing that was hit
    rim_vec3    normal;        ///< unit, from the other thing towards the mover: the way to push it
    rim_vec3    face_normal;   ///< unit normal of the surface that was hit, on the mover's side
    float       depth;         ///< of the overlap at the start, else 0
    bool        back;          ///< the surface was hit from behind
    rim_feature mover, other;  ///< what touched what
    int         item;   ///< which of many: the triangle of a mesh, the polygon of a list; else 0
    rim_case3   letter; ///< as above
} rim_hit3;

#ifdef __cplusplus
}
#endif

#endif
