#include "support/translation.h"
#include "support/pairs.h"
#include "support/convex_brute.h"
#include "support/support.h"

#include "rimcast/convex.h"

#include <math.h>

static rim_xform3 at(float x, float y, float z)
{
    return rim_xform3_translation(rim_vec3_make(x, y, z));
}

// The gap of the rounded bodies with a moved to time t; negative when they overlap.
static double gap_at(const random_body *a, rim_vec3 delta, const random_body *b, double t)
{
    brute_body ba = brute_move(brute_of(a), delta, t), bb = brute_of(b);
    double     apart = brute_distance(&ba, &bb), radii = (double)a->radius + b->radius;
    if (apart > 1e-9) return apart - radii;
    double gap = brute_gap(&ba, &bb);
    return (gap > -INFINITY ? gap : 0.0) - radii;
}

// The gap is convex in time: its minimum by golden sections, then its first zero by halving.
static double first_touch(const random_body *a, rim_vec3 delta, const random_body *b, double *least)
{
    double lo = 0.0, hi = 1.0;
    for (int i = 0; i < 45; i++)
    {
        double m = lo + 0.382 * (hi - lo), n = lo + 0.618 * (hi - lo);
        if (gap_at(a, delta, b, m) <= gap_at(a, delta, b, n))
            hi = n;
        else
            lo = m;
    }
    *least = gap_at(a, delta, b, lo);
    double end = gap_at(a, delta, b, 1.0);
    if (end < *least)
    {
        *least = end;
        lo = 1.0;
    }
    if (*least > 0.0) return 2.0;
    hi = lo;
    lo = 0.0;
    for (int i = 0; i < 50; i++)
    {
        double m = 0.5 * (lo + hi);
        if (gap_at(a, delta, b, m) > 0.0)
            lo = m;
        else
            hi = m;
    }
    return hi;
}

static void check_touch(const random_body *a, rim_vec3 delta, const random_body *b, rim_hit3 hit,
                        double size)
{
    brute_body ba = brute_move(brute_of(a), delta, hit.t), bb = brute_of(b),
               p = brute_point(hit.point);
    double slack = 4e-6 * (size + rim_vec3_length(delta));
    assert_near(rim_vec3_length(hit.normal), 1.0, 1e-6);
    assert_near(rim_vec3_length(hit.face_normal), 1.0, 1e-6);
    assert_true(rim_vec3_dot(hit.normal, delta) <= 1e-6f * rim_vec3_length(delta));
    assert_true(brute_distance(&p, &ba) <= a->radius + slack);
    assert_true(brute_distance(&p, &bb) <= b->radius + slack);
    // The normal's plane parts them.
    assert_near(brute_overlap_along(&bb, &ba, hit.normal) + a->radius + b->radius, 0.0,
                2.0 * slack);
}

static void a_moving_body_stops_where_the_gap_closes(void **state)
{
    (void)state;
    test_random random = { 31 };
    int         hits = 0, misses = 0, overlaps = 0;
    for (int i = 0; i < case_count(2500); i++)
    {
        random_body a, b;
        random_body_make(&random, &a, i % 3 ? 4 : 7);
        random_body_make(&random, &b, i % 3 ? 4 : 7);
        rim_vec3 delta = rim_vec3_sub(b.pose.position, a.pose.position);
        a.pose.position = rim_vec3_along(a.pose.position, delta, -1.0f);
        delta = rim_vec3_add(rim_vec3_scale(delta, random_float(&random, 0.5f, 3.0f)),
                             random_pose(&random, 1.5f).position);
        double least, start = gap_at(&a, delta, &b, 0.0), t = first_touch(&a, delta, &b, &least);
        brute_body ba = brute_of(&a), bb = brute_of(&b);
        double     size = brute_size(&ba, &bb) + 1.0;
        rim_convex views[2][2] = { { hull_of(&a), hull_of(&b) }, { cloud_of(&a), cloud_of(&b) } };
        for (int v = 0; v < 2; v++)
        {
            rim_hit3 hit =
                sweep_convex_translation(views[v][0], a.pose, delta, views[v][1], b.pose);
            if (start < -1e-6 * size)
            {
                assert_true(hit.hit && hit.start_overlap && hit.t == 0.0f);
                assert_near(hit.depth, -start, 1e-5);
                continue;
            }
            if (fabs(start) <= 1e-6 * size || fabs(least) <= 1e-6 * size) continue;
            assert_int_equal(hit.hit, t <= 1.0);
            assert_false(hit.start_overlap);
            if (!hit.hit) assert_near(hit.t, 1.0, 0.0);
            if (!hit.hit) continue;
            // Where the approach is slow the gap, not the time, is what can be known.
            if (fabs(hit.t - t) * rim_vec3_length(delta) > 2e-6 * size)
                assert_near(gap_at(&a, delta, &b, hit.t), 0.0, 1e-6 * size);
            check_touch(&a, delta, &b, hit, size);
        }
        overlaps += start < 0.0;
        hits += start > 0.0 && t <= 1.0;
        misses += t > 1.0;
        rim_hull_destroy(a.hull);
        rim_hull_destroy(b.hull);
    }
    assert_true(hits > case_count(300) && misses > case_count(500) && overlaps > case_count(100));
}

static rim_obox random_box(test_random *random)
{
    rim_obox box = { random_pose(random, 2.0f), { 0.0f, 0.0f, 0.0f } };
    box.half =
        rim_vec3_make((float)random_int(random, 0, 3) * 0.5f, random_float(random, 0.1f, 1.0f),
                      (float)random_int(random, 1, 3) * 0.5f);
    return box;
}

