// Moments: sums over all solid pixels, and centroid and axes from them.
//
// With n pixels in columns x, the central moment is  sum (x - mean)^2 / n = (n sum x^2 - (sum x)^2) / n^2.  The two
// products have up to 96 bits and nearly cancel for shapes far from the corner, so their difference is summed exactly and
// rounded once. A pixel is a square, which adds 1/12 about its own center.
#include "rimcast/mask.h"

#include "base/exact.h"
#include "flat/mask/bits.h"

#include <math.h>

// Return 0 + 1 + ... + (n - 1), and the sum of the squares.
static int64_t sum_below(int64_t n)
{
    return n * (n - 1) / 2;
}

static int64_t squares_below(int64_t n)
{
    return (n - 1) * n * (2 * n - 1) / 6;
}

// Adds the pixels x0 .. x1 - 1 of row y: sums of x and x^2 as differences of closed sums from 0.
static void add_run_moments(rim_moments2 *m, int64_t x0, int64_t x1, int64_t y)
{
    int64_t count = x1 - x0, x = sum_below(x1) - sum_below(x0);
    m->count += count;
    m->x += x;
    m->y += count * y;
    m->xx += squares_below(x1) - squares_below(x0);
    m->xy += x * y;
    m->yy += count * y * y;
}

// Adds sign * a * b, with factors of up to 63 bits split in halves, whose products are exact.
static void moments_add_product(exact_sum *sum, int64_t a, int64_t b, double sign)
{
    const double half = 0x1p32;
    double       a1 = (double)(a >> 32) * half, a0 = (double)(a & 0xffffffff);
    double       b1 = (double)(b >> 32) * half, b0 = (double)(b & 0xffffffff);
    exact_sum_add_product(sum, sign * a1, b1);
    exact_sum_add_product(sum, sign * a1, b0);
    exact_sum_add_product(sum, sign * a0, b1);
    exact_sum_add_product(sum, sign * a0, b0);
}

// Sets *sum to  n sum(x y) - sum(x) sum(y).
static void central_moment(exact_sum *sum, int64_t n, int64_t xy, int64_t x, int64_t y)
{
    exact_sum_clear(sum);
    moments_add_product(sum, n, xy, 1.0);
    moments_add_product(sum, x, y, -1.0);
}

// Returns the direction of the larger spread. With  d = xx - yy  and  b = 2 xy  it is at half the angle of (d, b):
//
//      cos^2 = (r + d) / (2 r),     sin^2 = (r - d) / (2 r),     cos sin = b / (2 r),     r = |(d, b)|
//
// of which the one is computed that does not cancel, and the other one from the product.
static rim_vec2 moments_axis(double d, double b)
{
    double r = sqrt(d * d + b * b);
    if (!(r > 0.0)) return rim_vec2_make(1.0f, 0.0f);
    double larger = sqrt(0.5 * (1.0 + fabs(d) / r)), smaller = fabs(b) / (2.0 * r * larger);
    if (d >= 0.0) return rim_vec2_make((float)larger, (float)(b < 0.0 ? -smaller : smaller));
    if (smaller == 0.0) return rim_vec2_make(0.0f, 1.0f);
    return rim_vec2_make((float)smaller, (float)(b < 0.0 ? -larger : larger));
}

rim_moments2 rim_mask_moments(const rim_mask *mask)
{
    rim_moments2 m = { 0 };
    m.axis = rim_vec2_make(1.0f, 0.0f);
    for (int y = 0; y < mask->height; y++)
    {
        int end;
        for (int x = mask_run_begin(mask, 0, y); x < mask->width; x = mask_run_begin(mask, end, y))
        {
            end = mask_run_end(mask, x, y);
            add_run_moments(&m, x, end, y);
        }
    }
    if (m.count == 0) return m;

    double    n = (double)m.count, square = n * n;
    exact_sum xx, xy, yy;
    central_moment(&xx, m.count, m.xx, m.x, m.x);
    central_moment(&xy, m.count, m.xy, m.x, m.y);
    central_moment(&yy, m.count, m.yy, m.y, m.y);
    m.centroid = rim_vec2_make((float)((double)m.x / n + 0.5), (float)((double)m.y / n + 0.5));
    m.spread_xx = exact_sum_value(&xx) / square + 1.0 / 12.0;
    m.spread_xy = exact_sum_value(&xy) / square;
    m.spread_yy = exact_sum_value(&yy) / square + 1.0 / 12.0;
    exact_sum difference =
        xx; // the axis depends on xx - yy, which is subtracted before it is rounded
    for (int i = 0; i < yy.count; i++) exact_sum_add(&difference, -yy.term[i]);
    m.axis = moments_axis(exact_sum_value(&difference), 2.0 * exact_sum_value(&xy));
    return m;
}
