// Runs all parts, one after the other.
#include "determinism/bits.h"

#include "support/flash/flash_vectors.h"
#include "support/reference/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void hear_number(void *context, const char *function, double value)
{
    bits *b = context;
    bits_from(b, function);
    b->line->answers++;
    bits_double(b, value);
}

static void run_recorded(bits *b)
{
    for (int i = 0; reference_kind_name(i); i++)
    {
        static const char *const endings[] = { "tsv", "txt" };
        for (int k = 0; k < 2; k++)
        {
            char path[128];
            snprintf(path, sizeof path, "tests/reference/%s.%s", reference_kind_name(i),
                     endings[k]);
            FILE *file = fopen(path, "rb");
            if (!file) continue;
            fclose(file);
            reference_run_file_to(path, 5, hear_number, b);
        }
    }
    flash_vectors_run_to("tests/flash/vectors_open.json", NULL, hear_number, b);
}

// A number of its own for each name.
static uint64_t seed_of(const char *name)
{
    bits_line   line = { .hash = 0 };
    static bits b;
    b.line = &line;
    bits_bytes(&b, name, strlen(name));
    return line.hash;
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(((const bits_line *)a)->function, ((const bits_line *)b)->function);
}

void bits_run_all(bits *b, bool full)
{
    static const bits_part *const groups[] = { PARTS_SMALL,  PARTS_MATHS,   PARTS_MASK,
                                               PARTS_SPRITE, PARTS_FLASH,   PARTS_SHAPE3,
                                               PARTS_HULL,   PARTS_MESH,    PARTS_BODY,
                                               PARTS_DATA,   PARTS_HISTORY, PARTS_FIGURE };
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
        for (const bits_part *part = groups[i]; part->name; part++)
        {
            test_random random = { seed_of(part->name) };
            part->run(b, &random, full ? part->count : (part->count + 99) / 100);
        }
    run_recorded(b);
    qsort(b->lines, (size_t)b->count, sizeof b->lines[0], compare_lines);
}
