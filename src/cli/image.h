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

// Reads an image from a file or, for "-", from standard input. On failure, prints an error, and *out has no pixels.
bool image_load(image *out, const char *path);

void image_free(image *im);

// Returns the four bytes of a pixel of the image: red, green, blue and alpha.
const unsigned char *image_pixel(const image *im, int x, int y);

// Creates the mask of alpha >= threshold. Returns NULL after an error message.
rim_mask *image_mask(const image *im, int threshold);

// The memory of the decoder. A few bytes of a PNG may unpack to gigabytes, whatever its size in pixels is.
typedef struct image_decoder_memory
{
    uint64_t limit;   // the largest size to which the decoder may enlarge a block
    bool     refused; // it wanted more
} image_decoder_memory;

// Set by image_load for the image at work.
extern image_decoder_memory image_decoder;

// --- PNG ---------------------------------------------------------------------------------------------
//
// Returns true if a PNG file is complete. Only its chunks are checked; stb_image checks the pixels.

bool png_is(const unsigned char *data, size_t size);

// Stores the size that the header claims. Returns false if the file is too short to have one.
bool png_size(const unsigned char *data, size_t size, int64_t *width, int64_t *height);

// Returns true if the chunks up to IEND are complete and the checksums of the critical ones are right. Otherwise writes the
// reason, of at most `capacity` bytes with its zero.
bool png_is_whole(const unsigned char *data, size_t size, char *reason, size_t capacity);

// --- JPEG and PNM ------------------------------------------------------------------------------------
//
// Checks of what stb_image 2.27 does not check. Other files pass.

// Returns false for a JPEG with a Huffman table of more than 256 codes, which the decoder would write behind its table.
bool jpeg_is_sound(const unsigned char *data, size_t size);

// Returns false for a binary PGM or PPM whose header lacks a number or has one that is too long for an int.
bool pnm_is_sound(const unsigned char *data, size_t size);

// --- animations --------------------------------------------------------------------------------------
//
// Returns true if an image file is animated. The decoder returns only its first frame.

// Returns true for a GIF or an animated PNG of more than one frame. The file may be damaged.
bool animation_is(const unsigned char *data, size_t size);

#endif
