#include "support/pairs.h"
#include "support/convex_brute.h"
#include "support/hulls.h"
#include "support/oracle3.h"
#include "support/support.h"

#include "rimcast/convex.h"
#include "simd/f64x4.h"

#include "solid/query/gjk.h"
#include "solid/query/support.h"
#include "solid/hull/data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- simplices -----------------------------------------------------------------------------------------

// The point nearest to the origin in the plane, line, ... through the points of `mask`, by elimination on
// the equations of the barycentric weights. false if they span less, or it is not between them.
static bool foot_within(const vec3d *p, int mask, long double foot[3])
{
    int slots[4], n = 0;
    for (int i = 0; i < 4; i++)
        if (mask >> i & 1) slots[n++] = i;
    long double at[4][3], m[4][5], most = 0.0L;
    for (int i = 0; i < n; i++)
        at[i][0] = p[slots[i]].x, at[i][1] = p[slots[i]].y, at[i][2] = p[slots[i]].z;
    // Sum of weights 1; v at right angles to all edges from the first point.
    for (int r = 0; r < n; r++)
        for (int c = 0; c <= n; c++)
        {
            m[r][c] = 1.0L;
            if (r == 0) continue;
            m[r][c] = 0.0L;
            for (int k = 0; k < 3 && c < n; k++) m[r][c] += (at[r][k] - at[0][k]) * at[c][k];
            most = fmaxl(most, fabsl(m[r][c]));
        }
    if (n > 1 && most == 0.0L) return false;
    for (int c = 0; c <= n && n > 1; c++) m[0][c] = most;
    for (int r = 0; r < n; r++)
    {
        int pivot = r;
        for (int i = r; i < n; i++)
            if (fabsl(m[i][r]) > fabsl(m[pivot][r])) pivot = i;
        if (fabsl(m[pivot][r]) <= 1e-13L * most) return false;
        for (int c = 0; c <= n; c++)
        {
            long double swap = m[r][c];
            m[r][c] = m[pivot][c], m[pivot][c] = swap;
        }
        for (int i = 0; i < n; i++)
            for (int c = n; c >= r && i != r; c--) m[i][c] -= m[i][r] / m[r][r] * m[r][c];
    }
    for (int k = 0; k < 3; k++) foot[k] = 0.0L;
    for (int i = 0; i < n; i++)
    {
        if (!(m[i][n] / m[i][i] >= -1e-12L)) return false;
        for (int k = 0; k < 3; k++) foot[k] += m[i][n] / m[i][i] * at[i][k];
    }
    return true;
}

// Four points and the origin, which begin as the simplex in every way that a warm start may give.
static void the_closest_point_of_a_simplex_is_the_nearest_of_all_its_feet(void **state)
{
    (void)state;
    test_random random = { 404 };
    int         spanned[5] = { 0 };
    for (int i = 0; i < case_count(40000); i++)
    {
        rim_vec3 points[4], origin = rim_vec3_make(0.0f, 0.0f, 0.0f);
        vec3d    p[4];
        int      count = i % 2 ? 4 : random_int(&random, 1, 4);
        float    size = ldexpf(1.0f, random_int(&random, -20, 20));
        float    far = (float)random_int(&random, 0, 2);
        rim_vec3 shift =
            rim_vec3_make(random_float(&random, -far, far), random_float(&random, -far, far), far);
        for (int k = 0; k < 4; k++)
        {
            // On a grid many lie in one plane, on one line, in one place.
            bool  grid = i % 3 == 0;
            float x[3];
            for (int c = 0; c < 3; c++)
                x[c] =
                    grid ? (float)random_int(&random, -2, 2) : random_float(&random, -1.0f, 1.0f);
            points[k] = rim_vec3_make(x[0], x[1], x[2]);
            if (!grid) points[k] = rim_vec3_add(points[k], shift);
            points[k] = rim_vec3_scale(points[k], size);
            p[k] = v3d_from(points[k]);
        }
        long double best = INFINITY, at[3] = { 0 };
        for (int mask = 1; mask < 1 << count; mask++)
        {
            long double foot[3];
            if (!foot_within(p, mask, foot)) continue;
            long double square = foot[0] * foot[0] + foot[1] * foot[1] + foot[2] * foot[2];
            if (square >= best) continue;
            best = square;
            for (int k = 0; k < 3; k++) at[k] = foot[k];
        }
        rim_convex a = { points, count, 0.0f, NULL }, b = { &origin, 1, 0.0f, NULL };
        rim_xform3 home = rim_xform3_identity();
        rim_warm   warm = { random_int(&random, 0, 4), { 0 }, { 0 } };
        gjk_pair   pair;
        for (int k = 0; k < 4; k++) warm.a[k] = random_int(&random, 0, count - 1);
        assert_true(gjk_prepare_pair(&pair, &a, &home, &b, &home));
        gjk_result c = gjk_closest(&pair, INFINITY, i % 5 ? &warm : NULL);
        assert_near(c.distance, (double)sqrtl(best), 1e-6 * size);
        // The weights of the corners that are named make that very point.
        double sum = 0.0;
        vec3d  v = v3d(0.0, 0.0, 0.0);
        for (int k = 0; k < c.count; k++)
        {
            assert_true(c.weight[k] >= -1e-9);
            sum += c.weight[k];
            v = v3d_along(v, p[c.a[k]], c.weight[k]);
        }
        assert_near(sum, 1.0, 1e-12);
        double error = fabs(v.x - (double)at[0]) + fabs(v.y - (double)at[1]);
        assert_near(error + fabs(v.z - (double)at[2]), 0.0, 1e-5 * size);
        spanned[c.count]++;
    }
    for (int n = 1; n <= 4; n++) assert_true(spanned[n] > case_count(400));
}

// --- against brute force -------------------------------------------------------------------------------

