// The normals of spheres and capsules swept against meshes, at convex edges and corners of meshes that are cut anyhow.
#include "support/meshes.h"
#include "support/shortest3.h"
#include "support/support.h"

#include "rimcast/mesh.h"

#include <math.h>
#include <string.h>

// --- the first contact, the slow way -----------------------------------------------------------------------

// The distance is a convex function of time: Newton's method from the start never passes the first contact.
static double first_contact(const point3 t[3], rim_capsule c, rim_vec3 delta, point3 *normal)
{
    point3 p = point3_of(c.a), q = point3_of(c.b), v = point3_of(delta);
    double time = 0.0;
    for (int step = 0; step < 200; step++)
    {
        shortest s = shortest_from_triangle(t, point3_add(p, v, time), point3_add(q, v, time));
        double   gap = s.length - c.radius, speed = -point3_dot(s.v, v) / s.length;
        *normal = (point3){ s.v.x / s.length, s.v.y / s.length, s.v.z / s.length };
        if (gap <= 1e-15) return time;
        if (!(speed > 0.0) || time + gap / speed > 1.5) return INFINITY;
        time += gap / speed;
    }
    return time;
}

// --- meshes that are cut anyhow --------------------------------------------------------------------------

enum
{
    MOST = 600
};

typedef struct cut_mesh
{
    rim_vec3 points[MOST];
    int      indices[3 * MOST];
    int      points_in_use, triangles;
} cut_mesh;

static void add_triangle(cut_mesh *m, int a, int b, int c)
{
    int *i = &m->indices[3 * m->triangles++];
    i[0] = a, i[1] = b, i[2] = c;
}

// Cuts an edge in two, and the triangles that have it.
static void cut_edge(cut_mesh *m, int a, int b, float at)
{
    int middle = m->points_in_use++;
    m->points[middle] = rim_vec3_lerp(m->points[a], m->points[b], at);
    for (int i = m->triangles - 1; i >= 0; i--)
        for (int k = 0; k < 3; k++)
        {
            int *t = &m->indices[3 * i], from = t[k], to = t[(k + 1) % 3], far = t[(k + 2) % 3];
            if (!((from == a && to == b) || (from == b && to == a))) continue;
            t[0] = from, t[1] = middle, t[2] = far;
            add_triangle(m, middle, to, far);
            break;
        }
}

// Cuts random edges, some very close to a corner, and shuffles the triangles.
static void cut_and_shuffle(cut_mesh *m, test_random *r, int cuts)
{
    for (int i = 0; i < cuts && m->triangles < MOST - 20; i++)
    {
        const int *t = &m->indices[3 * random_int(r, 0, m->triangles - 1)];
        int        k = random_int(r, 0, 2);
        float      at = random_int(r, 0, 3) ? random_float(r, 0.1f, 0.9f)
                                            : ldexpf(random_float(r, 1.0f, 2.0f), -random_int(r, 2, 14));
        cut_edge(m, t[k], t[(k + 1) % 3], at);
    }
    for (int i = m->triangles - 1; i > 0; i--)
    {
        int k = random_int(r, 0, i), keep[3];
        memcpy(keep, &m->indices[3 * i], sizeof keep);
        memcpy(&m->indices[3 * i], &m->indices[3 * k], sizeof keep);
        memcpy(&m->indices[3 * k], keep, sizeof keep);
    }
}

// Two slopes that fall off from a ridge along z.
static void make_ridge(cut_mesh *m, test_random *r)
{
    double a = 0.05 + 1.3 * random_unit(r), b = 0.05 + 1.3 * random_unit(r);
    for (int i = 0; i < 2; i++)
    {
        float z = i ? 2.0f : -2.0f;
        m->points[3 * i] = rim_vec3_make(0.0f, 0.0f, z);
        m->points[3 * i + 1] = rim_vec3_make((float)(-2.0 * cos(a)), (float)(-2.0 * sin(a)), z);
        m->points[3 * i + 2] = rim_vec3_make((float)(2.0 * cos(b)), (float)(-2.0 * sin(b)), z);
    }
    m->points_in_use = 6;
    m->triangles = 0;
    add_triangle(m, 0, 1, 4);
    add_triangle(m, 0, 4, 3);
    add_triangle(m, 0, 3, 5);
    add_triangle(m, 0, 5, 2);
}

