// Contours and pieces as the files that engines load: PhysicsEditor's plist, Tiled's tileset, Godot's
// scene, R.U.B.E.'s JSON for Box2D.
#include "rimcast/export_engines.h"

#include "data/export.h"

#include <math.h>
#include <string.h>

// --- names ------------------------------------------------------------------------------------------

static bool is_number(const char *text)
{
    return text[0] && strspn(text, "0123456789") == strlen(text);
}

// What an engine calls a body: the frame's name in an atlas, the image's and the cell's number in a sheet,
// else the image's; without folders and ending, in single characters that every engine allows.
typedef struct body_name
{
    const char *text[2];
    size_t      size[2];
} body_name;

static void name_part(body_name *n, int part, const char *path)
{
    const char *start = path;
    for (const char *c = path; *c; c++)
        if (*c == '/' || *c == '\\') start = c + 1;
    const char *dot = strrchr(start, '.');
    n->text[part] = start;
    n->size[part] = dot && dot != start ? (size_t)(dot - start) : strlen(start);
}

static body_name name_of(const rim_outline_record *r)
{
    body_name n = { { "", "" }, { 0, 0 } };
    if (!r->frame || is_number(r->frame)) name_part(&n, 0, r->file);
    if (r->frame) name_part(&n, 1, r->frame);
    return n;
}

static bool same_name(body_name a, body_name b)
{
    for (int i = 0; i < 2; i++)
        if (a.size[i] != b.size[i] || memcmp(a.text[i], b.text[i], a.size[i]) != 0) return false;
    return true;
}

static bool names_clash(const rim_outline_record *records, int count)
{
    for (int i = 1; i < count; i++)
        for (int j = 0; j < i; j++)
            if (same_name(name_of(&records[i]), name_of(&records[j]))) return true;
    return false;
}

// Quotes, brackets and the like are special somewhere: they become '_'. Bytes of UTF-8 stay.
static void put_name(rim_writer *w, const rim_outline_record *r, int number)
{
    body_name n = name_of(r);
    for (int part = 0; part < 2; part++)
    {
        if (part == 1 && n.size[0] > 0 && n.size[1] > 0) rim_put(w, "_");
        for (size_t i = 0; i < n.size[part]; i++)
        {
            char c = n.text[part][i];
            bool special = (unsigned char)c < 0x20 || c == 0x7f || strchr("\"'<>&\\/:@%.", c);
            rim_put_bytes(w, special ? "_" : &c, 1);
        }
    }
    if (number == 0) return;
    rim_put(w, "_");
    rim_put_int(w, number);
}

// --- what all of them need ----------------------------------------------------------------------------

static bool can_be_written(const rim_outline_record *records, int count, int most_corners)
{
    if (!rim_records_are_finite(records, count)) return false;
    for (int i = 0; i < count; i++)
    {
        if (!rim_record_has_polygons(&records[i])) return false;
        for (int64_t k = 0; k < rim_record_polygon_count(&records[i]); k++)
        {
            if (records[i].kind == RIM_OUTLINE_CONTOUR &&
                rim_loops_get(records[i].loops, k).parent >= 0)
                return false;
            if (most_corners > 0 && rim_record_polygon(&records[i], k).count > most_corners)
                return false;
        }
    }
    return true;
}

// Box2D counts y up and corners counter-clockwise: the same ring, mirrored, from its other end.
static rim_vec2 upright(const rim_outline_record *r, rim_polygon2 polygon, int k)
{
    rim_vec2 p = rim_record_from_anchor(r, polygon.points[polygon.count - 1 - k]);
    return rim_vec2_make(p.x, -p.y);
}