// The core's witness: back from the shell along the normal.
static rim_vec3 core_point(rim_vec3 shell, rim_vec3 normal, float radius, float sign)
{
    return rim_vec3_along(shell, normal, sign * radius);
}

static void check_answer(const random_body *a, const random_body *b, rim_distance3 d, double truth,
                         double size)
{
    brute_body ba = brute_of(a), bb = brute_of(b);
    double     tolerance = 1e-6 * (size + a->radius + b->radius);
    double     expected = truth - a->radius - b->radius;
    assert_near(d.distance, expected > 0.0 ? expected : 0.0, tolerance);
    assert_true(d.uncertainty == 0.0f);
    assert_near(rim_vec3_length(d.normal), 1.0, 1e-6);
    assert_near(rim_vec3_distance(d.on_a, rim_vec3_along(d.on_b, d.normal, d.distance)), 0.0,
                4.0 * tolerance);

    brute_body p = brute_point(d.on_a), q = brute_point(d.on_b);
    assert_true(brute_distance(&p, &ba) <= a->radius + 2.0 * tolerance);
    assert_true(brute_distance(&q, &bb) <= b->radius + 2.0 * tolerance);
    if (expected <= 1e-4 * size) return;
    p = brute_point(core_point(d.on_a, d.normal, a->radius, 1.0f));
    assert_near(brute_distance(&p, &ba), 0.0, 2.0 * tolerance);
    // The plane at right angles to the normal parts them.
    assert_near(-brute_overlap_along(&ba, &bb, rim_vec3_negate(d.normal)), truth, 4.0 * tolerance);
}

static void the_distance_is_that_of_the_closest_features(void **state)
{
    (void)state;
    test_random random = { 11 };
    int         apart = 0, together = 0;
    for (int i = 0; i < case_count(12000); i++)
    {
        random_body a, b;
        random_body_make(&random, &a, i % 4 ? 6 : 11);
        random_body_make(&random, &b, i % 4 ? 6 : 11);
        brute_body ba = brute_of(&a), bb = brute_of(&b);
        double     truth = brute_distance(&ba, &bb), size = brute_size(&ba, &bb);
        rim_convex views[4][2] = { { cloud_of(&a), cloud_of(&b) },
                                   { hull_of(&a), hull_of(&b) },
                                   { hull_of(&a), cloud_of(&b) },
                                   { cloud_of(&a), hull_of(&b) } };
        for (int v = 0; v < 4; v++)
        {
            rim_distance3 d = rim_convex_distance(views[v][0], a.pose, views[v][1], b.pose, NULL);
            check_answer(&a, &b, d, truth, size);
            double gap = truth - a.radius - b.radius;
            if (fabs(gap) > 1e-6 * size)
                assert_int_equal(gjk_overlaps(&views[v][0], &a.pose, &views[v][1], &b.pose),
                                 gap < 0.0);
        }
        truth > 0.0 ? apart++ : together++;
        rim_hull_destroy(a.hull);
        rim_hull_destroy(b.hull);
    }
    assert_true(apart > case_count(4000) && together > case_count(800));
}

static void a_warm_start_changes_no_distance(void **state)
{
    (void)state;
    test_random random = { 12 };
    for (int i = 0; i < case_count(2000); i++)
    {
        random_body a, b;
        random_body_make(&random, &a, 14);
        random_body_make(&random, &b, 14);
        rim_warm warm = { 0 };
        for (int step = 0; step < 8; step++)
        {
            b.pose.position.x += 0.05f;
            if (step == 4) warm = (rim_warm){ 3, { 0, 0, 0, 900 }, { 0, -1, 7, 0 } };
            if (step == 5) warm = (rim_warm){ 4, { 0, 0, 0, 0 }, { 0, 0, 0, 0 } };
            rim_distance3 d = rim_convex_distance(hull_of(&a), a.pose, hull_of(&b), b.pose, &warm);
            rim_distance3 cold =
                rim_convex_distance(hull_of(&a), a.pose, hull_of(&b), b.pose, NULL);
            assert_near(d.distance, cold.distance, 1e-6);
            assert_in_range(warm.count, 1, 4);
        }
        rim_hull_destroy(a.hull);
        rim_hull_destroy(b.hull);
    }
}

static rim_hull *round_hull(test_random *random, int count)
{
    rim_vec3  points[220];
    rim_hull *hull;
    for (int i = 0; i < count; i++) points[i] = random_unit_vec3(random);
    assert_int_equal(rim_hull_create(&hull, points, count, NULL), RIM_OK);
    return hull;
}

// Bodies of few and of many corners that turn and drift past each other: corners, edges and faces take turns.
static void a_stream_of_small_motions_is_answered_as_afresh(void **state)
{
    (void)state;
    test_random random = { 112 };
    int         kept = 0, changed = 0;
    for (int i = 0; i < case_count(400); i++)
    {
        rim_hull  *a = round_hull(&random, random_int(&random, 4, i % 2 ? 12 : 220));
        rim_hull  *b = round_hull(&random, random_int(&random, 4, i % 3 ? 12 : 220));
        rim_xform3 pa = random_pose(&random, 1.0f), pb = random_pose(&random, 1.0f);
        rim_vec3   axis = random_unit_vec3(&random), drift = random_unit_vec3(&random);
        float      step = random_float(&random, 0.0f, 0.03f);
        rim_warm   warm = { 0 };
        pb.position = rim_vec3_along(pa.position, random_unit_vec3(&random), 2.25f);
        for (int k = 0; k < 40; k++)
        {
            pb.position = rim_vec3_along(pb.position, drift, step);
            pb.rotation = rim_quat_mul(rim_quat_axis_angle(axis, step), pb.rotation);
            rim_warm      before = warm;
            rim_convex    ca = rim_hull_convex(a), cb = rim_hull_convex(b);
            rim_distance3 d = rim_convex_distance(ca, pa, cb, pb, &warm);
            rim_distance3 cold = rim_convex_distance(ca, pa, cb, pb, NULL);
            assert_near(d.distance, cold.distance, 1e-6);
            rim_vec3 apart = rim_vec3_along(d.on_b, d.normal, d.distance);
            assert_near(rim_vec3_length(rim_vec3_sub(d.on_a, apart)), 0.0, 2e-6);
            if (d.distance > 1e-2f) assert_near(rim_vec3_dot(d.normal, cold.normal), 1.0, 1e-6);
            bool same = memcmp(&before, &warm, sizeof warm) == 0;
            kept += same;
            changed += !same;
        }
        rim_hull_destroy(a);
        rim_hull_destroy(b);
    }
    assert_true(kept > case_count(5000) && changed > case_count(500));
}

