// Masks, and what outlines them.
#include "support/lists.h"
#include "determinism/bits.h"

#include "flat/outline/partition_mesh.h"

#include <stdlib.h>

static void combine(bits *b, test_random *random, rim_mask *mask)
{
    rim_mask *other = any_mask(random, 150), *made;
    int       dx = random_int(random, -100, 100), dy = random_int(random, -100, 100);
    BITS(b, rim_mask_overlaps(mask, other, dx, dy));
    BITS(b, rim_mask_overlap_area(mask, other, dx, dy));
    no_error(rim_mask_create_copy(&made, mask, NULL));
    rim_mask_combine(made, (rim_mask_op)random_int(random, 0, 3), other, dx, dy);
    rim_mask_destroy(made);
    no_error(rim_mask_create_window(&made, mask,
                                    rim_rect_make(dx / 2, dy / 2, dx / 2 + 90, dy / 2 + 70), NULL));
    FROM(b, rim_mask_create_window);
    BITS(b, made);
    rim_mask_flip(made, true, false);
    rim_mask_invert(made);
    float radius = random_float(random, 0.0f, 9.0f);
    no_error(any_bool(random, 2) ? rim_mask_grow(made, radius) : rim_mask_shrink(made, radius));
    FROM(b, rim_mask_grow);
    BITS(b, made);
    rim_mask_destroy(made);
    rim_mask_destroy(other);
}

static void islands(bits *b, test_random *random, const rim_mask *mask)
{
    rim_islands *all;
    no_error(rim_islands_create(&all, mask, (rim_touch)random_int(random, 0, 1), NULL));
    int64_t n = island_count(all);
    FROM(b, rim_islands_list);
    BITS(b, n);
    for (int64_t i = 0; i < n && i < 50; i++)
    {
        rim_island one = rim_islands_list(all, NULL)[i];
        FROM(b, rim_islands_list);
        BITS(b, one.area);
        BITS(b, one.holes);
        BITS(b, one.bounds.x0 + 65536 * one.bounds.y1);
    }
    rim_islands_destroy(all);
}

static void counts(bits *b, const rim_mask *mask, const rim_mask *other)
{
    int       w = rim_mask_width(mask) + rim_mask_width(other) - 1;
    int       h = rim_mask_height(mask) + rim_mask_height(other) - 1;
    uint32_t *shared = calloc((size_t)w * (size_t)h, sizeof *shared);
    no_error(rim_mask_overlap_counts(mask, other, shared, NULL, NULL));
    FROM(b, rim_mask_overlap_counts);
    for (int i = 0; i < w * h; i += 7) BITS(b, shared[i]);
    free(shared);
}

static void masks(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        rim_mask *mask = any_mask(random, 150);
        rim_vec2  ring[7];
        for (int k = 0; k < 7; k++) ring[k] = any_vec2(random, 150.0f);
        int corners = random_int(random, 0, 7);
        rim_mask_draw_polygon(mask, ring, corners, any_bool(random, 2));
        FROM(b, rim_mask_draw_polygon);
        BITS(b, mask);
        BITS(b, rim_mask_count(mask));
        combine(b, random, mask);
        islands(b, random, mask);
        if (i % 16 == 0) counts(b, mask, mask);
        rim_mask_destroy(mask);
    }
}

// From alpha that runs smoothly.
static void alpha_loops(bits *b, test_random *random)
{
    unsigned char alpha[24 * 20];
    int           step = random_int(random, 1, 40);
    for (int i = 0; i < 24 * 20; i++)
        alpha[i] = (unsigned char)((i % 24 * step + i / 24 * 11 + random_int(random, 0, 9)) % 256);
    rim_image  image = { alpha, 24, 20, 0, RIM_PIXELS_ALPHA8, 0 };
    rim_loops *loops;
    int        threshold = random_int(random, 0, 255);
    rim_touch  touch = (rim_touch)random_int(random, 0, 1);
    no_error(rim_loops_create_from_alpha(&loops, &image, threshold, touch, NULL));
    size_t          points;
    const rim_vec2 *at = loop_points(loops, &points);
    FROM(b, rim_loops_create_from_alpha);
    for (size_t i = 0; i < points; i++) BITS(b, at[i]);
    rim_loops_destroy(loops);
}

