#include "support/convex_brute.h"

#include <math.h>

// --- vectors, written again so that nothing is shared with the library ----------------------------------

static void sub(double *r, const double *a, const double *b)
{
    for (int i = 0; i < 3; i++) r[i] = a[i] - b[i];
}

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(double *r, const double *a, const double *b)
{
    r[0] = a[1] * b[2] - a[2] * b[1];
    r[1] = a[2] * b[0] - a[0] * b[2];
    r[2] = a[0] * b[1] - a[1] * b[0];
}

static double clamp(double x)
{
    return x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x;
}

// --- bodies ----------------------------------------------------------------------------------------------

brute_body brute_place(const rim_vec3 *points, int count, rim_xform3 pose)
{
    brute_body body;
    body.count = count;
    double x = pose.rotation.x, y = pose.rotation.y, z = pose.rotation.z, w = pose.rotation.w;
    double length = sqrt(x * x + y * y + z * z + w * w);
    if (length == 0.0) w = length = 1.0;
    x /= length, y /= length, z /= length, w /= length;
    for (int i = 0; i < count; i++)
    {
        // v + 2 w (u x v) + 2 u x (u x v)
        double u[3] = { x, y, z }, v[3] = { points[i].x, points[i].y, points[i].z }, uv[3], uuv[3];
        cross(uv, u, v);
        cross(uuv, u, uv);
        double at[3] = { pose.position.x, pose.position.y, pose.position.z };
        for (int k = 0; k < 3; k++) body.p[i][k] = v[k] + 2.0 * (w * uv[k] + uuv[k]) + at[k];
    }
    return body;
}

brute_body brute_point(rim_vec3 p)
{
    return brute_place(&p, 1, rim_xform3_identity());
}

brute_body brute_move(brute_body body, rim_vec3 by, double t)
{
    for (int i = 0; i < body.count; i++)
    {
        body.p[i][0] += t * by.x;
        body.p[i][1] += t * by.y;
        body.p[i][2] += t * by.z;
    }
    return body;
}

double brute_size(const brute_body *a, const brute_body *b)
{
    double size = 0.0;
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < 3; k++) size = fmax(size, fabs(a->p[i][k]));
    for (int i = 0; i < b->count; i++)
        for (int k = 0; k < 3; k++) size = fmax(size, fabs(b->p[i][k]));
    return size;
}

// --- features ----------------------------------------------------------------------------------------------

typedef struct gap
{
    double d2, way[3]; // from b to a
} gap;

static void keep(gap *best, const double *p, const double *q)
{
    double d[3];
    sub(d, p, q);
    if (dot(d, d) >= best->d2) return;
    best->d2 = dot(d, d);
    for (int k = 0; k < 3; k++) best->way[k] = d[k];
}

// For a fixed point of one segment the best point of the other is a clamp; the pair of clamps from each
// of the four ends and from the unclamped solution contains the answer.
static void segment_segment(gap *best, const double *a, const double *b, const double *c,
                            const double *d)
{
    double u[3], v[3], r[3];
    sub(u, b, a);
    sub(v, d, c);
    sub(r, a, c);
    double uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), ur = dot(u, r), vr = dot(v, r);
    double det = uu * vv - uv * uv, try[3] = { 0.0, 1.0, 0.0 };
    int    tries = 2;
    if (det > 1e-14 * uu * vv) try[tries++] = clamp((uv * vr - vv * ur) / det);
    for (int i = 0; i < tries; i++)
    {
        double s = try[i];
        for (int round = 0; round < 2; round++)
        {
            double t = vv > 0.0 ? clamp((vr + s * uv) / vv) : 0.0, p[3], q[3];
            for (int k = 0; k < 3; k++)
            {
                p[k] = a[k] + s * u[k];
                q[k] = c[k] + t * v[k];
            }
            keep(best, p, q);
            s = uu > 0.0 ? clamp((t * uv - ur) / uu) : 0.0;
        }
    }
}

// The projection of p on the triangle's plane, if it lies inside. The way is from the triangle to p.
static void point_triangle(gap *best, const double *p, const double *a, const double *b,
                           const double *c, double sign)
{
    double e[3], f[3], n[3], r[3], m[3];
    sub(e, b, a);
    sub(f, c, a);
    cross(n, e, f);
    double nn = dot(n, n);
    if (nn <= 1e-20 * dot(e, e) * dot(f, f)) return;
    sub(r, p, a);
    cross(m, r, f);
    double y = dot(m, n) / nn;
    cross(m, e, r);
    double z = dot(m, n) / nn;
    if (y < 0.0 || z < 0.0 || y + z > 1.0) return;
    double h = dot(r, n) / nn, foot[3];
    for (int k = 0; k < 3; k++) foot[k] = sign * h * n[k];
    double zero[3] = { 0.0, 0.0, 0.0 };
    keep(best, foot, zero);
}

static void points_triangles(gap *best, const brute_body *a, const brute_body *b, double sign)
{
    for (int i = 0; i < b->count; i++)
        for (int j = i + 1; j < b->count; j++)
            for (int k = j + 1; k < b->count; k++)
                for (int q = 0; q < a->count; q++)
                    point_triangle(best, a->p[q], b->p[i], b->p[j], b->p[k], sign);
}

