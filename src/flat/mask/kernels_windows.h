// Template: compiled by each file that includes it. Has no include guard: a part of kernels_body.h, whose names it uses.
//
// The kernels of sweeps: the groups of two masks that may share a pixel at some offset of a window, and the first offset on
// a path at which one does.
//
// Strip.   A strip of blocks is 64 blocks wide, 512 columns of pixels. A strip of pixels is 64 columns wide.
// Group.   64 by 8 pixels of b, a word in each of eight rows: eight blocks of a row. b's pixel (x, y) lies over a's pixel
//          (x + dx, y + dy); a is the left mask, so dx >= 0. Candidates are groups that may share a pixel with a.
// Window.  8 by 8 offsets (or 64 by 64, see kernel_first_touch) whose corner is at multiples of their side. Over the whole
//          window a pixel of b lies over 8 by 8 pixels of a, which one bit of a's `dilated_pixels` stands for, and a
//          block of b over 2 by 2 blocks of a, which one bit of `dilated` stands for. Row y of blocks of `dilated` is
//          stored at y + 1.
// Region.  512 by 64 pixels of b: one strip of blocks, eight rows of blocks. If both masks are large enough to have
//          squares of 64 by 64 pixels (mask_blocks), find_regions marks the regions of b that may share a pixel with a,
//          a bit of `regions` for each, and only these are searched. For other masks `regions` is NULL.
// Path.    Offsets are indexed along it, from 0 in each coordinate; see offset_path.h.

// A range of rows of blocks, the last included; empty if first > last.
typedef struct block_rows
{
    int first, last;
} block_rows;

// Returns the rows of b's blocks that may share a pixel with a at one of the offsets dy .. dy + extra, where row y of b
// lies over rows y + dy .. y + dy + extra of a. Requires extra >= 0. The range may be too large, never too small.
SIMD_INLINE block_rows window_row_range(const mask_blocks *a, const mask_blocks *b, int dy,
                                        int extra)
{
    int        top = mask_max(a->first_y - dy - extra, b->first_y);
    int        bottom = mask_min(a->last_y - dy, b->last_y);
    block_rows rows = { top >> 3, bottom >> 3 };
    return rows;
}

// --- the candidates of a window ------------------------------------------------------------------------

// The groups of b that may share a pixel with a at some offset of a window of 8 by 8 offsets.
typedef struct window_group_list
{
    const mask_blocks *a, *b;
    int                dx, dy; // the window's corner, multiples of 8
    int                count;  // of all such groups, also of those that `groups` has no room for
    mask_group         groups[MASK_MAX_GROUPS + 1]; // the last one is for those without room
} window_group_list;

// Returns what load_under returns for dilated pixels, computed from the pixels of a mask without such a plane. Bit i of
// word r is set if one of pixels i .. i + 7 of rows r .. r + 7 is solid. `a` and `a_next` are the words of the first
// row in two neighboring strips, and `by` are the shifts for a multiple of 8. First combines the rows, then columns by
// doubling, as kernel_dilate does. The last columns need the 7 columns to their right, which are the first of `next`.
SIMD_INLINE u64x8 dilate_under(const uint64_t *a, const uint64_t *a_next, u64x8_shifts by)
{
    static const uint64_t none[8] = { 0 };
    u64x8_shifts          by1 = u64x8_shifts_by(1, 63), by2 = u64x8_shifts_by(2, 62);
    u64x8_shifts          by4 = u64x8_shifts_by(4, 60);
    u64x8                 zero = u64x8_load(none), left = u64x8_load(a), right = u64x8_load(a_next);
    for (int i = 1; i < 8; i++)
    {
        left = u64x8_or(left, u64x8_load(a + i));
        right = u64x8_or(right, u64x8_load(a_next + i));
    }
    u64x8 own = u64x8_shift_pair(left, right, by), next = u64x8_shift_pair(right, zero, by);
    own = u64x8_or(own, u64x8_shift_pair(own, next, by1));
    next = u64x8_or(next, u64x8_shift_pair(next, zero, by1));
    own = u64x8_or(own, u64x8_shift_pair(own, next, by2));
    next = u64x8_or(next, u64x8_shift_pair(next, zero, by2));
    return u64x8_or(own, u64x8_shift_pair(own, next, by4));
}

