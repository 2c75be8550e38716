// Queries of whose arguments one number is NaN or infinite: each is tried in turn, so that none is forgotten.
#ifndef TESTS_SUPPORT_SPOILED_H
#define TESTS_SUPPORT_SPOILED_H

#include "support/support.h"

// NaN and both infinities.
extern const float odd_floats[3];

typedef struct spoiled_query
{
    const char *name;
    bool (*ask)(const void *objects, const void *numbers); // a hit?
    int used;                                              // of the numbers
} spoiled_query;

// A query by its function's name.
#define ASKED(function, used)                                                                      \
    {                                                                                              \
#function, function, used                                                                  \
    }

// `numbers` is a structure of nothing but floats, with which every query hits. A number that plays no part
// leaves the hit as it is; exactly as many as a query uses must take it away.
void assert_spoiled_miss(const spoiled_query *queries, size_t count, const void *objects,
                         const void *numbers, size_t size);

#endif
