#include "support/pairs.h"
#include "support/convex_brute.h"
#include "support/hulls.h"
#include "support/support.h"

#include "rimcast/convex.h"
#include "rimcast/shape3.h"
#include "solid/query/gjk.h"

#include <math.h>
#include <stdlib.h>

static rim_xform3 at(float x, float y, float z)
{
    return rim_xform3_translation(rim_vec3_make(x, y, z));
}

// --- against brute force -------------------------------------------------------------------------------

// What the header promises of every hit.
static void check_hit(const random_body *a, const random_body *b, rim_contact3 c, double size)
{
    brute_body ba = brute_of(a), bb = brute_of(b);
    double     radii = (double)a->radius + b->radius, tolerance = 1e-6 * (size + radii);
    assert_true(c.uncertainty == 0.0f);
    assert_near(rim_vec3_length(c.normal), 1.0, 1e-6);
    assert_near(rim_vec3_distance(c.on_b, rim_vec3_along(c.on_a, c.normal, c.depth)), 0.0,
                4.0 * tolerance);
    brute_body p = brute_point(c.on_a), q = brute_point(c.on_b);
    assert_true(brute_distance(&p, &ba) <= a->radius + 2.0 * tolerance);
    assert_true(brute_distance(&q, &bb) <= b->radius + 2.0 * tolerance);
    // Moved by depth along the normal they just touch.
    assert_near(brute_overlap_along(&bb, &ba, c.normal) + radii, c.depth, 4.0 * tolerance);
}

static void the_depth_is_the_least_over_all_axes(void **state)
{
    (void)state;
    test_random random = { 21 };
    int         hits = 0, deep = 0, misses = 0;
    for (int i = 0; i < case_count(8000); i++)
    {
        random_body a, b;
        random_body_make(&random, &a, i % 4 ? 6 : 11);
        random_body_make(&random, &b, i % 4 ? 6 : 11);
        if (i % 5 == 0) b.pose = a.pose; // concentric
        brute_body ba = brute_of(&a), bb = brute_of(&b);
        double     gap = brute_gap(&ba, &bb), apart = brute_distance(&ba, &bb);
        double     size = brute_size(&ba, &bb), radii = (double)a.radius + b.radius;
        double     depth = radii + (apart > 1e-7 * size ? -apart : gap > -INFINITY ? -gap : 0.0);
        rim_convex views[3][2] = { { hull_of(&a), hull_of(&b) },
                                   { cloud_of(&a), cloud_of(&b) },
                                   { cloud_of(&a), hull_of(&b) } };
        for (int v = 0; v < 3; v++)
        {
            rim_contact3 c = rim_convex_contact(views[v][0], a.pose, views[v][1], b.pose, NULL);
            if (depth < -1e-6 * size) assert_false(c.hit);
            if (depth > 1e-6 * size) assert_true(c.hit);
            if (!c.hit) continue;
            check_hit(&a, &b, c, size);
            assert_near(c.depth, depth, 2e-6 * (size + radii));
        }
        hits += depth > 0.0;
        deep += depth > radii + 1e-3;
        misses += depth < 0.0;
        rim_hull_destroy(a.hull);
        rim_hull_destroy(b.hull);
    }
    assert_true(hits > case_count(1800) && deep > case_count(1000) && misses > case_count(1000));
}

// All that is met there is near the origin of the difference: only rounding is left, whatever its size.
static void what_touches_at_one_corner_is_certain(void **state)
{
    (void)state;
    test_random random = { 43 };
    int         hits = 0;
    for (int i = 0; i < case_count(20000); i++)
    {
        rim_vec3 corners[4], point;
        for (int k = 0; k < 4; k++)
            corners[k] =
                rim_vec3_make((float)random_int(&random, -2, 2), (float)random_int(&random, -2, 2),
                              (float)random_int(&random, -2, 2));
        rim_xform3 pose = turned_pose(&random, 2.0f);
        point = rim_xform3_apply(pose, corners[0]);
        rim_convex   a = { &point, 1, 0.0f, NULL }, b = { corners, 1 + i % 4, 0.0f, NULL };
        rim_contact3 c = rim_convex_contact(a, rim_xform3_identity(), b, pose, NULL);
        rim_contact3 d = rim_convex_contact(b, pose, a, rim_xform3_identity(), NULL);
        assert_true(c.uncertainty == 0.0f && d.uncertainty == 0.0f);
        assert_true(!c.hit || c.depth < 1e-6f);
        hits += c.hit + d.hit;
    }
    assert_true(hits > case_count(2000));
}

static void separating_axes_and_the_growing_polytope_agree(void **state)
{
    (void)state;
    test_random random = { 22 };
    int         checked = 0;
    for (int i = 0; i < case_count(3000); i++)
    {
        random_body a, b;
        random_body_make(&random, &a, 20);
        random_body_make(&random, &b, 20);
        if (i % 3 == 0) b.pose.position = a.pose.position;
        gjk_pair   pair;
        rim_convex ca = rim_hull_convex(a.hull), cb = rim_hull_convex(b.hull);
        assert_true(gjk_prepare_pair(&pair, &ca, &a.pose, &cb, &b.pose));
        gjk_result r = gjk_closest(&pair, INFINITY, NULL);
        if (r.end != GJK_APART)
        {
            overlap grown = epa_depth(&pair, &r);
            overlap tried = sat_hull_depth(&pair, a.hull, b.hull, r.size);
            assert_near(grown.depth, tried.depth, 1e-9);
            assert_near(grown.lower, grown.depth, 1e-9);
            checked++;
        }
        rim_hull_destroy(a.hull);
        rim_hull_destroy(b.hull);
    }
    assert_true(checked > case_count(800));
}

// A face that is touched lies against the normal.
static void check_face(const random_body *a, rim_contact3 c)
{
    if (c.feature_a.kind != RIM_FEATURE_FACE) return;
    rim_vec3 n = v3d_round(a->hull->planes[c.feature_a.index].normal);
    assert_near(rim_vec3_dot(rim_xform3_turn(a->pose, n), c.normal), -1.0, 1e-5);
}

