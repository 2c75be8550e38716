/// @file
/// The shapes of the solid world, and the questions about any two of them.
///
///     rim_shape3   ball = { RIM_SHAPE3_SPHERE, .sphere = sphere }, rock = { RIM_SHAPE3_HULL, .hull = hull };
///     rim_contact3 c = rim_shape3_contact(&ball, rim_xform3_identity(), &rock, rock_pose);
///     if (c.hit) sphere.center = rim_vec3_along(sphere.center, c.normal, c.depth);
///
/// A rim_shape3 is one of seven shapes. Distance, contact, manifold, overlaps and sweep take any two of them, each in a
/// pose; raycast takes one. The method is chosen inside: closed forms for round things and faces, the algorithm of
/// Gilbert, Johnson and Keerthi with polytopes and separating axes for the rest. Spheres and capsules against triangles
/// and polygons have calls of their own below, for inner loops. convex.h has what else there is for convex points.
///
/// - First argument: normals point from the second shape towards the first.
/// - Finite: With an input that is not finite the answer is "far away": distance INFINITY, no contact, no hit.
/// - Scale: Sizes, positions and motions times a power of two give the same answers at that size, bit for bit.
#ifndef RIMCAST_SHAPE3_H
#define RIMCAST_SHAPE3_H

#include "rimcast/base.h"
#include "rimcast/vec3.h"

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

// --- any shape ----------------------------------------------------------------------------------------

/// Which member of a rim_shape3 holds.
typedef enum rim_shape3_kind
{
    RIM_SHAPE3_NONE = 0, ///< nowhere: of a zeroed struct
    RIM_SHAPE3_SPHERE,
    RIM_SHAPE3_CAPSULE,
    RIM_SHAPE3_BOX,
    RIM_SHAPE3_TRIANGLE,
    RIM_SHAPE3_POLYGON,
    RIM_SHAPE3_HULL,
    RIM_SHAPE3_PLANE
} rim_shape3_kind;

/// One of the shapes, written with braces: { RIM_SHAPE3_SPHERE, .sphere = { center, radius } }, in C++ by its members.
/// Polygons and hulls are borrowed. Spheres, capsules, boxes and hulls are solid; so is a plane, as
/// the half-space behind it. Triangles and polygons are thin. A hull without corners, a polygon without points, a box
/// with a negative extent and a plane whose normal is zero are nowhere.
typedef struct rim_shape3
{
    rim_shape3_kind kind;
    union
    {
        rim_sphere             sphere;
        rim_capsule            capsule;
        rim_obox               box;
        rim_triangle           triangle;
        rim_polygon3           polygon; ///< planar and convex
        const struct rim_hull *hull;
        rim_plane              plane; ///< its normal may have any length
    };
} rim_shape3;

// --- answers ------------------------------------------------------------------------------------------

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

/// One point of a manifold. on_b - on_a == depth * normal up to rounding, with the manifold's normal.
///
/// The key names the features that made the point: a corner of a, a corner of b, or an edge of each (or what else the
/// features of a single contact point are). Points of one pair have the same key in this frame and in any
/// other exactly if the same features made them, whichever body's face is the reference; points of one manifold
/// differ in their keys. (Of hulls with 2^14 or more corners, edges or faces some keys may coincide.)
typedef struct rim_contact_point
{
    rim_vec3 on_a, on_b;
    float    depth; ///< >= 0, along the manifold's normal
    uint32_t key;
} rim_contact_point;

/// Up to four points that hold the two apart, the deepest first.
typedef struct rim_manifold3
{
    int               count;  ///< 0: apart
    rim_vec3          normal; ///< unit, from b towards a
    rim_contact_point points[4];
} rim_manifold3;

