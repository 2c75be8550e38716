// Text in and out.
#include "determinism/bits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[1 << 18];

static void tell_text(bits *b, rim_status status, const rim_sink_buffer *buffer)
{
    BITS(b, status);
    bits_bytes(b, text, buffer->length < sizeof text ? buffer->length : sizeof text);
}

static void tell_texts(bits *b, const rim_outline_record *record)
{
    for (int format = RIM_OUTLINE_JSON; format <= RIM_OUTLINE_PHASER; format++)
    {
        rim_sink_buffer buffer = { text, sizeof text, 0 };
        rim_status      status =
            rim_outline_write(rim_sink_to_buffer(&buffer), (rim_outline_format)format, record, 1);
        FROM(b, rim_outline_write);
        tell_text(b, status, &buffer);
    }
}

static void exports(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        rim_mask          *mask = any_mask(random, 40);
        rim_edge_point     points[36];
        rim_outline_record record = { .file = "art/a \"b\".png", .threshold = 128, .rays = 36 };
        record.width = rim_mask_width(mask);
        record.height = rim_mask_height(mask);
        record.anchor = any_vec2(random, 40.0f);
        rim_outline_cast(mask, record.anchor, 36, points);
        record.points = points;
        record.error = random_unit(random);
        tell_texts(b, &record);

        rim_contours  *rings;
        rim_loops     *loops;
        rim_partition *pieces;
        no_error(rim_contours_create(&rings, mask, RIM_TOUCH_CORNERS, NULL));
        no_error(rim_loops_create_simplified(&loops, rings, 1.0, RIM_SIMPLIFY_NEAR, NULL));
        rim_partition_options options = { 8, 0.0f };
        no_error(rim_partition_create(&pieces, loops, &options, NULL));
        record.loops = loops;
        record.pieces = pieces;
        record.tolerance = 1.0;
        record.kind = RIM_OUTLINE_CONTOUR;
        tell_texts(b, &record);
        record.kind = RIM_OUTLINE_CONVEX;
        tell_texts(b, &record);
        rim_partition_destroy(pieces);
        rim_loops_destroy(loops);
        rim_contours_destroy(rings);
        rim_mask_destroy(mask);
    }
}

static void tell_soup(bits *b, rim_status status, rim_soup *soup, rim_parse_error error)
{
    BITS(b, status);
    BITS(b, error.line * 65536 + error.column);
    if (status) return;
    int             n;
    const rim_vec3 *points = rim_soup_read(soup).points;
    n = rim_soup_read(soup).point_count;
    FROM(b, rim_soup_read);
    for (int i = 0; i < n; i++) BITS(b, points[i]);
    const rim_triangle *triangles = rim_soup_read(soup).triangles;
    n = rim_soup_read(soup).triangle_count;
    for (int i = 0; i < n; i++) BITS(b, rim_soup_read(soup).indices[3 * i + 2]);
    rim_sink_buffer buffer = { text, 1 << 16, 0 };
    BITS(b, rim_triangles_write_raw(rim_sink_to_buffer(&buffer), triangles, n));
    bits_bytes(b, text, buffer.length < 1 << 16 ? buffer.length : 1 << 16);
    rim_soup_destroy(soup);
}

static void soups(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        char   raw[4096], obj[4096];
        size_t r = 0, o = 0;
        for (int k = 0; k < 30; k++)
        {
            rim_vec3    p = any_vec3(random, 100.0f);
            const float part[3] = { p.x, p.y, p.z };
            obj[o++] = 'v';
            for (int m = 0; m < 3; m++)
            {
                char number[RIM_NUMBER_TEXT];
                int  length = rim_number_print_float(number, part[m]);
                memcpy(raw + r, number, (size_t)length);
                raw[r += (size_t)length] = m < 2 ? ' ' : '\n', r++;
                obj[o++] = ' ';
                memcpy(obj + o, number, (size_t)length);
                o += (size_t)length;
            }
            obj[o++] = '\n';
            if (k > 3) memcpy(obj + o, "f -1 -3/1 -2//4 1\n", 18), o += 18;
        }
        // Something is wrong in one of four.
        if (any_bool(random, 4)) raw[random_int(random, 0, (int)r - 1)] = 'x';
        if (any_bool(random, 4)) obj[random_int(random, 0, (int)o - 1)] = '0';
        rim_soup       *soup = NULL;
        rim_parse_error error;
        rim_status      status = rim_soup_create(&soup, RIM_SOUP_RAW, raw, r, &error, NULL);
        FROM(b, rim_soup_create);
        tell_soup(b, status, soup, error);
        status = rim_soup_create(&soup, RIM_SOUP_OBJ, obj, o, &error, NULL);
        FROM(b, rim_soup_create);
        tell_soup(b, status, soup, error);
    }
}

