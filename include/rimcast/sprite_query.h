/// @file
/// Queries of posed sprites: overlap, shared area, contact, first contact of a motion, rays and shapes.
///
/// ### At rest
///
/// These functions return the overlap, the shared area and the contact of two posed sprites.
///
/// The shape of a sprite is the union of the squares of its solid pixels, transformed by its pose. Two posed sprites
/// overlap if their shapes share area. There is no sampling grid. Sprites that only touch along an edge or at a corner
/// do not overlap. The test for overlap is exact for the float values of poses and anchors, and it does not depend on
/// the order of the sprites. To ignore slivers, compare the depth of the contact with a limit of your own. A sprite
/// with a singular or non-finite pose overlaps nothing.
///
/// Cost: Sprites that are not rotated, have the same power-of-two scale, and are a whole number of pixels apart are
/// compared by the bits of their masks. An overlap or an area then takes some tens of nanoseconds, and a contact takes
/// some hundreds. The page "The time of each query" (docs/cost.md) lists measured times. If both sprites are reflected
/// in the same way, or rotated by the same quarter turns, the time is nearly the same. If only one of them is
/// reflected, an overlap or an area takes up to 1.5 times as long, and if only one is rotated, up to 3 times. For
/// contacts, separations and sweeps, the smaller one is then transformed for the call if it has at most 256 pixels a
/// side. Such a call takes 1.5 to 3 times as long. With other poses, areas and contacts take tens to hundreds of times
/// as long as by bits. Passing a posed sprite by value takes about 5 ns. Rays are fastest against sprites of a
/// power-of-two scale that are unrotated, reflected, or rotated by exact quarter turns.
///
/// ### In motion
///
/// These functions return the first contact of moving sprites.
///
/// Motions are translations along straight lines, except for a rim_motion2, which also rotates the sprite. Times are
/// fractions of the motion: at the contact, the moving sprite is at position + t * delta. Motions are not tested at
/// sample positions, so even the fastest sprite cannot pass through a thin wall.
///
/// ### Rays and shapes
///
/// These functions test rays and shapes, at rest and in motion, against a posed sprite, and return the point of a
/// sprite that is closest to a given point.
///
/// A shape with area overlaps a sprite if the two share area. A point, a segment or a ray has no area. Such a shape
/// overlaps a sprite if it has a point in the interior of the sprite's shape. So a ray misses if it runs along the
/// outer edge of a wall, or passes between two pixels through the corner at which they touch. A ray along the common
/// edge of two solid pixels hits.
///
/// Hits and misses are exact for the float values of the shape, the motion, the pose and the anchor. For circles, this
/// is true if the magnitudes of all non-zero numbers of the input are between 2^-96 and 2^96 (about 1e-29 and 8e28).
/// Singular and non-finite poses, shapes and motions hit nothing.
#ifndef RIMCAST_SPRITE_QUERY_H
#define RIMCAST_SPRITE_QUERY_H

#include "rimcast/base.h"
#include "rimcast/shape2.h"
#include "rimcast/sprite.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- at rest -------------------------------------------------------------------------------------------

/// Returns the result of rim_sprite_overlaps for posed sprites that are passed by pointer.
RIM_API bool rim_posed_overlaps(const rim_posed *a, const rim_posed *b);

/// Returns true if two posed sprites share area.
///
/// Method: Each sprite stores a distance field of its blocks of 4 by 4 pixels, and a pyramid of larger squares. The
/// squares of the sprite with the smaller pixels are looked up in the field of the other sprite. Single pixels are
/// tested exactly. The time grows with the length along which the outlines are close to each other, not with area.
static inline bool rim_sprite_overlaps(rim_posed a, rim_posed b)
{
    return rim_posed_overlaps(&a, &b);
}

