// Motions against a triangle with all edges side by side: the same bits in every kind of lanes, and what the
// way face by face and edge by edge finds.
#include "support/support.h"

#include "solid/shape/triangle.h"

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
static void stand_before_wall(triangle_motion *k, bool upright_edge)
{
    k->b.x = k->c.x = 0.0;
    k->mover.s.x = k->mover.s.z = 0.0;
    if (upright_edge) k->b.z = 0.0;
    if (k->mover.r == 0.0) k->mover.r = 0.5;
}

static bool is_level(const triangle_motion *k)
{
    return k->square > 0.0 && k->b.x == 0.0 && k->c.x == 0.0 && k->mover.s.x == 0.0;
}

static triangle_motion random_case(test_random *random, int i)
{
    int             kind = i % 4, flat = i % 8 == 5;
    triangle_motion k;
    k.b = point(random, kind);
    k.c = point(random, kind);
    if (flat) k.b.y = k.c.y = 0.0;
    k.mover.m.x = v3d_scale(point(random, kind), 2.0);
    k.mover.m.v =
        v3d_scale(v3d_sub(v3d_scale(point(random, kind), 0.3), k.mover.m.x), i % 3 ? 1.5 : 0.6);
    k.mover.s = point(random, kind);
    k.mover.r = i % 16 == 7 ? 0.0 : 0.25 * random_int(random, 0, 3);
    if (i % 8 == 3) stand_before_wall(&k, i % 16 == 3);
    k.normal = v3d_cross(k.b, k.c);
    k.square = v3d_length2(k.normal);
    return k;
}

static toi_hit general(const triangle_motion *k, bool axis)
{
    vec3d     corners[3] = { { 0.0, 0.0, 0.0 }, k->b, k->c };
    flat_face face = flat_face_of_corners(corners, 3);
    double    depth;
    toi_mover mover = k->mover;
    if (!axis) mover.s = v3d(0.0, 0.0, 0.0);
    return toi_face(&face, &mover, &depth);
}

typedef struct tally
{
    int unknown, misses, hits, letters[8], level[8];
} tally;

static void check_general(tally *count, sweep_answer answer, const toi_hit *hit,
                          const triangle_motion *k, bool axis)
{
    count->unknown += answer == SWEEP_UNKNOWN;
    if (answer == SWEEP_UNKNOWN) return;
    toi_hit other = general(k, axis);
    assert_int_equal(answer == SWEEP_HIT, other.t <= 1.0);
    count->misses += answer == SWEEP_MISS;
    if (answer == SWEEP_MISS) return;
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
        triangle_motion k = random_case(&random, i);
        for (int axis = 0; axis < 2; axis++)
        {
            toi_hit      hit = toi_no_hit();
            sweep_answer answer = axis ? triangle_kernels_plain.sweep_segment(&hit, &k)
                                       : triangle_kernels_plain.sweep_point(&hit, &k);
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
#ifdef CPU_X86
    if (!CPU_HAS(AVX2, "avx2")) skip();
    test_random random = { 62 };
    int         hits = 0, cases = case_count(100000);
    for (int i = 0; i < cases; i++)
    {
        triangle_motion k = random_case(&random, i);
        for (int axis = 0; axis < 2; axis++)
        {
            toi_hit      a = toi_no_hit(), b = toi_no_hit();
            sweep_answer plain = axis ? triangle_kernels_plain.sweep_segment(&a, &k)
                                      : triangle_kernels_plain.sweep_point(&a, &k);
            sweep_answer avx2 = axis ? triangle_kernels_avx2.sweep_segment(&b, &k)
                                     : triangle_kernels_avx2.sweep_point(&b, &k);
            assert_int_equal(plain, avx2);
            if (plain != SWEEP_HIT) continue;
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