static void two_boxes_by_their_15_axes_are_as_deep_as_two_hulls(void **state)
{
    (void)state;
    test_random random = { 23 };
    int         hits = 0;
    for (int i = 0; i < case_count(6000); i++)
    {
        random_body bodies[2];
        for (int k = 0; k < 2; k++)
        {
            random_body *body = &bodies[k];
            rim_vec3     half = rim_vec3_make((float)random_int(&random, 1, 4) * 0.25f,
                                              random_float(&random, 0.05f, 1.0f),
                                              (float)random_int(&random, 1, 4) * 0.25f);
            body->hull = box_hull(half.x, half.y, half.z);
            body->count = 8;
            body->radius = 0.0f;
            for (int c = 0; c < 8; c++) body->points[c] = rim_hull_read(body->hull).corners[c];
            body->pose = random_pose(&random, 1.0f);
        }
        if (i % 4 == 0) bodies[1].pose.rotation = bodies[0].pose.rotation;
        if (i % 7 == 0) bodies[1].pose.position = bodies[0].pose.position;
        const random_body *a = &bodies[0], *b = &bodies[1];
        rim_contact3       fast = hull_contact(a->hull, a->pose, b->hull, b->pose);
        rim_contact3 slow = rim_convex_contact(cloud_of(a), a->pose, cloud_of(b), b->pose, NULL);
        if (fast.hit != slow.hit) assert_near(fast.depth + slow.depth, 0.0, 1e-6);
        if (fast.hit && slow.hit) assert_near(fast.depth, slow.depth, 2e-6);
        if (fast.hit)
        {
            check_hit(a, b, fast, 3.0);
            check_face(a, fast);
            assert_true(fast.feature_a.kind != RIM_FEATURE_NONE);
            hits++;
        }
        rim_hull_destroy(a->hull);
        rim_hull_destroy(b->hull);
    }
    assert_true(hits > case_count(2000));
}

// Some at one place, some turned alike.
static void random_pair_make(test_random *random, random_body *a, random_body *b, int i)
{
    random_body_make(random, a, 24);
    random_body_make(random, b, 24);
    if (i % 3 == 0) b->pose.position = a->pose.position;
    if (i % 4 == 0) b->pose.rotation = a->pose.rotation;
}

static void both_kernels_find_the_same_farthest_point(void **state)
{
    (void)state;
    test_random random = { 28 };
    int         tried = 0;
    for (int i = 0; i < case_count(4000); i++)
    {
        random_body a, b;
        random_pair_make(&random, &a, &b, i);
        rim_convex ca = i % 2 ? hull_of(&a) : cloud_of(&a), cb = hull_of(&b);
        gjk_pair   pair;
        assert_true(gjk_prepare_pair(&pair, &ca, &a.pose, &cb, &b.pose));
        // Along the rotation's columns, and along an axis, where boxes have equally far corners.
        vec3d ways[4] = { pair.turn.x, pair.turn.y, v3d_scale(pair.turn.z, -1.0), v3d(0, -1, 0) };
        for (int k = 0; k < 4; k++)
        {
            int plain = gjk_farthest_plain(&pair.a, ways[k]);
            if (pair.wide)
                assert_int_equal(GJK_KERNEL(true, gjk_farthest)(&pair.a, ways[k]), plain);
            double most = -INFINITY;
            for (int p = 0; p < pair.a.count; p++)
                most = fmax(most, v3d_dot(ways[k], v3d_from(pair.a.points[p])));
            assert_near(v3d_dot(ways[k], v3d_from(pair.a.points[plain])), most, 1e-12);
            tried++;
        }
        rim_hull_destroy(a.hull);
        rim_hull_destroy(b.hull);
    }
    assert_true(tried == 4 * case_count(4000));
}

static void scaling_by_a_power_of_two_scales_every_bit(void **state)
{
    (void)state;
    test_random random = { 24 };
    int         hits = 0;
    for (int i = 0; i < case_count(3000); i++)
    {
        random_body a, b;
        random_body_make(&random, &a, 12);
        random_body_make(&random, &b, 12);
        b.pose.position = rim_vec3_along(a.pose.position, b.pose.position, 0.25f);
        float        powers[4] = { 0x1p-10f, 0x1p10f, 0x1p-30f, 0x1p30f }, s = powers[i % 4];
        rim_contact3 c = rim_convex_contact(hull_of(&a), a.pose, hull_of(&b), b.pose, NULL);
        rim_hull    *ha = a.hull, *hb = b.hull;
        for (int k = 0; k < a.count; k++) a.points[k] = rim_vec3_scale(a.points[k], s);
        for (int k = 0; k < b.count; k++) b.points[k] = rim_vec3_scale(b.points[k], s);
        a.radius *= s;
        b.radius *= s;
        a.pose.position = rim_vec3_scale(a.pose.position, s);
        b.pose.position = rim_vec3_scale(b.pose.position, s);
        assert_int_equal(rim_hull_create(&a.hull, a.points, a.count, NULL), RIM_OK);
        assert_int_equal(rim_hull_create(&b.hull, b.points, b.count, NULL), RIM_OK);
        rim_contact3 d = rim_convex_contact(hull_of(&a), a.pose, hull_of(&b), b.pose, NULL);
        assert_int_equal(c.hit, d.hit);
        assert_same_bits(d.depth, c.depth * s);
        assert_same_bits(d.normal.x, c.normal.x);
        assert_same_bits(d.on_a.y, c.on_a.y * s);
        assert_same_bits(d.on_b.z, c.on_b.z * s);
        rim_manifold3 m = rim_convex_manifold(hull_of(&a), a.pose, hull_of(&b), b.pose, NULL, NULL);
        assert_int_equal(m.count > 0, d.hit);
        hits += c.hit;
        rim_hull_destroy(a.hull);
        rim_hull_destroy(b.hull);
        rim_hull_destroy(ha);
        rim_hull_destroy(hb);
    }
    assert_true(hits > case_count(1000));
}

