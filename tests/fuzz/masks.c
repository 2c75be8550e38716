// Any bytes as arguments of what is asked of masks: drawing, algebra, islands, contours and what is made of
// them, outlines, fields, polygons, sheets.
#include "rimcast/rimcast.h"

#include "flat/outline/partition_mesh.h"
#include "support/lists.h"
#include "support/fuzz.h"

#include "flat/sprite/data.h"

#include <math.h>
#include <stdlib.h>

enum
{
    SIDE = 40,
    POINTS = 12
};

// Noise, rectangles, circles and polygons.
static rim_mask *make_mask(fuzz_bytes *in)
{
    rim_mask *mask;
    int       width = fuzz_int(in, 0, SIDE), height = fuzz_int(in, 0, SIDE);
    if (rim_mask_create(&mask, width, height, NULL)) abort();
    for (int strokes = fuzz_int(in, 0, 5); strokes > 0; strokes--)
    {
        int      x = fuzz_int(in, -4, SIDE), y = fuzz_int(in, -4, SIDE);
        rim_vec2 points[POINTS];
        int      count = fuzz_int(in, 0, POINTS);
        bool     solid = fuzz_int(in, 0, 3) != 0;
        switch (fuzz_int(in, 0, 4))
        {
        case 0:
            rim_mask_draw_rect(mask, rim_rect_make(x, y, x + count, y + 7), solid);
            break;
        case 1:
            rim_mask_draw_rect(mask,
                               rim_rect_make((int)fuzz_word(in), (int)fuzz_word(in),
                                             (int)fuzz_word(in), (int)fuzz_word(in)),
                               solid);
            break;
        case 2:
            rim_mask_draw_circle(mask, fuzz_vec2(in), fuzz_float(in), solid);
            break;
        case 3:
            for (int i = 0; i < count; i++) points[i] = fuzz_vec2(in);
            rim_mask_draw_polygon(mask, points, count, solid);
            break;
        default:
            for (int i = 0; i < 16; i++) rim_mask_set(mask, x + i % 4, y + i / 4, fuzz_bool(in));
        }
    }
    rim_rect bounds = rim_mask_bounds(mask);
    fuzz_check(rim_mask_count(mask) == 0 ||
               rim_rect_intersect(bounds, rim_rect_make(0, 0, width, height)).x1 == bounds.x1);
    return mask;
}

static void try_algebra(fuzz_bytes *in)
{
    rim_mask   *a = make_mask(in), *b = make_mask(in), *made = NULL;
    int         dx = fuzz_bool(in) ? (int)fuzz_word(in) : fuzz_int(in, -SIDE, SIDE);
    int         dy = fuzz_bool(in) ? (int)fuzz_word(in) : fuzz_int(in, -SIDE, SIDE);
    rim_mask_op op = (rim_mask_op)fuzz_int(in, 0, 3);
    int64_t     area = rim_mask_overlap_area(a, b, dx, dy);
    fuzz_check(rim_mask_overlaps(a, b, dx, dy) == (area > 0));
    if (rim_mask_create_copy(&made, a, NULL) == RIM_OK)
    {
        rim_mask_combine(made, RIM_MASK_AND, b, dx, dy);
        fuzz_check(rim_mask_count(made) == area);
    }
    rim_mask_destroy(made);
    rim_mask_combine(a, op, b, dx, dy);
    rim_mask_combine(a, op, a, dy, dx);
    if (fuzz_bool(in)) rim_mask_invert(a);
    rim_mask_flip(a, fuzz_bool(in), fuzz_bool(in));
    float   radius = fuzz_float(in);
    int64_t before = rim_mask_count(a);
    if (rim_mask_grow(a, radius) == RIM_OK) fuzz_check(rim_mask_count(a) >= before);
    before = rim_mask_count(a);
    if (rim_mask_shrink(a, fuzz_float(in)) == RIM_OK) fuzz_check(rim_mask_count(a) <= before);
    if (rim_mask_create_resized(&made, b, fuzz_int(in, -1, 90), fuzz_int(in, -1, 90), NULL) ==
        RIM_OK)
        rim_mask_destroy(made);
    rim_rect window = rim_rect_make(fuzz_int(in, -60, 60), fuzz_int(in, -60, 60),
                                    fuzz_int(in, -60, 60), fuzz_int(in, -60, 60));
    if (rim_mask_create_window(&made, b, window, NULL) == RIM_OK) rim_mask_destroy(made);
    int columns = rim_mask_width(a) + rim_mask_width(b),
        rows = rim_mask_height(a) + rim_mask_height(b);
    uint32_t *counts = malloc(sizeof *counts * (size_t)(columns * rows + 1));
    if (rim_mask_overlap_counts(a, b, counts, NULL, NULL)) abort();
    free(counts);
    rim_mask_destroy(b);
    rim_mask_destroy(a);
}

