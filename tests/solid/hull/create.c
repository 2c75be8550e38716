// Hulls of points: against brute force, the laws, limits, merging.
#include "solid/hull/data.h"
#include "support/hulls.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum
{
    MOST = 4096
};

// --- the oracle: every plane through three points that has all points on one side --------------------

typedef struct oracle_face
{
    int64_t normal[3];
    int     on[64], count; // the points on it
} oracle_face;

typedef struct oracle
{
    oracle_face faces[512];
    int         face_count;
    bool        corner[64];
    int         corners, edges;
} oracle;

static void plane_of(const rim_hull *hull, int face, double plane[4])
{
    const hull_plane *p = &hull->planes[face];
    plane[0] = p->normal.x, plane[1] = p->normal.y, plane[2] = p->normal.z, plane[3] = p->offset;
}

static void normal_of(rim_vec3 a, rim_vec3 b, rim_vec3 c, int64_t n[3])
{
    int64_t u[3] = { (int64_t)(b.x - a.x), (int64_t)(b.y - a.y), (int64_t)(b.z - a.z) };
    int64_t v[3] = { (int64_t)(c.x - a.x), (int64_t)(c.y - a.y), (int64_t)(c.z - a.z) };
    for (int k = 0; k < 3; k++)
        n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
}

static int64_t height(const int64_t n[3], rim_vec3 from, rim_vec3 p)
{
    return n[0] * (int64_t)(p.x - from.x) + n[1] * (int64_t)(p.y - from.y) +
           n[2] * (int64_t)(p.z - from.z);
}

static void consider_plane(oracle *o, const rim_vec3 *p, int n, const int at[3])
{
    oracle_face face = { .count = 0 };
    normal_of(p[at[0]], p[at[1]], p[at[2]], face.normal);
    if (!face.normal[0] && !face.normal[1] && !face.normal[2]) return;
    int above = 0, below = 0;
    for (int i = 0; i < n; i++)
    {
        int64_t d = height(face.normal, p[at[0]], p[i]);
        above += d > 0;
        below += d < 0;
        if (d == 0) face.on[face.count++] = i;
    }
    if ((above && below) || (!above && !below)) return;
    if (above)
        for (int k = 0; k < 3; k++) face.normal[k] = -face.normal[k];
    for (int f = 0; f < o->face_count; f++)
        if (o->faces[f].count == face.count &&
            memcmp(o->faces[f].on, face.on, (size_t)face.count * sizeof(int)) == 0)
            return;
    assert_true(o->face_count < 512);
    o->faces[o->face_count++] = face;
}

static bool is_on(const oracle_face *face, int i)
{
    for (int k = 0; k < face->count; k++)
        if (face->on[k] == i) return true;
    return false;
}

// A corner lies on faces whose normals span space; an edge is two corners on two common faces.
static void find_corners(oracle *o, int n)
{
    o->corners = o->edges = 0;
    for (int i = 0; i < n; i++)
    {
        o->corner[i] = false;
        for (int a = 0; a < o->face_count; a++)
            for (int b = 0; b < a; b++)
                for (int c = 0; c < b && !o->corner[i]; c++)
                {
                    const int64_t *x = o->faces[a].normal, *y = o->faces[b].normal,
                                  *z = o->faces[c].normal;
                    if (!is_on(&o->faces[a], i) || !is_on(&o->faces[b], i) ||
                        !is_on(&o->faces[c], i))
                        continue;
                    int64_t det = x[0] * (y[1] * z[2] - y[2] * z[1]) +
                                  x[1] * (y[2] * z[0] - y[0] * z[2]) +
                                  x[2] * (y[0] * z[1] - y[1] * z[0]);
                    o->corner[i] = det != 0;
                }
        o->corners += o->corner[i];
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
        {
            int common = 0;
            for (int f = 0; f < o->face_count && o->corner[i] && o->corner[j]; f++)
                common += is_on(&o->faces[f], i) && is_on(&o->faces[f], j);
            o->edges += common >= 2;
        }
}

static void ask_oracle(oracle *o, const rim_vec3 *points, int n)
{
    o->face_count = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++)
            {
                int at[3] = { i, j, k };
                consider_plane(o, points, n, at);
            }
    find_corners(o, n);
}

