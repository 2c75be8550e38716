// Images from files, through stb_image, checked before anything large is allocated.
#ifndef RIM_CLI_IMAGE_H
#define RIM_CLI_IMAGE_H

#include "rimcast/mask.h"

#include <stdbool.h>

// The most pixels of one image: 1 GiB of RGBA.
#define IMAGE_MAX_PIXELS ((int64_t)1 << 28)

typedef struct image
{
    const char    *path; // "stdin" for standard input
    int            width, height;
    unsigned char *rgba;     // four bytes a pixel, tightly packed
    bool           opaque;   // no pixel of the file is transparent at all
    bool           animated; // the file has more frames than the one that was read
} image;

// Reads an image from a file or, for "-", from standard input; on failure it has complained and *out holds nothing.
bool image_load(image *out, const char *path);

void image_free(image *im);

// The mask of alpha >= threshold; NULL after a complaint.
rim_mask *image_mask(const image *im, int threshold);

#endif
