// The tolerances of a world of bodies. Each is a fraction of the quantity named with it, most of the smallest half
// extent of the two bodies.
#ifndef RIM_SOLID_DYNAMICS_TOLERANCES_H
#define RIM_SOLID_DYNAMICS_TOLERANCES_H

// The depth that the solver leaves, as a fraction of the smallest half extent, so that all points of a contact keep
// pressing.
#define DYNAMICS_SLOP 0x1p-8f
// The gap up to which bodies at rest have contacts: this fraction of the smallest half extent, and that of the sum of
// the half extents.
#define DYNAMICS_MARGIN 0.03125f
#define DYNAMICS_MARGIN_SIZE 0.015625f
// Shapes closer than this fraction of the smallest half extent get up to four contact points, other shapes one. Two
// boxes are excepted.
#define CONTACT_FLAT 0.03125f
// A pair that touched touches until its gap is larger than this fraction of the smallest half extent.
#define DYNAMICS_TOUCH_ENDS 0x1p-6f
// An island does not fall asleep with a point deeper than this fraction of the smallest half extent. It is five eighths
// of 1/128, which is promised, because the depths are those before the last step.
#define DYNAMICS_DEEPEST_SLEEP 0x1.4p-8f
// A body rocks or rolls to and fro if it stays within DYNAMICS_ROCKING times the distance that a resting body may move,
// for DYNAMICS_ROCKING_TIME times the time after which bodies sleep. It loses the part DYNAMICS_ROCKING_DAMPING of its
// speed in a step.
#define DYNAMICS_ROCKING 8.0
#define DYNAMICS_ROCKING_TIME 4.0f
#define DYNAMICS_ROCKING_DAMPING 0.125f
// A swept body stops before what it would hit, by this fraction of its smallest half extent.
#define DYNAMICS_SWEPT_GAP 0.125f

// Sine: edges of two boxes closer to parallel have no axis of their own.
#define BOX_AXES_PARALLEL 0x1p-6f
// To be chosen, a face of b must separate better than the faces of a by the first of these fractions of the smallest
// half extent, and an axis of edges better than a face by the second. So the choice stays the same from step to step,
// and boxes that lie flat do not rock.
#define BOX_AXES_FACE_SLACK 0x1p-8f
#define BOX_AXES_EDGE_SLACK 0x1p-6f

// Cosine (14 degrees): an axis of edges this close to a face's normal is replaced by it.
#define CONTACT_ALIGNED 0.96875f
// Cosine: contacts with one obstacle along normals closer than this are one constraint.
#define CONTACT_SAME_NORMAL (1.0f - 0x1p-14f)
// Cosine: a constraint takes the impulses of the last step only if its normal has turned less.
#define CONTACT_MATCHED_NORMAL 0.875f
// A point takes the impulse of an old one if their squared distance is below this fraction of the squared half extent:
// if they are closer than a quarter of the half extent.
#define CONTACT_MATCHED_SQUARED 0.0625f

// Cosine (2.5 degrees): a contact along a normal closer than this to that of a triangle, or to that between the axis of a
// capsule and what it lies on, is one along that normal.
#define CONTACT_FLAT_NORMAL (1.0f - 0x1p-10f)
// An end of a capsule whose contact is closer to the contact of the axis than this fraction of the radius is not a
// second contact.
#define CONTACT_END 0.0625f
// A point closer to a triangle than this fraction of the body's radius lies on it.
#define CONTACT_ON_TRIANGLE 0x1p-12f

// Impacts of one body, in double. A slack is the sum of at most RIM_BODY_TOUCHES products, each with a relative error of
// 2^-53; nearly dependent contacts have impulses whose products cancel, and so lose more digits.
//
// Fractions of the largest speed that an impulse must stop. A violation up to the first is rounding. Impulses with a
// violation above the second are no solution.
#define IMPACT_ROUNDING 0x1p-40
#define IMPACT_VIOLATION 0x1p-24
// A contact depends on others if at most this fraction of its diagonal entry is left after eliminating the others.
#define IMPACT_INDEPENDENT 0x1p-36
// The fraction of a diagonal entry that is added to it to solve a problem that rounding has made unsolvable.
#define IMPACT_SOFTENED 0x1p-24
// A change of less than this fraction of the kinetic energy is rounding.
#define IMPACT_ENERGY 0x1p-40

// Balls and boxes of queries are larger than computed by this factor, for rounding.
#define DYNAMICS_QUERY_MARGIN 1.000001

#endif
