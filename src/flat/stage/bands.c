// Sorts the boxes for the search of pairs: a counting sort into bands across the sorted axis and, in each band, into
// cells along it. (This file says "along" for the sorted axis and "across" for the other one.)
//
//      across          cell 0   cell 1   cell 2   ...          along
//        |   band 0 |        |        |        |        |       --->
//        v   band 1 |        |        |        |        |
//
// A box is listed in every band that it touches, in the cell in which it begins along the axis. Within a cell, boxes
// are in the order of slots. For the box at position i, ends[i] is the position after the cell in which the box ends:
// boxes from there on begin later than box i ends, so they cannot overlap it. Where cells do not help,
// sort_in_one_band sorts the boxes exactly instead, in one band without cells.
#include "flat/stage/data.h"

#include <string.h>

// --- bands and cells -------------------------------------------------------------------------------------

// The height of a band, in average heights of boxes. In higher bands more boxes overlap along the axis that are far
// apart across it. With lower ones more boxes lie in two bands.
#define BAND_HEIGHT_IN_BOXES 8.0f

// There are so few bands that each has at least this many boxes on average.
#define BAND_LEAST_BOXES 64

// The number of cells that a box of average width spans.
#define BAND_CELLS_PER_BOX_WIDTH 8.0f

// The largest average number of candidates per box (boxes in its band from it to its end in `ends`). If there are
// more, a few far boxes have stretched the cells, so that most boxes lie in the same ones, and an exact sort takes
// less time.
#define BAND_MOST_CANDIDATES 128

typedef struct axis_spread
{
    float lo, hi;     // of all boxes together
    float length_sum; // of the lengths of the boxes
} axis_spread;

// Returns the extent of all boxes along an axis (0 for x, 1 for y), and the sum of their lengths. Empty boxes, which
// also follow the last box up to a multiple of STAGE_LANES, change nothing. Each of STAGE_LANES partial sums adds up
// every STAGE_LANES-th box. So the order of additions, and the result, are the same for every compiler.
static axis_spread spread_along(const stage_boxes *boxes, int axis)
{
    float lo[STAGE_LANES], hi[STAGE_LANES], sum[STAGE_LANES] = { 0.0f };
    for (int k = 0; k < STAGE_LANES; k++) lo[k] = FLT_MAX, hi[k] = -FLT_MAX;
    for (int i = 0; i < boxes->count; i += STAGE_LANES)
        for (int k = 0; k < STAGE_LANES; k++)
        {
            float a = boxes->lo[axis][i + k], b = boxes->hi[axis][i + k];
            lo[k] = a < lo[k] ? a : lo[k];
            hi[k] = b > hi[k] ? b : hi[k];
            sum[k] += b > a ? b - a : 0.0f;
        }
    axis_spread all = { FLT_MAX, -FLT_MAX, 0.0f };
    for (int k = 0; k < STAGE_LANES; k++)
    {
        all.lo = lo[k] < all.lo ? lo[k] : all.lo;
        all.hi = hi[k] > all.hi ? hi[k] : all.hi;
        all.length_sum += sum[k];
    }
    return all;
}

// A division of an axis into parts of equal length. Part i begins at lo + i / parts_per_unit.
typedef struct axis_division
{
    float lo;
    float parts_per_unit; // 0 if there is one part
    float last_part;      // the number of parts, less one
} axis_division;

// Stores in parts[0 .. count - 1] the part in which each coordinate of `at` lies: part = (at - lo) * parts_per_unit,
// clamped to 0 .. last_part and rounded down. A larger coordinate never has a lower part. A NaN gives part 0.
static void part_numbers(const axis_division *d, const float *at, int32_t *parts, int count)
{
    axis_division by = *d;
    for (int k = 0; k < count; k++)
    {
        float part = (at[k] - by.lo) * by.parts_per_unit;
        part = part > 0.0f ? part : 0.0f;
        part = part < by.last_part ? part : by.last_part;
        parts[k] = (int32_t)part;
    }
}

