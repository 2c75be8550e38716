// Template: compiled anew by each file that includes it.
// Walks along rays among gates: for the first triangle, or any, of most meshes in the fast form.
#ifndef RIM_SOLID_MESH_TRAVERSE_FLOAT_H
#define RIM_SOLID_MESH_TRAVERSE_FLOAT_H

#include "solid/mesh/traverse_ray_triangle.h"

#include <stddef.h>

// A ray, made ready for gates: it is wider than it is, as in slabs_of_ray. Which of a box's sides is met first the times
// tell themselves; to go by the ray's direction would take six more places to remember.
typedef struct float_node_slabs
{
    eight per[3];                   // 1 / delta
    eight lo_times[3], hi_times[3]; // the sides that may meet others' low and high ones, times that
} float_node_slabs;

EIGHT_INLINE float_node_slabs float_node_slabs_of(const rim_mesh *mesh, quad origin, quad delta)
{
    quad             all = quad_add(quad_all(mesh->largest), quad_abs(origin));
    quad             half = quad_add(quad_mul(all, quad_all(0x1p-20f)), quad_all(0x1p-60f));
    quad             speed = quad_max(quad_abs(delta), quad_all(NEARLY_STILL));
    quad             per = quad_turn(quad_div(quad_all(1.0f), speed), delta);
    quad             lo_times = quad_mul(quad_add(origin, half), per);
    quad             hi_times = quad_mul(quad_sub(origin, half), per);
    float_node_slabs s;
    for (int k = 0; k < 3; k++)
    {
        s.per[k] = eight_spread(per, k);
        s.lo_times[k] = eight_spread(lo_times, k);
        s.hi_times[k] = eight_spread(hi_times, k);
    }
    return s;
}

EIGHT_INLINE eight_times float_node_times(const float_node *gate, const float_node_slabs *s,
                                          float t_most)
{
    eight enter[3], leave[3];
    for (int k = 0; k < 3; k++)
    {
        eight lo = eight_fms(eight_load(gate->lo[k]), s->per[k], s->lo_times[k]);
        eight hi = eight_fms(eight_load(gate->hi[k]), s->per[k], s->hi_times[k]);
        enter[k] = eight_min(lo, hi);
        leave[k] = eight_max(lo, hi);
    }
    eight_times times = {
        eight_max(eight_max(enter[0], enter[1]), eight_max(enter[2], eight_all(0.0f))),
        eight_min(eight_min(leave[0], leave[1]), eight_min(leave[2], eight_all(t_most)))
    };
    return times;
}

// --- places -----------------------------------------------------------------------------------------------------

// What a walk goes by. Children are as gates have them, and a slot is where one is in the gates, in words.
typedef struct float_node_traversal
{
    const char      *gates, *leaves;
    bvh_stack_entry *stack, *top; // slots
    uint64_t         at;          // a child
    float            enter;
} float_node_traversal;

EIGHT_INLINE uint64_t child_in_slot(const char *gates, uint32_t slot)
{
    uint64_t child;
    memcpy(&child, gates + (size_t)slot * sizeof(uint32_t), sizeof child);
    return child;
}

EIGHT_INLINE const float_node *float_node_of_child(const float_node_traversal *w)
{
    return (const float_node *)(const void *)(w->gates + (size_t)w->at * sizeof(uint32_t));
}

// One that is not shared has no corners.
EIGHT_INLINE mesh_leaf leaf_of_child(const float_node_traversal *w)
{
    const char *at = w->leaves + (size_t)(uint32_t)w->at * sizeof(uint32_t);
    mesh_leaf   leaf;
    leaf.corners = (int)(w->at >> 32 & 255u);
    leaf.triangles = (int)(w->at >> 40 & 255u);
    leaf.x = (const float *)(const void *)at + 1;
    leaf.y = leaf.x + leaf.corners;
    leaf.z = leaf.y + leaf.corners;
    leaf.lists = (const uint8_t *)(leaf.z + leaf.corners);
    leaf.numbers = leaf.lists + 3 * leaf.triangles;
    return leaf;
}

