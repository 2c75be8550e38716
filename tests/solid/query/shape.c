// Any two shapes in any poses: against brute force, and by the laws that hold for all of them.
#include "support/convex_brute.h"
#include "support/oracle3.h"
#include "support/support.h"

#include "rimcast/shape3.h"
#include "solid/query/shape.h"

#include <math.h>
#include <string.h>

enum
{
    KINDS = 7, // from sphere to plane, as index kind - 1
    POINTS = 8
};

// A shape, what it is made of, and its pose.
typedef struct thing
{
    rim_shape3 shape;
    rim_xform3 pose;
    rim_vec3   points[POINTS]; // in the frame of the pose; none of a plane
    int        count;
    float      radius;
    rim_hull  *hull; // to be destroyed
} thing;

static void make_box(test_random *random, thing *t)
{
    rim_obox box = { random_pose(random, 1.0f), { 0.0f, 0.0f, 0.0f } };
    box.half = random_vec3(random, 1.0f);
    box.half = rim_vec3_max(box.half, rim_vec3_negate(box.half));
    t->count = 8;
    for (int i = 0; i < 8; i++)
    {
        rim_vec3 p =
            rim_vec3_make(i & 1 ? box.half.x : -box.half.x, i & 2 ? box.half.y : -box.half.y,
                          i & 4 ? box.half.z : -box.half.z);
        t->points[i] = rim_xform3_apply(box.pose, p);
    }
    t->shape = (rim_shape3){ RIM_SHAPE3_BOX, .box = box };
}

static void make_polygon(test_random *random, thing *t)
{
    rim_xform3 pose = random_pose(random, 1.0f);
    t->count = random_int(random, 1, POINTS);
    for (int i = 0; i < t->count; i++)
    {
        double angle = 6.283185307179586 * i / t->count;
        t->points[i] = rim_xform3_apply(
            pose, rim_vec3_make((float)(1.5 * cos(angle)), (float)sin(angle), 0.0f));
    }
    rim_polygon3 polygon = { t->points, t->count };
    t->shape = (rim_shape3){ RIM_SHAPE3_POLYGON, .polygon = polygon };
}

static void make_hull(test_random *random, thing *t)
{
    t->count = random_int(random, 1, POINTS);
    for (int i = 0; i < t->count; i++) t->points[i] = random_vec3(random, 1.5f);
    assert_int_equal(rim_hull_create(&t->hull, t->points, t->count, NULL), RIM_OK);
    t->shape = (rim_shape3){ RIM_SHAPE3_HULL, .hull = t->hull };
}

static void make_thing(test_random *random, thing *t, rim_shape3_kind kind, bool posed)
{
    memset(t, 0, sizeof *t);
    rim_capsule  c = random_capsule(random, 1.5f);
    rim_sphere   s = { c.a, c.radius };
    rim_triangle triangle = random_triangle(random, 1.5f);
    t->pose = posed ? random_pose(random, 1.5f) : rim_xform3_identity();
    switch (kind)
    {
    case RIM_SHAPE3_SPHERE:
        t->shape = (rim_shape3){ RIM_SHAPE3_SPHERE, .sphere = s };
        t->points[0] = c.a, t->count = 1, t->radius = c.radius;
        break;
    case RIM_SHAPE3_CAPSULE:
        t->shape = (rim_shape3){ RIM_SHAPE3_CAPSULE, .capsule = c };
        t->points[0] = c.a, t->points[1] = c.b, t->count = 2, t->radius = c.radius;
        break;
    case RIM_SHAPE3_BOX:
        make_box(random, t);
        break;
    case RIM_SHAPE3_TRIANGLE:
        t->shape = (rim_shape3){ RIM_SHAPE3_TRIANGLE, .triangle = triangle };
        t->points[0] = triangle.a, t->points[1] = triangle.b, t->points[2] = triangle.c;
        t->count = 3;
        break;
    case RIM_SHAPE3_POLYGON:
        make_polygon(random, t);
        break;
    case RIM_SHAPE3_HULL:
        make_hull(random, t);
        break;
    default:
        t->shape =
            (rim_shape3){ RIM_SHAPE3_PLANE, .plane = rim_plane_through(random_vec3(random, 1.0f),
                                                                       random_unit_vec3(random)) };
        break;
    }
}

static brute_body brute_of_thing(const thing *t)
{
    return brute_place(t->points, t->count, t->pose);
}

// How far the thing is above a plane in its pose; negative: how deep.
static double height_over(const thing *t, const thing *plane)
{
    rim_vec3 n = rim_xform3_turn(plane->pose, plane->shape.plane.normal);
    double   w = plane->shape.plane.offset + (double)n.x * plane->pose.position.x +
               (double)n.y * plane->pose.position.y + (double)n.z * plane->pose.position.z;
    double least = INFINITY;
    for (int i = 0; i < t->count; i++)
    {
        rim_vec3 p = rim_xform3_apply(t->pose, t->points[i]);
        double   at = (double)n.x * p.x + (double)n.y * p.y + (double)n.z * p.z - w;
        least = at < least ? at : least;
    }
    return least - t->radius;
}

// The distance, or minus the depth, by brute force.
static double brute_answer(const thing *a, const thing *b)
{
    if (b->shape.kind == RIM_SHAPE3_PLANE) return height_over(a, b);
    if (a->shape.kind == RIM_SHAPE3_PLANE) return height_over(b, a);
    brute_body x = brute_of_thing(a), y = brute_of_thing(b);
    double     radii = (double)a->radius + b->radius, apart = brute_distance(&x, &y);
    if (apart > 1e-6) return apart - radii;
    double gap = brute_gap(&x, &y);
    return (gap < 0.0 && gap > -INFINITY ? gap : 0.0) - radii;
}

#define TOLERANCE 3e-5

static void check_distance(const thing *a, const thing *b, rim_distance3 d, double expected)
{
    assert_near(d.distance, expected > 0.0 ? expected : 0.0, TOLERANCE);
    assert_near(rim_vec3_length(d.normal), 1.0, 1e-6);
    assert_near(rim_vec3_distance(d.on_a, d.on_b), d.distance, TOLERANCE);
    if (d.distance > 1e-3f)
        assert_near(rim_vec3_dot(rim_vec3_sub(d.on_a, d.on_b), d.normal), d.distance, TOLERANCE);
    if (a->count == 0 || b->count == 0) return;
    brute_body p = brute_point(d.on_a), x = brute_of_thing(a);
    assert_true(brute_distance(&p, &x) <= a->radius + TOLERANCE);
    p = brute_point(d.on_b), x = brute_of_thing(b);
    assert_true(brute_distance(&p, &x) <= b->radius + TOLERANCE);
}

