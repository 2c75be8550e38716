/// @file
/// 3D shapes, and queries of any two of them.
///
///     rim_shape3   ball = { RIM_SHAPE3_SPHERE, .sphere = sphere }, rock = { RIM_SHAPE3_HULL, .hull = hull };
///     rim_contact3 c = rim_shape3_contact(&ball, rim_xform3_identity(), &rock, rock_pose);
///     if (c.hit) sphere.center = rim_vec3_along(sphere.center, c.normal, c.depth);
///
/// A rim_shape3 is a shape of one of seven kinds. Distance, contact, manifold, overlap and sweep are queries of any two
/// posed shapes. A raycast is a query of one shape. Distances and contacts of spheres and capsules, with each other and
/// with faces (triangles and polygons), are computed in closed form. Sweeps of a sphere or capsule against these
/// shapes, without rotation, use closed forms or Newton's method on the distance. All queries of a plane, except for
/// sweeps with rotation, are computed in closed form. Other pairs use the algorithm of Gilbert, Johnson and Keerthi,
/// expanding polytopes and separating axes. For inner loops, there are separate functions for spheres and capsules
/// against triangles and polygons. For point sets, rounded hulls and queries that start from an earlier result, see
/// convex.h.
///
/// - Normals: Normals point from the second shape towards the first.
/// - Non-finite input: The distance is INFINITY, and there is no contact and no hit.
/// - Scale: If sizes, positions and motions are multiplied by a power of two, lengths and points in the results are
///   multiplied by exactly that power. All other results keep their bits.
#ifndef RIMCAST_SHAPE3_H
#define RIMCAST_SHAPE3_H

#include "rimcast/base.h"
#include "rimcast/vec3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A sphere: all points within radius of center. radius >= 0.
typedef struct rim_sphere
{
    rim_vec3 center;
    float    radius;
} rim_sphere;

/// A capsule: all points within radius of the segment from a to b, its axis. If a equals b, the capsule is a sphere.
/// radius >= 0.
typedef struct rim_capsule
{
    rim_vec3 a, b;
    float    radius;
} rim_capsule;

/// An oriented box: the points of the pose's frame with |x| <= half.x, |y| <= half.y and |z| <= half.z. half >= 0.
typedef struct rim_obox
{
    rim_xform3 pose;
    rim_vec3   half;
} rim_obox;

/// A triangle. Its front is the side from which a, b, c are seen counter-clockwise. A triangle without area is treated
/// as a segment or a point.
typedef struct rim_triangle
{
    rim_vec3 a, b, c;
} rim_triangle;

/// A planar polygon: the corners points[0 .. count - 1], counter-clockwise seen from its front. The array is
/// borrowed.
typedef struct rim_polygon3
{
    const rim_vec3 *points;
    int             count;
} rim_polygon3;

struct rim_hull;

/// A convex shape: all points within radius of the convex hull of points[0 .. count - 1], which are borrowed. A sphere
/// has one point, a capsule two, a triangle three, a box eight. Zero the struct first, because hull must be NULL unless
/// the points are those of a hull.
typedef struct rim_convex
{
    const rim_vec3        *points;
    int                    count;  ///< 0: no points
    float                  radius; ///< >= 0
    const struct rim_hull *hull;   ///< the hull that has these points, or NULL; a hull makes
                                   ///< queries faster
} rim_convex;

// --- any shape ----------------------------------------------------------------------------------------

/// The kind of a rim_shape3, which selects the valid member.
typedef enum rim_shape3_kind
{
    RIM_SHAPE3_NONE = 0, ///< no points, as in a zeroed struct
    RIM_SHAPE3_SPHERE,
    RIM_SHAPE3_CAPSULE,
    RIM_SHAPE3_BOX,
    RIM_SHAPE3_TRIANGLE,
    RIM_SHAPE3_POLYGON,
    RIM_SHAPE3_HULL,
    RIM_SHAPE3_PLANE
} rim_shape3_kind;

