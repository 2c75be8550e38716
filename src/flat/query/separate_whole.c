// The shortest way out of an overlap of two sprites on one grid of pixels.
//
// Two solid pixels overlap after exactly those motions that lie inside a square of 2 x 2 pixels, about the motion that
// brings one pixel onto the other. All motions that leave an overlap are the union of these squares. The sprites are a
// whole number of pixels apart, so the middles of the squares are whole motions, and so are the ends of each free part of
// a side. The pixels are rectangles, so the motion of such a part that is the shortest is whole, too. So the shortest of
// the whole motions after which the masks share no pixel is the shortest of all.
//
// Whole motions are tested in squares of 8 x 8, in rings about 0, until a ring has no motion that is shorter than the
// best so far. The next rings have none either: each of their squares has a square of this ring that is at least as near
// to 0 along both axes. Over a square of motions, a pixel of b lies over 8 x 8 pixels of a. Where these are solid, the
// masks share a pixel. Some pixels of b usually rule out most motions. The whole masks are compared for the motions that
// are left, so that these pixels change the time and not the result.
#include "flat/mask/bits.h"
#include "flat/query/contact.h"
#include "flat/query/reoriented.h"
#include "flat/query/sweep.h"
#include "flat/sprite/data.h"

#include <math.h>

enum
{
    WHOLE_SIDE = 8,    // of a square of motions: a word has a bit for each
    WHOLE_SAMPLES = 32 // pixels of b
};

#define WHOLE_FAR (1 << 24) // pixels, beyond all motions

// A motion of a is given as the place (x, y) of b's corner in a's pixels after it: a moves by (dx - x, dy - y) pixels.
typedef struct whole_search
{
    rim_posed a, b;                   // their poses have the same matrix
    int       dx, dy;                 // b's corner in a's pixels before the motion
    int       best_x, best_y;         // after the best motion so far
    double    best;                   // the length of that motion, in the world
    rim_pixel samples[WHOLE_SAMPLES]; // solid pixels of b
    int       sample_count;
} whole_search;

// --- motions ---------------------------------------------------------------------------------------------

// Returns the motion of a, in the world, that brings b's corner to (x, y).
static inline void whole_motion(const whole_search *s, int x, int y, double *wx, double *wy)
{
    const rim_xform2 *m = &s->a.pose;
    double            u = s->dx - x, v = s->dy - y;
    *wx = m->a * u + m->c * v;
    *wy = m->b * u + m->d * v;
}

static inline double whole_length(const whole_search *s, int x, int y)
{
    double wx, wy;
    whole_motion(s, x, y, &wx, &wy);
    return sqrt(wx * wx + wy * wy);
}

// Makes (x, y), where the masks share no pixel, the best if its motion is shorter than the best so far.
static void whole_take(whole_search *s, int x, int y)
{
    double length = whole_length(s, x, y);
    if (!(length < s->best)) return;
    s->best = length;
    s->best_x = x, s->best_y = y;
}

// Takes the four motions that part the bounds of the solid pixels along columns and rows.
static void whole_take_bounds(whole_search *s)
{
    rim_rect a = s->a.sprite->bounds, b = s->b.sprite->bounds;
    whole_take(s, a.x0 - b.x1, s->dy);
    whole_take(s, a.x1 - b.x0, s->dy);
    whole_take(s, s->dx, a.y0 - b.y1);
    whole_take(s, s->dx, a.y1 - b.y0);
}

// --- squares of motions ----------------------------------------------------------------------------------

// Returns pixels x .. x + 7 of rows y .. y + 7: bit 8 j + i is pixel (x + i, y + j). Pixels outside of the mask are
// empty: there are 8 guard rows above and below it, and a guard strip behind the last one.
static inline uint64_t eight_by_eight(const rim_mask *mask, int x, int y)
{
    if (x <= -8 || y <= -8 || x >= mask->width || y >= mask->height) return 0;
    const uint64_t *left = mask_strip(mask, x < 0 ? 0 : x >> 6) + y, *right = left + mask->pitch;
    uint64_t        square = 0;
    for (int j = 0; j < 8; j++)
    {
        uint64_t row = x < 0 ? left[j] << -x : mask_two_words(left[j], right[j], (unsigned)x & 63);
        square |= (row & 255) << 8 * j;
    }
    return square;
}

// Returns the number of lo .. lo + 7 that is nearest to x.
static inline int whole_nearest(int x, int lo)
{
    return mask_min(mask_max(x, lo), lo + WHOLE_SIDE - 1);
}

