// Template: compiled by each file that includes it. Requires simd/f32x8.h to be included before.
//
// Shapes against a mesh: the list of triangles that a resting shape touches, the sweep of a moving one, the closest
// triangle.
#ifndef RIM_SOLID_MESH_TRAVERSE_SHAPES_H
#define RIM_SOLID_MESH_TRAVERSE_SHAPES_H

#include "solid/mesh/traverse_distance.h"
#include "solid/mesh/traverse_ray.h"

// --- shapes at rest -----------------------------------------------------------------------------------------

// The shape that is compared with triangles: its box alone, or a capsule. The two ends of a sphere's capsule are equal.
typedef enum list_kind
{
    LIST_BOX,
    LIST_SPHERE,
    LIST_CAPSULE
} list_kind;

// A list query: the shape, its box, and both prepared for lanes.
typedef struct list_query
{
    const rim_mesh *mesh;
    mesh_test      *test;
    void           *context;
    mesh_list      *list;
    int numbers_room; // a list of numbers alone has room for eight more up to this count; else -1
    box3x8  box;
    box3x8  wide; // the box, widened by the error of decoded node boxes; not set in the fast form
    axis3x8 axis; // of a sphere or a capsule
    f32x8   low;  // a triangle touches if its squared distance from the axis is certainly below
    f32x8   high; // a triangle does not touch if its squared distance is certainly above
} list_query;

// A bit for each triangle that certainly touches the shape, and for each that needs the exact test.
typedef struct list_lanes
{
    unsigned certain, possible;
} list_lanes;

// Sets everything but axis, low and high, which a box does not have, and `wide` in the fast form. Writes in place,
// because zeroing and copying so many lanes would take a third of a short list's time.
SIMD_INLINE void list_query_init(list_query *q, const rim_mesh *mesh, const rim_box3 *box,
                                 mesh_test *test, void *context, mesh_list *list)
{
    const float lo[3] = { box->lo.x, box->lo.y, box->lo.z };
    const float hi[3] = { box->hi.x, box->hi.y, box->hi.z };
    float       wide = mesh->largest * MESH_BYTE_BOX_ERROR;
    q->mesh = mesh;
    q->test = test;
    q->context = context;
    q->list = list;
    q->numbers_room = list->numbers && !list->triangles && !list->world ? list->capacity - 8 : -1;
    for (int k = 0; k < 3; k++)
    {
        // hi is finite, so that the boxes of missing children, at infinity, do not overlap an unbounded box.
        q->box.lo[k] = f32x8_all(lo[k]);
        q->box.hi[k] = f32x8_all(hi[k] < FLT_MAX ? hi[k] : FLT_MAX);
        if (mesh->form == RIM_MESH_FAST) continue;
        q->wide.lo[k] = f32x8_all(lo[k] - wide);
        q->wide.hi[k] = f32x8_all(hi[k] + wide);
    }
}

// Classifies the triangles in `lanes`. Those whose boxes do not overlap the query's are neither certain nor possible.
// For spheres and capsules the overlapping ones are classified by their squared distance d from the axis, with its
// error e:
//
//   certain    d + e < low
//   possible   not d - e > high   (true for an infinite error and for NaN), and not certain
//
// For a box they are all certain or, if there is an exact test, all possible.
SIMD_INLINE list_lanes list_classify(const list_query *q, list_kind kind, const triangle3x8 *t,
                                     unsigned lanes)
{
    box3x8 boxes = boxes_of_triangles(t);
    lanes &= boxes_overlap(&boxes, &q->box);
    if (kind == LIST_BOX) return q->test ? (list_lanes){ 0, lanes } : (list_lanes){ lanes, 0 };
    if (!lanes) return (list_lanes){ 0, 0 };
    distance2x8 square =
        kind == LIST_SPHERE ? point_distance2(t, q->axis.a) : axis_distance2(t, q->axis);
    list_lanes l;
    l.certain = f32x8_bits(f32x8_less(f32x8_add(square.value, square.error), q->low)) & lanes;
    l.possible = ~f32x8_bits(f32x8_less(q->high, f32x8_sub(square.value, square.error))) & lanes &
                 ~l.certain;
    return l;
}

