#include "support/lists.h"
#include "support/outline_check.h"

#include "rimcast/mask.h"
#include "rimcast/contour.h"

#include "flat/outline/partition_mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static rim_loops *loops_of(const rim_mask *mask, rim_touch touch, double tolerance,
                           rim_simplify_side side)
{
    rim_contours *contours;
    rim_loops    *loops;
    assert_int_equal(RIM_OK, rim_contours_create(&contours, mask, touch, NULL));
    assert_int_equal(RIM_OK, rim_loops_create_simplified(&loops, contours, tolerance, side, NULL));
    rim_contours_destroy(contours);
    return loops;
}

static int64_t turn(rim_vec2 a, rim_vec2 b, rim_vec2 c)
{
    int64_t ux = (int64_t)b.x - (int64_t)a.x, uy = (int64_t)b.y - (int64_t)a.y;
    int64_t vx = (int64_t)c.x - (int64_t)a.x, vy = (int64_t)c.y - (int64_t)a.y;
    return ux * vy - uy * vx;
}

// Twice the area of a piece, exactly.
static int64_t check_piece(const rim_loops *loops, rim_piece piece, rim_partition_options o)
{
    size_t          count;
    int64_t         twice = 0;
    const rim_vec2 *all = loop_points(loops, &count);
    assert_true(piece.count >= 3 && (o.max_corners == 0 || piece.count <= o.max_corners));
    for (int i = 0; i < piece.count; i++)
    {
        rim_vec2 a = piece.points[i], b = piece.points[(i + 1) % piece.count];
        assert_true(piece.indices[i] < count);
        assert_true(all[piece.indices[i]].x == a.x && all[piece.indices[i]].y == a.y);
        assert_true(rim_vec2_distance(a, b) >= o.min_side);
        assert_true(turn(a, b, piece.points[(i + 2) % piece.count]) > 0);
        // Once around: all points lie on the right hand.
        for (int k = 0; k < piece.count; k++) assert_true(turn(a, b, piece.points[k]) >= 0);
        twice += turn(piece.points[0], a, b);
    }
    return twice;
}

// Is there a gap between two convex pieces, along some side of either?
static bool is_apart(rim_piece p, rim_piece q)
{
    for (int i = 0; i < p.count; i++)
    {
        bool out = true;
        for (int k = 0; k < q.count && out; k++)
            out = turn(p.points[i], p.points[(i + 1) % p.count], q.points[k]) <= 0;
        if (out) return true;
    }
    return false;
}

// Pieces that do not overlap, whose areas add up to that of the loops, and each of which lies in the
// loops, cover the loops exactly. A piece lies in the loops if no side of a loop runs through its
// inside, and one point of it does.
static bool inside_all(const rim_loops *loops, double x, double y)
{
    bool inside = false;
    for (int64_t i = 0; i < loop_count(loops); i++)
    {
        rim_loop loop = rim_loops_list(loops, NULL)[i];
        for (size_t k = 0; k < loop.count; k++)
        {
            rim_vec2 a = loop.points[k], b = loop.points[(k + 1) % loop.count];
            double   ay = (double)a.y, by = (double)b.y;
            if ((ay > y) == (by > y)) continue;
            double at = (double)a.x + ((double)b.x - (double)a.x) * (y - ay) / (by - ay);
            if (at > x) inside = !inside;
        }
    }
    return inside;
}

static void check_cover(const rim_loops *loops, const rim_partition *p)
{
    for (int64_t i = 0; i < piece_count(p); i++)
    {
        rim_piece one = rim_partition_pieces(p, NULL)[i];
        double    x = 0.0, y = 0.0;
        for (int k = 0; k < one.count; k++)
        {
            x += (double)one.points[k].x / one.count;
            y += (double)one.points[k].y / one.count;
        }
        assert_true(inside_all(loops, x, y));
        for (int64_t j = 0; j < i; j++)
        {
            rim_piece other = rim_partition_pieces(p, NULL)[j];
            assert_true(is_apart(one, other) || is_apart(other, one));
        }
    }
}

typedef struct totals
{
    int64_t pieces, triangles, lost, loops;
} totals;

