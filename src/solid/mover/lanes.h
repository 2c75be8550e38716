// Template: compiled by each file that includes it. Requires simd/f64x4.h to be included before.
//
// The kernels of field.h. Lane k is triangle k of the group.
#ifndef RIM_SOLID_MOVER_LANES_H
#define RIM_SOLID_MOVER_LANES_H

#include "solid/mover/field.h"
#include "solid/shape/vec3x4.h"

#include <math.h>

// The largest number of Newton steps of a sweep. More than a dozen are needed only if the mover passes at almost exactly
// the skin's distance.
#define MOVER_FIELD_ROUNDS 48

// Loads four vectors, stored as [axis][lane].
SIMD_INLINE vec3x4 lanes3(const double v[3][4])
{
    return (vec3x4){ f64x4_load(v[0]), f64x4_load(v[1]), f64x4_load(v[2]) };
}

// Returns v + s d.
SIMD_INLINE vec3x4 vec3x4_along(vec3x4 v, vec3x4 d, f64x4 s)
{
    return (vec3x4){ f64x4_add(v.x, f64x4_mul(d.x, s)), f64x4_add(v.y, f64x4_mul(d.y, s)),
                     f64x4_add(v.z, f64x4_mul(d.z, s)) };
}

// Returns v clamped to lo .. hi, and lo for NaN.
SIMD_INLINE f64x4 f64x4_clamp(f64x4 v, f64x4 lo, f64x4 hi)
{
    return f64x4_min(f64x4_max(v, lo), hi);
}

// --- the triangles ------------------------------------------------------------------------------------

// Stores four vectors as [axis][lane].
SIMD_INLINE void vec3x4_store(double out[3][4], vec3x4 v)
{
    f64x4_store(out[0], v.x);
    f64x4_store(out[1], v.y);
    f64x4_store(out[2], v.z);
}

// Returns the groups with a triangle whose box is within `reach` of the box lo .. hi, for rounded movers within radius +
// reach. A lane is a triangle. With d = max(triangle.lo - hi, lo - triangle.hi) per axis, the gap between the boxes
// (negative where they overlap):
//
//     a box mover       needs  max(d) < reach             as its faces are moved outward by the reach
//     a rounded mover   needs  |max(d, 0)| < radius + reach
SIMD_TARGET static field_set SIMD_NAME(near_groups)(const field *f, vec3d lo, vec3d hi,
                                                    double reach)
{
    double    far = f->shape.radius + reach;
    f64x4     none = f64x4_all(0.0);
    field_set near = 0;
    lo = v3d_add(lo, f->origin);
    hi = v3d_add(hi, f->origin);
    double from[3] = { lo.x, lo.y, lo.z }, to[3] = { hi.x, hi.y, hi.z };
    for (int i = 0; i < f->groups; i++)
    {
        f64x4 d[3]; // the gap between the boxes on each axis
        for (int k = 0; k < 3; k++)
        {
            f64x4 above = f64x4_sub(f64x4_load_floats(&f->lo[k][4 * i]), f64x4_all(to[k]));
            f64x4 below = f64x4_sub(f64x4_all(from[k]), f64x4_load_floats(&f->hi[k][4 * i]));
            d[k] = f64x4_max(above, below);
        }
        vec3x4     out = { f64x4_max(d[0], none), f64x4_max(d[1], none), f64x4_max(d[2], none) };
        f64x4      most = f64x4_max(d[0], f64x4_max(d[1], d[2]));
        f64x4_mask in = f->shape.box ? f64x4_less(most, f64x4_all(reach))
                                     : f64x4_less(vec3x4_dot(out, out), f64x4_all(far * far));
        near |= (field_set)(f64x4_bits(in) != 0) << i;
    }
    return near;
}

