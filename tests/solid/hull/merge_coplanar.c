// Faces that rounding has bent are one again, and nothing else of a hull changes for it. The oracle is the exact hull.
#include "support/hulls.h"

#include "rimcast/clip.h"
#include "solid/hull/data.h"

#include <math.h>
#include <string.h>

enum
{
    MOST = 600
};

#define TOLERANCE 0x1p-22

static rim_quat any_turn(test_random *random)
{
    return rim_quat_normalize((rim_quat){ random_float(random, -1, 1), random_float(random, -1, 1),
                                          random_float(random, -1, 1),
                                          random_float(random, -1, 1) });
}

// Turned and moved in double, rounded once.
static void turn_all(test_random *random, rim_vec3 *points, int count, float reach)
{
    rim_quat q = any_turn(random);
    rim_vec3 move = random_in_cube(random, reach);
    double   x = q.x, y = q.y, z = q.z, w = q.w;
    for (int i = 0; i < count; i++)
    {
        double px = points[i].x, py = points[i].y, pz = points[i].z;
        double ux = 2.0 * (y * pz - z * py), uy = 2.0 * (z * px - x * pz),
               uz = 2.0 * (x * py - y * px);
        points[i] = rim_vec3_make((float)(px + w * ux + y * uz - z * uy + move.x),
                                  (float)(py + w * uy + z * ux - x * uz + move.y),
                                  (float)(pz + w * uz + x * uy - y * ux + move.z));
    }
}

static int make_prism(rim_vec3 *points, int sides, double half)
{
    for (int i = 0; i < sides; i++)
    {
        double a = 6.283185307179586 * i / sides;
        points[2 * i] = rim_vec3_make((float)cos(a), (float)sin(a), (float)half);
        points[2 * i + 1] = rim_vec3_make((float)cos(a), (float)sin(a), (float)-half);
    }
    return 2 * sides;
}

static int make_box(rim_vec3 *points, double x, double y, double z)
{
    for (int i = 0; i < 8; i++)
        points[i] = rim_vec3_make((float)(i & 1 ? x : -x), (float)(i & 2 ? y : -y),
                                  (float)(i & 4 ? z : -z));
    return 8;
}

// --- what is joined ------------------------------------------------------------------------------------------

static void turned_boxes_and_prisms_have_their_faces(void **state)
{
    (void)state;
    test_random random = { 41 };
    int         bent = 0, rounds = case_count(2000);
    for (int round = 0; round < rounds; round++)
    {
        rim_vec3 points[MOST];
        int      sides = round % 50 ? random_int(&random, 3, 24) : random_int(&random, 25, 256);
        double   flat = pow(10.0, random_float(&random, -2.5f, 0.5f));
        bool     box = round % 2;
        int      n = box ? make_box(points, 1.0, random_float(&random, 0.1f, 1.0f), flat)
                         : make_prism(points, sides, flat);
        turn_all(&random, points, n, 1.0f);
        rim_hull *exact = exact_hull_of_points(points, n), *hull = hull_of_points(points, n);
        bent += rim_hull_read(exact).face_count > rim_hull_read(hull).face_count;
        assert_int_equal(n, rim_hull_read(hull).corner_count);
        assert_int_equal(box ? 6 : sides + 2, rim_hull_read(hull).face_count);
        assert_int_equal(box ? 12 : 3 * sides, rim_hull_read(hull).edge_count);
        rim_hull_destroy(exact);
        rim_hull_destroy(hull);
    }
    assert_true(bent > rounds * 9 / 10);
}

