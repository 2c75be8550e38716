#include "rimcast/outline.h"

#include "flat/outline_ray.h"

#include <math.h>

int rim_outline_cast(const rim_mask *mask, rim_vec2 anchor, int rays, rim_edge_point *points)
{
    bool finite = isfinite(anchor.x) && isfinite(anchor.y);
    int  hits = 0;
    for (int k = 0; k < rays; k++)
    {
        rim_edge_point none = { { 0.0f, 0.0f }, false };
        outline_ray    ray = outline_ray_make(anchor, k, rays);
        points[k] = finite ? outline_ray_cast(&ray, mask) : none;
        hits += points[k].hit;
    }
    return hits;
}
