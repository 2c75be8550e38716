// Figures of sprites, boxes, circles and polygons under any pose: against sampling, the sprites' own answers, and laws.
#include "flat/figure/data.h"
#include "rimcast/rimcast.h"
#include "support/sprites.h"

#include <math.h>
#include <string.h>

enum
{
    KINDS = 4,
    PARTS = 3
};

typedef struct crowd
{
    rim_figure_part parts[PARTS];
    rim_vec2        corners[PARTS][8];
    rim_figure      figure;
} crowd;

static rim_xform2 any_pose(test_random *random, float range)
{
    rim_vec2 at = { random_float(random, -range, range), random_float(random, -range, range) };
    float    size = random_float(random, 0.5f, 2.0f);
    rim_vec2 scale = { random_int(random, 0, 1) ? size : -size, size };
    return rim_xform2_pose(at, rim_rot2_degrees(random_float(random, -180, 180)), scale);
}

static void make(crowd *c, test_random *random, int count, float range)
{
    memset(c, 0, sizeof *c);
    for (int i = 0; i < count; i++)
    {
        rim_figure_part *p = &c->parts[i];
        p->kind = (rim_part_kind)random_int(random, 0, KINDS - 1);
        p->pose = any_pose(random, 15.0f);
        p->sprite = random_sprite(random, 14);
        p->box = (rim_box2){ { random_float(random, -9, 0), random_float(random, -9, 0) },
                             { random_float(random, 1, 9), random_float(random, 1, 9) } };
        p->circle = (rim_circle2){ random_point(random, 4), random_float(random, 0.5f, 9.0f) };
        p->polygon.points = c->corners[i];
        p->polygon.count = random_convex(random, rim_xform2_identity(), c->corners[i]);
    }
    c->figure = (rim_figure){ c->parts, count, any_pose(random, range) };
}

static void end(crowd *c)
{
    for (int i = 0; i < c->figure.count; i++) rim_sprite_destroy((rim_sprite *)c->parts[i].sprite);
}

// --- sampling ----------------------------------------------------------------------------------------------

// Is a point of the world in a part? By the definition alone, in double.
static bool is_in_part(const rim_figure *f, const rim_figure_part *p, double x, double y)
{
    rim_xform2 m = rim_xform2_mul(f->pose, p->pose);
    double     det = (double)m.a * m.d - (double)m.b * m.c;
    double     u = (m.d * (x - m.tx) - m.c * (y - m.ty)) / det;
    double     v = (m.a * (y - m.ty) - m.b * (x - m.tx)) / det;
    if (p->kind == RIM_PART_BOX)
        return u > p->box.lo.x && u < p->box.hi.x && v > p->box.lo.y && v < p->box.hi.y;
    if (p->kind == RIM_PART_CIRCLE)
    {
        double cx = m.a * p->circle.center.x + m.c * p->circle.center.y + m.tx;
        double cy = m.b * p->circle.center.x + m.d * p->circle.center.y + m.ty;
        double r = p->circle.radius;
        return (x - cx) * (x - cx) + (y - cy) * (y - cy) < r * r * fabs(det);
    }
    if (p->kind == RIM_PART_POLYGON)
    {
        bool inside = false;
        for (int i = 0, k = p->polygon.count - 1; i < p->polygon.count; k = i++)
        {
            rim_vec2 a = p->polygon.points[i], b = p->polygon.points[k];
            if ((a.y > v) != (b.y > v) &&
                u < a.x + (v - a.y) * ((double)b.x - a.x) / ((double)b.y - a.y))
                inside = !inside;
        }
        return inside;
    }
    const rim_mask *mask = rim_sprite_mask(p->sprite);
    rim_vec2        anchor = rim_sprite_anchor(p->sprite);
    u += anchor.x, v += anchor.y;
    return u >= 0 && v >= 0 && rim_mask_get(mask, (int)floor(u), (int)floor(v));
}

static bool is_in(const rim_figure *f, double x, double y)
{
    for (int i = 0; i < f->count; i++)
        if (is_in_part(f, &f->parts[i], x, y)) return true;
    return false;
}

// The area that two figures share and its middle, by samples.
static double sampled_area(const rim_figure *a, const rim_figure *b, double *mx, double *my)
{
    rim_box2 p = rim_figure_bounds(a), q = rim_figure_bounds(b);
    double   x0 = fmax(p.lo.x, q.lo.x), x1 = fmin(p.hi.x, q.hi.x);
    double   y0 = fmax(p.lo.y, q.lo.y), y1 = fmin(p.hi.y, q.hi.y);
    int      count = 0, n = 300;
    *mx = *my = 0.0;
    if (!(x0 < x1 && y0 < y1)) return 0.0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
        {
            double x = x0 + (x1 - x0) * (i + 0.5) / n, y = y0 + (y1 - y0) * (k + 0.5) / n;
            if (!is_in(a, x, y) || !is_in(b, x, y)) continue;
            count++;
            *mx += x, *my += y;
        }
    if (count) *mx /= count, *my /= count;
    return (x1 - x0) * (y1 - y0) * count / ((double)n * n);
}

static void shared_areas_are_those_of_samples(void **state)
{
    (void)state;
    test_random random = { 1 };
    int         hits = 0, misses = 0;
    for (int i = 0; i < case_count(400); i++)
    {
        crowd a, b;
        make(&a, &random, random_int(&random, 1, PARTS), 20.0f);
        make(&b, &random, random_int(&random, 1, PARTS), 20.0f);
        double       mx, my, sampled = sampled_area(&a.figure, &b.figure, &mx, &my);
        double       area = rim_figure_overlap_area(&a.figure, &b.figure);
        rim_contact2 contact = rim_figure_contact(&a.figure, &b.figure, NULL);
        bool         overlaps = rim_figure_overlaps(&a.figure, &b.figure, NULL);
        assert_true(overlaps == (area > 0.0) && contact.hit == overlaps);
        assert_near(contact.area, area, 1e-9 * area);
        rim_box2 p = rim_figure_bounds(&a.figure), q = rim_figure_bounds(&b.figure);
        double   wide = fmin(p.hi.x, q.hi.x) - fmax(p.lo.x, q.lo.x);
        double   high = fmin(p.hi.y, q.hi.y) - fmax(p.lo.y, q.lo.y);
        double   size = wide > 0 && high > 0 ? wide * high : 0.0;
        // Borders of all parts cross no more than a few of a hundred samples; circles are polygons of 64 corners.
        assert_near(area, sampled, 0.03 * size + 1e-6);
        if (sampled > 0.0) assert_true(overlaps);
        if (sampled > 0.3 * size && size > 1.0)
        {
            assert_near(contact.point.x, mx, 0.05 * wide);
            assert_near(contact.point.y, my, 0.05 * high);
        }
        overlaps ? hits++ : misses++;
        end(&a);
        end(&b);
    }
    assert_true(hits >= case_count(30) && misses >= case_count(10));
}

