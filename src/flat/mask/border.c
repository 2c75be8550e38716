// Tracing a border from pixel to pixel.
#include "rimcast/mask.h"

#include "flat/mask/bits.h"

// The eight neighbors of a pixel, clockwise on the screen from the right one.
static const rim_pixel around[8] = { { 1, 0 },  { 1, 1 },   { 0, 1 },  { -1, 1 },
                                     { -1, 0 }, { -1, -1 }, { 0, -1 }, { 1, -1 } };

// Returns the first direction from `from` on, clockwise, in which there is a solid neighbor; -1 if there is none.
static int solid_direction(const rim_mask *mask, rim_pixel at, int from)
{
    for (int i = 0; i < 8; i++)
    {
        int k = (from + i) & 7;
        if (mask_solid(mask, at.x + around[k].x, at.y + around[k].y)) return k;
    }
    return -1;
}

// After a step in direction k, the neighbor before that one, clockwise, was empty. From the new pixel that neighbor is in
// direction k - 2 if k is even and k - 3 if it is odd. So the search continues after it, from direction k - 2 at the
// latest.
int64_t rim_mask_border(const rim_mask *mask, rim_pixel start, rim_pixel *out, int64_t capacity)
{
    if (!mask_solid(mask, start.x, start.y) || mask_solid(mask, start.x - 1, start.y)) return 0;

    int       first = solid_direction(mask, start, 5), k = first; // from behind the left one on
    int64_t   count = 0;
    rim_pixel at = start;
    do
    {
        if (count < capacity) out[count] = at;
        count++;
        if (k < 0) break; // a pixel alone
        at.x += around[k].x;
        at.y += around[k].y;
        k = solid_direction(mask, at, k + 6);
    } while (at.x != start.x || at.y != start.y || k != first);
    return count;
}
