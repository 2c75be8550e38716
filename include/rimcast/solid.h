/// @file
/// Includes all headers of the 3D half of Rimcast: shapes, hulls, meshes, bodies and characters.
#ifndef RIMCAST_SOLID_H
#define RIMCAST_SOLID_H

#include "rimcast/angle.h"
#include "rimcast/base.h"
#include "rimcast/bodies.h"
#include "rimcast/vec3.h"
#include "rimcast/bsp.h"
#include "rimcast/character.h"
#include "rimcast/clip.h"
#include "rimcast/convex.h"
#include "rimcast/filter.h"
#include "rimcast/hull.h"
#include "rimcast/mesh.h"
#include "rimcast/mover.h"
#include "rimcast/obstacles.h"
#include "rimcast/shape3.h"
#include "rimcast/soup.h"
#include "rimcast/world3.h"

#endif
