// Dilation by a disc. Row dy of a disc is a run of 2 k + 1 pixels with k(dy) = floor(sqrt(r^2 - dy^2)), which grows from
// the disc's top to its middle. So for dy from floor(r) down to 0 the mask is widened by the growth of k, and or-ed into
// the result dy rows above and below.
#include "rimcast/mask.h"

#include "base/float.h"
#include "flat/mask/bits.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Returns the number of words of a mask, all guards included.
static size_t word_count(const rim_mask *mask)
{
    return MASK_GUARD + ((size_t)mask->strips + 1) * mask->pitch;
}

// Copies all words, guards included. Requires masks of one size.
static void copy_words(rim_mask *to, const rim_mask *from)
{
    memcpy(to->words - MASK_GUARD, from->words - MASK_GUARD, word_count(from) * sizeof(uint64_t));
}

// Stores in `wide` the or of the mask and its copies moved by `step` pixels to the left and to the right, cut off at
// the mask's sides. Requires 1 <= step <= 63 and masks of one size. Left of the first strip, the guard strip is read,
// which is empty.
static void widen_once(rim_mask *wide, const rim_mask *mask, unsigned step)
{
    for (int strip = 0; strip < mask->strips; strip++)
    {
        const uint64_t *middle = mask_strip(mask, strip), *right = mask_strip(mask, strip + 1);
        const uint64_t *left = mask_strip(mask, strip ? strip - 1 : mask->strips);
        uint64_t       *rows = mask_strip(wide, strip), inside = mask_strip_bits(mask, strip);
        for (int y = 0; y < mask->height; y++)
            rows[y] = (middle[y] | middle[y] << step | middle[y] >> step | left[y] >> (64 - step) |
                       right[y] << (64 - step)) &
                      inside;
    }
}

// Widens each run of pixels of *mask by `amount` pixels on both sides; does nothing if amount <= 0. Each step writes to
// *spare and then exchanges the pointers *mask and *spare. Requires masks of one size, whose guards are clear. After
// widening by n, a pixel is a run of 2 n + 1 pixels, or of n + 1 pixels at least if a side of the mask cuts it off. So
// copies moved by up to n + 1 leave no gap.
static void mask_grow_widen(rim_mask **mask, rim_mask **spare, int amount)
{
    int done = 0;
    while (done < amount)
    {
        int step = mask_min(done + 1, 63);
        step = mask_min(step, amount - done);
        widen_once(*spare, *mask, (unsigned)step);
        rim_mask *wider = *spare;
        *spare = *mask;
        *mask = wider;
        done += step;
    }
}

// Returns floor(sqrt(square)), at most RIM_MASK_MAX_SIDE. Requires square >= 0. The root is rounded, and then corrected by
// exact comparison of whole numbers.
static int whole_root(double square)
{
    double root = sqrt(square);
    int    whole = root > RIM_MASK_MAX_SIDE ? RIM_MASK_MAX_SIDE : (int)root;
    while ((double)whole * whole > square) whole--;
    while (whole < RIM_MASK_MAX_SIDE && (double)(whole + 1) * (whole + 1) <= square) whole++;
    return whole;
}

// Dilates a mask by a disc of radius sqrt(square), as the file's head says. `wide` and `spare` are masks of the same
// size, which are overwritten. Rows of the disc beyond the mask's height, and widths beyond its longer side, have no
// further effect and are left out. `square` is exact, as the square of a float has at most 48 bits.
static void grow_by(rim_mask *mask, rim_mask *wide, rim_mask *spare, double square)
{
    int longer_side = mask_max(mask->width, mask->height);
    int radius = whole_root(square), widened = 0;
    copy_words(wide, mask);
    // Copied for its guards, which widening reads but does not write.
    copy_words(spare, mask);
    for (int dy = mask_min(radius, mask->height); dy >= 0; dy--)
    {
        // The pixels of row dy of the disc on either side of its middle column.
        int to_side = mask_min(whole_root(square - (double)dy * dy), longer_side);
        mask_grow_widen(&wide, &spare, to_side - widened);
        widened = to_side;
        rim_mask_combine(mask, RIM_MASK_OR, wide, 0, dy);
        rim_mask_combine(mask, RIM_MASK_OR, wide, 0, -dy);
    }
}

static bool is_radius(float radius)
{
    return float_is_finite(radius) && radius >= 0.0f;
}

// Makes all pixels solid whose centers are at most `radius` from a solid pixel's center. The mask is unchanged on failure.
rim_status rim_mask_grow(rim_mask *mask, float radius)
{
    RIM_ASSERT(mask, "the mask is NULL");
    rim_mask *wide = NULL, *spare = NULL;
    if (!is_radius(radius)) return RIM_ERR_ARGUMENT;
    rim_status status = rim_mask_create_copy(&wide, mask, &mask->from);
    if (status == RIM_OK) status = rim_mask_create_copy(&spare, mask, &mask->from);
    if (status == RIM_OK) grow_by(mask, wide, spare, (double)radius * radius);
    rim_mask_destroy(wide);
    rim_mask_destroy(spare);
    return status;
}

// Clears the margins of the mask, floor(sqrt(square)) pixels wide on every side; together they may be all pixels. Every
// pixel outside of the mask is empty, and the nearest one to a pixel lies straight across a side. Requires square >= 1.
static void cut_border(rim_mask *mask, double square)
{
    int cut = whole_root(square), width = mask->width, height = mask->height;
    for (int y = 0; y < height && width > 0; y++)
    {
        bool is_all_margin = y < cut || height - 1 - y < cut || 2 * (int64_t)cut >= width;
        if (is_all_margin)
            mask_row_fill(mask, y, 0, width, false);
        else
        {
            mask_row_fill(mask, y, 0, cut, false);
            mask_row_fill(mask, y, width - cut, width, false);
        }
    }
}

// Makes all pixels empty whose centers are at most `radius` from the center of an empty pixel, or of one outside: grows the
// empty pixels. The mask is unchanged on failure.
rim_status rim_mask_shrink(rim_mask *mask, float radius)
{
    RIM_ASSERT(mask, "the mask is NULL");
    if (!is_radius(radius)) return RIM_ERR_ARGUMENT;
    rim_mask_invert(mask);
    rim_status status = rim_mask_grow(mask, radius);
    rim_mask_invert(mask);
    if (status == RIM_OK && radius >= 1.0f) cut_border(mask, (double)radius * radius);
    return status;
}
