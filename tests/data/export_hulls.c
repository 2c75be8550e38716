#define _XOPEN_SOURCE 700 // strdup

// Defold's hulls and Phaser's bodies, read back and placed as those engines place them.
#include "support/support.h"

#include "data/export.h"

#include "rimcast/rimcast.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct traced
{
    rim_mask          *mask;
    rim_loops         *loops;
    rim_partition     *pieces;
    rim_outline_record record;
} traced;

// Takes the mask over.
static traced trace(rim_mask *mask, rim_vec2 anchor, rim_outline_kind kind)
{
    traced                t = { .mask = mask };
    rim_contours         *rings;
    rim_partition_options options = { .max_corners = kind == RIM_OUTLINE_TRIANGLES ? 3 : 8 };
    assert_int_equal(RIM_OK, rim_contours_create(&rings, mask, RIM_TOUCH_CORNERS, NULL));
    assert_int_equal(RIM_OK,
                     rim_loops_create_simplified(&t.loops, rings, 0.0, RIM_SIMPLIFY_NEAR, NULL));
    assert_int_equal(RIM_OK, rim_partition_create(&t.pieces, t.loops, &options, NULL));
    rim_contours_destroy(rings);
    t.record = (rim_outline_record){ .file = "art/hero.png",
                                     .width = rim_mask_width(mask),
                                     .height = rim_mask_height(mask),
                                     .anchor = anchor,
                                     .kind = kind,
                                     .loops = t.loops,
                                     .pieces = t.pieces };
    return t;
}

static void traced_end(traced *t)
{
    rim_partition_destroy(t->pieces);
    rim_loops_destroy(t->loops);
    rim_mask_destroy(t->mask);
}

static rim_mask *some_mask(test_random *random)
{
    rim_mask *mask;
    int       width = random_int(random, 1, 90), height = random_int(random, 1, 90);
    assert_int_equal(RIM_OK, rim_mask_create(&mask, width, height, NULL));
    for (int strokes = random_int(random, 1, 3); strokes > 0; strokes--)
    {
        int x = random_int(random, 0, width - 1), y = random_int(random, 0, height - 1);
        if (random_int(random, 0, 1))
            rim_mask_draw_circle(mask, rim_vec2_make((float)x, (float)y),
                                 random_float(random, 1, 45), true);
        else
            rim_mask_draw_rect(mask, rim_rect_make(x, y, x + 9, y + 5), true);
    }
    return mask;
}

// What is written, ended by a zero, to be freed; NULL if it is refused, and then nothing is.
static char *text_by(rim_outline_format format, const rim_outline_record *records, int count)
{
    static char     text[1 << 20];
    rim_sink_buffer buffer = { text, sizeof text - 1, 0 };
    rim_status      status = rim_outline_write(rim_sink_to_buffer(&buffer), format, records, count);
    assert_true(status == RIM_OK || (status == RIM_ERR_ARGUMENT && buffer.length == 0));
    assert_true(buffer.length < sizeof text);
    text[buffer.length] = 0;
    return status ? NULL : strdup(text);
}

// --- Defold -----------------------------------------------------------------------------------------------

// The corners in pixels of the image; a file's numbers count from the anchor, y up. Returns how many there are.
static int read_hull(const char *text, rim_vec2 anchor, double x[32], double y[32])
{
    static const char head[] = "shape_type: TYPE_HULL\n";
    int               numbers = 0;
    assert_int_equal(0, strncmp(text, head, sizeof head - 1));
    for (text += sizeof head - 1; *text; numbers++)
    {
        char *end;
        assert_int_equal(0, strncmp(text, "data: ", 6));
        assert_true(text[6] != ' ' && numbers < 96);
        double value = strtod(text + 6, &end);
        assert_true(end > text + 6 && *end == '\n' && memchr(text, '.', (size_t)(end - text)));
        if (numbers % 3 == 0) x[numbers / 3] = (double)anchor.x + value;
        if (numbers % 3 == 1) y[numbers / 3] = (double)anchor.y - value;
        if (numbers % 3 == 2) assert_true(value == 0.0);
        text = end + 1;
    }
    assert_int_equal(0, numbers % 3);
    return numbers / 3;
}

