// The first triangle that a shape in motion hits.
//
// rim_mesh_sweep, at the end, chooses by the kind of shape. A sphere or a capsule goes on as a capsule:
//
//  1. mesh_sweep_capsule puts a box around it and its motion, and calls mesh_walk (query.c).
//  2. traverse_motion (traverse_shapes.h, compiled by kernels_*.c) goes down the tree, the nearest boxes first, and leaves
//     out triangles that the capsule surely passes by.
//  3. Every other triangle goes to capsule_meets, which calls sweep_capsule_triangle (solid/shape/sweep.c): the first contact
//     with one triangle, in closed form.
//  4. mesh_take keeps the earliest hit and ends the motion there, so that farther boxes are left out.
//  5. mesh_settle (internal_edge.c) gives a hit at an edge the face that blocks the motion most.
#include "base/float.h"
#include "base/vec3d.h"
#include "solid/mesh/query.h"
#include "solid/query/gjk.h"
#include "solid/query/shape.h"

// --- the first hit ----------------------------------------------------------------------------------------

// By the times before rounding: triangles that share an edge are often hit at one time in floats, and only the first of
// them has the mesh's normal.
static bool mesh_hit_is_before(const rim_hit3 *a, const sweep_order *of_a, const mesh_first *b)
{
    if (!b->hit.hit || of_a->t != b->order.t) return !b->hit.hit || of_a->t < b->order.t;
    return of_a->depth != b->order.depth ? of_a->depth > b->order.depth : a->item < b->hit.item;
}

void mesh_take(mesh_first *first, mesh_motion *motion, const rim_hit3 *hit,
               const sweep_order *order, const rim_triangle *t, int number)
{
    if (!hit->hit) return;
    rim_hit3 numbered = *hit;
    numbered.item = number;
    if (!mesh_hit_is_before(&numbered, order, first)) return;
    first->hit = numbered;
    first->order = *order;
    first->triangle = *t;
    motion->t_most = mesh_not_after(hit->t, motion->t_most);
}

// --- spheres and capsules ---------------------------------------------------------------------------------

typedef struct capsule_sweep
{
    mesh_visitor visitor;
    rim_side     side;
    rim_vec3     delta;
    rim_capsule  mover;
    mesh_first   first;
} capsule_sweep;

static bool capsule_meets(mesh_visitor *visitor, mesh_motion *motion, const rim_triangle *t,
                          int number)
{
    capsule_sweep *s = (capsule_sweep *)(void *)visitor;
    sweep_order    order;
    rim_hit3       hit = sweep_capsule_triangle(&s->mover, s->delta, t, s->side, &order);
    mesh_take(&s->first, motion, &hit, &order, t, number);
    return true;
}

rim_hit3 mesh_sweep_capsule(const rim_mesh *mesh, rim_capsule mover, rim_vec3 delta, rim_side side)
{
    capsule_sweep s = { { capsule_meets }, side, delta, mover, mesh_first_none() };
    rim_box3      box = mesh_box_of_capsule(mesh, mover);
    if (rim_box3_is_empty(box) || !vec3_is_finite(delta)) return s.first.hit;
    mesh_motion motion = mesh_motion_of_box(box, delta);
    motion.round = true;
    motion.mover = mover;
    mesh_walk(mesh, &motion, &s.visitor);
    mesh_settle(mesh, &s.first, delta, side);
    return s.first.hit;
}

// --- convex shapes ----------------------------------------------------------------------------------------

typedef struct convex_sweep
{
    mesh_visitor      visitor;
    mesh_posed_convex mover;
    rim_vec3          delta;
    rim_side          side;
    mesh_first        first;
} convex_sweep;

// As rim_convex_sweep, with sides as shape3.h says.
static rim_hit3 convex_sweep_one(const convex_sweep *m, const rim_triangle *t, sweep_order *order)
{
    rim_hit3 none = { .t = 1.0f };
    rim_hit3 hit = sweep_convex_sweep_convex(m->mover.shape, m->mover.pose, m->delta,
                                             gjk_triangle(t), rim_xform3_identity(), order);
    if (!hit.hit) return none;
    vec3d a = v3d_from(t->a);
    vec3d face = v3d_normalize(v3d_cross(v3d_sub(v3d_from(t->b), a), v3d_sub(v3d_from(t->c), a)));
    if (v3d_length2(face) == 0.0) return hit;
    double along = v3d_dot(face, v3d_from(m->delta));
    if (along == 0.0) along = -v3d_dot(face, v3d_from(hit.normal));
    hit.back = along > 0.0;
    if (m->side != RIM_SIDE_BOTH && hit.back != (m->side == RIM_SIDE_BACK)) return none;
    hit.face_normal = v3d_round(v3d_scale(face, hit.back ? -1.0 : 1.0));
    return hit;
}

static bool convex_meets(mesh_visitor *visitor, mesh_motion *motion, const rim_triangle *t,
                         int number)
{
    convex_sweep *m = (convex_sweep *)(void *)visitor;
    sweep_order   order;
    rim_hit3      hit = convex_sweep_one(m, t, &order);
    mesh_take(&m->first, motion, &hit, &order, t, number);
    return true;
}

rim_hit3 mesh_sweep_convex(const rim_mesh *mesh, rim_convex shape, rim_xform3 pose, rim_vec3 delta,
                           rim_side side)
{
    convex_sweep m = { { convex_meets }, { shape, pose }, delta, side, mesh_first_none() };
    rim_box3     box = mesh_box_of_convex(shape, pose);
    if (rim_box3_is_empty(box) || !vec3_is_finite(delta)) return m.first.hit;
    mesh_motion motion = mesh_motion_of_box(box, delta);
    mesh_walk(mesh, &motion, &m.visitor);
    mesh_settle(mesh, &m.first, delta, side);
    return m.first.hit;
}

// --- all shapes -------------------------------------------------------------------------------------------

rim_hit3 rim_mesh_sweep(const rim_mesh *mesh, const rim_shape3 *shape, rim_xform3 pose,
                        rim_vec3 delta, rim_side side)
{
    shape3_view v;
    if (mesh_is_round(shape))
        return mesh_sweep_capsule(mesh, shape3_capsule_of(shape, &pose), delta, side);
    if (!shape3_view_of(&v, shape, &pose)) return (rim_hit3){ .t = 1.0f };
    return mesh_sweep_convex(mesh, v.convex, v.pose, delta, side);
}