static void check_contact(const thing *a, const thing *b, rim_contact3 c, double expected)
{
    if (fabs(expected) > TOLERANCE) assert_int_equal(c.hit, expected < 0.0);
    if (!c.hit) return;
    assert_near(c.depth, expected < 0.0 ? -expected : 0.0, TOLERANCE);
    assert_true(c.depth >= 0.0f && !signbit(c.depth));
    assert_near(rim_vec3_length(c.normal), 1.0, 1e-6);
    rim_vec3 way = rim_vec3_scale(c.normal, c.depth);
    assert_near(rim_vec3_distance(rim_vec3_sub(c.on_b, c.on_a), way), 0.0, TOLERANCE);
    // Moved by depth along the normal they just touch.
    thing moved = *a;
    if (a->count == 0)
    {
        moved = *b;
        way = rim_vec3_negate(way);
        moved.pose.position = rim_vec3_add(moved.pose.position, way);
        assert_near(height_over(&moved, a), 0.0, TOLERANCE);
        return;
    }
    moved.pose.position = rim_vec3_add(moved.pose.position, way);
    assert_true(fabs(brute_answer(&moved, b)) < 2.0 * TOLERANCE);
}

static void assert_scaled(rim_vec3 a, rim_vec3 b, float k)
{
    assert_true(a.x * k == b.x && a.y * k == b.y && a.z * k == b.z);
}

// Of a miss only that it is one.
static void check_same_contact(rim_contact3 a, rim_contact3 b)
{
    assert_int_equal(a.hit, b.hit);
    if (!a.hit) return;
    assert_true(a.depth == b.depth && a.uncertainty == b.uncertainty && a.letter == b.letter);
    assert_scaled(a.normal, b.normal, 1.0f);
    assert_scaled(a.on_a, b.on_a, 1.0f);
    assert_scaled(a.on_b, b.on_b, 1.0f);
    assert_true(a.feature_a.kind == b.feature_a.kind && a.feature_a.index == b.feature_a.index);
    assert_true(a.feature_b.kind == b.feature_b.kind && a.feature_b.index == b.feature_b.index);
}

static void check_manifold(rim_manifold3 m, rim_contact3 c)
{
    assert_int_equal(m.count > 0, c.hit);
    for (int i = 0; i < m.count; i++)
    {
        rim_vec3 way = rim_vec3_scale(m.normal, m.points[i].depth);
        rim_vec3 between = rim_vec3_sub(m.points[i].on_b, m.points[i].on_a);
        assert_near(rim_vec3_distance(between, way), 0.0, TOLERANCE);
        assert_true(m.points[i].depth >= 0.0f && m.points[i].depth <= m.points[0].depth + 1e-5f);
        for (int k = 0; k < i; k++) assert_true(m.points[k].key != m.points[i].key);
    }
    if (m.count > 0)
        assert_true(m.points[0].depth >= c.depth - TOLERANCE &&
                    m.points[0].depth <= 1.05f * c.depth + TOLERANCE);
}

static void pairs_are_as_far_and_as_deep_as_brute_force_finds(void **state)
{
    (void)state;
    test_random random = { 71 };
    int         cases = case_count(150), hits[KINDS][KINDS] = { { 0 } };
    for (int i = 0; i < KINDS; i++)
        for (int k = 0; k < KINDS; k++)
            for (int n = 0; n < cases && !(i == KINDS - 1 && k == KINDS - 1); n++)
            {
                thing a, b;
                make_thing(&random, &a, (rim_shape3_kind)(i + 1), n % 3 != 0);
                make_thing(&random, &b, (rim_shape3_kind)(k + 1), n % 2 != 0);
                double       expected = brute_answer(&a, &b);
                rim_contact3 c = rim_shape3_contact(&a.shape, a.pose, &b.shape, b.pose);
                check_contact(&a, &b, c, expected);
                check_distance(&a, &b, rim_shape3_distance(&a.shape, a.pose, &b.shape, b.pose),
                               expected);
                rim_contact3  same;
                rim_manifold3 m = rim_shape3_manifold(&a.shape, a.pose, &b.shape, b.pose, &same);
                check_manifold(m, c);
                check_same_contact(same, c);
                if (fabs(expected) > TOLERANCE)
                    assert_int_equal(rim_shape3_overlaps(&a.shape, a.pose, &b.shape, b.pose),
                                     c.hit);
                hits[i][k] += c.hit;
                rim_hull_destroy(a.hull);
                rim_hull_destroy(b.hull);
            }
    for (int i = 0; i < KINDS; i++)
        for (int k = 0; k < KINDS; k++)
            assert_true(hits[i][k] > cases / 150 || cases < 150 ||
                        (i == KINDS - 1 && k == KINDS - 1));
}

static void swapped_pairs_answer_alike(void **state)
{
    (void)state;
    test_random random = { 72 };
    int         hits = 0, apart = 0;
    for (int n = 0; n < case_count(20000); n++)
    {
        thing a, b;
        make_thing(&random, &a, (rim_shape3_kind)random_int(&random, 1, KINDS), n & 1);
        make_thing(&random, &b, (rim_shape3_kind)random_int(&random, 1, KINDS), n & 2);
        rim_contact3  c = rim_shape3_contact(&a.shape, a.pose, &b.shape, b.pose);
        rim_contact3  e = rim_shape3_contact(&b.shape, b.pose, &a.shape, a.pose);
        rim_distance3 d = rim_shape3_distance(&a.shape, a.pose, &b.shape, b.pose);
        rim_distance3 f = rim_shape3_distance(&b.shape, b.pose, &a.shape, a.pose);
        if (c.depth > TOLERANCE || e.depth > TOLERANCE) assert_true(c.hit && e.hit);
        assert_near(c.depth, e.depth, TOLERANCE);
        if (d.distance < INFINITY) assert_near(d.distance, f.distance, TOLERANCE);
        if (d.distance > 0.01f && d.distance < INFINITY)
            assert_near(rim_vec3_dot(d.normal, f.normal), -1.0, 1e-4);
        hits += c.hit;
        apart += d.distance > 0.0f;
        rim_hull_destroy(a.hull);
        rim_hull_destroy(b.hull);
    }
    assert_true(hits > case_count(4000) && apart > case_count(2000));
}

// --- motions ------------------------------------------------------------------------------------------

