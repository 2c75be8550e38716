// Contours and pieces in each of the formats.
#include "data/export.h"

#include "base/finite.h"

// Attributes rather than a style sheet, as for rays.
#define INK "#2f7fd1"

bool rim_record_has_polygons(const rim_outline_record *r)
{
    return r->kind == RIM_OUTLINE_CONTOUR || r->kind == RIM_OUTLINE_CONVEX ||
           r->kind == RIM_OUTLINE_TRIANGLES;
}

int64_t rim_record_polygon_count(const rim_outline_record *r)
{
    if (r->kind == RIM_OUTLINE_CONTOUR) return rim_loops_count(r->loops);
    return rim_record_has_polygons(r) ? rim_partition_count(r->pieces) : 0;
}

rim_polygon2 rim_record_polygon(const rim_outline_record *r, int64_t index)
{
    if (r->kind == RIM_OUTLINE_CONTOUR)
    {
        rim_loop loop = rim_loops_get(r->loops, index);
        return rim_polygon2_make(loop.points, (int)loop.count);
    }
    rim_piece piece = rim_partition_get(r->pieces, index);
    return rim_polygon2_make(piece.points, piece.count);
}

const char *rim_record_polygon_word(const rim_outline_record *r)
{
    return r->kind == RIM_OUTLINE_CONTOUR ? "ring" : "piece";
}

rim_vec2 rim_record_from_anchor(const rim_outline_record *r, rim_vec2 point)
{
    return rim_vec2_sub(point, r->anchor);
}

// --- JSON ----------------------------------------------------------------------------------------------

static void put_line(rim_writer *w, const char *indent, const char *text)
{
    rim_put(w, "\n");
    rim_put(w, indent);
    rim_put(w, text);
}

static void put_point_list(rim_writer *w, const rim_outline_record *r, rim_polygon2 polygon)
{
    rim_put(w, "[");
    for (int k = 0; k < polygon.count; k++)
    {
        rim_vec2 p = rim_record_from_anchor(r, polygon.points[k]);
        rim_put(w, k ? ", [" : "[");
        rim_put_float(w, p.x);
        rim_put(w, ", ");
        rim_put_float(w, p.y);
        rim_put(w, "]");
    }
    rim_put(w, "]");
}

static void put_ring(rim_writer *w, const rim_outline_record *r, int64_t index)
{
    rim_loop loop = rim_loops_get(r->loops, index);
    rim_put(w, "{ \"area\": ");
    rim_put_double(w, loop.area);
    rim_put(w, ", \"parent\": ");
    if (loop.parent < 0)
        rim_put(w, "null");
    else
        rim_put_int(w, loop.parent);
    rim_put(w, ", \"points\": ");
    put_point_list(w, r, rim_record_polygon(r, index));
    rim_put(w, " }");
}

void rim_put_polygons_json(rim_writer *w, const char *indent, const rim_outline_record *r)
{
    static const char *const sides[] = { "\"near\",", "\"contain\",", "\"inside\"," };
    bool                     rings = r->kind == RIM_OUTLINE_CONTOUR;
    int64_t                  count = rim_record_polygon_count(r);
    put_line(w, indent, "  \"tolerance\": ");
    if (rim_finite(r->tolerance))
        rim_put_double(w, r->tolerance);
    else
        rim_put(w, "null");
    rim_put(w, ",");
    put_line(w, indent, "  \"side\": ");
    rim_put(w, sides[r->side]);
    put_line(w, indent, rings ? "  \"rings\": [" : "  \"pieces\": [");
    for (int64_t i = 0; i < count && !w->failed; i++)
    {
        put_line(w, indent, "    ");
        if (rings)
            put_ring(w, r, i);
        else
            put_point_list(w, r, rim_record_polygon(r, i));
        if (i + 1 < count) rim_put(w, ",");
    }
    if (count > 0) put_line(w, indent, "  ");
    rim_put(w, "]\n");
}

// --- CSV -----------------------------------------------------------------------------------------------

void rim_put_polygons_csv(rim_writer *w, const rim_outline_record *r, bool framed)
{
    for (int64_t i = 0; i < rim_record_polygon_count(r); i++)
    {
        rim_polygon2 polygon = rim_record_polygon(r, i);
        for (int k = 0; k < polygon.count && !w->failed; k++)
        {
            rim_vec2 p = rim_record_from_anchor(r, polygon.points[k]);
            rim_put_csv(w, r->file);
            rim_put(w, ",");
            if (r->frame) rim_put_csv(w, r->frame);
            if (framed) rim_put(w, ",");
            rim_put_int(w, i);
            rim_put(w, ",");
            rim_put_int(w, k);
            rim_put(w, ",");
            rim_put_float(w, p.x);
            rim_put(w, ",");
            rim_put_float(w, p.y);
            rim_put(w, "\n");
        }
    }
}

// --- SVG -----------------------------------------------------------------------------------------------

static void put_path(rim_writer *w, const rim_outline_record *r, rim_polygon2 polygon)
{
    for (int k = 0; k < polygon.count; k++)
    {
        rim_vec2 p = rim_record_from_anchor(r, polygon.points[k]);
        rim_put(w, k ? "L" : "M");
        rim_put_float(w, p.x);
        rim_put(w, " ");
        rim_put_float(w, p.y);
    }
    rim_put(w, "Z");
}

static void put_path_start(rim_writer *w, const char *kind)
{
    rim_put(w, "    <path class=\"");
    rim_put(w, kind);
    rim_put(w, "\" fill=\"" INK "\" fill-opacity=\"0.15\" fill-rule=\"evenodd\" stroke=\"" INK
               "\" stroke-linejoin=\"round\" d=\"");
}

static void put_dots(rim_writer *w, const rim_outline_record *r, rim_polygon2 polygon, float radius)
{
    for (int k = 0; k < polygon.count; k++)
    {
        rim_vec2 p = rim_record_from_anchor(r, polygon.points[k]);
        rim_put(w, "    <circle class=\"point\" fill=\"" INK "\" stroke=\"none\" cx=\"");
        rim_put_float(w, p.x);
        rim_put(w, "\" cy=\"");
        rim_put_float(w, p.y);
        rim_put(w, "\" r=\"");
        rim_put_float(w, radius);
        rim_put(w, "\"/>\n");
    }
}

// A contour is one path with holes, and its points; each piece is a path of its own.
void rim_put_polygons_svg(rim_writer *w, const rim_outline_record *r, float radius)
{
    int64_t count = rim_record_polygon_count(r);
    if (r->kind != RIM_OUTLINE_CONTOUR)
    {
        for (int64_t i = 0; i < count && !w->failed; i++)
        {
            put_path_start(w, "piece");
            put_path(w, r, rim_record_polygon(r, i));
            rim_put(w, "\"/>\n");
        }
        return;
    }
    if (count == 0) return;
    put_path_start(w, "contour");
    for (int64_t i = 0; i < count && !w->failed; i++) put_path(w, r, rim_record_polygon(r, i));
    rim_put(w, "\"/>\n");
    for (int64_t i = 0; i < count && !w->failed; i++)
        put_dots(w, r, rim_record_polygon(r, i), radius);
}
