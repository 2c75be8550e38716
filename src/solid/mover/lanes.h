// Template: compiled by each file that includes it. Requires simd/f64x4.h to be included before.
//
// The kernels of field.h. Lane k is triangle k of the group.
#ifndef RIM_SOLID_MOVER_LANES_H
#define RIM_SOLID_MOVER_LANES_H

#include "solid/mover/field.h"
#include "solid/shape/vec3x4.h"

#include <math.h>

// The largest number of Newton steps of a sweep. More than a dozen are needed only if the mover passes at almost
// exactly the skin's distance.
#define MOVER_NEWTON_STEPS 48

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

// Returns the groups with a triangle whose box is closer than `reach` to the mover; see `near` in field.h. The core is
// in the box core_lo .. core_hi, which is relative to f->origin. The triangles' boxes are in the world, so the core's
// box is moved there: lo .. hi. A lane is a triangle. The signed gap between the two boxes on each axis, negative where
// they overlap, is
//
//     d = max(f->lo - hi, lo - f->hi)
//
// and a triangle is near if
//
//     max(d.x, d.y, d.z) < reach                 for a box mover, whose faces are moved outward by the reach
//     |max(d, 0)| < radius + reach               for a rounded mover, compared as squares
//
// Lanes behind the last triangle have boxes at INFINITY and are never near.
SIMD_TARGET static field_set SIMD_NAME(near_groups)(const field *f, const vec3d *core_lo,
                                                    const vec3d *core_hi, double reach)
{
    double    round_reach = f->shape.radius + reach;
    f64x4     none = f64x4_all(0.0);
    field_set near = 0;
    vec3d     world_lo = v3d_add(*core_lo, f->origin), world_hi = v3d_add(*core_hi, f->origin);
    double    lo[3] = { world_lo.x, world_lo.y, world_lo.z };
    double    hi[3] = { world_hi.x, world_hi.y, world_hi.z };
    for (int i = 0; i < f->groups; i++)
    {
        f64x4 d[3];
        for (int k = 0; k < 3; k++)
        {
            f64x4 above = f64x4_sub(f64x4_load_floats(&f->lo[k][4 * i]), f64x4_all(hi[k]));
            f64x4 below = f64x4_sub(f64x4_all(lo[k]), f64x4_load_floats(&f->hi[k][4 * i]));
            d[k] = f64x4_max(above, below);
        }
        vec3x4     apart = { f64x4_max(d[0], none), f64x4_max(d[1], none), f64x4_max(d[2], none) };
        f64x4      largest = f64x4_max(d[0], f64x4_max(d[1], d[2]));
        f64x4_mask is_near = f->shape.box ? f64x4_less(largest, f64x4_all(reach))
                                          : f64x4_less(vec3x4_dot(apart, apart),
                                                       f64x4_all(round_reach * round_reach));
        near |= (field_set)(f64x4_bits(is_near) != 0) << i;
    }
    return near;
}

// Computes a group from its four triangles, a triangle a lane, relative to the origin:
//
//     e0 = b - a,  e1 = c - b,  e2 = a - c        n = e0 x (c - a)        inward_i = n x e_i
//     per_length = 1 / |n|        per_level_i = 1 / (e_i.x^2 + e_i.z^2)        per_edge_i = 1 / |e_i|^2
//
// A triangle counts as one without area if the squared sine of its angle at a is at most MOVER_NO_AREA:  |n|^2 <=
// MOVER_NO_AREA |e0|^2 |e2|^2.  Then n, inward and per_length are 0. per_edge of an edge without length is infinite,
// and so is per_level of a vertical edge, as walls have. near_edge multiplies both by 0 in these cases, and its clamps
// turn the NaN into 0.
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
    f64x4  none = f64x4_all(0.0), one = f64x4_all(1.0), n_square = vec3x4_dot(n, n);
    f64x4  sides_square = f64x4_mul(vec3x4_dot(e[0], e[0]), vec3x4_dot(e[2], e[2]));

    f64x4_mask has_area = f64x4_less(f64x4_mul(f64x4_all(MOVER_NO_AREA), sides_square), n_square);
    f64x4      per_length = f64x4_div(one, f64x4_sqrt(n_square));
    n = vec3x4_choose(has_area, n, vec3x4_all(v3d(0.0, 0.0, 0.0)));
    vec3x4_store(g->a, vec3x4_sub(a, vec3x4_all(origin)));
    vec3x4_store(g->n, n);
    f64x4_store(g->per_length, f64x4_pick(has_area, per_length, none));
    for (int i = 0; i < 3; i++)
    {
        f64x4 level_square = f64x4_add(f64x4_mul(e[i].x, e[i].x), f64x4_mul(e[i].z, e[i].z));
        vec3x4_store(g->e[i], e[i]);
        vec3x4_store(g->inward[i], vec3x4_cross(n, e[i]));
        f64x4_store(g->per_level[i], f64x4_div(one, level_square));
        f64x4_store(g->per_edge[i], f64x4_div(one, vec3x4_dot(e[i], e[i])));
    }
}

