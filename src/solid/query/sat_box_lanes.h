// Template: compiled anew by each file that includes it.
// Two boxes: the separating axis theorem (Gottschalk, Lin, Manocha 1996) for the depth. With the rows of
// R being the axes of b seen along those of a, every projection is a sum of products of |R|. Include
// solid/shape/four_plain.h or solid/shape/four_avx2.h first: an axis of a, or its cross product with one of b, is a lane.
#ifndef RIM_SOLID_QUERY_SAT_BOX_LANES_H
#define RIM_SOLID_QUERY_SAT_BOX_LANES_H

#include "simd/cpu.h"
#include "solid/query/contact.h"
#include "solid/query/relative_pose.h"
#include "solid/shape/four3.h"

typedef struct boxes
{
    double column[3][4]; // axes of b
    double a[4], b[4];   // half extents
    vec3d  center_a, center_b;
} boxes;

#ifdef CPU_SSE2
#include <emmintrin.h>

// Bit i: x[i] == value, for eight floats.
FOUR_TARGET static unsigned equal_to(const float *x, float value)
{
    __m128 v = _mm_set1_ps(value);
    int    low = _mm_movemask_ps(_mm_cmpeq_ps(_mm_loadu_ps(x), v));
    int    high = _mm_movemask_ps(_mm_cmpeq_ps(_mm_loadu_ps(x + 4), v));
    return (unsigned)low | (unsigned)high << 4;
}
#else
FOUR_TARGET static unsigned equal_to(const float *x, float value)
{
    unsigned bits = 0;
    for (int i = 0; i < 8; i++) bits |= (unsigned)(x[i] == value) << i;
    return bits;
}
#endif

// Which of the eight corners lie on the upper side of each axis.
typedef struct sides
{
    unsigned x, y, z;
} sides;

// Are the eight corners the corners of the bounds? Then the hull is a box along its axes.
FOUR_TARGET static bool is_box(const rim_hull *hull, sides *up)
{
    if (!hull || hull->corner_count != 8 || hull->face_count != 6) return false;
    const rim_box3 *box = &hull->bounds;
    up->x = equal_to(hull->x, box->hi.x);
    up->y = equal_to(hull->y, box->hi.y);
    up->z = equal_to(hull->z, box->hi.z);
    unsigned x = up->x | equal_to(hull->x, box->lo.x), y = up->y | equal_to(hull->y, box->lo.y);
    unsigned z = up->z | equal_to(hull->z, box->lo.z);
    return (x & y & z) == 255;
}

// Which one is the least deep: axis i of a is lane i of row 0, axis j of b is lane j of row 1, and the cross product
// of i and j is lane i of row 2 + j.
typedef struct best_axis
{
    double depth, along; // along: the centre of b, whose sign says which way is out
    int    row, lane;
} best_axis;

// Edges closer to parallel than this have no axis of their own: that of a face is as good to rounding.
#define SAT_BOX_PARALLEL 0x1p-40
// Of a face and of edges that are as deep but for rounding the face is told.
#define CLEARLY (1.0 - 0x1p-40)

FOUR_INLINE four set_half(double out[4], rim_vec3 lo, rim_vec3 hi)
{
    four l = four_set(lo.x, lo.y, lo.z, 0.0), h = four_set(hi.x, hi.y, hi.z, 0.0);
    four half = four_mul(four_all(0.5), four_sub(h, l));
    four_store(out, half);
    return half;
}

FOUR_INLINE vec3d sat_box_middle_of(rim_box3 box)
{
    return v3d_scale(v3d_add(v3d_from(box.lo), v3d_from(box.hi)), 0.5);
}

// The axis is  e_i x b_j  of length sqrt(1 - r_ij^2).
FOUR_INLINE four depth_of_edges(four *along, four a, four t, four column, four shared)
{
    four next = four_turn(column), after = four_turn(next);
    four length2 = four_add(four_mul(next, next), four_mul(after, after));
    four a1 = four_turn(a), t1 = four_turn(t);
    four reach = four_add(four_mul(a1, four_abs(after)), four_mul(four_turn(a1), four_abs(next)));
    *along = four_sub(four_mul(four_turn(t1), next), four_mul(t1, after));
    four depth = four_sub(four_add(reach, shared), four_abs(*along));
    depth = four_div(depth, four_sqrt(length2));
    depth = four_pick(four_less(four_all(SAT_BOX_PARALLEL), length2), depth, four_all(INFINITY));
    return four_last_of(depth, four_all(INFINITY));
}

