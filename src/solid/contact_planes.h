// The planes of a growing polytope, by coordinate, so that all of them can be asked at once. Include it
// behind distance_four.h.
#ifndef RIM_SOLID_CONTACT_PLANES_H
#define RIM_SOLID_CONTACT_PLANES_H

#include "base/cpu.h"
#include "solid/distance_four.h"

enum
{
    CORNERS = 192,
    FACES = 2 * CORNERS
};

// dot(n, p) == offset, n unit. An infinite offset is a plane that is not there; behind the last plane there
// are three of these, for those that come in fours.
typedef struct planes
{
    double nx[FACES + 3], ny[FACES + 3], nz[FACES + 3], offset[FACES + 3];
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
    for (int i = count; i < count + 3; i++)
    {
        s->nx[i] = s->ny[i] = s->nz[i] = 0.0;
        s->offset[i] = INFINITY;
    }
    s->count = count;
}

// Plane ids[k] goes through p[k], q[k], r[k]; count is a multiple of four. False if one of these has no area
// to speak of.
FOUR_INLINE bool planes_set(planes *s, const short *ids, int count, const vec3d *p, const vec3d *q,
                            const vec3d *r)
{
    int good = 15;
    for (int i = 0; i < count; i += 4, ids += 4, p += 4, q += 4, r += 4)
    {
        four3  o = four3_set(p[0], p[1], p[2], p[3]);
        four3  e = four3_sub(four3_set(q[0], q[1], q[2], q[3]), o);
        four3  f = four3_sub(four3_set(r[0], r[1], r[2], r[3]), o), n = four3_cross(e, f);
        four   nn = four3_dot(n, n), k = four_div(four_all(1.0), four_sqrt(nn));
        four   least = four_mul(four_all(0x1p-100), four_mul(four3_dot(e, e), four3_dot(f, f)));
        double out[4][4];
        n = four3_scale(n, k);
        four_store(out[0], n.x);
        four_store(out[1], n.y);
        four_store(out[2], n.z);
        four_store(out[3], four3_dot(n, o));
        for (int l = 0; l < 4; l++)
        {
            s->nx[ids[l]] = out[0][l];
            s->ny[ids[l]] = out[1][l];
            s->nz[ids[l]] = out[2][l];
            s->offset[ids[l]] = out[3][l];
        }
        good &= four_bits(four_less(least, nn));
    }
    return good == 15;
}

// Bit i of `seen` tells whether x is farther than least in front of plane i. The words up to the one of the
// last plane are written.
FOUR_INLINE void planes_seen(const planes *s, vec3d point, double least, uint64_t *seen)
{
    four3 x = four3_all(point);
    four  bar = four_all(least);
    for (int first = 0; first < s->count; first += 64)
    {
        uint64_t mask = 0;
        int      end = s->count < first + 64 ? s->count : first + 64;
        for (int i = first; i < end; i += 4)
        {
            four3 n = { four_load(s->nx + i), four_load(s->ny + i), four_load(s->nz + i) };
            four  h = four_sub(four3_dot(n, x), four_load(s->offset + i));
            mask |= (uint64_t)(unsigned)four_bits(four_less(bar, h)) << (i - first);
        }
        seen[first >> 6] = mask;
    }
}

// The plane with the smallest offset, the first of equal ones. There must be one.
FOUR_INLINE int planes_nearest(const planes *s)
{
    four index = four_set(0.0, 1.0, 2.0, 3.0), where = index, least = four_all(INFINITY);
    for (int i = 0; i < s->count; i += 4)
    {
        four      offset = four_load(s->offset + i);
        four_mask less = four_less(offset, least);
        where = four_pick(less, index, where);
        least = four_pick(less, offset, least);
        index = four_add(index, four_all(4.0));
    }
    four_mask equal = four_equal(least, four_all(four_lowest(least)));
    return (int)four_lowest(four_pick(equal, where, four_all(0x1p20)));
}

#endif
