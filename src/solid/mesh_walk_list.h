// Walks that list all triangles that touch something at rest.
//
// Spheres and capsules are first measured in floats, eight triangles at a time, with a bound for the error:
// what is surely in or surely out needs no more; the exact functions decide the rest.
#ifndef RIM_SOLID_MESH_WALK_LIST_H
#define RIM_SOLID_MESH_WALK_LIST_H

#include "solid/mesh_walk.h"

// Which of eight triangles are surely in, and which perhaps.
typedef struct verdict
{
    unsigned surely, perhaps;
} verdict;

// Squared distances, off by no more than `doubt`.
typedef struct squares
{
    eight value, doubt;
} squares;

EIGHT_INLINE eight eight_clamp(eight t)
{
    return eight_min(eight_max(t, eight_all(0.0f)), eight_all(1.0f));
}

// The squared distance from 0 to the segment from a along e, of squared length e2.
EIGHT_INLINE eight edge_square(eight3 a, eight3 e, eight e2)
{
    eight  t = eight_clamp(eight_div(eight_sub(eight_all(0.0f), eight3_dot(a, e)), e2));
    eight3 y = eight3_along(a, e, t);
    return eight3_dot(y, y);
}

// Triangles narrower than this sine squared are not measured.
#define NARROW 0x1p-10f

// Squared distances from a point to triangles. With M the size of the corners seen from the point: differences are
// right to 2^-24 M, points on edges to 2^-21 M, heights over a face to 2^-22 M over the sine between its
// sides, which is 2^-5 at least. So squares are right to 2^-15 M^2; doubled for what was forgotten.
EIGHT_INLINE squares point_squares(const eight_triangles *t, eight3 p)
{
    eight3 a = eight3_sub(t->a, p), b = eight3_sub(t->b, p), c = eight3_sub(t->c, p);
    eight3 ab = eight3_sub(t->b, t->a), bc = eight3_sub(t->c, t->b), ca = eight3_sub(t->a, t->c);
    eight  ab2 = eight3_dot(ab, ab), bc2 = eight3_dot(bc, bc), ca2 = eight3_dot(ca, ca);
    eight3 n = eight3_cross(ab, bc);
    eight  n2 = eight3_dot(n, n), none = eight_all(0.0f);
    eight  edges =
        eight_min3(edge_square(a, ab, ab2), edge_square(b, bc, bc2), edge_square(c, ca, ca2));
    // 0 is inside edge ab where (ab x -a) . n >= 0.
    unsigned out = eight_less(none, eight3_dot(eight3_cross(ab, a), n)) |
                   eight_less(none, eight3_dot(eight3_cross(bc, b), n)) |
                   eight_less(none, eight3_dot(eight3_cross(ca, c), n));
    eight   height = eight3_dot(n, a);
    squares s;
    s.value = eight_choose(out, edges, eight_div(eight_mul(height, height), n2));
    eight    size = eight_max3(eight3_dot(a, a), eight3_dot(b, b), eight3_dot(c, c));
    unsigned narrow = eight_no_more(n2, eight_mul(eight_all(NARROW), eight_mul(ab2, bc2)));
    s.doubt = eight_choose(narrow, eight_all(INFINITY), eight_mul(size, eight_all(0x1p-14f)));
    return s;
}

// Where `doubt` is infinite, or something overflowed, the triangle is perhaps in.
EIGHT_INLINE verdict judge_squares(squares s, float r, unsigned lanes)
{
    float   low = r * r * (1.0f - 0x1p-22f), high = r * r * (1.0f + 0x1p-22f) + 0x1p-120f;
    verdict v;
    v.surely = eight_less(eight_add(s.value, s.doubt), eight_all(low)) & lanes;
    v.perhaps = lanes & ~eight_less(eight_all(high), eight_sub(s.value, s.doubt)) & ~v.surely;
    return v;
}

EIGHT_INLINE void list_some(const rim_mesh *mesh, const mesh_leaf *leaf, int first, verdict v,
                            mesh_belongs *belongs, const void *shape, mesh_list *list)
{
    for (unsigned bits = v.surely | v.perhaps; bits; bits &= bits - 1)
    {
        int          lane = eight_lowest(bits), i = first + lane;
        rim_triangle t = mesh_triangle(leaf, i);
        if (!(v.perhaps >> lane & 1u) || !belongs || belongs(shape, &t))
            mesh_list_add(list, mesh_number(mesh, leaf, i), &t);
    }
}

typedef enum walk_kind
{
    WALK_BOX,
    WALK_SPHERE,
    WALK_CAPSULE
} walk_kind;

EIGHT_INLINE void walk_list(const rim_mesh *mesh, const rim_box3 *box, walk_kind kind,
                            mesh_belongs *belongs, const void *shape, mesh_list *list)
{
    const float lo[4] = { box->lo.x, box->lo.y, box->lo.z, 0.0f };
    const float hi[4] = { box->hi.x, box->hi.y, box->hi.z, 0.0f };
    quad_box    quads = { quad_load(lo), quad_load(hi) };
    uint32_t    stack[MESH_STACK];
    int         height = 0;
    if (mesh->node_count) stack[height++] = 0;
    while (height > 0)
    {
        uint32_t at = stack[--height];
        if (!(at & MESH_LEAF))
        {
            const mesh_node *node = &mesh->nodes[at];
            for (unsigned bits = node_meets_box(node, &quads); bits; bits &= bits - 1)
                stack[height++] = node->child[eight_lowest(bits)];
            continue;
        }
        mesh_leaf leaf = mesh_leaf_at(mesh, at & ~MESH_LEAF);
        for (int first = 0; first < leaf.triangles; first += 8)
        {
            eight_triangles t = triangles_of(&leaf, first);
            unsigned        lanes = lanes_below(leaf.triangles - first);
            verdict         v = { 0, 0 };
            if (kind == WALK_SPHERE)
            {
                const rim_sphere *s = shape;
                eight3            p = eight3_all(s->center.x, s->center.y, s->center.z);
                v = judge_squares(point_squares(&t, p), s->radius, lanes);
            }
            else
                v.perhaps = triangles_meet_box(&t, box) & lanes;
            list_some(mesh, &leaf, first, v, belongs, shape, list);
        }
    }
}

EIGHT_TARGET static void walk_box(const rim_mesh *mesh, const rim_box3 *box, mesh_belongs *belongs,
                                  const void *shape, mesh_list *list)
{
    walk_list(mesh, box, WALK_BOX, belongs, shape, list);
}

EIGHT_TARGET static void walk_sphere(const rim_mesh *mesh, const rim_box3 *box,
                                     mesh_belongs *belongs, const rim_sphere *sphere,
                                     mesh_list *list)
{
    walk_list(mesh, box, WALK_SPHERE, belongs, sphere, list);
}

#endif