// Returns those of the bits whose triangles pass the exact test. Bit i stands for triangle first + i of the leaf at
// `ref`. Requires q->test. Reads the leaf again from its reference: this is cheaper than keeping it in memory for
// the rare exact test.
SIMD_TARGET static unsigned list_exact_overlaps(const list_query *q, uint32_t ref, int first,
                                                unsigned bits)
{
    mesh_leaf leaf = mesh_leaf_of(q->mesh, ref);
    unsigned  in = 0;
    for (; bits; bits &= bits - 1)
    {
        int          lane = bits_lowest(bits);
        rim_triangle t = mesh_triangle(&leaf, first + lane);
        if (q->test(q->context, &t, mesh_number(q->mesh, &leaf, first + lane))) in |= 1u << lane;
    }
    return in;
}

// Adds the triangles of the leaf at `ref` that touch the shape to q->list, in the order of the leaf. A leaf of the fast
// form (`floats`) has at most eight triangles.
SIMD_INLINE void list_leaf(const list_query *q, list_kind kind, bool floats, uint32_t ref)
{
    mesh_list *list = q->list;
    mesh_leaf  leaf = mesh_leaf_of(q->mesh, ref);
    uint32_t   bytes = q->mesh->number_bytes;
    for (int first = 0; first < (floats ? 1 : leaf.triangles); first += 8)
    {
        triangle3x8 t = triangles_of(&leaf, first);
        list_lanes  l = list_classify(q, kind, &t, leaf_lanes(&leaf, first));
        unsigned    bits = l.certain;
        if (l.possible) bits |= list_exact_overlaps(q, ref, first, l.possible);
        if (list->count <= q->numbers_room)
        {
            // There is room for eight more, because u32x4_pack writes four at a time. It reads all four, even behind
            // the leaf, where another one or MESH_PADDING is.
            const uint8_t *packed = leaf.numbers + (uint32_t)first * bytes;
            int           *out = list->numbers;
            list->count += u32x4_pack(out + list->count, packed, bytes, bits & 15u);
            list->count += u32x4_pack(out + list->count, packed + 4 * bytes, bytes, bits >> 4);
            continue;
        }
        for (; bits; bits &= bits - 1)
        {
            int          i = first + bits_lowest(bits);
            rim_triangle one = mesh_triangle(&leaf, i);
            mesh_list_add(list, mesh_number(q->mesh, &leaf, i), &one);
        }
    }
}

// Adds the triangles that touch the shape, of all leaves whose boxes overlap the box or, in the compact form, the
// widened box. Traverses depth first, the last child of a node first. The list has this order, which depends on the
// mesh alone. Children are prefetched when they are pushed, as all are visited soon.
SIMD_INLINE void traverse_list(const list_query *q, list_kind kind, bool floats)
{
    const rim_mesh *mesh = q->mesh;
    uint32_t        stack[MESH_STACK_SIZE];
    int             height = mesh->node_count != 0;
    stack[0] = 0;
    while (height > 0)
    {
        uint32_t ref = stack[--height];
        if (ref & MESH_LEAF_BIT)
        {
            list_leaf(q, kind, floats, ref);
            continue;
        }
        const mesh_node *node = mesh_node_at(mesh, ref);
        box3x8           boxes = decode_boxes(node, floats);
        unsigned         bits = boxes_overlap(&boxes, floats ? &q->box : &q->wide);
        if (!floats) bits &= node_bytes(node)->children;
        for (; bits; bits &= bits - 1)
        {
            uint32_t child = node->child[bits_lowest(bits)];
            prefetch_ref(mesh->nodes, child);
            stack[height++] = child;
        }
    }
}

// Lists the triangles that overlap a box, sphere or capsule: the kernel `list` of mesh_kernels. With r the radius, a
// triangle whose squared distance from the axis is below q.low, r^2 rounded down, certainly touches. One above q.high,
// r^2 rounded up, certainly does not. The exact test decides those between.
SIMD_TARGET static void mesh_make_list(const rim_mesh *mesh, const rim_box3 *box,
                                       const rim_capsule *round, mesh_test *test, void *context,
                                       mesh_list *list)
{
    list_query q;
    list_query_init(&q, mesh, box, test, context, list);
    if (!round)
    {
        MESH_FORMS(mesh, traverse_list(&q, LIST_BOX, floats));
        return;
    }
    float r = round->radius;
    q.low = f32x8_all(r * r * (1.0f - MESH_SQUARE_ROUNDING));
    q.high = f32x8_all(r * r * (1.0f + MESH_SQUARE_ROUNDING) + MESH_SQUARE_UNDERFLOW);
    q.axis = axis_of(round);
    if (capsule_is_sphere(round))
        MESH_FORMS(mesh, traverse_list(&q, LIST_SPHERE, floats))
    else
        MESH_FORMS(mesh, traverse_list(&q, LIST_CAPSULE, floats))
}

