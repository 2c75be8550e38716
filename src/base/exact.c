#include "base/exact.h"

#include <assert.h>

// Reduces the sum to as few terms as possible, at least 53 bits apart from each other: a pass down from the largest term,
// and one up again (Shewchuk's compression).
static void compress(exact_sum *sum)
{
    if (sum->count == 0) return;
    double *term = sum->term, rest = term[sum->count - 1];
    int     bottom = sum->count;
    for (int i = sum->count - 2; i >= 0; i--)
    {
        exact_pair s = exact_add(rest, term[i]);
        if (s.tail != 0.0) term[--bottom] = s.head;
        rest = s.tail != 0.0 ? s.tail : s.head;
    }
    int top = 0;
    for (int i = bottom; i < sum->count; i++)
    {
        exact_pair s = exact_add(term[i], rest);
        if (s.tail != 0.0) term[top++] = s.tail;
        rest = s.head;
    }
    term[top++] = rest;
    sum->count = top;
}

// Adds a to the sum without rounding (Shewchuk's grow-expansion): a is added to each term in order of size, the rounded
// result is carried on, and the rounding error replaces the term.
void exact_sum_add(exact_sum *sum, double a)
{
    // The whole range of double takes 40 compressed terms.
    if (sum->count >= EXACT_TERMS - 1) compress(sum);
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

// By the second half of Shewchuk's compression, from the largest term to the smallest: each step leaves the rounded
// value of all so far, and what is left over is less than half a unit in its last place.
double exact_sum_value(const exact_sum *sum)
{
    double value = 0.0, rest = 0.0;
    int    i = sum->count - 1;
    for (; i >= 0 && rest == 0.0; i--)
    {
        exact_pair s = exact_add(value, sum->term[i]);
        value = s.head, rest = s.tail;
    }
    // The rest has 53 bits of its own before anything else counts.
    for (; i >= 0; i--) rest += sum->term[i];
    return value + rest;
}

int exact_sum_sign(const exact_sum *sum)
{
    if (sum->count == 0) return 0;
    return sum->term[sum->count - 1] > 0.0 ? 1 : -1;
}

// --- lists ------------------------------------------------------------------------------------------

void exact_list_add_lists(exact_list *list, const exact_list *a, const exact_list *b, double sign)
{
    assert(list->count + 2 * a->count * b->count <= EXACT_LIST);
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < b->count; k++)
            exact_list_add_product(list, sign * a->number[i], b->number[k]);
}

void exact_sum_add_list(exact_sum *sum, const exact_list *list, double factor)
{
    for (int i = 0; i < list->count; i++) exact_sum_add(sum, factor * list->number[i]);
}

// Adds up twice as precisely (Ogita, Rump and Oishi, "Accurate sum and dot product", 2005): the error is at most
// 2^-53 of the sum and (n 2^-53)^2 of the sizes, n being at most 2^6. Where the latter is more than 2^-60 of the sum, it
// is added up without rounding.
double exact_list_value(const exact_list *list)
{
    double sum = 0.0, lost = 0.0, sizes = 0.0;
    for (int i = 0; i < list->count; i++)
    {
        exact_pair s = exact_add(sum, list->number[i]);
        sum = s.head;
        lost += s.tail;
        sizes += list->number[i] < 0.0 ? -list->number[i] : list->number[i];
    }
    double value = sum + lost;
    if ((value < 0.0 ? -value : value) >= 0x1p-34 * sizes) return value;
    exact_sum slow;
    exact_sum_clear(&slow);
    exact_sum_add_list(&slow, list, 1.0);
    return exact_sum_value(&slow);
}
