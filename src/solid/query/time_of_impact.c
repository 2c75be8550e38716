// Times of impact: conservative advancement (Mirtich 1996) of convex shapes that move, or move and turn.
#include "solid/query/shape.h"
#include "base/float.h"
#include "rimcast/angle.h"
#include "solid/query/gjk.h"
#include "solid/shape/contact.h"

// Steps of a search. For a translation, Newton's method at least halves the rest of the way, even on a graze; a hundred
// halvings are more than a double distinguishes.
//
// Where two edges cross and turn, their ends may approach the plane much faster than the point where they meet. A step
// goes as far as the ends allow, so each leaves 1 - c of the gap, with c the ratio of the two speeds (of the point to the
// ends). After 30 / c steps e^-30 = 2^-43 of the gap is left, less than the touching distance. 4096 steps are enough for
// c = 1/100.
enum
{
    SWEEP_STRAIGHT_STEPS = 100,
    SWEEP_TURNING_STEPS = 4096
};

// --- motions ------------------------------------------------------------------------------------------

// A pair in motion: a moves by t delta and turns about its position by t angle, from t = 0 to 1, and b rests.
typedef struct moving
{
    gjk_pair          pair; // posed as at some time (moving_pose_at)
    const rim_convex *a, *b;
    mat3d             turn_a, turn_b; // their rotations in the world at the start
    vec3d             at_a, at_b;     // their positions in the world at the start
    vec3d             delta;          // in the world
    vec3d             axis;           // in the world, unit, or zero
    double            angle;          // radians; 0 without an axis
} moving;

// Returns the rotation by an angle about a unit axis u, by columns (Rodrigues' formula).
static mat3d turn_about(vec3d u, double angle)
{
    rim_sincos_pair p = rim_sincos(angle);
    double          c = p.cos, s = p.sin, k = 1.0 - c;
    return (mat3d){
        { c + k * u.x * u.x, k * u.x * u.y + s * u.z, k * u.x * u.z - s * u.y },
        { k * u.x * u.y - s * u.z, c + k * u.y * u.y, k * u.y * u.z + s * u.x },
        { k * u.x * u.z + s * u.y, k * u.y * u.z - s * u.x, c + k * u.z * u.z },
    };
}

// Sets a motion, posed as at its start. Returns false for input that is not finite, or an empty shape.
static bool moving_pose_set(moving *m, const rim_convex *a, const rim_xform3 *pa,
                            rim_motion3 motion, const rim_convex *b, const rim_xform3 *pb)
{
    m->a = a;
    m->b = b;
    m->turn_a = m3d_from_quat(pa->rotation);
    m->turn_b = m3d_from_quat(pb->rotation);
    m->at_a = v3d_from(pa->position);
    m->at_b = v3d_from(pb->position);
    m->delta = v3d_from(motion.delta);
    m->axis = v3d_normalize(v3d_from(motion.axis));
    m->angle = v3d_length2(m->axis) > 0.5 ? motion.angle : 0.0;
    return gjk_prepare_pair(&m->pair, a, pa, b, pb) && float_is_finite(v3d_length2(m->delta)) &&
           float_is_finite(v3d_length2(v3d_from(motion.axis))) && float_is_finite(motion.angle);
}

// Poses the pair as at time t. The frame of the pair is that of a, so it moves: b is at  turn p + shift  in it, with
// turn = A^T B and shift = A^T (xb - xa), for the rotations A and B and the positions xa and xb at that time.
static void moving_pose_at(moving *m, double t)
{
    gjk_pair *pair = &m->pair;
    if (m->angle != 0.0)
    {
        pair->world_turn = m3d_mul(turn_about(m->axis, t * m->angle), m->turn_a);
        pair->turn = m3d_between(pair->world_turn, m->turn_b);
    }
    pair->world_shift = v3d_along(m->at_a, m->delta, t);
    vec3d between = v3d_along(v3d_sub(m->at_b, m->at_a), m->delta, -t);
    pair->shift = m3d_unapply(pair->world_turn, between);
}

