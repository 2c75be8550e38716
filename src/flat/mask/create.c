#include "base/memory.h"
#include "flat/mask/bits.h"
#include "flat/mask/image.h"
#include "rimcast/shape2.h"

#include <assert.h>
#include <string.h>

// --- the choice of kernels -----------------------------------------------------------------------------

static const mask_kernels *const all_kernels[] = {
    &mask_kernels_scalar,
#ifdef CPU_X86
    &mask_kernels_sse2,
    &mask_kernels_avx2,
    &mask_kernels_avx512,
#endif
    NULL,
};

const mask_kernels *const *mask_kernels_all(void)
{
    return all_kernels;
}

// Returns the kernels of the best instruction set that the processor has. All x86-64 processors have SSE2.
const mask_kernels *mask_kernels_best(void)
{
#ifdef CPU_X86
    if (mask_kernels_avx512.usable()) return &mask_kernels_avx512;
    if (mask_kernels_avx2.usable()) return &mask_kernels_avx2;
    return &mask_kernels_sse2;
#else
    return &mask_kernels_scalar;
#endif
}

// --- making and ending -------------------------------------------------------------------------------

enum
{
    MASK_WORDS_ALIGN = 64, // bytes: vectors of eight words are aligned to their size
    MASK_VECTOR_ROWS = 8 // words of such a vector: with multiples of 8 rows all strips are aligned
};

// Allocates a mask and its words in one block. The caller must clear the guards and the pixels. On failure *out is
// NULL: returns RIM_ERR_SIZE for a negative or too long side, RIM_ERR_MEMORY if the block cannot be allocated. The
// layout is that of bits.h: guard rows above, then the strips and the guard strip, of `pitch` words each. `pitch` is
// the height rounded up to a multiple of MASK_VECTOR_ROWS, and MASK_GUARD guard rows.
static rim_status allocate_mask(rim_mask **out, int width, int height, const rim_allocator *from,
                                const mask_kernels *kernels)
{
    *out = NULL;
    if (width < 0 || height < 0 || width > RIM_MASK_MAX_SIDE || height > RIM_MASK_MAX_SIDE)
        return RIM_ERR_SIZE;

    size_t strips = ((size_t)width + 63) / 64;
    size_t eights = ((size_t)height + MASK_VECTOR_ROWS - 1) / MASK_VECTOR_ROWS;
    size_t pitch = eights * MASK_VECTOR_ROWS + MASK_GUARD;
    size_t words = MASK_GUARD + (strips + 1) * pitch;
    size_t bytes = sizeof(rim_mask) + MASK_WORDS_ALIGN + words * sizeof(uint64_t);

    rim_allocator owner = memory_allocator_or_default(from);
    rim_mask     *mask = memory_allocate(&owner, 1, bytes);
    if (!mask) return RIM_ERR_MEMORY;

    // The first word behind the mask that is aligned.
    uintptr_t first =
        ((uintptr_t)(mask + 1) + MASK_WORDS_ALIGN - 1) & ~(uintptr_t)(MASK_WORDS_ALIGN - 1);
    mask->kernels = kernels;
    mask->words = (uint64_t *)first + MASK_GUARD;
    mask->pitch = pitch;
    mask->width = width;
    mask->height = height;
    mask->strips = (int)strips;
    mask->from = owner;
    mask->bytes = bytes;
    *out = mask;
    return RIM_OK;
}

// Clears `rows` rows of a strip from row `first` on, which may be a guard row. The rows behind the strip's last one are
// those of the next strip.
static void clear_rows(rim_mask *mask, int strip, int first, size_t rows)
{
    memset(mask_strip(mask, strip) + first, 0, rows * sizeof(uint64_t));
}

// Clears all guard rows and the guard strip, but no pixels.
static void clear_guards(rim_mask *mask)
{
    clear_rows(mask, 0, -MASK_GUARD, MASK_GUARD);
    for (int strip = 0; strip < mask->strips; strip++)
        clear_rows(mask, strip, mask->height, mask->pitch - (size_t)mask->height);
    clear_rows(mask, mask->strips, 0, mask->pitch);
}

