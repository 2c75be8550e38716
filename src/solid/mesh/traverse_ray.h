// Template: compiled anew by each file that includes it.
// Walks along rays.
#ifndef RIM_SOLID_MESH_TRAVERSE_RAY_H
#define RIM_SOLID_MESH_TRAVERSE_RAY_H

#include "solid/mesh/traverse_float.h"

// --- the walk, with care ----------------------------------------------------------------------------------------

// What is done with triangles on the line of a ray.
typedef struct line_asker
{
    const rim_ray3 *ray;
    rim_side        side;
    first_pierced  *p;     // looks for the first, or NULL
    bool            quick; // sizes are such that all may be computed in doubles
    bool            any;   // will do
    mesh_motion    *motion;
    mesh_visitor   *visitor; // visits all
    mesh_trace     *trace;   // or NULL
} line_asker;

EIGHT_INLINE bool ask_first(const line_asker *asker, const rim_mesh *mesh, const mesh_leaf *leaf,
                            int i)
{
    first_pierced *p = asker->p;
    const uint8_t *number_at = leaf->numbers + (uint32_t)i * mesh->number_bytes;
    rim_triangle   t = mesh_triangle(leaf, i);
    rim_hit3       hit = rim_triangle_raycast(&t, *asker->ray, asker->side);
    if (!hit.hit || !is_first(mesh, p, hit.t, number_at)) return false;
    p->t = hit.t;
    p->number_at = number_at;
    p->asked = true;
    p->triangle = t;
    return true;
}

EIGHT_INLINE vec3d corner_from(const mesh_leaf *leaf, int k, int i, vec3d from)
{
    return v3d_sub(v3d_from(mesh_corner(leaf, mesh_slot(leaf, k, i))), from);
}

// For where floats cannot tell, or doubles.
EIGHT_INLINE bool look_for_first(const line_asker *asker, const rim_mesh *mesh,
                                 const mesh_leaf *leaf, int i, const sheared *line,
                                 ray_triangle_way way)
{
    if (asker->quick && way == RAY_TRIANGLE_UNKNOWN)
    {
        vec3d from = v3d_from(asker->ray->origin);
        way = ray_triangle_way_of(v3d_from(asker->ray->delta), corner_from(leaf, 0, i, from),
                                  corner_from(leaf, 1, i, from), corner_from(leaf, 2, i, from));
        if (way == RAY_TRIANGLE_BESIDE) return false;
    }
    if (!asker->quick || way == RAY_TRIANGLE_UNKNOWN) return ask_first(asker, mesh, leaf, i);
    bool front = way == RAY_TRIANGLE_FRONT;
    if (asker->side != RIM_SIDE_BOTH && front != (asker->side == RIM_SIDE_FRONT)) return false;
    return take_first(asker->p, mesh, leaf, i, line, front);
}

// False ends the walk; *t_most falls where something is met.
EIGHT_INLINE bool ask_leaf(const rim_mesh *mesh, uint32_t word, const sheared *line, float enter,
                           const line_asker *asker, float *t_most)
{
    mesh_leaf leaf = mesh_leaf_at(mesh, word);
    for (int first = 0; first < leaf.triangles; first += 8)
    {
        line_sides sides = leaf_sides(&leaf, first, line, enter);
        unsigned   sure, behind = passed_from_behind(&sides, line, &sure);
        for (unsigned bits = sides.perhaps; bits; bits &= bits - 1)
        {
            int lane = eight_lowest(bits), i = first + lane;
            if (!asker->p)
            {
                rim_triangle t = mesh_triangle(&leaf, i);
                int          number = mesh_number(mesh, &leaf, i);
                if (!asker->visitor->meets(asker->visitor, asker->motion, &t, number)) return false;
                continue;
            }
            ray_triangle_way way =
                sure >> lane & 1u ? (behind >> lane & 1u ? RAY_TRIANGLE_BACK : RAY_TRIANGLE_FRONT)
                                  : RAY_TRIANGLE_UNKNOWN;
            if (!look_for_first(asker, mesh, &leaf, i, line, way)) continue;
            if (asker->any) return false;
            *t_most = mesh_not_after(asker->p->t, *t_most);
        }
    }
    return true;
}

