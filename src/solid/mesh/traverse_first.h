// Template: compiled anew by each file that includes it.
// Walks that look for the first or the nearest.
#ifndef RIM_SOLID_MESH_TRAVERSE_FIRST_H
#define RIM_SOLID_MESH_TRAVERSE_FIRST_H

#include "solid/mesh/traverse_list.h"
#include "solid/mesh/traverse_ray.h"

// A moving capsule, as eights.
typedef struct round_mover
{
    eight_axis axis;
    eight3     d;       // the motion
    eight      r, size; // the radius; of all of that together
    eight      off;     // how far from its place rounding may put it
    eight      per;     // 1 / the length of the motion, or a little less
    bool       is_ball;
} round_mover;

EIGHT_INLINE round_mover mover_of(const mesh_motion *motion)
{
    const rim_capsule *c = &motion->mover;
    const float       *d = motion->delta;
    float              u[3] = { c->b.x - c->a.x, c->b.y - c->a.y, c->b.z - c->a.z };
    float              size = c->radius;
    double             square = 0.0;
    for (int k = 0; k < 3; k++)
    {
        size += fabsf(u[k]) + fabsf(d[k]);
        square += (double)d[k] * d[k];
    }
    float       off = (size + fabsf(c->a.x) + fabsf(c->a.y) + fabsf(c->a.z)) * 0x1p-20f;
    round_mover m;
    m.axis = point_distance_axis_of(c);
    m.d = eight3_all(d[0], d[1], d[2]);
    m.r = eight_all(c->radius);
    m.size = eight_all(size);
    m.off = eight_all(off);
    m.per = eight_all((float)((1.0 - 0x1p-20) / sqrt(square)));
    m.is_ball = u[0] == 0.0f && u[1] == 0.0f && u[2] == 0.0f;
    return m;
}

// The times at which value + t speed <= limit, cut from what is left.
EIGHT_INLINE void cut_times(eight_times *times, eight value, eight speed, eight limit)
{
    eight    none = eight_all(0.0f), over = eight_sub(value, limit);
    eight    t = eight_div(over, eight_sub(none, speed));
    unsigned falls = eight_less(speed, none), rises = eight_less(none, speed);
    // Without speed it is now or never.
    unsigned never = eight_less(none, over) & ~falls;
    times->enter = eight_choose(falls, eight_max(t, times->enter), times->enter);
    times->leave = eight_choose(rises, eight_min(t, times->leave), times->leave);
    times->leave = eight_choose(never, eight_all(-1.0f), times->leave);
}

// Of the plane through w with the normal m: the mover has to come down to it, or further; and with both, up to it from
// the other side.
EIGHT_INLINE void cut_by_plane(eight_times *times, const round_mover *mover, eight3 m, eight3 w,
                               eight size, bool both)
{
    eight none = eight_all(0.0f), a = eight_sub(none, eight3_dot(m, w));
    eight b = eight_add(a, eight3_dot(m, mover->axis.u)), speed = eight3_dot(m, mover->d);
    // Values are right to 2^-22 of the sizes and the length of the normal, which is right to 2^-17 of itself; or less, where
    // squares of products of three lengths fade away. They lose 2^-147 of the square by that, and values less than 2^-147
    // themselves: both are little beside what a square larger by 2^-120 allows. Sizes are 2^-27 at least where triangles
    // are not too small for is_narrow.
    eight flat = eight_add(eight_mul(m.x, m.x), eight_mul(m.y, m.y));
    eight up = eight_add(eight_mul(m.z, m.z), eight_all(0x1p-120f));
    eight length = eight_sqrt(eight_add(flat, up));
    eight limit = eight_mul(length, eight_add(mover->r, eight_mul(size, eight_all(0x1p-15f))));
    cut_times(times, eight_min(a, b), speed, limit);
    if (both) cut_times(times, eight_sub(none, eight_max(a, b)), eight_sub(none, speed), limit);
}

// Narrower bounds on the times of contact of a capsule: it has to be within its radius of the plane, from both
// sides, and of the inner side of every edge. That leaves only what meets the face, or comes by an edge or corner.
EIGHT_INLINE void cut_round(eight_times *times, const eight_triangles *t, const round_mover *mover)
{
    eight3 ab = eight3_sub(t->b, t->a), bc = eight3_sub(t->c, t->b), ca = eight3_sub(t->a, t->c);
    eight3 wa = eight3_sub(t->a, mover->axis.a), wb = eight3_sub(t->b, mover->axis.a);
    eight3 wc = eight3_sub(t->c, mover->axis.a), n = eight3_cross(ab, bc);
    eight  size = eight_max3(eight3_dot(wa, wa), eight3_dot(wb, wb), eight3_dot(wc, wc));
    size = eight_add(eight_sqrt(size), mover->size);
    unsigned    narrow = is_narrow(eight3_dot(n, n), eight3_dot(ab, ab), eight3_dot(bc, bc));
    eight_times all = *times;
    cut_by_plane(times, mover, n, wa, size, true);
    cut_by_plane(times, mover, eight3_cross(ab, n), wa, size, false);
    cut_by_plane(times, mover, eight3_cross(bc, n), wb, size, false);
    cut_by_plane(times, mover, eight3_cross(ca, n), wc, size, false);
    // Times are compared with what rounding they had.
    times->enter =
        eight_choose(narrow, all.enter, eight_mul(times->enter, eight_all(1.0f - 0x1p-20f)));
    times->leave =
        eight_choose(narrow, all.leave, eight_mul(times->leave, eight_all(1.0f + 0x1p-20f)));
}

