// Contours and pieces as the files that engines load: PhysicsEditor's plist, Tiled's tileset, Godot's
// scene, R.U.B.E.'s JSON for Box2D.
#include "rimcast/export.h"

#include "data/export.h"

#include <math.h>
#include <string.h>

// --- helpers ----------------------------------------------------------------------------

// Returns true if all records have finite anchors and consist of polygons without holes, of at most `most_corners`
// corners each (0: any number). A contour has a hole if one of its rings has a parent, which is the ring around it.
static bool can_be_written(const rim_outline_record *records, int count, int most_corners)
{
    if (!records_are_finite(records, count)) return false;
    for (int i = 0; i < count; i++)
    {
        if (!record_has_polygons(&records[i])) return false;
        for (int64_t k = 0; k < record_polygon_count(&records[i]); k++)
        {
            if (records[i].kind == RIM_OUTLINE_CONTOUR &&
                rim_loops_list(records[i].loops, NULL)[k].parent >= 0)
                return false;
            if (most_corners > 0 && record_polygon(&records[i], k).count > most_corners)
                return false;
        }
    }
    return true;
}

// Returns corner k of a polygon, relative to the anchor, for an engine with y up and counter-clockwise corners. With y
// negated for the other axis, the ring looks the same and still runs clockwise. So its corners are taken backwards.
static rim_vec2 upright(const rim_outline_record *r, rim_polygon2 polygon, int k)
{
    rim_vec2 p = record_from_anchor(r, polygon.points[polygon.count - 1 - k]);
    return rim_vec2_make(p.x, -p.y);
}

static void engines_put_pair(text_writer *w, rim_vec2 p, const char *between)
{
    writer_put_float(w, p.x);
    writer_put(w, between);
    writer_put_float(w, p.y);
}

// --- PhysicsEditor ------------------------------------------------------------------------------------

// The keys of the loaders for plain Box2D and for cocos2d-x, all with neutral values.
#define PLIST_BODY                                                                                 \
    "\t\t\t<key>is_dynamic</key><true/>\n"                                                         \
    "\t\t\t<key>affected_by_gravity</key><true/>\n"                                                \
    "\t\t\t<key>allows_rotation</key><true/>\n"                                                    \
    "\t\t\t<key>linear_damping</key><real>0</real>\n"                                              \
    "\t\t\t<key>angular_damping</key><real>0</real>\n"                                             \
    "\t\t\t<key>velocity_limit</key><real>0</real>\n"                                              \
    "\t\t\t<key>angular_velocity_limit</key><real>0</real>\n"

#define PLIST_FIXTURE                                                                              \
    "\t\t\t\t\t<key>density</key><real>1</real>\n"                                                 \
    "\t\t\t\t\t<key>friction</key><real>0.5</real>\n"                                              \
    "\t\t\t\t\t<key>restitution</key><real>0</real>\n"                                             \
    "\t\t\t\t\t<key>isSensor</key><false/>\n"                                                      \
    "\t\t\t\t\t<key>filter_categoryBits</key><integer>1</integer>\n"                               \
    "\t\t\t\t\t<key>filter_groupIndex</key><integer>0</integer>\n"                                 \
    "\t\t\t\t\t<key>filter_maskBits</key><integer>65535</integer>\n"                               \
    "\t\t\t\t\t<key>tag</key><integer>0</integer>\n"                                               \
    "\t\t\t\t\t<key>group</key><integer>0</integer>\n"                                             \
    "\t\t\t\t\t<key>category_mask</key><integer>1</integer>\n"                                     \
    "\t\t\t\t\t<key>collision_mask</key><integer>65535</integer>\n"                                \
    "\t\t\t\t\t<key>contact_test_mask</key><integer>0</integer>\n"                                 \
    "\t\t\t\t\t<key>fixture_type</key><string>POLYGON</string>\n"

// Writes each polygon as an array of strings "{ x,y }".
static void put_plist_polygons(text_writer *w, const rim_outline_record *r)
{
    for (int64_t i = 0; i < record_polygon_count(r) && !w->failed; i++)
    {
        rim_polygon2 polygon = record_polygon(r, i);
        writer_put(w, "\t\t\t\t\t\t<array>\n");
        for (int k = 0; k < polygon.count; k++)
        {
            writer_put(w, "\t\t\t\t\t\t\t<string>{ ");
            engines_put_pair(w, upright(r, polygon, k), ",");
            writer_put(w, " }</string>\n");
        }
        writer_put(w, "\t\t\t\t\t\t</array>\n");
    }
}