// Creates an empty mask with the given kernels. See rim_mask_create.
rim_status mask_create_with(rim_mask **out, int width, int height, const rim_allocator *from,
                            const mask_kernels *kernels)
{
    RIM_ASSERT(out, "out is NULL");
    rim_status status = allocate_mask(out, width, height, from, kernels);
    if (status) return status;
    clear_rows(*out, 0, -MASK_GUARD, MASK_GUARD + ((size_t)(*out)->strips + 1) * (*out)->pitch);
    return RIM_OK;
}

rim_status rim_mask_create(rim_mask **out, int width, int height, const rim_allocator *from)
{
    return mask_create_with(out, width, height, from, mask_kernels_best());
}

rim_status rim_mask_create_filled(rim_mask **out, int width, int height, const rim_allocator *from)
{
    rim_status status = rim_mask_create(out, width, height, from);
    if (status == RIM_OK) rim_mask_fill(*out, true);
    return status;
}

// Creates a mask with the same size, pixels and kernels. The guards are copied with the pixels. On failure *out is NULL.
rim_status rim_mask_create_copy(rim_mask **out, const rim_mask *mask, const rim_allocator *from)
{
    RIM_ASSERT(out && mask, "out or the mask is NULL");
    rim_status status = allocate_mask(out, mask->width, mask->height, from, mask->kernels);
    if (status) return status;
    size_t words = MASK_GUARD + ((size_t)mask->strips + 1) * mask->pitch;
    memcpy((*out)->words - MASK_GUARD, mask->words - MASK_GUARD, words * sizeof(uint64_t));
    return RIM_OK;
}

void rim_mask_destroy(rim_mask *mask)
{
    if (!mask) return;
    rim_allocator from = mask->from;
    memory_release(&from, mask, 1, mask->bytes);
}

// --- from pixels -------------------------------------------------------------------------------------

static bool mask_big_endian(void)
{
    const uint16_t one = 1;
    unsigned char  first_byte;
    memcpy(&first_byte, &one, 1);
    return first_byte == 0;
}

static uint32_t swap_bytes(uint32_t x)
{
    return x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24;
}

// Returns the native word whose bytes in memory are r g b a, from r | g << 8 | b << 16 | a << 24.
static uint32_t word_of_rgba(uint32_t rgba)
{
    return mask_big_endian() ? swap_bytes(rgba) : rgba;
}

// Returns the least word, of the alpha bits only, whose alpha is at least the threshold t. The bits hold a number v of
// 0 .. max, and alpha is v scaled to 0 .. 255 and rounded, halves up. Requires bits that are a single run and not 0,
// and t <= 255.
//
//     (2 * 255 * v + max) / (2 * max) >= t   <=>   510 v + max >= 2 t max   <=>   v >= (2 t - 1) max / 510,  rounded up.
static uint32_t limit_of_threshold(uint32_t bits, int threshold)
{
    if (threshold <= 0) return 0;
    uint32_t lowest_bit = bits & (~bits + 1);
    uint64_t max = bits / lowest_bit;
    uint64_t least = ((2 * (uint64_t)threshold - 1) * max + 509) / 510;
    return (uint32_t)(least * lowest_bit);
}

// Returns true if the image has no pixels; its pointer may then be NULL.
static bool mask_is_empty(const rim_image *image)
{
    return image->width == 0 || image->height == 0;
}

rim_status image_check(const rim_image *image)
{
    if (image->width < 0 || image->height < 0) return RIM_ERR_SIZE;
    if (image->width > RIM_MASK_MAX_SIDE || image->height > RIM_MASK_MAX_SIDE) return RIM_ERR_SIZE;
    if ((unsigned)image->layout > RIM_PIXELS_BYTES24) return RIM_ERR_ARGUMENT;
    return image->pixels || mask_is_empty(image) ? RIM_OK : RIM_ERR_ARGUMENT;
}

// Returns the source and target for the kernels that read an image, and clears the mask's guards. Requires a mask of
// the image's size. The kernels write all other words.
static mask_source source_of(rim_mask *mask, const rim_image *image)
{
    clear_guards(mask);
    mask_source source = {
        .pixels = image->pixels,
        .stride = image_stride(image),
        .width = image->width,
        .height = image->height,
        .words = mask->words,
        .pitch = mask->pitch,
    };
    return source;
}

