// Shapes in blocks of bytes: what is saved is loaded bit for bit, and any bytes have a status.
#include "support/shapes.h"
#include "support/sprites.h"
#include "support/support.h"

#include "rimcast/rimcast.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Loads a copy of exactly the given size, at an odd address, so that a sanitizer sees every byte read beyond it.
static rim_status load_copy(rim_shapes **out, const uint8_t *bytes, size_t size,
                            const rim_allocator *from)
{
    uint8_t *copy = malloc(size + 1);
    assert_non_null(copy);
    if (size) memcpy(copy + 1, bytes, size);
    rim_status status = rim_shapes_load(out, copy + 1, size, from);
    memset(copy, 0xee, size + 1); // nothing may point here
    free(copy);
    return status;
}

static void assert_refused(const uint8_t *bytes, size_t size, rim_status expected)
{
    rim_shapes *shapes = (rim_shapes *)(void *)&shapes;
    assert_int_equal(expected, load_copy(&shapes, bytes, size, NULL));
    assert_null(shapes);
}

// --- there and back ------------------------------------------------------------------------------------

static void what_is_saved_is_loaded(void **state)
{
    (void)state;
    test_random           random = { 31 };
    static random_content content;
    int                   entries = 0, pieces = 0, missed = 0, figures = 0, parts = 0;
    for (int i = 0; i < case_count(400); i++)
    {
        size_t size, again_size;
        make_content(&content, &random, CONTENT_MOST, i % 20 ? 70 : 200);
        uint8_t    *block = save_block(&content.content, &size);
        rim_shapes *shapes;
        assert_int_equal(RIM_OK, load_copy(&shapes, block, size, NULL));
        rim_shapes_content loaded = rim_shapes_read(shapes);
        assert_same_content(&content.content, &loaded);
        uint8_t *again = save_block(&loaded, &again_size);
        assert_int_equal(size, again_size);
        assert_memory_equal(block, again, size);
        for (int k = 0; k < loaded.entry_count; k++)
        {
            assert_ptr_equal(&loaded.entries[k], rim_shapes_find(shapes, content.entries[k].name));
            entries++;
            pieces += loaded.entries[k].piece_count;
            int                   rays;
            const rim_edge_point *points = rim_sprite_outline(loaded.entries[k].sprite, &rays);
            for (int j = 0; j < rays; j++) missed += !points[j].hit;
        }
        for (int k = 0; k < loaded.figure_count; k++)
        {
            assert_ptr_equal(&loaded.figures[k],
                             rim_shapes_find_figure(shapes, content.figures[k].name));
            figures++;
            parts += loaded.figures[k].part_count;
        }
        assert_null(rim_shapes_find_figure(shapes, "nobody"));
        assert_null(rim_shapes_find(shapes, "nobody"));
        assert_null(rim_shapes_find(shapes, ""));
        free(again);
        free(block);
        rim_shapes_destroy(shapes);
        free_content(&content);
    }
    assert_true(entries > case_count(400) * 4 && pieces > entries && missed > case_count(100));
    assert_true(figures > case_count(400) / 2 && parts > figures);
    rim_shapes_destroy(NULL);
}

