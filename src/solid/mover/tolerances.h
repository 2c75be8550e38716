// The tolerances of movers. None has a unit: each is a fraction of the quantity named with it, so scaling a scene by a
// power of two scales every answer's bits.
//
// Positions are double, relative to an origin near the mover. A distance or dot product has an error of a few 2^-52 of
// the lengths in it. Tolerances on the paths of sweeps (2^-30) are far above that error, and far below the skin (2^-8
// of the radius by default).
#ifndef RIM_SOLID_MOVER_TOLERANCES_H
#define RIM_SOLID_MOVER_TOLERANCES_H

// --- rounding --------------------------------------------------------------------------------------------

// Of a box's coordinates, which are sums of a few floats: four roundings of a float.
#define MOVER_BOX_ROUNDING 0x1p-22
// Of the coordinates: eight steps of a float. A skin is at least this thick, as floats are coarse far from the origin.
#define MOVER_FLOAT_STEPS 0x1p-20
// Of the skin: triangles this much farther than asked for are measured too, as their boxes are floats.
#define MOVER_BOX_MARGIN 0x1p-10
// Of the position and distance: a plane missed by less is satisfied, in the half-space solver and, two bits wider, for
// its caller.
#define MOVER_PLANES_ROUNDING 0x1p-44
#define MOVER_SOLVE_ROUNDING 0x1p-42

// --- directions ------------------------------------------------------------------------------------------

// Squared sine between two planes (of the solver) that are parallel and allow opposite sides, and between two that are
// one plane. Triangles of a mesh that was flat before it was rounded to floats have sines of about 2^-23: two planes.
#define MOVER_PLANES_PARALLEL 0x1p-40
#define MOVER_PLANES_SAME 0x1p-64
// Squared sine between two sides of a triangle without area: PARALLEL_SINE_SQUARED of solid/shape/closest.h.
#define MOVER_NO_AREA 0x1p-56
// Of a motion's length: the motion is parallel to a surface if its component along the normal is less.
#define MOVER_PARALLEL 0x1p-30
// Of a direction's length, or of its square: two directions that differ by less are the same.
#define MOVER_SAME_DIRECTION 0x1p-30
// Of a motion's length: a motion leads along a wall if its component into the wall is less. It takes thousands of
// motions to use up a skin.
#define MOVER_PARALLEL_WALLS 0x1p-16
// A component of a unit normal that counts as 0: below it a surface is a wall (y), or floor or ceiling (x and z).
#define MOVER_NO_COMPONENT 0x1p-10

// The y of a unit normal: below -MOVER_CEILING a contact is a ceiling; beyond +-MOVER_LEVEL it is a floor or ceiling,
// and no wall.
#define MOVER_CEILING 0.5
#define MOVER_LEVEL 0.999
// The squared cosine of 80 degrees, rounded down: a direction less than that off the wish leads towards it.
#define MOVER_TOWARDS_SQUARED 0.03

// 1 minus the cosine of two unit normals: at most this for two contacts at one edge, and for triangles of one plane;
// more than MOVER_OTHER_NORMAL if a contact's direction is not its face's normal.
#define MOVER_SAME_NORMAL 0x1p-30
#define MOVER_SAME_PLANE 0x1p-20
#define MOVER_OTHER_NORMAL 0x1p-40
// Cosine of two unit axes: they are different directions if it is less.
#define MOVER_OTHER_AXIS 0.999
// Of the slope: an edge is no steeper than its face if it is steeper by less.
#define MOVER_LESS_STEEP 0x1p-20

// --- distances -------------------------------------------------------------------------------------------

// Of the radius: the axis of a capsule crosses an edge that is closer than this.
#define MOVER_CROSSING 0x1p-30
// Of the radius: a point this close to a triangle belongs to it.
#define MOVER_SHARED_POINT 0x1p-20
// Of the radius: an overlap that is pushed out.
#define MOVER_PUSHED_OUT 0x1p-30
// Of the skin: planes that a way out of an overlap misses by less are satisfied.
#define MOVER_EXIT_SLACK 0x1p-20

// --- progress --------------------------------------------------------------------------------------------

// Of the squared motion that is left: a slide of less ends.
#define MOVER_STOPPED_SQUARED 0x1p-40
// Of the squared wish: walls that leave less are a dead end, 1/128 of the speed.
#define MOVER_DEAD_END_SQUARED 0x1p-14
// Of a squared distance from the wish: a velocity is closer to it if the squared distance is less by more than this.
#define MOVER_CLOSER 0x1p-20

#endif
