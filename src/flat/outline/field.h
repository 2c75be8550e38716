// Distance fields: the squared distances of all pixels, and their kernels.
#ifndef RIM_FLAT_OUTLINE_FIELD_H
#define RIM_FLAT_OUTLINE_FIELD_H

#include "flat/mask/kernels.h"
#include "rimcast/mask.h"

// --- columns -----------------------------------------------------------------------------------------
//
// Sixteen columns of a distance field at once: a kernel for each instruction set, all with equal results. A target is a
// pixel of the kind to which distances are measured: solid pixels, or empty ones. Distances are those of pixel centers.

#define FIELD_LANES 16

// A distance longer than any real one. The sum of its square and a real square fits 32 bits.
#define FIELD_FAR 32768
#define FIELD_FAR_SQUARE ((int32_t)FIELD_FAR * FIELD_FAR)

// A row of a batch. The nearest row of a column is the one with the target that is nearest to the column's pixel in this
// row.
typedef struct field_row
{
    int32_t widest; // no column's distance along this row is larger
    int32_t least_row,
        greatest_row; // of the columns' nearest rows; set by `search`, if a later row needs them
} field_row;

// A batch of FIELD_LANES columns. Rows are numbered 0 .. rows - 1; distances are computed for rows 1 .. rows - 2.
typedef struct field_columns
{
    int32_t   *squares; // of the distance along each row, FIELD_LANES each; aligned to 64 bytes
    int32_t   *nearest; // the answer: squares of distances, laid out likewise
    field_row *row;     // an element for each row
    int        rows;
    int        first_row, last_row; // no other rows have targets
} field_columns;

typedef struct field_kernel
{
    const char *name;
    bool (*usable)(void);
    // Computes the squares of the distances from each pixel of a row to the nearest target in the same row, and the row's
    // `widest`. Bit i of `bits` is set if column i of the batch has a target in this row. `before` is the distance from
    // column 0 to the nearest target on its left, `after` that from the last column to the nearest on its right. Both are
    // at most FIELD_FAR, which stands for none.
    void (*along_row)(field_columns *c, int row, uint32_t bits, int before, int after);
    // Computes `nearest` for rows 1 .. rows - 2, once all rows have their distances along the row.
    void (*search)(field_columns *c);
    // Stores the square roots of FIELD_LANES squares.
    void (*roots)(const int32_t *squares, float *out);
} field_kernel;

const field_kernel *field_kernel_best(void);

// Returns all compiled kernels, the plain one first, NULL after the last. This processor may not be able to run all of
// them.
const field_kernel *const *field_kernel_all(void);

// --- the whole mask ----------------------------------------------------------------------------------
//
// Squares of distances of a rectangle of pixels that holds the whole mask.

// Receives the squared distances of pixels (x, y) .. (x + count - 1, y), at most FIELD_LANES in a call.
typedef struct field_sink
{
    void (*put)(const struct field_sink *sink, int x, int y, const int32_t *squares, int count);
    void               *to;     // the array that `put` writes to, of int32_t or float
    ptrdiff_t           stride; // its elements from a row to the next
    const field_kernel *kernel; // computes the squares
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