static void boxes_by_axes_in_motion_agree_with_bodies_in_motion(void **state)
{
    (void)state;
    test_random random = { 32 };
    int         hits = 0, misses = 0, overlaps = 0;
    for (int i = 0; i < case_count(20000); i++)
    {
        rim_obox a = random_box(&random), b = random_box(&random);
        if (i % 4 == 0) b.pose.rotation = a.pose.rotation;
        rim_vec3 delta = rim_vec3_scale(rim_vec3_sub(b.pose.position, a.pose.position), 2.0f);
        a.pose.position = rim_vec3_along(a.pose.position, delta, -0.75f);
        delta = rim_vec3_add(delta, random_pose(&random, 1.0f).position);
        rim_vec3 ca[8], cb[8];
        rim_hit3 x = obox_sweep_obox(a, delta, b);
        rim_hit3 y = sweep_convex_translation(obox_as_convex(a, ca), a.pose, delta,
                                              obox_as_convex(b, cb), b.pose);
        // A graze may be either; then the gap at the nearest is nothing.
        if (x.hit != y.hit)
        {
            rim_hit3   it = x.hit ? x : y;
            rim_xform3 there = a.pose;
            there.position = rim_vec3_along(a.pose.position, delta, it.t);
            rim_distance3 d = rim_convex_distance(obox_as_convex(a, ca), there,
                                                  obox_as_convex(b, cb), b.pose, NULL);
            rim_contact3 c = rim_convex_contact(obox_as_convex(a, ca), there, obox_as_convex(b, cb),
                                                b.pose, NULL);
            assert_near(d.distance, 0.0, 1e-5);
            assert_near(c.depth, 0.0, 1e-5);
            continue;
        }
        assert_int_equal(x.start_overlap, y.start_overlap);
        assert_near(x.t, y.t, 2e-6);
        assert_near(x.depth, y.depth, 1e-5);
        hits += x.hit && !x.start_overlap;
        misses += !x.hit;
        overlaps += x.start_overlap;
    }
    assert_true(hits > case_count(5000) && misses > case_count(1000) && overlaps > case_count(300));
}

// --- separating axes in motion, all of them ---------------------------------------------------------------

// An axis and the time from which on the shadows on it overlap.
typedef struct timed_axis
{
    double n[3], enter, leave, speed;
} timed_axis;

typedef struct axis_list
{
    timed_axis all[2400];
    int        count;
} axis_list;

static double dot3(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static timed_axis time_axis(const brute_body *a, const brute_body *b, const double *delta,
                            const double *n)
{
    double     lo[2] = { INFINITY, INFINITY }, hi[2] = { -INFINITY, -INFINITY };
    timed_axis axis = { { n[0], n[1], n[2] }, -INFINITY, INFINITY, dot3(n, delta) };
    for (int k = 0; k < 2; k++)
    {
        const brute_body *body = k ? b : a;
        for (int i = 0; i < body->count; i++)
        {
            double at = dot3(n, body->p[i]);
            lo[k] = at < lo[k] ? at : lo[k];
            hi[k] = at > hi[k] ? at : hi[k];
        }
    }
    double s = axis.speed, up = lo[1] - hi[0], down = hi[1] - lo[0];
    if (s > 0.0) axis.enter = up / s, axis.leave = down / s;
    if (s < 0.0) axis.enter = down / s, axis.leave = up / s;
    if (s == 0.0 && (up > 0.0 || down < 0.0)) axis.enter = INFINITY;
    return axis;
}

static void list_axis(axis_list *list, const brute_body *a, const brute_body *b,
                      const double *delta, const double *e, const double *f)
{
    double n[3] = { e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2],
                    e[0] * f[1] - e[1] * f[0] };
    double length = sqrt(dot3(n, n));
    if (length < 1e-9 * sqrt(dot3(e, e) * dot3(f, f)) || length == 0.0) return;
    for (int k = 0; k < 3; k++) n[k] /= length;
    assert_true(list->count < (int)(sizeof list->all / sizeof list->all[0]));
    list->all[list->count++] = time_axis(a, b, delta, n);
}

// Every plane through three points of a body, every pair of edges that two points of each might be. Axes
// that are none of the bodies' own change nothing: a shadow that parts them is a shadow that parts them.
static void list_axes(axis_list *list, const brute_body *a, const brute_body *b,
                      const double *delta)
{
    double ways[2][40][3];
    int    counts[2] = { 0, 0 };
    list->count = 0;
    for (int k = 0; k < 2; k++)
    {
        const brute_body *body = k ? b : a;
        for (int i = 0; i < body->count; i++)
            for (int j = i + 1; j < body->count; j++)
            {
                double *way = ways[k][counts[k]++], other[3];
                for (int c = 0; c < 3; c++) way[c] = body->p[j][c] - body->p[i][c];
                for (int l = j + 1; l < body->count; l++)
                {
                    for (int c = 0; c < 3; c++) other[c] = body->p[l][c] - body->p[i][c];
                    list_axis(list, a, b, delta, way, other);
                }
            }
    }
    for (int i = 0; i < counts[0]; i++)
        for (int j = 0; j < counts[1]; j++) list_axis(list, a, b, delta, ways[0][i], ways[1][j]);
}

// The axis that ends their being apart.
static timed_axis last_to_part(const axis_list *list, double *leave)
{
    timed_axis best = list->all[0];
    *leave = INFINITY;
    for (int i = 0; i < list->count; i++)
    {
        if (list->all[i].enter > best.enter) best = list->all[i];
        if (list->all[i].leave < *leave) *leave = list->all[i].leave;
    }
    return best;
}

static bool is_alone(const axis_list *list, const timed_axis *best)
{
    for (int i = 0; i < list->count; i++)
    {
        const timed_axis *x = &list->all[i];
        if (fabs(dot3(x->n, best->n)) < 1.0 - 1e-7 && x->enter > best->enter - 1e-3) return false;
    }
    return true;
}

