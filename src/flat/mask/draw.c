#include "rimcast/mask.h"

#include "base/exact.h"
#include "base/float.h"
#include "flat/mask/bits.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static int mask_draw_clamp(int value, int low, int high)
{
    return mask_max(low, mask_min(value, high));
}

// Makes the pixels of `rect` inside the mask, x1 and y1 excluded, solid or empty.
void rim_mask_draw_rect(rim_mask *mask, rim_rect rect, bool solid)
{
    RIM_ASSERT(mask, "the mask is NULL");
    int x0 = mask_draw_clamp(rect.x0, 0, mask->width);
    int x1 = mask_draw_clamp(rect.x1, 0, mask->width);
    int y0 = mask_draw_clamp(rect.y0, 0, mask->height);
    int y1 = mask_draw_clamp(rect.y1, 0, mask->height);
    for (int y = y0; y < y1 && x0 < x1; y++) mask_row_fill(mask, y, x0, x1, solid);
}

// --- circles -----------------------------------------------------------------------------------------

// A disc in pixels; the center's numbers and the radius are floats.
typedef struct disc
{
    double x, y, radius;
} disc;

// As a fraction of the squared radius, more than the error of a squared distance of about that size. The distance has
// four roundings: of a difference, which counts twice as it is squared, of the square and of the sum.
#define MASK_DISC_SQUARE_ERROR (16.0 * DOUBLE_ROUNDING)
// As a fraction of |y| plus the radius: more than the one rounding of y - radius or y + radius.
#define MASK_DISC_ROW_ERROR (8.0 * DOUBLE_ROUNDING)

// Returns true if the center p = (px, py) of pixel (x, y) is inside the disc with center c and radius r:
// |p - c|^2 < r^2. If rounding leaves this undecided, the sign of  p^2 - 2 p . c + c^2 - r^2  is computed exactly. Each
// product in it is exact, as its factors are floats or halves of whole numbers below 2^17.
static bool disc_holds(const disc *d, int x, int y)
{
    double px = x + 0.5, py = y + 0.5, dx = px - d->x, dy = py - d->y;
    double sum = dx * dx + dy * dy, square = d->radius * d->radius;
    if (sum < square * (1.0 - MASK_DISC_SQUARE_ERROR)) return true;
    if (sum > square * (1.0 + MASK_DISC_SQUARE_ERROR)) return false;
    exact_sum exact;
    exact_sum_clear(&exact);
    exact_sum_add(&exact, px * px);
    exact_sum_add(&exact, py * py);
    exact_sum_add(&exact, -2.0 * px * d->x);
    exact_sum_add(&exact, -2.0 * py * d->y);
    exact_sum_add(&exact, d->x * d->x);
    exact_sum_add(&exact, d->y * d->y);
    exact_sum_add(&exact, -square);
    return exact_sum_sign(&exact) < 0;
}

// Returns the last column of row y inside the disc on the way from column `inside` to column `outside`, by bisection.
// Requires that column `inside` is inside the disc, and that column `outside` is not, or is beyond the mask (-1 or the
// width). `outside` may be less than `inside`.
static int last_inside(const disc *d, int y, int inside, int outside)
{
    while (inside + 1 < outside || inside - 1 > outside)
    {
        int middle = inside + (outside - inside) / 2;
        if (disc_holds(d, middle, y))
            inside = middle;
        else
            outside = middle;
    }
    return inside;
}

// Makes the pixels of row y solid or empty whose centers are inside the disc. These pixels are a run, and if there are
// any, the column nearest to the disc's center is one of them. Requires a mask with columns, and y inside the mask.
static void draw_disc_row(rim_mask *mask, const disc *d, int y, bool solid)
{
    int nearest = mask_draw_clamp(float_floor_int(d->x), 0, mask->width - 1);
    if (!disc_holds(d, nearest, y)) return;
    int x0 = last_inside(d, y, nearest, -1), x1 = last_inside(d, y, nearest, mask->width) + 1;
    mask_row_fill(mask, y, x0, x1, solid);
}

// Makes the pixels solid or empty whose centers are inside the circle. Does nothing if a number is not finite or the
// radius not positive. The rows y0 .. y1 - 1 may be too many, never too few: `slack` is one row and what the rounding
// of y - radius or y + radius may lose. draw_disc_row decides for each row.
void rim_mask_draw_circle(rim_mask *mask, rim_vec2 center, float radius, bool solid)
{
    RIM_ASSERT(mask, "the mask is NULL");
    if (!vec2_is_finite(center) || !float_is_finite(radius) || radius <= 0.0f) return;
    disc   d = { (double)center.x, (double)center.y, (double)radius };
    double slack = 1.0 + MASK_DISC_ROW_ERROR * (fabs(d.y) + d.radius);
    int    y0 = mask_draw_clamp(float_floor_int(d.y - d.radius - slack), 0, mask->height);
    int    y1 = mask_draw_clamp(float_ceil_int(d.y + d.radius + slack), 0, mask->height);
    for (int y = y0; y < y1 && mask->width > 0; y++) draw_disc_row(mask, &d, y, solid);
}

// --- polygons ----------------------------------------------------------------------------------------

