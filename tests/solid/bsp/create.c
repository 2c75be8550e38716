// Trees of planes over triangles.
#include "support/pairs.h"
#include "support/meshes.h"
#include "support/oracle3.h"

#include "rimcast/bsp.h"
#include "solid/bsp/data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 8.0f

static const rim_vec3 HERE = { 0.0f, 0.0f, 0.0f };

static rim_bsp *tree_of(const test_mesh *m, const rim_bsp_options *options)
{
    rim_bsp *bsp = NULL;
    assert_int_equal(rim_bsp_create(&bsp, m->points, m->point_count, m->indices, m->count, options),
                     RIM_OK);
    return bsp;
}

static test_mesh mesh_of(int kind, int count, uint64_t seed)
{
    return test_mesh_make((mesh_kind)kind, count, SIZE, HERE, seed);
}

// --- the pieces -------------------------------------------------------------------------------------

static double area_of(const rim_vec3 *p, int count)
{
    double x = 0.0, y = 0.0, z = 0.0;
    for (int i = 2; i < count; i++)
    {
        double ux = (double)p[i - 1].x - p[0].x, uy = (double)p[i - 1].y - p[0].y;
        double uz = (double)p[i - 1].z - p[0].z, vx = (double)p[i].x - p[0].x;
        double vy = (double)p[i].y - p[0].y, vz = (double)p[i].z - p[0].z;
        x += uy * vz - uz * vy, y += uz * vx - ux * vz, z += ux * vy - uy * vx;
    }
    return 0.5 * sqrt(x * x + y * y + z * z);
}

// How many triangles are in several pieces.
static int check_pieces(int kind, int triangles, uint64_t seed)
{
    test_mesh            m = mesh_of(kind, triangles, seed);
    rim_bsp             *bsp = tree_of(&m, NULL);
    rim_bsp_stats        s = rim_bsp_statistics(bsp);
    int                  count, cut = 0;
    const rim_bsp_piece *pieces = rim_bsp_pieces(bsp, &count);
    double              *area = calloc((size_t)m.count, sizeof *area);
    int                 *parts = calloc((size_t)m.count, sizeof *parts);
    assert_int_equal(count, s.pieces);
    for (int i = 0; i < count; i++)
    {
        rim_triangle t = test_mesh_triangle(&m, pieces[i].triangle);
        rim_polygon3 p = pieces[i].polygon;
        assert_true(p.count >= 3);
        area[pieces[i].triangle] += area_of(p.points, p.count);
        parts[pieces[i].triangle]++;
        for (int k = 0; k < p.count; k++)
            assert_true(oracle_point_triangle(spot_of(p.points[k]), &t) < 4e-6);
    }
    int without = 0;
    for (int i = 0; i < m.count; i++)
    {
        rim_triangle t = test_mesh_triangle(&m, i);
        rim_vec3     points[3] = { t.a, t.b, t.c };
        double       whole = area_of(points, 3);
        without += parts[i] == 0;
        cut += parts[i] > 1;
        if (parts[i] > 0)
            assert_near(area[i], whole, 1e-5 * whole + 2e-5);
        else
            assert_near(whole, 0.0, 1e-4);
    }
    assert_int_equal(without, s.degenerate);
    assert_int_equal(s.triangles, m.count);
    assert_int_equal(s.leaves, s.nodes + 1);
    assert_int_equal(s.pieces, m.count - s.degenerate + s.splits);
    assert_int_equal(s.crowded, 0);
    free(area);
    free(parts);
    rim_bsp_destroy(bsp);
    test_mesh_free(&m);
    return cut;
}

// More cases are more meshes, not larger ones: slivers all across each other come to more pieces a triangle the more there
// are, and of so many thousands to more than the sixteen that are granted.
static void pieces_cover_their_triangles_and_nothing_else(void **state)
{
    (void)state;
    int cut = 0, wanted = case_count(1500), meshes = (wanted + 1499) / 1500;
    for (int kind = 0; kind < MESH_KIND_COUNT; kind++)
        for (int i = 0; i < meshes; i++)
            cut += check_pieces(kind, wanted / meshes, 7 + (uint64_t)i);
    assert_true(cut > wanted / 4);
}