// A roof that falls off from one corner to all sides.
static void make_peak(cut_mesh *m, test_random *r)
{
    int    sides = random_int(r, 3, 8);
    double fall = 0.1 + 1.5 * random_unit(r);
    m->points[0] = rim_vec3_make(0.0f, 0.0f, 0.0f);
    m->triangles = 0;
    for (int i = 0; i < sides; i++)
    {
        double angle = 6.283185307179586 * (i + 0.6 * random_unit(r)) / sides;
        m->points[i + 1] =
            rim_vec3_make((float)(2.0 * cos(angle)), (float)-fall, (float)(2.0 * sin(angle)));
        add_triangle(m, 0, (i + 1) % sides + 1, i + 1);
    }
    m->points_in_use = sides + 1;
}

static void turn_and_move(cut_mesh *m, test_random *r)
{
    rim_quat turn = random_turn(r);
    rim_vec3 by = random_in_cube(r, random_int(r, 0, 1) ? 0.0f : 20.0f);
    for (int i = 0; i < m->points_in_use; i++)
        m->points[i] = rim_vec3_add(rim_quat_apply(turn, m->points[i]), by);
}

// --- the normals -----------------------------------------------------------------------------------------

static rim_mesh *mesh_of(const cut_mesh *m, int form)
{
    rim_mesh_options options = { .form = (rim_mesh_form)form };
    rim_mesh        *mesh;
    assert_int_equal(
        rim_mesh_create(&mesh, m->points, m->points_in_use, m->indices, m->triangles, &options),
        RIM_OK);
    return mesh;
}

// The sine of 0.05 degrees.
static const double CLOSE = 8.7e-4;

// The normal is that of the triangle that is hit first, or of one that is hit as early.
static void assert_normal(const cut_mesh *m, rim_capsule c, rim_vec3 delta, rim_hit3 hit)
{
    static double times[MOST];
    static point3 normals[MOST];
    double        first = INFINITY, off = INFINITY;
    for (int i = 0; i < m->triangles; i++)
    {
        point3 t[3];
        for (int k = 0; k < 3; k++) t[k] = point3_of(m->points[m->indices[3 * i + k]]);
        times[i] = first_contact(t, c, delta, &normals[i]);
        if (times[i] < first) first = times[i];
    }
    assert_near(hit.t, first, 1e-6);
    for (int i = 0; i < m->triangles; i++)
    {
        if (times[i] > first + 1e-12) continue;
        point3 across = point3_cross(normals[i], point3_of(hit.normal));
        if (point3_dot(normals[i], point3_of(hit.normal)) > 0.0)
            off = fmin(off, sqrt(point3_dot(across, across)));
    }
    assert_true(off < CLOSE);
}

static void scale_mesh(cut_mesh *m, float by)
{
    for (int i = 0; i < m->points_in_use; i++) m->points[i] = rim_vec3_scale(m->points[i], by);
}

// A scene as many times as large by a power of two has the same bits.
static void assert_same_scaled(rim_hit3 small, rim_hit3 large, float by)
{
    assert_int_equal(small.hit, large.hit);
    assert_same_bits(small.t, large.t);
    if (!small.hit) return;
    assert_int_equal(small.item, large.item);
    assert_same_bits(small.normal.x, large.normal.x);
    assert_same_bits(small.normal.y, large.normal.y);
    assert_same_bits(small.face_normal.z, large.face_normal.z);
    assert_same_bits(small.point.x * by, large.point.x);
    assert_same_bits(small.depth * by, large.depth);
}

