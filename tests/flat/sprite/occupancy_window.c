// Windows of offsets: what sweeps ask of two baked masks, on every path.
#include "support/support.h"

#include "flat/mask/bits.h"
#include "flat/sprite/occupancy.h"

#include <math.h>
#include <string.h>

static int usable_paths(const mask_kernels *paths[8])
{
    int count = 0;
    for (const mask_kernels *const *k = mask_kernels_all(); *k; k++)
        if ((*k)->usable()) paths[count++] = *k;
    return count;
}

// Spots, lines and dust: few enough pixels that windows differ.
static rim_mask *something(test_random *random, int most, const mask_kernels *kernels)
{
    rim_mask *mask;
    int       w = random_int(random, 1, most), h = random_int(random, 1, most);
    assert_int_equal(RIM_OK, mask_create_with(&mask, w, h, NULL, kernels));
    for (int i = random_int(random, 0, 6); i >= 0; i--)
    {
        int x0 = random_int(random, 0, w - 1), y0 = random_int(random, 0, h - 1);
        int x1 = x0 + random_int(random, 1, 20), y1 = y0 + random_int(random, 1, 20);
        for (int y = y0; y < y1 && y < h; y++)
            for (int x = x0; x < x1 && x < w; x++)
                if (random_int(random, 0, 3) > 0) rim_mask_set(mask, x, y, true);
    }
    return mask;
}

static int64_t count_shared(const rim_mask *a, const rim_mask *b, int dx, int dy)
{
    int64_t shared = 0;
    for (int y = 0; y < rim_mask_height(b); y++)
        for (int x = 0; x < rim_mask_width(b); x++)
            shared += rim_mask_get(b, x, y) && x + dx >= 0 && y + dy >= 0 &&
                      x + dx < rim_mask_width(a) && y + dy < rim_mask_height(a) &&
                      rim_mask_get(a, x + dx, y + dy);
    return shared;
}

// --- areas ---------------------------------------------------------------------------------------------

static void four_areas_count_what_is_shared_at_four_offsets(void **state)
{
    (void)state;
    test_random         random = { 1 };
    const mask_kernels *paths[8];
    int                 path_count = usable_paths(paths), shared = 0, empty = 0;
    for (int round = 0; round < case_count(400); round++)
    {
        int       most = round % 20 == 0 ? 1200 : 90;
        rim_mask *a = something(&random, most, paths[0]), *b = something(&random, most, paths[0]);
        int       x = random_int(&random, 0, a->width + 8);
        int       y = random_int(&random, -b->height - 8, a->height + 8);
        if (round % 4 == 0) x = (x | 7) + (round % 16 == 0) * (512 - x);
        if (round % 3 == 0) y |= 7;
        for (int i = 0; i < path_count; i++)
        {
            sprite_occupancy oa, ob;
            int64_t          areas[4];
            a->kernels = b->kernels = paths[i];
            assert_int_equal(RIM_OK, occupancy_bake(&oa, a, NULL));
            assert_int_equal(RIM_OK, occupancy_bake(&ob, b, NULL));
            paths[i]->four_areas(&oa.blocks, &ob.blocks, x, y, areas);
            for (int k = 0; k < 4; k++)
            {
                int64_t area = count_shared(a, b, x + (k & 1), y + (k >> 1));
                assert_int_equal(areas[k], area);
                area > 0 ? shared++ : empty++;
            }
            occupancy_release(&oa);
            occupancy_release(&ob);
        }
        rim_mask_destroy(a);
        rim_mask_destroy(b);
    }
    assert_true(shared > case_count(100) && empty > case_count(100));
}

// --- ways ----------------------------------------------------------------------------------------------

// One coordinate of a path: from `phase` beyond number 0, which is at `start`, on or back.
typedef struct test_line
{
    int    start, back;
    double phase, length;
} test_line;

static test_line random_line(test_random *random, int start, int reach)
{
    test_line line = { start, -random_int(random, 0, 1), 0.0, 0.0 };
    if (random_int(random, 0, 1)) line.phase = random_int(random, 0, 15) / 16.0;
    if (random_int(random, 0, 3)) line.length = random_int(random, 0, 4 * reach) / 4.0;
    return line;
}

static mask_path_axis line_of(const test_line *a, const test_line *b)
{
    mask_path_axis line = { .phase = a->phase, .length = a->length };
    line.slope = a->length > 0.0 ? b->length / a->length : 0.0;
    line.end = (int)ceil(a->phase + a->length);
    line.beside = line.end > 0;
    return line;
}

