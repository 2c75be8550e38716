// The first touch of two sprites in relative motion, by branch and bound over time.
//
// Two pixels. In each of the four directions of relative_transform.h one pixel's interval must cross the other's
// cell. Under a motion the interval moves at a constant speed s, so it crosses during one open span of time:
//
//      s > 0:  ( (k - M) / s,  (k + 1 - m) / s )        m, M: the interval's ends at t = 0
//      s < 0:  ( (m - k - 1) / |s|,  (M - k) / |s| )
//      s = 0:  always or never
//
// The pixels share area in the intersection of the four spans. It begins at the latest beginning T,
// and is empty unless T < X, the earliest end. T and X are quotients of exact sums; if double
// leaves their order undecided, exact products decide. So a slide along a floor, a corner that passes a corner, and a
// motion that ends where the sprites only touch are misses, exactly.
//
// Two sprites. The squares of the fine sprite's pyramid move through the coarse one's distance field:
// as long as a square's box has a clearance of a good part of its size, the square advances by the clearance (as in
// sphere tracing: Hart, "Sphere tracing", 1996); else its four parts continue from there. The part that is stopped
// first continues first, so that the best time so far prunes the others.
#include "flat/query/sweep.h"

#include "base/exact.h"
#include "base/float.h"
#include "flat/mask/bits.h"
#include "flat/query/contact.h"
#include "flat/shape/box2.h"

#include <math.h>

// One of the four directions. Its form u gives, for the corners of one sprite's pixels, the column or row of the other
// sprite; the motion changes u at a constant speed.
typedef struct pair_sweep_direction
{
    pair_form *form;
    double     speed;        // of u; 0 if and only if it is exactly 0
    double     inverse;      // 1 / |speed|
    double     terms[4];     // their sum is the exact speed times d, the form's denominator
    double     scaled_speed; // |their sum| = |speed| |det|, rounded once
    bool       of_fine;      // u is a column or row of the fine sprite, else of the coarse one
} pair_sweep_direction;

typedef struct pair_sweep_state
{
    traversal           *view;
    pair_sweep_direction directions[4]; // coarse columns, coarse rows, fine columns, fine rows
    double               du, dv;        // the motion in coarse pixels
    double               speed;         // the larger of |du| and |dv|
    int                  start_time;    // of the motion, which takes 1: 0 or -1
    double               slack;         // bound of the error of a moved box beyond its own margin
    pair_sweep_touch    *best;
    bool best_is_open; // no pixel of either sprite lies beyond the side that is touched
} pair_sweep_state;

// --- moments -----------------------------------------------------------------------------------------------

// The beginning or the end of a span of time: when corner (x, y) of one sprite's grid passes line k of the other's, at
// sign * (u(x, y) - k) / |speed|.
typedef struct pair_sweep_moment
{
    pair_sweep_direction *d;
    int                   x, y, k;
    double                sign;
    double                t;     // the time, rounded
    double                error; // bound of |error| of t; infinite, and t is 0, where t overflows
} pair_sweep_moment;

// Returns the time  (k - u(x, y)) / speed  =  sign * (u(x, y) - k) / |speed|  at which corner (x, y) of one sprite's
// grid passes line k of the other's. `sign` is -1 if the speed is positive, else 1. Requires a speed that is not 0. The
// error is that of u, and the rounding of the difference, the inverse and the product.
static pair_sweep_moment moment_of(pair_sweep_direction *d, int x, int y, int k, double sign)
{
    pair_sweep_moment m = { .d = d, .x = x, .y = y, .k = k, .sign = sign };
    m.t = sign * (pair_form_at(d->form, x, y) - k) * d->inverse;
    m.error = d->form->error * d->inverse + SWEEP_TIME_ERROR * fabs(m.t);
    if (!(fabs(m.t) + m.error < INFINITY))
    {
        m.t = 0.0;
        m.error = INFINITY;
    }
    return m;
}

// Replaces t by a value that is right to within three units in the last place: the quotient of the numerator and the
// speed, each of which has an error of less than a unit in the last place.
static void pair_sweep_refine(pair_sweep_moment *m)
{
    double numerator = pair_form_numerator_value(m->d->form, m->x, m->y, m->k);
    m->t = m->sign * numerator / m->d->scaled_speed;
    m->error = SWEEP_REFINED_ERROR * fabs(m->t);
}

