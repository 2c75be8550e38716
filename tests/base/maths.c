#include "support/support.h"

#include "flat/shape/box2.h"
#include "rimcast/angle.h"
#include "rimcast/vec2.h"
#include "rimcast/vec3.h"
#include "rimcast/shape2.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const long double pi = 3.14159265358979323846264338327950288L;

static rim_vec2 random_vec2(test_random *random, float size)
{
    return rim_vec2_make(random_float(random, -size, size), random_float(random, -size, size));
}

// Any finite float: all exponents.
static float random_finite(test_random *random)
{
    float value = random_any_float(random);
    return isfinite(value) ? value : 1.0f;
}

// --- angles ---------------------------------------------------------------------------------------------

static double in_ulps(double got, long double want)
{
    double size = fabs((double)want);
    double ulp = nextafter(size, 1e300) - size;
    return (double)(fabsl((long double)got - want) / ulp);
}

static void sine_and_cosine_are_within_one_ulp(void **state)
{
    (void)state;
    test_random random = { 20 };
    double      worst = 0;
    for (int i = 0; i < case_count(200000); i++)
    {
        double          x = (random_unit(&random) - 0.5) * ldexp(1.0, random_int(&random, -20, 20));
        rim_sincos_pair p = rim_sincos(x);
        worst = fmax(worst, in_ulps(p.sin, sinl((long double)x)));
        worst = fmax(worst, in_ulps(p.cos, cosl((long double)x)));
    }
    assert_true(worst > 0.4 && worst < 1.0);
}

// The C library reduces huge angles exactly; long double only adds bits to the result.
static void huge_angles_are_reduced_exactly(void **state)
{
    (void)state;
    test_random random = { 21 };
    for (int i = 0; i < case_count(50000); i++)
    {
        double          x = ldexp(random_unit(&random) + 0.5, random_int(&random, 18, 1023));
        rim_sincos_pair p = rim_sincos(x);
        assert_near(p.sin, sin(x), 1.5e-16);
        assert_near(p.cos, cos(x), 1.5e-16);
        assert_near(rim_sincos(-x).sin, -p.sin, 0.0);
    }
    assert_near(rim_sincos(0x1.6ac5b262ca1ffp+849).cos, cos(0x1.6ac5b262ca1ffp+849), 1e-25);
    assert_near(rim_sincos(DBL_MAX).cos, cos(DBL_MAX), 1.5e-16);
    assert_near(rim_sincos(DBL_MAX).sin, sin(DBL_MAX), 1e-18);
}

static void degrees_are_exact_at_quarter_turns_and_equal_at_eighths(void **state)
{
    (void)state;
    static const double c[4] = { 1, 0, -1, 0 }, s[4] = { 0, 1, 0, -1 };
    for (int k = -1000; k <= 1000; k++)
    {
        rim_sincos_pair p = rim_sincos_degrees(90.0 * k);
        assert_true(p.cos == c[k & 3] && p.sin == s[k & 3]);
        assert_true(p.cos != 0 || !signbit(p.cos));
        rim_sincos_pair q = rim_sincos_degrees(90.0 * k + 45.0);
        assert_true(fabs(q.cos) == fabs(q.sin) && fabs(q.cos) == sqrt(0.5));
    }
    assert_true(rim_sincos_degrees(30).sin == 0.5 && rim_sincos_degrees(60).cos == 0.5);
    assert_true(rim_sincos_degrees(360.0 * 0x1p900).cos == 1.0);
    assert_true(rim_sincos_degrees(DBL_MAX).sin == rim_sincos_degrees(fmod(DBL_MAX, 360)).sin);
    assert_true(rim_sincos_degrees(INFINITY).cos == 1.0 && rim_sincos_degrees(NAN).sin == 0.0);
    assert_true(rim_sincos(NAN).cos == 1.0 && rim_sincos(-INFINITY).sin == 0.0);
}

