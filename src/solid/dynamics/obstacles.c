// The list of obstacles: adding, removing, and finding contacts.
#include "base/float.h"
#include "base/memory.h"
#include "solid/dynamics/obstacles.h"

#include <math.h>
#include <string.h>

// Creates the list and its tree, whose boxes are not enlarged (slack -1), because obstacles do not move.
rim_status obstacles_create(rim_obstacles **out, const rim_allocator *from)
{
    rim_allocator    allocator = memory_allocator_or_default(from);
    box_tree_options options = { -1.0f, false };
    rim_obstacles   *list = *out = memory_allocate_zeroed(&allocator, 1, sizeof *list);
    if (!list) return RIM_ERR_MEMORY;
    list->from = allocator;
    list->free = -1;
    rim_status status = box_tree_create(&list->tree, &options, &allocator);
    if (status == RIM_OK) return RIM_OK;
    obstacles_destroy(list);
    *out = NULL;
    return status;
}

void obstacles_destroy(rim_obstacles *list)
{
    if (!list) return;
    rim_allocator from = list->from;
    box_tree_destroy(list->tree);
    memory_release(&from, list->items, list->capacity, sizeof *list->items);
    memory_release(&from, list, 1, sizeof *list);
}

// --- adding ----------------------------------------------------------------------------------------------

// The largest difference of the length of a plane's normal from 1 (see rim_obstacles_add).
#define NORMAL_SLACK 1e-3f

// Makes an obstacle of what the caller gives. Stores its bounds in *bounds, which are infinite for a plane. Returns
// false for a shape without a finite position and size. A mesh has only finite points, so nothing is tested for it.
static bool obstacle_make(obstacle *it, const rim_obstacle *given, rim_box3 *bounds)
{
    memset(it, 0, sizeof *it);
    it->given = *given;
    if (given->mesh)
    {
        *bounds = rim_mesh_read(given->mesh).bounds;
        return true;
    }
    if (!pose_is_finite(given->pose)) return false;
    *bounds = rim_shape3_bounds(&given->shape, given->pose);
    if (given->shape.kind == RIM_SHAPE3_PLANE)
    {
        float length = rim_vec3_length(given->shape.plane.normal);
        it->plane = shape3_plane_in_world(&given->shape, &given->pose);
        return fabsf(length - 1.0f) < NORMAL_SLACK && float_is_finite(it->plane.offset);
    }
    return !rim_box3_is_empty(*bounds) && vec3_is_finite(bounds->lo) && vec3_is_finite(bounds->hi);
}

// Takes the place that was freed last, or else a new one. A new place has generation 1, and a freed one has its next
// generation already.
rim_status rim_obstacles_add(rim_obstacles *list, const rim_obstacle *given, rim_handle *out)
{
    obstacle it;
    rim_box3 bounds;
    RIM_ASSERT(list && given, "the list or the obstacle is NULL");
    if (out) memset(out, 0, sizeof *out);
    if (!obstacle_make(&it, given, &bounds)) return RIM_ERR_ARGUMENT;
    if (!MEMORY_RESERVE(&list->from, list->items, list->capacity, (size_t)list->top + 1))
        return RIM_ERR_MEMORY;
    int        number = list->free < 0 ? list->top : list->free, leaf = -1;
    rim_status status = box_tree_insert(list->tree, bounds, number, &leaf);
    if (status) return status;
    it.handle = (rim_handle){ RIM_OBSTACLE_SLOT | (uint32_t)number, 1 };
    if (number < list->top)
    {
        it.handle = list->items[number].handle;
        list->free = list->items[number].leaf;
    }
    else
    {
        list->top++;
    }
    it.leaf = leaf;
    list->items[number] = it;
    if (out) *out = it.handle;
    return RIM_OK;
}

// --- removing ------------------------------------------------------------------------------------------

// Returns the number of the obstacle with this handle, or -1 if it was removed. The exclusive or clears the bit that
// all slots of obstacles have, and makes the slot of a body too large.
static int number_of(const rim_obstacles *list, rim_handle which)
{
    uint32_t number = which.slot ^ RIM_OBSTACLE_SLOT;
    if (number >= (uint32_t)list->top) return -1;
    const obstacle *it = &list->items[number];
    bool            there = it->given.mesh || it->given.shape.kind != RIM_SHAPE3_NONE;
    return there && handle_equals(it->handle, which) ? (int)number : -1;
}

const rim_obstacle *rim_obstacles_get(const rim_obstacles *list, rim_handle which)
{
    int number = number_of(list, which);
    return number < 0 ? NULL : &list->items[number].given;
}

// Gives the place its next generation, so that old handles are no longer valid, and puts it in front of the list of
// free places.
bool rim_obstacles_remove(rim_obstacles *list, rim_handle which)
{
    int number = number_of(list, which);
    if (number < 0) return false;
    obstacle *it = &list->items[number];
    box_tree_remove(list->tree, it->leaf);
    it->given = (rim_obstacle){ .mesh = NULL };
    it->handle.generation = which.generation == UINT32_MAX ? 1 : which.generation + 1;
    it->leaf = list->free;
    list->free = number;
    return true;
}

// --- touches -------------------------------------------------------------------------------------------

// Tests the obstacles whose bounds overlap.
int obstacles_find(const rim_obstacles *list, const rim_body *body, rim_box3 bounds, float reach,
                   float flat, obstacle_touch *out, int capacity)
{
    touch_list found = { .out = out, .capacity = capacity };
    touch_body it;
    if (!vec3_is_finite(bounds.lo) || !vec3_is_finite(bounds.hi)) return 0;
    it.bounds = bounds;
    it.reach = reach;
    it.flat = flat < reach ? flat : reach;
    it.center = v3d_from(body->pose.position);
    it.size = rim_vec3_length(body->half);
    body_view(&it.view, body, rim_vec3_make(0.0f, 0.0f, 0.0f));
    box_tree_walk walk = box_tree_overlaps(list->tree, bounds);
    for (int leaf; (leaf = box_tree_walk_next(&walk)) != BOX_TREE_END;)
    {
        const obstacle *other = &list->items[box_tree_item(list->tree, leaf)];
        if (!filters_collide(body->filter, other->given.filter)) continue;
        found.slot = other->handle.slot;
        obstacle_find_contacts(other, &it, &found);
    }
    return found.found;
}

// --- sweeps ----------------------------------------------------------------------------------------------

rim_hit3 obstacle_sweep(const rim_obstacle *it, const rim_shape3 *shape, rim_xform3 pose,
                        rim_vec3 delta)
{
    rim_ray3 ray = { pose.position, delta };
    if (it->mesh)
        return shape ? rim_mesh_sweep(it->mesh, shape, pose, delta, RIM_SIDE_BOTH)
                     : rim_mesh_raycast(it->mesh, ray, RIM_SIDE_BOTH);
    return shape ? rim_shape3_sweep(shape, pose, delta, &it->shape, it->pose)
                 : rim_shape3_raycast(&it->shape, it->pose, ray);
}
