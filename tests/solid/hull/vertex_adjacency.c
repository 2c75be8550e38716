// A corner's neighbors tell how far all corners reach, and only exact hulls have them side by side.
#include "support/hulls.h"

#include "solid/hull/support.h"

#include <math.h>

static vec3d any_direction(test_random *random)
{
    return v3d_normalize(
        v3d(random_float(random, -1, 1), random_float(random, -1, 1), random_float(random, -1, 1)));
}

// Anywhere, straight out of a face, or out of an edge.
static vec3d some_direction(test_random *random, const rim_hull *hull)
{
    int kind = random_int(random, 0, 2);
    if (kind == 0) return any_direction(random);
    if (kind == 1) return hull->planes[random_int(random, 0, hull->face_count - 1)].normal;
    const rim_hull_edge *edge = &hull->edges[random_int(random, 0, hull->edge_count - 1)];
    vec3d                n = hull->planes[edge->left].normal, m = hull->planes[edge->right].normal;
    return v3d_normalize(v3d_add(n, v3d_scale(m, random_unit(random))));
}

// How much farther than the corner its spokes lie along d; asserts that they are its neighbors.
static double beyond(const rim_hull *hull, int32_t corner, vec3d d)
{
    const int32_t *climb = hull->climb + hull->climb_starts[corner];
    int32_t        degree = hull->climb_starts[corner + 1] - hull->climb_starts[corner];
    int32_t        first = hull->hubs[corner].first;
    double         most = 0.0;
    assert_int_equal(vertex_adjacency_blocks(degree), hull->hubs[corner + 1].first - first);
    for (int32_t i = 0; i < VERTEX_ADJACENCY_LANES * vertex_adjacency_blocks(degree); i++)
    {
        const float *at = hull->spokes +
                          VERTEX_ADJACENCY_BLOCK * (first + i / VERTEX_ADJACENCY_LANES) +
                          i % VERTEX_ADJACENCY_LANES;
        rim_vec3 p = hull->corners[climb[i < degree ? i : degree - 1]];
        assert_true(at[0] == p.x && at[VERTEX_ADJACENCY_LANES] == p.y &&
                    at[2 * VERTEX_ADJACENCY_LANES] == p.z);
        most = fmax(most, v3d_dot(d, v3d_sub(v3d_from(p), hull_corner(hull, corner))));
    }
    return most;
}

static rim_hull *some_hull(test_random *random)
{
    rim_vec3 points[CLOUD_MOST];
    int      kind = random_int(random, 0, CLOUDS - 1), n = make_cloud(random, kind, points);
    return random_int(random, 0, 1) ? hull_of_points(points, n) : exact_hull_of_points(points, n);
}

static void no_corner_lies_farther_than_the_stretch_allows(void **state)
{
    (void)state;
    test_random random = { 31 };
    int         asked = 0, beyonds = 0, farthest = 0;
    for (int i = 0; i < case_count(300); i++)
    {
        rim_hull *hull = some_hull(&random);
        bool      has = hull->kind == RIM_HULL_SOLID && hull->corner_count > VERTEX_ADJACENCY_LANES;
        assert_int_equal(has, hull->hubs != NULL);
        double rounding = 0x1p-50 * (hull->extent + (double)hull->largest);
        for (int k = 0; has && k < 20; k++)
        {
            vec3d  d = some_direction(&random, hull);
            double most = -INFINITY;
            for (int32_t v = 0; v < hull->corner_count; v++)
                most = fmax(most, v3d_dot(d, hull_corner(hull, v)));
            for (int32_t v = 0; v < hull->corner_count; v++, asked++)
            {
                double off = most - v3d_dot(d, hull_corner(hull, v)), e = beyond(hull, v, d);
                double stretch = hull->hubs[v].stretch;
                assert_true(stretch >= 1.0);
                if (e == 0.0) stretch = 1.0; // it may be infinite
                assert_true(off <= stretch * (e + rounding) + rounding);
                assert_true(e <= off + rounding);
                beyonds += e > 0.0;
                farthest += off == 0.0;
            }
        }
        rim_hull_destroy(hull);
    }
    assert_true(asked > case_count(100000) && beyonds > asked / 2 && farthest > asked / 200);
}

// Of a ball's corners a stretch is what one expects: the ball's width over the height of the flattest edge.
static void a_stretch_is_no_larger_than_need_be(void **state)
{
    (void)state;
    test_random random = { 32 };
    double      sum = 0.0;
    int         count = 0;
    for (int i = 0; i < case_count(20); i++)
    {
        rim_vec3 points[60];
        for (int k = 0; k < 60; k++) points[k] = v3d_round(any_direction(&random));
        rim_hull *hull = hull_of_points(points, 60);
        for (int32_t v = 0; v < hull->corner_count; v++, count++)
            sum += (double)(hull->hubs[v].stretch < 1e4f ? hull->hubs[v].stretch : 1e4f);
        rim_hull_destroy(hull);
    }
    assert_true(sum < 300.0 * count);
}

// A drum of sixteen corners from its faces. Where a side or an end is bent, be it by one step of a float, a corner may
// have neighbors that are all lower, and another corner may be higher.
static void hulls_of_bent_faces_have_no_spokes(void **state)
{
    (void)state;
    rim_vec3 points[16];
    int      sizes[10] = { 8, 8, 4, 4, 4, 4, 4, 4, 4, 4 }, indices[48], n = 0;
    for (int i = 0; i < 8; i++)
    {
        static const int x[8] = { 2, 1, -1, -2, -2, -1, 1, 2 },
                         y[8] = { 1, 2, 2, 1, -1, -2, -2, -1 };
        points[i] = rim_vec3_make((float)x[i], (float)y[i], 1.0f);
        points[8 + i] = rim_vec3_make((float)x[i], (float)y[i], -1.0f);
    }
    for (int i = 0; i < 8; i++) indices[n++] = i;
    for (int i = 0; i < 8; i++) indices[n++] = 15 - i;
    for (int i = 0; i < 8; i++)
    {
        indices[n++] = i, indices[n++] = 8 + i;
        indices[n++] = 8 + (i + 1) % 8, indices[n++] = (i + 1) % 8;
    }
    for (int bent = 0; bent <= 16; bent++)
    {
        rim_hull *hull;
        rim_vec3  at[16];
        for (int i = 0; i < 16; i++) at[i] = points[i];
        if (bent) at[bent - 1].z = nextafterf(at[bent - 1].z, 9.0f);
        assert_int_equal(RIM_OK,
                         rim_hull_create_from_faces(&hull, at, 16, sizes, 10, indices, NULL));
        assert_int_equal(bent == 0, hull->hubs != NULL);
        rim_hull_destroy(hull);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_corner_lies_farther_than_the_stretch_allows),
        cmocka_unit_test(a_stretch_is_no_larger_than_need_be),
        cmocka_unit_test(hulls_of_bent_faces_have_no_spokes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
