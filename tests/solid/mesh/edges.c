// Which triangles meet where, and how.
#include "rimcast/mesh.h"

#include "support/meshes.h"
#include "support/support.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static rim_mesh_edges *edges_of(const rim_vec3 *p, int points, const int *t, int count, float weld)
{
    rim_mesh_edges_options options = { .weld = weld };
    rim_mesh_edges        *e;
    assert_int_equal(rim_mesh_edges_create(&e, p, points, t, count, &options), RIM_OK);
    return e;
}

// A box of twelve triangles, faces outward.
static const rim_vec3 BOX[8] = { { 0.0f, 0.0f, 0.0f }, { 1.0f, 0.0f, 0.0f }, { 0.0f, 1.0f, 0.0f },
                                 { 1.0f, 1.0f, 0.0f }, { 0.0f, 0.0f, 1.0f }, { 1.0f, 0.0f, 1.0f },
                                 { 0.0f, 1.0f, 1.0f }, { 1.0f, 1.0f, 1.0f } };
static const int      SIDES[36] = { 0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                    2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5 };

static void a_box_has_twelve_ridges_and_six_flat_edges(void **state)
{
    (void)state;
    rim_mesh_edges *e = edges_of(BOX, 8, SIDES, 12, 0.0f);
    rim_mesh_survey s = rim_mesh_edges_read(e);
    assert_int_equal(s.points, 8);
    assert_int_equal(s.convex, 12);
    assert_int_equal(s.flat, 6);
    assert_int_equal(s.open + s.concave + s.flipped + s.nonmanifold + s.degenerate, 0);
    for (int i = 0; i < 12; i++)
        for (int k = 0; k < 3; k++)
        {
            int  n = rim_mesh_edges_read(e).neighbors[3 * i + k];
            bool back = false;
            for (int j = 0; j < 3; j++) back |= rim_mesh_edges_read(e).neighbors[3 * n + j] == i;
            assert_true(n >= 0 && n != i && back);
        }
    rim_mesh_edges_destroy(e);
}

static void inside_out_a_box_is_all_valleys(void **state)
{
    (void)state;
    int turned[36];
    for (int i = 0; i < 36; i++) turned[i] = SIDES[i - i % 3 + (3 - i % 3) % 3];
    rim_mesh_edges *e = edges_of(BOX, 8, turned, 12, 0.0f);
    rim_mesh_survey s = rim_mesh_edges_read(e);
    assert_int_equal(s.concave, 12);
    assert_int_equal(s.flat, 6);
    rim_mesh_edges_destroy(e);
    // One triangle turned alone: its three edges are flipped.
    int one[36];
    memcpy(one, SIDES, sizeof one);
    one[0] = SIDES[1], one[1] = SIDES[0];
    e = edges_of(BOX, 8, one, 12, 0.0f);
    s = rim_mesh_edges_read(e);
    assert_int_equal(s.flipped, 3);
    assert_int_equal(rim_mesh_edges_read(e).kinds[3 * 0 + 1], RIM_EDGE_FLIPPED);
    rim_mesh_edges_destroy(e);
}

// Two triangles whose planes differ by an angle of about 2^-11: less than the default tolerance, more than 2^-12.
static void an_edge_is_flat_up_to_the_given_sine(void **state)
{
    (void)state;
    const rim_vec3 corners[4] = {
        { 0.0f, 0.0f, 0.0f }, { 1.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 1.0f }, { 0.0f, 0x1p-11f, -1.0f }
    };
    const int     indices[6] = { 0, 2, 1, 0, 1, 3 };
    const float   tolerances[4] = { 0.0f, -1.0f, 0x1p-10f, 0x1p-12f };
    const uint8_t kinds[4] = { RIM_EDGE_FLAT, RIM_EDGE_CONCAVE, RIM_EDGE_FLAT, RIM_EDGE_CONCAVE };
    for (int i = 0; i < 4; i++)
    {
        rim_mesh_edges_options options = { .flat = tolerances[i] };
        rim_mesh_edges        *e;
        assert_int_equal(RIM_OK, rim_mesh_edges_create(&e, corners, 4, indices, 2, &options));
        assert_int_equal(kinds[i], rim_mesh_edges_read(e).kinds[2]);
        rim_mesh_edges_destroy(e);
    }
}

