#include "support/flash/flash_vectors.h"

#include "rimcast/flash.h"

#include "flat/flash/data.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    NODES = 4096,
    ARGUMENTS = 8,
    KINDS = 12
};

typedef struct node
{
    const char      *name;
    rim_flash_clip  *clip;
    rim_flash_shape *shape;
} node;

typedef struct scene
{
    rim_flash *movie;
    node       nodes[NODES];
    int        count;
} scene;

// --- reading ------------------------------------------------------------------------------------------

static double number_at(const json_t *array, size_t index)
{
    return json_number_value(json_array_get(array, index));
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

// A number, or the name of one.
static double number_of(const json_t *value)
{
    const char *text = json_string_value(value);
    if (!text) return json_number_value(value);
    if (strcmp(text, "NaN") == 0) return NAN;
    if (strcmp(text, "Infinity") == 0) return INFINITY;
    if (strcmp(text, "-Infinity") == 0) return -INFINITY;
    return strtod(text, NULL);
}

static rim_flash_generation generation_of(const json_t *vector)
{
    return strcmp(text_of(vector, "api"), "avm2") == 0 ? RIM_FLASH_AS3 : RIM_FLASH_AS2;
}

static bool has_tag(const json_t *vector, const char *tag)
{
    const json_t *tags = json_object_get(vector, "tags");
    for (size_t i = 0; i < json_array_size(tags); i++)
        if (strcmp(json_string_value(json_array_get(tags, i)), tag) == 0) return true;
    return false;
}

// --- shapes and scenes ----------------------------------------------------------------------------------

static rim_flash_edge *read_edges(const json_t *edges, int *count)
{
    *count = (int)json_array_size(edges);
    rim_flash_edge *out = calloc((size_t)*count + 1, sizeof *out);
    for (int i = 0; i < *count; i++)
    {
        const json_t *from = json_array_get(edges, (size_t)i);
        bool          curved = json_array_size(from) == 6;
        int32_t       v[6];
        for (size_t k = 0; k < 6; k++) v[k] = (int32_t)number_at(from, k);
        rim_flash_edge line = { v[0], v[1], 0, 0, v[2], v[3], false };
        rim_flash_edge curve = { v[0], v[1], v[2], v[3], v[4], v[5], true };
        out[i] = curved ? curve : line;
    }
    return out;
}

static bool read_box(const json_t *from, rim_flash_box *box)
{
    if (!json_is_array(from)) return false;
    rim_flash_box read = { (int32_t)number_at(from, 0), (int32_t)number_at(from, 1),
                           (int32_t)number_at(from, 2), (int32_t)number_at(from, 3) };
    *box = read;
    return true;
}

static rim_flash_shape *make_shape(const json_t *from)
{
    const json_t *fills = json_object_get(from, "fills"),
                 *strokes = json_object_get(from, "strokes");
    int               fill_count = (int)json_array_size(fills);
    int               stroke_count = (int)json_array_size(strokes);
    rim_flash_fill   *fill = calloc((size_t)fill_count + 1, sizeof *fill);
    rim_flash_stroke *stroke = calloc((size_t)stroke_count + 1, sizeof *stroke);
    for (int i = 0; i < fill_count; i++)
    {
        const json_t *group = json_array_get(fills, (size_t)i);
        bool          nonzero = strcmp(text_of(group, "rule"), "nonzero") == 0;
        fill[i].rule = nonzero ? RIM_FLASH_NON_ZERO : RIM_FLASH_EVEN_ODD;
        fill[i].edges = read_edges(json_object_get(group, "edges"), &fill[i].count);
    }
    for (int i = 0; i < stroke_count; i++)
    {
        const json_t *group = json_array_get(strokes, (size_t)i);
        stroke[i].width = (int32_t)json_number_value(json_object_get(group, "width"));
        stroke[i].edges = read_edges(json_object_get(group, "edges"), &stroke[i].count);
    }
    rim_flash_box      bounds, edge_bounds;
    rim_flash_outlines outlines = { fill, fill_count, stroke, stroke_count, NULL, NULL };
    if (read_box(json_object_get(from, "bounds"), &bounds)) outlines.bounds = &bounds;
    if (read_box(json_object_get(from, "edge_bounds"), &edge_bounds))
        outlines.edge_bounds = &edge_bounds;

    rim_flash_shape *shape;
    if (rim_flash_shape_create(&shape, &outlines, NULL)) abort();
    for (int i = 0; i < fill_count; i++) free((void *)fill[i].edges);
    for (int i = 0; i < stroke_count; i++) free((void *)stroke[i].edges);
    free(fill);
    free(stroke);
    return shape;
}

static rim_flash_clip *clip_named(const scene *in, const char *name)
{
    for (int i = 0; i < in->count; i++)
        if (in->nodes[i].name && strcmp(in->nodes[i].name, name) == 0) return in->nodes[i].clip;
    return NULL;
}

static const char *name_of(const scene *in, const rim_flash_clip *clip)
{
    for (int i = 0; i < in->count; i++)
        if (in->nodes[i].clip == clip) return in->nodes[i].name;
    return "";
}

static void show(scene *in, rim_flash_clip *clip, const json_t *shape, const char *name)
{
    rim_flash_shape *made = make_shape(shape);
    rim_flash_set_shape(clip, made);
    node fresh = { name, clip, made };
    in->nodes[in->count++] = fresh;
}

// The first shape is the clip's own; further ones become nameless drawings inside it.
static void show_all(scene *in, rim_flash_clip *clip, const json_t *names, const json_t *shapes,
                     const char *name)
{
    for (size_t i = 0; i < json_array_size(names); i++)
    {
        const json_t *shape = json_object_get(shapes, json_string_value(json_array_get(names, i)));
        rim_flash_clip *inner = clip;
        if (i > 0 && rim_flash_add(&inner, clip, NULL)) abort();
        show(in, inner, shape, i > 0 ? NULL : name);
    }
    if (json_array_size(names) == 0)
    {
        node fresh = { name, clip, NULL };
        in->nodes[in->count++] = fresh;
    }
}

static rim_flash_clip *add_node(scene *in, const json_t *from, const char *name)
{
    const char *parent_name = json_string_value(json_object_get(from, "parent"));
    if (!parent_name) return rim_flash_root(in->movie);
    const json_t   *depth = json_object_get(from, "depth");
    const char     *dot = strrchr(name, '.');
    const char     *own = dot ? dot + 1 : name;
    // A nameless node with a shape is a drawing on the timeline.
    bool            drawing = own[0] == '~' && json_array_size(json_object_get(from, "shapes")) > 0;
    rim_flash_clip *clip = NULL, *parent = clip_named(in, parent_name);
    rim_status      status = RIM_ERR_ARGUMENT;
    if (json_is_integer(depth))
        status =
            rim_flash_add_at(&clip, parent, drawing ? NULL : own, (int)json_integer_value(depth));
    if (status == RIM_ERR_ARGUMENT) status = rim_flash_add(&clip, parent, drawing ? NULL : own);
    if (status) abort();
    return clip;
}

static void build(scene *in, const json_t *from, const json_t *shapes,
                  rim_flash_generation generation)
{
    in->count = 0;
    if (rim_flash_create(&in->movie, generation, NULL)) abort();
    const json_t *nodes = json_object_get(from, "nodes");
    for (size_t i = 0; i < json_array_size(nodes); i++)
    {
        const json_t    *each = json_array_get(nodes, i), *m = json_object_get(each, "matrix");
        const char      *name = text_of(each, "name");
        rim_flash_clip  *clip = add_node(in, each, name);
        rim_flash_matrix matrix = { number_at(m, 0),          number_at(m, 1),
                                    number_at(m, 2),          number_at(m, 3),
                                    (int32_t)number_at(m, 4), (int32_t)number_at(m, 5) };
        rim_flash_set_matrix(clip, matrix);
        rim_flash_set(clip, RIM_FLASH_VISIBLE, !json_is_false(json_object_get(each, "visible")));
        rim_flash_set_clip_depth(clip,
                                 (int)json_integer_value(json_object_get(each, "clip_depth")));
        show_all(in, clip, json_object_get(each, "shapes"), shapes, name);
    }
    for (size_t i = 0; i < json_array_size(nodes); i++)
    {
        const json_t *each = json_array_get(nodes, i);
        const char   *mask = json_string_value(json_object_get(each, "mask"));
        if (mask) rim_flash_set_mask(clip_named(in, text_of(each, "name")), clip_named(in, mask));
    }
}

static void demolish(scene *in)
{
    rim_flash_destroy(in->movie);
    for (int i = 0; i < in->count; i++) rim_flash_shape_destroy(in->nodes[i].shape);
}

// --- the kinds about scenes -------------------------------------------------------------------------------

// Who hears the numbers; one run at a time.
static flash_listener *hears;
static void           *hears_context;
static const char     *hears_function;

static bool near_to(double actual, double expected, double tolerance)
{
    if (hears) hears(hears_context, hears_function, actual);
    return fabs(actual - expected) <= tolerance;
}

// Math.round
static double rounded(double x)
{
    return floor(x + 0.5);
}

static bool run_hit_point(scene *in, const json_t *vector)
{
    rim_flash_clip *clip = clip_named(in, text_of(vector, "object"));
    double x = number_of(json_object_get(vector, "x")), y = number_of(json_object_get(vector, "y"));
    bool   shape = json_is_true(json_object_get(vector, "shape"));
    bool   expect = json_is_true(json_object_get(vector, "expect"));
    if (!clip) return !expect;
    if (has_tag(vector, "off_stage") && clip != rim_flash_root(in->movie)) rim_flash_detach(clip);
    if (has_tag(vector, "loader_root"))
        return flash_hit_test_point_on_stage(clip, x, y, shape) == expect;
    return rim_flash_hit_test_point(clip, x, y, shape) == expect;
}

// A quoted target is a path as the script wrote it.
static rim_flash_clip *target_of(scene *in, rim_flash_clip *from, const json_t *vector,
                                 const char *key, const char *raw_key)
{
    const char *raw = json_string_value(json_object_get(vector, raw_key));
    char        path[256];
    if (!raw || (raw[0] != '\'' && raw[0] != '"')) return clip_named(in, text_of(vector, key));
    snprintf(path, sizeof path, "%.*s", (int)strlen(raw) - 2, raw + 1);
    return rim_flash_find(from, path);
}

static bool run_hit_object(scene *in, const json_t *vector)
{
    rim_flash_clip *clip = clip_named(in, text_of(vector, "object"));
    rim_flash_clip *other = target_of(in, clip, vector, "other", "other_raw");
    return (clip && rim_flash_hit_test_object(clip, other)) ==
           json_is_true(json_object_get(vector, "expect"));
}

static bool run_get_bounds(scene *in, const json_t *vector)
{
    rim_flash_clip *clip = clip_named(in, text_of(vector, "object"));
    rim_flash_clip *target = target_of(in, clip, vector, "target", "target_raw");
    const json_t   *expect = json_object_get(vector, "expect");
    const json_t   *decimals = json_object_get(vector, "rounded_to");
    bool            own = !json_is_string(json_object_get(vector, "target")) &&
               !json_is_string(json_object_get(vector, "target_raw"));
    if (!clip || (!own && !target)) return !json_is_array(expect);
    bool           strokes = strcmp(text_of(vector, "fn"), "getRect") != 0;
    rim_flash_rect rect = rim_flash_bounds(clip, target, strokes);
    double         actual[4] = { rect.x_min, rect.y_min, rect.x_max, rect.y_max };
    double         tolerance = 1e-6 + json_number_value(json_object_get(vector, "tolerance"));
    double         unit = json_is_number(decimals) ? pow(10.0, json_number_value(decimals)) : 0.0;
    for (size_t i = 0; i < 4; i++)
    {
        double value = unit > 0.0 ? rounded(actual[i] * unit) / unit : actual[i];
        if (!near_to(value, number_at(expect, i), tolerance)) return false;
    }
    return true;
}

static bool run_get_size(scene *in, const json_t *vector)
{
    rim_flash_clip *clip = clip_named(in, text_of(vector, "object"));
    if (!clip) return false;
    bool   width = strcmp(text_of(vector, "prop"), "width") == 0;
    double actual = width ? rim_flash_size(clip).x : rim_flash_size(clip).y;
    return near_to(actual, json_number_value(json_object_get(vector, "expect")), 0.01);
}

static double property_of(const rim_flash_clip *clip, const char *name, bool percent)
{
    double unit = percent ? 1.0 : 0.01;
    if (strcmp(name, "x") == 0) return rim_flash_clip_state(clip).x;
    if (strcmp(name, "y") == 0) return rim_flash_clip_state(clip).y;
    if (strcmp(name, "xscale") == 0) return rim_flash_clip_state(clip).xscale * unit;
    if (strcmp(name, "yscale") == 0) return rim_flash_clip_state(clip).yscale * unit;
    if (strcmp(name, "rotation") == 0) return rim_flash_clip_state(clip).rotation;
    return NAN;
}

static bool run_decompose(scene *in, const json_t *vector)
{
    rim_flash_clip *clip = clip_named(in, text_of(vector, "object"));
    if (!clip) return false;
    bool          percent = generation_of(vector) == RIM_FLASH_AS2;
    const json_t *by = json_object_get(vector, "multiplied");
    double        actual = property_of(clip, text_of(vector, "prop"), percent);
    if (json_is_number(by)) actual *= json_number_value(by);
    if (json_is_true(json_object_get(vector, "rounded"))) actual = rounded(actual);
    return near_to(actual, json_number_value(json_object_get(vector, "expect")), 0.01);
}

static bool run_drop_target(scene *in, const json_t *vector)
{
    rim_flash_clip *clip = clip_named(in, text_of(vector, "object"));
    const json_t   *mouse = json_object_get(vector, "mouse");
    if (!clip) return false;
    rim_flash_start_drag(clip, json_is_true(json_object_get(vector, "lock_center")), NULL);
    rim_flash_mouse_move(in->movie, number_at(mouse, 0), number_at(mouse, 1));
    rim_flash_stop_drag(in->movie);

    const rim_flash_clip *target = rim_flash_drop_target(clip);
    char                  path[1024] = "";
    if (generation_of(vector) == RIM_FLASH_AS3)
        snprintf(path, sizeof path, "%s", target ? name_of(in, target) : "");
    else if (target)
        rim_flash_path(target, path, sizeof path);
    return strcmp(path, text_of(vector, "expect")) == 0;
}

static bool run_objects_under_point(scene *in, const json_t *vector)
{
    rim_flash_clip *clip = clip_named(in, text_of(vector, "object")), *found[NODES];
    const json_t   *expect = json_object_get(vector, "expect");
    if (!clip) return false;
    int count =
        rim_flash_objects_under_point(clip, number_of(json_object_get(vector, "x")),
                                      number_of(json_object_get(vector, "y")), found, NODES);
    if ((size_t)count != json_array_size(expect)) return false;
    for (int i = 0; i < count; i++)
        if (strcmp(name_of(in, found[i]), json_string_value(json_array_get(expect, (size_t)i))) !=
            0)
            return false;
    return true;
}

static bool run_drag(const json_t *vector)
{
    rim_flash      *movie;
    rim_flash_clip *clip;
    const json_t   *at = json_object_get(vector, "object_pos"),
                 *box = json_object_get(vector, "bounds");
    const json_t *from = json_object_get(vector, "mouse_at_start");
    const json_t *to = json_object_get(vector, "mouse_then"),
                 *expect = json_object_get(vector, "expect");
    rim_flash_limits limits = { number_at(box, 0), number_at(box, 1), number_at(box, 2),
                                number_at(box, 3) };
    if (rim_flash_create(&movie, generation_of(vector), NULL) ||
        rim_flash_add(&clip, rim_flash_root(movie), "dragged"))
        abort();
    rim_flash_set(clip, RIM_FLASH_X, number_at(at, 0));
    rim_flash_set(clip, RIM_FLASH_Y, number_at(at, 1));
    rim_flash_mouse_move(movie, number_at(from, 0), number_at(from, 1));
    rim_flash_start_drag(clip, json_is_true(json_object_get(vector, "lock_center")),
                         json_is_array(box) ? &limits : NULL);
    rim_flash_mouse_move(movie, number_at(to, 0), number_at(to, 1));
    rim_flash_stop_drag(movie);
    bool good = near_to(rim_flash_clip_state(clip).x, number_at(expect, 0), 1e-9) &&
                near_to(rim_flash_clip_state(clip).y, number_at(expect, 1), 1e-9);
    rim_flash_destroy(movie);
    return good;
}

// --- the kinds about bitmaps ------------------------------------------------------------------------------

static rim_flash_bitmap *make_bitmap(const json_t *from)
{
    int       width = (int)json_integer_value(json_object_get(from, "w"));
    int       height = (int)json_integer_value(json_object_get(from, "h"));
    uint32_t *pixels = calloc((size_t)width * (size_t)height + 1, sizeof *pixels);
    for (int y = 0; y < height; y++)
    {
        const json_t *row = json_array_get(json_object_get(from, "argb"), (size_t)y);
        for (int x = 0; x < width; x++)
            pixels[y * width + x] =
                (uint32_t)strtoul(json_string_value(json_array_get(row, (size_t)x)), NULL, 16);
    }
    rim_image         image = { pixels, width, height, 0, RIM_PIXELS_WORD32, 0xff000000u };
    rim_flash_bitmap *bitmap;
    bool              transparent = json_is_true(json_object_get(from, "transparent"));
    if (rim_flash_bitmap_create(&bitmap, &image, transparent, NULL)) abort();
    free(pixels);
    return bitmap;
}

static rim_flash_value number_value(double number)
{
    rim_flash_value value = { RIM_FLASH_NUMBER, number, 0, 0, 0, 0, NULL };
    return value;
}

static rim_flash_value place_value(rim_flash_kind kind, const json_t *from)
{
    rim_flash_value value = {
        kind, 0, number_at(from, 0), number_at(from, 1), number_at(from, 2), number_at(from, 3),
        NULL
    };
    return value;
}

// All but the errors: what is asked is told by which key there is.
static bool run_bitmap(const json_t *vector, const json_t *bitmaps)
{
    rim_flash_bitmap *bitmap = make_bitmap(json_object_get(bitmaps, text_of(vector, "bitmap")));
    rim_flash_bitmap *second = NULL;
    const json_t     *second_point = json_object_get(vector, "second_point");
    const json_t     *second_level = json_object_get(vector, "second_threshold");
    rim_flash_value   arguments[5] = {
          place_value(RIM_FLASH_POINT, json_object_get(vector, "first_point")),
          number_value(json_number_value(json_object_get(vector, "first_threshold"))),
          place_value(RIM_FLASH_POINT, json_object_get(vector, "point")),
          place_value(RIM_FLASH_POINT, second_point),
          number_value(json_number_value(second_level)),
    };
    int count = 3;
    if (json_object_get(vector, "rect"))
        arguments[2] = place_value(RIM_FLASH_RECTANGLE, json_object_get(vector, "rect"));
    if (json_object_get(vector, "second"))
    {
        second = make_bitmap(json_object_get(bitmaps, text_of(vector, "second")));
        arguments[2].kind = RIM_FLASH_BITMAP;
        arguments[2].bitmap = second;
        count = !json_is_array(second_point) ? 3 : !json_is_number(second_level) ? 4 : 5;
    }
    rim_flash_answer answer =
        rim_flash_bitmap_hit_test(generation_of(vector), bitmap, arguments, count);
    rim_flash_bitmap_destroy(bitmap);
    rim_flash_bitmap_destroy(second);
    return answer.error == 0 && answer.hit == json_is_true(json_object_get(vector, "expect"));
}

static bool is_one_of(const char *text, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(text, *names) == 0) return true;
    return false;
}