static void swapping_and_mirroring_keep_the_depth(void **state)
{
    (void)state;
    test_random random = { 25 };
    for (int i = 0; i < case_count(3000); i++)
    {
        random_body a, b;
        random_body_make(&random, &a, 12);
        random_body_make(&random, &b, 12);
        b.pose.position = rim_vec3_along(a.pose.position, b.pose.position, 0.25f);
        rim_contact3 c = rim_convex_contact(hull_of(&a), a.pose, hull_of(&b), b.pose, NULL);
        rim_contact3 d = rim_convex_contact(hull_of(&b), b.pose, hull_of(&a), a.pose, NULL);
        assert_near(c.depth, d.depth, 4e-6);
        for (int k = 0; k < a.count; k++) a.points[k].x = -a.points[k].x;
        for (int k = 0; k < b.count; k++) b.points[k].x = -b.points[k].x;
        a.pose.position.x = -a.pose.position.x;
        b.pose.position.x = -b.pose.position.x;
        a.pose.rotation.y = -a.pose.rotation.y;
        a.pose.rotation.z = -a.pose.rotation.z;
        b.pose.rotation.y = -b.pose.rotation.y;
        b.pose.rotation.z = -b.pose.rotation.z;
        d = rim_convex_contact(cloud_of(&a), a.pose, cloud_of(&b), b.pose, NULL);
        assert_near(c.depth, d.depth, 4e-6);
        rim_hull_destroy(a.hull);
        rim_hull_destroy(b.hull);
    }
}

// --- what others got wrong ------------------------------------------------------------------------------------

// Boxes come two ways, by their axes and as clouds of corners.
static void check_boxes(rim_obox a, rim_obox b, double depth, rim_vec3 normal)
{
    rim_vec3  ca[8], cb[8];
    rim_hull *ha = box_hull(a.half.x, a.half.y, a.half.z),
             *hb = box_hull(b.half.x, b.half.y, b.half.z);
    rim_contact3 c[2] = { hull_contact(ha, a.pose, hb, b.pose),
                          rim_convex_contact(obox_as_convex(a, ca), a.pose, obox_as_convex(b, cb),
                                             b.pose, NULL) };
    for (int i = 0; i < 2; i++)
    {
        assert_true(c[i].hit);
        assert_near(c[i].depth, depth, 1e-6);
        if (rim_vec3_length(normal) > 0.0f)
            assert_near(rim_vec3_dot(c[i].normal, normal), 1.0, 1e-6);
        assert_near(
            rim_vec3_distance(c[i].on_b, rim_vec3_along(c[i].on_a, c[i].normal, c[i].depth)), 0.0,
            2e-6);
    }
    rim_hull_destroy(ha);
    rim_hull_destroy(hb);
}

static rim_obox box_at(float x, float y, float z, float hx, float hy, float hz)
{
    rim_obox box = { at(x, y, z), { hx, hy, hz } };
    return box;
}

static void cubes_that_share_a_slab_are_as_deep_as_the_slab(void **state)
{
    (void)state;
    check_boxes(box_at(0.0f, 0.0f, 1.9f, 1.0f, 1.0f, 1.0f),
                box_at(0.0f, 0.0f, 0.0f, 1.0f, 1.0f, 1.0f), 2.0 - (double)1.9f,
                rim_vec3_make(0.0f, 0.0f, 1.0f));
    check_boxes(box_at(0.0f, 1.9f, 0.0f, 1.0f, 1.0f, 1.0f),
                box_at(0.0f, 0.0f, 0.0f, 1.0f, 1.0f, 1.0f), 2.0 - (double)1.9f,
                rim_vec3_make(0.0f, 1.0f, 0.0f));
}

static void a_small_cube_on_the_diagonal_of_a_big_one_leaves_through_a_face(void **state)
{
    (void)state;
    for (int k = 1; k < 11; k++)
    {
        float d = 0.05f * (float)k, h = 0.05f;
        check_boxes(box_at(d, d, d, h, h, h), box_at(0.0f, 0.0f, 0.0f, 0.5f, 0.5f, 0.5f),
                    (double)h + 0.5 - d, rim_vec3_make(0.0f, 0.0f, 0.0f));
    }
}

static void concentric_and_equal_boxes_leave_along_the_shortest_side(void **state)
{
    (void)state;
    check_boxes(box_at(0.0f, 0.0f, 0.0f, 1.0f, 1.0f, 1.0f),
                box_at(0.0f, 0.0f, 0.0f, 1.0f, 1.0f, 1.0f), 2.0, rim_vec3_make(0.0f, 0.0f, 0.0f));
    check_boxes(box_at(5.0f, 5.0f, 5.0f, 1.0f, 2.0f, 3.0f),
                box_at(5.0f, 5.0f, 5.0f, 0.5f, 4.0f, 4.0f), 1.5, rim_vec3_make(0.0f, 0.0f, 0.0f));
    // One inside the other, three faces in one plane each.
    check_boxes(box_at(0.5f, 0.9f, 0.5f, 0.5f, 0.1f, 0.5f),
                box_at(0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f), 0.2, rim_vec3_make(0.0f, 1.0f, 0.0f));
}

static void a_small_box_on_a_large_one_is_touched_where_it_is(void **state)
{
    (void)state;
    rim_hull    *large = box_hull(2.5f, 2.5f, 2.5f), *small = box_hull(0.1f, 0.1f, 0.1f);
    rim_contact3 c = hull_contact(small, at(1.5f, 2.59f, -2.0f), large, at(0.0f, 0.0f, 0.0f));
    assert_near(c.depth, 0.01, 1e-6);
    assert_near(c.on_a.x, 1.5, 0.1001);
    assert_near(c.on_a.z, -2.0, 0.1001);
    assert_near(c.on_b.y, 2.5, 1e-6);
    rim_hull_destroy(large);
    rim_hull_destroy(small);
}

