/// @file
/// Figures: one shape of several parts, each with its own pose: a fighter of bones with sword, shield and hurt boxes, a
/// panel of nine slices, a machine of sprites and boxes.
///
/// A figure is the union of its parts, under its pose. A part is a sprite, a box, a circle or a convex polygon. Nothing is
/// baked and nothing is allocated: the parts are an array of the game's own, borrowed for the call, whose poses may change
/// from one call to the next. Half of an array is a figure, too: with the hurt boxes first and the sword behind them,
/// `{ parts, 5, pose }` is what may be hurt, and `{ parts + 5, 1, pose }` what hurts.
///
///      rim_figure_part parts[] = { { .pose = rim_xform2_identity(), .sprite = body },
///                                  { .kind = RIM_PART_CIRCLE, .pose = neck, .circle = { { 0, -9 }, 7 }, .tag = HEAD },
///                                  { .pose = hand, .sprite = sword, .tag = SWORD } };
///      rim_figure      hero = { parts, 3, rim_xform2_translation(at) };
///
/// Answers are those of posed sprites (sprite_query.h), and also name the part that was hit, by its number in the array. Two
/// figures overlap if a part of one shares area with a part of the other. Where parts of one figure abut or lie on each
/// other, that is inside: shared area counts once, and borders between parts are no borders.
///
/// **Where a part is.** At rim_xform2_mul(figure's pose, part's pose), whose numbers are rounded to floats; corners of boxes and
/// polygons and centres of circles are rounded to floats in the world. Everything is told of what lies there. So parts of a
/// turned figure that should abut may be a rounding error apart. A figure of one sprite gives the sprite's
/// own answers, bit for bit.
///
/// **Circles stay round.** A pose scales the radius by the square root of its determinant, so that a circle that is stretched
/// unevenly keeps its area. Where areas are summed (overlap_area, the point and normal of a contact) a circle counts as the
/// regular polygon of 64 corners that has its area.
///
/// **How exact.** Against sprites, boxes, circles and polygons answer as the calls of sprite_query.h do, exactly; two that are no
/// sprites are compared in double. A part that has no area (a singular pose, a radius of 0, fewer than three corners, no solid
/// pixel) or a number that is not finite is not there.
///
/// **Cost.** A figure of one sprite costs what the sprite does and up to 10 ns. Else the time goes with the number of pairs of parts
/// whose boxes meet, some tens of nanoseconds for each pair that does not. Contacts, and normals of sweeps, of figures whose parts lie on each other,
/// or are no sprites, are found from all pieces of pixels that are shared, cut by cut: about ten times as long.
#ifndef RIMCAST_FIGURE_H
#define RIMCAST_FIGURE_H

#include "rimcast/base.h"
#include "rimcast/shape2.h"
#include "rimcast/sprite.h"
#include "rimcast/sprite_query.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Which of a part's shapes counts.
typedef enum rim_part_kind
{
    RIM_PART_SPRITE = 0,
    RIM_PART_BOX,
    RIM_PART_CIRCLE,
    RIM_PART_POLYGON
} rim_part_kind;

/// The most corners of a polygon that is a part.
#define RIM_PART_CORNERS 32

/// A part, written with braces. Its pose takes it into the figure's space; a zeroed pose is no pose.
typedef struct rim_figure_part
{
    rim_part_kind     kind;
    rim_xform2        pose;
    const rim_sprite *sprite; ///< RIM_PART_SPRITE: borrowed; its origin is its anchor
    rim_box2          box;
    rim_circle2       circle;
    rim_polygon2
        polygon; ///< RIM_PART_POLYGON: convex, either way round, up to RIM_PART_CORNERS corners
    int tag;     ///< the game's own
} rim_figure_part;

/// Parts, borrowed, and where they are.
typedef struct rim_figure
{
    const rim_figure_part *parts;
    int                    count;
    rim_xform2             pose; ///< the figure's space to the world
} rim_figure;

// --- at rest -------------------------------------------------------------------------------------------

/// The box in the world around all parts, never smaller than they are. Empty if there are none.
RIM_API rim_box2 rim_figure_bounds(const rim_figure *figure);

/// Two parts, by their numbers in the arrays.
typedef struct rim_parts
{
    int a, b; ///< -1 if there is none
} rim_parts;

/// Does a part contain a point of the world? Sprites do as rim_sprite_contains says; borders of other shapes belong to
/// them. *part, which may be NULL, is the first one that does, or -1.
RIM_API bool rim_figure_contains(const rim_figure *figure, rim_vec2 p, int *part);

/// Do a and b share area? *which, which may be NULL, is the first part of a that shares area with b, and the first of b that
/// it does so with.
RIM_API bool rim_figure_overlaps(const rim_figure *a, const rim_figure *b, rim_parts *which);

