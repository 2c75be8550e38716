// The first triangle that a shape in motion hits.
//
// rim_mesh_sweep, at the end, chooses by the kind of shape. A capsule (or a sphere, a capsule with two equal ends)
// takes these steps:
//
//  1. pose3_capsule (solid/query/shape.h) moves the capsule to its pose and rounds it to float.
//  2. mesh_sweep_capsule puts a box around the capsule (mesh_box_of_capsule). sweep_first returns no hit if a
//     number is not finite, else it calls mesh_traverse with a visitor, sweep_visit.
//  3. mesh_traverse calls the kernel for the processor, mesh_visit_motion (traverse_shapes.h). If coordinates are so
//     large that floats may overflow, it calls the visitor for every triangle instead.
//  4. mesh_visit_motion descends the tree, those boxes first that the moving box enters first (traverse_to_leaf of
//     traverse.h). In a leaf, sweep_leaf skips triangles whose boxes the motion misses, and delays the entry times of
//     the others by the time that the capsule needs to reach them (delay_by_gap). Within each eight triangles, it calls
//     the visitor in the order of these earliest possible contacts.
//  5. sweep_visit computes the first contact with one triangle: sweep_capsule_triangle of solid/shape/round_sweep.c.
//     That function also decides motions that start in overlap or touch, and capsules without a radius.
//  6. mesh_keep_first stores the earliest hit and ends the motion there, at the time rounded up, so that the traversal
//     skips what lies behind it and visits triangles that are hit at an equal time.
//  7. mesh_set_face_normal (internal_edge.c) sets the face normal of a hit at an edge or a corner, from the triangles
//     around it.
#include "base/float.h"
#include "base/vec3d.h"
#include "solid/mesh/query.h"
#include "solid/query/gjk.h"
#include "solid/query/shape.h"
#include "solid/shape/closest.h"

// --- motions ----------------------------------------------------------------------------------------------

// Returns the motion of a box by delta, without a round mover. The half extents grow by MESH_MOTION_BOX_MARGIN of the
// coordinates: more than the rounding error of the center, and more than the gap up to which sweep_capsule_triangle
// lets shapes touch at the start.
mesh_motion mesh_motion_of_box(rim_box3 box, rim_vec3 delta)
{
    rim_vec3 center = rim_box3_center(box);
    double   more = MESH_MOTION_BOX_MARGIN * ((double)mesh_size3(box.lo) + mesh_size3(box.hi));
    return (mesh_motion){
        .center = { center.x, center.y, center.z },
        .half = { float_above(0.5 * ((double)box.hi.x - box.lo.x) + more),
                  float_above(0.5 * ((double)box.hi.y - box.lo.y) + more),
                  float_above(0.5 * ((double)box.hi.z - box.lo.z) + more) },
        .delta = { delta.x, delta.y, delta.z },
        .t_most = MESH_MOTION_END,
    };
}

// Calls the visitor through the kernels, or for every triangle, in order, if coordinates may overflow. If the box of
// the mover is not finite, `reach` is NaN or infinite, which is not in range either. Ends when the visitor returns
// false.
void mesh_traverse(const rim_mesh *mesh, mesh_motion *motion, mesh_visitor *visitor)
{
    float reach = 0.0f;
    for (int k = 0; k < 3; k++)
        reach += fabsf(motion->center[k]) + motion->half[k] + fabsf(motion->delta[k]);
    if (mesh_in_float_range(mesh, reach))
    {
        mesh->kernels->motion(mesh, motion, visitor);
        return;
    }
    for (int i = 0; i < mesh->count; i++)
    {
        rim_triangle t = rim_mesh_triangle(mesh, i);
        if (!visitor->visit(visitor, motion, &t, i)) return;
    }
}

void mesh_visit_box(const rim_mesh *mesh, rim_box3 box, mesh_visitor *visitor)
{
    mesh_motion at_rest = mesh_motion_of_box(box, rim_vec3_make(0.0f, 0.0f, 0.0f));
    mesh_traverse(mesh, &at_rest, visitor);
}

// --- the first hit ----------------------------------------------------------------------------------------

// Returns true if hit a comes before the hit in *b: at an earlier time, at the same time and deeper, or equally deep
// with a lower number; or if *b has no hit. of_a is the order of a. It has the times before rounding: triangles that
// share an edge are often hit at the same float time, and only the first of them has the normal of the mesh.
static bool mesh_hit_is_before(const rim_hit3 *a, const sweep_order *of_a, const mesh_first *b)
{
    if (!b->hit.hit || of_a->t != b->order.t) return !b->hit.hit || of_a->t < b->order.t;
    return of_a->depth != b->order.depth ? of_a->depth > b->order.depth : a->item < b->hit.item;
}