static void bounds_and_points_are_those_of_samples(void **state)
{
    (void)state;
    test_random random = { 2 };
    int         inside = 0, outside = 0;
    for (int i = 0; i < case_count(500); i++)
    {
        crowd a;
        make(&a, &random, PARTS, 20.0f);
        rim_box2 box = rim_figure_bounds(&a.figure);
        for (int k = 0; k < 200; k++)
        {
            rim_vec2 p = { random_float(&random, box.lo.x - 3, box.hi.x + 3),
                           random_float(&random, box.lo.y - 3, box.hi.y + 3) };
            // Nothing is asked of places that rounding may move across a border.
            bool     in = is_in(&a.figure, p.x, p.y), sure = true;
            for (int s = 0; s < 8; s++)
                sure = sure && is_in(&a.figure, p.x + 1e-4 * ((s & 1) ? 1 : -1) * ((s >> 1) & 1),
                                     p.y + 1e-4 * ((s & 1) ? 1 : -1) * (s >> 2)) == in;
            if (!sure) continue;
            assert_true(rim_figure_contains(&a.figure, p, NULL) == in);
            if (in) assert_true(rim_box2_contains(box, p));
            rim_closest2 c = rim_figure_closest(&a.figure, p, NULL);
            assert_true(c.found && (c.distance < 1e-4) == in);
            assert_near(c.distance, rim_vec2_distance(c.point, p), 1e-4);
            in ? inside++ : outside++;
        }
        end(&a);
    }
    assert_true(inside >= case_count(2500) && outside >= case_count(2500));
}

// The distances of boxes were once rounded to floats, unlike those of sprites and circles. So a box that came first was
// taken for the closest one although another was closer by less than a float can tell.
static void distances_of_boxes_are_doubles(void **state)
{
    (void)state;
    rim_figure_part boxes[2] = {
        { .kind = RIM_PART_BOX, .pose = rim_xform2_identity(), .box = { { 3, 4 }, { 9, 9 } } },
        { .kind = RIM_PART_BOX,
          .pose = rim_xform2_identity(),
          .box = { { 3, 4 - 0x1p-22f }, { 9, 9 } } },
    };
    rim_figure   figure = { boxes, 2, rim_xform2_identity() };
    int          part;
    rim_closest2 c = rim_figure_closest(&figure, rim_vec2_make(0, 0), &part);
    assert_int_equal(1, part);
    assert_near(c.distance, sqrt(9.0 + (4.0 - 0x1p-22) * (4.0 - 0x1p-22)), 1e-15);
    c = rim_figure_closest(&figure, rim_vec2_make(2, 1), &part);
    assert_near(c.distance, sqrt(1.0 + (3.0 - 0x1p-22) * (3.0 - 0x1p-22)), 1e-15);
}

// --- motions -----------------------------------------------------------------------------------------------

static rim_figure moved(rim_figure f, rim_vec2 delta, double t)
{
    f.pose.tx = (float)(f.pose.tx + t * delta.x);
    f.pose.ty = (float)(f.pose.ty + t * delta.y);
    return f;
}

// Not in touch before, and in touch soon after; the normal looks against the motion.
static void sweeps_end_where_figures_touch(void **state)
{
    (void)state;
    test_random random = { 3 };
    int         hits = 0, misses = 0, inside = 0, shallow = 0;
    for (int i = 0; i < case_count(1500); i++)
    {
        crowd a, b;
        make(&a, &random, random_int(&random, 1, PARTS), 70.0f);
        make(&b, &random, random_int(&random, 1, PARTS), 20.0f);
        rim_vec2  da = { -1.5f * a.figure.pose.tx, -1.5f * a.figure.pose.ty };
        rim_vec2  db = random_point(&random, 20);
        rim_parts which;
        rim_hit2  hit = rim_figure_sweep(&a.figure, da, &b.figure, db, &which);
        double    until = hit.hit ? hit.t - 1e-4 : 1.0;
        assert_true(hit.start_overlap == rim_figure_overlaps(&a.figure, &b.figure, NULL));
        for (int k = 0; k <= 60 && !hit.start_overlap && until > 0.0; k++)
        {
            rim_figure p = moved(a.figure, da, until * k / 60),
                       q = moved(b.figure, db, until * k / 60);
            // Places on the way are rounded, which may make a sliver of a graze.
            assert_true(rim_figure_overlap_area(&p, &q) < 1e-4);
        }
        if (hit.hit && !hit.start_overlap)
        {
            rim_figure p = moved(a.figure, da, hit.t + 1e-4), q = moved(b.figure, db, hit.t + 1e-4);
            bool       deep = rim_figure_overlaps(&p, &q, NULL);
            shallow += !deep; // a corner that is passed at once
            rim_vec2 way = rim_vec2_sub(da, db);
            assert_true(rim_vec2_dot(hit.normal, way) <= 1e-3f * rim_vec2_length(way));
            assert_near(rim_vec2_length(hit.normal), 1.0, 1e-5);
            p = moved(a.figure, da, hit.t), q = moved(b.figure, db, hit.t);
            assert_true(rim_figure_closest(&p, hit.point, NULL).distance < 1e-2);
            assert_true(rim_figure_closest(&q, hit.point, NULL).distance < 1e-2);
            // The part that is named is the one that touches.
            rim_figure one = { a.parts + which.a, 1, a.figure.pose };
            rim_figure other = { b.parts + which.b, 1, b.figure.pose };
            assert_near(rim_figure_sweep(&one, da, &other, db, NULL).t, hit.t, 1e-12);
        }
        hit.start_overlap ? inside++ : hit.hit ? hits++ : misses++;
        end(&a);
        end(&b);
    }
    assert_true(hits >= case_count(125) && misses >= case_count(12) && inside >= case_count(5));
    assert_true(shallow <= 2 + hits / 100);
}

