#include "support/lists.h"
#include "support/support.h"

#include "base/exact.h"
#include "base/float.h"
#include "rimcast/contour.h"
#include "rimcast/shape2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    SIDE = 24,
    MOST_SEGMENTS = 2 * (SIDE + 1) * (SIDE + 1)
};

typedef struct picture
{
    int           width, height, threshold;
    unsigned char alpha[SIDE * SIDE];
} picture;

typedef struct segment
{
    rim_vec2 from, to;
} segment;

// --- the oracle: marching squares, cell by cell ----------------------------------------------------------

// --- simple polygons ------------------------------------------------------------------------------------

static int orientation(rim_vec2 a, rim_vec2 b, rim_vec2 c)
{
    return exact_orient2(a.x, a.y, b.x, b.y, c.x, c.y);
}

static bool is_equal(rim_vec2 a, rim_vec2 b)
{
    return a.x == b.x && a.y == b.y;
}

static bool boxes_overlap(rim_vec2 a, rim_vec2 b, rim_vec2 c, rim_vec2 d)
{
    rim_vec2 lo = vec2_max(vec2_min(a, b), vec2_min(c, d));
    rim_vec2 hi = vec2_min(vec2_max(a, b), vec2_max(c, d));
    return lo.x <= hi.x && lo.y <= hi.y;
}

// Do the closed sides a b and c d share a point? Their boxes do, and neither side has both ends of the
// other on one hand.
static bool sides_meet(rim_vec2 a, rim_vec2 b, rim_vec2 c, rim_vec2 d)
{
    return boxes_overlap(a, b, c, d) && orientation(a, b, c) * orientation(a, b, d) <= 0 &&
           orientation(c, d, a) * orientation(c, d, b) <= 0;
}

// Sides a b and b c share more than b if they go back over each other.
static bool folds_back(rim_vec2 a, rim_vec2 b, rim_vec2 c)
{
    if (is_equal(a, b) || is_equal(b, c)) return true;
    if (orientation(a, b, c) != 0) return false;
    return (a.x < b.x) == (c.x < b.x) && (a.y < b.y) == (c.y < b.y) && (a.x > b.x) == (c.x > b.x);
}

// Do no two sides meet, but neighbours in their common point?
static bool is_simple(rim_polygon2 p)
{
    if (p.count < 3) return false;
    for (int i = 0; i < p.count; i++)
    {
        rim_vec2 a = p.points[i], b = p.points[(i + 1) % p.count];
        if (folds_back(a, b, p.points[(i + 2) % p.count])) return false;
        int end = i == 0 ? p.count - 1 : p.count;
        for (int j = i + 2; j < end; j++)
            if (sides_meet(a, b, p.points[j], p.points[(j + 1) % p.count])) return false;
    }
    return true;
}

// --- the oracle -------------------------------------------------------------------------------------------

static double sample(const picture *p, int x, int y)
{
    bool inside = x >= 0 && y >= 0 && x < p->width && y < p->height;
    return inside ? p->alpha[y * p->width + x] : p->threshold > 0 ? 0.0 : -1.0;
}

// Where the line between two neighbouring samples passes the level.
static rim_vec2 between(const picture *p, int ax, int ay, int bx, int by)
{
    double level = p->threshold - 0.5, a = sample(p, ax, ay), b = sample(p, bx, by);
    double t = (level - a) / (b - a);
    return rim_vec2_make((float)(ax + 0.5 + t * (bx - ax)), (float)(ay + 0.5 + t * (by - ay)));
}

