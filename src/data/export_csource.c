// Outlines as a C header.
#include "data/export.h"

#include "base/finite.h"
#include "rimcast/number.h"

#include <string.h>

typedef struct stem
{
    const char *text;
    size_t      size;
} stem;

// What a sprite is called: the image's stem and, in a sheet, the frame's, each with what is no letter or
// digit as '_'. prefix stands before a name that C does not allow.
typedef struct name
{
    const char *prefix;
    stem        file, frame;
} name;

// The part of a path that names the image: behind the last slash, before the last dot.
static stem stem_of(const char *file)
{
    stem s = { file, 0 };
    for (const char *c = file; *c; c++)
        if (*c == '/' || *c == '\\') s.text = c + 1;
    const char *dot = strrchr(s.text, '.');
    s.size = dot && dot != s.text ? (size_t)(dot - s.text) : strlen(s.text);
    return s;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool csource_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// A frame's name keeps its folders and loses an ending such as ".png".
static stem stem_of_frame(const char *frame)
{
    stem        s = { frame, frame ? strlen(frame) : 0 };
    const char *dot = frame ? strrchr(frame, '.') : NULL;
    if (dot && dot != frame && is_letter(dot[1])) s.size = (size_t)(dot - frame);
    return s;
}

// A C name may not start with a digit, and one that starts with '_' is the compiler's.
static name csource_name_of(const rim_outline_record *r)
{
    stem file = stem_of(r->file);
    bool sound = file.size > 0 && is_letter(file.text[0]);
    name n = { sound ? "" : "sprite_", file, stem_of_frame(r->frame) };
    return n;
}

static size_t name_length(name n)
{
    return strlen(n.prefix) + n.file.size + (n.frame.text ? 1 + n.frame.size : 0);
}

static char name_character(name n, size_t i)
{
    size_t before = strlen(n.prefix), between = before + n.file.size;
    if (i < before) return n.prefix[i];
    if (i == between) return '_';
    char c = i < between ? n.file.text[i - before] : n.frame.text[i - between - 1];
    return is_letter(c) || csource_is_digit(c) ? c : '_';
}

static bool csource_same_name(name a, name b)
{
    if (name_length(a) != name_length(b)) return false;
    for (size_t i = 0; i < name_length(a); i++)
        if (name_character(a, i) != name_character(b, i)) return false;
    return true;
}

// Numbers for all make names unique: two names with different last numbers differ.
static bool csource_names_collide(const rim_outline_record *records, int count)
{
    for (int i = 1; i < count; i++)
        for (int j = 0; j < i; j++)
            if (csource_same_name(csource_name_of(&records[i]), csource_name_of(&records[j])))
                return true;
    return false;
}

static void csource_put_name(text_writer *w, const rim_outline_record *r, int number)
{
    name n = csource_name_of(r);
    for (size_t i = 0; i < name_length(n); i++)
    {
        char c = name_character(n, i);
        writer_put_bytes(w, &c, 1);
    }
    if (number == 0) return;
    writer_put(w, "_");
    writer_put_int(w, number);
}

static void put_guard(text_writer *w, const rim_outline_record *r)
{
    name n = csource_name_of(r);
    writer_put(w, "OUTLINE_");
    for (size_t i = 0; i < name_length(n); i++)
    {
        char c = name_character(n, i);
        if (c >= 'a' && c <= 'z') c = (char)(c - 'a' + 'A');
        writer_put_bytes(w, &c, 1);
    }
    writer_put(w, "_H\n");
}

// A float constant needs a point or an exponent before its f.
static void put_literal(text_writer *w, float value)
{
    char text[RIM_NUMBER_TEXT];
    rim_number_print_float(text, value == 0.0f ? 0.0f : value);
    writer_put(w, text);
    writer_put(w, strpbrk(text, ".e") ? "f" : ".0f");
}

// A control character could end a comment, a backslash join the next line to it.
static void put_plain(text_writer *w, const char *text)
{
    for (const char *c = text; *c; c++)
    {
        bool plain = (unsigned char)*c >= 0x20 && *c != 0x7f && *c != '\\';
        writer_put_bytes(w, plain ? c : "?", 1);
    }
}

static void put_comment(text_writer *w, const rim_outline_record *r)
{
    writer_put(w, "\n// ");
    put_plain(w, r->file);
    if (r->frame) writer_put(w, ", frame ");
    if (r->frame) put_plain(w, r->frame);
    static const char *const what[] = { ": outline", ": the original's outline", ": contour",
                                        ": convex pieces", ": triangles" };
    bool                     polygons = record_has_polygons(r);
    writer_put(w, what[r->kind]);
    writer_put(w, " at alpha >= ");
    writer_put_int(w, r->threshold);
    writer_put(w, polygons ? ", tolerance " : ", error ");
    if (polygons && float_is_finite(r->tolerance))
    {
        writer_put_double(w, r->tolerance);
        writer_put(w, " pixels.\n");
        return;
    }
    bool finite = !polygons && float_is_finite(r->error);
    if (finite)
        writer_put_double(w, r->error);
    else
        writer_put(w, "infinite");
    writer_put(w, finite ? " pixels.\n" : ".\n");
}

static void put_constant(text_writer *w, const rim_outline_record *r, int number, const char *what,
                         int value)
{
    writer_put(w, " ");
    csource_put_name(w, r, number);
    writer_put(w, what);
    writer_put(w, " = ");
    writer_put_int(w, value);
}

static void csource_put_points(text_writer *w, const rim_outline_record *r)
{
    for (int k = 0; k < r->rays; k++)
    {
        rim_faithful_point point = record_point(r, k);
        writer_put(w, "    { ");
        put_literal(w, point.hit ? (float)point.x : 0.0f);
        writer_put(w, ", ");
        put_literal(w, point.hit ? (float)point.y : 0.0f);
        writer_put(w, point.hit ? ", 1 },\n" : ", 0 },\n");
    }
}

// An array without elements is no C: one that nobody counts stands in it.
static void put_ends(text_writer *w, const rim_outline_record *r)
{
    int64_t end = 0, count = record_polygon_count(r);
    for (int64_t i = 0; i < count; i++)
    {
        end += record_polygon(r, i).count;
        writer_put(w, i ? ", " : " ");
        writer_put_int(w, end);
    }
    writer_put(w, count == 0 ? " 0 };\n" : " };\n");
}

static void put_polygon_points(text_writer *w, const rim_outline_record *r)
{
    int64_t count = record_polygon_count(r);
    for (int64_t i = 0; i < count && !w->failed; i++)
    {
        rim_polygon2 polygon = record_polygon(r, i);
        writer_put(w, "   ");
        for (int k = 0; k < polygon.count; k++)
        {
            rim_vec2 p = record_from_anchor(r, polygon.points[k]);
            writer_put(w, " { ");
            put_literal(w, p.x);
            writer_put(w, ", ");
            put_literal(w, p.y);
            writer_put(w, " },");
        }
        writer_put(w, "\n");
    }
    if (count == 0) writer_put(w, "    { 0.0f, 0.0f },\n");
}

static void put_polygons(text_writer *w, const rim_outline_record *r, int number)
{
    writer_put(w, "static const int ");
    csource_put_name(w, r, number);
    writer_put(w, "_ends[] = {");
    put_ends(w, r);
    writer_put(w, "static const float ");
    csource_put_name(w, r, number);
    writer_put(w, "_points[][2] = {\n");
    put_polygon_points(w, r);
    writer_put(w, "};\n");
}

static void put_rays(text_writer *w, const rim_outline_record *r, int number)
{
    writer_put(w, "static const struct { float x, y; int hit; } ");
    csource_put_name(w, r, number);
    writer_put(w, "_points[");
    writer_put_int(w, r->rays);
    writer_put(w, "] = {\n");
    csource_put_points(w, r);
    writer_put(w, "};\n");
}

static void put_sprite(text_writer *w, const rim_outline_record *r, int number)
{
    bool polygons = record_has_polygons(r), rings = r->kind == RIM_OUTLINE_CONTOUR;
    int  count = polygons ? (int)record_polygon_count(r) : r->rays;
    put_comment(w, r);
    writer_put(w, "enum {");
    put_constant(w, r, number, "_width", r->width);
    writer_put(w, ",");
    put_constant(w, r, number, "_height", r->height);
    writer_put(w, ",");
    put_constant(w, r, number, !polygons ? "_rays" : rings ? "_rings" : "_pieces", count);
    writer_put(w, " };\nstatic const float ");
    csource_put_name(w, r, number);
    writer_put(w, "_anchor[2] = { ");
    put_literal(w, r->anchor.x);
    writer_put(w, ", ");
    put_literal(w, r->anchor.y);
    writer_put(w, " };\n");
    if (polygons)
        put_polygons(w, r, number);
    else
        put_rays(w, r, number);
}
rim_status rim_outline_write_c(rim_sink sink, const rim_outline_record *records, int count)
{
    if (!records_are_finite(records, count)) return RIM_ERR_ARGUMENT;
    text_writer w;
    writer_start(&w, sink);
    if (count > 0 && record_has_polygons(&records[0]))
        writer_put(&w,
                   "// Made by rimcast.\n"
                   "//\n"
                   "// Polygon i has points ends[i - 1] .. ends[i] - 1 (the first one 0 .. "
                   "ends[0] - 1): x and y\n"
                   "// in pixels relative to the anchor, y down, clockwise; holes run the other "
                   "way. The anchor\n"
                   "// is in pixels from the image's top left corner.\n");
    else
        writer_put(
            &w,
            "// Made by rimcast.\n"
            "//\n"
            "// Point k was met by the ray at k * 360 / rays degrees (y down): x and y in pixels\n"
            "// relative to the anchor, which is in pixels from the image's top left corner. hit "
            "is\n"
            "// 0 for a ray that met nothing.\n");
    if (count > 0)
    {
        writer_put(&w, "#ifndef ");
        put_guard(&w, &records[0]);
        writer_put(&w, "#define ");
        put_guard(&w, &records[0]);
    }
    bool clash = csource_names_collide(records, count);
    for (int i = 0; i < count && !w.failed; i++) put_sprite(&w, &records[i], clash ? i + 1 : 0);
    if (count > 0) writer_put(&w, "\n#endif\n");
    return writer_finish(&w);
}
