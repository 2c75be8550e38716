// Reading World.raw and OBJ from memory, and writing World.raw.
#include "support/support.h"

#include "data/soup.h"
#include "rimcast/soup.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef rim_status reader(rim_soup **out, const char *text, size_t size, rim_parse_error *error,
                          const rim_allocator *from);

// Reads a copy of exactly the given size, so that a sanitizer sees every byte read behind it.
static rim_status read_copy(reader *read, rim_soup **out, const char *text, size_t size,
                            rim_parse_error *error, const rim_allocator *from)
{
    char *copy = malloc(size ? size : 1);
    assert_non_null(copy);
    memcpy(copy, text, size);
    rim_status status = read(out, copy, size, error, from);
    free(copy);
    return status;
}

static rim_soup *soup_of(reader *read, const char *text)
{
    rim_soup       *soup;
    rim_parse_error error = { 7, 7, "stale" };
    rim_status      status = read_copy(read, &soup, text, strlen(text), &error, NULL);
    if (status) fail_msg("%d:%d: %s", error.line, error.column, error.reason);
    assert_int_equal(0, error.line);
    assert_null(error.reason);
    return soup;
}

static void assert_refused(reader *read, const char *text, int line, int column, const char *part)
{
    rim_soup       *soup = (rim_soup *)(void *)&soup;
    rim_parse_error error;
    rim_status      status = read_copy(read, &soup, text, strlen(text), &error, NULL);
    if (status != RIM_ERR_FORMAT) fail_msg("not refused: %s", text);
    assert_null(soup);
    if (error.line != line || error.column != column || !strstr(error.reason, part))
        fail_msg("'%s' is refused at %d:%d: %s, expected %d:%d: %s", text, error.line, error.column,
                 error.reason, line, column, part);
    assert_int_equal(RIM_ERR_FORMAT, read(&soup, text, strlen(text), NULL, NULL));
}

static void assert_point(rim_vec3 p, float x, float y, float z)
{
    assert_same_bits(p.x, x);
    assert_same_bits(p.y, y);
    assert_same_bits(p.z, z);
}

static rim_status raw(rim_soup **out, const char *text, size_t size, rim_parse_error *error,
                      const rim_allocator *from)
{
    return rim_soup_create(out, RIM_SOUP_RAW, text, size, error, from);
}

static rim_status obj(rim_soup **out, const char *text, size_t size, rim_parse_error *error,
                      const rim_allocator *from)
{
    return rim_soup_create(out, RIM_SOUP_OBJ, text, size, error, from);
}

static void three_lines_are_a_triangle(void **state)
{
    (void)state;
    int                 count;
    rim_soup           *soup = soup_of(raw, "0 0 0\n1 0 0\n0 1.5 -2e1\n");
    const rim_triangle *triangles = rim_soup_read(soup).triangles;
    count = rim_soup_read(soup).triangle_count;
    assert_int_equal(1, count);
    assert_point(triangles[0].a, 0.0f, 0.0f, 0.0f);
    assert_point(triangles[0].b, 1.0f, 0.0f, 0.0f);
    assert_point(triangles[0].c, 0.0f, 1.5f, -20.0f);
    assert_int_equal(2, rim_soup_read(soup).indices[2]);
    assert_int_equal(1, rim_soup_read(soup).indices[1]);
    count = rim_soup_read(soup).point_count;
    assert_int_equal(3, count);
    rim_soup_destroy(soup);
}

static void blank_lines_comments_and_all_line_ends_are_allowed(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "0 1 2\n3 4 5\n6 7 8",
        "0 1 2\r\n3 4 5\r\n6 7 8\r\n",
        "0 1 2\r3 4 5\r6 7 8\r",
        "\n\n  \t\n0 1 2 \n\n\t3  4\t5\n# a wall\n6 7 8# its last corner\n\n \n",
        "\xef\xbb\xbf\n0 1 2\n3 4 5\n6 7 8\n#",
        "+0 1. 2e0\n3 4 5\n.6e1 7 8.000\f\v\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    {
        rim_soup       *soup = soup_of(raw, texts[i]);
        int             count;
        const rim_vec3 *points = rim_soup_read(soup).points;
        count = rim_soup_read(soup).point_count;
        assert_int_equal(3, count);
        for (int p = 0; p < 3; p++)
            assert_point(points[p], (float)(3 * p), (float)(3 * p + 1), (float)(3 * p + 2));
        rim_soup_destroy(soup);
    }
}

