// Fills: preparing them, and testing points against them. See shape.h.
#include "flat/flash/shape.h"

#include "base/float.h"
#include "base/sort.h"

#include <math.h>
#include <string.h>

// --- baking -----------------------------------------------------------------------------------------

// The range of heights (y, in twips) of a piece, and the bands that it reaches.
typedef struct band_range
{
    int    first, last; // bands
    double lo, hi;      // heights, rounded outward
    double error;       // the piece's true range may begin or end by this much further inward
} band_range;

// Returns the number of the band at height y. Above the bands, and for NaN, it is the first one, and below them the
// last one. Requires that top, band_height and band_count of the fill are set.
static int band_at(const flash_fill *fill, double y)
{
    double band = (y - fill->top) / fill->band_height;
    if (!(band > 0.0)) return 0;
    return band < fill->band_count ? (int)band : fill->band_count - 1;
}

// A branch of a curve begins at the curve's apex. The error of the computed apex is less than FLASH_APEX_ERROR, and
// flash_piece_y_range extends the range by FLASH_APEX_ERROR beyond the computed apex. So the true apex may be two of
// these errors inside the range. The third one allows for rounding at both ends.
#define FLASH_BRANCH_RANGE_ERROR (3.0 * FLASH_APEX_ERROR)

// Returns the heights and bands of a piece. Requires that top, band_height and band_count of the fill are set.
static band_range bands_of(const flash_fill *fill, const flash_piece *piece)
{
    band_range range;
    flash_piece_y_range(piece, &range.lo, &range.hi);
    range.error = flash_piece_is_branch(piece) ? FLASH_BRANCH_RANGE_ERROR : 0.0;
    range.first = band_at(fill, range.lo);
    range.last = band_at(fill, range.hi);
    return range;
}

// Cuts all edges into pieces, and stores them in fill->pieces, in the order of the edges. A first pass counts the
// pieces and a second one stores them. Returns false if there is no memory; the fill does not change then.
static bool cut_pieces(flash_fill *fill, const rim_flash_fill *from, const rim_allocator *allocator)
{
    flash_piece cut[2];
    int         count = 0;
    for (int i = 0; i < from->count; i++) count += flash_piece_cut(cut, &from->edges[i]);
    fill->pieces = memory_allocate(allocator, (size_t)count, sizeof *fill->pieces);
    if (!fill->pieces) return false;
    fill->piece_count = count;
    for (int i = 0, at = 0; i < from->count; i++)
    {
        int n = flash_piece_cut(cut, &from->edges[i]);
        memcpy(fill->pieces + at, cut, (size_t)n * sizeof *cut);
        at += n;
    }
    return true;
}

// The largest number of references from bands to pieces in a fill of n pieces is FLASH_REFERENCES_PER_PIECE * n +
// FLASH_REFERENCES_MORE.
#define FLASH_REFERENCES_PER_PIECE 48
#define FLASH_REFERENCES_MORE 64

// Returns the number of references from bands to pieces, which is the sum of the numbers of bands that each piece
// reaches. Stops counting above `most`: if there are more references, returns some number above `most`. Requires that
// top, band_height and band_count are set.
static int64_t count_band_pieces(const flash_fill *fill, int64_t most)
{
    int64_t references = 0;
    for (int i = 0; i < fill->piece_count && references <= most; i++)
    {
        band_range range = bands_of(fill, &fill->pieces[i]);
        references += range.last - range.first + 1;
    }
    return references;
}

