// The walk is done in two stages. A conservative one, in rounded arithmetic with a margin, lists the
// pixels near the ray, from outside inward, and skips what is empty 32 or 8 rows or columns at a time; an
// exact one decides for each solid pixel of that list whether the ray meets it. The pixels that a
// ray meets are passed in one order of rows and, within a row, in one order of columns, so the first that
// passes is the first met.
#include "flat/outline/outline.h"

#include "base/exact.h"
#include "base/float.h"
#include "flat/mask/bits.h"
#include "rimcast/angle.h"

#include <math.h>

enum
{
    CHUNK = 32,         // rows or columns that are looked at together
    OUTLINE_RAY_FEW = 8 // and if there is anything
};

outline_ray outline_ray_make(rim_vec2 anchor, int k, int n)
{
    rim_sincos_pair direction = rim_sincos_degrees(k * 360.0 / n);
    outline_ray     ray = { anchor.x, anchor.y, direction.cos, direction.sin };
    return ray;
}

// --- exact decisions ----------------------------------------------------------------------------------

// The sign of (x - ax) s - (y - ay) c: on which side of the ray's line a grid point lies.
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

// The r for which one coordinate lies in [k, k + 1): from the grid line `lower` to the line `upper`,
// of which k itself is included and k + 1 is not. For d == 0 that is all r or none.
typedef struct outline_ray_span
{
    double lower, upper;
    bool   lower_in, upper_in;
    bool   any; // some r >= 0 is in it
} outline_ray_span;

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

// With r = (x - ax) / c on a column line and r = (y - ay) / s on a row line, the difference of two such r
// is ((x - ax) s - (y - ay) c) / (c s).
static int compare_r(const outline_ray *ray, double x, double y)
{
    int side = side_of_line(ray, x, y);
    return (ray->c < 0.0) == (ray->s < 0.0) ? side : -side;
}

// Three intervals (the column's, the row's, r >= 0) share a point if each two of them do.
bool outline_ray_meets(const outline_ray *ray, int x, int y)
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

static float outline_ray_between(double value, double lo, double hi)
{
    return (float)(value < lo ? lo : (value > hi ? hi : value));
}

// The entry is the smaller of the two upper ends.
rim_vec2 outline_ray_entry(const outline_ray *ray, int x, int y)
{
    double column = outline_ray_span_of(ray->ax, ray->c, x).upper,
           row = outline_ray_span_of(ray->ay, ray->s, y).upper;
    double dx = column - ray->ax, dy = row - ray->ay;
    if (ray->c == 0.0) return rim_vec2_make(0.0f, (float)dy);
    if (ray->s == 0.0) return rim_vec2_make((float)dx, 0.0f);

    int order = compare_r(ray, column, row);
    if (order == 0) return rim_vec2_make((float)dx, (float)dy);
    if (order < 0)
        return rim_vec2_make(
            (float)dx, outline_ray_between(dx * ray->s / ray->c, y - ray->ay, y + 1.0 - ray->ay));
    return rim_vec2_make(outline_ray_between(dy * ray->c / ray->s, x - ray->ax, x + 1.0 - ray->ax),
                         (float)dy);
}

// --- the conservative walk -----------------------------------------------------------------------------
//
// One axis leads: the one along which the ray advances more. The other coordinate is a function of it
// with a slope of at most 1, so that a row (or column) holds three pixels of the list at most.

typedef struct outline_ray_state
{
    const outline_ray *ray;
    const rim_mask    *mask;
    bool               steep;               // y leads
    double             lead, led;           // the anchor's coordinates
    double             slope;               // of the led coordinate over the leading one
    double             margin;              // no rounding below moves a coordinate by more
    bool               lead_down, led_down; // does the ray come from high values?
    int                lead_size, led_size;
} outline_ray_state;

// Both ends included; empty when lo > hi.
typedef struct outline_ray_run
{
    int lo, hi;
} outline_ray_run;

// The floor of a value, clamped to -1 .. size. The sum rounds to 2^-36, far below the margin.
static inline int clamped_floor(double value, int size)
{
    value = value > -1.0 ? value : -1.0; // also for NaN
    value = value < size ? value : size;
    return (int)(value + 131072.0) - 131072;
}

// The led coordinates that the ray comes near between the leading ones lo .. hi.
static inline outline_ray_run led_by(const outline_ray_state *w, outline_ray_run leading)
{
    double          p = w->led + (leading.lo - w->lead) * w->slope;
    double          q = w->led + (leading.hi + 1.0 - w->lead) * w->slope;
    outline_ray_run r = { clamped_floor((p < q ? p : q) - w->margin, w->led_size),
                          clamped_floor((p < q ? q : p) + w->margin, w->led_size) };
    if (r.lo < 0) r.lo = 0;
    if (r.hi >= w->led_size) r.hi = w->led_size - 1;
    return r;
}

static inline uint64_t any_of(const uint64_t *words, outline_ray_run rows)
{
    uint64_t any = 0;
    for (int y = rows.lo; y <= rows.hi; y++) any |= words[y];
    return any;
}

// Is a box of pixels, at most 64 columns wide, empty?
static bool outline_ray_is_empty(const rim_mask *mask, outline_ray_run columns,
                                 outline_ray_run rows)
{
    int      first = columns.lo >> 6, last = columns.hi >> 6;
    uint64_t from = UINT64_MAX << (columns.lo & 63), to = UINT64_MAX >> (63 - (columns.hi & 63));
    if (first == last) return !(any_of(mask_strip(mask, first), rows) & from & to);
    return !(any_of(mask_strip(mask, first), rows) & from) &&
           !(any_of(mask_strip(mask, last), rows) & to);
}

