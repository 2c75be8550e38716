// Shapes for engines that place a body by a reference point of their own: Defold's convex hulls, relative to the
// sprite's pivot, and Phaser's Matter bodies, relative to their center of mass.
#include "rimcast/export.h"

#include "base/memory.h"
#include "data/export.h"

#include <math.h>
#include <string.h>

// --- Defold -----------------------------------------------------------------------------------------------

// Returns an array of all corners of all polygons of a record, and stores their number. The caller releases the array.
// Returns NULL if there is no memory.
static rim_vec2 *hull_corners(const rim_outline_record *r, size_t *count, const rim_allocator *from)
{
    *count = 0;
    for (int64_t i = 0; i < record_polygon_count(r); i++)
        *count += (size_t)record_polygon(r, i).count;
    rim_vec2 *points = memory_allocate(from, *count, sizeof *points);
    size_t    next = 0;
    for (int64_t i = 0; points && i < record_polygon_count(r); i++)
    {
        rim_polygon2 polygon = record_polygon(r, i);
        for (int k = 0; k < polygon.count; k++) points[next++] = polygon.points[k];
    }
    return points;
}

// Returns twice the area of the triangle of corner k and its two neighbors. A convex polygon without corner k has the
// area of this triangle less.
static double hull_corner_area(const rim_vec2 *points, size_t count, size_t k)
{
    rim_vec2 a = points[(k + count - 1) % count], b = points[k], c = points[(k + 1) % count];
    return fabs(((double)b.x - a.x) * ((double)c.y - b.y) -
                ((double)b.y - a.y) * ((double)c.x - b.x));
}

// Removes corners of a convex polygon until at most `most` are left (M. Visvalingam and J. D. Whyatt, "Line
// generalisation by repeated elimination of points", 1993). Each step removes the corner by which the area shrinks
// least, and of equal ones the first. Returns the number of corners that are left.
static size_t hull_reduce(rim_vec2 *points, size_t count, size_t most)
{
    while (count > most)
    {
        size_t least = 0;
        double area = hull_corner_area(points, count, 0);
        for (size_t k = 1; k < count; k++)
        {
            double other = hull_corner_area(points, count, k);
            if (other < area)
            {
                least = k;
                area = other;
            }
        }
        count--;
        memmove(points + least, points + least + 1, (count - least) * sizeof *points);
    }
    return count;
}

// Writes a number as Defold's editor does, with a decimal point or an exponent. Minus zero is written as 0.
static void put_defold_number(text_writer *w, float value)
{
    char text[RIM_NUMBER_TEXT];
    rim_number_print_float(text, value == 0.0f ? 0.0f : value);
    writer_put(w, "data: ");
    writer_put(w, text);
    writer_put(w, strpbrk(text, ".e") ? "\n" : ".0\n");
}

// Writes a convex hull of `count` corners, which run clockwise with y down. Defold has y up, so y is negated, and the
// corners are taken backwards so that they run counter-clockwise. The third number of a corner is z.
static rim_status put_defold_hull(rim_sink sink, const rim_outline_record *r,
                                  const rim_vec2 *corners, size_t count)
{
    text_writer w;
    writer_start(&w, sink);
    writer_put(&w, "shape_type: TYPE_HULL\n");
    for (size_t i = 0; i < count && !w.failed; i++)
    {
        rim_vec2 p = record_from_anchor(r, corners[count - 1 - i]);
        put_defold_number(&w, p.x);
        put_defold_number(&w, -p.y);
        put_defold_number(&w, 0.0f);
    }
    return writer_finish(&w);
}

// Writes the convex hull of all polygons of one record, with at most RIM_DEFOLD_MAX_CORNERS corners. Returns
// RIM_ERR_ARGUMENT for another number of records, and if no hull of three corners is left.
rim_status outline_write_defold(rim_sink sink, const rim_outline_record *records, int count)
{
    if (count != 1 || !record_has_polygons(records) || !records_are_finite(records, 1))
        return RIM_ERR_ARGUMENT;
    rim_allocator from = memory_allocator_or_default(NULL);
    size_t        corners;
    rim_vec2     *points = hull_corners(records, &corners, &from);
    if (!points) return RIM_ERR_MEMORY;
    // The hull takes the place of the corners in the array.
    size_t hull = hull_reduce(points, rim_polygon2_hull(points, corners), RIM_DEFOLD_MAX_CORNERS);
    rim_status status = hull >= 3 ? put_defold_hull(sink, records, points, hull) : RIM_ERR_ARGUMENT;
    memory_release(&from, points, corners, sizeof *points);
    return status;
}

// --- Phaser -----------------------------------------------------------------------------------------------

// The largest difference of two numbers that Phaser treats as equal.
#define PHASER_FUZZ 0.0001

// The body's center of mass as Phaser computes it, the mean of the pieces' centroids by area, and the box around the
// pieces.
typedef struct phaser_body
{
    double x, y, area; // x, y: the sums of area times centroid, until phaser_body_of divides them
    double x0, y0, x1, y1; // the box
} phaser_body;

