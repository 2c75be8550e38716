/// @file
/// The solid half of Rimcast: bodies, meshes, characters.
#ifndef RIMCAST_SOLID_H
#define RIMCAST_SOLID_H

#include "rimcast/angle.h"
#include "rimcast/base.h"
#include "rimcast/bodies.h"
#include "rimcast/body.h"
#include "rimcast/box.h"
#include "rimcast/bsp.h"
#include "rimcast/character.h"
#include "rimcast/clip.h"
#include "rimcast/contact.h"
#include "rimcast/distance.h"
#include "rimcast/hull.h"
#include "rimcast/mat3.h"
#include "rimcast/mesh.h"
#include "rimcast/mesh_edges.h"
#include "rimcast/mesh_query.h"
#include "rimcast/mover.h"
#include "rimcast/obstacles.h"
#include "rimcast/plane.h"
#include "rimcast/quat.h"
#include "rimcast/segment.h"
#include "rimcast/shape3.h"
#include "rimcast/soup.h"
#include "rimcast/sweep.h"
#include "rimcast/vec3.h"
#include "rimcast/world3.h"
#include "rimcast/xform3.h"

#endif