EIGHT_INLINE float size_of_child(const float_node_traversal *w)
{
    uint32_t bits = (uint32_t)(w->at >> 32) & 0xffff0000u;
    float    size;
    memcpy(&size, &bits, sizeof size);
    return size;
}

EIGHT_INLINE void fetch_lines(const char *first)
{
#ifdef CPU_GNU
    for (int line = 0; line < 4; line++) __builtin_prefetch(first + line * MESH_LINE);
#else
    (void)first;
#endif
}

EIGHT_INLINE void fetch_child(const float_node_traversal *w, uint64_t child)
{
    // Which of the two it is nobody has to guess.
    const char *bases[2] = { w->gates, w->leaves };
    fetch_lines(bases[child >> 32 != 0] + (size_t)(uint32_t)child * sizeof(uint32_t));
}

// Read where it is written, which takes no way from one kind of register to the other.
EIGHT_INLINE float bvh_stack_entry_time(const bvh_stack_entry *next)
{
#ifdef CPU_X86
    float enter;
    memcpy(&enter, (const char *)next + 4, sizeof enter);
    return enter;
#else
    return place_enter(bvh_place_of(*next));
#endif
}

// To the nearest of the children; the others go on the stack, the nearest of them on top. bits is not 0. All are compared
// with all, so that no branch depends on which is nearer.
EIGHT_INLINE void to_nearest(float_node_traversal *w, const float_node *gate, eight enters,
                             unsigned bits)
{
    uint32_t enter[8];
    float    enter_at[8];
    int      i = eight_lowest(bits);
    uint32_t first = (uint32_t)w->at + offsetof(float_node, child) / sizeof(uint32_t);
    eight_store(enter_at, enters);
    memcpy(enter, enter_at, sizeof enter);
    bits &= bits - 1;
    w->at = gate->child[i];
    w->enter = enter_at[i];
    if (MESH_MOSTLY(!bits)) return;
    bvh_stack_entry nearest = (bvh_stack_entry)enter[i] << 32 | (first + 2 * (uint32_t)i),
                    *bottom = w->top;
    int             k = eight_lowest(bits);
    bvh_stack_entry next = (bvh_stack_entry)enter[k] << 32 | (first + 2 * (uint32_t)k);
    uint64_t        other = gate->child[k];
    bool            is_nearer = next < nearest;
    bvh_stack_entry far = is_nearer ? nearest : next;
    fetch_child(w, is_nearer ? w->at : other);
    w->at = is_nearer ? other : w->at;
    nearest = is_nearer ? next : nearest;
    w->enter = enter_at[k] < w->enter ? enter_at[k] : w->enter;
    *w->top++ = far;
    bits &= bits - 1;
    for (; MESH_SELDOM(bits != 0); bits &= bits - 1)
    {
        k = eight_lowest(bits);
        next = (bvh_stack_entry)enter[k] << 32 | (first + 2 * (uint32_t)k);
        far = next > nearest ? next : nearest;
        fetch_child(w, gate->child[k]);
        nearest = next > nearest ? nearest : next;
        w->enter = enter_at[k] < w->enter ? enter_at[k] : w->enter;
        for (bvh_stack_entry *at = bottom; MESH_SELDOM(at < w->top); at++)
        {
            bvh_stack_entry farther = far > *at ? far : *at;
            far = far > *at ? *at : far;
            *at = farther;
        }
        *w->top++ = far;
        w->at = child_in_slot(w->gates, (uint32_t)nearest);
    }
}

// To the next of the stack that begins in time; false if there is none.
EIGHT_INLINE bool to_next(float_node_traversal *w, float t_most)
{
    while (w->top > w->stack)
    {
        w->top--;
        w->enter = bvh_stack_entry_time(w->top);
        if (!(w->enter <= t_most)) continue;
        w->at = child_in_slot(w->gates, bvh_stack_entry_node(*w->top));
        return true;
    }
    return false;
}

// --- the walk -------------------------------------------------------------------------------------------------

// As pick_flat, but sizes are not asked for.
EIGHT_INLINE flat_corners pick_places(flat_corners low, flat_corners high, const uint8_t *which)
{
    eight_places at = eight_places_of(which);
    flat_corners p = { eight_pick16(low.x, high.x, at), eight_pick16(low.y, high.y, at), low.x };
    return p;
}