static inline int part_count(const axis_division *d)
{
    return (int)d->last_part + 1;
}

// Divides the extent `all` of `present` boxes into parts. Each part is about `boxes` times as long as the average box,
// whose length is all.length_sum / present, but there are at most `most` parts. Returns one part if `most` or the
// number of such parts is below 2, or if this number is NaN, as for boxes that are all at one point.
static axis_division divide_axis(axis_spread all, int present, float boxes, int most)
{
    float         wanted = (all.hi - all.lo) * (float)present / (boxes * all.length_sum);
    axis_division one = { all.lo, 0.0f, 0.0f };
    if (!(wanted >= 2.0f) || most < 2) return one;
    int           count = wanted < (float)most ? (int)wanted : most;
    axis_division parts = { all.lo, (float)count / (all.hi - all.lo), (float)(count - 1) };
    return parts;
}

typedef struct band_grid
{
    axis_division cells, bands;  // along and across the sorted axis
    const float  *lo[2], *hi[2]; // the boxes by slot: [0] along, [1] across
    // Index band * band_entries + cell is a cell's entry: in cell_begin, the position of the first box of the cell, and
    // in cell_next, the position for the next box that is put into the cell. After the cells of a band follows one
    // entry for the end of the band.
    int           band_entries;
    uint32_t     *cell_begin, *cell_next;
} band_grid;

// Returns the bands across `axis` and the cells along it for `present` boxes, with the spreads of the boxes along and
// across the axis. cell_begin and cell_next are not set yet, but refer to s->keys. They have an entry for each cell,
// and one more in each band for its end. The number of cells is limited so that there are at most twice as many entries
// as boxes, for which each of s->keys has room.
static band_grid make_band_grid(const rim_stage *s, axis_spread along, axis_spread across, int axis,
                                int present)
{
    band_grid grid = { .cell_begin = (uint32_t *)s->keys[0], .cell_next = (uint32_t *)s->keys[1] };
    int most = present / BAND_LEAST_BOXES < STAGE_BANDS ? present / BAND_LEAST_BOXES : STAGE_BANDS;
    grid.bands = divide_axis(across, present, BAND_HEIGHT_IN_BOXES, most);
    grid.cells = divide_axis(along, present, 1.0f / BAND_CELLS_PER_BOX_WIDTH,
                             2 * present / part_count(&grid.bands) - 1);
    grid.lo[0] = s->boxes.lo[axis], grid.lo[1] = s->boxes.lo[1 - axis];
    grid.hi[0] = s->boxes.hi[axis], grid.hi[1] = s->boxes.hi[1 - axis];
    grid.band_entries = part_count(&grid.cells) + 1;
    return grid;
}

// The cells and bands of up to STAGE_CHUNK boxes: cell[k] is the cell in which box k begins, and the box touches the
// bands first_band[k] .. last_band[k]. An empty box has last_band -1, so it is in no band.
typedef struct box_cells
{
    int32_t cell[STAGE_CHUNK], first_band[STAGE_CHUNK], last_band[STAGE_CHUNK];
} box_cells;

// Stores in *p the cells and bands of at most STAGE_CHUNK boxes: those in the slots from `slot` on, below `slots`.
// Returns their number.
static int find_cells(const band_grid *grid, int slot, int slots, box_cells *p)
{
    int count = slots - slot < STAGE_CHUNK ? slots - slot : STAGE_CHUNK;
    part_numbers(&grid->cells, grid->lo[0] + slot, p->cell, count);
    part_numbers(&grid->bands, grid->lo[1] + slot, p->first_band, count);
    part_numbers(&grid->bands, grid->hi[1] + slot, p->last_band, count);
    for (int k = 0; k < count; k++)
        p->last_band[k] = grid->lo[0][slot + k] <= grid->hi[0][slot + k] ? p->last_band[k] : -1;
    return count;
}

