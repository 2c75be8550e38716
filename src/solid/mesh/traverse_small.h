// Template: compiled anew by each file that includes it.
// The way to what is near where there are few triangles: the boxes of all of them are compared.
#ifndef RIM_SOLID_MESH_TRAVERSE_SMALL_H
#define RIM_SOLID_MESH_TRAVERSE_SMALL_H

#include "solid/mesh/leaf_overlap.h"

EIGHT_INLINE eight_words rows_found(eight_triangles *t, const mesh_row *rows, eight_found found)
{
    eight       p[9];
    eight_words numbers = eight_load_rows(p, rows, found);
    t->a.x = p[0], t->a.y = p[1], t->a.z = p[2];
    t->b.x = p[3], t->b.y = p[4], t->b.z = p[5];
    t->c.x = p[6], t->c.y = p[7], t->c.z = p[8];
    return numbers;
}

// What may be near is mostly no more than eight triangles, and none of them just as far as the sphere reaches. That is all
// that is guessed: to skip what is needed less often would take longer, by guesses gone wrong.
EIGHT_TARGET static int few_in_sphere(const rim_mesh *mesh, double xy, double zr, int *numbers,
                                      int capacity)
{
    quad     all = quad_pairs(xy, zr), r = quad_last(all);
    quad     at = quad_fma(all, quad_load(mesh->spans_per), quad_load(mesh->spans_from));
    quad     by = quad_fma(r, quad_load(mesh->spans_reach), quad_load(mesh->spans_wide));
    quad     lo = quad_sub(at, by), hi = quad_add(at, by);
    uint64_t near[2];
    eight_rows_near(near, mesh->spans, lo, hi);
    int      count = eight_bit_count(near[0]) + eight_bit_count(near[1]);
    quad     size = quad_add(quad_abs(all), quad_abs(r));
    unsigned ordinary = quad_less(size, quad_all(mesh->rows_most)) & 7u;
    if (ordinary == 7 && count <= 8 && capacity >= 8)
    {
        eight_triangles t;
        eight_words     which = rows_found(&t, mesh->rows, eight_find(near[0], near[1]));
        eight_ball      ball = ball_around(all, r);
        verdict         v = triangles_within(&t, &ball, eight_below(count));
        if (!v.perhaps) return eight_pack((uint32_t *)numbers, which, v.surely);
    }
    return mesh_numbers_in_sphere(mesh, xy, zr, numbers, capacity);
}

EIGHT_INLINE void list_rows(const leaf_query *q, const mesh_row *rows, eight_found found,
                            eight_words which, verdict v)
{
    mesh_list *list = q->list;
    for (unsigned bits = v.perhaps; bits; bits &= bits - 1)
    {
        int          lane = eight_lowest(bits);
        rim_triangle one = mesh_row_triangle(&rows[eight_found_at(found, lane)]);
        if (q->belongs(q->shape, &one)) v.surely |= 1u << lane;
    }
    if (list->numbers && !list->triangles && !list->world && list->count + 8 <= list->capacity)
    {
        list->count += eight_pack((uint32_t *)list->numbers + list->count, which, v.surely);
        return;
    }
    for (unsigned bits = v.surely; bits; bits &= bits - 1)
    {
        const mesh_row *row = &rows[eight_found_at(found, eight_lowest(bits))];
        rim_triangle    one = mesh_row_triangle(row);
        mesh_list_add(list, (int)row->number, &one);
    }
}

// As many as there are.
EIGHT_TARGET static void few_capsule(const leaf_query *q)
{
    const rim_mesh *mesh = q->mesh;
    quad            per = quad_load(mesh->spans_per), from = quad_load(mesh->spans_from);
    quad            wide = quad_load(mesh->spans_wide);
    quad            lo = quad_sub(quad_fma(q->quads.lo, per, from), wide);
    quad            hi = quad_add(quad_fma(q->quads.hi, per, from), wide);
    wanted          w = wanted_of(q, WALK_CAPSULE);
    uint64_t        near[2];
    eight_rows_near(near, mesh->spans, lo, hi);
    for (int first = 0; first < mesh->count; first += MESH_BROAD)
    {
        const mesh_row *rows = mesh->rows + first;
        for (uint64_t bits = near[first / MESH_BROAD]; bits; bits = eight_without_found(bits))
        {
            eight_found     found = eight_find(bits, 0);
            eight_triangles t;
            eight_words     which = rows_found(&t, rows, found);
            unsigned        there = lanes_below(eight_bit_count(bits));
            verdict         v = leaf_overlap_classify(&w, WALK_CAPSULE, &t, there);
            if (v.surely | v.perhaps) list_rows(q, rows, found, which, v);
        }
    }
}

#endif
