// Triangles, polygons and boxes against each other at rest.
#include "support/pairs.h"
#include "support/oracle3.h"

#include "rimcast/convex.h"

#include <math.h>

// What the oracles see: the corners, the edges, and how far a point is.
typedef struct body
{
    rim_triangle   parts[10]; // a fan
    int            part_count;
    rim_obox       box;
    bool           solid;
    rim_vec3       corners[12];
    int            count;
    spot_distance *distance;
} body;

static double from_parts(spot p, const void *thing)
{
    const body *b = thing;
    double      least = INFINITY;
    for (int i = 0; i < b->part_count; i++)
        least = fmin(least, oracle_point_triangle(p, &b->parts[i]));
    return least;
}

static double from_box(spot p, const void *thing)
{
    const body *b = thing;
    return oracle_point_obox(p, &b->box);
}

static body body_of_polygon(rim_polygon3 polygon)
{
    body b = { .count = polygon.count, .distance = from_parts };
    for (int i = 0; i < polygon.count; i++) b.corners[i] = polygon.points[i];
    for (int i = 2; i < polygon.count; i++)
    {
        rim_triangle part = { polygon.points[0], polygon.points[i - 1], polygon.points[i] };
        b.parts[b.part_count++] = part;
    }
    return b;
}

static body body_of_triangle(rim_triangle t)
{
    rim_vec3     points[3] = { t.a, t.b, t.c };
    rim_polygon3 polygon = { points, 3 };
    return body_of_polygon(polygon);
}

static body body_of_obox(rim_obox box)
{
    body b = { .box = box, .solid = true, .count = 8, .distance = from_box };
    for (int i = 0; i < 8; i++)
    {
        rim_vec3 at =
            rim_vec3_make(i & 1 ? box.half.x : -box.half.x, i & 2 ? box.half.y : -box.half.y,
                          i & 4 ? box.half.z : -box.half.z);
        rim_quat q = rim_quat_normalize(box.pose.rotation);
        b.corners[i] = rim_vec3_add(box.pose.position, rim_quat_apply(q, at));
    }
    return b;
}

static bool is_edge(const body *b, int i, int k)
{
    if (b->solid) return (i ^ k) == 1 || (i ^ k) == 2 || (i ^ k) == 4;
    return k == i + 1 || (i == 0 && k == b->count - 1);
}

static double edges_to(const body *a, const body *b, spot by)
{
    double least = INFINITY;
    for (int i = 0; i < a->count; i++)
        for (int k = i + 1; k < a->count; k++)
        {
            if (!is_edge(a, i, k)) continue;
            spot p = spot_of(a->corners[i]), q = spot_of(a->corners[k]);
            p.x += by.x, p.y += by.y, p.z += by.z;
            q.x += by.x, q.y += by.y, q.z += by.z;
            least = fmin(least, oracle_segment(p, q, b->distance, b));
        }
    return least;
}

// a, moved by the vector, from b.
static double gap(const body *a, const body *b, rim_vec3 by)
{
    spot to = spot_of(by), back = { -to.x, -to.y, -to.z };
    return fmin(edges_to(a, b, to), edges_to(b, a, back));
}

static int met, parted;

static void check(const body *a, const body *b, rim_distance3 d, rim_contact3 c,
                  test_random *random)
{
    rim_vec3 zero = rim_vec3_make(0.0f, 0.0f, 0.0f);
    double   expected = gap(a, b, zero);
    assert_near(d.distance, expected, 8e-6);
    assert_near(rim_vec3_length(d.normal), 1.0, 1e-6);
    rim_vec3 between = rim_vec3_sub(d.on_a, d.on_b);
    assert_near(rim_vec3_length(between), d.distance, 4e-6);
    assert_true(a->distance(spot_of(d.on_a), a) < 4e-6);
    assert_true(b->distance(spot_of(d.on_b), b) < 4e-6);
    assert_int_equal(c.hit, d.distance == 0.0f);
    if (!c.hit)
    {
        if (d.distance > 1e-3f) assert_near(rim_vec3_dot(between, d.normal), d.distance, 1e-5);
        parted++;
        return;
    }
    rim_vec3 way = rim_vec3_scale(c.normal, c.depth);
    assert_near(rim_vec3_length(c.normal), 1.0, 1e-6);
    assert_near(rim_vec3_distance(rim_vec3_sub(c.on_b, c.on_a), way), 0.0, 4e-6);
    assert_true(a->distance(spot_of(c.on_a), a) < 1e-5 && b->distance(spot_of(c.on_b), b) < 1e-5);
    // Pushed a little further it is free, and no other push as long as nine tenths of that frees it.
    if (c.depth < 1e-3f) return;
    met++;
    assert_true(gap(a, b, rim_vec3_scale(c.normal, c.depth * 1.001f + 1e-4f)) > 1e-6);
    for (int i = 0; i < 4; i++)
        assert_true(gap(a, b, rim_vec3_scale(random_unit_vec3(random), 0.9f * c.depth)) < 1e-5);
}

