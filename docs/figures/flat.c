// Figures of pixels: masks, outlines, contours, simplification, pieces, distances.
#include "figure.h"

#include <stdlib.h>

static const rim_xform2 as_it_is = { 1, 0, 0, 1, 0, 0 };

// A small thing with a bay that few rays see, 28 by 22.
static rim_mask *bird(void)
{
    rim_vec2  body[] = { { 2, 12 },  { 9, 5 },   { 18, 3 },  { 27, 8 },  { 20, 10 },
                         { 26, 17 }, { 18, 15 }, { 13, 21 }, { 12, 14 }, { 6, 18 } };
    rim_mask *mask = figure_mask_of(28, 22);
    rim_mask_draw_polygon(mask, body, 10, true);
    return mask;
}

// Islands, a hole with an island, a knot, 30 by 20.
static rim_mask *islands(void)
{
    rim_mask *mask = figure_mask_of(30, 20);
    rim_mask_draw_circle(mask, at(9.5, 10), 8.5f, true);
    rim_mask_draw_circle(mask, at(9.5, 10), 5.0f, false);
    rim_mask_draw_circle(mask, at(9.5, 10), 2.0f, true);
    rim_mask_draw_rect(mask, rim_rect_make(20, 3, 25, 9), true);
    rim_mask_draw_rect(mask, rim_rect_make(25, 9, 29, 15), true);
    return mask;
}

static void masks(const char *folder)
{
    figure    f;
    rim_mask *mask = figure_mask_of(150, 72);
    rim_vec2  swoosh[] = { { 4, 66 },   { 40, 22 }, { 96, 8 }, { 146, 20 },
                           { 100, 26 }, { 56, 44 }, { 30, 68 } };
    rim_mask_draw_polygon(mask, swoosh, 7, true);
    figure_open(&f, folder, "masks", 760, 250);

    figure_view_down(&f, 24, 40, 2.3);
    figure_box(&f, at(0, 0), at(192, 72), GRID, 1.0, NONE);
    figure_mask(&f, mask, as_it_is, THING, 0.8, NONE);
    for (int strip = 0; strip <= 3; strip++)
        figure_line(&f, at(64 * strip, 0), at(64 * strip, 72), GHOST, 1.5);
    for (int i = 0; i < 8; i++) figure_box(&f, at(64, 16 + i), at(128, 17 + i), HIT, 0.35, GROUND);
    figure_caption(&f, 24, 30, "64 pixels are one word; a strip's words lie one behind the other");
    figure_caption(&f, 24, 228, "eight words of one strip: one vector, one shift for all of them");

    figure_view_down(&f, 500, 40, 1.5);
    for (int y = 0; y < 9; y++)
        for (int x = 0; x < 19; x++)
        {
            int64_t inside = 0;
            for (int i = 0; i < 64; i++) inside += rim_mask_get(mask, 8 * x + i % 8, 8 * y + i / 8);
            figure_box(&f, at(8 * x, 8 * y), at(8 * x + 8, 8 * y + 8), inside ? THING : GRID,
                       inside ? 0.55 : 1.0, GROUND);
        }
    figure_mask(&f, mask, as_it_is, NONE, 1.0, OUTLINE);
    figure_caption(&f, 500, 30, "blocks of 8 x 8 with a pixel in them");
    figure_close(&f);
    rim_mask_destroy(mask);
}

