// A ball near a triangle, without branches: the three edges side by side with the face.
#ifndef RIM_SOLID_SHAPE3_NEAR_H
#define RIM_SOLID_SHAPE3_NEAR_H

#include "solid/shape3_quick.h"

// near_ball is false where the general way must decide, as in shape3_quick.h; the frame's origin is the
// triangle's a. The answers are returned, not written through pointers: then nothing copies them.
bool          near_ball_plain(core_touch *touch, const core_frame *frame, rim_sphere s,
                              const rim_triangle *t);
rim_distance3 near_ball_distance_plain(rim_sphere s, const rim_triangle *t);
rim_contact3  near_ball_contact_plain(rim_sphere s, const rim_triangle *t);

// The general way, which knows what to do with everything.
rim_distance3 near_ball_distance_general(rim_sphere s, const rim_triangle *t);
rim_contact3  near_ball_contact_general(rim_sphere s, const rim_triangle *t);

#if defined(__x86_64__) && defined(__GNUC__)
#define NEAR_AVX2 1
bool          near_ball_avx2(core_touch *touch, const core_frame *frame, rim_sphere s,
                             const rim_triangle *t);
rim_distance3 near_ball_distance_avx2(rim_sphere s, const rim_triangle *t);
rim_contact3  near_ball_contact_avx2(rim_sphere s, const rim_triangle *t);
#endif

#endif
