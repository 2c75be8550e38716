// Spheres and capsules in motion.
#include "support/pairs.h"
#include "support/oracle3.h"

#include "solid/shape/time_of_impact.h"

#include <math.h>
#include <string.h>

#define SIZE 4.0f

static rim_capsule moved(rim_capsule c, rim_vec3 by, float t)
{
    c.a = rim_vec3_along(c.a, by, t);
    c.b = rim_vec3_along(c.b, by, t);
    return c;
}

static double capsule_to(rim_capsule c, spot_distance *distance, const void *thing)
{
    return oracle_segment(spot_of(c.a), spot_of(c.b), distance, thing) - c.radius;
}

typedef struct tally
{
    int hits, misses, overlaps;
} tally;

// The hit against a search for the first time; rb is the other's radius.
static void check_hit(tally *count, rim_hit3 hit, rim_capsule c, rim_vec3 delta,
                      spot_distance *distance, const void *thing, double rb)
{
    double gap = capsule_to(c, distance, thing) - rb, least;
    double t = oracle_sweep(c, delta, rb, distance, thing, &least);
    double speed = rim_vec3_length(delta);
    if (fabs(gap) < 1e-5) return; // touching: see the tests below
    if (gap < 0.0)
    {
        assert_true(hit.hit && hit.start_overlap && hit.t == 0.0f);
        assert_true(hit.depth >= -gap - 1e-5);
        count->overlaps++;
        return;
    }
    if (fabs(least - c.radius - rb) < 1e-5) return; // grazing
    assert_int_equal(hit.hit, t <= 1.0);
    assert_near(rim_vec3_length(hit.normal), hit.hit ? 1.0 : 0.0, 1e-6);
    count->misses += !hit.hit;
    if (!hit.hit)
    {
        assert_true(hit.t == 1.0f);
        return;
    }
    count->hits++;
    assert_false(hit.start_overlap);
    // A shallow motion makes the search's time uncertain, not its distance.
    assert_near(capsule_to(moved(c, delta, hit.t), distance, thing) - rb, 0.0, 1e-5);
    assert_true(hit.t * speed <= t * speed + 1e-4 + 1e-5 * speed);
    assert_true(rim_vec3_dot(hit.normal, delta) <= 1e-6f * (float)speed);
    spot on = spot_of(hit.point);
    assert_near(distance(on, thing) - rb, 0.0, 1e-5);
    rim_capsule  there = moved(c, delta, hit.t);
    rim_segment3 axis = { there.a, there.b };
    assert_near(oracle_point_segment(on, &axis), c.radius, 1e-5);
    assert_true(rim_vec3_dot(hit.face_normal, hit.normal) >= -1.0f);
    // Seen along the normal, the mover is in front.
    if (c.radius > 0.05f)
    {
        rim_vec3 core = rim_vec3_along(hit.point, hit.normal, c.radius);
        assert_near(oracle_point_segment(spot_of(core), &axis), 0.0, 3e-5);
    }
}

static void triangles_are_met_when_a_search_says(void **state)
{
    (void)state;
    test_random random = { 21 };
    tally       spheres = { 0, 0, 0 }, capsules = { 0, 0, 0 };
    for (int i = 0; i < case_count(600); i++)
    {
        rim_triangle t = random_triangle(&random, SIZE);
        rim_capsule  c = random_capsule(&random, SIZE), ball = { c.a, c.a, c.radius };
        rim_sphere   s = { c.a, c.radius };
        rim_vec3     delta = random_vec3(&random, 3.0f * SIZE);
        if (i % 3 == 0) delta = rim_vec3_sub(rim_vec3_lerp(t.a, t.b, 0.5f), c.a);
        if (c.radius == 0.0f) c.radius = s.radius = ball.radius = 0.5f;
        check_hit(&capsules, rim_capsule_sweep_triangle(c, delta, &t, RIM_SIDE_BOTH), c, delta,
                  oracle_point_triangle, &t, 0.0);
        check_hit(&spheres, rim_sphere_sweep_triangle(s, delta, &t, RIM_SIDE_BOTH), ball, delta,
                  oracle_point_triangle, &t, 0.0);
    }
    int enough = case_count(600) / 12;
    assert_true(spheres.hits > enough && spheres.misses > enough && capsules.hits > enough);
    assert_true(capsules.misses > enough && capsules.overlaps > enough / 4);
}

static rim_vec3 on_grid(test_random *random)
{
    int x = random_int(random, -2, 2), y = random_int(random, -2, 2), z = random_int(random, -2, 2);
    return rim_vec3_make((float)x, (float)y, (float)z);
}

// A segment's end meets a triangle's corner halfway, and an edge there is parallel to it but for a last bit or none.
static void corners_that_meet_along_a_nearly_parallel_edge_have_a_normal(void **state)
{
    (void)state;
    test_random random = { 34 };
    int         hits = 0;
    for (int i = 0; i < case_count(20000); i++)
    {
        rim_vec3     along = on_grid(&random), c = on_grid(&random), v = on_grid(&random);
        float        bit = ldexpf(1.0f, -random_int(&random, 14, 43));
        rim_vec3     edge = rim_vec3_along(along, on_grid(&random), bit);
        rim_triangle t = { c, rim_vec3_along(c, edge, i % 2 ? -1.0f : 1.0f), on_grid(&random) };
        rim_vec3     from = rim_vec3_sub(c, v);
        rim_capsule  segment = { from, rim_vec3_add(from, along), 0.0f };
        rim_vec3     delta = rim_vec3_scale(v, 2.0f);
        rim_hit3     hit = rim_capsule_sweep_triangle(segment, delta, &t, RIM_SIDE_BOTH);
        if (!hit.hit) continue;
        assert_near(rim_vec3_length(hit.normal), 1.0, 1e-5);
        assert_true(rim_vec3_length(rim_vec3_sub(hit.point, c)) < 12.0f);
        hits++;
    }
    assert_true(hits > case_count(10000));
}

