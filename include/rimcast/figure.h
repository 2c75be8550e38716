/// @file
/// Figures: shapes of several parts, each with its own pose. Examples are a fighter animated by bones, with a sword and
/// hurt boxes (areas that can be hit), a panel of nine slices, and a machine of sprites and boxes.
///
/// A figure is the union of its parts, and its pose places it in the world. A part is a sprite, a box, a circle or a
/// convex polygon. Nothing is precomputed or allocated. The game owns the array of parts and may change it between
/// calls. Any range of the array is a figure as well. If five hurt boxes come first and the sword follows, `{ parts, 5,
/// pose }` is the figure that can be hurt, and `{ parts + 5, 1, pose }` is the one that hurts.
///
///      rim_figure_part parts[] = { { .pose = rim_xform2_identity(), .sprite = body },
///                                  { .kind = RIM_PART_CIRCLE, .pose = neck, .circle = { { 0, -9 }, 7 }, .tag = HEAD },
///                                  { .pose = hand, .sprite = sword, .tag = SWORD } };
///      rim_figure      hero = { parts, 3, rim_xform2_translation(at) };
///
/// The queries are those of posed sprites (sprite_query.h). Tests, hits, contacts and closest points also return the
/// indices of the parts. Two figures overlap if a part of one shares area with a part of the other. Where parts of one
/// figure touch or overlap each other, the shared area counts once, and borders between the parts belong to the
/// figure's interior.
///
/// **Poses of parts.** The pose of a part in the world is rim_xform2_mul(figure's pose, part's pose), rounded to
/// floats. The corners of boxes and polygons, and the centers of circles, are transformed to the world and rounded to
/// floats. Results are those of the rounded parts, so parts that touch in the figure's space may be slightly apart in
/// the world. The results of a figure of one sprite are those of the sprite, bit for bit.
///
/// **Circles stay round.** A pose scales the radius by the square root of the magnitude of its determinant, so the
/// circle has the area of the ellipse that the pose would make of it. Where areas are computed
/// (rim_figure_overlap_area, and the point and the normal of rim_figure_contact), a circle is replaced by the regular
/// polygon of 64 corners with the same area.
///
/// **Exactness.** Tests of a sprite with a sprite, box, circle or polygon are exact, as in sprite_query.h. Tests of two
/// parts that are not sprites are computed in double. Parts without area and parts with a non-finite number are
/// ignored. A part has no area if its pose is singular, its radius is 0, its box or polygon has no area, or its sprite
/// has no solid pixel.
///
/// **Cost.** A query of a figure of one sprite takes up to 10 ns longer than that of the sprite. A query of two other
/// figures takes as long as the queries of all pairs of parts whose boxes overlap, plus some tens of nanoseconds for
/// each other pair. The comments on raycasts and on motions with rotation say what those take. Contacts, and the
/// normals of sweeps, are computed from the intersections of all pixels if parts of a figure overlap each other or are
/// not sprites. In this case, the query takes about ten times as long as otherwise.
#ifndef RIMCAST_FIGURE_H
#define RIMCAST_FIGURE_H

#include "rimcast/base.h"
#include "rimcast/shape2.h"
#include "rimcast/sprite.h"
#include "rimcast/sprite_query.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The kind of a part, which selects the member that holds its shape.
typedef enum rim_part_kind
{
    RIM_PART_SPRITE = 0,
    RIM_PART_BOX,
    RIM_PART_CIRCLE,
    RIM_PART_POLYGON
} rim_part_kind;

/// The largest number of corners of a part that is a polygon.
#define RIM_PART_CORNERS 32

/// A part of a figure. Its pose maps the part to the figure's space and must be set: a zeroed pose is singular.
typedef struct rim_figure_part
{
    rim_part_kind     kind;
    rim_xform2        pose;
    const rim_sprite *sprite; ///< RIM_PART_SPRITE: borrowed; the sprite's origin is its anchor
    rim_box2          box;
    rim_circle2       circle;
    /// RIM_PART_POLYGON: borrowed; convex, clockwise or counter-clockwise, with at most RIM_PART_CORNERS corners
    rim_polygon2      polygon;
    int               tag; ///< any number, for the game's own use
} rim_figure_part;

/// A figure: borrowed parts and a pose.
typedef struct rim_figure
{
    const rim_figure_part *parts;
    int                    count;
    rim_xform2             pose; ///< maps the figure's space to the world
} rim_figure;

// --- at rest -------------------------------------------------------------------------------------------

/// Returns the bounding box of all parts in the world, rounded outward. The box is empty if no part has area.
RIM_API rim_box2 rim_figure_bounds(const rim_figure *figure);

/// A part of figure a and a part of figure b, by their indices.
typedef struct rim_parts
{
    int a, b; ///< -1 if there is no such part
} rim_parts;

/// Returns true if a part contains the world point p. Sprites are tested as by rim_sprite_contains. Other shapes
/// include their border. Writes the index of the first such part, or -1, to *part if part is not NULL.
RIM_API bool rim_figure_contains(const rim_figure *figure, rim_vec2 p, int *part);

/// Returns true if a and b share area. Writes to *which the index of the first part of a that shares area with b, and
/// the index of the first part of b that shares area with this part of a. `which` may be NULL.
RIM_API bool rim_figure_overlaps(const rim_figure *a, const rim_figure *b, rim_parts *which);

/// Returns true if both figures contain the center of the same pixel of the world, as rim_sprite_overlaps_on_grid does.
/// *which is as in rim_figure_overlaps. If one of two parts is not a sprite, the function tests every pixel of the
/// world in the intersection of the parts' boxes. This takes long if the intersection has millions of pixels.
RIM_API bool rim_figure_overlaps_on_grid(const rim_figure *a, const rim_figure *b,
                                         rim_parts *which);

