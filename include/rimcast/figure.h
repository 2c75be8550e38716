/// @file
/// Figures: shapes of several parts, each with its own pose, such as a fighter of bones with sword, shield and hurt
/// boxes, a panel of nine slices, or a machine of sprites and boxes.
///
/// A figure is the union of its parts under its pose. A part is a sprite, a box, a circle or a convex polygon.
/// Nothing is baked or allocated: the parts are an array of the game, borrowed for the call, whose poses may change
/// between calls. A part of the array is a figure, too: if the hurt boxes come first and the sword follows, `{ parts,
/// 5, pose }` can be hurt, and `{ parts + 5, 1, pose }` hurts.
///
///      rim_figure_part parts[] = { { .pose = rim_xform2_identity(), .sprite = body },
///                                  { .kind = RIM_PART_CIRCLE, .pose = neck, .circle = { { 0, -9 }, 7 }, .tag = HEAD },
///                                  { .pose = hand, .sprite = sword, .tag = SWORD } };
///      rim_figure      hero = { parts, 3, rim_xform2_translation(at) };
///
/// Results are those of posed sprites (sprite_query.h) and include the part that was hit, by its index in the array.
/// Two figures overlap if a part of one shares area with a part of the other. Where parts of a figure touch or
/// overlap each other, the figure's interior continues: shared area counts once, and borders between parts do not
/// count.
///
/// **Poses of parts.** The pose of a part in the world is rim_xform2_mul(figure's pose, part's pose), rounded to
/// floats. Corners of boxes and polygons and centers of circles are rounded to floats in the world. Results are those
/// of the rounded parts, so parts of a rotated figure that should abut may be a rounding error apart. A figure of one
/// sprite has exactly the results of the sprite, bit for bit.
///
/// **Circles stay round.** A pose scales the radius by the square root of its determinant, so the circle has the area
/// of the stretched shape. Where areas are computed (overlap_area, point and normal of a contact), a circle is
/// replaced by the regular polygon of 64 corners with the same area.
///
/// **Exactness.** Boxes, circles and polygons against sprites are exact, as in sprite_query.h; two parts that are not
/// sprites are compared in double. Parts without area (a singular pose, a radius of 0, fewer than three corners, no
/// solid pixel) or with a non-finite number are ignored.
///
/// **Cost.** A figure of one sprite takes up to 10 ns longer than the sprite. Otherwise the time is that of the pairs
/// of parts whose boxes overlap, plus some tens of nanoseconds for each other pair. Contacts and normals of sweeps
/// take about ten times as long if parts of a figure overlap each other or are not sprites: they are then computed
/// from all shared pieces of pixels.
#ifndef RIMCAST_FIGURE_H
#define RIMCAST_FIGURE_H

#include "rimcast/base.h"
#include "rimcast/shape2.h"
#include "rimcast/sprite.h"
#include "rimcast/sprite_query.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The kind of a part, which says which member is its shape.
typedef enum rim_part_kind
{
    RIM_PART_SPRITE = 0,
    RIM_PART_BOX,
    RIM_PART_CIRCLE,
    RIM_PART_POLYGON
} rim_part_kind;

/// The most corners of a part that is a polygon.
#define RIM_PART_CORNERS 32

/// A part of a figure. Its pose maps it to the figure's space. A zeroed pose is singular: set it.
typedef struct rim_figure_part
{
    rim_part_kind     kind;
    rim_xform2        pose;
    const rim_sprite *sprite; ///< RIM_PART_SPRITE: borrowed; its origin is its anchor
    rim_box2          box;
    rim_circle2       circle;
    /// RIM_PART_POLYGON: convex, in either direction, up to RIM_PART_CORNERS corners
    rim_polygon2      polygon;
    int               tag; ///< any number of the game's own
} rim_figure_part;

/// A figure: borrowed parts and a pose.
typedef struct rim_figure
{
    const rim_figure_part *parts;
    int                    count;
    rim_xform2             pose; ///< the figure's space to the world
} rim_figure;

// --- at rest -------------------------------------------------------------------------------------------

/// Returns the box in the world around all parts, rounded outward. Empty if there are none.
RIM_API rim_box2 rim_figure_bounds(const rim_figure *figure);

/// Two parts, by their numbers in the arrays.
typedef struct rim_parts
{
    int a, b; ///< -1 if there is none
} rim_parts;

/// Returns true if a part contains a point of the world: sprites as in rim_sprite_contains, other shapes including
/// their border. Writes the first such part, or -1, to *part, which may be NULL.
RIM_API bool rim_figure_contains(const rim_figure *figure, rim_vec2 p, int *part);

/// Returns true if a and b share area. Writes the first part of a that shares area with b, and the first part of b
/// that it shares area with, to *which, which may be NULL.
RIM_API bool rim_figure_overlaps(const rim_figure *a, const rim_figure *b, rim_parts *which);

