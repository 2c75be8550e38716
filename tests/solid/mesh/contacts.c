// Contacts without ghosts, convex things against meshes, meshes against meshes.
#include "support/pairs.h"
#include "rimcast/convex.h"
#include "rimcast/mesh.h"
#include "solid/query/shape.h"
#include "solid/shape/round.h"

#include "support/meshes.h"
#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MOST = 4096
};

static rim_mesh *mesh_of(const test_mesh *source, rim_mesh_form form)
{
    rim_mesh_options options = { .form = form };
    rim_mesh        *mesh;
    assert_int_equal(rim_mesh_create(&mesh, source->points, source->point_count, source->indices,
                                     source->count, &options),
                     RIM_OK);
    return mesh;
}

static rim_xform3 any_pose(test_random *r, float size)
{
    rim_quat q = (rim_quat){ random_float(r, -1.0f, 1.0f), random_float(r, -1.0f, 1.0f),
                             random_float(r, -1.0f, 1.0f), random_float(r, 0.1f, 1.0f) };
    return rim_xform3_make(random_in_cube(r, size), q);
}

// --- contacts -------------------------------------------------------------------------------------------

// The true contacts of a sphere by their definition: the closest point of every triangle that contains the
// point is that point. Distinct points are counted; -1 where rounding could tell otherwise.
static int true_contacts(const test_mesh *m, rim_sphere s, rim_vec3 *points)
{
    int    count = 0;
    double size =
        fabs((double)s.center.x) + fabs((double)s.center.y) + fabs((double)s.center.z) + s.radius;
    for (int i = 0; i < m->count; i++)
    {
        rim_triangle t = test_mesh_triangle(m, i);
        rim_contact3 c = rim_sphere_contact_triangle(s, &t);
        if (fabs((double)c.depth) < 1e-5 * size && c.hit) return -1;
        if (!c.hit) continue;
        double d = (double)s.radius - c.depth;
        if (d < 1e-3 * size) return -1;
        bool ghost = false, seen = false;
        for (int k = 0; k < m->count; k++)
        {
            rim_triangle  other = test_mesh_triangle(m, k);
            rim_sphere    at = { c.on_b, 0.0f }, point = { s.center, 0.0f };
            double        apart = rim_sphere_distance_triangle(at, &other).distance;
            rim_distance3 near = rim_sphere_distance_triangle(point, &other);
            if (apart > 1e-4 * size) continue;
            if (apart > 2e-6 * size) return -1;
            double moved = rim_vec3_distance(near.on_b, c.on_b);
            if (moved > 2e-6 * size && moved < 1e-2 * size) return -1;
            if (moved > 2e-6 * size) ghost = true;
        }
        for (int k = 0; k < count; k++)
            if (rim_vec3_distance(points[k], c.on_b) < 4e-6 * size) seen = true;
        if (!ghost && !seen) points[count++] = c.on_b;
    }
    return count;
}

static void spheres_have_the_contacts_that_all_triangles_allow(void **state)
{
    (void)state;
    static const mesh_kind KINDS[] = { MESH_KIND_TERRAIN, MESH_KIND_FLAT, MESH_KIND_BALL };
    static rim_vec3        points[MOST];
    test_random            r = { 11 };
    int                    several = 0, told = 0;
    for (int round = case_count(1500); round > 0; round--)
    {
        test_mesh m = test_mesh_make(KINDS[round % 3], 72, 6.0f, rim_vec3_make(0.0f, 0.0f, 0.0f),
                                     (uint64_t)round);
        rim_mesh *mesh = mesh_of(&m, (rim_mesh_form)(round & 1));
        for (int i = 0; i < 4; i++)
        {
            rim_triangle t = test_mesh_triangle(&m, random_int(&r, 0, m.count - 1));
            rim_vec3 on = rim_vec3_lerp(rim_vec3_lerp(t.a, t.b, random_float(&r, 0.0f, 1.0f)), t.c,
                                        random_float(&r, 0.0f, 1.0f));
            float    radius = random_float(&r, 0.5f, 3.0f);
            rim_sphere s = { rim_vec3_add(on, random_in_cube(&r, radius)), radius };
            int        expected = true_contacts(&m, s, points);
            if (expected < 0) continue;
            static rim_mesh_contact out[MOST];
            int                     count = mesh_contacts_sphere(mesh, s, RIM_SIDE_BOTH, out, MOST);
            assert_int_equal(count, expected);
            several += count > 1;
            told += count > 0;
            for (int k = 0; k < count; k++)
            {
                float least = INFINITY;
                for (int j = 0; j < expected; j++)
                {
                    float d = rim_vec3_distance(points[j], out[k].contact.on_b);
                    least = d < least ? d : least;
                }
                assert_true(least < 1e-3f);
                if (k) assert_true(out[k - 1].contact.depth >= out[k].contact.depth);
            }
        }
        rim_mesh_destroy(mesh);
        test_mesh_free(&m);
    }
    assert_true(told > case_count(1200) && several > case_count(60));
}