// Writes the words of all strips from pixels of two or three bytes, which have no kernel. Requires a mask of the
// image's size. A pixel is solid if (word & bits) != value with `is_key`, else if (word & bits) >= value.
static void mask_read_pixels(rim_mask *mask, const rim_image *image, uint32_t bits, uint32_t value,
                             bool is_key)
{
    for (int y = 0; y < image->height; y++)
    {
        const unsigned char *row = image_row(image, y);
        for (int strip = 0; strip < mask->strips; strip++)
        {
            int      end = 64 * strip + 64 < image->width ? 64 * strip + 64 : image->width;
            uint64_t solid = 0;
            for (int x = 64 * strip; x < end; x++)
            {
                uint32_t word = image_word(image, row, x) & bits;
                solid |= (uint64_t)(is_key ? word != value : word >= value) << (x & 63);
            }
            mask_strip(mask, strip)[y] = solid;
        }
    }
}

// Creates a mask of the pixels whose alpha is at least the threshold, with the given kernels. See
// rim_mask_create_from_image. Alpha is compared without scaling it: the threshold is converted to a limit of the alpha
// bits once. An image without alpha bits is opaque: bits = 0 and limit = 0 make all pixels solid. With a threshold
// above 255 no pixel is solid. On failure *out is NULL.
rim_status mask_create_from_image_with(rim_mask **out, const rim_image *image, int threshold,
                                       const rim_allocator *from, const mask_kernels *kernels)
{
    RIM_ASSERT(out && image, "out or the image is NULL");
    *out = NULL;
    rim_status status = image_check(image);
    if (status) return status;
    if (!image_alpha_is_sound(image)) return RIM_ERR_ARGUMENT;
    if (threshold > 255 || mask_is_empty(image))
        return mask_create_with(out, image->width, image->height, from, kernels);

    status = allocate_mask(out, image->width, image->height, from, kernels);
    if (status) return status;
    mask_source source = source_of(*out, image);
    uint32_t    bits = image_alpha_bits(image), limit = 0;
    if (bits) limit = limit_of_threshold(bits, threshold);
    if (image->layout == RIM_PIXELS_ALPHA8)
        kernels->from_bytes(&source, (uint8_t)limit);
    else if (image->layout == RIM_PIXELS_RGBA8)
        kernels->from_words(&source, word_of_rgba(bits), word_of_rgba(limit));
    else if (image->layout == RIM_PIXELS_WORD32)
        kernels->from_words(&source, bits, limit);
    else
        mask_read_pixels(*out, image, bits, limit, false);
    return RIM_OK;
}

rim_status rim_mask_create_from_image(rim_mask **out, const rim_image *image, int threshold,
                                      const rim_allocator *from)
{
    return mask_create_from_image_with(out, image, threshold, from, mask_kernels_best());
}

// Creates a mask of the pixels that differ from the color key in one of key_bits, with the given kernels. See
// rim_mask_create_from_color_key. On failure *out is NULL.
rim_status mask_create_from_color_key_with(rim_mask **out, const rim_image *image, uint32_t key,
                                           uint32_t key_bits, const rim_allocator *from,
                                           const mask_kernels *kernels)
{
    RIM_ASSERT(out && image, "out or the image is NULL");
    *out = NULL;
    rim_status status = image_check(image);
    if (status) return status;
    if (mask_is_empty(image))
        return mask_create_with(out, image->width, image->height, from, kernels);
    status = allocate_mask(out, image->width, image->height, from, kernels);
    if (status) return status;

    mask_source source = source_of(*out, image);
    if (image->layout == RIM_PIXELS_RGBA8)
        kernels->from_key(&source, word_of_rgba(key_bits), word_of_rgba(key & key_bits));
    else if (image->layout == RIM_PIXELS_WORD32)
        kernels->from_key(&source, key_bits, key & key_bits);
    else
        mask_read_pixels(*out, image, key_bits, key & key_bits, true);
    return RIM_OK;
}