// Computes a moment as an exact quotient: sign * (u(x, y) - k) and |speed|, both times |det|, the form's denominator.
static void pair_sweep_exact_quotient(const pair_sweep_moment *m, exact_sum *numerator,
                                      exact_sum *speed)
{
    exact_list terms;
    pair_form_numerator(m->d->form, m->x, m->y, m->k, &terms);
    exact_sum_clear(numerator);
    exact_sum_add_list(numerator, &terms, m->sign);

    double sign = m->d->speed < 0.0 ? -1.0 : 1.0;
    exact_sum_clear(speed);
    for (int i = 0; i < 4; i++) exact_sum_add(speed, sign * m->d->terms[i]);
}

// Returns true if moment a is strictly before moment b. With numerators N and speeds S > 0 it is N_a / S_a < N_b / S_b,
// thus N_a S_b - N_b S_a < 0.
static bool pair_sweep_is_before(const pair_sweep_moment *a, const pair_sweep_moment *b)
{
    if (a->t + a->error < b->t - b->error) return true;
    if (a->t - a->error > b->t + b->error) return false;
    exact_sum numerator_a, speed_a, numerator_b, speed_b, difference;
    pair_sweep_exact_quotient(a, &numerator_a, &speed_a);
    pair_sweep_exact_quotient(b, &numerator_b, &speed_b);
    exact_sum_clear(&difference);
    exact_sum_add_sums(&difference, &numerator_a, &speed_b, 1.0);
    exact_sum_add_sums(&difference, &numerator_b, &speed_a, -1.0);
    return exact_sum_sign(&difference) < 0;
}

// Returns the exact sign of a moment minus a whole time: that of  numerator - time * speed.
static int pair_sweep_compare_time(const pair_sweep_moment *a, int time)
{
    if (a->t + a->error < time) return -1;
    if (a->t - a->error > time) return 1;
    exact_sum sum, speed;
    pair_sweep_exact_quotient(a, &sum, &speed);
    for (int i = 0; i < speed.count; i++) exact_sum_add(&sum, -time * speed.term[i]);
    return exact_sum_sign(&sum);
}

// --- two pixels ----------------------------------------------------------------------------------------------

// The time in which two pixels share area: after all beginnings and before all ends. Directions without speed bound
// nothing and have no entry.
typedef struct pair_sweep_intersection
{
    pair_sweep_moment begin[4], end[4];        // of the directions whose speed is not 0
    int               count;                   // of these directions
    double            begin_least, begin_most; // bounds of the latest beginning
    double            end_least;               // a lower bound of the earliest end
} pair_sweep_intersection;

// The pixel corners with the least and the greatest value of a form.
typedef struct extreme_corners
{
    int low_x, low_y, high_x, high_y;
} extreme_corners;

// Returns the extreme corners of pixel (x, y): u = p x + q y + r grows with x if p > 0, and with y if q > 0.
static extreme_corners extreme_corners_of(const pair_form *form, int x, int y)
{
    int right = form->p > 0.0, below = form->q > 0.0;
    return (extreme_corners){ x + 1 - right, y + 1 - below, x + right, y + below };
}

// Adds the span of a direction with a speed, from moment `begin` to `end`, to the intersection.
static void pair_sweep_add_span(pair_sweep_intersection *m, const pair_sweep_moment *begin,
                                const pair_sweep_moment *end)
{
    double least = begin->t - begin->error, most = begin->t + begin->error;
    double least_end = end->t - end->error;
    m->begin_least = least > m->begin_least ? least : m->begin_least;
    m->begin_most = most > m->begin_most ? most : m->begin_most;
    m->end_least = least_end < m->end_least ? least_end : m->end_least;
    m->begin[m->count] = *begin;
    m->end[m->count] = *end;
    m->count++;
}