static void rays_end_where_parts_begin(void **state)
{
    (void)state;
    test_random random = { 4 };
    int         hits = 0, misses = 0, inside = 0;
    for (int i = 0; i < case_count(4000); i++)
    {
        crowd a;
        make(&a, &random, random_int(&random, 1, PARTS), 10.0f);
        rim_ray2 ray = { random_point(&random, 50), random_point(&random, 80) };
        int      part;
        rim_hit2 hit = rim_figure_raycast(&a.figure, ray, &part);
        double   until = hit.hit ? hit.t - 1e-4 : 1.0;
        for (int k = 0; k <= 100 && !hit.start_overlap; k++)
            assert_false(k * until > 0.0 &&
                         is_in(&a.figure, ray.origin.x + until * k / 100 * ray.delta.x,
                               ray.origin.y + until * k / 100 * ray.delta.y));
        if (hit.hit) assert_true(rim_figure_closest(&a.figure, hit.point, NULL).distance < 1e-3);
        assert_true((part >= 0) == hit.hit);
        if (hit.hit && !hit.start_overlap)
            assert_true(rim_vec2_dot(hit.normal, ray.delta) <= 1e-3f * rim_vec2_length(ray.delta));
        if (hit.start_overlap)
        {
            rim_vec2 out = { ray.origin.x + (hit.depth + 0.01f) * hit.normal.x,
                             ray.origin.y + (hit.depth + 0.01f) * hit.normal.y };
            assert_false(is_in(&a.figure, out.x, out.y));
        }
        hit.start_overlap ? inside++ : hit.hit ? hits++ : misses++;
        end(&a);
    }
    assert_true(hits >= case_count(62) && misses >= case_count(200) && inside >= case_count(20));
}

static void separations_leave_nothing_shared(void **state)
{
    (void)state;
    test_random random = { 5 };
    int         hits = 0;
    for (int i = 0; i < case_count(300); i++)
    {
        crowd a, b;
        make(&a, &random, random_int(&random, 1, PARTS), 15.0f);
        make(&b, &random, random_int(&random, 1, PARTS), 15.0f);
        rim_separation2 out = rim_figure_separate(&a.figure, &b.figure);
        rim_contact2    contact = rim_figure_contact(&a.figure, &b.figure, NULL);
        assert_true(out.hit == contact.hit);
        if (out.hit)
        {
            rim_figure p = moved(a.figure, out.move, 1.0);
            // Two sprites are told as by rim_sprite_separate, whose motion is rounded.
            bool       sprites = a.figure.count + b.figure.count == 2 &&
                           a.parts[0].kind + b.parts[0].kind == RIM_PART_SPRITE;
            assert_true(sprites ? rim_figure_overlap_area(&p, &b.figure) < 1e-4
                                : !rim_figure_overlaps(&p, &b.figure, NULL));
            assert_true(out.length <= contact.depth * (1.0 + 1e-5) + 1e-4);
            hits++;
        }
        end(&a);
        end(&b);
    }
    assert_true(hits >= case_count(20));
}

// Upward, the circle leaves the lower triangle after 0.1 and touches the corner of the upper one, at (-1, -10), on its
// way. Along a direction that is only nearly upward it overlaps that corner.
static void a_way_out_along_an_axis_may_touch_a_corner(void **state)
{
    (void)state;
    static const rim_vec2 lower[] = { { 0, 0.9f }, { -3, 5 }, { 1, 8 } },
                          upper[] = { { -1, -10 }, { -5, -12 }, { -5, -8 } };
    rim_figure_part circle = { .kind = RIM_PART_CIRCLE,
                               .pose = rim_xform2_identity(),
                               .circle = { { 0, 0 }, 1 } };
    rim_figure_part triangles[2] = {
        { .kind = RIM_PART_POLYGON, .pose = rim_xform2_identity(), .polygon = { lower, 3 } },
        { .kind = RIM_PART_POLYGON, .pose = rim_xform2_identity(), .polygon = { upper, 3 } },
    };
    for (int quarter = 0; quarter < 4; quarter++)
    {
        rim_xform2 pose = rim_xform2_pose(
            rim_vec2_make(0, 0), rim_rot2_degrees(90.0f * (float)quarter), rim_vec2_make(1, 1));
        rim_figure a = { &circle, 1, pose }, b = { triangles, 2, pose };
        assert_near(rim_figure_separate(&a, &b).length, 0.1, 1e-6);
    }
}

// --- laws --------------------------------------------------------------------------------------------------

// A circle without a radius, before the sprite in every second case, is ignored and changes no bit.
static void one_sprite_is_the_sprite(void **state)
{
    (void)state;
    test_random random = { 6 };
    int         hits = 0;
    for (int i = 0; i < case_count(4000); i++)
    {
        rim_posed       a = random_posed(&random, 20), b = random_posed(&random, 20);
        rim_figure_part p = { .pose = rim_xform2_identity(), .sprite = a.sprite },
                        q = { .pose = rim_xform2_identity(), .sprite = b.sprite };
        rim_figure_part dot = { .kind = RIM_PART_CIRCLE, .pose = rim_xform2_identity() };
        rim_figure_part ps[] = { dot, p }, qs[] = { dot, q };
        int             only = i % 2; // the index of the sprite
        rim_figure f = { ps + 1 - only, 1 + only, a.pose }, g = { qs + 1 - only, 1 + only, b.pose };
        rim_vec2   da = random_point(&random, 40), db = random_point(&random, 9);
        rim_parts  which;
        int        part;
        rim_contact2 c = rim_figure_contact(&f, &g, &which), d = rim_sprite_contact(a, b);
        assert_true(c.hit == d.hit && which.a == (c.hit ? only : -1) && which.b == which.a);
        if (c.hit)
        {
            assert_true(memcmp(&c.point, &d.point, 3 * sizeof c.point) == 0);
            assert_true(c.depth == d.depth && c.area == d.area);
        }
        rim_hit2 h = rim_figure_sweep(&f, da, &g, db, NULL),
                 k = rim_sprite_sweep_both(a, da, b, db);
        assert_true(h.hit == k.hit && h.t == k.t && h.depth == k.depth && h.ax == k.ax);
        assert_true(memcmp(&h.point, &k.point, 3 * sizeof h.point) == 0);
        rim_ray2 ray = { random_point(&random, 40), random_point(&random, 60) };
        h = rim_figure_raycast(&f, ray, &part), k = rim_sprite_raycast(a, ray);
        assert_true(h.hit == k.hit && h.t == k.t && h.depth == k.depth &&
                    part == (h.hit ? only : -1));
        assert_true(memcmp(&h.point, &k.point, 3 * sizeof h.point) == 0);
        rim_separation2 s = rim_figure_separate(&f, &g), r = rim_sprite_separate(a, b);
        assert_true(s.hit == r.hit && s.exact == r.exact && s.length == r.length);
        assert_true(rim_figure_overlap_area(&f, &g) == rim_sprite_overlap_area(a, b));
        assert_true(rim_figure_overlaps(&f, &g, NULL) == rim_sprite_overlaps(a, b));
        rim_vec2 at = random_point(&random, 20);
        assert_true(rim_figure_contains(&f, at, NULL) == rim_sprite_contains(a, at));
        rim_box2 box = rim_figure_bounds(&f), whole = rim_sprite_bounds(a);
        assert_true(memcmp(&box, &whole, sizeof box) == 0 || rim_box2_is_empty(box));
        hits += c.hit;
        end_posed(a);
        end_posed(b);
    }
    assert_true(hits >= case_count(75));
}

