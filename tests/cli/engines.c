// rimcast outline --format plist, tiled, godot, box2d: what the engines' loaders need is there and right. Where Tiled and
// Godot are installed they load the files themselves.
#include "support/program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int set_up(void **state)
{
    (void)state;
    program_enter("test_cli_engines");
    return 0;
}

// --- XML, as far as it goes here ------------------------------------------------------------------------

// Every tag is closed in order; fails the test if not. Returns how many elements there are.
static int assert_well_formed(const char *text)
{
    char names[64][32];
    int  depth = 0, elements = 0;
    for (const char *c = strchr(text, '<'); c; c = strchr(c, '<'))
    {
        const char *end = strchr(c, '>');
        assert_non_null(end);
        if (c[1] == '/')
        {
            char name[32] = "";
            memcpy(name, c + 2, (size_t)(end - c - 2));
            assert_true(depth > 0);
            assert_string_equal(names[--depth], name);
        }
        else if (c[1] != '?' && c[1] != '!')
        {
            elements++;
            if (end[-1] != '/')
            {
                size_t length = strcspn(c + 1, " >\n");
                assert_true(depth < 64 && length < 32);
                memcpy(names[depth], c + 1, length);
                names[depth++][length] = 0;
            }
        }
        c = end;
    }
    assert_int_equal(0, depth);
    return elements;
}

// Reads count numbers of a text, whatever stands between them.
static int read_numbers(const char *text, const char *end, double *out, int most)
{
    int count = 0;
    while (text < end && count < most)
    {
        char  *next;
        double value = strtod(text, &next);
        if (next == text)
            text++;
        else
        {
            out[count++] = value;
            text = next;
        }
    }
    return count;
}

// Twice the area, positive if the corners run counter-clockwise with y up; fails if they turn both ways.
static double assert_convex(const double *xy, int corners)
{
    double area = 0.0;
    for (int i = 0; i < corners; i++)
    {
        int    j = (i + 1) % corners, k = (i + 2) % corners;
        double turn = (xy[2 * j] - xy[2 * i]) * (xy[2 * k + 1] - xy[2 * j + 1]) -
                      (xy[2 * j + 1] - xy[2 * i + 1]) * (xy[2 * k] - xy[2 * j]);
        assert_true(turn >= 0.0);
        area += xy[2 * i] * xy[2 * j + 1] - xy[2 * j] * xy[2 * i + 1];
    }
    return area;
}

// The area of all rings that JSON tells of the same image.
static double area_by_json(const char *arguments)
{
    json_t *json = json_of(arguments), *ring;
    size_t  i;
    double  area = 0.0;
    json_array_foreach(json_object_get(json, "rings"), i, ring)
    {
        area += json_number_value(json_object_get(ring, "area"));
    }
    json_decref(json);
    assert_true(area > 0.0);
    return area;
}

// --- Box2D ----------------------------------------------------------------------------------------------

static int read_fixture(json_t *fixture, double *xy)
{
    json_t *vertices = json_object_get(json_object_get(fixture, "polygon"), "vertices");
    json_t *x = json_object_get(vertices, "x"), *y = json_object_get(vertices, "y");
    int     corners = (int)json_array_size(x);
    assert_int_equal(corners, json_array_size(y));
    for (int i = 0; i < corners && i < 8; i++)
    {
        xy[2 * i] = json_number_value(json_array_get(x, (size_t)i));
        xy[2 * i + 1] = json_number_value(json_array_get(y, (size_t)i));
    }
    return corners;
}