static void the_hull_of_small_integers_is_that_of_brute_force(void **state)
{
    (void)state;
    test_random   random = { 3 };
    static oracle o;
    int           solids = 0, merged = 0, wide = case_count(4000);
    for (int i = 0; i < wide; i++)
    {
        rim_vec3 points[24];
        int      n = 0, wanted = random_int(&random, 4, 18), most = random_int(&random, 1, 6);
        while (n < wanted)
        {
            rim_vec3 p = random_whole3(&random, most);
            bool     known = false;
            for (int k = 0; k < n; k++)
                known = known || (p.x == points[k].x && p.y == points[k].y && p.z == points[k].z);
            if (!known) points[n++] = p;
            if (known) wanted--;
        }
        ask_oracle(&o, points, n);
        rim_hull *hull = hull_of_points(points, n);
        // No plane has all on one side and not all on it: flat or less.
        assert_int_equal(o.face_count > 0, rim_hull_read(hull).kind == RIM_HULL_SOLID);
        if (o.face_count > 0)
        {
            solids++;
            assert_int_equal(o.corners, rim_hull_read(hull).corner_count);
            assert_int_equal(o.edges, rim_hull_read(hull).edge_count);
            assert_int_equal(o.face_count, rim_hull_read(hull).face_count);
            for (int k = 0; k < rim_hull_read(hull).corner_count; k++)
                assert_true(o.corner[rim_hull_read(hull).sources[k]]);
            for (int f = 0; f < rim_hull_read(hull).face_count; f++)
                merged += rim_hull_face_at(hull, f).count > 3;
        }
        rim_hull_destroy(hull);
    }
    assert_true(solids > wide / 2 && merged > wide / 4);
}

// --- laws ------------------------------------------------------------------------------------------------

static bool same_hull(const rim_hull *a, const rim_hull *b)
{
    if (rim_hull_read(a).corner_count != rim_hull_read(b).corner_count ||
        rim_hull_read(a).face_count != rim_hull_read(b).face_count ||
        rim_hull_read(a).edge_count != rim_hull_read(b).edge_count ||
        memcmp(rim_hull_read(a).corners, rim_hull_read(b).corners,
               (size_t)rim_hull_read(a).corner_count * sizeof(rim_vec3)) != 0)
        return false;
    for (int f = 0; f < rim_hull_read(a).face_count; f++)
    {
        rim_hull_face fa = rim_hull_face_at(a, f), fb = rim_hull_face_at(b, f);
        double        pa[4], pb[4];
        plane_of(a, f, pa);
        plane_of(b, f, pb);
        if (fa.count != fb.count || memcmp(pa, pb, sizeof pa) != 0 ||
            memcmp(fa.corners, fb.corners, (size_t)fa.count * sizeof(int)) != 0)
            return false;
    }
    rim_mass3 ma = rim_hull_mass(a), mb = rim_hull_mass(b);
    return memcmp(&ma, &mb, sizeof ma) == 0;
}

// Points may be beyond the planes of faces that were joined.
static void check_solid(const rim_hull *hull, const rim_vec3 *points, int n, double beyond)
{
    assert_int_equal(2, rim_hull_read(hull).corner_count - rim_hull_read(hull).edge_count +
                            rim_hull_read(hull).face_count);
    for (int i = 0; i < n; i++) assert_true(rim_hull_contains(hull, points[i]));
    rim_box3 box = hull->bounds;
    double   size = (double)box.hi.x - box.lo.x + box.hi.y - box.lo.y + box.hi.z - box.lo.z;
    double   far = size + fabs(box.lo.x) + fabs(box.lo.y) + fabs(box.lo.z);
    for (int f = 0; f < rim_hull_read(hull).face_count; f++)
    {
        double plane[4];
        plane_of(hull, f, plane);
        assert_near(plane[0] * plane[0] + plane[1] * plane[1] + plane[2] * plane[2], 1.0, 1e-14);
        // Planes are tilted by no more than 2^-34, see make_planes; offsets and products are rounded to double.
        double slack = (0x1p-34 + beyond) * size + 0x1p-50 * far;
        for (int i = 0; i < n; i++)
            assert_true(plane[0] * points[i].x + plane[1] * points[i].y + plane[2] * points[i].z -
                            plane[3] <=
                        slack);
    }
    for (int e = 0; e < rim_hull_read(hull).edge_count; e++)
    {
        rim_hull_edge edge = rim_hull_read(hull).edges[e];
        rim_hull_face left = rim_hull_face_at(hull, edge.left);
        bool          found = false;
        for (int i = 0; i < left.count; i++)
            found = found ||
                    (left.corners[i] == edge.a && left.corners[(i + 1) % left.count] == edge.b);
        assert_true(found && edge.a < edge.b);
    }
}

