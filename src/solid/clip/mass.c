// A solid's volume without walking around its faces. Each face f has some node r_f of its own; the
// triangles from r_f to the face's edges cover it, so with all places relative to one node o
//
//      6 volume = sum over faces f, over edges u -> v of f:   r_f . (u x v)
//
// where edges at r_f give exactly nothing, and neither do the faces at o, whose r_f is o. As o lies
// behind every face, no term is negative: nothing cancels. The loop is the same for every node; to
// skip what gives nothing would need branches, which no processor can guess.
#include "simd/cpu.h"
#include "solid/clip/data.h"
#include "solid/hull/mass.h"

#include <string.h>

#ifdef CPU_X86
#include <immintrin.h>
#endif

static int32_t first_node(const cut_body *body)
{
    int32_t w = 0;
    while (!body->alive[w]) w++;
    return 64 * w + cut_lowest_bit(body->alive[w]);
}

static double clip_mass_area_of(const rim_clip *clip)
{
    double area = 0.0;
    for (int32_t f = 0; f < clip->face_count; f++)
    {
        vec3d origin = clip_node(clip, clip->corner_nodes[clip->loops[clip->starts[f]]]);
        vec3d sum = v3d(0.0, 0.0, 0.0), before = sum;
        for (int32_t i = clip->starts[f] + 1; i < clip->starts[f + 1]; i++)
        {
            vec3d to = v3d_sub(clip_node(clip, clip->corner_nodes[clip->loops[i]]), origin);
            sum = v3d_add(sum, v3d_cross(before, to));
            before = to;
        }
        area += 0.5 * v3d_length(sum);
    }
    return area;
}

// Sums over the nodes, one for each of their slots; added up at the end, in order.
typedef struct slot_sums
{
    double volume6[4], x[4], y[4], z[4]; // the fourth is not used
} slot_sums;

// Places come relative to o. The node there gives nothing, and is left out.
static void weigh_plain(const cut_body *body, int32_t o, slot_sums *sums)
{
    int32_t words = (body->count + 63) / 64;
    vec3d   origin = cut_place(body, o);
    memset(sums, 0, sizeof *sums);
    for (int32_t w = 0; w < words; w++)
        for (uint64_t bits = body->alive[w]; bits; bits &= bits - 1)
        {
            int32_t i = 64 * w + cut_lowest_bit(bits);
            vec3d   u = v3d_sub(cut_place(body, i), origin);
            for (int k = 0; k < 3 && i != o; k++)
            {
                int32_t h = 4 * i + k;
                vec3d   r = v3d_sub(cut_place(body, body->face_nodes[body->faces[h]] / 4), origin);
                vec3d   v = v3d_sub(cut_place(body, body->twins[h] >> 2), origin);
                double  det = v3d_dot(r, v3d_cross(u, v));
                vec3d   moment = v3d_scale(v3d_add(v3d_add(r, u), v), det);
                sums->volume6[k] += det;
                sums->x[k] += moment.x;
                sums->y[k] += moment.y;
                sums->z[k] += moment.z;
            }
        }
}

#ifdef CPU_X86
#define CLIP_MASS_LANES __attribute__((target("avx2,bmi")))

typedef struct wide_points
{
    __m256d x, y, z;
} wide_points;

// The places at three multiples of 4; in the fourth lane something finite.
CLIP_MASS_LANES static inline wide_points three_places(const double *at, ptrdiff_t i4, ptrdiff_t j4,
                                                       ptrdiff_t k4)
{
    __m256d     a = _mm256_load_pd(at + i4), b = _mm256_load_pd(at + j4);
    __m256d     c = _mm256_load_pd(at + k4);
    __m256d     xz = _mm256_unpacklo_pd(a, b), y = _mm256_unpackhi_pd(a, b);
    wide_points p = { _mm256_permute2f128_pd(xz, c, 0x20),
                      _mm256_permute2f128_pd(y, _mm256_permute_pd(c, 5), 0x20),
                      _mm256_permute2f128_pd(xz, c, 0x31) };
    return p;
}

CLIP_MASS_LANES static inline __m256d clip_mass_minor(__m256d a, __m256d b, __m256d c, __m256d d)
{
    return _mm256_sub_pd(_mm256_mul_pd(a, b), _mm256_mul_pd(c, d));
}

CLIP_MASS_LANES static inline __m256d clip_mass_moment(__m256d r, __m256d u, __m256d v, __m256d det)
{
    return _mm256_mul_pd(_mm256_add_pd(_mm256_add_pd(r, u), v), det);
}

