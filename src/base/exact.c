#include "base/exact.h"

#include <assert.h>

void exact_sum_add(exact_sum *sum, double a)
{
    int kept = 0;
    for (int i = 0; i < sum->count; i++)
    {
        exact_pair s = exact_add(a, sum->term[i]);
        a = s.head;
        // Zero terms are dropped, so a sum that cancels stays short.
        if (s.tail != 0.0) sum->term[kept++] = s.tail;
    }
    assert(kept < EXACT_TERMS);
    if (a != 0.0) sum->term[kept++] = a;
    sum->count = kept;
}

void exact_sum_add_product(exact_sum *sum, double a, double b)
{
    exact_pair product = exact_mul(a, b);
    exact_sum_add(sum, product.tail);
    exact_sum_add(sum, product.head);
}

void exact_sum_add_scaled(exact_sum *sum, const double *terms, int count, double factor)
{
    for (int i = 0; i < count; i++) exact_sum_add_product(sum, terms[i], factor);
}

void exact_sum_add_sums(exact_sum *sum, const exact_sum *a, const exact_sum *b, double sign)
{
    for (int i = 0; i < a->count; i++)
        exact_sum_add_scaled(sum, b->term, b->count, sign * a->term[i]);
}

double exact_sum_value(const exact_sum *sum)
{
    // After a cancellation the last term may be as small as the one before it.
    double value = 0.0;
    for (int i = 0; i < sum->count; i++) value += sum->term[i];
    return value;
}

int exact_sum_sign(const exact_sum *sum)
{
    if (sum->count == 0) return 0;
    return sum->term[sum->count - 1] > 0.0 ? 1 : -1;
}
