// Template: compiled by each file that includes it. Has no include guard: a part of kernels_body.h, whose names it uses.
//
// The kernels of reoriented masks: of masks seen flipped or turned by a quarter. 64 columns are read eight rows at a
// time; of a flipped mask in vectors whose bits or words are reversed, of a turned one by a transposition of 64 by 64
// pixels.

// 64 columns of a mask, which are empty where they lie to the left or right of it.
typedef struct column_window
{
    const uint64_t *left, *right; // row 0 of two neighboring strips, which hold the columns
    u64x8_shifts    by;
} column_window;

// Returns columns x .. x + 63 of a mask. Requires -64 < x < width. With x < 0 the left strip would be strip -1, which
// does not exist: strip 0 is read in its place, and a shift by 64 drops it.
SIMD_INLINE column_window column_window_at(const rim_mask *mask, int x)
{
    int             strip = x >> 6, shift = x & 63;
    const uint64_t *right = mask->words + (strip + 1) * (ptrdiff_t)mask->pitch;
    column_window   window = {
          .left = strip < 0 ? right : right - mask->pitch,
          .right = right,
          .by = u64x8_shifts_by(strip < 0 ? 64 : shift, 64 - shift),
    };
    return window;
}

// Returns rows y .. y + 7 of a window, a word each: in reverse order if flips_y, and each word with its bits reversed
// if flips_x. Requires that one of the rows lies inside the mask; the others may be guard rows, which are empty.
SIMD_INLINE u64x8 column_window_rows(const column_window *window, int y, bool flips_x, bool flips_y)
{
    u64x8 rows = load_under(window->left + y, window->right + y, window->by);
    if (flips_x) rows = u64x8_reverse_bits(rows);
    return flips_y ? u64x8_reverse_words(rows) : rows;
}

// Of each square of 16 << k pixels a side, exchanges the upper right and the lower left quarter, squares of 8 << k
// pixels a side. Word j of tile[i] is row 8 i + j, so the quarters lie in tile[i] and tile[i + (1 << k)], with bit k of
// i clear. `right` selects the columns of the right quarters. Inlined, so that k is a constant and the tile stays in
// registers.
CPU_INLINE SIMD_TARGET void exchange_squares(u64x8 tile[8], int k)
{
    u64x8 right = u64x8_load(U64X8_DIGITS[k + 3]);
    for (int i = 0; i < 8; i++)
        if (!(i >> k & 1)) u64x8_exchange(&tile[i], &tile[i + (1 << k)], right, 8 << k);
}

// Transposes 64 by 64 pixels by exchanging smaller and smaller squares: of 32, 16 and 8 pixels a side, then single
// pixels in squares of 8 by 8 (H. S. Warren, "Hacker's Delight", 2002).
SIMD_INLINE void transpose_tile(u64x8 tile[8])
{
    exchange_squares(tile, 2);
    exchange_squares(tile, 1);
    exchange_squares(tile, 0);
    for (int i = 0; i < 8; i++) tile[i] = u64x8_transpose_squares(tile[i]);
}

// Returns columns x .. x + 63 of a flipped mask, as the mask's own columns that are seen there. Requires that one of
// them is inside the mask. If flips_x, column x of the flipped mask is column a->x - 1 - x of the mask, and columns
// x .. x + 63 are the mask's a->x - 64 - x .. a->x - 1 - x, in reverse order.
SIMD_INLINE column_window flipped_columns(const mask_reoriented *a, int x)
{
    return column_window_at(a->mask, a->flips_x ? a->x - 64 - x : x - a->x);
}

// Returns rows y .. y + 7 of the columns that flipped_columns returned, flipped.
SIMD_INLINE u64x8 flipped_rows(const mask_reoriented *a, const column_window *window, int y)
{
    return column_window_rows(window, a->flips_y ? a->y - 8 - y : y - a->y, a->flips_x, a->flips_y);
}

