#include "rimcast/mask.h"

#include "base/exact.h"
#include "base/float.h"
#include "flat/mask/bits.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static int mask_draw_clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

void rim_mask_draw_rect(rim_mask *mask, rim_rect rect, bool solid)
{
    RIM_ASSERT(mask, "the mask is NULL");
    int x0 = mask_draw_clamp(rect.x0, 0, mask->width),
        x1 = mask_draw_clamp(rect.x1, 0, mask->width);
    int y0 = mask_draw_clamp(rect.y0, 0, mask->height),
        y1 = mask_draw_clamp(rect.y1, 0, mask->height);
    for (int y = y0; y < y1 && x0 < x1; y++) mask_row_fill(mask, y, x0, x1, solid);
}

// --- circles -----------------------------------------------------------------------------------------

typedef struct disc
{
    double x, y, radius;
} disc;

// Returns true if the pixel's center is inside the disc: |p - c|^2 < r^2. Differences, squares and sums have relative
// errors of at most 2^-53; if these could matter, p^2 - 2 p c + c^2 is summed exactly.
static bool disc_holds(const disc *d, int x, int y)
{
    double px = x + 0.5, py = y + 0.5, dx = px - d->x, dy = py - d->y;
    double sum = dx * dx + dy * dy, square = d->radius * d->radius;
    if (sum < square * (1.0 - 0x1p-49)) return true;
    if (sum > square * (1.0 + 0x1p-49)) return false;
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

// Returns the last column inside the disc, between one inside and one outside, by bisection.
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

static void draw_disc_row(rim_mask *mask, const disc *d, int y, bool solid)
{
    int nearest = mask_draw_clamp(float_floor_int(d->x), 0, mask->width - 1);
    if (!disc_holds(d, nearest, y)) return;
    int x0 = last_inside(d, y, nearest, -1), x1 = last_inside(d, y, nearest, mask->width) + 1;
    mask_row_fill(mask, y, x0, x1, solid);
}

void rim_mask_draw_circle(rim_mask *mask, rim_vec2 centre, float radius, bool solid)
{
    RIM_ASSERT(mask, "the mask is NULL");
    if (!vec2_is_finite(centre) || !float_is_finite(radius) || radius <= 0.0f) return;
    disc   d = { (double)centre.x, (double)centre.y, (double)radius };
    double slack = 1.0 + 0x1p-50 * (fabs(d.y) + d.radius);
    int    y0 = mask_draw_clamp(float_floor_int(d.y - d.radius - slack), 0, mask->height);
    int    y1 = mask_draw_clamp(float_ceil_int(d.y + d.radius + slack), 0, mask->height);
    for (int y = y0; y < y1 && mask->width > 0; y++) draw_disc_row(mask, &d, y, solid);
}

// --- polygons ----------------------------------------------------------------------------------------

// Returns true if the center of pixel (x, y) is on or to the right of the side that runs down from low to high: the
// determinant is not positive.
static bool not_left(rim_vec2 low, rim_vec2 high, int x, int y)
{
    return exact_orient2(low.x, low.y, high.x, high.y, (float)x + 0.5f, (float)y + 0.5f) <= 0;
}

// Returns the first column whose center is not to the left of the side a b. Requires that the side crosses the row's center
// line. The estimate is nearly always right; if rounding made it wrong, bisection finds the column.
static int column_of(const rim_mask *mask, rim_vec2 a, rim_vec2 b, int y)
{
    rim_vec2 low = a.y <= b.y ? a : b, high = a.y <= b.y ? b : a;
    double   t = (y + 0.5 - low.y) / ((double)high.y - low.y);
    int      x = float_ceil_int(low.x + t * ((double)high.x - low.x) - 0.5);
    int      left = -1, right = mask->width;
    x = mask_draw_clamp(x, 0, mask->width);
    bool starts = x == mask->width || not_left(low, high, x, y);
    bool ends = x == 0 || !not_left(low, high, x - 1, y);
    if (starts && ends) return x;
    if (starts)
        right = x - 1;
    else
        left = x;
    while (right - left > 1)
    {
        int middle = left + (right - left) / 2;
        if (not_left(low, high, middle, y))
            right = middle;
        else
            left = middle;
    }
    return right;
}

// From each crossing on, all pixels to the right change between inside and outside. The crossings are stored as bits, and a
// running exclusive or along the row gives the pixels.
enum
{
    ROW_WORDS = RIM_MASK_MAX_SIDE / 64 + 1
};

// Toggles a bit of `row` for each side that crosses the center line of pixel row y: that of the first column whose
// center is not to the left of the side. An end on the center line counts as above it, so no crossing is counted twice.
static void note_crossings(uint64_t *row, const rim_mask *mask, const rim_vec2 *points, int count,
                           int y)
{
    double cy = y + 0.5;
    for (int i = 0, j = count - 1; i < count; j = i++)
    {
        if (((double)points[i].y <= cy) == ((double)points[j].y <= cy)) continue;
        int x = column_of(mask, points[j], points[i], y);
        row[x >> 6] ^= (uint64_t)1 << (x & 63);
    }
}

static inline uint64_t running_xor(uint64_t x)
{
    for (int shift = 1; shift < 64; shift *= 2) x ^= x << shift;
    return x;
}

// Fills or clears the pixels with an odd number of crossings to their left: the running exclusive or of the toggled
// bits, carried from strip to strip.
static void draw_polygon_row(rim_mask *mask, const uint64_t *row, int y, bool solid)
{
    uint64_t inside = 0; // all ones behind an odd number of crossings
    for (int strip = 0; strip < mask->strips; strip++)
    {
        uint64_t  bits = running_xor(row[strip]) ^ inside;
        uint64_t *word = mask_strip(mask, strip) + y;
        inside = (uint64_t)0 - (bits >> 63);
        bits &= mask_strip_bits(mask, strip);
        *word = solid ? *word | bits : *word & ~bits;
    }
}

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
    uint64_t row[ROW_WORDS];
    int      y0 = mask_draw_clamp(float_floor_int((double)low), 0, mask->height);
    int      y1 = mask_draw_clamp(float_ceil_int((double)high), 0, mask->height);
    for (int y = y0; y < y1; y++)
    {
        memset(row, 0, ((size_t)mask->strips + 1) * sizeof *row);
        note_crossings(row, mask, points, count, y);
        draw_polygon_row(mask, row, y, solid);
    }
}