static void motions_end_where_the_two_touch(void **state)
{
    (void)state;
    test_random random = { 73 };
    int         hits = 0, misses = 0, overlaps = 0;
    for (int n = 0; n < case_count(6000); n++)
    {
        thing a, b;
        make_thing(&random, &a, (rim_shape3_kind)random_int(&random, 1, KINDS), n & 1);
        make_thing(&random, &b, (rim_shape3_kind)random_int(&random, 1, KINDS), n & 2);
        if (a.count > 0) a.pose.position.x += 3.0f;
        rim_vec3 delta = rim_vec3_scale(random_unit_vec3(&random), 6.0f);
        if (n & 4)
            delta = rim_vec3_sub(random_vec3(&random, 1.0f), rim_vec3_make(6.0f, 0.0f, 0.0f));
        rim_hit3 hit = rim_shape3_sweep(&a.shape, a.pose, delta, &b.shape, b.pose);
        bool     plane = a.count == 0 || b.count == 0;
        if (a.count == 0 && b.count == 0)
        {
            assert_false(hit.hit);
            continue;
        }
        // No time before t has them overlap, and at t they touch.
        thing at = a;
        for (int k = 0; k <= 8 && !hit.start_overlap; k++)
        {
            float t = hit.t * (float)k / 8.0f;
            at.pose.position = rim_vec3_along(a.pose.position, delta, t);
            double gap = brute_answer(&at, &b);
            assert_true(gap > -1e-4);
            if (k == 8 && hit.hit) assert_near(gap, 0.0, 1e-4);
        }
        if (hit.start_overlap)
        {
            assert_true(hit.t == 0.0f);
            assert_near(hit.depth, -brute_answer(&a, &b), 1e-4);
        }
        if (hit.hit)
        {
            assert_near(rim_vec3_length(hit.normal), 1.0, 1e-6);
            if (!hit.start_overlap) assert_true(rim_vec3_dot(hit.normal, delta) < 1e-3f);
            if (!plane && !hit.start_overlap)
            {
                brute_body p = brute_point(hit.point), body = brute_of_thing(&b);
                assert_near(brute_distance(&p, &body), b.radius, 1e-4);
            }
        }
        hits += hit.hit && !hit.start_overlap;
        misses += !hit.hit;
        overlaps += hit.start_overlap;
        rim_hull_destroy(a.hull);
        rim_hull_destroy(b.hull);
    }
    assert_true(hits > case_count(1000) && misses > case_count(500) && overlaps > case_count(200));
}

// Returns the normal of a posed triangle or polygon, whose rotation may be of any length.
static rim_vec3 front_of(const thing *face)
{
    rim_vec3 n = rim_triangle_normal(face->points[0], face->points[1], face->points[2]);
    return rim_quat_apply(rim_quat_normalize(face->pose.rotation), n);
}

static void faces_are_hit_on_the_side_that_the_motion_comes_from(void **state)
{
    (void)state;
    test_random random = { 79 };
    int         fronts = 0, backs = 0, turns = 0, planes = 0;
    for (int n = 0; n < case_count(4000); n++)
    {
        thing a, b;
        make_thing(&random, &a, (rim_shape3_kind)random_int(&random, 1, KINDS), n & 1);
        make_thing(&random, &b, n & 4 ? RIM_SHAPE3_TRIANGLE : RIM_SHAPE3_POLYGON, n & 2);
        a.pose.position.x += 3.0f;
        rim_vec3 delta = rim_vec3_add(random_vec3(&random, 1.0f), rim_vec3_make(-6.0f, 0.0f, 0.0f));
        rim_vec3 front = front_of(&b);
        rim_motion3 motion = { .delta = delta, .axis = random_unit_vec3(&random), .angle = 0.5f };
        rim_hit3    hit = rim_shape3_sweep(&a.shape, a.pose, delta, &b.shape, b.pose);
        rim_hit3    turned = rim_shape3_sweep_turning(&a.shape, a.pose, motion, &b.shape, b.pose);
        float       along = rim_vec3_dot(front, delta);
        // The face normal of a plane as a is its own; slivers count as segments.
        rim_vec3    area = rim_vec3_cross(rim_vec3_sub(b.points[1], b.points[0]),
                                          rim_vec3_sub(b.points[2], b.points[0]));
        bool        sides = b.count > 2 && rim_vec3_length(area) > 1e-3f;
        bool        plane = a.shape.kind == RIM_SHAPE3_PLANE;
        if (hit.hit && sides && fabsf(along) > 1e-3f)
        {
            rim_vec3 side = plane ? hit.normal : hit.back ? rim_vec3_negate(front) : front;
            assert_int_equal(hit.back, along > 0.0f);
            planes += plane;
            assert_true(rim_vec3_distance(hit.face_normal, side) < 1e-5f);
            fronts += !hit.back;
            backs += hit.back;
        }
        float faces = rim_vec3_dot(front, turned.normal);
        if (turned.hit && sides && fabsf(faces) > 1e-3f)
        {
            assert_int_equal(turned.back, faces < 0.0f);
            assert_true(rim_vec3_dot(turned.face_normal, turned.normal) > 0.0f);
            turns++;
        }
        rim_hull_destroy(a.hull);
        rim_hull_destroy(b.hull);
    }
    assert_true(fronts > case_count(400) && backs > case_count(400) && turns > case_count(800));
    assert_true(planes > case_count(100));
}

// A motion exactly parallel to the face, which rounding must not turn into one through it: the contact's normal decides.
static void a_motion_along_a_face_hits_the_side_of_its_contact(void **state)
{
    (void)state;
    test_random random = { 83 };
    int         fronts = 0, backs = 0;
    for (int n = 0; n < case_count(20000); n++)
    {
        int          e[6];
        rim_vec3     corners[3] = { { 0.0f, 0.0f, 0.0f } };
        rim_triangle face;
        for (int i = 0; i < 6; i++) e[i] = random_int(&random, -4, 4);
        corners[1] = rim_vec3_make((float)e[0], (float)e[1], (float)e[2]);
        corners[2] = rim_vec3_make((float)e[3], (float)e[4], (float)e[5]);
        rim_vec3 front = rim_vec3_cross(corners[1], corners[2]);
        float    length = rim_vec3_length(front), shift = random_float(&random, -0.4f, 0.4f);
        if (length == 0.0f) continue;
        // From outside through the middle of the triangle, along its plane and a little beside it.
        rim_vec3 middle = rim_vec3_scale(rim_vec3_add(corners[1], corners[2]), 0.25f);
        rim_vec3 delta = rim_vec3_sub(rim_vec3_scale(corners[1], (float)random_int(&random, 1, 3)),
                                      rim_vec3_scale(corners[2], (float)random_int(&random, 1, 3)));
        rim_xform3 pose = rim_xform3_identity();
        rim_shape3 box = { RIM_SHAPE3_BOX, .box = { pose, { 0.5f, 0.5f, 0.5f } } };
        face = (rim_triangle){ corners[0], corners[1], corners[2] };
        rim_shape3   target = { RIM_SHAPE3_TRIANGLE, .triangle = face };
        rim_triangle turned = { corners[0], corners[2], corners[1] };
        rim_shape3   other = { RIM_SHAPE3_TRIANGLE, .triangle = turned };
        delta = rim_vec3_scale(delta, 4.0f);
        pose.position = rim_vec3_sub(rim_vec3_along(middle, front, shift / length),
                                     rim_vec3_scale(delta, 0.75f));
        rim_hit3 hit = rim_shape3_sweep(&box, pose, delta, &target, rim_xform3_identity());
        rim_hit3 behind = rim_shape3_sweep(&box, pose, delta, &other, rim_xform3_identity());
        float    side = rim_vec3_dot(front, hit.normal);
        if (!hit.hit || !(fabsf(side) > 1e-4f * length)) continue;
        assert_int_equal(hit.back, side < 0.0f);
        assert_true(rim_vec3_dot(hit.face_normal, hit.normal) > 0.0f);
        if (behind.hit && rim_vec3_dot(behind.normal, hit.normal) > 0.99f)
            assert_int_equal(behind.back, !hit.back);
        fronts += !hit.back;
        backs += hit.back;
    }
    assert_true(fronts > case_count(1000) && backs > case_count(1000));
}

