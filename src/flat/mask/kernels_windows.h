// Template: compiled by each file that includes it. The kernels of sweeps: the groups of two masks that may share a pixel
// at some offset of a window, and the first offset on a path at which one does. A group is 64 by 8 pixels of b: eight
// blocks of a row.
//
// Has no include guard: a part of kernels_body.h, whose names it uses.

// A range of rows of blocks, empty if first > last.
typedef struct block_rows
{
    int first, last;
} block_rows;

// Returns the rows of b's blocks that may share a pixel with a at one of the offsets dy .. dy + more.
SIMD_INLINE block_rows window_row_range(const mask_blocks *a, const mask_blocks *b, int dy,
                                        int more)
{
    int        top = a->first_y - dy - more, bottom = a->last_y - dy;
    block_rows rows = { (top > b->first_y ? top : b->first_y) >> 3,
                        (bottom < b->last_y ? bottom : b->last_y) >> 3 };
    return rows;
}

// The position of a's rows of blocks from any column on: the words to the next strip, and the shifts for
// u64x8_shift_pair.
typedef struct block_shift
{
    ptrdiff_t    to_next;
    u64x8_shifts by;
} block_shift;

// Returns how to read a's blocks from `column` on. Beyond a's last strip, zeros are shifted in.
SIMD_INLINE block_shift shift_to(const mask_blocks *a, int column)
{
    int         shift = column & 63;
    bool        is_last = (column >> 6) + 1 >= a->strips;
    block_shift to = { is_last ? 0 : a->pitch, u64x8_shifts_by(shift, is_last ? 64 : 64 - shift) };
    return to;
}

