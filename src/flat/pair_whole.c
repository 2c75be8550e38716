#include "flat/pair_whole.h"

#include "base/exact.h"
#include "base/round.h"
#include "flat/mask_bits.h"
#include "flat/pair_view.h"
#include "flat/sprite_inside.h"

#include <math.h>

enum
{
    MAX_OFFSET = 1 << 20
};

#define MAX_LENGTH 0x1p30
#define MIN_LENGTH 0x1p-30

// --- is it so? ----------------------------------------------------------------------------------------

static bool is_power_of_two(float s)
{
    uint32_t bits;
    memcpy(&bits, &s, sizeof bits);
    return (bits & 0x807fffff) == 0 && s >= 0x1p-60f && s <= 0x1p60f;
}

static bool is_upright(const rim_xform2 *m, float scale)
{
    return m->a == scale && m->d == scale && m->b == 0.0f && m->c == 0.0f;
}

// Only masks that are not too large for it have a broad plane.
static bool is_usable(const rim_sprite *sprite)
{
    return sprite->occupancy.blocks.broad && !rim_rect_is_empty(sprite->bounds);
}

// (ta - tb) / scale + anchor_b - anchor_a, if it is a whole number.
static bool whole_offset(double ta, double tb, double inverse, double anchor_a, double anchor_b,
                         int *out)
{
    exact_pair apart = exact_add(ta * inverse, -tb * inverse);
    exact_pair there = exact_add(apart.head, anchor_b), here = exact_add(there.head, -anchor_a);
    if (!(fabs(here.head) < MAX_OFFSET)) return false;
    *out = (int)here.head;
    return apart.tail == 0.0 && there.tail == 0.0 && here.tail == 0.0 && *out == here.head;
}

static bool relative(double da, double db, double inverse, double *out)
{
    exact_pair d = exact_add(da * inverse, -db * inverse);
    double     size = fabs(d.head);
    *out = d.head;
    return d.tail == 0.0 && (size == 0.0 || (size >= MIN_LENGTH && size <= MAX_LENGTH));
}

bool pair_whole_init(pair_whole *w, rim_posed a, rim_vec2 a_delta, rim_posed b, rim_vec2 b_delta)
{
    float scale = a.pose.a;
    if (!is_upright(&a.pose, scale) || !is_upright(&b.pose, scale) || !is_power_of_two(scale))
        return false;
    if (!is_usable(a.sprite) || !is_usable(b.sprite)) return false;
    double   inverse = 1.0 / scale;
    rim_vec2 na = a.sprite->anchor, nb = b.sprite->anchor;
    w->a = a.sprite;
    w->b = b.sprite;
    w->scale = scale;
    w->window.sign = w->window.square_sign = 0; // none yet
    return whole_offset(a.pose.tx, b.pose.tx, inverse, na.x, nb.x, &w->ox) &&
           whole_offset(a.pose.ty, b.pose.ty, inverse, na.y, nb.y, &w->oy) &&
           relative(a_delta.x, b_delta.x, inverse, &w->dx) &&
           relative(a_delta.y, b_delta.y, inverse, &w->dy);
}

// --- one offset -----------------------------------------------------------------------------------------

static bool shares_at(const pair_whole *w, int x, int y)
{
    return rim_sprite_overlaps_at(w->b, w->a, x, y);
}

bool pair_whole_overlaps(const pair_whole *w)
{
    return shares_at(w, w->ox, w->oy);
}

// --- a window of offsets -------------------------------------------------------------------------------

// In squares of 64 by 64 offsets, for masks with far rows.
static bool square_meets(pair_whole_window *win)
{
    int x = win->x & ~63, y = win->y & ~63;
    if (win->square_sign == win->sign && win->square_x == x && win->square_y == y)
        return win->square_meets;
    win->square_sign = win->sign, win->square_x = x, win->square_y = y;
    win->square_meets = win->left->kernels->find_regions(win->left, win->right, x, y, win->regions);
    return win->square_meets;
}

