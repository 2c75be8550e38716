// The outer edge of a mask: what of its pixels' sides borders the empty space connected to infinity.
//
// Empty pixels are connected through their sides (4-connected), so solid pixels that touch at a corner
// close a wall. Holes, and empty space behind such a wall, have no part in the outer edge.
#ifndef RIM_FLAT_OUTLINE_OUTER_EDGE_H
#define RIM_FLAT_OUTLINE_OUTER_EDGE_H

#include "rimcast/mask.h"

// A longest straight piece of the edge, along x or y, in pixel corners. (x1, y1) is right of or below
// (x0, y0).
typedef struct edge_piece
{
    int x0, y0, x1, y1;
} edge_piece;

typedef struct outer_edge
{
    edge_piece   *pieces;
    size_t        count, capacity;
    rim_allocator allocator;
} outer_edge;

// RIM_ERR_MEMORY leaves nothing behind.
rim_status outer_edge_create(outer_edge *edge, const rim_mask *mask, const rim_allocator *from);

void outer_edge_destroy(outer_edge *edge);

#endif
