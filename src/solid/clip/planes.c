// The other hull's half-spaces in the base's frame, and which of them cut anything at all.
//
// How far the base reaches beyond a plane is told by its box: the corner where each coordinate is the one that is
// farther along the normal. Those it does not reach beyond cut nothing, and are not tried.
#include "simd/cpu.h"
#include "solid/clip/data.h"

#ifdef CPU_X86
#include <immintrin.h>
#define CLIP_PLANES_LANES __attribute__((target("avx2")))
#endif

// --- memory ----------------------------------------------------------------------------------------------

static size_t bytes_of(int32_t room)
{
    size_t spaces = (size_t)room;
    return spaces * (4 * sizeof(double) + sizeof(int32_t)) + (spaces + 63) / 64 * sizeof(uint64_t);
}

bool clip_reserve_planes(rim_clip *clip, int32_t padded)
{
    clip_spaces *spaces = &clip->spaces;
    if (padded <= spaces->room) return true;
    int32_t room = padded + padded / 2;
    double *grown = memory_allocate(&clip->from, bytes_of(room), 1);
    if (!grown) return false;
    clip_release_planes(clip);
    spaces->x = grown;
    spaces->y = grown + room;
    spaces->z = grown + 2 * room;
    spaces->d = grown + 3 * room;
    spaces->cuts = (uint64_t *)(void *)(grown + 4 * room);
    spaces->order = (int32_t *)(void *)(spaces->cuts + (room + 63) / 64);
    spaces->room = room;
    return true;
}

void clip_release_planes(rim_clip *clip)
{
    if (clip->spaces.room)
        memory_release(&clip->from, clip->spaces.x, bytes_of(clip->spaces.room), 1);
}

// --- bringing --------------------------------------------------------------------------------------------

// The base's box relative to its center.
typedef struct box
{
    vec3d lo, hi;
} box;

static double clip_planes_larger(double a, double b)
{
    return a > b ? a : b;
}

// Sets the bits of those that the box reaches beyond by more than `on`; returns the first of those that it reaches
// farthest beyond.
static int32_t bring_plain(clip_spaces *out, const rim_hull *other, const clip_frame *map,
                           const box *b, double on)
{
    mat3d   t = clip_turn(map);
    vec3d   c = clip_vector(&map->move);
    double  most = -INFINITY;
    int32_t deepest = 0;
    for (int32_t i = 0; i < other->padded_spaces; i++)
    {
        if (i % 64 == 0) out->cuts[i / 64] = 0;
        vec3d  n = m3d_apply(t, v3d(other->px[i], other->py[i], other->pz[i]));
        double d = other->pd[i] + v3d_dot(n, c);
        double beyond = clip_planes_larger(n.x * b->lo.x, n.x * b->hi.x) +
                        clip_planes_larger(n.y * b->lo.y, n.y * b->hi.y) +
                        clip_planes_larger(n.z * b->lo.z, n.z * b->hi.z) - d;
        out->x[i] = n.x, out->y[i] = n.y, out->z[i] = n.z, out->d[i] = d;
        out->cuts[i / 64] |= (uint64_t)(beyond > on) << i % 64;
        bool deeper = beyond > most;
        most = deeper ? beyond : most;
        deepest = deeper ? i : deepest;
    }
    return deepest;
}

#ifdef CLIP_PLANES_LANES
CLIP_PLANES_LANES static inline __m256d sum3(__m256d ax, __m256d x, __m256d ay, __m256d y,
                                             __m256d az, __m256d z)
{
    __m256d xy = _mm256_add_pd(_mm256_mul_pd(ax, x), _mm256_mul_pd(ay, y));
    return _mm256_add_pd(xy, _mm256_mul_pd(az, z));
}

CLIP_PLANES_LANES static inline __m256d farther(__m256d n, double lo, double hi)
{
    return _mm256_max_pd(_mm256_mul_pd(n, _mm256_set1_pd(lo)),
                         _mm256_mul_pd(n, _mm256_set1_pd(hi)));
}

