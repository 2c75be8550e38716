// The first touch of sprites that move and rotate. Straight motions and overlaps at the start are left to other
// queries.
#include "flat/query/turning_search.h"

#include "base/float.h"
#include "flat/query/posed_pixels.h"
#include "flat/shape/box2.h"
#include "flat/sprite/data.h"

// --- poses -----------------------------------------------------------------------------------------------

// Rotates the columns of the matrix by t turn, and moves the translation by t delta. Each number is rounded to float
// once.
rim_xform2 rim_motion2_pose(rim_motion2 motion, rim_xform2 pose, double t)
{
    rim_sincos_pair r = rim_sincos(t * motion.turn);
    vec2d           x = vec2d_turn(r, vec2d_make(pose.a, pose.b));
    vec2d           y = vec2d_turn(r, vec2d_make(pose.c, pose.d));
    rim_xform2      at = { (float)x.x,
                           (float)x.y,
                           (float)y.x,
                           (float)y.y,
                           (float)(pose.tx + t * motion.delta.x),
                           (float)(pose.ty + t * motion.delta.y) };
    return at;
}

// Returns the mover's pose at time t. It rotates about mover->anchor, which need not be the sprite's.
rim_xform2 turning_pose(const turning_mover *mover, double t)
{
    rim_xform2      pose = rim_motion2_pose(mover->motion, mover->posed.pose, t);
    rim_sincos_pair r = rim_sincos(t * mover->motion.turn);
    vec2d           anchor = vec2d_of(mover->anchor);
    vec2d           offset = { mover->posed.pose.tx - anchor.x, mover->posed.pose.ty - anchor.y };
    vec2d           turned = vec2d_turn(r, offset);
    pose.tx = (float)(anchor.x + t * mover->motion.delta.x + turned.x);
    pose.ty = (float)(anchor.y + t * mover->motion.delta.y + turned.y);
    return pose;
}

// --- normals ---------------------------------------------------------------------------------------------

// Returns the answer's hit. Its normal is that of the touched edge. If the normal of the pixels of the sprite `seen`
// about the point opposes the velocity of a relative to b, it is returned instead. The normal of a hit points from b
// towards a, and that of the pixels points out of them: so `outward` is -1 if `seen` is a, and +1 if it is b.
static rim_hit2 with_pixel_normal(const turning_answer *answer, const turning_mover *seen,
                                  float outward)
{
    rim_hit2     hit = answer->hit;
    posed_pixels grid;
    double       point[2] = { answer->place.x, answer->place.y };
    rim_vec2     velocity = { (float)answer->velocity.x, (float)answer->velocity.y };
    rim_posed    posed = { seen->posed.sprite, turning_pose(seen, hit.t) };
    if (!hit.hit || !posed_pixels_init(&grid, posed)) return hit;
    rim_vec2 normal = rim_vec2_scale(pixel_normal_near(&grid, point), outward);
    // Pixels on the far side of a thin wall may outweigh those on the near one.
    if (rim_vec2_dot(normal, velocity) < 0.0f) hit.normal = normal;
    return hit;
}

// --- two sprites -----------------------------------------------------------------------------------------

// Computes the sweep of two sprites of which at least one may rotate.
rim_hit2 turning_sweep_sprites(const turning_mover *a, const turning_mover *b)
{
    rim_hit2 miss = { .t = 1.0 };
    int64_t  steps = 0;
    if (!turning_motion_is_usable(a->motion) || !turning_motion_is_usable(b->motion)) return miss;
    if (a->motion.turn == 0.0f && b->motion.turn == 0.0f)
        return rim_sprite_sweep_both(a->posed, a->motion.delta, b->posed, b->motion.delta);
    if (rim_sprite_overlaps(a->posed, b->posed))
        return rim_sprite_sweep(a->posed, rim_vec2_make(0.0f, 0.0f), b->posed);
    turning_answer answer = turning_first_touch(a, b, 1.0, &steps);
    return with_pixel_normal(&answer, b, 1.0f);
}

// Returns a sprite as a mover that rotates about its own anchor.
static turning_mover mover_of(rim_posed posed, rim_motion2 motion)
{
    turning_mover m = { .posed = posed, .motion = motion };
    m.anchor = rim_vec2_make(posed.pose.tx, posed.pose.ty);
    return m;
}

// Sweeps two sprites that rotate about their own anchors.
rim_hit2 rim_sprite_sweep_turning(rim_posed a, rim_motion2 a_motion, rim_posed b,
                                  rim_motion2 b_motion)
{
    SPRITE_CHECK(a, (rim_hit2){ .t = 1.0 });
    SPRITE_CHECK(b, (rim_hit2){ .t = 1.0 });
    if (sprites_stay_far(&a, a_motion.delta, &b, b_motion.delta)) return (rim_hit2){ .t = 1.0 };
    turning_mover p = mover_of(a, a_motion), q = mover_of(b, b_motion);
    return turning_sweep_sprites(&p, &q);
}

