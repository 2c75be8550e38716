// Template: compiled by each file that includes it. Requires simd/f64x4.h to be included before.
//
// The kernels of a clip: transforming planes, four per step, and summing the volume over nodes, three slots per step.
#include "solid/clip/data.h"
#include "solid/shape/vec3x4.h"

// --- the other hull's planes ---------------------------------------------------------------------------------

// Returns  max(n lo, n hi):  the largest product of n with a number of lo .. hi.
SIMD_INLINE f64x4 clip_larger_product(f64x4 n, double lo, double hi)
{
    return f64x4_max(f64x4_mul(n, f64x4_all(lo)), f64x4_mul(n, f64x4_all(hi)));
}

// Transforms planes n.p <= d, four per step, by the rotation R and the translation c of clip->between:
//
//     n' = R n        d' = d + c . n'
//
// The base's bounds lo .. hi extend beyond a plane by
//
//     beyond = max(n'.x lo.x, n'.x hi.x) + max(n'.y lo.y, n'.y hi.y) + max(n'.z lo.z, n'.z hi.z) - d'
//
// and a plane cuts if beyond > on. A lane is a plane; the arrays are padded to whole steps with planes that cut
// nothing. Each lane keeps its largest `beyond` and the index of the plane where it came first, a whole number in a
// double. Returns the lowest index of the largest of all.
SIMD_TARGET int32_t SIMD_NAME(clip_move_planes)(rim_clip *clip, const rim_hull *other,
                                                const clip_bounds *bounds, double on)
{
    vec3x4 turn_x = vec3x4_all(clip->between.turn.x), turn_y = vec3x4_all(clip->between.turn.y);
    vec3x4 turn_z = vec3x4_all(clip->between.turn.z), move = vec3x4_all(clip->between.move);
    const vec3d       *lo = &bounds->lo, *hi = &bounds->hi;
    const clip_planes *out = &clip->planes;
    f64x4              most = f64x4_all(-INFINITY), most_index = f64x4_all(0.0);
    f64x4              index = f64x4_set(0.0, 1.0, 2.0, 3.0);
    for (int32_t i = 0; i < other->padded_spaces; i += 4)
    {
        vec3x4 n = vec3x4_scale(turn_x, f64x4_load(other->px + i));
        n = vec3x4_add(n, vec3x4_scale(turn_y, f64x4_load(other->py + i)));
        n = vec3x4_add(n, vec3x4_scale(turn_z, f64x4_load(other->pz + i)));
        f64x4 d = f64x4_add(f64x4_load(other->pd + i), vec3x4_dot(move, n));
        f64x4_store(out->x + i, n.x);
        f64x4_store(out->y + i, n.y);
        f64x4_store(out->z + i, n.z);
        f64x4_store(out->offset + i, d);

        f64x4 beyond = f64x4_add(clip_larger_product(n.x, lo->x, hi->x),
                                 clip_larger_product(n.y, lo->y, hi->y));
        beyond = f64x4_sub(f64x4_add(beyond, clip_larger_product(n.z, lo->z, hi->z)), d);
        uint64_t cuts = (uint64_t)(unsigned)f64x4_bits(f64x4_less(f64x4_all(on), beyond));
        if (i % 64 == 0) out->cuts[i / 64] = 0;
        out->cuts[i / 64] |= cuts << i % 64;

        most_index = f64x4_pick(f64x4_less(most, beyond), index, most_index);
        most = f64x4_max(beyond, most);
        index = f64x4_add(index, f64x4_all(4.0));
    }
    f64x4_mask is_deepest = f64x4_equal(most, f64x4_all(f64x4_highest(most)));
    return (int32_t)f64x4_lowest(f64x4_pick(is_deepest, most_index, f64x4_all(INFINITY)));
}

// --- volume --------------------------------------------------------------------------------------------------

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