// Returns true if a solid pixel of a group of b may lie over a solid one of a at some offset of a window. `pixels` are
// the group's words. `under` leads from row 0 of a's strip 0 to the word under the first of them at the window's
// corner, in pixels as in dilated pixels. `by` are the shifts for the corner's dx. A dilated pixel stands for the 8 by
// 8 pixels of a that one pixel of b lies over in the window.
SIMD_INLINE bool group_is_near(const mask_blocks *a, ptrdiff_t under, const uint64_t *pixels,
                               u64x8_shifts by)
{
    const uint64_t *words = (a->dilated_pixels ? a->dilated_pixels : a->words) + under;
    const uint64_t *next = words + a->word_pitch;
    u64x8           dilated_under_b =
        a->dilated_pixels ? load_under(words, next, by) : dilate_under(words, next, by);
    return u64x8_any(u64x8_and(dilated_under_b, u64x8_load(pixels)));
}

// Adds the groups that pass group_is_near to the list, and counts those that it has no room for. `groups` is not 0 and
// has a bit for each group to be tested, as candidate_groups returns them for a strip of blocks and eight rows of
// blocks from `row` on. Not inlined, so that the search for candidates, which usually finds none, has all registers.
SIMD_TARGET CPU_APART static void keep_groups(window_group_list *list, uint64_t groups,
                                              int block_strip, int row)
{
    int             count = list->count;
    ptrdiff_t       b_pitch = list->b->word_pitch, a_pitch = list->a->word_pitch;
    ptrdiff_t       under = (8 * block_strip + (list->dx >> 6)) * a_pitch + (8 * row + list->dy);
    const uint64_t *b_words = list->b->words + (8 * block_strip * b_pitch + 8 * row);
    u64x8_shifts    by = shifts_of(list->dx & 63);
    for (; groups; groups &= groups - 1)
    {
        int             bit = mask_lowest(groups);
        ptrdiff_t       group_under = under + group_at(bit, a_pitch);
        const uint64_t *own_words = b_words + group_at(bit, b_pitch);
        mask_group      group = { own_words, list->a->words + group_under };
        list->groups[mask_min(count, MASK_MAX_GROUPS)] = group;
        count += group_is_near(list->a, group_under, own_words, by);
    }
    list->count = count;
}

// Adds the groups in one strip of b's blocks. Requires that a has blocks under the strip's first block at the window's
// corner. Takes eight rows at a time, so up to 7 rows of blocks beyond rows.last are tested, too; blocks outside of b's
// pixels are empty there. Row y of a's blocks is row y + 1 of `dilated` (mask_blocks).
SIMD_INLINE void find_in_strip(window_group_list *list, int block_strip, block_rows rows)
{
    const mask_blocks *a = list->a, *b = list->b;
    int             column = 64 * block_strip + (list->dx >> 3); // of a's, under the strip's first
    block_shift     to = shift_to(a, column);
    ptrdiff_t       a_pitch = a->pitch, b_pitch = b->pitch;
    const uint64_t *dilated = a->dilated + ((column >> 6) * a_pitch + (list->dy >> 3) + 1);
    const uint64_t *solid = b->solid + block_strip * b_pitch;
    for (int row = rows.first; row <= rows.last; row += 8)
    {
        uint64_t groups = candidate_groups(dilated + row, solid + row, to);
        if (groups) keep_groups(list, groups, block_strip, row);
    }
}

// Returns true if the region of b in a strip of blocks and rows row .. row + 7 of blocks is marked in `regions`
// (find_regions). Requires that row is a multiple of 8; row / 8 is the row of squares of 64 by 64 pixels.
SIMD_INLINE bool region_is_marked(const uint64_t *regions, int block_strip, int row)
{
    int square_row = row >> 3;
    return regions[square_row >> 3] >> (8 * (square_row & 7) + block_strip) & 1;
}

// As find_in_strip, but only in regions that are marked. Starts at the multiple of 8 at or before rows.first, where a
// region begins.
SIMD_INLINE void find_in_regions(window_group_list *list, int block_strip, block_rows rows,
                                 const uint64_t *regions)
{
    for (int row = rows.first & ~7; row <= rows.last; row += 8)
    {
        block_rows eight_rows = { row, row + 7 };
        if (region_is_marked(regions, block_strip, row))
            find_in_strip(list, block_strip, eight_rows);
    }
}

