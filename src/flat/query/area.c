#include "rimcast/pair.h"

#include "flat/query/shared_area.h"

#include <float.h>

double rim_sprite_overlap_area(rim_posed a, rim_posed b)
{
    // The yes or no is exact; the sum of clipped areas is not, and would see slivers in mere touches.
    if (!rim_sprite_overlaps(a, b)) return 0.0;
    traversal view;
    if (!traversal_init(&view, a, b)) return 0.0;
    double area = shared_area_area(&view);
    return area > 0.0 ? area : DBL_MIN;
}