static void hulls_in_motion_touch_when_the_last_of_all_axes_lets_them(void **state)
{
    (void)state;
    static axis_list list;
    test_random      random = { 38 };
    int              hits = 0, misses = 0, normals = 0;
    for (int i = 0; i < case_count(5000); i++)
    {
        random_body a, b;
        do random_body_make(&random, &a, 8);
        while (rim_hull_read(a.hull).kind != RIM_HULL_SOLID && (rim_hull_destroy(a.hull), true));
        do random_body_make(&random, &b, 8);
        while (rim_hull_read(b.hull).kind != RIM_HULL_SOLID && (rim_hull_destroy(b.hull), true));
        if (i % 3 == 0) b.pose.rotation = a.pose.rotation;
        rim_vec3 delta = rim_vec3_sub(b.pose.position, a.pose.position);
        a.pose.position = rim_vec3_along(a.pose.position, delta, -2.0f);
        delta = rim_vec3_add(rim_vec3_scale(delta, random_float(&random, 1.0f, 4.0f)),
                             random_pose(&random, 1.0f).position);
        if (i % 5 == 0) delta.x = delta.z = 0.0f;

        rim_hit3   hit = hull_sweep(a.hull, a.pose, delta, b.hull, b.pose);
        brute_body ba = brute_of(&a), bb = brute_of(&b);
        double     d[3] = { delta.x, delta.y, delta.z }, leave, size = brute_size(&ba, &bb);
        list_axes(&list, &ba, &bb, d);
        timed_axis best = last_to_part(&list, &leave);
        double     slack = 2e-6 * (size + sqrt(dot3(d, d)));
        bool clear = fabs(best.enter) * fabs(best.speed) > slack && fabs(best.enter - 1.0) > 1e-5;
        if (best.enter > 0.0 && clear && fabs(leave - best.enter) > 1e-4)
        {
            assert_int_equal(hit.hit, best.enter < leave && best.enter < 1.0);
            assert_false(hit.start_overlap);
            misses += !hit.hit;
        }
        if (best.enter > 0.0 && clear && hit.hit)
        {
            double n[3] = { hit.normal.x, hit.normal.y, hit.normal.z };
            assert_true(fabs(hit.t - best.enter) * fabs(best.speed) < slack);
            timed_axis told = time_axis(&ba, &bb, d, n);
            assert_true(told.speed <= 0.0);
            assert_true(fabs(told.enter - best.enter) * fabs(told.speed) < 2.0 * slack);
            if (is_alone(&list, &best))
            {
                assert_true(fabs(dot3(n, best.n)) > 1.0 - 1e-6);
                normals++;
            }
            hits++;
        }
        rim_hull_destroy(a.hull);
        rim_hull_destroy(b.hull);
    }
    assert_true(hits > case_count(1500) && misses > case_count(300) && normals > case_count(1000));
}

// --- rules -------------------------------------------------------------------------------------------------

static void touching_at_the_start_is_a_hit_only_when_going_in(void **state)
{
    (void)state;
    rim_hull *cube, *floor;
    assert_int_equal(rim_hull_create_box(&cube, rim_vec3_make(0.5f, 0.5f, 0.5f), NULL), RIM_OK);
    assert_int_equal(rim_hull_create_box(&floor, rim_vec3_make(8.0f, 1.0f, 8.0f), NULL), RIM_OK);
    const rim_sphere  ball = { { 0.0f, 0.0f, 0.0f }, 0.5f };
    const rim_capsule pill = { { 0.0f, 0.0f, 0.0f }, { 0.25f, 0.0f, 0.0f }, 0.5f };
    const rim_convex  movers[3] = { rim_hull_convex(cube), sphere_as_convex(&ball),
                                    capsule_as_convex(&pill) };
    const rim_vec3    ways[6] = {
           { 0.0f, 1.0f, 0.0f },  { 3.0f, 0.5f, 0.0f },   { 2.0f, 0.0f, 0.0f },
           { 0.0f, -1.0f, 0.0f }, { 4.0f, -0.25f, 0.0f }, { 0.0f, 0.0f, 0.0f }
    };
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 6; k++)
        {
            rim_hit3 hit = sweep_convex_translation(movers[i], at(0.0f, 1.5f, 0.0f), ways[k],
                                                    rim_hull_convex(floor), at(0.0f, 0.0f, 0.0f));
            assert_int_equal(hit.hit, ways[k].y < 0.0f);
            assert_false(hit.start_overlap);
            assert_near(hit.t, ways[k].y < 0.0f ? 0.0 : 1.0, 0.0);
            if (hit.hit) assert_near(hit.normal.y, 1.0, 1e-6);
        }
    rim_obox a = { at(0.0f, 1.5f, 0.0f), { 0.5f, 0.5f, 0.5f } },
             b = { at(0.0f, 0.0f, 0.0f), { 8.0f, 1.0f, 8.0f } };
    for (int k = 0; k < 6; k++)
        assert_int_equal(obox_sweep_obox(a, ways[k], b).hit, ways[k].y < 0.0f);
    // At an edge many normals are right: along the wall and down beside it is free.
    a.pose.position = rim_vec3_make(8.5f, 1.5f, 0.0f);
    for (int k = 0; k < 2; k++)
    {
        rim_vec3   down = rim_vec3_make(0.0f, -2.0f, 0.0f), in = rim_vec3_make(-1.0f, -1.0f, 0.0f);
        rim_convex box = rim_hull_convex(cube);
        rim_hit3   beside =
            k ? obox_sweep_obox(a, down, b)
                : sweep_convex_translation(box, a.pose, down, rim_hull_convex(floor), b.pose);
        rim_hit3 inward =
            k ? obox_sweep_obox(a, in, b)
              : sweep_convex_translation(box, a.pose, in, rim_hull_convex(floor), b.pose);
        assert_false(beside.hit);
        assert_true(inward.hit && inward.t == 0.0f);
    }
    rim_hull_destroy(cube);
    rim_hull_destroy(floor);
}

static void a_long_motion_finds_a_thin_wall_and_a_long_slide_none(void **state)
{
    (void)state;
    rim_obox box = { at(-1e6f, 0.0f, 0.0f), { 0.5f, 0.5f, 0.5f } };
    rim_obox wall = { at(0.0f, 0.0f, 0.0f), { 0x1p-10f, 4.0f, 4.0f } };
    rim_vec3 ca[8], cb[8], delta = rim_vec3_make(2e6f, 0.0f, 0.0f);
    rim_hit3 hit = obox_sweep_obox(box, delta, wall);
    assert_true(hit.hit);
    assert_near(hit.t, (1e6 - 0.5 - 0x1p-10) / 2e6, 1e-7);
    hit = sweep_convex_translation(obox_as_convex(box, ca), box.pose, delta,
                                   obox_as_convex(wall, cb), wall.pose);
    assert_true(hit.hit);
    assert_near(hit.t, (1e6 - 0.5 - 0x1p-10) / 2e6, 1e-7);
    assert_near(hit.point.x, -0x1p-10, 0.1);
    wall.half = rim_vec3_make(4e6f, 0.5f, 4.0f);
    box.pose.position.y = 1.0f;
    assert_false(obox_sweep_obox(box, delta, wall).hit);
    assert_false(sweep_convex_translation(obox_as_convex(box, ca), box.pose, delta,
                                          obox_as_convex(wall, cb), wall.pose)
                     .hit);
}