/// Any shape, such as { RIM_SHAPE3_SPHERE, .sphere = { center, radius } }. In C++, set the members one by one. Polygons
/// and hulls are borrowed. Spheres, capsules, boxes and hulls are solid. A plane represents the half-space behind it,
/// so it is solid as well. Triangles and polygons are thin. A hull without corners, a polygon without corners, a box
/// with a negative extent and a plane with a zero normal have no points. A NULL hull, or a polygon whose points are
/// NULL, fails an assertion (RIM_ASSERT). In builds without assertions such a shape has no points.
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

// --- results ------------------------------------------------------------------------------------------

/// The sides from which a surface can be hit.
typedef enum rim_side
{
    RIM_SIDE_BOTH = 0, ///< from both sides
    RIM_SIDE_FRONT,    ///< only from the front, to which the normal points
    RIM_SIDE_BACK      ///< only from behind
} rim_side;

/// The kind of a feature of a shape.
typedef enum rim_feature_kind
{
    RIM_FEATURE_NONE = 0,
    RIM_FEATURE_VERTEX,
    RIM_FEATURE_EDGE,
    RIM_FEATURE_FACE
} rim_feature_kind;

/// A feature of a shape. On a triangle or polygon, edge i runs from vertex i to vertex i + 1, and face 0 is the face
/// itself. On a segment or a capsule's axis, vertex 0 is a, vertex 1 is b, and edge 0 is the part between them. On a
/// sphere, vertex 0 is the center. On a box, faces 0 .. 5 are -x, +x, -y, +y, -z, +z; vertex i is on the +x side if bit
/// 0 of i is set, on the +y side if bit 1 is set, and on the +z side if bit 2 is set. Edges 0 .. 3 run along x, edges 4
/// .. 7 along y, and edges 8 .. 11 along z; the four edges along an axis are in the order of their vertices. The
/// feature of a plane is face 0. On a hull, the index is that of the hull's corner, edge or face (hull.h). In pairs
/// without a closed form, the edges and faces of polygons of 4 or more corners, of flat boxes, and of rotating boxes
/// whose member `pose` is not at the origin are numbered as by rim_convex_distance (convex.h).
typedef struct rim_feature
{
    rim_feature_kind kind;
    int              index;
} rim_feature;

/// The case of a capsule and a face: the parts of the capsule's axis and of the face that are closest to each other. A
/// sphere counts as a capsule whose axis is a point, and this point is both ends of the axis.
typedef enum rim_case3
{
    RIM_CASE_NONE = 0,
    RIM_CASE_A, ///< the inside of the face and an end of the axis, or the axis if it is parallel to
                ///< the face
    RIM_CASE_B, ///< the insides of an edge of the face and of the axis
    RIM_CASE_C, ///< an edge of the face and an end of the axis
    RIM_CASE_D, ///< a corner of the face and the inside of the axis
    RIM_CASE_E, ///< a corner of the face and an end of the axis
    RIM_CASE_X  ///< the axis pierces the face
} rim_case3;

/// The closest points of two shapes. a is the first argument, and b is the second.
typedef struct rim_distance3
{
    /// the closest points in the world. If the shapes touch or overlap, both are one common point
    rim_vec3    on_a, on_b;
    /// unit, from b towards a; zero only if distance is INFINITY
    rim_vec3    normal;
    float       distance; ///< >= 0; 0 if the shapes touch or overlap
    /// the true distance is in distance - uncertainty .. distance; uncertainty is usually 0
    float       uncertainty;
    rim_feature feature_a, feature_b;
    rim_case3   letter; ///< for a sphere or capsule and a face; otherwise RIM_CASE_NONE
} rim_distance3;

/// The contact of two shapes.
typedef struct rim_contact3
{
    bool        hit;         ///< the shapes overlap or touch
    float       depth;       ///< >= 0: moving a by depth * normal makes them just touch
    float       uncertainty; ///< the true depth is in depth - uncertainty .. depth; uncertainty is
                             ///< 0 unless rounding or a limit ended the search
    rim_vec3    normal;      ///< unit, from b towards a
    rim_vec3    on_a, on_b;  ///< the deepest points: on_b - on_a == depth * normal up to rounding
    rim_feature feature_a, feature_b;
    rim_case3   letter; ///< as in rim_distance3
} rim_contact3;