// The window that an offset of a in b lies in; mostly it is the one at hand.
static void window_find(pair_whole *w, int x, int y)
{
    pair_whole_window *win = &w->window;
    int                sign = x < 0 ? -1 : 1;
    if (sign == win->sign && (sign * x & ~7) == win->x && (sign * y & ~7) == win->y) return;
    win->sign = sign;
    win->left = &(x < 0 ? w->a : w->b)->occupancy.blocks;
    win->right = &(x < 0 ? w->b : w->a)->occupancy.blocks;
    win->x = sign * x & ~7;
    win->y = sign * y & ~7;
    win->count = 0;
    bool is_far = win->left->far_rows && win->right->far_rows;
    if (is_far && !square_meets(win)) return;
    win->count =
        win->left->kernels->find_groups(win->left, win->right, win->x, win->y,
                                        is_far ? win->regions : NULL, win->groups, PAIR_MAX_GROUPS);
}

// An offset in the window, (x, y) being the kernels'.
static mask_place place_in(const pair_whole_window *win, int x, int y)
{
    mask_place at = { win->left->word_pitch, y - win->y, x & 63 };
    return at;
}

// --- the way ---------------------------------------------------------------------------------------------

// One coordinate, counted from the start along the motion: offset n is o + sign n.
typedef struct axis
{
    int    o, sign;
    double length, inverse; // of the motion, and 1 / length
    int    lo, hi;          // the offsets that may be in M and are reached
} axis;

typedef struct way
{
    pair_whole       *w;
    axis              x, y;
    pair_whole_touch *touch;
    int               mx, my;   // the offset in M that is reached
    bool              is_whole; // a pixel is shared then somewhere, else
    mask_group        where;    // in this group of a or, where mx is negative, b
} way;

static axis axis_of(int o, double d, int least, int most)
{
    axis a = { o, d < 0.0 ? -1 : 1, fabs(d), 1.0 / fabs(d), 0, 0 };
    int  reach = rim_ceil_int(a.length);
    a.lo = d < 0.0 ? o - most : least - o;
    a.hi = d < 0.0 ? o - least : most - o;
    a.lo = a.lo > 0 ? a.lo : 0;
    a.hi = a.hi < reach ? a.hi : reach;
    return a;
}

static int offset_of(const axis *a, int n)
{
    return a->o + a->sign * n;
}

// Where the way is in `other` when it is at n in a: floor(n * other.length / a.length), exactly. Beyond
// what is reached any large number will do.
static int place_at(const axis *a, const axis *other, int n)
{
    double at = n * (other->length * a->inverse);
    if (at > 0x1p21) return 1 << 21;
    int    floor = (int)at;
    double rest = at - floor;
    if (rest > 0x1p-20 && rest < 1.0 - 0x1p-20) return floor;
    int        near = rest < 0.5 ? floor : floor + 1;
    exact_pair p = exact_mul(other->length, n), q = exact_mul(a->length, near);
    bool       less = p.head < q.head || (p.head == q.head && p.tail < q.tail);
    return less ? near - 1 : near;
}

// Part of a window: from, to in each axis.
typedef struct part
{
    int x0, x1, y0, y1;
} part;

static bool try_offset(way *path, int nx, int ny, double t, bool is_row)
{
    const pair_whole_window *win = &path->w->window;
    int                      x = offset_of(&path->x, nx), y = offset_of(&path->y, ny);
    path->is_whole = win->count > PAIR_MAX_GROUPS;
    if (path->is_whole)
    {
        if (!shares_at(path->w, x, y)) return false;
    }
    else
    {
        int first = win->right->kernels->first_group(place_in(win, win->sign * x, win->sign * y),
                                                     win->groups, win->count);
        if (first == win->count) return false;
        path->where = win->groups[first];
    }
    path->touch->t = t;
    path->touch->edge_is_row = is_row;
    path->mx = x;
    path->my = y;
    return true;
}

// Crossings of columns n: the new corners of the cell are at n + 1, in the two rows around the way, or in
// the one row that it runs along. And the same with columns and rows swapped.
static void cross_columns(way *path, const part *p)
{
    int beside = path->y.length > 0.0;
    for (int n = p->x0 > 0 ? p->x0 - 1 : 0; n < p->x1 && n < path->x.length; n++)
    {
        double t = n / path->x.length; // rounded once: crossings at the same time say the same
        int    row = place_at(&path->x, &path->y, n);
        if (t >= path->touch->t || row > p->y1) return;
        for (int y = row > p->y0 ? row : p->y0; y <= row + beside && y <= p->y1; y++)
            if (try_offset(path, n + 1, y, t, false)) return;
    }
}

