// The error bounds and tolerances of the queries. Each is a fraction of the quantity named with it, or a number of
// pixels.
//
// All is computed in double from floats and from the numbers of pixels, which are at most 2^16. An error bound is the
// number of operations that follow each other, rounded up to a power of two, times DOUBLE_ROUNDING. It is relative to
// the size of a sum: the sum of the absolute values of its terms.
#ifndef RIM_FLAT_QUERY_TOLERANCES_H
#define RIM_FLAT_QUERY_TOLERANCES_H

#include "base/exact.h"
#include "base/float.h"

// --- values with exact signs -----------------------------------------------------------------------------
//
// These sums are computed with pairs of doubles first. The result is used if its error is at most VALUE_PRECISION of
// it, an eighth of a unit in the last place, and has the right sign then. Otherwise the sum is computed exactly.

#define VALUE_PRECISION 0x1p-56

// Of the size: the error of pair_form_numerator_value, and the least value that is precise enough. Eight products and
// sums are rounded there, of numbers that are 2^-26 of the size: 8 2^-53 2^-26 = 2^-76.
#define PAIR_NUMERATOR_ERROR 0x1p-75
#define PAIR_NUMERATOR_CLEAR (PAIR_NUMERATOR_ERROR / VALUE_PRECISION)

// Of the size: the same of posed_pixels_axis_value, a sum, a product and a sum of pairs of doubles.
#define POSED_AXIS_VALUE_ERROR (4.0 * EXACT_PAIR_SUM_ERROR)
#define POSED_AXIS_CLEAR (POSED_AXIS_VALUE_ERROR / VALUE_PRECISION)

// Of the size: the error of a convex edge's value in pairs of doubles. Two sums, a product and a sum follow each other.
#define CONVEX_VALUE_ERROR (4.0 * EXACT_PAIR_SUM_ERROR)
#define CONVEX_VALUE_CLEAR (CONVEX_VALUE_ERROR / VALUE_PRECISION)

// --- maps between sprites and the world ------------------------------------------------------------------

// Of the size: the error of a pair_form. Each of p, q and d is a difference of two exact products, and the quotients
// are rounded as well. r is a sum of seven products of these. At most ten operations follow each other.
#define PAIR_FORM_ERROR (16.0 * DOUBLE_ROUNDING)

// Columns and rows from here on are outside of every mask. Smaller ones fit an int, and so do their neighbors.
#define PAIR_FAR_CELL 0x1p30

// Of posed_pixels' reach: the error of a corner's coordinate in the world. A difference, a product and two sums are
// four operations, and corners that lie outside of the mask by up to its size may be twice as far as the reach.
#define POSED_CORNER_ERROR (8.0 * DOUBLE_ROUNDING)

// Of |e| times posed_pixels' reach, e the direction of an edge: the error of a corner's value beside the edge. Two
// coordinates have POSED_CORNER_ERROR; the differences, products and the sum add four roundings of numbers up to four
// times as large.
#define CONVEX_EDGE_ERROR (8.0 * POSED_CORNER_ERROR)

// Of the size of a cross or dot product of an edge and a vector of floats: its error, three roundings, rounded up to
// eight.
#define CONVEX_CROSS_ERROR (8.0 * DOUBLE_ROUNDING)

// Of |lo| + |hi| + |motion|: the error of the columns or rows that a moving box passes. The speed is a quotient by a
// rounded determinant, and two sums follow; ten times as much costs nothing here.
#define CAST_PASSED_ERROR (32.0 * DOUBLE_ROUNDING)

// Of the size: the error of posed_pixels_axis. A difference, a product, a sum, a quotient and a sum follow each other,
// and the determinant is rounded.
#define POSED_AXIS_ERROR (16.0 * DOUBLE_ROUNDING)

// --- polygons --------------------------------------------------------------------------------------------

// Of the reach: the error of the difference of a corner's coordinate and a float.
#define POLYGON_DIFFERENCE_ERROR (2.0 * POSED_CORNER_ERROR)
// Of the edge's |x| + |y| times the reach: the error of the cross product of an edge and such a difference in x and y.
// Each product has the error of the difference and two roundings of at most twice the reach; another follows for their
// difference.
#define POLYGON_CROSS_ERROR (4.0 * POLYGON_DIFFERENCE_ERROR)

// --- sweeps ----------------------------------------------------------------------------------------------

// Of a time: the error of a quotient of a distance and a speed, beyond that of the distance. The speed is rounded three
// times, and its reciprocal, the difference and the product once each.
#define SWEEP_TIME_ERROR (8.0 * DOUBLE_ROUNDING)
// Of a time: the same for a numerator and a speed with exact signs, which are rounded once, and their quotient.
#define SWEEP_REFINED_ERROR (4.0 * DOUBLE_ROUNDING)
// Of the speed: the error of a coordinate of a moving box, beyond that of the box at rest. The speed is rounded three
// times, and the product with a time and the sum once each.
#define SWEEP_MOVE_ERROR (8.0 * DOUBLE_ROUNDING)

// The exact time of a touch is before the end of the motion, which is 1 or 0. Where rounding makes it the end, it is
// replaced by DOUBLE_BEFORE_1 or by this.
#define TIME_BEFORE_0 (-0x1p-1000)

// In pixels: the coarse pixel that is touched is enlarged by this, so that it has a point in common with the fine one.
#define SWEEP_PLACE_MARGIN 1e-6

// In pixels, of the coarse sprite of two: how far beyond a touch the shared area is computed whose gradient is the
// touch's normal. Nearer to the touch the gradient would follow single pixels; farther on, the far side of thin walls.
#define PIXELS_AHEAD 2.0

// --- rays at upright sprites -----------------------------------------------------------------------------

// Of the products' absolute values: the error of a difference of two products.
#define INTEGER_RAY_PRODUCTS_ERROR (8.0 * DOUBLE_ROUNDING)
// In pixels: the error of a rounded position on a ray. Positions are below 2^21, and a few operations follow each
// other, so this is more than 2^10 times as much.
#define INTEGER_RAY_MARGIN 0x1p-20

// --- separation ------------------------------------------------------------------------------------------

// Of a length: a bound is enlarged by this, which is far more than its rounding.
#define SEPARATE_SPREAD_SLACK 1e-9
// Of a motion's length. Motions are added to positions in float, whose rounding is 2^-24 of them. The first is how much
// farther the sprites must be apart for a touch to be trusted, the second how far beyond the touched edge's line the
// next motion goes, the third the least gain for which it is tried.
#define SEPARATE_BEYOND_TOUCH 0x1p-18
#define SEPARATE_BEYOND_EDGE 0x1p-20
#define SEPARATE_LEAST_GAIN 0x1p-16

// --- the world's grid ------------------------------------------------------------------------------------

// Pixels of the world farther out than this are not tested: float poses cannot place them.
#define GRID_MOST_WORLD (1 << 30)

// The error of a bound of an image, twice as large as it can be: of the rounded sum, and of the size of the sum.
#define GRID_BOUND_ERROR (2.0 * DOUBLE_ROUNDING)
#define GRID_SUM_ERROR (2.0 * EXACT_PAIR_SUM_ERROR)
// Sizes above this, of which GRID_SUM_ERROR is more than 2^-37 pixels, are summed exactly.
#define GRID_EXACT_SIZE 0x1p60

// --- distances -------------------------------------------------------------------------------------------

// Of a squared distance to a square: it is reduced by this, far more than its rounding.
#define CLOSEST_SLACK 1e-9

#endif
