// Outlines as an SVG drawing.
#include "data/export.h"

// The space around and between images, as a fraction of the largest side.
#define GAP_SHARE 0.0625f

// Attributes instead of a style sheet, because every SVG renderer supports them.
#define SVG_INK "#2f7fd1"
#define FRAME "#8a93a6"

static float svg_larger(float a, float b)
{
    return a > b ? a : b;
}

// Writes an attribute of an XML element, with a space in front.
static void svg_put_attribute(text_writer *w, const char *name, float value)
{
    writer_put(w, " ");
    writer_put(w, name);
    writer_put(w, "=\"");
    writer_put_float(w, value);
    writer_put(w, "\"");
}

// Returns the width of strokes, so that lines are visible at any size of the sprite.
static float stroke_of(const rim_outline_record *r)
{
    return svg_larger(0.25f, svg_larger((float)r->width, (float)r->height) / 256.0f);
}

// Writes the polygon through the points that hit; nothing if there are fewer than three.
static void put_polygon(text_writer *w, const rim_outline_record *r)
{
    int hits = 0;
    for (int k = 0; k < r->rays; k++) hits += record_point(r, k).hit;
    if (hits < 3) return;

    writer_put(w, "    <polygon class=\"outline\" fill=\"" SVG_INK
                  "\" fill-opacity=\"0.15\" stroke=\"" SVG_INK "\" points=\"");
    const char *separator = "";
    for (int k = 0; k < r->rays; k++)
    {
        rim_faithful_point point = record_point(r, k);
        if (!point.hit) continue;
        writer_put(w, separator);
        writer_put_coordinate(w, r, point.x);
        writer_put(w, ",");
        writer_put_coordinate(w, r, point.y);
        separator = " ";
    }
    writer_put(w, "\"/>\n");
}

// Writes a dot at each point that hits.
static void svg_put_points(text_writer *w, const rim_outline_record *r, float radius)
{
    for (int k = 0; k < r->rays; k++)
    {
        rim_faithful_point point = record_point(r, k);
        if (!point.hit) continue;
        writer_put(w, "    <circle class=\"point\" fill=\"" SVG_INK "\"");
        svg_put_attribute(w, "cx", (float)point.x);
        svg_put_attribute(w, "cy", (float)point.y);
        svg_put_attribute(w, "r", radius);
        writer_put(w, "/>\n");
    }
}

// Writes an image as a group, whose origin is the anchor, so that the points have the same coordinates as in other
// formats. (left, top) is the position of the image's corner in the document.
static void put_image(text_writer *w, const rim_outline_record *r, float left, float top)
{
    float stroke = stroke_of(r);
    writer_put(w, "  <g transform=\"translate(");
    writer_put_float(w, left + r->anchor.x);
    writer_put(w, " ");
    writer_put_float(w, top + r->anchor.y);
    writer_put(w, ")\"");
    svg_put_attribute(w, "stroke-width", stroke);
    writer_put(w, ">\n    <title>");
    writer_put_xml(w, r->file);
    if (r->frame) writer_put(w, " ");
    if (r->frame) writer_put_xml(w, r->frame);
    writer_put(w, "</title>\n    <rect class=\"frame\" fill=\"none\" stroke=\"" FRAME "\"");
    svg_put_attribute(w, "x", -r->anchor.x);
    svg_put_attribute(w, "y", -r->anchor.y);
    svg_put_attribute(w, "width", (float)r->width);
    svg_put_attribute(w, "height", (float)r->height);
    writer_put(w, "/>\n");
    if (record_has_polygons(r))
        writer_put_polygons_svg(w, r, 1.5f * stroke);
    else
    {
        put_polygon(w, r);
        svg_put_points(w, r, 2.0f * stroke);
    }
    writer_put(w,
               "    <circle class=\"anchor\" fill=\"none\" stroke=\"" FRAME "\" cx=\"0\" cy=\"0\"");
    svg_put_attribute(w, "r", 2.0f * stroke);
    writer_put(w, "/>\n  </g>\n");
}

// Writes the start of an SVG document of a size in pixels.
static void svg_put_head(text_writer *w, float width, float height)
{
    writer_put(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    writer_put_float(w, width);
    writer_put(w, " ");
    writer_put_float(w, height);
    writer_put(w, "\">\n");
}

// Writes all images in one row, with a gap around each that depends on the longest side.
rim_status outline_write_svg(rim_sink sink, const rim_outline_record *records, int count)
{
    if (!records_are_finite(records, count)) return RIM_ERR_ARGUMENT;
    float side = 1.0f, width = 0.0f, height = 0.0f;
    for (int i = 0; i < count; i++)
    {
        side = svg_larger(side, svg_larger((float)records[i].width, (float)records[i].height));
        height = svg_larger(height, (float)records[i].height);
    }
    float gap = svg_larger(1.0f, side * GAP_SHARE);
    for (int i = 0; i < count; i++) width += (float)records[i].width + gap;

    text_writer w;
    writer_start(&w, sink);
    svg_put_head(&w, width + gap, height + 2.0f * gap);
    float left = gap;
    for (int i = 0; i < count && !w.failed; i++)
    {
        put_image(&w, &records[i], left, gap);
        left += (float)records[i].width + gap;
    }
    writer_put(&w, "</svg>\n");
    return writer_finish(&w);
}
