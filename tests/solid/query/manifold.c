// Contact manifolds against separating axes in double, plain clipping, and what contact.h promises of keys and of a
// kept rim_warm.
#include "support/pairs.h"
#include "support/convex_brute.h"
#include "support/hulls.h"
#include "support/support.h"

#include "rimcast/convex.h"

#include <math.h>
#include <string.h>

// --- oracle: bodies in double -------------------------------------------------------------------------

enum
{
    ORACLE_CORNERS = 64,
    ORACLE_EDGES = 3 * ORACLE_CORNERS
};

typedef struct oracle_body
{
    const rim_hull *hull;
    rim_xform3      pose;
    int             count;
    double          p[ORACLE_CORNERS][3]; // corners in the world
} oracle_body;

static void subtract(double r[3], const double a[3], const double b[3])
{
    for (int k = 0; k < 3; k++) r[k] = a[k] - b[k];
}

static double product(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void crossed(double r[3], const double a[3], const double b[3])
{
    r[0] = a[1] * b[2] - a[2] * b[1];
    r[1] = a[2] * b[0] - a[0] * b[2];
    r[2] = a[0] * b[1] - a[1] * b[0];
}

static double length_of(const double a[3])
{
    return sqrt(product(a, a));
}

static void to_double(double r[3], rim_vec3 v)
{
    r[0] = v.x, r[1] = v.y, r[2] = v.z;
}

static oracle_body oracle_of(const rim_hull *hull, rim_xform3 pose)
{
    oracle_body body = { .hull = hull, .pose = pose, .count = rim_hull_read(hull).corner_count };
    assert_true(body.count <= ORACLE_CORNERS);
    for (int i = 0; i < body.count; i++)
    {
        brute_body one = brute_place(&rim_hull_read(hull).corners[i], 1, pose);
        memcpy(body.p[i], one.p[0], sizeof body.p[i]);
    }
    return body;
}

static double highest(const oracle_body *body, const double n[3])
{
    double most = -INFINITY;
    for (int i = 0; i < body->count; i++) most = fmax(most, product(n, body->p[i]));
    return most;
}

// How far a must go along -n until nothing of it is in front of b.
static double depth_along(const oracle_body *a, const oracle_body *b, const double n[3])
{
    double back[3] = { -n[0], -n[1], -n[2] };
    return highest(a, n) + highest(b, back);
}

static double oracle_size(const oracle_body *a, const oracle_body *b)
{
    double size = 0.0;
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < 3; k++) size = fmax(size, fabs(a->p[i][k]));
    for (int i = 0; i < b->count; i++)
        for (int k = 0; k < 3; k++) size = fmax(size, fabs(b->p[i][k]));
    return size;
}

static void edge_of(const oracle_body *body, int i, double r[3])
{
    rim_hull_edge edge = rim_hull_read(body->hull).edges[i];
    subtract(r, body->p[edge.b], body->p[edge.a]);
}

static void normal_of(const oracle_body *body, int f, double n[3])
{
    rim_hull_face face = rim_hull_face_at(body->hull, f);
    double        e[3], g[3], sum[3] = { 0.0, 0.0, 0.0 };
    for (int i = 1; i + 1 < face.count; i++)
    {
        double m[3];
        subtract(e, body->p[face.corners[i]], body->p[face.corners[0]]);
        subtract(g, body->p[face.corners[i + 1]], body->p[face.corners[0]]);
        crossed(m, e, g);
        for (int k = 0; k < 3; k++) sum[k] += m[k];
    }
    double length = length_of(sum);
    for (int k = 0; k < 3; k++) n[k] = sum[k] / length;
}

static double least_along(double least, const oracle_body *a, const oracle_body *b,
                          const double n[3])
{
    double back[3] = { -n[0], -n[1], -n[2] };
    return fmin(least, fmin(depth_along(a, b, n), depth_along(a, b, back)));
}

// The least depth over all normals of faces and all products of edges; negative: apart.
static double oracle_depth(const oracle_body *a, const oracle_body *b)
{
    double least = INFINITY, n[3], e[3], g[3];
    for (int f = 0; f < rim_hull_read(a->hull).face_count; f++)
    {
        normal_of(a, f, n);
        least = least_along(least, a, b, n);
    }
    for (int f = 0; f < rim_hull_read(b->hull).face_count; f++)
    {
        normal_of(b, f, n);
        least = least_along(least, a, b, n);
    }
    for (int i = 0; i < rim_hull_read(a->hull).edge_count; i++)
    {
        edge_of(a, i, e);
        for (int j = 0; j < rim_hull_read(b->hull).edge_count; j++)
        {
            edge_of(b, j, g);
            crossed(n, e, g);
            double length = length_of(n);
            if (length < 1e-9 * length_of(e) * length_of(g)) continue;
            for (int k = 0; k < 3; k++) n[k] /= length;
            least = least_along(least, a, b, n);
        }
    }
    return least;
}

// --- cases --------------------------------------------------------------------------------------------

typedef enum pair_kind
{
    PAIR_BOXES,
    PAIR_HULLS,
    PAIR_BOX_HULL,
    PAIR_PARALLEL, // faces parallel, or turned by next to nothing
    PAIR_KINDS
} pair_kind;

typedef struct posed_pair
{
    rim_hull  *a, *b;
    rim_xform3 pa, pb;
} posed_pair;

static rim_hull *round_hull(test_random *random, int corners)
{
    rim_vec3 points[ORACLE_CORNERS], size = random_between3(random, 0.4f, 1.0f);
    for (int i = 0; i < corners; i++)
    {
        rim_vec3 d = rim_vec3_normalize(random_in_cube(random, 1.0f));
        points[i] = rim_vec3_make(d.x * size.x, d.y * size.y, d.z * size.z);
    }
    return hull_of_points(points, corners);
}