rim_xform3 rim_motion3_pose(rim_motion3 motion, rim_xform3 pose, float t)
{
    rim_xform3 turn = { .rotation = rim_quat_axis_angle(motion.axis, (double)motion.angle * t) };
    return rim_xform3_make(rim_vec3_along(pose.position, motion.delta, t),
                           rim_xform3_mul(turn, pose).rotation);
}

// --- in one plane -----------------------------------------------------------------------------------

// Returns true for a core without volume: one of a hull without volume, or of any other points.
static bool moving_may_be_flat(const rim_convex *c)
{
    return !(c->radius > 0.0f) && !(c->hull && c->hull->kind == RIM_HULL_SOLID);
}

// Returns vector i of a motion for sweep_in_one_plane, in the frame of a and posed at any time: the points of a and then
// those of b, each from the first point of a, and last, as number a.count + b.count, the motion itself.
static vec3d moving_vector(const void *set, int i)
{
    const moving *m = set;
    vec3d         from = v3d_from(m->a->points[0]);
    if (i < m->a->count) return v3d_sub(v3d_from(m->a->points[i]), from);
    i -= m->a->count;
    if (i == m->b->count) return m3d_unapply(m->pair.world_turn, m->delta);
    vec3d on_b = v3d_add(m3d_apply(m->pair.turn, v3d_from(m->b->points[i])), m->pair.shift);
    return v3d_sub(on_b, from);
}

// Returns true if all of a motion without radii lies in one plane. Bodies may touch there, but none enters the other. A
// motion that turns lies in a plane perpendicular to its axis: no vector of it has a part along the axis, within
// SWEEP_TOUCH of the longest. The pair may be posed at any time.
static bool moving_in_one_plane(const moving *m)
{
    if (!moving_may_be_flat(m->a) || !moving_may_be_flat(m->b)) return false;
    int count = m->a->count + m->b->count;
    if (m->angle == 0.0) return sweep_in_one_plane(moving_vector, m, count);
    vec3d  axis = m3d_unapply(m->pair.world_turn, m->axis);
    double most = 0.0, longest = 0.0;
    if (fabs(v3d_dot(m->axis, m->delta)) > SWEEP_TOUCH * v3d_length(m->delta)) return false;
    for (int i = 0; i < count; i++)
    {
        vec3d  v = moving_vector(m, i);
        double along = fabs(v3d_dot(axis, v)), square = v3d_length2(v);
        if (along > most) most = along;
        if (square > longest) longest = square;
    }
    return most * most <= SWEEP_TOUCH * SWEEP_TOUCH * longest;
}

// --- hits ---------------------------------------------------------------------------------------------

// Returns, in the world, the normal of the face at the touched feature of b that is closest to n; n, which is unit and
// in the world, if b has none.
static vec3d face_normal(const moving *m, rim_feature feature, vec3d n)
{
    const rim_hull *hull = m->b->hull;
    if (!hull || m->b->radius > 0.0f) return n;
    int face = gjk_face_along(hull, feature, m3d_unapply(m->turn_b, n));
    return face < 0 ? n : m3d_apply(m->turn_b, hull->planes[face].normal);
}

// Returns the hit at time t, at which the pair is posed. on_b is the point on the surface of b, and `normal` the unit
// normal from b to a, both in the frame of a. The face normal is set to the normal.
static rim_hit3 moving_hit(const moving *m, double t, vec3d on_b, vec3d normal,
                           rim_feature on_mover, rim_feature on_other)
{
    rim_hit3 hit = { .hit = true, .mover = on_mover, .other = on_other };
    hit.t = (float)(t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t);
    hit.point = gjk_to_world(&m->pair, on_b);
    hit.normal = hit.face_normal = v3d_round(m3d_apply(m->pair.world_turn, normal));
    return hit;
}

// Returns the hit for a touch at time t, at which the pair is posed and *r is the search. The normal is unit, from b to a,
// in the frame of a. The point is the witness on the core of b, moved to the surface by b's radius.
static rim_hit3 sweep_hit(const moving *m, const gjk_result *r, double t, vec3d normal)
{
    vec3d    on_b = v3d_sub(gjk_witness(&m->pair, r), r->v);
    rim_hit3 hit = moving_hit(m, t, v3d_along(on_b, normal, m->b->radius), normal,
                              gjk_feature(m->a, r->a, r->count), gjk_feature(m->b, r->b, r->count));
    hit.face_normal = v3d_round(face_normal(m, hit.other, m3d_apply(m->pair.world_turn, normal)));
    return hit;
}

