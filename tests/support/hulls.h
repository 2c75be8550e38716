// Hulls for tests.
#ifndef TESTS_SUPPORT_HULLS_H
#define TESTS_SUPPORT_HULLS_H

#include "rimcast/hull.h"
#include "solid/hull/builder.h"
#include "support/support.h"

rim_hull *hull_of_points(const rim_vec3 *points, int count);
rim_hull *exact_hull_of_points(const rim_vec3 *points, int count); // RIM_HULL_EXACT
rim_hull *box_hull(float x, float y, float z);                     // of these half sizes
rim_hull *random_hull(test_random *random); // boxes, simplices, cylinders, clouds

// Makes the hull again and again, refusing each allocation once; asserts that nothing is left. How many were refused.
int refuse_each_allocation(const rim_vec3 *points, int count, rim_hull_options options);

enum
{
    CLOUDS = 10, // kinds
    CLOUD_MOST = 120
};

// Clouds that break hull builders: lattices, spheres, near planes, clusters, thin ones. Returns how many points.
int make_cloud(test_random *random, int kind, rim_vec3 points[CLOUD_MOST]);

// Turned anyhow; some with the axes, where planes meet in parallel.
rim_xform3 turned_pose(test_random *random, float reach);

// Returns the hull times s, with its numbers.
rim_hull *scaled_hull(const rim_hull *hull, float s);

// Returns a solid of listed faces, or NULL: sizes[f] corners of face f, one after another in indices. Corners and faces
// keep their numbers.
static inline rim_hull *hull_of_faces(const rim_vec3 *points, int count, const int *sizes,
                                      int faces, const int *indices)
{
    rim_hull    *hull = NULL;
    hull_builder builder = hull_builder_begin(NULL);
    size_t       loops = 0;
    for (int f = 0; f < faces; f++) loops += (size_t)sizes[f];
    if (hull_builder_reserve(&builder, RIM_HULL_SOLID, (size_t)count, (size_t)faces, loops))
    {
        for (int i = 0; i < count; i++)
            hull_builder_add_corner(&builder, (hull_point){ points[i], i });
        for (int f = 0; f < faces; f++)
        {
            for (int k = 0; k < sizes[f]; k++) hull_builder_add_to_loop(&builder, *indices++);
            hull_builder_close_face(&builder);
        }
        if (hull_build_topology(&hull, &builder, NULL) != RIM_OK) hull = NULL;
    }
    hull_builder_end(&builder);
    return hull;
}

#endif
