// What the tests use of cmocka, for processors for which the real one is not installed. Same names, same
// output; a failure says where and goes on with the next test.
#ifndef TESTS_STANDINS_CMOCKA_H
#define TESTS_STANDINS_CMOCKA_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct CMUnitTest
{
    const char *name;
    void (*run)(void **state);
};

#define cmocka_unit_test(f)                                                                        \
    {                                                                                              \
#f, f                                                                                      \
    }
#define cmocka_run_group_tests(tests, setup, teardown)                                             \
    standin_run(#tests, tests, sizeof(tests) / sizeof((tests)[0]))
#define cmocka_run_group_tests_name(name, tests, setup, teardown)                                  \
    standin_run(name, tests, sizeof(tests) / sizeof((tests)[0]))

int  standin_run(const char *name, const struct CMUnitTest *tests, size_t count);
void standin_skip(void);
void standin_check(bool good, const char *text, const char *file, int line);
void standin_equal(unsigned long long a, unsigned long long b, const char *file, int line);
void _fail(const char *file, int line);
void print_message(const char *format, ...);
void print_error(const char *format, ...);

#define standin_word(x) ((unsigned long long)(x))

#define skip() standin_skip()
#define assert_true(x) standin_check((x) != 0, #x, __FILE__, __LINE__)
#define assert_false(x) standin_check((x) == 0, "not " #x, __FILE__, __LINE__)
#define assert_null(x) standin_check((x) == NULL, #x " is null", __FILE__, __LINE__)
#define assert_non_null(x) standin_check((x) != NULL, #x " is not null", __FILE__, __LINE__)
#define assert_int_equal(a, b) standin_equal(standin_word(a), standin_word(b), __FILE__, __LINE__)
#define assert_ptr_equal(a, b)                                                                     \
    standin_check((const void *)(a) == (const void *)(b), #a " is " #b, __FILE__, __LINE__)
#define assert_ptr_not_equal(a, b)                                                                 \
    standin_check((const void *)(a) != (const void *)(b), #a " is not " #b, __FILE__, __LINE__)
#define assert_in_range(x, lo, hi)                                                                 \
    standin_check(standin_word(x) >= standin_word(lo) && standin_word(x) <= standin_word(hi),      \
                  #x " in range", __FILE__, __LINE__)
#define assert_string_equal(a, b)                                                                  \
    standin_check(strcmp(a, b) == 0, #a " reads as " #b, __FILE__, __LINE__)
#define assert_memory_equal(a, b, size)                                                            \
    standin_check(memcmp(a, b, size) == 0, #a " holds what " #b " does", __FILE__, __LINE__)
#define fail_msg(...) (print_error(__VA_ARGS__), print_error("\n"), _fail(__FILE__, __LINE__))

#include <string.h>

#endif
