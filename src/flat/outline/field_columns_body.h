// Template: compiled by each file that includes it, once for each instruction set. Requires NAME(x), the name of function x
// for that set, TARGET, its attributes, and WIDTH, the lanes of one vector. The kernels are those of field_kernel in
// field.h.
//
// The FIELD_LANES = 16 columns of a batch are the lanes of FIELD_LANES / WIDTH vectors, side by side. Compilers without
// vector types take the columns one by one. All numbers are whole, so all ways give the same.
//
// With f(r, i) the distance along row r from column i to the nearest target of the row, the squared distance of pixel
// (i, y) is
//
//     nearest(y, i)  =  min over rows r of  f(r, i)^2 + (y - r)^2.
//
// As y grows, the row r that has the minimum of a column never goes back. (A. Meijster, J. B. T. M. Roerdink, W. H.
// Hesselink, "A general algorithm for computing distance transforms in linear time", 2000.)

#ifdef CPU_GNU
CPU_VECTOR(NAME(ints), int32_t, WIDTH);
CPU_VECTOR(NAME(floats), float, WIDTH);

// In each lane: a where the mask is all ones, b where it is 0.
#define PICK(mask, a, b) (((a) & (mask)) | ((b) & ~(mask)))

// x in all lanes.
#define ALL(x) ((NAME(ints)){ 0 } + (x))

// Stores in `out` the number of the highest set bit of each lane of x: the exponent of x as a float. Requires 0 < x < 2^24;
// for 0 the result has no meaning.
#define HIGHEST(x, out)                                                                            \
    do                                                                                             \
    {                                                                                              \
        NAME(floats) as_float = CPU_CONVERT(NAME(floats), x);                                      \
        NAME(ints) as_bits;                                                                        \
        memcpy(&as_bits, &as_float, sizeof as_bits);                                               \
        (out) = (as_bits >> 23) - 127;                                                             \
    } while (0)

// Stores f(row, i)^2 for each lane i, see field_kernel. With the bits up to lane i and those from lane i on,
//
//     to_left   =  i - highest bit up to i,      or  i + before  without one
//     to_right  =  lowest bit from i on - i,     or  15 - i + after  without one
//     f         =  min(to_left, to_right)
//
// up_to_lane has bits 0 .. i, so up_to_lane >> 1 has the bits below i, and its complement those from i on. The lowest bit
// of x is the only one of x & -x, so it is its highest, too.
TARGET static void NAME(along_row)(field_columns *c, int row, uint32_t bits, int before, int after)
{
    int32_t *out = c->squares + (size_t)row * FIELD_LANES;
    for (int k = 0; k < FIELD_LANES; k += WIDTH)
    {
        NAME(ints) lane, up_to_lane;
        memcpy(&lane, field_lane_numbers + k, sizeof lane);
        memcpy(&up_to_lane, field_lane_masks + k, sizeof up_to_lane);
        NAME(ints) left_bits = ALL((int32_t)bits) & up_to_lane;
        NAME(ints) right_bits = ALL((int32_t)bits) & ~(up_to_lane >> 1);

        NAME(ints) highest_left, lowest_right;
        HIGHEST(left_bits, highest_left);
        HIGHEST(right_bits & -right_bits, lowest_right);
        NAME(ints) none_left = left_bits == 0, none_right = right_bits == 0;
        NAME(ints) to_left = PICK(none_left, lane + before, lane - highest_left);
        NAME(ints)
        to_right = PICK(none_right, (FIELD_LANES - 1 - lane) + after, lowest_right - lane);

        NAME(ints) is_left_nearer = to_left < to_right;
        NAME(ints) distance = PICK(is_left_nearer, to_left, to_right);
        NAME(ints) squares = distance * distance;
        memcpy(out + k, &squares, sizeof squares);
    }
    c->row[row].widest = field_widest(bits, before, after);
}

// Stores in *out the least and the greatest of FIELD_LANES row numbers, those of the rows that are nearest to the
// lanes' pixels.
TARGET static void NAME(extremes)(const int32_t *nearest_rows, field_row *out)
{
    NAME(ints) least, greatest;
    memcpy(&least, nearest_rows, sizeof least);
    greatest = least;
    for (int k = WIDTH; k < FIELD_LANES; k += WIDTH)
    {
        NAME(ints) next;
        memcpy(&next, nearest_rows + k, sizeof next);
        NAME(ints) is_less = next<least, is_greater = next> greatest;
        least = PICK(is_less, next, least);
        greatest = PICK(is_greater, next, greatest);
    }
    // The lanes of `least` and of `greatest` are halved in each step.
    int32_t low[WIDTH], high[WIDTH];
    memcpy(low, &least, sizeof least);
    memcpy(high, &greatest, sizeof greatest);
    for (int half = WIDTH / 2; half; half /= 2)
        for (int i = 0; i < half; i++)
        {
            low[i] = low[i] < low[i + half] ? low[i] : low[i + half];
            high[i] = high[i] > high[i + half] ? high[i] : high[i + half];
        }
    out->least_row = low[0];
    out->greatest_row = high[0];
}