/// Returns a pixel of a and a pixel of b that share area. Such pixels exist if and only if rim_sprite_overlaps returns
/// true. With RIM_PICK_FIRST, the pixel of a is the first in reading order of its mask that shares area with b, and the
/// pixel of b is the first that shares area with that pixel. The time is then proportional to the area of the part of
/// a's bounds that b's bounds overlap. With RIM_PICK_ANY, the time is that of rim_sprite_overlaps.
RIM_API rim_shared_pixel rim_sprite_shared_pixel(rim_posed a, rim_posed b, rim_pick pick);

/// Returns the result of rim_sprite_overlap_area for posed sprites that are passed by pointer.
RIM_API double rim_posed_overlap_area(const rim_posed *a, const rim_posed *b);

/// Returns the area that a and b share, in square world units. It is 0 if and only if they do not overlap. Let p be the
/// total length of the parts of either sprite's border that lie in or on the other sprite. Let l be the longer side of
/// the larger image. Both are measured in the world. The error is at most
///
///      1e-12 area + 1e-14 p l,
///
/// at any distance from the origin. If the sprites overlap, the result is at least DBL_MIN.
static inline double rim_sprite_overlap_area(rim_posed a, rim_posed b)
{
    return rim_posed_overlap_area(&a, &b);
}

/// Returns true if both sprites contain (rim_sprite_contains) the center (x + 0.5, y + 0.5) of some pixel of the
/// world's grid. A renderer with nearest sampling draws both sprites at such a pixel. Sprites that overlap on the grid
/// also overlap by rim_sprite_overlaps, with one exception: if a center lies exactly on a line along which mirrored or
/// rotated shapes touch, both sprites may contain it. The converse is false: a small shared area may contain no center.
/// The time grows with the number of world pixels along the edges, so a query of sprites that are stretched over
/// millions of pixels takes long.
RIM_API bool rim_sprite_overlaps_on_grid(rim_posed a, rim_posed b);

/// Draws a sprite into a mask whose pixel (x, y) is the world's pixel (x, y). A pixel of the mask shows the sprite if
/// its center (x + 0.5, y + 0.5) lies in a solid pixel of the sprite, by rim_sprite_contains. A renderer with nearest
/// sampling draws the same pixels. RIM_MASK_OR adds the sprite, RIM_MASK_AND_NOT cuts it out, and RIM_MASK_AND keeps
/// only the pixels that it covers. A sprite with a singular or non-finite pose covers no pixel. Unrotated sprites of
/// scale 1 are drawn 64 pixels at a time. Other sprites are drawn pixel by pixel inside their bounds.
RIM_API void rim_mask_draw_sprite(rim_mask *mask, rim_mask_op op, rim_posed sprite);

/// The contact of two sprites.
typedef struct rim_contact2
{
    bool     hit; ///< a and b share area; if false, all other members are zero
    /// the centroid of the shared area, in the world; always in the bounds of both sprites
    rim_vec2 point;
    rim_vec2 normal; ///< unit, from b towards a; a motion of a along it reduces the shared area
                     ///< fastest
    /// unit, from b towards a. b has two families of pixel edges, between columns and between rows. This is the normal
    /// of the family with the greater total length inside a, where edges that face in opposite directions cancel
    rim_vec2 edge_normal;
    float    depth; ///< if a moves by depth * normal or farther, it does not overlap b; rounded up
    double   area;  ///< the area of rim_sprite_overlap_area
} rim_contact2;

/// Returns the point, normal, depth and area of an overlap. The depth is measured along the normal. When a is moved,
/// the rounding of its translation to float may leave an overlap of that size. The depth of scenes that extend over
/// more than 2^119 may be 0. rim_sprite_separate finds the shortest
/// motion over all directions.
///
/// The staircase shape of pixels does not affect the normal. The normal is minus the gradient of the shared area with
/// respect to a's position, normalized:
///
///      gradient = integral over (border of a inside b) of n_a ds,
///
/// where n_a is the outward normal of a's border. Where borders of a and b coincide, the gradient jumps. The mean of
/// the gradients at two places beside the position then stands for it. This mean may depend on whether the scene is
/// mirrored by its poses or in its masks. If the gradient is zero, as when one shape is wholly inside the other, the
/// normal points from the middle of b's bounds to the middle of a's, or straight up if these coincide. If a and b are
/// swapped, point and area stay the same, the normal is reversed, and depth stays the same. But if the normal is
/// straight up because the middles coincide, it stays straight up, and depth may change.
RIM_API rim_contact2 rim_sprite_contact(rim_posed a, rim_posed b);