// Gives each cell of each band a range of positions that has room for the boxes of the cell. Counts the boxes of each
// cell in cell_next. Then replaces the counts: cell_begin and cell_next become the first position of each cell, and
// s->bands the range of each band. Bands begin at multiples of STAGE_LANES. Sets s->band_count and s->sorted.count.
// Returns false, with the rest not set, if there are more than STAGE_SORTED positions for each object. s->sorted has
// room for these, and often for more, but its room depends on how many objects there once were.
static bool lay_out_cells(rim_stage *s, const band_grid *grid)
{
    int    bands = part_count(&grid->bands);
    size_t size = (size_t)bands * (size_t)grid->band_entries;
    memset(grid->cell_next, 0, size * sizeof *grid->cell_next);
    for (int i = 0; i < s->boxes.count; i += STAGE_CHUNK)
    {
        box_cells p;
        int       count = find_cells(grid, i, s->boxes.count, &p);
        for (int k = 0; k < count; k++)
            for (int band = p.first_band[k]; band <= p.last_band[k]; band++)
                grid->cell_next[band * grid->band_entries + p.cell[k]]++;
    }
    uint32_t at = 0;
    for (int band = 0; band < bands; band++)
    {
        uint32_t *begin = grid->cell_begin + band * grid->band_entries;
        uint32_t *next = grid->cell_next + band * grid->band_entries;
        at = (at + STAGE_LANES - 1) / STAGE_LANES * STAGE_LANES;
        s->bands[band].from = (int32_t)at;
        for (int cell = 0; cell < grid->band_entries; cell++)
        {
            uint32_t count = next[cell]; // counted above; 0 for the end of the band
            begin[cell] = next[cell] = at;
            at += count;
        }
        s->bands[band].end = (int32_t)at;
        if (at > STAGE_SORTED * (uint32_t)s->present) return false;
    }
    s->band_count = bands;
    s->sorted.count = (int)at;
    return true;
}

// Copies boxes from their slots to the positions from .. from + count - 1 of s->sorted, with the axes of lo and hi.
// Requires s->slot_of at these positions.
static void copy_boxes(const rim_stage *s, const float *const lo[2], const float *const hi[2],
                       int from, int count)
{
    // Local copies of the pointers: the compiler need not load them again after each write.
    const stage_boxes to = s->sorted;
    const float      *lo0 = lo[0], *lo1 = lo[1], *hi0 = hi[0], *hi1 = hi[1];
    const int32_t    *slot_of = s->slot_of;
    for (int at = from; at < from + count; at++)
    {
        int32_t slot = slot_of[at];
        to.lo[0][at] = lo0[slot], to.lo[1][at] = lo1[slot];
        to.hi[0][at] = hi0[slot], to.hi[1][at] = hi1[slot];
    }
}

// Clears the lanes behind the last box of each band, up to a whole vector.
static void clear_band_padding(rim_stage *s)
{
    for (int k = 0; k < s->band_count; k++)
        for (int at = s->bands[k].end; at % STAGE_LANES; at++) stage_clear_box(&s->sorted, at);
}

