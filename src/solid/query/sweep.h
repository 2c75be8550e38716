// The first contact of moving convex shapes: Newton's method along a translation, conservative advancement along a
// turning motion. See rim_shape3_sweep and rim_shape3_sweep_turning (shape3.h) for the rules.
#ifndef RIM_SOLID_QUERY_SWEEP_H
#define RIM_SOLID_QUERY_SWEEP_H

#include "rimcast/convex.h"
#include "solid/shape/round.h"

// Sweeps a, posed by pa, by delta without rotation; b rests in pb. Fills *order.
//
// The distance of two convex shapes along a translation is a convex function of time, so Newton's method from the start
// never passes the first contact and ends on it: the last step is the linear equation of the plane between the two
// features that meet, exact where one of them is a face or both are edges, and quadratically convergent on round ones.
// The error is a few units of a double.
//
// For polytopes the result is that of the separating axis test for moving bodies (Eberly, "Intersection of convex
// objects: the method of separating axes", 2001) over all face normals and all pairs of edges: the latest time at which
// the projections on an axis begin to overlap, with that axis as the normal. The search finds it without trying all
// axes.
rim_hit3 sweep_convex_sweep_convex(const rim_convex *a, const rim_xform3 *pa, rim_vec3 delta,
                                   const rim_convex *b, const rim_xform3 *pb, sweep_order *order);

// Sweeps a, which moves and turns. Conservative advancement (Mirtich, "Impulse-based dynamic simulation of rigid body
// systems", 1996) with a bound of second order. With a gap g between a plane with normal n and a corner at distance rho
// from the axis, after time s the corner is still at
//
//      g + s n . v  -  s^2 angle^2 rho m / 2      (v its velocity now, m = |axis x n|)
//
// or more in front of the plane, because no motion on that circle curves faster towards it. The smallest root over all
// corners is a safe step, and a Newton step when a corner is near contact. Crossing edges that turn about the point
// where they will meet take more steps, the slower they approach: one hit in a thousand of random bodies takes more
// than 200. After 4096 steps (a graze) the search ends with a safe time, reported as a hit.
rim_hit3 sweep_convex_turning(rim_convex a, rim_xform3 pa, rim_motion3 motion, rim_convex b,
                              rim_xform3 pb);

// As sweep_convex_turning, against a plane, which is solid behind.
rim_hit3 sweep_convex_turning_plane(rim_convex a, rim_xform3 pa, rim_motion3 motion,
                                    rim_plane plane);

#endif
