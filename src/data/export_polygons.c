// Contours and pieces in JSON, CSV and SVG.
#include "data/export.h"

#include "base/float.h"

// The color of polygons.
#define POLYGONS_INK "#2f7fd1"

bool record_has_polygons(const rim_outline_record *r)
{
    return r->kind == RIM_OUTLINE_CONTOUR || r->kind == RIM_OUTLINE_CONVEX ||
           r->kind == RIM_OUTLINE_TRIANGLES;
}

int64_t record_polygon_count(const rim_outline_record *r)
{
    int64_t count = 0;
    if (r->kind == RIM_OUTLINE_CONTOUR)
        rim_loops_list(r->loops, &count);
    else if (record_has_polygons(r))
        rim_partition_pieces(r->pieces, &count);
    return count;
}

// Returns polygon `index` of a record: a loop or a piece.
rim_polygon2 record_polygon(const rim_outline_record *r, int64_t index)
{
    if (r->kind == RIM_OUTLINE_CONTOUR)
    {
        rim_loop loop = rim_loops_list(r->loops, NULL)[index];
        return (rim_polygon2){ loop.points, (int)loop.count };
    }
    rim_piece piece = rim_partition_pieces(r->pieces, NULL)[index];
    return (rim_polygon2){ piece.points, piece.count };
}

const char *record_polygon_word(const rim_outline_record *r)
{
    return r->kind == RIM_OUTLINE_CONTOUR ? "ring" : "piece";
}

rim_vec2 record_from_anchor(const rim_outline_record *r, rim_vec2 point)
{
    return rim_vec2_sub(point, r->anchor);
}

// --- JSON ----------------------------------------------------------------------------------------------

static void put_line(text_writer *w, const char *indent, const char *text)
{
    writer_put(w, "\n");
    writer_put(w, indent);
    writer_put(w, text);
}

// Writes the corners of a polygon, relative to the anchor, as [[x, y], ...].
static void put_point_list(text_writer *w, const rim_outline_record *r, rim_polygon2 polygon)
{
    writer_put(w, "[");
    for (int k = 0; k < polygon.count; k++)
    {
        rim_vec2 p = record_from_anchor(r, polygon.points[k]);
        writer_put(w, k ? ", [" : "[");
        writer_put_float(w, p.x);
        writer_put(w, ", ");
        writer_put_float(w, p.y);
        writer_put(w, "]");
    }
    writer_put(w, "]");
}

// Writes a ring of a contour as an object with its area, the index of the ring around it, and its points.
static void put_ring(text_writer *w, const rim_outline_record *r, int64_t index)
{
    rim_loop loop = rim_loops_list(r->loops, NULL)[index];
    writer_put(w, "{ \"area\": ");
    writer_put_double(w, loop.area);
    writer_put(w, ", \"parent\": ");
    if (loop.parent < 0)
        writer_put(w, "null");
    else
        writer_put_int(w, loop.parent);
    writer_put(w, ", \"points\": ");
    put_point_list(w, r, record_polygon(r, index));
    writer_put(w, " }");
}

// Writes the keys of a record with polygons from "tolerance" on.
void writer_put_polygons_json(text_writer *w, const char *indent, const rim_outline_record *r)
{
    // In the order of rim_simplify_side.
    static const char *const sides[] = { "\"near\",", "\"contain\",", "\"inside\"," };
    bool                     rings = r->kind == RIM_OUTLINE_CONTOUR;
    int64_t                  count = record_polygon_count(r);
    put_line(w, indent, "  \"tolerance\": ");
    if (float_is_finite(r->tolerance))
        writer_put_double(w, r->tolerance);
    else
        writer_put(w, "null");
    writer_put(w, ",");
    put_line(w, indent, "  \"side\": ");
    writer_put(w, sides[r->side]);
    put_line(w, indent, rings ? "  \"rings\": [" : "  \"pieces\": [");
    for (int64_t i = 0; i < count && !w->failed; i++)
    {
        put_line(w, indent, "    ");
        if (rings)
            put_ring(w, r, i);
        else
            put_point_list(w, r, record_polygon(r, i));
        if (i + 1 < count) writer_put(w, ",");
    }
    if (count > 0) put_line(w, indent, "  ");
    writer_put(w, "]\n");
}

