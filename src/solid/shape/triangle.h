// The lane kernels of a triangle: separation and distance from points and segments, and sweeps of spheres and capsules. The three
// edges and the face are in four lanes. A function returns false or SWEEP_UNKNOWN if the general closed form of closest.h or
// time_of_impact.h has to decide. All tiers give the same bits.
#ifndef RIM_SOLID_SHAPE_TRIANGLE_H
#define RIM_SOLID_SHAPE_TRIANGLE_H

#include "simd/cpu.h"
#include "solid/shape/time_of_impact.h"

// Squared sizes between these bounds: no product of eight lengths overflows or underflows.
#define KERNEL_MIN_SQUARE 0x1p-120
#define KERNEL_MAX_SQUARE 0x1p120

// A triangle with corner a at 0, and a sphere or capsule that moves.
typedef struct triangle_motion
{
    vec3d     b, c;   // the other two corners
    vec3d     normal; // b x c
    double    square; // |normal|^2
    toi_mover mover;
} triangle_motion;

typedef enum sweep_answer
{
    SWEEP_UNKNOWN,
    SWEEP_MISS,
    SWEEP_HIT
} sweep_answer;

// Returns the distance by the general closed form.
rim_distance3 distance_triangle_general(const rim_capsule *a, const rim_triangle *b);

typedef struct triangle_kernels
{
    bool (*separation_point)(shape_separation *separation, const rim_vec3 *p,
                             const rim_triangle *t);
    bool (*separation_segment)(shape_separation *separation, const rim_vec3 *p, const rim_vec3 *q,
                               const rim_triangle *t);
    rim_distance3 (*distance_sphere)(const rim_vec3 *center, float radius, const rim_triangle *b);
    rim_distance3 (*distance_capsule)(const rim_capsule *a, const rim_triangle *b);
    sweep_answer (*sweep_point)(toi_hit *hit, const triangle_motion *k);
    sweep_answer (*sweep_segment)(toi_hit *hit, const triangle_motion *k);
} triangle_kernels;

extern const triangle_kernels triangle_kernels_plain;
#ifdef CPU_X86
extern const triangle_kernels triangle_kernels_avx2;
#define TRIANGLE_KERNELS (CPU_HAS(AVX2, "avx2") ? &triangle_kernels_avx2 : &triangle_kernels_plain)
#else
#define TRIANGLE_KERNELS (&triangle_kernels_plain)
#endif

#endif
