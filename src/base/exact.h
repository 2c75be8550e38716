// Exact arithmetic on sums and products of doubles, for decisions that rounding must not change.
//
// A number is stored as an expansion: the exact sum of a list of doubles, smallest first, whose bits don't overlap. So
// the last one that is not zero has the sign of the sum. (T. J. Dekker, "A floating-point technique for extending the
// available precision", 1971; J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric
// predicates", 1997.) The code uses no fma, so every machine runs the same steps.
//
// The results are exact unless a number overflows or a product's last bit falls below 2^-1074. Products of at most six
// floats, or of a float, an int and a sine above 1e-20, do neither.
#ifndef RIM_BASE_EXACT_H
#define RIM_BASE_EXACT_H

#include "rimcast/vec3.h"

#include <stdbool.h>

// A result: head + tail is exact, head is the rounded result.
typedef struct exact_pair
{
    double head, tail;
} exact_pair;

// Returns a + b exactly (D. E. Knuth, "The Art of Computer Programming 2", theorem 4.2.2 B). from_b is the part of b
// that the head contains, and from_a is the part of a that the head contains. The tail is the sum of the two parts that
// are left.
static inline exact_pair exact_add(double a, double b)
{
    exact_pair sum;
    sum.head = a + b;
    double from_b = sum.head - a;
    double from_a = sum.head - from_b;
    sum.tail = (a - from_a) + (b - from_b);
    return sum;
}

// Splits a double into two halves of at most 26 bits (G. W. Veltkamp, 1968). c and c - a are about 2^27 a. As they are
// rounded to 53 bits, both are multiples of 2^27 units in the last place of a. So the head, c - (c - a), is a rounded
// to its upper 26 bits. The tail, which may be negative, is at most half a unit of the head's last place.
static inline exact_pair exact_halves(double a)
{
    double     c = 134217729.0 * a; // (2^27 + 1) a
    exact_pair halves;
    halves.head = c - (c - a);
    halves.tail = a - halves.head;
    return halves;
}

// Returns a * b exactly (T. J. Dekker, 1971). With the halves x of a and y of b the tail is
//
//     x.tail y.tail - (head - x.head y.head - x.tail y.head - x.head y.tail),
//
// the exact product minus the head. In this order no product and no difference rounds.
static inline exact_pair exact_mul(double a, double b)
{
    exact_pair x = exact_halves(a), y = exact_halves(b), product;
    product.head = a * b;
    double minus_tail = product.head - x.head * y.head;
    minus_tail -= x.tail * y.head;
    minus_tail -= x.head * y.tail;
    product.tail = x.tail * y.tail - minus_tail;
    return product;
}

// Returns the exact sign of a b - c d. Requires numbers for which exact_mul is exact: no product overflows, and no
// product's last bit is below 2^-1074.
int exact_compare_products(double a, double b, double c, double d);

// --- pairs of doubles: about 100 bits, for the cases that double does not decide -------------------------

// The largest error of exact_pair_sum for n <= 16 numbers, as a fraction of the sum of their absolute values: (n
// 2^-53)^2 (T. Ogita, S. M. Rump and S. Oishi, "Accurate sum and dot product", 2005).
#define EXACT_PAIR_SUM_ERROR 0x1p-98

// Returns the sum of up to 16 numbers, with an error of at most EXACT_PAIR_SUM_ERROR * *size. Stores the sum of the
// numbers' absolute values in *size. `errors` is the sum of the rounding errors of all additions to `sum`.
static inline exact_pair exact_pair_sum(const double *terms, int count, double *size)
{
    double sum = 0.0, errors = 0.0;
    *size = 0.0;
    for (int i = 0; i < count; i++)
    {
        exact_pair s = exact_add(sum, terms[i]);
        sum = s.head;
        errors += s.tail;
        *size += terms[i] < 0.0 ? -terms[i] : terms[i];
    }
    return exact_add(sum, errors);
}

// Returns a + b, with an error of at most 2^-102 of |a| + |b|.
static inline exact_pair exact_pair_add(exact_pair a, exact_pair b)
{
    exact_pair sum = exact_add(a.head, b.head);
    return exact_add(sum.head, sum.tail + (a.tail + b.tail));
}

