// When a moving convex thing first touches another: Newton's method along a translation, conservative advancement along a
// turn. See rim_shape3_sweep and rim_shape3_sweep_turning (shape3.h) for the rules.
#ifndef RIM_SOLID_QUERY_SWEEP_H
#define RIM_SOLID_QUERY_SWEEP_H

#include "rimcast/convex.h"

// a, posed by pa, moves by delta without turning; b rests in pb.
//
// The distance of two convex things along a translation is a convex function of time, so Newton's method from the start
// never passes the first contact and ends on it: the last step is the linear equation of the plane between the two features
// that meet, exact where one of them is a face or both are edges, and quadratically convergent on round ones. The error is
// a few units of a double.
//
// For things of points that is the answer of separating axes in motion (Eberly 2001) over all face normals and all pairs
// of edges: the time is the latest at which the shadows on one of them meet, the normal is that axis. The search comes
// upon it without trying them all.
rim_hit3 sweep_convex_translation(rim_convex a, rim_xform3 pa, rim_vec3 delta, rim_convex b,
                                  rim_xform3 pb);

// a moves and turns. Conservative advancement (Mirtich 1996) with a bound of the second order. With a gap g between a plane
// with normal n and a corner at distance rho from the axis, after time s the corner is still at
//
//      g + s n . v  -  s^2 angle^2 rho m / 2      (v its velocity now, m = |axis x n|)
//
// or more in front of the plane, for no motion on that circle curves faster towards it. The smallest root over all corners
// is a safe step, and a Newton step near contact of a corner. Edges that cross and turn about where they will meet take
// more steps, the slower they close: one hit in a thousand of random bodies more than 200. After 4096 steps (a graze) the
// search ends with what it has: a safe time, reported as a hit.
rim_hit3 sweep_convex_turning(rim_convex a, rim_xform3 pa, rim_motion3 motion, rim_convex b,
                              rim_xform3 pb);

// The same against a plane, which is solid behind.
rim_hit3 sweep_convex_turning_plane(rim_convex a, rim_xform3 pa, rim_motion3 motion,
                                    rim_plane plane);

#endif