// Returns the anchor as a fraction of the image's size, from its bottom left corner.
static rim_vec2 anchor_share(const rim_outline_record *r)
{
    return rim_vec2_make(r->width > 0 ? r->anchor.x / (float)r->width : 0.0f,
                         r->height > 0 ? 1.0f - r->anchor.y / (float)r->height : 0.0f);
}

// Writes the body of a record: one fixture with all its polygons.
static void put_plist_body(text_writer *w, const rim_outline_record *r, const char *name)
{
    writer_put(w, "\t\t<key>");
    writer_put_xml(w, name);
    writer_put(w, "</key>\n\t\t<dict>\n\t\t\t<key>anchorpoint</key><string>{ ");
    engines_put_pair(w, anchor_share(r), ",");
    writer_put(w, " }</string>\n" PLIST_BODY "\t\t\t<key>fixtures</key>\n\t\t\t<array>\n");
    if (record_polygon_count(r) > 0)
    {
        writer_put(w, "\t\t\t\t<dict>\n" PLIST_FIXTURE
                      "\t\t\t\t\t<key>polygons</key>\n\t\t\t\t\t<array>\n");
        put_plist_polygons(w, r);
        writer_put(w, "\t\t\t\t\t</array>\n\t\t\t\t</dict>\n");
    }
    writer_put(w, "\t\t\t</array>\n\t\t</dict>\n");
}

// Writes a body for each record, in the layout of PhysicsEditor. Returns RIM_ERR_ARGUMENT for polygons with holes or
// with more corners than Box2D takes.
rim_status outline_write_plist(rim_sink sink, const rim_outline_record *records, int count)
{
    if (!can_be_written(records, count, RIM_BOX2D_MAX_CORNERS)) return RIM_ERR_ARGUMENT;
    text_writer  w;
    export_names names;
    if (export_names_create(&names, records, count, EXPORT_NAMES_BODY)) return RIM_ERR_MEMORY;
    writer_start(&w, sink);
    writer_put(&w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                   "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
                   "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n"
                   "<plist version=\"1.0\">\n<dict>\n"
                   "\t<key>metadata</key>\n\t<dict>\n"
                   "\t\t<key>format</key><integer>1</integer>\n"
                   "\t\t<key>ptm_ratio</key><real>32</real>\n"
                   "\t</dict>\n\t<key>bodies</key>\n\t<dict>\n");
    for (int i = 0; i < count && !w.failed; i++)
        put_plist_body(&w, &records[i], names.items[i].text);
    writer_put(&w, "\t</dict>\n</dict>\n</plist>\n");
    export_names_destroy(&names);
    return writer_finish(&w);
}

// --- Tiled ----------------------------------------------------------------------------------------------

// Writes an attribute of an XML element, with a space in front.
static void engines_put_attribute(text_writer *w, const char *name, int value)
{
    writer_put(w, " ");
    writer_put(w, name);
    writer_put(w, "=\"");
    writer_put_int(w, value);
    writer_put(w, "\"");
}

// Writes a polygon as an object. Its points are relative to its position, which is the tile's top left corner.
static void put_tiled_object(text_writer *w, rim_polygon2 polygon, int64_t id)
{
    writer_put(w, "   <object id=\"");
    writer_put_int(w, id);
    writer_put(w, "\" x=\"0\" y=\"0\">\n    <polygon points=\"");
    for (int k = 0; k < polygon.count; k++)
    {
        if (k) writer_put(w, " ");
        engines_put_pair(w, polygon.points[k], ",");
    }
    writer_put(w, "\"/>\n   </object>\n");
}

