// Template: compiled anew by each file that includes it.
// Listing the triangles of leaves that touch something at rest.
//
// Spheres and capsules are first measured in floats, eight triangles at a time, with a bound for the error:
// what is surely in or surely out needs no more; the exact functions decide the rest.
#ifndef RIM_SOLID_MESH_LEAF_OVERLAP_H
#define RIM_SOLID_MESH_LEAF_OVERLAP_H

#include "solid/mesh/point_distance.h"

EIGHT_INLINE void list_some(const rim_mesh *mesh, const mesh_leaf *leaf,
                            const eight_triangles *eights, int first, verdict v,
                            mesh_belongs *belongs, const void *shape, mesh_list *list)
{
    const uint8_t *numbers = leaf->numbers + (uint32_t)first * mesh->number_bytes;
    for (unsigned bits = v.perhaps; bits; bits &= bits - 1)
    {
        int          lane = eight_lowest(bits);
        rim_triangle t = mesh_triangle(leaf, first + lane);
        if (belongs(shape, &t)) v.surely |= 1u << lane;
    }
    if (list->numbers && !list->triangles && !list->world && list->count + 8 <= list->capacity)
    {
        list->count +=
            eight_put_numbers(list->numbers + list->count, numbers, mesh->number_bytes, v.surely);
        return;
    }
    if (list->world && !list->numbers && !list->triangles && list->count + 9 <= list->capacity)
    {
        const eight c[9] = { eights->a.x, eights->a.y, eights->a.z, eights->b.x, eights->b.y,
                             eights->b.z, eights->c.x, eights->c.y, eights->c.z };
        list->count += eight_put_triangles(list->world + list->count, c, numbers,
                                           mesh->number_bytes, v.surely);
        return;
    }
    for (unsigned bits = v.surely; bits; bits &= bits - 1)
    {
        int          i = first + eight_lowest(bits);
        rim_triangle t = mesh_triangle(leaf, i);
        mesh_list_add(list, mesh_number(mesh, leaf, i), &t);
    }
}

typedef enum walk_kind
{
    WALK_BOX,
    WALK_SPHERE,
    WALK_CAPSULE
} walk_kind;

// What is asked. A sphere needs no box but that for nodes.
typedef struct leaf_query
{
    const rim_mesh *mesh;
    quad_box        quads;
    const rim_box3 *box;
    mesh_belongs   *belongs;
    const void     *shape;
    mesh_list      *list;
    bool            exactly; // nothing is known but by `belongs`
} leaf_query;

// What triangles are compared with.
typedef struct wanted
{
    rim_box3   box;
    eight_ball ball;
    eight_axis axis;
    float      radius;
    bool       exactly;
} wanted;

EIGHT_INLINE wanted wanted_of(const leaf_query *q, walk_kind kind)
{
    wanted w;
    memset(&w, 0, sizeof w);
    w.exactly = q->exactly;
    if (kind == WALK_SPHERE)
    {
        const rim_sphere *s = q->shape;
        w.ball = sphere_overlap_sphere_of(s->center, s->radius);
        return w;
    }
    w.box = *q->box;
    if (kind == WALK_CAPSULE)
    {
        const rim_capsule *c = q->shape;
        w.axis = point_distance_axis_of(c);
        w.radius = c->radius;
    }
    return w;
}

EIGHT_INLINE verdict leaf_overlap_classify(const wanted *w, walk_kind kind,
                                           const eight_triangles *t, unsigned there)
{
    verdict v = { 0, there };
    if (kind == WALK_SPHERE) return w->exactly ? v : triangles_within(t, &w->ball, there);
    v.perhaps = 0;
    unsigned near = triangles_meet_box(t, &w->box) & there;
    if (kind == WALK_CAPSULE)
        return near ? judge_squares(capsule_squares(t, w->axis), w->radius, near) : v;
    v.perhaps = w->exactly ? near : 0;
    v.surely = w->exactly ? 0 : near;
    return v;
}

EIGHT_INLINE void list_leaf(const leaf_query *q, walk_kind kind, uint32_t word)
{
    mesh_leaf leaf = mesh_leaf_at(q->mesh, word);
    wanted    w = wanted_of(q, kind);
    for (int first = 0; first < leaf.triangles; first += 8)
    {
        eight_triangles t = triangles_of(&leaf, first);
        verdict v = leaf_overlap_classify(&w, kind, &t, lanes_below(leaf.triangles - first));
        if (v.surely | v.perhaps)
            list_some(q->mesh, &leaf, &t, first, v, q->belongs, q->shape, q->list);
    }
}

// Which of a leaf's triangles that are perhaps in are. Leaves are told by their places, so that compilers may keep what
// they know of them in registers.
EIGHT_TARGET static unsigned leaf_query_run(const leaf_query *q, uint32_t word, unsigned perhaps)
{
    mesh_leaf leaf = mesh_leaf_at(q->mesh, word);
    unsigned  in = 0;
    for (unsigned bits = perhaps; bits; bits &= bits - 1)
    {
        int          lane = eight_lowest(bits);
        rim_triangle t = mesh_triangle(&leaf, lane);
        if (q->belongs(q->shape, &t)) in |= 1u << lane;
    }
    return in;
}

// Leaves of no more than eight triangles each. Mostly numbers are wanted, and there is room for all.
EIGHT_INLINE void list_leaves(const leaf_query *q, walk_kind kind, const uint32_t *words, int count)
{
    mesh_list *list = q->list;
    if (!list->numbers || list->triangles || list->world ||
        list->capacity - list->count < count * MESH_WIDE)
    {
        for (int i = 0; i < count; i++) list_leaf(q, kind, words[i]);
        return;
    }
    const uint32_t *leaves = q->mesh->leaves;
    uint32_t        bytes = q->mesh->number_bytes;
    int            *to = list->numbers + list->count;
    wanted          w = wanted_of(q, kind);
    for (int i = 0; i < count; i++)
    {
        mesh_leaf       leaf = mesh_leaf_from(leaves + words[i]);
        eight_triangles t = triangles_of(&leaf, 0);
        verdict         v = leaf_overlap_classify(&w, kind, &t, lanes_below(leaf.triangles));
        if (v.perhaps) v.surely |= leaf_query_run(q, words[i], v.perhaps);
        to += eight_put_numbers(to, leaf.numbers, bytes, v.surely);
    }
    list->count = (int)(to - list->numbers);
}

#endif