// Computes the edges, normals and reciprocal lengths of four triangles, a triangle a lane, relative to the origin. A
// triangle without area (squared sine of the angle at a at most MOVER_NO_AREA) gets a zero normal and per_length 0. The
// reciprocals of edges without length, and per_level of vertical ones, as walls have, are infinite; near_edge multiplies
// them by 0 there, and its clamps turn the NaN into 0.
SIMD_TARGET static void SIMD_NAME(build_group)(field_group *g, const rim_triangle *const t[4],
                                               vec3d origin)
{
    vec3x4 a =
        vec3x4_set(v3d_from(t[0]->a), v3d_from(t[1]->a), v3d_from(t[2]->a), v3d_from(t[3]->a));
    vec3x4 b =
        vec3x4_set(v3d_from(t[0]->b), v3d_from(t[1]->b), v3d_from(t[2]->b), v3d_from(t[3]->b));
    vec3x4 c =
        vec3x4_set(v3d_from(t[0]->c), v3d_from(t[1]->c), v3d_from(t[2]->c), v3d_from(t[3]->c));
    vec3x4 e[3] = { vec3x4_sub(b, a), vec3x4_sub(c, b), vec3x4_sub(a, c) };
    vec3x4 n = vec3x4_cross(e[0], vec3x4_sub(c, a));
    f64x4  none = f64x4_all(0.0), one = f64x4_all(1.0), square = vec3x4_dot(n, n);
    f64x4  size = f64x4_mul(vec3x4_dot(e[0], e[0]), vec3x4_dot(e[2], e[2]));

    f64x4_mask has_area = f64x4_less(f64x4_mul(f64x4_all(MOVER_NO_AREA), size), square);
    f64x4      per_length = f64x4_div(one, f64x4_sqrt(square));
    n = vec3x4_choose(has_area, n, vec3x4_all(v3d(0.0, 0.0, 0.0)));
    vec3x4_store(g->a, vec3x4_sub(a, vec3x4_all(origin)));
    vec3x4_store(g->n, n);
    f64x4_store(g->per_length, f64x4_pick(has_area, per_length, none));
    for (int i = 0; i < 3; i++)
    {
        f64x4 level = f64x4_add(f64x4_mul(e[i].x, e[i].x), f64x4_mul(e[i].z, e[i].z));
        vec3x4_store(g->e[i], e[i]);
        vec3x4_store(g->in[i], vec3x4_cross(n, e[i]));
        f64x4_store(g->per_level[i], f64x4_div(one, level));
        f64x4_store(g->per_edge[i], f64x4_div(one, vec3x4_dot(e[i], e[i])));
    }
}

// A field_near in lanes.
typedef struct near_lanes
{
    f64x4  gap;
    vec3x4 n;
    f64x4  at;
    f64x4  face;
    f64x4  side;
    f64x4  over;
    f64x4  next;
} near_lanes;

// Stores the lanes as a field_near.
SIMD_INLINE void near_store(field_near *out, const near_lanes *l)
{
    f64x4_store(out->gap, l->gap);
    vec3x4_store(out->n, l->n);
    f64x4_store(out->at, l->at);
    f64x4_store(out->face, l->face);
    f64x4_store(out->side, l->side);
    f64x4_store(out->over, l->over);
    f64x4_store(out->next, l->next);
}

// Loads a field_near as lanes.
SIMD_INLINE near_lanes near_load(const field_near *near)
{
    return (near_lanes){ f64x4_load(near->gap),  lanes3(near->n),        f64x4_load(near->at),
                         f64x4_load(near->face), f64x4_load(near->side), f64x4_load(near->over),
                         f64x4_load(near->next) };
}

// The corners of four triangles relative to a position.
typedef struct corner_lanes
{
    vec3x4 a, b, c;
} corner_lanes;

// Returns the corners of a group relative to x:  a - x, + e0, - e2.
SIMD_INLINE corner_lanes corners_from(const field_group *g, vec3x4 x)
{
    vec3x4 a = vec3x4_sub(lanes3(g->a), x);
    return (corner_lanes){ a, vec3x4_add(a, lanes3(g->e[0])), vec3x4_sub(a, lanes3(g->e[2])) };
}

// Returns the unit normals of a group, zero for triangles without area.
SIMD_INLINE vec3x4 unit_normal(const field_group *g)
{
    return vec3x4_scale(lanes3(g->n), f64x4_load(g->per_length));
}

