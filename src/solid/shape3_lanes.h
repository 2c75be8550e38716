// The three edges of a triangle side by side, in the four lanes of one register: what shape3_quick.h does edge
// by edge, in the same order of operations and so with the same bits.
#ifndef RIM_SOLID_SHAPE3_LANES_H
#define RIM_SOLID_SHAPE3_LANES_H

#include "solid/shape3_quick.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define LANES_AVX2 1
#define LANES __attribute__((target("avx2")))

// False where it is not known how, or the processor does not; then shape3_quick.h does it.
static inline bool lanes_have_avx2(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}

// As quick_segment with quick_triangle_of, in a frame of scale 1 about the triangle's a.
bool          lanes_segment(core_touch *touch, const rim_triangle *t, rim_capsule c);
rim_distance3 lanes_distance(const rim_capsule *c, const rim_triangle *t);
rim_contact3  lanes_contact(const rim_capsule *c, const rim_triangle *t);
#endif

// The general way, which knows what to do with everything.
rim_distance3 lanes_distance_general(const rim_capsule *c, const rim_triangle *t);
rim_contact3  lanes_contact_general(const rim_capsule *c, const rim_triangle *t);

#endif
