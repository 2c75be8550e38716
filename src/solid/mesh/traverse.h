// Template: compiled anew by each file that includes it.
// What all walks share, in eights. Include eight_plain.h or eight_avx2.h first.
//
// Distances within a node are taken from differences to its origin, which one subtraction of floats gives with a
// relative error of 2^-24, and whole multiples of its step, which are exact. So the error of every bound
// is a small part of the sum of the two, and is added where it does no harm.
#ifndef RIM_SOLID_MESH_TRAVERSE_H
#define RIM_SOLID_MESH_TRAVERSE_H

#include "simd/cpu.h"
#include "solid/mesh/kernels.h"

EIGHT_INLINE unsigned lanes_below(int count)
{
    return count >= 8 ? 255u : ~(~0u << count);
}

// Three coordinates of eight triangles' corners.
typedef struct eight3
{
    eight x, y, z;
} eight3;

typedef struct eight_triangles
{
    eight3 a, b, c;
} eight_triangles;

// Corners by their places, or, without a list, as they lie.
EIGHT_INLINE eight3 bvh_corners_of(const mesh_leaf *leaf, const uint8_t *list, int at,
                                   const float *x, const float *y, const float *z)
{
    int    n = leaf->corners;
    eight3 p;
    p.x = list ? eight_pick(x, n, list + at) : eight_load(x + at);
    p.y = list ? eight_pick(y, n, list + at) : eight_load(y + at);
    p.z = list ? eight_pick(z, n, list + at) : eight_load(z + at);
    return p;
}

// From `first` on, with their coordinates named anew: x, y and z may be any of the leaf's.
EIGHT_INLINE eight_triangles triangles_along(const mesh_leaf *leaf, int first, const float *x,
                                             const float *y, const float *z)
{
    int             b = first + leaf->triangles, c = b + leaf->triangles;
    eight_triangles t;
    if (leaf->lists)
    {
        t.a = bvh_corners_of(leaf, leaf->lists, first, x, y, z);
        t.b = bvh_corners_of(leaf, leaf->lists, b, x, y, z);
        t.c = bvh_corners_of(leaf, leaf->lists, c, x, y, z);
        return t;
    }
    t.a = bvh_corners_of(leaf, NULL, first, x, y, z);
    t.b = bvh_corners_of(leaf, NULL, b, x, y, z);
    t.c = bvh_corners_of(leaf, NULL, c, x, y, z);
    return t;
}

EIGHT_INLINE eight_triangles triangles_of(const mesh_leaf *leaf, int first)
{
    return triangles_along(leaf, first, leaf->x, leaf->y, leaf->z);
}

EIGHT_INLINE eight3 eight3_sub(eight3 a, eight3 b)
{
    eight3 d = { eight_sub(a.x, b.x), eight_sub(a.y, b.y), eight_sub(a.z, b.z) };
    return d;
}

EIGHT_INLINE eight3 eight3_all(float x, float y, float z)
{
    eight3 v = { eight_all(x), eight_all(y), eight_all(z) };
    return v;
}

// v + s d
EIGHT_INLINE eight3 eight3_along(eight3 v, eight3 d, eight s)
{
    eight3 at = { eight_add(v.x, eight_mul(d.x, s)), eight_add(v.y, eight_mul(d.y, s)),
                  eight_add(v.z, eight_mul(d.z, s)) };
    return at;
}

EIGHT_INLINE eight eight3_dot(eight3 a, eight3 b)
{
    return eight_add(eight_add(eight_mul(a.x, b.x), eight_mul(a.y, b.y)), eight_mul(a.z, b.z));
}

EIGHT_INLINE eight3 eight3_cross(eight3 a, eight3 b)
{
    eight3 n = { eight_sub(eight_mul(a.y, b.z), eight_mul(a.z, b.y)),
                 eight_sub(eight_mul(a.z, b.x), eight_mul(a.x, b.z)),
                 eight_sub(eight_mul(a.x, b.y), eight_mul(a.y, b.x)) };
    return n;
}

EIGHT_INLINE eight eight_min3(eight a, eight b, eight c)
{
    return eight_min(eight_min(a, b), c);
}

EIGHT_INLINE eight eight_max3(eight a, eight b, eight c)
{
    return eight_max(eight_max(a, b), c);
}

// --- boxes ------------------------------------------------------------------------------------------

typedef struct quad_box
{
    quad lo, hi;
} quad_box;

