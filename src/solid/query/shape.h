// Poses, and the shapes of rim_shape3 as the queries take them: convex points in a pose, capsules, and planes.
#ifndef RIM_SOLID_QUERY_SHAPE_H
#define RIM_SOLID_QUERY_SHAPE_H

#include "base/vec3d.h"
#include "rimcast/shape3.h"
#include "solid/hull/data.h"
#include "solid/shape/round.h"

// --- poses --------------------------------------------------------------------------------------------

// Returns true if a pose leaves points as they are: the identity, and a zeroed pose.
static inline bool pose3_is_identity(const rim_xform3 *pose)
{
    rim_vec3 p = pose->position;
    rim_quat q = pose->rotation;
    float    moved = fabsf(p.x) + fabsf(p.y) + fabsf(p.z);
    float    turned = fabsf(q.x) + fabsf(q.y) + fabsf(q.z);
    return moved + turned == 0.0f && fabsf(q.w) < INFINITY;
}

// The axes and the origin of a pose.
typedef struct pose3_frame
{
    mat3d turn;
    vec3d at;
} pose3_frame;

static inline pose3_frame pose3_frame_of(const rim_xform3 *pose)
{
    pose3_frame frame = { m3d_from_quat(pose->rotation), v3d_from(pose->position) };
    return frame;
}

static inline vec3d pose3_apply(const pose3_frame *frame, rim_vec3 p)
{
    return v3d_add(m3d_apply(frame->turn, v3d_from(p)), frame->at);
}

static inline vec3d pose3_unapply(const pose3_frame *frame, vec3d p)
{
    return m3d_unapply(frame->turn, v3d_sub(p, frame->at));
}

// Returns a point of the frame in the world, rounded to float.
static inline rim_vec3 pose3_out(const pose3_frame *frame, rim_vec3 p)
{
    return v3d_round(pose3_apply(frame, p));
}

// Returns a direction of the frame in the world, rounded to float.
static inline rim_vec3 pose3_turn_out(const pose3_frame *frame, rim_vec3 v)
{
    return v3d_round(m3d_apply(frame->turn, v3d_from(v)));
}

// Returns a point of one frame in another, rounded to float.
static inline rim_vec3 pose3_between(const pose3_frame *from, const pose3_frame *to, rim_vec3 p)
{
    return v3d_round(pose3_unapply(to, pose3_apply(from, p)));
}

// Returns a sphere or capsule as a capsule of the world, rounded to float: the shape's own, or one made in *room.
static inline const rim_capsule *pose3_capsule(rim_capsule *room, const rim_shape3 *s,
                                               const rim_xform3 *pose)
{
    bool sphere = s->kind == RIM_SHAPE3_SPHERE, stays = pose3_is_identity(pose);
    if (stays && !sphere) return &s->capsule;
    rim_vec3 a = sphere ? s->sphere.center : s->capsule.a, b = sphere ? a : s->capsule.b;
    if (!stays)
    {
        pose3_frame frame = pose3_frame_of(pose);
        a = pose3_out(&frame, a);
        b = sphere ? a : pose3_out(&frame, b);
    }
    room->a = a;
    room->b = b;
    room->radius = sphere ? s->sphere.radius : s->capsule.radius;
    return room;
}

// --- boxes --------------------------------------------------------------------------------------------

// The hull of a box in the caller's memory: making it takes less than ten nanoseconds and no allocator.
typedef struct hull_box
{
    rim_hull hull;
    _Alignas(16) rim_vec3 corners[8];
    float x[8], y[8], z[8];
} hull_box;

// Makes the hull of the box with the half extents `half` about the origin, numbered as rim_feature says. It has what
// queries of distance, contact and motion read (see rim_hull); all else of it is not set. The extents must be >= 0
// and finite. The hull points into *out, which must stay where it is.
void hull_box_make(hull_box *out, rim_vec3 half);

// --- convex points ------------------------------------------------------------------------------------

// A shape as convex points in a pose. It borrows the points of the shape, or of its own box.
typedef struct shape3_view
{
    rim_convex convex;
    rim_xform3 pose;
    hull_box   box; // room for the hull of a box
} shape3_view;

// Makes the view of a shape: spheres and capsules are one and two points with a radius, and boxes are hulls. A box without
// volume is a set of points without a hull. Returns false for planes and for what is nowhere, as a box whose extents are
// negative or not finite. The view must stay where it is.
bool shape3_view_of(shape3_view *v, const rim_shape3 *s, const rim_xform3 *pose);