/// The first contact of a motion, or of a ray.
typedef struct rim_hit3
{
    bool        hit;           ///< if false, t is 1 and all other members are zero
    bool        start_overlap; ///< the shapes overlapped at the start by more than a touch: t is
                               ///< 0, and depth is set
    float       t;             ///< fraction of the motion, 0 .. 1; 1 for a miss
    rim_vec3    point;         ///< the point of contact, in the world, on the shape that was hit
    rim_vec3    normal;        ///< unit, from the shape that was hit towards the mover
    rim_vec3    face_normal;   ///< unit normal of the surface that was hit, on the mover's side
    float       depth;         ///< the depth of an overlap at the start, otherwise 0
    bool        back;          ///< the surface was hit from behind
    rim_feature mover, other;  ///< the features that touch
    int         item;          ///< the number of the triangle if a mesh was hit, otherwise 0
    rim_case3   letter;        ///< as in rim_distance3
} rim_hit3;

/// One point of a manifold. With the manifold's normal, on_b - on_a == depth * normal up to rounding.
///
/// The key identifies the features at the point: a corner of a, a corner of b, or an edge of each. In a manifold of one
/// point, they are the features of the contact. Points of a pair at different times have the same key if and only if
/// their features are the same. It makes no difference which shape's face is the reference face (convex.h). Points of
/// one manifold have different keys. For hulls with 2^14 or more corners, edges or faces, some keys may coincide.
typedef struct rim_contact_point
{
    rim_vec3 on_a, on_b;
    float    depth; ///< >= 0, along the manifold's normal
    uint32_t key;
} rim_contact_point;

/// A contact manifold: up to four points, the deepest first.
typedef struct rim_manifold3
{
    int               count;  ///< the number of points; 0 if the shapes are apart
    rim_vec3          normal; ///< unit, from b towards a
    rim_contact_point points[4];
} rim_manifold3;

// --- any two shapes -----------------------------------------------------------------------------------
//
//  pair, in either order              the depth is the length of the shortest motion that   manifold
//                                     makes the two just touch:
//
//  sphere, capsule -                  along the line between the closest points; if the     1 point
//      sphere, capsule                axes cross, perpendicular to both axes; if the
//                                     spheres are concentric, up (+y)
//  sphere, capsule -                  out on the side of the face on which the center or    1 point
//      triangle, polygon              the axis is, or on the front if it is exactly on the
//                                     face; an axis that pierces the face leaves it by the
//                                     shortest way
//  any but a plane - box, hull        out of the solid by the shortest way                  up to 4 points; 1 for a
//                                                                                           polygon of 4 or more
//                                                                                           corners or a flat box
//  triangle, polygon -                apart by the shortest way; the depth is 0 if both     1 point
//      triangle, polygon              lie in one plane
//  any but a plane - plane            along the plane's normal, until the deepest point     up to 4 corners, 2 ends
//                                     (the first one of several) is on the plane            of a capsule, or 1 point
//                                                                                           of a sphere
//  plane - plane                      no answer: distance INFINITY, no contact, no hit
//
// Shapes that only touch count as overlapping: the contact has depth 0, and the distance is 0.

/// @{
/// Return the distance, contact, manifold or overlap of two shapes. Shape a has the pose pa, and shape b has the pose
/// pb. Results are in the world frame.
///
/// If both shapes are spheres or capsules, their centers and ends are rounded to float in the world. If one is a sphere
/// or capsule and the other one a triangle or polygon, those of the sphere or capsule are rounded to float in the frame
/// of the triangle or polygon. All other points are posed in double. A box has a pose of its own, too: it is applied
/// first, and the pose that both make together is rounded to float, unless one of them is the identity. Queries in
/// which all poses are the identity are the fastest.
///
/// rim_shape3_distance: If the shapes touch or overlap, distance is 0, and on_a and on_b are one common point. A motion
/// along normal then moves a out of b. For pairs with a closed form, the shortest such motion is along normal.
///
/// rim_shape3_manifold: The manifold is that of rim_convex_manifold (convex.h). If contact is not NULL, the result of
/// rim_shape3_contact is written to it, at little extra cost.
RIM_API rim_distance3 rim_shape3_distance(const rim_shape3 *a, rim_xform3 pa, const rim_shape3 *b,
                                          rim_xform3 pb);
