#include "support/bignum.h"
#include "support/support.h"

#include "base/exact.h"

#include <math.h>

__extension__ typedef __int128 wide;

static int sign_of(wide value)
{
    return value > 0 ? 1 : (value < 0 ? -1 : 0);
}

// A whole number of at most the given bits, either sign, often with long runs of zeros.
static double random_whole(test_random *random, int bits)
{
    int64_t value = (int64_t)(random_bits(random) >> (64 - bits));
    if (random_int(random, 0, 3) == 0) value &= -((int64_t)1 << random_int(random, 0, bits - 1));
    return (double)(random_int(random, 0, 1) ? value : -value);
}

// Of two products that differ by little, the heads are mostly equal: (m + k) (m - k) is m^2 - k^2.
static void products_are_compared_exactly(void **state)
{
    (void)state;
    test_random random = { 17 };
    int         close = 0, want = case_count(100000);
    for (int i = 0; i < want; i++)
    {
        double m = random_whole(&random, 52), k = (double)random_int(&random, 0, 3);
        double a = m + k, b = m - k, c = i % 2 ? m : random_whole(&random, 53), d = m;
        int    expected = sign_of((wide)a * (wide)b - (wide)c * (wide)d);
        assert_int_equal(expected, exact_compare_products(a, b, c, d));
        assert_int_equal(-expected, exact_compare_products(c, d, a, b));
        close += expected != 0 && a * b == c * d;
    }
    assert_true(close > want / 8);
}

static void a_sum_and_what_it_lost_make_the_whole(void **state)
{
    (void)state;
    test_random random = { 11 };
    int         rounded = 0;
    for (int i = 0; i < case_count(100000); i++)
    {
        int    shift = random_int(&random, 0, 60);
        double a = random_whole(&random, 53), b = ldexp(random_whole(&random, 53), shift);
        if (i & 1)
        {
            double swap = a;
            a = b, b = swap;
        }
        exact_pair s = exact_add(a, b);
        assert_true((wide)a + (wide)b == (wide)s.head + (wide)s.tail);
        assert_true(s.head == a + b);
        rounded += s.tail != 0.0;
    }
    assert_true(rounded > case_count(100000) / 4);
}

static void a_product_and_what_it_lost_make_the_whole(void **state)
{
    (void)state;
    test_random random = { 12 };
    int         rounded = 0;
    for (int i = 0; i < case_count(100000); i++)
    {
        double     a = random_whole(&random, 53), b = random_whole(&random, 53);
        exact_pair p = exact_mul(a, b);
        assert_true((wide)a * (wide)b == (wide)p.head + (wide)p.tail);
        assert_true(p.head == a * b);
        rounded += p.tail != 0.0;
        // Scaling by powers of two scales both parts.
        exact_pair q = exact_mul(ldexp(a, -300), ldexp(b, 100));
        assert_true(q.head == ldexp(p.head, -200) && q.tail == ldexp(p.tail, -200));
    }
    assert_true(rounded > case_count(100000) / 4);
}

static void the_sign_of_a_sum_of_products_is_exact(void **state)
{
    (void)state;
    test_random random = { 13 };
    int         near_zero = 0;
    for (int i = 0; i < case_count(100000); i++)
    {
        exact_sum sum;
        exact_sum_clear(&sum);
        wide   whole = 0;
        double back[10][2];
        int    n = random_int(&random, 1, 5);
        for (int k = 0; k < n; k++)
        {
            double a = random_whole(&random, random_int(&random, 1, 53));
            double b = random_whole(&random, random_int(&random, 1, 53));
            exact_sum_add_product(&sum, a, b);
            whole += (wide)a * (wide)b;
            back[k][0] = a, back[k][1] = b;
        }
        assert_int_equal(sign_of(whole), exact_sum_sign(&sum));
        // Taken away again in another order, with a little left over.
        int left = random_int(&random, -1, 1);
        for (int k = n; k-- > 0;) exact_sum_add_product(&sum, -back[k][0], back[k][1]);
        exact_sum_add(&sum, left);
        assert_int_equal(left, exact_sum_sign(&sum));
        near_zero++;
    }
    assert_true(near_zero >= case_count(100000));
}