static void hulls_of_awkward_clouds_keep_the_laws(void **state)
{
    (void)state;
    test_random random = { 4 };
    int         solids = 0, rounds = case_count(150);
    for (int round = 0; round < rounds * CLOUDS; round++)
    {
        rim_vec3 points[128], moved[128];
        int      n = make_cloud(&random, round % CLOUDS, points);
        bool     exact = random_int(&random, 0, 1);
        rim_hull *(*make)(const rim_vec3 *, int) = exact ? exact_hull_of_points : hull_of_points;
        rim_hull *hull = make(points, n);
        if (rim_hull_read(hull).kind == RIM_HULL_SOLID)
        {
            solids++;
            check_solid(hull, points, n, exact ? 0.0 : 0x1p-22);

            // In another order.
            memcpy(moved, points, sizeof moved);
            for (int i = n - 1; i > 0; i--)
            {
                int      j = random_int(&random, 0, i);
                rim_vec3 swapped = moved[i];
                moved[i] = moved[j];
                moved[j] = swapped;
            }
            rim_hull *other = make(moved, n);
            assert_true(same_hull(hull, other));
            rim_hull_destroy(other);

            // Of its own corners.
            other = make(rim_hull_read(hull).corners, rim_hull_read(hull).corner_count);
            assert_true(same_hull(hull, other));
            rim_hull_destroy(other);

            // Mirrored: the same topology.
            for (int i = 0; i < n; i++) moved[i].x = -moved[i].x;
            other = make(moved, n);
            assert_int_equal(rim_hull_read(hull).corner_count, rim_hull_read(other).corner_count);
            // Of edges that may both go, and are as long, the lowest goes, which a mirror changes.
            if (exact)
                assert_int_equal(rim_hull_read(hull).edge_count, rim_hull_read(other).edge_count);
            rim_hull_destroy(other);
        }
        rim_hull_destroy(hull);
    }
    assert_true(solids > rounds * CLOUDS / 2);
}

// Near the origin floats are dense, so a triangle of a corner far away and two there may be as narrow as it likes. The
// plane of an exact face is what its corners lie in, and has all others behind it.
static void planes_of_slivers_hold_their_corners(void **state)
{
    (void)state;
    test_random random = { 14 };
    int         slivers = 0, rounds = case_count(2000);
    for (int round = 0; round < rounds; round++)
    {
        rim_vec3 points[16];
        float    tiny = ldexpf(1.0f, -random_int(&random, 10, 100));
        for (int i = 0; i < 16; i++) points[i] = random_in_cube(&random, i < 8 ? 1.0f : tiny);
        if (round % 4 == 0) points[8] = rim_vec3_make(0, 0, 0);
        // All others on one side, so that the dense ones are corners.
        for (int i = 0; i < 8; i++) points[i].y = fabsf(points[i].y) + 0.125f;
        rim_hull *hull = exact_hull_of_points(points, 16);
        rim_box3  box = hull->bounds;
        double    size = (double)box.hi.x - box.lo.x + box.hi.y - box.lo.y + box.hi.z - box.lo.z;
        for (int f = 0; f < rim_hull_read(hull).face_count; f++)
        {
            rim_hull_face face = rim_hull_face_at(hull, f);
            double        plane[4];
            plane_of(hull, f, plane);
            double on = INFINITY, most = -INFINITY;
            for (int i = 0; i < rim_hull_read(hull).corner_count; i++)
            {
                rim_vec3 p = rim_hull_read(hull).corners[i];
                double   d = plane[0] * p.x + plane[1] * p.y + plane[2] * p.z - plane[3];
                most = d > most ? d : most;
                for (int k = 0; k < face.count; k++)
                    if (face.corners[k] == i && d < on) on = d;
            }
            // See make_planes for the bound.
            assert_true(on >= -0x1p-34 * size && most <= 0x1p-34 * size);
            rim_vec3 p = rim_hull_read(hull).corners[face.corners[0]];
            for (int k = 1; k < face.count; k++)
            {
                rim_vec3 q = rim_hull_read(hull).corners[face.corners[k]];
                slivers += rim_vec3_distance(p, q) < 1e-7f && face.count == 3;
                p = q;
            }
        }
        rim_hull_destroy(hull);
    }
    assert_true(slivers > rounds);
}

static void a_power_of_two_scales_every_bit(void **state)
{
    (void)state;
    static const float scales[2] = { 0x1p-10f, 0x1p10f };
    test_random        random = { 5 };
    for (int round = 0; round < case_count(300); round++)
    {
        rim_vec3  points[128], scaled[128];
        int       n = make_cloud(&random, round % 7, points);
        rim_hull *hull = hull_of_points(points, n);
        for (int k = 0; k < 2; k++)
        {
            for (int i = 0; i < n; i++) scaled[i] = rim_vec3_scale(points[i], scales[k]);
            rim_hull *other = hull_of_points(scaled, n);
            double    s = scales[k];
            assert_int_equal(rim_hull_read(hull).face_count, rim_hull_read(other).face_count);
            rim_mass3 a = rim_hull_mass(hull), b = rim_hull_mass(other);
            assert_true(a.volume * s * s * s == b.volume && a.area * s * s == b.area);
            assert_true(a.x * s == b.x && a.xx * s * s * s * s * s == b.xx);
            for (int f = 0; f < rim_hull_read(hull).face_count; f++)
            {
                double p[4], q[4];
                plane_of(hull, f, p);
                plane_of(other, f, q);
                assert_true(p[0] == q[0] && p[1] == q[1] && p[2] == q[2] && p[3] * s == q[3]);
            }
            rim_hull_destroy(other);
        }
        rim_hull_destroy(hull);
    }
}

