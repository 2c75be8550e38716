// Template: compiled by each file that includes it. Has no include guard: a part of kernels_body.h, whose names it uses.
//
// The kernels of sweeps: the groups of two masks that may share a pixel at some offset of a window, and the first offset on a
// path at which one does.
//
// Group.   64 by 8 pixels of b, a word in each of eight rows: eight blocks of a row. b's pixel (x, y) lies over a's pixel
//          (x + dx, y + dy); a is the left mask, so dx >= 0.
// Window.  8 by 8 offsets (or 64 by 64, see kernel_first_touch) whose corner is at multiples of their side. Over the whole
//          window a pixel of b lies over 8 by 8 pixels of a, which one bit of a's `dilated_pixels` stands for, and a block of
//          b over 2 by 2 blocks of a, which one bit of `dilated` stands for. Row y of blocks of `dilated` is stored at y + 1.
// Path.    Offsets are numbered along it, from 0 in each coordinate; see offset_path.h.

// A range of rows of blocks, the last included; empty if first > last.
typedef struct block_rows
{
    int first, last;
} block_rows;

// Returns the rows of b's blocks that may share a pixel with a at one of the offsets dy .. dy + extra: b's row y lies over a's
// rows y + dy .. y + dy + extra. The range may be too large, never too small.
SIMD_INLINE block_rows window_row_range(const mask_blocks *a, const mask_blocks *b, int dy,
                                        int extra)
{
    int        top = a->first_y - dy - extra, bottom = a->last_y - dy;
    block_rows rows = { (top > b->first_y ? top : b->first_y) >> 3,
                        (bottom < b->last_y ? bottom : b->last_y) >> 3 };
    return rows;
}

// How 64 blocks of a's rows are read from any column on: from two neighboring strips, shifted by u64x8_shift_pair.
typedef struct block_shift
{
    ptrdiff_t    to_next; // words from the first strip to the second; 0 if there is no second one
    u64x8_shifts by;
} block_shift;

// Returns how to read a's blocks from column `column` of blocks on. Blocks have no guard strip: beyond a's last strip, the
// same words are read and shifted out by 64, which leaves zeros.
SIMD_INLINE block_shift shift_to(const mask_blocks *a, int column)
{
    int         shift = column & 63;
    bool        is_last = (column >> 6) + 1 >= a->strips;
    block_shift to = { is_last ? 0 : a->pitch, u64x8_shifts_by(shift, is_last ? 64 : 64 - shift) };
    return to;
}

// Returns a bit for each group of eight rows of 64 blocks. Bit 8 i + k is set if one of blocks 8 k .. 8 k + 7 of row i has a
// bit both in b's `solid` and in a's `dilated` over it, as `to` says. Both point to the first of eight rows.
SIMD_INLINE uint64_t meeting_groups(const uint64_t *dilated, const uint64_t *solid, block_shift to)
{
    u64x8 dilated_over_b =
        u64x8_shift_pair(u64x8_load(dilated), u64x8_load(dilated + to.to_next), to.by);
    return u64x8_nonzero_bytes(u64x8_and(dilated_over_b, u64x8_load(solid)));
}

// --- windows -------------------------------------------------------------------------------------------

// The groups of b that may share a pixel with a at some offset of a window of 8 by 8 offsets.
typedef struct window_group_list
{
    const mask_blocks *a, *b;
    int                dx, dy; // the window's corner, multiples of 8
    int                count;  // of all such groups, also of those that `groups` has no room for
    mask_group         groups[MASK_MAX_GROUPS];
} window_group_list;

