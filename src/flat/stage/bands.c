// Sorts the boxes for the search of pairs: a counting sort into bands across the sorted axis and, in each band, into
// cells along it. A box is in every band that it touches, in the cell in which it begins. In each band, `ends` is
// where the boxes begin that cannot touch a box: the end of the cell in which it ends.
#include "flat/stage/data.h"

#include <string.h>

// --- a raster --------------------------------------------------------------------------------------------

// The height of a band in average heights of boxes. In higher bands more boxes overlap along the axis that are far
// apart across it; in lower ones more boxes lie in two bands.
#define BOXES_HIGH 8.0f

// The fewest boxes per band, on average.
#define LEAST_IN_BAND 64

// The number of cells per average width of a box.
#define CELLS_WIDE 8.0f

// The most boxes, on average, that may begin before a box ends. If there are more, almost all boxes lie in few cells,
// because some are far away, and sorting them exactly takes less time.
#define MOST_AHEAD 128

typedef struct stage_bands_spread
{
    float lo, hi;
    float sum; // of all boxes' lengths
} stage_bands_spread;

// Returns the extent of all boxes along an axis, and the sum of their lengths. Summed lane by lane, so that every
// compiler gives the same bits. Empty boxes change nothing.
static stage_bands_spread spread_along(const stage_boxes *boxes, int axis)
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
    stage_bands_spread all = { FLT_MAX, -FLT_MAX, 0.0f };
    for (int k = 0; k < STAGE_LANES; k++)
    {
        all.lo = lo[k] < all.lo ? lo[k] : all.lo;
        all.hi = hi[k] > all.hi ? hi[k] : all.hi;
        all.sum += sum[k];
    }
    return all;
}

// Even parts of an axis.
typedef struct division
{
    float lo, per_unit;
    float last; // the last part's number
} division;

// Computes the part in which each coordinate lies, clamped to the first and the last part. It is monotonic in the
// coordinate; a NaN gives part 0.
static void parts_of(const division *d, const float *at, int32_t *parts, int count)
{
    division by = *d;
    for (int k = 0; k < count; k++)
    {
        float part = (at[k] - by.lo) * by.per_unit;
        part = part > 0.0f ? part : 0.0f;
        part = part < by.last ? part : by.last;
        parts[k] = (int32_t)part;
    }
}

static inline int count_of(const division *d)
{
    return (int)d->last + 1;
}

// Divides an axis into parts of `boxes` average lengths of boxes, at most `most` parts.
static division stage_bands_divide(stage_bands_spread all, int present, float boxes, int most)
{
    float    wanted = (all.hi - all.lo) * (float)present / (boxes * all.sum);
    division one = { all.lo, 0.0f, 0.0f };
    if (!(wanted >= 2.0f) || most < 2) return one;
    int      count = wanted < (float)most ? (int)wanted : most;
    division parts = { all.lo, (float)count / (all.hi - all.lo), (float)(count - 1) };
    return parts;
}

typedef struct raster
{
    division     along, across; // cells and bands
    const float *lo[2], *hi[2]; // the boxes, by slot: along and across
    int          pitch;         // of the lists below, from a band to the next: cells and an end
    uint32_t    *first, *next;  // of each cell: where its boxes begin, and where the next one goes
} raster;

// Returns a raster of bands across the sorted axis, some boxes high, each divided into cells along it.
static raster make_raster(const rim_stage *s, stage_bands_spread along, stage_bands_spread across,
                          int axis, int present)
{
    raster r = { .first = (uint32_t *)s->keys[0], .next = (uint32_t *)s->keys[1] };
    int    most = present / LEAST_IN_BAND < STAGE_BANDS ? present / LEAST_IN_BAND : STAGE_BANDS;
    r.across = stage_bands_divide(across, present, BOXES_HIGH, most);
    r.along = stage_bands_divide(along, present, 1.0f / CELLS_WIDE,
                                 2 * present / count_of(&r.across) - 1);
    r.lo[0] = s->boxes.lo[axis], r.lo[1] = s->boxes.lo[1 - axis];
    r.hi[0] = s->boxes.hi[axis], r.hi[1] = s->boxes.hi[1 - axis];
    r.pitch = count_of(&r.along) + 1;
    return r;
}

