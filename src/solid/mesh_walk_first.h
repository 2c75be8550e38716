// Walks that look for the first or the nearest.
#ifndef RIM_SOLID_MESH_WALK_FIRST_H
#define RIM_SOLID_MESH_WALK_FIRST_H

#include "solid/mesh_walk_list.h"

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
    m.axis = axis_of(c);
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
    eight length = eight_sqrt(eight3_dot(m, m));
    // Values are right to 2^-22 of the sizes and the length of the normal, which is right to 2^-17 of itself.
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

// Where a walk is, and since when.
typedef struct place
{
    uint32_t at;
    float    enter;
} place;

// The next of the stack that begins in time; false if there is none.
EIGHT_INLINE bool next_of(const todo *stack, int *height, float t_most, place *next)
{
    while (*height > 0)
    {
        todo top = stack[--*height];
        next->at = todo_at(top);
        next->enter = todo_enter(top);
        if (next->enter <= t_most) return true;
    }
    return false;
}

// From a node down to a leaf, by the nearest children.
EIGHT_INLINE bool next_leaf(const rim_mesh *mesh, const slabs *s, float t_most, todo *stack,
                            int *height, place *next, mesh_trace *trace)
{
    for (;;)
    {
        if (trace) mesh_trace_add(trace, next->at);
        if (next->at & MESH_LEAF) return true;
        const mesh_node *node = &mesh->nodes[next->at];
        eight_times      times = node_times(node, s, t_most);
        unsigned         bits = eight_no_more(times.enter, times.leave) & node->scale[3];
        if (bits)
            next->at = nearest_child(mesh, stack, height, node, times.enter, bits, &next->enter);
        else if (!next_of(stack, height, t_most, next))
            return false;
    }
}

EIGHT_TARGET static void walk_motion(const rim_mesh *mesh, mesh_motion *motion,
                                     mesh_visitor *visitor)
{
    slabs       s;
    round_mover mover = mover_of(motion);
    todo        stack[MESH_STACK];
    place       next = { 0, 0.0f };
    int         height = 0;
    bool        more = mesh->node_count != 0 && 0.0f <= motion->t_most;
    slabs_of_motion(&s, mesh, motion);
    while (more && next_leaf(mesh, &s, motion->t_most, stack, &height, &next, NULL))
    {
        mesh_leaf leaf = mesh_leaf_at(mesh, next.at & ~MESH_LEAF);
        if (!meet_leaf(mesh, &leaf, &s, &mover, motion, visitor)) return;
        more = next_of(stack, &height, motion->t_most, &next);
    }
}

// --- rays ---------------------------------------------------------------------------------------------------

// A ray, sheared so that it runs along one axis (Woop, Benthin, Wald, "Watertight Ray/Triangle Intersection", 2013).
typedef struct sheared
{
    double origin[4],
        delta[4]; // by axes: z, the last, is the one along which the ray goes farthest
    int   axes[3];
    float along_x, along_y;
} sheared;

EIGHT_INLINE void shear_along(sheared *s, rim_ray3 ray)
{
    float from[3] = { ray.origin.x, ray.origin.y, ray.origin.z };
    float delta[3] = { ray.delta.x, ray.delta.y, ray.delta.z };
    float x = fabsf(ray.delta.x), y = fabsf(ray.delta.y), z = fabsf(ray.delta.z);
    float xy = x > y ? x : y;
    // Without branches, which rays from everywhere would take as they please; x and y are the axes that follow.
    int   is_xy = xy > z, is_y = !(x > y);
    s->axes[2] = is_y * is_xy + 2 * (1 - is_xy);
    s->axes[0] = 0x9 >> 2 * s->axes[2] & 3;
    s->axes[1] = 0x12 >> 2 * s->axes[2] & 3;
    for (int k = 0; k < 3; k++)
    {
        s->origin[k] = from[s->axes[k]];
        s->delta[k] = delta[s->axes[k]];
    }
    s->origin[3] = s->delta[3] = 0.0;
    double per = s->delta[2] != 0.0 ? 1.0 / s->delta[2] : 0.0;
    s->along_x = (float)(s->delta[0] * per);
    s->along_y = (float)(s->delta[1] * per);
}

