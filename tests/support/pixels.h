// The pixels of posed sprites as parallelograms in whole numbers: what oracles compare one by one. A unit is
// 2^-bits; exact for poses whose entries are multiples of 2^-20 below 2^6, and anchors and offsets that are
// multiples of 2^-10 below 2^12.
#ifndef TESTS_SUPPORT_PIXELS_H
#define TESTS_SUPPORT_PIXELS_H

#include "rimcast/sprite.h"
#include "support/support.h"

__extension__ typedef __int128 wide;

typedef struct wide2
{
    wide x, y;
} wide2;

// Convex, either way round; a point, a segment.
typedef struct ring
{
    wide2 at[8];
    int   count;
} ring;

typedef struct fraction
{
    wide num, den; // den > 0
} fraction;

// In units of 2^-bits, of which it must be a whole number.
wide  exact_units(double value, int bits);
wide2 exact_units2(rim_vec2 p, int bits);

// Where the corners of pixels lie: (x, y) at origin + x right + y down.
typedef struct pixel_grid
{
    wide2 origin, right, down;
} pixel_grid;

pixel_grid pixel_grid_of(rim_posed a, int bits);
wide2      pixel_corner(const pixel_grid *grid, int x, int y);
ring       pixel_ring(const pixel_grid *grid, int x0, int y0, int x1, int y1);

// Twice the area of a triangle, positive if it goes round as x to y does.
wide turn_of(wide2 a, wide2 b, wide2 c);
bool fraction_before(fraction a, fraction b);
void project_points(const wide2 *points, int count, wide nx, wide ny, wide *lo, wide *hi);

// When does the ring, moving by (dx, dy), begin to share the inside of the pixels? Below 0: it does so already.
// At rest: at 0 or never. A ring without area counts as lying in a strip of no width.
bool rings_touch(const ring *moving, const ring *pixels, wide dx, wide dy, fraction *touch);

// Room for a triangle or a quadrilateral after four cuts.
enum
{
    MOST_CLIPPED = 16
};

// Cuts a polygon by the sides of a parallelogram (Sutherland and Hodgman 1974) and returns how many corners are left;
// it need not be convex, if twice_area is all that is asked of it.
int    clip_by_parallelogram(double x[MOST_CLIPPED], double y[MOST_CLIPPED], int count,
                             const double bx[4], const double by[4]);
double twice_area(const double *x, const double *y, int count); // signed

#endif
