#include "solid/mesh/eight_plain.h"

static bool bvh_plain_is_always_usable(void)
{
    return true;
}

#define WALK_NAME "plain"
#define WALK_USABLE bvh_plain_is_always_usable
#include "solid/mesh/traverse_first.h"

void mesh_trace_ray(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side, mesh_trace *trace)
{
    first_pierced p;
    begin_first(&p);
    ray_triangles_with_care(mesh, ray, side, false, trace, NULL, &p);
}

const mesh_kernels *mesh_kernels_best(void)
{
#ifdef MESH_X86
    if (mesh_kernels_avx512.usable()) return &mesh_kernels_avx512;
    if (mesh_kernels_avx2.usable()) return &mesh_kernels_avx2;
#endif
    return &mesh_kernels_plain;
}