static void scale(crowd *c, float by)
{
    rim_xform2 *m = &c->figure.pose;
    m->a *= by, m->b *= by, m->c *= by, m->d *= by, m->tx *= by, m->ty *= by;
}

// Swapping changes no yes or no; a scene that is a power of two larger has answers that are so, to the bit.
static void swapping_and_scaling(void **state)
{
    (void)state;
    test_random random = { 7 };
    int         hits = 0, touches = 0;
    for (int i = 0; i < case_count(400); i++)
    {
        crowd a, b;
        make(&a, &random, random_int(&random, 1, PARTS), 25.0f);
        make(&b, &random, random_int(&random, 1, PARTS), 25.0f);
        float        by = random_int(&random, 0, 1) ? 1024.0f : 1.0f / 1024.0f;
        rim_vec2     da = random_point(&random, 40), none = { 0.0f, 0.0f };
        rim_contact2 c = rim_figure_contact(&a.figure, &b.figure, NULL);
        rim_contact2 d = rim_figure_contact(&b.figure, &a.figure, NULL);
        assert_true(c.hit == d.hit);
        // Corners that lie on a line are rounded to both sides of it.
        assert_near(c.area, d.area, 1e-9 * c.area + 1e-5);
        rim_hit2 h = rim_figure_sweep(&a.figure, da, &b.figure, none, NULL);
        rim_hit2 k = rim_figure_sweep(&b.figure, rim_vec2_scale(da, -1.0f), &a.figure, none, NULL);
        assert_true(h.hit == k.hit);
        assert_near(h.t, k.t, 1e-12);
        scale(&a, by);
        scale(&b, by);
        d = rim_figure_contact(&a.figure, &b.figure, NULL);
        assert_true(c.hit == d.hit && d.depth == by * c.depth &&
                    (d.area == (double)by * by * c.area || c.area < 1e-300));
        assert_true(d.point.x == by * c.point.x && d.point.y == by * c.point.y);
        assert_true(d.normal.x == c.normal.x && d.normal.y == c.normal.y);
        k = rim_figure_sweep(&a.figure, rim_vec2_scale(da, by), &b.figure, none, NULL);
        assert_true(h.hit == k.hit && h.t == k.t && k.point.x == by * h.point.x);
        assert_true(h.normal.x == k.normal.x && h.normal.y == k.normal.y);
        hits += c.hit;
        touches += h.hit && !h.start_overlap;
        end(&a);
        end(&b);
    }
    assert_true(hits >= case_count(15) && touches >= case_count(10));
}

// Two squares with a common side are apart until one moves into the other; equal circles touch at a distance of both radii.
// Coordinates are multiples of 1/4, so the scene far away is exactly the same. The normal of a ray was once that at the
// point rounded to floats, which are 1/32 apart there.
static void rays_have_the_same_normals_far_away(void **state)
{
    (void)state;
    test_random random = { 21 };
    int         hits = 0;
    for (int i = 0; i < case_count(500); i++)
    {
        rim_figure_part parts[2];
        for (int k = 0; k < 2; k++)
        {
            rim_vec2 at = { 0.25f * (float)random_int(&random, -40, 40),
                            0.25f * (float)random_int(&random, -40, 40) };
            parts[k] = (rim_figure_part){ .pose = rim_xform2_translation(at),
                                          .sprite = random_sprite(&random, 14) };
        }
        rim_vec2   far = { 0x1p18f, -0x1p18f };
        rim_figure a = { parts, 2, rim_xform2_identity() };
        rim_figure b = { parts, 2, rim_xform2_translation(far) };
        for (int k = 0; k < 10; k++)
        {
            rim_ray2 ray = { { 0.25f * (float)random_int(&random, -80, 80),
                               0.25f * (float)random_int(&random, -80, 80) },
                             { 0.25f * (float)random_int(&random, -99, 99),
                               0.25f * (float)random_int(&random, -99, 99) } };
            rim_hit2 here = rim_figure_raycast(&a, ray, NULL);
            ray.origin = rim_vec2_add(ray.origin, far);
            rim_hit2 there = rim_figure_raycast(&b, ray, NULL);
            assert_true(here.hit == there.hit);
            assert_near(here.t, there.t, 1e-9);
            assert_near(here.normal.x, there.normal.x, 1e-6);
            assert_near(here.normal.y, there.normal.y, 1e-6);
            hits += here.hit && !here.start_overlap;
        }
        for (int k = 0; k < 2; k++) rim_sprite_destroy((rim_sprite *)parts[k].sprite);
    }
    assert_true(hits >= case_count(500));
}

