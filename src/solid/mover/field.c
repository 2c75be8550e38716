#include "solid/mover/field.h"

#include "simd/f32xn.h"
#include "solid/shape/closest.h"

// Returns v with each coordinate lowered by MOVER_BOX_ROUNDING of it, as floats: lower bounds of the coordinates, although
// they and their terms were rounded. The result is clamped to the range of finite floats.
static rim_vec3 low3(vec3d v)
{
    double r = MOVER_BOX_ROUNDING;
    return v3d_saturate(v3d(v.x - r * fabs(v.x), v.y - r * fabs(v.y), v.z - r * fabs(v.z)));
}

// Computes the box of the core around x, moves it to the world, and grows it by the margin, the skin and, for a rounded
// mover, the radius.
rim_box3 field_box(const field *f, const vec3d *x, const vec3d *v, double margin)
{
    vec3d  lo, hi, at = v3d_add(f->origin, *x);
    double grow = margin + f->shape.skin + (f->shape.box ? 0.0 : f->shape.radius);
    field_core(&f->shape, v3d(0.0, 0.0, 0.0), *v, &lo, &hi);
    vec3d all = v3d(grow, grow, grow);
    lo = v3d_add(at, v3d_sub(lo, all));
    hi = v3d_add(at, v3d_add(hi, all));
    return rim_box3_make(low3(lo), rim_vec3_negate(low3(v3d_negate(hi))));
}

// --- the boxes of triangles ------------------------------------------------------------------------------

// Computes the boxes of F32XN_LANES triangles from triangle i on, and stores them in lo[k][i], hi[k][i] and after. In
// memory, a triangle is nine floats, a.x .. c.z. Each gather reads four floats of each triangle: from float 0 on,
// a[0 .. 2] is the corner a; from float 3 on, b[0 .. 2] is the corner b; from float 5 on, c[1 .. 3] is the corner c, so
// that only the triangle is read. Lanes behind the last triangle repeat triangle i.
SIMD_INLINE void store_boxes(const field *f, int i, float lo[3][FIELD_MOST],
                             float hi[3][FIELD_MOST])
{
    enum
    {
        STRIDE = sizeof(rim_world_triangle) / sizeof(float)
    };
    const float *base = &f->triangles->shape.a.x;
    f32xn        a[4], b[4], c[4];
    int32_t      index[F32XN_LANES];
    for (int l = 0; l < F32XN_LANES; l++) index[l] = i + l < f->count ? i + l : i;
    f32xn_gather4(base, STRIDE, index, a);
    f32xn_gather4(base + 3, STRIDE, index, b);
    f32xn_gather4(base + 5, STRIDE, index, c);
    for (int k = 0; k < 3; k++)
    {
        f32xn_mask b_is_less = f32xn_less(b[k], a[k]);
        f32xn      least = f32xn_pick(b_is_less, b[k], a[k]);
        f32xn_store(&lo[k][i], f32xn_pick(f32xn_less(c[k + 1], least), c[k + 1], least));
        f32xn_store(&hi[k][i], f32xn_max(f32xn_max(a[k], b[k]), c[k + 1]));
    }
}

// Of the skin: triangles this close to the core come first in the order.
#define NEAR_SKINS 1.25

// Returns a bit for each of the F32XN_LANES triangles from triangle i on, lane 0 lowest. The bit is set if the
// triangle's box is closer than `reach` to the box from .. to, which is in the world as well. With d = max(lo - to,
// from - hi, 0) on each axis, a box is closer if  d.x^2 + d.y^2 + d.z^2 < reach^2.
SIMD_INLINE unsigned boxes_near(float lo[3][FIELD_MOST], float hi[3][FIELD_MOST], int i,
                                const float *from, const float *to, double reach)
{
    f32xn square[3];
    for (int k = 0; k < 3; k++)
    {
        f32xn d = f32xn_max(f32xn_load(&lo[k][i]) - f32xn_all(to[k]),
                            f32xn_all(from[k]) - f32xn_load(&hi[k][i]));
        d = f32xn_max(d, f32xn_all(0.0f));
        square[k] = d * d;
    }
    f32xn distance2 = square[0] + square[1] + square[2];
    return f32xn_bits(f32xn_less(distance2, f32xn_all((float)(reach * reach))));
}

// Fills f->order with the indices of all triangles, and f->lo and f->hi with their boxes in this order. Triangles whose
// boxes are near the core lo .. hi come first, in the order of the list. All others come last, in the opposite order. lo
// and hi are relative to f->origin. The order affects only which groups are measured, never a result.
//
// The loop avoids branches: it writes each index to both ends, order[front] and order[back], and then moves only the
// end to which the index belongs. The index at the other end is overwritten later. FIELD_MOST is a multiple of the
// lanes, so the arrays have room for the boxes of all lanes.
static void put_in_order(field *f, vec3d lo, vec3d hi)
{
    float    lows[3][FIELD_MOST], highs[3][FIELD_MOST]; // in the order of the list
    rim_vec3 world_lo = v3d_round(v3d_add(f->origin, lo));
    rim_vec3 world_hi = v3d_round(v3d_add(f->origin, hi));
    double   reach = NEAR_SKINS * f->shape.skin + (f->shape.box ? 0.0 : f->shape.radius);
    int      front = 0, back = f->count - 1;
    for (int i = 0; i < f->count; i += F32XN_LANES)
    {
        store_boxes(f, i, lows, highs);
        unsigned near = boxes_near(lows, highs, i, &world_lo.x, &world_hi.x, reach);
        for (int l = 0; l < F32XN_LANES && i + l < f->count; l++)
        {
            int is_near = near >> l & 1u;
            f->order[front] = f->order[back] = (short)(i + l);
            front += is_near;
            back -= 1 - is_near;
        }
    }
    // The last group is padded with boxes at infinity.
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 4 * f->groups; i++)
        {
            f->lo[k][i] = i < f->count ? lows[k][f->order[i]] : INFINITY;
            f->hi[k][i] = i < f->count ? highs[k][f->order[i]] : INFINITY;
        }
}

// --- gathering -------------------------------------------------------------------------------------------

// Exchanges front and back.
static void mirror(rim_triangle *t)
{
    rim_vec3 swap = t->b;
    t->b = t->c;
    t->c = swap;
}

void field_list(field *f, rim_world3 world, rim_box3 box)
{
    int count = world.gather(world.context, box, f->triangles, FIELD_MOST);
    f->complete = count <= FIELD_MOST;
    f->count = f->complete ? count : FIELD_MOST;
}

void field_gather(field *f, rim_world3 world, rim_box3 box, vec3d lo, vec3d hi)
{
    field_list(f, world, box);
    f->box = f->complete ? box : rim_box3_empty();
    f->groups = (f->count + 3) / 4;
    f->built = 0;
    if (f->shape.mirrored)
        for (int i = 0; i < f->count; i++) mirror(&f->triangles[i].shape);
    put_in_order(f, lo, hi);
}

// A group is four triangles in the order of f->order. In the last group, lanes behind the last triangle repeat the last
// one.
void field_build(field *f, field_set groups, const field_kernels *kernels)
{
    for (field_set left = groups & ~f->built; left; left &= left - 1)
    {
        const rim_triangle *four[4];
        int                 i = bits_lowest(left);
        for (int k = 0; k < 4; k++) four[k] = &f->triangles[field_triangle(f, 4 * i + k)].shape;
        kernels->build(&f->lanes[i], four, f->origin);
    }
    f->built |= groups;
}
