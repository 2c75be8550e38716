// Template: compiled anew by each file that includes it.
// The text of field.h's kernels for either kind of lanes. Lane k is triangle k of the group.
#ifndef RIM_SOLID_MOVER_LANES_H
#define RIM_SOLID_MOVER_LANES_H

#include "solid/mover/field.h"
#include "solid/shape/four3.h"

#include <math.h>

// A motion along a surface, up to this part of its length, goes neither in nor out.
#define LEVEL 0x1p-30
// Rounds of a sweep. More than a dozen are only needed by what passes by at just this distance.
#define MOVER_FIELD_ROUNDS 48

FOUR_INLINE four3 lanes3(const double v[3][4])
{
    four3 l = { four_load(v[0]), four_load(v[1]), four_load(v[2]) };
    return l;
}

FOUR_INLINE four3 four3_along(four3 v, four3 d, four s)
{
    four3 l = { four_add(v.x, four_mul(d.x, s)), four_add(v.y, four_mul(d.y, s)),
                four_add(v.z, four_mul(d.z, s)) };
    return l;
}

FOUR_INLINE four3 four3_scaled(four3 d, four s)
{
    four3 l = { four_mul(d.x, s), four_mul(d.y, s), four_mul(d.z, s) };
    return l;
}

FOUR_INLINE four3 four3_choose(four_mask m, four3 a, four3 b)
{
    four3 l = { four_pick(m, a.x, b.x), four_pick(m, a.y, b.y), four_pick(m, a.z, b.z) };
    return l;
}

// NaN becomes lo.
FOUR_INLINE four four_clamp(four v, four lo, four hi)
{
    return four_min(four_max(v, lo), hi);
}

// --- the triangles ------------------------------------------------------------------------------------

FOUR_INLINE void four3_store(double out[3][4], four3 v)
{
    four_store(out[0], v.x);
    four_store(out[1], v.y);
    four_store(out[2], v.z);
}

FOUR_INLINE four3 mover_field_corners_of(const rim_vec3 *a, const rim_vec3 *b, const rim_vec3 *c,
                                         const rim_vec3 *d)
{
    four3 l = { four_set(a->x, b->x, c->x, d->x), four_set(a->y, b->y, c->y, d->y),
                four_set(a->z, b->z, c->z, d->z) };
    return l;
}

// A triangle whose sides are this close to parallel has no area; solid/shape/closest.h says why.
#define NO_AREA 0x1p-56

FOUR_INLINE void build_edge(field_group *g, int i, four3 e, four3 n)
{
    four one = four_all(1.0), level = four_add(four_mul(e.x, e.x), four_mul(e.z, e.z));
    four3_store(g->e[i], e);
    four3_store(g->in[i], four3_cross(n, e));
    four_store(g->per_level[i], four_div(one, level));
    four_store(g->per_edge[i], four_div(one, four3_dot(e, e)));
}

// How far the boxes of group i are from the one from lo to hi on an axis.
FOUR_INLINE four apart_on(const field *f, int i, int axis, double lo, double hi)
{
    four above = four_sub(four_load_floats(&f->lo[axis][4 * i]), four_all(hi));
    return four_max(above, four_sub(four_all(lo), four_load_floats(&f->hi[axis][4 * i])));
}

FOUR_INLINE four3 boxes_apart(const field *f, int i, vec3d lo, vec3d hi)
{
    four3 apart = { apart_on(f, i, 0, lo.x, hi.x), apart_on(f, i, 1, lo.y, hi.y),
                    apart_on(f, i, 2, lo.z, hi.z) };
    return apart;
}

FOUR_TARGET static field_set FOUR_NAME(near_round)(const field *f, vec3d lo, vec3d hi, double reach)
{
    double    far = f->shape.radius + reach;
    four      none = four_all(0.0), most = four_all(far * far);
    field_set near = 0;
    lo = v3d_add(lo, f->origin);
    hi = v3d_add(hi, f->origin);
    for (int i = 0; i < f->groups; i++)
    {
        four3     d = boxes_apart(f, i, lo, hi);
        four3     out = { four_max(d.x, none), four_max(d.y, none), four_max(d.z, none) };
        field_set in = four_bits(four_less(four3_dot(out, out), most)) != 0;
        near |= in << i;
    }
    return near;
}