// A rounded difference to the origin never passes a multiple of the step that the exact one does not: those are
// floats.
EIGHT_INLINE unsigned node_meets_box(const mesh_node *node, const quad_box *box)
{
    quad origin = quad_load(node->origin), per = quad_unpowers(node->scale);
    return eight_spans(node->lo, node->hi, quad_mul(quad_sub(box->lo, origin), per),
                       quad_mul(quad_sub(box->hi, origin), per)) &
           node->scale[3];
}

// How far three coordinates are from meeting a span; more than 0 if they do not. A difference of floats has the right
// sign.
EIGHT_INLINE eight bvh_are_apart(eight a, eight b, eight c, float lo, float hi)
{
    return eight_max(eight_sub(eight_min3(a, b, c), eight_all(hi)),
                     eight_sub(eight_all(lo), eight_max3(a, b, c)));
}

EIGHT_INLINE unsigned triangles_meet_box(const eight_triangles *t, const rim_box3 *box)
{
    return eight_no_more(eight_max3(bvh_are_apart(t->a.x, t->b.x, t->c.x, box->lo.x, box->hi.x),
                                    bvh_are_apart(t->a.y, t->b.y, t->c.y, box->lo.y, box->hi.y),
                                    bvh_are_apart(t->a.z, t->b.z, t->c.z, box->lo.z, box->hi.z)),
                         eight_all(0.0f));
}

// --- motions ------------------------------------------------------------------------------------------

// A motion, made ready for boxes: along an axis the mover's box is with another from (lo - high) / delta on, and
// until (hi - low) / delta, if delta > 0. A delta of nothing, or nearly so, counts as NEARLY_STILL.
//
// The mover's box is wider than it is by 2^-20 of all there is, so that no rounding (2^-24 of the
// differences, and of two products) leaves out what it meets, and by more than NEARLY_STILL.
typedef struct slabs
{
    eight          near[3], far[3]; // the sides of the mover's box that meet and leave others
    eight          per[3];          // 1 / delta
    eight          near_times[3], far_times[3]; // near and far, times that
    unsigned       back;                        // the axes along which it goes back, as bits
    const uint8_t *first, *last; // where a node keeps the sides that are met first and left last
} slabs;

// By the axes along which a motion goes back, as bits.
#define SLAB_LO(k) (uint8_t)(offsetof(mesh_node, lo) + (k)*MESH_WIDE)
#define SLAB_HI(k) (uint8_t)(offsetof(mesh_node, hi) + (k)*MESH_WIDE)
#define SLAB_AT(back, k) (back) >> (k)&1 ? SLAB_HI(k) : SLAB_LO(k)
#define SLAB_ATS(back)                                                                             \
    {                                                                                              \
        SLAB_AT(back, 0), SLAB_AT(back, 1), SLAB_AT(back, 2)                                       \
    }
static const uint8_t SLAB_SIDES[8][3] = { SLAB_ATS(0), SLAB_ATS(1), SLAB_ATS(2), SLAB_ATS(3),
                                          SLAB_ATS(4), SLAB_ATS(5), SLAB_ATS(6), SLAB_ATS(7) };

#define NEARLY_STILL 0x1p-80f

EIGHT_INLINE void slab_times(slabs *s, quad near, quad far, quad per, unsigned back)
{
    quad near_times = quad_mul(near, per), far_times = quad_mul(far, per);
    s->back = back;
    s->first = SLAB_SIDES[back & 7u];
    s->last = SLAB_SIDES[~back & 7u];
    for (int k = 0; k < 3; k++)
    {
        s->per[k] = eight_spread(per, k);
        s->near_times[k] = eight_spread(near_times, k);
        s->far_times[k] = eight_spread(far_times, k);
    }
}

EIGHT_INLINE void slabs_of(slabs *s, const rim_mesh *mesh, quad center, quad half, quad delta)
{
    quad all = quad_add(quad_add(quad_all(mesh->largest), quad_abs(center)), half);
    half = quad_add(half, quad_add(quad_mul(all, quad_all(0x1p-20f)), quad_all(0x1p-60f)));
    quad speed = quad_max(quad_abs(delta), quad_all(NEARLY_STILL)), side = quad_turn(half, delta);
    quad per = quad_turn(quad_div(quad_all(1.0f), speed), delta);
    quad near = quad_add(center, side), far = quad_sub(center, side);
    slab_times(s, near, far, per, quad_negative(delta));
    for (int k = 0; k < 3; k++)
    {
        s->near[k] = eight_spread(near, k);
        s->far[k] = eight_spread(far, k);
    }
}