static void round_things_graze_at_the_exact_time(void **state)
{
    (void)state;
    const rim_sphere a = { { 0.0f, 0.0f, 0.0f }, 1.0f }, b = { { 0.0f, 0.0f, 0.0f }, 2.0f };
    for (int k = 0; k < 12; k++)
    {
        // Height h above the centre: contact at x = -sqrt(9 - h^2).
        double   h = 3.0 - ldexp(1.0, -2 * k);
        rim_hit3 hit = sweep_convex_translation(sphere_as_convex(&a), at(-8.0f, (float)h, 0.0f),
                                                rim_vec3_make(16.0f, 0.0f, 0.0f),
                                                sphere_as_convex(&b), at(0.0f, 0.0f, 0.0f));
        assert_true(hit.hit);
        assert_near(hit.t, (8.0 - sqrt(9.0 - (double)(float)h * (float)h)) / 16.0, 1e-6);
        assert_near(hit.normal.y, h / 3.0, 1e-6);
    }
    rim_hit3 over = sweep_convex_translation(sphere_as_convex(&a), at(-8.0f, 3.0001f, 0.0f),
                                             rim_vec3_make(16.0f, 0.0f, 0.0f), sphere_as_convex(&b),
                                             at(0.0f, 0.0f, 0.0f));
    assert_false(over.hit);
}

static void the_face_normal_is_that_of_the_face_met_most_squarely(void **state)
{
    (void)state;
    rim_hull *step;
    assert_int_equal(rim_hull_create_box(&step, rim_vec3_make(1.0f, 1.0f, 1.0f), NULL), RIM_OK);
    const rim_sphere ball = { { 0.0f, 0.0f, 0.0f }, 1.0f };
    rim_hit3 hit = sweep_convex_translation(sphere_as_convex(&ball), at(-5.0f, 1.875f, 0.0f),
                                            rim_vec3_make(8.0f, 0.0f, 0.0f), rim_hull_convex(step),
                                            at(0.0f, 0.0f, 0.0f));
    assert_true(hit.hit);
    assert_int_equal(hit.other.kind, RIM_FEATURE_EDGE);
    assert_near(hit.normal.y, 0.875, 1e-6);
    assert_near(hit.face_normal.y, 1.0, 0.0);
    hit = sweep_convex_translation(sphere_as_convex(&ball), at(-5.0f, 1.125f, 0.0f),
                                   rim_vec3_make(8.0f, 0.0f, 0.0f), rim_hull_convex(step),
                                   at(0.0f, 0.0f, 0.0f));
    assert_near(hit.face_normal.x, -1.0, 0.0);
    rim_hull_destroy(step);
}

// A ball comes along each axis against each corner of a box, a little beside it, so that the face across that axis faces
// the ball most. Every corner has edges that begin there and edges that end there.
static void the_face_normal_at_a_corner_is_that_of_any_of_its_faces(void **state)
{
    (void)state;
    rim_hull *box;
    int       hits = 0;
    assert_int_equal(rim_hull_create_box(&box, rim_vec3_make(1.0f, 1.0f, 1.0f), NULL), RIM_OK);
    const rim_sphere ball = { { 0.0f, 0.0f, 0.0f }, 1.0f };
    for (int corner = 0; corner < 8; corner++)
        for (int axis = 0; axis < 3; axis++)
        {
            float side[3], from[3], delta[3] = { 0.0f, 0.0f, 0.0f };
            for (int k = 0; k < 3; k++) side[k] = corner >> k & 1 ? 1.0f : -1.0f;
            for (int k = 0; k < 3; k++) from[k] = side[k] * (k == axis ? 5.0f : 1.25f);
            delta[axis] = -5.0f * side[axis];
            rim_hit3 hit =
                sweep_convex_translation(sphere_as_convex(&ball), at(from[0], from[1], from[2]),
                                         rim_vec3_make(delta[0], delta[1], delta[2]),
                                         rim_hull_convex(box), at(0.0f, 0.0f, 0.0f));
            assert_true(hit.hit);
            assert_int_equal(hit.other.kind, RIM_FEATURE_VERTEX);
            const float face[3] = { hit.face_normal.x, hit.face_normal.y, hit.face_normal.z };
            for (int k = 0; k < 3; k++) assert_near(face[k], k == axis ? side[k] : 0.0f, 0.0);
            hits++;
        }
    assert_int_equal(hits, 24);
    rim_hull_destroy(box);
}

static void scaling_by_a_power_of_two_keeps_every_time(void **state)
{
    (void)state;
    test_random random = { 33 };
    int         hits = 0;
    for (int i = 0; i < case_count(3000); i++)
    {
        random_body a, b;
        random_body_make(&random, &a, 9);
        random_body_make(&random, &b, 9);
        rim_vec3    delta = rim_vec3_scale(rim_vec3_sub(b.pose.position, a.pose.position), 2.0f);
        float       s = i % 2 ? 0x1p-10f : 0x1p10f;
        rim_motion3 motion = { delta, { 0.3f, -0.5f, 0.2f }, 1.25f };
        rim_hit3    h = sweep_convex_translation(cloud_of(&a), a.pose, delta, cloud_of(&b), b.pose);
        rim_hit3    k = sweep_convex_turning(cloud_of(&a), a.pose, motion, cloud_of(&b), b.pose);
        for (int n = 0; n < a.count; n++) a.points[n] = rim_vec3_scale(a.points[n], s);
        for (int n = 0; n < b.count; n++) b.points[n] = rim_vec3_scale(b.points[n], s);
        a.radius *= s;
        b.radius *= s;
        a.pose.position = rim_vec3_scale(a.pose.position, s);
        b.pose.position = rim_vec3_scale(b.pose.position, s);
        motion.delta = delta = rim_vec3_scale(delta, s);
        rim_hit3 g = sweep_convex_translation(cloud_of(&a), a.pose, delta, cloud_of(&b), b.pose);
        rim_hit3 l = sweep_convex_turning(cloud_of(&a), a.pose, motion, cloud_of(&b), b.pose);
        assert_same_bits(g.t, h.t);
        assert_same_bits(l.t, k.t);
        assert_same_bits(g.point.x, h.point.x * s);
        assert_same_bits(l.point.y, k.point.y * s);
        assert_same_bits(g.depth, h.depth * s);
        hits += h.hit && h.t > 0.0f;
        rim_hull_destroy(a.hull);
        rim_hull_destroy(b.hull);
    }
    assert_true(hits > case_count(300));
}

// --- turning ------------------------------------------------------------------------------------------------

