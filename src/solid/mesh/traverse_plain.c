#include "solid/mesh/eight_plain.h"

static bool always(void)
{
    return true;
}

#define WALK_NAME "plain"
#define WALK_USABLE always
#include "solid/mesh/traverse_first.h"

void mesh_trace_ray(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side, mesh_trace *trace)
{
    first_pierced p;
    begin_first(&p);
    pierce_with_care(mesh, ray, side, false, trace, NULL, &p);
}

const mesh_kernels *mesh_kernels_best(void)
{
#ifdef MESH_X86
    if (rim_mesh_kernels_avx512.usable()) return &rim_mesh_kernels_avx512;
    if (rim_mesh_kernels_avx2.usable()) return &rim_mesh_kernels_avx2;
#endif
    return &rim_mesh_kernels_plain;
}
