// Figures in blocks of shapes: their bytes, what is refused, how much memory they take.
#include "support/shapes.h"
#include "support/sprites.h"
#include "support/support.h"

#include "rimcast/rimcast.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static rim_figure_part part_of(rim_part_kind kind, int tag)
{
    return (rim_figure_part){ .kind = kind, .tag = tag, .pose = rim_xform2_identity() };
}

// Two sprites and two figures: "hero" of a part of each kind, "bat" of one.
typedef struct small_content
{
    rim_sprite        *sprites[2];
    rim_shapes_entry   entries[2];
    rim_vec2           corners[4];
    rim_figure_part    parts[5];
    const char        *names[4];
    rim_shapes_figure  figures[2];
    rim_shapes_content content;
} small_content;

static void small_make(small_content *c)
{
    memset(c, 0, sizeof *c);
    for (int i = 0; i < 2; i++) c->sprites[i] = solid_sprite(3 + i, 4);
    c->entries[0] = (rim_shapes_entry){ .name = "a", .tag = "", .sprite = c->sprites[0] };
    c->entries[1] = (rim_shapes_entry){ .name = "b", .tag = "", .sprite = c->sprites[1] };
    c->parts[0] = part_of(RIM_PART_SPRITE, 0);
    c->parts[0].sprite = c->sprites[1];
    c->parts[0].pose = (rim_xform2){ 0.5f, 2.0f, -1.0f, 0.25f, 10.0f, -20.0f };
    c->parts[1] = part_of(RIM_PART_BOX, -1);
    c->parts[1].box = (rim_box2){ { -1.0f, -2.0f }, { 3.0f, 4.0f } };
    c->parts[2] = part_of(RIM_PART_CIRCLE, INT_MAX);
    c->parts[2].circle = (rim_circle2){ { 0.0f, -9.0f }, 7.0f };
    c->parts[3] = part_of(RIM_PART_POLYGON, INT_MIN);
    c->parts[3].polygon = (rim_polygon2){ c->corners, 4 };
    c->parts[4] = part_of(RIM_PART_CIRCLE, 0);
    c->parts[4].circle.radius = 0.5f;
    c->corners[1] = rim_vec2_make(2.0f, 0.0f);
    c->corners[2] = rim_vec2_make(2.0f, 1.0f);
    c->corners[3] = rim_vec2_make(0.0f, 1.0f);
    c->names[0] = "body";
    c->names[1] = c->names[3] = "";
    c->names[2] = "head";
    c->figures[0] = (rim_shapes_figure){ "hero", "player", c->parts, c->names, 4 };
    c->figures[1] = (rim_shapes_figure){ "bat", "", c->parts + 4, NULL, 1 };
    c->content = (rim_shapes_content){ c->entries, 2, c->figures, 2 };
}

static void small_free(small_content *c)
{
    for (int i = 0; i < 2; i++) rim_sprite_destroy(c->sprites[i]);
}

static uint8_t *small_block(size_t *size)
{
    small_content c;
    small_make(&c);
    uint8_t *block = save_block(&c.content, size);
    small_free(&c);
    return block;
}

static void the_bytes_are_as_documented(void **state)
{
    (void)state;
    size_t   size;
    uint8_t *block = small_block(&size);
    assert_memory_equal("RIMSHAPE\1\0\0\0\15\0\0\0", block, 16);
    static const uint32_t counts[] = { 2, 5, 4, 2, 30 }, sizes[] = { 16, 240, 32, 8, 30 };
    size_t                at = section_at(block, 9);
    for (int kind = 9; kind <= 13; kind++)
    {
        size_t row = 24 + 24 * (size_t)(kind - 1);
        assert_int_equal(kind, u32_at(block, row));
        assert_int_equal(counts[kind - 9], u32_at(block, row + 4));
        assert_int_equal(at, u32_at(block, row + 8));
        assert_int_equal(sizes[kind - 9], u32_at(block, row + 16));
        at = (at + sizes[kind - 9] + 63) / 64 * 64;
    }
    assert_int_equal(at + 8, size);
    static const uint32_t figures[4] = { 4, 0, 1, 0 }, order[2] = { 1, 0 }, // "bat" before "hero"
        corners[8] = { 0, 0, 0x40000000, 0, 0x40000000, 0x3f800000, 0, 0x3f800000 },
                          parts[4][12] = {
                              { 0, 0, 0x3f000000, 0x40000000, 0xbf800000, 0x3e800000, 0x41200000,
                                0xc1a00000, 1 },
                              { 1, 0xffffffff, 0x3f800000, 0, 0, 0x3f800000, 0, 0, 0xbf800000,
                                0xc0000000, 0x40400000, 0x40800000 },
                              { 2, 0x7fffffff, 0x3f800000, 0, 0, 0x3f800000, 0, 0, 0, 0xc1100000,
                                0x40e00000 },
                              { 3, 0x80000000, 0x3f800000, 0, 0, 0x3f800000, 0, 0, 4 },
                          };
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(figures[i], u32_at(block, section_at(block, 9) + 4 * i));
    for (size_t i = 0; i < 48; i++)
        assert_int_equal(parts[i / 12][i % 12], u32_at(block, section_at(block, 10) + 4 * i));
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(corners[i], u32_at(block, section_at(block, 11) + 4 * i));
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(order[i], u32_at(block, section_at(block, 12) + 4 * i));
    assert_memory_equal("hero\0player\0body\0\0head\0\0bat\0\0\0\0", block + section_at(block, 13),
                        30);
    free(block);
}