// Returns a b, with an error of at most 2^-102 of |a b|.
static inline exact_pair exact_pair_mul(exact_pair a, exact_pair b)
{
    exact_pair product = exact_mul(a.head, b.head);
    return exact_add(product.head, product.tail + (a.head * b.tail + a.tail * b.head));
}

// --- expansions --------------------------------------------------------------------------------------

// The largest number of terms of a sum. A sum with more terms is compressed.
#define EXACT_TERMS 512

// The number of terms of the longest list: twice the cross product of a difference of two doubles and a sum of six.
#define EXACT_LIST 64

// An expansion that grows term by term: the smallest first, without overlap, so the last one has the sign.
typedef struct exact_sum
{
    int    count;
    double term[EXACT_TERMS]; // the first `count` are used
} exact_sum;

// Sets a sum to 0, with which every sum starts.
static inline void exact_sum_clear(exact_sum *sum)
{
    sum->count = 0;
}

// Adds one double: it is added to each term in turn, from the smallest, and the rounding error of each addition is
// kept as a term.
void exact_sum_add(exact_sum *sum, double a);

// Adds a * b exactly.
void exact_sum_add_product(exact_sum *sum, double a, double b);

// Adds factor times each of the terms.
void exact_sum_add_scaled(exact_sum *sum, const double *terms, int count, double factor);

// Adds sign * a * b exactly; sign is +1 or -1.
void exact_sum_add_sums(exact_sum *sum, const exact_sum *a, const exact_sum *b, double sign);

// Returns the sum rounded to within 0.51 units in the last place.
double exact_sum_value(const exact_sum *sum);

// Returns the sign: -1, 0 or +1.
int exact_sum_sign(const exact_sum *sum);

// --- lists: exact sums that are usually as fast as rounded ones ------------------------------

// A list of numbers whose exact sum is computed only when it is needed.
typedef struct exact_list
{
    int    count;
    double number[EXACT_LIST]; // the first `count` are used
} exact_list;

static inline void exact_list_clear(exact_list *list)
{
    list->count = 0;
}

static inline void exact_list_add(exact_list *list, double a)
{
    list->number[list->count++] = a;
}

// Adds a * b exactly, as two numbers at most.
static inline void exact_list_add_product(exact_list *list, double a, double b)
{
    exact_pair product = exact_mul(a, b);
    if (product.tail != 0.0) list->number[list->count++] = product.tail;
    if (product.head != 0.0) list->number[list->count++] = product.head;
}

// Adds sign * a * b; sign is +1 or -1.
void exact_list_add_lists(exact_list *list, const exact_list *a, const exact_list *b, double sign);

// Adds the list's numbers to a sum, times a factor that is a power of two or -1.
void exact_sum_add_list(exact_sum *sum, const exact_list *list, double factor);

// Returns the exact sum rounded to within 0.51 units in the last place; 0 if and only if it is 0.
double exact_list_value(const exact_list *list);

// --- orientation ----------------------------------------------------------------------------------
//
// Signs of determinants of float coordinates, without rounding.
//
// A filter in double nearly always decides. Otherwise the determinant is summed as an expansion (Shewchuk, "Adaptive
// precision floating-point arithmetic and fast robust geometric predicates", 1997). All finite floats are allowed, as
// products of three are within the range of double.

// Returns the sign of (b - a) x (c - a) . (d - a): +1 if d lies in front of the plane of a, b, c, whose front
// is where they run counter-clockwise; 0 on the plane.
int exact_orient3(rim_vec3 a, rim_vec3 b, rim_vec3 c, rim_vec3 d);

// Returns the sign of exact_orient3 without the filter. It is for callers that have their own filter.
int exact_orient3_slow(rim_vec3 a, rim_vec3 b, rim_vec3 c, rim_vec3 d);

// Returns the sign of (b - a) x (c - a) in the plane: +1 if a, b, c turn from x towards y.
int exact_orient2(float ax, float ay, float bx, float by, float cx, float cy);

// Returns the sign of exact_orient2 for three points seen along an axis, 0 for x, 1 for y and 2 for z: +1 if they turn
// from the next axis towards the one after it.
int exact_turn(rim_vec3 a, rim_vec3 b, rim_vec3 c, int axis);

// Returns true if the three points lie on one line. Equal points do.
bool exact_collinear(rim_vec3 a, rim_vec3 b, rim_vec3 c);

#endif