// --- spheres and capsules: distances --------------------------------------------------------------------

// The shortest vector so far from a triangle to the axis, its square, and the height on the axis where it ends.
typedef struct mover_field_closest
{
    vec3x4 away;
    f64x4  square, at;
} mover_field_closest;

// Lowers *best to the closest points of the upright axis (from x, length `rise`) and an edge e from corner c. With d = c -
// x:
//
//     u = clamp(-(d.x e.x + d.z e.z) / (e.x^2 + e.z^2), 0, 1)     closest in the horizontal plane
//     s = clamp(d.y + u e.y, 0, rise)                             height on the axis
//     u = clamp(-(d - s up) . e / e.e, 0, 1)                      closest point of the edge to that height
//
// (Lumelsky, "On fast computation of distance between line segments", 1985, for an upright segment.) The distance of two
// points is convex in (u, s), so clamping one and then minimising the other finds the minimum. If nothing was clamped, the
// last step changes nothing.
SIMD_INLINE void near_edge(mover_field_closest *best, vec3x4 d, const field_group *g, int edge,
                           f64x4 rise)
{
    vec3x4 e = lanes3(g->e[edge]);
    f64x4  per_level = f64x4_load(g->per_level[edge]), per_edge = f64x4_load(g->per_edge[edge]);
    f64x4  none = f64x4_all(0.0), one = f64x4_all(1.0);
    f64x4  level = f64x4_add(f64x4_mul(d.x, e.x), f64x4_mul(d.z, e.z));
    f64x4  u = f64x4_clamp(f64x4_mul(f64x4_sub(none, level), per_level), none, one);
    f64x4  s = f64x4_clamp(f64x4_add(d.y, f64x4_mul(u, e.y)), none, rise);
    f64x4  w = f64x4_add(level, f64x4_mul(f64x4_sub(d.y, s), e.y));
    u = f64x4_clamp(f64x4_mul(f64x4_sub(none, w), per_edge), none, one);
    vec3x4     to = vec3x4_along(d, e, u);
    vec3x4     away = { f64x4_sub(none, to.x), f64x4_sub(s, to.y), f64x4_sub(none, to.z) };
    f64x4      square = vec3x4_dot(away, away);
    f64x4_mask less = f64x4_less(square, best->square);
    best->away = vec3x4_choose(less, away, best->away);
    best->square = f64x4_pick(less, square, best->square);
    best->at = f64x4_pick(less, s, best->at);
}

// Returns the lanes in which the point at `height` on the axis projects into the triangle:  in_i . (corner_i - point) <
// 0  for the inward normals in_i of the three edges.
SIMD_INLINE f64x4_mask over_inside(const field_group *g, const corner_lanes *d, f64x4 height)
{
    vec3x4 up = { f64x4_all(0.0), height, f64x4_all(0.0) };
    f64x4  none = f64x4_all(0.0);
    f64x4  a = vec3x4_dot(lanes3(g->in[0]), vec3x4_sub(d->a, up));
    f64x4  b = vec3x4_dot(lanes3(g->in[1]), vec3x4_sub(d->b, up));
    f64x4  c = vec3x4_dot(lanes3(g->in[2]), vec3x4_sub(d->c, up));
    return f64x4_and(f64x4_less(a, none), f64x4_and(f64x4_less(b, none), f64x4_less(c, none)));
}

// An axis relative to the planes of triangles: the heights of its ends (high = low + tilt), the side of the plane on which
// it counts (+1 in front, -1 behind), the lesser height on that side, and whether it is behind the plane and cuts it.
typedef struct plane_lanes
{
    f64x4      low;
    f64x4      tilt;
    f64x4      high;
    f64x4      side;
    f64x4      deep;
    f64x4_mask behind;
    f64x4_mask cut;
} plane_lanes;