// --- motions, and the closest triangle ----------------------------------------------------------------------

// A moving capsule, prepared for lanes.
typedef struct capsule_motion
{
    axis3x8 axis;
    vec3x8  d;         // the motion
    f32x8   r;         // the radius, widened by more than the rounding errors (capsule_motion_of)
    f32x8   per;       // 1 / |d|, rounded down; infinite without a motion, and for one below 2^-128
    bool    is_sphere; // the axis is one point
} capsule_motion;

// Prepares the moving capsule motion->round for delay_by_gap. The radius grows by MESH_MOTION_WIDENING times a bound of
// the coordinates that the surface can have during the motion: the radius plus the magnitudes of all coordinates of
// position, axis and motion. So a computed gap is too small rather than too large. (motion_init widens boxes by the
// coordinates of the mesh, too.) If the capsule does not move, `per` is infinite: a triangle that it does not touch is
// then never reached.
SIMD_INLINE capsule_motion capsule_motion_of(const mesh_motion *motion)
{
    const rim_capsule *c = motion->round;
    const float       *d = motion->delta;
    float              u[3] = { c->b.x - c->a.x, c->b.y - c->a.y, c->b.z - c->a.z };
    float              size = c->radius;
    double             square = 0.0;
    for (int k = 0; k < 3; k++)
    {
        size += fabsf(u[k]) + fabsf(d[k]);
        square += (double)d[k] * d[k];
    }
    float widening = (size + fabsf(c->a.x) + fabsf(c->a.y) + fabsf(c->a.z)) * MESH_MOTION_WIDENING;
    return (capsule_motion){ .axis = axis_of(c),
                             .d = vec3x8_all(d[0], d[1], d[2]),
                             .r = f32x8_all(c->radius + widening),
                             .per = f32x8_all((float)((double)MESH_ROUND_DOWN / sqrt(square))),
                             .is_sphere = u[0] == 0.0f && u[1] == 0.0f && u[2] == 0.0f };
}

// Raises the entry times to lower bounds of the times of contact. Requires enter >= 0. Let `minimum` be a lower bound
// of the distance between a triangle and the axis moved to the time `enter`, and r the widened radius. The gap is
// minimum - r. No point moves faster than |d|, so a contact is not before
//
//     enter + gap / |d|,    per = 1 / |d|
//
// (one step of conservative advancement: Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996).
// Factors of MESH_ROUND_DOWN make up for rounding. A negative gap changes nothing, as the result is the larger of the
// old and the new time. So an infinite error, whose `minimum` is 0, changes nothing either.
//
// f32x8_max(NaN, x) is x. So a NaN square counts as 0, and a NaN time, of the gap 0 times the infinite `per` of a
// capsule without motion, leaves `enter`.
SIMD_INLINE void delay_by_gap(times8 *times, const triangle3x8 *t, const capsule_motion *mover)
{
    axis3x8 axis = mover->axis;
    axis.a = vec3x8_along(axis.a, mover->d, times->enter);
    distance2x8 square = mover->is_sphere ? point_distance2(t, axis.a) : axis_distance2(t, axis);
    f32x8 minimum = f32x8_sqrt(f32x8_max(f32x8_sub(square.value, square.error), f32x8_all(0.0f)));
    f32x8 gap = f32x8_sub(f32x8_mul(minimum, f32x8_all(MESH_ROUND_DOWN)), mover->r);
    f32x8 contact = f32x8_add(times->enter, f32x8_mul(gap, mover->per));
    times->enter = f32x8_max(f32x8_mul(contact, f32x8_all(MESH_ROUND_DOWN)), times->enter);
}

