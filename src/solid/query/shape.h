// The shapes of rim_shape3 as the queries take them: convex points in a pose, capsules, and planes.
#ifndef RIM_SOLID_QUERY_SHAPE_H
#define RIM_SOLID_QUERY_SHAPE_H

#include "solid/hull/box.h"

// --- convex points ------------------------------------------------------------------------------------

typedef struct shape3_view
{
    rim_convex convex;
    rim_xform3 pose;
    hull_box   box; // room for the hull of a box
} shape3_view;

// Makes the view of a shape, which borrows its points. Returns false for planes and for what is nowhere. The view must
// stay where it is.
bool shape3_view_of(shape3_view *v, const rim_shape3 *s, const rim_xform3 *pose);

// A view that borrows what can be borrowed: copying poses and points that were just written costs as much as a small query.
typedef struct shape3_points
{
    const rim_convex *convex;
    const rim_xform3 *pose;
} shape3_points;

// As shape3_view_of, with the caller's pose and the hull's points, and in `room` what has to be made.
bool shape3_points_of(shape3_points *out, shape3_view *room, const rim_shape3 *s,
                      const rim_xform3 *pose);

// Returns true if all points and the radius are finite. The points of a hull are.
bool shape3_is_finite(const rim_convex *c);

// --- capsules -----------------------------------------------------------------------------------------

// Returns a sphere or capsule in its pose as a capsule of the world, rounded to float.
rim_capsule shape3_capsule_of(const rim_shape3 *s, const rim_xform3 *pose);

// --- planes: b is one, and a another shape ------------------------------------------------------------

rim_distance3 shape3_plane_distance(const rim_shape3 *a, const rim_xform3 *pa, const rim_shape3 *b,
                                    const rim_xform3 *pb);
rim_contact3  shape3_plane_contact(const rim_shape3 *a, const rim_xform3 *pa, const rim_shape3 *b,
                                   const rim_xform3 *pb);
rim_manifold3 shape3_plane_manifold(const rim_shape3 *a, const rim_xform3 *pa, const rim_shape3 *b,
                                    const rim_xform3 *pb);
rim_hit3      shape3_plane_sweep(const rim_shape3 *a, const rim_xform3 *pa, rim_vec3 delta,
                                 const rim_shape3 *b, const rim_xform3 *pb);

// Returns a plane in its pose as one of the world; its normal is zero if the shape's is.
rim_plane shape3_plane_in_world(const rim_shape3 *s, const rim_xform3 *pose);

#endif
