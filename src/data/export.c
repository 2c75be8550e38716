// JSON and CSV, and what all writers check first.
#include "data/export.h"

#include "base/finite.h"

rim_faithful_point rim_record_point(const rim_outline_record *r, int k)
{
    if (r->kind == RIM_OUTLINE_FAITHFUL) return r->faithful_points[k];
    rim_faithful_point point = { (double)r->points[k].at.x, (double)r->points[k].at.y,
                                 r->points[k].hit };
    return point;
}

void rim_put_coordinate(rim_writer *w, const rim_outline_record *r, double value)
{
    if (r->kind == RIM_OUTLINE_FAITHFUL)
        rim_put_double(w, value);
    else
        rim_put_float(w, (float)value);
}

bool rim_records_are_finite(const rim_outline_record *records, int count)
{
    for (int i = 0; i < count; i++)
    {
        const rim_outline_record *r = &records[i];
        if (!rim_finite2(r->anchor)) return false;
        if (r->kind == RIM_OUTLINE_FAITHFUL && !rim_finite2(r->faithful.stage)) return false;
        for (int k = 0; k < r->rays && !rim_record_has_polygons(r); k++)
        {
            rim_faithful_point point = rim_record_point(r, k);
            if (point.hit && !(rim_finite(point.x) && rim_finite(point.y))) return false;
        }
    }
    return true;
}

static void put_pair(rim_writer *w, rim_vec2 v)
{
    rim_put(w, "[");
    rim_put_float(w, v.x);
    rim_put(w, ", ");
    rim_put_float(w, v.y);
    rim_put(w, "]");
}

static void put_key(rim_writer *w, const char *indent, const char *key)
{
    rim_put(w, indent);
    rim_put(w, "  \"");
    rim_put(w, key);
    rim_put(w, "\": ");
}

static void put_int_key(rim_writer *w, const char *indent, const char *key, int value)
{
    put_key(w, indent, key);
    rim_put_int(w, value);
    rim_put(w, ",\n");
}

static void put_pair_key(rim_writer *w, const char *indent, const char *key, rim_vec2 value)
{
    put_key(w, indent, key);
    put_pair(w, value);
    rim_put(w, ",\n");
}

static void put_point(rim_writer *w, const rim_outline_record *r, rim_faithful_point point)
{
    if (!point.hit)
    {
        rim_put(w, "null");
        return;
    }
    rim_put(w, "[");
    rim_put_coordinate(w, r, point.x);
    rim_put(w, ", ");
    rim_put_coordinate(w, r, point.y);
    rim_put(w, "]");
}

static void put_points(rim_writer *w, const char *indent, const rim_outline_record *r)
{
    put_key(w, indent, "points");
    rim_put(w, "[");
    for (int k = 0; k < r->rays; k++)
    {
        rim_put(w, k ? ",\n" : "\n");
        rim_put(w, indent);
        rim_put(w, "    ");
        put_point(w, r, rim_record_point(r, k));
    }
    rim_put(w, "\n");
    rim_put(w, indent);
    rim_put(w, "  ]\n");
}

static void put_object(rim_writer *w, const char *indent, const rim_outline_record *r)
{
    static const char *const kinds[] = { "\"rays\",", "\"faithful\",", "\"contour\",",
                                         "\"convex\",", "\"triangles\"," };
    bool                     faithful = r->kind == RIM_OUTLINE_FAITHFUL;
    rim_put(w, indent);
    rim_put(w, "{\n");
    put_key(w, indent, "file");
    rim_put_json_string(w, r->file);
    rim_put(w, ",\n");
    if (r->frame)
    {
        put_key(w, indent, "frame");
        rim_put_json_string(w, r->frame);
        rim_put(w, ",\n");
    }
    put_int_key(w, indent, "width", r->width);
    put_int_key(w, indent, "height", r->height);
    put_int_key(w, indent, "threshold", r->threshold);
    put_pair_key(w, indent, "anchor", r->anchor);
    put_key(w, indent, "kind");
    rim_put(w, kinds[r->kind]);
    if (rim_record_has_polygons(r))
    {
        rim_put_polygons_json(w, indent, r);
        rim_put(w, indent);
        rim_put(w, "}");
        return;
    }
    rim_put(w, "\n");
    if (faithful)
    {
        put_pair_key(w, indent, "stage", r->faithful.stage);
        put_key(w, indent, "flash_edge");
        rim_put(w, r->faithful.flash_edge ? "true,\n" : "false,\n");
    }
    put_int_key(w, indent, "rays", r->rays);
    put_key(w, indent, "error");
    if (rim_finite(r->error))
        rim_put_double(w, r->error);
    else
        rim_put(w, "null");
    rim_put(w, ",\n");
    put_points(w, indent, r);
    rim_put(w, indent);
    rim_put(w, "}");
}

rim_status rim_outline_write_json(rim_sink sink, const rim_outline_record *records, int count)
{
    if (!rim_records_are_finite(records, count)) return RIM_ERR_ARGUMENT;
    rim_writer w;
    rim_writer_start(&w, sink);
    if (count != 1) rim_put(&w, "[\n");
    for (int i = 0; i < count && !w.failed; i++)
    {
        put_object(&w, count == 1 ? "" : "  ", &records[i]);
        if (count != 1) rim_put(&w, i + 1 < count ? ",\n" : "\n");
    }
    rim_put(&w, count == 1 ? "\n" : "]\n");
    return rim_writer_finish(&w);
}

static void put_csv_points(rim_writer *w, const rim_outline_record *r, bool framed)
{
    for (int k = 0; k < r->rays && !w->failed; k++)
    {
        rim_faithful_point point = rim_record_point(r, k);
        rim_put_csv(w, r->file);
        rim_put(w, ",");
        if (r->frame) rim_put_csv(w, r->frame);
        if (framed) rim_put(w, ",");
        rim_put_int(w, k);
        rim_put(w, ",");
        if (point.hit) rim_put_coordinate(w, r, point.x);
        rim_put(w, ",");
        if (point.hit) rim_put_coordinate(w, r, point.y);
        rim_put(w, "\n");
    }
}

rim_status rim_outline_write_csv(rim_sink sink, const rim_outline_record *records, int count)
{
    if (!rim_records_are_finite(records, count)) return RIM_ERR_ARGUMENT;
    rim_writer w;
    rim_writer_start(&w, sink);
    bool framed = false;
    for (int i = 0; i < count; i++) framed = framed || records[i].frame;
    bool polygons = count > 0 && rim_record_has_polygons(&records[0]);
    rim_put(&w, framed ? "file,frame," : "file,");
    rim_put(&w, polygons ? rim_record_polygon_word(&records[0]) : "ray");
    rim_put(&w, polygons ? ",point,x,y\n" : ",x,y\n");
    for (int i = 0; i < count && !w.failed; i++)
    {
        if (polygons)
            rim_put_polygons_csv(&w, &records[i], framed);
        else
            put_csv_points(&w, &records[i], framed);
    }
    return rim_writer_finish(&w);
}