// Adds area, area times centroid, and bounds of a polygon to those of the body. The polygon is cut into triangles
// with its first corner. Areas are signed, so all polygons of the body must run the same way. Requires at least one
// corner.
static void phaser_add(phaser_body *body, rim_polygon2 polygon)
{
    rim_vec2 first = polygon.points[0];
    for (int k = 0; k < polygon.count; k++)
    {
        rim_vec2 p = polygon.points[k], q = polygon.points[(k + 1) % polygon.count];
        double   px = (double)p.x - first.x, py = (double)p.y - first.y;
        double   qx = (double)q.x - first.x, qy = (double)q.y - first.y;
        double   area = 0.5 * (px * qy - py * qx); // of the triangle with the first corner
        body->area += area;
        body->x += area * (first.x + (px + qx) / 3.0);
        body->y += area * (first.y + (py + qy) / 3.0);
        body->x0 = p.x < body->x0 ? p.x : body->x0;
        body->y0 = p.y < body->y0 ? p.y : body->y0;
        body->x1 = p.x > body->x1 ? p.x : body->x1;
        body->y1 = p.y > body->y1 ? p.y : body->y1;
    }
}

// Returns area, center of mass and bounds of all pieces of a record. The center is NaN if the area is 0.
static phaser_body phaser_body_of(const rim_outline_record *r)
{
    phaser_body body = { .x0 = INFINITY, .y0 = INFINITY, .x1 = -INFINITY, .y1 = -INFINITY };
    for (int64_t i = 0; i < record_polygon_count(r); i++) phaser_add(&body, record_polygon(r, i));
    body.x /= body.area;
    body.y /= body.area;
    return body;
}

// Writes the offset of the sprite's image, if one is needed. Usually Phaser sets the origin of the sprite to the
// center of mass, as a fraction of the image, which is right. But if the center of mass is in the middle of the
// body's box (up to PHASER_FUZZ), Phaser takes the middle of the image as the origin. The offset, from that middle to
// the center of mass, corrects this.
static void put_phaser_offset(text_writer *w, const rim_outline_record *r)
{
    phaser_body b = phaser_body_of(r);
    bool        middle = fabs((b.x - b.x0) / (b.x1 - b.x0) - 0.5) < PHASER_FUZZ &&
                  fabs((b.y - b.y0) / (b.y1 - b.y0) - 0.5) < PHASER_FUZZ;
    if (!middle || r->width <= 0 || r->height <= 0) return;
    double x = b.x / r->width - 0.5, y = b.y / r->height - 0.5;
    if (fabs(x) < 1e-9 && fabs(y) < 1e-9) return; // a rounding error
    writer_put(w, "    \"render\": { \"sprite\": { \"xOffset\": ");
    writer_put_double(w, x);
    writer_put(w, ", \"yOffset\": ");
    writer_put_double(w, y);
    writer_put(w, " } },\n");
}

// Writes the corners of a piece, in pixels from the image's top left corner.
static void put_phaser_piece(text_writer *w, rim_polygon2 polygon)
{
    writer_put(w, "          [");
    for (int k = 0; k < polygon.count; k++)
    {
        writer_put(w, k ? ", { \"x\": " : "{ \"x\": ");
        writer_put_float(w, polygon.points[k].x);
        writer_put(w, ", \"y\": ");
        writer_put_float(w, polygon.points[k].y);
        writer_put(w, " }");
    }
    writer_put(w, "]");
}

// Writes the body of a record: one fixture with all its pieces.
static void put_phaser_body(text_writer *w, const rim_outline_record *r, const char *name)
{
    int64_t count = record_polygon_count(r);
    writer_put(w, "  \"");
    writer_put(w, name);
    writer_put(w, "\": {\n    \"type\": \"fromPhysicsEditor\",\n    \"label\": \"");
    writer_put(w, name);
    writer_put(w, "\",\n");
    put_phaser_offset(w, r);
    writer_put(w, "    \"fixtures\": [\n      { \"vertices\": [\n");
    for (int64_t i = 0; i < count && !w->failed; i++)
    {
        put_phaser_piece(w, record_polygon(r, i));
        writer_put(w, i + 1 < count ? ",\n" : "\n");
    }
    writer_put(w, "        ] }\n    ]\n  }");
}

// Writes a body for each record that has pieces. Returns RIM_ERR_ARGUMENT for records without convex pieces.
rim_status outline_write_phaser(rim_sink sink, const rim_outline_record *records, int count)
{
    if (!records_are_finite(records, count)) return RIM_ERR_ARGUMENT;
    for (int i = 0; i < count; i++)
        if (!record_has_polygons(&records[i]) || records[i].kind == RIM_OUTLINE_CONTOUR)
            return RIM_ERR_ARGUMENT;
    text_writer  w;
    export_names names;
    bool         any = false;
    if (export_names_create(&names, records, count, EXPORT_NAMES_BODY)) return RIM_ERR_MEMORY;
    writer_start(&w, sink);
    writer_put(&w, "{");
    for (int i = 0; i < count && !w.failed; i++)
    {
        if (record_polygon_count(&records[i]) == 0) continue;
        writer_put(&w, any ? ",\n" : "\n");
        put_phaser_body(&w, &records[i], names.items[i].text);
        any = true;
    }
    writer_put(&w, any ? "\n}\n" : "}\n");
    export_names_destroy(&names);
    return writer_finish(&w);
}
