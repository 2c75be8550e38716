// The walks, in eights. Include mesh_eight_plain.h or mesh_eight_avx2.h first.
//
// Distances within a node are taken from differences to its origin, which one subtraction of floats gives with a
// relative error of 2^-24, and whole multiples of its step, which are exact. So the error of every bound
// is a small part of the sum of the two, and is added where it does no harm.
#ifndef RIM_SOLID_MESH_WALK_H
#define RIM_SOLID_MESH_WALK_H

#include "solid/mesh_kernels.h"

// 2^exponent.
EIGHT_INLINE float step_of(int exponent)
{
    uint32_t bits = (uint32_t)(exponent + 127) << 23;
    float    step;
    memcpy(&step, &bits, sizeof step);
    return step;
}

EIGHT_INLINE unsigned lanes_below(int count)
{
    return count >= 8 ? 255u : (1u << count) - 1u;
}

// The boxes of eight triangles of a leaf.
typedef struct eight_boxes
{
    eight lo[3], hi[3];
} eight_boxes;

EIGHT_INLINE eight_boxes boxes_of(const mesh_leaf *leaf, int first)
{
    const float *from[3] = { leaf->x, leaf->y, leaf->z };
    eight_boxes  boxes;
    for (int k = 0; k < 3; k++)
    {
        eight a = eight_pick(from[k], leaf->corners, leaf->a + first);
        eight b = eight_pick(from[k], leaf->corners, leaf->b + first);
        eight c = eight_pick(from[k], leaf->corners, leaf->c + first);
        boxes.lo[k] = eight_min(eight_min(a, b), c);
        boxes.hi[k] = eight_max(eight_max(a, b), c);
    }
    return boxes;
}

// --- boxes ------------------------------------------------------------------------------------------

// Which children meet the box. With o the origin and s the step, a child's hi o + h s is below the box's
// lo if lo - o > h s; rounding the difference never changes that comparison, as h s is a float.
EIGHT_INLINE unsigned node_meets_box(const mesh_node *node, const float lo[3], const float hi[3])
{
    unsigned bits = lanes_below(node->count);
    for (int k = 0; k < 3; k++)
    {
        eight step = eight_all(step_of(node->exponent[k]));
        eight l = eight_mul(eight_bytes(node->lo[k]), step);
        eight h = eight_mul(eight_bytes(node->hi[k]), step);
        bits &= eight_no_more(l, eight_all(hi[k] - node->origin[k]));
        bits &= eight_no_more(eight_all(lo[k] - node->origin[k]), h);
    }
    return bits;
}

EIGHT_INLINE unsigned leaf_meets_box(const mesh_leaf *leaf, int first, const float lo[3],
                                     const float hi[3])
{
    eight_boxes boxes = boxes_of(leaf, first);
    unsigned    bits = lanes_below(leaf->triangles - first);
    for (int k = 0; k < 3; k++)
    {
        bits &= eight_no_more(boxes.lo[k], eight_all(hi[k]));
        bits &= eight_no_more(eight_all(lo[k]), boxes.hi[k]);
    }
    return bits;
}

EIGHT_TARGET static void walk_box(const rim_mesh *mesh, const rim_box3 *box, mesh_belongs *belongs,
                                  const void *shape, mesh_list *list)
{
    const float lo[3] = { box->lo.x, box->lo.y, box->lo.z };
    const float hi[3] = { box->hi.x, box->hi.y, box->hi.z };
    uint32_t    stack[MESH_STACK];
    int         height = 0;
    if (mesh->node_count) stack[height++] = 0;
    while (height > 0)
    {
        uint32_t at = stack[--height];
        if (!(at & MESH_LEAF))
        {
            const mesh_node *node = &mesh->nodes[at];
            for (unsigned bits = node_meets_box(node, lo, hi); bits; bits &= bits - 1)
                stack[height++] = node->child[eight_lowest(bits)];
            continue;
        }
        mesh_leaf leaf = mesh_leaf_at(mesh, at & ~MESH_LEAF);
        for (int first = 0; first < leaf.triangles; first += 8)
            for (unsigned bits = leaf_meets_box(&leaf, first, lo, hi); bits; bits &= bits - 1)
            {
                int          i = first + eight_lowest(bits);
                rim_triangle t = mesh_triangle(&leaf, i);
                if (!belongs || belongs(shape, &t))
                    mesh_list_add(list, mesh_number(mesh, &leaf, i), &t);
            }
    }
}

// --- motions ------------------------------------------------------------------------------------------