// --- no caps, no refusals --------------------------------------------------------------------------------

// Builders with 128 edges stop at 45 points on a ball.
static void any_number_of_points_on_a_ball_is_taken(void **state)
{
    (void)state;
    static rim_vec3  points[MOST];
    static const int counts[] = { 44, 45, 46, 129, 257, 1000, MOST };
    test_random      random = { 6 };
    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++)
    {
        for (int i = 0; i < counts[k]; i++)
        {
            double z = 2.0 * random_unit(&random) - 1.0, a = 6.28318 * random_unit(&random);
            points[i] = rim_vec3_make((float)(sqrt(1.0 - z * z) * cos(a)),
                                      (float)(sqrt(1.0 - z * z) * sin(a)), (float)z);
        }
        rim_hull *hull = hull_of_points(points, counts[k]);
        assert_in_range(rim_hull_read(hull).corner_count, counts[k] * 9 / 10, counts[k]);
        assert_int_equal(2, rim_hull_read(hull).corner_count - rim_hull_read(hull).edge_count +
                                rim_hull_read(hull).face_count);
        rim_hull_destroy(hull);
    }
}

static void flat_input_has_a_kind(void **state)
{
    (void)state;
    rim_vec3  points[40];
    rim_hull *hull = hull_of_points(NULL, 0);
    assert_int_equal(RIM_HULL_EMPTY, rim_hull_read(hull).kind);
    assert_false(rim_hull_contains(hull, rim_vec3_make(0, 0, 0)));
    rim_hull_destroy(hull);

    for (int i = 0; i < 40; i++) points[i] = rim_vec3_make(1, 2, 3);
    hull = hull_of_points(points, 40);
    assert_int_equal(RIM_HULL_POINT, rim_hull_read(hull).kind);
    assert_true(rim_hull_contains(hull, rim_vec3_make(1, 2, 3)));
    rim_hull_destroy(hull);

    for (int i = 0; i < 40; i++) points[i] = rim_vec3_make((float)i, (float)(3 * i), (float)(-i));
    hull = hull_of_points(points, 40);
    assert_int_equal(RIM_HULL_LINE, rim_hull_read(hull).kind);
    assert_int_equal(1, rim_hull_read(hull).edge_count);
    assert_true(rim_hull_contains(hull, rim_vec3_make(7, 21, -7)));
    assert_false(rim_hull_contains(hull, rim_vec3_make(7, 21, -6.99f)));
    rim_hull_destroy(hull);

    for (int i = 0; i < 25; i++)
        points[i] = rim_vec3_make((float)(i % 5), (float)(i / 5), (float)(i % 5 + 2 * (i / 5)));
    hull = hull_of_points(points, 25);
    assert_int_equal(RIM_HULL_FLAT, rim_hull_read(hull).kind);
    assert_int_equal(4, rim_hull_read(hull).corner_count);
    assert_int_equal(4, rim_hull_read(hull).edge_count);
    assert_int_equal(2, rim_hull_read(hull).face_count);
    assert_near(rim_hull_mass(hull).x, 2.0, 1e-12);
    assert_near(rim_hull_mass(hull).area, 2.0 * 16.0 * sqrt(6.0), 1e-12);
    assert_true(rim_hull_contains(hull, rim_vec3_make(1.5f, 2.5f, 6.5f)));
    assert_false(rim_hull_contains(hull, rim_vec3_make(1.5f, 2.5f, 6.25f)));
    assert_false(rim_hull_contains(hull, rim_vec3_make(4.5f, 2.5f, 9.5f)));
    rim_hull_destroy(hull);

    // A square of 2 and half of one beside it: the centroid is 4 parts of (1, 1) and 2 of (8/3, 2/3).
    rim_vec3 trapezoid[4] = { { 0, 0, 5 }, { 4, 0, 5 }, { 2, 2, 5 }, { 0, 2, 5 } };
    hull = hull_of_points(trapezoid, 4);
    rim_mass3 mass = rim_hull_mass(hull);
    assert_near(mass.x, 14.0 / 9.0, 1e-15);
    assert_near(mass.y, 8.0 / 9.0, 1e-15);
    assert_near(mass.z, 5.0, 1e-15);
    assert_near(mass.area, 12.0, 1e-14);
    assert_near(mass.volume, 0.0, 0.0);
    rim_hull_destroy(hull);
}