static void check_partition(const rim_partition *pieces, bool whole, double area)
{
    double sum = 0.0;
    for (int64_t i = 0; i < piece_count(pieces); i++)
    {
        rim_piece piece = rim_partition_pieces(pieces, NULL)[i];
        fuzz_check(piece.count >= 3);
        sum += rim_polygon2_area((rim_polygon2){ piece.points, piece.count });
    }
    if (whole) fuzz_check(fabs(sum - area) <= 1e-6 * (area + 1.0));
}

static void cut(fuzz_bytes *in, const rim_loops *loops, double area)
{
    rim_partition_options options = { .max_corners = fuzz_int(in, -1, 9),
                                      .min_side = fuzz_float(in) };
    if (fuzz_bool(in)) options.min_side = 0.0f;
    rim_partition *pieces;
    if (rim_partition_create(&pieces, loops, &options, NULL)) return;
    check_partition(pieces, options.min_side == 0.0f, area);
    rim_partition_destroy(pieces);
}

static double area_of(const rim_loops *loops)
{
    double area = 0.0;
    for (int64_t i = 0; i < loop_count(loops); i++) area += rim_loops_list(loops, NULL)[i].area;
    return area;
}

static void try_contours(fuzz_bytes *in)
{
    rim_mask     *mask = make_mask(in);
    rim_touch     touch = (rim_touch)fuzz_int(in, 0, 2);
    rim_contours *contours;
    rim_islands  *islands;
    if (rim_islands_create(&islands, mask, touch, NULL) == RIM_OK)
    {
        rim_islands_list(islands, NULL);
        rim_islands_destroy(islands);
    }
    if (rim_contours_create(&contours, mask, touch, NULL) == RIM_OK)
    {
        int64_t area = 0;
        for (int64_t i = 0; i < ring_count(contours); i++)
            area += rim_contours_rings(contours, NULL)[i].area;
        fuzz_check(area == rim_mask_count(mask));
        rim_loops *loops;
        float      tolerance = fuzz_float(in);
        if (rim_loops_create_simplified(&loops, contours, (double)tolerance,
                                        (rim_simplify_side)fuzz_int(in, 0, 3), NULL) == RIM_OK)
        {
            cut(in, loops, area_of(loops));
            rim_loops_destroy(loops);
        }
        rim_contours_destroy(contours);
    }
    rim_mask_destroy(mask);
}

static void try_alpha(fuzz_bytes *in)
{
    uint8_t   pixels[16 * 16];
    rim_image image = { .pixels = pixels,
                        .width = fuzz_int(in, -1, 8),
                        .height = fuzz_int(in, -1, 8),
                        .stride = fuzz_bool(in) ? 32 : 0,
                        .layout = (rim_pixels)fuzz_int(in, 0, 3),
                        .alpha_bits = fuzz_bool(in) ? 0xff000000u : fuzz_word(in) };
    for (int i = 0; i < 256; i++) pixels[i] = fuzz_byte(in);
    int        threshold = fuzz_int(in, -2, 257);
    rim_mask  *mask;
    rim_loops *loops;
    if (rim_mask_create_from_image(&mask, &image, threshold, NULL) == RIM_OK)
        rim_mask_destroy(mask);
    if (rim_mask_create_from_color_key(&mask, &image, fuzz_word(in), fuzz_word(in), NULL) == RIM_OK)
        rim_mask_destroy(mask);
    if (rim_loops_create_from_alpha(&loops, &image, threshold, (rim_touch)fuzz_int(in, 0, 2), NULL))
        return;
    cut(in, loops, area_of(loops));
    rim_loops_destroy(loops);
}

static void try_rings(fuzz_bytes *in)
{
    rim_vec2     points[3 * POINTS];
    rim_polygon2 rings[3];
    int          count = fuzz_int(in, 0, 3), used = 0;
    for (int i = 0; i < count; i++)
    {
        rings[i] = (rim_polygon2){ points + used, fuzz_int(in, 0, POINTS) };
        for (int k = 0; k < rings[i].count; k++) points[used++] = fuzz_vec2(in);
    }
    rim_partition_options options = { .max_corners = fuzz_int(in, 0, 8) };
    rim_partition        *pieces;
    rim_status status = partition_create_from_rings(&pieces, rings, count, &options, NULL);
    fuzz_check(!in->spoiled || status == RIM_ERR_ARGUMENT);
    if (status == RIM_OK)
    {
        check_partition(pieces, false, 0.0);
        rim_partition_destroy(pieces);
    }
}

