// The contact of two convex shapes: how deep their cores are in each other, and where they touch.
//
// The depth of two cores is the distance from the origin to the face of { a - b } that is closest to it.
#ifndef RIM_SOLID_QUERY_CONTACT_H
#define RIM_SOLID_QUERY_CONTACT_H

#include "rimcast/convex.h"
#include "solid/query/gjk.h"
#include "solid/hull/data.h"

typedef struct overlap
{
    vec3d  normal; // outward of { a - b }, unit, in the frame of a: push a along its negative
    double depth;  // along normal, what must be pushed; >= 0
    double lower;  // the least depth is not less than this
    vec3d  on_a;   // in the frame of a; on b stands at on_a - depth normal
    int    count;  // of the corners of the face that was found; 0: they are not known
    int    a[3], b[3];
} overlap;

// Returns the depth from the end of a search that did not end apart. The answer is exact (lower == depth up to rounding)
// unless memory for the growing polytope ran out, or rounding broke it.
typedef overlap epa_kernel(const gjk_pair *pair, const gjk_result *end);

epa_kernel epa_plain, epa_avx2;

// --- depth of two hulls by separating axes ------------------------------------------------------

// Returns the depth of two hulls that overlap or touch. Exact for every kind of hull, and slow for many-faced ones. size
// as in gjk_result.
overlap sat_hull_depth(const gjk_pair *pair, const rim_hull *a, const rim_hull *b, double size);

// --- the contact of two convex shapes in the frame of a, shared by contact and manifold ----------

typedef struct contact_answer
{
    bool        hit;
    vec3d       normal; // from a towards b, in the frame of a
    double      depth, lower;
    double      size;
    vec3d       on_a; // on the rounded a, in its frame
    rim_feature feature_a, feature_b;
} contact_answer;

// Finds the contact of two hulls that are boxes along their own axes. Returns false, and does nothing, for others.
bool sat_box_contact(const gjk_pair *pair, const rim_convex *a, const rim_convex *b,
                     contact_answer *c);

contact_answer contact3_of_cores(const gjk_pair *pair, rim_convex a, rim_convex b, rim_warm *warm);

// As rim_convex_manifold, but a face also takes the place of the contact's normal if the two are deeper along it, or its
// points less deep, by no more than `slack`. If that is not 0, more may be deep beside the face: a body at rest keeps all
// its points.
rim_manifold3 manifold_with_slack(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb,
                                  double slack, rim_warm *warm);

#endif
