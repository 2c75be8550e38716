// Spheres, capsules, triangles, polygons, boxes and planes at rest.
#include "support/pairs.h"
#include "support/oracle3.h"

#include "simd/f64x4.h"
#include "solid/shape/distance_lanes.h"

#include <math.h>
#include <string.h>

#define SIZE 4.0f

static rim_sphere as_sphere(rim_capsule c)
{
    rim_sphere s = { c.a, c.radius };
    return s;
}

static double capsule_to(rim_capsule c, spot_distance *distance, const void *thing)
{
    return oracle_segment(spot_of(c.a), spot_of(c.b), distance, thing) - c.radius;
}

// What holds for every answer, whatever the shapes.
static void check_distance(rim_distance3 d, double expected)
{
    assert_near(d.distance, expected > 0.0 ? expected : 0.0, 4e-6);
    assert_near(rim_vec3_length(d.normal), 1.0, 1e-6);
    rim_vec3 between = rim_vec3_sub(d.on_a, d.on_b);
    assert_near(rim_vec3_length(between), d.distance, 4e-6);
    if (d.distance > 1e-3f) assert_near(rim_vec3_dot(between, d.normal), d.distance, 1e-5);
}

static void check_contact(rim_contact3 c, double expected)
{
    if (fabs(expected) > 1e-5) assert_int_equal(c.hit, expected < 0.0);
    if (!c.hit) return;
    assert_true(c.depth >= 0.0f);
    assert_near(rim_vec3_length(c.normal), 1.0, 1e-6);
    rim_vec3 between = rim_vec3_sub(c.on_b, c.on_a);
    rim_vec3 way = rim_vec3_scale(c.normal, c.depth);
    assert_near(rim_vec3_distance(between, way), 0.0, 4e-6);
}

static rim_capsule moved(rim_capsule c, rim_vec3 by)
{
    c.a = rim_vec3_add(c.a, by);
    c.b = rim_vec3_add(c.b, by);
    return c;
}

static void triangles_are_as_far_as_a_search_finds(void **state)
{
    (void)state;
    test_random random = { 1 };
    int         near = 0, far = 0, pierced = 0;
    for (int i = 0; i < case_count(6000); i++)
    {
        rim_triangle  t = random_triangle(&random, SIZE);
        rim_capsule   c = random_capsule(&random, SIZE);
        rim_distance3 d = rim_capsule_distance_triangle(c, &t);
        double        expected = capsule_to(c, oracle_point_triangle, &t);
        check_distance(d, expected);
        assert_true(oracle_point_triangle(spot_of(d.on_b), &t) <=
                    4e-6 + (d.distance == 0.0f ? c.radius : 0.0));
        check_contact(rim_capsule_contact_triangle(c, &t), expected);

        rim_sphere s = as_sphere(c);
        double     point = oracle_point_triangle(spot_of(s.center), &t) - s.radius;
        check_distance(rim_sphere_distance_triangle(s, &t), point);
        check_contact(rim_sphere_contact_triangle(s, &t), point);
        near += expected < 0.0;
        far += expected > 0.0;
        pierced += d.letter == RIM_CASE_X;
    }
    assert_true(near > case_count(6000) / 10 && far > case_count(6000) / 10 &&
                pierced > case_count(6000) / 200);
}