static void outline_rays(const char *folder)
{
    enum
    {
        RAYS = 16
    };
    figure            f;
    rim_mask         *mask = bird();
    rim_vec2          anchor = { 14, 11 };
    rim_edge_point    points[RAYS];
    rim_outline_error error;
    rim_vec2          polygon[RAYS];
    int               corners = 0;
    rim_outline_cast(mask, anchor, RAYS, points);
    figure_need(rim_outline_measure(&error, mask, anchor, points, RAYS, NULL) == RIM_OK, "memory");

    figure_open(&f, folder, "outline-rays", 760, 430);
    figure_view_down(&f, 330, 72, 13);
    figure_pixel_lines(&f, 28, 22);
    figure_mask(&f, mask, as_it_is, THING, 0.55, NONE);
    for (int k = 0; k < RAYS; k++)
    {
        rim_sincos_pair way = rim_sincos_degrees(360.0 * k / RAYS);
        rim_vec2        outside = at(anchor.x + 15.0 * way.cos, anchor.y + 15.0 * way.sin);
        rim_vec2        stop = points[k].hit ? rim_vec2_add(anchor, points[k].at) : anchor;
        figure_line(&f, outside, stop, GHOST, 1.2);
        figure_dashes(&f, stop, anchor, GRID, 1.0);
        if (points[k].hit) polygon[corners++] = stop;
    }
    figure_polygon(&f, polygon, corners, NONE, 1.0, OUTLINE, 1.8);
    for (int k = 0; k < corners; k++) figure_dot(&f, polygon[k], HIT, 4.5);
    figure_ring(&f, anchor, GHOST, 5.0);
    figure_caption(&f, 24, 30, "%d rays to the anchor; each stops where it enters a solid pixel",
                   RAYS);
    figure_caption(&f, 24, 390, "what they miss is measured:");
    figure_caption(&f, 24, 410, "%.1f px at most, %.0f %% of the pixels", error.distance,
                   100.0 * error.outside_share);
    figure_close(&f);
    rim_mask_destroy(mask);
}

static void faithful_ray(figure *f, const rim_mask *mask, rim_vec2 anchor, double degrees)
{
    rim_sincos_pair way = rim_sincos_degrees(degrees);
    for (int step = 0; step < 60; step++)
    {
        double   reach = 14.0 - step;
        rim_vec2 p = at(anchor.x + reach * way.cos, anchor.y + reach * way.sin);
        bool     solid = p.x >= 0 && p.y >= 0 && rim_mask_get(mask, (int)p.x, (int)p.y);
        figure_dot(f, p, solid ? HIT : OTHER, solid ? 5.0 : 2.6);
        if (solid || (p.x - anchor.x < 0 && p.y - anchor.y < 0 && reach < 0)) return;
    }
}

static void faithful(const char *folder)
{
    figure    f;
    rim_mask *mask = bird();
    rim_vec2  anchor = { 14, 11 };
    double    shown[] = { 10, 50, 130, 200, 250, 310 };
    figure_open(&f, folder, "outline-faithful", 760, 430);
    figure_view_down(&f, 380, 72, 13);
    figure_pixel_lines(&f, 28, 22);
    figure_mask(&f, mask, as_it_is, THING, 0.55, NONE);
    figure_circle(&f, anchor, 14, NONE, 1.0, GHOST);
    for (int i = 0; i < 6; i++) faithful_ray(&f, mask, anchor, shown[i]);
    figure_ring(&f, anchor, GHOST, 5.0);
    figure_caption(&f, 24, 30, "the original: from the circle inward,");
    figure_caption(&f, 24, 50, "a pixel a step, until one lands on the shape");
    figure_caption(&f, 24, 390, "what lies beyond the circle is never seen,");
    figure_caption(&f, 24, 410, "thin parts may be stepped over");
    figure_close(&f);
    rim_mask_destroy(mask);
}

static void ring_arrows(figure *f, rim_ring ring, ink stroke)
{
    for (size_t k = 0; k < ring.count; k++)
    {
        rim_corner a = ring.corners[k], b = ring.corners[k + 1 < ring.count ? k + 1 : 0];
        rim_vec2   from = at(a.x, a.y), to = at(b.x, b.y);
        if (rim_vec2_distance(from, to) >= 3.0f)
            figure_arrow(f, from, to, stroke, 1.8);
        else
            figure_line(f, from, to, stroke, 1.8);
    }
}

