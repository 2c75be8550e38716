// The inside of a list of obstacles.
#ifndef RIM_SOLID_DYNAMICS_OBSTACLES_H
#define RIM_SOLID_DYNAMICS_OBSTACLES_H

#include "base/vec3d.h"
#include "rimcast/obstacles.h"
#include "base/tree.h"
#include "solid/hull/box.h"

// What a number of the list stands for.
typedef enum rim_obstacle_kind
{
    RIM_OBSTACLE_NONE = 0, // removed, or never there
    RIM_OBSTACLE_SPHERE,
    RIM_OBSTACLE_PLANE,
    RIM_OBSTACLE_BOX,
    RIM_OBSTACLE_CAPSULE,
    RIM_OBSTACLE_HULL,
    RIM_OBSTACLE_MESH
} rim_obstacle_kind;

typedef struct obstacle
{
    rim_obstacle_kind kind;
    int               leaf; // in the tree; of a free place: the next free one
    rim_plane         plane;
    rim_vec3          a, b; // a sphere's centre, a capsule's ends
    float             radius;
    rim_xform3        pose; // of a box or hull
    rim_vec3          half;
    const rim_hull   *hull;
    const rim_mesh   *mesh;
} obstacle;

struct rim_obstacles
{
    rim_allocator from;
    box_tree     *tree; // of all that is finite; items are numbers
    obstacle     *items;
    size_t        capacity;
    int          *planes; // numbers, rising
    size_t        plane_capacity;
    int           plane_count;
    int           top, count, free;
};

// A list of contacts that keeps the nearest.
typedef struct touch_list
{
    rim_obstacle_touch *out;
    int                 capacity, kept, found;
} touch_list;

// A box at a pose, seen from its centre.
typedef struct touch_box
{
    vec3d    center, half;
    mat3d    turn;
    rim_quat rotation;
    float    reach, flat;
    rim_box3 bounds; // with the reach, world
    hull_box hull;
} touch_box;

// Finds what rim_obstacles_touches finds, without the planes.
int obstacles_find_finite(const rim_obstacles *list, rim_obox box, float reach, float flat,
                          rim_obstacle_touch *out, int capacity);

// Adds the contacts with one obstacle.
void obstacle_find_contacts(const rim_obstacles *list, const touch_box *box, int number,
                            touch_list *found);

#endif
