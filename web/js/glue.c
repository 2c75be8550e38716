// Masks, outlines, contours and pieces for JavaScript.
#include "glue.h"

#include <stdlib.h>

void *EXPORT(memory_take)(size_t size)
{
    return malloc(size ? size : 1);
}

void EXPORT(memory_give)(void *block)
{
    free(block);
}

const char *EXPORT(status_text)(rim_status status)
{
    return rim_status_text(status);
}

const char *EXPORT(version)(void)
{
    return rim_version();
}

// --- masks ------------------------------------------------------------------------------------------

rim_status EXPORT(mask_create)(rim_mask **out, int width, int height)
{
    return rim_mask_create(out, width, height, NULL);
}

static rim_image rgba(const void *pixels, int width, int height)
{
    rim_image image = {
        .pixels = pixels, .width = width, .height = height, .layout = RIM_PIXELS_RGBA8
    };
    return image;
}

rim_status EXPORT(mask_create_rgba)(rim_mask **out, const void *pixels, int width, int height,
                                    int threshold)
{
    rim_image image = rgba(pixels, width, height);
    return rim_mask_create_from_image(out, &image, threshold, NULL);
}

rim_status EXPORT(mask_create_key)(rim_mask **out, const void *pixels, int width, int height,
                                   uint32_t key, uint32_t bits)
{
    rim_image image = rgba(pixels, width, height);
    return rim_mask_create_from_color_key(out, &image, key, bits, NULL);
}

rim_status EXPORT(mask_create_copy)(rim_mask **out, const rim_mask *mask)
{
    return rim_mask_create_copy(out, mask, NULL);
}

void EXPORT(mask_destroy)(rim_mask *mask)
{
    rim_mask_destroy(mask);
}

int EXPORT(mask_width)(const rim_mask *mask)
{
    return rim_mask_width(mask);
}

int EXPORT(mask_height)(const rim_mask *mask)
{
    return rim_mask_height(mask);
}

int EXPORT(mask_get)(const rim_mask *mask, int x, int y)
{
    return rim_mask_get(mask, x, y);
}

void EXPORT(mask_set)(rim_mask *mask, int x, int y, int solid)
{
    rim_mask_set(mask, x, y, solid != 0);
}

double EXPORT(mask_count)(const rim_mask *mask)
{
    return (double)rim_mask_count(mask);
}

// out: x0, y0, x1, y1
void EXPORT(mask_bounds)(const rim_mask *mask, double *out)
{
    rim_rect box = rim_mask_bounds(mask);
    out[0] = box.x0;
    out[1] = box.y0;
    out[2] = box.x1;
    out[3] = box.y1;
}

int EXPORT(mask_overlaps)(const rim_mask *a, const rim_mask *b, int dx, int dy)
{
    return rim_mask_overlaps(a, b, dx, dy);
}

double EXPORT(mask_overlap_area)(const rim_mask *a, const rim_mask *b, int dx, int dy)
{
    return (double)rim_mask_overlap_area(a, b, dx, dy);
}

void EXPORT(mask_combine)(rim_mask *a, int op, const rim_mask *b, int dx, int dy)
{
    rim_mask_combine(a, (rim_mask_op)op, b, dx, dy);
}

void EXPORT(mask_invert)(rim_mask *mask)
{
    rim_mask_invert(mask);
}

rim_status EXPORT(mask_grow)(rim_mask *mask, float radius)
{
    return radius < 0.0f ? rim_mask_shrink(mask, -radius) : rim_mask_grow(mask, radius);
}

void EXPORT(mask_draw_rect)(rim_mask *mask, int x0, int y0, int x1, int y1, int solid)
{
    rim_mask_draw_rect(mask, rim_rect_make(x0, y0, x1, y1), solid != 0);
}

void EXPORT(mask_draw_circle)(rim_mask *mask, float x, float y, float radius, int solid)
{
    rim_mask_draw_circle(mask, rim_vec2_make(x, y), radius, solid != 0);
}

void EXPORT(mask_draw_polygon)(rim_mask *mask, const rim_vec2 *points, int count, int solid)
{
    rim_mask_draw_polygon(mask, points, count, solid != 0);
}

// --- rays -------------------------------------------------------------------------------------------

// points: rays times the struct { float x, y; uint8_t hit; } of 12 bytes
int EXPORT(outline_cast)(const rim_mask *mask, float x, float y, int rays, rim_edge_point *points)
{
    _Static_assert(sizeof *points == 12 && offsetof(rim_edge_point, hit) == 8,
                   "read by its layout");
    return rim_outline_cast(mask, rim_vec2_make(x, y), rays, points);
}

