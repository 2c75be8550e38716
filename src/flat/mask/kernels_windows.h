// Template: compiled by each file that includes it.
// The kernels of sweeps: where two masks may meet at any offset of a window, and where they first do.
//
// No include guard: a part of kernels_body.h.

// Rows of b's blocks in which something may be shared at one of the offsets dy .. dy + more; none if the first
// one is beyond the last.
typedef struct block_rows
{
    int first, last;
} block_rows;

SIMD_INLINE block_rows window_row_range(const mask_blocks *a, const mask_blocks *b, int dy,
                                        int more)
{
    int        top = a->first_y - dy - more, bottom = a->last_y - dy;
    block_rows rows = { (top > b->first_y ? top : b->first_y) >> 3,
                        (bottom < b->last_y ? bottom : b->last_y) >> 3 };
    return rows;
}

// Rows of b's blocks against a's, which begin at another column and lie in two strips or the last one.
typedef struct block_shift
{
    ptrdiff_t    to_next;
    u64x8_shifts by;
} block_shift;

SIMD_INLINE block_shift shift_to(const mask_blocks *a, int column)
{
    int         shift = column & 63;
    bool        is_last = (column >> 6) + 1 >= a->strips;
    block_shift to = { is_last ? 0 : a->pitch, u64x8_shifts_by(shift, is_last ? 64 : 64 - shift) };
    return to;
}

// Bit 8 i + k: is there a block in group k, of 8 blocks, of row i that `some` has and `wide` too?
SIMD_INLINE uint64_t meeting_groups(const uint64_t *wide, const uint64_t *some, block_shift to)
{
    u64x8 over = u64x8_shift_pair(u64x8_load(wide), u64x8_load(wide + to.to_next), to.by);
    return u64x8_nonzero_bytes(u64x8_and(over, u64x8_load(some)));
}

// --- windows -------------------------------------------------------------------------------------------

// The groups in which a pixel may be shared at an offset of the window.
typedef struct window_group_list
{
    const mask_blocks *a, *b;
    int                dx, dy; // the window's corner
    int                count;  // of all groups, also of those for which there is no room
    mask_group         groups[MASK_MAX_GROUPS];
} window_group_list;

// Keeps a group if one of its pixels comes to lie over one of a's at any offset of the window. Kept apart, so
// that the search for groups, which mostly finds none, has the registers for itself. A mask's words lie as
// those of its broad plane.
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
        const uint64_t *mine = own + (right * own_pitch + below), *broad = a->broad + over;
        u64x8 near = u64x8_shift_pair(u64x8_load(broad), u64x8_load(broad + over_pitch), by);
        if (!u64x8_any(u64x8_and(near, u64x8_load(mine)))) continue;
        mask_group group = { mine, a->words + over };
        if (count < MASK_MAX_GROUPS) list->groups[count] = group;
        count++;
    }
    list->count = count;
}

SIMD_INLINE void find_in_strip(window_group_list *list, int strip, block_rows rows)
{
    const mask_blocks *a = list->a, *b = list->b;
    int                column = 64 * strip + (list->dx >> 3);
    block_shift        to = shift_to(a, column);
    const uint64_t    *wide = a->wide + ((column >> 6) * (ptrdiff_t)a->pitch + (list->dy >> 3) + 1);
    const uint64_t    *some = b->some + strip * (ptrdiff_t)b->pitch;
    for (int row = rows.first; row <= rows.last; row += 8)
    {
        uint64_t groups = meeting_groups(wide + row, some + row, to);
        if (groups) keep_groups(list, groups, 8 * strip, row);
    }
}

// Of large masks only rows in regions that meet.
SIMD_INLINE void find_in_regions(window_group_list *list, int strip, block_rows rows,
                                 const uint64_t *regions)
{
    for (int row = rows.first & ~7; row <= rows.last; row += 8)
    {
        block_rows these = { row, row };
        if (regions[row >> 6] >> ((row & 56) + strip) & 1) find_in_strip(list, strip, these);
    }
}

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

// --- the way -------------------------------------------------------------------------------------------

// The first group that shares a pixel at an offset in the window, or count.
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

SIMD_INLINE bool try_offset(mask_way *way, const window_group_list *list, int x, int y)
{
    bool is_whole = list->count > MASK_MAX_GROUPS;
    if (is_whole)
    {
        if (!kernel_blocks_overlap(way->left, way->right, x, y)) return false;
    }
    else
    {
        int first = first_group(list, x, y);
        if (first == list->count) return false;
        way->group = list->groups[first];
    }
    way->is_whole = is_whole;
    way->found_x = x, way->found_y = y;
    return true;
}