// Returns true if a beginning is certainly not before the best touch so far. Many pixels touch at the same time as the
// best one, along a common edge. If the two times are within the error, the beginning is refined and compared with the
// best time, so that of equal times the first stays.
static bool pair_sweep_is_late(const pair_sweep_state *s, pair_sweep_moment *begin)
{
    if (begin->t - begin->error >= s->best->t) return true;
    if (!s->best->hit || begin->t + begin->error < s->best->t) return false;
    pair_sweep_refine(begin);
    return begin->t >= s->best->t;
}

// Stores in *m the beginnings and ends of the spans in which fine pixel (x, y) and coarse pixel (k, l) cross in each
// direction. Returns false if they never share area, or certainly not before the best touch so far. True does not mean
// that the beginnings are before the ends.
static bool pair_sweep_intersect(pair_sweep_state *s, int x, int y, int k, int l,
                                 pair_sweep_intersection *m)
{
    // The column or row to cross, in the order of s->directions.
    const int cells[4] = { k, l, x, y };
    m->count = 0;
    m->begin_least = m->begin_most = -INFINITY;
    m->end_least = INFINITY;
    for (int i = 0; i < 4; i++)
    {
        pair_sweep_direction *d = &s->directions[i];
        int                   cell = cells[i];
        extreme_corners       c =
            d->of_fine ? extreme_corners_of(d->form, k, l) : extreme_corners_of(d->form, x, y);
        if (d->speed == 0.0) // the interval must cross the cell already
        {
            if (pair_form_sign(d->form, c.high_x, c.high_y, cell) <= 0) return false;
            if (pair_form_sign(d->form, c.low_x, c.low_y, cell + 1) >= 0) return false;
            continue;
        }

        // With a positive speed the high corner enters the cell first and the low one leaves it last.
        bool              moves_up = d->speed > 0.0;
        pair_sweep_moment begin = moves_up ? moment_of(d, c.high_x, c.high_y, cell, -1.0)
                                           : moment_of(d, c.low_x, c.low_y, cell + 1, 1.0);
        if (pair_sweep_is_late(s, &begin)) return false;
        pair_sweep_moment end = moves_up ? moment_of(d, c.low_x, c.low_y, cell + 1, -1.0)
                                         : moment_of(d, c.high_x, c.high_y, cell, 1.0);
        pair_sweep_add_span(m, &begin, &end);
    }
    return true;
}

// Returns true if all beginnings are before all ends. Usually the latest beginning and the earliest end decide. If
// rounding leaves them undecided, all pairs are compared exactly, except the two of one direction: its beginning is
// before its own end, because the interval and the cell have positive widths.
static bool pair_sweep_begins_before_ends(const pair_sweep_intersection *m)
{
    if (m->begin_most < m->end_least) return true;
    for (int i = 0; i < m->count; i++)
        for (int k = 0; k < m->count; k++)
            if (i != k && !pair_sweep_is_before(&m->begin[i], &m->end[k])) return false;
    return true;
}

// Returns true if the latest beginning t is in the motion: start <= t < start + 1. What the bounds leave undecided is
// compared exactly: every beginning must be before start + 1, and at least one must be at `start` or later.
static bool pair_sweep_begins_in_time(const pair_sweep_intersection *m, int start)
{
    if (m->begin_most >= start + 1)
        for (int i = 0; i < m->count; i++)
            if (pair_sweep_compare_time(&m->begin[i], start + 1) >= 0) return false;
    if (m->begin_least >= start) return true;
    for (int i = 0; i < m->count; i++)
        if (pair_sweep_compare_time(&m->begin[i], start) >= 0) return true;
    return false;
}

// Returns the latest beginning, right to within three units in the last place; the first one of equal ones. Requires at
// least one direction.
static const pair_sweep_moment *latest_moment(pair_sweep_intersection *m)
{
    const pair_sweep_moment *latest = NULL;
    for (int i = 0; i < m->count; i++)
    {
        pair_sweep_moment *begin = &m->begin[i];
        if (begin->t + begin->error < m->begin_least) continue; // another one is certainly later
        pair_sweep_refine(begin);
        if (!latest || begin->t > latest->t) latest = begin;
    }
    return latest;
}

