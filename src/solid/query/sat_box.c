#include "solid/shape/four_plain.h"

#include "solid/query/sat_box_lanes.h"

bool rim_box_pair(const gjk_pair *pair, const rim_convex *a, const rim_convex *b,
                  box_answer *answer)
{
    return pair->wide ? rim_box_pair_avx2(pair, a, b, answer)
                      : rim_box_pair_plain(pair, a, b, answer);
}

#ifndef CPU_X86
bool rim_box_pair_avx2(const gjk_pair *pair, const rim_convex *a, const rim_convex *b,
                       box_answer *answer)
{
    return rim_box_pair_plain(pair, a, b, answer);
}
#endif