// Sets top, band_count and band_height. Requires at least one piece. Begins with as many bands as pieces, and halves
// their number until there are at most `most` references from bands to pieces, or one band is left. top and
// band_height are whole twips. Conversion to an integer truncates towards zero. So 1 is subtracted to put top above
// the fill, and 1 is added to the height of a band so that the bands reach below the fill.
static void choose_bands(flash_fill *fill)
{
    double top = INFINITY, bottom = -INFINITY;
    for (int i = 0; i < fill->piece_count; i++)
    {
        double lo, hi;
        flash_piece_y_range(&fill->pieces[i], &lo, &hi);
        if (lo < top) top = lo;
        if (hi > bottom) bottom = hi;
    }
    fill->top = (double)(int64_t)top - 1.0;
    double  height = bottom - fill->top;
    int64_t most = FLASH_REFERENCES_PER_PIECE * (int64_t)fill->piece_count + FLASH_REFERENCES_MORE;
    fill->band_count = fill->piece_count;
    for (;;)
    {
        fill->band_height = (double)((int64_t)(height / fill->band_count) + 1);
        if (fill->band_count == 1 || count_band_pieces(fill, most) <= most) return;
        fill->band_count /= 2;
    }
}

// Returns true if a piece with this range certainly crosses every height of a band, from its top y0 to its bottom y1.
// Then the piece is a span of the band. Otherwise it is one of the band's loose pieces.
static bool runs_through(const flash_fill *fill, band_range range, int band)
{
    double y0 = fill->top + band * fill->band_height, y1 = y0 + fill->band_height;
    return range.lo + range.error <= y0 && y1 <= range.hi - range.error;
}

// Sets the sizes of the fill's two lists, span_count and loose_count, and where each band's part of them begins.
// Requires that these sizes and all bands are zeroed. First counts the spans and loose pieces of each band. Then adds
// up the counts, and resets those of the bands to 0, because enter_references counts again as it appends.
static void count_references(flash_fill *fill)
{
    for (int i = 0; i < fill->piece_count; i++)
    {
        band_range range = bands_of(fill, &fill->pieces[i]);
        for (int b = range.first; b <= range.last; b++)
        {
            if (runs_through(fill, range, b))
                fill->bands[b].span_count++;
            else
                fill->bands[b].loose_count++;
        }
    }
    for (int b = 0; b < fill->band_count; b++)
    {
        flash_band *band = &fill->bands[b];
        band->spans = fill->span_count;
        band->loose = fill->loose_count;
        fill->span_count += band->span_count;
        fill->loose_count += band->loose_count;
        band->span_count = band->loose_count = 0;
    }
}

// Enters each piece into the lists of the bands that it reaches, in the order of the pieces. Requires
// count_references, and memory for both lists. The counts of the bands are 0 at first and grow with each entry. A
// span has the bounds of the piece's x within the band, rounded outward to floats. finish_band sets the rest of it.
static void enter_references(flash_fill *fill)
{
    for (int i = 0; i < fill->piece_count; i++)
    {
        const flash_piece *piece = &fill->pieces[i];
        band_range         range = bands_of(fill, piece);
        for (int b = range.first; b <= range.last; b++)
        {
            flash_band *band = &fill->bands[b];
            if (!runs_through(fill, range, b))
            {
                fill->loose[band->loose + band->loose_count++] = i;
                continue;
            }
            double      y0 = fill->top + b * fill->band_height;
            flash_span *span = &fill->spans[band->spans + band->span_count++];
            double      lo, hi;
            flash_piece_x_range(piece, y0, y0 + fill->band_height, &lo, &hi);
            span->lo = float_below(lo);
            span->hi = float_above(hi);
            span->piece = i;
            span->winding = piece->winding;
        }
    }
}

// Orders spans by their least x, then by the numbers of their pieces.
static bool flash_fill_before(const void *first, const void *second, const void *context)
{
    const flash_span *a = first, *b = second;
    (void)context;
    return a->lo != b->lo ? a->lo < b->lo : a->piece < b->piece;
}

// Sorts the spans of a band and sets their most_hi. Replaces the winding of each span by the sum of its own winding and
// those of all spans after it.
static void finish_band(flash_fill *fill, const flash_band *band)
{
    flash_span *spans = fill->spans + band->spans;
    sort_heap(spans, (size_t)band->span_count, sizeof *spans, flash_fill_before, NULL);
    float most_hi = -INFINITY;
    for (int i = 0; i < band->span_count; i++)
    {
        if (spans[i].hi > most_hi) most_hi = spans[i].hi;
        spans[i].most_hi = most_hi;
    }
    for (int i = band->span_count - 1; i-- > 0;) spans[i].winding += spans[i + 1].winding;
}

