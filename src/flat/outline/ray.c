// A ray passes the rows in one order and the columns within a row in one order. So the first solid pixel on it, from
// outside, is the outermost one of the outermost row that has any.
//
// The search goes row by row from outside inward. In each row the ray's columns are an interval, whose rounded ends have an
// error bound, the margin. Solid pixels inside the interval by more than the margin are hits; those at its ends are decided
// exactly. Rows without solid pixels in the interval are skipped by a slant, in fixed-point numbers, many at a time.
#include "flat/outline/outline.h"

#include "base/exact.h"
#include "base/float.h"
#include "flat/mask/slant.h"

#include <math.h>

// The points (ax + r c, ay + r s) for r >= 0, searched from large r towards r = 0.
typedef struct outline_ray
{
    double ax, ay;       // the anchor in mask coordinates: a float's value each
    double c, s;         // not both 0
    double across, down; // c / s and s / c
} outline_ray;

// --- exact decisions ----------------------------------------------------------------------------------

// Returns the exact sign of  (x - ax) s - (y - ay) c:  the side of the ray's line on which a grid point lies.
static int side_of_line(const outline_ray *ray, double x, double y)
{
    double p = (x - ray->ax) * ray->s, q = (y - ray->ay) * ray->c;
    // Two roundings in each product and one in the difference, 2^-53 each.
    double error = 0x1p-51 * (fabs(p) + fabs(q));
    if (p - q > error) return 1;
    if (p - q < -error) return -1;

    exact_sum sum;
    exact_sum_clear(&sum);
    exact_sum_add_product(&sum, x, ray->s);
    exact_sum_add_product(&sum, -ray->ax, ray->s);
    exact_sum_add_product(&sum, -y, ray->c);
    exact_sum_add_product(&sum, ray->ay, ray->c);
    return exact_sum_sign(&sum);
}

// The values of r for which one coordinate lies in [k, k + 1): from grid line `lower` to grid line `upper`. k is included
// and k + 1 is not. With d == 0 these are all r or none.
typedef struct outline_ray_span
{
    double lower, upper;
    bool   lower_in, upper_in;
    bool   any; // some r >= 0 is in it
} outline_ray_span;

// Returns the values of r for which the coordinate a + r d lies in [k, k + 1).
static outline_ray_span outline_ray_span_of(double a, double d, int k)
{
    outline_ray_span s = { k, k + 1.0, true, false, a < k + 1.0 };
    if (d == 0.0) s.any = k <= a && a < k + 1.0;
    if (d < 0.0)
    {
        s.lower = k + 1.0, s.upper = k;
        s.lower_in = false, s.upper_in = true;
        s.any = k <= a;
    }
    return s;
}

// Returns the sign of the difference of r on a column line and on a row line:
//
//     (x - ax) / c - (y - ay) / s  =  ((x - ax) s - (y - ay) c) / (c s).
static int compare_r(const outline_ray *ray, double x, double y)
{
    int side = side_of_line(ray, x, y);
    return (ray->c < 0.0) == (ray->s < 0.0) ? side : -side;
}

// Returns true if the ray has a point in the half-open square of pixel (x, y), exactly. The intervals of r of the column,
// of the row and r >= 0 have a common point if each two of them have.
static bool outline_ray_meets(const outline_ray *ray, int x, int y)
{
    outline_ray_span column = outline_ray_span_of(ray->ax, ray->c, x),
                     row = outline_ray_span_of(ray->ay, ray->s, y);
    if (!column.any || !row.any) return false;
    if (ray->c == 0.0 || ray->s == 0.0) return true;

    int column_starts = compare_r(ray, column.lower, row.upper);
    if (column_starts > 0) return false;
    if (column_starts == 0 && !(column.lower_in && row.upper_in)) return false;
    int row_starts = -compare_r(ray, column.upper, row.lower);
    if (row_starts > 0) return false;
    return row_starts < 0 || (row.lower_in && column.upper_in);
}

// Returns the point where the ray, from outside, crosses the first side of pixel (x, y): a side between rows, or between
// columns.
static inline rim_vec2 outline_ray_across(const outline_ray *ray, bool is_row, int x, int y)
{
    double across = is_row ? ray->s : ray->c, along = is_row ? ray->c : ray->s;
    double from = is_row ? ray->ay : ray->ax, other = is_row ? ray->ax : ray->ay;
    double side = (is_row ? y : x) + (across > 0.0) - from;
    double low = (is_row ? x : y) - other, high = (is_row ? x : y) + 1.0 - other;
    double at = side * along / across;
    at = low > at ? low : at;
    at = high < at ? high : at;
    return rim_vec2_make((float)(is_row ? at : side), (float)(is_row ? side : at));
}

