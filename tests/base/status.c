// What everything else stands on: texts, the version, memory.
#include "support/support.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void every_status_has_a_text_of_its_own(void **state)
{
    (void)state;
    for (int i = 0; i < RIM_STATUS_COUNT; i++)
    {
        const char *text = rim_status_text((rim_status)i);
        assert_true(strlen(text) > 1);
        assert_string_not_equal(text, "unknown status");
        for (int k = 0; k < i; k++) assert_string_not_equal(text, rim_status_text((rim_status)k));
    }
    assert_string_equal(rim_status_text(RIM_OK), "ok");
    assert_string_equal(rim_status_text(RIM_STATUS_COUNT), "unknown status");
    assert_string_equal(rim_status_text((rim_status)(RIM_STATUS_COUNT + 1)), "unknown status");
    assert_string_equal(rim_status_text((rim_status)-1), "unknown status");
}

static void the_version_is_that_of_the_header(void **state)
{
    (void)state;
    char text[40];
    snprintf(text, sizeof text, "%d.%d.%d", RIM_VERSION_MAJOR, RIM_VERSION_MINOR,
             RIM_VERSION_PATCH);
    assert_string_equal(rim_version(), text);
}

// --- memory -----------------------------------------------------------------------------------------

// Remembers what it was asked for, and gives only what a machine has.
typedef struct clerk
{
    size_t asked, given_back;
    int    asks, live;
} clerk;

static void *clerk_allocate(void *context, size_t size)
{
    clerk *c = context;
    c->asked = size;
    c->asks++;
    if (size > 1u << 20) return NULL;
    c->live++;
    void *block = malloc(size);
    memset(block, 0xa5, size);
    return block;
}

static void clerk_release(void *context, void *block, size_t size)
{
    clerk *c = context;
    c->given_back = size;
    c->live--;
    free(block);
}

static void sizes_that_do_not_fit_never_reach_the_allocator(void **state)
{
    (void)state;
    clerk         c = { 0 };
    rim_allocator from = { clerk_allocate, clerk_release, &c };
    const size_t  most = (size_t)PTRDIFF_MAX;
    size_t        sizes[][2] = { { SIZE_MAX, 1 },           { SIZE_MAX, 2 },
                                 { SIZE_MAX / 2 + 1, 2 },   { SIZE_MAX / 3 + 1, 3 },
                                 { most + 1, 1 },           { 1, most + 1 },
                                 { SIZE_MAX / 16 + 2, 16 }, { SIZE_MAX / 2, SIZE_MAX / 2 } };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    {
        assert_null(memory_allocate(&from, sizes[i][0], sizes[i][1]));
        assert_null(memory_allocate_zeroed(&from, sizes[i][0], sizes[i][1]));
        assert_int_equal(c.asks, 0);
    }
    assert_true(memory_size_product(SIZE_MAX / 16 + 2, 16) == SIZE_MAX);
    assert_true(memory_size_product(SIZE_MAX, 1) == SIZE_MAX);
    assert_true(memory_size_product(SIZE_MAX / 3, 3) == SIZE_MAX / 3 * 3);
    assert_true(memory_size_product(0, SIZE_MAX) == 0 && memory_size_product(SIZE_MAX, 0) == 0);
    // The largest that an object may have is asked for, as it is.
    assert_null(memory_allocate(&from, most, 1));
    assert_int_equal(c.asks, 1);
    assert_true(c.asked == most);
}

static void blocks_are_given_back_with_the_size_they_were_asked_for(void **state)
{
    (void)state;
    clerk         c = { 0 };
    rim_allocator from = { clerk_allocate, clerk_release, &c };
    for (size_t count = 0; count < 5; count++)
        for (size_t size = 0; size < 5; size++)
        {
            size_t         bytes = count > 0 && size > 0 ? count * size : 1;
            unsigned char *block = memory_allocate(&from, count, size);
            assert_true(block && c.asked == bytes);
            memory_release(&from, block, count, size);
            assert_true(c.given_back == bytes);
            block = memory_allocate_zeroed(&from, count, size);
            assert_true(block && c.asked == bytes);
            for (size_t i = 0; i < bytes; i++) assert_int_equal(block[i], 0);
            memory_release(&from, block, count, size);
        }
    c.given_back = 77;
    memory_release(&from, NULL, 3, 4);
    assert_true(c.given_back == 77 && c.live == 0);
}

static void reserving_doubles_keeps_and_fails_without_a_trace(void **state)
{
    (void)state;
    clerk         c = { 0 };
    rim_allocator from = { clerk_allocate, clerk_release, &c };
    void         *block = NULL;
    size_t        capacity = 0;
    assert_true(memory_reserve(&from, &block, &capacity, 0, sizeof(int)));
    assert_true(!block && c.asks == 0);
    for (int i = 0; i < 1000; i++)
    {
        size_t before = capacity;
        int    asks = c.asks;
        assert_true(memory_reserve(&from, &block, &capacity, (size_t)i + 1, sizeof(int)));
        assert_int_equal(c.asks - asks, capacity != before);
        if (capacity != before) assert_true(capacity == (before ? 2 * before : 16));
        ((int *)block)[i] = 7 * i;
        assert_int_equal(c.live, 1);
    }
    for (int i = 0; i < 1000; i++) assert_int_equal(((int *)block)[i], 7 * i);
    assert_true(memory_reserve(&from, &block, &capacity, 5000, sizeof(int)));
    assert_true(capacity == 5000 && c.given_back == 1024 * sizeof(int));
    void *had = block;
    assert_false(memory_reserve(&from, &block, &capacity, 1u << 22, sizeof(int)));
    assert_true(block == had && capacity == 5000 && ((int *)block)[999] == 7 * 999);
    memory_release(&from, block, capacity, sizeof(int));
    assert_int_equal(c.live, 0);
    // A capacity that cannot be doubled.
    block = NULL;
    capacity = SIZE_MAX / 2 + 1;
    assert_false(memory_reserve(&from, &block, &capacity, SIZE_MAX / 2 + 2, 1));
    assert_true(capacity == SIZE_MAX / 2 + 1);
}

static void without_an_allocator_it_is_malloc(void **state)
{
    (void)state;
    rim_allocator plain = memory_allocator_or_default(NULL);
    int          *block = memory_allocate_zeroed(&plain, 100, sizeof(int));
    assert_non_null(block);
    for (int i = 0; i < 100; i++) assert_int_equal(block[i], 0);
    memory_release(&plain, block, 100, sizeof(int));
    clerk         c = { 0 };
    rim_allocator own = { clerk_allocate, clerk_release, &c };
    rim_allocator same = memory_allocator_or_default(&own);
    assert_memory_equal(&own, &same, sizeof own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_status_has_a_text_of_its_own),
        cmocka_unit_test(the_version_is_that_of_the_header),
        cmocka_unit_test(sizes_that_do_not_fit_never_reach_the_allocator),
        cmocka_unit_test(blocks_are_given_back_with_the_size_they_were_asked_for),
        cmocka_unit_test(reserving_doubles_keeps_and_fails_without_a_trace),
        cmocka_unit_test(without_an_allocator_it_is_malloc),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