static void a_text_without_points_is_an_empty_soup(void **state)
{
    (void)state;
    static const char *const texts[] = { "", "\n", "# nothing", " \t\r\n\r\n" };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    {
        int       count = 7;
        rim_soup *soup = soup_of(raw, texts[i]);
        count = rim_soup_read(soup).triangle_count;
        assert_int_equal(0, count);
        rim_soup_destroy(soup);
        soup = soup_of(obj, texts[i]);
        count = rim_soup_read(soup).triangle_count;
        assert_int_equal(0, count);
        rim_soup_destroy(soup);
    }
    rim_soup *soup;
    assert_int_equal(RIM_OK, raw(&soup, NULL, 0, NULL, NULL));
    rim_soup_destroy(soup);
    rim_soup_destroy(NULL);
}

static void malformed_worlds_are_refused_with_line_and_reason(void **state)
{
    (void)state;
    assert_refused(raw, "0 0 0\n1 0\n0 1 0\n", 2, 4, "three numbers");
    assert_refused(raw, "0 0 0\n1 0 0 0\n0 1 0\n", 2, 7, "three numbers");
    assert_refused(raw, "0 0 0\n1 x 0\n0 1 0\n", 2, 3, "decimal number");
    assert_refused(raw, "0 0 0\r1,0,0\r0 1 0\r", 2, 1, "decimal number");
    assert_refused(raw, "0 0 0\r\n1 0 12abc\r\n0 1 0\r\n", 2, 5, "decimal number");
    assert_refused(raw, "0 0 nan\n", 1, 5, "decimal number");
    assert_refused(raw, "0 0 inf\n", 1, 5, "decimal number");
    assert_refused(raw, "0 0 0x1\n", 1, 5, "decimal number");
    assert_refused(raw, "0 0 1e39\n", 1, 5, "range");
    assert_refused(raw, "\n\n0 0 -3.5e38 # too much\n", 3, 5, "range");
    assert_refused(raw, "0 0 0\n1 0 0\n0 1 0\n2 2 2\n\n# end\n", 4, 1, "multiple of three");
    assert_refused(raw, "0 0 0", 1, 1, "multiple of three");
    assert_refused(raw, "\xef\xbb\xbf 0 y", 1, 4, "decimal number");
    assert_refused(raw, "0 0 0 \\\n1 2 3\n", 1, 7, "three numbers");
}

static void a_zero_byte_is_not_the_end(void **state)
{
    (void)state;
    rim_soup       *soup;
    rim_parse_error error;
    assert_int_equal(RIM_ERR_FORMAT, read_copy(raw, &soup, "1 2 3\0\n", 7, &error, NULL));
    assert_int_equal(5, error.column);
}

static void faces_may_name_points_in_every_way(void **state)
{
    (void)state;
    rim_soup *soup =
        soup_of(obj, "# a comment\n"
                     "mtllib walls.mtl\n"
                     "o room\n"
                     "v 0 0 0\nv 1 0 0 1.0\nv 1 1 0 0.5 0.5 0.5\n  v 0 1 0 1 .5 .5 .5\n"
                     "vt 0 0\nvn 0 0 1\n"
                     "usemtl brick\ns off\n"
                     "f 1 2 3\n"
                     "f 1/1 2/1 3/1\n"
                     "f 1//1 3//1 4//-1\n"
                     "f -4/1/1 -3/-1/-1 -2/1/1 -1/1/1 # a square\n"
                     "f 4 5 \\\n  6\n"
                     "v 5 5 5\nv 6 6 6\n"
                     "l 1 2\np 1\nf -1 -2 -3");
    static const int expected[7][3] = { { 0, 1, 2 }, { 0, 1, 2 }, { 0, 2, 3 }, { 0, 1, 2 },
                                        { 0, 2, 3 }, { 3, 4, 5 }, { 5, 4, 3 } };
    int              triangles;
    triangles = rim_soup_read(soup).triangle_count;
    assert_int_equal(7, triangles);
    assert_memory_equal(expected, rim_soup_read(soup).indices, sizeof expected);
    int points;
    assert_point(rim_soup_read(soup).points[2], 1.0f, 1.0f, 0.0f);
    points = rim_soup_read(soup).point_count;
    assert_int_equal(6, points);
    rim_soup_destroy(soup);
}

