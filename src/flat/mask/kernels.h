// The inner loops of masks, once for each instruction set, and the choice between them.
//
// All paths give identical results. A mask keeps a pointer to the table that was the best one when it
// was made, so nothing is global and a test can force any of them.
#ifndef RIM_FLAT_MASK_KERNELS_H
#define RIM_FLAT_MASK_KERNELS_H

#include "flat/mask/offset_path.h"
#include "simd/cpu.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A function that is not to be inlined.
#ifdef CPU_GNU
#define MASK_APART __attribute__((noinline))
#else
#define MASK_APART
#endif

// Two windows of strips laid over each other: bit i of b's word lies over bit i + shift of a's pair
// of words, strip for strip and row for row. Rows are read 8 at a time, so that up to 7 beyond the
// last are too; there one of the two is zero.
typedef struct mask_windows
{
    const uint64_t *a, *b; // the first strip's first row
    size_t          a_pitch, b_pitch;
    int             strips, rows;
    unsigned        shift; // 0 .. 63
} mask_windows;

// The pixels that two masks share: how many there are, the sums of their columns and rows in b, and how many there were
// if b were moved by one pixel.
typedef struct mask_moments
{
    int64_t count, x, y;
    int64_t left, right, up, down;
} mask_moments;

enum
{
    MASK_SWEPT_SIDE = 4096, // a strip of 64 squares
    MASK_MEETINGS = 256     // at most so many in one call
};

// A mask with what is known of its 8 by 8 blocks, in strips of 64 blocks: bit i of row y of `some` is
// block (i, y): has it a solid pixel? Bit i of row y + 1 of `wide`: have blocks i, i + 1 of rows y, y + 1?
// Below each strip are 8 zero rows, as in a mask.
typedef struct mask_blocks
{
    // What small masks need, together.
    const struct mask_kernels *kernels;
    const uint64_t            *words;            // the mask's, with its guards
    int32_t                    first_x, first_y; // the solid pixels' bounds; without any, the
    int32_t                    last_x, last_y;   // first are 0 and the last -1
    int32_t                    word_pitch;
    int32_t                    strips; // of blocks
    int32_t                    pitch;
    uint64_t                  *some, *wide;

    // What sweeps need, of masks up to MASK_SWEPT_SIDE; else NULL.
    uint64_t *broad; // the mask's words, bit (x, y): is one of pixels x .. x + 7, y .. y + 7 solid?
    int32_t   broad_pitch;
    int32_t   far_rows;            // of squares of 64 by 64 pixels; 0 if there are too few to help
    uint64_t *far_some, *far_wide; // of those squares, as some and wide of the blocks, in one strip
} mask_blocks;

// Two masks, and where the corner of the second one lies in the first: no farther than 2^30 away.
typedef struct mask_meeting
{
    const mask_blocks *a, *b;
    int32_t            dx, dy;
} mask_meeting;

// Pixels to be turned into the words of strips.
typedef struct mask_source
{
    const unsigned char *pixels; // the top left one
    ptrdiff_t            stride; // bytes
    int                  width, height;
    uint64_t            *words; // row 0 of strip 0; every word of the rows and strips is written
    size_t               pitch;
} mask_source;

// Pixels of a mask to be asked about: each cell moved by (dx, dy), outside the mask or not. The lists are
// as long as the next multiple of 8, and no sum overflows.
typedef struct mask_cells
{
    const int32_t  *x, *y;
    int             count;
    int32_t         dx, dy;
    int32_t         x0, y0, x1, y1; // bounds of the mask's solid pixels
    int32_t         pitch;
    const uint64_t *words; // row 0 of strip 0
} mask_cells;

struct mask_slant;

typedef struct mask_kernels
{
    const char *name;
    bool (*usable)(void); // can this processor run it?

    // Is any pixel set in both windows? In how many?
    bool (*overlaps)(const mask_windows *windows);
    int64_t (*overlap_area)(const mask_windows *windows);

    // The first row in which the windows' first strips share a pixel; the number of rows if there is none.
    int (*first_shared_row)(const mask_windows *windows);

    // Sums up what the windows share. They have one row more than is shared, above and below. Rows are counted from
    // the first row, columns from b's first. `before` is the strip of a with the column to the left of that, bit
    // shift - 1 (modulo 64); NULL if a has none.
    void (*overlap_moments)(const mask_windows *windows, const uint64_t *before,
                            mask_moments *moments);

    // Do two masks share a pixel when b's corner lies at (dx, dy) of a?
    bool (*blocks_overlap)(const mask_blocks *a, const mask_blocks *b, int dx, int dy);

    // That, of many: faster than asking for one after the other.
    void (*meetings_overlap)(const mask_meeting *meetings, int count, bool *answers);

    // Where on a way do two masks first share a pixel?
    void (*first_touch)(mask_way *way);

    // How many pixels are shared at (dx, dy), to the right of it, below it and below that; dx is not negative.
    void (*four_areas)(const mask_blocks *a, const mask_blocks *b, int dx, int dy,
                       int64_t areas[4]);

    // The first cell from number `from` on that is a solid pixel; count if there is none.
    int (*first_cell)(const mask_cells *cells, int from);

    // Each line goes on to its next row that may have solid pixels near it, of left[k] to come; left[k] becomes how
    // many are left, that one included.
    void (*slants_next)(struct mask_slant *slants, int *left, int count);

    // A pixel of 4 bytes, read as a native word, is solid if (word & bits) >= limit; or, for a colour
    // key, if (word & bits) != key. One of 1 byte if it is >= limit.
    void (*from_words)(const mask_source *source, uint32_t bits, uint32_t limit);
    void (*from_key)(const mask_source *source, uint32_t bits, uint32_t key);
    void (*from_bytes)(const mask_source *source, uint8_t limit);
} mask_kernels;

// The fastest that this processor can run.
const mask_kernels *mask_kernels_best(void);

// All that were compiled in, scalar first, NULL after the last; they may not be usable here.
const mask_kernels *const *mask_kernels_all(void);

extern const mask_kernels mask_kernels_scalar;
#ifdef CPU_X86
extern const mask_kernels mask_kernels_sse2;
extern const mask_kernels mask_kernels_avx2;
extern const mask_kernels mask_kernels_avx512;
#endif

#endif
