// How deep two cores are in each other: the face of { a - b } that is closest to the origin.
#ifndef RIM_SOLID_QUERY_EPA_H
#define RIM_SOLID_QUERY_EPA_H

#include "solid/query/gjk.h"

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

#endif
