// The sums of all |coordinates| and |lengths| of shapes, by which a frame is chosen.
#ifndef RIM_SOLID_SHAPE_MAGNITUDE_H
#define RIM_SOLID_SHAPE_MAGNITUDE_H

#include "solid/shape/closest.h"

CORE_INLINE double reach_sphere(rim_sphere s)
{
    return core_length1(s.center) + fabs((double)s.radius);
}

CORE_INLINE double reach_capsule(rim_capsule c)
{
    return core_length1(c.a) + core_length1(c.b) + fabs((double)c.radius);
}

CORE_INLINE double reach_triangle(const rim_triangle *t)
{
    return core_length1(t->a) + core_length1(t->b) + core_length1(t->c);
}

CORE_INLINE double reach_polygon(rim_polygon3 polygon)
{
    double reach = 0.0;
    for (int i = 0; i < polygon.count; i++) reach += core_length1(polygon.points[i]);
    return reach;
}

#endif