// Stores nearest(y, i), the minimum of  f(r, i)^2 + (y - r)^2  over rows r = from .. to, for each lane i. If
// with_rows, also stores the least and the greatest of the rows r that have the lanes' minima, the upper one of equal
// ones. Requires from <= to.
TARGET static inline void NAME(find_minima)(field_columns *c, int y, int from, int to,
                                            bool with_rows)
{
    int32_t nearest_rows[FIELD_LANES];
    for (int k = 0; k < FIELD_LANES; k += WIDTH)
    {
        const int32_t *squares = c->squares + k;
        NAME(ints) best = ALL(INT32_MAX), best_row = { 0 };
        for (int r = from; r <= to; r++)
        {
            NAME(ints) along;
            memcpy(&along, squares + (size_t)r * FIELD_LANES, sizeof along);
            NAME(ints) square = along + (y - r) * (y - r);
            NAME(ints) is_better = square < best;
            best = PICK(is_better, square, best);
            if (with_rows) best_row = PICK(is_better, ALL(r), best_row);
        }
        memcpy(c->nearest + (size_t)y * FIELD_LANES + k, &best, sizeof best);
        memcpy(nearest_rows + k, &best_row, sizeof best_row);
    }
    if (with_rows) NAME(extremes)(nearest_rows, &c->row[y]);
}

#undef PICK
#undef ALL
#undef HIGHEST

#else

// The same in plain C: a pass to the right, then one to the left.
static void NAME(along_row)(field_columns *c, int row, uint32_t bits, int before, int after)
{
    int32_t *squares = c->squares + (size_t)row * FIELD_LANES;
    int32_t  distance = before - 1, widest = 0;
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
static void NAME(find_minima)(field_columns *c, int y, int from, int to, bool with_rows)
{
    (void)with_rows;
    int32_t *best = c->nearest + (size_t)y * FIELD_LANES;
    c->row[y].least_row = to;
    c->row[y].greatest_row = from;
    for (int i = 0; i < FIELD_LANES; i++)
    {
        int best_row = from;
        best[i] = INT32_MAX;
        for (int r = from; r <= to; r++)
        {
            int32_t along = c->squares[(size_t)r * FIELD_LANES + (size_t)i];
            int32_t square = along + (y - r) * (y - r);
            if (square >= best[i]) continue;
            best[i] = square;
            best_row = r;
        }
        if (best_row < c->row[y].least_row) c->row[y].least_row = best_row;
        if (best_row > c->row[y].greatest_row) c->row[y].greatest_row = best_row;
    }
}

#endif

// Computes `nearest` of row y. Requires that rows y - step and y + step are computed, where they are inside
// 1 .. rows - 2; where not, the first or the last row with targets is used.
//
// The nearest rows of row y lie between those of row y - step and those of row y + step. They are also no farther away
// than the largest distance along row y itself. So the range from .. to holds the nearest row of each column and is
// never empty. The nearest rows of row y are stored only if a later round, with a smaller step, needs them.
TARGET static void NAME(search_row)(field_columns *c, int y, int step)
{
    field_row *row = c->row;
    int32_t    widest = row[y].widest;
    if (widest == 0) // every column has a target in this row
    {
        memset(c->nearest + (size_t)y * FIELD_LANES, 0, FIELD_LANES * sizeof(int32_t));
        row[y].least_row = y;
        row[y].greatest_row = y;
        return;
    }
    int from = y - step >= 1 ? row[y - step].least_row : c->first_row;
    int to = y + step <= c->rows - 2 ? row[y + step].greatest_row : c->last_row;
    if (from < y - widest) from = y - widest;
    if (to > y + widest) to = y + widest;
    // Two calls with a constant, each inlined with a loop of its own.
    if (step > 1)
        NAME(find_minima)(c, y, from, to, true);
    else
        NAME(find_minima)(c, y, from, to, false);
}

// Computes rows 1 .. rows - 2 in rounds. A round computes the rows that are odd multiples of a step, a power of two.
// The even multiples of the step were computed in earlier rounds, with larger steps.
TARGET static void NAME(search)(field_columns *c)
{
    int step = 1;
    while (step <= c->rows) step *= 2;
    for (; step; step /= 2)
        for (int y = step; y <= c->rows - 2; y += 2 * step) NAME(search_row)(c, y, step);
}

// Stores the square roots of FIELD_LANES squares.
TARGET static void NAME(roots)(const int32_t *squares, float *out)
{
    for (int i = 0; i < FIELD_LANES; i++) out[i] = sqrtf((float)squares[i]);
}

#undef NAME
#undef TARGET
#undef WIDTH
