#include "support/support.h"

#include "flat/mask/bits.h"
#include "rimcast/mask.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// --- the oracle: a byte a pixel -----------------------------------------------------------------------

enum
{
    SIDE = 160
};

typedef struct grid
{
    int  width, height;
    char solid[SIDE * SIDE];
} grid;

static bool grid_get(const grid *g, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < g->width && y < g->height && g->solid[y * g->width + x];
}

static int64_t grid_shared(const grid *a, const grid *b, int64_t dx, int64_t dy)
{
    int64_t shared = 0;
    for (int y = 0; y < b->height; y++)
        for (int x = 0; x < b->width; x++)
            shared += grid_get(b, x, y) && grid_get(a, x + dx, y + dy);
    return shared;
}

static void check_moments(const grid *a, const grid *b, const rim_mask *ma, const rim_mask *mb,
                          int dx, int dy)
{
    int64_t count = 0, sum_x = 0, sum_y = 0;
    for (int y = 0; y < b->height; y++)
        for (int x = 0; x < b->width; x++)
        {
            if (!grid_get(b, x, y) || !grid_get(a, (int64_t)x + dx, (int64_t)y + dy)) continue;
            count++, sum_x += x, sum_y += y;
        }
    mask_moments m = mask_overlap_moments(ma, mb, dx, dy);
    assert_int_equal(m.count, count);
    assert_int_equal(m.x, sum_x);
    assert_int_equal(m.y, sum_y);
    if (count == 0) return; // then the sums about it may be missing
    int64_t right = grid_shared(a, b, (int64_t)dx + 1, dy);
    int64_t down = grid_shared(a, b, dx, (int64_t)dy + 1);
    assert_int_equal(m.right_less_left, right - grid_shared(a, b, (int64_t)dx - 1, dy));
    assert_int_equal(m.down_less_up, down - grid_shared(a, b, dx, (int64_t)dy - 1));
}

static rim_mask *mask_of(const grid *g, const mask_kernels *kernels)
{
    rim_mask *mask;
    assert_int_equal(RIM_OK, mask_create_with(&mask, g->width, g->height, NULL, kernels));
    for (int y = 0; y < g->height; y++)
        for (int x = 0; x < g->width; x++)
            if (g->solid[y * g->width + x]) rim_mask_set(mask, x, y, true);
    return mask;
}

// Noise of some density, or a blot in an otherwise empty image.
static void random_grid(grid *g, test_random *random, int width, int height)
{
    g->width = width;
    g->height = height;
    int density = random_int(random, 0, 4), one_in = density == 0 ? 1 : 1 << (2 * density);
    int cx = random_int(random, 0, width), cy = random_int(random, 0, height);
    int reach = random_int(random, 0, 3) ? SIDE * SIDE : random_int(random, 1, 400);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
        {
            bool near = (x - cx) * (x - cx) + (y - cy) * (y - cy) < reach;
            g->solid[y * width + x] = near && random_int(random, 1, one_in) == 1;
        }
}

static const int telling_sides[] = { 0, 1, 2, 7, 8, 9, 31, 33, 63, 64, 65, 127, 128, 129, 150 };

static int telling_side(test_random *random)
{
    int last = (int)(sizeof telling_sides / sizeof *telling_sides) - 1;
    return telling_sides[random_int(random, 0, last)];
}

// Every bit that has no pixel must be zero, or kernels that read there go wrong.
static void assert_guards_are_zero(const rim_mask *mask)
{
    for (int y = -MASK_GUARD; y < 0; y++) assert_true(mask_word(mask, 0, y) == 0);
    for (int strip = 0; strip <= mask->strips; strip++)
    {
        int from = strip == mask->strips ? 0 : mask->height;
        for (int y = from; y < (int)mask->pitch; y++) assert_true(mask_word(mask, strip, y) == 0);
        int beyond = mask->width - 64 * strip;
        for (int y = 0; y < mask->height && beyond > 0 && beyond < 64; y++)
            assert_true(mask_word(mask, strip, y) >> beyond == 0);
    }
    assert_true(mask->pitch >= (size_t)mask->height + MASK_GUARD);
}

static void assert_mask_is(const rim_mask *mask, const grid *g)
{
    assert_int_equal(rim_mask_width(mask), g->width);
    assert_int_equal(rim_mask_height(mask), g->height);
    for (int y = -1; y <= g->height; y++)
        for (int x = -1; x <= g->width; x++)
            assert_int_equal(rim_mask_get(mask, x, y), grid_get(g, x, y));
    assert_guards_are_zero(mask);
}

