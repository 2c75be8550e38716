// Images from files, through stb_image, checked before anything large is allocated.
#ifndef RIM_CLI_IMAGE_H
#define RIM_CLI_IMAGE_H

#include "rimcast/mask.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The most pixels of one image: 1 GiB of RGBA.
#define IMAGE_MAX_PIXELS ((int64_t)1 << 28)

typedef struct image
{
    const char    *path; // "stdin" for standard input
    int            width, height;
    rim_rect       stored;   // where its pixels are; the others are clear
    unsigned char *rgba;     // four bytes a stored pixel, tightly packed
    bool           opaque;   // no pixel of the file is transparent at all
    bool           animated; // the file has more frames than the one that was read
} image;

// Reads an image from a file or, for "-", from standard input; on failure it has complained and *out holds nothing.
bool image_load(image *out, const char *path);

void image_free(image *im);

// The four bytes of a pixel of the image.
const unsigned char *image_pixel(const image *im, int x, int y);

// The mask of alpha >= threshold; NULL after a complaint.
rim_mask *image_mask(const image *im, int threshold);

// --- PNG ---------------------------------------------------------------------------------------------
//
// Returns true if a PNG file is complete. Only its chunks are checked; stb_image checks the pixels.

bool png_is(const unsigned char *data, size_t size);

// The size that the header claims; false if the file is too short to have one.
bool png_size(const unsigned char *data, size_t size, int64_t *width, int64_t *height);

// Walks the chunks to IEND and checks the sums of the critical ones. If something is wrong, reason
// says what in a few words.
bool png_is_whole(const unsigned char *data, size_t size, char *reason, size_t capacity);

// --- animations --------------------------------------------------------------------------------------
//
// Returns true if an image file is animated. The decoder returns only its first frame.

// Returns true for a GIF or an animated PNG of more than one frame. The file may be damaged.
bool animation_is(const unsigned char *data, size_t size);

#endif