// Writes the boxes, `ends` and `begins` of a band. Requires lay_out_cells, s->slot_of for the whole band, and empty
// boxes behind the last one. ends[i] is the position after the cell in which box i ends, which is where the next cell
// begins. The boxes are written here, in order, because this is faster than to write them while the slots are
// distributed. Returns the number of candidates: the sum of ends[i] - i over the band's boxes.
static int64_t fill_band(const rim_stage *s, const band_grid *grid, int band)
{
    const uint32_t *cell_begin = grid->cell_begin + band * grid->band_entries;
    int32_t        *ends = s->ends, last = s->bands[band].end;
    int64_t         candidates = 0;
    for (int at = s->bands[band].from; at < last; at += STAGE_CHUNK)
    {
        int     count = last - at < STAGE_CHUNK ? last - at : STAGE_CHUNK;
        int32_t end[STAGE_CHUNK], begin[STAGE_CHUNK];
        copy_boxes(s, grid->lo, grid->hi, at, count);
        part_numbers(&grid->cells, s->sorted.hi[0] + at, end, count);
        for (int k = 0; k < count; k++)
        {
            ends[at + k] = (int32_t)cell_begin[end[k] + 1];
            candidates += ends[at + k] - (at + k);
        }
        // Bit i of begins[n] is set if box n * STAGE_LANES + i is in no earlier band. The bits of the empty boxes
        // behind the band's last one are not used.
        count = (count + STAGE_LANES - 1) / STAGE_LANES * STAGE_LANES;
        part_numbers(&grid->bands, s->sorted.lo[1] + at, begin, count);
        for (int k = 0; k < count; k += STAGE_LANES)
        {
            unsigned bits = 0;
            for (int i = 0; i < STAGE_LANES; i++) bits |= (unsigned)(begin[k + i] == band) << i;
            s->begins[(at + k) / STAGE_LANES] = (uint16_t)bits;
        }
    }
    return candidates;
}

// Writes the slot of each box to the next position of its cell, in every band that the box touches, then fills all
// bands. Requires lay_out_cells, and changes cell_next. Returns the number of candidates of all bands, as fill_band
// counts them.
static int64_t distribute_boxes(rim_stage *s, const band_grid *grid)
{
    int32_t  *slot_of = s->slot_of;
    uint32_t *next = grid->cell_next;
    int       slots = s->boxes.count, pitch = grid->band_entries;
    for (int i = 0; i < slots; i += STAGE_CHUNK)
    {
        box_cells p;
        int       count = find_cells(grid, i, slots, &p);
        for (int k = 0; k < count; k++)
            for (int band = p.first_band[k]; band <= p.last_band[k]; band++)
                slot_of[next[band * pitch + p.cell[k]]++] = i + k;
    }
    clear_band_padding(s);
    int64_t candidates = 0;
    for (int band = 0; band < s->band_count; band++) candidates += fill_band(s, grid, band);
    return candidates;
}

// --- an exact sort -----------------------------------------------------------------------------------------------

// Returns the sort key of a float that is not NaN. Keys are in the order of the floats, as unsigned numbers, except
// that -0 precedes +0. The bits of positive floats are in order. Setting the sign bit puts them above the negative
// floats, whose bits are in the opposite order and so are inverted.
static uint32_t key_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits >> 31 ? ~bits : bits | 0x80000000u;
}

// Sorts `count` keys, at least one, by their upper 32 bits: a radix sort by digits of STAGE_DIGIT bits from the lowest.
// It is stable, so equal keys stay in the order of slots. Each pass moves the keys from one array to the other, so the
// result is the array in which the sorted keys are: `keys` or `other`, which has room for as many keys.
static const uint64_t *sort_keys(uint64_t *keys, uint64_t *other, int count)
{
    enum
    {
        PASSES = (32 + STAGE_DIGIT - 1) / STAGE_DIGIT
    };
    // For each pass and value of its digit: first the number of keys with this digit, then the index to which the next
    // of these keys is moved.
    uint32_t begins[PASSES][STAGE_DIGITS] = { { 0 } };
    for (int i = 0; i < count; i++)
        for (int d = 0; d < PASSES; d++)
            begins[d][keys[i] >> (32 + STAGE_DIGIT * d) & (STAGE_DIGITS - 1)]++;
    for (int d = 0; d < PASSES; d++)
    {
        unsigned shift = 32u + STAGE_DIGIT * (unsigned)d;
        // A digit that is the same everywhere sorts nothing.
        if (begins[d][keys[0] >> shift & (STAGE_DIGITS - 1)] == (uint32_t)count) continue;
        uint32_t sum = 0;
        for (int k = 0; k < STAGE_DIGITS; k++)
        {
            uint32_t size = begins[d][k];
            begins[d][k] = sum;
            sum += size;
        }
        for (int i = 0; i < count; i++)
            other[begins[d][keys[i] >> shift & (STAGE_DIGITS - 1)]++] = keys[i];
        uint64_t *swap = keys;
        keys = other;
        other = swap;
    }
    return keys;
}