// Lists the groups of b that may share a pixel with a at some offset of the list's window. Requires that the list's a,
// b, dx and dy are set, and that the bounds of the masks overlap at an offset of the window: then column dx lies in a.
// With one strip of blocks and no regions that strip is searched at once, the common case.
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
    int left = mask_max(a->first_x - list->dx - 7, b->first_x);
    int right = mask_min(a->last_x - list->dx, b->last_x);
    for (int strip = block_strip_of(left); strip <= block_strip_of(right); strip++)
        if (regions)
            find_in_regions(list, strip, rows, regions);
        else
            find_in_strip(list, strip, rows);
}

// --- offsets on the path -------------------------------------------------------------------------------------------

// Returns true if a listed group shares a pixel with a at offset (x, y), which lies in the window. Then stores the first
// row that such a group shares in the path; else leaves the path unchanged. Requires count <= MASK_MAX_GROUPS. A
// group's left_words are a's words at the window's corner, whose x and y are multiples of 8. At (x, y) the words are
// y & 7 rows further down. They are in the same strip, because x / 64, rounded down, is the same for the 8 offsets of a
// window. So in x only the shift differs.
SIMD_INLINE bool groups_share(mask_path *path, const window_group_list *list, int x, int y)
{
    u64x8_shifts by = shifts_of(x & 63);
    ptrdiff_t    down = y & 7, a_pitch = list->a->word_pitch;
    for (int i = 0; i < list->count; i++)
    {
        const mask_group *group = &list->groups[i];
        const uint64_t   *a_words = group->left_words + down;
        u64x8             a_under_b = load_under(a_words, a_words + a_pitch, by);
        uint64_t bytes = u64x8_nonzero_bytes(u64x8_and(a_under_b, u64x8_load(group->right_words)));
        if (!bytes) continue;
        int row = mask_lowest(bytes) >> 3; // a row has eight bytes
        path->shared = (mask_group){ group->right_words + row, a_words + row };
        return true;
    }
    return false;
}

// Returns true if the masks share a pixel at offset (x, y) of the window. Then stores the offset and where the pixel is
// in the path, but not the time; else leaves the path unchanged. If is_whole, the list had no room for all groups, and
// the whole masks are compared.
SIMD_INLINE bool try_offset(mask_path *path, const window_group_list *list, bool is_whole, int x,
                            int y)
{
    if (is_whole ? !kernel_blocks_overlap(path->left, path->right, x, y)
                 : !groups_share(path, list, x, y))
        return false;
    path->is_whole = is_whole;
    path->found_x = x;
    path->found_y = y;
    return true;
}

// Tries offsets of one row of the window if is_row, those with index `entered` of y and indices first .. last of x.
// Otherwise tries offsets of one column, those with index `entered` of x and indices first .. last of y. At the first
// one at which the masks share a pixel, stores it in the path and returns true. Returns false if there is none.
SIMD_INLINE bool try_offsets(mask_path *path, const window_group_list *list, bool is_whole,
                             bool is_row, int entered, int first, int last)
{
    for (int index = first; index <= last; index++)
    {
        int x = mask_path_x(&path->window, is_row ? index : entered);
        int y = mask_path_y(&path->window, is_row ? entered : index);
        if (try_offset(path, list, is_whole, x, y)) return true;
    }
    return false;
}

// Stores a touch at time t, whose offset try_offset has stored: the path enters index n + 1 of a column, or of a row if
// is_row, where its other coordinate rounds down to m.
CPU_APART static void store_touch(mask_path *path, double t, bool is_row, int n, int m)
{
    const mask_path_axis *along = is_row ? &path->y : &path->x,
                         *across = is_row ? &path->x : &path->y;
    int    found = is_row ? path->found_x : path->found_y;
    int    at_m = is_row ? mask_path_x(&path->window, m) : mask_path_y(&path->window, m);
    double position = across->phase + (n - along->phase) * along->slope;
    path->t = t;
    path->is_row = is_row;
    path->is_new = true;
    path->is_corner = found != at_m && position - m < MASK_PATH_ERROR &&
                      mask_path_compare(along, across, n, m) == 0;
}

