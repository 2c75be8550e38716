// Tracing a border from pixel to pixel.
#include "rimcast/mask.h"

#include "flat/mask/bits.h"

// The eight neighbors of a pixel, clockwise on the screen from the right one.
static const rim_pixel around[8] = { { 1, 0 },  { 1, 1 },   { 0, 1 },  { -1, 1 },
                                     { -1, 0 }, { -1, -1 }, { 0, -1 }, { 1, -1 } };

// Returns the first direction from `from` on, clockwise, in which the pixel has a solid neighbor: an index of `around`;
// -1 if there is none. Requires from >= 0; a multiple of 8 more is the same direction.
static int solid_direction(const rim_mask *mask, rim_pixel pixel, int from)
{
    for (int i = 0; i < 8; i++)
    {
        int direction = (from + i) & 7;
        if (mask_solid(mask, pixel.x + around[direction].x, pixel.y + around[direction].y))
            return direction;
    }
    return -1;
}

// Stores the border pixels from `start` on until the first step would be repeated, with the empty pixels on the left of the
// way: clockwise on the screen around an island, counterclockwise around a hole. Returns their number, and 0 if `start` is
// empty or has a solid pixel to its left. This is Moore's neighbor tracing: the next border pixel is the first solid
// neighbor clockwise from an empty one.
//
// After a step in direction k, the neighbor of the old pixel in direction k - 1 was empty. From the new pixel that one
// is in direction k - 2 if k is even and k - 3 if it is odd, so the search continues from k - 2, which is k + 6 modulo
// 8.
int64_t rim_mask_border(const rim_mask *mask, rim_pixel start, rim_pixel *out, int64_t capacity)
{
    if (!mask_solid(mask, start.x, start.y) || mask_solid(mask, start.x - 1, start.y)) return 0;

    // The left neighbor, direction 4, is empty: from the next one on.
    int       first_direction = solid_direction(mask, start, 5);
    int       direction = first_direction;
    int64_t   count = 0;
    rim_pixel pixel = start;
    do
    {
        if (count < capacity) out[count] = pixel;
        count++;
        if (direction < 0) break; // a pixel alone
        pixel.x += around[direction].x;
        pixel.y += around[direction].y;
        direction = solid_direction(mask, pixel, direction + 6);
    } while (pixel.x != start.x || pixel.y != start.y || direction != first_direction);
    return count;
}