// Whole faces, faces with points on them, points along edges, and smooth bodies as fine as what may be joined.
static int make_bent_cloud(test_random *random, int kind, rim_vec3 *points)
{
    int    n = 0, steps = random_int(random, 2, 5);
    double fine = pow(2.0, random_int(random, -24, -9));
    if (kind == 0)
        for (int i = 0; i <= steps; i++)
            for (int j = 0; j <= steps; j++)
                for (int k = 0; k <= steps; k++, n++)
                    points[n] = rim_vec3_make((float)i, (float)j, (float)k);
    else if (kind == 1) // a lens: as fine as the tolerance, finer, coarser
        for (; n < 120; n++)
        {
            double a = 6.283 * random_unit(random), r = sqrt(random_unit(random));
            points[n] = rim_vec3_make((float)(r * cos(a)), (float)(r * sin(a)),
                                      (float)((n % 2 ? fine : -fine) * (1.0 - r * r)));
        }
    else if (kind == 2) // a side that is not quite plane, upon a pyramid
    {
        for (; n < 60; n++)
        {
            rim_vec3 p = random_in_cube(random, 1);
            points[n] = rim_vec3_make(p.x, p.y, (float)(fine * random_unit(random)));
        }
        points[n++] = rim_vec3_make(0, 0, 1);
    }
    else if (kind == 3) // twins of corners, a hair apart
    {
        n = make_box(points, 1, 1, 1);
        for (int i = 0; i < 16; i++, n++)
            points[n] =
                rim_vec3_add(points[i % 8], rim_vec3_scale(random_in_cube(random, 1), 0x1p-23f));
    }
    else // points on the sides of a box
        for (; n < 200; n++)
        {
            rim_vec3 p = random_in_cube(random, 1);
            (&p.x)[n % 3] = random_int(random, 0, 1) ? 1.0f : -1.0f;
            points[n] = p;
        }
    if (kind != 1) turn_all(random, points, n, 1.0f);
    return n;
}

static int any_cloud(test_random *random, int round, rim_vec3 *points)
{
    return round % 2 ? make_cloud(random, round / 2 % CLOUDS, points)
                     : make_bent_cloud(random, round / 2 % 5, points);
}

static void check_face(const rim_hull *hull, int f, double extent)
{
    double            plane[4];
    const rim_vec3   *c = rim_hull_read(hull).corners;
    rim_hull_face     face = rim_hull_face_at(hull, f);
    const hull_plane *at = &hull->planes[f];
    plane[0] = at->normal.x, plane[1] = at->normal.y, plane[2] = at->normal.z,
    plane[3] = at->offset;
    double slack = 1e-14 * (fabs(plane[3]) + extent);
    for (int i = 0; i < face.count; i++)
    {
        rim_vec3 p = c[face.corners[i]], q = c[face.corners[(i + 1) % face.count]],
                 r = c[face.corners[(i + 2) % face.count]];
        double off = plane[0] * p.x + plane[1] * p.y + plane[2] * p.z - plane[3];
        assert_true(fabs(off) <= TOLERANCE * extent + slack);
        // To the left at every corner.
        double u[3] = { (double)q.x - p.x, (double)q.y - p.y, (double)q.z - p.z };
        double v[3] = { (double)r.x - q.x, (double)r.y - q.y, (double)r.z - q.z };
        double turn = plane[0] * (u[1] * v[2] - u[2] * v[1]) +
                      plane[1] * (u[2] * v[0] - u[0] * v[2]) +
                      plane[2] * (u[0] * v[1] - u[1] * v[0]);
        double sizes = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) *
                       sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        assert_true(face.count == 3 || turn >= -1e-12 * sizes);
    }
    // All else is behind, within as much.
    for (int i = 0; i < rim_hull_read(hull).corner_count; i++)
        assert_true(plane[0] * c[i].x + plane[1] * c[i].y + plane[2] * c[i].z - plane[3] <=
                    2.0 * TOLERANCE * extent + slack);
}

// Two faces have a corner or an edge in common, and no more.
static void check_pairs_of_faces(const rim_hull *hull)
{
    for (int f = 0; f < rim_hull_read(hull).face_count; f++)
        for (int g = 0; g < f; g++)
        {
            rim_hull_face a = rim_hull_face_at(hull, f), b = rim_hull_face_at(hull, g);
            int           common = 0, edges = 0;
            for (int i = 0; i < a.count; i++)
                for (int k = 0; k < b.count; k++)
                {
                    common += a.corners[i] == b.corners[k];
                    edges += a.corners[i] == b.corners[(k + 1) % b.count] &&
                             a.corners[(i + 1) % a.count] == b.corners[k];
                }
            assert_true(common <= 1 + edges && edges <= 1);
        }
}

