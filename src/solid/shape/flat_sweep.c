#include "solid/shape/flat_sweep.h"

// A sine at or below this is 0.
#define SWEEP_FLAT 0x1p-40

bool sweep_in_one_plane(sweep_vector *vector, const void *set, int count)
{
    // The longest vector and the one farthest from its line make the best plane.
    vec3d longest = v3d(0.0, 0.0, 0.0), normal = longest;
    for (int i = 0; i < count; i++)
    {
        vec3d v = vector(set, i);
        if (v3d_length2(v) > v3d_length2(longest)) longest = v;
    }
    double length2 = v3d_length2(longest);
    for (int i = 0; i < count; i++)
    {
        vec3d n = v3d_cross(longest, vector(set, i));
        if (v3d_length2(n) > v3d_length2(normal)) normal = n;
    }
    double normal2 = v3d_length2(normal);
    if (normal2 <= SWEEP_FLAT * SWEEP_FLAT * length2 * length2) return true;
    for (int i = 0; i < count; i++)
    {
        double height = v3d_dot(normal, vector(set, i));
        if (height * height > SWEEP_FLAT * SWEEP_FLAT * normal2 * length2) return false;
    }
    return true;
}
