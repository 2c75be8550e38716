#include "solid/shape/triangle.h"

#ifdef NEAR_AVX2
#include "solid/shape/four_avx2.h"
#include "solid/shape/triangle_sphere.h"
#include "solid/shape/triangle_capsule.h"
#endif
