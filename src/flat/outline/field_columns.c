#include "flat/outline/field.h"

#include "simd/bits.h"

#include <math.h>
#include <string.h>

#ifdef CPU_GNU
static const int32_t field_lane_numbers[FIELD_LANES] = { 0, 1, 2,  3,  4,  5,  6,  7,
                                                         8, 9, 10, 11, 12, 13, 14, 15 };

// Element k has the bits of lanes 0 .. k.
static const int32_t field_lane_masks[FIELD_LANES] = { 0x1,    0x3,    0x7,    0xf,   0x1f,  0x3f,
                                                       0x7f,   0xff,   0x1ff,  0x3ff, 0x7ff, 0xfff,
                                                       0x1fff, 0x3fff, 0x7fff, 0xffff };

// Returns an upper bound of the distances of a batch's columns to their nearest targets in a row; 0 if all columns have
// a target. field_kernel.along_row describes the arguments. at_begin and at_end are the exact distances of columns 0
// and 15. The distances of neighboring columns differ by at most one, so that
//
//     distance of column i  <=  min(at_begin + i, at_end + 15 - i)  <=  (at_begin + at_end + 15) / 2.
static inline int32_t field_widest(uint32_t bits, int before, int after)
{
    const int32_t last = FIELD_LANES - 1;
    if (bits == 0xffff) return 0;
    int32_t at_begin = before < after + last ? before : after + last;
    int32_t at_end = after < before + last ? after : before + last;
    if (bits)
    {
        int32_t lowest = bits_lowest(bits), from_highest = last - bits_highest(bits);
        at_begin = lowest < at_begin ? lowest : at_begin;
        at_end = from_highest < at_end ? from_highest : at_end;
    }
    return (at_begin + at_end + last) / 2;
}
#endif

#define NAME(x) plain_##x
#define TARGET
#define WIDTH 4
#include "flat/outline/field_columns_body.h"

static bool field_columns_is_always_usable(void)
{
    return true;
}

static const field_kernel plain = { "plain", field_columns_is_always_usable, plain_along_row,
                                    plain_search, plain_roots };

#ifdef CPU_X86

#define NAME(x) avx2_##x
#define TARGET CPU_FOR_AVX2
#define WIDTH 8
#include "flat/outline/field_columns_body.h"

static bool field_columns_has_avx2(void)
{
    return CPU_HAS_AVX2;
}

static const field_kernel avx2 = { "avx2", field_columns_has_avx2, avx2_along_row, avx2_search,
                                   avx2_roots };

#define NAME(x) avx512_##x
#define TARGET CPU_FOR_AVX512
#define WIDTH 16
#include "flat/outline/field_columns_body.h"

static bool field_columns_has_avx512(void)
{
    return CPU_HAS_AVX2 && CPU_HAS(AVX512, "avx512f") && CPU_HAS(AVX512, "avx512bw") &&
           CPU_HAS(AVX512, "avx512vl") && CPU_HAS(AVX512, "avx512dq");
}

static const field_kernel field_columns_avx512 = { "avx512", field_columns_has_avx512,
                                                   avx512_along_row, avx512_search, avx512_roots };

#endif

static const field_kernel *const field_columns_kernels[] = {
    &plain,
#ifdef CPU_X86
    &avx2,
    &field_columns_avx512,
#endif
    NULL,
};

const field_kernel *const *field_kernel_all(void)
{
    return field_columns_kernels;
}

const field_kernel *field_kernel_best(void)
{
    const field_kernel *best = field_columns_kernels[0];
    for (int i = 1; field_columns_kernels[i]; i++)
        if (field_columns_kernels[i]->usable()) best = field_columns_kernels[i];
    return best;
}