// The way crosses lines between columns (or rows): the new corners of its cell are at number n + 1, in the two
// rows around it, or in the one that it runs along.
SIMD_INLINE void cross_lines(mask_way *way, const window_group_list *list, bool is_row)
{
    const mask_walk *win = &way->walk;
    const mask_line *a = is_row ? &way->y : &way->x, *b = is_row ? &way->x : &way->y;
    int              from = is_row ? win->y0 : win->x0, end = is_row ? win->y1 : win->x1;
    int              low = is_row ? win->x0 : win->y0, high = is_row ? win->x1 : win->y1;
    double           beyond = high + 1;
    end = end < a->end ? end : a->end;
    int start = a->phase > 0.0; // the first line ahead
    for (int n = from > start ? from - 1 : start; n < end; n++)
    {
        double at = b->phase + (n - a->phase) * a->slope;
        if (at >= beyond) return;
        int m = mask_line_floor(a, b, n, at), last = m + b->beside;
        if (last < low) continue;
        double t =
            (n - a->phase) / a->length; // rounded once: crossings at the same time say the same
        if (t >= way->t) return;
        last = last < high ? last : high;
        for (m = m > low ? m : low; m <= last; m++)
        {
            int x = mask_walk_x(win, is_row ? m : n + 1), y = mask_walk_y(win, is_row ? n + 1 : m);
            if (!try_offset(way, list, x, y)) continue;
            way->t = t;
            way->is_row = is_row;
            return;
        }
    }
}

// What is not near before the touch found need not be looked at.
SIMD_INLINE void cut_walk(mask_walk *walk, const mask_way *way)
{
    walk->x_end = mask_line_before(&way->x, way->t, walk->x_end);
    walk->y_end = mask_line_before(&way->y, way->t, walk->y_end);
    walk->bottom = walk->bottom < walk->y_end ? walk->bottom : walk->y_end;
}

SIMD_TARGET static void search_windows(mask_way *way, const uint64_t *regions)
{
    mask_walk        *walk = &way->walk;
    window_group_list list;
    list.a = way->left, list.b = way->right;
    while (mask_walk_next(walk, 7))
    {
        list.dx = mask_walk_x(walk, walk->x0) & ~7, list.dy = mask_walk_y(walk, walk->y0) & ~7;
        find_groups(&list, regions);
        if (list.count == 0) continue;
        cross_lines(way, &list, false);
        cross_lines(way, &list, true);
        cut_walk(walk, way);
    }
}

// Where in b a pixel may be shared at any of the offsets dx .. dx + 63, dy .. dy + 63. Bit 8 r + s of word k:
// in rows 64 (8 k + r) .. + 63 of columns 512 s .. + 511? a's far rows have 8 zero ones above and below.
SIMD_TARGET static bool find_regions(const mask_blocks *a, const mask_blocks *b, int dx, int dy,
                                     uint64_t regions[MASK_REGIONS])
{
    int          down = dy >> 6;
    uint64_t     any = 0;
    u64x8_shifts by = u64x8_shifts_by(dx >> 6, 64);
    memset(regions, 0, MASK_REGIONS * sizeof *regions);
    for (int k = 0; 8 * k < b->far_rows; k++)
    {
        int row = 8 * k + down + 1; // of a's wide ones
        if (row + 7 < 0 || row > a->far_rows) continue;
        u64x8 wide = u64x8_load(a->far_wide + row);
        regions[k] = u64x8_nonzero_bytes(
            u64x8_and(u64x8_shift_pair(wide, wide, by), u64x8_load(b->far_some + 8 * k)));
        any |= regions[k];
    }
    return any != 0;
}

// In squares of 64 by 64 offsets first, for masks with far rows.
SIMD_TARGET static void kernel_first_touch(mask_way *way)
{
    if (!way->left->far_rows || !way->right->far_rows)
    {
        search_windows(way, NULL);
        return;
    }
    mask_walk squares = way->walk;
    while (mask_walk_next(&squares, 63))
    {
        uint64_t regions[MASK_REGIONS];
        int      x = mask_walk_x(&squares, squares.x0) & ~63;
        int      y = mask_walk_y(&squares, squares.y0) & ~63;
        if (!find_regions(way->left, way->right, x, y, regions)) continue;
        way->walk = squares;
        way->walk.x_end = squares.x1;
        way->walk.x1 = squares.x0 - 1;
        way->walk.y_begin = squares.y0, way->walk.y_end = squares.y1;
        way->walk.bottom = squares.y1;
        search_windows(way, regions);
        cut_walk(&squares, way);
    }
}

// --- areas ---------------------------------------------------------------------------------------------

// The counts of a group at the four offsets.
typedef struct four_counts
{
    u64x8_sum at[4];
} four_counts;

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

// Groups of a strip from a row on that meet at one of the four offsets, which may lie in more than one window.
SIMD_INLINE uint64_t meeting_at_four(const mask_blocks *a, const mask_blocks *b, int dx, int dy,
                                     int strip, int row)
{
    const uint64_t *some = b->some + (strip * (ptrdiff_t)b->pitch + row);
    uint64_t        groups = 0;
    for (int x = dx >> 3; x <= (dx + 1) >> 3; x++)
    {
        int             column = 64 * strip + x;
        const uint64_t *wide = a->wide + ((column >> 6) * (ptrdiff_t)a->pitch + row + 1);
        if (column >> 6 >= a->strips) continue;
        for (int y = dy >> 3; y <= (dy + 1) >> 3; y++)
            groups |= meeting_groups(wide + y, some, shift_to(a, column));
    }
    return groups;
}

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