// Among nodes, for the compact form, and what is traced.
EIGHT_INLINE void walk_nodes(const rim_mesh *mesh, quad origin, quad delta, const line_asker *asker)
{
    slabs           s;
    sheared         line;
    bvh_stack_entry stack[MESH_STACK];
    bvh_place       next = { 0, 0 };
    int             height = 0;
    float           t_most = MESH_WHOLE;
    bool            more = mesh->node_count != 0;
    slabs_of_ray(&s, mesh, origin, delta);
    shear_along(&line, mesh, origin, delta);
    while (more)
    {
        if (asker->trace) mesh_trace_add(asker->trace, next.at);
        if (next.at & MESH_LEAF)
        {
            fetch_soon(mesh, next.at);
            more = ask_leaf(mesh, next.at & ~MESH_LEAF, &line, place_enter(next), asker, &t_most) &&
                   next_of(stack, &height, t_most, &next);
            continue;
        }
        const mesh_node *node = &mesh->nodes[next.at];
        eight_times      times = node_times_of_ray(node, &s, t_most);
        unsigned         bits = eight_no_more_soon(times.enter, times.leave) & node->scale[3];
        if (bits)
            next = nearest_child(mesh, stack, &height, node, times.enter, bits);
        else
            more = next_of(stack, &height, t_most, &next);
    }
}

// Among gates, from where a walk is.
EIGHT_INLINE void walk_with_care(const rim_mesh *mesh, quad origin, quad delta,
                                 const line_asker *asker, float_node_traversal w, float t_most)
{
    sheared          line;
    float_node_slabs s = float_node_slabs_of(mesh, origin, delta);
    shear_along(&line, mesh, origin, delta);
    while (go_down(&w, &s, t_most))
    {
        fetch_lines(w.leaves + (size_t)(uint32_t)w.at * sizeof(uint32_t));
        if (!ask_leaf(mesh, (uint32_t)w.at, &line, w.enter, asker, &t_most)) return;
        if (!to_next(&w, t_most)) return;
    }
}

EIGHT_INLINE float_node_traversal walk_from_root(const rim_mesh *mesh, bvh_stack_entry *stack)
{
    float_node_traversal w = {
        (const char *)mesh->gates, (const char *)mesh->leaves, stack, stack, 0, 0.0f
    };
    return w;
}

EIGHT_TARGET static void walk_ray(const rim_mesh *mesh, rim_ray3 ray, mesh_motion *motion,
                                  mesh_visitor *visitor)
{
    line_asker      asker = { &ray, RIM_SIDE_BOTH, NULL, false, false, motion, visitor, NULL };
    quad            origin = quad_of(ray.origin.x, ray.origin.y, ray.origin.z);
    quad            delta = quad_of(ray.delta.x, ray.delta.y, ray.delta.z);
    bvh_stack_entry stack[MESH_STACK];
    if (mesh->gates)
        walk_with_care(mesh, origin, delta, &asker, walk_from_root(mesh, stack), MESH_WHOLE);
    else
        walk_nodes(mesh, origin, delta, &asker);
}

// --- the first ------------------------------------------------------------------------------------------------

// The hit that rim_triangle_raycast tells. All at once: what is stored piece by piece has to be in memory before it can
// be copied.
EIGHT_INLINE rim_hit3 first_hit_of(const rim_mesh *mesh, const first_pierced *p, quad origin,
                                   quad delta)
{
    double sums[2];
    triple_dots(sums, p->normal, p->normal, p->normal);
    double per = (p->front ? 1.0 : -1.0) / sqrt(sums[0]);
    quad   n = triple_round(triple_mul(p->normal, triple_all(per)));
    triple way = triple_mul(triple_of(delta), triple_all(p->fraction));
    quad   at = triple_round(triple_add(triple_of(origin), way));
    return (rim_hit3){ .hit = true,
                       .t = p->t,
                       .point = { quad_at(at, 0), quad_at(at, 1), quad_at(at, 2) },
                       .normal = { quad_at(n, 0), quad_at(n, 1), quad_at(n, 2) },
                       .face_normal = { quad_at(n, 0), quad_at(n, 1), quad_at(n, 2) },
                       .back = !p->front,
                       .mover = core_feature(RIM_FEATURE_VERTEX, 0),
                       .other = core_feature(RIM_FEATURE_FACE, 0),
                       .item = mesh_number_at(p->number_at, mesh->number_bytes),
                       .letter = RIM_CASE_NONE };
}

EIGHT_INLINE quad quad_of_vec3(const rim_vec3 *v)
{
    return quad_of(v->x, v->y, v->z);
}