// The corners of four triangles relative to a position.
typedef struct corner_lanes
{
    vec3x4 a, b, c;
} corner_lanes;

// Returns the corners of a group relative to x:  a - x,  a - x + e0  and  a - x - e2.  x is relative to the field's
// origin.
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

// The closest points of a triangle's boundary and the axis, over the edges compared so far.
typedef struct edge_closest
{
    vec3x4 away;   // from the point of the edge to the point of the axis
    f64x4  square; // |away|^2
    f64x4  height; // of the point of the axis, above its lower end
} edge_closest;

// Compares edge number `edge` of the triangles with the closest edge so far, and replaces *best in the lanes in which
// it is closer. The axis is upright: it rises from x by `rise`. The edge's points are  c + u e  with u in 0 .. 1, and
// d = c - x  is the edge's first corner c relative to x.
//
//     u = clamp(-(d.x e.x + d.z e.z) / (e.x^2 + e.z^2), 0, 1)     the edge's point closest to the axis' vertical line
//     s = clamp(d.y + u e.y, 0, rise)                             the height on the axis closest to this point
//     u = clamp(-(d - s up) . e / e.e, 0, 1)                      the edge's point closest to this height
//     away = s up - (d + u e)
//
// This is the method of Lumelsky, "On fast computation of distance between line segments", 1985, for an upright
// segment. Why one pass is enough:
//
//  1. The first u is the closest point of the edge to the whole vertical line, and s before its clamp is the height of
//     the line's point closest to it.
//  2. Let D(s) be the distance of the edge from the line's point at height s. D is convex, and by 1. it is least at s
//     before its clamp.
//  3. So of the heights 0 .. rise, D is least at the clamped s. The second u is the edge's point for this s.
//
// per_level of a vertical edge, and both reciprocals of an edge without length, are infinite. They are multiplied by 0
// then, and the clamp makes 0 of the NaN. Of equally close edges the first stays.
SIMD_INLINE void near_edge(edge_closest *best, vec3x4 d, const field_group *g, int edge, f64x4 rise)
{
    vec3x4 e = lanes3(g->e[edge]);
    f64x4  per_level = f64x4_load(g->per_level[edge]), per_edge = f64x4_load(g->per_edge[edge]);
    f64x4  none = f64x4_all(0.0), one = f64x4_all(1.0);
    f64x4  level_dot = f64x4_add(f64x4_mul(d.x, e.x), f64x4_mul(d.z, e.z));
    f64x4  u = f64x4_clamp(f64x4_mul(f64x4_sub(none, level_dot), per_level), none, one);
    f64x4  s = f64x4_clamp(f64x4_add(d.y, f64x4_mul(u, e.y)), none, rise);
    f64x4  dot = f64x4_add(level_dot, f64x4_mul(f64x4_sub(d.y, s), e.y)); // (d - s up) . e
    u = f64x4_clamp(f64x4_mul(f64x4_sub(none, dot), per_edge), none, one);
    vec3x4     on_edge = vec3x4_along(d, e, u);
    vec3x4     away = { f64x4_sub(none, on_edge.x), f64x4_sub(s, on_edge.y),
                        f64x4_sub(none, on_edge.z) };
    f64x4      square = vec3x4_dot(away, away);
    f64x4_mask closer = f64x4_less(square, best->square);
    best->away = vec3x4_choose(closer, away, best->away);
    best->square = f64x4_pick(closer, square, best->square);
    best->height = f64x4_pick(closer, s, best->height);
}

