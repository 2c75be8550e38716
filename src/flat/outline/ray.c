// Finds where rays, followed from outside towards the anchor, first meet a solid pixel.
//
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

// The points (ax + r cos, ay + r sin) for r >= 0, searched from large r towards r = 0. (cos, sin) need not be a unit
// vector.
typedef struct outline_ray
{
    double ax, ay;       // the anchor in mask coordinates: a float's value each
    double cos, sin;     // not both 0
    double across, down; // cos / sin and sin / cos; not used where the divisor is 0
} outline_ray;

// As a fraction of |p| + |q|: the error of p - q, where p and q are products of a rounded difference and a number.
#define OUTLINE_SIDE_ERROR (4.0 * DOUBLE_ROUNDING)

// The margin of a coordinate, in pixels, and as a fraction of the anchor's size plus the image's. A coordinate is the
// anchor's plus a difference (rounded once) times a slope (rounded twice): five roundings.
#define OUTLINE_MARGIN 0x1p-30
#define OUTLINE_MARGIN_ERROR (16.0 * DOUBLE_ROUNDING)
// Rays with a larger margin have no slant, whose columns need a start that is exact to 2^-24.
#define OUTLINE_MOST_SLANT_MARGIN 0x1p-28

// --- exact decisions ----------------------------------------------------------------------------------

// Returns the exact sign of  (x - ax) sin - (y - ay) cos:  1, 0 or -1 by the side of the ray's line on which the point
// (x, y) lies. Requires whole numbers x and y.
static int side_of_line(const outline_ray *ray, double x, double y)
{
    double p = (x - ray->ax) * ray->sin, q = (y - ray->ay) * ray->cos;
    double error = OUTLINE_SIDE_ERROR * (fabs(p) + fabs(q));
    if (p - q > error) return 1;
    if (p - q < -error) return -1;

    exact_sum sum;
    exact_sum_clear(&sum);
    exact_sum_add_product(&sum, x, ray->sin);
    exact_sum_add_product(&sum, -ray->ax, ray->sin);
    exact_sum_add_product(&sum, -y, ray->cos);
    exact_sum_add_product(&sum, ray->ay, ray->cos);
    return exact_sum_sign(&sum);
}

// The values of r for which one coordinate of the ray, a + r d, lies in [k, k + 1): an interval that begins where the
// coordinate crosses grid line `lower` and ends where it crosses grid line `upper`. These lines are k and k + 1, or
// k + 1 and k if the coordinate falls. Line k is included and line k + 1 is not. With d == 0 the values are all r or
// none.
typedef struct outline_ray_span
{
    double lower, upper;
    bool   lower_in, upper_in; // the grid line itself is included
    bool   any;                // some r >= 0 is in it
} outline_ray_span;

// Returns the values of r for which the coordinate a + r d lies in [k, k + 1).
static outline_ray_span outline_ray_span_of(double a, double d, int k)
{
    outline_ray_span rising = {
        .lower = k, .lower_in = true, .upper = k + 1.0, .upper_in = false, .any = a < k + 1.0
    };
    outline_ray_span falling = {
        .lower = k + 1.0, .lower_in = false, .upper = k, .upper_in = true, .any = a >= k
    };
    outline_ray_span span = d < 0.0 ? falling : rising;
    if (d == 0.0) span.any = k <= a && a < k + 1.0;
    return span;
}

// Returns the sign of r_x - r_y, where r_x is the r at which the ray's line crosses column border x, and r_y the r at
// which it crosses row border y:
//
//     (x - ax) / cos - (y - ay) / sin  =  ((x - ax) sin - (y - ay) cos) / (cos sin).
//
// Requires that cos and sin are not 0.
static int compare_r(const outline_ray *ray, double x, double y)
{
    int side = side_of_line(ray, x, y);
    return (ray->cos < 0.0) == (ray->sin < 0.0) ? side : -side;
}