// Corner by corner in plain trigonometry.
static double turned_gap(const random_body *a, rim_motion3 m, const random_body *b, double t)
{
    random_body moved = *a;
    double angle = t * m.angle, l = sqrt((double)m.axis.x * m.axis.x + (double)m.axis.y * m.axis.y +
                                         (double)m.axis.z * m.axis.z);
    double u[3] = { m.axis.x / l, m.axis.y / l, m.axis.z / l };
    rim_xform3 turn = a->pose;
    turn.position = rim_vec3_make(0.0f, 0.0f, 0.0f);
    brute_body body = brute_place(moved.points, moved.count, turn), other = brute_of(b);
    for (int i = 0; i < body.count; i++)
    {
        double *p = body.p[i], c = cos(angle), s = sin(angle);
        double  k = (1.0 - c) * (u[0] * p[0] + u[1] * p[1] + u[2] * p[2]);
        double  q[3] = { c * p[0] + s * (u[1] * p[2] - u[2] * p[1]) + k * u[0],
                         c * p[1] + s * (u[2] * p[0] - u[0] * p[2]) + k * u[1],
                         c * p[2] + s * (u[0] * p[1] - u[1] * p[0]) + k * u[2] };
        p[0] = q[0] + a->pose.position.x + t * m.delta.x;
        p[1] = q[1] + a->pose.position.y + t * m.delta.y;
        p[2] = q[2] + a->pose.position.z + t * m.delta.z;
    }
    double apart = brute_distance(&body, &other), radii = (double)a->radius + b->radius;
    if (apart > 1e-9) return apart - radii;
    double gap = brute_gap(&body, &other);
    return (gap > -INFINITY ? gap : 0.0) - radii;
}

static void a_turning_body_stops_at_its_first_touch(void **state)
{
    (void)state;
    test_random random = { 34 };
    int         hits = 0, misses = 0;
    for (int i = 0; i < case_count(900); i++)
    {
        random_body a, b;
        random_body_make(&random, &a, 4);
        random_body_make(&random, &b, 4);
        rim_vec3 apart = rim_vec3_normalize(rim_vec3_sub(b.pose.position, a.pose.position));
        a.pose.position =
            rim_vec3_along(b.pose.position, apart, -random_float(&random, 2.5f, 5.0f));
        rim_motion3 motion = { rim_vec3_scale(apart, random_float(&random, 0.0f, 2.0f)),
                               { random_float(&random, -1.0f, 1.0f),
                                 random_float(&random, -1.0f, 1.0f), 0.5f },
                               random_float(&random, -7.0f, 7.0f) };
        if (turned_gap(&a, motion, &b, 0.0) > 1e-4)
        {
            rim_hit3 hit = sweep_convex_turning(hull_of(&a), a.pose, motion, hull_of(&b), b.pose);
            double   least = INFINITY, end = hit.hit ? hit.t - 1e-5 : 1.0;
            // Nothing touches before; at the time told they do.
            for (int k = 0; k <= 300; k++)
                least = fmin(least, turned_gap(&a, motion, &b, end * k / 300.0));
            assert_true(least > -1e-6);
            if (hit.hit)
            {
                assert_near(turned_gap(&a, motion, &b, hit.t), 0.0, 4e-6);
                assert_near(rim_vec3_length(hit.normal), 1.0, 1e-6);
                random_body moved = a;
                moved.pose = rim_motion3_pose(motion, a.pose, hit.t);
                brute_body ba = brute_of(&moved), bb = brute_of(&b), p = brute_point(hit.point);
                assert_true(brute_distance(&p, &ba) <= a.radius + 2e-5);
                assert_true(brute_distance(&p, &bb) <= b.radius + 2e-5);
            }
            hit.hit ? hits++ : misses++;
        }
        rim_hull_destroy(a.hull);
        rim_hull_destroy(b.hull);
    }
    assert_true(hits > case_count(50) && misses > case_count(50));
}

// A cube that turns about its lowest corner, which falls straight on a floor: the last step ends exactly there.
static void a_turning_body_that_lands_exactly_has_the_normal_of_where_it_lands(void **state)
{
    (void)state;
    rim_shape3 a = { .kind = RIM_SHAPE3_BOX }, b = { .kind = RIM_SHAPE3_BOX };
    a.box.half = rim_vec3_make(1.0f, 1.0f, 1.0f);
    a.box.pose = at(1.0f, 1.0f, 1.0f);
    b.box.half = rim_vec3_make(50.0f, 1.0f, 50.0f);
    b.box.pose = at(0.0f, -1.0f, 0.0f);
    rim_motion3 motions[2] = { { { 0, -5, 0 }, { 1, 0, -1 }, -3.0f },
                               { { 0, -5, 0 }, { 1, 1, -1 }, -3.7f } };
    for (int i = 0; i < 2; i++)
    {
        rim_hit3 hit = rim_shape3_sweep_turning(&a, at(0, 1, 0), motions[i], &b, at(0, 0, 0));
        assert_true(hit.hit);
        assert_near(hit.t, 0.2, 1e-6);
        assert_near(rim_vec3_distance(hit.normal, rim_vec3_make(0.0f, 1.0f, 0.0f)), 0.0, 1e-6);
        assert_near(rim_vec3_distance(hit.normal, hit.face_normal), 0.0, 1e-6);
    }
}

// Two bars across each other, one turning about the other's direction while it sinks: their distance is
// (0.4 - s t / 2) cos(t angle) until the angle is a quarter turn, so they meet at t = 0.8 / s, though an end of the
// bar comes up to 55 times as fast as they close.
static void edges_that_turn_where_they_meet_are_not_told_early(void **state)
{
    (void)state;
    rim_vec3    across[2] = { { -12.0f, 0.0f, 0.0f }, { 12.0f, 0.0f, 0.0f } };
    rim_vec3    along[2] = { { 0.0f, 0.0f, -3.0f }, { 0.0f, 0.0f, 3.0f } };
    rim_convex  a = { across, 2, 0.0f, NULL }, b = { along, 2, 0.0f, NULL };
    rim_xform3  above = rim_xform3_translation(rim_vec3_make(0.0f, 0.4f, 0.0f));
    rim_motion3 motion = { { 0.0f, -0.5f, 0.0f }, { 0.0f, 0.0f, 1.0f }, 0.0f };
    for (int s = 1; s <= 4; s++)
        for (int i = 0; i <= 10; i++)
        {
            motion.angle = 0.125f * (float)(i * s);
            motion.delta.y = -0.5f * (float)s;
            rim_hit3 hit = sweep_convex_turning(a, above, motion, b, rim_xform3_identity());
            assert_true(hit.hit);
            assert_near(hit.t, 0.8 / s, 1e-6);
        }
}

