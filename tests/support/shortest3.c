#include "support/shortest3.h"

static double unit(double t)
{
    return t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
}

static void offer(shortest *s, point3 v)
{
    double length = sqrt(point3_dot(v, v));
    if (length < s->length) *s = (shortest){ v, length };
}

static void from_segment(shortest *s, point3 p, point3 a, point3 b, double sign)
{
    point3 e = point3_add(b, a, -1.0), d = point3_add(p, a, -1.0);
    double ee = point3_dot(e, e), t = ee > 0.0 ? unit(point3_dot(d, e) / ee) : 0.0;
    point3 v = point3_add(d, e, -t);
    offer(s, (point3){ sign * v.x, sign * v.y, sign * v.z });
}

static void from_face(shortest *s, point3 p, const point3 t[3])
{
    point3 n = point3_cross(point3_add(t[1], t[0], -1.0), point3_add(t[2], t[0], -1.0));
    double nn = point3_dot(n, n);
    for (int i = 0; i < 3; i++)
    {
        point3 e = point3_add(t[(i + 1) % 3], t[i], -1.0);
        if (point3_dot(point3_cross(e, point3_add(p, t[i], -1.0)), n) < 0.0) return;
    }
    double height = nn > 0.0 ? point3_dot(point3_add(p, t[0], -1.0), n) / nn : 0.0;
    if (nn > 0.0) offer(s, (point3){ height * n.x, height * n.y, height * n.z });
}

static void from_crossing(shortest *s, point3 p, point3 q, point3 a, point3 b)
{
    point3 u = point3_add(q, p, -1.0), e = point3_add(b, a, -1.0), w = point3_add(p, a, -1.0),
           n = point3_cross(u, e);
    double nn = point3_dot(n, n);
    if (!(nn > 1e-20 * point3_dot(u, u) * point3_dot(e, e))) return;
    double along_u = point3_dot(point3_cross(e, w), n) / nn,
           along_e = point3_dot(point3_cross(u, w), n) / nn;
    if (along_u < 0.0 || along_u > 1.0 || along_e < 0.0 || along_e > 1.0) return;
    double height = point3_dot(w, n) / nn;
    offer(s, (point3){ height * n.x, height * n.y, height * n.z });
}

shortest shortest_from_triangle(const point3 t[3], point3 p, point3 q)
{
    shortest s = { { 0.0, 0.0, 0.0 }, INFINITY };
    from_face(&s, p, t);
    from_face(&s, q, t);
    for (int i = 0; i < 3; i++)
    {
        point3 a = t[i], b = t[(i + 1) % 3];
        from_segment(&s, p, a, b, 1.0);
        from_segment(&s, q, a, b, 1.0);
        from_segment(&s, a, p, q, -1.0);
        from_crossing(&s, p, q, a, b);
    }
    return s;
}