// Tries the offsets that become possible where the path enters a new column of the window, or a new row if is_row, in
// the order of these times. At the first one with a shared pixel, stores the touch in the path, if it is earlier than
// the path's touch so far. `along` is the coordinate whose indices are entered, `across` the other one. The path enters
// index n + 1 where `along` is exactly n:
//
//     time  =  (n - along.phase) / along.length        position across  =  across.phase + (n - along.phase) along.slope
//
// There the offsets with `across` rounded down (index m) and up (m + 1) become possible, or just m if the path runs
// along a index of `across`. Only indices of the window are tried.
//
// Where the position across is exactly m, the path enters index m + 1 of it as well: it crosses a corner. Offset m + 1
// is new in both coordinates then, so a touch at it tells neither. Such a touch is replaced by one at the same time at
// an offset that is new in one coordinate only: after a fall at 45 degrees onto a floor, the floor's upper side is
// touched, whose pixels are shared one column behind the corner.
SIMD_INLINE void cross_lines(mask_path *path, const window_group_list *list, bool is_whole,
                             bool is_row)
{
    const mask_path_window *window = &path->window;
    const mask_path_axis   *along = is_row ? &path->y : &path->x;
    const mask_path_axis   *across = is_row ? &path->x : &path->y;
    int                     along_from = is_row ? window->y0 : window->x0;
    int                     along_last = is_row ? window->y1 : window->x1;
    int                     across_from = is_row ? window->x0 : window->y0;
    int                     across_last = is_row ? window->x1 : window->y1;

    // The start lies on index 0, or between 0 and 1 if its phase is positive; then the path crosses 1 first.
    int    first_crossed = along->phase > 0.0 ? 1 : 0;
    int    n = mask_max(along_from - 1, first_crossed);
    int    end = mask_min(along_last, along->end);
    // Earlier crossings lie before the window's indices across. The result of rounding down is one crossing early at most.
    double reached = along->phase + (across_from - 1 - across->phase) * across->slope;
    if (reached > n) n = reached < end ? (int)reached : end;
    for (; n < end; n++)
    {
        // Positions and times only grow with n, so the first that is too large ends the search. A position is rounded.
        double position = across->phase + (n - along->phase) * along->slope;
        if (position >= across_last + 1 + MASK_PATH_ERROR) return;
        int m = across->beside ? mask_path_floor(along, across, n, position) : 0;
        int m_last = m + across->beside;
        if (m_last < across_from) continue;
        // Rounded once, so simultaneous crossings have equal times.
        double t = (n - along->phase) / along->length;
        if (t >= path->t)
        {
            if (t > path->t || !path->is_corner) return;
            m_last = m;
        }
        if (!try_offsets(path, list, is_whole, is_row, n + 1, mask_max(m, across_from),
                         mask_min(m_last, across_last)))
            continue;
        store_touch(path, t, is_row, n, m);
        return;
    }
}

// Crosses columns and then rows: of simultaneous touches the column's counts.
SIMD_INLINE void cross_window(mask_path *path, const window_group_list *list, bool is_whole)
{
    cross_lines(path, list, is_whole, false);
    cross_lines(path, list, is_whole, true);
}

// Does cross_window for a window with more groups than the list has room for: compares the whole masks. This function is
// not inlined, so that the compiler keeps the values of the caller's other branch, which is the usual one, in registers.
SIMD_TARGET CPU_APART static void cross_whole(mask_path *path, const window_group_list *list)
{
    cross_window(path, list, true);
}

// Lowers the last indices of the windows to those that the path is near before time path->t, the touch found so far.
// Later windows cannot hold an earlier touch, and the iteration ends without them.
SIMD_INLINE void shorten_path(mask_path_window *window, const mask_path *path)
{
    window->x_end = mask_path_before(&path->x, path->t, window->x_end);
    window->y_end = mask_path_before(&path->y, path->t, window->y_end);
    window->bottom = mask_min(window->bottom, window->y_end);
}