static void touching_is_no_overlap(void **state)
{
    (void)state;
    rim_figure_part box = { .kind = RIM_PART_BOX,
                            .pose = rim_xform2_identity(),
                            .box = { { 0, 0 }, { 8, 8 } } };
    rim_figure_part disc = { .kind = RIM_PART_CIRCLE,
                             .pose = rim_xform2_identity(),
                             .circle = { { 0, 0 }, 5 } };
    rim_vec2        none = { 0, 0 }, right = { 10, 0 }, down = { 0, 10 };
    for (int i = 0; i < 2; i++)
    {
        float      apart = i ? 10.0f : 8.0f;
        rim_figure a = { i ? &disc : &box, 1, rim_xform2_identity() }, b = a;
        b.pose.tx = apart;
        assert_false(rim_figure_overlaps(&a, &b, NULL));
        assert_true(rim_figure_overlap_area(&a, &b) == 0.0);
        rim_hit2 hit = rim_figure_sweep(&a, right, &b, none, NULL);
        assert_true(hit.hit && hit.t == 0.0 && !hit.start_overlap && hit.normal.x == -1.0f);
        assert_false(rim_figure_sweep(&a, down, &b, none, NULL).hit);
        assert_false(rim_figure_sweep(&a, rim_vec2_make(-10, 0), &b, none, NULL).hit);
        b.pose.tx = apart + 5.0f;
        hit = rim_figure_sweep(&a, right, &b, none, NULL);
        assert_true(hit.hit && hit.t == 0.5 && hit.point.x == apart + 5.0f - (i ? 5.0f : 0.0f));
        b.pose.tx = apart + 10.0f;
        assert_false(rim_figure_sweep(&a, right, &b, none, NULL).hit);
        b.pose.tx = apart - 1.0f;
        rim_contact2 contact = rim_figure_contact(&a, &b, NULL);
        assert_true(contact.hit && contact.normal.x == -1.0f);
        assert_near(contact.depth, 1.0, 1e-6);
        hit = rim_figure_sweep(&a, right, &b, none, NULL);
        assert_true(hit.hit && hit.t == 0.0 && hit.start_overlap && hit.depth == contact.depth);
    }
}

// The second part holds the origin, which is on the border of the first.
static void a_ray_that_begins_inside_says_so(void **state)
{
    (void)state;
    rim_figure_part parts[2] = {
        { .kind = RIM_PART_BOX, .pose = rim_xform2_identity(), .box = { { 0, 0 }, { 8, 8 } } },
        { .kind = RIM_PART_BOX, .pose = rim_xform2_identity(), .box = { { -4, 2 }, { 4, 6 } } }
    };
    rim_figure figure = { parts, 2, rim_xform2_identity() };
    int        part;
    rim_hit2   hit = rim_figure_raycast(&figure, (rim_ray2){ { 0, 4 }, { 9, 0 } }, &part);
    assert_true(hit.hit && hit.t == 0.0 && hit.start_overlap);
    assert_int_equal(part, 1);
}

// Only pixel (2, 1) reaches as far as the box.
static void a_sprite_that_meets_a_shape_names_its_pixel(void **state)
{
    (void)state;
    rim_mask *mask;
    rim_vec2  corner = { 0, 0 }, right = { 20, 0 }, none = { 0, 0 };
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 3, 4, NULL));
    rim_mask_set(mask, 0, 3, true);
    rim_mask_set(mask, 2, 1, true);
    rim_figure_part pixels = { .pose = rim_xform2_identity(), .sprite = sprite_of(mask, &corner) };
    rim_figure_part box = { .kind = RIM_PART_BOX,
                            .pose = rim_xform2_identity(),
                            .box = { { 10, -5 }, { 15, 5 } } };
    rim_figure      a = { &pixels, 1, rim_xform2_identity() }, b = { &box, 1, a.pose };
    rim_hit2        hit = rim_figure_sweep(&a, right, &b, none, NULL);
    assert_true(hit.hit && hit.ax == 2 && hit.ay == 1 && hit.bx == 0 && hit.by == 0);
    assert_near(hit.t, 7.0 / 20.0, 1e-15);
    hit = rim_figure_sweep(&b, none, &a, right, NULL);
    assert_true(hit.hit && hit.ax == 0 && hit.ay == 0 && hit.bx == 2 && hit.by == 1);
    rim_sprite_destroy((rim_sprite *)pixels.sprite);
}

static void what_is_not_finite_or_has_no_area_is_not_there(void **state)
{
    (void)state;
    test_random random = { 8 };
    for (int i = 0; i < case_count(2000); i++)
    {
        crowd a, b;
        make(&a, &random, 2, 10.0f);
        make(&b, &random, 2, 10.0f);
        float *numbers[] = { &a.figure.pose.a,          &a.figure.pose.ty,
                             &a.parts[0].pose.d,        &a.parts[0].box.lo.x,
                             &a.parts[0].circle.radius, &a.parts[0].circle.center.y };
        float  bad[] = { NAN, INFINITY, -INFINITY, 3e38f };
        int    which = random_int(&random, 0, 5);
        *numbers[which] = bad[random_int(&random, 0, 3)];
        if (which == 3) a.parts[0].kind = RIM_PART_BOX;
        if (which > 3) a.parts[0].kind = RIM_PART_CIRCLE;
        rim_vec2     da = { random_any_float(&random), 5.0f }, none = { 0.0f, 0.0f };
        rim_contact2 c = rim_figure_contact(&a.figure, &b.figure, NULL);
        assert_true(c.depth == c.depth && c.area == c.area && c.normal.x == c.normal.x);
        rim_hit2 h = rim_figure_sweep(&a.figure, da, &b.figure, none, NULL);
        assert_true(h.t >= 0.0 && h.t <= 1.0 && h.normal.x == h.normal.x);
        h = rim_figure_raycast(&a.figure, (rim_ray2){ da, da }, NULL);
        assert_true(h.t >= 0.0 && h.t <= 1.0 && h.normal.x == h.normal.x);
        rim_figure_closest(&a.figure, da, NULL);
        rim_figure_contains(&a.figure, da, NULL);
        rim_figure_separate(&a.figure, &b.figure);
        if (which < 2 && *numbers[which] - *numbers[which] != 0.0f)
        {
            assert_false(c.hit);
            assert_true(rim_box2_is_empty(rim_figure_bounds(&a.figure)));
        }
        end(&a);
        end(&b);
    }
    // Nothing at all, a circle without a radius, a box without a width.
    rim_figure_part flat[2] = {
        { .kind = RIM_PART_CIRCLE, .pose = rim_xform2_identity() },
        { .kind = RIM_PART_BOX, .pose = rim_xform2_identity(), .box = { { 0, 0 }, { 0, 9 } } }
    };
    rim_figure nobody = { NULL, 0, rim_xform2_identity() },
               thin = { flat, 2, rim_xform2_identity() };
    assert_true(rim_box2_is_empty(rim_figure_bounds(&nobody)) &&
                rim_box2_is_empty(rim_figure_bounds(&thin)));
    assert_false(rim_figure_overlaps(&thin, &thin, NULL));
    assert_false(rim_figure_raycast(&thin, (rim_ray2){ { -5, 0 }, { 10, 0 } }, NULL).hit);
    assert_false(rim_figure_closest(&nobody, rim_vec2_make(0, 0), NULL).found);
}

