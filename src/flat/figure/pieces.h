// Convex pieces of the area that two figures share. Each side stores which of the two figures it belongs to.
#ifndef RIM_FLAT_FIGURE_PIECES_H
#define RIM_FLAT_FIGURE_PIECES_H

#include "flat/figure/data.h"

enum
{
    FIGURE_CIRCLE_CORNERS = 64,
    // Each cut adds a corner at most: enough for what two circles share.
    FIGURE_PIECE_CORNERS = 8 + 2 * FIGURE_CIRCLE_CORNERS
};

typedef struct figure_piece
{
    int    count;
    double x[FIGURE_PIECE_CORNERS], y[FIGURE_PIECE_CORNERS]; // from x towards y
    bool   of_b[FIGURE_PIECE_CORNERS]; // of the side from each corner to the next
} figure_piece;

// Sums over pieces. The normals are those of sides of a, times their lengths.
typedef struct figure_sums
{
    double area, mx, my;
    double gx, gy;
} figure_sums;

// Measures what parts i of a and j of b share, less what earlier parts of either figure cover. Coordinates are
// relative to `origin`; a is moved by (x, y).
void figure_pieces_measure(figure_sums *sums, const rim_figure *a, int i, const rim_figure *b,
                           int j, const double origin[2], double x, double y);

#endif
