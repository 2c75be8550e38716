#include "flat/query/sweep.h"

#include "base/exact.h"
#include "base/float.h"
#include "flat/query/traversal.h"
#include "flat/sprite/data.h"

#include <math.h>

enum
{
    MAX_OFFSET = 1 << 20
};

// The fraction of an offset is a multiple of 1 / FINE, so differences from whole numbers are exact.
#define FINE 0x1p31
#define MAX_LENGTH 0x1p30
#define MIN_LENGTH 0x1p-30

// --- conditions ----------------------------------------------------------------------------------------

// Returns true if both poses are unturned and have one scale, a power of two. Compares bits: two zeros may differ in sign.
static bool is_alike(const rim_xform2 *a, const rim_xform2 *b)
{
    uint32_t p[4], q[4];
    memcpy(p, a, sizeof p), memcpy(q, b, sizeof q);
    uint32_t differ = (p[0] ^ p[3]) | (p[0] ^ q[0]) | (p[0] ^ q[3]);
    uint32_t aslant = (p[1] | p[2] | q[1] | q[2]) << 1;
    return (differ | aslant | (p[0] & 0x807fffff)) == 0 && a->a >= 0x1p-60f && a->a <= 0x1p60f;
}

// Returns true if the sprite can be swept by its masks: it is not empty, and small enough to have the planes for sweeps.
static bool integer_sweep_is_usable(const rim_sprite *sprite)
{
    return sprite->occupancy.blocks.dilated_pixels && !rim_rect_is_empty(sprite->bounds);
}

// Computes  (ta - tb) / scale + anchor_b - anchor_a.  Returns false if it is not exact in double, or its difference from
// whole numbers would not be.
static bool offset_of(double ta, double tb, double inverse, double anchor_a, double anchor_b,
                      double *out)
{
    exact_pair apart = exact_add(ta * inverse, -tb * inverse);
    exact_pair there = exact_add(apart.head, anchor_b), here = exact_add(there.head, -anchor_a);
    *out = here.head;
    if (!(fabs(here.head) < MAX_OFFSET)) return false;
    return fabs(apart.tail) + fabs(there.tail) + fabs(here.tail) == 0.0 &&
           here.head * FINE == (double)(int64_t)(here.head * FINE);
}

static bool is_length(double d)
{
    double size = fabs(d);
    return d == 0.0 || (size >= MIN_LENGTH && size <= MAX_LENGTH);
}

// Computes the motion of a relative to b along an axis of their pixels. Returns false if it is not exact.
static bool motion_of(float a, float b, double inverse, double *out)
{
    exact_pair d = exact_add(a * inverse, -b * inverse);
    *out = d.head;
    return d.tail == 0.0 && is_length(d.head);
}

// As integer_sweep_init, for sprites that are both flipped or turned alike: in their own pixels both are unturned.
static bool integer_sweep_init_turned(integer_sweep *w, const rim_posed *a, rim_vec2 a_delta,
                                      const rim_posed *b, rim_vec2 b_delta)
{
    const rim_xform2 *m = &a->pose, *k = &b->pose;
    if (m->a != k->a || m->b != k->b || m->c != k->c || m->d != k->d || !sprite_pose_is_upright(m))
        return false;
    bool     lies = m->a == 0.0f; // turned by a quarter
    double   p = lies ? m->b : m->a, q = lies ? m->c : m->d;
    rim_vec2 na = a->sprite->anchor, nb = b->sprite->anchor;
    w->scale = fabs(p);
    p = 1.0 / p, q = 1.0 / q;
    return offset_of(lies ? m->ty : m->tx, lies ? k->ty : k->tx, p, na.x, nb.x, &w->x) &&
           offset_of(lies ? m->tx : m->ty, lies ? k->tx : k->ty, q, na.y, nb.y, &w->y) &&
           motion_of(lies ? a_delta.y : a_delta.x, lies ? b_delta.y : b_delta.x, p, &w->dx) &&
           motion_of(lies ? a_delta.x : a_delta.y, lies ? b_delta.x : b_delta.y, q, &w->dy);
}

