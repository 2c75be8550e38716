/// @file
/// Posed sprites: do they touch, how much do they share, when do they first meet?
///
/// ### At rest
///
/// Two posed sprites: do they touch, how much do they share?
///
/// A mask is the union of its solid pixels' squares. Two posed sprites overlap if those two unions, each
/// under its own map, share area: the same at every zoom and angle, with no sampling grid. Touching
/// along an edge or at a corner is not an overlap. Answers are exact for the float values of the two
/// poses and anchors, and swapping the sprites changes nothing. To ignore slivers, compare the depth
/// of the contact with your own slop. A singular or non-finite pose overlaps nothing.
///
/// Sprites that are not turned, of one scale that is a power of two, and a whole number of pixels apart, as most games
/// have them, are compared by their masks' bits: 20 to 50 ns for yes or no and the area, under 1 us for a contact of
/// sprites of 128 pixels. Sprites that are both flipped alike, or both turned by the same exact quarters, cost
/// hardly more. Where one is flipped or turned so and the other is not, the smaller one, if it has up to 256 pixels a side, is
/// laid again for the call: two to ten times the time. Any other poses take some hundred times as long for areas and contacts. Poses are passed by
/// value, which is about 5 ns of each. Rays are fastest at sprites that are not turned, or only flipped or turned by exact
/// quarters, at a scale that is a power of two.
///
/// ### In motion
///
/// Sprites in motion: the first moment of contact.
///
/// Motions are straight lines. Times are fractions of the motion, so the mover stands at
/// position + t * delta when it touches. No motion is too fast and no wall too thin: nothing is stepped.
///
/// ### Rays and shapes
///
/// Rays and shapes against a posed sprite: at rest, in motion, and how far away.
///
/// As everywhere the sprite is the union of its solid pixels' squares under its pose. A shape with an area
/// overlaps it if they share area. A point, a segment or a ray has none: it overlaps where it runs through
/// the inside of that union, so a ray along the outer edge of a wall, or through the corner at which two
/// pixels meet, misses, and a ray along the seam between two solid pixels hits.
///
/// All of it is exact for the float values of the shape, the motion, the pose and the anchor: nothing is
/// sampled, no wall is too thin and no motion too fast. The exactness of circles holds as long as all numbers
/// other than 0 are between 2^-96 and 2^96 (about 1e-29 and 8e28). Singular and non-finite poses, shapes and
/// motions hit nothing.
#ifndef RIMCAST_SPRITE_QUERY_H
#define RIMCAST_SPRITE_QUERY_H

#include "rimcast/base.h"
#include "rimcast/shape2.h"
#include "rimcast/sprite.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- at rest -------------------------------------------------------------------------------------------

/// rim_sprite_overlaps of posed sprites in memory, as rim_posed_contains.
RIM_API bool rim_posed_overlaps(const rim_posed *a, const rim_posed *b);

/// Do two sprites, each in its pose, share area?
///
/// A descent through the finer sprite's pyramid of squares, each looked up in the other sprite's block
/// distance field; exact at the single pixels. Cost grows with the length along which the outlines run
/// close together, not with the sprites' area.
static inline bool rim_sprite_overlaps(rim_posed a, rim_posed b)
{
    return rim_posed_overlaps(&a, &b);
}

/// A pixel of a and one of b that share area. There is one if and only if rim_sprite_overlaps says so. RIM_PICK_FIRST is
/// the first of a's pixels, in the reading order of its mask, that shares area with b, and the first of b's pixels that
/// it does so with; it takes time in proportion to the part of a's bounds that b's reach. RIM_PICK_ANY costs what
/// rim_sprite_overlaps does.
RIM_API rim_shared_pixel rim_sprite_shared_pixel(rim_posed a, rim_posed b, rim_pick pick);

/// rim_sprite_overlap_area of posed sprites in memory, as rim_posed_contains.
RIM_API double rim_posed_overlap_area(const rim_posed *a, const rim_posed *b);

