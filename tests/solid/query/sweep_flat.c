// Flat things in motion in one plane with flat things: a miss in all functions.
#include "support/translation.h"
#include "support/meshes.h"
#include "support/pairs.h"
#include "support/support.h"

#include "rimcast/convex.h"
#include "rimcast/mesh.h"

#include <math.h>

// A point of the plane in which coordinate `across` is 0.
static rim_vec3 in_plane(test_random *r, int across, bool on_lattice)
{
    rim_vec3 p = on_lattice ? random_whole3(r, 3) : random_in_cube(r, 3.0f);
    if (across == 0) p.x = 0.0f;
    if (across == 1) p.y = 0.0f;
    if (across == 2) p.z = 0.0f;
    return p;
}

typedef struct flat_scene
{
    rim_vec3     normal, delta;
    rim_sphere   point, other_point;
    rim_capsule  axis, other_axis;
    rim_triangle target, mover;
    rim_vec3     polygon[4];
} flat_scene;

static flat_scene random_scene(test_random *r, int across, bool on_lattice)
{
    flat_scene s = { .normal = { across == 0, across == 1, across == 2 } };
    rim_vec3   p[13];
    for (int i = 0; i < 13; i++) p[i] = in_plane(r, across, on_lattice);
    s.delta = p[0];
    s.point = (rim_sphere){ p[1], 0.0f };
    s.other_point = (rim_sphere){ p[2], 0.0f };
    s.axis = (rim_capsule){ p[3], p[4], 0.0f };
    s.other_axis = (rim_capsule){ p[5], p[6], 0.0f };
    s.target = (rim_triangle){ p[7], p[8], p[9] };
    s.mover = (rim_triangle){ p[10], p[11], p[12] };
    // A parallelogram.
    s.polygon[0] = p[7];
    s.polygon[1] = p[8];
    s.polygon[3] = p[9];
    s.polygon[2] = rim_vec3_add(p[8], rim_vec3_sub(p[9], p[7]));
    return s;
}

static void assert_round_ones_miss(const flat_scene *s)
{
    rim_polygon3 polygon = { s->polygon, 4 };
    assert_false(sphere_sweep_sphere(s->point, s->delta, s->other_point).hit);
    assert_false(sphere_sweep_capsule(s->point, s->delta, s->axis).hit);
    assert_false(capsule_sweep_sphere(s->axis, s->delta, s->point).hit);
    assert_false(capsule_sweep_capsule(s->axis, s->delta, s->other_axis).hit);
    assert_false(rim_sphere_sweep_triangle(s->point, s->delta, &s->target, RIM_SIDE_BOTH).hit);
    assert_false(rim_capsule_sweep_triangle(s->axis, s->delta, &s->target, RIM_SIDE_BOTH).hit);
    assert_false(rim_sphere_sweep_polygon3(s->point, s->delta, polygon, RIM_SIDE_BOTH).hit);
    assert_false(rim_capsule_sweep_polygon3(s->axis, s->delta, polygon, RIM_SIDE_BOTH).hit);
    rim_plane sheet = { s->normal, 0.0f };
    assert_false(sphere_sweep_plane(s->point, s->delta, sheet).hit);
    assert_false(capsule_sweep_plane(s->axis, s->delta, sheet).hit);
}

static void assert_convex_ones_miss(const flat_scene *s)
{
    rim_convex things[5] = { sphere_as_convex(&s->point),
                             capsule_as_convex(&s->axis),
                             triangle_as_convex(&s->mover),
                             triangle_as_convex(&s->target),
                             { s->polygon, 4, 0.0f, NULL } };
    rim_xform3 here = rim_xform3_identity();
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 5; k++)
        {
            rim_motion3 motion = { s->delta, s->normal, i & 1 ? 0.0f : 1.5f };
            assert_false(sweep_convex_translation(things[i], here, s->delta, things[k], here).hit);
            assert_false(sweep_convex_turning(things[i], here, motion, things[k], here).hit);
        }
}