// Computes offset and motion of a relative to b in b's pixels. Returns false unless both are exact.
bool integer_sweep_init(integer_sweep *w, const rim_posed *a, rim_vec2 a_delta, const rim_posed *b,
                        rim_vec2 b_delta)
{
    if (!integer_sweep_is_usable(a->sprite) || !integer_sweep_is_usable(b->sprite)) return false;
    w->a = a->sprite;
    w->b = b->sprite;
    if (!is_alike(&a->pose, &b->pose)) return integer_sweep_init_turned(w, a, a_delta, b, b_delta);
    double   inverse = 1.0 / a->pose.a;
    rim_vec2 na = a->sprite->anchor, nb = b->sprite->anchor;
    w->scale = a->pose.a;
    return offset_of(a->pose.tx, b->pose.tx, inverse, na.x, nb.x, &w->x) &&
           offset_of(a->pose.ty, b->pose.ty, inverse, na.y, nb.y, &w->y) &&
           motion_of(a_delta.x, b_delta.x, inverse, &w->dx) &&
           motion_of(a_delta.y, b_delta.y, inverse, &w->dy);
}

// --- at rest ------------------------------------------------------------------------------------------

// Computes the offset of a in b's pixels if it is a whole number, for unrotated poses of any power-of-two scale.
// Returns false otherwise.
bool integer_offset_init_far(integer_offset *o, const rim_posed *a, const rim_posed *b)
{
    if (!is_alike(&a->pose, &b->pose)) return false;
    double   inverse = 1.0 / a->pose.a, x, y;
    rim_vec2 na = a->sprite->anchor, nb = b->sprite->anchor;
    if (!offset_of(a->pose.tx, b->pose.tx, inverse, na.x, nb.x, &x) ||
        !offset_of(a->pose.ty, b->pose.ty, inverse, na.y, nb.y, &y))
        return false;
    o->a = a->sprite;
    o->b = b->sprite;
    o->scale = a->pose.a;
    o->x = (int)x;
    o->y = (int)y;
    return o->x == x && o->y == y;
}

// The same for poses that are both reflected alike or rotated by the same quarter turn.
bool integer_offset_init_turned(integer_offset *o, const rim_posed *a, const rim_posed *b)
{
    rim_xform2 m = a->pose, k = b->pose;
    bool       lies = m.a == 0.0f; // turned by a quarter
    float      p = lies ? m.b : m.a, q = lies ? m.c : m.d;
    if (m.a != k.a || m.b != k.b || m.c != k.c || m.d != k.d || !sprite_pose_is_upright(&m))
        return false;
    double   x, y, over_p = p * p == 1.0f ? p : 1.0 / p, over_q = p == q ? over_p : -over_p;
    rim_vec2 na = a->sprite->plain_anchor, nb = b->sprite->plain_anchor;
    f32x4    places = f32x4_load_pairs(&m.tx, &k.tx);
    // Differences of plain numbers are exact; an anchor that is not plain is NaN.
    if (p * p == 1.0f && na.x - nb.x == na.x - nb.x &&
        sprite_all_true(sprite_numbers_are_plain(places)))
    {
        x = (lies ? m.ty - k.ty : m.tx - k.tx) * over_p - (na.x - nb.x);
        y = (lies ? m.tx - k.tx : m.ty - k.ty) * over_q - (na.y - nb.y);
        if (!(fabs(x) < MAX_OFFSET && fabs(y) < MAX_OFFSET)) return false;
    }
    else
    {
        na = a->sprite->anchor, nb = b->sprite->anchor;
        if (!offset_of(lies ? m.ty : m.tx, lies ? k.ty : k.tx, over_p, na.x, nb.x, &x) ||
            !offset_of(lies ? m.tx : m.ty, lies ? k.tx : k.ty, over_q, na.y, nb.y, &y))
            return false;
    }
    o->a = a->sprite;
    o->b = b->sprite;
    o->scale = fabs(p);
    o->x = (int)x;
    o->y = (int)y;
    return o->x == x && o->y == y;
}