static void round_things_and_boxes_are_met_when_a_search_says(void **state)
{
    (void)state;
    test_random random = { 22 };
    tally       round = { 0, 0, 0 }, boxes = { 0, 0, 0 };
    for (int i = 0; i < case_count(600); i++)
    {
        rim_capsule  c = random_capsule(&random, SIZE), b = random_capsule(&random, SIZE);
        rim_vec3     delta = random_vec3(&random, 3.0f * SIZE);
        rim_segment3 axis = { b.a, b.b };
        if (i % 2) delta = rim_vec3_sub(b.a, c.b);
        check_hit(&round, capsule_sweep_capsule(c, delta, b), c, delta, oracle_point_segment, &axis,
                  b.radius);
        rim_obox box = { { random_vec3(&random, 2.0f), { 0, 0, 0, 1 } }, { 1.0f, 0.5f, 1.5f } };
        if (i % 3) box.pose.rotation.x = random_float(&random, -1.0f, 1.0f);
        if (i % 5) box.pose.rotation.z = random_float(&random, -1.0f, 1.0f);
        if (c.radius == 0.0f) c.radius = 0.25f;
        rim_capsule ball = { c.a, c.a, c.radius };
        rim_sphere  s = { c.a, c.radius };
        check_hit(&boxes, capsule_sweep_obox(c, delta, box), c, delta, oracle_point_obox, &box,
                  0.0);
        check_hit(&boxes, sphere_sweep_obox(s, delta, box), ball, delta, oracle_point_obox, &box,
                  0.0);
    }
    int enough = case_count(600) / 12;
    assert_true(round.hits > enough && round.misses > enough && boxes.hits > enough);
    assert_true(boxes.misses > enough && boxes.overlaps > enough / 4);
}

static void a_polygon_of_three_corners_is_met_like_a_triangle(void **state)
{
    (void)state;
    test_random random = { 23 };
    int         thin = 0;
    for (int i = 0; i < case_count(30000); i++)
    {
        rim_triangle t = random_triangle(&random, SIZE);
        rim_vec3     points[3] = { t.a, t.b, t.c }, delta = random_vec3(&random, 3.0f * SIZE);
        rim_polygon3 polygon = { points, 3 };
        rim_capsule  c = random_capsule(&random, SIZE);
        rim_sphere   s = { c.a, c.radius };
        rim_hit3     a = rim_capsule_sweep_triangle(c, delta, &t, RIM_SIDE_BOTH);
        rim_hit3     b = rim_capsule_sweep_polygon3(c, delta, polygon, RIM_SIDE_BOTH);
        // What has no radius may only touch, at a corner or at the end: triangles are exact there, polygons are not.
        bool         differs = c.radius == 0.0f && a.hit != b.hit;
        thin += differs;
        if (!differs)
        {
            assert_int_equal(a.hit, b.hit);
            assert_near(a.t, b.t, 1e-6);
            assert_near(a.depth, b.depth, 1e-5);
            assert_near(rim_vec3_length(rim_vec3_sub(a.normal, b.normal)), 0.0, 1e-5);
            assert_near(rim_vec3_length(rim_vec3_sub(a.point, b.point)), 0.0, 1e-4);
        }
        a = rim_sphere_sweep_triangle(s, delta, &t, RIM_SIDE_BOTH);
        b = rim_sphere_sweep_polygon3(s, delta, polygon, RIM_SIDE_BOTH);
        differs = s.radius == 0.0f && a.hit != b.hit;
        thin += differs;
        if (differs) continue;
        assert_int_equal(a.hit, b.hit);
        assert_near(a.t, b.t, 1e-6);
        assert_int_equal(a.back, b.back);
    }
    assert_true(thin <= case_count(30000) / 3000);
}

// The same bits in all lanes, for contacts of every case.
static void motions_have_the_same_bits_in_all_lanes(void **state)
{
    (void)state;
#ifdef CPU_X86
    if (TRIANGLE_KERNEL(toi_face) != toi_face_avx2) skip();
    test_random random = { 62 };
    int         letters[RIM_CASE_X + 1] = { 0 };
    for (int i = 0; i < case_count(50000); i++)
    {
        rim_triangle t = random_triangle(&random, SIZE);
        rim_capsule  c = random_capsule(&random, SIZE);
        vec3d        origin = v3d_from(t.a), a = v3d_sub(v3d_from(c.a), origin);
        vec3d        corners[3] = { { 0.0, 0.0, 0.0 },
                                    v3d_sub(v3d_from(t.b), origin),
                                    v3d_sub(v3d_from(t.c), origin) };
        flat_face    face = flat_face_of_corners(corners, 3);
        toi_mover    k = { a, v3d_from(rim_vec3_sub(c.b, c.a)), { 0.0, 0.0, 0.0 }, c.radius };
        double       one, four;
        k.v = v3d_scale(v3d_sub(v3d_scale(corners[1], 0.25), a), 1.5);
        if (i % 2) k.s = v3d(0.0, 0.0, 0.0);
        toi_hit plain = toi_face_plain(&face, &k, &one);
        toi_hit wide = toi_face_avx2(&face, &k, &four);
        assert_true(plain.t == wide.t && one == four);
        if (plain.t == INFINITY) continue;
        assert_memory_equal(&plain.y, &wide.y, sizeof plain.y);
        assert_memory_equal(&plain.normal, &wide.normal, sizeof plain.normal);
        assert_true(plain.fx.kind == wide.fx.kind && plain.fx.index == wide.fx.index);
        assert_true(plain.fy.kind == wide.fy.kind && plain.fy.index == wide.fy.index);
        letters[plain.letter]++;
    }
    for (int k = RIM_CASE_A; k < RIM_CASE_X; k++) assert_true(letters[k] > case_count(50000) / 500);
#endif
}

