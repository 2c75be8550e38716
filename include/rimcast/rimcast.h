/// @file
/// Includes all headers of Rimcast except the SDL adapter (rimcast/sdl.h).
#ifndef RIMCAST_RIMCAST_H
#define RIMCAST_RIMCAST_H

#include "rimcast/flat.h"
#include "rimcast/solid.h"

#endif