// Returns true, by exact decisions, if the ray has a point in the half-open square of pixel (x, y). The r of such a
// point lie in three intervals: that of the column, that of the row, and r >= 0. Three intervals have a common point if
// each two of them have one. `any` says so for the pairs with r >= 0.
static bool outline_ray_meets(const outline_ray *ray, int x, int y)
{
    outline_ray_span column = outline_ray_span_of(ray->ax, ray->cos, x);
    outline_ray_span row = outline_ray_span_of(ray->ay, ray->sin, y);
    if (!column.any || !row.any) return false;
    if (ray->cos == 0.0 || ray->sin == 0.0) return true;

    // The intervals of column and row have a common point if each begins before the other one ends, or just where it
    // ends and both include this r.
    int column_after_row = compare_r(ray, column.lower, row.upper);
    if (column_after_row > 0) return false;
    if (column_after_row == 0 && !(column.lower_in && row.upper_in)) return false;
    int row_after_column = -compare_r(ray, column.upper, row.lower);
    if (row_after_column > 0) return false;
    return row_after_column < 0 || (row.lower_in && column.upper_in);
}

// Returns the point, relative to the anchor, where the ray, from outside, crosses the outer horizontal side of pixel
// (x, y), or its outer vertical side if not is_horizontal. Requires that the ray crosses this side, so that du is not
// 0. u is the coordinate that is constant on the side, and v the other one, both relative to the anchor:
//
//     v  =  u dv / du,        clamped to the ends of the side, as it is rounded.
static inline rim_vec2 outline_ray_across(const outline_ray *ray, bool is_horizontal, int x, int y)
{
    double du = is_horizontal ? ray->sin : ray->cos, dv = is_horizontal ? ray->cos : ray->sin;
    double anchor_u = is_horizontal ? ray->ay : ray->ax;
    double anchor_v = is_horizontal ? ray->ax : ray->ay;
    int    pixel_u = is_horizontal ? y : x, pixel_v = is_horizontal ? x : y;
    int    outer_side = du > 0.0 ? pixel_u + 1 : pixel_u;
    double u = outer_side - anchor_u;
    double v_low = pixel_v - anchor_v, v_high = pixel_v + 1.0 - anchor_v;
    double v = u * dv / du;
    v = v_low > v ? v_low : v;
    v = v_high < v ? v_high : v;
    return rim_vec2_make((float)(is_horizontal ? v : u), (float)(is_horizontal ? u : v));
}

// Returns the point, relative to the anchor, where the ray, from outside, enters pixel (x, y). Requires that it meets
// the pixel. From outside, r falls: at the outer vertical side the ray enters the pixel's column, and at the outer
// horizontal side its row. It is in the pixel once it has entered both, at the smaller one of the two r.
static rim_vec2 outline_ray_entry(const outline_ray *ray, int x, int y)
{
    double column = outline_ray_span_of(ray->ax, ray->cos, x).upper; // the outer vertical side
    double row = outline_ray_span_of(ray->ay, ray->sin, y).upper;    // the outer horizontal side
    if (ray->cos == 0.0) return rim_vec2_make(0.0f, (float)(row - ray->ay));
    if (ray->sin == 0.0) return rim_vec2_make((float)(column - ray->ax), 0.0f);

    int order = compare_r(ray, column, row);
    if (order == 0) return rim_vec2_make((float)(column - ray->ax), (float)(row - ray->ay));
    return outline_ray_across(ray, order > 0, x, y);
}

// --- row by row ----------------------------------------------------------------------------------------

// Computes the data that all rays about an anchor share.
void outline_rays_init(outline_rays *rays, const rim_mask *mask, rim_vec2 anchor)
{
    double width = mask->width, height = mask->height, ax = anchor.x, ay = anchor.y;
    rays->mask = mask;
    rays->width = width, rays->height = height;
    rays->ax = ax, rays->ay = ay;
    rays->margin = OUTLINE_MARGIN + OUTLINE_MARGIN_ERROR * (fabs(ax) + fabs(ay) + width + height);
    rays->anchor_row = float_floor_int(ay);
    rays->middle = float_floor_int(ax) + 0.5;
    rays->inside = ax >= 0.0 && ax < width && ay >= 0.0 && ay < height;
}