// Figures in a block: its bytes, and the parts that are loaded from it.
static void figures(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        rim_mask          *mask = any_mask(random, 40);
        rim_sprite        *sprite;
        rim_sprite_options options = { .rays = 3 };
        no_error(rim_sprite_create(&sprite, mask, &options));
        rim_vec2        corners[3] = { { 0.0f, 0.0f }, { 2.0f, 0.0f }, any_vec2(random, 9.0f) };
        rim_figure_part parts[4] = {
            { .kind = RIM_PART_SPRITE, .sprite = sprite, .tag = -1 },
            { .kind = RIM_PART_CIRCLE, .circle = { any_vec2(random, 9.0f), 2.0f } },
            { .kind = RIM_PART_POLYGON, .polygon = { corners, 3 } },
            { .kind = RIM_PART_BOX, .box = { { 0.0f, 0.0f }, { 1.0f, 2.0f } } }
        };
        for (int k = 0; k < 4; k++)
        {
            rim_vec2 at = any_vec2(random, 40.0f); // each number by itself: arguments have no order
            rim_rot2 turn = rim_rot2_degrees(random_int(random, 0, 359));
            parts[k].pose = rim_xform2_pose(at, turn, rim_vec2_make(1.5f, -1.0f));
        }
        const char        *names[4] = { "body", "", "fin", "box" };
        rim_shapes_entry   entry = { "a", "", sprite, NULL, NULL, 0, 0 };
        rim_shapes_figure  all[2] = { { "b", "", parts, names, 4 },
                                      { "a", "tag", parts + 1, NULL, 2 } };
        rim_shapes_content content = { &entry, 1, all, 2 };
        rim_sink_buffer    buffer = { text, sizeof text, 0 };
        rim_status         status = rim_shapes_save(rim_sink_to_buffer(&buffer), &content);
        FROM(b, rim_shapes_find_figure); // and what it takes to have one
        tell_text(b, status, &buffer);
        rim_shapes *loaded;
        if (any_bool(random, 4)) text[random_int(random, 0, (int)buffer.length - 1)] ^= 4;
        status = rim_shapes_load(&loaded, text, buffer.length, NULL);
        BITS(b, status);
        if (loaded)
        {
            const rim_shapes_figure *f = rim_shapes_find_figure(loaded, "b");
            for (int k = 0; k < f->part_count; k++)
            {
                bits_vec2(b, rim_xform2_apply(f->parts[k].pose, corners[1]));
                BITS(b, f->parts[k].kind == parts[k].kind && f->parts[k].tag == parts[k].tag);
                BITS(b, strcmp(f->part_names[k], names[k]));
            }
            BITS(b, rim_shapes_find_figure(loaded, "c") == NULL);
        }
        rim_shapes_destroy(loaded);
        rim_sprite_destroy(sprite);
        rim_mask_destroy(mask);
    }
}

// The block's bytes, and what is loaded from it, now and then changed.
static void shapes(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        rim_mask          *mask = any_mask(random, 90);
        rim_sprite        *sprite;
        rim_sprite_options options = { .has_anchor = true, .anchor = any_vec2(random, 40.0f) };
        options.rays = random_int(random, 1, 50);
        no_error(rim_sprite_create(&sprite, mask, &options));
        rim_vec2 corners[3];
        for (int k = 0; k < 3; k++) corners[k] = any_vec2(random, 40.0f);
        rim_polygon2       piece = { corners, 3 };
        rim_named_point    point = { "hand", any_vec2(random, 40.0f) };
        rim_shapes_entry   entries[2] = { { "b", "", sprite, NULL, &point, 0, 1 },
                                          { "a", "tag", sprite, &piece, NULL, 1, 0 } };
        rim_shapes_content content = { .entries = entries, .entry_count = 2 };
        rim_sink_buffer    buffer = { text, sizeof text, 0 };
        rim_status         status = rim_shapes_save(rim_sink_to_buffer(&buffer), &content);
        FROM(b, rim_shapes_save);
        tell_text(b, status, &buffer);

        rim_shapes *loaded;
        if (any_bool(random, 4)) text[random_int(random, 0, (int)buffer.length - 1)] ^= 4;
        BITS(b, rim_shapes_load(&loaded, text, buffer.length, NULL));
        if (!loaded)
        {
            rim_sprite_destroy(sprite);
            rim_mask_destroy(mask);
            continue;
        }
        rim_shapes_content back = rim_shapes_read(loaded);
        FROM(b, rim_shapes_read);
        for (int k = 0; k < back.entry_count; k++)
        {
            int                   rays;
            const rim_edge_point *points = rim_sprite_outline(back.entries[k].sprite, &rays);
            rim_vec2              anchor = rim_sprite_anchor(back.entries[k].sprite);
            bits_vec2(b, anchor);
            bits_mask(b, rim_sprite_mask(back.entries[k].sprite));
            for (int j = 0; j < rays; j++) bits_vec2(b, points[j].at);
        }
        BITS(b, rim_shapes_find(loaded, "a") - back.entries);
        BITS(b, rim_shapes_find(loaded, "c") == NULL);
        rim_shapes_destroy(loaded);
        rim_sprite_destroy(sprite);
        rim_mask_destroy(mask);
    }
    figures(b, random, count);
}

const bits_part PARTS_DATA[] = {
    { "export", exports, 100 },
    { "soup", soups, 300 },
    { "shapes", shapes, 200 },
    { NULL, NULL, 0 },
};