CLIP_MASS_LANES static inline void shift_places(const cut_body *body, int32_t o)
{
    __m256d origin = _mm256_load_pd(&body->at[o].x);
    for (int32_t i = 0; i < body->count; i++)
        _mm256_store_pd(&body->shifted[i].x, _mm256_sub_pd(_mm256_load_pd(&body->at[i].x), origin));
}

// The three slots of a node side by side: the same operations in the same order.
CLIP_MASS_LANES static void weigh_wide(const cut_body *body, int32_t o, slot_sums *sums)
{
    const int32_t *r4 = body->face_nodes;
    const double  *at = &body->shifted[0].x;
    __m256d        volume6 = _mm256_setzero_pd(), x = volume6, y = volume6, z = volume6;
    int32_t        words = (body->count + 63) / 64;
    shift_places(body, o);
    for (ptrdiff_t w = 0; w < words; w++)
    {
        uint64_t bits = body->alive[w];
        if (w == o / 64) bits &= ~((uint64_t)1 << o % 64);
        for (; bits; bits &= bits - 1)
        {
            ptrdiff_t      i4 = 4 * (64 * w + cut_lowest_bit(bits));
            const int32_t *f = body->faces + i4, *t = body->twins + i4;
            wide_points    r = three_places(at, r4[f[0]], r4[f[1]], r4[f[2]]);
            wide_points    v = three_places(at, t[0] & ~3, t[1] & ~3, t[2] & ~3);
            wide_points    u = { _mm256_broadcast_sd(at + i4), _mm256_broadcast_sd(at + i4 + 1),
                                 _mm256_broadcast_sd(at + i4 + 2) };
            __m256d        det = _mm256_mul_pd(r.x, clip_mass_minor(u.y, v.z, u.z, v.y));
            det = _mm256_add_pd(det, _mm256_mul_pd(r.y, clip_mass_minor(u.z, v.x, u.x, v.z)));
            det = _mm256_add_pd(det, _mm256_mul_pd(r.z, clip_mass_minor(u.x, v.y, u.y, v.x)));
            volume6 = _mm256_add_pd(volume6, det);
            x = _mm256_add_pd(x, clip_mass_moment(r.x, u.x, v.x, det));
            y = _mm256_add_pd(y, clip_mass_moment(r.y, u.y, v.y, det));
            z = _mm256_add_pd(z, clip_mass_moment(r.z, u.z, v.z, det));
        }
    }
    _mm256_storeu_pd(sums->volume6, volume6);
    _mm256_storeu_pd(sums->x, x);
    _mm256_storeu_pd(sums->y, y);
    _mm256_storeu_pd(sums->z, z);
}
#endif

static double clip_mass_sum_of(const double slots[4])
{
    return slots[0] + slots[1] + slots[2];
}

static slot_sums clip_mass_compute(const cut_body *body, int32_t o)
{
    slot_sums sums;
#ifdef CLIP_MASS_LANES
    if (body->wide)
    {
        weigh_wide(body, o, &sums);
        return sums;
    }
#endif
    weigh_plain(body, o, &sums);
    return sums;
}

void clip_weigh(rim_clip *clip)
{
    cut_body *body = &clip->body;
    int32_t   origin = first_node(body);
    vec3d     o = cut_place(body, origin);
    for (int k = 0; k < 3; k++) body->face_nodes[body->faces[4 * origin + k]] = 4 * origin;
    slot_sums sums = clip_mass_compute(body, origin);
    clip->origin = o;
    clip->first = v3d(clip_mass_sum_of(sums.x), clip_mass_sum_of(sums.y), clip_mass_sum_of(sums.z));
    clip->volume = clip_mass_sum_of(sums.volume6) / 6.0;
    clip->kind = RIM_CLIP_SOLID;

    // Surely solid, or ask how thick: the volume over half the surface. A body so thin in two
    // directions that its corners have become one another has no faces left.
    double thin = CLIP_NEAR * clip->size;
    if (clip->volume > 8.0 * thin * clip->size * clip->size) return;
    clip_list(clip);
    if (clip->face_count >= 4 && clip->volume > 0.5 * thin * clip_mass_area_of(clip)) return;
    clip->kind = RIM_CLIP_FLAT;
    clip->volume = 0.0;
}

rim_clip_kind rim_clip_get_kind(const rim_clip *clip)
{
    return clip->kind;
}

double rim_clip_volume(const rim_clip *clip)
{
    return clip->volume;
}