static void degrees_are_within_one_ulp_and_symmetric(void **state)
{
    (void)state;
    double worst = 0;
    for (int n = 3; n <= 4096; n += 31)
        for (int k = 0; k < n; k++)
        {
            double          degrees = k * 360.0 / n;
            rim_sincos_pair p = rim_sincos_degrees(degrees);
            // Near its zeros the cosine is best had as a sine.
            long double     turn = (long double)degrees * (pi / 180);
            if (fabs(p.sin) > 0.1) worst = fmax(worst, in_ulps(p.sin, sinl(turn)));
            if (fabs(p.cos) > 0.1) worst = fmax(worst, in_ulps(p.cos, cosl(turn)));
            rim_sincos_pair back = rim_sincos_degrees(-degrees);
            assert_true(back.cos == p.cos && back.sin == -p.sin);
            if (degrees <= 90.0 && 90.0 - (90.0 - degrees) == degrees)
                assert_true(rim_sincos_degrees(90.0 - degrees).sin == p.cos);
        }
    assert_true(worst > 0.4 && worst < 1.0);
}

static void arc_functions_agree_with_long_double(void **state)
{
    (void)state;
    test_random random = { 22 };
    double      worst = 0;
    for (int i = 0; i < case_count(200000); i++)
    {
        double x = ldexp(random_unit(&random) - 0.5, random_int(&random, -30, 30));
        double y = ldexp(random_unit(&random) - 0.5, random_int(&random, -30, 30));
        worst = fmax(worst, in_ulps(rim_atan2(y, x), atan2l(y, x)));
        double c = 2 * random_unit(&random) - 1;
        assert_near(rim_acos(c), (double)acosl(c), 1e-15);
    }
    assert_true(worst > 0.4 && worst < 3.0);
}

static void arc_functions_have_an_answer_everywhere(void **state)
{
    (void)state;
    assert_true(rim_atan2(0, 0) == 0 && rim_atan2(0, -1) == RIM_PI &&
                rim_atan2(-0.0, -1) == -RIM_PI);
    assert_true(rim_atan2(1, 0) == RIM_PI / 2 && rim_atan2(-1, 0) == -RIM_PI / 2);
    assert_true(rim_atan2(NAN, 1) == 0 && rim_atan2(1, NAN) == 0);
    assert_true(rim_atan2(INFINITY, INFINITY) == RIM_PI / 4);
    assert_true(rim_atan2(1, INFINITY) == 0 && rim_atan2(INFINITY, 1) == RIM_PI / 2);
    assert_near(rim_atan2(1, -INFINITY), RIM_PI, 0.0);
    assert_near(rim_atan2(5e-324, 1), 5e-324, 0.0);
    assert_true(rim_acos(1) == 0 && rim_acos(2) == 0 && rim_acos(NAN) == 0);
    assert_true(rim_acos(-1) == RIM_PI && rim_acos(-1e300) == RIM_PI);
}

static void turns_of_the_plane_are_those_of_their_angle(void **state)
{
    (void)state;
    test_random random = { 23 };
    for (int i = 0; i < case_count(20000); i++)
    {
        double   a = random_unit(&random) * 6 - 3;
        rim_rot2 turn = rim_rot2_radians(a);
        assert_near(turn.c, cos(a), 1e-7);
        assert_near(turn.s, sin(a), 1e-7);
        rim_vec2 v = random_vec2(&random, 10), there = rim_rot2_apply(turn, v);
        assert_near(rim_vec2_distance(rim_rot2_apply(rim_rot2_radians(-a), there), v), 0, 5e-6);
    }
    rim_vec2 down = rim_rot2_apply(rim_rot2_degrees(90), rim_vec2_make(1, 0));
    assert_true(down.x == 0 && down.y == 1);
}

// --- vectors ------------------------------------------------------------------------------------------------

static bool is_number2(rim_vec2 v)
{
    return !isnan(v.x) && !isnan(v.y);
}

static bool is_number3(rim_vec3 v)
{
    return !isnan(v.x) && !isnan(v.y) && !isnan(v.z);
}

