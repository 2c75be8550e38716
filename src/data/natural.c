// Natural numbers of many bits, limb by limb.
#include "data/natural.h"

#include <assert.h>
#include <string.h>

// Adds a highest limb, unless it is 0.
static void natural_push(natural *n, uint32_t limb)
{
    if (limb == 0) return;
    assert(n->count < RIM_NATURAL_LIMBS);
    n->limb[n->count++] = limb;
}

// Removes highest limbs that are 0.
static void trim(natural *n)
{
    while (n->count > 0 && n->limb[n->count - 1] == 0) n->count--;
}

void natural_set(natural *n, uint64_t value)
{
    n->count = 2;
    n->limb[0] = (uint32_t)value;
    n->limb[1] = (uint32_t)(value >> 32);
    trim(n);
}

void natural_copy(natural *n, const natural *from)
{
    n->count = from->count;
    memcpy(n->limb, from->limb, (size_t)from->count * sizeof from->limb[0]);
}

// Computes n factor + addend, limb by limb with a carry.
void natural_multiply_add(natural *n, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;
    for (int i = 0; i < n->count; i++)
    {
        carry += (uint64_t)n->limb[i] * factor;
        n->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    natural_push(n, (uint32_t)carry);
    trim(n); // a factor of 0
}

void natural_multiply_pow5(natural *n, int power)
{
    for (; power >= 13; power -= 13) natural_multiply_add(n, 1220703125u, 0); // 5^13 < 2^32
    uint32_t rest = 1;
    while (power-- > 0) rest *= 5;
    natural_multiply_add(n, rest, 0);
}

// Multiplies n by 2^power: by whole limbs and the bits that remain.
void natural_shift(natural *n, int power)
{
    int limbs = power / 32, bits = power % 32;
    if (n->count == 0) return;
    if (bits) natural_multiply_add(n, (uint32_t)1 << bits, 0);
    if (limbs == 0) return;

    assert(n->count + limbs <= RIM_NATURAL_LIMBS);
    memmove(n->limb + limbs, n->limb, (size_t)n->count * sizeof n->limb[0]);
    memset(n->limb, 0, (size_t)limbs * sizeof n->limb[0]);
    n->count += limbs;
}

// Adds a number, limb by limb with a carry.
void natural_add(natural *n, const natural *other)
{
    uint64_t carry = 0;
    while (n->count < other->count) n->limb[n->count++] = 0;
    for (int i = 0; i < n->count; i++)
    {
        carry += (uint64_t)n->limb[i] + (i < other->count ? other->limb[i] : 0);
        n->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    natural_push(n, (uint32_t)carry);
}

// Subtracts limb by limb with a borrow. `taken` may be 2^32, so it has 64 bits. The difference is computed modulo 2^32.
void natural_subtract(natural *n, const natural *other)
{
    uint64_t borrow = 0;
    for (int i = 0; i < n->count; i++)
    {
        uint64_t taken = borrow + (i < other->count ? other->limb[i] : 0);
        borrow = n->limb[i] < taken;
        n->limb[i] = (uint32_t)(n->limb[i] - taken);
    }
    assert(borrow == 0);
    trim(n);
}

int natural_compare(const natural *a, const natural *b)
{
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->limb[i] != b->limb[i]) return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

int natural_bits(const natural *n)
{
    if (n->count == 0) return 0;
    int bits = (n->count - 1) * 32;
    for (uint32_t top = n->limb[n->count - 1]; top; top >>= 1) bits++;
    return bits;
}
