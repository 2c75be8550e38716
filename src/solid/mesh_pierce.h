// Where a ray meets a triangle, told quickly and with the same bits as rim_triangle_raycast, which is asked
// where a quick answer is not certain.
#ifndef RIM_SOLID_MESH_PIERCE_H
#define RIM_SOLID_MESH_PIERCE_H

#include "rimcast/shape3_ray.h"
#include "solid/shape3_touch.h"

typedef enum pierce_answer
{
    PIERCE_MISS,
    PIERCE_HIT,
    PIERCE_ASK // rim_triangle_raycast
} pierce_answer;

// Where and how the inside was met.
typedef struct pierced
{
    double fraction; // of the ray
    vec3d  normal;   // of the face, of any length
    bool   front;
} pierced;

// d . (b x c), and whether its sign is beyond doubt.
static inline double pierce_side(vec3d d, vec3d b, vec3d c, bool *sure)
{
    double value = v3d_dot(d, v3d_cross(b, c));
    double size = fabs(d.x) * (fabs(b.y * c.z) + fabs(b.z * c.y)) +
                  fabs(d.y) * (fabs(b.z * c.x) + fabs(b.x * c.z)) +
                  fabs(d.z) * (fabs(b.x * c.y) + fabs(b.y * c.x));
    *sure &= fabs(value) > 0x1p-48 * size;
    return value;
}

// What is known of a line and a triangle beforehand.
typedef enum pierce_hint
{
    PIERCE_UNKNOWN,
    PIERCE_FRONT, // it passes through the inside, from the front
    PIERCE_BACK
} pierce_hint;

// The fraction of the ray at which it passes through the inside of the triangle. Sizes must be ordinary.
static inline pierce_answer pierce(vec3d origin, vec3d d, const rim_triangle *t, rim_side side,
                                   pierce_hint hint, pierced *at)
{
    vec3d a = v3d_sub(v3d_from(t->a), origin), b = v3d_sub(v3d_from(t->b), origin);
    vec3d c = v3d_sub(v3d_from(t->c), origin);
    bool  front = hint == PIERCE_FRONT;
    if (hint == PIERCE_UNKNOWN)
    {
        bool   sure = true;
        double ab = pierce_side(d, a, b, &sure), bc = pierce_side(d, b, c, &sure);
        double ca = pierce_side(d, c, a, &sure);
        if (!sure) return PIERCE_ASK;
        front = ab < 0.0;
        if ((bc < 0.0) != front || (ca < 0.0) != front) return PIERCE_MISS;
    }
    if (side != RIM_SIDE_BOTH && front != (side == RIM_SIDE_FRONT)) return PIERCE_MISS;
    // Added to nothing, as there, where that makes zeros positive.
    vec3d  normal = v3d_add(v3d(0.0, 0.0, 0.0), v3d_cross(v3d_sub(b, a), v3d_sub(c, a)));
    double height = v3d_dot(normal, a), fall = v3d_dot(normal, d);
    if (!(v3d_length2(normal) > 0.0) || fall == 0.0) return PIERCE_ASK;
    double fraction = height / fall;
    if (!(fraction >= 0.0 && fraction <= 1.0)) return PIERCE_MISS;
    at->fraction = fraction;
    at->normal = normal;
    at->front = front;
    return PIERCE_HIT;
}

// A ray's first triangle, so far.
typedef struct piercing
{
    rim_ray3     ray;
    rim_side     side;
    bool         any; // the first that is found will do
    bool         quick;
    vec3d        origin, delta;
    float        t;        // of the best so far
    bool         asked;    // rim_triangle_raycast, about the best so far
    pierced      how;      // if it was not
    int          number;   // -1: none
    rim_triangle triangle; // if it was
} piercing;

// Is this the first so far?
static inline bool pierce_take(piercing *p, const rim_triangle *t, int number, pierce_hint hint)
{
    pierced       how = { 0.0, { 0.0, 0.0, 0.0 }, false };
    pierce_answer answer = PIERCE_ASK;
    if (p->quick) answer = pierce(p->origin, p->delta, t, p->side, hint, &how);
    if (answer == PIERCE_MISS) return false;
    bool  ask = answer == PIERCE_ASK;
    float at = (float)how.fraction;
    if (ask)
    {
        rim_hit3 hit = rim_triangle_raycast(t, p->ray, p->side);
        if (!hit.hit) return false;
        at = hit.t;
    }
    if (p->number >= 0 && !(at < p->t) && !(at == p->t && number < p->number)) return false;
    p->t = at;
    p->asked = ask;
    p->how = how;
    p->number = number;
    if (ask) p->triangle = *t;
    return true;
}

// The hit that rim_triangle_raycast tells. All at once: what is stored piece by piece has to be in memory before it can
// be copied.
static inline rim_hit3 pierced_hit(const piercing *p)
{
    const pierced *at = &p->how;
    double         length = v3d_length(at->normal);
    rim_vec3 normal = core_direction(v3d_scale(at->normal, (at->front ? 1.0 : -1.0) / length));
    return (rim_hit3){ .hit = true,
                       .t = (float)at->fraction,
                       .point =
                           v3d_round(v3d_along(p->origin, v3d_scale(p->delta, at->fraction), 1.0)),
                       .normal = normal,
                       .face_normal = normal,
                       .back = !at->front,
                       .mover = core_feature(RIM_FEATURE_VERTEX, 0),
                       .other = core_feature(RIM_FEATURE_FACE, 0),
                       .item = p->number,
                       .letter = RIM_CASE_NONE };
}

#endif
