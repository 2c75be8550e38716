// The inner loops of masks, once for each instruction set, and the choice between them.
//
// All paths give identical results. A mask keeps a pointer to the table that was the best one when it
// was made, so nothing is global and a test can force any of them.
#ifndef RIM_FLAT_MASK_KERNELS_H
#define RIM_FLAT_MASK_KERNELS_H

#include "base/cpu.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef CPU_X86
#define MASK_X86 1
#endif

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
} mask_blocks;

// 64 by 8 pixels of a mask: rows 8 row .. 8 row + 7 of a strip.
typedef struct mask_group
{
    int32_t strip, row;
} mask_group;

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

typedef struct mask_kernels
{
    const char *name;
    bool (*usable)(void); // can this processor run it?

    // Is any pixel set in both windows? In how many?
    bool (*overlaps)(const mask_windows *windows);
    int64_t (*overlap_area)(const mask_windows *windows);

    // Do two masks share a pixel when b's corner lies at (dx, dy) of a?
    bool (*blocks_overlap)(const mask_blocks *a, const mask_blocks *b, int dx, int dy);

    // The groups of b in which a pixel may be shared at any of the offsets dx .. dx + 7, dy .. dy + 7, both
    // multiples of 8 and dx not negative. At most `capacity` are written, all are counted.
    int (*find_groups)(const mask_blocks *a, const mask_blocks *b, int dx, int dy, mask_group *out,
                       int capacity);

    // Of groups found for a window that the offset lies in: the first one that shares a pixel at the
    // offset, or count; and how many pixels all of them share.
    int (*first_group)(const mask_blocks *a, const mask_blocks *b, int dx, int dy,
                       const mask_group *groups, int count);
    int64_t (*group_area)(const mask_blocks *a, const mask_blocks *b, int dx, int dy,
                          const mask_group *groups, int count);

    // The first cell from number `from` on that is a solid pixel; count if there is none.
    int (*first_cell)(const mask_cells *cells, int from);

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

#endif