static void joined_faces_are_convex_and_near_their_planes(void **state)
{
    (void)state;
    test_random random = { 42 };
    int         joined = 0, large = 0, rounds = case_count(1500);
    for (int round = 0; round < rounds; round++)
    {
        rim_vec3  points[MOST];
        int       n = any_cloud(&random, round, points);
        rim_hull *hull = hull_of_points(points, n), *exact = exact_hull_of_points(points, n);
        rim_box3  box = hull->bounds;
        double    extent = fmax(fmax((double)box.hi.x - box.lo.x, (double)box.hi.y - box.lo.y),
                                (double)box.hi.z - box.lo.z);
        if (rim_hull_read(hull).kind == RIM_HULL_SOLID)
        {
            for (int f = 0; f < rim_hull_read(hull).face_count; f++)
            {
                check_face(hull, f, extent);
                large += rim_hull_face_at(hull, f).count > 4;
            }
            check_pairs_of_faces(hull);
            for (int v = 0; v < rim_hull_read(hull).corner_count; v++)
                assert_true(hull->neighbor_starts[v + 1] - hull->neighbor_starts[v] >= 3);
        }
        joined += rim_hull_read(hull).face_count < rim_hull_read(exact).face_count;
        rim_hull_destroy(hull);
        rim_hull_destroy(exact);
    }
    assert_true(joined > rounds / 4 && large > rounds / 4);
}

// Sides with points upon them that stick out by a rounding each: no side can be one face without losing those, but
// most of their edges can go.
static void sides_with_points_on_them_are_in_fewer_pieces(void **state)
{
    (void)state;
    test_random random = { 48 };
    int         before = 0, after = 0;
    for (int round = 0; round < case_count(200); round++)
    {
        rim_vec3  points[MOST];
        int       n = make_bent_cloud(&random, 4, points);
        rim_hull *hull = hull_of_points(points, n), *exact = exact_hull_of_points(points, n);
        before += rim_hull_read(exact).face_count;
        after += rim_hull_read(hull).face_count;
        rim_hull_destroy(hull);
        rim_hull_destroy(exact);
    }
    assert_true(4 * after < 3 * before);
}

// --- what stays ----------------------------------------------------------------------------------------------

static void corners_mass_support_and_inside_stay_exact(void **state)
{
    (void)state;
    test_random random = { 43 };
    int         joined = 0, inside = 0, rounds = case_count(1500);
    for (int round = 0; round < rounds; round++)
    {
        rim_vec3  points[MOST];
        int       n = any_cloud(&random, round, points);
        rim_hull *hull = hull_of_points(points, n), *exact = exact_hull_of_points(points, n);
        int       corners = rim_hull_read(exact).corner_count;
        rim_mass3 mass = rim_hull_mass(exact), other = rim_hull_mass(hull);
        rim_box3  bounds = exact->bounds, other_bounds = hull->bounds;
        assert_int_equal(rim_hull_read(exact).kind, rim_hull_read(hull).kind);
        assert_int_equal(corners, rim_hull_read(hull).corner_count);
        assert_memory_equal(rim_hull_read(exact).corners, rim_hull_read(hull).corners,
                            (size_t)corners * sizeof(rim_vec3));
        assert_memory_equal(&mass, &other, sizeof mass);
        assert_memory_equal(&bounds, &other_bounds, sizeof bounds);
        for (int v = 0; v < corners; v++)
            assert_int_equal(rim_hull_read(exact).sources[v], rim_hull_read(hull).sources[v]);
        for (int i = 0; i < n; i++) assert_true(rim_hull_contains(hull, points[i]));
        for (int i = 0; i < 40; i++)
        {
            rim_vec3 p = points[random_int(&random, 0, n - 1)];
            int      axis = random_int(&random, 0, 2);
            (&p.x)[axis] = nextafterf((&p.x)[axis], i & 1 ? 1e38f : -1e38f);
            bool in = rim_hull_contains(exact, p);
            assert_int_equal(in, rim_hull_contains(hull, p));
            inside += in;
        }
        joined += rim_hull_read(hull).face_count < rim_hull_read(exact).face_count;
        rim_hull_destroy(hull);
        rim_hull_destroy(exact);
    }
    assert_true(joined > rounds / 4 && inside > rounds);
}

