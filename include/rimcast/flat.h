/// @file
/// Includes all headers of the 2D half of Rimcast: masks, sprites, outlines, stages, movers and Flash's display list.
#ifndef RIMCAST_FLAT_H
#define RIMCAST_FLAT_H

#include "rimcast/angle.h"
#include "rimcast/base.h"
#include "rimcast/contour.h"
#include "rimcast/export.h"
#include "rimcast/figure.h"
#include "rimcast/filter.h"
#include "rimcast/flash.h"
#include "rimcast/flash_shape.h"
#include "rimcast/history.h"
#include "rimcast/mask.h"
#include "rimcast/mover2.h"
#include "rimcast/outline.h"
#include "rimcast/shape2.h"
#include "rimcast/shapes.h"
#include "rimcast/sprite.h"
#include "rimcast/sprite_query.h"
#include "rimcast/stage.h"
#include "rimcast/vec2.h"

#endif