// Computes plane_lanes from unit normals n and the first corners d0 relative to the lower end of the axis:
//
//     low = -n . d0,  high = low + n.y rise,  side = sign(low + high),  deep = min(side low, side high)
//
// The axis cuts the plane if deep < 0. It then counts on the side of its middle.
SIMD_INLINE plane_lanes mover_field_planes_of(vec3x4 n, vec3x4 d0, f64x4 rise)
{
    f64x4       none = f64x4_all(0.0);
    plane_lanes l;
    l.low = f64x4_sub(none, vec3x4_dot(n, d0));
    l.tilt = f64x4_mul(n.y, rise);
    l.high = f64x4_add(l.low, l.tilt);
    l.behind = f64x4_less(f64x4_add(l.low, l.high), none);
    l.side = f64x4_pick(l.behind, f64x4_all(-1.0), f64x4_all(1.0));
    l.deep = f64x4_min(f64x4_mul(l.low, l.side), f64x4_mul(l.high, l.side));
    l.cut = f64x4_less(l.deep, none);
    return l;
}

// Computes field_near for a sphere or capsule whose lower center is at x. With the triangle's plane (see plane_lanes):
//
//     a point of the axis projects into the triangle     gap = deep - radius        normal = the face's
//     else, with w from the closest edge to the axis     gap = |w| - radius         normal = w / |w|
//
// The point that is projected is where the axis cuts the plane, or else the end that is closer to it: the distance to the
// plane is linear along the axis. Every lane computes both, and `over` picks one.
SIMD_INLINE near_lanes distances_round(const field_group *g, const field_shape *shape, vec3x4 x)
{
    f64x4  none = f64x4_all(0.0), rise = f64x4_all(shape->rise), radius = f64x4_all(shape->radius);
    vec3x4 n = unit_normal(g);

    corner_lanes        d = corners_from(g, x);
    mover_field_closest best = { d.a, f64x4_all(INFINITY), none };
    near_edge(&best, d.a, g, 0, rise);
    near_edge(&best, d.b, g, 1, rise);
    near_edge(&best, d.c, g, 2, rise);

    plane_lanes p = mover_field_planes_of(n, d.a, rise);
    f64x4_mask  cut = p.cut, upper = f64x4_less(f64x4_abs(p.high), f64x4_abs(p.low));
    f64x4       through = f64x4_mul(f64x4_div(p.low, f64x4_sub(none, p.tilt)), rise);
    f64x4       at = f64x4_pick(cut, through, f64x4_pick(upper, rise, none));
    f64x4_mask  over = over_inside(g, &d, at);

    near_lanes l;
    f64x4 distance = f64x4_sqrt(best.square), least = f64x4_all(MOVER_CROSSING * shape->radius);
    f64x4_mask has_area = f64x4_less(none, f64x4_load(g->per_length));
    vec3x4     facing = vec3x4_scale(n, p.side);
    // The normal points from the closest point of an edge to the axis. If the axis crosses the edge, it is the face's
    // normal.
    vec3x4     away = vec3x4_scale(best.away, f64x4_div(f64x4_all(1.0), distance));
    vec3x4     crossing = vec3x4_choose(has_area, facing, vec3x4_all(v3d(0.0, 1.0, 0.0)));
    away = vec3x4_choose(f64x4_less(least, distance), away, crossing);
    l.n = vec3x4_choose(over, facing, away);
    l.gap = f64x4_sub(f64x4_pick(over, p.deep, distance), radius);
    l.at = f64x4_pick(over, at, best.at);
    l.over = f64x4_pick(over, f64x4_all(1.0), none);
    l.next = f64x4_all(-INFINITY);
    f64x4 no = f64x4_all(-INFINITY);
    l.face = f64x4_pick(has_area, f64x4_pick(cut, no, f64x4_sub(p.deep, radius)), no);
    l.side = f64x4_pick(has_area, f64x4_pick(cut, none, p.side), none);
    if (shape->one_sided)
        l.gap = f64x4_pick(f64x4_and(has_area, p.behind), f64x4_all(INFINITY), l.gap);
    return l;
}

// --- spheres and capsules: sweeps -----------------------------------------------------------------------

// The state of four sweeps.
typedef struct sweep_lanes
{
    f64x4      t;     // the time reached
    f64x4      stop;  // the time at which the skin was reached, or INFINITY
    f64x4_mask alive; // the triangle may still be hit
} sweep_lanes;