// A motion, made ready for boxes: along axis k the mover is within a box from (lo - high) / delta on, and until
// (hi - low) / delta, if delta > 0. Where delta is nothing, or nearly so, it counts as NEARLY_STILL, and the
// bounds are a whole motion wider.
typedef struct slabs
{
    float low[3], high[3]; // of the mover's box
    float per[3];          // 1 / delta
    float wider[3];
    bool  back[3]; // delta < 0
} slabs;

#define NEARLY_STILL 0x1p-80f

EIGHT_INLINE slabs slabs_of(const mesh_motion *motion)
{
    slabs s;
    for (int k = 0; k < 3; k++)
    {
        float delta = motion->delta[k];
        bool  still = delta < NEARLY_STILL && delta > -NEARLY_STILL;
        s.back[k] = delta < 0.0f;
        s.per[k] = still ? (s.back[k] ? -1.0f / NEARLY_STILL : 1.0f / NEARLY_STILL) : 1.0f / delta;
        s.wider[k] = still ? 2.0f : 0.0f;
        s.low[k] = motion->center[k] - motion->half[k];
        s.high[k] = motion->center[k] + motion->half[k];
    }
    return s;
}

typedef struct eight_times
{
    eight enter, leave;
} eight_times;

// The bound on rounding is 2^-21 of the sizes of the terms: four roundings of 2^-24 each, and one for adding it.
EIGHT_INLINE eight_times node_times(const mesh_node *node, const slabs *s, float t_most)
{
    eight_times times = { eight_all(0.0f), eight_all(t_most) };
    for (int k = 0; k < 3; k++)
    {
        float step = step_of(node->exponent[k]) * s->per[k];
        float near = (node->origin[k] - (s->back[k] ? s->low[k] : s->high[k])) * s->per[k];
        float far = (node->origin[k] - (s->back[k] ? s->high[k] : s->low[k])) * s->per[k];
        float size = fabsf(near) + fabsf(far) + 256.0f * fabsf(step);
        float doubt = size * 0x1p-21f + s->wider[k];
        eight first = eight_bytes(s->back[k] ? node->hi[k] : node->lo[k]);
        eight last = eight_bytes(s->back[k] ? node->lo[k] : node->hi[k]);
        first = eight_add(eight_mul(first, eight_all(step)), eight_all(near - doubt));
        last = eight_add(eight_mul(last, eight_all(step)), eight_all(far + doubt));
        times.enter = eight_max(first, times.enter);
        times.leave = eight_min(last, times.leave);
    }
    return times;
}

EIGHT_INLINE eight_times leaf_times(const mesh_leaf *leaf, int first, const slabs *s, float t_most)
{
    eight_times times = { eight_all(0.0f), eight_all(t_most) };
    eight_boxes boxes = boxes_of(leaf, first);
    eight       part = eight_all(0x1p-21f);
    for (int k = 0; k < 3; k++)
    {
        eight low = eight_all(s->low[k]), high = eight_all(s->high[k]), per = eight_all(s->per[k]);
        eight to_lo = eight_mul(eight_sub(boxes.lo[k], s->back[k] ? low : high), per);
        eight to_hi = eight_mul(eight_sub(boxes.hi[k], s->back[k] ? low : high), per);
        eight of_lo = eight_mul(eight_sub(boxes.lo[k], s->back[k] ? high : low), per);
        eight of_hi = eight_mul(eight_sub(boxes.hi[k], s->back[k] ? high : low), per);
        eight enter = s->back[k] ? to_hi : to_lo, leave = s->back[k] ? of_lo : of_hi;
        eight wider = eight_all(s->wider[k]);
        enter = eight_sub(enter, eight_add(eight_mul(eight_abs(enter), part), wider));
        leave = eight_add(leave, eight_add(eight_mul(eight_abs(leave), part), wider));
        times.enter = eight_max(enter, times.enter);
        times.leave = eight_min(leave, times.leave);
    }
    return times;
}

typedef struct todo
{
    uint32_t at;
    float    enter;
} todo;

// Puts the children on the stack, the nearest on top.
EIGHT_INLINE int push_nodes(todo *stack, int height, const mesh_node *node, const float enter[8],
                            unsigned bits)
{
    int bottom = height;
    for (; bits; bits &= bits - 1)
    {
        int  i = eight_lowest(bits), at = height++;
        todo next = { node->child[i], enter[i] };
        for (; at > bottom && stack[at - 1].enter < next.enter; at--) stack[at] = stack[at - 1];
        stack[at] = next;
    }
    return height;
}

