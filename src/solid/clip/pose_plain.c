#include "solid/shape/four_plain.h"

#include "solid/clip/pose.h"