static void outlines(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        rim_mask            *mask = any_mask(random, 100);
        rim_edge_point       points[360];
        rim_faithful_point   faithful[60];
        rim_faithful_options options = { any_vec2(random, 50.0f), false };
        rim_vec2             anchor = rim_vec2_make(50.0f, 50.0f);
        options.flash_edge = any_bool(random, 2);
        if (any_bool(random, 2)) anchor = any_vec2(random, 120.0f);
        int rays = random_int(random, 1, 360);
        BITS(b, rim_outline_cast(mask, anchor, rays, points));
        for (int k = 0; k < rays; k++) BITS(b, points[k].at);
        rim_sincos_pair directions[360];
        rim_outline_directions(rays, directions);
        FROM(b, rim_outline_directions);
        for (int k = 0; k < rays; k++) BITS(b, directions[k].cos), BITS(b, directions[k].sin);
        BITS(b, rim_outline_cast_along(mask, anchor, rays, directions, points));
        for (int k = 0; k < rays; k++) BITS(b, points[k].at);
        rim_outline_error error;
        no_error(rim_outline_measure(&error, mask, anchor, points, rays, NULL));
        FROM(b, rim_outline_measure);
        BITS(b, error.distance);
        BITS(b, error.outside_share);
        BITS(b, rim_outline_cast_faithful(mask, anchor, 60, &options, faithful));
        for (int k = 0; k < 60; k++) BITS(b, faithful[k].x), BITS(b, faithful[k].y);
        if (i % 64 == 0)
        {
            rim_outline_choice choice;
            no_error(rim_outline_choose(&choice, mask, anchor, 30.0, NULL, NULL));
            FROM(b, rim_outline_choose);
            BITS(b, choice.rays);
            BITS(b, choice.error.distance);
        }
        rim_mask_destroy(mask);
    }
}

static void pieces(bits *b, const rim_loops *loops, const rim_partition_options *options)
{
    rim_partition *partition;
    no_error(rim_partition_create(&partition, loops, options, NULL));
    int64_t n = piece_count(partition);
    FROM(b, rim_partition_pieces);
    BITS(b, n);
    for (int64_t i = 0; i < n; i++)
    {
        rim_piece piece = rim_partition_pieces(partition, NULL)[i];
        FROM(b, rim_partition_pieces);
        for (int k = 0; k < piece.count; k++) BITS(b, piece.indices[k]);
        BITS(b, piece.points[0]);
    }
    rim_partition_destroy(partition);
}

static void contours(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        rim_mask     *mask = any_mask(random, 80);
        rim_contours *rings;
        no_error(rim_contours_create(&rings, mask, (rim_touch)random_int(random, 0, 1), NULL));
        size_t            corners;
        const rim_corner *at = ring_corners(rings, &corners);
        FROM(b, rim_contours_rings);
        for (size_t k = 0; k < corners; k++) BITS(b, at[k].x + 65536 * at[k].y);
        rim_loops        *loops;
        rim_simplify_side side = (rim_simplify_side)random_int(random, 0, 2);
        double            tolerance = 3.0 * random_unit(random);
        no_error(rim_loops_create_simplified(&loops, rings, tolerance, side, NULL));
        for (int64_t k = 0; k < loop_count(loops); k++)
        {
            rim_loop loop = rim_loops_list(loops, NULL)[k];
            FROM(b, rim_loops_list);
            BITS(b, loop.area);
            BITS(b, loop.parent);
            for (size_t m = 0; m < loop.count; m++) BITS(b, loop.points[m]);
        }
        int                   corners_of[4] = { 0, 3, 8, 4 };
        rim_partition_options options = { corners_of[random_int(random, 0, 3)], 0.0f };
        if (any_bool(random, 4)) options.min_side = random_float(random, 0.0f, 2.0f);
        pieces(b, loops, &options);
        rim_loops_destroy(loops);
        rim_contours_destroy(rings);
        rim_mask_destroy(mask);
        alpha_loops(b, random);
    }
}

