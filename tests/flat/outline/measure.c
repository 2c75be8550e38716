#include "support/support.h"

#include "rimcast/mask.h"
#include "rimcast/outline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    SIDE = 40 // of the largest mask of the oracle
};

// --- an oracle: flood pixel by pixel, sample the edge densely ---------------------------------------

typedef struct flooded
{
    bool outside[SIDE + 2][SIDE + 2]; // shifted by one
} flooded;

static void flood(const rim_mask *mask, flooded *f)
{
    int w = rim_mask_width(mask) + 2, h = rim_mask_height(mask) + 2;
    memset(f, 0, sizeof *f);
    f->outside[0][0] = true;
    for (bool changed = true; changed;)
    {
        changed = false;
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
            {
                if (f->outside[y][x] || rim_mask_get(mask, x - 1, y - 1)) continue;
                if ((x > 0 && f->outside[y][x - 1]) || (x + 1 < w && f->outside[y][x + 1]) ||
                    (y > 0 && f->outside[y - 1][x]) || (y + 1 < h && f->outside[y + 1][x]))
                    changed = f->outside[y][x] = true;
            }
    }
}

typedef struct loop
{
    double x[4096], y[4096];
    int    count;
} loop;

static void take_hits(loop *l, rim_vec2 anchor, const rim_edge_point *points, int rays)
{
    l->count = 0;
    for (int k = 0; k < rays; k++)
        if (points[k].hit)
        {
            l->x[l->count] = (double)points[k].at.x + anchor.x;
            l->y[l->count++] = (double)points[k].at.y + anchor.y;
        }
}

static double distance_to_loop(const loop *l, double px, double py)
{
    double least = INFINITY;
    for (int i = 0; i < l->count; i++)
    {
        int    j = (i + 1) % l->count;
        double dx = l->x[j] - l->x[i], dy = l->y[j] - l->y[i], n = dx * dx + dy * dy;
        double t = n > 0 ? ((px - l->x[i]) * dx + (py - l->y[i]) * dy) / n : 0;
        t = fmin(fmax(t, 0), 1);
        least = fmin(least, hypot(l->x[i] + t * dx - px, l->y[i] + t * dy - py));
    }
    return least;
}

static double sampled_side(const loop *l, int x0, int y0, int x1, int y1, int samples)
{
    double most = 0;
    for (int i = 0; i <= samples; i++)
    {
        double t = (double)i / samples;
        most = fmax(most, distance_to_loop(l, x0 + t * (x1 - x0), y0 + t * (y1 - y0)));
    }
    return most;
}

static double sampled_distance(const rim_mask *mask, const loop *l, int samples)
{
    static flooded f;
    double         most = 0;
    flood(mask, &f);
    for (int y = 0; y < rim_mask_height(mask); y++)
        for (int x = 0; x < rim_mask_width(mask); x++)
        {
            if (!rim_mask_get(mask, x, y)) continue;
            if (f.outside[y][x + 1]) most = fmax(most, sampled_side(l, x, y, x + 1, y, samples));
            if (f.outside[y + 2][x + 1])
                most = fmax(most, sampled_side(l, x, y + 1, x + 1, y + 1, samples));
            if (f.outside[y + 1][x]) most = fmax(most, sampled_side(l, x, y, x, y + 1, samples));
            if (f.outside[y + 1][x + 2])
                most = fmax(most, sampled_side(l, x + 1, y, x + 1, y + 1, samples));
        }
    return most;
}

static bool is_inside(const loop *l, double x, double y)
{
    bool inside = false;
    for (int i = 0, j = l->count - 1; i < l->count; j = i++)
        if ((l->y[i] > y) != (l->y[j] > y) &&
            x < (l->x[j] - l->x[i]) * (y - l->y[i]) / (l->y[j] - l->y[i]) + l->x[i])
            inside = !inside;
    return inside;
}

// The share by counting samples of every solid pixel.
static double sampled_share(const rim_mask *mask, const loop *l, int samples)
{
    int64_t out = 0, all = 0;
    for (int y = 0; y < rim_mask_height(mask); y++)
        for (int x = 0; x < rim_mask_width(mask); x++)
            for (int i = 0; i < samples * samples && rim_mask_get(mask, x, y); i++, all++)
                out += !is_inside(l, x + (i % samples + 0.5) / samples,
                                  y + (i / samples + 0.5) / samples);
    return (double)out / (double)all;
}