bool integer_offset_sweeps(const integer_offset *o)
{
    return integer_sweep_is_usable(o->a) && integer_sweep_is_usable(o->b);
}

// Returns a coordinate of a motion outwards, rounded to a multiple that integer_sweep accepts.
static double rounded_motion(double d)
{
    return (double)(int64_t)(d * MAX_LENGTH + (d < 0.0 ? -0.5 : 0.5)) * MIN_LENGTH;
}

// As pair_exit_distance: the first touch on the way back from outside is where a leaves b for good.
double integer_offset_exit(const integer_offset *o, rim_vec2 n)
{
    rim_rect      ra = o->a->bounds, rb = o->b->bounds;
    int           sides = ra.x1 - ra.x0 + ra.y1 - ra.y0 + rb.x1 - rb.x0 + rb.y1 - rb.y0;
    double        dx = rounded_motion(2.0 * sides * n.x), dy = rounded_motion(2.0 * sides * n.y);
    integer_sweep back = { o->a, o->b, o->scale, o->x + dx, o->y + dy, -dx, -dy };
    double        t = integer_sweep_time(&back);
    return (1.0 - t) * sqrt(dx * dx + dy * dy);
}

// --- at the start ---------------------------------------------------------------------------------------

// Returns true if the sprites overlap at the start: a fractional offset lies between up to four whole ones.
bool integer_sweep_overlaps(const integer_sweep *w)
{
    int x0 = float_floor_int(w->x), y0 = float_floor_int(w->y);
    int x1 = x0 + (x0 < w->x), y1 = y0 + (y0 < w->y);
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++)
            if (rim_sprite_overlaps_at(w->b, w->a, x, y)) return true;
    return false;
}

// --- the area around a place ---------------------------------------------------------------------------

// Computes the shared areas at (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1). The kernel's first mask is the one to the
// left; if that swaps the masks, the four are in reverse order.
static void areas_at(const integer_sweep *w, int x, int y, double areas[4])
{
    const mask_blocks *a = &w->a->occupancy.blocks, *b = &w->b->occupancy.blocks;
    int64_t            counts[4];
    if (x < 0)
        a->kernels->four_areas(a, b, -1 - x, -1 - y, counts);
    else
        b->kernels->four_areas(b, a, x, y, counts);
    for (int i = 0; i < 4; i++) areas[i] = (double)counts[x < 0 ? 3 - i : i];
}

// Returns the area and its gradient at fx and fy beyond the whole offset (x0, y0). Between whole offsets the area is
// bilinear.
static integer_sweep_share share_about(const integer_sweep *w, int x0, int y0, double fx, double fy)
{
    double at[4];
    areas_at(w, x0, y0, at);
    double              a = at[0], b = at[1], c = at[2], d = at[3];
    double              top = a + fx * (b - a), bottom = c + fx * (d - c);
    integer_sweep_share share = { top + fy * (bottom - top), (b - a) + fy * ((d - c) - (b - a)),
                                  bottom - top };
    return share;
}

static integer_sweep_share share_at(const integer_sweep *w, double x, double y)
{
    int x0 = float_floor_int(x), y0 = float_floor_int(y);
    return share_about(w, x0, y0, x - x0, y - y0);
}

// The gradient jumps where borders lie on each other. As in shared_area_measure, it is the mean of the gradients a
// millionth of a pixel to both sides, which differ only if a whole offset lies between them.
integer_sweep_share integer_sweep_measure(const integer_sweep *w, double x, double y)
{
    const double aside = PAIR_ASIDE;
    int          x0 = float_floor_int(x), y0 = float_floor_int(y);
    double       fx = x - x0, fy = y - y0;
    if (fx >= aside && fx < 1.0 - aside && fy >= aside && fy < 1.0 - aside)
        return share_about(w, x0, y0, fx, fy);
    integer_sweep_share before = share_at(w, x - aside, y - aside);
    integer_sweep_share after = share_at(w, x + aside, y + aside);
    integer_sweep_share mean = { 0.5 * (before.area + after.area), 0.5 * (before.gx + after.gx),
                                 0.5 * (before.gy + after.gy) };
    return mean;
}
