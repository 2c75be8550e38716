// Boxes as cores: a frame in which the box lies along the axes.
#ifndef RIM_SOLID_SHAPE_BOX_H
#define RIM_SOLID_SHAPE_BOX_H

#include "solid/shape/contact.h"

typedef struct box3_local
{
    core_frame frame;
    mat3d      turn; // from the box's axes to the world's
    bool       turned;
    vec3d      lo, hi;
} box3_local;

// reach is that of the other shape and the motion. A box that is empty or not finite gives scale 0.
box3_local box3_local_of_box3(rim_box3 box, double reach);
box3_local box3_local_of_obox(rim_obox box, double reach);

vec3d    box3_local_in(const box3_local *box, rim_vec3 p);
vec3d    box3_local_turn_in(const box3_local *box, rim_vec3 v);
rim_vec3 box3_local_out(const box3_local *box, vec3d p);
rim_vec3 box3_local_direction(const box3_local *box, vec3d v);

// A face of a box as a polygon about its own first corner.
typedef struct box_face
{
    vec3d     base; // the first corner
    vec3d     corners[4];
    core_face face;
} box_face;

void        box3_local_face(box_face *out, const box3_local *box, int face);
rim_feature box3_local_feature(int face, rim_feature on_face);

core_touch core_touch_point_box(const box3_local *box, vec3d p);
core_touch core_touch_segment_box(const box3_local *box, vec3d a, vec3d b);

#endif
