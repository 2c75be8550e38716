#include "rimcast/outline.h"

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
    for (int k = 0; 2 * k <= quarter; k++)
    {
        rim_sincos_pair d = rim_sincos_degrees(k * 90.0 / quarter);
        directions[k] = d;
        if (k == 0) continue;
        directions[quarter - k].cos = d.sin;
        directions[quarter - k].sin = d.cos;
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

static outline_direction direction_of(rim_sincos_pair d, rim_edge_point *point)
{
    outline_direction made = { d.cos, d.sin, d.cos / d.sin, d.sin / d.cos, point };
    return made;
}

static outline_direction direction_turned(outline_direction d, rim_edge_point *point)
{
    outline_direction turned = { 0.0 - d.sin, d.cos, -d.down, -d.across, point };
    return turned;
}

// Casts rays along `count` directions, and along those turned by right angles: ray k + i quarter is ray k turned i times.
// Returns the number of hits.
static int cast_turned(const outline_rays *about, const rim_sincos_pair *directions, int count,
                       int turns, int quarter, rim_edge_point *points)
{
    outline_direction some[OUTLINE_RAYS_TOGETHER];
    for (int k = 0; k < count; k++) some[k] = direction_of(directions[k], &points[k]);
    for (int k = count; k < turns * count; k++)
        some[k] = direction_turned(some[k - count], some[k - count].point + quarter);
    return outline_rays_cast(about, some, turns * count);
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
    outline_direction     some[OUTLINE_RAYS_TOGETHER];
    outline_rays          about;
    int                   hits = 0;
    clear_points(points, rays);
    if (!vec2_is_finite(anchor)) return 0;
    outline_rays_init(&about, mask, anchor);
    for (int from = 0; from < rays; from += OUTLINE_RAYS_TOGETHER)
    {
        int count = rays - from < OUTLINE_RAYS_TOGETHER ? rays - from : OUTLINE_RAYS_TOGETHER;
        for (int k = 0; k < count; k++)
        {
            rim_sincos_pair d = directions[from + k];
            if (!is_direction(d)) d = none;
            d.cos += 0.0, d.sin += 0.0; // a sum with 0 is no negative zero
            some[k] = direction_of(d, &points[from + k]);
        }
        hits += outline_rays_cast(&about, some, count);
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
    clear_points(points, rays);
    if (!vec2_is_finite(anchor) || rays <= 0) return 0;
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
