// Masks by colour, rows in and out, painting, all offsets at which masks overlap, islands one by one, borders: each
// against loops over single pixels.
#include "support/lists.h"
#include "support/support.h"

#include "rimcast/mask.h"

#include <stdlib.h>
#include <string.h>

// Noise, sparse or dense, or blobs of it.
static rim_mask *random_mask(test_random *random, int most)
{
    rim_mask *mask;
    int       width = random_int(random, 0, most), height = random_int(random, 0, most);
    int       kind = random_int(random, 0, 3), percent = random_int(random, 1, 99);
    assert_int_equal(RIM_OK, rim_mask_create(&mask, width, height, NULL));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            rim_mask_set(mask, x, y, random_int(random, 1, 100) <= (kind == 3 ? 2 : percent));
    for (int i = 0; i < 3 && kind == 1; i++)
    {
        rim_vec2 centre = { (float)random_int(random, 0, most),
                            (float)random_int(random, 0, most) };
        rim_mask_draw_circle(mask, centre, (float)random_int(random, 1, most / 2 + 1), i != 1);
    }
    return mask;
}

static void assert_equal_masks(const rim_mask *wanted, const rim_mask *mask)
{
    assert_int_equal(rim_mask_width(wanted), rim_mask_width(mask));
    assert_int_equal(rim_mask_height(wanted), rim_mask_height(mask));
    for (int y = 0; y < rim_mask_height(mask); y++)
        for (int x = 0; x < rim_mask_width(mask); x++)
            if (rim_mask_get(wanted, x, y) != rim_mask_get(mask, x, y))
                fail_msg("pixel (%d, %d) should be %d", x, y, rim_mask_get(wanted, x, y));
    assert_true(rim_mask_equals(wanted, mask)); // no bits beyond the width
}

// --- colours ------------------------------------------------------------------------------------------------

// A channel of a word in 0 .. 255, in doubles.
static int scaled(uint32_t word, int shift, int size)
{
    double most = (double)(((uint64_t)1 << size) - 1);
    return (int)((double)(word >> shift & (((uint64_t)1 << size) - 1)) / most * 255.0 + 0.5);
}

typedef struct layout
{
    rim_pixels pixels;
    int        bytes, channels, shift[4], size[4];
    bool       named; // else the channels are the word's bytes
} layout;

static const layout layouts[] = {
    { RIM_PIXELS_ALPHA8, 1, 1, { 0 }, { 8 }, false },
    { RIM_PIXELS_RGBA8, 4, 4, { 0, 8, 16, 24 }, { 8, 8, 8, 8 }, false },
    { RIM_PIXELS_WORD32, 4, 4, { 0, 8, 16, 24 }, { 8, 8, 8, 8 }, false },
    { RIM_PIXELS_BYTES24, 3, 3, { 0, 8, 16 }, { 8, 8, 8 }, false },
    { RIM_PIXELS_WORD32, 4, 4, { 22, 12, 2, 0 }, { 10, 10, 10, 2 }, true },
    { RIM_PIXELS_WORD16, 2, 3, { 11, 5, 0 }, { 5, 6, 5 }, true },
    { RIM_PIXELS_WORD16, 2, 4, { 8, 4, 0, 12 }, { 4, 4, 4, 4 }, true },
    { RIM_PIXELS_WORD32, 4, 1, { 0 }, { 32 }, true },
};

enum
{
    LAYOUTS = sizeof layouts / sizeof *layouts,
    COLOURS_W = 70,
    COLOURS_H = 9
};

static uint32_t read_word(const layout *l, const unsigned char *p)
{
    uint32_t word = 0;
    uint16_t half;
    if (l->pixels == RIM_PIXELS_WORD16) return memcpy(&half, p, 2), half;
    if (l->pixels == RIM_PIXELS_WORD32) return memcpy(&word, p, 4), word;
    for (int i = 0; i < l->bytes; i++) word |= (uint32_t)p[i] << 8 * i;
    return word;
}

static bool slow_alike(const layout *l, const uint8_t tolerance[4], uint32_t p, uint32_t q)
{
    for (int i = 0; i < l->channels; i++)
        if (abs(scaled(p, l->shift[i], l->size[i]) - scaled(q, l->shift[i], l->size[i])) >
            tolerance[i])
            return false;
    return true;
}

