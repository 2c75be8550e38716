// The contact of two convex shapes: how deep their cores are in each other, and where they touch.
//
// The depth of two cores is the distance from the origin to the face of { a - b } that is closest to it.
#ifndef RIM_SOLID_QUERY_CONTACT_H
#define RIM_SOLID_QUERY_CONTACT_H

#include "rimcast/contact.h"
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

// From the end of a search that did not end apart. The answer is exact (lower == depth up to rounding)
// unless memory for the growing polytope ran out, or rounding broke it.
overlap epa_expand(const gjk_pair *pair, const gjk_result *end);
overlap epa_expand_plain(const gjk_pair *pair, const gjk_result *end);
overlap epa_expand_avx2(const gjk_pair *pair, const gjk_result *end);

typedef enum depth_known
{
    DEPTH_UNKNOWN, // ask by a search
    DEPTH_NONE,    // the two are apart
    DEPTH_EXACT
} depth_known;

// The same of two hulls that can guess, without a search before. size as in gjk_result. It begins at the four corners
// that the last answer left in warm, which may be NULL, and leaves those of its own.
depth_known sat_box_depth(const gjk_pair *pair, overlap *best, double *size, rim_warm *warm);
depth_known sat_box_depth_plain(const gjk_pair *pair, overlap *best, double *size, rim_warm *warm);
depth_known sat_box_depth_avx2(const gjk_pair *pair, overlap *best, double *size, rim_warm *warm);

// A point of a that, with b pushed by depth along the normal, is a point of b as well: for a normal at
// which the two then touch. size is that of the pair, for what counts as equally far.
vec3d gjk_common_point(const gjk_pair *pair, vec3d normal, double depth, double size);

// --- depth of two hulls by trying every axis that can matter -------------------------------------

// Exact for every kind of hull, needs no memory and cannot fail; slow for many-faced ones. size as in
// gjk_result. The hulls are known to overlap or touch.
overlap sat_hull_depth(const gjk_pair *pair, const rim_hull *a, const rim_hull *b, double size);

// --- depth of two boxes in each other ------------------------------------------------------------

typedef struct box_answer
{
    bool        hit;
    overlap     overlap; // if hit; without its corners
    rim_feature feature_a, feature_b;
} box_answer;

// False, and nothing done, unless both are hulls that are boxes along their own axes.
typedef bool box_pair(const gjk_pair *pair, const rim_convex *a, const rim_convex *b,
                      box_answer *answer);

box_pair sat_box_pair;
box_pair sat_box_pair_plain;
box_pair sat_box_pair_avx2;

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

contact_answer contact3_of_cores(const gjk_pair *pair, rim_convex a, rim_convex b, rim_warm *warm);

// As rim_convex_manifold, but a face also takes the place of the contact's normal if the two are deeper along it, or its
// points less deep, by no more than `slack`.
rim_manifold3 manifold_with_slack(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb,
                                  double slack, rim_warm *warm);

#endif
