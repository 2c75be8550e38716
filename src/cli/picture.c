// The picture of --picture. See picture.h.
#include "picture.h"

#include "report.h"

#include <stdlib.h>
#include <string.h>

#include <stb/stb_image_write.h>

// The length of the longer side of a sprite in a picture of few sprites. A larger sprite is drawn at its own size.
#define SHOWN_SIDE 896

// The largest number of columns of sprites at that size. More columns share the same width.
#define SHOWN_COLUMNS 8

// Margin and strokes grow with the longer side, up to this ratio of the longer to the shorter side.
#define SHOWN_RATIO 8

// The meaning of each color, as in the demos.
static const color ground = { 22, 27, 38 };
static const color paper = { 36, 43, 58 };          // the image's own rectangle
static const color ghost = { 148, 163, 184 };       // the anchor
static const color outline_ink = { 203, 213, 235 }; // outlines
static const color halo = { 11, 14, 20 };           // keeps them apart from a bright sprite

typedef struct picture_view
{
    canvas canvas;
    int    scale, margin; // a sprite's pixel is a square of scale pixels
    double stroke;
} picture_view;

static int picture_larger(int a, int b)
{
    return a > b ? a : b;
}

// Returns the place on the canvas, along x or y, of a position in the image's pixels.
static double to_canvas(const picture_view *v, double pixels)
{
    return v->margin + pixels * v->scale;
}

// Paints solid pixels as they are, and dims visible ones that are not solid, so that the threshold shows.
static void paint_sprite(const picture_view *v, const image *im, const rim_mask *mask)
{
    for (int y = 0; y < im->height; y++)
        for (int x = 0; x < im->width; x++)
        {
            const unsigned char *from = image_pixel(im, x, y);
            color                ink = { from[0], from[1], from[2] };
            double               share = from[3] / 255.0;
            bool                 solid = rim_mask_get(mask, x, y);
            int                  x0 = v->margin + x * v->scale, y0 = v->margin + y * v->scale;
            if (!solid) share *= 0.35;
            paint_rectangle(v->canvas, x0, y0, x0 + v->scale, y0 + v->scale, paper, 1.0);
            paint_rectangle(v->canvas, x0, y0, x0 + v->scale, y0 + v->scale, ink, share);
        }
}

// Paints lines between the pixels if these are large enough.
static void paint_grid(const picture_view *v, const image *im)
{
    if (v->scale < 12) return;
    int right = v->margin + im->width * v->scale, bottom = v->margin + im->height * v->scale;
    for (int x = 0; x <= im->width; x++)
        paint_rectangle(v->canvas, v->margin + x * v->scale, v->margin,
                        v->margin + x * v->scale + 1, bottom, ground, 0.6);
    for (int y = 0; y <= im->height; y++)
        paint_rectangle(v->canvas, v->margin, v->margin + y * v->scale, right,
                        v->margin + y * v->scale + 1, ground, 0.6);
}

// Paints lines between the points of the rays that hit, from each to the next and from the last to the first. The
// last turn of the loop, k = r->rays, returns to the first point. `last` is the point before, and -1 before the first
// point.
static void paint_polygon(const picture_view *v, const rim_outline_record *r, double width,
                          color ink)
{
    int first = -1, last = -1;
    for (int k = 0; k <= r->rays; k++)
    {
        int at = k < r->rays ? k : first;
        if (at < 0 || !r->points[at].hit) continue;
        if (last >= 0)
            paint_line(v->canvas, to_canvas(v, r->anchor.x + r->points[last].at.x),
                       to_canvas(v, r->anchor.y + r->points[last].at.y),
                       to_canvas(v, r->anchor.x + r->points[at].at.x),
                       to_canvas(v, r->anchor.y + r->points[at].at.y), width, ink, 1.0);
        else
            first = at;
        last = at;
    }
}

// Returns the number of polygons of a record: rings of a contour, or convex pieces.
static int64_t polygon_count(const rim_outline_record *r)
{
    int64_t count = 0;
    if (r->loops)
        rim_loops_list(r->loops, &count);
    else if (r->pieces)
        rim_partition_pieces(r->pieces, &count);
    return count;
}

