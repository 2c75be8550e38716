// Sheets: what a packer stores comes out again as it went in.
#include "support/support.h"

#include "rimcast/sprite.h"

#include "flat/sprite/data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MOST = 40 // pixels a side of a whole frame
};

// --- a packer ---------------------------------------------------------------------------------------

typedef struct whole
{
    int           width, height;
    unsigned char alpha[MOST][MOST]; // [y][x]; 0 outside the part that is kept
    rim_rect      kept;
} whole;

static whole random_whole(test_random *random)
{
    whole w = { 0 };
    w.width = random_int(random, 1, MOST);
    w.height = random_int(random, 1, MOST);
    w.kept.x0 = random_int(random, 0, w.width - 1);
    w.kept.y0 = random_int(random, 0, w.height - 1);
    w.kept.x1 = random_int(random, w.kept.x0 + 1, w.width);
    w.kept.y1 = random_int(random, w.kept.y0 + 1, w.height);
    if (random_int(random, 0, 7) == 0) // a square of which all is kept
    {
        w.height = w.width;
        w.kept = rim_rect_make(0, 0, w.width, w.height);
    }
    for (int y = w.kept.y0; y < w.kept.y1; y++)
        for (int x = w.kept.x0; x < w.kept.x1; x++)
            w.alpha[y][x] = (unsigned char)random_int(random, 0, 255);
    return w;
}

typedef struct packed
{
    int           width, height;
    unsigned char bytes[3 * MOST * 3 * MOST * 4];
    rim_image     image;
} packed;

static ptrdiff_t bytes_of(rim_pixels layout)
{
    if (layout == RIM_PIXELS_WORD16) return 2;
    if (layout == RIM_PIXELS_BYTES24) return 3;
    return layout == RIM_PIXELS_ALPHA8 ? 1 : 4;
}

// An image in which every pixel is opaque that no frame owns: reading a neighbour is caught.
static void start(packed *p, test_random *random, rim_pixels layout)
{
    p->width = random_int(random, 2 * MOST, 3 * MOST);
    p->height = random_int(random, 2 * MOST, 3 * MOST);
    memset(p->bytes, 255, sizeof p->bytes);
    ptrdiff_t size = bytes_of(layout);
    p->image = (rim_image){ p->bytes, p->width, p->height, 0, layout, 0xff000000u };
    if (size == 2) p->image.alpha_bits = 0xff00;
    if (size == 3) p->image.alpha_bits = 0xff;
    if (random_bits(random) % 2) p->image.stride = (p->width + 3) * size;
    if (p->image.stride * p->height > (ptrdiff_t)sizeof p->bytes) p->image.stride = 0;
}

static void put(packed *p, int x, int y, unsigned char alpha)
{
    ptrdiff_t size = bytes_of(p->image.layout);
    ptrdiff_t stride = p->image.stride ? p->image.stride : size * p->width;
    uint16_t  half = (uint16_t)(alpha << 8 | 0x5a);
    if (size == 1 || size == 3)
        p->bytes[y * stride + size * x] = alpha;
    else if (size == 2)
        memcpy(&p->bytes[y * stride + 2 * x], &half, 2);
    else
    {
        uint32_t       word = (uint32_t)alpha << 24 | 0x123456u;
        unsigned char *at = &p->bytes[y * stride + 4 * x];
        if (p->image.layout == RIM_PIXELS_RGBA8)
            at[3] = alpha;
        else
            memcpy(at, &word, 4);
    }
}

// Stores the kept part of a frame somewhere; as a paper picture it is laid down and turned clockwise.
static rim_frame pack(packed *p, const whole *w, bool turned, test_random *random)
{
    int       width = w->kept.x1 - w->kept.x0, height = w->kept.y1 - w->kept.y0;
    int       stored_width = turned ? height : width, stored_height = turned ? width : height;
    int       x0 = random_int(random, 0, p->width - stored_width);
    int       y0 = random_int(random, 0, p->height - stored_height);
    rim_frame f = { .place = { x0, y0, x0 + stored_width, y0 + stored_height }, .turned = turned };
    for (int y = 0; y < stored_height; y++)
        for (int x = 0; x < stored_width; x++)
        {
            int from_x = turned ? y : x, from_y = turned ? height - 1 - x : y;
            put(p, x0 + x, y0 + y, w->alpha[w->kept.y0 + from_y][w->kept.x0 + from_x]);
        }
    f.trim_x = w->kept.x0;
    f.trim_y = w->kept.y0;
    f.width = w->width;
    f.height = w->height;
    return f;
}

