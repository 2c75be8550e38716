// Meshes for tests: their points and indices, made from a kind and a seed.
#ifndef TESTS_SUPPORT_MESHES_H
#define TESTS_SUPPORT_MESHES_H

#include "rimcast/mesh.h"
#include "rimcast/soup.h"
#include "support/support.h"

#include "solid/hull/data.h"

typedef enum mesh_kind
{
    MESH_KIND_SOUP,     // triangles anywhere, no shared corners
    MESH_KIND_TERRAIN,  // a grid of heights
    MESH_KIND_FLAT,     // a grid without heights, on whole numbers: all is exact, much is equal
    MESH_KIND_BALL,     // closed
    MESH_KIND_SLIVERS,  // needles, points, lines and duplicates
    MESH_KIND_CLUSTERS, // tiny triangles close together, and a few large ones
    MESH_KIND_COUNT
} mesh_kind;

typedef struct test_mesh
{
    rim_vec3 *points;
    int       point_count;
    int      *indices;
    int       count; // triangles
} test_mesh;

// About `count` triangles within `size` of the origin, or of `at`.
test_mesh    test_mesh_make(mesh_kind kind, int count, float size, rim_vec3 at, uint64_t seed);
void         test_mesh_free(test_mesh *mesh);
rim_triangle test_mesh_triangle(const test_mesh *mesh, int i);

rim_soup *load_soup(const char *path); // of a .raw file

// --- shapes of one kind against meshes ---------------------------------------------------------------

static inline rim_shape3 mesh_any_sphere(rim_sphere s)
{
    return (rim_shape3){ RIM_SHAPE3_SPHERE, .sphere = s };
}

static inline rim_shape3 mesh_any_capsule(const rim_capsule *c)
{
    return (rim_shape3){ RIM_SHAPE3_CAPSULE, .capsule = *c };
}

// Points with a radius, as a `hull` that has nothing else.
static inline rim_shape3 mesh_any_convex(rim_hull *hull, rim_convex c)
{
    hull->view = c;
    return (rim_shape3){ RIM_SHAPE3_HULL, .hull = hull };
}

static inline int mesh_overlaps_sphere(const rim_mesh *mesh, rim_sphere s, int *out, int capacity)
{
    rim_shape3 shape = mesh_any_sphere(s);
    return rim_mesh_overlaps(mesh, &shape, rim_xform3_identity(), out, capacity);
}

static inline int mesh_overlaps_capsule(const rim_mesh *mesh, const rim_capsule *c, int *out,
                                        int capacity)
{
    rim_shape3 shape = mesh_any_capsule(c);
    return rim_mesh_overlaps(mesh, &shape, rim_xform3_identity(), out, capacity);
}

static inline int mesh_overlaps_convex(const rim_mesh *mesh, rim_convex c, rim_xform3 pose,
                                       int *out, int capacity)
{
    rim_hull   hull;
    rim_shape3 shape = mesh_any_convex(&hull, c);
    return rim_mesh_overlaps(mesh, &shape, pose, out, capacity);
}

static inline int mesh_contacts_sphere(const rim_mesh *mesh, rim_sphere s, rim_side side,
                                       rim_mesh_contact *out, int capacity)
{
    rim_shape3 shape = mesh_any_sphere(s);
    return rim_mesh_contacts(mesh, &shape, rim_xform3_identity(), side, out, capacity);
}

static inline int mesh_contacts_capsule(const rim_mesh *mesh, const rim_capsule *c, rim_side side,
                                        rim_mesh_contact *out, int capacity)
{
    rim_shape3 shape = mesh_any_capsule(c);
    return rim_mesh_contacts(mesh, &shape, rim_xform3_identity(), side, out, capacity);
}

static inline int mesh_contacts_convex(const rim_mesh *mesh, rim_convex c, rim_xform3 pose,
                                       rim_side side, rim_mesh_contact *out, int capacity)
{
    rim_hull   hull;
    rim_shape3 shape = mesh_any_convex(&hull, c);
    return rim_mesh_contacts(mesh, &shape, pose, side, out, capacity);
}

static inline rim_hit3 mesh_sweep_sphere(const rim_mesh *mesh, rim_sphere s, rim_vec3 delta,
                                         rim_side side)
{
    rim_shape3 shape = mesh_any_sphere(s);
    return rim_mesh_sweep(mesh, &shape, rim_xform3_identity(), delta, side);
}

static inline rim_hit3 mesh_sweep_capsule(const rim_mesh *mesh, const rim_capsule *c,
                                          rim_vec3 delta, rim_side side)
{
    rim_shape3 shape = mesh_any_capsule(c);
    return rim_mesh_sweep(mesh, &shape, rim_xform3_identity(), delta, side);
}

static inline rim_hit3 mesh_sweep_convex(const rim_mesh *mesh, rim_convex c, rim_xform3 pose,
                                         rim_vec3 delta, rim_side side)
{
    rim_hull   hull;
    rim_shape3 shape = mesh_any_convex(&hull, c);
    return rim_mesh_sweep(mesh, &shape, pose, delta, side);
}

#endif
