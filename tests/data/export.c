// Outlines as JSON, CSV, SVG and C, judged by a JSON parser, by eye-checked texts and by a C compiler.
#include "support/support.h"

#include "data/export.h"

#include "rimcast/export.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef rim_status writer(rim_sink sink, const rim_outline_record *records, int count);

static writer *const writers[] = { outline_write_json, outline_write_csv, outline_write_svg,
                                   outline_write_c };

static const rim_edge_point four_points[] = { { { 16.0f, -0.0f }, true },
                                              { { 0.0f, 8.5f }, true },
                                              { { 9.0f, 9.0f }, false },
                                              { { 0.1f, -7.0f }, true } };

// The same points as the original would tell them, with what only a double holds.
static const rim_faithful_point faithful_points[] = { { 16.0, -0.0, true },
                                                      { 7.347880794884124e-16, 8.5, true },
                                                      { 9.0, 9.0, false },
                                                      { 0.1, -7.0, true } };

static rim_outline_record record_of(const char *file)
{
    rim_outline_record record = { .file = file,
                                  .width = 64,
                                  .height = 48,
                                  .threshold = 128,
                                  .anchor = { 32.0f, 24.5f },
                                  .points = four_points,
                                  .faithful_points = faithful_points,
                                  .rays = 4,
                                  .error = 3.25 };
    return record;
}

// The whole document, terminated; to be freed.
static char *text_of(writer *write, const rim_outline_record *records, int count)
{
    rim_sink_buffer buffer = { NULL, 0, 0 };
    assert_int_equal(RIM_OK, write(rim_sink_to_buffer(&buffer), records, count));
    size_t size = buffer.length;
    buffer.bytes = malloc(size + 1);
    buffer.capacity = size;
    buffer.length = 0;
    assert_int_equal(RIM_OK, write(rim_sink_to_buffer(&buffer), records, count));
    assert_int_equal(size, buffer.length);
    buffer.bytes[size] = 0;
    return buffer.bytes;
}

static json_t *json_of(const rim_outline_record *records, int count)
{
    char        *text = text_of(outline_write_json, records, count);
    json_error_t error;
    json_t      *json = json_loads(text, 0, &error);
    if (!json) fail_msg("line %d: %s in:\n%s", error.line, error.text, text);
    free(text);
    return json;
}

static void one_record_is_a_json_object(void **state)
{
    (void)state;
    rim_outline_record record = record_of("dir/hero.png");
    json_t            *json = json_of(&record, 1);
    assert_true(json_is_object(json));
    assert_int_equal(9, json_object_size(json));
    assert_string_equal("dir/hero.png", json_string_value(json_object_get(json, "file")));
    assert_int_equal(64, json_integer_value(json_object_get(json, "width")));
    assert_int_equal(48, json_integer_value(json_object_get(json, "height")));
    assert_int_equal(128, json_integer_value(json_object_get(json, "threshold")));
    assert_string_equal("rays", json_string_value(json_object_get(json, "kind")));
    assert_int_equal(4, json_integer_value(json_object_get(json, "rays")));
    assert_true(json_number_value(json_object_get(json, "error")) == 3.25);
    json_t *anchor = json_object_get(json, "anchor");
    assert_int_equal(2, json_array_size(anchor));
    assert_true(json_number_value(json_array_get(anchor, 1)) == 24.5);
    json_t *points = json_object_get(json, "points");
    assert_int_equal(4, json_array_size(points));
    for (size_t k = 0; k < 4; k++)
    {
        json_t *point = json_array_get(points, k);
        assert_true(json_is_null(point) == !four_points[k].hit);
        if (!four_points[k].hit) continue;
        assert_same_bits((float)json_number_value(json_array_get(point, 0)), four_points[k].at.x);
        assert_true((float)json_number_value(json_array_get(point, 1)) == four_points[k].at.y);
    }
    json_decref(json);
}

static void the_json_text_is_stable(void **state)
{
    (void)state;
    rim_outline_record record = record_of("hero.png");
    record.kind = RIM_OUTLINE_FAITHFUL;
    record.faithful.stage.x = -5.5f;
    char *text = text_of(outline_write_json, &record, 1);
    assert_string_equal(text, "{\n"
                              "  \"file\": \"hero.png\",\n"
                              "  \"width\": 64,\n"
                              "  \"height\": 48,\n"
                              "  \"threshold\": 128,\n"
                              "  \"anchor\": [32, 24.5],\n"
                              "  \"kind\": \"faithful\",\n"
                              "  \"stage\": [-5.5, 0],\n"
                              "  \"flash_edge\": false,\n"
                              "  \"rays\": 4,\n"
                              "  \"error\": 3.25,\n"
                              "  \"points\": [\n"
                              "    [16, 0],\n"
                              "    [7.347880794884124e-16, 8.5],\n"
                              "    null,\n"
                              "    [0.1, -7]\n"
                              "  ]\n"
                              "}\n");
    free(text);
}

