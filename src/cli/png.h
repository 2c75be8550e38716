// Is a PNG file all there? (Its chunks only; the pixels are stb_image's matter.)
#ifndef RIM_CLI_PNG_H
#define RIM_CLI_PNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool png_is(const unsigned char *data, size_t size);

// The size that the header claims; false if the file is too short to have one.
bool png_size(const unsigned char *data, size_t size, int64_t *width, int64_t *height);

// Walks the chunks to IEND and checks the sums of the critical ones. If something is wrong, reason
// says what in a few words.
bool png_is_whole(const unsigned char *data, size_t size, char *reason, size_t capacity);

#endif
