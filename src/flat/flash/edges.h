// Edges cut into pieces that every horizontal line crosses at most once, and the exact question about
// them: does the piece cross the line through a point at the point or to its right?
#ifndef RIM_FLAT_FLASH_EDGES_H
#define RIM_FLAT_FLASH_EDGES_H

#include "rimcast/flash_shape.h"

typedef enum flash_piece_kind
{
    FLASH_LINE,
    FLASH_ARC,   // a curve that goes only down or only up
    FLASH_LEFT,  // of a curve that turns: the branch that lies to the left of the other
    FLASH_RIGHT, // and to the right
} flash_piece_kind;

typedef struct flash_piece
{
    // The whole edge. Lines and arcs run downwards (y0 < y1); a branch is part of its curve.
    double           x0, y0, cx, cy, x1, y1;
    double           apex_x, apex_y, lean; // of branches: the turning point, the axis' dx/dy
    double           end_y;                // of branches: where the other end lies
    flash_piece_kind kind;
    int              winding; // +1: the edge runs down here, -1: up
    int              bulge;   // of arcs: +1 lies left of its chord, -1 right, 0 on it
} flash_piece;

// Writes the 0, 1 or 2 pieces of an edge.
int flash_piece_cut(flash_piece out[2], const rim_flash_edge *edge);

// Does the piece cross the line at height y, as seen by a point an infinitely small step below it?
bool flash_piece_crosses(const flash_piece *piece, double y);

// For a piece that does: at x or to its right?
bool flash_piece_right_of(const flash_piece *piece, double x, double y);

// The range of x that the piece takes between the heights y0 and y1, a little more than less.
void flash_piece_reach(const flash_piece *piece, double y0, double y1, double *lo, double *hi);

// The range of y, exact on lines and arcs, a little more on branches.
void flash_piece_range(const flash_piece *piece, double *lo, double *hi);

#endif