static void swept_onto_convex_edges_and_corners_the_normal_is_that_of_the_whole_mesh(void **state)
{
    (void)state;
    test_random     r = { 41 };
    static cut_mesh m;
    int             edges = 0, corners = 0;
    for (int round = case_count(240); round > 0; round--)
    {
        if (round & 1)
            make_ridge(&m, &r);
        else
            make_peak(&m, &r);
        int rib = random_int(&r, 0, 20);
        // Many pieces of the ridge itself.
        for (int i = 0; (round & 1) && i < rib; i++)
            cut_edge(&m, 0, i ? m.points_in_use - 1 : 3, random_float(&r, 0.1f, 0.95f));
        cut_and_shuffle(&m, &r, random_int(&r, 0, 60));
        rim_vec3 ridge[2] = { m.points[0], m.points[3] };
        if (round % 4 < 2)
        {
            turn_and_move(&m, &r);
            ridge[0] = m.points[0], ridge[1] = m.points[3];
        }
        float           by = ldexpf(1.0f, random_int(&r, -24, 24));
        static cut_mesh scaled;
        scaled = m;
        scale_mesh(&scaled, by);
        rim_mesh *mesh = mesh_of(&m, round / 2 & 1), *large = mesh_of(&scaled, round / 2 & 1);
        for (int i = 0; i < 40; i++)
        {
            float       along = random_float(&r, 0.2f, 0.8f);
            rim_vec3    at = rim_vec3_lerp(ridge[0], ridge[1], round & 1 ? along : 0.02f * along);
            float       radius = ldexpf(random_float(&r, 1.0f, 2.0f), -random_int(&r, 1, 6));
            rim_vec3    back = random_in_cube(&r, 3.0f);
            rim_vec3    aim = rim_vec3_add(at, random_in_cube(&r, 0.5f * radius));
            rim_capsule c = { rim_vec3_sub(aim, back), rim_vec3_sub(aim, back), radius };
            rim_vec3    delta = rim_vec3_scale(back, 1.5f);
            rim_hit3    hit =
                mesh_sweep_sphere(mesh, (rim_sphere){ c.a, radius }, delta, RIM_SIDE_BOTH);
            if (hit.hit && !hit.start_overlap) assert_normal(&m, c, delta, hit);
            edges += hit.hit && hit.other.kind == RIM_FEATURE_EDGE;
            corners += hit.hit && hit.other.kind == RIM_FEATURE_VERTEX;
            c.b = rim_vec3_add(c.a, random_in_cube(&r, random_int(&r, 0, 1) ? 0.5f : 2.0f));
            hit = mesh_sweep_capsule(mesh, &c, delta, RIM_SIDE_BOTH);
            if (hit.hit && !hit.start_overlap) assert_normal(&m, c, delta, hit);
            edges += hit.hit && hit.other.kind == RIM_FEATURE_EDGE;
            corners += hit.hit && hit.other.kind == RIM_FEATURE_VERTEX;
            rim_capsule big = { rim_vec3_scale(c.a, by), rim_vec3_scale(c.b, by), c.radius * by };
            rim_vec3    far = rim_vec3_scale(delta, by);
            assert_same_scaled(hit, mesh_sweep_capsule(large, &big, far, RIM_SIDE_BOTH), by);
        }
        rim_mesh_destroy(mesh);
        rim_mesh_destroy(large);
    }
    assert_true(edges > case_count(2000) && corners > case_count(400));
}

// Hits on an edge at nearly the same time as on a corner of the triangle before.
static void a_ridge_in_pieces_has_the_normal_of_a_whole_one(void **state)
{
    (void)state;
    static const struct
    {
        double     a, b; // how much the slopes fall
        int        pieces;
        rim_sphere ball;
        rim_vec3   delta;
    } CASES[] = {
        { 0.57118886317773132,
          0.40999110168354302,
          10,
          { { -0x1.f75b1p-3f, 2.0f, -0x1.bbe718p+0f }, 0x1.a2b312p-2f },
          { 0x1.42e1d8p-3f, -3.0f, 0x1.f91ecp-1f } },
        { 0.4005892537143475,
          0.76005913277460335,
          6,
          { { 0x1.296306p-3f, 2.0f, 0x1.6e4afp-2f }, 0x1.8aabe4p-3f },
          { -0x1.4689d8p-6f, -3.0f, -0x1.5239fap-2f } },
    };
    static cut_mesh  m;
    static const int CORNERS[12] = { 0, 2, 3, 0, 3, 1, 0, 1, 5, 0, 5, 4 };
    for (int n = 0; n < 2; n++)
    {
        double a = CASES[n].a, b = CASES[n].b;
        int    pieces = CASES[n].pieces;
        m.points_in_use = m.triangles = 0;
        for (int i = 0; i < pieces; i++)
        {
            float    z[2] = { (float)(-2.0 + 4.0 * i / pieces),
                              (float)(-2.0 + 4.0 * (i + 1) / pieces) };
            rim_vec3 p[6];
            for (int k = 0; k < 2; k++)
            {
                p[k] = rim_vec3_make(0.0f, 0.0f, z[k]);
                p[k + 2] = rim_vec3_make((float)(-2.0 * cos(a)), (float)(-2.0 * sin(a)), z[k]);
                p[k + 4] = rim_vec3_make((float)(2.0 * cos(b)), (float)(-2.0 * sin(b)), z[k]);
            }
            for (int k = 0; k < 12; k++) m.points[m.points_in_use++] = p[CORNERS[k]];
            for (int k = 12; k > 0; k -= 3)
                add_triangle(&m, m.points_in_use - k, m.points_in_use - k + 1,
                             m.points_in_use - k + 2);
        }
        rim_capsule ball = { CASES[n].ball.center, CASES[n].ball.center, CASES[n].ball.radius };
        rim_mesh   *mesh = mesh_of(&m, RIM_MESH_FAST);
        rim_hit3    hit = mesh_sweep_sphere(mesh, CASES[n].ball, CASES[n].delta, RIM_SIDE_BOTH);
        assert_true(hit.hit);
        assert_normal(&m, ball, CASES[n].delta, hit);
        rim_mesh_destroy(mesh);
    }
}

