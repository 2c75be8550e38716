// The walk is done in two stages. A conservative one, in rounded arithmetic with a margin, lists the
// pixels near the ray, from outside inward, and skips what is empty 16 columns or rows at a time; an
// exact one decides for each solid pixel of that list whether the ray meets it. The pixels that a
// ray meets are passed in one order of rows and, within a row, in one order of columns, so the first that
// passes is the first met.
#include "flat/outline_ray.h"

#include "base/exact.h"
#include "base/round.h"
#include "flat/mask_bits.h"
#include "rimcast/angle.h"

#include <math.h>

enum
{
    CHUNK = 16 // rows or columns that are looked at together
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

    exact_sum sum = { { 0 }, 0 };
    exact_sum_add_product(&sum, x, ray->s);
    exact_sum_add_product(&sum, -ray->ax, ray->s);
    exact_sum_add_product(&sum, -y, ray->c);
    exact_sum_add_product(&sum, ray->ay, ray->c);
    return exact_sum_sign(&sum);
}

// The r for which one coordinate lies in [k, k + 1): from the grid line `lower` to the line `upper`,
// of which k itself is included and k + 1 is not. For d == 0 that is all r or none.
typedef struct span
{
    double lower, upper;
    bool   lower_in, upper_in;
    bool   any; // some r >= 0 is in it
} span;

static span span_of(double a, double d, int k)
{
    span s = { k, k + 1.0, true, false, a < k + 1.0 };
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
    span column = span_of(ray->ax, ray->c, x), row = span_of(ray->ay, ray->s, y);
    if (!column.any || !row.any) return false;
    if (ray->c == 0.0 || ray->s == 0.0) return true;

    int column_starts = compare_r(ray, column.lower, row.upper);
    if (column_starts > 0) return false;
    if (column_starts == 0 && !(column.lower_in && row.upper_in)) return false;
    int row_starts = -compare_r(ray, column.upper, row.lower);
    if (row_starts > 0) return false;
    return row_starts < 0 || (row.lower_in && column.upper_in);
}

static float between(double value, double lo, double hi)
{
    return (float)(value < lo ? lo : (value > hi ? hi : value));
}

// The entry is the smaller of the two upper ends.
rim_vec2 outline_ray_entry(const outline_ray *ray, int x, int y)
{
    double column = span_of(ray->ax, ray->c, x).upper, row = span_of(ray->ay, ray->s, y).upper;
    double dx = column - ray->ax, dy = row - ray->ay;
    if (ray->c == 0.0) return rim_vec2_make(0.0f, (float)dy);
    if (ray->s == 0.0) return rim_vec2_make((float)dx, 0.0f);

    int order = compare_r(ray, column, row);
    if (order == 0) return rim_vec2_make((float)dx, (float)dy);
    if (order < 0)
        return rim_vec2_make((float)dx,
                             between(dx * ray->s / ray->c, y - ray->ay, y + 1.0 - ray->ay));
    return rim_vec2_make(between(dy * ray->c / ray->s, x - ray->ax, x + 1.0 - ray->ax), (float)dy);
}

// --- the conservative walk -----------------------------------------------------------------------------

typedef struct walk
{
    const outline_ray *ray;
    const rim_mask    *mask;
    int                width, height;
    double             margin;  // no rounding below moves a coordinate by more
    double             x_per_y; // c / s, 0 when s is
} walk;

// Both ends included; empty when lo > hi.
typedef struct run
{
    int lo, hi;
} run;

static run run_around(double p, double q, double margin, run within)
{
    run r = { rim_floor_int((p < q ? p : q) - margin), rim_floor_int((p < q ? q : p) + margin) };
    if (r.lo < within.lo) r.lo = within.lo;
    if (r.hi > within.hi) r.hi = within.hi;
    return r;
}

static uint64_t bits_of(run columns, int strip)
{
    int lo = columns.lo - 64 * strip, hi = columns.hi - 64 * strip;
    if (lo < 0) lo = 0;
    if (hi > 63) hi = 63;
    return lo > hi ? 0 : (UINT64_MAX << lo) & (UINT64_MAX >> (63 - hi));
}

// The columns of a row that the ray comes near.
static run columns_near(const walk *w, int y, run columns)
{
    const outline_ray *ray = w->ray;
    if (ray->s == 0.0) return columns;
    double p = ray->ax + (y - ray->ay) * w->x_per_y, q = ray->ax + (y + 1.0 - ray->ay) * w->x_per_y;
    return run_around(p, q, w->margin * (1.0 + fabs(w->x_per_y)), columns);
}

// The outermost of some pixels of a row: the ray comes from the right if c > 0.
static int take_outermost(uint64_t *word, bool from_right)
{
    int bit = from_right ? mask_highest(*word) : mask_lowest(*word);
    *word &= ~(UINT64_C(1) << bit);
    return bit;
}

static bool search_row(const walk *w, int strip, int y, uint64_t word, rim_edge_point *found)
{
    while (word)
    {
        int x = 64 * strip + take_outermost(&word, w->ray->c > 0.0);
        if (!outline_ray_meets(w->ray, x, y)) continue;
        found->at = outline_ray_entry(w->ray, x, y);
        found->hit = true;
        return true;
    }
    return false;
}