// After a quarter turn about a coordinate axis, whose rotation in double is off by 2^-53, a corner of a box is beside a
// point of the lattice by as little, in any direction. A ball there is still pushed out of the box, and a segment that ends
// there and moves into the box hits it from outside.
static void a_corner_beside_a_point_by_rounding_has_a_normal_that_separates(void **state)
{
    (void)state;
    const float h = 0.70710678f;
    rim_quat    turns[3] = { { h, 0.0f, 0.0f, h }, { 0.0f, h, 0.0f, h }, { 0.0f, 0.0f, h, h } };
    rim_xform3  home = rim_xform3_identity();
    test_random random = { 89 };
    for (int n = 0; n < case_count(30000); n++)
    {
        int e[6], flat = random_int(&random, 0, 5); // no extent along an axis below 3
        for (int i = 0; i < 6; i++) e[i] = random_int(&random, i < 3 ? -4 : 1, 4);
        if (flat < 3) e[3 + flat] = 0;
        rim_vec3   at = { 0.5f * (float)e[0], 0.5f * (float)e[1], 0.5f * (float)e[2] };
        rim_vec3   half = { 0.5f * (float)e[3], 0.5f * (float)e[4], 0.5f * (float)e[5] };
        rim_xform3 pose = rim_xform3_make(at, turns[random_int(&random, 0, 2)]);
        rim_vec3   p = rim_xform3_apply(pose, half);
        p = rim_vec3_make(0.5f * roundf(2.0f * p.x), 0.5f * roundf(2.0f * p.y),
                          0.5f * roundf(2.0f * p.z));
        rim_vec3     out = rim_vec3_sub(p, at);
        rim_shape3   box = { RIM_SHAPE3_BOX, .box = { home, half } };
        rim_shape3   ball = { RIM_SHAPE3_SPHERE, .sphere = { p, 0.5f } };
        rim_contact3 c = rim_shape3_contact(&ball, home, &box, pose);
        assert_true(c.hit);
        ball.sphere.center = rim_vec3_along(p, c.normal, 0.5001f);
        assert_true(rim_shape3_contact(&ball, home, &box, pose).depth < 1e-4f);
        if (flat < 3) continue;
        rim_shape3 segment = { RIM_SHAPE3_CAPSULE, .capsule = { p, rim_vec3_add(p, out), 0.0f } };
        rim_hit3   hit = rim_shape3_sweep(&segment, home, rim_vec3_negate(out), &box, pose);
        assert_true(hit.hit && rim_vec3_dot(hit.normal, out) > 0.0f);
    }
}

// By brute force at many times of the motion: before the first contact nothing overlaps, at it the two touch.
static void check_turn(const thing *a, rim_motion3 motion, const thing *b, rim_hit3 hit)
{
    const double near = 4e-3; // of shapes a few units large, and what brute force and floats leave
    thing        moved = *a;
    double       start = brute_answer(a, b);
    if (fabs(start) > near) assert_int_equal(hit.start_overlap, start < 0.0);
    if (hit.start_overlap) assert_true(hit.hit && hit.t == 0.0f);
    for (int i = 0; i < 24 && start > near; i++)
    {
        float t = hit.t * (float)i / 24.0f;
        moved.pose = rim_motion3_pose(motion, a->pose, t);
        assert_true(brute_answer(&moved, b) > -near);
    }
    moved.pose = rim_motion3_pose(motion, a->pose, hit.t);
    if (hit.hit && start > near) assert_true(fabs(brute_answer(&moved, b)) < near);
}

static void turning_motions_end_where_the_two_touch(void **state)
{
    (void)state;
    test_random random = { 61 };
    int         hits[KINDS] = { 0 }, misses = 0;
    for (int i = 0; i < case_count(40 * KINDS * KINDS); i++)
    {
        thing a, b;
        make_thing(&random, &a, (rim_shape3_kind)(i % (KINDS - 1) + 1), i % 3 > 0);
        make_thing(&random, &b, (rim_shape3_kind)(i / KINDS % KINDS + 1), i % 5 > 0);
        a.pose.position = rim_vec3_add(a.pose.position, random_vec3(&random, 4.0f));
        rim_vec3    toward = rim_vec3_sub(b.pose.position, a.pose.position);
        rim_motion3 motion = { rim_vec3_add(toward, random_vec3(&random, 1.0f)),
                               random_vec3(&random, 1.0f), random_float(&random, -3.0f, 3.0f) };
        rim_hit3    hit = rim_shape3_sweep_turning(&a.shape, a.pose, motion, &b.shape, b.pose);
        check_turn(&a, motion, &b, hit);
        hits[b.shape.kind - 1] += hit.hit && !hit.start_overlap;
        misses += !hit.hit;
        rim_hull_destroy(a.hull);
        rim_hull_destroy(b.hull);
    }
    for (int k = 0; k < KINDS; k++) assert_true(hits[k] > case_count(30));
    assert_true(misses > case_count(20));
}

static void a_plane_does_not_turn_and_a_motion_that_is_not_finite_misses(void **state)
{
    (void)state;
    rim_shape3  ball = { RIM_SHAPE3_SPHERE, .sphere = { { 0, 0, 0 }, 1 } };
    rim_shape3  floor = { RIM_SHAPE3_PLANE, .plane = { { 0, 1, 0 }, -3 } };
    rim_shape3  nowhere = { .kind = RIM_SHAPE3_NONE };
    rim_xform3  home = rim_xform3_identity();
    rim_motion3 down = { { 0, -9, 0 }, { 1, 0, 0 }, 1 }, wrong = { { 0, NAN, 0 }, { 1, 0, 0 }, 1 };
    assert_true(rim_shape3_sweep_turning(&ball, home, down, &floor, home).hit);
    assert_false(rim_shape3_sweep_turning(&floor, home, down, &ball, home).hit);
    assert_false(rim_shape3_sweep_turning(&floor, home, down, &floor, home).hit);
    assert_false(rim_shape3_sweep_turning(&ball, home, down, &nowhere, home).hit);
    rim_hit3 miss = rim_shape3_sweep_turning(&ball, home, wrong, &floor, home);
    assert_true(!miss.hit && miss.t == 1.0f);
}

