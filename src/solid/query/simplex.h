// The point of a simplex of up to four points that is closest to the origin.
//
// Points live in four slots; a simplex is a set of slots. The result names the slots that span the closest
// point. After Ericson, Real-Time Collision Detection (2005), 5.1, with the
// regions settled so that rounding can misjudge none of them by more than rounding: where a sign says
// "outside this edge" the edge is measured, and the shortest answer wins.
#ifndef RIM_SOLID_QUERY_SIMPLEX_H
#define RIM_SOLID_QUERY_SIMPLEX_H

#include "simd/cpu.h"
#include "base/vec3d.h"

typedef struct simplex_closest
{
    vec3d  v;
    double vv;   // |v|^2
    int    mask; // bit i: slot i takes part
} simplex_closest;

// Relative measure below which three points count as a line, four as a plane. Points come from sums of
// floats times doubles, good to 2^-52; true figures made of floats are thicker than 2^-48 or exactly flat.
#define SIMPLEX_FLAT 0x1p-44

// These are small and on the path that everything waits for: inlined they live in registers.
#ifdef CPU_GNU
#define SIMPLEX_INLINE static inline __attribute__((always_inline))
#else
#define SIMPLEX_INLINE static inline
#endif

SIMPLEX_INLINE simplex_closest closest_of_point(const vec3d *p, int i)
{
    simplex_closest c = { p[i], v3d_length2(p[i]), 1 << i };
    return c;
}

SIMPLEX_INLINE simplex_closest closest_of_segment(const vec3d *p, int i, int j)
{
    vec3d  e = v3d_sub(p[j], p[i]);
    double t = -v3d_dot(p[i], e), length2 = v3d_length2(e);
    if (!(t > 0.0)) return closest_of_point(p, i);
    if (t >= length2) return closest_of_point(p, j);
    simplex_closest c;
    c.v = v3d_along(p[i], e, t / length2);
    c.vv = v3d_length2(c.v);
    c.mask = 1 << i | 1 << j;
    return c;
}

SIMPLEX_INLINE simplex_closest closest_nearer(simplex_closest a, simplex_closest b)
{
    return b.vv < a.vv ? b : a;
}

// With n = e x f the normal, the barycentric weight of a corner is how far the origin's projection lies
// inside the opposite edge: (n x edge) . (0 - point of the edge) / |n|^2. The closest point itself is
// n (n . p) / |n|^2, whose direction is that of n however small it gets.
SIMPLEX_INLINE simplex_closest closest_of_triangle(const vec3d *p, int i, int j, int k)
{
    vec3d           e = v3d_sub(p[j], p[i]), f = v3d_sub(p[k], p[i]), g = v3d_sub(p[k], p[j]);
    vec3d           n = v3d_cross(e, f);
    double          nn = v3d_length2(n), ee = v3d_length2(e), ff = v3d_length2(f);
    double          wk = v3d_dot(v3d_cross(e, n), p[i]);
    double          wj = v3d_dot(v3d_cross(n, f), p[i]);
    double          wi = v3d_dot(v3d_cross(g, n), p[j]);
    bool            flat = !(nn > SIMPLEX_FLAT * SIMPLEX_FLAT * ee * ff);
    simplex_closest best;
    if (!flat && wi > 0.0 && wj > 0.0 && wk > 0.0)
    {
        double h = v3d_dot(n, p[i]);
        best.v = v3d_scale(n, h / nn);
        best.vv = h * h / nn;
        best.mask = 1 << i | 1 << j | 1 << k;
        return best;
    }
    best.v = p[i];
    best.vv = INFINITY;
    best.mask = 0;
    if (flat || !(wi > 0.0)) best = closest_of_segment(p, j, k);
    if (flat || !(wj > 0.0)) best = closest_nearer(best, closest_of_segment(p, i, k));
    if (flat || !(wk > 0.0)) best = closest_nearer(best, closest_of_segment(p, i, j));
    return best;
}

// For each face: does the origin lie on the other side of it than the fourth corner? Only such faces can
// hold the closest point; if there are none the origin is inside. In a flat tetrahedron the sides mean
// nothing, and all four faces are measured.
SIMPLEX_INLINE simplex_closest closest_of_tetrahedron(const vec3d *p)
{
    static const int8_t faces[4][3] = { { 1, 2, 3 }, { 0, 2, 3 }, { 0, 1, 3 }, { 0, 1, 2 } };
    vec3d               e = v3d_sub(p[0], p[3]), f = v3d_sub(p[1], p[3]), g = v3d_sub(p[2], p[3]);
    vec3d               fg = v3d_cross(f, g), ge = v3d_cross(g, e), ef = v3d_cross(e, f);
    double              volume = v3d_dot(e, fg);
    double              size = v3d_length2(e) * v3d_length2(f) * v3d_length2(g);
    bool                flat = !(volume * volume > SIMPLEX_FLAT * SIMPLEX_FLAT * size);
    double              s = volume < 0.0 ? -1.0 : 1.0;
    double w0 = -s * v3d_dot(fg, p[3]), w1 = -s * v3d_dot(ge, p[3]), w2 = -s * v3d_dot(ef, p[3]);
    double w3 = s * volume - w0 - w1 - w2;
    int    inside = (w0 > 0.0) | (w1 > 0.0) << 1 | (w2 > 0.0) << 2 | (w3 > 0.0) << 3;
    int    outside = flat ? 15 : 15 - inside;
    simplex_closest best = { { 0.0, 0.0, 0.0 }, 0.0, 15 };
    if (!outside) return best;
    best.vv = INFINITY;
    for (int i = 0; i < 4; i++)
        if (outside >> i & 1)
            best =
                closest_nearer(best, closest_of_triangle(p, faces[i][0], faces[i][1], faces[i][2]));
    return best;
}

SIMPLEX_INLINE simplex_closest closest_of_simplex(const vec3d *p, int mask)
{
    int slots[4] = { 0, 0, 0, 0 }, count = 0;
    for (int i = 0; i < 4; i++)
    {
        slots[count & 3] = i;
        count += mask >> i & 1;
    }
    if (count == 1) return closest_of_point(p, slots[0]);
    if (count == 2) return closest_of_segment(p, slots[0], slots[1]);
    if (count == 3) return closest_of_triangle(p, slots[0], slots[1], slots[2]);
    return closest_of_tetrahedron(p);
}

// The barycentric weights of the closest point for the slots that span it, in order; they sum to 1.
void simplex_weights(const vec3d *p, int mask, double weight[4]);

#endif