FOUR_TARGET static field_set FOUR_NAME(near_box)(const field *f, vec3d lo, vec3d hi, double reach)
{
    field_set near = 0;
    lo = v3d_add(lo, f->origin);
    hi = v3d_add(hi, f->origin);
    for (int i = 0; i < f->groups; i++)
    {
        four3     d = boxes_apart(f, i, lo, hi);
        four      out = four_max(d.x, four_max(d.y, d.z));
        field_set in = four_bits(four_less(out, four_all(reach))) != 0;
        near |= in << i;
    }
    return near;
}

FOUR_TARGET static void FOUR_NAME(build_group)(field_group *g, const rim_triangle *const t[4],
                                               vec3d origin)
{
    four3 a = mover_field_corners_of(&t[0]->a, &t[1]->a, &t[2]->a, &t[3]->a), o = four3_all(origin);
    four3 b = mover_field_corners_of(&t[0]->b, &t[1]->b, &t[2]->b, &t[3]->b);
    four3 c = mover_field_corners_of(&t[0]->c, &t[1]->c, &t[2]->c, &t[3]->c);
    four3 e0 = four3_sub(b, a), e1 = four3_sub(c, b), e2 = four3_sub(a, c);
    four3 n = four3_cross(e0, four3_sub(c, a));
    four  none = four_all(0.0), square = four3_dot(n, n);
    four  size = four_mul(four3_dot(e0, e0), four3_dot(e2, e2));

    four_mask flat = four_less(four_mul(four_all(NO_AREA), size), square);
    four      per_length = four_div(four_all(1.0), four_sqrt(square));
    n.x = four_pick(flat, n.x, none);
    n.y = four_pick(flat, n.y, none);
    n.z = four_pick(flat, n.z, none);
    a = four3_sub(a, o);
    four3_store(g->a, a);
    four3_store(g->n, n);
    four_store(g->per_length, four_pick(flat, per_length, none));
    build_edge(g, 0, e0, n);
    build_edge(g, 1, e1, n);
    build_edge(g, 2, e2, n);
}

typedef struct near_lanes
{
    four  gap, at, face, side, over;
    four3 n;
} near_lanes;

FOUR_INLINE void near_store(field_near *out, const near_lanes *l)
{
    four_store(out->gap, l->gap);
    four_store(out->n[0], l->n.x);
    four_store(out->n[1], l->n.y);
    four_store(out->n[2], l->n.z);
    four_store(out->at, l->at);
    four_store(out->face, l->face);
    four_store(out->side, l->side);
    four_store(out->over, l->over);
}

FOUR_INLINE near_lanes near_load(const field_near *near)
{
    near_lanes l;
    l.gap = four_load(near->gap);
    l.n = lanes3(near->n);
    l.at = four_load(near->at);
    l.face = four_load(near->face);
    l.side = four_load(near->side);
    l.over = four_load(near->over);
    return l;
}

FOUR_INLINE four3 unit_normal(const field_group *g)
{
    return four3_scaled(lanes3(g->n), four_load(g->per_length));
}

// --- balls and capsules: where they are ---------------------------------------------------------------

// The closest so far: from the triangle to the axis, and where on the axis.
typedef struct mover_field_closest
{
    four3 away;
    four  square, at;
} mover_field_closest;

// The upright axis from x, `rise` long, against an edge from corner c. In the level plane the closest point of
// the edge's line is at u = -(d.e)/(e.e), d = c - x. Clamping u, then the axis' height for it, then u again
// for that finds the closest pair (Lumelsky 1985); where nothing was clamped the last step changes nothing.
FOUR_INLINE void near_edge(mover_field_closest *best, four3 d, four3 e, four per_level,
                           four per_edge, four rise)
{
    four none = four_all(0.0), one = four_all(1.0);
    four level = four_add(four_mul(d.x, e.x), four_mul(d.z, e.z));
    four u = four_clamp(four_mul(four_sub(none, level), per_level), none, one);
    four s = four_clamp(four_add(d.y, four_mul(u, e.y)), none, rise);
    four w = four_add(level, four_mul(four_sub(d.y, s), e.y));
    u = four_clamp(four_mul(four_sub(none, w), per_edge), none, one);
    four3     to = four3_along(d, e, u);
    four3     away = { four_sub(none, to.x), four_sub(s, to.y), four_sub(none, to.z) };
    four      square = four3_dot(away, away);
    four_mask less = four_less(square, best->square);
    best->away = four3_choose(less, away, best->away);
    best->square = four_pick(less, square, best->square);
    best->at = four_pick(less, s, best->at);
}

