// PNGs in memory, by stb_image and stb_image_write.
#ifndef BENCH_IMAGE_FILES_H
#define BENCH_IMAGE_FILES_H

#include "sprites.h"

#include <stddef.h>

// All zero is empty; data is to be freed.
typedef struct file_bytes
{
    unsigned char *data;
    size_t         size, capacity;
} file_bytes;

// Appends to a file_bytes, as a rim_sink's write; false when there is no memory.
bool file_bytes_append(void *context, const void *data, size_t size);

// Appends the image as RGBA; false when there is no memory.
bool png_write(file_bytes *out, const sprite_image *image);

// RGBA, to be freed; NULL on failure.
void *png_read(const file_bytes *file, int *width, int *height);

#endif