static double cross(const double *x, const double *y, int a, int b, double px, double py)
{
    return (x[b] - x[a]) * (py - y[a]) - (y[b] - y[a]) * (px - x[a]);
}

// Is it strictly convex and, with y up, counter-clockwise? Its area.
static double assert_hull(const double *x, const double *y, int count)
{
    double area = 0.0;
    for (int i = 0; i < count; i++)
    {
        int j = (i + 1) % count, k = (i + 2) % count;
        assert_true(cross(x, y, i, j, x[k], y[k]) < 0.0); // y down
        area -= 0.5 * (x[i] * y[j] - x[j] * y[i]);
    }
    return area;
}

static bool is_corner_of(const rim_loops *loops, double x, double y)
{
    int64_t         count;
    const rim_loop *loop = rim_loops_list(loops, &count);
    for (int64_t i = 0; i < count; i++)
        for (size_t k = 0; k < loop[i].count; k++)
            if (loop[i].points[k].x == x && loop[i].points[k].y == y) return true;
    return false;
}

// No corner of the contours lies outside the hull.
static void assert_encloses(const double *x, const double *y, int count, const rim_loops *loops)
{
    int64_t         loop_count;
    const rim_loop *loop = rim_loops_list(loops, &loop_count);
    for (int64_t i = 0; i < loop_count; i++)
        for (size_t k = 0; k < loop[i].count; k++)
            for (int j = 0; j < count; j++)
                assert_true(cross(x, y, j, (j + 1) % count, loop[i].points[k].x,
                                  loop[i].points[k].y) <= 0.0);
}

static void a_hull_for_defold_is_that_of_the_shape(void **state)
{
    (void)state;
    test_random random = { 41 };
    int         hulls = 0, limited = 0;
    for (int i = 0; i < case_count(2000); i++)
    {
        double   x[32], y[32];
        rim_vec2 anchor = { (float)random_int(&random, -20, 60) / 2.0f,
                            (float)random_int(&random, -20, 60) / 4.0f };
        traced   t = trace(some_mask(&random), anchor,
                           (rim_outline_kind)(RIM_OUTLINE_CONTOUR + random_int(&random, 0, 2)));
        char    *text = text_by(RIM_OUTLINE_DEFOLD, &t.record, 1);
        assert_true((text == NULL) == (rim_mask_count(t.mask) == 0));
        int count = text ? read_hull(text, anchor, x, y) : 0;
        if (text)
        {
            assert_true(count >= 4 && count <= RIM_DEFOLD_MAX_CORNERS);
            assert_hull(x, y, count);
            for (int k = 0; k < count; k++) assert_true(is_corner_of(t.loops, x[k], y[k]));
            if (count < RIM_DEFOLD_MAX_CORNERS) assert_encloses(x, y, count, t.loops);
            hulls++;
            limited += count == RIM_DEFOLD_MAX_CORNERS;
        }
        free(text);
        traced_end(&t);
    }
    assert_true(hulls > case_count(2000) / 2 && limited > case_count(2000) / 20);
}

// The regular polygon of 16 corners has 0.974 of the circle's area.
static void a_large_disc_keeps_the_corners_that_matter(void **state)
{
    (void)state;
    rim_mask *mask;
    double    x[32], y[32], radius = 190.0;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 400, 400, NULL));
    rim_mask_draw_circle(mask, rim_vec2_make(200, 200), (float)radius, true);
    traced t = trace(mask, rim_vec2_make(200, 200), RIM_OUTLINE_CONTOUR);
    char  *text = text_by(RIM_OUTLINE_DEFOLD, &t.record, 1);
    int    count = read_hull(text, t.record.anchor, x, y);
    assert_int_equal(RIM_DEFOLD_MAX_CORNERS, count);
    assert_true(assert_hull(x, y, count) > 0.96 * 3.14159265 * radius * radius);
    free(text);
    traced_end(&t);
}

