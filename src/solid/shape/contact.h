// From the closest points of two cores to distances and contacts of the round shapes about them.
#ifndef RIM_SOLID_SHAPE_CONTACT_H
#define RIM_SOLID_SHAPE_CONTACT_H

#include "solid/shape/closest.h"

#include "rimcast/vec3.h"

// How two cores stand to each other: moving the first by -distance * normal makes them just touch.
typedef struct core_touch
{
    core_pair pair;
    vec3d     normal;   // unit, from the second to the first
    double    distance; // negative: they overlap by that much
} core_touch;

// Below this part of the case's size two points are the same, and their difference is no direction.
#define CORE_SAME 0x1p-40

// Some unit vector at right angles to v; up if v is zero.
CPU_INLINE vec3d core_across(vec3d v)
{
    double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    vec3d  axis = y <= x && y <= z ? v3d(0.0, 1.0, 0.0)
                  : x <= z         ? v3d(1.0, 0.0, 0.0)
                                   : v3d(0.0, 0.0, 1.0);
    vec3d  side = v3d_cross(v3d_cross(v, axis), v);
    return v3d_length2(side) > 0.0 ? v3d_normalize(side) : v3d(0.0, 1.0, 0.0);
}

// True, with normal and distance set, if the points are apart. more: the square of what was rounded to find them,
// besides their coordinates.
CPU_INLINE bool core_apart(core_touch *touch, double more)
{
    const core_pair *pair = &touch->pair;
    double           size = v3d_length2(pair->x) + v3d_length2(pair->y) + more;
    if (!(pair->square > CORE_SAME * CORE_SAME * size)) return false;
    touch->distance = sqrt(pair->square);
    vec3d apart = v3d_sub(pair->x, pair->y);
    // Of points this close, square may stem from other roundings than their difference has.
    bool  close = pair->square < 0x1p-40 * size;
    touch->normal = close ? v3d_normalize(apart) : v3d_scale(apart, 1.0 / touch->distance);
    return close ? v3d_length2(apart) > 0.0 : true;
}

// Between a and b the point x of an axis is rounded as x - a is, though it may lie at the origin, where coordinates
// tell nothing of it: there, a core that the axis meets would have roundings for a normal. Ends are exact.
CPU_INLINE double core_rounded(const core_pair *pair, vec3d a)
{
    return pair->fx.kind == RIM_FEATURE_EDGE ? v3d_length2(v3d_sub(pair->x, a)) : 0.0;
}

// A face as seen from the side where `height` = normal . x is positive or zero, or the other.
CPU_INLINE void core_face_side(core_touch *touch, const core_face *face, double height)
{
    double length = sqrt(face->square);
    touch->distance = fabs(height) / length;
    touch->normal = v3d_scale(face->normal, height < 0.0 ? -1.0 / length : 1.0 / length);
}

// The longest edge's direction, for faces without area.
CPU_INLINE vec3d core_face_extent(const core_face *face)
{
    vec3d longest = v3d(0.0, 0.0, 0.0);
    for (int i = 1; i < face->count; i++)
    {
        vec3d corner = core_corner(face, i);
        if (v3d_length2(corner) > v3d_length2(longest)) longest = corner;
    }
    return longest;
}

CPU_INLINE core_touch core_touch_segments(vec3d a, vec3d b, vec3d c, vec3d d)
{
    core_touch touch;
    touch.pair = core_segment_segment(a, b, c, d);
    if (core_apart(&touch, core_rounded(&touch.pair, a))) return touch;
    vec3d u = v3d_sub(b, a), v = v3d_sub(d, c), n = v3d_cross(u, v);
    touch.distance = 0.0;
    if (v3d_length2(n) > CORE_PARALLEL * v3d_length2(u) * v3d_length2(v))
        touch.normal = v3d_normalize(n);
    else
        touch.normal = core_across(v3d_length2(u) >= v3d_length2(v) ? u : v);
    return touch;
}

CPU_INLINE core_touch core_touch_point_face(const core_face *face, vec3d p)
{
    core_touch touch;
    touch.pair = core_point_face(face, p);
    if (touch.pair.fy.kind == RIM_FEATURE_FACE)
        core_face_side(&touch, face, v3d_dot(face->normal, p));
    else if (!core_apart(&touch, 0.0))
    {
        touch.distance = 0.0;
        if (face->square > 0.0)
            core_face_side(&touch, face, 0.0);
        else
            touch.normal = core_across(core_face_extent(face));
    }
    return touch;
}