// --- the leaves -------------------------------------------------------------------------------------

// Every leaf whose half-spaces all hold the point.
static int leaves_with(const rim_bsp *bsp, int32_t at, vec3d p, bool inside, int *found)
{
    if (at < 0)
    {
        if (inside) *found = ~at;
        return inside;
    }
    bool front = bsp_height(&bsp->nodes[at].plane, p) >= 0.0;
    return leaves_with(bsp, bsp->nodes[at].child[0], p, inside && front, found) +
           leaves_with(bsp, bsp->nodes[at].child[1], p, inside && !front, found);
}

static rim_vec3 center_of(rim_polygon3 p)
{
    double x = 0.0, y = 0.0, z = 0.0;
    for (int i = 0; i < p.count; i++) x += p.points[i].x, y += p.points[i].y, z += p.points[i].z;
    return rim_vec3_make((float)(x / p.count), (float)(y / p.count), (float)(z / p.count));
}

static void a_point_is_in_one_leaf_and_pieces_face_into_theirs(void **state)
{
    (void)state;
    test_random random = { 3 };
    int         into = 0, all = 0;
    for (int kind = 0; kind < MESH_KIND_COUNT; kind++)
    {
        test_mesh m = mesh_of(kind, case_count(600), 11);
        rim_bsp  *bsp = tree_of(&m, NULL);
        int32_t   root = bsp->stats.nodes ? 0 : ~0;
        for (int i = 0; i < case_count(100); i++)
        {
            rim_vec3 p = random_vec3(&random, SIZE);
            int      found = -1;
            assert_int_equal(leaves_with(bsp, root, v3d_from(p), true, &found), 1);
        }
        int                  count;
        const rim_bsp_piece *pieces = rim_bsp_pieces(bsp, &count);
        for (int i = 0; i < count; i++)
        {
            rim_triangle t = test_mesh_triangle(&m, pieces[i].triangle);
            rim_vec3     n = rim_triangle_normal(t.a, t.b, t.c);
            rim_vec3     p = rim_vec3_along(center_of(pieces[i].polygon), n, 1e-4f);
            int          found = -1;
            leaves_with(bsp, root, v3d_from(p), true, &found);
            into += found == pieces[i].leaf;
            all++;
        }
        rim_bsp_destroy(bsp);
        test_mesh_free(&m);
    }
    // All but those in cells thinner than that.
    assert_true(into > all - all / 20 && all > case_count(600));
}

// --- the order --------------------------------------------------------------------------------------

typedef struct shown
{
    int    place; // in the order
    double depth;
} shown;

// Along a ray from the eye, what is drawn later is never further away.
static int check_ray(const rim_bsp *bsp, const int *order, int count, rim_vec3 eye, rim_vec3 to)
{
    rim_ray3             ray = { eye, rim_vec3_scale(rim_vec3_sub(to, eye), 4.0f) };
    const rim_bsp_piece *pieces = rim_bsp_pieces(bsp, NULL);
    double               last = INFINITY, length = rim_vec3_length(ray.delta);
    int                  met = 0;
    for (int i = 0; i < count; i++)
    {
        rim_hit3 hit = rim_polygon3_raycast(pieces[order[i]].polygon, ray, RIM_SIDE_BOTH);
        if (!hit.hit) continue;
        // Seen at a flat angle, a plane's thickness is long.
        float slope = fabsf(rim_vec3_dot(hit.normal, ray.delta)) / (float)length;
        if (slope < 1e-2f) continue;
        double at = hit.t * length;
        assert_true(at <= last + 2e-3);
        last = at;
        met++;
    }
    return met;
}