// Returns the hit of a contact at time 0, at which the pair is posed. The contact's normal is from a to b, the hit's from b
// to a.
static rim_hit3 contact_hit(const moving *m, const contact_answer *c)
{
    return moving_hit(m, 0.0, v3d_along(c->on_a, c->normal, -c->depth), v3d_scale(c->normal, -1.0),
                      c->feature_a, c->feature_b);
}

typedef enum sweep_start
{
    SWEEP_APART,
    SWEEP_LEAVES, // touches, and does not go inward: no hit
    SWEEP_HITS    // touches and goes inward, or overlaps: *hit is the answer
} sweep_start;

// Decides whether the shapes are apart, touch or overlap at time 0, at which the pair is posed before and after. *r is
// the search at time 0. Shapes that touch go inward if they overlap at the time `step`, which is so short that little
// changes until then, or, if they are apart then, earlier. *hit is only set for SWEEP_HITS.
static sweep_start sweep_begin(moving *m, const gjk_result *r, double step, rim_hit3 *hit)
{
    double reach = (double)m->a->radius + m->b->radius, near = SWEEP_TOUCH * (r->size + reach);
    if (r->distance - reach > near) return SWEEP_APART;
    contact_answer c = contact3_of_cores(&m->pair, m->a, m->b, NULL);
    if (c.hit && c.depth > near)
    {
        *hit = contact_hit(m, &c);
        hit->start_overlap = true;
        hit->depth = float_saturate(c.depth);
        return SWEEP_HITS;
    }
    // They touch. The contact a little later decides whether the motion goes inward: it must be clearly deeper than a
    // touch. A normal now would not do, because at a corner there are many. Shapes that are apart then may have passed
    // through each other, so a shorter time is tried.
    contact_answer later = { .hit = false };
    for (double t = step; !later.hit && t >= SWEEP_THROUGH * step; t *= SWEEP_BEFORE_LESS)
    {
        moving_pose_at(m, t);
        later = contact3_of_cores(&m->pair, m->a, m->b, NULL);
    }
    moving_pose_at(m, 0.0);
    if (!later.hit || later.depth <= 4.0 * near) return SWEEP_LEAVES;
    // A search and a contact may differ by rounding: shapes at the distance 0 need not be in contact. The normal is
    // then that of the later contact, which points from a to b.
    vec3d n =
        r->distance > 0.0 ? v3d_scale(r->v, 1.0 / r->distance) : v3d_scale(later.normal, -1.0);
    *hit = c.hit ? contact_hit(m, &c) : sweep_hit(m, r, 0.0, n);
    return SWEEP_HITS;
}

// --- convex shapes ------------------------------------------------------------------------------------

// The corners of a in front of a plane, and a safe step.
typedef struct sweep_advance
{
    double gap;    // of the nearest corner, less the radius
    double step;   // the time in which none passes the plane; INFINITY: none ever does
    int    corner; // the nearest
} sweep_advance;

