// Images from files, through stb_image. See image.h.
#include "image.h"

#include "files.h"
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <stb/stb_image.h>

static bool complain_of_damage(const char *path, const char *reason)
{
    return complain("%s: the image is damaged or cut off (%s); get a whole copy", path, reason);
}

// Returns true if the file is no PNG, or a PNG whose chunks are complete and whose critical chunks match their
// checksums. Else prints an error and returns false. stb_image does not test checksums, and would decode a PNG that
// lacks its end.
static bool check_parts(const bytes *file, const char *path)
{
    char reason[80];
    if (!png_is(file->data, file->size) ||
        png_is_whole(file->data, file->size, reason, sizeof reason))
        return true;
    return complain_of_damage(path, reason);
}

// Returns true if the decoder can be trusted with the header of the file, before its size is read. Else prints an error.
static bool check_header(const bytes *file, const char *path)
{
    if (!jpeg_is_sound(file->data, file->size))
        return complain_of_damage(path, "a table of codes is too long");
    if (!pnm_is_sound(file->data, file->size))
        return complain_of_damage(path, "its header is not sound");
    // stb_image 2.27 reads behind such pixels when it adds alpha.
    if (file->data[0] == 'P' && stbi_is_16_bit_from_memory(file->data, (int)file->size))
        return complain("%s: has 16 bits for a value; save it with 8, or as PNG", path);
    return true;
}

// Stores the size that the file claims, before anything is decoded. Returns false after an error message. The size of
// a PNG is read here, because stb_image refuses very large PNGs without saying how large they are.
static bool image_read_size(const bytes *file, const char *path, int64_t *width, int64_t *height)
{
    bool png = png_is(file->data, file->size);
    if (png && png_size(file->data, file->size, width, height) && *width > 0 && *height > 0)
        return true;
    int w, h, channels;
    if (!png && stbi_info_from_memory(file->data, (int)file->size, &w, &h, &channels))
    {
        *width = w;
        *height = h < 0 ? -(int64_t)h : h; // a BMP from the top down
        return true;
    }
    if (png) return complain_of_damage(path, "its header is not sound");
    return complain("%s: is not an image that can be read; "
                    "give a PNG, JPEG, GIF, BMP, TGA, PSD or PNM",
                    path);
}

// Limits what the decoder may take for an image whose size is known. A pixel has up to 8 bytes, a row of a PNG one
// more, and interlaced rows some more. The decoder doubles blocks: that of the pixels, and that of the compressed
// bytes.
static void image_limit_decoder(const bytes *file, int64_t width, int64_t height)
{
    image_decoder.limit = 16 * (uint64_t)(width * height + height) + 2 * file->size + 65536;
    image_decoder.refused = false;
}

// Returns true if the image does not have more pixels than allowed, and limits the decoder to what they need. Else
// prints an error. The size is read from the header, before anything is decoded.
static bool check_size(const bytes *file, const char *path)
{
    int64_t width, height;
    if (!image_read_size(file, path, &width, &height)) return false;
    if (width < 0) return complain_of_damage(path, "its width is negative");
    if (width > RIM_MASK_MAX_SIDE || height > RIM_MASK_MAX_SIDE)
        return complain(
            "%s: is %lld x %lld pixels, and %d a side is the most; scale it down or cut it up",
            path, (long long)width, (long long)height, RIM_MASK_MAX_SIDE);
    if (width * height > IMAGE_MAX_PIXELS)
        return complain(
            "%s: is %lld x %lld pixels, and %lld in all is the most; scale it down or cut it up",
            path, (long long)width, (long long)height, (long long)IMAGE_MAX_PIXELS);
    image_limit_decoder(file, width, height);
    return true;
}

// --- decoding ----------------------------------------------------------------------------------------

// A file that stb_image reads through callbacks. The decoder takes zeros for what it reads behind the end, and so would
// return wrong pixels for an image that is cut off.
typedef struct image_reader
{
    const bytes *file;
    size_t       at;
    char *ahead; // the decoder's buffer: it reads ahead only to here, and as much as there is
    bool  ended; // it wanted bytes behind the end
} image_reader;

static int image_reader_read(void *user, char *data, int size)
{
    image_reader *reader = user;
    size_t        rest = reader->file->size - reader->at, wanted = (size_t)size;
    size_t        count = wanted < rest ? wanted : rest;
    if (!reader->ahead) reader->ahead = data; // the first call fills the buffer
    if (data == reader->ahead ? rest == 0 : rest < wanted) reader->ended = true;
    memcpy(data, reader->file->data + reader->at, count);
    reader->at += count;
    return (int)count;
}

