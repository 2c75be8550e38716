// The picture of --picture: sprites enlarged on a calm dark ground, their outlines over them.
#ifndef RIM_CLI_PICTURE_H
#define RIM_CLI_PICTURE_H

#include "files.h"
#include "image.h"
#include "rimcast/export.h"

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
} picture;

// Paints an outline over its image; false when there is no memory.
bool picture_add(picture *p, const image *im, const rim_mask *mask,
                 const rim_outline_record *outline);

// The tiles side by side, in rows that make the whole about square, as PNG; on failure it has complained.
bool picture_encode(const picture *p, bytes *out);

void picture_free(picture *p);

#endif
