#include "rimcast/shape3_sweep.h"

#include "solid/shape/time_of_impact.h"
#include "solid/shape/closest.h"
#include "solid/shape/sweep_triangle.h"
#include "solid/shape/thin.h"
#include "solid/shape/sweep.h"

static rim_hit3 shape_sweep_no_hit(void)
{
    rim_hit3 none = { .t = 1.0f };
    return none;
}

// y and the normal into the world; rb is the other's radius about y.
CORE_INLINE rim_hit3 shape_sweep_make_hit(const core_frame *frame, const cast_hit *hit,
                                          double depth, double rb)
{
    rim_hit3 answer = { .hit = true, .letter = hit->letter };
    answer.start_overlap = depth > 0.0;
    answer.t = (float)hit->t;
    answer.point = core_out(frame, v3d_along(hit->y, hit->normal, rb));
    answer.normal = core_direction(hit->normal);
    answer.face_normal = answer.normal;
    answer.depth = core_float(depth * frame->back);
    answer.mover = hit->fx;
    answer.other = hit->fy;
    return answer;
}

// --- round with round -------------------------------------------------------------------------------

// What the parts of the parallelogram 0, e, e - s, -s mean: edge or static part first, axis second.
static void name_parts(cast_hit *hit)
{
    static const rim_feature AXIS[] = { { RIM_FEATURE_VERTEX, 0 },
                                        { RIM_FEATURE_EDGE, 0 },
                                        { RIM_FEATURE_VERTEX, 1 },
                                        { RIM_FEATURE_EDGE, 0 } };
    static const rim_feature OTHER[] = { { RIM_FEATURE_EDGE, 0 },
                                         { RIM_FEATURE_VERTEX, 1 },
                                         { RIM_FEATURE_EDGE, 0 },
                                         { RIM_FEATURE_VERTEX, 0 } };
    rim_feature              plate = hit->fy;
    if (plate.kind == RIM_FEATURE_FACE)
        hit->fx = hit->fy = core_feature(RIM_FEATURE_EDGE, 0);
    else if (plate.kind == RIM_FEATURE_EDGE)
    {
        hit->fx = AXIS[plate.index];
        hit->fy = OTHER[plate.index];
    }
    else
    {
        hit->fx = core_feature(RIM_FEATURE_VERTEX, plate.index >= 2);
        hit->fy = core_feature(RIM_FEATURE_VERTEX, plate.index == 1 || plate.index == 2);
    }
    hit->letter = RIM_CASE_NONE;
}

// Two axes without radii.
static rim_hit3 thin_segments(const core_frame *frame, rim_capsule a, rim_vec3 delta, rim_capsule b)
{
    thin_case k = { .a = a.a, .b = a.b, .delta = delta, .corners = { b.a, b.b }, .count = 2 };
    cast_hit  hit;
    int       along;
    if (thin_sweep(&hit, &along, frame, &k) != THIN_HIT) return shape_sweep_no_hit();
    hit.letter = RIM_CASE_NONE;
    return shape_sweep_make_hit(frame, &hit, 0.0, 0.0);
}

// The axis a + w s meets the static segment u e where a is in the parallelogram of all u e - w s.
rim_hit3 rim_capsule_sweep_capsule(rim_capsule a, rim_vec3 delta, rim_capsule b)
{
    core_frame frame =
        core_frame_at(b.a, reach_capsule(a) + reach_capsule(b) + core_length1(delta));
    if (frame.scale == 0.0) return shape_sweep_no_hit();
    if (a.radius + b.radius == 0.0f) return thin_segments(&frame, a, delta, b);
    vec3d       start = core_in(&frame, a.a), s = v3d_sub(core_in(&frame, a.b), start);
    vec3d       e = core_in(&frame, b.b);
    vec3d       corners[4] = { { 0.0, 0.0, 0.0 }, e, v3d_sub(e, s), core_negate(s) };
    core_face   plate = core_face_of_corners(corners, 4);
    cast_motion motion = { start, v3d_scale(v3d_from(delta), frame.scale) };
    double      rb = b.radius * frame.scale, depth;
    cast_hit    hit = cast_plate(&plate, &motion, a.radius * frame.scale + rb, &depth);
    if (hit.t == INFINITY) return shape_sweep_no_hit();
    name_parts(&hit);
    vec3d at = cast_at(&motion, hit.t);
    hit.y = core_segment_segment(at, v3d_add(at, s), v3d(0.0, 0.0, 0.0), e).y;
    return shape_sweep_make_hit(&frame, &hit, depth, rb);
}

