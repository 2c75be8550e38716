// Meshes for tests: their points and indices, made from a kind and a seed.
#ifndef TESTS_SUPPORT_MESHES_H
#define TESTS_SUPPORT_MESHES_H

#include "rimcast/shape3.h"
#include "rimcast/soup.h"
#include "support/support.h"

#include "solid/mesh/query.h"

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

// --- spheres against meshes, as the capsules that they are ---------------------------------------------

static inline rim_capsule sphere_as_capsule(rim_sphere s)
{
    rim_capsule capsule = { s.center, s.center, s.radius };
    return capsule;
}

static inline int mesh_overlaps_sphere(const rim_mesh *mesh, rim_sphere s, int *out, int capacity)
{
    rim_capsule capsule = sphere_as_capsule(s);
    return mesh_overlaps_capsule(mesh, &capsule, out, capacity);
}

static inline int mesh_contacts_sphere(const rim_mesh *mesh, rim_sphere s, rim_side side,
                                       rim_mesh_contact *out, int capacity)
{
    rim_capsule capsule = sphere_as_capsule(s);
    return mesh_contacts_capsule(mesh, &capsule, side, out, capacity);
}

static inline rim_hit3 mesh_sweep_sphere(const rim_mesh *mesh, rim_sphere s, rim_vec3 delta,
                                         rim_side side)
{
    rim_capsule capsule = sphere_as_capsule(s);
    return mesh_sweep_capsule(mesh, &capsule, delta, side);
}

#endif