// A contact with an edge just beside a corner, whose direction from the point rounding tilts; and a contact with a face
// so close to an edge that the neighbour's with the edge looks the same.
static void contacts_beside_corners_and_edges_are_told_once(void **state)
{
    (void)state;
    static const struct
    {
        mesh_kind  kind;
        uint64_t   seed;
        rim_sphere s;
        int        expected;
    } CASES[] = {
        { MESH_KIND_TERRAIN,
          6663,
          { { 6.15752935f, -0.304237187f, 0.0561851189f }, 0.999095976f },
          2 },
        { MESH_KIND_BALL, 7991, { { 1.78449082f, 6.16005421f, 0.0921190828f }, 1.10490811f }, 1 },
        { MESH_KIND_BALL, 2312, { { 1.70388007f, 0.447587073f, 3.97061586f }, 1.18854964f }, 1 },
    };
    for (int i = 0; i < (int)(sizeof CASES / sizeof *CASES); i++)
        for (int form = 0; form < 2; form++)
        {
            static rim_mesh_contact out[MOST];
            rim_vec3                at = { 0.0f, 0.0f, 0.0f };
            test_mesh               m = test_mesh_make(CASES[i].kind, 72, 6.0f, at, CASES[i].seed);
            rim_mesh               *mesh = mesh_of(&m, (rim_mesh_form)form);
            assert_int_equal(mesh_contacts_sphere(mesh, CASES[i].s, RIM_SIDE_BOTH, out, MOST),
                             CASES[i].expected);
            rim_mesh_destroy(mesh);
            test_mesh_free(&m);
        }
}

static float apart(const rim_mesh_contact *a, const rim_mesh_contact *b)
{
    return rim_vec3_distance(a->contact.on_b, b->contact.on_b);
}