typedef struct eight2
{
    eight x, y, size;
} eight2;

// Corners in the sheared frame about a point of the ray.
EIGHT_INLINE eight2 shear(eight3 corner, const sheared *s, const eight at[3])
{
    eight  x = eight_sub(corner.x, at[0]), y = eight_sub(corner.y, at[1]);
    eight  z = eight_sub(corner.z, at[2]);
    eight2 p = { eight_sub(x, eight_mul(eight_all(s->along_x), z)),
                 eight_sub(y, eight_mul(eight_all(s->along_y), z)),
                 eight_add(eight_add(eight_abs(x), eight_abs(y)), eight_abs(z)) };
    return p;
}

// Twice the area of 0, p, q.
EIGHT_INLINE eight side_of(eight2 p, eight2 q)
{
    return eight_sub(eight_mul(p.x, q.y), eight_mul(p.y, q.x));
}

// Triangles that the line may pass through, not being surely left of one edge and right of another; and those where it
// is surely inside of all, left or right.
typedef struct on_line
{
    unsigned perhaps, left, right;
} on_line;

// With S the largest |x| + |y| + |z| of a triangle's corners as seen from the point, and `off` what that may be off the
// line: corners in the sheared frame are right to 2^-22 S + off, so areas to 2^-20 S^2 + 4 S off, or so.
// 2^-100 is more than what is lost of products that fade away.
EIGHT_INLINE on_line triangles_on_line(const mesh_leaf *leaf, int first, const sheared *s, float t)
{
    quad  point = quad_along(s->origin, s->delta, t);
    eight at[3] = { eight_spread(point, 0), eight_spread(point, 1), eight_spread(point, 2) };
    eight off =
        eight_mul(eight_add(eight_add(eight_abs(at[0]), eight_abs(at[1])), eight_abs(at[2])),
                  eight_all(0x1p-20f));
    int             n = leaf->corners;
    eight_triangles corners = triangles_along(leaf, first, leaf->x + s->axes[0] * n,
                                              leaf->x + s->axes[1] * n, leaf->x + s->axes[2] * n);
    eight2 a = shear(corners.a, s, at), b = shear(corners.b, s, at), c = shear(corners.c, s, at);
    eight  ab = side_of(a, b), bc = side_of(b, c), ca = side_of(c, a);
    eight  size = eight_add(eight_max3(a.size, b.size, c.size), off);
    eight  doubt = eight_mul(size, eight_add(eight_mul(size, eight_all(0x1p-19f)), off));
    doubt = eight_add(doubt, eight_all(0x1p-100f));
    eight   least = eight_min3(ab, bc, ca), most = eight_max3(ab, bc, ca);
    eight   minus = eight_sub(eight_all(0.0f), doubt);
    on_line on;
    on.perhaps = ~(eight_less(doubt, most) & eight_less(least, minus)) &
                 lanes_below(leaf->triangles - first);
    on.left = eight_less(doubt, least);
    on.right = eight_less(most, minus);
    return on;
}

// What is done with triangles on the line of a ray.
typedef struct line_asker
{
    piercing     *p; // looks for the first, or NULL
    mesh_motion  *motion;
    mesh_visitor *visitor; // visits all
    mesh_trace   *trace;   // or NULL
    float         t_most;
} line_asker;

