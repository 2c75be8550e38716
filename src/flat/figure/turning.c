// The first touch of two figures that move and turn: the first one of all pairs of parts.
//
// Two unions share area where two of their parts do. So the first touch of all pairs is that of the figures, and a seam
// between two parts changes nothing but the normal.
#include "flat/figure/data.h"

#include "base/float.h"
#include "flat/query/turning_search.h"

#include <math.h>

typedef struct figure_turn
{
    const rim_figure *a, *b;
    rim_motion2       a_motion, b_motion;
    int64_t           steps; // of all searches so far
} figure_turn;

// Returns a sprite as a mover that rotates about the figure's origin.
static turning_mover figure_sprite_mover(rim_posed posed, const rim_figure *figure,
                                         rim_motion2 motion)
{
    turning_mover m = { .posed = posed, .motion = motion };
    m.anchor = rim_vec2_make(figure->pose.tx, figure->pose.ty);
    return m;
}

// Returns a part as a mover that rotates about the figure's origin.
static turning_mover figure_mover(const figure_shape *s, const rim_figure *figure,
                                  rim_motion2 motion)
{
    turning_mover m = figure_sprite_mover(s->posed, figure, motion);
    m.radius = s->radius;
    if (!s->posed.sprite) m.ring = figure_shape_ring(s);
    return m;
}

// Finds the first touch of all pairs of parts before the time `limit`. The true time of a pair's touch lies in t .. t +
// early, so two pairs may touch at the same time if these ranges overlap. Returns the number of pairs that may touch at
// the first time, or 0 for a miss. Stores the touch of one of these pairs in *best and its parts in *which: of the
// first pair, or, if `facing` is not NULL, of the pair whose edge normal has the largest dot product with *facing.
// best->hit.t becomes the least t of these pairs, or 1 for a miss. A miss changes nothing else. Requires that the
// figures do not overlap at the start.
static int figure_turn_first(figure_turn *m, double limit, const rim_vec2 *facing,
                             turning_answer *best, rim_parts *which)
{
    figure_shape p, q;
    int          count = 0;
    double       first = limit;
    for (int i = 0; i < m->a->count; i++)
    {
        if (!figure_shape_init(&p, m->a, i)) continue;
        turning_mover a = figure_mover(&p, m->a, m->a_motion);
        for (int j = 0; j < m->b->count; j++)
        {
            if (!figure_shape_init(&q, m->b, j)) continue;
            turning_mover  b = figure_mover(&q, m->b, m->b_motion);
            // A pair is searched as long as it may touch at the same time as *best.
            double         until = count > 0 ? first + best->early : limit;
            turning_answer here = turning_first_touch(&a, &b, until, &m->steps);
            if (!here.hit.hit) continue;
            // A touch that comes certainly before `first` starts the count again.
            bool ties = count > 0 && here.hit.t >= first - here.early;
            count = ties ? count + 1 : 1;
            first = here.hit.t < first ? here.hit.t : first;
            if (ties && !(facing && rim_vec2_dot(here.hit.edge_normal, *facing) >
                                        rim_vec2_dot(best->hit.edge_normal, *facing)))
                continue;
            *best = here;
            *which = (rim_parts){ i, j };
        }
    }
    best->hit.t = count > 0 ? first : 1.0;
    return count;
}

// Returns the normal of a touch of the parts `which`. It is figure_normal_ahead of both figures in their poses at the
// time of the touch, where a moves on by two pixels. a moves along the velocity of its touching point relative to b.
// Returns the edge normal if neither part is a sprite (then `ahead` is 0), or if the velocity is 0 or so small that
// `ahead` is not finite.
static rim_vec2 figure_turn_normal(const figure_turn *m, const turning_answer *touch,
                                   rim_parts which)
{
    vec2d      velocity = touch->velocity;
    rim_figure a = *m->a, b = *m->b;
    if (!(vec2d_length(velocity) > 0.0)) return touch->hit.edge_normal;
    a.pose = rim_motion2_pose(m->a_motion, a.pose, touch->hit.t);
    b.pose = rim_motion2_pose(m->b_motion, b.pose, touch->hit.t);
    double ahead = figure_time_ahead(&a, &b, which, velocity.x, velocity.y);
    if (ahead == 0.0 || !float_is_finite(ahead)) return touch->hit.edge_normal;
    rim_vec2 forward = rim_vec2_make((float)velocity.x, (float)velocity.y);
    return figure_normal_ahead(&a, &b, ahead * velocity.x, ahead * velocity.y, forward,
                               touch->hit.edge_normal);
}

// Computes the sweep of two rotating figures that do not overlap at the start. The first search finds the time and one
// of the pairs of parts that touch, which give the normal. If several pairs may touch at this time, the second search
// selects the pair that faces the normal best. Its t may be slightly later, so the t of the first search is kept.
// Stores the parts in *which, and leaves *which for a miss.
static rim_hit2 figure_turn_parts(figure_turn *m, rim_parts *which)
{
    turning_answer touch = { .hit = { .t = 1.0 } };
    int            count = figure_turn_first(m, 1.0, NULL, &touch, which);
    if (count == 0) return touch.hit;
    rim_vec2 normal = figure_turn_normal(m, &touch, *which);
    if (count > 1)
    {
        double first = touch.hit.t;
        figure_turn_first(m, first + touch.early, &normal, &touch, which);
        touch.hit.t = first;
    }
    touch.hit.normal = normal;
    return touch.hit;
}

rim_hit2 rim_figure_sweep_turning(const rim_figure *a, rim_motion2 a_motion, const rim_figure *b,
                                  rim_motion2 b_motion, rim_parts *which)
{
    figure_turn m = { .a = a, .b = b, .a_motion = a_motion, .b_motion = b_motion };
    rim_hit2    hit = { .t = 1.0 };
    rim_parts   parts = figure_no_parts();
    rim_posed   p, q;
    if (which) *which = parts;
    if (!turning_motion_is_usable(a_motion) || !turning_motion_is_usable(b_motion)) return hit;
    if (a_motion.turn == 0.0f && b_motion.turn == 0.0f)
        return rim_figure_sweep(a, a_motion.delta, b, b_motion.delta, which);
    rim_parts only = figure_only_sprites(a, &p, b, &q);
    if (only.a >= 0)
    {
        turning_mover one = figure_sprite_mover(p, a, a_motion);
        turning_mover two = figure_sprite_mover(q, b, b_motion);
        hit = turning_sweep_sprites(&one, &two);
        if (hit.hit) parts = only;
    }
    else if (rim_figure_overlaps(a, b, NULL))
    {
        // Without a motion the sweep returns the contact at the start.
        rim_vec2 rest = { 0.0f, 0.0f };
        return rim_figure_sweep(a, rest, b, rest, which);
    }
    else
        hit = figure_turn_parts(&m, &parts);
    if (which) *which = parts;
    return hit;
}
