// Cuts of bodies four nodes at a time: the same sums in the same order.
#include "solid/hull/cut.h"

#ifdef CPU_X86
#include <immintrin.h>

#define CUT_TARGET __attribute__((target("avx2,bmi,bmi2")))
#define CUT_NAME cut_by_many_avx2
#define CUT_LANES CUT_TARGET static inline

// What lies behind the last node is measured, too: there is room for it, and its bits mean nothing.
CUT_LANES cut_sides cut_measure(cut_body *body, const cut_plane *plane, int32_t first, int32_t end)
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

CUT_LANES void put_between(hull_place *to, const hull_place *w, const hull_place *u, double s)
{
    __m256d from = _mm256_load_pd(&w->x), by = _mm256_sub_pd(_mm256_load_pd(&u->x), from);
    _mm256_store_pd(&to->x, _mm256_add_pd(from, _mm256_mul_pd(_mm256_set1_pd(s), by)));
}

#include "solid/hull/cut_lanes.h"

// --- few planes --------------------------------------------------------------------------------------------

// A lane of 32 bits for each plane: a bit for each node that is out; all bits if any node was near.
typedef struct cut_small_sides
{
    __m256i out, near;
    __m256d on, close;
} cut_small_sides;

typedef struct cut_small_seen
{
    __m256i out;
    int     all, some, near; // lanes: all nodes are out; some are; some may be near
} cut_small_seen;

// The halves of what compared four planes each, packed.
CUT_LANES __m256i pack(__m256d a, __m256d b)
{
    __m256 packed = _mm256_shuffle_ps(_mm256_castpd_ps(a), _mm256_castpd_ps(b), 0x88);
    return _mm256_castps_si256(packed);
}

CUT_LANES int lanes_of(__m256i mask)
{
    return _mm256_movemask_ps(_mm256_castsi256_ps(mask));
}

CUT_LANES void cut_small_note(cut_small_sides *sides, uint32_t bit, __m256d a, __m256d b)
{
    __m256d sign = _mm256_set1_pd(-0.0);
    __m256i out =
        pack(_mm256_cmp_pd(a, sides->on, _CMP_GT_OQ), _mm256_cmp_pd(b, sides->on, _CMP_GT_OQ));
    __m256i near = pack(_mm256_cmp_pd(_mm256_andnot_pd(sign, a), sides->close, _CMP_LE_OQ),
                        _mm256_cmp_pd(_mm256_andnot_pd(sign, b), sides->close, _CMP_LE_OQ));
    __m256i bits = _mm256_set1_epi32((int)bit);
    sides->out = _mm256_or_si256(sides->out, _mm256_and_si256(out, bits));
    sides->near = _mm256_or_si256(sides->near, near);
}

CUT_LANES int cut_small_measure(cut_small_sides *sides, cut_body *body, const cut_planes *p)
{
    __m256d nx = _mm256_loadu_pd(p->x), ny = _mm256_loadu_pd(p->y), nz = _mm256_loadu_pd(p->z);
    __m256d mx = _mm256_loadu_pd(p->x + 4), my = _mm256_loadu_pd(p->y + 4),
            mz = _mm256_loadu_pd(p->z + 4);
    __m256d n_offset = _mm256_loadu_pd(p->offset), m_offset = _mm256_loadu_pd(p->offset + 4);
    __m256d most = _mm256_set1_pd(-INFINITY), most2 = most;
    sides->on = _mm256_set1_pd(p->on);
    sides->close = _mm256_set1_pd(p->near);
    sides->out = sides->near = _mm256_setzero_si256();
    for (int32_t i = 0; i < body->count; i++)
    {
        __m256d x = _mm256_broadcast_sd(&body->at[i].x), y = _mm256_broadcast_sd(&body->at[i].y);
        __m256d z = _mm256_broadcast_sd(&body->at[i].z);
        __m256d a = _mm256_add_pd(_mm256_mul_pd(nx, x), _mm256_mul_pd(ny, y));
        __m256d b = _mm256_add_pd(_mm256_mul_pd(mx, x), _mm256_mul_pd(my, y));
        a = _mm256_sub_pd(_mm256_add_pd(a, _mm256_mul_pd(nz, z)), n_offset);
        b = _mm256_sub_pd(_mm256_add_pd(b, _mm256_mul_pd(mz, z)), m_offset);
        _mm256_store_pd(body->reach + CUT_FEW_PLANES * i, a);
        _mm256_store_pd(body->reach + CUT_FEW_PLANES * i + 4, b);
        most = _mm256_max_pd(a, most);
        most2 = _mm256_max_pd(b, most2);
        cut_small_note(sides, (uint32_t)1 << i, a, b);
    }
    __m256d all = _mm256_max_pd(most, most2);
    all = _mm256_max_pd(all, _mm256_permute2f128_pd(all, all, 1));
    all = _mm256_max_pd(all, _mm256_permute_pd(all, 5));
    int deepest =
        lanes_of(pack(_mm256_cmp_pd(most, all, _CMP_EQ_OQ), _mm256_cmp_pd(most2, all, _CMP_EQ_OQ)));
    return cut_lowest_bit((uint64_t)deepest);
}

CUT_LANES void cut_small_add(cut_small_sides *sides, cut_body *body, ptrdiff_t node, uint32_t bit,
                             ptrdiff_t w, ptrdiff_t u, double s)
{
    double *to = body->reach + CUT_FEW_PLANES * node;
    double *from = body->reach + CUT_FEW_PLANES * w, *by = body->reach + CUT_FEW_PLANES * u;
    __m256d a = _mm256_load_pd(from), b = _mm256_load_pd(from + 4), share = _mm256_set1_pd(s);
    __m256d a_by = _mm256_sub_pd(_mm256_load_pd(by), a);
    __m256d b_by = _mm256_sub_pd(_mm256_load_pd(by + 4), b);
    a = _mm256_add_pd(a, _mm256_mul_pd(share, a_by));
    b = _mm256_add_pd(b, _mm256_mul_pd(share, b_by));
    _mm256_store_pd(to, a);
    _mm256_store_pd(to + 4, b);
    cut_small_note(sides, bit, a, b);
    put_between(body->at + node, body->at + w, body->at + u, s);
}

CUT_LANES cut_small_seen cut_small_look(cut_small_sides *sides, uint32_t alive)
{
    __m256i all = _mm256_set1_epi32((int)alive);
    sides->out = _mm256_and_si256(sides->out, all);
    cut_small_seen seen = { sides->out, 0, 0, lanes_of(sides->near) };
    seen.all = lanes_of(_mm256_cmpeq_epi32(seen.out, all));
    seen.some = 255 ^ lanes_of(_mm256_cmpeq_epi32(seen.out, _mm256_setzero_si256()));
    return seen;
}

CUT_LANES uint64_t cut_small_out(const cut_small_seen *seen, int lane)
{
    __m256i first = _mm256_permutevar8x32_epi32(seen->out, _mm256_set1_epi32(lane));
    return (uint32_t)_mm_cvtsi128_si32(_mm256_castsi256_si128(first));
}

#define FEW_NAME cut_by_few_avx2
#include "solid/hull/cut_small.h"
#else
cut_result cut_by_few_avx2(cut_body *body, const cut_planes *planes, int32_t first_face)
{
    return cut_by_few_plain(body, planes, first_face);
}

cut_result cut_by_many_avx2(cut_body *body, const cut_planes *planes, const int32_t *order,
                            int32_t count, int32_t first_face)
{
    return cut_by_many_plain(body, planes, order, count, first_face);
}
#endif
