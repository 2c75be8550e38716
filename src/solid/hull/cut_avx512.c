// Cuts of bodies eight nodes at a time: the same sums in the same order.
#include "solid/hull/cut.h"

#ifdef CPU_X86
#include <immintrin.h>

#define CUT_TARGET __attribute__((target("avx512f,avx2,bmi,bmi2")))
#define CUT_NAME cut_by_many_avx512
#define CUT_LANES CUT_TARGET static inline

// What lies behind the last node is measured, too: there is room for it, and its bits mean nothing.
CUT_LANES cut_sides cut_measure(cut_body *body, const cut_plane *plane, int32_t first, int32_t end)
{
    __m512d   nx = _mm512_set1_pd(plane->normal.x), ny = _mm512_set1_pd(plane->normal.y);
    __m512d   nz = _mm512_set1_pd(plane->normal.z), offset = _mm512_set1_pd(plane->offset);
    __m512d   on = _mm512_set1_pd(plane->on), close = _mm512_set1_pd(plane->near);
    __m512i   even = _mm512_set_epi64(13, 9, 12, 8, 5, 1, 4, 0);
    __m512i   odd = _mm512_set_epi64(15, 11, 14, 10, 7, 3, 6, 2);
    cut_sides sides = { 0, 0 };
    for (int32_t i = first; i < end; i += 8)
    {
        const double *at = &body->at[i].x;
        __m512d       a = _mm512_load_pd(at), b = _mm512_load_pd(at + 8);
        __m512d       c = _mm512_load_pd(at + 16), d = _mm512_load_pd(at + 24);
        __m512d       xz = _mm512_unpacklo_pd(a, b), xz2 = _mm512_unpacklo_pd(c, d);
        __m512d       y = _mm512_unpackhi_pd(a, b), y2 = _mm512_unpackhi_pd(c, d);
        __m512d       sum = _mm512_mul_pd(nx, _mm512_permutex2var_pd(xz, even, xz2));
        sum = _mm512_add_pd(sum, _mm512_mul_pd(ny, _mm512_permutex2var_pd(y, even, y2)));
        sum = _mm512_add_pd(sum, _mm512_mul_pd(nz, _mm512_permutex2var_pd(xz, odd, xz2)));
        sum = _mm512_sub_pd(sum, offset);
        _mm512_store_pd(body->distance + i, sum);
        uint64_t out = _mm512_cmp_pd_mask(sum, on, _CMP_GT_OQ);
        uint64_t near = _mm512_cmp_pd_mask(_mm512_abs_pd(sum), close, _CMP_LE_OQ);
        sides.out |= out << (i - first);
        sides.near |= near << (i - first);
    }
    return sides;
}

CUT_LANES void put_between(hull_place *to, const hull_place *w, const hull_place *u, double s)
{
    __m256d from = _mm256_load_pd(&w->x), by = _mm256_sub_pd(_mm256_load_pd(&u->x), from);
    _mm256_store_pd(&to->x, _mm256_add_pd(from, _mm256_mul_pd(_mm256_set1_pd(s), by)));
}

#include "solid/hull/cut_lanes.h"
#else
cut_result cut_by_many_avx512(cut_body *body, const cut_planes *planes, const int32_t *order,
                              int32_t count, int32_t first_face)
{
    return cut_by_many_plain(body, planes, order, count, first_face);
}
#endif