// A loaded sprite answers as the one that was saved, also once its outline would be cast again.
static void loaded_sprites_answer_as_baked_ones(void **state)
{
    (void)state;
    test_random random = { 32 };
    int         hits = 0, outline_hits = 0;
    for (int i = 0; i < case_count(300); i++)
    {
        size_t             size;
        rim_sprite        *baked[2] = { random_sprite(&random, 60), random_sprite(&random, 60) };
        rim_shapes_entry   entries[2] = { { .name = "a", .tag = "", .sprite = baked[0] },
                                          { .name = "b", .tag = "", .sprite = baked[1] } };
        rim_shapes_content content = { .entries = entries, .entry_count = 2 };
        uint8_t           *block = save_block(&content, &size);
        rim_shapes        *shapes;
        assert_int_equal(RIM_OK, load_copy(&shapes, block, size, NULL));
        const rim_shapes_entry *loaded = rim_shapes_read(shapes).entries;
        for (int k = 0; k < 20; k++)
        {
            rim_vec2   way = { random_float(&random, -60, 60), random_float(&random, -60, 60) };
            rim_xform2 pose = rim_xform2_pose(way, rim_rot2_degrees(random_int(&random, 0, 359)),
                                              rim_vec2_make(1.0f, 1.0f));
            rim_xform2 still = rim_xform2_translation(rim_vec2_make(0.0f, 0.0f));
            rim_posed  a = { baked[0], still }, b = { baked[1], pose };
            rim_posed  c = { loaded[0].sprite, still }, d = { loaded[1].sprite, pose };
            assert_int_equal(rim_sprite_overlaps(a, b), rim_sprite_overlaps(c, d));
            assert_int_equal(rim_sprite_outline_first(a, b), rim_sprite_outline_first(c, d));
            rim_hit2 hit = rim_sprite_sweep(a, way, b), same = rim_sprite_sweep(c, way, d);
            assert_true(hit.t == same.t && hit.hit == same.hit);
            rim_box2 box = rim_sprite_bounds(b), same_box = rim_sprite_bounds(d);
            assert_memory_equal(&box, &same_box, sizeof box);
            hits += hit.hit;
            outline_hits += rim_sprite_outline_first(a, b) >= 0;
        }
        free(block);
        rim_shapes_destroy(shapes);
        rim_sprite_destroy(baked[0]);
        rim_sprite_destroy(baked[1]);
    }
    assert_true(hits > case_count(300) && outline_hits > case_count(300));
}

// --- the bytes -----------------------------------------------------------------------------------------

static uint32_t u32_at(const uint8_t *block, size_t at)
{
    return block[at] + 256u * block[at + 1] + 65536u * block[at + 2] + 16777216u * block[at + 3];
}

static void put_u32_at(uint8_t *block, size_t at, uint32_t value)
{
    for (int i = 0; i < 4; i++, value /= 256) block[at + (size_t)i] = (uint8_t)value;
}

// The offset of a section, as docs/shapes-file.md says where the table has it.
static size_t section_at(const uint8_t *block, int kind)
{
    return u32_at(block, 24 + 24 * (size_t)(kind - 1) + 8);
}

// A mask of 70 x 2 pixels with three solid ones, two rays, a piece and a point.
static uint8_t *small_block(size_t *size)
{
    rim_mask          *mask;
    rim_sprite        *sprite;
    rim_sprite_options options = { .has_anchor = true, .anchor = { 1.5f, 1.0f }, .rays = 4 };
    rim_vec2           corners[3] = { { 0, 0 }, { 2, 0 }, { 0, 1 } };
    rim_polygon2       piece = { corners, 3 };
    rim_named_point    point = { "hand", { -1.0f, 0.25f } };
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 70, 2, NULL));
    rim_mask_set(mask, 0, 0, true);
    rim_mask_set(mask, 65, 1, true);
    rim_mask_set(mask, 69, 1, true);
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
    rim_shapes_entry entries[2] = {
        { "b", "walk", sprite, &piece, &point, 1, 1 },
        { "a", "", sprite, NULL, NULL, 0, 0 },
    };
    rim_shapes_content content = { .entries = entries, .entry_count = 2 };
    uint8_t           *block = save_block(&content, size);
    rim_mask_destroy(mask);
    rim_sprite_destroy(sprite);
    return block;
}

