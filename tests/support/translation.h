// Sweeps of a convex shape, without rotation and against a plane of the world, as tests call them.
#ifndef TESTS_SUPPORT_TRANSLATION_H
#define TESTS_SUPPORT_TRANSLATION_H

#include "solid/query/shape.h"

static inline rim_hit3 sweep_convex_translation(rim_convex a, rim_xform3 pa, rim_vec3 delta,
                                                rim_convex b, rim_xform3 pb)
{
    sweep_order order;
    return sweep_convex_translating(&a, &pa, delta, &b, &pb, &order);
}

static inline rim_hit3 sweep_turning_over(rim_convex a, rim_xform3 pa, rim_motion3 motion,
                                          rim_plane plane)
{
    rim_shape3 shape = { RIM_SHAPE3_PLANE, .plane = plane };
    rim_xform3 here = rim_xform3_identity();
    return sweep_convex_turning_plane(a, pa, motion, &shape, &here);
}

#endif