/// The area that a and b share, in square world units; 0 if and only if they do not overlap. With p the length of
/// either one's border that lies in or on the other, and l the longer side of the larger image, it is right to within
///
///      1e-12 area + 1e-14 p l,
///
/// however far from the origin they are; it is DBL_MIN at least where they overlap.
static inline double rim_sprite_overlap_area(rim_posed a, rim_posed b)
{
    return rim_posed_overlap_area(&a, &b);
}

/// The renderer's question: is there a pixel of the world's grid whose centre (X + 0.5, Y + 0.5) lies
/// in both shapes, as rim_sprite_contains says? This is what a renderer with nearest sampling draws
/// twice. It implies rim_sprite_overlaps, never the other way: shapes may slip between the centres. (With one
/// exception: where a centre lies exactly on a line along which mirrored or turned shapes touch, the half-open
/// squares of both may claim it.) Cost grows with the world pixels along the edges: sprites stretched over
/// millions of them take long.
RIM_API bool rim_sprite_overlaps_on_grid(rim_posed a, rim_posed b);

/// Combines a sprite into a mask, whose pixel (x, y) is the world's pixel (x, y): a pixel shows the sprite if its centre
/// (x + 0.5, y + 0.5) lies in a solid pixel, as rim_sprite_contains says, and so as a renderer with nearest sampling
/// draws it. RIM_MASK_OR adds the sprite, RIM_MASK_AND_NOT cuts it out, RIM_MASK_AND keeps what it covers alone. A
/// singular or non-finite pose shows nothing. Unturned sprites of scale 1 are combined 64 pixels at a time, others pixel
/// by pixel inside their bounds.
RIM_API void rim_mask_draw_sprite(rim_mask *mask, rim_mask_op op, rim_posed sprite);

/// How two sprites overlap.
typedef struct rim_contact2
{
    bool     hit; ///< they share area; else everything below is zero
    /// the centroid of what they share, in the world; always in the bounds of both
    rim_vec2 point;
    rim_vec2 normal; ///< unit, from b towards a: a moved along it loses shared area fastest
    rim_vec2
           edge_normal; ///< unit, the same way round: of b's pixel edges, those (between columns or
                        ///< between rows) of which a covers the greater net length
    float  depth; ///< a moved by depth * normal touches b no more than that, and neither does it
                  ///< anywhere farther out along the normal
    double area;  ///< as rim_sprite_overlap_area
} rim_contact2;

/// Returns where two sprites touch: point, normal, depth and area of their overlap. The depth is the way out along that normal;
/// rim_sprite_separate finds the least of all directions.
///
/// The normal is not staircase noise: it is minus the gradient of the shared area by a motion of a,
///
///      gradient = integral over (border of a inside b) of n_a ds,
///
/// which sums every bit of edge that is inside the other shape. Where it vanishes (one shape wholly
/// inside the other) the way from the middle of b's bounds to the middle of a's is taken, and straight
/// up if they coincide. contact(b, a) has the same point, depth and area and the opposite normal.
RIM_API rim_contact2 rim_sprite_contact(rim_posed a, rim_posed b);

/// The shortest motion that ends an overlap.
typedef struct rim_separation2
{
    bool     hit;    ///< they share area; else everything below is zero
    bool     exact;  ///< no shorter motion does, whatever its direction
    rim_vec2 move;   ///< a moved by this touches b but shares no area with it, rounded to float
    double   length; ///< of move, in the world
} rim_separation2;

