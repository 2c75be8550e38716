// The layout of a mask's bits.
//
//              strip 0   strip 1  ...  strip n-1   guard strip n
//   row -8       0         0              0            0          guard rows, zero
//   ...          0         0              0            0
//   row  0     64 px     64 px          64 px          0
//   ...                                                0
//   row h-1    64 px     64 px          64 px          0
//   row h ..     0         0              0            0          at least 8 guard rows, zero
//
// A strip is a column 64 pixels wide; its rows are consecutive words, so that one vector holds the
// same 64 columns of several rows and one shift serves them all. Bit i of a word is the i-th pixel
// from the left. Bits beyond the width are zero. The guard rows below a strip are those above the
// next one. Reading rows -8 .. h + 7 of strips 0 .. n is always allowed and gives zeros outside.
#ifndef RIM_FLAT_MASK_BITS_H
#define RIM_FLAT_MASK_BITS_H

#include "flat/mask/kernels.h"
#include "rimcast/mask.h"
#include "simd/bits.h"

enum
{
    MASK_GUARD = 8 // rows, the most that a kernel reads at once
};

struct rim_mask
{
    const mask_kernels *kernels; // chosen when the mask is made
    uint64_t           *words;   // row 0 of strip 0
    size_t              pitch;   // words from a strip to the next
    int                 width, height;
    int                 strips; // that hold pixels: width / 64, rounded up
    rim_allocator       from;
    size_t              bytes; // of the one block that holds this and the words
};

static inline int mask_min(int a, int b)
{
    return a < b ? a : b;
}

static inline int mask_max(int a, int b)
{
    return a > b ? a : b;
}

static inline uint64_t *mask_strip(const rim_mask *mask, int strip)
{
    return mask->words + (size_t)strip * mask->pitch;
}

// Returns a word. The row may be a guard row, the strip the guard strip.
static inline uint64_t mask_word(const rim_mask *mask, int strip, int y)
{
    return mask_strip(mask, strip)[y];
}

// Returns pixel (x, y). Requires that it lies inside the mask.
static inline bool mask_bit(const rim_mask *mask, int x, int y)
{
    return mask_word(mask, x >> 6, y) >> (x & 63) & 1;
}

static inline bool mask_inside(const rim_mask *mask, int x, int y)
{
    return (unsigned)x < (unsigned)mask->width && (unsigned)y < (unsigned)mask->height;
}

// Returns pixel (x, y); false outside the mask.
static inline bool mask_solid(const rim_mask *mask, int x, int y)
{
    return mask_inside(mask, x, y) && mask_bit(mask, x, y);
}

// Returns a word with bits 0 .. count - 1 set; 0 <= count <= 64.
static inline uint64_t mask_low_bits(int count)
{
    return count >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << count) - 1;
}

// Returns a word with the bits of columns x0 .. x1 - 1 that lie in a strip: bit i is for column 64 strip + i. Requires
// that at least one of these columns lies in the strip.
static inline uint64_t mask_columns_in(int strip, int x0, int x1)
{
    int      first = mask_max(x0 - 64 * strip, 0), last = mask_min(x1 - 1 - 64 * strip, 63);
    uint64_t up_to_last = ~(uint64_t)0 >> (63 - last), from_first = ~(uint64_t)0 << first;
    return up_to_last & from_first;
}

// Returns the 64 columns from column `shift` of the word `left` on; the last `shift` of them are in `right`, the word
// beside it. Requires 0 <= shift <= 63.
//
//      left >> shift | right << (64 - shift)
//
// C does not define a shift by 64, which shift = 0 would need. So the shift of `right` is one by 1 and one by
// 63 - shift.
static inline uint64_t mask_two_words(uint64_t left, uint64_t right, unsigned shift)
{
    return left >> shift | right << 1 << (63 - shift);
}

// Returns pixels x .. x + 63 of row y, bit i for pixel x + i. Any x and y are allowed; pixels outside the mask are empty.
static inline uint64_t mask_span(const rim_mask *mask, int x, int y)
{
    if ((unsigned)y >= (unsigned)mask->height || x <= -64 || x >= mask->width) return 0;
    if (x < 0) return mask_word(mask, 0, y) << -x;
    unsigned shift = (unsigned)x & 63;
    uint64_t left = mask_word(mask, x >> 6, y), right = mask_word(mask, (x >> 6) + 1, y);
    return mask_two_words(left, right, shift);
}

// Returns the number of the lowest set bit; 64 for 0.
static inline int mask_lowest(uint64_t word)
{
    return word ? bits_lowest(word) : 64;
}

// Returns the number of the highest set bit; -1 for 0.
static inline int mask_highest(uint64_t word)
{
    return word ? bits_highest(word) : -1;
}

