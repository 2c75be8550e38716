#include "rimcast/outline.h"

#include "base/float.h"
#include "flat/outline/outline.h"

static int outline_cast(const outline_ray *ray, const rim_mask *mask, rim_edge_point *point)
{
    *point = outline_ray_cast(ray, mask);
    return point->hit;
}

// Rays k, k + n/4, k + n/2 and k + 3n/4. As in rim_sincos_degrees, no zero is negative.
static int cast_quarters(outline_ray ray, const rim_mask *mask, int quarter, rim_edge_point *points)
{
    int hits = 0;
    for (int i = 0; i < 4; i++)
    {
        hits += outline_cast(&ray, mask, &points[i * quarter]);
        double c = ray.c;
        ray.c = 0.0 - ray.s;
        ray.s = c;
    }
    return hits;
}

// With angles that are exact in double, and so their sums with right angles, an eighth of the directions
// gives all the others, bit for bit: by quarter turns, and by the mirror that swaps sine and cosine.
static bool is_symmetric(int rays)
{
    double step = 1024.0 * 360.0 / rays;
    return rays % 4 == 0 && step == (int)step;
}

static int cast_symmetric(const rim_mask *mask, rim_vec2 anchor, int rays, rim_edge_point *points)
{
    int quarter = rays / 4, hits = 0;
    for (int k = 0; 2 * k <= quarter; k++)
    {
        outline_ray ray = outline_ray_make(anchor, k, rays);
        hits += cast_quarters(ray, mask, quarter, &points[k]);
        if (k == 0 || 2 * k == quarter) continue;
        outline_ray mirrored = { ray.ax, ray.ay, ray.s, ray.c };
        hits += cast_quarters(mirrored, mask, quarter, &points[quarter - k]);
    }
    return hits;
}

int rim_outline_cast(const rim_mask *mask, rim_vec2 anchor, int rays, rim_edge_point *points)
{
    bool finite = vec2_is_finite(anchor);
    if (finite && rays > 0 && is_symmetric(rays)) return cast_symmetric(mask, anchor, rays, points);

    int hits = 0;
    for (int k = 0; k < rays; k++)
    {
        rim_edge_point none = { { 0.0f, 0.0f }, false };
        outline_ray    ray = outline_ray_make(anchor, k, rays);
        points[k] = finite ? outline_ray_cast(&ray, mask) : none;
        hits += points[k].hit;
    }
    return hits;
}