static void a_frame_comes_out_as_it_was_packed(void **state)
{
    (void)state;
    test_random random = { 1 };
    packed     *p = malloc(sizeof *p);
    int64_t     solid = 0, turned_frames = 0;
    for (int i = 0; i < case_count(3000); i++)
    {
        static const int thresholds[] = { -3, 0, 1, 128, 255, 256 };
        whole            w = random_whole(&random);
        start(p, &random, (rim_pixels)random_int(&random, 0, 4));
        bool      turned = random_bits(&random) % 2;
        rim_frame f = pack(p, &w, turned, &random);
        int       threshold = thresholds[random_int(&random, 0, 5)];
        assert_int_equal(RIM_OK, rim_frame_check(&f, p->width, p->height));

        rim_mask *mask;
        assert_int_equal(RIM_OK, frame_mask(&mask, &f, &p->image, threshold, NULL));
        assert_int_equal(w.width, rim_mask_width(mask));
        assert_int_equal(w.height, rim_mask_height(mask));
        for (int y = 0; y < w.height; y++)
            for (int x = 0; x < w.width; x++)
                assert_int_equal(w.alpha[y][x] >= threshold, rim_mask_get(mask, x, y));
        solid += rim_mask_count(mask);
        turned_frames += turned;
        rim_mask_destroy(mask);
    }
    assert_true(solid > case_count(3000) * 50);
    assert_true(turned_frames > case_count(3000) / 3);
    free(p);
}

static void a_sheet_has_a_sprite_for_each_frame_with_its_anchor(void **state)
{
    (void)state;
    test_random random = { 2 };
    packed     *p = malloc(sizeof *p);
    start(p, &random, RIM_PIXELS_RGBA8);
    whole     w = random_whole(&random);
    rim_frame frames[3] = { pack(p, &w, true, &random) };
    frames[1] = frames[2] = frames[0];
    frames[1].has_anchor = true;
    frames[1].anchor = rim_vec2_make(-3.0f, 7.25f);
    frames[2].width = frames[2].height = frames[2].trim_x = frames[2].trim_y = 0;

    rim_sheet_options options = { .has_anchor = true, .anchor = { 2.0f, 5.0f }, .rays = 7 };
    rim_sheet        *sheet;
    assert_int_equal(RIM_OK, rim_sheet_create(&sheet, &p->image, 128, frames, 3, &options));
    int                      sprites;
    const rim_sprite *const *sprite = rim_sheet_layer(sheet, NULL, &sprites);
    assert_int_equal(3, sprites);
    int rays;
    rim_sprite_outline(sprite[0], &rays);
    assert_int_equal(7, rays);
    assert_true(rim_sprite_anchor(sprite[0]).y == 5.0f);
    assert_true(rim_sprite_anchor(sprite[1]).x == -3.0f);
    const rim_mask *bare = rim_sprite_mask(sprite[2]);
    assert_int_equal(w.kept.x1 - w.kept.x0, rim_mask_width(bare));
    assert_int_equal(w.kept.y1 - w.kept.y0, rim_mask_height(bare));
    rim_sheet_destroy(sheet);

    assert_int_equal(RIM_OK, rim_sheet_create(&sheet, &p->image, 128, frames, 1, NULL));
    assert_true(rim_sprite_anchor(rim_sheet_layer(sheet, NULL, NULL)[0]).x ==
                0.5f * (float)w.width);
    rim_sheet_destroy(sheet);
    rim_sheet_destroy(NULL);
    free(p);
}

// --- layers -----------------------------------------------------------------------------------------