static bool same_vec3(rim_vec3 a, rim_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static void a_polygon_of_three_corners_answers_as_a_triangle(void **state)
{
    (void)state;
    test_random random = { 2 };
    int         differ = 0;
    for (int i = 0; i < case_count(20000); i++)
    {
        rim_triangle  t = random_triangle(&random, SIZE);
        rim_vec3      points[3] = { t.a, t.b, t.c };
        rim_polygon3  polygon = { points, 3 };
        rim_capsule   c = random_capsule(&random, SIZE);
        rim_distance3 a = rim_capsule_distance_triangle(c, &t),
                      b = rim_capsule_distance_polygon3(c, polygon);
        assert_near(a.distance, b.distance, 1e-6);
        if (a.letter != b.letter || !same_vec3(a.on_b, b.on_b)) differ++;
        a = rim_sphere_distance_triangle(as_sphere(c), &t);
        b = rim_sphere_distance_polygon3(as_sphere(c), polygon);
        assert_near(a.distance, b.distance, 1e-6);
        assert_near(rim_vec3_distance(a.on_b, b.on_b), 0.0, a.distance > 0.0f ? 1e-5 : 10.0);
    }
    assert_true(differ < case_count(20000) / 20);
}

// A regular polygon, turned and stretched, with corners rounded to float.
static int random_polygon(test_random *random, rim_vec3 *points)
{
    int      count = random_int(random, 3, 12);
    rim_vec3 center = random_vec3(random, 1.0f), u = random_unit_vec3(random);
    rim_vec3 v = rim_vec3_cross(u, random_unit_vec3(random));
    for (int i = 0; i < count; i++)
    {
        double angle = 6.283185307179586 * i / count;
        points[i] = rim_vec3_along(rim_vec3_along(center, u, (float)(3.0 * cos(angle))), v,
                                   (float)(2.0 * sin(angle)));
    }
    return count;
}

static void a_polygon_is_as_far_as_the_nearest_of_its_triangles(void **state)
{
    (void)state;
    test_random random = { 3 };
    for (int i = 0; i < case_count(1500); i++)
    {
        rim_vec3     points[12];
        rim_polygon3 polygon = { points, random_polygon(&random, points) };
        rim_capsule  c = random_capsule(&random, SIZE);
        double       expected = INFINITY, point = INFINITY;
        for (int k = 2; k < polygon.count; k++)
        {
            rim_triangle t = { points[0], points[k - 1], points[k] };
            expected = fmin(expected, capsule_to(c, oracle_point_triangle, &t));
            point = fmin(point, oracle_point_triangle(spot_of(c.a), &t) - c.radius);
        }
        check_distance(rim_capsule_distance_polygon3(c, polygon), expected);
        check_contact(rim_capsule_contact_polygon3(c, polygon), expected);
        check_distance(rim_sphere_distance_polygon3(as_sphere(c), polygon), point);
        check_contact(rim_sphere_contact_polygon3(as_sphere(c), polygon), point);
    }
}

// Pushed by its depth a thing just touches, and no shorter push in any direction sets it free.
static void check_way_out(test_random *random, rim_capsule c, rim_contact3 contact,
                          spot_distance *distance, const void *thing)
{
    rim_vec3 way = rim_vec3_scale(contact.normal, contact.depth);
    assert_near(capsule_to(moved(c, way), distance, thing), 0.0, 2e-5);
    for (int k = 0; k < 12; k++)
    {
        rim_vec3 other = rim_vec3_scale(random_unit_vec3(random), 0.98f * contact.depth);
        assert_true(capsule_to(moved(c, other), distance, thing) < 1e-5);
    }
}

static void contacts_tell_the_shortest_way_out(void **state)
{
    (void)state;
    test_random random = { 4 };
    int         deep = 0;
    for (int i = 0; i < case_count(4000); i++)
    {
        rim_triangle t = random_triangle(&random, SIZE);
        rim_capsule  c = random_capsule(&random, SIZE);
        rim_contact3 contact = rim_capsule_contact_triangle(c, &t);
        if (contact.depth < 0.01f) continue;
        check_way_out(&random, c, contact, oracle_point_triangle, &t);
        deep += contact.letter == RIM_CASE_X;
        rim_capsule ball = { c.a, c.a, c.radius };
        contact = rim_sphere_contact_triangle(as_sphere(c), &t);
        if (contact.depth >= 0.01f)
            check_way_out(&random, ball, contact, oracle_point_triangle, &t);
    }
    assert_true(deep >= case_count(4000) / 200);
}

static rim_vec3 random_grid(test_random *random, float size)
{
    float x = (float)random_int(random, -4, 4), y = (float)random_int(random, -4, 4);
    return rim_vec3_scale(rim_vec3_make(x, y, (float)random_int(random, -4, 4)), size);
}

// As deep as the radius, and out across the axis.
static void check_left(rim_capsule c, rim_contact3 contact)
{
    assert_true(contact.hit);
    assert_near(contact.depth, c.radius, 1e-5 * c.radius);
    assert_near(rim_vec3_length(contact.normal), 1.0, 1e-6);
    rim_vec3 axis = rim_vec3_normalize(rim_vec3_sub(c.b, c.a));
    assert_near(rim_vec3_dot(contact.normal, axis), 0.0, 1e-6);
}

// On a grid an axis meets a corner exactly, but where on the axis that is must be rounded. The difference of the
// two points is nothing but that rounding, and no normal: it is along the axis, where there is no way out.
static void axes_that_meet_a_corner_are_left_sideways(void **state)
{
    (void)state;
    test_random random = { 6 };
    int         met = 0;
    for (int i = 0; i < case_count(4000); i++)
    {
        float    size = (float)(1 << random_int(&random, 0, 6)) * 0.125f;
        float    other = (float)(1 << random_int(&random, 0, 6)) * 0.125f;
        rim_vec3 way = random_grid(&random, size), at = random_grid(&random, size);
        rim_vec3 p = rim_vec3_add(at, random_grid(&random, other));
        rim_vec3 q = rim_vec3_add(at, random_grid(&random, other));
        if (rim_vec3_length(way) == 0.0f || rim_vec3_length(rim_vec3_sub(p, at)) == 0.0f) continue;
        rim_capsule  c = { rim_vec3_along(at, way, -(float)random_int(&random, 1, 6)),
                           rim_vec3_along(at, way, (float)random_int(&random, 1, 6)), size };
        rim_capsule  bar = { at, p, 0.0f }, back = { p, at, 0.0f };
        rim_triangle t[3] = { { at, p, q }, { q, at, p }, { p, q, at } };
        check_left(c, capsule_contact_capsule(c, bar));
        check_left(c, capsule_contact_capsule(c, back));
        for (int k = 0; k < 3; k++)
        {
            rim_contact3 contact = rim_capsule_contact_triangle(c, &t[k]);
            rim_vec3     out = rim_vec3_scale(contact.normal, 1.001f * contact.depth);
            assert_true(contact.hit);
            assert_false(capsule_overlaps_triangle(moved(c, out), &t[k]));
        }
        rim_vec3     wide = rim_vec3_make(other, other, other);
        rim_box3     box = { at, rim_vec3_add(at, wide) };
        rim_contact3 contact = capsule_contact_box3(c, box);
        rim_vec3     out = rim_vec3_scale(contact.normal, 1.001f * contact.depth);
        assert_true(contact.hit);
        assert_false(capsule_contact_box3(moved(c, out), box).hit);
        met++;
    }
    assert_true(met > case_count(4000) / 2);
}

static rim_obox random_obox(test_random *random)
{
    rim_obox box;
    box.pose.position = random_vec3(random, 2.0f);
    box.pose.rotation.x = random_float(random, -1.0f, 1.0f);
    box.pose.rotation.y = random_float(random, -1.0f, 1.0f);
    box.pose.rotation.z = random_float(random, -1.0f, 1.0f);
    box.pose.rotation.w = random_float(random, -1.0f, 1.0f);
    if (random_int(random, 0, 2) == 0) box.pose.rotation = rim_quat_identity();
    rim_vec3 half = random_vec3(random, 2.0f);
    box.half = rim_vec3_make(fabsf(half.x), fabsf(half.y), fabsf(half.z));
    return box;
}

static void boxes_are_as_far_as_a_search_finds(void **state)
{
    (void)state;
    test_random random = { 5 };
    int         inside = 0, apart = 0;
    for (int i = 0; i < case_count(4000); i++)
    {
        rim_obox    box = random_obox(&random);
        rim_capsule c = random_capsule(&random, SIZE);
        double      expected = capsule_to(c, oracle_point_obox, &box);
        check_distance(capsule_distance_obox(c, box), expected);
        rim_contact3 contact = capsule_contact_obox(c, box);
        check_contact(contact, expected);
        if (contact.depth > 0.01f) check_way_out(&random, c, contact, oracle_point_obox, &box);

        rim_capsule ball = { c.a, c.a, c.radius };
        double      point = oracle_point_obox(spot_of(c.a), &box) - c.radius;
        check_distance(sphere_distance_obox(as_sphere(c), box), point);
        contact = sphere_contact_obox(as_sphere(c), box);
        check_contact(contact, point);
        if (contact.depth > 0.01f) check_way_out(&random, ball, contact, oracle_point_obox, &box);
        inside += contact.depth > c.radius;
        apart += expected > 0.0;
    }
    assert_true(inside > case_count(4000) / 100 && apart > case_count(4000) / 10);
}

static void a_box_along_the_axes_answers_as_the_same_box_posed(void **state)
{
    (void)state;
    test_random random = { 6 };
    for (int i = 0; i < case_count(5000); i++)
    {
        rim_vec3    p = random_vec3(&random, SIZE), q = random_vec3(&random, SIZE);
        rim_box3    box = { rim_vec3_min(p, q), rim_vec3_max(p, q) };
        rim_obox    posed = obox_of_box3(box);
        rim_capsule c = random_capsule(&random, SIZE);
        assert_near(capsule_distance_box3(c, box).distance,
                    capsule_distance_obox(c, posed).distance, 3e-6);
        assert_near(capsule_contact_box3(c, box).depth, capsule_contact_obox(c, posed).depth, 3e-6);
        rim_distance3 a = sphere_distance_box3(as_sphere(c), box);
        rim_distance3 b = sphere_distance_obox(as_sphere(c), posed);
        assert_near(a.distance, b.distance, 3e-6);
    }
    rim_box3   empty = rim_box3_empty();
    rim_sphere s = { { 0.0f, 0.0f, 0.0f }, 1e30f };
    assert_true(isinf(sphere_distance_box3(s, empty).distance));
    assert_false(sphere_contact_box3(s, empty).hit);
}

static void features_of_a_box_have_their_names(void **state)
{
    (void)state;
    rim_box3 box = { { -1.0f, -1.0f, -1.0f }, { 1.0f, 1.0f, 1.0f } };
    int      seen[4] = { 0 };
    for (int x = -1; x <= 1; x++)
        for (int y = -1; y <= 1; y++)
            for (int z = -1; z <= 1; z++)
            {
                if (!x && !y && !z) continue;
                rim_sphere  s = { { 3.0f * (float)x, 3.0f * (float)y, 3.0f * (float)z }, 1.0f };
                rim_capsule c = { s.center, s.center, 1.0f };
                rim_feature f = sphere_distance_box3(s, box).feature_b;
                rim_feature g = capsule_distance_box3(c, box).feature_b;
                assert_int_equal(f.kind, g.kind);
                assert_int_equal(f.index, g.index);
                seen[f.kind] |= 1 << f.index;
                int vertex = (x > 0) | (y > 0) << 1 | (z > 0) << 2;
                if (x && y && z) assert_int_equal(f.index, vertex);
                if (f.kind == RIM_FEATURE_FACE)
                    assert_int_equal(f.index, x ? x > 0 : y ? 2 + (y > 0) : 4 + (z > 0));
                if (f.kind == RIM_FEATURE_EDGE && !x)
                    assert_int_equal(f.index, (y > 0) + 2 * (z > 0));
                if (f.kind == RIM_FEATURE_EDGE && !y)
                    assert_int_equal(f.index, 4 + (x > 0) + 2 * (z > 0));
                if (f.kind == RIM_FEATURE_EDGE && !z)
                    assert_int_equal(f.index, 8 + (x > 0) + 2 * (y > 0));
            }
    assert_int_equal(seen[RIM_FEATURE_VERTEX], 0xff);
    assert_int_equal(seen[RIM_FEATURE_EDGE], 0xfff);
    assert_int_equal(seen[RIM_FEATURE_FACE], 0x3f);
}

// The axis passes through a point so close to an end that a double for the place on the axis is rounded to that end. The
// way from the end to the point is along the axis, where there is no way out.
static void axes_that_end_just_beyond_a_point_are_left_sideways(void **state)
{
    (void)state;
    const rim_vec3 square[4] = {
        { 0.0f, 0.0f, 0.0f }, { 4.0f, 0.0f, 0.0f }, { 4.0f, 4.0f, 0.0f }, { 0.0f, 4.0f, 0.0f }
    };
    test_random random = { 8 };
    for (int i = 0; i < case_count(2000); i++)
    {
        rim_vec3 way = random_grid(&random, 1.0f), origin = rim_vec3_make(0.0f, 0.0f, 0.0f);
        if (rim_vec3_length(way) == 0.0f) continue;
        rim_vec3     far = rim_vec3_scale(way, 4.0f), beyond = rim_vec3_scale(way, -0x1p-52f);
        rim_capsule  c[2] = { { far, beyond, 1.0f }, { beyond, far, 1.0f } };
        rim_capsule  point = { origin, origin, 0.0f };
        rim_polygon3 face = { square, 4 };
        for (int k = 0; k < 2; k++)
        {
            rim_contact3 contact = capsule_contact_capsule(c[k], point);
            check_left(c[k], contact);
            contact = rim_capsule_contact_polygon3(c[k], face);
            rim_vec3 out = rim_vec3_scale(contact.normal, 1.001f * contact.depth);
            assert_true(contact.hit && !rim_capsule_contact_polygon3(moved(c[k], out), face).hit);
        }
    }
}

static void capsules_see_each_other_alike(void **state)
{
    (void)state;
    test_random random = { 7 };
    for (int i = 0; i < case_count(10000); i++)
    {
        rim_capsule   a = random_capsule(&random, SIZE), b = random_capsule(&random, SIZE);
        rim_segment3  axis = { b.a, b.b };
        double        expected = capsule_to(a, oracle_point_segment, &axis) - b.radius;
        rim_distance3 d = capsule_distance_capsule(a, b), e = capsule_distance_capsule(b, a);
        check_distance(d, expected);
        assert_near(d.distance, e.distance, 1e-6);
        check_contact(capsule_contact_capsule(a, b), expected);
        rim_sphere s = as_sphere(a), t = as_sphere(b);
        double     point = spot_gap(spot_of(s.center), spot_of(t.center)) - s.radius - t.radius;
        check_distance(sphere_distance_sphere(s, t), point);
        check_contact(sphere_contact_sphere(s, t), point);
        check_distance(sphere_distance_capsule(s, b),
                       oracle_point_segment(spot_of(s.center), &axis) - s.radius - b.radius);
    }
}

static void parallel_capsules_touch_in_the_middle_of_what_they_share(void **state)
{
    (void)state;
    rim_capsule   a = { { 0, 0, 0 }, { 4, 0, 0 }, 0.5f }, b = { { 6, 2, 0 }, { 2, 2, 0 }, 0.5f };
    rim_distance3 d = capsule_distance_capsule(a, b);
    assert_true(d.on_a.x == 3.0f && d.on_b.x == 3.0f && d.distance == 1.0f);
    rim_triangle t = { { 1, -1, 9 }, { 1, -1, -9 }, { -9, -1, 0 } };
    d = rim_capsule_distance_triangle(a, &t);
    assert_true(d.on_b.x == 0.5f && d.distance == 0.5f && d.letter == RIM_CASE_A);
}

static void assert_same_answers(rim_distance3 a, rim_distance3 b)
{
    assert_same_bits(a.distance, b.distance);
    assert_true(same_vec3(a.on_a, b.on_a) && same_vec3(a.on_b, b.on_b) &&
                same_vec3(a.normal, b.normal));
    assert_int_equal(a.letter, b.letter);
    assert_int_equal(a.feature_a.kind, b.feature_a.kind);
    assert_int_equal(a.feature_b.kind, b.feature_b.kind);
    assert_int_equal(a.feature_b.index, b.feature_b.index);
}

static void assert_same_contacts(rim_contact3 a, rim_contact3 b)
{
    assert_true(a.hit == b.hit && a.letter == b.letter && same_vec3(a.normal, b.normal));
    assert_true(same_vec3(a.on_a, b.on_a) && same_vec3(a.on_b, b.on_b));
    assert_same_bits(a.depth, b.depth);
}

static void capsules_without_length_are_spheres(void **state)
{
    (void)state;
    test_random random = { 91 };
    int         letters[RIM_CASE_X + 1] = { 0 };
    for (int i = case_count(20000); i > 0; i--)
    {
        rim_triangle t = { random_whole3(&random, 2), random_whole3(&random, 2),
                           random_whole3(&random, 2) };
        rim_vec3     center = random_whole3(&random, 2);
        // Over an edge or a corner, off the face.
        rim_vec3     n = rim_vec3_cross(rim_vec3_sub(t.b, t.a), rim_vec3_sub(t.c, t.a));
        int          what = random_int(&random, 0, 2);
        if (what) center = rim_vec3_add(what == 1 ? t.a : rim_vec3_lerp(t.a, t.b, 0.5f), n);
        rim_sphere    s = { center, 0.5f * (float)random_int(&random, 0, 3) };
        rim_capsule   c = { center, center, s.radius };
        rim_vec3      corners[3] = { t.a, t.b, t.c };
        rim_polygon3  polygon = { corners, 3 };
        rim_distance3 d = rim_sphere_distance_triangle(s, &t);
        assert_same_answers(rim_capsule_distance_triangle(c, &t), d);
        assert_same_answers(rim_capsule_distance_polygon3(c, polygon),
                            rim_sphere_distance_polygon3(s, polygon));
        assert_same_contacts(rim_sphere_contact_triangle(s, &t),
                             rim_capsule_contact_triangle(c, &t));
        bool is_face = rim_vec3_length(n) > 0.0f;
        if (what == 1) assert_int_equal(d.letter, RIM_CASE_E);
        if (what == 2 && is_face) assert_int_equal(d.letter, RIM_CASE_C);
        letters[d.letter]++;
    }
    assert_true(letters[RIM_CASE_A] > case_count(400) && letters[RIM_CASE_C] > case_count(4000) &&
                letters[RIM_CASE_E] > case_count(4000));
}

static void what_just_touches_has_a_depth_of_zero_not_of_minus_zero(void **state)
{
    (void)state;
    rim_sphere   s = { { 0, 1, 0 }, 1.0f }, other = { { 0, 3, 0 }, 1.0f };
    rim_capsule  c = { { 0, 1, 0 }, { 1, 1, 0 }, 1.0f };
    rim_triangle t = { { -5, 0, 5 }, { 5, 0, 5 }, { 0, 0, -5 } };
    rim_contact3 all[4] = { sphere_contact_sphere(s, other), sphere_contact_capsule(other, c),
                            rim_sphere_contact_triangle(s, &t),
                            rim_capsule_contact_triangle(c, &t) };
    for (int i = 0; i < 4; i++)
    {
        assert_true(all[i].hit);
        assert_same_bits(all[i].depth, 0.0f);
    }
}

static void overlap_of_boxes_is_what_the_distance_says(void **state)
{
    (void)state;
    test_random random = { 8 };
    int         hits = 0;
    for (int i = 0; i < case_count(1500); i++)
    {
        rim_obox     box = random_obox(&random);
        rim_triangle t = random_triangle(&random, SIZE);
        // The nearest point of the triangle: along ab, along the segments to c.
        double       least = INFINITY;
        for (int k = 0; k <= 400; k++)
        {
            spot from = spot_mix(spot_of(t.a), spot_of(t.b), k / 400.0);
            least = fmin(least, oracle_segment(from, spot_of(t.c), oracle_point_obox, &box));
        }
        bool overlaps = obox_overlaps_triangle(box, &t);
        if (overlaps)
            assert_true(least < 0.05);
        else
            assert_true(least > 0.0 || i % 2 == 0 || least < 1e-6);
        hits += overlaps;

        rim_obox other = random_obox(&random);
        bool     meet = obox_overlaps_obox(box, other);
        assert_int_equal(meet, obox_overlaps_obox(other, box));
        rim_vec3    edge = rim_quat_apply(rim_quat_normalize(other.pose.rotation), other.half);
        rim_capsule diagonal = { rim_vec3_add(other.pose.position, edge),
                                 rim_vec3_sub(other.pose.position, edge), 0.0f };
        if (capsule_contact_obox(diagonal, box).depth > 1e-4f) assert_true(meet);
    }
    assert_true(hits > case_count(1500) / 10);
}

static void planes_push_out_of_the_solid(void **state)
{
    (void)state;
    rim_plane   floor = { { 0.0f, 2.0f, 0.0f }, 2.0f }; // y == 1
    rim_sphere  s = { { 5.0f, 0.5f, 0.0f }, 1.0f };
    rim_capsule c = { { 0.0f, 3.0f, 0.0f }, { 0.0f, 0.5f, 0.0f }, 0.25f };
    assert_near(sphere_contact_plane(s, floor).depth, 1.5, 1e-6);
    assert_near(capsule_contact_plane(c, floor).depth, 0.75, 1e-6);
    assert_near(capsule_contact_plane(c, floor).on_b.y, 1.0, 1e-6);
    s.center.y = -9.0f;
    assert_near(sphere_contact_plane(s, floor).depth, 11.0, 1e-6);
    s.center.y = 4.0f;
    assert_near(sphere_distance_plane(s, floor).distance, 2.0, 1e-6);
    rim_triangle t = { { 0, 2, 0 }, { 1, 0.25f, 0 }, { 0, 3, 1 } };
    rim_contact3 contact = triangle_contact_plane(&t, floor);
    assert_near(contact.depth, 0.75, 1e-6);
    assert_int_equal(contact.feature_a.index, 1);
    rim_obox box = { { { 0, 2, 0 }, { 0, 0, 0, 1 } }, { 1, 1.5f, 1 } };
    assert_near(obox_contact_plane(box, floor).depth, 0.5, 1e-6);
    rim_plane none = { { 0, 0, 0 }, 1 };
    assert_false(sphere_contact_plane(s, none).hit);
}

static void answers_scale_to_the_bit_by_powers_of_two(void **state)
{
    (void)state;
    test_random random = { 9 };
    for (int i = 0; i < case_count(10000); i++)
    {
        float        k = ldexpf(1.0f, (i % 2 ? 1 : -1) * random_int(&random, 1, 90));
        rim_triangle t = random_triangle(&random, SIZE), u = t;
        rim_capsule  c = random_capsule(&random, SIZE), e = c;
        u.a = rim_vec3_scale(t.a, k), u.b = rim_vec3_scale(t.b, k), u.c = rim_vec3_scale(t.c, k);
        e.a = rim_vec3_scale(c.a, k), e.b = rim_vec3_scale(c.b, k), e.radius = c.radius * k;
        rim_distance3 d = rim_capsule_distance_triangle(c, &t),
                      f = rim_capsule_distance_triangle(e, &u);
        assert_true(d.distance * k == f.distance && same_vec3(d.normal, f.normal));
        assert_true(same_vec3(rim_vec3_scale(d.on_b, k), f.on_b) && d.letter == f.letter);
        rim_contact3 g = rim_sphere_contact_triangle(as_sphere(c), &t);
        rim_contact3 h = rim_sphere_contact_triangle(as_sphere(e), &u);
        assert_true(g.hit == h.hit && g.depth * k == h.depth && same_vec3(g.normal, h.normal));
    }
}

static void balls_and_rods_have_the_same_bits_in_all_lanes(void **state)
{
    (void)state;
#ifdef CPU_X86
    if (TRIANGLE_KERNEL(distance_triangle) != distance_triangle_avx2) skip();
    test_random random = { 12 };
    int         balls = 0, rods = 0, letters[RIM_CASE_X + 1] = { 0 };
    for (int i = 0; i < case_count(50000); i++)
    {
        rim_triangle     t = random_triangle(&random, SIZE);
        rim_capsule      c = random_capsule(&random, SIZE), s = c;
        shape_separation lanes;
        vec3d            corners[3] = { v3d_from(t.a), v3d_from(t.b), v3d_from(t.c) };
        vec3d            p = v3d_from(c.a), q = v3d_from(c.b);
        s.b = s.a;
        assert_same_answers(distance_triangle_plain(&s, &t), distance_triangle_avx2(&s, &t));
        assert_same_answers(distance_triangle_plain(&c, &t), distance_triangle_avx2(&c, &t));
        assert_same_contacts(contact_triangle_plain(&s, &t), contact_triangle_avx2(&s, &t));
        assert_same_contacts(contact_triangle_plain(&c, &t), contact_triangle_avx2(&c, &t));
        balls += separation_in_lanes(&lanes, corners, p, p);
        bool rod = separation_in_lanes(&lanes, corners, p, q);
        if (rod) letters[lanes.pair.letter]++;
        rods += rod;
    }
    assert_true(balls > case_count(50000) / 4 && rods > case_count(50000) / 4);
    for (int k = RIM_CASE_A; k < RIM_CASE_X; k++) assert_true(letters[k] > case_count(50000) / 100);
#endif
}

// What the quick way says, the general way says too, if in other roundings.
static void the_quick_way_agrees_with_the_general_one(void **state)
{
    (void)state;
    test_random random = { 13 };
    int         quick = 0, other = 0;
    for (int i = 0; i < case_count(50000); i++)
    {
        rim_triangle     t = random_triangle(&random, SIZE);
        rim_capsule      c = random_capsule(&random, SIZE);
        rim_sphere       s = as_sphere(c);
        rim_vec3         corners[3] = { t.a, t.b, t.c };
        rim_polygon3     polygon = { corners, 3 };
        shape_separation touch;
        vec3d            spots[3] = { v3d_from(t.a), v3d_from(t.b), v3d_from(t.c) };
        if (!separation_in_lanes(&touch, spots, v3d_from(c.a), v3d_from(c.b))) continue;
        rim_distance3 a = rim_capsule_distance_triangle(c, &t),
                      b = rim_capsule_distance_polygon3(c, polygon);
        rim_distance3 d = rim_sphere_distance_triangle(s, &t),
                      e = rim_sphere_distance_polygon3(s, polygon);
        assert_near(a.distance, b.distance, 1e-6);
        assert_near(d.distance, e.distance, 1e-6);
        other += a.letter != b.letter || a.feature_a.kind != b.feature_a.kind ||
                 a.feature_a.index != b.feature_a.index || a.feature_b.kind != b.feature_b.kind ||
                 a.feature_b.index != b.feature_b.index ||
                 rim_vec3_distance(a.on_a, b.on_a) > 1e-5f ||
                 rim_vec3_distance(a.on_b, b.on_b) > 1e-5f ||
                 rim_vec3_distance(a.normal, b.normal) > 1e-5f;
        other += d.letter != e.letter || d.feature_b.kind != e.feature_b.kind ||
                 d.feature_b.index != e.feature_b.index ||
                 rim_vec3_distance(d.on_b, e.on_b) > 1e-5f ||
                 rim_vec3_distance(d.normal, e.normal) > 1e-5f;
        quick++;
    }
    assert_true(quick > case_count(50000) / 4 && other <= quick / 500);
}

static void normals_have_no_minus_zero(void **state)
{
    (void)state;
    rim_triangle  floor = { { 9, 0, 9 }, { 9, 0, -9 }, { -9, 0, 0 } };
    rim_triangle  upside = { floor.a, floor.c, floor.b };
    rim_triangle *faces[2] = { &floor, &upside };
    for (int i = 0; i < 4; i++)
    {
        rim_sphere  s = { { 1, i % 2 ? 0.25f : -0.25f, 0 }, 0.5f };
        rim_capsule c = { s.center, { 3, 4.0f * s.center.y, 0 }, 0.5f };
        rim_vec3    n[4] = { rim_sphere_contact_triangle(s, faces[i / 2]).normal,
                             rim_capsule_contact_triangle(c, faces[i / 2]).normal,
                             rim_sphere_distance_triangle(s, faces[i / 2]).normal,
                             rim_capsule_distance_triangle(c, faces[i / 2]).normal };
        for (int k = 0; k < 4; k++)
            assert_true(fabsf(n[k].y) == 1.0f && !signbit(n[k].x) && !signbit(n[k].z));
    }
}

static void sizes_at_the_ends_of_float_are_answered(void **state)
{
    (void)state;
    const float ends[] = { 1e-38f, 1e-30f, 1e-20f, 1e20f, 1e30f, 5e37f };
    for (int i = 0; i < 6; i++)
    {
        float         k = ends[i];
        rim_triangle  t = { { 0, 0, 0 }, { k, 0, 0 }, { 0, k, 0 } };
        rim_sphere    s = { { k * 0.25f, k * 0.25f, k }, k * 0.5f };
        rim_capsule   c = { { k * 0.25f, k * 0.25f, k },
                            { k * 0.25f, k * 0.25f, k * 2.0f },
                            k * 0.5f };
        rim_distance3 d = rim_sphere_distance_triangle(s, &t);
        assert_near(d.distance / k, 0.5, 1e-6);
        assert_int_equal(d.feature_b.kind, RIM_FEATURE_FACE);
        assert_near(rim_capsule_distance_triangle(c, &t).distance / k, 0.5, 1e-6);
        assert_near(rim_capsule_distance_triangle(c, &t).normal.z, 1.0, 0.0);
    }
}

static void nothing_that_is_not_finite_is_near(void **state)
{
    (void)state;
    test_random random = { 10 };
    int         broken = 0;
    for (int i = 0; i < case_count(200000); i++)
    {
        float f[20];
        bool  finite = true;
        for (int k = 0; k < 20; k++)
        {
            f[k] = random_any_float(&random);
            // Most of the time all but one are ordinary numbers.
            if (i % 3 && k != i % 20) f[k] = random_float(&random, -1.0f, 1.0f);
            finite = finite && isfinite(f[k]);
        }
        rim_triangle t = { { f[0], f[1], f[2] }, { f[3], f[4], f[5] }, { f[6], f[7], f[8] } };
        rim_capsule  c = { { f[9], f[10], f[11] }, { f[12], f[13], f[14] }, fabsf(f[15]) };
        rim_obox     box = { { { f[0], f[1], f[2] }, { f[3], f[4], f[5], f[6] } },
                             { fabsf(f[7]), fabsf(f[8]), fabsf(f[16]) } };
        rim_plane    plane = { { f[0], f[1], f[2] }, f[3] };
        rim_vec3     points[4] = { t.a, t.b, t.c, { f[16], f[17], f[18] } };
        rim_polygon3 polygon = { points, 4 };
        finite = true;
        for (int k = 0; k < 16; k++) finite = finite && isfinite(f[k]);
        rim_distance3 d[] = { rim_capsule_distance_triangle(c, &t),
                              rim_sphere_distance_triangle(as_sphere(c), &t),
                              rim_capsule_distance_polygon3(c, polygon),
                              capsule_distance_obox(c, box),
                              sphere_distance_obox(as_sphere(c), box),
                              capsule_distance_plane(c, plane) };
        for (int k = 0; k < 6; k++)
        {
            assert_no_nan(&d[k].on_a.x, 10);
            if (k == 0) assert_true(finite ? isfinite(d[k].distance) : isinf(d[k].distance));
        }
        rim_contact3 e[] = { rim_capsule_contact_triangle(c, &t),
                             rim_sphere_contact_triangle(as_sphere(c), &t),
                             capsule_contact_obox(c, box), capsule_contact_plane(c, plane) };
        for (int k = 0; k < 4; k++) assert_no_nan(&e[k].normal.x, 9);
        if (!finite) assert_false(e[0].hit);
        obox_overlaps_triangle(box, &t);
        rim_polygon3_locate(polygon, c.a);
        broken += !finite;
    }
    assert_true(broken > case_count(200000) / 100);
}

static void a_point_on_a_corner_touches(void **state)
{
    (void)state;
    test_random random = { 77 };
    for (int i = 0; i < case_count(30000); i++)
    {
        rim_vec3 p[3];
        for (int k = 0; k < 3; k++)
            p[k] = rim_vec3_make(random_float(&random, -4.0f, 4.0f),
                                 random_float(&random, -4.0f, 4.0f),
                                 random_float(&random, -4.0f, 4.0f));
        rim_triangle t = { p[0], p[1], p[2] };
        rim_sphere   point = { p[i % 3], 0.0f };
        assert_true(rim_sphere_distance_triangle(point, &t).distance == 0.0f);
        assert_true(rim_sphere_contact_triangle(point, &t).hit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles_are_as_far_as_a_search_finds),
        cmocka_unit_test(a_polygon_of_three_corners_answers_as_a_triangle),
        cmocka_unit_test(a_polygon_is_as_far_as_the_nearest_of_its_triangles),
        cmocka_unit_test(contacts_tell_the_shortest_way_out),
        cmocka_unit_test(a_point_on_a_corner_touches),
        cmocka_unit_test(axes_that_meet_a_corner_are_left_sideways),
        cmocka_unit_test(boxes_are_as_far_as_a_search_finds),
        cmocka_unit_test(a_box_along_the_axes_answers_as_the_same_box_posed),
        cmocka_unit_test(features_of_a_box_have_their_names),
        cmocka_unit_test(axes_that_end_just_beyond_a_point_are_left_sideways),
        cmocka_unit_test(capsules_see_each_other_alike),
        cmocka_unit_test(parallel_capsules_touch_in_the_middle_of_what_they_share),
        cmocka_unit_test(capsules_without_length_are_spheres),
        cmocka_unit_test(what_just_touches_has_a_depth_of_zero_not_of_minus_zero),
        cmocka_unit_test(overlap_of_boxes_is_what_the_distance_says),
        cmocka_unit_test(planes_push_out_of_the_solid),
        cmocka_unit_test(answers_scale_to_the_bit_by_powers_of_two),
        cmocka_unit_test(balls_and_rods_have_the_same_bits_in_all_lanes),
        cmocka_unit_test(the_quick_way_agrees_with_the_general_one),
        cmocka_unit_test(normals_have_no_minus_zero),
        cmocka_unit_test(sizes_at_the_ends_of_float_are_answered),
        cmocka_unit_test(nothing_that_is_not_finite_is_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