static void bad_input_is_named(void **state)
{
    (void)state;
    rim_vec3         points[4] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, NAN } };
    rim_hull        *hull;
    rim_hull_options few = { .max_corners = 3 };
    assert_int_equal(RIM_ERR_SIZE, rim_hull_create(&hull, points, -1, NULL));
    assert_int_equal(RIM_ERR_ARGUMENT, rim_hull_create(&hull, points, 4, NULL));
    assert_null(hull);
    assert_int_equal(RIM_ERR_ARGUMENT, rim_hull_create(&hull, points, 3, &few));
    rim_hull_options unknown = { .limit = (rim_hull_limit)7 };
    assert_int_equal(RIM_ERR_ARGUMENT, rim_hull_create(&hull, points, 3, &unknown));
    assert_int_equal(RIM_ERR_ARGUMENT, rim_hull_create_box(&hull, rim_vec3_make(1, -1, 1), NULL));
    assert_int_equal(RIM_ERR_ARGUMENT, rim_hull_create_cylinder(&hull, 1, 1, 2, NULL));
    assert_int_equal(RIM_ERR_ARGUMENT, rim_hull_create_cone(&hull, INFINITY, 1, 5, NULL));
}

// --- asking, limits, merging --------------------------------------------------------------------------------

static void a_limit_inside_keeps_corners_that_stick_out(void **state)
{
    (void)state;
    test_random random = { 10 };
    int         limited = 0;
    for (int round = 0; round < case_count(500); round++)
    {
        rim_vec3         points[128];
        int              n = make_cloud(&random, round % CLOUDS, points);
        rim_hull        *full = hull_of_points(points, n), *hull;
        rim_hull_options options = { .max_corners = random_int(&random, 4, 20) };
        assert_int_equal(RIM_OK, rim_hull_create(&hull, points, n, &options));
        if (rim_hull_read(full).kind == RIM_HULL_SOLID)
        {
            assert_true(rim_hull_read(hull).corner_count <= options.max_corners);
            assert_int_equal(RIM_HULL_SOLID, rim_hull_read(hull).kind);
            for (int i = 0; i < rim_hull_read(hull).corner_count; i++)
                assert_true(rim_hull_contains(full, rim_hull_read(hull).corners[i]));
            limited += rim_hull_read(full).corner_count > options.max_corners;
            if (rim_hull_read(full).corner_count <= options.max_corners)
                assert_true(same_hull(full, hull));
        }
        rim_hull_destroy(hull);
        rim_hull_destroy(full);
    }
    assert_true(limited > 10);
}

// Whatever the limit, and however many points tie: what sits on an edge or a face of the whole hull takes no
// place from its corners.
static void a_limit_inside_takes_corners_of_the_whole_hull(void **state)
{
    (void)state;
    test_random random = { 13 };
    int         limited = 0, whole = 0, rounds = case_count(1000);
    for (int round = 0; round < rounds; round++)
    {
        rim_vec3 points[128];
        int      n = make_cloud(&random, round % 2 ? 1 : round / 2 % CLOUDS, points);
        if (round % 4 == 1) // a grid, turned and rounded
            for (int i = 0; i < n; i++)
                points[i] = rim_vec3_make(0.6f * points[i].x - 0.8f * points[i].z, points[i].y,
                                          0.8f * points[i].x + 0.6f * points[i].z);
        rim_hull *full = exact_hull_of_points(points, n);
        int       corners = rim_hull_read(full).corner_count;
        bool      all = random_int(&random, 0, 1) && corners >= 4;
        int       most = all ? corners : random_int(&random, 4, 16);
        rim_hull *hull;
        if (rim_hull_read(full).kind == RIM_HULL_SOLID)
        {
            rim_hull_options options = { .max_corners = most, .merge = RIM_HULL_EXACT };
            assert_int_equal(RIM_OK, rim_hull_create(&hull, points, n, &options));
            assert_int_equal(most < corners ? most : corners, rim_hull_read(hull).corner_count);
            limited += most < corners;
            whole += most == corners;
            for (int i = 0, k = 0; i < rim_hull_read(hull).corner_count; i++, k++)
            {
                while (k < corners &&
                       rim_hull_read(full).sources[k] != rim_hull_read(hull).sources[i])
                    k++;
                assert_true(k < corners);
            }
            rim_hull_destroy(hull);
        }
        rim_hull_destroy(full);
    }
    assert_true(limited > rounds / 5 && whole > rounds / 3);
}

static void a_limit_outside_contains_every_point(void **state)
{
    (void)state;
    test_random random = { 11 };
    int         limited = 0;
    double      worst_ball = 0.0;
    for (int round = 0; round < case_count(500); round++)
    {
        rim_vec3         points[128];
        int              n = make_cloud(&random, round % CLOUDS, points);
        rim_hull        *full = hull_of_points(points, n), *hull;
        rim_hull_options options = { .max_corners = random_int(&random, 8, 24),
                                     .limit = RIM_HULL_LIMIT_OUTSIDE };
        assert_int_equal(RIM_OK, rim_hull_create(&hull, points, n, &options));
        if (rim_hull_read(full).kind == RIM_HULL_SOLID)
        {
            assert_true(rim_hull_read(hull).corner_count <= options.max_corners);
            for (int i = 0; i < n; i++) assert_true(rim_hull_contains(hull, points[i]));
            limited += rim_hull_read(hull).sources[0] == -1;
            double ratio = rim_hull_mass(hull).volume / rim_hull_mass(full).volume;
            if (round % CLOUDS == 2 && n > 60 && options.max_corners >= 20 && ratio > worst_ball)
                worst_ball = ratio;
        }
        rim_hull_destroy(hull);
        rim_hull_destroy(full);
    }
    assert_true(limited > 10);
    // 12 planes and more about a ball: its bounding box has nearly twice its volume.
    assert_true(worst_ball < 1.7);
}