static rim_capsule shape_sweep_round_point(rim_sphere s)
{
    rim_capsule capsule = { s.center, s.center, s.radius };
    return capsule;
}

rim_hit3 rim_sphere_sweep_sphere(rim_sphere a, rim_vec3 delta, rim_sphere b)
{
    return rim_capsule_sweep_capsule(shape_sweep_round_point(a), delta, shape_sweep_round_point(b));
}

rim_hit3 rim_sphere_sweep_capsule(rim_sphere a, rim_vec3 delta, rim_capsule b)
{
    return rim_capsule_sweep_capsule(shape_sweep_round_point(a), delta, b);
}

rim_hit3 rim_capsule_sweep_sphere(rim_capsule a, rim_vec3 delta, rim_sphere b)
{
    return rim_capsule_sweep_capsule(a, delta, shape_sweep_round_point(b));
}

// --- round with faces -------------------------------------------------------------------------------

// The side that is hit, and whether it answers. along has the sign of the motion along the face's normal.
CORE_INLINE rim_hit3 found_face(const core_frame *frame, const core_face *face, double along,
                                const cast_hit *hit, double depth, rim_side side,
                                sweep_order *order)
{
    bool back = false;
    if (face->square > 0.0)
    {
        if (along == 0.0) along = -v3d_dot(face->normal, hit->normal);
        back = along > 0.0;
        if (side != RIM_SIDE_BOTH && back != (side == RIM_SIDE_BACK)) return shape_sweep_no_hit();
    }
    order->t = hit->t;
    order->depth = depth * frame->back;
    rim_hit3 answer = shape_sweep_make_hit(frame, hit, depth, 0.0);
    answer.back = back;
    if (face->square > 0.0)
    {
        double length = sqrt(face->square);
        answer.face_normal =
            core_direction(v3d_scale(face->normal, back ? -1.0 / length : 1.0 / length));
    }
    return answer;
}

CORE_INLINE rim_hit3 shape_sweep_sphere(const core_frame *frame, const core_face *face,
                                        rim_sphere a, rim_vec3 delta, rim_side side,
                                        sweep_order *order)
{
    cast_motion motion = { core_in(frame, a.center), v3d_scale(v3d_from(delta), frame->scale) };
    double      depth;
    cast_hit    hit = cast_plate(face, &motion, a.radius * frame->scale, &depth);
    if (hit.t == INFINITY) return shape_sweep_no_hit();
    return found_face(frame, face, v3d_dot(face->normal, motion.v), &hit, depth, side, order);
}

CORE_INLINE rim_hit3 shape_sweep_capsule(const core_frame *frame, const core_face *face,
                                         rim_capsule a, rim_vec3 delta, rim_side side,
                                         sweep_order *order)
{
    cast_motion motion = { core_in(frame, a.a), v3d_scale(v3d_from(delta), frame->scale) };
    vec3d       s = v3d_sub(core_in(frame, a.b), motion.x);
    double      depth;
    cast_hit    hit = cast_prism(face, &motion, s, a.radius * frame->scale, &depth);
    if (hit.t == INFINITY) return shape_sweep_no_hit();
    return found_face(frame, face, v3d_dot(face->normal, motion.v), &hit, depth, side, order);
}

// --- round with triangles ---------------------------------------------------------------------------

