// The list of obstacles: adding, removing, and finding contacts.
#include "base/float.h"
#include "base/memory.h"
#include "rimcast/convex.h"
#include "solid/dynamics/body.h"
#include "solid/dynamics/obstacles.h"

#include <assert.h>
#include <math.h>

rim_status rim_obstacles_create(rim_obstacles **out, const rim_allocator *from)
{
    assert(out);
    *out = NULL;
    rim_allocator  allocator = memory_allocator_or_default(from);
    rim_obstacles *list = memory_allocate_zeroed(&allocator, 1, sizeof *list);
    if (!list) return RIM_ERR_MEMORY;
    list->from = allocator;
    list->free = -1;
    box_tree_options options = { -1.0f, false };
    rim_status       status = box_tree_create(&list->tree, &options, &allocator);
    if (status)
        rim_obstacles_destroy(list);
    else
        *out = list;
    return status;
}

void rim_obstacles_destroy(rim_obstacles *list)
{
    if (!list) return;
    rim_allocator from = list->from;
    box_tree_destroy(list->tree);
    memory_release(&from, list->items, list->capacity, sizeof *list->items);
    memory_release(&from, list->planes, list->plane_capacity, sizeof *list->planes);
    memory_release(&from, list, 1, sizeof *list);
}

// --- adding ----------------------------------------------------------------------------------------------

static bool obstacles_is_size(float x)
{
    return float_is_finite(x) && x >= 0.0f;
}

static rim_box3 grown_box(rim_box3 box, double r)
{
    rim_vec3 lo = box.lo, hi = box.hi;
    lo = rim_vec3_make(float_below(lo.x - r), float_below(lo.y - r), float_below(lo.z - r));
    hi = rim_vec3_make(float_above(hi.x + r), float_above(hi.y + r), float_above(hi.z + r));
    return rim_box3_make(lo, hi);
}

static bool obstacles_is_box(rim_obox box)
{
    return pose_is_finite(box.pose) && obstacles_is_size(box.half.x) &&
           obstacles_is_size(box.half.y) && obstacles_is_size(box.half.z);
}

static void obstacles_put(rim_obstacles *list, const obstacle *it, int leaf, int *number)
{
    int at = list->free;
    if (at < 0)
        at = list->top++;
    else
        list->free = list->items[at].leaf;
    list->items[at] = *it;
    list->items[at].leaf = leaf;
    list->count++;
    if (number) *number = at;
}

static int next_number(const rim_obstacles *list)
{
    return list->free < 0 ? list->top : list->free;
}

static rim_status obstacles_add(rim_obstacles *list, const obstacle *it, rim_box3 bounds,
                                int *number)
{
    int leaf;
    if (!memory_reserve(&list->from, (void **)&list->items, &list->capacity, (size_t)list->top + 1,
                        sizeof *list->items))
        return RIM_ERR_MEMORY;
    rim_status status = box_tree_insert(list->tree, bounds, next_number(list), &leaf);
    if (status) return status;
    obstacles_put(list, it, leaf, number);
    return RIM_OK;
}

static rim_status add_capsule(rim_obstacles *list, rim_capsule capsule, int *number)
{
    if (!vec3_is_finite(capsule.a) || !vec3_is_finite(capsule.b) ||
        !obstacles_is_size(capsule.radius))
        return RIM_ERR_ARGUMENT;
    bool point = capsule.a.x == capsule.b.x && capsule.a.y == capsule.b.y && //
                 capsule.a.z == capsule.b.z;
    obstacle it = { .kind = point ? RIM_OBSTACLE_SPHERE : RIM_OBSTACLE_CAPSULE,
                    .a = capsule.a,
                    .b = capsule.b,
                    .radius = capsule.radius };
    rim_box3 ends = rim_box3_make(rim_vec3_min(it.a, it.b), rim_vec3_max(it.a, it.b));
    return obstacles_add(list, &it, grown_box(ends, it.radius), number);
}

static rim_status add_box(rim_obstacles *list, rim_obox box, int *number)
{
    if (!obstacles_is_box(box)) return RIM_ERR_ARGUMENT;
    obstacle it = { .kind = RIM_OBSTACLE_BOX, .pose = box.pose, .half = box.half };
    hull_box hull;
    hull_box_make(&hull, box.half);
    return obstacles_add(list, &it, hull_posed_bounds(&hull.hull, box.pose), number);
}

static rim_status add_hull(rim_obstacles *list, const rim_hull *hull, rim_xform3 pose, int *number)
{
    assert(hull);
    if (!pose_is_finite(pose)) return RIM_ERR_ARGUMENT;
    obstacle it = { .kind = RIM_OBSTACLE_HULL, .pose = pose, .hull = hull };
    return obstacles_add(list, &it, hull_posed_bounds(hull, pose), number);
}