// R I R^T for the inertia of a body that was turned by R.
static void turn_inertia(rim_mass3 *mass, mat3d r)
{
    mat3d i = { { mass->xx, mass->xy, mass->zx },
                { mass->xy, mass->yy, mass->yz },
                { mass->zx, mass->yz, mass->zz } };
    vec3d rows[3] = { v3d(r.x.x, r.y.x, r.z.x), v3d(r.x.y, r.y.y, r.z.y),
                      v3d(r.x.z, r.y.z, r.z.z) };
    vec3d turned[3];
    for (int k = 0; k < 3; k++) turned[k] = m3d_apply(i, rows[k]);
    mass->xx = v3d_dot(rows[0], turned[0]);
    mass->yy = v3d_dot(rows[1], turned[1]);
    mass->zz = v3d_dot(rows[2], turned[2]);
    mass->xy = v3d_dot(rows[0], turned[1]);
    mass->yz = v3d_dot(rows[1], turned[2]);
    mass->zx = v3d_dot(rows[2], turned[0]);
}

static rim_mass3 solid_mass(const rim_clip *clip)
{
    const cut_body *body = &clip->body;
    mass_sum        sum;
    memset(&sum, 0, sizeof sum);
    vec3d   o = clip->origin;
    int32_t words = (body->count + 63) / 64;
    for (int32_t w = 0; w < words; w++)
        for (uint64_t bits = body->alive[w]; bits; bits &= bits - 1)
        {
            int32_t i = 64 * w + cut_lowest_bit(bits);
            vec3d   u = v3d_sub(cut_place(body, i), o);
            for (int32_t h = 4 * i; h < 4 * i + 3; h++)
            {
                int32_t r = body->face_nodes[body->faces[h]] / 4, j = body->twins[h] >> 2;
                if (r == i || r == j) continue;
                mass_add(&sum, v3d_sub(cut_place(body, r), o), u, v3d_sub(cut_place(body, j), o));
            }
        }
    rim_mass3 mass = mass_end(&sum, o);
    vec3d     at = clip_to_world(clip, v3d(mass.x, mass.y, mass.z));
    mass.x = at.x, mass.y = at.y, mass.z = at.z;
    turn_inertia(&mass, clip_turn(&clip->poses.world));
    return mass;
}

// The middle of a polygon is that of its triangles; of anything less, the mean of its corners.
static rim_mass3 flat_mass(const rim_clip *clip)
{
    rim_mass3 mass;
    memset(&mass, 0, sizeof mass);
    vec3d  middle = v3d(0.0, 0.0, 0.0), mean = middle;
    double weight = 0.0;
    vec3d  origin = clip_node(clip, clip->corner_nodes[0]);
    for (int32_t i = 1; i < clip->corner_count; i++)
        mean = v3d_along(mean, v3d_sub(clip_node(clip, clip->corner_nodes[i]), origin),
                         1.0 / clip->corner_count);
    for (int32_t f = 0; f < clip->face_count; f++)
        for (int32_t i = clip->starts[f] + 2; i < clip->starts[f + 1]; i++)
        {
            int32_t nodes[3] = { clip->loops[clip->starts[f]], clip->loops[i - 1], clip->loops[i] };
            vec3d   p[3];
            for (int k = 0; k < 3; k++)
                p[k] = v3d_sub(clip_node(clip, clip->corner_nodes[nodes[k]]), origin);
            double area = v3d_length(v3d_cross(v3d_sub(p[1], p[0]), v3d_sub(p[2], p[0])));
            middle = v3d_along(middle, v3d_add(v3d_add(p[0], p[1]), p[2]), area / 3.0);
            weight += area;
        }
    vec3d local = weight > 0.0 ? v3d_scale(middle, 1.0 / weight) : mean;
    vec3d at = clip_to_world(clip, v3d_add(origin, local));
    mass.area = 0.5 * weight;
    mass.x = at.x, mass.y = at.y, mass.z = at.z;
    return mass;
}

rim_mass3 rim_clip_mass(const rim_clip *clip)
{
    rim_mass3 none;
    memset(&none, 0, sizeof none);
    if (clip->kind == RIM_CLIP_EMPTY) return none;
    clip_copy room;
    return clip->kind == RIM_CLIP_SOLID ? solid_mass(clip_as_cut(clip, &room)) : flat_mass(clip);
}

void rim_clip_centroid(const rim_clip *clip, double point[3])
{
    point[0] = point[1] = point[2] = 0.0;
    if (clip->kind == RIM_CLIP_EMPTY) return;
    vec3d at;
    if (clip->kind == RIM_CLIP_SOLID)
        at = clip_to_world(clip, v3d_along(clip->origin, clip->first, 1.0 / (24.0 * clip->volume)));
    else
    {
        rim_mass3 mass = flat_mass(clip);
        at = v3d(mass.x, mass.y, mass.z);
    }
    point[0] = at.x, point[1] = at.y, point[2] = at.z;
}