static void assert_boxes_miss(const flat_scene *s)
{
    rim_vec3 half =
        rim_vec3_sub(rim_vec3_make(0.75f, 0.75f, 0.75f), rim_vec3_scale(s->normal, 0.75f));
    rim_obox a = { rim_xform3_translation(s->point.center), half };
    rim_obox b = { rim_xform3_translation(s->other_point.center), half };
    rim_box3 box = { rim_vec3_sub(s->other_point.center, half),
                     rim_vec3_add(s->other_point.center, half) };
    assert_false(obox_sweep_obox(a, s->delta, b).hit);
    assert_false(sphere_sweep_box3(s->point, s->delta, box).hit);
    assert_false(sphere_sweep_obox(s->point, s->delta, b).hit);
    assert_false(capsule_sweep_box3(s->axis, s->delta, box).hit);
    assert_false(capsule_sweep_obox(s->axis, s->delta, b).hit);
}

static void assert_meshes_are_missed(const flat_scene *s)
{
    rim_mesh  *mesh;
    int        corners[6] = { 0, 1, 2, 0, 2, 3 };
    rim_xform3 here = rim_xform3_identity();
    rim_convex mover = triangle_as_convex(&s->mover);
    assert_int_equal(rim_mesh_create(&mesh, s->polygon, 4, corners, 2, NULL), RIM_OK);
    assert_false(mesh_sweep_sphere(mesh, s->point, s->delta, RIM_SIDE_BOTH).hit);
    assert_false(mesh_sweep_capsule(mesh, &s->axis, s->delta, RIM_SIDE_BOTH).hit);
    assert_false(mesh_sweep_convex(mesh, mover, here, s->delta, RIM_SIDE_BOTH).hit);
    rim_mesh_destroy(mesh);
}

static void in_one_plane_flat_things_miss(void **state)
{
    (void)state;
    test_random r = { 71 };
    for (int i = case_count(6000); i > 0; i--)
    {
        flat_scene s = random_scene(&r, i % 3, i / 3 & 1);
        assert_round_ones_miss(&s);
        assert_convex_ones_miss(&s);
        assert_boxes_miss(&s);
        assert_meshes_are_missed(&s);
    }
}

// A flat thing that leaves the plane is met as before, and so is one with a radius.
static void across_the_plane_they_hit(void **state)
{
    (void)state;
    test_random r = { 72 };
    rim_xform3  here = rim_xform3_identity();
    int         hits = 0, round = 0;
    for (int i = case_count(4000); i > 0; i--)
    {
        flat_scene s = random_scene(&r, i % 3, false);
        rim_convex mover = triangle_as_convex(&s.mover), target = triangle_as_convex(&s.target);
        bool       overlap = rim_convex_distance(mover, here, target, here, NULL).distance == 0.0f;
        // From above straight down: a hit if they overlap in the plane.
        rim_xform3 above = rim_xform3_translation(s.normal);
        rim_vec3   down = rim_vec3_scale(s.normal, -2.0f);
        rim_hit3   hit = sweep_convex_translation(mover, above, down, target, here);
        assert_int_equal(hit.hit, overlap);
        if (hit.hit) assert_near(hit.t, 0.5, 1e-6);
        hits += hit.hit;
        mover.radius = 0.01f;
        round += sweep_convex_translation(mover, here, s.delta, target, here).hit;
    }
    assert_true(hits > case_count(400) && round > case_count(400));
}

// Two triangles across the motion, at any speed, turning or not.
static void across_their_planes_they_hit_at_any_speed(void **state)
{
    (void)state;
    rim_triangle mover = { { 0.0f, -0.5f, -0.5f }, { 0.0f, 0.5f, -0.5f }, { 0.0f, 0.0f, 0.5f } };
    rim_convex   a = triangle_as_convex(&mover);
    rim_xform3   here = rim_xform3_identity(),
               ahead = rim_xform3_translation(rim_vec3_make(0.5f, 0.0f, 0.0f));
    for (rim_motion3 m = { { 1.0f, 0.0f, 0.0f }, { 1.0f, 0.0f, 0.0f }, 0.5f }; m.delta.x < 1e15f;
         m.delta.x *= 10.0f)
    {
        assert_true(sweep_convex_translation(a, here, m.delta, a, ahead).hit);
        assert_true(sweep_convex_turning(a, here, m, a, ahead).hit);
    }
}