// Stores pixels x .. x + 63 of rows y .. y + 63 of a turned mask (`crosses`): row 8 i + j in word j of tile[i].
// Requires that one of the 64 rows reaches into the turned mask. Its rows are columns of the old mask, and its columns
// are rows of the old mask. So the 64 rows are read as one window of 64 columns, and eight columns as eight rows of the
// window: flips_y reverses the bits of a word, and flips_x the order of the words, which is why column_window_rows gets
// the two in exchanged order. Eight rows that all lie outside of the old mask are empty and not read.
SIMD_INLINE void turned_tile(u64x8 tile[8], const mask_reoriented *a, int x, int y)
{
    static const uint64_t none[8] = { 0 };
    column_window         window = column_window_at(a->mask, a->flips_y ? a->y - 64 - y : y - a->y);
    for (int i = 0; i < 8; i++, x += 8)
    {
        int row = a->flips_x ? a->x - 8 - x : x - a->x;
        tile[i] = row > -8 && row < a->mask->height
                      ? column_window_rows(&window, row, a->flips_y, a->flips_x)
                      : u64x8_load(none);
    }
    transpose_tile(tile);
}

// Adds the number of pixels that eight rows `a` share with the eight rows at b to a sum. With only_any adds nothing,
// and returns true if they share a pixel.
SIMD_INLINE bool count_shared(u64x8_sum *sum, u64x8 a, const uint64_t *b, bool only_any)
{
    u64x8 both = u64x8_and(a, u64x8_load(b));
    if (only_any) return u64x8_any(both);
    *sum = u64x8_sum_bits(*sum, both);
    return false;
}

// Returns the number of pixels that the masks of a pair share, of which a is not turned; with only_any, 1 if they share
// any, else 0. Goes strip by strip of b and, in each, eight rows at a time.
SIMD_INLINE int64_t flipped_count(const mask_reoriented_pair *p, bool only_any)
{
    u64x8_sum sum = u64x8_sum_zero();
    for (int strip = p->x0 >> 6; 64 * strip < p->x1; strip++)
    {
        const uint64_t *b = p->b->words + strip * (ptrdiff_t)p->b->pitch;
        column_window   window = flipped_columns(&p->a, 64 * strip);
        for (int y = p->y0 & ~7; y < p->y1; y += 8)
            if (count_shared(&sum, flipped_rows(&p->a, &window, y), b + y, only_any)) return 1;
    }
    return only_any ? 0 : u64x8_sum_total(sum);
}

// As flipped_count, for a pair of which a is turned. Reads a in tiles of 64 rows.
SIMD_INLINE int64_t turned_count(const mask_reoriented_pair *p, bool only_any)
{
    u64x8_sum sum = u64x8_sum_zero();
    for (int strip = p->x0 >> 6; 64 * strip < p->x1; strip++)
    {
        const uint64_t *b = p->b->words + strip * (ptrdiff_t)p->b->pitch;
        for (int top = p->y0 & ~7; top < p->y1; top += 64)
        {
            u64x8 tile[8];
            turned_tile(tile, &p->a, 64 * strip, top);
            for (int i = 0; i < 8 && top + 8 * i < p->y1; i++)
                if (count_shared(&sum, tile[i], b + top + 8 * i, only_any)) return 1;
        }
    }
    return only_any ? 0 : u64x8_sum_total(sum);
}

// Not inlined, so that tests of flipped masks make no room for a tile.
SIMD_TARGET CPU_APART static bool turned_overlaps(const mask_reoriented_pair *p)
{
    return turned_count(p, true) != 0;
}