static void box2d_gets_convex_pieces_that_make_up_the_shape(void **state)
{
    (void)state;
    static const char *const options[] = { "", "--tolerance 0", "--triangles",
                                           "--convex 5 --holes" };
    static const char *const contours[] = { "--tolerance 1", "--tolerance 0", "--tolerance 1",
                                            "--tolerance 1 --holes" };
    static const char *const images[] = { "disc.png", "ring.png", "bar.png" };
    int                      pieces = 0;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
        {
            char command[200];
            snprintf(command, sizeof command, "outline %s --contour %s", images[k], contours[i]);
            double expected = area_by_json(command), area = 0.0;
            snprintf(command, sizeof command, "outline %s --format box2d %s", images[k],
                     options[i]);
            json_t *json = json_of(command), *bodies = json_object_get(json, "body"), *fixture;
            assert_int_equal(1, json_array_size(bodies));
            json_t *body = json_array_get(bodies, 0);
            char    name[32];
            snprintf(name, sizeof name, "%s.png", json_string_value(json_object_get(body, "name")));
            assert_string_equal(images[k], name);
            size_t f;
            json_array_foreach(json_object_get(body, "fixture"), f, fixture)
            {
                double xy[16];
                int    corners = read_fixture(fixture, xy);
                assert_true(corners >= 3 && corners <= (i == 2 ? 3 : i == 3 ? 5 : 8));
                area += 0.5 * assert_convex(xy, corners);
                pieces++;
            }
            assert_near(area, expected, 1e-6);
            json_decref(json);
        }
    assert_true(pieces > 30);
}

static void up_is_up_in_box2d(void **state)
{
    (void)state;
    // The bar is solid in [1, 5) x [1, 2) of 6 x 3.
    json_t *json = json_of("outline bar.png --format box2d --anchor 0,0");
    double  xy[16], low = 9, high = -9;
    json_t *body = json_array_get(json_object_get(json, "body"), 0);
    int     corners = read_fixture(json_array_get(json_object_get(body, "fixture"), 0), xy);
    for (int i = 0; i < corners; i++)
    {
        low = fmin(low, xy[2 * i + 1]);
        high = fmax(high, xy[2 * i + 1]);
    }
    assert_true(low == -2.0 && high == -1.0);
    json_decref(json);
}

// --- PhysicsEditor --------------------------------------------------------------------------------------

static void plists_hold_what_the_loaders_read(void **state)
{
    (void)state;
    static const char *const keys[] = { "metadata",
                                        "format",
                                        "ptm_ratio",
                                        "bodies",
                                        "anchorpoint",
                                        "fixtures",
                                        "density",
                                        "friction",
                                        "restitution",
                                        "isSensor",
                                        "fixture_type",
                                        "polygons",
                                        "filter_categoryBits",
                                        "is_dynamic",
                                        "velocity_limit",
                                        "tag",
                                        "collision_mask",
                                        "contact_test_mask",
                                        "linear_damping" };
    ran                      r = run("outline disc.png bar.png --format plist --anchor 10,8");
    double area = 0.0, expected = area_by_json("outline disc.png --contour --tolerance 1");
    expected += area_by_json("outline bar.png --contour --tolerance 1");
    assert_int_equal(0, r.status);
    assert_well_formed(r.out);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
    {
        char key[64];
        snprintf(key, sizeof key, "<key>%s</key>", keys[i]);
        if (!strstr(r.out, key)) fail_msg("%s is missing", key);
    }
    assert_non_null(strstr(r.out, "<key>disc</key>"));
    assert_non_null(strstr(r.out, "<key>bar</key>"));
    assert_non_null(strstr(r.out, "<string>{ 0.25,0.75 }</string>"));
    for (const char *c = strstr(r.out, "<array>\n\t\t\t\t\t\t\t<string>"); c;
         c = strstr(c + 1, "<array>\n\t\t\t\t\t\t\t<string>"))
    {
        double xy[40];
        int    numbers = read_numbers(c, strstr(c, "</array>"), xy, 40);
        assert_true(numbers % 2 == 0 && numbers >= 6 && numbers <= 16);
        area += 0.5 * assert_convex(xy, numbers / 2);
    }
    assert_near(area, expected, 1e-6);
    ran_end(&r);
}

// --- Tiled and Godot --------------------------------------------------------------------------------------

