#include "support/exact_motion.h"

#include "support/support.h"

// --- units: every number of a scene is a whole number of them ------------------------------------------

enum
{
    NO_POWER = 1 << 20,
    MOST_PIXELS = 64 // of a resting sprite
};

// Floats of the world are multiples of 2^world, anchors of 2^anchor; so corners of pixels are of 2^(world + anchor).
typedef struct units
{
    int world, anchor;
} units;

static void least_power(int *power, double value)
{
    int own = big_lowest_power(value, NO_POWER);
    *power = own < *power ? own : *power;
}

static void add_vector(units *u, rim_vec2 v)
{
    least_power(&u->world, v.x), least_power(&u->world, v.y);
}

static void add_posed(units *u, rim_posed a)
{
    rim_xform2 m = a.pose;
    rim_vec2   anchor = rim_sprite_anchor(a.sprite);
    least_power(&u->world, m.a), least_power(&u->world, m.b), least_power(&u->world, m.c);
    least_power(&u->world, m.d), least_power(&u->world, m.tx), least_power(&u->world, m.ty);
    least_power(&u->anchor, anchor.x), least_power(&u->anchor, anchor.y);
}

typedef struct point
{
    big x, y;
} point;

typedef struct ring
{
    int   count;
    point at[8];
} ring;

static point point_of(const units *u, rim_vec2 v)
{
    point p = { big_of_double(v.x, -u->world - u->anchor),
                big_of_double(v.y, -u->world - u->anchor) };
    return p;
}

static big corner_part(const units *u, float k, float l, float t, const big *x, const big *y)
{
    big a = big_of_double(k, -u->world), b = big_of_double(l, -u->world);
    big sum = big_dot(&a, &b, x, y), offset = big_of_double(t, -u->world - u->anchor);
    return big_add(&sum, &offset);
}

// The solid pixels x0 <= x < x1, y0 <= y < y1 of a posed sprite.
static ring pixel_ring(const units *u, rim_posed a, int x0, int y0, int x1, int y1)
{
    ring     r = { .count = 4 };
    rim_vec2 anchor = rim_sprite_anchor(a.sprite);
    for (int i = 0; i < 4; i++)
    {
        double x = (i == 1 || i == 2 ? x1 : x0), y = (i >= 2 ? y1 : y0);
        big    bx = big_of_double(x, -u->anchor), by = big_of_double(y, -u->anchor);
        big    ax = big_of_double(anchor.x, -u->anchor), ay = big_of_double(anchor.y, -u->anchor);
        bx = big_subtract(&bx, &ax), by = big_subtract(&by, &ay);
        r.at[i].x = corner_part(u, a.pose.a, a.pose.c, a.pose.tx, &bx, &by);
        r.at[i].y = corner_part(u, a.pose.b, a.pose.d, a.pose.ty, &bx, &by);
    }
    return r;
}

// --- separating axes in motion -----------------------------------------------------------------------------

typedef struct fraction
{
    bool there;
    big  num, den; // den > 0
} fraction;

static int compare_fractions(const fraction *a, const fraction *b)
{
    big left = big_multiply(&a->num, &b->den), right = big_multiply(&b->num, &a->den);
    return big_compare(&left, &right);
}

// The times, from begin to end, at which two rings share area; a missing bound is infinite.
typedef struct span
{
    bool     never;
    fraction begin, end;
} span;

// Keeps the later of two beginnings (sign 1), or the earlier of two ends (sign -1).
static void bound_by(fraction *bound, const big *num, const big *speed, int sign)
{
    fraction f = { true, *num, *speed };
    if (f.den.sign < 0) f.den.sign = 1, f.num.sign = -f.num.sign;
    if (!bound->there || sign * compare_fractions(&f, bound) > 0) *bound = f;
}

static void project(const ring *r, const point *n, big *lo, big *hi)
{
    for (int i = 0; i < r->count; i++)
    {
        big at = big_dot(&r->at[i].x, &r->at[i].y, &n->x, &n->y);
        if (i == 0 || big_compare(&at, lo) < 0) *lo = at;
        if (i == 0 || big_compare(&at, hi) > 0) *hi = at;
    }
}