FOUR_INLINE mover_field_closest near_edges(const field_group *g, four3 d0, four3 d1, four3 d2,
                                           four rise)
{
    mover_field_closest best = { d0, four_all(INFINITY), four_all(0.0) };
    near_edge(&best, d0, lanes3(g->e[0]), four_load(g->per_level[0]), four_load(g->per_edge[0]),
              rise);
    near_edge(&best, d1, lanes3(g->e[1]), four_load(g->per_level[1]), four_load(g->per_edge[1]),
              rise);
    near_edge(&best, d2, lanes3(g->e[2]), four_load(g->per_level[2]), four_load(g->per_edge[2]),
              rise);
    return best;
}

// Is the point at `height` on the axis over the triangle's inside?
FOUR_INLINE four_mask over_inside(const field_group *g, four3 d0, four3 d1, four3 d2, four height)
{
    four3 a = { d0.x, four_sub(d0.y, height), d0.z }, b = { d1.x, four_sub(d1.y, height), d1.z };
    four3 c = { d2.x, four_sub(d2.y, height), d2.z };
    four  none = four_all(0.0);
    return four_and(four_less(four3_dot(lanes3(g->in[0]), a), none),
                    four_and(four_less(four3_dot(lanes3(g->in[1]), b), none),
                             four_less(four3_dot(lanes3(g->in[2]), c), none)));
}

// The direction away from the closest point of an edge; when the axis meets the edge, that of the face.
FOUR_INLINE four3 edge_normal(const mover_field_closest *best, four distance, four3 facing,
                              four_mask flat, four least)
{
    four3     up = { four_all(0.0), four_all(1.0), four_all(0.0) };
    four3     away = four3_scaled(best->away, four_div(four_all(1.0), distance));
    four_mask apart = four_less(least, distance);
    return four3_choose(apart, away, four3_choose(flat, facing, up));
}

// How an axis stands to the planes of triangles.
typedef struct plane_lanes
{
    four      low, tilt, high, side, deep;
    four_mask behind, cut;
} plane_lanes;

// The axis' ends are at the heights low and high over the plane. Where their signs differ it cuts the plane;
// then it is on the side of its middle, and as deep as the end behind.
FOUR_INLINE plane_lanes mover_field_planes_of(four3 n, four3 d0, four rise)
{
    four        none = four_all(0.0);
    plane_lanes l;
    l.low = four_sub(none, four3_dot(n, d0));
    l.tilt = four_mul(n.y, rise);
    l.high = four_add(l.low, l.tilt);
    l.behind = four_less(four_add(l.low, l.high), none);
    l.side = four_pick(l.behind, four_all(-1.0), four_all(1.0));
    l.deep = four_min(four_mul(l.low, l.side), four_mul(l.high, l.side));
    l.cut = four_less(l.deep, none);
    return l;
}

FOUR_INLINE near_lanes look_round(const field_group *g, const field_shape *shape, four3 x)
{
    four  none = four_all(0.0), rise = four_all(shape->rise), radius = four_all(shape->radius);
    four3 d0 = four3_sub(lanes3(g->a), x), d1 = four3_add(d0, lanes3(g->e[0]));
    four3 d2 = four3_sub(d0, lanes3(g->e[2])), n = unit_normal(g);
    mover_field_closest best = near_edges(g, d0, d1, d2, rise);

    plane_lanes p = mover_field_planes_of(n, d0, rise);
    four_mask   cut = p.cut, upper = four_less(four_abs(p.high), four_abs(p.low));
    four        through = four_mul(four_div(p.low, four_sub(none, p.tilt)), rise);
    four        at = four_pick(cut, through, four_pick(upper, rise, none));
    four_mask   over = over_inside(g, d0, d1, d2, at);

    near_lanes l;
    four       distance = four_sqrt(best.square), least = four_all(0x1p-30 * shape->radius);
    four_mask  flat = four_less(none, four_load(g->per_length));
    four3      facing = four3_scaled(n, p.side);
    l.n = four3_choose(over, facing, edge_normal(&best, distance, facing, flat, least));
    l.gap = four_sub(four_pick(over, p.deep, distance), radius);
    l.at = four_pick(over, at, best.at);
    l.over = four_pick(over, four_all(1.0), none);
    four no = four_all(-INFINITY);
    l.face = four_pick(flat, four_pick(cut, no, four_sub(p.deep, radius)), no);
    l.side = four_pick(flat, four_pick(cut, none, p.side), none);
    if (shape->one_sided) l.gap = four_pick(four_and(flat, p.behind), four_all(INFINITY), l.gap);
    return l;
}