static bool try_pixel(const outline_ray_state *w, int leading, int led, rim_edge_point *found)
{
    int x = w->steep ? led : leading, y = w->steep ? leading : led;
    if (!mask_bit(w->mask, x, y) || !outline_ray_meets(w->ray, x, y)) return false;
    found->at = outline_ray_entry(w->ray, x, y);
    found->hit = true;
    return true;
}

// Of at most 64 rows (or columns) lo .. hi, as bits from lo on: those that have a solid pixel near the ray.
static uint64_t solid_rows(const outline_ray_state *w, outline_ray_run rows,
                           outline_ray_run columns)
{
    int      first = columns.lo >> 6, last = columns.hi >> 6;
    uint64_t from = UINT64_MAX << (columns.lo & 63), to = UINT64_MAX >> (63 - (columns.hi & 63));
    const uint64_t *left = mask_strip(w->mask, first), *right = mask_strip(w->mask, last);
    uint64_t        solid = 0;
    if (first == last) from &= to, to = from;
    for (int y = rows.lo; y <= rows.hi; y++)
        solid |= (uint64_t)(((left[y] & from) | (right[y] & to)) != 0) << (y - rows.lo);
    return solid;
}

static uint64_t solid_columns(const outline_ray_state *w, outline_ray_run columns,
                              outline_ray_run rows)
{
    int      first = columns.lo >> 6, last = columns.hi >> 6, shift = columns.lo & 63;
    uint64_t solid = any_of(mask_strip(w->mask, first), rows) >> shift;
    if (first != last) solid |= any_of(mask_strip(w->mask, last), rows) << (64 - shift);
    return solid & mask_low_bits(columns.hi - columns.lo + 1);
}

static uint64_t solid_ones(const outline_ray_state *w, outline_ray_run leading)
{
    outline_ray_run led = led_by(w, leading);
    if (led.lo > led.hi) return 0;
    if (led.hi - led.lo >= 64) return mask_low_bits(leading.hi - leading.lo + 1);
    return w->steep ? solid_rows(w, leading, led) : solid_columns(w, leading, led);
}

// Row by row (or column by column), in each from outside.
static bool outline_ray_search(const outline_ray_state *w, outline_ray_run leading,
                               rim_edge_point *found)
{
    for (uint64_t solid = solid_ones(w, leading); solid;)
    {
        int i = w->lead_down ? mask_highest(solid) : mask_lowest(solid);
        solid &= ~((uint64_t)1 << i);
        int             at = leading.lo + i;
        outline_ray_run one = { at, at }, led = led_by(w, one);
        for (int k = 0; k <= led.hi - led.lo; k++)
            if (try_pixel(w, at, w->led_down ? led.hi - k : led.lo + k, found)) return true;
    }
    return false;
}

// Takes the first part of at most `most` off a run.
static outline_ray_run take_part(outline_ray_run *rest, int most, bool from_high)
{
    outline_ray_run part = *rest;
    if (from_high)
    {
        if (rest->hi - rest->lo >= most) part.lo = rest->hi - most + 1;
        rest->hi = part.lo - 1;
    }
    else
    {
        if (rest->hi - rest->lo >= most) part.hi = rest->lo + most - 1;
        rest->lo = part.hi + 1;
    }
    return part;
}

static bool is_clear(const outline_ray_state *w, outline_ray_run leading)
{
    outline_ray_run led = led_by(w, leading);
    if (led.lo > led.hi) return true;
    if (led.hi - led.lo >= 64) return false; // a margin like that comes of anchors beyond 2^40
    return outline_ray_is_empty(w->mask, w->steep ? led : leading, w->steep ? leading : led);
}

static void outline_ray_advance(const outline_ray_state *w, rim_edge_point *found)
{
    // The part of the image on the ray's side of the anchor.
    outline_ray_run rest = { 0, w->lead_size - 1 };
    int             anchor = float_floor_int(w->lead);
    if (w->lead_down && anchor > rest.lo) rest.lo = anchor;
    if (!w->lead_down && anchor < rest.hi) rest.hi = anchor;
    while (rest.lo <= rest.hi)
    {
        outline_ray_run chunk = take_part(&rest, CHUNK, w->lead_down);
        if (is_clear(w, chunk)) continue;
        while (chunk.lo <= chunk.hi)
        {
            outline_ray_run few = take_part(&chunk, OUTLINE_RAY_FEW, w->lead_down);
            if (outline_ray_search(w, few, found)) return;
        }
    }
}

// A coordinate is the anchor's plus a difference (rounded) times a slope of at most 1 (rounded): four
// roundings of 2^-53 of what is at most the anchor's size plus the image's, doubled for good measure.
rim_edge_point outline_ray_cast(const outline_ray *ray, const rim_mask *mask)
{
    int    width = mask->width, height = mask->height;
    double margin = 0x1p-30 + 0x1p-49 * (fabs(ray->ax) + fabs(ray->ay) + width + height);
    bool   right = ray->c > 0.0, below = ray->s > 0.0;

    rim_edge_point found = { { 0.0f, 0.0f }, false };
    if (fabs(ray->c) <= fabs(ray->s))
    {
        outline_ray_state w = { ray,    mask,  true,  ray->ay, ray->ax, ray->c / ray->s,
                                margin, below, right, height,  width };
        outline_ray_advance(&w, &found);
    }
    else
    {
        outline_ray_state w = { ray,    mask,  false, ray->ax, ray->ay, ray->s / ray->c,
                                margin, right, below, width,   height };
        outline_ray_advance(&w, &found);
    }
    return found;
}
