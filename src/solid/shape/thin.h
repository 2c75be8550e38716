// Points and segments in motion against triangles and segments: spheres and capsules without a radius.
//
// All decisions are exact for the floats given. Nothing but the time, the point and the normal is rounded.
#ifndef RIM_SOLID_SHAPE_THIN_H
#define RIM_SOLID_SHAPE_THIN_H

#include "solid/shape/time_of_impact.h"

// The segment from a to b, or the point that they are, moves by delta against the convex hull of the corners.
typedef struct thin_case
{
    rim_vec3 a, b, delta;
    rim_vec3 corners[3];
    int      count; // 3: a triangle with an area; 2: a segment, or a point
    int      first; // of a triangle without area, the edge that is all of it
} thin_case;

typedef enum thin_answer
{
    THIN_MISS,
    THIN_HIT,
    THIN_OVERLAP // the axis pierces the triangle at the start: nothing is set
} thin_answer;

// Sets the corners of a triangle: to the segment or point that it is if it has no area.
void thin_set_triangle(thin_case *k, const rim_triangle *t);

// Returns true if doubles can tell that an axis misses a triangle: quickly, and for most.
bool thin_is_clearly_missed(const core_frame *frame, rim_capsule axis, rim_vec3 delta,
                            const rim_triangle *t);

// Finds the first contact, in the frame. *along is the sign of the motion along the triangle's normal: -1, 0 or +1.
thin_answer thin_sweep(cast_hit *hit, int *along, const core_frame *frame, const thin_case *k);

#endif