// --- masks ---------------------------------------------------------------------------------------------

static rim_mask *make_mask(int width, int height)
{
    rim_mask *mask = NULL;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, width, height, NULL));
    return mask;
}

static void fill(rim_mask *mask, int x0, int y0, int x1, int y1, bool solid)
{
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++) rim_mask_set(mask, x, y, solid);
}

static rim_mask *random_mask(test_random *random, int most)
{
    int       w = random_int(random, 1, most), h = random_int(random, 1, most);
    rim_mask *mask = make_mask(w, h);
    for (int i = random_int(random, 1, 6); i > 0; i--)
    {
        int x = random_int(random, 0, w - 1), y = random_int(random, 0, h - 1);
        fill(mask, x, y, x + random_int(random, 1, w), y + random_int(random, 1, h), i % 3 != 0);
    }
    for (int i = random_int(random, 0, w * h / 4); i > 0; i--)
        rim_mask_set(mask, random_int(random, 0, w - 1), random_int(random, 0, h - 1), i & 1);
    return mask;
}

static rim_outline_error measure(const rim_mask *mask, rim_vec2 anchor, int rays,
                                 rim_edge_point *points)
{
    rim_outline_error error;
    rim_outline_cast(mask, anchor, rays, points);
    assert_int_equal(RIM_OK, rim_outline_measure(&error, mask, anchor, points, rays, NULL));
    return error;
}

// --- tests -----------------------------------------------------------------------------------------------

static void the_distance_agrees_with_a_dense_sampling(void **state)
{
    (void)state;
    static rim_edge_point points[4096];
    static loop           l;
    test_random           random = { 3 };
    int                   compared = 0;
    for (int i = 0; i < case_count(400); i++)
    {
        rim_mask         *mask = random_mask(&random, SIDE);
        float             w = (float)rim_mask_width(mask), h = (float)rim_mask_height(mask);
        rim_vec2          anchor = rim_vec2_make(random_float(&random, -0.3f * w, 1.3f * w),
                                                 random_float(&random, -0.3f * h, 1.3f * h));
        int               rays = random_int(&random, 1, 60);
        rim_outline_error error = measure(mask, anchor, rays, points);
        take_hits(&l, anchor, points, rays);
        assert_int_equal(l.count, error.hits);
        if (l.count < 3)
            assert_true(isinf(error.distance));
        else
        {
            double sampled = sampled_distance(mask, &l, 32);
            assert_true(error.distance >= sampled * (1 - 1e-9) - 1e-9);
            assert_true(error.distance <= sampled + 0.5 / 32);
            compared++;
        }
        rim_mask_destroy(mask);
    }
    assert_true(compared >= case_count(400) / 2);
}

static void the_share_agrees_with_a_dense_sampling(void **state)
{
    (void)state;
    static rim_edge_point points[4096];
    static loop           l;
    test_random           random = { 4 };
    int                   compared = 0;
    for (int i = 0; i < case_count(300); i++)
    {
        rim_mask *mask = random_mask(&random, SIDE);
        float     w = (float)rim_mask_width(mask), h = (float)rim_mask_height(mask);
        rim_vec2  anchor = rim_vec2_make(random_float(&random, -0.3f * w, 1.3f * w),
                                         random_float(&random, -0.3f * h, 1.3f * h));
        if (i % 3 == 0) anchor = rim_vec2_make(w / 2, h / 2);
        int               rays = random_int(&random, 3, 40);
        rim_outline_error error = measure(mask, anchor, rays, points);
        take_hits(&l, anchor, points, rays);
        if (rim_mask_count(mask) > 0 && l.count >= 3)
        {
            assert_near(error.outside_share, sampled_share(mask, &l, 16), 0.02);
            compared++;
        }
        rim_mask_destroy(mask);
    }
    assert_true(compared >= case_count(300) / 2);
}