// Writes a tile with its polygons as objects. The tile is the part r->place of the image, or the whole image if
// r->place is empty.
static void put_tiled_tile(text_writer *w, const rim_outline_record *r, int id)
{
    bool part = !rim_rect_is_empty(r->place);
    writer_put(w, " <tile");
    engines_put_attribute(w, "id", id);
    if (part)
    {
        engines_put_attribute(w, "x", r->place.x0);
        engines_put_attribute(w, "y", r->place.y0);
        engines_put_attribute(w, "width", r->place.x1 - r->place.x0);
        engines_put_attribute(w, "height", r->place.y1 - r->place.y0);
    }
    writer_put(w, ">\n  <image source=\"");
    writer_put_xml(w, r->file);
    writer_put(w, "\"");
    if (!part)
    {
        engines_put_attribute(w, "width", r->width);
        engines_put_attribute(w, "height", r->height);
    }
    writer_put(w, "/>\n  <objectgroup draworder=\"index\">\n");
    for (int64_t i = 0; i < record_polygon_count(r) && !w->failed; i++)
        put_tiled_object(w, record_polygon(r, i), i + 1);
    writer_put(w, "  </objectgroup>\n </tile>\n");
}

// Writes a tileset with a tile for each record. Returns RIM_ERR_ARGUMENT for polygons with holes.
rim_status outline_write_tiled(rim_sink sink, const rim_outline_record *records, int count)
{
    int width = 0, height = 0;
    if (!can_be_written(records, count, 0)) return RIM_ERR_ARGUMENT;
    for (int i = 0; i < count; i++)
    {
        width = records[i].width > width ? records[i].width : width;
        height = records[i].height > height ? records[i].height : height;
    }
    text_writer w;
    writer_start(&w, sink);
    writer_put(&w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                   "<tileset version=\"1.9\" name=\"rimcast\"");
    engines_put_attribute(&w, "tilewidth", width);
    engines_put_attribute(&w, "tileheight", height);
    engines_put_attribute(&w, "tilecount", count);
    writer_put(&w,
               " columns=\"0\">\n <grid orientation=\"orthogonal\" width=\"1\" height=\"1\"/>\n");
    for (int i = 0; i < count && !w.failed; i++) put_tiled_tile(&w, &records[i], i);
    writer_put(&w, "</tileset>\n");
    return writer_finish(&w);
}

// --- Godot ----------------------------------------------------------------------------------------------

// Writes the corners of a polygon, relative to the anchor, as an expression of Godot.
static void put_godot_points(text_writer *w, const rim_outline_record *r, rim_polygon2 polygon)
{
    writer_put(w, "PackedVector2Array(");
    for (int k = 0; k < polygon.count; k++)
    {
        if (k) writer_put(w, ", ");
        engines_put_pair(w, record_from_anchor(r, polygon.points[k]), ", ");
    }
    writer_put(w, ")\n");
}

// Writes the convex pieces of record number `record` as resources with the ids RECORD_PIECE, to which the nodes of
// put_godot_body refer. The rings of a contour need no resource.
static void put_godot_resources(text_writer *w, const rim_outline_record *r, int record)
{
    if (r->kind == RIM_OUTLINE_CONTOUR) return;
    for (int64_t i = 0; i < record_polygon_count(r) && !w->failed; i++)
    {
        writer_put(w, "[sub_resource type=\"ConvexPolygonShape2D\" id=\"");
        writer_put_int(w, record);
        writer_put(w, "_");
        writer_put_int(w, i);
        writer_put(w, "\"]\npoints = ");
        put_godot_points(w, r, record_polygon(r, i));
        writer_put(w, "\n");
    }
}

// Writes the body of record number `record`: a node for each ring with its points, or for each piece with its resource.
static void put_godot_body(text_writer *w, const rim_outline_record *r, int record,
                           const char *name)
{
    bool contour = r->kind == RIM_OUTLINE_CONTOUR;
    writer_put(w, "[node name=\"");
    writer_put(w, name);
    writer_put(w, "\" type=\"StaticBody2D\" parent=\".\"]\n\n");
    for (int64_t i = 0; i < record_polygon_count(r) && !w->failed; i++)
    {
        writer_put(w, contour ? "[node name=\"ring" : "[node name=\"piece");
        writer_put_int(w, i);
        writer_put(w, contour ? "\" type=\"CollisionPolygon2D\" parent=\""
                              : "\" type=\"CollisionShape2D\" parent=\"");
        writer_put(w, name);
        if (contour)
        {
            writer_put(w, "\"]\npolygon = ");
            put_godot_points(w, r, record_polygon(r, i));
            writer_put(w, "\n");
        }
        else
        {
            writer_put(w, "\"]\nshape = SubResource(\"");
            writer_put_int(w, record);
            writer_put(w, "_");
            writer_put_int(w, i);
            writer_put(w, "\")\n\n");
        }
    }
}