static void check_partition(const rim_loops *loops, rim_partition_options o, totals *sum)
{
    rim_partition *p;
    int64_t        twice = 0;
    double         wanted = 0.0;
    assert_int_equal(RIM_OK, rim_partition_create(&p, loops, &o, NULL));
    for (int64_t i = 0; i < piece_count(p); i++)
        twice += check_piece(loops, rim_partition_pieces(p, NULL)[i], o);
    for (int64_t i = 0; i < loop_count(loops); i++) wanted += rim_loops_list(loops, NULL)[i].area;
    assert_true(0.5 * (double)twice <= wanted);
    assert_true(o.min_side > 0.0f || 0.5 * (double)twice == wanted);
    if (piece_count(p) < 150) check_cover(loops, p);
    sum->pieces += o.max_corners == 3 ? 0 : piece_count(p);
    sum->triangles += o.max_corners == 3 ? piece_count(p) : 0;
    sum->lost += 0.5 * (double)twice < wanted;
    sum->loops += loop_count(loops);
    rim_partition_destroy(p);
}

static void pieces_are_convex_and_cover_random_masks_exactly(void **state)
{
    (void)state;
    static const double tolerances[4] = { 0.0, 0.75, 1.5, 4.0 };
    test_random         random = { 51 };
    totals              sum = { 0, 0, 0, 0 };
    for (int i = 0; i < case_count(12000); i++)
    {
        rim_mask             *mask = check_random_mask(&random, i % 16 ? 20 : 70);
        rim_partition_options o = { 0, 0.0f };
        rim_loops            *loops = loops_of(mask, i & 1 ? RIM_TOUCH_EDGES : RIM_TOUCH_CORNERS,
                                               tolerances[i / 2 % 4], (rim_simplify_side)(i % 3));
        o.max_corners = i % 4 ? random_int(&random, 3, 10) : 3 * (i & 4) / 4;
        if (i % 5 == 0) o.min_side = random_float(&random, 0.0f, 4.0f);
        check_partition(loops, o, &sum);
        rim_loops_destroy(loops);
        rim_mask_destroy(mask);
    }
    assert_true(sum.pieces > 5 * case_count(12000) && sum.triangles > 2 * case_count(12000));
    assert_true(sum.lost > case_count(12000) / 50);
}

static void pieces_are_convex_and_cover_sprites_exactly(void **state)
{
    (void)state;
    static const int corners[4] = { 3, 8, 0, 4 };
    totals           sum = { 0, 0, 0, 0 };
    for (int i = 0; i < CHECK_ASSETS; i++)
    {
        rim_mask *mask = check_asset_mask(check_assets[i]);
        for (int k = 0; k < 4; k++)
            for (int t = 0; t < 3; t++)
            {
                rim_partition_options o = { corners[k], t == 2 ? 2.0f : 0.0f };
                rim_loops            *loops =
                    loops_of(mask, RIM_TOUCH_CORNERS, t == 0 ? 0.0 : 1.0, RIM_SIMPLIFY_NEAR);
                check_partition(loops, o, &sum);
                rim_loops_destroy(loops);
            }
        rim_mask_destroy(mask);
    }
    assert_true(sum.loops > 12 * CHECK_ASSETS && sum.pieces < 2 * sum.triangles);
}

// n points give n - 2 triangles, and two more for each hole.
static void triangles_are_as_many_as_euler_says(void **state)
{
    (void)state;
    rim_mask             *mask;
    rim_partition        *p;
    rim_partition_options o = { 3, 0.0f };
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 60, 60, NULL));
    rim_mask_draw_circle(mask, rim_vec2_make(30.0f, 30.0f), 29.0f, true);
    for (int i = 0; i < 9; i++)
        rim_mask_draw_rect(
            mask, rim_rect_make(15 + i % 3 * 10, 15 + i / 3 * 10, 20 + i % 3 * 10, 21 + i / 3 * 10),
            false);
    rim_loops *loops = loops_of(mask, RIM_TOUCH_CORNERS, 0.0, RIM_SIMPLIFY_NEAR);
    size_t     points;
    loop_points(loops, &points);
    assert_int_equal(10, loop_count(loops));
    assert_int_equal(RIM_OK, rim_partition_create(&p, loops, &o, NULL));
    assert_int_equal((int64_t)points - 2 + 2 * 9, piece_count(p));
    rim_partition_destroy(p);
    rim_loops_destroy(loops);
    rim_mask_destroy(mask);
}

// --- rings of the caller's ---------------------------------------------------------------------------------

static double area_of(const rim_partition *p)
{
    double sum = 0.0;
    for (int64_t i = 0; i < piece_count(p); i++)
    {
        rim_piece piece = rim_partition_pieces(p, NULL)[i];
        sum += rim_polygon2_area((rim_polygon2){ piece.points, piece.count });
    }
    return sum;
}

