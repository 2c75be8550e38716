// Depth of two boxes in each other.
#ifndef RIM_SOLID_QUERY_SAT_BOX_H
#define RIM_SOLID_QUERY_SAT_BOX_H

#include "solid/query/epa.h"
#include "solid/hull/data.h"

typedef struct box_answer
{
    bool        hit;
    overlap     overlap; // if hit; without its corners
    rim_feature feature_a, feature_b;
} box_answer;

// False, and nothing done, unless both are hulls that are boxes along their own axes.
typedef bool box_pair(const gjk_pair *pair, const rim_convex *a, const rim_convex *b,
                      box_answer *answer);

box_pair sat_box_pair;
box_pair sat_box_pair_plain;
box_pair sat_box_pair_avx2;

#endif
