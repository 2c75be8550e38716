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

static bool is_digit(char c)
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
static name name_of(const rim_outline_record *r)
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
    return is_letter(c) || is_digit(c) ? c : '_';
}

static bool same_name(name a, name b)
{
    if (name_length(a) != name_length(b)) return false;
    for (size_t i = 0; i < name_length(a); i++)
        if (name_character(a, i) != name_character(b, i)) return false;
    return true;
}

// Numbers for all make names unique: two names with different last numbers differ.
static bool names_clash(const rim_outline_record *records, int count)
{
    for (int i = 1; i < count; i++)
        for (int j = 0; j < i; j++)
            if (same_name(name_of(&records[i]), name_of(&records[j]))) return true;
    return false;
}

static void put_name(rim_writer *w, const rim_outline_record *r, int number)
{
    name n = name_of(r);
    for (size_t i = 0; i < name_length(n); i++)
    {
        char c = name_character(n, i);
        rim_put_bytes(w, &c, 1);
    }
    if (number == 0) return;
    rim_put(w, "_");
    rim_put_int(w, number);
}

static void put_guard(rim_writer *w, const rim_outline_record *r)
{
    name n = name_of(r);
    rim_put(w, "OUTLINE_");
    for (size_t i = 0; i < name_length(n); i++)
    {
        char c = name_character(n, i);
        if (c >= 'a' && c <= 'z') c = (char)(c - 'a' + 'A');
        rim_put_bytes(w, &c, 1);
    }
    rim_put(w, "_H\n");
}

// A float constant needs a point or an exponent before its f.
static void put_literal(rim_writer *w, float value)
{
    char text[RIM_NUMBER_TEXT];
    rim_number_print_float(text, value == 0.0f ? 0.0f : value);
    rim_put(w, text);
    rim_put(w, strpbrk(text, ".e") ? "f" : ".0f");
}

// A control character could end a comment, a backslash join the next line to it.
static void put_plain(rim_writer *w, const char *text)
{
    for (const char *c = text; *c; c++)
    {
        bool plain = (unsigned char)*c >= 0x20 && *c != 0x7f && *c != '\\';
        rim_put_bytes(w, plain ? c : "?", 1);
    }
}

static void put_comment(rim_writer *w, const rim_outline_record *r)
{
    rim_put(w, "\n// ");
    put_plain(w, r->file);
    if (r->frame) rim_put(w, ", frame ");
    if (r->frame) put_plain(w, r->frame);
    static const char *const what[] = { ": outline", ": the original's outline", ": contour",
                                        ": convex pieces", ": triangles" };
    bool                     polygons = rim_record_has_polygons(r);
    rim_put(w, what[r->kind]);
    rim_put(w, " at alpha >= ");
    rim_put_int(w, r->threshold);
    rim_put(w, polygons ? ", tolerance " : ", error ");
    if (polygons && rim_finite(r->tolerance))
    {
        rim_put_double(w, r->tolerance);
        rim_put(w, " pixels.\n");
        return;
    }
    bool finite = !polygons && rim_finite(r->error);
    if (finite)
        rim_put_double(w, r->error);
    else
        rim_put(w, "infinite");
    rim_put(w, finite ? " pixels.\n" : ".\n");
}

static void put_constant(rim_writer *w, const rim_outline_record *r, int number, const char *what,
                         int value)
{
    rim_put(w, " ");
    put_name(w, r, number);
    rim_put(w, what);
    rim_put(w, " = ");
    rim_put_int(w, value);
}

static void put_points(rim_writer *w, const rim_outline_record *r)
{
    for (int k = 0; k < r->rays; k++)
    {
        rim_faithful_point point = rim_record_point(r, k);
        rim_put(w, "    { ");
        put_literal(w, point.hit ? (float)point.x : 0.0f);
        rim_put(w, ", ");
        put_literal(w, point.hit ? (float)point.y : 0.0f);
        rim_put(w, point.hit ? ", 1 },\n" : ", 0 },\n");
    }
}

// An array without elements is no C: one that nobody counts stands in it.
static void put_ends(rim_writer *w, const rim_outline_record *r)
{
    int64_t end = 0, count = rim_record_polygon_count(r);
    for (int64_t i = 0; i < count; i++)
    {
        end += rim_record_polygon(r, i).count;
        rim_put(w, i ? ", " : " ");
        rim_put_int(w, end);
    }
    rim_put(w, count == 0 ? " 0 };\n" : " };\n");
}