// Returns true if the side that is crossed in a direction is open: the pixel beyond it in the same sprite is empty. The
// pixel that is entered is (x, y) of the fine sprite, or (k, l) of the coarse one.
static bool pair_sweep_is_open(const pair_sweep_state *s, const pair_sweep_direction *d, int x,
                               int y, int k, int l)
{
    const rim_mask *mask = d->of_fine ? s->view->fine.mask : s->view->coarse.mask;
    int             beyond = d->speed > 0.0 ? -1 : 1;
    int             column = d->of_fine ? x : k, row = d->of_fine ? y : l;
    return d->form->is_row ? !rim_mask_get(mask, column, row + beyond)
                           : !rim_mask_get(mask, column + beyond, row);
}

// Returns true if the lines of two directions are parallel. The form of one sprite's column or row does not change then
// along the other sprite's rows (p = 0) or columns (q = 0).
static bool pair_sweep_is_parallel(const pair_sweep_direction *d, const pair_sweep_direction *other)
{
    if (d->of_fine == other->of_fine) return d == other;
    return (other->form->is_row ? d->form->p : d->form->q) == 0.0;
}

// Of a time: moments at the same time differ by less than this, more than twice three units in the last place.
#define SWEEP_SAME_TIME 0x1p-49

// Returns true if the side that is crossed at a beginning is open, and with it those that lie on the same line and are
// crossed at the same time. The two pixels are (x, y) and (k, l), as for pair_sweep_is_open.
static bool pair_sweep_begins_open(const pair_sweep_state *s, const pair_sweep_intersection *m,
                                   const pair_sweep_moment *begin, int x, int y, int k, int l)
{
    double since = begin->t - SWEEP_SAME_TIME * fabs(begin->t);
    for (int i = 0; i < m->count; i++)
        if (m->begin[i].t >= since && pair_sweep_is_parallel(m->begin[i].d, begin->d) &&
            !pair_sweep_is_open(s, m->begin[i].d, x, y, k, l))
            return false;
    return true;
}

// Returns the direction in which two pixels touch: that of the latest beginning. Where a corner meets a corner, several
// beginnings are the latest. Then it returns one whose side is open, if there is one, and sets *is_open.
static const pair_sweep_direction *touched_direction(const pair_sweep_state        *s,
                                                     const pair_sweep_intersection *m,
                                                     const pair_sweep_moment *latest, int x, int y,
                                                     int k, int l, bool *is_open)
{
    double since = latest->t - SWEEP_SAME_TIME * fabs(latest->t);
    *is_open = true;
    if (pair_sweep_begins_open(s, m, latest, x, y, k, l)) return latest->d;
    for (int i = 0; i < m->count; i++)
        if (m->begin[i].t >= since && pair_sweep_begins_open(s, m, &m->begin[i], x, y, k, l))
            return m->begin[i].d;
    *is_open = false;
    return latest->d;
}

// Tests fine pixel (x, y) against coarse pixel (k, l). A touch that is earlier than the best so far becomes the best;
// of two at the same time the first one stays.
static void touch_pixels(pair_sweep_state *s, int x, int y, int k, int l)
{
    pair_sweep_intersection m;
    s->view->steps += 4;
    if (!pair_sweep_intersect(s, x, y, k, l, &m)) return;
    if (!pair_sweep_begins_before_ends(&m)) return;
    if (!pair_sweep_begins_in_time(&m, s->start_time)) return;

    // The exact time is within start_time <= t < start_time + 1. Rounding must not move it out.
    const pair_sweep_moment *touch = latest_moment(&m);
    double                   last = s->start_time ? TIME_BEFORE_0 : DOUBLE_BEFORE_1;
    double                   t = touch->t > s->start_time ? touch->t : s->start_time;
    t = t < last ? t : last;

    pair_sweep_touch *best = s->best;
    if (t >= best->t) return;
    best->hit = true;
    best->t = t;
    best->fine_x = x, best->fine_y = y;
    best->coarse_x = k, best->coarse_y = l;
    const pair_sweep_direction *d = touched_direction(s, &m, touch, x, y, k, l, &s->best_is_open);
    best->edge_of_fine = d->of_fine;
    best->edge_is_row = d->form->is_row;
}