rim_status rim_mask_create_from_color_key(rim_mask **out, const rim_image *image, uint32_t key,
                                          uint32_t key_bits, const rim_allocator *from)
{
    return mask_create_from_color_key_with(out, image, key, key_bits, from, mask_kernels_best());
}

// --- pixels ------------------------------------------------------------------------------------------

int rim_mask_width(const rim_mask *mask)
{
    return mask->width;
}

int rim_mask_height(const rim_mask *mask)
{
    return mask->height;
}

bool rim_mask_get(const rim_mask *mask, int x, int y)
{
    return mask_solid(mask, x, y);
}

// Makes pixel (x, y) solid or empty; does nothing outside the mask.
void rim_mask_set(rim_mask *mask, int x, int y, bool solid)
{
    if (!mask_inside(mask, x, y)) return;
    uint64_t *word = mask_strip(mask, x >> 6) + y, bit = (uint64_t)1 << (x & 63);
    *word = solid ? *word | bit : *word & ~bit;
}

int64_t rim_mask_count(const rim_mask *mask)
{
    return rim_mask_overlap_area(mask, mask, 0, 0);
}

// Returns the box of the solid pixels, x1 and y1 excluded; all zero if there are none. In each strip finds the rows
// from the first to the last one with a solid pixel. The or of these rows has the strip's columns with solid pixels.
rim_rect rim_mask_bounds(const rim_mask *mask)
{
    rim_rect box = { mask->width, mask->height, 0, 0 };
    for (int strip = 0; strip < mask->strips; strip++)
    {
        const uint64_t *rows = mask_strip(mask, strip);
        int             top = 0, bottom = mask->height;
        while (top < bottom && !rows[top]) top++;
        while (bottom > top && !rows[bottom - 1]) bottom--;
        if (top == bottom) continue;

        uint64_t columns = 0;
        for (int y = top; y < bottom; y++) columns |= rows[y];
        int left = 64 * strip + mask_lowest(columns);
        int right = 64 * strip + mask_highest(columns) + 1;
        if (left < box.x0) box.x0 = left;
        if (top < box.y0) box.y0 = top;
        if (right > box.x1) box.x1 = right;
        if (bottom > box.y1) box.y1 = bottom;
    }
    return box.x1 ? box : rim_rect_make(0, 0, 0, 0);
}

// --- two masks ---------------------------------------------------------------------------------------

// Lays the masks over each other, b's corner at (dx, dy) of a, and stores the rectangle that both share as windows. The
// mask further left becomes `a` of the windows, so the masks are exchanged if dx < 0. Returns false if the masks share
// no rectangle. Offsets have 64 bits, so they can be negated and added to sides without overflow.
static bool windows_of(mask_windows *windows, const rim_mask *a, const rim_mask *b, int64_t dx,
                       int64_t dy)
{
    if (dx < 0)
    {
        const rim_mask *left = b;
        b = a;
        a = left;
        dx = -dx;
        dy = -dy;
    }
    // The shared rows, in a, and the number of shared columns.
    int64_t top = dy > 0 ? dy : 0;
    int64_t bottom = dy + b->height < a->height ? dy + b->height : a->height;
    int64_t columns = b->width < a->width - dx ? b->width : a->width - dx;
    if (columns <= 0 || bottom <= top) return false;

    windows->a = mask_strip(a, (int)(dx >> 6)) + top;
    windows->b = b->words + (top - dy);
    windows->a_pitch = a->pitch;
    windows->b_pitch = b->pitch;
    windows->strips = (int)((columns + 63) >> 6);
    windows->rows = (int)(bottom - top);
    windows->shift = (unsigned)dx & 63;
    return true;
}

bool rim_mask_overlaps(const rim_mask *a, const rim_mask *b, int dx, int dy)
{
    mask_windows windows;
    return windows_of(&windows, a, b, dx, dy) && a->kernels->overlaps(&windows);
}

int64_t rim_mask_overlap_area(const rim_mask *a, const rim_mask *b, int dx, int dy)
{
    mask_windows windows;
    return windows_of(&windows, a, b, dx, dy) ? a->kernels->overlap_area(&windows) : 0;
}