// False ends the walk.
EIGHT_INLINE bool ask_leaf(const rim_mesh *mesh, const mesh_leaf *leaf, const sheared *line,
                           float enter, line_asker *asker)
{
    for (int first = 0; first < leaf->triangles; first += 8)
    {
        on_line on = triangles_on_line(leaf, first, line, enter);
        for (unsigned bits = on.perhaps; bits; bits &= bits - 1)
        {
            int          lane = eight_lowest(bits), i = first + lane;
            rim_triangle t = mesh_triangle(leaf, i);
            int          number = mesh_number(mesh, leaf, i);
            if (!asker->p)
            {
                if (!asker->visitor->meets(asker->visitor, asker->motion, &t, number)) return false;
                continue;
            }
            // Seen along the axis the corners go round to the left if the face looks away.
            unsigned    left = on.left >> lane & 1u, right = on.right >> lane & 1u;
            bool        back = line->delta[2] < 0.0 ? right : left;
            pierce_hint hint = left | right ? (back ? PIERCE_BACK : PIERCE_FRONT) : PIERCE_UNKNOWN;
            if (!pierce_take(asker->p, &t, number, hint)) continue;
            if (asker->p->any) return false;
            asker->t_most = mesh_not_after(asker->p->t, asker->t_most);
        }
    }
    return true;
}

EIGHT_INLINE void walk_line(const rim_mesh *mesh, rim_ray3 ray, line_asker *asker)
{
    slabs   s;
    sheared line;
    todo    stack[MESH_STACK];
    place   next = { 0, 0.0f };
    int     height = 0;
    bool    more = mesh->node_count != 0;
    slabs_of(&s, mesh, quad_of(ray.origin.x, ray.origin.y, ray.origin.z), quad_all(0.0f),
             quad_of(ray.delta.x, ray.delta.y, ray.delta.z));
    shear_along(&line, ray);
    while (more && next_leaf(mesh, &s, asker->t_most, stack, &height, &next, asker->trace))
    {
        fetch_soon(mesh, next.at);
        mesh_leaf leaf = mesh_leaf_at(mesh, next.at & ~MESH_LEAF);
        if (!ask_leaf(mesh, &leaf, &line, next.enter, asker)) return;
        more = next_of(stack, &height, asker->t_most, &next);
    }
}

EIGHT_TARGET static void walk_ray(const rim_mesh *mesh, rim_ray3 ray, mesh_motion *motion,
                                  mesh_visitor *visitor)
{
    line_asker asker = { NULL, motion, visitor, NULL, MESH_WHOLE };
    walk_line(mesh, ray, &asker);
}

EIGHT_TARGET static void walk_pierce(const rim_mesh *mesh, piercing *p)
{
    line_asker asker = { p, NULL, NULL, NULL, MESH_WHOLE };
    walk_line(mesh, p->ray, &asker);
}

EIGHT_TARGET static void walk_trace(const rim_mesh *mesh, piercing *p, mesh_trace *trace)
{
    line_asker asker = { p, NULL, NULL, trace, MESH_WHOLE };
    walk_line(mesh, p->ray, &asker);
}

// --- the closest point ----------------------------------------------------------------------------------

EIGHT_TARGET static void walk_closest(const rim_mesh *mesh, rim_vec3 point, rim_mesh_near *best,
                                      float reach)
{
    quad   p = quad_of(point.x, point.y, point.z);
    eight3 p8 = eight3_all(point.x, point.y, point.z);
    todo   stack[MESH_STACK];
    place  next = { 0, 0.0f };
    float  limit = square_above(reach);
    int    height = 0;
    bool   more = mesh->node_count != 0 && 0.0f <= limit;
    while (more)
    {
        if (!(next.at & MESH_LEAF))
        {
            const mesh_node *node = &mesh->nodes[next.at];
            eight            enters = node_squares(node, p);
            unsigned         bits = eight_no_more(enters, eight_all(limit)) & node->scale[3];
            if (bits)
                next.at = nearest_child(mesh, stack, &height, node, enters, bits, &next.enter);
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

const mesh_kernels EIGHT_NAME(rim_mesh_kernels) = {
    WALK_NAME,   WALK_USABLE, walk_box,    walk_sphere, walk_capsule,
    walk_motion, walk_ray,    walk_pierce, walk_trace,  walk_closest,
};

#endif
