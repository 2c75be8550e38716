// Outlines as JSON and CSV, and the public function for all formats.
#include "data/export.h"

#include "base/float.h"

rim_faithful_point record_point(const rim_outline_record *r, int k)
{
    if (r->kind == RIM_OUTLINE_FAITHFUL) return r->faithful_points[k];
    rim_faithful_point point = { (double)r->points[k].at.x, (double)r->points[k].at.y,
                                 r->points[k].hit };
    return point;
}

void writer_put_coordinate(text_writer *w, const rim_outline_record *r, double value)
{
    if (r->kind == RIM_OUTLINE_FAITHFUL)
        writer_put_double(w, value);
    else
        writer_put_float(w, (float)value);
}

// Polygons have no points of rays, so only their anchors are tested.
bool records_are_finite(const rim_outline_record *records, int count)
{
    for (int i = 0; i < count; i++)
    {
        const rim_outline_record *r = &records[i];
        if (!vec2_is_finite(r->anchor)) return false;
        if (r->kind == RIM_OUTLINE_FAITHFUL && !vec2_is_finite(r->faithful.stage)) return false;
        for (int k = 0; k < r->rays && !record_has_polygons(r); k++)
        {
            rim_faithful_point point = record_point(r, k);
            if (point.hit && !(float_is_finite(point.x) && float_is_finite(point.y))) return false;
        }
    }
    return true;
}

// Writes a vector as JSON, "[x, y]".
static void export_put_pair(text_writer *w, rim_vec2 v)
{
    writer_put(w, "[");
    writer_put_float(w, v.x);
    writer_put(w, ", ");
    writer_put_float(w, v.y);
    writer_put(w, "]");
}

// Writes the start of a member of an object: `indent`, two spaces more, the key in quotes and a colon.
static void put_key(text_writer *w, const char *indent, const char *key)
{
    writer_put(w, indent);
    writer_put(w, "  \"");
    writer_put(w, key);
    writer_put(w, "\": ");
}

static void put_int_key(text_writer *w, const char *indent, const char *key, int value)
{
    put_key(w, indent, key);
    writer_put_int(w, value);
    writer_put(w, ",\n");
}

static void put_pair_key(text_writer *w, const char *indent, const char *key, rim_vec2 value)
{
    put_key(w, indent, key);
    export_put_pair(w, value);
    writer_put(w, ",\n");
}

// Writes [x, y], or null for a miss.
static void export_put_point(text_writer *w, const rim_outline_record *r, rim_faithful_point point)
{
    if (!point.hit)
    {
        writer_put(w, "null");
        return;
    }
    writer_put(w, "[");
    writer_put_coordinate(w, r, point.x);
    writer_put(w, ", ");
    writer_put_coordinate(w, r, point.y);
    writer_put(w, "]");
}

// Writes the points of all rays under the key "points", each on a line of its own.
static void export_put_points(text_writer *w, const char *indent, const rim_outline_record *r)
{
    put_key(w, indent, "points");
    writer_put(w, "[");
    for (int k = 0; k < r->rays; k++)
    {
        writer_put(w, k ? ",\n" : "\n");
        writer_put(w, indent);
        writer_put(w, "    ");
        export_put_point(w, r, record_point(r, k));
    }
    writer_put(w, "\n");
    writer_put(w, indent);
    writer_put(w, "  ]\n");
}

// Writes one record as a JSON object, with `indent` before each line and no line end after the last line. The keys up
// to "kind" are common to all kinds. The keys after it are either those of polygons or those of rays.
static void put_object(text_writer *w, const char *indent, const rim_outline_record *r)
{
    // In the order of rim_outline_kind.
    static const char *const kinds[] = { "\"rays\",", "\"faithful\",", "\"contour\",",
                                         "\"convex\",", "\"triangles\"," };
    bool                     faithful = r->kind == RIM_OUTLINE_FAITHFUL;
    writer_put(w, indent);
    writer_put(w, "{\n");
    put_key(w, indent, "file");
    writer_put_json_string(w, r->file);
    writer_put(w, ",\n");
    if (r->frame)
    {
        put_key(w, indent, "frame");
        writer_put_json_string(w, r->frame);
        writer_put(w, ",\n");
    }
    put_int_key(w, indent, "width", r->width);
    put_int_key(w, indent, "height", r->height);
    put_int_key(w, indent, "threshold", r->threshold);
    put_pair_key(w, indent, "anchor", r->anchor);
    put_key(w, indent, "kind");
    writer_put(w, kinds[r->kind]);
    if (record_has_polygons(r))
    {
        writer_put_polygons_json(w, indent, r);
        writer_put(w, indent);
        writer_put(w, "}");
        return;
    }
    writer_put(w, "\n");
    if (faithful)
    {
        put_pair_key(w, indent, "stage", r->faithful.stage);
        put_key(w, indent, "flash_edge");
        writer_put(w, r->faithful.flash_edge ? "true,\n" : "false,\n");
    }
    put_int_key(w, indent, "rays", r->rays);
    put_key(w, indent, "error");
    if (float_is_finite(r->error))
        writer_put_double(w, r->error);
    else
        writer_put(w, "null");
    writer_put(w, ",\n");
    export_put_points(w, indent, r);
    writer_put(w, indent);
    writer_put(w, "}");
}

