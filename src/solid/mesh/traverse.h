// Template: compiled by each file that includes it. Requires simd/f32x8.h to be included before.
//
// The traversal of a mesh's bounding volume hierarchy and the box tests that it uses. Eight children of a node, or
// eight triangles of a leaf, are tested at once, one per lane. `floats` tells whether the mesh has the fast form; it is
// a constant in every call, so that the compiler makes one function per form.
#ifndef RIM_SOLID_MESH_TRAVERSE_H
#define RIM_SOLID_MESH_TRAVERSE_H

#include "simd/bits.h"
#include "simd/vec3x8.h"
#include "solid/mesh/kernels.h"

// Executes a call with the constant `floats` for the form of a mesh.
#define MESH_FORMS(mesh, call)                                                                     \
    if ((mesh)->form == RIM_MESH_FAST)                                                             \
    {                                                                                              \
        const bool floats = true;                                                                  \
        call;                                                                                      \
    }                                                                                              \
    else                                                                                           \
    {                                                                                              \
        const bool floats = false;                                                                 \
        call;                                                                                      \
    }

// --- eight boxes, eight triangles -----------------------------------------------------------------------

typedef struct box3x8
{
    f32x8 lo[3], hi[3];
} box3x8;

typedef struct triangle3x8
{
    vec3x8 a, b, c;
} triangle3x8;

// Returns a bit for each lane that holds a triangle, if lane 0 holds triangle `first` of the leaf. Requires that the
// leaf has this triangle.
SIMD_INLINE unsigned leaf_lanes(const mesh_leaf *leaf, int first)
{
    int count = leaf->triangles - first;
    return ~(~0u << (count < 8 ? count : 8));
}

// Returns one coordinate of eight corners: lane i is that of corner leaf->lists[at + i], or of corner at + i if the
// leaf has no lists. `from` is the leaf's x, y or z array. If the leaf has at most 16 corners, the whole array fits
// into two registers, which are then permuted. Lanes without a triangle get some number of the leaves or of the zeros
// behind them (MESH_PADDING).
SIMD_INLINE f32x8 corners_of(const mesh_leaf *leaf, int at, const float *from)
{
    if (!leaf->lists) return f32x8_load(from + at);
    if (leaf->corners > 16) return f32x8_gather(from, leaf->lists + at);
    return f32x8_permute(f32x8_load(from), f32x8_load(from + 8), leaf->lists + at);
}

// Returns eight triangles of a leaf from triangle `first` on, with permuted axes: x, y and z are the leaf's three
// arrays in any order. In the lists (or arrays) all first corners come first, then all second and all third ones.
SIMD_INLINE triangle3x8 triangles_along(const mesh_leaf *leaf, int first, const float *x,
                                        const float *y, const float *z)
{
    int b = first + leaf->triangles, c = b + leaf->triangles; // where the second, third corners are
    return (triangle3x8){
        { corners_of(leaf, first, x), corners_of(leaf, first, y), corners_of(leaf, first, z) },
        { corners_of(leaf, b, x), corners_of(leaf, b, y), corners_of(leaf, b, z) },
        { corners_of(leaf, c, x), corners_of(leaf, c, y), corners_of(leaf, c, z) }
    };
}

SIMD_INLINE triangle3x8 triangles_of(const mesh_leaf *leaf, int first)
{
    return triangles_along(leaf, first, leaf->x, leaf->y, leaf->z);
}

// Returns the boxes of eight triangles: the minimum and maximum of their corners on each axis.
SIMD_INLINE box3x8 boxes_of_triangles(const triangle3x8 *t)
{
    return (box3x8){ { f32x8_min3(t->a.x, t->b.x, t->c.x), f32x8_min3(t->a.y, t->b.y, t->c.y),
                       f32x8_min3(t->a.z, t->b.z, t->c.z) },
                     { f32x8_max3(t->a.x, t->b.x, t->c.x), f32x8_max3(t->a.y, t->b.y, t->c.y),
                       f32x8_max3(t->a.z, t->b.z, t->c.z) } };
}

// --- the boxes of a node: two decoders --------------------------------------------------------------------

// Returns the boxes of a node of the fast form, a child a lane, as they are stored.
SIMD_INLINE box3x8 decode_floats(const mesh_float_boxes *from)
{
    box3x8 box;
    for (int k = 0; k < 3; k++)
    {
        box.lo[k] = f32x8_load(from->lo[k]);
        box.hi[k] = f32x8_load(from->hi[k]);
    }
    return box;
}

