// The first touch of two that move and turn: sprites, circles and convex polygons.
#ifndef RIM_FLAT_QUERY_TURNING_SEARCH_H
#define RIM_FLAT_QUERY_TURNING_SEARCH_H

#include "base/vec2d.h"
#include "rimcast/sprite_query.h"

#include <stdbool.h>
#include <stdint.h>

// Searches that take more steps than this, about a second, end: what is near then counts as touching.
#define TURNING_MOST_STEPS ((int64_t)1 << 22)

// One that moves, and turns about an anchor in the world: a posed sprite, or a convex ring of corners in the world, or
// a circle, whose ring is its center.
typedef struct turning_mover
{
    rim_posed    posed; // its sprite is NULL for the others
    rim_polygon2 ring;
    double       radius; // of a circle
    rim_vec2     anchor;
    rim_motion2  motion;
} turning_mover;

// A touch of two, or a miss.
typedef struct turning_answer
{
    rim_hit2 hit;      // its normal is the edge_normal
    vec2d    place;    // hit.point in double
    vec2d    velocity; // of a relative to b there; of a circle, that of its center
    double   early;    // the true time lies in hit.t .. hit.t + early, unless the search gave up
} turning_answer;

// Returns false for a motion that is not finite or turns by more than is allowed.
bool turning_motion_is_usable(rim_motion2 motion);

// Returns the pose of a mover's sprite at time t.
rim_xform2 turning_pose(const turning_mover *mover, double t);

// Finds the first touch before the time `limit`. Requires that the two do not overlap at the start and that
// their motions are usable. Adds the steps that were taken to *steps, which counts those of all pairs of a query: a
// pair may take what is left of TURNING_MOST_STEPS, and never less than a fixed number. Two shapes have a limit of
// their own.
turning_answer turning_first_touch(const turning_mover *a, const turning_mover *b, double limit,
                                   int64_t *steps);

// As rim_sprite_sweep_turning, about any anchors.
rim_hit2 turning_sweep_sprites(const turning_mover *a, const turning_mover *b);

#endif
