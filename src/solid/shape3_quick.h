// Triangles without branches: what shape3_core.h finds by looking at regions, found by computing all
// candidates and taking the least. Each returns false where the general way must decide: degenerate triangles
// and axes, parallel things, overlaps, sizes out of the ordinary. The general way is then taken from the
// start, so these change the time and nothing else.
#ifndef RIM_SOLID_SHAPE3_QUICK_H
#define RIM_SOLID_SHAPE3_QUICK_H

#include "solid/shape3_touch.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

// The larger and the smaller; b if one is NaN. Compilers make branches of the plain text, and these branch
// at random.
CORE_INLINE double quick_max(double a, double b)
{
#if defined(__SSE2__)
    return _mm_cvtsd_f64(_mm_max_sd(_mm_set_sd(a), _mm_set_sd(b)));
#else
    return a > b ? a : b;
#endif
}

CORE_INLINE double quick_min(double a, double b)
{
#if defined(__SSE2__)
    return _mm_cvtsd_f64(_mm_min_sd(_mm_set_sd(a), _mm_set_sd(b)));
#else
    return a < b ? a : b;
#endif
}

// Squares of sizes for which no product of eight lengths leaves the range of double.
#define QUICK_LEAST 0x1p-120
#define QUICK_MOST 0x1p120

// Every edge of the triangle: from its corner, along.
typedef struct quick_triangle
{
    vec3d  corner[3], edge[3];
    double length2[3];
    vec3d  normal;
    double square;
} quick_triangle;

// The frame's origin is the triangle's a.
CORE_INLINE quick_triangle quick_triangle_of(const core_frame *frame, const rim_triangle *t)
{
    quick_triangle q;
    q.corner[0] = v3d(0.0, 0.0, 0.0);
    q.corner[1] = core_in(frame, t->b);
    q.corner[2] = core_in(frame, t->c);
    q.edge[0] = q.corner[1];
    q.edge[1] = v3d_sub(q.corner[2], q.corner[1]);
    q.edge[2] = core_negate(q.corner[2]);
    for (int i = 0; i < 3; i++) q.length2[i] = v3d_length2(q.edge[i]);
    q.normal = v3d_cross(q.corner[1], q.corner[2]);
    q.square = v3d_length2(q.normal);
    return q;
}

// Is the size, a sum of squares with everything in it, ordinary? Then nothing is NaN or infinite either.
CORE_INLINE bool quick_size(double size)
{
    return (size < QUICK_MOST) & (size > QUICK_LEAST);
}

CORE_INLINE bool quick_has_area(const quick_triangle *q)
{
    return q->square > CORE_PARALLEL * (q->length2[0] * q->length2[2]);
}

// The lowest index of the least of three.
CORE_INLINE int quick_least(const double v[3])
{
    int k = v[1] < v[0], third = v[2] < quick_min(v[1], v[0]);
    return k + third * (2 - k);
}

CORE_INLINE double quick_clamp(double t)
{
    return quick_min(quick_max(t, 0.0), 1.0);
}

CORE_INLINE double quick_sign(double height)
{
    static const double SIGNS[2] = { 1.0, -1.0 };
    return SIGNS[height < 0.0];
}

CORE_INLINE double quick_if(bool condition, double value)
{
    double values[2] = { INFINITY, value };
    return values[condition];
}

CORE_INLINE rim_feature quick_edge_part(int i, double t)
{
    static const int NEXT[2][3] = { { 0, 1, 2 }, { 1, 2, 0 } };
    return core_feature(RIM_FEATURE_VERTEX + ((t > 0.0) & (t < 1.0)), NEXT[t >= 1.0][i]);
}

CORE_INLINE rim_feature quick_axis_part(double t)
{
    return core_feature(RIM_FEATURE_VERTEX + ((t > 0.0) & (t < 1.0)), t >= 1.0);
}

// By whether the axis and the edge are met between their ends: E, D, C, B.
CORE_INLINE rim_case3 quick_letter(rim_feature axis, rim_feature edge)
{
    static const rim_case3 LETTERS[4] = { RIM_CASE_E, RIM_CASE_D, RIM_CASE_C, RIM_CASE_B };
    return LETTERS[(axis.kind == RIM_FEATURE_EDGE) + 2 * (edge.kind == RIM_FEATURE_EDGE)];
}

