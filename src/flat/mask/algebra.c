#include "rimcast/mask.h"

#include "flat/mask/bits.h"

#include <assert.h>
#include <string.h>

// --- two masks ---------------------------------------------------------------------------------------

// The part of b that lies over one strip of a, columns 64 strip .. 64 strip + 63. In rows top .. bottom - 1 of a, the
// 64 pixels of b over row y are, bit for bit,
//
//     left[y + up] >> shift | right[y + up] << (64 - shift).
//
// In other rows there are none.
typedef struct overlay
{
    const uint64_t *left, *right; // row 0 of two neighboring strips of b
    ptrdiff_t       up;           // from a row of a to the row of b over it
    int             top, bottom;  // rows of a, bottom excluded
    unsigned        shift;        // 0 .. 63
} overlay;

// Returns the overlay of b, whose corner is at (dx, dy) of a, over a strip of a. If b does not lie over the strip, the
// overlay has no rows. If a half of the strip lies to the left or right of b, b's guard strip, which is empty, is read
// there.
static overlay overlay_of(const rim_mask *a, int strip, const rim_mask *b, int dx, int dy)
{
    overlay none = { 0 };
    int64_t x = 64 * (int64_t)strip - dx; // the strip's first column in b
    int64_t top = dy > 0 ? dy : 0, bottom = (int64_t)b->height + dy;
    if (bottom > a->height) bottom = a->height;
    if (x <= -64 || x >= b->width || top >= bottom) return none;

    int     b_strip = x < 0 ? -1 : (int)(x >> 6);
    overlay over = {
        .left = mask_strip(b, b_strip < 0 ? b->strips : b_strip),
        .right = mask_strip(b, b_strip + 1),
        .up = -(ptrdiff_t)dy,
        .top = (int)top,
        .bottom = (int)bottom,
        .shift = (unsigned)(x & 63),
    };
    return over;
}

// Returns the 64 pixels over row y of a. Requires a row top .. bottom - 1.
static inline uint64_t overlay_word(const overlay *over, int y)
{
    uint64_t left = over->left[y + over->up], right = over->right[y + over->up];
    return mask_two_words(left, right, over->shift);
}

// Returns the combination of 64 pixels of each mask; a and not b for RIM_MASK_AND_NOT.
static inline uint64_t apply(rim_mask_op op, uint64_t a, uint64_t b)
{
    switch (op)
    {
    case RIM_MASK_AND:
        return a & b;
    case RIM_MASK_OR:
        return a | b;
    case RIM_MASK_XOR:
        return a ^ b;
    default:
        return a & ~b;
    }
}

// Combines rows top .. bottom - 1 of a strip of a with the overlay. `rows` is row 0 of the strip, and `bits` has those
// of the strip's columns that lie inside a. Goes from the bottom up if `upwards`: the order matters only if b is a
// (rim_mask_combine). Inlined with a constant op, so each operation has loops of its own.
static inline void combine_rows(uint64_t *rows, const overlay *over, uint64_t bits, rim_mask_op op,
                                bool upwards)
{
    if (upwards)
        for (int y = over->bottom - 1; y >= over->top; y--)
            rows[y] = apply(op, rows[y], overlay_word(over, y) & bits);
    else
        for (int y = over->top; y < over->bottom; y++)
            rows[y] = apply(op, rows[y], overlay_word(over, y) & bits);
}

// Combines one strip of a with the overlay, from the bottom up if `upwards`. b is empty in rows that the overlay does
// not have: RIM_MASK_AND clears these rows of a, and the other operations leave them as they are.
static void combine_strip(rim_mask *a, int strip, rim_mask_op op, const overlay *over, bool upwards)
{
    uint64_t *rows = mask_strip(a, strip), inside = mask_strip_bits(a, strip);
    if (op == RIM_MASK_AND)
    {
        combine_rows(rows, over, inside, RIM_MASK_AND, upwards);
        for (int y = 0; y < over->top; y++) rows[y] = 0;
        for (int y = over->bottom; y < a->height; y++) rows[y] = 0;
    }
    else if (op == RIM_MASK_OR)
        combine_rows(rows, over, inside, RIM_MASK_OR, upwards);
    else if (op == RIM_MASK_XOR)
        combine_rows(rows, over, inside, RIM_MASK_XOR, upwards);
    else
        combine_rows(rows, over, inside, RIM_MASK_AND_NOT, upwards);
}