// Returns the lanes in which the point at `height` on the axis projects into the inside of the triangle: for the inward
// normals of the three edges,  inward_i . (corner_i - point) < 0.  d are the corners relative to the lower end of the
// axis. False in lanes whose triangle has no area.
SIMD_INLINE f64x4_mask projects_inside(const field_group *g, const corner_lanes *d, f64x4 height)
{
    vec3x4 up = { f64x4_all(0.0), height, f64x4_all(0.0) };
    f64x4  none = f64x4_all(0.0);
    f64x4  a = vec3x4_dot(lanes3(g->inward[0]), vec3x4_sub(d->a, up));
    f64x4  b = vec3x4_dot(lanes3(g->inward[1]), vec3x4_sub(d->b, up));
    f64x4  c = vec3x4_dot(lanes3(g->inward[2]), vec3x4_sub(d->c, up));
    return f64x4_and(f64x4_less(a, none), f64x4_and(f64x4_less(b, none), f64x4_less(c, none)));
}

// Stores the distances of four triangles from a sphere or capsule whose lower center is at x.
//
// Heights above a triangle's plane are signed, positive in front. With the unit normal n and the triangle's first corner
// d relative to x, the heights of the axis' ends are
//
//     low = -n . d        high = low + tilt        tilt = n.y rise
//
// The axis counts as on the side of its middle, sign(low + high). `least` is its least height as seen from that side,
// negative if the axis cuts the plane. The point of the axis that is closest to the plane is then the point where it
// cuts the plane. Its height is  -low / n.y = -low / tilt rise.  Otherwise the point is an end of the axis. If the point
// projects into the triangle,
//
//     gap = least - radius        n = the face's normal on the axis' side
//
// otherwise, with `away` from the closest point of the edges to the axis,
//
//     gap = |away| - radius       n = away / |away|
//
// Every lane computes both, and `inside` picks one. Where the axis cuts the plane, `least` is negative, so the gap is
// less than -radius.
SIMD_INLINE void distances_round(field_near *out, const field_group *g, const field_shape *shape,
                                 vec3x4 x)
{
    f64x4 none = f64x4_all(0.0), one = f64x4_all(1.0), no_gap = f64x4_all(-INFINITY);
    f64x4 rise = f64x4_all(shape->rise), radius = f64x4_all(shape->radius);

    // The distance from the edges.
    corner_lanes d = corners_from(g, x);
    edge_closest edges = { .away = d.a, .square = f64x4_all(INFINITY), .height = none };
    near_edge(&edges, d.a, g, 0, rise);
    near_edge(&edges, d.b, g, 1, rise);
    near_edge(&edges, d.c, g, 2, rise);
    f64x4 edge_distance = f64x4_sqrt(edges.square);

    // The height of the axis' point closest to the plane, and whether it projects into the triangle.
    vec3x4     face_n = unit_normal(g);
    f64x4      low = f64x4_sub(none, vec3x4_dot(face_n, d.a)), tilt = f64x4_mul(face_n.y, rise);
    f64x4      high = f64x4_add(low, tilt);
    f64x4_mask behind = f64x4_less(f64x4_add(low, high), none);
    f64x4      side = f64x4_pick(behind, f64x4_all(-1.0), one);
    f64x4      least = f64x4_min(f64x4_mul(low, side), f64x4_mul(high, side));
    f64x4_mask cut = f64x4_less(least, none);
    f64x4_mask upper_is_closer = f64x4_less(f64x4_abs(high), f64x4_abs(low));
    f64x4      end = f64x4_pick(upper_is_closer, rise, none);
    f64x4      cut_height = f64x4_mul(f64x4_div(low, f64x4_sub(none, tilt)), rise);
    f64x4      face_height = f64x4_pick(cut, cut_height, end);
    f64x4_mask inside = projects_inside(g, &d, face_height);

    // The direction from an edge. If the axis crosses the edge it is the face's normal, or up without area.
    f64x4_mask has_area = f64x4_less(none, f64x4_load(g->per_length));
    vec3x4     facing = vec3x4_scale(face_n, side);
    vec3x4     edge_n = vec3x4_scale(edges.away, f64x4_div(one, edge_distance));
    vec3x4     crossing_n = vec3x4_choose(has_area, facing, vec3x4_all(v3d(0.0, 1.0, 0.0)));
    f64x4_mask is_apart = f64x4_less(f64x4_all(MOVER_CROSSING * shape->radius), edge_distance);
    edge_n = vec3x4_choose(is_apart, edge_n, crossing_n);

    f64x4 gap = f64x4_sub(f64x4_pick(inside, least, edge_distance), radius);
    // A one-sided triangle with the mover behind it is ignored.
    if (shape->one_sided) gap = f64x4_pick(f64x4_and(has_area, behind), f64x4_all(INFINITY), gap);
    f64x4 face_gap = f64x4_pick(cut, no_gap, f64x4_sub(least, radius));
    f64x4_store(out->gap, gap);
    vec3x4_store(out->n, vec3x4_choose(inside, facing, edge_n));
    f64x4_store(out->height, f64x4_pick(inside, face_height, edges.height));
    f64x4_store(out->inside, f64x4_pick(inside, one, none));
    f64x4_store(out->face_gap, f64x4_pick(has_area, face_gap, no_gap));
    f64x4_store(out->side, f64x4_pick(has_area, f64x4_pick(cut, none, side), none));
    f64x4_store(out->next_gap, no_gap);
}