// Adds those of `groups`, bits as meeting_groups returns them for the strip of pixels `strip` and the row of blocks `row`, that
// share a pixel with a at some offset of the window: their pixels & a's dilated pixels at its corner, which have the layout
// of the mask's words. Counts those that the list has no room for. Not inlined, so that the search for groups, which usually
// finds none, has all registers.
SIMD_TARGET MASK_APART static void keep_groups(window_group_list *list, uint64_t groups, int strip,
                                               int row)
{
    const mask_blocks *a = list->a, *b = list->b;
    int                dx = list->dx, count = list->count;
    ptrdiff_t          b_pitch = b->word_pitch, a_pitch = a->word_pitch;
    const uint64_t    *b_first = b->words + (strip * b_pitch + 8 * row);
    ptrdiff_t          a_first = (strip + (dx >> 6)) * a_pitch + (8 * row + list->dy);
    u64x8_shifts       by = u64x8_shifts_by(dx & 63, 64 - (dx & 63));
    for (; groups; groups &= groups - 1)
    {
        int             bit = mask_lowest(groups); // 8 i + k: group k of row i
        ptrdiff_t       right = bit & 7, down = 8 * (bit >> 3);
        ptrdiff_t       over = a_first + right * a_pitch + down; // a's word over the group's first
        const uint64_t *words = b_first + (right * b_pitch + down);
        const uint64_t *dilated = a->dilated_pixels + over;
        u64x8 near = u64x8_shift_pair(u64x8_load(dilated), u64x8_load(dilated + a_pitch), by);
        if (!u64x8_any(u64x8_and(near, u64x8_load(words)))) continue;
        mask_group group = { words, a->words + over };
        if (count < MASK_MAX_GROUPS) list->groups[count] = group;
        count++;
    }
    list->count = count;
}

// Adds the groups in one strip of b's blocks, 64 blocks or 8 strips of pixels wide, from rows.first on. Takes eight rows at a
// time, so up to 7 rows beyond rows.last are tested, too.
SIMD_INLINE void find_in_strip(window_group_list *list, int strip, block_rows rows)
{
    const mask_blocks *a = list->a, *b = list->b;
    int                column = 64 * strip + (list->dx >> 3);
    block_shift        to = shift_to(a, column);
    const uint64_t    *dilated =
        a->dilated + ((column >> 6) * (ptrdiff_t)a->pitch + (list->dy >> 3) + 1);
    const uint64_t *solid = b->solid + strip * (ptrdiff_t)b->pitch;
    for (int row = rows.first; row <= rows.last; row += 8)
    {
        uint64_t groups = meeting_groups(dilated + row, solid + row, to);
        if (groups) keep_groups(list, groups, 8 * strip, row);
    }
}

// As find_in_strip, for large masks: skips regions without a bit in `regions` (find_regions). A region is eight rows of blocks
// from a multiple of eight: rows row .. row + 7 have bit (row & 56) + strip of word row / 64. find_in_strip takes eight rows
// even for { row, row }.
SIMD_INLINE void find_in_regions(window_group_list *list, int strip, block_rows rows,
                                 const uint64_t *regions)
{
    for (int row = rows.first & ~7; row <= rows.last; row += 8)
    {
        block_rows eight_rows = { row, row };
        if (regions[row >> 6] >> ((row & 56) + strip) & 1) find_in_strip(list, strip, eight_rows);
    }
}

// Lists the groups that may share a pixel at some offset of the list's window. Requires that a, b, dx and dy of the list are
// set; `regions` is NULL for small masks. A strip of blocks is 512 = 2^9 columns of pixels wide.
SIMD_INLINE void find_groups(window_group_list *list, const uint64_t *regions)
{
    const mask_blocks *a = list->a, *b = list->b;
    block_rows         rows = window_row_range(a, b, list->dy, 7);
    list->count = 0;
    if (!regions && b->strips == 1)
    {
        find_in_strip(list, 0, rows);
        return;
    }
    // The columns of b's pixels that lie over a's at some offset dx .. dx + 7, inclusive.
    int left = a->first_x - list->dx - 7, right = a->last_x - list->dx;
    left = left > b->first_x ? left : b->first_x;
    right = right < b->last_x ? right : b->last_x;
    for (int strip = left >> 9; strip <= right >> 9; strip++)
        if (regions)
            find_in_regions(list, strip, rows, regions);
        else
            find_in_strip(list, strip, rows);
}

// --- offsets on the path -------------------------------------------------------------------------------------------

