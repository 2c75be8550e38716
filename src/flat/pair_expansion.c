#include "flat/pair_expansion.h"

#include "base/exact.h"

void pair_expansion_clear(pair_expansion *e)
{
    e->count = 0;
}

void pair_expansion_add(pair_expansion *e, double value)
{
    int kept = 0;
    for (int i = 0; i < e->count; i++)
    {
        exact_pair sum = exact_add(value, e->part[i]);
        value = sum.head;
        if (sum.tail != 0.0) e->part[kept++] = sum.tail;
    }
    if (value != 0.0) e->part[kept++] = value;
    e->count = kept;
}

void pair_expansion_add_scaled(pair_expansion *e, const double *terms, int count, double factor)
{
    for (int i = 0; i < count; i++)
    {
        exact_pair product = exact_mul(terms[i], factor);
        pair_expansion_add(e, product.tail);
        pair_expansion_add(e, product.head);
    }
}

void pair_expansion_add_product(pair_expansion *e, const pair_expansion *a, const pair_expansion *b,
                                double sign)
{
    for (int i = 0; i < a->count; i++)
        pair_expansion_add_scaled(e, b->part, b->count, sign * a->part[i]);
}