static void contours(const char *folder)
{
    enum
    {
        SIDE = 16
    };
    figure        f;
    rim_mask     *mask = islands();
    rim_contours *rings;
    unsigned char alpha[SIDE * SIDE];
    rim_image     image = { alpha, SIDE, SIDE, 0, RIM_PIXELS_ALPHA8, 0 };
    rim_loops    *loops;
    figure_need(rim_contours_create(&rings, mask, RIM_TOUCH_CORNERS, NULL) == RIM_OK, "memory");
    figure_open(&f, folder, "contours", 760, 340);
    figure_view_down(&f, 24, 44, 14);
    figure_pixel_lines(&f, 30, 20);
    figure_mask(&f, mask, as_it_is, THING, 0.4, NONE);
    int64_t         count;
    const rim_ring *ring = rim_contours_rings(rings, &count);
    for (int64_t i = 0; i < count; i++)
        ring_arrows(&f, ring[i], ring[i].area > 0 ? OUTLINE : NORMAL);
    figure_caption(&f, 24, 30, "islands' rings and holes', the solid on the right hand");

    // A soft disc: the contour runs where alpha passes the threshold.
    for (int i = 0; i < SIDE * SIDE; i++)
    {
        double reach = rim_vec2_distance(at(i % SIDE + 0.5, i / SIDE + 0.5), at(8.3, 7.6));
        double cover = (6.6 - reach) / 2.2 + 0.5;
        alpha[i] = (unsigned char)(255.0 * (cover < 0.0 ? 0.0 : cover > 1.0 ? 1.0 : cover));
    }
    figure_need(rim_loops_create_from_alpha(&loops, &image, RIM_ALPHA_HALF, RIM_TOUCH_CORNERS,
                                            NULL) == RIM_OK,
                "memory");
    figure_view_down(&f, 480, 44, 16);
    for (int i = 0; i < SIDE * SIDE; i++)
        figure_box(&f, at(i % SIDE, i / SIDE), at(i % SIDE + 1, i / SIDE + 1), THING,
                   alpha[i] / 300.0, GRID);
    rim_loop loop = rim_loops_list(loops, NULL)[0];
    figure_polygon(&f, loop.points, (int)loop.count, NONE, 1.0, OUTLINE, 2.0);
    for (size_t k = 0; k < loop.count; k++) figure_dot(&f, loop.points[k], OUTLINE, 3.0);
    figure_caption(&f, 480, 30, "from alpha: between the pixels");
    figure_close(&f);
    rim_loops_destroy(loops);
    rim_contours_destroy(rings);
    rim_mask_destroy(mask);
}

static rim_loops *simplified(const rim_mask *mask, double tolerance, rim_simplify_side side)
{
    rim_contours *rings;
    rim_loops    *loops;
    figure_need(rim_contours_create(&rings, mask, RIM_TOUCH_CORNERS, NULL) == RIM_OK, "memory");
    figure_need(rim_loops_create_simplified(&loops, rings, tolerance, side, NULL) == RIM_OK,
                "memory");
    rim_contours_destroy(rings);
    return loops;
}

static void simplify(const char *folder)
{
    static const char *const words[] = { "near: within 1.5 px, either side",
                                         "contain: no solid pixel is cut",
                                         "inside: no empty one is covered" };
    figure                   f;
    rim_mask                *mask = bird();
    figure_open(&f, folder, "simplify", 760, 240);
    for (int side = 0; side < 3; side++)
    {
        rim_loops *loops = simplified(mask, 1.5, (rim_simplify_side)side);
        rim_loop   loop = rim_loops_list(loops, NULL)[0];
        figure_view_down(&f, 20 + 246 * side, 44, 8);
        figure_mask(&f, mask, as_it_is, THING, 0.45, GHOST);
        figure_polygon(&f, loop.points, (int)loop.count, NONE, 1.0, OUTLINE, 2.0);
        for (size_t k = 0; k < loop.count; k++) figure_dot(&f, loop.points[k], OUTLINE, 3.6);
        figure_caption(&f, 20 + 246 * side, 30, "%s", words[side]);
        figure_caption(&f, 20 + 246 * side, 228, "%d corners", (int)loop.count);
        rim_loops_destroy(loops);
    }
    figure_close(&f);
    rim_mask_destroy(mask);
}

