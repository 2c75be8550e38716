#include "solid/shape3_four_plain.h"

#include "solid/clip_box.h"
