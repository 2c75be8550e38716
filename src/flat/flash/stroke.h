// How near a point is to a line or a quadratic curve.
#ifndef RIM_FLAT_FLASH_STROKE_H
#define RIM_FLAT_FLASH_STROKE_H

#include "rimcast/flash_shape.h"

// The square of the distance from (x, y) to the edge, ends included.
double flash_edge_distance_squared(const rim_flash_edge *edge, double x, double y);

// The smallest box around an edge, curves at their turning points included, rounded outwards.
rim_flash_box flash_edge_box(const rim_flash_edge *edge);

#endif