// No contact comes before these times. If the mover is apart from a triangle then, it needs the time in which it goes that
// far, at least.
EIGHT_INLINE void wait_until_near(eight_times *times, const eight_triangles *t,
                                  const round_mover *mover)
{
    eight_axis axis = mover->axis;
    axis.a = eight3_along(axis.a, mover->d, times->enter);
    squares s = mover->is_ball ? point_squares(t, axis.a) : capsule_squares(t, axis);
    eight   least = eight_sqrt(eight_max(eight_sub(s.value, s.doubt), eight_all(0.0f)));
    eight   gap =
        eight_sub(eight_mul(least, eight_all(1.0f - 0x1p-20f)), eight_add(mover->r, mover->off));
    eight then = eight_add(times->enter, eight_mul(gap, mover->per));
    times->enter = eight_max(eight_mul(then, eight_all(1.0f - 0x1p-20f)), times->enter);
}

// The lane that comes first.
EIGHT_INLINE int first_lane(const float enter[8], unsigned bits)
{
    int best = eight_lowest(bits);
    for (bits &= bits - 1; bits; bits &= bits - 1)
    {
        int lane = eight_lowest(bits);
        if (enter[lane] < enter[best]) best = lane;
    }
    return best;
}

EIGHT_INLINE bool meet_leaf(const rim_mesh *mesh, const mesh_leaf *leaf, const slabs *s,
                            const round_mover *mover, mesh_motion *motion, mesh_visitor *visitor)
{
    for (int first = 0; first < leaf->triangles; first += 8)
    {
        eight_triangles eights = triangles_of(leaf, first);
        eight_times     times = triangle_times(&eights, s, motion->t_most);
        unsigned        lanes = lanes_below(leaf->triangles - first);
        unsigned        bits = eight_no_more(times.enter, times.leave) & lanes;
        float           enter[8];
        if (!bits) continue;
        if (motion->round)
        {
            cut_round(&times, &eights, mover);
            bits &= ~eight_less(times.leave, times.enter);
            if (!bits) continue;
            wait_until_near(&times, &eights, mover);
            bits &= ~eight_less(times.leave, times.enter);
        }
        eight_store(enter, times.enter);
        while (bits)
        {
            int lane = first_lane(enter, bits), i = first + lane;
            bits &= ~(1u << lane);
            if (enter[lane] > motion->t_most) break;
            rim_triangle t = mesh_triangle(leaf, i);
            if (!visitor->meets(visitor, motion, &t, mesh_number(mesh, leaf, i))) return false;
        }
    }
    return true;
}

EIGHT_TARGET static void walk_motion(const rim_mesh *mesh, mesh_motion *motion,
                                     mesh_visitor *visitor)
{
    slabs           s;
    round_mover     mover = mover_of(motion);
    bvh_stack_entry stack[MESH_STACK];
    bvh_place       next = { 0, 0 };
    int             height = 0;
    bool            more = mesh->node_count != 0 && 0.0f <= motion->t_most;
    slabs_of_motion(&s, mesh, motion);
    while (more && bvh_next_leaf(mesh, &s, motion->t_most, stack, &height, &next))
    {
        mesh_leaf leaf = mesh_leaf_at(mesh, next.at & ~MESH_LEAF);
        if (!meet_leaf(mesh, &leaf, &s, &mover, motion, visitor)) return;
        more = next_of(stack, &height, motion->t_most, &next);
    }
}

// --- the closest point ----------------------------------------------------------------------------------

EIGHT_TARGET static void walk_closest(const rim_mesh *mesh, rim_vec3 point, rim_mesh_near *best,
                                      float reach)
{
    quad            p = quad_of(point.x, point.y, point.z);
    eight3          p8 = eight3_all(point.x, point.y, point.z);
    bvh_stack_entry stack[MESH_STACK];
    bvh_place       next = { 0, 0 };
    float           limit = square_above(reach);
    int             height = 0;
    bool            more = mesh->node_count != 0 && 0.0f <= limit;
    while (more)
    {
        if (!(next.at & MESH_LEAF))
        {
            const mesh_node *node = &mesh->nodes[next.at];
            eight            enters = node_squares(node, p);
            unsigned         bits = eight_no_more(enters, eight_all(limit)) & node->scale[3];
            if (bits)
                next = nearest_child(mesh, stack, &height, node, enters, bits);
            else
                more = next_of(stack, &height, limit, &next);
            continue;
        }
        mesh_leaf leaf = mesh_leaf_at(mesh, next.at & ~MESH_LEAF);
        for (int first = 0; first < leaf.triangles; first += 8)
        {
            eight_triangles t8 = triangles_of(&leaf, first);
            squares         s = point_squares(&t8, p8);
            float           least[8];
            eight_store(least, eight_sub(s.value, s.doubt));
            unsigned bits = ~eight_less(eight_all(limit), eight_sub(s.value, s.doubt));
            for (bits &= lanes_below(leaf.triangles - first); bits; bits &= bits - 1)
            {
                int lane = eight_lowest(bits), i = first + lane;
                if (least[lane] > limit) continue;
                rim_triangle t = mesh_triangle(&leaf, i);
                mesh_near_take(best, point, &t, mesh_number(mesh, &leaf, i));
                limit = square_above(best->distance.distance);
            }
        }
        more = next_of(stack, &height, limit, &next);
    }
}

const mesh_kernels EIGHT_NAME(mesh_kernels) = {
    WALK_NAME,   WALK_USABLE, walk_box,     walk_sphere, few_in_sphere, walk_capsule,
    walk_motion, walk_ray,    walk_raycast, walk_any,    walk_closest,
};

#endif