RIM_API rim_contact3  rim_shape3_contact(const rim_shape3 *a, rim_xform3 pa, const rim_shape3 *b,
                                         rim_xform3 pb);
RIM_API rim_manifold3 rim_shape3_manifold(const rim_shape3 *a, rim_xform3 pa, const rim_shape3 *b,
                                          rim_xform3 pb, rim_contact3 *contact);
RIM_API bool          rim_shape3_overlaps(const rim_shape3 *a, rim_xform3 pa, const rim_shape3 *b,
                                          rim_xform3 pb);
/// @}

/// A motion at constant rates: a translation by delta and, at the same time, a rotation by `angle` radians about an
/// axis through the pose's position. A positive angle is counter-clockwise as seen from the tip of the axis. The axis
/// may have any length. If it is zero, there is no rotation.
typedef struct rim_motion3
{
    rim_vec3 delta;
    rim_vec3 axis;
    float    angle;
} rim_motion3;

/// Returns the pose at the fraction t of the motion.
RIM_API rim_xform3 rim_motion3_pose(rim_motion3 motion, rim_xform3 pose, float t);

/// @{
/// Return the first contact of a, which moves, with b, which rests, as described at rim_hit3. In rim_shape3_sweep, a
/// moves by delta; in rim_shape3_sweep_turning, it also rotates. Without a rotation, the results of both are the same.
///
/// - Start: A touch at the start is a hit with t = 0 only if the motion goes inward, that is, against the normal. So a
///   shape that rests on a floor may slide along the floor and rise from it. A motion that goes inward at an angle of
///   less than about 2^-20 to the surface may count as a slide. If the shapes overlap at the start by more than a touch,
///   start_overlap is true, t is 0, and depth and normal are those of the overlap.
/// - Grazing: In a grazing contact, the shapes touch during the motion, but the motion does not go inward. A grazing
///   contact of a sphere or capsule with a sphere, capsule, triangle, polygon or plane is not a hit. For other pairs,
///   and if a rotates, it may be a hit.
/// - Flat: If both shapes have no radius and lie in one plane, and a moves in this plane, there is no hit.
/// - Normal: At a corner on a corner, or an edge along an edge, several directions separate the shapes. The normal is
///   then the one that is most opposed to the motion.
/// - Face normal: Of the faces of b at the touched feature, face_normal is the normal of the one that is turned most
///   towards shape a. If b is a triangle or polygon with area, it is the normal of the side that is hit. It equals
///   normal if b has no faces, if a is a plane, or if b is a box or hull that a overlaps at the start.
/// - Back: A triangle or polygon with the normal n is hit from behind, and `back` is true, if delta . n > 0. If delta .
///   n is 0, or if a rotates, `back` is true if the contact's normal points behind it.
/// - Planes: A plane as shape a hits nothing if it rotates.
/// - Rotation: The time is found by steps, each of which is too short to pass a contact. After 4096 steps, the time that
///   they have reached is reported as a hit, with a gap between the shapes. This is possible if a makes many turns so
///   close to b that its corners would touch b at another angle.
///   If the member `pose` of a rotating box is not at the origin, the box is represented by its corners, rounded to
///   float.
RIM_API rim_hit3 rim_shape3_sweep(const rim_shape3 *a, rim_xform3 pa, rim_vec3 delta,
                                  const rim_shape3 *b, rim_xform3 pb);
RIM_API rim_hit3 rim_shape3_sweep_turning(const rim_shape3 *a, rim_xform3 pa, rim_motion3 motion,
                                          const rim_shape3 *b, rim_xform3 pb);
/// @}

/// Returns the first hit of a ray on a posed shape. If the ray starts inside a solid, start_overlap is true, t is 0,
/// and depth is set. A start on the surface is a hit only if the ray goes inward. Faces are hit from both sides, as by
/// rim_triangle_raycast. A ray never hits a point, a segment, or a sphere or capsule without a radius.
RIM_API rim_hit3 rim_shape3_raycast(const rim_shape3 *shape, rim_xform3 pose, rim_ray3 ray);

