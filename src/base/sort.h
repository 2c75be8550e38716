// Sorting. Heap sort (J. W. J. Williams, "Algorithm 232: Heapsort", 1964): in place, never worse than n log n, not stable;
// and insertion into a sorted array.
//
// The functions are inline: with a constant size and comparison a compiler specializes them for the type.
#ifndef RIM_BASE_SORT_H
#define RIM_BASE_SORT_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum
{
    SORT_LARGEST_ITEM = 64 // bytes
};

// Returns true if item a stands before item b in the sorted order.
typedef bool sort_before(const void *a, const void *b, const void *context);

// Moves the item at position `at` down until none of its children comes later in the sorted order. Items 2 i + 1 and 2
// i + 2 are the children of item i. In a heap, no child comes later than its parent: this must hold for all items below
// `at`.
static inline void sort_sift_down(char *heap, size_t at, size_t count, size_t size,
                                  sort_before *before, const void *context)
{
    _Alignas(max_align_t) char moving[SORT_LARGEST_ITEM];
    memcpy(moving, heap + at * size, size);
    while (2 * at + 1 < count)
    {
        // The later one of the children moves up, unless the moving item comes even later.
        size_t child = 2 * at + 1;
        if (child + 1 < count && before(heap + child * size, heap + (child + 1) * size, context))
            child++;
        if (!before(moving, heap + child * size, context)) break;
        memcpy(heap + at * size, heap + child * size, size);
        at = child;
    }
    memcpy(heap + at * size, moving, size);
}

// Sorts count items of `size` bytes each, at most SORT_LARGEST_ITEM. context is handed to every comparison. Makes a heap of
// the items. Then its first item, which is the last in the sorted order, is exchanged with the heap's last item, and the
// heap is shortened by one, until it has one item.
static inline void sort_heap(void *items, size_t count, size_t size, sort_before *before,
                             const void *context)
{
    assert(size <= SORT_LARGEST_ITEM && "sort_heap copies items through a buffer of 64 bytes");
    char *heap = items;
    for (size_t i = count / 2; i-- > 0;) sort_sift_down(heap, i, count, size, before, context);
    for (size_t end = count; end > 1; end--)
    {
        char                      *last = heap + (end - 1) * size;
        _Alignas(max_align_t) char copy[SORT_LARGEST_ITEM];
        memcpy(copy, last, size);
        memcpy(last, heap, size);
        memcpy(heap, copy, size);
        sort_sift_down(heap, 0, end - 1, size, before, context);
    }
}

// Inserts an item into an array of items in sorted order, after equal ones. `count` is the number of items
// inserted so far. The array has room for `capacity` items. If there are more, it keeps those that come first in the order,
// of equal ones those that were inserted first.
static inline void sort_insert(void *items, int count, int capacity, size_t size, const void *item,
                               sort_before *before)
{
    char *array = items;
    int   stored = count < capacity ? count : capacity, at = stored;
    while (at > 0 && before(item, array + (size_t)(at - 1) * size, NULL)) at--;
    if (at >= capacity) return;
    int   moved = (stored < capacity ? stored : capacity - 1) - at;
    char *place = array + (size_t)at * size;
    memmove(place + size, place, (size_t)moved * size);
    memcpy(place, item, size);
}

#endif
