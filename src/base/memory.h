// The only way to memory inside the library: checked sizes, the caller's allocator or malloc.
#ifndef RIM_BASE_MEMORY_H
#define RIM_BASE_MEMORY_H

#include "rimcast/base.h"

// The caller's allocator, or malloc and free when from is NULL.
rim_allocator memory_allocator_or_default(const rim_allocator *from);

// count * size bytes, not cleared; NULL when the product overflows or the allocator refuses.
// A zero product gives a valid pointer to at least one byte.
void *memory_allocate(const rim_allocator *from, size_t count, size_t size);

// The same, cleared to zero.
void *memory_allocate_zeroed(const rim_allocator *from, size_t count, size_t size);

// Gives back what memory_allocate gave for the same count and size. NULL is allowed.
void memory_release(const rim_allocator *from, void *block, size_t count, size_t size);

// Grows *block, which holds *capacity elements of the given size, to hold at least needed (doubling).
// *block may be NULL with *capacity 0. On failure nothing is changed. The old elements are kept.
bool memory_reserve(const rim_allocator *from, void **block, size_t *capacity, size_t needed,
                    size_t size);

// count * size, or SIZE_MAX when it does not fit (which no allocator can satisfy).
static inline size_t memory_size_product(size_t count, size_t size)
{
    return size != 0 && count > SIZE_MAX / size ? SIZE_MAX : count * size;
}

#endif