// --- a segment --------------------------------------------------------------------------------------

// The segment a..a+u that does not meet the triangle and is not parallel to any part of it.
CORE_INLINE bool quick_segment(core_touch *touch, const quick_triangle *q, vec3d a, vec3d u,
                               double radius)
{
    double s[3], t[3], square[5], ia[3], ib[3];
    double uu = v3d_length2(u), a2 = v3d_length2(a);
    double size = a2 + uu + q->length2[0] + q->length2[2] + radius * radius;
    bool   good = quick_size(size) && quick_has_area(q) && uu > QUICK_LEAST;
    double per_u = 1.0 / uu;
    for (int i = 0; i < 3; i++)
    {
        vec3d  v = q->edge[i], w = v3d_sub(q->corner[i], a);
        vec3d  n = v3d_cross(u, v), wv = v3d_cross(w, v);
        double nn = v3d_length2(n), uv = v3d_dot(u, v), uw = v3d_dot(u, w), vw = v3d_dot(v, w);
        good = good & (nn > CORE_PARALLEL * (uu * q->length2[i]));
        // The other sides of the edge's plane: positive inside. (a - c) x e = -(w x v), and
        // normal . (e x (b - c)) = normal . (e x (a - c)) - normal . (u x e).
        ia[i] = v3d_dot(wv, q->normal);
        ib[i] = ia[i] - v3d_dot(n, q->normal);
        double along = quick_clamp(v3d_dot(wv, n) / nn);
        t[i] = quick_clamp((along * uv - vw) / q->length2[i]);
        s[i] = quick_clamp((uw + t[i] * uv) * per_u);
        square[i] = v3d_length2(v3d_sub(v3d_along(w, v, t[i]), v3d_scale(u, s[i])));
    }
    double ha = v3d_dot(q->normal, a), tilt = v3d_dot(q->normal, u), hb = ha + tilt;
    good = good & (tilt * tilt > CORE_PARALLEL * (uu * q->square));
    // Where the heights change sign, inside is where all of (ia hb - ib ha) / (hb - ha) are positive.
    bool pierces = (ha * hb <= 0.0);
    for (int i = 0; i < 3; i++) pierces = pierces & ((ia[i] * hb - ib[i] * ha) * tilt >= 0.0);
    if (!good || pierces) return false;

    bool   over_a = (ia[0] > 0.0) & (ia[1] > 0.0) & (ia[2] > 0.0);
    bool   over_b = (ib[0] > 0.0) & (ib[1] > 0.0) & (ib[2] > 0.0);
    int    i = quick_least(square);
    // An end over the face, unless an edge is closer.
    double per_n = 1.0 / q->square;
    square[3] = quick_if(over_a, ha * ha * per_n);
    square[4] = quick_if(over_b, hb * hb * per_n);
    int k = 3 + (square[4] < square[3]);
    if (square[k] < square[i])
    {
        double height = k == 3 ? ha : hb, length = sqrt(q->square);
        double scale = quick_sign(height) / length;
        if (!(square[k] > CORE_SAME * CORE_SAME * size)) return false;
        touch->normal = v3d_scale(q->normal, scale);
        touch->distance = height * scale;
        touch->pair.x = k == 3 ? a : v3d_add(a, u);
        touch->pair.y = v3d_along(touch->pair.x, touch->normal, -touch->distance);
        touch->pair.fx = core_feature(RIM_FEATURE_VERTEX, k - 3);
        touch->pair.fy = core_feature(RIM_FEATURE_FACE, 0);
        touch->pair.letter = RIM_CASE_A;
        return true;
    }
    if (!(square[i] > CORE_SAME * CORE_SAME * size)) return false;
    touch->pair.x = v3d_along(a, u, s[i]);
    touch->pair.y = v3d_along(q->corner[i], q->edge[i], t[i]);
    vec3d  away = v3d_sub(touch->pair.x, touch->pair.y);
    double distance = sqrt(square[i]);
    touch->distance = distance;
    touch->normal = v3d_scale(away, 1.0 / distance);
    touch->pair.fx = quick_axis_part(s[i]);
    touch->pair.fy = quick_edge_part(i, t[i]);
    touch->pair.letter = quick_letter(touch->pair.fx, touch->pair.fy);
    return true;
}

#endif
