// Volume, centroid and inertia of closed surfaces, by the divergence theorem.
#ifndef RIM_SOLID_HULL_MASS_H
#define RIM_SOLID_HULL_MASS_H

#include "base/vec3d.h"
#include "rimcast/hull.h"

// Sums over tetrahedra from one origin: 6 times the volume, the centroid's numerator and the second
// moments. With the origin inside, no term of a convex body is negative: nothing cancels.
typedef struct mass_sum
{
    double volume6;
    vec3d  first;      // sum of det * (a + b + c)
    double xx, yy, zz; // sum of det * (a a^T + b b^T + c c^T + s s^T), s = a + b + c
    double xy, yz, zx;
    double area;
} mass_sum;

// The tetrahedron of the origin and the triangle a, b, c, counter-clockwise seen from outside.
void mass_add(mass_sum *sum, vec3d a, vec3d b, vec3d c);

// The result for an origin that lies at `origin`. With no volume only the area is told.
rim_mass3 mass_end(const mass_sum *sum, vec3d origin);

#endif
