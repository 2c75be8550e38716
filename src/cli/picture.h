// The picture of --picture: sprites enlarged on a calm dark ground, their outlines over them.
#ifndef RIM_CLI_PICTURE_H
#define RIM_CLI_PICTURE_H

#include "files.h"
#include "image.h"
#include "rimcast/export.h"

#include <stdint.h>

// The most pixels of a picture: a square of 8192. Encoding so many takes seconds.
#define PICTURE_MAX_PIXELS ((int64_t)1 << 26)

// The most pixels that the lines of one outline may touch, one counted as often as it is touched. More take many
// seconds: millions of corners.
#define PICTURE_MAX_PAINT ((int64_t)1 << 29)

// One sprite with its outline, painted. RGB, tightly packed.
typedef struct tile
{
    unsigned char *pixels;
    int            width, height;
} tile;

// All zero is a picture of nothing.
typedef struct picture
{
    tile *tiles;
    int   count;
    int   cell_width, cell_height; // the largest tile's
    bool  refused;                 // a tile was too much; that was said
} picture;

// Paints an outline over its image, which is one of about so many: the more there are, the smaller each is shown. On
// failure it has complained; sizes are checked before anything is painted.
bool picture_add(picture *p, const image *im, const rim_mask *mask,
                 const rim_outline_record *outline, int of);

// The tiles side by side, in rows that make the whole about square, as PNG; on failure it has complained.
bool picture_encode(const picture *p, bytes *out);

void picture_free(picture *p);

// --- painting ----------------------------------------------------------------------------------------
//
// Painting on RGB pixels, with soft edges. Coordinates are in pixels of the canvas, a pixel's center at
// half numbers; what lies outside is left out.

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