// A square seen by four rays: a diamond. Corners are as far from it as half the diagonal's half, and half
// of the square is outside.
static void a_square_seen_by_four_rays_is_a_diamond(void **state)
{
    (void)state;
    rim_edge_point points[4];
    rim_mask      *mask = make_mask(12, 12);
    fill(mask, 2, 2, 10, 10, true);
    rim_outline_error error = measure(mask, rim_vec2_make(6, 6), 4, points);
    assert_near(error.distance, sqrt(8.0), 1e-12);
    assert_near(error.outside_share, 0.5, 1e-12);
    assert_int_equal(4, error.hits);
    rim_mask_destroy(mask);
}

static void eight_rays_see_a_square_whole(void **state)
{
    (void)state;
    rim_edge_point points[8];
    rim_mask      *mask = make_mask(8, 8);
    fill(mask, 0, 0, 8, 8, true);
    rim_outline_error error = measure(mask, rim_vec2_make(4, 4), 8, points);
    assert_near(error.distance, 0.0, 1e-12);
    assert_near(error.outside_share, 0.0, 1e-12);
    rim_mask_destroy(mask);
}

// The outline goes down at both ends of a bar, across far below, and back the same way. It touches
// the bar's corners; farthest from it is the middle of the bar's long sides, where two sides are equally far.
static void the_greatest_distance_may_be_inside_a_side(void **state)
{
    (void)state;
    rim_edge_point fork[6] = { { { 0, 0 }, true },  { { 0, 30 }, true },  { { 20, 30 }, true },
                               { { 20, 0 }, true }, { { 20, 30 }, true }, { { 0, 30 }, true } };
    rim_mask      *mask = make_mask(20, 1);
    fill(mask, 0, 0, 20, 1, true);
    rim_outline_error error;
    assert_int_equal(RIM_OK, rim_outline_measure(&error, mask, rim_vec2_make(0, 0), fork, 6, NULL));
    assert_near(error.distance, 10.0, 1e-11);

    // Off the middle, where no halving hits it: the sides are 1.5 and 20 - 0.25 away.
    for (int i = 0; i < 6; i++) fork[i].at.x += fork[i].at.x > 5 ? -0.25f : 1.5f;
    assert_int_equal(RIM_OK, rim_outline_measure(&error, mask, rim_vec2_make(0, 0), fork, 6, NULL));
    assert_near(error.distance, (19.75 - 1.5) / 2, 1e-11);
    rim_mask_destroy(mask);
}

static void holes_and_closed_bays_are_no_part_of_the_outer_edge(void **state)
{
    (void)state;
    rim_edge_point points[8];
    rim_mask      *mask = make_mask(8, 8);
    fill(mask, 0, 0, 8, 8, true);
    fill(mask, 2, 2, 6, 6, false);
    assert_near(measure(mask, rim_vec2_make(4, 4), 8, points).distance, 0.0, 1e-12);
    rim_mask_destroy(mask);

    // (1, 1) is empty and touches the empty (0, 0) at a corner only: still a hole. The outer edge is the
    // square without (0, 0).
    mask = make_mask(4, 4);
    fill(mask, 0, 0, 4, 4, true);
    rim_mask_set(mask, 0, 0, false);
    rim_mask_set(mask, 1, 1, false);
    rim_edge_point    ring[6] = { { { 4, 0 }, true }, { { 4, 4 }, true }, { { 0, 4 }, true },
                                  { { 0, 1 }, true }, { { 1, 1 }, true }, { { 1, 0 }, true } };
    rim_outline_error error;
    assert_int_equal(RIM_OK, rim_outline_measure(&error, mask, rim_vec2_make(0, 0), ring, 6, NULL));
    assert_near(error.distance, 0.0, 0.0);
    // Through the side it is a bay, and its far corner counts.
    rim_mask_set(mask, 0, 1, false);
    assert_int_equal(RIM_OK, rim_outline_measure(&error, mask, rim_vec2_make(0, 0), ring, 6, NULL));
    assert_near(error.distance, sqrt(2.0), 1e-12);
    rim_mask_destroy(mask);
}