/// A motion that ends an overlap.
typedef struct rim_separation2
{
    bool     hit;    ///< a and b share area; if false, all other members are zero
    bool     exact;  ///< no shorter motion in any direction ends the overlap
    rim_vec2 move;   ///< after this motion, a touches b but shares no area with it, up to rounding
    double   length; ///< the length of move, in world units
} rim_separation2;

/// Returns the shortest motion of a, over all directions, that ends its overlap with b, or a short one if `exact` is
/// false. The motion may lead into a hole of b that is large enough for a.
///
/// The result is exact if the poses differ only by a translation of whole pixels and the pixels are rectangles. This is
/// the case for sprites that are drawn at the same scale and angle, a whole number of their pixels apart. move is then
/// a whole number of pixels along both axes of the sprites. The result is also exact if both sprites have the same
/// power-of-two scale and at most reflections and exact quarter turns, their pixels are aligned, and the smaller mask
/// has at most 256 pixels a side. In all other cases, let p be the longest diagonal of a pixel of the sprite with the
/// larger pixels. The result is at most p longer than the shortest motion that leaves a gap of p on all sides of a,
/// unless the search ends early. The number of steps of the search is limited. The limit may be reached if pixels are
/// thousands of times as long as they are wide, or if large masks are full of holes. In any case, the result is, up to
/// rounding, at most as long as the motions of a out of b for good, past all of its solid pixels, along the contact's
/// normal, along the normals of either sprite's pixel edges, and along the opposite directions. A shorter motion along
/// one of these directions, into a gap of b, may be missed.
///
/// move is rounded to float, and so is the translation of a that is moved. This rounding may leave an overlap of its
/// own size. Nothing is rounded if the sprites are unrotated, their scale is a power of two, and the translations are
/// whole pixels of ordinary size.
///
/// The function takes much longer than rim_sprite_contact: tens of microseconds for small sprites with equal poses, and
/// milliseconds or more for large sprites with different poses that overlap deeply. For masks of 1024 pixels a side
/// that are stretched or full of holes, it may take a second.
RIM_API rim_separation2 rim_sprite_separate(rim_posed a, rim_posed b);

// --- in motion -----------------------------------------------------------------------------------------

/// The first contact of a motion.
typedef struct rim_hit2
{
    bool     hit;           ///< if false, t is 1 and all other members are zero
    bool     start_overlap; ///< a and b shared area at the start: t is 0, and depth is set
    double   t;             ///< fraction of the motion, 0 .. 1; 1 for a miss
    rim_vec2 point;         ///< the point at which a and b touch at time t, in the world
    /// unit, from b towards a: the direction that fastest reduces the area that a and b would share if a moved on by
    /// two pixels of the sprite with the larger pixels. If this direction points along the motion, as behind a thin
    /// wall, normal is edge_normal
    rim_vec2 normal;
    rim_vec2 edge_normal; ///< unit, from b towards a: the normal of the touched pixel edge
    float    depth;       ///< the depth of an overlap at the start, along normal; otherwise 0
    int      ax, ay; ///< the pixel of a at the contact; for an overlap at the start, a pixel of
                     ///< a that shares area with the pixel (bx, by) of b
    int      bx, by; ///< the pixel of b at the contact
} rim_hit2;

/// Returns the time at which a, moving by delta, first shares area with b, which rests.
///
/// For all finite poses, anchors and motions, the decision between hit and miss is exact, and the error of t is at most
/// four units in the last place. A slide along an edge, a corner that just passes a corner, and a motion that ends in a
/// touch are misses. A touch at the start is a hit only if the motion goes inward. Singular or non-finite poses and
/// motions hit nothing. Swapping a and b and negating delta gives the same t.
RIM_API rim_hit2 rim_sprite_sweep(rim_posed a, rim_vec2 delta, rim_posed b);

