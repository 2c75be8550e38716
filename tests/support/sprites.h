// Sprites for tests.
#ifndef TESTS_SUPPORT_SPRITES_H
#define TESTS_SUPPORT_SPRITES_H

#include "rimcast/sprite.h"
#include "support/support.h"

// Takes the mask over; without an anchor it is the middle.
rim_sprite *sprite_of(rim_mask *mask, const rim_vec2 *anchor);

// All solid, its anchor at the upper left corner.
rim_sprite *solid_sprite(int width, int height);

// Up to `side` pixels each way: all solid, scattered, thin lines or a disc. The anchor lies on an eighth of a pixel.
rim_sprite *random_sprite(test_random *random, int side);

// A multiple of 2^-bits within the range.
float random_grid(test_random *random, int range, int bits);

// One of the eight ways a square comes to lie on itself.
rim_xform2 random_quarter_turn(test_random *random);

// --- poses, places and ways whose numbers are multiples of 2^-5 or coarser ---------------------------------

// A random sprite, turned, mirrored, stretched or bent; end_posed destroys it.
rim_posed random_posed(test_random *random, int side);
void      end_posed(rim_posed posed);

rim_vec2 random_point(test_random *random, int range);

// Along an axis, along the pixels, or anywhere.
rim_vec2 random_way(test_random *random, rim_xform2 pose, int range);

// A convex ring of 3 .. 6 corners, now and then without area; either way round.
int random_convex(test_random *random, rim_xform2 pose, rim_vec2 points[8]);

#endif
