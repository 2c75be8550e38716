// Template: compiled anew by each file that includes it.
// The planes of a growing polytope, by coordinate, so that all of them can be asked at once. Include it
// behind support_lanes.h.
#ifndef RIM_SOLID_QUERY_EPA_PLANES_H
#define RIM_SOLID_QUERY_EPA_PLANES_H

#include "simd/cpu.h"
#include "solid/query/support_lanes.h"

enum
{
    EPA_CORNERS = 192,
    FACES = 2 * EPA_CORNERS
};

// dot(n, p) == offset, n unit. An infinite offset is a plane that is not there; behind the last plane there
// are four of these, for those that come in fours.
typedef struct planes
{
    double nx[FACES + 4], ny[FACES + 4], nz[FACES + 4], offset[FACES + 4];
    int    count;
} planes;

FOUR_INLINE vec3d planes_normal(const planes *s, int i)
{
    return v3d(s->nx[i], s->ny[i], s->nz[i]);
}

FOUR_INLINE int lowest_of(uint64_t bits)
{
#ifdef CPU_GNU
    return __builtin_ctzll(bits);
#else
    int i = 0;
    while (!(bits >> i & 1)) i++;
    return i;
#endif
}

FOUR_INLINE void planes_grow(planes *s, int count)
{
    four_store(s->nx + count, four_all(0.0));
    four_store(s->ny + count, four_all(0.0));
    four_store(s->nz + count, four_all(0.0));
    four_store(s->offset + count, four_all(INFINITY));
    s->count = count;
}

// The plane with the smallest offset, in each of four lanes: of those that were looked at. It is kept in registers,
// because what was just written number by number is not soon to be had in fours.
typedef struct nearest_plane
{
    four offset, index;
} nearest_plane;

FOUR_INLINE nearest_plane planes_none(void)
{
    nearest_plane l = { four_all(INFINITY), four_all(0.0) };
    return l;
}

FOUR_INLINE void nearer_planes(nearest_plane *near, four offset, four index)
{
    four_mask less = four_less(offset, near->offset);
    near->index = four_pick(less, index, near->index);
    near->offset = four_pick(less, offset, near->offset);
}

FOUR_INLINE int epa_planes_nearest(nearest_plane near)
{
    four_mask equal = four_equal(near.offset, four_all(four_lowest(near.offset)));
    return (int)four_lowest(four_pick(equal, near.index, four_all(0x1p20)));
}

// Plane ids[k] goes through the corners p, q, r of lane k. False if one of these has no area to speak of.
FOUR_INLINE bool planes_set(planes *s, const short *ids, four3 p, four3 q, four3 r,
                            nearest_plane *near)
{
    four3  e = four3_sub(q, p), f = four3_sub(r, p), n = four3_cross(e, f);
    four   nn = four3_dot(n, n), k = four_div(four_all(1.0), four_sqrt(nn));
    four   least = four_mul(four_all(0x1p-100), four_mul(four3_dot(e, e), four3_dot(f, f)));
    // Not of the unit normal, which takes a root and a division.
    four   offset = four_mul(four3_dot(n, p), k);
    double out[4][4];
    n = four3_scale(n, k);
    four_store(out[0], n.x);
    four_store(out[1], n.y);
    four_store(out[2], n.z);
    four_store(out[3], offset);
    for (int l = 0; l < 4; l++)
    {
        s->nx[ids[l]] = out[0][l];
        s->ny[ids[l]] = out[1][l];
        s->nz[ids[l]] = out[2][l];
        s->offset[ids[l]] = out[3][l];
    }
    nearer_planes(near, offset, four_set(ids[0], ids[1], ids[2], ids[3]));
    return four_bits(four_less(least, nn)) == 15;
}

// Bit i of `seen` tells whether x is farther than least in front of plane i, which then is no longer there; the
// nearest of the others is told. The words up to the one of the last plane are written.
FOUR_INLINE nearest_plane planes_seen(planes *s, vec3d point, double least, uint64_t *seen)
{
    nearest_plane near = planes_none();
    four3         x = four3_all(point);
    four bar = four_all(least), index = four_set(0.0, 1.0, 2.0, 3.0), gone = four_all(INFINITY);
    for (int first = 0; first < s->count; first += 64)
    {
        uint64_t mask = 0;
        int      end = s->count < first + 64 ? s->count : first + 64;
        for (int i = first; i < end; i += 4)
        {
            four3     n = { four_load(s->nx + i), four_load(s->ny + i), four_load(s->nz + i) };
            four      offset = four_load(s->offset + i);
            four_mask above = four_less(bar, four_sub(four3_dot(n, x), offset));
            offset = four_pick(above, gone, offset);
            four_store(s->offset + i, offset);
            nearer_planes(&near, offset, index);
            index = four_add(index, four_all(4.0));
            mask |= (uint64_t)(unsigned)four_bits(above) << (i - first);
        }
        seen[first >> 6] = mask;
    }
    return near;
}

#endif
