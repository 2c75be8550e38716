// Where a line passes through a face.
#ifndef RIM_SOLID_SHAPE_RAY_H
#define RIM_SOLID_SHAPE_RAY_H

#include "solid/shape/closest.h"

typedef struct ray_face
{
    core_frame  frame; // about the line's point
    vec3d       delta; // in the frame
    double      t;
    vec3d       normal; // unit, against the line
    rim_feature where;
    bool        front; // it comes from there
} ray_face;

// False if it passes beside the face or along it, or something is not finite. reach is the face's.
bool ray3_face(ray_face *out, const rim_vec3 *points, int count, rim_vec3 point, rim_vec3 delta,
               double reach);

#endif