// One part is entered at once, and another one is there already: the ray begins inside of that one. The far part makes
// the gaps that are closed for rays so wide that no seam hides the two.
static void the_part_that_a_ray_begins_in_is_told(void **state)
{
    (void)state;
    rim_xform2      here = rim_xform2_identity();
    rim_figure_part parts[3] = {
        { .kind = RIM_PART_BOX, .pose = here, .box = { { 0, 0 }, { 4, 4 } } },
        { .kind = RIM_PART_BOX, .pose = here, .box = { { -0.25f, 1.75f }, { 0.25f, 2.25f } } },
        { .kind = RIM_PART_BOX, .pose = here, .box = { { 2097152, 0 }, { 2097153, 1 } } }
    };
    for (int order = 0; order < 2; order++)
    {
        rim_figure figure = { parts, 3, here };
        rim_ray2   ray = { { 0, 2 }, { 8, 0 } };
        int        part;
        rim_hit2   hit = rim_figure_raycast(&figure, ray, &part);
        assert_true(hit.hit && hit.start_overlap && hit.t == 0.0);
        assert_int_equal(1 - order, part);
        rim_figure_part first = parts[0];
        parts[0] = parts[1], parts[1] = first;
    }
}

// A sprite has no radius, whatever part was looked at before it: its edge normal is that of its pixels.
static void a_sprite_behind_a_circle_has_edges(void **state)
{
    (void)state;
    rim_sprite     *block = solid_sprite(20, 10);
    rim_xform2      here = rim_xform2_identity();
    rim_figure_part parts[2] = {
        { .kind = RIM_PART_CIRCLE, .pose = here, .circle = { { 2, 1 }, 3 } },
        { .pose = here, .sprite = block }
    };
    rim_figure_part ball = { .kind = RIM_PART_CIRCLE, .pose = here, .circle = { { 0, 0 }, 4 } };
    for (int i = 0; i < 12; i++)
    {
        rim_rot2     turn = rim_rot2_degrees(7.0 * i);
        rim_xform2   pose = rim_xform2_pose(rim_vec2_make(0, 0), turn, rim_vec2_make(1, 1));
        rim_figure   b = { parts, 2, pose };
        rim_vec2     at = rim_xform2_apply(pose, rim_vec2_make(21.0f, 10.5f));
        rim_figure   a = { &ball, 1, rim_xform2_translation(at) };
        rim_parts    which;
        rim_contact2 contact = rim_figure_contact(&a, &b, &which);
        assert_true(contact.hit && which.a == 0 && which.b == 1);
        double along =
            (double)contact.edge_normal.x * pose.a + (double)contact.edge_normal.y * pose.b;
        double down =
            (double)contact.edge_normal.x * pose.c + (double)contact.edge_normal.y * pose.d;
        assert_near(fmax(fabs(along), fabs(down)), 1.0, 1e-5);
        assert_true(rim_vec2_dot(contact.normal, contact.edge_normal) < 0.99f);
    }
    rim_sprite_destroy(block);
}

// Two sprites overlap by less than any number that their area is measured in: the parts are named all the same.
static void parts_of_a_sliver_are_named(void **state)
{
    (void)state;
    rim_sprite     *block = solid_sprite(1, 1);
    rim_xform2      here = rim_xform2_identity();
    rim_figure_part mine[2] = {
        { .kind = RIM_PART_BOX, .pose = here, .box = { { -60, 50 }, { -50, 60 } } },
        { .pose = here, .sprite = block }
    };
    // Its left edge begins at x = 1 and leans back by 2^-60 of a pixel.
    rim_figure_part theirs[2] = { mine[0],
                                  { .pose = { 1, 0, -0x1p-60f, 1, 1, 0 }, .sprite = block } };
    theirs[0].box = (rim_box2){ { 50, 50 }, { 60, 60 } };
    rim_figure   a = { mine, 2, here }, b = { theirs, 2, here };
    rim_parts    which, first;
    rim_contact2 contact = rim_figure_contact(&a, &b, &which);
    assert_true(rim_figure_overlaps(&a, &b, &first) && first.a == 1 && first.b == 1);
    assert_true(contact.hit && contact.area > 0.0);
    assert_true(which.a == 1 && which.b == 1);
    assert_true(rim_figure_overlap_area(&a, &b) > 0.0);
    rim_sprite_destroy(block);
}

// Of parts that are no sprites each pixel of the world is tried, as the definition says.
static void figures_show_where_pixels_of_the_world_do(void **state)
{
    (void)state;
    test_random random = { 78 };
    int         shown = 0, between = 0, cases = case_count(1500);
    for (int i = 0; i < cases; i++)
    {
        crowd a, b;
        make(&a, &random, random_int(&random, 1, PARTS), 12.0f);
        make(&b, &random, random_int(&random, 1, PARTS), 12.0f);
        // Small ones slip through between the centers.
        if (i % 2)
            for (int k = 0; k < 4; k++)
                (&a.figure.pose.a)[k] *= 0.05f, (&b.figure.pose.a)[k] *= 0.05f;
        if (i % 2)
        {
            b.figure.pose.tx = a.figure.pose.tx + random_float(&random, -1.0f, 1.0f);
            b.figure.pose.ty = a.figure.pose.ty + random_float(&random, -1.0f, 1.0f);
        }
        rim_box2 box = rim_figure_bounds(&a.figure);
        bool     any = false;
        for (int y = (int)floorf(box.lo.y); !any && y <= (int)box.hi.y + 1; y++)
            for (int x = (int)floorf(box.lo.x); !any && x <= (int)box.hi.x + 1; x++)
            {
                rim_vec2 center = { (float)x + 0.5f, (float)y + 0.5f };
                any = rim_figure_contains(&a.figure, center, NULL) &&
                      rim_figure_contains(&b.figure, center, NULL);
            }
        rim_parts which;
        assert_true(rim_figure_overlaps_on_grid(&a.figure, &b.figure, &which) == any);
        assert_true((which.a >= 0) == any && (which.b >= 0) == any);
        any ? shown++ : 0;
        if (!any) between += rim_figure_overlaps(&a.figure, &b.figure, NULL);
        end(&a);
        end(&b);
    }
    assert_true(shown > cases / 20 && between > cases / 200);
}

