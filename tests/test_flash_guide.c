// The programs in docs/porting-from-flash.md compile without a warning and print what the page says.
#define _XOPEN_SOURCE 700 // popen, strndup

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLACE "build/test_flash_guide"

// Runs a command and returns what it printed; fails the test with it if the command failed.
static void run(const char *command, char *out, size_t capacity)
{
    FILE  *pipe = popen(command, "r");
    size_t length = pipe ? fread(out, 1, capacity - 1, pipe) : 0;
    out[length] = 0;
    if (!pipe || pclose(pipe) != 0) fail_msg("%s\n%s", command, out);
}

// The next fenced block of a language: its text, and where it ends. NULL: there is none.
static const char *block(const char *from, const char *fence, const char **end)
{
    const char *start = strstr(from, fence);
    if (!start) return NULL;
    start += strlen(fence);
    *end = strstr(start, "\n```");
    assert_non_null(*end);
    ++*end;
    return start;
}

static void write_file(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void every_program_on_the_page_runs(void **state)
{
    (void)state;
    const char *program = getenv("RIMCAST");
    bool        sanitized = program && strstr(program, "asan");
    const char *extra = sanitized ? "-fsanitize=address,undefined" : "";
    const char *library = sanitized                             ? "build/asan/librimcast.a"
                          : program && strstr(program, "debug") ? "build/debug/librimcast.a"
                                                                : "build/release/librimcast.a";
    char       *page = read_file("docs/porting-from-flash.md", NULL);
    char        command[1024], out[4096];
    run("mkdir -p " PLACE, out, sizeof out);
    int         count = 0;
    const char *end = page, *text_end = page;
    for (const char *code = page; (code = block(code, "```c\n", &end)); code = text_end)
    {
        const char *text = block(end, "```text\n", &text_end);
        assert_non_null(text);
        write_file(PLACE "/example.c", code, (size_t)(end - code));
        snprintf(command, sizeof command,
                 "cc -std=c11 -Wall -Wextra -Wpedantic -Werror %s -Iinclude %s/example.c %s -lm -o "
                 "%s/example 2>&1",
                 extra, PLACE, library, PLACE);
        run(command, out, sizeof out);
        run(PLACE "/example 2>&1", out, sizeof out);
        char *expect = strndup(text, (size_t)(text_end - text));
        assert_string_equal(out, expect);
        free(expect);
        count++;
    }
    assert_int_equal(count, 3);
    free(page);
}

// Each function named on the page is declared in a header.
static void every_name_on_the_page_exists(void **state)
{
    (void)state;
    const char *headers[] = { "flash.h",       "flash_hit.h",    "flash_drag.h",
                              "flash_shape.h", "flash_bitmap.h", "outline.h" };
    char       *page = read_file("docs/porting-from-flash.md", NULL), *all[6];
    char        path[64], name[80];
    int         names = 0;
    for (int i = 0; i < 6; i++)
    {
        snprintf(path, sizeof path, "include/rimcast/%s", headers[i]);
        all[i] = read_file(path, NULL);
    }
    for (const char *at = page; (at = strstr(at, "rim_")); names++)
    {
        size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyz0123456789_");
        bool   found = false;
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        for (int i = 0; i < 6; i++) found = found || strstr(all[i], name);
        if (!found) fail_msg("%s is on the page and in no header", name);
        at += length;
    }
    assert_true(names > 100);
    for (int i = 0; i < 6; i++) free(all[i]);
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_program_on_the_page_runs),
        cmocka_unit_test(every_name_on_the_page_exists),
    };
    return cmocka_run_group_tests_name("flash_guide", tests, NULL, NULL);
}