// Of a point in motion, for boxes only.
EIGHT_INLINE void slabs_of_ray(slabs *s, const rim_mesh *mesh, quad origin, quad delta)
{
    quad all = quad_add(quad_all(mesh->largest), quad_abs(origin));
    quad half = quad_add(quad_mul(all, quad_all(0x1p-20f)), quad_all(0x1p-60f));
    quad speed = quad_max(quad_abs(delta), quad_all(NEARLY_STILL)), side = quad_turn(half, delta);
    quad per = quad_turn(quad_div(quad_all(1.0f), speed), delta);
    slab_times(s, quad_add(origin, side), quad_sub(origin, side), per, quad_negative(delta));
}

EIGHT_INLINE void slabs_of_motion(slabs *s, const rim_mesh *mesh, const mesh_motion *m)
{
    slabs_of(s, mesh, quad_of(m->center[0], m->center[1], m->center[2]),
             quad_of(m->half[0], m->half[1], m->half[2]),
             quad_of(m->delta[0], m->delta[1], m->delta[2]));
}

typedef struct eight_times
{
    eight enter, leave;
} eight_times;

EIGHT_INLINE eight_times node_times(const mesh_node *node, const slabs *s, float t_most)
{
    const uint8_t *bytes = (const uint8_t *)node;
    eight          enter[3], leave[3];
    for (int k = 0; k < 3; k++)
    {
        eight origin = eight_mul(eight_all(node->origin[k]), s->per[k]);
        eight steps = eight_mul(eight_power(node->scale, k), s->per[k]);
        eight first = eight_mul(eight_bytes(bytes + s->first[k]), steps);
        eight last = eight_mul(eight_bytes(bytes + s->last[k]), steps);
        enter[k] = eight_add(first, eight_sub(origin, s->near_times[k]));
        leave[k] = eight_add(last, eight_sub(origin, s->far_times[k]));
    }
    eight_times times = {
        eight_max(eight_max(enter[0], enter[1]), eight_max(enter[2], eight_all(0.0f))),
        eight_min(eight_min(leave[0], leave[1]), eight_min(leave[2], eight_all(t_most)))
    };
    return times;
}

// The same, rounded as it may be: the order in which rays visit what they meet tells nothing.
EIGHT_INLINE eight_times node_times_of_ray(const mesh_node *node, const slabs *s, float t_most)
{
    const uint8_t *bytes = (const uint8_t *)node;
    eight          enter[3], leave[3];
    for (int k = 0; k < 3; k++)
    {
        eight origin = eight_all(node->origin[k]);
        eight steps = eight_mul(eight_power(node->scale, k), s->per[k]);
        enter[k] = eight_fma(eight_bytes(bytes + s->first[k]), steps,
                             eight_fms(origin, s->per[k], s->near_times[k]));
        leave[k] = eight_fma(eight_bytes(bytes + s->last[k]), steps,
                             eight_fms(origin, s->per[k], s->far_times[k]));
    }
    eight_times times = {
        eight_max(eight_max(enter[0], enter[1]), eight_max(enter[2], eight_all(0.0f))),
        eight_min(eight_min(leave[0], leave[1]), eight_min(leave[2], eight_all(t_most)))
    };
    return times;
}

// The same for eight spans on one axis.
EIGHT_INLINE void span_times(eight_times *times, eight lo, eight hi, const slabs *s, int k)
{
    unsigned is_back = s->back >> k & 1u;
    eight    enter = eight_mul(eight_sub(is_back ? hi : lo, s->near[k]), s->per[k]);
    eight    leave = eight_mul(eight_sub(is_back ? lo : hi, s->far[k]), s->per[k]);
    times->enter = eight_max(enter, times->enter);
    times->leave = eight_min(leave, times->leave);
}

EIGHT_INLINE eight_times triangle_times(const eight_triangles *t, const slabs *s, float t_most)
{
    eight_times times = { eight_all(0.0f), eight_all(t_most) };
    span_times(&times, eight_min3(t->a.x, t->b.x, t->c.x), eight_max3(t->a.x, t->b.x, t->c.x), s,
               0);
    span_times(&times, eight_min3(t->a.y, t->b.y, t->c.y), eight_max3(t->a.y, t->b.y, t->c.y), s,
               1);
    span_times(&times, eight_min3(t->a.z, t->b.z, t->c.z), eight_max3(t->a.z, t->b.z, t->c.z), s,
               2);
    return times;
}

// --- what is still to be visited ----------------------------------------------------------------------------

