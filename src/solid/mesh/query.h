// Helpers that the queries of a mesh share: posed shapes, boxes, visits of triangles, and triangles that meet at a
// point.
#ifndef RIM_SOLID_MESH_QUERY_H
#define RIM_SOLID_MESH_QUERY_H

#include "base/vec3d.h"
#include "solid/mesh/kernels.h"
#include "solid/query/shape.h"

// Returns the largest |coordinate| of a vector.
float mesh_size3(rim_vec3 v);

// Returns the box with each of its sides moved outward by `by`, and rounded outward to floats.
rim_box3 mesh_box_grown(rim_box3 box, double by);

// Returns true if floats cannot overflow in a traversal with a shape whose |coordinates| are at most `reach`.
static inline bool mesh_in_float_range(const rim_mesh *mesh, float reach)
{
    return mesh->largest < MESH_COORDINATE_LIMIT && reach < MESH_COORDINATE_LIMIT;
}

// Returns true if floats cannot overflow in a traversal along the ray.
bool mesh_ray_in_float_range(const rim_mesh *mesh, const rim_ray3 *ray);

// A shape in a pose. A capsule is kept by pointer: a copy of one that was just computed reads several of its numbers at
// once, and waits for the stores of the single numbers.
typedef struct mesh_shape
{
    const rim_capsule *round;   // a sphere or a capsule, in the world; NULL for all other shapes
    rim_capsule        capsule; // room for it
    shape3_view        view;    // the convex points of all other shapes
    rim_box3           box;     // widened by the rounding errors of the exact tests
} mesh_shape;

// Sets *s to a posed shape. Returns false if the shape meets nothing: it has no convex points, as a plane, or a number is
// not finite. *s must stay where it is.
bool mesh_shape_init(mesh_shape *s, const rim_mesh *mesh, const rim_shape3 *shape,
                     const rim_xform3 *pose);

// Calls motion->visit for every triangle that the motion may hit.
void mesh_traverse(const rim_mesh *mesh, mesh_motion *motion);

// Calls `test` for every triangle whose box overlaps the box. Its result is not used.
void mesh_visit_box(const rim_mesh *mesh, rim_box3 box, mesh_test *test, void *context);

// --- triangles that meet at a point: internal edges --------------------------------------------------------

// Returns the error bound of points on a triangle.
double mesh_point_tolerance(const rim_triangle *t);

// Calls `test` for every triangle whose box is at most `tolerance` from a point.
void mesh_visit_point(const rim_mesh *mesh, rim_vec3 p, double tolerance, mesh_test *test,
                      void *context);

// Returns true if the triangle contains the point, up to the tolerance, and has a side that `side` includes in the
// direction `toward`. A triangle without area has both sides: its normal is 0.
bool mesh_has_point(const rim_triangle *t, rim_vec3 p, double tolerance, rim_vec3 toward,
                    rim_side side);

// Returns true if the direction `toward` leads to a side of the triangle that `side` includes.
bool mesh_has_side(const rim_triangle *t, rim_vec3 toward, rim_side side);

// Returns the unit normal of a triangle, 0 if it has no area.
vec3d mesh_face_normal(const rim_triangle *t);

#endif
