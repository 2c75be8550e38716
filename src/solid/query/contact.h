// The contact of two convex shapes in the frame of a, shared by contact and manifold.
#ifndef RIM_SOLID_QUERY_CONTACT_H
#define RIM_SOLID_QUERY_CONTACT_H

#include "rimcast/contact.h"
#include "solid/query/epa.h"

typedef struct contact_answer
{
    bool        hit;
    vec3d       normal; // from a towards b, in the frame of a
    double      depth, lower;
    double      size;
    vec3d       on_a; // on the rounded a, in its frame
    rim_feature feature_a, feature_b;
} contact_answer;

contact_answer contact3_of_cores(const gjk_pair *pair, rim_convex a, rim_convex b, rim_warm *warm);

// As rim_convex_manifold, but a face also takes the place of the contact's normal if the two are deeper along it, or its
// points less deep, by no more than `slack`.
rim_manifold3 manifold_with_slack(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb,
                                  double slack, rim_warm *warm);

#endif
