// A mask from a surface of any pixel format.
//
// Formats differ in three things: how a pixel's value is found (1, 4, 8, 16, 24 or 32 bits), what alpha it has (its own
// bits, its palette entry's, or none), and whether it is the color key. The general path determines these three for
// every pixel. Nearly every image has 32-bit words and no key. Such an image is passed directly to
// rim_mask_create_from_image.
#include "sdl/version.h"

#include <string.h>

// The rule by which a pixel of a surface is solid.
typedef struct reader
{
    const SDL_Surface *surface;
    surface_format     format;
    int                threshold;
} reader;

// Returns a pixel of 1 to 4 bytes as a word in the byte order of the machine.
static Uint32 packed_value(const Uint8 *at, int bytes)
{
    Uint16 half;
    Uint32 word;
    switch (bytes)
    {
    case 1:
        return *at;
    case 2:
        memcpy(&half, at, sizeof half);
        return half;
    case 4:
        memcpy(&word, at, sizeof word);
        return word;
    }
#if SDL_BYTEORDER == SDL_LIL_ENDIAN
    return (Uint32)(at[0] | at[1] << 8 | at[2] << 16);
#else
    return (Uint32)(at[2] | at[1] << 8 | at[0] << 16);
#endif
}

// Returns pixel x of a row with `bits` bits a pixel, fewer than 8. If low_bits_first, the leftmost pixel of a byte is
// in its lowest bits, and else in its highest.
static Uint32 indexed_value(const Uint8 *row, int x, int bits, bool low_bits_first)
{
    int per_byte = 8 / bits;
    int place = x % per_byte;
    int shift = bits * (low_bits_first ? place : per_byte - 1 - place);
    return (Uint32)(row[x / per_byte] >> shift) & ((1u << bits) - 1);
}

// Returns the value of pixel (x, y). Requires a locked surface.
static Uint32 surface_value_at(const reader *from, int x, int y)
{
    const Uint8 *row = (const Uint8 *)from->surface->pixels + (ptrdiff_t)y * from->surface->pitch;
    int          bits = from->format.bits, bytes = from->format.bytes;
    if (bits < 8) return indexed_value(row, x, bits, from->format.low_bits_first);
    return packed_value(row + (ptrdiff_t)x * bytes, bytes);
}

// Returns the alpha 0 .. 255 of a pixel's value. With a palette it is that of the palette's entry, or 255 if there is no
// such entry. Otherwise it is the value of the alpha bits, 0 .. largest, scaled to 0 .. 255 and rounded to nearest, or
// 255 if there are no alpha bits.
static int surface_alpha_of(const surface_format *format, Uint32 value)
{
    const SDL_Palette *palette = format->palette;
    if (palette) return value < (Uint32)palette->ncolors ? palette->colors[value].a : 255;
    if (!format->alpha) return 255;
    Uint64 lowest = format->alpha & (~format->alpha + 1);
    Uint64 largest = format->alpha / lowest, alpha = (value & format->alpha) / lowest;
    return (int)((2 * 255 * alpha + largest) / (2 * largest));
}

// Returns true if the surface has a color key and the value has the key's color. Without a palette, alpha bits do not
// count.
static bool surface_is_key(const surface_format *format, Uint32 value)
{
    Uint32 color = format->palette ? ~0u : ~format->alpha;
    int    bytes = format->bytes ? format->bytes : 1;
    if (bytes < 4) color &= (1u << 8 * bytes) - 1;
    return format->keyed && ((value ^ format->key) & color) == 0;
}

// Sets the mask's pixels whose alpha reaches the threshold and which do not have the key's color. Requires a locked
// surface and an empty mask of its size.
static void surface_read_pixels(const reader *from, rim_mask *mask)
{
    for (int y = 0; y < from->surface->h; y++)
        for (int x = 0; x < from->surface->w; x++)
        {
            Uint32 value = surface_value_at(from, x, y);
            if (surface_alpha_of(&from->format, value) >= from->threshold &&
                !surface_is_key(&from->format, value))
                rim_mask_set(mask, x, y, true);
        }
}

// Returns true if rim_mask_create_from_image can read the surface's pixels: aligned words of 32 bits, without a key and
// without a palette.
static bool is_plain_words(const reader *from)
{
    const SDL_Surface *surface = from->surface;
    return !from->format.keyed && from->format.bytes == 4 && !from->format.palette &&
           sdl_has_aligned_words(surface);
}

// Creates the mask of a surface's pixels: at once if they are plain words, else pixel by pixel. Requires a locked
// surface.
static rim_status mask_of_locked(rim_mask **out, const reader *from, const rim_allocator *memory)
{
    const SDL_Surface *surface = from->surface;
    if (is_plain_words(from))
    {
        rim_image image = { surface->pixels, surface->w,        surface->h,
                            surface->pitch,  RIM_PIXELS_WORD32, from->format.alpha };
        return rim_mask_create_from_image(out, &image, from->threshold, memory);
    }
    rim_status status = rim_mask_create(out, surface->w, surface->h, memory);
    if (status == RIM_OK) surface_read_pixels(from, *out);
    return status;
}

rim_status rim_sdl_mask_create(rim_mask **out, SDL_Surface *surface, int threshold,
                               const rim_allocator *from)
{
    *out = NULL;
    if (!surface) return RIM_ERR_ARGUMENT;
    // The key can be read while the surface is locked. The lock decodes RLE, and the unlock encodes it again.
    reader reading = { surface, sdl_surface_format(surface), threshold };
    if (sdl_lock_surface(surface) < 0) return RIM_ERR_ARGUMENT;
    rim_status status = mask_of_locked(out, &reading, from);
    sdl_unlock_surface(surface);
    return status;
}

rim_status rim_sdl_sprite_create(rim_sprite **out, SDL_Surface *surface, int threshold,
                                 const rim_sprite_options *options)
{
    const rim_allocator *from = options ? options->allocator : NULL;
    rim_mask            *mask;
    *out = NULL;
    rim_status status = rim_sdl_mask_create(&mask, surface, threshold, from);
    if (status == RIM_OK) status = rim_sprite_create(out, mask, options);
    rim_mask_destroy(mask);
    return status;
}

rim_status rim_sdl_sheet_create(rim_sheet **out, SDL_Surface *surface, int threshold,
                                const rim_frame *frames, int count,
                                const rim_sheet_options *options)
{
    const rim_allocator *from = options ? options->allocator : NULL;
    rim_mask            *mask;
    *out = NULL;
    rim_status status = rim_sdl_mask_create(&mask, surface, threshold, from);
    rim_layer  layer = { "", mask };
    if (status == RIM_OK)
        status = rim_sheet_create_from_masks(out, &layer, 1, frames, count, options);
    rim_mask_destroy(mask);
    return status;
}