// Returns the floor of a value, clamped to 0 .. size - 1; 0 for NaN. Requires a whole number size >= 1.
static inline int clamped_floor(double value, double size)
{
    double most = size - 0.5;
    value = value > 0.0 ? value : 0.0;
    value = value < most ? value : most;
    return (int)value;
}

// Returns the outermost solid pixel in columns lo .. hi of row y: the rightmost if from_right, else the leftmost.
// Returns -1 if there is none. Requires a row inside the mask, and columns inside the mask or lo > hi.
static int outermost_solid(const rim_mask *mask, int y, int lo, int hi, bool from_right)
{
    while (lo <= hi)
    {
        int      strip = (from_right ? hi : lo) >> 6;
        uint64_t bits = mask_word(mask, strip, y) & mask_columns_in(strip, lo, hi + 1);
        if (bits) return 64 * strip + (from_right ? bits_highest(bits) : bits_lowest(bits));
        if (from_right)
            hi = 64 * strip - 1;
        else
            lo = 64 * strip + 64;
    }
    return -1;
}

// A ray, and what its search in each row needs.
typedef struct outline_ray_rows
{
    const outline_rays *rays;
    const outline_ray  *ray;
    int                 outermost, innermost; // the rows that it may hit
    int                 inward;               // +1 or -1: from a row to the next one inward
} outline_ray_rows;

// Returns the x at which the ray's line has this y, rounded. Requires a ray that is not horizontal.
static inline double outline_ray_column(const outline_ray *ray, double y)
{
    return ray->ax + (y - ray->ay) * ray->across;
}

// Finds the outermost solid pixel of row y that the ray meets, and stores the point where the ray enters it. Returns
// false, and stores nothing, if there is none. Requires a row inside the mask and a ray that is not horizontal. Each
// pixel that the exact test rejects shortens the range lo .. hi, so the search ends.
static bool outline_ray_search_row(const outline_ray_rows *rows, int y, rim_edge_point *point)
{
    const outline_ray *ray = rows->ray;
    const rim_mask    *mask = rows->rays->mask;
    bool               goes_right = ray->cos > 0.0, goes_down = ray->sin > 0.0;

    // The columns that the ray crosses between the row's outer and inner border, widened by the margin. In the anchor's row
    // the ray ends at the anchor.
    double outer = outline_ray_column(ray, goes_down ? y + 1 : y);
    double inner = outline_ray_column(ray, goes_down ? y : y + 1);
    if (y == rows->rays->anchor_row) inner = ray->ax;
    double least = (outer < inner ? outer : inner) - rows->rays->margin;
    double most = (outer < inner ? inner : outer) + rows->rays->margin;
    if (!(most >= 0.0 && least < mask->width)) return false;

    int lo = clamped_floor(least, mask->width), hi = clamped_floor(most, mask->width);
    for (;;)
    {
        int x = outermost_solid(mask, y, lo, hi, goes_right);
        if (x < 0) return false;
        if (outline_ray_meets(ray, x, y))
        {
            point->at = outline_ray_entry(ray, x, y);
            point->hit = true;
            return true;
        }
        if (goes_right)
            hi = x - 1;
        else
            lo = x + 1;
    }
}

// Casts a horizontal ray, to the right or to the left. It passes all pixels of the anchor's row from the anchor's own
// pixel outward, and hits the solid one that is farthest from the anchor. Stores the x of this pixel's outer side,
// relative to the anchor, and returns true. Returns false if the row has no solid pixel there. Requires that *point is
// a miss, whose y is 0.
static bool outline_ray_search_along_row(const outline_rays *rays, bool goes_right,
                                         rim_edge_point *point)
{
    const rim_mask *mask = rays->mask;
    int             y = rays->anchor_row, anchor_column = float_floor_int(rays->ax);
    if (y < 0 || y >= mask->height) return false;

    int lo = goes_right ? mask_max(anchor_column, 0) : 0;
    int hi = goes_right ? mask->width - 1 : mask_min(anchor_column, mask->width - 1);
    int x = outermost_solid(mask, y, lo, hi, goes_right);
    if (x < 0) return false;
    int outer_side = goes_right ? x + 1 : x;
    point->at.x = (float)(outer_side - rays->ax);
    point->hit = true;
    return true;
}