// A closed box of twelve triangles is convex: a sphere with its centre outside has one contact with it.
static void a_closed_box_has_each_contact_once(void **state)
{
    (void)state;
    static const int        QUADS[6][4] = { { 0, 2, 3, 1 }, { 4, 5, 7, 6 }, { 0, 1, 5, 4 },
                                            { 2, 6, 7, 3 }, { 0, 4, 6, 2 }, { 1, 3, 7, 5 } };
    static rim_mesh_contact out[MOST];
    test_random             r = { 77 };
    int                     spheres = 0, capsules = 0, cases = case_count(4000);
    for (int i = 0; i < cases; i++)
    {
        rim_vec3    half = random_between3(&r, 0.1f, 2.0f), corners[8], points[36];
        rim_xform3  pose = any_pose(&r, i & 1 ? 5.0f : 0.0f);
        rim_sphere  s = { random_in_cube(&r, 3.0f), random_float(&r, 0.2f, 2.0f) };
        rim_vec3    rise = random_in_cube(&r, 1.0f);
        const float reach = 0.01f;
        if (fabsf(s.center.x) < half.x + reach && fabsf(s.center.y) < half.y + reach &&
            fabsf(s.center.z) < half.z + reach)
            continue;
        for (int k = 0; k < 8; k++)
            corners[k] = rim_xform3_apply(pose, rim_vec3_make(k & 1 ? half.x : -half.x,
                                                              k & 2 ? half.y : -half.y,
                                                              k & 4 ? half.z : -half.z));
        for (int k = 0; k < 36; k++)
        {
            static const int FAN[] = { 0, 1, 2, 0, 2, 3 };
            points[k] = corners[QUADS[k / 6][FAN[k % 6]]];
        }
        rim_mesh *mesh;
        assert_int_equal(rim_mesh_create(&mesh, points, 36, NULL, 12, NULL), RIM_OK);
        s.center = rim_xform3_apply(pose, s.center);
        rim_vec3 sign = rim_vec3_sub(s.center, pose.position);
        if (rim_vec3_dot(rise, sign) < 0.0f) rise = rim_vec3_negate(rise);
        rim_capsule c = { s.center, rim_vec3_add(s.center, rise), s.radius };
        int         count = mesh_contacts_sphere(mesh, s, RIM_SIDE_FRONT, out, MOST);
        assert_int_equal(count, mesh_overlaps_sphere(mesh, s, NULL, 0) > 0 ? 1 : 0);
        spheres += count;
        // Seen from inside too: at another place.
        count = mesh_contacts_sphere(mesh, s, RIM_SIDE_BOTH, out, MOST);
        for (int k = 0; k < count * count; k++)
            assert_true(k / count <= k % count || apart(&out[k / count], &out[k % count]) > 1e-5f);
        count = mesh_contacts_capsule(mesh, &c, RIM_SIDE_BOTH, out, MOST);
        for (int k = 0; k < count * count; k++)
            assert_true(k / count <= k % count || apart(&out[k / count], &out[k % count]) > 1e-5f);
        capsules += count;
        rim_mesh_destroy(mesh);
    }
    assert_true(spheres > cases / 10 && capsules > cases / 10);
}

static void what_stands_on_a_flat_floor_feels_only_its_face(void **state)
{
    (void)state;
    test_mesh   m = test_mesh_make(MESH_KIND_FLAT, 800, 10.0f, rim_vec3_make(0.0f, 0.0f, 0.0f), 1);
    rim_mesh   *mesh = mesh_of(&m, RIM_MESH_FAST);
    test_random r = { 5 };
    for (int i = case_count(2000); i > 0; i--)
    {
        float sink = random_float(&r, 1e-4f, 0.2f), x = random_float(&r, -5.0f, 5.0f);
        float z =
            random_int(&r, 0, 1) ? (float)random_int(&r, -5, 5) : random_float(&r, -5.0f, 5.0f);
        rim_mesh_contact out[64];
        rim_sphere       ball = { { x, 0.5f - sink, z }, 0.5f };
        assert_int_equal(mesh_contacts_sphere(mesh, ball, RIM_SIDE_BOTH, out, 64), 1);
        assert_near(out[0].contact.normal.y, 1.0, 1e-6);
        assert_near(out[0].contact.depth, sink, 1e-6);

        rim_capsule man = { { x, 0.5f - sink, z }, { x, 1.5f, z }, 0.5f };
        assert_int_equal(mesh_contacts_capsule(mesh, &man, RIM_SIDE_FRONT, out, 64), 1);
        assert_near(out[0].contact.normal.y, 1.0, 1e-6);
        assert_int_equal(mesh_contacts_capsule(mesh, &man, RIM_SIDE_BACK, out, 64), 0);

        // A box: every contact that is told pushes up, and the motion along the floor meets nothing else.
        rim_obox   crate = { rim_xform3_translation(rim_vec3_make(x, 0.5f - sink, z)),
                             { 0.6f, 0.5f, 0.4f } };
        rim_vec3   corners[8];
        rim_convex shape = obox_as_convex(crate, corners);
        int        count = mesh_contacts_convex(mesh, shape, crate.pose, RIM_SIDE_BOTH, out, 64);
        assert_true(count >= 1);
        for (int k = 0; k < count && k < 64; k++) assert_true(out[k].contact.normal.y > 0.999f);
        rim_vec3 along = { 2.0f, 0.0f, 1.0f };
        rim_hit3 hit = mesh_sweep_convex(mesh, shape, crate.pose, along, RIM_SIDE_BOTH);
        assert_true(hit.hit && hit.start_overlap && hit.normal.y > 0.999f);
        crate.pose.position.y = 0.5f + sink;
        hit = mesh_sweep_convex(mesh, shape, crate.pose, along, RIM_SIDE_BOTH);
        assert_false(hit.hit);
    }
    rim_mesh_destroy(mesh);
    test_mesh_free(&m);
}