// The path through numbers up to the ends that motion can reach; offsets of x must not be negative.
static mask_path path_of(const mask_blocks *left, const mask_blocks *right, const test_line *x,
                         const test_line *y)
{
    mask_path path = { .left = left, .right = right, .t = 1.0 };
    path.x = line_of(x, y), path.y = line_of(y, x);
    mask_path_window *window = &path.window;
    window->x = x->start, window->y = y->start;
    window->back_x = x->back, window->back_y = y->back;
    window->x_end = path.x.end, window->y_end = path.y.end;
    window->x1 = -1;
    window->phase = x->phase, window->slope = path.x.slope;
    window->first = y->phase - MASK_SLACK;
    window->past = x->length > 0.0 ? y->phase + 1.0 + MASK_SLACK : MASK_FAR;
    return path;
}

// While a number is near, from *in to *out.
static void near_time(const test_line *line, int n, double *in, double *out)
{
    double from = n - 1 - line->phase, to = n + 1 - line->phase;
    bool   always = from < 0.0 && to > 0.0;
    *in = line->length > 0.0 ? from / line->length : always ? -INFINITY : INFINITY;
    *out = line->length > 0.0 ? to / line->length : INFINITY;
}

// When the path comes near an offset; 1 if it does not.
static double time_of(const test_line *x, const test_line *y, int nx, int ny)
{
    double in_x, out_x, in_y, out_y;
    near_time(x, nx, &in_x, &out_x);
    near_time(y, ny, &in_y, &out_y);
    double in = in_x > in_y ? in_x : in_y, out = out_x < out_y ? out_x : out_y;
    in = in > 0.0 ? in : 0.0;
    return in < out && in < 1.0 ? in : 1.0;
}

static int number_at(const test_line *line, int n)
{
    return line->back ? line->start - n : line->start + n;
}

// The earliest time by looking at every offset; -1 if they overlap at the start.
static double first_by_all(const rim_mask *a, const rim_mask *b, const test_line *x,
                           const test_line *y)
{
    double best = 1.0;
    for (int ny = 0; ny <= ceil(y->phase + y->length); ny++)
        for (int nx = 0; nx <= ceil(x->phase + x->length); nx++)
        {
            double t = time_of(x, y, nx, ny);
            bool   at_start = nx < x->phase + 1.0 && ny < y->phase + 1.0;
            if (t >= best && !at_start) continue;
            if (count_shared(a, b, number_at(x, nx), number_at(y, ny)) == 0) continue;
            if (at_start) return -1.0;
            best = t;
        }
    return best;
}

static void check_touch(const rim_mask *a, const rim_mask *b, const mask_path *path, double t)
{
    assert_near(path->t, t, 4.0 * 0x1p-53 * t);
    if (t >= 1.0) return;
    assert_true(count_shared(a, b, path->found_x, path->found_y) > 0);
    if (path->is_whole) return;
    const uint64_t *over = path->shared.left_words;
    uint64_t        next = over[(ptrdiff_t)a->pitch];
    int             shift = path->found_x & 63;
    uint64_t both = *path->shared.right_words & (over[0] >> shift | next << 1 << (63 - shift));
    assert_true(both != 0);
}

static void the_first_touch_of_a_way_is_that_of_all_offsets(void **state)
{
    (void)state;
    test_random         random = { 4 };
    const mask_kernels *paths[8];
    int                 path_count = usable_paths(paths), hits = 0, misses = 0;
    for (int round = 0; round < case_count(600); round++)
    {
        int       most = round % 10 == 0 ? 200 : 40;
        rim_mask *a = something(&random, most, paths[0]), *b = something(&random, most, paths[0]);
        test_line x = random_line(&random, random_int(&random, 0, a->width - 1), most);
        test_line y =
            random_line(&random, random_int(&random, -b->height, a->height + b->height), most);
        if (round % 5 == 0) y.length = x.length;
        if (x.back && x.length + x.phase > x.start) x.back = 0;
        double t = first_by_all(a, b, &x, &y);
        for (int i = 0; i < path_count && t >= 0.0; i++)
        {
            sprite_occupancy oa, ob;
            a->kernels = b->kernels = paths[i];
            assert_int_equal(RIM_OK, occupancy_bake(&oa, a, NULL));
            assert_int_equal(RIM_OK, occupancy_bake(&ob, b, NULL));
            mask_path path = path_of(&oa.blocks, &ob.blocks, &x, &y);
            path.window.x_end = path.window.x_end < a->width - x.start || x.back
                                    ? path.window.x_end
                                    : a->width - 1 - x.start;
            paths[i]->first_touch(&path);
            check_touch(a, b, &path, t);
            t < 1.0 ? hits++ : misses++;
            occupancy_release(&oa);
            occupancy_release(&ob);
        }
        rim_mask_destroy(a);
        rim_mask_destroy(b);
    }
    assert_true(hits > case_count(60) && misses > case_count(60));
}

// A mask with one pixel, at random.
static rim_mask *one_pixel(test_random *random, int h, const mask_kernels *kernels, int *x, int *y)
{
    rim_mask *mask;
    int       w = random_int(random, 1, MASK_SWEPT_SIDE);
    assert_int_equal(RIM_OK, mask_create_with(&mask, w, h, NULL, kernels));
    *x = random_int(random, 0, w - 1), *y = random_int(random, 0, h - 1);
    rim_mask_set(mask, *x, *y, true);
    return mask;
}

