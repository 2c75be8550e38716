// Motions against a triangle with all edges side by side: the same bits in every kind of lanes, and what the
// way face by face and edge by edge finds.
#include "support/support.h"

#include "solid/shape/sweep_triangle.h"

static double coordinate(test_random *random, int kind)
{
    if (kind == 0) return random_int(random, -3, 3); // touching, parallel, in one plane
    return random_float(random, -3.0f, 3.0f);
}

static vec3d point(test_random *random, int kind)
{
    double x = coordinate(random, kind), y = coordinate(random, kind), z = coordinate(random, kind);
    return v3d(x, y, z);
}

// An upright axis along a face, mostly with an edge along the axis as well: walls and those who walk past.
static void stand_before_wall(swept_case *k, bool upright_edge)
{
    k->b.x = k->c.x = 0.0;
    k->s.x = k->s.z = 0.0;
    if (upright_edge) k->b.z = 0.0;
    if (k->r == 0.0) k->r = 0.5;
}

static bool is_level(const swept_case *k)
{
    return k->square > 0.0 && k->b.x == 0.0 && k->c.x == 0.0 && k->s.x == 0.0;
}

static swept_case random_case(test_random *random, int i)
{
    int        kind = i % 4, flat = i % 8 == 5;
    swept_case k;
    k.b = point(random, kind);
    k.c = point(random, kind);
    if (flat) k.b.y = k.c.y = 0.0;
    k.m.x = v3d_scale(point(random, kind), 2.0);
    k.m.v = v3d_scale(v3d_sub(v3d_scale(point(random, kind), 0.3), k.m.x), i % 3 ? 1.5 : 0.6);
    k.s = point(random, kind);
    k.r = i % 16 == 7 ? 0.0 : 0.25 * random_int(random, 0, 3);
    if (i % 8 == 3) stand_before_wall(&k, i % 16 == 3);
    k.normal = v3d_cross(k.b, k.c);
    k.square = v3d_length2(k.normal);
    return k;
}

static cast_hit general(const swept_case *k, bool axis)
{
    vec3d     corners[3] = { { 0.0, 0.0, 0.0 }, k->b, k->c };
    core_face face = core_face_of_corners(corners, 3);
    double    depth;
    return axis ? cast_prism(&face, &k->m, k->s, k->r, &depth)
                : cast_plate(&face, &k->m, k->r, &depth);
}

typedef struct tally
{
    int unknown, misses, hits, letters[8], level[8];
} tally;

static void check_general(tally *count, swept_answer answer, const cast_hit *hit,
                          const swept_case *k, bool axis)
{
    count->unknown += answer == SWEPT_UNKNOWN;
    if (answer == SWEPT_UNKNOWN) return;
    cast_hit other = general(k, axis);
    assert_int_equal(answer == SWEPT_HIT, other.t <= 1.0);
    count->misses += answer == SWEPT_MISS;
    if (answer == SWEPT_MISS) return;
    count->hits++;
    count->letters[hit->letter]++;
    count->level[hit->letter] += is_level(k);
    assert_near(hit->t, other.t, 1e-7);
    assert_near(v3d_length(v3d_sub(hit->normal, other.normal)), 0.0, 1e-5);
    assert_near(v3d_length(v3d_sub(hit->y, other.y)), 0.0, 1e-5);
}

static void side_by_side_is_one_by_one(void **state)
{
    (void)state;
    test_random random = { 61 };
    tally       count[2] = { { 0 }, { 0 } };
    int         cases = case_count(100000);
    for (int i = 0; i < cases; i++)
    {
        swept_case k = random_case(&random, i);
        for (int axis = 0; axis < 2; axis++)
        {
            cast_hit     hit = cast_nothing();
            swept_answer answer = axis ? sweep_capsule_triangle_plain(&hit, &k)
                                       : sweep_sphere_triangle_plain(&hit, &k);
            check_general(&count[axis], answer, &hit, &k, axis == 1);
        }
    }
    for (int axis = 0; axis < 2; axis++)
    {
        assert_true(count[axis].hits > cases / 8 && count[axis].misses > cases / 8);
        assert_true(count[axis].unknown > cases / 1000);
        for (int letter = RIM_CASE_A; letter <= RIM_CASE_E; letter++)
            if (axis || (letter != RIM_CASE_B && letter != RIM_CASE_D))
                assert_true(count[axis].letters[letter] > cases / 200);
        // The sides of a level body are its face: nothing crosses an edge there.
        for (int letter = RIM_CASE_A; axis && letter <= RIM_CASE_E; letter++)
            if (letter != RIM_CASE_B) assert_true(count[axis].level[letter] > cases / 400);
    }
}

static void all_lanes_give_the_same_bits(void **state)
{
    (void)state;
#ifdef SWEPT_AVX2
    if (!CPU_HAS(AVX2, "avx2")) skip();
    test_random random = { 62 };
    int         hits = 0, cases = case_count(100000);
    for (int i = 0; i < cases; i++)
    {
        swept_case k = random_case(&random, i);
        for (int axis = 0; axis < 2; axis++)
        {
            cast_hit     a = cast_nothing(), b = cast_nothing();
            swept_answer plain =
                axis ? sweep_capsule_triangle_plain(&a, &k) : sweep_sphere_triangle_plain(&a, &k);
            swept_answer avx2 =
                axis ? sweep_capsule_triangle_avx2(&b, &k) : sweep_sphere_triangle_avx2(&b, &k);
            assert_int_equal(plain, avx2);
            if (plain != SWEPT_HIT) continue;
            assert_true(a.t == b.t && a.letter == b.letter);
            assert_memory_equal(&a.y, &b.y, sizeof a.y);
            assert_memory_equal(&a.normal, &b.normal, sizeof a.normal);
            assert_true(a.fx.kind == b.fx.kind && a.fx.index == b.fx.index);
            assert_true(a.fy.kind == b.fy.kind && a.fy.index == b.fy.index);
            hits++;
        }
    }
    assert_true(hits > cases / 8);
#else
    skip();
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(side_by_side_is_one_by_one),
        cmocka_unit_test(all_lanes_give_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