// Flat, thin, clustered, on lattices: corners whose neighbors lie hardly lower than they do. Answers about as good as
// floats of that size.
static void a_stream_of_awkward_bodies_is_answered_as_afresh(void **state)
{
    (void)state;
    test_random random = { 113 };
    int         kept = 0;
    for (int i = 0; i < case_count(600); i++)
    {
        rim_vec3  points[CLOUD_MOST];
        int       kind = random_int(&random, 0, CLOUDS - 1);
        int       n = make_cloud(&random, kind, points);
        bool      exact = random_int(&random, 0, 1);
        rim_hull *a = exact ? exact_hull_of_points(points, n) : hull_of_points(points, n);
        n = make_cloud(&random, kind, points);
        rim_hull  *b = hull_of_points(points, n);
        rim_xform3 pa = random_pose(&random, 0.0f), pb = random_pose(&random, 0.0f);
        float      size = (float)(a->radius + b->radius);
        double     rounding = 0x1p-49 * ((double)a->largest + (double)b->largest);
        rim_vec3   drift = random_unit_vec3(&random);
        rim_warm   warm = { 0 };
        // The centres apart by up to twice the size, and where they were turned to.
        rim_vec3   ca = rim_xform3_apply(pa, a->center), cb = rim_xform3_apply(pb, b->center);
        pb.position = rim_vec3_along(rim_vec3_sub(ca, cb), random_unit_vec3(&random),
                                     size * random_float(&random, 0.2f, 2.0f));
        for (int k = 0; k < 20; k++)
        {
            pb.position = rim_vec3_along(pb.position, drift, 0.01f * size);
            rim_warm      before = warm;
            rim_convex    va = rim_hull_convex(a), vb = rim_hull_convex(b);
            rim_distance3 d = rim_convex_distance(va, pa, vb, pb, &warm);
            rim_distance3 cold = rim_convex_distance(va, pa, vb, pb, NULL);
            assert_near(d.distance, cold.distance, 0x1p-22 * (double)cold.distance + rounding);
            kept += memcmp(&before, &warm, sizeof warm) == 0;
        }
        rim_hull_destroy(a);
        rim_hull_destroy(b);
    }
    assert_true(kept > case_count(5000));
}

// --- laws ---------------------------------------------------------------------------------------------------

static void swapping_the_bodies_swaps_the_answer(void **state)
{
    (void)state;
    test_random random = { 13 };
    for (int i = 0; i < case_count(4000); i++)
    {
        random_body a, b;
        random_body_make(&random, &a, 9);
        random_body_make(&random, &b, 9);
        rim_distance3 d = rim_convex_distance(hull_of(&a), a.pose, hull_of(&b), b.pose, NULL);
        rim_distance3 e = rim_convex_distance(hull_of(&b), b.pose, hull_of(&a), a.pose, NULL);
        assert_near(d.distance, e.distance, 2e-6);
        if (d.distance > 0.01f) assert_near(rim_vec3_dot(d.normal, e.normal), -1.0, 1e-4);
        rim_hull_destroy(a.hull);
        rim_hull_destroy(b.hull);
    }
}

static rim_vec3 times(rim_vec3 v, float s)
{
    return rim_vec3_scale(v, s);
}

static void scaling_by_a_power_of_two_scales_every_bit(void **state)
{
    (void)state;
    test_random random = { 14 };
    for (int i = 0; i < case_count(4000); i++)
    {
        random_body a, b;
        random_body_make(&random, &a, 12);
        random_body_make(&random, &b, 12);
        float         powers[4] = { 0x1p-10f, 0x1p10f, 0x1p-40f, 0x1p40f }, s = powers[i % 4];
        rim_distance3 d = rim_convex_distance(hull_of(&a), a.pose, hull_of(&b), b.pose, NULL);
        random_body   c = a, e = b;
        for (int k = 0; k < a.count; k++) c.points[k] = times(a.points[k], s);
        for (int k = 0; k < b.count; k++) e.points[k] = times(b.points[k], s);
        c.radius *= s;
        e.radius *= s;
        c.pose.position = times(a.pose.position, s);
        e.pose.position = times(b.pose.position, s);
        assert_int_equal(rim_hull_create(&c.hull, c.points, c.count, NULL), RIM_OK);
        assert_int_equal(rim_hull_create(&e.hull, e.points, e.count, NULL), RIM_OK);
        rim_distance3 f = rim_convex_distance(hull_of(&c), c.pose, hull_of(&e), e.pose, NULL);
        assert_same_bits(f.distance, d.distance * s);
        assert_same_bits(f.on_a.x, d.on_a.x * s);
        assert_same_bits(f.on_b.z, d.on_b.z * s);
        assert_same_bits(f.normal.y, d.normal.y);
        assert_int_equal(f.feature_a.kind, d.feature_a.kind);
        assert_int_equal(f.feature_b.index, d.feature_b.index);
        rim_hull_destroy(a.hull);
        rim_hull_destroy(b.hull);
        rim_hull_destroy(c.hull);
        rim_hull_destroy(e.hull);
    }
}

