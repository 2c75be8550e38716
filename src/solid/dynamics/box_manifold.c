// Where two boxes press on each other, once the axis is known: a face that is cut by the sides of another, or
// two edges that cross.
#include "solid/dynamics/data.h"

#include <math.h>

static float dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static const float *box_manifold_axis_of(const body_frame *f, int i)
{
    return i == 0 ? f->x : i == 1 ? f->y : f->z;
}

static float half_of(const body_frame *f, int i)
{
    return i == 0 ? f->half_x : i == 1 ? f->half_y : f->half_z;
}

// A corner of the pressing face over the plane of the reference face: (u, w) in that plane from the
// middle of the face, z above it.
typedef struct box_manifold_position
{
    float u, w, z;
} box_manifold_position;

enum
{
    SPOTS = 8
};

// The part with  sign u <= half  (or w, if `other`).
static int box_manifold_cut(const box_manifold_position *in, int count, bool other, float sign,
                            float half, box_manifold_position *out)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
    {
        const box_manifold_position *p = &in[i], *q = &in[i + 1 < count ? i + 1 : 0];
        float                        here = sign * (other ? p->w : p->u) - half;
        float                        there = sign * (other ? q->w : q->u) - half;
        if (here <= 0.0f) out[kept++] = *p;
        if ((here <= 0.0f) == (there <= 0.0f)) continue;
        float                  t = here / (here - there);
        box_manifold_position *x = &out[kept++];
        x->u = p->u + t * (q->u - p->u);
        x->w = p->w + t * (q->w - p->w);
        x->z = p->z + t * (q->z - p->z);
    }
    return kept;
}

static float box_manifold_span(const box_manifold_position *a, const box_manifold_position *b,
                               const box_manifold_position *c)
{
    return (b->u - a->u) * (c->w - a->w) - (b->w - a->w) * (c->u - a->u);
}

// Four that hold as well as all: the deepest, the farthest from it, and the widest on either side.
static int box_manifold_choose(const box_manifold_position *p, int count, int chosen[4])
{
    int   best = 0, far = 0, left = -1, right = -1, kept = 0;
    float most = 0.0f, wide_left = 0.0f, wide_right = 0.0f;
    for (int i = 1; i < count; i++) best = p[i].z < p[best].z ? i : best;
    for (int i = 0; i < count; i++)
    {
        float u = p[i].u - p[best].u, w = p[i].w - p[best].w, d = u * u + w * w;
        if (!(d > most)) continue;
        most = d;
        far = i;
    }
    for (int i = 0; i < count; i++)
    {
        float area = box_manifold_span(&p[best], &p[far], &p[i]);
        if (area > wide_left)
        {
            wide_left = area;
            left = i;
        }
        if (area < wide_right)
        {
            wide_right = area;
            right = i;
        }
    }
    chosen[kept++] = best;
    if (far != best) chosen[kept++] = far;
    if (left >= 0) chosen[kept++] = left;
    if (right >= 0) chosen[kept++] = right;
    return kept;
}

// The frame of a reference face: its normal n, and u, w along it.
typedef struct face_frame
{
    const body_frame *body;
    float             n[3];
    const float      *u, *w;
    float             half_n, half_u, half_w;
} face_frame;

static face_frame box_manifold_face_of(const body_frame *f, int i, float sign)
{
    int        u = i == 2 ? 0 : i + 1, w = u == 2 ? 0 : u + 1;
    face_frame r = { f,
                     { 0.0f, 0.0f, 0.0f },
                     box_manifold_axis_of(f, u),
                     box_manifold_axis_of(f, w),
                     half_of(f, i),
                     half_of(f, u),
                     half_of(f, w) };
    for (int k = 0; k < 3; k++) r.n[k] = sign * box_manifold_axis_of(f, i)[k];
    return r;
}

// The face of the other box that looks most against n, seen from the reference face.
static void pressing_face(const face_frame *r, const body_frame *f,
                          box_manifold_position corners[4])
{
    float d[3] = { dot(r->n, f->x), dot(r->n, f->y), dot(r->n, f->z) };
    int   j = fabsf(d[1]) > fabsf(d[0]) ? 1 : 0;
    if (fabsf(d[2]) > fabsf(d[j])) j = 2;
    int   k = j == 2 ? 0 : j + 1, l = k == 2 ? 0 : k + 1;
    float sign = d[j] > 0.0f ? -1.0f : 1.0f, middle[3];
    for (int m = 0; m < 3; m++)
        middle[m] = f->p[m] - r->body->p[m] + sign * half_of(f, j) * box_manifold_axis_of(f, j)[m];
    float u = dot(middle, r->u), w = dot(middle, r->w), z = dot(middle, r->n) - r->half_n;
    float hk = half_of(f, k), hl = half_of(f, l);
    float ku = hk * dot(box_manifold_axis_of(f, k), r->u),
          kw = hk * dot(box_manifold_axis_of(f, k), r->w), kz = hk * d[k];
    float lu = hl * dot(box_manifold_axis_of(f, l), r->u),
          lw = hl * dot(box_manifold_axis_of(f, l), r->w), lz = hl * d[l];
    for (int i = 0; i < 4; i++)
    {
        float                 a = i == 0 || i == 3 ? 1.0f : -1.0f, b = i < 2 ? 1.0f : -1.0f;
        box_manifold_position corner = { u + a * ku + b * lu, w + a * kw + b * lw,
                                         z + a * kz + b * lz };
        corners[i] = corner;
    }
}

