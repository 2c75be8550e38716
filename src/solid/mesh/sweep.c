// The first triangle that a sphere or a capsule in motion hits.
#include "rimcast/mesh.h"

#include "base/float.h"
#include "solid/mesh/query.h"

// A sphere or a capsule in motion, and the first triangle that it hits.
typedef struct mesh_round_sweep
{
    mesh_visitor visitor;
    rim_side     side;
    rim_vec3     delta;
    rim_capsule  mover;
    bool         is_sphere; // only a counts
    mesh_first   first;
} mesh_round_sweep;

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

static bool round_meets(mesh_visitor *visitor, mesh_motion *motion, const rim_triangle *t,
                        int number)
{
    mesh_round_sweep *sweep = (mesh_round_sweep *)(void *)visitor;
    rim_sphere        sphere = { sweep->mover.a, sweep->mover.radius };
    sweep_order       order;
    rim_hit3          hit =
        sweep->is_sphere
                     ? sweep_sphere_triangle(&sphere, sweep->delta, t, sweep->side, &order)
                     : sweep_capsule_triangle(&sweep->mover, sweep->delta, t, sweep->side, &order);
    mesh_take(&sweep->first, motion, &hit, &order, t, number);
    return true;
}

static rim_hit3 mesh_sweep_first_of(const rim_mesh *mesh, bool is_sphere, rim_capsule mover,
                                    rim_vec3 delta, rim_side side)
{
    mesh_round_sweep sweep = { .visitor.meets = round_meets,
                               .side = side,
                               .delta = delta,
                               .mover = mover,
                               .is_sphere = is_sphere };
    sweep.first = mesh_first_none();
    if (!vec3_is_finite(mover.a) || !vec3_is_finite(mover.b) || !vec3_is_finite(delta) ||
        !float_is_finite(mover.radius))
        return sweep.first.hit;
    mesh_motion motion = mesh_motion_of_box(mesh_box_around(mover.a, mover.b, mover.radius), delta);
    motion.round = true;
    motion.mover = mover;
    mesh_walk(mesh, &motion, &sweep.visitor);
    mesh_settle(mesh, &sweep.first, delta, side);
    return sweep.first.hit;
}

rim_hit3 mesh_sweep_sphere(const rim_mesh *mesh, rim_sphere sphere, rim_vec3 delta, rim_side side)
{
    rim_capsule mover = { sphere.center, sphere.center, sphere.radius };
    return mesh_sweep_first_of(mesh, true, mover, delta, side);
}

rim_hit3 mesh_sweep_capsule(const rim_mesh *mesh, rim_capsule capsule, rim_vec3 delta,
                            rim_side side)
{
    return mesh_sweep_first_of(mesh, false, capsule, delta, side);
}