// Returns one of the record's polygons, a loop or a piece. Requires index < polygon_count.
static rim_polygon2 polygon_of(const rim_outline_record *r, int64_t index)
{
    if (r->loops)
    {
        rim_loop loop = rim_loops_list(r->loops, NULL)[index];
        return (rim_polygon2){ loop.points, (int)loop.count };
    }
    rim_piece piece = rim_partition_pieces(r->pieces, NULL)[index];
    return (rim_polygon2){ piece.points, piece.count };
}

// Paints the sides of all polygons of a record.
static void paint_rings(const picture_view *v, const rim_outline_record *r, double width, color ink)
{
    for (int64_t i = 0; i < polygon_count(r); i++)
    {
        rim_polygon2 p = polygon_of(r, i);
        for (int k = 0; k < p.count; k++)
        {
            rim_vec2 a = p.points[k], b = p.points[k + 1 < p.count ? k + 1 : 0];
            paint_line(v->canvas, to_canvas(v, a.x), to_canvas(v, a.y), to_canvas(v, b.x),
                       to_canvas(v, b.y), width, ink, 1.0);
        }
    }
}

// Paints a dot at each point of the rings. Points may be one pixel of the sprite, v->scale pixels of the canvas,
// apart. The dots are small enough that neighbors do not merge, and left out if they would be too small.
static void paint_ring_points(const picture_view *v, const rim_outline_record *r)
{
    double radius = v->scale < 6 ? 0.2 * v->scale : 1.2 * v->stroke;
    if (radius < 0.8) return;
    for (int64_t i = 0; i < polygon_count(r); i++)
    {
        rim_polygon2 p = polygon_of(r, i);
        for (int k = 0; k < p.count; k++)
            paint_disc(v->canvas, to_canvas(v, p.points[k].x), to_canvas(v, p.points[k].y), radius,
                       outline_ink);
    }
}

// Paints a dot with a dark edge at each point of the rays that hit.
static void paint_points(const picture_view *v, const rim_outline_record *r)
{
    for (int k = 0; k < r->rays; k++)
    {
        if (!r->points[k].hit) continue;
        double x = to_canvas(v, r->anchor.x + r->points[k].at.x),
               y = to_canvas(v, r->anchor.y + r->points[k].at.y);
        paint_disc(v->canvas, x, y, 2.2 * v->stroke, halo);
        paint_disc(v->canvas, x, y, 1.5 * v->stroke, outline_ink);
    }
}

static void paint_cross(const picture_view *v, double x, double y, double width, color ink)
{
    double arm = 5.0 * v->stroke;
    paint_ring(v->canvas, x, y, 3.0 * v->stroke, width, ink);
    paint_line(v->canvas, x - arm, y, x + arm, y, width, ink, 1.0);
    paint_line(v->canvas, x, y - arm, x, y + arm, width, ink, 1.0);
}

static void paint_anchor(const picture_view *v, const rim_outline_record *r)
{
    double x = to_canvas(v, r->anchor.x), y = to_canvas(v, r->anchor.y);
    paint_cross(v, x, y, 1.6 * v->stroke, halo);
    paint_cross(v, x, y, 0.7 * v->stroke, ghost);
}

