#include "image_files.h"

#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#endif

#define STB_IMAGE_IMPLEMENTATION
#define STBI_NO_STDIO
#define STBI_ONLY_PNG
#include <stb/stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

bool file_bytes_append(void *context, const void *data, size_t size)
{
    file_bytes *b = context;
    if (b->capacity - b->size < size)
    {
        size_t         capacity = 2 * (b->size + size);
        unsigned char *grown = realloc(b->data, capacity);
        if (!grown) return false;
        b->data = grown;
        b->capacity = capacity;
    }
    memcpy(b->data + b->size, data, size);
    b->size += size;
    return true;
}

static void png_append(void *context, void *data, int size)
{
    if (!file_bytes_append(context, data, (size_t)size)) abort();
}

bool png_write(file_bytes *out, const sprite_image *image)
{
    return stbi_write_png_to_func(png_append, out, image->width, image->height, 4, image->rgba,
                                  0) != 0;
}

void *png_read(const file_bytes *file, int *width, int *height)
{
    int channels;
    return stbi_load_from_memory(file->data, (int)file->size, width, height, &channels, 4);
}