static int random_polygon(test_random *random, rim_vec3 *points)
{
    int      count = random_int(random, 3, 8);
    rim_vec3 center = random_vec3(random, 1.5f), u = random_unit_vec3(random);
    rim_vec3 v = rim_vec3_cross(u, random_unit_vec3(random));
    for (int i = 0; i < count; i++)
    {
        double angle = 6.283185307179586 * i / count;
        points[i] = rim_vec3_along(rim_vec3_along(center, u, (float)(2.0 * cos(angle))), v,
                                   (float)(1.5 * sin(angle)));
    }
    return count;
}

static rim_obox random_obox(test_random *random)
{
    rim_obox box = { .pose = rim_xform3_identity() };
    box.pose.position = random_vec3(random, 2.0f);
    if (random_int(random, 0, 2))
    {
        box.pose.rotation.x = random_float(random, -1.0f, 1.0f);
        box.pose.rotation.y = random_float(random, -1.0f, 1.0f);
        box.pose.rotation.z = random_float(random, -1.0f, 1.0f);
        box.pose.rotation.w = random_float(random, -1.0f, 1.0f);
    }
    rim_vec3 half = random_vec3(random, 1.5f);
    box.half = rim_vec3_make(fabsf(half.x), fabsf(half.y), fabsf(half.z));
    return box;
}

static void start(void)
{
    met = parted = 0;
}

static void assert_enough(int cases)
{
    assert_true(met >= cases / 50 && parted >= cases / 10);
}

static void triangles_are_as_far_and_as_deep_as_a_search_finds(void **state)
{
    (void)state;
    test_random random = { 1 };
    int         cases = case_count(400);
    start();
    for (int i = 0; i < cases; i++)
    {
        rim_triangle t = random_triangle(&random, 2.0f), u = random_triangle(&random, 2.0f);
        body         a = body_of_triangle(t), b = body_of_triangle(u);
        check(&a, &b, triangle_distance_triangle(&t, &u), triangle_contact_triangle(&t, &u),
              &random);
        assert_int_equal(triangle_overlaps_triangle(&t, &u), triangle_overlaps_triangle(&u, &t));
    }
    assert_enough(cases);
}

static void polygons_are_as_far_and_as_deep_as_a_search_finds(void **state)
{
    (void)state;
    test_random random = { 2 };
    int         cases = case_count(150);
    start();
    for (int i = 0; i < cases; i++)
    {
        rim_vec3     points[8], more[8];
        rim_triangle t = random_triangle(&random, 2.0f);
        rim_polygon3 p = { points, random_polygon(&random, points) };
        rim_polygon3 q = { more, random_polygon(&random, more) };
        body         a = body_of_polygon(p), b = body_of_polygon(q), c = body_of_triangle(t);
        check(&a, &b, polygon3_distance_polygon3(p, q), polygon3_contact_polygon3(p, q), &random);
        check(&c, &b, triangle_distance_polygon3(&t, q), triangle_contact_polygon3(&t, q), &random);
    }
    assert_enough(cases);
}

static void faces_and_boxes_are_as_far_and_as_deep_as_a_search_finds(void **state)
{
    (void)state;
    test_random random = { 3 };
    int         cases = case_count(150);
    start();
    for (int i = 0; i < cases; i++)
    {
        rim_vec3     points[8];
        rim_triangle t = random_triangle(&random, 2.0f);
        rim_polygon3 p = { points, random_polygon(&random, points) };
        rim_obox     box = random_obox(&random);
        body         a = body_of_polygon(p), b = body_of_obox(box), c = body_of_triangle(t);
        check(&a, &b, polygon3_distance_obox(p, box), polygon3_contact_obox(p, box), &random);
        check(&c, &b, triangle_distance_obox(&t, box), triangle_contact_obox(&t, box), &random);
        if (triangle_contact_obox(&t, box).depth > 1e-5f)
            assert_true(obox_overlaps_triangle(box, &t));
        if (triangle_distance_obox(&t, box).distance > 1e-5f)
            assert_false(obox_overlaps_triangle(box, &t));
    }
    assert_enough(cases);
}

