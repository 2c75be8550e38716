#include "flat/mask/offset_path.h"

#include "base/exact.h"

// (n - a.phase) b.length / a.length against near - b.phase. The differences are exact.
int mask_line_floor_exactly(const mask_line *a, const mask_line *b, int n, int near)
{
    exact_pair p = exact_mul(b->length, n - a->phase), q = exact_mul(a->length, near - b->phase);
    bool       less = p.head < q.head || (p.head == q.head && p.tail < q.tail);
    return less ? near - 1 : near;
}
