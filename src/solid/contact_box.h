// Depth of two boxes in each other.
#ifndef RIM_SOLID_CONTACT_BOX_H
#define RIM_SOLID_CONTACT_BOX_H

#include "solid/contact_expand.h"
#include "solid/hull_data.h"

typedef struct box_answer
{
    bool        hit;
    overlap     overlap; // if hit; without its corners
    rim_feature feature_a, feature_b;
} box_answer;

// False, and nothing done, unless both are hulls that are boxes along their own axes.
bool rim_box_pair(const gjk_pair *pair, rim_convex a, rim_convex b, box_answer *answer);

#endif