// Returns a bit for each of 8 by 8 groups of blocks. Bit 8 i + k is set if a block of group k in row i has a bit both in
// `solid` and, shifted, in `dilated`.
SIMD_INLINE uint64_t meeting_groups(const uint64_t *dilated, const uint64_t *solid, block_shift to)
{
    u64x8 over = u64x8_shift_pair(u64x8_load(dilated), u64x8_load(dilated + to.to_next), to.by);
    return u64x8_nonzero_bytes(u64x8_and(over, u64x8_load(solid)));
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

// Adds those of `groups`, bits as meeting_groups returns them, that share a pixel with a at some offset of the window: their
// pixels & a's dilated pixels at its corner. Not inlined, so that the search for groups, which usually finds none, has
// all registers. The plane of dilated pixels has the layout of the mask's words.
SIMD_TARGET MASK_APART static void keep_groups(window_group_list *list, uint64_t groups, int strip,
                                               int row)
{
    const mask_blocks *a = list->a, *b = list->b;
    int                dx = list->dx, count = list->count;
    ptrdiff_t          own_pitch = b->word_pitch, over_pitch = a->word_pitch;
    const uint64_t    *own = b->words + (strip * own_pitch + 8 * row);
    ptrdiff_t          first = (strip + (dx >> 6)) * over_pitch + (8 * row + list->dy);
    u64x8_shifts       by = u64x8_shifts_by(dx & 63, 64 - (dx & 63));
    for (; groups; groups &= groups - 1)
    {
        int             at = mask_lowest(groups);
        ptrdiff_t       right = at & 7, below = at & 56, over = first + right * over_pitch + below;
        const uint64_t *mine = own + (right * own_pitch + below),
                       *dilated_pixels = a->dilated_pixels + over;
        u64x8 near = u64x8_shift_pair(u64x8_load(dilated_pixels),
                                      u64x8_load(dilated_pixels + over_pitch), by);
        if (!u64x8_any(u64x8_and(near, u64x8_load(mine)))) continue;
        mask_group group = { mine, a->words + over };
        if (count < MASK_MAX_GROUPS) list->groups[count] = group;
        count++;
    }
    list->count = count;
}

// Adds the groups in one strip of b's blocks and the given rows.
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

// As find_in_strip, for large masks: takes eight rows of blocks at a time, from a multiple of eight, and skips those whose
// region has no bit (find_regions): bit (row & 56) + strip of word row / 64. find_in_strip always takes eight rows, so
// { row, row } stands for row .. row + 7.
SIMD_INLINE void find_in_regions(window_group_list *list, int strip, block_rows rows,
                                 const uint64_t *regions)
{
    for (int row = rows.first & ~7; row <= rows.last; row += 8)
    {
        block_rows these = { row, row };
        if (regions[row >> 6] >> ((row & 56) + strip) & 1) find_in_strip(list, strip, these);
    }
}

// Lists the groups that may share a pixel at some offset of the window at (dx, dy). `regions` is NULL for small masks.
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
// window; count if there is none. Requires count <= MASK_MAX_GROUPS. The window begins at multiples of 8 rows and columns, so
// the lower bits of x and y are the shift within it.
SIMD_INLINE int first_group(const window_group_list *list, int x, int y)
{
    u64x8_shifts by = u64x8_shifts_by(x & 63, 64 - (x & 63));
    ptrdiff_t    down = y & 7, next = down + list->a->word_pitch;
    for (int i = 0; i < list->count; i++)
    {
        const mask_group *group = &list->groups[i];
        u64x8             here = u64x8_load(group->over + down);
        u64x8             shifted = u64x8_shift_pair(here, u64x8_load(group->over + next), by);
        if (u64x8_any(u64x8_and(shifted, u64x8_load(group->own)))) return i;
    }
    return list->count;
}

// Returns true if the masks share a pixel at offset (x, y) of the window, and stores it in the path. Compares the listed
// groups, or the whole masks if the list is not complete.
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

// Finds the first shared pixel where the path enters a new column of the window (or row, if is_row), and stores it if it is
// earlier than the path's touch so far. With a the coordinate that enters number n + 1 and b the other one:
//
//     time  =  (n - a.phase) / a.length          number of b  =  b.phase + (n - a.phase) * a.slope
//
// There the offsets with b rounded down and up become possible, or just one if the path runs along a number of b.
SIMD_INLINE void cross_lines(mask_path *path, const window_group_list *list, bool is_row)
{
    const mask_path_window *win = &path->window;
    const mask_path_axis   *a = is_row ? &path->y : &path->x, *b = is_row ? &path->x : &path->y;
    int                     from = is_row ? win->y0 : win->x0, end = is_row ? win->y1 : win->x1;
    int                     low = is_row ? win->x0 : win->y0, high = is_row ? win->x1 : win->y1;
    double                  beyond = high + 1;
    end = end < a->end ? end : a->end;
    int start = a->phase > 0.0; // the first line ahead
    for (int n = from > start ? from - 1 : start; n < end; n++)
    {
        double at = b->phase + (n - a->phase) * a->slope;
        if (at >= beyond) return;
        int m = mask_path_floor(a, b, n, at), last = m + b->beside;
        if (last < low) continue;
        double t =
            (n - a->phase) / a->length; // rounded once, so simultaneous crossings have equal times
        if (t >= path->t) return;
        last = last < high ? last : high;
        for (m = m > low ? m : low; m <= last; m++)
        {
            int x = mask_path_x(win, is_row ? m : n + 1), y = mask_path_y(win, is_row ? n + 1 : m);
            if (!try_offset(path, list, x, y)) continue;
            path->t = t;
            path->is_row = is_row;
            return;
        }
    }
}

// Ends the iteration over windows at the touch found: later windows cannot hold an earlier one.
SIMD_INLINE void shorten_path(mask_path_window *window, const mask_path *path)
{
    window->x_end = mask_path_before(&path->x, path->t, window->x_end);
    window->y_end = mask_path_before(&path->y, path->t, window->y_end);
    window->bottom = window->bottom < window->y_end ? window->bottom : window->y_end;
}

// Finds the earliest touch on the path: lists each window's groups, then tests the offsets that the path enters in it.
SIMD_TARGET static void search_windows(mask_path *path, const uint64_t *regions)
{
    mask_path_window *window = &path->window;
    window_group_list list;
    list.a = path->left, list.b = path->right;
    while (mask_path_window_next(window, 7))
    {
        list.dx = mask_path_x(window, window->x0) & ~7,
        list.dy = mask_path_y(window, window->y0) & ~7;
        find_groups(&list, regions);
        if (list.count == 0) continue;
        cross_lines(path, &list, false);
        cross_lines(path, &list, true);
        shorten_path(window, path);
    }
}

// Marks the regions of b, 512 by 64 pixels, that may share a pixel at one of the offsets dx .. dx + 63, dy .. dy + 63, and
// returns false if there are none. Bit 8 r + s of word k stands for columns 512 s .. 512 s + 511 of rows
// 64 (8 k + r) .. 64 (8 k + r) + 63. a's rows of squares have 8 zero rows above and below.
SIMD_TARGET static bool find_regions(const mask_blocks *a, const mask_blocks *b, int dx, int dy,
                                     uint64_t regions[MASK_REGIONS])
{
    int          down = dy >> 6;
    uint64_t     any = 0;
    u64x8_shifts by = u64x8_shifts_by(dx >> 6, 64);
    memset(regions, 0, MASK_REGIONS * sizeof *regions);
    for (int k = 0; 8 * k < b->square_rows; k++)
    {
        int row = 8 * k + down + 1; // of a's dilated squares
        if (row + 7 < 0 || row > a->square_rows) continue;
        u64x8 dilated = u64x8_load(a->dilated_squares + row);
        regions[k] = u64x8_nonzero_bytes(u64x8_and(u64x8_shift_pair(dilated, dilated, by),
                                                   u64x8_load(b->solid_squares + 8 * k)));
        any |= regions[k];
    }
    return any != 0;
}

// Iterates over windows of 64 by 64 offsets first if both masks have squares, and over windows of 8 by 8 within those in
// which a region may share a pixel.
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
        path->window = squares;
        path->window.x_end = squares.x1;
        path->window.x1 = squares.x0 - 1;
        path->window.y_begin = squares.y0, path->window.y_end = squares.y1;
        path->window.bottom = squares.y1;
        search_windows(path, regions);
        shorten_path(&squares, path);
    }
}