// --- supports ---------------------------------------------------------------------------------------------

static void lanes_find_the_same_support_point(void **state)
{
    (void)state;
    test_random random = { 15 };
    int         ties = 0;
    for (int i = 0; i < case_count(3000); i++)
    {
        rim_vec3 points[300];
        int      count = random_int(&random, 1, i % 3 ? 24 : 300);
        float    offset = random_int(&random, 0, 2) ? 0.0f : 100.0f;
        for (int k = 0; k < count; k++)
        {
            rim_vec3 p = rim_vec3_make(random_float(&random, -1.0f, 1.0f),
                                       random_float(&random, -1.0f, 1.0f),
                                       random_float(&random, -1.0f, 1.0f));
            p = rim_vec3_normalize(p);
            points[k] = rim_vec3_make(p.x + offset, p.y, p.z);
        }
        rim_hull *hull;
        assert_int_equal(rim_hull_create(&hull, points, count, NULL), RIM_OK);
        gjk_pair   pair;
        rim_xform3 home = rim_xform3_identity();
        rim_convex view = rim_hull_convex(hull);
        assert_true(gjk_prepare_pair(&pair, &view, &home, &view, &home));
        gjk_shape shape = pair.a;
        for (int k = 0; k < 20; k++)
        {
            double s = ldexp(1.0, random_int(&random, -60, 60));
            vec3d  d =
                v3d(s * random_float(&random, -1.0f, 1.0f), s * random_float(&random, -1.0f, 1.0f),
                    s * random_float(&random, -1.0f, 1.0f));
            // At right angles to an edge two corners are equally far but for rounding.
            if (k % 2 && hull->corner_count > 2)
                d = v3d_cross(d, v3d_sub(hull_corner(hull, 1), hull_corner(hull, 0)));
            int best = 0;
            for (int m = 1; m < hull->corner_count; m++)
                if (v3d_dot(d, hull_corner(hull, m)) > v3d_dot(d, hull_corner(hull, best)))
                    best = m;
            for (int m = 0; m < hull->corner_count; m++)
                ties += m != best && v3d_dot(d, hull_corner(hull, m)) >
                                         v3d_dot(d, hull_corner(hull, best)) - 1e-9 * s;
            assert_int_equal(gjk_farthest(&shape, d), best);
            assert_int_equal(support_point(&shape, d), best);
            assert_true(support_value(&shape, d) == v3d_dot(d, hull_corner(hull, best)));
        }
        rim_hull_destroy(hull);
    }
    assert_true(ties > case_count(1000));
}

// A hint is the farthest corner of the middle of a cell: as the cells are small, it can not be much nearer than the
// farthest along any direction of the cell. Taking the wrong cell would mostly be.
static void hints_are_nearly_the_farthest_corners(void **state)
{
    (void)state;
    test_random random = { 21 };
    double      lost = 0.0;
    int         asked = 0;
    for (int i = 0; i < case_count(200); i++)
    {
        rim_vec3 points[200];
        for (int k = 0; k < 200; k++)
            points[k] = rim_vec3_normalize(rim_vec3_make(random_float(&random, -1.0f, 1.0f),
                                                         random_float(&random, -1.0f, 1.0f),
                                                         random_float(&random, -1.0f, 1.0f)));
        rim_hull  *hull = hull_of_points(points, 200);
        gjk_pair   pair;
        rim_xform3 home = rim_xform3_identity();
        rim_convex view = rim_hull_convex(hull);
        assert_true(gjk_prepare_pair(&pair, &view, &home, &view, &home));
        for (int k = 0; k < 50; k++)
        {
            double scale = ldexp(1.0, random_int(&random, -60, 60));
            vec3d  d[4];
            int    hint[4];
            for (int lane = 0; lane < 4; lane++)
                d[lane] = v3d_normalize(v3d(random_float(&random, -1.0f, 1.0f),
                                            random_float(&random, -1.0f, 1.0f),
                                            k % 5 ? random_float(&random, -1.0f, 1.0f) : 0.0));
            support_hints(hint, hull,
                          vec3x4_scale(vec3x4_set(d[0], d[1], d[2], d[3]), f64x4_all(scale)));
            for (int lane = 0; lane < 4; lane++, asked++)
            {
                int    best = gjk_farthest(&pair.a, d[lane]);
                vec3d  ahead = v3d_sub(hull_corner(hull, best), hull_corner(hull, hint[lane]));
                double loss = v3d_dot(d[lane], ahead);
                assert_true(loss < 0.3);
                lost += loss;
            }
        }
        int hint[4];
        support_hints(hint, hull, vec3x4_all(v3d(0.0, 0.0, 0.0)));
        for (int lane = 0; lane < 4; lane++)
            assert_true(hint[lane] >= 0 && hint[lane] < hull->corner_count);
        rim_hull_destroy(hull);
    }
    assert_true(asked >= case_count(40000) && lost < 0.02 * asked);
}

// --- what others got wrong -------------------------------------------------------------------------------------

static double cloud_distance(const rim_vec3 *a, int na, const rim_vec3 *b, int nb)
{
    rim_convex    ca = { a, na, 0.0f, NULL }, cb = { b, nb, 0.0f, NULL };
    rim_xform3    home = rim_xform3_identity();
    rim_distance3 d = rim_convex_distance(ca, home, cb, home, NULL);
    assert_near(rim_convex_distance(cb, home, ca, home, NULL).distance, d.distance, 0.0);
    return d.distance;
}

