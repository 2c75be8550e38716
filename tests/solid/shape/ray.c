// Rays against flat shapes and boxes, points in polygons, and segments that cross planes.
#include "support/pairs.h"
#include "support/oracle3.h"

#include <math.h>

// A fan of triangles about a corner, none with exact coordinates: a ray that aims at a shared edge or at
// the corner must hit one of them.
static void no_ray_slips_between_triangles_that_share_an_edge(void **state)
{
    (void)state;
    test_random random = { 26 };
    int         aimed = 0;
    for (int i = 0; i < case_count(20000); i++)
    {
        rim_vec3 middle = random_vec3(&random, 1.0f), rim[6];
        for (int k = 0; k < 6; k++)
        {
            double angle = 6.283185307179586 * k / 6;
            rim[k] = rim_vec3_make((float)(3.0 * cos(angle)), random_float(&random, -0.5f, 0.5f),
                                   (float)(3.0 * sin(angle)));
        }
        middle.y *= 0.3f;
        rim_vec3 aim = rim_vec3_lerp(middle, rim[random_int(&random, 0, 5)],
                                     i % 4 ? random_float(&random, 0.0f, 0.9f) : 0.0f);
        rim_ray3 ray;
        ray.origin = rim_vec3_make(random_float(&random, -1.0f, 1.0f), 9.0f,
                                   random_float(&random, -1.0f, 1.0f));
        ray.delta = rim_vec3_scale(rim_vec3_sub(aim, ray.origin), 2.0f);
        int hits = 0;
        for (int k = 0; k < 6; k++)
        {
            rim_triangle t = { middle, rim[(k + 1) % 6], rim[k] };
            rim_hit3     hit = rim_triangle_raycast(&t, ray, RIM_SIDE_BOTH);
            hits += hit.hit;
            if (hit.hit)
                assert_near(
                    rim_vec3_distance(hit.point, rim_vec3_along(ray.origin, ray.delta, hit.t)), 0.0,
                    2e-6);
        }
        assert_true(hits >= 1);
        aimed++;
    }
    assert_int_equal(aimed, case_count(20000));
}

static void rays_meet_boxes_where_slabs_say(void **state)
{
    (void)state;
    test_random random = { 27 };
    int         hits = 0;
    for (int i = 0; i < case_count(20000); i++)
    {
        rim_vec3 p = random_vec3(&random, 2.0f), q = random_vec3(&random, 2.0f);
        rim_box3 box = { rim_vec3_min(p, q), rim_vec3_max(p, q) };
        rim_ray3 ray = { random_vec3(&random, 6.0f), random_vec3(&random, 12.0f) };
        rim_hit3 hit = box3_raycast(box, ray);
        // Step along the ray: what is inside by a margin must be hit, and not before.
        rim_box3 core = rim_box3_grow(box, -0.05f), around = rim_box3_grow(box, 1e-4f);
        for (int k = 0; k <= 64; k++)
            if (rim_box3_contains(core, rim_vec3_along(ray.origin, ray.delta, (float)k / 64.0f)))
                assert_true(hit.hit && hit.t <= (float)k / 64.0f);
        if (!hit.hit) continue;
        assert_true(rim_box3_contains(around, hit.point) || hit.start_overlap);
        if (!hit.start_overlap) assert_true(rim_vec3_dot(hit.normal, ray.delta) < 0.0f);
        hits++;
    }
    assert_true(hits > case_count(20000) / 100);
}