static void a_turning_body_at_rest_on_a_plane_may_leave_it(void **state)
{
    (void)state;
    rim_vec3    corners[8];
    rim_obox    box = { at(0.0f, 1.0f, 0.0f), { 1.0f, 1.0f, 1.0f } };
    rim_convex  shape = obox_as_convex(box, corners);
    rim_plane   floor = { { 0.0f, 1.0f, 0.0f }, 0.0f };
    rim_motion3 lift = { { 0.0f, 4.0f, 0.0f }, { 0.0f, 0.0f, 1.0f }, 0.5f };
    rim_motion3 spin = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 1.0f, 0.0f }, 0.5f };
    rim_motion3 tip = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 1.0f }, 0.5f };
    assert_false(sweep_turning_over(shape, box.pose, lift, floor).hit);
    assert_false(sweep_turning_over(shape, box.pose, spin, floor).hit);
    rim_hit3 hit = sweep_turning_over(shape, box.pose, tip, floor);
    assert_true(hit.hit && !hit.start_overlap && hit.t < 1e-5f);
    box.pose.position.y = 0.75f;
    hit = sweep_turning_over(shape, box.pose, lift, floor);
    assert_true(hit.start_overlap);
    assert_near(hit.depth, 0.25, 1e-6);
    // At rest on a slab it may do the same.
    rim_vec3   slab_corners[8];
    rim_obox   slab = { at(0.0f, -1.0f, 0.0f), { 9.0f, 1.0f, 9.0f } };
    rim_convex b = obox_as_convex(slab, slab_corners);
    box.pose.position.y = 1.0f;
    assert_false(sweep_convex_turning(shape, box.pose, lift, b, slab.pose).hit);
    assert_true(sweep_convex_turning(shape, box.pose, tip, b, slab.pose).hit);
}

// Over a posed plane far from the origin, a sphere that moves away hits only if it overlaps the plane.
static void over_a_plane_far_away_only_an_overlap_is_hit(void **state)
{
    (void)state;
    rim_sphere  ball = { { 0.0f, 0.0f, 0.0f }, 1.0f };
    rim_shape3  shape = { RIM_SHAPE3_SPHERE, .sphere = ball };
    rim_shape3  plane = { RIM_SHAPE3_PLANE, .plane = { { 1.0f, 2.0f, 3.0f }, 0.0f } };
    rim_vec3    n = rim_vec3_normalize(plane.plane.normal);
    rim_motion3 motion = { n, { 0.0f, 1.0f, 0.0f }, 0.1f };
    for (int i = 0; i < 2000; i++)
    {
        rim_xform3 floor = at(1e6f + (float)i, 1.1e6f, 0.9e6f - 3.0f * (float)i);
        rim_xform3 pose = rim_xform3_translation(rim_vec3_along(floor.position, n, 1.03f));
        pose.position.x += (float)(i % 7);
        pose.position.z -= (float)(i % 5);
        rim_hit3     hit = rim_shape3_sweep_turning(&shape, pose, motion, &plane, floor);
        rim_contact3 c = rim_shape3_contact(&shape, pose, &plane, floor);
        assert_int_equal(hit.hit, c.hit);
        assert_near(hit.depth, c.depth, 0.0);
    }
}

// The corner that touches is computed from coordinates that cancel; the plane passes through the body's position.
static void a_corner_on_a_plane_through_the_position_may_leave_it(void **state)
{
    (void)state;
    rim_xform3  home = rim_xform3_identity();
    rim_shape3  plane = { RIM_SHAPE3_PLANE, .plane = { { 1.0f, 1.0f, 1.0f }, 0.0f } };
    rim_motion3 motion = { { 1.0f, 1.0f, 1.0f }, { 1.0f, 1.0f, 1.0f }, 0.1f };
    for (int i = 0; i < 81 * 81; i++)
    {
        float        x = (float)(i % 81 - 40), y = (float)(i / 81 - 40), z = -x - y;
        rim_triangle t = { { x, y, z },
                           { x + 1.0f, y + 1.0f, z + 2.0f },
                           { x + 2.0f, y + 1.0f, z + 3.0f } };
        rim_shape3   shape = { RIM_SHAPE3_TRIANGLE, .triangle = t };
        assert_false(rim_shape3_sweep_turning(&shape, home, motion, &plane, home).hit);
    }
}

static void boxes_of_no_finite_size_hit_nothing(void **state)
{
    (void)state;
    static const float odd[3] = { NAN, INFINITY, -INFINITY };
    rim_vec3           delta = { 4.0f, 0.0f, 0.0f };
    for (int k = 0; k < 18; k++)
    {
        rim_obox a = { at(0.0f, 0.0f, 0.0f), { 1.0f, 1.0f, 1.0f } };
        rim_obox b = { at(4.0f, 0.0f, 0.0f), { 1.0f, 1.0f, 1.0f } };
        assert_true(obox_sweep_obox(a, delta, b).hit);
        float *half = k < 9 ? &a.half.x : &b.half.x;
        half[k % 3] = odd[k / 3 % 3];
        rim_hit3 hit = obox_sweep_obox(a, delta, b);
        assert_false(hit.hit);
        assert_true(hit.t == 1.0f);
    }
}

static void turning_boxes_in_no_finite_pose_hit_nothing(void **state)
{
    (void)state;
    rim_shape3  box = { .kind = RIM_SHAPE3_BOX }, ball = { .kind = RIM_SHAPE3_SPHERE };
    rim_shape3  wall = { .kind = RIM_SHAPE3_PLANE };
    rim_motion3 motion = { { 9.0f, 0.0f, 0.0f }, { 0.0f, 1.0f, 0.0f }, 1.0f };
    rim_xform3  home = rim_xform3_identity();
    box.box = (rim_obox){ at(1.0f, 0.0f, 0.0f), { 1.0f, 1.0f, 1.0f } };
    ball.sphere = (rim_sphere){ { 5.0f, 0.0f, 0.0f }, 1.0f };
    wall.plane = (rim_plane){ { -1.0f, 0.0f, 0.0f }, -5.0f };
    assert_true(rim_shape3_sweep_turning(&box, home, motion, &ball, home).hit);
    assert_true(rim_shape3_sweep_turning(&box, home, motion, &wall, home).hit);
    for (int i = 0; i < 4; i++)
    {
        rim_shape3 bad = box;
        (&bad.box.pose.rotation.x)[i] = NAN;
        assert_false(rim_shape3_sweep_turning(&bad, home, motion, &ball, home).hit);
        assert_false(rim_shape3_sweep_turning(&bad, home, motion, &wall, home).hit);
    }
}