static void vectors_of_any_size_are_normalised(void **state)
{
    (void)state;
    test_random random = { 24 };
    for (int i = 0; i < case_count(100000); i++)
    {
        rim_vec2 v = rim_vec2_make(random_finite(&random), random_finite(&random));
        rim_vec3 w = rim_vec3_make(v.x, v.y, random_finite(&random));
        rim_vec2 n = rim_vec2_normalize(v);
        rim_vec3 m = rim_vec3_normalize(w);
        assert_true(is_number2(n) && is_number3(m) && is_number3(rim_vec3_perpendicular(w)));
        if (v.x != 0 || v.y != 0) assert_near(sqrt((double)n.x * n.x + (double)n.y * n.y), 1, 1e-6);
        if (v.x != 0 || v.y != 0)
            assert_near(sqrt((double)m.x * m.x + (double)m.y * m.y + (double)m.z * m.z), 1, 1e-6);
    }
    rim_vec2 zero2 = rim_vec2_normalize(rim_vec2_make(0, -0.0f));
    rim_vec3 zero3 = rim_vec3_normalize(rim_vec3_make(0, 0, 0));
    assert_true(zero2.x == 0 && zero2.y == 0);
    assert_true(zero3.x == 0 && zero3.y == 0 && zero3.z == 0);
    assert_near(rim_vec2_length(rim_vec2_make(3e-30f, 4e-30f)), 5e-30, 1e-36);
    assert_near(rim_vec2_length(rim_vec2_make(3e30f, 4e30f)), 5e30, 1e24);
    assert_near(rim_vec2_length(rim_vec2_make(1e-45f, 0)), 1e-45f, 0);
}

static void vector_products_have_the_stated_signs(void **state)
{
    (void)state;
    rim_vec2 right = rim_vec2_make(1, 0), down = rim_vec2_make(0, 1);
    assert_true(rim_vec2_cross(right, down) == 1 && rim_vec2_dot(right, down) == 0);
    assert_true(rim_vec2_quarter(right).y == 1 && rim_vec2_quarter(down).x == -1);
    rim_vec3 x = rim_vec3_make(1, 0, 0), y = rim_vec3_make(0, 1, 0);
    assert_true(rim_vec3_cross(x, y).z == 1 && rim_vec3_cross(y, x).z == -1);
    test_random random = { 25 };
    for (int i = 0; i < case_count(20000); i++)
    {
        rim_vec3 v = random_in_cube(&random, 4), p = rim_vec3_perpendicular(v);
        assert_near(rim_vec3_dot(v, p), 0, 2e-6);
        assert_near(rim_vec3_length(p), 1, 1e-6);
        rim_vec3 scaled = rim_vec3_perpendicular(rim_vec3_scale(v, 0x1p40f));
        assert_true(scaled.x == p.x && scaled.y == p.y && scaled.z == p.z);
    }
}

// --- rotations and matrices -----------------------------------------------------------------------------------

static void quaternions_turn_as_rodrigues_says(void **state)
{
    (void)state;
    test_random random = { 26 };
    for (int i = 0; i < case_count(30000); i++)
    {
        rim_vec3    axis = random_in_cube(&random, 3), v = random_in_cube(&random, 5);
        double      angle = random_unit(&random) * 12 - 6;
        rim_vec3    got = rim_quat_apply(rim_quat_axis_angle(axis, angle), v);
        long double n = sqrtl((long double)axis.x * axis.x + (long double)axis.y * axis.y +
                              (long double)axis.z * axis.z);
        long double x = axis.x / n, y = axis.y / n, z = axis.z / n;
        long double c = cosl(angle), s = sinl(angle), d = (x * v.x + y * v.y + z * v.z) * (1 - c);
        assert_near(got.x, (double)(v.x * c + (y * v.z - z * v.y) * s + x * d), 3e-6);
        assert_near(got.y, (double)(v.y * c + (z * v.x - x * v.z) * s + y * d), 3e-6);
        assert_near(got.z, (double)(v.z * c + (x * v.y - y * v.x) * s + z * d), 3e-6);

        // The length of a quaternion does not matter, nor does its sign.
        rim_quat q = rim_quat_axis_angle(axis, angle);
        rim_vec3 longer = rim_quat_apply((rim_quat){ q.x * -4, q.y * -4, q.z * -4, q.w * -4 }, v);
        assert_true(longer.x == got.x && longer.y == got.y && longer.z == got.z);
    }
    rim_vec3 v = rim_vec3_make(1, 2, 3);
    rim_vec3 same = rim_quat_apply((rim_quat){ 0, 0, 0, 0 }, v);
    assert_true(same.x == 1 && same.y == 2 && same.z == 3);
    assert_true(rim_quat_normalize((rim_quat){ 0, 0, 0, 0 }).w == 1);
    assert_true(rim_quat_axis_angle(rim_vec3_make(0, 0, 0), 2).w == 1);
}

