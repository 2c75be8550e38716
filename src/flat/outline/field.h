// Distance fields: the squared distances of all pixels, and their kernels.
#ifndef RIM_FLAT_OUTLINE_FIELD_H
#define RIM_FLAT_OUTLINE_FIELD_H

#include "flat/mask/kernels.h"
#include "rimcast/mask.h"

// --- columns -----------------------------------------------------------------------------------------
//
// Sixteen columns of a distance field at once: a kernel for each instruction set, all with equal results.

#define FIELD_LANES 16

// A distance longer than any real one. The sum of its square and a real square fits 32 bits.
#define FIELD_FAR 32768
#define FIELD_FAR_SQUARE ((int32_t)FIELD_FAR * FIELD_FAR)

// A row of a batch. The nearest row of a column is the one with the pixel that is nearest to the column's pixel in this
// row.
typedef struct field_row
{
    int32_t widest;                  // no column's distance along this row is larger
    int32_t least_row, greatest_row; // the nearest rows of all columns lie between
} field_row;

// A batch of FIELD_LANES columns. Rows are numbered 0 .. rows - 1; distances are computed for rows 1 .. rows - 2.
typedef struct field_columns
{
    int32_t   *squares; // of the distance along each row, FIELD_LANES each; aligned to 64 bytes
    int32_t   *nearest; // the answer: squares of distances, laid out likewise
    field_row *row;     // an element for each row
    int        rows;
    int        first_row, last_row; // the rows that have any pixel to be distant from
} field_columns;

typedef struct field_kernel
{
    const char *name;
    bool (*usable)(void);
    // Computes the squares of the distances along one row of a batch. `bits` has a bit for each column, set where the row
    // has a pixel to be distant from. `before` and `after` are the distances from column 0 to the nearest such pixel on its
    // left, and from the last column to the nearest on its right (FIELD_FAR for none).
    void (*along_row)(field_columns *c, int row, uint32_t bits, int before, int after);
    // Computes `nearest` for rows 1 .. rows - 2, once all rows have their distances along the row.
    void (*search)(field_columns *c);
    void (*roots)(const int32_t *squares, float *out); // of FIELD_LANES
} field_kernel;

const field_kernel *field_kernel_best(void);

// Returns all compiled kernels, the plain one first, NULL after the last. This processor may not be able to run all of
// them.
const field_kernel *const *field_kernel_all(void);

// --- the whole mask ----------------------------------------------------------------------------------
//
// Squares of distances of a rectangle of pixels that holds the whole mask.

// Receives the squared distances, up to FIELD_LANES at a time.
typedef struct field_sink
{
    void (*put)(const struct field_sink *sink, int x, int y, const int32_t *squares, int count);
    void               *to;
    ptrdiff_t           stride;
    const field_kernel *kernel;
} field_sink;

// Passes the squared distances to the nearest solid pixel to `outside`, then those to the nearest empty pixel to `inside`,
// unless the sink is NULL. They cover the mask and `margin` pixels on each side; the sinks' x and y start at 0 there. A
// square of FIELD_FAR_SQUARE or more means that there is no such pixel.
rim_status field_measure_squares(const rim_mask *mask, int margin, const field_sink *outside,
                                 const field_sink *inside, const rim_allocator *from);

// As rim_field_measure, with this kernel.
rim_status field_measure_with(const rim_mask *mask, rim_field_kind kind, float *out,
                              ptrdiff_t stride, const rim_allocator *from,
                              const field_kernel *kernel);
rim_status field_create_with(rim_field **out, const rim_mask *mask,
                             const rim_field_options *options, const field_kernel *kernel);

#endif
