#include "solid/shape/four_plain.h"

#include "solid/query/sat_box_lanes.h"

bool sat_box_pair(const gjk_pair *pair, const rim_convex *a, const rim_convex *b,
                  box_answer *answer)
{
    return pair->wide ? sat_box_pair_avx2(pair, a, b, answer)
                      : sat_box_pair_plain(pair, a, b, answer);
}

#ifndef CPU_X86
bool sat_box_pair_avx2(const gjk_pair *pair, const rim_convex *a, const rim_convex *b,
                       box_answer *answer)
{
    return sat_box_pair_plain(pair, a, b, answer);
}
#endif