// Combines a with b, whose corner is at (dx, dy) of a, strip by strip. Strips beyond b are left out, unless
// RIM_MASK_AND clears them. b may be a itself; then words must be read before they are written. With dx > 0 a strip
// reads strips to its left, so the strips are combined from the right. With dy > 0 a row reads rows above it, so the
// rows are combined from below.
void rim_mask_combine(rim_mask *a, rim_mask_op op, const rim_mask *b, int dx, int dy)
{
    RIM_ASSERT(a && b, "a mask is NULL");
    int     first = 0, end = a->strips;
    int64_t right = (int64_t)dx + b->width; // the first column of a to the right of b
    if (op != RIM_MASK_AND)
    {
        first = mask_max(dx, 0) / 64;
        if (right < 64 * (int64_t)end) end = right > 0 ? (int)((right + 63) / 64) : 0;
    }
    for (int i = first; i < end; i++)
    {
        int     strip = dx > 0 ? first + end - 1 - i : i;
        overlay over = overlay_of(a, strip, b, dx, dy);
        combine_strip(a, strip, op, &over, dy > 0);
    }
}

// Creates a mask of the pixels in `rect`, x1 and y1 excluded. Where the rectangle lies outside the mask, the new mask
// is empty. A rectangle with a negative side gives a mask without pixels. On failure *out is NULL.
rim_status rim_mask_create_window(rim_mask **out, const rim_mask *mask, rim_rect rect,
                                  const rim_allocator *from)
{
    RIM_ASSERT(out && mask, "out or the mask is NULL");
    *out = NULL;
    int64_t width = (int64_t)rect.x1 - rect.x0, height = (int64_t)rect.y1 - rect.y0;
    if (width < 0) width = 0;
    if (height < 0) height = 0;
    if (width > RIM_MASK_MAX_SIDE || height > RIM_MASK_MAX_SIDE) return RIM_ERR_SIZE;
    rim_status status = mask_create_with(out, (int)width, (int)height, from, mask->kernels);
    if (status) return status;
    // A corner at INT32_MIN cannot be negated, but is too far from all pixels for the rectangle to contain any.
    if (rect.x0 > INT32_MIN && rect.y0 > INT32_MIN)
        rim_mask_combine(*out, RIM_MASK_OR, mask, -rect.x0, -rect.y0);
    return RIM_OK;
}

// --- one mask ----------------------------------------------------------------------------------------

// Makes all pixels solid or empty. Bits beyond the width stay zero, as everywhere.
void rim_mask_fill(rim_mask *mask, bool solid)
{
    for (int strip = 0; strip < mask->strips; strip++)
    {
        uint64_t *rows = mask_strip(mask, strip), bits = solid ? mask_strip_bits(mask, strip) : 0;
        for (int y = 0; y < mask->height; y++) rows[y] = bits;
    }
}

// Returns true if the masks have the same size and pixels. Bits beyond the width are zero in both, so words are compared.
bool rim_mask_equals(const rim_mask *a, const rim_mask *b)
{
    if (a->width != b->width || a->height != b->height) return false;
    for (int strip = 0; strip < a->strips; strip++)
        if (memcmp(mask_strip(a, strip), mask_strip(b, strip),
                   (size_t)a->height * sizeof(uint64_t)) != 0)
            return false;
    return true;
}

// Exchanges solid and empty pixels. Bits beyond the width stay zero.
void rim_mask_invert(rim_mask *mask)
{
    for (int strip = 0; strip < mask->strips; strip++)
    {
        uint64_t *rows = mask_strip(mask, strip), bits = mask_strip_bits(mask, strip);
        for (int y = 0; y < mask->height; y++) rows[y] ^= bits;
    }
}

