// Detects what the compiler and the processor offer beyond C11, and selects the vector instructions that are compiled
// in and chosen at run time. All choices give the same bits.
//
//   -DRIM_SIMD=0     no vector instructions
//   -DRIM_SIMD=1     at most SSE2, or the compiler's translation of GNU vectors on other processors
//   -DRIM_SIMD=2     at most AVX2
//   (none)           everything that the processor has
//   -DRIM_PLAIN_C    plain C11 without GNU extensions
#ifndef RIM_SIMD_CPU_H
#define RIM_SIMD_CPU_H

// The compiler supports GNU attributes, builtins and vector types.
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

// Every processor that the build targets has SSE2: __m128 needs no run-time check.
#if RIM_SIMD >= CPU_SSE2_LEVEL && defined(__SSE2__)
#define CPU_SSE2 1
#endif

// Single functions may be compiled for newer processors, by __attribute__((target)).
#if RIM_SIMD >= CPU_SSE2_LEVEL && defined(__x86_64__)
#define CPU_X86 1
#endif

// CPU_INLINE functions are always inlined, so that the compiler specializes them for constant arguments.
// CPU_APART functions are never inlined, and CPU_COLD functions are rarely called, too.
#ifdef CPU_GNU
#define CPU_INLINE static inline __attribute__((always_inline))
#define CPU_APART __attribute__((noinline))
#define CPU_COLD __attribute__((noinline, cold))
#else
#define CPU_INLINE static inline
#define CPU_APART
#define CPU_COLD
#endif

// Attributes of functions for newer processors. Defined only with CPU_X86.
#ifdef CPU_X86
#define CPU_FOR_AVX2 __attribute__((target("avx2")))
#define CPU_FOR_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,popcnt")))
#endif

// CPU_VECTOR declares `name` as a vector type of `lanes` elements, on which C's operators work lane by lane.
// CPU_CONVERT converts each element to another vector type. Defined only with CPU_GNU.
#ifdef CPU_GNU
#define CPU_VECTOR(name, element, lanes)                                                           \
    typedef element name __attribute__((vector_size(sizeof(element) * (lanes))))
#define CPU_CONVERT(name, vector) __builtin_convertvector((vector), name)
#endif

// Mark a condition as rarely or commonly true, so that the compiler moves rare code out of line.
#ifdef CPU_GNU
#define CPU_RARE(condition) (__builtin_expect((condition) != 0, 0))
#define CPU_COMMON(condition) (__builtin_expect((condition) != 0, 1))
#define CPU_PREFETCH(address) __builtin_prefetch(address)
#else
#define CPU_RARE(condition) (condition)
#define CPU_COMMON(condition) (condition)
#define CPU_PREFETCH(address) ((void)(address))
#endif

// Returns true if the level is compiled in and this processor has the feature, for example CPU_HAS(AVX2, "bmi2").
// Defined only with CPU_X86.
#define CPU_HAS(level, feature)                                                                    \
    (RIM_SIMD >= CPU_##level##_LEVEL && __builtin_cpu_supports(feature) != 0)

// True if this processor can run the AVX2 kernels: it has every feature that one of them is compiled for, and popcnt,
// which compilers take for granted beside AVX2. Emulators can be told to have AVX2 alone.
#ifdef CPU_X86
#define CPU_HAS_AVX2                                                                               \
    (CPU_HAS(AVX2, "avx2") && CPU_HAS(AVX2, "bmi") && CPU_HAS(AVX2, "bmi2") &&                     \
     CPU_HAS(AVX2, "fma") && CPU_HAS(AVX2, "popcnt"))
#else
#define CPU_HAS_AVX2 0
#endif

#endif