static void tiled_gets_a_tile_with_polygons_for_each_image(void **state)
{
    (void)state;
    ran r = run("outline disc.png ring.png clear.png --format tiled --tolerance 0");
    assert_int_equal(0, r.status);
    assert_true(assert_well_formed(r.out) > 10);
    assert_non_null(strstr(r.out, "tilewidth=\"40\" tileheight=\"32\" tilecount=\"3\""));
    assert_non_null(strstr(r.out, "<image source=\"ring.png\" width=\"7\" height=\"5\"/>"));
    const char *tile = strstr(r.out, "<tile id=\"1\">"), *points = strstr(tile, "points=\"") + 8;
    double      xy[64], area = 0.0;
    int         count = read_numbers(points, strchr(points, '"'), xy, 64) / 2;
    for (int i = 0; i < count; i++)
    {
        int j = (i + 1) % count;
        area += 0.5 * (xy[2 * i] * xy[2 * j + 1] - xy[2 * j] * xy[2 * i + 1]);
    }
    assert_near(fabs(area), 25.0, 1e-9); // the ring and what it shuts in
    ran_end(&r);

    r = run("outline disc.png --sheet 20x16 --format tiled");
    assert_non_null(strstr(r.out, "<tile id=\"3\" x=\"20\" y=\"16\" width=\"20\" height=\"16\">"));
    assert_well_formed(r.out);
    ran_end(&r);
}

static void godot_gets_polygons_or_convex_resources(void **state)
{
    (void)state;
    ran r = run("outline disc.png 'a name, \"quoted\".png' --format godot");
    assert_int_equal(0, r.status);
    assert_int_equal(0, strncmp(r.out, "[gd_scene format=3]\n", 20));
    assert_non_null(strstr(r.out, "[node name=\"disc\" type=\"StaticBody2D\" parent=\".\"]"));
    assert_non_null(strstr(r.out, "[node name=\"a name, _quoted_\" type=\"StaticBody2D\""));
    assert_non_null(strstr(
        r.out, "type=\"CollisionPolygon2D\" parent=\"disc\"]\npolygon = PackedVector2Array("));
    ran_end(&r);
    r = run("outline ring.png --format godot --convex 8 --holes");
    int resources = 0, nodes = 0;
    for (const char *c = r.out; (c = strstr(c, "type=\"ConvexPolygonShape2D\"")) != NULL; c++)
        resources++;
    for (const char *c = r.out; (c = strstr(c, "shape = SubResource(\"")) != NULL; c++) nodes++;
    assert_true(resources >= 5);
    assert_int_equal(resources, nodes);
    ran_end(&r);
}

// Each resource has a name of its own, and each is used once, where it was made for.
static void godot_finds_its_resources(void **state)
{
    (void)state;
    ran  r = run("outline ring.png disc.png bar.png --format godot --convex 8 --holes");
    char names[256][32];
    int  count = 0, used[256] = { 0 };
    assert_int_equal(0, r.status);
    for (const char *c = r.out; (c = strstr(c, "\"ConvexPolygonShape2D\" id=\"")) != NULL; count++)
    {
        c += strlen("\"ConvexPolygonShape2D\" id=\"");
        assert_true(count < 256 && strcspn(c, "\"") < sizeof names[0]);
        snprintf(names[count], sizeof names[count], "%.*s", (int)strcspn(c, "\""), c);
        for (int i = 0; i < count; i++) assert_string_not_equal(names[i], names[count]);
    }
    for (const char *c = r.out; (c = strstr(c, "SubResource(\"")) != NULL;)
    {
        c += strlen("SubResource(\"");
        int found = 0;
        for (int i = 0; i < count; i++)
            if (strncmp(c, names[i], strlen(names[i])) == 0 && c[strlen(names[i])] == '"')
                used[i]++, found++;
        assert_int_equal(found, 1);
    }
    assert_true(count >= 7);
    for (int i = 0; i < count; i++) assert_int_equal(used[i], 1);
    ran_end(&r);
}

// --- the programs themselves ------------------------------------------------------------------------------

static bool has_program(const char *name)
{
    char command[200];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", name);
    return system(command) == 0;
}

// Runs other commands in the folder of images; returns what they print, to be freed.
static char *shell_prints(const char *commands)
{
    char whole[2048];
    snprintf(whole, sizeof whole,
             "--version >/dev/null; export HOME=\"$PWD/home\"; mkdir -p home; %s", commands);
    ran r = run(whole);
    if (r.status) fail_msg("%s: status %d: %s%s", commands, r.status, r.out, r.err);
    free(r.err);
    return r.out;
}

