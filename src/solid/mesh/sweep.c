// The first triangle that a shape in motion hits. rim_mesh_sweep is at the end of this file. A capsule (or a sphere, a
// capsule with two equal ends) takes these steps:
//
//  1. mesh_shape_init (query.c) moves the capsule to its pose, rounds it to float, and puts a box around it. There is no
//     hit if a number is not finite or the radius is negative.
//  2. mesh_traverse calls the kernel for the processor, mesh_visit_motion (traverse_shapes.h). If coordinates are so
//     large that floats may overflow (MESH_COORDINATE_LIMIT), it calls the visitor, sweep_visit, for every triangle
//     instead.
//  3. mesh_visit_motion descends the tree, first to the child that the moving box enters first (traverse_to_leaf of
//     traverse.h). In a leaf, visit_leaf skips triangles whose boxes the motion misses, and delays the entry times of
//     the others by the time that the capsule needs to reach them (delay_by_gap). It calls the visitor for those that
//     may be hit before the first hit so far or at the same time.
//  4. sweep_visit computes the first contact with one triangle: sweep_capsule_triangle of solid/shape/round_sweep.c, which
//     calls the kernel sweep_triangle (triangle_lanes.h).
//     sweep_capsule_triangle also decides motions that start in overlap or touch, and capsules without a radius. If the contact
//     comes before the first hit so far (sweep_is_before), sweep_visit stores it and ends the motion there, at the time
//     rounded up, so that the traversal skips what lies behind it and visits triangles that are hit at an equal time.
//  5. set_face_normal sets the face normal of a hit at an edge or a corner, from the triangles around it.
#include "base/float.h"
#include "solid/mesh/query.h"
#include "solid/query/gjk.h"
#include "solid/shape/closest.h"

// A shape in motion, and its first hit so far; hit.t is 1 as long as there is none.
typedef struct shape_sweep
{
    mesh_motion       motion;
    const mesh_shape *shape;
    rim_vec3          delta;
    rim_side          side;
    rim_hit3          hit;
    sweep_order       order;
    rim_triangle      triangle; // the one that was hit
} shape_sweep;

// --- the first hit ----------------------------------------------------------------------------------------

// Returns the hit of the convex shape with one triangle, by sweep_convex_translating, with its face normal and `back`
// set, and stores its order. Returns no hit if s->side excludes the side that is hit. A triangle without area has no
// sides that could be excluded.
static rim_hit3 convex_sweep_one(const shape_sweep *s, const rim_triangle *t, sweep_order *order)
{
    const shape3_view *view = &s->shape->view;
    rim_hit3           none = { .t = 1.0f };
    rim_convex         triangle = gjk_triangle(t);
    rim_xform3         here = rim_xform3_identity();
    rim_hit3           hit =
        sweep_convex_translating(&view->convex, &view->pose, s->delta, &triangle, &here, order);
    if (!hit.hit || !sweep_set_side(&hit, polygon_of_triangle(t), &here, s->delta)) return hit;
    return s->side != RIM_SIDE_BOTH && hit.back != (s->side == RIM_SIDE_BACK) ? none : hit;
}

// Returns true if a hit comes before the first one so far, or there is none yet. An earlier time comes first; of equal
// times the deeper hit, of equal depths the lower number. `order` has the times before rounding: triangles that share
// an edge are often hit at the same float time, and the one that is hit first in doubles has the right normal.
static bool sweep_is_before(const shape_sweep *s, const sweep_order *order, int number)
{
    if (!s->hit.hit || order->t != s->order.t) return !s->hit.hit || order->t < s->order.t;
    return order->depth != s->order.depth ? order->depth > s->order.depth : number < s->hit.item;
}

// Computes the hit of the moving shape with one triangle. If it is the first, stores it and ends the motion there.
static void sweep_visit(mesh_motion *motion, const rim_triangle *t, int number)
{
    shape_sweep *s = (shape_sweep *)(void *)motion;
    sweep_order  order;
    rim_hit3     hit = motion->round
                           ? sweep_capsule_triangle(motion->round, s->delta, t, s->side, &order)
                           : convex_sweep_one(s, t, &order);
    if (!hit.hit || !sweep_is_before(s, &order, number)) return;
    s->hit = hit;
    s->hit.item = number;
    s->order = order;
    s->triangle = *t;
    motion->t_most = mesh_earlier_end(hit.t, motion->t_most);
}

