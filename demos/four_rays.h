// A walker on four rays, the scheme of an old tutorial put right, to compare with rim_character_step.
#ifndef DEMOS_FOUR_RAYS_H
#define DEMOS_FOUR_RAYS_H

#include "rimcast/character.h"

// A tick of dt seconds of a character of the kind RIM_CHARACTER_BOX: four rays go down its upright edges.
//
// The highest hit that is no steeper than `slope`, from `step` above the foot to `snap` below it, is the ground; the
// box is lowered or raised to it. If it overlaps something there, it slides along the normals of what it
// overlaps, and if that fails stays where it was. It looks where it will be, not on the way: what is faster
// than it is thick goes through walls, and what lies between the rays is not there.
rim_walk four_rays_step(rim_character *c, rim_world3 world, rim_vec3 wish, float dt);

#endif