// Point k of a polygon is a point of the same polygon in JSON, moved by dx, dy.
static void assert_same_point(json_t *points, size_t k, double x, double y, double dx, double dy)
{
    json_t *point = json_array_get(points, k);
    assert_near(json_number_value(json_array_get(point, 0)) + dx, x, 1e-4);
    assert_near(json_number_value(json_array_get(point, 1)) + dy, y, 1e-4);
}

static const char *const loaded[] = { "disc", "ring", "bar", "clear" };

// What --format json tells of the outlines that the engine's file was made of: an array of four.
static json_t *outlines_of(const char *options)
{
    char command[200];
    snprintf(command, sizeof command,
             "outline disc.png ring.png bar.png clear.png -q --contour --tolerance 1 %s", options);
    return json_of(command);
}

static int compare_with_tiled(json_t *tiles, json_t *outlines, const char *list)
{
    int     points = 0;
    size_t  i, k, p;
    json_t *outline, *polygon;
    json_array_foreach(outlines, i, outline)
    {
        json_t *tile = json_array_get(tiles, i), *anchor = json_object_get(outline, "anchor");
        json_t *objects = json_object_get(json_object_get(tile, "objectgroup"), "objects");
        json_t *polygons = json_object_get(outline, list);
        char    image[32];
        snprintf(image, sizeof image, "%s.png", loaded[i]);
        assert_string_equal(image, json_string_value(json_object_get(tile, "image")));
        assert_int_equal(json_array_size(objects), json_array_size(polygons));
        json_array_foreach(polygons, k, polygon)
        {
            json_t *seen = json_object_get(json_array_get(objects, k), "polygon");
            if (json_is_object(polygon)) polygon = json_object_get(polygon, "points");
            assert_int_equal(json_array_size(seen), json_array_size(polygon));
            for (p = 0; p < json_array_size(seen); p++, points++)
            {
                json_t *at = json_array_get(seen, p);
                assert_same_point(polygon, p, json_number_value(json_object_get(at, "x")),
                                  json_number_value(json_object_get(at, "y")),
                                  json_number_value(json_array_get(anchor, 0)),
                                  json_number_value(json_array_get(anchor, 1)));
            }
        }
    }
    return points;
}

// Tiled loads the tileset, and what it saves again has the same polygons.
static void tiled_loads_the_tileset(void **state)
{
    (void)state;
    if (!has_program("tiled")) skip();
    for (int convex = 0; convex < 2; convex++)
    {
        const char *pieces = convex ? "--convex 8 --holes" : "";
        char        command[200];
        snprintf(command, sizeof command,
                 "outline disc.png ring.png bar.png clear.png -q --format tiled %s -o set.tsx",
                 pieces);
        ran r = run(command);
        assert_int_equal(0, r.status);
        ran_end(&r);
        free(shell_prints(
            "QT_QPA_PLATFORM=offscreen timeout 60 tiled --export-tileset json set.tsx set.json"));
        json_t *seen = json_load_file(program_path("set.json"), 0, NULL),
               *told = outlines_of(pieces);
        assert_non_null(seen);
        assert_int_equal(4, json_integer_value(json_object_get(seen, "tilecount")));
        assert_true(compare_with_tiled(json_object_get(seen, "tiles"), told,
                                       convex ? "pieces" : "rings") > 12);
        json_decref(seen);
        json_decref(told);
    }
}

// A scene of Godot 4 as one of Godot 3, which knows the same nodes: three words and the form of numbers differ.
static const char to_godot3[] =
    "sed -e 's/format=3/format=2/; s/PackedVector2Array/PoolVector2Array/' "
    "-e 's/id=\"\\([0-9]*\\)_\\([0-9]*\\)\"/id=1\\1000\\2/' "
    "-e 's/SubResource(\"\\([0-9]*\\)_\\([0-9]*\\)\")/SubResource( 1\\1000\\2 )/' scene4.tscn "
    ">godot/scene.tscn";

