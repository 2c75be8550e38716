// Template: compiled by each file that includes it.
// The kernels' text, included once for each instruction set with NAME(x), TARGET and WIDTH defined: the
// lanes of one vector. Sixteen lanes are a few such vectors, side by side. Compilers without vector types
// take them one by one. Whole numbers only, so all ways give the same.

#ifdef CPU_GNU
CPU_VECTOR(NAME(ints), int32_t, WIDTH);
CPU_VECTOR(NAME(floats), float, WIDTH);

#define PICK(mask, a, b) (((a) & (mask)) | ((b) & ~(mask)))
#define ALL(x) ((NAME(ints)){ 0 } + (x))

// Stores in `out` the number of the highest set bit of each lane of x: the exponent of x as a float. Requires 0 < x < 2^24.
#define HIGHEST(x, out)                                                                            \
    do                                                                                             \
    {                                                                                              \
        NAME(floats) as_float = CPU_CONVERT(NAME(floats), x);                                      \
        NAME(ints) as_bits;                                                                        \
        memcpy(&as_bits, &as_float, sizeof as_bits);                                               \
        (out) = (as_bits >> 23) - 127;                                                             \
    } while (0)

// See field_kernel. In lane i, with the bits up to and from i,
//
//     to_left   =  i - highest bit, or  i + before  without one
//     to_right  =  lowest bit - i,  or  15 - i + after  without one
TARGET static void NAME(along_row)(field_columns *c, int row, uint32_t bits, int before, int after)
{
    int32_t *out = c->squares + (size_t)row * FIELD_LANES;
    for (int k = 0; k < FIELD_LANES; k += WIDTH)
    {
        NAME(ints) lane, upto, high, low, squares;
        memcpy(&lane, field_lane_numbers + k, sizeof lane);
        memcpy(&upto, field_lane_masks + k, sizeof upto);
        NAME(ints) left = ALL((int32_t)bits) & upto, right = ALL((int32_t)bits) & ~(upto >> 1);
        HIGHEST(left, high);
        HIGHEST(right & -right, low);
        NAME(ints) none_left = left == 0, none_right = right == 0;
        NAME(ints) to_left = PICK(none_left, lane + before, lane - high);
        NAME(ints) to_right = PICK(none_right, (FIELD_LANES - 1 - lane) + after, low - lane);
        NAME(ints) nearer = to_left < to_right;
        NAME(ints) along = PICK(nearer, to_left, to_right);
        squares = along * along;
        memcpy(out + k, &squares, sizeof squares);
    }
    // Neighbors differ by at most one, so the two ends bound the values between.
    int32_t first = before < after + FIELD_LANES - 1 ? before : after + FIELD_LANES - 1;
    int32_t last = after < before + FIELD_LANES - 1 ? after : before + FIELD_LANES - 1;
    if (bits)
    {
        int32_t in = field_lowest_bit(bits), end = FIELD_LANES - 1 - field_highest_bit(bits);
        first = in < first ? in : first;
        last = end < last ? end : last;
    }
    c->row[row].widest = bits == 0xffff ? 0 : (first + last + FIELD_LANES - 1) / 2;
}

// Stores the least and the greatest lane.
TARGET static void NAME(extremes)(const int32_t *lanes, field_row *out)
{
    NAME(ints) lo, hi, next, mask;
    memcpy(&lo, lanes, sizeof lo);
    hi = lo;
    for (int k = WIDTH; k < FIELD_LANES; k += WIDTH)
    {
        memcpy(&next, lanes + k, sizeof next);
        mask = next < lo;
        lo = PICK(mask, next, lo);
        mask = next > hi;
        hi = PICK(mask, next, hi);
    }
    int32_t l[WIDTH], h[WIDTH];
    memcpy(l, &lo, sizeof lo);
    memcpy(h, &hi, sizeof hi);
    for (int half = WIDTH / 2; half; half /= 2)
        for (int i = 0; i < half; i++)
        {
            l[i] = l[i] < l[i + half] ? l[i] : l[i + half];
            h[i] = h[i] > h[i + half] ? h[i] : h[i + half];
        }
    out->first = l[0];
    out->last = h[0];
}