// Each layer is a mask of the whole sheet; its frames are what frames of an image with those pixels are.
static void every_layer_has_its_own_pixels_in_every_frame(void **state)
{
    (void)state;
    test_random random = { 5 };
    packed     *p = malloc(sizeof *p);
    int64_t     solid = 0;
    for (int i = 0; i < case_count(300); i++)
    {
        static const char *const names[3] = { "body", "", "hurt box" };
        rim_frame                frames[2];
        rim_layer                layers[3];
        rim_mask                *masks[3], *wanted;
        whole                    w = random_whole(&random);
        start(p, &random, RIM_PIXELS_ALPHA8);
        for (int k = 0; k < 2; k++) frames[k] = pack(p, &w, random_bits(&random) % 2, &random);
        frames[1].has_anchor = true;
        frames[1].anchor = rim_vec2_make(1.0f, 2.5f);
        for (int k = 0; k < 3; k++)
        {
            // The first from alpha, as an image's; the others anything.
            if (k == 0)
                assert_int_equal(RIM_OK,
                                 rim_mask_create_from_image(&masks[k], &p->image, 128, NULL));
            else
                assert_int_equal(RIM_OK, rim_mask_create(&masks[k], p->width, p->height, NULL));
            for (int n = 0; n < 3000 * k; n++)
                rim_mask_set(masks[k], random_int(&random, 0, p->width),
                             random_int(&random, 0, p->height), true);
            layers[k] = (rim_layer){ names[k], masks[k] };
        }
        rim_sheet *sheet;
        assert_int_equal(RIM_OK, rim_sheet_create_from_masks(&sheet, layers, 3, frames, 2, NULL));
        for (int k = 0; k < 3; k++)
        {
            int                      count = 0;
            const rim_sprite *const *sprites = rim_sheet_layer(sheet, names[k], &count);
            assert_int_equal(2, count);
            if (k == 0) assert_ptr_equal(sprites, rim_sheet_layer(sheet, NULL, NULL));
            for (int f = 0; f < 2; f++)
            {
                const rim_mask *mask = rim_sprite_mask(sprites[f]);
                assert_int_equal(w.width, rim_mask_width(mask));
                assert_int_equal(w.height, rim_mask_height(mask));
                for (int y = 0; y < w.height; y++)
                    for (int x = 0; x < w.width; x++)
                    {
                        int  at_x = 0, at_y = 0;
                        bool kept = rim_frame_pixel(&frames[f], x, y, &at_x, &at_y);
                        bool want = kept && rim_mask_get(masks[k], at_x, at_y);
                        assert_int_equal(want, rim_mask_get(mask, x, y));
                        solid += want;
                    }
                rim_vec2 anchor = rim_sprite_anchor(sprites[f]);
                assert_true(anchor.x == (f ? 1.0f : 0.5f * (float)w.width));
            }
        }
        assert_int_equal(RIM_OK, frame_mask(&wanted, &frames[0], &p->image, 128, NULL));
        assert_true(
            rim_mask_equals(wanted, rim_sprite_mask(rim_sheet_layer(sheet, NULL, NULL)[0])));
        rim_mask_destroy(wanted);
        int none = 7;
        assert_null(rim_sheet_layer(sheet, "hurt", &none));
        assert_int_equal(0, none);
        rim_sheet_destroy(sheet);
        for (int k = 0; k < 3; k++) rim_mask_destroy(masks[k]);
    }
    assert_true(solid > case_count(300) * 150);
    free(p);
}

static void layers_are_refused_as_images_are(void **state)
{
    (void)state;
    rim_mask *big, *small;
    assert_int_equal(RIM_OK, rim_mask_create_filled(&big, 8, 8, NULL));
    assert_int_equal(RIM_OK, rim_mask_create_filled(&small, 8, 4, NULL));
    rim_layer  layers[2] = { { "a", big }, { "b", small } };
    rim_frame  frame = { .place = { 0, 2, 4, 6 } };
    rim_sheet *sheet = (rim_sheet *)layers;
    assert_int_equal(RIM_ERR_SIZE, rim_sheet_create_from_masks(&sheet, layers, 2, &frame, 1, NULL));
    assert_null(sheet);
    assert_int_equal(RIM_ERR_SIZE, rim_sheet_create_from_masks(&sheet, layers, 0, &frame, 1, NULL));
    assert_int_equal(RIM_ERR_SIZE, rim_sheet_create_from_masks(&sheet, layers, 1, &frame, 0, NULL));
    layers[1].mask = big;
    int refused = 0;
    for (int budget = 0;; budget++)
    {
        test_heap         heap = { .budget = budget };
        rim_allocator     from = test_heap_allocator(&heap);
        rim_sheet_options options = { .rays = 5, .allocator = &from };
        rim_status status = rim_sheet_create_from_masks(&sheet, layers, 2, &frame, 1, &options);
        refused += heap.refused;
        assert_int_equal(heap.refused ? RIM_ERR_MEMORY : RIM_OK, status);
        rim_sheet_destroy(sheet);
        assert_int_equal(0, heap.live_bytes);
        if (status == RIM_OK) break;
    }
    assert_true(refused > 10);
    rim_mask_destroy(big);
    rim_mask_destroy(small);
}

