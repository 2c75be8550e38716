#include "solid/contact_planes.h"

// Both paths do the same operations in the same order, lane by lane.

static bool set_plane(planes *s, int id, vec3d p, vec3d q, vec3d r)
{
    vec3d  e = v3d_sub(q, p), f = v3d_sub(r, p), n = v3d_cross(e, f);
    double nn = v3d_length2(n), k = 1.0 / sqrt(nn);
    s->nx[id] = n.x * k;
    s->ny[id] = n.y * k;
    s->nz[id] = n.z * k;
    s->offset[id] = s->nx[id] * p.x + s->ny[id] * p.y + s->nz[id] * p.z;
    return nn > 0x1p-100 * (v3d_length2(e) * v3d_length2(f));
}

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2");
}

typedef struct lanes
{
    __m256d x, y, z;
} lanes;

AVX2 static inline lanes gather(const vec3d *p)
{
    lanes v = { _mm256_setr_pd(p[0].x, p[1].x, p[2].x, p[3].x),
                _mm256_setr_pd(p[0].y, p[1].y, p[2].y, p[3].y),
                _mm256_setr_pd(p[0].z, p[1].z, p[2].z, p[3].z) };
    return v;
}

AVX2 static inline lanes minus(lanes a, lanes b)
{
    lanes v = { _mm256_sub_pd(a.x, b.x), _mm256_sub_pd(a.y, b.y), _mm256_sub_pd(a.z, b.z) };
    return v;
}

AVX2 static inline __m256d dot(lanes a, lanes b)
{
    return _mm256_add_pd(_mm256_add_pd(_mm256_mul_pd(a.x, b.x), _mm256_mul_pd(a.y, b.y)),
                         _mm256_mul_pd(a.z, b.z));
}

AVX2 static inline __m256d minor(__m256d a, __m256d d, __m256d b, __m256d c)
{
    return _mm256_sub_pd(_mm256_mul_pd(a, d), _mm256_mul_pd(b, c));
}

AVX2 static bool set_four(planes *s, const short *ids, const vec3d *p, const vec3d *q,
                          const vec3d *r)
{
    lanes   o = gather(p), e = minus(gather(q), o), f = minus(gather(r), o);
    lanes   n = { minor(e.y, f.z, e.z, f.y), minor(e.z, f.x, e.x, f.z), minor(e.x, f.y, e.y, f.x) };
    __m256d nn = dot(n, n), k = _mm256_div_pd(_mm256_set1_pd(1.0), _mm256_sqrt_pd(nn));
    __m256d least = _mm256_mul_pd(_mm256_set1_pd(0x1p-100), _mm256_mul_pd(dot(e, e), dot(f, f)));
    n.x = _mm256_mul_pd(n.x, k);
    n.y = _mm256_mul_pd(n.y, k);
    n.z = _mm256_mul_pd(n.z, k);
    double out[4][4];
    _mm256_storeu_pd(out[0], n.x);
    _mm256_storeu_pd(out[1], n.y);
    _mm256_storeu_pd(out[2], n.z);
    _mm256_storeu_pd(out[3], dot(n, o));
    for (int i = 0; i < 4; i++)
    {
        s->nx[ids[i]] = out[0][i];
        s->ny[ids[i]] = out[1][i];
        s->nz[ids[i]] = out[2][i];
        s->offset[ids[i]] = out[3][i];
    }
    return _mm256_movemask_pd(_mm256_cmp_pd(nn, least, _CMP_GT_OQ)) == 15;
}

// Reads up to three planes behind the last; their bits are cleared.
AVX2 static void seen_avx2(const planes *s, vec3d v, double least, uint64_t *seen)
{
    lanes   x = { _mm256_set1_pd(v.x), _mm256_set1_pd(v.y), _mm256_set1_pd(v.z) };
    __m256d bar = _mm256_set1_pd(least);
    for (int first = 0; first < s->count; first += 64)
    {
        uint64_t mask = 0;
        int      end = s->count < first + 64 ? s->count : first + 64;
        for (int i = first; i < end; i += 4)
        {
            lanes   n = { _mm256_loadu_pd(s->nx + i), _mm256_loadu_pd(s->ny + i),
                          _mm256_loadu_pd(s->nz + i) };
            __m256d h = _mm256_sub_pd(dot(n, x), _mm256_loadu_pd(s->offset + i));
            mask |= (uint64_t)(unsigned)_mm256_movemask_pd(_mm256_cmp_pd(h, bar, _CMP_GT_OQ))
                    << (i - first);
        }
        if (end - first < 64) mask &= ((uint64_t)1 << (end - first)) - 1;
        seen[first >> 6] = mask;
    }
}

AVX2 static int nearest_avx2(const planes *s)
{
    __m256d least = _mm256_set1_pd(INFINITY);
    int     i = 0;
    for (; i + 4 <= s->count; i += 4) least = _mm256_min_pd(least, _mm256_loadu_pd(s->offset + i));
    __m128d two = _mm_min_pd(_mm256_castpd256_pd128(least), _mm256_extractf128_pd(least, 1));
    double  best = _mm_cvtsd_f64(_mm_min_sd(two, _mm_unpackhi_pd(two, two)));
    for (; i < s->count; i++) best = s->offset[i] < best ? s->offset[i] : best;
    i = 0;
    while (i < s->count - 1 && s->offset[i] != best) i++;
    return i;
}
#else
static bool has_avx2(void)
{
    return false;
}

static bool set_four(planes *s, const short *ids, const vec3d *p, const vec3d *q, const vec3d *r)
{
    (void)s, (void)ids, (void)p, (void)q, (void)r;
    return false;
}

static void seen_avx2(const planes *s, vec3d v, double least, uint64_t *seen)
{
    (void)s, (void)v, (void)least, (void)seen;
}

static int nearest_avx2(const planes *s)
{
    (void)s;
    return 0;
}
#endif

void rim_planes_begin(planes *s)
{
    s->count = 0;
    s->wide = has_avx2();
}

bool rim_planes_set(planes *s, const short *ids, int count, const vec3d *p, const vec3d *q,
                    const vec3d *r)
{
    bool good = true;
    int  i = 0;
    if (s->wide)
        for (; i + 4 <= count; i += 4) good &= set_four(s, ids + i, p + i, q + i, r + i);
    for (; i < count; i++) good &= set_plane(s, ids[i], p[i], q[i], r[i]);
    return good;
}

void rim_planes_seen(const planes *s, vec3d x, double least, uint64_t *seen)
{
    if (s->wide)
    {
        seen_avx2(s, x, least, seen);
        return;
    }
    for (int i = 0; i < s->count; i++)
    {
        double height = s->nx[i] * x.x + s->ny[i] * x.y + s->nz[i] * x.z - s->offset[i];
        if (!(i & 63)) seen[i >> 6] = 0;
        seen[i >> 6] |= (uint64_t)(height > least) << (i & 63);
    }
}

int rim_planes_nearest(const planes *s)
{
    if (s->wide) return nearest_avx2(s);
    int best = 0;
    for (int i = 1; i < s->count; i++)
        if (s->offset[i] < s->offset[best]) best = i;
    return best;
}