// The paths that this processor can run, each with its name printed once: proof of what ran.
static int usable_paths(const mask_kernels *paths[8])
{
    int count = 0;
    for (const mask_kernels *const *k = mask_kernels_all(); *k; k++)
        if ((*k)->usable()) paths[count++] = *k;
    return count;
}

// --- making ------------------------------------------------------------------------------------------

static void empty_masks_of_all_sizes_are_legal(void **state)
{
    (void)state;
    for (int i = 0; i < 15; i++)
        for (int j = 0; j < 15; j++)
        {
            rim_mask *mask;
            assert_int_equal(RIM_OK,
                             rim_mask_create(&mask, telling_sides[i], telling_sides[j], NULL));
            assert_int_equal(rim_mask_count(mask), 0);
            rim_rect box = rim_mask_bounds(mask);
            assert_true(box.x0 == 0 && box.y0 == 0 && box.x1 == 0 && box.y1 == 0);
            assert_guards_are_zero(mask);
            rim_mask_destroy(mask);
        }
    rim_mask_destroy(NULL);
}

static void sides_beyond_the_limit_are_refused(void **state)
{
    (void)state;
    const int bad[] = { -1, INT_MIN, RIM_MASK_MAX_SIDE + 1, INT_MAX };
    for (int i = 0; i < 4; i++)
    {
        unsigned char pixel = 255;
        rim_image     wide = { &pixel, bad[i], 1, 0, RIM_PIXELS_ALPHA8, 0 };
        rim_image     tall = { &pixel, 1, bad[i], 0, RIM_PIXELS_ALPHA8, 0 };
        rim_mask     *mask = (rim_mask *)&pixel;
        assert_int_equal(RIM_ERR_SIZE, rim_mask_create(&mask, bad[i], 1, NULL));
        assert_null(mask);
        assert_int_equal(RIM_ERR_SIZE, rim_mask_create(&mask, 1, bad[i], NULL));
        mask = (rim_mask *)&pixel;
        assert_int_equal(RIM_ERR_SIZE, rim_mask_create_from_image(&mask, &wide, 128, NULL));
        assert_null(mask);
        assert_int_equal(RIM_ERR_SIZE, rim_mask_create_from_image(&mask, &tall, 128, NULL));
        assert_int_equal(RIM_ERR_SIZE, rim_mask_create_from_color_key(&mask, &wide, 0, 1, NULL));
        assert_null(mask);
    }
}

static void the_longest_sides_work_to_their_last_pixel(void **state)
{
    (void)state;
    rim_mask *row, *column;
    int       last = RIM_MASK_MAX_SIDE - 1;
    assert_int_equal(RIM_OK, rim_mask_create(&row, RIM_MASK_MAX_SIDE, 1, NULL));
    assert_int_equal(RIM_OK, rim_mask_create(&column, 1, RIM_MASK_MAX_SIDE, NULL));
    rim_mask_set(row, last, 0, true);
    rim_mask_set(column, 0, last, true);
    assert_true(rim_mask_overlaps(row, column, last, -last));
    assert_false(rim_mask_overlaps(row, column, last, -last + 1));
    assert_false(rim_mask_overlaps(row, column, last - 1, -last));
    assert_true(rim_mask_overlaps(column, row, -last, last));
    rim_rect box = rim_mask_bounds(column);
    assert_true(box.x0 == 0 && box.x1 == 1 && box.y0 == last && box.y1 == last + 1);
    rim_mask_destroy(row);
    rim_mask_destroy(column);
}