static bool same_faces(const rim_hull *a, const rim_hull *b, double scale)
{
    if (rim_hull_read(a).face_count != rim_hull_read(b).face_count) return false;
    for (int f = 0; f < rim_hull_read(a).face_count; f++)
    {
        rim_hull_face fa = rim_hull_face_at(a, f), fb = rim_hull_face_at(b, f);
        hull_plane    pa = a->planes[f], pb = b->planes[f];
        pa.offset *= scale;
        if (fa.count != fb.count || memcmp(&pa, &pb, sizeof pa) != 0 ||
            memcmp(fa.corners, fb.corners, (size_t)fa.count * sizeof(int)) != 0)
            return false;
    }
    return true;
}

static void order_and_powers_of_two_change_nothing(void **state)
{
    (void)state;
    test_random random = { 44 };
    for (int round = 0; round < case_count(800); round++)
    {
        rim_vec3  points[MOST], moved[MOST];
        float     scale = round % 4 < 2 ? 0x1p-30f : 0x1p30f;
        int       n = make_bent_cloud(&random, round % 5, points);
        rim_hull *hull = hull_of_points(points, n);
        for (int i = 0; i < n; i++)
        {
            int j = random_int(&random, 0, i);
            moved[i] = moved[j];
            moved[j] = rim_vec3_scale(points[i], scale);
        }
        rim_hull *other = hull_of_points(moved, n);
        assert_true(same_faces(hull, other, scale));
        rim_hull_destroy(other);
        other = hull_of_points(rim_hull_read(hull).corners, rim_hull_read(hull).corner_count);
        assert_true(same_faces(hull, other, 1.0));
        rim_hull_destroy(other);
        rim_hull_destroy(hull);
    }
}

static void what_floats_hold_exactly_is_not_joined(void **state)
{
    (void)state;
    test_random random = { 45 };
    for (int round = 0; round < case_count(1500); round++)
    {
        rim_vec3 points[MOST];
        int      n = random_int(&random, 4, 100), most = random_int(&random, 1, 40);
        for (int i = 0; i < n; i++) points[i] = random_whole3(&random, most);
        rim_hull *hull = hull_of_points(points, n), *exact = exact_hull_of_points(points, n);
        assert_true(same_faces(hull, exact, 1.0));
        rim_hull_destroy(hull);
        rim_hull_destroy(exact);

        // Bent by 1e-5: a roof upon every side of a box.
        n = make_box(points, 1, 1, 1);
        for (int k = 0; k < 6; k++, n++)
        {
            points[n] = rim_vec3_make(0, 0, 0);
            (&points[n].x)[k / 2] = k & 1 ? 1.00001f : -1.00001f;
        }
        turn_all(&random, points, n, 1.0f);
        hull = hull_of_points(points, n);
        assert_int_equal(24, rim_hull_read(hull).face_count);
        rim_hull_destroy(hull);
    }
}

// --- thin bodies ---------------------------------------------------------------------------------------------

// Plates, lenses and needles down to far less than the tolerance: solids still, and as large as they are also where
// their faces are what they are measured by. The surface moves by twice the distance at most, that is by
// 2^-11 of 2 V / A, so the volume changes by 2^-10 of itself at most.
static void thin_bodies_keep_their_volume(void **state)
{
    (void)state;
    test_random random = { 46 };
    rim_clip   *clip;
    int         weighed = 0, rounds = case_count(1000);
    assert_int_equal(RIM_OK, rim_clip_create(&clip, NULL));
    rim_hull *all = box_hull(4, 4, 4);
    for (int round = 0; round < rounds; round++)
    {
        rim_vec3 points[MOST];
        int      n = random_int(&random, 8, 100), kind = round % 4;
        float    thin = (float)pow(2.0, random_int(&random, -36, -4));
        for (int i = 0; i < n; i++)
        {
            rim_vec3 p = random_in_cube(&random, 1);
            p.z *= thin;
            if (kind == 1) p.y *= thin;
            if (kind == 2) p.z = i % 2 ? thin : -thin;
            if (kind == 3) p.z = (i % 2 ? thin : -thin) * (1.0f - 0.5f * (p.x * p.x + p.y * p.y));
            points[i] = p;
        }
        // A coarser plate can be turned as well.
        if (thin >= 0x1p-10f && kind != 1) turn_all(&random, points, n, 0.5f);
        rim_hull  *hull = hull_of_points(points, n), *exact = exact_hull_of_points(points, n);
        rim_xform3 home = rim_xform3_identity();
        double     volume = rim_hull_mass(exact).volume;
        assert_int_equal(RIM_HULL_SOLID, rim_hull_read(hull).kind);
        assert_true(volume > 0.0 && rim_hull_mass(hull).volume == volume);
        assert_int_equal(RIM_OK, rim_hull_clip(clip, hull, home, all, home));
        if (rim_clip_read(clip).kind == RIM_CLIP_SOLID)
        {
            assert_near(rim_clip_volume(clip), volume, 0x1p-10 * volume);
            weighed++;
        }
        rim_hull_destroy(hull);
        rim_hull_destroy(exact);
    }
    rim_hull_destroy(all);
    rim_clip_destroy(clip);
    assert_true(weighed > rounds / 2);
}

