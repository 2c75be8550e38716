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

// Returns the boxes of the children of a node of the compact form.
SIMD_INLINE const mesh_byte_boxes *node_bytes(const mesh_node *node)
{
    return (const void *)(node + 1);
}

// The sides (box_side) at which motions enter boxes, on the three axes, and those at which they leave them: lo is at 0,
// 32 and 64, and hi at 96, 128 and 160. The number of a row has a bit for each axis on which 1 / delta (motion3) is
// negative.
static const size_t BOX_SIDES[8][6] = {
    { 0, 32, 64, 96, 128, 160 }, { 96, 32, 64, 0, 128, 160 }, { 0, 128, 64, 96, 32, 160 },
    { 96, 128, 64, 0, 32, 160 }, { 0, 32, 160, 96, 128, 64 }, { 96, 32, 160, 0, 128, 64 },
    { 0, 128, 160, 96, 32, 64 }, { 96, 128, 160, 0, 32, 64 },
};
_Static_assert(offsetof(mesh_float_boxes, hi) == 96, "BOX_SIDES has other offsets");

// Returns one side of the boxes of a node's children, a child a lane. A side is one of the arrays lo[0], lo[1], lo[2],
// hi[0], hi[1] and hi[2], given as its offset in mesh_float_boxes in bytes; `axis` is its axis.
//
// In the compact form a side is  origin + step * byte.  Its error is at most 2^-23 of the largest coordinate;
// MESH_BYTE_BOX_ERROR is twice that. Lanes without a child get the side of the first one.
SIMD_INLINE f32x8 box_side(const mesh_node *node, bool floats, int axis, size_t side)
{
    const mesh_byte_boxes *bytes = node_bytes(node);
    if (floats) return f32x8_load((const float *)(const void *)((const char *)(node + 1) + side));
    return f32x8_mul_add(f32x8_from_bytes(bytes->lo[0] + side / sizeof(float)),
                         f32x8_all(mesh_byte_step(bytes, axis)), f32x8_all(bytes->origin[axis]));
}