// As sides_of_few. The point is where the ray comes into the leaf's box, or at most `off`, and a bit, beside it.
EIGHT_INLINE line_sides sides_in_box(const mesh_leaf *leaf, const sheared *line,
                                     const float_node_traversal *w)
{
    leaf_rows    rows = rows_of(leaf, line);
    shear_frame  f = frame_at(line, w->enter);
    flat_corners low =
        shear(eight_load(rows.at[0]), eight_load(rows.at[1]), eight_load(rows.at[2]), &f);
    flat_corners   high = shear(eight_load(rows.at[0] + 8), eight_load(rows.at[1] + 8),
                                eight_load(rows.at[2] + 8), &f);
    const uint8_t *a = leaf->lists, *b = a + leaf->triangles, *c = b + leaf->triangles;
    eight          size = eight_fma(line->off, eight_all(4.0f), eight_all(size_of_child(w)));
    line_sides     sides = sides_within(pick_places(low, high, a), pick_places(low, high, b),
                                        pick_places(low, high, c), size, line->off);
    sides.perhaps &= ~(~0u << leaf->triangles);
    return sides;
}

// To the nearest leaf below, or to the next that there is; false if there is none.
EIGHT_INLINE bool go_down(float_node_traversal *w, const float_node_slabs *s, float t_most)
{
    while (!(w->at >> 32))
    {
        const float_node *gate = float_node_of_child(w);
        eight_times       times = float_node_times(gate, s, t_most);
        unsigned          bits = eight_no_more_soon(times.enter, times.leave);
        if (MESH_MOSTLY(bits != 0))
            to_nearest(w, gate, times.enter, bits);
        else if (!to_next(w, t_most))
            return false;
    }
    return true;
}

// The first, or any, of a leaf's triangles that are surely passed; there is one at least. False ends the walk, *t_most falls
// where something is met.
EIGHT_INLINE bool take_lanes(first_pierced *p, const rim_mesh *mesh, const mesh_leaf *leaf,
                             const sheared *line, rim_side side, unsigned bits, unsigned behind,
                             bool any, float *t_most)
{
    do
    {
        int  i = eight_lowest(bits);
        bool front = !(behind >> i & 1u);
        bits &= bits - 1;
        if (MESH_SELDOM(side != RIM_SIDE_BOTH) && front != (side == RIM_SIDE_FRONT)) continue;
        if (!take_first(p, mesh, leaf, i, line, front)) continue;
        if (any) return false;
        *t_most = mesh_not_after(p->t, *t_most);
    } while (MESH_SELDOM(bits != 0));
    return true;
}

// Looks for the first, or any, among gates. Whoever calls another function on the way has to put all he knows into memory
// before. So what needs one, since floats cannot tell, is left to the walk with care: false, and *on is where it has to go
// on, with this leaf once more.
EIGHT_INLINE bool traverse_float_nodes(const rim_mesh *mesh, quad origin, quad delta, rim_side side,
                                       bool any, first_pierced *p, float_node_traversal *on)
{
    float_node_slabs     s = float_node_slabs_of(mesh, origin, delta);
    float_node_traversal w = *on;
    float                t_most = MESH_WHOLE;
    sheared              line;
    shear_along(&line, mesh, origin, delta);
    for (;;)
    {
        if (!go_down(&w, &s, t_most)) return true;
        mesh_leaf leaf = leaf_of_child(&w);
        fetch_lines((const char *)leaf.x);
        if (MESH_SELDOM(leaf.corners == 0)) break;
        line_sides sides = sides_in_box(&leaf, &line, &w);
        unsigned   sure, behind = passed_from_behind(&sides, &line, &sure);
        if (MESH_SELDOM(sides.perhaps & ~sure)) break;
        if (sides.perhaps &&
            !take_lanes(p, mesh, &leaf, &line, side, sides.perhaps, behind, any, &t_most))
            return true;
        if (!to_next(&w, t_most)) return true;
    }
    *on = w;
    return false;
}

#endif