// A corner that is given twice, wherever it is in the ring, changes nothing.
static void corners_may_be_given_twice(void **state)
{
    (void)state;
    test_random random = { 77 };
    int         hits = 0, misses = 0, cases = case_count(2000);
    for (int i = 0; i < cases; i++)
    {
        rim_vec2        ring[2][8];
        rim_figure_part part[2], twice;
        for (int k = 0; k < 2; k++)
        {
            part[k] = (rim_figure_part){ .kind = RIM_PART_POLYGON, .pose = any_pose(&random, 6) };
            do part[k].polygon.count = random_convex(&random, rim_xform2_identity(), ring[k]);
            while (part[k].polygon.count > 7 ||
                   rim_polygon2_area((rim_polygon2){ ring[k], part[k].polygon.count }) == 0.0);
            part[k].polygon.points = ring[k];
        }
        rim_vec2 longer[8];
        int      at = random_int(&random, 0, part[0].polygon.count - 1), n = 0;
        for (int k = 0; k < part[0].polygon.count; k++)
        {
            longer[n++] = ring[0][k];
            if (k == at) longer[n++] = ring[0][k];
        }
        twice = part[0];
        twice.polygon = (rim_polygon2){ longer, n };
        rim_figure a = { &part[0], 1, rim_xform2_identity() }, b = { &part[1], 1, a.pose };
        rim_figure c = { &twice, 1, a.pose };
        rim_vec2   delta = random_point(&random, 20), rest = { 0.0f, 0.0f };
        bool       overlap = rim_figure_overlaps(&a, &b, NULL);
        assert_true(overlap == rim_figure_overlaps(&c, &b, NULL));
        assert_true(overlap == rim_figure_overlaps(&b, &c, NULL));
        rim_hit2 one = rim_figure_sweep(&a, delta, &b, rest, NULL);
        rim_hit2 two = rim_figure_sweep(&c, delta, &b, rest, NULL);
        assert_true(one.hit == two.hit);
        assert_near(one.t, two.t, 1e-9);
        overlap ? hits++ : misses++;
    }
    assert_true(hits > cases / 50 && misses > cases / 50);
}

// A gradient has a normal unless it is noise, also if it is longer than the noise but none of its components is.
static void noise_has_no_normal(void **state)
{
    (void)state;
    rim_vec2     normal;
    figure_share share = { .area = 4.0, .gx = 3.0, .gy = -4.0, .noise = 1.0 };
    assert_true(figure_share_normal(&share, &normal));
    assert_true(normal.x == -0.6f && normal.y == 0.8f);
    share.noise = 3.5;
    assert_true(figure_share_normal(&share, &normal));
    assert_true(normal.x == 0.0f && normal.y == 1.0f);
    share.noise = 4.5;
    assert_false(figure_share_normal(&share, &normal));
    share.noise = 0.0;
    share.area = 1e22;
    assert_false(figure_share_normal(&share, &normal));
    share.area = 1.0;
    share.gx = INFINITY;
    assert_false(figure_share_normal(&share, &normal));
}

// The motions differ by 1000000.03, which is 1000000 as a float. Near b floats are far closer together than this error.
static void two_motions_meet_as_those_of_sprites(void **state)
{
    (void)state;
    rim_sprite *dot = solid_sprite(1, 1);
    for (int turn = 0; turn < 4; turn++)
    {
        // The scene, turned by quarter turns.
        float           c = (float[]){ 1, 0, -1, 0 }[turn], s = (float[]){ 0, 1, 0, -1 }[turn];
        rim_xform2      pose = { c, s, -s, c, 0, 0 };
        rim_figure_part a[] = {
            { .pose = rim_xform2_translation(rim_vec2_make(-1000001, 0)), .sprite = dot },
            { .pose = rim_xform2_translation(rim_vec2_make(-1000001, 50)), .sprite = dot }
        };
        rim_figure_part b = { .pose = rim_xform2_translation(rim_vec2_make(0.01f, 0)),
                              .sprite = dot };
        rim_figure      f = { a, 2, pose }, g = { &b, 1, pose };
        rim_vec2  f_delta = { 1000000 * c, 1000000 * s }, g_delta = { -0.03f * c, -0.03f * s };
        rim_posed p = { dot, rim_xform2_mul(pose, a[0].pose) };
        rim_posed q = { dot, rim_xform2_mul(pose, b.pose) };
        rim_hit2  hit = rim_figure_sweep(&f, f_delta, &g, g_delta, NULL);
        rim_hit2  back = rim_figure_sweep(&g, g_delta, &f, f_delta, NULL);
        rim_hit2  of_sprites = rim_sprite_sweep_both(p, f_delta, q, g_delta);
        assert_true(of_sprites.hit && hit.hit && back.hit);
        assert_true(hit.t == of_sprites.t && back.t == hit.t);
        a[0].kind = a[1].kind = b.kind = RIM_PART_BOX;
        a[0].box = a[1].box = b.box = (rim_box2){ { 0, 0 }, { 1, 1 } };
        hit = rim_figure_sweep(&f, f_delta, &g, g_delta, NULL);
        assert_true(hit.hit && fabs(hit.t - of_sprites.t) < 1e-12);
    }
    rim_sprite_destroy(dot);
}