// Makes one band of the first `count` slots in s->slot_of: sets s->bands, s->begins and s->sorted, with the axes of lo
// and hi, which are boxes by slot. Does not set s->ends.
static void fill_one_band(rim_stage *s, const float *const lo[2], const float *const hi[2],
                          int count)
{
    s->band_count = 1;
    s->bands[0].from = 0;
    s->bands[0].end = s->sorted.count = count;
    memset(s->begins, 0xff, ((size_t)count + STAGE_LANES - 1) / STAGE_LANES * sizeof *s->begins);
    copy_boxes(s, lo, hi, 0, count);
    clear_band_padding(s);
}

// Sorts the boxes that are not empty by the coordinates at which they begin along the axis, in one band, for any
// distribution of boxes. Sets the same arrays as lay_out_cells and distribute_boxes. Their contents differ: there are
// no cells, so `ends` follows from the boxes. Overwrites s->keys, and with them the cells of the grid. Requires at
// least one box that is not empty.
static void sort_in_one_band(rim_stage *s, const band_grid *grid)
{
    int count = 0;
    for (int i = 0; i < s->boxes.count; i++)
    {
        // A key is overwritten by the next one unless its box is counted, which an empty box is not.
        s->keys[0][count] = (uint64_t)key_of(grid->lo[0][i]) << 32 | (uint32_t)i;
        count += grid->lo[0][i] <= grid->hi[0][i];
    }
    const uint64_t *keys = sort_keys(s->keys[0], s->keys[1], count);
    for (int i = 0; i < count; i++) s->slot_of[i] = (int32_t)(uint32_t)keys[i];
    fill_one_band(s, grid->lo, grid->hi, count);
    // A box's candidates are the boxes behind it, STAGE_LANES at a time, up to a group whose first box begins where it
    // ends or later.
    for (int i = 0; i < count; i++)
    {
        int end = i + 1;
        while (end < count && s->sorted.lo[0][end] < s->sorted.hi[0][i]) end += STAGE_LANES;
        s->ends[i] = end < count ? end : count;
    }
}

// Sorts the boxes into bands along the axis on which they are spread farther. If there is no room for the bands, or if
// a box has more than BAND_MOST_CANDIDATES candidates on average, sorts them in one band.
void stage_sort(rim_stage *s)
{
    axis_spread x = spread_along(&s->boxes, 0), y = spread_along(&s->boxes, 1);
    // Halves, because the difference of two floats may be beyond float.
    int         axis = 0.5f * y.hi - 0.5f * y.lo > 0.5f * x.hi - 0.5f * x.lo ? 1 : 0;
    band_grid   grid = make_band_grid(s, axis ? y : x, axis ? x : y, axis, s->present);
    if (!lay_out_cells(s, &grid) ||
        distribute_boxes(s, &grid) > BAND_MOST_CANDIDATES * (int64_t)s->present)
        sort_in_one_band(s, &grid);
}

void stage_list(rim_stage *s)
{
    const float *const lo[2] = { s->boxes.lo[0], s->boxes.lo[1] };
    const float *const hi[2] = { s->boxes.hi[0], s->boxes.hi[1] };
    int                count = 0;
    for (int slot = 0; slot < s->boxes.count; slot++)
        if (lo[0][slot] <= hi[0][slot]) s->slot_of[count++] = slot;
    fill_one_band(s, lo, hi, count);
    for (int i = 0; i < count; i++) s->ends[i] = count;
}