// A motion that leads an end of a capsule to a point of a triangle hits it no later, however small the radius is and
// however flat the motion's angle to the triangle.
static void no_motion_to_a_point_of_a_triangle_misses(void **state)
{
    (void)state;
    test_random random = { 77 };
    int         flat = 0;
    for (int i = 0; i < case_count(60000); i++)
    {
        rim_triangle t = random_triangle(&random, SIZE);
        rim_vec3     points[3] = { t.a, t.b, t.c };
        float        v = random_float(&random, 0.0f, 1.0f), w = random_float(&random, 0.0f, 1.0f);
        if (i % 3 == 0) w = 0.0f; // a point of edge a b
        rim_vec3 to = rim_vec3_lerp(rim_vec3_lerp(t.a, t.b, v), t.c, w);
        rim_vec3 n = rim_vec3_normalize(rim_triangle_normal(t.a, t.b, t.c));
        rim_vec3 from = random_vec3(&random, 3.0f * SIZE);
        if (i % 2) // almost in the triangle's plane
        {
            float height = rim_vec3_dot(n, rim_vec3_sub(from, to));
            float least = ldexpf(1.0f, -random_int(&random, 2, 14));
            from = rim_vec3_along(from, n, least - height);
            flat += least < 0.001f;
        }
        rim_capsule c = { from, from,
                          ldexpf(random_float(&random, 0.5f, 1.0f), -random_int(&random, 0, 18)) };
        rim_sphere  s = { c.a, c.radius };
        c.b = rim_vec3_add(c.b, random_vec3(&random, SIZE));
        float    part = random_float(&random, 0.3f, 0.999f);
        rim_vec3 delta = rim_vec3_scale(rim_vec3_sub(to, from), 1.0f / part);
        rim_hit3 hits[4] = {
            rim_capsule_sweep_triangle(c, delta, &t, RIM_SIDE_BOTH),
            rim_sphere_sweep_triangle(s, delta, &t, RIM_SIDE_BOTH),
            rim_capsule_sweep_polygon3(c, delta, (rim_polygon3){ points, 3 }, RIM_SIDE_BOTH),
            rim_sphere_sweep_polygon3(s, delta, (rim_polygon3){ points, 3 }, RIM_SIDE_BOTH)
        };
        for (int k = 0; k < 4; k++)
            if (!hits[k].hit || !(hits[k].t <= part + 1e-5f))
                fail_msg("case %d, way %d: hit %d at %g, not before %g", i, k, hits[k].hit,
                         (double)hits[k].t, (double)part);
    }
    assert_true(flat > case_count(60000) / 10);
}

// A sphere much smaller than the triangle, which starts beside a corner and moves to a point of an edge near by, hits the
// triangle no later. Its distances from the far corners round by more than 2^-20 of its radius. The steps of Newton's
// method once went on until gaps were small beside the motion, which no gap was. Also narrow triangles, whose planes
// turn by the rounding of their normals.
static void no_small_sphere_passes_by_a_corner(void **state)
{
    (void)state;
    test_random random = { 78 };
    int         hits = 0;
    for (int i = 0; i < case_count(100000); i++)
    {
        rim_triangle t = random_triangle(&random, SIZE);
        rim_vec3     corners[3] = { t.a, t.b, t.c }, zero = { 0.0f, 0.0f, 0.0f };
        rim_vec3     a = corners[i % 3];
        for (int k = 0; k < 3; k++)
            corners[k] = rim_vec3_sub(corners[k], a); // exact near the corner
        if (i % 4 == 0)                               // narrow
            corners[(i + 1) % 3] = rim_vec3_along(
                rim_vec3_scale(corners[(i + 2) % 3], random_float(&random, 0.0f, 1.0f)),
                random_vec3(&random, 1.0f), ldexpf(1.0f, -random_int(&random, 4, 20)));
        t = (rim_triangle){ corners[0], corners[1], corners[2] };
        float r = ldexpf(random_float(&random, 0.5f, 1.0f), -random_int(&random, 16, 34));
        float length = rim_vec3_length(corners[(i + 2) % 3]);
        if (length < 0.25f * SIZE) continue;
        hits++;
        float      along = r * random_float(&random, 0.0f, 60.0f) / length;
        rim_vec3   to = rim_vec3_lerp(zero, corners[(i + 2) % 3], along);
        rim_vec3   from = rim_vec3_add(to, random_vec3(&random, 60.0f * r));
        rim_sphere s = { from, r };
        float      part = random_float(&random, 0.3f, 0.999f);
        rim_vec3   delta = rim_vec3_scale(rim_vec3_sub(to, from), 1.0f / part);
        rim_hit3   hit = rim_sphere_sweep_triangle(s, delta, &t, RIM_SIDE_BOTH);
        if (!hit.hit || !(hit.t <= part + 1e-5f))
            fail_msg("case %d: hit %d at %g, not before %g", i, hit.hit, (double)hit.t,
                     (double)part);
    }
    assert_true(hits > case_count(100000) / 2);
}

