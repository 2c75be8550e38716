#include "solid/mover/field.h"

#include <float.h>

#ifdef CPU_SSE2
#include <emmintrin.h>
#endif

// Boxes are rounded outwards: their numbers are sums of a few floats' size.
#define OUTWARD 0x1p-22

static float low(double x)
{
    x -= OUTWARD * fabs(x);
    return (float)(x < -FLT_MAX ? -FLT_MAX : x > FLT_MAX ? FLT_MAX : x);
}

static float high(double x)
{
    return -low(-x);
}

static rim_vec3 low3(vec3d v)
{
    return rim_vec3_make(low(v.x), low(v.y), low(v.z));
}

static rim_vec3 high3(vec3d v)
{
    return rim_vec3_make(high(v.x), high(v.y), high(v.z));
}

rim_box3 field_box(const field *f, vec3d x, vec3d v, double margin)
{
    vec3d  lo, hi, at = v3d_add(f->origin, x);
    double grow = margin + f->shape.skin + (f->shape.box ? 0.0 : f->shape.radius);
    field_core(&f->shape, v3d(0.0, 0.0, 0.0), v, &lo, &hi);
    vec3d all = v3d(grow, grow, grow);
    return rim_box3_make(low3(v3d_add(at, v3d_sub(lo, all))), high3(v3d_add(at, v3d_add(hi, all))));
}

bool field_covers(const field *f, rim_box3 box)
{
    const rim_box3 *own = &f->box;
    return own->lo.x <= box.lo.x && own->lo.y <= box.lo.y && own->lo.z <= box.lo.z &&
           box.hi.x <= own->hi.x && box.hi.y <= own->hi.y && box.hi.z <= own->hi.z;
}

// The box of a triangle. The fourth number is what follows in the struct, and is not looked at.
#ifdef CPU_SSE2
typedef __m128 four_floats;

static four_floats mover_field_corner_of(rim_vec3 v)
{
    return _mm_set_ps(0.0f, v.z, v.y, v.x);
}

static void mover_field_box_of(const rim_triangle *t, four_floats *lo, four_floats *hi)
{
    four_floats a = _mm_loadu_ps(&t->a.x), b = _mm_loadu_ps(&t->b.x), c = _mm_loadu_ps(&t->c.x);
    *lo = _mm_min_ps(_mm_min_ps(a, b), c);
    *hi = _mm_max_ps(_mm_max_ps(a, b), c);
}

// The squared distance of two boxes.
static float apart2(four_floats lo, four_floats hi, four_floats low, four_floats high)
{
    __m128 three = _mm_castsi128_ps(_mm_set_epi32(0, -1, -1, -1));
    lo = _mm_and_ps(lo, three);
    hi = _mm_and_ps(hi, three);
    __m128 d = _mm_max_ps(_mm_sub_ps(lo, high), _mm_sub_ps(low, hi));
    d = _mm_max_ps(d, _mm_setzero_ps());
    d = _mm_mul_ps(d, d);
    __m128 y = _mm_shuffle_ps(d, d, _MM_SHUFFLE(1, 1, 1, 1)), z = _mm_movehl_ps(d, d);
    return _mm_cvtss_f32(_mm_add_ss(_mm_add_ss(d, y), z));
}

// Four of them into places i .. i + 3.
static void store_boxes(float out[3][FIELD_MOST], int i, const four_floats box[4])
{
    __m128 xy01 = _mm_unpacklo_ps(box[0], box[1]), xy23 = _mm_unpacklo_ps(box[2], box[3]);
    __m128 z01 = _mm_unpackhi_ps(box[0], box[1]), z23 = _mm_unpackhi_ps(box[2], box[3]);
    _mm_storeu_ps(&out[0][i], _mm_movelh_ps(xy01, xy23));
    _mm_storeu_ps(&out[1][i], _mm_movehl_ps(xy23, xy01));
    _mm_storeu_ps(&out[2][i], _mm_movelh_ps(z01, z23));
}
#else
typedef rim_vec3 four_floats;

static four_floats mover_field_corner_of(rim_vec3 v)
{
    return v;
}

static void mover_field_box_of(const rim_triangle *t, four_floats *lo, four_floats *hi)
{
    *lo = rim_vec3_min(rim_vec3_min(t->a, t->b), t->c);
    *hi = rim_vec3_max(rim_vec3_max(t->a, t->b), t->c);
}

static float apart2(four_floats lo, four_floats hi, four_floats low, four_floats high)
{
    rim_vec3 d = rim_vec3_max(rim_vec3_sub(lo, high), rim_vec3_sub(low, hi));
    d = rim_vec3_max(d, rim_vec3_make(0.0f, 0.0f, 0.0f));
    return d.x * d.x + d.y * d.y + d.z * d.z;
}

static void store_boxes(float out[3][FIELD_MOST], int i, const four_floats box[4])
{
    for (int k = 0; k < 4; k++)
        out[0][i + k] = box[k].x, out[1][i + k] = box[k].y, out[2][i + k] = box[k].z;
}
#endif

// Those whose boxes are near the core come first.
static void put_in_order(field *f, vec3d lo, vec3d hi)
{
    rim_vec3    low = v3d_round(v3d_add(f->origin, lo)), high = v3d_round(v3d_add(f->origin, hi));
    four_floats from = mover_field_corner_of(low), to = mover_field_corner_of(high), its_lo, its_hi;
    double      reach = 1.25 * f->shape.skin + (f->shape.box ? 0.0 : f->shape.radius);
    float       most = (float)(reach * reach);
    int         front = 0, back = f->count - 1;
    for (int i = 0; i < f->count; i++)
    {
        mover_field_box_of(&f->triangles[i].shape, &its_lo, &its_hi);
        int near = apart2(its_lo, its_hi, from, to) < most;
        f->order[front] = f->order[back] = (short)i;
        front += near;
        back -= 1 - near;
    }
}

static void list_boxes(field *f)
{
    for (int i = 0; i < f->count; i += 4)
    {
        four_floats lo[4], hi[4];
        for (int k = 0; k < 4; k++)
            mover_field_box_of(&f->triangles[field_triangle(f, i + k)].shape, &lo[k], &hi[k]);
        store_boxes(f->lo, i, lo);
        store_boxes(f->hi, i, hi);
    }
    // The last group is filled up with boxes that are nowhere.
    for (int i = f->count; i < 4 * f->groups; i++)
        for (int axis = 0; axis < 3; axis++) f->lo[axis][i] = f->hi[axis][i] = INFINITY;
}

static void mirror(rim_triangle *t)
{
    rim_vec3 swap = t->b;
    t->b = t->c;
    t->c = swap;
}

void field_gather(field *f, rim_world3 world, rim_box3 box, vec3d lo, vec3d hi)
{
    int count = world.gather(world.context, box, f->triangles, FIELD_MOST);
    f->box = box;
    f->complete = count <= FIELD_MOST;
    f->count = f->complete ? count : FIELD_MOST;
    f->groups = (f->count + 3) / 4;
    f->built = 0;
    for (int i = 0; f->shape.mirrored && i < f->count; i++) mirror(&f->triangles[i].shape);
    put_in_order(f, lo, hi);
    list_boxes(f);
}

void field_build(field *f, field_set groups, const field_kernels *kernels)
{
    for (field_set left = groups & ~f->built; left; left &= left - 1)
    {
        const rim_triangle *four[4];
        int                 i = field_lowest(left);
        for (int k = 0; k < 4; k++) four[k] = &f->triangles[field_triangle(f, 4 * i + k)].shape;
        kernels->build(&f->lanes[i], four, f->origin);
    }
    f->built |= groups;
}