// Returns the least dot product of a triangle's unit normal, on the side of `normal`, and delta.
static double most_opposed(const cut_mesh *m, rim_vec3 normal, rim_vec3 delta)
{
    double least = INFINITY;
    for (int i = 0; i < m->triangles; i++)
    {
        const int *t = &m->indices[3 * i];
        rim_vec3   a = m->points[t[0]];
        point3     across = point3_cross(point3_of(rim_vec3_sub(m->points[t[1]], a)),
                                         point3_of(rim_vec3_sub(m->points[t[2]], a)));
        double     side = point3_dot(across, point3_of(normal)) < 0.0 ? -1.0 : 1.0;
        double     along =
            side * point3_dot(across, point3_of(delta)) / sqrt(point3_dot(across, across));
        least = fmin(least, along);
    }
    return least;
}

static void a_corner_of_many_triangles_has_the_face_most_opposed_to_the_motion(void **state)
{
    (void)state;
    enum
    {
        SIDES = 300
    };
    test_random     r = { 7 };
    static cut_mesh cone;
    cone.points[0] = rim_vec3_make(0.0f, 0.0f, 0.0f);
    cone.points_in_use = SIDES + 1;
    for (int i = 0; i < SIDES; i++)
    {
        double angle = 6.283185307179586 * i / SIDES;
        cone.points[i + 1] =
            rim_vec3_make((float)(2.0 * cos(angle)), -1.0f, (float)(2.0 * sin(angle)));
        add_triangle(&cone, 0, (i + 1) % SIDES + 1, i + 1);
    }
    int corners = 0, tries = 2 * case_count(100);
    for (int i = 0; i < tries; i++)
    {
        rim_mesh  *mesh = mesh_of(&cone, i & 1);
        rim_vec3   at = { 0.0f, 0.5f, 0.0f }, aside = random_in_cube(&r, 1.0f);
        rim_vec3   delta = { aside.x, -1.0f, aside.z };
        rim_sphere ball = { rim_vec3_sub(at, delta), 0.5f };
        rim_hit3   hit = mesh_sweep_sphere(mesh, ball, rim_vec3_scale(delta, 2.0f), RIM_SIDE_BOTH);
        corners += hit.hit && hit.other.kind == RIM_FEATURE_VERTEX;
        assert_true(hit.hit);
        assert_near(point3_dot(point3_of(hit.face_normal), point3_of(delta)),
                    most_opposed(&cone, hit.normal, delta), 1e-6);
        rim_mesh_destroy(mesh);
    }
    assert_true(corners > tries / 2);
}

// The numbers of a mover far away, of its box and of its times may overflow.
static void what_overflows_meets_what_it_should(void **state)
{
    (void)state;
    static const float AT[] = { 0x1p40f, 0x1p47f, 0x1p60f, 0x1p100f, 0.9f * FLT_MAX };
    static const float STEPS[] = { 0.0f, 0x1p-140f, 0x1p-90f, 1.0f };
    test_random        random = { 11 };
    cut_mesh           ridge = { 0 };
    make_ridge(&ridge, &random);
    cut_and_shuffle(&ridge, &random, 20);
    for (int form = 0; form < 2; form++)
    {
        rim_mesh  *mesh = mesh_of(&ridge, form);
        rim_sphere all = { { 0.0f, 0.0f, 0.0f }, FLT_MAX };
        rim_hit3   start =
            mesh_sweep_sphere(mesh, all, rim_vec3_make(-0x1p113f, 3.0f, 3.0f), RIM_SIDE_BOTH);
        assert_true(start.hit && start.t == 0.0f);
        for (int i = 0; i < 5 * 4 * 27; i++)
        {
            float      at = AT[i % 5], step = STEPS[i / 5 % 4];
            int        way = i / 20;
            rim_vec3   side = { (float)(way % 3 - 1), (float)(way / 3 % 3 - 1),
                                (float)(way / 9 - 1) };
            rim_sphere ball = { { at, at * side.y, at * side.z }, way & 1 ? 0.5f : 0.4f * at };
            rim_vec3   delta = { step * side.x, step * side.y, step * side.z };
            assert_false(mesh_sweep_sphere(mesh, ball, delta, RIM_SIDE_BOTH).hit);
            rim_capsule rod = { ball.center, rim_vec3_add(ball.center, side), ball.radius };
            assert_false(mesh_sweep_capsule(mesh, &rod, delta, RIM_SIDE_BOTH).hit);
            rim_ray3 ray = { ball.center, delta };
            assert_false(rim_mesh_raycast(mesh, ray, RIM_SIDE_BOTH).hit);
        }
        rim_mesh_destroy(mesh);
    }
}

