// An axis-aligned box and a triangle.
#ifndef RIM_SOLID_SHAPE_BOX_H
#define RIM_SOLID_SHAPE_BOX_H

#include "rimcast/shape3.h"

// Returns true if they share a point; touching counts. Tests all separating axes (Akenine-Moller, "Fast 3D triangle-box overlap
// testing", 2001). Returns false for an empty box and for numbers that are not finite.
bool shape_box3_overlaps_triangle(rim_box3 a, const rim_triangle *b);

#endif
