// Natural numbers of a few thousand bits, for the exact decisions in reading and printing decimals.
#ifndef RIM_DATA_NATURAL_H
#define RIM_DATA_NATURAL_H

#include <stdbool.h>
#include <stdint.h>

// The largest numbers are met while reading: 771 decimal digits beside 5^1171, 2,720 bits, and one more
// bit for doubling.
#define RIM_NATURAL_LIMBS 100

// limb[0 .. count) in base 2^32, least significant first, the last one not 0; zero has count 0.
typedef struct rim_natural
{
    int      count;
    uint32_t limb[RIM_NATURAL_LIMBS];
} rim_natural;

void rim_natural_set(rim_natural *n, uint64_t value);
void rim_natural_copy(rim_natural *n, const rim_natural *from);

// n = n * factor + addend
void rim_natural_multiply_add(rim_natural *n, uint32_t factor, uint32_t addend);

// n = n * 5^power, n = n * 2^power; power >= 0
void rim_natural_multiply_pow5(rim_natural *n, int power);
void rim_natural_shift(rim_natural *n, int power);

// n = n + other; n = n - other, where other <= n
void rim_natural_add(rim_natural *n, const rim_natural *other);
void rim_natural_subtract(rim_natural *n, const rim_natural *other);

// -1, 0 or 1 as a is less than, equal to or greater than b.
int rim_natural_compare(const rim_natural *a, const rim_natural *b);

// The position of the highest bit plus one; 0 for zero.
int rim_natural_bits(const rim_natural *n);

#endif