// The box about the points cannot grow beyond the largest float.
static void a_limit_outside_takes_points_at_the_largest_float(void **state)
{
    (void)state;
    const float most = FLT_MAX, less = 0.8f * FLT_MAX;
    rim_vec3    points[14] = { { 0, 0, 0 } };
    for (int i = 0; i < 6; i++) (&points[i].x)[i / 2] = i & 1 ? most : -most;
    for (int i = 0; i < 8; i++)
        points[6 + i] =
            rim_vec3_make(i & 1 ? less : -less, i & 2 ? less : -less, i & 4 ? less : -less);
    for (int max = 8; max < 14; max++)
    {
        rim_hull_options options = { .max_corners = max, .limit = RIM_HULL_LIMIT_OUTSIDE };
        rim_hull        *hull;
        assert_int_equal(RIM_OK, rim_hull_create(&hull, points, 14, &options));
        assert_true(rim_hull_read(hull).corner_count <= max);
        for (int i = 0; i < 14; i++) assert_true(rim_hull_contains(hull, points[i]));
        rim_hull_destroy(hull);
    }
}

// Returns the processor time, in seconds, of the limit of a hull of so many points on a ball.
static double time_of_limit_outside(int count)
{
    test_random      random = { 13 };
    rim_hull_options options = { .max_corners = 24, .limit = RIM_HULL_LIMIT_OUTSIDE };
    rim_hull        *hull;
    rim_vec3        *points = malloc((size_t)count * sizeof *points);
    assert_non_null(points);
    for (int i = 0; i < count; i++) points[i] = rim_vec3_normalize(random_in_cube(&random, 1.0f));
    clock_t start = clock();
    assert_int_equal(RIM_OK, rim_hull_create(&hull, points, count, &options));
    double time = (double)(clock() - start) / CLOCKS_PER_SEC;
    assert_true(rim_hull_read(hull).corner_count <= 24);
    rim_hull_destroy(hull);
    free(points);
    return time;
}

// Eight times the points take about ten times as long; if the time grew with the square, it would be 64 times.
static void a_limit_outside_takes_little_longer_for_each_point(void **state)
{
    (void)state;
    assert_true(time_of_limit_outside(6400) < 30.0 * (time_of_limit_outside(800) + 1e-3));
}

static void merging_mends_what_a_rotation_has_bent(void **state)
{
    (void)state;
    test_random random = { 12 };
    int         bent = 0;
    for (int round = 0; round < case_count(500); round++)
    {
        rim_hull  *hull, *turned, *rough, *mended;
        int        sides = random_int(&random, 3, 20);
        rim_quat   q = (rim_quat){ random_float(&random, -1, 1), random_float(&random, -1, 1),
                                   random_float(&random, -1, 1), random_float(&random, -1, 1) };
        rim_xform3 pose = rim_xform3_make(random_whole3(&random, 3), q);
        if (round % 2)
            assert_int_equal(RIM_OK, rim_hull_create_cylinder(&hull, 1, 0.5f, sides, NULL));
        else
            assert_int_equal(RIM_OK, rim_hull_create_box(&hull, rim_vec3_make(1, 2, 0.5f), NULL));
        int      n = rim_hull_read(hull).corner_count;
        rim_vec3 posed[64];
        for (int i = 0; i < n; i++)
            posed[i] = rim_xform3_apply(pose, rim_hull_read(hull).corners[i]);
        turned = exact_hull_of_points(posed, n);
        rim_hull_options options = { .merge = 1e-6f };
        rough = exact_hull_of_points(rim_hull_read(turned).corners, n);
        assert_int_equal(RIM_OK,
                         rim_hull_create(&mended, rim_hull_read(turned).corners, n, &options));
        bent += rim_hull_read(rough).face_count > rim_hull_read(hull).face_count;
        assert_int_equal(rim_hull_read(hull).face_count, rim_hull_read(mended).face_count);
        assert_int_equal(rim_hull_read(hull).edge_count, rim_hull_read(mended).edge_count);
        assert_near(rim_hull_mass(mended).volume, rim_hull_mass(hull).volume, 1e-5);
        rim_hull_destroy(hull);
        rim_hull_destroy(turned);
        rim_hull_destroy(rough);
        rim_hull_destroy(mended);
    }
    assert_true(bent > 10);

    // Coarse merging leaves a closed body, whatever it is given.
    int merged = 0;
    for (int round = 0; round < case_count(2000); round++)
    {
        rim_vec3         points[128];
        int              n = make_cloud(&random, round % CLOUDS, points);
        rim_hull        *full = exact_hull_of_points(points, n), *hull;
        rim_hull_options options = { .merge = random_float(&random, 0.0f, 0.2f) };
        assert_int_equal(RIM_OK, rim_hull_create(&hull, points, n, &options));
        merged += rim_hull_read(hull).face_count < rim_hull_read(full).face_count;
        rim_hull_destroy(hull);
        rim_hull_destroy(full);
    }
    assert_true(merged > 30);
}