FOUR_INLINE best_axis find_axis(boxes *s, const gjk_pair *pair, rim_box3 a, rim_box3 b)
{
    four   column[3] = { four_of(pair->turn.x), four_of(pair->turn.y), four_of(pair->turn.z) };
    four   m[3], along[5], depth[5], none = four_all(INFINITY);
    double alongs[5][4];
    s->center_a = sat_box_middle_of(a);
    s->center_b = gjk_point_of_b(pair, sat_box_middle_of(b));
    four half_a = set_half(s->a, a.lo, a.hi), half_b = set_half(s->b, b.lo, b.hi);
    four half[3] = { FOUR_LANES(half_b, 0, 0, 0, 0), FOUR_LANES(half_b, 1, 1, 1, 1),
                     FOUR_LANES(half_b, 2, 2, 2, 2) };
    four t = four_of(v3d_sub(s->center_b, s->center_a));
    for (int j = 0; j < 3; j++)
    {
        m[j] = four_abs(column[j]);
        four_store(s->column[j], column[j]);
    }
    four x = four_mul(half[0], m[0]), y = four_mul(half[1], m[1]), z = four_mul(half[2], m[2]);
    along[0] = t;
    depth[0] = four_sub(four_add(half_a, four_add(four_add(x, y), z)), four_abs(t));
    along[1] = four_sums3(four_mul(t, column[0]), four_mul(t, column[1]), four_mul(t, column[2]));
    four reach = four_sums3(four_mul(half_a, m[0]), four_mul(half_a, m[1]), four_mul(half_a, m[2]));
    depth[1] = four_sub(four_add(half_b, reach), four_abs(along[1]));
    depth[0] = four_last_of(depth[0], none);
    depth[1] = four_last_of(depth[1], none);
    for (int j = 0; j < 3; j++)
    {
        int  j1 = j < 2 ? j + 1 : 0, j2 = j1 < 2 ? j1 + 1 : 0;
        four shared = four_add(four_mul(half[j1], m[j2]), four_mul(half[j2], m[j1]));
        depth[2 + j] = depth_of_edges(&along[2 + j], half_a, t, column[j], shared);
    }
    for (int k = 0; k < 5; k++) four_store(alongs[k], along[k]);
    double face = four_lowest(four_min(depth[0], depth[1]));
    double edge = four_lowest(four_min(four_min(depth[2], depth[3]), depth[4]));
    bool   by_edge = face >= 0.0 && edge < CLEARLY * face;
    double least = by_edge ? edge : face;
    int    bits = 0;
    for (int k = 0; k < 5; k++) bits |= four_bits(four_equal(depth[k], four_all(least))) << 4 * k;
    bits &= by_edge ? 0xfff00 : 0xff;
    int       which = four_lowest_bit((unsigned)bits | 1u << 19);
    best_axis best = { least, alongs[which >> 2][which & 3], which >> 2, which & 3 };
    return best;
}

FOUR_INLINE vec3d axis_a(int i)
{
    return v3d(i == 0, i == 1, i == 2);
}

FOUR_INLINE vec3d axis_b(const boxes *s, int j)
{
    return v3d(s->column[j][0], s->column[j][1], s->column[j][2]);
}

FOUR_INLINE vec3d outward(const boxes *s, best_axis axis)
{
    vec3d n = axis.row == 0 ? axis_a(axis.lane)
              : axis.row == 1
                  ? axis_b(s, axis.lane)
                  : v3d_normalize(v3d_cross(axis_a(axis.lane), axis_b(s, axis.row - 2)));
    return axis.along < 0.0 ? v3d_scale(n, -1.0) : n;
}

// Below this a cosine between an edge and the normal's plane is taken as 0: the whole edge supports.
#define SUPPORTS 0x1p-34

// The middle of the feature of a that is farthest along n, leaving out axis `free`; false if the feature
// is more than that. The same for b with its own axes.
FOUR_INLINE bool corner_a(const boxes *s, vec3d n, int free, vec3d *p)
{
    double d[3] = { n.x, n.y, n.z };
    *p = s->center_a;
    for (int i = 0; i < 3; i++)
    {
        if (i == free) continue;
        if (fabs(d[i]) < SUPPORTS) return false;
        *p = v3d_along(*p, axis_a(i), d[i] > 0.0 ? s->a[i] : -s->a[i]);
    }
    return true;
}

