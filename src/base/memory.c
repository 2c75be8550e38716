// For madvise, where the C library has it.
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1
#endif
#include "base/memory.h"

#include "rimcast/base.h"

#include <assert.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

static void *default_allocate(void *context, size_t size)
{
    (void)context;
    return malloc(size);
}

static void default_release(void *context, void *block, size_t size)
{
    (void)context, (void)size;
    free(block);
}

// Returns *from, or malloc and free if it is NULL.
rim_allocator memory_allocator_or_default(const rim_allocator *from)
{
    if (from)
    {
        RIM_ASSERT(from->allocate && from->release, "an allocator lacks a function");
        return *from;
    }
    rim_allocator plain = { default_allocate, default_release, NULL };
    return plain;
}

// Returns the bytes of an array, at least 1. An allocator is never called with size 0, so NULL always means failure.
static size_t block_size(size_t count, size_t size)
{
    size_t bytes = memory_size_product(count, size);
    return bytes ? bytes : 1;
}

void *memory_allocate(const rim_allocator *from, size_t count, size_t size)
{
    size_t bytes = block_size(count, size);
    // No object may exceed PTRDIFF_MAX bytes: pointer differences inside it must fit.
    if (bytes > (size_t)PTRDIFF_MAX) return NULL;
    return from->allocate(from->context, bytes);
}

// Only whole huge pages within the block are asked for. An allocator of the caller decides for itself.
void memory_prefer_huge_pages(const rim_allocator *from, void *block, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t page = (uintptr_t)2 << 20, at = (uintptr_t)block;
    uintptr_t       first = (at + page - 1) / page * page, end = (at + bytes) / page * page;
    if (from->allocate == default_allocate && first < end)
        madvise((char *)block + (first - at), end - first, MADV_HUGEPAGE);
#else
    (void)from, (void)block, (void)bytes;
#endif
}

void *memory_allocate_zeroed(const rim_allocator *from, size_t count, size_t size)
{
    void *block = memory_allocate(from, count, size);
    if (block) memset(block, 0, block_size(count, size));
    return block;
}

void memory_release(const rim_allocator *from, void *block, size_t count, size_t size)
{
    if (block) from->release(from->context, block, block_size(count, size));
}

// The size_t product saturates, so an overflow fails in memory_allocate.
bool memory_grow(const rim_allocator *from, void **block, size_t *capacity, size_t needed,
                 size_t size)
{
    size_t grown = memory_size_product(*capacity, 2);
    if (grown < needed) grown = needed;
    if (grown < 16) grown = 16;

    void *fresh = memory_allocate(from, grown, size);
    if (!fresh) return false;
    if (*block)
    {
        memcpy(fresh, *block, *capacity * size);
        memory_release(from, *block, *capacity, size);
    }
    *block = fresh;
    *capacity = grown;
    return true;
}

// --- version and status ------------------------------------------------------------------------------

// The promise of equal bits needs float and double expressions to be evaluated in their own type.
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "Rimcast needs FLT_EVAL_METHOD 0; on 32-bit x86 compile with -msse2 -mfpmath=sse"
#endif

#define TEXT(x) #x
#define VERSION_TEXT(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)

const char *rim_version(void)
{
    return VERSION_TEXT(RIM_VERSION_MAJOR, RIM_VERSION_MINOR, RIM_VERSION_PATCH);
}

// Returns a short text for a status; the texts are in the order of rim_status.
const char *rim_status_text(rim_status status)
{
    static const char *const texts[] = {
        "ok",
        "out of memory",
        "size out of range",
        "argument out of range",
        "malformed data",
        "data of another version",
        "data is damaged (checksum differs)",
        "output could not be written",
        "stopped on request",
    };
    _Static_assert(sizeof texts / sizeof texts[0] == RIM_STATUS_COUNT, "a text for every status");

    if ((unsigned)status >= RIM_STATUS_COUNT) return "unknown status";
    return texts[status];
}