// As the public functions of these names without `_with`, but the mask uses the given kernels. Tests force each table.
rim_status mask_create_with(rim_mask **out, int width, int height, const rim_allocator *from,
                            const mask_kernels *kernels);
rim_status mask_create_from_image_with(rim_mask **out, const rim_image *image, int threshold,
                                       const rim_allocator *from, const mask_kernels *kernels);
rim_status mask_create_from_color_key_with(rim_mask **out, const rim_image *image, uint32_t key,
                                           uint32_t key_bits, const rim_allocator *from,
                                           const mask_kernels *kernels);

// --- runs of pixels in a row, written a word at a time -----------------------------------------------

// Makes pixels x0 .. x1 - 1 of row y solid or empty. Requires 0 <= x0 < x1 <= width, and y inside the mask.
static inline void mask_row_fill(rim_mask *mask, int y, int x0, int x1, bool solid)
{
    for (int strip = x0 >> 6; strip <= (x1 - 1) >> 6; strip++)
    {
        uint64_t  bits = mask_columns_in(strip, x0, x1);
        uint64_t *word = mask_strip(mask, strip) + y;
        *word = solid ? *word | bits : *word & ~bits;
    }
}

// Returns a word with the bits of a strip's columns that are inside the mask's width.
static inline uint64_t mask_strip_bits(const rim_mask *mask, int strip)
{
    return mask_low_bits(mask->width - 64 * strip);
}

// Returns the first solid pixel of row y from column x on; the width if there is none. Requires 0 <= x <= width.
static inline int mask_run_begin(const rim_mask *mask, int x, int y)
{
    while (x < mask->width)
    {
        uint64_t ahead = mask_span(mask, x, y);
        if (ahead) return x + mask_lowest(ahead);
        x += 64;
    }
    return mask->width;
}

// Returns the end of the run of solid pixels that begins in column x of row y: the first empty column from x on, at
// most the width, because pixels outside are empty. Returns x if pixel (x, y) is empty.
static inline int mask_run_end(const rim_mask *mask, int x, int y)
{
    for (;; x += 64)
    {
        uint64_t ahead = mask_span(mask, x, y);
        if (~ahead) return x + mask_lowest(~ahead);
    }
}

// As rim_mask_shared_pixel, but returns false and leaves *out unchanged if there is none.
bool mask_shared_pixel(rim_shared_pixel *out, const rim_mask *a, const rim_mask *b, int64_t dx,
                       int64_t dy, rim_pick pick);

// Returns the moments of the pixels that the masks share with b's corner at (dx, dy) of a: sums of columns and rows in
// b's pixels, and differences of the counts after b has moved by one pixel. All are zero if no pixel of b, solid or
// empty, lies over a pixel of a.
mask_moments mask_overlap_moments(const rim_mask *a, const rim_mask *b, int dx, int dy);

// Returns a word for pixels x .. x + 63 of row y: bit i is set if bit i of `wanted` is set, pixel x + i is solid, and
// one of its neighbors on the four sides is empty. Only such a pixel can be touched first: a shape that reaches a pixel
// between four solid ones has touched one of these four before or at the same time. Any x and y are allowed, and pixels
// outside the mask are empty. The general form for x < 0 reads each row by mask_span; the form for x >= 0 reads each
// word once.
static inline uint64_t mask_border_span(const rim_mask *mask, int x, int y, uint64_t wanted)
{
    if (x < 0)
    {
        uint64_t row = mask_span(mask, x, y) & wanted;
        return row & ~(mask_span(mask, x - 1, y) & mask_span(mask, x + 1, y) &
                       mask_span(mask, x, y - 1) & mask_span(mask, x, y + 1));
    }
    if ((unsigned)y >= (unsigned)mask->height || x >= mask->width) return 0;

    // The row, and the rows above and below, from the words of two strips.
    unsigned        shift = (unsigned)x & 63;
    const uint64_t *words = mask_strip(mask, x >> 6) + y, *next_words = words + mask->pitch;
    uint64_t        row = mask_two_words(words[0], next_words[0], shift);
    if (!(row & wanted)) return 0;
    uint64_t above = mask_two_words(words[-1], next_words[-1], shift);
    uint64_t below = mask_two_words(words[1], next_words[1], shift);

    // Bit i of `before` is the left neighbor of pixel x + i, bit i of `after` its right neighbor.
    uint64_t before = row << 1 | (x > 0 && mask_bit(mask, x - 1, y));
    uint64_t after = row >> 1 | (next_words[0] >> shift & 1) << 63;
    return row & wanted & ~(before & after & above & below);
}

#endif
