#include "solid/mover/field.h"

#include "solid/shape/round.h"

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

// --- the order of triangles ------------------------------------------------------------------------------

// Triangles come first in the order if they are closer to the core than this times the skin, plus the radius of a rounded
// mover.
#define NEAR_SKINS 1.25

// Returns the gap between lo .. hi and the interval of a box on one axis, 0 if they overlap.
static float gap_between(float lo, float hi, float box_lo, float box_hi)
{
    float gap = lo - box_hi > box_lo - hi ? lo - box_hi : box_lo - hi;
    return gap > 0.0f ? gap : 0.0f;
}

// Returns the squared distance of two boxes.
static float boxes_gap2(const rim_box3 *a, const rim_box3 *b)
{
    float x = gap_between(a->lo.x, a->hi.x, b->lo.x, b->hi.x);
    float y = gap_between(a->lo.y, a->hi.y, b->lo.y, b->hi.y);
    float z = gap_between(a->lo.z, a->hi.z, b->lo.z, b->hi.z);
    return x * x + y * y + z * z;
}

// Stores a triangle's index in f->order[i], and its box in f->lo[.][i] and f->hi[.][i].
static void put_triangle(field *f, int i, int triangle, const rim_box3 *box)
{
    f->order[i] = (short)triangle;
    f->lo[0][i] = box->lo.x, f->lo[1][i] = box->lo.y, f->lo[2][i] = box->lo.z;
    f->hi[0][i] = box->hi.x, f->hi[1][i] = box->hi.y, f->hi[2][i] = box->hi.z;
}

// Fills f->order with the indices of all triangles, and f->lo and f->hi with their boxes in this order. Triangles whose
// boxes are near the core lo .. hi come first, in the order of the list. All others come last, in the opposite order. lo
// and hi are relative to f->origin. The order affects only which groups of four are measured, never a result. Lanes of
// the last group that have no triangle get a box at infinity, which is never near.
//
// The loop avoids branches: it puts each triangle at both ends, `front` and `back`, and then moves only the end to
// which the triangle belongs. What was put at the other end is overwritten later.
static void put_in_order(field *f, vec3d lo, vec3d hi)
{
    const rim_vec3 inf = { INFINITY, INFINITY, INFINITY };
    const rim_box3 core = { v3d_round(v3d_add(f->origin, lo)), v3d_round(v3d_add(f->origin, hi)) };
    const rim_box3 far = { inf, inf };
    double         reach = NEAR_SKINS * f->shape.skin + (f->shape.box ? 0.0 : f->shape.radius);
    float          reach2 = (float)(reach * reach);
    int            front = 0, back = f->count - 1;
    for (int i = 0; i < f->count; i++)
    {
        rim_box3 box = shape_box_of_triangle(&f->triangles[i].shape);
        int      is_near = boxes_gap2(&core, &box) < reach2;
        put_triangle(f, front, i, &box);
        put_triangle(f, back, i, &box);
        front += is_near;
        back -= 1 - is_near;
    }
    for (int i = f->count; i < 4 * f->groups; i++) put_triangle(f, i, 0, &far);
}

// --- gathering -------------------------------------------------------------------------------------------

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
    for (int i = 0; f->shape.mirrored && i < f->count; i++) // exchanges front and back
    {
        rim_triangle *t = &f->triangles[i].shape;
        *t = (rim_triangle){ t->a, t->c, t->b };
    }
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