static void products_of_sums_are_exact(void **state)
{
    (void)state;
    test_random random = { 4 };
    int         near_zero = 0, want = case_count(100000);
    for (int i = 0; i < want; i++)
    {
        exact_sum a, b, product;
        exact_sum_clear(&a);
        exact_sum_clear(&b);
        exact_sum_clear(&product);
        wide whole_a = 0, whole_b = 0;
        for (int k = random_int(&random, 1, 6); k > 0; k--)
        {
            double x = random_whole(&random, 53), y = random_whole(&random, 53);
            exact_sum_add(&a, x);
            exact_sum_add(&b, y);
            whole_a += (wide)x;
            whole_b += (wide)y;
        }
        int    left = random_int(&random, -1, 1);
        double split[2] = { (double)(whole_b >> 30) * 0x1p30, (double)(whole_b & 0x3fffffff) };
        exact_sum_add_sums(&product, &a, &b, -1.0);
        exact_sum_add(&product, left);
        assert_int_equal(whole_a * whole_b < left   ? 1
                         : whole_a * whole_b > left ? -1
                                                    : 0,
                         exact_sum_sign(&product));
        // a times b again, b in two other parts: what is left over is left over.
        for (int k = 0; k < a.count; k++) exact_sum_add_scaled(&product, split, 2, a.term[k]);
        assert_int_equal(left, exact_sum_sign(&product));
        assert_true(exact_sum_value(&product) == left);
        near_zero++;
    }
    assert_int_equal(want, near_zero);
}

static void all_terms_fit_however_far_apart(void **state)
{
    (void)state;
    enum
    {
        TERMS = 24
    };
    exact_sum sum;
    exact_sum_clear(&sum);
    for (int i = 0; i < TERMS; i++)
        exact_sum_add(&sum, ldexp(i & 1 ? -1.0 : 1.0, 60 * (i * 7 % TERMS) - 700));
    assert_int_equal(TERMS, sum.count);
    // 23 * 7 mod 24 = 17, 7 * 7 mod 24 = 1 ...: the largest exponent belongs to i = 17, an odd one.
    assert_int_equal(-1, exact_sum_sign(&sum));
    for (int i = 0; i < TERMS; i++)
        exact_sum_add(&sum, ldexp(i & 1 ? 1.0 : -1.0, 60 * (i * 7 % TERMS) - 700));
    assert_int_equal(0, exact_sum_sign(&sum));
    assert_int_equal(0, sum.count);
}

// --- orientation --------------------------------------------------------------------------------------

static wide determinant(rim_vec3 a, rim_vec3 b, rim_vec3 c, rim_vec3 d)
{
    int64_t u[3] = { (int64_t)b.x - (int64_t)a.x, (int64_t)b.y - (int64_t)a.y,
                     (int64_t)b.z - (int64_t)a.z };
    int64_t v[3] = { (int64_t)c.x - (int64_t)a.x, (int64_t)c.y - (int64_t)a.y,
                     (int64_t)c.z - (int64_t)a.z };
    int64_t w[3] = { (int64_t)d.x - (int64_t)a.x, (int64_t)d.y - (int64_t)a.y,
                     (int64_t)d.z - (int64_t)a.z };
    return ((wide)u[1] * v[2] - (wide)u[2] * v[1]) * w[0] +
           ((wide)u[2] * v[0] - (wide)u[0] * v[2]) * w[1] +
           ((wide)u[0] * v[1] - (wide)u[1] * v[0]) * w[2];
}

static rim_vec3 stretched(rim_vec3 p, const float by[3])
{
    return rim_vec3_make(p.x * by[0], p.y * by[1], p.z * by[2]);
}

static void orientation_is_exact_for_integers_at_any_stretch(void **state)
{
    (void)state;
    static const float stretches[4][3] = { { 1.0f, 1.0f, 1.0f },
                                           { 0x1p90f, 0x1p-80f, 0x1p10f },
                                           { 0x1p-149f, 0x1p-149f, 0x1p-149f },
                                           { 0x1p-20f, 0x1p100f, 0x1p100f } };
    test_random        random = { 1 };
    int                zeros = 0, near_zero = 0;
    for (int i = 0; i < case_count(200000); i++)
    {
        int      most = i % 3 == 0 ? 3 : i % 3 == 1 ? 200 : 200000;
        rim_vec3 a = random_whole3(&random, most), b = random_whole3(&random, most);
        rim_vec3 c = random_whole3(&random, most), d = random_whole3(&random, most);
        // A fourth point in the plane, and one step off it.
        if (i % 2) d = rim_vec3_sub(rim_vec3_add(b, c), a);
        if (i % 4 == 1) d.z += 1.0f;
        wide det = determinant(a, b, c, d);
        zeros += det == 0;
        near_zero += det != 0 && i % 2;
        for (int k = 0; k < 4; k++)
        {
            const float *by = stretches[k];
            rim_vec3     p = stretched(a, by), q = stretched(b, by), r = stretched(c, by);
            rim_vec3     s = stretched(d, by);
            assert_int_equal(sign_of(det), exact_orient3(p, q, r, s));
            assert_int_equal(sign_of(det), exact_orient3_slow(p, q, r, s));
            assert_int_equal(-sign_of(det), exact_orient3(q, p, r, s));
        }
    }
    assert_true(zeros > 100 && near_zero > 100);
}