static void nothing_hides_what_is_drawn_later(void **state)
{
    (void)state;
    test_random random = { 5 };
    int         several = 0;
    for (int kind = 0; kind < MESH_KIND_COUNT; kind++)
    {
        test_mesh            m = mesh_of(kind, case_count(400), 13);
        rim_bsp             *bsp = tree_of(&m, NULL);
        int                  count;
        const rim_bsp_piece *pieces = rim_bsp_pieces(bsp, &count);
        int                 *order = malloc((size_t)(count + 1) * sizeof *order);
        char                *seen = malloc((size_t)count + 1);
        for (int view = 0; view < case_count(20); view++)
        {
            rim_vec3 eye = random_vec3(&random, view % 2 ? SIZE : 3.0f * SIZE);
            memset(seen, 0, (size_t)count + 1);
            order[count] = -7;
            assert_int_equal(rim_bsp_order(bsp, eye, order, count), count);
            for (int i = 0; i < count; i++) assert_false(seen[order[i]]++);
            assert_int_equal(order[count], -7);
            for (int k = 0; k < 12 && count > 0; k++)
            {
                rim_vec3 to = center_of(pieces[random_int(&random, 0, count - 1)].polygon);
                several += check_ray(bsp, order, count, eye, to) > 1;
            }
        }
        free(order);
        free(seen);
        rim_bsp_destroy(bsp);
        test_mesh_free(&m);
    }
    assert_true(several > case_count(20) * 12);
}

// Does a ray pass a piece away from its border? One that runs in a dividing plane touches pieces of the cell beyond
// from the side: it sees their edges alone, and they hide nothing. They stand out of their cell by a plane's thickness,
// 2^-22 of SIZE, and the ray, which goes by less than 2^7 along each axis, is off by 2^-18 there: where it meets no
// more of a piece than that, it is no further from the border than both over the sine between the two planes, which is
// not less than that between the ray and the piece.
static bool passes_inside(rim_polygon3 piece, const rim_hit3 *hit, double sine)
{
    double off = (SIZE * 0x1p-22 + 0x1p-17) / sine;
    for (int i = 0; i < piece.count; i++)
    {
        rim_segment3 edge = { piece.points[i], piece.points[(i + 1) % piece.count] };
        if (oracle_point_segment(spot_of(hit->point), &edge) <= off) return false;
    }
    return true;
}

// Rays through the middle of a thing: what they meet behind it is drawn before it. In one cell, what they meet
// in front of it is drawn after it.
static void things_have_a_place_in_the_order(void **state)
{
    (void)state;
    test_random random = { 6 };
    int         behind = 0, before = 0;
    for (int kind = 0; kind < MESH_KIND_COUNT; kind++)
    {
        test_mesh            m = mesh_of(kind, 300, 13);
        rim_bsp             *bsp = tree_of(&m, NULL);
        int                  count;
        const rim_bsp_piece *pieces = rim_bsp_pieces(bsp, &count);
        int                 *order = malloc((size_t)(count + 1) * sizeof *order);
        for (int i = 0; i < case_count(300); i++)
        {
            rim_vec3   eye = random_vec3(&random, 2.0f * SIZE);
            rim_sphere thing = { random_vec3(&random, SIZE), i % 2 ? 0.5f : 0.0f };
            rim_ray3   ray = { eye, rim_vec3_scale(rim_vec3_sub(thing.center, eye), 4.0f) };
            double     length = rim_vec3_length(ray.delta);
            int        place = rim_bsp_place(bsp, eye, thing);
            assert_true(place >= 0 && place <= count);
            rim_bsp_order(bsp, eye, order, count);
            for (int k = 0; k < count; k++)
            {
                rim_polygon3 piece = pieces[order[k]].polygon;
                rim_hit3     hit = rim_polygon3_raycast(piece, ray, RIM_SIDE_BOTH);
                float        slope = fabsf(rim_vec3_dot(hit.normal, ray.delta)) / (float)length;
                if (!hit.hit || slope < 1e-2f || !passes_inside(piece, &hit, slope)) continue;
                double beyond = (hit.t - 0.25) * length;
                if (beyond > thing.radius + 2e-3)
                {
                    assert_true(k < place);
                    behind++;
                }
                else if (beyond < -2e-3 && thing.radius == 0.0f)
                {
                    assert_true(k >= place);
                    before++;
                }
            }
        }
        free(order);
        rim_bsp_destroy(bsp);
        test_mesh_free(&m);
    }
    assert_true(behind > case_count(300) / 4 && before > case_count(300) / 4);
}

