// Checks of outlines, written to be obviously right: every promise of simplification, for any mask. Each
// of them fails the test that calls it.
#ifndef TESTS_OUTLINE_CHECK_H
#define TESTS_OUTLINE_CHECK_H

#include "rimcast/contour.h"
#include "rimcast/mask.h"
#include "support/support.h"

// Whole coordinates, so that products of differences are exact in 64 bits.
typedef struct check_side
{
    int64_t ax, ay, bx, by;
    int64_t loop; // that it belongs to
} check_side;

// No two sides cross or overlap, none has length 0; sides of one loop or of two may have a corner in
// common, and nothing else. Returns how many pairs were looked at closely.
int64_t check_loops_are_simple(const rim_loops *loops);

// The loops that go around each one are its parent, that one's parent, and so on; areas have the signs
// and sizes that they should.
void check_loops_are_nested(const rim_loops *loops);

// Loop i and ring i are nowhere farther from each other than the tolerance, in both directions, looked
// at four times a pixel.
void check_loops_are_near(const rim_loops *loops, const rim_contours *contours, double tolerance);

// No solid pixel is cut or left out, or no empty one is touched.
void check_loops_keep_to(const rim_loops *loops, const rim_mask *mask, rim_simplify_side side);

// Noise, nested rings, blobs, diagonal lines and checkerboards, some of it along the border.
rim_mask *check_random_mask(test_random *random, int most);

// A picture among the project's assets, half opaque and more.
rim_mask *check_asset_mask(const char *name);

#define CHECK_ASSETS 6
extern const char *const check_assets[CHECK_ASSETS];

#endif
