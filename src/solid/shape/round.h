// Spheres and capsules with each other and with faces, as rim_shape3 says. A sphere is a capsule whose ends are equal.
// Capsules are passed by address: copying one that was just written costs as much as a small query.
#ifndef RIM_SOLID_SHAPE_ROUND_H
#define RIM_SOLID_SHAPE_ROUND_H

#include "base/vec3d.h"
#include "rimcast/shape3.h"

// Returns false for a polygon that is nowhere.
static inline bool polygon_has_points(rim_polygon3 polygon)
{
    RIM_ASSERT(polygon.points || polygon.count < 1, "the points of a polygon are NULL");
    return polygon.points && polygon.count > 0;
}

static inline rim_box3 shape_box_of_triangle(const rim_triangle *t)
{
    return rim_box3_make(rim_vec3_min(rim_vec3_min(t->a, t->b), t->c),
                         rim_vec3_max(rim_vec3_max(t->a, t->b), t->c));
}

rim_distance3 round_distance(const rim_capsule *a, const rim_capsule *b);
rim_contact3  round_contact(const rim_capsule *a, const rim_capsule *b);
rim_hit3      round_sweep(const rim_capsule *a, rim_vec3 delta, const rim_capsule *b);

// Returns true if an axis-aligned box and a triangle share a point; touching counts. Tests all separating axes
// (Akenine-Moller, "Fast 3D triangle-box overlap testing", 2001). Returns false for an empty box and for numbers that
// are not finite.
bool shape_box3_overlaps_triangle(rim_box3 a, const rim_triangle *b);

// --- sweeps against one of many shapes ----------------------------------------------------------------

// The time of a hit and the depth of an overlap at the start, not rounded. Undefined for a miss. Two shapes that are
// hit at nearly the same time have the same float time, but the first one determines the normal, so hits on several
// shapes are compared by these doubles.
typedef struct sweep_order
{
    double t, depth;
} sweep_order;

// Returns what rim_capsule_sweep_triangle returns, and fills *order.
rim_hit3 sweep_capsule_triangle(const rim_capsule *a, rim_vec3 delta, const rim_triangle *b,
                                rim_side side, sweep_order *order);

// --- motions within one plane, which cannot enter a flat shape ----------------------------------------

// Returns vector i of a set; number `count` is the motion.
typedef vec3d sweep_vector(const void *set, int i);

// Returns true if all vectors of the set lie in one plane through 0, up to 2^-40 of the longest, and so does the motion.
bool sweep_in_one_plane(sweep_vector *vector, const void *set, int count);

#endif