// Finds the earliest touch in the path's windows of 8 by 8 offsets, if it is before path->t, and stores it in the path.
// In each window lists the candidates, then tries the offsets that the path enters. The search goes on after a touch, as
// a window that comes later may hold an earlier touch.
SIMD_TARGET static void search_windows(mask_path *path, const uint64_t *regions)
{
    mask_path_window *window = &path->window;
    window_group_list list; // not cleared: find_groups writes its count
    list.a = path->left;
    list.b = path->right;
    while (mask_path_window_next(window, 7))
    {
        // The window's corner, at multiples of 8.
        list.dx = mask_path_x(window, window->x0) & ~7;
        list.dy = mask_path_y(window, window->y0) & ~7;
        find_groups(&list, regions);
        if (list.count == 0) continue;
        if (list.count > MASK_MAX_GROUPS)
            cross_whole(path, &list);
        else
            cross_window(path, &list, false);
        shorten_path(window, path);
    }
}

// --- squares of 64 by 64 pixels, for large masks ---------------------------------------------------------------

// Marks the regions of b, 512 by 64 pixels, that may share a pixel with a at one of the offsets dx .. dx + 63,
// dy .. dy + 63 (too many perhaps, never too few), and returns false if there are none. Bit 8 r + s of regions[k]
// stands for columns 512 s .. 512 s + 511 of rows 64 (8 k + r) .. 64 (8 k + r) + 63. Requires that both masks have
// squares, that dx and dy are multiples of 64, and dx >= 0. A mask's squares lie in a single strip, a bit for a square;
// a's rows of squares have 8 zero rows above and below.
SIMD_TARGET static bool find_regions(const mask_blocks *a, const mask_blocks *b, int dx, int dy,
                                     uint64_t regions[MASK_REGIONS])
{
    uint64_t     any = 0;
    u64x8_shifts by = u64x8_shifts_by(dx >> 6, 64); // 64: there is no second strip
    memset(regions, 0, MASK_REGIONS * sizeof *regions);
    for (int k = 0; 8 * k < b->square_rows; k++)
    {
        int row = 8 * k + (dy >> 6) + 1; // of a's dilated squares, which begin one row higher
        if (row + 7 < 0 || row > a->square_rows) continue; // none of the eight rows is stored
        u64x8 dilated = u64x8_load(a->dilated_squares + row);
        u64x8 dilated_under_b = u64x8_shift_pair(dilated, dilated, by);
        u64x8 solid = u64x8_load(b->solid_squares + 8 * k);
        regions[k] = u64x8_nonzero_bytes(u64x8_and(dilated_under_b, solid));
        any |= regions[k];
    }
    return any != 0;
}

// Restricts the path's windows to the indices of the present window of `squares`, and sets the state before the first
// of these windows: x1 is the index before the first x, and y1 and bottom are equal (mask_path_window).
SIMD_INLINE void enter_square(mask_path *path, const mask_path_window *squares)
{
    mask_path_window *window = &path->window;
    *window = *squares;
    window->x1 = squares->x0 - 1;
    window->x_end = squares->x1;
    window->y_begin = squares->y0;
    window->y_end = squares->y1;
    window->bottom = squares->y1;
}

// Finds the earliest touch on the path before path->t and stores it there; if there is none, path->t stays as it is. If
// both masks have squares (64 by 64 pixels, as blocks), iterates over windows of 64 by 64 offsets, and over windows of
// 8 by 8 within those in which a region may share a pixel. Else iterates over windows of 8 by 8 only. path->window is
// the inner iteration, `squares` the outer one.
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
        enter_square(path, &squares);
        search_windows(path, regions);
        shorten_path(&squares, path);
    }
}

// --- areas ---------------------------------------------------------------------------------------------

// The shared pixels at the four offsets (dx, dy), (dx + 1, dy), (dx, dy + 1), (dx + 1, dy + 1), in this order, each count
// spread over the words of a vector.
typedef struct four_counts
{
    u64x8_sum at[4];
} four_counts;