// Returns the index of the first group in which both masks have a solid pixel in common at offset (x, y), which lies in the
// window; count if there is none. Requires count <= MASK_MAX_GROUPS. The window's corner is at multiples of 8: groups hold
// a's words there, so y & 7 is the row from them on; within 8 columns the words stay the same, and only the shift changes.
SIMD_INLINE int first_group(const window_group_list *list, int x, int y)
{
    u64x8_shifts by = u64x8_shifts_by(x & 63, 64 - (x & 63));
    ptrdiff_t    down = y & 7, to_next = list->a->word_pitch;
    for (int i = 0; i < list->count; i++)
    {
        const mask_group *group = &list->groups[i];
        const uint64_t   *a_words = group->left_words + down;
        u64x8             a = u64x8_load(a_words), next = u64x8_load(a_words + to_next);
        u64x8             a_over_b = u64x8_shift_pair(a, next, by);
        if (u64x8_any(u64x8_and(a_over_b, u64x8_load(group->right_words)))) return i;
    }
    return list->count;
}

// Returns true if the masks share a pixel at offset (x, y) of the window, and stores offset and group in the path, but not the
// time; else leaves the path unchanged. Compares the listed groups, or the whole masks if the list is not complete.
SIMD_INLINE bool try_offset(mask_path *path, const window_group_list *list, int x, int y)
{
    bool is_whole = list->count > MASK_MAX_GROUPS;
    if (is_whole)
    {
        if (!kernel_blocks_overlap(path->left, path->right, x, y)) return false;
    }
    else
    {
        int first = first_group(list, x, y);
        if (first == list->count) return false;
        path->group = list->groups[first];
    }
    path->is_whole = is_whole;
    path->found_x = x, path->found_y = y;
    return true;
}

// Finds the first shared pixel where the path enters a new column of the window (or row, if is_row), and stores it in the path
// if it is earlier than the path's touch so far. With a the coordinate that enters number n + 1 and b the other one:
//
//     time  =  (n - a.phase) / a.length          position of b  =  b.phase + (n - a.phase) * a.slope
//
// There the offsets with b rounded down (number m) and up (m + 1) become possible, or just m if the path runs along a
// number of b. Numbers are clamped to the window.
SIMD_INLINE void cross_lines(mask_path *path, const window_group_list *list, bool is_row)
{
    const mask_path_window *win = &path->window;
    const mask_path_axis   *a = is_row ? &path->y : &path->x;
    const mask_path_axis   *b = is_row ? &path->x : &path->y;
    int                     a_from = is_row ? win->y0 : win->x0;
    int                     a_last = is_row ? win->y1 : win->x1;
    int                     b_from = is_row ? win->x0 : win->y0;
    int                     b_last = is_row ? win->x1 : win->y1;
    int                     ahead = a->phase > 0.0; // the first number n ahead of the start
    a_last = a_last < a->end ? a_last : a->end;
    for (int n = a_from > ahead ? a_from - 1 : ahead; n < a_last; n++)
    {
        double position = b->phase + (n - a->phase) * a->slope;
        if (position >= (double)b_last + 1) return;
        int m = mask_path_floor(a, b, n, position), m_last = m + b->beside;
        if (m_last < b_from) continue;
        // Rounded once, so simultaneous crossings have equal times.
        double t = (n - a->phase) / a->length;
        if (t >= path->t) return;
        m_last = m_last < b_last ? m_last : b_last;
        for (m = m > b_from ? m : b_from; m <= m_last; m++)
        {
            int x = mask_path_x(win, is_row ? m : n + 1);
            int y = mask_path_y(win, is_row ? n + 1 : m);
            if (!try_offset(path, list, x, y)) continue;
            path->t = t;
            path->is_row = is_row;
            return;
        }
    }
}

// Ends the iteration over windows at the touch found, if there is one: lowers the last numbers to those that the path is near
// before time t. Windows beyond cannot hold an earlier touch.
SIMD_INLINE void shorten_path(mask_path_window *window, const mask_path *path)
{
    window->x_end = mask_path_before(&path->x, path->t, window->x_end);
    window->y_end = mask_path_before(&path->y, path->t, window->y_end);
    window->bottom = window->bottom < window->y_end ? window->bottom : window->y_end;
}