static void several_records_are_a_json_array(void **state)
{
    (void)state;
    rim_outline_record records[] = { record_of("a.png"), record_of("b.png") };
    records[1].error = INFINITY;
    for (int count = 0; count <= 2; count += 2)
    {
        json_t *json = json_of(records, count);
        assert_true(json_is_array(json));
        assert_int_equal(count, json_array_size(json));
        if (count) assert_true(json_is_null(json_object_get(json_array_get(json, 1), "error")));
        json_decref(json);
    }
}

static void any_file_name_gives_valid_json(void **state)
{
    (void)state;
    test_random random = { 31 };
    int         unchanged = 0;
    for (int i = 0; i < case_count(20000); i++)
    {
        char name[12];
        int  length = random_int(&random, 0, 11);
        for (int c = 0; c < length; c++)
            name[c] = (char)(i % 2 ? random_int(&random, 1, 255) : random_int(&random, 1, 127));
        name[length] = 0;
        rim_outline_record record = record_of(name);
        json_t            *json = json_of(&record, 1);
        const char        *back = json_string_value(json_object_get(json, "file"));
        if (i % 2 == 0) assert_string_equal(back, name);
        unchanged += strcmp(back, name) == 0;
        json_decref(json);
    }
    assert_true(unchanged >= case_count(20000) / 2);
}