// The top of the cylinder has 256 corners. The box stands anywhere on it.
static void a_box_on_a_face_of_many_corners_is_touched_where_it_is(void **state)
{
    (void)state;
    test_random random = { 68 };
    rim_hull   *cylinder;
    rim_xform3  still = at(0.0f, 0.0f, 0.0f);
    assert_int_equal(rim_hull_create_cylinder(&cylinder, 1.0f, 0.5f, 256, NULL), RIM_OK);
    rim_shape3 disc = { RIM_SHAPE3_HULL, .hull = cylinder };
    rim_shape3 box = { RIM_SHAPE3_BOX, .box = { .half = { 0.1f, 0.1f, 0.1f } } };
    for (int i = case_count(20000); i > 0; i--)
    {
        float        x = random_float(&random, -0.7f, 0.7f), z = random_float(&random, -0.7f, 0.7f);
        rim_contact3 c = rim_shape3_contact(&disc, still, &box, at(x, 0.59f, z));
        assert_near(c.depth, 0.01, 1e-6);
        assert_near(c.on_b.x, x, 0.1001);
        assert_near(c.on_b.z, z, 0.1001);
    }
    rim_hull_destroy(cylinder);
}

static void a_touch_is_a_contact_of_depth_0_and_one_ulp_less_is_none(void **state)
{
    (void)state;
    rim_hull *cube = box_hull(0.5f, 0.5f, 0.5f);
    for (int axis = 0; axis < 3; axis++)
        for (int step = -1; step <= 1; step++)
        {
            float      x = step ? nextafterf(1.0f, step > 0 ? 2.0f : 0.0f) : 1.0f;
            rim_xform3 where = at(axis == 0 ? x : 0.0f, axis == 1 ? x : 0.0f, axis == 2 ? x : 0.0f);
            rim_convex view = rim_hull_convex(cube), cloud = view;
            cloud.hull = NULL;
            rim_contact3 c = rim_convex_contact(view, where, view, at(0.0f, 0.0f, 0.0f), NULL);
            rim_contact3 d = rim_convex_contact(cloud, where, cloud, at(0.0f, 0.0f, 0.0f), NULL);
            assert_int_equal(c.hit, step <= 0);
            assert_int_equal(d.hit, step <= 0);
            assert_near(c.depth, step < 0 ? 0x1p-24 : 0.0, 1e-12);
            assert_near(d.depth, step < 0 ? 0x1p-24 : 0.0, 1e-12);
            if (step < 0)
            {
                assert_near(rim_vec3_dot(c.normal, where.position), x, 1e-6);
                assert_near(rim_vec3_dot(d.normal, where.position), x, 1e-6);
            }
        }
    rim_hull_destroy(cube);
}

// Long boxes side by side, edge to edge, and turned by angles down to 2^-23 about a diagonal of the other two axes.
static void long_boxes_that_are_nearly_parallel_touch_if_they_are_not_apart(void **state)
{
    (void)state;
    rim_xform3 still = rim_xform3_identity();
    rim_shape3 box = { .kind = RIM_SHAPE3_BOX, .box = { still, { 1000.0f, 1.0f, 1.0f } } };
    int        hits = 0, misses = 0;
    for (int i = 0; i < 400; i++)
    {
        float        turn = ldexpf(1.0f, -24 + i % 8), part = (float)(i / 8) / 50.0f;
        float        gap = 1200.0f * turn * part * part;
        rim_xform3   pose = { { 0.0f, 2.0f + gap, 2.0f + gap }, { 0.0f, turn, turn, 1.0f } };
        rim_contact3 c = rim_shape3_contact(&box, still, &box, pose);
        double       distance = rim_shape3_distance(&box, still, &box, pose).distance;
        assert_true(c.hit == (distance == 0.0));
        hits += c.hit;
        misses += !c.hit;
    }
    assert_true(hits > 10 && misses > 100);
}

static rim_vec3 lattice_point(test_random *random)
{
    return rim_vec3_make((float)random_int(random, -2, 2), (float)random_int(random, -2, 2),
                         (float)random_int(random, -2, 2));
}

// Triangles on a lattice that share a corner of one with a corner of the other one, or with the middle of an edge.
static void triangles_that_share_a_point_are_in_contact(void **state)
{
    (void)state;
    test_random random = { 31 };
    rim_xform3  still = rim_xform3_identity();
    for (int i = 0; i < 100000; i++)
    {
        rim_shape3    s = { .kind = RIM_SHAPE3_TRIANGLE }, t = s;
        rim_triangle *p = &s.triangle, *q = &t.triangle;
        p->a = lattice_point(&random), p->b = lattice_point(&random), p->c = lattice_point(&random);
        q->a = random_int(&random, 0, 1) ? p->a : rim_vec3_lerp(p->a, p->b, 0.5f);
        q->b = lattice_point(&random), q->c = lattice_point(&random);
        assert_true(rim_shape3_distance(&s, still, &t, still).distance == 0.0f);
        assert_true(rim_shape3_overlaps(&s, still, &t, still));
        assert_true(rim_shape3_contact(&s, still, &t, still).hit);
    }
}

static void a_capsule_parallel_to_an_edge_or_upright_on_a_face_is_as_deep_as_it_is(void **state)
{
    (void)state;
    rim_hull    *box = box_hull(2.0f, 0.5f, 1.0f);
    rim_capsule  flat = { { -1.0f, 0.0f, 0.0f }, { 1.0f, 0.0f, 0.0f }, 0.25f };
    rim_capsule  upright = { { 0.0f, -1.0f, 0.0f }, { 0.0f, 1.0f, 0.0f }, 0.25f };
    rim_convex   b = rim_hull_convex(box);
    rim_contact3 c = rim_convex_contact(capsule_as_convex(&flat), at(0.0f, 0.7f, 0.0f), b,
                                        at(0.0f, 0.0f, 0.0f), NULL);
    assert_near(c.depth, 0.05, 1e-6);
    assert_near(c.normal.y, 1.0, 1e-6);
    c = rim_convex_contact(capsule_as_convex(&upright), at(0.5f, 1.7f, 0.0f), b,
                           at(0.0f, 0.0f, 0.0f), NULL);
    assert_near(c.depth, 0.05, 1e-6);
    assert_near(c.on_b.x, 0.5, 1e-6);
    // The axis goes through the face: out by the core's depth and the radius.
    c = rim_convex_contact(capsule_as_convex(&upright), at(0.5f, 1.4f, 0.0f), b,
                           at(0.0f, 0.0f, 0.0f), NULL);
    assert_near(c.depth, 0.1 + 0.25, 1e-6);
    assert_near(c.normal.y, 1.0, 1e-6);
    rim_hull_destroy(box);
}