// A point far outside changes the share hardly, and takes no longer.
static void points_far_outside_are_measured_at_once(void **state)
{
    (void)state;
    rim_mask *mask = make_mask(8, 8);
    fill(mask, 0, 0, 8, 8, true);
    for (float far = 1e9f; far < 1e37f; far *= 100.0f)
    {
        rim_edge_point wedge[3] = { { { far, 0 }, true }, { { 0, 5 }, true }, { { -3, 2 }, true } };
        rim_outline_error error;
        assert_int_equal(RIM_OK,
                         rim_outline_measure(&error, mask, rim_vec2_make(0, 0), wedge, 3, NULL));
        assert_near(error.outside_share, 0.625, 1e-6); // inside are rows 2 .. 5
    }
    rim_mask_destroy(mask);
}

static void nothing_and_too_little_have_an_infinite_error(void **state)
{
    (void)state;
    rim_edge_point points[4];
    rim_mask      *mask = make_mask(5, 5);
    assert_true(isinf(measure(mask, rim_vec2_make(2, 2), 4, points).distance));
    assert_near(measure(mask, rim_vec2_make(2, 2), 4, points).outside_share, 0.0, 0.0);
    rim_mask_set(mask, 2, 2, true);
    rim_outline_error error = measure(mask, rim_vec2_make(2.5f, 2.5f), 2, points);
    assert_true(isinf(error.distance));
    assert_near(error.outside_share, 1.0, 0.0);
    assert_int_equal(2, error.hits);
    assert_int_equal(RIM_ERR_ARGUMENT,
                     rim_outline_measure(&error, mask, rim_vec2_make(NAN, 0), points, 2, NULL));
    rim_mask_destroy(mask);
}

// --- the search ------------------------------------------------------------------------------------------

static rim_mask *make_bay(void)
{
    rim_mask *mask = make_mask(5, 6);
    fill(mask, 0, 0, 5, 6, true);
    fill(mask, 1, 0, 2, 5, false);
    return mask;
}

// Up to `last` rays: the first good enough, or the best.
static rim_outline_choice plain_scan(const rim_mask *mask, rim_vec2 anchor, double wanted, int last)
{
    static rim_edge_point points[4096];
    rim_outline_choice    best = { 3, { INFINITY, 0, 0 }, false };
    for (int n = 3; n <= last && !best.met; n++)
    {
        rim_outline_error error = measure(mask, anchor, n, points);
        best.met = error.distance <= wanted;
        if (n > 3 && !(error.distance < best.error.distance)) continue;
        best.rays = n;
        best.error = error;
    }
    return best;
}

static void the_search_gives_what_the_plain_scan_gives(void **state)
{
    (void)state;
    test_random random = { 5 };
    int         met = 0, unmet = 0;
    for (int i = 0; i < case_count(60); i++)
    {
        // A scan to the end measures four thousand outlines: once, for a bay that no ray looks into.
        bool      to_the_end = i == 0;
        rim_mask *mask = to_the_end ? make_bay() : random_mask(&random, SIDE);
        float     w = (float)rim_mask_width(mask), h = (float)rim_mask_height(mask);
        rim_vec2  anchor = rim_vec2_make(w / 2, h / 2);
        if (i % 2) anchor = rim_vec2_make(random_float(&random, 0, w), random_float(&random, 0, h));
        double             wanted = to_the_end ? -1.0 : 0.1 * (w + h) + 0.02 * i;
        rim_outline_choice want = plain_scan(mask, anchor, wanted, to_the_end ? 4096 : 60);
        if (want.met || to_the_end)
        {
            rim_outline_choice got;
            assert_int_equal(RIM_OK, rim_outline_choose(&got, mask, anchor, wanted, NULL, NULL));
            assert_int_equal(want.rays, got.rays);
            assert_int_equal(want.met, got.met);
            assert_int_equal(want.error.hits, got.error.hits);
            assert_near(got.error.distance, want.error.distance, 0.0);
            assert_near(got.error.outside_share, want.error.outside_share, 0.0);
            met += got.met, unmet += !got.met;
        }
        rim_mask_destroy(mask);
    }
    assert_true(met >= case_count(60) / 4 && unmet > 0);
}

typedef struct watcher
{
    double last;
    int    calls, stop_after;
} watcher;

static bool watch(void *context, double done)
{
    watcher *w = context;
    assert_true(done >= w->last && done <= 1.0);
    w->last = done;
    return ++w->calls != w->stop_after;
}

