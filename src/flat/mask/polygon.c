#include "rimcast/mask.h"
#include "rimcast/polygon.h"

#include "flat/mask/bits.h"

#include <assert.h>

// The first and the last solid pixel of a row; false without any.
static bool ends_of_row(const rim_mask *mask, int y, int *first, int *last)
{
    *first = *last = -1;
    for (int strip = 0; strip < mask->strips; strip++)
    {
        uint64_t word = mask_word(mask, strip, y);
        if (!word) continue;
        if (*first < 0) *first = 64 * strip + mask_lowest(word);
        *last = 64 * strip + mask_highest(word);
    }
    return *first >= 0;
}

// No other corners than those of each row's ends can be the hull's.
size_t rim_mask_hull(const rim_mask *mask, rim_vec2 *points)
{
    assert(mask && points);
    size_t count = 0;
    for (int y = 0; y < mask->height; y++)
    {
        int first, last;
        if (!ends_of_row(mask, y, &first, &last)) continue;
        for (int k = 0; k < 4; k++)
            points[count++] = rim_vec2_make((float)(k & 1 ? last + 1 : first), (float)(y + k / 2));
    }
    return rim_polygon2_hull(points, count);
}
