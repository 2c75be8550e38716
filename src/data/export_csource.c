// Outlines as a C header.
#include "data/export.h"

#include "base/float.h"
#include "rimcast/base.h"

#include <string.h>

// Writes a float constant, which needs a point or an exponent before its f. Minus zero is written as 0.
static void put_literal(text_writer *w, float value)
{
    char text[RIM_NUMBER_TEXT];
    rim_number_print_float(text, value == 0.0f ? 0.0f : value);
    writer_put(w, text);
    writer_put(w, strpbrk(text, ".e") ? "f" : ".0f");
}

// Writes an empty line and the comment above a record: file and frame, kind, threshold, and the tolerance of polygons
// or the error of rays, in pixels. The file has no folders, so that the header does not depend on where the images are.
// Tolerance and error may be infinite, because no compiler reads them in a comment.
static void put_comment(text_writer *w, const rim_outline_record *r)
{
    // In the order of rim_outline_kind. "The original" is the function that rim_outline_cast_faithful repeats.
    static const char *const kinds[] = { ": outline", ": the original's outline", ": contour",
                                         ": convex pieces", ": triangles" };
    bool                     polygons = record_has_polygons(r);
    double                   deviation = polygons ? r->tolerance : r->error;
    writer_put(w, "\n// ");
    writer_put_comment(w, export_last_part(r->file));
    if (r->frame) writer_put(w, ", frame ");
    if (r->frame) writer_put_comment(w, r->frame);
    writer_put(w, kinds[r->kind]);
    writer_put(w, " at alpha >= ");
    writer_put_int(w, r->threshold);
    writer_put(w, polygons ? ", tolerance " : ", error ");
    if (!float_is_finite(deviation))
    {
        writer_put(w, "infinite.\n");
        return;
    }
    writer_put_double(w, deviation);
    writer_put(w, " px.\n");
}

// Writes a constant of an enum: " ", the name, the suffix, " = " and the value.
static void put_constant(text_writer *w, const char *name, const char *suffix, int value)
{
    writer_put(w, " ");
    writer_put(w, name);
    writer_put(w, suffix);
    writer_put(w, " = ");
    writer_put_int(w, value);
}