// Returns the smallest gap of a's corners in front of a plane, its corner, and a time in which no corner passes the
// plane. n is unit, in the world, and the plane is  n . (p - position of a) == offset.  The pair is posed at the
// present time. After the time s, a corner is still in front of the plane by at least
//
//     gap + s speed - s^2 bend     bend = |angle| |spin| |axis x n| / 2
//
// speed is the corner's velocity along n. Its acceleration, at most |angle| |spin|, is perpendicular to the axis. So
// the part of the acceleration along n is at most that times |axis x n|, the length of the part of n perpendicular to
// the axis. The time is the least root over all corners. With root = sqrt(speed^2 + 4 bend gap), and without
// cancellation for either sign of the speed, it is
//
//     s = 2 gap / (root - speed)   if speed < 0        s = (speed + root) / (2 bend)   otherwise
//
// The rotation moves a corner on a circle, with the axis as its center and a radius of |axis x p|. If the lowest point of
// this circle does not reach the plane within the time s, the time until it does is taken. So any number of turns away
// from the plane is one step.
static sweep_advance safe_step(const moving *m, vec3d n, double offset)
{
    sweep_advance best = { INFINITY, INFINITY, 0 };
    double        across = v3d_length(v3d_cross(m->axis, n)), fall = -v3d_dot(n, m->delta);
    for (int i = 0; i < m->a->count; i++)
    {
        vec3d  p = m3d_apply(m->pair.world_turn, v3d_from(m->a->points[i]));
        vec3d  ring = v3d_cross(m->axis, p);
        vec3d  spin = v3d_scale(ring, m->angle); // velocity; |spin| = angle rho
        double gap = v3d_dot(n, p) - offset - m->a->radius;
        double speed = v3d_dot(n, spin) - fall;
        double bend = 0.5 * fabs(m->angle) * v3d_length(spin) * across;
        if (gap < best.gap) best = (sweep_advance){ gap, best.step, i };
        double left = gap > 0.0 ? gap : 0.0, root = sqrt(speed * speed + 4.0 * bend * left);
        double s = speed < 0.0  ? 2.0 * left / (root - speed)
                   : bend > 0.0 ? (speed + root) / (2.0 * bend)
                                : INFINITY;
        double lowest = gap - v3d_dot(n, v3d_cross(ring, m->axis)) - across * v3d_length(ring);
        if (lowest > fall * s) s = fall > 0.0 ? lowest / fall : INFINITY;
        if (s < best.step) best.step = s;
    }
    return best;
}

// Returns the time until which the plane between the bodies separates them, after a touch at the start that does not go
// inward. It is at least SWEEP_TURNING_GLANCE, so that the search leaves the touch. Sets *normal to that of the plane,
// from b to a in the frame of a, if there is a contact. Requires the pair to be posed at time 0.
static double sweep_leave(const moving *m, vec3d *normal)
{
    contact_answer c = contact3_of_cores(&m->pair, m->a, m->b, NULL);
    if (!c.hit) return SWEEP_TURNING_GLANCE;
    vec3d n = v3d_scale(c.normal, -1.0), on_b = v3d_along(c.on_a, c.normal, -c.depth);
    *normal = n;
    sweep_advance next = safe_step(m, m3d_apply(m->pair.world_turn, n), v3d_dot(n, on_b));
    return next.step > SWEEP_TURNING_GLANCE ? next.step : SWEEP_TURNING_GLANCE;
}

// Returns how long the plane through the closest point of b's surface separates the shapes, from the time of the pair's
// pose on. *r is the search at this time, and n the plane's unit normal, from b to a in the frame of a. In a
// translation all corners move alike, so the closest one decides, and this is a step of Newton's method. Other corners
// must not be asked: by the rounding of n, one far from the closest point may be behind the plane, and no step would be
// left.
static double sweep_step(const moving *m, const gjk_result *r, vec3d n)
{
    vec3d world = m3d_apply(m->pair.world_turn, n);
    if (m->angle == 0.0)
    {
        double gap = r->distance - ((double)m->a->radius + m->b->radius);
        double speed = -v3d_dot(world, m->delta);
        return speed > 0.0 ? gap / speed : INFINITY;
    }
    vec3d on_b = v3d_sub(gjk_witness(&m->pair, r), r->v);
    return safe_step(m, world, v3d_dot(n, on_b) + m->b->radius).step;
}

// Returns the gap between the shapes along n, a unit vector from b to a in the frame of the pair. It is negative if no
// plane across n separates them.
static double sweep_gap_along(const gjk_pair *pair, vec3d n)
{
    int a = gjk_farthest(&pair->a, v3d_negate(n));
    int b = gjk_farthest(&pair->b, m3d_unapply(pair->turn, n));
    return v3d_dot(n, gjk_difference(pair, a, b));
}