typedef struct two_pictures
{
    const layout *l;
    rim_channels  channels;
    unsigned char a[4 * COLOURS_H * (COLOURS_W + 3)], b[4 * COLOURS_H * (COLOURS_W + 3)];
    rim_image     image, other;
    uint32_t      color;
} two_pictures;

// Pixels that are nearly alike now and then.
static void draw_two(two_pictures *p, test_random *random)
{
    const layout *l = p->l = &layouts[random_int(random, 0, LAYOUTS - 1)];
    int       width = random_int(random, 1, COLOURS_W), height = random_int(random, 0, COLOURS_H);
    ptrdiff_t stride = l->bytes * width + random_int(random, 0, 3);
    for (size_t i = 0; i < sizeof p->a; i++)
    {
        p->a[i] = (unsigned char)random_bits(random);
        p->b[i] = (unsigned char)(p->a[i] + random_int(random, -9, 9));
    }
    rim_image image = { p->a, width, height, stride, l->pixels, 0 };
    p->other = p->image = image;
    p->other.pixels = p->b;
    memset(&p->channels, 0, sizeof p->channels);
    for (int i = 0; i < 4; i++)
    {
        p->channels.tolerance[i] = (uint8_t)(random_int(random, 0, 2) ? random_int(random, 0, 255)
                                                                      : random_int(random, 0, 9));
        if (l->named && i < l->channels)
            p->channels.bits[i] = (uint32_t)((((uint64_t)1 << l->size[i]) - 1) << l->shift[i]);
    }
    int at = random_int(random, 0, width * height / 2);
    p->color = read_word(l, p->b + at);
}

static void colours_are_alike_within_the_tolerance(void **state)
{
    (void)state;
    static two_pictures p;
    test_random         random = { 31 };
    int64_t             solid = 0, empty = 0;
    for (int i = 0; i < case_count(4000); i++)
    {
        rim_mask *mask, *both;
        draw_two(&p, &random);
        assert_int_equal(RIM_OK,
                         rim_mask_create_from_color(&mask, &p.image, p.color, &p.channels, NULL));
        assert_int_equal(
            RIM_OK, rim_mask_create_from_comparison(&both, &p.image, &p.other, &p.channels, NULL));
        assert_int_equal(p.image.height, rim_mask_height(mask));
        for (int y = 0; y < p.image.height; y++)
            for (int x = 0; x < p.image.width; x++)
            {
                ptrdiff_t at = y * p.image.stride + x * p.l->bytes;
                uint32_t  one = read_word(p.l, p.a + at), two = read_word(p.l, p.b + at);
                bool      alike = slow_alike(p.l, p.channels.tolerance, one, p.color);
                assert_int_equal(alike, rim_mask_get(mask, x, y));
                assert_int_equal(slow_alike(p.l, p.channels.tolerance, one, two),
                                 rim_mask_get(both, x, y));
                solid += alike;
                empty += !alike;
            }
        rim_mask_destroy(mask);
        rim_mask_destroy(both);
    }
    assert_true(solid > 20 * case_count(4000) && empty > 20 * case_count(4000));
}

static void without_channels_colours_are_equal_or_not(void **state)
{
    (void)state;
    uint32_t  pixels[4] = { 0x11223344, 0x11223345, 0x91223344, 0x11223344 };
    rim_image image = { pixels, 4, 1, 0, RIM_PIXELS_WORD32, 0 };
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create_from_color(&mask, &image, 0x11223344, NULL, NULL));
    for (int x = 0; x < 4; x++) assert_int_equal(x == 0 || x == 3, rim_mask_get(mask, x, 0));
    rim_mask_destroy(mask);
    // Alpha does not count where it may differ by all.
    rim_channels loose = { { 0 }, { 0, 0, 0, 255 } };
    assert_int_equal(RIM_OK, rim_mask_create_from_color(&mask, &image, 0x11223344, &loose, NULL));
    for (int x = 0; x < 4; x++) assert_int_equal(x != 1, rim_mask_get(mask, x, 0));
    rim_mask_destroy(mask);
}