// Far from the other shape, many turns are one step; near it, the shapes still stop where they touch.
static void a_thing_that_spins_in_place_far_away_hits_nothing(void **state)
{
    (void)state;
    rim_xform3  home = rim_xform3_identity();
    rim_xform3  away = rim_xform3_translation(rim_vec3_make(10.0f, 0.0f, 0.0f));
    rim_shape3  box = { RIM_SHAPE3_BOX, .box = { home, { 0.5f, 0.5f, 0.5f } } };
    rim_shape3  floor = { RIM_SHAPE3_PLANE, .plane = { { -1.0f, 0.0f, 0.0f }, -9.5f } };
    rim_motion3 motion = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 1.0f, 0.0f }, 100.0f };
    for (int i = 0; i < 5; i++, motion.angle *= 10.0f)
    {
        motion.delta.x = 0.0f;
        assert_false(rim_shape3_sweep_turning(&box, home, motion, &box, away).hit);
        assert_false(rim_shape3_sweep_turning(&box, home, motion, &floor, home).hit);
        motion.delta.x = 8.75f;
        assert_false(rim_shape3_sweep_turning(&box, home, motion, &box, away).hit);
        motion.delta.x = 10.0f;
        rim_hit3 hit = rim_shape3_sweep_turning(&box, home, motion, &box, away);
        assert_true(hit.hit && hit.t > 0.87f && hit.t < 0.9f);
        hit = rim_shape3_sweep_turning(&box, home, motion, &floor, home);
        assert_true(hit.hit && hit.t > 0.87f && hit.t < 0.9f);
    }
}

// A plane that moves into a shape touches it at the deepest point, which is on the shape.
static void the_point_of_a_plane_in_a_shape_is_on_the_shape(void **state)
{
    (void)state;
    rim_xform3 home = rim_xform3_identity();
    rim_shape3 floor = { RIM_SHAPE3_PLANE, .plane = { { 0, 1, 0 }, 0 } };
    for (int i = -1; i <= 1; i++)
    {
        rim_sphere sphere = { { 0.0f, 1.0f + 0.5f * (float)i, 0.0f }, 1.0f };
        rim_shape3 ball = { RIM_SHAPE3_SPHERE, .sphere = sphere };
        rim_vec3   up = rim_vec3_make(1.0f, 1.0f, 0.0f);
        rim_hit3   hit = rim_shape3_sweep(&floor, home, up, &ball, home);
        assert_true(hit.hit && hit.start_overlap == (i < 0));
        assert_near(rim_vec3_distance(hit.point, rim_vec3_make(0.0f, 0.5f * (float)i, 0.0f)), 0.0,
                    0.0);
    }
}

// All members of the hits are compared but the padding.
static void a_motion_that_does_not_turn_answers_as_a_straight_one(void **state)
{
    (void)state;
    test_random random = { 67 };
    int         hits[KINDS] = { 0 };
    for (int i = 0; i < case_count(400 * KINDS * KINDS); i++)
    {
        thing a, b;
        make_thing(&random, &a, (rim_shape3_kind)(i % KINDS + 1), i % 3 > 0);
        make_thing(&random, &b, (rim_shape3_kind)(i / KINDS % KINDS + 1), i % 5 > 0);
        rim_motion3 motion = { random_vec3(&random, 6.0f), { 0.0f, 0.0f, 0.0f }, 3.0f };
        if (i & 1) motion.axis = random_vec3(&random, 1.0f), motion.angle = 0.0f;
        rim_hit3 s = rim_shape3_sweep(&a.shape, a.pose, motion.delta, &b.shape, b.pose);
        rim_hit3 t = rim_shape3_sweep_turning(&a.shape, a.pose, motion, &b.shape, b.pose);
        assert_true(s.hit == t.hit && s.start_overlap == t.start_overlap && s.back == t.back);
        assert_true(s.t == t.t && s.depth == t.depth && s.letter == t.letter);
        assert_memory_equal(&s.point, &t.point, sizeof s.point);
        assert_memory_equal(&s.normal, &t.normal, sizeof s.normal);
        assert_memory_equal(&s.face_normal, &t.face_normal, sizeof s.normal);
        hits[a.shape.kind - 1] += t.hit;
        motion.angle = NAN;
        assert_false(rim_shape3_sweep_turning(&a.shape, a.pose, motion, &b.shape, b.pose).hit);
        rim_hull_destroy(a.hull);
        rim_hull_destroy(b.hull);
    }
    for (int k = 0; k < KINDS; k++) assert_true(hits[k] > case_count(300));
}

// A little after the start a thin mover is through a face that is a hundred thousand times as wide.
static void a_thin_thing_that_touches_a_wide_one_does_not_fall_through(void **state)
{
    (void)state;
    rim_xform3 at = rim_xform3_translation(rim_vec3_make(0.0f, 0.001f, 0.0f)),
               still = rim_xform3_identity();
    rim_triangle wide = { { -1000.0f, 0.0f, 1000.0f },
                          { 1000.0f, 0.0f, 1000.0f },
                          { 0.0f, 0.0f, -1000.0f } };
    rim_triangle small = { { -0.01f, 0.0f, 0.01f },
                           { 0.01f, 0.0f, 0.01f },
                           { 0.0f, 0.0f, -0.01f } };
    rim_capsule  pill = { { -0.01f, 0.0f, 0.0f }, { 0.01f, 0.0f, 0.0f }, 0.001f };
    rim_shape3   movers[3] = { { RIM_SHAPE3_BOX, .box = { still, { 0.01f, 0.001f, 0.01f } } },
                               { RIM_SHAPE3_TRIANGLE, .triangle = small },
                               { RIM_SHAPE3_CAPSULE, .capsule = pill } };
    rim_shape3   floors[3] = { { RIM_SHAPE3_TRIANGLE, .triangle = wide },
                               { RIM_SHAPE3_BOX, .box = { still, { 1000.0f, 0.001f, 1000.0f } } },
                               { RIM_SHAPE3_BOX, .box = { still, { 1000.0f, 0.0f, 1000.0f } } } };
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
        {
            rim_vec3    delta = rim_vec3_make(0.0f, k & 1 ? 1.0f : -1.0f, 0.0f);
            rim_motion3 motion = { rim_vec3_scale(delta, 100.0f), { 0.0f, 1.0f, 0.0f }, 0.1f };
            rim_hit3    hit =
                k < 2 ? rim_shape3_sweep(&movers[i], at, delta, &floors[i], still)
                         : rim_shape3_sweep_turning(&movers[i], at, motion, &floors[i], still);
            assert_int_equal(hit.hit, delta.y < 0.0f);
            assert_false(hit.start_overlap);
            assert_near(hit.t, hit.hit ? 0.0 : 1.0, 0.0);
        }
}

