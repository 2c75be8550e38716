// A shape as convex points in a pose.
#ifndef RIM_SOLID_QUERY_SHAPE_H
#define RIM_SOLID_QUERY_SHAPE_H

#include "solid/hull/box.h"

typedef struct shape3_view
{
    rim_convex convex;
    rim_xform3 pose;
    hull_box   box; // room for the hull of a box
} shape3_view;

// Makes the view of a shape, which borrows its points. Returns false for planes and for what is nowhere. The view must
// stay where it is.
bool shape3_view_of(shape3_view *v, const rim_shape3 *s, const rim_xform3 *pose);

// Returns a sphere or capsule in its pose as a capsule of the world, rounded to float.
rim_capsule shape3_capsule_of(const rim_shape3 *s, const rim_xform3 *pose);

#endif
