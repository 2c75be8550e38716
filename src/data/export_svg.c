// Outlines as a drawing.
#include "data/export.h"

// Free space around and between images, as a share of the largest side.
#define GAP_SHARE 0.0625f

// Attributes rather than a style sheet: every program that draws SVG knows them.
#define INK "#2f7fd1"
#define FRAME "#8a93a6"

static float larger(float a, float b)
{
    return a > b ? a : b;
}

static void put_attribute(rim_writer *w, const char *name, float value)
{
    rim_put(w, " ");
    rim_put(w, name);
    rim_put(w, "=\"");
    rim_put_float(w, value);
    rim_put(w, "\"");
}

// A line or circle or rectangle is drawn with strokes of this width, so that sprites of any size show.
static float stroke_of(const rim_outline_record *r)
{
    return larger(0.25f, larger((float)r->width, (float)r->height) / 256.0f);
}

static void put_polygon(rim_writer *w, const rim_outline_record *r)
{
    int hits = 0;
    for (int k = 0; k < r->rays; k++) hits += rim_record_point(r, k).hit;
    if (hits < 3) return;

    rim_put(w, "    <polygon class=\"outline\" fill=\"" INK "\" fill-opacity=\"0.15\" stroke=\"" INK
               "\" points=\"");
    const char *apart = "";
    for (int k = 0; k < r->rays; k++)
    {
        rim_faithful_point point = rim_record_point(r, k);
        if (!point.hit) continue;
        rim_put(w, apart);
        rim_put_coordinate(w, r, point.x);
        rim_put(w, ",");
        rim_put_coordinate(w, r, point.y);
        apart = " ";
    }
    rim_put(w, "\"/>\n");
}

static void put_points(rim_writer *w, const rim_outline_record *r, float radius)
{
    for (int k = 0; k < r->rays; k++)
    {
        rim_faithful_point point = rim_record_point(r, k);
        if (!point.hit) continue;
        rim_put(w, "    <circle class=\"point\" fill=\"" INK "\"");
        put_attribute(w, "cx", (float)point.x);
        put_attribute(w, "cy", (float)point.y);
        put_attribute(w, "r", radius);
        rim_put(w, "/>\n");
    }
}

// The group's origin is the anchor, so the points stand as in every other format.
static void put_image(rim_writer *w, const rim_outline_record *r, float left, float top)
{
    float stroke = stroke_of(r);
    rim_put(w, "  <g transform=\"translate(");
    rim_put_float(w, left + r->anchor.x);
    rim_put(w, " ");
    rim_put_float(w, top + r->anchor.y);
    rim_put(w, ")\"");
    put_attribute(w, "stroke-width", stroke);
    rim_put(w, ">\n    <title>");
    rim_put_xml(w, r->file);
    if (r->frame) rim_put(w, " ");
    if (r->frame) rim_put_xml(w, r->frame);
    rim_put(w, "</title>\n    <rect class=\"frame\" fill=\"none\" stroke=\"" FRAME "\"");
    put_attribute(w, "x", -r->anchor.x);
    put_attribute(w, "y", -r->anchor.y);
    put_attribute(w, "width", (float)r->width);
    put_attribute(w, "height", (float)r->height);
    rim_put(w, "/>\n");
    if (rim_record_has_polygons(r))
        rim_put_polygons_svg(w, r, 1.5f * stroke);
    else
    {
        put_polygon(w, r);
        put_points(w, r, 2.0f * stroke);
    }
    rim_put(w, "    <circle class=\"anchor\" fill=\"none\" stroke=\"" FRAME "\" cx=\"0\" cy=\"0\"");
    put_attribute(w, "r", 2.0f * stroke);
    rim_put(w, "/>\n  </g>\n");
}

static void put_head(rim_writer *w, float width, float height)
{
    rim_put(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    rim_put_float(w, width);
    rim_put(w, " ");
    rim_put_float(w, height);
    rim_put(w, "\">\n");
}

rim_status rim_outline_write_svg(rim_sink sink, const rim_outline_record *records, int count)
{
    if (!rim_records_are_finite(records, count)) return RIM_ERR_ARGUMENT;
    float side = 1.0f, width = 0.0f, height = 0.0f;
    for (int i = 0; i < count; i++)
    {
        side = larger(side, larger((float)records[i].width, (float)records[i].height));
        height = larger(height, (float)records[i].height);
    }
    float gap = larger(1.0f, side * GAP_SHARE);
    for (int i = 0; i < count; i++) width += (float)records[i].width + gap;

    rim_writer w;
    rim_writer_start(&w, sink);
    put_head(&w, width + gap, height + 2.0f * gap);
    float left = gap;
    for (int i = 0; i < count && !w.failed; i++)
    {
        put_image(&w, &records[i], left, gap);
        left += (float)records[i].width + gap;
    }
    rim_put(&w, "</svg>\n");
    return rim_writer_finish(&w);
}