// They share a corner, which the distance sees and the contact does not.
static void what_goes_in_from_a_corner_has_a_normal(void **state)
{
    (void)state;
    const float z = 0x1p-12f;
    rim_vec3    p[3] = { { 2, -2, 0 }, { 2, 1, -z }, { -1, -1, -2 * z } };
    rim_vec3    q[4] = { { 1, -2, z }, { 2, 0, z }, { -1, -1, -2 * z }, { 0, -2, 0 } };
    rim_convex  a = { p, 3, 0.0f, NULL }, b = { q, 4, 0.0f, NULL };
    rim_xform3  home = rim_xform3_identity();
    rim_vec3    delta = { -2, 0, -z };
    rim_hit3    hit = sweep_convex_translation(a, home, delta, b, home);
    assert_true(hit.hit && hit.t == 0.0f && !hit.start_overlap);
    assert_near(rim_vec3_length(hit.normal), 1.0, 1e-6);
    assert_true(rim_vec3_dot(hit.normal, delta) < 0.0f);
}

static void any_floats_end_with_a_time_between_0_and_1(void **state)
{
    (void)state;
    test_random random = { 35 };
    for (int i = 0; i < case_count(60000); i++)
    {
        rim_vec3 p[4], q[4], v[2];
        for (int k = 0; k < 10; k++)
            (k < 4   ? p
             : k < 8 ? q
                     : v)[k < 8 ? k % 4 : k - 8] =
                i % 2 ? rim_vec3_make(random_any_float(&random), random_any_float(&random),
                                      random_any_float(&random))
                      : rim_vec3_make((float)random_int(&random, -2, 2),
                                      (float)random_int(&random, -2, 2),
                                      (float)random_int(&random, -2, 2) * 0x1p-12f);
        rim_convex  a = { p, 1 + i % 4, 0.0f, NULL }, b = { q, 1 + i / 4 % 4, 0.0f, NULL };
        rim_motion3 motion = { v[0], v[1], i % 3 ? random_any_float(&random) : 3.0f };
        rim_xform3  home = rim_xform3_identity();
        rim_plane   plane = { rim_vec3_normalize(q[0]), q[1].x };
        rim_obox    box = { home, { fabsf(p[0].x), fabsf(p[0].y), fabsf(p[0].z) } };
        rim_obox    other = { at(q[0].x, q[0].y, q[0].z),
                              { fabsf(q[1].x), fabsf(q[1].y), fabsf(q[1].z) } };
        rim_hit3    hits[4] = { sweep_convex_translation(a, home, v[0], b, home),
                                sweep_convex_turning(a, home, motion, b, home),
                                sweep_turning_over(a, home, motion, plane),
                                obox_sweep_obox(box, v[0], other) };
        for (int k = 0; k < 4; k++)
        {
            assert_true(hits[k].t >= 0.0f && hits[k].t <= 1.0f);
            if (i % 2 == 0 && hits[k].hit) assert_near(rim_vec3_length(hits[k].normal), 1.0, 1e-5);
        }
    }
}

// --- where several normals are right -------------------------------------------------------------------------

typedef struct best_normal
{
    const brute_body *a, *b;
    rim_vec3          against; // the motion, unit
    double            most;    // of how much a normal is against the motion
} best_normal;

static void try_normal(best_normal *best, rim_vec3 n)
{
    double length = rim_vec3_length(n);
    if (length < 1e-3) return;
    n = rim_vec3_scale(n, (float)(1.0 / length));
    double most = rim_vec3_dot(n, best->against);
    if (most > best->most && fabs(brute_overlap_along(best->b, best->a, n)) < 1e-6)
        best->most = most;
}

// Tries all normals among which the one most against the motion is: against it, across each edge as directly against it as
// that allows, and across two edges each. The edges of boxes are their axes.
static void try_normals(best_normal *best, const rim_vec3 *axes, int count)
{
    try_normal(best, best->against);
    for (int i = 0; i < count; i++)
    {
        float along = rim_vec3_dot(best->against, axes[i]);
        try_normal(best, rim_vec3_along(best->against, axes[i], -along));
        for (int k = 0; k < count; k++)
            if (k != i) try_normal(best, rim_vec3_cross(axes[i], axes[k]));
    }
}

// Corner on corner, corner on edge, edge along edge: on a lattice exactly. The plane across the normal parts the two, and
// no other one that does is more directly against the motion.
static void where_several_normals_are_right_it_is_the_one_most_against_the_motion(void **state)
{
    (void)state;
    test_random r = { 83 };
    int         corners = 0, boxes = 0;
    for (int i = case_count(20000); i > 0; i--)
    {
        // Boxes of whole corners, the second turned by quarter turns or thirds.
        rim_quat   turns[3] = { { 0, 0, 0, 1 }, { 0.5f, 0.5f, 0.5f, 0.5f }, { 0.6f, 0, 0, 0.8f } };
        rim_obox   a = { { random_whole3(&r, 2), turns[0] }, { 0.5f, 0.5f, 1.0f } };
        rim_obox   b = { { random_whole3(&r, 2), turns[random_int(&r, 0, 2)] },
                         { 1.0f, 0.5f, 0.5f } };
        rim_vec3   delta = random_whole3(&r, 4), pa[8], pb[8], axes[6];
        rim_convex ca = obox_as_convex(a, pa), cb = obox_as_convex(b, pb);
        rim_hit3   hit = sweep_convex_translation(ca, a.pose, delta, cb, b.pose);
        // In passing they may only touch.
        if (!hit.hit || hit.start_overlap || hit.t == 0.0f) continue;
        brute_body x = brute_place(pa, 8, a.pose), y = brute_place(pb, 8, b.pose);
        brute_body before = brute_move(x, delta, (double)hit.t - 0x1p-12),
                   at = brute_move(x, delta, hit.t);
        best_normal best = { &at, &y, rim_vec3_normalize(rim_vec3_negate(delta)), -1.0 };
        for (int k = 0; k < 6; k++)
        {
            rim_vec3 unit = { k % 3 == 0, k % 3 == 1, k % 3 == 2 };
            axes[k] = rim_quat_apply(k < 3 ? a.pose.rotation : b.pose.rotation, unit);
        }
        try_normals(&best, axes, 6);
        assert_near(rim_vec3_length(hit.normal), 1.0, 1e-6);
        assert_near(brute_overlap_along(&y, &at, hit.normal), 0.0, 4e-6);
        assert_true(brute_overlap_along(&y, &before, hit.normal) < 0.0);
        assert_near(rim_vec3_dot(hit.normal, best.against), best.most, 2e-5);
        corners += hit.mover.kind == RIM_FEATURE_VERTEX || hit.other.kind == RIM_FEATURE_VERTEX;
        boxes++;
    }
    assert_true(corners > case_count(120) && boxes > case_count(900));
}

