// Walks that look for the first or the nearest.
#ifndef RIM_SOLID_MESH_WALK_FIRST_H
#define RIM_SOLID_MESH_WALK_FIRST_H

#include "solid/mesh_walk_list.h"

// A moving capsule, as eights.
typedef struct round_mover
{
    eight3 a, u, d; // an end, the axis, the motion
    eight  r, size; // the radius; of all of that together
} round_mover;

EIGHT_INLINE round_mover mover_of(const mesh_motion *motion)
{
    const rim_capsule *c = &motion->mover;
    const float       *d = motion->delta;
    float              u[3] = { c->b.x - c->a.x, c->b.y - c->a.y, c->b.z - c->a.z };
    float              size = c->radius;
    for (int k = 0; k < 3; k++) size += fabsf(u[k]) + fabsf(d[k]);
    round_mover m = { eight3_all(c->a.x, c->a.y, c->a.z), eight3_all(u[0], u[1], u[2]),
                      eight3_all(d[0], d[1], d[2]), eight_all(c->radius), eight_all(size) };
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

// Of the plane through w with the normal m: the mover has to come down to it, or further.
EIGHT_INLINE void cut_by_plane(eight_times *times, const round_mover *mover, eight3 m, eight3 w,
                               eight size)
{
    eight near = eight_sub(eight_all(0.0f), eight3_dot(m, w)), along = eight3_dot(m, mover->u);
    eight length = eight_sqrt(eight3_dot(m, m));
    // Values are right to 2^-22 of the sizes and the length of the normal, which is right to 2^-17 of itself.
    eight limit = eight_mul(length, eight_add(mover->r, eight_mul(size, eight_all(0x1p-15f))));
    cut_times(times, eight_min(near, eight_add(near, along)), eight3_dot(m, mover->d), limit);
}

// Narrower bounds on the times of contact of a capsule: it has to be within its radius of the plane, from both
// sides, and of the inner side of every edge. That leaves only what meets the face, or comes by an edge or corner.
EIGHT_INLINE void cut_round(eight_times *times, const eight_triangles *t, const round_mover *mover)
{
    eight3 ab = eight3_sub(t->b, t->a), bc = eight3_sub(t->c, t->b), ca = eight3_sub(t->a, t->c);
    eight3 wa = eight3_sub(t->a, mover->a), wb = eight3_sub(t->b, mover->a);
    eight3 wc = eight3_sub(t->c, mover->a), n = eight3_cross(ab, bc),
           none = eight3_all(0.0f, 0.0f, 0.0f);
    eight size = eight_max3(eight3_dot(wa, wa), eight3_dot(wb, wb), eight3_dot(wc, wc));
    size = eight_add(eight_sqrt(size), mover->size);
    unsigned    narrow = is_narrow(eight3_dot(n, n), eight3_dot(ab, ab), eight3_dot(bc, bc));
    eight_times all = *times;
    cut_by_plane(times, mover, n, wa, size);
    cut_by_plane(times, mover, eight3_sub(none, n), wa, size);
    cut_by_plane(times, mover, eight3_cross(ab, n), wa, size);
    cut_by_plane(times, mover, eight3_cross(bc, n), wb, size);
    cut_by_plane(times, mover, eight3_cross(ca, n), wc, size);
    // Times are compared with what rounding they had.
    times->enter =
        eight_choose(narrow, all.enter, eight_mul(times->enter, eight_all(1.0f - 0x1p-20f)));
    times->leave =
        eight_choose(narrow, all.leave, eight_mul(times->leave, eight_all(1.0f + 0x1p-20f)));
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
    slabs       s = slabs_of(mesh, motion);
    round_mover mover = mover_of(motion);
    todo        stack[MESH_STACK];
    int         height = 0;
    if (mesh->node_count) stack[height++] = (todo){ 0, 0.0f };
    while (height > 0)
    {
        todo next = stack[--height];
        if (!(next.enter <= motion->t_most)) continue;
        if (!(next.at & MESH_LEAF))
        {
            const mesh_node *node = &mesh->nodes[next.at];
            eight_times      times = node_times(node, &s, motion->t_most);
            unsigned bits = eight_no_more(times.enter, times.leave) & lanes_below(node->scale[3]);
            if (bits) height = push_nodes(mesh, stack, height, node, times.enter, bits);
            continue;
        }
        mesh_leaf leaf = mesh_leaf_at(mesh, next.at & ~MESH_LEAF);
        if (!meet_leaf(mesh, &leaf, &s, &mover, motion, visitor)) return;
    }
}

// --- rays ---------------------------------------------------------------------------------------------------

// A ray, sheared so that it runs along one axis (Woop, Benthin, Wald, "Watertight Ray/Triangle Intersection", 2013).
typedef struct sheared
{
    double origin[3], delta[3];
    int    x, y, z; // axes; z is the one along which the ray goes farthest
    float  along_x, along_y;
} sheared;

EIGHT_INLINE sheared sheared_of(const mesh_motion *motion)
{
    sheared s;
    float   size[3];
    for (int k = 0; k < 3; k++)
    {
        s.origin[k] = motion->center[k];
        s.delta[k] = motion->delta[k];
        size[k] = fabsf(motion->delta[k]);
    }
    s.z = size[0] > size[1] ? (size[0] > size[2] ? 0 : 2) : (size[1] > size[2] ? 1 : 2);
    s.x = s.z == 2 ? 0 : s.z + 1;
    s.y = s.x == 2 ? 0 : s.x + 1;
    double per = s.delta[s.z] != 0.0 ? 1.0 / s.delta[s.z] : 0.0;
    s.along_x = (float)(s.delta[s.x] * per);
    s.along_y = (float)(s.delta[s.y] * per);
    return s;
}

typedef struct eight2
{
    eight x, y, size;
} eight2;

// Corners in the sheared frame about a point of the ray.
EIGHT_INLINE eight2 shear(const mesh_leaf *leaf, const uint8_t *which, const sheared *s,
                          const float at[3], float off)
{
    eight  x = eight_sub(eight_pick(leaf->x + s->x * leaf->corners, leaf->corners, which),
                         eight_all(at[s->x]));
    eight  y = eight_sub(eight_pick(leaf->x + s->y * leaf->corners, leaf->corners, which),
                         eight_all(at[s->y]));
    eight  z = eight_sub(eight_pick(leaf->x + s->z * leaf->corners, leaf->corners, which),
                         eight_all(at[s->z]));
    eight2 p = { eight_sub(x, eight_mul(eight_all(s->along_x), z)),
                 eight_sub(y, eight_mul(eight_all(s->along_y), z)),
                 eight_add(eight_add(eight_abs(x), eight_abs(y)),
                           eight_add(eight_abs(z), eight_all(off))) };
    return p;
}

// Twice the area of 0, p, q, and how far it may be off: p and q are right to 2^-22 of their sizes, or so, and
// `off` for the point of the ray that they are seen from.
typedef struct edge_side
{
    eight value, doubt;
} edge_side;

EIGHT_INLINE edge_side side_of(eight2 p, eight2 q, float off)
{
    edge_side e;
    e.value = eight_sub(eight_mul(p.x, q.y), eight_mul(p.y, q.x));
    eight size = eight_mul(eight_mul(p.size, q.size), eight_all(0x1p-19f));
    e.doubt = eight_add(size, eight_mul(eight_add(p.size, q.size), eight_all(off)));
    return e;
}

// Triangles that the ray's line may pass through: not surely left of one edge and right of another.
EIGHT_INLINE unsigned triangles_on_line(const mesh_leaf *leaf, int first, const sheared *s, float t)
{
    float at[3], size = 0.0f;
    for (int k = 0; k < 3; k++)
    {
        at[k] = (float)(s->origin[k] + (double)t * s->delta[k]);
        size += fabsf(at[k]);
    }
    float  off = size * 0x1p-21f;
    eight2 a = shear(leaf, leaf->a + first, s, at, off),
           b = shear(leaf, leaf->b + first, s, at, off);
    eight2    c = shear(leaf, leaf->c + first, s, at, off);
    edge_side ab = side_of(a, b, off), bc = side_of(b, c, off), ca = side_of(c, a, off);
    unsigned  left = eight_less(ab.doubt, ab.value) | eight_less(bc.doubt, bc.value) |
                    eight_less(ca.doubt, ca.value);
    eight    none = eight_all(0.0f);
    unsigned right = eight_less(eight_add(ab.value, ab.doubt), none) |
                     eight_less(eight_add(bc.value, bc.doubt), none) |
                     eight_less(eight_add(ca.value, ca.doubt), none);
    return ~(left & right) & lanes_below(leaf->triangles - first);
}

EIGHT_INLINE void walk_line(const rim_mesh *mesh, mesh_motion *motion, mesh_visitor *visitor,
                            mesh_trace *trace)
{
    slabs   s = slabs_of(mesh, motion);
    sheared line = sheared_of(motion);
    todo    stack[MESH_STACK];
    int     height = 0;
    if (mesh->node_count) stack[height++] = (todo){ 0, 0.0f };
    while (height > 0)
    {
        todo next = stack[--height];
        if (!(next.enter <= motion->t_most)) continue;
        if (trace)
        {
            if (trace->count < trace->capacity) trace->places[trace->count] = next.at;
            trace->count++;
        }
        if (!(next.at & MESH_LEAF))
        {
            const mesh_node *node = &mesh->nodes[next.at];
            eight_times      times = node_times(node, &s, motion->t_most);
            unsigned bits = eight_no_more(times.enter, times.leave) & lanes_below(node->scale[3]);
            if (bits) height = push_nodes(mesh, stack, height, node, times.enter, bits);
            continue;
        }
        mesh_leaf leaf = mesh_leaf_at(mesh, next.at & ~MESH_LEAF);
        for (int first = 0; first < leaf.triangles; first += 8)
            for (unsigned bits = triangles_on_line(&leaf, first, &line, next.enter); bits;
                 bits &= bits - 1)
            {
                int          i = first + eight_lowest(bits);
                rim_triangle t = mesh_triangle(&leaf, i);
                if (!visitor->meets(visitor, motion, &t, mesh_number(mesh, &leaf, i))) return;
            }
    }
}

EIGHT_TARGET static void walk_ray(const rim_mesh *mesh, mesh_motion *motion, mesh_visitor *visitor)
{
    walk_line(mesh, motion, visitor, NULL);
}

EIGHT_TARGET static void walk_trace(const rim_mesh *mesh, mesh_motion *motion,
                                    mesh_visitor *visitor, mesh_trace *trace)
{
    walk_line(mesh, motion, visitor, trace);
}

// --- the closest point ----------------------------------------------------------------------------------

EIGHT_TARGET static void walk_closest(const rim_mesh *mesh, rim_vec3 point, rim_mesh_near *best,
                                      float reach)
{
    const float at[4] = { point.x, point.y, point.z, 0.0f };
    quad        p = quad_load(at);
    eight3      p8 = eight3_all(point.x, point.y, point.z);
    todo        stack[MESH_STACK];
    float       limit = square_above(reach);
    int         height = 0;
    if (mesh->node_count) stack[height++] = (todo){ 0, 0.0f };
    while (height > 0)
    {
        todo next = stack[--height];
        if (!(next.enter <= limit)) continue;
        if (!(next.at & MESH_LEAF))
        {
            const mesh_node *node = &mesh->nodes[next.at];
            eight            enters = node_squares(node, p);
            unsigned bits = eight_no_more(enters, eight_all(limit)) & lanes_below(node->scale[3]);
            if (bits) height = push_nodes(mesh, stack, height, node, enters, bits);
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
    }
}

const mesh_kernels EIGHT_NAME(rim_mesh_kernels) = {
    WALK_NAME,   WALK_USABLE, walk_box,   walk_sphere,  walk_capsule,
    walk_motion, walk_ray,    walk_trace, walk_closest,
};

#endif