// A large sphere that comes to a point of an edge along the face's normal hits the triangle there, not at a point of
// another edge that is nearly as close. Newton's method, which polygons use, tells the same.
static void large_spheres_hit_the_closest_point(void **state)
{
    (void)state;
    test_random random = { 79 };
    int         hits = 0;
    for (int i = 0; i < case_count(50000); i++)
    {
        rim_triangle t = random_triangle(&random, SIZE);
        rim_vec3     points[3] = { t.a, t.b, t.c };
        rim_polygon3 polygon = { points, 3 };
        rim_vec3     n = rim_vec3_normalize(rim_triangle_normal(t.a, t.b, t.c));
        float        w = ldexpf(random_float(&random, 0.5f, 1.0f), -random_int(&random, 0, 20));
        rim_vec3     to = rim_vec3_lerp(points[i % 3], points[(i + 1) % 3], w);
        float        r = ldexpf(random_float(&random, 0.5f, 1.0f), random_int(&random, 0, 24));
        rim_vec3 delta = rim_vec3_add(rim_vec3_scale(n, -2.0f * SIZE), random_vec3(&random, SIZE));
        rim_sphere s = { rim_vec3_sub(rim_vec3_along(to, n, r), rim_vec3_scale(delta, 0.5f)), r };
        rim_hit3   a = rim_sphere_sweep_triangle(s, delta, &t, RIM_SIDE_BOTH);
        rim_hit3   b = rim_sphere_sweep_polygon3(s, delta, polygon, RIM_SIDE_BOTH);
        if (!a.hit || !b.hit || a.start_overlap) continue;
        hits++;
        assert_near(rim_vec3_length(rim_vec3_sub(a.normal, b.normal)), 0.0, 1e-6);
        assert_near(rim_vec3_length(rim_vec3_sub(a.point, b.point)), 0.0, 1e-5 + 5e-8 * (double)r);
    }
    assert_true(hits > case_count(50000) / 4);
}

static void a_polygon_is_met_where_the_first_of_its_triangles_is(void **state)
{
    (void)state;
    test_random random = { 24 };
    int         hits = 0;
    for (int i = 0; i < case_count(20000); i++)
    {
        rim_vec3 points[8], center = random_vec3(&random, 1.0f), u = random_unit_vec3(&random);
        rim_vec3 v = rim_vec3_cross(u, random_unit_vec3(&random)),
                 delta = random_vec3(&random, 9.0f);
        rim_polygon3 polygon = { points, random_int(&random, 3, 8) };
        for (int k = 0; k < polygon.count; k++)
        {
            double angle = 6.283185307179586 * k / polygon.count;
            points[k] = rim_vec3_along(rim_vec3_along(center, u, (float)(3.0 * cos(angle))), v,
                                       (float)(2.0 * sin(angle)));
        }
        rim_capsule c = random_capsule(&random, SIZE);
        rim_sphere  s = { c.a, c.radius + 0.01f };
        c.radius += 0.01f;
        if (i % 2) // half of the motions go to an edge, where the closest feature changes
        {
            rim_vec3 edge = rim_vec3_lerp(points[0], points[1], random_float(&random, 0.0f, 1.0f));
            delta = rim_vec3_scale(rim_vec3_sub(edge, c.a), random_float(&random, 1.0f, 3.0f));
        }
        float first[2] = { 1.0f, 1.0f };
        bool  starts_in = false;
        for (int k = 2; k < polygon.count; k++)
        {
            rim_triangle t = { points[0], points[k - 1], points[k] };
            rim_hit3     a = rim_capsule_sweep_triangle(c, delta, &t, RIM_SIDE_BOTH);
            rim_hit3     b = rim_sphere_sweep_triangle(s, delta, &t, RIM_SIDE_BOTH);
            first[0] = a.t < first[0] ? a.t : first[0];
            first[1] = b.t < first[1] ? b.t : first[1];
            starts_in |= a.start_overlap || b.start_overlap;
        }
        rim_hit3 a = rim_capsule_sweep_polygon3(c, delta, polygon, RIM_SIDE_BOTH);
        rim_hit3 b = rim_sphere_sweep_polygon3(s, delta, polygon, RIM_SIDE_BOTH);
        // Corners rounded to float are not quite in one plane, so a touch at the start may be an overlap.
        if (starts_in) continue;
        assert_near(a.t, first[0], 3e-3);
        assert_near(b.t, first[1], 3e-3);
        hits += a.hit && a.t > 0.0f;
    }
    assert_true(hits > case_count(20000) / 10);
}

static const rim_triangle FLOOR = { { -8, 0, 8 }, { 8, 0, 8 }, { 0, 0, -8 } }; // looks up

static void touching_at_the_start_blocks_only_the_way_in(void **state)
{
    (void)state;
    rim_sphere  s = { { 0.0f, 0.5f, 0.0f }, 0.5f };
    rim_capsule c = { { 0.0f, 0.5f, 0.0f }, { 1.0f, 0.5f, 0.0f }, 0.5f };
    const struct
    {
        rim_vec3 delta;
        bool     hit;
    } ways[] = { { { 0, -1, 0 }, true }, { { 0, 1, 0 }, false }, { { 1, 0, 0 }, false },
                 { { 1, 1, 0 }, false }, { { 1, -1, 0 }, true }, { { 0, 0, 0 }, false } };
    for (int i = 0; i < 6; i++)
    {
        rim_hit3  a = rim_sphere_sweep_triangle(s, ways[i].delta, &FLOOR, RIM_SIDE_BOTH);
        rim_hit3  b = rim_capsule_sweep_triangle(c, ways[i].delta, &FLOOR, RIM_SIDE_BOTH);
        rim_plane plane = { { 0, 1, 0 }, 0.0f };
        rim_hit3  d = sphere_sweep_plane(s, ways[i].delta, plane);
        rim_box3  box = { { -8, -1, -8 }, { 8, 0, 8 } };
        rim_hit3  e = capsule_sweep_box3(c, ways[i].delta, box);
        assert_true(a.hit == ways[i].hit && b.hit == ways[i].hit && d.hit == ways[i].hit);
        assert_true(e.hit == ways[i].hit);
        if (a.hit) assert_true(a.t == 0.0f && !a.start_overlap && a.depth == 0.0f);
    }
}