// Returns the boxes  origin + step * byte  of a node of the compact form, a child a lane. Their error is at most 2^-23
// of the largest coordinate; MESH_BYTE_BOX_ERROR is twice that. Lanes without a child get the box of the first one.
SIMD_INLINE box3x8 decode_bytes(const mesh_byte_boxes *from)
{
    box3x8 box;
    for (int k = 0; k < 3; k++)
    {
        f32x8 steps = f32x8_all(mesh_byte_step(from, k)), origin = f32x8_all(from->origin[k]);
        box.lo[k] = f32x8_mul_add(f32x8_from_bytes(from->lo[k]), steps, origin);
        box.hi[k] = f32x8_mul_add(f32x8_from_bytes(from->hi[k]), steps, origin);
    }
    return box;
}

// Returns the boxes of a node's children, a child a lane. Sets a bit in *children for each child that may exist. In the
// fast form all eight bits are set, because missing children have boxes that no test hits.
SIMD_INLINE box3x8 decode_boxes(const mesh_node *node, bool floats, unsigned *children)
{
    const void *boxes = node + 1;
    *children = floats ? 255u : ((const mesh_byte_boxes *)boxes)->children;
    return floats ? decode_floats(boxes) : decode_bytes(boxes);
}

// --- three tests of boxes -----------------------------------------------------------------------------------

// Returns a bit for each lane in which two boxes overlap:  a.lo <= b.hi and b.lo <= a.hi  on every axis.
SIMD_INLINE unsigned boxes_overlap(const box3x8 *a, const box3x8 *b)
{
    f32x8_mask all =
        f32x8_and(f32x8_less_equal(a->lo[0], b->hi[0]), f32x8_less_equal(b->lo[0], a->hi[0]));
    for (int k = 1; k < 3; k++)
        all = f32x8_and(all, f32x8_and(f32x8_less_equal(a->lo[k], b->hi[k]),
                                       f32x8_less_equal(b->lo[k], a->hi[k])));
    return f32x8_bits(all);
}

// A moving box (or point), prepared for the slab test. Along an axis with delta > 0 the mover [low, high] overlaps
// another box [lo, hi] from  t = (lo - high) / delta  until  t = (hi - low) / delta;  with delta < 0 the two times
// change places. A |delta| below MESH_MIN_SPEED counts as MESH_MIN_SPEED.
//
// The mover is widened, on each axis, by 2^-20 of the largest coordinate of the mesh plus those of the mover, and by
// MESH_MIN_WIDENING. This is more than all rounding errors (2^-24 of the differences and of two products, 2^-23 of
// decoded boxes; the rounding of 1 / delta scales all times alike) and more than MESH_MIN_SPEED, so that no box that
// the exact mover hits is missed.
typedef struct motion3x8
{
    f32x8 per[3];      // 1 / delta, with delta limited as above
    f32x8 lo_times[3]; // high / delta, subtracted from lo / delta
    f32x8 hi_times[3]; // low / delta, subtracted from hi / delta
} motion3x8;

// Prepares the motion of the box [center - half, center + half] by delta: on each axis, with the widening w and the
// limited delta (see motion3x8),
//
//     lo_times = (center + half + w) / delta        hi_times = (center - half - w) / delta
//
// The arguments have axis k in lane k; *m has it in all lanes of element k. The other lanes of the arguments are not
// used. Writes *m in place, because a copy of so many lanes is slow.
SIMD_INLINE void motion_init(motion3x8 *m, const rim_mesh *mesh, f32x8 center, f32x8 half,
                             f32x8 delta)
{
    f32x8 none = f32x8_all(0.0f), minimum = f32x8_all(MESH_MIN_SPEED);
    f32x8 all = f32x8_add(f32x8_add(f32x8_all(mesh->largest), f32x8_abs(center)), half);
    f32x8 w =
        f32x8_add(f32x8_mul(all, f32x8_all(MESH_MOTION_WIDENING)), f32x8_all(MESH_MIN_WIDENING));
    f32x8 wide = f32x8_add(half, w), speed = f32x8_max(f32x8_abs(delta), minimum);
    f32x8 per = f32x8_div(f32x8_all(1.0f), speed);
    per = f32x8_pick(f32x8_less(delta, none), f32x8_sub(none, per), per);
    f32x8 lo_times = f32x8_mul(f32x8_add(center, wide), per);
    f32x8 hi_times = f32x8_mul(f32x8_sub(center, wide), per);
    for (int k = 0; k < 3; k++)
    {
        m->per[k] = f32x8_all(F32X8_LANE(per, k));
        m->lo_times[k] = f32x8_all(F32X8_LANE(lo_times, k));
        m->hi_times[k] = f32x8_all(F32X8_LANE(hi_times, k));
    }
}

