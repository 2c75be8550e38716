// A ball and a rod, the cores of sphere and capsule, near a triangle without branches: the three edges side by
// side with the face.
//
// false where the general way must decide: degenerate triangles and axes, parallel things, axes through the
// face, sizes out of the ordinary. The general way is then taken from the start, so these change the
// time and nothing else. The frame's origin is the world's. Answers are returned, not written through
// pointers: then nothing copies them.
#ifndef RIM_SOLID_SHAPE_TRIANGLE_H
#define RIM_SOLID_SHAPE_TRIANGLE_H

#include "simd/cpu.h"
#include "solid/shape/branch_free.h"

// The general way, which knows what to do with everything.
rim_distance3 sphere_triangle_distance_general(const rim_sphere *s, const rim_triangle *t);
rim_contact3  sphere_triangle_contact_general(const rim_sphere *s, const rim_triangle *t);
rim_distance3 capsule_triangle_distance_general(const rim_capsule *c, const rim_triangle *t);
rim_contact3  capsule_triangle_contact_general(const rim_capsule *c, const rim_triangle *t);

bool sphere_triangle_plain(core_touch *touch, const core_frame *frame, const rim_sphere *s,
                           const rim_triangle *t);
bool capsule_triangle_plain(core_touch *touch, const core_frame *frame, const rim_capsule *c,
                            const rim_triangle *t);
rim_distance3 sphere_triangle_distance_plain(const rim_sphere *s, const rim_triangle *t);
rim_contact3  sphere_triangle_contact_plain(const rim_sphere *s, const rim_triangle *t);
rim_distance3 capsule_triangle_distance_plain(const rim_capsule *c, const rim_triangle *t);
rim_contact3  capsule_triangle_contact_plain(const rim_capsule *c, const rim_triangle *t);

#ifdef CPU_X86
#define NEAR_AVX2 1

bool sphere_triangle_avx2(core_touch *touch, const core_frame *frame, const rim_sphere *s,
                          const rim_triangle *t);
bool capsule_triangle_avx2(core_touch *touch, const core_frame *frame, const rim_capsule *c,
                           const rim_triangle *t);
rim_distance3 sphere_triangle_distance_avx2(const rim_sphere *s, const rim_triangle *t);
rim_contact3  sphere_triangle_contact_avx2(const rim_sphere *s, const rim_triangle *t);
rim_distance3 capsule_triangle_distance_avx2(const rim_capsule *c, const rim_triangle *t);
rim_contact3  capsule_triangle_contact_avx2(const rim_capsule *c, const rim_triangle *t);

static inline bool near_have_avx2(void)
{
    return CPU_HAS(AVX2, "avx2");
}
#endif

#endif
