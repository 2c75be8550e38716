// Boxes as cores: a frame in which the box lies along the axes.
#ifndef RIM_SOLID_SHAPE_BOX_H
#define RIM_SOLID_SHAPE_BOX_H

#include "solid/shape/contact.h"

typedef struct core_box
{
    core_frame frame;
    mat3d      turn; // from the box's axes to the world's
    bool       turned;
    vec3d      lo, hi;
} core_box;

// reach is that of the other shape and the motion. A box that is empty or not finite gives scale 0.
core_box core_box_of_box3(rim_box3 box, double reach);
core_box core_box_of_obox(rim_obox box, double reach);

vec3d    core_box_in(const core_box *box, rim_vec3 p);
vec3d    core_box_turn_in(const core_box *box, rim_vec3 v);
rim_vec3 core_box_out(const core_box *box, vec3d p);
rim_vec3 core_box_direction(const core_box *box, vec3d v);

// A face of a box as a polygon about its own first corner.
typedef struct box_face
{
    vec3d     base; // the first corner
    vec3d     corners[4];
    core_face face;
} box_face;

void        core_box_face(box_face *out, const core_box *box, int face);
rim_feature core_box_feature(int face, rim_feature on_face);

core_touch core_touch_point_box(const core_box *box, vec3d p);
core_touch core_touch_segment_box(const core_box *box, vec3d a, vec3d b);

#endif