static void rays_are_points_in_motion(void **state)
{
    (void)state;
    test_random random = { 74 };
    int         hits[KINDS] = { 0 }, inside = 0;
    for (int n = 0; n < case_count(14000); n++)
    {
        thing t;
        make_thing(&random, &t, (rim_shape3_kind)(1 + n % KINDS), n & 8);
        rim_sphere point = { rim_vec3_scale(random_unit_vec3(&random), n & 16 ? 4.0f : 0.5f),
                             0.0f };
        rim_vec3   delta = rim_vec3_scale(random_unit_vec3(&random), 6.0f);
        if (n & 16) delta = rim_vec3_sub(random_vec3(&random, 1.0f), point.center);
        rim_shape3 origin = (rim_shape3){ RIM_SHAPE3_SPHERE, .sphere = point };
        rim_ray3   ray = { point.center, delta };
        rim_hit3   hit = rim_shape3_raycast(&t.shape, t.pose, ray);
        rim_hit3 swept = rim_shape3_sweep(&origin, rim_xform3_identity(), delta, &t.shape, t.pose);
        bool     thin = t.shape.kind == RIM_SHAPE3_TRIANGLE || t.shape.kind == RIM_SHAPE3_POLYGON;
        // A ray that grazes is decided by rounding; what it enters clearly, both find.
        rim_sphere middle = { rim_vec3_along(point.center, delta, swept.t + 1e-3f), 0.0f };
        rim_shape3 probe = (rim_shape3){ RIM_SHAPE3_SPHERE, .sphere = middle };
        bool       enters =
            !thin && swept.t < 0.99f &&
            rim_shape3_contact(&probe, rim_xform3_identity(), &t.shape, t.pose).depth > 1e-4f;
        if (enters) assert_true(hit.hit && swept.hit);
        if (hit.hit && swept.hit && (enters || thin))
        {
            assert_near(hit.t, swept.t, 2e-5);
            assert_int_equal(hit.start_overlap, swept.start_overlap);
            assert_near(hit.depth, swept.depth, TOLERANCE);
            assert_near(rim_vec3_distance(hit.point, rim_vec3_along(point.center, delta, hit.t)),
                        0.0, hit.start_overlap ? 10.0 : TOLERANCE);
        }
        hits[n % KINDS] += hit.hit;
        inside += hit.start_overlap;
        rim_hull_destroy(t.hull);
    }
    int each = case_count(14000) / KINDS;
    for (int k = 0; k < KINDS; k++) assert_true(hits[k] > each / 80 || each < 400);
    assert_true(inside > case_count(100));
}

static rim_vec3 lattice_point(test_random *random)
{
    return rim_vec3_make(4.0f * (float)random_int(random, -75, 75),
                         4.0f * (float)random_int(random, -75, 75),
                         4.0f * (float)random_int(random, -75, 75));
}

// Rays from a point in the middle of a tetrahedron's face, both exact, out of the tetrahedron and in.
static void a_ray_from_a_face_hits_only_inward(void **state)
{
    (void)state;
    test_random random = { 79 };
    int         used = 0;
    for (int n = 0; n < case_count(2000); n++)
    {
        rim_vec3 p[4];
        for (int i = 0; i < 4; i++) p[i] = lattice_point(&random);
        rim_vec3 from = rim_vec3_lerp(p[0], rim_vec3_lerp(p[1], p[2], 0.5f), 0.5f);
        rim_vec3 along = rim_vec3_sub(p[1], p[0]), in = rim_vec3_sub(p[3], from);
        rim_vec3 side = rim_vec3_cross(along, rim_vec3_sub(p[2], p[0]));
        if (fabsf(rim_vec3_dot(side, in)) < 1e-2f * rim_vec3_length(side) * rim_vec3_length(in))
            continue;
        rim_hull *hull;
        assert_int_equal(rim_hull_create(&hull, p, 4, NULL), RIM_OK);
        rim_shape3 s = { .kind = RIM_SHAPE3_HULL, .hull = hull };
        rim_vec3   ways[2] = { rim_vec3_negate(in), in };
        rim_xform3 still = rim_xform3_identity();
        for (int i = 0; i < 2; i++)
        {
            rim_hit3 hit = rim_shape3_raycast(&s, still, (rim_ray3){ from, ways[i] });
            assert_true(hit.hit == (i == 1) && !hit.start_overlap);
            if (hit.hit) assert_true(hit.t == 0.0f);
        }
        used++;
        rim_hull_destroy(hull);
    }
    assert_true(used > case_count(1000));
}

static void no_ray_hits_a_box_that_is_a_segment_or_a_point(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++)
    {
        rim_vec3   half = { i & 1 ? 1.0f : 0.0f, i & 2 ? 1.0f : 0.0f, i & 4 ? 1.0f : 0.0f };
        rim_shape3 box = { .kind = RIM_SHAPE3_BOX, .box = { rim_xform3_identity(), half } };
        rim_vec3 from = rim_vec3_scale(rim_vec3_sub(rim_vec3_make(1.0f, 1.0f, 1.0f), half), -1.0f);
        rim_ray3 ray = { from, rim_vec3_scale(from, -2.0f) };
        if (i == 7) ray = (rim_ray3){ { 0.0f, 2.0f, 0.0f }, { 0.0f, -2.0f, 0.0f } };
        bool has_area = i == 3 || i > 4;
        assert_int_equal(rim_shape3_raycast(&box, rim_xform3_identity(), ray).hit, has_area);
    }
}

// --- laws ---------------------------------------------------------------------------------------------

static rim_shape3 scaled_shape(const rim_shape3 *s, float k, rim_vec3 points[POINTS])
{
    rim_shape3 out = *s;
    switch (s->kind)
    {
    case RIM_SHAPE3_SPHERE:
        out.sphere.center = rim_vec3_scale(s->sphere.center, k);
        out.sphere.radius *= k;
        break;
    case RIM_SHAPE3_CAPSULE:
        out.capsule.a = rim_vec3_scale(s->capsule.a, k);
        out.capsule.b = rim_vec3_scale(s->capsule.b, k);
        out.capsule.radius *= k;
        break;
    case RIM_SHAPE3_BOX:
        out.box.pose.position = rim_vec3_scale(s->box.pose.position, k);
        out.box.half = rim_vec3_scale(s->box.half, k);
        break;
    case RIM_SHAPE3_TRIANGLE:
        out.triangle.a = rim_vec3_scale(s->triangle.a, k);
        out.triangle.b = rim_vec3_scale(s->triangle.b, k);
        out.triangle.c = rim_vec3_scale(s->triangle.c, k);
        break;
    case RIM_SHAPE3_POLYGON:
        for (int i = 0; i < s->polygon.count; i++)
            points[i] = rim_vec3_scale(s->polygon.points[i], k);
        out.polygon.points = points;
        break;
    default:
        out.plane.offset *= k;
        break;
    }
    return out;
}

