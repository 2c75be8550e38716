#include "rimcast/mask.h"

#include "flat/mask/bits.h"

#include <assert.h>
#include <string.h>

// --- two masks ---------------------------------------------------------------------------------------

// The part of b over one strip of a: over row y of a lies  left[y + up] >> shift | right[y + up] << 64 - shift  in rows top
// .. bottom - 1, and nothing in other rows.
typedef struct overlay
{
    const uint64_t *left, *right;
    ptrdiff_t       up;
    int             top, bottom;
    unsigned        shift;
} overlay;

// Returns the overlay of b at (dx, dy). b's guard strip, which is empty, stands for everything to the left and right of b.
static overlay overlay_of(const rim_mask *a, int strip, const rim_mask *b, int dx, int dy)
{
    overlay over = { 0 };
    int64_t x = 64 * (int64_t)strip - dx, top = dy > 0 ? dy : 0, bottom = (int64_t)b->height + dy;
    if (bottom > a->height) bottom = a->height;
    if (x <= -64 || x >= b->width || top >= bottom) return over;
    int column = x < 0 ? -1 : (int)(x >> 6);
    over.left = mask_strip(b, column < 0 ? b->strips : column);
    over.right = mask_strip(b, column + 1);
    over.up = -(ptrdiff_t)dy;
    over.top = (int)top;
    over.bottom = (int)bottom;
    over.shift = (unsigned)(x & 63);
    return over;
}

static inline uint64_t overlay_word(const overlay *o, int y)
{
    return o->left[y + o->up] >> o->shift | o->right[y + o->up] << 1 << (63 - o->shift);
}

// Returns the combination of 64 pixels of each mask.
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

// Combines all rows of a strip. Inlined with a constant op, so each operation has a loop of its own.
static inline void combine_rows(uint64_t *to, const overlay *o, uint64_t bits, rim_mask_op op,
                                bool upwards)
{
    if (upwards)
        for (int y = o->bottom - 1; y >= o->top; y--)
            to[y] = apply(op, to[y], overlay_word(o, y) & bits);
    else
        for (int y = o->top; y < o->bottom; y++)
            to[y] = apply(op, to[y], overlay_word(o, y) & bits);
}

// Combines one strip of a with the overlay. Rows that the overlay does not reach count as empty, which only AND has to
// clear.
static void combine_strip(rim_mask *a, int strip, rim_mask_op op, const overlay *o, bool upwards)
{
    uint64_t *to = mask_strip(a, strip), bits = mask_strip_bits(a, strip);
    if (op == RIM_MASK_AND)
    {
        combine_rows(to, o, bits, RIM_MASK_AND, upwards);
        for (int y = 0; y < o->top; y++) to[y] = 0;
        for (int y = o->bottom; y < a->height; y++) to[y] = 0;
    }
    else if (op == RIM_MASK_OR)
        combine_rows(to, o, bits, RIM_MASK_OR, upwards);
    else if (op == RIM_MASK_XOR)
        combine_rows(to, o, bits, RIM_MASK_XOR, upwards);
    else
        combine_rows(to, o, bits, RIM_MASK_AND_NOT, upwards);
}

// If a mask is combined with itself, words must be read before they are written. An offset to the right or down reads
// to the left or above, so then the loops run from the right and from below.
void rim_mask_combine(rim_mask *a, rim_mask_op op, const rim_mask *b, int dx, int dy)
{
    RIM_ASSERT(a && b, "a mask is NULL");
    for (int i = 0; i < a->strips; i++)
    {
        int     strip = dx > 0 ? a->strips - 1 - i : i;
        overlay over = overlay_of(a, strip, b, dx, dy);
        combine_strip(a, strip, op, &over, dy > 0);
    }
}

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
    // A corner at INT_MIN is too far from all pixels for the rectangle to contain any.
    if (rect.x0 > INT32_MIN && rect.y0 > INT32_MIN)
        rim_mask_combine(*out, RIM_MASK_OR, mask, -rect.x0, -rect.y0);
    return RIM_OK;
}

// --- one mask ----------------------------------------------------------------------------------------

void rim_mask_fill(rim_mask *mask, bool solid)
{
    for (int strip = 0; strip < mask->strips; strip++)
    {
        uint64_t *rows = mask_strip(mask, strip), bits = solid ? mask_strip_bits(mask, strip) : 0;
        for (int y = 0; y < mask->height; y++) rows[y] = bits;
    }
}

bool rim_mask_equals(const rim_mask *a, const rim_mask *b)
{
    if (a->width != b->width || a->height != b->height) return false;
    for (int strip = 0; strip < a->strips; strip++)
        if (memcmp(mask_strip(a, strip), mask_strip(b, strip),
                   (size_t)a->height * sizeof(uint64_t)) != 0)
            return false;
    return true;
}

void rim_mask_invert(rim_mask *mask)
{
    for (int strip = 0; strip < mask->strips; strip++)
    {
        uint64_t *rows = mask_strip(mask, strip), bits = mask_strip_bits(mask, strip);
        for (int y = 0; y < mask->height; y++) rows[y] ^= bits;
    }
}

// Swaps ever larger neighbors: bits, pairs, ... and bytes at last.
static inline uint64_t reversed(uint64_t x)
{
    x = (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
    x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
    x = (x >> 8 & 0x00ff00ff00ff00ffu) | (x & 0x00ff00ff00ff00ffu) << 8;
    x = (x >> 16 & 0x0000ffff0000ffffu) | (x & 0x0000ffff0000ffffu) << 16;
    return x >> 32 | x << 32;
}

// Mirrors left and right: exchanges the strips, with their bits reversed, and shifts out the bits beyond the width, which
// are then the first.
static void flip_across(rim_mask *mask)
{
    for (int low = 0, high = mask->strips - 1; low <= high; low++, high--)
    {
        uint64_t *left = mask_strip(mask, low), *right = mask_strip(mask, high);
        for (int y = 0; y < mask->height; y++)
        {
            uint64_t word = reversed(left[y]);
            left[y] = reversed(right[y]);
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

// Mirrors top and bottom: exchanges rows in each strip.
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

// Returns the first column of `to` columns whose center is not to the left of column x of `from` columns:
//
//      (c + 1/2) from / to >= x     <=>     c >= (2 x to - from) / (2 from)
static int resized_column(int x, int from, int to)
{
    int64_t above = 2 * (int64_t)x * to - from, below = 2 * (int64_t)from;
    return above <= 0 ? 0 : (int)((above + below - 1) / below);
}

// Fills row to_y of a resized mask from row y of the original, run by run.
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

rim_status rim_mask_create_resized(rim_mask **out, const rim_mask *mask, int width, int height,
                                   const rim_allocator *from)
{
    RIM_ASSERT(out && mask, "out or the mask is NULL");
    rim_status status = mask_create_with(out, width, height, from, mask->kernels);
    if (status || mask->height == 0) return status;
    int before = -1; // the row of the mask that the row above shows
    for (int y = 0; y < height; y++)
    {
        int row = (int)((2 * (int64_t)y + 1) * mask->height / (2 * (int64_t)height));
        if (row != before) resize_row(*out, y, mask, row);
        for (int strip = 0; strip < (*out)->strips && row == before; strip++)
        {
            uint64_t *rows = mask_strip(*out, strip) + y;
            rows[0] = rows[-1];
        }
        before = row;
    }
    return RIM_OK;
}