static void put_polygon_points(rim_writer *w, const rim_outline_record *r)
{
    int64_t count = rim_record_polygon_count(r);
    for (int64_t i = 0; i < count && !w->failed; i++)
    {
        rim_polygon2 polygon = rim_record_polygon(r, i);
        rim_put(w, "   ");
        for (int k = 0; k < polygon.count; k++)
        {
            rim_vec2 p = rim_record_from_anchor(r, polygon.points[k]);
            rim_put(w, " { ");
            put_literal(w, p.x);
            rim_put(w, ", ");
            put_literal(w, p.y);
            rim_put(w, " },");
        }
        rim_put(w, "\n");
    }
    if (count == 0) rim_put(w, "    { 0.0f, 0.0f },\n");
}

static void put_polygons(rim_writer *w, const rim_outline_record *r, int number)
{
    rim_put(w, "static const int ");
    put_name(w, r, number);
    rim_put(w, "_ends[] = {");
    put_ends(w, r);
    rim_put(w, "static const float ");
    put_name(w, r, number);
    rim_put(w, "_points[][2] = {\n");
    put_polygon_points(w, r);
    rim_put(w, "};\n");
}

static void put_rays(rim_writer *w, const rim_outline_record *r, int number)
{
    rim_put(w, "static const struct { float x, y; int hit; } ");
    put_name(w, r, number);
    rim_put(w, "_points[");
    rim_put_int(w, r->rays);
    rim_put(w, "] = {\n");
    put_points(w, r);
    rim_put(w, "};\n");
}

static void put_sprite(rim_writer *w, const rim_outline_record *r, int number)
{
    bool polygons = rim_record_has_polygons(r), rings = r->kind == RIM_OUTLINE_CONTOUR;
    int  count = polygons ? (int)rim_record_polygon_count(r) : r->rays;
    put_comment(w, r);
    rim_put(w, "enum {");
    put_constant(w, r, number, "_width", r->width);
    rim_put(w, ",");
    put_constant(w, r, number, "_height", r->height);
    rim_put(w, ",");
    put_constant(w, r, number, !polygons ? "_rays" : rings ? "_rings" : "_pieces", count);
    rim_put(w, " };\nstatic const float ");
    put_name(w, r, number);
    rim_put(w, "_anchor[2] = { ");
    put_literal(w, r->anchor.x);
    rim_put(w, ", ");
    put_literal(w, r->anchor.y);
    rim_put(w, " };\n");
    if (polygons)
        put_polygons(w, r, number);
    else
        put_rays(w, r, number);
}
rim_status rim_outline_write_c(rim_sink sink, const rim_outline_record *records, int count)
{
    if (!rim_records_are_finite(records, count)) return RIM_ERR_ARGUMENT;
    rim_writer w;
    rim_writer_start(&w, sink);
    if (count > 0 && rim_record_has_polygons(&records[0]))
        rim_put(&w, "// Made by rimcast.\n"
                    "//\n"
                    "// Polygon i has points ends[i - 1] .. ends[i] - 1 (the first one 0 .. "
                    "ends[0] - 1): x and y\n"
                    "// in pixels relative to the anchor, y down, clockwise; holes run the other "
                    "way. The anchor\n"
                    "// is in pixels from the image's top left corner.\n");
    else
        rim_put(
            &w,
            "// Made by rimcast.\n"
            "//\n"
            "// Point k was met by the ray at k * 360 / rays degrees (y down): x and y in pixels\n"
            "// relative to the anchor, which is in pixels from the image's top left corner. hit "
            "is\n"
            "// 0 for a ray that met nothing.\n");
    if (count > 0)
    {
        rim_put(&w, "#ifndef ");
        put_guard(&w, &records[0]);
        rim_put(&w, "#define ");
        put_guard(&w, &records[0]);
    }
    bool clash = names_clash(records, count);
    for (int i = 0; i < count && !w.failed; i++) put_sprite(&w, &records[i], clash ? i + 1 : 0);
    if (count > 0) rim_put(&w, "\n#endif\n");
    return rim_writer_finish(&w);
}