/// Returns the smallest box around a posed shape, rounded outward. It is empty for a shape without points, and if the
/// shape or its pose has a non-finite number. For a plane it extends from -INFINITY to INFINITY on every axis. For a
/// box, it holds both the exact box and the one that the queries see, whose combined pose is rounded to float.
RIM_API rim_box3 rim_shape3_bounds(const rim_shape3 *shape, rim_xform3 pose);

// --- spheres and capsules against triangles and polygons ------------------------------------------------
//
// These functions are for inner loops. They compute distances and contacts in closed form, and sweeps in closed form or
// by Newton's method on the distance, in double relative to a local origin. Polygons must be planar and convex, and may
// have any number of corners. A polygon without corners has no points. A triangle without area is treated as a segment
// or a point. For a point, use a sphere of radius 0; for a segment, use a capsule of radius 0.
//
// Faces are thin and have two sides. The normal points to the side on which the sphere's center, or the closest part of
// the capsule's axis, lies. If that point is exactly on the face, the normal points to the front. `letter` is the case,
// A to E or X. For a capsule parallel to a face, the closest point of the axis is the middle of the part that lies over
// the face.
//
// Sources: closest points on triangles and segments after Ericson, "Real-Time Collision Detection" (2005), 5.1, and
// Lumelsky, "On fast computation of distance between line segments" (1985), with cross products where these sources
// subtract products of dot products.

/// @{
/// Return the closest points. The distance is 0 if the two touch or overlap.
RIM_API rim_distance3 rim_sphere_distance_triangle(rim_sphere a, const rim_triangle *b);
RIM_API rim_distance3 rim_sphere_distance_polygon3(rim_sphere a, rim_polygon3 b);
RIM_API rim_distance3 rim_capsule_distance_triangle(rim_capsule a, const rim_triangle *b);
RIM_API rim_distance3 rim_capsule_distance_polygon3(rim_capsule a, rim_polygon3 b);
/// @}

/// @{
/// Return the contact. A translation of a by depth * normal moves its center or axis away from the face, on the side
/// where it already is. An axis that pierces the face (RIM_CASE_X) leaves it by the shortest translation, over an edge
/// of the face or past an end of the axis. Then on_a and on_b are on the line along the normal through the point where
/// the axis pierces the face. So on_b may be off the face, and the features are the axis (edge 0) and the face.
RIM_API rim_contact3 rim_sphere_contact_triangle(rim_sphere a, const rim_triangle *b);
RIM_API rim_contact3 rim_sphere_contact_polygon3(rim_sphere a, rim_polygon3 b);
RIM_API rim_contact3 rim_capsule_contact_triangle(rim_capsule a, const rim_triangle *b);
RIM_API rim_contact3 rim_capsule_contact_polygon3(rim_capsule a, rim_polygon3 b);
/// @}