EIGHT_TARGET static void walk_motion(const rim_mesh *mesh, mesh_motion *motion,
                                     mesh_visitor *visitor)
{
    slabs s = slabs_of(motion);
    todo  stack[MESH_STACK];
    float enter[8];
    int   height = 0;
    if (mesh->node_count) stack[height++] = (todo){ 0, 0.0f };
    while (height > 0)
    {
        todo next = stack[--height];
        if (!(next.enter <= motion->t_most)) continue;
        if (!(next.at & MESH_LEAF))
        {
            const mesh_node *node = &mesh->nodes[next.at];
            eight_times      times = node_times(node, &s, motion->t_most);
            unsigned bits = eight_no_more(times.enter, times.leave) & lanes_below(node->count);
            eight_store(enter, times.enter);
            height = push_nodes(stack, height, node, enter, bits);
            continue;
        }
        mesh_leaf leaf = mesh_leaf_at(mesh, next.at & ~MESH_LEAF);
        for (int first = 0; first < leaf.triangles; first += 8)
        {
            eight_times times = leaf_times(&leaf, first, &s, motion->t_most);
            unsigned    bits = eight_no_more(times.enter, times.leave);
            bits &= lanes_below(leaf.triangles - first);
            for (; bits; bits &= bits - 1)
            {
                int          i = first + eight_lowest(bits);
                rim_triangle t = mesh_triangle(&leaf, i);
                if (!visitor->meets(visitor, motion, &t, mesh_number(mesh, &leaf, i))) return;
            }
        }
    }
}

// --- the closest point ----------------------------------------------------------------------------------

// The squared distance to the children's boxes, or a little less.
EIGHT_INLINE eight node_distances(const mesh_node *node, const float p[3])
{
    eight sum = eight_all(0.0f), none = sum;
    for (int k = 0; k < 3; k++)
    {
        float step = step_of(node->exponent[k]), at = node->origin[k] - p[k];
        float doubt = (fabsf(at) + 256.0f * step) * 0x1p-22f;
        eight lo =
            eight_add(eight_mul(eight_bytes(node->lo[k]), eight_all(step)), eight_all(at - doubt));
        eight hi =
            eight_add(eight_mul(eight_bytes(node->hi[k]), eight_all(step)), eight_all(at + doubt));
        eight out = eight_max(eight_max(lo, eight_sub(none, hi)), none);
        sum = eight_add(sum, eight_mul(out, out));
    }
    return eight_mul(sum, eight_all(1.0f - 0x1p-20f));
}

EIGHT_INLINE eight leaf_distances(const mesh_leaf *leaf, int first, const float p[3])
{
    eight       sum = eight_all(0.0f), none = sum;
    eight_boxes boxes = boxes_of(leaf, first);
    for (int k = 0; k < 3; k++)
    {
        eight at = eight_all(p[k]);
        eight out = eight_max(eight_sub(boxes.lo[k], at), eight_sub(at, boxes.hi[k]));
        out = eight_max(out, none);
        sum = eight_add(sum, eight_mul(out, out));
    }
    return eight_mul(sum, eight_all(1.0f - 0x1p-20f));
}

// The square of a distance, or a little more.
EIGHT_INLINE float square_above(float distance)
{
    return distance * distance * (1.0f + 0x1p-20f) + 0x1p-126f;
}

EIGHT_TARGET static void walk_closest(const rim_mesh *mesh, rim_vec3 point, rim_mesh_near *best,
                                      float reach)
{
    const float p[3] = { point.x, point.y, point.z };
    todo        stack[MESH_STACK];
    float       square[8], limit = square_above(reach);
    int         height = 0;
    if (mesh->node_count) stack[height++] = (todo){ 0, 0.0f };
    while (height > 0)
    {
        todo next = stack[--height];
        if (!(next.enter <= limit)) continue;
        if (!(next.at & MESH_LEAF))
        {
            const mesh_node *node = &mesh->nodes[next.at];
            eight            squares = node_distances(node, p);
            unsigned bits = eight_no_more(squares, eight_all(limit)) & lanes_below(node->count);
            eight_store(square, squares);
            height = push_nodes(stack, height, node, square, bits);
            continue;
        }
        mesh_leaf leaf = mesh_leaf_at(mesh, next.at & ~MESH_LEAF);
        for (int first = 0; first < leaf.triangles; first += 8)
        {
            eight    squares = leaf_distances(&leaf, first, p);
            unsigned bits = eight_no_more(squares, eight_all(limit));
            bits &= lanes_below(leaf.triangles - first);
            eight_store(square, squares);
            for (; bits; bits &= bits - 1)
            {
                int lane = eight_lowest(bits), i = first + lane;
                if (!(square[lane] <= limit)) continue;
                rim_triangle t = mesh_triangle(&leaf, i);
                mesh_near_take(best, point, &t, mesh_number(mesh, &leaf, i));
                limit = square_above(best->distance.distance);
            }
        }
    }
}

const mesh_kernels EIGHT_NAME(mesh_kernels) = {
    WALK_NAME, WALK_USABLE, walk_box, walk_motion, walk_closest,
};

#endif