// Computes for row y the minima over rows from .. to, and, if `where`, the rows that have them.
TARGET static inline void NAME(scan)(field_columns *c, int y, int from, int to, bool where)
{
    int32_t at[FIELD_LANES];
    for (int k = 0; k < FIELD_LANES; k += WIDTH)
    {
        const int32_t *squares = c->squares + k;
        NAME(ints) best = ALL(INT32_MAX), place = { 0 }, row, value, better;
        for (int r = from; r <= to; r++)
        {
            memcpy(&row, squares + (size_t)r * FIELD_LANES, sizeof row);
            value = row + (y - r) * (y - r);
            better = value < best;
            best = PICK(better, value, best);
            if (where) place = PICK(better, ALL(r), place);
        }
        memcpy(c->nearest + (size_t)y * FIELD_LANES + k, &best, sizeof best);
        memcpy(at + k, &place, sizeof place);
    }
    if (where) NAME(extremes)(at, &c->row[y]);
}

#undef PICK
#undef ALL
#undef HIGHEST

#else

// The same in plain C: a pass to the right, then one to the left.
static void NAME(along_row)(field_columns *c, int row, uint32_t bits, int before, int after)
{
    int32_t *squares = c->squares + (size_t)row * FIELD_LANES, distance = before - 1, widest = 0;
    for (int i = 0; i < FIELD_LANES; i++)
    {
        distance = bits >> i & 1 ? 0 : distance + 1;
        squares[i] = distance;
    }
    distance = after - 1;
    for (int i = FIELD_LANES - 1; i >= 0; i--)
    {
        distance = bits >> i & 1 ? 0 : distance + 1;
        if (distance < squares[i]) squares[i] = distance;
        if (squares[i] > widest) widest = squares[i];
        squares[i] *= squares[i];
    }
    c->row[row].widest = widest;
}

// The same in plain C, lane by lane; always stores the rows.
static void NAME(scan)(field_columns *c, int y, int from, int to, bool where)
{
    (void)where;
    int32_t *best = c->nearest + (size_t)y * FIELD_LANES;
    c->row[y].first = to, c->row[y].last = from;
    for (int i = 0; i < FIELD_LANES; i++)
    {
        int at = from;
        best[i] = INT32_MAX;
        for (int r = from; r <= to; r++)
        {
            int32_t value = c->squares[(size_t)r * FIELD_LANES + (size_t)i] + (y - r) * (y - r);
            if (value < best[i]) best[i] = value, at = r;
        }
        if (at < c->row[y].first) c->row[y].first = at;
        if (at > c->row[y].last) c->row[y].last = at;
    }
}

#endif

// Computes row y from the rows `step` above and below, which are computed. Its nearest rows lie between theirs, and no
// farther away than the largest distance along row y itself.
TARGET static void NAME(search_row)(field_columns *c, int y, int step)
{
    field_row *row = c->row;
    int32_t    widest = row[y].widest;
    int        from = y - step >= 1 ? row[y - step].first : c->first;
    int        to = y + step <= c->rows - 2 ? row[y + step].last : c->last;
    if (widest == 0)
    {
        memset(c->nearest + (size_t)y * FIELD_LANES, 0, FIELD_LANES * sizeof(int32_t));
        row[y].first = row[y].last = y;
        return;
    }
    if (from < y - widest) from = y - widest;
    if (to > y + widest) to = y + widest;
    if (step > 1)
        NAME(scan)(c, y, from, to, true);
    else
        NAME(scan)(c, y, from, to, false);
}

TARGET static void NAME(search)(field_columns *c)
{
    int step = 1;
    while (step <= c->rows) step *= 2;
    for (; step; step /= 2)
        for (int y = step; y <= c->rows - 2; y += 2 * step) NAME(search_row)(c, y, step);
}

TARGET static void NAME(roots)(const int32_t *squares, float *out)
{
    for (int i = 0; i < FIELD_LANES; i++) out[i] = sqrtf((float)squares[i]);
}

#undef NAME
#undef TARGET
#undef WIDTH
