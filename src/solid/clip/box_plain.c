#include "solid/shape/four_plain.h"

#include "solid/clip/box.h"