static void box_manifold_add_point(patch *out, const body_frame *a, const body_frame *b,
                                   const float at[3], float gap)
{
    patch_point *p = &out->points[out->count++];
    for (int k = 0; k < 3; k++)
    {
        p->ra[k] = at[k] - a->p[k];
        p->rb[k] = at[k] - b->p[k];
    }
    p->gap = gap;
    p->impulse = 0.0f;
}

static void clip_faces(const face_frame *r, const body_frame *pressing, float reach,
                       const body_frame *a, const body_frame *b, patch *out)
{
    box_manifold_position one[SPOTS + 1], two[SPOTS + 1];
    pressing_face(r, pressing, one);
    int count = box_manifold_cut(one, 4, false, 1.0f, r->half_u, two), kept = 0, chosen[4];
    count = box_manifold_cut(two, count, false, -1.0f, r->half_u, one);
    count = box_manifold_cut(one, count, true, 1.0f, r->half_w, two);
    count = box_manifold_cut(two, count, true, -1.0f, r->half_w, one);
    for (int i = 0; i < count; i++)
        if (one[i].z <= reach) one[kept++] = one[i];
    int taken = kept <= 4 ? kept : box_manifold_choose(one, kept, chosen);
    for (int i = 0; i < taken; i++)
    {
        const box_manifold_position *s = kept <= 4 ? &one[i] : &one[chosen[i]];
        float                        at[3], up = r->half_n + 0.5f * s->z;
        for (int k = 0; k < 3; k++)
            at[k] = r->body->p[k] + s->u * r->u[k] + s->w * r->w[k] + up * r->n[k];
        box_manifold_add_point(out, a, b, at, s->z);
    }
}

// The middle between the closest points of the edges of a along e and of b along f that support n.
static void cross_edges(const body_frame *a, int i, const body_frame *b, int j,
                        const box_touch *touch, patch *out)
{
    float        p[3], q[3], d[3], at[3];
    const float *e = box_manifold_axis_of(a, i), *f = box_manifold_axis_of(b, j);
    for (int k = 0; k < 3; k++)
    {
        p[k] = a->p[k];
        q[k] = b->p[k];
    }
    for (int m = 0; m < 3; m++)
    {
        const float *x = box_manifold_axis_of(a, m), *y = box_manifold_axis_of(b, m);
        float        ha = dot(x, touch->n) > 0.0f ? -half_of(a, m) : half_of(a, m);
        float        hb = dot(y, touch->n) > 0.0f ? half_of(b, m) : -half_of(b, m);
        for (int k = 0; k < 3; k++)
        {
            if (m != i) p[k] += ha * x[k];
            if (m != j) q[k] += hb * y[k];
        }
    }
    // p + s e and q + t f with (p + s e - q - t f) . e = 0 and . f = 0
    for (int k = 0; k < 3; k++) d[k] = q[k] - p[k];
    float ef = dot(e, f), de = dot(d, e), df = dot(d, f), one = 1.0f - ef * ef;
    float s = one > 0.0f ? (de - ef * df) / one : 0.0f;
    float half = half_of(a, i);
    s = s < -half ? -half : s > half ? half : s;
    for (int k = 0; k < 3; k++) at[k] = p[k] + s * e[k] - 0.5f * touch->gap * touch->n[k];
    box_manifold_add_point(out, a, b, at, touch->gap);
}

void box_manifold_clip(const body_frame *a, const body_frame *b, float reach,
                       const box_touch *touch, patch *out)
{
    int axis = (int)touch->axis;
    out->count = 0;
    for (int k = 0; k < 3; k++) out->n[k] = touch->n[k];
    if (axis < 3)
    {
        face_frame r = box_manifold_face_of(
            a, axis, dot(box_manifold_axis_of(a, axis), touch->n) > 0.0f ? -1.0f : 1.0f);
        clip_faces(&r, b, reach, a, b, out);
    }
    else if (axis < 6)
    {
        face_frame r = box_manifold_face_of(
            b, axis - 3, dot(box_manifold_axis_of(b, axis - 3), touch->n) > 0.0f ? 1.0f : -1.0f);
        clip_faces(&r, a, reach, a, b, out);
    }
    else
    {
        cross_edges(a, (axis - 6) / 3, b, (axis - 6) % 3, touch, out);
    }
}
