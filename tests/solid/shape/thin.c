// Spheres and capsules without a radius in motion: against exact arithmetic.
#include "support/pairs.h"
#include "support/shortest3.h"
#include "support/support.h"

#include <stdlib.h>

// --- whole numbers --------------------------------------------------------------------------------------

typedef struct whole
{
    int64_t x, y, z;
} whole;

static whole whole_of(rim_vec3 v)
{
    return (whole){ (int64_t)v.x, (int64_t)v.y, (int64_t)v.z };
}

// s a + t b
static whole mix(whole a, int64_t s, whole b, int64_t t)
{
    return (whole){ s * a.x + t * b.x, s * a.y + t * b.y, s * a.z + t * b.z };
}

static whole minus(whole a, whole b)
{
    return mix(a, 1, b, -1);
}

static int64_t dot(whole a, whole b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static whole cross(whole a, whole b)
{
    return (whole){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static int sign(int64_t x)
{
    return (x > 0) - (x < 0);
}

// A time num / den, den > 0.
typedef struct fraction
{
    int64_t num, den;
} fraction;

static int compare(const void *a, const void *b)
{
    const fraction *x = a, *y = b;
    return sign(x->num * y->den - y->num * x->den);
}

typedef struct lattice_case
{
    whole a, b, v, t[3];
} lattice_case;

typedef struct expectation
{
    bool     hit, overlap;
    fraction t;
} expectation;

// --- an axis across the plane: every interval between two events is tried in its middle ------------------

typedef enum crossing
{
    CROSSES_NOT,
    CROSSES_BORDER,
    CROSSES_INSIDE
} crossing;

// Does the axis, its ends on two sides of the plane, meet the triangle at that time?
static crossing crosses(const lattice_case *c, fraction time)
{
    whole   p = mix(c->a, time.den, c->v, time.num), s = minus(c->b, c->a);
    whole   q = mix(p, 1, s, time.den), n = cross(minus(c->t[1], c->t[0]), minus(c->t[2], c->t[0]));
    int64_t plane = dot(n, c->t[0]) * time.den;
    int     at_p = sign(dot(n, p) - plane), at_q = sign(dot(n, q) - plane), left = 0, right = 0;
    if (at_p * at_q != -1) return at_p * at_q == 0 ? CROSSES_BORDER : CROSSES_NOT;
    for (int i = 0; i < 3; i++)
    {
        whole e = minus(c->t[(i + 1) % 3], c->t[i]);
        int   side = sign(dot(cross(s, e), minus(mix(c->t[i], time.den, c->t[i], 0), p)));
        left += side > 0;
        right += side < 0;
    }
    if (left > 0 && right > 0) return CROSSES_NOT;
    return left == 3 || right == 3 ? CROSSES_INSIDE : CROSSES_BORDER;
}

// Crossing between the ends, edges included, but not with an end in the plane.
static bool touches(const lattice_case *c, fraction time)
{
    whole   p = mix(c->a, time.den, c->v, time.num), q = mix(c->b, time.den, c->v, time.num);
    whole   n = cross(minus(c->t[1], c->t[0]), minus(c->t[2], c->t[0]));
    int64_t plane = dot(n, c->t[0]) * time.den;
    return sign(dot(n, p) - plane) * sign(dot(n, q) - plane) == -1 &&
           crosses(c, time) != CROSSES_NOT;
}

static int add_event(fraction *events, int count, int64_t f, int64_t g)
{
    if (sign(f) * sign(g) != -1) return count;
    events[count] = (fraction){ llabs(f), llabs(g) };
    return count + 1;
}

static expectation expect_prism(const lattice_case *c)
{
    expectation e = { false, false, { 0, 1 } };
    whole       n = cross(minus(c->t[1], c->t[0]), minus(c->t[2], c->t[0])), s = minus(c->b, c->a);
    fraction    events[8] = { { 0, 1 } };
    int         count = 1;
    count = add_event(events, count, dot(n, minus(c->a, c->t[0])), dot(n, c->v));
    count = add_event(events, count, dot(n, minus(c->b, c->t[0])), dot(n, c->v));
    for (int i = 0; i < 3; i++)
    {
        whole side = cross(minus(c->t[(i + 1) % 3], c->t[i]), s);
        count = add_event(events, count, dot(side, minus(c->a, c->t[i])), dot(side, c->v));
    }
    qsort(events, (size_t)count, sizeof events[0], compare);
    events[count] =
        (fraction){ events[count - 1].num + events[count - 1].den, events[count - 1].den };
    e.overlap = e.hit = crosses(c, events[0]) == CROSSES_INSIDE;
    for (int i = 0; i < count && !e.hit; i++)
    {
        fraction x = events[i], y = events[i + 1];
        fraction middle = { x.num * y.den + y.num * x.den, 2 * x.den * y.den };
        if (compare(&x, &y) == 0 || !touches(c, middle)) continue;
        // What touches at the start has to go in.
        if (x.num == 0 && crosses(c, middle) != CROSSES_INSIDE) return e;
        e.t = x;
        e.hit = x.num <= x.den;
        return e;
    }
    return e;
}

// --- everything else: two flat things in one plane at one time --------------------------------------------

// In the plane, seen along the largest coordinate of its normal.
static int turn(whole n, whole a, whole b, whole c)
{
    whole   x = cross(minus(b, a), minus(c, a));
    int64_t most = llabs(n.x) > llabs(n.y) ? llabs(n.x) : llabs(n.y);
    most = most > llabs(n.z) ? most : llabs(n.z);
    if (llabs(n.x) == most) return sign(x.x) * sign(n.x);
    return llabs(n.y) == most ? sign(x.y) * sign(n.y) : sign(x.z) * sign(n.z);
}

static bool is_between(whole p, whole a, whole b)
{
    return dot(minus(p, a), minus(p, b)) <= 0;
}

static bool segments_meet(whole n, whole a, whole b, whole c, whole d)
{
    int abc = turn(n, a, b, c), abd = turn(n, a, b, d), cda = turn(n, c, d, a),
        cdb = turn(n, c, d, b);
    if (abc * abd < 0 && cda * cdb < 0) return true;
    return (abc == 0 && is_between(c, a, b)) || (abd == 0 && is_between(d, a, b)) ||
           (cda == 0 && is_between(a, c, d)) || (cdb == 0 && is_between(b, c, d));
}

static bool flats_meet(whole n, const whole t[3], whole p, whole q)
{
    int left = 0, right = 0;
    for (int i = 0; i < 3; i++)
    {
        if (segments_meet(n, p, q, t[i], t[(i + 1) % 3])) return true;
        int side = turn(n, t[i], t[(i + 1) % 3], p);
        left += side > 0;
        right += side < 0;
    }
    return left == 3 || right == 3;
}

static expectation expect_plate(const lattice_case *c, whole n)
{
    expectation e = { false, false, { 0, 1 } };
    int64_t     f = dot(n, minus(c->a, c->t[0])), g = dot(n, c->v);
    // In the plane it slides; what lies there at the start is in front.
    if (g == 0 || sign(f) == sign(g) || llabs(f) > llabs(g) || (f == 0 && g > 0)) return e;
    e.t = (fraction){ llabs(f), llabs(g) };
    whole t[3];
    for (int i = 0; i < 3; i++) t[i] = mix(c->t[i], e.t.den, c->t[i], 0);
    e.hit = flats_meet(n, t, mix(c->a, e.t.den, c->v, e.t.num), mix(c->b, e.t.den, c->v, e.t.num));
    return e;
}

static expectation expect(const lattice_case *c)
{
    whole n = cross(minus(c->t[1], c->t[0]), minus(c->t[2], c->t[0])), s = minus(c->b, c->a);
    if (dot(n, n) > 0) return dot(n, s) == 0 ? expect_plate(c, n) : expect_prism(c);
    // Without an area it is its longest edge.
    whole longest = { 0, 0, 0 };
    for (int i = 0; i < 3; i++)
    {
        whole edge = minus(c->t[(i + 1) % 3], c->t[i]);
        if (dot(edge, edge) > dot(longest, longest)) longest = edge;
    }
    return expect_plate(c, cross(s, longest));
}

// --- answers ----------------------------------------------------------------------------------------------

static double gap(point3 a, point3 b)
{
    point3 d = point3_add(a, b, -1.0);
    return sqrt(point3_dot(d, d));
}

static double gap_to_segment(point3 p, point3 a, point3 b)
{
    point3 t[3] = { a, b, b };
    return shortest_from_triangle(t, p, p).length;
}

// Coordinates and their errors are so small that what is closer than this is in one place.
static const double SAME = 1e-5;

static void assert_features(const rim_hit3 *hit, const point3 ends[2], const point3 t[3])
{
    point3 p = point3_of(hit->point);
    int    end = gap(p, ends[0]) < SAME ? 0 : gap(p, ends[1]) < SAME ? 1 : -1;
    assert_int_equal(hit->mover.kind, end < 0 ? RIM_FEATURE_EDGE : RIM_FEATURE_VERTEX);
    assert_int_equal(hit->mover.index, end < 0 ? 0 : end);
    bool at_corner = false, on_edge = false;
    for (int i = 0; i < 3; i++)
    {
        at_corner = at_corner || gap(p, t[i]) < SAME;
        on_edge = on_edge || gap_to_segment(p, t[i], t[(i + 1) % 3]) < SAME;
    }
    point3 across = point3_cross(point3_add(t[1], t[0], -1.0), point3_add(t[2], t[0], -1.0));
    // One without area is an edge: the corner within it is none.
    at_corner =
        at_corner && (point3_dot(across, across) > 0.0 || hit->other.kind == RIM_FEATURE_VERTEX);
    int i = hit->other.index;
    if (at_corner)
        assert_true(hit->other.kind == RIM_FEATURE_VERTEX && gap(p, t[i]) < SAME);
    else if (on_edge)
        assert_true(hit->other.kind == RIM_FEATURE_EDGE &&
                    gap_to_segment(p, t[i], t[(i + 1) % 3]) < SAME);
    else
        assert_int_equal(hit->other.kind, RIM_FEATURE_FACE);
    bool is_end = end >= 0;
    assert_int_equal(hit->letter, at_corner ? (is_end ? RIM_CASE_E : RIM_CASE_D)
                                  : on_edge ? (is_end ? RIM_CASE_C : RIM_CASE_B)
                                            : RIM_CASE_A);
}

// The point is on both, and the normal is the direction of the shortest way between them just before.
static void assert_contact(const rim_hit3 *hit, rim_capsule c, rim_vec3 delta,
                           const rim_triangle *triangle, double time)
{
    point3 v = point3_of(delta),
           t[3] = { point3_of(triangle->a), point3_of(triangle->b), point3_of(triangle->c) };
    point3 ends[2] = { point3_add(point3_of(c.a), v, time), point3_add(point3_of(c.b), v, time) };
    point3 p = point3_of(hit->point), n = point3_of(hit->normal);
    assert_true(gap_to_segment(p, ends[0], ends[1]) < SAME);
    assert_true(shortest_from_triangle(t, p, p).length < SAME);
    shortest before = shortest_from_triangle(t, point3_add(ends[0], v, -0x1p-22),
                                             point3_add(ends[1], v, -0x1p-22));
    assert_true(point3_dot(before.v, n) > 0.9999 * before.length);
    assert_features(hit, ends, t);
}

static void assert_same_scaled(rim_capsule c, rim_vec3 v, rim_triangle t, rim_hit3 hit, int power)
{
    float by = ldexpf(1.0f, power);
    c = (rim_capsule){ rim_vec3_scale(c.a, by), rim_vec3_scale(c.b, by), 0.0f };
    t = (rim_triangle){ rim_vec3_scale(t.a, by), rim_vec3_scale(t.b, by), rim_vec3_scale(t.c, by) };
    rim_hit3 scaled = rim_capsule_sweep_triangle(c, rim_vec3_scale(v, by), &t, RIM_SIDE_BOTH);
    assert_int_equal(scaled.hit, hit.hit);
    assert_same_bits(scaled.t, hit.t);
    assert_same_bits(scaled.point.x, hit.point.x * by);
    assert_same_bits(scaled.point.y, hit.point.y * by);
    assert_same_bits(scaled.normal.z, hit.normal.z);
    assert_same_bits(scaled.depth, hit.depth * by);
}

static void on_a_lattice_all_that_meets_is_met_at_the_right_place(void **state)
{
    (void)state;
    test_random r = { 61 };
    int         hits = 0, corners = 0, edges = 0, overlaps = 0, flats = 0;
    for (int i = case_count(60000); i > 0; i--)
    {
        rim_vec3 p[6];
        for (int k = 0; k < 6; k++) p[k] = random_whole3(&r, 2);
        if (random_int(&r, 0, 5) == 0) p[1] = p[0];
        if (random_int(&r, 0, 7) == 0) p[5] = rim_vec3_sub(rim_vec3_scale(p[4], 2.0f), p[3]);
        rim_capsule  c = { p[0], p[1], 0.0f };
        rim_triangle t = { p[3], p[4], p[5] };
        lattice_case whole_case = { whole_of(p[0]),
                                    whole_of(p[1]),
                                    whole_of(p[2]),
                                    { whole_of(p[3]), whole_of(p[4]), whole_of(p[5]) } };
        expectation  expected = expect(&whole_case);
        rim_hit3     hit = rim_capsule_sweep_triangle(c, p[2], &t, RIM_SIDE_BOTH);
        assert_int_equal(hit.hit, expected.hit);
        assert_int_equal(hit.start_overlap, expected.overlap);
        assert_same_scaled(c, p[2], t, hit, random_int(&r, -30, 60));
        overlaps += expected.overlap;
        if (!expected.hit || expected.overlap) continue;
        double time = (double)expected.t.num / (double)expected.t.den;
        assert_near(hit.t, time, 6e-8 * time);
        assert_contact(&hit, c, p[2], &t, time);
        hits++;
        edges += hit.other.kind == RIM_FEATURE_EDGE;
        corners += hit.other.kind == RIM_FEATURE_VERTEX;
        flats += hit.letter == RIM_CASE_A;
    }
    assert_true(hits > case_count(4000) && edges > case_count(1500) && corners > case_count(600));
    assert_true(overlaps > case_count(500) && flats > case_count(500));
}

// Spheres are capsules whose ends are one, and segments are triangles without area.
static void points_and_segments_go_the_same_way(void **state)
{
    (void)state;
    test_random r = { 62 };
    int         points = 0, segments = 0;
    for (int i = case_count(20000); i > 0; i--)
    {
        rim_vec3 p[6];
        for (int k = 0; k < 6; k++) p[k] = random_whole3(&r, 2);
        rim_triangle t = { p[3], p[4], p[5] };
        rim_hit3 a = rim_sphere_sweep_triangle((rim_sphere){ p[0], 0.0f }, p[2], &t, RIM_SIDE_BOTH);
        rim_capsule both = { p[0], p[0], 0.0f };
        rim_hit3    b = rim_capsule_sweep_triangle(both, p[2], &t, RIM_SIDE_BOTH);
        assert_int_equal(a.hit, b.hit);
        assert_int_equal(a.other.kind, b.other.kind);
        assert_same_bits(a.t, b.t);
        assert_same_bits(a.normal.x, b.normal.x);
        assert_same_bits(a.point.y, b.point.y);
        points += a.hit;
        t.c = t.b;
        rim_capsule axis = { p[0], p[1], 0.0f }, target = { t.a, t.b, 0.0f };
        a = rim_capsule_sweep_triangle(axis, p[2], &t, RIM_SIDE_BOTH);
        b = capsule_sweep_capsule(axis, p[2], target);
        assert_int_equal(a.hit, b.hit);
        assert_same_bits(a.t, b.t);
        assert_same_bits(a.normal.x, b.normal.x);
        assert_same_bits(a.point.y, b.point.y);
        segments += a.hit;
    }
    assert_true(points > case_count(500) && segments > case_count(200));
}

// Nearly in the triangle's plane, where rounding decides nothing. The times are from rational arithmetic.
static const struct
{
    rim_vec3     a, b, delta;
    rim_triangle t;
    double       time; // -1: a miss
} NEARLY_IN_THE_PLANE[] = {
    { { 0x1.711dc6p+0f, 0x1.a3b88ep+1f, -0x1.be82fap+1f },
      { -0x1.05f41ap-1f, -0x1.be82fap+0f, 0x1.4d6536p+0f },
      { -0x1.b88ee2p+0f, -0x1.1dc46cp-3f, 0x1.df417ep+1f },
      { { -0x1.94d652p-1f, 0x1.653596p+0f, 0x1.8ee23cp+0f },
        { 0x1.05f41ap-1f, 0x1.be82fap+0f, -0x1.4d6536p+0f },
        { 0x1.aca6b2p-2f, -0x1.aca6b6p-3f, -0x1.c47712p-1f } },
      0.03821654400976298 },
    { { 0x1.378674p+0f, 0x1.127b5cp+0f, 0x1.332c22p+2f },
      { -0x1.ced3d6p+1f, -0x1.2ec6eap-1f, -0x1.5319a8p+2f },
      { 0x1.d29f44p-3f, -0x1.2e39dap+1f, -0x1.5367b8p-2f },
      { { -0x1.2e1ab2p+0f, -0x1.3bb628p+0f, -0x1.ad1bb6p+0f },
        { -0x1.33109cp+0f, 0x1.ec5f9cp-3f, -0x1.fed85ap-3f },
        { 0x1.a25392p-1f, -0x1.b1debap+0f, 0x1.5ba272p+0f } },
      2.7757707512711546e-08 },
    { { 0x1.e6e70ep-2f, -0x1.d255f6p-1f, 0x1.e70b7ap+1f },
      { -0x1.73688ep-2f, -0x1.f00e74p-4f, -0x1.f3ea5p-1f },
      { -0x1.2f8ff2p+3f, -0x1.4ccb92p+0f, -0x1.ab38dcp+3f },
      { { 0x1.38dd1p-2f, -0x1.c994eep-2f, 0x1.a03056p+0f },
        { -0x1.03bbcep-1f, -0x1.df8dcap-1f, 0x1.fd0aa6p+0f },
        { -0x1.8f5244p+0f, -0x1.265ecap-1f, -0x1.81e31ep+0f } },
      0.011577054449519565 },
    { { 0x1.ec79aep+0f, 0x1.3b1a48p+2f, 0x1.b506e4p+1f },
      { 0x1.df7d52p+0f, -0x1.962a16p+0f, -0x1.67844cp+0f },
      { -0x1.ec79aep+1f, -0x1.3b1a48p+3f, -0x1.b506e4p+2f },
      { { 0x1.bb578ap+0f, -0x1.f1163ep+0f, -0x1.810aa4p+0f },
        { 0x1.f9d7ep+0f, 0x1.ba8bd8p+0f, 0x1.ead45cp-1f },
        { 0x1.111d8cp+0f, -0x1.31319p-2f, 0x1.05e212p-1f } },
      2.8275127824853096e-08 },
    { { -0x1.e5e7d6p+0f, -0x1.81e44ep+1f, 0x1.2ebcdcp+1f },
      { -0x1.771a5p-3f, 0x1.f2fe6ep+1f, 0x1.221268p-1f },
      { 0x1.a4131p+0f, 0x1.f97daap+1f, -0x1.10110ap+1f },
      { { 0x1.0f0feep-1f, 0x1.a8e4bcp+0f, -0x1.e9b2ecp-1f },
        { -0x1.0a659p+0f, 0x1.c4688p-2f, 0x1.774176p+0f },
        { -0x1.0bc61ap-3f, -0x1.04b6b8p+0f, -0x1.110634p-2f } },
      0.0 },
    { { -0x1.94045p+1f, 0x1.9a024p+1f, 0x1.5fb964p-1f },
      { 0x1.2c6884p+0f, -0x1.242d2cp+0f, 0x1.491d46p-2f },
      { -0x1.be426p-2f, -0x1.67c14ap+1f, -0x1.44ee1ep+0f },
      { { 0x1.5fe8ap+0f, -0x1.da35e6p-4f, 0x1.989168p-1f },
        { -0x1.3cf0b4p-1f, 0x1.f5f92cp+0f, 0x1.fe6f7cp-1f },
        { 0x1.fae2a4p-4f, -0x1.d015dp+0f, -0x1.225d0cp-2f } },
      0.16538574286632127 },
    { { 0x1.06e608p-4f, -0x1.2a6a66p-1f, -0x1.38e9a8p-1f },
      { 0x1.5b1a9p+0f, 0x1.37a234p+1f, 0x1.63d4e8p+1f },
      { -0x1.3360dep-1f, -0x1.163102p+0f, -0x1.f7742cp-2f },
      { { -0x1.b7083p+0f, -0x1.c947b6p-4f, 0x1.29fbp-1f },
        { 0x1.6b88fp-1f, 0x1.da0f34p-1f, 0x1.159a7ep+0f },
        { -0x1.1d8c02p+0f, -0x1.718914p+0f, -0x1.4e7ec6p+0f } },
      4.789469839736186e-08 },
    { { -0x1.0ca276p-1f, -0x1.75f052p+0f, 0x1.90aa86p+1f },
      { 0x1.6bbf04p+0f, 0x1.3a8556p+2f, -0x1.33263p+3f },
      { -0x1.63d674p+1f, -0x1.d0b006p-1f, -0x1.0c5334p-2f },
      { { -0x1.9995fp-3f, -0x1.56bb4cp-1f, 0x1.82d0d2p+0f },
        { -0x1.a2d4b6p-1f, 0x1.4ee6d4p+0f, -0x1.dc5b3p+0f },
        { 0x1.388064p+0f, 0x1.70b986p-1f, -0x1.bbe6aep+0f } },
      1.1486765852452972e-08 },
    { { -0x1.c05e8cp+1f, 0x1.4268c2p+1f, -0x1.7e65e8p+0f },
      { 0x1.ca4c5p-2f, -0x1.7077fcp-1f, -0x1.84b21p-1f },
      { 0x1.649768p-2f, 0x1.e8ce58p-4f, -0x1.94aedap-2f },
      { { 0x1.f18b64p+0f, 0x1.8b0e66p-2f, 0x1.9a705ep-2f },
        { -0x1.871502p+0f, 0x1.cc9586p-1f, -0x1.205f78p+0f },
        { 0x1.f7bd6p-2f, -0x1.0a260cp+0f, -0x1.b7619cp-1f } },
      0.0 },
    { { -0x1.2e6fa6p-3f, 0x1.05928cp+0f, -0x1.456f52p-2f },
      { 0x1.721c78p+1f, -0x1.f8efe4p+1f, -0x1.ab8f46p-3f },
      { -0x1.167cc4p+1f, 0x1.e30418p+0f, 0x1.fc0e78p-2f },
      { { -0x1.12bc64p+0f, 0x1.a658dp-1f, -0x1.9babe2p-1f },
        { 0x1.a3be28p-1f, 0x1.d1fe68p-3f, -0x1.3166e2p-4f },
        { 0x1.1f223cp-2f, -0x1.c1dcf4p+0f, -0x1.b508d2p-1f } },
      1.7718357018810168e-08 },
    { { 0x1.514c44p+0f, -0x1.40478ep-1f, -0x1.a90274p+1f },
      { 0x1.3cc2d8p-2f, -0x1.18f06cp+0f, 0x1.69a1bp-2f },
      { -0x1.4e5f9p+0f, 0x1.77a326p+0f, -0x1.5fce62p+1f },
      { { -0x1.b38f62p+0f, -0x1.818ddap-1f, 0x1.7dd042p-4f },
        { 0x1.a07cfap-1f, -0x1.b91432p-1f, -0x1.7bce3ep+0f },
        { 0x1.8019eep+0f, -0x1.731d6cp+0f, 0x1.61cf1ap+0f } },
      3.695183493171439e-08 },
    { { -0x1.9f857p+0f, -0x1.c5881ap+0f, 0x1.52c066p+0f },
      { -0x1.d769p-7f, 0x1.244106p+1f, -0x1.284d14p+1f },
      { 0x1.fc943ep+0f, 0x1.ba6e3ap+0f, 0x1.374194p+0f },
      { { -0x1.cfe65p-1f, -0x1.191d96p+0f, 0x1.6edd5p+0f },
        { -0x1.a33442p-1f, 0x1.05f3e6p-2f, -0x1.fbb386p-2f },
        { -0x1.b1918cp+0f, -0x1.05d07ap-1f, -0x1.6d1608p-1f } },
      1.0965418865412596e-08 },
    { { 0x1.60d4cp-1f, -0x1.6cb368p-1f, -0x1.12606p+1f },
      { -0x1.593244p-2f, 0x1.054616p+1f, 0x1.fb32dp+1f },
      { -0x1.60d4cp+0f, 0x1.6cb368p+0f, 0x1.12606p+2f },
      { { 0x1.e810ep+0f, 0x1.8a956ap+0f, -0x1.66746cp+0f },
        { 0x1.68773cp-3f, 0x1.543278p-1f, 0x1.d1a4ep-1f },
        { 0x1.9c294ap-6f, -0x1.ca23c4p-1f, -0x1.08dd58p+0f } },
      0.0 },
    { { 0x1.da189ap+0f, 0x1.ca5f0ep-1f, 0x1.90b7bep+0f },
      { -0x1.82ea34p-1f, 0x1.ce2b4p+1f, -0x1.3602aap+1f },
      { 0x1.3b015p-2f, 0x1.88ee44p-1f, 0x1.cd38d8p-1f },
      { { 0x1.ea03e4p-1f, -0x1.07aacap-2f, -0x1.418096p-1f },
        { 0x1.eef92p-7f, 0x1.73b7c4p+0f, -0x1.c7a9cap+0f },
        { 0x1.afce3ep+0f, 0x1.ecff56p+0f, 0x1.a704d8p+0f } },
      0.045289427448377745 },
    { { -0x1.5eb59ap-2f, 0x1.4bfddcp+2f, -0x1.d4ae82p+0f },
      { -0x1.2c40f8p-1f, -0x1.3e38a2p+2f, -0x1.99ca5ep-2f },
      { 0x1.0c0432p+0f, -0x1.49c35ap+1f, 0x1.18fbdp+1f },
      { { -0x1.146d92p-2f, 0x1.265fb8p+0f, -0x1.86f302p+0f },
        { 0x1.9b0c9ep-5f, -0x1.b47ccp+0f, -0x1.bb8b44p+0f },
        { -0x1.984856p-1f, -0x1.e8891ep+0f, -0x1.8c2a62p-2f } },
      4.359662819058554e-09 },
    { { 0x1.afc3bap+0f, -0x1.12432p+1f, 0x1.9370c6p-1f },
      { -0x1.4cb5bp+1f, 0x1.7b05a8p+2f, 0x1.13d294p-3f },
      { -0x1.7deab4p+2f, 0x1.679ad8p+3f, 0x1.8a9b8p-2f },
      { { 0x1.2c353ap+0f, -0x1.1dc22p+0f, 0x1.740d04p-1f },
        { -0x1.d34f4cp-2f, 0x1.e3c83p+0f, 0x1.dccd36p-1f },
        { -0x1.37116cp-2f, 0x1.ef3f1ep+0f, 0x1.8bf162p-2f } },
      0.34564677546463496 },
    { { -0x1.71f60ep-3f, 0x1.b3af08p-1f, -0x1.6d9c02p+1f },
      { -0x1.c8e08cp+1f, -0x1.b64f2ap+0f, -0x1.1755cp-4f },
      { 0x1.05751p+3f, 0x1.43f54p+1f, 0x1.8b5512p+1f },
      { { -0x1.3fc65p+0f, -0x1.12e066p+0f, 0x1.065984p+0f },
        { -0x1.dfffecp+0f, -0x1.b8ef4cp-2f, -0x1.7656bp+0f },
        { 0x1.c6882ap+0f, 0x1.b336b6p-1f, -0x1.f0d8f8p-2f } },
      0.08296756559712805 },
    { { 0x1.34457ep+0f, -0x1.e5fe9ep+1f, 0x1.269eaep+1f },
      { -0x1.0f297p-3f, 0x1.b98c26p+2f, -0x1.643138p-1f },
      { -0x1.b4f8cp-2f, 0x1.b5fe4cp+2f, -0x1.0b197ap+1f },
      { { 0x1.bb542p+0f, 0x1.39a2ccp+0f, 0x1.c19f5cp-2f },
        { 0x1.12605p-1f, 0x1.8d19aep+0f, 0x1.9b24cp-1f },
        { 0x1.671b12p+0f, -0x1.547fa2p+0f, 0x1.69221cp+0f } },
      0.0 },
    { { 0x1.824028p+1f, -0x1.8f93p-3f, -0x1.dec278p+0f },
      { -0x1.a33016p+0f, -0x1.1d5a7ap+1f, -0x1.c908a8p-1f },
      { -0x1.74ed5cp+1f, -0x1.672f46p-1f, -0x1.127722p+1f },
      { { -0x1.c2f5fap+0f, -0x1.07dab6p+0f, -0x1.c4cac4p-2f },
        { 0x1.61503ap-1f, -0x1.3653aap+0f, -0x1.61a366p+0f },
        { 0x1.17bdep-1f, 0x1.64a078p+0f, -0x1.ca2ca6p-2f } },
      -1.0 },
    { { 0x1.41f46ep+1f, 0x1.9ec3cp+0f, 0x1.ec0458p+1f },
      { 0x1.072bd8p-1f, -0x1.a85e2p-3f, -0x1.d5a04p-2f },
      { -0x1.41f46ep+2f, -0x1.9ec3cp+1f, -0x1.ec0458p+2f },
      { { 0x1.bfe71p-4f, -0x1.8c1974p+0f, -0x1.e30914p+0f },
        { 0x1.83bf64p+0f, 0x1.69b7fcp-1f, 0x1.b1505p+0f },
        { 0x1.3539ccp-1f, -0x1.baa8bep+0f, -0x1.301acap+0f } },
      -1.0 },
    { { -0x1.196e4ep+2f, 0x1.6ea2fp+1f, -0x1.930384p+1f },
      { 0x1.68ff38p+0f, 0x1.1e389p-2f, 0x1.a510bep+0f },
      { 0x1.196e4ep+3f, -0x1.6ea2fp+2f, 0x1.930384p+2f },
      { { 0x1.41c744p+0f, -0x1.312d86p-3f, 0x1.dc9c24p+0f },
        { -0x1.7e5dp+0f, 0x1.926a02p+0f, -0x1.80f64ap-1f },
        { -0x1.9042dep-4f, -0x1.a1911p-1f, 0x1.9f111cp+0f } },
      -1.0 },
    { { -0x1.6ac784p-1f, 0x1.41c89ap+0f, 0x1.993ddep+0f },
      { -0x1.959d6p-1f, -0x1.478aecp-1f, -0x1.05ed7p-2f },
      { -0x1.9622d8p-2f, -0x1.8deacp-2f, -0x1.804cc6p+1f },
      { { -0x1.d3b978p-1f, 0x1.5a4a4ap-3f, -0x1.198946p-1f },
        { -0x1.803272p-1f, 0x1.3c0648p-2f, 0x1.57c282p-1f },
        { -0x1.c9d8bp-1f, 0x1.8d0d52p+0f, 0x1.06cd44p-1f } },
      -1.0 },
    { { -0x1.44076ep+1f, 0x1.a8b8ap+0f, -0x1.2fca8cp+2f },
      { -0x1.00cd4p-1f, -0x1.27cb42p+0f, 0x1.b70738p-1f },
      { 0x1.f6069cp+0f, -0x1.7bcafep+0f, 0x1.aae16cp+1f },
      { { 0x1.39564p-1f, -0x1.17236cp+0f, 0x1.395c8ep+0f },
        { -0x1.843abep+0f, 0x1.01dabcp-2f, -0x1.f1d34ap+0f },
        { 0x1.b4f2b2p+0f, -0x1.d83ab8p-3f, 0x1.f63fd6p-3f } },
      -1.0 },
    { { -0x1.06975p+1f, -0x1.a150c8p-3f, -0x1.a0be3ep+0f },
      { -0x1.bf60a8p+0f, 0x1.5a4a82p-3f, -0x1.8b669ep+0f },
      { -0x1.90ea88p+3f, -0x1.8e59dcp+0f, -0x1.6f3b1ap+3f },
      { { 0x1.c74a88p+0f, 0x1.89ab76p-1f, 0x1.974f72p+0f },
        { -0x1.e647a4p+0f, -0x1.1c1918p-6f, -0x1.96126ep+0f },
        { -0x1.c43d28p+0f, 0x1.9a45c4p-2f, -0x1.b2b47p+0f } },
      -1.0 },
};

static void nearly_in_the_plane_times_are_exact(void **state)
{
    (void)state;
    int count = (int)(sizeof NEARLY_IN_THE_PLANE / sizeof NEARLY_IN_THE_PLANE[0]);
    for (int i = 0; i < count; i++)
    {
        rim_capsule c = { NEARLY_IN_THE_PLANE[i].a, NEARLY_IN_THE_PLANE[i].b, 0.0f };
        rim_vec3    v = NEARLY_IN_THE_PLANE[i].delta;
        double      time = NEARLY_IN_THE_PLANE[i].time;
        rim_hit3 hit = rim_capsule_sweep_triangle(c, v, &NEARLY_IN_THE_PLANE[i].t, RIM_SIDE_BOTH);
        assert_int_equal(hit.hit, time >= 0.0);
        if (hit.hit) assert_near(hit.t, time, 6e-8 * time);
        assert_same_scaled(c, v, NEARLY_IN_THE_PLANE[i].t, hit, i - 20);
    }
}

// Through a corner exactly: four planes of what is swept meet there.
static void through_a_corner_the_point_is_the_corner(void **state)
{
    (void)state;
    rim_triangle t = { { -1.0f, 0.0f, -1.0f }, { 2.0f, 0.0f, -1.0f }, { -2.0f, 2.0f, -1.0f } };
    rim_capsule  c = { { 0.0f, -2.0f, 0.0f }, { -4.0f, 0.0f, -1.0f }, 0.0f };
    rim_vec3     v = { 6.0f, 2.0f, -1.0f };
    rim_hit3     hit = rim_capsule_sweep_triangle(c, v, &t, RIM_SIDE_BOTH);
    assert_true(hit.hit);
    assert_true(rim_vec3_distance(hit.point, t.a) < 1e-6f);
    assert_true(hit.other.kind == RIM_FEATURE_VERTEX && hit.other.index == 0);
    assert_int_equal(hit.letter, RIM_CASE_D);
}

// The two edges from the far corner are equal in double, so that their product, the triangle's normal, is 0.
static void a_corner_far_away_leaves_a_hit_its_normal(void **state)
{
    (void)state;
    rim_vec3 corners[3] = { { -0x1p90f, 0.0f, -0x1p90f },
                            { 1.0f, 0.0f, 0.0f },
                            { 0.0f, 0.0f, 1.0f } };
    for (int i = 0; i < 6; i++)
    {
        float        way = i < 3 ? -2.0f : 2.0f;
        rim_triangle t = { corners[i % 3], corners[(i + 1) % 3], corners[(i + 2) % 3] };
        rim_sphere   point = { { 0.25f, -0.5f * way, 0.25f }, 0.0f };
        rim_vec3     delta = { 0.0f, way, 0.0f };
        rim_hit3     hit = rim_sphere_sweep_triangle(point, delta, &t, RIM_SIDE_BOTH);
        assert_true(hit.hit && hit.t == 0.5f);
        assert_near(hit.normal.y, way < 0.0f ? 1.0 : -1.0, 1e-6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_a_lattice_all_that_meets_is_met_at_the_right_place),
        cmocka_unit_test(points_and_segments_go_the_same_way),
        cmocka_unit_test(nearly_in_the_plane_times_are_exact),
        cmocka_unit_test(through_a_corner_the_point_is_the_corner),
        cmocka_unit_test(a_corner_far_away_leaves_a_hit_its_normal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
