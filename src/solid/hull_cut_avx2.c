// Cuts of bodies four nodes at a time: the same sums in the same order.
#include "solid/hull_cut.h"

#ifdef CPU_X86
#include <immintrin.h>

#define CUT_TARGET __attribute__((target("avx2,bmi,bmi2")))
#define CUT_NAME cut_by_many_avx2
#define WIDE CUT_TARGET static inline

// What lies behind the last node is measured, too: there is room for it, and its bits mean nothing.
WIDE cut_sides measure(cut_body *body, const cut_plane *plane, int32_t first, int32_t end)
{
    __m256d   nx = _mm256_set1_pd(plane->normal.x), ny = _mm256_set1_pd(plane->normal.y);
    __m256d   nz = _mm256_set1_pd(plane->normal.z), offset = _mm256_set1_pd(plane->offset);
    __m256d   on = _mm256_set1_pd(plane->on), close = _mm256_set1_pd(plane->near);
    __m256d   sign = _mm256_set1_pd(-0.0);
    cut_sides sides = { 0, 0 };
    for (int32_t i = first; i < end; i += 4)
    {
        const double *at = &body->at[i].x;
        __m256d       a = _mm256_load_pd(at), b = _mm256_load_pd(at + 4);
        __m256d       c = _mm256_load_pd(at + 8), d = _mm256_load_pd(at + 12);
        __m256d       xz = _mm256_unpacklo_pd(a, b), xz2 = _mm256_unpacklo_pd(c, d);
        __m256d       y = _mm256_unpackhi_pd(a, b), y2 = _mm256_unpackhi_pd(c, d);
        __m256d       sum = _mm256_mul_pd(nx, _mm256_permute2f128_pd(xz, xz2, 0x20));
        sum = _mm256_add_pd(sum, _mm256_mul_pd(ny, _mm256_permute2f128_pd(y, y2, 0x20)));
        sum = _mm256_add_pd(sum, _mm256_mul_pd(nz, _mm256_permute2f128_pd(xz, xz2, 0x31)));
        sum = _mm256_sub_pd(sum, offset);
        _mm256_store_pd(body->distance + i, sum);
        __m256d size = _mm256_andnot_pd(sign, sum);
        int     out = _mm256_movemask_pd(_mm256_cmp_pd(sum, on, _CMP_GT_OQ));
        int     near = _mm256_movemask_pd(_mm256_cmp_pd(size, close, _CMP_LE_OQ));
        sides.out |= (uint64_t)(unsigned)out << (i - first);
        sides.near |= (uint64_t)(unsigned)near << (i - first);
    }
    return sides;
}

WIDE void put_between(hull_place *to, const hull_place *w, const hull_place *u, double s)
{
    __m256d from = _mm256_load_pd(&w->x), by = _mm256_sub_pd(_mm256_load_pd(&u->x), from);
    _mm256_store_pd(&to->x, _mm256_add_pd(from, _mm256_mul_pd(_mm256_set1_pd(s), by)));
}

#include "solid/hull_cut_lanes.h"
#else
cut_result cut_by_many_avx2(cut_body *body, const cut_planes *planes, const int32_t *order,
                            int32_t count, int32_t first_face)
{
    return cut_by_many_plain(body, planes, order, count, first_face);
}
#endif