// The parts that some boxes lie in: the cell that they begin in, and bands.
typedef struct places
{
    int32_t cell[STAGE_CHUNK], band[STAGE_CHUNK], last[STAGE_CHUNK];
} places;

// Computes the cell and the bands of up to STAGE_CHUNK boxes from a slot on. Returns their number.
static int find_places(const raster *r, int slot, int slots, places *p)
{
    int count = slots - slot < STAGE_CHUNK ? slots - slot : STAGE_CHUNK;
    parts_of(&r->along, r->lo[0] + slot, p->cell, count);
    parts_of(&r->across, r->lo[1] + slot, p->band, count);
    parts_of(&r->across, r->hi[1] + slot, p->last, count);
    for (int k = 0; k < count; k++) // boxes that are in no band
        p->last[k] = r->lo[0][slot + k] <= r->hi[0][slot + k] ? p->last[k] : -1;
    return count;
}

// Counts the boxes of each cell and computes where each band and cell begins. Returns false if there is no room.
static bool stage_bands_lay_out(rim_stage *s, const raster *r)
{
    int    bands = count_of(&r->across);
    size_t size = (size_t)bands * (size_t)r->pitch;
    memset(r->next, 0, size * sizeof *r->next);
    for (int i = 0; i < s->boxes.count; i += STAGE_CHUNK)
    {
        places p;
        int    count = find_places(r, i, s->boxes.count, &p);
        for (int k = 0; k < count; k++)
            for (int band = p.band[k]; band <= p.last[k]; band++)
                r->next[band * r->pitch + p.cell[k]]++;
    }
    uint32_t at = 0;
    for (int band = 0; band < bands; band++)
    {
        uint32_t *first = r->first + band * r->pitch, *next = r->next + band * r->pitch;
        at = (at + STAGE_LANES - 1) / STAGE_LANES * STAGE_LANES;
        s->bands[band].from = (int32_t)at;
        for (int k = 0; k < r->pitch; k++)
        {
            uint32_t count = next[k];
            first[k] = next[k] = at;
            at += count;
        }
        s->bands[band].end = (int32_t)at;
        if (at > (uint32_t)(STAGE_SORTED * s->capacity)) return false;
    }
    s->band_count = bands;
    s->sorted.count = (int)at;
    return true;
}

// Copies the boxes at positions from .. from + count - 1 of the order, whose slots are known.
static void stage_bands_put(const rim_stage *s, const raster *r, int from, int count)
{
    // Copies, so that what is written through their pointers cannot change them.
    const stage_boxes to = s->sorted;
    const float      *lo0 = r->lo[0], *lo1 = r->lo[1], *hi0 = r->hi[0], *hi1 = r->hi[1];
    const int32_t    *slot_of = s->slot_of;
    for (int at = from; at < from + count; at++)
    {
        int32_t slot = slot_of[at];
        to.lo[0][at] = lo0[slot], to.lo[1][at] = lo1[slot];
        to.hi[0][at] = hi0[slot], to.hi[1][at] = hi1[slot];
    }
}

// Clears the lanes behind the last box of each band, up to a whole vector.
static void clear_rests(rim_stage *s)
{
    for (int k = 0; k < s->band_count; k++)
        for (int at = s->bands[k].end; at % STAGE_LANES; at++) stage_clear_box(&s->sorted, at);
}

// Writes boxes, `ends` and `begins` of a band whose slots are in order. Writing in order is faster than writing them
// while the slots are distributed. Returns the sum over its boxes of how many later ones may touch it.
static int64_t stage_bands_fill(const rim_stage *s, const raster *r, int band)
{
    const uint32_t *first = r->first + band * r->pitch;
    int32_t        *ends = s->ends, last = s->bands[band].end;
    int64_t         ahead = 0;
    for (int at = s->bands[band].from; at < last; at += STAGE_CHUNK)
    {
        int     count = last - at < STAGE_CHUNK ? last - at : STAGE_CHUNK;
        int32_t end[STAGE_CHUNK], begin[STAGE_CHUNK];
        stage_bands_put(s, r, at, count);
        parts_of(&r->along, s->sorted.hi[0] + at, end, count);
        for (int k = 0; k < count; k++)
        {
            ends[at + k] = (int32_t)first[end[k] + 1];
            ahead += ends[at + k] - (at + k);
        }
        // The bits of the empty boxes behind the last one are not used.
        count = (count + STAGE_LANES - 1) / STAGE_LANES * STAGE_LANES;
        parts_of(&r->across, s->sorted.lo[1] + at, begin, count);
        for (int k = 0; k < count; k += STAGE_LANES)
        {
            unsigned bits = 0;
            for (int i = 0; i < STAGE_LANES; i++) bits |= (unsigned)(begin[k + i] == band) << i;
            s->begins[(at + k) / STAGE_LANES] = (uint16_t)bits;
        }
    }
    return ahead;
}