// Advances the times by one Newton step,  (target - gap) / rate.  The distance to a triangle is a convex function of time,
// so Newton's method from the start never passes the first contact. The distance to the face's plane is linear, and its
// step never passes the contact either, so the longer of the two steps is taken. The target is the skin, and FIELD_HIT of
// the skin once the skin was reached. l are the distances at s->t; rates below `approach` (negative) approach.
SIMD_INLINE void sweep_round_step(sweep_lanes *s, const near_lanes *l, vec3x4 n, vec3x4 v,
                                  f64x4 approach, const field_shape *shape)
{
    f64x4 none = f64x4_all(0.0), skin = f64x4_all(shape->skin);
    f64x4 hit = f64x4_all(FIELD_HIT * shape->skin), inf = f64x4_all(INFINITY);
    f64x4 rate = vec3x4_dot(l->n, v), face_rate = f64x4_mul(vec3x4_dot(n, v), l->side);
    // A mover never hits if it does not approach, or if it stays in front of the face's plane.
    f64x4 face_left = f64x4_sub(l->face, hit), face_turn = f64x4_sub(face_rate, approach);
    s->alive = f64x4_and(s->alive, f64x4_less(rate, approach));
    s->alive = f64x4_and(s->alive, f64x4_less(f64x4_min(face_left, face_turn), none));

    f64x4_mask at_skin = f64x4_less(l->gap, f64x4_all((1.0 + FIELD_ARRIVED) * shape->skin));
    s->stop = f64x4_pick(at_skin, f64x4_min(s->stop, s->t), s->stop);
    f64x4_mask past_skin = f64x4_less(s->stop, inf);
    f64x4      target = f64x4_pick(past_skin, hit, skin);
    f64x4      step = f64x4_div(f64x4_sub(target, l->gap), rate);
    f64x4      face_step = f64x4_div(f64x4_sub(target, l->face), face_rate);
    f64x4_mask ahead = f64x4_and(f64x4_less(target, l->face), f64x4_less(face_rate, approach));
    step = f64x4_max(step, f64x4_pick(ahead, face_step, none));
    s->t = f64x4_add(s->t, f64x4_max(step, none));
}

// Returns the groups with a triangle that the motion v may hit until the time `end`. A triangle is not hit if the mover
// stays in front of its plane: it does not approach the plane, or the plane is farther than the skin at both ends of the
// motion (in between too, as the distance to a plane is linear). The lanes of a box's groups are not tested. Triangles
// without area have no plane.
SIMD_TARGET static field_set SIMD_NAME(ahead_groups)(const field *f, field_set groups, vec3d x,
                                                     vec3d v, double end)
{
    const field_shape *s = &f->shape;
    double             slow = -MOVER_PARALLEL * v3d_length(v);
    f64x4 none = f64x4_all(0.0), rise = f64x4_all(s->rise), hit = f64x4_all(FIELD_HIT * s->skin);
    f64x4 approach = f64x4_all(slow), radius = f64x4_all(s->radius),
          far = f64x4_all(MOVER_BEYOND_SKIN * s->skin);
    vec3x4    x4 = vec3x4_all(x), v4 = vec3x4_all(v);
    field_set ahead = 0;
    if (s->box) return groups;
    for (field_set left = groups; left; left &= left - 1)
    {
        int                i = field_lowest(left);
        const field_group *g = &f->lanes[i];
        vec3x4             n = unit_normal(g);
        plane_lanes        p = mover_field_planes_of(n, vec3x4_sub(lanes3(g->a), x4), rise);
        f64x4              face = f64x4_sub(p.deep, radius);
        f64x4              rate = f64x4_mul(vec3x4_dot(n, v4), p.side);
        f64x4              last = f64x4_add(face, f64x4_mul(rate, f64x4_all(end)));
        f64x4_mask         has_area = f64x4_less(none, f64x4_load(g->per_length));
        f64x4_mask         leaves =
            f64x4_and(f64x4_less_equal(hit, face), f64x4_less_equal(approach, rate));
        f64x4_mask passes = f64x4_and(f64x4_less(far, face), f64x4_less(far, last));
        int        safe =
            f64x4_bits(f64x4_and(has_area, leaves)) | f64x4_bits(f64x4_and(has_area, passes));
        ahead |= (field_set)(safe != 15) << i;
    }
    return ahead;
}

