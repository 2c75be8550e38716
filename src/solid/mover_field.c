#include "solid/mover_field.h"

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

rim_box3 field_box(const field *f, vec3d x, vec3d v, double margin)
{
    const field_shape *s = &f->shape;
    vec3d  lo = s->box ? v3d_scale(s->half, -1.0) : v3d(-s->radius, -s->radius, -s->radius);
    vec3d  hi = s->box ? s->half : v3d(s->radius, s->radius + s->rise, s->radius);
    vec3d  at = v3d_add(f->origin, x);
    double grow = margin + s->skin;
    lo = v3d_add(lo, v3d(fmin(v.x, 0.0) - grow, fmin(v.y, 0.0) - grow, fmin(v.z, 0.0) - grow));
    hi = v3d_add(hi, v3d(fmax(v.x, 0.0) + grow, fmax(v.y, 0.0) + grow, fmax(v.z, 0.0) + grow));
    return rim_box3_make(rim_vec3_make(low(at.x + lo.x), low(at.y + lo.y), low(at.z + lo.z)),
                         rim_vec3_make(high(at.x + hi.x), high(at.y + hi.y), high(at.z + hi.z)));
}

bool field_covers(const field *f, rim_box3 box)
{
    const rim_box3 *own = &f->box;
    return own->lo.x <= box.lo.x && own->lo.y <= box.lo.y && own->lo.z <= box.lo.z &&
           box.hi.x <= own->hi.x && box.hi.y <= own->hi.y && box.hi.z <= own->hi.z;
}

// The box of a triangle, into place i of the field. Does it meet `near`?
#ifdef CPU_SSE2
static bool box_of(field *f, int i, const rim_world_triangle *t, __m128 lo, __m128 hi)
{
    // The fourth number is what follows in the struct, and is not looked at.
    __m128 a = _mm_loadu_ps(&t->shape.a.x), b = _mm_loadu_ps(&t->shape.b.x);
    __m128 c = _mm_loadu_ps(&t->shape.c.x);
    __m128 least = _mm_min_ps(_mm_min_ps(a, b), c), most = _mm_max_ps(_mm_max_ps(a, b), c);
    float  v[4], w[4];
    _mm_storeu_ps(v, least);
    _mm_storeu_ps(w, most);
    for (int k = 0; k < 3; k++)
    {
        f->lo[k][i] = v[k];
        f->hi[k][i] = w[k];
    }
    __m128 in = _mm_and_ps(_mm_cmple_ps(least, hi), _mm_cmple_ps(lo, most));
    return (_mm_movemask_ps(in) & 7) == 7;
}

static __m128 corner_of(rim_vec3 v)
{
    return _mm_set_ps(0.0f, v.z, v.y, v.x);
}
#else
static bool box_of(field *f, int i, const rim_world_triangle *t, rim_vec3 lo, rim_vec3 hi)
{
    rim_vec3 least = rim_vec3_min(rim_vec3_min(t->shape.a, t->shape.b), t->shape.c);
    rim_vec3 most = rim_vec3_max(rim_vec3_max(t->shape.a, t->shape.b), t->shape.c);
    f->lo[0][i] = least.x, f->lo[1][i] = least.y, f->lo[2][i] = least.z;
    f->hi[0][i] = most.x, f->hi[1][i] = most.y, f->hi[2][i] = most.z;
    return rim_box3_overlaps(rim_box3_make(least, most), rim_box3_make(lo, hi));
}

static rim_vec3 corner_of(rim_vec3 v)
{
    return v;
}
#endif

static void swap_places(field *f, int i, int k)
{
    short order = f->order[i];
    f->order[i] = f->order[k];
    f->order[k] = order;
    for (int axis = 0; axis < 3; axis++)
    {
        float lo = f->lo[axis][i], hi = f->hi[axis][i];
        f->lo[axis][i] = f->lo[axis][k];
        f->hi[axis][i] = f->hi[axis][k];
        f->lo[axis][k] = lo;
        f->hi[axis][k] = hi;
    }
}

static void mirror(rim_triangle *t)
{
    rim_vec3 swap = t->b;
    t->b = t->c;
    t->c = swap;
}

void field_gather(field *f, rim_world3 world, rim_box3 box, rim_box3 near)
{
    int count = world.gather(world.context, box, f->triangles, FIELD_MOST), front = 0;
    f->box = box;
    f->complete = count <= FIELD_MOST;
    f->count = f->complete ? count : FIELD_MOST;
    f->groups = (f->count + 3) / 4;
    for (int i = 0; i < f->count; i++)
    {
        if (f->shape.mirrored) mirror(&f->triangles[i].shape);
        f->order[i] = (short)i;
        if (!box_of(f, i, &f->triangles[i], corner_of(near.lo), corner_of(near.hi))) continue;
        if (i != front) swap_places(f, i, front);
        front++;
    }
    // The last group is filled up with boxes that are nowhere.
    for (int i = f->count; i < 4 * f->groups; i++)
        for (int axis = 0; axis < 3; axis++) f->lo[axis][i] = f->hi[axis][i] = INFINITY;
    f->built = 0;
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
