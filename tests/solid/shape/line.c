// Lines without ends.
#include "support/oracle3.h"

#include "rimcast/shape3_line.h"
#include "rimcast/shape3_ray.h"

#include <math.h>

#define SIZE 3.0f

static rim_line3 random_line(test_random *random)
{
    rim_line3 line = { random_vec3(random, SIZE), random_vec3(random, 2.0f) };
    if (rim_vec3_length(line.direction) < 0.1f) line.direction.x = 1.0f;
    return line;
}

static spot at(rim_line3 line, double t)
{
    spot p = spot_of(line.point), d = spot_of(line.direction);
    spot q = { p.x + t * d.x, p.y + t * d.y, p.z + t * d.z };
    return q;
}

// The line enters and leaves where the distance becomes and ceases to be `grow`, and is inside between.
static void check_solid(rim_line3 line, rim_line_hit3 hit, spot_distance *distance, double grow,
                        const void *thing, int *hits)
{
    double far = 40.0 / rim_vec3_length(line.direction);
    double least = oracle_segment(at(line, -far), at(line, far), distance, thing) - grow;
    if (fabs(least) > 1e-5) assert_int_equal(hit.hit, least < 0.0);
    if (!hit.hit) return;
    (*hits)++;
    assert_true(hit.t_in <= hit.t_out);
    double slack = 1e-4, tangent = fmin(1.0, 1e-3);
    assert_near(distance(at(line, hit.t_in), thing), grow, slack);
    assert_near(distance(at(line, hit.t_out), thing), grow, slack);
    assert_true(distance(at(line, 0.5 * (hit.t_in + hit.t_out)), thing) < grow + 1e-6);
    if (hit.t_out - hit.t_in > tangent)
    {
        double out = 0.1 * (hit.t_out - hit.t_in) + 0.05;
        assert_true(distance(at(line, hit.t_in - out), thing) > grow - 1e-6);
        assert_true(distance(at(line, hit.t_out + out), thing) > grow - 1e-6);
        assert_true(rim_vec3_dot(hit.normal_in, line.direction) < 1e-5f);
        assert_true(rim_vec3_dot(hit.normal_out, line.direction) > -1e-5f);
    }
    assert_near(spot_gap(spot_of(hit.in), at(line, hit.t_in)), 0.0, 1e-5);
    assert_near(spot_gap(spot_of(hit.out), at(line, hit.t_out)), 0.0, 1e-5);
    assert_near(rim_vec3_length(hit.normal_in), 1.0, 1e-6);
    assert_near(rim_vec3_length(hit.normal_out), 1.0, 1e-6);
}

static double from_point(spot p, const void *center)
{
    return spot_gap(p, spot_of(*(const rim_vec3 *)center));
}

static void solids_are_crossed_where_a_search_finds(void **state)
{
    (void)state;
    test_random random = { 1 };
    int         balls = 0, rods = 0, boxes = 0;
    for (int i = 0; i < case_count(1500); i++)
    {
        rim_line3    line = random_line(&random);
        rim_capsule  c = random_capsule(&random, SIZE);
        rim_sphere   s = { c.a, c.radius };
        rim_segment3 axis = { c.a, c.b };
        rim_obox     box = { rim_xform3_identity(), { 0, 0, 0 } };
        rim_vec3     half = random_vec3(&random, 2.0f);
        box.pose.position = random_vec3(&random, 2.0f);
        box.half = rim_vec3_make(fabsf(half.x), fabsf(half.y), fabsf(half.z));
        rim_box3 straight = { rim_vec3_sub(box.pose.position, box.half),
                              rim_vec3_add(box.pose.position, box.half) };
        check_solid(line, rim_line3_cross_sphere(line, s), from_point, c.radius, &s.center, &balls);
        check_solid(line, rim_line3_cross_capsule(line, c), oracle_point_segment, c.radius, &axis,
                    &rods);
        check_solid(line, rim_line3_cross_box3(line, straight), oracle_point_obox, 0.0, &box,
                    &boxes);
        box.pose.rotation.x = random_float(&random, -1.0f, 1.0f);
        box.pose.rotation.z = random_float(&random, -1.0f, 1.0f);
        check_solid(line, rim_line3_cross_obox(line, box), oracle_point_obox, 0.0, &box, &boxes);
    }
    int enough = case_count(1500) / 50;
    assert_true(balls > enough && rods > enough && boxes > enough);
}

// A ray long enough, begun early enough, is the line.
static void faces_are_crossed_where_long_rays_meet_them(void **state)
{
    (void)state;
    test_random random = { 2 };
    int         hits = 0, behind = 0;
    for (int i = 0; i < case_count(20000); i++)
    {
        rim_line3     line = random_line(&random);
        rim_triangle  t = random_triangle(&random, SIZE);
        rim_vec3      points[3] = { t.a, t.b, t.c };
        rim_polygon3  polygon = { points, 3 };
        rim_line_hit3 hit = rim_line3_cross_triangle(line, &t);
        rim_line_hit3 same = rim_line3_cross_polygon3(line, polygon);
        assert_true(hit.hit == same.hit && hit.t_in == same.t_in && hit.back == same.back);
        rim_ray3 on = { line.point, rim_vec3_scale(line.direction, 256.0f) };
        rim_ray3 back = { line.point, rim_vec3_scale(line.direction, -256.0f) };
        rim_hit3 ahead = rim_triangle_raycast(&t, on, RIM_SIDE_BOTH);
        rim_hit3 before = rim_triangle_raycast(&t, back, RIM_SIDE_BOTH);
        if (fabs(hit.t_in) > 200.0) continue;
        assert_int_equal(hit.hit, ahead.hit || before.hit);
        if (!hit.hit) continue;
        assert_near(hit.t_in, ahead.hit ? 256.0 * ahead.t : -256.0 * before.t, 1e-4);
        assert_true(hit.t_in == hit.t_out && rim_vec3_dot(hit.normal_in, line.direction) <= 0.0f);
        assert_near(rim_vec3_distance(hit.in, ahead.hit ? ahead.point : before.point), 0.0, 1e-4);
        if (ahead.hit) assert_int_equal(hit.back, ahead.back);
        assert_int_equal(hit.feature_in.kind, (ahead.hit ? ahead : before).other.kind);
        hits++;
        behind += before.hit;
    }
    assert_true(hits > case_count(20000) / 50 && behind > case_count(20000) / 200);
}

