// The inside of a list of obstacles.
#ifndef RIM_SOLID_DYNAMICS_OBSTACLES_H
#define RIM_SOLID_DYNAMICS_OBSTACLES_H

#include "base/tree.h"
#include "base/vec3d.h"
#include "rimcast/bodies.h"
#include "solid/query/shape.h"

typedef struct obstacle
{
    rim_obstacle given;  // kind none and no mesh: removed, or never there
    rim_handle   handle; // of what is here, or comes next
    int          leaf;   // in the tree; of a free place: the next free one
    rim_plane    plane;  // in the world, if it is one
} obstacle;

struct rim_obstacles
{
    rim_allocator from;
    box_tree     *tree; // of all bounds; items are numbers
    obstacle     *items;
    size_t        capacity;
    int           top, free;
};

// Creates an empty list. from may be NULL. On failure `*out` is NULL.
rim_status obstacles_create(rim_obstacles **out, const rim_allocator *from);

// Destroys a list of obstacles. NULL is allowed.
void obstacles_destroy(rim_obstacles *list);

// A place where a body is near an obstacle, or in it.
typedef struct obstacle_touch
{
    rim_vec3 arm;    // from the body's center to its point, world axes
    rim_vec3 normal; // unit, from the obstacle towards the body
    float    gap;    // how far the two are apart along the normal; negative: how deep
    uint32_t slot;   // of the obstacle, or of another body
} obstacle_touch;

// A list of contacts that keeps the nearest.
typedef struct touch_list
{
    obstacle_touch *out;
    int             capacity, kept, found;
    uint32_t        slot; // of what is searched now
} touch_list;

// A body, seen from its center, and what is searched around it.
typedef struct touch_body
{
    vec3d       center; // in the world
    float       reach;  // the largest gap of a contact
    float       flat;   // the largest gap of shapes that get more than one contact
    float       size;   // the radius of a ball around the center that contains the body
    rim_box3    bounds; // in the world, with all that the body may touch
    shape3_view view;   // its position is relative to the center
} touch_body;

// Makes the view of a body, whose shape it borrows, with its center at `at`.
void body_view(shape3_view *out, const rim_body *body, rim_vec3 at);

// Finds the touches of a body, as large as its shape, whose gap is at most `reach` (>= 0), with what its filter lets
// it collide with and what is near the bounds:
//
//   planes     up to four points of the body
//   the rest   the one pair of closest points; but what is nearer than `flat` (<= reach) gives up to four, which hold a
//              face on a face
//
// Corners alone would miss a small sphere under a large box; closest points alone would let a box rock on a plane.
// Writes up to `capacity` of them, those with the smallest gaps, sorted by the slots of the obstacles. Returns how many
// there are, 0 for bounds that are not finite.
int obstacles_find(const rim_obstacles *list, const rim_body *body, rim_box3 bounds, float reach,
                   float flat, obstacle_touch *out, int capacity);

// Adds the contacts of two bodies to a list that has room for four. The slot of the list is that of b.
void bodies_find_touches(const rim_body *a, const rim_body *b, float reach, float flat,
                         touch_list *found);

// Adds the contacts with one obstacle, whose slot is that of the list.
void obstacle_find_contacts(const obstacle *it, const touch_body *body, touch_list *found);

// Returns the hit of a shape that moves by delta, or of a ray from the pose's position if `shape` is NULL.
rim_hit3 obstacle_sweep(const rim_obstacle *it, const rim_shape3 *shape, rim_xform3 pose,
                        rim_vec3 delta);

// Adds those of `count` contacts with one normal that support nearly as well as all: if there are more than four, the
// nearest, the one farthest from it, and on either side the farthest from their line, seen along the normal.
void touches_add_four(touch_list *list, const obstacle_touch *p, int count);

// Returns true if each is on a layer that the other does not ignore.
static inline bool filters_collide(rim_filter a, rim_filter b)
{
    uint32_t on_a = a.layers ? a.layers : 1, on_b = b.layers ? b.layers : 1;
    return (on_a & ~b.ignores) != 0 && (on_b & ~a.ignores) != 0;
}

static inline bool handle_equals(rim_handle a, rim_handle b)
{
    return a.slot == b.slot && a.generation == b.generation;
}

#endif