static void a_point_is_in_a_star_where_it_winds_around_it(void **state)
{
    (void)state;
    test_random random = { 28 };
    int         in = 0, out = 0;
    for (int i = 0; i < case_count(3000); i++)
    {
        rim_vec3 points[10], u = random_unit_vec3(&random), w = random_unit_vec3(&random);
        rim_vec3 v = rim_vec3_normalize(rim_vec3_cross(u, w));
        u = rim_vec3_cross(v, rim_vec3_normalize(w));
        if (!(rim_vec3_length(u) > 0.5f)) continue;
        double x[10], y[10];
        for (int k = 0; k < 10; k++)
        {
            double angle = 6.283185307179586 * k / 10, r = k % 2 ? 1.0 : 3.0;
            x[k] = r * cos(angle), y[k] = r * sin(angle);
            points[k] = rim_vec3_along(rim_vec3_scale(u, (float)x[k]), v, (float)y[k]);
        }
        double px = random_float(&random, -3.0f, 3.0f), py = random_float(&random, -3.0f, 3.0f),
               turn = 0.0;
        double nearest = INFINITY;
        for (int k = 0; k < 10; k++)
        {
            int    n = (k + 1) % 10;
            double ax = x[k] - px, ay = y[k] - py, bx = x[n] - px, by = y[n] - py;
            turn += atan2(ax * by - ay * bx, ax * bx + ay * by);
            nearest = fmin(nearest, fabs(ax * by - ay * bx) / hypot(bx - ax, by - ay));
        }
        if (nearest < 1e-4) continue;
        rim_vec3     p = rim_vec3_along(rim_vec3_scale(u, (float)px), v, (float)py);
        rim_polygon3 polygon = { points, 10 };
        rim_feature  where = rim_polygon3_locate(polygon, p);
        bool         inside = fabs(turn) > 3.0;
        assert_int_equal(where.kind, inside ? RIM_FEATURE_FACE : RIM_FEATURE_NONE);
        in += inside, out += !inside;
    }
    assert_true(in > case_count(3000) / 20 && out > case_count(3000) / 20);
}

// A square whose sides have corners in the middle, too, and some corners twice. The rays come down on a lattice.
static void the_feature_under_a_ray_is_the_smallest_that_has_the_point(void **state)
{
    (void)state;
    rim_vec3     corner[12];
    const int    xs[12] = { 0, 1, 1, 2, 2, 2, 2, 1, 0, 0, 0, 0 };
    const int    ys[12] = { 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 1, 1 };
    rim_polygon3 square = { corner, 12 };
    for (int i = 0; i < 12; i++) corner[i] = rim_vec3_make((float)xs[i], (float)ys[i], 0.0f);
    for (int i = -1; i < 10; i++)
        for (int j = -1; j < 10; j++)
        {
            float       x = 0.25f * (float)i, y = 0.25f * (float)j;
            rim_ray3    ray = { { x - 1.0f, y - 3.0f, 2.0f }, { 2.0f, 6.0f, -4.0f } };
            rim_hit3    hit = rim_polygon3_raycast(square, ray, RIM_SIDE_BOTH);
            rim_feature where = rim_polygon3_locate(square, rim_vec3_make(x, y, 0.0f));
            assert_int_equal(hit.hit, where.kind != RIM_FEATURE_NONE);
            if (!hit.hit) continue;
            assert_int_equal(hit.other.kind, where.kind);
            if (where.kind == RIM_FEATURE_VERTEX)
                assert_memory_equal(&corner[hit.other.index], &corner[where.index],
                                    sizeof corner[0]);
            else
                assert_int_equal(hit.other.index, where.index);
        }
}

static void a_plane_crossing_of_what_is_not_finite_is_none(void **state)
{
    (void)state;
    test_random random = { 12 };
    int         broken = 0;
    for (int i = 0; i < case_count(100000); i++)
    {
        float f[10];
        bool  finite = true;
        for (int k = 0; k < 10; k++)
        {
            f[k] = random_any_float(&random);
            if (i % 3 && k != i % 10) f[k] = random_float(&random, -1.0f, 1.0f);
            finite = finite && isfinite(f[k]);
        }
        rim_segment3       segment = { { f[0], f[1], f[2] }, { f[3], f[4], f[5] } };
        rim_plane          plane = { { f[6], f[7], f[8] }, f[9] };
        rim_plane_crossing c = rim_segment3_cross_plane(segment, plane);
        assert_true(isfinite(c.t) && isfinite(c.distance_a) && isfinite(c.distance_b));
        assert_true(isfinite(c.point.x) && isfinite(c.point.y) && isfinite(c.point.z));
        if (!finite) assert_int_equal(c.kind, RIM_CROSSING_NONE);
        broken += !finite;
    }
    assert_true(broken > case_count(100000) / 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_ray_slips_between_triangles_that_share_an_edge),
        cmocka_unit_test(rays_meet_boxes_where_slabs_say),
        cmocka_unit_test(a_point_is_in_a_star_where_it_winds_around_it),
        cmocka_unit_test(the_feature_under_a_ray_is_the_smallest_that_has_the_point),
        cmocka_unit_test(a_plane_crossing_of_what_is_not_finite_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
