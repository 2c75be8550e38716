// The tolerances of a mesh's queries. Each is a fraction of the quantity named with it; the few absolute ones, below
// 2^-50, only keep results of very small numbers right when floats underflow (normal floats end at 2^-126). u = 2^-24
// is the rounding of a float.
#ifndef RIM_SOLID_MESH_TOLERANCES_H
#define RIM_SOLID_MESH_TOLERANCES_H

// --- traversals: tests in floats, which must not skip a triangle that is hit ----------------------------------------

// A non-negative result (a time, a squared distance, a length) times one of these is a bound of the exact one. 2^-20 is
// 16 u; the formulas between have fewer roundings.
#define MESH_ROUND_DOWN (1.0f - 0x1p-20f)
#define MESH_ROUND_UP (1.0f + 0x1p-20f)

// A moving box is widened by this fraction of the coordinates of mesh and mover, and the radius of a moving capsule by
// this fraction of the capsule's coordinates and motion. It is 16 u, more than the roundings of a difference, of two
// products and of 1 / delta, and the 2 u of decoded boxes.
#define MESH_MOTION_WIDENING 0x1p-20f
// Absolute: the least widening of a moving box. It is more than a motion of MESH_MIN_SPEED; a |delta| on an axis of at
// most that speed counts as it.
#define MESH_MIN_WIDENING 0x1p-60f
#define MESH_MIN_SPEED 0x1p-80f
// Absolute: the least size of a leaf. It exceeds three times MESH_MIN_WIDENING, by which a ray may miss the leaf's box
// on each axis.
#define MESH_MIN_LEAF_SIZE 0x1p-58f
// Absolute: the least length of a ray whose hits are computed in doubles by the traversal itself.
#define MESH_MIN_RAY_LENGTH 0x1p-58f

// Of the largest coordinate: twice the error of a decoded box, which is 2 u.
#define MESH_BYTE_BOX_ERROR 0x1p-22f
// Of the coordinates of mesh and point: twice the error of a decoded box (2 u) and of the difference to a point (2 u).
#define MESH_POINT_BOX_ERROR 0x1p-21f

// Of the largest coordinate of the mesh: four times the distance from the line of a computed point of it (sheared_ray),
// 8.16 u, and a tenth more. Of the coordinates of mesh and origin: how far it may be from the box that the ray enters.
#define MESH_LINE_ERROR 0x1.2p-21f
#define MESH_LINE_REACH 0x1p-17f
// Of S^2, with S the size of a triangle seen from a point of the line: the error of the doubled area that the line
// spans with an edge. Derived at classify_lines.
#define MESH_AREA_ERROR 0x1p-19f
// Absolute: a product of lengths below it may have lost bits to underflow.
#define MESH_PRODUCT_UNDERFLOW 0x1p-100f
// Absolute: a square below it may have.
#define MESH_SQUARE_UNDERFLOW 0x1p-120f

// --- traversals: squared distances ------------------------------------------------------------------------------

// Of a squared radius: two roundings, doubled.
#define MESH_SQUARE_ROUNDING 0x1p-22f
// Of the largest squared distance to a corner, over the squared sine of the triangle's angle: the errors of the squared
// distances from a point. Derived at point_distance2. The longer formulas of an axis get eight times that, of the
// larger of these squared distances and the axis' squared length, without the sine.
#define MESH_POINT_SQUARE_ERROR 0x1p-16f
#define MESH_AXIS_SQUARE_ERROR 0x1p-13f
// Squared sine of a triangle's angle: the errors of triangles with a smaller one are taken as infinite.
#define MESH_MIN_SINE_SQUARED 0x1p-10f
// Squared sine between two segments that count as parallel, and the error of a computed squared sine (64 u).
#define MESH_PARALLEL_SINE_SQUARED 0x1p-8f
#define MESH_SINE_SQUARED_ERROR 0x1p-18f

// --- boxes of shapes: more than the roundings of the box and the tolerances of the exact functions --------------

// Of the coordinates of mesh and capsule: added to the radius of a capsule's box.
#define MESH_CAPSULE_BOX_MARGIN 0x1p-17f
// Of the coordinates of the box of a convex shape: added to the box.
#define MESH_CONVEX_BOX_MARGIN 0x1p-19
// Of the coordinates of a box: added to its half extents when it moves.
#define MESH_MOTION_BOX_MARGIN 0x1p-22
// Of the coordinates of two meshes and the distance between them: the largest motion that rounding their relative pose
// to floats may cause. The two positions are rotated and rounded before they are subtracted, so their sizes count too,
// to 16 u: the product of the two numbers.
#define MESH_RELATIVE_POSE_ERROR 0x1p-18
#define MESH_POSITION_SHARE 0x1p-2

// --- contacts at internal edges ------------------------------------------------------------------------------------

// Of a triangle's largest coordinate: a point computed on one triangle lies on another one if its distance is at most
// this: u for the rounding of each coordinate, and a factor of 8 for the formulas.
#define MESH_POINT_TOLERANCE 0x1p-21
// Sine: the error of a normal that does not come from the rounding of its two points.
#define MESH_NORMAL_ERROR 0x1p-18
// Sine between a contact's normal and the triangle's: they are the same up to 16 u.
#define MESH_SAME_NORMAL_SINE 0x1p-20
// A neighbor's face contact covers an edge contact if their normals differ by less than this times the normal's error.
#define MESH_COVERED_FACTOR 16.0

// --- building and edges ------------------------------------------------------------------------------------------

// Of the root's surface area: added to the area of every set, so that many sets without area cost something.
#define MESH_MIN_AREA 0x1p-20
// Of the number of bins: the last center of a set stays below the last bin's end, in spite of rounding.
#define MESH_BIN_SLACK 0x1p-20
// Of the largest extent: a larger welding tolerance is a mistake.
#define MESH_MAX_WELD 0x1p-4f
// Of the largest coordinate: a smaller welding tolerance counts as none. Cell numbers then fit into 64 bits.
#define MESH_MIN_WELD 0x1p-50
// Sine: the default of rim_mesh_edges_options.flat.
#define MESH_FLAT_SINE 0x1p-10

#endif
