// The sweep of a convex shape without rotation, as tests call it.
#ifndef TESTS_SUPPORT_TRANSLATION_H
#define TESTS_SUPPORT_TRANSLATION_H

#include "solid/query/shape.h"

static inline rim_hit3 sweep_convex_translation(rim_convex a, rim_xform3 pa, rim_vec3 delta,
                                                rim_convex b, rim_xform3 pb)
{
    sweep_order order;
    return sweep_convex_translating(&a, &pa, delta, &b, &pb, &order);
}

#endif