// Adds the pixels that a group of b shares with a at the four offsets. `b_words` is the group's first word, and
// `a_words` a's word under it at offset (dx, dy); so a_words + 1 is under it at dy + 1. `a_pitch` leads from a strip of
// a to the next. Requires that nine rows of both strips may be read from there. `by` and `by_right` are the shifts for
// dx and dx + 1. If dx + 1 is a multiple of 64, those of `by_right` are 64, which leaves no bit of the first strip, and
// 0, which takes the next strip as it is.
SIMD_INLINE void add_areas(four_counts *counts, const uint64_t *a_words, ptrdiff_t a_pitch,
                           const uint64_t *b_words, u64x8_shifts by, u64x8_shifts by_right)
{
    const uint64_t *a_next = a_words + a_pitch;
    u64x8           b = u64x8_load(b_words);
    u64x8           shared[4] = {
                  u64x8_and(load_under(a_words, a_next, by), b),
                  u64x8_and(load_under(a_words, a_next, by_right), b),
                  u64x8_and(load_under(a_words + 1, a_next + 1, by), b), // at dy + 1
                  u64x8_and(load_under(a_words + 1, a_next + 1, by_right), b),
    };
    for (int i = 0; i < 4; i++) counts->at[i] = u64x8_sum_bits(counts->at[i], shared[i]);
}

// Returns the candidates, as candidate_groups does, in one strip of b's blocks and eight rows of blocks from `row` on,
// for the offsets (dx, dy), (dx + 1, dy), (dx, dy + 1) and (dx + 1, dy + 1). These lie in one, two or four windows of 8
// by 8 offsets: those with dx / 8 or (dx + 1) / 8 and dy / 8 or (dy + 1) / 8, rounded down. A window to the right of
// all of a's strips has no candidates.
SIMD_INLINE uint64_t candidates_at_four(const mask_blocks *a, const mask_blocks *b, int dx, int dy,
                                        int block_strip, int row)
{
    ptrdiff_t       a_pitch = a->pitch, b_pitch = b->pitch;
    const uint64_t *solid = b->solid + (block_strip * b_pitch + row);
    uint64_t        groups = 0;
    for (int x = dx >> 3; x <= (dx + 1) >> 3; x++)
    {
        int column = 64 * block_strip + x; // of a's blocks, under the strip's first
        if (column >> 6 >= a->strips) continue;
        const uint64_t *dilated = a->dilated + ((column >> 6) * a_pitch + row + 1);
        for (int y = dy >> 3; y <= (dy + 1) >> 3; y++)
            groups |= candidate_groups(dilated + y, solid, shift_to(a, column));
    }
    return groups;
}

// Stores how many pixels are shared at offsets (dx, dy), (dx + 1, dy), (dx, dy + 1), (dx + 1, dy + 1), in this order.
// Requires dx >= 0. Counts in the candidates only, as other groups share no pixel at these offsets. A candidate lies
// over a at one of the offsets, and is at most one pixel off at the others. So all words that are read are a's own or
// guards.
SIMD_TARGET static void kernel_four_areas(const mask_blocks *a, const mask_blocks *b, int dx,
                                          int dy, int64_t areas[4])
{
    u64x8_sum    zero = u64x8_sum_zero();
    four_counts  counts = { { zero, zero, zero, zero } };
    int          shift = dx & 63;
    u64x8_shifts by = shifts_of(shift), by_right = u64x8_shifts_by(shift + 1, 63 - shift);
    ptrdiff_t    a_pitch = a->word_pitch, b_pitch = b->word_pitch;

    // The rows of b's blocks, and the columns of its pixels, that lie over a at one of the offsets; both inclusive.
    block_rows rows = window_row_range(a, b, dy, 1);
    int        left = mask_max(a->first_x - dx - 1, b->first_x);
    int        right = mask_min(a->last_x - dx, b->last_x);
    int        last_strip = left <= right ? block_strip_of(right) : -1; // -1: no strip is read

    for (int block_strip = block_strip_of(left); block_strip <= last_strip; block_strip++)
        for (int row = rows.first; row <= rows.last; row += 8)
        {
            uint64_t        groups = candidates_at_four(a, b, dx, dy, block_strip, row);
            ptrdiff_t       a_strip = 8 * block_strip + (dx >> 6);
            const uint64_t *a_words = a->words + (a_strip * a_pitch + (8 * row + dy));
            const uint64_t *b_words = b->words + (8 * block_strip * b_pitch + 8 * row);
            for (; groups; groups &= groups - 1)
            {
                int bit = mask_lowest(groups);
                add_areas(&counts, a_words + group_at(bit, a_pitch), a_pitch,
                          b_words + group_at(bit, b_pitch), by, by_right);
            }
        }
    for (int i = 0; i < 4; i++) areas[i] = u64x8_sum_total(counts.at[i]);
}
