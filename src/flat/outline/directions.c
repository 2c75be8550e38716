#include "rimcast/outline.h"

#include "base/angle.h"
#include "base/float.h"
#include "flat/outline/outline.h"

#include <math.h>

// Returns true if an eighth of the directions of `rays` rays gives all others, bit for bit, by quarter turns and by
// swapping sine and cosine. That holds if the angles, and so their sums with right angles, are exact in double.
static bool is_symmetric(int rays)
{
    double step = 1024.0 * 360.0 / rays; // in 1024ths of a degree
    return rays % 4 == 0 && step == (int)step;
}

// Returns d turned by a right angle. No zero is negative, as in rim_sincos_degrees.
static rim_sincos_pair quarter_turn(rim_sincos_pair d)
{
    rim_sincos_pair turned = { 0.0 - d.sin, d.cos };
    return turned;
}

// Stores directions 0 .. quarter - 1 of the 4 `quarter` rays of a circle. Computes those up to 45 degrees, several at once;
// direction quarter - k is direction k with sine and cosine exchanged.
static void make_quarter(rim_sincos_pair *directions, int quarter)
{
    enum
    {
        DIRECTIONS_AT_ONCE = 16
    };
    double degrees[DIRECTIONS_AT_ONCE], sine[DIRECTIONS_AT_ONCE], cosine[DIRECTIONS_AT_ONCE];
    int    last = quarter / 2;
    for (int from = 0; from <= last; from += DIRECTIONS_AT_ONCE)
    {
        int count = last - from < DIRECTIONS_AT_ONCE ? last - from + 1 : DIRECTIONS_AT_ONCE;
        for (int i = 0; i < count; i++) degrees[i] = (from + i) * 90.0 / quarter;
        angle_sincos_octave(degrees, count, sine, cosine);
        for (int i = 0; i < count; i++)
        {
            int             k = from + i;
            rim_sincos_pair exchanged = { .cos = sine[i], .sin = cosine[i] };
            directions[k].cos = cosine[i];
            directions[k].sin = sine[i];
            if (k > 0) directions[quarter - k] = exchanged;
        }
    }
}

// Computes the directions of k * 360 / rays degrees; if they are symmetric, the first quarter, and quarter turns of it.
void rim_outline_directions(int rays, rim_sincos_pair *directions)
{
    if (rays > 0 && is_symmetric(rays))
    {
        int quarter = rays / 4;
        make_quarter(directions, quarter);
        for (int k = quarter; k < rays; k++) directions[k] = quarter_turn(directions[k - quarter]);
    }
    else
        for (int k = 0; k < rays; k++) directions[k] = rim_sincos_degrees(k * 360.0 / rays);
}

// The least and the greatest |x| + |y| of a direction: products with coordinates stay far from overflow, and their errors,
// which exact sums keep, far above the least double.
#define OUTLINE_LEAST_DIRECTION 0x1p-64
#define OUTLINE_MOST_DIRECTION 0x1p64

static bool is_direction(rim_sincos_pair d)
{
    double size = fabs(d.cos) + fabs(d.sin);
    return size >= OUTLINE_LEAST_DIRECTION && size <= OUTLINE_MOST_DIRECTION;
}

// Makes a fan of `count` directions, whose slopes are not set yet.
static void fan_set(outline_fan *fan, const rim_sincos_pair *directions, int count,
                    rim_edge_point *points)
{
    fan->count = count;
    for (int k = 0; k < count; k++)
    {
        fan->cos[k] = directions[k].cos;
        fan->sin[k] = directions[k].sin;
        fan->points[k] = &points[k];
    }
}

// Computes the slopes. A compiler makes vectors of the loop. Quotients by 0 are stored, too, but not used.
static void fan_set_slopes(outline_fan *fan)
{
    for (int k = 0; k < fan->count; k++)
    {
        double c = fan->cos[k], s = fan->sin[k];
        fan->across[k] = c / s;
        fan->down[k] = s / c;
    }
}

// Adds the last `count` directions again, turned by a right angle. They have the same slopes, without new divisions. Their
// points are `further` on.
static void fan_add_turned(outline_fan *fan, int count, int further)
{
    for (int i = 0; i < count; i++)
    {
        int k = fan->count + i, from = k - count;
        fan->cos[k] = 0.0 - fan->sin[from]; // no negative zero
        fan->sin[k] = fan->cos[from];
        fan->across[k] = -fan->down[from];
        fan->down[k] = -fan->across[from];
        fan->points[k] = fan->points[from] + further;
    }
    fan->count += count;
}