// The cell between the samples (x, y) and (x + 1, y + 1). Crossed sides in the order top, right, bottom,
// left; a segment keeps the solid on its right hand.
static int cell_segments(const picture *p, int x, int y, bool corners_touch, segment out[2])
{
    bool     ul = sample(p, x, y) >= p->threshold, ur = sample(p, x + 1, y) >= p->threshold;
    bool     ll = sample(p, x, y + 1) >= p->threshold, lr = sample(p, x + 1, y + 1) >= p->threshold;
    rim_vec2 top = between(p, x, y, x + 1, y), right = between(p, x + 1, y, x + 1, y + 1);
    rim_vec2 bottom = between(p, x, y + 1, x + 1, y + 1), left = between(p, x, y, x, y + 1);
    int      code = ul | ur << 1 | lr << 2 | ll << 3;
    switch (code)
    {
    case 0:
    case 15:
        return 0;
    case 1:
        return out[0] = (segment){ top, left }, 1;
    case 2:
        return out[0] = (segment){ right, top }, 1;
    case 3:
        return out[0] = (segment){ right, left }, 1;
    case 4:
        return out[0] = (segment){ bottom, right }, 1;
    case 6:
        return out[0] = (segment){ bottom, top }, 1;
    case 7:
        return out[0] = (segment){ bottom, left }, 1;
    case 8:
        return out[0] = (segment){ left, bottom }, 1;
    case 9:
        return out[0] = (segment){ top, bottom }, 1;
    case 11:
        return out[0] = (segment){ right, bottom }, 1;
    case 12:
        return out[0] = (segment){ left, right }, 1;
    case 13:
        return out[0] = (segment){ top, right }, 1;
    case 14:
        return out[0] = (segment){ left, top }, 1;
    case 5:
        out[0] = corners_touch ? (segment){ top, right } : (segment){ top, left };
        out[1] = corners_touch ? (segment){ bottom, left } : (segment){ bottom, right };
        return 2;
    default:
        out[0] = corners_touch ? (segment){ left, top } : (segment){ right, top };
        out[1] = corners_touch ? (segment){ right, bottom } : (segment){ left, bottom };
        return 2;
    }
}

static bool is_near(rim_vec2 a, rim_vec2 b)
{
    return fabsf(a.x - b.x) < 1e-5f && fabsf(a.y - b.y) < 1e-5f;
}

// Takes the segment out of the list.
static bool take(segment *list, int *count, rim_vec2 from, rim_vec2 to)
{
    for (int i = 0; i < *count; i++)
        if (is_near(list[i].from, from) && is_near(list[i].to, to))
        {
            list[i] = list[--*count];
            return true;
        }
    return false;
}

// --- pictures --------------------------------------------------------------------------------------------

static void random_picture(picture *p, test_random *random)
{
    p->width = random_int(random, 0, SIDE);
    p->height = random_int(random, 0, SIDE);
    p->threshold =
        random_int(random, 0, 3) ? random_int(random, 1, 255) : random_int(random, 0, 256);
    int kind = random_int(random, 0, 2);
    for (int i = 0; i < p->width * p->height; i++)
    {
        int x = i % p->width - 9, y = i / p->width - 9;
        int smooth = 255 - 4 * ((x * x + y * y) % 97);
        int noise = random_int(random, 0, 255), hard = random_int(random, 0, 1) * 255;
        int value = kind == 0 ? noise : kind == 1 ? hard : smooth;
        p->alpha[i] = (unsigned char)(value < 0 ? 0 : value);
    }
}

static rim_image image_of(const picture *p)
{
    rim_image image = { p->alpha, p->width, p->height, 0, RIM_PIXELS_ALPHA8, 0 };
    return image;
}

static void check_picture(const picture *p, rim_touch touch, int64_t *loops_seen)
{
    static segment list[MOST_SEGMENTS];
    int            count = 0;
    rim_image      image = image_of(p);
    rim_loops     *loops;
    rim_mask      *mask;
    rim_contours  *rings;
    for (int y = -1; y < p->height; y++)
        for (int x = -1; x < p->width; x++)
            count += cell_segments(p, x, y, touch == RIM_TOUCH_CORNERS, list + count);
    assert_int_equal(RIM_OK,
                     rim_loops_create_from_alpha(&loops, &image, p->threshold, touch, NULL));
    assert_int_equal(RIM_OK, rim_mask_create_from_image(&mask, &image, p->threshold, NULL));
    assert_int_equal(RIM_OK, rim_contours_create(&rings, mask, touch, NULL));
    assert_int_equal(ring_count(rings), loop_count(loops));
    for (int64_t i = 0; i < loop_count(loops); i++)
    {
        rim_loop     loop = rim_loops_list(loops, NULL)[i];
        rim_polygon2 polygon = { loop.points, (int)loop.count };
        rim_ring     ring = rim_contours_rings(rings, NULL)[i];
        assert_int_equal(ring.parent, loop.parent);
        assert_true((ring.area > 0) == (loop.area > 0.0));
        assert_near(loop.area, rim_polygon2_area(polygon), 0.0);
        assert_true(is_simple(polygon));
        for (size_t k = 0; k < loop.count; k++)
            assert_true(take(list, &count, loop.points[k], loop.points[(k + 1) % loop.count]));
    }
    assert_int_equal(0, count);
    *loops_seen += loop_count(loops);
    rim_contours_destroy(rings);
    rim_mask_destroy(mask);
    rim_loops_destroy(loops);
}