static void refused_memory_is_reported_and_nothing_leaks(void **state)
{
    (void)state;
    test_heap     heap = { .budget = -1 };
    rim_allocator from = test_heap_allocator(&heap);
    unsigned char pixels[4 * 9] = { 0 };
    rim_image     image = { pixels, 3, 3, 0, RIM_PIXELS_RGBA8, 0 };
    rim_mask     *whole;
    assert_int_equal(RIM_OK, rim_mask_create(&whole, 3, 3, &from));

    heap.budget = 0;
    rim_mask *mask = whole;
    assert_int_equal(RIM_ERR_MEMORY, rim_mask_create(&mask, 3, 3, &from));
    assert_null(mask);
    mask = whole;
    assert_int_equal(RIM_ERR_MEMORY, rim_mask_create_from_image(&mask, &image, 128, &from));
    assert_null(mask);
    mask = whole;
    assert_int_equal(RIM_ERR_MEMORY, rim_mask_create_from_image(&mask, &image, 256, &from));
    assert_null(mask);
    mask = whole;
    assert_int_equal(RIM_ERR_MEMORY, rim_mask_create_from_color_key(&mask, &image, 1, 1, &from));
    assert_null(mask);
    mask = whole;
    assert_int_equal(RIM_ERR_MEMORY, rim_mask_create_copy(&mask, whole, &from));
    assert_null(mask);
    assert_int_equal(heap.refused, 5);

    heap.budget = -1;
    assert_int_equal(RIM_OK, rim_mask_create_from_image(&mask, &image, 0, &from));
    rim_mask_destroy(mask);
    assert_int_equal(RIM_OK, rim_mask_create_copy(&mask, whole, &from));
    rim_mask_destroy(mask);
    rim_mask_destroy(whole);
    assert_int_equal(heap.live_bytes, 0);
}

static void bad_images_are_refused(void **state)
{
    (void)state;
    unsigned char  pixels[16] = { 0 };
    rim_mask      *mask = NULL;
    const uint32_t gaps[] = { 0x5, 0x80000001, 0xff00ff00, 0x0b };
    for (int i = 0; i < 4; i++)
    {
        rim_image image = { pixels, 2, 2, 0, RIM_PIXELS_WORD32, gaps[i] };
        mask = (rim_mask *)pixels;
        assert_int_equal(RIM_ERR_ARGUMENT, rim_mask_create_from_image(&mask, &image, 1, NULL));
        assert_null(mask);
    }
    rim_image half = { pixels, 2, 2, 0, RIM_PIXELS_WORD16, 0x1ff00 };
    assert_int_equal(RIM_ERR_ARGUMENT, rim_mask_create_from_image(&mask, &half, 1, NULL));
    rim_image bytes = { pixels, 1, 1, 0, RIM_PIXELS_BYTES24, 0x1000000 };
    assert_int_equal(RIM_ERR_ARGUMENT, rim_mask_create_from_image(&mask, &bytes, 1, NULL));
    assert_null(mask);
    rim_image none = { NULL, 2, 2, 0, RIM_PIXELS_RGBA8, 0 };
    assert_int_equal(RIM_ERR_ARGUMENT, rim_mask_create_from_image(&mask, &none, 1, NULL));
    assert_int_equal(RIM_ERR_ARGUMENT, rim_mask_create_from_color_key(&mask, &none, 1, 1, NULL));
    rim_image odd = { pixels, 2, 2, 0, (rim_pixels)5, 0 };
    assert_int_equal(RIM_ERR_ARGUMENT, rim_mask_create_from_image(&mask, &odd, 1, NULL));
    assert_int_equal(RIM_ERR_ARGUMENT, rim_mask_create_from_color_key(&mask, &odd, 1, 1, NULL));
}

static void images_without_area_need_no_pixels(void **state)
{
    (void)state;
    for (int i = RIM_PIXELS_ALPHA8; i <= RIM_PIXELS_BYTES24; i++)
    {
        rim_image flat = { NULL, 5, 0, 0, (rim_pixels)i, 0 };
        rim_image thin = { NULL, 0, 5, 64, (rim_pixels)i, 0 };
        rim_mask *mask;
        assert_int_equal(RIM_OK, rim_mask_create_from_image(&mask, &flat, 0, NULL));
        assert_int_equal(rim_mask_width(mask), 5);
        assert_guards_are_zero(mask);
        rim_mask_destroy(mask);
        assert_int_equal(RIM_OK, rim_mask_create_from_image(&mask, &thin, 0, NULL));
        assert_int_equal(rim_mask_count(mask), 0);
        rim_mask_destroy(mask);
        assert_int_equal(RIM_OK, rim_mask_create_from_color_key(&mask, &thin, 0, 1, NULL));
        assert_int_equal(rim_mask_height(mask), 5);
        rim_mask_destroy(mask);
    }
}

// --- from pixels -------------------------------------------------------------------------------------