// --- a sprite and a shape ----------------------------------------------------------------------------------

static bool is_zero(rim_vec2 v)
{
    return v.x == 0.0f && v.y == 0.0f;
}

// Returns true if nothing rotates and at most one of the two moves. The difference of the motions is then exact.
static bool is_straight(rim_motion2 motion, rim_vec2 delta)
{
    return motion.turn == 0.0f && (is_zero(motion.delta) || is_zero(delta));
}

// Returns the motion of a shape relative to the sprite if it is straight; otherwise zero, which tests the start only.
static rim_vec2 straight_delta(rim_motion2 motion, rim_vec2 delta)
{
    if (!is_straight(motion, delta)) return rim_vec2_make(0.0f, 0.0f);
    return is_zero(delta) ? vec2_negate(motion.delta) : delta;
}

// Converts the hit of a shape's sweep against the resting sprite to that of the sprite, which moves by `motion` instead
// of the shape. The point lies on the sprite, which takes it along until the touch. The normals are reversed, and the
// touched pixel is a's. A miss stays as it is.
static rim_hit2 hit_of_moving_sprite(rim_hit2 hit, rim_motion2 motion)
{
    if (!hit.hit) return hit;
    hit.point.x = (float)(hit.point.x + hit.t * motion.delta.x);
    hit.point.y = (float)(hit.point.y + hit.t * motion.delta.y);
    hit.normal = vec2_negate(hit.normal);
    hit.edge_normal = vec2_negate(hit.edge_normal);
    hit.ax = hit.bx, hit.ay = hit.by;
    hit.bx = hit.by = 0;
    return hit;
}

// Computes the sweep of a sprite against a shape that moves by delta and does not rotate. Requires the ring, the radius
// and the anchor of the shape, usable motions, and that the two do not overlap at the start.
static rim_hit2 sweep_shape(rim_posed a, rim_motion2 motion, turning_mover shape, rim_vec2 delta)
{
    int64_t       steps = 0;
    turning_mover sprite = mover_of(a, motion);
    shape.motion.delta = delta;
    turning_answer answer = turning_first_touch(&sprite, &shape, 1.0, &steps);
    return with_pixel_normal(&answer, &sprite, -1.0f);
}

// The circle's sweep against the resting sprite answers straight motions, and finds an overlap at the start of others.
// These are then searched with the circle as a ring of one corner, its center.
rim_hit2 rim_sprite_sweep_turning_circle(rim_posed a, rim_motion2 motion, rim_circle2 circle,
                                         rim_vec2 delta)
{
    SPRITE_CHECK(a, (rim_hit2){ .t = 1.0 });
    rim_hit2 miss = { .t = 1.0 };
    if (!turning_motion_is_usable(motion) || !vec2_is_finite(delta)) return miss;
    double radius_square = (double)circle.radius * circle.radius;
    if (sprite_stays_far(&a, motion.delta, circle.center, radius_square, delta)) return miss;
    rim_vec2 straight = straight_delta(motion, delta);
    rim_hit2 start = rim_circle2_sweep_sprite(circle, straight, a);
    if (start.start_overlap || is_straight(motion, delta))
        return hit_of_moving_sprite(start, motion);
    if (!vec2_is_finite(circle.center) || !(circle.radius >= 0.0f)) return miss;
    turning_mover shape = { .ring = { &circle.center, 1 }, .radius = circle.radius };
    shape.anchor = circle.center;
    return sweep_shape(a, motion, shape, delta);
}

// The polygon's sweep against the resting sprite answers straight motions, and finds an overlap at the start of others.
// As the polygon does not rotate, any point near it may be its anchor.
rim_hit2 rim_sprite_sweep_turning_polygon(rim_posed a, rim_motion2 motion, rim_polygon2 polygon,
                                          rim_vec2 delta)
{
    SPRITE_CHECK(a, (rim_hit2){ .t = 1.0 });
    rim_hit2 miss = { .t = 1.0 };
    if (!turning_motion_is_usable(motion) || !vec2_is_finite(delta) || polygon.count < 1)
        return miss;
    double reach_square = posed_pixels_ring_reach(polygon);
    if (sprite_stays_far(&a, motion.delta, polygon.points[0], reach_square, delta)) return miss;
    rim_vec2 straight = straight_delta(motion, delta);
    rim_hit2 start = rim_polygon2_sweep_sprite(polygon, straight, a);
    if (start.start_overlap || is_straight(motion, delta))
        return hit_of_moving_sprite(start, motion);
    turning_mover shape = { .ring = polygon, .anchor = box2_center(polygon2_bounds(polygon)) };
    return sweep_shape(a, motion, shape, delta);
}