// Writes a scene with a static body for each record. Returns RIM_ERR_ARGUMENT for polygons with holes.
rim_status outline_write_godot(rim_sink sink, const rim_outline_record *records, int count)
{
    if (!can_be_written(records, count, 0)) return RIM_ERR_ARGUMENT;
    text_writer  w;
    export_names names;
    if (export_names_create(&names, records, count, EXPORT_NAMES_BODY)) return RIM_ERR_MEMORY;
    writer_start(&w, sink);
    writer_put(&w, "[gd_scene format=3]\n\n");
    for (int i = 0; i < count && !w.failed; i++) put_godot_resources(&w, &records[i], i);
    writer_put(&w, "[node name=\"Outlines\" type=\"Node2D\"]\n\n");
    for (int i = 0; i < count && !w.failed; i++)
        put_godot_body(&w, &records[i], i, names.items[i].text);
    export_names_destroy(&names);
    return writer_finish(&w);
}

// --- Box2D ----------------------------------------------------------------------------------------------

// Writes the x (axis 0) or the y (axis 1) of all corners of a polygon as an array, as the R.U.B.E. layout has them.
static void put_box2d_axis(text_writer *w, const rim_outline_record *r, rim_polygon2 polygon,
                           int axis)
{
    writer_put(w, axis ? ", \"y\": [" : "\"x\": [");
    for (int k = 0; k < polygon.count; k++)
    {
        rim_vec2 p = upright(r, polygon, k);
        if (k) writer_put(w, ", ");
        writer_put_float(w, axis ? p.y : p.x);
    }
    writer_put(w, "]");
}

// Writes the body of a record: a fixture for each piece.
static void put_box2d_body(text_writer *w, const rim_outline_record *r, const char *name)
{
    int64_t count = record_polygon_count(r);
    writer_put(w, "    {\n      \"name\": \"");
    writer_put(w, name);
    writer_put(w, "\",\n      \"type\": 2,\n      \"position\": { \"x\": 0, \"y\": 0 },\n"
                  "      \"angle\": 0,\n      \"fixture\": [");
    for (int64_t i = 0; i < count && !w->failed; i++)
    {
        rim_polygon2 polygon = record_polygon(r, i);
        writer_put(w, i ? ",\n        { \"name\": \"piece" : "\n        { \"name\": \"piece");
        writer_put_int(w, i);
        writer_put(w, "\", \"density\": 1, \"friction\": 0.5, \"restitution\": 0,\n"
                      "          \"polygon\": { \"vertices\": { ");
        put_box2d_axis(w, r, polygon, 0);
        put_box2d_axis(w, r, polygon, 1);
        writer_put(w, " } } }");
    }
    writer_put(w, count ? "\n      ]\n    }" : "]\n    }");
}

// Writes a body for each record, in R.U.B.E.'s layout. Returns RIM_ERR_ARGUMENT for polygons with holes or with more
// corners than Box2D takes.
rim_status outline_write_box2d(rim_sink sink, const rim_outline_record *records, int count)
{
    if (!can_be_written(records, count, RIM_BOX2D_MAX_CORNERS)) return RIM_ERR_ARGUMENT;
    text_writer  w;
    export_names names;
    if (export_names_create(&names, records, count, EXPORT_NAMES_BODY)) return RIM_ERR_MEMORY;
    writer_start(&w, sink);
    writer_put(&w, "{\n  \"gravity\": { \"x\": 0, \"y\": -10 },\n  \"body\": [\n");
    for (int i = 0; i < count && !w.failed; i++)
    {
        put_box2d_body(&w, &records[i], names.items[i].text);
        writer_put(&w, i + 1 < count ? ",\n" : "\n");
    }
    writer_put(&w, "  ]\n}\n");
    export_names_destroy(&names);
    return writer_finish(&w);
}