static void try_polygon(fuzz_bytes *in)
{
    rim_vec2     points[POINTS];
    rim_polygon2 polygon = { points, fuzz_int(in, 0, POINTS) };
    for (int i = 0; i < polygon.count; i++) points[i] = fuzz_vec2(in);
    rim_vec2 p = fuzz_vec2(in);
    rim_polygon2_contains(polygon, p);
    rim_polygon2_is_convex(polygon);
    fuzz_number(in, rim_polygon2_area(polygon));
    rim_on_polygon2 on = rim_polygon2_closest(polygon, p);
    fuzz_point2(in, on.point);
    fuzz_number(in, on.distance);
    fuzz_check(on.edge >= -1 && on.edge < polygon.count);
    size_t corners = rim_polygon2_hull(points, (size_t)polygon.count);
    fuzz_check(corners <= (size_t)polygon.count);
}

static void try_outline(fuzz_bytes *in)
{
    rim_mask *mask = make_mask(in);
    in->spoiled = false;
    rim_edge_point     points[64];
    rim_faithful_point faithful[8];
    rim_vec2           anchor = fuzz_vec2(in);
    int                rays = fuzz_int(in, -1, 64);
    int                hits = rim_outline_cast(mask, anchor, rays, points);
    fuzz_check(!in->spoiled || hits == 0);
    for (int i = 0; i < rays; i++) fuzz_point2(in, points[i].at);
    rim_outline_error error;
    if (rim_outline_measure(&error, mask, anchor, points, rays, NULL) == RIM_OK)
    {
        fuzz_number(in, error.distance);
        fuzz_number(in, error.outside_share);
    }
    rim_faithful_options options = { .stage = fuzz_vec2(in), .flash_edge = fuzz_bool(in) };
    rays = fuzz_int(in, -1, 8);
    hits = rim_outline_cast_faithful(mask, anchor, rays, &options, faithful);
    fuzz_check(!in->spoiled || hits == 0);
    for (int i = 0; i < rays; i++) fuzz_point2(in, faithful[i]);
    rim_mask_destroy(mask);
}

static void try_field(fuzz_bytes *in)
{
    rim_mask         *mask = make_mask(in);
    rim_field_options options = { .margin = fuzz_int(in, -1, 20) };
    rim_field        *field;
    static float      out[SIDE * SIDE];
    rim_field_measure(mask, (rim_field_kind)fuzz_int(in, 0, 3), out, 0, NULL);
    if (rim_field_create(&field, mask, &options) == RIM_OK)
    {
        for (int i = 0; i < 8; i++)
        {
            in->spoiled = false;
            rim_field_sample sample = rim_field_at(field, fuzz_vec2(in));
            fuzz_check(sample.distance == sample.distance);
            fuzz_point2(in, sample.gradient);
            if (in->spoiled) fuzz_check(sample.distance == FLT_MAX && sample.gradient.x == 0.0f);
        }
        rim_field_destroy(field);
    }
    rim_mask_destroy(mask);
}

static int any_int(fuzz_bytes *in)
{
    return fuzz_int(in, 0, 3) ? fuzz_int(in, -2, 20) : (int)fuzz_word(in);
}

static void try_sheet(fuzz_bytes *in)
{
    static const uint8_t pixels[16 * 16 * 4];
    rim_image            image = { pixels, 16, 16, 0, RIM_PIXELS_RGBA8, 0 };
    rim_frame            frames[16];
    rim_grid             grid = { any_int(in), any_int(in), any_int(in), any_int(in) };
    int                  count = rim_grid_frames(grid, any_int(in), any_int(in), frames, 16);
    fuzz_check(count >= 0);
    rim_frame frame = { .place = { any_int(in), any_int(in), any_int(in), any_int(in) },
                        .turned = fuzz_bool(in),
                        .trim_x = any_int(in),
                        .trim_y = any_int(in),
                        .width = any_int(in),
                        .height = any_int(in),
                        .has_anchor = fuzz_bool(in),
                        .anchor = fuzz_vec2(in) };
    rim_mask *mask;
    if (rim_frame_check(&frame, 16, 16)) return;
    int width, height;
    rim_frame_size(&frame, &width, &height);
    if ((int64_t)width * height > 1 << 22) return;
    int x, y;
    if (rim_frame_pixel(&frame, any_int(in), any_int(in), &x, &y))
        fuzz_check(x >= 0 && x < 16 && y >= 0 && y < 16);
    if (frame_mask(&mask, &frame, &image, fuzz_int(in, -1, 256), NULL) == RIM_OK)
        rim_mask_destroy(mask);
    rim_sheet_options options = { .has_anchor = fuzz_bool(in),
                                  .anchor = fuzz_vec2(in),
                                  .rays = any_int(in) };
    rim_sheet        *sheet;
    if (rim_sheet_create(&sheet, &image, 128, &frame, 1, &options) == RIM_OK)
        rim_sheet_destroy(sheet);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const drivers[])(fuzz_bytes *) = { try_algebra, try_contours, try_alpha,
                                                     try_rings,   try_polygon,  try_outline,
                                                     try_field,   try_sheet };
    fuzz_bytes in = fuzz_begin(data, size);
    drivers[fuzz_byte(&in) % (sizeof drivers / sizeof drivers[0])](&in);
    return 0;
}