static void utf8_is_kept_and_what_is_none_is_replaced(void **state)
{
    (void)state;
    static const struct
    {
        const char *name, *back;
    } cases[] = {
        { "h\xc3\xa9ros.png", "h\xc3\xa9ros.png" },
        { "\xe6\xa3\xae\xf0\x9f\x8c\xb2", "\xe6\xa3\xae\xf0\x9f\x8c\xb2" },
        { "\xe9.png", "\xef\xbf\xbd.png" },                         // Latin-1
        { "\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd" },                 // overlong
        { "\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" }, // a surrogate
        { "\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
        { "a\xe2\x82", "a\xef\xbf\xbd\xef\xbf\xbd" }, // cut off
        { "\xe9,\"b\"", "\xef\xbf\xbd,\"b\"" },       // quoted in CSV
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        rim_outline_record record = record_of(cases[i].name);
        json_t            *json = json_of(&record, 1);
        assert_string_equal(json_string_value(json_object_get(json, "file")), cases[i].back);
        json_decref(json);
        for (int which = 1; which < 4; which++)
        {
            char back[64], *text = text_of(writers[which], &record, 1);
            snprintf(back, sizeof back, "%.*s", (int)strcspn(cases[i].back, ","), cases[i].back);
            assert_non_null(strstr(text, back));
            free(text);
        }
    }
}

static void csv_has_a_line_for_each_ray(void **state)
{
    (void)state;
    rim_outline_record records[] = { record_of("a.png"), record_of("odd, \"name\".png") };
    records[1].rays = 1;
    char *text = text_of(outline_write_csv, records, 2);
    assert_string_equal(text, "file,ray,x,y\n"
                              "a.png,0,16,0\n"
                              "a.png,1,0,8.5\n"
                              "a.png,2,,\n"
                              "a.png,3,0.1,-7\n"
                              "\"odd, \"\"name\"\".png\",0,16,0\n");
    free(text);
}

static int occurrences(const char *text, const char *part)
{
    int count = 0;
    for (const char *c = strstr(text, part); c; c = strstr(c + 1, part)) count++;
    return count;
}

static void svg_shows_each_image_with_its_points(void **state)
{
    (void)state;
    rim_outline_record records[] = { record_of("a&<\"b\">.png"), record_of("b.png") };
    records[1].rays = 2; // two points make no polygon
    char *text = text_of(outline_write_svg, records, 2);
    assert_int_equal(1, occurrences(text, "<svg "));
    assert_int_equal(1, occurrences(text, "</svg>"));
    assert_int_equal(2, occurrences(text, "<g "));
    assert_int_equal(2, occurrences(text, "</g>"));
    assert_int_equal(1, occurrences(text, "<polygon"));
    assert_int_equal(3 + 2, occurrences(text, "class=\"point\""));
    assert_int_equal(1, occurrences(text, "points=\"16,0 0,8.5 0.1,-7\""));
    assert_int_equal(1, occurrences(text, "a&amp;&lt;&quot;b&quot;&gt;.png"));
    free(text);
}

static void the_c_header_reads_well(void **state)
{
    (void)state;
    rim_outline_record record = record_of("dir.v2/hero-1.old.png");
    char              *text = text_of(outline_write_c, &record, 1);
    assert_non_null(strstr(text, "#ifndef OUTLINE_HERO_1_OLD_"));
    assert_non_null(strstr(text, "#define OUTLINE_HERO_1_OLD_"));
    assert_non_null(strstr(
        text, "enum { hero_1_old_width = 64, hero_1_old_height = 48, hero_1_old_rays = 4 };\n"
              "static const float hero_1_old_anchor[2] = { 32.0f, 24.5f };\n"
              "static const struct { float x, y; int hit; } hero_1_old_points[4] = {\n"
              "    { 16.0f, 0.0f, 1 },\n"
              "    { 0.0f, 8.5f, 1 },\n"
              "    { 0.0f, 0.0f, 0 },\n"
              "    { 0.1f, -7.0f, 1 },\n"
              "};\n\n#endif\n"));
    free(text);
}

// Every name a file can have must give a header that compiles without a warning.
static void the_c_header_compiles_whatever_the_names(void **state)
{
    (void)state;
    static const char *const names[] = {
        "hero.png", "a/hero.png", "Hero.gif", "1.png",    "sprite_1.png",          ".png",
        "",         "int.png",    "a b\nc\\", "what?\?/", "\xc3\xa9t\xc3\xa9.png", "*/.png",
        "//",       "hero_1.png"
    };
    enum
    {
        COUNT = sizeof names / sizeof names[0]
    };
    rim_outline_record records[COUNT];
    for (int i = 0; i < COUNT; i++) records[i] = record_of(names[i]);
    records[3].error = INFINITY;
    records[4].rays = 0; // C has no empty arrays
    const char *path = "build/test_export_header.c";
    for (int first = 0; first <= COUNT; first++) // one by one, then all
    {
        int   all = first == COUNT;
        char *text = text_of(outline_write_c, records + (all ? 0 : first), all ? COUNT : 1);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fprintf(file, "%s%stypedef int not_empty;\n", text, text); // twice: the guard
        fclose(file);
        free(text);
        int failed = system("cc -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only "
                            "build/test_export_header.c");
        if (failed) fail_msg("the header for '%s' does not compile", all ? "all" : names[first]);
    }
    remove(path);
}

static void what_is_not_finite_is_refused_before_anything_is_written(void **state)
{
    (void)state;
    int refused = 0;
    for (int which = 0; which < 4; which++)
        for (int bad = 0; bad < 5; bad++)
        {
            rim_edge_point points[2] = { { { 1.0f, 1.0f }, true }, { { NAN, INFINITY }, false } };
            rim_outline_record records[] = { record_of("a.png"), record_of("b.png") };
            records[1].points = points;
            records[1].rays = 2;
            rim_sink_buffer buffer = { NULL, 0, 0 };
            assert_int_equal(RIM_OK, writers[which](rim_sink_to_buffer(&buffer), records, 2));
            buffer.length = 0;
            if (bad == 0) records[1].anchor.x = NAN;
            if (bad == 1) records[1].anchor.y = INFINITY;
            if (bad == 2) points[1].hit = true;
            rim_faithful_point original = { 1.0, NAN, true };
            if (bad >= 3) records[1].kind = RIM_OUTLINE_FAITHFUL;
            if (bad == 3) records[1].faithful.stage.y = -INFINITY;
            if (bad == 4) records[1].faithful_points = &original, records[1].rays = 1;
            refused += writers[which](rim_sink_to_buffer(&buffer), records, 2) == RIM_ERR_ARGUMENT;
            assert_int_equal(0, buffer.length);
        }
    assert_int_equal(20, refused);
}

static bool refuse(void *context, const void *bytes, size_t size)
{
    (void)bytes, (void)size;
    ++*(int *)context;
    return false;
}

static void a_sink_that_refuses_ends_every_writer(void **state)
{
    (void)state;
    rim_edge_point     points[4096] = { { { 1.0f, 1.0f }, true } };
    rim_outline_record record = record_of("a.png");
    record.points = points;
    record.rays = 4096;
    for (int which = 0; which < 4; which++)
    {
        int      calls = 0;
        rim_sink sink = { refuse, &calls };
        assert_int_equal(RIM_ERR_WRITE, writers[which](sink, &record, 1));
        assert_int_equal(1, calls);
    }
}

// --- contours and pieces ------------------------------------------------------------------------------

// A square of 4 x 4 with a hole of 2 x 2 in the middle.
static rim_loops *frame_loops(double tolerance)
{
    rim_mask     *mask;
    rim_contours *rings;
    rim_loops    *loops;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 4, 4, NULL));
    for (int i = 0; i < 16; i++)
        rim_mask_set(mask, i % 4, i / 4, i % 4 == 0 || i % 4 == 3 || i < 4 || i >= 12);
    assert_int_equal(RIM_OK, rim_contours_create(&rings, mask, RIM_TOUCH_EDGES, NULL));
    assert_int_equal(
        RIM_OK, rim_loops_create_simplified(&loops, rings, tolerance, RIM_SIMPLIFY_NEAR, NULL));
    rim_contours_destroy(rings);
    rim_mask_destroy(mask);
    return loops;
}

