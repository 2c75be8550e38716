// Moments: sums over all solid pixels, and centroid and axes from them.
//
// With n pixels in columns x, the central moment is  sum (x - mean)^2 / n = (n sum x^2 - (sum x)^2) / n^2.  The two
// products have up to 96 bits and nearly cancel for shapes far from the corner, so their difference is summed exactly and
// rounded once. A pixel is a square, which adds 1/12 about its own center.
#include "rimcast/mask.h"

#include "base/exact.h"
#include "flat/mask/bits.h"

#include <math.h>

// Returns 0 + 1 + ... + (n - 1).
static int64_t sum_below(int64_t n)
{
    return n * (n - 1) / 2;
}

// Returns 0 + 1 + 4 + ... + (n - 1)^2.
static int64_t squares_below(int64_t n)
{
    return (n - 1) * n * (2 * n - 1) / 6;
}

// Adds the pixels x0 .. x1 - 1 of row y to the count and the sums of x, y, x^2, x y and y^2. A pixel counts at its
// corner, (x, y). The sums of x and x^2 are differences of closed sums from 0. No sum of 2^32 pixels of a mask
// overflows.
static void add_run_moments(rim_moments2 *moments, int64_t x0, int64_t x1, int64_t y)
{
    int64_t count = x1 - x0, x_sum = sum_below(x1) - sum_below(x0);
    moments->count += count;
    moments->x += x_sum;
    moments->y += count * y;
    moments->xx += squares_below(x1) - squares_below(x0);
    moments->xy += x_sum * y;
    moments->yy += count * y * y;
}

// Adds  sign a b,  exactly. Requires 0 <= a, b < 2^63, and a `sign` of 1 or -1. Each factor is split in an upper and a
// lower half of up to 32 bits; exact_sum_add_product adds the products of halves without an error.
static void moments_add_product(exact_sum *sum, int64_t a, int64_t b, double sign)
{
    const double high_weight = 0x1p32; // of a whole number's upper half
    double       a_high = (double)(a >> 32) * high_weight, a_low = (double)(a & 0xffffffff);
    double       b_high = (double)(b >> 32) * high_weight, b_low = (double)(b & 0xffffffff);
    exact_sum_add_product(sum, sign * a_high, b_high);
    exact_sum_add_product(sum, sign * a_high, b_low);
    exact_sum_add_product(sum, sign * a_low, b_high);
    exact_sum_add_product(sum, sign * a_low, b_low);
}

// Sets *sum to  n sum(x y) - sum(x) sum(y).
static void central_moment(exact_sum *sum, int64_t n, int64_t xy, int64_t x, int64_t y)
{
    exact_sum_clear(sum);
    moments_add_product(sum, n, xy, 1.0);
    moments_add_product(sum, x, y, -1.0);
}

// Returns sum / count^2, within 0.51 units in the last place. The first quotient has three roundings: of the sum, of
// count^2, which may have 64 bits, and of the division. What it leaves of the sum is computed exactly, and corrects it.
static double central_mean(const exact_sum *sum, double count)
{
    exact_pair square = exact_mul(count, count);
    double     mean = exact_sum_value(sum) / square.head;
    exact_sum  rest = *sum;
    exact_sum_add_product(&rest, -mean, square.head);
    exact_sum_add_product(&rest, -mean, square.tail);
    return mean + exact_sum_value(&rest) / square.head;
}

// Returns the unit direction of the largest spread; (1, 0) if all directions have the same. With the sums xx, xy and yy
// the arguments are  d = xx - yy  and  b = 2 xy,  and the direction is at half the angle of (d, b):
//
//      cos^2 = (r + d) / (2 r),     sin^2 = (r - d) / (2 r),     cos sin = b / (2 r),     r = |(d, b)|
//
// The larger one of |cos| and |sin| is computed from its square, which does not cancel, the smaller one from the
// product. The sign is chosen so that x >= 0.
static rim_vec2 moments_axis(double d, double b)
{
    double length = sqrt(d * d + b * b);
    if (!(length > 0.0)) return rim_vec2_make(1.0f, 0.0f);
    double larger = sqrt(0.5 * (1.0 + fabs(d) / length));
    double smaller = fabs(b) / (2.0 * length * larger);
    if (d >= 0.0) return rim_vec2_make((float)larger, (float)(b < 0.0 ? -smaller : smaller));
    if (smaller == 0.0) return rim_vec2_make(0.0f, 1.0f);
    return rim_vec2_make((float)smaller, (float)(b < 0.0 ? -larger : larger));
}

// Returns sums, centroid, spread and axis of the solid pixels. Without solid pixels returns zeros and the axis (1, 0).
// The spread is the central moment, about the centroid; the file's head has the formula.
rim_moments2 rim_mask_moments(const rim_mask *mask)
{
    rim_moments2 moments = { 0 };
    moments.axis = rim_vec2_make(1.0f, 0.0f);
    for (int y = 0; y < mask->height; y++)
    {
        int end;
        for (int x = mask_run_begin(mask, 0, y); x < mask->width; x = mask_run_begin(mask, end, y))
        {
            end = mask_run_end(mask, x, y);
            add_run_moments(&moments, x, end, y);
        }
    }
    if (moments.count == 0) return moments;

    double    count = (double)moments.count;
    exact_sum xx, xy, yy;
    central_moment(&xx, moments.count, moments.xx, moments.x, moments.x);
    central_moment(&xy, moments.count, moments.xy, moments.x, moments.y);
    central_moment(&yy, moments.count, moments.yy, moments.y, moments.y);
    // The sums are of whole coordinates, the pixels' corners; centers are half a pixel further.
    moments.centroid = rim_vec2_make((float)((double)moments.x / count + 0.5),
                                     (float)((double)moments.y / count + 0.5));
    moments.spread_xx = central_mean(&xx, count) + 1.0 / 12.0;
    moments.spread_xy = central_mean(&xy, count);
    moments.spread_yy = central_mean(&yy, count) + 1.0 / 12.0;
    // The axis depends on xx - yy, which is subtracted before it is rounded.
    exact_sum difference = xx;
    for (int i = 0; i < yy.count; i++) exact_sum_add(&difference, -yy.term[i]);
    moments.axis = moments_axis(exact_sum_value(&difference), 2.0 * exact_sum_value(&xy));
    return moments;
}
