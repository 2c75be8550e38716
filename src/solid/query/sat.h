// Depth of two hulls by trying every axis that can matter.
#ifndef RIM_SOLID_QUERY_SAT_H
#define RIM_SOLID_QUERY_SAT_H

#include "solid/query/epa.h"
#include "solid/hull/data.h"

// Exact for every kind of hull, needs no memory and cannot fail; slow for many-faced ones. size as in
// gjk_result. The hulls are known to overlap or touch.
overlap sat_hull_depth(const gjk_pair *pair, const rim_hull *a, const rim_hull *b, double size);

#endif
