#include "support/hulls.h"

#include <stdlib.h>
#include <math.h>

rim_hull *hull_of_points(const rim_vec3 *points, int count)
{
    rim_hull *hull;
    assert_int_equal(RIM_OK, rim_hull_create(&hull, points, count, NULL));
    return hull;
}

rim_hull *exact_hull_of_points(const rim_vec3 *points, int count)
{
    rim_hull              *hull;
    const rim_hull_options options = { .merge = RIM_HULL_EXACT };
    assert_int_equal(RIM_OK, rim_hull_create(&hull, points, count, &options));
    return hull;
}

rim_hull *box_hull(float x, float y, float z)
{
    rim_hull *hull;
    assert_int_equal(RIM_OK, rim_hull_create_box(&hull, rim_vec3_make(x, y, z), NULL));
    return hull;
}

rim_hull *random_hull(test_random *random)
{
    rim_hull *hull = NULL;
    rim_vec3  points[16];
    int       kind = random_int(random, 0, 4), n = random_int(random, 4, 16);
    if (kind == 0) return box_hull(random_float(random, .2f, 1), random_float(random, .2f, 1), 1);
    for (int i = 0; i < n; i++) points[i] = random_in_cube(random, 1);
    if (kind == 1)
        assert_int_equal(RIM_OK, rim_hull_create_cylinder(&hull, 1, random_float(random, .1f, 1),
                                                          random_int(random, 3, 9), NULL));
    else
        assert_int_equal(RIM_OK, rim_hull_create(&hull, points, kind == 2 ? 4 : n, NULL));
    return hull;
}

rim_xform3 turned_pose(test_random *random, float reach)
{
    rim_quat turn = (rim_quat){ random_float(random, -1, 1), random_float(random, -1, 1),
                                random_float(random, -1, 1), random_float(random, -1, 1) };
    if (random_int(random, 0, 4) == 0) turn = rim_quat_identity();
    return rim_xform3_make(random_in_cube(random, reach), turn);
}

static float jitter(test_random *random, float x)
{
    return random_int(random, 0, 1) ? x : nextafterf(x, random_int(random, 0, 1) ? 1e9f : -1e9f);
}

int make_cloud(test_random *random, int kind, rim_vec3 points[CLOUD_MOST])
{
    int n = random_int(random, 8, CLOUD_MOST);
    for (int i = 0; i < n; i++)
    {
        double   a = random_unit(random) * 6.283, z = 2.0 * random_unit(random) - 1.0;
        double   r = sqrt(1.0 - z * z);
        rim_vec3 p = { random_float(random, -1, 1), random_float(random, -1, 1),
                       random_float(random, -1, 1) };
        if (kind == 1) p = random_whole3(random, 3);
        if (kind == 2) p = rim_vec3_make((float)(r * cos(a)), (float)(r * sin(a)), (float)z);
        if (kind == 3) p.z = jitter(random, 0.25f * p.x + 0.5f * p.y);
        if (kind == 4) p.z = random_int(random, 0, 1) ? 1.0f : -1.0f;
        if (kind == 5) p = rim_vec3_scale(p, random_int(random, 0, 9) ? 1e-6f : 1.0f);
        if (kind == 6) p.x *= 1e-7f;
        if (kind == 7) p = rim_vec3_scale(p, 1e-30f);
        if (kind == 8) p = rim_vec3_scale(p, 1e30f);
        if (kind == 9) p = rim_vec3_add(rim_vec3_scale(p, 0.001f), rim_vec3_make(4096, 4096, 4096));
        points[i] = p;
        if (random_int(random, 0, 5) == 0 && i) points[i] = points[random_int(random, 0, i - 1)];
    }
    return n;
}

int refuse_each_allocation(const rim_vec3 *points, int count, rim_hull_options options)
{
    int        refused = 0;
    rim_status status = RIM_ERR_MEMORY;
    for (int budget = 0; status != RIM_OK; budget++)
    {
        test_heap     heap = { .budget = budget };
        rim_allocator from = test_heap_allocator(&heap);
        rim_hull     *hull;
        options.allocator = &from;
        status = rim_hull_create(&hull, points, count, &options);
        assert_true(status == RIM_OK || (status == RIM_ERR_MEMORY && hull == NULL));
        rim_hull_destroy(hull);
        assert_int_equal(0, heap.live_bytes);
        refused += heap.refused;
    }
    return refused;
}

rim_hull *scaled_hull(const rim_hull *hull, float s)
{
    rim_hull_parts parts = rim_hull_read(hull);
    rim_vec3      *points = malloc((size_t)(parts.corner_count + 1) * sizeof *points);
    int           *sizes = malloc((size_t)(parts.face_count + 1) * sizeof *sizes);
    int *indices = malloc((size_t)(2 * parts.edge_count + 1) * sizeof *indices), count = 0;
    for (int i = 0; i < parts.corner_count; i++) points[i] = rim_vec3_scale(parts.corners[i], s);
    for (int f = 0; f < parts.face_count; f++)
    {
        rim_hull_face face = rim_hull_face_at(hull, f);
        sizes[f] = face.count;
        for (int k = 0; k < face.count; k++) indices[count++] = face.corners[k];
    }
    rim_hull *out = parts.kind == RIM_HULL_SOLID ? hull_of_faces(points, parts.corner_count, sizes,
                                                                 parts.face_count, indices)
                                                 : hull_of_points(points, parts.corner_count);
    assert_non_null(out);
    free(points), free(sizes), free(indices);
    return out;
}
