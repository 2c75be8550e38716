// What the writers of outlines do with sinks that fill up, names that are odd, and records that they cannot tell.
#include "support/support.h"

#include "data/export.h"

#include "rimcast/rimcast.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef rim_status writer(rim_sink sink, const rim_outline_record *records, int count);

enum
{
    WRITERS = 8,
    FIRST_ENGINE = 4,
    RECORDS = 3
};

static writer *const writers[WRITERS] = {
    outline_write_json,  outline_write_csv,   outline_write_svg,   outline_write_c,
    outline_write_plist, outline_write_tiled, outline_write_godot, outline_write_box2d,
};

// Outlines of noise, so large that a writer needs its sink many times.
typedef struct outlines
{
    rim_loops          *loops, *holed;
    rim_partition      *pieces, *triangles;
    rim_edge_point     *points;
    rim_faithful_point *faithful;
} outlines;

enum
{
    RAYS = 500
};

static rim_loops *loops_of(const rim_mask *mask)
{
    rim_contours *rings;
    rim_loops    *loops;
    assert_int_equal(RIM_OK, rim_contours_create(&rings, mask, RIM_TOUCH_EDGES, NULL));
    assert_int_equal(RIM_OK,
                     rim_loops_create_simplified(&loops, rings, 0.0, RIM_SIMPLIFY_NEAR, NULL));
    rim_contours_destroy(rings);
    return loops;
}

static void make_outlines(outlines *o)
{
    test_random           random = { 77 };
    rim_mask             *mask;
    rim_vec2              anchor = { 20.25f, 20.5f };
    rim_partition_options few = { .max_corners = RIM_BOX2D_MAX_CORNERS },
                          three = { .max_corners = 3 };
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 40, 40, NULL));
    for (int y = 0; y < 40; y += 2)
        for (int x = 0; x < 40; x++) rim_mask_set(mask, x, y, random_int(&random, 0, 2) > 0);
    o->loops = loops_of(mask); // rows alone: no holes
    assert_int_equal(RIM_OK, rim_partition_create(&o->pieces, o->loops, &few, NULL));
    assert_int_equal(RIM_OK, rim_partition_create(&o->triangles, o->loops, &three, NULL));
    o->points = malloc(RAYS * sizeof *o->points);
    o->faithful = malloc(RAYS * sizeof *o->faithful);
    rim_outline_cast(mask, anchor, RAYS, o->points);
    rim_outline_cast_faithful(mask, anchor, RAYS, NULL, o->faithful);
    rim_mask_draw_rect(mask, rim_rect_make(4, 4, 12, 12), true);
    rim_mask_draw_rect(mask, rim_rect_make(6, 6, 9, 9), false);
    o->holed = loops_of(mask);
    rim_mask_destroy(mask);
}

static void free_outlines(outlines *o)
{
    rim_loops_destroy(o->loops);
    rim_loops_destroy(o->holed);
    rim_partition_destroy(o->pieces);
    rim_partition_destroy(o->triangles);
    free(o->points);
    free(o->faithful);
}

static rim_outline_record record_of(const outlines *o, rim_outline_kind kind)
{
    rim_outline_record r = { .file = "art/noise.png", .width = 40, .height = 40, .threshold = 128 };
    r.anchor = rim_vec2_make(20.25f, 20.5f);
    r.kind = kind;
    r.rays = RAYS;
    r.points = o->points;
    r.faithful_points = o->faithful;
    r.loops = o->loops;
    r.pieces = kind == RIM_OUTLINE_TRIANGLES ? o->triangles : o->pieces;
    return r;
}

// --- sinks that fill up ---------------------------------------------------------------------------------

typedef struct full_sink
{
    int calls, room; // refuses once it was called so often
} full_sink;

static bool write_until_full(void *context, const void *bytes, size_t size)
{
    full_sink *s = context;
    (void)bytes;
    assert_true(size > 0);
    return s->calls++ < s->room;
}

