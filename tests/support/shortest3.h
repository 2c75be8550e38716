// The shortest way between a segment and a triangle, found among all pairs of their parts in double. Shares nothing with
// the library.
#ifndef TESTS_SUPPORT_SHORTEST3_H
#define TESTS_SUPPORT_SHORTEST3_H

#include "rimcast/vec3.h"

#include <math.h>

typedef struct point3
{
    double x, y, z;
} point3;

static inline point3 point3_of(rim_vec3 v)
{
    return (point3){ v.x, v.y, v.z };
}

static inline point3 point3_add(point3 a, point3 b, double s)
{
    return (point3){ a.x + s * b.x, a.y + s * b.y, a.z + s * b.z };
}

static inline double point3_dot(point3 a, point3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline point3 point3_cross(point3 a, point3 b)
{
    return (point3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

// The shortest vector found so far, from the mesh towards the mover.
typedef struct shortest
{
    point3 v;
    double length;
} shortest;

// The shortest vector from a triangle to the segment p q, which do not cross.
shortest shortest_from_triangle(const point3 t[3], point3 p, point3 q);

#endif
