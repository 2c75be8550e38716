// Rays, sweeps and overlaps against a world. The balls of all bodies and the tree of obstacles select what is tested
// exactly.
#include "base/float.h"
#include "base/sort.h"
#include "solid/dynamics/body.h"
#include "solid/dynamics/data.h"
#include "solid/dynamics/obstacles.h"

#include <math.h>

// A query, its filters and the results so far.
typedef struct world_query
{
    const rim_bodies *world;
    const rim_shape3 *shape; // NULL: a ray, from the position of the pose
    rim_xform3        pose;
    rim_vec3          delta; // zero if it only overlaps
    bool              overlaps;
    rim_filter        filter;
    rim_handle        except;
    vec3d             center; // of a ball that contains the shape, at the start
    double            radius;
    void             *out; // capacity handles if it overlaps, else hits
    int               capacity, found;
} world_query;

// --- lists ---------------------------------------------------------------------------------------------

static bool hit_before(const void *a, const void *b, const void *unused)
{
    const rim_bodies_hit *p = a, *q = b;
    (void)unused;
    return p->hit.t != q->hit.t ? p->hit.t < q->hit.t : p->which.slot < q->which.slot;
}

static bool slot_before(const void *a, const void *b, const void *unused)
{
    const rim_handle *p = a, *q = b;
    (void)unused;
    return p->slot < q->slot;
}

// --- one body or obstacle -----------------------------------------------------------------------------------------

// Tests a body or an obstacle, unless the filters or q->except exclude it, and counts its hit. Inserts it into the
// list: hits are sorted by time, handles by slot.
static void query_test(world_query *q, rim_handle which, const rim_obstacle *it)
{
    if (handle_equals(which, q->except) || !filters_collide(q->filter, it->filter)) return;
    if (q->overlaps)
    {
        bool hit = it->mesh ? rim_mesh_overlaps(it->mesh, q->shape, q->pose, NULL, 0) > 0
                            : rim_shape3_overlaps(q->shape, q->pose, &it->shape, it->pose);
        if (hit) sort_insert(q->out, q->found++, q->capacity, sizeof which, &which, slot_before);
        return;
    }
    rim_bodies_hit hit = { which, obstacle_sweep(it, q->shape, q->pose, q->delta) };
    if (hit.hit.hit) sort_insert(q->out, q->found++, q->capacity, sizeof hit, &hit, hit_before);
}

// --- all ----------------------------------------------------------------------------------------

// Sets the ball around the shape: its center at the start of the motion, and its radius. A ray has a ball of radius 0
// around its beginning. A shape of infinite size has an infinite ball. Returns false for an empty shape, or a pose or
// motion that is not finite.
static bool query_begin(world_query *q)
{
    rim_vec3 at = q->pose.position;
    rim_box3 box = rim_box3_make(at, at);
    if (q->shape) box = rim_shape3_bounds(q->shape, q->pose);
    if (!pose_is_finite(q->pose) || !vec3_is_finite(q->delta) || !(box.lo.x <= box.hi.x))
        return false;
    vec3d lo = v3d_from(box.lo), hi = v3d_from(box.hi);
    bool  finite = vec3_is_finite(box.lo) && vec3_is_finite(box.hi);
    q->center = finite ? v3d_scale(v3d_add(lo, hi), 0.5) : v3d(0.0, 0.0, 0.0);
    q->radius = finite ? 0.5 * v3d_length(v3d_sub(hi, lo)) : INFINITY;
    return true;
}

// Returns true if the moving ball of the query touches the ball around a body: the distance of the body's center from
// the segment of the motion is at most the sum of the radii, with a margin for rounding. t is the fraction of the
// motion that is closest to the center.
static bool touches_ball(const world_query *q, const rim_body *body)
{
    vec3d  to = v3d_sub(v3d_from(body->pose.position), q->center), motion = v3d_from(q->delta);
    double length2 = v3d_length2(motion), along = v3d_dot(to, motion);
    double t = along <= 0.0 ? 0.0 : along < length2 ? along / length2 : 1.0;
    double reach = DYNAMICS_QUERY_MARGIN * (q->radius + v3d_length(v3d_from(body->half)));
    return v3d_length2(v3d_along(to, motion, -t)) <= reach * reach;
}

// Returns the box of the ball along all of its motion, rounded outward.
static rim_box3 query_bounds(const world_query *q)
{
    vec3d  end = v3d_add(q->center, v3d_from(q->delta));
    double r = DYNAMICS_QUERY_MARGIN * q->radius;
    return rim_box3_union(v3d_box_around(q->center, q->center, r), v3d_box_around(end, end, r));
}

// Sets the members that all queries have. Tests all bodies by their balls, and the obstacles whose boxes overlap.
// Returns the number of hits.
static int query_run(world_query *q, rim_filter filter, rim_handle except, void *out, int capacity)
{
    const rim_obstacles *list = q->world->obstacles;
    q->filter = filter;
    q->except = except;
    q->out = out;
    q->capacity = capacity;
    if (!query_begin(q)) return 0;
    for (int i = 0; i < q->world->top; i++)
    {
        const rim_body *body = &q->world->bodies[i];
        if (!body_in_use(q->world, i) || !touches_ball(q, body)) continue;
        rim_obstacle it = body_as_obstacle(body);
        query_test(q, body->handle, &it);
    }
    box_tree_walk walk = box_tree_overlaps(list->tree, query_bounds(q));
    for (int leaf; (leaf = box_tree_walk_next(&walk)) != BOX_TREE_END;)
    {
        const obstacle *it = &list->items[box_tree_item(list->tree, leaf)];
        query_test(q, it->handle, &it->given);
    }
    return q->found;
}

// --- queries -------------------------------------------------------------------------------------

// Sweeps the shape, or casts a ray if `shape` is NULL (rim_bodies_raycast_all).
int rim_bodies_sweep_all(const rim_bodies *world, const rim_shape3 *shape, rim_xform3 pose,
                         rim_vec3 delta, rim_filter filter, rim_handle except, rim_bodies_hit *out,
                         int capacity)
{
    world_query q = { .world = world, .shape = shape, .pose = pose, .delta = delta };
    return query_run(&q, filter, except, out, capacity);
}

int rim_bodies_raycast_all(const rim_bodies *world, rim_ray3 ray, rim_filter filter,
                           rim_handle except, rim_bodies_hit *out, int capacity)
{
    rim_xform3 pose = { ray.origin, rim_quat_identity() };
    return rim_bodies_sweep_all(world, NULL, pose, ray.delta, filter, except, out, capacity);
}

rim_bodies_hit rim_bodies_raycast_first(const rim_bodies *world, rim_ray3 ray, rim_filter filter,
                                        rim_handle except)
{
    rim_bodies_hit first = { .hit = { .t = 1.0f } };
    rim_bodies_raycast_all(world, ray, filter, except, &first, 1);
    return first;
}

rim_bodies_hit rim_bodies_sweep_first(const rim_bodies *world, const rim_shape3 *shape,
                                      rim_xform3 pose, rim_vec3 delta, rim_filter filter,
                                      rim_handle except)
{
    rim_bodies_hit first = { .hit = { .t = 1.0f } };
    rim_bodies_sweep_all(world, shape, pose, delta, filter, except, &first, 1);
    return first;
}

int rim_bodies_overlaps(const rim_bodies *world, const rim_shape3 *shape, rim_xform3 pose,
                        rim_filter filter, rim_handle except, rim_handle *out, int capacity)
{
    world_query q = { .world = world, .shape = shape, .pose = pose, .overlaps = true };
    return query_run(&q, filter, except, out, capacity);
}
