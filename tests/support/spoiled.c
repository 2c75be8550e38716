#include "support/spoiled.h"

#include <math.h>
#include <string.h>

const float odd_floats[3] = { NAN, INFINITY, -INFINITY };

enum
{
    MOST_NUMBERS = 128
};

static int count_misses(const spoiled_query *q, const void *objects, const void *numbers,
                        size_t size, float odd)
{
    int missed = 0;
    for (size_t at = 0; at < size / sizeof(float); at++)
    {
        float spoiled[MOST_NUMBERS];
        memcpy(spoiled, numbers, size);
        spoiled[at] = odd;
        missed += !q->ask(objects, spoiled);
    }
    return missed;
}

void assert_spoiled_miss(const spoiled_query *queries, size_t count, const void *objects,
                         const void *numbers, size_t size)
{
    int bad = 0;
    assert_true(size <= MOST_NUMBERS * sizeof(float));
    for (size_t i = 0; i < count; i++)
    {
        const spoiled_query *q = &queries[i];
        if (!q->ask(objects, numbers)) fail_msg("%s misses", q->name);
        for (int k = 0; k < 3; k++)
        {
            int missed = count_misses(q, objects, numbers, size, odd_floats[k]);
            if (missed == q->used) continue;
            print_error("%s: %d of %d numbers matter when they are %g\n", q->name, missed, q->used,
                        (double)odd_floats[k]);
            bad++;
        }
    }
    assert_int_equal(bad, 0);
}