/// Returns true if the center of some pixel of the world is in both, as rim_sprite_overlaps_on_grid. *which as in
/// rim_figure_overlaps. If one of two parts is not a sprite, every pixel of the world in the intersection of their
/// boxes is tested, so shapes stretched over millions of pixels take long.
RIM_API bool rim_figure_overlaps_on_grid(const rim_figure *a, const rim_figure *b,
                                         rim_parts *which);

/// Returns a pixel of a and one of b that share area, as rim_sprite_shared_pixel, from the first two parts that have
/// such pixels; these are written to *which, which may be NULL. Parts that are not sprites are skipped.
RIM_API rim_shared_pixel rim_figure_shared_pixel(const rim_figure *a, const rim_figure *b,
                                                 rim_pick pick, rim_parts *which);

/// Returns the area that a and b share, counted once; 0 if and only if they do not overlap. If all parts involved are
/// sprites, and none overlaps another one of its figure, the result is the sum over the pairs, each as accurate as
/// rim_sprite_overlap_area. Otherwise the error is at most 1e-9 of the parts' areas, with polygon corners that lie on
/// a line rounded to floats.
RIM_API double rim_figure_overlap_area(const rim_figure *a, const rim_figure *b);

/// Returns the contact of a and b, as rim_sprite_contact: point, normal, depth and area of all that is shared.
/// Borders between two parts of a figure do not count for the normal, and a moved by depth * normal is out of all of
/// b. edge_normal is that of b's part in *which. *which (may be NULL) is the two parts that share the most area, of
/// equal ones the first.
RIM_API rim_contact2 rim_figure_contact(const rim_figure *a, const rim_figure *b, rim_parts *which);

/// Returns the shortest motion out of an overlap, as rim_sprite_separate: moved by it, a shares no area with b. Exact
/// if all parts are sprites of rectangular pixels whose poses differ only by translations of whole pixels, with at
/// most 256 pairs. Otherwise no motion straight along the contact's normal, along one of sixteen even directions, or
/// along the sides of a part's pixels or of its polygon (the first 64 of these) is shorter, except by what rounding
/// needs to leave no sliver.
RIM_API rim_separation2 rim_figure_separate(const rim_figure *a, const rim_figure *b);

// --- in motion -----------------------------------------------------------------------------------------

/// Returns when a, moving by a_delta, and b, moving by b_delta, first share area, as rim_sprite_sweep_both. Hits and
/// misses are as exact as those of the parts; if both move and one of two parts is not a sprite, the difference of
/// the motions is rounded to floats. The normal is that of the unions, as if the parts were one sprite; between two
/// parts that are not sprites, that of the touch. Of several parts that touch at the same time, *which (may be NULL)
/// and edge_normal are those that face the normal best, so an edge between two parts of a floor is not reported. ax,
/// ay, bx and by are 0 for parts that are not sprites.
RIM_API rim_hit2 rim_figure_sweep(const rim_figure *a, rim_vec2 a_delta, const rim_figure *b,
                                  rim_vec2 b_delta, rim_parts *which);

/// Returns when two figures that move and rotate first share area, as rim_sprite_sweep_turning. Each rotates about
/// the origin of its space; its parts do not move within it. t is never later than the true first touch, and earlier
/// by at most the time in which any point of the two parts in *which (may be NULL) moves by 1/1024 of a pixel of the
/// one with the smaller ones. For two parts that are not sprites, 1/64 of the width of the narrower one replaces a
/// pixel, and a touch may be reported for parts that pass each other a few millionths of their size apart. A miss is
/// proved. So a door may rotate by t times its turn. Normals as in rim_figure_sweep, which gives the result if
/// nothing rotates. Takes the time of the pairs of parts, and at most twice the limit for sprites.
RIM_API rim_hit2 rim_figure_sweep_turning(const rim_figure *a, rim_motion2 a_motion,
                                          const rim_figure *b, rim_motion2 b_motion,
                                          rim_parts *which);

/// Returns where a ray first passes through the interior, as rim_sprite_raycast. Writes the part that is hit, or -1,
/// to *part, which may be NULL. A ray along the seam of two parts is in the interior. Because parts of rotated
/// figures are rounded, rays do not pass gaps between two parts that are narrower than 2^-20 of the largest
/// coordinate. Takes three times as long as the rays of one part.
RIM_API rim_hit2 rim_figure_raycast(const rim_figure *figure, rim_ray2 ray, int *part);

// --- how far ---------------------------------------------------------------------------------------------

/// Returns the point of the figure closest to p, as rim_sprite_closest; x and y are 0 for parts that are not sprites.
/// Writes the part that it belongs to (of equally close ones the first), or -1, to *part, which may be NULL.
RIM_API rim_closest2 rim_figure_closest(const rim_figure *figure, rim_vec2 p, int *part);

#ifdef __cplusplus
}
#endif

#endif