// Returns the first time at which the motion v brings a sphere or capsule into a triangle's skin, if it goes on to
// FIELD_HIT of the skin before `end`; `most` if none is earlier. `most` is the earliest hit in other groups, and is lowered
// here by the hits in this group. Four Newton iterations run at once, a triangle a lane; a lane is alive until its triangle
// is hit, is left behind, or cannot be hit before `most`. A lane may go past `most` after it has reached the skin, because
// a hit counts at the time when the skin was reached. When the rounds are used up, a lane that is still alive counts as a
// hit when it reached the skin, or else at the time reached so far, which is never late.
SIMD_TARGET static double SIMD_NAME(sweep_of_round)(const field_group *g, const field_near *start,
                                                    const field_shape *shape, vec3d x, vec3d v,
                                                    double most, double end)
{
    vec3x4      n = unit_normal(g), v4 = vec3x4_all(v), x4 = vec3x4_all(x);
    f64x4       approach = f64x4_all(-MOVER_PARALLEL * v3d_length(v)), inf = f64x4_all(INFINITY);
    f64x4       near_enough = f64x4_all((FIELD_HIT + FIELD_ARRIVED) * shape->skin);
    near_lanes  l = near_load(start);
    sweep_lanes s = { f64x4_all(0.0), inf, f64x4_less(l.gap, inf) };
    for (int i = 0; i < MOVER_FIELD_ROUNDS; i++)
    {
        sweep_round_step(&s, &l, n, v4, approach, shape);
        // A lane that went through the skin is a hit at the time when it reached the skin.
        f64x4_mask through = f64x4_and(s.alive, f64x4_less_equal(l.gap, near_enough));
        double     first = f64x4_lowest(f64x4_pick(through, s.stop, inf));
        most = first < most ? first : most;
        f64x4_mask on = f64x4_and(s.alive, f64x4_less(near_enough, l.gap));
        // A lane that reached the skin may hit until `end`, another one only before the first hit.
        f64x4_mask past_skin = f64x4_less(s.stop, inf);
        s.alive =
            f64x4_and(on, f64x4_less(s.t, f64x4_pick(past_skin, f64x4_all(end), f64x4_all(most))));
        s.alive = f64x4_and(s.alive, f64x4_less(f64x4_min(s.stop, s.t), f64x4_all(most)));
        if (!f64x4_bits(s.alive)) return most;
        l = distances_round(g, shape, vec3x4_along(x4, v4, s.t));
    }
    double first = f64x4_lowest(f64x4_pick(s.alive, f64x4_min(s.stop, s.t), inf));
    return first < most ? first : most;
}

// --- boxes --------------------------------------------------------------------------------------------

// The projections of a triangle and a box on the axis n: the triangle's is lo .. hi, the box's is -reach .. reach.
typedef struct axis_projection
{
    vec3x4 n;
    f64x4  lo, hi, reach;
} axis_projection;

// Returns the projections on axis 0 .. 2 (the box's), 3 (the face's normal) or 4 .. 12 (an edge x a box axis). If the
// direction is zero, so are all projections.
SIMD_INLINE axis_projection project_on_axis(const field_group *g, const field_shape *shape,
                                            const corner_lanes *d, int axis)
{
    f64x4  none = f64x4_all(0.0), one = f64x4_all(1.0);
    vec3d  half = shape->half;
    vec3x4 n = { axis == 0 ? one : none, axis == 1 ? one : none, axis == 2 ? one : none };
    if (axis == 3) n = unit_normal(g);
    if (axis > 3)
    {
        vec3x4 e = lanes3(g->e[(axis - 4) / 3]);
        int    k = (axis - 4) % 3;
        n.x = k == 0 ? none : k == 1 ? e.z : f64x4_sub(none, e.y);
        n.y = k == 0 ? f64x4_sub(none, e.z) : k == 1 ? none : e.x;
        n.z = k == 0 ? e.y : k == 1 ? f64x4_sub(none, e.x) : none;
        f64x4 length = f64x4_sqrt(vec3x4_dot(n, n));
        n = vec3x4_scale(n, f64x4_pick(f64x4_less(none, length), f64x4_div(one, length), none));
    }
    vec3x4 size = { f64x4_abs(n.x), f64x4_abs(n.y), f64x4_abs(n.z) };
    f64x4  a = vec3x4_dot(n, d->a), b = axis == 3 ? a : vec3x4_dot(n, d->b);
    f64x4  c = axis == 3 ? a : vec3x4_dot(n, d->c);
    return (axis_projection){ n, f64x4_min(a, f64x4_min(b, c)), f64x4_max(a, f64x4_max(b, c)),
                              vec3x4_dot(vec3x4_all(half), size) };
}

