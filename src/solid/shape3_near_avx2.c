#include "solid/shape3_near.h"

#ifdef NEAR_AVX2
#include "solid/shape3_four_avx2.h"
#include "solid/shape3_near_ball.h"
#include "solid/shape3_near_rod.h"
#endif