// --- CSV -----------------------------------------------------------------------------------------------

// Writes a row for each corner: file, frame if `framed`, the numbers of polygon and corner, x and y relative to the anchor.
void writer_put_polygons_csv(text_writer *w, const rim_outline_record *r, bool framed)
{
    for (int64_t i = 0; i < record_polygon_count(r); i++)
    {
        rim_polygon2 polygon = record_polygon(r, i);
        for (int k = 0; k < polygon.count && !w->failed; k++)
        {
            rim_vec2 p = record_from_anchor(r, polygon.points[k]);
            writer_put_csv(w, r->file);
            writer_put(w, ",");
            if (r->frame) writer_put_csv(w, r->frame);
            if (framed) writer_put(w, ",");
            writer_put_int(w, i);
            writer_put(w, ",");
            writer_put_int(w, k);
            writer_put(w, ",");
            writer_put_float(w, p.x);
            writer_put(w, ",");
            writer_put_float(w, p.y);
            writer_put(w, "\n");
        }
    }
}

// --- SVG -----------------------------------------------------------------------------------------------

// Writes a polygon as a closed part of an SVG path.
static void put_path(text_writer *w, const rim_outline_record *r, rim_polygon2 polygon)
{
    for (int k = 0; k < polygon.count; k++)
    {
        rim_vec2 p = record_from_anchor(r, polygon.points[k]);
        writer_put(w, k ? "L" : "M");
        writer_put_float(w, p.x);
        writer_put(w, " ");
        writer_put_float(w, p.y);
    }
    writer_put(w, "Z");
}

// Writes the start of an SVG path element up to its data.
static void put_path_start(text_writer *w, const char *kind)
{
    writer_put(w, "    <path class=\"");
    writer_put(w, kind);
    writer_put(w, "\" fill=\"" POLYGONS_INK
                  "\" fill-opacity=\"0.15\" fill-rule=\"evenodd\" stroke=\"" POLYGONS_INK
                  "\" stroke-linejoin=\"round\" d=\"");
}

// Writes an SVG circle at each point of a polygon.
static void put_dots(text_writer *w, const rim_outline_record *r, rim_polygon2 polygon,
                     float radius)
{
    for (int k = 0; k < polygon.count; k++)
    {
        rim_vec2 p = record_from_anchor(r, polygon.points[k]);
        writer_put(w,
                   "    <circle class=\"point\" fill=\"" POLYGONS_INK "\" stroke=\"none\" cx=\"");
        writer_put_float(w, p.x);
        writer_put(w, "\" cy=\"");
        writer_put_float(w, p.y);
        writer_put(w, "\" r=\"");
        writer_put_float(w, radius);
        writer_put(w, "\"/>\n");
    }
}

// Writes a contour as one path with holes, or each piece as a path of its own, and dots at the points.
void writer_put_polygons_svg(text_writer *w, const rim_outline_record *r, float radius)
{
    int64_t count = record_polygon_count(r);
    if (r->kind != RIM_OUTLINE_CONTOUR)
    {
        for (int64_t i = 0; i < count && !w->failed; i++)
        {
            put_path_start(w, "piece");
            put_path(w, r, record_polygon(r, i));
            writer_put(w, "\"/>\n");
        }
        return;
    }
    if (count == 0) return;
    put_path_start(w, "contour");
    for (int64_t i = 0; i < count && !w->failed; i++) put_path(w, r, record_polygon(r, i));
    writer_put(w, "\"/>\n");
    for (int64_t i = 0; i < count && !w->failed; i++) put_dots(w, r, record_polygon(r, i), radius);
}