static void boxes_are_as_far_and_as_deep_as_a_search_finds(void **state)
{
    (void)state;
    test_random random = { 4 };
    int         cases = case_count(200);
    start();
    for (int i = 0; i < cases; i++)
    {
        rim_obox box = random_obox(&random), other = random_obox(&random);
        body     a = body_of_obox(box), b = body_of_obox(other);
        check(&a, &b, obox_distance_obox(box, other), obox_contact_obox(box, other), &random);
    }
    assert_enough(cases);
}

// The two find the least of the same set in quite different ways.
static void depths_are_those_of_the_convex_module(void **state)
{
    (void)state;
    test_random random = { 5 };
    rim_xform3  here = rim_xform3_identity();
    int         deep = 0;
    for (int i = 0; i < case_count(3000); i++)
    {
        rim_obox     box = random_obox(&random), other = random_obox(&random);
        rim_triangle t = random_triangle(&random, 2.0f);
        rim_vec3     corners[8], more[8];
        rim_convex   a = obox_as_convex(box, corners), b = obox_as_convex(other, more);
        rim_contact3 ours = obox_contact_obox(box, other);
        rim_contact3 theirs = rim_convex_contact(a, box.pose, b, other.pose, NULL);
        if (ours.depth > 1e-5f) assert_near(ours.depth, theirs.depth, 1e-5);
        deep += ours.depth > 1e-5f;
        ours = triangle_contact_obox(&t, other);
        theirs = rim_convex_contact(triangle_as_convex(&t), here, b, other.pose, NULL);
        if (ours.depth > 1e-5f) assert_near(ours.depth, theirs.depth, 1e-5);
    }
    assert_true(deep > case_count(3000) / 20);
}

static void boxes_along_the_axes_are_apart_as_their_intervals(void **state)
{
    (void)state;
    test_random random = { 6 };
    int         hits = 0;
    for (int i = 0; i < case_count(2000); i++)
    {
        rim_vec3 p = random_vec3(&random, 2.0f), q = random_vec3(&random, 2.0f);
        rim_vec3 r = random_vec3(&random, 2.0f), s = random_vec3(&random, 2.0f);
        rim_box3 box = { rim_vec3_min(p, q), rim_vec3_max(p, q) };
        rim_box3 two = { rim_vec3_min(r, s), rim_vec3_max(r, s) };
        // Boxes along the axes, by their intervals.
        float    gaps[3] = { fmaxf(box.lo.x - two.hi.x, two.lo.x - box.hi.x),
                             fmaxf(box.lo.y - two.hi.y, two.lo.y - box.hi.y),
                             fmaxf(box.lo.z - two.hi.z, two.lo.z - box.hi.z) };
        double   square = 0.0;
        for (int k = 0; k < 3; k++)
            if (gaps[k] > 0.0f) square += (double)gaps[k] * gaps[k];
        rim_distance3 d = box3_distance_box3(box, two);
        rim_contact3  c = box3_contact_box3(box, two);
        assert_near(d.distance, sqrt(square), 3e-6);
        float most = fmaxf(gaps[0], fmaxf(gaps[1], gaps[2]));
        if (fabsf(most) > 1e-6f) assert_int_equal(c.hit, square == 0.0);
        if (c.hit) assert_near(c.depth, -most, 3e-6);
        hits += c.hit;
    }
    assert_true(hits > case_count(2000) / 20);
}