// Alpha scaled to 0 .. 255 and rounded to nearest, half up, in doubles.
static int alpha_of_word(uint32_t word, uint32_t bits)
{
    if (!bits) return 255;
    double value = word & bits, most = bits;
    return (int)(value / most * 255.0 + 0.5);
}

// A picture in memory with rows apart, perhaps upwards, perhaps at an odd address.
typedef struct picture
{
    unsigned char *block;
    rim_image      image;
} picture;

static int bytes_of(rim_pixels layout)
{
    if (layout == RIM_PIXELS_WORD16) return 2;
    if (layout == RIM_PIXELS_BYTES24) return 3;
    return layout == RIM_PIXELS_ALPHA8 ? 1 : 4;
}

static picture random_picture(test_random *random, rim_pixels layout, int width, int height)
{
    int       size = bytes_of(layout);
    ptrdiff_t stride =
        (ptrdiff_t)width * size + random_int(random, 0, 2) * random_int(random, 0, 9);
    int     lead = random_int(random, 0, 3);
    size_t  bytes = (size_t)stride * (size_t)(height ? height : 1) + (size_t)lead;
    // To the byte, so that the address sanitizer sees a read too far.
    size_t  last_row = (size_t)stride - (size_t)width * (size_t)size;
    picture p = { malloc(bytes - last_row + 1), { 0 } };
    assert_non_null(p.block);
    for (size_t i = 0; i < bytes - last_row; i++) p.block[i] = (unsigned char)random_bits(random);
    p.image.pixels = p.block + lead;
    p.image.width = width;
    p.image.height = height;
    p.image.layout = layout;
    p.image.stride = stride;
    if (random_int(random, 0, 2) == 0 && height > 0)
    {
        p.image.pixels = p.block + lead + (height - 1) * stride;
        p.image.stride = -stride;
    }
    return p;
}

static const unsigned char *pixel_at(const rim_image *image, int x, int y)
{
    return (const unsigned char *)image->pixels + y * image->stride + x * bytes_of(image->layout);
}

static uint32_t word_at(const rim_image *image, int x, int y)
{
    const unsigned char *p = pixel_at(image, x, y);
    uint32_t             word;
    uint16_t             half;
    if (image->layout == RIM_PIXELS_ALPHA8) return p[0];
    if (image->layout == RIM_PIXELS_RGBA8)
        return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    if (image->layout == RIM_PIXELS_BYTES24) return p[0] + 256u * p[1] + 65536u * p[2];
    if (image->layout == RIM_PIXELS_WORD16) return memcpy(&half, p, 2), half;
    memcpy(&word, p, 4);
    return word;
}

static int alpha_at(const rim_image *image, int x, int y)
{
    const unsigned char *p = pixel_at(image, x, y);
    if (image->layout == RIM_PIXELS_ALPHA8) return p[0];
    if (image->layout == RIM_PIXELS_RGBA8) return p[3];
    return alpha_of_word(word_at(image, x, y), image->alpha_bits);
}

static const uint32_t alpha_runs[] = { 0,          0xff000000, 0x000000ff, 0x00ff0000, 0x80000000,
                                       0x00008000, 0x00000001, 0xc0000000, 0xf0000000, 0x0000f000,
                                       0x3ff00000, 0xffff0000, 0xffffffff, 0x7fffffff, 0xfffffffe };

static void every_threshold_means_something_in_every_layout(void **state)
{
    (void)state;
    test_random         random = { 1 };
    const mask_kernels *paths[8];
    int                 path_count = usable_paths(paths), checked = 0;
    for (int round = 0; round < case_count(4000); round++)
    {
        rim_pixels layout = (rim_pixels)random_int(&random, 0, 4);
        int        height = random_int(&random, 0, 9);
        picture    p = random_picture(&random, layout, telling_side(&random), height);
        p.image.alpha_bits = alpha_runs[random_int(&random, 0, 14)];
        int bits = 8 * bytes_of(layout); // a run that begins beyond a pixel is none of it
        if (bits < 32) p.image.alpha_bits &= (1u << bits) - 1;
        int threshold = round % 262 - 3; // -3 .. 258
        for (int i = 0; i < path_count; i++)
        {
            rim_mask *mask;
            assert_int_equal(
                RIM_OK, mask_create_from_image_with(&mask, &p.image, threshold, NULL, paths[i]));
            assert_ptr_equal(mask->kernels, paths[i]);
            for (int y = 0; y < height; y++)
                for (int x = 0; x < p.image.width; x++, checked++)
                    assert_int_equal(rim_mask_get(mask, x, y),
                                     alpha_at(&p.image, x, y) >= threshold);
            assert_guards_are_zero(mask);
            rim_mask_destroy(mask);
        }
        free(p.block);
    }
    assert_true(checked > case_count(500000));
}