rim_status rim_obstacles_add(rim_obstacles *list, const rim_shape3 *shape, rim_xform3 pose,
                             int *number)
{
    assert(list && shape);
    if (!pose_is_finite(pose)) return RIM_ERR_ARGUMENT;
    rim_obox  box = shape->box;
    rim_plane plane = shape->plane;
    switch (shape->kind)
    {
    case RIM_SHAPE3_SPHERE:
    case RIM_SHAPE3_CAPSULE:
        return add_capsule(list, shape3_capsule_of(shape, &pose), number);
    case RIM_SHAPE3_BOX:
        box.pose = rim_xform3_mul(pose, box.pose);
        return add_box(list, box, number);
    case RIM_SHAPE3_HULL:
        return add_hull(list, shape->hull, pose, number);
    case RIM_SHAPE3_PLANE:
        plane.normal = rim_xform3_turn(pose, plane.normal);
        plane.offset += rim_vec3_dot(plane.normal, pose.position);
        return rim_obstacles_add_plane(list, plane, number);
    default:
        return RIM_ERR_ARGUMENT;
    }
}

rim_status rim_obstacles_add_mesh(rim_obstacles *list, const rim_mesh *mesh, int *number)
{
    assert(mesh);
    obstacle it = { .kind = RIM_OBSTACLE_MESH, .mesh = mesh };
    return obstacles_add(list, &it, rim_mesh_read(mesh).bounds, number);
}

rim_status rim_obstacles_add_plane(rim_obstacles *list, rim_plane plane, int *number)
{
    float length = rim_vec3_length(plane.normal);
    if (!vec3_is_finite(plane.normal) || !float_is_finite(plane.offset) ||
        !(fabsf(length - 1.0f) < 1e-3f))
        return RIM_ERR_ARGUMENT;
    if (!memory_reserve(&list->from, (void **)&list->items, &list->capacity, (size_t)list->top + 1,
                        sizeof *list->items) ||
        !memory_reserve(&list->from, (void **)&list->planes, &list->plane_capacity,
                        (size_t)list->plane_count + 1, sizeof *list->planes))
        return RIM_ERR_MEMORY;
    obstacle it = { .kind = RIM_OBSTACLE_PLANE, .plane = plane };
    int      fresh = next_number(list), at = list->plane_count++;
    for (; at > 0 && list->planes[at - 1] > fresh; at--) list->planes[at] = list->planes[at - 1];
    list->planes[at] = fresh;
    obstacles_put(list, &it, -1, number);
    return RIM_OK;
}

// --- removing ------------------------------------------------------------------------------------------

static rim_obstacle_kind kind_of(const rim_obstacles *list, int number)
{
    return number < 0 || number >= list->top ? RIM_OBSTACLE_NONE : list->items[number].kind;
}

void rim_obstacles_remove(rim_obstacles *list, int number)
{
    rim_obstacle_kind kind = kind_of(list, number);
    if (kind == RIM_OBSTACLE_NONE) return;
    if (kind == RIM_OBSTACLE_PLANE)
    {
        int kept = 0;
        for (int i = 0; i < list->plane_count; i++)
            if (list->planes[i] != number) list->planes[kept++] = list->planes[i];
        list->plane_count = kept;
    }
    else
    {
        box_tree_remove(list->tree, list->items[number].leaf);
    }
    list->items[number].kind = RIM_OBSTACLE_NONE;
    list->items[number].leaf = list->free;
    list->free = number;
    list->count--;
}

// --- touches -------------------------------------------------------------------------------------------

static rim_box3 body_bounds_of(const rim_body *body)
{
    hull_box box;
    if (body->shape.kind != RIM_SHAPE3_NONE)
        return rim_shape3_bounds(&body->shape, rim_xform3_mul(body->pose, body->shape_pose));
    hull_box_make(&box, body->half);
    return hull_posed_bounds(&box.hull, body->pose);
}

int obstacles_find(const rim_obstacles *list, const rim_body *body, float reach, float flat,
                   bool planes, rim_obstacle_touch *out, int capacity)
{
    touch_list found = { out, capacity, 0, 0 };
    if (list->count == 0) return 0;
    touch_body it;
    it.center = v3d_from(body->pose.position);
    it.reach = reach;
    it.flat = flat < reach ? flat : reach;
    it.size = rim_vec3_length(body->half);
    body_view(&it.view, body, rim_vec3_make(0.0f, 0.0f, 0.0f));
    for (int i = 0; planes && i < list->plane_count; i++)
        obstacle_find_contacts(list, &it, list->planes[i], &found);
    it.bounds = grown_box(body_bounds_of(body), reach);
    box_tree_walk walk = box_tree_overlaps(list->tree, it.bounds);
    for (int leaf; (leaf = box_tree_walk_next(&walk)) != BOX_TREE_END;)
        obstacle_find_contacts(list, &it, box_tree_item(list->tree, leaf), &found);
    return found.found;
}

int rim_obstacles_touches(const rim_obstacles *list, rim_obox box, float reach, float flat,
                          rim_obstacle_touch *out, int capacity)
{
    rim_body body = { .pose = box.pose, .half = box.half };
    if (!obstacles_is_box(box) || !obstacles_is_size(reach)) return 0;
    return obstacles_find(list, &body, reach, flat, true, out, capacity);
}