/// @{
/// Return the first contact of a, which moves by delta, with a thin face. `side` selects the sides from which the face
/// can be hit.
///
/// t is the fraction of delta at which the mover first touches the face. A closed form or Newton's method on the
/// distance finds it. At any speed, nothing is missed, because the distance is a convex function of time.
///
/// - Start: An overlap at the start is a hit with t == 0; start_overlap is true, and depth is that of the contact. A
///   touch at the start is a hit only if the motion goes inward. So a resting shape may slide along the face or rise.
/// - Grazing: A touch during the motion that does not go inward is not a hit.
/// - Zero: With a zero delta, an overlap at the start is a hit, and a touch is not.
/// - End: If the motion goes inward, a touch at its very end is a hit with t == 1.
/// - Sides: A motion hits the back of a face if delta . n > 0, with n the normal of the face. A motion in the face's
///   plane hits the back if the contact normal points behind the face. RIM_SIDE_FRONT ignores hits of the back, and
///   RIM_SIDE_BACK ignores hits of the front. A face without area is a segment or a point and can be hit with every
///   `side`.
/// - Flat: Shapes without a radius that move in their common plane do not hit.
/// - Radius 0: An axis hits a triangle if, for longer than an instant, some point between its ends, not always the same
///   one, is on the triangle. The edges of the triangle belong to it. A point, or an axis parallel to the plane, hits
///   if it passes through the plane within the triangle. If the point or axis is in the plane at the start, it counts
///   as in front of the plane, so it hits only if it moves to the back. For spheres and capsules against triangles,
///   this is decided exactly for all floats, and the contact point lies on the corner or edge that is hit.
/// - Normal: If the radius is 0, and either an end of the axis is on an edge, or a corner is on the axis, several
///   directions separate the mover and the face. The normal is then the direction most opposed to the motion, which is
///   the direction between the closest points just before the contact.
/// - NaN: Non-finite input gives no hit.
///
/// Rounding: Let s be the radius plus the lengths of the axis, of the motion, of the longest line from the face's first
/// corner to another one, and of the line from this corner to the mover. Before the rounding to float, the error of the
/// mover's place at the contact is about 1e-15 s, along the motion; it is up to 1e-9 s if the axis is parallel to an
/// edge up to an angle of about 2^-20, and larger for triangles whose corners are on one line up to rounding. The error
/// of the contact point is about 2^-32 of the radius, and that of the unit normal is about 2^-32; if two features are
/// equally near, both grow to about the square root of 2^-52 s / radius. Gaps up to 2^-40 s count as touching at the
/// start. Against triangles, a radius of less than 2^-40 s may count as 0.
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
/// Return the point at which a ray passes through a face. `back` is true if the ray comes from behind, in the direction
/// of the face's normal. `other` is the face, edge or corner through which the ray passes.
///
/// The border of a face belongs to the face, and the ends of the ray, origin and origin + delta, belong to the ray. A
/// ray through an edge or a corner that two triangles share hits at least one of them, because the side on which the
/// ray passes an edge is decided exactly, from the ends of the edge and the ray alone (after Woop, Benthin, Wald,
/// "Watertight Ray/Triangle Intersection", 2013). If a face contains an end of the ray, rounding may decide that the
/// ray does not reach it. A ray in the plane of a face misses the face, and every ray misses a face without area.
RIM_API rim_hit3 rim_triangle_raycast(const rim_triangle *triangle, rim_ray3 ray, rim_side side);
RIM_API rim_hit3 rim_polygon3_raycast(rim_polygon3 polygon, rim_ray3 ray, rim_side side);
/// @}

/// Returns the feature of a simple polygon on which a point of its plane lies: face 0, edge i or vertex i. The polygon
/// may be concave. Returns RIM_FEATURE_NONE for a point outside. A point off the plane is first projected along one of
/// the coordinate axes, namely the one along which the polygon's projection has the largest area. The result is exact.
RIM_API rim_feature rim_polygon3_locate(rim_polygon3 polygon, rim_vec3 point);

/// The position of a segment relative to a plane.
typedef enum rim_crossing
{
    RIM_CROSSING_NONE = 0, ///< both ends are on one side at different distances, or the plane's
                           ///< normal is zero
    RIM_CROSSING_ACROSS,   ///< the ends are on different sides
    RIM_CROSSING_TOUCH_A,  ///< only a is on the plane
    RIM_CROSSING_TOUCH_B,  ///< only b is on the plane
    RIM_CROSSING_PARALLEL, ///< both ends have the same signed distance, not 0, from the plane
    RIM_CROSSING_INSIDE    ///< both ends are on the plane
} rim_crossing;

/// The result of rim_segment3_cross_plane.
typedef struct rim_plane_crossing
{
    rim_crossing kind;
    /// the line a + t (b - a) crosses the plane at this t, which may be any number; 0 if the line does not cross the
    /// plane
    double       t;
    rim_vec3     point; ///< the point at t; a if the line does not cross the plane; 0 for
                        ///< non-finite input
    float        distance_a, distance_b; ///< signed distances of the ends, negative behind the
                                         ///< plane
} rim_plane_crossing;

/// Returns the point at which a segment crosses a plane. For a line or an endless ray, use t. The plane consists of the
/// points with dot(normal, p) == offset; the normal may have any length. distance_a and distance_b are in units of
/// length.
RIM_API rim_plane_crossing rim_segment3_cross_plane(rim_segment3 segment, rim_plane plane);

#ifdef __cplusplus
}
#endif

#endif