static void quaternions_between_directions_arrive(void **state)
{
    (void)state;
    test_random random = { 27 };
    for (int i = 0; i < case_count(30000); i++)
    {
        rim_vec3 a = random_in_cube(&random, 2), b = random_in_cube(&random, 2);
        if (i % 3 == 1) b = rim_vec3_scale(a, -0.75f);
        if (i % 3 == 2)
            b = rim_vec3_add(rim_vec3_scale(a, -2.0f),
                             random_in_cube(&random, ldexpf(1.0f, -random_int(&random, 1, 40))));
        rim_vec3 got = rim_quat_apply(rim_quat_between(a, b), rim_vec3_normalize(a));
        assert_near(rim_vec3_distance(got, rim_vec3_normalize(b)), 0, 1e-6);
    }
    assert_true(rim_quat_between(rim_vec3_make(0, 0, 0), rim_vec3_make(0, 1, 0)).w == 1);
}

static void rigid_poses_undo_themselves(void **state)
{
    (void)state;
    test_random random = { 28 };
    for (int i = 0; i < case_count(20000); i++)
    {
        rim_quat   q = rim_quat_axis_angle(random_in_cube(&random, 1), random_unit(&random) * 6);
        rim_xform3 m = rim_xform3_make(random_in_cube(&random, 9), q);
        rim_xform3 k = rim_xform3_translation(random_in_cube(&random, 9));
        rim_vec3   p = random_in_cube(&random, 9);
        assert_near(rim_vec3_distance(rim_xform3_unapply(m, rim_xform3_apply(m, p)), p), 0, 1e-5);
        rim_vec3 back = rim_xform3_apply(rim_xform3_inverse(m), rim_xform3_apply(m, p));
        assert_near(rim_vec3_distance(back, p), 0, 1e-5);
        rim_vec3 two = rim_xform3_apply(m, rim_xform3_apply(k, p));
        assert_near(rim_vec3_distance(rim_xform3_apply(rim_xform3_mul(m, k), p), two), 0, 1e-5);
    }
}

static void zeroed_poses_are_none(void **state)
{
    (void)state;
    test_random random = { 30 };
    rim_xform3  none = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f, 0.0f } };
    for (int i = 0; i < case_count(2000); i++)
    {
        rim_quat   q = rim_quat_axis_angle(random_in_cube(&random, 1), random_unit(&random) * 6);
        rim_xform3 m = rim_xform3_make(random_in_cube(&random, 9), q);
        rim_vec3   p = random_in_cube(&random, 9), at = rim_xform3_apply(m, p);
        assert_near(rim_vec3_distance(rim_xform3_apply(rim_xform3_mul(m, none), p), at), 0, 0);
        assert_near(rim_vec3_distance(rim_xform3_apply(rim_xform3_mul(none, m), p), at), 0, 0);
        rim_xform3 still = rim_xform3_mul(rim_xform3_inverse(none), none);
        assert_near(rim_vec3_distance(rim_xform3_apply(still, p), p), 0, 0);
    }
}

// --- affine maps --------------------------------------------------------------------------------------------------

