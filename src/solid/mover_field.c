#include "solid/mover_field.h"

#include <float.h>

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

static void put(double lanes[3][4], int k, vec3d v)
{
    lanes[0][k] = v.x;
    lanes[1][k] = v.y;
    lanes[2][k] = v.z;
}

// A triangle whose sides are this close to parallel has no area; shape3_core.h says why.
#define NO_AREA 0x1p-56

static void put_triangle(field_group *g, int k, const rim_triangle *t, const field *f)
{
    vec3d a = v3d_from(t->a), b = v3d_from(t->b), c = v3d_from(t->c);
    if (f->shape.mirrored) b = v3d_from(t->c), c = v3d_from(t->b);
    vec3d  e[3] = { v3d_sub(b, a), v3d_sub(c, b), v3d_sub(a, c) };
    vec3d  n = v3d_cross(e[0], v3d_sub(c, a));
    double square = v3d_length2(n);
    bool   flat = square > NO_AREA * v3d_length2(e[0]) * v3d_length2(e[2]);
    if (!flat) n = v3d(0.0, 0.0, 0.0);
    put(g->a, k, v3d_sub(a, f->origin));
    put(g->n, k, n);
    g->per_length[k] = flat ? 1.0 / sqrt(square) : 0.0;
    for (int i = 0; i < 3; i++)
    {
        put(g->e[i], k, e[i]);
        put(g->in[i], k, v3d_cross(n, e[i]));
        g->per_level[i][k] = 1.0 / (e[i].x * e[i].x + e[i].z * e[i].z);
        g->per_edge[i][k] = 1.0 / v3d_length2(e[i]);
    }
}

void field_gather(field *f, rim_world3 world, rim_box3 box)
{
    int count = world.gather(world.context, box, f->triangles, FIELD_MOST);
    f->box = box;
    f->complete = count <= FIELD_MOST;
    f->count = f->complete ? count : FIELD_MOST;
    f->groups = (f->count + 3) / 4;
    for (int i = 0; i < 4 * f->groups; i++)
    {
        // The last group is filled up with its last triangle.
        int k = i < f->count ? i : f->count - 1;
        put_triangle(&f->lanes[i / 4], i % 4, &f->triangles[k].shape, f);
    }
}
