#include "simd/f32x8.h"

#include "solid/mesh/traverse_shapes.h"

void mesh_trace_ray(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side, mesh_trace *trace)
{
    ray_first best;
    rim_hit3  exact;
    MESH_FORMS(mesh, traverse_ray(mesh, ray, side, RAY_FIRST, floats, &best, &exact, NULL, trace));
}

const mesh_kernels *mesh_kernels_best(void)
{
#ifdef CPU_X86
    if (mesh_kernels_avx2.usable()) return &mesh_kernels_avx2;
#endif
    return &mesh_kernels_plain;
}