// Replaces the best touch by one of neighboring pixels at the same time whose side is open, if there is one. In the
// corner of a notch three pixels are touched, and the one behind has no open side there. Requires a best touch.
static void pair_sweep_open(pair_sweep_state *s)
{
    const pair_sweep_touch closed = *s->best;
    const rim_mask        *fine = s->view->fine.mask, *coarse = s->view->coarse.mask;
    for (int i = 0; i < 81 && !s->best_is_open; i++)
    {
        int x = closed.fine_x + i % 3 - 1, y = closed.fine_y + i / 3 % 3 - 1;
        int k = closed.coarse_x + i / 9 % 3 - 1, l = closed.coarse_y + i / 27 - 1;
        if (!rim_mask_get(fine, x, y) || !rim_mask_get(coarse, k, l)) continue;
        s->best->hit = false;
        s->best->t = closed.t + SWEEP_SAME_TIME * fabs(closed.t) + DBL_MIN;
        touch_pixels(s, x, y, k, l);
    }
    if (!s->best_is_open) *s->best = closed;
    s->best->t = closed.t;
}

// Returns a box, in coarse pixels, that contains the image of a fine square of the given side about (x, y) at time 0,
// wide enough for the errors of its motion, too.
static pair_box pair_sweep_box_of(const pair_sweep_state *s, double x, double y, double side)
{
    pair_box box = pair_box_of(s->view, x, y, side);
    box.x0 -= s->slack, box.y0 -= s->slack;
    box.x1 += s->slack, box.y1 += s->slack;
    return box;
}

// Returns a box, given at time 0, at time t.
static pair_box pair_sweep_moved(const pair_box *box, const pair_sweep_state *s, double t)
{
    return (pair_box){ .x0 = box->x0 + t * s->du,
                       .y0 = box->y0 + t * s->dv,
                       .x1 = box->x1 + t * s->du,
                       .y1 = box->y1 + t * s->dv };
}

// Returns the earliest time at which an interval, lo .. hi at time 0, can reach the column or row from `cell` to `cell`
// + 1. Returns -infinity for an interval without speed.
static double reach_time(const pair_sweep_direction *d, double lo, double hi, int cell)
{
    if (d->speed == 0.0) return -INFINITY;
    return (d->speed > 0.0 ? cell - hi : lo - (cell + 1)) * d->inverse;
}

// The change of a box's position during a span of time: the least and the greatest, in coarse columns and rows.
typedef struct pair_sweep_way
{
    double least_u, most_u, least_v, most_v;
} pair_sweep_way;

// Returns the change from time `from` to `to`.
static pair_sweep_way pair_sweep_way_of(const pair_sweep_state *s, double from, double to)
{
    double u0 = from * s->du, u1 = to * s->du, v0 = from * s->dv, v1 = to * s->dv;
    return (pair_sweep_way){ u0 < u1 ? u0 : u1, u0 < u1 ? u1 : u0, v0 < v1 ? v0 : v1,
                             v0 < v1 ? v1 : v0 };
}

// Returns the bounds, in coarse pixels, of a box on its way. The box is given at time 0.
static pair_box swept(const pair_box *box, const pair_sweep_way *way)
{
    return (pair_box){ .x0 = box->x0 + way->least_u,
                       .y0 = box->y0 + way->least_v,
                       .x1 = box->x1 + way->most_u,
                       .y1 = box->y1 + way->most_v };
}

// Tests fine pixel (x, y) against all coarse border pixels that its box passes on its way and may reach before the best
// touch so far. Border pixels suffice: an inner pixel is not touched first (mask_border_span).
static void pair_sweep_pixel(pair_sweep_state *s, int x, int y, const pair_sweep_way *way)
{
    const pair_sweep_direction *columns = &s->directions[0], *rows = &s->directions[1];
    pair_box                    box = pair_sweep_box_of(s, x + 0.5, y + 0.5, 1.0);
    pair_box                    path = swept(&box, way);
    rim_rect                    cells;
    s->view->steps++;
    if (!pair_cells_inside(&path, s->view->coarse.solid, &cells)) return;
    s->view->steps += (cells.y1 - cells.y0) * (int64_t)((cells.x1 - cells.x0 + 63) / 64);
    for (int row = cells.y0; row < cells.y1; row++)
    {
        if (reach_time(rows, box.y0, box.y1, row) >= s->best->t) continue;
        for (int column = cells.x0; column < cells.x1; column += 64)
        {
            uint64_t bits = mask_border_span(s->view->coarse.mask, column, row,
                                             mask_low_bits(cells.x1 - column));
            for (; bits; bits &= bits - 1)
            {
                int cell = column + mask_lowest(bits);
                if (reach_time(columns, box.x0, box.x1, cell) < s->best->t)
                    touch_pixels(s, x, y, cell, row);
            }
        }
    }
}