static void a_convex_polygon_stays_whole_in_either_direction(void **state)
{
    (void)state;
    rim_vec2              hexagon[6] = { { 0.0f, 0.0f }, { 2.0f, -1.0f }, { 5.0f, 0.0f },
                                         { 5.0f, 3.0f }, { 3.0f, 5.0f },  { 0.0f, 3.0f } };
    rim_partition_options five = { 5, 0.0f };
    for (int way = 0; way < 2; way++)
    {
        rim_polygon2   ring = { hexagon, 6 };
        rim_partition *p;
        assert_int_equal(RIM_OK, partition_create_from_rings(&p, &ring, 1, NULL, NULL));
        assert_int_equal(1, piece_count(p));
        assert_int_equal(6, rim_partition_pieces(p, NULL)[0].count);
        rim_partition_destroy(p);
        assert_int_equal(RIM_OK, partition_create_from_rings(&p, &ring, 1, &five, NULL));
        assert_int_equal(2, piece_count(p));
        assert_near(area_of(p), fabs(rim_polygon2_area(ring)), 0.0);
        rim_partition_destroy(p);
        for (int i = 0; i < 3; i++)
        {
            rim_vec2 c = hexagon[i];
            hexagon[i] = hexagon[5 - i];
            hexagon[5 - i] = c;
        }
    }
}

// Stars about a middle are simple whatever their radii; coordinates are any floats.
static void stars_of_any_size_are_covered(void **state)
{
    (void)state;
    test_random random = { 52 };
    for (int i = 0; i < case_count(3000); i++)
    {
        rim_vec2 star[64], hole[64], grown[64], grown_hole[64];
        int      n = random_int(&random, 3, 64), m = random_int(&random, 3, 64);
        for (int k = 0; k < n; k++)
        {
            double r = 10.0 + 20.0 * random_unit(&random), turned = 6.283185307179586 * k / n;
            star[k] = rim_vec2_make((float)(r * cos(turned)), (float)(r * sin(turned)));
            grown[k] = rim_vec2_scale(star[k], 0x1p10f);
        }
        for (int k = 0; k < m; k++)
        {
            double r = 1.0 + 1.5 * random_unit(&random), turned = 6.283185307179586 * k / m;
            hole[k] = rim_vec2_make((float)(r * cos(turned)), (float)(r * sin(turned)));
            grown_hole[k] = rim_vec2_scale(hole[k], 0x1p10f);
        }
        rim_polygon2 rings[2] = { (rim_polygon2){ star, n }, (rim_polygon2){ hole, m } };
        rim_polygon2 large[2] = { (rim_polygon2){ grown, n }, (rim_polygon2){ grown_hole, m } };
        rim_partition_options o = { i % 3 ? random_int(&random, 3, 9) : 0, 0.0f };
        rim_partition        *p, *q;
        // Only few corners: chords of a coarse star could run through the hole.
        int                   count = n >= 12 && m >= 3 ? 2 : 1;
        assert_int_equal(RIM_OK, partition_create_from_rings(&p, rings, count, &o, NULL));
        assert_int_equal(RIM_OK, partition_create_from_rings(&q, large, count, &o, NULL));
        double wanted = fabs(rim_polygon2_area(rings[0])) -
                        (count == 2 ? fabs(rim_polygon2_area(rings[1])) : 0.0);
        assert_near(area_of(p), wanted, 1e-9);
        assert_int_equal(piece_count(p), piece_count(q));
        for (int64_t k = 0; k < piece_count(p); k++)
        {
            rim_piece a = rim_partition_pieces(p, NULL)[k], b = rim_partition_pieces(q, NULL)[k];
            assert_int_equal(a.count, b.count);
            assert_true(rim_polygon2_is_convex((rim_polygon2){ a.points, a.count }));
            assert_memory_equal(a.indices, b.indices, (size_t)a.count * sizeof *a.indices);
        }
        rim_partition_destroy(p);
        rim_partition_destroy(q);
    }
}

static void a_corner_within_a_side_is_no_trouble(void **state)
{
    (void)state;
    rim_vec2     outer[4] = { { 0.0f, 0.0f }, { 10.0f, 0.0f }, { 10.0f, 10.0f }, { 0.0f, 10.0f } };
    rim_vec2     hole[3] = { { 5.0f, 0.0f }, { 10.0f, 5.0f }, { 5.0f, 5.0f } };
    rim_polygon2 rings[2] = { (rim_polygon2){ hole, 3 }, (rim_polygon2){ outer, 4 } };
    rim_partition *p;
    assert_int_equal(RIM_OK, partition_create_from_rings(&p, rings, 2, NULL, NULL));
    assert_near(area_of(p), 87.5, 0.0);
    rim_partition_destroy(p);
}

