// The list of obstacles: adding, removing, and finding contacts.
#include "base/float.h"
#include "base/memory.h"
#include "solid/dynamics/body.h"
#include "solid/dynamics/obstacles.h"

#include <assert.h>
#include <math.h>
#include <string.h>

rim_status obstacles_create(rim_obstacles **out, const rim_allocator *from)
{
    RIM_ASSERT(out, "out is NULL");
    *out = NULL;
    rim_allocator  allocator = memory_allocator_or_default(from);
    rim_obstacles *list = memory_allocate_zeroed(&allocator, 1, sizeof *list);
    if (!list) return RIM_ERR_MEMORY;
    list->from = allocator;
    list->free = -1;
    box_tree_options options = { -1.0f, false };
    rim_status       status = box_tree_create(&list->tree, &options, &allocator);
    if (status)
        obstacles_destroy(list);
    else
        *out = list;
    return status;
}

void obstacles_destroy(rim_obstacles *list)
{
    if (!list) return;
    rim_allocator from = list->from;
    box_tree_destroy(list->tree);
    memory_release(&from, list->items, list->capacity, sizeof *list->items);
    memory_release(&from, list->planes, list->plane_capacity, sizeof *list->planes);
    memory_release(&from, list, 1, sizeof *list);
}

// --- adding ----------------------------------------------------------------------------------------------

static bool is_unit_plane(rim_plane plane)
{
    return vec3_is_finite(plane.normal) && float_is_finite(plane.offset) &&
           fabsf(rim_vec3_length(plane.normal) - 1.0f) < 1e-3f;
}

// Makes an obstacle of what the caller gives, and its bounds. A plane and a round shape are moved to the world; a box
// keeps one pose, about its center; other shapes keep shape and pose. A plane has no bounds: they stay empty. Returns
// false for a shape without a finite position and size; of a mesh, which has only finite points, nothing is tested.
static bool obstacle_make(obstacle *it, const rim_obstacle *given, rim_box3 *bounds)
{
    rim_shape3 *shape = &it->shape;
    rim_quat    q = given->pose.rotation;
    memset(it, 0, sizeof *it);
    it->given = *given;
    it->shape = given->shape;
    if (q.x == 0.0f && q.y == 0.0f && q.z == 0.0f && q.w == 0.0f) it->given.pose.rotation.w = 1.0f;
    it->pose = it->given.pose;
    *bounds = rim_box3_empty();
    if (given->mesh)
    {
        *bounds = rim_mesh_read(given->mesh).bounds;
        return true;
    }
    if (!pose_is_finite(it->pose)) return false;
    switch (shape->kind)
    {
    case RIM_SHAPE3_PLANE:
        shape->plane.normal = rim_xform3_turn(it->pose, shape->plane.normal);
        shape->plane.offset += rim_vec3_dot(shape->plane.normal, it->pose.position);
        it->pose = rim_xform3_identity();
        return is_unit_plane(shape->plane);
    case RIM_SHAPE3_SPHERE:
    case RIM_SHAPE3_CAPSULE:
        shape->capsule = shape3_capsule_of(&given->shape, &it->pose);
        shape->kind = RIM_SHAPE3_CAPSULE;
        it->pose = rim_xform3_identity();
        if (!(shape->capsule.radius >= 0.0f)) return false;
        break;
    case RIM_SHAPE3_BOX:
        it->pose = rim_xform3_mul(it->pose, shape->box.pose);
        shape->box.pose = rim_xform3_identity();
        if (!pose_is_finite(it->pose)) return false;
        break;
    default:
        break;
    }
    *bounds = rim_shape3_bounds(shape, it->pose);
    return bounds->lo.x <= bounds->hi.x && vec3_is_finite(bounds->lo) && vec3_is_finite(bounds->hi);
}

static void add_plane_number(rim_obstacles *list, int number)
{
    int at = list->plane_count++;
    for (; at > 0 && list->planes[at - 1] > number; at--) list->planes[at] = list->planes[at - 1];
    list->planes[at] = number;
}