// Two edges u and v = u + 2^15 k whose parallelogram, seen along one axis, has next to no area though
// its products have 78 bits: det(u, k) = -n for u = m k + n l where det(k, l) = 1. The rounding of these
// products, times a long third edge along the axis, is then as large as the determinant.
static void rounding_is_not_taken_for_a_side(void **state)
{
    (void)state;
    test_random random = { 17 };
    int         lost = 0, want = case_count(60000);
    for (int i = 0; i < want; i++)
    {
        int64_t k[2] = { 1, random_int(&random, 0, 3) }, l[2] = { 0, 1 };
        while (k[0] < 1 << 20 && k[1] < 1 << 20)
        {
            int64_t  times = random_int(&random, 1, 3);
            int64_t *more = random_bits(&random) & 1 ? k : l, *by = more == k ? l : k;
            for (int j = 0; j < 2; j++) more[j] += times * by[j];
        }
        int64_t m = random_int(&random, 1 << 14, 1 << 15), n = random_int(&random, -60, 60);
        float   at[4][3] = { { 0.0f } }; // a, b, c, d; coordinate 2 is the axis
        for (int j = 0; j < 2; j++)
        {
            int64_t u = m * k[j] + n * l[j], low = -u & 0x7fff;
            at[0][j] = (float)low;
            at[1][j] = (float)(u + low);
            at[2][j] = (float)(u + low + 0x8000 * k[j]);
            at[3][j] = (float)(low + random_int(&random, -3, 3));
        }
        at[1][2] = (float)random_int(&random, -3, 3);
        at[2][2] = (float)random_int(&random, -3, 3);
        at[3][2] = (float)random_int(&random, -(1 << 20), 1 << 20);
        rim_vec3 p[4];
        for (int j = 0, turn = i % 3; j < 4; j++)
            p[j] = rim_vec3_make(at[j][turn], at[j][(turn + 1) % 3], at[j][(turn + 2) % 3]);
        wide   det = determinant(p[0], p[1], p[2], p[3]);
        double u[3], v[3], w[3];
        for (int j = 0; j < 3; j++)
        {
            u[j] = (double)at[1][j] - at[0][j];
            v[j] = (double)at[2][j] - at[0][j];
            w[j] = (double)at[3][j] - at[0][j];
        }
        double rounded = (u[1] * v[2] - u[2] * v[1]) * w[0] + (u[2] * v[0] - u[0] * v[2]) * w[1] +
                         (u[0] * v[1] - u[1] * v[0]) * w[2];
        lost += rounded != 0.0 && sign_of(det) != (rounded > 0.0 ? 1 : -1);
        assert_int_equal(sign_of(det), exact_orient3(p[0], p[1], p[2], p[3]));
    }
    assert_true(lost > want / 100);
}

static void turns_are_exact_for_integers(void **state)
{
    (void)state;
    test_random random = { 2 };
    int         zeros = 0;
    for (int i = 0; i < case_count(200000); i++)
    {
        int      most = i % 2 ? 4 : 4000000;
        rim_vec3 a = random_whole3(&random, most), b = random_whole3(&random, most);
        rim_vec3 c = random_whole3(&random, most);
        if (i % 3 == 0) c = rim_vec3_sub(rim_vec3_add(b, b), a);
        int64_t det = (int64_t)(b.x - a.x) * (int64_t)(c.y - a.y) -
                      (int64_t)(b.y - a.y) * (int64_t)(c.x - a.x);
        if (most > 4 && i % 3 == 0 && (fabsf(c.x) > 0x1p23f || fabsf(c.y) > 0x1p23f)) continue;
        zeros += det == 0;
        assert_int_equal(sign_of(det), exact_orient2(a.x, a.y, b.x, b.y, c.x, c.y));
        if (i % 3 == 0) assert_true(exact_collinear(a, b, c));
    }
    assert_true(zeros > 100);
}

