/// @file
/// What collides with what, on a stage and in a world of bodies.
#ifndef RIMCAST_FILTER_H
#define RIMCAST_FILTER_H

#include "rimcast/base.h"

/// Two collide only if each is on a layer that the other does not ignore. Zeroed it stands for the usual: on layer 1
/// (bit 0), ignoring none.
typedef struct rim_filter
{
    uint32_t layers;  ///< that it is on, a bit each; 0 means 1
    uint32_t ignores; ///< these; ~0u: collides with none
} rim_filter;

/// Two that collide or touch.
typedef struct rim_pair
{
    rim_handle a, b; ///< a's slot is the lower one
} rim_pair;

#endif