static int refuse_everywhere(writer *write, const rim_outline_record *records, int count)
{
    int refusals = 0;
    for (int room = 0;; room++)
    {
        full_sink  full = { 0, room };
        rim_status status = write((rim_sink){ write_until_full, &full }, records, count);
        if (status == RIM_OK)
        {
            assert_int_equal(full.calls, room);
            return refusals;
        }
        assert_int_equal(status, RIM_ERR_WRITE);
        assert_int_equal(full.calls, room + 1); // it stops there
        refusals++;
    }
}

static void a_sink_may_fill_up_anywhere(void **state)
{
    (void)state;
    outlines o;
    int      refusals = 0;
    make_outlines(&o);
    for (int kind = 0; kind <= RIM_OUTLINE_TRIANGLES; kind++)
        for (int which = 0; which < WRITERS; which++)
        {
            rim_outline_record records[RECORDS];
            for (int i = 0; i < RECORDS; i++) records[i] = record_of(&o, (rim_outline_kind)kind);
            if (kind < RIM_OUTLINE_CONTOUR && which >= FIRST_ENGINE) continue;
            refusals += refuse_everywhere(writers[which], records, RECORDS);
            refusals += refuse_everywhere(writers[which], records, 1);
        }
    assert_true(refusals > 200);
    free_outlines(&o);
}

// --- names --------------------------------------------------------------------------------------------

static json_t *json_by(writer *write, const rim_outline_record *records, int count)
{
    rim_sink_buffer buffer = { NULL, 0, 0 };
    assert_int_equal(RIM_OK, write(rim_sink_to_buffer(&buffer), records, count));
    buffer.bytes = malloc(buffer.length);
    buffer.capacity = buffer.length;
    buffer.length = 0;
    assert_int_equal(RIM_OK, write(rim_sink_to_buffer(&buffer), records, count));
    json_error_t error;
    json_t      *json = json_loadb(buffer.bytes, buffer.length, 0, &error);
    if (!json) fail_msg("line %d: %s", error.line, error.text);
    free(buffer.bytes);
    return json;
}

static const char *body_name(json_t *document, size_t i)
{
    return json_string_value(
        json_object_get(json_array_get(json_object_get(document, "body"), i), "name"));
}

static void bodies_have_names_that_engines_take(void **state)
{
    (void)state;
    static const struct
    {
        const char *file, *frame, *name;
    } cases[] = {
        { "hero.png", NULL, "hero" },
        { "art/hero.png", NULL, "hero" },
        { "C:\\art\\hero.png", NULL, "hero" },
        { "art.d/hero", NULL, "hero" },
        { ".hidden", NULL, "_hidden" },
        { "a.b.png", NULL, "a_b" },
        { "sheet.png", "3", "sheet_3" },
        { "sheet.png", "walk/0.png", "0" },
        { "sheet.png", "walk-1", "walk-1" },
        { "sheet.png", "", "sheet" },
        { ".png/", "12", "12" },
        { "say \"hi\" <&>\x01\x7f'@%.png", NULL, "say _hi_ ________" },
        { "\xc3\xa4rger.png", NULL, "\xc3\xa4rger" },
    };
    outlines o;
    make_outlines(&o);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        rim_outline_record record = record_of(&o, RIM_OUTLINE_CONVEX);
        record.file = cases[i].file;
        record.frame = cases[i].frame;
        json_t *document = json_by(outline_write_box2d, &record, 1);
        assert_string_equal(body_name(document, 0), cases[i].name);
        json_decref(document);
    }
    free_outlines(&o);
}

static void equal_names_get_their_folders(void **state)
{
    (void)state;
    outlines o;
    make_outlines(&o);
    rim_outline_record records[RECORDS];
    for (int i = 0; i < RECORDS; i++) records[i] = record_of(&o, RIM_OUTLINE_TRIANGLES);
    records[0].file = "left/hero.png";
    records[1].file = "right/hero.jpg";
    records[2].file = "tree.png";
    json_t *document = json_by(outline_write_box2d, records, RECORDS);
    assert_string_equal(body_name(document, 0), "left_hero");
    assert_string_equal(body_name(document, 1), "right_hero");
    assert_string_equal(body_name(document, 2), "tree");
    json_decref(document);
    records[1].file = "right/heron.png";
    document = json_by(outline_write_box2d, records, RECORDS);
    assert_string_equal(body_name(document, 0), "hero");
    assert_string_equal(body_name(document, 1), "heron");
    json_decref(document);
    free_outlines(&o);
}