/// Returns the time at which a, moving by a_delta, and b, moving by b_delta in the same time, first share area. The
/// result is as precise as that of rim_sprite_sweep, and has the same edge cases.
RIM_API rim_hit2 rim_sprite_sweep_both(rim_posed a, rim_vec2 a_delta, rim_posed b,
                                       rim_vec2 b_delta);

// --- motions that turn -----------------------------------------------------------------------------------

/// A motion with rotation: the anchor moves by delta and, at the same time, the sprite rotates about its anchor at a
/// constant rate.
typedef struct rim_motion2
{
    rim_vec2 delta;
    float    turn; ///< in radians, positive from x towards y; its magnitude is at most
                   ///< RIM_MOTION2_MAX_TURN
} rim_motion2;

/// The largest turn of a motion: a full turn, in radians.
#define RIM_MOTION2_MAX_TURN 6.2831855f

/// Returns the pose at the fraction t of the motion.
RIM_API rim_xform2 rim_motion2_pose(rim_motion2 motion, rim_xform2 pose, double t);

/// @{
/// Return the time at which the sprite a, which moves and rotates, first shares area with b. The members of the result
/// are those of rim_sprite_sweep, except as listed below. If delta is zero, t times the turn is the angle by which a
/// can rotate in place.
///
/// t is never later than the true first touch. Unless the search takes too long (see below), t is earlier by at most
/// the time in which, seen from b, the fastest point of a moves by 1/1024 of a pixel. This is a pixel of the sprite
/// with the smaller pixels, or of a if b is a shape. Two kinds of motion may count as a hit or as a miss: a touch that
/// gets no deeper than 2^-30 of such a pixel or 2^-44 of the size of the scene, and a slide along an edge. For all
/// other motions, the decision is correct, unless the search takes too long (see below). Motions are not tested at
/// sample positions, so no wall is too thin. A motion with a turn beyond RIM_MOTION2_MAX_TURN hits nothing. If nothing
/// turns, the result is exactly that of the straight sweeps, unless a sprite and a shape both move.
///
///      normal       unit, from b towards a: the mean outward normal of b's pixel edges within two pixels of the point,
///                   weighted by length; if b is a shape, that of a's edges, reversed; edge_normal if this mean does
///                   not oppose the motion
///      edge_normal  unit, from b towards a: the normal of the edge that is touched
///      ax, ay       the pixel of a at the contact
///      bx, by       the pixel of b at the contact; 0 for a shape
///
/// These sweeps take longer than straight sweeps: up to some tens of times as long for rotated sprites, and tens to
/// hundreds of times as long for unrotated sprites, whose straight sweeps are fastest (see the page "The time of each
/// query"). For sprites with long borders that pass close to each other without touching, a sweep may take a second.
/// After that much work, pixels that come within three pixels of each other count as touching.
///
/// Method: The squares of one sprite's pyramid advance through the other's distance field (J. C. Hart, "Sphere
/// tracing", 1996). Pairs of pixels advance to their first touch by bounds of speed and acceleration (B. Mirtich,
/// "Impulse-based dynamic simulation of rigid body systems", 1996).
RIM_API rim_hit2 rim_sprite_sweep_turning(rim_posed a, rim_motion2 a_motion, rim_posed b,
                                          rim_motion2 b_motion);
RIM_API rim_hit2 rim_sprite_sweep_turning_circle(rim_posed a, rim_motion2 motion,
                                                 rim_circle2 circle, rim_vec2 delta);
/// The polygon must be convex (rim_polygon2_is_convex). Its corners may run in either direction; two corners are a
/// segment.
RIM_API rim_hit2 rim_sprite_sweep_turning_polygon(rim_posed a, rim_motion2 motion,
                                                  rim_polygon2 polygon, rim_vec2 delta);
