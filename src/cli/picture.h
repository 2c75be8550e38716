// The picture of --picture: enlarged sprites on a dark ground, with their outlines.
#ifndef RIM_CLI_PICTURE_H
#define RIM_CLI_PICTURE_H

#include "files.h"
#include "image.h"
#include "rimcast/export.h"

#include <stdint.h>

// The largest number of pixels of a picture: a square of 8192 by 8192. Encoding it takes seconds.
#define PICTURE_MAX_PIXELS ((int64_t)1 << 26)

// The largest number of pixels that the lines of all outlines together may touch. A pixel counts as often as it is
// touched. With millions of corners, painting would take many seconds.
#define PICTURE_MAX_PAINT ((int64_t)1 << 29)

// A painted sprite with its outline, in RGB, tightly packed.
typedef struct tile
{
    unsigned char *pixels;
    int            width, height;
} tile;

// A picture of several tiles. A zeroed picture has none.
typedef struct picture
{
    tile  *tiles;
    int    count;
    int    cell_width, cell_height; // the largest tile's
    double paint;                   // about the number of pixels that all lines touch
    bool   refused;                 // a tile was too much; that was said
} picture;

// Paints an outline over its image. The more images there are in all, the smaller each is drawn. Checks the sizes
// before it paints. On failure, prints an error.
bool picture_add(picture *p, const image *im, const rim_mask *mask,
                 const rim_outline_record *outline, int of);

// Writes the tiles as PNG, side by side in rows, so that the whole is about square. On failure, prints an error.
bool picture_encode(const picture *p, bytes *out);

void picture_free(picture *p);

// --- painting ----------------------------------------------------------------------------------------
//
// Functions that paint on RGB pixels, with soft edges. Coordinates are in pixels of the canvas, and the center of a
// pixel is at half numbers. Parts outside of the canvas are left out.

typedef struct canvas
{
    unsigned char *pixels; // RGB, tightly packed
    int            width, height;
} canvas;

typedef struct color
{
    unsigned char r, g, b;
} color;

// Covers a fraction of 0 .. 1 of each pixel.
void paint_rectangle(canvas c, int x0, int y0, int x1, int y1, color ink, double share);

// Draws a line with round ends.
void paint_line(canvas c, double ax, double ay, double bx, double by, double width, color ink,
                double share);

void paint_disc(canvas c, double x, double y, double radius, color ink);
void paint_ring(canvas c, double x, double y, double radius, double width, color ink);

#endif