// The triangle in the frame about its corner a.
CORE_INLINE void swept_triangle(swept_case *k, const core_frame *frame, const rim_triangle *t)
{
    k->b = core_in(frame, t->b);
    k->c = core_in(frame, t->c);
    k->normal = v3d_cross(k->b, k->c);
    k->square = v3d_length2(k->normal);
}

// As found_face, for a triangle with an area.
CORE_INLINE rim_hit3 found_swept(const core_frame *frame, const swept_case *k, const cast_hit *hit,
                                 rim_side side, sweep_order *order)
{
    core_face face;
    face.normal = k->normal;
    face.square = k->square;
    return found_face(frame, &face, v3d_dot(k->normal, k->m.v), hit, 0.0, side, order);
}

// False if the quick way cannot tell.
CORE_INLINE bool sphere_quick(rim_hit3 *answer, const core_frame *frame, rim_sphere a,
                              rim_vec3 delta, const rim_triangle *t, rim_side side,
                              sweep_order *order)
{
    swept_case k;
    cast_hit   hit;
    swept_triangle(&k, frame, t);
    k.m.x = core_in(frame, a.center);
    k.m.v = v3d_scale(v3d_from(delta), frame->scale);
    k.r = a.radius * frame->scale;
    swept_answer kind = swept_ball(&hit, &k);
    if (kind == SWEPT_HIT)
        *answer = found_swept(frame, &k, &hit, side, order);
    else if (kind == SWEPT_MISS)
        *answer = shape_sweep_no_hit();
    return kind != SWEPT_UNKNOWN;
}

CORE_INLINE bool capsule_quick(rim_hit3 *answer, const core_frame *frame, rim_capsule a,
                               rim_vec3 delta, const rim_triangle *t, rim_side side,
                               sweep_order *order)
{
    swept_case k;
    cast_hit   hit;
    swept_triangle(&k, frame, t);
    k.m.x = core_in(frame, a.a);
    k.m.v = v3d_scale(v3d_from(delta), frame->scale);
    k.s = v3d_sub(core_in(frame, a.b), k.m.x);
    k.r = a.radius * frame->scale;
    swept_answer kind = swept_axis(&hit, &k);
    if (kind == SWEPT_HIT)
        *answer = found_swept(frame, &k, &hit, side, order);
    else if (kind == SWEPT_MISS)
        *answer = shape_sweep_no_hit();
    return kind != SWEPT_UNKNOWN;
}

// Is the radius too small to be seen beside the case's size?
static bool sweep_is_thin(const core_frame *frame, rim_capsule a, rim_vec3 delta)
{
    vec3d  x = core_in(frame, a.a), s = v3d_sub(core_in(frame, a.b), x);
    double r = a.radius * frame->scale,
           v2 = v3d_length2(v3d_from(delta)) * frame->scale * frame->scale;
    return r * r <= CORE_SAME * CORE_SAME * (v3d_length2(x) + v3d_length2(s) + v2);
}

// An axis without a radius.
static rim_hit3 thin_triangle(const core_frame *frame, rim_capsule a, rim_vec3 delta,
                              const rim_triangle *b, rim_side side, sweep_order *order)
{
    if (thin_is_clearly_missed(frame, a, delta, b)) return shape_sweep_no_hit();
    vec3d     corners[3];
    core_face face = core_face_of_triangle(frame, b, corners);
    thin_case k = { .a = a.a, .b = a.b, .delta = delta };
    cast_hit  hit;
    int       along = 0;
    double    depth = 0.0;
    thin_set_triangle(&k, b);
    thin_answer answer = thin_sweep(&hit, &along, frame, &k);
    if (answer == THIN_MISS) return shape_sweep_no_hit();
    if (answer == THIN_OVERLAP)
    {
        core_touch touch = core_touch_segment_face(&face, core_in(frame, a.a), core_in(frame, a.b));
        vec3d      v = v3d_scale(v3d_from(delta), frame->scale);
        if (!cast_start(&hit, &depth, &touch, v, 0.0) || hit.t == INFINITY)
            return shape_sweep_no_hit();
    }
    else if (k.count == 2)
        hit.fy.index = (k.first + (hit.fy.kind == RIM_FEATURE_VERTEX ? hit.fy.index : 0)) % 3;
    return found_face(frame, &face, along, &hit, depth, side, order);
}

