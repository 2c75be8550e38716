// The planes of a growing polytope, by coordinate, so that all of them can be asked at once.
#ifndef RIM_SOLID_CONTACT_PLANES_H
#define RIM_SOLID_CONTACT_PLANES_H

#include "base/vec3d.h"

#include <stdbool.h>
#include <stdint.h>

enum
{
    CORNERS = 192,
    FACES = 2 * CORNERS
};

// dot(n, p) == offset, n unit. An infinite offset is a plane that is not there.
typedef struct planes
{
    double nx[FACES], ny[FACES], nz[FACES], offset[FACES];
    int    count;
    bool   wide; // four at a time: the answers are the same
} planes;

// No planes yet, and the widest kernels that the machine has.
void rim_planes_begin(planes *s);

static inline vec3d planes_normal(const planes *s, int i)
{
    return v3d(s->nx[i], s->ny[i], s->nz[i]);
}

static inline int lowest_bit(uint64_t bits)
{
#if defined(__GNUC__)
    return __builtin_ctzll(bits);
#else
    int i = 0;
    while (!(bits >> i & 1)) i++;
    return i;
#endif
}

// Plane ids[k] goes through p[k], q[k], r[k]. False if one of these has no area to speak of.
bool rim_planes_set(planes *s, const short *ids, int count, const vec3d *p, const vec3d *q,
                    const vec3d *r);

// Bit i of `seen` tells whether x is farther than least in front of plane i. The words up to the one of the
// last plane are written.
void rim_planes_seen(const planes *s, vec3d x, double least, uint64_t *seen);

// The plane with the smallest offset, the first of equal ones. There must be one.
int rim_planes_nearest(const planes *s);

#endif