// Triangles around a point, not in order, each beginning anywhere and some corners given twice.
static void triangles_that_share_a_corner_are_covered(void **state)
{
    (void)state;
    test_random random = { 54 };
    for (int i = 0; i < case_count(2000); i++)
    {
        rim_vec2     points[8][6];
        rim_polygon2 rings[8];
        int          n = random_int(&random, 2, 8);
        double       wanted = 0.0, start = random_unit(&random);
        for (int k = 0; k < n; k++)
        {
            double   one = 6.283185307179586 * (k + start) / n, other = one + 0.5 / n;
            double   r = random_float(&random, 1.0f, 9.0f), q = random_float(&random, 1.0f, 9.0f);
            rim_vec2 corners[3] = { { 3.0f, 5.0f },
                                    { (float)(3.0 + r * cos(one)), (float)(5.0 + r * sin(one)) },
                                    { (float)(3.0 + q * cos(other)),
                                      (float)(5.0 + q * sin(other)) } };
            int      from = random_int(&random, 0, 2), count = 0;
            for (int c = 0; c < 3; c++)
                for (int times = random_int(&random, 1, 6) / 6; times >= 0; times--)
                    points[k][count++] = corners[(from + c) % 3];
            rings[k] = (rim_polygon2){ points[k], count };
            wanted += fabs(rim_polygon2_area(rings[k]));
        }
        for (int k = n - 1; k > 0; k--)
        {
            int          with = random_int(&random, 0, k);
            rim_polygon2 swap = rings[k];
            rings[k] = rings[with];
            rings[with] = swap;
        }
        rim_partition *p;
        assert_int_equal(RIM_OK, partition_create_from_rings(&p, rings, n, NULL, NULL));
        assert_int_equal(n, piece_count(p));
        assert_near(area_of(p), wanted, 1e-9);
        rim_partition_destroy(p);
    }
}

// The outline of random blocks with every pixel edge a side of its own: most corners lie within straight lines.
static void corners_on_straight_lines_are_covered(void **state)
{
    (void)state;
    enum
    {
        MOST = 4096
    };
    static rim_vec2 points[MOST];
    test_random     random = { 41 };
    int             pieces = 0, rings_seen = 0, rounds = case_count(400);
    if (rounds < 200) rounds = 200;
    for (int round = 0; round < rounds; round++)
    {
        // As they are, or leaning.
        static const int leaning[4][4] = {
            { 1, 0, 0, 1 }, { 1, 1, 0, 1 }, { 1, -1, 1, 1 }, { 1, 0, -2, 1 }
        };
        const int    *m = leaning[round % 4];
        rim_mask     *mask;
        rim_contours *contours;
        rim_polygon2  rings[64];
        int           used = 0, count = 0;
        assert_int_equal(RIM_OK, rim_mask_create(&mask, 14, 14, NULL));
        for (int i = random_int(&random, 1, 6); i > 0; i--)
        {
            int x = random_int(&random, 0, 10), y = random_int(&random, 0, 10);
            rim_mask_draw_rect(
                mask,
                rim_rect_make(x, y, x + random_int(&random, 1, 9), y + random_int(&random, 1, 9)),
                random_int(&random, 0, 4) > 0);
        }
        assert_int_equal(RIM_OK, rim_contours_create(&contours, mask, RIM_TOUCH_EDGES, NULL));
        for (int64_t r = 0; r < ring_count(contours) && count < 64; r++)
        {
            rim_ring ring = rim_contours_rings(contours, NULL)[r];
            rings[count].points = points + used;
            for (size_t i = 0; i < ring.count; i++)
            {
                rim_corner a = ring.corners[i], b = ring.corners[(i + 1) % ring.count];
                int        dx = (b.x > a.x) - (b.x < a.x), dy = (b.y > a.y) - (b.y < a.y);
                for (; a.x != b.x || a.y != b.y; a.x += dx, a.y += dy)
                    points[used++] = rim_vec2_make((float)(m[0] * a.x + m[1] * a.y),
                                                   (float)(m[2] * a.x + m[3] * a.y));
            }
            rings[count].count = (int)(points + used - rings[count].points);
            count++;
            rings_seen++;
        }
        for (int corners = 0; corners <= 8; corners += corners == 0 ? 3 : 5)
        {
            rim_partition        *p;
            rim_partition_options o = { .max_corners = corners };
            assert_int_equal(RIM_OK, partition_create_from_rings(&p, rings, count, &o, NULL));
            double area = 0.0;
            for (int64_t i = 0; i < piece_count(p); i++)
            {
                rim_piece piece = rim_partition_pieces(p, NULL)[i];
                area += rim_polygon2_area((rim_polygon2){ piece.points, piece.count });
                assert_true(corners == 0 || piece.count <= corners);
                pieces++;
            }
            assert_true(area == (double)(m[0] * m[3] - m[1] * m[2]) * (double)rim_mask_count(mask));
            rim_partition_destroy(p);
        }
        rim_contours_destroy(contours);
        rim_mask_destroy(mask);
    }
    assert_true(pieces > rings_seen && rings_seen > 0);
}