rim_status rim_obstacles_add(rim_obstacles *list, const rim_obstacle *given, rim_handle *out)
{
    rim_handle nobody = { 0, 0 };
    obstacle   it;
    rim_box3   bounds;
    RIM_ASSERT(list && given, "the list or the obstacle is NULL");
    if (out) *out = nobody;
    if (!obstacle_make(&it, given, &bounds)) return RIM_ERR_ARGUMENT;
    if (!memory_reserve(&list->from, (void **)&list->items, &list->capacity, (size_t)list->top + 1,
                        sizeof *list->items) ||
        !memory_reserve(&list->from, (void **)&list->planes, &list->plane_capacity,
                        (size_t)list->plane_count + 1, sizeof *list->planes))
        return RIM_ERR_MEMORY;
    int        number = list->free < 0 ? list->top : list->free, leaf = -1;
    rim_status status = RIM_OK;
    if (obstacle_is_plane(&it))
        add_plane_number(list, number);
    else
        status = box_tree_insert(list->tree, bounds, number, &leaf);
    if (status) return status;
    it.generation = number < list->top ? list->items[number].generation : 1;
    if (number < list->top)
        list->free = list->items[number].leaf;
    else
        list->top++;
    it.leaf = leaf;
    list->items[number] = it;
    list->count++;
    if (out) *out = obstacle_handle(list, number);
    return RIM_OK;
}

// --- removing ------------------------------------------------------------------------------------------

// Returns the number of one that is there, or -1.
static int number_of(const rim_obstacles *list, rim_handle which)
{
    uint32_t number = which.slot ^ RIM_OBSTACLE_SLOT;
    if (number >= (uint32_t)list->top) return -1;
    const obstacle *it = &list->items[number];
    return obstacle_is_there(it) && it->generation == which.generation ? (int)number : -1;
}

const rim_obstacle *rim_obstacles_get(const rim_obstacles *list, rim_handle which)
{
    int number = number_of(list, which);
    return number < 0 ? NULL : &list->items[number].given;
}

bool rim_obstacles_remove(rim_obstacles *list, rim_handle which)
{
    int number = number_of(list, which), kept = 0;
    if (number < 0) return false;
    obstacle *it = &list->items[number];
    if (obstacle_is_plane(it))
    {
        for (int i = 0; i < list->plane_count; i++)
            if (list->planes[i] != number) list->planes[kept++] = list->planes[i];
        list->plane_count = kept;
    }
    else
    {
        box_tree_remove(list->tree, it->leaf);
    }
    it->given = (rim_obstacle){ .mesh = NULL };
    it->generation = it->generation == UINT32_MAX ? 1 : it->generation + 1;
    it->leaf = list->free;
    list->free = number;
    list->count--;
    return true;
}

// --- touches -------------------------------------------------------------------------------------------

int obstacles_find(const rim_obstacles *list, const rim_body *body, rim_box3 bounds, float reach,
                   float flat, bool planes, obstacle_touch *out, int capacity)
{
    touch_list found = { out, capacity, 0, 0 };
    touch_body it;
    if (!vec3_is_finite(bounds.lo) || !vec3_is_finite(bounds.hi)) return 0;
    it.bounds = bounds;
    it.center = v3d_from(body->pose.position);
    it.reach = reach;
    it.flat = flat < reach ? flat : reach;
    it.size = rim_vec3_length(body->half);
    it.filter = body->filter;
    body_view(&it.view, body, rim_vec3_make(0.0f, 0.0f, 0.0f));
    for (int i = 0; planes && i < list->plane_count; i++)
        obstacle_find_contacts(list, &it, list->planes[i], &found);
    box_tree_walk walk = box_tree_overlaps(list->tree, it.bounds);
    for (int leaf; (leaf = box_tree_walk_next(&walk)) != BOX_TREE_END;)
        obstacle_find_contacts(list, &it, box_tree_item(list->tree, leaf), &found);
    return found.found;
}