static void a_file_for_defold_reads_as_its_editor_writes(void **state)
{
    (void)state;
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create_filled(&mask, 5, 3, NULL));
    traced t = trace(mask, rim_vec2_make(2.5f, 1.5f), RIM_OUTLINE_CONVEX);
    char  *text = text_by(RIM_OUTLINE_DEFOLD, &t.record, 1);
    assert_string_equal(text,
                        "shape_type: TYPE_HULL\n"
                        "data: -2.5\ndata: -1.5\ndata: 0.0\ndata: 2.5\ndata: -1.5\ndata: 0.0\n"
                        "data: 2.5\ndata: 1.5\ndata: 0.0\ndata: -2.5\ndata: 1.5\ndata: 0.0\n");
    free(text);
    rim_outline_record two[2] = { t.record, t.record };
    assert_null(text_by(RIM_OUTLINE_DEFOLD, two, 2));
    assert_null(text_by(RIM_OUTLINE_DEFOLD, two, 0));
    two[0].anchor.x = NAN;
    assert_null(text_by(RIM_OUTLINE_DEFOLD, two, 1));
    two[0] = t.record;
    two[0].kind = RIM_OUTLINE_RAYS;
    assert_null(text_by(RIM_OUTLINE_DEFOLD, two, 1));
    traced_end(&t);
}

// --- Phaser -----------------------------------------------------------------------------------------------

// What Phaser makes of a body: parts' centroids weighed by area give the centre of mass, which the sprite's origin is put
// on as a share of the image; but if it is the middle of the body's box, the origin is the image's middle. Then the
// offset is added.
typedef struct placed_body
{
    double x, y, area, lo[2], hi[2];
    double origin[2]; // in pixels of the image
    int    corners;
} placed_body;