static void every_refused_allocation_is_survived(void **state)
{
    (void)state;
    test_random random = { 47 };
    for (int kind = 0; kind < 5; kind++)
    {
        rim_vec3         points[MOST];
        int              n = make_bent_cloud(&random, kind, points);
        rim_hull_options options = { .merge = 0.0f };
        assert_true(refuse_each_allocation(points, n, options) > 8);
    }
}

// What lies between a bent face and its exact ones is told by the exact ones, wherever it is scaled to.
static void a_hull_with_bent_faces_is_weighed_alike_at_every_scale(void **state)
{
    (void)state;
    static const rim_vec3 points[12] = {
        { -0x1.d1de7ap-1f, -0x1.badd5ep-1f, 0x1.96f102p-2f },
        { -0x1.c0364ep-1f, 0x1.08ef54p-1f, 0x1.86bda8p-2f },
        { -0x1.a1d2aap-1f, 0x1.be762cp-1f, -0x1.14278ep-4f },
        { -0x1.87a7b4p-1f, -0x1.90b352p-1f, 0x1.52de96p-2f },
        { -0x1.56d438p-1f, 0x1.d1c0dcp-1f, 0x1.15ff42p-1f },
        { -0x1.f5df5p-2f, 0x1.3369acp-1f, -0x1.42115ap-1f },
        { -0x1.f7b7c4p-4f, 0x1.228e8ap-1f, 0x1.004f86p-1f },
        { -0x1.e3c70ap-4f, -0x1.e9e6c2p-4f, 0x1.39b5aap-1f },
        { 0x1.04386ap-5f, 0x1.bf6feap-1f, -0x1.84684ap-1f },
        { 0x1.ee94c4p-3f, -0x1.bc577ep-2f, 0x1.83d5ep-4f },
        { 0x1.1197eep-2f, 0x1.99a116p-2f, 0x1.6810f8p-2f },
        { 0x1.d23a9ep-1f, -0x1.364436p-2f, 0x1.d43b98p-2f },
    };
    rim_hull *one = hull_of_points(points, 12), *two;
    float     s = 0x1p-10f;
    assert_true(one->bend > 0x1p-24);
    rim_vec3 small[12];
    for (int i = 0; i < 12; i++) small[i] = rim_vec3_scale(points[i], s);
    two = hull_of_points(small, 12);
    rim_mass3 a = rim_hull_mass(one), b = rim_hull_mass(two);
    assert_true(a.volume * s * s * s == b.volume && a.area * s * s == b.area);
    assert_true(a.x * s == b.x && a.xx * s * s * s * s * s == b.xx);
    rim_hull_destroy(one);
    rim_hull_destroy(two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turned_boxes_and_prisms_have_their_faces),
        cmocka_unit_test(joined_faces_are_convex_and_near_their_planes),
        cmocka_unit_test(sides_with_points_on_them_are_in_fewer_pieces),
        cmocka_unit_test(corners_mass_support_and_inside_stay_exact),
        cmocka_unit_test(order_and_powers_of_two_change_nothing),
        cmocka_unit_test(what_floats_hold_exactly_is_not_joined),
        cmocka_unit_test(thin_bodies_keep_their_volume),
        cmocka_unit_test(every_refused_allocation_is_survived),
        cmocka_unit_test(a_hull_with_bent_faces_is_weighed_alike_at_every_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