// Two slopes that make a ridge along z: face normals (-s, c, 0) to the left and (s, c, 0) to the right.
static void at_a_ridge_both_normals_are_told(void **state)
{
    (void)state;
    rim_vec3  p[6] = { { -2.0f, -1.0f, -4.0f }, { 0.0f, 0.0f, -4.0f }, { 2.0f, -1.0f, -4.0f },
                       { -2.0f, -1.0f, 4.0f },  { 0.0f, 0.0f, 4.0f },  { 2.0f, -1.0f, 4.0f } };
    int       t[12] = { 0, 3, 1, 1, 3, 4, 1, 4, 2, 2, 4, 5 };
    rim_mesh *mesh;
    assert_int_equal(rim_mesh_create(&mesh, p, 6, t, 4, NULL), RIM_OK);
    rim_sphere ball = { { 0.0f, 3.0f, 0.5f }, 0.5f };
    rim_vec3   left = { -0.2f, -4.0f, 0.0f }, right = { 0.2f, -4.0f, 0.0f };
    ball.center.x = 0.125f;
    rim_hit3 hit = mesh_sweep_sphere(mesh, ball, left, RIM_SIDE_FRONT);
    assert_true(hit.hit && hit.other.kind == RIM_FEATURE_EDGE);
    assert_true(hit.normal.y > 0.99f);
    // It runs into the right slope more directly, whichever triangle's edge it was.
    assert_near(hit.face_normal.x, 1.0 / sqrt(5.0), 1e-6);
    ball.center.x = -0.125f;
    hit = mesh_sweep_sphere(mesh, ball, right, RIM_SIDE_FRONT);
    assert_true(hit.hit && hit.other.kind == RIM_FEATURE_EDGE);
    assert_near(hit.face_normal.x, -1.0 / sqrt(5.0), 1e-6);
    rim_mesh_destroy(mesh);
}

// --- convex things -----------------------------------------------------------------------------------------