static void bodies_without_volume_cross_at_depth_0(void **state)
{
    (void)state;
    const rim_segment3 s = { { -1.0f, 0.0f, 0.0f }, { 1.0f, 0.0f, 0.0f } };
    const rim_segment3 t = { { 0.0f, -1.0f, 0.0f }, { 0.0f, 1.0f, 0.0f } };
    rim_xform3         home = rim_xform3_identity();
    rim_contact3       c =
        rim_convex_contact(segment_as_convex(&s), home, segment_as_convex(&t), home, NULL);
    assert_true(c.hit);
    assert_near(c.depth, 0.0, 0.0);
    assert_near(fabs((double)c.normal.z), 1.0, 1e-6);
    // Thickened they leave the same way.
    rim_capsule a = { s.a, s.b, 0.5f }, b = { t.a, t.b, 0.25f };
    c = rim_convex_contact(capsule_as_convex(&a), home, capsule_as_convex(&b), home, NULL);
    assert_near(c.depth, 0.75, 1e-6);
    assert_near(fabs((double)c.normal.z), 1.0, 1e-6);
    rim_sphere p = { { 0.0f, 0.0f, 0.0f }, 0.5f };
    c = rim_convex_contact(sphere_as_convex(&p), home, sphere_as_convex(&p), home, NULL);
    assert_near(c.depth, 1.0, 0.0);
    assert_near(rim_vec3_length(c.normal), 1.0, 1e-6);
}

// Hulls without volume at rest on each other: points, lines that lie in one another, that cross and that only
// share an end, sheets. Each touches at depth 0, along some way out.
static void hulls_without_volume_touch_at_depth_0(void **state)
{
    (void)state;
    const rim_vec3 corners[5][4] = {
        { { 0, 0, 0 } },
        { { -1, 0, 0 }, { 1, 0, 0 } },
        { { 0, 0, 0 }, { 2, 0, 0 } },
        { { 0, -1, 0 }, { 0, 1, 0 } },
        { { -1, -1, 0 }, { 1, -1, 0 }, { 1, 1, 0 }, { -1, 1, 0 } },
    };
    const int counts[5] = { 1, 2, 2, 2, 4 };
    rim_hull *thin[5];
    for (int i = 0; i < 5; i++)
        assert_int_equal(RIM_OK, rim_hull_create(&thin[i], corners[i], counts[i], NULL));
    for (int i = 0; i < 25; i++)
    {
        const rim_hull *a = thin[i / 5], *b = thin[i % 5];
        rim_xform3      pose = at(3.0f, -2.0f, 1.0f);
        rim_contact3    c = hull_contact(a, pose, b, pose);
        assert_true(c.hit);
        assert_near(c.depth, 0.0, 1e-6);
        assert_true(c.depth >= 0.0f);
        assert_near(rim_vec3_length(c.normal), 1.0, 1e-6);
        gjk_pair   pair;
        rim_convex ca = rim_hull_convex(a), cb = rim_hull_convex(b);
        assert_true(gjk_prepare_pair(&pair, &ca, &pose, &cb, &pose));
        overlap tried = sat_hull_depth(&pair, a, b, gjk_closest(&pair, INFINITY, NULL).size);
        assert_near(tried.depth, 0.0, 1e-12);
        assert_near(v3d_length(tried.normal), 1.0, 1e-6);
    }
    for (int i = 0; i < 5; i++) rim_hull_destroy(thin[i]);
}

// Fine balls inside each other ask for more corners than the polytope has; hulls then go by axes.
static void round_hulls_in_one_another_are_settled(void **state)
{
    (void)state;
    rim_hull   *ball;
    rim_capsule shape = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f }, 1.0f };
    assert_int_equal(rim_hull_create_capsule(&ball, shape, 20, 8, NULL), RIM_OK);
    rim_xform3 turned = at(0.01f, 0.02f, 0.0f);
    turned.rotation = (rim_quat){ 0.3f, 0.1f, -0.2f, 0.9f };
    rim_contact3 c = hull_contact(ball, at(0.0f, 0.0f, 0.0f), ball, turned);
    assert_true(c.hit && c.uncertainty == 0.0f);
    assert_true(c.depth > 1.9f && c.depth < 2.0f);
    rim_hull_destroy(ball);
}

// --- manifolds -------------------------------------------------------------------------------------------

static void a_crate_on_a_floor_stands_on_its_four_corners(void **state)
{
    (void)state;
    rim_hull     *crate = box_hull(0.5f, 0.5f, 0.5f), *floor = box_hull(10.0f, 1.0f, 10.0f);
    rim_manifold3 before = { 0 };
    for (int turn = 0; turn < 4; turn++)
    {
        rim_xform3 pose = at(1.0f, 1.49f, -2.0f);
        pose.rotation = rim_quat_axis_angle(rim_vec3_make(0.0f, 1.0f, 0.0f), 0.4 * turn);
        rim_manifold3 m = rim_convex_manifold(rim_hull_convex(crate), pose, rim_hull_convex(floor),
                                              at(0.0f, 0.0f, 0.0f), NULL, NULL);
        assert_int_equal(m.count, 4);
        assert_near(m.normal.y, 1.0, 1e-6);
        rim_vec3 sum = rim_vec3_make(0.0f, 0.0f, 0.0f);
        for (int i = 0; i < 4; i++)
        {
            assert_near(m.points[i].depth, 0.01, 1e-6);
            assert_near(m.points[i].on_a.y, 0.99, 1e-6);
            assert_near(m.points[i].on_b.y, 1.0, 1e-6);
            sum = rim_vec3_add(sum, m.points[i].on_a);
        }
        assert_near(sum.x, 4.0, 1e-5);
        assert_near(sum.z, -8.0, 1e-5);
        // The same corners have the same names in the next frame.
        for (int i = 0; turn > 0 && i < 4; i++)
        {
            int found = 0;
            for (int k = 0; k < 4; k++) found += before.points[k].key == m.points[i].key;
            assert_int_equal(found, 1);
        }
        before = m;
    }
    rim_hull_destroy(crate);
    rim_hull_destroy(floor);
}

