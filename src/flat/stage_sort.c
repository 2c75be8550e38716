// Boxes in bands, and sorted along each of them.
#include "flat/stage_inside.h"

#include <string.h>

// --- bands -----------------------------------------------------------------------------------------------

// A band is as high as so many boxes are on average. Higher ones would have more boxes beside each other that
// are far above each other; lower ones more boxes that lie in two bands.
#define BOXES_HIGH 8.0f

// There is no use in bands of fewer boxes.
#define LEAST_IN_BAND 64

typedef struct spread
{
    float lo, hi;
    float sum; // of all boxes' lengths
} spread;

// Lane by lane, so that the sum is the same however it is compiled. Empty boxes change nothing.
static spread spread_along(const stage_boxes *boxes, int axis)
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
    spread all = { FLT_MAX, -FLT_MAX, 0.0f };
    for (int k = 0; k < STAGE_LANES; k++)
    {
        all.lo = lo[k] < all.lo ? lo[k] : all.lo;
        all.hi = hi[k] > all.hi ? hi[k] : all.hi;
        all.sum += sum[k];
    }
    return all;
}

typedef struct banding
{
    float lo, per_unit;
    float last; // the last band's number
} banding;

// One that does not fall as `at` rises, and a band's number whatever comes out.
static inline int band_of(const banding *b, float at)
{
    float band = (at - b->lo) * b->per_unit;
    return band > 0.0f ? (int)(band < b->last ? band : b->last) : 0;
}

static banding make_bands(spread all, int present)
{
    float   wanted = (all.hi - all.lo) * (float)present / (BOXES_HIGH * all.sum);
    int     most = present / LEAST_IN_BAND < STAGE_BANDS ? present / LEAST_IN_BAND : STAGE_BANDS;
    banding one = { all.lo, 0.0f, 0.0f };
    if (!(wanted >= 2.0f) || most < 2) return one;
    int     count = wanted < (float)most ? (int)wanted : most;
    banding bands = { all.lo, (float)count / (all.hi - all.lo), (float)(count - 1) };
    return bands;
}

static int aligned(int count)
{
    return (count + STAGE_LANES - 1) / STAGE_LANES * STAGE_LANES;
}

// Where each band begins, and how long it is. False if there is no room for all of them.
static bool lay_out(rim_stage *s, const banding *bands, int across)
{
    const float *lo = s->boxes.lo[across], *hi = s->boxes.hi[across];
    int32_t      change[STAGE_BANDS + 1] = { 0 }; // of how many there are, from a band to the next
    for (int i = 0; i < s->boxes.count; i++)
    {
        int there = lo[i] <= hi[i];
        change[band_of(bands, lo[i])] += there;
        change[band_of(bands, hi[i]) + 1] -= there;
    }
    int64_t from = 0;
    int     size = 0, count = (int)bands->last + 1;
    for (int k = 0; k < count; k++)
    {
        size += change[k];
        s->bands[k].from = (int32_t)from;
        s->bands[k].end = (int32_t)from;
        from += aligned(size);
        if (from > STAGE_SORTED * (int64_t)s->capacity) return false;
    }
    s->band_count = count;
    s->sorted.count = (int)from;
    return true;
}

// --- sorting ---------------------------------------------------------------------------------------------

// Whole numbers in the order of the floats: the sign bit of positive ones is set, negative ones are turned.
static uint32_t key_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits >> 31 ? ~bits : bits | 0x80000000u;
}

// By the upper 32 bits, eleven at a time from the lowest; equal ones keep their order, which is by slot.
// Returns where the sorted keys are.
static const uint64_t *sort_keys(uint64_t *keys, uint64_t *other, int count)
{
    uint32_t ends[3][STAGE_DIGITS] = { { 0 } };
    for (int i = 0; i < count; i++)
        for (int d = 0; d < 3; d++)
            ends[d][keys[i] >> (32 + STAGE_DIGIT * d) & (STAGE_DIGITS - 1)]++;
    for (int d = 0; d < 3; d++)
    {
        unsigned shift = 32u + STAGE_DIGIT * (unsigned)d;
        // A digit that is the same everywhere sorts nothing.
        if (ends[d][keys[0] >> shift & (STAGE_DIGITS - 1)] == (uint32_t)count) continue;
        uint32_t sum = 0;
        for (int k = 0; k < STAGE_DIGITS; k++)
        {
            uint32_t size = ends[d][k];
            ends[d][k] = sum;
            sum += size;
        }
        for (int i = 0; i < count; i++)
            other[ends[d][keys[i] >> shift & (STAGE_DIGITS - 1)]++] = keys[i];
        uint64_t *swap = keys;
        keys = other;
        other = swap;
    }
    return keys;
}

// Into every band that a box lies in, in the order of the keys.
static void deal(rim_stage *s, const uint64_t *keys, int count, const banding *bands, int along)
{
    const float *lo = s->boxes.lo[along], *lo_across = s->boxes.lo[1 - along];
    const float *hi = s->boxes.hi[along], *hi_across = s->boxes.hi[1 - along];
    memset(s->begins, 0, (size_t)(s->sorted.count / STAGE_LANES) * sizeof *s->begins);
    for (int i = 0; i < count; i++)
    {
        int      slot = (int)(uint32_t)keys[i];
        int      band = band_of(bands, lo_across[slot]), last = band_of(bands, hi_across[slot]);
        uint16_t begins = 1;
        for (; band <= last; band++, begins = 0)
        {
            int at = s->bands[band].end++;
            s->slot_of[at] = slot;
            s->sorted.lo[0][at] = lo[slot], s->sorted.lo[1][at] = lo_across[slot];
            s->sorted.hi[0][at] = hi[slot], s->sorted.hi[1][at] = hi_across[slot];
            s->begins[at / STAGE_LANES] |= (uint16_t)(begins << at % STAGE_LANES);
        }
    }
    for (int k = 0; k < s->band_count; k++)
        for (int at = s->bands[k].end; at % STAGE_LANES; at++) stage_clear_box(&s->sorted, at);
}

void stage_sort(rim_stage *s)
{
    spread       x = spread_along(&s->boxes, 0), y = spread_along(&s->boxes, 1);
    int          along = 0.5f * y.hi - 0.5f * y.lo > 0.5f * x.hi - 0.5f * x.lo ? 1 : 0, count = 0;
    const float *lo = s->boxes.lo[along], *hi = s->boxes.hi[along];
    for (int i = 0; i < s->boxes.count; i++)
    {
        s->keys[0][count] = (uint64_t)key_of(lo[i]) << 32 | (uint32_t)i;
        count += lo[i] <= hi[i];
    }
    banding bands = make_bands(along ? x : y, count), one = { 0.0f, 0.0f, 0.0f };
    if (!lay_out(s, &bands, 1 - along))
    {
        bands = one;
        lay_out(s, &bands, 1 - along);
    }
    if (count) deal(s, sort_keys(s->keys[0], s->keys[1], count), count, &bands, along);
}