static void two_flat_polygons_that_cross_are_at_distance_0(void **state)
{
    (void)state;
    const rim_vec3 a[] = { { 0.795121f, -0.727851f, 0.0f },
                           { -0.178424f, -0.989183f, 0.0f },
                           { -0.412644f, -0.770664f, 0.0f },
                           { 0.566564f, 0.548772f, 0.0f } };
    const rim_vec3 b[] = { { -0.211223f, -0.511346f, 0.0f },
                           { -0.347973f, 0.45872f, 0.0f },
                           { 0.277308f, 0.969689f, 0.0f } };
    assert_near(cloud_distance(a, 4, b, 3), 0.0, 0.0);
}

static void large_coordinates_do_not_part_what_overlaps(void **state)
{
    (void)state;
    const float x[2][4] = { { 90945.08f, 91077.46f, 91454.92f, 91322.54f },
                            { 90919.64f, 91162.62f, 91480.36f, 91237.38f } };
    const float y[2][4] = { { 54122.54f, 53745.082f, 53877.46f, 54254.918f },
                            { 54037.383f, 53719.637f, 53962.617f, 54280.363f } };
    rim_vec3    p[2][8];
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 8; i++)
            p[s][i] = rim_vec3_make(x[s][i % 4], y[s][i % 4], i < 4 ? 300.0f : 0.0f);
    assert_near(cloud_distance(p[0], 8, p[1], 8), 0.0, 0.0);
}

// All signs and places of (0.414.., 0.414.., 0.171..), and points all round, inside and on its border.
static void a_point_near_a_rounded_cube_is_where_it_is(void **state)
{
    (void)state;
    const float l = 0.414213562373f, s = 0.171572875254f;
    rim_vec3    p[24];
    for (int i = 0; i < 24; i++)
    {
        float v[3] = { i & 1 ? l : -l, i & 2 ? l : -l, i & 4 ? l : -l };
        v[i / 8] = v[i / 8] > 0.0f ? s : -s;
        p[i] = rim_vec3_make(v[0], v[1], v[2]);
    }
    test_random random = { 16 };
    brute_body  body = brute_place(p, 24, rim_xform3_identity());
    for (int i = 0; i < case_count(300); i++)
    {
        rim_vec3 q =
            rim_vec3_make(random_float(&random, -0.6f, 0.6f), random_float(&random, -0.6f, 0.6f),
                          random_float(&random, -0.6f, 0.6f));
        if (i % 3 == 0) q = rim_vec3_lerp(p[i % 24], p[(i * 7 + 5) % 24], 0.5f);
        brute_body point = brute_point(q);
        assert_near(cloud_distance(p, 24, &q, 1), brute_distance(&body, &point), 1e-7);
    }
}

static void boxes_apart_along_any_axis_are_that_far(void **state)
{
    (void)state;
    for (int axis = 0; axis < 3; axis++)
        for (int k = 0; k <= 40; k++)
        {
            rim_vec3   ca[8], cb[8];
            rim_obox   cube = { rim_xform3_identity(), { 0.5f, 0.5f, 0.5f } };
            float      at = 1.0f + 0.125f * (float)k;
            rim_xform3 up = rim_xform3_identity();
            if (axis == 0) up.position.x = at;
            if (axis == 1) up.position.y = at;
            if (axis == 2) up.position.z = at;
            rim_distance3 d = rim_convex_distance(obox_as_convex(cube, ca), up,
                                                  obox_as_convex(cube, cb), cube.pose, NULL);
            assert_near(d.distance, at - 1.0, 0.0);
            if (k > 0) assert_near(rim_vec3_dot(d.normal, up.position), at, 0.0);
        }
}

// A box and a fine cylinder whose faces are nearly, but not quite, in line.
static void a_long_box_and_a_cylinder_that_nearly_touch_are_measured(void **state)
{
    (void)state;
    rim_vec3 disc[96], corners[8];
    for (int i = 0; i < 96; i++)
    {
        double a = (i % 48) * 3.14159265358979 / 24.0;
        disc[i] =
            rim_vec3_make(0.18f * (float)cos(a), 0.18f * (float)sin(a), i < 48 ? -0.09f : 0.09f);
    }
    rim_obox   box = { { { 0.8f, -0.385f, 0.735f }, { 0.0f, 0.0f, 0.707107f, 0.707107f } },
                       { 0.025f, 0.195f, 0.735f } };
    rim_xform3 at = { { 0.4f, -0.4f, 0.93f }, { 0.0f, 0.0f, -0.130526f, 0.991445f } };
    rim_convex cylinder = { disc, 96, 0.0f, NULL };
    for (int k = -20; k <= 20; k++)
    {
        box.pose.position.x = 0.8f + 0.001f * (float)k;
        rim_distance3 d =
            rim_convex_distance(obox_as_convex(box, corners), box.pose, cylinder, at, NULL);
        double gap = (double)box.pose.position.x - 0.195 - 0.4 - 0.18;
        assert_near(d.distance, gap, 1e-4); // the cylinder has a corner almost at (1, 0)
    }
}

// --- ends -------------------------------------------------------------------------------------------------------

static rim_vec3 wild_point(test_random *random, int how)
{
    if (how == 0)
        return rim_vec3_make(random_any_float(random), random_any_float(random),
                             random_any_float(random));
    float s = how == 1 ? 1.0f : ldexpf(1.0f, random_int(random, -30, 30));
    return rim_vec3_make(s * (float)random_int(random, -2, 2), s * (float)random_int(random, -2, 2),
                         s * (float)random_int(random, -2, 2));
}

static bool finite_points(const rim_vec3 *p, int count)
{
    for (int i = 0; i < count; i++)
        if (!isfinite(p[i].x) || !isfinite(p[i].y) || !isfinite(p[i].z)) return false;
    return true;
}

