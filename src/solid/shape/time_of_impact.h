// First contacts of moving spheres and capsules, in closed form.
//
// A sphere moving against a face is equivalent to a point moving against the face rounded by the radius. A capsule is equivalent
// to its end a moving against the prism  face - axis,  rounded by the radius. The distance to a convex body is a convex function
// of time, so there is one entry: where the point crosses the boundary of the rounded body, which consists of planes (over
// faces), cylinders (along edges) and spheres (about corners).
#ifndef RIM_SOLID_SHAPE_TIME_OF_IMPACT_H
#define RIM_SOLID_SHAPE_TIME_OF_IMPACT_H

#include "solid/shape/contact.h"

// A mover that passes at a squared distance of more than 1 - this times the squared radius only touches, which is no hit.
#define TOI_GRAZE_FRACTION 0x1p-44

// A motion x + t v, 0 <= t <= 1.
typedef struct toi_motion
{
    vec3d x, v;
} toi_motion;

// The first contact found so far. t is INFINITY if there is none.
typedef struct toi_hit
{
    double      t;
    vec3d       y;      // the contact point on the shape that is hit
    vec3d       normal; // unit, towards the mover
    vec3d       face_normal;
    rim_feature fx, fy;
    rim_case3   letter;
} toi_hit;

// An interval of times.
typedef struct toi_window
{
    double from, to;
} toi_window;

CPU_INLINE vec3d toi_position(const toi_motion *m, double t)
{
    return v3d_along(m->x, m->v, t);
}

CPU_INLINE toi_hit toi_no_hit(void)
{
    toi_hit none = { .t = INFINITY };
    return none;
}

// Clips the window to the times at which  lo <= f + g t <= hi.  Returns false if none is left.
CPU_INLINE bool toi_clip_slab(toi_window *window, double f, double g, double lo, double hi)
{
    double from = window->from, to = window->to;
    if (f > hi)
    {
        if (!(g < 0.0)) return false;
        double t = (hi - f) / g;
        from = t > from ? t : from;
    }
    else if (f < lo)
    {
        if (!(g > 0.0)) return false;
        double t = (lo - f) / g;
        from = t > from ? t : from;
    }
    if (g != 0.0)
    {
        double t = ((g > 0.0 ? hi : lo) - f) / g;
        to = t < to ? t : to;
    }
    window->from = from;
    window->to = to;
    return from <= to;
}

// Decides a motion by its start. `separation` is that of the two cores, of the mover and of what rests; r is the sum of the
// radii. Returns true if the shapes touch or overlap there; *hit is then a hit at t = 0 with *depth, or none if they touch and
// the motion v does not go in. Returns false if they are apart. Distances below a fraction of `size`, the scale of their
// rounding, count as touching.
CPU_INLINE bool toi_start_contact(toi_hit *hit, double *depth, const shape_separation *separation,
                                  vec3d v, double r)
{
    double gap = separation->distance - r;
    double size = r + sqrt(v3d_length2(separation->pair.x)) + sqrt(v3d_length2(separation->pair.y));
    *depth = 0.0;
    if (gap > SAME_POINT_FRACTION * size) return false;
    *hit = toi_no_hit();
    bool   overlap = gap < -SAME_POINT_FRACTION * size;
    // Touching is a hit only if the motion goes in.
    double inward = -v3d_dot(v, separation->normal);
    if (!overlap && !(inward > SAME_POINT_FRACTION * v3d_length(v))) return true;
    hit->t = 0.0;
    hit->y = separation->pair.y;
    hit->normal = hit->face_normal = separation->normal;
    hit->fx = separation->pair.fx;
    hit->fy = separation->pair.fy;
    hit->letter = separation->pair.letter;
    *depth = overlap ? -gap : 0.0;
    return true;
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

// A mover: the point x or the segment from x along s, rounded by the radius r, moves by v.
typedef struct toi_mover
{
    toi_motion m;
    vec3d      s; // 0 for a point
    double     r;
} toi_mover;

// Returns the first contact with a face. Sets *depth to the overlap at the start, or 0.
toi_hit toi_face(const flat_face *face, const toi_mover *mover, double *depth);

// Returns the first contact with the segment from 0 along e. Sets *depth as toi_face does.
toi_hit toi_segment(vec3d e, const toi_mover *mover, double *depth);

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