// --- any two shapes -----------------------------------------------------------------------------------
//
//  pair (either way round)            depth: of the motions that make the two just touch,   manifold
//                                     the shortest
//
//  sphere, capsule - the same         along the line between the closest points; where      1 point
//                                     axes cross, across both; concentric: up (+y)
//  sphere, capsule - triangle,        out on the side of the face where the centre or       1 point
//                    polygon          the axis is, exactly on it the front; an axis that
//                                     pierces the face leaves it by the shortest way
//  all but plane - box, hull          out of the solid by the shortest way                  up to 4; 1 for
//                                                                                           polygons of 4
//                                                                                           corners or more
//  triangle, polygon - the same       the shortest way apart along any normal of the two;   1 point
//                                     0 if they only cross in one plane
//  all but plane - plane              along the plane's normal, of the deepest corner:      up to 4 corners,
//                                     the first of equals                                   2 of a capsule
//  plane - plane                      no answer: distance INFINITY, no contact, no hit
//
// Touching counts: as an overlap, as a contact of depth 0, and as a distance of 0.

/// @{
/// How far, how deep, at which points, whether at all: a in the pose pa and b in the pose pb; answers are in the world.
///
/// A sphere or capsule in a pose is that of the moved points, rounded to float: in the world, or in the frame of
/// the face it meets. All else is posed in double. Poses of the identity cost least.
///
/// distance: 0 when the two touch or overlap; then on_a and on_b are one common point, and normal is a way to push a,
/// the shortest where a closed form knows it.
///
/// manifold: as rim_convex_manifold (convex.h) says. Unless NULL, contact gets the answer of rim_shape3_contact as well,
/// which costs little more.
RIM_API rim_distance3 rim_shape3_distance(const rim_shape3 *a, rim_xform3 pa, const rim_shape3 *b,
                                          rim_xform3 pb);
RIM_API rim_contact3  rim_shape3_contact(const rim_shape3 *a, rim_xform3 pa, const rim_shape3 *b,
                                         rim_xform3 pb);
RIM_API rim_manifold3 rim_shape3_manifold(const rim_shape3 *a, rim_xform3 pa, const rim_shape3 *b,
                                          rim_xform3 pb, rim_contact3 *contact);
RIM_API bool          rim_shape3_overlaps(const rim_shape3 *a, rim_xform3 pa, const rim_shape3 *b,
                                          rim_xform3 pb);
/// @}

/// A motion at constant rates: by delta, while turning by angle radians about an axis (of any length)
/// through the pose's position.
typedef struct rim_motion3
{
    rim_vec3 delta;
    rim_vec3 axis;
    float    angle;
} rim_motion3;

/// Where a pose stands at fraction t of the motion.
RIM_API rim_xform3 rim_motion3_pose(rim_motion3 motion, rim_xform3 pose, float t);

/// @{
/// a moves by delta, or moves and turns; b rests: the first contact.
///
/// - Start: Touching at the start is a hit (t = 0) only if the motion goes in: a thing at rest on a floor may slide along
///   it and rise from it. An overlap at the start is reported as start_overlap, with its depth and normal.
/// - Grazing: Touching on the way without going in is no hit of spheres and capsules with each other, with faces and with
///   planes; of other pairs, and where a turns, it may be one.
/// - Flat: Things without a radius that move in their common plane go into nothing: a miss.
/// - Normal: Where several are right (corner on corner, edge along edge) it is, of all whose planes part the two until
///   they touch, the one most directly against the motion. face_normal is that of b's face at the touched feature that
///   faces a most, the same as normal where b has no faces.
/// - Turning: The time is found by steps that are proven too short to pass a contact. A plane does not turn: as a it
///   hits nothing. A box whose own pose is off its pose's position is taken by its corners, rounded to float.
RIM_API rim_hit3 rim_shape3_sweep(const rim_shape3 *a, rim_xform3 pa, rim_vec3 delta,
                                  const rim_shape3 *b, rim_xform3 pb);
RIM_API rim_hit3 rim_shape3_sweep_turning(const rim_shape3 *a, rim_xform3 pa, rim_motion3 motion,
                                          const rim_shape3 *b, rim_xform3 pb);
/// @}