// A reader that knows no figures reads the same shapes: it sees the first eight sections, which are those of a block
// without figures, and passes over the others.
static void the_shapes_are_those_of_a_block_without_figures(void **state)
{
    (void)state;
    size_t        size, plain_size;
    small_content c;
    small_make(&c);
    uint8_t *block = save_block(&c.content, &size);
    c.content.figure_count = 0;
    uint8_t *plain = save_block(&c.content, &plain_size);
    assert_memory_equal("RIMSHAPE\1\0\0\0\10\0\0\0", plain, 16);
    for (int kind = 1; kind <= 8; kind++)
    {
        size_t row = 24 + 24 * (size_t)(kind - 1), bytes = u32_at(plain, row + 16);
        assert_memory_equal(plain + row, block + row, 8);
        assert_int_equal(bytes, u32_at(block, row + 16));
        assert_memory_equal(plain + section_at(plain, kind), block + section_at(block, kind),
                            bytes);
    }
    rim_shapes *shapes;
    assert_int_equal(RIM_OK, rim_shapes_load(&shapes, plain, plain_size, NULL));
    assert_int_equal(0, rim_shapes_read(shapes).figure_count);
    assert_null(rim_shapes_find_figure(shapes, "hero"));
    rim_shapes_destroy(shapes);
    small_free(&c);
    free(plain);
    free(block);
}

// A figure of loaded parts answers as one of the parts that were saved.
static void loaded_figures_answer_as_saved_ones(void **state)
{
    (void)state;
    test_random           random = { 71 };
    static random_content content;
    int                   overlaps = 0, apart = 0;
    for (int i = 0; i < case_count(400); i++)
    {
        size_t size;
        make_content(&content, &random, 4, 40);
        uint8_t    *block = save_block(&content.content, &size);
        rim_shapes *shapes;
        assert_int_equal(RIM_OK, rim_shapes_load(&shapes, block, size, NULL));
        free(block);
        for (int k = 0; k < content.content.figure_count * 5; k++)
        {
            const rim_shapes_figure *f = &content.figures[k / 5];
            const rim_shapes_figure *g = rim_shapes_find_figure(shapes, f->name);
            rim_vec2   at = { random_float(&random, -15, 15), random_float(&random, -15, 15) };
            rim_figure a = { f->parts, f->part_count, rim_xform2_identity() }, b = a;
            rim_figure c = { g->parts, g->part_count, rim_xform2_identity() }, d = c;
            rim_parts  ab, cd;
            b.pose = d.pose = rim_xform2_translation(at);
            assert_int_equal(rim_figure_overlaps(&a, &b, &ab), rim_figure_overlaps(&c, &d, &cd));
            assert_true(ab.a == cd.a && ab.b == cd.b);
            rim_hit2 hit = rim_figure_sweep(&a, at, &b, rim_vec2_make(0, 0), NULL);
            rim_hit2 same = rim_figure_sweep(&c, at, &d, rim_vec2_make(0, 0), NULL);
            assert_true(hit.hit == same.hit && hit.t == same.t);
            overlaps += ab.a >= 0;
            apart += ab.a < 0;
        }
        rim_shapes_destroy(shapes);
        free_content(&content);
    }
    assert_true(overlaps > case_count(400) / 2 && apart > case_count(400) / 4);
}

// Of entries with the same sprite a part names the first.
static void a_shared_sprite_is_that_of_the_first_entry(void **state)
{
    (void)state;
    size_t        size;
    small_content c;
    small_make(&c);
    rim_shapes_entry entries[4] = { c.entries[0], c.entries[1], c.entries[1], c.entries[1] };
    entries[2].name = "0";
    entries[3].name = "c";
    c.content = (rim_shapes_content){ entries, 4, c.figures, 1 };
    uint8_t    *block = save_block(&c.content, &size);
    rim_shapes *shapes;
    assert_int_equal(RIM_OK, rim_shapes_load(&shapes, block, size, NULL));
    const rim_shapes_figure *hero = rim_shapes_find_figure(shapes, "hero");
    assert_ptr_equal(rim_shapes_read(shapes).entries[1].sprite, hero->parts[0].sprite);
    rim_shapes_destroy(shapes);
    small_free(&c);
    free(block);
}

