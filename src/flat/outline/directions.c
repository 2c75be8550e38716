#include "rimcast/outline.h"

#include "base/angle.h"
#include "base/float.h"
#include "flat/outline/outline.h"

#include <math.h>

// Returns true if an eighth of the directions gives all others, bit for bit, by quarter turns and by swapping sine and
// cosine. That holds if the angles, and so their sums with right angles, are exact in double.
static bool is_symmetric(int rays)
{
    double step = 1024.0 * 360.0 / rays;
    return rays % 4 == 0 && step == (int)step;
}

// Returns d turned by a right angle. No zero is negative, as in rim_sincos_degrees.
static rim_sincos_pair quarter_turn(rim_sincos_pair d)
{
    rim_sincos_pair turned = { 0.0 - d.sin, d.cos };
    return turned;
}

// Computes the first quarter of the directions.
static void make_quarter(rim_sincos_pair *directions, int quarter)
{
    enum
    {
        AT_ONCE = 16
    };
    double degrees[AT_ONCE], sine[AT_ONCE], cosine[AT_ONCE];
    int    last = quarter / 2;
    for (int from = 0; from <= last; from += AT_ONCE)
    {
        int count = last - from < AT_ONCE ? last - from + 1 : AT_ONCE;
        for (int i = 0; i < count; i++) degrees[i] = (from + i) * 90.0 / quarter;
        angle_sincos_octave(degrees, count, sine, cosine);
        for (int i = 0; i < count; i++)
        {
            int k = from + i;
            directions[k].cos = cosine[i], directions[k].sin = sine[i];
            if (k > 0)
                directions[quarter - k].cos = sine[i], directions[quarter - k].sin = cosine[i];
        }
    }
}

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

static bool is_direction(rim_sincos_pair d)
{
    double size = fabs(d.cos) + fabs(d.sin);
    return size >= 0x1p-64 && size <= 0x1p64;
}

// Makes a fan of `count` directions.
static void fan_set(outline_fan *fan, const rim_sincos_pair *directions, int count,
                    rim_edge_point *points)
{
    fan->count = count;
    for (int k = 0; k < count; k++)
    {
        fan->cos[k] = directions[k].cos, fan->sin[k] = directions[k].sin;
        fan->points[k] = &points[k];
    }
}

// Computes the slopes. A compiler makes vectors of the loop.
static void fan_set_slopes(outline_fan *fan)
{
    for (int k = 0; k < fan->count; k++)
    {
        double c = fan->cos[k], s = fan->sin[k];
        fan->across[k] = c / s, fan->down[k] = s / c;
    }
}

// Adds the last `count` directions again, turned by a right angle. They have the same slopes, without new divisions. Their
// points are `further` on.
static void fan_add_turned(outline_fan *fan, int count, int further)
{
    for (int end = fan->count + count; fan->count < end; fan->count++)
    {
        int k = fan->count, from = k - count;
        fan->cos[k] = 0.0 - fan->sin[from], fan->sin[k] = fan->cos[from];
        fan->across[k] = -fan->down[from], fan->down[k] = -fan->across[from];
        fan->points[k] = fan->points[from] + further;
    }
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
            fan.cos[k] = d.cos + 0.0, fan.sin[k] = d.sin + 0.0; // a sum with 0 is no negative zero
        }
        fan_set_slopes(&fan);
        hits += outline_rays_cast(&about, &fan);
    }
    return hits;
}

int rim_outline_cast(const rim_mask *mask, rim_vec2 anchor, int rays, rim_edge_point *points)
{
    enum
    {
        DIRECTIONS = 128 // that are kept at a time
    };
    rim_sincos_pair directions[DIRECTIONS + 1];
    outline_rays    about;
    int             hits = 0;
    if (!vec2_is_finite(anchor) || rays <= 0)
    {
        clear_points(points, rays);
        return 0;
    }
    outline_rays_init(&about, mask, anchor);
    int turns = is_symmetric(rays) ? 4 : 1, quarter = rays / turns;
    int most = OUTLINE_RAYS_TOGETHER / turns;
    for (int from = 0; from < quarter; from += DIRECTIONS)
    {
        int count = quarter - from < DIRECTIONS ? quarter - from : DIRECTIONS;
        if (turns == 4 && quarter <= DIRECTIONS)
            make_quarter(directions, quarter);
        else
            for (int k = 0; k < count; k++)
                directions[k] = rim_sincos_degrees((from + k) * 360.0 / rays);
        for (int k = 0; k < count; k += most)
        {
            int some = count - k < most ? count - k : most;
            hits += cast_turned(&about, &directions[k], some, turns, quarter, &points[from + k]);
        }
    }
    return hits;
}