// --- the rows of a ray ------------------------------------------------------------------------------------

// The rows of the image that a ray may hit, from the outermost to the innermost, both included.
typedef struct outline_row_range
{
    int  outermost, innermost;
    bool any; // false: there are none
} outline_row_range;

// Returns the y at which the ray, from outside, enters the image through its left or right side, moved outward by the
// margin. For a vertical ray returns the y of the image's top or bottom. y grows downward, so with sin > 0 the ray lies
// below its anchor and outward is down.
static inline double outline_ray_outer_y(const outline_rays *rays, double cos, double sin,
                                         double down)
{
    double side = cos > 0.0 ? rays->width : 0.0, end = sin > 0.0 ? rays->height : 0.0;
    double margin = sin > 0.0 ? rays->margin : -rays->margin;
    double y = rays->ay + (side - rays->ax) * down + margin;
    return cos != 0.0 ? y : end;
}

// Returns the y of the ray's innermost point that may lie in the image. This is where the ray's line leaves the image
// through the left or right side on the other end, moved inward by the margin. It is the anchor's y if that is further
// out, or if the ray is vertical.
static double outline_ray_inner_y(const outline_rays *rays, double cos, double sin, double down)
{
    if (cos == 0.0) return rays->ay;
    double side = cos > 0.0 ? 0.0 : rays->width;
    double margin = sin > 0.0 ? -rays->margin : rays->margin;
    double y = rays->ay + (side - rays->ax) * down + margin;
    bool   is_further_out = sin > 0.0 ? y > rays->ay : y < rays->ay;
    return is_further_out ? y : rays->ay;
}

// Returns the rows of a ray whose anchor is outside of the image: those between its outer and its inner y, clamped to
// the image. A ray that passes above, below or beside the image has no rows. Not inlined: it is rarely called.
CPU_APART static outline_row_range outline_ray_rows_outside(const outline_rays *rays, double cos,
                                                            double sin, double down)
{
    double height = rays->height;
    bool   goes_down = sin > 0.0;
    double outer = outline_ray_outer_y(rays, cos, sin, down);
    double inner = outline_ray_inner_y(rays, cos, sin, down);
    bool   has_columns = cos != 0.0 || (rays->ax >= 0.0 && rays->ax < rays->width);
    bool   has_rows = goes_down ? outer >= 0.0 && inner < height : outer < height && inner >= 0.0;
    int    outermost = clamped_floor(outer, height), innermost = clamped_floor(inner, height);
    bool   is_in_order = goes_down ? outermost >= innermost : outermost <= innermost;
    outline_row_range rows = { outermost, innermost, has_columns && has_rows && is_in_order };
    return rows;
}

// Returns the rows of a ray that is not horizontal. From an anchor in the image they reach to the anchor's row.
static inline outline_row_range outline_ray_rows_of(const outline_rays *rays, double cos,
                                                    double sin, double down)
{
    if (!rays->inside) return outline_ray_rows_outside(rays, cos, sin, down);
    double            outer = outline_ray_outer_y(rays, cos, sin, down);
    outline_row_range rows = { clamped_floor(outer, rays->height), rays->anchor_row, true };
    return rows;
}

// --- a fan ------------------------------------------------------------------------------------------------

// Rays that are cast together. The branch that ends a search is mispredicted; the work before and after the searches does
// not wait for it if several rays are interleaved.
typedef struct outline_search
{
    const outline_rays *rays;
    const outline_fan  *fan;
    // by ray
    int                 outermost[OUTLINE_RAYS_TOGETHER]; // row
    int                 innermost[OUTLINE_RAYS_TOGETHER]; // row
    // by slant: not all rays have one
    int                 slant_count;
    mask_slant          slants[OUTLINE_RAYS_TOGETHER];
    int                 remaining[OUTLINE_RAYS_TOGETHER]; // rows, without the innermost
    int                 ray_of[OUTLINE_RAYS_TOGETHER];
} outline_search;