/// Returns a pixel of a and a pixel of b that share area, as rim_sprite_shared_pixel does. The pixels belong to the
/// first pair of parts that share area. Writes these parts to *which if which is not NULL. Parts that are not sprites
/// are skipped.
RIM_API rim_shared_pixel rim_figure_shared_pixel(const rim_figure *a, const rim_figure *b,
                                                 rim_pick pick, rim_parts *which);

/// Returns the area that a and b share, in square world units. It is 0 if and only if they do not overlap. Area that
/// several pairs of parts share counts once. If all parts involved are sprites, and none overlaps another part of its
/// figure, the result is the sum over the pairs, and each term is as accurate as rim_sprite_overlap_area. Otherwise the
/// error is at most 1e-9 of the parts' areas, with polygons in place of circles.
RIM_API double rim_figure_overlap_area(const rim_figure *a, const rim_figure *b);

/// Returns the contact of a and b, as rim_sprite_contact does: the point, normal, depth and area of everything that
/// they share. Borders between two parts of a figure do not affect the normal. If a is moved by depth * normal, it
/// shares no area with b. Writes to *which the pair of parts that shares the most area, without what earlier parts of
/// its figure cover, or the first such pair if several share equally much. `which` may be NULL. edge_normal is that of
/// b's part in *which.
RIM_API rim_contact2 rim_figure_contact(const rim_figure *a, const rim_figure *b, rim_parts *which);

/// Returns a short motion of a after which a and b share no area, as rim_sprite_separate does. The motion is the
/// shortest one if all parts are sprites, their pixels are rectangles, their poses differ only by translations of whole
/// pixels, and there are at most 256 pairs of parts. Otherwise the function tries the contact's normal, sixteen evenly
/// spread directions, and the normals of at most 64 sides of the parts' pixels, boxes and polygons, those of a first.
/// Along each, a moves until it has left b for good, and the shortest of these motions is returned. So a shorter motion
/// into a gap of b is not found.
RIM_API rim_separation2 rim_figure_separate(const rim_figure *a, const rim_figure *b);

// --- in motion -----------------------------------------------------------------------------------------

/// Returns the time at which a, moving by a_delta, and b, moving by b_delta, first share area, as rim_sprite_sweep_both
/// does. Hits and misses are as exact as those of the parts. If both figures move and one of two parts is not a sprite,
/// the difference of the motions is rounded to floats. The normal is that of the unions of the parts, as if each figure
/// were one sprite. Between two parts that are not sprites, it is the normal of these two. Writes the parts that touch
/// to *which if which is not NULL. If several pairs touch at the same time, and the first of them has a sprite, *which
/// and edge_normal are those of the pair whose edge normal is closest to the normal. So the edge between two sprites of
/// a floor is not reported. Otherwise they are those of the first pair. ax, ay, bx and by are 0 for parts that are not
/// sprites, and for an overlap at the start unless both figures are one sprite each.
RIM_API rim_hit2 rim_figure_sweep(const rim_figure *a, rim_vec2 a_delta, const rim_figure *b,
                                  rim_vec2 b_delta, rim_parts *which);

/// Returns the time at which two figures that move and rotate first share area, as rim_sprite_sweep_turning does. Each
/// figure rotates about the origin of its space. Its parts do not move within it. t is never later than the true first
/// touch, so a door may rotate by t times its angle. Unless the search takes too long (sprite_query.h), t is earlier by
/// at most the time in which the fastest point of one of the two parts in *which, seen from the other part, moves by
/// 1/1024 of a pixel of the part with the smaller pixels. For two parts that are not sprites, 1/64 of the width of the
/// narrower part takes the place of a pixel. For such parts, a hit may be reported if they pass each other at a
/// distance of a few millionths of their size. A reported miss is always correct. *which and the normals are as in
/// rim_figure_sweep. If neither figure rotates, the result is that of rim_figure_sweep. Takes as long as the sweeps of
/// all pairs of parts together, but at most twice as long as a single call of rim_sprite_sweep_turning may take.
RIM_API rim_hit2 rim_figure_sweep_turning(const rim_figure *a, rim_motion2 a_motion,
                                          const rim_figure *b, rim_motion2 b_motion,
                                          rim_parts *which);

/// Returns the first hit of a ray with the interior of a figure, as rim_sprite_raycast does. Writes the index of the
/// part that is hit, or -1, to *part if part is not NULL. A ray along the border between two touching parts is in the
/// interior. Because the parts of a rotated figure are rounded, a ray does not pass between two parts if the gap is
/// narrower than 2^-21 times the largest coordinate of the figure's bounds in the world and of the ray's origin. Both
/// hold if the ray is in the border or the gap for more than 2^-12 times that coordinate, so a ray may pass along the
/// seam of a wall that is thinner. Takes about three times as long as raycasts against all parts, one after another.
RIM_API rim_hit2 rim_figure_raycast(const rim_figure *figure, rim_ray2 ray, int *part);

// --- distance --------------------------------------------------------------------------------------------

/// Returns the point of the figure that is closest to the world point p, as rim_sprite_closest does. x and y are 0 if
/// the point belongs to a part that is not a sprite. Writes the index of the part to *part if part is not NULL. If
/// several parts are equally close, the first is used. If no part has area, or p is not finite, writes -1.
RIM_API rim_closest2 rim_figure_closest(const rim_figure *figure, rim_vec2 p, int *part);

#ifdef __cplusplus
}
#endif

#endif