// The second triangle rises 2^-60 above the plane of the first, at coordinates whose doubles round this away.
static void an_edge_that_is_not_exactly_flat_may_count_as_bent(void **state)
{
    (void)state;
    rim_vec3    corners[4] = { { 0.0f, 0.0f, 0.0f }, { 1.0f, -1.0f, 0.0f }, { 0.0f, 1.0f, -1.0f } };
    const int   indices[6] = { 0, 1, 2, 1, 0, 3 };
    const float rises[3] = { -0x1p-60f, 0.0f, 0x1p-60f };
    const uint8_t kinds[3] = { RIM_EDGE_CONVEX, RIM_EDGE_FLAT, RIM_EDGE_CONCAVE };
    for (int i = 0; i < 6; i++)
    {
        corners[3] = rim_vec3_make(rises[i % 3], -0x1p40f, 0x1p40f);
        rim_mesh_edges_options options = { .flat = i < 3 ? -1.0f : 0.0f };
        rim_mesh_edges        *e;
        assert_int_equal(RIM_OK, rim_mesh_edges_create(&e, corners, 4, indices, 2, &options));
        assert_int_equal(rim_mesh_edges_read(e).kinds[0], i < 3 ? kinds[i] : RIM_EDGE_FLAT);
        rim_mesh_edges_destroy(e);
    }
}

static void kinds_do_not_depend_on_the_scale(void **state)
{
    (void)state;
    const int scales[3] = { -149, -100, 127 };
    for (int i = 0; i < 3; i++)
    {
        rim_vec3 corners[8];
        for (int k = 0; k < 8; k++) corners[k] = rim_vec3_scale(BOX[k], ldexpf(1.0f, scales[i]));
        rim_mesh_edges *e = edges_of(corners, 8, SIDES, 12, 0.0f);
        assert_int_equal(rim_mesh_edges_read(e).convex, 12);
        assert_int_equal(rim_mesh_edges_read(e).flat, 6);
        rim_mesh_edges_destroy(e);
    }
}

// The box is long along one axis, to both sides of the origin, and its corners are moved by less than the tolerance.
static void the_tolerance_is_a_fraction_of_the_longest_side(void **state)
{
    (void)state;
    test_random random = { 5 };
    for (int axis = 0; axis < 3; axis++)
    {
        rim_vec3 soup[36];
        for (int i = 0; i < 36; i++)
        {
            float *along = (soup[i] = BOX[SIDES[i]], &soup[i].x + axis);
            *along = 1000.0f * (*along - 0.5f) + random_float(&random, -0.04f, 0.04f);
        }
        rim_mesh_edges *e = edges_of(soup, 36, NULL, 12, 2e-4f);
        assert_int_equal(rim_mesh_edges_read(e).points, 8);
        rim_mesh_edges_destroy(e);
        e = edges_of(soup, 36, NULL, 12, 1e-6f);
        assert_true(rim_mesh_edges_read(e).points > 24);
        rim_mesh_edges_destroy(e);
    }
}

// Cells as small as these tolerances have numbers beyond 64 bits, so only equal points are welded.
static void tiny_tolerances_weld_equal_points(void **state)
{
    (void)state;
    for (float weld = 0x1p-40f; weld > 0.0f; weld *= 0x1p-20f)
    {
        rim_vec3 soup[36];
        for (int i = 0; i < 36; i++) soup[i] = rim_vec3_scale(BOX[SIDES[i]], 1e6f);
        rim_mesh_edges *e = edges_of(soup, 36, NULL, 12, weld);
        assert_int_equal(rim_mesh_edges_read(e).convex, 12);
        assert_int_equal(rim_mesh_edges_read(e).points, 8);
        rim_mesh_edges_destroy(e);
    }
}

static void a_soup_is_welded_by_place_and_by_nearness(void **state)
{
    (void)state;
    for (int scale = -1; scale <= 1; scale++)
    {
        rim_vec3    soup[36];
        test_random r = { 4 };
        float       size = scale < 0 ? 0x1p-10f : scale > 0 ? 0x1p10f : 1.0f;
        for (int i = 0; i < 36; i++) soup[i] = rim_vec3_scale(BOX[SIDES[i]], size);
        for (int i = 0; i < 36; i++)
            if (soup[i].x == 0.0f) soup[i].x = i & 1 ? -0.0f : 0.0f;
        rim_mesh_edges *e = edges_of(soup, 36, NULL, 12, 0.0f);
        assert_int_equal(rim_mesh_edges_read(e).convex, 12);
        assert_int_equal(rim_mesh_edges_read(e).points, 8);
        rim_mesh_edges_destroy(e);
        for (int i = 0; i < 36; i++)
            soup[i] = rim_vec3_add(soup[i], rim_vec3_make(random_float(&r, -4e-5f, 4e-5f) * size,
                                                          random_float(&r, -4e-5f, 4e-5f) * size,
                                                          random_float(&r, -4e-5f, 4e-5f) * size));
        e = edges_of(soup, 36, NULL, 12, 0.0f);
        assert_int_equal(rim_mesh_edges_read(e).open, 36);
        rim_mesh_edges_destroy(e);
        e = edges_of(soup, 36, NULL, 12, 2e-4f);
        rim_mesh_survey s = rim_mesh_edges_read(e);
        assert_int_equal(s.points, 8);
        assert_int_equal(s.convex + s.flat, 18);
        assert_int_equal(s.open, 0);
        rim_mesh_edges_destroy(e);
    }
}