static void a_polygon_becomes_a_fan(void **state)
{
    (void)state;
    rim_soup *soup =
        soup_of(obj, "v 0 0 0\nv 2 0 0\nv 3 1 0\nv 2 2 0\nv 0 2 0\nf 1 2 3\nf 1 2 3 4 5\n");
    static const int    fan[] = { 0, 1, 2, 0, 1, 2, 0, 2, 3, 0, 3, 4 };
    int                 triangles;
    const rim_triangle *triangle = rim_soup_read(soup).triangles;
    triangles = rim_soup_read(soup).triangle_count;
    const rim_vec3 *point = rim_soup_read(soup).points;
    assert_int_equal(4, triangles);
    assert_memory_equal(fan, rim_soup_read(soup).indices, sizeof fan);
    for (int i = 0; i < triangles; i++)
    {
        assert_memory_equal(&triangle[i].a, &point[fan[3 * i]], sizeof *point);
        assert_memory_equal(&triangle[i].b, &point[fan[3 * i + 1]], sizeof *point);
        assert_memory_equal(&triangle[i].c, &point[fan[3 * i + 2]], sizeof *point);
    }
    rim_soup_destroy(soup);
}

static void malformed_objects_are_refused_with_line_and_reason(void **state)
{
    (void)state;
#define POINTS "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
    assert_refused(obj, "v 1 2\n", 1, 6, "three numbers");
    assert_refused(obj, "v\n", 1, 2, "three numbers");
    assert_refused(obj, "v 1 2 3 4 5 6 7 8\n", 1, 17, "seven");
    assert_refused(obj, "v 1 2 z\n", 1, 7, "decimal number");
    assert_refused(obj, "v 1 2 1e40\n", 1, 7, "range");
    assert_refused(obj, "v 1 2 3 inf\n", 1, 9, "decimal number");
    assert_refused(obj, POINTS "f 1 2\n", 4, 1, "three corners");
    assert_refused(obj, POINTS "f\n", 4, 1, "three corners");
    assert_refused(obj, POINTS "f 1 2 4\n", 4, 7, "no point");
    assert_refused(obj, POINTS "f 1 2 0\n", 4, 7, "count from 1");
    assert_refused(obj, POINTS "f 1 2 -4\n", 4, 7, "no point");
    assert_refused(obj, POINTS "f 1 2 99999999999999999999\n", 4, 7, "no point");
    assert_refused(obj, POINTS "f 1 2 -99999999999999999999\n", 4, 7, "no point");
    assert_refused(obj, "f -1 -1 -1\n" POINTS, 1, 3, "no point");
    static const char *const corners[] = { "x",     "-",       "3/",    "3//",    "3/1/",  "3/x",
                                           "3/1/x", "3/1/1/1", "3.5",   "3/1//1", "3//1/", "+3",
                                           "3\\1",  "3/-",     "3///1", "3/1x" };
    int                      tried = 0;
    for (size_t i = 0; i < sizeof corners / sizeof corners[0]; i++, tried++)
    {
        char text[100];
        snprintf(text, sizeof text, POINTS "f 1 2 \\\n %s\n", corners[i]);
        assert_refused(obj, text, 5, 2, "expected a corner");
    }
    assert_int_equal(16, tried);
}

