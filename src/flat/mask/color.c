// Masks by color: pixels close to one color, or to the pixels of another image.
#include "rimcast/mask.h"

#include "flat/mask/bits.h"
#include "flat/mask/image.h"

#include <assert.h>
#include <stdlib.h>

static const rim_channels exact_bytes = { { 0, 0, 0, 0 }, { 0, 0, 0, 0 } };

// Stores the channels that are to be compared: *channels or, if that is NULL or none of its channels has bits, the four
// bytes of the word with tolerance 0 or the given tolerances. Returns RIM_ERR_ARGUMENT if the bits of a channel are not
// a single run.
static rim_status choose_channels(rim_channels *chosen, const rim_channels *channels)
{
    uint32_t any = 0;
    *chosen = channels ? *channels : exact_bytes;
    for (int i = 0; i < 4; i++)
    {
        if (!image_is_single_run(chosen->bits[i])) return RIM_ERR_ARGUMENT;
        any |= chosen->bits[i];
    }
    for (int i = 0; i < 4 && !any; i++) chosen->bits[i] = (uint32_t)0xff << 8 * i;
    return RIM_OK;
}

// Returns true if in every channel, scaled to 0 .. 255, the words p and q of two pixels differ by at most the channel's
// tolerance.
static inline bool colors_are_alike(const rim_channels *c, uint32_t p, uint32_t q)
{
    if (p == q) return true;
    for (int i = 0; i < 4; i++)
        if (abs(image_scaled(p, c->bits[i]) - image_scaled(q, c->bits[i])) > c->tolerance[i])
            return false;
    return true;
}

// Makes the pixels solid whose colors are like those of the same pixels of `other`, or like `color` if `other` is NULL.
// Requires an empty mask, and an `other`, of the size of the image.
static void compare_colors(rim_mask *mask, const rim_image *image, const rim_image *other,
                           uint32_t color, const rim_channels *channels)
{
    for (int y = 0; y < image->height; y++)
    {
        const unsigned char *row = image_row(image, y);
        const unsigned char *beside = other ? image_row(other, y) : NULL;
        for (int x = 0; x < image->width; x++)
        {
            if (other) color = image_word(other, beside, x);
            uint64_t alike = colors_are_alike(channels, image_word(image, row, x), color);
            mask_strip(mask, x >> 6)[y] |= alike << (x & 63);
        }
    }
}

// Creates a mask of the pixels that are like those of `other`, or like `color` if `other` is NULL. Requires images that
// image_check accepts, of one size and layout, and *out = NULL. On failure *out stays NULL. Reads no row of an image
// without columns, whose pixels may be NULL.
static rim_status mask_of_colors(rim_mask **out, const rim_image *image, const rim_image *other,
                                 uint32_t color, const rim_channels *channels,
                                 const rim_allocator *from)
{
    rim_channels chosen;
    rim_status   status = choose_channels(&chosen, channels);
    if (!status) status = rim_mask_create(out, image->width, image->height, from);
    if (!status && image->width > 0) compare_colors(*out, image, other, color, &chosen);
    return status;
}

// Creates a mask of the pixels that are like `color` in every channel. On failure *out is NULL.
rim_status rim_mask_create_from_color(rim_mask **out, const rim_image *image, uint32_t color,
                                      const rim_channels *channels, const rim_allocator *from)
{
    RIM_ASSERT(out && image, "out or the image is NULL");
    *out = NULL;
    rim_status status = image_check(image);
    return status ? status : mask_of_colors(out, image, NULL, color, channels, from);
}

// Creates a mask of the pixels that are alike in both images, which must have the same size and layout. On failure *out
// is NULL.
rim_status rim_mask_create_from_comparison(rim_mask **out, const rim_image *image,
                                           const rim_image *other, const rim_channels *channels,
                                           const rim_allocator *from)
{
    RIM_ASSERT(out && image && other, "out or an image is NULL");
    *out = NULL;
    rim_status status = image_check(image);
    if (!status) status = image_check(other);
    if (status) return status;
    if (image->width != other->width || image->height != other->height) return RIM_ERR_SIZE;
    if (image->layout != other->layout) return RIM_ERR_ARGUMENT;
    return mask_of_colors(out, image, other, 0, channels, from);
}
