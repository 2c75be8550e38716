// A first contact in the frame of a query, before it is rounded; and sweeps without a radius, which are decided exactly.
#ifndef RIM_SOLID_SHAPE_TIME_OF_IMPACT_H
#define RIM_SOLID_SHAPE_TIME_OF_IMPACT_H

#include "solid/shape/contact.h"

// The first contact of a motion. t is INFINITY if there is none.
typedef struct toi_hit
{
    double      t;
    vec3d       y;           // the contact point on the shape that is hit
    vec3d       normal;      // unit, towards the mover
    vec3d       face_normal; // of the face that is hit; the normal, if there is none
    rim_feature fx, fy;      // of the mover, and of the shape that is hit
    rim_case3   letter;      // the case of fx and fy, A to E (rim_case3)
} toi_hit;

CPU_INLINE toi_hit toi_no_hit(void)
{
    toi_hit none = { .t = INFINITY };
    return none;
}

// Stores a hit whose face normal is its normal.
CPU_INLINE void toi_set_hit(toi_hit *hit, double t, vec3d y, vec3d normal, rim_feature fx,
                            rim_feature fy)
{
    hit->t = t;
    hit->y = y;
    hit->normal = hit->face_normal = normal;
    hit->fx = fx;
    hit->fy = fy;
    hit->letter = shape_feature_case(fx, fy);
}

// A mover: the segment from a to a + s (a point if s is 0), rounded by the radius r, moves by v.
typedef struct toi_mover
{
    vec3d  a, s, v;
    double r;
} toi_mover;

// Computes the separation of a face and the segment from a to a + s by the closed forms for every face.
void toi_separation_general(shape_separation *out, const flat_face *face, vec3d a, vec3d s);

// Returns the first contact of a mover with a face after time t (triangle_lanes.h).
typedef toi_hit toi_kernel(const flat_face *face, const toi_mover *mover, double t,
                           shape_separation *now);

toi_kernel toi_advance_plain, toi_advance_avx2;

// --- points and segments without a radius, against triangles and segments: thin.c ---------------------
//
// All decisions are exact for the given floats. Only the time, the point and the normal are rounded.

// The segment from a to b (a point if they are equal) moves by delta against the convex hull of the corners.
typedef struct thin_case
{
    rim_vec3 a, b, delta;
    rim_vec3 corners[3];
    int      count; // 3 for a triangle with area, 2 for a segment or a point
    int      first; // for a triangle without area: its longest edge
} thin_case;

typedef enum thin_answer
{
    THIN_MISS,
    THIN_HIT,
    THIN_OVERLAP // the axis crosses the triangle at the start; *hit is not set
} thin_answer;

// Sets the corners to those of a triangle, or to its longest edge if it has no area.
void thin_set_triangle(thin_case *k, const rim_triangle *t);

// Finds the first contact, in the frame. Sets *along to the sign of the motion along the triangle's normal: -1, 0 or +1.
thin_answer thin_sweep(toi_hit *hit, int *along, const local_frame *frame, const thin_case *k);

#endif