static void cross_rows(way *path, const part *p)
{
    int beside = path->x.length > 0.0;
    for (int n = p->y0 > 0 ? p->y0 - 1 : 0; n < p->y1 && n < path->y.length; n++)
    {
        double t = n / path->y.length;
        int    column = place_at(&path->y, &path->x, n);
        if (t >= path->touch->t || column > p->x1) return;
        for (int x = column > p->x0 ? column : p->x0; x <= column + beside && x <= p->x1; x++)
            if (try_offset(path, x, n + 1, t, true)) return;
    }
}

// The time from which on an offset may be near.
static double entry_of(const axis *a, int n)
{
    return n > 1 ? (n - 1) * a->inverse : 0.0;
}

// How many offsets, from n on along the axis, lie in the same window. In x, windows on the two sides of 0
// belong to different masks; 0 itself is on the positive side.
static int rest_of_window(const axis *a, int n, int sign)
{
    int v = sign * offset_of(a, n);
    return a->sign * sign > 0 ? 7 - (v & 7) : v & 7;
}

static int end_of_column(const axis *x, int n)
{
    int sign = offset_of(x, n) < 0 ? -1 : 1;
    int end = n + rest_of_window(x, n, sign);
    if (sign < 0 && offset_of(x, end) == 0) end--;
    return end < x->hi ? end : x->hi;
}

// All windows in columns x0 .. x1 that the way comes near.
static void try_column(way *path, int x0, int x1)
{
    const axis *x = &path->x, *y = &path->y;
    int         from = y->lo, to = y->hi, sign = offset_of(x, x0) < 0 ? -1 : 1;
    if (x->length > 0.0)
    {
        double slope = y->length * x->inverse;
        int    first = x0 > 0 ? rim_floor_int((x0 - 1) * slope - 0x1p-10) : 0;
        int    last = rim_ceil_int((x1 + 1) * slope + 0x1p-10);
        from = first > from ? first : from;
        to = last < to ? last : to;
    }
    for (int y0 = from, y1; y0 <= to; y0 = y1 + 1)
    {
        y1 = y0 + rest_of_window(y, y0, sign);
        y1 = y1 < to ? y1 : to;
        if (entry_of(y, y0) >= path->touch->t) return;
        part p = { x0, x1, y0, y1 };
        window_find(path->w, offset_of(x, x0), offset_of(y, y0));
        if (path->w->window.count == 0) continue;
        cross_columns(path, &p);
        cross_rows(path, &p);
    }
}

// The time in which offsets lo .. hi of the other axis are near cuts off the ends of this one.
static void cut_axis(axis *a, const axis *other)
{
    if (!(a->length > 0.0) || !(other->length > 0.0)) return;
    double slope = a->length * other->inverse;
    int    first = other->lo > 1 ? rim_floor_int((other->lo - 1) * slope - 0x1p-10) : 0;
    int    last = rim_ceil_int((other->hi + 1) * slope + 0x1p-10);
    a->lo = first > a->lo ? first : a->lo;
    a->hi = last < a->hi ? last : a->hi;
}

// The first pixel that is shared at the offset found: anywhere,
static void find_pixel(const way *path)
{
    const rim_mask   *a = path->w->a->mask, *b = path->w->b->mask;
    pair_whole_touch *touch = path->touch;
    for (int y = 0; y < a->height; y++)
        for (int x = 0; x < a->width; x += 64)
        {
            uint64_t both = mask_span(a, x, y) & mask_span(b, x + path->mx, y + path->my);
            if (!both) continue;
            touch->ax = x + mask_lowest(both), touch->ay = y;
            touch->bx = touch->ax + path->mx, touch->by = y + path->my;
            return;
        }
}

// or in the group.
static void find_pixel_in_group(const way *path)
{
    const mask_group  *group = &path->where;
    pair_whole_touch  *touch = path->touch;
    bool               in_b = path->mx < 0;
    int                sign = in_b ? -1 : 1, row = 0;
    const mask_blocks *left = &(in_b ? path->w->a : path->w->b)->occupancy.blocks;
    const uint64_t    *over = group->over + (sign * path->my & 7);
    int                shift = sign * path->mx & 63;
    uint64_t           both = 0;
    for (;; row++)
    {
        uint64_t pixels = over[row] >> shift | over[row + left->word_pitch] << 1 << (63 - shift);
        both = pixels & group->own[row];
        if (both || row == 7) break;
    }
    int x = 64 * group->strip + mask_lowest(both), y = 8 * group->row + row;
    touch->ax = in_b ? x - path->mx : x, touch->ay = in_b ? y - path->my : y;
    touch->bx = touch->ax + path->mx, touch->by = touch->ay + path->my;
}