static void bad_rings_are_refused_or_survived(void **state)
{
    (void)state;
    test_random    random = { 53 };
    rim_partition *p;
    rim_vec2       bow[4] = { { 0.0f, 0.0f }, { 4.0f, 4.0f }, { 4.0f, 0.0f }, { 0.0f, 4.0f } };
    rim_polygon2   ring = { bow, 4 };
    rim_partition_options two = { 2, 0.0f }, short_side = { 0, NAN };
    int                   refused = 0;
    assert_int_equal(RIM_ERR_ARGUMENT, partition_create_from_rings(&p, &ring, 1, &two, NULL));
    assert_int_equal(RIM_ERR_ARGUMENT,
                     partition_create_from_rings(&p, &ring, 1, &short_side, NULL));
    bow[2].x = NAN;
    assert_int_equal(RIM_ERR_ARGUMENT, partition_create_from_rings(&p, &ring, 1, NULL, NULL));
    assert_null(p);
    assert_int_equal(RIM_OK, partition_create_from_rings(&p, NULL, 0, NULL, NULL));
    assert_int_equal(0, piece_count(p));
    rim_partition_destroy(p);
    for (int i = 0; i < case_count(20000); i++)
    {
        rim_vec2     points[24];
        rim_polygon2 rings[3] = { { points, random_int(&random, 0, 8) },
                                  { points + 8, random_int(&random, 0, 8) },
                                  { points + 16, random_int(&random, 0, 8) } };
        for (int k = 0; k < 24; k++)
            points[k] = i % 3 ? rim_vec2_make((float)random_int(&random, 0, 6),
                                              (float)random_int(&random, 0, 6))
                              : rim_vec2_make(random_any_float(&random),
                                              random_float(&random, -9.0f, 9.0f));
        rim_status status = partition_create_from_rings(&p, rings, 3, NULL, NULL);
        refused += status != RIM_OK;
        rim_partition_destroy(p);
    }
    assert_true(refused > case_count(20000) / 4);
}

static void refused_memory_leaves_nothing_behind(void **state)
{
    (void)state;
    rim_mask      *mask = check_asset_mask("ring.png");
    rim_loops     *loops = loops_of(mask, RIM_TOUCH_CORNERS, 2.0, RIM_SIMPLIFY_NEAR);
    rim_partition *p = NULL;
    int            budget = 0;
    for (; !p && budget < 200; budget++)
    {
        test_heap     heap = { .budget = budget };
        rim_allocator from = test_heap_allocator(&heap);
        p = (rim_partition *)&heap; // not what may be left there
        rim_status status = rim_partition_create(&p, loops, NULL, &from);
        assert_int_equal(p ? RIM_OK : RIM_ERR_MEMORY, status);
        rim_partition_destroy(p);
        assert_int_equal(0, heap.live_bytes);
    }
    assert_true(p && budget > 10);
    rim_loops_destroy(loops);
    rim_mask_destroy(mask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_convex_polygon_stays_whole_in_either_direction),
        cmocka_unit_test(a_corner_within_a_side_is_no_trouble),
        cmocka_unit_test(triangles_are_as_many_as_euler_says),
        cmocka_unit_test(pieces_are_convex_and_cover_random_masks_exactly),
        cmocka_unit_test(pieces_are_convex_and_cover_sprites_exactly),
        cmocka_unit_test(stars_of_any_size_are_covered),
        cmocka_unit_test(triangles_that_share_a_corner_are_covered),
        cmocka_unit_test(corners_on_straight_lines_are_covered),
        cmocka_unit_test(bad_rings_are_refused_or_survived),
        cmocka_unit_test(refused_memory_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