FOUR_TARGET static void FOUR_NAME(look_at_round)(field_near *out, const field_group *g,
                                                 const field_shape *shape, vec3d x)
{
    near_lanes l = look_round(g, shape, four3_all(x));
    near_store(out, &l);
}

// --- balls and capsules: in motion --------------------------------------------------------------------

typedef struct sweep_lanes
{
    four      t, stop; // how far; where the skin was reached, or INFINITY
    four_mask alive;   // may still hit
} sweep_lanes;

// The distance to a triangle is a convex function of time, so Newton's method from the start comes to the
// first contact from before; so does the face's plane, which is linear, and the later of the two counts.
FOUR_INLINE void sweep_round_step(sweep_lanes *s, const near_lanes *l, four3 n, four3 v, four level,
                                  const field_shape *shape)
{
    four none = four_all(0.0), skin = four_all(shape->skin);
    four hit = four_all(FIELD_HIT * shape->skin), inf = four_all(INFINITY);
    four rate = four3_dot(l->n, v), face_rate = four_mul(four3_dot(n, v), l->side);
    // What does not come closer, or stays in front of the face's plane, never hits.
    four face_left = four_sub(l->face, hit), face_turn = four_sub(face_rate, level);
    s->alive = four_and(s->alive, four_less(rate, level));
    s->alive = four_and(s->alive, four_less(four_min(face_left, face_turn), none));

    four_mask touched = four_less(l->gap, four_all((1.0 + FIELD_ARRIVED) * shape->skin));
    s->stop = four_pick(touched, four_min(s->stop, s->t), s->stop);
    four_mask pressed = four_less(s->stop, inf);
    four      target = four_pick(pressed, hit, skin);
    four      step = four_div(four_sub(target, l->gap), rate);
    four      face_step = four_div(four_sub(target, l->face), face_rate);
    four_mask ahead = four_and(four_less(target, l->face), four_less(face_rate, level));
    step = four_max(step, four_pick(ahead, face_step, none));
    s->t = four_add(s->t, four_max(step, none));
}

// What stays in front of the face's plane, here or all the way, never hits: of every group is to be seen whether
// any of its four may do other.
FOUR_TARGET static field_set FOUR_NAME(ahead_of_round)(const field *f, field_set groups, vec3d x,
                                                       vec3d v, double end)
{
    const field_shape *s = &f->shape;
    double             slow = -LEVEL * v3d_length(v);
    four      none = four_all(0.0), rise = four_all(s->rise), hit = four_all(FIELD_HIT * s->skin);
    four      level = four_all(slow), radius = four_all(s->radius), far = four_all(1.001 * s->skin);
    four3     x4 = four3_all(x), v4 = four3_all(v);
    field_set ahead = 0;
    for (field_set left = groups; left; left &= left - 1)
    {
        int                i = field_lowest(left);
        const field_group *g = &f->lanes[i];
        four3              n = unit_normal(g);
        plane_lanes        p = mover_field_planes_of(n, four3_sub(lanes3(g->a), x4), rise);
        four               face = four_sub(p.deep, radius);
        four               rate = four_mul(four3_dot(n, v4), p.side);
        four               last = four_add(face, four_mul(rate, four_all(end)));
        four_mask          flat = four_less(none, four_load(g->per_length));
        four_mask leaves = four_and(four_less_equal(hit, face), four_less_equal(level, rate));
        four_mask passes = four_and(four_less(far, face), four_less(far, last));
        int       safe = four_bits(four_and(flat, leaves)) | four_bits(four_and(flat, passes));
        ahead |= (field_set)(safe != 15) << i;
    }
    return ahead;
}