static void all_alphas_meet_all_thresholds(void **state)
{
    (void)state;
    unsigned char pixels[1024];
    for (int i = 0; i < 1024; i++) pixels[i] = (unsigned char)(i % 4 == 3 ? i / 4 : 255 - i / 4);
    rim_image           image = { pixels, 256, 1, 0, RIM_PIXELS_RGBA8, 0 };
    const mask_kernels *paths[8];
    int                 path_count = usable_paths(paths);
    for (int threshold = 0; threshold <= 256; threshold++)
        for (int i = 0; i < path_count; i++)
        {
            rim_mask *mask;
            assert_int_equal(RIM_OK,
                             mask_create_from_image_with(&mask, &image, threshold, NULL, paths[i]));
            for (int x = 0; x < 256; x++)
                assert_int_equal(rim_mask_get(mask, x, 0), x >= threshold);
            assert_int_equal(rim_mask_count(mask), 256 - threshold);
            rim_mask_destroy(mask);
        }
}

static void one_bit_of_alpha_is_all_or_nothing(void **state)
{
    (void)state;
    uint32_t  pixels[2] = { 0x7fff7fff, 0x00008000 };
    rim_image image = { pixels, 2, 1, 0, RIM_PIXELS_WORD32, 0x8000 };
    for (int threshold = 0; threshold <= 255; threshold++)
    {
        rim_mask *mask;
        assert_int_equal(RIM_OK, rim_mask_create_from_image(&mask, &image, threshold, NULL));
        assert_int_equal(rim_mask_get(mask, 0, 0), threshold == 0);
        assert_true(rim_mask_get(mask, 1, 0));
        rim_mask_destroy(mask);
    }
}

static void a_color_key_is_what_stays_empty(void **state)
{
    (void)state;
    test_random         random = { 2 };
    const mask_kernels *paths[8];
    int                 path_count = usable_paths(paths), solid = 0, empty = 0;
    for (int round = 0; round < case_count(2000); round++)
    {
        rim_pixels layout = (rim_pixels)random_int(&random, 0, 4);
        int        height = random_int(&random, 0, 6);
        picture    p = random_picture(&random, layout, telling_side(&random), height);
        // Few key bits, or the key would hardly ever be met.
        uint32_t   bits = (uint32_t)(random_bits(&random) & random_bits(&random));
        if (random_int(&random, 0, 1)) bits &= 0x01010101u << random_int(&random, 0, 7);
        uint32_t key = (uint32_t)random_bits(&random);
        if (p.image.width && height && random_int(&random, 0, 1)) key = word_at(&p.image, 0, 0);
        for (int i = 0; i < path_count; i++)
        {
            rim_mask *mask;
            assert_int_equal(RIM_OK, mask_create_from_color_key_with(&mask, &p.image, key, bits,
                                                                     NULL, paths[i]));
            for (int y = 0; y < height; y++)
                for (int x = 0; x < p.image.width; x++)
                {
                    bool differs = ((word_at(&p.image, x, y) ^ key) & bits) != 0;
                    assert_int_equal(rim_mask_get(mask, x, y), differs);
                    differs ? solid++ : empty++;
                }
            assert_guards_are_zero(mask);
            rim_mask_destroy(mask);
        }
        free(p.block);
    }
    assert_true(solid > case_count(10000) && empty > case_count(10000));
}

// --- pixels ------------------------------------------------------------------------------------------