typedef struct times8
{
    f32x8 enter, leave;
} times8;

// Returns the times at which a motion enters and leaves eight boxes, clipped to 0 .. t_most (the slab test: Kay,
// Kajiya, "Ray tracing complex scenes", 1986). On axis k a lane computes
//
//     lo / delta - high / delta   and   hi / delta - low / delta
//
// The lesser is the entry and the greater the exit. (Choosing them by the sign of delta instead needs more registers.)
// The motion enters the box at the latest entry of the three axes and leaves it at the earliest exit. The box is missed
// if enter > leave.
SIMD_INLINE times8 motion_times(const box3x8 *box, const motion3x8 *m, float t_most)
{
    f32x8 enter[3], leave[3];
    for (int k = 0; k < 3; k++)
    {
        f32x8 lo = f32x8_mul_sub(box->lo[k], m->per[k], m->lo_times[k]);
        f32x8 hi = f32x8_mul_sub(box->hi[k], m->per[k], m->hi_times[k]);
        enter[k] = f32x8_min(lo, hi);
        leave[k] = f32x8_max(lo, hi);
    }
    return (
        times8){ f32x8_max(f32x8_max(enter[0], enter[1]), f32x8_max(enter[2], f32x8_all(0.0f))),
                 f32x8_min(f32x8_min(leave[0], leave[1]), f32x8_min(leave[2], f32x8_all(t_most))) };
}

// Returns lower bounds of the squared distances from a point p to eight boxes: the sum over the axes of
//
//     max(lo - p - error, p - hi - error, 0)^2
//
// rounded down. `error` bounds the error of a difference.
SIMD_INLINE f32x8 boxes_distance2(const box3x8 *box, const vec3x8 *p, f32x8 error)
{
    f32x8        sum = f32x8_all(0.0f), none = sum;
    const f32x8 *at[3] = { &p->x, &p->y, &p->z };
    for (int k = 0; k < 3; k++)
    {
        f32x8 below = f32x8_sub(f32x8_sub(box->lo[k], *at[k]), error);
        f32x8 above = f32x8_sub(f32x8_sub(*at[k], box->hi[k]), error);
        f32x8 gap = f32x8_max3(below, above, none);
        sum = f32x8_add(sum, f32x8_mul(gap, gap));
    }
    return f32x8_mul(sum, f32x8_all(MESH_ROUND_DOWN));
}

// --- the traversal ------------------------------------------------------------------------------------------

// An entry of the traversal stack: a node reference in the low 32 bits, the bits of its entry time (or squared
// distance) in the high 32. Non-negative floats are ordered as their bits are, so that comparing entries compares
// times.
typedef uint64_t mesh_entry;

typedef struct mesh_traversal
{
    const uint32_t *nodes;       // node references are offsets from here
    mesh_entry     *stack, *top; // the bottom, and one past the last entry
    uint32_t        ref;         // the current node or leaf
    float           enter;       // its entry time or squared distance
} mesh_traversal;

// Returns a traversal at the root, with an empty stack in the memory of MESH_STACK_SIZE entries at `stack`.
SIMD_INLINE mesh_traversal traversal_of(const rim_mesh *mesh, mesh_entry *stack)
{
    return (mesh_traversal){ mesh->nodes, stack, stack, 0, 0.0f };
}

// Prefetches a node or leaf that a later step will read: 4 cache lines, for the 224 bytes of a node of the fast form.
SIMD_INLINE void prefetch_ref(const uint32_t *nodes, uint32_t ref)
{
    const uint32_t *at = nodes + (ref & ~MESH_LEAF_BIT);
    for (size_t line = 0; line < 4; line++) CPU_PREFETCH((const char *)at + line * MESH_CACHE_LINE);
}

// Makes the node or leaf of a stack entry the current one.
SIMD_INLINE void traverse_to(mesh_traversal *traversal, mesh_entry entry)
{
    uint32_t bits = (uint32_t)(entry >> 32);
    traversal->ref = (uint32_t)entry;
    memcpy(&traversal->enter, &bits, sizeof bits);
}

