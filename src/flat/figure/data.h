// The parts of figures in the world (figure_shape), and queries of two of them.
#ifndef RIM_FLAT_FIGURE_DATA_H
#define RIM_FLAT_FIGURE_DATA_H

#include "rimcast/figure.h"
#include "base/vec2d.h"

#include <stdint.h>

// A part in the world: a posed sprite, a convex ring of corners, or a circle. A circle has its center as its only
// corner, so functions that take the mean or the extreme of the corners serve both.
typedef struct figure_shape
{
    rim_posed posed; // of a sprite; the sprite is NULL for a ring or a circle
    rim_box2  bounds;
    int       count;  // of corners; 0 for a sprite, whose corners are not set
    float     radius; // of a circle; 0 for a sprite or a ring
    double
        winding; // of a ring: +1 if its corners run clockwise on the screen (from x towards y), else -1
    rim_vec2 corner[RIM_PART_CORNERS];
} figure_shape;

// Stores part number `part` of a figure in the world, 0 <= part < figure->count. Returns false for a part that queries
// ignore: one without area, or with a number that is not finite. Then *shape means nothing.
bool figure_shape_init(figure_shape *shape, const rim_figure *figure, int part);

// Returns a point as a shape: a ring of one corner. Figures have no such part, but the queries of two shapes accept it.
figure_shape figure_shape_point(rim_vec2 at);

static inline rim_polygon2 figure_shape_ring(const figure_shape *shape)
{
    return (rim_polygon2){ shape->corner, shape->count };
}

static inline rim_circle2 figure_shape_circle(const figure_shape *shape)
{
    return (rim_circle2){ shape->corner[0], shape->radius };
}

static inline bool figure_shape_is_circle(const figure_shape *shape)
{
    return shape->radius > 0.0f;
}

// Returns false if the pose of the figure or that of the part is singular, so that queries ignore the part. Their
// product does not tell: it is rounded, which may give it a small determinant.
static inline bool figure_poses_have_area(const rim_figure *figure, const rim_figure_part *part)
{
    return rim_xform2_determinant(figure->pose) != 0.0 && rim_xform2_determinant(part->pose) != 0.0;
}

// If queries ignore all parts but one (those without area), and that one is a sprite, returns its index, else -1.
// *posed becomes that sprite in the world. Requires several parts.
int figure_search_sprite(const rim_figure *figure, rim_posed *posed);

// Returns the result of figure_search_sprite for any number of parts. The world pose of a single sprite is not
// examined, because the queries of sprites ignore it in the same cases. If the sprite is NULL, figure_shape_init
// reports it.
static inline int figure_only_sprite(const rim_figure *figure, rim_posed *posed)
{
    if (figure->count > 1) return figure_search_sprite(figure, posed);
    if (figure->count != 1 || figure->parts->kind != RIM_PART_SPRITE) return -1;
    if (!figure->parts->sprite || !figure_poses_have_area(figure, figure->parts)) return -1;
    posed->sprite = figure->parts->sprite;
    posed->pose = rim_xform2_mul(figure->pose, figure->parts->pose);
    return 0;
}

// Returns figure_only_sprite of both figures, or -1 and -1 if it is -1 for one of them. *p and *q become the sprites of
// a and b. They are defined only if both exist.
static inline rim_parts figure_only_sprites(const rim_figure *a, rim_posed *p, const rim_figure *b,
                                            rim_posed *q)
{
    rim_parts only = { figure_only_sprite(a, p), -1 };
    if (only.a >= 0) only.b = figure_only_sprite(b, q);
    if (only.b < 0) only.a = -1;
    return only;
}

// Returns true if the part contains a point of the world, as rim_figure_contains.
bool figure_shape_contains(const figure_shape *shape, rim_vec2 p);

// Returns the length in the world of the longer side of a sprite's pixel, or 0 for a ring or a circle.
double figure_pixel_size(const figure_shape *shape);

static inline bool figure_boxes_share_area(rim_box2 a, rim_box2 b)
{
    return a.lo.x < b.hi.x && b.lo.x < a.hi.x && a.lo.y < b.hi.y && b.lo.y < a.hi.y;
}