static void get_set_count_bounds_and_copy_follow_the_pixels(void **state)
{
    (void)state;
    test_random random = { 3 };
    for (int round = 0; round < case_count(400); round++)
    {
        static grid g;
        random_grid(&g, &random, telling_side(&random), telling_side(&random));
        rim_mask *mask = mask_of(&g, mask_kernels_best()), *copy;
        assert_mask_is(mask, &g);
        assert_int_equal(RIM_OK, rim_mask_create_copy(&copy, mask, NULL));

        rim_rect box = { INT_MAX, INT_MAX, INT_MIN, INT_MIN }, found = rim_mask_bounds(mask);
        int64_t  count = 0;
        for (int y = 0; y < g.height; y++)
            for (int x = 0; x < g.width; x++)
            {
                if (!g.solid[y * g.width + x]) continue;
                count++;
                if (x < box.x0) box.x0 = x;
                if (y < box.y0) box.y0 = y;
                if (x >= box.x1) box.x1 = x + 1;
                if (y >= box.y1) box.y1 = y + 1;
            }
        assert_int_equal(rim_mask_count(mask), count);
        if (!count) box = rim_rect_make(0, 0, 0, 0);
        assert_memory_equal(&found, &box, sizeof box);

        // The copy is another mask; emptying one leaves the other.
        for (int y = -2; y < g.height + 2; y++)
            for (int x = -2; x < g.width + 2; x++) rim_mask_set(mask, x, y, false);
        assert_int_equal(rim_mask_count(mask), 0);
        assert_mask_is(copy, &g);
        rim_mask_destroy(mask);
        rim_mask_destroy(copy);
    }
}

static void pixels_outside_are_empty_and_cannot_be_set(void **state)
{
    (void)state;
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 65, 3, NULL));
    const int far[] = { INT_MIN, -64, -1, 65, 128, INT_MAX };
    for (int i = 0; i < 6; i++)
    {
        rim_mask_set(mask, far[i], 1, true);
        rim_mask_set(mask, 1, far[i] == 65 ? 3 : far[i], true);
        assert_false(rim_mask_get(mask, far[i], 1));
        assert_false(rim_mask_get(mask, 1, far[i]));
    }
    assert_int_equal(rim_mask_count(mask), 0);
    assert_guards_are_zero(mask);
    rim_mask_destroy(mask);
}

static void spans_show_64_pixels_from_anywhere(void **state)
{
    (void)state;
    test_random random = { 4 };
    static grid g;
    for (int round = 0; round < case_count(60); round++)
    {
        random_grid(&g, &random, telling_side(&random), random_int(&random, 0, 4));
        rim_mask *mask = mask_of(&g, mask_kernels_best());
        for (int y = -2; y < g.height + 2; y++)
            for (int x = -70; x < g.width + 70; x++)
            {
                uint64_t span = mask_span(mask, x, y);
                for (int i = 0; i < 64; i++)
                    assert_int_equal(span >> i & 1, grid_get(&g, x + i, y));
            }
        assert_true(mask_span(mask, INT_MIN, 0) == 0 && mask_span(mask, INT_MAX, 0) == 0);
        rim_mask_destroy(mask);
    }
}

// --- two masks ---------------------------------------------------------------------------------------

static void set_grid_bits(grid *g, int width, int height, unsigned bits)
{
    g->width = width;
    g->height = height;
    for (int i = 0; i < width * height; i++) g->solid[i] = (char)(bits >> i & 1);
}

static void all_pairs_of_3_by_3_masks_agree_at_all_offsets(void **state)
{
    (void)state;
    static grid grids[512];
    rim_mask   *masks[512];
    int64_t     hits = 0, misses = 0;
    for (unsigned i = 0; i < 512; i++)
    {
        set_grid_bits(&grids[i], 3, 3, i);
        masks[i] = mask_of(&grids[i], mask_kernels_best());
    }
    int step = case_count(20) == 20 ? 1 : 17;
    for (int i = 0; i < 512; i++)
        for (int j = 0; j < 512; j += step)
            for (int dy = -3; dy <= 3; dy++)
                for (int dx = -3; dx <= 3; dx++)
                {
                    // In bits: rows of b shifted over rows of a.
                    unsigned shared = 0;
                    for (int y = 0; y < 3; y++)
                    {
                        if (y + dy < 0 || y + dy > 2) continue;
                        unsigned ra = (unsigned)i >> 3 * (y + dy) & 7,
                                 rb = (unsigned)j >> 3 * y & 7;
                        unsigned both = dx >= 0 ? rb << dx & ra : rb >> -dx & ra;
                        shared += (both & 1) + (both >> 1 & 1) + (both >> 2 & 1);
                    }
                    assert_int_equal(rim_mask_overlaps(masks[i], masks[j], dx, dy), shared > 0);
                    assert_int_equal(rim_mask_overlap_area(masks[i], masks[j], dx, dy), shared);
                    shared ? hits++ : misses++;
                }
    assert_true(hits > 1000 && misses > 1000);
    for (int i = 0; i < 512; i++) rim_mask_destroy(masks[i]);
}