static void put_pair(rim_writer *w, rim_vec2 p, const char *between)
{
    rim_put_float(w, p.x);
    rim_put(w, between);
    rim_put_float(w, p.y);
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

static void put_plist_polygons(rim_writer *w, const rim_outline_record *r)
{
    for (int64_t i = 0; i < rim_record_polygon_count(r) && !w->failed; i++)
    {
        rim_polygon2 polygon = rim_record_polygon(r, i);
        rim_put(w, "\t\t\t\t\t\t<array>\n");
        for (int k = 0; k < polygon.count; k++)
        {
            rim_put(w, "\t\t\t\t\t\t\t<string>{ ");
            put_pair(w, upright(r, polygon, k), ",");
            rim_put(w, " }</string>\n");
        }
        rim_put(w, "\t\t\t\t\t\t</array>\n");
    }
}

// The anchor as a share of the image, from its bottom left corner.
static rim_vec2 anchor_share(const rim_outline_record *r)
{
    return rim_vec2_make(r->width > 0 ? r->anchor.x / (float)r->width : 0.0f,
                         r->height > 0 ? 1.0f - r->anchor.y / (float)r->height : 0.0f);
}

static void put_plist_body(rim_writer *w, const rim_outline_record *r, int number)
{
    rim_put(w, "\t\t<key>");
    put_name(w, r, number);
    rim_put(w, "</key>\n\t\t<dict>\n\t\t\t<key>anchorpoint</key><string>{ ");
    put_pair(w, anchor_share(r), ",");
    rim_put(w, " }</string>\n" PLIST_BODY "\t\t\t<key>fixtures</key>\n\t\t\t<array>\n");
    if (rim_record_polygon_count(r) > 0)
    {
        rim_put(w, "\t\t\t\t<dict>\n" PLIST_FIXTURE
                   "\t\t\t\t\t<key>polygons</key>\n\t\t\t\t\t<array>\n");
        put_plist_polygons(w, r);
        rim_put(w, "\t\t\t\t\t</array>\n\t\t\t\t</dict>\n");
    }
    rim_put(w, "\t\t\t</array>\n\t\t</dict>\n");
}

rim_status rim_outline_write_plist(rim_sink sink, const rim_outline_record *records, int count)
{
    if (!can_be_written(records, count, RIM_BOX2D_MAX_CORNERS)) return RIM_ERR_ARGUMENT;
    rim_writer w;
    rim_writer_start(&w, sink);
    rim_put(&w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
                "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n"
                "<plist version=\"1.0\">\n<dict>\n"
                "\t<key>metadata</key>\n\t<dict>\n"
                "\t\t<key>format</key><integer>1</integer>\n"
                "\t\t<key>ptm_ratio</key><real>32</real>\n"
                "\t</dict>\n\t<key>bodies</key>\n\t<dict>\n");
    bool clash = names_clash(records, count);
    for (int i = 0; i < count && !w.failed; i++) put_plist_body(&w, &records[i], clash ? i + 1 : 0);
    rim_put(&w, "\t</dict>\n</dict>\n</plist>\n");
    return rim_writer_finish(&w);
}

// --- Tiled ----------------------------------------------------------------------------------------------

static void put_attribute(rim_writer *w, const char *name, int value)
{
    rim_put(w, " ");
    rim_put(w, name);
    rim_put(w, "=\"");
    rim_put_int(w, value);
    rim_put(w, "\"");
}

// An object's points are relative to it: it stands in the tile's top left corner.
static void put_tiled_object(rim_writer *w, rim_polygon2 polygon, int64_t id)
{
    rim_put(w, "   <object id=\"");
    rim_put_int(w, id);
    rim_put(w, "\" x=\"0\" y=\"0\">\n    <polygon points=\"");
    for (int k = 0; k < polygon.count; k++)
    {
        if (k) rim_put(w, " ");
        put_pair(w, polygon.points[k], ",");
    }
    rim_put(w, "\"/>\n   </object>\n");
}

static void put_tiled_tile(rim_writer *w, const rim_outline_record *r, int id)
{
    bool part = !rim_rect_is_empty(r->place);
    rim_put(w, " <tile");
    put_attribute(w, "id", id);
    if (part)
    {
        put_attribute(w, "x", r->place.x0);
        put_attribute(w, "y", r->place.y0);
        put_attribute(w, "width", r->place.x1 - r->place.x0);
        put_attribute(w, "height", r->place.y1 - r->place.y0);
    }
    rim_put(w, ">\n  <image source=\"");
    rim_put_xml(w, r->file);
    rim_put(w, "\"");
    if (!part)
    {
        put_attribute(w, "width", r->width);
        put_attribute(w, "height", r->height);
    }
    rim_put(w, "/>\n  <objectgroup draworder=\"index\">\n");
    for (int64_t i = 0; i < rim_record_polygon_count(r) && !w->failed; i++)
        put_tiled_object(w, rim_record_polygon(r, i), i + 1);
    rim_put(w, "  </objectgroup>\n </tile>\n");
}

rim_status rim_outline_write_tiled(rim_sink sink, const rim_outline_record *records, int count)
{
    int width = 0, height = 0;
    if (!can_be_written(records, count, 0)) return RIM_ERR_ARGUMENT;
    for (int i = 0; i < count; i++)
    {
        width = records[i].width > width ? records[i].width : width;
        height = records[i].height > height ? records[i].height : height;
    }
    rim_writer w;
    rim_writer_start(&w, sink);
    rim_put(&w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                "<tileset version=\"1.9\" name=\"rimcast\"");
    put_attribute(&w, "tilewidth", width);
    put_attribute(&w, "tileheight", height);
    put_attribute(&w, "tilecount", count);
    rim_put(&w, " columns=\"0\">\n <grid orientation=\"orthogonal\" width=\"1\" height=\"1\"/>\n");
    for (int i = 0; i < count && !w.failed; i++) put_tiled_tile(&w, &records[i], i);
    rim_put(&w, "</tileset>\n");
    return rim_writer_finish(&w);
}

// --- Godot ----------------------------------------------------------------------------------------------

static void put_godot_points(rim_writer *w, const rim_outline_record *r, rim_polygon2 polygon)
{
    rim_put(w, "PackedVector2Array(");
    for (int k = 0; k < polygon.count; k++)
    {
        if (k) rim_put(w, ", ");
        put_pair(w, rim_record_from_anchor(r, polygon.points[k]), ", ");
    }
    rim_put(w, ")\n");
}

// A convex piece is a resource of its own, which a shape's node then uses.
static void put_godot_resources(rim_writer *w, const rim_outline_record *r, int record)
{
    if (r->kind == RIM_OUTLINE_CONTOUR) return;
    for (int64_t i = 0; i < rim_record_polygon_count(r) && !w->failed; i++)
    {
        rim_put(w, "[sub_resource type=\"ConvexPolygonShape2D\" id=\"");
        rim_put_int(w, record);
        rim_put(w, "_");
        rim_put_int(w, i);
        rim_put(w, "\"]\npoints = ");
        put_godot_points(w, r, rim_record_polygon(r, i));
        rim_put(w, "\n");
    }
}

static void put_godot_body(rim_writer *w, const rim_outline_record *r, int record, int number)
{
    bool contour = r->kind == RIM_OUTLINE_CONTOUR;
    rim_put(w, "[node name=\"");
    put_name(w, r, number);
    rim_put(w, "\" type=\"StaticBody2D\" parent=\".\"]\n\n");
    for (int64_t i = 0; i < rim_record_polygon_count(r) && !w->failed; i++)
    {
        rim_put(w, contour ? "[node name=\"ring" : "[node name=\"piece");
        rim_put_int(w, i);
        rim_put(w, contour ? "\" type=\"CollisionPolygon2D\" parent=\""
                           : "\" type=\"CollisionShape2D\" parent=\"");
        put_name(w, r, number);
        rim_put(w, contour ? "\"]\npolygon = " : "\"]\nshape = SubResource(\"");
        if (contour)
        {
            put_godot_points(w, r, rim_record_polygon(r, i));
            rim_put(w, "\n");
            continue;
        }
        rim_put_int(w, record);
        rim_put(w, "_");
        rim_put_int(w, i);
        rim_put(w, "\")\n\n");
    }
}

rim_status rim_outline_write_godot(rim_sink sink, const rim_outline_record *records, int count)
{
    if (!can_be_written(records, count, 0)) return RIM_ERR_ARGUMENT;
    rim_writer w;
    rim_writer_start(&w, sink);
    rim_put(&w, "[gd_scene format=3]\n\n");
    for (int i = 0; i < count && !w.failed; i++) put_godot_resources(&w, &records[i], i);
    rim_put(&w, "[node name=\"Outlines\" type=\"Node2D\"]\n\n");
    bool clash = names_clash(records, count);
    for (int i = 0; i < count && !w.failed; i++)
        put_godot_body(&w, &records[i], i, clash ? i + 1 : 0);
    return rim_writer_finish(&w);
}

// --- Box2D ----------------------------------------------------------------------------------------------

static void put_box2d_axis(rim_writer *w, const rim_outline_record *r, rim_polygon2 polygon,
                           int axis)
{
    rim_put(w, axis ? ", \"y\": [" : "\"x\": [");
    for (int k = 0; k < polygon.count; k++)
    {
        rim_vec2 p = upright(r, polygon, k);
        if (k) rim_put(w, ", ");
        rim_put_float(w, axis ? p.y : p.x);
    }
    rim_put(w, "]");
}

static void put_box2d_body(rim_writer *w, const rim_outline_record *r, int number)
{
    int64_t count = rim_record_polygon_count(r);
    rim_put(w, "    {\n      \"name\": \"");
    put_name(w, r, number);
    rim_put(w, "\",\n      \"type\": 2,\n      \"position\": { \"x\": 0, \"y\": 0 },\n"
               "      \"angle\": 0,\n      \"fixture\": [");
    for (int64_t i = 0; i < count && !w->failed; i++)
    {
        rim_polygon2 polygon = rim_record_polygon(r, i);
        rim_put(w, i ? ",\n        { \"name\": \"piece" : "\n        { \"name\": \"piece");
        rim_put_int(w, i);
        rim_put(w, "\", \"density\": 1, \"friction\": 0.5, \"restitution\": 0,\n"
                   "          \"polygon\": { \"vertices\": { ");
        put_box2d_axis(w, r, polygon, 0);
        put_box2d_axis(w, r, polygon, 1);
        rim_put(w, " } } }");
    }
    rim_put(w, count ? "\n      ]\n    }" : "]\n    }");
}

rim_status rim_outline_write_box2d(rim_sink sink, const rim_outline_record *records, int count)
{
    if (!can_be_written(records, count, RIM_BOX2D_MAX_CORNERS)) return RIM_ERR_ARGUMENT;
    rim_writer w;
    rim_writer_start(&w, sink);
    rim_put(&w, "{\n  \"gravity\": { \"x\": 0, \"y\": -10 },\n  \"body\": [\n");
    bool clash = names_clash(records, count);
    for (int i = 0; i < count && !w.failed; i++)
    {
        put_box2d_body(&w, &records[i], clash ? i + 1 : 0);
        rim_put(&w, i + 1 < count ? ",\n" : "\n");
    }
    rim_put(&w, "  ]\n}\n");
    return rim_writer_finish(&w);
}