// Calls the visitor for the triangles of a leaf that the motion may hit. A lane is a triangle. With MESH_NEAREST, its
// entry is a lower bound of its squared distance from the point: value - error of point_distance2. Otherwise its box
// gives an entry time, which a round mover's distance may raise, and triangles that enter after they leave are skipped.
// So are those that enter after motion->t_most, which the visitor lowers. A triangle is compared with t_most twice:
// together with seven others, and alone when its turn comes. Both times, only an entry that is greater skips it, so
// that triangles with a NaN, which floats cannot decide, are visited.
SIMD_INLINE void visit_leaf(const rim_mesh *mesh, const mesh_leaf *leaf, const mesh_node_test *test,
                            const capsule_motion *mover, mesh_motion *motion, mesh_motion_kind kind)
{
    for (int first = 0; first < leaf->triangles; first += 8)
    {
        triangle3x8 triangles = triangles_of(leaf, first);
        unsigned    bits = leaf_lanes(leaf, first);
        times8      times;
        float       enter[8];
        if (kind == MESH_NEAREST)
        {
            distance2x8 square = point_distance2(&triangles, test->point);
            times.enter = f32x8_sub(square.value, square.error);
            times.leave = f32x8_all(motion->t_most);
        }
        else
        {
            box3x8 boxes = boxes_of_triangles(&triangles);
            times = box_times(&boxes, &test->motion, motion->t_most);
            if (motion->round && f32x8_bits(f32x8_less_equal(times.enter, times.leave)) & bits)
                delay_by_gap(&times, &triangles, mover);
        }
        bits &= ~f32x8_bits(f32x8_less(times.leave, times.enter));
        f32x8_store(enter, times.enter);
        for (; bits; bits &= bits - 1)
        {
            int lane = bits_lowest(bits), i = first + lane;
            if (enter[lane] > motion->t_most) continue;
            rim_triangle t = mesh_triangle(leaf, i);
            motion->visit(motion, &t, mesh_number(mesh, leaf, i));
        }
    }
}

// Visits the triangles whose boxes the motion enters, or that may be the closest, nearer nodes first. Ends when all the
// rest enters after motion->t_most. A t_most that is negative or NaN visits nothing.
SIMD_INLINE void traverse_motion(const rim_mesh *mesh, mesh_motion *motion, mesh_motion_kind kind,
                                 bool floats)
{
    mesh_entry     stack[MESH_STACK_SIZE];
    mesh_traversal traversal = traversal_of(mesh, stack);
    capsule_motion mover;
    mesh_node_test test;
    const float   *c = motion->center, *h = motion->half, *d = motion->delta;
    float          size = mesh->largest + fabsf(c[0]) + fabsf(c[1]) + fabsf(c[2]);
    test.point = vec3x8_all(c[0], c[1], c[2]);
    test.error = f32x8_all(size * MESH_POINT_BOX_ERROR);
    if (kind == MESH_MOVING)
        motion_init(&test.motion, mesh, f32x8_of(c[0], c[1], c[2]), f32x8_of(h[0], h[1], h[2]),
                    f32x8_of(d[0], d[1], d[2]));
    if (motion->round) mover = capsule_motion_of(motion);
    if (!mesh->node_count || !(0.0f <= motion->t_most)) return;
    do
    {
        if (!traverse_to_leaf(&traversal, &test, kind, motion->t_most, floats, NULL)) return;
        mesh_leaf leaf = mesh_leaf_of(mesh, traversal.ref);
        visit_leaf(mesh, &leaf, &test, &mover, motion, kind);
    } while (traverse_next(&traversal, motion->t_most));
}

// The kernel `motion` of mesh_kernels.
SIMD_TARGET static void mesh_visit_motion(const rim_mesh *mesh, mesh_motion *motion)
{
    if (motion->kind == MESH_NEAREST)
        MESH_FORMS(mesh, traverse_motion(mesh, motion, MESH_NEAREST, floats))
    else
        MESH_FORMS(mesh, traverse_motion(mesh, motion, MESH_MOVING, floats))
}

const mesh_kernels SIMD_NAME(mesh_kernels) = { simd_usable, mesh_make_list, mesh_visit_motion,
                                               mesh_raycast };

#endif