// --- grids ------------------------------------------------------------------------------------------

// A cell is counted if it, and all before it, lie wholly inside the margins.
static int slow_grid(rim_grid g, int width, int height, rim_rect *out)
{
    int count = 0;
    for (int y = g.margin; y + g.cell_height + g.margin <= height; y += g.cell_height + g.spacing)
        for (int x = g.margin; x + g.cell_width + g.margin <= width; x += g.cell_width + g.spacing)
            out[count++] = rim_rect_make(x, y, x + g.cell_width, y + g.cell_height);
    return count;
}

static void grids_have_every_whole_cell(void **state)
{
    (void)state;
    test_random random = { 3 };
    int64_t     cells = 0;
    for (int i = 0; i < case_count(20000); i++)
    {
        rim_grid  g = { random_int(&random, 1, 9), random_int(&random, 1, 9),
                        random_int(&random, 0, 3), random_int(&random, 0, 3) };
        int       width = random_int(&random, 0, 40), height = random_int(&random, 0, 40);
        rim_rect  expected[1600];
        rim_frame frames[1600];
        int       count = slow_grid(g, width, height, expected);
        assert_int_equal(count, rim_grid_frames(g, width, height, NULL, 0));
        assert_int_equal(count, rim_grid_frames(g, width, height, frames, 1600));
        for (int k = 0; k < count; k++)
        {
            assert_memory_equal(&expected[k], &frames[k].place, sizeof expected[k]);
            assert_int_equal(RIM_OK, rim_frame_check(&frames[k], width, height));
        }
        cells += count;
    }
    assert_true(cells > case_count(20000) * 10);
}

static void senseless_grids_have_no_frames(void **state)
{
    (void)state;
    static const rim_grid bad[] = { { 0, 8, 0, 0 },       { 8, 0, 0, 0 },       { -8, 8, 0, 0 },
                                    { 8, 8, -1, 0 },      { 8, 8, 0, -1 },      { 65, 8, 0, 0 },
                                    { 8, 8, 1 << 30, 0 }, { 1, 8, 1 << 30, 9 }, { 8, 8, 29, 0 } };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(0, rim_grid_frames(bad[i], 64, 64, NULL, 0));
    rim_grid huge_gap = { 8, 8, 0, 0x7fffffff };
    assert_int_equal(1, rim_grid_frames(huge_gap, 64, 64, NULL, 0));
    rim_grid  wide = { 0x40000000, 8, 0, 0x50000000 }; // a step that no int holds
    rim_frame only;
    assert_int_equal(1, rim_grid_frames(wide, 0x40000000, 8, &only, 1));
    assert_int_equal(0x40000000, only.place.x1);
    rim_grid dust = { 1, 1, 0, 0 };
    assert_int_equal(0, rim_grid_frames(dust, 65536, 65536, NULL, 0));
    rim_frame first;
    assert_int_equal(64, rim_grid_frames((rim_grid){ 8, 8, 0, 0 }, 64, 64, &first, 1));
    assert_int_equal(8, first.place.x1);
}

// --- bad frames ---------------------------------------------------------------------------------------