static rim_flash_value argument_named(const char *text, const rim_flash_bitmap *live,
                                      const rim_flash_bitmap *disposed)
{
    static const char *const points[] = { "point", "new Point(0, 0)", "pointOutsideBmd",
                                          "pointAsObj", NULL };
    static const char *const bitmaps[] = { "bmd", "otherBitmapData", "transparentBmd", "opaqueBmd",
                                           NULL };
    rim_flash_value          value = { RIM_FLASH_OBJECT, NAN, 0, 0, 0, 0, NULL };
    char                    *end;
    double                   number = strtod(text, &end);
    if (*text && !*end) return number_value(number);
    if (strcmp(text, "undefined") == 0) value.kind = RIM_FLASH_UNDEFINED;
    if (strcmp(text, "null") == 0) value.kind = RIM_FLASH_NULL;
    if (strcmp(text, "objLooksLikeNum") == 0) value.number = 2.0;
    if (is_one_of(text, points)) value.kind = RIM_FLASH_POINT;
    if (is_one_of(text, bitmaps) || strcmp(text, "disposedBmd") == 0)
    {
        value.kind = RIM_FLASH_BITMAP;
        value.bitmap = strcmp(text, "disposedBmd") == 0 ? disposed : live;
    }
    return value;
}

static bool run_bitmap_error(const json_t *vector, const json_t *bitmaps)
{
    const json_t     *from = json_object_get(bitmaps, text_of(vector, "bitmap"));
    rim_flash_bitmap *bitmap = make_bitmap(from), *other = make_bitmap(from),
                     *gone = make_bitmap(from);
    rim_flash_bitmap_dispose(gone);
    if (strcmp(text_of(vector, "disposed"), "receiver") == 0) rim_flash_bitmap_dispose(bitmap);

    const json_t   *texts = json_object_get(vector, "args");
    rim_flash_value arguments[ARGUMENTS];
    int             count = (int)json_array_size(texts);
    for (int i = 0; i < count && i < ARGUMENTS; i++)
        arguments[i] =
            argument_named(json_string_value(json_array_get(texts, (size_t)i)), other, gone);
    rim_flash_answer answer = rim_flash_bitmap_hit_test(generation_of(vector), bitmap, arguments,
                                                        count < ARGUMENTS ? count : ARGUMENTS);
    rim_flash_bitmap_destroy(bitmap);
    rim_flash_bitmap_destroy(other);
    rim_flash_bitmap_destroy(gone);
    const json_t *expect = json_object_get(vector, "expect");
    if (json_is_boolean(expect)) return answer.error == 0 && answer.hit == json_is_true(expect);
    return answer.error == (int)json_integer_value(expect);
}

