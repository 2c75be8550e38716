// Painting on RGB pixels, with soft edges. Coordinates are in pixels of the canvas, a pixel's centre at
// half numbers; what lies outside is left out.
#ifndef RIM_CLI_PAINT_H
#define RIM_CLI_PAINT_H

#include <stdint.h>

typedef struct canvas
{
    unsigned char *pixels; // RGB, tightly packed
    int            width, height;
} canvas;

typedef struct color
{
    unsigned char r, g, b;
} color;

// A share of 0 .. 1 of each pixel is covered.
void paint_rectangle(canvas c, int x0, int y0, int x1, int y1, color ink, double share);

// A line with round ends.
void paint_line(canvas c, double ax, double ay, double bx, double by, double width, color ink,
                double share);

void paint_disc(canvas c, double x, double y, double radius, color ink);
void paint_ring(canvas c, double x, double y, double radius, double width, color ink);

#endif