// Returns the point, relative to the anchor, where the ray enters a pixel that it hits: at the smaller of the two
// intervals' upper ends.
static rim_vec2 outline_ray_entry(const outline_ray *ray, int x, int y)
{
    double column = outline_ray_span_of(ray->ax, ray->c, x).upper,
           row = outline_ray_span_of(ray->ay, ray->s, y).upper;
    if (ray->c == 0.0) return rim_vec2_make(0.0f, (float)(row - ray->ay));
    if (ray->s == 0.0) return rim_vec2_make((float)(column - ray->ax), 0.0f);

    int order = compare_r(ray, column, row);
    if (order == 0) return rim_vec2_make((float)(column - ray->ax), (float)(row - ray->ay));
    return outline_ray_across(ray, order > 0, x, y);
}

// --- row by row ----------------------------------------------------------------------------------------

// Computes the data that all rays about an anchor share.
void outline_rays_init(outline_rays *w, const rim_mask *mask, rim_vec2 anchor)
{
    double width = mask->width, height = mask->height;
    w->mask = mask;
    w->width = width, w->height = height;
    w->ax = anchor.x, w->ay = anchor.y;
    // A coordinate is the anchor's plus a difference (rounded once) times a slope (rounded twice): five roundings of 2^-53,
    // relative to at most the anchor's size plus the image's. The bound is more than twice that.
    w->margin = 0x1p-30 + 0x1p-49 * (fabs(w->ax) + fabs(w->ay) + width + height);
    w->anchor_row = float_floor_int(w->ay);
    w->middle = float_floor_int(w->ax) + 0.5;
    w->inside = w->ax >= 0.0 && w->ax < width && w->ay >= 0.0 && w->ay < height;
}

// The rows that a ray may hit.
typedef struct outline_ray_rows
{
    const outline_rays *rays;
    const outline_ray  *ray;
    double              slope;    // columns for a row
    int                 from, to; // both included, from outside inward
    int                 inward;   // +1 or -1: from a row to the next
} outline_ray_rows;

// Returns the ray's column where it crosses the line above row y.
static inline double outline_ray_column(const outline_ray_rows *w, double y)
{
    return w->ray->ax + (y - w->ray->ay) * w->slope;
}

// Returns the floor of a value, clamped to 0 .. size - 1.
static inline int clamped_floor(double value, double size)
{
    double most = size - 0.5;
    value = value > 0.0 ? value : 0.0; // also for NaN
    value = value < most ? value : most;
    return (int)value;
}

// Finds the outermost solid pixel of a row that the ray hits. Returns false if there is none.
static bool outline_ray_search_row(const outline_ray_rows *w, int y, rim_edge_point *found)
{
    const outline_ray *ray = w->ray;
    const rim_mask    *mask = w->rays->mask;
    bool               right = ray->c > 0.0, below = ray->s > 0.0;
    double             begin = outline_ray_column(w, y + below);
    double end = y == w->rays->anchor_row ? ray->ax : outline_ray_column(w, y + 1 - below);
    double least = (begin < end ? begin : end) - w->rays->margin;
    double most = (begin < end ? end : begin) + w->rays->margin;
    int    lo = clamped_floor(least, mask->width), hi = clamped_floor(most, mask->width);
    if (!(most >= 0.0 && least < mask->width)) return false;
    while (lo <= hi)
    {
        int      strip = (right ? hi : lo) >> 6, first = 64 * strip;
        int      x0 = lo > first ? lo - first : 0, x1 = hi < first + 63 ? hi - first : 63;
        uint64_t bits = mask_word(mask, strip, y) & UINT64_MAX << x0 & UINT64_MAX >> (63 - x1);
        while (bits)
        {
            int i = right ? bits_highest(bits) : bits_lowest(bits);
            bits &= ~((uint64_t)1 << i);
            if (!outline_ray_meets(ray, first + i, y)) continue;
            found->at = outline_ray_entry(ray, first + i, y);
            found->hit = true;
            return true;
        }
        if (right)
            hi = first - 1;
        else
            lo = first + 64;
    }
    return false;
}

// --- the rows of a ray ------------------------------------------------------------------------------------

// Returns the row in which the ray enters the image through its left or right side, a margin further out; for a vertical
// ray the image's end. y grows downward, so the ray runs below its anchor for sin > 0.
static inline double outline_ray_far(const outline_rays *rays, double cos, double sin, double down)
{
    double side = cos > 0.0 ? rays->width : 0.0, end = sin > 0.0 ? rays->height : 0.0;
    double margin = sin > 0.0 ? rays->margin : -rays->margin;
    double row = rays->ay + (side - rays->ax) * down + margin;
    return cos != 0.0 ? row : end;
}

