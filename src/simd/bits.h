// Bit operations on 64-bit words, and numbers of three or four bytes. bits_lowest and, on x86, bits_highest use builtins
// of gcc and clang.
#ifndef RIM_SIMD_BITS_H
#define RIM_SIMD_BITS_H

#include "simd/cpu.h"

#include <stdint.h>

// Returns the index of the lowest set bit. Requires x != 0.
static inline int bits_lowest(uint64_t x)
{
#ifdef CPU_GNU
    return __builtin_ctzll(x);
#else
    int i = 0;
    while (!(x >> i & 1)) i++;
    return i;
#endif
}

// Returns the index of the highest set bit. Requires x != 0.
static inline int bits_highest(uint64_t x)
{
#ifdef CPU_GNU
    return 63 ^ __builtin_clzll(x); // as 63 - ..., but a single instruction on x86
#else
    int i = 63;
    while (!(x >> i & 1)) i--;
    return i;
#endif
}

// Returns the number of set bits: counts them in each pair of bits, then sums pairs to nibbles and nibbles to bytes.
// The product sums all bytes in the highest byte.
static inline int bits_count(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(x * 0x0101010101010101u >> 56);
}

// Returns the number in the first `bytes` (3 or 4) of the four bytes at `at`, the lowest first. Reads all four, which
// compilers do at once.
static inline int bits_number_at(const uint8_t *at, uint32_t bytes)
{
    uint32_t word =
        (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    return (int)(bytes == 4 ? word : word & 0xffffffu);
}

// Returns the word with bit 63 - i in the place of bit i: exchanges neighboring bits, then neighboring groups of 2, 4, 8,
// 16 and 32 bits.
static inline uint64_t bits_reversed(uint64_t word)
{
    word = (word >> 1 & 0x5555555555555555u) | (word & 0x5555555555555555u) << 1;
    word = (word >> 2 & 0x3333333333333333u) | (word & 0x3333333333333333u) << 2;
    word = (word >> 4 & 0x0f0f0f0f0f0f0f0fu) | (word & 0x0f0f0f0f0f0f0f0fu) << 4;
    word = (word >> 8 & 0x00ff00ff00ff00ffu) | (word & 0x00ff00ff00ff00ffu) << 8;
    word = (word >> 16 & 0x0000ffff0000ffffu) | (word & 0x0000ffff0000ffffu) << 16;
    return word >> 32 | word << 32;
}

#endif