// A frame, each number in all lanes; tx, ty, tz the first row of the rotation.
typedef struct wide_frame
{
    __m256d tx, ty, tz, ux, uy, uz, vx, vy, vz, cx, cy, cz;
} wide_frame;

typedef struct wide_planes
{
    __m256d x, y, z, d;
} wide_planes;

CLIP_PLANES_LANES static inline wide_frame clip_planes_spread(const clip_frame *f)
{
    wide_frame wide = { _mm256_set1_pd(f->x.x),    _mm256_set1_pd(f->y.x),
                        _mm256_set1_pd(f->z.x),    _mm256_set1_pd(f->x.y),
                        _mm256_set1_pd(f->y.y),    _mm256_set1_pd(f->z.y),
                        _mm256_set1_pd(f->x.z),    _mm256_set1_pd(f->y.z),
                        _mm256_set1_pd(f->z.z),    _mm256_set1_pd(f->move.x),
                        _mm256_set1_pd(f->move.y), _mm256_set1_pd(f->move.z) };
    return wide;
}

// Four planes at a time, the same.
CLIP_PLANES_LANES static inline wide_planes turn_four(clip_spaces *out, const clip_planes *in,
                                                      const wide_frame *f, int32_t i)
{
    __m256d px = _mm256_loadu_pd(in->x + i), py = _mm256_loadu_pd(in->y + i),
            pz = _mm256_loadu_pd(in->z + i);
    wide_planes p;
    p.x = sum3(f->tx, px, f->ty, py, f->tz, pz);
    p.y = sum3(f->ux, px, f->uy, py, f->uz, pz);
    p.z = sum3(f->vx, px, f->vy, py, f->vz, pz);
    p.d = _mm256_add_pd(_mm256_loadu_pd(in->d + i), sum3(p.x, f->cx, p.y, f->cy, p.z, f->cz));
    _mm256_storeu_pd(out->x + i, p.x);
    _mm256_storeu_pd(out->y + i, p.y);
    _mm256_storeu_pd(out->z + i, p.z);
    _mm256_storeu_pd(out->d + i, p.d);
    return p;
}

CLIP_PLANES_LANES static void turn_wide(clip_spaces *out, const clip_planes *in,
                                        const clip_frame *map)
{
    wide_frame frame = clip_planes_spread(map);
    for (int32_t i = 0; i < in->padded; i += 4) turn_four(out, in, &frame, i);
}

// The first of the deepest: in each lane the first, and of the lanes the lowest index.
CLIP_PLANES_LANES static int32_t bring_wide(clip_spaces *out, const rim_hull *other,
                                            const clip_frame *map, const box *b, double on)
{
    wide_frame  frame = clip_planes_spread(map);
    clip_planes in = clip_planes_of(other);
    __m256d reach = _mm256_set1_pd(on), most = _mm256_set1_pd(-INFINITY), at = _mm256_setzero_pd();
    __m256d index = _mm256_set_pd(3.0, 2.0, 1.0, 0.0), four = _mm256_set1_pd(4.0);
    for (int32_t i = 0; i < other->padded_spaces; i += 4)
    {
        if (i % 64 == 0) out->cuts[i / 64] = 0;
        wide_planes p = turn_four(out, &in, &frame, i);
        __m256d     beyond =
            _mm256_add_pd(farther(p.x, b->lo.x, b->hi.x), farther(p.y, b->lo.y, b->hi.y));
        beyond = _mm256_sub_pd(_mm256_add_pd(beyond, farther(p.z, b->lo.z, b->hi.z)), p.d);
        unsigned cuts = (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(beyond, reach, _CMP_GT_OQ));
        out->cuts[i / 64] |= (uint64_t)cuts << i % 64;
        at = _mm256_blendv_pd(at, index, _mm256_cmp_pd(beyond, most, _CMP_GT_OQ));
        most = _mm256_max_pd(beyond, most);
        index = _mm256_add_pd(index, four);
    }
    __m256d all = _mm256_max_pd(most, _mm256_permute2f128_pd(most, most, 1));
    all = _mm256_max_pd(all, _mm256_permute_pd(all, 5));
    __m256d first =
        _mm256_blendv_pd(_mm256_set1_pd(INFINITY), at, _mm256_cmp_pd(most, all, _CMP_EQ_OQ));
    __m128d two = _mm_min_pd(_mm256_castpd256_pd128(first), _mm256_extractf128_pd(first, 1));
    return _mm_cvttsd_si32(_mm_min_sd(two, _mm_unpackhi_pd(two, two)));
}
#endif