static void colours_refuse_what_makes_no_sense(void **state)
{
    (void)state;
    uint32_t     pixels[4] = { 0 };
    rim_image    image = { pixels, 2, 2, 0, RIM_PIXELS_WORD32, 5 };
    rim_image    wide = { pixels, 4, 1, 0, RIM_PIXELS_WORD32, 0 }, none = image, rgba = image;
    rim_channels torn = { { 5, 0, 0, 0 }, { 0 } };
    rim_mask    *mask = (rim_mask *)pixels;
    none.pixels = NULL;
    rgba.layout = RIM_PIXELS_RGBA8;
    assert_int_equal(RIM_ERR_ARGUMENT, rim_mask_create_from_color(&mask, &none, 0, NULL, NULL));
    assert_null(mask);
    assert_int_equal(RIM_ERR_ARGUMENT, rim_mask_create_from_color(&mask, &image, 0, &torn, NULL));
    assert_int_equal(RIM_ERR_SIZE,
                     rim_mask_create_from_comparison(&mask, &image, &wide, NULL, NULL));
    assert_int_equal(RIM_ERR_ARGUMENT,
                     rim_mask_create_from_comparison(&mask, &image, &rgba, NULL, NULL));
    assert_int_equal(RIM_ERR_ARGUMENT,
                     rim_mask_create_from_comparison(&mask, &image, &none, NULL, NULL));
    test_heap     heap = { .budget = 0 };
    rim_allocator from = test_heap_allocator(&heap);
    assert_int_equal(RIM_ERR_MEMORY, rim_mask_create_from_color(&mask, &image, 0, NULL, &from));
    assert_null(mask);
}

// --- rows ---------------------------------------------------------------------------------------------------

enum
{
    ROWS_SIDE = 150,
    ROWS_SPARE = 12,
    ROWS_ROOM = (ROWS_SIDE + 2 * ROWS_SPARE) * (ROWS_SIDE + 8)
};

static bool get(const rim_mask *mask, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < 65536 && y < 65536 && rim_mask_get(mask, (int)x, (int)y);
}

static void rows_are_read_as_words_and_bytes(void **state)
{
    (void)state;
    static uint64_t words[ROWS_ROOM];
    static uint8_t  bytes[ROWS_ROOM];
    test_random     random = { 32 };
    int64_t         solid = 0;
    for (int i = 0; i < case_count(1500); i++)
    {
        rim_mask *mask = random_mask(&random, ROWS_SIDE);
        int       width = rim_mask_width(mask), height = rim_mask_height(mask);
        int       first = random_int(&random, -ROWS_SPARE, height);
        int       rows = random_int(&random, -1, height + ROWS_SPARE - first);
        int       per_row = (width + 63) / 64, gap = random_int(&random, 0, 2);
        if (i % 50 == 0) first = i % 100 ? INT32_MAX - 3 : INT32_MIN;
        memset(words, 0x5a, sizeof words);
        memset(bytes, 0x5a, sizeof bytes);
        rim_mask_read_words(mask, first, rows, words, gap ? per_row + gap : 0);
        rim_mask_read_bytes(mask, first, rows, bytes, gap ? width + gap : 0);
        for (int y = 0; y < rows; y++)
        {
            for (int x = 0; x < 64 * per_row; x++)
            {
                bool wanted = get(mask, x, (int64_t)first + y);
                assert_int_equal(wanted, words[y * (per_row + gap) + x / 64] >> x % 64 & 1);
                if (x < width) assert_int_equal(wanted, bytes[y * (width + gap) + x]);
                solid += wanted;
            }
            // Nothing is written between the rows.
            if (gap) assert_int_equal(0x5a, bytes[y * (width + gap) + width]);
            if (gap) assert_true(words[y * (per_row + gap) + per_row] == 0x5a5a5a5a5a5a5a5au);
        }
        assert_int_equal(0x5a, bytes[rows > 0 ? rows * (width + gap) : 0]);
        assert_true(words[rows > 0 ? rows * (per_row + gap) : 0] == 0x5a5a5a5a5a5a5a5au);
        rim_mask_destroy(mask);
    }
    assert_true(solid > 500 * case_count(1500));
}