// Writes one record as an object, and any other number of records as an array of objects.
rim_status outline_write_json(rim_sink sink, const rim_outline_record *records, int count)
{
    if (!records_are_finite(records, count)) return RIM_ERR_ARGUMENT;
    text_writer w;
    writer_start(&w, sink);
    if (count != 1) writer_put(&w, "[\n");
    for (int i = 0; i < count && !w.failed; i++)
    {
        put_object(&w, count == 1 ? "" : "  ", &records[i]);
        if (count != 1) writer_put(&w, i + 1 < count ? ",\n" : "\n");
    }
    writer_put(&w, count == 1 ? "\n" : "]\n");
    return writer_finish(&w);
}

// Writes a row for each ray of a record. If `framed` is set, the document has a column for frames, which is empty for a
// record without a frame. The coordinates of a miss are empty. Requires `framed` if the record has a frame.
static void put_csv_points(text_writer *w, const rim_outline_record *r, bool framed)
{
    for (int k = 0; k < r->rays && !w->failed; k++)
    {
        rim_faithful_point point = record_point(r, k);
        writer_put_csv(w, r->file);
        writer_put(w, ",");
        if (r->frame) writer_put_csv(w, r->frame);
        if (framed) writer_put(w, ",");
        writer_put_int(w, k);
        writer_put(w, ",");
        if (point.hit) writer_put_coordinate(w, r, point.x);
        writer_put(w, ",");
        if (point.hit) writer_put_coordinate(w, r, point.y);
        writer_put(w, "\n");
    }
}

// Writes the names of the columns, and a row for each point. There is a column for frames if any record has a frame.
// Polygons have a column ring or piece, and a column point. Rays have a column ray. Requires records that all have
// polygons, or all have rays.
rim_status outline_write_csv(rim_sink sink, const rim_outline_record *records, int count)
{
    if (!records_are_finite(records, count)) return RIM_ERR_ARGUMENT;
    text_writer w;
    writer_start(&w, sink);
    bool framed = false;
    for (int i = 0; i < count; i++) framed = framed || records[i].frame;
    bool polygons = count > 0 && record_has_polygons(&records[0]);
    writer_put(&w, framed ? "file,frame," : "file,");
    writer_put(&w, polygons ? record_polygon_word(&records[0]) : "ray");
    writer_put(&w, polygons ? ",point,x,y\n" : ",x,y\n");
    for (int i = 0; i < count && !w.failed; i++)
    {
        if (polygons)
            writer_put_polygons_csv(&w, &records[i], framed);
        else
            put_csv_points(&w, &records[i], framed);
    }
    return writer_finish(&w);
}

// --- the public function ------------------------------------------------------------------------------

rim_status rim_outline_write(rim_sink sink, rim_outline_format format,
                             const rim_outline_record *records, int count)
{
    switch (format)
    {
    case RIM_OUTLINE_JSON:
        return outline_write_json(sink, records, count);
    case RIM_OUTLINE_CSV:
        return outline_write_csv(sink, records, count);
    case RIM_OUTLINE_SVG:
        return outline_write_svg(sink, records, count);
    case RIM_OUTLINE_C_HEADER:
        return outline_write_c(sink, records, count);
    case RIM_OUTLINE_PLIST:
        return outline_write_plist(sink, records, count);
    case RIM_OUTLINE_TILED:
        return outline_write_tiled(sink, records, count);
    case RIM_OUTLINE_GODOT:
        return outline_write_godot(sink, records, count);
    case RIM_OUTLINE_BOX2D:
        return outline_write_box2d(sink, records, count);
    case RIM_OUTLINE_DEFOLD:
        return outline_write_defold(sink, records, count);
    case RIM_OUTLINE_PHASER:
        return outline_write_phaser(sink, records, count);
    default:
        return RIM_ERR_ARGUMENT;
    }
}