static double along(const brute_body *a, const brute_body *b, const double *n)
{
    double most = -INFINITY, least = INFINITY;
    for (int i = 0; i < a->count; i++) most = fmax(most, dot(n, a->p[i]));
    for (int i = 0; i < b->count; i++) least = fmin(least, dot(n, b->p[i]));
    return most - least;
}

double brute_overlap_along(const brute_body *a, const brute_body *b, rim_vec3 n)
{
    double axis[3] = { n.x, n.y, n.z };
    return along(a, b, axis);
}

double brute_distance(const brute_body *a, const brute_body *b)
{
    gap best = { INFINITY, { 0.0, 0.0, 0.0 } };
    points_triangles(&best, a, b, 1.0);
    points_triangles(&best, b, a, -1.0);
    for (int i = 0; i < a->count; i++)
        for (int j = i; j < a->count; j++)
            for (int k = 0; k < b->count; k++)
                for (int l = k; l < b->count; l++)
                    segment_segment(&best, a->p[i], a->p[j], b->p[k], b->p[l]);
    // If they are apart, the way between the closest features parts them.
    double d = sqrt(best.d2), n[3];
    if (d == 0.0) return 0.0;
    for (int k = 0; k < 3; k++) n[k] = -best.way[k] / d;
    return -along(a, b, n) > d * 0.5 ? d : 0.0;
}

static void try_axis(double *most, const brute_body *a, const brute_body *b, const double *e,
                     const double *f)
{
    double n[3];
    cross(n, e, f);
    double nn = dot(n, n);
    if (nn <= 1e-14 * dot(e, e) * dot(f, f)) return;
    for (int k = 0; k < 3; k++) n[k] /= sqrt(nn);
    *most = fmax(*most, -along(a, b, n));
    for (int k = 0; k < 3; k++) n[k] = -n[k];
    *most = fmax(*most, -along(a, b, n));
}

static void try_own_axes(double *most, const brute_body *a, const brute_body *b,
                         const brute_body *own)
{
    double e[3], f[3];
    for (int i = 0; i < own->count; i++)
        for (int j = i + 1; j < own->count; j++)
            for (int k = j + 1; k < own->count; k++)
            {
                sub(e, own->p[j], own->p[i]);
                sub(f, own->p[k], own->p[i]);
                try_axis(most, a, b, e, f);
            }
}

double brute_gap(const brute_body *a, const brute_body *b)
{
    double most = -INFINITY, e[3], f[3];
    try_own_axes(&most, a, b, a);
    try_own_axes(&most, a, b, b);
    for (int i = 0; i < a->count; i++)
        for (int j = i + 1; j < a->count; j++)
            for (int k = 0; k < b->count; k++)
                for (int l = k + 1; l < b->count; l++)
                {
                    sub(e, a->p[j], a->p[i]);
                    sub(f, b->p[l], b->p[k]);
                    try_axis(&most, a, b, e, f);
                }
    return most;
}

// --- random bodies -----------------------------------------------------------------------------------------

rim_xform3 random_pose(test_random *random, float reach)
{
    rim_xform3 pose = rim_xform3_identity();
    pose.position = random_in_cube(random, reach);
    if (random_int(random, 0, 1))
        pose.position = rim_vec3_make((float)(int)pose.position.x, (float)(int)pose.position.y,
                                      (float)(int)pose.position.z);
    if (random_int(random, 0, 1)) return pose;
    pose.rotation =
        (rim_quat){ random_float(random, -1.0f, 1.0f), random_float(random, -1.0f, 1.0f),
                    random_float(random, -1.0f, 1.0f), random_float(random, -1.0f, 1.0f) };
    if (random_int(random, 0, 3) == 0) pose.rotation.x = pose.rotation.y = 0.0f;
    return pose;
}

void random_body_make(test_random *random, random_body *body, int most)
{
    body->count = random_int(random, 1, most);
    bool grid = random_int(random, 0, 1) == 0, flat = random_int(random, 0, 5) == 0;
    for (int i = 0; i < body->count; i++)
    {
        rim_vec3 p = random_in_cube(random, 2.0f);
        if (grid) p = rim_vec3_make((float)(int)p.x, (float)(int)p.y, (float)(int)(1.5f * p.z));
        if (flat) p.z = 0.5f;
        body->points[i] = p;
    }
    body->radius = random_int(random, 0, 2) == 0 ? random_float(random, 0.0f, 1.0f) : 0.0f;
    body->pose = random_pose(random, random_int(random, 0, 2) ? 0.9f : 5.0f);
    assert_int_equal(rim_hull_create(&body->hull, body->points, body->count, NULL), RIM_OK);
}

brute_body brute_of(const random_body *body)
{
    return brute_place(body->points, body->count, body->pose);
}

rim_convex cloud_of(const random_body *body)
{
    rim_convex convex = { body->points, body->count, body->radius, NULL };
    return convex;
}

rim_convex hull_of(const random_body *body)
{
    rim_convex convex = rim_hull_convex(body->hull);
    convex.radius = body->radius;
    return convex;
}