// Are sizes such that all may be computed in doubles? The sum of all is below 2^40 then, and above 2^-60 by the motion
// alone.
EIGHT_INLINE bool is_quick(const rim_mesh *mesh, quad origin, quad delta)
{
    quad size = quad_abs(delta);
    quad all = quad_add(quad_add(quad_all(mesh->largest), quad_abs(origin)), size);
    return (quad_less(all, quad_all(MESH_ORDINARY / 8.0f)) & 7u) == 7u &&
           (quad_less(quad_all(0x1p-58f), size) & 7u) != 0;
}

EIGHT_INLINE void begin_first(first_pierced *p)
{
    p->t = INFINITY;
    p->number_at = NULL;
    p->asked = false;
}

// Finds the first, or any, from where a walk among gates has come, or, if that is NULL, from the root. False if the tree
// cannot be asked.
EIGHT_INLINE bool ray_triangles_with_care(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side,
                                          bool any, mesh_trace *trace,
                                          const float_node_traversal *from, first_pierced *p)
{
    quad origin = quad_of_vec3(&ray->origin), delta = quad_of_vec3(&ray->delta);
    bool quick = is_quick(mesh, origin, delta);
    if (!quick && !mesh_ray_is_ordinary(mesh, ray)) return false;
    bvh_stack_entry stack[MESH_STACK];
    line_asker      asker = { ray, side, p, quick, any, NULL, NULL, trace };
    float           t_most = mesh_not_after(p->t, MESH_WHOLE);
    if (mesh->gates && !trace)
        walk_with_care(mesh, origin, delta, &asker, from ? *from : walk_from_root(mesh, stack),
                       t_most);
    else
        walk_nodes(mesh, origin, delta, &asker);
    return true;
}

EIGHT_APART rim_hit3 raycast_with_care(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side,
                                       const float_node_traversal *from, first_pierced *so_far)
{
    first_pierced begun, *p = so_far ? so_far : &begun;
    if (!so_far) begin_first(p);
    if (!ray_triangles_with_care(mesh, ray, side, false, NULL, from, p))
        return mesh_raycast_each(mesh, ray, side);
    if (!p->number_at) return (rim_hit3){ .t = 1.0f };
    if (!p->asked)
        return first_hit_of(mesh, p, quad_of_vec3(&ray->origin), quad_of_vec3(&ray->delta));
    rim_hit3 hit = rim_triangle_raycast(&p->triangle, *ray, side);
    hit.item = mesh_number_at(p->number_at, mesh->number_bytes);
    return hit;
}

EIGHT_APART bool any_with_care(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side,
                               const float_node_traversal *from)
{
    first_pierced p;
    begin_first(&p);
    if (!ray_triangles_with_care(mesh, ray, side, true, NULL, from, &p))
        return mesh_raycast_each(mesh, ray, side).hit;
    return p.number_at != NULL;
}

EIGHT_TARGET static rim_hit3 walk_raycast(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side)
{
    quad                 origin = quad_of_vec3(&ray->origin), delta = quad_of_vec3(&ray->delta);
    bvh_stack_entry      stack[MESH_STACK];
    float_node_traversal w = walk_from_root(mesh, stack);
    first_pierced        p;
    if (MESH_SELDOM(!mesh->is_shared || !is_quick(mesh, origin, delta)))
        return raycast_with_care(mesh, ray, side, NULL, NULL);
    begin_first(&p);
    if (MESH_SELDOM(!traverse_float_nodes(mesh, origin, delta, side, false, &p, &w)))
    {
        // What others know the address of would be in memory all the time: they are told of copies.
        float_node_traversal from = w;
        first_pierced        so_far = p;
        return raycast_with_care(mesh, ray, side, &from, &so_far);
    }
    if (!p.number_at) return (rim_hit3){ .t = 1.0f };
    return first_hit_of(mesh, &p, origin, delta);
}

EIGHT_TARGET static bool walk_any(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side)
{
    quad                 origin = quad_of_vec3(&ray->origin), delta = quad_of_vec3(&ray->delta);
    bvh_stack_entry      stack[MESH_STACK];
    float_node_traversal w = walk_from_root(mesh, stack);
    first_pierced        p;
    if (MESH_SELDOM(!mesh->is_shared || !is_quick(mesh, origin, delta)))
        return any_with_care(mesh, ray, side, NULL);
    begin_first(&p);
    if (MESH_MOSTLY(traverse_float_nodes(mesh, origin, delta, side, true, &p, &w)))
        return p.number_at != NULL;
    float_node_traversal from = w;
    return any_with_care(mesh, ray, side, &from);
}

#endif