static void overlaps_agree_with_the_pixels_on_every_path(void **state)
{
    (void)state;
    test_random         random = { 5 };
    const mask_kernels *paths[8];
    int                 path_count = usable_paths(paths), hits = 0, misses = 0;
    static grid         a, b;
    for (int round = 0; round < case_count(3000); round++)
    {
        random_grid(&a, &random, telling_side(&random), telling_side(&random));
        random_grid(&b, &random, telling_side(&random), telling_side(&random));
        rim_mask *ma = mask_of(&a, paths[0]), *mb = mask_of(&b, paths[0]);
        for (int k = 0; k < 4; k++)
        {
            int     dx = random_int(&random, -b.width - 2, a.width + 2);
            int     dy = random_int(&random, -b.height - 2, a.height + 2);
            int64_t shared = grid_shared(&a, &b, dx, dy);
            shared ? hits++ : misses++;
            for (int i = 0; i < path_count; i++)
            {
                ma->kernels = mb->kernels = paths[i];
                assert_int_equal(rim_mask_overlaps(ma, mb, dx, dy), shared > 0);
                assert_int_equal(rim_mask_overlaps(mb, ma, -dx, -dy), shared > 0);
                assert_int_equal(rim_mask_overlap_area(ma, mb, dx, dy), shared);
                assert_int_equal(rim_mask_overlap_area(mb, ma, -dx, -dy), shared);
                check_moments(&a, &b, ma, mb, dx, dy);
            }
        }
        rim_mask_destroy(ma);
        rim_mask_destroy(mb);
    }
    assert_true(hits > case_count(1200) && misses > case_count(1200));
}

// A mask whose width is a multiple of 64 has no word behind its last column but the guard strip's.
static void moments_agree_with_the_pixels_at_the_ends_of_strips(void **state)
{
    (void)state;
    test_random         random = { 11 };
    const mask_kernels *paths[8];
    int                 path_count = usable_paths(paths);
    static grid         a, b;
    for (int round = 0; round < 40; round++)
    {
        random_grid(&a, &random, 64 * random_int(&random, 1, 2), random_int(&random, 1, 30));
        random_grid(&b, &random, telling_side(&random), random_int(&random, 1, 30));
        rim_mask *ma = mask_of(&a, paths[0]), *mb = mask_of(&b, paths[0]);
        for (int dx = -128; dx <= 128; dx += 64)
            for (int i = 0; i < path_count; i++)
            {
                int dy = random_int(&random, -10, 10);
                ma->kernels = mb->kernels = paths[i];
                check_moments(&a, &b, ma, mb, dx, dy);
                check_moments(&b, &a, mb, ma, -dx, -dy);
            }
        rim_mask_destroy(ma);
        rim_mask_destroy(mb);
    }
}

// Masks of one full row each meet in that row alone, however many strips of words they are wide.
static void rows_meet_rows_and_nothing_above_or_below(void **state)
{
    (void)state;
    enum
    {
        WIDTH = 200,
        ROWS = 4
    };
    rim_mask *row[ROWS];
    int       met = 0;
    for (int i = 0; i < ROWS; i++)
    {
        assert_int_equal(RIM_OK, rim_mask_create(&row[i], WIDTH, ROWS, NULL));
        for (int x = 0; x < WIDTH; x++) rim_mask_set(row[i], x, i, true);
    }
    static const int shifts[] = { -150, -64, -1, 0, 1, 63, 64, 65, 130, 199 };
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < ROWS; j++)
            for (int dy = -ROWS; dy <= ROWS; dy++)
                for (size_t s = 0; s < sizeof shifts / sizeof shifts[0]; s++)
                {
                    int dx = shifts[s], shared = j + dy == i ? WIDTH - abs(dx) : 0;
                    assert_int_equal(rim_mask_overlaps(row[i], row[j], dx, dy), shared > 0);
                    assert_int_equal(rim_mask_overlap_area(row[i], row[j], dx, dy), shared);
                    met += shared > 0;
                }
    assert_int_equal(met, 16 * 10);
    for (int i = 0; i < ROWS; i++) rim_mask_destroy(row[i]);
}

