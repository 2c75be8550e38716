// Rays, shapes and sweeps against a world: the balls of all bodies and the tree of obstacles say what to test.
#include "base/float.h"
#include "solid/dynamics/body.h"
#include "solid/dynamics/data.h"
#include "solid/dynamics/obstacles.h"

#include <math.h>

typedef struct world_query
{
    const rim_bodies *world;
    const rim_shape3 *shape; // NULL: a ray, from the position of the pose
    rim_xform3        pose;
    rim_vec3          way; // zero if it only overlaps
    bool              stands;
    rim_filter        filter;
    rim_handle        but;
    vec3d             center; // of a ball that holds the shape, at the start
    double            radius;
    rim_bodies_hit   *hits; // one of the two lists, of capacity elements
    rim_handle       *handles;
    int               capacity, found;
} world_query;

// --- lists ---------------------------------------------------------------------------------------------

static bool hit_before(const rim_bodies_hit *p, const rim_bodies_hit *q)
{
    return p->hit.t != q->hit.t ? p->hit.t < q->hit.t : p->which.slot < q->which.slot;
}

// Puts a hit in its place; of more than the capacity the last one falls out.
static void query_add(world_query *q, const rim_bodies_hit *hit)
{
    int kept = q->found < q->capacity ? q->found : q->capacity, at = kept;
    q->found++;
    while (at > 0 && (q->handles ? hit->which.slot < q->handles[at - 1].slot
                                 : hit_before(hit, &q->hits[at - 1])))
        at--;
    if (at == q->capacity) return;
    for (int i = kept < q->capacity ? kept : kept - 1; i > at; i--)
    {
        if (q->handles) q->handles[i] = q->handles[i - 1];
        if (q->hits) q->hits[i] = q->hits[i - 1];
    }
    if (q->handles) q->handles[at] = hit->which;
    if (q->hits) q->hits[at] = *hit;
}

// --- one thing -----------------------------------------------------------------------------------------

static rim_hit3 query_shape(const world_query *q, const rim_shape3 *other, rim_xform3 there)
{
    rim_hit3 hit = { .t = 0.0f };
    if (!q->shape) return rim_shape3_raycast(other, there, (rim_ray3){ q->pose.position, q->way });
    if (!q->stands) return rim_shape3_sweep(q->shape, q->pose, q->way, other, there);
    hit.hit = rim_shape3_overlaps(q->shape, q->pose, other, there);
    return hit;
}

static rim_hit3 query_mesh(const world_query *q, const rim_mesh *mesh)
{
    rim_hit3 hit = { .t = 0.0f };
    if (!q->shape)
        return rim_mesh_raycast(mesh, (rim_ray3){ q->pose.position, q->way }, RIM_SIDE_BOTH);
    if (!q->stands) return rim_mesh_sweep(mesh, q->shape, q->pose, q->way, RIM_SIDE_BOTH);
    hit.hit = rim_mesh_overlaps(mesh, q->shape, q->pose, NULL, 0) > 0;
    return hit;
}

static bool is_left_out(const world_query *q, rim_handle which, rim_filter filter)
{
    bool but = which.slot == q->but.slot && which.generation == q->but.generation;
    return but || !filters_collide(q->filter, filter);
}

static void query_body(world_query *q, int i)
{
    const rim_body *body = &q->world->bodies[i];
    rim_bodies_hit  hit = { .which = body->handle };
    rim_shape3      whole = body_whole(body);
    if (is_left_out(q, body->handle, body->filter)) return;
    hit.hit = query_shape(q, &whole, rim_body_shape_pose(body));
    if (hit.hit.hit) query_add(q, &hit);
}

static void query_obstacle(world_query *q, int number)
{
    const obstacle *it = &q->world->obstacles->items[number];
    rim_bodies_hit  hit = { .which = obstacle_handle(q->world->obstacles, number) };
    if (is_left_out(q, hit.which, it->given.filter)) return;
    hit.hit = it->given.mesh ? query_mesh(q, it->given.mesh) : query_shape(q, &it->shape, it->pose);
    if (hit.hit.hit) query_add(q, &hit);
}

// --- all things ----------------------------------------------------------------------------------------