static void the_bytes_are_as_documented(void **state)
{
    (void)state;
    size_t   size;
    uint8_t *block = small_block(&size);
    assert_memory_equal("RIMSHAPE\1\0\0\0\10\0\0\0", block, 16);
    assert_int_equal(size, u32_at(block, 16));
    assert_int_equal(0, size % 8);
    static const uint32_t counts[] = { 2, 2, 16, 8, 1, 3, 1, 15 },
                          sizes[] = { 64, 8, 128, 64, 4, 24, 8, 15 };
    size_t at = 256;
    for (int kind = 1; kind <= 8; kind++)
    {
        size_t row = 24 + 24 * (size_t)(kind - 1);
        assert_int_equal(kind, u32_at(block, row));
        assert_int_equal(counts[kind - 1], u32_at(block, row + 4));
        assert_int_equal(at, u32_at(block, row + 8));
        assert_int_equal(sizes[kind - 1], u32_at(block, row + 16));
        at = (at + sizes[kind - 1] + 63) / 64 * 64;
    }
    assert_int_equal(at + 8, size);
    static const uint32_t record[8] = { 70, 2, 0x3fc00000, 0x3f800000, 4, 1, 1, 0 };
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(record[i], u32_at(block, section_at(block, 1) + 4 * i));
    assert_int_equal(1, u32_at(block, section_at(block, 2))); // "a" before "b"
    assert_int_equal(0, u32_at(block, section_at(block, 2) + 4));
    const uint8_t *words = block + section_at(block, 3);
    assert_int_equal(1, words[0]);
    assert_int_equal(0x22, words[24]);
    assert_int_equal(0x40000000, u32_at(block, section_at(block, 6) + 8)); // 2
    assert_int_equal(0xbf800000, u32_at(block, section_at(block, 7)));     // -1
    assert_memory_equal("b\0walk\0hand\0a\0\0\0", block + section_at(block, 8), 16);
    uint64_t sum[2];
    memcpy(&sum[0], block + size - 8, 8);
    seal_block(block, size);
    memcpy(&sum[1], block + size - 8, 8);
    assert_true(sum[0] == sum[1]);
    free(block);
}

static void no_shapes_are_a_block_too(void **state)
{
    (void)state;
    rim_shapes_content none = { .entries = NULL, .entry_count = 0 };
    size_t             size;
    uint8_t           *block = save_block(&none, &size);
    rim_shapes        *shapes;
    assert_int_equal(264, size);
    assert_int_equal(RIM_OK, load_copy(&shapes, block, size, NULL));
    assert_int_equal(0, rim_shapes_read(shapes).entry_count);
    assert_null(rim_shapes_find(shapes, "a"));
    rim_shapes_destroy(shapes);
    free(block);
}

// A later version may add kinds of sections; this one passes over them.
static void unknown_sections_are_passed_over(void **state)
{
    (void)state;
    size_t   size;
    uint8_t *block = small_block(&size), *longer = calloc(1, size + 64);
    memcpy(longer, block, size - 8);
    memcpy(longer + 24 + 24 * 8, "\x63\0\0\0\2\0\0\0", 8);
    put_u32_at(longer, 24 + 24 * 8 + 8, (uint32_t)size - 8);
    put_u32_at(longer, 24 + 24 * 8 + 16, 3);
    memcpy(longer + size - 8, "any", 3);
    longer[12] = 9;
    put_u32_at(longer, 16, (uint32_t)size + 64);
    seal_block(longer, size + 64);
    rim_shapes *shapes;
    assert_int_equal(RIM_OK, load_copy(&shapes, longer, size + 64, NULL));
    assert_int_equal(2, rim_shapes_read(shapes).entry_count);
    rim_shapes_destroy(shapes);
    longer[size] = 1; // in what pads it
    seal_block(longer, size + 64);
    assert_refused(longer, size + 64, RIM_ERR_FORMAT);
    free(longer);
    free(block);
}

// --- bytes that are not shapes -------------------------------------------------------------------------

static void every_prefix_is_refused(void **state)
{
    (void)state;
    size_t   size;
    uint8_t *block = small_block(&size);
    for (size_t cut = 0; cut < size; cut++)
    {
        assert_refused(block, cut, RIM_ERR_FORMAT);
        uint8_t *shorter = malloc(cut + 1);
        memcpy(shorter, block, cut);
        if (cut >= 24) put_u32_at(shorter, 16, (uint32_t)cut); // as if it were meant to be so short
        seal_block(shorter, cut);
        assert_refused(shorter, cut, RIM_ERR_FORMAT);
        free(shorter);
    }
    uint8_t *longer = calloc(1, size + 8);
    memcpy(longer, block, size);
    assert_refused(longer, size + 8, RIM_ERR_FORMAT);
    free(longer);
    free(block);
}