// Returns the distances of four triangles from a box: the largest gap of the 13 axes of the separating axis test
// (Akenine-Moller, "Fast 3D triangle-box overlap testing", 2001), and in `next` the largest gap of an axis in another
// direction. On an axis the gap is
//
//     max(-reach - hi, lo - reach)       with the triangle's projection lo .. hi and the box's -reach .. reach
//
// negative in overlap. If the bodies overlap, the largest gap is minus the depth.
SIMD_INLINE near_lanes distances_box(const field_group *g, const field_shape *shape, vec3x4 x)
{
    f64x4        none = f64x4_all(0.0), one = f64x4_all(1.0), no = f64x4_all(-INFINITY);
    f64x4_mask   has_area = f64x4_less(none, f64x4_load(g->per_length));
    near_lanes   l = { no, { none, one, none }, none, no, none, none, no };
    corner_lanes d = corners_from(g, x);
    for (int axis = 0; axis < 13; axis++)
    {
        axis_projection s = project_on_axis(g, shape, &d, axis);
        f64x4 above = f64x4_sub(f64x4_sub(none, s.reach), s.hi), below = f64x4_sub(s.lo, s.reach);
        f64x4_mask under = f64x4_less(above, below), more;
        f64x4      gap = f64x4_max(above, below), side = f64x4_pick(under, f64x4_all(-1.0), one);
        // A zero axis separates nothing.
        f64x4_mask real = f64x4_less(none, vec3x4_dot(s.n, s.n));
        // If its direction differs from the best one's, the lesser of the two gaps may be the second largest.
        f64x4_mask other = f64x4_less(f64x4_abs(vec3x4_dot(s.n, l.n)), f64x4_all(MOVER_OTHER_AXIS));
        f64x4      less = f64x4_pick(f64x4_and(real, other), f64x4_min(gap, l.gap), no);
        l.next = f64x4_max(l.next, less);
        more = f64x4_and(f64x4_less(l.gap, gap), real);
        l.gap = f64x4_pick(more, gap, l.gap);
        l.n = vec3x4_choose(more, vec3x4_scale(s.n, side), l.n);
        if (axis != 3) continue;
        l.face = f64x4_pick(has_area, gap, no);
        l.side = f64x4_pick(has_area, side, none);
    }
    l.over = f64x4_pick(f64x4_less(f64x4_all(FIELD_HIT * shape->skin), l.next), one, none);
    // A one-sided triangle with the mover behind it is ignored.
    if (shape->one_sided) l.gap = f64x4_pick(f64x4_less(l.side, none), f64x4_all(INFINITY), l.gap);
    return l;
}

// Stores the distances of a group from a mover at x.
SIMD_TARGET static void SIMD_NAME(measure_group)(field_near *out, const field_group *g,
                                                 const field_shape *shape, vec3d x)
{
    vec3x4     x4 = vec3x4_all(x);
    near_lanes l = shape->box ? distances_box(g, shape, x4) : distances_round(g, shape, x4);
    near_store(out, &l);
}

// The intervals of time in which the projections on all axes so far overlap.
typedef struct overlap_times
{
    f64x4 from, to;
} overlap_times;

