// Everything of Rimcast but the SDL adapter (rimcast/sdl.h).
#ifndef RIMCAST_RIMCAST_H
#define RIMCAST_RIMCAST_H

#include "rimcast/angle.h"
#include "rimcast/base.h"
#include "rimcast/box.h"
#include "rimcast/contact.h"
#include "rimcast/distance.h"
#include "rimcast/export.h"
#include "rimcast/hull.h"
#include "rimcast/mask.h"
#include "rimcast/mat3.h"
#include "rimcast/number.h"
#include "rimcast/outline.h"
#include "rimcast/plane.h"
#include "rimcast/quat.h"
#include "rimcast/segment.h"
#include "rimcast/shape3.h"
#include "rimcast/sink.h"
#include "rimcast/soup.h"
#include "rimcast/sprite.h"
#include "rimcast/sweep.h"
#include "rimcast/tree.h"
#include "rimcast/vec2.h"
#include "rimcast/vec3.h"
#include "rimcast/xform2.h"
#include "rimcast/xform3.h"

#endif