static rim_xform2 random_map(test_random *random)
{
    return (rim_xform2){ random_float(random, -3, 3),   random_float(random, -3, 3),
                         random_float(random, -3, 3),   random_float(random, -3, 3),
                         random_float(random, -50, 50), random_float(random, -50, 50) };
}

static void affine_maps_compose_and_invert(void **state)
{
    (void)state;
    test_random random = { 30 };
    int         inverted = 0;
    for (int i = 0; i < case_count(50000); i++)
    {
        rim_xform2 m = random_map(&random), k = random_map(&random);
        rim_vec2   p = random_vec2(&random, 10);
        rim_vec2   two = rim_xform2_apply(m, rim_xform2_apply(k, p));
        assert_near(rim_vec2_distance(rim_xform2_apply(rim_xform2_mul(m, k), p), two), 0, 2e-4);
        if (fabs(rim_xform2_determinant(m)) < 0.1) continue;
        rim_xform2_inverted inverse = rim_xform2_inverse(m);
        assert_true(inverse.exists);
        rim_vec2 back = rim_xform2_apply(inverse.xform, rim_xform2_apply(m, p));
        assert_near(rim_vec2_distance(back, p), 0, 5e-3);
        inverted++;
    }
    assert_true(inverted > case_count(50000) / 2);
    assert_false(rim_xform2_inverse((rim_xform2){ 2, 4, 1, 2, 0, 0 }).exists);
    assert_false(rim_xform2_inverse((rim_xform2){ 0, 0, 0, 0, 5, 5 }).exists);
    assert_false(rim_xform2_inverse((rim_xform2){ 1e-45f, 0, 0, 1, 0, 0 }).exists);
    assert_false(rim_xform2_inverse((rim_xform2){ 1, 0, 0, 1, NAN, 0 }).exists);
    rim_xform2 pose =
        rim_xform2_pose(rim_vec2_make(7, 8), rim_rot2_degrees(90), rim_vec2_make(2, -3));
    rim_vec2 at = rim_xform2_apply(pose, rim_vec2_make(1, 1));
    assert_true(at.x == 10 && at.y == 10); // (2, -3) turned: (3, 2)
}

// Products of two floats are exact in double, so cancellation cannot hide a determinant.
static void the_determinants_sign_is_exact(void **state)
{
    (void)state;
    test_random random = { 31 };
    int         zeros = 0;
    for (int i = 0; i < case_count(100000); i++)
    {
        rim_xform2 m = { random_finite(&random),
                         random_finite(&random),
                         random_finite(&random),
                         random_finite(&random),
                         0,
                         0 };
        if (i & 1) m = (rim_xform2){ m.a, m.a * 2, m.c, m.c * 2, 0, 0 };
        if (i % 4 == 1) m.d = nextafterf(m.d, i % 8 == 1 ? INFINITY : -INFINITY);
        long double det = (long double)m.a * m.d - (long double)m.b * m.c;
        double      got = rim_xform2_determinant(m);
        if (!isfinite(m.b) || !isfinite(m.d)) continue;
        assert_int_equal((det > 0) - (det < 0), (got > 0) - (got < 0));
        zeros += got == 0;
    }
    assert_true(zeros > case_count(100000) / 8);
}