// --- what can be touched ----------------------------------------------------------------------------

static int *numbers_room(int count)
{
    return malloc((size_t)(count + 1) * sizeof(int));
}

// Every triangle at most `radius` away is there, none that is more than a little further, each once.
static int check_found(const test_mesh *m, const int *numbers, int count, const double *gaps,
                       double radius)
{
    char *there = calloc((size_t)m->count + 1, 1);
    int   close = 0;
    for (int i = 0; i < count; i++)
    {
        assert_true(numbers[i] >= 0 && numbers[i] < m->count && !there[numbers[i]]);
        there[numbers[i]] = 1;
        assert_true(gaps[numbers[i]] <= radius + 2e-5);
    }
    for (int i = 0; i < m->count; i++)
    {
        rim_triangle t = test_mesh_triangle(m, i);
        rim_vec3     points[3] = { t.a, t.b, t.c };
        // Slivers may be among those without area.
        if (gaps[i] > radius || area_of(points, 3) < 1e-4) continue;
        assert_true(there[i]);
        close++;
    }
    free(there);
    return close;
}

static void what_moving_things_touch_is_all_found_once(void **state)
{
    (void)state;
    test_random random = { 7 };
    int         close = 0;
    for (int kind = 0; kind < MESH_KIND_COUNT; kind++)
    {
        test_mesh m = mesh_of(kind, case_count(700), 17);
        rim_bsp  *bsp = tree_of(&m, NULL);
        int      *numbers = numbers_room(m.count);
        double   *gaps = malloc((size_t)(m.count + 1) * sizeof *gaps);
        for (int i = 0; i < case_count(500); i++)
        {
            rim_capsule  c = random_capsule(&random, SIZE);
            rim_vec3     delta = i % 3 ? random_vec3(&random, 3.0f) : HERE;
            rim_sphere   s = { c.a, c.radius };
            rim_capsule  way = { c.a, rim_vec3_add(c.a, delta), 0.0f };
            rim_bsp_work work;
            for (int k = 0; k < m.count; k++)
            {
                rim_triangle t = test_mesh_triangle(&m, k);
                gaps[k] = rim_capsule_distance_triangle(way, &t).distance;
            }
            int count = rim_bsp_gather_sphere(bsp, s, delta, numbers, m.count, &work);
            close += check_found(&m, numbers, count, gaps, s.radius);
            assert_true(work.nodes <= bsp->stats.nodes && work.measured >= count);
        }
        free(gaps);
        free(numbers);
        rim_bsp_destroy(bsp);
        test_mesh_free(&m);
    }
    assert_true(close > case_count(500) * case_count(700) / 70);
}