/// Where a ray first meets the shape in its pose. Solids are entered once: a start inside is start_overlap with t == 0
/// and the depth, a start on the surface is a hit if the ray goes in, touching without going in is none. Faces are
/// hit from both sides, as rim_triangle_raycast says. Points, lines, and round things without a radius are never hit.
RIM_API rim_hit3 rim_shape3_raycast(const rim_shape3 *shape, rim_xform3 pose, rim_ray3 ray);

/// The box around the shape in its pose: tight up to rounding outward. Empty for what is nowhere; a plane's is without
/// bounds, from -INFINITY to INFINITY.
RIM_API rim_box3 rim_shape3_bounds(const rim_shape3 *shape, rim_xform3 pose);

// --- spheres and capsules against triangles and polygons ------------------------------------------------
//
// Closed forms for inner loops. Inside, everything is decided in double around a local origin. Polygons are planar,
// convex, and may have any number of corners (0: nothing is near). A triangle without area is the segment or the point
// that it is. A point is a sphere of radius 0, a segment a capsule of radius 0.
//
// Faces are thin and have two sides: the normal is on the side of the sphere's centre or of the closest part of the
// capsule's axis; exactly on the face it is the front. The letter names the case, A to E or X. A capsule lying flat over
// a face answers with the middle of the part that lies over it.
//
// Sources: closest points on triangles and segments after Ericson, "Real-Time Collision Detection" (2005), 5.1, and
// Lumelsky, "On fast computation of distance between line segments" (1985), with cross products instead of differences of
// products; ways out by the normals of the Minkowski difference.

/// @{
/// The closest points; 0 when the two touch or overlap.
RIM_API rim_distance3 rim_sphere_distance_triangle(rim_sphere a, const rim_triangle *b);
RIM_API rim_distance3 rim_sphere_distance_polygon3(rim_sphere a, rim_polygon3 b);
RIM_API rim_distance3 rim_capsule_distance_triangle(rim_capsule a, const rim_triangle *b);
RIM_API rim_distance3 rim_capsule_distance_polygon3(rim_capsule a, rim_polygon3 b);
/// @}

/// @{
/// How deep it is in the face, and the way out: on the side where the centre or the axis is; an axis that pierces the face
/// (letter X) leaves it by the shortest way, over an edge or past an end.
RIM_API rim_contact3 rim_sphere_contact_triangle(rim_sphere a, const rim_triangle *b);
RIM_API rim_contact3 rim_sphere_contact_polygon3(rim_sphere a, rim_polygon3 b);
RIM_API rim_contact3 rim_capsule_contact_triangle(rim_capsule a, const rim_triangle *b);
RIM_API rim_contact3 rim_capsule_contact_polygon3(rim_capsule a, rim_polygon3 b);
/// @}

/// @{
/// The first contact with a thin face; side says which of its sides stop the mover.
///
/// The mover goes from where it is by delta; t is the fraction of that at which it first touches, found
/// by solving for it: no stepping, no slop, whatever the speed. The result has the point of contact on the
/// face, the geometric normal (the way to push the mover), the normal of the face that was hit, what
/// met what, and the case letter; see rim_hit3.
///
/// - Start: A start in overlap is a hit with t == 0, start_overlap and the depth of the contact. Touching
///   at the start is a hit only if the motion goes in: what rests may slide or leave.
/// - Grazing: Touching on the way without going in is no hit.
/// - Zero: A delta of zero asks about the start alone; mere touching is then no hit.
/// - End: Touching at the very end, going in, is a hit with t == 1.
/// - Sides: The back of a face is hit by motions along its normal (v . n > 0); of motions in its plane, by
///   those that end up with a contact normal behind it. RIM_SIDE_FRONT lets what would hit the
///   back pass, RIM_SIDE_BACK what would hit the front. A face without area has no sides.
/// - Faces: A triangle without area is the segment or point that it is.
/// - Flat: Flat things that move in their common plane go into nothing: a miss.
/// - Radius 0: An axis hits a triangle if, for longer than an instant, it crosses the triangle's plane between its ends
///   at a point of the triangle, edges included. A point, or an axis parallel to the plane, hits if it passes
///   through the plane where the triangle is; at the start it has to be in the plane or before it. Against
///   triangles, spheres and capsules this is decided exactly, whatever the floats, and the point lies on the
///   corner or the edge that is met.
/// - Normal: Where several are right (an end on an edge, a corner on the axis, without a radius) it is, of all that
///   push the mover away, the one most directly against the motion: the direction between the
///   closest points just before.
/// - NaN: Input that is not finite: no hit.
///
/// Rounding: t and the point are right to about 1e-15 of the case's size before they are rounded to float.
/// "Touching" allows for 2^-40 of it.
///
/// Sources: the moving shapes' Minkowski sums, after Ericson, "Real-Time Collision Detection" (2005), 5.5;
/// dynamic separating axes after Eberly, "Dynamic Collision Detection using Oriented Bounding Boxes".
RIM_API rim_hit3 rim_sphere_sweep_triangle(rim_sphere a, rim_vec3 delta, const rim_triangle *b,
                                           rim_side side);