static void counts_beyond_an_int_are_refused(void **state)
{
    (void)state;
    static const soup_counts counts[] = {
        { (uint64_t)INT_MAX + 1, 0, 0 },
        { 0, (uint64_t)INT_MAX + 1, 3 * ((uint64_t)INT_MAX + 1) },
        { 3, 1, (uint64_t)INT_MAX + 1 },
        { 3, 1, INT_MAX },
    };
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
    {
        rim_soup *soup;
        assert_int_equal(RIM_ERR_SIZE, soup_create(&soup, counts[i], NULL));
        assert_null(soup);
    }
}

static void every_refused_allocation_is_survived(void **state)
{
    (void)state;
    static reader *const     readers[] = { raw, obj };
    static const char *const texts[] = { "0 0 0\n1 0 0\n0 1 0\n", "v 0 0 0\nf 1 1 1\n" };
    for (int which = 0; which < 2; which++)
    {
        rim_status status = RIM_ERR_MEMORY;
        int        budget = 0;
        for (; status != RIM_OK; budget++)
        {
            test_heap     heap = { .budget = budget };
            rim_allocator from = test_heap_allocator(&heap);
            rim_soup     *soup;
            status =
                read_copy(readers[which], &soup, texts[which], strlen(texts[which]), NULL, &from);
            assert_true((status == RIM_OK) == (soup != NULL));
            assert_true(status == RIM_OK || heap.refused > 0);
            rim_soup_destroy(soup);
            assert_int_equal(0, heap.live_bytes);
        }
        assert_true(budget > 1);
    }
}

static void a_refused_text_leaves_no_memory_behind(void **state)
{
    (void)state;
    test_heap     heap = { .budget = -1 };
    rim_allocator from = test_heap_allocator(&heap);
    rim_soup     *soup;
    assert_int_equal(RIM_ERR_FORMAT, read_copy(raw, &soup, "1 2", 3, NULL, &from));
    assert_int_equal(RIM_ERR_FORMAT, read_copy(obj, &soup, "v 1 2", 5, NULL, &from));
    assert_int_equal(0, heap.live_bytes);
}

static void what_is_written_is_read_back_bit_for_bit(void **state)
{
    (void)state;
    test_random  random = { 21 };
    rim_triangle triangles[300];
    for (int i = 0; i < 300 * 9; i++)
    {
        float *number = (float *)(void *)triangles + i;
        do *number = i % 3 ? random_any_float(&random) : random_float(&random, -50.0f, 50.0f);
        while (!isfinite(*number) || *number == 0.0f);
    }
    rim_sink_buffer buffer = { NULL, 0, 0 };
    assert_int_equal(RIM_OK, rim_triangles_write_raw(rim_sink_to_buffer(&buffer), triangles, 300));
    buffer.capacity = buffer.length;
    buffer.length = 0;
    buffer.bytes = malloc(buffer.capacity);
    assert_int_equal(RIM_OK, rim_triangles_write_raw(rim_sink_to_buffer(&buffer), triangles, 300));
    assert_int_equal(buffer.capacity, buffer.length);

    rim_soup *soup;
    int       count;
    assert_int_equal(RIM_OK, raw(&soup, buffer.bytes, buffer.length, NULL, NULL));
    const rim_triangle *back = rim_soup_read(soup).triangles;
    count = rim_soup_read(soup).triangle_count;
    assert_int_equal(300, count);
    assert_memory_equal(triangles, back, sizeof triangles);
    rim_soup_destroy(soup);
    free(buffer.bytes);
}

static void world_raw_is_written_a_point_a_line(void **state)
{
    (void)state;
    rim_triangle    triangle = { { 0.0f, -0.0f, 0.1f },
                                 { 1.0f, 2.5f, -3.0f },
                                 { 1e-9f, 1e30f, 7.0f } };
    char            text[100] = "";
    rim_sink_buffer buffer = { text, sizeof text - 1, 0 };
    assert_int_equal(RIM_OK, rim_triangles_write_raw(rim_sink_to_buffer(&buffer), &triangle, 1));
    assert_string_equal(text, "0 0 0.1\n1 2.5 -3\n1e-9 1e+30 7\n");
}