FOUR_TARGET static double FOUR_NAME(sweep_of_round)(const field_group *g, const field_near *start,
                                                    const field_shape *shape, vec3d x, vec3d v,
                                                    double most, double end)
{
    four3       n = unit_normal(g), v4 = four3_all(v), x4 = four3_all(x);
    four        level = four_all(-LEVEL * v3d_length(v)), inf = four_all(INFINITY);
    four        near_enough = four_all((FIELD_HIT + FIELD_ARRIVED) * shape->skin);
    near_lanes  l = near_load(start);
    sweep_lanes s = { four_all(0.0), inf, four_less(l.gap, inf) };
    for (int i = 0; i < MOVER_FIELD_ROUNDS; i++)
    {
        sweep_round_step(&s, &l, n, v4, level, shape);
        // Through the skin: what stopped at the skin has hit.
        four_mask through = four_and(s.alive, four_less(l.gap, near_enough));
        double    first = four_lowest(four_pick(through, s.stop, inf));
        most = first < most ? first : most;
        four_mask on = four_and(s.alive, four_less(near_enough, l.gap));
        // What stops later than the first matters no more; what has stopped may hit until the end.
        four_mask pressed = four_less(s.stop, inf);
        s.alive = four_and(on, four_less(s.t, four_pick(pressed, four_all(end), four_all(most))));
        s.alive = four_and(s.alive, four_less(four_min(s.stop, s.t), four_all(most)));
        if (!four_bits(s.alive)) return most;
        l = look_round(g, shape, four3_along(x4, v4, s.t));
    }
    double first = four_lowest(four_pick(s.alive, four_min(s.stop, s.t), inf));
    return first < most ? first : most;
}

// --- boxes --------------------------------------------------------------------------------------------

// The shadows of triangle and box on an axis: the triangle's reaches from lo to hi, the box's from -reach to
// reach.
typedef struct shadow
{
    four3 n;
    four  lo, hi, reach;
} shadow;

FOUR_INLINE shadow shadow_on(four3 n, four a, four b, four c, four reach)
{
    shadow s = { n, four_min(a, four_min(b, c)), four_max(a, four_max(b, c)), reach };
    return s;
}

// Axis 0 .. 2 of the box; 3 the face; 4 .. 12 each edge across each axis. An axis that is no direction is one
// on which everything is in the same place.
FOUR_INLINE shadow shadow_of(const field_group *g, const field_shape *shape, four3 d0, four3 d1,
                             four3 d2, int axis)
{
    four none = four_all(0.0), one = four_all(1.0);
    four hx = four_all(shape->half.x), hy = four_all(shape->half.y), hz = four_all(shape->half.z);
    if (axis < 3)
    {
        four3 unit = { axis == 0 ? one : none, axis == 1 ? one : none, axis == 2 ? one : none };
        if (axis == 0) return shadow_on(unit, d0.x, d1.x, d2.x, hx);
        if (axis == 1) return shadow_on(unit, d0.y, d1.y, d2.y, hy);
        return shadow_on(unit, d0.z, d1.z, d2.z, hz);
    }
    four3 n = unit_normal(g);
    if (axis > 3)
    {
        four3 e = lanes3(g->e[(axis - 4) / 3]);
        int   k = (axis - 4) % 3;
        n.x = k == 0 ? none : k == 1 ? e.z : four_sub(none, e.y);
        n.y = k == 0 ? four_sub(none, e.z) : k == 1 ? none : e.x;
        n.z = k == 0 ? e.y : k == 1 ? four_sub(none, e.x) : none;
        four length = four_sqrt(four3_dot(n, n));
        n = four3_scaled(n, four_pick(four_less(none, length), four_div(one, length), none));
    }
    four reach = four_add(four_add(four_mul(hx, four_abs(n.x)), four_mul(hy, four_abs(n.y))),
                          four_mul(hz, four_abs(n.z)));
    four a = four3_dot(n, d0);
    if (axis == 3) return shadow_on(n, a, a, a, reach);
    return shadow_on(n, a, four3_dot(n, d1), four3_dot(n, d2), reach);
}

FOUR_INLINE near_lanes look_box(const field_group *g, const field_shape *shape, four3 x)
{
    four       none = four_all(0.0), one = four_all(1.0), no = four_all(-INFINITY);
    four3      d0 = four3_sub(lanes3(g->a), x), d1 = four3_add(d0, lanes3(g->e[0]));
    four3      d2 = four3_sub(d0, lanes3(g->e[2]));
    four_mask  flat = four_less(none, four_load(g->per_length));
    near_lanes l = { no, none, no, none, none, { none, one, none } };
    four       hit = four_all(FIELD_HIT * shape->skin);
    for (int axis = 0; axis < 13; axis++)
    {
        shadow    s = shadow_of(g, shape, d0, d1, d2, axis);
        four      above = four_sub(four_sub(none, s.reach), s.hi), below = four_sub(s.lo, s.reach);
        four_mask under = four_less(above, below), more;
        four      gap = four_max(above, below), side = four_pick(under, four_all(-1.0), one);
        // An axis without direction separates nothing.
        four_mask real = four_less(none, four3_dot(s.n, s.n));
        four_mask both = four_and(four_less(hit, gap), four_less(hit, l.gap));
        both = four_and(both, four_less(four_abs(four3_dot(s.n, l.n)), four_all(0.999)));
        l.over = four_pick(four_and(real, both), one, l.over);
        more = four_and(four_less(l.gap, gap), real);
        l.gap = four_pick(more, gap, l.gap);
        l.n = four3_choose(more, four3_scaled(s.n, side), l.n);
        if (axis != 3) continue;
        l.face = four_pick(flat, gap, no);
        l.side = four_pick(flat, side, none);
    }
    if (shape->one_sided) l.gap = four_pick(four_less(l.side, none), four_all(INFINITY), l.gap);
    return l;
}