// Returns ray k of the fan.
static inline outline_ray outline_search_ray(const outline_search *search, int k)
{
    const outline_rays *rays = search->rays;
    const outline_fan  *fan = search->fan;
    outline_ray         ray = {
                .ax = rays->ax,
                .ay = rays->ay,
                .cos = fan->cos[k],
                .sin = fan->sin[k],
                .across = fan->across[k],
                .down = fan->down[k],
    };
    return ray;
}

// Returns what the search of ray k, which is *ray, needs in each row. Requires that outermost and innermost are set for
// ray k.
static inline outline_ray_rows outline_search_rows(const outline_search *search, int k,
                                                   const outline_ray *ray)
{
    outline_ray_rows rows = {
        .rays = search->rays,
        .ray = ray,
        .outermost = search->outermost[k],
        .innermost = search->innermost[k],
        .inward = ray->sin > 0.0 ? -1 : 1,
    };
    return rows;
}

// Stores a miss as the point of ray k; a hit found later replaces it.
static inline void outline_search_miss(const outline_search *search, int k)
{
    const rim_edge_point none = { { 0.0f, 0.0f }, false };
    *search->fan->points[k] = none;
}

// Searches ray k row by row, without a slant, from the outermost row inward. Stores the ray's point, and returns true
// if it hits. Requires a ray that is not horizontal, and rows of the ray in the image.
CPU_APART static bool outline_search_all_rows(const outline_search *search, int k)
{
    outline_ray      ray = outline_search_ray(search, k);
    outline_ray_rows rows = outline_search_rows(search, k, &ray);
    outline_search_miss(search, k);
    for (int y = rows.outermost; y != rows.innermost + rows.inward; y += rows.inward)
        if (outline_ray_search_row(&rows, y, search->fan->points[k])) return true;
    return false;
}

// Searches ray k from the row of its slant *s inward; `remaining` rows from there on lie before the innermost row.
// Stores the ray's point, and returns true if it hits. The innermost row is searched without the slant, as the ray may
// end in it.
CPU_APART static bool outline_search_from_slant(const outline_search *search, int k, mask_slant *s,
                                                int remaining)
{
    outline_ray      ray = outline_search_ray(search, k);
    outline_ray_rows rows = outline_search_rows(search, k, &ray);
    rim_edge_point  *point = search->fan->points[k];
    outline_search_miss(search, k);
    while (remaining > 0)
    {
        if (outline_ray_search_row(&rows, rows.innermost - remaining * rows.inward, point))
            return true;
        mask_slant_move(s, 1);
        remaining = mask_slant_next(s, remaining - 1);
    }
    return outline_ray_search_row(&rows, rows.innermost, point);
}

// Gives ray k a slant on its outermost row. A vertical ray is moved to the middle of its column: there it passes the
// same pixels, and the slant's margins stay inside the column. `mask` is the mask of the rays. Requires a slope of at
// most MASK_SLANT_MAX_SLOPE.
static inline void outline_search_add_slant(outline_search *search, int k, const rim_mask *mask,
                                            outline_row_range rows)
{
    const outline_rays *rays = search->rays;
    const outline_fan  *fan = search->fan;
    int                 n = search->slant_count++;
    int                 inward = fan->sin[k] > 0.0 ? -1 : 1;
    double              column = rays->ax + (rows.outermost - rays->ay) * fan->across[k];
    if (fan->cos[k] == 0.0) column = rays->middle;
    mask_slant_init(&search->slants[n], mask, rows.outermost, inward, column, fan->across[k]);
    search->remaining[n] = (rows.innermost - rows.outermost) * inward;
    search->ray_of[n] = k;
}

