// The tolerances of hulls. Each is a fraction of the quantity named with it. u = 2^-24 is the rounding of a float.
#ifndef RIM_SOLID_HULL_TOLERANCES_H
#define RIM_SOLID_HULL_TOLERANCES_H

// Faces that the rounding of coordinates may have bent: of the extent, a coordinate up to the extent is rounded by u on
// each axis, and 4 u cover three axes; of a body's thickness, 2 volume / area, so that thin bodies keep their faces.
#define HULL_ROUNDED_BEND 0x1p-22
#define HULL_ROUNDED_THICKNESS 0x1p-12

// Of the largest coordinate: the first margin by which the planes of a hull with limited corners are moved outward, 4
// u. Rounding a corner to floats moves it by less.
#define HULL_LIMIT_MARGIN 0x1p-22

// The length of an area vector over (extent * sum of the face's sides) below which it is summed exactly, inverted.
// Derived at topology_face_plane: 2^-48 / 2^-34.
#define HULL_SLIVER_RATIO 0x1p14

// Of the radius: its rounding, a square root and a few products.
#define HULL_RADIUS_MARGIN 0x1p-50

// Of 1 / sqrt(corners), in radians: less than the angle between neighbors of as many corners spread evenly over a
// sphere. (Each has the solid angle 4 pi / n; hexagons of that area have their centers 3.8 / sqrt(n) apart.)
#define HULL_HINT_ANGLE 2.3

#endif
