// The tolerances of GJK, EPA, separating axes, manifolds and sweeps. Each is a fraction of the quantity named with it.
// The size of a pair is the largest length among the points of { a - b } that a search has found. Positions are floats
// times doubles; a difference of two has an error of a few 2^-52 of the size.
#ifndef RIM_SOLID_QUERY_TOLERANCES_H
#define RIM_SOLID_QUERY_TOLERANCES_H

// --- GJK -----------------------------------------------------------------------------------------------------

// Sine: three points with a smaller one are on a line, four with a smaller height in a plane. Figures with float
// corners are thicker than 2^-48 or exactly flat.
#define GJK_FLAT 0x1p-44
// Of the size: a simplex this close to the origin contains it.
#define GJK_TOUCHING 0x1p-46
// Of the size: the error of the distance at which the search ends.
#define GJK_TOLERANCE 0x1p-42
// Of the size: the uncertainty of a distance or depth that is reported as 0, below the rounding of the result to float.
#define GJK_REPORTED 0x1p-30
// Absolute: the least |x| + |y| + |z| of a direction, against division by 0.
#define GJK_LEAST_DIRECTION 0x1p-500
// Of the side of a table of support hints: the largest coordinate stays in the last cell, in spite of rounding.
#define GJK_HINT_SLACK 0x1p-20

// --- depth and features ----------------------------------------------------------------------------------------

// Of the size: a point this far beyond a face of EPA's polytope is outside; less is rounding.
#define EPA_TOLERANCE 0x1p-42
// Squared sine: a face with a smaller one has no normal.
#define EPA_NO_AREA 0x1p-100
// Of the size: EPA's bounds of a depth that differ by more are not exact; separating axes then decide.
#define EPA_INEXACT 0x1p-36
// Of the size: points this much less far along the contact's normal support the contact too, for its point and for its
// features.
#define CONTACT_SUPPORT_SLACK 0x1p-36
#define CONTACT_FEATURE_SLACK 0x1p-34

// Squared sine: edges closer to parallel have no axis of their own. Without this axis, a depth is too large by at most
// 2^-40 of the size.
#define SAT_PARALLEL 0x1p-80
// A depth between edges counts only if it is less than this times that of the best face: less by more than rounding.
#define SAT_BOX_CLEARLY (1.0 - 0x1p-40)
// Cosine: an edge of a box is perpendicular to the normal, so all of it supports.
#define SAT_BOX_FLAT 0x1p-34
// Of the size of the pair (contact_answer.size): boxes farther apart than this do not touch.
#define SAT_BOX_TOUCHING 0x1p-46

// --- rays ------------------------------------------------------------------------------------------------------------

// Of the hull's largest coordinate: a ray that starts nearer to the plane of a face starts on it.
#define RAY_TOUCHING 0x1p-46

// --- shapes over planes ---------------------------------------------------------------------------------------------

// Of the coordinates that a height or a motion is computed from: a height or speed of at most this is 0.
#define SHAPE3_PLANE_ROUNDING 0x1p-40
// Sine: a capsule at a smaller angle to a plane is parallel to it, and its middle is the lowest point.
#define SHAPE3_PLANE_LEVEL 0x1p-28

// --- manifolds --------------------------------------------------------------------------------------------------

// A face may replace the contact's normal if the bodies overlap along its normal by at most this times the contact's depth.
#define MANIFOLD_DEEPER 1.05
// Of the overlap along the face's normal: the least depth of the deepest point over the face. What is deeper beside the
// face would not be separated by the manifold's points.
#define MANIFOLD_HELD (127.0 / 128.0)
// Of the size: the rounding of depths.
#define MANIFOLD_ROUNDING 0x1p-36
// Of the size: corners beyond a side of the reference face by less are on it. So edges that lie in one plane but for
// rounding do not cut each other, and the corners keep their keys.
#define MANIFOLD_SIDE_MARGIN 0x1p-20
// Cosines of angles to the contact's normal that differ by less are equal. The face of a is then the reference, so that
// the choice stays the same from frame to frame.
#define MANIFOLD_SAME_ANGLE 0x1p-10

// The cosine of 2.5 degrees: a face lies on what it touches along a normal nearer to its own.
#define MANIFOLD_FLAT (1.0 - 0x1p-10)

// --- sweeps -----------------------------------------------------------------------------------------------------

// Of the size: the distance that counts as touching.
#define SWEEP_TOUCH 0x1p-40
// Of the size: the length of a motion that shows whether it goes inward without leaving the touched feature.
#define SWEEP_GLANCE 0x1p-18
// Of a turning motion: the same. Its square, the part of a gap that turning adds, is well above SWEEP_TOUCH.
#define SWEEP_TURNING_GLANCE 0x1p-14
// Of that length or motion: the shortest one that is tried if the shapes are apart at its end.
#define SWEEP_THROUGH 0x1p-18
// Of the size: how far before a touch the closest points show which of several normals is meant.
// The ways back are tried from the longest on, each this times the one before, down to SWEEP_PARTED.
#define SWEEP_BEFORE 0x1p-12
#define SWEEP_BEFORE_LESS 0x1p-6
// Of the way back: the least distance of the closest points there.
#define SWEEP_BEFORE_STEEP 0x1p-8
// Of the size: a plane that both shapes cross by no more separates them.
#define SWEEP_PARTED 0x1p-24
// Of the size: a distance from which on the direction between the closest points is a normal.
#define SWEEP_DIRECTION 0x1p-20

#endif