static int32_t bring(rim_clip *clip, const rim_hull *other, const clip_frame *map, const box *b,
                     double on)
{
#ifdef CLIP_PLANES_LANES
    if (clip->body.wide) return bring_wide(&clip->spaces, other, map, b, on);
#endif
    return bring_plain(&clip->spaces, other, map, b, on);
}

void clip_turn_planes(rim_clip *clip, const clip_planes *in)
{
    clip_spaces      *out = &clip->spaces;
    const clip_frame *map = &clip->poses.between;
#ifdef CLIP_PLANES_LANES
    if (clip->body.wide)
    {
        turn_wide(out, in, map);
        return;
    }
#endif
    mat3d turn = clip_turn(map);
    vec3d move = clip_vector(&map->move);
    for (int32_t i = 0; i < in->padded; i++)
    {
        vec3d  n = m3d_apply(turn, v3d(in->x[i], in->y[i], in->z[i]));
        double d = in->d[i] + v3d_dot(n, move);
        out->x[i] = n.x, out->y[i] = n.y, out->z[i] = n.z, out->d[i] = d;
    }
}

// The deepest first, which leaves least to the others; the rest in order.
int32_t clip_bring_planes(rim_clip *clip, const rim_hull *base, const rim_hull *other,
                          const clip_frame *map)
{
    box          b = { v3d_sub(v3d_from(base->bounds.lo), v3d_from(base->center)),
                       v3d_sub(v3d_from(base->bounds.hi), v3d_from(base->center)) };
    clip_spaces *spaces = &clip->spaces;
    int32_t      deepest = bring(clip, other, map, &b, CLIP_ON * clip->size), count = 0;
    uint64_t    *cuts = spaces->cuts;
    if (!cut_bit(cuts, deepest)) return 0;
    spaces->order[count++] = deepest;
    cuts[deepest / 64] &= ~((uint64_t)1 << deepest % 64);
    for (int32_t w = 0; w < (other->padded_spaces + 63) / 64; w++)
        for (uint64_t bits = cuts[w]; bits; bits &= bits - 1)
            spaces->order[count++] = 64 * w + cut_lowest_bit(bits);
    return count;
}

// --- boxes, cut after they were weighed -------------------------------------------------------------

static void cut_by_boxes(rim_clip *clip, const clip_spaces *set)
{
    clip_planes as_given = { set->x, set->y, set->z, set->d, CUT_FEW_PLANES };
    cut_planes  planes = clip_hull_planes(clip);
    clip_turn_planes(clip, &as_given);
    (void)cut_by_few(&clip->body, &planes, clip->base_faces);
    clip->is_whole = false;
}

void clip_cut(rim_clip *clip)
{
    if (clip->is_whole) cut_by_boxes(clip, &clip->spaces);
}

const rim_clip *clip_as_cut(const rim_clip *clip, clip_copy *room)
{
    if (!clip->is_whole) return clip;
    rim_clip *copy = &room->clip;
    *copy = *clip;
    cut_make_copy(&room->body, &clip->body, clip->base_faces);
    copy->body = room->body.body;
    copy->spaces.x = room->planes[0];
    copy->spaces.y = room->planes[1];
    copy->spaces.z = room->planes[2];
    copy->spaces.d = room->planes[3];
    cut_by_boxes(copy, &clip->spaces);
    return copy;
}