/// The shortest way out of an overlap over all directions, not only the normal's. A pocket of b into which a fits is a way out too.
///
/// Exact if both poses are the same but for a motion by whole pixels, and their pixels are rectangles, as
/// for sprites drawn side by side at one scale and angle: then move is a whole number of pixels. So it is if both are
/// flipped, turned by exact quarters or neither, each in its own way, at one scale that is a power of two, their pixels
/// lie on each other, and the one with the smaller mask has at most 256 pixels a side. Otherwise,
/// with p the longest diagonal of a pixel of the sprite with the larger ones: a motion that leaves a gap of
/// p all around is not shorter than the answer by more than p, and no motion straight along the contact's
/// normal or along either sprite's columns or rows is shorter than the answer at all. (The search ends after
/// some tenths of a second at most. Of pixels drawn out into hairs, thousands of times as long as wide, and of
/// large masks full of holes, so many may lie in the way that it has not tried all by then: only the latter holds.)
///
/// Slower than a contact: some tens of microseconds for whole motions of small sprites, up to some tens
/// of milliseconds for large ones under unlike poses that are deep in each other. Of masks of 1024 pixels a
/// side, drawn out or full of holes, a contact and the ways straight out may take a second.
RIM_API rim_separation2 rim_sprite_separate(rim_posed a, rim_posed b);

// --- in motion -----------------------------------------------------------------------------------------

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

/// When does a, which moves by delta, first touch b, which rests? When do their shapes begin to share area?
///
/// Exact for all finite poses, anchors and motions: hit or miss is decided without rounding, t is within four units
/// in the last place. A slide along an edge, a corner that just passes a corner and a motion that ends in a touch are
/// misses; a touch at the start counts only if the motion goes inward. Singular or non-finite poses and motions
/// hit nothing. Swapping a and b and negating delta gives the same t.
RIM_API rim_hit2 rim_sprite_sweep(rim_posed a, rim_vec2 delta, rim_posed b);

/// Both move during the same time. point is where they touch at that time.
RIM_API rim_hit2 rim_sprite_sweep_both(rim_posed a, rim_vec2 a_delta, rim_posed b,
                                       rim_vec2 b_delta);

// --- motions that turn -----------------------------------------------------------------------------------

/// A motion that turns: the anchor moves by delta, and meanwhile everything turns about it at a constant rate.
typedef struct rim_motion2
{
    rim_vec2 delta;
    float    turn; ///< radians, positive from x towards y; at most RIM_MOTION2_MAX_TURN either way
} rim_motion2;

/// A whole turn.
#define RIM_MOTION2_MAX_TURN 6.2831855f

/// The pose at the fraction t of the motion.
RIM_API rim_xform2 rim_motion2_pose(rim_motion2 motion, rim_xform2 pose, double t);

/// @{
/// When does the sprite a, which moves and turns, first share area with b? The answer is told as by rim_sprite_sweep. How far
/// may a turn where it stands? As far as t times the turn of a motion without a delta.
///
/// t is never later than the true first touch, and earlier by no more than the time in which any point moves by 1/1024
/// of a pixel of the sprite with the narrower ones (of a, for shapes). A miss is a miss by proof. A touch that gets no
/// deeper than 2^-30 of such a pixel, or 2^-44 of the size of the scene, may be a hit or a miss: so are slides along an
/// edge. Nothing is sampled: no wall is too thin. A motion with a turn beyond the limit hits nothing. Where nothing
/// turns, the straight sweeps answer, exactly.
///
///      normal       unit, from b towards a: the outward normals of the pixels' outer edges within two pixels of the
///                   point, added up by length; of b's pixels, or of a's turned about if b is a shape
///      edge_normal  the same way round: of the very edge that is touched
///      ax, ay       the pixel of a; bx, by that of b, 0 for a shape
///
/// About ten times the time of a straight sweep, as a rule. Of sprites with long borders that slide along each other
/// without a touch it may be a second: after that, pixels that come as near as one pixel count as touching.
///
/// The squares of one sprite's pyramid follow their paths through the other's distance field (J. C. Hart, "Sphere
/// tracing", 1996); pairs of pixels step to their first touch by bounds of speed and acceleration (B. Mirtich,
/// "Impulse-based dynamic simulation of rigid body systems", 1996).
RIM_API rim_hit2 rim_sprite_sweep_turning(rim_posed a, rim_motion2 a_motion, rim_posed b,
                                          rim_motion2 b_motion);