static void pieces(figure *f, const rim_loops *loops, int corners, double x, const char *word)
{
    rim_partition        *partition;
    rim_partition_options options = { corners, 0.0f };
    figure_need(rim_partition_create(&partition, loops, &options, NULL) == RIM_OK, "memory");
    figure_view_down(f, x, 44, 11);
    int64_t          count;
    const rim_piece *piece = rim_partition_pieces(partition, &count);
    for (int64_t i = 0; i < count; i++, piece++)
        figure_polygon(f, piece->points, piece->count, THING, 0.25 + 0.12 * (double)(i % 4),
                       OUTLINE, 1.3);
    figure_caption(f, x, 30, "%d %s", (int)count, word);
    rim_partition_destroy(partition);
}

static void partition(const char *folder)
{
    figure     f;
    rim_mask  *mask = islands();
    rim_loops *loops = simplified(mask, 0.8, RIM_SIMPLIFY_NEAR);
    figure_open(&f, folder, "partition", 760, 280);
    pieces(&f, loops, 3, 30, "triangles, flipped towards Delaunay's");
    pieces(&f, loops, 8, 400, "convex pieces of at most 8 corners");
    figure_close(&f);
    rim_loops_destroy(loops);
    rim_mask_destroy(mask);
}

// How far it is to the edge, in twentieths of full color: below zero outside.
static int shade_of(const rim_field *distances, const rim_mask *mask, int x, int y)
{
    float between = rim_field_at(distances, at(x + 0.5, y + 0.5)).distance;
    int   reach = (int)(2.0f * fabsf(between) + 1.0f); // in half pixels, from middle to middle
    if (rim_mask_get(mask, x, y)) return 4 + (reach < 14 ? reach : 14);
    return -(reach < 20 ? 11 - reach / 2 : 1);
}

static void field(const char *folder)
{
    enum
    {
        MARGIN = 6,
        RIGHT = 28 + MARGIN
    };
    figure            f;
    rim_mask         *mask = bird();
    rim_field_options options = { MARGIN, NULL };
    rim_field        *distances;
    figure_need(rim_field_create(&distances, mask, &options) == RIM_OK, "memory");
    figure_open(&f, folder, "field", 760, 420);
    figure_view_down(&f, 226, 106, 11);
    for (int y = -MARGIN; y < 22 + MARGIN; y++)
        for (int x = -MARGIN, end; x < RIGHT; x = end)
        {
            // One box for a run of equal shades.
            int shade = shade_of(distances, mask, x, y);
            for (end = x + 1; end < RIGHT && shade_of(distances, mask, end, y) == shade;) end++;
            figure_box(&f, at(x, y), at(end, y + 1), shade > 0 ? THING : OTHER, abs(shade) / 20.0,
                       NONE);
        }
    for (int k = 0; k < 5; k++)
    {
        rim_vec2         p = at(-3 + 8 * k, k % 2 ? 25.5 : -3.5);
        rim_field_sample sample = rim_field_at(distances, p);
        figure_arrow(&f, p, rim_vec2_along(p, sample.gradient, -sample.distance), NORMAL, 1.6);
        figure_dot(&f, p, NORMAL, 4.0);
        figure_text(&f, at(p.x + 0.6, p.y - 0.4), TEXT, "%.1f", (double)sample.distance);
    }
    figure_caption(&f, 24, 24, "how far to the edge, for every pixel; the slope says which way");
    figure_close(&f);
    rim_field_destroy(distances);
    rim_mask_destroy(mask);
}