// Casts rays along `count` directions, and along those turned by right angles: ray k + i quarter is ray k turned i times.
// Returns the number of hits.
static int cast_turned(const outline_rays *about, const rim_sincos_pair *directions, int count,
                       int turns, int quarter, rim_edge_point *points)
{
    outline_fan fan;
    fan_set(&fan, directions, count, points);
    fan_set_slopes(&fan);
    for (int turn = 1; turn < turns; turn++) fan_add_turned(&fan, count, quarter);
    return outline_rays_cast(about, &fan);
}

static void clear_points(rim_edge_point *points, int count)
{
    const rim_edge_point none = { { 0.0f, 0.0f }, false };
    for (int k = 0; k < count; k++) points[k] = none;
}

// Casts the rays in fans. Directions that are too short, too long or not finite become (0, 0), which hits nothing.
int rim_outline_cast_along(const rim_mask *mask, rim_vec2 anchor, int rays,
                           const rim_sincos_pair *directions, rim_edge_point *points)
{
    const rim_sincos_pair none = { 0 };
    outline_rays          about;
    outline_fan           fan;
    int                   hits = 0;
    if (!vec2_is_finite(anchor))
    {
        clear_points(points, rays);
        return 0;
    }
    outline_rays_init(&about, mask, anchor);
    for (int from = 0; from < rays; from += OUTLINE_RAYS_TOGETHER)
    {
        int count = rays - from < OUTLINE_RAYS_TOGETHER ? rays - from : OUTLINE_RAYS_TOGETHER;
        fan_set(&fan, &directions[from], count, &points[from]);
        for (int k = 0; k < count; k++)
        {
            rim_sincos_pair d = is_direction(directions[from + k]) ? directions[from + k] : none;
            fan.cos[k] = d.cos + 0.0; // a sum with 0 is no negative zero
            fan.sin[k] = d.sin + 0.0;
        }
        fan_set_slopes(&fan);
        hits += outline_rays_cast(&about, &fan);
    }
    return hits;
}

enum
{
    DIRECTIONS_KEPT = 128 // that rim_outline_cast keeps at a time
};

// Computes directions from .. from + count - 1 of `rays` rays. In a symmetric outline of at most DIRECTIONS_KEPT rays in a
// quarter, computes the whole quarter by make_quarter. Then `from` is 0 and `count` is `quarter`.
static void make_directions(rim_sincos_pair *directions, int rays, bool symmetric, int quarter,
                            int from, int count)
{
    if (symmetric && quarter <= DIRECTIONS_KEPT)
        make_quarter(directions, quarter);
    else
        for (int k = 0; k < count; k++)
            directions[k] = rim_sincos_degrees((from + k) * 360.0 / rays);
}

// Casts the rays in fans. If the directions are symmetric, casts the rays of the first quarter, each together with its
// three quarter turns, which have the same slopes; else all rays are one "quarter" without turns.
int rim_outline_cast(const rim_mask *mask, rim_vec2 anchor, int rays, rim_edge_point *points)
{
    rim_sincos_pair directions[DIRECTIONS_KEPT];
    outline_rays    about;
    int             hits = 0;
    if (!vec2_is_finite(anchor) || rays <= 0)
    {
        clear_points(points, rays);
        return 0;
    }
    outline_rays_init(&about, mask, anchor);
    bool symmetric = is_symmetric(rays);
    int  turns = symmetric ? 4 : 1, quarter = rays / turns;
    int  fan_most = OUTLINE_RAYS_TOGETHER / turns; // directions in a fan, without their turns
    for (int from = 0; from < quarter; from += DIRECTIONS_KEPT)
    {
        int count = quarter - from < DIRECTIONS_KEPT ? quarter - from : DIRECTIONS_KEPT;
        make_directions(directions, rays, symmetric, quarter, from, count);
        for (int k = 0; k < count; k += fan_most)
        {
            int fan_count = count - k < fan_most ? count - k : fan_most;
            hits +=
                cast_turned(&about, &directions[k], fan_count, turns, quarter, &points[from + k]);
        }
    }
    return hits;
}