static void touching_is_contact_of_no_depth(void **state)
{
    (void)state;
    rim_triangle        t = { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 4, 0 } };
    rim_triangle        neighbour = { { 4, 0, 0 }, { 4, 4, 0 }, { 0, 4, 0 } }; // shares an edge
    rim_triangle        tip = { { 1, 1, 0 }, { 1, 2, 3 }, { 2, 1, 3 } };       // stands on the face
    rim_triangle        level = { { 1, 1, 2 }, { 2, 1, 2 }, { 1, 2, 2 } };     // parallel above
    rim_triangle        within = { { 1, 1, 0 }, { 1.5f, 1, 0 }, { 1, 1.5f, 0 } }; // coplanar inside
    const rim_triangle *touching[3] = { &neighbour, &tip, &within };
    for (int i = 0; i < 3; i++)
    {
        rim_contact3 c = triangle_contact_triangle(&t, touching[i]);
        assert_true(c.hit && c.depth == 0.0f);
        assert_true(triangle_overlaps_triangle(touching[i], &t));
    }
    assert_near(fabsf(triangle_contact_triangle(&t, &within).normal.z), 1.0, 0.0);
    rim_distance3 d = triangle_distance_triangle(&level, &t);
    assert_true(d.distance == 2.0f && d.normal.z == 1.0f && d.on_a.z == 2.0f && d.on_b.z == 0.0f);
    d = triangle_distance_triangle(&tip, &t);
    assert_int_equal(d.feature_a.kind, RIM_FEATURE_VERTEX);
    assert_int_equal(d.feature_a.index, 0);
    assert_int_equal(d.feature_b.kind, RIM_FEATURE_FACE);

    rim_box3     crate = { { 0, 0, 0 }, { 1, 1, 1 } }, on_top = { { 0, 1, 0 }, { 1, 2, 1 } };
    rim_box3     beside = { { 3, 0, 0 }, { 4, 1, 1 } };
    rim_contact3 c = box3_contact_box3(on_top, crate);
    assert_true(c.hit && c.depth == 0.0f && c.normal.y == 1.0f);
    d = box3_distance_box3(beside, crate);
    assert_true(d.distance == 2.0f && d.normal.x == 1.0f);
    rim_triangle through = { { 0.5f, 0.75f, -9 }, { 0.5f, 0.75f, 9 }, { 9, 0.75f, 0 } };
    c = triangle_contact_box3(&through, crate);
    assert_true(c.hit && c.depth == 0.25f && c.normal.y == 1.0f);
}

static void triangles_without_area_are_segments_and_points(void **state)
{
    (void)state;
    test_random random = { 7 };
    for (int i = 0; i < case_count(1000); i++)
    {
        rim_triangle t = random_triangle(&random, 2.0f), u = random_triangle(&random, 2.0f);
        t.c = i % 2 ? t.b : rim_vec3_scale(rim_vec3_add(t.a, t.b), 0.5f);
        if (i % 3 == 0) t.b = t.c = t.a;
        body          a = body_of_triangle(t), b = body_of_triangle(u);
        rim_distance3 d = triangle_distance_triangle(&t, &u);
        assert_near(d.distance, gap(&a, &b, rim_vec3_make(0, 0, 0)), 1e-5);
        assert_near(rim_vec3_length(d.normal), 1.0, 1e-6);
        rim_contact3 c = triangle_contact_triangle(&t, &t);
        assert_true(c.hit && c.depth < 1e-6f);
    }
}

static bool same_vec3(rim_vec3 a, rim_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static rim_triangle scaled(rim_triangle t, float k)
{
    t.a = rim_vec3_scale(t.a, k), t.b = rim_vec3_scale(t.b, k), t.c = rim_vec3_scale(t.c, k);
    return t;
}

static rim_obox scaled_box(rim_obox box, float k)
{
    box.pose.position = rim_vec3_scale(box.pose.position, k);
    box.half = rim_vec3_scale(box.half, k);
    return box;
}

static void answers_scale_to_the_bit_by_powers_of_two(void **state)
{
    (void)state;
    test_random random = { 8 };
    for (int i = 0; i < case_count(1500); i++)
    {
        float         k = ldexpf(1.0f, (i % 2 ? 1 : -1) * random_int(&random, 1, 70));
        rim_triangle  t = random_triangle(&random, 2.0f), u = random_triangle(&random, 2.0f);
        rim_triangle  v = scaled(t, k), w = scaled(u, k);
        rim_obox      box = random_obox(&random), other = random_obox(&random);
        rim_distance3 d = triangle_distance_triangle(&t, &u);
        rim_distance3 e = triangle_distance_triangle(&v, &w);
        assert_true(d.distance * k == e.distance && same_vec3(d.normal, e.normal));
        assert_true(same_vec3(rim_vec3_scale(d.on_b, k), e.on_b));
        rim_contact3 f = triangle_contact_obox(&t, box);
        rim_contact3 g = triangle_contact_obox(&v, scaled_box(box, k));
        assert_true(f.hit == g.hit && f.depth * k == g.depth && same_vec3(f.normal, g.normal));
        f = obox_contact_obox(other, box);
        g = obox_contact_obox(scaled_box(other, k), scaled_box(box, k));
        assert_true(f.hit == g.hit && f.depth * k == g.depth && same_vec3(f.normal, g.normal));
        assert_true(same_vec3(rim_vec3_scale(f.on_a, k), g.on_a));
    }
}

static void planes_are_as_far_as_the_deepest_corner(void **state)
{
    (void)state;
    test_random random = { 9 };
    int         hits = 0;
    for (int i = 0; i < case_count(2000); i++)
    {
        rim_vec3     points[8];
        rim_polygon3 polygon = { points, random_polygon(&random, points) };
        rim_obox     box = random_obox(&random);
        rim_triangle t = random_triangle(&random, 2.0f);
        rim_plane    plane = { random_unit_vec3(&random), random_float(&random, -4.0f, 1.0f) };
        double       least[3] = { INFINITY, INFINITY, INFINITY };
        body         b[3] = { body_of_polygon(polygon), body_of_triangle(t), body_of_obox(box) };
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < b[k].count; c++)
                least[k] = fmin(least[k], rim_plane_distance(plane, b[k].corners[c]));
        rim_distance3 d[3] = { polygon3_distance_plane(polygon, plane),
                               triangle_distance_plane(&t, plane),
                               obox_distance_plane(box, plane) };
        rim_contact3  c[3] = { polygon3_contact_plane(polygon, plane),
                               triangle_contact_plane(&t, plane), obox_contact_plane(box, plane) };
        for (int k = 0; k < 3; k++)
        {
            assert_near(d[k].distance, fmax(least[k], 0.0), 4e-6);
            assert_near(c[k].depth, fmax(-least[k], 0.0), 4e-6);
            assert_near(rim_vec3_length(rim_vec3_sub(d[k].on_a, d[k].on_b)), d[k].distance, 4e-6);
            hits += c[k].hit;
        }
    }
    assert_true(hits > case_count(2000) / 10);
}