static void any_floats_end_without_a_nan(void **state)
{
    (void)state;
    test_random random = { 17 };
    int         answered = 0;
    for (int i = 0; i < case_count(200000); i++)
    {
        rim_vec3 p[8], q[8];
        int      how = random_int(&random, 0, 2), n = random_int(&random, 1, 8),
            m = random_int(&random, 1, 8);
        for (int k = 0; k < n; k++) p[k] = wild_point(&random, how);
        for (int k = 0; k < m; k++) q[k] = wild_point(&random, how);
        rim_xform3 pa = rim_xform3_identity(), pb = rim_xform3_identity();
        if (how == 0 && i % 2)
            pb.rotation = (rim_quat){ random_any_float(&random), 1.0f, 0.0f, 0.0f };
        rim_convex    a = { p, n, 0.0f, NULL }, b = { q, m, 0.0f, NULL };
        rim_distance3 d = rim_convex_distance(a, pa, b, pb, NULL);
        if (!finite_points(p, n) || !finite_points(q, m) || !isfinite(pb.rotation.x)) continue;
        assert_true(d.distance == d.distance && d.distance >= 0.0f);
        assert_true(isfinite(d.normal.x) && isfinite(d.normal.y) && isfinite(d.normal.z));
        if (isfinite(d.distance)) assert_near(rim_vec3_length(d.normal), 1.0, 1e-5);
        answered++;
    }
    assert_true(answered > case_count(100000));
}

static void both_kernels_give_the_same_bits(void **state)
{
    (void)state;
    test_random random = { 19 };
    int         kinds[5] = { 0 };
    for (int i = 0; i < case_count(6000); i++)
    {
        random_body a, b;
        random_body_make(&random, &a, i % 5 ? 12 : 24);
        random_body_make(&random, &b, i % 5 ? 12 : 24);
        if (i % 3 == 0) a.pose.rotation = b.pose.rotation;
        rim_convex views[2] = { i % 2 ? hull_of(&a) : cloud_of(&a), hull_of(&b) };
        rim_warm   plain = { 0 }, wide = { 0 }, asked_plain = { 0 }, asked_wide = { 0 };
        for (int step = 0; step < 4; step++)
        {
            double enough = i % 7 ? INFINITY : 0.0;
            b.pose.position.x += 0.02f;
            gjk_pair   pair;
            gjk_result r, q;
            assert_true(gjk_prepare_pair(&pair, &views[0], &a.pose, &views[1], &b.pose));
            if (!pair.wide) break;
            memset(&r, 0, sizeof r);
            memset(&q, 0, sizeof q);
            gjk_search_plain(&r, &pair, enough, &plain);
            GJK_KERNEL(true, gjk_search)(&q, &pair, enough, &wide);
            assert_memory_equal(&r, &q, sizeof r);
            assert_memory_equal(&plain, &wide, sizeof plain);
            kinds[r.count]++;
            rim_distance3 d = gjk_distance_plain(&views[0], &a.pose, &views[1], &b.pose, NULL);
            rim_distance3 e =
                GJK_KERNEL(true, gjk_distance)(&views[0], &a.pose, &views[1], &b.pose, NULL);
            assert_memory_equal(&d, &e, sizeof d);
            d = gjk_distance_plain(&views[0], &a.pose, &views[1], &b.pose, &asked_plain);
            e = GJK_KERNEL(true, gjk_distance)(&views[0], &a.pose, &views[1], &b.pose, &asked_wide);
            assert_memory_equal(&d, &e, sizeof d);
            assert_memory_equal(&asked_plain, &asked_wide, sizeof asked_plain);
        }
        rim_hull_destroy(a.hull);
        rim_hull_destroy(b.hull);
    }
    bool wide = kinds[0] + kinds[1] + kinds[2] + kinds[3] + kinds[4] > 0;
    for (int k = 1; k < 5 && wide; k++) assert_true(kinds[k] > case_count(200));
}

// Who asks only whether more than `enough` lies between is told, sooner, how much does at least.
static void a_search_that_ends_early_knows_what_lies_between_at_least(void **state)
{
    (void)state;
    test_random random = { 20 };
    int         early = 0, loose = 0;
    for (int i = 0; i < case_count(4000); i++)
    {
        random_body a, b;
        random_body_make(&random, &a, 24);
        random_body_make(&random, &b, 24);
        gjk_pair   pair;
        rim_convex views[2] = { hull_of(&a), hull_of(&b) };
        assert_true(gjk_prepare_pair(&pair, &views[0], &a.pose, &views[1], &b.pose));
        gjk_result whole = gjk_closest(&pair, INFINITY, NULL);
        double     enough = random_unit(&random) * whole.distance;
        gjk_result part = gjk_closest(&pair, enough, NULL);
        double     rounding = 0x1p-40 * (whole.size + part.size);
        assert_true(part.lower <= whole.distance + rounding);
        assert_true(part.distance >= whole.distance - rounding);
        assert_true(part.end != GJK_APART || part.lower >= enough - rounding);
        early += part.steps < whole.steps;
        loose += part.lower < 0.99 * whole.distance && part.distance > 1.01 * whole.distance;
        rim_hull_destroy(a.hull);
        rim_hull_destroy(b.hull);
    }
    assert_true(early > case_count(400) && loose > case_count(100));
}

// A corner that reaches gap |v| nearer than v does makes |v|^2 less by (gap |v| / size)^2 or more. What is less
// than the rounding of |v|^2, which is a few units of |v| size, shows no more: a thin face that floats have bent ends
// the search there, its bound still low, its distance right.
static void check_unsettled(const gjk_result *r, const random_body *a, const random_body *b)
{
    brute_body ba = brute_of(a), bb = brute_of(b);
    double     gap = r->distance - r->lower;
    assert_true(gap * gap * r->distance <= 0x1p-50 * r->size * r->size * r->size);
    assert_near(r->distance, brute_distance(&ba, &bb), 1e-14 * r->size);
}

