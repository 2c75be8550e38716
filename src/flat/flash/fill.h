// One fill, indexed for point questions.
//
// The height of the fill is cut into bands. In a band most pieces run right through; they are sorted
// by where they begin on the x axis. All those that begin at x or beyond cross right of the point, and
// their windings are summed in advance; of those that begin before x only the last few reach as far
// as x, which a running maximum tells. Pieces that end within the band are asked one by one.
#ifndef RIM_FLAT_FLASH_FILL_H
#define RIM_FLAT_FLASH_FILL_H

#include "base/memory.h"
#include "flat/flash/edges.h"

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

// On failure everything is given back and false returned.
bool flash_fill_bake(flash_fill *fill, const rim_flash_fill *from, const rim_allocator *allocator);
void flash_fill_free(flash_fill *fill, const rim_allocator *allocator);

bool flash_fill_contains(const flash_fill *fill, double x, double y);

#endif