static void the_search_reports_progress_and_can_be_stopped(void **state)
{
    (void)state;
    rim_mask *mask = make_mask(6, 6);
    fill(mask, 0, 0, 6, 6, true);
    fill(mask, 2, 0, 3, 5, false); // a bay that no ray looks into
    watcher            w = { 0, 0, 0 };
    rim_progress       progress = { watch, &w };
    rim_outline_choice got = { 7, { 0, 0, 0 }, true };
    rim_vec2           anchor = rim_vec2_make(3, 3);
    assert_int_equal(RIM_OK, rim_outline_choose(&got, mask, anchor, 0.1, &progress, NULL));
    assert_true(w.calls > 10);
    assert_near(w.last, 1.0, 0.0);
    assert_false(got.met);
    watcher early = { 0, 0, 3 };
    got.rays = 7;
    progress.context = &early;
    assert_int_equal(RIM_ERR_CANCELLED,
                     rim_outline_choose(&got, mask, anchor, 0.1, &progress, NULL));
    assert_int_equal(3, early.calls);
    assert_int_equal(7, got.rays);
    rim_mask_destroy(mask);
}

static void an_empty_mask_is_chosen_for_at_once(void **state)
{
    (void)state;
    rim_mask          *mask = make_mask(9, 0);
    rim_outline_choice got;
    assert_int_equal(RIM_OK, rim_outline_choose(&got, mask, rim_vec2_make(0, 0), 1.0, NULL, NULL));
    assert_int_equal(3, got.rays);
    assert_false(got.met);
    assert_true(isinf(got.error.distance));
    rim_mask_destroy(mask);
}

static void every_refused_allocation_is_reported(void **state)
{
    (void)state;
    rim_mask *mask = make_mask(30, 30);
    for (int i = 0; i < 30; i++) rim_mask_set(mask, i, i, true), rim_mask_set(mask, i, 3, true);
    rim_edge_point points[16];
    rim_vec2       anchor = rim_vec2_make(15, 15);
    rim_outline_cast(mask, anchor, 16, points);
    int refused = 0;
    for (int budget = 0;; budget++)
    {
        test_heap          heap = { .budget = budget };
        rim_allocator      from = test_heap_allocator(&heap);
        rim_outline_error  error = { -1, -1, -1 };
        rim_outline_choice choice = { -1, { 0, 0, 0 }, false };
        rim_status         a = rim_outline_measure(&error, mask, anchor, points, 16, &from);
        assert_int_equal(0, heap.live_bytes);
        if (a) assert_near(error.distance, -1, 0);
        test_heap     again = { .budget = budget };
        rim_allocator from2 = test_heap_allocator(&again);
        rim_status    b = rim_outline_choose(&choice, mask, anchor, 6.0, NULL, &from2);
        assert_int_equal(0, again.live_bytes);
        if (b) assert_int_equal(-1, choice.rays);
        refused += heap.refused + again.refused;
        assert_int_equal(a, heap.refused ? RIM_ERR_MEMORY : RIM_OK);
        assert_int_equal(b, again.refused ? RIM_ERR_MEMORY : RIM_OK);
        if (a == RIM_OK && b == RIM_OK) break;
    }
    assert_true(refused >= 6);
    rim_mask_destroy(mask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_distance_agrees_with_a_dense_sampling),
        cmocka_unit_test(the_share_agrees_with_a_dense_sampling),
        cmocka_unit_test(a_square_seen_by_four_rays_is_a_diamond),
        cmocka_unit_test(eight_rays_see_a_square_whole),
        cmocka_unit_test(the_greatest_distance_may_be_inside_a_side),
        cmocka_unit_test(holes_and_closed_bays_are_no_part_of_the_outer_edge),
        cmocka_unit_test(points_far_outside_are_measured_at_once),
        cmocka_unit_test(nothing_and_too_little_have_an_infinite_error),
        cmocka_unit_test(the_search_gives_what_the_plain_scan_gives),
        cmocka_unit_test(the_search_reports_progress_and_can_be_stopped),
        cmocka_unit_test(an_empty_mask_is_chosen_for_at_once),
        cmocka_unit_test(every_refused_allocation_is_reported),
    };
    return cmocka_run_group_tests_name("outline_measure", tests, NULL, NULL);
}