// Finds the earliest touch in the path's windows and stores it in the path: lists each window's groups, then tests the offsets
// that the path enters in it, first by columns, then by rows. `regions` is NULL for small masks.
SIMD_TARGET static void search_windows(mask_path *path, const uint64_t *regions)
{
    mask_path_window *window = &path->window;
    window_group_list list;
    list.a = path->left, list.b = path->right;
    while (mask_path_window_next(window, 7))
    {
        list.dx = mask_path_x(window, window->x0) & ~7; // the window's corner
        list.dy = mask_path_y(window, window->y0) & ~7;
        find_groups(&list, regions);
        if (list.count == 0) continue;
        cross_lines(path, &list, false);
        cross_lines(path, &list, true);
        shorten_path(window, path);
    }
}

// Marks the regions of b, 512 by 64 pixels, that may share a pixel at one of the offsets dx .. dx + 63, dy .. dy + 63 (too many
// perhaps, never too few), and returns false if there are none. Bit 8 r + s of regions[k] stands for columns 512 s .. 512 s
// + 511 of rows 64 (8 k + r) .. 64 (8 k + r) + 63. Requires multiples of 64 as dx and dy, and dx >= 0. Squares lie in a
// single strip, a bit for a square; a's rows of squares have 8 zero rows above and below.
SIMD_TARGET static bool find_regions(const mask_blocks *a, const mask_blocks *b, int dx, int dy,
                                     uint64_t regions[MASK_REGIONS])
{
    uint64_t     any = 0;
    u64x8_shifts by = u64x8_shifts_by(dx >> 6, 64);
    memset(regions, 0, MASK_REGIONS * sizeof *regions);
    for (int k = 0; 8 * k < b->square_rows; k++)
    {
        int row = 8 * k + (dy >> 6) + 1; // of a's dilated squares, which begin one row higher
        if (row + 7 < 0 || row > a->square_rows) continue;
        u64x8 dilated = u64x8_load(a->dilated_squares + row);
        u64x8 dilated_over_b = u64x8_shift_pair(dilated, dilated, by);
        u64x8 solid = u64x8_load(b->solid_squares + 8 * k);
        regions[k] = u64x8_nonzero_bytes(u64x8_and(dilated_over_b, solid));
        any |= regions[k];
    }
    return any != 0;
}

// Finds the earliest touch on the path and stores it there; path->t stays 1 if there is none. If both masks have squares (64 by
// 64 pixels, as blocks), iterates over windows of 64 by 64 offsets, and over windows of 8 by 8 within those in which a region
// may share a pixel; else over windows of 8 by 8.
SIMD_TARGET static void kernel_first_touch(mask_path *path)
{
    if (!path->left->square_rows || !path->right->square_rows)
    {
        search_windows(path, NULL);
        return;
    }
    mask_path_window squares = path->window;
    while (mask_path_window_next(&squares, 63))
    {
        uint64_t regions[MASK_REGIONS];
        int      x = mask_path_x(&squares, squares.x0) & ~63;
        int      y = mask_path_y(&squares, squares.y0) & ~63;
        if (!find_regions(path->left, path->right, x, y, regions)) continue;
        // The path's windows begin again within this square: x from x0 on, y from y0 on.
        path->window = squares;
        path->window.x_end = squares.x1;
        path->window.x1 = squares.x0 - 1;
        path->window.y_begin = squares.y0;
        path->window.y_end = squares.y1;
        path->window.bottom = squares.y1;
        search_windows(path, regions);
        shorten_path(&squares, path);
    }
}

// --- areas ---------------------------------------------------------------------------------------------

// The shared pixels at offsets (dx, dy), (dx + 1, dy), (dx, dy + 1), (dx + 1, dy + 1), each spread over the words of a vector.
typedef struct four_counts
{
    u64x8_sum at[4];
} four_counts;