// Returns false for what is nowhere or not finite.
static bool query_begin(world_query *q)
{
    rim_vec3 at = q->pose.position;
    rim_box3 box = rim_box3_make(at, at);
    if (q->shape) box = rim_shape3_bounds(q->shape, q->pose);
    if (!pose_is_finite(q->pose) || !vec3_is_finite(q->way) || !(box.lo.x <= box.hi.x))
        return false;
    vec3d lo = v3d_from(box.lo), hi = v3d_from(box.hi);
    bool  finite = vec3_is_finite(box.lo) && vec3_is_finite(box.hi);
    q->center = finite ? v3d_scale(v3d_add(lo, hi), 0.5) : v3d(0.0, 0.0, 0.0);
    q->radius = finite ? 0.5 * v3d_length(v3d_sub(hi, lo)) : INFINITY;
    return true;
}

static bool meets_ball(const world_query *q, const body_ball *ball)
{
    vec3d  to = v3d_sub(v3d_from(ball->center), q->center), way = v3d_from(q->way);
    double length2 = v3d_length2(way), along = v3d_dot(to, way);
    double t = along <= 0.0 ? 0.0 : along < length2 ? along / length2 : 1.0;
    double reach = 1.000001 * (q->radius + (double)ball->radius);
    return v3d_length2(v3d_along(to, way, -t)) <= reach * reach;
}

static rim_box3 query_bounds(const world_query *q)
{
    vec3d    end = v3d_add(q->center, v3d_from(q->way)), from = q->center;
    double   r = 1.000001 * q->radius;
    rim_vec3 lo = { float_below(fmin(from.x, end.x) - r), float_below(fmin(from.y, end.y) - r),
                    float_below(fmin(from.z, end.z) - r) };
    rim_vec3 hi = { float_above(fmax(from.x, end.x) + r), float_above(fmax(from.y, end.y) + r),
                    float_above(fmax(from.z, end.z) + r) };
    return rim_box3_make(lo, hi);
}

static int query_run(world_query *q)
{
    const rim_obstacles *list = q->world->obstacles;
    if (!query_begin(q)) return 0;
    for (int i = 0; i < q->world->top; i++)
        if (body_in_use(q->world, i) && meets_ball(q, &q->world->balls[i])) query_body(q, i);
    for (int i = 0; i < list->plane_count; i++) query_obstacle(q, list->planes[i]);
    box_tree_walk walk = box_tree_overlaps(list->tree, query_bounds(q));
    for (int leaf; (leaf = box_tree_walk_next(&walk)) != BOX_TREE_END;)
        query_obstacle(q, box_tree_item(list->tree, leaf));
    return q->found;
}

// --- the questions -------------------------------------------------------------------------------------

int rim_bodies_raycast_all(const rim_bodies *world, rim_ray3 ray, rim_filter filter, rim_handle but,
                           rim_bodies_hit *out, int capacity)
{
    rim_xform3  pose = { ray.origin, rim_quat_identity() };
    world_query q = { .world = world, .pose = pose, .way = ray.delta, .filter = filter };
    q.but = but;
    q.hits = out;
    q.capacity = capacity;
    return query_run(&q);
}

int rim_bodies_sweep_all(const rim_bodies *world, const rim_shape3 *shape, rim_xform3 pose,
                         rim_vec3 delta, rim_filter filter, rim_handle but, rim_bodies_hit *out,
                         int capacity)
{
    world_query q = { .world = world, .shape = shape, .pose = pose, .way = delta };
    q.filter = filter;
    q.but = but;
    q.hits = out;
    q.capacity = capacity;
    return query_run(&q);
}

rim_bodies_hit rim_bodies_raycast_first(const rim_bodies *world, rim_ray3 ray, rim_filter filter,
                                        rim_handle but)
{
    rim_bodies_hit first = { .hit = { .t = 1.0f } };
    rim_bodies_raycast_all(world, ray, filter, but, &first, 1);
    return first;
}

rim_bodies_hit rim_bodies_sweep_first(const rim_bodies *world, const rim_shape3 *shape,
                                      rim_xform3 pose, rim_vec3 delta, rim_filter filter,
                                      rim_handle but)
{
    rim_bodies_hit first = { .hit = { .t = 1.0f } };
    rim_bodies_sweep_all(world, shape, pose, delta, filter, but, &first, 1);
    return first;
}

int rim_bodies_overlaps(const rim_bodies *world, const rim_shape3 *shape, rim_xform3 pose,
                        rim_filter filter, rim_handle but, rim_handle *out, int capacity)
{
    world_query q = { .world = world, .shape = shape, .pose = pose, .stands = true };
    q.filter = filter;
    q.but = but;
    q.handles = out;
    q.capacity = capacity;
    return query_run(&q);
}
