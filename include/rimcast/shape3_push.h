/// @file
/// Pushing a sphere out of a list of polygons: a camera in a room.
///
/// All contacts are gathered first and solved together: the offset is the shortest that satisfies every one
/// of them, so the order of the polygons changes nothing, to the bit. What one push uncovers is gathered
/// again, a few rounds at most. Each contact pushes along its true direction, from the closest point of the
/// polygon to the centre; a contact on an inner edge or corner, whose point belongs to a polygon that is
/// touched more closely elsewhere, is none: a floor of many polygons is as smooth as one.
///
/// This sees only where the sphere is. What moves fast should be swept (shape3_sweep.h) first.
#ifndef RIMCAST_SHAPE3_PUSH_H
#define RIMCAST_SHAPE3_PUSH_H

#include "rimcast/shape3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Zero means: out on the side where the centre is, exact, 4 rounds.
typedef struct rim_push_options
{
    /// BOTH: out on the side where the centre is. FRONT: a face whose inside is cut pushes to its front, also
    /// when the centre is already behind; edges and corners push only a centre in front. BACK: mirrored.
    rim_side side;
    /// Corner softness: edges and corners push as if the sphere's radius were (1 - softness) times itself, so
    /// that a walker slips round corners. 0: exact. The old tutorials' rule is 0.5.
    float    softness; ///< 0 .. 1
    int      rounds;   ///< at most so many; 0 means 4
} rim_push_options;

/// What a push came to.
typedef struct rim_push3
{
    rim_vec3 offset;   ///< add it to the centre
    int      contacts; ///< how many overlapped or touched at the start, inner edges left out
    float    deepest;  ///< of them, in depth
    float    left;     ///< the depth that is left after the offset; 0, or a rounding, unless stuck
    bool     stuck;    ///< no offset satisfies all: the one with the smallest left depth was taken
} rim_push3;

/// How many of the contacts nearest to the centre are solved at once.
#define RIM_PUSH_MOST 64

/// Polygons are planar and convex. options may be NULL: both sides, exact. A sphere that is not finite
/// is not pushed, a polygon that is not finite does not push.
RIM_API rim_push3 rim_sphere_push(rim_sphere sphere, const rim_polygon3 *polygons, int count,
                                  const rim_push_options *options);

/// The contacts alone: those that overlap or touch, into out[0 .. capacity - 1], deepest first and in an
/// order that does not depend on that of the polygons; items[i], if not NULL, is the polygon of out[i].
/// Returns how many there are; at most RIM_PUSH_MOST are looked at.
RIM_API int rim_sphere_gather(rim_sphere sphere, const rim_polygon3 *polygons, int count,
                              const rim_push_options *options, rim_contact3 *out, int *items,
                              int capacity);

#ifdef __cplusplus
}
#endif

#endif
