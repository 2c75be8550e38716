#include "solid/shape/four_plain.h"

#include "solid/mover/lanes.h"