static rim_hull *any_box(test_random *random)
{
    rim_vec3 half = random_between3(random, 0.4f, 1.0f);
    return box_hull(half.x, half.y, half.z);
}

static rim_hull *any_prism(test_random *random)
{
    rim_hull *hull;
    float     radius = random_float(random, 0.4f, 1.0f), half = random_float(random, 0.4f, 1.0f);
    if (random_int(random, 0, 2) == 0) return any_box(random);
    assert_int_equal(
        RIM_OK, rim_hull_create_cylinder(&hull, radius, half, random_int(random, 3, 12), NULL));
    return hull;
}

static rim_hull *any_of_kind(test_random *random, pair_kind kind, bool second)
{
    if (kind == PAIR_PARALLEL) return any_prism(random);
    if (kind == PAIR_BOXES || (kind == PAIR_BOX_HULL && !second)) return any_box(random);
    int most[4] = { 4, 8, 24, ORACLE_CORNERS };
    return round_hull(random, random_int(random, 4, most[random_int(random, 0, 3)]));
}

// Puts b so that both are `depth` deep along n, from a to b.
static void place_along(posed_pair *pair, rim_vec3 n, double depth)
{
    pair->pb.position = pair->pa.position;
    oracle_body a = oracle_of(pair->a, pair->pa), b = oracle_of(pair->b, pair->pb);
    double      m[3];
    to_double(m, n);
    pair->pb.position =
        rim_vec3_along(pair->pb.position, n, (float)(depth_along(&a, &b, m) - depth));
}

static posed_pair random_pair(test_random *random, pair_kind kind)
{
    posed_pair pair = { any_of_kind(random, kind, false), any_of_kind(random, kind, true),
                        rim_xform3_identity(), rim_xform3_identity() };
    pair.pa.position = random_in_cube(random, 2.0f);
    double depth = 0.5 * pow(2.0, -random_float(random, 0.0f, 12.0f));
    if (kind != PAIR_PARALLEL)
    {
        pair.pa.rotation = random_turn(random);
        pair.pb.rotation = random_turn(random);
        place_along(&pair, rim_vec3_normalize(random_in_cube(random, 1.0f)), 0.5);
        rim_contact3 c = hull_contact(pair.a, pair.pa, pair.b, pair.pb);
        pair.pb.position = rim_vec3_along(pair.pb.position, c.normal, (float)depth - c.depth);
        return pair;
    }
    double   yaw = random_int(random, 0, 1) ? random_unit(random) * 6.28 : 0.0;
    double   tilt = random_int(random, 0, 2) ? pow(2.0, -random_float(random, 4.0f, 24.0f)) : 0.0;
    rim_quat common = random_int(random, 0, 1) ? random_turn(random) : rim_quat_identity();
    rim_quat lean = rim_quat_axis_angle(rim_vec3_normalize(random_in_cube(random, 1.0f)), tilt);
    pair.pa.rotation = common;
    pair.pb.rotation = rim_quat_mul(rim_quat_mul(lean, common),
                                    rim_quat_axis_angle(rim_vec3_make(0.0f, 1.0f, 0.0f), yaw));
    rim_vec3 up = rim_quat_apply(common, rim_vec3_make(0.0f, 1.0f, 0.0f));
    if (random_int(random, 0, 5) == 0) depth = 0.0;
    place_along(&pair, up, depth);
    rim_vec3 slide = random_in_cube(random, random_int(random, 0, 3) ? 0.6f : 0.0f);
    slide.y = 0.0f;
    pair.pb.position = rim_vec3_add(pair.pb.position, rim_quat_apply(common, slide));
    return pair;
}

static void destroy_pair(posed_pair *pair)
{
    rim_hull_destroy(pair->a);
    rim_hull_destroy(pair->b);
}

static rim_manifold3 manifold_between(const posed_pair *pair)
{
    return rim_convex_manifold(rim_hull_convex(pair->a), pair->pa, rim_hull_convex(pair->b),
                               pair->pb, NULL, NULL);
}

// --- depths -------------------------------------------------------------------------------------------

// What the header says of every manifold, given the depth of the contact and that along the manifold's normal.
static void check_depths(const rim_manifold3 *m, double depth, double along, double tolerance)
{
    assert_near(rim_vec3_length(m->normal), 1.0, 1e-6);
    assert_true(along <= 1.05 * depth + tolerance);
    assert_true(m->points[0].depth >= depth - tolerance);
    assert_true(m->points[0].depth <= along + tolerance);
    assert_true(m->points[0].depth >= 127.0 / 128.0 * along - tolerance);
    for (int i = 0; i < m->count; i++)
    {
        rim_contact_point p = m->points[i];
        assert_true(p.depth >= 0.0f && p.depth <= m->points[0].depth);
        rim_vec3 to = rim_vec3_along(p.on_a, m->normal, p.depth);
        assert_near(rim_vec3_distance(to, p.on_b), 0.0, tolerance);
        for (int k = 0; k < i; k++) assert_true(p.key != m->points[k].key);
    }
}