// Tests the border pixels of the fine sprite's block (column, row), FIELD_BLOCK by FIELD_BLOCK pixels, against the
// coarse sprite on their way.
static void pair_sweep_block(pair_sweep_state *s, int column, int row, const pair_sweep_way *way)
{
    int x = FIELD_BLOCK * column;
    for (int y = FIELD_BLOCK * row; y < FIELD_BLOCK * (row + 1); y++)
    {
        uint64_t bits = mask_border_span(s->view->fine.mask, x, y, PAIR_BLOCK_ROW);
        for (; bits; bits &= bits - 1) pair_sweep_pixel(s, x + mask_lowest(bits), y, way);
    }
}

// Returns how far, in coarse pixels, a box can move in any direction before it can reach a solid pixel. Not positive if
// that is unknown.
static double clearance_of(const pair_sweep_state *s, const pair_box *box)
{
    double gap =
        pair_clearance(&s->view->coarse, 0.5 * (box->x0 + box->x1), 0.5 * (box->y0 + box->y1));
    double hu = 0.5 * (box->x1 - box->x0), hv = 0.5 * (box->y1 - box->y0);
    return gap - (hu > hv ? hu : hv);
}

// Reduces the span of time *t0 .. *t1 to that in which a moving interval overlaps the resting interval target_lo ..
// target_hi. The moving one is lo .. hi at time 0 and moves at d->speed. If they never overlap, the span becomes empty:
// *t1 < *t0.
static inline void cut_span(double lo, double hi, const pair_sweep_direction *d, double target_lo,
                            double target_hi, double *t0, double *t1)
{
    if (d->speed == 0.0)
    {
        if (hi < target_lo || lo > target_hi) *t1 = -INFINITY;
        return;
    }
    bool   moves_up = d->speed > 0.0;
    double enter = (moves_up ? target_lo - hi : lo - target_hi) * d->inverse;
    double leave = (moves_up ? target_hi - lo : hi - target_lo) * d->inverse;
    // For the rounding of these times only: the boxes have margins for the rest.
    enter -= SLAB_WIDENING * fabs(enter);
    leave += SLAB_WIDENING * fabs(leave);
    *t0 = enter > *t0 ? enter : *t0;
    *t1 = leave < *t1 ? leave : *t1;
}

// A block is tested for a window of time in which it moves by this many coarse pixels, or by half of its image's mean
// side if that is more. A window is at least a unit in the last place of 1: a shorter one would not change a time near
// 1, and the search would not end.
#define SWEEP_WINDOW 2.0
#define SWEEP_LEAST_WINDOW 0x1p-52

// Searches the fine sprite's block (column, row), whose box at time 0 is given, for touches from time t to `end`, in
// windows of time. If the box passes no solid coarse pixel in a window, the window is skipped, together with the time
// in which the clearance at its beginning excludes a touch. In other windows the pixels are tested. Ends at the best
// touch so far.
static void sweep_block(pair_sweep_state *s, const pair_box *box, int column, int row, double t,
                        double end)
{
    double half_side = 0.25 * (box->x1 - box->x0 + box->y1 - box->y0); // of its two sides' mean
    double window = (half_side > SWEEP_WINDOW ? half_side : SWEEP_WINDOW) / s->speed;
    if (window < SWEEP_LEAST_WINDOW) window = SWEEP_LEAST_WINDOW;
    while (t <= end && t < s->best->t)
    {
        double next = t + window, last = end < s->best->t ? end : s->best->t;
        double window_end = next < last ? next : last;
        s->view->steps++;
        pair_sweep_way way = pair_sweep_way_of(s, t, window_end);
        pair_box       path = swept(box, &way);
        if (pair_look_up(&s->view->coarse, &path) == FIELD_EMPTY)
        {
            pair_box at_t = pair_sweep_moved(box, s, t);
            double   jump = t + clearance_of(s, &at_t) / s->speed;
            t = jump > next ? jump : next;
            continue;
        }
        pair_sweep_block(s, column, row, &way);
        t = next;
    }
}