static void convex_things_meet_what_a_loop_over_all_triangles_meets(void **state)
{
    (void)state;
    test_random r = { 23 };
    int         overlaps = 0, hits = 0;
    for (int round = case_count(120); round > 0; round--)
    {
        rim_vec3  at = { round & 1 ? 40.0f : 0.0f, 0.0f, 0.0f };
        test_mesh m =
            test_mesh_make((mesh_kind)(round % MESH_KIND_COUNT), 200, 10.0f, at, (uint64_t)round);
        rim_mesh *mesh = mesh_of(&m, (rim_mesh_form)(round & 1));
        for (int i = 0; i < 10; i++)
        {
            rim_vec3 points[10];
            int      count = random_int(&r, 1, 10);
            for (int k = 0; k < count; k++) points[k] = random_in_cube(&r, 1.5f);
            rim_convex shape = { points, count, random_int(&r, 0, 1) ? 0.25f : 0.0f, NULL };
            rim_xform3 pose = any_pose(&r, 10.0f);
            pose.position = rim_vec3_add(pose.position, at);
            rim_vec3    delta = random_in_cube(&r, 10.0f);
            // Which way slivers face is rounding.
            rim_side    side = round % MESH_KIND_COUNT >= MESH_KIND_BALL
                                   ? RIM_SIDE_BOTH
                                   : (rim_side)random_int(&r, 0, 2);
            static int  actual[MOST];
            bool        expected[MOST] = { false };
            int         number = 0, best = -1;
            rim_hit3    first = { .t = 1.0f };
            sweep_order earliest = { 1.0, 0.0 };
            for (int k = 0; k < m.count; k++)
            {
                rim_triangle t = test_mesh_triangle(&m, k);
                rim_convex   c = triangle_as_convex(&t);
                rim_xform3   here = rim_xform3_identity();
                expected[k] = rim_convex_distance(shape, pose, c, here, NULL).distance == 0.0f;
                number += expected[k];
                sweep_order order = { 0.0, 0.0 };
                rim_hit3    hit = sweep_convex_translating(&shape, &pose, delta, &c, &here, &order);
                rim_vec3    face = rim_vec3_cross(rim_vec3_sub(t.b, t.a), rim_vec3_sub(t.c, t.a));
                // Sides of faces seen edge on, and of slivers, are for others to test.
                if (side != RIM_SIDE_BOTH && hit.hit &&
                    (rim_vec3_dot(face, delta) > 0.0f) != (side == RIM_SIDE_BACK) &&
                    rim_vec3_length(face) > 0.0f)
                    continue;
                if (hit.hit && (best < 0 || order.t < earliest.t ||
                                (order.t == earliest.t && order.depth > earliest.depth)))
                    first = hit, best = k, earliest = order;
            }
            int told = mesh_overlaps_convex(mesh, shape, pose, actual, MOST);
            assert_int_equal(told, number);
            for (int k = 0; k < told; k++) assert_true(expected[actual[k]]);
            overlaps += told > 0;
            rim_hit3 hit = mesh_sweep_convex(mesh, shape, pose, delta, side);
            assert_int_equal(hit.hit, best >= 0);
            assert_same_bits(hit.t, first.t);
            if (best >= 0) assert_int_equal(hit.item, best);
            if (best >= 0) assert_same_bits(hit.point.z, first.point.z);
            hits += best >= 0;
        }
        rim_mesh_destroy(mesh);
        test_mesh_free(&m);
    }
    assert_true(overlaps > case_count(140) && hits > case_count(400));
}

// --- two meshes ----------------------------------------------------------------------------------------------

static void pairs_of_meshes_are_those_of_a_loop_over_all_pairs(void **state)
{
    (void)state;
    test_random r = { 31 };
    int         pairs = 0;
    for (int round = case_count(60); round > 0; round--)
    {
        rim_vec3   o = { 0.0f, 0.0f, 0.0f };
        test_mesh  ma = test_mesh_make((mesh_kind)(round % MESH_KIND_COUNT), 60, 5.0f, o, 1);
        test_mesh  mb = test_mesh_make((mesh_kind)(round / 2 % MESH_KIND_COUNT), 60, 3.0f, o, 2);
        rim_mesh  *a = mesh_of(&ma, RIM_MESH_FAST), *b = mesh_of(&mb, RIM_MESH_COMPACT);
        rim_xform3 pa = any_pose(&r, 2.0f), pb = any_pose(&r, 2.0f);
        // A zeroed rotation is none.
        if (round % 5 == 1) memset(&pa.rotation, 0, sizeof pa.rotation);
        if (round % 7 == 1) memset(&pb.rotation, 0, sizeof pb.rotation);
        static rim_mesh_pair out[MOST * 4];
        static bool          told[64 * 128];
        memset(told, 0, sizeof told);
        int count = rim_mesh_overlaps_mesh(a, pa, b, pb, out, MOST * 4), expected = 0;
        assert_true(count <= MOST * 4);
        for (int i = 0; i < count; i++) told[out[i].a * 64 + out[i].b] = true;
        for (int i = 0; i < ma.count; i++)
            for (int k = 0; k < mb.count; k++)
            {
                rim_triangle  ta = test_mesh_triangle(&ma, i), tb = test_mesh_triangle(&mb, k);
                rim_distance3 d = rim_convex_distance(triangle_as_convex(&ta), pa,
                                                      triangle_as_convex(&tb), pb, NULL);
                expected += d.distance == 0.0f;
                assert_int_equal(told[i * 64 + k], d.distance == 0.0f);
            }
        assert_int_equal(count, expected);
        assert_int_equal(rim_mesh_overlaps_mesh(a, pa, b, pb, NULL, 0), expected);
        pairs += count;
        // The length of a quaternion does not matter.
        rim_quat *q = &pa.rotation, *p = &pb.rotation;
        float     s = round % 2 ? 0x1p-83f : 0x1p66f;
        *q = (rim_quat){ q->x * s, q->y * s, q->z * s, q->w * s };
        *p = (rim_quat){ p->x * s, p->y * s, p->z * s, p->w * s };
        assert_int_equal(rim_mesh_overlaps_mesh(a, pa, b, pb, NULL, 0), expected);
        rim_mesh_destroy(a);
        rim_mesh_destroy(b);
        test_mesh_free(&ma);
        test_mesh_free(&mb);
    }
    assert_true(pairs > case_count(300));
}