static void fields(bits *b, test_random *random, int count)
{
    static float out[150 * 150];
    for (int i = 0; i < count; i++)
    {
        rim_mask *mask = any_mask(random, 150);
        int       pixels = rim_mask_width(mask) * rim_mask_height(mask);
        no_error(rim_field_measure(mask, (rim_field_kind)random_int(random, 0, 2), out, 0, NULL));
        FROM(b, rim_field_measure);
        for (int k = 0; k < pixels; k++) BITS(b, out[k]);
        rim_field_options options = { random_int(random, 0, 9), NULL };
        rim_field        *field;
        no_error(rim_field_create(&field, mask, &options));
        for (int k = 0; k < 50; k++)
        {
            rim_field_sample sample = rim_field_at(field, any_vec2(random, 200.0f));
            FROM(b, rim_field_at);
            BITS(b, sample.distance);
            BITS(b, sample.gradient);
        }
        rim_field_destroy(field);
        rim_mask_destroy(mask);
    }
}

static void polygons(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        rim_vec2 ring[12];
        float    size = any_size(random);
        int      n = random_int(random, 0, 12);
        for (int k = 0; k < n; k++) ring[k] = any_vec2(random, size);
        rim_polygon2 polygon = { ring, n };
        rim_vec2     p = any_vec2(random, size);
        BITS(b, rim_polygon2_contains(polygon, p));
        BITS(b, rim_polygon2_area(polygon));
        rim_on_polygon2 on = rim_polygon2_closest(polygon, p);
        FROM(b, rim_polygon2_closest);
        BITS(b, on.point);
        BITS(b, on.distance);
        BITS(b, on.edge);
        BITS(b, rim_polygon2_is_convex(polygon));
        size_t hull = rim_polygon2_hull(ring, (size_t)n);
        FROM(b, rim_polygon2_hull);
        for (size_t k = 0; k < hull; k++) BITS(b, ring[k]);
        (void)random_float(random, 0.0f, size);
        (void)any_vec2(random, size);
    }
}

// Makers of masks, and other views of the same.
static void more_makers(bits *b, test_random *random, const rim_mask *mask)
{
    rim_mask *made;
    no_error(rim_mask_create_copy(&made, mask, NULL));
    rim_mask *other = any_mask(random, 60);
    int       op = random_int(random, 0, 3), dx = random_int(random, -20, 20);
    int       dy = random_int(random, -20, 20);
    rim_mask_combine(made, (rim_mask_op)op, other, dx, dy);
    FROM(b, rim_mask_combine);
    BITS(b, made);
    rim_vec2 center = any_vec2(random, 30.0f);
    rim_mask_draw_circle(made, center, random_float(random, 0.0f, 9.0f), true);
    FROM(b, rim_mask_draw_circle);
    BITS(b, made);
    rim_mask_draw_rect(made, rim_rect_make(random_int(random, -9, 9), 3, 20, 9), false);
    FROM(b, rim_mask_draw_rect);
    BITS(b, made);
    rim_mask_invert(made);
    FROM(b, rim_mask_invert);
    BITS(b, made);
    no_error(rim_mask_shrink(made, random_float(random, 0.0f, 3.0f)));
    FROM(b, rim_mask_shrink);
    BITS(b, made);
    rim_mask_flip(made, true, false);
    FROM(b, rim_mask_flip);
    BITS(b, made);
    rim_mask_flip(made, false, true);
    BITS(b, made);
    rim_mask_destroy(made);
    rim_mask_destroy(other);
    (void)random_int(random, 1, 4);
    (void)random_int(random, 1, 4);
    (void)random_float(random, 0.0f, 9.0f);
    static uint32_t pixels[40 * 30];
    for (int k = 0; k < 40 * 30; k++) pixels[k] = (uint32_t)random_bits(random) & 0xff010101u;
    rim_image image = { pixels, 40, 30, 0, RIM_PIXELS_WORD32, 0xff000000u };
    no_error(rim_mask_create_from_image(&made, &image, random_int(random, 0, 256), NULL));
    FROM(b, rim_mask_create_from_image);
    BITS(b, made);
    rim_mask_destroy(made);
    no_error(rim_mask_create_from_color_key(&made, &image, 0x010001u, 0xffffffu, NULL));
    FROM(b, rim_mask_create_from_color_key);
    BITS(b, made);
    rim_mask_destroy(made);
}