// Mirrors left and right. First exchanges the strips, the first with the last and so on, and reverses the bits of their
// words. Then the `spare` bits beyond the width, which are empty, are the first bits of strip 0. So each row is shifted
// by `spare` to the left edge, which drops them.
static void flip_across(rim_mask *mask)
{
    for (int low = 0, high = mask->strips - 1; low <= high; low++, high--)
    {
        uint64_t *left = mask_strip(mask, low), *right = mask_strip(mask, high); // may be the same
        for (int y = 0; y < mask->height; y++)
        {
            uint64_t word = bits_reversed(left[y]);
            left[y] = bits_reversed(right[y]);
            right[y] = word;
        }
    }
    unsigned spare = (unsigned)(-mask->width & 63);
    if (spare == 0) return;
    for (int strip = 0; strip < mask->strips; strip++)
    {
        uint64_t *rows = mask_strip(mask, strip), *next = mask_strip(mask, strip + 1);
        for (int y = 0; y < mask->height; y++) rows[y] = rows[y] >> spare | next[y] << (64 - spare);
    }
}

// Mirrors top and bottom: exchanges the rows of each strip, the first with the last and so on.
static void flip_down(rim_mask *mask)
{
    for (int strip = 0; strip < mask->strips; strip++)
    {
        uint64_t *rows = mask_strip(mask, strip);
        for (int top = 0, bottom = mask->height - 1; top < bottom; top++, bottom--)
        {
            uint64_t word = rows[top];
            rows[top] = rows[bottom];
            rows[bottom] = word;
        }
    }
}

void rim_mask_flip(rim_mask *mask, bool across, bool down)
{
    if (across) flip_across(mask);
    if (down) flip_down(mask);
}

// --- other sizes --------------------------------------------------------------------------------------

// A row of `from` columns is resized to `to` columns. Returns the first new column c whose center, in old columns, is
// not to the left of x. Requires from > 0. The result may be `to`: then there is no such column.
//
//      (c + 1/2) from / to >= x     <=>     c >= (2 x to - from) / (2 from),  rounded up
static int resized_column(int x, int from, int to)
{
    int64_t numerator = 2 * (int64_t)x * to - from, divisor = 2 * (int64_t)from;
    return numerator <= 0 ? 0 : (int)((numerator + divisor - 1) / divisor);
}

// Makes the pixels of row to_y of `to` solid whose centers lie in a run of solid pixels of row y of `mask`. Requires
// that row to_y is empty.
static void resize_row(rim_mask *to, int to_y, const rim_mask *mask, int y)
{
    int end;
    for (int x = mask_run_begin(mask, 0, y); x < mask->width; x = mask_run_begin(mask, end, y))
    {
        end = mask_run_end(mask, x, y);
        int first = resized_column(x, mask->width, to->width);
        int past = resized_column(end, mask->width, to->width);
        if (first < past) mask_row_fill(to, to_y, first, past, true);
    }
}

// Copies row y - 1 to row y. Requires y >= 1.
static void copy_row_above(rim_mask *mask, int y)
{
    for (int strip = 0; strip < mask->strips; strip++)
    {
        uint64_t *word = mask_strip(mask, strip) + y;
        word[0] = word[-1];
    }
}

// Creates a mask in which each pixel is the original's pixel under its center. Row y of the new mask shows the
// original's row
//
//     floor((y + 1/2) old height / new height).
//
// A row that shows the same row of the original as the row above is copied from there. On failure *out is NULL.
rim_status rim_mask_create_resized(rim_mask **out, const rim_mask *mask, int width, int height,
                                   const rim_allocator *from)
{
    RIM_ASSERT(out && mask, "out or the mask is NULL");
    rim_status status = mask_create_with(out, width, height, from, mask->kernels);
    if (status || mask->height == 0) return status;
    int shown = -1; // the original's row that the row above shows
    for (int y = 0; y < height; y++)
    {
        int row = (int)((2 * (int64_t)y + 1) * mask->height / (2 * (int64_t)height));
        if (row != shown)
            resize_row(*out, y, mask, row);
        else
            copy_row_above(*out, y);
        shown = row;
    }
    return RIM_OK;
}
