// A baked shape: its fills, made of pieces of edges, and its strokes.
#ifndef RIM_FLAT_FLASH_SHAPE_H
#define RIM_FLAT_FLASH_SHAPE_H

#include "base/memory.h"
#include "rimcast/flash_shape.h"
#include "base/tree.h"

// --- pieces of edges ---------------------------------------------------------------------------------
//
// Edges are cut into pieces that every horizontal line crosses at most once. An exact test decides whether a piece crosses
// the line through a point at the point or to its right.

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

// Returns true if the piece crosses the line an infinitely small step below height y.
bool flash_piece_crosses(const flash_piece *piece, double y);

// Returns true if the crossing is at x or to the right. Requires flash_piece_crosses.
bool flash_piece_right_of(const flash_piece *piece, double x, double y);

// Computes bounds of the piece's x between the heights y0 and y1, rounded outwards.
void flash_piece_reach(const flash_piece *piece, double y0, double y1, double *lo, double *hi);

// Computes the range of y: exact for lines and arcs, rounded outwards for branches.
void flash_piece_range(const flash_piece *piece, double *lo, double *hi);

// --- distances to edges ------------------------------------------------------------------------------

// Returns the squared distance from (x, y) to the edge, ends included.
double flash_edge_distance_squared(const rim_flash_edge *edge, double x, double y);

// Returns the smallest box around an edge, rounded outwards.
rim_flash_box flash_edge_box(const rim_flash_edge *edge);

// --- fills -------------------------------------------------------------------------------------------
//
// One fill, indexed for point questions.
//
// The height of the fill is cut into bands. In a band most pieces run through from top to bottom. These are sorted by their
// least x. All those with a least x at or right of the point cross right of it, and their windings are summed in advance.
// Of the others only the last few reach as far as x; a running maximum shows which. Pieces that end within the band are
// tested one by one.

// A piece that runs right through a band.
typedef struct flash_span
{
    float lo, hi; // where it is in the band, a little more than less
    float reach;  // the largest hi of this span and all before it
    int   piece;
    int   winding; // of this span and all behind it, summed
} flash_span;

typedef struct flash_band
{
    int spans, span_count;
    int loose, loose_count;
} flash_band;

typedef struct flash_fill
{
    rim_flash_rule rule;
    double         top, band_height; // whole twips
    flash_piece   *pieces;
    flash_band    *bands;
    flash_span    *spans;
    int           *loose; // pieces that end in a band
    int            piece_count, band_count, span_count, loose_count;
} flash_fill;

// Bakes a fill. On failure frees everything and returns false.
bool flash_fill_bake(flash_fill *fill, const rim_flash_fill *from, const rim_allocator *allocator);
void flash_fill_free(flash_fill *fill, const rim_allocator *allocator);

bool flash_fill_contains(const flash_fill *fill, double x, double y);

// --- shapes ------------------------------------------------------------------------------------------

typedef struct flash_stroke_edge
{
    rim_flash_edge edge;
    double         half; // of the width
} flash_stroke_edge;

struct rim_flash_shape
{
    rim_allocator      from;
    rim_flash_box      bounds, edge_bounds;
    flash_fill        *fills;
    int                fill_count;
    flash_stroke_edge *strokes; // one for each stroked edge
    int                stroke_count;
    box_tree          *stroke_tree; // their boxes, grown by half the widths; by index
};

// Returns the box around fills and strokes, strokes grown by this share of their width.
rim_flash_box flash_outlines_box(const rim_flash_outlines *outlines, double stroke_share);

#endif
