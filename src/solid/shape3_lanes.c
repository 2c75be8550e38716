#include "solid/shape3_lanes.h"

#ifdef LANES_AVX2

#include <immintrin.h>

typedef struct lanes3
{
    __m256d x, y, z;
} lanes3;

static LANES inline __attribute__((always_inline)) lanes3 spread(vec3d v)
{
    lanes3 l = { _mm256_set1_pd(v.x), _mm256_set1_pd(v.y), _mm256_set1_pd(v.z) };
    return l;
}

static LANES inline __attribute__((always_inline)) lanes3 sub3(lanes3 a, lanes3 b)
{
    lanes3 l = { _mm256_sub_pd(a.x, b.x), _mm256_sub_pd(a.y, b.y), _mm256_sub_pd(a.z, b.z) };
    return l;
}

static LANES inline __attribute__((always_inline)) __m256d cross1(__m256d a, __m256d b, __m256d c,
                                                                  __m256d d)
{
    return _mm256_sub_pd(_mm256_mul_pd(a, b), _mm256_mul_pd(c, d));
}

static LANES inline __attribute__((always_inline)) lanes3 cross3(lanes3 a, lanes3 b)
{
    lanes3 l = { cross1(a.y, b.z, a.z, b.y), cross1(a.z, b.x, a.x, b.z),
                 cross1(a.x, b.y, a.y, b.x) };
    return l;
}

static LANES inline __attribute__((always_inline)) __m256d dot3(lanes3 a, lanes3 b)
{
    __m256d xy = _mm256_add_pd(_mm256_mul_pd(a.x, b.x), _mm256_mul_pd(a.y, b.y));
    return _mm256_add_pd(xy, _mm256_mul_pd(a.z, b.z));
}

// v + d s
static LANES inline __attribute__((always_inline)) lanes3 along3(lanes3 v, lanes3 d, __m256d s)
{
    lanes3 l = { _mm256_add_pd(v.x, _mm256_mul_pd(s, d.x)),
                 _mm256_add_pd(v.y, _mm256_mul_pd(s, d.y)),
                 _mm256_add_pd(v.z, _mm256_mul_pd(s, d.z)) };
    return l;
}

static LANES inline __attribute__((always_inline)) __m256d clamp4(__m256d t)
{
    t = _mm256_max_pd(t, _mm256_setzero_pd());
    return _mm256_min_pd(t, _mm256_set1_pd(1.0));
}

// Which of the first three lanes are positive, as bits.
static LANES inline __attribute__((always_inline)) int positive(__m256d v)
{
    return _mm256_movemask_pd(_mm256_cmp_pd(v, _mm256_setzero_pd(), _CMP_GT_OQ)) & 7;
}

// Corners and edges; the last lane repeats the first.
typedef struct lanes_triangle
{
    lanes3  corner, edge;
    __m256d length2;
    vec3d   b, c, normal;
    double  square, size; // |normal|^2; |b|^2 + |c|^2
    bool    area;
} lanes_triangle;

static LANES inline __attribute__((always_inline)) lanes_triangle triangle_of(const rim_triangle *t)
{
    lanes_triangle q;
    vec3d a = v3d_from(t->a), b = v3d_sub(v3d_from(t->b), a), c = v3d_sub(v3d_from(t->c), a);
    q.b = b;
    q.c = c;
    q.corner.x = _mm256_set_pd(0.0, c.x, b.x, 0.0);
    q.corner.y = _mm256_set_pd(0.0, c.y, b.y, 0.0);
    q.corner.z = _mm256_set_pd(0.0, c.z, b.z, 0.0);
    q.edge.x = _mm256_set_pd(b.x, -c.x, c.x - b.x, b.x);
    q.edge.y = _mm256_set_pd(b.y, -c.y, c.y - b.y, b.y);
    q.edge.z = _mm256_set_pd(b.z, -c.z, c.z - b.z, b.z);
    q.length2 = dot3(q.edge, q.edge);
    q.normal = v3d_cross(b, c);
    q.square = v3d_length2(q.normal);
    double bb = v3d_length2(b), cc = v3d_length2(c);
    q.size = bb + cc;
    q.area = q.square > CORE_PARALLEL * (bb * cc);
    return q;
}

static LANES inline __attribute__((always_inline)) vec3d corner_of(const lanes_triangle *q, int i)
{
    const double x[3] = { 0.0, q->b.x, q->c.x }, y[3] = { 0.0, q->b.y, q->c.y },
                 z[3] = { 0.0, q->b.z, q->c.z };
    return v3d(x[i], y[i], z[i]);
}

static LANES inline __attribute__((always_inline)) vec3d edge_of(const lanes_triangle *q, int i)
{
    double x[4], y[4], z[4];
    _mm256_storeu_pd(x, q->edge.x);
    _mm256_storeu_pd(y, q->edge.y);
    _mm256_storeu_pd(z, q->edge.z);
    return v3d(x[i], y[i], z[i]);
}

static LANES inline __attribute__((always_inline)) void
face_touch(core_touch *touch, vec3d normal, double square, vec3d p, double height)
{
    double scale = quick_sign(height) / sqrt(square);
    touch->normal = v3d_scale(normal, scale);
    touch->distance = height * scale;
    touch->pair.x = p;
    touch->pair.y = v3d_along(p, touch->normal, -touch->distance);
    touch->pair.fy = core_feature(RIM_FEATURE_FACE, 0);
    touch->pair.letter = RIM_CASE_A;
}

