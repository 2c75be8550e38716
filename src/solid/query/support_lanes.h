// Template: compiled anew by each file that includes it.
// Support points, four points at a time. Include solid/shape/four_plain.h or solid/shape/four_avx2.h first, and say who
// finds the farthest point of a shape of many points:
//
//      FARTHEST_OF_MANY(shape, direction)      an index, as a support_kernel gives it
//
#ifndef RIM_SOLID_QUERY_SUPPORT_LANES_H
#define RIM_SOLID_QUERY_SUPPORT_LANES_H

#include "solid/query/gjk.h"
#include "solid/shape/four3.h"

FOUR_INLINE four3 four3_turn(four3 p)
{
    four3 l = { four_turn(p.x), four_turn(p.y), four_turn(p.z) };
    return l;
}

FOUR_INLINE four3 four3_last(four3 p)
{
    four3 l = { four_last(p.x), four_last(p.y), four_last(p.z) };
    return l;
}

FOUR_INLINE four3 four3_pick(four_mask m, four3 a, four3 b)
{
    four3 l = { four_pick(m, a.x, b.x), four_pick(m, a.y, b.y), four_pick(m, a.z, b.z) };
    return l;
}

// Few enough to be asked all in double. What pads them is the first one again, which is found first.
#define SUPPORT_LANES_MOST_POINTS 16

FOUR_INLINE int farthest(const gjk_shape *shape, vec3d way)
{
    if (!shape->hull) return support_point_scalar(shape, way.x, way.y, way.z);
    int padded = shape->hull->padded_corners;
    if (padded > SUPPORT_LANES_MOST_POINTS) return FARTHEST_OF_MANY(shape, way);
    four3 d = four3_all(way);
    four  index = four_set(0.0, 1.0, 2.0, 3.0), where = index, most = four_all(-INFINITY);
    for (int i = 0; i < padded; i += 4)
    {
        four3     p = { four_load_floats(shape->hull->x + i), four_load_floats(shape->hull->y + i),
                        four_load_floats(shape->hull->z + i) };
        four      dot = four3_dot(d, p);
        four_mask more = four_less(most, dot);
        where = four_pick(more, index, where);
        most = four_pick(more, dot, most);
        index = four_add(index, four_all(4.0));
    }
    four_mask top = four_equal(most, four_all(four_highest(most)));
    return (int)four_lowest(four_pick(top, where, four_all(0x1p20)));
}

FOUR_INLINE void support_pair(const gjk_pair *pair, vec3d d, int *a, int *b)
{
    *a = farthest(&pair->a, d);
    *b = farthest(&pair->b, m3d_unapply(pair->turn, v3d(-d.x, -d.y, -d.z)));
}

#endif