// Makes the nearest of the children in `bits` the current node, and pushes the other ones. The pushed entries, from
// `bottom` up, are sorted, the farthest first, so that the nearest of them is on top. Requires bits != 0 and entry
// times (or squared distances) of the children in `enters` that are not negative. Each child is prefetched before it is
// known which of them is the nearest. The insertion sort exchanges by selects instead of branches, because branches on
// these comparisons could not be predicted.
SIMD_INLINE void traverse_nearest(mesh_traversal *traversal, const mesh_node *node, f32x8 enters,
                                  unsigned bits)
{
    union
    {
        float    time[8];
        uint32_t bits[8];
    } enter;
    int i = bits_lowest(bits);
    f32x8_store(enter.time, enters);
    bits &= bits - 1;
    if (CPU_COMMON(!bits))
    {
        traversal->ref = node->child[i];
        traversal->enter = enter.time[i];
        return;
    }
    mesh_entry nearest = (mesh_entry)enter.bits[i] << 32 | node->child[i], *bottom = traversal->top;
    prefetch_ref(traversal->nodes, node->child[i]);
    for (; bits; bits &= bits - 1)
    {
        i = bits_lowest(bits);
        mesh_entry next = (mesh_entry)enter.bits[i] << 32 | node->child[i];
        mesh_entry pushed = next > nearest ? next : nearest;
        nearest = next > nearest ? nearest : next;
        prefetch_ref(traversal->nodes, node->child[i]);
        // Each place keeps the farther of its entry and the one that is pushed; the nearer one goes on.
        for (mesh_entry *at = bottom; CPU_RARE(at < traversal->top); at++)
        {
            mesh_entry farther = pushed > *at ? pushed : *at;
            pushed = pushed > *at ? *at : pushed;
            *at = farther;
        }
        *traversal->top++ = pushed;
    }
    traverse_to(traversal, nearest);
}

// Pops entries until one enters at or before the limit, and makes it the current node. Returns false if there is no
// such entry. Entries beyond the limit are dropped: a hit that was found after they were pushed is nearer. Requires
// limit >= 0, so that its bits are ordered as those of the entries.
SIMD_INLINE bool traverse_next(mesh_traversal *traversal, float limit)
{
    uint32_t bits;
    memcpy(&bits, &limit, sizeof bits);
    while (traversal->top > traversal->stack)
    {
        mesh_entry entry = *--traversal->top;
        if (entry >> 32 > bits) continue;
        traverse_to(traversal, entry);
        return true;
    }
    return false;
}

// The test of a node's boxes: against a motion (MESH_MOVING) or against a point's distance (MESH_NEAREST).
typedef struct mesh_node_test
{
    motion3x8 motion;
    vec3x8    point;
    f32x8     error;
} mesh_node_test;

// Descends from the current node, the nearest child first, to the next leaf whose box passes the test within the limit,
// a time or a squared distance. Where no child passes, continues with the next entry of the stack. Returns false if the
// stack is empty then. On true the current node is the leaf, which may be the one at which the call starts. Within a
// node a lane is a child, and `bits` has a bit for each child that passes. With a trace, records every node and leaf
// that becomes current, and counts those that do not fit.
SIMD_INLINE bool traverse_to_leaf(mesh_traversal *traversal, const mesh_node_test *test,
                                  mesh_motion_kind kind, float limit, bool floats,
                                  mesh_trace *trace)
{
    while (!(traversal->ref & MESH_LEAF_BIT))
    {
        const mesh_node *node =
            (const mesh_node *)(const void *)(traversal->nodes + traversal->ref);
        unsigned bits, children;
        f32x8    enter;
        box3x8   boxes = decode_boxes(node, floats, &children);
        if (trace && trace->count++ < trace->capacity)
            trace->refs[trace->count - 1] = traversal->ref;
        if (kind == MESH_MOVING)
        {
            times8 times = motion_times(&boxes, &test->motion, limit);
            enter = times.enter;
            bits = f32x8_bits(f32x8_less_equal(enter, times.leave));
        }
        else
        {
            enter = boxes_distance2(&boxes, &test->point, test->error);
            bits = f32x8_bits(f32x8_less_equal(enter, f32x8_all(limit)));
        }
        if (!floats) bits &= children;
        if (CPU_COMMON(bits != 0))
            traverse_nearest(traversal, node, enter, bits);
        else if (!traverse_next(traversal, limit))
            return false;
    }
    if (trace && trace->count++ < trace->capacity) trace->refs[trace->count - 1] = traversal->ref;
    return true;
}

#endif