static void bounds_of_a_mapped_box_lose_nothing(void **state)
{
    (void)state;
    test_random random = { 32 };
    int         tight = 0;
    for (int i = 0; i < case_count(100000); i++)
    {
        rim_xform2 m = random_map(&random);
        if (i % 3 == 0) m.tx *= 0x1p24f, m.ty *= 0x1p-30f;
        rim_vec2    p = random_vec2(&random, 20), q = random_vec2(&random, 20);
        rim_box2    box = rim_box2_make(vec2_min(p, q), vec2_max(p, q));
        rim_box2    got = xform2_bounds(m, box);
        long double lo = 1e30L, hi = -1e30L;
        for (int k = 0; k < 4; k++)
        {
            long double x = k & 1 ? box.lo.x : box.hi.x, y = k & 2 ? box.lo.y : box.hi.y;
            long double wx = m.a * x + m.c * y + m.tx, wy = m.b * x + m.d * y + m.ty;
            assert_true(got.lo.x <= wx && wx <= got.hi.x && got.lo.y <= wy && wy <= got.hi.y);
            lo = fminl(lo, wx), hi = fmaxl(hi, wx);
        }
        tight += nextafterf(got.lo.x, INFINITY) > lo && nextafterf(got.hi.x, -INFINITY) < hi;
    }
    assert_true(tight == case_count(100000));
    assert_true(rim_box2_is_empty(xform2_bounds(rim_xform2_identity(), rim_box2_empty())));
    // What double would round away: 1 + 2^-60 must lie inside.
    rim_box2   thin = rim_box2_make(rim_vec2_make(0x1p-60f, 0), rim_vec2_make(0x1p-60f, 0));
    // The sum 2^60 + 1 - 1/2 is above 2^60, though its last term alone is below.
    rim_box2   one = { { 1.0f, 1.0f }, { 1.0f, 1.0f } };
    rim_xform2 sheared = { 1.0f, 0.0f, -0.5f, 1.0f, 0x1p60f, 0.0f };
    rim_box2   far = xform2_bounds(sheared, one);
    assert_true(far.lo.x == 0x1p60f && far.hi.x == nextafterf(0x1p60f, INFINITY));
    rim_box2 moved = xform2_bounds(rim_xform2_translation(rim_vec2_make(1, 0)), thin);
    assert_true(moved.lo.x == 1.0f && moved.hi.x == nextafterf(1.0f, 2.0f));
}

// --- boxes, segments, planes ---------------------------------------------------------------------------------------

static void boxes_are_closed_and_empty_ones_hold_nothing(void **state)
{
    (void)state;
    rim_box2 a = rim_box2_make(rim_vec2_make(0, 0), rim_vec2_make(2, 1));
    rim_box2 b = rim_box2_make(rim_vec2_make(2, 1), rim_vec2_make(3, 3)), none = rim_box2_empty();
    assert_true(rim_box2_overlaps(a, b) && rim_box2_contains(a, rim_vec2_make(2, 1)));
    assert_false(rim_box2_overlaps(a, none) || rim_box2_overlaps(none, none));
    assert_false(rim_box2_contains(none, rim_vec2_make(0, 0)));
    assert_true(rim_box2_union(none, a).hi.x == 2);
    assert_true(rim_box2_is_empty(rim_box2_make(rim_vec2_make(NAN, 0), rim_vec2_make(1, 1))));
    rim_box3 c = rim_box3_make(rim_vec3_make(0, 0, 0), rim_vec3_make(1, 1, 1));
    assert_true(rim_box3_contains(c, rim_vec3_make(1, 1, 1)) &&
                !rim_box3_overlaps(c, rim_box3_empty()));
    assert_true(rim_box3_center(c).y == 0.5f && rim_box3_grow(c, 1).lo.z == -1);
    rim_rect r = rim_rect_intersect(rim_rect_make(0, 0, 4, 4), rim_rect_make(2, 4, 9, 9));
    assert_true(rim_rect_is_empty(r));
}