static void numbers_that_are_not_finite_are_not_written(void **state)
{
    (void)state;
    int refused = 0;
    for (int i = 0; i < 18; i++)
    {
        rim_triangle triangles[2];
        memset(triangles, 0, sizeof triangles);
        ((float *)(void *)triangles)[i] = i % 2 ? INFINITY : NAN;
        rim_sink_buffer buffer = { NULL, 0, 0 };
        refused +=
            rim_triangles_write_raw(rim_sink_to_buffer(&buffer), triangles, 2) == RIM_ERR_ARGUMENT;
        assert_int_equal(0, buffer.length);
    }
    assert_int_equal(18, refused);
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
    rim_triangle triangles[200];
    memset(triangles, 0, sizeof triangles);
    for (int accepted = 0; accepted < 3; accepted++)
    {
        stubborn s = { 0, accepted };
        rim_sink sink = { write_stubbornly, &s };
        assert_int_equal(RIM_ERR_WRITE, rim_triangles_write_raw(sink, triangles, 200));
        assert_int_equal(accepted + 1, s.calls);
    }
}

static void a_short_buffer_takes_what_fits_and_tells_the_size(void **state)
{
    (void)state;
    rim_triangle    triangle = { { 1.0f, 2.0f, 3.0f }, { 4.0f, 5.0f, 6.0f }, { 7.0f, 8.0f, 9.0f } };
    char            text[] = "..........";
    rim_sink_buffer buffer = { text, 4, 0 };
    assert_int_equal(RIM_OK, rim_triangles_write_raw(rim_sink_to_buffer(&buffer), &triangle, 1));
    assert_int_equal(18, buffer.length);
    assert_string_equal(text, "1 2 ......");
}

// Every prefix of a sound text is read or refused, never overrun; the place told lies in the text.
static void every_prefix_ends_well(void **state)
{
    (void)state;
    static const char text[] =
        "v 0 0 0\r\nv 1e0 0 0\nv 0 1 \\\r\n0\nf 1//1 2//1 \\\n-1//1\n# end\n";
    static const char world[] = "0 0 0\r\n1e1 0 0\n 0 1 0 # end\n";
    int               read_well = 0, refused = 0;
    for (int which = 0; which < 2; which++)
        for (size_t size = 0; size < (which ? sizeof world : sizeof text); size++)
        {
            rim_soup       *soup;
            rim_parse_error error;
            if (read_copy(which ? raw : obj, &soup, which ? world : text, size, &error, NULL) ==
                RIM_OK)
                read_well++;
            else
            {
                refused++;
                assert_in_range(error.line, 1, 9);
                assert_in_range(error.column, 1, 30);
            }
            rim_soup_destroy(soup);
        }
    assert_true(read_well > 10 && refused > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_lines_are_a_triangle),
        cmocka_unit_test(blank_lines_comments_and_all_line_ends_are_allowed),
        cmocka_unit_test(a_text_without_points_is_an_empty_soup),
        cmocka_unit_test(malformed_worlds_are_refused_with_line_and_reason),
        cmocka_unit_test(a_zero_byte_is_not_the_end),
        cmocka_unit_test(faces_may_name_points_in_every_way),
        cmocka_unit_test(a_polygon_becomes_a_fan),
        cmocka_unit_test(malformed_objects_are_refused_with_line_and_reason),
        cmocka_unit_test(counts_beyond_an_int_are_refused),
        cmocka_unit_test(every_refused_allocation_is_survived),
        cmocka_unit_test(a_refused_text_leaves_no_memory_behind),
        cmocka_unit_test(what_is_written_is_read_back_bit_for_bit),
        cmocka_unit_test(world_raw_is_written_a_point_a_line),
        cmocka_unit_test(numbers_that_are_not_finite_are_not_written),
        cmocka_unit_test(a_sink_that_refuses_is_not_asked_again),
        cmocka_unit_test(a_short_buffer_takes_what_fits_and_tells_the_size),
        cmocka_unit_test(every_prefix_ends_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