// Distributes the slots to the cells, and writes all bands. Returns the sum of stage_bands_fill.
static int64_t deal(rim_stage *s, const raster *r)
{
    int32_t  *slot_of = s->slot_of;
    uint32_t *next = r->next;
    int       slots = s->boxes.count, pitch = r->pitch;
    for (int i = 0; i < slots; i += STAGE_CHUNK)
    {
        places p;
        int    count = find_places(r, i, slots, &p);
        for (int k = 0; k < count; k++)
            for (int band = p.band[k]; band <= p.last[k]; band++)
                slot_of[next[band * pitch + p.cell[k]]++] = i + k;
    }
    clear_rests(s);
    int64_t ahead = 0;
    for (int band = 0; band < s->band_count; band++) ahead += stage_bands_fill(s, r, band);
    return ahead;
}

// --- by keys -----------------------------------------------------------------------------------------------

// Returns an integer in the order of the floats: the bits with the sign set for positive ones, inverted for negative
// ones.
static uint32_t key_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits >> 31 ? ~bits : bits | 0x80000000u;
}

// Sorts keys by their upper 32 bits: a radix sort by digits of STAGE_DIGIT bits from the lowest. It is stable, so equal keys stay
// in order of slots. Returns where the sorted keys are, `keys` or `other`, which has room for as many. Requires a key.
static const uint64_t *sort_keys(uint64_t *keys, uint64_t *other, int count)
{
    enum
    {
        PASSES = (32 + STAGE_DIGIT - 1) / STAGE_DIGIT
    };
    // How many keys have a digit; then where in the sorted keys the next one of these goes.
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

// Sorts the boxes exactly, in one band, however they are spread.
static void sort_all(rim_stage *s, const raster *r)
{
    int count = 0;
    for (int i = 0; i < s->boxes.count; i++)
    {
        s->keys[0][count] = (uint64_t)key_of(r->lo[0][i]) << 32 | (uint32_t)i;
        count += r->lo[0][i] <= r->hi[0][i];
    }
    const uint64_t *keys = sort_keys(s->keys[0], s->keys[1], count);
    s->band_count = 1;
    s->bands[0].from = 0, s->bands[0].end = s->sorted.count = count;
    memset(s->begins, 0xff, ((size_t)count + STAGE_LANES - 1) / STAGE_LANES * sizeof *s->begins);
    for (int i = 0; i < count; i++) s->slot_of[i] = (int32_t)(uint32_t)keys[i];
    stage_bands_put(s, r, 0, count);
    clear_rests(s);
    for (int i = 0, end = 0; i < count; i++)
    {
        for (end = i + 1; end < count && s->sorted.lo[0][end] < s->sorted.hi[0][i];)
            end += STAGE_LANES;
        s->ends[i] = end < count ? end : count;
    }
}

// Sorts the boxes by their beginning along the axis of the larger spread, in bands. If the bands do not fit, or boxes are
// followed by too many others on average, sorts them in one band.
void stage_sort(rim_stage *s)
{
    stage_bands_spread x = spread_along(&s->boxes, 0), y = spread_along(&s->boxes, 1);
    int                axis = 0.5f * y.hi - 0.5f * y.lo > 0.5f * x.hi - 0.5f * x.lo ? 1 : 0;
    raster             r = make_raster(s, axis ? y : x, axis ? x : y, axis, s->present);
    if (!stage_bands_lay_out(s, &r) || deal(s, &r) > MOST_AHEAD * (int64_t)s->present)
        sort_all(s, &r);
}