static const char godot3_script[] =
    "extends SceneTree\n"
    "func _init():\n"
    "\tvar list = []\n"
    "\tfor body in load('res://scene.tscn').instance().get_children():\n"
    "\t\tvar polygons = []\n"
    "\t\tfor child in body.get_children():\n"
    "\t\t\tvar points = []\n"
    "\t\t\tfor p in (child.shape.points if child is CollisionShape2D else child.polygon):\n"
    "\t\t\t\tpoints.append([p.x, p.y])\n"
    "\t\t\tpolygons.append(points)\n"
    "\t\tlist.append([body.get_class(), body.name, polygons])\n"
    "\tprint('SCENE ', to_json(list))\n"
    "\tquit()\n";

static json_t *bodies_by_godot(void)
{
    char *text = shell_prints("timeout 60 godot3-server --path godot -s check.gd 2>&1");
    char *line = strstr(text, "SCENE ");
    if (!line) fail_msg("no scene was loaded: %s", text);
    line[6 + strcspn(line + 6, "\n")] = 0;
    json_t *bodies = json_loads(line + 6, 0, NULL);
    assert_non_null(bodies);
    free(text);
    return bodies;
}

static int compare_with_godot(json_t *bodies, json_t *outlines, const char *list)
{
    int     points = 0;
    size_t  i, k, p;
    json_t *outline, *polygon;
    assert_int_equal(json_array_size(bodies), json_array_size(outlines));
    json_array_foreach(outlines, i, outline)
    {
        json_t *body = json_array_get(bodies, i), *polygons = json_object_get(outline, list);
        assert_string_equal("StaticBody2D", json_string_value(json_array_get(body, 0)));
        assert_string_equal(loaded[i], json_string_value(json_array_get(body, 1)));
        assert_int_equal(json_array_size(json_array_get(body, 2)), json_array_size(polygons));
        json_array_foreach(polygons, k, polygon)
        {
            json_t *seen = json_array_get(json_array_get(body, 2), k);
            if (json_is_object(polygon)) polygon = json_object_get(polygon, "points");
            assert_int_equal(json_array_size(seen), json_array_size(polygon));
            for (p = 0; p < json_array_size(seen); p++, points++)
                assert_same_point(
                    polygon, p, json_number_value(json_array_get(json_array_get(seen, p), 0)),
                    json_number_value(json_array_get(json_array_get(seen, p), 1)), 0.0, 0.0);
        }
    }
    return points;
}

static void godot_loads_the_scene(void **state)
{
    (void)state;
    if (!has_program("godot3-server")) skip();
    free(shell_prints("mkdir -p godot; : >godot/project.godot"));
    write_bytes("godot/check.gd", godot3_script, sizeof godot3_script - 1);
    for (int convex = 0; convex < 2; convex++)
    {
        const char *pieces = convex ? "--convex 8 --holes" : "";
        char        command[200];
        snprintf(command, sizeof command,
                 "outline disc.png ring.png bar.png clear.png -q --format godot %s -o scene4.tscn",
                 pieces);
        ran r = run(command);
        assert_int_equal(0, r.status);
        ran_end(&r);
        free(shell_prints(to_godot3));
        json_t *seen = bodies_by_godot(), *told = outlines_of(pieces);
        assert_true(compare_with_godot(seen, told, convex ? "pieces" : "rings") > 12);
        json_decref(seen);
        json_decref(told);
    }
}

// A parser of XML reads every document of XML, whatever the file is called.
static void xml_is_read_by_a_parser_whatever_the_names(void **state)
{
    (void)state;
    if (!has_program("xmllint")) skip();
    free(shell_prints("cp disc.png \"$(printf 'Latin \\351 <&>\"')\".png"));
    static const char *const formats[] = { "plist", "tiled", "svg" };
    for (int i = 0; i < 3; i++)
    {
        char command[200];
        snprintf(command, sizeof command, "outline Latin*.png --format %s -o names.xml",
                 formats[i]);
        ran r = run(command);
        assert_int_equal(0, r.status);
        ran_end(&r);
        free(shell_prints("xmllint --noout --nonet names.xml"));
    }
    free(shell_prints("rm Latin*.png names.xml"));
}