static void answers_scale_to_the_bit_by_powers_of_two(void **state)
{
    (void)state;
    test_random random = { 75 };
    int         hits = 0;
    for (int n = 0; n < case_count(8000); n++)
    {
        thing a, b;
        make_thing(&random, &a, (rim_shape3_kind)random_int(&random, 1, KINDS), n & 1);
        make_thing(&random, &b, (rim_shape3_kind)random_int(&random, 1, KINDS), n & 2);
        rim_hull_destroy(a.hull);
        rim_hull_destroy(b.hull);
        if (a.hull || b.hull) continue; // hulls are scaled in the tests of theirs
        float      k = ldexpf(1.0f, random_int(&random, -10, 10));
        rim_vec3   pa[POINTS], pb[POINTS], delta = random_vec3(&random, 4.0f);
        rim_shape3 x = scaled_shape(&a.shape, k, pa), y = scaled_shape(&b.shape, k, pb);
        rim_xform3 px = a.pose, py = b.pose;
        px.position = rim_vec3_scale(px.position, k);
        py.position = rim_vec3_scale(py.position, k);
        rim_distance3 d = rim_shape3_distance(&a.shape, a.pose, &b.shape, b.pose),
                      e = rim_shape3_distance(&x, px, &y, py);
        assert_true(d.distance * k == e.distance);
        assert_scaled(d.on_a, e.on_a, k);
        assert_scaled(d.on_b, e.on_b, k);
        assert_scaled(d.normal, e.normal, 1.0f);
        rim_contact3 c = rim_shape3_contact(&a.shape, a.pose, &b.shape, b.pose),
                     f = rim_shape3_contact(&x, px, &y, py);
        assert_true(c.hit == f.hit && c.depth * k == f.depth);
        assert_scaled(c.on_a, f.on_a, k);
        assert_scaled(c.normal, f.normal, 1.0f);
        rim_hit3 h = rim_shape3_sweep(&a.shape, a.pose, delta, &b.shape, b.pose),
                 i = rim_shape3_sweep(&x, px, rim_vec3_scale(delta, k), &y, py);
        assert_true(h.hit == i.hit && h.t == i.t && h.depth * k == i.depth);
        assert_scaled(h.point, i.point, k);
        assert_scaled(h.normal, i.normal, 1.0f);
        rim_manifold3 m = rim_shape3_manifold(&a.shape, a.pose, &b.shape, b.pose, NULL),
                      o = rim_shape3_manifold(&x, px, &y, py, NULL);
        assert_int_equal(m.count, o.count);
        for (int p = 0; p < m.count; p++) assert_scaled(m.points[p].on_a, o.points[p].on_a, k);
        rim_box3 box = rim_shape3_bounds(&a.shape, a.pose), big = rim_shape3_bounds(&x, px);
        assert_scaled(box.lo, big.lo, k);
        assert_scaled(box.hi, big.hi, k);
        hits += c.hit + h.hit;
    }
    assert_true(hits > case_count(2000));
}

static void bounds_hold_the_shape_and_no_more(void **state)
{
    (void)state;
    test_random random = { 76 };
    for (int n = 0; n < case_count(6000); n++)
    {
        thing t;
        make_thing(&random, &t, (rim_shape3_kind)(1 + n % (KINDS - 1)), n & 8);
        rim_box3   box = rim_shape3_bounds(&t.shape, t.pose);
        brute_body body = brute_of_thing(&t);
        double     lo[3] = { INFINITY, INFINITY, INFINITY },
               hi[3] = { -INFINITY, -INFINITY, -INFINITY };
        for (int i = 0; i < body.count; i++)
            for (int k = 0; k < 3; k++)
            {
                lo[k] = fmin(lo[k], body.p[i][k] - t.radius);
                hi[k] = fmax(hi[k], body.p[i][k] + t.radius);
            }
        for (int k = 0; k < 3; k++)
        {
            assert_near((&box.lo.x)[k], lo[k], 1e-6);
            assert_near((&box.hi.x)[k], hi[k], 1e-6);
        }
        rim_hull_destroy(t.hull);
    }
}

// The corners of a box in its own pose and another one, in double: both poses turn and move.
static void bounds_hold_the_corners_of_a_box_in_two_poses(void **state)
{
    (void)state;
    test_random random = { 78 };
    for (int n = 0; n < case_count(6000); n++)
    {
        rim_xform3 pose = random_pose(&random, 4.0f);
        rim_shape3 s = { .kind = RIM_SHAPE3_BOX };
        s.box.pose = random_pose(&random, 4.0f);
        s.box.half = rim_vec3_make(1.0f, 0.5f, 0.25f);
        rim_box3    box = rim_shape3_bounds(&s, pose);
        pose3_frame own = pose3_frame_of(&s.box.pose), world = pose3_frame_of(&pose);
        for (int i = 0; i < 8; i++)
        {
            vec3d p = v3d(i & 1 ? 1.0 : -1.0, i & 2 ? 0.5 : -0.5, i & 4 ? 0.25 : -0.25);
            p = v3d_add(m3d_apply(own.turn, p), own.at);
            p = v3d_add(m3d_apply(world.turn, p), world.at);
            assert_true(box.lo.x <= p.x + 1e-12 && box.lo.y <= p.y + 1e-12);
            assert_true(box.hi.x >= p.x - 1e-12 && box.hi.y >= p.y - 1e-12);
            assert_true(box.lo.z <= p.z + 1e-12 && box.hi.z >= p.z - 1e-12);
        }
    }
}

// The pose of a box and its own, each turned by 45 degrees about z, with rotations of the length 1 and others.
static void the_lengths_of_the_rotations_of_a_box_do_not_matter(void **state)
{
    (void)state;
    const float lengths[5] = { 1.0f, 1e-38f, 1e-23f, 1e20f, 3e38f };
    for (int i = 0; i < 25; i++)
    {
        rim_xform3 own = rim_xform3_identity(), pose = own, still = own;
        float      k = lengths[i % 5], m = lengths[i / 5];
        own.rotation.z = k * 0.38268343f, own.rotation.w = k * 0.92387953f;
        pose.rotation.z = m * 0.38268343f, pose.rotation.w = m * 0.92387953f;
        rim_shape3 box = { .kind = RIM_SHAPE3_BOX, .box = { own, { 2.0f, 1.0f, 1.0f } } };
        rim_shape3 ball = { .kind = RIM_SHAPE3_SPHERE, .sphere = { { 0.0f, 3.0f, 0.0f }, 0.5f } };
        assert_near(rim_shape3_distance(&box, pose, &ball, still).distance, 0.5, 1e-6);
        rim_box3 bounds = rim_shape3_bounds(&box, pose);
        assert_near(bounds.hi.x, 1.0, 1e-6);
        assert_near(bounds.hi.y, 2.0, 1e-6);
    }
}

