#include "simd/cpu.h"

#include "solid/shape/four_plain.h"

#define FARTHEST_OF_MANY(shape, d) support_point_scalar(shape, (d).x, (d).y, (d).z)
#include "solid/query/epa_lanes.h"

overlap epa_expand(const gjk_pair *pair, const gjk_result *end)
{
    return pair->wide ? epa_expand_avx2(pair, end) : epa_expand_plain(pair, end);
}

depth_known sat_box_depth(const gjk_pair *pair, overlap *best, double *size, rim_warm *warm)
{
    return pair->wide ? sat_box_depth_avx2(pair, best, size, warm)
                      : sat_box_depth_plain(pair, best, size, warm);
}

#ifndef CPU_X86
depth_known sat_box_depth_avx2(const gjk_pair *pair, overlap *best, double *size, rim_warm *warm)
{
    return sat_box_depth_plain(pair, best, size, warm);
}

overlap epa_expand_avx2(const gjk_pair *pair, const gjk_result *end)
{
    return epa_expand_plain(pair, end);
}
#endif