static void a_slide_along_a_floor_meets_no_inner_edge(void **state)
{
    (void)state;
    // Strips of a floor, exactly level, under a sphere and a capsule that rest on it.
    for (int i = -50; i < 50; i++)
    {
        float        x = (float)i;
        rim_triangle strips[2] = { { { x, 0, 5 }, { x + 1, 0, 5 }, { x + 1, 0, -5 } },
                                   { { x, 0, 5 }, { x + 1, 0, -5 }, { x, 0, -5 } } };
        for (int k = 0; k < 2; k++)
        {
            rim_sphere  s = { { -40.25f, 0.5f, 0.125f }, 0.5f };
            rim_capsule c = { { -40.25f, 0.5f, 0.125f }, { -40.25f, 2.5f, 0.125f }, 0.5f };
            rim_vec3    delta = { 80.0f, 0.0f, 0.25f };
            assert_false(rim_sphere_sweep_triangle(s, delta, &strips[k], RIM_SIDE_BOTH).hit);
            assert_false(rim_capsule_sweep_triangle(c, delta, &strips[k], RIM_SIDE_BOTH).hit);
        }
    }
}

// Small integers, where axes meet corners and edges exactly, and an oracle that is exact but for one division: the
// axis at its ends against the plane, and against every edge where the two become coplanar. It crosses in earnest
// if it stands across the triangle a little later.
static double meets_first(const vec3d t[3], vec3d p, vec3d s, vec3d v)
{
    vec3d  n = v3d_cross(v3d_sub(t[1], t[0]), v3d_sub(t[2], t[0]));
    double first = INFINITY;
    for (int end = 0; end < 2; end++)
    {
        vec3d  at = end ? v3d_add(p, s) : p;
        double time = v3d_dot(n, v3d_sub(t[0], at)) / v3d_dot(n, v);
        vec3d  on = v3d_along(at, v, time);
        bool   over = time >= 0.0;
        for (int i = 0; i < 3; i++)
        {
            vec3d e = v3d_sub(t[(i + 1) % 3], t[i]);
            over = over && v3d_dot(v3d_cross(e, v3d_sub(on, t[i])), n) >= -1e-9;
        }
        if (over && time < first) first = time;
    }
    for (int i = 0; i < 3; i++)
    {
        vec3d  e = v3d_sub(t[(i + 1) % 3], t[i]), across = v3d_cross(s, e);
        double time = v3d_dot(v3d_sub(t[i], p), across) / v3d_dot(v, across);
        vec3d  d = v3d_sub(t[i], v3d_along(p, v, time));
        double square = v3d_length2(across);
        double on_s = v3d_dot(v3d_cross(d, e), across), on_e = v3d_dot(v3d_cross(d, s), across);
        if (time >= 0.0 && on_s >= -1e-9 && on_s <= square + 1e-9 && on_e >= -1e-9 &&
            on_e <= square + 1e-9 && time < first)
            first = time;
    }
    return first;
}

static bool stands_across(const vec3d t[3], vec3d p, vec3d s)
{
    vec3d  n = v3d_cross(v3d_sub(t[1], t[0]), v3d_sub(t[2], t[0]));
    double share = v3d_dot(n, v3d_sub(t[0], p)) / v3d_dot(n, s);
    bool   inside = share > 1e-7 && share < 1.0 - 1e-7;
    vec3d  on = v3d_along(p, s, share);
    for (int i = 0; i < 3; i++)
    {
        vec3d e = v3d_sub(t[(i + 1) % 3], t[i]);
        inside = inside && v3d_dot(v3d_cross(e, v3d_sub(on, t[i])), n) > 1e-9;
    }
    return inside;
}

static vec3d small_integers(test_random *random, int most)
{
    int x = random_int(random, -most, most), y = random_int(random, -most, most);
    return v3d(x, y, random_int(random, -most, most));
}

static void an_axis_without_thickness_slips_past_no_edge(void **state)
{
    (void)state;
    test_random random = { 31 };
    int         met = 0, missed = 0;
    for (int i = 0; i < case_count(40000); i++)
    {
        vec3d t[3], p = small_integers(&random, 3), q = small_integers(&random, 3);
        for (int k = 0; k < 3; k++) t[k] = small_integers(&random, 3);
        vec3d        v = small_integers(&random, 4), s = v3d_sub(q, p);
        rim_triangle triangle = { v3d_round(t[0]), v3d_round(t[1]), v3d_round(t[2]) };
        rim_capsule  axis = { v3d_round(p), v3d_round(q), 0.0f };
        vec3d        n = v3d_cross(v3d_sub(t[1], t[0]), v3d_sub(t[2], t[0]));
        // In one plane with a face or an edge all of them touch for a while, or never.
        bool         general = v3d_dot(n, v) != 0.0 && v3d_dot(n, s) != 0.0;
        for (int k = 0; k < 3; k++)
            general = general && v3d_dot(v3d_cross(s, v3d_sub(t[(k + 1) % 3], t[k])), v) != 0.0;
        if (!general || rim_capsule_distance_triangle(axis, &triangle).distance == 0.0f) continue;
        double   time = meets_first(t, p, s, v);
        rim_hit3 hit = rim_capsule_sweep_triangle(axis, v3d_round(v), &triangle, RIM_SIDE_BOTH);
        bool     in = stands_across(t, v3d_along(p, v, time + 1e-5), s);
        if (in && time <= 1.0)
        {
            assert_true(hit.hit);
            assert_near(hit.t, time, 1e-6);
            assert_near(rim_vec3_length(hit.normal), 1.0, 1e-5);
            assert_true(rim_vec3_dot(hit.normal, v3d_round(v)) < 0.0f);
            met++;
        }
        if (time > 1.0) assert_false(hit.hit);
        missed += time > 1.0;
    }
    assert_true(met > case_count(4000) && missed > case_count(10000));
}

