// The triangles near an upright mover - a ball, a capsule, a box - four side by side, and its distances from them.
//
// Everything is in double about an origin near the mover. The place of a capsule is its lower centre, from which its
// axis rises by `rise`; a ball has no rise; the place of a box is its centre.
#ifndef RIM_SOLID_MOVER_FIELD_H
#define RIM_SOLID_MOVER_FIELD_H

#include "simd/bits.h"
#include "simd/cpu.h"
#include "base/vec3d.h"
#include "rimcast/world3.h"

// The number of triangles that are gathered at most.
#define FIELD_MOST 256
#define FIELD_GROUPS (FIELD_MOST / 4)

// A sweep stops where the gap gets smaller than this part of the skin...
#define FIELD_HIT 0.875
// ...to within this part of it.
#define FIELD_ARRIVED 0x1p-10
// From this part of the skin on nothing that goes along a face is stopped by it.
#define FIELD_CLEAR (FIELD_HIT + 2.0 * FIELD_ARRIVED)

// A triangle closer than this part of the skin may have stopped a sweep.
#define FIELD_STOPPED (1.0 + 2.0 * FIELD_ARRIVED)

// Some of the groups: bit i is group i.
typedef uint64_t field_set;

// Some of the triangles: bit k of in[i] is lane k of group i.
typedef struct field_lanes
{
    unsigned char in[FIELD_GROUPS];
    bool          any;
} field_lanes;

typedef struct field_shape
{
    bool   box;
    double rise, radius; // a ball or capsule
    vec3d  half;         // a box
    double skin;         // the gap that is kept
    bool   one_sided;    // backs let everything pass
    bool   mirrored;     // and fronts are backs
} field_shape;

// Four triangles, a coordinate of all at a time. Edge i runs from corner i to corner i + 1.
typedef struct field_group
{
    double a[3][4], e[3][3][4]; // the first corner, the edges [edge][axis]
    double n[3][4];             // e0 x -e2: twice the area
    double per_length[4];       // 1 / |n|, or 0 without area
    double in[3][3][4];         // n x edge: inwards
    double per_level[3][4];     // 1 / (ex^2 + ez^2) of each edge
    double per_edge[3][4];      // 1 / |e|^2
} field_group;

// The distances of four triangles from the mover.
typedef struct field_near
{
    double gap[4];  // to the surface; negative in overlap; INFINITY if the triangle does not count
    double n[3][4]; // unit, towards the mover
    double at[4];   // the height above the lower centre of the closest point of the axis
    double face[4]; // what the triangle's own plane leaves free; -INFINITY if it cuts the core
    double side[4]; // +1 in front of the plane, -1 behind; 0 when it cuts the core
    // 1 if the closest point is inside the triangle, on its face. Of a box: 1 if more than one direction keeps
    // them apart, so that going along one alone leaves them apart.
    double over[4];
    // Of a box: what the direction leaves free that keeps them second most apart; -INFINITY if none is known.
    double next[4];
} field_near;

// Triangles in two parts, what is near first; triangle order[4 i + k] is lane k of group i. A group's lanes are
// built when they are needed.
typedef struct field
{
    field_shape        shape;
    vec3d              origin;
    rim_box3           box; // everything in it is here
    int                count, groups;
    bool               complete; // all of the box fitted
    rim_world_triangle triangles[FIELD_MOST];
    short              order[FIELD_MOST];
    float              lo[3][FIELD_MOST], hi[3][FIELD_MOST]; // their boxes, in this order
    field_set          built;
    field_group        lanes[FIELD_GROUPS];
} field;

// The first time at which the motion v takes the mover nearer than the skin to a triangle, if on the way to `end` it
// goes in; `most` if none is earlier. Passing by a little closer than the skin is no hit, so that what slides
// at the distance of the skin does not stumble.
typedef struct field_kernels
{
    // The groups with a triangle that may be no farther than `reach` from a mover whose core - its axis if it is
    // round, else itself - is somewhere in the box, by the triangles' boxes.
    field_set (*near)(const field *f, vec3d lo, vec3d hi, double reach);
    // Those of some groups, built, that the motion v until `end` may hit, by the triangles' planes.
    field_set (*ahead)(const field *f, field_set groups, vec3d x, vec3d v, double end);
    void (*build)(field_group *group, const rim_triangle *const four[4], vec3d origin);
    void (*look)(field_near *out, const field_group *group, const field_shape *shape, vec3d x);
    double (*sweep)(const field_group *group, const field_near *start, const field_shape *shape,
                    vec3d x, vec3d v, double most, double end);
} field_kernels;

// Balls and capsules, boxes.
extern const field_kernels mover_field_round_plain, mover_field_box_plain;
#ifdef CPU_X86
#define FIELD_AVX2 1
extern const field_kernels mover_field_round_avx2, mover_field_box_avx2;
#endif

// The box of the core on the way from x by v.
static inline void field_core(const field_shape *s, vec3d x, vec3d v, vec3d *lo, vec3d *hi)
{
    vec3d up = v3d(0.0, s->rise, 0.0);
    *lo = v3d_add(x, v3d(v.x < 0.0 ? v.x : 0.0, v.y < 0.0 ? v.y : 0.0, v.z < 0.0 ? v.z : 0.0));
    *hi = v3d_add(x, v3d(v.x > 0.0 ? v.x : 0.0, v.y > 0.0 ? v.y : 0.0, v.z > 0.0 ? v.z : 0.0));
    *lo = s->box ? v3d_sub(*lo, s->half) : *lo;
    *hi = v3d_add(*hi, s->box ? s->half : up);
}

// The box of all places on the way from x by v.
rim_box3 field_box(const field *f, vec3d x, vec3d v, double margin);

// Gathers what has a point in the box. Only `complete`, `count` and `triangles` are valid then.
void field_list(field *f, rim_world3 world, rim_box3 box);

// Gathers what has a point in the box; what is near a core from lo to hi comes first.
void field_gather(field *f, rim_world3 world, rim_box3 box, vec3d lo, vec3d hi);

// Builds what is not yet built of these groups.
void field_build(field *f, field_set groups, const field_kernels *kernels);

static inline int field_lowest(field_set groups)
{
    return bits_lowest(groups);
}

static inline int field_triangle(const field *f, int lane)
{
    return f->order[lane < f->count ? lane : f->count - 1];
}

// Returns whether everything in this box was gathered.
bool field_covers(const field *f, rim_box3 box);

#endif