// What will be visited is on its way from memory while something else is done.
EIGHT_INLINE void fetch_soon(const rim_mesh *mesh, uint32_t at)
{
#ifdef CPU_GNU
    const char *place = at & MESH_LEAF ? (const char *)(mesh->leaves + (at & ~MESH_LEAF))
                                       : (const char *)(mesh->nodes + at);
    __builtin_prefetch(place);
    __builtin_prefetch(place + 64);
    __builtin_prefetch(place + 128);
#else
    (void)mesh;
    (void)at;
#endif
}

// All of a leaf of the fast form.
EIGHT_INLINE void fetch_leaf(const rim_mesh *mesh, uint32_t word)
{
#ifdef CPU_GNU
    const char *place = (const char *)(mesh->leaves + word);
    for (int line = 0; line < 5; line++) __builtin_prefetch(place + line * MESH_LINE);
#else
    (void)mesh;
    (void)word;
#endif
}

// A place and the time from which it can be met, or the square of its distance: bits of floats that are not negative
// are in order as numbers, so that the nearer of two is the lesser.
typedef uint64_t bvh_stack_entry;

EIGHT_INLINE uint32_t bvh_stack_entry_node(bvh_stack_entry next)
{
    return (uint32_t)next;
}

// Where a walk is, and the bits of since when.
typedef struct bvh_place
{
    uint32_t at, enter;
} bvh_place;

EIGHT_INLINE bvh_place bvh_place_of(bvh_stack_entry next)
{
    bvh_place p = { (uint32_t)next, (uint32_t)(next >> 32) };
    return p;
}

EIGHT_INLINE float place_enter(bvh_place p)
{
    float enter;
    memcpy(&enter, &p.enter, sizeof enter);
    return enter;
}

// The nearest of the children; the others go on the stack, the nearest of them on top. bits is not 0. All are compared
// with all, so that no branch depends on which is nearer.
EIGHT_INLINE bvh_place nearest_child(const rim_mesh *mesh, bvh_stack_entry *stack, int *height,
                                     const mesh_node *node, eight enters, unsigned bits)
{
    uint32_t enter[8];
    int      bottom = *height, only = eight_lowest(bits);
    eight_store_bits(enter, enters);
    bits &= bits - 1;
    if (!bits)
    {
        bvh_place p = { node->child[only], enter[only] };
        return p;
    }
    bvh_stack_entry nearest = (bvh_stack_entry)enter[only] << 32 | node->child[only];
    if (!(bits & (bits - 1)))
    {
        int             i = eight_lowest(bits);
        bvh_stack_entry next = (bvh_stack_entry)enter[i] << 32 | node->child[i],
                        far = next > nearest ? next : nearest;
        fetch_soon(mesh, bvh_stack_entry_node(far));
        stack[(*height)++] = far;
        return bvh_place_of(next > nearest ? nearest : next);
    }
    for (; bits; bits &= bits - 1)
    {
        int             i = eight_lowest(bits);
        bvh_stack_entry next = (bvh_stack_entry)enter[i] << 32 | node->child[i],
                        far = next > nearest ? next : nearest;
        fetch_soon(mesh, node->child[i]);
        nearest = next > nearest ? nearest : next;
        for (int k = bottom; k < *height; k++)
        {
            bvh_stack_entry farther = far > stack[k] ? far : stack[k];
            far = far > stack[k] ? stack[k] : far;
            stack[k] = farther;
        }
        stack[(*height)++] = far;
    }
    return bvh_place_of(nearest);
}

// The next of the stack that begins in time; false if there is none.
EIGHT_INLINE bool next_of(const bvh_stack_entry *stack, int *height, float t_most, bvh_place *next)
{
    while (*height > 0)
    {
        *next = bvh_place_of(stack[--*height]);
        if (place_enter(*next) <= t_most) return true;
    }
    return false;
}

// From a node down to a leaf, by the nearest children.
EIGHT_INLINE bool bvh_next_leaf(const rim_mesh *mesh, const slabs *s, float t_most,
                                bvh_stack_entry *stack, int *height, bvh_place *next)
{
    for (;;)
    {
        if (next->at & MESH_LEAF) return true;
        const mesh_node *node = &mesh->nodes[next->at];
        eight_times      times = node_times(node, s, t_most);
        unsigned         bits = eight_no_more(times.enter, times.leave) & node->scale[3];
        if (bits)
            *next = nearest_child(mesh, stack, height, node, times.enter, bits);
        else if (!next_of(stack, height, t_most, next))
            return false;
    }
}

#endif