static void a_tree_scales_to_the_bit_by_powers_of_two(void **state)
{
    (void)state;
    for (int kind = 0; kind < MESH_KIND_COUNT; kind++)
        for (int power = -30; power <= 30; power += 20)
        {
            float     k = ldexpf(1.0f, power);
            test_mesh m = mesh_of(kind, case_count(300), 23),
                      big = mesh_of(kind, case_count(300), 23);
            for (int i = 0; i < big.point_count; i++)
                big.points[i] = rim_vec3_scale(m.points[i], k);
            rim_bsp             *a = tree_of(&m, NULL), *b = tree_of(&big, NULL);
            int                  count;
            const rim_bsp_piece *p = rim_bsp_pieces(a, &count), *q = rim_bsp_pieces(b, NULL);
            assert_memory_equal(&a->stats, &b->stats, sizeof a->stats);
            for (int i = 0; i < count; i++)
            {
                assert_int_equal(p[i].triangle, q[i].triangle);
                assert_int_equal(p[i].polygon.count, q[i].polygon.count);
                for (int c = 0; c < p[i].polygon.count; c++)
                    assert_true(p[i].polygon.points[c].x * k == q[i].polygon.points[c].x &&
                                p[i].polygon.points[c].z * k == q[i].polygon.points[c].z);
            }
            rim_bsp_destroy(a);
            rim_bsp_destroy(b);
            test_mesh_free(&m);
            test_mesh_free(&big);
        }
}

typedef struct watch
{
    double last;
    int    calls, stop_at;
} watch;

static bool tick(void *context, double done)
{
    watch *w = context;
    assert_true(done >= w->last && done <= 1.0);
    w->last = done;
    return ++w->calls != w->stop_at;
}

static void building_tells_how_far_it_is_and_stops_when_asked(void **state)
{
    (void)state;
    test_mesh       m = mesh_of(MESH_KIND_SOUP, 600, 25);
    watch           w = { 0 };
    rim_bsp_options options = { .progress = { tick, &w } };
    rim_bsp        *bsp = tree_of(&m, &options);
    assert_true(w.calls > 4 && w.last == 1.0);
    rim_bsp_destroy(bsp);
    test_heap     heap = { .budget = -1 };
    rim_allocator from = test_heap_allocator(&heap);
    watch         stop = { .stop_at = 3 };
    options.progress.context = &stop;
    options.allocator = &from;
    assert_int_equal(rim_bsp_create(&bsp, m.points, m.point_count, m.indices, m.count, &options),
                     RIM_ERR_CANCELLED);
    assert_null(bsp);
    assert_int_equal(heap.live_bytes, 0);
    test_mesh_free(&m);
}

static void limits_are_kept_and_gathering_stays_right(void **state)
{
    (void)state;
    test_mesh       m = mesh_of(MESH_KIND_SOUP, 1500, 27);
    rim_bsp_options shallow = { .depth = 5 }, thrifty = { .growth = 1.5f };
    rim_bsp        *a = tree_of(&m, &shallow), *b = tree_of(&m, &thrifty), *c = tree_of(&m, NULL);
    rim_bsp_stats   s = rim_bsp_statistics(a), t = rim_bsp_statistics(b);
    assert_true(s.depth <= 5 && s.nodes < 32 && s.crowded > 0);
    assert_true(t.growth < 2.0f && t.crowded > 0);
    test_random random = { 29 };
    int         found = 0, *p = numbers_room(m.count), *q = numbers_room(m.count);
    for (int i = 0; i < 50; i++)
    {
        rim_sphere sphere = { random_vec3(&random, SIZE), 1.0f };
        rim_vec3   delta = random_vec3(&random, 2.0f);
        int        count = rim_bsp_gather_sphere(c, sphere, delta, p, m.count, NULL);
        assert_int_equal(rim_bsp_gather_sphere(a, sphere, delta, q, m.count, NULL), count);
        assert_int_equal(rim_bsp_gather_sphere(b, sphere, delta, q, m.count, NULL), count);
        found += count;
    }
    assert_true(found > 50);
    free(p);
    free(q);
    rim_bsp_destroy(a);
    rim_bsp_destroy(b);
    rim_bsp_destroy(c);
    test_mesh_free(&m);
}