// While the shadows on the normal of a ring's edge overlap:  p_lo + t speed < q_hi  and  q_lo < p_hi + t speed.
static void cut_by_axis(span *s, const ring *p, const ring *q, const point *delta, const point *a,
                        const point *b)
{
    point n = { big_subtract(&a->y, &b->y), big_subtract(&b->x, &a->x) };
    big   p_lo, p_hi, q_lo, q_hi;
    if (n.x.sign == 0 && n.y.sign == 0) return;
    project(p, &n, &p_lo, &p_hi), project(q, &n, &q_lo, &q_hi);
    big speed = big_dot(&delta->x, &delta->y, &n.x, &n.y);
    big above = big_subtract(&q_hi, &p_lo), below = big_subtract(&q_lo, &p_hi);
    if (speed.sign == 0)
    {
        if (above.sign <= 0 || below.sign >= 0) s->never = true;
        return;
    }
    bound_by(&s->begin, speed.sign > 0 ? &below : &above, &speed, 1);
    bound_by(&s->end, speed.sign > 0 ? &above : &below, &speed, -1);
}

// The first touch of two rings, if it is earlier than that of out. The sides 2 and 3 of pixels run as 0 and 1.
static void touch_rings(exact_touch *out, const ring *p, int p_sides, const ring *q,
                        const point *delta)
{
    span s = { .never = false };
    for (int i = 0; i < p_sides && !s.never; i++)
        cut_by_axis(&s, p, q, delta, &p->at[i], &p->at[(i + 1) % p->count]);
    for (int i = 0; i < 2 && !s.never; i++) cut_by_axis(&s, p, q, delta, &q->at[i], &q->at[i + 1]);
    if (s.never) return;
    if (s.begin.there && s.end.there && compare_fractions(&s.begin, &s.end) >= 0) return;
    if (s.end.there && s.end.num.sign <= 0) return;
    if (!s.begin.there || s.begin.num.sign < 0)
    {
        out->hit = out->start_overlap = true;
        return;
    }
    if (out->start_overlap || big_compare(&s.begin.num, &s.begin.den) >= 0) return;
    fraction before = { true, out->num, out->den };
    if (out->hit && compare_fractions(&s.begin, &before) >= 0) return;
    out->hit = true;
    out->num = s.begin.num, out->den = s.begin.den;
}

void exact_sprite_sweep(exact_touch *out, rim_posed a, rim_vec2 a_delta, rim_posed b,
                        rim_vec2 b_delta)
{
    units u = { NO_POWER, 0 };
    add_posed(&u, a), add_posed(&u, b), add_vector(&u, a_delta), add_vector(&u, b_delta);
    const rim_mask *m = rim_sprite_mask(a.sprite), *n = rim_sprite_mask(b.sprite);
    point           da = point_of(&u, a_delta), db = point_of(&u, b_delta);
    point           delta = { big_subtract(&da.x, &db.x), big_subtract(&da.y, &db.y) };
    out->hit = out->start_overlap = false;
    ring fixed[MOST_PIXELS];
    int  count = 0;
    for (int y = 0; y < rim_mask_height(n); y++)
        for (int x = 0; x < rim_mask_width(n); x++)
        {
            if (!rim_mask_get(n, x, y)) continue;
            assert_true(count < MOST_PIXELS);
            fixed[count++] = pixel_ring(&u, b, x, y, x + 1, y + 1);
        }
    for (int y = 0; y < rim_mask_height(m); y++)
        for (int x = 0; x < rim_mask_width(m); x++)
        {
            if (!rim_mask_get(m, x, y)) continue;
            ring p = pixel_ring(&u, a, x, y, x + 1, y + 1);
            for (int k = 0; k < count; k++) touch_rings(out, &p, 2, &fixed[k], &delta);
        }
}

static bool all_solid(const rim_mask *m, int x0, int y0, int x1, int y1)
{
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++)
            if (!rim_mask_get(m, x, y)) return false;
    return true;
}

// Over all pixels, and over all pairs and fours of them, whose insides have the seams between them.
void exact_ring_sweep(exact_touch *out, const rim_vec2 *points, int count, rim_vec2 delta,
                      rim_posed b)
{
    units u = { NO_POWER, 0 };
    add_posed(&u, b), add_vector(&u, delta);
    for (int i = 0; i < count; i++) add_vector(&u, points[i]);
    const rim_mask *m = rim_sprite_mask(b.sprite);
    point           way = point_of(&u, delta);
    ring            shape = { .count = count };
    for (int i = 0; i < count; i++) shape.at[i] = point_of(&u, points[i]);
    out->hit = out->start_overlap = false;
    for (int y = 0; y < rim_mask_height(m); y++)
        for (int x = 0; x < rim_mask_width(m); x++)
            for (int k = 0; k < 4; k++)
            {
                int x1 = x + 1 + (k & 1), y1 = y + 1 + (k >> 1);
                if (!all_solid(m, x, y, x1, y1)) continue;
                ring pixels = pixel_ring(&u, b, x, y, x1, y1);
                touch_rings(out, &shape, count < 2 ? 0 : count < 3 ? 1 : count, &pixels, &way);
            }
}

