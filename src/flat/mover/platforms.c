// Platforms: one-way ones, which hold only movers that come from above, and moving ones, which carry movers.
#include "flat/mover/data.h"

#include "base/float.h"

#include <math.h>

// --- one-way platforms ------------------------------------------------------------------------------------------

// Computes the least and the largest dot product of `direction` with a point of the box.
static void box_extent(rim_box2 box, rim_vec2 direction, double *lo, double *hi)
{
    double x0 = (double)box.lo.x * direction.x, x1 = (double)box.hi.x * direction.x;
    double y0 = (double)box.lo.y * direction.y, y1 = (double)box.hi.y * direction.y;
    *lo = (x0 < x1 ? x0 : x1) + (y0 < y1 ? y0 : y1);
    *hi = (x0 < x1 ? x1 : x0) + (y0 < y1 ? y1 : y0);
}

// Returns true if the platform is below the mover, so that it holds it. Either all of the platform is no higher than the
// mover's feet, or a motion straight up, past the platform's top, does not hit the platform, and one straight down, past
// its bottom, does. All heights are along `up`. The mover is first lifted by a pixel, because rounding or a platform that
// rotates may have put its feet up to a pixel too low.
static bool platform_is_below(const rim_one_way2 *way, const mover_solid *platform)
{
    double     pixel = mover2_pixel_size(&way->me, platform);
    rim_mover2 lifted = way->me;
    lifted.at = rim_vec2_add(lifted.at, mover_scaled(way->up, pixel));

    double foot, head, bottom, top;
    box_extent(rim_mover2_bounds(&lifted), way->up, &foot, &head);
    box_extent(mover_solid_bounds(platform), way->up, &bottom, &top);
    if (top <= foot) return true;
    rim_vec2 past_top = mover_scaled(way->up, top - foot);
    rim_vec2 past_bottom = mover_scaled(way->up, bottom - head); // downward
    if (mover2_sweep_one(&lifted, past_top, platform).hit) return false;
    return mover2_sweep_one(&lifted, past_bottom, platform).hit;
}

// Lists the sprites of the solid world, then those of the platforms that are below the mover.
static int platforms_gather(const void *context, rim_box2 box, int first, rim_posed *out,
                            int capacity)
{
    const rim_one_way2 *way = context;
    solid_search        search;
    mover_solid         platform;
    int                 count = way->solid.gather(way->solid.context, box, first, out, capacity);
    solid_search_start(&search, way->platforms, box);
    while (solid_search_next(&search, &platform))
    {
        if (!platform.posed.sprite || !platform_is_below(way, &platform)) continue;
        if (count >= first && count - first < capacity) out[count - first] = platform.posed;
        count++;
    }
    return count;
}

// Lists the parts of the solid world, then those of the platforms that are below the mover.
static int platforms_gather_shapes(const void *context, rim_box2 box, int first,
                                   rim_figure_part *out, int capacity)
{
    const rim_one_way2 *way = context;
    solid_search        search;
    mover_solid         platform;
    int                 count = 0;
    if (way->solid.gather_shapes)
        count = way->solid.gather_shapes(way->solid.context, box, first, out, capacity);
    solid_search_start(&search, way->platforms, box);
    while (solid_search_next(&search, &platform))
    {
        if (platform.posed.sprite || !platform_is_below(way, &platform)) continue;
        if (count >= first && count - first < capacity) out[count - first] = platform.part;
        count++;
    }
    return count;
}

rim_world2 rim_one_way2_world(const rim_one_way2 *way)
{
    return (rim_world2){ way, platforms_gather, platforms_gather_shapes };
}

// --- moving platforms ------------------------------------------------------------------------------------------

// Slides the mover by the motion of the platform's point at the mover's position. Let A, t be the matrix and translation of
// the platform's pose before, A', t' those after. A point p of the platform moves by
//
//      (A' A^-1 - 1) (p - t) + (t' - t)  =  (A' - A) (u, v) + (t' - t),     (u, v) = A^-1 (p - t).
//
// The second form is computed: if the platform does not rotate, its first term is exactly 0, so that no rounding errors
// accumulate. A singular pose gives a motion that is not finite, by which nothing slides.
rim_slide2 rim_mover2_carry(const rim_mover2 *me, rim_xform2 before, rim_xform2 after,
                            rim_world2 world)
{
    double   det = (double)before.a * before.d - (double)before.b * before.c;
    double   x = (double)me->at.x - before.tx, y = (double)me->at.y - before.ty;
    double   u = (before.d * x - before.c * y) / det, v = (before.a * y - before.b * x) / det;
    double   turned_x = ((double)after.a - before.a) * u + ((double)after.c - before.c) * v;
    double   turned_y = ((double)after.b - before.b) * u + ((double)after.d - before.d) * v;
    rim_vec2 delta = rim_vec2_make((float)(turned_x + ((double)after.tx - before.tx)),
                                   (float)(turned_y + ((double)after.ty - before.ty)));
    return rim_mover2_slide(me, delta, world);
}