static void sides_are_chosen_by_the_caller(void **state)
{
    (void)state;
    rim_sphere above = { { 0, 3, 0 }, 0.5f }, below = { { 0, -3, 0 }, 0.5f };
    rim_vec3   down = { 0, -6, 0 }, up = { 0, 6, 0 };
    rim_hit3   hit = rim_sphere_sweep_triangle(above, down, &FLOOR, RIM_SIDE_FRONT);
    assert_true(hit.hit && !hit.back && hit.face_normal.y == 1.0f);
    assert_false(rim_sphere_sweep_triangle(above, down, &FLOOR, RIM_SIDE_BACK).hit);
    assert_false(rim_sphere_sweep_triangle(below, up, &FLOOR, RIM_SIDE_FRONT).hit);
    hit = rim_sphere_sweep_triangle(below, up, &FLOOR, RIM_SIDE_BOTH);
    assert_true(hit.hit && hit.back && hit.face_normal.y == -1.0f && hit.normal.y == -1.0f);
    rim_plane plane = { { 0, 1, 0 }, 0.0f };
    // Under the floor, moving up: solid ground pushes out.
    hit = sphere_sweep_plane(below, up, plane);
    assert_true(hit.start_overlap && hit.depth == 3.5f);
}

// Capsules that lie on a flat grid and roll or slide, level with it, stay on its plane. Inner edges, which may be
// parallel to the axis, are only grazed.
static void a_capsule_rolls_over_a_grid(void **state)
{
    (void)state;
    test_random  random = { 80 };
    // Rounding tilts the normal of the axis and the slanting edge towards the motion.
    rim_triangle slanting = { { 9.0f, 0.0f, 11.0f },
                              { 9.0f, 0.0f, 12.0f },
                              { 10.0f, 0.0f, 11.0f } };
    rim_capsule  level = { { 8.75f, 0.75f, 10.25f }, { 8.75f, 0.75f, 11.0f }, 0.75f };
    rim_vec3     ahead = { 0x1.4f2794p+0f, 0.0f, 0.0f };
    assert_false(rim_capsule_sweep_triangle(level, ahead, &slanting, RIM_SIDE_BOTH).hit);
    for (int i = 0; i < case_count(20000); i++)
    {
        float        x = (float)random_int(&random, 0, 15), z = (float)random_int(&random, 0, 15);
        rim_triangle halves[2] = {
            { { x, 0.0f, z }, { x, 0.0f, z + 1.0f }, { x + 1.0f, 0.0f, z } },
            { { x, 0.0f, z + 1.0f }, { x + 1.0f, 0.0f, z + 1.0f }, { x + 1.0f, 0.0f, z } }
        };
        rim_triangle t = halves[i % 2];
        float        r = 0.25f * (float)random_int(&random, 1, 4);
        float        length = 0.25f * (float)random_int(&random, 0, 8);
        bool         along_x = random_int(&random, 0, 1);
        rim_vec3     a = { x + 0.25f * (float)random_int(&random, -8, 12), r,
                           z + 0.25f * (float)random_int(&random, -8, 12) };
        rim_vec3     b = { a.x + (along_x ? length : 0.0f), r, a.z + (along_x ? 0.0f : length) };
        rim_vec3     delta = { random_float(&random, -4.0f, 4.0f), 0.0f,
                           random_int(&random, 0, 1) ? 0.0f : random_float(&random, -4.0f, 4.0f) };
        rim_capsule  c = { a, b, r };
        assert_false(rim_capsule_sweep_triangle(c, delta, &t, RIM_SIDE_BOTH).hit);
    }
}

// Motions onto a floor that end exactly where the shape touches it hit at t = 1; motions that end a float before do not
// hit.
static void a_touch_at_the_end_is_a_hit(void **state)
{
    (void)state;
    test_random random = { 81 };
    int         count = 0;
    for (int i = 0; i < case_count(20000); i++)
    {
        rim_triangle t = { random_vec3(&random, 9.0f), random_vec3(&random, 9.0f),
                           random_vec3(&random, 9.0f) };
        t.a.x -= 60.0f, t.b.x += 60.0f, t.b.z -= 60.0f, t.c.x += 60.0f, t.c.z += 60.0f;
        t.a.y = t.b.y = t.c.y = 0.0f;
        float y = random_float(&random, 1.1f, 5.0f), r = random_float(&random, 0.1f, 1.0f);
        float gap = y - r;
        if ((double)y - r != (double)gap) continue;
        rim_vec3 at = { random_float(&random, -9.0f, 9.0f), y, random_float(&random, -9.0f, 9.0f) };
        rim_vec3 end = { at.x + 0.5f, y + random_float(&random, 0.0f, 1.0f), at.z };
        rim_vec3 delta = { random_float(&random, -1.0f, 1.0f), -gap,
                           random_float(&random, -1.0f, 1.0f) };
        rim_capsule c = { at, i % 2 ? end : at, r };
        rim_hit3    hit = rim_capsule_sweep_triangle(c, delta, &t, RIM_SIDE_BOTH);
        assert_true(hit.hit && hit.t == 1.0f);
        delta.y = nextafterf(-gap, 0.0f);
        assert_false(rim_capsule_sweep_triangle(c, delta, &t, RIM_SIDE_BOTH).hit);
        count++;
    }
    assert_true(count > case_count(20000) / 4);
}