// Returns the normal of a translation that ends at time t in a touch of corners and edges. The normals of all planes
// between the shapes are valid there, and rounding decides which one the search finds. Returns the valid normal that is
// most opposed to the motion: the direction between the closest points just before the touch. If the time before is too
// long, other features are closest, and no plane across this direction separates the shapes at time t; if it is too
// short, rounding decides. So a long one is tried first, and then shorter ones. Returns n for a motion that turns or is
// 0, and if none of the directions separates. Normals are in the frame of m->pair. Leaves the pair posed at time t.
static vec3d normal_just_before(moving *m, const gjk_result *r, double t, vec3d n, rim_warm *warm)
{
    double length = v3d_length(m->delta);
    if (m->angle != 0.0 || !(length > 0.0)) return n;
    for (double back = SWEEP_BEFORE; back >= SWEEP_PARTED; back *= SWEEP_BEFORE_LESS)
    {
        double before = t * length - back * r->size;
        moving_pose_at(m, before > 0.0 ? before / length : 0.0);
        gjk_result q = gjk_closest(&m->pair, INFINITY, warm);
        moving_pose_at(m, t);
        if (q.end != GJK_APART || !(q.distance > SWEEP_BEFORE_STEEP * back * q.size)) continue;
        vec3d v = v3d_scale(q.v, 1.0 / q.distance);
        if (sweep_gap_along(&m->pair, v) >= -SWEEP_PARTED * r->size) return v;
    }
    return n;
}

// Finds the first contact of a motion; see shape.h for the method. Requires the pair to be posed at the start. Fills
// *order for a hit. First the start is examined. Then each step advances to the time until which the plane between the
// closest points separates the shapes, until the shapes touch. A touch within one plane is no hit. After a touch at the
// start that does not go inward, a translation leads away and hits nothing. A motion that turns may come back, so the
// search goes on.
static rim_hit3 sweep_convex(moving *m, sweep_order *order)
{
    rim_warm   warm = { 0 };
    gjk_result r = gjk_closest(&m->pair, INFINITY, &warm);
    if (r.end == GJK_BAD || !float_is_finite(r.distance)) return shape_no_hit();
    // A search that ends at once, at two corners in one place, has found no other points.
    if (!(r.size > 0.0)) r.size = contact3_size_of(&m->pair);
    bool     turns = m->angle != 0.0;
    double   reach = (double)m->a->radius + m->b->radius, length = v3d_length(m->delta);
    double   glance = SWEEP_GLANCE * (r.size + reach);
    rim_hit3 hit = shape_no_hit();
    glance = turns ? SWEEP_TURNING_GLANCE : glance < length ? glance / length : 1.0;
    sweep_start start = sweep_begin(m, &r, glance, &hit);
    order->t = 0.0;
    order->depth = hit.depth;
    if (start != SWEEP_APART && !hit.start_overlap && moving_in_one_plane(m)) return shape_no_hit();
    if (start == SWEEP_HITS) return hit;
    if (start == SWEEP_LEAVES && !turns) return shape_no_hit();

    vec3d  n = v3d(0.0, 1.0, 0.0);
    double t = start == SWEEP_LEAVES ? sweep_leave(m, &n) : 0.0;
    if (t > 1.0) return shape_no_hit();
    for (int i = 0; i < (turns ? SWEEP_TURNING_STEPS : SWEEP_STRAIGHT_STEPS); i++)
    {
        if (t > 0.0)
        {
            // The plane of the step before rests in the world, while the frame of a turns.
            vec3d world = m3d_apply(m->pair.world_turn, n);
            moving_pose_at(m, t);
            if (turns) n = m3d_unapply(m->pair.world_turn, world);
            r = gjk_closest(&m->pair, INFINITY, &warm);
        }
        if (r.end != GJK_APART || r.distance - reach <= SWEEP_TOUCH * (r.size + reach)) break;
        n = v3d_scale(r.v, 1.0 / r.distance);
        double step = sweep_step(m, &r, n);
        // The shapes are apart until the end of the motion.
        if (!(step <= (1.0 - t) * (1.0 + SWEEP_TOUCH))) return shape_no_hit();
        t += step;
    }
    if (moving_in_one_plane(m)) return shape_no_hit();
    // Closer points have no clear direction: n is then that of the step before.
    if (r.distance > SWEEP_DIRECTION * r.size) n = v3d_scale(r.v, 1.0 / r.distance);
    if (reach == 0.0) n = normal_just_before(m, &r, t, n, &warm);
    order->t = t;
    return sweep_hit(m, &r, t, n);
}