static void the_closest_point_of_a_segment_is_closest(void **state)
{
    (void)state;
    test_random random = { 33 };
    for (int i = 0; i < case_count(50000); i++)
    {
        rim_segment3 s = { random_in_cube(&random, 4), random_in_cube(&random, 4) };
        rim_vec3     p = random_in_cube(&random, 6);
        if (i % 5 == 0) s.b = s.a;
        if (i % 5 == 1) s.b = rim_vec3_along(s.a, s.b, 0x1p-40f);
        rim_on_segment3 on = rim_segment3_closest(s, p);
        long double     best = 1e30L;
        for (int k = 0; k <= 200; k++)
        {
            long double t = k / 200.0L, x = s.a.x + t * ((long double)s.b.x - s.a.x) - p.x;
            long double y = s.a.y + t * ((long double)s.b.y - s.a.y) - p.y;
            long double z = s.a.z + t * ((long double)s.b.z - s.a.z) - p.z;
            best = fminl(best, sqrtl(x * x + y * y + z * z));
        }
        assert_true(on.t >= 0 && on.t <= 1 && on.distance <= best * (1 + 1e-6L));
        assert_near(on.distance, rim_vec3_distance(on.point, p), 2e-6);
        s.a.z = s.b.z = p.z = 0;
        rim_on_segment3 on3 = rim_segment3_closest(s, p);
        // A scene of another size gives the same bits.
        rim_segment3    big = { rim_vec3_scale(s.a, 1024), rim_vec3_scale(s.b, 1024) };
        rim_on_segment3 on4 = rim_segment3_closest(big, rim_vec3_scale(p, 1024));
        assert_true(on4.t == on3.t && on4.distance == on3.distance * 1024);
    }
    rim_segment3 point = { { 3, 4, 0 }, { 3, 4, 0 } };
    rim_vec3     origin = { 0, 0, 0 };
    assert_true(rim_segment3_closest(point, origin).distance == 5);
    assert_true(rim_segment3_closest(point, origin).t == 0);
    rim_segment3 far = { { -3e38f, 0, 0 }, { 3e38f, 0, 0 } };
    assert_near(rim_segment3_closest(far, rim_vec3_make(0, 1, 0)).distance, 1, 0);
    rim_segment3 tiny = { { 0, 0, 0 }, { 1e-45f, 0, 0 } };
    assert_true(rim_segment3_closest(tiny, rim_vec3_make(1, 0, 0)).t == 1);
}

static void triangles_without_area_have_no_plane(void **state)
{
    (void)state;
    rim_vec3 a = rim_vec3_make(0, 0, 0), b = rim_vec3_make(1, 0, 0), c = rim_vec3_make(0, 1, 0);
    assert_true(rim_triangle_normal(a, b, c).z == 1 && rim_triangle_normal(a, c, b).z == -1);
    rim_vec3 none = rim_triangle_normal(a, b, rim_vec3_make(2, 0, 0));
    assert_true(none.x == 0 && none.y == 0 && none.z == 0);
    assert_true(rim_plane_through(a, rim_triangle_normal(a, a, a)).normal.x == 0);
    assert_true(rim_plane_through(b, a).offset == 0);
    test_random random = { 34 };
    for (int i = 0; i < case_count(30000); i++)
    {
        rim_vec3 p = random_in_cube(&random, 3), q = random_in_cube(&random, 3),
                 r = random_in_cube(&random, 3);
        rim_plane plane = rim_plane_through(p, rim_triangle_normal(p, q, r));
        assert_near(rim_plane_distance(plane, p), 0, 2e-6);
        // Off the plane by the rounding of its normal, times the size.
        assert_near(rim_plane_distance(plane, r), 0, 4e-6);
        rim_vec3 n = rim_triangle_normal(rim_vec3_scale(p, 0x1p-60f), rim_vec3_scale(q, 0x1p-60f),
                                         rim_vec3_scale(r, 0x1p-60f));
        rim_vec3 normal = rim_triangle_normal(p, q, r);
        assert_true(n.x == normal.x && n.y == normal.y && n.z == normal.z);
        rim_vec3 any = rim_triangle_normal(
            rim_vec3_make(random_finite(&random), random_finite(&random), random_finite(&random)),
            p, rim_vec3_make(random_finite(&random), 0, random_finite(&random)));
        assert_true(is_number3(any));
    }
}

// --- rounding with a direction -----------------------------------------------------------------------------------