RIM_API rim_hit2 rim_sprite_sweep_turning_circle(rim_posed a, rim_motion2 motion,
                                                 rim_circle2 circle, rim_vec2 delta);
/// The polygon must be convex, either way round; two corners are a segment.
RIM_API rim_hit2 rim_sprite_sweep_turning_polygon(rim_posed a, rim_motion2 motion,
                                                  rim_polygon2 polygon, rim_vec2 delta);
/// @}

// --- rays and shapes -----------------------------------------------------------------------------------

// --- at rest -----------------------------------------------------------------------------------------

/// Does the sprite share area with the circle, the box? As said above. False for what is not finite, and for a singular pose.
RIM_API bool rim_sprite_overlaps_circle(rim_posed   a,
                                        rim_circle2 circle); // of radius 0: is the point inside?
RIM_API bool rim_sprite_overlaps_box(rim_posed a, rim_box2 box); // false for an empty box

/// Does the sprite share area with a polygon? Any one, convex or not, either way round; it covers what its ring winds around.
/// Parts of the ring without area (two corners, a spike) overlap like segments: two corners ask about a segment. The cost grows
/// with the number of corners times that of the squares along the ring.
RIM_API bool rim_sprite_overlaps_polygon(rim_posed a, rim_polygon2 polygon);

// --- in motion ---------------------------------------------------------------------------------------

/// @{
/// When does the shape, moving by delta, begin to overlap the resting sprite b? The answer is told as by
/// rim_sprite_sweep: t in 0 .. 1 within four units in the last place, hits and misses decided exactly, a slide along an
/// edge and a touch at the very end are misses, a touch at the start counts only if the motion goes inward.
///
///      point        where they touch
///      normal       unit, from b towards the shape: the outward normals of the pixels' outer edges within
///                   two pixels of the point, added up by length, so that stairs of pixels look smooth
///      edge_normal  the same way round: of the very edge that is touched, the pixel's, or the shape's if
///                   it is a pixel's corner that touches it
///      bx, by       the pixel that is touched; ax, ay are 0
///
/// A start in overlap has t = 0, a point that both have in common, the normal by the pixels' edges inside
/// the shape (towards the middle of b from outside if there are none, straight up at last), and the depth
/// by which the shape has to be moved along it to be out of b for good.
RIM_API rim_hit2       rim_posed_raycast(const rim_posed *b, rim_ray2 ray); ///< Where a ray enters
static inline rim_hit2 rim_sprite_raycast(rim_posed b, rim_ray2 ray)        ///< Where a ray enters
{
    return rim_posed_raycast(&b, ray);
}
RIM_API rim_hit2 rim_circle2_sweep_sprite(rim_circle2 circle, rim_vec2 delta, rim_posed b);
/// @}

/// The polygon must be convex (rim_polygon2_is_convex), either way round; two corners are a segment. Without corners it
/// hits nothing.
RIM_API rim_hit2 rim_polygon2_sweep_sprite(rim_polygon2 polygon, rim_vec2 delta, rim_posed b);

// --- how far -----------------------------------------------------------------------------------------

/// The solid point closest to a place.
typedef struct rim_closest2
{
    bool     found;    ///< false if there are no solid pixels; then everything else is zero
    rim_vec2 point;    ///< on the sprite; the place itself if it is inside
    double   distance; ///< 0 inside, rounded once or twice otherwise
    int      x, y;     ///< the pixel that the point belongs to
} rim_closest2;

/// The point of the sprite closest to p, measured in the world. found is false as well for a place or pose that is not
/// finite, and for a singular pose.
RIM_API rim_closest2 rim_sprite_closest(rim_posed a, rim_vec2 p);

#ifdef __cplusplus
}
#endif

#endif
