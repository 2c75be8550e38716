// The point of a simplex of up to four points that is closest to the origin.
//
// Points live in four slots; a simplex is a set of slots. The result names the slots that span the closest
// point and its barycentric weights. After Ericson, Real-Time Collision Detection (2005), 5.1, with the
// regions settled so that rounding can misjudge none of them by more than rounding: where a sign says
// "outside this edge" the edge is measured, and the shortest answer wins.
#ifndef RIM_SOLID_DISTANCE_SIMPLEX_H
#define RIM_SOLID_DISTANCE_SIMPLEX_H

#include "base/vec3d.h"

typedef struct closest
{
    vec3d  v;
    double vv;   // |v|^2
    int    mask; // bit i: slot i takes part
    double weight[4];
} closest;

// Relative measure below which three points count as a line, four as a plane. Points come from sums of
// floats times doubles, good to 2^-52; true figures made of floats are thicker than 2^-48 or exactly flat.
#define SIMPLEX_FLAT 0x1p-44

static inline closest closest_of_point(const vec3d *p, int i)
{
    closest c = { p[i], v3d_length2(p[i]), 1 << i, { 0.0, 0.0, 0.0, 0.0 } };
    c.weight[i] = 1.0;
    return c;
}

static inline closest closest_of_segment(const vec3d *p, int i, int j)
{
    vec3d  e = v3d_sub(p[j], p[i]);
    double t = -v3d_dot(p[i], e), length2 = v3d_length2(e);
    if (!(t > 0.0)) return closest_of_point(p, i);
    if (t >= length2) return closest_of_point(p, j);
    double  s = t / length2;
    closest c;
    c.v = v3d_along(p[i], e, s);
    c.vv = v3d_length2(c.v);
    c.mask = 1 << i | 1 << j;
    c.weight[i] = 1.0 - s;
    c.weight[j] = s;
    return c;
}

static inline void closest_take(closest *best, closest other)
{
    if (other.vv < best->vv) *best = other;
}

// With n = e x f the normal, the barycentric weight of a corner is how far the origin's projection lies
// inside the opposite edge: (n x edge) . (0 - point of the edge) / |n|^2. The closest point itself is
// n (n . p) / |n|^2, whose direction is that of n however small it gets.
static inline closest closest_of_triangle(const vec3d *p, int i, int j, int k)
{
    vec3d  e = v3d_sub(p[j], p[i]), f = v3d_sub(p[k], p[i]), g = v3d_sub(p[k], p[j]);
    vec3d  n = v3d_cross(e, f);
    double nn = v3d_length2(n), ee = v3d_length2(e), ff = v3d_length2(f);
    if (!(nn > SIMPLEX_FLAT * SIMPLEX_FLAT * ee * ff))
    {
        closest best = closest_of_segment(p, i, j);
        closest_take(&best, closest_of_segment(p, i, k));
        closest_take(&best, closest_of_segment(p, j, k));
        return best;
    }
    double wk = v3d_dot(v3d_cross(e, n), p[i]);
    double wj = v3d_dot(v3d_cross(n, f), p[i]);
    double wi = v3d_dot(v3d_cross(g, n), p[j]);
    if (wi > 0.0 && wj > 0.0 && wk > 0.0)
    {
        double  scale = 1.0 / nn, sum = 1.0 / (wi + wj + wk);
        double  h = v3d_dot(n, p[i]) * scale;
        closest c;
        c.v = v3d_scale(n, h);
        c.vv = h * h * nn;
        c.mask = 1 << i | 1 << j | 1 << k;
        c.weight[i] = wi * sum;
        c.weight[j] = wj * sum;
        c.weight[k] = wk * sum;
        return c;
    }
    closest best;
    best.vv = INFINITY;
    if (!(wi > 0.0)) best = closest_of_segment(p, j, k);
    if (!(wj > 0.0)) closest_take(&best, closest_of_segment(p, i, k));
    if (!(wk > 0.0)) closest_take(&best, closest_of_segment(p, i, j));
    return best;
}

// For each face: does the origin lie on the other side of it than the fourth corner? Only such faces can
// hold the closest point; if there are none the origin is inside, and the four volumes are the weights.
// In a flat tetrahedron the sides mean nothing, and all four faces are measured.
static inline closest closest_of_tetrahedron(const vec3d *p)
{
    vec3d  e = v3d_sub(p[0], p[3]), f = v3d_sub(p[1], p[3]), g = v3d_sub(p[2], p[3]);
    vec3d  fg = v3d_cross(f, g), ge = v3d_cross(g, e), ef = v3d_cross(e, f);
    double volume = v3d_dot(e, fg);
    double size = v3d_length2(e) * v3d_length2(f) * v3d_length2(g);
    bool   flat = !(volume * volume > SIMPLEX_FLAT * SIMPLEX_FLAT * size);
    double s = volume < 0.0 ? -1.0 : 1.0;
    double w0 = -s * v3d_dot(fg, p[3]), w1 = -s * v3d_dot(ge, p[3]), w2 = -s * v3d_dot(ef, p[3]);
    double w3 = s * volume - w0 - w1 - w2;

    closest best;
    best.vv = INFINITY;
    if (!flat && w0 > 0.0 && w1 > 0.0 && w2 > 0.0 && w3 > 0.0)
    {
        double sum = 1.0 / (w0 + w1 + w2 + w3);
        best.v = v3d(0.0, 0.0, 0.0);
        best.vv = 0.0;
        best.mask = 15;
        best.weight[0] = w0 * sum;
        best.weight[1] = w1 * sum;
        best.weight[2] = w2 * sum;
        best.weight[3] = w3 * sum;
        return best;
    }
    if (flat || !(w0 > 0.0)) best = closest_of_triangle(p, 1, 2, 3);
    if (flat || !(w1 > 0.0)) closest_take(&best, closest_of_triangle(p, 0, 2, 3));
    if (flat || !(w2 > 0.0)) closest_take(&best, closest_of_triangle(p, 0, 1, 3));
    if (flat || !(w3 > 0.0)) closest_take(&best, closest_of_triangle(p, 0, 1, 2));
    return best;
}

static inline closest closest_of_simplex(const vec3d *p, int mask)
{
    int slots[4], count = 0;
    for (int i = 0; i < 4; i++)
        if (mask >> i & 1) slots[count++] = i;
    if (count == 1) return closest_of_point(p, slots[0]);
    if (count == 2) return closest_of_segment(p, slots[0], slots[1]);
    if (count == 3) return closest_of_triangle(p, slots[0], slots[1], slots[2]);
    return closest_of_tetrahedron(p);
}

#endif