static void more_masks(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        rim_mask *mask = any_mask(random, 60);
        int       w = rim_mask_width(mask), h = rim_mask_height(mask);
        rim_rect  bounds = rim_mask_bounds(mask);
        FROM(b, rim_mask_bounds);
        BITS(b, bounds.x0 + 65536 * bounds.y0);
        BITS(b, bounds.x1 + 65536 * bounds.y1);
        int x = random_int(random, 0, w - 1), y = random_int(random, 0, h - 1);
        BITS(b, rim_mask_get(mask, x, y));
        int64_t islands = 0, holes = 0;
        no_error(rim_mask_count_islands(mask, RIM_TOUCH_CORNERS, &islands, &holes, NULL));
        FROM(b, rim_mask_count_islands);
        BITS(b, islands);
        BITS(b, holes);
        rim_islands *all;
        no_error(rim_islands_create(&all, mask, RIM_TOUCH_CORNERS, NULL));
        FROM(b, rim_islands_at);
        for (int k = 0; k < w * h; k++) bits_int(b, rim_islands_at(all, k % w, k / w));
        b->line->answers++;
        rim_islands_destroy(all);
        more_makers(b, random, mask);
        rim_mask_destroy(mask);
    }
}

static void more_outlines(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        rim_mask     *mask = any_mask(random, 60);
        rim_contours *rings;
        no_error(rim_contours_create(&rings, mask, RIM_TOUCH_CORNERS, NULL));
        FROM(b, rim_contours_rings);
        BITS(b, ring_count(rings));
        for (int64_t k = 0; k < ring_count(rings); k++)
        {
            rim_ring ring = rim_contours_rings(rings, NULL)[k];
            FROM(b, rim_contours_rings);
            BITS(b, (int64_t)ring.count);
            BITS(b, ring.area);
            BITS(b, ring.parent);
        }
        rim_contours_destroy(rings);
        rim_faithful_point faithful[24];
        rim_edge_point     points[24];
        rim_outline_cast_faithful(mask, any_vec2(random, 60.0f), 24, NULL, faithful);
        rim_outline_from_faithful(faithful, 24, points);
        FROM(b, rim_outline_from_faithful);
        for (int k = 0; k < 24; k++) BITS(b, points[k].at);
        rim_field        *field;
        rim_field_options options = { random_int(random, 0, 9), NULL };
        no_error(rim_field_create(&field, mask, &options));
        for (int k = 0; k < 50; k++)
        {
            int x = random_int(random, -9, 60);
            BITS(b, rim_field_at(field, rim_vec2_make((float)x, (float)random_int(random, -9, 60)))
                        .distance);
        }
        rim_field_destroy(field);
        rim_vec2 ring[6];
        for (int k = 0; k < 6; k++) ring[k] = any_vec2(random, 20.0f);
        rim_polygon2   polygon = { ring, 6 };
        rim_partition *pieces;
        rim_status     status = partition_create_from_rings(&pieces, &polygon, 1, NULL, NULL);
        BITS(b, rim_polygon2_is_convex(polygon));
        FROM(b, rim_partition_pieces);
        BITS(b, status);
        if (status == RIM_OK)
        {
            int64_t n = piece_count(pieces);
            FROM(b, rim_partition_pieces);
            BITS(b, n);
            for (int64_t k = 0; k < n; k++)
                bits_int(b, rim_partition_pieces(pieces, NULL)[k].count);
            rim_partition_destroy(pieces);
        }
        rim_mask_destroy(mask);
    }
}