// The product of a singular pose and a rotation is rounded, and so it may have a determinant.
static void parts_with_singular_poses_are_not_there(void **state)
{
    (void)state;
    rim_sprite     *square = solid_sprite(8, 8);
    rim_vec2        corners[] = { { -9, -9 }, { 9, -9 }, { 0, 9 } };
    rim_figure_part box = { .kind = RIM_PART_BOX,
                            .pose = rim_xform2_identity(),
                            .box = { { -3, -3 }, { 3, 3 } } };
    rim_figure      around = { &box, 1, rim_xform2_identity() };
    for (int i = 0; i < case_count(2000); i++)
    {
        float           k = (float)(i % 50 + 1), degrees = (float)(i / 50 * 3 + 1);
        rim_xform2      line = { k, 3 * k, 5 * k, 15 * k, 0, 0 }, turn = rim_xform2_identity();
        rim_figure_part parts[] = {
            { .kind = RIM_PART_BOX, .pose = line, .box = { { -9, -9 }, { 9, 9 } } },
            { .kind = RIM_PART_CIRCLE, .pose = line, .circle = { { 0, 0 }, 9 } },
            { .kind = RIM_PART_POLYGON, .pose = line, .polygon = { corners, 3 } },
            { .kind = RIM_PART_SPRITE, .pose = line, .sprite = square },
        };
        turn = rim_xform2_pose(rim_vec2_make(0, 0), rim_rot2_degrees(degrees), rim_vec2_make(1, 1));
        for (int first = 0; first < 4; first++)
            for (int singular = 0; singular < 2; singular++)
            {
                // The part is singular in a turned figure, or the part is turned in a singular figure.
                parts[first].pose = singular ? turn : line;
                rim_figure f = { parts + first, 1, singular ? line : turn };
                rim_vec2   delta = { 9, 9 }, rest = { 0, 0 };
                assert_true(rim_box2_is_empty(rim_figure_bounds(&f)));
                assert_false(rim_figure_overlaps(&f, &around, NULL));
                assert_false(rim_figure_sweep(&around, delta, &f, rest, NULL).hit);
                assert_false(rim_figure_raycast(&f, (rim_ray2){ { -9, 0 }, { 18, 1 } }, NULL).hit);
                assert_false(rim_figure_closest(&f, rest, NULL).found);
            }
    }
    rim_sprite_destroy(square);
}

// A sprite with many holes inside a box that follows it: what they share with another figure is what the box shares.
static void holes_in_an_earlier_part_change_nothing(void **state)
{
    (void)state;
    test_random random = { 31 };
    for (int i = 0; i < case_count(60); i++)
    {
        // A dotted line of thousands of pixels, either way, or a dotted area.
        int       w = i == 0 ? 6000 : i == 1 ? 1 : random_int(&random, 8, 70);
        int       h = i == 0 ? 1 : i == 1 ? 6000 : random_int(&random, 8, 70);
        rim_mask *mask;
        rim_vec2  corner = { 0, 0 };
        assert_int_equal(RIM_OK, rim_mask_create(&mask, w, h, NULL));
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                if ((x + y) % 2 == 0) rim_mask_set(mask, x, y, true);
        rim_sprite     *dots = sprite_of(mask, &corner);
        // Sheared, turned and mirrored, but nothing is rounded.
        rim_xform2      pose = rim_xform2_mul(random_quarter_turn(&random),
                                              (rim_xform2){ 1, 0.25f, -0.5f, 1.5f, 3, -2 });
        rim_box2        whole = { { 0, 0 }, { (float)w, (float)h } };
        rim_figure_part parts[] = { { .pose = pose, .sprite = dots },
                                    { .kind = RIM_PART_BOX, .pose = pose, .box = whole } };
        rim_figure_part other = { .kind = RIM_PART_BOX, .pose = rim_xform2_identity() };
        rim_vec2        at = rim_xform2_apply(pose, whole.hi);
        other.box = (rim_box2){ { at.x - 0.4f * (float)w, at.y - 0.7f * (float)h },
                                { at.x + 0.4f * (float)w, at.y + 0.7f * (float)h } };
        rim_figure   a = { parts, 2, rim_xform2_identity() };
        rim_figure   box = { parts + 1, 1, rim_xform2_identity() };
        rim_figure   b = { &other, 1, rim_xform2_identity() };
        rim_contact2 c = rim_figure_contact(&a, &b, NULL), d = rim_figure_contact(&box, &b, NULL);
        assert_true(c.hit && d.hit);
        assert_near(c.area, d.area, 1e-9 * d.area);
        assert_near(c.normal.x, d.normal.x, 1e-5);
        assert_near(c.normal.y, d.normal.y, 1e-5);
        assert_near(rim_figure_overlap_area(&b, &a), d.area, 1e-9 * d.area);
        rim_sprite_destroy(dots);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_areas_are_those_of_samples),
        cmocka_unit_test(bounds_and_points_are_those_of_samples),
        cmocka_unit_test(distances_of_boxes_are_doubles),
        cmocka_unit_test(sweeps_end_where_figures_touch),
        cmocka_unit_test(rays_end_where_parts_begin),
        cmocka_unit_test(separations_leave_nothing_shared),
        cmocka_unit_test(a_way_out_along_an_axis_may_touch_a_corner),
        cmocka_unit_test(one_sprite_is_the_sprite),
        cmocka_unit_test(swapping_and_scaling),
        cmocka_unit_test(rays_have_the_same_normals_far_away),
        cmocka_unit_test(touching_is_no_overlap),
        cmocka_unit_test(a_ray_that_begins_inside_says_so),
        cmocka_unit_test(a_sprite_that_meets_a_shape_names_its_pixel),
        cmocka_unit_test(what_is_not_finite_or_has_no_area_is_not_there),
        cmocka_unit_test(the_part_that_a_ray_begins_in_is_told),
        cmocka_unit_test(a_sprite_behind_a_circle_has_edges),
        cmocka_unit_test(parts_of_a_sliver_are_named),
        cmocka_unit_test(figures_show_where_pixels_of_the_world_do),
        cmocka_unit_test(corners_may_be_given_twice),
        cmocka_unit_test(noise_has_no_normal),
        cmocka_unit_test(two_motions_meet_as_those_of_sprites),
        cmocka_unit_test(parts_with_singular_poses_are_not_there),
        cmocka_unit_test(holes_in_an_earlier_part_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