// --- boxes --------------------------------------------------------------------------------------------

// The axes of the separating axis test (Akenine-Moller, "Fast 3D triangle-box overlap testing", 2001): 0 .. 2 are the
// box's axes, FACE_AXIS is the face's normal, and FIRST_EDGE_AXIS + 3 i + k is the cross product of the box's axis k
// and edge i.
enum
{
    FACE_AXIS = 3,
    FIRST_EDGE_AXIS = 4,
    SEPARATING_AXES = 13
};

// Returns the unit vectors along axis number `axis`, 0 .. SEPARATING_AXES - 1, of the separating axis test for four
// triangles. The cross products of the box's axes and an edge e are
//
//     (1, 0, 0) x e = (0, -e.z, e.y),    (0, 1, 0) x e = (e.z, 0, -e.x),    (0, 0, 1) x e = (-e.y, e.x, 0)
//
// The vector is zero in lanes whose triangle has no area (FACE_AXIS), or whose edge has no length or is parallel to the
// box's axis.
SIMD_INLINE vec3x4 separating_axis(const field_group *g, int axis)
{
    f64x4 none = f64x4_all(0.0), one = f64x4_all(1.0);
    if (axis == 0) return (vec3x4){ one, none, none };
    if (axis == 1) return (vec3x4){ none, one, none };
    if (axis == 2) return (vec3x4){ none, none, one };
    if (axis == FACE_AXIS) return unit_normal(g);
    vec3x4 e = lanes3(g->e[(axis - FIRST_EDGE_AXIS) / 3]);
    int    box_axis = (axis - FIRST_EDGE_AXIS) % 3;
    vec3x4 n = { f64x4_sub(none, e.y), e.x, none }; // for box_axis 2
    if (box_axis == 0) n = (vec3x4){ none, f64x4_sub(none, e.z), e.y };
    if (box_axis == 1) n = (vec3x4){ e.z, none, f64x4_sub(none, e.x) };
    f64x4 length = f64x4_sqrt(vec3x4_dot(n, n));
    return vec3x4_scale(n, f64x4_pick(f64x4_less(none, length), f64x4_div(one, length), none));
}