// Returns the column in which the ray crosses the line above a row. A vertical ray has one column, which needs no exact
// test: its middle.
static inline double outline_ray_begin(const outline_rays *rays, double cos, double across,
                                       double row)
{
    double column = rays->ax + (row - rays->ay) * across;
    return cos != 0.0 ? column : rays->middle;
}

// The rows of a ray in the image, from the outermost to the innermost.
typedef struct outline_row_range
{
    int  from, to;
    bool any;
} outline_row_range;

// Computes the rows of a ray whose anchor is outside of the image. Not inlined: it is rarely called.
MASK_APART static outline_row_range outline_ray_rows_outside(const outline_rays *rays, double cos,
                                                             double sin, double down)
{
    double width = rays->width, height = rays->height;
    bool   below = sin > 0.0;
    double far = outline_ray_far(rays, cos, sin, down), near = rays->ay;
    if (cos != 0.0)
    {
        double side = cos > 0.0 ? 0.0 : width, margin = below ? rays->margin : -rays->margin;
        double other = rays->ay + (side - rays->ax) * down - margin;
        if (below ? other > near : other < near) near = other;
    }
    outline_row_range rows = { clamped_floor(far, height), clamped_floor(near, height), false };
    bool              columns = cos != 0.0 || (rays->ax >= 0.0 && rays->ax < width);
    bool              meets = below ? far >= 0.0 && near < height : far < height && near >= 0.0;
    rows.any = columns && meets && (below ? rows.from >= rows.to : rows.from <= rows.to);
    return rows;
}

// Casts a ray along a row. It hits all pixels of the row on its side of the anchor; the outermost solid one counts.
static bool outline_ray_search_level(const outline_rays *rays, bool right, rim_edge_point *point)
{
    const rim_mask *mask = rays->mask;
    int             y = rays->anchor_row, at = float_floor_int(rays->ax);
    int lo = right && at > 0 ? at : 0, hi = right || at >= mask->width ? mask->width - 1 : at;
    if ((unsigned)y >= (unsigned)mask->height) return false;
    while (lo <= hi)
    {
        int      first = (right ? hi : lo) & ~63;
        uint64_t bits = mask_word(mask, first >> 6, y) & mask_low_bits(hi - first + 1);
        if (lo > first) bits &= ~mask_low_bits(lo - first);
        if (bits)
        {
            int x = first + (right ? bits_highest(bits) + 1 : bits_lowest(bits));
            point->at.x = (float)(x - rays->ax);
            point->hit = true;
            return true;
        }
        if (right)
            hi = first - 1;
        else
            lo = first + 64;
    }
    return false;
}

// --- a fan ------------------------------------------------------------------------------------------------

// Rays that are cast together. The branch that ends a search is mispredicted; the work before and after the searches does
// not wait for it if several rays are interleaved.
typedef struct outline_walks
{
    const outline_rays *rays;
    const outline_fan  *fan;
    // by ray
    int                 from[OUTLINE_RAYS_TOGETHER]; // the outermost row
    int                 to[OUTLINE_RAYS_TOGETHER];   // the innermost row
    // of the rays that have a slant
    mask_slant          slants[OUTLINE_RAYS_TOGETHER];
    int                 left[OUTLINE_RAYS_TOGETHER]; // rows before the innermost
    int                 numbers[OUTLINE_RAYS_TOGETHER];
    int                 slant_count;
} outline_walks;

// Returns ray k.
static inline outline_ray outline_walks_ray(const outline_walks *w, int k)
{
    const outline_fan *fan = w->fan;
    outline_ray        ray = { w->rays->ax, w->rays->ay,    fan->cos[k],
                               fan->sin[k], fan->across[k], fan->down[k] };
    return ray;
}

// Returns the rows of ray k.
static inline outline_ray_rows outline_walks_rows(const outline_walks *w, int k,
                                                  const outline_ray *ray)
{
    outline_ray_rows rows = {
        w->rays, ray, ray->across, w->from[k], w->to[k], ray->s > 0.0 ? -1 : 1
    };
    return rows;
}

// Stores that a ray hits nothing, until it does.
static inline void outline_walks_miss(const outline_walks *w, int k)
{
    const rim_edge_point none = { { 0.0f, 0.0f }, false };
    *w->fan->points[k] = none;
}

// Searches a ray that has no slant.
MASK_APART static bool outline_walks_search_all(const outline_walks *w, int k)
{
    outline_ray      ray = outline_walks_ray(w, k);
    outline_ray_rows rows = outline_walks_rows(w, k, &ray);
    outline_walks_miss(w, k);
    for (int y = rows.from; y != rows.to + rows.inward; y += rows.inward)
        if (outline_ray_search_row(&rows, y, w->fan->points[k])) return true;
    return false;
}