// Tests the 64 motions that bring b's corner to x .. x + 7, y .. y + 7, and keeps the shortest one without an overlap if
// it is the best. Returns false, and tests none, if none is shorter than the best.
static bool whole_test_square(whole_search *s, int x, int y)
{
    if (!(whole_length(s, whole_nearest(s->dx, x), whole_nearest(s->dy, y)) < s->best))
        return false;
    const rim_sprite *a = s->a.sprite, *b = s->b.sprite;
    uint64_t          undecided = UINT64_MAX; // a bit for each motion that no sample rules out
    for (int i = 0; i < s->sample_count && undecided; i++)
    {
        rim_pixel sample = s->samples[i];
        undecided &= ~eight_by_eight(a->mask, sample.x + x, sample.y + y);
        if (undecided) continue;
        // The sample that decides the square often decides the next, too.
        s->samples[i] = s->samples[0];
        s->samples[0] = sample;
    }
    for (; undecided; undecided &= undecided - 1)
    {
        int bit = bits_lowest(undecided), at_x = x + (bit & 7), at_y = y + (bit >> 3);
        if (whole_length(s, at_x, at_y) < s->best && !rim_sprite_overlaps_at(a, b, at_x, at_y))
            whole_take(s, at_x, at_y);
    }
    return true;
}

// Tests the squares of ring n about the square in the middle. Returns false if none of their motions is shorter than the
// best.
static bool whole_test_ring(whole_search *s, int n)
{
    int  x0 = s->dx - WHOLE_SIDE / 2, y0 = s->dy - WHOLE_SIDE / 2;
    bool any_tested = false;
    for (int j = -n; j <= n; j++)
    {
        bool is_side = j == -n || j == n;
        for (int i = -n; i <= n; i += is_side ? 1 : 2 * n)
            any_tested |= whole_test_square(s, x0 + WHOLE_SIDE * i, y0 + WHOLE_SIDE * j);
    }
    return any_tested;
}

// --- sprites on one grid ---------------------------------------------------------------------------------

// Returns true if both poses have one matrix, the pixels are rectangles, and the sprites are a whole number of pixels
// apart. Then stores the corner of b in a's pixels.
static bool whole_shares_grid(whole_search *s)
{
    rim_xform2 m = s->a.pose, n = s->b.pose;
    if (m.a != n.a || m.b != n.b || m.c != n.c || m.d != n.d) return false;
    if ((double)m.a * m.c + (double)m.b * m.d != 0.0) return false;
    relative_transform maps;
    relative_transform_init(&maps, pair_frame_of(s->b), pair_frame_of(s->a));
    s->dx = pair_form_floor(&maps.a_to_b.u, 0, 0), s->dy = pair_form_floor(&maps.a_to_b.v, 0, 0);
    return pair_form_sign(&maps.a_to_b.u, 0, 0, s->dx) == 0 &&
           pair_form_sign(&maps.a_to_b.v, 0, 0, s->dy) == 0;
}

// Reorients one of two upright sprites that are not turned alike, and stores the corner of b in a's pixels. Returns
// false for all others.
static bool whole_reorient(whole_search *s, reoriented *r)
{
    integer_offset o;
    if (!reoriented_init(r, &s->a, &s->b) || !reoriented_offset(r, &o)) return false;
    reoriented_draw(r, rim_rect_make(-WHOLE_FAR, -WHOLE_FAR, WHOLE_FAR, WHOLE_FAR));
    s->a = r->a, s->b = r->b;
    s->dx = -o.x, s->dy = -o.y;
    return true;
}

bool separate_whole(rim_separation2 *out, rim_posed a, rim_posed b)
{
    reoriented   r; // where one of the sprites is reoriented
    whole_search s = { .a = a, .b = b, .best = INFINITY };
    if (!whole_shares_grid(&s) && !whole_reorient(&s, &r)) return false;
    whole_take_bounds(&s);
    s.sample_count =
        separate_samples(s.samples, WHOLE_SAMPLES, s.b.sprite->mask, s.b.sprite->bounds);
    for (int n = 0; whole_test_ring(&s, n); n++)
    {
    }
    double x, y;
    whole_motion(&s, s.best_x, s.best_y, &x, &y);
    *out = (rim_separation2){
        .hit = true, .exact = true, .move = rim_vec2_make((float)x, (float)y), .length = s.best
    };
    return true;
}
