#include "support/oracle3.h"

#include "rimcast/vec3.h"

#include <math.h>

spot spot_of(rim_vec3 v)
{
    spot s = { v.x, v.y, v.z };
    return s;
}

spot spot_mix(spot a, spot b, double t)
{
    spot s = { a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z) };
    return s;
}

double spot_gap(spot a, spot b)
{
    double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return sqrt(x * x + y * y + z * z);
}

static double segment_gap(spot p, spot a, spot b)
{
    double ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z;
    double square = ux * ux + uy * uy + uz * uz;
    double t =
        square > 0.0 ? ((p.x - a.x) * ux + (p.y - a.y) * uy + (p.z - a.z) * uz) / square : 0.0;
    return spot_gap(p, spot_mix(a, b, fmin(1.0, fmax(0.0, t))));
}

double oracle_point_segment(spot p, const void *segment)
{
    const rim_segment3 *s = segment;
    return segment_gap(p, spot_of(s->a), spot_of(s->b));
}

// What a golden section search looks along.
typedef struct search
{
    spot                a, b, p;
    const void         *thing;
    spot_distance      *distance;
    const rim_triangle *triangle;
} search;

static double along_triangle(const search *s, double u)
{
    spot a = spot_of(s->triangle->a), b = spot_of(s->triangle->b), c = spot_of(s->triangle->c);
    return segment_gap(s->p, spot_mix(a, b, u), spot_mix(c, b, u));
}

static double along_segment(const search *s, double u)
{
    return s->distance(spot_mix(s->a, s->b, u), s->thing);
}

// The least of a convex function on 0 .. 1.
static double least_of(double (*f)(const search *, double), const search *s, double *at)
{
    const double golden = 0.6180339887498949;
    double       lo = 0.0, hi = 1.0, x = 1.0 - golden, y = golden;
    double       fx = f(s, x), fy = f(s, y), best = fmin(f(s, 0.0), f(s, 1.0));
    double       where = f(s, 0.0) <= f(s, 1.0) ? 0.0 : 1.0;
    for (int i = 0; i < 48; i++)
    {
        if (fx < fy)
        {
            hi = y, y = x, fy = fx;
            x = hi - golden * (hi - lo), fx = f(s, x);
        }
        else
        {
            lo = x, x = y, fx = fy;
            y = lo + golden * (hi - lo), fy = f(s, y);
        }
    }
    double middle = f(s, 0.5 * (lo + hi));
    if (middle < best) best = middle, where = 0.5 * (lo + hi);
    if (at) *at = where;
    return best;
}

double oracle_point_triangle(spot p, const void *triangle)
{
    search s = { .p = p, .triangle = triangle };
    return least_of(along_triangle, &s, NULL);
}

double oracle_point_obox(spot p, const void *box)
{
    const rim_obox *b = box;
    double          x = b->pose.rotation.x, y = b->pose.rotation.y, z = b->pose.rotation.z,
           w = b->pose.rotation.w;
    double n = x * x + y * y + z * z + w * w;
    if (n == 0.0) n = w = 1.0;
    double px = p.x - b->pose.position.x, py = p.y - b->pose.position.y,
           pz = p.z - b->pose.position.z;
    // By the columns of the rotation matrix.
    double m[3][3] = {
        { 1 - 2 * (y * y + z * z) / n, 2 * (x * y + w * z) / n, 2 * (x * z - w * y) / n },
        { 2 * (x * y - w * z) / n, 1 - 2 * (x * x + z * z) / n, 2 * (y * z + w * x) / n },
        { 2 * (x * z + w * y) / n, 2 * (y * z - w * x) / n, 1 - 2 * (x * x + y * y) / n }
    };
    double half[3] = { b->half.x, b->half.y, b->half.z }, sum = 0.0;
    for (int i = 0; i < 3; i++)
    {
        double out = fabs(m[i][0] * px + m[i][1] * py + m[i][2] * pz) - half[i];
        if (out > 0.0) sum += out * out;
    }
    return sqrt(sum);
}

double oracle_segment(spot a, spot b, spot_distance *distance, const void *thing)
{
    search s = { .a = a, .b = b, .thing = thing, .distance = distance };
    return least_of(along_segment, &s, NULL);
}

typedef struct motion
{
    rim_capsule    capsule;
    rim_vec3       delta;
    spot_distance *distance;
    const void    *thing;
} motion;

static double moved_distance(spot p, const void *data)
{
    const motion *m = data;
    spot          by = { m->delta.x * p.x, m->delta.y * p.x, m->delta.z * p.x };
    spot          a = spot_of(m->capsule.a), b = spot_of(m->capsule.b);
    a.x += by.x, a.y += by.y, a.z += by.z;
    b.x += by.x, b.y += by.y, b.z += by.z;
    return oracle_segment(a, b, m->distance, m->thing);
}

double oracle_sweep(rim_capsule capsule, rim_vec3 delta, double grow, spot_distance *distance,
                    const void *thing, double *least)
{
    motion m = { capsule, delta, distance, thing };
    search s = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 0, 0 }, &m, moved_distance, NULL };
    double at, reach = capsule.radius + grow;
    *least = least_of(along_segment, &s, &at);
    if (*least > reach) return 2.0;
    double lo = 0.0, hi = at;
    if (along_segment(&s, 0.0) <= reach) return 0.0;
    for (int i = 0; i < 50; i++)
    {
        double middle = 0.5 * (lo + hi);
        if (along_segment(&s, middle) > reach)
            lo = middle;
        else
            hi = middle;
    }
    return hi;
}

rim_vec3 random_vec3(test_random *random, float size)
{
    float v[3];
    bool  coarse = random_int(random, 0, 1) == 0;
    for (int i = 0; i < 3; i++)
    {
        v[i] = random_float(random, -size, size);
        if (coarse) v[i] = (float)random_int(random, -4, 4) * size * 0.25f;
    }
    return rim_vec3_make(v[0], v[1], v[2]);
}

rim_triangle random_triangle(test_random *random, float size)
{
    rim_triangle t;
    t.a = random_vec3(random, size);
    t.b = random_vec3(random, size);
    t.c = random_vec3(random, size);
    // Now and then a sliver, a needle, a segment, a point.
    int kind = random_int(random, 0, 19);
    if (kind == 0) t.c = rim_vec3_lerp(t.a, t.b, random_float(random, 0.0f, 1.0f));
    if (kind == 1) t.c = t.b;
    if (kind == 2) t.b = t.c = t.a;
    if (kind == 3) t.c = rim_vec3_along(t.b, random_vec3(random, size), 1e-4f);
    return t;
}

rim_capsule random_capsule(test_random *random, float size)
{
    rim_capsule c;
    c.a = random_vec3(random, size);
    c.b = random_vec3(random, size);
    if (random_int(random, 0, 9) == 0) c.b = c.a;
    c.radius =
        random_int(random, 0, 9) == 0 ? 0.0f : 0.4f * size * random_float(random, 0.05f, 1.0f);
    return c;
}

rim_vec3 random_unit_vec3(test_random *random)
{
    for (;;)
    {
        rim_vec3 v =
            rim_vec3_make(random_float(random, -1.0f, 1.0f), random_float(random, -1.0f, 1.0f),
                          random_float(random, -1.0f, 1.0f));
        float length = rim_vec3_length(v);
        if (length > 0.1f && length <= 1.0f) return rim_vec3_scale(v, 1.0f / length);
    }
}

void assert_no_nan(const float *values, int count)
{
    for (int i = 0; i < count; i++)
        if (isnan(values[i])) fail_msg("value %d is not a number", i);
}
