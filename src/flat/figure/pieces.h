// The area that two figures share, as convex pieces.
#ifndef RIM_FLAT_FIGURE_PIECES_H
#define RIM_FLAT_FIGURE_PIECES_H

#include "flat/figure/data.h"

enum
{
    FIGURE_CIRCLE_CORNERS = 64, // of the polygon that replaces a circle
    // Room for the intersection of two circles and some more corners: a cut adds at most one corner, and each circle
    // has FIGURE_CIRCLE_CORNERS sides.
    FIGURE_PIECE_CORNERS = 8 + 2 * FIGURE_CIRCLE_CORNERS
};

// A convex polygon, whose corners run clockwise on the screen (from x towards y).
typedef struct figure_piece
{
    int    count;
    double x[FIGURE_PIECE_CORNERS], y[FIGURE_PIECE_CORNERS];
    // The side from this corner to the next is on the border of b, else of a.
    bool   of_b[FIGURE_PIECE_CORNERS];
} figure_piece;

// Sums over pieces.
typedef struct figure_sums
{
    double area;
    double mx, my; // the integrals of x and of y over the area
    // The sum of the outward unit normals of the sides on a's border, each times its length.
    double gx, gy;
} figure_sums;

// Adds to *sums the area that parts i of a and j of b share after a has moved by (x, y), without what earlier parts of
// either figure cover. The sums are relative to the point `origin` of the world.
void figure_pieces_measure(figure_sums *sums, const rim_figure *a, int i, const rim_figure *b,
                           int j, const double origin[2], double x, double y);

#endif