// The sides of a prism need no cuts, so the least limit of pieces leaves none of them inside of a cell.
static void a_limit_of_pieces_stops_no_plane_that_cuts_nothing(void **state)
{
    (void)state;
    enum
    {
        SIDES = 300
    };
    rim_vec3        points[3 * SIDES];
    rim_bsp_options uncut = { .growth = 1.0f };
    rim_bsp        *bsp;
    for (int i = 0; i < 3 * SIDES; i++)
    {
        double turn = 6.283185307179586 * (i / 3 + (i % 3 == 1)) / SIDES;
        points[i] = rim_vec3_make((float)cos(turn), (float)sin(turn), i % 3 == 2 ? 1.0f : -1.0f);
    }
    for (int count = 1; count <= SIDES; count += SIDES - 1)
    {
        assert_int_equal(rim_bsp_create(&bsp, points, 3 * count, NULL, count, &uncut), RIM_OK);
        assert_int_equal(rim_bsp_statistics(bsp).pieces, count);
        assert_int_equal(rim_bsp_statistics(bsp).crowded, 0);
        rim_bsp_destroy(bsp);
    }
}

static void bad_input_is_refused_and_none_is_an_empty_leaf(void **state)
{
    (void)state;
    rim_vec3        points[4] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { NAN, 0, 0 } };
    int             good[3] = { 0, 1, 2 }, wrong[3] = { 0, 1, 4 }, nan[3] = { 0, 1, 3 };
    int             flat[3] = { 0, 1, 1 }, numbers[2];
    rim_bsp_options deep = { .depth = 256 }, thin = { .growth = 0.5f };
    rim_bsp        *bsp;
    assert_int_equal(rim_bsp_create(&bsp, points, 4, wrong, 1, NULL), RIM_ERR_ARGUMENT);
    assert_int_equal(rim_bsp_create(&bsp, points, 4, nan, 1, NULL), RIM_ERR_ARGUMENT);
    assert_int_equal(rim_bsp_create(&bsp, points, 4, good, 1, &deep), RIM_ERR_ARGUMENT);
    assert_int_equal(rim_bsp_create(&bsp, points, 4, good, 1, &thin), RIM_ERR_ARGUMENT);
    assert_int_equal(rim_bsp_create(&bsp, points, 4, good, -1, NULL), RIM_ERR_SIZE);
    assert_int_equal(rim_bsp_create(&bsp, points, 4, NULL, 2, NULL), RIM_ERR_SIZE);
    assert_null(bsp);

    rim_sphere s = { { 0.2f, 0.2f, 0.1f }, 0.5f }, nowhere = { { INFINITY, 0, 0 }, 1.0f };
    assert_int_equal(rim_bsp_create(&bsp, NULL, 0, NULL, 0, NULL), RIM_OK);
    assert_int_equal(rim_bsp_statistics(bsp).leaves, 1);
    assert_int_equal(rim_bsp_order(bsp, s.center, NULL, 0), 0);
    assert_int_equal(rim_bsp_gather_sphere(bsp, s, HERE, numbers, 2, NULL), 0);
    rim_bsp_destroy(bsp);

    assert_int_equal(rim_bsp_create(&bsp, points, 4, flat, 1, NULL), RIM_OK);
    assert_int_equal(rim_bsp_statistics(bsp).degenerate, 1);
    assert_int_equal(rim_bsp_statistics(bsp).pieces, 0);
    rim_bsp_destroy(bsp);

    // The order of corners does not decide whether a narrow triangle has area.
    const rim_vec3 narrow[] = {
        { 0, 0, 0 }, { 1, 0, 0 }, { 1, 5e-7f, 0 }, { 0, 0, 0 }, { 1, 0, 0 }
    };
    for (int i = 0; i < 3; i++)
    {
        assert_int_equal(rim_bsp_create(&bsp, narrow + i, 3, NULL, 1, NULL), RIM_OK);
        assert_int_equal(rim_bsp_statistics(bsp).degenerate, 0);
        rim_bsp_destroy(bsp);
    }

    assert_int_equal(rim_bsp_create(&bsp, points, 3, NULL, 1, NULL), RIM_OK);
    assert_int_equal(rim_bsp_gather_sphere(bsp, s, HERE, numbers, 2, NULL), 1);
    assert_int_equal(rim_bsp_gather_sphere(bsp, nowhere, HERE, numbers, 2, NULL), 0);
    rim_bsp_destroy(bsp);
    rim_bsp_destroy(NULL);
}