// Adds the pixels that a group of b, whose first row is at `b_words`, shares with a at the four offsets. `a_words` is a's word
// under that row's first pixel at offset (dx, dy), `pitch` a's; `by` and `by_right` are the shifts for dx and dx + 1.
SIMD_INLINE void add_areas(four_counts *sums, const uint64_t *a_words, ptrdiff_t pitch,
                           const uint64_t *b_words, u64x8_shifts by, u64x8_shifts by_right)
{
    u64x8 b = u64x8_load(b_words), a = u64x8_load(a_words), next = u64x8_load(a_words + pitch);
    sums->at[0] = u64x8_sum_bits(sums->at[0], u64x8_and(u64x8_shift_pair(a, next, by), b));
    sums->at[1] = u64x8_sum_bits(sums->at[1], u64x8_and(u64x8_shift_pair(a, next, by_right), b));
    // One row further down in a: dy + 1.
    a = u64x8_load(a_words + 1);
    next = u64x8_load(a_words + pitch + 1);
    sums->at[2] = u64x8_sum_bits(sums->at[2], u64x8_and(u64x8_shift_pair(a, next, by), b));
    sums->at[3] = u64x8_sum_bits(sums->at[3], u64x8_and(u64x8_shift_pair(a, next, by_right), b));
}

// Returns a bit, as meeting_groups, for each group of b's strip of blocks and eight rows from `row` on that may share a pixel
// with a at one of the four offsets from (dx, dy) on. These lie in up to four windows of 8 by 8 offsets.
SIMD_INLINE uint64_t meeting_at_four(const mask_blocks *a, const mask_blocks *b, int dx, int dy,
                                     int strip, int row)
{
    const uint64_t *solid = b->solid + (strip * (ptrdiff_t)b->pitch + row);
    uint64_t        groups = 0;
    for (int x = dx >> 3; x <= (dx + 1) >> 3; x++)
    {
        int             column = 64 * strip + x;
        const uint64_t *dilated = a->dilated + ((column >> 6) * (ptrdiff_t)a->pitch + row + 1);
        if (column >> 6 >= a->strips) continue;
        for (int y = dy >> 3; y <= (dy + 1) >> 3; y++)
            groups |= meeting_groups(dilated + y, solid, shift_to(a, column));
    }
    return groups;
}

// Stores how many pixels are shared at offsets (dx, dy), (dx + 1, dy), (dx, dy + 1), (dx + 1, dy + 1), in this order. Requires
// dx >= 0. Counts in the groups of b whose blocks may share a pixel with a; the others share none.
SIMD_TARGET static void kernel_four_areas(const mask_blocks *a, const mask_blocks *b, int dx,
                                          int dy, int64_t areas[4])
{
    four_counts  sums = { { u64x8_sum_zero(), u64x8_sum_zero(), u64x8_sum_zero(),
                            u64x8_sum_zero() } };
    int          shift = dx & 63;
    u64x8_shifts by = u64x8_shifts_by(shift, 64 - shift);
    u64x8_shifts by_right = u64x8_shifts_by(shift + 1, 63 - shift);
    block_rows   rows = window_row_range(a, b, dy, 1);
    int          left = a->first_x - dx - 1, right = a->last_x - dx; // in b's pixels, inclusive
    left = left > b->first_x ? left : b->first_x;
    right = right < b->last_x ? right : b->last_x;
    // A strip of blocks is 512 = 2^9 columns of pixels wide.
    for (int blocks = left >> 9; left <= right && blocks <= right >> 9; blocks++)
        for (int row = rows.first; row <= rows.last; row += 8)
        {
            uint64_t groups = meeting_at_four(a, b, dx, dy, blocks, row);
            for (; groups; groups &= groups - 1)
            {
                int       bit = mask_lowest(groups); // 8 i + k: group k of row i
                int       y = 8 * (row + (bit >> 3));
                ptrdiff_t strip = 8 * blocks + (bit & 7);
                add_areas(&sums, a->words + ((strip + (dx >> 6)) * a->word_pitch + (y + dy)),
                          a->word_pitch, b->words + (strip * b->word_pitch + y), by, by_right);
            }
        }
    for (int i = 0; i < 4; i++) areas[i] = u64x8_sum_total(sums.at[i]);
}