RIM_API rim_hit3 rim_sphere_sweep_polygon3(rim_sphere a, rim_vec3 delta, rim_polygon3 b,
                                           rim_side side);
RIM_API rim_hit3 rim_capsule_sweep_triangle(rim_capsule a, rim_vec3 delta, const rim_triangle *b,
                                            rim_side side);
RIM_API rim_hit3 rim_capsule_sweep_polygon3(rim_capsule a, rim_vec3 delta, rim_polygon3 b,
                                            rim_side side);
/// @}

// --- rays, segments and points against faces and planes -------------------------------------------------

/// @{
/// Where a ray passes through a face. back: it comes from behind, along the face's normal. other tells face, edge or
/// corner.
///
/// Faces are sheets, closed: their border, and both ends of the ray, count. A ray through an edge or a corner
/// that two triangles share hits at least one of them, whatever the rounding (after Woop, Benthin, Wald,
/// "Watertight Ray/Triangle Intersection", 2013): on which side of an edge the ray passes is decided from the
/// edge's ends and the ray alone, exactly. Rays in the plane of a face, and faces without area, are misses.
RIM_API rim_hit3 rim_triangle_raycast(const rim_triangle *triangle, rim_ray3 ray, rim_side side);
RIM_API rim_hit3 rim_polygon3_raycast(rim_polygon3 polygon, rim_ray3 ray, rim_side side);
/// @}

/// Where a planar polygon, convex or concave, without crossing itself, has a point of its plane: on face
/// 0, edge i, vertex i, or (kind none) outside. Points off the plane are judged by their projection along
/// the axis in which the polygon is widest seen. Decided exactly; no angles are summed.
RIM_API rim_feature rim_polygon3_locate(rim_polygon3 polygon, rim_vec3 point);

/// How a segment and a plane lie.
typedef enum rim_crossing
{
    RIM_CROSSING_NONE = 0, ///< both ends on one side; or the plane's normal is zero
    RIM_CROSSING_ACROSS,   ///< the ends are on different sides
    RIM_CROSSING_TOUCH_A,  ///< only a is on the plane
    RIM_CROSSING_TOUCH_B,
    RIM_CROSSING_PARALLEL, ///< both ends are equally far from the plane, and not on it
    RIM_CROSSING_INSIDE    ///< both ends are on the plane
} rim_crossing;

/// What is known of a segment and a plane.
typedef struct rim_plane_crossing
{
    rim_crossing kind;
    /// where the line through a and b meets the plane: any number; 0 if it does not
    double       t;
    rim_vec3     point; ///< there; a if the line does not meet the plane; 0 if not all is finite
    float        distance_a, distance_b; ///< of the ends, negative behind the plane
} rim_plane_crossing;

/// Where a segment crosses a plane; the line's and ray's crossing too: look at t. The plane is where
/// dot(normal, p) == offset, whatever the normal's length; distances are true lengths.
RIM_API rim_plane_crossing rim_segment3_cross_plane(rim_segment3 segment, rim_plane plane);

#ifdef __cplusplus
}
#endif

#endif