static void unsound_frames_are_refused(void **state)
{
    (void)state;
    unsigned char   alpha[64] = { 0 };
    rim_image       image = { alpha, 8, 8, 0, RIM_PIXELS_ALPHA8, 0 };
    const rim_frame bad[] = {
        { .place = { -1, 0, 4, 4 } },
        { .place = { 0, 0, 9, 4 } },
        { .place = { 0, 4, 4, 9 } },
        { .place = { 3, 3, 3, 4 } },
        { .place = { 4, 4, 3, 5 } },
        { .place = { 0, 0, 4, 4 }, .width = 3, .height = 4 },
        { .place = { 0, 0, 4, 4 }, .trim_x = 1, .width = 4, .height = 4 },
        { .place = { 0, 0, 4, 4 }, .trim_y = -1, .width = 9, .height = 9 },
        { .place = { 0, 0, 4, 2 }, .turned = true, .width = 4, .height = 2 },
        { .place = { 0, 0, 4, 4 }, .width = 65537, .height = 4 },
        { .place = { 0, 0, 4, 4 }, .width = -4, .height = -4 },
        { .place = { 0, 0, 4, 4 }, .width = 4 },
        { .place = { 0, 0, 4, 4 }, .trim_x = 0x7fffffff, .width = 4, .height = 4 },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    {
        rim_mask  *mask = (rim_mask *)alpha;
        rim_sheet *sheet = (rim_sheet *)alpha;
        assert_int_equal(RIM_ERR_SIZE, rim_frame_check(&bad[i], 8, 8));
        assert_int_equal(RIM_ERR_SIZE, frame_mask(&mask, &bad[i], &image, 128, NULL));
        assert_null(mask);
        assert_int_equal(RIM_ERR_SIZE, rim_sheet_create(&sheet, &image, 128, &bad[i], 1, NULL));
        assert_null(sheet);
    }
    rim_frame  nowhere = { .place = { 0, 0, 4, 4 }, .has_anchor = true, .anchor = { NAN, 0 } };
    rim_frame  good = { .place = { 0, 0, 4, 4 } };
    rim_sheet *sheet;
    assert_int_equal(RIM_ERR_ARGUMENT, rim_frame_check(&nowhere, 8, 8));
    assert_int_equal(RIM_ERR_ARGUMENT, rim_sheet_create(&sheet, &image, 128, &nowhere, 1, NULL));
    assert_int_equal(RIM_ERR_SIZE, rim_sheet_create(&sheet, &image, 128, &good, 0, NULL));
    assert_int_equal(RIM_OK, rim_sheet_create(&sheet, &image, 128, &good, 1, NULL));
    rim_sheet_destroy(sheet);
}

// --- progress and memory --------------------------------------------------------------------------------

static bool stop_after_two(void *context, double done)
{
    double *last = context;
    assert_true(done > *last && done <= 1.0);
    *last = done;
    return done < 0.5;
}

static void work_can_be_stopped(void **state)
{
    (void)state;
    unsigned char     alpha[64] = { 0 };
    rim_image         image = { alpha, 8, 8, 0, RIM_PIXELS_ALPHA8, 0 };
    rim_frame         frames[4];
    double            last = 0.0;
    rim_progress      progress = { stop_after_two, &last };
    rim_sheet_options options = { .progress = &progress };
    rim_sheet        *sheet;
    assert_int_equal(4, rim_grid_frames((rim_grid){ 4, 4, 0, 0 }, 8, 8, frames, 4));
    assert_int_equal(RIM_ERR_CANCELLED, rim_sheet_create(&sheet, &image, 128, frames, 4, &options));
    assert_null(sheet);
    assert_true(last == 0.5);
}

static void every_refused_allocation_leaves_nothing_behind(void **state)
{
    (void)state;
    unsigned char   alpha[64] = { 0, 200, 9 };
    rim_image       image = { alpha, 8, 8, 0, RIM_PIXELS_ALPHA8, 0 };
    const rim_frame frames[2] = {
        { .place = { 0, 0, 4, 4 } },
        { .place = { 0, 0, 4, 3 }, .turned = true, .width = 9, .height = 9 }
    };
    int refused = 0;
    for (int budget = 0;; budget++)
    {
        test_heap         heap = { .budget = budget };
        rim_allocator     from = test_heap_allocator(&heap);
        rim_sheet_options options = { .rays = 5, .allocator = &from };
        rim_sheet        *sheet;
        rim_status        status = rim_sheet_create(&sheet, &image, 128, frames, 2, &options);
        refused += heap.refused;
        assert_int_equal(heap.refused ? RIM_ERR_MEMORY : RIM_OK, status);
        rim_sheet_destroy(sheet);
        assert_int_equal(0, heap.live_bytes);
        if (status == RIM_OK) break;
    }
    assert_true(refused > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_comes_out_as_it_was_packed),
        cmocka_unit_test(a_sheet_has_a_sprite_for_each_frame_with_its_anchor),
        cmocka_unit_test(every_layer_has_its_own_pixels_in_every_frame),
        cmocka_unit_test(layers_are_refused_as_images_are),
        cmocka_unit_test(grids_have_every_whole_cell),
        cmocka_unit_test(senseless_grids_have_no_frames),
        cmocka_unit_test(unsound_frames_are_refused),
        cmocka_unit_test(work_can_be_stopped),
        cmocka_unit_test(every_refused_allocation_leaves_nothing_behind),
    };
    return cmocka_run_group_tests_name("sheet", tests, NULL, NULL);
}
