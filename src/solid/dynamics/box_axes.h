// Template: compiled by each file that includes it. Requires simd/f32xn.h to be included before.
//
// The separating axis test of boxes (Gottschalk, Lin, Manocha, "OBBTree", 1996), on F32XN_LANES pairs at a time, and
// the sweep along one axis that finds the pairs.
#include "simd/bits.h"
#include "solid/dynamics/data.h"

typedef struct wide_box
{
    f32xn center[3], axis[3][3], half[3], least_half;
} wide_box;

// Loads the boxes of the bodies with these numbers, one a lane.
SIMD_INLINE void wide_box_load(wide_box *box, const body_frame *frames, const int32_t *index)
{
    f32xn row[4];
    int   stride = (int)(sizeof *frames / sizeof(float));
    f32xn_gather4(frames->center, stride, index, row);
    for (int k = 0; k < 3; k++) box->center[k] = row[k];
    box->least_half = row[3];
    for (int i = 0; i < 3; i++)
    {
        f32xn_gather4(frames->axes[i], stride, index, row);
        for (int k = 0; k < 3; k++) box->axis[i][k] = row[k];
        box->half[i] = row[3];
    }
}

// The largest separation so far, and the number of its axis (see box_separation). A gap must be larger than `least` to
// replace it.
typedef struct wide_separation
{
    f32xn gap, axis, least;
} wide_separation;

// Keeps an axis in the lanes in which its gap is larger than best->least.
SIMD_INLINE void try_axis(wide_separation *best, f32xn gap, int axis)
{
    f32xn_mask better = f32xn_less(best->least, gap);
    best->gap = f32xn_pick(better, gap, best->gap);
    best->axis = f32xn_pick(better, f32xn_all((float)axis), best->axis);
    best->least = f32xn_max(gap, best->least);
}

typedef struct wide_box_pair
{
    wide_box a, b;
    f32xn    r[3][3], m[3][3]; // axis i of a . axis j of b, and its magnitude
    f32xn    t[3];             // from a to b, along the axes of a
    f32xn    s[3];             // the same along those of b
} wide_box_pair;

// Computes what all 15 axes need: products of the axes, and the vector between the centers in both frames.
SIMD_INLINE void box_axes_set_pair(wide_box_pair *q)
{
    f32xn t[3];
    for (int k = 0; k < 3; k++) t[k] = q->b.center[k] - q->a.center[k];
    for (int i = 0; i < 3; i++)
    {
        q->t[i] = f32xn_dot3(t, q->a.axis[i]);
        q->s[i] = f32xn_dot3(t, q->b.axis[i]);
        for (int j = 0; j < 3; j++)
        {
            q->r[i][j] = f32xn_dot3(q->a.axis[i], q->b.axis[j]);
            q->m[i][j] = f32xn_abs(q->r[i][j]);
        }
    }
}

// Tries the normals of the faces. With R_ij = axis i of a . axis j of b (q->r), the half extents a_i and b_j, and the
// vector t from a to b along the axes of a, the gap along axis i of a is
//
//     |t_i| - (a_i + sum_j b_j |R_ij|)
//
// and likewise for b, with s in the place of t. A face of b must be better than the best face of a by the slack, so
// that of two faces that lie on each other always the same is chosen.
SIMD_INLINE void box_axes_try_faces(wide_separation *best, const wide_box_pair *q, f32xn slack)
{
    const f32xn *a = q->a.half, *b = q->b.half;
    for (int i = 0; i < 3; i++)
    {
        f32xn reach = b[0] * q->m[i][0] + b[1] * q->m[i][1] + b[2] * q->m[i][2];
        try_axis(best, f32xn_abs(q->t[i]) - (a[i] + reach), i);
    }
    best->least = best->gap + slack;
    for (int j = 0; j < 3; j++)
    {
        f32xn reach = a[0] * q->m[0][j] + a[1] * q->m[1][j] + a[2] * q->m[2][j];
        try_axis(best, f32xn_abs(q->s[j]) - (b[j] + reach), 3 + j);
    }
}