// The path ends at the largest float, and not nowhere.
static void a_path_beyond_all_floats_touches_what_is_before(void **state)
{
    (void)state;
    const rim_vec3 points[3] = { { 3e38f, 0, 0 }, { 3e38f, 1e38f, 0 }, { 3e38f, 0, 1e38f } };
    rim_sphere     s = { { 1e38f, 1e37f, 1e37f }, 1e37f };
    int            number;
    rim_bsp       *bsp;
    assert_int_equal(rim_bsp_create(&bsp, points, 3, NULL, 1, NULL), RIM_OK);
    for (int i = 0; i < 4; i++)
    {
        const float ways[4] = { 1.5e38f, 2e38f, 3e38f, INFINITY };
        rim_vec3    delta = { ways[i], 0, 0 };
        assert_int_equal(rim_bsp_gather_sphere(bsp, s, delta, &number, 1, NULL), i == 1 || i == 2);
    }
    rim_bsp_destroy(bsp);
}

static void every_refused_allocation_is_survived(void **state)
{
    (void)state;
    test_mesh m = mesh_of(MESH_KIND_SOUP, 60, 31);
    bool      made = false;
    for (int budget = 0; !made && budget < 500; budget++)
    {
        test_heap       heap = { .budget = budget };
        rim_allocator   from = test_heap_allocator(&heap);
        rim_bsp_options options = { .allocator = &from };
        rim_bsp        *bsp;
        rim_status      status =
            rim_bsp_create(&bsp, m.points, m.point_count, m.indices, m.count, &options);
        made = status == RIM_OK;
        if (!made) assert_int_equal(status, RIM_ERR_MEMORY);
        assert_int_equal(bsp != NULL, made);
        if (made) assert_int_equal(heap.live_bytes, rim_bsp_statistics(bsp).bytes);
        rim_bsp_destroy(bsp);
        assert_int_equal(heap.live_bytes, 0);
    }
    assert_true(made);
    test_mesh_free(&m);
}

static void seventy_thousand_triangles_of_a_landscape_are_hardly_cut(void **state)
{
    (void)state;
    test_mesh     m = mesh_of(MESH_KIND_TERRAIN, case_count(70000), 33);
    rim_bsp      *bsp = tree_of(&m, NULL);
    rim_bsp_stats s = rim_bsp_statistics(bsp);
    assert_true(s.growth < 1.2f && s.crowded == 0 && s.depth < 64);
    rim_bsp_destroy(bsp);
    test_mesh_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_cover_their_triangles_and_nothing_else),
        cmocka_unit_test(a_point_is_in_one_leaf_and_pieces_face_into_theirs),
        cmocka_unit_test(nothing_hides_what_is_drawn_later),
        cmocka_unit_test(things_have_a_place_in_the_order),
        cmocka_unit_test(what_moving_things_touch_is_all_found_once),
        cmocka_unit_test(a_tree_scales_to_the_bit_by_powers_of_two),
        cmocka_unit_test(building_tells_how_far_it_is_and_stops_when_asked),
        cmocka_unit_test(limits_are_kept_and_gathering_stays_right),
        cmocka_unit_test(a_limit_of_pieces_stops_no_plane_that_cuts_nothing),
        cmocka_unit_test(bad_input_is_refused_and_none_is_an_empty_leaf),
        cmocka_unit_test(a_path_beyond_all_floats_touches_what_is_before),
        cmocka_unit_test(every_refused_allocation_is_survived),
        cmocka_unit_test(seventy_thousand_triangles_of_a_landscape_are_hardly_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