static void flash_edges(const char *folder)
{
    static const rim_vec2 corners[] = { { 0, 0 }, { 6, 0 }, { 6, 4 }, { 0, 4 } };
    figure                f;
    rim_flash_graphics   *pen;
    rim_flash_shape      *shape;
    figure_need(rim_flash_graphics_create(&pen, NULL) == RIM_OK, "memory");
    rim_flash_begin_fill(pen);
    rim_flash_draw_rect(pen, 0, 0, 6, 4);
    figure_need(rim_flash_graphics_bake(&shape, pen, true) == RIM_OK, "memory");
    figure_open(&f, folder, "flash-edges", 760, 250);
    figure_view_down(&f, 60, 60, 38);
    figure_polygon(&f, corners, 4, THING, 0.45, OUTLINE, 1.5);
    for (int k = 0; k < 2; k++)
    {
        figure_view_down(&f, 60 + 360 * k, 60, 38);
        if (k) figure_polygon(&f, corners, 4, THING, 0.45, OUTLINE, 1.5);
        for (int y = -1; y <= 9; y++)
            for (int x = -1; x <= 13; x++)
            {
                rim_vec2 p = at(0.5 * x, 0.5 * y);
                bool     hit = k ? p.x >= 0 && p.x <= 6 && p.y >= 0 && p.y <= 4
                                 : rim_flash_shape_contains(shape, 20.0 * p.x, 20.0 * p.y, 20.0);
                if (hit)
                    figure_dot(&f, p, HIT, 4.2);
                else
                    figure_ring(&f, p, OUTLINE, 2.6);
            }
    }
    figure_caption(&f, 40, 28, "shape: top and right edges hit");
    figure_caption(&f, 400, 28, "box: all four sides hit");
    figure_close(&f);
    rim_flash_shape_destroy(shape);
    rim_flash_graphics_destroy(pen);
}

// --- exact decisions ---------------------------------------------------------------------------------------

// On which side of the line from q to r is p? As everybody writes it, in float.
static int rounded_side(rim_vec2 p, rim_vec2 q, rim_vec2 r)
{
    volatile float left = (q.x - p.x) * (r.y - p.y), right = (q.y - p.y) * (r.x - p.x);
    return (left > right) - (left < right);
}

static int exact_side(rim_vec2 p)
{
    rim_vec2 below[3] = { { 0, 0 }, { 24, 24 }, { 24, 0 } },
             above[3] = { { 0, 0 }, { 0, 24 }, { 24, 24 } };
    if (p.x == p.y) return 0;
    return rim_polygon2_contains((rim_polygon2){ above, 3 }, p) -
           rim_polygon2_contains((rim_polygon2){ below, 3 }, p);
}

static void decisions(const char *folder)
{
    enum
    {
        SIDE = 48
    };
    static const ink words[3] = { THING, NORMAL, OTHER }; // below, on, above
    figure           f;
    figure_open(&f, folder, "decisions", 760, 400);
    for (int k = 0; k < 2; k++)
    {
        figure_view_down(&f, 40 + 370 * k, 60, 6.6);
        for (int y = 0; y < SIDE; y++)
            for (int x = 0, end; x < SIDE; x = end)
            {
                // Neighboring floats from 1/2 on, y up.
                int side = 0;
                for (end = x; end < SIDE; end++)
                {
                    rim_vec2 p = at(0.5 + end * 0x1p-24, 0.5 + (SIDE - 1 - y) * 0x1p-24);
                    int      one = k ? exact_side(p) : rounded_side(p, at(12, 12), at(24, 24));
                    if (end > x && one != side) break;
                    side = one;
                }
                figure_box(&f, at(x, y), at(end, y + 1), words[side + 1], 0.65, NONE);
            }
        figure_line(&f, at(0, SIDE), at(SIDE, 0), OUTLINE, 1.2);
        figure_caption(&f, 40 + 370 * k, 36,
                       k ? "the same, decided exactly" : "above, below or on a line: in float");
    }
    figure_close(&f);
}

void draw_flat_figures(const char *folder)
{
    masks(folder);
    outline_rays(folder);
    faithful(folder);
    contours(folder);
    simplify(folder);
    partition(folder);
    field(folder);
    flash_edges(folder);
    decisions(folder);
}
