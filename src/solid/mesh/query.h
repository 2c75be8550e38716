// Helpers that the queries of a mesh share: boxes, motions, the first hit, and the test of contacts at internal edges.
#ifndef RIM_SOLID_MESH_QUERY_H
#define RIM_SOLID_MESH_QUERY_H

#include "base/vec3d.h"
#include "solid/mesh/kernels.h"
#include "solid/shape/round.h"

// Returns the largest |coordinate| of a vector.
float mesh_size3(rim_vec3 v);

// Returns true if floats cannot overflow in a traversal with a shape whose |coordinates| are at most `reach`.
static inline bool mesh_in_float_range(const rim_mesh *mesh, float reach)
{
    return mesh->largest < MESH_COORDINATE_LIMIT && reach < MESH_COORDINATE_LIMIT;
}

// Returns true if floats cannot overflow in a traversal along the ray.
bool mesh_ray_in_float_range(const rim_mesh *mesh, const rim_ray3 *ray);

// Returns true if a shape is a sphere or a capsule. Mesh queries treat a sphere as a capsule.
static inline bool mesh_is_round(const rim_shape3 *shape)
{
    return shape->kind == RIM_SHAPE3_SPHERE || shape->kind == RIM_SHAPE3_CAPSULE;
}

// A convex shape in a pose.
typedef struct mesh_posed_convex
{
    rim_convex shape;
    rim_xform3 pose;
} mesh_posed_convex;

// Return the box of a capsule and of a posed convex shape, widened by the rounding errors of the exact tests. Return an
// empty box if a number is not finite.
rim_box3 mesh_box_of_capsule(const rim_mesh *mesh, const rim_capsule *capsule);
rim_box3 mesh_box_of_convex(rim_convex shape, rim_xform3 pose);

// Returns the motion of a box by delta, with t_most = MESH_MOTION_END.
mesh_motion mesh_motion_of_box(rim_box3 box, rim_vec3 delta);

// Calls the visitor for every triangle that a motion may hit.
void mesh_traverse(const rim_mesh *mesh, mesh_motion *motion, mesh_visitor *visitor);

// Calls the visitor for every triangle that may touch the box: a motion by 0.
void mesh_visit_box(const rim_mesh *mesh, rim_box3 box, mesh_visitor *visitor);

// The first hit of a motion so far; hit.t is 1 as long as there is none.
typedef struct mesh_first
{
    rim_hit3     hit;
    sweep_order  order;
    rim_triangle triangle; // the one that was hit
} mesh_first;

// Stores a hit in *first, and ends the motion there, if it is earlier than the first one so far, equally early and
// deeper, or equally deep with a lower number.
void mesh_keep_first(mesh_first *first, mesh_motion *motion, const rim_hit3 *hit,
                     const sweep_order *order, const rim_triangle *t, int number);

// --- internal edges: contacts at edges and corners between triangles -----------------------------------------

// A contact at a point of a triangle.
typedef struct mesh_edge_contact
{
    rim_vec3 point, normal;
    double   error;     // bound of the sine between the normal and the exact one
    double   tolerance; // triangles this close to the point contain it
    int      triangle;
    rim_side side;            // of triangles that may have contacts
    double   center_distance; // from the point to the center of a rounded shape, else 0
    // Returns true if a triangle has the same contact with its face.
    bool (*is_covered)(const struct mesh_edge_contact *contact, const rim_triangle *t);
    const void *context;
} mesh_edge_contact;

// Returns the unit normal of a triangle, 0 if it has no area.
vec3d mesh_face_normal(const rim_triangle *t);

// Returns the error bound of points on a triangle.
double mesh_point_tolerance(const rim_triangle *t);

// Returns true if the contact belongs to the surface of the mesh and this triangle reports it: no triangle at the point
// rises above the contact's plane, and no other triangle reports the same contact (one with a lower number, or one that
// has it inside its face).
bool mesh_edge_contact_is_valid(const rim_mesh *mesh, const mesh_edge_contact *contact);

// Sets face_normal of a hit at an edge or a corner, from the triangles that meet there.
void mesh_set_face_normal(const rim_mesh *mesh, mesh_first *first, rim_vec3 delta, rim_side side);

// --- queries by kind of shape; the header says what they answer ------------------------------------------
//
// Capsules are passed by pointer. A copy of one that was just computed reads several of its numbers at once, and waits
// for the stores of the single numbers.

int mesh_overlaps_box3(const rim_mesh *mesh, rim_box3 box, int *triangles, int capacity);
int mesh_overlaps_capsule(const rim_mesh *mesh, const rim_capsule *capsule, int *triangles,
                          int capacity);
int mesh_overlaps_convex(const rim_mesh *mesh, rim_convex shape, rim_xform3 pose, int *triangles,
                         int capacity);
int mesh_contacts_capsule(const rim_mesh *mesh, const rim_capsule *capsule, rim_side side,
                          rim_mesh_contact *out, int capacity);
int mesh_contacts_convex(const rim_mesh *mesh, rim_convex shape, rim_xform3 pose, rim_side side,
                         rim_mesh_contact *out, int capacity);
rim_hit3 mesh_sweep_capsule(const rim_mesh *mesh, const rim_capsule *capsule, rim_vec3 delta,
                            rim_side side);
rim_hit3 mesh_sweep_convex(const rim_mesh *mesh, rim_convex shape, rim_xform3 pose, rim_vec3 delta,
                           rim_side side);

#endif
