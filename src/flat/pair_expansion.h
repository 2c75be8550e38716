// Sums of doubles kept exactly.
//
// A sum is a list of doubles that do not overlap, smallest first; its last part carries the sign and
// is the value to within one unit in the last place. (Shewchuk, "Adaptive precision floating-point
// arithmetic and fast robust geometric predicates", 1997: grow-expansion.)
#ifndef RIM_FLAT_PAIR_EXPANSION_H
#define RIM_FLAT_PAIR_EXPANSION_H

// Room for the difference of two products of a 28-part and a 4-part sum, the largest that is asked for.
#define PAIR_EXPANSION_PARTS 512

typedef struct pair_expansion
{
    int    count;
    double part[PAIR_EXPANSION_PARTS];
} pair_expansion;

void pair_expansion_clear(pair_expansion *e);
void pair_expansion_add(pair_expansion *e, double value);

// Adds factor times each of the terms.
void pair_expansion_add_scaled(pair_expansion *e, const double *terms, int count, double factor);

// Adds sign * a * b; sign is +1 or -1.
void pair_expansion_add_product(pair_expansion *e, const pair_expansion *a, const pair_expansion *b,
                                double sign);

static inline double pair_expansion_value(const pair_expansion *e)
{
    return e->count ? e->part[e->count - 1] : 0.0;
}

static inline int pair_expansion_sign(const pair_expansion *e)
{
    double value = pair_expansion_value(e);
    return (value > 0.0) - (value < 0.0);
}

#endif