static void bits_shared(bits *b, rim_shared_pixel p)
{
    b->line->answers++;
    bits_int(b, p.hit);
    bits_int(b, p.a.x + 65536 * p.a.y);
    bits_int(b, p.b.x + 65536 * p.b.y);
}

static void bits_moments(bits *b, rim_moments2 m)
{
    b->line->answers++;
    bits_int(b, m.count);
    bits_int(b, m.x), bits_int(b, m.y);
    bits_int(b, m.xx), bits_int(b, m.xy), bits_int(b, m.yy);
    bits_vec2(b, m.centroid);
    bits_double(b, m.spread_xx), bits_double(b, m.spread_xy), bits_double(b, m.spread_yy);
    bits_vec2(b, m.axis);
}

// Filled, compared, measured, shared, made again in other sizes.
static void measures(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        rim_mask *mask = any_mask(random, 150), *other = any_mask(random, 150), *made;
        int       w = random_int(random, 0, 200), h = random_int(random, 0, 200);
        FROM(b, rim_mask_moments);
        bits_moments(b, rim_mask_moments(mask));
        int dx = random_int(random, -100, 100), dy = random_int(random, -100, 100);
        FROM(b, rim_mask_shared_pixel);
        bits_shared(b, rim_mask_shared_pixel(mask, other, dx, dy, RIM_PICK_FIRST));
        bits_shared(b, rim_mask_shared_pixel(mask, other, dx, dy, RIM_PICK_ANY));
        no_error(rim_mask_create_resized(&made, mask, w, h, NULL));
        FROM(b, rim_mask_create_resized);
        BITS(b, made);
        BITS(b, rim_mask_equals(mask, any_bool(random, 2) ? mask : made));
        rim_mask_fill(made, any_bool(random, 2));
        FROM(b, rim_mask_fill);
        BITS(b, made);
        rim_mask_destroy(made);
        no_error(rim_mask_create_filled(&made, w, h, NULL));
        FROM(b, rim_mask_create_filled);
        BITS(b, made);
        rim_mask_destroy(made);
        rim_mask_destroy(other);
        rim_mask_destroy(mask);
    }
}

static void by_colour(bits *b, test_random *random)
{
    static uint32_t pixels[2][40 * 30];
    rim_channels    channels = { { 0, 0, 0, 0 }, { 0, 0, 0, 0 } };
    rim_mask       *made;
    for (int k = 0; k < 2 * 40 * 30; k++)
        pixels[k % 2][k / 2] = (uint32_t)random_bits(random) & 0x3f3f3f3fu;
    for (int k = 0; k < 4; k++) channels.tolerance[k] = (uint8_t)random_int(random, 0, 63);
    bool short_words = any_bool(random, 2);
    for (int k = 0; k < 3 && short_words; k++) channels.bits[k] = 31u << 5 * k;
    rim_pixels layout = short_words ? RIM_PIXELS_WORD16 : RIM_PIXELS_RGBA8;
    rim_image  image = { pixels[0], 40, 30, 0, layout, 0 }, other = image;
    other.pixels = pixels[1];
    no_error(rim_mask_create_from_color(&made, &image, 0x1f1f1f1fu, &channels, NULL));
    FROM(b, rim_mask_create_from_color);
    BITS(b, made);
    rim_mask_destroy(made);
    no_error(rim_mask_create_from_comparison(&made, &image, &other, &channels, NULL));
    FROM(b, rim_mask_create_from_comparison);
    BITS(b, made);
    rim_mask_destroy(made);
}