// Returns the boxes of a node's children, a child a lane.
SIMD_INLINE box3x8 decode_boxes(const mesh_node *node, bool floats)
{
    box3x8 box;
    for (int k = 0; k < 3; k++)
    {
        box.lo[k] = box_side(node, floats, k, BOX_SIDES[0][k]);
        box.hi[k] = box_side(node, floats, k, BOX_SIDES[0][3 + k]);
    }
    return box;
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
// another box [lo, hi] from  t = (lo - high) / delta  until  t = (hi - low) / delta;  with delta < 0 it enters at the
// side hi and leaves at lo. A |delta| of at most MESH_MIN_SPEED counts as a delta of MESH_MIN_SPEED.
//
// The mover is widened, on each axis, by 2^-20 of the largest coordinate of the mesh plus those of the mover, and by
// MESH_MIN_WIDENING. This is more than all rounding errors (2^-24 of the differences and of two products, 2^-23 of
// decoded boxes, and 2^-24 of the way along an axis for the rounding of 1 / delta) and more than MESH_MIN_SPEED, so
// that no box that the exact mover hits is missed.
//
// The arrays of floats have an axis in each of the first three elements. From memory they are broadcast to all lanes
// without shuffles, which would be the slowest part of a short ray.
typedef struct motion3
{
    float per[8];         // 1 / delta, with delta limited as above
    float enter_times[8]; // subtracted from  side / delta,  with the side at which the mover enters
    float leave_times[8]; // the same, with the side at which it leaves
    // A row of BOX_SIDES: the sides at which it enters boxes, by axis, then those at which it leaves them.
    const size_t *sides;
} motion3;

// Prepares the motion of the box [center - half, center + half] by delta: on each axis, with the widening w and the
// limited delta (see motion3),
//
//     enter_times = center / delta + (half + w) / |delta|     leave_times = center / delta - (half + w) / |delta|
//
// The arguments have axis k in lane k. The other lanes are not used.
SIMD_TARGET static CPU_APART void motion_init(motion3 *m, const rim_mesh *mesh, f32x8 center,
                                              f32x8 half, f32x8 delta)
{
    f32x8 none = f32x8_all(0.0f), minimum = f32x8_all(MESH_MIN_SPEED), speed = f32x8_abs(delta);
    f32x8 all = f32x8_add(f32x8_add(f32x8_all(mesh->largest), f32x8_abs(center)), half);
    f32x8 w =
        f32x8_add(f32x8_mul(all, f32x8_all(MESH_MOTION_WIDENING)), f32x8_all(MESH_MIN_WIDENING));
    f32x8 per = f32x8_div(f32x8_all(1.0f), f32x8_pick(f32x8_less(minimum, speed), delta, minimum));
    f32x8 at = f32x8_mul(center, per), wide = f32x8_mul(f32x8_add(half, w), f32x8_abs(per));
    m->sides = BOX_SIDES[f32x8_bits(f32x8_less(per, none)) & 7u];
    f32x8_store(m->per, per);
    f32x8_store(m->enter_times, f32x8_add(at, wide));
    f32x8_store(m->leave_times, f32x8_sub(at, wide));
}

typedef struct times8
{
    f32x8 enter, leave;
} times8;

// Returns the times at which a motion enters and leaves eight boxes, clipped to 0 .. t_most (the slab test: Kay,
// Kajiya, "Ray tracing complex scenes", 1986). `enter` and `leave` are the sides of the boxes at which it does so, by
// axis. The motion enters a box at the latest entry of the three axes and leaves it at the earliest exit. The box is
// missed if enter > leave.
SIMD_INLINE times8 motion_times(const f32x8 enter[3], const f32x8 leave[3], const motion3 *m,
                                float t_most)
{
    f32x8 first[3], last[3];
    for (int k = 0; k < 3; k++)
    {
        f32x8 per = f32x8_all(m->per[k]);
        first[k] = f32x8_mul_sub(enter[k], per, f32x8_all(m->enter_times[k]));
        last[k] = f32x8_mul_sub(leave[k], per, f32x8_all(m->leave_times[k]));
    }
    return (
        times8){ f32x8_max(f32x8_max(first[0], first[1]), f32x8_max(first[2], f32x8_all(0.0f))),
                 f32x8_min(f32x8_min(last[0], last[1]), f32x8_min(last[2], f32x8_all(t_most))) };
}

// Returns the times (motion_times) for the boxes of a node's children.
SIMD_INLINE times8 node_times(const mesh_node *node, const motion3 *m, float t_most, bool floats)
{
    f32x8 enter[3], leave[3];
    for (int k = 0; k < 3; k++)
    {
        enter[k] = box_side(node, floats, k, m->sides[k]);
        leave[k] = box_side(node, floats, k, m->sides[3 + k]);
    }
    return motion_times(enter, leave, m, t_most);
}

// Returns the times (motion_times) for eight boxes.
SIMD_INLINE times8 box_times(const box3x8 *box, const motion3 *m, float t_most)
{
    f32x8 enter[3], leave[3];
    for (int k = 0; k < 3; k++)
    {
        f32x8_mask back = f32x8_less(f32x8_all(m->per[k]), f32x8_all(0.0f));
        enter[k] = f32x8_pick(back, box->hi[k], box->lo[k]);
        leave[k] = f32x8_pick(back, box->lo[k], box->hi[k]);
    }
    return motion_times(enter, leave, m, t_most);
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

// An entry of the traversal stack: the reference of a node or leaf in the low 32 bits, the bits of its entry time (or
// squared distance) in the high 32. Non-negative floats are ordered as their bits are, so that comparing entries
// compares times, and references if the times are equal.
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
// `bottom` up, are sorted, the farthest first, so that the nearest of them is on top. Requires 0 < bits < 256. In the
// lanes of `bits`, `enters` has the entry times (or squared distances): not NaN and without a sign bit, because they
// are compared as integers. All children are prefetched; which one is the nearest need not be known for that.
//
// The lowest and the highest bit of `bits` are those of one or two children. Both cases take the same path: with one
// child the two bits are the same, and its entry is written to the first free slot of the stack, but not counted.
// MESH_STACK_SIZE has room for it. Further children are inserted one by one. Choices are made by conditional
// expressions, because branches on the number of children, or on their order, could not be predicted.
SIMD_INLINE void traverse_nearest(mesh_traversal *traversal, const mesh_node *node, f32x8 enters,
                                  unsigned bits)
{
    union
    {
        float    time[8];
        uint32_t bits[8];
    } enter;
    f32x8_store(enter.time, enters);
    int        i = bits_lowest(bits), j = bits_highest(bits);
    mesh_entry a = (mesh_entry)enter.bits[i] << 32 | node->child[i];
    mesh_entry b = (mesh_entry)enter.bits[j] << 32 | node->child[j];
    mesh_entry nearest = a < b ? a : b, *bottom = traversal->top;
    *traversal->top = a < b ? b : a;
    traversal->top += i != j;
    prefetch_ref(traversal->nodes, node->child[i]);
    prefetch_ref(traversal->nodes, node->child[j]);
    for (bits &= (bits - 1) & ~(1u << j); CPU_RARE(bits); bits &= bits - 1)
    {
        i = bits_lowest(bits);
        mesh_entry next = (mesh_entry)enter.bits[i] << 32 | node->child[i];
        mesh_entry pushed = next > nearest ? next : nearest;
        nearest = next > nearest ? nearest : next;
        prefetch_ref(traversal->nodes, node->child[i]);
        // Each slot keeps the farther of its entry and the one that is pushed; the nearer one moves to the next slot.
        for (mesh_entry *at = bottom; at < traversal->top; at++)
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

// The test of boxes: against a motion (MESH_MOVING) or against a point's distance (MESH_NEAREST).
typedef struct mesh_node_test
{
    motion3 motion;
    vec3x8  point;
    f32x8   error;
} mesh_node_test;

// Descends from the current node, the nearest child first, to the next leaf whose box passes the test within the limit,
// a time or a squared distance. A child is tested with the boxes of its parent; the root has no box. Where no child
// passes, continues with the next entry of the stack, which passed within an earlier limit. Returns false if the
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
        unsigned bits;
        f32x8    enter;
        if (trace && trace->count++ < trace->capacity)
            trace->refs[trace->count - 1] = traversal->ref;
        if (kind == MESH_MOVING)
        {
            times8 times = node_times(node, &test->motion, limit, floats);
            enter = times.enter;
            bits = f32x8_bits(f32x8_less_equal(enter, times.leave));
        }
        else
        {
            box3x8 boxes = decode_boxes(node, floats);
            enter = boxes_distance2(&boxes, &test->point, test->error);
            bits = f32x8_bits(f32x8_less_equal(enter, f32x8_all(limit)));
        }
        if (!floats) bits &= node_bytes(node)->children;
        if (CPU_COMMON(bits != 0))
            traverse_nearest(traversal, node, enter, bits);
        else if (!traverse_next(traversal, limit))
            return false;
    }
    if (trace && trace->count++ < trace->capacity) trace->refs[trace->count - 1] = traversal->ref;
    return true;
}

#endif
