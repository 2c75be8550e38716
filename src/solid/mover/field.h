// The triangles near an upright mover (a sphere, a capsule or a box) in groups of four, and its distances from them.
//
// Everything is in double, relative to an origin near the mover. The position of a capsule is its lower center, from
// which its axis rises by `rise`; a sphere has rise 0; the position of a box is its center.
#ifndef RIM_SOLID_MOVER_FIELD_H
#define RIM_SOLID_MOVER_FIELD_H

#include "simd/bits.h"
#include "simd/cpu.h"
#include "base/vec3d.h"
#include "solid/mover/tolerances.h"
#include "rimcast/world3.h"

// The largest number of gathered triangles, and of groups of four.
#define FIELD_MOST 256
#define FIELD_GROUPS (FIELD_MOST / 4)

// Gaps as fractions of the skin. A sweep hits a triangle if the gap becomes smaller than FIELD_HIT; Newton's method
// ends within FIELD_ARRIVED of its target.
#define FIELD_HIT 0.875
#define FIELD_ARRIVED 0x1p-10
// At this gap or more, a face does not stop a mover that moves along it.
#define FIELD_CLEAR (FIELD_HIT + 2.0 * FIELD_ARRIVED)
// At this gap or less, a triangle may have stopped a sweep.
#define FIELD_STOPPED (1.0 + 2.0 * FIELD_ARRIVED)

// A set of groups: bit i is group i.
typedef uint64_t field_set;

// A set of lanes, counted over all groups: bit l % 64 of in[l / 64] is lane l.
typedef struct field_lanes
{
    uint64_t in[FIELD_MOST / 64];
} field_lanes;

// The shape of the mover, upright.
typedef struct field_shape
{
    bool   box;
    double rise;      // of a capsule, 0 for a sphere
    double radius;    // of a sphere or capsule
    vec3d  half;      // half extents of a box
    double skin;      // the gap that the mover keeps
    bool   one_sided; // triangles do not stop movers behind them
    bool   mirrored;  // the fronts and backs of triangles are exchanged
} field_shape;

// Four triangles, each coordinate as an array of four. Edge i runs from corner i to corner i + 1.
typedef struct field_group
{
    double a[3][4], e[3][3][4]; // the first corner, the edges [edge][axis]
    double n[3][4];             // e0 x -e2: twice the area
    double per_length[4];       // 1 / |n|, or 0 without area
    double inward[3][3][4];     // n x edge, which points into the triangle
    double per_level[3][4];     // 1 / (ex^2 + ez^2) of each edge
    double per_edge[3][4];      // 1 / |e|^2
} field_group;

// The distances of four triangles from the mover.
typedef struct field_near
{
    double gap[4];    // to the surface; negative in overlap; INFINITY if the triangle is ignored
    double n[3][4];   // unit, towards the mover
    double height[4]; // of the closest point of the axis, above the lower center; 0 for boxes
    double inside[4]; // 1 if the closest point is inside the triangle, else 0; 0 for boxes
    // The gap to the triangle's own plane, and the mover's side of the plane: +1 in front, -1 behind. They are
    // -INFINITY and 0 if the triangle has no area, and if the axis of a rounded mover cuts the plane.
    double face_gap[4];
    double side[4];
    // The largest gap of a box in another direction than n; -INFINITY if there is none, and for rounded movers.
    double next_gap[4];
} field_near;

// The gathered triangles, the near ones first: triangle order[4 i + k] is lane k of group i. A group's lanes are built
// when needed.
typedef struct field
{
    field_shape        shape;
    vec3d              origin;
    rim_box3           box; // all triangles in this box were gathered
    int                count, groups;
    bool               complete; // no triangle of the box was left out
    rim_world_triangle triangles[FIELD_MOST];
    short              order[FIELD_MOST];
    // The triangles' boxes in the world, in the order of lanes. Lanes behind the last triangle are at INFINITY.
    float              lo[3][FIELD_MOST], hi[3][FIELD_MOST];
    field_set          built;
    field_group        lanes[FIELD_GROUPS];
} field;

