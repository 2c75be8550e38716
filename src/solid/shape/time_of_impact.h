// A first contact in the frame of a query, before it is rounded; and sweeps without a radius, which are decided exactly.
#ifndef RIM_SOLID_SHAPE_TIME_OF_IMPACT_H
#define RIM_SOLID_SHAPE_TIME_OF_IMPACT_H

#include "solid/shape/contact.h"
#include "solid/shape/round.h"

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

// Stores a hit whose face normal is its normal. Rounding may have led t past the end or before the start of the motion; 0
// or 1 is stored then.
CPU_INLINE void toi_set_hit(toi_hit *hit, double t, vec3d y, vec3d normal, rim_feature fx,
                            rim_feature fy)
{
    t = t < 1.0 ? t : 1.0;
    hit->t = t > 0.0 ? t : 0.0;
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
void toi_separation_general(shape_separation *out, const flat_face *face, const vec3d *a,
                            const vec3d *s);

// The kernels of triangle_lanes.h. toi_face returns the first contact of a mover with a face, and sets *depth to the
// overlap at the start, or 0. sweep_triangle returns what sweep_capsule_triangle does.
typedef toi_hit  face_kernel(const flat_face *face, const toi_mover *mover, double *depth);
typedef rim_hit3 sweep_kernel(const rim_capsule *a, rim_vec3 delta, const rim_triangle *b,
                              rim_side side, sweep_order *order);

face_kernel  toi_face_plain, toi_face_avx2;
sweep_kernel sweep_triangle_plain, sweep_triangle_avx2;

// Returns the hit of a capsule whose radius is at most SAME_POINT_FRACTION of the query's size: that of its axis.
rim_hit3 sweep_thin(const local_frame *frame, const rim_capsule *a, rim_vec3 delta,
                    const rim_triangle *b, rim_side side, sweep_order *order);

// --- between the world and the frame ------------------------------------------------------------------

// Returns a hit rounded to the public struct, in the world; no hit if hit->t is INFINITY. *hit, the depth of an overlap
// at the start (else 0), and rb, the radius of the other shape about hit->y, are in the frame.
CPU_INLINE rim_hit3 sweep_round(const local_frame *frame, const toi_hit *hit, double depth,
                                double rb)
{
    if (hit->t == INFINITY) return shape_no_hit();
    rim_hit3 answer = { .hit = true, .letter = hit->letter };
    answer.start_overlap = depth > 0.0;
    answer.t = (float)hit->t;
    answer.point = local_frame_out(frame, v3d_along(hit->y, hit->normal, rb));
    answer.normal = v3d_round(hit->normal);
    answer.face_normal = v3d_round(hit->face_normal);
    answer.depth = float_saturate(depth * frame->unscale);
    answer.mover = hit->fx;
    answer.other = hit->fy;
    return answer;
}

// Returns the moving capsule in the frame.
CPU_INLINE toi_mover sweep_mover(const local_frame *frame, const rim_capsule *a, rim_vec3 delta)
{
    vec3d end = local_frame_in(frame, a->a);
    return (toi_mover){ .a = end,
                        .s = v3d_sub(local_frame_in(frame, a->b), end),
                        .v = v3d_scale(v3d_from(delta), frame->scale),
                        .r = a->radius * frame->scale };
}

// Returns the face of a triangle in the frame about its corner a, and stores its corners, which must outlive the face.
CPU_INLINE flat_face sweep_face_of(vec3d corners[3], const local_frame *frame,
                                   const rim_triangle *t)
{
    corners[0] = v3d(0.0, 0.0, 0.0);
    corners[1] = local_frame_in(frame, t->b);
    corners[2] = local_frame_in(frame, t->c);
    return flat_face_of_corners(corners, 3);
}

// Returns the magnitude of a moving capsule, by which a frame is chosen.
CPU_INLINE double motion_magnitude(rim_capsule a, rim_vec3 delta)
{
    return capsule_magnitude(a) + vec3_magnitude(delta);
}

// Returns *hit in the world, with the side and the face normal set, or no hit if *hit is none or `side` excludes it.
// Stores the time and the depth in *order for a hit. `normal` is the face's, and `square` is |normal|^2. `along` has
// the sign of the motion along the normal: if it is positive, the back is hit. A motion within the plane (0) hits the
// side to which the hit's normal points. A face without area (square 0) has no sides.
CPU_INLINE rim_hit3 sweep_face_hit(const local_frame *frame, vec3d normal, double square,
                                   double along, toi_hit *hit, double depth, rim_side side,
                                   sweep_order *order)
{
    bool back = false;
    if (hit->t == INFINITY) return shape_no_hit();
    if (square > 0.0)
    {
        back = flat_face_is_hit_behind(normal, along, hit->normal);
        if (side != RIM_SIDE_BOTH && back != (side == RIM_SIDE_BACK)) return shape_no_hit();
        double length = sqrt(square);
        hit->face_normal = v3d_scale(normal, back ? -1.0 / length : 1.0 / length);
    }
    order->t = hit->t;
    order->depth = depth * frame->unscale;
    rim_hit3 answer = sweep_round(frame, hit, depth, 0.0);
    answer.back = back;
    return answer;
}

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

// Returns the exact sign of  delta . ((b - origin) x (c - origin)):  the side on which a ray passes the edge from b to
// c. Two faces with a common edge agree on it, as swapping b and c only changes the sign.
int thin_edge_side(rim_ray3 ray, rim_vec3 b, rim_vec3 c);

#endif
