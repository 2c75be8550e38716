// The inside of a list of obstacles.
#ifndef RIM_SOLID_DYNAMICS_OBSTACLES_H
#define RIM_SOLID_DYNAMICS_OBSTACLES_H

#include "base/tree.h"
#include "base/vec3d.h"
#include "rimcast/bodies.h"
#include "solid/query/shape.h"

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

// A body, seen from its centre.
typedef struct touch_body
{
    vec3d       center;
    float       reach, flat;
    float       size;   // a length of the body
    rim_box3    bounds; // with the reach, world
    shape3_view view;   // its position is relative to the centre
} touch_body;

// Makes the view of a body, whose shape it borrows, with its centre at `at`.
void body_view(shape3_view *out, const rim_body *body, rim_vec3 at);

// Finds what rim_obstacles_touches finds, for a body of any shape; with or without the planes.
int obstacles_find(const rim_obstacles *list, const rim_body *body, float reach, float flat,
                   bool planes, rim_obstacle_touch *out, int capacity);

// Finds the contacts of two bodies, as those with an obstacle of number 0.
int bodies_find_touches(const rim_body *a, const rim_body *b, float reach, float flat,
                        rim_obstacle_touch *out, int capacity);

// Adds the contacts with one obstacle.
void obstacle_find_contacts(const rim_obstacles *list, const touch_body *body, int number,
                            touch_list *found);

#endif
