#include "flat/mask/kernels.h"

#include "base/exact.h"
#include "flat/mask/offset_path.h"

static const mask_kernels *const all_kernels[] = {
    &mask_kernels_scalar,
#ifdef MASK_X86
    &mask_kernels_sse2,
    &mask_kernels_avx2,
    &mask_kernels_avx512,
#endif
    NULL,
};

const mask_kernels *const *mask_kernels_all(void)
{
    return all_kernels;
}

const mask_kernels *mask_kernels_best(void)
{
#ifdef MASK_X86
    if (mask_kernels_avx512.usable()) return &mask_kernels_avx512;
    if (mask_kernels_avx2.usable()) return &mask_kernels_avx2;
    return &mask_kernels_sse2;
#else
    return &mask_kernels_scalar;
#endif
}

// --- the way of an offset ----------------------------------------------------------------------------

// (n - a.phase) b.length / a.length against near - b.phase. The differences are exact.
int mask_line_floor_exactly(const mask_line *a, const mask_line *b, int n, int near)
{
    exact_pair p = exact_mul(b->length, n - a->phase), q = exact_mul(a->length, near - b->phase);
    bool       less = p.head < q.head || (p.head == q.head && p.tail < q.tail);
    return less ? near - 1 : near;
}