// Stores the distances of four triangles from a box with its center at x. On each axis of the separating axis test,
// the gap between the projections, negative where they overlap, is
//
//     max(-reach - hi, lo - reach)       with the triangle's projection lo .. hi and the box's -reach .. reach
//
// `gap` is the largest gap of all axes. If the box and the triangle overlap, it is minus the depth. `next_gap` is the
// largest gap on an axis whose direction differs from the one of `gap`. The axes are tested in turn. When an axis has a
// new largest gap, the old one becomes a candidate for next_gap; otherwise the gap of the axis does. In both cases, the
// candidate is the lesser of the two gaps. It counts only if the directions of the two axes differ.
SIMD_INLINE void distances_box(field_near *out, const field_group *g, const field_shape *shape,
                               vec3x4 x)
{
    f64x4        none = f64x4_all(0.0), one = f64x4_all(1.0), no_gap = f64x4_all(-INFINITY);
    f64x4_mask   has_area = f64x4_less(none, f64x4_load(g->per_length));
    corner_lanes d = corners_from(g, x);
    f64x4        most = no_gap, next = no_gap, face_gap = no_gap, face_side = none;
    vec3x4       n = { none, one, none };
    for (int axis = 0; axis < SEPARATING_AXES; axis++)
    {
        // The corners of a face have the same projection on its normal, so one is computed.
        vec3x4     axis_n = separating_axis(g, axis);
        vec3x4     magnitudes = { f64x4_abs(axis_n.x), f64x4_abs(axis_n.y), f64x4_abs(axis_n.z) };
        f64x4      reach = vec3x4_dot(vec3x4_all(shape->half), magnitudes);
        f64x4      a = vec3x4_dot(axis_n, d.a);
        f64x4      b = axis == FACE_AXIS ? a : vec3x4_dot(axis_n, d.b);
        f64x4      c = axis == FACE_AXIS ? a : vec3x4_dot(axis_n, d.c);
        f64x4      lo = f64x4_min(a, f64x4_min(b, c)), hi = f64x4_max(a, f64x4_max(b, c));
        f64x4      if_above = f64x4_sub(f64x4_sub(none, reach), hi); // the gap with the box above
        f64x4      if_below = f64x4_sub(lo, reach);
        f64x4      gap = f64x4_max(if_above, if_below);
        f64x4      side = f64x4_pick(f64x4_less(if_above, if_below), f64x4_all(-1.0), one);
        // A zero axis separates nothing.
        f64x4_mask is_axis = f64x4_less(none, vec3x4_dot(axis_n, axis_n));
        // If the direction differs from the best one's, the lesser of the two gaps may be the second largest.
        f64x4_mask differs =
            f64x4_less(f64x4_abs(vec3x4_dot(axis_n, n)), f64x4_all(MOVER_OTHER_AXIS));
        f64x4 lesser = f64x4_pick(f64x4_and(is_axis, differs), f64x4_min(gap, most), no_gap);
        next = f64x4_max(next, lesser);
        f64x4_mask is_best = f64x4_and(f64x4_less(most, gap), is_axis);
        most = f64x4_pick(is_best, gap, most);
        n = vec3x4_choose(is_best, vec3x4_scale(axis_n, side), n);
        if (axis != FACE_AXIS) continue;
        face_gap = f64x4_pick(has_area, gap, no_gap);
        face_side = f64x4_pick(has_area, side, none);
    }
    // A one-sided triangle with the mover behind it is ignored.
    if (shape->one_sided) most = f64x4_pick(f64x4_less(face_side, none), f64x4_all(INFINITY), most);
    f64x4_store(out->gap, most);
    vec3x4_store(out->n, n);
    f64x4_store(out->height, none);
    f64x4_store(out->inside, none);
    f64x4_store(out->face_gap, face_gap);
    f64x4_store(out->side, face_side);
    f64x4_store(out->next_gap, next);
}

// Stores in *out the distances of four triangles from a mover at x.
SIMD_INLINE void distances(field_near *out, const field_group *g, const field_shape *shape,
                           vec3x4 x)
{
    if (shape->box)
        distances_box(out, g, shape, x);
    else
        distances_round(out, g, shape, x);
}

SIMD_TARGET static void SIMD_NAME(measure_group)(field_near *out, const field_group *g,
                                                 const field_shape *shape, const vec3d *x)
{
    distances(out, g, shape, vec3x4_all(*x));
}

// --- sweeps ---------------------------------------------------------------------------------------------

// The state of four sweeps.
typedef struct sweep_lanes
{
    f64x4      t;         // the time reached so far, never later than the first contact
    f64x4      skin_time; // when the mover reached the triangle's skin; INFINITY if it has not
    f64x4_mask alive;     // the triangle may still be hit
} sweep_lanes;