// --- circles ------------------------------------------------------------------------------------------------

static big turn_of(const point *a, const point *b, const point *c)
{
    big bx = big_subtract(&b->x, &a->x), by = big_subtract(&b->y, &a->y);
    big cx = big_subtract(&c->x, &a->x), cy = big_subtract(&c->y, &a->y);
    return big_cross(&bx, &by, &cx, &cy);
}

// Is the distance from p to the segment a b less than the root of `square`?
static bool is_nearer(const point *p, const point *a, const point *b, const big *square)
{
    big ex = big_subtract(&b->x, &a->x), ey = big_subtract(&b->y, &a->y);
    big px = big_subtract(&p->x, &a->x), py = big_subtract(&p->y, &a->y);
    big along = big_dot(&px, &py, &ex, &ey), length = big_dot(&ex, &ey, &ex, &ey);
    if (along.sign > 0 && big_compare(&along, &length) < 0)
    {
        big side = big_cross(&ex, &ey, &px, &py), limit = big_multiply(square, &length);
        side = big_multiply(&side, &side);
        return big_compare(&side, &limit) < 0;
    }
    const point *c = along.sign > 0 ? b : a;
    px = big_subtract(&p->x, &c->x), py = big_subtract(&p->y, &c->y);
    big apart = big_dot(&px, &py, &px, &py);
    return big_compare(&apart, square) < 0;
}

static bool segments_cross(const point *a, const point *b, const point *c, const point *d)
{
    return turn_of(a, b, c).sign * turn_of(a, b, d).sign < 0 &&
           turn_of(c, d, a).sign * turn_of(c, d, b).sign < 0;
}

static bool ring_contains(const ring *r, const point *p)
{
    int turn = turn_of(&r->at[0], &r->at[1], &r->at[2]).sign;
    for (int i = 0; i < 4; i++)
        if (turn_of(&r->at[i], &r->at[(i + 1) % 4], p).sign * turn <= 0) return false;
    return true;
}

// Does a disc on its way from a to b share area with the pixels?
static bool path_hits(const ring *pixels, const point *a, const point *b, const big *square)
{
    if (ring_contains(pixels, a) || ring_contains(pixels, b)) return true;
    for (int i = 0; i < 4; i++)
    {
        const point *p = &pixels->at[i], *q = &pixels->at[(i + 1) % 4];
        if (segments_cross(a, b, p, q) || is_nearer(p, a, b, square) ||
            is_nearer(a, p, q, square) || is_nearer(b, p, q, square))
            return true;
    }
    return false;
}

bool exact_circle_hits(rim_circle2 circle, rim_vec2 delta, double t, rim_posed b)
{
    units u = { NO_POWER, 0 };
    add_posed(&u, b), add_vector(&u, circle.center);
    least_power(&u.world, circle.radius);
    // t * delta are multiples of products of powers.
    int t_power = big_lowest_power(t, 0), power = NO_POWER;
    least_power(&power, delta.x), least_power(&power, delta.y);
    if (power != NO_POWER && power + t_power < u.world) u.world = power + t_power;
    big   time = big_of_double(t, -t_power);
    point from = point_of(&u, circle.center), to = from;
    big   dx = big_of_double(delta.x, t_power - u.world - u.anchor);
    big   dy = big_of_double(delta.y, t_power - u.world - u.anchor);
    dx = big_multiply(&dx, &time), dy = big_multiply(&dy, &time);
    to.x = big_add(&from.x, &dx), to.y = big_add(&from.y, &dy);
    big             square = big_of_double(circle.radius, -u.world - u.anchor);
    const rim_mask *m = rim_sprite_mask(b.sprite);
    square = big_multiply(&square, &square);
    for (int y = 0; y < rim_mask_height(m); y++)
        for (int x = 0; x < rim_mask_width(m); x++)
        {
            if (!rim_mask_get(m, x, y)) continue;
            ring pixels = pixel_ring(&u, b, x, y, x + 1, y + 1);
            if (path_hits(&pixels, &from, &to, &square)) return true;
        }
    return false;
}