// Skips bytes, or goes back if `count` is negative. Some files lack the last row's padding, so the end may be passed.
static void image_reader_skip(void *user, int count)
{
    image_reader *reader = user;
    size_t        rest = reader->file->size - reader->at;
    if (count < 0)
        reader->at -= (size_t)-count < reader->at ? (size_t)-count : reader->at;
    else
        reader->at += (size_t)count < rest ? (size_t)count : rest;
}

static int image_reader_is_at_end(void *user)
{
    const image_reader *reader = user;
    return reader->at == reader->file->size;
}

// Decodes a file into out->rgba, and stores the size. Returns false after an error message.
static bool image_decode(image *out, const bytes *file, const char *path)
{
    static const stbi_io_callbacks callbacks = { image_reader_read, image_reader_skip,
                                                 image_reader_is_at_end };
    image_reader                   reader = { .file = file };
    int                            channels;
    out->rgba =
        stbi_load_from_callbacks(&callbacks, &reader, &out->width, &out->height, &channels, 4);
    if (!out->rgba && image_decoder.refused)
        return complain_of_damage(path, "it has more bytes than its pixels need");
    if (!out->rgba) return complain_of_damage(path, stbi_failure_reason());
    if (!reader.ended) return true;
    char reason[80];
    snprintf(reason, sizeof reason, "the file ends in the middle, after %zu bytes", file->size);
    image_free(out);
    return complain_of_damage(path, reason);
}

static bool is_opaque(const image *im)
{
    size_t count = (size_t)im->width * (size_t)im->height;
    for (size_t i = 0; i < count; i++)
        if (im->rgba[4 * i + 3] != 255) return false;
    return count > 0;
}

// Loads the pixels of an image as RGBA. On failure prints an error, and *out has no pixels.
bool image_load(image *out, const char *path)
{
    memset(out, 0, sizeof *out);
    bytes file;
    if (!file_read(&file, path)) return false;
    path = input_name(path);
    // The size is checked first, so that a file that claims too many pixels and is too short for them gets that
    // message.
    bool good = check_header(&file, path) && check_size(&file, path) && check_parts(&file, path) &&
                image_decode(out, &file, path);
    if (good)
    {
        out->path = path;
        out->stored = (rim_rect){ 0, 0, out->width, out->height };
        out->opaque = is_opaque(out);
        out->animated = animation_is(file.data, file.size);
    }
    bytes_free(&file);
    return good;
}

void image_free(image *im)
{
    stbi_image_free(im->rgba);
    memset(im, 0, sizeof *im);
}

// Returns the four bytes of a pixel of the whole frame; transparent where it was trimmed.
const unsigned char *image_pixel(const image *im, int x, int y)
{
    static const unsigned char clear[4] = { 0 };
    const rim_rect            *s = &im->stored;
    if (x < s->x0 || x >= s->x1 || y < s->y0 || y >= s->y1) return clear;
    size_t width = (size_t)(s->x1 - s->x0), row = (size_t)(y - s->y0), column = (size_t)(x - s->x0);
    return im->rgba + 4 * (row * width + column);
}

// Creates the mask of a whole frame from `stored`, the mask of its stored pixels. The pixels that were trimmed have
// alpha 0, so they are solid only for a threshold of 0 or less.
static rim_status mask_whole(rim_mask **out, const image *im, const rim_mask *stored, int threshold)
{
    rim_status status = rim_mask_create(out, im->width, im->height, NULL);
    if (status) return status;
    if (threshold <= 0) rim_mask_draw_rect(*out, (rim_rect){ 0, 0, im->width, im->height }, true);
    rim_mask_combine(*out, RIM_MASK_OR, stored, im->stored.x0, im->stored.y0);
    return RIM_OK;
}

// Creates the mask of an image's whole frame: alpha >= threshold. The pixels that were trimmed have alpha 0. Returns
// NULL after an error message.
rim_mask *image_mask(const image *im, int threshold)
{
    rim_image  seen = { .pixels = im->rgba,
                        .width = im->stored.x1 - im->stored.x0,
                        .height = im->stored.y1 - im->stored.y0,
                        .layout = RIM_PIXELS_RGBA8 };
    rim_mask  *mask;
    rim_status status = rim_mask_create_from_image(&mask, &seen, threshold, NULL);
    if (!status && (seen.width != im->width || seen.height != im->height))
    {
        rim_mask *stored = mask;
        status = mask_whole(&mask, im, stored, threshold);
        rim_mask_destroy(stored);
    }
    if (status)
        complain("%s: %s; free some memory or scale the image down", im->path,
                 rim_status_text(status));
    return mask;
}