static double number_of(json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static void weigh(placed_body *b, json_t *piece)
{
    size_t count = json_array_size(piece);
    double area = 0.0, x = 0.0, y = 0.0;
    assert_true(count >= 3);
    for (size_t i = 0; i < count; i++, b->corners++)
    {
        json_t *p = json_array_get(piece, i), *q = json_array_get(piece, (i + 1) % count);
        double  px = number_of(p, "x"), py = number_of(p, "y"), qx = number_of(q, "x"),
               qy = number_of(q, "y"), twice = px * qy - py * qx;
        area += twice / 2.0;
        x += (px + qx) * twice / 6.0;
        y += (py + qy) * twice / 6.0;
        b->lo[0] = fmin(b->lo[0], px), b->lo[1] = fmin(b->lo[1], py);
        b->hi[0] = fmax(b->hi[0], px), b->hi[1] = fmax(b->hi[1], py);
    }
    assert_true(area > 0.0);
    b->area += area;
    b->x += x;
    b->y += y;
}

static placed_body place(json_t *body, int width, int height, bool *is_middle)
{
    placed_body b = { .lo = { 1e9, 1e9 }, .hi = { -1e9, -1e9 } };
    size_t      i;
    json_t     *piece, *fixtures = json_object_get(body, "fixtures");
    json_t     *offset = json_object_get(json_object_get(body, "render"), "sprite");
    assert_string_equal("fromPhysicsEditor", json_string_value(json_object_get(body, "type")));
    assert_int_equal(1, json_array_size(fixtures));
    json_array_foreach(json_object_get(json_array_get(fixtures, 0), "vertices"), i, piece)
        weigh(&b, piece);
    b.x /= b.area;
    b.y /= b.area;
    *is_middle = fabs((b.x - b.lo[0]) / (b.hi[0] - b.lo[0]) - 0.5) < 1e-4 &&
                 fabs((b.y - b.lo[1]) / (b.hi[1] - b.lo[1]) - 0.5) < 1e-4;
    b.origin[0] = *is_middle ? 0.5 * width : b.x;
    b.origin[1] = *is_middle ? 0.5 * height : b.y;
    if (offset)
    {
        b.origin[0] += number_of(offset, "xOffset") * width;
        b.origin[1] += number_of(offset, "yOffset") * height;
    }
    return b;
}

static void phaser_puts_the_origin_on_the_centre_of_mass(void **state)
{
    (void)state;
    test_random random = { 42 };
    int         bodies = 0, middles = 0;
    for (int i = 0; i < case_count(1000); i++)
    {
        traced       t = trace(some_mask(&random), rim_vec2_make(1, 2),
                         random_int(&random, 0, 1) ? RIM_OUTLINE_CONVEX : RIM_OUTLINE_TRIANGLES);
        rim_moments2 moments = rim_mask_moments(t.mask);
        char        *text = text_by(RIM_OUTLINE_PHASER, &t.record, 1);
        json_t      *document = json_loads(text, 0, NULL), *body;
        bool         is_middle;
        assert_non_null(document);
        assert_int_equal(moments.count > 0, json_object_size(document));
        body = json_object_get(document, "hero");
        if (body)
        {
            // With a tolerance of 0 the pieces are the pixels.
            placed_body b = place(body, t.record.width, t.record.height, &is_middle);
            assert_near(b.area, (double)moments.count, 1e-6);
            assert_near(b.x, moments.centroid.x, 1e-4);
            assert_near(b.y, moments.centroid.y, 1e-4);
            assert_near(b.origin[0], b.x, 1e-6);
            assert_near(b.origin[1], b.y, 1e-6);
            bodies++;
            middles += is_middle && (fabs(b.x - 0.5 * t.record.width) > 0.1);
        }
        json_decref(document);
        free(text);
        traced_end(&t);
    }
    assert_true(bodies > case_count(1000) / 2 && middles > case_count(1000) / 100);
}

static void bodies_for_phaser_have_names_and_contours_are_refused(void **state)
{
    (void)state;
    rim_mask *mask, *none;
    assert_int_equal(RIM_OK, rim_mask_create_filled(&mask, 5, 3, NULL));
    assert_int_equal(RIM_OK, rim_mask_create(&none, 5, 3, NULL));
    traced             t = trace(mask, rim_vec2_make(0, 0), RIM_OUTLINE_CONVEX);
    traced             n = trace(none, rim_vec2_make(0, 0), RIM_OUTLINE_CONVEX);
    rim_outline_record records[3] = { n.record, t.record, t.record };
    records[0].file = "none.png";
    records[2].file = "b/hero.png";
    char   *text = text_by(RIM_OUTLINE_PHASER, records, 3);
    json_t *document = json_loads(text, 0, NULL);
    assert_int_equal(2, json_object_size(document));
    assert_string_equal(
        "b_hero", json_string_value(json_object_get(json_object_get(document, "b_hero"), "label")));
    assert_non_null(json_object_get(document, "art_hero"));
    json_decref(document);
    free(text);
    text = text_by(RIM_OUTLINE_PHASER, records, 0);
    assert_string_equal("{}\n", text);
    free(text);
    records[1].kind = RIM_OUTLINE_CONTOUR;
    assert_null(text_by(RIM_OUTLINE_PHASER, records, 3));
    records[1].kind = RIM_OUTLINE_RAYS;
    assert_null(text_by(RIM_OUTLINE_PHASER, records, 3));
    traced_end(&t);
    traced_end(&n);
}

// --- sinks ----------------------------------------------------------------------------------------------

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
    rim_mask *mask;
    int       refused = 0;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 200, 200, NULL));
    rim_mask_draw_circle(mask, rim_vec2_make(100, 100), 90, true);
    traced t = trace(mask, rim_vec2_make(100, 100), RIM_OUTLINE_CONVEX);
    for (int accepted = 0; accepted < 4; accepted++)
    {
        stubborn   s = { 0, accepted }, d = { 0, 0 };
        rim_sink   sink = { write_stubbornly, &s }, none = { write_stubbornly, &d };
        rim_status status = rim_outline_write(sink, RIM_OUTLINE_PHASER, &t.record, 1);
        assert_int_equal(RIM_ERR_WRITE, status);
        assert_int_equal(accepted + 1, s.calls);
        assert_int_equal(RIM_ERR_WRITE, rim_outline_write(none, RIM_OUTLINE_DEFOLD, &t.record, 1));
        assert_int_equal(1, d.calls);
        refused++;
    }
    assert_int_equal(4, refused);
    traced_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hull_for_defold_is_that_of_the_shape),
        cmocka_unit_test(a_large_disc_keeps_the_corners_that_matter),
        cmocka_unit_test(a_file_for_defold_reads_as_its_editor_writes),
        cmocka_unit_test(phaser_puts_the_origin_on_the_centre_of_mass),
        cmocka_unit_test(bodies_for_phaser_have_names_and_contours_are_refused),
        cmocka_unit_test(a_sink_that_refuses_is_not_asked_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