static void rows_are_written_and_nothing_else_is(void **state)
{
    (void)state;
    static uint64_t words[ROWS_ROOM];
    static uint8_t  bytes[ROWS_ROOM];
    test_random     random = { 33 };
    for (int i = 0; i < case_count(1500); i++)
    {
        rim_mask *by_words = random_mask(&random, ROWS_SIDE), *by_bytes, *wanted;
        int       width = rim_mask_width(by_words), height = rim_mask_height(by_words);
        int       first = random_int(&random, -ROWS_SPARE, height);
        int       rows = random_int(&random, -1, height + ROWS_SPARE - first);
        int       per_row = (width + 63) / 64, gap = random_int(&random, 0, 2);
        if (i % 50 == 0) first = i % 100 ? INT32_MAX - 3 : INT32_MIN;
        assert_int_equal(RIM_OK, rim_mask_create_copy(&by_bytes, by_words, NULL));
        assert_int_equal(RIM_OK, rim_mask_create_copy(&wanted, by_words, NULL));
        for (int k = 0; k < ROWS_ROOM; k++)
        {
            words[k] = random_bits(&random); // bits beyond the width, too
            bytes[k] =
                (uint8_t)(random_bits(&random) & random_bits(&random) & random_bits(&random));
        }
        rim_mask_write_words(by_words, first, rows, words, gap ? per_row + gap : 0);
        for (int y = 0; y < rows; y++)
            for (int x = 0; x < width && (int64_t)first + y < height; x++)
                rim_mask_set(wanted, x, first + y,
                             words[y * (per_row + gap) + x / 64] >> x % 64 & 1);
        assert_equal_masks(wanted, by_words);
        rim_mask_write_bytes(by_bytes, first, rows, bytes, gap ? width + gap : 0);
        for (int y = 0; y < rows; y++)
            for (int x = 0; x < width && (int64_t)first + y < height; x++)
                rim_mask_set(wanted, x, first + y, bytes[y * (width + gap) + x] != 0);
        assert_equal_masks(wanted, by_bytes);
        rim_mask_destroy(by_words);
        rim_mask_destroy(by_bytes);
        rim_mask_destroy(wanted);
    }
}

static void a_part_is_painted_in_two_colours(void **state)
{
    (void)state;
    static uint32_t pixels[200 * 200], before[200 * 200];
    test_random     random = { 34 };
    int             painted[3] = { 0 };
    for (int i = 0; i < case_count(1500); i++)
    {
        rim_mask *mask = random_mask(&random, ROWS_SIDE);
        int       x0 = random_int(&random, -80, 150), y0 = random_int(&random, -80, 150);
        int       w = random_int(&random, -1, 150), h = random_int(&random, -1, 99);
        int       gap = random_int(&random, 0, 3);
        uint32_t  solid = (uint32_t)random_bits(&random), empty = (uint32_t)random_bits(&random);
        uint32_t *on = random_int(&random, 0, 3) ? &solid : NULL;
        uint32_t *off = random_int(&random, 0, 3) ? &empty : NULL;
        if (i % 40 == 0) x0 = INT32_MIN + 1;
        for (int k = 0; k < 200 * 200; k++) before[k] = pixels[k] = (uint32_t)k * 2654435761u;
        rim_mask_paint(mask, rim_rect_make(x0, y0, x0 + w, y0 + h), on, off, pixels,
                       gap ? (w + gap) * (ptrdiff_t)sizeof *pixels : 0);
        for (int k = 0; k < 200 * 200; k++)
        {
            int  x = w + gap > 0 ? k % (w + gap) : 0, y = w + gap > 0 ? k / (w + gap) : 0;
            bool inside = x < w && y < h && w > 0;
            const uint32_t *color = get(mask, (int64_t)x0 + x, (int64_t)y0 + y) ? on : off;
            uint32_t        wanted = inside && color ? *color : before[k];
            if (wanted != pixels[k]) fail_msg("pixel (%d, %d) of case %d", x, y, i);
            if (inside) painted[color == on ? 0 : color == off ? 1 : 2]++;
        }
        rim_mask_destroy(mask);
    }
    assert_true(painted[0] > 1000 * case_count(1500) / 10 && painted[1] > case_count(1500));
}

// --- all offsets --------------------------------------------------------------------------------------------