static void offsets_at_the_ends_of_int_are_misses(void **state)
{
    (void)state;
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 70, 9, NULL));
    for (int y = 0; y < 9; y++)
        for (int x = 0; x < 70; x++) rim_mask_set(mask, x, y, true);
    const int far[] = { INT_MIN, INT_MIN + 1, INT_MIN + 69, -70, 70, INT_MAX - 8, INT_MAX };
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j++)
        {
            assert_false(rim_mask_overlaps(mask, mask, far[i], far[j]));
            assert_false(rim_mask_overlaps(mask, mask, far[i], 0));
            assert_false(rim_mask_overlaps(mask, mask, 0, far[j]));
            assert_int_equal(rim_mask_overlap_area(mask, mask, far[i], far[j]), 0);
        }
    assert_int_equal(rim_mask_overlap_area(mask, mask, 69, -8), 1);
    rim_mask_destroy(mask);
}

// Each path's functions behind counters, so that what ran is known and not believed. The counters
// stand beside the table of the path that is being tried.
typedef struct calls
{
    const mask_kernels *path;
    int                 overlaps, area;
} calls;

static calls seen;

static bool counted_overlaps(const mask_windows *windows)
{
    seen.overlaps++;
    return seen.path->overlaps(windows);
}

static int64_t counted_area(const mask_windows *windows)
{
    seen.area++;
    return seen.path->overlap_area(windows);
}

static void a_mask_runs_the_path_it_was_given(void **state)
{
    (void)state;
    const mask_kernels *paths[8];
    int                 path_count = usable_paths(paths);
    bool                best_is_listed = false;
    for (int i = 0; i < path_count; i++)
    {
        mask_kernels counted = *paths[i];
        counted.overlaps = counted_overlaps;
        counted.overlap_area = counted_area;
        seen.path = paths[i];
        seen.overlaps = seen.area = 0;
        rim_mask *mask;
        assert_int_equal(RIM_OK, mask_create_with(&mask, 9, 9, NULL, &counted));
        rim_mask_set(mask, 4, 4, true);
        assert_true(rim_mask_overlaps(mask, mask, 0, 0));
        assert_false(rim_mask_overlaps(mask, mask, 1, 0));
        assert_int_equal(rim_mask_count(mask), 1);
        assert_int_equal(seen.overlaps, 2);
        assert_int_equal(seen.area, 1);
        rim_mask_destroy(mask);
        // No two paths share a function, so none can stand in for another.
        for (int j = 0; j < i; j++) assert_ptr_not_equal(paths[i]->overlaps, paths[j]->overlaps);
        best_is_listed |= paths[i] == mask_kernels_best();
        print_message("           path %s ran\n", paths[i]->name);
    }
    assert_true(best_is_listed);
    // The best one is the last that can run.
    assert_ptr_equal(mask_kernels_best(), paths[path_count - 1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_masks_of_all_sizes_are_legal),
        cmocka_unit_test(sides_beyond_the_limit_are_refused),
        cmocka_unit_test(the_longest_sides_work_to_their_last_pixel),
        cmocka_unit_test(refused_memory_is_reported_and_nothing_leaks),
        cmocka_unit_test(bad_images_are_refused),
        cmocka_unit_test(images_without_area_need_no_pixels),
        cmocka_unit_test(every_threshold_means_something_in_every_layout),
        cmocka_unit_test(all_alphas_meet_all_thresholds),
        cmocka_unit_test(one_bit_of_alpha_is_all_or_nothing),
        cmocka_unit_test(a_color_key_is_what_stays_empty),
        cmocka_unit_test(get_set_count_bounds_and_copy_follow_the_pixels),
        cmocka_unit_test(pixels_outside_are_empty_and_cannot_be_set),
        cmocka_unit_test(spans_show_64_pixels_from_anywhere),
        cmocka_unit_test(all_pairs_of_3_by_3_masks_agree_at_all_offsets),
        cmocka_unit_test(overlaps_agree_with_the_pixels_on_every_path),
        cmocka_unit_test(moments_agree_with_the_pixels_at_the_ends_of_strips),
        cmocka_unit_test(rows_meet_rows_and_nothing_above_or_below),
        cmocka_unit_test(offsets_at_the_ends_of_int_are_misses),
        cmocka_unit_test(a_mask_runs_the_path_it_was_given),
    };
    return cmocka_run_group_tests_name("mask", tests, NULL, NULL);
}
