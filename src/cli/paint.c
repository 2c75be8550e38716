// Painting on RGB pixels. See picture.h.
#include "picture.h"

#include <math.h>
#include <string.h>

// Mixes a color into a pixel of the canvas; a share above 1 counts as 1. Requires (x, y) inside the canvas.
static void paint_pixel(canvas c, int x, int y, color ink, double share)
{
    if (share <= 0.0) return;
    unsigned char *at = c.pixels + 3 * ((size_t)y * (size_t)c.width + (size_t)x);
    if (share >= 1.0)
    {
        at[0] = ink.r, at[1] = ink.g, at[2] = ink.b;
        return;
    }
    at[0] = (unsigned char)(at[0] + (ink.r - at[0]) * share + 0.5);
    at[1] = (unsigned char)(at[1] + (ink.g - at[1]) * share + 0.5);
    at[2] = (unsigned char)(at[2] + (ink.b - at[2]) * share + 0.5);
}

// Returns a coordinate as an int, clamped: it may be far outside.
static int paint_clamp(double x, int limit)
{
    if (!(x > 0.0)) return 0;
    return x < limit ? (int)x : limit;
}

void paint_rectangle(canvas c, int x0, int y0, int x1, int y1, color ink, double share)
{
    int left = paint_clamp(x0, c.width), right = paint_clamp(x1, c.width),
        bottom = paint_clamp(y1, c.height);
    for (int y = paint_clamp(y0, c.height); y < bottom; y++)
        for (int x = left; x < right; x++) paint_pixel(c, x, y, ink, share);
}

// Returns the distance of a point from a segment.
static double distance_to_segment(double px, double py, double ax, double ay, double bx, double by)
{
    double dx = bx - ax, dy = by - ay, length2 = dx * dx + dy * dy;
    double t = length2 > 0.0 ? ((px - ax) * dx + (py - ay) * dy) / length2 : 0.0;
    t = fmin(fmax(t, 0.0), 1.0);
    double x = ax + t * dx - px, y = ay + t * dy - py;
    return sqrt(x * x + y * y);
}

// Returns the fraction of a pixel that a shape covers; negative far outside. It falls from one to zero while the shape's
// edge passes the pixel. reach is the distance by which the pixel's center lies inside the shape, negative outside of it.
static double coverage(double reach)
{
    return reach + 0.5 > 1.0 ? 1.0 : reach + 0.5;
}

// Paints a line with round ends. Visits, row by row, the columns that may be within `margin` of the line, and paints each
// pixel by its distance from it. The line passes the middle of a row at `column`. A point of the line that is up to
// `margin` higher or lower is up to |dx / dy| margin to the side of that, and a pixel may be another margin away from it.
void paint_line(canvas c, double ax, double ay, double bx, double by, double width, color ink,
                double share)
{
    double half = width / 2.0, margin = half + 1.0;
    double dx = bx - ax, dy = by - ay;
    int    y0 = paint_clamp(fmin(ay, by) - margin, c.height);
    int    y1 = paint_clamp(fmax(ay, by) + margin + 1.0, c.height);
    for (int y = y0; y < y1; y++)
    {
        double low = fmin(ax, bx), high = fmax(ax, bx);
        if (fabs(dy) > 1e-9) // else the line is horizontal, and passes the row in all columns
        {
            double column = ax + (y + 0.5 - ay) / dy * dx;
            double spread = fabs(dx / dy) * margin + margin;
            low = fmax(low, column - spread);
            high = fmin(high, column + spread);
        }
        int x0 = paint_clamp(low - margin, c.width), x1 = paint_clamp(high + margin + 1.0, c.width);
        for (int x = x0; x < x1; x++)
        {
            double distance = distance_to_segment(x + 0.5, y + 0.5, ax, ay, bx, by);
            paint_pixel(c, x, y, ink, share * coverage(half - distance));
        }
    }
}

void paint_disc(canvas c, double x, double y, double radius, color ink)
{
    paint_line(c, x, y, x, y, 2.0 * radius, ink, 1.0);
}

// Paints a circle of a radius as a line of a width: each pixel by its distance from the circle.
void paint_ring(canvas c, double x, double y, double radius, double width, color ink)
{
    double reach = radius + width;
    int    x0 = paint_clamp(x - reach, c.width), x1 = paint_clamp(x + reach + 1.0, c.width);
    int    y0 = paint_clamp(y - reach, c.height), y1 = paint_clamp(y + reach + 1.0, c.height);
    for (int py = y0; py < y1; py++)
        for (int px = x0; px < x1; px++)
        {
            double dx = px + 0.5 - x, dy = py + 0.5 - y;
            double distance = fabs(sqrt(dx * dx + dy * dy) - radius);
            paint_pixel(c, px, py, ink, coverage(width / 2.0 - distance));
        }
}