static void crossed_edges_a_ball_and_a_lying_capsule_have_one_one_and_two_points(void **state)
{
    (void)state;
    rim_hull  *a = box_hull(1.0f, 1.0f, 1.0f);
    rim_xform3 up = at(0.0f, 2.8f, 0.0f), down = at(0.0f, 0.0f, 0.0f);
    up.rotation = rim_quat_axis_angle(rim_vec3_make(1.0f, 0.0f, 0.0f), 0.785398);
    down.rotation = rim_quat_axis_angle(rim_vec3_make(0.0f, 0.0f, 1.0f), 0.785398);
    rim_manifold3 m =
        rim_convex_manifold(rim_hull_convex(a), up, rim_hull_convex(a), down, NULL, NULL);
    assert_int_equal(m.count, 1);
    assert_near(m.normal.y, 1.0, 1e-5);
    assert_near(m.points[0].depth, 2.0 * sqrt(2.0) - 2.8, 1e-5);

    rim_sphere ball = { { 0.0f, 0.0f, 0.0f }, 0.5f };
    m = rim_convex_manifold(sphere_as_convex(&ball), at(0.25f, 1.375f, 0.0f), rim_hull_convex(a),
                            at(0.0f, 0.0f, 0.0f), NULL, NULL);
    assert_int_equal(m.count, 1);
    assert_near(m.points[0].depth, 0.125, 1e-6);
    assert_near(m.points[0].on_a.y, 0.875, 1e-6);
    assert_near(m.points[0].on_b.y, 1.0, 1e-6);

    rim_capsule lying = { { -4.0f, 0.0f, 0.0f }, { 0.5f, 0.0f, 0.0f }, 0.5f };
    m = rim_convex_manifold(rim_hull_convex(a), at(0.0f, 0.0f, 0.0f), capsule_as_convex(&lying),
                            at(0.0f, 1.375f, 0.0f), NULL, NULL);
    assert_int_equal(m.count, 2);
    assert_near(m.normal.y, -1.0, 1e-6);
    for (int i = 0; i < 2; i++)
    {
        assert_near(m.points[i].depth, 0.125, 1e-6);
        assert_near(m.points[i].on_b.y, 0.875, 1e-6);
    }
    assert_near(m.points[0].on_a.x + m.points[1].on_a.x, -0.5, 1e-6);
    rim_hull_destroy(a);
}

static void every_point_of_a_manifold_lies_between_the_bodies(void **state)
{
    (void)state;
    test_random random = { 26 };
    int         counts[5] = { 0 };
    for (int i = 0; i < case_count(3000); i++)
    {
        random_body a, b;
        random_body_make(&random, &a, 12);
        random_body_make(&random, &b, 12);
        b.pose.position = rim_vec3_along(a.pose.position, b.pose.position, 0.5f);
        if (i % 2) b.pose.rotation = a.pose.rotation;
        brute_body    ba = brute_of(&a), bb = brute_of(&b);
        double        size = brute_size(&ba, &bb) + a.radius + b.radius;
        rim_contact3  c = rim_convex_contact(hull_of(&a), a.pose, hull_of(&b), b.pose, NULL);
        rim_manifold3 m = rim_convex_manifold(hull_of(&a), a.pose, hull_of(&b), b.pose, NULL, NULL);
        assert_int_equal(c.hit, m.count > 0);
        counts[m.count]++;
        double most = 0.0;
        for (int k = 0; k < m.count; k++)
        {
            rim_contact_point p = m.points[k];
            rim_vec3          on = rim_vec3_along(p.on_a, m.normal, p.depth);
            assert_near(rim_vec3_distance(on, p.on_b), 0.0, 4e-6 * size);
            most = fmax(most, p.depth);
            // The pressing point is on its body, the faced one on the plane of the other's face.
            brute_body pa = brute_point(p.on_a), pb = brute_point(p.on_b);
            double     off_a = brute_distance(&pa, &ba) - a.radius;
            double     off_b = brute_distance(&pb, &bb) - b.radius;
            assert_true(off_a < 4e-6 * size && off_b < 4e-6 * size);
        }
        if (m.count)
            assert_true(most >= c.depth - 4e-6 * size && most <= 1.05 * c.depth + 4e-6 * size);
        rim_hull_destroy(a.hull);
        rim_hull_destroy(b.hull);
    }
    assert_true(counts[1] > case_count(100) && counts[2] > case_count(20) &&
                counts[3] > case_count(50) && counts[4] > case_count(100));
}

// --- ends ---------------------------------------------------------------------------------------------------

static void a_point_at_the_end_of_a_slanted_segment_has_a_way_out(void **state)
{
    (void)state;
    test_random random = { 30 };
    for (int i = 0; i < case_count(4000); i++)
    {
        rim_vec3   p[3];
        rim_xform3 pose = random_pose(&random, 3.0f);
        for (int k = 0; k < 3; k++)
            p[k] = rim_vec3_make(random_float(&random, -2.0f, 2.0f),
                                 i % 3 ? random_float(&random, -2.0f, 2.0f) : 0.0f,
                                 random_float(&random, -2.0f, 2.0f));
        rim_convex   point = { p, 1, 0.0f, NULL }, other = { p, i % 2 ? 2 : 3, 0.0f, NULL };
        rim_contact3 c = rim_convex_contact(point, pose, other, pose, NULL);
        assert_true(c.hit && c.depth < 1e-6f && c.uncertainty == 0.0f);
        assert_near(rim_vec3_length(c.normal), 1.0, 1e-6);
        // Along it neither goes into the other.
        vec3d n = v3d_from(rim_quat_apply(rim_quat_conjugate(pose.rotation), c.normal));
        for (int k = 1; k < other.count; k++)
            assert_true(v3d_dot(n, v3d_sub(v3d_from(p[k]), v3d_from(p[0]))) < 1e-5);
    }
}