// A moving square of the fine sprite's pyramid, with its box in coarse pixels at time 0. It touches nothing before t,
// and nothing after `end`.
typedef struct moving_square
{
    int      level, column, row;
    pair_box box;
    double   t, end;
} moving_square;

// Computes m->box and the span m->t .. m->end of a square in which it may touch. Then advances m->t by the clearance as
// long as this is a good part of the square's size: at least half a pixel plus a quarter of the box's mean side.
// Returns false if the square touches nothing until its end, or nothing before the best touch so far. Requires a square
// that is not empty, and that it touches nothing before m->t.
static bool pair_sweep_advance(const pair_sweep_state *s, moving_square *m)
{
    double side = (double)(FIELD_BLOCK << m->level);
    m->box = pair_sweep_box_of(s, (m->column + 0.5) * side, (m->row + 0.5) * side, side);
    m->end = s->start_time + 1.0;
    rim_rect solid = s->view->coarse.solid;
    cut_span(m->box.x0, m->box.x1, &s->directions[0], solid.x0, solid.x1, &m->t, &m->end);
    cut_span(m->box.y0, m->box.y1, &s->directions[1], solid.y0, solid.y1, &m->t, &m->end);

    double least_gap = 0.5 + 0.125 * (m->box.x1 - m->box.x0 + m->box.y1 - m->box.y0);
    double u = 0.5 * (m->box.x0 + m->box.x1), v = 0.5 * (m->box.y0 + m->box.y1);
    double half_u = 0.5 * (m->box.x1 - m->box.x0), half_v = 0.5 * (m->box.y1 - m->box.y0);
    double half = half_u > half_v ? half_u : half_v;
    while (m->t <= m->end && m->t < s->best->t)
    {
        double gap = pair_clearance(&s->view->coarse, u + m->t * s->du, v + m->t * s->dv) - half;
        double jump = m->t + gap / s->speed;
        // A jump may leave t unchanged: at huge speeds time has no finer grain.
        if (gap < least_gap || !(jump > m->t)) return true;
        m->t = jump;
    }
    return false;
}

// Searches a moving square of the fine sprite for a touch earlier than the best so far. Requires that
// pair_sweep_advance returned true for it.
static void sweep_square(pair_sweep_state *s, const moving_square *m)
{
    if (m->t >= s->best->t) return;
    if (m->level == 0)
    {
        sweep_block(s, &m->box, m->column, m->row, m->t, m->end);
        return;
    }
    // The quarters that may touch, sorted by the time at which they may.
    moving_square quarter[4];
    int           count = 0;
    for (int i = 0; i < 4; i++)
    {
        int level = m->level - 1, column = 2 * m->column + (i & 1), row = 2 * m->row + (i >> 1);
        if (field_blocks_state(s->view->fine.field, level, column, row) == FIELD_EMPTY) continue;
        moving_square next = { .level = level, .column = column, .row = row, .t = m->t };
        if (!pair_sweep_advance(s, &next)) continue;
        int at = count++;
        for (; at > 0 && next.t < quarter[at - 1].t; at--) quarter[at] = quarter[at - 1];
        quarter[at] = next;
    }
    for (int i = 0; i < count; i++) sweep_square(s, &quarter[i]);
}

