// First contacts of moving spheres and capsules, in closed form.
//
// A sphere that moves against a face is a point that moves against the face grown by the radius; a capsule
// is a point (its end a) that moves against the prism face - axis, grown by the radius. The distance
// to a convex body is a convex function of time: there is one entry, and it is where the point
// crosses the boundary of the grown body, which is made of planes (over faces), cylinders (along
// edges) and spheres (about corners).
#ifndef RIM_SOLID_SHAPE_TIME_OF_IMPACT_H
#define RIM_SOLID_SHAPE_TIME_OF_IMPACT_H

#include "solid/shape/contact.h"

// A motion x + t v, 0 <= t <= 1.
typedef struct toi_motion
{
    vec3d x, v;
} toi_motion;

// What has been found so far; t is INFINITY for nothing.
typedef struct toi_hit
{
    double      t;
    vec3d       y;      // on the shape that was hit
    vec3d       normal; // unit, towards the mover
    vec3d       face_normal;
    rim_feature fx, fy;
    rim_case3   letter;
} toi_hit;

// The interval of times that is still possible.
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

// Times at which a value that runs from f with slope g lies in lo .. hi. False if never in the window.
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

// Passing by closer than this part of the radius squared is going in; less is touching, which is no hit.
#define TOI_GRAZE_FRACTION 0x1p-44

// The starting point is inside all windows: touching, overlapping, or apart near an edge. True if that
// settles the motion; then *hit says how, with t = 0 and *depth >= 0, or t = INFINITY.
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

// A point x or a segment from x along s, grown by the radius r, moves by v.
typedef struct toi_mover
{
    toi_motion m;
    vec3d      s; // 0 for a point
    double     r;
} toi_mover;

// Computes the first contact with a face. *depth: of the overlap at the start, else 0.
toi_hit toi_face(const flat_face *face, const toi_mover *mover, double *depth);

// Computes the first contact with the segment from 0 along e.
toi_hit toi_segment(vec3d e, const toi_mover *mover, double *depth);

// --- points and segments without a radius, against triangles and segments: thin.c ---------------------
//
// All decisions are exact for the floats given. Nothing but the time, the point and the normal is rounded.

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

// Finds the first contact, in the frame. *along is the sign of the motion along the triangle's normal: -1, 0 or +1.
thin_answer thin_sweep(toi_hit *hit, int *along, const local_frame *frame, const thin_case *k);

#endif
