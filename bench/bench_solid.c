// Rimcast's spheres, capsules and triangles beside the plain way. bench/README.md explains the table.
#include "kit.h"
#include "solid_mesh.h"

#include "rimcast/shape3.h"

#include <math.h>

enum
{
    // More than branch predictors learn by heart.
    PAIRS = 16384
};

typedef struct solid_set
{
    rim_triangle triangles[PAIRS];
    rim_capsule  capsules[PAIRS]; // for a sphere a == b
    rim_vec3     deltas[PAIRS];
    float        distances[PAIRS]; // found by the plain way in double
} solid_set;

// --- the plain way: regions of a triangle one after the other (Ericson 2005), every edge against the axis ---

typedef struct plain
{
    double x, y, z;
} plain;

static plain plain_of(rim_vec3 v)
{
    plain p = { v.x, v.y, v.z };
    return p;
}

static plain minus(plain a, plain b)
{
    plain p = { a.x - b.x, a.y - b.y, a.z - b.z };
    return p;
}

static plain along(plain a, plain d, double t)
{
    plain p = { a.x + t * d.x, a.y + t * d.y, a.z + t * d.z };
    return p;
}

static double dot(plain a, plain b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static double gap(plain a, plain b)
{
    plain d = minus(a, b);
    return sqrt(dot(d, d));
}

static plain cross(plain a, plain b)
{
    plain p = { a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
    return p;
}

static double clamp(double t)
{
    return t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
}

static double point_triangle(plain p, const rim_triangle *t)
{
    plain  a = plain_of(t->a), b = plain_of(t->b), c = plain_of(t->c);
    plain  ab = minus(b, a), ac = minus(c, a), ap = minus(p, a), bp = minus(p, b), cp = minus(p, c);
    double d1 = dot(ab, ap), d2 = dot(ac, ap), d3 = dot(ab, bp), d4 = dot(ac, bp);
    if (d1 <= 0.0 && d2 <= 0.0) return gap(p, a);
    if (d3 >= 0.0 && d4 <= d3) return gap(p, b);
    double vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return gap(p, along(a, ab, d1 / (d1 - d3)));
    double d5 = dot(ab, cp), d6 = dot(ac, cp);
    if (d6 >= 0.0 && d5 <= d6) return gap(p, c);
    double vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return gap(p, along(a, ac, d2 / (d2 - d6)));
    double va = d3 * d6 - d5 * d4, w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
    if (va <= 0.0 && d4 >= d3 && d5 >= d6) return gap(p, along(b, minus(c, b), w));
    double k = 1.0 / (va + vb + vc);
    return gap(p, along(along(a, ab, vb * k), ac, vc * k));
}

static double segment_segment(plain p, plain q, plain c, plain d)
{
    plain  u = minus(q, p), v = minus(d, c), r = minus(p, c);
    double a = dot(u, u), e = dot(v, v), f = dot(v, r), b = dot(u, v), g = dot(u, r);
    double bottom = a * e - b * b, s = bottom > 0.0 ? clamp((b * f - g * e) / bottom) : 0.0;
    double t = clamp((b * s + f) / e);
    s = clamp((b * t - g) / a);
    return gap(along(p, u, s), along(c, v, t));
}

static double segment_triangle(plain p, plain q, const rim_triangle *t)
{
    plain  a = plain_of(t->a), b = plain_of(t->b), c = plain_of(t->c);
    plain  n = cross(minus(b, a), minus(c, a));
    double hp = dot(n, minus(p, a)), hq = dot(n, minus(q, a));
    if ((hp < 0.0) != (hq < 0.0))
    {
        plain at = along(p, minus(q, p), hp / (hp - hq));
        if (dot(cross(minus(b, a), minus(at, a)), n) >= 0.0 &&
            dot(cross(minus(c, b), minus(at, b)), n) >= 0.0 &&
            dot(cross(minus(a, c), minus(at, c)), n) >= 0.0)
            return 0.0;
    }
    double least = fmin(point_triangle(p, t), point_triangle(q, t));
    least = fmin(least, segment_segment(p, q, a, b));
    least = fmin(least, segment_segment(p, q, b, c));
    return fmin(least, segment_segment(p, q, c, a));
}

static bool is_sphere(rim_capsule c)
{
    return c.a.x == c.b.x && c.a.y == c.b.y && c.a.z == c.b.z;
}

static double plain_distance(rim_capsule c, const rim_triangle *t, rim_vec3 delta, double time)
{
    plain a = along(plain_of(c.a), plain_of(delta), time),
          b = along(plain_of(c.b), plain_of(delta), time);
    return (is_sphere(c) ? point_triangle(a, t) : segment_triangle(a, b, t)) - c.radius;
}

// --- passes: an answer is 1 if it is right --------------------------------------------------------------

static void all_right(const void *work, int64_t *answers)
{
    (void)work;
    for (int i = 0; i < PAIRS; i++) answers[i] = 1;
}

static void distance_plain(const void *work, int64_t *answers)
{
    const solid_set *set = work;
    rim_vec3         still = { 0.0f, 0.0f, 0.0f };
    for (int i = 0; i < PAIRS; i++)
    {
        double d = plain_distance(set->capsules[i], &set->triangles[i], still, 0.0);
        if (answers)
            answers[i] = fabs(d - (double)set->distances[i]) < 1e-5;
        else
            bench_use((int64_t)(d * 1e6));
    }
}

static void distance_rimcast(const void *work, int64_t *answers)
{
    const solid_set *set = work;
    for (int i = 0; i < PAIRS; i++)
    {
        rim_capsule   c = set->capsules[i];
        rim_sphere    s = { c.a, c.radius };
        rim_distance3 d = is_sphere(c) ? rim_sphere_distance_triangle(s, &set->triangles[i])
                                       : rim_capsule_distance_triangle(c, &set->triangles[i]);
        if (answers)
            answers[i] = fabs((double)d.distance - (double)set->distances[i]) < 1e-5;
        else
            bench_use((int64_t)(d.distance * 1e6f));
    }
}

// At the time told, the shapes touch; a miss must be one at 64 places on the way.
static bool sweep_is_right(const solid_set *set, int i, bool hit, double t)
{
    if (hit)
        return fabs(plain_distance(set->capsules[i], &set->triangles[i], set->deltas[i], t)) < 1e-5;
    for (int k = 0; k <= 64; k++)
        if (plain_distance(set->capsules[i], &set->triangles[i], set->deltas[i], k / 64.0) < -1e-5)
            return false;
    return true;
}

static void sweep_rimcast(const void *work, int64_t *answers)
{
    const solid_set *set = work;
    for (int i = 0; i < PAIRS; i++)
    {
        rim_capsule c = set->capsules[i];
        rim_sphere  s = { c.a, c.radius };
        rim_hit3    hit =
            is_sphere(c)
                   ? rim_sphere_sweep_triangle(s, set->deltas[i], &set->triangles[i], RIM_SIDE_BOTH)
                   : rim_capsule_sweep_triangle(c, set->deltas[i], &set->triangles[i], RIM_SIDE_BOTH);
        if (answers)
            answers[i] = sweep_is_right(set, i, hit.hit, hit.t);
        else
            bench_use((int64_t)(hit.t * 1e6f));
    }
}

// Going on by the distance there still is, until it is 1/1000: never late, and never exact.
static void sweep_advance(const void *work, int64_t *answers)
{
    const solid_set *set = work;
    for (int i = 0; i < PAIRS; i++)
    {
        double t = 0.0, speed = rim_vec3_length(set->deltas[i]);
        for (int k = 0; k < 200 && t <= 1.0; k++)
        {
            double d = plain_distance(set->capsules[i], &set->triangles[i], set->deltas[i], t);
            if (d < 1e-3) break;
            t += d / speed;
        }
        if (answers)
            answers[i] = 1;
        else
            bench_use((int64_t)(t * 1e6));
    }
}

// --- inputs ---------------------------------------------------------------------------------------------

static float within(bench_random *random, double size)
{
    return (float)((2.0 * bench_unit(random) - 1.0) * size);
}

static rim_vec3 somewhere(bench_random *random, double size)
{
    float x = within(random, size), y = within(random, size);
    return rim_vec3_make(x, y, within(random, size));
}

// Triangles in a cube of 2, movers of radius 0.4 in one of 4 and apart from them, aimed at them.
static void make_set(solid_set *set, bool capsules)
{
    bench_random random = { 7 };
    for (int i = 0; i < PAIRS;)
    {
        rim_triangle t = { somewhere(&random, 1.0), somewhere(&random, 1.0),
                           somewhere(&random, 1.0) };
        rim_vec3 at = somewhere(&random, 2.0), axis = somewhere(&random, 0.5), still = { 0, 0, 0 };
        rim_capsule c = { at, capsules ? rim_vec3_add(at, axis) : at, 0.4f };
        rim_vec3    side = rim_vec3_lerp(t.a, t.b, (float)bench_unit(&random));
        rim_vec3    aim = rim_vec3_lerp(side, t.c, (float)bench_unit(&random));
        double      d = plain_distance(c, &t, still, 0.0);
        if (d < 0.03) continue;
        set->triangles[i] = t;
        set->capsules[i] = c;
        set->distances[i] = (float)d;
        set->deltas[i] =
            rim_vec3_scale(rim_vec3_sub(aim, at), 0.8f + 1.2f * (float)bench_unit(&random));
        i++;
    }
}

static bool measure(const bench_options *options, const solid_set *set, const char *input)
{
    bench_case distance = { .workload = "Q4 triangle",
                            .input = input,
                            .work = set,
                            .operations = PAIRS,
                            .oracle = all_right,
                            .run_count = 2 };
    distance.runs[0] = (bench_run){ "rimcast", distance_rimcast, 0.0, false };
    distance.runs[1] = (bench_run){ "plain, distance only", distance_plain, 0.0, false };
    bench_case sweep = { .workload = "Q4b swept",
                         .input = input,
                         .work = set,
                         .operations = PAIRS,
                         .oracle = all_right,
                         .run_count = 2 };
    sweep.runs[0] = (bench_run){ "rimcast", sweep_rimcast, 0.0, false };
    sweep.runs[1] = (bench_run){ "advancing to 1/1000", sweep_advance, 0.0, true };
    bool right = !bench_wants(options, distance.workload) || bench_measure(options, &distance);
    return (!bench_wants(options, sweep.workload) || bench_measure(options, &sweep)) && right;
}

int main(int argc, char **argv)
{
    static solid_set set;
    bench_options    options;
    if (!bench_options_read(&options, argc, argv)) return 2;
    bench_print_head();
    make_set(&set, false);
    bool right = measure(&options, &set, "sphere");
    make_set(&set, true);
    right &= measure(&options, &set, "capsule");
    right &= solid_mesh_measure(&options);
    return right ? 0 : 1;
}