// Sets up a direction: an axis of the fine sprite's grid if of_fine, else one of the coarse sprite's. `form` computes
// the coordinate along this axis of a corner of the other sprite. The direction's speed is that of the other sprite's
// corners along the axis, in columns or rows during the whole motion. It is rounded, but its sign is exact, because its
// numerator is summed exactly. If the speed is 0, the inverse is infinite.
static void direction_init(pair_sweep_direction *d, pair_form *form, bool of_fine,
                           pair_motion motion)
{
    d->form = form;
    d->of_fine = of_fine;
    // In the frame of the fine sprite the coarse one moves in the opposite direction.
    if (of_fine)
        pair_form_speed(form, motion.minus, motion.plus, d->terms);
    else
        pair_form_speed(form, motion.plus, motion.minus, d->terms);
    exact_list terms;
    exact_list_clear(&terms);
    for (int i = 0; i < 4; i++) exact_list_add(&terms, d->terms[i]);
    double speed_by_det = exact_list_value(&terms);
    d->scaled_speed = fabs(speed_by_det);
    d->speed = speed_by_det / fabs(rim_xform2_determinant(form->to.pose));
    d->inverse = 1.0 / fabs(d->speed);
}

// Stores in touch->x and touch->y, in the world, the center of what the two pixels have in common at the touch. That is
// the image of the moved fine pixel, clipped by the coarse pixel. The coarse pixel is enlarged a little, so that a
// common point or edge remains after rounding. If nothing remains, stores the coarse pixel's center. Requires a touch
// that is a hit.
void pair_sweep_place(pair_sweep_touch *touch, const traversal *view)
{
    clipped_pixel image, room[2];
    rim_rect      fine = { touch->fine_x, touch->fine_y, touch->fine_x + 1, touch->fine_y + 1 };
    clipped_pixel_init(&image, &view->maps.a_to_b, fine, touch->t * touch->du,
                       touch->t * touch->dv);

    double               margin = SWEEP_PLACE_MARGIN + 4.0 * view->margin;
    int                  k = touch->coarse_x, l = touch->coarse_y;
    pair_box             bounds = clipped_pixel_bounds(&image);
    const clipped_pixel *shared_polygon = clipped_pixel_cut(
        &image, room, &bounds, k - margin, l - margin, k + 1 + margin, l + 1 + margin);
    double u = k + 0.5, v = l + 0.5;
    if (shared_polygon->count > 0)
    {
        pair_box shared = clipped_pixel_bounds(shared_polygon);
        u = 0.5 * (shared.x0 + shared.x1);
        v = 0.5 * (shared.y0 + shared.y1);
    }
    rim_xform2 c = view->coarse_posed.pose;
    rim_vec2   anchor = rim_sprite_anchor(view->coarse_posed.sprite);
    touch->x = c.a * (u - anchor.x) + c.c * (v - anchor.y) + c.tx;
    touch->y = c.b * (u - anchor.x) + c.d * (v - anchor.y) + c.ty;
}

// Finds the first touch during the time start_time .. start_time + 1. out->hit is false if there is none, as without a
// motion: the sprites do not overlap at the start.
void pair_sweep_first(pair_sweep_touch *out, traversal *view, pair_motion motion, int start_time)
{
    *out = (pair_sweep_touch){ .t = start_time + 1.0 };

    pair_sweep_state s = { 0 };
    s.view = view;
    s.best = out;
    s.start_time = start_time;
    direction_init(&s.directions[0], &view->maps.a_to_b.u, false, motion);
    direction_init(&s.directions[1], &view->maps.a_to_b.v, false, motion);
    direction_init(&s.directions[2], &view->maps.b_to_a.u, true, motion);
    direction_init(&s.directions[3], &view->maps.b_to_a.v, true, motion);
    s.du = s.directions[0].speed;
    s.dv = s.directions[1].speed;
    s.speed = fabs(s.du) > fabs(s.dv) ? fabs(s.du) : fabs(s.dv);
    if (!(s.speed > 0.0) || !float_is_finite(s.speed)) return;
    s.slack = SWEEP_MOVE_ERROR * s.speed;
    moving_square all = { .level = view->fine.field->level_count - 1, .t = start_time };
    if (pair_sweep_advance(&s, &all)) sweep_square(&s, &all);
    // A motion that ends in the present pose serves to measure a depth, and only its time is used.
    if (out->hit && !s.best_is_open && start_time == 0) pair_sweep_open(&s);
    out->du = s.du, out->dv = s.dv;
}