bool pair_whole_first(pair_whole *w, pair_whole_touch *touch)
{
    rim_rect a = w->a->bounds, b = w->b->bounds;
    way      path = { .w = w, .touch = touch };
    path.x = axis_of(w->ox, w->dx, b.x0 - a.x1 + 1, b.x1 - 1 - a.x0);
    path.y = axis_of(w->oy, w->dy, b.y0 - a.y1 + 1, b.y1 - 1 - a.y0);
    if (path.x.lo > path.x.hi || path.y.lo > path.y.hi) return false;
    cut_axis(&path.x, &path.y);
    cut_axis(&path.y, &path.x);

    touch->t = 1.0;
    for (int x0 = path.x.lo, x1; x0 <= path.x.hi; x0 = x1 + 1)
    {
        x1 = end_of_column(&path.x, x0);
        if (entry_of(&path.x, x0) >= touch->t) break;
        try_column(&path, x0, x1);
    }
    if (touch->t >= 1.0) return false;
    if (path.is_whole)
        find_pixel(&path);
    else
        find_pixel_in_group(&path);
    return true;
}

// --- the area around a place ---------------------------------------------------------------------------

static double area_at(pair_whole *w, int x, int y)
{
    const pair_whole_window *win = &w->window;
    window_find(w, x, y);
    if (win->count > PAIR_MAX_GROUPS)
        return (double)rim_mask_overlap_area(w->b->mask, w->a->mask, x, y);
    return (double)win->left->kernels->group_area(place_in(win, win->sign * x, win->sign * y),
                                                  win->groups, win->count);
}

// At (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1): at once, if they lie in one window; else windows are
// changed as seldom as can be.
static void areas_at(pair_whole *w, int x, int y, double areas[4])
{
    static const int         by_column[] = { 0, 2, 3, 1 }, by_row[] = { 0, 1, 3, 2 };
    const pair_whole_window *win = &w->window;
    int  sign = x < 0 ? -1 : 1, low_x = sign < 0 ? -x - 1 : x, low_y = sign < 0 ? -y - 1 : y;
    bool x_split = x == -1 || (low_x & 7) == 7, y_split = (low_y & 7) == 7;
    if (!x_split && !y_split) window_find(w, x, y);
    if (x_split || y_split || win->count > PAIR_MAX_GROUPS)
    {
        for (int k = 0; k < 4; k++)
        {
            int i = x_split ? by_column[k] : by_row[k];
            areas[i] = area_at(w, x + (i & 1), y + (i >> 1));
        }
        return;
    }
    int64_t counts[4];
    win->left->kernels->group_areas(place_in(win, low_x, low_y), win->groups, win->count, counts);
    for (int i = 0; i < 4; i++) areas[i] = (double)counts[sign < 0 ? 3 - i : i];
}

// Between whole offsets the area is bilinear in the offset.
static pair_whole_share share_about(pair_whole *w, double x, double y)
{
    int    x0 = rim_floor_int(x), y0 = rim_floor_int(y);
    double fx = x - x0, fy = y - y0, at[4];
    areas_at(w, x0, y0, at);
    double           a = at[0], b = at[1], c = at[2], d = at[3];
    double           top = a + fx * (b - a), bottom = c + fx * (d - c);
    pair_whole_share share = { top + fy * (bottom - top), (b - a) + fy * ((d - c) - (b - a)),
                               bottom - top };
    return share;
}

// The slope jumps where borders lie on each other. As pair_shared_measure, it is taken a millionth of a pixel
// to both sides, which makes a difference only if a whole offset lies between.
pair_whole_share pair_whole_measure(pair_whole *w, double x, double y)
{
    const double aside = PAIR_ASIDE;
    if (rim_floor_int(x - aside) == rim_floor_int(x + aside) &&
        rim_floor_int(y - aside) == rim_floor_int(y + aside))
        return share_about(w, x, y);
    pair_whole_share before = share_about(w, x - aside, y - aside);
    pair_whole_share after = share_about(w, x + aside, y + aside);
    pair_whole_share mean = { 0.5 * (before.area + after.area), 0.5 * (before.gx + after.gx),
                              0.5 * (before.gy + after.gy) };
    return mean;
}