// --- what cannot be told --------------------------------------------------------------------------------

static void assert_refused(int first, const rim_outline_record *records, int count)
{
    for (int which = first; which < WRITERS; which++)
    {
        rim_sink_buffer buffer = { NULL, 0, 0 };
        assert_int_equal(RIM_ERR_ARGUMENT,
                         writers[which](rim_sink_to_buffer(&buffer), records, count));
        assert_int_equal(0, buffer.length);
    }
}

static void engines_take_polygons_without_holes_alone(void **state)
{
    (void)state;
    outlines        o;
    rim_sink_buffer buffer = { NULL, 0, 0 };
    make_outlines(&o);
    rim_outline_record records[2] = { record_of(&o, RIM_OUTLINE_CONVEX),
                                      record_of(&o, RIM_OUTLINE_RAYS) };
    assert_refused(FIRST_ENGINE, records, 2);
    records[1].kind = RIM_OUTLINE_FAITHFUL;
    assert_refused(FIRST_ENGINE, records, 2);
    records[1] = record_of(&o, RIM_OUTLINE_CONTOUR);
    records[1].loops = o.holed;
    assert_refused(FIRST_ENGINE, records, 2);
    records[1] = record_of(&o, RIM_OUTLINE_CONVEX);
    records[1].anchor.y = NAN;
    assert_refused(0, records, 2);

    // A staircase is one ring of many corners: too many for Box2D's polygons alone.
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 9, 9, NULL));
    for (int y = 0; y < 9; y++)
        for (int x = 0; x <= y; x++) rim_mask_set(mask, x, y, true);
    rim_loops *stairs = loops_of(mask);
    rim_mask_destroy(mask);
    records[0] = record_of(&o, RIM_OUTLINE_CONTOUR);
    records[0].loops = stairs;
    assert_int_equal(RIM_ERR_ARGUMENT,
                     outline_write_plist(rim_sink_to_buffer(&buffer), records, 1));
    assert_int_equal(RIM_ERR_ARGUMENT,
                     outline_write_box2d(rim_sink_to_buffer(&buffer), records, 1));
    assert_int_equal(0, buffer.length);
    assert_int_equal(RIM_OK, outline_write_tiled(rim_sink_to_buffer(&buffer), records, 1));
    assert_int_equal(RIM_OK, outline_write_godot(rim_sink_to_buffer(&buffer), records, 1));
    rim_loops_destroy(stairs);
    free_outlines(&o);
}

static void a_record_of_nothing_is_a_body_without_fixtures(void **state)
{
    (void)state;
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 0, 0, NULL));
    rim_loops     *loops = loops_of(mask);
    rim_partition *pieces;
    assert_int_equal(RIM_OK, rim_partition_create(&pieces, loops, NULL, NULL));
    rim_outline_record record = { .file = "nothing.png", .loops = loops, .pieces = pieces };
    for (int kind = RIM_OUTLINE_CONTOUR; kind <= RIM_OUTLINE_TRIANGLES; kind++)
        for (int which = 0; which < WRITERS; which++)
        {
            rim_sink_buffer buffer = { NULL, 0, 0 };
            record.kind = (rim_outline_kind)kind;
            assert_int_equal(RIM_OK, writers[which](rim_sink_to_buffer(&buffer), &record, 1));
            assert_int_equal(RIM_OK, writers[which](rim_sink_to_buffer(&buffer), &record, 0));
            assert_true(buffer.length > 0);
        }
    json_t *document = json_by(outline_write_box2d, &record, 1);
    assert_string_equal(body_name(document, 0), "nothing");
    json_decref(document);
    rim_partition_destroy(pieces);
    rim_loops_destroy(loops);
    rim_mask_destroy(mask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sink_may_fill_up_anywhere),
        cmocka_unit_test(bodies_have_names_that_engines_take),
        cmocka_unit_test(equal_names_get_their_folders),
        cmocka_unit_test(engines_take_polygons_without_holes_alone),
        cmocka_unit_test(a_record_of_nothing_is_a_body_without_fixtures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
