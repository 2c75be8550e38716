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

// Returns true if the platform is below the mover, and so holds it. The mover is first lifted by a pixel of the
// platform, because rounding, or a platform that rotates, may have put its feet up to a pixel too low. The platform
// is below the lifted mover in two cases. Either its top is no higher than the feet, or a motion straight up, past
// its top, does not hit the platform and a motion straight down, past its bottom, does. All heights are dot products
// with way->up.
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

// The function `gather` of the world: lists the sprites of the solid world near the box, then the platforms near the
// box that are sprites and below the mover. The sprites of the solid world have the numbers 0 .. count - 1.
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

// The function `gather_shapes` of the world: lists the parts of the solid world near the box, then the platforms near
// the box that are parts and below the mover.
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

// Slides the mover by the motion of the platform's point that is at the mover's position. Let A and t be the matrix
// and the translation of the pose `before`, and A' and t' those of the pose `after`. A point p of the platform moves
// by
//
//      (A' A^-1 - I) (p - t) + (t' - t)  =  (A' - A) (u, v) + (t' - t),     (u, v) = A^-1 (p - t),  (x, y) = p - t.
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
