#include "rimcast/outline.h"

#include "base/angle.h"
#include "base/float.h"
#include "flat/outline/outline.h"

#include <math.h>

// Returns true if the directions of `rays` rays can be derived from an eighth of them, by swapping sine and cosine and
// by quarter turns, bit for bit. That holds if the number is a multiple of 4 and all angles, in degrees, are exact in
// double.
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

// Stores the directions of the first quarter, 0 .. quarter - 1, of 4 `quarter` rays. Requires is_symmetric(4 quarter).
// Computes those up to 45 degrees, several at once. Direction quarter - k is direction k with sine and cosine
// exchanged.
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

// Computes the directions of k * 360 / rays degrees. If they are symmetric, computes the first quarter, and the others
// as quarter turns of it.
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

// The least and the greatest |cos| + |sin| of a direction that hits. With these limits, products with coordinates stay
// far from overflow, and the errors of these products, which exact sums keep, stay far above the least double.
#define OUTLINE_LEAST_DIRECTION 0x1p-64
#define OUTLINE_MOST_DIRECTION 0x1p64

static bool is_direction(rim_sincos_pair d)
{
    double size = fabs(d.cos) + fabs(d.sin);
    return size >= OUTLINE_LEAST_DIRECTION && size <= OUTLINE_MOST_DIRECTION;
}

// The least component of a direction that is not 0, as a fraction of the other component. A smaller one makes a slope
// overflow, or products whose errors are below the least double.
#define OUTLINE_LEAST_COMPONENT 0x1p-300

// Returns a component of a direction, moved away from 0 if it is less than OUTLINE_LEAST_COMPONENT of the other one.
// The ray passes the corners of pixels on the same sides as before: a corner and the anchor, a float, are at most 2^129
// apart along one axis, and along the other one at least 2^-149 unless they are level. The points of the ray, rounded
// to float, stay the same, too. Turns -0 to 0.
static double outline_component_of(double component, double other)
{
    double least = OUTLINE_LEAST_COMPONENT * fabs(other);
    if (component == 0.0) return 0.0;
    if (fabs(component) >= least) return component;
    return component < 0.0 ? -least : least;
}

// Sets the directions and points of a fan; fan_set_slopes must follow. Requires count <= OUTLINE_RAYS_TOGETHER. The
// point of direction k is points[k].
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

// Computes the slopes of all directions of a fan. A compiler makes vectors of the loop. Quotients by 0 are stored, too,
// but not used.
static void fan_set_slopes(outline_fan *fan)
{
    for (int k = 0; k < fan->count; k++)
    {
        double c = fan->cos[k], s = fan->sin[k];
        fan->across[k] = c / s;
        fan->down[k] = s / c;
    }
}

// Adds the fan's last `count` directions again, turned by a right angle. Their slopes are the negative old ones,
// exchanged, so there are no new divisions. Their points are `further` elements behind those of the directions they are
// made from. Requires room in the fan.
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

// Casts rays along `count` directions, and along these directions turned by 1 .. turns - 1 right angles. The point of
// direction k turned i times is points[k + i quarter]. Requires count * turns <= OUTLINE_RAYS_TOGETHER. Returns the
// number of hits.
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
    for (int first = 0; first < rays; first += OUTLINE_RAYS_TOGETHER)
    {
        int count = rays - first < OUTLINE_RAYS_TOGETHER ? rays - first : OUTLINE_RAYS_TOGETHER;
        fan_set(&fan, &directions[first], count, &points[first]);
        for (int k = 0; k < count; k++)
        {
            rim_sincos_pair d = is_direction(directions[first + k]) ? directions[first + k] : none;
            fan.cos[k] = outline_component_of(d.cos, d.sin);
            fan.sin[k] = outline_component_of(d.sin, d.cos);
        }
        fan_set_slopes(&fan);
        hits += outline_rays_cast(&about, &fan);
    }
    return hits;
}

enum
{
    DIRECTIONS_KEPT = 128 // the most directions that rim_outline_cast has at a time
};

// Computes directions first .. first + count - 1 of `rays` rays. If the directions are symmetric and a quarter has at
// most DIRECTIONS_KEPT rays, computes the whole quarter by make_quarter. In that case `first` must be 0 and `count`
// must be `quarter`.
static void make_directions(rim_sincos_pair *directions, int rays, bool symmetric, int quarter,
                            int first, int count)
{
    if (symmetric && quarter <= DIRECTIONS_KEPT)
        make_quarter(directions, quarter);
    else
        for (int k = 0; k < count; k++)
            directions[k] = rim_sincos_degrees((first + k) * 360.0 / rays);
}

// Casts the rays in fans. If the directions are symmetric, only the rays of the first quarter are computed, and each is
// cast together with its three quarter turns, which have the same slopes. Otherwise all rays are one "quarter" without
// turns.
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
    for (int first = 0; first < quarter; first += DIRECTIONS_KEPT)
    {
        int count = quarter - first < DIRECTIONS_KEPT ? quarter - first : DIRECTIONS_KEPT;
        make_directions(directions, rays, symmetric, quarter, first, count);
        for (int k = 0; k < count; k += fan_most)
        {
            int fan_count = count - k < fan_most ? count - k : fan_most;
            hits +=
                cast_turned(&about, &directions[k], fan_count, turns, quarter, &points[first + k]);
        }
    }
    return hits;
}
