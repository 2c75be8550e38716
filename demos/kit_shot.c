// Pictures of the page as PNG files.
#include "kit_inside.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>

#include <sys/stat.h>

// The mean of every n by n pixels; makes edges smooth that were drawn hard but n times larger.
static void average(const Uint8 *from, int width, int height, int n, Uint8 *to)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            for (int c = 0; c < 3; c++)
            {
                int sum = 0;
                for (int i = 0; i < n * n; i++)
                {
                    size_t row = (size_t)(y * n + i / n), column = (size_t)(x * n + i % n);
                    sum += from[(row * (size_t)(width * n) + column) * 3 + (size_t)c];
                }
                *to++ = (Uint8)((sum + n * n / 2) / (n * n));
            }
}

// A device or a pipe is no picture that could be removed.
static bool is_file(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

static bool write_file(const char *path, const Uint8 *pixels, int width, int height)
{
    int    size = 0;
    Uint8 *png = stbi_write_png_to_mem(pixels, 3 * width, width, height, 3, &size);
    FILE  *file = png ? fopen(path, "wb") : NULL;
    bool   opened = file != NULL;
    bool   good = file && fwrite(png, 1, (size_t)size, file) == (size_t)size;
    if (file && fclose(file) != 0) good = false;
    if (opened && !good && is_file(path)) remove(path); // no half a picture
    STBIW_FREE(png);
    if (!good)
        fprintf(stderr,
                "rimcast-demos: %s: the picture cannot be written; check folder and space\n", path);
    return good;
}

static Uint8 *page_pixels(kit *k, int *width, int *height)
{
    SDL_GetRendererOutputSize(k->renderer, width, height);
    Uint8 *pixels = SDL_malloc((size_t)*width * (size_t)*height * 3);
    // The bars beside a page of another shape belong to the picture, too.
    if (pixels && k->surface && SDL_RenderFlush(k->renderer) == 0 &&
        SDL_ConvertPixels(*width, *height, k->surface->format->format, k->surface->pixels,
                          k->surface->pitch, SDL_PIXELFORMAT_RGB24, pixels, *width * 3) == 0)
        return pixels;
    if (pixels && !k->surface &&
        SDL_RenderReadPixels(k->renderer, NULL, SDL_PIXELFORMAT_RGB24, pixels, *width * 3) == 0)
        return pixels;
    SDL_free(pixels);
    fprintf(stderr, "rimcast-demos: the page cannot be read back: %s\n", SDL_GetError());
    return NULL;
}

Uint8 *kit_picture(kit *k, int *width, int *height)
{
    Uint8 *pixels = page_pixels(k, width, height);
    if (!pixels || k->window) return pixels;
    // In place: the mean is written behind where it is read.
    average(pixels, k->width, k->height, *width / k->width, pixels);
    *width = k->width;
    *height = k->height;
    return pixels;
}

bool kit_shot(kit *k, const char *path)
{
    int    width, height;
    Uint8 *pixels = kit_picture(k, &width, &height);
    if (!pixels) return false;
    bool good = write_file(path, pixels, width, height);
    SDL_free(pixels);
    return good;
}

// A scene that works covers at least this share of the page, without the bars beside it, with something.
#define LEAST_SHARE 200

bool kit_is_blank(kit *k)
{
    int    width, height, drawn = 0;
    Uint8 *pixels = page_pixels(k, &width, &height);
    if (!pixels) return true;
    SDL_Color ground = kit_ink(k, KIT_GROUND), grid = kit_ink(k, KIT_GRID);
    for (int i = 0; i < width * height; i++)
    {
        const Uint8 *p = pixels + 3 * (size_t)i;
        bool         empty = (p[0] == ground.r && p[1] == ground.g && p[2] == ground.b) ||
                     (p[0] == grid.r && p[1] == grid.g && p[2] == grid.b);
        drawn += !empty;
    }
    SDL_free(pixels);
    double scale = SDL_min((double)width / KIT_WIDTH, (double)height / KIT_HEIGHT);
    return drawn < scale * KIT_WIDTH * scale * KIT_HEIGHT / LEAST_SHARE;
}