static void the_deepest_point_is_as_deep_as_separating_axes_say(void **state)
{
    (void)state;
    test_random random = { 61 };
    int         hits[PAIR_KINDS] = { 0 }, faces[PAIR_KINDS] = { 0 }, shallow = 0;
    for (int i = 0; i < case_count(1600); i++)
    {
        pair_kind     kind = (pair_kind)(i % PAIR_KINDS);
        posed_pair    pair = random_pair(&random, kind);
        oracle_body   a = oracle_of(pair.a, pair.pa), b = oracle_of(pair.b, pair.pb);
        double        tolerance = 1e-6 * oracle_size(&a, &b), depth = oracle_depth(&a, &b);
        rim_manifold3 m = manifold_between(&pair);
        if (depth > tolerance) assert_true(m.count > 0);
        if (depth < -tolerance) assert_int_equal(m.count, 0);
        if (m.count > 0)
        {
            double n[3];
            to_double(n, rim_vec3_negate(m.normal));
            check_depths(&m, depth, depth_along(&a, &b, n), tolerance);
            hits[kind]++;
            faces[kind] += m.count > 1;
            shallow += depth < 0x1p-7;
        }
        destroy_pair(&pair);
    }
    for (int k = 0; k < PAIR_KINDS; k++)
        assert_true(hits[k] > case_count(80) && faces[k] > case_count(15));
    assert_true(faces[PAIR_PARALLEL] > case_count(200) && shallow > case_count(150));
}

static void rounded_shapes_are_as_deep_as_their_cores_and_radii(void **state)
{
    (void)state;
    test_random random = { 62 };
    int         hits = 0, many = 0, thin = 0;
    for (int i = 0; i < case_count(4000); i++)
    {
        random_body a, b;
        random_body_make(&random, &a, 8);
        random_body_make(&random, &b, 8);
        if (i % 2) a.radius = random_float(&random, 0.0f, 1.0f);
        if (i % 3 == 0) b.pose.rotation = a.pose.rotation;
        brute_body    ba = brute_of(&a), bb = brute_of(&b);
        double        radii = (double)a.radius + b.radius, size = brute_size(&ba, &bb) + radii;
        double        gap = brute_gap(&ba, &bb), apart = brute_distance(&ba, &bb);
        double        core = apart > 1e-7 * size ? -apart : gap > -INFINITY ? -gap : 0.0;
        rim_convex    ca = i % 5 ? hull_of(&a) : cloud_of(&a);
        rim_manifold3 m = rim_convex_manifold(ca, a.pose, hull_of(&b), b.pose, NULL, NULL);
        if (core + radii > 4e-6 * size) assert_true(m.count > 0);
        if (core + radii < -4e-6 * size) assert_int_equal(m.count, 0);
        if (m.count > 0)
        {
            double along = brute_overlap_along(&bb, &ba, m.normal) + radii;
            check_depths(&m, core + radii, along, 4e-6 * size);
            hits++;
            many += m.count > 1;
            thin += core < 0.0;
        }
        rim_hull_destroy(a.hull);
        rim_hull_destroy(b.hull);
    }
    assert_true(hits > case_count(1000) && many > case_count(100) && thin > case_count(100));
}

// How far the corner of the feature that is least far along n lies below the body's highest.
static double feature_below(const oracle_body *body, rim_feature feature, const double n[3])
{
    double top = highest(body, n), below = 0.0;
    if (feature.kind == RIM_FEATURE_VERTEX) return top - product(n, body->p[feature.index]);
    if (feature.kind == RIM_FEATURE_EDGE)
    {
        rim_hull_edge edge = rim_hull_read(body->hull).edges[feature.index];
        return top - fmin(product(n, body->p[edge.a]), product(n, body->p[edge.b]));
    }
    assert_int_equal(feature.kind, RIM_FEATURE_FACE);
    rim_hull_face face = rim_hull_face_at(body->hull, feature.index);
    for (int i = 0; i < face.count; i++)
        below = fmax(below, top - product(n, body->p[face.corners[i]]));
    return below;
}

// Concentric ones, too, where faces inside the difference have the best normals.
static void the_features_of_a_contact_hold_its_deepest_points(void **state)
{
    (void)state;
    test_random random = { 70 };
    int         hits = 0, concentric = 0;
    for (int i = 0; i < case_count(4000); i++)
    {
        posed_pair pair = random_pair(&random, (pair_kind)(i % PAIR_PARALLEL));
        if (i % 2) pair.pb = pair.pa;
        rim_convex  a = rim_hull_convex(pair.a);
        oracle_body of_a = oracle_of(pair.a, pair.pa), of_b = oracle_of(pair.b, pair.pb);
        double      tolerance = 2e-6 * oracle_size(&of_a, &of_b), n[3], back[3];
        a.radius = i & 2 ? 0.125f : 0.0f;
        rim_contact3 c = rim_convex_contact(a, pair.pa, rim_hull_convex(pair.b), pair.pb, NULL);
        to_double(n, c.normal);
        to_double(back, rim_vec3_negate(c.normal));
        if (c.hit && c.depth > a.radius)
        {
            assert_true(feature_below(&of_a, c.feature_a, back) < tolerance);
            assert_true(feature_below(&of_b, c.feature_b, n) < tolerance);
            hits++;
            concentric += i % 2;
        }
        destroy_pair(&pair);
    }
    assert_true(hits > case_count(2500) && concentric > case_count(1500));
}

// --- the polygon --------------------------------------------------------------------------------------

enum
{
    CLIPPED = 4 * ORACLE_CORNERS
};

// Where two faces lie over each other along n, by trying everything: points of the pressing face.
typedef struct clipped
{
    int    count;
    double p[CLIPPED][3];
    double depth[CLIPPED];
    bool   unclear; // something lies within rounding of a border
} clipped;

// How far p lies to the left of the line from a to b, seen against n.
static double left_of(const double n[3], const double a[3], const double b[3], const double p[3])
{
    double e[3], g[3], m[3];
    subtract(e, b, a);
    subtract(g, p, a);
    crossed(m, e, g);
    return product(n, m) / length_of(e);
}