static void every_offset_at_which_they_overlap_is_solid(void **state)
{
    (void)state;
    test_random random = { 35 };
    int64_t     solid = 0, empty = 0;
    for (int i = 0; i < case_count(250); i++)
    {
        rim_mask *a = random_mask(&random, i % 4 ? 40 : 150);
        rim_mask *b = random_mask(&random, i % 5 ? 40 : 150), *all;
        int       wa = rim_mask_width(a), ha = rim_mask_height(a);
        int       wb = rim_mask_width(b), hb = rim_mask_height(b);
        assert_int_equal(RIM_OK, rim_mask_create_overlaps(&all, a, b, NULL, NULL));
        bool none = wa == 0 || ha == 0 || wb == 0 || hb == 0;
        assert_int_equal(none ? 0 : wa + wb - 1, rim_mask_width(all));
        assert_int_equal(none ? 0 : ha + hb - 1, rim_mask_height(all));
        int64_t count = 0;
        for (int y = 0; y < rim_mask_height(all); y++)
            for (int x = 0; x < rim_mask_width(all); x++)
            {
                bool wanted = rim_mask_overlaps(a, b, x - wb + 1, y - hb + 1);
                assert_int_equal(wanted, rim_mask_get(all, x, y));
                count += wanted;
                solid += wanted;
                empty += !wanted;
            }
        assert_int_equal(count, rim_mask_count(all));
        rim_mask_destroy(a);
        rim_mask_destroy(b);
        rim_mask_destroy(all);
    }
    assert_true(solid > 300 * case_count(250) && empty > 50 * case_count(250));
}

static bool go_on(void *context, double done)
{
    assert_true(done >= 0.0 && done <= 1.0);
    return --*(int *)context >= 0;
}

static void all_offsets_can_be_stopped_and_refused(void **state)
{
    (void)state;
    rim_mask *a, *b, *all;
    assert_int_equal(RIM_OK, rim_mask_create_filled(&a, 30, 30, NULL));
    assert_int_equal(RIM_OK, rim_mask_create_filled(&b, 30, 200, NULL));
    for (int steps = 0; steps < 9; steps++)
    {
        int           left = steps;
        test_heap     heap = { .budget = -1 };
        rim_allocator from = test_heap_allocator(&heap);
        rim_progress  progress = { go_on, &left };
        rim_status    status = rim_mask_create_overlaps(&all, a, b, &progress, &from);
        assert_int_equal(steps < 4 ? RIM_ERR_CANCELLED : RIM_OK, status);
        assert_int_equal(status == RIM_OK, all != NULL);
        rim_mask_destroy(all);
        assert_int_equal(0, heap.live_bytes);
    }
    int refused = 0;
    for (int budget = 0;; budget++)
    {
        test_heap     heap = { .budget = budget };
        rim_allocator from = test_heap_allocator(&heap);
        rim_status    status = rim_mask_create_overlaps(&all, a, b, NULL, &from);
        rim_mask_destroy(all);
        assert_int_equal(0, heap.live_bytes);
        if (status == RIM_OK) break;
        assert_int_equal(RIM_ERR_MEMORY, status);
        assert_null(all);
        refused++;
    }
    assert_true(refused >= 3);
    rim_mask_destroy(a);
    rim_mask *wide;
    assert_int_equal(RIM_OK, rim_mask_create(&wide, 65536, 1, NULL));
    assert_int_equal(RIM_ERR_SIZE, rim_mask_create_overlaps(&all, wide, b, NULL, NULL));
    assert_null(all);
    rim_mask_destroy(wide);
    rim_mask_destroy(b);
}

// --- islands one by one -------------------------------------------------------------------------------------

static int label_at(const uint32_t *labels, int width, int height, int x, int y)
{
    return x < 0 || y < 0 || x >= width || y >= height ? -1 : (int)labels[y * width + x] - 1;
}

static void an_island_is_found_and_made_a_mask(void **state)
{
    (void)state;
    static uint32_t labels[150 * 150];
    test_random     random = { 36 };
    int             hits = 0, ties = 0;
    for (int i = 0; i < case_count(600); i++)
    {
        rim_mask    *mask = random_mask(&random, i % 3 ? 20 : 150), *one;
        int          width = rim_mask_width(mask), height = rim_mask_height(mask);
        rim_islands *islands;
        assert_int_equal(RIM_OK, rim_islands_create(&islands, mask, (rim_touch)(i % 2), NULL));
        for (int k = 0; k < width * height; k++)
            labels[k] = (uint32_t)(rim_islands_at(islands, k % width, k / width) + 1);
        for (int y = -2; y < height + 2; y++)
            for (int x = -2; x < width + 2; x++)
            {
                int wanted = label_at(labels, width, height, x, y);
                assert_int_equal(wanted, rim_islands_at(islands, x, y));
                hits += wanted >= 0;
            }
        int64_t           count, largest = rim_islands_largest(islands);
        const rim_island *list = rim_islands_list(islands, &count);
        assert_int_equal(count == 0, largest == -1);
        for (int64_t k = 0; k < count; k++)
        {
            assert_true(list[k].area <= list[largest].area);
            assert_true(k >= largest || list[k].area < list[largest].area);
            ties += k != largest && list[k].area == list[largest].area;
        }
        int64_t number = i % 4 ? largest : random_int(&random, -1, (int)count);
        assert_int_equal(RIM_OK, rim_mask_create_from_island(&one, islands, number, NULL));
        assert_int_equal(width, rim_mask_width(one));
        int64_t area = 0;
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
            {
                bool wanted = number >= 0 && label_at(labels, width, height, x, y) == number;
                assert_int_equal(wanted, rim_mask_get(one, x, y));
                area += wanted;
            }
        assert_int_equal(area, rim_mask_count(one));
        rim_mask_destroy(one);
        rim_islands_destroy(islands);
        rim_mask_destroy(mask);
    }
    assert_true(hits > 300 * case_count(600) && ties > case_count(600) / 10);
}