// Cuts the pieces, chooses the bands, counts the entries of their lists, and then fills and sorts the lists. A fill
// without pieces, such as one of horizontal lines, has no bands.
bool flash_fill_bake(flash_fill *fill, const rim_flash_fill *from, const rim_allocator *allocator)
{
    memset(fill, 0, sizeof *fill);
    fill->rule = from->rule;
    if (!cut_pieces(fill, from, allocator)) return false;
    if (fill->piece_count == 0) return true;

    choose_bands(fill);
    fill->bands = memory_allocate_zeroed(allocator, (size_t)fill->band_count, sizeof *fill->bands);
    if (fill->bands)
    {
        count_references(fill);
        fill->spans = memory_allocate(allocator, (size_t)fill->span_count, sizeof *fill->spans);
        fill->loose = memory_allocate(allocator, (size_t)fill->loose_count, sizeof *fill->loose);
    }
    if (!fill->bands || !fill->spans || !fill->loose)
    {
        flash_fill_free(fill, allocator);
        return false;
    }
    enter_references(fill);
    for (int b = 0; b < fill->band_count; b++) finish_band(fill, &fill->bands[b]);
    return true;
}

void flash_fill_free(flash_fill *fill, const rim_allocator *allocator)
{
    memory_release(allocator, fill->pieces, (size_t)fill->piece_count, sizeof *fill->pieces);
    memory_release(allocator, fill->bands, (size_t)fill->band_count, sizeof *fill->bands);
    memory_release(allocator, fill->spans, (size_t)fill->span_count, sizeof *fill->spans);
    memory_release(allocator, fill->loose, (size_t)fill->loose_count, sizeof *fill->loose);
    memset(fill, 0, sizeof *fill);
}

// --- queries -----------------------------------------------------------------------------------------

// Returns the number of spans with lo < x, by bisection. Requires that the spans are sorted by lo. Spans 0 .. lo - 1
// have lo < x, and spans hi .. count - 1 have not.
static int beginning_before(const flash_span *spans, int count, double x)
{
    int lo = 0, hi = count;
    while (lo < hi)
    {
        int middle = lo + (hi - lo) / 2;
        if ((double)spans[middle].lo < x)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

// Returns the sum of the windings of the band's spans that cross the height y at x or to the right of it. Requires
// that y is in the band. All spans with lo >= x do, and the first of them, first_right, stores the sum of their
// windings. Of the spans before first_right, those with hi < x do not, and those with hi >= x are tested exactly. The
// loop ends at a span whose most_hi is below x: neither this span nor any span before it reaches x.
static int winding_of_spans(const flash_fill *fill, const flash_band *band, double x, double y)
{
    const flash_span *spans = fill->spans + band->spans;
    int               first_right = beginning_before(spans, band->span_count, x);
    int               winding = first_right < band->span_count ? spans[first_right].winding : 0;
    for (int i = first_right - 1; i >= 0 && (double)spans[i].most_hi >= x; i--)
    {
        const flash_piece *piece = &fill->pieces[spans[i].piece];
        if ((double)spans[i].hi >= x && flash_piece_right_of(piece, x, y))
            winding += piece->winding;
    }
    return winding;
}

// Adds the windings of all pieces that cross the horizontal line through the point at x or to its right.
bool flash_fill_contains(const flash_fill *fill, double x, double y)
{
    if (fill->piece_count == 0) return false;
    double band_number = (y - fill->top) / fill->band_height;
    if (!(band_number >= 0.0 && band_number < fill->band_count)) return false;

    const flash_band *band = &fill->bands[(int)band_number];
    int               winding = winding_of_spans(fill, band, x, y);
    for (int i = 0; i < band->loose_count; i++)
    {
        const flash_piece *piece = &fill->pieces[fill->loose[band->loose + i]];
        if (flash_piece_crosses(piece, y) && flash_piece_right_of(piece, x, y))
            winding += piece->winding;
    }
    return fill->rule == RIM_FLASH_NON_ZERO ? winding != 0 : winding & 1;
}
