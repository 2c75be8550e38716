// Template: compiled by each file that includes it. Has no include guard: a part of kernels_body.h, whose names it uses.
//
// The kernels of reoriented masks: of masks seen flipped or turned by a quarter. 64 columns are read eight rows at a time; of
// a flipped mask in vectors whose bits or words are reversed, of a turned one by a transposition of 64 by 64 pixels.

// 64 columns of a mask, the first of which may be up to 63 columns to the left of it, and are empty there.
typedef struct column_window
{
    const uint64_t *left, *right; // row 0 of the two strips that they are in
    u64x8_shifts    by;
} column_window;

// Returns the 64 columns from column x on; -64 < x < width. Strip -1 does not exist: the next one is read in its place, and
// a shift by 64 drops it.
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

// Returns eight rows of a window, flipped.
SIMD_INLINE u64x8 column_window_rows(const column_window *window, int y, bool flips_x, bool flips_y)
{
    u64x8 rows = load_over(window->left + y, window->right + y, window->by);
    if (flips_x) rows = u64x8_reverse_bits(rows);
    return flips_y ? u64x8_reverse_words(rows) : rows;
}

// Exchanges the squares of 8 << k pixels a side that lie across the diagonals: those in the upper right and in the lower left
// of squares twice as large. Inlined, so that k is a constant and the tile stays in registers.
CPU_INLINE SIMD_TARGET void exchange_squares(u64x8 tile[8], int k)
{
    u64x8 right = u64x8_load(kernel_columns[k + 3]);
    for (int i = 0; i < 8; i++)
        if (!(i >> k & 1)) u64x8_exchange(&tile[i], &tile[i + (1 << k)], right, 8 << k);
}

// Transposes 64 by 64 pixels by exchanging smaller and smaller squares (H. S. Warren, "Hacker's Delight", 2002).
SIMD_INLINE void transpose_tile(u64x8 tile[8])
{
    exchange_squares(tile, 2);
    exchange_squares(tile, 1);
    exchange_squares(tile, 0);
    for (int i = 0; i < 8; i++) tile[i] = u64x8_transpose_squares(tile[i]);
}

// Returns the columns x .. x + 63 of a flipped mask. Column x of it is column a->x - 1 - x of the mask if flips_x.
SIMD_INLINE column_window flipped_columns(const mask_reoriented *a, int x)
{
    return column_window_at(a->mask, a->flips_x ? a->x - 64 - x : x - a->x);
}

// Returns rows y .. y + 7 of these columns.
SIMD_INLINE u64x8 flipped_rows(const mask_reoriented *a, const column_window *window, int y)
{
    return column_window_rows(window, a->flips_y ? a->y - 8 - y : y - a->y, a->flips_x, a->flips_y);
}

// Reads pixels x .. x + 63 of rows y .. y + 63 of a turned mask. The columns and the first eight rows must reach into it. Its
// rows are columns of the old mask, and its columns rows, which are not read where all eight are outside.
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

// Adds the pixels that two sets of eight rows share to a sum; returns true at once if only_any and there are some.
SIMD_INLINE bool count_shared(u64x8_sum *sum, u64x8 a, const uint64_t *b, bool only_any)
{
    u64x8 both = u64x8_and(a, u64x8_load(b));
    if (only_any) return u64x8_any(both);
    *sum = u64x8_sum_bits(*sum, both);
    return false;
}

// Returns the number of pixels that the two share; if only_any, 1 if they share some. Reads a along b's strips and groups of
// eight rows.
SIMD_INLINE int64_t reoriented_count(const mask_reoriented_pair *p, bool only_any)
{
    const mask_reoriented *a = &p->a;
    u64x8_sum              sum = u64x8_sum_zero();
    for (int strip = p->x0 >> 6; 64 * strip < p->x1; strip++)
    {
        const uint64_t *b = p->b->words + strip * (ptrdiff_t)p->b->pitch;
        if (!a->crosses)
        {
            column_window window = flipped_columns(a, 64 * strip);
            for (int y = p->y0 & ~7; y < p->y1; y += 8)
                if (count_shared(&sum, flipped_rows(a, &window, y), b + y, only_any)) return 1;
            continue;
        }
        for (int top = p->y0 & ~7; top < p->y1; top += 64)
        {
            u64x8 tile[8];
            turned_tile(tile, a, 64 * strip, top);
            for (int i = 0; i < 8 && top + 8 * i < p->y1; i++)
                if (count_shared(&sum, tile[i], b + top + 8 * i, only_any)) return 1;
        }
    }
    return only_any ? 0 : u64x8_sum_total(sum);
}

// Tests eight rows in the middle of the rectangle first unless they take as long as all, which decides most calls.
SIMD_TARGET static bool kernel_reoriented_overlaps(const mask_reoriented_pair *p)
{
    if (!p->a.crosses)
    {
        int             strip = (p->x0 + p->x1) >> 7, y = (p->y0 + p->y1) >> 1 & ~7;
        const uint64_t *b = p->b->words + strip * (ptrdiff_t)p->b->pitch + y;
        column_window   window = flipped_columns(&p->a, 64 * strip);
        if (u64x8_any(u64x8_and(flipped_rows(&p->a, &window, y), u64x8_load(b)))) return true;
    }
    return reoriented_count(p, true) != 0;
}

SIMD_TARGET static int64_t kernel_reoriented_area(const mask_reoriented_pair *p)
{
    return reoriented_count(p, false);
}

SIMD_TARGET static void kernel_reorient(const mask_reoriented *a, int x, int y, int count,
                                        uint64_t *out)
{
    u64x8 tile[8];
    if (a->crosses)
        turned_tile(tile, a, x, y);
    else
    {
        column_window window = flipped_columns(a, x);
        for (int i = 0; i < count; i++) tile[i] = flipped_rows(a, &window, y + 8 * i);
    }
    for (int i = 0; i < count; i++) u64x8_store(out + 8 * i, tile[i]);
}