FOUR_INLINE bool corner_b(const boxes *s, vec3d n, int free, vec3d *p)
{
    *p = s->center_b;
    for (int j = 0; j < 3; j++)
    {
        if (j == free) continue;
        double d = v3d_dot(n, axis_b(s, j));
        if (fabs(d) < SUPPORTS) return false;
        *p = v3d_along(*p, axis_b(s, j), d > 0.0 ? -s->b[j] : s->b[j]);
    }
    return true;
}

FOUR_INLINE bool witness(const boxes *s, best_axis axis, overlap *o)
{
    vec3d p, q;
    if (axis.row == 0)
    {
        if (!corner_b(s, o->normal, -1, &p)) return false;
        o->on_a = v3d_along(p, o->normal, o->depth);
        return true;
    }
    if (axis.row == 1)
    {
        return corner_a(s, o->normal, -1, &o->on_a);
    }
    int i = axis.lane, j = axis.row - 2;
    if (!corner_a(s, o->normal, i, &p) || !corner_b(s, o->normal, j, &q)) return false;
    // p + x e meets q + y f + depth n:  x = (w . e - (e . f)(w . f)) / (1 - (e . f)^2),  w = q - p
    vec3d  e = axis_a(i), f = axis_b(s, j), w = v3d_sub(q, p);
    double ef = s->column[j][i];
    double x = (v3d_dot(w, e) - ef * v3d_dot(w, f)) / (1.0 - ef * ef), half = s->a[i];
    x = x < -half ? -half : x > half ? half : x;
    o->on_a = v3d_along(p, e, x);
    return true;
}

// The corners on the side of an axis that d leans to; all if it does not. Without branches: directions have no
// pattern.
FOUR_INLINE unsigned leaning(double d, unsigned up)
{
    unsigned down = 0u - (unsigned)(d < 0.0), flat = 0u - (unsigned)(fabs(d) < SUPPORTS);
    return (up ^ down) | flat;
}

// The face that looks along d, one of the axes.
FOUR_INLINE int face_along(const rim_hull *hull, vec3d d)
{
    int face = 0;
    for (int f = 0; f < 6; f++) face += f * (v3d_dot(hull->planes[f].normal, d) > 0.5);
    return face;
}

// The feature of a box that is farthest along d.
FOUR_INLINE rim_feature sat_box_feature_along(const rim_convex *convex, sides up, vec3d d)
{
    unsigned    mask = leaning(d.x, up.x) & leaning(d.y, up.y) & leaning(d.z, up.z) & 255;
    unsigned    others = mask & (mask - 1), more = others & (others - 1);
    rim_feature feature = { RIM_FEATURE_VERTEX, four_lowest_bit(mask | 256u) };
    if (!others) return feature;
    if (more)
    {
        feature.kind = RIM_FEATURE_FACE;
        feature.index = face_along(convex->hull, d);
        return feature;
    }
    int ends[2] = { feature.index, four_lowest_bit(others) };
    return gjk_feature(convex, ends, 2);
}

FOUR_TARGET bool FOUR_NAME(sat_box_pair)(const gjk_pair *pair, const rim_convex *a,
                                         const rim_convex *b, box_answer *answer)
{
    sides up_a, up_b;
    if (!is_box(a->hull, &up_a) || !is_box(b->hull, &up_b)) return false;
    boxes     s;
    best_axis axis = find_axis(&s, pair, a->hull->bounds, b->hull->bounds);
    double    size = s.a[0] + s.a[1] + s.a[2] + s.b[0] + s.b[1] + s.b[2];
    answer->hit = axis.depth >= -0x1p-46 * size;
    if (!answer->hit) return true;
    overlap *o = &answer->overlap;
    o->normal = outward(&s, axis);
    o->depth = o->lower = axis.depth > 0.0 ? axis.depth : 0.0;
    if (!witness(&s, axis, o)) o->on_a = gjk_common_point(pair, o->normal, o->depth, size);
    o->count = 0;
    answer->feature_a = sat_box_feature_along(a, up_a, o->normal);
    answer->feature_b =
        sat_box_feature_along(b, up_b, m3d_unapply(pair->turn, v3d_scale(o->normal, -1.0)));
    return true;
}

#endif