rim_hit3 sweep_convex_translating(const rim_convex *a, const rim_xform3 *pa, rim_vec3 delta,
                                  const rim_convex *b, const rim_xform3 *pb, sweep_order *order)
{
    moving      m;
    rim_motion3 motion = { delta, { 0.0f, 0.0f, 0.0f }, 0.0f };
    if (!moving_pose_set(&m, a, pa, motion, b, pb)) return shape_no_hit();
    return sweep_convex(&m, order);
}

rim_hit3 sweep_convex_turning(rim_convex a, rim_xform3 pa, rim_motion3 motion, rim_convex b,
                              rim_xform3 pb)
{
    moving      m;
    sweep_order order;
    return moving_pose_set(&m, &a, &pa, motion, &b, &pb) ? sweep_convex(&m, &order)
                                                         : shape_no_hit();
}

// --- a plane ------------------------------------------------------------------------------------------

// Returns the hit of a plane at time t, at which a is posed and now.corner is nearest. n is the plane's unit normal and
// `offset` is relative to the position of a, as in safe_step. The point is the corner's projection on the plane. `inside`
// means that a overlaps the plane at the start.
static rim_hit3 plane_hit(const moving *m, vec3d n, double offset, double t, sweep_advance now,
                          bool inside)
{
    rim_hit3 hit = { .hit = true, .start_overlap = inside, .t = (float)t };
    hit.depth = inside ? float_saturate(-now.gap) : 0.0f;
    vec3d p = m3d_apply(m->pair.world_turn, v3d_from(m->a->points[now.corner]));
    p = v3d_along(p, n, offset - v3d_dot(n, p));
    hit.normal = hit.face_normal = v3d_round(n);
    hit.point = v3d_round(v3d_add(p, m->pair.world_shift));
    hit.mover = shape_feature(RIM_FEATURE_VERTEX, now.corner);
    hit.other = shape_feature(RIM_FEATURE_FACE, 0);
    return hit;
}

// Returns true if the shape is behind the plane n . p == plane_offset by more than `near` at the time
// SWEEP_TURNING_GLANCE. Requires that the shape touches the plane at the start.
static bool goes_in(const moving *m, vec3d n, double plane_offset, double near)
{
    moving later = *m;
    moving_pose_at(&later, SWEEP_TURNING_GLANCE);
    return safe_step(&later, n, plane_offset - v3d_dot(n, later.pair.world_shift)).gap < -near;
}

// Advances by safe steps until the nearest corner touches the plane. If the motion starts in touch and does not go in,
// the first step is at least SWEEP_TURNING_GLANCE long. When the steps are used up, the safe time is reported as a hit.
// The pair is a with itself, as only the pose of a is used.
rim_hit3 sweep_convex_turning_plane(rim_convex a, rim_xform3 pa, rim_motion3 motion,
                                    const rim_shape3 *plane, const rim_xform3 *pose)
{
    moving m;
    vec3d  n;
    double w, t = 0.0;
    if (!moving_pose_set(&m, &a, &pa, motion, &a, &pa) || !shape3_plane_at(&n, &w, plane, pose))
        return shape_no_hit();
    for (int i = 0; t <= 1.0; i++)
    {
        moving_pose_at(&m, t);
        double        offset = w - v3d_dot(n, m.pair.world_shift);
        sweep_advance now = safe_step(&m, n, offset);
        double        corner = v3d_length(v3d_from(a.points[now.corner])) + a.radius;
        double        near = SWEEP_TOUCH * (fabs(offset) + corner + v3d_length(m.pair.world_shift));
        if (!float_is_finite(now.gap)) return shape_no_hit();
        bool inside = i == 0 && now.gap < -near, touches = now.gap <= near;
        if (i == 0 && touches && !inside && !goes_in(&m, n, w, 4.0 * near))
            now.step = now.step < SWEEP_TURNING_GLANCE ? SWEEP_TURNING_GLANCE : now.step;
        else if (touches || i == SWEEP_TURNING_STEPS - 1)
            return plane_hit(&m, n, offset, t, now, inside);
        t += now.step;
    }
    return shape_no_hit();
}