// The least over all sides: positive inside.
static double inside_by(const oracle_body *body, int f, const double n[3], const double p[3])
{
    rim_hull_face face = rim_hull_face_at(body->hull, f);
    double        least = INFINITY;
    for (int i = 0; i < face.count; i++)
    {
        const double *a = body->p[face.corners[i]],
                     *b = body->p[face.corners[(i + 1) % face.count]];
        least = fmin(least, left_of(n, a, b, p));
    }
    return least;
}

static void add_clipped(clipped *c, const double p[3], double top, const double n[3],
                        double tolerance)
{
    double depth = top - product(n, p);
    c->unclear |= fabs(depth) < tolerance;
    if (depth < 0.0) return;
    memcpy(c->p[c->count], p, sizeof c->p[0]);
    c->depth[c->count++] = depth;
}

// Corners of the pressing face over the other one.
static void clip_pressing(clipped *c, const oracle_body *own, int f, const oracle_body *pressing,
                          int g, const double n[3], double top, double tolerance)
{
    rim_hull_face face = rim_hull_face_at(pressing->hull, g);
    for (int i = 0; i < face.count; i++)
    {
        const double *p = pressing->p[face.corners[i]];
        double        by = inside_by(own, f, n, p);
        c->unclear |= fabs(by) < tolerance;
        if (by > 0.0) add_clipped(c, p, top, n, tolerance);
    }
}

// Corners of the reference face, moved along n into the plane of the pressing one.
static void clip_own(clipped *c, const oracle_body *own, int f, const oracle_body *pressing, int g,
                     const double n[3], double top, double tolerance)
{
    rim_hull_face face = rim_hull_face_at(own->hull, f),
                  other = rim_hull_face_at(pressing->hull, g);
    double m[3], back[3] = { -n[0], -n[1], -n[2] };
    normal_of(pressing, g, m);
    for (int i = 0; i < face.count; i++)
    {
        double p[3], to[3];
        memcpy(p, own->p[face.corners[i]], sizeof p);
        subtract(to, pressing->p[other.corners[0]], p);
        double t = product(m, to) / product(m, n);
        for (int k = 0; k < 3; k++) p[k] += t * n[k];
        double by = inside_by(pressing, g, back, p);
        c->unclear |= fabs(by) < tolerance;
        if (by > 0.0) add_clipped(c, p, top, n, tolerance);
    }
}

// Where an edge of the pressing face crosses one of the other.
static void clip_crossings(clipped *c, const oracle_body *own, int f, const oracle_body *pressing,
                           int g, const double n[3], double top, double tolerance)
{
    rim_hull_face face = rim_hull_face_at(own->hull, f),
                  other = rim_hull_face_at(pressing->hull, g);
    for (int i = 0; i < face.count; i++)
        for (int k = 0; k < other.count; k++)
        {
            const double *a = own->p[face.corners[i]],
                         *b = own->p[face.corners[(i + 1) % face.count]];
            const double *p = pressing->p[other.corners[k]];
            const double *q = pressing->p[other.corners[(k + 1) % other.count]];
            double        from = left_of(n, a, b, p), to = left_of(n, a, b, q), x[3];
            if ((from > 0.0) == (to > 0.0)) continue;
            for (int j = 0; j < 3; j++) x[j] = p[j] + from / (from - to) * (q[j] - p[j]);
            if ((left_of(n, p, q, a) > 0.0) == (left_of(n, p, q, b) > 0.0)) continue;
            add_clipped(c, x, top, n, tolerance);
        }
}

static clipped clip_plainly(const oracle_body *own, int f, const oracle_body *pressing, int g,
                            const double n[3], double tolerance)
{
    clipped c = { 0 };
    double  top = highest(own, n);
    clip_pressing(&c, own, f, pressing, g, n, top, tolerance);
    clip_own(&c, own, f, pressing, g, n, top, tolerance);
    clip_crossings(&c, own, f, pressing, g, n, top, tolerance);
    return c;
}

// The number of clipped points, those at one place counted once.
static int different_points(const clipped *c, double tolerance)
{
    int count = 0;
    for (int i = 0; i < c->count; i++)
    {
        bool is_new = true;
        for (int k = 0; k < i; k++)
        {
            double d[3];
            subtract(d, c->p[i], c->p[k]);
            is_new &= length_of(d) > tolerance;
        }
        count += is_new;
    }
    return count;
}