// --- the face normal at edges and corners ---------------------------------------------------------------

typedef struct face_search
{
    const shape_sweep *sweep;
    double             tolerance;
    double             along_motion; // dot(face, delta) of the best triangle, the least so far
    int                number;       // of the best triangle, -1 if there is none
    vec3d              face;         // its normal, on the mover's side
} face_search;

// Stores triangle t as the best if it contains the hit's point, has area and a side that the sweep includes, and its
// face is more opposed to the motion than the best one; of equal ones the lower number is better. `face` is the normal
// of t, turned to the side of the hit's normal: more opposed means a smaller dot(face, delta). Returns false always, so
// that nothing is listed.
static bool face_search_add(void *context, const rim_triangle *t, int number)
{
    face_search    *s = context;
    const rim_hit3 *hit = &s->sweep->hit;
    vec3d           face = mesh_face_normal(t);
    if (!mesh_has_point(t, hit->point, s->tolerance, hit->normal, s->sweep->side) ||
        v3d_length2(face) == 0.0)
        return false;
    if (v3d_dot(face, v3d_from(hit->normal)) < 0.0) face = v3d_scale(face, -1.0);
    double along_motion = v3d_dot(face, v3d_from(s->sweep->delta));
    bool   is_tie = along_motion == s->along_motion;
    bool   is_better = along_motion < s->along_motion || (is_tie && number < s->number);
    if (s->number >= 0 && !is_better) return false;
    s->along_motion = along_motion;
    s->number = number;
    s->face = face;
    return false;
}

// Sets the face normal of a hit at an edge or a corner to that of the face, among the triangles around the point, that
// is most opposed to the motion. A hit at a face has its face normal already, and keeps it. If no such face is found,
// the face normal stays that of the triangle that was hit.
static void set_face_normal(const rim_mesh *mesh, shape_sweep *sweep)
{
    rim_hit3   *hit = &sweep->hit;
    face_search s = { .sweep = sweep, .number = -1 };
    if (!hit->hit || (hit->other.kind != RIM_FEATURE_EDGE && hit->other.kind != RIM_FEATURE_VERTEX))
        return;
    s.tolerance = mesh_point_tolerance(&sweep->triangle);
    mesh_visit_point(mesh, hit->point, s.tolerance, face_search_add, &s);
    if (s.number >= 0) hit->face_normal = v3d_round(s.face);
}

// --- all of it ------------------------------------------------------------------------------------------

// The half extents of the moving box grow by MESH_MOTION_BOX_MARGIN of the coordinates: more than the rounding error of
// the center. (The gap up to which sweep_capsule_triangle lets shapes touch at the start is less than what the box of a
// capsule and the kernel's test add: MESH_CAPSULE_BOX_MARGIN and MESH_MOTION_WIDENING.)
rim_hit3 rim_mesh_sweep(const rim_mesh *mesh, const rim_shape3 *shape, rim_xform3 pose,
                        rim_vec3 delta, rim_side side)
{
    mesh_shape  s;
    shape_sweep sweep = { .shape = &s, .delta = delta, .side = side, .hit.t = 1.0f };
    if (!mesh_shape_init(&s, mesh, shape, &pose) || !vec3_is_finite(delta)) return sweep.hit;
    rim_vec3 lo = s.box.lo, hi = s.box.hi, center = rim_box3_center(s.box);
    double   more = MESH_MOTION_BOX_MARGIN * ((double)mesh_size3(lo) + mesh_size3(hi));
    sweep.motion = (mesh_motion){ .visit = sweep_visit,
                                  .center = { center.x, center.y, center.z },
                                  .half = { float_above(0.5 * ((double)hi.x - lo.x) + more),
                                            float_above(0.5 * ((double)hi.y - lo.y) + more),
                                            float_above(0.5 * ((double)hi.z - lo.z) + more) },
                                  .delta = { delta.x, delta.y, delta.z },
                                  .t_most = MESH_MOTION_END,
                                  .round = s.round };
    mesh_traverse(mesh, &sweep.motion);
    set_face_normal(mesh, &sweep);
    return sweep.hit;
}