// A box pierces a floor close to the middle of the floor. A triangle without area lies there: on the edge between two
// triangles, or inside the faces of two. Alone it would be left sideways, by a shorter way than the floor.
static void triangles_without_area_on_a_floor_are_not_felt(void **state)
{
    (void)state;
    const rim_vec3 points[6] = { { -4.0f, 0.0f, -4.0f }, { 0.0f, 0.0f, -4.0f },
                                 { 0.0f, 0.0f, 4.0f },   { -4.0f, 0.0f, 4.0f },
                                 { 4.0f, 0.0f, -4.0f },  { 4.0f, 0.0f, 4.0f } };
    const int      floors[2][15] = { { 0, 2, 1, 0, 3, 2, 1, 2, 4, 2, 5, 4, 1, 2, 2 },
                                     { 3, 5, 0, 5, 4, 0, 1, 2, 2 } };
    const int      counts[2] = { 5, 3 };
    rim_xform3     home = rim_xform3_identity();
    rim_xform3     pose = rim_xform3_translation(rim_vec3_make(0.998f, 0.99f, 0.5f));
    rim_shape3     box = { RIM_SHAPE3_BOX, .box = { home, { 1.0f, 1.0f, 1.0f } } };
    for (int i = 0; i < 4; i++)
    {
        rim_mesh_options options = { .form = (rim_mesh_form)(i % 2) };
        rim_mesh_contact out[2][8];
        int              found[2];
        for (int k = 0; k < 2; k++) // without the last triangle, and with it
        {
            rim_mesh *mesh;
            assert_int_equal(
                rim_mesh_create(&mesh, points, 6, floors[i / 2], counts[i / 2] - 1 + k, &options),
                RIM_OK);
            found[k] = rim_mesh_contacts(mesh, &box, pose, RIM_SIDE_BOTH, out[k], 8);
            rim_mesh_destroy(mesh);
        }
        assert_true(found[0] > 0);
        assert_int_equal(found[1], found[0]);
        for (int k = 0; k < found[0]; k++)
        {
            assert_int_equal(out[1][k].triangle, out[0][k].triangle);
            assert_true(out[1][k].contact.normal.y > 0.999f);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spheres_have_the_contacts_that_all_triangles_allow),
        cmocka_unit_test(contacts_beside_corners_and_edges_are_told_once),
        cmocka_unit_test(a_closed_box_has_each_contact_once),
        cmocka_unit_test(what_stands_on_a_flat_floor_feels_only_its_face),
        cmocka_unit_test(at_a_ridge_both_normals_are_told),
        cmocka_unit_test(convex_things_meet_what_a_loop_over_all_triangles_meets),
        cmocka_unit_test(triangles_without_area_on_a_floor_are_not_felt),
        cmocka_unit_test(pairs_of_meshes_are_those_of_a_loop_over_all_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