// The area of the convex hull of points in a plane with the unit normal n. A side of the hull is a line through two
// points that has all others on its left, or between them. The area is that of the triangles of the sides with point 0.
static double spanned_area(const double p[][3], int count, const double n[3])
{
    double area = 0.0, size = 0.0, d[3];
    for (int i = 0; i < count; i++)
    {
        subtract(d, p[i], p[0]);
        size = fmax(size, length_of(d));
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
        {
            double e[3], g[3], m[3];
            bool   is_side = true;
            subtract(e, p[k], p[i]);
            if (length_of(e) < 1e-6 * size) continue;
            for (int j = 0; j < count; j++)
            {
                double to_i[3], to_k[3];
                subtract(to_i, p[i], p[j]);
                subtract(to_k, p[k], p[j]);
                double off = left_of(n, p[i], p[k], p[j]);
                bool   between = product(to_i, to_k) <= 0.0;
                is_side &= off > 1e-6 * size || (fabs(off) <= 1e-6 * size && between);
            }
            if (!is_side) continue;
            subtract(g, p[0], p[i]);
            crossed(m, e, g);
            area += 0.5 * fabs(product(n, m));
        }
    return area;
}

#define SPANNED_LEAST 0.25 // of the polygon's area, by the points that are kept of more than four
static int polygons_of_many = 0; // that is_of_polygon has seen with more than four points

// Is every point of the manifold one of the polygon, as deep as it, and are there enough of them? Of more than four
// points of the polygon, those that are kept span at least SPANNED_LEAST of its area.
static bool is_of_polygon(const rim_manifold3 *m, const clipped *c, const double n[3],
                          bool own_is_a, double tolerance)
{
    double kept[4][3];
    double deepest = 0.0;
    for (int i = 0; i < c->count; i++) deepest = fmax(deepest, c->depth[i]);
    if (c->count == 0 || fabs(deepest - m->points[0].depth) > tolerance) return false;
    for (int i = 0; i < m->count; i++)
    {
        double at[3], nearest = INFINITY;
        to_double(at, own_is_a ? m->points[i].on_b : m->points[i].on_a);
        memcpy(kept[i], at, sizeof at);
        for (int k = 0; k < c->count; k++)
        {
            double d[3];
            subtract(d, at, c->p[k]);
            nearest = fmin(nearest, length_of(d) + fabs(c->depth[k] - m->points[i].depth));
        }
        if (nearest > 4.0 * tolerance) return false;
    }
    int points = different_points(c, 8.0 * tolerance);
    if (points <= 4) return m->count == points;
    double whole = spanned_area(c->p, c->count, n);
    polygons_of_many++;
    return m->count >= 3 &&
           spanned_area((const double(*)[3])kept, m->count, n) >= SPANNED_LEAST * whole;
}

typedef enum polygon_found
{
    POLYGON_NONE, // no face has the normal
    POLYGON_UNCLEAR,
    POLYGON_SAME,
    POLYGON_OTHER
} polygon_found;

// Tries every face of `own` with the manifold's normal and every face of the other.
static polygon_found find_polygon(const rim_manifold3 *m, const oracle_body *own,
                                  const oracle_body *pressing, bool own_is_a, double tolerance)
{
    polygon_found found = POLYGON_NONE;
    double        normal[3];
    to_double(normal, own_is_a ? rim_vec3_negate(m->normal) : m->normal);
    for (int f = 0; f < rim_hull_read(own->hull).face_count; f++)
    {
        double n[3], off[3];
        normal_of(own, f, n);
        subtract(off, n, normal);
        if (length_of(off) > 1e-6) continue;
        for (int g = 0; g < rim_hull_read(pressing->hull).face_count; g++)
        {
            double k[3];
            normal_of(pressing, g, k);
            if (product(k, n) > -1e-3) continue;
            clipped c = clip_plainly(own, f, pressing, g, n, 4.0 * tolerance);
            if (is_of_polygon(m, &c, n, own_is_a, tolerance)) return POLYGON_SAME;
            if (c.unclear && found != POLYGON_UNCLEAR) found = POLYGON_UNCLEAR;
            if (found == POLYGON_NONE) found = POLYGON_OTHER;
        }
    }
    return found;
}

static void points_are_corners_of_the_plainly_clipped_polygon(void **state)
{
    (void)state;
    test_random random = { 63 };
    int         same[PAIR_KINDS] = { 0 }, unclear = 0;
    for (int i = 0; i < case_count(3000); i++)
    {
        pair_kind     kind = (pair_kind)(i % PAIR_KINDS);
        posed_pair    pair = random_pair(&random, kind);
        oracle_body   a = oracle_of(pair.a, pair.pa), b = oracle_of(pair.b, pair.pb);
        rim_manifold3 m = manifold_between(&pair);
        if (m.count > 1)
        {
            double        tolerance = 4e-6 * oracle_size(&a, &b);
            polygon_found of_a = find_polygon(&m, &a, &b, true, tolerance);
            polygon_found of_b =
                of_a == POLYGON_SAME ? of_a : find_polygon(&m, &b, &a, false, tolerance);
            bool found = of_a == POLYGON_SAME || of_b == POLYGON_SAME;
            assert_true(found || of_a == POLYGON_UNCLEAR || of_b == POLYGON_UNCLEAR);
            same[kind] += found;
            unclear += !found;
        }
        destroy_pair(&pair);
    }
    assert_true(polygons_of_many >= case_count(100));
    for (int k = 0; k < PAIR_KINDS; k++) assert_true(same[k] >= case_count(20));
    assert_true(unclear < case_count(30));
}

static void a_sheet_lies_on_a_box_with_either_side(void **state)
{
    (void)state;
    const rim_vec3 corners[4] = { { -1, 0, -1 }, { 1, 0, -1 }, { 1, 0, 1 }, { -1, 0, 1 } };
    posed_pair     pair = { hull_of_points(corners, 4), box_hull(2.0f, 1.0f, 2.0f),
                            rim_xform3_identity(), rim_xform3_identity() };
    for (int side = 0; side < 8; side++)
    {
        pair.pa.position = rim_vec3_make(0.5f, side & 1 ? 0.99f : -0.99f, 0.25f);
        pair.pa.rotation =
            rim_quat_axis_angle(rim_vec3_make(1.0f, 0.0f, 0.0f), side & 2 ? 3.14159265 : 0.0);
        posed_pair    back = { pair.b, pair.a, pair.pb, pair.pa };
        rim_manifold3 m = side & 4 ? manifold_between(&back) : manifold_between(&pair);
        assert_int_equal(m.count, 4);
        for (int i = 0; i < 4; i++) assert_near(m.points[i].depth, 0.01, 1e-6);
        assert_near(m.normal.y, (side & 1) == (side & 4) / 4 ? -1.0 : 1.0, 1e-6);
    }
    destroy_pair(&pair);
}

// --- keys ---------------------------------------------------------------------------------------------

// What made a point: a corner of a, one of b, or an edge of each; the others are -1.
typedef struct point_features
{
    int corner_a, corner_b, edge_a, edge_b;
} point_features;

// The corner at p; -1: none, -2: unclear.
static int corner_at(const oracle_body *body, const double p[3], double size)
{
    int found = -1;
    for (int i = 0; i < body->count; i++)
    {
        double d[3];
        subtract(d, p, body->p[i]);
        if (length_of(d) < 2e-5 * size) found = found == -1 && length_of(d) < 5e-7 * size ? i : -2;
    }
    return found;
}

static double distance_to_edge(const oracle_body *body, int i, const double p[3])
{
    rim_hull_edge edge = rim_hull_read(body->hull).edges[i];
    double        e[3], d[3];
    edge_of(body, i, e);
    subtract(d, p, body->p[edge.a]);
    double t = fmax(0.0, fmin(1.0, product(d, e) / product(e, e)));
    for (int k = 0; k < 3; k++) d[k] -= t * e[k];
    return length_of(d);
}

static int edge_at(const oracle_body *body, const double p[3], double size)
{
    int found = -1;
    for (int i = 0; i < rim_hull_read(body->hull).edge_count; i++)
        if (distance_to_edge(body, i, p) < 1e-5 * size) found = found == -1 ? i : -2;
    return found;
}

// False where it is not clear.
static bool find_features(point_features *f, const posed_pair *pair, rim_contact_point point)
{
    oracle_body a = oracle_of(pair->a, pair->pa), b = oracle_of(pair->b, pair->pb);
    double      size = oracle_size(&a, &b), p[3], q[3];
    to_double(p, point.on_a);
    to_double(q, point.on_b);
    point_features none = { -1, -1, -1, -1 };
    *f = none;
    f->corner_a = corner_at(&a, p, size);
    f->corner_b = corner_at(&b, q, size);
    if (f->corner_a == -2 || f->corner_b == -2) return false;
    if (f->corner_a >= 0 || f->corner_b >= 0) return f->corner_a < 0 || f->corner_b < 0;
    f->edge_a = edge_at(&a, p, size);
    f->edge_b = edge_at(&b, q, size);
    return f->edge_a >= 0 && f->edge_b >= 0;
}

enum
{
    NAMED_MOST = 256
};

// Keys that were seen of one pair, and of what.
typedef struct named
{
    int            count;
    uint32_t       keys[NAMED_MOST];
    point_features features[NAMED_MOST];
} named;

static int check_names(named *seen, const posed_pair *pair, const rim_manifold3 *m)
{
    int checked = 0;
    for (int i = 0; i < m->count; i++)
    {
        point_features f;
        bool           known = false;
        if (!find_features(&f, pair, m->points[i])) continue;
        for (int k = 0; k < seen->count; k++)
        {
            bool same = memcmp(&seen->features[k], &f, sizeof f) == 0;
            assert_int_equal(same, seen->keys[k] == m->points[i].key);
            known |= same;
        }
        checked += known;
        if (known || seen->count == NAMED_MOST) continue;
        seen->keys[seen->count] = m->points[i].key;
        seen->features[seen->count++] = f;
    }
    return checked;
}

static rim_xform3 moved_a_little(test_random *random, rim_xform3 pose, float step)
{
    rim_vec3 axis = rim_vec3_normalize(random_in_cube(random, 1.0f));
    pose.position = rim_vec3_along(pose.position, rim_vec3_normalize(random_in_cube(random, 1.0f)),
                                   random_float(random, 0.0f, step));
    pose.rotation =
        rim_quat_mul(rim_quat_axis_angle(axis, random_float(random, 0.0f, step)), pose.rotation);
    return pose;
}

static void keys_name_the_features_in_every_frame(void **state)
{
    (void)state;
    test_random random = { 64 };
    int         checked[PAIR_KINDS] = { 0 };
    for (int i = 0; i < case_count(200); i++)
    {
        pair_kind    kind = (pair_kind)(i % PAIR_KINDS);
        posed_pair   pair = random_pair(&random, kind);
        static named seen;
        seen.count = 0;
        for (int frame = 0; frame < 16; frame++)
        {
            rim_manifold3 m = manifold_between(&pair);
            checked[kind] += check_names(&seen, &pair, &m);
            // The faces take turns as the reference.
            pair.pb = moved_a_little(&random, pair.pb, 0.01f);
        }
        destroy_pair(&pair);
    }
    for (int k = 0; k < PAIR_KINDS; k++) assert_true(checked[k] > case_count(200));
}

typedef struct kept_keys
{
    int points, kept;
} kept_keys;

static void count_keys(kept_keys *all, const rim_manifold3 *was, const rim_manifold3 *is)
{
    for (int i = 0; i < was->count; i++)
    {
        all->points++;
        for (int k = 0; k < is->count; k++) all->kept += is->points[k].key == was->points[i].key;
    }
}

// A step of a hundredth of the size, about 1.
static void most_keys_stay_in_small_motions(void **state)
{
    (void)state;
    test_random random = { 65 };
    kept_keys   all[PAIR_KINDS] = { { 0, 0 } };
    for (int i = 0; i < case_count(8000); i++)
    {
        pair_kind     kind = (pair_kind)(i % PAIR_PARALLEL);
        posed_pair    pair = random_pair(&random, kind);
        rim_manifold3 was = manifold_between(&pair);
        pair.pb = moved_a_little(&random, pair.pb, 0.01f);
        rim_manifold3 is = manifold_between(&pair);
        // What is less deep may have come apart.
        if (was.count > 0 && was.points[0].depth > 0.02f) count_keys(&all[kind], &was, &is);
        destroy_pair(&pair);
    }
    for (int k = 0; k < PAIR_PARALLEL; k++)
    {
        assert_true(all[k].points > case_count(500));
        assert_true(all[k].kept >= 0.9 * all[k].points);
    }
}

// Boxes on boxes and on flat tops of prisms, sliding and turning in the common plane.
static void keys_stay_where_boxes_slide(void **state)
{
    (void)state;
    test_random random = { 66 };
    kept_keys   all = { 0, 0 };
    int         full = 0;
    for (int i = 0; i < case_count(4000); i++)
    {
        posed_pair pair = { any_box(&random), i % 2 ? any_box(&random) : any_prism(&random),
                            rim_xform3_identity(), rim_xform3_identity() };
        rim_vec3   up = rim_vec3_make(0.0f, 1.0f, 0.0f);
        float      size = 0.5f;
        if (i % 5) pair.pb.rotation = rim_quat_axis_angle(up, random_unit(&random) * 6.28);
        place_along(&pair, up, 0.01);
        rim_vec3 aside = random_in_cube(&random, size);
        pair.pb.position = rim_vec3_add(pair.pb.position, rim_vec3_make(aside.x, 0.0f, aside.z));
        for (int frame = 0; frame < 4; frame++)
        {
            rim_manifold3 was = manifold_between(&pair);
            rim_vec3      step = random_in_cube(&random, 0.01f);
            pair.pb.position = rim_vec3_add(pair.pb.position, rim_vec3_make(step.x, 0.0f, step.z));
            if (i % 5)
                pair.pb.rotation = rim_quat_mul(
                    rim_quat_axis_angle(up, random_float(&random, 0.0f, 0.01f)), pair.pb.rotation);
            rim_manifold3 is = manifold_between(&pair);
            count_keys(&all, &was, &is);
            full += was.count == 4;
        }
        destroy_pair(&pair);
    }
    assert_true(full > case_count(8000));
    assert_true(all.kept >= 0.95 * all.points);
}

// --- laws ---------------------------------------------------------------------------------------------

static void swapping_the_bodies_turns_the_manifold_around(void **state)
{
    (void)state;
    test_random random = { 67 };
    int         same = 0, compared = 0;
    for (int i = 0; i < case_count(3000); i++)
    {
        posed_pair    pair = random_pair(&random, (pair_kind)(i % PAIR_KINDS));
        posed_pair    back = { pair.b, pair.a, pair.pb, pair.pa };
        rim_manifold3 m = manifold_between(&pair), n = manifold_between(&back);
        oracle_body   a = oracle_of(pair.a, pair.pa), b = oracle_of(pair.b, pair.pb);
        double        tolerance = 4e-6 * oracle_size(&a, &b);
        // Two ways out may be equally short, and two faces equally good.
        bool          turned =
            rim_vec3_length(rim_vec3_add(m.normal, n.normal)) < 1e-6f && m.count == n.count;
        if (m.count > 0 && n.count > 0)
        {
            assert_true(n.points[0].depth <= 1.05f * m.points[0].depth + tolerance);
            assert_true(m.points[0].depth <= 1.05f * n.points[0].depth + tolerance);
        }
        for (int k = 0; k < m.count && turned; k++)
        {
            double nearest = INFINITY;
            for (int j = 0; j < n.count; j++)
                nearest = fmin(nearest, rim_vec3_distance(m.points[k].on_a, n.points[j].on_b) +
                                            rim_vec3_distance(m.points[k].on_b, n.points[j].on_a));
            turned &= nearest < tolerance;
        }
        compared += m.count > 0;
        same += m.count > 0 && turned;
        destroy_pair(&pair);
    }
    assert_true(compared > case_count(1200) && same >= 0.8 * compared);
}

static void assert_scaled(rim_vec3 v, rim_vec3 from, float s)
{
    assert_same_bits(v.x, from.x * s);
    assert_same_bits(v.y, from.y * s);
    assert_same_bits(v.z, from.z * s);
}

static void scaling_by_a_power_of_two_scales_the_manifold(void **state)
{
    (void)state;
    test_random random = { 68 };
    int         points = 0;
    for (int i = 0; i < case_count(2000); i++)
    {
        posed_pair pair = random_pair(&random, (pair_kind)(i % PAIR_KINDS));
        float      s = i & 4 ? 0x1p10f : 0x1p-10f, radius = i % 3 ? 0.0f : 0.125f;
        posed_pair other = { scaled_hull(pair.a, s), scaled_hull(pair.b, s), pair.pa, pair.pb };
        other.pa.position = rim_vec3_scale(pair.pa.position, s);
        other.pb.position = rim_vec3_scale(pair.pb.position, s);
        rim_convex a = rim_hull_convex(pair.a), b = rim_hull_convex(other.a);
        a.radius = radius;
        b.radius = radius * s;
        rim_manifold3 m =
            rim_convex_manifold(a, pair.pa, rim_hull_convex(pair.b), pair.pb, NULL, NULL);
        rim_manifold3 n =
            rim_convex_manifold(b, other.pa, rim_hull_convex(other.b), other.pb, NULL, NULL);
        assert_int_equal(m.count, n.count);
        assert_scaled(n.normal, m.normal, 1.0f);
        for (int k = 0; k < m.count; k++)
        {
            assert_scaled(n.points[k].on_a, m.points[k].on_a, s);
            assert_scaled(n.points[k].on_b, m.points[k].on_b, s);
            assert_same_bits(n.points[k].depth, m.points[k].depth * s);
            assert_int_equal(n.points[k].key, m.points[k].key);
            points++;
        }
        destroy_pair(&pair);
        destroy_pair(&other);
    }
    assert_true(points > case_count(2000));
}

static void bodies_apart_have_no_manifold_and_no_contact(void **state)
{
    (void)state;
    rim_hull  *cube = box_hull(1.0f, 1.0f, 1.0f);
    rim_convex box = rim_hull_convex(cube);
    rim_xform3 here = rim_xform3_identity(), there = here;
    for (int i = 0; i < 3; i++)
    {
        rim_contact3 contact = { .hit = true, .depth = 7.0f };
        there.position.x = i == 0 ? 3.0f : i == 1 ? INFINITY : NAN;
        assert_int_equal(0, rim_convex_manifold(box, here, box, there, NULL, &contact).count);
        assert_true(!contact.hit && contact.depth == 0.0f);
    }
    rim_hull_destroy(cube);
}

// --- warm starts --------------------------------------------------------------------------------------

static rim_warm any_warm(test_random *random)
{
    rim_warm warm = { random_int(random, -1, 5), { 0 }, { 0 } };
    for (int i = 0; i < 4; i++)
    {
        warm.a[i] = random_int(random, -1, 12);
        warm.b[i] = random_int(random, -1, 12);
    }
    return warm;
}

// Sharp hulls at random have no two ways out that are equally short.
static void assert_same_contact(rim_contact3 c, rim_contact3 d)
{
    assert_int_equal(c.hit, d.hit);
    assert_same_bits(c.depth, d.depth);
    assert_scaled(c.normal, d.normal, 1.0f);
    assert_scaled(c.on_a, d.on_a, 1.0f);
    assert_scaled(c.on_b, d.on_b, 1.0f);
    assert_int_equal(c.feature_a.kind, d.feature_a.kind);
    assert_int_equal(c.feature_a.index, d.feature_a.index);
    assert_int_equal(c.feature_b.kind, d.feature_b.kind);
    assert_int_equal(c.feature_b.index, d.feature_b.index);
}

// From frame to frame, from another pair and from anything at all.
static void a_warm_start_changes_no_depth(void **state)
{
    (void)state;
    test_random random = { 69 };
    int         hits = 0, misses = 0, same = 0;
    rim_warm    warm = { 0, { 0 }, { 0 } };
    for (int i = 0; i < case_count(1500); i++)
    {
        pair_kind  kind = (pair_kind)(i % PAIR_KINDS);
        posed_pair pair = random_pair(&random, kind);
        rim_convex a = rim_hull_convex(pair.a), b = rim_hull_convex(pair.b);
        if (i % 3 == 0) a.radius = random_float(&random, 0.0f, 0.2f);
        if (i % 7 == 0) b.hull = NULL;
        if (i % 2) warm = any_warm(&random);
        for (int frame = 0; frame < 8; frame++)
        {
            oracle_body   of_a = oracle_of(pair.a, pair.pa), of_b = oracle_of(pair.b, pair.pb);
            double        tolerance = 1e-6 * (oracle_size(&of_a, &of_b) + a.radius);
            rim_contact3  cold = rim_convex_contact(a, pair.pa, b, pair.pb, NULL);
            rim_contact3  c = rim_convex_contact(a, pair.pa, b, pair.pb, &warm);
            rim_manifold3 m = rim_convex_manifold(a, pair.pa, b, pair.pb, &warm, NULL);
            if (kind != PAIR_PARALLEL && a.radius + b.radius == 0.0f && b.hull)
                assert_same_contact(c, cold);
            if (c.hit != cold.hit) assert_near(c.depth + cold.depth, 0.0, tolerance);
            assert_int_equal(c.hit, m.count > 0);
            assert_near(c.depth, cold.depth, tolerance);
            if (c.hit && cold.hit)
            {
                double n[3];
                to_double(n, rim_vec3_negate(m.normal));
                check_depths(&m, cold.depth, depth_along(&of_a, &of_b, n) + a.radius,
                             4.0 * tolerance);
                to_double(n, rim_vec3_negate(c.normal));
                assert_near(depth_along(&of_a, &of_b, n) + a.radius, cold.depth, 4.0 * tolerance);
                same += rim_vec3_distance(c.normal, cold.normal) < 1e-5f;
                hits++;
            }
            misses += !c.hit;
            pair.pb = moved_a_little(&random, pair.pb, 0.05f);
        }
        destroy_pair(&pair);
    }
    assert_true(hits > case_count(5000) && misses > case_count(500) && same > 0.95 * hits);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_deepest_point_is_as_deep_as_separating_axes_say),
        cmocka_unit_test(rounded_shapes_are_as_deep_as_their_cores_and_radii),
        cmocka_unit_test(the_features_of_a_contact_hold_its_deepest_points),
        cmocka_unit_test(points_are_corners_of_the_plainly_clipped_polygon),
        cmocka_unit_test(a_sheet_lies_on_a_box_with_either_side),
        cmocka_unit_test(keys_name_the_features_in_every_frame),
        cmocka_unit_test(most_keys_stay_in_small_motions),
        cmocka_unit_test(keys_stay_where_boxes_slide),
        cmocka_unit_test(swapping_the_bodies_turns_the_manifold_around),
        cmocka_unit_test(scaling_by_a_power_of_two_scales_the_manifold),
        cmocka_unit_test(bodies_apart_have_no_manifold_and_no_contact),
        cmocka_unit_test(a_warm_start_changes_no_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