// --- areas ---------------------------------------------------------------------------------------------

// The shared pixels at the four offsets, in lanes; in the order of mask_kernels.four_areas.
typedef struct four_counts
{
    u64x8_sum at[4];
} four_counts;

// Adds the pixels that a group of b, whose first row is at `own`, shares with a at the four offsets. `over` is a's word
// below the group's first row at the first offset; `by` and `right` are the shifts of the offsets in x.
SIMD_INLINE void add_areas(four_counts *sums, const uint64_t *over, ptrdiff_t pitch,
                           const uint64_t *own, u64x8_shifts by, u64x8_shifts right)
{
    u64x8 mine = u64x8_load(own), here = u64x8_load(over), next = u64x8_load(over + pitch);
    sums->at[0] = u64x8_sum_bits(sums->at[0], u64x8_and(u64x8_shift_pair(here, next, by), mine));
    sums->at[1] = u64x8_sum_bits(sums->at[1], u64x8_and(u64x8_shift_pair(here, next, right), mine));
    here = u64x8_load(over + 1), next = u64x8_load(over + pitch + 1);
    sums->at[2] = u64x8_sum_bits(sums->at[2], u64x8_and(u64x8_shift_pair(here, next, by), mine));
    sums->at[3] = u64x8_sum_bits(sums->at[3], u64x8_and(u64x8_shift_pair(here, next, right), mine));
}

// Returns meeting_groups of a strip, eight rows from `row` on, for the four offsets together. They lie in up to four windows
// of 8 by 8 offsets.
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

// Sums over the groups whose blocks may share a pixel; the others share none.
SIMD_TARGET static void kernel_four_areas(const mask_blocks *a, const mask_blocks *b, int dx,
                                          int dy, int64_t areas[4])
{
    four_counts  sums = { { u64x8_sum_zero(), u64x8_sum_zero(), u64x8_sum_zero(),
                            u64x8_sum_zero() } };
    u64x8_shifts by = u64x8_shifts_by(dx & 63, 64 - (dx & 63));
    u64x8_shifts right = u64x8_shifts_by((dx & 63) + 1, 63 - (dx & 63));
    block_rows   rows = window_row_range(a, b, dy, 1);
    int          first = a->first_x - dx - 1, end = a->last_x - dx;
    first = first > b->first_x ? first : b->first_x;
    end = end < b->last_x ? end : b->last_x;
    for (int strip = first >> 9; first <= end && strip <= end >> 9; strip++)
        for (int row = rows.first; row <= rows.last; row += 8)
        {
            uint64_t groups = meeting_at_four(a, b, dx, dy, strip, row);
            for (; groups; groups &= groups - 1)
            {
                int       at = mask_lowest(groups), k = 8 * row + (at & 56);
                ptrdiff_t i = 8 * strip + (at & 7), over = i + (dx >> 6);
                add_areas(&sums, a->words + (over * a->word_pitch + (k + dy)), a->word_pitch,
                          b->words + (i * b->word_pitch + k), by, right);
            }
        }
    for (int i = 0; i < 4; i++) areas[i] = u64x8_sum_total(sums.at[i]);
}