// Clips the intervals to the times at which the projections are closer than the margin:
//
//     lo - reach - margin  <  rate t  <  hi + reach + margin
//
// A rate of at most `slowest` counts as 0.
SIMD_INLINE void clip_overlap_times(overlap_times *w, const axis_projection *s, f64x4 rate,
                                    f64x4 slowest, double margin)
{
    f64x4 inf = f64x4_all(INFINITY), none = f64x4_all(0.0),
          grown = f64x4_add(s->reach, f64x4_all(margin));
    f64x4      lo = f64x4_sub(s->lo, grown), hi = f64x4_add(s->hi, grown);
    f64x4      a = f64x4_div(lo, rate), b = f64x4_div(hi, rate);
    f64x4_mask moves = f64x4_less(slowest, f64x4_abs(rate));
    // Without motion on this axis the projections are always (lo < 0 < hi) or never that close.
    f64x4      rest = f64x4_pick(f64x4_and(f64x4_less(lo, none), f64x4_less(none, hi)),
                                 f64x4_sub(none, inf), inf);
    w->from = f64x4_max(w->from, f64x4_pick(moves, f64x4_min(a, b), rest));
    w->to = f64x4_min(w->to, f64x4_pick(moves, f64x4_max(a, b), inf));
}

// Returns the first time at which the motion v brings a box into a triangle's skin, if it goes on to FIELD_HIT of the skin
// before `end`; `most` if none is earlier. On each of the 13 axes of the separating axis test the projections move at a
// constant rate, so the times of overlap are an interval. `skin` and `hit` intersect the intervals of all axes, for
// projections as close as the skin and as FIELD_HIT of it: a triangle is hit if `hit` is not empty, and then at skin.from.
SIMD_TARGET static double SIMD_NAME(sweep_of_box)(const field_group *g, const field_near *start,
                                                  const field_shape *shape, vec3d x, vec3d v,
                                                  double most, double end)
{
    f64x4         none = f64x4_all(0.0), inf = f64x4_all(INFINITY);
    vec3x4        v4 = vec3x4_all(v);
    corner_lanes  d = corners_from(g, vec3x4_all(x));
    double        slow = MOVER_PARALLEL * v3d_length(v);
    f64x4         slowest = f64x4_all(slow);
    near_lanes    near = near_load(start);
    overlap_times skin = { f64x4_sub(none, inf), inf }, hit = skin;
    for (int axis = 0; axis < 13; axis++)
    {
        axis_projection s = project_on_axis(g, shape, &d, axis);
        f64x4           rate = vec3x4_dot(s.n, v4);
        clip_overlap_times(&skin, &s, rate, slowest, shape->skin);
        clip_overlap_times(&hit, &s, rate, slowest, FIELD_HIT * shape->skin);
    }
    // A triangle closer than FIELD_HIT of the skin at the start stops a motion towards it at once, and no other motion.
    f64x4_mask starts_inside = f64x4_less(hit.from, none);
    f64x4_mask approaches = f64x4_less(vec3x4_dot(near.n, v4), f64x4_all(-slow));
    f64x4_mask overlaps = f64x4_and(f64x4_less(hit.from, hit.to), f64x4_less(none, hit.to));
    f64x4      first =
        f64x4_pick(starts_inside, f64x4_pick(approaches, none, inf), f64x4_max(skin.from, none));
    first = f64x4_pick(f64x4_and(overlaps, f64x4_less(hit.from, f64x4_all(end))), first, inf);
    first = f64x4_pick(f64x4_less(near.gap, inf), first, inf);
    double t = f64x4_lowest(first);
    return t < most ? t : most;
}

const field_kernels SIMD_NAME(mover_field_round) = {
    SIMD_NAME(near_groups), SIMD_NAME(ahead_groups), SIMD_NAME(build_group),
    SIMD_NAME(measure_group), SIMD_NAME(sweep_of_round)
};
const field_kernels SIMD_NAME(mover_field_box) = { SIMD_NAME(near_groups), SIMD_NAME(ahead_groups),
                                                   SIMD_NAME(build_group), SIMD_NAME(measure_group),
                                                   SIMD_NAME(sweep_of_box) };

#endif
