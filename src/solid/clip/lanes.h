// Template: compiled by each file that includes it. Requires simd/f64x4.h to be included before.
//
// The kernel of a clip: summing the volume over nodes, three slots per step.
#include "solid/clip/data.h"
#include "solid/shape/vec3x4.h"

// The volume of a solid, summed over half-edges in any order. Each face f has a node r_f (face_nodes). The triangles
// from r_f to the face's edges cover the face, so with positions relative to one node o
//
//      6 volume         = sum over faces f, over edges u -> v of f:   det = r_f . (u x v)
//      24 first moment  = likewise:   det (r_f + u + v)
//
// Edges at r_f add exactly 0, and so do faces at o. No term is negative, because o is behind every face, so nothing
// cancels. Terms that are 0 are not skipped, because branches on them could not be predicted.

// Loads the positions of the nodes i4 / 4, j4 / 4 and k4 / 4; `at` has four doubles a node. The fourth lane is 0.
SIMD_INLINE vec3x4 clip_load3(const double *at, ptrdiff_t i4, ptrdiff_t j4, ptrdiff_t k4)
{
    const double *a = at + i4, *b = at + j4, *c = at + k4;
    return (vec3x4){ f64x4_set(a[0], b[0], c[0], 0.0), f64x4_set(a[1], b[1], c[1], 0.0),
                     f64x4_set(a[2], b[2], c[2], 0.0) };
}

// Returns the sum of the first three lanes.
SIMD_INLINE double clip_sum3(f64x4 a)
{
    return F64X4_LANE(a, 0) + F64X4_LANE(a, 1) + F64X4_LANE(a, 2);
}

// Returns the sums above over the living nodes u. Lane k is slot k of u: v is the node at the slot's other end, and r the
// node r_f of its face f. Lane 3 is 0. The lanes are added at the end, in order. Writes the positions relative to o to
// body->shifted.
//
// Node i has the index i4 = 4 i in the arrays of four doubles and of half-edges. Its slot k is half-edge i4 + k; the twin
// of this, without its lowest two bits, is 4 times the node at the other end.
SIMD_TARGET clip_sums SIMD_NAME(clip_sum)(const cut_body *body, int32_t o)
{
    const int32_t *r4 = body->face_nodes; // 4 times the node
    const double  *places = (const double *)(const void *)body->at;
    double        *shifted = (double *)(void *)body->shifted;
    f64x4          volume6 = f64x4_all(0.0);
    vec3x4         first = { volume6, volume6, volume6 };
    f64x4          origin = f64x4_load(places + 4 * o);
    for (ptrdiff_t i4 = 0; i4 < 4 * body->count; i4 += 4)
        f64x4_store(shifted + i4, f64x4_sub(f64x4_load(places + i4), origin));
    for (ptrdiff_t w = 0; w < (body->count + 63) / 64; w++)
        for (uint64_t bits = body->alive[w]; bits; bits &= bits - 1)
        {
            ptrdiff_t      i4 = 4 * (64 * w + bits_lowest(bits));
            const double  *at = shifted + i4;
            const int32_t *f = body->faces + i4, *t = body->twins + i4;
            vec3x4         u = { f64x4_all(at[0]), f64x4_all(at[1]), f64x4_all(at[2]) };
            vec3x4         v = clip_load3(shifted, t[0] & ~3, t[1] & ~3, t[2] & ~3);
            vec3x4         r = clip_load3(shifted, r4[f[0]], r4[f[1]], r4[f[2]]);
            f64x4          det = vec3x4_dot(r, vec3x4_cross(u, v));
            volume6 = f64x4_add(volume6, det);
            first = vec3x4_add(first, vec3x4_scale(vec3x4_add(vec3x4_add(r, u), v), det));
        }
    return (clip_sums){ clip_sum3(volume6),
                        { clip_sum3(first.x), clip_sum3(first.y), clip_sum3(first.z) } };
}
