/// @file
/// Sprites in motion: the first moment of contact.
///
/// Motions are straight lines. Times are fractions of the motion, so the mover stands at
/// position + t * delta when it touches. No motion is too fast and no wall too thin: nothing is stepped.
#ifndef RIMCAST_CAST_H
#define RIMCAST_CAST_H

#include "rimcast/base.h"
#include "rimcast/sprite.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The first contact of a motion.
typedef struct rim_hit2
{
    bool     hit;
    bool     start_overlap; ///< they shared area at the start: t is 0 and depth is told
    double   t;             ///< fraction of the motion, 0 .. 1; 1 for a miss
    rim_vec2 point;         ///< where they touch, in the world (with b where it is at that time)
    rim_vec2 normal;      ///< unit, from b towards a, the way to push a: the direction in which the
                          ///< area fastest falls that they would share two pixels further on; if
                          ///< that is forwards, as behind a thin wall, the same as edge_normal
    rim_vec2 edge_normal; ///< unit, the same way round: of the very pixel edge that is touched
    float    depth;       ///< of the overlap at the start along normal, else 0
    int      ax, ay;      ///< the pixel of a that touches
    int      bx, by;      ///< the pixel of b that is touched
} rim_hit2;

/// a moves by delta, b rests. When do their shapes begin to share area?
///
/// Exact for all finite poses, anchors and motions: hit or miss is decided without rounding, t is within four units
/// in the last place. A slide along an edge, a corner that just passes a corner and a motion that ends in a touch are
/// misses; a touch at the start counts only if the motion goes inward. Singular or non-finite poses and motions
/// hit nothing. Swapping a and b and negating delta gives the same t.
RIM_API rim_hit2 rim_sprite_sweep(rim_posed a, rim_vec2 delta, rim_posed b);

/// Both move during the same time. point is where they touch at that time.
RIM_API rim_hit2 rim_sprite_sweep_both(rim_posed a, rim_vec2 a_delta, rim_posed b,
                                       rim_vec2 b_delta);

#ifdef __cplusplus
}
#endif

#endif