// --- all of them --------------------------------------------------------------------------------------------

typedef struct kind
{
    const char *name;
    bool (*in_scene)(scene *in, const json_t *vector); // NULL: one of the others
    const char *function;                              // that answers
} kind;

static const kind kinds[KINDS] = {
    { "hit_point", run_hit_point, "rim_flash_hit_test_point(" },
    { "hit_object", run_hit_object, "rim_flash_hit_test_object(" },
    { "get_bounds", run_get_bounds, "rim_flash_bounds(" },
    { "get_size", run_get_size, "rim_flash_size(" },
    { "decompose", run_decompose, "rim_flash_clip_state(" },
    { "bitmap_hit_point", NULL, "rim_flash_bitmap_hit_test(" },
    { "bitmap_hit_rect", NULL, "rim_flash_bitmap_hit_test(" },
    { "bitmap_hit_bitmap", NULL, "rim_flash_bitmap_hit_test(" },
    { "bitmap_hit_error", NULL, "rim_flash_bitmap_hit_test(" },
    { "drag", NULL, "rim_flash_clip_state(" },
    { "drop_target", run_drop_target, "rim_flash_drop_target(" },
    { "objects_under_point", run_objects_under_point, "rim_flash_objects_under_point(" },
};

static bool run_vector(const kind *of, const json_t *file, const json_t *vector)
{
    if (strcmp(of->name, "drag") == 0) return run_drag(vector);
    if (strcmp(of->name, "bitmap_hit_error") == 0)
        return run_bitmap_error(vector, json_object_get(file, "bitmaps"));
    if (!of->in_scene) return run_bitmap(vector, json_object_get(file, "bitmaps"));

    static scene  stage; // large
    const json_t *scenes = json_object_get(file, "scenes");
    const json_t *from = json_object_get(scenes, text_of(vector, "scene"));
    build(&stage, from, json_object_get(file, "shapes"), generation_of(vector));
    bool good = of->in_scene(&stage, vector);
    demolish(&stage);
    return good;
}

