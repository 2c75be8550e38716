// Tracing a border from pixel to pixel.
#include "rimcast/mask.h"

#include "flat/mask/bits.h"

// The eight neighbors of a pixel, clockwise on the screen from the right one.
static const rim_pixel around[8] = { { 1, 0 },  { 1, 1 },   { 0, 1 },  { -1, 1 },
                                     { -1, 0 }, { -1, -1 }, { 0, -1 }, { 1, -1 } };

// Returns the first direction, an index of `around`, in which the pixel has a solid neighbor. Searches clockwise from
// direction `from` modulo 8. Returns -1 if there is none. Requires from >= 0.
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

// Stores the border pixels, in order, from `start` on until the first step would be repeated. Returns their number, or
// 0 if `start` is empty or has a solid pixel to its left. The empty pixels are on the left of the way: it runs
// clockwise on the screen around an island, counterclockwise around a hole. This is Moore's neighbor tracing: the next
// border pixel is the first solid neighbor clockwise from an empty one.
//
// The last step was in direction k, so the old pixel's neighbor in direction k - 1 was empty. From the new pixel, this
// neighbor is in direction k - 2 if k is even and k - 3 if k is odd. So a search from k - 2 on, which is k + 6 modulo
// 8, skips no solid neighbor.
int64_t rim_mask_border(const rim_mask *mask, rim_pixel start, rim_pixel *out, int64_t capacity)
{
    if (!mask_solid(mask, start.x, start.y) || mask_solid(mask, start.x - 1, start.y)) return 0;

    // The left neighbor, direction 4, is empty, so the search starts at direction 5.
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