// --- a great many ------------------------------------------------------------------------------------------

// Places and turns that are hard: the same, touching, nearly parallel, a rounding apart, far from the origin.
static void place_badly(test_random *random, random_body *a, random_body *b, int i)
{
    b->pose = random_pose(random, 2.0f);
    if (i % 3 == 0) b->pose.rotation = a->pose.rotation;
    if (i % 5 == 0) b->pose.position = a->pose.position;
    if (i % 7 == 0) b->pose.rotation.x += random_float(random, -1e-6f, 1e-6f);
    if (i % 11 == 0)
    {
        b->pose.position = a->pose.position;
        b->pose.position.y = nextafterf(b->pose.position.y + (float)random_int(random, 1, 4),
                                        random_int(random, 0, 1) ? 1e9f : -1e9f);
    }
    if (i % 13 == 0) a->pose.position.x = b->pose.position.x += 1e5f;
    if (i % 13 == 1) a->pose.position.x = 0.0f;
}

// Corners on a grid, on a sphere, in a needle, in a sheet, or of a box.
static void shape_badly(test_random *random, random_body *body)
{
    random_body_make(random, body, 16);
    int      kind = random_int(random, 0, 5);
    rim_vec3 squeeze = { 1.0f, kind == 0 ? 1e-5f : 1.0f, kind == 1 ? 1e-6f : 1.0f };
    if (kind == 0) squeeze.z = 1e-5f;
    if (kind == 2) body->count = 8;
    for (int k = 0; k < body->count; k++)
    {
        rim_vec3 *p = &body->points[k];
        if (kind == 2)
            *p = rim_vec3_make(k & 1 ? 1.0f : -1.0f, k & 2 ? 0.5f : -0.5f, k & 4 ? 2.0f : -2.0f);
        if (kind == 3) *p = rim_vec3_normalize(*p);
        *p = rim_vec3_make(p->x * squeeze.x, p->y * squeeze.y, p->z * squeeze.z);
    }
    body->radius = random_int(random, 0, 3) ? 0.0f : 0.25f;
    rim_hull_destroy(body->hull);
    assert_int_equal(rim_hull_create(&body->hull, body->points, body->count, NULL), RIM_OK);
}

// The answer is settled, and if not it says so. RIMCAST_CALLS=10000000 runs that many.
static void no_contact_is_unsettled_in_silence(void **state)
{
    (void)state;
    const char *wanted = getenv("RIMCAST_CALLS");
    int         calls = wanted ? atoi(wanted) : case_count(60000), hits = 0, tried = 0, told = 0;
    int         grown = 0;
    test_random random = { 29 };
    random_body a, b;
    for (int i = 0; i < calls; i++)
    {
        if (i % 16 == 0)
        {
            if (i) rim_hull_destroy(a.hull);
            if (i) rim_hull_destroy(b.hull);
            shape_badly(&random, &a);
            shape_badly(&random, &b);
        }
        place_badly(&random, &a, &b, i);
        bool       hulls = i % 4 != 0;
        rim_convex ca = hulls ? hull_of(&a) : cloud_of(&a), cb = i % 8 ? hull_of(&b) : cloud_of(&b);
        rim_contact3 c = rim_convex_contact(ca, a.pose, cb, b.pose, NULL);
        if (!c.hit) continue;
        hits++;
        assert_true(isfinite(c.depth) && c.depth >= 0.0f);
        assert_near(rim_vec3_length(c.normal), 1.0, 1e-5);
        if (hulls && i % 8) assert_true(c.uncertainty == 0.0f);

        gjk_pair pair;
        assert_true(gjk_prepare_pair(&pair, &ca, &a.pose, &cb, &b.pose));
        gjk_result r = gjk_closest(&pair, INFINITY, NULL);
        assert_true(r.end != GJK_BAD && r.steps < GJK_CAP);
        if (r.end == GJK_APART) continue;
        overlap grew = epa_depth(&pair, &r);
        double  size = r.size + a.radius + b.radius;
        bool    settled = grew.depth - grew.lower <= 0x1p-30 * size;
        // A rounding error at the size of the bodies is no overlap, however small the touching part is.
        double  whole = 2.0 * ((double)a.hull->largest + b.hull->largest + v3d_length(pair.shift));
        bool    doubtful = grew.depth - grew.lower > 0x1p-30 * (size + whole);
        if (doubtful && !(hulls && i % 8)) assert_true(c.uncertainty > 0.0f);
        grown += settled;
        told += !settled;
        ca = hull_of(&a);
        cb = hull_of(&b);
        assert_true(gjk_prepare_pair(&pair, &ca, &a.pose, &cb, &b.pose));
        overlap all = sat_hull_depth(&pair, a.hull, b.hull, r.size);
        assert_near(c.depth, all.depth + a.radius + b.radius,
                    1e-6 * (size + gjk_extent(&pair.a) + gjk_extent(&pair.b)) + c.uncertainty);
        tried++;
    }
    rim_hull_destroy(a.hull);
    rim_hull_destroy(b.hull);
    if (wanted)
        print_message("%d calls, %d hits, %d by axes as well, %d grown to the end, %d not\n", calls,
                      hits, tried, grown, told);
    assert_true(hits > calls / 4 && tried > calls / 5);
}

enum
{
    ROUND_POINTS = 3000
};

// Stores points on an ellipsoid with half axes 1, y and z, along a spiral.
static void put_on_ellipsoid(rim_vec3 *out, float y, float z)
{
    for (int i = 0; i < ROUND_POINTS; i++)
    {
        double up = 1.0 - (2.0 * i + 1.0) / ROUND_POINTS, r = sqrt(1.0 - up * up), angle = 2.4 * i;
        out[i] = rim_vec3_make((float)(r * cos(angle)), y * (float)up, z * (float)(r * sin(angle)));
    }
}