static void in_and_out(bits *b, test_random *random, rim_mask *mask)
{
    static uint64_t words[3 * 150];
    static uint8_t  bytes[150 * 150];
    static uint32_t pixels[150 * 150];
    int             w = rim_mask_width(mask), h = rim_mask_height(mask);
    uint32_t        solid = 7, empty = 3;
    rim_rect        all = rim_rect_make(0, 0, w, h);
    rim_mask_read_words(mask, 0, h, words, 3);
    FROM(b, rim_mask_read_words);
    for (int k = 0; k < h; k++) bits_word(b, words[3 * k]);
    b->line->answers++;
    rim_mask_read_bytes(mask, 0, h, bytes, 0);
    FROM(b, rim_mask_read_bytes);
    for (int k = 0; k < w * h; k++) bits_int(b, bytes[k]);
    b->line->answers++;
    rim_mask_paint(mask, all, &solid, &empty, pixels, 0);
    FROM(b, rim_mask_paint);
    for (int k = 0; k < w * h; k++) bits_int(b, pixels[k]);
    b->line->answers++;
    rim_mask_write_words(mask, random_int(random, 0, 9), h, words, 3);
    FROM(b, rim_mask_write_words);
    BITS(b, mask);
    rim_mask_write_bytes(mask, random_int(random, 0, 9), h, bytes, 0);
    FROM(b, rim_mask_write_bytes);
    BITS(b, mask);
}

static void pixel_by_pixel(bits *b, test_random *random, int count)
{
    static rim_pixel border[4000];
    for (int i = 0; i < count; i++)
    {
        rim_mask    *mask = any_mask(random, 150), *other = any_mask(random, 90), *made;
        rim_islands *islands;
        int          x = random_int(random, 0, 149), y = random_int(random, 0, 149);
        by_colour(b, random);
        no_error(rim_mask_create_overlaps(&made, mask, other, NULL, NULL));
        FROM(b, rim_mask_create_overlaps);
        BITS(b, made);
        rim_mask_destroy(made);
        no_error(rim_islands_create(&islands, mask, RIM_TOUCH_CORNERS, NULL));
        BITS(b, rim_islands_at(islands, x, y));
        int64_t largest = rim_islands_largest(islands);
        FROM(b, rim_islands_largest);
        BITS(b, largest);
        no_error(rim_mask_create_from_island(&made, islands, largest, NULL));
        FROM(b, rim_mask_create_from_island);
        BITS(b, made);
        rim_pixel start = rim_mask_shared_pixel(mask, mask, 0, 0, RIM_PICK_FIRST).a;
        int64_t   n = rim_mask_border(mask, start, border, 4000);
        FROM(b, rim_mask_border);
        BITS(b, n);
        for (int64_t k = 0; k < n && k < 4000; k++) bits_int(b, border[k].x + 65536 * border[k].y);
        rim_mask_destroy(made);
        rim_islands_destroy(islands);
        rim_placed_mask placed[9];
        rim_mask_pair   pairs[36];
        for (int k = 0; k < 9; k++)
        {
            rim_placed_mask it = { k % 2 ? mask : other, 40 * k * x % 317, 30 * k * y % 203 };
            placed[k] = it;
        }
        int found = rim_mask_pairs(placed, 9, RIM_PICK_FIRST, pairs, 36);
        FROM(b, rim_mask_pairs);
        BITS(b, found);
        for (int k = 0; k < found; k++)
        {
            bits_int(b, pairs[k].a + 100 * pairs[k].b);
            bits_shared(b, pairs[k].pixel);
        }
        in_and_out(b, random, mask);
        rim_mask_destroy(other);
        rim_mask_destroy(mask);
    }
}

const bits_part PARTS_MASK[] = {
    { "mask_more", more_masks, 300 },  { "outline_more", more_outlines, 300 },
    { "mask", masks, 1000 },           { "outline", outlines, 600 },
    { "contour", contours, 200 },      { "field", fields, 50 },
    { "polygon", polygons, 10000 },    { "measure", measures, 300 },
    { "pixels", pixel_by_pixel, 300 }, { NULL, NULL, 0 },
};