static LANES inline __attribute__((always_inline)) bool
segment_touch(core_touch *touch, const rim_triangle *triangle, const rim_capsule *capsule)
{
    lanes_triangle q = triangle_of(triangle);
    vec3d          origin = v3d_from(triangle->a), a = v3d_sub(v3d_from(capsule->a), origin);
    vec3d          u = v3d_sub(v3d_sub(v3d_from(capsule->b), origin), a);
    double         r = capsule->radius, uu = v3d_length2(u);
    double         size = v3d_length2(a) + uu + q.size + r * r;
    double         ha = v3d_dot(q.normal, a), tilt = v3d_dot(q.normal, u), hb = ha + tilt;
    bool           good = quick_size(size) && q.area && uu > QUICK_LEAST &&
                tilt * tilt > CORE_PARALLEL * (uu * q.square);
    if (!good) return false;
    lanes3  u4 = spread(u), normal = spread(q.normal), w = sub3(q.corner, spread(a));
    lanes3  n = cross3(u4, q.edge), wv = cross3(w, q.edge);
    __m256d nn = dot3(n, n), uv = dot3(u4, q.edge), uw = dot3(u4, w), vw = dot3(q.edge, w);
    __m256d limit =
        _mm256_mul_pd(_mm256_set1_pd(CORE_PARALLEL), _mm256_mul_pd(_mm256_set1_pd(uu), q.length2));
    __m256d ia = dot3(wv, normal), ib = _mm256_sub_pd(ia, dot3(n, normal));
    __m256d ha4 = _mm256_set1_pd(ha), hb4 = _mm256_set1_pd(hb);
    __m256d at = _mm256_mul_pd(_mm256_sub_pd(_mm256_mul_pd(ia, hb4), _mm256_mul_pd(ib, ha4)),
                               _mm256_set1_pd(tilt));
    int     through = _mm256_movemask_pd(_mm256_cmp_pd(at, _mm256_setzero_pd(), _CMP_GE_OQ)) & 7;
    bool    pierces = (ha * hb <= 0.0) & (through == 7);
    if (positive(_mm256_sub_pd(nn, limit)) != 7 || pierces) return false;

    __m256d along = clamp4(_mm256_div_pd(dot3(wv, n), nn));
    __m256d t4 = clamp4(_mm256_div_pd(_mm256_sub_pd(_mm256_mul_pd(along, uv), vw), q.length2));
    __m256d s4 =
        clamp4(_mm256_mul_pd(_mm256_add_pd(uw, _mm256_mul_pd(t4, uv)), _mm256_set1_pd(1.0 / uu)));
    lanes3 us = { _mm256_mul_pd(u4.x, s4), _mm256_mul_pd(u4.y, s4), _mm256_mul_pd(u4.z, s4) };
    lanes3 away = sub3(along3(w, q.edge, t4), us);
    double square[6], s[4], t[4], per_n = 1.0 / q.square;
    _mm256_storeu_pd(square, dot3(away, away));
    _mm256_storeu_pd(s, s4);
    _mm256_storeu_pd(t, t4);
    int i = quick_least(square);
    square[3] = quick_if(positive(ia) == 7, ha * ha * per_n);
    square[4] = quick_if(positive(ib) == 7, hb * hb * per_n);
    int k = 3 + (square[4] < square[3]);
    if (!(quick_min(square[k], square[i]) > CORE_SAME * CORE_SAME * size)) return false;
    if (square[k] < square[i])
    {
        face_touch(touch, q.normal, q.square, k == 3 ? a : v3d_add(a, u), k == 3 ? ha : hb);
        touch->pair.fx = core_feature(RIM_FEATURE_VERTEX, k - 3);
        return true;
    }
    touch->pair.x = v3d_along(a, u, s[i]);
    touch->pair.y = v3d_along(corner_of(&q, i), edge_of(&q, i), t[i]);
    touch->distance = sqrt(square[i]);
    touch->normal = v3d_scale(v3d_sub(touch->pair.x, touch->pair.y), 1.0 / touch->distance);
    touch->pair.fx = quick_axis_part(s[i]);
    touch->pair.fy = quick_edge_part(i, t[i]);
    touch->pair.letter = quick_letter(touch->pair.fx, touch->pair.fy);
    return true;
}

LANES bool lanes_segment(core_touch *touch, const rim_triangle *t, rim_capsule c)
{
    return segment_touch(touch, t, &c);
}

LANES rim_distance3 lanes_distance(const rim_capsule *c, const rim_triangle *t)
{
    core_frame frame = { v3d_from(t->a), 1.0, 1.0 };
    core_touch touch;
    if (!segment_touch(&touch, t, c)) return lanes_distance_general(c, t);
    return core_distance(&frame, &touch, c->radius, 0.0);
}

LANES rim_contact3 lanes_contact(const rim_capsule *c, const rim_triangle *t)
{
    core_frame frame = { v3d_from(t->a), 1.0, 1.0 };
    core_touch touch;
    if (!segment_touch(&touch, t, c)) return lanes_contact_general(c, t);
    return core_contact(&frame, &touch, c->radius, 0.0);
}

#endif