// The Minkowski difference of round clouds has more faces near the closest one than the search has room for. The depth
// is then that of the best face so far: an upper bound that is off by less than the uncertainty says, and by 0.1 % at most.
static void a_search_without_room_tells_the_best_depth(void **state)
{
    (void)state;
    static rim_vec3 p[ROUND_POINTS], q[ROUND_POINTS];
    test_random     random = { 31 };
    int             uncertain = 0;
    for (int i = 0; i < case_count(40); i++)
    {
        put_on_ellipsoid(p, random_float(&random, 0.999f, 1.001f),
                         random_float(&random, 0.999f, 1.001f));
        put_on_ellipsoid(q, random_float(&random, 0.999f, 1.001f),
                         random_float(&random, 0.999f, 1.001f));
        rim_hull  *a = hull_of_points(p, ROUND_POINTS), *b = hull_of_points(q, ROUND_POINTS);
        rim_xform3 pa = { { 0.0f, 0.0f, 0.0f }, random_turn(&random) };
        rim_xform3 pb = { { random_float(&random, -1e-3f, 1e-3f),
                            random_float(&random, -1e-3f, 1e-3f),
                            random_float(&random, -1e-3f, 1e-3f) },
                          random_turn(&random) };
        rim_convex cloud_a = { p, ROUND_POINTS, 0.0f, NULL },
                   cloud_b = { q, ROUND_POINTS, 0.0f, NULL };
        rim_contact3 c = rim_convex_contact(cloud_a, pa, cloud_b, pb, NULL);
        rim_contact3 exact =
            rim_convex_contact(rim_hull_convex(a), pa, rim_hull_convex(b), pb, NULL);
        assert_true(c.hit && exact.hit && exact.uncertainty == 0.0f);
        assert_true(c.depth >= exact.depth - 1e-5f && c.depth <= 1.001f * exact.depth);
        assert_true(c.depth - c.uncertainty <= exact.depth + 1e-5f);
        uncertain += c.uncertainty > 0.0f;
        rim_hull_destroy(a);
        rim_hull_destroy(b);
    }
    assert_true(uncertain >= case_count(20));
}

static void any_floats_end_without_a_nan(void **state)
{
    (void)state;
    test_random random = { 27 };
    int         hits = 0;
    for (int i = 0; i < case_count(100000); i++)
    {
        rim_vec3 p[8], q[8];
        int      n = random_int(&random, 1, 8), m = random_int(&random, 1, 8);
        bool     finite = i % 2;
        for (int k = 0; k < 16; k++)
        {
            rim_vec3 v = finite
                             ? rim_vec3_make((float)random_int(&random, -1, 1) * 0x1p90f,
                                             (float)random_int(&random, -1, 1) * 0x1p90f,
                                             (float)random_int(&random, -2, 2) * 0x1p70f)
                             : rim_vec3_make(random_any_float(&random), random_any_float(&random),
                                             random_any_float(&random));
            (k < 8 ? p : q)[k % 8] = v;
        }
        rim_convex   a = { p, n, 0.0f, NULL }, b = { q, m, 0.0f, NULL };
        rim_xform3   home = rim_xform3_identity();
        rim_contact3 c = rim_convex_contact(a, home, b, home, NULL);
        if (!finite) continue;
        assert_true(isfinite(c.depth) && isfinite(c.normal.x) && isfinite(c.on_a.x));
        if (c.hit) assert_near(rim_vec3_length(c.normal), 1.0, 1e-5);
        hits += c.hit;
    }
    assert_true(hits > case_count(10000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_depth_is_the_least_over_all_axes),
        cmocka_unit_test(what_touches_at_one_corner_is_certain),
        cmocka_unit_test(separating_axes_and_the_growing_polytope_agree),
        cmocka_unit_test(two_boxes_by_their_15_axes_are_as_deep_as_two_hulls),
        cmocka_unit_test(both_kernels_find_the_same_farthest_point),
        cmocka_unit_test(scaling_by_a_power_of_two_scales_every_bit),
        cmocka_unit_test(swapping_and_mirroring_keep_the_depth),
        cmocka_unit_test(cubes_that_share_a_slab_are_as_deep_as_the_slab),
        cmocka_unit_test(a_small_cube_on_the_diagonal_of_a_big_one_leaves_through_a_face),
        cmocka_unit_test(concentric_and_equal_boxes_leave_along_the_shortest_side),
        cmocka_unit_test(a_small_box_on_a_large_one_is_touched_where_it_is),
        cmocka_unit_test(a_box_on_a_face_of_many_corners_is_touched_where_it_is),
        cmocka_unit_test(a_touch_is_a_contact_of_depth_0_and_one_ulp_less_is_none),
        cmocka_unit_test(long_boxes_that_are_nearly_parallel_touch_if_they_are_not_apart),
        cmocka_unit_test(triangles_that_share_a_point_are_in_contact),
        cmocka_unit_test(a_capsule_parallel_to_an_edge_or_upright_on_a_face_is_as_deep_as_it_is),
        cmocka_unit_test(bodies_without_volume_cross_at_depth_0),
        cmocka_unit_test(hulls_without_volume_touch_at_depth_0),
        cmocka_unit_test(round_hulls_in_one_another_are_settled),
        cmocka_unit_test(a_crate_on_a_floor_stands_on_its_four_corners),
        cmocka_unit_test(crossed_edges_a_ball_and_a_lying_capsule_have_one_one_and_two_points),
        cmocka_unit_test(every_point_of_a_manifold_lies_between_the_bodies),
        cmocka_unit_test(a_point_at_the_end_of_a_slanted_segment_has_a_way_out),
        cmocka_unit_test(no_contact_is_unsettled_in_silence),
        cmocka_unit_test(a_search_without_room_tells_the_best_depth),
        cmocka_unit_test(any_floats_end_without_a_nan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
