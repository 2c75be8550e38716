// Natural numbers of a few thousand bits, for the exact decisions in reading and printing decimals.
#ifndef RIM_DATA_NATURAL_H
#define RIM_DATA_NATURAL_H

#include <stdbool.h>
#include <stdint.h>

// The largest numbers occur in reading: 771 decimal digits beside 5^1171, 2,720 bits, and one more bit for doubling.
#define RIM_NATURAL_LIMBS 100

// A number in base 2^32: limb[0 .. count - 1], the least significant first. The last limb is not 0; zero has none.
typedef struct natural
{
    int      count;
    uint32_t limb[RIM_NATURAL_LIMBS];
} natural;

void natural_set(natural *n, uint64_t value);
void natural_copy(natural *n, const natural *from);

// Computes n = n * factor + addend.
void natural_multiply_add(natural *n, uint32_t factor, uint32_t addend);

// Compute n = n * 5^power and n = n * 2^power. Require power >= 0.
void natural_multiply_pow5(natural *n, int power);
void natural_shift(natural *n, int power);

// Compute n = n + other and n = n - other, which requires other <= n.
void natural_add(natural *n, const natural *other);
void natural_subtract(natural *n, const natural *other);

// Returns -1, 0 or 1 if a is less than, equal to or greater than b.
int natural_compare(const natural *a, const natural *b);

// Returns the number of bits: the position of the highest one plus one, or 0 for zero.
int natural_bits(const natural *n);

#endif
