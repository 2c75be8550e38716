// What the queries of a mesh share: boxes, motions, the first hit, and what a contact at an edge is worth.
#ifndef RIM_SOLID_MESH_QUERY_H
#define RIM_SOLID_MESH_QUERY_H

#include "solid/mesh/kernels.h"
#include "solid/shape/sweep.h"

float mesh_size3(rim_vec3 v);

// Returns true if floats cannot overflow in a traversal of things whose |coordinates| are below `reach`, which is not finite
// if one of them is.
static inline bool mesh_in_float_range(const rim_mesh *mesh, float reach)
{
    return mesh->largest < MESH_COORDINATE_LIMIT && reach < MESH_COORDINATE_LIMIT;
}

// Returns true if floats cannot overflow in a traversal along the ray.
bool mesh_ray_in_float_range(const rim_mesh *mesh, const rim_ray3 *ray);

// Returns true if a shape is a sphere or a capsule. Both are answered as capsules.
static inline bool mesh_is_round(const rim_shape3 *shape)
{
    return shape->kind == RIM_SHAPE3_SPHERE || shape->kind == RIM_SHAPE3_CAPSULE;
}

// Convex points in a pose.
typedef struct mesh_posed_convex
{
    rim_convex shape;
    rim_xform3 pose;
} mesh_posed_convex;

// Return the box of a capsule, and of convex points in a pose, wider than what roundings may take; empty if not all is
// finite.
rim_box3 mesh_box_of_capsule(const rim_mesh *mesh, rim_capsule capsule);
rim_box3 mesh_box_of_convex(rim_convex shape, rim_xform3 pose);

// The motion of a box, up to t = 1 and a little.
mesh_motion mesh_motion_of_box(rim_box3 box, rim_vec3 delta);

// Hands to the visitor every triangle that a motion may hit.
void mesh_traverse(const rim_mesh *mesh, mesh_motion *motion, mesh_visitor *visitor);

// Lists triangles whose boxes meet the box, and which belong, if that is not NULL.
void mesh_list_overlaps(const rim_mesh *mesh, rim_box3 box, mesh_overlap_test *overlaps,
                        const void *shape, mesh_list *out);

// The first hit of a motion so far.
typedef struct mesh_first
{
    rim_hit3     hit;
    sweep_order  order;
    rim_triangle triangle; // that was hit
} mesh_first;

// No hit yet.
static inline mesh_first mesh_first_none(void)
{
    return (mesh_first){ .hit.t = 1.0f };
}

// Keeps the new hit if it is earlier than the first one so far, or as early and deeper, or as deep with a lower number.
// Ends the motion there.
void mesh_keep_first(mesh_first *first, mesh_motion *motion, const rim_hit3 *hit,
                     const sweep_order *order, const rim_triangle *t, int number);

// --- edges and corners where triangles meet: what a contact there is worth -----------------------

// Contacts with normals that differ by so many times what is doubted may be one.
#define MESH_COVERED_FACTOR 16.0

// A contact's point on a triangle, and its normal.
typedef struct mesh_edge_contact
{
    rim_vec3 point, normal;
    double   error; // by how much of a unit the normal may be off
    double   on;    // what passes the point this closely passes through it
    int      triangle;
    rim_side side;  // triangles that answer
    double   apart; // from what is round, its middle
    // Does a triangle tell the same contact with its face, whatever others do?
    bool (*is_covered)(const struct mesh_edge_contact *touch, const rim_triangle *t);
    const void *context;
} mesh_edge_contact;

// How closely the places on a triangle are known.
double mesh_point_tolerance(const rim_triangle *t);

// Is the contact one that all triangles which meet there allow, and is this triangle the one to tell it?
bool mesh_edge_contact_is_valid(const rim_mesh *mesh, const mesh_edge_contact *touch);

// Sets face_normal of a hit at an edge or a corner, from the triangles that meet there.
void mesh_set_face_normal(const rim_mesh *mesh, mesh_first *first, rim_vec3 delta, rim_side side);

// --- queries by kind of shape; the header says what they answer ------------------------------------------

int mesh_overlaps_box3(const rim_mesh *mesh, rim_box3 box, int *triangles, int capacity);
int mesh_overlaps_capsule(const rim_mesh *mesh, rim_capsule capsule, int *triangles, int capacity);
int mesh_overlaps_convex(const rim_mesh *mesh, rim_convex shape, rim_xform3 pose, int *triangles,
                         int capacity);
int mesh_contacts_capsule(const rim_mesh *mesh, rim_capsule capsule, rim_side side,
                          rim_mesh_contact *out, int capacity);
int mesh_contacts_convex(const rim_mesh *mesh, rim_convex shape, rim_xform3 pose, rim_side side,
                         rim_mesh_contact *out, int capacity);
rim_hit3 mesh_sweep_capsule(const rim_mesh *mesh, rim_capsule capsule, rim_vec3 delta,
                            rim_side side);
rim_hit3 mesh_sweep_convex(const rim_mesh *mesh, rim_convex shape, rim_xform3 pose, rim_vec3 delta,
                           rim_side side);

#endif
