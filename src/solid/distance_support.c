#include "solid/distance_support.h"

int rim_support_scalar(const gjk_shape *shape, double x, double y, double z)
{
    const rim_vec3 *p = shape->points;
    int             best = 0;
    double          most = x * p[0].x + y * p[0].y + z * p[0].z;
    for (int i = 1; i < shape->count; i++)
    {
        double dot = x * p[i].x + y * p[i].y + z * p[i].z;
        best = dot > most ? i : best;
        most = dot > most ? dot : most;
    }
    return best;
}

#ifdef CPU_X86
__attribute__((target("avx2"))) int rim_support_avx2(const gjk_shape *shape, double x, double y,
                                                     double z)
{
    return support_wide(shape, v3d(x, y, z));
}
#else
int rim_support_avx2(const gjk_shape *shape, double x, double y, double z)
{
    return rim_support_scalar(shape, x, y, z);
}
#endif