static void what_is_welded_is_what_a_slow_loop_welds(void **state)
{
    (void)state;
    test_random r = { 12 };
    int         welded = 0;
    for (int round = case_count(40); round > 0; round--)
    {
        enum
        {
            N = 300
        };
        rim_vec3 p[N];
        int      one[N];
        float    size = random_int(&r, 0, 1) ? 1.0f : 1e6f;
        for (int i = 0; i < N; i++)
            p[i] = rim_vec3_make(random_float(&r, 0.0f, size), random_float(&r, 0.0f, 0.2f * size),
                                 random_float(&r, -0.1f * size, 0.1f * size));
        p[0] = rim_vec3_make(0.0f, 0.0f, 0.0f);
        p[1] = rim_vec3_make(size, 0.0f, 0.0f);
        double tolerance = (double)0.02f * size;
        for (int i = 0; i < N; i++)
        {
            one[i] = i;
            for (int k = i - 1; k >= 0; k--)
                if (one[k] == k)
                {
                    double x = (double)p[i].x - p[k].x, y = (double)p[i].y - p[k].y;
                    double z = (double)p[i].z - p[k].z;
                    if (x * x + y * y + z * z <= tolerance * tolerance) one[i] = k;
                }
            welded += one[i] != i;
        }
        rim_mesh_edges *e = edges_of(p, N, NULL, N / 3, 0.02f);
        for (int i = 0; i < N; i++) assert_int_equal(rim_mesh_edges_read(e).indices[i], one[i]);
        rim_mesh_edges_destroy(e);
    }
    assert_true(welded > case_count(400));
}

static void what_is_wrong_is_counted_and_listed(void **state)
{
    (void)state;
    // Two triangles on one edge, a third on it as well, a line, a point.
    rim_vec3        p[6] = { { 0.0f, 0.0f, 0.0f }, { 2.0f, 0.0f, 0.0f },  { 0.0f, 1.0f, 0.0f },
                             { 0.0f, 0.0f, 1.0f }, { 0.0f, -1.0f, 0.0f }, { 1.0f, 0.0f, 0.0f } };
    int             t[15] = { 0, 1, 2, 1, 0, 3, 0, 1, 4, 0, 1, 5, 4, 4, 4 };
    rim_mesh_edges *e = edges_of(p, 6, t, 5, 0.0f);
    rim_mesh_survey s = rim_mesh_edges_read(e);
    assert_int_equal(s.degenerate, 2);
    assert_int_equal(s.degenerates[0], 3);
    assert_int_equal(s.degenerates[1], 4);
    assert_int_equal(s.nonmanifold, 1);
    assert_int_equal(rim_mesh_edges_read(e).kinds[3 * 0], RIM_EDGE_NONMANIFOLD);
    assert_int_equal(rim_mesh_edges_read(e).neighbors[0], -1);
    assert_int_equal(rim_mesh_edges_read(e).kinds[3 * 4 + 1], RIM_EDGE_NONE);
    assert_int_equal(rim_mesh_edges_read(e).kinds[3 * 0 + 1], RIM_EDGE_OPEN);
    rim_mesh_edges_destroy(e);
}