// --- bytes that are no figures ---------------------------------------------------------------------------

// Each of these once, in a sound block: every rule has a case that only it refuses.
static void each_rule_refuses(void **state)
{
    (void)state;
    size_t   size;
    uint8_t *block = small_block(&size), *bad = malloc(size);
    size_t   figures = section_at(block, 9), parts = section_at(block, 10),
           corners = section_at(block, 11), order = section_at(block, 12),
           text = section_at(block, 13);
    struct
    {
        size_t   at;
        uint32_t value;
    } cases[] = {
        { 24 + 24 * 8, 20 },        // the figures are missing: of an unknown kind, out of order
        { 24 + 24 * 12, 20 },       // the texts are missing
        { 24 + 24 * 11, 11 },       // a kind twice
        { 24 + 24 * 9 + 4, 4 },     // count and size disagree
        { figures, 3 },             // fewer parts than there are
        { figures, 0xffffffff },    // more, by far
        { figures + 4, 1 },         // what must be zero
        { parts, 4 },               // an unknown kind
        { parts, 0xffffffff },      // a negative one
        { parts, 3 },               // a sprite as a polygon of one corner
        { parts + 32, 2 },          // a sprite that is not there
        { parts + 32, 0xffffffff }, // a negative one
        { parts + 36, 1 },          // what must be zero
        { parts + 8, 0x7fc00000 },  // a pose with NaN
        { parts + 12, 0xff800000 }, // with infinity
        { parts + 28, 0x7f800000 }, // in its translation
        { parts + 48 + 8, 0 },      // a singular pose
        { parts + 48 + 32, 0x40400000 }, // a box without a width
        { parts + 48 + 36, 0x41000000 }, // whose top is below its bottom
        { parts + 48 + 40, 0x7f800000 }, // that is infinite
        { parts + 48 + 44, 0x7fc00000 }, // or not a number
        { parts + 96 + 32, 0x7f800000 }, // a centre that is not finite
        { parts + 96 + 40, 0 },          // no radius
        { parts + 96 + 40, 0xbf800000 }, // a negative one
        { parts + 96 + 40, 0x7f800000 }, // an infinite one
        { parts + 96 + 40, 0x7fc00000 }, // NaN
        { parts + 96 + 44, 1 },          // what must be zero
        { parts + 144 + 32, 3 },         // fewer corners than there are
        { parts + 144 + 32, 2 },         // too few
        { parts + 144 + 32, 33 },        // too many
        { parts + 144 + 32, 0xffffffff },
        { parts + 144 + 40, 1 },      // what must be zero
        { corners + 8, 0x7f800000 },  // a corner that is not finite
        { corners + 8, 0xc0000000 },  // a ring that crosses itself
        { corners + 16, 0x3e800000 }, // a dent: (0.25, 1) between (2, 0) and ...
        { order, 0 },                 // names out of order
        { order, 2 },                 // a figure that is not there
        { order + 8, 1 },             // behind a section
        { text, 0 },                  // an empty name
        { text + 26, 0x01010101 },    // too few texts
    };
    // (0.25, 1) alone is no dent; with (0.25, 0.25) it is one.
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        memcpy(bad, block, size);
        if (cases[i].at == corners + 16) put_u32_at(bad, corners + 20, 0x3e800000);
        assert_true(u32_at(bad, cases[i].at) != cases[i].value);
        put_u32_at(bad, cases[i].at, cases[i].value);
        seal_block(bad, size);
        rim_shapes *shapes;
        if (rim_shapes_load(&shapes, bad, size, NULL) != RIM_ERR_FORMAT || shapes)
            fail_msg("case %zu is not refused", i);
    }
    memcpy(bad, block, size); // a polygon without area
    for (size_t i = 0; i < 8; i++) put_u32_at(bad, corners + 4 * i, 0x3f800000);
    seal_block(bad, size);
    rim_shapes *shapes;
    assert_int_equal(RIM_ERR_FORMAT, rim_shapes_load(&shapes, bad, size, NULL));
    free(bad);
    free(block);
}

static void two_figures_with_one_name_are_refused(void **state)
{
    (void)state;
    size_t        size;
    small_content c;
    small_make(&c);
    c.figures[0].name = "hat";
    uint8_t *block = save_block(&c.content, &size);
    block[section_at(block, 13)] = 'b';
    seal_block(block, size);
    rim_shapes *shapes;
    assert_int_equal(RIM_ERR_FORMAT, rim_shapes_load(&shapes, block, size, NULL));
    small_free(&c);
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
        status = rim_shapes_load(&shapes, block, size, &from);
        assert_true(status == RIM_OK || (status == RIM_ERR_MEMORY && heap.refused > 0));
        rim_shapes_destroy(shapes);
        assert_int_equal(0, heap.live_bytes);
    }
    assert_true(budget > 5);
    free(block);
}