// Returns the bounds of a view, as rim_shape3_bounds does.
rim_box3 shape3_view_bounds(const shape3_view *v);

// Returns true if all points and the radius are finite. The points of a hull are.
bool convex_is_finite(const rim_convex *c);

// --- inertia: inertia.c -------------------------------------------------------------------------------

typedef struct shape3_inertia
{
    rim_xform3 frame;   // from the center of mass and the principal axes to the shape's frame
    vec3d      inertia; // the moments about the axes of `frame`, for mass 1
} shape3_inertia;

// Computes the inertia of a sphere, capsule or hull that is filled evenly. Returns false, with *out unchanged, for other
// shapes. For a hull without volume it returns true, and out->inertia is not finite.
bool shape3_inertia_of(shape3_inertia *out, const rim_shape3 *shape);

// --- planes: b is one, and a another shape ------------------------------------------------------------

rim_distance3 shape3_plane_distance(const rim_shape3 *a, const rim_xform3 *pa, const rim_shape3 *b,
                                    const rim_xform3 *pb);
rim_contact3  shape3_plane_contact(const rim_shape3 *a, const rim_xform3 *pa, const rim_shape3 *b,
                                   const rim_xform3 *pb);
rim_manifold3 shape3_plane_manifold(const rim_shape3 *a, const rim_xform3 *pa, const rim_shape3 *b,
                                    const rim_xform3 *pb);
rim_hit3      shape3_plane_sweep(const rim_shape3 *a, const rim_xform3 *pa, rim_vec3 delta,
                                 const rim_shape3 *b, const rim_xform3 *pb);

// Computes a plane in its pose as the plane  n . p = w  of the world, with a unit normal. Returns false for a plane
// without a normal.
bool shape3_plane_at(vec3d *n, double *w, const rim_shape3 *s, const rim_xform3 *pose);

// Returns a plane in its pose as one of the world, rounded to float; its normal is zero if the shape's is.
rim_plane shape3_plane_in_world(const rim_shape3 *s, const rim_xform3 *pose);

// --- the first contact of moving convex shapes: time_of_impact.c --------------------------------------

// Sweeps a, posed by pa, by delta without rotation; b rests in pb. Fills *order.
//
// The distance of two convex shapes along a translation is a convex function of time, so Newton's method from the start
// never passes the first contact and ends on it: the last step is the linear equation of the plane between the two
// features that meet, exact where one of them is a face or both are edges, and quadratically convergent on round ones.
// The search ends when the gap is at most SWEEP_TOUCH of the size.
//
// For polytopes the result is that of the separating axis test for moving bodies (Eberly, "Intersection of convex
// objects: the method of separating axes", 2001) over all face normals and all pairs of edges: the latest time at which
// the projections on an axis begin to overlap, with that axis as the normal. The search finds it without trying all
// axes.
rim_hit3 sweep_convex_translating(const rim_convex *a, const rim_xform3 *pa, rim_vec3 delta,
                                  const rim_convex *b, const rim_xform3 *pb, sweep_order *order);

// Sets `back` and the face normal of a hit with a posed polygon, and returns true; returns false, and changes nothing, if
// the polygon has no area. The side that is hit is that which delta leads to, or, if delta is parallel to the polygon, that
// to which the hit's normal points. Requires a polygon with corners.
bool sweep_set_side(rim_hit3 *hit, rim_polygon3 polygon, const rim_xform3 *pose, rim_vec3 delta);

// Sweeps a, which moves and turns. Conservative advancement (Mirtich, "Impulse-based dynamic simulation of rigid body
// systems", 1996) with a bound of second order. With a gap g between a plane with normal n and a corner at distance rho
// from the axis, after time s the corner is still at
//
//      g + s n . v  -  s^2 angle^2 rho m / 2      (v its velocity now, m = |axis x n|)
//
// or more in front of the plane, because no motion on that circle curves faster towards it. The smallest root over all
// corners is a safe step, and a Newton step when a corner is near contact. Crossing edges that turn about the point
// where they will meet take more steps, the slower they approach: one hit in a thousand of random bodies takes more
// than 200. After 4096 steps (a graze, or many turns close by) the search ends with a safe time, reported as a hit.
rim_hit3 sweep_convex_turning(rim_convex a, rim_xform3 pa, rim_motion3 motion, rim_convex b,
                              rim_xform3 pb);

// As sweep_convex_turning, against a posed plane, which is solid behind.
rim_hit3 sweep_convex_turning_plane(rim_convex a, rim_xform3 pa, rim_motion3 motion,
                                    const rim_shape3 *plane, const rim_xform3 *pose);

#endif