// Asserts that no point is farther in front of the plane of a face than d = merge * extent. Returns true if faces were
// merged.
static bool check_coarse_hull(const rim_vec3 *points, int count, float merge)
{
    rim_hull        *full = exact_hull_of_points(points, count), *hull;
    rim_hull_options options = { .merge = merge };
    assert_int_equal(RIM_OK, rim_hull_create(&hull, points, count, &options));
    double most = (merge + 1e-9) * full->extent;
    for (int f = 0; f < hull->face_count; f++)
        for (int i = 0; i < count; i++)
        {
            hull_plane plane = hull->planes[f];
            assert_true(v3d_dot(plane.normal, v3d_from(points[i])) - plane.offset <= most);
        }
    bool merged = hull->face_count < full->face_count;
    rim_hull_destroy(full);
    rim_hull_destroy(hull);
    return merged;
}

static void coarse_merging_leaves_a_convex_body(void **state)
{
    (void)state;
    // A hull of which a corner was once far in front of a face.
    static const rim_vec3 folded[8] = {
        { 1, -0.7997f, -1 },
        { 1.7258f, -2.7635f, -0.31559f },
        { 0.1015f, 1, 0 },
        { 1, 1, -1 },
        { 0.03213f, -1, -0.87432f },
        { 0, 0, 0 },
        { 0.7258f, -1.7645f, -0.15779f },
        { -4.274f, 3.2355f, 0.6312f },
    };
    for (int i = 1; i <= 20; i++) check_coarse_hull(folded, 8, 0.02f * (float)i);

    test_random random = { 31 };
    int         merged = 0, rounds = case_count(4000);
    for (int round = 0; round < rounds; round++)
    {
        rim_vec3 points[CLOUD_MOST];
        int      n = random_int(&random, 6, 19);
        for (int i = 0; i < n; i++) points[i] = random_in_cube(&random, 1.0f);
        if (round % 8 == 0) n = make_cloud(&random, round / 8 % CLOUDS, points);
        merged += check_coarse_hull(points, n, random_float(&random, 0.02f, 0.4f));
    }
    assert_true(merged > rounds / 2);
}

// A polygon that was turned and rounded is a solid thinner than the distance. Its outline is a sharp edge.
static void merging_keeps_the_outline_of_thin_bodies(void **state)
{
    (void)state;
    static const rim_vec3 roof[5] = {
        { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 }, { 0.7f, 0.7f, 0.01f }
    };
    rim_hull_options options = { .merge = 0.1f };
    rim_hull        *hull;
    assert_int_equal(RIM_OK, rim_hull_create(&hull, roof, 5, &options));
    assert_near(rim_hull_mass(hull).area, 2.0, 1e-3);
    rim_hull_destroy(hull);

    test_random random = { 32 };
    for (int round = 0; round < case_count(500); round++)
    {
        rim_vec3   points[24];
        int        n = random_int(&random, 5, 24);
        rim_xform3 pose = { random_in_cube(&random, 1),
                            { random_float(&random, -1, 1), random_float(&random, -1, 1),
                              random_float(&random, -1, 1), random_float(&random, -1, 1) } };
        for (int i = 0; i < n; i++)
        {
            double a = 6.283185307179586 * i / n;
            points[i] = rim_xform3_apply(pose, rim_vec3_make((float)cos(a), (float)sin(a), 0));
        }
        options.merge = 1e-6f;
        assert_int_equal(RIM_OK, rim_hull_create(&hull, points, n, &options));
        assert_near(rim_hull_mass(hull).area, n * sin(6.283185307179586 / n), 1e-5);
        rim_hull_destroy(hull);
    }
}