// --- borders ------------------------------------------------------------------------------------------------

// Wall following, one cell at a time: the left hand on the empty pixels. State: a pixel and the empty neighbour that is
// touched; turning clockwise about the pixel finds the next one.
static int slow_border(const rim_mask *mask, rim_pixel start, rim_pixel *out)
{
    static const int dx[8] = { 1, 1, 0, -1, -1, -1, 0, 1 }, dy[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };
    rim_pixel        at = start, hand = { start.x - 1, start.y }, second = start;
    int              count = 0;
    for (;;)
    {
        int k = 0, turns = 0;
        while (at.x + dx[k] != hand.x || at.y + dy[k] != hand.y) k++;
        for (; turns < 8; turns++, k = (k + 1) % 8)
        {
            if (get(mask, at.x + dx[k], at.y + dy[k])) break;
            hand.x = at.x + dx[k];
            hand.y = at.y + dy[k];
        }
        rim_pixel next = { at.x + dx[k], at.y + dy[k] };
        bool      again = at.x == start.x && at.y == start.y && count > 0;
        if (again && next.x == second.x && next.y == second.y) return count;
        out[count++] = at;
        if (turns == 8) return count;
        if (count == 1) second = next;
        at = next;
    }
}

static void a_border_goes_round_as_a_hand_on_the_wall_does(void **state)
{
    (void)state;
    static rim_pixel wanted[4 * 150 * 150], found[4 * 150 * 150];
    test_random      random = { 37 };
    int              borders = 0, twice = 0;
    for (int i = 0; i < case_count(1500); i++)
    {
        rim_mask *mask = random_mask(&random, i % 3 ? 9 : 100);
        int       width = rim_mask_width(mask), height = rim_mask_height(mask);
        for (int y = -1; y <= height; y++)
            for (int x = -1; x <= width; x++)
            {
                rim_pixel start = { x, y };
                bool      fit = get(mask, x, y) && !get(mask, x - 1, y);
                if (!fit) assert_int_equal(0, rim_mask_border(mask, start, found, 1));
                if (!fit || random_int(&random, 0, 5)) continue;
                int count = slow_border(mask, start, wanted);
                int capacity = random_int(&random, 0, count + 1);
                memset(found, 0x5a, ((size_t)count + 2) * sizeof *found);
                assert_int_equal(count, rim_mask_border(mask, start, found, capacity));
                int written = capacity < count ? capacity : count;
                assert_memory_equal(wanted, found, (size_t)written * sizeof *found);
                assert_int_equal(0x5a5a5a5a, found[written].x);
                borders++;
                twice += count > rim_mask_count(mask);
            }
        rim_mask_destroy(mask);
    }
    assert_true(borders > case_count(1500) && twice > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colours_are_alike_within_the_tolerance),
        cmocka_unit_test(without_channels_colours_are_equal_or_not),
        cmocka_unit_test(colours_refuse_what_makes_no_sense),
        cmocka_unit_test(rows_are_read_as_words_and_bytes),
        cmocka_unit_test(rows_are_written_and_nothing_else_is),
        cmocka_unit_test(a_part_is_painted_in_two_colours),
        cmocka_unit_test(every_offset_at_which_they_overlap_is_solid),
        cmocka_unit_test(all_offsets_can_be_stopped_and_refused),
        cmocka_unit_test(an_island_is_found_and_made_a_mask),
        cmocka_unit_test(a_border_goes_round_as_a_hand_on_the_wall_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