// Sizes out of the ordinary are scaled and tried again; what is left goes the general way.
static CORE_SELDOM rim_hit3 shape_sweep_sphere_any_triangle(rim_sphere a, rim_vec3 delta,
                                                            const rim_triangle *b, rim_side side,
                                                            sweep_order *order)
{
    rim_hit3   answer;
    core_frame frame =
        core_frame_at(b->a, reach_sphere(a) + core_length1(delta) + reach_triangle(b));
    if (frame.scale == 0.0) return shape_sweep_no_hit();
    if (sweep_is_thin(&frame, shape_sweep_round_point(a), delta))
        return thin_triangle(&frame, shape_sweep_round_point(a), delta, b, side, order);
    if (frame.scale != 1.0 && sphere_quick(&answer, &frame, a, delta, b, side, order))
        return answer;
    vec3d     corners[3];
    core_face face = core_face_of_triangle(&frame, b, corners);
    return shape_sweep_sphere(&frame, &face, a, delta, side, order);
}

// Are the ends of a capsule one point?
static bool sweep_is_sphere(rim_capsule c)
{
    return c.a.x == c.b.x && c.a.y == c.b.y && c.a.z == c.b.z;
}

static CORE_SELDOM rim_hit3 shape_sweep_capsule_any_triangle(rim_capsule a, rim_vec3 delta,
                                                             const rim_triangle *b, rim_side side,
                                                             sweep_order *order)
{
    rim_hit3   answer;
    core_frame frame =
        core_frame_at(b->a, reach_capsule(a) + core_length1(delta) + reach_triangle(b));
    if (frame.scale == 0.0) return shape_sweep_no_hit();
    rim_sphere sphere = { a.a, a.radius };
    if (sweep_is_sphere(a)) return sweep_sphere_triangle(&sphere, delta, b, side, order);
    if (sweep_is_thin(&frame, a, delta)) return thin_triangle(&frame, a, delta, b, side, order);
    if (frame.scale != 1.0 && capsule_quick(&answer, &frame, a, delta, b, side, order))
        return answer;
    vec3d     corners[3];
    core_face face = core_face_of_triangle(&frame, b, corners);
    return shape_sweep_capsule(&frame, &face, a, delta, side, order);
}

rim_hit3 sweep_sphere_triangle(const rim_sphere *a, rim_vec3 delta, const rim_triangle *b,
                               rim_side side, sweep_order *order)
{
    core_frame frame = { v3d_from(b->a), 1.0, 1.0 };
    rim_hit3   answer;
    if (sphere_quick(&answer, &frame, *a, delta, b, side, order)) return answer;
    return shape_sweep_sphere_any_triangle(*a, delta, b, side, order);
}

rim_hit3 sweep_capsule_triangle(const rim_capsule *a, rim_vec3 delta, const rim_triangle *b,
                                rim_side side, sweep_order *order)
{
    core_frame frame = { v3d_from(b->a), 1.0, 1.0 };
    rim_hit3   answer;
    if (capsule_quick(&answer, &frame, *a, delta, b, side, order)) return answer;
    return shape_sweep_capsule_any_triangle(*a, delta, b, side, order);
}

rim_hit3 rim_sphere_sweep_triangle_at(const rim_sphere *a, rim_vec3 delta, const rim_triangle *b,
                                      rim_side side)
{
    sweep_order order;
    return sweep_sphere_triangle(a, delta, b, side, &order);
}

rim_hit3 rim_capsule_sweep_triangle_at(const rim_capsule *a, rim_vec3 delta, const rim_triangle *b,
                                       rim_side side)
{
    sweep_order order;
    return sweep_capsule_triangle(a, delta, b, side, &order);
}