// The figures that take most memory for their bytes: those without parts, and those of many.
static void memory_is_bounded_by_the_bytes(void **state)
{
    (void)state;
    enum
    {
        MOST = 3000
    };
    static rim_shapes_figure figures[MOST];
    static rim_figure_part   parts[MOST];
    static char              names[MOST][16];
    double                   worst = 0.0;
    for (int per_figure = 0; per_figure < 3; per_figure++)
    {
        for (int i = 0; i < MOST; i++)
        {
            snprintf(names[i], sizeof names[i], "%d", i);
            parts[i] = part_of(RIM_PART_CIRCLE, i);
            parts[i].circle.radius = 1.0f;
            figures[i] = (rim_shapes_figure){ names[i], "", parts, NULL, per_figure };
        }
        size_t             size;
        rim_shapes_content content = { NULL, 0, figures, MOST };
        uint8_t           *block = save_block(&content, &size);
        test_heap          heap = { .budget = -1 };
        rim_allocator      from = test_heap_allocator(&heap);
        rim_shapes        *shapes;
        assert_int_equal(RIM_OK, rim_shapes_load(&shapes, block, size, &from));
        double share = (double)heap.live_bytes / (double)size;
        assert_true(share <= 64.0);
        worst = share > worst ? share : worst;
        rim_shapes_destroy(shapes);
        free(block);
    }
    print_message("at most %.1f bytes for each\n", worst);
}

// --- what cannot be saved --------------------------------------------------------------------------------

static void assert_not_saved(const small_content *c, rim_status expected, int number)
{
    char            bytes[8];
    rim_sink_buffer buffer = { bytes, sizeof bytes, 0 };
    rim_status      status = rim_shapes_save(rim_sink_to_buffer(&buffer), &c->content);
    if (status != expected || buffer.length != 0) fail_msg("case %d: %d", number, (int)status);
}

static void what_could_not_be_loaded_is_not_saved(void **state)
{
    (void)state;
    enum
    {
        CASES = 20
    };
    rim_sprite *stranger = solid_sprite(3, 3);
    rim_vec2    ring[33];
    for (int i = 0; i < 33; i++)
        ring[i] = rim_vec2_make((float)(i - 16), (float)((i - 16) * (i - 16)));
    for (int i = 0; i < CASES; i++)
    {
        small_content c;
        small_make(&c);
        rim_shapes_figure *f = &c.figures[0];
        rim_figure_part   *p = c.parts;
        if (i == 0) f->name = NULL;
        if (i == 1) f->name = "";
        if (i == 2) f->name = "bat";
        if (i == 3) f->tag = NULL;
        if (i == 4) c.names[2] = NULL;
        if (i == 5) f->part_count = -1;
        if (i == 6) p[0].sprite = stranger;
        if (i == 7) p[0].sprite = NULL;
        if (i == 8) p[0].pose.tx = INFINITY;
        if (i == 9) p[0].pose.b = NAN;
        if (i == 10) p[0].pose = (rim_xform2){ 1, 2, 2, 4, 0, 0 };
        if (i == 11) p[0].kind = (rim_part_kind)4;
        if (i == 12) p[1].box.lo.x = 3.0f;
        if (i == 13) p[1].box.hi.y = NAN;
        if (i == 14) p[2].circle.radius = 0.0f;
        if (i == 15) p[2].circle.center.x = INFINITY;
        if (i == 16) p[3].polygon.count = 2;
        if (i == 17) p[3].polygon = (rim_polygon2){ ring, 33 };
        if (i == 18) c.corners[2] = rim_vec2_make(0.25f, 0.25f); // a dent
        if (i == 19) c.corners[2].y = c.corners[3].y = 0.0f;     // no area
        assert_not_saved(&c, RIM_ERR_ARGUMENT, i);
        small_free(&c);
    }
    small_content c;
    small_make(&c); // as many corners as there may be
    c.parts[3].polygon = (rim_polygon2){ ring, 32 };
    size_t size;
    free(save_block(&c.content, &size));
    small_free(&c);
    rim_sprite_destroy(stranger);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bytes_are_as_documented),
        cmocka_unit_test(the_shapes_are_those_of_a_block_without_figures),
        cmocka_unit_test(loaded_figures_answer_as_saved_ones),
        cmocka_unit_test(a_shared_sprite_is_that_of_the_first_entry),
        cmocka_unit_test(each_rule_refuses),
        cmocka_unit_test(two_figures_with_one_name_are_refused),
        cmocka_unit_test(every_refused_allocation_is_survived),
        cmocka_unit_test(memory_is_bounded_by_the_bytes),
        cmocka_unit_test(what_could_not_be_loaded_is_not_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