// Points and small boxes fall on a roof close to its ridge. A little before, the ridge is closer than the side of the
// roof, but only the side's normal separates where they touch.
static void beside_an_edge_the_normal_separates_where_they_touch(void **state)
{
    (void)state;
    test_random r = { 84 };
    int         hits = 0;
    rim_obox    b = { { { 0, 0, 0 }, { 0, 0, 0.41421357f, 1 } }, { 1.0f, 1.0f, 1.0f } };
    for (int i = case_count(20000); i > 0; i--)
    {
        float    half = ldexpf((float)(i % 2), -random_int(&r, 2, 12)), near = half + 0x1p-9f;
        rim_obox a = { { { 0, 0, 0 }, { 0, 0, 0, 1 } }, { half, half, half } };
        a.pose.rotation.x = (float)random_int(&r, -2, 2);
        a.pose.rotation.z = (float)random_int(&r, -2, 2);
        a.pose.position.x = 0.25f * (float)random_int(&r, -8, 8);
        a.pose.position.y = 0.25f * (float)random_int(&r, 8, 12);
        // To the ridge, which is at the height of a root of 2, and as far again.
        rim_vec3   delta = { random_float(&r, -near, near) - 2.0f * a.pose.position.x,
                             random_float(&r, -near, near) + 2.828f - 2.0f * a.pose.position.y,
                             random_float(&r, -1.0f, 1.0f) };
        rim_vec3   pa[8], pb[8];
        rim_convex ca = obox_as_convex(a, pa), cb = obox_as_convex(b, pb);
        rim_hit3   hit = sweep_convex_translation(ca, a.pose, delta, cb, b.pose);
        if (!hit.hit || hit.start_overlap) continue;
        brute_body x = brute_place(pa, 8, a.pose), y = brute_place(pb, 8, b.pose);
        brute_body at = brute_move(x, delta, hit.t);
        assert_near(brute_overlap_along(&y, &at, hit.normal), 0.0, 4e-6);
        hits++;
    }
    assert_true(hits > case_count(10000));
}

// A flat box and a ball, where rounding puts a far corner of the box behind the plane between them. Only the closest
// point may decide how far a translation goes.
static void a_far_corner_does_not_stop_a_translation(void **state)
{
    (void)state;
    rim_xform3 here = rim_xform3_identity(), there = here;
    rim_shape3 box = { .kind = RIM_SHAPE3_BOX }, ball = { .kind = RIM_SHAPE3_SPHERE };
    box.box.pose = here;
    box.box.pose.position = rim_vec3_make(1.0f, -1.0f, -1.0f);
    box.box.half = rim_vec3_make(0.0f, 1.0f, 1.0f);
    ball.sphere = (rim_sphere){ { 0.0f, -0x1.ffacfap-1f, 0.0f }, 1.0f };
    there.position = rim_vec3_make(-1.0f, 0.0f, 0x1.428af4p-23f);
    there.rotation = (rim_quat){ 0.0f, 0x1p-22f, 0x1.6a09e6p-1f, 0x1.6a09e6p-1f };
    rim_vec3 delta = { -0x1.fc33f4p-1f, 0x1.0cbbbep-20f, -1.0f };
    rim_hit3 hit = rim_shape3_sweep(&box, here, delta, &ball, there);
    assert_true(hit.hit);
    assert_near(hit.t, 0.000638356316, 1e-10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_moving_body_stops_where_the_gap_closes),
        cmocka_unit_test(boxes_by_axes_in_motion_agree_with_bodies_in_motion),
        cmocka_unit_test(hulls_in_motion_touch_when_the_last_of_all_axes_lets_them),
        cmocka_unit_test(touching_at_the_start_is_a_hit_only_when_going_in),
        cmocka_unit_test(a_long_motion_finds_a_thin_wall_and_a_long_slide_none),
        cmocka_unit_test(round_things_graze_at_the_exact_time),
        cmocka_unit_test(the_face_normal_is_that_of_the_face_met_most_squarely),
        cmocka_unit_test(the_face_normal_at_a_corner_is_that_of_any_of_its_faces),
        cmocka_unit_test(scaling_by_a_power_of_two_keeps_every_time),
        cmocka_unit_test(a_turning_body_stops_at_its_first_touch),
        cmocka_unit_test(a_turning_body_that_lands_exactly_has_the_normal_of_where_it_lands),
        cmocka_unit_test(edges_that_turn_where_they_meet_are_not_told_early),
        cmocka_unit_test(a_turning_body_at_rest_on_a_plane_may_leave_it),
        cmocka_unit_test(over_a_plane_far_away_only_an_overlap_is_hit),
        cmocka_unit_test(a_corner_on_a_plane_through_the_position_may_leave_it),
        cmocka_unit_test(boxes_of_no_finite_size_hit_nothing),
        cmocka_unit_test(turning_boxes_in_no_finite_pose_hit_nothing),
        cmocka_unit_test(what_goes_in_from_a_corner_has_a_normal),
        cmocka_unit_test(a_far_corner_does_not_stop_a_translation),
        cmocka_unit_test(beside_an_edge_the_normal_separates_where_they_touch),
        cmocka_unit_test(any_floats_end_with_a_time_between_0_and_1),
        cmocka_unit_test(where_several_normals_are_right_it_is_the_one_most_against_the_motion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