// Returns the number of columns of a picture of `count` tiles: the least number whose square is at least `count`.
static int picture_columns_of(int count)
{
    int columns = 1;
    while (columns < 65536 && (int64_t)columns * columns < count) columns++;
    return columns;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

// The margin of a tile is the larger one of: TILE_MARGIN pixels, in the proportion of its shown side to SHOWN_SIDE, and
// 1 / TILE_MARGIN_PART of its extent. A stroke is 1 / TILE_STROKE_PART of the larger one of shown side and extent.
#define TILE_MARGIN 32
#define TILE_MARGIN_PART 24
#define TILE_STROKE_PART 300.0

// Returns the sizes of a tile, without its pixels. `shown` is the side that a tile has on the screen when `count` of
// them are side by side; `extent` is the image's longer side, but not much more than its shorter one.
static picture_view measure_view(const image *im, int count)
{
    int shown =
        SHOWN_SIDE * SHOWN_COLUMNS / picture_larger(SHOWN_COLUMNS, picture_columns_of(count));
    int side = picture_larger(1, picture_larger(im->width, im->height)); // an image may be 0 x 0
    int extent = smaller(side, SHOWN_RATIO * picture_larger(1, smaller(im->width, im->height)));
    picture_view v = { .scale = picture_larger(1, shown / side) };
    v.margin =
        picture_larger(TILE_MARGIN * shown / SHOWN_SIDE, extent * v.scale / TILE_MARGIN_PART);
    v.stroke = picture_larger(shown, extent * v.scale) / TILE_STROKE_PART;
    v.canvas.width = im->width * v.scale + 2 * v.margin;
    v.canvas.height = im->height * v.scale + 2 * v.margin;
    return v;
}

// Returns true if a picture of count tiles is not too large. Otherwise prints an error.
static bool check_arrangement(const picture *p, int count)
{
    int     columns = picture_columns_of(count), rows = (count + columns - 1) / columns;
    int64_t width = (int64_t)columns * p->cell_width, height = (int64_t)rows * p->cell_height;
    if (width * height <= PICTURE_MAX_PIXELS) return true;
    return complain("--picture: would be %lld x %lld pixels, and %lld in all is the most; "
                    "scale the images down or take fewer at a time",
                    (long long)width, (long long)height, (long long)PICTURE_MAX_PIXELS);
}

// Returns about the number of pixels that painting a line touches. paint_line visits up to two pixels beyond the line
// on each side, so a line takes its length times (width + 4), and its ends take (width + 4)^2.
static double paint_of_line(const picture_view *v, rim_vec2 a, rim_vec2 b, double width)
{
    return ((double)rim_vec2_distance(a, b) * v->scale + width + 4.0) * (width + 4.0);
}

static double paint_of_polygon(const picture_view *v, rim_polygon2 p, double width)
{
    double paint = 0.0;
    for (int k = 0; k < p.count; k++)
        paint += paint_of_line(v, p.points[k], p.points[k + 1 < p.count ? k + 1 : 0], width);
    return paint;
}

// Returns the same for the lines that paint_polygon paints between the points of rays.
static double paint_of_rays(const picture_view *v, const rim_outline_record *r, double width)
{
    double                paint = 0.0;
    const rim_edge_point *first = NULL, *last = NULL;
    for (int k = 0; k < r->rays; k++)
    {
        if (!r->points[k].hit) continue;
        if (last)
            paint += paint_of_line(v, last->at, r->points[k].at, width);
        else
            first = &r->points[k];
        last = &r->points[k];
    }
    return last ? paint + paint_of_line(v, last->at, first->at, width) : 0.0;
}

// Adds the lines of a record to those of the picture. Returns true if all together do not take too long to paint. Else
// prints an error.
static bool check_paint(picture *p, const picture_view *v, const rim_outline_record *r)
{
    double  width = 2.0 * v->stroke;
    int64_t points = r->rays;
    p->paint += paint_of_rays(v, r, width);
    for (int64_t i = 0; i < polygon_count(r); i++)
    {
        rim_polygon2 polygon = polygon_of(r, i);
        points += polygon.count;
        p->paint += paint_of_polygon(v, polygon, width);
    }
    if (p->paint <= (double)PICTURE_MAX_PAINT) return true;
    return complain("--picture: with the outline of %s, which has %lld points, painting would take "
                    "too long; raise --tolerance, scale the images down or take fewer at a time",
                    r->file, (long long)points);
}

static bool picture_out_of_memory(void)
{
    return complain("--picture: out of memory; free some, or take fewer images at a time");
}

// Computes the sizes of a tile, checks them, and allocates its pixels, filled with the ground, and its place in
// p->tiles. `of` is the estimated number of all tiles. Returns false after an error message.
static bool make_view(picture *p, picture_view *v, const image *im, const rim_outline_record *r,
                      int of)
{
    *v = measure_view(im, of);
    p->cell_width = picture_larger(p->cell_width, v->canvas.width);
    p->cell_height = picture_larger(p->cell_height, v->canvas.height);
    if (!check_arrangement(p, p->count + 1) || !check_paint(p, v, r)) return false;
    tile *grown = realloc(p->tiles, (size_t)(p->count + 1) * sizeof *grown);
    if (!grown) return picture_out_of_memory();
    p->tiles = grown;
    v->canvas.pixels = malloc((size_t)v->canvas.width * (size_t)v->canvas.height * 3);
    if (!v->canvas.pixels) return picture_out_of_memory();
    paint_rectangle(v->canvas, 0, 0, v->canvas.width, v->canvas.height, ground, 1.0);
    return true;
}

bool picture_add(picture *p, const image *im, const rim_mask *mask,
                 const rim_outline_record *outline, int of)
{
    picture_view v;
    if (!p->refused) p->refused = !make_view(p, &v, im, outline, of);
    if (p->refused) return false;
    paint_sprite(&v, im, mask);
    paint_grid(&v, im);
    // Each line is painted twice, first wider and dark. Pieces have many lines inside, which are thinner. A record has
    // either rays or polygons; the functions for the others paint nothing.
    double thin = outline->pieces ? 0.6 * v.stroke : v.stroke;
    paint_polygon(&v, outline, 2.0 * v.stroke, halo);
    paint_polygon(&v, outline, v.stroke, outline_ink);
    paint_rings(&v, outline, 2.0 * thin, halo);
    paint_rings(&v, outline, thin, outline_ink);
    paint_ring_points(&v, outline);
    paint_anchor(&v, outline);
    paint_points(&v, outline);
    p->tiles[p->count++] =
        (tile){ .pixels = v.canvas.pixels, .width = v.canvas.width, .height = v.canvas.height };
    return true;
}

// Copies a tile's pixels to a canvas, in which its top left corner is at (left, top). Requires that it fits.
static void copy_tile(canvas to, tile t, int left, int top)
{
    for (int y = 0; y < t.height; y++)
        memcpy(to.pixels + 3 * ((size_t)(top + y) * (size_t)to.width + (size_t)left),
               t.pixels + 3 * (size_t)y * (size_t)t.width, 3 * (size_t)t.width);
}

// Arranges the tiles in rows on a new canvas. Prints an error and returns false if the canvas would be too large or
// memory runs out.
static bool arrange(const picture *p, canvas *out)
{
    int columns = picture_columns_of(p->count), rows = (p->count + columns - 1) / columns;
    int cell_width = picture_larger(1, p->cell_width),
        cell_height = picture_larger(1, p->cell_height);
    if (!check_arrangement(p, p->count)) return false;
    out->width = columns * cell_width;
    out->height = picture_larger(1, rows) * cell_height;
    out->pixels = malloc((size_t)out->width * (size_t)out->height * 3);
    if (!out->pixels) return picture_out_of_memory();
    paint_rectangle(*out, 0, 0, out->width, out->height, ground, 1.0);
    for (int i = 0; i < p->count; i++)
        copy_tile(*out, p->tiles[i],
                  i % columns * cell_width + (cell_width - p->tiles[i].width) / 2,
                  i / columns * cell_height + (cell_height - p->tiles[i].height) / 2);
    return true;
}

static void append(void *context, void *data, int size)
{
    bytes_append(context, data, (size_t)size);
}

// Appends the picture of all tiles to *out as a PNG. Returns false after an error message.
bool picture_encode(const picture *p, bytes *out)
{
    canvas all;
    if (!arrange(p, &all)) return false;
    int made =
        stbi_write_png_to_func(append, out, all.width, all.height, 3, all.pixels, all.width * 3);
    free(all.pixels);
    if (made && !out->failed) return true;
    return picture_out_of_memory();
}

void picture_free(picture *p)
{
    for (int i = 0; i < p->count; i++) free(p->tiles[i].pixels);
    free(p->tiles);
    memset(p, 0, sizeof *p);
}
