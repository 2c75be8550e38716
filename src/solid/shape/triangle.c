#include "solid/shape/four_plain.h"
#include "solid/shape/triangle_sphere.h"
#include "solid/shape/triangle_capsule.h"