// --- boxes on a lattice -------------------------------------------------------------------------------------------

// On each axis unturned boxes overlap during an interval of time; the boxes overlap while all do. Returns 1 if they come
// to overlap, 0 if they stay apart, -1 if they only touch.
static int overlap_in_motion(rim_vec3 between, rim_vec3 reach, rim_vec3 delta, double *first)
{
    const float d[3] = { between.x, between.y, between.z }, r[3] = { reach.x, reach.y, reach.z },
                v[3] = { delta.x, delta.y, delta.z };
    double last = INFINITY;
    bool   touch = false;
    *first = -INFINITY;
    for (int i = 0; i < 3; i++)
    {
        if (v[i] == 0.0f && fabsf(d[i]) > r[i]) return 0;
        touch = touch || (v[i] == 0.0f && fabsf(d[i]) == r[i]);
        if (v[i] == 0.0f) continue;
        double a = ((double)d[i] - r[i]) / v[i], b = ((double)d[i] + r[i]) / v[i];
        *first = fmax(*first, fmin(a, b));
        last = fmin(last, fmax(a, b));
    }
    if (*first > last || *first > 1.0 || last < 0.0) return 0;
    return touch || *first == last || last == 0.0 || *first == 1.0 ? -1 : 1;
}

// Half sizes of whole and half units; a may be flat.
static rim_vec3 lattice_half(test_random *r, float least)
{
    rim_vec3 v = random_whole3(r, 2);
    return rim_vec3_make(0.5f * fabsf(v.x) + least, 0.5f * fabsf(v.y) + least,
                         0.5f * fabsf(v.z) + least);
}

static void boxes_on_a_lattice_are_met_when_intervals_say(void **state)
{
    (void)state;
    test_random r = { 73 };
    int         hits = 0, touching = 0;
    for (int i = case_count(20000); i > 0; i--)
    {
        rim_obox a = { rim_xform3_translation(rim_vec3_scale(random_whole3(&r, 4), 0.5f)),
                       lattice_half(&r, 0.0f) };
        rim_obox b = { rim_xform3_translation(rim_vec3_scale(random_whole3(&r, 1), 0.5f)),
                       lattice_half(&r, 0.5f) };
        rim_vec3 delta = random_whole3(&r, 8), corners_a[8], corners_b[8];
        rim_vec3 between = rim_vec3_sub(b.pose.position, a.pose.position);
        double   first;
        int      expected = overlap_in_motion(between, rim_vec3_add(a.half, b.half), delta, &first);
        if (expected < 0 || rim_vec3_length(delta) == 0.0f) continue;
        rim_hit3 box = obox_sweep_obox(a, delta, b);
        rim_hit3 convex = sweep_convex_translation(obox_as_convex(a, corners_a), a.pose, delta,
                                                   obox_as_convex(b, corners_b), b.pose);
        assert_int_equal(expected, box.hit);
        assert_int_equal(expected, convex.hit);
        if (!expected) continue;
        assert_near(box.t, fmax(first, 0.0), 1e-6);
        assert_near(convex.t, fmax(first, 0.0), 1e-6);
        hits++;
        touching += first == 0.0;
    }
    assert_true(hits > case_count(3000) && touching > case_count(300));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_one_plane_flat_things_miss),
        cmocka_unit_test(across_the_plane_they_hit),
        cmocka_unit_test(across_their_planes_they_hit_at_any_speed),
        cmocka_unit_test(boxes_on_a_lattice_are_met_when_intervals_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