/// @}

// --- rays and shapes: at rest ---------------------------------------------------------------------------

/// @{
/// Return true if the sprite overlaps a circle or a box. A circle of radius 0 is a point, and a box without area is a
/// segment or a point. Return false for non-finite input, for an empty box and for a singular pose.
RIM_API bool rim_sprite_overlaps_circle(rim_posed a, rim_circle2 circle);
RIM_API bool rim_sprite_overlaps_box(rim_posed a, rim_box2 box);
/// @}

/// Returns true if the sprite overlaps a polygon, which need not be convex. A point is inside the polygon if the
/// polygon's ring winds around the point, in either direction. Parts of the ring without area (two corners, a spike)
/// overlap like segments. The time grows with the number of corners times the number of pixels along the ring.
RIM_API bool rim_sprite_overlaps_polygon(rim_posed a, rim_polygon2 polygon);

// --- rays and shapes: in motion -------------------------------------------------------------------------

/// @{
/// Return the time at which a ray, or a shape that moves by delta, first overlaps the resting sprite b. As for
/// rim_sprite_sweep, the decision between hit and miss is exact, and the error of t is at most four units in the last
/// place. A slide along an edge and a touch at the very end are misses. A touch at the start is a hit only if the
/// motion goes inward.
///
///      point        where the shape and b touch
///      normal       unit, from b towards the shape: the mean outward normal of b's pixel edges within two
///                   pixels of the point, weighted by length, which smooths the stairs of pixels;
///                   edge_normal if this mean does not oppose the motion
///      edge_normal  unit, from b towards the shape: the normal of the pixel edge that is touched, or of the
///                   shape's edge if a pixel's corner touches it
///      ax, ay       0
///      bx, by       the pixel that is touched
///
/// For an overlap at the start, t is 0, and point is a common point. normal and edge_normal are then equal: the mean
/// normal of the pixel edges inside the shape or, for a ray or a segment, of those within two pixels of the point. If
/// there are no such edges, or if their normals cancel, it points from the middle of b's bounds to the middle of the
/// shape's, or straight up if these coincide. If the shape moves by depth along normal or farther, it does not overlap
/// b.
RIM_API rim_hit2       rim_posed_raycast(const rim_posed *b, rim_ray2 ray);
static inline rim_hit2 rim_sprite_raycast(rim_posed b, rim_ray2 ray)
{
    return rim_posed_raycast(&b, ray);
}
RIM_API rim_hit2 rim_circle2_sweep_sprite(rim_circle2 circle, rim_vec2 delta, rim_posed b);
/// @}

/// Returns the time at which a polygon that moves by delta first overlaps the resting sprite b, as
/// rim_circle2_sweep_sprite does. The polygon must be convex (rim_polygon2_is_convex). Its corners may run in either
/// direction. Two corners are a segment. A polygon without corners hits nothing.
RIM_API rim_hit2 rim_polygon2_sweep_sprite(rim_polygon2 polygon, rim_vec2 delta, rim_posed b);

// --- distance ----------------------------------------------------------------------------------------

/// The point of a sprite closest to a given point.
typedef struct rim_closest2
{
    bool     found; ///< false if there are no solid pixels; all other members are then zero
    rim_vec2 point; ///< the closest point of the sprite; the given point itself if it is inside
    /// 0 if the given point is inside. The error is at most about 2^-49 of the largest of these numbers: the
    /// coordinates of the given point, those of the pose's translation, and those of the sprite's corners relative to
    /// the anchor in the world. A point that is nearer to a border than this may count as inside or outside.
    double   distance;
    int      x, y; ///< the pixel that contains the closest point
} rim_closest2;

/// Returns the point of the sprite closest to p, by distance in the world. found is also false for a non-finite point,
/// a non-finite pose and a singular pose.
RIM_API rim_closest2 rim_sprite_closest(rim_posed a, rim_vec2 p);

#ifdef __cplusplus
}
#endif

#endif
