// Two bodies with flat sides, polygons and boxes, in one frame along the world's axes.
#ifndef RIM_SOLID_SHAPE_FLAT_PAIR_H
#define RIM_SOLID_SHAPE_FLAT_PAIR_H

#include "solid/shape/box.h"

// A face, if points is not NULL, else a box.
typedef struct pair_body
{
    const rim_vec3 *points;
    int             count;
    core_frame      frame; // of the pair
    vec3d           base;  // a face's first corner, a box's origin
    core_face       face;
    box3_local      box;
    vec3d           corners[8]; // of a box
} pair_body;

// Before the pair's frame is known: what it is chosen by.
double pair_reach_box3(rim_box3 box);
double pair_reach_obox(rim_obox box);

pair_body pair_of_polygon(const core_frame *frame, const rim_vec3 *points, int count);
pair_body pair_of_box3(const core_frame *frame, rim_box3 box);
pair_body pair_of_obox(const core_frame *frame, rim_obox box);

// The closest points; if they meet, the shortest way out, and a common point.
core_touch flat_pair_touch(const pair_body *a, const pair_body *b);

// As that, but with the witnesses on the borders where a, pushed out, would touch b.
core_touch pair_contact(const pair_body *a, const pair_body *b);

#endif