static rim_vec3 by(rim_vec3 v, float k)
{
    return rim_vec3_scale(v, k);
}

static void crossings_scale_to_the_bit_by_powers_of_two(void **state)
{
    (void)state;
    test_random random = { 3 };
    for (int i = 0; i < case_count(5000); i++)
    {
        float       k = ldexpf(1.0f, (i % 2 ? 1 : -1) * random_int(&random, 1, 40));
        rim_line3   a = random_line(&random), b = { by(a.point, k), by(a.direction, k) };
        rim_capsule c = random_capsule(&random, SIZE), e = { by(c.a, k), by(c.b, k), c.radius * k };
        rim_triangle t = random_triangle(&random, SIZE), u = { by(t.a, k), by(t.b, k), by(t.c, k) };
        rim_line_hit3 f = rim_line3_cross_capsule(a, c), g = rim_line3_cross_capsule(b, e);
        assert_true(f.hit == g.hit && f.t_in == g.t_in && f.t_out == g.t_out);
        assert_true(f.in.x * k == g.in.x && f.normal_out.y == g.normal_out.y);
        f = rim_line3_cross_triangle(a, &t), g = rim_line3_cross_triangle(b, &u);
        assert_true(f.hit == g.hit && f.t_in == g.t_in && f.in.z * k == g.in.z);
    }
}

static void edges_that_are_met_exactly_count(void **state)
{
    (void)state;
    rim_line3     line = { { 9, 1, 0 }, { -2, 0, 0 } };
    rim_sphere    s = { { 0, 0, 0 }, 1.0f };
    rim_line_hit3 hit = rim_line3_cross_sphere(line, s);
    assert_true(hit.hit && hit.t_in == 4.5 && hit.t_out == 4.5 && hit.normal_in.y == 1.0f);
    rim_box3 box = { { -1, -1, -1 }, { 1, 1, 1 } };
    hit = rim_line3_cross_box3(line, box);
    assert_true(hit.hit && hit.t_in == 4.0 && hit.t_out == 5.0);
    assert_true(hit.feature_in.index == 1 && hit.feature_out.index == 0 && hit.in.x == 1.0f);
    rim_capsule upright = { { 0, -3, 0 }, { 0, 3, 0 }, 1.0f };
    rim_line3   along = { { 1, 50, 0 }, { 0, 1, 0 } };
    hit = rim_line3_cross_capsule(along, upright);
    assert_true(hit.hit && hit.t_in == -53.0 && hit.t_out == -47.0);
    rim_line3 none = { { 0, 0, 0 }, { 0, 0, 0 } };
    assert_false(rim_line3_cross_sphere(none, s).hit || rim_line3_cross_box3(none, box).hit);
    assert_false(rim_line3_cross_box3(line, rim_box3_empty()).hit);
}

static void what_is_not_finite_crosses_nothing(void **state)
{
    (void)state;
    test_random random = { 4 };
    for (int i = 0; i < case_count(20000); i++)
    {
        float f[16];
        bool  finite = true;
        for (int k = 0; k < 16; k++)
        {
            f[k] = random_any_float(&random);
            if (i % 3 && k != i % 16) f[k] = random_float(&random, -1.0f, 1.0f);
            finite = finite && isfinite(f[k]);
        }
        rim_line3     line = { { f[0], f[1], f[2] }, { f[3], f[4], f[5] } };
        rim_triangle  t = { { f[6], f[7], f[8] }, { f[9], f[10], f[11] }, { f[12], f[13], f[14] } };
        rim_capsule   c = { t.a, t.b, fabsf(f[15]) };
        rim_obox      box = { { t.a, { f[9], f[10], f[11], f[12] } },
                              { fabsf(f[13]), fabsf(f[14]), fabsf(f[15]) } };
        rim_line_hit3 h[3] = { rim_line3_cross_triangle(line, &t), rim_line3_cross_capsule(line, c),
                               rim_line3_cross_obox(line, box) };
        for (int k = 0; k < 3; k++)
        {
            assert_true(h[k].t_in == h[k].t_in && h[k].t_out == h[k].t_out);
            assert_no_nan(&h[k].in.x, 12);
        }
        if (!isfinite(f[0]) || !isfinite(f[5])) assert_false(h[0].hit || h[1].hit || h[2].hit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solids_are_crossed_where_a_search_finds),
        cmocka_unit_test(faces_are_crossed_where_long_rays_meet_them),
        cmocka_unit_test(crossings_scale_to_the_bit_by_powers_of_two),
        cmocka_unit_test(edges_that_are_met_exactly_count),
        cmocka_unit_test(what_is_not_finite_crosses_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