// Gives each ray that can have one a slant, and casts the others. Returns how many of these hit. A slant needs a small
// margin, and a line that is not too flat. Rays with a slant get their points later.
static int outline_search_begin(outline_search *search)
{
    const outline_rays *rays = search->rays;
    const rim_mask      mask = *rays->mask; // a copy, which no store to the search can change
    const outline_fan  *fan = search->fan;
    bool                has_slants = rays->margin <= OUTLINE_MOST_SLANT_MARGIN;
    double              max_slope = has_slants ? MASK_SLANT_MAX_SLOPE : -1.0; // -1: none is less
    int                 hits = 0;
    search->slant_count = 0;
    for (int k = 0; k < fan->count; k++)
    {
        double cos = fan->cos[k], sin = fan->sin[k];
        if (sin == 0.0)
        {
            outline_search_miss(search, k);
            hits += cos != 0.0 && outline_ray_search_along_row(rays, cos > 0.0, fan->points[k]);
            continue;
        }
        outline_row_range rows = outline_ray_rows_of(rays, cos, sin, fan->down[k]);
        search->outermost[k] = rows.outermost;
        search->innermost[k] = rows.innermost;
        if (!rows.any)
            outline_search_miss(search, k);
        else if (fabs(fan->across[k]) <= max_slope)
            outline_search_add_slant(search, k, &mask, rows);
        else
            hits += outline_search_all_rows(search, k);
    }
    return hits;
}

// Stores the point of ray k in row y, where the kernel stopped its slant *s because some pixel near the line is solid.
// Returns false, and stores nothing, if an exact test must decide:
//
//  - The slant's columns reach a margin beyond the line on both sides. If an end, moved inward by two margins, lies in
//    another column, it stays undecided which pixels the line crosses. (Two margins inward is one margin inside the
//    line's end.)
//  - The columns that the line crosses lie in two strips.
//
// Otherwise the ray meets all pixels in columns lo .. hi, one of which is solid. It enters the outermost column's pixel
// through its horizontal side, and the other pixels through their vertical sides.
static inline bool outline_search_take(const outline_search *search, int k, const mask_slant *s,
                                       int y)
{
    const int64_t margins = 2 * MASK_SLANT_MARGIN;
    int64_t       left_end = s->left_end, right_end = s->left_end + s->width;
    int64_t       changed_left = left_end ^ (left_end + margins);
    int64_t       changed_right = right_end ^ (right_end - margins);
    if ((changed_left | changed_right) >> MASK_SLANT_FRACTION != 0) return false;

    int64_t lo = left_end >> MASK_SLANT_FRACTION, hi = right_end >> MASK_SLANT_FRACTION;
    int64_t lo_in_mask = lo > 0 ? lo : 0;
    if (!mask_slant_in_one_strip(lo_in_mask, hi)) return false;

    uint64_t bits = s->words[(lo_in_mask >> 6) * s->pitch];
    bits &= mask_slant_from(lo_in_mask) & mask_slant_up_to(hi);
    bool        from_right = search->fan->cos[k] > 0.0;
    int         bit = from_right ? bits_highest(bits) : bits_lowest(bits);
    int         x = (int)(lo_in_mask & ~63) + bit, outermost = (int)(from_right ? hi : lo);
    outline_ray ray = outline_search_ray(search, k);
    search->fan->points[k]->at = outline_ray_across(&ray, x == outermost, x, y);
    search->fan->points[k]->hit = true;
    return true;
}

// Casts the rays and returns how many hit. First all rays with a slant advance through empty rows, in one call of the
// kernel. Then each of them is searched exactly from its slant's row on.
int outline_rays_cast(const outline_rays *rays, const outline_fan *fan)
{
    outline_search search; // not cleared: only the elements of rays and slants are read
    search.rays = rays;
    search.fan = fan;
    int hits = outline_search_begin(&search);
    rays->mask->kernels->slants_next(search.slants, search.remaining, search.slant_count);
    for (int i = 0; i < search.slant_count; i++)
    {
        mask_slant *s = &search.slants[i];
        int         k = search.ray_of[i], remaining = search.remaining[i];
        int         y = search.innermost[k] - remaining * s->row_step;
        hits += (remaining > 0 && outline_search_take(&search, k, s, y)) ||
                outline_search_from_slant(&search, k, s, remaining);
    }
    return hits;
}
