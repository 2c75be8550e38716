/// @file
/// Collision filters of objects on a stage and of bodies in a world.
#ifndef RIMCAST_FILTER_H
#define RIMCAST_FILTER_H

#include "rimcast/base.h"

/// The layers that an object is on, and the layers that it ignores. Two objects collide only if each is on at least one
/// layer that the other does not ignore. An object with a zeroed filter is on the layer of bit 0 and ignores none.
typedef struct rim_filter
{
    uint32_t layers;  ///< the layers that the object is on, one bit each; 0 means bit 0 alone
    uint32_t ignores; ///< the layers that the object does not collide with; with ~0u it collides
                      ///< with nothing
} rim_filter;

/// Two objects that collide: on a stage, they share area; in a world of bodies, they overlap or touch.
typedef struct rim_pair
{
    rim_handle a, b; ///< a has the lower slot
} rim_pair;

#endif
