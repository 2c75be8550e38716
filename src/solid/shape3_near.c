#include "solid/shape3_four_plain.h"
#include "solid/shape3_near_ball.h"
#include "solid/shape3_near_rod.h"