// Every edge against every other, and the bend by plain arithmetic.
static void kinds_are_those_of_a_loop_over_all_pairs(void **state)
{
    (void)state;
    int kinds[RIM_EDGE_NONE + 1] = { 0 };
    for (int kind = 0; kind < MESH_KIND_COUNT; kind++)
    {
        test_mesh m =
            test_mesh_make((mesh_kind)kind, 120, 4.0f, rim_vec3_make(1.0f, 2.0f, 3.0f), 2);
        rim_mesh_edges *e = edges_of(m.points, m.point_count, m.indices, m.count, 0.0f);
        const int      *at = rim_mesh_edges_read(e).indices;
        for (int h = 0; h < 3 * m.count; h++)
        {
            int a = at[h], b = at[h % 3 == 2 ? h - 2 : h + 1], c = at[h - h % 3 + (h + 2) % 3];
            int with = 0, other = -1, same = 0;
            for (int k = 0; k < 3 * m.count; k++)
            {
                int s = at[k], t = at[k % 3 == 2 ? k - 2 : k + 1];
                if (k == h || a == b || !((s == a && t == b) || (s == b && t == a))) continue;
                with++;
                other = k;
                same = s == a;
            }
            rim_edge_kind told = rim_mesh_edges_read(e).kinds[3 * (h / 3) + h % 3];
            kinds[told]++;
            assert_int_equal(rim_mesh_edges_read(e).neighbors[3 * (h / 3) + h % 3],
                             with == 1 ? other / 3 : -1);
            assert_int_equal(told == RIM_EDGE_NONE, a == b);
            assert_int_equal(told == RIM_EDGE_OPEN, a != b && with == 0);
            assert_int_equal(told == RIM_EDGE_NONMANIFOLD, with > 1);
            assert_int_equal(told == RIM_EDGE_FLIPPED, with == 1 && same);
            if (with != 1 || same) continue;
            rim_vec3 pa = m.points[a], d = m.points[at[other - other % 3 + (other + 2) % 3]];
            rim_vec3 n = rim_vec3_normalize(
                rim_vec3_cross(rim_vec3_sub(m.points[b], pa), rim_vec3_sub(m.points[c], pa)));
            float rise = rim_vec3_dot(n, rim_vec3_sub(d, pa));
            if (rise > 0.01f) assert_int_equal(told, RIM_EDGE_CONCAVE);
            if (rise < -0.01f) assert_int_equal(told, RIM_EDGE_CONVEX);
            if (kind == MESH_KIND_FLAT) assert_int_equal(told, RIM_EDGE_FLAT);
        }
        rim_mesh_edges_destroy(e);
        test_mesh_free(&m);
    }
    for (int i = RIM_EDGE_OPEN; i <= RIM_EDGE_CONCAVE; i++) assert_true(kinds[i] > 50);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    rim_vec3        p[3] = { { 0.0f, 0.0f, 0.0f }, { 1.0f, 0.0f, 0.0f }, { 0.0f, 1.0f, 0.0f } };
    int             bad[3] = { 0, 1, 3 };
    rim_mesh_edges *e;
    rim_mesh_edges_options options = { .weld = 0.5f };
    assert_int_equal(rim_mesh_edges_create(&e, p, 3, bad, 1, NULL), RIM_ERR_ARGUMENT);
    assert_null(e);
    assert_int_equal(rim_mesh_edges_create(&e, p, 3, NULL, 1, &options), RIM_ERR_ARGUMENT);
    assert_int_equal(rim_mesh_edges_create(&e, p, 3, NULL, 2, NULL), RIM_ERR_SIZE);
    assert_int_equal(rim_mesh_edges_create(&e, p, -1, bad, 1, NULL), RIM_ERR_SIZE);
    assert_int_equal(rim_mesh_edges_create(&e, p, 3, bad, -1, NULL), RIM_ERR_SIZE);
    assert_int_equal(rim_mesh_edges_create(&e, p, 3, bad, INT_MAX, NULL), RIM_ERR_SIZE);
    p[2].z = NAN;
    assert_int_equal(rim_mesh_edges_create(&e, p, 3, NULL, 1, NULL), RIM_ERR_ARGUMENT);
    p[2].z = 0.0f;
    test_heap     heap;
    rim_allocator from;
    rim_status    status = RIM_ERR_MEMORY;
    for (int budget = 0; status; budget++)
    {
        heap = (test_heap){ .budget = budget };
        from = test_heap_allocator(&heap);
        rim_mesh_edges_options limited = { .allocator = &from };
        status = rim_mesh_edges_create(&e, p, 3, NULL, 1, &limited);
        assert_true((status == RIM_OK) == (e != NULL));
        rim_mesh_edges_destroy(e);
        assert_int_equal(heap.live_bytes, 0);
        assert_true(budget < 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_has_twelve_ridges_and_six_flat_edges),
        cmocka_unit_test(inside_out_a_box_is_all_valleys),
        cmocka_unit_test(an_edge_is_flat_up_to_the_given_sine),
        cmocka_unit_test(an_edge_that_is_not_exactly_flat_may_count_as_bent),
        cmocka_unit_test(kinds_do_not_depend_on_the_scale),
        cmocka_unit_test(the_tolerance_is_a_fraction_of_the_longest_side),
        cmocka_unit_test(tiny_tolerances_weld_equal_points),
        cmocka_unit_test(a_soup_is_welded_by_place_and_by_nearness),
        cmocka_unit_test(what_is_welded_is_what_a_slow_loop_welds),
        cmocka_unit_test(what_is_wrong_is_counted_and_listed),
        cmocka_unit_test(kinds_are_those_of_a_loop_over_all_pairs),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