static void loops_are_those_of_marching_squares(void **state)
{
    (void)state;
    test_random random = { 61 };
    int64_t     loops = 0;
    int         cases = case_count(1500);
    for (int i = 0; i < cases; i++)
    {
        picture p;
        random_picture(&p, &random);
        check_picture(&p, RIM_TOUCH_CORNERS, &loops);
        check_picture(&p, RIM_TOUCH_EDGES, &loops);
    }
    assert_true(loops > 10 * cases);
}

static void a_soft_edge_lies_where_alpha_passes_half(void **state)
{
    (void)state;
    // A column of 255, one of 51, then nothing: from 255 to 51 the level 127.5 comes after 5/8.
    unsigned char alpha[6] = { 255, 51, 255, 51, 255, 51 };
    rim_image     image = { alpha, 2, 3, 0, RIM_PIXELS_ALPHA8, 0 };
    rim_loops    *loops;
    float         right = 0.0f;
    assert_int_equal(RIM_OK,
                     rim_loops_create_from_alpha(&loops, &image, 128, RIM_TOUCH_CORNERS, NULL));
    assert_int_equal(1, loop_count(loops));
    rim_loop loop = rim_loops_list(loops, NULL)[0];
    assert_int_equal(8, loop.count);
    for (size_t k = 0; k < loop.count; k++) right = fmaxf(right, loop.points[k].x);
    assert_near(right, 0.5 + 127.5 / 204.0, 1e-6);
    rim_loops_destroy(loops);
}

static void every_layout_gives_the_same_loops(void **state)
{
    (void)state;
    test_random random = { 62 };
    for (int i = 0; i < case_count(200); i++)
    {
        picture       p;
        unsigned char rgba[4 * SIDE * SIDE];
        uint32_t      words[SIDE * SIDE];
        rim_loops    *one, *two, *three;
        size_t        a, b, c;
        random_picture(&p, &random);
        for (int k = 0; k < p.width * p.height; k++)
        {
            memset(rgba + 4 * k, 77, 3);
            rgba[4 * k + 3] = p.alpha[k];
            words[k] = 0x00700007u | (uint32_t)p.alpha[k] << 8;
        }
        rim_image bytes = image_of(&p), quads = { rgba, p.width, p.height, 0, RIM_PIXELS_RGBA8, 0 };
        rim_image numbers = { words, p.width, p.height, 0, RIM_PIXELS_WORD32, 0xff00 };
        assert_int_equal(
            RIM_OK, rim_loops_create_from_alpha(&one, &bytes, p.threshold, RIM_TOUCH_EDGES, NULL));
        assert_int_equal(
            RIM_OK, rim_loops_create_from_alpha(&two, &quads, p.threshold, RIM_TOUCH_EDGES, NULL));
        assert_int_equal(RIM_OK, rim_loops_create_from_alpha(&three, &numbers, p.threshold,
                                                             RIM_TOUCH_EDGES, NULL));
        const rim_vec2 *u = loop_points(one, &a), *v = loop_points(two, &b),
                       *w = loop_points(three, &c);
        assert_true(a == b && b == c);
        assert_memory_equal(u, v, a * sizeof *u);
        assert_memory_equal(u, w, a * sizeof *u);
        rim_loops_destroy(one);
        rim_loops_destroy(two);
        rim_loops_destroy(three);
    }
}

static void opaque_words_are_full(void **state)
{
    (void)state;
    uint32_t   words[4] = { 0, 0, 0, 0 };
    rim_image  image = { words, 2, 2, 0, RIM_PIXELS_WORD32, 0 };
    rim_loops *loops;
    assert_int_equal(RIM_OK,
                     rim_loops_create_from_alpha(&loops, &image, 128, RIM_TOUCH_EDGES, NULL));
    assert_int_equal(1, loop_count(loops));
    assert_near(rim_loops_list(loops, NULL)[0].points[0].y, 0.0, 1e-6);
    rim_loops_destroy(loops);
}