// The kernels, compiled for one kind of processor.
//
// `sweep` returns the first time at which the motion v brings the mover closer than the skin to a triangle, if it goes
// on to FIELD_HIT of the skin before `end`; `most` if none is earlier. Passing a little closer than the skin is no hit,
// so a mover that slides at the skin's distance is not stopped. `start` are the distances at x.
//
// Vectors are passed by pointer. A copy of one that was just computed would wait for the stores of its parts.
typedef struct field_kernels
{
    // Returns the groups with a triangle whose box is closer than `reach` to the mover. The mover's core (the axis of a
    // rounded mover, a whole box) is anywhere in the box lo .. hi, which is relative to f->origin. As f->lo and f->hi
    // are rounded to floats, `reach` must include MOVER_BOX_MARGIN of the skin.
    field_set (*near)(const field *f, const vec3d *lo, const vec3d *hi, double reach);
    // Computes a group from its triangles, relative to the origin.
    void (*build)(field_group *group, const rim_triangle *const four[4], vec3d origin);
    // Computes the distances of a group from the mover at x.
    void (*measure)(field_near *out, const field_group *group, const field_shape *shape,
                    const vec3d *x);
    double (*sweep)(const field_group *group, const field_near *start, const field_shape *shape,
                    const vec3d *x, const vec3d *v, double most, double end);
} field_kernels;

extern const field_kernels mover_field_plain;
#ifdef CPU_X86
#define FIELD_AVX2 1
extern const field_kernels mover_field_avx2;
#endif

// Stores in *lo and *hi the box around the core (the axis of a rounded mover, a whole box) while the mover moves from x
// by v. All are relative to one origin. x is the lower end of the axis, or the center of the box.
static inline void field_core(const field_shape *s, vec3d x, vec3d v, vec3d *lo, vec3d *hi)
{
    vec3d up = v3d(0.0, s->rise, 0.0);
    *lo = v3d_add(x, v3d(v.x < 0.0 ? v.x : 0.0, v.y < 0.0 ? v.y : 0.0, v.z < 0.0 ? v.z : 0.0));
    *hi = v3d_add(x, v3d(v.x > 0.0 ? v.x : 0.0, v.y > 0.0 ? v.y : 0.0, v.z > 0.0 ? v.z : 0.0));
    *lo = s->box ? v3d_sub(*lo, s->half) : *lo;
    *hi = v3d_add(*hi, s->box ? s->half : up);
}

// Returns the box in the world, in floats and rounded outward, of the mover and its skin, as it moves from x by v,
// grown by the margin on each side. Requires f->shape and f->origin, to which x is relative.
rim_box3 field_box(const field *f, const vec3d *x, const vec3d *v, double margin);

// Writes the triangles that touch the box, which is in the world, to f->triangles: the first FIELD_MOST, if there are
// more. Sets f->count to the number of written ones, and f->complete to false if there were more. Sets nothing else.
void field_list(field *f, rim_world3 world, rim_box3 box);

// Gathers the triangles that touch the box: lists them, mirrors them if f->shape requires it, orders them, and computes
// their boxes. Triangles near a core from lo to hi come first. The box is in the world, lo and hi are relative to
// f->origin. Requires f->shape and f->origin. No group is built afterwards. If there are too many triangles, f->box is
// empty, so that it contains no other.
void field_gather(field *f, rim_world3 world, rim_box3 box, vec3d lo, vec3d hi);

// Builds the lanes of those groups of the set that are not built yet. Requires groups below f->groups.
void field_build(field *f, field_set groups, const field_kernels *kernels);

// Returns the index of the triangle in a lane, counted over all groups. Lanes beyond the last repeat the last one.
static inline int field_triangle(const field *f, int lane)
{
    return f->order[lane < f->count ? lane : f->count - 1];
}

#endif
