// What compiler and processor offer beyond C11: which vector instructions may be compiled in and chosen at
// run time. All choices give the same bits.
//
// Built with -DRIM_SIMD=0 the library uses none, with 1 no more than SSE2 (or what else a compiler makes of
// GNU vectors), with 2 no more than AVX2. Without the macro it uses whatever the processor has. With
// -DRIM_PLAIN_C it is plain C11, without any extension of GNU's.
#ifndef RIM_SIMD_CPU_H
#define RIM_SIMD_CPU_H

// GNU's attributes, builtins and vectors are understood.
#if defined(__GNUC__) && !defined(RIM_PLAIN_C)
#define CPU_GNU 1
#endif

#if !defined(CPU_GNU)
#undef RIM_SIMD
#define RIM_SIMD 0
#elif !defined(RIM_SIMD)
#define RIM_SIMD 3
#endif

#define CPU_SSE2_LEVEL 1
#define CPU_AVX2_LEVEL 2
#define CPU_AVX512_LEVEL 3

// SSE2 is there, whatever the processor: __m128 may be used without asking.
#if RIM_SIMD >= CPU_SSE2_LEVEL && defined(__SSE2__)
#define CPU_SSE2 1
#endif

// Functions may be compiled for other processors than the rest, by __attribute__((target)).
#if RIM_SIMD >= CPU_SSE2_LEVEL && defined(__x86_64__)
#define CPU_X86 1
#endif

// Where something comes from is kept from the compiler, so that it reads constants rather than making them.
#ifdef CPU_GNU
#define CPU_HIDE(pointer) __asm__("" : "+r"(pointer))
#endif

// CPU_INLINE functions are always inlined: only then does the compiler know their constant arguments.
// CPU_COLD functions are never inlined: they are rare.
#ifdef CPU_GNU
#define CPU_INLINE static inline __attribute__((always_inline))
#define CPU_COLD __attribute__((noinline, cold))
#else
#define CPU_INLINE static inline
#define CPU_COLD
#endif

// Functions for other processors than the rest, where CPU_X86.
#ifdef CPU_X86
#define CPU_FOR_AVX2 __attribute__((target("avx2")))
#define CPU_FOR_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,popcnt")))
#endif

// Vectors whose elements C's operators work on side by side, where CPU_GNU: declares the type `name` of `lanes` elements;
// converts each element to that of another such type.
#ifdef CPU_GNU
#define CPU_VECTOR(name, element, lanes)                                                           \
    typedef element name __attribute__((vector_size(sizeof(element) * (lanes))))
#define CPU_CONVERT(name, vector) __builtin_convertvector((vector), name)
#endif

// A condition that is rare, or common: code behind a rare one is kept out of the way of the rest.
#ifdef CPU_GNU
#define CPU_RARE(condition) (__builtin_expect((condition) != 0, 0))
#define CPU_COMMON(condition) (__builtin_expect((condition) != 0, 1))
#define CPU_PREFETCH(address) __builtin_prefetch(address)
#else
#define CPU_RARE(condition) (condition)
#define CPU_COMMON(condition) (condition)
#define CPU_PREFETCH(address) ((void)(address))
#endif

// Has this processor a feature that belongs to a level? CPU_HAS(AVX2, "bmi2"); only where CPU_X86.
#define CPU_HAS(level, feature)                                                                    \
    (RIM_SIMD >= CPU_##level##_LEVEL && __builtin_cpu_supports(feature) != 0)

#endif