static void a_wall_of_no_thickness_stops_a_motion_of_a_million(void **state)
{
    (void)state;
    rim_triangle wall = { { 0, -1, -1 }, { 0, -1, 1 }, { 0, 1, 0 } };
    rim_sphere   s = { { -500000.0f, 0.0f, 0.0f }, 0.25f };
    rim_capsule  c = { { -500000.0f, 0.0f, 0.0f }, { -500001.0f, 0.5f, 0.0f }, 0.25f };
    rim_vec3     delta = { 1e6f, 0.0f, 0.0f };
    rim_hit3     hit = rim_sphere_sweep_triangle(s, delta, &wall, RIM_SIDE_BOTH);
    assert_true(hit.hit);
    assert_near(hit.t, 0.49999975, 1e-7);
    assert_near(hit.point.x, 0.0, 1e-6);
    assert_true(rim_capsule_sweep_triangle(c, delta, &wall, RIM_SIDE_BOTH).hit);
}

static bool same_vec3(rim_vec3 a, rim_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static void motions_scale_to_the_bit_by_powers_of_two(void **state)
{
    (void)state;
    test_random random = { 25 };
    int         hits = 0;
    for (int i = 0; i < case_count(20000); i++)
    {
        float        k = ldexpf(1.0f, (i % 2 ? 1 : -1) * random_int(&random, 1, 90));
        rim_triangle t = random_triangle(&random, SIZE), u = t;
        rim_capsule  c = random_capsule(&random, SIZE), e = c;
        rim_vec3     delta = random_vec3(&random, 9.0f), far = rim_vec3_scale(delta, k);
        u.a = rim_vec3_scale(t.a, k), u.b = rim_vec3_scale(t.b, k), u.c = rim_vec3_scale(t.c, k);
        e.a = rim_vec3_scale(c.a, k), e.b = rim_vec3_scale(c.b, k), e.radius = c.radius * k;
        rim_hit3 a = rim_capsule_sweep_triangle(c, delta, &t, RIM_SIDE_BOTH);
        rim_hit3 b = rim_capsule_sweep_triangle(e, far, &u, RIM_SIDE_BOTH);
        assert_true(a.hit == b.hit && a.t == b.t && a.letter == b.letter);
        assert_true(same_vec3(a.normal, b.normal) && a.depth * k == b.depth);
        assert_true(same_vec3(rim_vec3_scale(a.point, k), b.point));
        rim_sphere s = { c.a, c.radius }, big = { e.a, e.radius };
        a = rim_sphere_sweep_triangle(s, delta, &t, RIM_SIDE_BOTH);
        b = rim_sphere_sweep_triangle(big, far, &u, RIM_SIDE_BOTH);
        assert_true(a.hit == b.hit && a.t == b.t && same_vec3(a.normal, b.normal));
        a = rim_triangle_raycast(&t, (rim_ray3){ c.a, delta }, RIM_SIDE_BOTH);
        b = rim_triangle_raycast(&u, (rim_ray3){ e.a, far }, RIM_SIDE_BOTH);
        assert_true(a.hit == b.hit && a.t == b.t && same_vec3(a.normal, b.normal));
        hits += a.hit;
    }
    assert_true(hits > case_count(20000) / 200);
}

static void no_motion_from_or_to_nowhere_hits(void **state)
{
    (void)state;
    test_random random = { 29 };
    int         broken = 0, hits = 0;
    for (int i = 0; i < case_count(200000); i++)
    {
        float f[24];
        for (int k = 0; k < 24; k++)
        {
            f[k] = random_any_float(&random);
            if (i % 3 && k != i % 24) f[k] = random_float(&random, -1.0f, 1.0f);
        }
        bool finite = true;
        for (int k = 0; k < 19; k++) finite = finite && isfinite(f[k]);
        rim_triangle t = { { f[0], f[1], f[2] }, { f[3], f[4], f[5] }, { f[6], f[7], f[8] } };
        rim_capsule  c = { { f[9], f[10], f[11] }, { f[12], f[13], f[14] }, fabsf(f[15]) };
        rim_vec3     delta = { f[16], f[17], f[18] };
        rim_sphere   s = { c.a, c.radius };
        rim_ray3     ray = { c.a, delta };
        rim_capsule  other = { t.a, t.b, fabsf(f[19]) };
        rim_obox     box = { { t.a, { f[3], f[4], f[5], f[6] } },
                             { fabsf(f[7]), fabsf(f[8]), fabsf(f[20]) } };
        rim_plane    plane = { t.a, f[3] };
        rim_hit3     all[] = { rim_capsule_sweep_triangle(c, delta, &t, RIM_SIDE_BOTH),
                               rim_sphere_sweep_triangle(s, delta, &t, RIM_SIDE_BOTH),
                               rim_triangle_raycast(&t, ray, RIM_SIDE_BOTH),
                               capsule_sweep_capsule(c, delta, other),
                               capsule_sweep_obox(c, delta, box),
                               obox_raycast(box, ray),
                               capsule_sweep_plane(c, delta, plane) };
        for (int k = 0; k < 7; k++)
        {
            assert_no_nan(&all[k].t, 11);
            assert_true(all[k].t >= 0.0f && all[k].t <= 1.0f);
            if (k == 0 && !finite) assert_false(all[k].hit);
            hits += all[k].hit;
        }
        broken += !finite;
    }
    assert_true(broken > case_count(200000) / 100 && hits > case_count(200000) / 100);
}

static rim_sphere as_ball(rim_capsule c)
{
    rim_sphere sphere = { c.a, c.radius };
    return sphere;
}

// A radius below the rounding of the place where it touches leaves no direction between the two.
// A face across the motion is hit at any speed; the length of the motion does not make it flat.
static void a_point_of_any_speed_meets_a_polygon(void **state)
{
    (void)state;
    rim_vec3     p[4] = { { 0.5f, -1, -1 }, { 0.5f, 1, -1 }, { 0.5f, 1, 1 }, { 0.5f, -1, 1 } };
    rim_polygon3 square = { p, 4 };
    rim_sphere   point = { { 0.0f, 0.1f, -0.2f }, 0.0f };
    for (rim_vec3 delta = { 1.0f, 0.0f, 0.0f }; delta.x < 1e30f; delta.x *= 10.0f)
        assert_true(rim_sphere_sweep_polygon3(point, delta, square, RIM_SIDE_BOTH).hit);
}

// A point beside the first corner of a polygon or an axis, at a distance that is rounding for their size: a touch,
// which only a motion to the other side turns into a hit.
static void a_point_that_touches_a_corner_may_leave_it(void **state)
{
    (void)state;
    const rim_vec3 p[4] = { { 0, 0, 0 }, { 4, 0, 0 }, { 4, 4, 0 }, { 0, 4, 0 } };
    rim_polygon3   square = { p, 4 };
    rim_capsule    axis = { p[0], p[1], 0.0f };
    for (int side = -1; side <= 1; side += 2)
        for (int way = -1; way <= 1; way++)
        {
            rim_sphere point = { { 0.0f, 0.0f, 0x1p-52f * (float)side }, 0.0f };
            rim_sphere small = { point.center, 1e-20f };
            rim_vec3   delta = { 0.0f, 0.0f, (float)way };
            bool       goes_in = way == -side;
            rim_hit3   hit = rim_sphere_sweep_polygon3(point, delta, square, RIM_SIDE_BOTH);
            assert_int_equal(hit.hit, goes_in);
            assert_int_equal(sphere_sweep_capsule(small, delta, axis).hit, goes_in);
        }
}

static void a_hit_has_a_direction_however_thin_the_things(void **state)
{
    (void)state;
    test_random random = { 13 };
    int         hits = 0, rounds = case_count(20000);
    for (int i = 0; i < rounds; i++)
    {
        float        y = random_float(&random, -1.0f, 1.0f), x = random_float(&random, -2.0f, 2.0f);
        rim_capsule  axis = { { -3.0f, y, 0.0f }, { 5.0f, y, 0.0f }, 1e-20f };
        rim_triangle t = { axis.a, axis.b, { 0.0f, y, -1.0f } };
        rim_capsule  c = { { x, 1.5f, 0.0f }, { x, 1.5f, 2.0f }, 1e-20f };
        rim_vec3     delta = rim_vec3_make(0.0f, random_float(&random, -30.0f, -3.0f), 0.0f);
        rim_hit3     hit[] = { sphere_sweep_capsule(as_ball(c), delta, axis),
                               capsule_sweep_capsule(c, delta, axis),
                               rim_capsule_sweep_triangle(c, delta, &t, RIM_SIDE_BOTH) };
        for (int k = 0; k < 3; k++)
        {
            if (hit[k].hit) assert_near(rim_vec3_length(hit[k].normal), 1.0, 1e-5);
            hits += hit[k].hit;
        }
    }
    assert_true(hits > rounds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles_are_met_when_a_search_says),
        cmocka_unit_test(corners_that_meet_along_a_nearly_parallel_edge_have_a_normal),
        cmocka_unit_test(round_things_and_boxes_are_met_when_a_search_says),
        cmocka_unit_test(a_polygon_of_three_corners_is_met_like_a_triangle),
        cmocka_unit_test(motions_have_the_same_bits_in_all_lanes),
        cmocka_unit_test(no_motion_to_a_point_of_a_triangle_misses),
        cmocka_unit_test(no_small_sphere_passes_by_a_corner),
        cmocka_unit_test(large_spheres_hit_the_closest_point),
        cmocka_unit_test(a_polygon_is_met_where_the_first_of_its_triangles_is),
        cmocka_unit_test(touching_at_the_start_blocks_only_the_way_in),
        cmocka_unit_test(a_slide_along_a_floor_meets_no_inner_edge),
        cmocka_unit_test(a_capsule_rolls_over_a_grid),
        cmocka_unit_test(a_touch_at_the_end_is_a_hit),
        cmocka_unit_test(an_axis_without_thickness_slips_past_no_edge),
        cmocka_unit_test(sides_are_chosen_by_the_caller),
        cmocka_unit_test(a_wall_of_no_thickness_stops_a_motion_of_a_million),
        cmocka_unit_test(motions_scale_to_the_bit_by_powers_of_two),
        cmocka_unit_test(no_motion_from_or_to_nowhere_hits),
        cmocka_unit_test(a_point_of_any_speed_meets_a_polygon),
        cmocka_unit_test(a_point_that_touches_a_corner_may_leave_it),
        cmocka_unit_test(a_hit_has_a_direction_however_thin_the_things),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
