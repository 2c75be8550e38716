#include "base/exact.h"

#include <assert.h>
#include <math.h>

// Replaces the terms by as few as possible with the same sum (Shewchuk's compression). Each new term is at least 2^53
// times as large as the one before.
static void compress(exact_sum *sum)
{
    if (sum->count == 0) return;
    double *term = sum->term;

    // From the largest term down, each term is added to `carried`. If the sum rounds, it is stored, and its rounding error
    // is carried on. The stored sums fill the array from its end. They overwrite only terms that have been read.
    double carried = term[sum->count - 1];
    int    lowest = sum->count; // the index of the smallest sum stored
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

    // From the smallest stored sum up, the rounded sum is carried on. Its rounding errors, and the last sum, are the new
    // terms, written from the start of the array.
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

// Adds a without rounding (Shewchuk's grow-expansion). From the smallest term up, each term is added to `carried`: the
// rounded sum is the next `carried`, and its rounding error replaces the term. The last `carried` is the new largest
// term.
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

// Returns 0 for a sum without terms. Adds the terms from the largest down, without loss, until an addition rounds.
// `value` then has all its 53 bits, because the terms do not overlap. So the smaller terms only change the rounding
// error, and are added to `error`.
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
    // `error` is at most half a unit in the value's last place, and additions to it round by some 2^-53 of this.
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

// --- products ---------------------------------------------------------------------------------------

// Rounding is monotonic: a product that is not larger has a head that is not larger. So different heads decide, and
// between products with equal heads the tails decide.
int exact_compare_products(double a, double b, double c, double d)
{
    exact_pair ab = exact_mul(a, b), cd = exact_mul(c, d);
    if (ab.head != cd.head) return ab.head < cd.head ? -1 : 1;
    return (ab.tail > cd.tail) - (ab.tail < cd.tail);
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

// The sum of a list, as a fraction of the sum of the absolute values: from here on exact_list_value needs no exact sum.
#define EXACT_LIST_CLEAR 0x1p-34

// Sums the numbers and, in `errors`, the rounding errors of these additions (T. Ogita, S. M. Rump and S. Oishi,
// "Accurate sum and dot product", 2005). With n <= 2^6 numbers the error of sum + errors is at most
//
//     2^-53 |S| + (n 2^-53)^2 size,    S = the exact sum, size = the sum of the absolute values.
//
// The first term is the rounding of the last addition, half a unit in the last place. The second term is at most 2^-94
// size. If |S| >= EXACT_LIST_CLEAR size, that is at most 2^-60 |S|, and the result is good. Otherwise the numbers are
// added exactly.
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