static void a_crate_on_a_floor_has_four_points(void **state)
{
    (void)state;
    rim_obox crate = { { { 0.0f, 0.4375f, 0.0f }, { 0.0f, 0.0f, 0.0f, 1.0f } },
                       { 0.5f, 0.5f, 0.5f } };
    rim_obox slab = { { { 0.0f, -0.5f, 0.0f }, { 0.0f, 0.0f, 0.0f, 1.0f } }, { 4.0f, 0.5f, 4.0f } };
    rim_shape3 a = (rim_shape3){ RIM_SHAPE3_BOX, .box = crate },
               b = (rim_shape3){ RIM_SHAPE3_BOX, .box = slab };
    rim_plane         ground = { { 0.0f, 2.0f, 0.0f }, 0.0f };
    rim_shape3        c = (rim_shape3){ RIM_SHAPE3_PLANE, .plane = ground };
    rim_xform3        none = rim_xform3_identity();
    rim_capsule       rod = { { -1.0f, 0.25f, 0.0f }, { 1.0f, 0.25f, 0.0f }, 0.5f };
    rim_shape3        d = (rim_shape3){ RIM_SHAPE3_CAPSULE, .capsule = rod };
    const rim_shape3 *floors[2] = { &b, &c };
    for (int i = 0; i < 2; i++)
    {
        rim_manifold3 m = rim_shape3_manifold(&a, none, floors[i], none, NULL);
        assert_int_equal(m.count, 4);
        assert_true(m.normal.y == 1.0f);
        for (int k = 0; k < 4; k++) assert_true(m.points[k].depth == 0.0625f);
        m = rim_shape3_manifold(floors[i], none, &a, none, NULL);
        assert_int_equal(m.count, 4);
        assert_true(m.normal.y == -1.0f);
        m = rim_shape3_manifold(&d, none, floors[i], none, NULL);
        assert_int_equal(m.count, 2);
        assert_true(m.points[0].depth == 0.25f && m.points[1].depth == 0.25f);
    }
    assert_false(rim_shape3_contact(&c, none, &c, none).hit);
    assert_true(rim_shape3_distance(&c, none, &c, none).distance == INFINITY);
}

static void what_is_nowhere_or_not_finite_meets_nothing(void **state)
{
    (void)state;
    rim_shape3   nothing = { .kind = RIM_SHAPE3_NONE };
    rim_polygon3 no_points = { NULL, 0 };
    rim_obox     empty = { rim_xform3_identity(), { -1.0f, 1.0f, 1.0f } };
    rim_plane    no_plane = { { 0.0f, 0.0f, 0.0f }, 1.0f };
    rim_sphere   lost = { { NAN, 0.0f, 0.0f }, 1.0f };
    rim_shape3   none[5] = { nothing, (rim_shape3){ RIM_SHAPE3_POLYGON, .polygon = no_points },
                             (rim_shape3){ RIM_SHAPE3_BOX, .box = empty },
                             (rim_shape3){ RIM_SHAPE3_PLANE, .plane = no_plane },
                             (rim_shape3){ RIM_SHAPE3_SPHERE, .sphere = lost } };
    test_random  random = { 77 };
    rim_ray3     ray = { { 0.0f, 4.0f, 0.0f }, { 0.0f, -8.0f, 0.0f } };
    rim_xform3   bad[2] = { rim_xform3_identity(), rim_xform3_identity() };
    bad[0].position.y = INFINITY;
    bad[1].rotation.w = NAN;
    for (int i = 0; i < 5; i++)
        for (int k = 1; k <= KINDS; k++)
        {
            thing t;
            make_thing(&random, &t, (rim_shape3_kind)k, true);
            assert_false(rim_shape3_contact(&none[i], t.pose, &t.shape, t.pose).hit);
            assert_false(rim_shape3_overlaps(&t.shape, t.pose, &none[i], t.pose));
            assert_true(rim_shape3_distance(&t.shape, t.pose, &none[i], t.pose).distance ==
                        INFINITY);
            assert_int_equal(rim_shape3_manifold(&none[i], t.pose, &t.shape, t.pose, NULL).count,
                             0);
            assert_false(rim_shape3_sweep(&none[i], t.pose, ray.delta, &t.shape, t.pose).hit);
            assert_false(rim_shape3_raycast(&none[i], t.pose, ray).hit);
            assert_true(rim_box3_is_empty(rim_shape3_bounds(&none[i], t.pose)));
            for (int m = 1; m <= KINDS; m++)
            {
                thing other;
                make_thing(&random, &other, (rim_shape3_kind)m, false);
                const rim_xform3 *pose = &bad[m & 1];
                assert_false(rim_shape3_contact(&t.shape, *pose, &other.shape, other.pose).hit);
                assert_false(rim_shape3_overlaps(&other.shape, other.pose, &t.shape, *pose));
                assert_false(
                    rim_shape3_sweep(&t.shape, *pose, ray.delta, &other.shape, other.pose).hit);
                rim_hull_destroy(other.hull);
            }
            for (int m = 0; m < 2; m++)
            {
                assert_false(rim_shape3_raycast(&t.shape, bad[m], ray).hit);
                rim_box3 bounds = rim_shape3_bounds(&t.shape, bad[m]), empty_box = rim_box3_empty();
                assert_memory_equal(&bounds, &empty_box, sizeof bounds);
            }
            rim_hull_destroy(t.hull);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_as_far_and_as_deep_as_brute_force_finds),
        cmocka_unit_test(swapped_pairs_answer_alike),
        cmocka_unit_test(motions_end_where_the_two_touch),
        cmocka_unit_test(faces_are_hit_on_the_side_that_the_motion_comes_from),
        cmocka_unit_test(a_motion_along_a_face_hits_the_side_of_its_contact),
        cmocka_unit_test(a_corner_beside_a_point_by_rounding_has_a_normal_that_separates),
        cmocka_unit_test(turning_motions_end_where_the_two_touch),
        cmocka_unit_test(a_plane_does_not_turn_and_a_motion_that_is_not_finite_misses),
        cmocka_unit_test(a_thing_that_spins_in_place_far_away_hits_nothing),
        cmocka_unit_test(the_point_of_a_plane_in_a_shape_is_on_the_shape),
        cmocka_unit_test(a_motion_that_does_not_turn_answers_as_a_straight_one),
        cmocka_unit_test(a_thin_thing_that_touches_a_wide_one_does_not_fall_through),
        cmocka_unit_test(rays_are_points_in_motion),
        cmocka_unit_test(a_ray_from_a_face_hits_only_inward),
        cmocka_unit_test(no_ray_hits_a_box_that_is_a_segment_or_a_point),
        cmocka_unit_test(answers_scale_to_the_bit_by_powers_of_two),
        cmocka_unit_test(bounds_hold_the_shape_and_no_more),
        cmocka_unit_test(bounds_hold_the_corners_of_a_box_in_two_poses),
        cmocka_unit_test(the_lengths_of_the_rotations_of_a_box_do_not_matter),
        cmocka_unit_test(a_crate_on_a_floor_has_four_points),
        cmocka_unit_test(what_is_nowhere_or_not_finite_meets_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
