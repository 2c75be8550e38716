// The tutorials' way to clip a body, to be looked at beside the right one.
#ifndef DEMOS_FLAT_LIST_H
#define DEMOS_FLAT_LIST_H

#include "rimcast/rimcast.h"

// The corners of posed a, run as one loop through Sutherland and Hodgman's polygon clipper with each
// face plane of posed b. Returns how many points are left in out, at most capacity.
//
// Why it is wrong: corners of a body are no loop. Neighbours in the list count as an edge, and edges
// of the body that are not neighbours in it are never cut.
int flat_list_cut(const rim_hull *a, rim_xform3 pa, const rim_hull *b, rim_xform3 pb, rim_vec3 *out,
                  int capacity);

#endif