// The original's points; exact: rays times the struct { double x, y; uint8_t hit; } of 24 bytes.
int EXPORT(outline_cast_faithful)(const rim_mask *mask, float x, float y, int rays, float stage_x,
                                  float stage_y, int flash_edge, rim_faithful_point *exact,
                                  rim_edge_point *points)
{
    _Static_assert(sizeof *exact == 24 && offsetof(rim_faithful_point, hit) == 16,
                   "read by its layout");
    rim_faithful_options options = { .stage = { stage_x, stage_y }, .flash_edge = flash_edge != 0 };
    int hits = rim_outline_cast_faithful(mask, rim_vec2_make(x, y), rays, &options, exact);
    rim_outline_from_faithful(exact, rays, points);
    return hits;
}

// out: distance, outside_share, hits
rim_status EXPORT(outline_measure)(const rim_mask *mask, float x, float y,
                                   const rim_edge_point *points, int rays, double *out)
{
    rim_outline_error error;
    rim_status status = rim_outline_measure(&error, mask, rim_vec2_make(x, y), points, rays, NULL);
    if (status) return status;
    out[0] = error.distance;
    out[1] = error.outside_share;
    out[2] = error.hits;
    return RIM_OK;
}

// out: rays, distance, met
rim_status EXPORT(outline_choose)(const rim_mask *mask, float x, float y, double max_error,
                                  double *out)
{
    rim_outline_choice choice;
    rim_status         status =
        rim_outline_choose(&choice, mask, rim_vec2_make(x, y), max_error, NULL, NULL);
    if (status) return status;
    out[0] = choice.rays;
    out[1] = choice.error.distance;
    out[2] = choice.met;
    return RIM_OK;
}

// --- loops and pieces -------------------------------------------------------------------------------

static rim_status fill_ring(rim_mask *mask, rim_ring ring)
{
    rim_vec2 *points = malloc(ring.count * sizeof *points);
    if (!points) return RIM_ERR_MEMORY;
    for (size_t i = 0; i < ring.count; i++)
        points[i] = rim_vec2_make((float)ring.corners[i].x, (float)ring.corners[i].y);
    rim_mask_draw_polygon(mask, points, (int)ring.count, true);
    free(points);
    return RIM_OK;
}

static rim_status create_filled(rim_mask **out, const rim_mask *mask)
{
    rim_contours *rings;
    *out = NULL;
    rim_status status = rim_contours_create(&rings, mask, RIM_TOUCH_CORNERS, NULL);
    if (!status) status = rim_mask_create_copy(out, mask, NULL);
    int64_t         count = 0;
    const rim_ring *ring = !status ? rim_contours_rings(rings, &count) : NULL;
    for (int64_t i = 0; !status && i < count; i++)
    {
        if (ring[i].area < 0) status = fill_ring(*out, ring[i]);
    }
    rim_contours_destroy(rings);
    return status;
}

// The contours of a mask, with its holes or with them filled, simplified.
rim_status EXPORT(loops_create)(rim_loops **out, const rim_mask *mask, int holes, double tolerance,
                                int side)
{
    rim_mask     *filled = NULL;
    rim_contours *rings = NULL;
    rim_status    status = holes ? RIM_OK : create_filled(&filled, mask);
    *out = NULL;
    if (!status)
        status = rim_contours_create(&rings, filled ? filled : mask, RIM_TOUCH_CORNERS, NULL);
    if (!status)
        status = rim_loops_create_simplified(out, rings, tolerance, (rim_simplify_side)side, NULL);
    rim_contours_destroy(rings);
    rim_mask_destroy(filled);
    return status;
}

void EXPORT(loops_destroy)(rim_loops *loops)
{
    rim_loops_destroy(loops);
}

int EXPORT(loops_count)(const rim_loops *loops)
{
    int64_t count;
    rim_loops_list(loops, &count);
    return (int)count;
}

// out: the address of the points (pairs of floats), count, area, parent
void EXPORT(loops_get)(const rim_loops *loops, int index, double *out)
{
    rim_loop loop = rim_loops_list(loops, NULL)[index];
    out[0] = (double)(uintptr_t)loop.points;
    out[1] = (double)loop.count;
    out[2] = loop.area;
    out[3] = (double)loop.parent;
}

rim_status EXPORT(pieces_create)(rim_partition **out, const rim_loops *loops, int max_corners,
                                 float min_side)
{
    rim_partition_options options = { .max_corners = max_corners, .min_side = min_side };
    return rim_partition_create(out, loops, &options, NULL);
}

void EXPORT(pieces_destroy)(rim_partition *pieces)
{
    rim_partition_destroy(pieces);
}

int EXPORT(pieces_count)(const rim_partition *pieces)
{
    int64_t count;
    rim_partition_pieces(pieces, &count);
    return (int)count;
}

// out: the address of the points (pairs of floats), count
void EXPORT(pieces_get)(const rim_partition *pieces, int index, double *out)
{
    rim_piece piece = rim_partition_pieces(pieces, NULL)[index];
    out[0] = (double)(uintptr_t)piece.points;
    out[1] = piece.count;
}