// Two pixels of large masks touch at one offset: the squares find its window, and nothing elsewhere.
static void far_squares_lose_nothing_and_skip_what_is_far(void **state)
{
    (void)state;
    test_random         random = { 2 };
    const mask_kernels *paths[8];
    int                 path_count = usable_paths(paths), hits = 0, misses = 0;
    for (int round = 0; round < case_count(3000); round++)
    {
        int       px[2], py[2], h = round % 10 ? 1100 : MASK_SWEPT_SIDE;
        rim_mask *mask[2];
        for (int i = 0; i < 2; i++)
            mask[i] = one_pixel(&random, random_int(&random, 257, h), paths[round % path_count],
                                &px[i], &py[i]);
        int       right = px[0] < px[1] ? 0 : 1; // lies to the right, so that the pixels can meet
        int       x0 = px[!right] - px[right], y0 = py[!right] - py[right];
        test_line x = random_line(&random, random_int(&random, 0, mask[!right]->width - 1), 1000);
        test_line y = random_line(&random, y0 + random_int(&random, -700, 700), 1000);
        x.back = x.start > x0 ? -1 : 0;
        if (round % 3) // towards it
        {
            x.length = 1.25 * fabs((double)(x0 - x.start)) + random_int(&random, 0, 3);
            y.length = 1.25 * fabs((double)(y0 - y.start)) + random_int(&random, 0, 3);
            y.back = y.start > y0 ? -1 : 0;
        }
        int              nx = x.back ? x.start - x0 : x0 - x.start;
        int              ny = y.back ? y.start - y0 : y0 - y.start;
        sprite_occupancy oa, ob;
        assert_int_equal(RIM_OK, occupancy_bake(&oa, mask[!right], NULL));
        assert_int_equal(RIM_OK, occupancy_bake(&ob, mask[right], NULL));
        assert_true(oa.blocks.square_rows > 0 && ob.blocks.square_rows > 0);
        mask_path path = path_of(&oa.blocks, &ob.blocks, &x, &y);
        int       most = x.back ? x.start : mask[!right]->width - 1 - x.start;
        path.window.x_end = path.window.x_end < most ? path.window.x_end : most;
        bool at_start = nx >= 0 && ny >= 0 && nx < x.phase + 1.0 && ny < y.phase + 1.0;
        if (!at_start)
        {
            double t = nx < 0 || ny < 0 ? 1.0 : time_of(&x, &y, nx, ny);
            oa.blocks.kernels->first_touch(&path);
            check_touch(mask[!right], mask[right], &path, t);
            t < 1.0 ? hits++ : misses++;
        }
        occupancy_release(&oa);
        occupancy_release(&ob);
        rim_mask_destroy(mask[0]);
        rim_mask_destroy(mask[1]);
    }
    assert_true(hits > case_count(500) && misses > case_count(300));
}

// The planes of masks that were edited and baked again, word for word those of fresh ones.
static void edits_leave_the_planes_as_a_fresh_bake_does(void **state)
{
    (void)state;
    test_random random = { 3 };
    for (int round = 0; round < case_count(100); round++)
    {
        rim_mask        *mask = something(&random, round % 10 ? 100 : 700, mask_kernels_best());
        int              w = mask->width, h = mask->height;
        sprite_occupancy o, fresh;
        assert_int_equal(RIM_OK, occupancy_bake(&o, mask, NULL));
        for (int edit = 0; edit < 5; edit++)
        {
            int      x0 = random_int(&random, -3, w), y0 = random_int(&random, -3, h);
            rim_rect part = rim_rect_make(x0, y0, x0 + random_int(&random, 0, w),
                                          y0 + random_int(&random, 0, 40));
            for (int y = part.y0; y < part.y1; y++)
                for (int x = part.x0; x < part.x1; x++)
                    rim_mask_set(mask, x, y, random_int(&random, 0, 3) == 0);
            occupancy_update(&o, part);
            assert_int_equal(RIM_OK, occupancy_bake(&fresh, mask, NULL));
            assert_int_equal(o.bytes, fresh.bytes);
            assert_memory_equal(o.blocks.solid, fresh.blocks.solid, o.bytes - 64);
            occupancy_release(&fresh);
        }
        occupancy_release(&o);
        rim_mask_destroy(mask);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_areas_count_what_is_shared_at_four_offsets),
        cmocka_unit_test(the_first_touch_of_a_way_is_that_of_all_offsets),
        cmocka_unit_test(far_squares_lose_nothing_and_skip_what_is_far),
        cmocka_unit_test(edits_leave_the_planes_as_a_fresh_bake_does),
    };
    return cmocka_run_group_tests_name("occupancy windows", tests, NULL, NULL);
}