// Returns true if the center of pixel (x, y) is on the side that runs down from `top` to `bottom`, or to the right of
// it: if the exact determinant is not positive.
static bool not_left(rim_vec2 top, rim_vec2 bottom, int x, int y)
{
    return exact_orient2(top.x, top.y, bottom.x, bottom.y, (float)x + 0.5f, (float)y + 0.5f) <= 0;
}

// Returns the first column of row y whose center is not to the left of the side a b; the width if there is none.
// Requires that the side crosses the row's center line y + 1/2. The column is estimated in doubles, and the estimate is
// nearly always right. If rounding made it wrong, bisection finds the column, between the estimate and column -1 or the
// width.
static int column_of(const rim_mask *mask, rim_vec2 a, rim_vec2 b, int y)
{
    rim_vec2 top = a.y <= b.y ? a : b, bottom = a.y <= b.y ? b : a;
    double   fraction = (y + 0.5 - top.y) / ((double)bottom.y - top.y);
    double   crossing = top.x + fraction * ((double)bottom.x - top.x);
    int      estimate = mask_draw_clamp(float_ceil_int(crossing - 0.5), 0, mask->width);
    bool     is_not_left = estimate == mask->width || not_left(top, bottom, estimate, y);
    bool     is_first = estimate == 0 || !not_left(top, bottom, estimate - 1, y);
    if (is_not_left && is_first) return estimate;

    // Column `left` is to the left of the side, or -1. Column `right` is not to the left of it, or is the width.
    int left = is_not_left ? -1 : estimate, right = is_not_left ? estimate - 1 : mask->width;
    while (right - left > 1)
    {
        int middle = left + (right - left) / 2;
        if (not_left(top, bottom, middle, y))
            right = middle;
        else
            left = middle;
    }
    return right;
}

// A row of a polygon: at each crossing of a side, all pixels to the right of it change between inside and outside. A
// crossing toggles a bit in words that are laid out as a mask's row. A pixel is inside if the bits up to its own, which
// is included, have an odd number of ones: if their exclusive or is 1. There is a bit `width`, too, for crossings
// behind all pixels.
enum
{
    MASK_DRAW_ROW_WORDS = RIM_MASK_MAX_SIDE / 64 + 1
};

// Toggles a bit for each side that crosses the center line y + 1/2 of pixel row y: the bit of the first column whose
// center is not to the left of the side, or bit `width` if there is no such column. A corner on the center line counts
// as above it, so no crossing is counted twice. Requires at least one point, and cleared `toggles` of strips + 1 words.
static void note_crossings(uint64_t *toggles, const rim_mask *mask, const rim_vec2 *points,
                           int count, int y)
{
    double center = y + 0.5;
    for (int k = 0; k < count; k++)
    {
        rim_vec2 begin = points[k > 0 ? k - 1 : count - 1], end = points[k];
        bool     crosses = ((double)begin.y <= center) != ((double)end.y <= center);
        if (!crosses) continue;
        int x = column_of(mask, begin, end, y);
        toggles[x >> 6] ^= (uint64_t)1 << (x & 63);
    }
}

// Returns the word whose bit i is the exclusive or of bits 0 .. i of x.
static inline uint64_t running_xor(uint64_t x)
{
    for (int shift = 1; shift < 64; shift *= 2) x ^= x << shift;
    return x;
}

// Makes the pixels of row y solid or empty that have an odd number of toggled bits up to and including their own.
// Requires y inside the mask, and a word of `toggles` for each strip. running_xor counts within a word; `inside`
// carries the result from strip to strip.
static void draw_polygon_row(rim_mask *mask, const uint64_t *toggles, int y, bool solid)
{
    uint64_t inside = 0; // all ones if the strips before have an odd number of toggled bits
    for (int strip = 0; strip < mask->strips; strip++)
    {
        uint64_t  bits = running_xor(toggles[strip]) ^ inside;
        uint64_t *word = mask_strip(mask, strip) + y;
        inside = (uint64_t)0 - (bits >> 63); // the last bit, for all bits of the next strip
        bits &= mask_strip_bits(mask, strip);
        *word = solid ? *word | bits : *word & ~bits;
    }
}

// Makes the pixels solid or empty whose centers are inside the polygon by the even-odd rule; none if a point is not finite
// or there are fewer than 3. Draws row by row.
void rim_mask_draw_polygon(rim_mask *mask, const rim_vec2 *points, int count, bool solid)
{
    RIM_ASSERT(mask && (points || count <= 0), "the mask or the points are NULL");
    float low = INFINITY, high = -INFINITY;
    for (int i = 0; i < count; i++)
    {
        if (!vec2_is_finite(points[i])) return;
        low = points[i].y < low ? points[i].y : low;
        high = points[i].y > high ? points[i].y : high;
    }
    if (count < 3) return;
    uint64_t toggles[MASK_DRAW_ROW_WORDS];
    int      y0 = mask_draw_clamp(float_floor_int((double)low), 0, mask->height);
    int      y1 = mask_draw_clamp(float_ceil_int((double)high), 0, mask->height);
    for (int y = y0; y < y1; y++)
    {
        memset(toggles, 0, ((size_t)mask->strips + 1) * sizeof *toggles);
        note_crossings(toggles, mask, points, count, y);
        draw_polygon_row(mask, toggles, y, solid);
    }
}
