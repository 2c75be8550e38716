// The parts of a figure where they stand in the world, two at a time.
#ifndef RIM_FLAT_FIGURE_DATA_H
#define RIM_FLAT_FIGURE_DATA_H

#include "rimcast/figure.h"

#include <stdint.h>

// A part in the world: a posed sprite, or a convex ring of corners, or a circle, whose only corner is its center.
typedef struct figure_shape
{
    rim_posed posed; // its sprite is NULL for the others
    rim_box2  bounds;
    int       count; // of corners
    float     radius;
    double    winding; // +1 if the corners turn from the x axis towards the y axis, else -1
    rim_vec2  corner[RIM_PART_CORNERS];
} figure_shape;

// Returns false if the part has no area or a number that is not finite: then it is not there.
bool figure_shape_init(figure_shape *shape, const rim_figure *figure, int part);

// Returns a point without area. It is no part.
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

// Returns true for a figure that is one sprite, and that sprite.
static inline bool figure_is_sprite(const rim_figure *figure, rim_posed *posed)
{
    if (figure->count != 1 || figure->parts->kind != RIM_PART_SPRITE) return false;
    posed->sprite = figure->parts->sprite;
    posed->pose = rim_xform2_mul(figure->pose, figure->parts->pose);
    return true;
}

// As rim_figure_contains.
bool figure_shape_contains(const figure_shape *shape, rim_vec2 p);

// The longer side of a pixel; 0 of what is no sprite.
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

bool figure_pair_overlaps(const figure_shape *a, const figure_shape *b);

// As rim_sprite_sweep_both.
rim_hit2 figure_pair_sweep(const figure_shape *a, rim_vec2 a_delta, const figure_shape *b,
                           rim_vec2 b_delta);

// Returns how far a must move along the unit vector n to be out of b and stay out; 0 if it never touches.
double figure_pair_exit(const figure_shape *a, const figure_shape *b, rim_vec2 n);

// The same of two that are no sprites.
bool     figure_rounded_overlaps(const figure_shape *a, const figure_shape *b);
rim_hit2 figure_rounded_sweep(const figure_shape *a, rim_vec2 a_delta, const figure_shape *b,
                              rim_vec2 b_delta);
// The start of a motion in overlap: point, normal and depth are those of the shortest way out.
rim_hit2 figure_rounded_start(const figure_shape *a, const figure_shape *b);
double   figure_rounded_exit(const figure_shape *a, const figure_shape *b, rim_vec2 n);
double   figure_rounded_distance(const figure_shape *a, const figure_shape *b);

// Returns true if the motion of a by delta is ever inside b before its end, or begins there.
bool figure_rounded_passes(const figure_shape *a, rim_vec2 delta, const figure_shape *b);

// --- all parts -------------------------------------------------------------------------------------------

// The shared area of two figures.
typedef struct figure_share
{
    double area;
    double x, y; // the centroid in the world
    double gx,
        gy; // the gradient of the area by a motion of a; where it jumps the mean of those to both sides
    double    noise; // a gradient up to this is rounding
    rim_parts most;  // the parts that share most area, of equal ones the first
} figure_share;

// Measures it after a has moved by (x, y).
void figure_share_measure(figure_share *share, const rim_figure *a, const rim_figure *b, double x,
                          double y);

// As rim_sprite_overlaps_polygon: any ring.
bool figure_overlaps_polygon(const rim_figure *figure, rim_polygon2 ring);

// Returns how far a must move along n to be out of b and stay out.
double figure_exit(const rim_figure *a, const rim_figure *b, rim_vec2 n);

// The direction from b to a in which the area falls fastest; from middle to middle if the gradient vanishes.
rim_vec2 figure_normal(const rim_figure *a, const rim_figure *b, const figure_share *share);

// Returns the time in which a, moving by (x, y) in the unit of time, covers two pixels of one of two parts, the
// longer of both; 0 if neither is a sprite.
double figure_time_ahead(const rim_figure *a, const rim_figure *b, rim_parts which, double x,
                         double y);

// The normal of a touch: by the area that they share once a has moved by (x, y), two pixels beyond the touch. If there is
// none, or if it is along the way, as behind a thin wall, the edge's.
rim_vec2 figure_normal_ahead(const rim_figure *a, const rim_figure *b, double x, double y,
                             rim_vec2 way, rim_vec2 edge_normal);

#endif
