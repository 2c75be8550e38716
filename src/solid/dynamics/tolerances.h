// The tolerances of a world of bodies. Each is a fraction of the quantity named with it, most of the smallest half
// extent of the two bodies.
#ifndef RIM_SOLID_DYNAMICS_TOLERANCES_H
#define RIM_SOLID_DYNAMICS_TOLERANCES_H

// Of the smallest half extent: a depth that the solver leaves, so that all points of a contact keep pressing.
#define DYNAMICS_SLOP 0x1p-8f
// Of the smallest half extent, and of the sum of the half extents: the gap up to which bodies at rest have contacts.
#define DYNAMICS_MARGIN 0.03125f
#define DYNAMICS_MARGIN_SIZE 0.015625f
// Of the smallest half extent: shapes closer than this, other than two boxes, get up to four contact points, others one.
#define CONTACT_FLAT 0.03125f
// Of the smallest half extent: a pair that touched touches until its gap is larger.
#define DYNAMICS_TOUCH_ENDS 0x1p-6f
// Of the smallest half extent: an island with a deeper point does not fall asleep. Five eighths of 1/128, which is
// promised: the gaps are those before the last step.
#define DYNAMICS_DEEPEST_SLEEP 0x1.4p-8f
// Of the distance that a resting body may move: a body that stays within this for DYNAMICS_ROCKING_TIME times the time
// after which bodies sleep rocks or rolls to and fro, and loses DYNAMICS_ROCKING_DAMPING of its speed in a step.
#define DYNAMICS_ROCKING 8.0
#define DYNAMICS_ROCKING_TIME 4.0f
#define DYNAMICS_ROCKING_DAMPING 0.125f
// Of the smallest half extent: a swept body stops this far before what it would hit.
#define DYNAMICS_SWEPT_GAP 0.125f

// Sine: edges of two boxes closer to parallel have no axis of their own.
#define BOX_AXES_PARALLEL 0x1p-6f
// Of the smallest half extent: a face of b must separate better than those of a by this, an axis of edges better than a
// face by that. So the choice stays the same from step to step, and boxes that lie flat do not rock.
#define BOX_AXES_FACE_SLACK 0x1p-8f
#define BOX_AXES_EDGE_SLACK 0x1p-6f

// Cosine (14 degrees): an axis of edges this close to a face's normal is replaced by it.
#define CONTACT_ALIGNED 0.96875f
// Cosine: contacts with one obstacle along normals closer than this are one constraint.
#define CONTACT_SAME_NORMAL (1.0f - 0x1p-14f)
// Cosine: a constraint takes the impulses of the last step only if its normal has turned less.
#define CONTACT_MATCHED_NORMAL 0.875f
// Of the squared half extent: a point takes the impulse of one closer than this, a quarter of the half extent.
#define CONTACT_MATCHED_SQUARED 0.0625f

// Cosine (2.5 degrees): a contact along a normal closer than this to that of a triangle, or to that between the axis of a
// capsule and what it lies on, is one along that normal.
#define CONTACT_FLAT_NORMAL (1.0f - 0x1p-10f)
// Of a capsule's radius: an end whose contact is closer to that of the axis is not a second contact.
#define CONTACT_END 0.0625f
// Of a body's radius: a point this close to a triangle lies on it.
#define CONTACT_ON_TRIANGLE 0x1p-12f

// Impacts of one body, in double. A slack is the sum of at most RIM_BODY_TOUCHES products, each with a relative error of
// 2^-53; nearly dependent contacts have impulses whose products cancel, and so lose more digits.
//
// Of the largest speed that an impulse must stop: a smaller violation is rounding; a larger one than the second is none of
// a solution.
#define IMPACT_ROUNDING 0x1p-40
#define IMPACT_VIOLATION 0x1p-24
// Of a diagonal entry: if less is left of it after eliminating other contacts, the contact depends on them.
#define IMPACT_INDEPENDENT 0x1p-36
// Of a diagonal entry: what is added to make a problem solvable that rounding made unsolvable.
#define IMPACT_SOFTENED 0x1p-24
// Of the kinetic energy: a smaller change is rounding.
#define IMPACT_ENERGY 0x1p-40

// Of the size: balls and boxes of queries are larger by this than computed.
#define DYNAMICS_QUERY_MARGIN 1.000001

#endif