static void a_contour_is_told_in_every_format(void **state)
{
    (void)state;
    rim_loops         *loops = frame_loops(0.0);
    rim_outline_record record = { .file = "frame.png",
                                  .width = 4,
                                  .height = 4,
                                  .threshold = 9,
                                  .anchor = { 2.0f, 1.5f },
                                  .kind = RIM_OUTLINE_CONTOUR,
                                  .tolerance = HUGE_VAL,
                                  .loops = loops };
    json_t            *json = json_of(&record, 1), *rings = json_object_get(json, "rings");
    assert_int_equal(9, json_object_size(json));
    assert_string_equal("contour", json_string_value(json_object_get(json, "kind")));
    assert_true(json_is_null(json_object_get(json, "tolerance")));
    assert_int_equal(2, json_array_size(rings));
    assert_int_equal(0, json_integer_value(json_object_get(json_array_get(rings, 1), "parent")));
    assert_near(json_number_value(json_object_get(json_array_get(rings, 1), "area")), -4.0, 0.0);
    json_decref(json);

    char *csv = text_of(outline_write_csv, &record, 1),
         *svg = text_of(outline_write_svg, &record, 1);
    char *source = text_of(outline_write_c, &record, 1);
    assert_non_null(strstr(csv, "file,ring,point,x,y\nframe.png,0,0,-2,-1.5\n"));
    assert_non_null(strstr(csv, "\nframe.png,1,3,"));
    assert_non_null(strstr(svg, "d=\"M-2 -1.5L2 -1.5L2 2.5L-2 2.5ZM"));
    assert_non_null(strstr(source, "contour at alpha >= 9, tolerance infinite."));
    assert_non_null(strstr(source, "frame_rings = 2 };"));
    assert_non_null(strstr(source, "frame_ends[] = { 4, 8 };"));
    free(csv);
    free(svg);
    free(source);
    record.anchor.x = NAN;
    rim_sink_buffer none = { NULL, 0, 0 };
    assert_int_equal(RIM_ERR_ARGUMENT, outline_write_json(rim_sink_to_buffer(&none), &record, 1));
    assert_int_equal(0, none.length);
    rim_loops_destroy(loops);
}

static void pieces_are_told_in_every_format(void **state)
{
    (void)state;
    rim_loops            *loops = frame_loops(0.0);
    rim_partition        *pieces;
    rim_partition_options options = { 3, 0.0f };
    assert_int_equal(RIM_OK, rim_partition_create(&pieces, loops, &options, NULL));
    rim_outline_record record = { .file = "frame.png",
                                  .frame = "walk, 1",
                                  .width = 4,
                                  .height = 4,
                                  .kind = RIM_OUTLINE_TRIANGLES,
                                  .tolerance = 0.5,
                                  .side = RIM_SIMPLIFY_INSIDE,
                                  .pieces = pieces };
    json_t            *json = json_of(&record, 1);
    assert_int_equal(8, json_array_size(json_object_get(json, "pieces")));
    assert_int_equal(3, json_array_size(json_array_get(json_object_get(json, "pieces"), 7)));
    assert_string_equal("inside", json_string_value(json_object_get(json, "side")));
    assert_string_equal("triangles", json_string_value(json_object_get(json, "kind")));
    json_decref(json);

    char *csv = text_of(outline_write_csv, &record, 1),
         *source = text_of(outline_write_c, &record, 1);
    assert_non_null(strstr(csv, "file,frame,piece,point,x,y\nframe.png,\"walk, 1\",0,0,"));
    assert_non_null(strstr(source, "frame walk, 1: triangles at alpha >= 0, tolerance 0.5 px."));
    assert_non_null(strstr(source, "_pieces = 8 };"));
    free(csv);
    free(source);
    rim_partition_destroy(pieces);
    rim_loops_destroy(loops);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_record_is_a_json_object),
        cmocka_unit_test(the_json_text_is_stable),
        cmocka_unit_test(several_records_are_a_json_array),
        cmocka_unit_test(any_file_name_gives_valid_json),
        cmocka_unit_test(utf8_is_kept_and_what_is_none_is_replaced),
        cmocka_unit_test(csv_has_a_line_for_each_ray),
        cmocka_unit_test(svg_shows_each_image_with_its_points),
        cmocka_unit_test(the_c_header_reads_well),
        cmocka_unit_test(the_c_header_compiles_whatever_the_names),
        cmocka_unit_test(what_is_not_finite_is_refused_before_anything_is_written),
        cmocka_unit_test(a_sink_that_refuses_ends_every_writer),
        cmocka_unit_test(a_contour_is_told_in_every_format),
        cmocka_unit_test(pieces_are_told_in_every_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