// Returns whether the masks of the pair share a pixel. If a is not turned, tests eight rows in the middle of the
// rectangle first, which decides most calls. Without that the test of a flipped sprite of 48 pixels takes a sixth longer,
// and more than 1.5 times as long as that of an unturned one. Of a turned mask eight rows take as long as a whole tile,
// so they are not tested first.
SIMD_TARGET static bool kernel_reoriented_overlaps(const mask_reoriented_pair *p)
{
    if (p->a.crosses) return turned_overlaps(p);
    int             strip = (p->x0 + p->x1) >> 7, y = (p->y0 + p->y1) >> 1 & ~7;
    const uint64_t *b = p->b->words + strip * (ptrdiff_t)p->b->pitch + y;
    column_window   window = flipped_columns(&p->a, 64 * strip);
    if (u64x8_any(u64x8_and(flipped_rows(&p->a, &window, y), u64x8_load(b)))) return true;
    return flipped_count(p, true) != 0;
}

SIMD_TARGET static int64_t kernel_reoriented_area(const mask_reoriented_pair *p)
{
    return p->a.crosses ? turned_count(p, false) : flipped_count(p, false);
}

// Stores the first `count` of eight times eight rows, and adds their blocks to `solid`: byte k of word i, for block k of
// eight columns, moved to the left by `shift`. The or of the eight rows of tile[i] has a byte for each block, and bit
// 8 i + k of `bytes` is set if byte k of this or is not 0.
SIMD_INLINE void store_tile(u64x8 tile[8], int count, uint64_t *out, uint64_t *solid, int shift)
{
    static const uint64_t none[8] = { 0 };
    for (int i = 0; i < 8; i++)
        if (i < count)
            u64x8_store(out + 8 * i, tile[i]);
        else
            tile[i] = u64x8_load(none);
    uint64_t bytes = u64x8_nonzero_bytes(u64x8_or_words(tile));
    u64x8    blocks = u64x8_left(u64x8_of_bytes(bytes), shift);
    u64x8_store(solid, u64x8_or(u64x8_load(solid), blocks));
}

// Does what kernel_reorient does for a mask that is not turned. Goes through the strip in tiles of 64 rows. The last tile
// may begin higher, and draw some rows again. Inlined, so that the flips are constants.
SIMD_INLINE void reorient_flipped(const mask_reoriented *a, int x, int y, int count, uint64_t *out,
                                  uint64_t *solid, bool flips_x, bool flips_y)
{
    u64x8         tile[8];
    column_window window = flipped_columns(a, x);
    int           shift = x >> 3 & 63;
    ptrdiff_t     first = flips_y ? a->y - 8 - y : y - a->y, step = flips_y ? -8 : 8;
    window.left += first, window.right += first;
    if (count < 8)
    {
        for (int i = 0; i < count; i++)
            tile[i] = column_window_rows(&window, (int)(i * step), flips_x, flips_y);
        store_tile(tile, count, out, solid, shift);
        return;
    }
    for (int i = 0; i < count; i += 8)
    {
        int at = mask_min(i, count - 8);
        for (int k = 0; k < 8; k++)
            tile[k] = column_window_rows(&window, (int)((at + k) * step), flips_x, flips_y);
        store_tile(tile, 8, out + 8 * at, solid + at, shift);
    }
}

// Stores 64 columns of a mask that is turned, tile by tile, or of one that is flipped.
SIMD_TARGET static void kernel_reorient(const mask_reoriented *a, int x, int y, int count,
                                        uint64_t *out, uint64_t *solid)
{
    if (a->crosses)
    {
        u64x8 tile[8];
        int   shift = x >> 3 & 63;
        for (int i = 0; i < count; i += 8)
        {
            turned_tile(tile, a, x, y + 8 * i);
            store_tile(tile, mask_min(count - i, 8), out + 8 * i, solid + i, shift);
        }
        return;
    }
    if (a->flips_x && a->flips_y)
        reorient_flipped(a, x, y, count, out, solid, true, true);
    else if (a->flips_x)
        reorient_flipped(a, x, y, count, out, solid, true, false);
    else
        reorient_flipped(a, x, y, count, out, solid, false, a->flips_y);
}