// Four points far out and near together: the determinant is a few units, its terms are up to 2^74, so that
// double cannot tell. A quarter lies in one plane.
static void sides_are_exact_where_double_cannot_tell(void **state)
{
    (void)state;
    test_random random = { 17 };
    int         signs[3] = { 0 }, doubtful = 0;
    for (int i = 0; i < case_count(100000); i++)
    {
        rim_vec3 a = rim_vec3_make(0.0f, 0.0f, 0.0f), u = random_whole3(&random, 1 << 23);
        rim_vec3 e = random_whole3(&random, 3), f = random_whole3(&random, 3),
                 n = rim_vec3_cross(e, f);
        // u nearly at right angles to n: det(u, u + e, u + f) is u . n.
        if (n.z != 0.0f) u.z = (float)(int64_t)(-((double)u.x * n.x + (double)u.y * n.y) / n.z);
        if (fabsf(u.z) > 0x1p23f) continue;
        if (i % 4 == 0) f = rim_vec3_scale(e, (float)random_int(&random, -2, 2));
        rim_vec3 v = rim_vec3_add(u, e), w = rim_vec3_add(u, f);
        wide     det = determinant(a, u, v, w);
        int      sign = sign_of(det);
        double   terms = fabs((double)u.x * v.y * w.z) + fabs((double)u.z * v.x * w.y);
        doubtful += sign && (double)(det < 0 ? -det : det) < 0x1p-52 * terms;
        signs[sign + 1]++;
        assert_int_equal(sign, exact_orient3(a, u, v, w));
        assert_int_equal(sign, exact_orient3_slow(a, u, v, w));
        assert_int_equal(-sign, exact_orient3(a, v, u, w));
        assert_int_equal(-sign, exact_orient3(u, a, v, w));
        assert_int_equal(sign, exact_orient3(w, v, u, a));
        // In the plane, with the same numbers.
        wide turn = (wide)(int64_t)u.x * (int64_t)v.y - (wide)(int64_t)u.y * (int64_t)v.x;
        assert_int_equal(sign_of(turn), exact_orient2(0.0f, 0.0f, u.x, u.y, v.x, v.y));
        assert_int_equal(-sign_of(turn), exact_orient2(0.0f, 0.0f, v.x, v.y, u.x, u.y));
        bool line = e.x * u.y == e.y * u.x && e.y * u.z == e.z * u.y && e.z * u.x == e.x * u.z;
        assert_int_equal(line, exact_collinear(a, u, v));
    }
    for (int i = 0; i < 3; i++) assert_true(signs[i] > case_count(5000));
    assert_true(doubtful > case_count(5000));
}

// What is left of the sum without its value is no more than a unit in the value's last place.
static void a_sum_has_its_value_also_after_cancellation(void **state)
{
    (void)state;
    test_random r = { 17 };
    int         cancelled = 0;
    for (int i = case_count(20000); i > 0; i--)
    {
        exact_sum sum;
        exact_sum_clear(&sum);
        double largest = 0.0;
        for (int k = random_int(&r, 2, 12); k > 0; k--)
        {
            // Few bits at many places, and now and then the opposite of the sum so far.
            double term = ldexp(random_int(&r, -3, 3), random_int(&r, -80, 0));
            if (random_int(&r, 0, 3) == 0 && sum.count > 0) term = -sum.term[sum.count - 1];
            exact_sum_add(&sum, term);
            largest = fmax(largest, fabs(term));
        }
        double value = exact_sum_value(&sum), left = 0.0;
        cancelled += fabs(value) < 0x1p-40 * largest && value != 0.0;
        exact_sum_add(&sum, -value);
        for (int k = 0; k < sum.count; k++) left += fabs(sum.term[k]);
        assert_true(left <= 0x1p-52 * fabs(value));
    }
    assert_true(cancelled > case_count(200));
}