static inline rim_parts figure_no_parts(void)
{
    return (rim_parts){ -1, -1 };
}

// --- two parts -------------------------------------------------------------------------------------------

// Returns true if two parts share area.
bool figure_pair_overlaps(const figure_shape *a, const figure_shape *b);

// Returns the first contact of two moving parts, as rim_sprite_sweep_both.
rim_hit2 figure_pair_sweep(const figure_shape *a, rim_vec2 a_delta, const figure_shape *b,
                           rim_vec2 b_delta);

// Returns the distance that a must move along the unit vector n to leave b for good; 0 if it never overlaps b on that
// path.
double figure_pair_exit(const figure_shape *a, const figure_shape *b, rim_vec2 n);

// The same queries for two shapes of which neither is a sprite (rounded.c). figure_rounded_sweep also requires that the
// shapes do not overlap at the start.
bool     figure_rounded_overlaps(const figure_shape *a, const figure_shape *b);
rim_hit2 figure_rounded_sweep(const figure_shape *a, rim_vec2 a_delta, const figure_shape *b,
                              rim_vec2 b_delta);
// Returns the hit of shapes that overlap at the start of a motion. The point, normal and depth are those of the
// shortest motion that separates the shapes.
rim_hit2 figure_rounded_start(const figure_shape *a, const figure_shape *b);
double   figure_rounded_exit(const figure_shape *a, const figure_shape *b, rim_vec2 n);
// Returns the signed distance of two shapes: if they overlap, minus the length of the shortest motion that separates
// them.
double   figure_rounded_distance(const figure_shape *a, const figure_shape *b);

// Returns true if a, moving by delta, shares area with b at its start or at some time before its end.
bool figure_rounded_passes(const figure_shape *a, vec2d delta, const figure_shape *b);

// --- two figures -------------------------------------------------------------------------------------------

// The shared area of two figures.
typedef struct figure_share
{
    double area;
    double x, y; // the centroid in the world
    // The gradient of the area with respect to a's position. Where it jumps, the mean of the values on both sides.
    double gx, gy;
    double noise; // a component of the gradient of at most this magnitude may be a rounding error
    // The parts that share the most area that no earlier part covers, of equal ones the first; -1 and -1 if none do.
    rim_parts most;
} figure_share;

// Computes the shared area after a has moved by (x, y).
void figure_share_measure(figure_share *share, const rim_figure *a, const rim_figure *b, double x,
                          double y);

// Returns true if a part of the figure overlaps a polygon of the world, which need not be convex, as
// rim_sprite_overlaps_polygon.
bool figure_overlaps_polygon(const rim_figure *figure, rim_polygon2 ring);

// Returns the distance that a must move along the unit vector n to leave all of b for good; 0 if it never overlaps b on
// that path.
double figure_exit(const rim_figure *a, const rim_figure *b, rim_vec2 n);

// Stores the unit normal of an overlap, from b towards a: minus the normalized gradient of the shared area. Components
// of at most share->noise count as 0. Returns false, and stores nothing, if the rest is 0, infinite, or so short that
// it may be rounding: at most GRADIENT_NOISE times the root of the area.
bool figure_share_normal(const figure_share *share, rim_vec2 *normal);

// Returns the normal of figure_share_normal. If there is none, the normal points from the middle of b's bounds to that
// of a's, or straight up if these coincide.
rim_vec2 figure_normal(const rim_figure *a, const rim_figure *b, const figure_share *share);

// Returns the time in which a, moving by (x, y) per unit of time, moves by two pixels of the sprites among the parts
// `which`: the longer time of the two, or 0 if neither is a sprite.
double figure_time_ahead(const rim_figure *a, const rim_figure *b, rim_parts which, double x,
                         double y);

// Returns the normal of a touch: figure_share_normal of the area that a and b share after a has moved by (x, y), which
// should be two pixels beyond the touch. Returns edge_normal if there is none (as where the figures are apart), or if
// it has a positive dot product with `way`, the motion of a relative to b. Then a is already through a thin wall, and
// the normal is that of its other side.
rim_vec2 figure_normal_ahead(const rim_figure *a, const rim_figure *b, double x, double y,
                             rim_vec2 way, rim_vec2 edge_normal);

#endif
