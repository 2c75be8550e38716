// What the sweeps share: the start, and the end.
#ifndef RIM_SOLID_QUERY_MOTION_H
#define RIM_SOLID_QUERY_MOTION_H

#include "rimcast/sweep.h"
#include "solid/query/contact.h"

// How far apart counts as touching, relative to the size.
#define SWEEP_TOUCH 0x1p-40

// A pair in motion: puts the pair where it stands at time t.
typedef struct moving
{
    gjk_pair   pair;
    rim_convex a, b;
    mat3d      turn_a, turn_b; // world, at the start
    vec3d      at_a, at_b;
    vec3d      delta, axis; // axis unit, or zero
    double     angle;
} moving;

bool moving_pose_set(moving *m, rim_convex a, rim_xform3 pa, rim_motion3 motion, rim_convex b,
                     rim_xform3 pb);
void moving_pose_at(moving *m, double t);

static inline rim_hit3 sweep_miss(void)
{
    rim_hit3 hit = { 0 };
    hit.t = 1.0f;
    return hit;
}

typedef enum sweep_start
{
    SWEEP_APART,
    SWEEP_LEAVES, // touches, and does not go inward: no hit
    SWEEP_HITS    // touches and goes inward, or overlaps: *hit is the answer
} sweep_start;

// Looks at the time 0; r is the search there, and step a time in which little changes.
sweep_start sweep3_start(moving *m, const gjk_result *r, double step, rim_hit3 *hit);

// Does all of a motion without radii lie in one plane? Nothing goes into anything there, though it may touch.
bool moving_in_one_plane(const moving *m);

// The answer for a touch at time t, where the pair stands; normal from b towards a in the frame of a.
rim_hit3 sweep3_hit(const moving *m, const gjk_result *r, double t, vec3d normal);

#endif