/// The renderer's question, as rim_sprite_overlaps_on_grid: is the center of a pixel of the world in both, as rim_figure_contains
/// says? *which (may be NULL) is as above. Where one of two parts is no sprite, each pixel of the world
/// in the box that both share is tried, so the cost grows with that box's area: shapes that are
/// stretched over millions of pixels take long.
RIM_API bool rim_figure_overlaps_on_grid(const rim_figure *a, const rim_figure *b,
                                         rim_parts *which);

/// A pixel of a and one of b that share area, as rim_sprite_shared_pixel, of the first two parts in *which (may be NULL) that have
/// some. Only sprites have pixels: other parts are passed over.
RIM_API rim_shared_pixel rim_figure_shared_pixel(const rim_figure *a, const rim_figure *b,
                                                 rim_pick pick, rim_parts *which);

/// The area that a and b share, each place once; 0 if and only if they do not overlap. If all parts that take part are
/// sprites, and none of them overlaps another one of its figure, the areas of the pairs are added up, each as right as that of
/// rim_sprite_overlap_area. Otherwise it is right to within 1e-9 of the parts' areas; of polygons, corners that lie on a
/// line count as rounded to floats.
RIM_API double rim_figure_overlap_area(const rim_figure *a, const rim_figure *b);

/// How do a and b overlap? As rim_sprite_contact: point, normal, depth and area are of all that is shared. No border between
/// two parts of a figure counts for the normal, and a moved by depth * normal is out of all of b. edge_normal is of b's part
/// in *which. That may be NULL; it is the two parts that share most area, of equal ones the first.
RIM_API rim_contact2 rim_figure_contact(const rim_figure *a, const rim_figure *b, rim_parts *which);

/// The shortest way out of an overlap, as rim_sprite_separate: a moved by it shares no area with b. Exact if all parts are
/// sprites whose poses are the same but for a motion by whole pixels, which are rectangles, and there are no more than 256 pairs
/// of them. Otherwise no motion straight along the contact's normal, along one of sixteen even directions, or along
/// the sides of a part's pixels or of its polygon, for the first 64 of these, is shorter; it may be longer than such a
/// motion by as much as rounding needs to leave no sliver.
RIM_API rim_separation2 rim_figure_separate(const rim_figure *a, const rim_figure *b);

// --- in motion -----------------------------------------------------------------------------------------

/// a moves by a_delta while b moves by b_delta. When do they begin to share area? Told as by rim_sprite_sweep_both, hits and misses
/// as exact as those of the parts. Where both move and one of two parts is no sprite, the difference of the motions is
/// rounded to floats. The normal is of the unions, as if the parts were one sprite; between two shapes that are no sprites, that of
/// the touch. Of several parts that touch at the same time, *which (may be NULL) and edge_normal are those that face the normal best, so that
/// no edge between two parts of a floor is told. ax, ay and bx, by are of parts that are sprites, else 0.
RIM_API rim_hit2 rim_figure_sweep(const rim_figure *a, rim_vec2 a_delta, const rim_figure *b,
                                  rim_vec2 b_delta, rim_parts *which);

/// When do two figures that move and turn first share area? Each turns about the origin of its space, where the pose puts it;
/// parts keep the places that they have at the start. Told as by rim_sprite_sweep_turning: t is never later than the true
/// first touch, and earlier by no more than the time in which any point of the two parts in *which moves by 1/1024 of a pixel of
/// the one with the narrower ones. Of two parts that are no sprites a 64th of the narrower one's width stands for a pixel, and
/// a touch may be told of those that pass each other a few millionths of their size apart. A miss is
/// a miss by proof. So a door may turn by t times its turn. Normals as by rim_figure_sweep. *which may be NULL. Where nothing
/// turns, rim_figure_sweep answers. Takes the time of its pairs of parts, and no more than twice the longest of sprites.
RIM_API rim_hit2 rim_figure_sweep_turning(const rim_figure *a, rim_motion2 a_motion,
                                          const rim_figure *b, rim_motion2 b_motion,
                                          rim_parts *which);

/// Where does a ray first run through the inside? As rim_sprite_raycast; *part, which may be NULL, is the one that is hit,
/// or -1. A ray along the seam of two parts is inside. So that this holds for turned figures, whose parts are rounded, gaps between two
/// parts are closed for rays if they are narrower than 2^-20 of the largest coordinate. Takes three times the rays of one part.
RIM_API rim_hit2 rim_figure_raycast(const rim_figure *figure, rim_ray2 ray, int *part);

// --- how far ---------------------------------------------------------------------------------------------

/// The point of the figure closest to a place, as rim_sprite_closest; x and y are 0 for parts that are no sprites. *part, which
/// may be NULL, is the one that it belongs to, of equal ones the first; or -1.
RIM_API rim_closest2 rim_figure_closest(const rim_figure *figure, rim_vec2 p, int *part);

#ifdef __cplusplus
}
#endif

#endif