// One strip's part of a box of pixels: nothing to do if it is empty, else row by row.
static bool search_strip(const walk *w, int strip, run columns, run rows, rim_edge_point *found)
{
    const uint64_t *words = mask_strip(w->mask, strip);
    uint64_t        wanted = bits_of(columns, strip), any = 0;
    for (int y = rows.lo; y <= rows.hi; y++) any |= words[y];
    if (!(any & wanted)) return false;

    bool from_below = w->ray->s > 0.0;
    for (int i = 0; i <= rows.hi - rows.lo; i++)
    {
        int      y = from_below ? rows.hi - i : rows.lo + i;
        uint64_t word = words[y] & wanted;
        if (word) word &= bits_of(columns_near(w, y, columns), strip);
        if (word && search_row(w, strip, y, word, found)) return true;
    }
    return false;
}

// Steep rays: |c| <= |s|, so that 16 rows span at most 17 columns and a margin.
static bool search_rows(const walk *w, run rows, rim_edge_point *found)
{
    const outline_ray *ray = w->ray;
    double             p = ray->ax + (rows.lo - ray->ay) * w->x_per_y;
    double             q = ray->ax + (rows.hi + 1.0 - ray->ay) * w->x_per_y;
    run                all = { 0, w->width - 1 };
    run                columns = run_around(p, q, w->margin, all);
    if (columns.lo > columns.hi) return false;

    int first = columns.lo / 64, last = columns.hi / 64;
    for (int i = 0; i <= last - first; i++)
        if (search_strip(w, ray->c > 0.0 ? last - i : first + i, columns, rows, found)) return true;
    return false;
}

// Shallow rays: 16 columns of one strip.
static bool search_columns(const walk *w, double y_per_x, run columns, rim_edge_point *found)
{
    const outline_ray *ray = w->ray;
    double             p = ray->ay + (columns.lo - ray->ax) * y_per_x;
    double             q = ray->ay + (columns.hi + 1.0 - ray->ax) * y_per_x;
    run                all = { 0, w->height - 1 };
    run                rows = run_around(p, q, w->margin, all);
    return rows.lo <= rows.hi && search_strip(w, columns.lo / 64, columns, rows, found);
}

// The part of 0 .. size - 1 on the ray's side of the anchor.
static run side_of_anchor(double a, double d, int size)
{
    run r = { 0, size - 1 };
    int at = rim_floor_int(a);
    if (d > 0.0 && at > r.lo) r.lo = at;
    if (d < 0.0 && at < r.hi) r.hi = at;
    return r;
}

static bool walk_steep(const walk *w, rim_edge_point *found)
{
    run rows = side_of_anchor(w->ray->ay, w->ray->s, w->height);
    while (rows.lo <= rows.hi)
    {
        run chunk = rows;
        if (w->ray->s > 0.0)
        {
            if (rows.hi - rows.lo >= CHUNK) chunk.lo = rows.hi - CHUNK + 1;
            rows.hi = chunk.lo - 1;
        }
        else
        {
            if (rows.hi - rows.lo >= CHUNK) chunk.hi = rows.lo + CHUNK - 1;
            rows.lo = chunk.hi + 1;
        }
        if (search_rows(w, chunk, found)) return true;
    }
    return false;
}

static bool walk_shallow(const walk *w, rim_edge_point *found)
{
    double y_per_x = w->ray->s / w->ray->c;
    run    columns = side_of_anchor(w->ray->ax, w->ray->c, w->width);
    while (columns.lo <= columns.hi)
    {
        // Chunks are aligned, so that none crosses from one strip to the next.
        run chunk = columns;
        if (w->ray->c > 0.0)
        {
            int start = columns.hi / CHUNK * CHUNK;
            if (start > chunk.lo) chunk.lo = start;
            columns.hi = chunk.lo - 1;
        }
        else
        {
            int end = columns.lo / CHUNK * CHUNK + CHUNK - 1;
            if (end < chunk.hi) chunk.hi = end;
            columns.lo = chunk.hi + 1;
        }
        if (search_columns(w, y_per_x, chunk, found)) return true;
    }
    return false;
}

// A coordinate is the anchor's plus a difference (rounded) times a slope of at most 1 (rounded): four
// roundings of 2^-53 of what is at most the anchor's size plus the image's, doubled for good measure.
rim_edge_point outline_ray_cast(const outline_ray *ray, const rim_mask *mask)
{
    walk w = { ray, mask, rim_mask_width(mask), rim_mask_height(mask), 0.0, 0.0 };
    w.margin = 0x1p-49 * (fabs(ray->ax) + fabs(ray->ay) + w.width + w.height);
    if (ray->s != 0.0) w.x_per_y = ray->c / ray->s;

    rim_edge_point found = { { 0.0f, 0.0f }, false };
    if (fabs(ray->c) <= fabs(ray->s))
        walk_steep(&w, &found);
    else
        walk_shallow(&w, &found);
    return found;
}