static void equal_names_get_folders_or_numbers(void **state)
{
    (void)state;
    ran r = run("outline disc.png disc.png --format godot");
    assert_non_null(strstr(r.out, "[node name=\"disc_1\""));
    assert_non_null(strstr(r.out, "[node name=\"disc_2\""));
    ran_end(&r);
    r = run("--version >/dev/null; mkdir -p a b; cp disc.png a; cp disc.png b");
    ran_end(&r);
    r = run("outline a/disc.png b/disc.png bar.png --format godot");
    assert_non_null(strstr(r.out, "[node name=\"a_disc\""));
    assert_non_null(strstr(r.out, "[node name=\"b_disc\""));
    assert_non_null(strstr(r.out, "[node name=\"bar\""));
    ran_end(&r);
    r = run("outline disc.png --sheet 20x16 --format box2d");
    assert_non_null(strstr(r.out, "\"name\": \"disc_3\""));
    ran_end(&r);
}

// The numbers themselves are the business of tests/data/export_hulls.c.
static void defold_and_phaser_get_the_shape_of_an_image(void **state)
{
    (void)state;
    ran    r = run("outline bar.png --format defold --tolerance 0");
    double xyz[12];
    assert_int_equal(0, r.status);
    assert_int_equal(12, read_numbers(r.out, r.out + strlen(r.out), xyz, 12));
    for (int k = 0; k < 4; k++) // [1, 5) x [1, 2) of 6 x 3
    {
        assert_near(fabs(xyz[3 * k]), 2.0, 0.0);
        assert_near(fabs(xyz[3 * k + 1]), 0.5, 0.0);
    }
    ran_end(&r);
    json_t *json = json_of("outline bar.png ring.png clear.png --format phaser --tolerance 0 -q");
    json_t *bar = json_object_get(json, "bar");
    json_t *fixture = json_array_get(json_object_get(bar, "fixtures"), 0);
    json_t *corner = json_array_get(json_array_get(json_object_get(fixture, "vertices"), 0), 0);
    assert_int_equal(2, json_object_size(json));
    assert_near(json_number_value(json_object_get(corner, "y")), 1.0, 0.0);
    json_decref(json);
}

static void what_an_engine_cannot_take_is_said(void **state)
{
    (void)state;
    assert_trouble("outline disc.png --format plist --convex 9", "8 corners");
    assert_trouble("outline disc.png --format box2d --rays 9", "made of contours");
    assert_trouble("outline disc.png --format tiled --faithful", "made of contours");
    assert_trouble("outline ring.png --format tiled --holes", "no polygons with holes");
    assert_trouble("outline disc.png bar.png --format defold", "holds one shape, and there are 2");
    assert_trouble("outline clear.png --format defold", "clear.png: has no shape");
    assert_trouble("outline disc.png --format phaser --rays 9", "made of contours");
    assert_trouble("outline ring.png --format unity",
                   "json, csv, svg, c, plist, tiled, godot, box2d, defold or phaser");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(box2d_gets_convex_pieces_that_make_up_the_shape),
        cmocka_unit_test(up_is_up_in_box2d),
        cmocka_unit_test(plists_hold_what_the_loaders_read),
        cmocka_unit_test(tiled_gets_a_tile_with_polygons_for_each_image),
        cmocka_unit_test(godot_gets_polygons_or_convex_resources),
        cmocka_unit_test(godot_finds_its_resources),
        cmocka_unit_test(tiled_loads_the_tileset),
        cmocka_unit_test(godot_loads_the_scene),
        cmocka_unit_test(xml_is_read_by_a_parser_whatever_the_names),
        cmocka_unit_test(equal_names_get_folders_or_numbers),
        cmocka_unit_test(defold_and_phaser_get_the_shape_of_an_image),
        cmocka_unit_test(what_an_engine_cannot_take_is_said),
    };
    return cmocka_run_group_tests_name("cli_engines", tests, set_up, NULL);
}