static void nothing_that_is_not_finite_is_near(void **state)
{
    (void)state;
    test_random random = { 10 };
    int         broken = 0;
    for (int i = 0; i < case_count(20000); i++)
    {
        float f[27];
        bool  finite = true;
        for (int k = 0; k < 27; k++)
        {
            f[k] = random_any_float(&random);
            if (i % 3 && k != i % 27) f[k] = random_float(&random, -1.0f, 1.0f);
        }
        for (int k = 0; k < 18; k++) finite = finite && isfinite(f[k]);
        rim_triangle  t = { { f[0], f[1], f[2] }, { f[3], f[4], f[5] }, { f[6], f[7], f[8] } };
        rim_triangle  u = { { f[9], f[10], f[11] },
                            { f[12], f[13], f[14] },
                            { f[15], f[16], f[17] } };
        rim_obox      box = { { { f[9], f[10], f[11] }, { f[12], f[13], f[14], f[15] } },
                              { fabsf(f[16]), fabsf(f[17]), fabsf(f[18]) } };
        rim_distance3 d = triangle_distance_triangle(&t, &u);
        rim_distance3 e = triangle_distance_obox(&t, box);
        rim_contact3  c = triangle_contact_triangle(&t, &u);
        rim_contact3  g = triangle_contact_obox(&t, box);
        assert_no_nan(&d.on_a.x, 10);
        assert_no_nan(&e.on_a.x, 10);
        assert_no_nan(&c.depth, 11);
        assert_no_nan(&g.depth, 11);
        assert_true(finite ? isfinite(d.distance) : isinf(d.distance) && !c.hit);
        broken += !finite;
    }
    assert_true(broken > case_count(20000) / 100);
    rim_triangle t = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } };
    rim_polygon3 none = { NULL, 0 };
    assert_true(isinf(triangle_distance_box3(&t, rim_box3_empty()).distance));
    assert_true(isinf(triangle_distance_polygon3(&t, none).distance));
    assert_false(triangle_contact_polygon3(&t, none).hit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles_are_as_far_and_as_deep_as_a_search_finds),
        cmocka_unit_test(polygons_are_as_far_and_as_deep_as_a_search_finds),
        cmocka_unit_test(faces_and_boxes_are_as_far_and_as_deep_as_a_search_finds),
        cmocka_unit_test(boxes_are_as_far_and_as_deep_as_a_search_finds),
        cmocka_unit_test(depths_are_those_of_the_convex_module),
        cmocka_unit_test(boxes_along_the_axes_are_apart_as_their_intervals),
        cmocka_unit_test(touching_is_contact_of_no_depth),
        cmocka_unit_test(triangles_without_area_are_segments_and_points),
        cmocka_unit_test(answers_scale_to_the_bit_by_powers_of_two),
        cmocka_unit_test(planes_are_as_far_as_the_deepest_corner),
        cmocka_unit_test(nothing_that_is_not_finite_is_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
