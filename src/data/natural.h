// Natural numbers of a few thousand bits, for the exact decisions in reading and printing decimals.
#ifndef RIM_DATA_NATURAL_H
#define RIM_DATA_NATURAL_H

#include <stdbool.h>
#include <stdint.h>

// The largest numbers occur in reading: 771 decimal digits beside 5^1171, 2,720 bits, and one more bit for doubling.
#define RIM_NATURAL_LIMBS 100

// limb[0 .. count) in base 2^32, least significant first, the last one not 0; zero has count 0.
typedef struct natural
{
    int      count;
    uint32_t limb[RIM_NATURAL_LIMBS];
} natural;

void natural_set(natural *n, uint64_t value);
void natural_copy(natural *n, const natural *from);

// n = n * factor + addend
void natural_multiply_add(natural *n, uint32_t factor, uint32_t addend);

// n = n * 5^power, n = n * 2^power; power >= 0
void natural_multiply_pow5(natural *n, int power);
void natural_shift(natural *n, int power);

// n = n + other; n = n - other, where other <= n
void natural_add(natural *n, const natural *other);
void natural_subtract(natural *n, const natural *other);

// -1, 0 or 1 as a is less than, equal to or greater than b.
int natural_compare(const natural *a, const natural *b);

// The position of the highest bit plus one; 0 for zero.
int natural_bits(const natural *n);

#endif