// Nothing comes near the cap. RIMCAST_CALLS=10000000 runs that many.
static void no_search_needs_many_steps(void **state)
{
    (void)state;
    const char *wanted = getenv("RIMCAST_CALLS");
    int         calls = wanted ? atoi(wanted) : case_count(400000), most = 0, unsettled = 0;
    test_random random = { 18 };
    random_body a, b;
    for (int i = 0; i < calls; i++)
    {
        if (i % 64 == 0)
        {
            if (i) rim_hull_destroy(a.hull);
            if (i) rim_hull_destroy(b.hull);
            random_body_make(&random, &a, 24);
            random_body_make(&random, &b, 24);
        }
        b.pose = random_pose(&random, 3.0f);
        if (i % 3 == 0) a.pose.rotation = b.pose.rotation; // parallel faces
        gjk_pair   pair;
        rim_convex view_a = hull_of(&a), view_b = i % 2 ? hull_of(&b) : cloud_of(&b);
        assert_true(gjk_prepare_pair(&pair, &view_a, &a.pose, &view_b, &b.pose));
        gjk_result r = gjk_closest(&pair, INFINITY, NULL);
        most = r.steps > most ? r.steps : most;
        assert_true(r.end != GJK_BAD);
        if (r.distance - r.lower <= 0x1p-30 * r.size) continue;
        check_unsettled(&r, &a, &b);
        unsettled++;
    }
    rim_hull_destroy(a.hull);
    rim_hull_destroy(b.hull);
    if (wanted) print_message("%d calls, at most %d steps, %d unsettled\n", calls, most, unsettled);
    assert_true(unsettled <= 1 + calls / 1000000);
    assert_true(most < GJK_CAP / 2);
}

// --- views and features ------------------------------------------------------------------------------------

static void every_shape_of_the_solid_world_may_meet_every_other(void **state)
{
    (void)state;
    rim_sphere   sphere = { { 0.0f, 0.0f, 0.0f }, 1.0f };
    rim_segment3 segment = { { -1.0f, 0.0f, 0.0f }, { 1.0f, 0.0f, 0.0f } };
    rim_capsule  capsule = { { -1.0f, 0.0f, 0.0f }, { 1.0f, 0.0f, 0.0f }, 0.5f };
    rim_triangle triangle = { { -1.0f, 0.0f, -1.0f }, { 1.0f, 0.0f, -1.0f }, { 0.0f, 0.0f, 1.0f } };
    rim_vec3     square[4] = {
            { -1.0f, 0.0f, -1.0f }, { -1.0f, 0.0f, 1.0f }, { 1.0f, 0.0f, 1.0f }, { 1.0f, 0.0f, -1.0f }
    };
    rim_vec3     corners[8];
    rim_polygon3 polygon = { square, 4 };
    rim_obox     box = { rim_xform3_identity(), { 1.0f, 0.25f, 1.0f } };
    rim_hull    *hull;
    assert_int_equal(rim_hull_create_box(&hull, rim_vec3_make(1.0f, 0.75f, 1.0f), NULL), RIM_OK);
    const rim_convex shapes[7] = { sphere_as_convex(&sphere),   segment_as_convex(&segment),
                                   capsule_as_convex(&capsule), triangle_as_convex(&triangle),
                                   polygon3_as_convex(polygon), obox_as_convex(box, corners),
                                   rim_hull_convex(hull) };
    const float      height[7] = { 1.0f, 0.0f, 0.5f, 0.0f, 0.0f, 0.25f, 0.75f };
    rim_xform3       up = rim_xform3_translation(rim_vec3_make(0.0f, 8.0f, 0.0f));
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j++)
        {
            rim_distance3 d =
                rim_convex_distance(shapes[i], up, shapes[j], rim_xform3_identity(), NULL);
            assert_near(d.distance, 8.0f - height[i] - height[j], 0.0);
            assert_near(d.normal.y, 1.0, 0.0);
            assert_near(d.on_a.y, 8.0f - height[i], 0.0);
            assert_near(d.on_b.y, height[j], 0.0);
        }
    rim_hull_destroy(hull);
}

static void features_name_what_is_closest(void **state)
{
    (void)state;
    rim_hull *hull;
    assert_int_equal(rim_hull_create_box(&hull, rim_vec3_make(1.0f, 1.0f, 1.0f), NULL), RIM_OK);
    rim_xform3 home = rim_xform3_identity();
    rim_sphere face = { { 3.0f, 0.25f, 0.125f }, 0.5f }, edge = { { 3.0f, 0.25f, 3.0f }, 0.5f },
               corner = { { 3.0f, 3.0f, -3.0f }, 0.5f };
    rim_distance3 d =
        rim_convex_distance(rim_hull_convex(hull), home, sphere_as_convex(&face), home, NULL);
    assert_int_equal(d.feature_a.kind, RIM_FEATURE_FACE);
    assert_int_equal(d.feature_a.index, 1);
    assert_int_equal(d.feature_b.kind, RIM_FEATURE_VERTEX);
    d = rim_convex_distance(rim_hull_convex(hull), home, sphere_as_convex(&edge), home, NULL);
    assert_int_equal(d.feature_a.kind, RIM_FEATURE_EDGE);
    rim_hull_edge e = rim_hull_read(hull).edges[d.feature_a.index];
    assert_int_equal(e.a & e.b & 5, 5); // x and z positive at both ends
    d = rim_convex_distance(rim_hull_convex(hull), home, sphere_as_convex(&corner), home, NULL);
    assert_int_equal(d.feature_a.kind, RIM_FEATURE_VERTEX);
    assert_int_equal(d.feature_a.index, 3);
    rim_hull_destroy(hull);

    rim_triangle t = { { 0.0f, 0.0f, 0.0f }, { 4.0f, 0.0f, 0.0f }, { 0.0f, 4.0f, 0.0f } };
    rim_sphere   at = { { -2.0f, 1.5f, 0.0f }, 0.5f };
    d = rim_convex_distance(sphere_as_convex(&at), home, triangle_as_convex(&t), home, NULL);
    assert_int_equal(d.feature_b.kind, RIM_FEATURE_EDGE);
    assert_int_equal(d.feature_b.index, 2);
}

