// The kernels of masks, compiled once for each instruction set, and the choice between them.
//
// All tables give identical results. A mask points to the table that was the fastest when it was created, so nothing is
// global and a test can force any of them.
#ifndef RIM_FLAT_MASK_KERNELS_H
#define RIM_FLAT_MASK_KERNELS_H

#include "flat/mask/offset_path.h"
#include "simd/cpu.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Two windows of strips (64 columns each, see bits.h) laid over each other, strip for strip and row for row: bit i of a
// word of b lies over bit i + shift of the 128 bits of a's word and the word to its right. So a's strip behind the last
// is read, too. Rows are read 8 at a time: up to 7 rows beyond the last are read, and there one of the two masks must
// be zero.
typedef struct mask_windows
{
    const uint64_t *a, *b;            // the first strip's first row
    size_t          a_pitch, b_pitch; // words from a strip to the next
    int             strips, rows;
    unsigned        shift; // 0 .. 63
} mask_windows;

// The pixels that two masks share: their count, and the sums of their columns and rows in b. right_less_left is the count
// after b has moved by one pixel to the right, less that after it has moved to the left; down_less_up likewise.
typedef struct mask_moments
{
    int64_t count, x, y;
    int64_t right_less_left, down_less_up;
} mask_moments;

enum
{
    // Pixels: the largest mask with planes for sweeps, a strip of 64 squares.
    MASK_SWEPT_SIDE = 4096,
    MASK_MEETINGS = 256,     // the most meetings in one call
    MASK_DILATED_ROWS = 128, // the most rows that are dilated in one call
};

// A mask and bitmaps of its 8 by 8 blocks, in strips of 64 blocks:
//
//   solid      bit i of row y: block (i, y) has a solid pixel
//   dilated    bit i of row y + 1: one of blocks i, i + 1 of rows y, y + 1 has one
//
// A block of another mask, at any offset, lies over 2 by 2 blocks at most, so one bit of its `solid` and one bit of
// `dilated` decide whether pixels must be read. Below each strip are 8 zero rows, as in a mask. There is no guard strip.
// Up to 7 rows above `dilated` are read, too: the zero rows below `solid`, or below the strip before.
typedef struct mask_blocks
{
    // Read by every query, so they stand together.
    const struct mask_kernels *kernels;
    const uint64_t            *words;            // the mask's, with its guard rows
    int32_t                    first_x, first_y; // bounds of the solid pixels, inclusive; in an
    int32_t                    last_x, last_y;   // empty mask first is 0 and last is -1
    int32_t                    word_pitch;       // words from a strip of pixels to the next
    int32_t                    strips;           // of blocks
    int32_t                    pitch;            // words from a strip of blocks to the next
    uint64_t                  *solid, *dilated;

    // Read by sweeps. NULL if a side is longer than MASK_SWEPT_SIDE, and in blocks of a mask that is drawn for a single
    // query: sweeps dilate its pixels where they read them.
    uint64_t *dilated_pixels; // bit (x, y): one of pixels x .. x + 7, y .. y + 7 is solid
    int32_t   dilated_pitch;  // as the mask's words
    int32_t   square_rows;    // of 64 by 64 pixels each; 0 in a mask too small to gain by squares
    uint64_t *solid_squares, *dilated_squares; // as solid and dilated, for squares; a single strip
} mask_blocks;

// Two masks and the position of b's corner in a, at most 2^30 from a's corner.
typedef struct mask_meeting
{
    const mask_blocks *a, *b;
    int32_t            dx, dy;
} mask_meeting;

// An image that becomes the words of a mask's strips.
typedef struct mask_source
{
    const unsigned char *pixels; // the top left pixel
    ptrdiff_t            stride; // bytes
    int                  width, height;
    uint64_t *words; // output: row 0 of strip 0; every word of the rows and strips is written
    size_t    pitch;
} mask_source;

// A list of pixels to test in a mask: (x[i] + dx, y[i] + dy), inside or outside of it. x and y have room for a multiple
// of 8 elements, all of which are read, and no sum may overflow.
typedef struct mask_cells
{
    const int32_t  *x, *y;
    int             count;
    int32_t         dx, dy;
    int32_t         x0, y0, x1, y1; // bounds of the mask's solid pixels, x1 and y1 excluded
    int32_t         pitch;          // words from a strip to the next
    const uint64_t *words;          // row 0 of strip 0
} mask_cells;

// A mask that is seen flipped or turned by a quarter, in the pixels of another mask. Column c and row r of the mask,
// which are exchanged with each other first if `crosses`, are seen at
//
//     column  x + c,  or  x - 1 - c  if flips_x          row  y + r,  or  y - 1 - r  if flips_y
typedef struct mask_reoriented
{
    const struct rim_mask *mask;
    int                    x, y;
    bool                   crosses, flips_x, flips_y;
} mask_reoriented;

// A mask b, and a mask a seen in b's pixels. Their solid pixels share none outside of the rectangle from (x0, y0) to (x1,
// y1), excluded, which lies inside both and is not empty.
typedef struct mask_reoriented_pair
{
    mask_reoriented        a;
    const struct rim_mask *b;
    int                    x0, y0, x1, y1;
} mask_reoriented_pair;