// A list is what its numbers come to, rounded once; a pair of doubles is within a few units of 2^-100.
static void values_of_lists_are_rounded_once(void **state)
{
    (void)state;
    test_random random = { 17 };
    int         zeros = 0, want = case_count(50000);
    for (int i = 0; i < want; i++)
    {
        exact_list list;
        wide       whole = 0;
        double     terms[16], size;
        int        n = random_int(&random, 1, 7), count = 0;
        exact_list_clear(&list);
        for (int k = 0; k < n; k++)
        {
            double a = random_whole(&random, random_int(&random, 1, 53)),
                   b = random_whole(&random, 50);
            exact_list_add_product(&list, a, b);
            whole += (wide)a * (wide)b;
            exact_pair product = exact_mul(a, b);
            terms[count++] = product.head, terms[count++] = product.tail;
        }
        if (i % 4 == 0) // all but a little cancels
        {
            double head = (double)whole, rest = (double)random_int(&random, -1, 1);
            double tail = (double)(whole - (wide)head);
            exact_list_add(&list, -head), exact_list_add(&list, -tail), exact_list_add(&list, rest);
            whole += (wide)rest - (wide)head - (wide)tail;
            terms[count++] = -head, terms[count++] = -tail;
        }
        double value = exact_list_value(&list), right = (double)whole;
        assert_int_equal(sign_of(whole), (value > 0.0) - (value < 0.0));
        assert_near(value, right, 0x1p-53 * fabs(right));
        zeros += whole == 0;
        if (i % 4 == 0) continue;
        exact_pair pair = exact_pair_sum(terms, count, &size);
        wide       off = (wide)pair.head + (wide)pair.tail - whole;
        assert_near((double)off, 0.0, 0x1p-98 * size);
    }
    assert_true(zeros > want / 100);
}

static big big_of_wide(wide value)
{
    big high = big_of_int((int64_t)(value >> 62)),
        low = big_of_int((int64_t)(value & (((wide)1 << 62) - 1)));
    high = big_shift_left(&high, 62);
    return big_add(&high, &low);
}

static void long_whole_numbers_agree_with_wide_ones(void **state)
{
    (void)state;
    test_random random = { 18 };
    for (int i = 0; i < case_count(20000); i++)
    {
        wide a = (wide)random_whole(&random, 53),
             b = (wide)random_whole(&random, random_int(&random, 1, 53));
        wide c = (wide)random_whole(&random, 53) * ((wide)1 << random_int(&random, 0, 60));
        big  p = big_of_double((double)a, 0), q = big_of_double((double)b, 0), r = big_of_wide(c);
        big  product = big_multiply(&p, &q), sum = big_add(&product, &r),
            rest = big_subtract(&product, &r);
        big expected_sum = big_of_wide(a * b + c), expected_rest = big_of_wide(a * b - c);
        assert_int_equal(big_compare(&sum, &expected_sum), 0);
        assert_int_equal(big_compare(&rest, &expected_rest), 0);
        assert_int_equal(big_compare(&product, &r), sign_of(a * b - c));
        big two = big_of_double(0x1p-40, 40 + 7), seven = big_of_int(128);
        assert_int_equal(big_compare(&two, &seven), 0);
        // A third, and the next doubles.
        big one = big_of_int(1), three = big_of_int(3);
        assert_true(big_is_near(1.0 / 3.0, &one, &three, 1));
        assert_true(big_is_near(1.0 / 3.0 + 0x1p-53, &one, &three, 3));
        assert_false(big_is_near(1.0 / 3.0 + 0x1p-51, &one, &three, 7));
        assert_false(big_is_near(0.0, &one, &three, 7));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_lists_are_rounded_once),
        cmocka_unit_test(long_whole_numbers_agree_with_wide_ones),
        cmocka_unit_test(products_are_compared_exactly),
        cmocka_unit_test(a_sum_and_what_it_lost_make_the_whole),
        cmocka_unit_test(a_product_and_what_it_lost_make_the_whole),
        cmocka_unit_test(the_sign_of_a_sum_of_products_is_exact),
        cmocka_unit_test(products_of_sums_are_exact),
        cmocka_unit_test(orientation_is_exact_for_integers_at_any_stretch),
        cmocka_unit_test(rounding_is_not_taken_for_a_side),
        cmocka_unit_test(turns_are_exact_for_integers),
        cmocka_unit_test(sides_are_exact_where_double_cannot_tell),
        cmocka_unit_test(all_terms_fit_however_far_apart),
        cmocka_unit_test(a_sum_has_its_value_also_after_cancellation),
    };
    return cmocka_run_group_tests_name("exact", tests, NULL, NULL);
}
