// Islands and holes of a mask.
#ifndef CLI_ISLANDS_H
#define CLI_ISLANDS_H

#include "rimcast/mask.h"

// Islands: solid pixels that touch each other, also at a corner. Holes: empty pixels that touch along
// an edge and are shut in by solid ones. RIM_ERR_MEMORY leaves both untouched.
rim_status count_islands(const rim_mask *mask, int64_t *islands, int64_t *holes);

#endif