FOUR_TARGET static void FOUR_NAME(look_at_box)(field_near *out, const field_group *g,
                                               const field_shape *shape, vec3d x)
{
    near_lanes l = look_box(g, shape, four3_all(x));
    near_store(out, &l);
}

typedef struct window_lanes
{
    four from, to;
} window_lanes;

// When shadows closer than margin meet, and when they part again.
FOUR_INLINE void mover_field_narrow(window_lanes *w, const shadow *s, four rate, four level,
                                    double margin)
{
    four inf = four_all(INFINITY), none = four_all(0.0),
         grown = four_add(s->reach, four_all(margin));
    four      lo = four_sub(s->lo, grown), hi = four_add(s->hi, grown);
    four      a = four_div(lo, rate), b = four_div(hi, rate);
    four_mask moves = four_less(level, four_abs(rate));
    // At rest on this axis they meet always or never: lo < 0 < hi, or not.
    four      rest =
        four_pick(four_and(four_less(lo, none), four_less(none, hi)), four_sub(none, inf), inf);
    w->from = four_max(w->from, four_pick(moves, four_min(a, b), rest));
    w->to = four_min(w->to, four_pick(moves, four_max(a, b), inf));
}

FOUR_TARGET static field_set FOUR_NAME(ahead_of_box)(const field *f, field_set groups, vec3d x,
                                                     vec3d v, double end)
{
    (void)f, (void)x, (void)v, (void)end;
    return groups;
}

FOUR_TARGET static double FOUR_NAME(sweep_of_box)(const field_group *g, const field_near *start,
                                                  const field_shape *shape, vec3d x, vec3d v,
                                                  double most, double end)
{
    four         none = four_all(0.0), inf = four_all(INFINITY);
    four3        d0 = four3_sub(lanes3(g->a), four3_all(x)), d1 = four3_add(d0, lanes3(g->e[0]));
    four3        d2 = four3_sub(d0, lanes3(g->e[2])), v4 = four3_all(v);
    double       slow = LEVEL * v3d_length(v);
    four         level = four_all(slow);
    near_lanes   l = near_load(start);
    window_lanes skin = { four_sub(none, inf), inf }, hit = skin;
    for (int axis = 0; axis < 13; axis++)
    {
        shadow s = shadow_of(g, shape, d0, d1, d2, axis);
        four   rate = four3_dot(s.n, v4);
        mover_field_narrow(&skin, &s, rate, level, shape->skin);
        mover_field_narrow(&hit, &s, rate, level, FIELD_HIT * shape->skin);
    }
    // What is too near already stops only what goes in.
    four_mask in = four_less(hit.from, none);
    four_mask inward = four_less(four3_dot(l.n, v4), four_all(-slow));
    four_mask meets = four_and(four_less(hit.from, hit.to), four_less(none, hit.to));
    four      first = four_pick(in, four_pick(inward, none, inf), four_max(skin.from, none));
    first = four_pick(four_and(meets, four_less(hit.from, four_all(end))), first, inf);
    first = four_pick(four_less(l.gap, inf), first, inf);
    double t = four_lowest(first);
    return t < most ? t : most;
}

const field_kernels FOUR_NAME(mover_field_round) = {
    FOUR_NAME(near_round), FOUR_NAME(ahead_of_round), FOUR_NAME(build_group),
    FOUR_NAME(look_at_round), FOUR_NAME(sweep_of_round)
};
const field_kernels FOUR_NAME(mover_field_box) = { FOUR_NAME(near_box), FOUR_NAME(ahead_of_box),
                                                   FOUR_NAME(build_group), FOUR_NAME(look_at_box),
                                                   FOUR_NAME(sweep_of_box) };

#endif