static flash_score run_kind(const kind *of, const json_t *file, FILE *to)
{
    const json_t *vectors = json_object_get(file, "vectors");
    flash_score   score = { 0, 0 };
    char          failures[4096] = "";
    hears_function = of->function;
    for (size_t i = 0; i < json_array_size(vectors); i++)
    {
        const json_t *vector = json_array_get(vectors, i);
        if (strcmp(text_of(vector, "kind"), of->name) != 0) continue;
        bool good = run_vector(of, file, vector);
        if (hears) hears(hears_context, hears_function, good);
        if (good)
        {
            score.passed++;
            continue;
        }
        score.failed++;
        size_t length = strlen(failures);
        snprintf(failures + length, sizeof failures - length, " %s", text_of(vector, "id"));
    }
    if (to)
        fprintf(to, "%s: %d passed, %d failed%s%s\n", of->name, score.passed, score.failed,
                score.failed ? ":" : "", failures);
    return score;
}

flash_score flash_vectors_run(const char *path, FILE *to)
{
    return flash_vectors_run_to(path, to, NULL, NULL);
}

flash_score flash_vectors_run_to(const char *path, FILE *to, flash_listener *listener,
                                 void *context)
{
    hears = listener;
    hears_context = context;
    flash_score  sum = { 0, 0 };
    json_error_t error;
    json_t      *file = json_load_file(path, 0, &error);
    if (!file)
    {
        if (to && error.line > 0)
            fprintf(to, "%s:%d: %s\n", path, error.line, error.text);
        else if (to)
            fprintf(to, "%s\n", error.text);
        sum.failed = 1;
        return sum;
    }
    for (int i = 0; i < KINDS; i++)
    {
        flash_score score = run_kind(&kinds[i], file, to);
        sum.passed += score.passed;
        sum.failed += score.failed;
    }
    int unknown = (int)json_array_size(json_object_get(file, "vectors")) - sum.passed - sum.failed;
    if (unknown && to) fprintf(to, "unknown kinds: %d\n", unknown);
    sum.failed += unknown;
    json_decref(file);
    return sum;
}