// Tries the cross products of edges i of a and j of b, with the indices i1, i2 after i and j1, j2 after j, cyclic:
//
//     gap = (|t_i2 R_i1j - t_i1 R_i2j| - (a_i1 |R_i2j| + a_i2 |R_i1j| + b_j1 |R_ij2| + b_j2 |R_ij1|)) / |axis|
//
// with |axis| = sqrt(R_i1j^2 + R_i2j^2), the sine of the angle between the edges. An axis of edges must separate the
// boxes better than the best face by the slack, so that boxes that lie flat do not rock. Edges closer to parallel than
// BOX_AXES_PARALLEL are left out.
SIMD_INLINE void box_axes_try_edges(wide_separation *best, const wide_box_pair *q, f32xn slack)
{
    static const int next[3] = { 1, 2, 0 };
    const f32xn     *a = q->a.half, *b = q->b.half;
    best->least = best->gap + slack;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
        {
            int   i1 = next[i], i2 = next[i1], j1 = next[j], j2 = next[j1];
            f32xn square = q->r[i1][j] * q->r[i1][j] + q->r[i2][j] * q->r[i2][j];
            f32xn length = f32xn_sqrt(square);
            f32xn along = f32xn_abs(q->t[i2] * q->r[i1][j] - q->t[i1] * q->r[i2][j]);
            f32xn gap = along - (a[i1] * q->m[i2][j] + a[i2] * q->m[i1][j] + b[j1] * q->m[i][j2] +
                                 b[j2] * q->m[i][j1]);
            f32xn_mask parallel = f32xn_less(length, f32xn_all(BOX_AXES_PARALLEL));
            gap = f32xn_pick(parallel, f32xn_all(-INFINITY), gap / length);
            try_axis(best, gap, 6 + 3 * i + j);
        }
}

// See body_kernels.separate. A lane is a pair. Lanes behind the last pair repeat another one and are not stored. The
// number of the best axis is a float in its lane.
SIMD_TARGET static void SIMD_NAME(box_axes_separate)(const body_frame *frames,
                                                     const body_pair *pairs, int count,
                                                     box_separation *out)
{
    for (int i = 0; i < count; i += F32XN_LANES)
    {
        int32_t a[F32XN_LANES], b[F32XN_LANES];
        float   gap[F32XN_LANES], axis[F32XN_LANES];
        int     lanes = count - i < F32XN_LANES ? count - i : F32XN_LANES;
        for (int l = 0; l < F32XN_LANES; l++)
        {
            a[l] = pairs[l < lanes ? i + l : i].a;
            b[l] = pairs[l < lanes ? i + l : i].b;
        }
        wide_box_pair   q;
        f32xn           none = f32xn_all(-INFINITY);
        wide_separation best = { none, f32xn_all(0.0f), none };
        wide_box_load(&q.a, frames, a);
        wide_box_load(&q.b, frames, b);
        f32xn least = f32xn_min(q.a.least_half, q.b.least_half);
        box_axes_set_pair(&q);
        box_axes_try_faces(&best, &q, least * f32xn_all(BOX_AXES_FACE_SLACK));
        box_axes_try_edges(&best, &q, least * f32xn_all(BOX_AXES_EDGE_SLACK));
        f32xn_store(gap, best.gap);
        f32xn_store(axis, best.axis);
        for (int l = 0; l < lanes; l++) out[i + l] = (box_separation){ gap[l], (int)axis[l] };
    }
}

enum
{
    SWEPT_AT_ONCE = 64 // bounds, a multiple of F32XN_LANES
};

// See body_kernels.sweep. A lane is one of the boxes after i. The boxes are sorted by rows[0]. So the sweep ends at the
// first lanes of which one begins behind the end of box i. The NaNs behind the last box compare as false and end it,
// too. Overlaps are collected as the bits of a word, because a branch for each could not be predicted.
SIMD_TARGET static int SIMD_NAME(box_axes_sweep)(float *const rows[6], int i, int *out)
{
    f32xn end = f32xn_all(rows[3][i]);
    f32xn ly = f32xn_all(rows[1][i]), hy = f32xn_all(rows[4][i]);
    f32xn lz = f32xn_all(rows[2][i]), hz = f32xn_all(rows[5][i]);
    int   found = 0;
    bool  ends = false;
    for (int from = i + 1; !ends; from += SWEPT_AT_ONCE)
    {
        uint64_t overlaps = 0;
        for (int l = 0; l < SWEPT_AT_ONCE && !ends; l += F32XN_LANES)
        {
            int        k = from + l;
            f32xn_mask before = f32xn_less_equal(f32xn_load(&rows[0][k]), end);
            f32xn_mask y = f32xn_less_equal(f32xn_load(&rows[1][k]), hy) &
                           f32xn_less_equal(ly, f32xn_load(&rows[4][k]));
            f32xn_mask z = f32xn_less_equal(f32xn_load(&rows[2][k]), hz) &
                           f32xn_less_equal(lz, f32xn_load(&rows[5][k]));
            overlaps |= (uint64_t)f32xn_bits(before & y & z) << l;
            ends = f32xn_bits(before) != (1u << F32XN_LANES) - 1u;
        }
        for (; overlaps; overlaps &= overlaps - 1) out[found++] = from + bits_lowest(overlaps);
    }
    return found;
}