// A search for runs, a row's maximal ranges of solid pixels. Pixel (x, y) has the position  y (width + 1) + x,  modulo
// 2^32.
typedef struct mask_run_search
{
    const struct rim_mask *mask;
    int                    y, rows_end; // the next row, and the end of the rows to be searched
    size_t                 enough;      // the search ends after the row that brings more ends
    size_t                 runs;        // found before
    // Output. Where runs begin and end, in reading order: there is room for `enough` ends and those of one row more.
    uint32_t              *ends;
    size_t                *rows; // rows[y + 1] is the number of runs up to row y; may be NULL
} mask_run_search;

struct mask_slant;

typedef struct mask_kernels
{
    const char *name;
    bool (*usable)(void); // returns whether this processor can run the table

    // Returns true if a pixel is solid in both windows.
    bool (*overlaps)(const mask_windows *windows);

    // Returns the number of pixels that are solid in both windows.
    int64_t (*overlap_area)(const mask_windows *windows);

    // Returns the first row in which the windows' first strips share a pixel; the number of rows if there is none.
    int (*first_shared_row)(const mask_windows *windows);

    // Computes the moments of the pixels that the windows share. The windows have an extra row above and below the shared
    // ones, and an extra column of b to the right of them, if b has one. Rows count from the windows' first row, columns
    // from b's first column. From the windows' first strip on, a has `a_strips` strips; the next one is its guard strip.
    // has_left is true if a has a column to the left of b's first one.
    void (*overlap_moments)(const mask_windows *windows, int a_strips, bool has_left,
                            mask_moments *moments);

    // Returns true if the masks share a pixel with b's corner at (dx, dy) of a.
    bool (*blocks_overlap)(const mask_blocks *a, const mask_blocks *b, int dx, int dy);

    // Stores the answer of blocks_overlap for each of up to MASK_MEETINGS meetings, faster than one call for each.
    void (*meetings_overlap)(const mask_meeting *meetings, int count, bool *answers);

    // Finds the earliest offset on a path at which two masks share a pixel, and stores it in the path.
    void (*first_touch)(mask_path *path);

    // Stores how many pixels are shared at offsets (dx, dy), (dx + 1, dy), (dx, dy + 1) and (dx + 1, dy + 1), in this
    // order. Requires dx >= 0.
    void (*four_areas)(const mask_blocks *a, const mask_blocks *b, int dx, int dy,
                       int64_t areas[4]);

    // Returns the first index >= from whose cell is a solid pixel; count if there is none.
    int (*first_cell)(const mask_cells *cells, int from);

    // Moves each line k to the next of its remaining[k] rows, the current one included, that may have a solid pixel
    // near the line. Stores in remaining[k] the number of rows from there on, or 0 if there is no such row. Requires
    // that all lines are of one mask.
    void (*slants_next)(struct mask_slant *slants, int *remaining, int count);

    // Return whether the masks of such a pair share a pixel, and how many they share.
    bool (*reoriented_overlaps)(const mask_reoriented_pair *pair);
    int64_t (*reoriented_area)(const mask_reoriented_pair *pair);

    // Stores pixels x .. x + 63 of rows y .. y + 8 count - 1 of a reoriented mask, a word for each row. Requires
    // count >= 1, and that the 64 columns and each eight rows reach into the mask. Up to 7 of eight rows may lie
    // above or below the mask; they are empty. Adds their blocks to a strip of `solid` (mask_blocks), whose word
    // solid[0] is that of the first eight rows. Requires that solid[count + 6], too, may be written.
    void (*reorient)(const mask_reoriented *a, int x, int y, int count, uint64_t *out,
                     uint64_t *solid);

    // Stores rows first .. last of one strip of `solid` (mask_blocks), from up to eight strips of pixels; `words` is
    // row 0 of the first of these.
    void (*solid_blocks)(const uint64_t *words, size_t pitch, int strips, int first, int last,
                         uint64_t *solid);

    // Stores `count` rows of dilated pixels (mask_blocks) of a strip. `own` is the strip's word in the first of these
    // rows, `next` the word to its right. Seven rows more than `count` are read. Requires
    // 8 <= count <= MASK_DILATED_ROWS.
    void (*dilate)(const uint64_t *own, const uint64_t *next, int count, uint64_t *dilated);

    // Finds where the runs of the rows from search->y on begin and end, up to rows_end or until there are more than
    // `enough` ends. Stores the next row in search->y. Returns the number of ends.
    size_t (*run_ends)(mask_run_search *search);

    // Set the bit of each solid pixel. A pixel of 4 bytes, read as a native word, is solid if (word & bits) >= limit
    // (from_words) or (word & bits) != key (from_key); a pixel of 1 byte if it is >= limit (from_bytes).
    void (*from_words)(const mask_source *source, uint32_t bits, uint32_t limit);
    void (*from_key)(const mask_source *source, uint32_t bits, uint32_t key);
    void (*from_bytes)(const mask_source *source, uint8_t limit);
} mask_kernels;

// Returns the fastest table that this processor can run.
const mask_kernels *mask_kernels_best(void);

// Returns all compiled tables, scalar first, NULL after the last. This processor may not be able to run all of them.
const mask_kernels *const *mask_kernels_all(void);

extern const mask_kernels mask_kernels_scalar;
#ifdef CPU_X86
extern const mask_kernels mask_kernels_sse2;
extern const mask_kernels mask_kernels_avx2;
extern const mask_kernels mask_kernels_avx512;
#endif

#endif