// The way out when the axis meets the face. The Minkowski difference of polygon and segment is a prism
// with the face's normal and the products of edges and segment as its normals; the nearest of its sides is
// the shortest way.
CPU_INLINE void core_crossing_depth(core_touch *touch, const core_face *face, vec3d a, vec3d b)
{
    vec3d axis = v3d_sub(b, a);
    if (face->square == 0.0)
    {
        vec3d along = core_face_extent(face), n = v3d_cross(axis, along);
        touch->distance = 0.0;
        touch->normal = v3d_length2(n) > CORE_PARALLEL * v3d_length2(axis) * v3d_length2(along)
                            ? v3d_normalize(n)
                            : core_across(axis);
        return;
    }
    double ha = v3d_dot(face->normal, a), hb = v3d_dot(face->normal, b);
    double lo = ha < hb ? ha : hb, hi = ha < hb ? hb : ha;
    core_face_side(touch, face, 0.0);
    touch->distance = (-lo <= hi ? lo : -hi) / sqrt(face->square);
    if (-lo > hi) touch->normal = core_negate(touch->normal);
    double tilt = hb - ha;
    vec3d  c = core_corner(face, 0);
    for (int i = 0; i < face->count && tilt != 0.0; i++)
    {
        vec3d  d = core_corner(face, i + 1 < face->count ? i + 1 : 0), e = v3d_sub(d, c);
        vec3d  n = v3d_cross(e, axis);
        double square = v3d_length2(n);
        if (square > CORE_PARALLEL * v3d_length2(e) * v3d_length2(axis))
        {
            // (e x axis) points out of the prism if the axis runs along the face's normal.
            double length = tilt > 0.0 ? sqrt(square) : -sqrt(square);
            double inside = v3d_dot(n, v3d_sub(a, c)) / length;
            if (inside > touch->distance)
            {
                touch->distance = inside;
                touch->normal = v3d_scale(n, 1.0 / length);
            }
        }
        c = d;
    }
}

CPU_INLINE core_touch core_touch_segment_face(const core_face *face, vec3d a, vec3d b)
{
    core_touch touch;
    touch.pair = core_segment_face(face, a, b);
    bool flat = touch.pair.fy.kind == RIM_FEATURE_FACE && touch.pair.letter == RIM_CASE_A;
    if (flat && touch.pair.square > 0.0)
        core_face_side(&touch, face, v3d_dot(face->normal, touch.pair.x));
    else if (!core_apart(&touch, core_rounded(&touch.pair, a)))
        core_crossing_depth(&touch, face, a, b);
    return touch;
}

// --- answers ----------------------------------------------------------------------------------------

CPU_INLINE rim_vec3 core_direction(vec3d v)
{
    return v3d_round(v);
}

CPU_INLINE rim_distance3 core_no_distance(void)
{
    rim_distance3 none = { .distance = INFINITY };
    return none;
}

CPU_INLINE rim_contact3 core_no_contact(void)
{
    rim_contact3 none = { .hit = false };
    return none;
}

CPU_INLINE rim_hit3 core_no_hit(void)
{
    rim_hit3 none = { .t = 1.0f };
    return none;
}

// ra, rb: the radii about the cores, in the frame.
CPU_INLINE rim_distance3 core_distance(const core_frame *frame, const core_touch *touch, double ra,
                                       double rb)
{
    rim_distance3 answer = { .letter = touch->pair.letter };
    double        gap = touch->distance - (ra + rb);
    vec3d         n = touch->normal;
    if (gap > 0.0)
    {
        answer.on_a = core_out(frame, v3d_along(touch->pair.x, n, -ra));
        answer.on_b = core_out(frame, v3d_along(touch->pair.y, n, rb));
    }
    else
    {
        // A point of both: from the second core towards the first, no further than its radius and no
        // less than the first one's reaches.
        double part = touch->distance > 0.0 ? touch->distance * rb / (ra + rb) : 0.0;
        answer.on_a = answer.on_b = core_out(frame, v3d_along(touch->pair.y, n, part));
    }
    answer.normal = core_direction(n);
    answer.distance = gap > 0.0 ? core_float(gap * frame->back) : 0.0f;
    answer.feature_a = touch->pair.fx;
    answer.feature_b = touch->pair.fy;
    return answer;
}

CPU_INLINE rim_contact3 core_contact(const core_frame *frame, const core_touch *touch, double ra,
                                     double rb)
{
    double depth = ra + rb - touch->distance;
    if (depth < 0.0) return core_no_contact();
    rim_contact3 answer = { .letter = touch->pair.letter };
    vec3d        n = touch->normal;
    // Deep in each other's core the witnesses are on the way out, about the point the cores share.
    vec3d        x = touch->pair.x, y = touch->pair.y;
    if (touch->distance < 0.0) y = v3d_along(x, n, -touch->distance);
    answer.hit = true;
    answer.depth = core_float(depth * frame->back);
    answer.normal = core_direction(n);
    answer.on_a = core_out(frame, v3d_along(x, n, -ra));
    answer.on_b = core_out(frame, v3d_along(y, n, rb));
    answer.feature_a = touch->pair.fx;
    answer.feature_b = touch->pair.fy;
    return answer;
}

#endif