// Does nothing for a miss. The hit gets the triangle's number before it is compared.
void mesh_keep_first(mesh_first *first, mesh_motion *motion, const rim_hit3 *hit,
                     const sweep_order *order, const rim_triangle *t, int number)
{
    if (!hit->hit) return;
    rim_hit3 numbered = *hit;
    numbered.item = number;
    if (!mesh_hit_is_before(&numbered, order, first)) return;
    first->hit = numbered;
    first->order = *order;
    first->triangle = *t;
    motion->t_most = mesh_earlier_end(hit->t, motion->t_most);
}

// --- shapes -----------------------------------------------------------------------------------------------

// A shape in motion and its first hit so far. If the shape is round, `convex` is not set, and mesh_motion.mover is the
// shape.
typedef struct shape_sweep
{
    mesh_visitor      visitor;
    mesh_posed_convex convex;
    rim_vec3          delta;
    rim_side          side;
    mesh_first        first;
} shape_sweep;

// Returns the hit of the convex shape with one triangle, by sweep_convex_sweep_convex, with its face normal and `back`
// set, and stores its order. Returns no hit if s->side excludes the side that is hit. A triangle without area has no
// sides that could be excluded.
static rim_hit3 convex_sweep_one(const shape_sweep *s, const rim_triangle *t, sweep_order *order)
{
    rim_hit3   none = { .t = 1.0f };
    rim_convex triangle = gjk_triangle(t);
    rim_xform3 here = rim_xform3_identity();
    rim_hit3 hit = sweep_convex_sweep_convex(&s->convex.shape, &s->convex.pose, s->delta, &triangle,
                                             &here, order);
    if (!hit.hit || !sweep_set_side(&hit, polygon_of_triangle(t), &here, s->delta)) return hit;
    return s->side != RIM_SIDE_BOTH && hit.back != (s->side == RIM_SIDE_BACK) ? none : hit;
}

// Computes the hit of the moving shape with one triangle, and keeps it if it is the first. Returns true, so that the
// traversal goes on.
static bool sweep_visit(mesh_visitor *visitor, mesh_motion *motion, const rim_triangle *t,
                        int number)
{
    shape_sweep *s = (shape_sweep *)(void *)visitor;
    sweep_order  order;
    rim_hit3     hit = motion->round
                           ? sweep_capsule_triangle(&motion->mover, s->delta, t, s->side, &order)
                           : convex_sweep_one(s, t, &order);
    mesh_keep_first(&s->first, motion, &hit, &order, t, number);
    return true;
}

// Returns the first hit of the shape s->convex or, if it is not NULL, the capsule *round, moving by s->delta. Requires
// the box to contain the shape at the start; an empty box gives no hit, and so does a delta that is not finite. Sets
// the visitor and first.
static rim_hit3 sweep_first(shape_sweep *s, const rim_mesh *mesh, rim_box3 box,
                            const rim_capsule *round)
{
    s->visitor.visit = sweep_visit;
    s->first.hit.t = 1.0f;
    if (rim_box3_is_empty(box) || !vec3_is_finite(s->delta)) return s->first.hit;
    mesh_motion motion = mesh_motion_of_box(box, s->delta);
    motion.round = round != NULL;
    if (round) motion.mover = *round;
    mesh_traverse(mesh, &motion, &s->visitor);
    mesh_set_face_normal(mesh, &s->first, s->delta, s->side);
    return s->first.hit;
}

// Returns the first hit of a moving capsule; the steps are listed at the top of this file.
rim_hit3 mesh_sweep_capsule(const rim_mesh *mesh, const rim_capsule *mover, rim_vec3 delta,
                            rim_side side)
{
    shape_sweep s = { .delta = delta, .side = side };
    return sweep_first(&s, mesh, mesh_box_of_capsule(mesh, mover), mover);
}

// Returns the first hit of a moving convex shape, as mesh_sweep_capsule does.
rim_hit3 mesh_sweep_convex(const rim_mesh *mesh, rim_convex shape, rim_xform3 pose, rim_vec3 delta,
                           rim_side side)
{
    shape_sweep s = { .convex = { shape, pose }, .delta = delta, .side = side };
    return sweep_first(&s, mesh, mesh_box_of_convex(shape, pose), NULL);
}

// --- all shapes -------------------------------------------------------------------------------------------

// Chooses the sweep by the kind of shape. A shape without a convex view hits nothing.
rim_hit3 rim_mesh_sweep(const rim_mesh *mesh, const rim_shape3 *shape, rim_xform3 pose,
                        rim_vec3 delta, rim_side side)
{
    shape3_view v;
    rim_capsule room;
    if (mesh_is_round(shape))
        return mesh_sweep_capsule(mesh, pose3_capsule(&room, shape, &pose), delta, side);
    if (!shape3_view_of(&v, shape, &pose)) return (rim_hit3){ .t = 1.0f };
    return mesh_sweep_convex(mesh, v.convex, v.pose, delta, side);
}