static void every_flipped_bit_is_found(void **state)
{
    (void)state;
    size_t   size;
    uint8_t *block = small_block(&size);
    int      sums = 0;
    for (size_t bit = 0; bit < 8 * size; bit++)
    {
        rim_shapes *shapes;
        block[bit / 8] ^= (uint8_t)(1 << bit % 8);
        rim_status status = load_copy(&shapes, block, size, NULL);
        assert_null(shapes);
        assert_true(status == RIM_ERR_CHECKSUM || (bit / 8 < 24 && status == RIM_ERR_FORMAT) ||
                    (bit / 8 >= 8 && bit / 8 < 12 && status == RIM_ERR_VERSION));
        sums += status == RIM_ERR_CHECKSUM;
        block[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    assert_true(sums > (int)size * 7);
    free(block);
}

// What loads can be used, and is exactly what the bytes say: saved again it gives them, unless a section became one of
// an unknown kind.
static void use_loaded(const rim_shapes *shapes, const uint8_t *block, size_t size)
{
    rim_shapes_content content = rim_shapes_read(shapes);
    size_t             again_size;
    for (int i = 0; i < content.entry_count; i++)
    {
        const rim_shapes_entry *e = &content.entries[i];
        rim_posed               posed = { e->sprite, rim_xform2_identity() };
        assert_ptr_equal(e, rim_shapes_find(shapes, e->name));
        assert_true(rim_sprite_overlaps(posed, posed) ==
                    (rim_mask_count(rim_sprite_mask(e->sprite)) > 0));
        rim_sprite_outline_first(posed, posed);
        for (int k = 0; k < e->piece_count; k++)
            assert_true(rim_polygon2_area(e->pieces[k]) == rim_polygon2_area(e->pieces[k]));
    }
    for (int i = 0; i < content.figure_count; i++)
    {
        const rim_shapes_figure *f = &content.figures[i];
        rim_figure               figure = { f->parts, f->part_count, rim_xform2_identity() };
        assert_ptr_equal(f, rim_shapes_find_figure(shapes, f->name));
        // No number of a pose is bounded, so what is far away may overflow; but it is never in two places.
        assert_true(rim_figure_overlaps(&figure, &figure, NULL) <=
                    !rim_box2_is_empty(rim_figure_bounds(&figure)));
    }
    if (!has_saved_sections(block, content.figure_count)) return;
    uint8_t *again = save_block(&content, &again_size);
    assert_int_equal(size, again_size);
    assert_memory_equal(block, again, size);
    free(again);
}

static void changed_bytes_with_a_right_checksum_end_well(void **state)
{
    (void)state;
    test_random           random = { 33 };
    static random_content content;
    int                   loaded = 0, refused = 0;
    for (int i = 0; i < case_count(20000); i++)
    {
        size_t size;
        if (i % 50 == 0) make_content(&content, &random, 4, 70);
        uint8_t *block = save_block(&content.content, &size);
        for (int edits = random_int(&random, 1, 3); edits > 0; edits--)
        {
            static const uint8_t odd[] = { 0, 1, 2, 0x7f, 0x80, 0xff };
            bool     in_head = random_int(&random, 0, 2) == 0, any = random_int(&random, 0, 1);
            uint64_t at = random_bits(&random);
            at = in_head ? at % 384 % size : 256 + at % (size - 256);
            block[at] = any ? (uint8_t)random_bits(&random) : odd[random_int(&random, 0, 5)];
        }
        seal_block(block, size);
        rim_shapes *shapes;
        rim_status  status = load_copy(&shapes, block, size, NULL);
        assert_true((status == RIM_OK) == (shapes != NULL));
        assert_true(status == RIM_OK || status == RIM_ERR_FORMAT || status == RIM_ERR_VERSION);
        if (shapes) use_loaded(shapes, block, size);
        loaded += status == RIM_OK;
        refused += status != RIM_OK;
        rim_shapes_destroy(shapes);
        free(block);
        if (i % 50 == 49) free_content(&content);
    }
    if (case_count(20000) % 50) free_content(&content);
    assert_true(loaded > case_count(20000) / 50 && refused > case_count(20000) / 4);
}

// Each of these once, in a sound block: every rule has a case that only it refuses.
static void each_rule_refuses(void **state)
{
    (void)state;
    size_t   size;
    uint8_t *block = small_block(&size), *bad = malloc(size);
    struct
    {
        size_t   at;
        uint32_t value;
    } cases[] = {
        { 12, 7 },                                 // rows: the last section is not told of
        { 12, 0xffffffff },                        // rows beyond the end
        { 24 + 0, 2 },                             // kinds out of order
        { 24 + 4, 1 },                             // count and size disagree
        { 24 + 4, 2 + (1u << 27) },                // the size agrees modulo 2^32: as above,
        { 24 + 52, 8 + (1u << 29) },               // where a size_t has 32 bits
        { 24 + 8, 320 },                           // an offset elsewhere
        { 24 + 16, 128 },                          // a size beyond the next section
        { 24 + 20, 1 },                            // a size beyond 2^32
        { 220, 1 },                                // between the table and the sections
        { section_at(block, 1) + 0, 600 },         // a width of more words
        { section_at(block, 1) + 0, 65537 },       // a width beyond masks'
        { section_at(block, 1) + 4, 0 },           // a width without a height
        { section_at(block, 1) + 8, 0x7f800000 },  // an anchor that is not finite
        { section_at(block, 1) + 16, 0 },          // no rays
        { section_at(block, 1) + 16, 4097 },       // too many
        { section_at(block, 1) + 20, 2 },          // more pieces than there are
        { section_at(block, 1) + 24, 0 },          // fewer points than there are
        { section_at(block, 1) + 28, 1 },          // what must be zero
        { section_at(block, 2), 0 },               // names out of order
        { section_at(block, 2), 2 },               // a shape that is not there
        { section_at(block, 2) + 8, 1 },           // behind a section
        { section_at(block, 3) + 8, 0x40 },        // a bit beyond the width
        { section_at(block, 3) + 32, 1 },          // behind a mask
        { section_at(block, 4), 0x7fc00000 },      // half a miss
        { section_at(block, 4), 0x7f800001 },      // a NaN
        { section_at(block, 5), 2 },               // a piece of two corners
        { section_at(block, 5), 4 },               // more corners than there are
        { section_at(block, 6) + 20, 0xff800000 }, // a corner that is not finite
        { section_at(block, 7), 0x7fc00000 },      // a point that is not
        { section_at(block, 8), 0 },               // an empty name
        { section_at(block, 8) + 12, 0x01010101 }, // too few texts
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        memcpy(bad, block, size);
        assert_true(u32_at(bad, cases[i].at) != cases[i].value);
        put_u32_at(bad, cases[i].at, cases[i].value);
        seal_block(bad, size);
        rim_shapes *shapes;
        if (load_copy(&shapes, bad, size, NULL) != RIM_ERR_FORMAT || shapes)
            fail_msg("case %zu is not refused", i);
    }
    memcpy(bad, block, size);
    put_u32_at(bad, 8, 2);
    seal_block(bad, size);
    assert_refused(bad, size, RIM_ERR_VERSION);
    free(bad);
    free(block);
}

// --- memory --------------------------------------------------------------------------------------------

// Eight bytes before the last section, of which the table tells, are no part of a block.
static void sections_follow_each_other(void **state)
{
    (void)state;
    size_t   size, table = 24, row = 24;
    uint8_t *block = small_block(&size);
    size_t   last = table + row * (u32_at(block, 12) - 1), at = u32_at(block, last + 8);
    uint8_t *wide = calloc(1, size + 8);
    memcpy(wide, block, at);
    memcpy(wide + at + 8, block + at, size - at);
    put_u32_at(wide, last + 8, (uint32_t)at + 8);
    put_u32_at(wide, 16, (uint32_t)size + 8);
    seal_block(wide, size + 8);
    assert_refused(wide, size + 8, RIM_ERR_FORMAT);
    free(wide);
    free(block);
}

static void every_refused_allocation_is_survived(void **state)
{
    (void)state;
    size_t     size;
    uint8_t   *block = small_block(&size);
    rim_status status = RIM_ERR_MEMORY;
    int        budget = 0;
    for (; status != RIM_OK; budget++)
    {
        test_heap     heap = { .budget = budget };
        rim_allocator from = test_heap_allocator(&heap);
        rim_shapes   *shapes;
        status = load_copy(&shapes, block, size, &from);
        assert_true((status == RIM_OK) == (shapes != NULL));
        assert_true(status == RIM_OK || (status == RIM_ERR_MEMORY && heap.refused > 0));
        rim_shapes_destroy(shapes);
        assert_int_equal(0, heap.live_bytes);
    }
    assert_true(budget > 10);
    free(block);
}

// Bad bytes in the last shape: what was made of the others is given back.
static void a_refused_block_leaves_no_memory_behind(void **state)
{
    (void)state;
    size_t   size;
    uint8_t *block = small_block(&size);
    for (int kind = 3; kind <= 4; kind++)
    {
        uint8_t      *bad = malloc(size);
        test_heap     heap = { .budget = -1 };
        rim_allocator from = test_heap_allocator(&heap);
        rim_shapes   *shapes;
        memcpy(bad, block, size);
        memset(bad + section_at(bad, kind) + (kind == 3 ? 72 : 60), 0xff, 4);
        seal_block(bad, size);
        assert_int_equal(RIM_ERR_FORMAT, load_copy(&shapes, bad, size, &from));
        assert_int_equal(0, heap.live_bytes);
        free(bad);
    }
    free(block);
}

static size_t memory_of(int width, int height, int rays, int count, size_t *size)
{
    rim_mask          *mask;
    rim_sprite        *sprite;
    rim_sprite_options options = { .rays = rays };
    rim_shapes_entry  *entries = calloc((size_t)count, sizeof *entries);
    char(*names)[16] = calloc((size_t)count, sizeof *names);
    assert_int_equal(RIM_OK, rim_mask_create_filled(&mask, width, height, NULL));
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
    for (int i = 0; i < count; i++)
    {
        snprintf(names[i], sizeof names[i], "%d", i);
        entries[i] = (rim_shapes_entry){ .name = names[i], .tag = "", .sprite = sprite };
    }
    rim_shapes_content content = { .entries = entries, .entry_count = count };
    uint8_t           *block = save_block(&content, size);
    test_heap          heap = { .budget = -1 };
    rim_allocator      from = test_heap_allocator(&heap);
    rim_shapes        *shapes;
    assert_int_equal(RIM_OK, load_copy(&shapes, block, *size, &from));
    size_t live = heap.live_bytes;
    rim_shapes_destroy(shapes);
    rim_sprite_destroy(sprite);
    rim_mask_destroy(mask);
    free(block);
    free(names);
    free(entries);
    return live;
}

// The shapes that take most memory for their bytes.
static void memory_is_bounded_by_the_bytes(void **state)
{
    (void)state;
    static const int cases[][4] = { { 0, 0, 1, 500 },   { 1, 1, 1, 500 },   { 64, 1, 1, 500 },
                                    { 65, 1, 1, 500 },  { 512, 1, 1, 300 }, { 65536, 1, 1, 3 },
                                    { 1, 65536, 1, 1 }, { 513, 9, 1, 100 }, { 1, 1, 4096, 3 },
                                    { 8192, 1, 1, 20 }, { 65, 65, 1, 100 }, { 4096, 4096, 36, 1 } };
    double           worst = 0.0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        size_t size, live = memory_of(cases[i][0], cases[i][1], cases[i][2], cases[i][3], &size);
        double share = (double)live / (double)size;
        if (share > 64.0)
            fail_msg("%d x %d takes %.1f bytes for each", cases[i][0], cases[i][1], share);
        worst = share > worst ? share : worst;
    }
    print_message("at most %.1f bytes for each\n", worst);
}

// --- what cannot be saved ------------------------------------------------------------------------------

static void assert_not_saved(const rim_shapes_content *content, rim_status expected)
{
    char            bytes[8];
    rim_sink_buffer buffer = { bytes, sizeof bytes, 0 };
    assert_int_equal(expected, rim_shapes_save(rim_sink_to_buffer(&buffer), content));
    assert_int_equal(0, buffer.length);
}

static void what_could_not_be_loaded_is_not_saved(void **state)
{
    (void)state;
    rim_sprite      *sprite = solid_sprite(3, 3), *flat = solid_sprite(3, 0);
    rim_vec2         corners[3] = { { 0, 0 }, { 1, 0 }, { 0, INFINITY } };
    rim_polygon2     odd = { corners, 3 }, line = { corners, 2 };
    rim_named_point  nameless = { NULL, { 0, 0 } }, nowhere = { "x", { NAN, 0 } };
    rim_shapes_entry good = { .name = "a", .tag = "", .sprite = sprite };
    rim_shapes_entry bad[8] = { good, good, good, good, good, good, good, good };
    bad[0].name = NULL;
    bad[1].name = "";
    bad[2].tag = NULL;
    bad[3].sprite = NULL;
    bad[4].sprite = flat;
    bad[5].pieces = &odd, bad[5].piece_count = 1;
    bad[6].pieces = &line, bad[6].piece_count = 1;
    bad[7].points = &nameless, bad[7].point_count = 1;
    for (int i = 0; i < 8; i++)
    {
        rim_shapes_entry   entries[2] = { bad[i], good };
        rim_shapes_content content = { .entries = entries, .entry_count = 2 };
        entries[1].name = "b";
        assert_not_saved(&content, RIM_ERR_ARGUMENT);
    }
    bad[7].points = &nowhere;
    assert_not_saved(&(rim_shapes_content){ .entries = &bad[7], .entry_count = 1 },
                     RIM_ERR_ARGUMENT);
    rim_shapes_entry twins[3] = { good, good, good };
    twins[1].name = "b";
    assert_not_saved(&(rim_shapes_content){ .entries = twins, .entry_count = 3 }, RIM_ERR_ARGUMENT);
    rim_sprite_destroy(sprite);
    rim_sprite_destroy(flat);
}

typedef struct stubborn
{
    int calls, accepted;
} stubborn;

static bool write_stubbornly(void *context, const void *bytes, size_t size)
{
    (void)bytes;
    stubborn *s = context;
    assert_true(size > 0);
    return s->calls++ < s->accepted;
}

static void a_sink_that_refuses_is_not_asked_again(void **state)
{
    (void)state;
    rim_sprite        *sprite = solid_sprite(300, 300);
    rim_shapes_entry   entry = { .name = "a", .tag = "", .sprite = sprite };
    rim_shapes_content content = { .entries = &entry, .entry_count = 1 };
    for (int accepted = 0; accepted < 4; accepted++)
    {
        stubborn s = { 0, accepted };
        rim_sink sink = { write_stubbornly, &s };
        assert_int_equal(RIM_ERR_WRITE, rim_shapes_save(sink, &content));
        assert_int_equal(accepted + 1, s.calls);
    }
    rim_sprite_destroy(sprite);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_saved_is_loaded),
        cmocka_unit_test(loaded_sprites_answer_as_baked_ones),
        cmocka_unit_test(the_bytes_are_as_documented),
        cmocka_unit_test(no_shapes_are_a_block_too),
        cmocka_unit_test(unknown_sections_are_passed_over),
        cmocka_unit_test(every_prefix_is_refused),
        cmocka_unit_test(every_flipped_bit_is_found),
        cmocka_unit_test(changed_bytes_with_a_right_checksum_end_well),
        cmocka_unit_test(each_rule_refuses),
        cmocka_unit_test(sections_follow_each_other),
        cmocka_unit_test(every_refused_allocation_is_survived),
        cmocka_unit_test(a_refused_block_leaves_no_memory_behind),
        cmocka_unit_test(memory_is_bounded_by_the_bytes),
        cmocka_unit_test(what_could_not_be_loaded_is_not_saved),
        cmocka_unit_test(a_sink_that_refuses_is_not_asked_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