// Writes a line for each ray: its point and 1, or zeros for a miss. C has no arrays without elements, so there is a miss
// if there are no rays.
static void csource_put_points(text_writer *w, const rim_outline_record *r)
{
    if (r->rays <= 0) writer_put(w, "    { 0.0f, 0.0f, 0 },\n");
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

// Writes the elements of the array of ends, and closes it. An element is the number of points of its polygon and all
// polygons before it. C has no arrays without elements, so there is a 0 if there are no polygons.
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

// Writes the elements of the array of points: a line of points, relative to the anchor, for each polygon. C has no
// arrays without elements, so there is the point (0, 0) if there are no polygons.
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

// Writes the arrays NAME_ends and NAME_points of a record with polygons.
static void put_polygons(text_writer *w, const rim_outline_record *r, const char *name)
{
    writer_put(w, "static const int ");
    writer_put(w, name);
    writer_put(w, "_ends[] = {");
    put_ends(w, r);
    writer_put(w, "static const float ");
    writer_put(w, name);
    writer_put(w, "_points[][2] = {\n");
    put_polygon_points(w, r);
    writer_put(w, "};\n");
}

// Writes the array NAME_points of a record with rays.
static void put_rays(text_writer *w, const rim_outline_record *r, const char *name)
{
    writer_put(w, "static const struct { float x, y; int hit; } ");
    writer_put(w, name);
    writer_put(w, "_points[");
    writer_put_int(w, r->rays > 0 ? r->rays : 1);
    writer_put(w, "] = {\n");
    csource_put_points(w, r);
    writer_put(w, "};\n");
}

// Writes all that the header defines for a record: the constants NAME_width, NAME_height and the number of rays,
// rings or pieces, the anchor, and the points. Begins with the comment above the record.
static void put_sprite(text_writer *w, const rim_outline_record *r, const char *name)
{
    bool        polygons = record_has_polygons(r);
    int         count = polygons ? (int)record_polygon_count(r) : r->rays;
    const char *counted = r->kind == RIM_OUTLINE_CONTOUR ? "_rings" : "_pieces";
    if (!polygons) counted = "_rays";
    put_comment(w, r);
    writer_put(w, "enum {");
    put_constant(w, name, "_width", r->width);
    writer_put(w, ",");
    put_constant(w, name, "_height", r->height);
    writer_put(w, ",");
    put_constant(w, name, counted, count);
    writer_put(w, " };\nstatic const float ");
    writer_put(w, name);
    writer_put(w, "_anchor[2] = { ");
    put_literal(w, r->anchor.x);
    writer_put(w, ", ");
    put_literal(w, r->anchor.y);
    writer_put(w, " };\n");
    if (polygons)
        put_polygons(w, r, name);
    else
        put_rays(w, r, name);
}

// Writes the comment at the top of the header.
static void csource_put_head(text_writer *w, bool polygons)
{
    if (polygons)
        writer_put(w, "// Made by rimcast.\n"
                      "//\n"
                      "// Polygon i has points ends[i - 1] .. ends[i] - 1 (the first one 0 .. "
                      "ends[0] - 1): x and y\n"
                      "// in pixels relative to the anchor, y down, clockwise; holes run the other "
                      "way. The anchor\n"
                      "// is in pixels from the image's top left corner.\n");
    else
        writer_put(
            w, "// Made by rimcast.\n"
               "//\n"
               "// Point k is the hit of the ray at k * 360 / rays degrees (y down): x and y in "
               "pixels\n"
               "// relative to the anchor, which is in pixels from the image's top left corner. "
               "hit is\n"
               "// 0 for a ray that hit nothing.\n");
}

static void put_sprites(text_writer *w, const rim_outline_record *records,
                        const export_names *names)
{
    for (int i = 0; i < names->count && !w->failed; i++)
        put_sprite(w, &records[i], names->items[i].text);
}

// --- the include guard ---------------------------------------------------------------------------------

// Adds bytes to the hash FNV-1a (Fowler, Noll, Vo) of 32 bits.
static bool guard_hash_bytes(void *context, const void *bytes, size_t size)
{
    uint32_t *hash = context;
    for (size_t i = 0; i < size; i++)
        *hash = (*hash ^ ((const unsigned char *)bytes)[i]) * 16777619u;
    return true;
}

// Returns the hash of all that put_sprites writes, comments included. The hash is a part of the guard, so that only
// headers of the same name and the same content exclude each other.
static uint32_t guard_hash(const rim_outline_record *records, const export_names *names)
{
    uint32_t    hash = 2166136261u;
    rim_sink    sink = { guard_hash_bytes, &hash };
    text_writer w;
    writer_start(&w, sink);
    put_sprites(&w, records, names);
    writer_finish(&w);
    return hash;
}

// Writes an include guard: OUTLINE_, the name in capitals, the hash in hexadecimal, _H.
static void put_guard(text_writer *w, const char *name, uint32_t hash)
{
    writer_put(w, "OUTLINE_");
    for (const char *c = name; *c; c++)
    {
        char capital = *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c;
        writer_put_bytes(w, &capital, 1);
    }
    writer_put(w, "_");
    for (int shift = 28; shift >= 0; shift -= 4)
        writer_put_bytes(w, &"0123456789ABCDEF"[hash >> shift & 15], 1);
    writer_put(w, "_H\n");
}

// Writes the header with an include guard, which is named after the header's file or else the first image and frame.
// Requires at least one record, and records that all have polygons or all have rays.
static rim_status write_guarded(rim_sink sink, const rim_outline_record *records,
                                const export_names *names)
{
    rim_outline_record first = { .file = records[0].header ? records[0].header : records[0].file };
    export_names       guard;
    if (!records[0].header) first.frame = records[0].frame;
    rim_status status = export_names_create(&guard, &first, 1, EXPORT_NAMES_IDENTIFIER);
    if (status != RIM_OK) return status;

    uint32_t    hash = guard_hash(records, names);
    text_writer w;
    writer_start(&w, sink);
    csource_put_head(&w, record_has_polygons(&records[0]));
    writer_put(&w, "#ifndef ");
    put_guard(&w, guard.items[0].text, hash);
    writer_put(&w, "#define ");
    put_guard(&w, guard.items[0].text, hash);
    put_sprites(&w, records, names);
    writer_put(&w, "\n#endif\n");
    export_names_destroy(&guard);
    return writer_finish(&w);
}

// Writes a C header with the arrays of all records, each named after its file and frame. Without records, only the
// comment at its top.
rim_status outline_write_c(rim_sink sink, const rim_outline_record *records, int count)
{
    if (!records_are_finite(records, count)) return RIM_ERR_ARGUMENT;
    if (count == 0)
    {
        text_writer w;
        writer_start(&w, sink);
        csource_put_head(&w, false);
        return writer_finish(&w);
    }
    export_names names;
    rim_status   status = export_names_create(&names, records, count, EXPORT_NAMES_IDENTIFIER);
    if (status == RIM_OK) status = write_guarded(sink, records, &names);
    export_names_destroy(&names);
    return status;
}
