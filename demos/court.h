// An open court to walk in, as walk and crowd share it: stairs, ramps, steps, pillars, low roofs, a sharp corner, a
// narrow passage, all of closed bodies on tiles of two units.
#ifndef DEMOS_COURT_H
#define DEMOS_COURT_H

#include "level.h"

#define COURT_WIDE 28.0f // x from 0 to this
#define COURT_DEEP 20.0f // z

bool court_make(kit *k, level *l, rim_mesh **mesh);

// Draws the ground around it, in a begin and end of its own.
void court_ground(kit *k, const kit_camera *camera);

#endif
