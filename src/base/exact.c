#include "base/exact.h"

#include <assert.h>
#include <math.h>

// Writes the same sum with as few terms as possible, each 53 bits or more above the one before (Shewchuk's
// compression).
static void compress(exact_sum *sum)
{
    if (sum->count == 0) return;
    double *term = sum->term;

    // Down from the largest term: `carried` takes up terms until one no longer fits into its 53 bits. Then it is
    // stored, and what did not fit is carried on. The results fill the array from its end, over terms that have been
    // read.
    double carried = term[sum->count - 1];
    int    lowest = sum->count; // the index of the smallest term stored
    for (int i = sum->count - 2; i >= 0; i--)
    {
        exact_pair s = exact_add(carried, term[i]);
        if (s.tail != 0.0)
        {
            term[--lowest] = s.head;
            carried = s.tail;
        }
        else
            carried = s.head;
    }

    // Up again: the rounded sum is carried on, and the rounding errors are the terms, from the start of the array.
    int count = 0;
    for (int i = lowest; i < sum->count; i++)
    {
        exact_pair s = exact_add(term[i], carried);
        if (s.tail != 0.0) term[count++] = s.tail;
        carried = s.head;
    }
    term[count++] = carried;
    sum->count = count;
}

// Adds a without rounding (Shewchuk's grow-expansion). From the smallest term on, the rounded sum of `carried` and a
// term is carried on, and its rounding error replaces the term. The last `carried` is the new largest term.
void exact_sum_add(exact_sum *sum, double a)
{
    // A sum of doubles has at most 2100 bits, so a compressed one has at most 40 terms.
    if (sum->count >= EXACT_TERMS - 1) compress(sum);
    double carried = a;
    int    kept = 0;
    for (int i = 0; i < sum->count; i++)
    {
        exact_pair s = exact_add(carried, sum->term[i]);
        carried = s.head;
        // Zero terms are dropped, so a sum that cancels stays short.
        if (s.tail != 0.0) sum->term[kept++] = s.tail;
    }
    assert(kept < EXACT_TERMS);
    if (carried != 0.0) sum->term[kept++] = carried;
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

// Adds the terms up from the largest, as the first half of Shewchuk's compression does: they ascend and do not overlap. The
// value has all its 53 bits as soon as an addition rounds. All smaller terms then only change that rounding error.
double exact_sum_value(const exact_sum *sum)
{
    double value = 0.0, error = 0.0;
    int    i = sum->count - 1;
    while (i >= 0 && error == 0.0)
    {
        exact_pair s = exact_add(value, sum->term[i]);
        value = s.head;
        error = s.tail;
        i--;
    }
    // The error is less than half a unit of the value's last place, so its own rounding is 2^-53 of that.
    while (i >= 0)
    {
        error += sum->term[i];
        i--;
    }
    return value + error;
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

// Of the size of a list: if the sum is at least this, exact_list_value needs no exact sum.
#define EXACT_LIST_CLEAR 0x1p-34

// Sums the numbers and, apart from them, the rounding errors (T. Ogita, S. M. Rump and S. Oishi, "Accurate sum and dot
// product", 2005). With n <= 2^6 numbers this sum has an error of at most
//
//      2^-53 |S| + (n 2^-53)^2 size,    S = the exact sum, size = the sum of the absolute values.
//
// The first term is the final rounding, half a unit in the last place. The second is at most 2^-94 size, thus at most
// 2^-60 |S| if |S| >= EXACT_LIST_CLEAR size. Otherwise the numbers are added without rounding.
double exact_list_value(const exact_list *list)
{
    double sum = 0.0, errors = 0.0, size = 0.0;
    for (int i = 0; i < list->count; i++)
    {
        exact_pair s = exact_add(sum, list->number[i]);
        sum = s.head;
        errors += s.tail;
        size += fabs(list->number[i]);
    }
    double value = sum + errors;
    if (fabs(value) >= EXACT_LIST_CLEAR * size) return value;
    exact_sum slow;
    exact_sum_clear(&slow);
    exact_sum_add_list(&slow, list, 1.0);
    return exact_sum_value(&slow);
}