// Returns the moments of the shared pixels. All are zero if the rectangles of the masks share nothing. The windows are
// enlarged by a row above and one below, and by a column to the right, which the counts after moves need. In each added
// row one of the masks has a guard row.
mask_moments mask_overlap_moments(const rim_mask *a, const rim_mask *b, int dx, int dy)
{
    mask_windows windows;
    mask_moments moments = { 0 };
    if (!windows_of(&windows, a, b, dx, dy)) return moments;
    const rim_mask *left = dx < 0 ? b : a, *right = dx < 0 ? a : b;
    int apart = dx < 0 ? -dx : dx, columns = mask_min(left->width - apart, right->width);
    windows.a--;
    windows.b--;
    windows.rows += 2;
    windows.strips = mask_min(columns / 64 + 1, right->strips);
    a->kernels->overlap_moments(&windows, left->strips - (apart >> 6), apart > 0, &moments);

    // The kernel counts rows from the added row above the first shared one, and columns from the left edge of
    // windows.b. Here both are changed to count from b's corner.
    int first_row = dy > 0 ? 0 : -dy, first_column = dx < 0 ? -dx : 0;
    moments.y += moments.count * (first_row - 1);
    moments.x += moments.count * first_column;
    if (dx < 0) // the kernel moved a, which is windows.b: the same as moving b to the opposite side
    {
        moments.right_less_left = -moments.right_less_left;
        moments.down_less_up = -moments.down_less_up;
    }
    return moments;
}

// Returns the number, 0 .. 63, of the leftmost shared pixel in a row of the windows' first strips. Requires that the
// row has one.
static int lowest_shared(const mask_windows *windows, int row)
{
    uint64_t a = windows->a[row], a_next = windows->a[row + (ptrdiff_t)windows->a_pitch];
    return mask_lowest(mask_two_words(a, a_next, windows->shift) & windows->b[row]);
}

// Stores the first shared pixel in reading order, or any if pick is RIM_PICK_ANY. If there is none, returns false and
// leaves *out unchanged. Searches strip by strip for the first row with a shared pixel. A pixel in a later strip comes
// first only if its row is earlier. So after a hit, the windows end above its row.
bool mask_shared_pixel(rim_shared_pixel *out, const rim_mask *a, const rim_mask *b, int64_t dx,
                       int64_t dy, rim_pick pick)
{
    mask_windows windows;
    if (!windows_of(&windows, a, b, dx, dy)) return false;
    // The upper left corner of the shared rectangle, in a's pixels; `left` moves on with the strips.
    int64_t left = dx > 0 ? dx : 0, top = dy > 0 ? dy : 0;
    bool    hit = false;
    for (; windows.strips > 0; windows.strips--)
    {
        int row = a->kernels->first_shared_row(&windows);
        if (row < windows.rows)
        {
            int64_t          x = left + lowest_shared(&windows, row), y = top + row;
            rim_shared_pixel pixel = { true, { (int)x, (int)y }, { (int)(x - dx), (int)(y - dy) } };
            *out = pixel;
            hit = true;
            if (pick == RIM_PICK_ANY || row == 0) break;
            windows.rows = row;
        }
        windows.a += windows.a_pitch;
        windows.b += windows.b_pitch;
        left += 64;
    }
    return hit;
}

// As rim_mask_shared_pixel. Not inlined into it, so that the result is written once, to the caller's memory.
static CPU_APART rim_shared_pixel shared_pixel_of_near(const rim_mask *a, const rim_mask *b, int dx,
                                                       int dy, rim_pick pick)
{
    rim_shared_pixel pixel = { false, { 0, 0 }, { 0, 0 } };
    mask_shared_pixel(&pixel, a, b, dx, dy, pick);
    return pixel;
}

// Returns a pixel that the masks share with b's corner at (dx, dy) of a; a miss if they share none.
rim_shared_pixel rim_mask_shared_pixel(const rim_mask *a, const rim_mask *b, int dx, int dy,
                                       rim_pick pick)
{
    const rim_shared_pixel none = { false, { 0, 0 }, { 0, 0 } };
    // Most queried pairs are apart, and take half as long with this test.
    if (dx >= a->width || dy >= a->height || dx <= -b->width || dy <= -b->height) return none;
    return shared_pixel_of_near(a, b, dx, dy, pick);
}