// The first three corners of the bent face are almost collinear.
static void a_bent_face_refuses_no_point_deep_inside(void **state)
{
    (void)state;
    const rim_vec3   points[] = { { -1, 0, 0 },   { 1, 0, 0 },  { 0, -1.9e-3f, -3.90625e-3f },
                                  { -1, 0, 1 },   { 1, 0, 1 },  { -1, 1, 0 },
                                  { 1, 1, 0 },    { -1, 1, 1 }, { 1, 1, 1 },
                                  { 0, 1, -0.5f } };
    rim_hull_options options = { .merge = 1e-3f };
    rim_hull        *hull;
    assert_int_equal(RIM_OK, rim_hull_create(&hull, points, 10, &options));
    assert_true(rim_hull_contains(hull, rim_vec3_make(0.2f, 0.3f, 0.7f)));
    assert_false(rim_hull_contains(hull, rim_vec3_make(0.2f, -0.01f, 0.7f)));
    rim_hull_destroy(hull);
}

static void every_refused_allocation_is_survived(void **state)
{
    (void)state;
    test_random random = { 9 };
    for (int kind = 0; kind < 7; kind++)
    {
        rim_vec3 points[128];
        int      n = make_cloud(&random, kind, points);
        if (kind == 3)
            for (int i = 0; i < n; i++) points[i].z = 0.0f;
        rim_hull_options options = { .merge = kind == 2 ? 1e-6f : 0.0f };
        if (kind == 4) options.max_corners = 8;
        if (kind == 5) options.max_corners = 12, options.limit = RIM_HULL_LIMIT_OUTSIDE;
        assert_true(refuse_each_allocation(points, n, options) > 3);
    }
}

// Points in vertices of any size and alignment make the hull of the same points in a row.
static void points_may_lie_in_vertices(void **state)
{
    (void)state;
    enum
    {
        COUNT = 40
    };
    static const int strides[] = { 12, 13, 16, 20, 32, 64 };
    test_random      random = { 77 };
    int              solids = 0;
    for (int k = 0; k < case_count(300); k++)
    {
        rim_vec3 points[COUNT];
        char     vertices[COUNT * 64 + 4];
        int      stride = strides[k % 6], count = random_int(&random, 0, COUNT), off = k % 4;
        memset(vertices, 0xff, sizeof vertices);
        for (int i = 0; i < count; i++)
        {
            points[i] = random_in_cube(&random, 2.0f);
            memcpy(vertices + off + i * stride, &points[i], sizeof points[i]);
        }
        rim_hull_options options = { .stride = stride, .max_corners = k % 2 ? 8 : 0 };
        rim_hull        *a, *b;
        const void      *first = vertices + off;
        assert_int_equal(RIM_OK, rim_hull_create(&a, first, count, &options));
        options.stride = 0;
        assert_int_equal(RIM_OK, rim_hull_create(&b, points, count, &options));
        rim_hull_parts p = rim_hull_read(a), q = rim_hull_read(b);
        rim_mass3      m = rim_hull_mass(a), n = rim_hull_mass(b);
        assert_true(p.kind == q.kind && p.corner_count == q.corner_count);
        assert_int_equal(p.edge_count, q.edge_count);
        if (count > 0)
        {
            size_t corners = (size_t)p.corner_count;
            assert_memory_equal(p.corners, q.corners, corners * sizeof *p.corners);
            assert_memory_equal(p.sources, q.sources, corners * sizeof *p.sources);
        }
        assert_memory_equal(&m, &n, sizeof m);
        solids += p.kind == RIM_HULL_SOLID;
        for (int bad = -12; bad < 12; bad += 23)
        {
            options.stride = bad;
            rim_hull *none = b;
            assert_int_equal(RIM_ERR_ARGUMENT, rim_hull_create(&none, points, count, &options));
            assert_null(none);
        }
        rim_hull_destroy(a);
        rim_hull_destroy(b);
    }
    assert_true(solids > 100 / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hull_of_small_integers_is_that_of_brute_force),
        cmocka_unit_test(hulls_of_awkward_clouds_keep_the_laws),
        cmocka_unit_test(planes_of_slivers_hold_their_corners),
        cmocka_unit_test(a_power_of_two_scales_every_bit),
        cmocka_unit_test(any_number_of_points_on_a_ball_is_taken),
        cmocka_unit_test(flat_input_has_a_kind),
        cmocka_unit_test(bad_input_is_named),
        cmocka_unit_test(a_limit_inside_keeps_corners_that_stick_out),
        cmocka_unit_test(a_limit_inside_takes_corners_of_the_whole_hull),
        cmocka_unit_test(a_limit_outside_contains_every_point),
        cmocka_unit_test(a_limit_outside_takes_points_at_the_largest_float),
        cmocka_unit_test(a_limit_outside_takes_little_longer_for_each_point),
        cmocka_unit_test(merging_mends_what_a_rotation_has_bent),
        cmocka_unit_test(coarse_merging_leaves_a_convex_body),
        cmocka_unit_test(merging_keeps_the_outline_of_thin_bodies),
        cmocka_unit_test(a_bent_face_refuses_no_point_deep_inside),
        cmocka_unit_test(every_refused_allocation_is_survived),
        cmocka_unit_test(points_may_lie_in_vertices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