static void nothing_is_near_an_empty_hull(void **state)
{
    (void)state;
    rim_hull *hull;
    assert_int_equal(rim_hull_create(&hull, NULL, 0, NULL), RIM_OK);
    rim_sphere sphere = { { 0.0f, 0.0f, 0.0f }, 1.0f };
    rim_xform3 home = rim_xform3_identity();
    assert_true(
        rim_convex_distance(rim_hull_convex(hull), home, sphere_as_convex(&sphere), home, NULL)
            .distance == INFINITY);
    rim_convex ball = sphere_as_convex(&sphere), nothing = rim_hull_convex(hull);
    assert_false(gjk_overlaps(&ball, &home, &nothing, &home));
    rim_hull_destroy(hull);
}

// Where rounding ends a search early it says by how much the distance may be too large.
static void of_needles_the_distance_is_within_its_uncertainty(void **state)
{
    (void)state;
    test_random r = { 89 };
    int         uncertain = 0;
    for (int i = case_count(20000); i > 0; i--)
    {
        rim_vec3 points[2][4];
        float    size[2];
        for (int k = 0; k < 2; k++)
        {
            float thin = powf(10.0f, random_float(&r, -6.0f, 0.0f));
            size[k] = powf(10.0f, random_float(&r, 0.0f, 4.0f));
            for (int p = 0; p < 4; p++)
                points[k][p] =
                    rim_vec3_make(random_float(&r, -size[k], size[k]),
                                  random_float(&r, -thin, thin), random_float(&r, -thin, thin));
        }
        rim_xform3 pa = random_pose(&r, 1.0f),
                   pb = random_int(&r, 0, 1) ? pa : random_pose(&r, 1.0f);
        rim_convex    a = { points[0], 4, 0.0f, NULL }, b = { points[1], 4, 0.0f, NULL };
        rim_distance3 d = rim_convex_distance(a, pa, b, pb, NULL);
        if (d.uncertainty == 0.0f) continue;
        uncertain++;
        brute_body x = brute_place(points[0], 4, pa), y = brute_place(points[1], 4, pb);
        double     near = 1e-9 * (size[0] + size[1]), truth = brute_distance(&x, &y);
        assert_true(d.uncertainty <= d.distance);
        assert_true(d.distance < 1e-7f * (size[0] + size[1]));
        assert_true(truth <= d.distance + near && truth >= d.distance - d.uncertainty - near);
    }
    assert_true(uncertain > case_count(5));
}

// A zero quaternion counts as the identity, for either body and whatever the other one's rotation.
static void a_zero_rotation_is_none(void **state)
{
    (void)state;
    test_random    random = { 12 };
    const rim_quat zero = { 0.0f, 0.0f, 0.0f, 0.0f };
    rim_hull      *cube = box_hull(1.0f, 0.75f, 0.5f);
    rim_convex     box = rim_hull_convex(cube);
    for (int i = 0; i < 64; i++)
    {
        rim_xform3    still = rim_xform3_identity(), none = { still.position, zero };
        rim_xform3    other = { random_in_cube(&random, 2.0f), random_turn(&random) };
        rim_distance3 p = rim_convex_distance(box, still, box, other, NULL);
        rim_distance3 q = rim_convex_distance(box, none, box, other, NULL);
        rim_distance3 r = rim_convex_distance(box, other, box, still, NULL);
        rim_distance3 s = rim_convex_distance(box, other, box, none, NULL);
        assert_same_bits(p.distance, q.distance);
        assert_same_bits(r.distance, s.distance);
        assert_same_bits(p.on_b.x, q.on_b.x);
        assert_same_bits(r.on_b.x, s.on_b.x);
    }
    rim_hull_destroy(cube);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_closest_point_of_a_simplex_is_the_nearest_of_all_its_feet),
        cmocka_unit_test(the_distance_is_that_of_the_closest_features),
        cmocka_unit_test(a_warm_start_changes_no_distance),
        cmocka_unit_test(a_stream_of_small_motions_is_answered_as_afresh),
        cmocka_unit_test(a_stream_of_awkward_bodies_is_answered_as_afresh),
        cmocka_unit_test(swapping_the_bodies_swaps_the_answer),
        cmocka_unit_test(scaling_by_a_power_of_two_scales_every_bit),
        cmocka_unit_test(lanes_find_the_same_support_point),
        cmocka_unit_test(hints_are_nearly_the_farthest_corners),
        cmocka_unit_test(two_flat_polygons_that_cross_are_at_distance_0),
        cmocka_unit_test(large_coordinates_do_not_part_what_overlaps),
        cmocka_unit_test(a_point_near_a_rounded_cube_is_where_it_is),
        cmocka_unit_test(boxes_apart_along_any_axis_are_that_far),
        cmocka_unit_test(a_long_box_and_a_cylinder_that_nearly_touch_are_measured),
        cmocka_unit_test(any_floats_end_without_a_nan),
        cmocka_unit_test(both_kernels_give_the_same_bits),
        cmocka_unit_test(a_search_that_ends_early_knows_what_lies_between_at_least),
        cmocka_unit_test(no_search_needs_many_steps),
        cmocka_unit_test(every_shape_of_the_solid_world_may_meet_every_other),
        cmocka_unit_test(features_name_what_is_closest),
        cmocka_unit_test(nothing_is_near_an_empty_hull),
        cmocka_unit_test(of_needles_the_distance_is_within_its_uncertainty),
        cmocka_unit_test(a_zero_rotation_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