// Takes the state of four sweeps one step of Newton's method further. `near` are the distances at the time s->t, face_n
// the faces' unit normals, v the motion. A rate is the change of a gap in a unit of time. A rate of `slowest`, which is
// negative, or more counts as no approach.
//
//     rate = near.n . v        face_rate = side (face_n . v)
//     t += max((target - gap) / rate, (target - face_gap) / face_rate, 0)
//
// The second quotient counts only if the mover is in front of the plane (face_gap > target) and approaches it.
// The target is the skin, and FIELD_HIT of the skin once the mover has reached the skin. The gap to a triangle is a
// convex function of time, also that of a box, as the largest of convex gaps. So Newton's method from the start never
// passes the first contact. The distance to the face's plane is a linear function of time, so its step never passes the
// contact either. The longer of the two steps is taken.
SIMD_INLINE void newton_step(sweep_lanes *s, const field_near *near, vec3x4 face_n, vec3x4 v,
                             f64x4 slowest, const field_shape *shape)
{
    f64x4 none = f64x4_all(0.0), skin = f64x4_all(shape->skin);
    f64x4 hit_gap = f64x4_all(FIELD_HIT * shape->skin);
    f64x4 gap = f64x4_load(near->gap), face_gap = f64x4_load(near->face_gap);
    f64x4 rate = vec3x4_dot(lanes3(near->n), v);
    f64x4 face_rate = f64x4_mul(vec3x4_dot(face_n, v), f64x4_load(near->side));
    // A mover never hits a triangle that it does not approach.
    s->alive = f64x4_and(s->alive, f64x4_less(rate, slowest));
    // It does not hit a triangle either if it is in front of the face's plane and does not approach the plane: if
    // neither  face_gap - hit_gap  nor  face_rate - slowest  is negative.
    f64x4 to_face = f64x4_sub(face_gap, hit_gap);
    f64x4 from_face = f64x4_sub(face_rate, slowest);
    s->alive = f64x4_and(s->alive, f64x4_less(f64x4_min(to_face, from_face), none));

    f64x4_mask at_skin = f64x4_less(gap, f64x4_all((1.0 + FIELD_ARRIVED) * shape->skin));
    s->skin_time = f64x4_pick(at_skin, f64x4_min(s->skin_time, s->t), s->skin_time);

    f64x4_mask past_skin = f64x4_less(s->skin_time, f64x4_all(INFINITY));
    f64x4      target = f64x4_pick(past_skin, hit_gap, skin);
    f64x4      step = f64x4_div(f64x4_sub(target, gap), rate);
    f64x4      face_step = f64x4_div(f64x4_sub(target, face_gap), face_rate);
    f64x4_mask to_plane = f64x4_and(f64x4_less(target, face_gap), f64x4_less(face_rate, slowest));
    step = f64x4_max(step, f64x4_pick(to_plane, face_step, none));
    s->t = f64x4_add(s->t, f64x4_max(step, none));
}

// Returns the first time at which the motion v from x brings the mover into the skin of one of four triangles, if the
// motion goes on to FIELD_HIT of the skin before the time `end`. So a mover may slide along a triangle at the skin's
// distance. Returns `most`, the earliest hit in other groups, if no time is earlier. `start` are the distances at x.
// Requires most <= end.
//
// Four Newton iterations run at once, a triangle a lane. A hit counts at the time skin_time at which the mover reached
// the skin. But whether it is a hit shows only later, when the gap becomes FIELD_HIT of the skin. So a lane whose
// skin_time is before `most` goes on even when its time s.t is past `most`. When the steps are used up, a lane that is
// still alive counts as a hit, so that no hit is missed.
SIMD_TARGET static double SIMD_NAME(sweep_group)(const field_group *g, const field_near *start,
                                                 const field_shape *shape, const vec3d *x,
                                                 const vec3d *v, double most, double end)
{
    vec3x4      face_n = unit_normal(g), v4 = vec3x4_all(*v), x4 = vec3x4_all(*x);
    f64x4       slowest = f64x4_all(-MOVER_PARALLEL * v3d_length(*v)), inf = f64x4_all(INFINITY);
    f64x4       hit_gap = f64x4_all((FIELD_HIT + FIELD_ARRIVED) * shape->skin), hit_time;
    f64x4       gap = f64x4_load(start->gap);
    field_near  near = *start;
    // Ignored triangles, with the gap INFINITY, are never hit.
    sweep_lanes s = { .t = f64x4_all(0.0), .skin_time = inf, .alive = f64x4_less(gap, inf) };
    for (int i = 0; i < MOVER_NEWTON_STEPS; i++)
    {
        newton_step(&s, &near, face_n, v4, slowest, shape);

        f64x4_mask is_hit = f64x4_and(s.alive, f64x4_less_equal(gap, hit_gap));
        double     earliest = f64x4_lowest(f64x4_pick(is_hit, s.skin_time, inf));
        most = earliest < most ? earliest : most;

        // Lanes without a hit stay alive while s.t is before `end` and a hit would count before `most`.
        hit_time = f64x4_min(s.skin_time, s.t);
        s.alive = f64x4_and(s.alive, f64x4_less(hit_gap, gap));
        s.alive = f64x4_and(s.alive, f64x4_less(s.t, f64x4_all(end)));
        s.alive = f64x4_and(s.alive, f64x4_less(hit_time, f64x4_all(most)));
        if (!f64x4_bits(s.alive)) return most;
        distances(&near, g, shape, vec3x4_along(x4, v4, s.t));
        gap = f64x4_load(near.gap);
    }
    double earliest = f64x4_lowest(f64x4_pick(s.alive, hit_time, inf));
    return earliest < most ? earliest : most;
}

const field_kernels SIMD_NAME(mover_field) = { SIMD_NAME(near_groups), SIMD_NAME(build_group),
                                               SIMD_NAME(measure_group), SIMD_NAME(sweep_group) };

#endif