// Searches a ray from its slant's row on. The innermost row is searched without the slant, as the ray may end in it.
MASK_APART static bool outline_walks_search(const outline_walks *w, int k, mask_slant *s, int left)
{
    outline_ray      ray = outline_walks_ray(w, k);
    outline_ray_rows rows = outline_walks_rows(w, k, &ray);
    outline_walks_miss(w, k);
    for (; left > 0; left = mask_slant_next(s, left - 1))
    {
        if (outline_ray_search_row(&rows, rows.to - left * rows.inward, w->fan->points[k]))
            return true;
        mask_slant_move(s, 1);
    }
    return outline_ray_search_row(&rows, rows.to, w->fan->points[k]);
}

// Casts each ray, or gives it a slant. Returns the number of hits.
static int outline_walks_begin(outline_walks *w)
{
    const outline_rays *rays = w->rays;
    const rim_mask      mask = *rays->mask; // a copy, which no store to the walks can change
    const outline_fan  *fan = w->fan;
    double              steep = rays->margin <= 0x1p-28 ? MASK_SLANT_STEEP : -1.0;
    int                 hits = 0, n = 0;
    for (int k = 0; k < fan->count; k++)
    {
        if (fan->sin[k] == 0.0)
        {
            outline_walks_miss(w, k);
            hits += fan->cos[k] != 0.0 &&
                    outline_ray_search_level(rays, fan->cos[k] > 0.0, fan->points[k]);
            continue;
        }
        double            far = outline_ray_far(rays, fan->cos[k], fan->sin[k], fan->down[k]);
        outline_row_range rows = { clamped_floor(far, rays->height), rays->anchor_row, true };
        if (!rays->inside)
            rows = outline_ray_rows_outside(rays, fan->cos[k], fan->sin[k], fan->down[k]);
        w->from[k] = rows.from, w->to[k] = rows.to;
        if (!rows.any)
        {
            outline_walks_miss(w, k);
            continue;
        }
        if (!(fabs(fan->across[k]) <= steep))
        {
            hits += outline_walks_search_all(w, k);
            continue;
        }
        int    inward = fan->sin[k] > 0.0 ? -1 : 1;
        double column = outline_ray_begin(rays, fan->cos[k], fan->across[k], rows.from);
        mask_slant_init(&w->slants[n], &mask, rows.from, inward, column, fan->across[k]);
        w->left[n] = (rows.to - rows.from) * inward;
        w->numbers[n++] = k;
    }
    w->slant_count = n;
    return hits;
}

// Finds ray k's point in row y, to which the kernel moved the slant: some pixel near the line is solid there. Returns false
// if an exact test must decide, because a pixel at an end of the line lies within the margin, or the line crosses two
// strips.
static inline bool outline_walks_take(const outline_walks *w, int k, const mask_slant *s, int y)
{
    const int64_t margins = 2 * MASK_SLANT_WIDER;
    int64_t       left = s->left, right = s->left + s->width;
    int64_t       lo = left >> MASK_SLANT_FRACTION, hi = right >> MASK_SLANT_FRACTION;
    int64_t       first = lo > 0 ? lo : 0;
    int64_t       moved = (left ^ (left + margins)) | (right ^ (right - margins));
    if (moved >> MASK_SLANT_FRACTION != 0 || (first ^ hi) >= 64) return false;

    uint64_t bits = s->words[(first >> 6) * s->pitch];
    bits &= UINT64_MAX << (first & 63) & UINT64_MAX >> (~hi & 63);
    bool        from_right = w->fan->cos[k] > 0.0;
    int         bit = from_right ? bits_highest(bits) : bits_lowest(bits);
    int         x = (int)(first & ~63) + bit, outermost = (int)(from_right ? hi : lo);
    outline_ray ray = outline_walks_ray(w, k);
    w->fan->points[k]->at = outline_ray_across(&ray, x == outermost, x, y);
    w->fan->points[k]->hit = true;
    return true;
}

// Casts the rays and returns how many hit. All that have a slant advance through empty rows first, in one call of the
// kernel; then each is searched exactly from there on.
int outline_rays_cast(const outline_rays *rays, const outline_fan *fan)
{
    outline_walks walks;
    walks.rays = rays, walks.fan = fan;
    int hits = outline_walks_begin(&walks);
    rays->mask->kernels->slants_next(walks.slants, walks.left, walks.slant_count);
    for (int i = 0; i < walks.slant_count; i++)
    {
        mask_slant *s = &walks.slants[i];
        int         k = walks.numbers[i], left = walks.left[i], y = walks.to[k] - left * s->down;
        hits += (left > 0 && outline_walks_take(&walks, k, s, y)) ||
                outline_walks_search(&walks, k, s, left);
    }
    return hits;
}