static void the_next_float_is_that_of_the_c_library(void **state)
{
    (void)state;
    test_random random = { 35 };
    for (int i = 0; i < case_count(100000); i++)
    {
        float x =
            i < 4 ? (i & 1 ? 0x1p-149f : 0.0f) * (i & 2 ? -1.0f : 1.0f) : random_finite(&random);
        if (fabsf(x) == FLT_MAX) continue;
        assert_true(float_step(x, +1) == nextafterf(x, INFINITY));
        assert_true(float_step(x, -1) == nextafterf(x, -INFINITY));
        // Between two floats: one is below, one above; on one it is both.
        float  next = nextafterf(x, INFINITY);
        double between = x + random_unit(&random) * ((double)next - x);
        if (!(between > x && between < next)) continue;
        assert_true(float_below(between) == x && float_above(between) == next);
        assert_true(float_below(x) == x && float_above(x) == x);
    }
    uint32_t largest_nan = 0x7fffffff;
    float    nan;
    memcpy(&nan, &largest_nan, sizeof nan);
    for (int up = -1; up <= 1; up += 2)
    {
        assert_true(float_step(INFINITY, up) == INFINITY && float_step(-INFINITY, up) == -INFINITY);
        assert_true(isnan(float_step(nan, up)));
    }
    assert_true(float_below(1e300) == FLT_MAX && float_above(-1e300) == -FLT_MAX);
    assert_true(float_below(FLT_MAX) == FLT_MAX && float_above(-FLT_MAX) == -FLT_MAX);
    assert_true(float_below(-1e300) == -INFINITY && float_above(1e300) == INFINITY);
}

static int clamped_int(double x)
{
    return x != x ? 0 : x < INT32_MIN ? INT32_MIN : x > INT32_MAX ? INT32_MAX : (int)x;
}

static void floors_and_ceilings_stay_within_int(void **state)
{
    (void)state;
    static const double odd[] = { 0.0,          -0.0,          2147483647.0,
                                  2147483648.0, -2147483647.0, -2147483648.0,
                                  1e10,         -1e10,         0x1p-1074,
                                  -0x1p-1074,   INFINITY,      -INFINITY,
                                  NAN };
    test_random         random = { 36 };
    for (int i = 0; i < case_count(100000); i++)
    {
        double x = ldexp(random_unit(&random) - 0.5, random_int(&random, -3, 35));
        if (i < 5 * (int)(sizeof odd / sizeof *odd)) x = odd[i / 5] + 0.25 * (i % 5 - 2);
        assert_int_equal(clamped_int(floor(x)), float_floor_int(x));
        assert_int_equal(clamped_int(ceil(x)), float_ceil_int(x));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sine_and_cosine_are_within_one_ulp),
        cmocka_unit_test(huge_angles_are_reduced_exactly),
        cmocka_unit_test(degrees_are_exact_at_quarter_turns_and_equal_at_eighths),
        cmocka_unit_test(degrees_are_within_one_ulp_and_symmetric),
        cmocka_unit_test(arc_functions_agree_with_long_double),
        cmocka_unit_test(arc_functions_have_an_answer_everywhere),
        cmocka_unit_test(turns_of_the_plane_are_those_of_their_angle),
        cmocka_unit_test(vectors_of_any_size_are_normalised),
        cmocka_unit_test(vector_products_have_the_stated_signs),
        cmocka_unit_test(quaternions_turn_as_rodrigues_says),
        cmocka_unit_test(quaternions_between_directions_arrive),
        cmocka_unit_test(rigid_poses_undo_themselves),
        cmocka_unit_test(zeroed_poses_are_none),
        cmocka_unit_test(affine_maps_compose_and_invert),
        cmocka_unit_test(the_determinants_sign_is_exact),
        cmocka_unit_test(bounds_of_a_mapped_box_lose_nothing),
        cmocka_unit_test(boxes_are_closed_and_empty_ones_hold_nothing),
        cmocka_unit_test(the_closest_point_of_a_segment_is_closest),
        cmocka_unit_test(the_next_float_is_that_of_the_c_library),
        cmocka_unit_test(floors_and_ceilings_stay_within_int),
        cmocka_unit_test(triangles_without_area_have_no_plane),
    };
    return cmocka_run_group_tests_name("maths", tests, NULL, NULL);
}