// --- round with polygons ----------------------------------------------------------------------------

// An axis without a radius, a polygon, and the motion of the axis.
typedef struct thin_polygon
{
    rim_capsule  axis;
    rim_vec3     delta;
    rim_polygon3 polygon;
    core_frame   frame; // at the polygon's first corner
} thin_polygon;

static vec3d thin_polygon_vector(const void *set, int i)
{
    const thin_polygon *k = set;
    if (i < k->polygon.count) return core_in(&k->frame, k->polygon.points[i]);
    if (i < k->polygon.count + 2)
        return core_in(&k->frame, i > k->polygon.count ? k->axis.a : k->axis.b);
    return v3d_scale(v3d_from(k->delta), k->frame.scale);
}

// Sweeps in one plane hit nothing.
static rim_hit3 sweep_unless_in_one_plane(rim_hit3 hit, const core_frame *frame, rim_capsule a,
                                          rim_vec3 delta, rim_polygon3 b)
{
    thin_polygon k = { a, delta, b, *frame };
    if (!hit.hit || a.radius > 0.0f) return hit;
    return sweep_in_one_plane(thin_polygon_vector, &k, b.count + 3) ? shape_sweep_no_hit() : hit;
}

rim_hit3 rim_sphere_sweep_polygon3(rim_sphere a, rim_vec3 delta, rim_polygon3 b, rim_side side)
{
    if (b.count < 1) return shape_sweep_no_hit();
    core_frame frame =
        core_frame_at(b.points[0], reach_sphere(a) + core_length1(delta) + reach_polygon(b));
    if (frame.scale == 0.0) return shape_sweep_no_hit();
    core_face   face = core_face_of_polygon(&frame, b);
    sweep_order order;
    rim_hit3    hit = shape_sweep_sphere(&frame, &face, a, delta, side, &order);
    return sweep_unless_in_one_plane(hit, &frame, shape_sweep_round_point(a), delta, b);
}

rim_hit3 rim_capsule_sweep_polygon3(rim_capsule a, rim_vec3 delta, rim_polygon3 b, rim_side side)
{
    rim_sphere sphere = { a.a, a.radius };
    if (b.count < 1) return shape_sweep_no_hit();
    if (sweep_is_sphere(a)) return rim_sphere_sweep_polygon3(sphere, delta, b, side);
    core_frame frame =
        core_frame_at(b.points[0], reach_capsule(a) + core_length1(delta) + reach_polygon(b));
    if (frame.scale == 0.0) return shape_sweep_no_hit();
    core_face   face = core_face_of_polygon(&frame, b);
    sweep_order order;
    rim_hit3    hit = shape_sweep_capsule(&frame, &face, a, delta, side, &order);
    return sweep_unless_in_one_plane(hit, &frame, a, delta, b);
}

// --- motions in one plane ---------------------------------------------------------------------------

// A sine at or below this is 0.
#define SWEEP_FLAT 0x1p-40

bool sweep_in_one_plane(sweep_vector *vector, const void *set, int count)
{
    // The longest vector and the one farthest from its line make the best plane.
    vec3d longest = v3d(0.0, 0.0, 0.0), normal = longest;
    for (int i = 0; i < count; i++)
    {
        vec3d v = vector(set, i);
        if (v3d_length2(v) > v3d_length2(longest)) longest = v;
    }
    double length2 = v3d_length2(longest);
    for (int i = 0; i < count; i++)
    {
        vec3d n = v3d_cross(longest, vector(set, i));
        if (v3d_length2(n) > v3d_length2(normal)) normal = n;
    }
    double normal2 = v3d_length2(normal);
    if (normal2 <= SWEEP_FLAT * SWEEP_FLAT * length2 * length2) return true;
    for (int i = 0; i < count; i++)
    {
        double height = v3d_dot(normal, vector(set, i));
        if (height * height > SWEEP_FLAT * SWEEP_FLAT * normal2 * length2) return false;
    }
    return true;
}
