#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t random_bits(test_random *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

int random_int(test_random *random, int lo, int hi)
{
    uint64_t span = (uint64_t)((int64_t)hi - lo) + 1;
    return (int)(lo + (int64_t)(random_bits(random) % span));
}

double random_unit(test_random *random)
{
    return (double)(random_bits(random) >> 11) * 0x1p-53;
}

float random_float(test_random *random, float lo, float hi)
{
    return (float)(lo + ((double)hi - lo) * random_unit(random));
}

float random_any_float(test_random *random)
{
    uint32_t bits = (uint32_t)random_bits(random);
    float    value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// One number after the other: C leaves open in which order arguments are evaluated.
rim_vec3 random_between3(test_random *random, float lo, float hi)
{
    float z = random_float(random, lo, hi), y = random_float(random, lo, hi);
    return rim_vec3_make(random_float(random, lo, hi), y, z);
}

rim_vec3 random_in_cube(test_random *random, float size)
{
    return random_between3(random, -size, size);
}

rim_vec3 random_whole3(test_random *random, int most)
{
    int z = random_int(random, -most, most), y = random_int(random, -most, most);
    return rim_vec3_make((float)random_int(random, -most, most), (float)y, (float)z);
}

rim_quat random_turn(test_random *random)
{
    rim_vec3 v = random_in_cube(random, 1.0f);
    return rim_quat_normalize((rim_quat){ v.x, v.y, v.z, random_float(random, -1.0f, 1.0f) });
}

#if defined(__SANITIZE_ADDRESS__) || defined(RIM_TEST_FEW_CASES)
#define FEW_CASES 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FEW_CASES 1
#endif
#endif

int case_count(int wanted)
{
#ifdef FEW_CASES
    return wanted > 20 ? wanted / 20 : 1;
#else
    const char *times = getenv("RIMCAST_CASES"), *part = times ? strchr(times, '/') : NULL;
    int         factor = times ? atoi(times) : 1, divisor = part ? atoi(part + 1) : 1;
    wanted *= factor < 1 ? 1 : factor > 1000 ? 1000 : factor;
    return divisor > 1 ? (wanted > divisor ? wanted / divisor : 1) : wanted;
#endif
}

void assert_near_at(double actual, double expected, double tolerance, const char *text,
                    const char *file, int line)
{
    if (actual == expected) return;
    if (fabs(actual - expected) <= tolerance) return;
    print_error("%s = %.17g, expected %.17g; differs by %g, allowed %g\n", text, actual, expected,
                fabs(actual - expected), tolerance);
    _fail(file, line);
}

void assert_same_bits_at(float actual, float expected, const char *file, int line)
{
    if (memcmp(&actual, &expected, sizeof actual) == 0) return;
    print_error("%a (%.9g) is not the same float as %a (%.9g)\n", (double)actual, (double)actual,
                (double)expected, (double)expected);
    _fail(file, line);
}

enum
{
    HEAP_LINE = 64,
    HEAP_GUARD = 64
};

static void *heap_allocate(void *context, size_t size)
{
    test_heap *heap = context;
    if (heap->budget == 0)
    {
        heap->refused++;
        if (heap->once) heap->budget = -1;
        return NULL;
    }
    if (heap->budget > 0) heap->budget--;
    // As malloc's, blocks are at multiples of 16, and on purpose never of more: who aligns further needs
    // room of its own. Dirty on purpose, too: nobody may count on zeros. What lies behind a block is
    // watched.
    unsigned char *whole = malloc(size + HEAP_LINE + HEAP_GUARD);
    assert_non_null(whole);
    unsigned char *block = whole + 16;
    while ((uintptr_t)block % HEAP_LINE != 16) block += 16;
    memcpy(block - sizeof whole, &whole, sizeof whole);
    memset(block, 0xa5, size + HEAP_GUARD);
    heap->live_bytes += size;
    return block;
}

static void heap_release(void *context, void *block, size_t size)
{
    test_heap *heap = context;
    assert_non_null(block);
    const unsigned char *end = (const unsigned char *)block + size;
    for (int i = 0; i < HEAP_GUARD; i++)
        assert_int_equal(0xa5, end[i]); // else: written beyond its end
    unsigned char *whole;
    memcpy(&whole, (unsigned char *)block - sizeof whole, sizeof whole);
    heap->live_bytes -= size;
    free(whole);
}

rim_allocator test_heap_allocator(test_heap *heap)
{
    rim_allocator from = { heap_allocate, heap_release, heap };
    return from;
}

char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("%s: cannot be opened; tests run from the project's root", path);
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    char *text = malloc((size_t)length + 1);
    assert_non_null(text);
    assert_int_equal(length, fread(text, 1, (size_t)length, file));
    text[length] = 0;
    fclose(file);
    if (size) *size = (size_t)length;
    return text;
}
