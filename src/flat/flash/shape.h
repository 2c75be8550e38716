// A baked shape: fills, which consist of pieces of edges, and strokes.
#ifndef RIM_FLAT_FLASH_SHAPE_H
#define RIM_FLAT_FLASH_SHAPE_H

#include "base/memory.h"
#include "rimcast/flash_shape.h"
#include "base/tree.h"

// The most edges of a shape, in all of its fills and strokes.
#define FLASH_MOST_EDGES (1 << 26)

// --- pieces of edges ---------------------------------------------------------------------------------
//
// Edges are cut into pieces that every horizontal line crosses at most once. For a point, the windings of the pieces
// that cross the horizontal line through it at the point or to its right are added. Both tests, whether a piece
// crosses and on which side, are exact.

typedef enum flash_piece_kind
{
    FLASH_LINE,
    FLASH_ARC,   // a whole curve along which y is monotonic
    FLASH_LEFT,  // the left one of the two branches of a curve that turns at an apex
    FLASH_RIGHT, // the right one
} flash_piece_kind;

typedef struct flash_piece
{
    // The ends and the control point of the whole edge, also for a branch. Lines and arcs run downward: y0 < y1.
    double           x0, y0, cx, cy, x1, y1;
    double           apex_x, apex_y; // of branches: the point where y turns
    double           lean;           // of branches: dx/dy along the parabola's axis
    double           end_y;          // of branches: y at the end that is not the apex
    flash_piece_kind kind;
    int              winding; // +1 if the edge runs downward here, -1 if upward
    int bulge; // of arcs: +1 if the curve is left of its chord, -1 if right, 0 if on it
} flash_piece;

static inline bool flash_piece_is_branch(const flash_piece *piece)
{
    return piece->kind == FLASH_LEFT || piece->kind == FLASH_RIGHT;
}

// Cuts an edge into 0, 1 or 2 pieces and returns their number. A horizontal line has none.
int flash_piece_cut(flash_piece out[2], const rim_flash_edge *edge);

// Returns true if the piece crosses the horizontal line an infinitely small step below height y (y is downward).
bool flash_piece_crosses(const flash_piece *piece, double y);

// Returns true if that crossing is at x or to the right of it. Requires flash_piece_crosses for the same y.
bool flash_piece_right_of(const flash_piece *piece, double x, double y);

// Computes bounds of the piece's x between the heights y0 and y1, rounded outwards.
void flash_piece_x_range(const flash_piece *piece, double y0, double y1, double *lo, double *hi);

// In twips: the error of a branch's apex, far more than its rounding.
#define FLASH_APEX_ERROR 1.0

// Computes the range of the piece's y: exact for lines and arcs. That of a branch is wider than its true range by at most
// twice FLASH_APEX_ERROR, at its apex.
void flash_piece_y_range(const flash_piece *piece, double *lo, double *hi);

// --- distances to edges ------------------------------------------------------------------------------

// Returns the squared distance from (x, y) to the edge, ends included.
double flash_edge_distance_squared(const rim_flash_edge *edge, double x, double y);

// Returns the smallest box around an edge, rounded outwards.
rim_flash_box flash_edge_box(const rim_flash_edge *edge);

// --- fills -------------------------------------------------------------------------------------------
//
// A fill, prepared for tests of points.
//
// The height of the fill is divided into bands. Most pieces that reach a band run through it from top to bottom: these
// are its spans, sorted by their least x in the band. For a point at x, the spans whose least x is at x or to its
// right cross there, so the sum of their windings is stored in advance. Of the other spans only the last few extend as
// far as x; a running maximum of the largest x shows when to stop. Pieces that end within the band, the loose ones,
// are tested one by one.

// A piece that runs through a band.
typedef struct flash_span
{
    float lo, hi;  // bounds of its x in the band, rounded outward
    float most_hi; // the largest hi of this span and all before it in the band
    int   piece;   // its number
    int   winding; // the sum of the windings of this span and all after it in the band
} flash_span;

// A band's parts of the fill's lists: its first span and loose piece, and their numbers.
typedef struct flash_band
{
    int spans, span_count;
    int loose, loose_count;
} flash_band;

typedef struct flash_fill
{
    rim_flash_rule rule;
    double         top, band_height; // in whole twips
    flash_piece   *pieces;
    flash_band    *bands;
    flash_span    *spans;
    int           *loose; // numbers of pieces
    int            piece_count, band_count, span_count, loose_count;
} flash_fill;

// Bakes a fill. On failure frees everything and returns false.
bool flash_fill_bake(flash_fill *fill, const rim_flash_fill *from, const rim_allocator *allocator);
void flash_fill_free(flash_fill *fill, const rim_allocator *allocator);

// Returns true if a point, in twips, is in the fill.
bool flash_fill_contains(const flash_fill *fill, double x, double y);

// --- shapes ------------------------------------------------------------------------------------------

typedef struct flash_stroke_edge
{
    rim_flash_edge edge;
    double         half; // half the stroke's width
} flash_stroke_edge;

struct rim_flash_shape
{
    rim_allocator      from;
    rim_flash_box      bounds, edge_bounds;
    flash_fill        *fills;
    int                fill_count;
    flash_stroke_edge *strokes; // one for each stroked edge
    int                stroke_count;
    box_tree          *stroke_tree; // the boxes around them, grown by half the widths
};

// Returns the box around fills and strokes. Strokes are grown by `stroke_share` of their width on each side.
rim_flash_box flash_outlines_box(const rim_flash_outlines *outlines, double stroke_share);

#endif