// Squared lengths and their products overflow floats far sooner than coordinates do.
static void triangles_of_any_size_are_hit_as_in_a_loop(void **state)
{
    (void)state;
    test_random r = { 31 };
    int         hits = 0, tries = case_count(20000);
    for (int i = 0; i < tries; i++)
    {
        float    size = ldexpf(1.0f, 29 + i % 6), length = size * random_float(&r, 0.2f, 1.0f);
        float    ratio = random_float(&r, 0.2f, 4.0f), angle = random_float(&r, 0.1f, 1.5f);
        rim_vec3 delta = random_in_cube(&r, size), c[3] = { { 0.0f, 0.0f, 0.0f } };
        c[1].x = length;
        c[2] = rim_vec3_make(ratio * length * cosf(angle), 0.0f, ratio * length * sinf(angle));
        rim_vec3 to = rim_vec3_lerp(rim_vec3_lerp(c[0], c[1], random_float(&r, 0.0f, 1.0f)), c[2],
                                    random_float(&r, 0.0f, 1.0f));
        rim_capsule rod = { .radius = size * ldexpf(1.0f, -random_int(&r, 4, 20)) };
        rod.a = rim_vec3_sub(to, rim_vec3_scale(delta, random_float(&r, 0.0f, 1.0f)));
        rod.b = i & 1 ? rod.a : rim_vec3_add(rod.a, random_in_cube(&r, 0.3f * size));
        rim_triangle t = { c[0], c[1], c[2] };
        rim_mesh    *mesh;
        assert_int_equal(RIM_OK, rim_mesh_create(&mesh, c, 3, NULL, 1, NULL));
        rim_hit3 hit = mesh_sweep_capsule(mesh, &rod, delta, RIM_SIDE_BOTH);
        rim_hit3 one = rim_capsule_sweep_triangle(rod, delta, &t, RIM_SIDE_BOTH);
        assert_int_equal(hit.hit, one.hit);
        assert_true(hit.t == one.t);
        assert_memory_equal(&hit.normal, &one.normal, sizeof hit.normal);
        hits += hit.hit;
        rim_mesh_destroy(mesh);
    }
    assert_true(hits > tries / 2);
}

// A sphere with a negative radius has no points, nor has a capsule, even one whose axis is longer than the radius.
static void a_negative_radius_meets_nothing(void **state)
{
    (void)state;
    const rim_vec3 corners[3] = { { 0.0f, 0.0f, 0.0f },
                                  { 1.0f, 0.0f, 0.0f },
                                  { 0.0f, 0.0f, 1.0f } };
    rim_mesh      *mesh;
    assert_int_equal(RIM_OK, rim_mesh_create(&mesh, corners, 3, NULL, 1, NULL));
    for (float r = -0.5f; r > -3e38f; r *= 1.7f)
    {
        rim_sphere ball = { { 0.2f, 1e-3f, 0.2f }, r };
        rim_vec3   delta = { 0.0f, -0.01f, 0.0f };
        assert_false(mesh_sweep_sphere(mesh, ball, delta, RIM_SIDE_BOTH).hit);
        rim_shape3 rod = { RIM_SHAPE3_CAPSULE, .capsule = { { -5.0f, 1e-3f, -5.0f },
                                                            { 5.0f, 9.0f, 5.0f },
                                                            r * 0x1p-20f } };
        rim_vec3   down = { 0.0f, -9.0f, 0.0f };
        int        found;
        rim_xform3 here = rim_xform3_identity();
        assert_false(rim_mesh_sweep(mesh, &rod, here, down, RIM_SIDE_BOTH).hit);
        assert_int_equal(0, rim_mesh_overlaps(mesh, &rod, here, &found, 1));
    }
    rim_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swept_onto_convex_edges_and_corners_the_normal_is_that_of_the_whole_mesh),
        cmocka_unit_test(a_ridge_in_pieces_has_the_normal_of_a_whole_one),
        cmocka_unit_test(a_corner_of_many_triangles_has_the_face_most_opposed_to_the_motion),
        cmocka_unit_test(what_overflows_meets_what_it_should),
        cmocka_unit_test(triangles_of_any_size_are_hit_as_in_a_loop),
        cmocka_unit_test(a_negative_radius_meets_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