// Wherever a rectangle lies and whichever its sides are: its loop has a point for every step around.
static void loops_keep_no_more_memory_than_their_points_need(void **state)
{
    (void)state;
    test_random random = { 64 };
    size_t      beside = 0;
    for (int i = 0; i < 60; i++)
    {
        unsigned char alpha[SIDE * SIDE] = { 0 };
        int width = random_int(&random, 1, SIDE / 2), x0 = random_int(&random, 0, SIDE / 2);
        int height = random_int(&random, 1, SIDE / 2), y0 = random_int(&random, 0, SIDE / 2);
        for (int k = 0; k < width * height; k++)
            alpha[(y0 + k / width) * SIDE + x0 + k % width] = 255;
        rim_image     image = { alpha, SIDE, SIDE, 0, RIM_PIXELS_ALPHA8, 0 };
        test_heap     heap = { .budget = -1 };
        rim_allocator from = test_heap_allocator(&heap);
        rim_loops    *loops;
        assert_int_equal(RIM_OK,
                         rim_loops_create_from_alpha(&loops, &image, 128, RIM_TOUCH_EDGES, &from));
        size_t count;
        loop_points(loops, &count);
        assert_int_equal(2 * (width + height), count);
        if (i == 0) beside = heap.live_bytes - count * sizeof(rim_vec2);
        assert_int_equal(beside + count * sizeof(rim_vec2), heap.live_bytes);
        rim_loops_destroy(loops);
    }
}

static void errors_are_those_of_masks_and_leave_nothing(void **state)
{
    (void)state;
    unsigned char alpha[9] = { 255, 0, 255, 0, 255, 0, 255, 0, 255 };
    rim_image     image = { alpha, 3, 3, 0, RIM_PIXELS_ALPHA8, 0 },
              bad = { NULL, 3, 3, 0, RIM_PIXELS_ALPHA8, 0 };
    rim_loops *loops = NULL;
    int        budget = 0;
    assert_int_equal(RIM_ERR_ARGUMENT,
                     rim_loops_create_from_alpha(&loops, &bad, 128, RIM_TOUCH_EDGES, NULL));
    assert_int_equal(RIM_ERR_ARGUMENT,
                     rim_loops_create_from_alpha(&loops, &image, 128, (rim_touch)5, NULL));
    assert_null(loops);
    for (; !loops && budget < 50; budget++)
    {
        test_heap     heap = { .budget = budget };
        rim_allocator from = test_heap_allocator(&heap);
        rim_status    status =
            rim_loops_create_from_alpha(&loops, &image, 128, RIM_TOUCH_EDGES, &from);
        assert_int_equal(loops ? RIM_OK : RIM_ERR_MEMORY, status);
        rim_loops_destroy(loops);
        assert_int_equal(0, heap.live_bytes);
    }
    assert_true(loops && budget > 5);
}

// 2^15 stripes that are 2^15 pixels high have few corners, but more than 2^31 steps. Each row of the image is the row
// above it, two bytes further.
static void more_points_than_an_int_can_number_are_refused(void **state)
{
    (void)state;
    const int      side = RIM_MASK_MAX_SIDE;
    size_t         bytes = 2 * (size_t)side;
    unsigned char *alpha = malloc(bytes);
    assert_non_null(alpha);
    for (size_t i = 0; i < bytes; i++) alpha[i] = i % 2 ? 255 : 0;
    rim_image  image = { alpha, side, side / 2, 2, RIM_PIXELS_ALPHA8, 0 };
    rim_loops *loops;
    assert_int_equal(RIM_ERR_SIZE,
                     rim_loops_create_from_alpha(&loops, &image, 128, RIM_TOUCH_EDGES, NULL));
    assert_null(loops);
    free(alpha);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_are_those_of_marching_squares),
        cmocka_unit_test(a_soft_edge_lies_where_alpha_passes_half),
        cmocka_unit_test(every_layout_gives_the_same_loops),
        cmocka_unit_test(opaque_words_are_full),
        cmocka_unit_test(loops_keep_no_more_memory_than_their_points_need),
        cmocka_unit_test(more_points_than_an_int_can_number_are_refused),
        cmocka_unit_test(errors_are_those_of_masks_and_leave_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
